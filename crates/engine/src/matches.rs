//! A match: a state of play, everything that came from outside, and the open questions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabletop::Changes;

use crate::book::{Book, Outcome, Setup};
use crate::cx::{Cx, Input, Stop, Traces};
use crate::dice::Seed;
use crate::event::Event;
use crate::hash::stable_hash;
use crate::ids::{Clause, SideId};
use crate::question::{Answer, ENGINE, Form, Question, Refusal};
use crate::source::{Dice, People};
use crate::view::{Eyes, View};

mod history;
mod thoughts;

pub use thoughts::{Branch, Thought};

/// What a match was started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The book's key.
    pub book: String,
    /// The version of the book's rules.
    pub version: u32,
    /// Scenario, options, rosters, table.
    pub setup: Setup,
    /// Hash of the seed, published at the start; empty when real dice are used.
    pub commitment: String,
    /// How many of its first steps were taken over from another match, whose dice were not those
    /// of this seed.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub forked: usize,
}

fn is_nought(n: &usize) -> bool {
    *n == 0
}

/// One step that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Everything that came from outside during it.
    pub inputs: Vec<Input>,
    /// Hash of the state after it.
    pub hash: u64,
    /// Numbers of its throws in the stream of the seed; none where dice were not seeded.
    pub throws: Vec<u32>,
    /// How many events had happened after it.
    pub events: usize,
    /// What is known of its last input.
    pub last: Last,
}

/// What is known of the last thing that came from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last {
    /// Whether a secret was revealed after it.
    pub revealed: bool,
    /// Whether it is the answer to a secret question.
    pub secret: bool,
}

/// An event and when it happened.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// How many steps had been played when it happened.
    pub step: usize,
    /// What happened.
    pub event: Event,
}

/// What one pair of eyes may know of what happened.
#[derive(Clone, Debug)]
pub struct Log {
    /// How many events they had seen before the first of these.
    pub before: usize,
    /// What they saw then.
    pub told: Vec<Told>,
    /// How many events there are in all; not for them to know.
    pub total: usize,
}

/// The match after a step, as one pair of eyes saw it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// How many steps had been played.
    pub steps: usize,
    /// The view.
    pub view: View,
    /// What had changed on the table.
    pub changes: Changes,
    /// How many events these eyes had seen by then.
    pub events: usize,
}

/// An answer given in advance to questions of one topic.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Whose.
    pub side: SideId,
    /// To which questions.
    pub topic: String,
    /// What to answer.
    pub reply: StandingReply,
}

/// What a standing answer says.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandingReply {
    /// Always decline.
    Never,
    /// Take the option that looks best.
    Always,
    /// Take the option that looks best after a lost roll, decline otherwise.
    WhenLosing,
}

/// How many steps lie between two kept states.
const SNAPSHOT_EVERY: usize = 16;
/// More steps without a question than any rule can need; a book that goes on is broken.
const MOST_SILENT_STEPS: usize = 100_000;

/// A game in progress.
#[derive(Debug)]
pub struct Match<B: Book> {
    book: Arc<B>,
    header: Header,
    state: B::State,
    /// What came from outside during the step that is under way.
    pending: Vec<Input>,
    /// Numbers of the throws among them.
    throws: Vec<u32>,
    questions: Vec<Question>,
    played: Vec<Played>,
    /// States before every [`SNAPSHOT_EVERY`]th step.
    snapshots: Vec<Arc<B::State>>,
    events: Vec<Event>,
    /// Events of the step that is under way; told already, because its dice lie on the table.
    underway: Vec<Event>,
    cited: Vec<Clause>,
    /// Clauses mentioned by the step that is under way.
    underway_cited: Vec<Clause>,
    /// What is known of the last input of the step that is under way.
    last: Last,
    /// Steps before this one cannot be gone back to: they were played by other rules.
    floor: usize,
    dice: Dice,
    seed: Option<Seed>,
    standing: Vec<Standing>,
    /// Why answers were given, in their order.
    thoughts: Vec<Thought>,
}

