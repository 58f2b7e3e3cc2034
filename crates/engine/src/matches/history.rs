//! Going back, going on and starting over: undo, take-backs, forks and replays.

use std::ops::Range;
use std::sync::Arc;

use super::{Frame, Halt, Header, Last, Log, Match, Played, SNAPSHOT_EVERY, Told};
use crate::book::Book;
use crate::cx::{Cx, Input, Stop, Traces};
use crate::dice::Seed;
use crate::event::Event;
use crate::hash::stable_hash;
use crate::ids::SideId;
use crate::notation;
use crate::question::{Answer, ENGINE, Refusal};
use crate::source::{Dice, People};
use crate::view::Eyes;

impl<B: Book> Match<B> {
    /// The last answer, if it can be undone: nothing was rolled, revealed or answered by
    /// somebody else since. The words of a secret answer are not given away.
    pub fn undoable(&self) -> Option<(SideId, String)> {
        let (input, last) = self.last_input()?;
        match input {
            _ if last.revealed => None,
            Input::Answer(_, Answer::Dice(_)) | Input::Dice(_) => None,
            Input::Answer(side, _) if last.secret => Some((*side, "a secret answer".to_owned())),
            Input::Answer(side, answer) => Some((*side, notation::print(answer))),
        }
    }

    fn last_input(&self) -> Option<(&Input, Last)> {
        if let Some(input) = self.pending.last() {
            return Some((input, self.last));
        }
        // A step without any input may still have revealed what the one before it was about.
        let mut revealed = self.last.revealed;
        for played in self.played[self.floor..].iter().rev() {
            revealed |= played.last.revealed;
            if let Some(input) = played.inputs.last() {
                return Some((input, Last { revealed, ..played.last }));
            }
        }
        None
    }

    /// The last answer that one of some sides gave, whatever came after it. Dice that were read
    /// off a table do not count, and the words of a secret answer are not given away.
    pub fn last_answer(&self, of: &dyn Fn(SideId) -> bool) -> Option<(SideId, String)> {
        let found = |inputs: &[Input]| {
            inputs.iter().rposition(|i| matches!(i, Input::Answer(s, _) if is_answer(i) && of(*s)))
        };
        if let Some(last) = found(&self.pending) {
            return self.told(&self.state, &self.pending[..=last]);
        }
        for step in (self.floor..self.played.len()).rev() {
            if let Some(last) = found(&self.played[step].inputs) {
                let state = self.state_before(step).ok()?;
                return self.told(&state, &self.played[step].inputs[..=last]);
            }
        }
        None
    }

    /// Who gave the last answer of a tape, and what it was. The step is run up to it, because
    /// only its question knows whether it is secret.
    fn told(&self, state: &B::State, tape: &[Input]) -> Option<(SideId, String)> {
        let Some(Input::Answer(side, answer)) = tape.last() else { return None };
        let mut dice = Dice::Scripted(Vec::new());
        let mut source = People { dice: &mut dice };
        let mut cx = Cx::new(tape, &mut source);
        // However the step goes on, the question has been asked by then.
        let _ = self.book.step(&mut state.clone(), &mut cx);
        match cx.traces().secret {
            true => Some((*side, "a secret answer".to_owned())),
            false => Some((*side, notation::print(answer))),
        }
    }

    /// The first step that can be shown or gone back to.
    pub fn first_step(&self) -> usize {
        self.floor
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
        let (mut inputs, mut throws) = (self.pending.clone(), self.throws.clone());
        let mut steps = self.played.len();
        // Looked for before anything is changed: there may be nothing to take back.
        while !inputs.iter().any(is_answer) {
            steps = steps
                .checked_sub(1)
                .filter(|n| *n >= self.floor)
                .ok_or_else(|| Refusal::new(ENGINE, "there is nothing that could be taken back"))?;
            (inputs, throws) =
                (self.played[steps].inputs.clone(), self.played[steps].throws.clone());
        }
        while let Some(input) = inputs.pop() {
            if is_answer(&input) {
                break;
            }
            if matches!(input, Input::Dice(_)) {
                throws.pop();
            }
        }
        let mut past = self.clone();
        past.rewind(steps)?;
        past.thoughts.clone_from(&self.thoughts);
        past.forget_thoughts((steps, inputs.len()));
        (past.pending, past.throws) = (inputs, throws);
        // A standing answer would only repeat what was just taken back.
        let standing = std::mem::take(&mut past.standing);
        past.advance()
            .map_err(|_| Refusal::new(ENGINE, "the match cannot be taken back to there"))?;
        past.standing = standing;
        *self = past;
        Ok(())
    }

