//! A whole match played straight through by drivers, for simulation.

use crate::book::{Book, Outcome};
use crate::cx::{Cx, Stop};
use crate::dice::Stream;
use crate::ids::SideId;
use crate::source::{Driven, Driver};

/// What came of a match that was played through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// How many questions were answered.
    pub decisions: u64,
    /// How many steps were played.
    pub steps: u64,
    /// Files that it has made, such as rosters.
    pub products: Vec<(SideId, String)>,
}

/// More steps than any match takes; a match that goes on is stuck.
const MOST_STEPS: u64 = 100_000;

/// Plays a match to its end. The state is changed in place: nothing suspends, nothing is copied.
pub fn play_out<B: Book>(
    book: &B,
    state: &mut B::State,
    dice: &mut Stream,
    drivers: &mut [Box<dyn Driver>],
) -> Result<Playout, String> {
    let mut source = Driven { dice, drivers, decisions: 0 };
    for steps in 0..MOST_STEPS {
        if let Some(outcome) = book.outcome(state) {
            let (decisions, products) = (source.decisions, book.products(state));
            return Ok(Playout { outcome, decisions, steps, products });
        }
        let mut cx = Cx::quiet(&mut source);
        match book.step(state, &mut cx) {
            Ok(()) => (),
            Err(Stop::Refuse(refusal)) => return Err(format!("an illegal answer: {refusal}")),
            Err(Stop::Ask(_) | Stop::Dice(_)) => {
                return Err("a driver did not answer".to_owned());
            }
        }
    }
    Err(format!("the match has not ended after {MOST_STEPS} steps"))
}
