//! What must be true of every book, tried out on a whole match played at random.
//!
//! A book's tests call [`check`] with many seeds. The cheap checks are made at every question,
//! the expensive ones now and then, by the seed, so that thousands of matches are feasible and
//! every failure can be had again.

use std::sync::Arc;

use crate::book::{Book, Outcome, Setup};
use crate::dice::{Seed, Stream};
use crate::hash::stable_hash;
use crate::ids::SideId;
use crate::matches::{DiceChoice, Match};
use crate::notation;
use crate::question::{Answer, Question};
use crate::respond::respond;
use crate::source::Driver;
use crate::view::Eyes;

mod answers;
mod files;
mod secrets;
mod watching;

pub use watching::{somewhere, watch};

/// More answers than any match takes; a match that goes on is stuck.
const MOST_ANSWERS: usize = 20_000;

/// What was tried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How the match ended.
    pub outcome: Outcome,
    /// How many answers were given.
    pub answers: usize,
    /// How many steps were played.
    pub steps: usize,
    /// How many answers that must be refused were tried.
    pub refused: usize,
    /// How many answers were undone.
    pub undone: usize,
    /// How many files were loaded, whole and broken off.
    pub loaded: usize,
    /// How many pairs of states that look alike were compared.
    pub disguised: usize,
}

/// Plays a match with drivers made from seeds, and checks it on the way. The error says what
/// is wrong and at which answer.
pub fn check<B: Book>(
    book: Arc<B>,
    setup: &Setup,
    seed: u64,
    make_driver: &dyn Fn(u64) -> Box<dyn Driver>,
) -> Result<Summary, String> {
    let begin = move |seed: Seed| {
        Match::begin(Arc::clone(&book), setup.clone(), &DiceChoice::Seeded(seed))
            .map_err(|problems| format!("the setup is refused: {}", problems.join("; ")))
    };
    let game = begin(Seed(seed))?;
    // Differs in nothing but its dice, so until one is thrown nobody may see a difference.
    let twin = Some(begin(Seed(seed).child(77))?);
    let mut trial = Trial {
        game,
        twin,
        chance: Seed(seed).child(1).stream(),
        drivers: (0..4).map(|side| make_driver(Seed(seed).child(100 + side).0)).collect(),
        answers: 0,
        refused: 0,
        undone: 0,
        loaded: 0,
        disguised: 0,
    };
    trial.play().map_err(|why| trial.located(seed, &why))
}

/// Everything anybody can learn of a match: what a refused or undone answer must leave alone.
#[derive(Debug, PartialEq, Eq)]
struct Appearance {
    hash: u64,
    questions: Vec<Question>,
    /// Views and events as they would be sent, for every pair of eyes.
    seen: Vec<String>,
}

impl Appearance {
    fn of<B: Book>(game: &Match<B>) -> Result<Appearance, String> {
        let seen: Result<Vec<String>, String> =
            all_eyes(game).map(|eyes| seen(game, eyes)).collect();
        let hash = stable_hash(game.state());
        Ok(Appearance { hash, questions: game.questions().to_vec(), seen: seen? })
    }

    fn compare(&self, other: &Appearance, when: &str) -> Result<(), String> {
        if self.hash != other.hash {
            return Err(format!("{when}: the state is not the same"));
        }
        if self.questions != other.questions {
            return Err(format!("{when}: the questions are not the same"));
        }
        match self.seen.iter().zip(&other.seen).find(|(a, b)| a != b) {
            None => Ok(()),
            Some((a, b)) => Err(format!("{when}: somebody sees a difference\n  {a}\n  {b}")),
        }
    }
}

fn all_eyes<B: Book>(game: &Match<B>) -> impl Iterator<Item = Eyes> {
    let n_sides = game.view(Eyes::Referee).sides.len() as u8;
    let sides = (0..n_sides).map(|side| Eyes::Side(SideId(side)));
    sides.chain([Eyes::Spectator, Eyes::Referee])
}

/// What a pair of eyes is sent.
fn seen<B: Book>(game: &Match<B>, eyes: Eyes) -> Result<String, String> {
    let asked = game.questions().iter().map(|q| (q.side, q.topic)).collect::<Vec<_>>();
    let own = eyes.side().and_then(|side| game.question_for(side));
    serde_json::to_string(&(eyes, game.view(eyes), game.events(eyes), asked, own))
        .map_err(|e| format!("a view cannot be written: {e}"))
}

struct Trial<B: Book> {
    game: Match<B>,
    twin: Option<Match<B>>,
    /// Decides which expensive checks are made.
    chance: Stream,
    drivers: Vec<Box<dyn Driver>>,
    answers: usize,
    refused: usize,
    undone: usize,
    loaded: usize,
    disguised: usize,
}

impl<B: Book> Trial<B> {
    fn one_in(&mut self, n: u32) -> bool {
        self.chance.below(n) == 0
    }

