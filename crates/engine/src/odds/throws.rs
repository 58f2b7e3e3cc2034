//! Every way a handful of dice can fall.

use crate::dice::{Faces, Need};

/// Most ways a single handful may fall before it is not worth going through them.
pub(super) const MOST_THROWS: u128 = 100_000;

/// How many ways some dice can fall, apart from their order where that does not matter; at least.
pub(super) fn n_throws(need: &Need) -> u128 {
    let (count, sides) = (u128::from(need.count), u128::from(need.sides));
    // More dice than this have more orders than can be counted.
    if count > 30 || sides == 0 {
        return MOST_THROWS + 1;
    }
    let ways = |i: u128| if need.told_apart { (sides, 1) } else { (sides + i - 1, i) };
    (1..=count).map(ways).fold(1, |n: u128, (times, by)| n.min(1 << 64) * times / by)
}

/// All ways some dice can fall, with the number of orders each can fall in: sorted, unless the
/// dice are told apart.
pub(super) fn throws(need: &Need) -> Vec<(Faces, u128)> {
    let mut all = Vec::new();
    let mut faces = Faces::new();
    add_throws(need, 1, &mut faces, &mut all);
    all
}

fn add_throws(need: &Need, least: u8, faces: &mut Faces, all: &mut Vec<(Faces, u128)>) {
    if faces.len() == usize::from(need.count) {
        let orders = if need.told_apart { 1 } else { orders(faces) };
        all.push((faces.clone(), orders));
        return;
    }
    for face in least..=need.sides {
        faces.push(face);
        add_throws(need, if need.told_apart { 1 } else { face }, faces, all);
        faces.pop();
    }
}

fn orders(sorted: &[u8]) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    let same = sorted.chunk_by(|a, b| a == b).map(|run| factorial(run.len()));
    factorial(sorted.len()) / same.product::<u128>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SideId;

    #[test]
    fn throws_cover_every_order() {
        let need = Need::d6(SideId(0), 3, "test");
        let all = throws(&need);
        assert_eq!(all.len(), 56);
        assert_eq!(all.iter().map(|(_, n)| n).sum::<u128>(), 216);
        assert_eq!(n_throws(&need), 56);
        assert!(n_throws(&Need::d6(SideId(0), 255, "test")) > MOST_THROWS);
    }

    #[test]
    fn dice_of_different_colours_are_told_apart() {
        let need = Need::d6(SideId(0), 2, "test").told_apart();
        let all = throws(&need);
        assert_eq!(n_throws(&need), 36);
        assert_eq!(all.len(), 36);
        let first_is_six = all.iter().filter(|(faces, _)| faces[0] == 6);
        assert_eq!(first_is_six.map(|(_, n)| n).sum::<u128>(), 6);
    }
}
