//! A whole match played straight through by drivers, for simulation.

use crate::book::{Book, Outcome};
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need, Stream};
use crate::ids::SideId;
use crate::position::Known;
use crate::question::{Answer, Ask, ENGINE, Form, Refusal};
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
    /// How many rounds or turns of the book were begun.
    pub rounds: u64,
    /// How many answers that somebody had thought over were not legal.
    pub illegal: u64,
    /// Files that it has made, such as rosters.
    pub products: Vec<(SideId, String)>,
}

/// More steps than any match takes; a match that goes on is stuck.
const MOST_STEPS: u64 = 100_000;

/// Plays a match to its end. Where nobody thinks, the state is changed in place: nothing
/// suspends, nothing is copied.
pub fn play_out<B: Book>(
    book: &B,
    state: &mut B::State,
    dice: &mut Stream,
    drivers: &mut [Box<dyn Driver>],
) -> Result<Playout, String> {
    let mut source = Pausing::new(Driven { dice, drivers, decisions: 0 });
    for steps in 0..MOST_STEPS {
        if let Some(outcome) = book.outcome(state) {
            let Pausing { driven: Driven { decisions, .. }, illegal, .. } = source;
            let (rounds, products) = (book.clock(state).round.into(), book.products(state));
            return Ok(Playout { outcome, decisions, steps, rounds, illegal, products });
        }
        source.step(book, state, Vec::new()).map_err(|why| format!("an illegal answer: {why}"))?;
    }
    Err(format!("the match has not ended after {MOST_STEPS} steps"))
}

/// Drivers answer on the spot, but those who think are given a pause first.
pub(crate) struct Pausing<'a> {
    driven: Driven<'a>,
    /// Whether the next of those who think is given one; not after having had it.
    pauses: bool,
    illegal: u64,
}

impl<'a> Pausing<'a> {
    pub(crate) fn new(driven: Driven<'a>) -> Pausing<'a> {
        Pausing { driven, pauses: true, illegal: 0 }
    }

    /// Plays a step whose first inputs are known. Where nobody thinks, the state is changed in
    /// place; otherwise the rule is run again after every answer that was thought over.
    pub(crate) fn step<B: Book>(
        &mut self,
        book: &B,
        state: &mut B::State,
        tape: Vec<Input>,
    ) -> Result<(), Refusal> {
        if self.driven.drivers.iter().any(|driver| driver.thinks()) {
            return self.think_through(book, state, tape);
        }
        let mut cx = Cx::on_tape_only(&tape, &mut self.driven);
        book.step(state, &mut cx).map_err(refusal)
    }

    fn think_through<B: Book>(
        &mut self,
        book: &B,
        state: &mut B::State,
        mut tape: Vec<Input>,
    ) -> Result<(), Refusal> {
        // Whether the last input was thought over and may still turn out not to be legal.
        let mut on_trial = false;
        loop {
            let mut next = state.clone();
            let mut cx = Cx::recording(&tape, self);
            let played = book.step(&mut next, &mut cx);
            let fresh = cx.traces().fresh;
            match played {
                Ok(()) => {
                    *state = next;
                    return Ok(());
                }
                Err(Stop::Refuse(_)) if on_trial && fresh.is_empty() => {
                    self.illegal += 1;
                    tape.pop();
                    on_trial = false;
                    self.pauses = false;
                }
                Err(Stop::Ask(questions)) if !questions.is_empty() => {
                    tape.extend(fresh);
                    let side = questions[0].side;
                    let position = Known::new(book, state, &tape, side);
                    let answer = self.driven.driver(side).ponder(&position);
                    on_trial = answer.is_some();
                    self.pauses = on_trial;
                    if let Some(answer) = answer {
                        self.driven.decisions += 1;
                        tape.push(Input::Answer(side, answer));
                    }
                }
                Err(stop) => return Err(refusal(stop)),
            }
        }
    }

    fn pause(&mut self, ask: &Ask, scopes: &[String]) -> Play<()> {
        if !self.driven.driver(ask.side).thinks() {
            return Ok(());
        }
        match std::mem::replace(&mut self.pauses, true) {
            true => Err(Stop::Ask(vec![ask.question(scopes, Form::One { choices: Vec::new() })])),
            false => Ok(()),
        }
    }
}

/// Why a step could not be played to its end.
fn refusal(stop: Stop) -> Refusal {
    match stop {
        Stop::Refuse(refusal) => *refusal,
        Stop::Ask(_) | Stop::Dice(_) => Refusal::new(ENGINE, "a driver did not answer"),
    }
}

impl Source for Pausing<'_> {
    fn dice(&mut self, need: &Need, scopes: &[String]) -> Play<Faces> {
        self.driven.dice(need, scopes)
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        self.pause(ask, scopes)?;
        self.driven.pick(ask, scopes, offer)
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        self.pause(ask, scopes)?;
        self.driven.answer(ask, scopes, wanted)
    }
}
