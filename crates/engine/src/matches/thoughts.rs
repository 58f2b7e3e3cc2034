//! Why computer players answered as they did, and what might have come instead: for those who
//! look back at a match.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Match;
use crate::book::{Book, Outcome};
use crate::cx::Input;
use crate::dice::Seed;
use crate::ids::SideId;
use crate::playout::Pausing;
use crate::position::Reasons;
use crate::question::{Answer, ENGINE, Refusal};
use crate::source::{Driven, Driver};
use crate::view::Eyes;

/// Why an answer was given.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    /// During which step: so many had been played before it.
    pub step: usize,
    /// What had come in during that step before the answer.
    pub input: usize,
    /// Whose answer.
    pub side: SideId,
    /// Why it was given.
    pub reasons: Reasons,
}

/// A moment of a match from which it can be played on by others, with other dice.
pub trait Branch: Send + Sync {
    /// Plays on to the end.
    fn play_on(&self, luck: Seed, drivers: &mut [Box<dyn Driver>]) -> Result<Outcome, Refusal>;
}

struct Moment<B: Book> {
    book: Arc<B>,
    state: B::State,
    tape: Vec<Input>,
}

/// More steps than any match takes.
const MOST_STEPS: u32 = 100_000;

impl<B: Book> Branch for Moment<B> {
    fn play_on(&self, luck: Seed, drivers: &mut [Box<dyn Driver>]) -> Result<Outcome, Refusal> {
        let (mut state, mut tape) = (self.state.clone(), self.tape.clone());
        let mut dice = luck.stream();
        let mut source = Pausing::new(Driven { dice: &mut dice, drivers, decisions: 0 });
        for _ in 0..MOST_STEPS {
            if let Some(outcome) = self.book.outcome(&state) {
                return Ok(outcome);
            }
            source.step(&*self.book, &mut state, std::mem::take(&mut tape))?;
        }
        Err(Refusal::new(ENGINE, "the match does not come to an end"))
    }
}

impl<B: Book> Match<B> {
    /// Answers an open question and keeps why, for those who look back.
    pub fn answer_because(
        &mut self,
        side: SideId,
        answer: Answer,
        reasons: Reasons,
    ) -> Result<(), Refusal> {
        let (step, input) = (self.played.len(), self.pending.len());
        self.answer(side, answer)?;
        self.thoughts.push(Thought { step, input, side, reasons });
        Ok(())
    }

    /// Why answers were given, as far as these eyes may know: what somebody was up to is nobody
    /// else's business before the match is over.
    pub fn thoughts(&self, eyes: Eyes) -> Vec<Thought> {
        let open = eyes == Eyes::Referee || self.outcome().is_some();
        self.thoughts.iter().filter(|_| open).cloned().collect()
    }

    /// The thoughts of a step, for saving.
    pub(crate) fn thoughts_of(&self, step: usize) -> impl Iterator<Item = &Thought> {
        self.thoughts.iter().filter(move |thought| thought.step == step)
    }

    /// Takes over a thought that was saved.
    pub(crate) fn put_thought(&mut self, thought: Thought) {
        self.thoughts.push(thought);
    }

    /// Forgets the thoughts of answers that are taken back.
    pub(super) fn forget_thoughts(&mut self, (step, input): (usize, usize)) {
        self.thoughts.retain(|thought| (thought.step, thought.input) < (step, input));
    }

    /// The moment before a step; or, with what was chosen in it, the moment at which its first
    /// dice were about to be thrown. None of a step without any dice: nothing was left to luck.
    pub fn branch(&self, step: usize, chosen: bool) -> Result<Option<Box<dyn Branch>>, Refusal> {
        if step < self.floor || step > self.played.len() {
            return Err(Refusal::new(ENGINE, format!("step {step} cannot be gone back to")));
        }
        let (book, state) = (Arc::clone(self.book()), self.state_before(step)?);
        let inputs = self.played.get(step).map_or(&[][..], |played| &played.inputs);
        let is_dice =
            |input: &Input| matches!(input, Input::Dice(_) | Input::Answer(_, Answer::Dice(_)));
        let tape = match (chosen, inputs.iter().position(is_dice)) {
            (false, _) => Vec::new(),
            (true, Some(first)) => inputs[..first].to_vec(),
            (true, None) => return Ok(None),
        };
        Ok(Some(Box::new(Moment { book, state, tape })))
    }
}
