//! A match: a state of play, everything that came from outside, and the open questions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::book::{Book, Outcome, Setup};
use crate::cx::{Cx, Input, Stop, Traces};
use crate::dice::Seed;
use crate::event::Event;
use crate::hash::stable_hash;
use crate::ids::{Clause, SideId};
use crate::notation;
use crate::question::{Answer, ENGINE, Form, Question, Refusal};
use crate::source::{Dice, People};
use crate::view::{Eyes, View};

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
}

/// An answer given in advance to questions of one topic.
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
    snapshots: Vec<B::State>,
    events: Vec<Event>,
    /// Events of the step that is under way; told already, because its dice lie on the table.
    underway: Vec<Event>,
    cited: Vec<Clause>,
    dice: Dice,
    seed: Option<Seed>,
    standing: Vec<Standing>,
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
            dice: self.dice.clone(),
            seed: self.seed,
            standing: self.standing.clone(),
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
        };
        let dice = match dice {
            DiceChoice::Seeded(seed) => Dice::Seeded { seed: *seed, next: 0 },
            DiceChoice::Asked => Dice::Asked,
            DiceChoice::Scripted => Dice::Scripted(Vec::new()),
        };
        Match {
            book,
            header,
            snapshots: vec![state.clone()],
            state,
            pending: Vec::new(),
            throws: Vec::new(),
            questions: Vec::new(),
            played: Vec::new(),
            events: Vec::new(),
            underway: Vec::new(),
            cited: Vec::new(),
            dice,
            seed,
            standing: Vec::new(),
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

    /// All clauses that were mentioned so far.
    pub fn cited(&self) -> &[Clause] {
        &self.cited
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
        let Traces { fresh, events, cited, .. } = cx.traces();
        if let (Some(first), Some(next)) = (first_throw, self.next_throw()) {
            self.throws.extend(first..next);
        }
        match result {
            Ok(()) => {
                self.pending.extend(fresh);
                self.commit(state, events, cited);
                Ok(None)
            }
            Err(Stop::Ask(questions)) => {
                self.pending.extend(fresh);
                self.underway = events;
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

    fn commit(&mut self, state: B::State, events: Vec<Event>, cited: Vec<Clause>) {
        self.state = state;
        self.events.extend(events);
        self.underway.clear();
        self.cited.extend(cited);
        self.played.push(Played {
            inputs: std::mem::take(&mut self.pending),
            throws: std::mem::take(&mut self.throws),
            hash: stable_hash(&self.state),
            events: self.events.len(),
        });
        if self.played.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push(self.state.clone());
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

    /// The last answer, if it can be undone: nothing was rolled, revealed or answered by
    /// somebody else since.
    pub fn undoable(&self) -> Option<(SideId, String)> {
        let last = self.last_input()?;
        match last {
            Input::Answer(_, Answer::Dice(_)) | Input::Dice(_) => None,
            Input::Answer(side, answer) => Some((*side, notation::print(answer))),
        }
    }

    fn last_input(&self) -> Option<&Input> {
        let settled = self.played.iter().rev().flat_map(|p| p.inputs.iter().rev());
        self.pending.iter().rev().chain(settled).next()
    }

    /// Takes back a side's last answer, if nothing was learned since.
    pub fn undo(&mut self, side: SideId) -> Result<String, Refusal> {
        match self.undoable() {
            Some((of, what)) if of == side => {
                self.take_back()?;
                Ok(what)
            }
            Some((of, what)) => {
                Err(Refusal::new(ENGINE, format!("{of} answered since ({what}): ask for it back")))
            }
            None => {
                let why = "dice lie on the table since your last answer; the others would have \
                           to grant a take-back";
                Err(Refusal::new(ENGINE, why))
            }
        }
    }

    /// Goes back to before the last answer, whatever came after it. Granted by the others.
    pub fn take_back(&mut self) -> Result<(), Refusal> {
        loop {
            let input = match self.pending.pop() {
                Some(input) => input,
                None => {
                    let Some(last) = self.played.len().checked_sub(1) else {
                        return Err(Refusal::new(ENGINE, "there is nothing to take back"));
                    };
                    let Played { inputs, throws, .. } = self.played[last].clone();
                    self.rewind(last)?;
                    (self.pending, self.throws) = (inputs, throws);
                    continue;
                }
            };
            if matches!(input, Input::Dice(_)) {
                self.throws.pop();
            }
            if matches!(input, Input::Answer(_, ref a) if !matches!(a, Answer::Dice(_))) {
                break;
            }
        }
        // A standing answer would only repeat what was just taken back.
        let standing = std::mem::take(&mut self.standing);
        let result = self.advance();
        self.standing = standing;
        result.map_err(|_| Refusal::new(ENGINE, "the match cannot be taken back to there"))
    }

    /// Goes back to before a step; dice that were rolled since stay rolled and gone.
    fn rewind(&mut self, steps: usize) -> Result<(), Refusal> {
        let from = steps / SNAPSHOT_EVERY;
        let mut state = self.snapshots[from].clone();
        for played in &self.played[from * SNAPSHOT_EVERY..steps] {
            state = rerun(&*self.book, &state, &played.inputs)?.0;
        }
        self.state = state;
        self.snapshots.truncate(from + 1);
        self.played.truncate(steps);
        self.events.truncate(self.played.last().map_or(0, |p| p.events));
        self.underway.clear();
        self.pending.clear();
        self.throws.clear();
        Ok(())
    }

    /// A new match that goes on from before a step of this one, with dice of its own.
    pub fn fork(&self, steps: usize, seed: Seed) -> Result<Self, Refusal> {
        let mut fork = self.clone();
        fork.rewind(steps.min(self.played.len()))?;
        fork.seed = Some(seed);
        fork.header.commitment = seed.commitment();
        fork.dice = Dice::Seeded { seed, next: 0 };
        fork.advance().map_err(|_| Refusal::new(ENGINE, "the match cannot go on from there"))?;
        Ok(fork)
    }

    /// Plays a recorded step, for loading; gives back its hash.
    pub(crate) fn replay(&mut self, inputs: &[Input], throws: &[u32]) -> Result<u64, Refusal> {
        let (state, traces) = rerun(&*self.book, &self.state, inputs)?;
        if let Some(seed) = self.seed {
            check_throws(seed, inputs, throws, &traces)?;
        }
        (self.pending, self.throws) = (inputs.to_vec(), throws.to_vec());
        self.commit(state, traces.events, traces.cited);
        Ok(self.played.last().map_or(0, |p| p.hash))
    }

    /// Goes on after loading: with what came in during the step under way, and with the first
    /// throw that was not made before.
    pub(crate) fn resume(
        &mut self,
        pending: Vec<Input>,
        throws: Vec<u32>,
        next_throw: u32,
    ) -> Result<(), Refusal> {
        (self.pending, self.throws) = (pending, throws);
        if let Dice::Seeded { next, .. } = &mut self.dice {
            *next = next_throw;
        }
        self.advance().map_err(|halt| match halt {
            Halt::Refused(refusal) => refusal,
            Halt::Dice(need) => Refusal::new(ENGINE, format!("dice are missing: {need:?}")),
        })
    }

    /// The number of the next throw, for saving.
    pub(crate) fn throws_made(&self) -> u32 {
        self.next_throw().unwrap_or(0)
    }

    /// The numbers of the throws of the step under way, for saving.
    pub(crate) fn pending_throws(&self) -> &[u32] {
        &self.throws
    }

    /// Puts a kept state in place of the present one, where history no longer reproduces.
    pub(crate) fn jump_to(&mut self, state: B::State, played: Vec<Played>) {
        self.snapshots.clear();
        self.snapshots.resize(played.len() / SNAPSHOT_EVERY + 1, state.clone());
        self.state = state;
        self.played = played;
    }
}

/// Runs a recorded step again.
pub(crate) fn rerun<B: Book>(
    book: &B,
    state: &B::State,
    inputs: &[Input],
) -> Result<(B::State, Traces), Refusal> {
    let mut state = state.clone();
    let mut dice = Dice::Scripted(Vec::new());
    let mut source = People { dice: &mut dice };
    let mut cx = Cx::new(inputs, &mut source);
    let result = book.step(&mut state, &mut cx);
    let left_over = cx.left_over();
    let traces = cx.traces();
    match result {
        Ok(()) if left_over == 0 => Ok((state, traces)),
        Ok(()) => Err(Refusal::new(ENGINE, "the step ended before its inputs were used up")),
        Err(Stop::Refuse(refusal)) => Err(*refusal),
        Err(Stop::Ask(_) | Stop::Dice(_)) => {
            Err(Refusal::new(ENGINE, "the step asks for more than was recorded"))
        }
    }
}

/// Whether recorded dice are those of the seed.
fn check_throws(
    seed: Seed,
    inputs: &[Input],
    throws: &[u32],
    traces: &Traces,
) -> Result<(), Refusal> {
    let dice = inputs.iter().filter_map(|input| match input {
        Input::Dice(faces) => Some(faces),
        Input::Answer(..) => None,
    });
    let honest = throws.len() == traces.needs.len()
        && dice
            .zip(throws)
            .zip(&traces.needs)
            .all(|((faces, number), need)| seed.throw(*number, need)[..] == faces[..]);
    match honest {
        true => Ok(()),
        false => Err(Refusal::new(ENGINE, "the dice are not those of the match's seed")),
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
    state: B::State,
    dice: Dice,
    played: usize,
    events: usize,
    cited: usize,
}