impl<B: Book> Clone for Match<B> {
    fn clone(&self) -> Self {
        Match {
            book: Arc::clone(&self.book),
            header: self.header.clone(),
            state: self.state.clone(),
            pending: self.pending.clone(),
            throws: self.throws.clone(),
            questions: self.questions.clone(),
            played: self.played.clone(),
            snapshots: self.snapshots.clone(),
            events: self.events.clone(),
            underway: self.underway.clone(),
            cited: self.cited.clone(),
            underway_cited: self.underway_cited.clone(),
            last: self.last,
            floor: self.floor,
            dice: self.dice.clone(),
            seed: self.seed,
            standing: self.standing.clone(),
            thoughts: self.thoughts.clone(),
        }
    }
}

/// Where the dice of a new match come from.
#[derive(Clone, Debug)]
pub enum DiceChoice {
    /// From a seed.
    Seeded(Seed),
    /// From real dice.
    Asked,
    /// From a script.
    Scripted,
}

impl<B: Book> Match<B> {
    /// Starts a match, or says everything that is wrong with its setup.
    pub fn begin(book: Arc<B>, setup: Setup, dice: &DiceChoice) -> Result<Self, Vec<String>> {
        let state = book.begin(&setup)?;
        Self::from_state(book, setup, state, dice).map_err(|refusal| vec![refusal.to_string()])
    }

    /// Starts a match from a state that was set up by other means.
    pub fn from_state(
        book: Arc<B>,
        setup: Setup,
        state: B::State,
        dice: &DiceChoice,
    ) -> Result<Self, Refusal> {
        let mut new = Self::dormant(book, setup, state, dice);
        new.advance().map_err(|stop| match stop {
            Halt::Refused(refusal) => refusal,
            Halt::Dice(need) => Refusal::new(ENGINE, format!("dice are missing: {need:?}")),
        })?;
        Ok(new)
    }

    /// A match that has not begun to play.
    pub(crate) fn dormant(book: Arc<B>, setup: Setup, state: B::State, dice: &DiceChoice) -> Self {
        let seed = match dice {
            DiceChoice::Seeded(seed) => Some(*seed),
            DiceChoice::Asked | DiceChoice::Scripted => None,
        };
        let header = Header {
            book: book.about().key.to_owned(),
            version: book.about().version,
            setup,
            commitment: seed.map(Seed::commitment).unwrap_or_default(),
            forked: 0,
        };
        let dice = match dice {
            DiceChoice::Seeded(seed) => Dice::Seeded { seed: *seed, next: 0 },
            DiceChoice::Asked => Dice::Asked,
            DiceChoice::Scripted => Dice::Scripted(Vec::new()),
        };
        Match {
            book,
            header,
            snapshots: vec![Arc::new(state.clone())],
            state,
            pending: Vec::new(),
            throws: Vec::new(),
            questions: Vec::new(),
            played: Vec::new(),
            events: Vec::new(),
            underway: Vec::new(),
            cited: Vec::new(),
            underway_cited: Vec::new(),
            last: Last::default(),
            floor: 0,
            dice,
            seed,
            standing: Vec::new(),
            thoughts: Vec::new(),
        }
    }

    /// The book it is played by.
    pub fn book(&self) -> &Arc<B> {
        &self.book
    }

    /// What it was started with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The seed of its dice; to be kept secret until the end.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The state after the last whole step.
    pub fn state(&self) -> &B::State {
        &self.state
    }

    /// The steps played so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// What came from outside during the step that is under way.
    pub fn pending(&self) -> &[Input] {
        &self.pending
    }

    /// Everybody's open questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The open question of a side.
    pub fn question_for(&self, side: SideId) -> Option<&Question> {
        self.questions.iter().find(|q| q.side == side)
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.book.outcome(&self.state)
    }

    /// What a pair of eyes sees.
    pub fn view(&self, eyes: Eyes) -> View {
        self.book.view(&self.state, eyes)
    }

    /// Everything that happened, as far as these eyes may know.
    pub fn events(&self, eyes: Eyes) -> Vec<&Event> {
        let all = self.events.iter().chain(&self.underway);
        all.filter(|e| eyes == Eyes::Referee || e.is_for(eyes.side())).collect()
    }

    /// How many events of whole steps there are.
    pub fn settled_events(&self) -> usize {
        self.events.len()
    }