    fn located(&self, seed: u64, why: &str) -> String {
        let questions = self.game.questions().iter();
        let asked: Vec<String> =
            questions.map(|q| format!("{}: {} ({})", q.side, q.prompt, q.clause)).collect();
        let answers = self.answers;
        format!("seed {seed}, answer {answers}: {why}\n  asked is {}", asked.join("; "))
    }

    fn play(&mut self) -> Result<Summary, String> {
        while self.answers < MOST_ANSWERS {
            if let Some(outcome) = self.game.outcome() {
                self.check_files()?;
                self.check_end()?;
                return Ok(Summary {
                    outcome,
                    answers: self.answers,
                    steps: self.game.played().len(),
                    refused: self.refused,
                    undone: self.undone,
                    loaded: self.loaded,
                    disguised: self.disguised,
                });
            }
            self.check_twin()?;
            if self.one_in(8) {
                self.check_secrets()?;
            }
            let question = self.some_question()?;
            if self.one_in(4) {
                self.check_offer(&question)?;
            }
            if self.one_in(8) {
                self.check_garbage(&question)?;
            }
            if self.one_in(64) {
                self.check_files()?;
            }
            self.answer(&question)?;
            self.answers += 1;
        }
        Err(format!("the match has not ended after {MOST_ANSWERS} answers"))
    }

    /// One of the open questions; those who answer in secret do so in any order.
    fn some_question(&mut self) -> Result<Question, String> {
        let n = u32::try_from(self.game.questions().len()).unwrap_or(1);
        if n == 0 {
            return Err("nobody is asked anything, and the match is not over".to_owned());
        }
        let index = self.chance.below(n) as usize;
        Ok(self.game.questions()[index].clone())
    }

    fn answer(&mut self, question: &Question) -> Result<(), String> {
        let side = question.side;
        let n_drivers = self.drivers.len();
        let driver = &mut *self.drivers[side.index() % n_drivers];
        let answer = respond(driver, &self.game, question);
        let text = notation::print(&answer);
        check_notation(question, &answer, &text)?;
        self.game
            .would_accept(side, &answer)
            .map_err(|why| format!("no legal answer was found; '{text}': {why}"))?;
        let (state, steps) = (self.game.state().clone(), self.game.played().len());
        let events = self.game.settled_events();
        let before = if self.one_in(2) { Some(Appearance::of(&self.game)?) } else { None };
        let foretold = self.foretold(side, &answer)?;
        self.game
            .answer(side, answer.clone())
            .map_err(|why| format!("'{text}' was accepted beforehand, now refused: {why}"))?;
        self.check_steps(state, steps, events)?;
        self.check_foretold(side, &foretold)?;
        if let Some(before) = before {
            self.check_undo(side, &before)?;
        }
        self.answer_twin(side, answer)
    }

    /// Runs the steps that were just played again: they must lead to the same states and tell
    /// the same events.
    fn check_steps(
        &self,
        mut state: B::State,
        steps: usize,
        mut n_events: usize,
    ) -> Result<(), String> {
        let events = self.game.events(Eyes::Referee);
        for played in &self.game.played()[steps..] {
            let (next, told) = self
                .game
                .run_again(&state, &played.inputs)
                .map_err(|why| format!("a step does not take its own inputs again: {why}"))?;
            if stable_hash(&next) != played.hash {
                return Err("a step that is run again leads to another state".to_owned());
            }
            if !events[n_events..played.events].iter().copied().eq(&told) {
                return Err("a step that is run again tells other events".to_owned());
            }
            n_events = played.events;
            state = next;
        }
        Ok(())
    }

    /// Undoing the answer just given must bring back exactly what was before.
    fn check_undo(&mut self, side: SideId, before: &Appearance) -> Result<(), String> {
        if self.game.undoable().is_none_or(|(of, _)| of != side) {
            return Ok(());
        }
        let mut past = self.game.clone();
        past.undo(side).map_err(|why| format!("an answer cannot be undone: {why}"))?;
        self.undone += 1;
        before.compare(&Appearance::of(&past)?, "after an undo")
    }

    /// After the end nobody is asked and nothing is accepted.
    fn check_end(&mut self) -> Result<(), String> {
        if !self.game.questions().is_empty() {
            return Err("the match is over and still asks".to_owned());
        }
        let before = Appearance::of(&self.game)?;
        for side in 0..4 {
            if self.game.answer(SideId(side), Answer::Number(0)).is_ok() {
                return Err("the match is over and still takes answers".to_owned());
            }
        }
        before.compare(&Appearance::of(&self.game)?, "after an answer past the end")
    }
}

/// The words of an answer must lead back to it, so that logs and replays can be typed in.
fn check_notation(question: &Question, answer: &Answer, text: &str) -> Result<(), String> {
    let read = notation::parse(question, text)
        .map_err(|why| format!("the words of an answer cannot be read back: '{text}': {why}"))?;
    // Places are written to a thousandth of an inch, so only exact answers are compared.
    let exact = matches!(answer, Answer::Pick(_) | Answer::Picks(_) | Answer::Number(_));
    match exact && read != *answer {
        true => Err(format!("'{text}' is read back as another answer: {read:?}")),
        false => Ok(()),
    }
}
