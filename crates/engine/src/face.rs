//! The object-safe face of books and matches: what servers, players and laboratories hold.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use tabletop::{Changes, Fixed, Kind, Spot, Table};

use crate::book::{
    About, Book, Calculator, Meaning, Options, Outcome, Progress, RosterSheet, Setup,
};
use crate::cx::Input;
use crate::dice::Seed;
use crate::event::Event;
use crate::ids::{Clause, ModelId, SideId};
use crate::judge::check_spots;
use crate::matches::{Branch, DiceChoice, Frame, Header, Log, Match, Standing, Thought};
use crate::odds::{Effort, NoOdds, Odds, reckon};
use crate::playout::{Playout, play_out};
use crate::position::{Known, Reasons, known_tape};
use crate::question::{Answer, Question, Refusal};
use crate::rulings;
use crate::save::LoadError;
use crate::sighting::Sighting;
use crate::source::Driver;
use crate::view::{Eyes, View};
use crate::ways::{self, Aim, Foresight, Stand, Together, Way};

/// A book, whichever it is.
pub trait Game: Send + Sync {
    /// Its name, rules, scenarios, options and ready-made rosters.
    fn about(&self) -> &About;

    /// Starts a match, or says everything that is wrong with the setup.
    fn begin(&self, setup: Setup, dice: &DiceChoice) -> Result<Box<dyn AnyMatch>, Vec<String>>;