    /// How many events of the step under way a side has been told.
    pub fn events_underway(&self, side: SideId) -> usize {
        self.underway.iter().filter(|e| e.is_for(Some(side))).count()
    }

    /// All clauses that were mentioned so far.
    pub fn cited(&self) -> impl Iterator<Item = Clause> {
        self.cited.iter().chain(&self.underway_cited).copied()
    }

    /// Gives scripted dice to a match that takes its dice from a script.
    pub fn script(&mut self, throws: Vec<Vec<u8>>) {
        self.dice = Dice::Scripted(throws);
    }

    /// Scripted dice that have not been used.
    pub fn unused_script(&self) -> &[Vec<u8>] {
        match &self.dice {
            Dice::Scripted(throws) => throws,
            Dice::Seeded { .. } | Dice::Asked => &[],
        }
    }

    /// Answers in advance; a later answer to the same topic replaces an earlier one.
    pub fn set_standing(&mut self, standing: Standing) {
        self.clear_standing(standing.side, &standing.topic);
        self.standing.push(standing);
    }

    /// Wants to be asked again.
    pub fn clear_standing(&mut self, side: SideId, topic: &str) {
        self.standing.retain(|s| s.side != side || s.topic != topic);
    }

    /// Answers an open question. An answer that is not legal changes nothing.
    pub fn answer(&mut self, side: SideId, answer: Answer) -> Result<(), Refusal> {
        self.try_answer(side, answer).map_err(|halt| match halt {
            Halt::Refused(refusal) => refusal,
            Halt::Dice(need) => Refusal::new(ENGINE, format!("dice are missing: {need:?}")),
        })
    }

    /// Answers an open question; in a scripted match the dice may run out, which changes
    /// nothing either.
    pub fn try_answer(&mut self, side: SideId, answer: Answer) -> Result<(), Halt> {
        if self.question_for(side).is_none() {
            let who: Vec<&str> = self.questions.iter().map(|q| q.side.name()).collect();
            let why = match who[..] {
                [] => "the match is over".to_owned(),
                _ => format!("{} must answer now, not {side}", who.join(" and ")),
            };
            return Err(Halt::Refused(Refusal::new(ENGINE, why)));
        }
        let before = self.mark();
        self.pending.push(Input::Answer(side, answer));
        self.advance().inspect_err(|_| self.restore(before))
    }

    fn mark(&self) -> Mark<B> {
        Mark {
            pending: self.pending.clone(),
            throws: self.throws.clone(),
            questions: self.questions.clone(),
            underway: self.underway.clone(),
            underway_cited: self.underway_cited.clone(),
            last: self.last,
            state: self.state.clone(),
            dice: self.dice.clone(),
            played: self.played.len(),
            events: self.events.len(),
            cited: self.cited.len(),
        }
    }

    fn restore(&mut self, mark: Mark<B>) {
        self.pending = mark.pending;
        self.throws = mark.throws;
        self.questions = mark.questions;
        self.underway = mark.underway;
        self.underway_cited = mark.underway_cited;
        self.last = mark.last;
        self.state = mark.state;
        self.dice = mark.dice;
        self.played.truncate(mark.played);
        self.snapshots.truncate(mark.played / SNAPSHOT_EVERY + 1);
        self.events.truncate(mark.events);
        self.cited.truncate(mark.cited);
    }

    /// Plays on until somebody has to answer or the match is over.
    pub(crate) fn advance(&mut self) -> Result<(), Halt> {
        for _ in 0..MOST_SILENT_STEPS {
            if self.outcome().is_some() {
                self.questions.clear();
                return Ok(());
            }
            match self.run_step()? {
                Some(questions) => {
                    self.questions = questions;
                    match self.standing_answer() {
                        Some(input) => self.pending.push(input),
                        None => return Ok(()),
                    }
                }
                None => self.questions.clear(),
            }
        }
        let why = "the rules went on without ever asking anybody; please report this match";
        Err(Halt::Refused(Refusal::new(ENGINE, why)))
    }