    /// Goes back to before a step; dice that were rolled since stay rolled and gone.
    fn rewind(&mut self, steps: usize) -> Result<(), Refusal> {
        if steps < self.floor {
            let why = "the match cannot go back further: it was played by other rules then";
            return Err(Refusal::new(ENGINE, why));
        }
        self.state = self.state_before(steps)?;
        self.snapshots.truncate(steps / SNAPSHOT_EVERY + 1);
        self.played.truncate(steps);
        self.events.truncate(self.played.last().map_or(0, |p| p.events));
        self.underway.clear();
        self.underway_cited.clear();
        self.pending.clear();
        self.throws.clear();
        self.last = Last::default();
        self.forget_thoughts((steps, 0));
        Ok(())
    }

    /// The state before a step that can be gone back to.
    pub(super) fn state_before(&self, steps: usize) -> Result<B::State, Refusal> {
        let from = steps / SNAPSHOT_EVERY;
        let mut state = B::State::clone(&self.snapshots[from]);
        for played in &self.played[self.floor.max(from * SNAPSHOT_EVERY)..steps] {
            state = rerun(&*self.book, &state, &played.inputs)?.0;
        }
        Ok(state)
    }

    /// What happened from the event of a number on, as far as these eyes may know.
    pub fn log(&self, eyes: Eyes, from: usize) -> Log {
        let is_seen = |e: &Event| eyes == Eyes::Referee || e.is_for(eyes.side());
        let step = |number: usize| self.played.partition_point(|p| p.events <= number);
        let mut log =
            Log { before: 0, told: Vec::new(), total: self.events.len() + self.underway.len() };
        for (number, event) in self.events.iter().chain(&self.underway).enumerate() {
            match is_seen(event) {
                true if number < from => log.before += 1,
                true => log.told.push(Told { step: step(number), event: event.clone() }),
                false => (),
            }
        }
        log
    }

    /// The match after each of some steps, as a pair of eyes saw it; nought is the beginning.
    pub fn frames(&self, eyes: Eyes, steps: Range<usize>) -> Result<Vec<Frame>, Refusal> {
        let steps = steps.start.max(self.floor)..steps.end.min(self.played.len() + 1);
        let from = (steps.start / SNAPSHOT_EVERY).min(self.snapshots.len() - 1);
        let mut state = B::State::clone(&self.snapshots[from]);
        let first = self.floor.max(from * SNAPSHOT_EVERY);
        let mut frames = Vec::new();
        for step in first..steps.end {
            if step > first {
                state = rerun(&*self.book, &state, &self.played[step - 1].inputs)?.0;
            }
            if steps.contains(&step) {
                frames.push(self.frame(&state, eyes, step));
            }
        }
        Ok(frames)
    }

    fn frame(&self, state: &B::State, eyes: Eyes, steps: usize) -> Frame {
        let so_far = steps.checked_sub(1).map_or(0, |last| self.played[last].events);
        let events = self.events[..so_far.min(self.events.len())].iter();
        let seen = |e: &&Event| eyes == Eyes::Referee || e.is_for(eyes.side());
        Frame {
            steps,
            view: self.book.view(state, eyes),
            changes: self.book.table(state).1,
            events: events.filter(seen).count(),
        }
    }

    /// A new match that goes on from before a step of this one, with dice of its own.
    pub fn fork(&self, steps: usize, seed: Seed) -> Result<Self, Refusal> {
        let mut fork = self.clone();
        fork.rewind(steps.min(self.played.len()))?;
        fork.header.forked = fork.played.len();
        fork.seed = Some(seed);
        fork.header.commitment = seed.commitment();
        fork.dice = Dice::Seeded { seed, next: 0 };
        // Whoever goes on from here has answered nothing in advance.
        fork.standing.clear();
        fork.advance().map_err(|_| Refusal::new(ENGINE, "the match cannot go on from there"))?;
        Ok(fork)
    }

