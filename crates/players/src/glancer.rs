//! The player of trials: it tries a few answers some times each, and does what a novice would do
//! unless something else credibly turns out better.
//!
//! Far from sure of anything, but it fires at whom it can hit, stays out of what it would not survive
//! and makes something of a good place; rules of thumb do none of that reliably. It is quick enough
//! to play a whole round some dozens of times within a second.

use std::time::Instant;

use engine::dice::Seed;
use engine::luck::Luck;
use engine::position::{Position, Until};
use engine::question::Answer;
use engine::source::Driver;

use crate::candidates;
use crate::character::Character;
use crate::novice::Novice;
use crate::thinker::novices;
use crate::weighed::{Weighed, best_first, prefer};

/// How many answers are tried, those that look best at first sight.
const FEW: usize = 6;
/// How often each of them is tried: every die goes once through all its faces, and fewer trials would
/// never speak against a novice. Where no die falls the first says it all.
const TRIES: u64 = 6;

/// A player that glances at what comes of its answers, until its time is up; from then on it goes by
/// rules of thumb.
pub(crate) struct Glancer {
    character: &'static Character,
    novice: Novice,
    luck: Seed,
    /// How many questions it has had a choice of answers to.
    asked: u64,
    end: Instant,
}

impl Glancer {
    /// One that cares about the same things as a character.
    pub(crate) fn new(character: &'static Character, luck: Seed, end: Instant) -> Glancer {
        Glancer { character, novice: Novice::new(luck.0), luck, asked: 0, end }
    }
}

impl Driver for Glancer {
    fn thinks(&self) -> bool {
        Instant::now() < self.end
    }

    fn ponder(&mut self, position: &dyn Position) -> Option<Answer> {
        let mut answers = candidates::glance(position, FEW, &mut self.novice)?;
        if answers.len() == 1 {
            return answers.pop().map(|only| only.answer);
        }
        self.asked += 1;
        // All answers have the same luck, so that only they make the difference.
        let seed = self.luck.child(self.asked);
        let until = Until::Activations(1);
        let tried = |candidate| {
            let mut weighed = Weighed::new(candidate);
            for number in 0..TRIES {
                let (answer, luck) = (&weighed.candidate.answer, Luck { seed, number });
                let ending = position.try_out(answer, luck, &mut novices(luck), until).ok()?;
                let worth = self.character.value(&ending, position.side());
                if number == 0 && !ending.by_dice {
                    return Some(Weighed::known(weighed.candidate, worth));
                }
                weighed.add(worth);
            }
            Some(weighed)
        };
        let novices_own = answers.first()?.answer.clone();
        let mut field: Vec<Weighed> = answers.into_iter().filter_map(tried).collect();
        best_first(&mut field);
        prefer(&mut field, &novices_own);
        field.into_iter().next().map(|best| best.candidate.answer)
    }

    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut self.novice)
    }
}