    /// Loads a saved match, with warnings about what was lost or could not be verified.
    fn load(&self, text: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError>;

    /// Loads a match from somebody who may have forged it: every step must reproduce. A game
    /// that cannot make sure of that takes no such files.
    fn load_strict(&self, _text: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError> {
        Err(LoadError { line: 1, why: "this game takes no files from elsewhere".to_owned() })
    }

    /// Plays a match through with drivers; the seed decides all its dice.
    fn play_out(
        &self,
        setup: &Setup,
        seed: Seed,
        drivers: &mut [Box<dyn Driver>],
    ) -> Result<Playout, String>;

    /// Checks a roster file.
    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>>;

    /// What a kind of terrain means in this book, with the rules that say so.
    fn meanings(&self, kind: Kind) -> Vec<(Meaning, Clause)>;

    /// Runs one file of rulings, or rewrites its results.
    fn run_rulings(&self, file: &str, text: &str, mode: rulings::Mode) -> rulings::Report;

    /// Scenes whose odds people often want to know, with what can be said about them.
    fn calculators(&self) -> Vec<Calculator> {
        Vec::new()
    }

    /// Sets a scene, written as the `given`, `do` and `roll` lines of a ruling.
    fn stage(&self, _text: &str) -> Result<Box<dyn AnyMatch>, String> {
        Err("this game sets no scenes".to_owned())
    }
}

/// A match, whichever book it is played by.
pub trait AnyMatch: Send + Sync {
    /// What it was started with.
    fn header(&self) -> &Header;
    /// The seed of its dice.
    fn seed(&self) -> Option<Seed>;
    /// Everybody's open questions.
    fn questions(&self) -> &[Question];
    /// Answers an open question; an illegal answer changes nothing.
    fn answer(&mut self, side: SideId, answer: Answer) -> Result<(), Refusal>;
    /// The same, keeping why, for those who look back.
    fn answer_because(
        &mut self,
        side: SideId,
        answer: Answer,
        reasons: Reasons,
    ) -> Result<(), Refusal>;
    /// Why answers were given, as far as these eyes may know.
    fn thoughts(&self, eyes: Eyes) -> Vec<Thought>;
    /// The moment before a step, or with what was chosen in it the moment before its first dice,
    /// from which others can play on; none of a step without dice.
    fn branch(&self, step: usize, chosen: bool) -> Result<Option<Box<dyn Branch>>, Refusal>;
    /// Whether an answer would be legal.
    fn would_accept(&self, side: SideId, answer: &Answer) -> Result<(), Refusal>;
    /// What a pair of eyes sees.
    fn view(&self, eyes: Eyes) -> View;
    /// Everything that happened, as far as these eyes may know.
    fn events(&self, eyes: Eyes) -> Vec<Event>;
    /// What happened from the event of a number on, as far as these eyes may know.
    fn log(&self, eyes: Eyes, from: usize) -> Log;
    /// The table and what has changed on it.
    fn table(&self) -> (Fixed<Table>, Changes);
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Answers in advance.
    fn set_standing(&mut self, standing: Standing);
    /// Wants to be asked again.
    fn clear_standing(&mut self, side: SideId, topic: &str);
    /// Whose last answer can be undone, and what it was.
    fn undoable(&self) -> Option<(SideId, String)>;
    /// The last answer that one of some sides gave, whatever came after it, and what it was.
    fn last_answer(&self, of: &dyn Fn(SideId) -> bool) -> Option<(SideId, String)>;
    /// Takes back a side's last answer.
    fn undo(&mut self, side: SideId) -> Result<String, Refusal>;
    /// Goes back to before the last answer, granted by the others.
    fn take_back(&mut self) -> Result<(), Refusal>;
    /// How many steps were played.
    fn steps(&self) -> usize;
    /// The first step that can be shown or gone back to; later than the beginning where the
    /// first steps were played by other rules.
    fn first_step(&self) -> usize;
    /// A new match that goes on from before a step of this one.
    fn fork(&self, steps: usize, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal>;
    /// The match as a file.
    fn save(&self) -> String;
    /// Hash of the state after the last whole step.
    fn hash(&self) -> u64;
    /// The odds of an answer: how likely each summary of what it changes is. Exact if they can be
    /// had for the effort, by trying if not.
    fn odds(&self, side: SideId, answer: &Answer, effort: &Effort) -> Result<Odds<String>, NoOdds>;
    /// The odds of what comes by itself, where nobody is asked anything before dice are thrown.
    fn odds_unasked(&self, effort: &Effort) -> Result<Odds<String>, NoOdds>;
    /// Lets somebody who thinks ponder a side's open question; none where they answer on the spot.
    fn ponder(&self, side: SideId, driver: &mut dyn Driver) -> Option<Answer>;
    /// What a driver answers on the spot to a side's open question, as far as that side knows the
    /// match; none where it is not asked.
    fn answered_by(&self, side: SideId, driver: &mut dyn Driver) -> Option<Answer>;
    /// The shortest legal way to where a side points that is asked for a path.
    fn way(&self, side: SideId, aim: &Aim) -> Result<Way, Refusal>;
    /// Everywhere a model that is asked for its path can get to.
    fn stands(&self, side: SideId, model: Option<ModelId>) -> Vec<Stand>;
    /// The ways of several models that are asked for their paths, each as near as may be to where
    /// it is shown to.
    fn together(&self, side: SideId, aims: &[(ModelId, Aim)]) -> Result<Together, Refusal>;
    /// What an answer would lead to before anything is rolled, or why it is not legal.
    fn foresee(&self, side: SideId, answer: &Answer) -> Result<Foresight, Refusal>;
    /// What a model would see of another from a place, as far as these eyes may know.
    fn sighting(&self, eyes: Eyes, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting>;
    /// The match after each of some steps, as these eyes saw it.
    fn frames(&self, eyes: Eyes, steps: Range<usize>) -> Result<Vec<Frame>, Refusal>;
    /// The first line of the match's file.
    fn opening_line(&self) -> String;
    /// The lines of the match's file from a step on, to be appended to what was written before.
    fn lines_from(&self, steps: usize) -> Vec<String>;
    /// Files that this play has made so far, such as rosters.
    fn products(&self) -> Vec<(SideId, String)>;
    /// How far a series of battles has got.
    fn progress(&self) -> Option<Progress>;
}

impl<B: Book> Match<B> {
    /// The state as these eyes know it: a preview must not know more than whoever asks for it.
    fn known(&self, eyes: Eyes) -> Cow<'_, B::State> {
        self.book().known(self.state(), eyes).map_or(Cow::Borrowed(self.state()), Cow::Owned)
    }

    fn known_tape(&self, side: SideId) -> Vec<Input> {
        known_tape(&**self.book(), self.state(), self.pending(), side)
    }

    fn tape_with(&self, side: SideId, answer: &Answer) -> Vec<Input> {
        let mut tape = self.known_tape(side);
        tape.push(Input::Answer(side, answer.clone()));
        tape
    }
}

/// A book behind its object-safe face.
#[derive(Debug)]
pub struct Hosted<B: Book>(pub Arc<B>);

impl<B: Book> Game for Hosted<B> {
    fn about(&self) -> &About {
        self.0.about()
    }

    fn begin(&self, setup: Setup, dice: &DiceChoice) -> Result<Box<dyn AnyMatch>, Vec<String>> {
        Ok(Box::new(Match::begin(Arc::clone(&self.0), setup, dice)?))
    }

    fn load(&self, text: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError> {
        let loaded = Match::load(Arc::clone(&self.0), text)?;
        Ok((Box::new(loaded.game), loaded.warnings))
    }

    fn load_strict(&self, text: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError> {
        let loaded = Match::load_strict(Arc::clone(&self.0), text)?;
        Ok((Box::new(loaded.game), loaded.warnings))
    }

    fn play_out(
        &self,
        setup: &Setup,
        seed: Seed,
        drivers: &mut [Box<dyn Driver>],
    ) -> Result<Playout, String> {
        let mut state = self.0.begin(setup).map_err(|problems| problems.join("; "))?;
        play_out(&*self.0, &mut state, &mut seed.stream(), drivers)
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        self.0.check_roster(text, options)
    }

    fn meanings(&self, kind: Kind) -> Vec<(Meaning, Clause)> {
        self.0.meanings(kind)
    }

    fn run_rulings(&self, file: &str, text: &str, mode: rulings::Mode) -> rulings::Report {
        rulings::run(&self.0, file, text, mode)
    }

    fn calculators(&self) -> Vec<Calculator> {
        self.0.calculators()
    }

    fn stage(&self, text: &str) -> Result<Box<dyn AnyMatch>, String> {
        Ok(Box::new(rulings::stage(&self.0, text)?))
    }
}

impl<B: Book> AnyMatch for Match<B> {
    fn header(&self) -> &Header {
        Match::header(self)
    }

    fn seed(&self) -> Option<Seed> {
        Match::seed(self)
    }

    fn questions(&self) -> &[Question] {
        Match::questions(self)
    }

    fn answer(&mut self, side: SideId, answer: Answer) -> Result<(), Refusal> {
        Match::answer(self, side, answer)
    }

    fn answer_because(
        &mut self,
        side: SideId,
        answer: Answer,
        reasons: Reasons,
    ) -> Result<(), Refusal> {
        Match::answer_because(self, side, answer, reasons)
    }

    fn thoughts(&self, eyes: Eyes) -> Vec<Thought> {
        Match::thoughts(self, eyes)
    }

    fn branch(&self, step: usize, chosen: bool) -> Result<Option<Box<dyn Branch>>, Refusal> {
        Match::branch(self, step, chosen)
    }

    fn would_accept(&self, side: SideId, answer: &Answer) -> Result<(), Refusal> {
        Match::would_accept(self, side, answer)
    }

    fn view(&self, eyes: Eyes) -> View {
        Match::view(self, eyes)
    }

    fn events(&self, eyes: Eyes) -> Vec<Event> {
        Match::events(self, eyes).into_iter().cloned().collect()
    }

    fn log(&self, eyes: Eyes, from: usize) -> Log {
        Match::log(self, eyes, from)
    }

    fn table(&self) -> (Fixed<Table>, Changes) {
        self.book().table(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn set_standing(&mut self, standing: Standing) {
        Match::set_standing(self, standing);
    }

    fn clear_standing(&mut self, side: SideId, topic: &str) {
        Match::clear_standing(self, side, topic);
    }

    fn undoable(&self) -> Option<(SideId, String)> {
        Match::undoable(self)
    }

    fn last_answer(&self, of: &dyn Fn(SideId) -> bool) -> Option<(SideId, String)> {
        Match::last_answer(self, of)
    }

    fn undo(&mut self, side: SideId) -> Result<String, Refusal> {
        Match::undo(self, side)
    }

    fn take_back(&mut self) -> Result<(), Refusal> {
        Match::take_back(self)
    }

    fn steps(&self) -> usize {
        self.played().len()
    }

    fn first_step(&self) -> usize {
        Match::first_step(self)
    }

    fn fork(&self, steps: usize, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::fork(self, steps, seed)?))
    }

    fn save(&self) -> String {
        Match::save(self)
    }

    fn hash(&self) -> u64 {
        crate::hash::stable_hash(self.state())
    }

    fn products(&self) -> Vec<(SideId, String)> {
        self.book().products(self.state())
    }

    fn progress(&self) -> Option<Progress> {
        self.book().progress(self.state())
    }

    fn odds(&self, side: SideId, answer: &Answer, effort: &Effort) -> Result<Odds<String>, NoOdds> {
        let before = self.view(Eyes::Side(side));
        let (state, tape) = (self.known(Eyes::Side(side)), self.tape_with(side, answer));
        reckon(&**self.book(), &state, &tape, effort, |state| {
            self.book().view(state, Eyes::Side(side)).difference(&before)
        })
    }

    fn odds_unasked(&self, effort: &Effort) -> Result<Odds<String>, NoOdds> {
        let before = self.view(Eyes::Spectator);
        let state = self.known(Eyes::Spectator);
        reckon(&**self.book(), &state, self.pending(), effort, |state| {
            self.book().view(state, Eyes::Spectator).difference(&before)
        })
    }

    fn ponder(&self, side: SideId, driver: &mut dyn Driver) -> Option<Answer> {
        driver.ponder(&Known::new(&**self.book(), self.state(), self.pending(), side))
    }

    fn answered_by(&self, side: SideId, driver: &mut dyn Driver) -> Option<Answer> {
        Known::new(&**self.book(), self.state(), self.pending(), side).answered_by(driver)
    }

    fn way(&self, side: SideId, aim: &Aim) -> Result<Way, Refusal> {
        let state = self.known(Eyes::Side(side));
        ways::way(&**self.book(), &state, &self.known_tape(side), side, aim)
    }

    fn together(&self, side: SideId, aims: &[(ModelId, Aim)]) -> Result<Together, Refusal> {
        let state = self.known(Eyes::Side(side));
        ways::together(&**self.book(), &state, &self.known_tape(side), side, aims)
    }

    fn stands(&self, side: SideId, model: Option<ModelId>) -> Vec<Stand> {
        let state = self.known(Eyes::Side(side));
        ways::stands(&**self.book(), &state, &self.known_tape(side), (side, model))
    }

    fn foresee(&self, side: SideId, answer: &Answer) -> Result<Foresight, Refusal> {
        let state = self.known(Eyes::Side(side));
        // The step is run from its beginning, of which the side has been told.
        let (tape, told_before) = (self.tape_with(side, answer), self.events_underway(side));
        ways::foresee(&**self.book(), &state, (&tape, told_before), side)
    }

    fn sighting(&self, eyes: Eyes, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        let seen = self.view(eyes);
        let is_seen =
            |model: ModelId| seen.models.iter().any(|m| m.model == model && m.spot.is_some());
        match is_seen(from) && is_seen(to) && check_spots([&place]).is_ok() {
            true => self.book().sighting(&self.known(eyes), from, place, to),
            false => None,
        }
    }

    fn frames(&self, eyes: Eyes, steps: Range<usize>) -> Result<Vec<Frame>, Refusal> {
        Match::frames(self, eyes, steps)
    }

    fn opening_line(&self) -> String {
        Match::opening_line(self)
    }

    fn lines_from(&self, steps: usize) -> Vec<String> {
        Match::lines_from(self, steps)
    }
}
