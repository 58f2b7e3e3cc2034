//! The luck of trials: dice that make a few of them tell as much as many.
//!
//! Whoever tries several answers out wants to know what the answers change, not what the dice do. So
//! every die belongs to the one who throws it and to what it is thrown for: somebody who shoots
//! after either of two answers shoots with the same luck, whatever was thrown in between. And
//! trials that belong together share the luck out evenly: in every six of them each die falls once
//! into each sixth of its faces, and which of its sixths meets which of another die's is left to
//! chance (this is known as Latin hypercube sampling). No single trial is any different from one
//! with ordinary dice.

use crate::dice::{Faces, Need, Seed, Stream};

/// In so many trials every die goes once through all its faces.
const ROUND: u64 = 6;
/// So fine is a sixth; and so many trials are never made.
const APART: u64 = 1 << 32;
/// All faces of a die.
const WHOLE: u64 = ROUND * APART;

/// The luck of one of several trials that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    /// What all of them have in common.
    pub seed: Seed,
    /// Which of them it is.
    pub number: u64,
}

impl Luck {
    /// A seed for whatever else is left to chance in this trial.
    pub fn own(self) -> Seed {
        self.seed.child(self.number)
    }

    /// The dice of this trial.
    pub(crate) fn dice(self) -> EvenDice {
        EvenDice { luck: self, thrown: Vec::new() }
    }
}

/// Whatever throws dice.
pub trait Throws {
    /// The faces of some dice.
    fn throw(&mut self, need: &Need) -> Faces;
}

impl Throws for Stream {
    fn throw(&mut self, need: &Need) -> Faces {
        self.roll(need)
    }
}

/// The dice of a trial.
pub(crate) struct EvenDice {
    luck: Luck,
    /// How many dice were thrown by whom and for what.
    thrown: Vec<(Seed, u64)>,
}

impl EvenDice {
    /// Whether anybody has thrown any.
    pub(crate) fn have_fallen(&self) -> bool {
        !self.thrown.is_empty()
    }

    /// The luck of the next die that is thrown by somebody for something.
    fn next(&mut self, thrower: Seed) -> Seed {
        let known = self.thrown.iter().position(|(other, _)| *other == thrower);
        let at = known.unwrap_or_else(|| {
            self.thrown.push((thrower, 0));
            self.thrown.len() - 1
        });
        self.thrown[at].1 += 1;
        Seed(self.luck.seed.0 ^ thrower.0).child(self.thrown[at].1)
    }

    /// How a die falls: a share of all its faces, in parts of [`WHOLE`].
    fn fall(&self, die: Seed) -> u64 {
        let (round, place) = (self.luck.number / ROUND, self.luck.number % ROUND);
        let within = die.child(self.luck.number).0 % APART;
        sixth(die.child(APART + round), place) * APART + within
    }
}

impl Throws for EvenDice {
    fn throw(&mut self, need: &Need) -> Faces {
        let thrower = thrower(need);
        let face = |_| {
            let die = self.next(thrower);
            (self.fall(die) * u64::from(need.sides) / WHOLE) as u8 + 1
        };
        (0..need.count).map(face).collect()
    }
}

/// Who throws, and what for.
fn thrower(need: &Need) -> Seed {
    let model = need.model.map_or(0, |model| u64::from(model.0) + 1);
    let who = Seed(u64::from(need.side.0)).child(model).child(u64::from(need.sides));
    need.purpose.bytes().fold(who, |so_far, letter| so_far.child(u64::from(letter)))
}

