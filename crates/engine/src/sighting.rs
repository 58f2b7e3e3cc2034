//! What a book says of the line from one model to another, for people who ask before they act.

use serde::Serialize;
use tabletop::{Length, PieceId, Spot};

use crate::ids::Clause;

/// The judgement on a line of sight.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sighting {
    /// Whether the target can be seen.
    pub seen: bool,
    /// The verdict in a few words: `in the open`, `light cover`, `Ruin 2 is in the way`.
    pub verdict: String,
    /// The rule that says so.
    pub clause: Clause,
    /// How far apart they are, measured as the book measures.
    pub distance: Length,
    /// The lines that were looked along.
    pub rays: Vec<Ray>,
    /// The piece that hides most of the target.
    pub witness: Option<PieceId>,
    /// What else is worth knowing, as lines of label and value: `Rifle`, `in range, 11 of 24`.
    pub notes: Vec<(String, String)>,
}

/// One line that was looked along.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ray {
    /// Where it begins.
    pub from: Spot,
    /// Where it leads.
    pub to: Spot,
    /// Whether nothing is in its way.
    pub open: bool,
}

/// Most lines that are drawn; more would only be a smudge.
const MOST_RAYS: usize = 25;

impl Ray {
    /// The lines of a look from an eye: where they lead, and by the bits of a word which of them
    /// are open. Of many lines only some are given, open and closed ones in their proportion,
    /// and at least one of each sort there is.
    pub fn fan(from: Spot, ends: &[Spot], open: u64) -> Vec<Ray> {
        let ray = |(i, to): (usize, &Spot)| Ray { from, to: *to, open: open >> i & 1 == 1 };
        let all = ends.iter().enumerate().map(ray);
        let (open, closed): (Vec<Ray>, Vec<Ray>) = all.partition(|ray| ray.open);
        let most = MOST_RAYS.min(ends.len());
        let share = (open.len() * most).div_ceil(ends.len().max(1));
        let share = share.min(most - usize::from(!closed.is_empty()));
        thinned(&open, share).chain(thinned(&closed, most - share)).collect()
    }
}

/// So many lines out of a row of them, evenly.
fn thinned(rays: &[Ray], most: usize) -> impl Iterator<Item = Ray> + '_ {
    let n = most.min(rays.len());
    (0..n).map(move |i| rays[i * rays.len() / n])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_fan_shows_every_sort_of_line() {
        let end = |i: i32| Spot { z: Length::micrometres(i), ..Spot::default() };
        let ends: Vec<Spot> = (0..45).map(end).collect();
        let n_open = |open: u64| {
            let rays = Ray::fan(Spot::default(), &ends, open);
            assert_eq!(rays.len(), MOST_RAYS);
            rays.iter().filter(|ray| ray.open).count()
        };
        assert_eq!(n_open(0), 0);
        assert_eq!(n_open(1 << 44), 1);
        assert_eq!(n_open((1 << 44) - 1), 24);
        assert_eq!(n_open((1 << 45) - 1), 25);
        assert_eq!(Ray::fan(Spot::default(), &ends[..7], 0b101).len(), 7);
        assert_eq!(Ray::fan(Spot::default(), &[], 0), []);
    }
}