    /// Runs the step that is under way once: commits it, or gives back its questions.
    fn run_step(&mut self) -> Result<Option<Vec<Question>>, Halt> {
        let mut state = self.state.clone();
        let first_throw = self.next_throw();
        let mut source = People { dice: &mut self.dice };
        let mut cx = Cx::new(&self.pending, &mut source);
        let result = self.book.step(&mut state, &mut cx);
        let traces = cx.traces();
        if let (Some(first), Some(next)) = (first_throw, self.next_throw()) {
            self.throws.extend(first..next);
        }
        match result {
            Ok(()) => {
                self.commit(state, traces);
                Ok(None)
            }
            Err(Stop::Ask(questions)) => {
                self.last = traces.last();
                self.pending.extend(traces.fresh);
                self.underway = traces.events;
                self.underway_cited = traces.cited;
                Ok(Some(questions))
            }
            Err(Stop::Refuse(refusal)) => Err(Halt::Refused(*refusal)),
            Err(Stop::Dice(need)) => Err(Halt::Dice(need)),
        }
    }

    fn next_throw(&self) -> Option<u32> {
        match self.dice {
            Dice::Seeded { next, .. } => Some(next),
            Dice::Asked | Dice::Scripted(_) => None,
        }
    }

    fn commit(&mut self, state: B::State, traces: Traces) {
        let hash = stable_hash(&state);
        self.commit_hashed(state, hash, traces);
    }

    fn commit_hashed(&mut self, state: B::State, hash: u64, traces: Traces) {
        self.state = state;
        let last = traces.last();
        self.pending.extend(traces.fresh);
        self.events.extend(traces.events);
        self.underway.clear();
        self.underway_cited.clear();
        self.cited.extend(traces.cited);
        self.last = Last::default();
        self.played.push(Played {
            last,
            inputs: std::mem::take(&mut self.pending),
            throws: std::mem::take(&mut self.throws),
            hash,
            events: self.events.len(),
        });
        if self.played.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push(Arc::new(self.state.clone()));
        }
    }

    /// The answer somebody gave in advance to the one open question.
    fn standing_answer(&self) -> Option<Input> {
        let [question] = &self.questions[..] else { return None };
        let of = |s: &&Standing| s.side == question.side && s.topic == question.topic;
        let reply = self.standing.iter().find(of)?.reply;
        let Form::One { choices } = &question.form else { return None };
        let wants = match reply {
            StandingReply::Never => false,
            StandingReply::Always => true,
            StandingReply::WhenLosing => question.losing,
        };
        let possible = choices.iter().filter(|c| c.refusal.is_none());
        let choice = match wants {
            true => possible.filter(|c| !c.declines).max_by_key(|c| c.merit)?,
            false => possible.into_iter().find(|c| c.declines)?,
        };
        Some(Input::Answer(question.side, Answer::Pick(choice.key.clone())))
    }

    /// Whether an answer would be legal; nothing is rolled and nothing changes.
    pub fn would_accept(&self, side: SideId, answer: &Answer) -> Result<(), Refusal> {
        if self.question_for(side).is_none() {
            return Err(Refusal::new(ENGINE, format!("nothing is asked of {side}")));
        }
        let mut tape = self.pending.clone();
        tape.push(Input::Answer(side, answer.clone()));
        let mut state = self.state.clone();
        // No dice at all: the step stops at the first roll, by when the answer has been judged.
        let mut dice = Dice::Scripted(Vec::new());
        let mut source = People { dice: &mut dice };
        let mut cx = Cx::new(&tape, &mut source);
        match self.book.step(&mut state, &mut cx) {
            Err(Stop::Refuse(refusal)) => Err(*refusal),
            Ok(()) | Err(Stop::Ask(_) | Stop::Dice(_)) => Ok(()),
        }
    }
}

impl Traces {
    fn last(&self) -> Last {
        Last { revealed: self.revealed, secret: self.secret }
    }
}

/// Why a match could not go on.
#[derive(Clone, Debug)]
pub enum Halt {
    /// The answer is not legal.
    Refused(Refusal),
    /// A script has no dice left.
    Dice(crate::dice::Need),
}

struct Mark<B: Book> {
    pending: Vec<Input>,
    throws: Vec<u32>,
    questions: Vec<Question>,
    underway: Vec<Event>,
    underway_cited: Vec<Clause>,
    last: Last,
    state: B::State,
    dice: Dice,
    played: usize,
    events: usize,
    cited: usize,
}