/// The sixth at a place of a round, if the sixths are shuffled by a seed.
fn sixth(seed: Seed, place: u64) -> u64 {
    let mut order = [0, 1, 2, 3, 4, 5];
    let mut luck = seed.0;
    for last in (1..ROUND).rev() {
        order.swap(last as usize, (luck % (last + 1)) as usize);
        luck /= last + 1;
    }
    order[place as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ModelId, SideId};

    const SHOT: Need = Need::d6(SideId(0), 1, "shoot");
    const SAVE: Need = Need::d6(SideId(1), 1, "save");

    fn trial(seed: u64, number: u64) -> EvenDice {
        Luck { seed: Seed(seed), number }.dice()
    }

    #[test]
    fn somebody_has_the_same_luck_whatever_others_have_thrown() {
        for number in 0..20 {
            let (mut quiet, mut busy) = (trial(4, number), trial(4, number));
            busy.throw(&SAVE);
            busy.throw(&SHOT.by(ModelId(2)));
            assert_eq!(quiet.throw(&SHOT), busy.throw(&SHOT));
            assert_eq!(quiet.throw(&SHOT), busy.throw(&SHOT));
        }
        let faces =
            |need: Need| -> Vec<Faces> { (0..20).map(|n| trial(4, n).throw(&need)).collect() };
        assert_ne!(faces(SHOT), faces(SHOT.by(ModelId(2))));
        assert_ne!(faces(SHOT), faces(SAVE));
    }

    #[test]
    fn in_every_six_trials_a_die_shows_each_face_once() {
        let handful = Need { count: 3, ..SHOT };
        for round in 0..50 {
            let throws: Vec<Faces> =
                (round * 6..round * 6 + 6).map(|n| trial(9, n).throw(&handful)).collect();
            for die in 0..3 {
                let mut faces: Vec<u8> = throws.iter().map(|faces| faces[die]).collect();
                faces.sort_unstable();
                assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
            }
        }
    }

    #[test]
    fn dice_are_fair_and_have_nothing_to_do_with_each_other() {
        for sides in [4_u8, 6, 10, 20] {
            let two = Need { count: 2, sides, ..SHOT };
            let (shot, save) = (Need { sides, ..SHOT }, Need { sides, ..SAVE });
            assert_fair(sides, |dice| {
                let faces = dice.throw(&two);
                (faces[0], faces[1])
            });
            assert_fair(sides, |dice| (dice.throw(&shot)[0], dice.throw(&save)[0]));
        }
    }

    /// Two dice must fall in all ways equally often, in trials of which each has luck of its own.
    fn assert_fair(sides: u8, throw: impl Fn(&mut EvenDice) -> (u8, u8)) {
        let (row, each) = (usize::from(sides), 600);
        let mut counts = vec![0_i64; row * row];
        for number in 0..each * counts.len() as u64 {
            let (one, other) = throw(&mut trial(number, number));
            counts[usize::from(one - 1) * row + usize::from(other - 1)] += 1;
        }
        let each = each as i64;
        let chi = counts.iter().map(|c| (c - each).pow(2)).sum::<i64>() / each;
        // Chi-squared has a mean of one less than the ways; four deviations are beyond chance.
        let ways = counts.len() as i64;
        let most = ways - 1 + 4 * (2 * ways).isqrt();
        assert!(chi < most, "{sides} sides: {chi} of {most}");
    }

    #[test]
    fn luck_that_is_shared_out_evenly_cancels_out() {
        // What a shooter throws above what the target throws, in twelve trials, many times over.
        let gap = |dice: &mut dyn Throws| {
            i64::from(dice.throw(&SHOT)[0]) - i64::from(dice.throw(&SAVE)[0])
        };
        let off = |sum: i64| sum * sum;
        let even = |seed| (0..12).map(|n| gap(&mut trial(seed, n))).sum::<i64>();
        let plain =
            |seed: u64| (0..12).map(|n| gap(&mut Seed(seed).child(n).stream())).sum::<i64>();
        let errors = |sum: &dyn Fn(u64) -> i64| (0..200).map(|seed| off(sum(seed))).sum::<i64>();
        assert_eq!(errors(&even), 0);
        // The variance of one gap is 35/6.
        let usual = errors(&plain);
        assert!((200 * 50..200 * 95).contains(&usual), "{usual}");
    }
}
