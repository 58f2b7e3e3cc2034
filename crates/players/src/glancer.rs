//! The player of trials: it tries a few answers twice each and takes what turns out best.
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

use crate::candidates::{self, Candidate};
use crate::character::Character;
use crate::novice::Novice;
use crate::thinker::novices;

/// How many answers are tried, those that look best at first sight.
const FEW: usize = 6;
/// How often each of them is tried.
const TRIES: u64 = 2;

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
        let worth = |answer: &Answer, luck: Luck| {
            let ending = position.try_out(answer, luck, &mut novices(luck), until).ok()?;
            Some(self.character.value(&ending, position.side()).total())
        };
        let tried = answers.into_iter().filter_map(|Candidate { answer, .. }| {
            let sum: Option<f64> =
                (0..TRIES).map(|number| worth(&answer, Luck { seed, number })).sum();
            Some((sum?, answer))
        });
        // Of equals the one a novice would take stays in front.
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, answer)| answer)
    }

    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut self.novice)
    }
}