    /// Plays a recorded step, for loading. One that does not lead to the recorded hash changes
    /// nothing.
    pub(crate) fn replay(
        &mut self,
        inputs: &[Input],
        throws: &[u32],
        recorded: &str,
    ) -> Result<(), String> {
        let (state, traces) =
            rerun(&*self.book, &self.state, inputs).map_err(|refusal| refusal.to_string())?;
        if self.played.len() >= self.header.forked {
            self.check_throws(inputs, throws, &traces).map_err(|refusal| refusal.to_string())?;
        }
        let hash = stable_hash(&state);
        if format!("{hash:016x}") != recorded {
            return Err(format!("its state is {hash:016x}, recorded {recorded}"));
        }
        (self.pending, self.throws) = (inputs.to_vec(), throws.to_vec());
        self.commit_hashed(state, hash, traces);
        Ok(())
    }

    /// Whether recorded dice are those of the seed, each throw with a number of its own.
    fn check_throws(
        &self,
        inputs: &[Input],
        throws: &[u32],
        traces: &Traces,
    ) -> Result<(), Refusal> {
        let Some(seed) = self.seed else { return Ok(()) };
        let mut dice = Vec::new();
        for input in inputs {
            match input {
                Input::Dice(faces) => dice.push(faces),
                Input::Answer(_, Answer::Dice(_)) => {
                    return Err(Refusal::new(ENGINE, "dice were typed in, but they are seeded"));
                }
                Input::Answer(..) => (),
            }
        }
        let own = self.played.iter().skip(self.header.forked);
        let last = own.rev().find_map(|played| played.throws.last());
        let rising = last.into_iter().chain(throws).is_sorted_by(|a, b| a < b);
        let mut thrown = throws.iter().zip(&traces.needs).zip(&dice);
        let honest = thrown.all(|((n, need), faces)| seed.throw(*n, need)[..] == faces[..]);
        match rising && honest && dice.len() == throws.len() {
            true => Ok(()),
            false => Err(Refusal::new(ENGINE, "the dice are not those of the match's seed")),
        }
    }

    /// Runs a recorded step of this match again from the state before it: the state after it,
    /// and what it tells.
    pub fn run_again(
        &self,
        state: &B::State,
        inputs: &[Input],
    ) -> Result<(B::State, Vec<Event>), Refusal> {
        rerun(&*self.book, state, inputs).map(|(state, traces)| (state, traces.events))
    }

    /// Goes on after loading: with what came in during the step under way, and with the first
    /// throw that was not made before.
    pub(crate) fn resume(
        &mut self,
        pending: Vec<Input>,
        throws: Vec<u32>,
        next_throw: u32,
    ) -> Result<(), Refusal> {
        let mut dice = Dice::Scripted(Vec::new());
        let mut source = People { dice: &mut dice };
        let mut cx = Cx::new(&pending, &mut source);
        // Only which dice it needs is wanted: whether it is legal shows when it is played.
        let _ = self.book.step(&mut self.state.clone(), &mut cx);
        // A branch that was taken back past its beginning goes on from another match's dice.
        if self.played.len() >= self.header.forked {
            self.check_throws(&pending, &throws, &cx.traces())?;
        }
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

    /// The state before a step, where that is one of every so many.
    pub(crate) fn kept_state(&self, steps: usize, every: usize) -> Option<&B::State> {
        let kept = steps.is_multiple_of(every.max(SNAPSHOT_EVERY)) && steps > self.floor;
        self.snapshots.get(steps / SNAPSHOT_EVERY).filter(|_| kept).map(|state| &**state)
    }

    /// Remembers how a loaded match was started.
    pub(crate) fn put_header(&mut self, header: Header) {
        self.header = header;
    }

    /// Puts a kept state in place of the present one, where history no longer reproduces.
    pub(crate) fn jump_to(&mut self, state: B::State, played: Vec<Played>) {
        self.snapshots.clear();
        self.snapshots.resize(played.len() / SNAPSHOT_EVERY + 1, Arc::new(state.clone()));
        self.state = state;
        self.floor = played.len();
        self.played = played;
    }
}

/// Whether it is an answer rather than dice, thrown here or read off a table.
fn is_answer(input: &Input) -> bool {
    matches!(input, Input::Answer(_, answer) if !matches!(answer, Answer::Dice(_)))
}

/// Runs a recorded step again.
pub(super) fn rerun<B: Book>(
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
