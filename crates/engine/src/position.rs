//! What somebody who is asked can think over: the match as far as they know it, to be tried out
//! as often as they like.
//!
//! A trial is the rule itself, run on from a possible answer with other dice and with somebody
//! playing for everybody. Nobody who thinks ever holds the true state: hidden things lie as
//! [`Book::guessed`] puts them, and answers given in secret are not on the tape.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tabletop::{Changes, Fixed, Spot, Table};

use crate::assess::{Assessment, Clock};
use crate::book::{Book, Outcome};
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need, Stream};
use crate::ids::{ModelId, SideId};
use crate::luck::Luck;
use crate::odds::{Chance, NoOdds};
use crate::playout::Pausing;
use crate::question::{Answer, Ask, Form, Refusal};
use crate::sighting::Sighting;
use crate::source::{Dice, Driven, Driver, People, answer_with};
use crate::view::{Eyes, View};
use crate::ways::{self, Aim, Stand};

mod expect;

/// How far ahead a trial goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// So many activations have ended, and nothing is in the middle of happening.
    Activations(u32),
    /// The match is over.
    End,
}

/// Where a trial has led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
    /// How the sides stand, where the book can say.
    pub assessment: Option<Assessment>,
    /// Whether dice had a say in it.
    pub by_dice: bool,
}

/// What is asked, with what judges the answers.
pub enum Asked<'a, 'b> {
    /// One of some options.
    One(&'a Offer<'b>),
    /// Anything else.
    Other(&'a mut Wanted<'b>),
}

/// Why somebody who thinks answered as they did.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    /// What they are after, in a sentence.
    pub intent: String,
    /// What they weighed, the best first: an answer in words, and what it is worth in thousandths
    /// of a force.
    pub options: Vec<(String, i32)>,
    /// How many times anything was tried out.
    pub trials: u32,
}

/// Drivers for all sides of a trial.
pub type Drivers = Vec<Box<dyn Driver>>;

/// A position as the one who is asked knows it.
pub trait Position {
    /// Who is asked.
    fn side(&self) -> SideId;

    /// How far the match has come.
    fn clock(&self) -> Clock;

    /// How far answers are played through at first sight; see [`Book::foresight`].
    fn foresight(&self) -> Until;

    /// How far the best answers are played through; see [`Book::planning`].
    fn planning(&self) -> Until;

    /// How the sides stand now, where the book can say.
    fn assess(&self) -> Option<Assessment>;

    /// What they see.
    fn view(&self) -> View;

    /// The table and what has changed on it.
    fn table(&self) -> (Fixed<Table>, Changes);

    /// Shows the open question and what would judge its answers.
    fn look(&self, look: &mut dyn FnMut(&Ask, Asked<'_, '_>));

    /// What a model would see of another from a place.
    fn sighting(&self, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting>;

    /// Everywhere a model that is asked for its path can get to: the first of several.
    fn stands(&self) -> Vec<Stand>;

    /// The shortest legal way to a place for a model that is asked for its path.
    fn way(&self, to: Spot) -> Option<Vec<Spot>>;

    /// Plays on from an answer with other dice, or says why the answer is not legal. Trials of several
    /// answers with the same luck differ by the answers more than by the dice.
    fn try_out(
        &self,
        answer: &Answer,
        luck: Luck,
        drivers: &mut [Box<dyn Driver>],
        until: Until,
    ) -> Result<Ending, Refusal>;

    /// Everything that may come of an answer, exactly: the dice are gone through, and `policy`
    /// gives whoever answers later. Gives up after so many runs of the rules.
    fn expect(
        &self,
        answer: &Answer,
        policy: &dyn Fn() -> Drivers,
        until: Until,
        runs: usize,
    ) -> Result<Vec<(Chance, Ending)>, NoOdds>;
}

/// More steps than a trial needs; one that goes on longer is judged where it has got to.
const MOST_STEPS: u32 = 20_000;

/// A position of a book as one side knows it.
pub(crate) struct Known<'a, B: Book> {
    book: &'a B,
    /// The truth, for nothing but sampling what is hidden from it; see [`Book::guessed`].
    state: &'a B::State,
    known: Cow<'a, B::State>,
    tape: Vec<Input>,
    side: SideId,
}

impl<'a, B: Book> Known<'a, B> {
    /// What a side knows at its open question, with what has come in since the step began.
    pub(crate) fn new(book: &'a B, state: &'a B::State, tape: &[Input], side: SideId) -> Self {
        let known = book.known(state, Eyes::Side(side)).map_or(Cow::Borrowed(state), Cow::Owned);
        Known { book, state, known, tape: known_tape(book, state, tape, side), side }
    }

    fn tape_with(&self, answer: &Answer) -> Vec<Input> {
        let mut tape = self.tape.clone();
        tape.push(Input::Answer(self.side, answer.clone()));
        tape
    }

    /// A state as it may be for all this side knows.
    fn guess(&self, luck: &mut Stream) -> B::State {
        let guess = self.book.guessed(self.state, Eyes::Side(self.side), luck);
        guess.unwrap_or_else(|| self.known.clone().into_owned())
    }

    fn ending(&self, state: &B::State, by_dice: bool) -> Ending {
        let outcome = self.book.outcome(state);
        let assessment = if outcome.is_none() { self.book.assess(state) } else { None };
        Ending { outcome, assessment, by_dice }
    }

    fn horizon(&self, until: Until) -> Horizon {
        Horizon { until, clock: self.book.clock(&self.known), activations: 0 }
    }
}

/// What came in during the step under way, as far as a side may know: what others have answered
/// in secret is left out until it is revealed.
pub(crate) fn known_tape<B: Book>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
) -> Vec<Input> {
    // What nobody else has answered nobody else can have answered in secret.
    if !tape.iter().any(|input| matches!(input, Input::Answer(of, _) if *of != side)) {
        return tape.to_vec();
    }
    let mut dice = Dice::Scripted(Vec::new());
    let mut source = People { dice: &mut dice };
    let mut cx = Cx::on_tape_only(tape, &mut source);
    // Only which of the answers were given in secret is wanted.
    let _ = book.step(&mut state.clone(), &mut cx);
    let is_hidden = |at: usize| cx.hidden().iter().any(|(i, of)| *i == at && *of != side);
    let tape = tape.iter().enumerate();
    tape.filter(|(at, _)| !is_hidden(*at)).map(|(_, input)| input.clone()).collect()
}

/// Whether a trial has gone far enough.
#[derive(Clone, Copy, Debug)]
struct Horizon {
    until: Until,
    clock: Clock,
    activations: u32,
}

impl Horizon {
    /// Looks at the clock after a step; whether to stop here.
    fn reached<B: Book>(&mut self, book: &B, state: &B::State) -> bool {
        if book.outcome(state).is_some() {
            return true;
        }
        let clock = book.clock(state);
        if clock != self.clock {
            self.activations += 1;
            self.clock = clock;
        }
        match self.until {
            Until::Activations(n) => self.activations >= n && book.is_settled(state),
            Until::End => false,
        }
    }
}

impl<B: Book> Position for Known<'_, B> {
    fn side(&self) -> SideId {
        self.side
    }

    fn clock(&self) -> Clock {
        self.book.clock(&self.known)
    }

    fn foresight(&self) -> Until {
        self.book.foresight()
    }

    fn planning(&self) -> Until {
        self.book.planning()
    }

    fn assess(&self) -> Option<Assessment> {
        self.book.assess(&self.known)
    }

    fn view(&self) -> View {
        self.book.view(&self.known, Eyes::Side(self.side))
    }

    fn table(&self) -> (Fixed<Table>, Changes) {
        self.book.table(&self.known)
    }

    fn look(&self, look: &mut dyn FnMut(&Ask, Asked<'_, '_>)) {
        let mut source = Looker { side: self.side, look };
        let mut cx = Cx::on_tape_only(&self.tape, &mut source);
        // Only what the rule asks for on the way is wanted.
        let _ = self.book.step(&mut self.known.clone().into_owned(), &mut cx);
    }

    fn sighting(&self, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        self.book.sighting(&self.known, from, place, to)
    }

    fn stands(&self) -> Vec<Stand> {
        ways::stands(self.book, &self.known, &self.tape, (self.side, None))
    }

    fn way(&self, to: Spot) -> Option<Vec<Spot>> {
        let aim = Aim { via: Vec::new(), at: to.at, level: Some(to.z) };
        let way = ways::way(self.book, &self.known, &self.tape, self.side, &aim).ok()?;
        way.short.is_none().then_some(way.path)
    }

    fn try_out(
        &self,
        answer: &Answer,
        luck: Luck,
        drivers: &mut [Box<dyn Driver>],
        until: Until,
    ) -> Result<Ending, Refusal> {
        let mut state = self.guess(&mut luck.own().stream());
        let mut dice = luck.dice();
        let mut tape = self.tape_with(answer);
        let mut source = Pausing::new(Driven { dice: &mut dice, drivers, decisions: 0 });
        let mut horizon = self.horizon(until);
        for _ in 0..MOST_STEPS {
            source.step(self.book, &mut state, std::mem::take(&mut tape))?;
            if horizon.reached(self.book, &state) {
                break;
            }
        }
        Ok(self.ending(&state, dice.have_fallen()))
    }

    fn expect(
        &self,
        answer: &Answer,
        policy: &dyn Fn() -> Drivers,
        until: Until,
        runs: usize,
    ) -> Result<Vec<(Chance, Ending)>, NoOdds> {
        expect::expect(self, answer, policy, until, runs)
    }
}

impl<B: Book> Known<'_, B> {
    /// What a driver answers on the spot to the open question, judged by the rule itself as far as
    /// the side knows; none where it is not asked.
    pub(crate) fn answered_by(&self, driver: &mut dyn Driver) -> Option<Answer> {
        let mut answer = None;
        self.look(&mut |ask, asked| {
            answer = match asked {
                Asked::One(offer) => {
                    let last = offer.count.saturating_sub(1);
                    let index = driver.pick(ask, offer).min(last);
                    Some(Answer::Pick((offer.choice)(index).key))
                }
                Asked::Other(wanted) => answer_with(driver, ask, wanted.again()).ok(),
            };
        });
        answer
    }
}

/// The first question to a side is shown to whoever wants to look at it; then the rule stops.
/// What others are asked in secret before it does not matter: nobody will know.
struct Looker<'a> {
    side: SideId,
    look: &'a mut dyn FnMut(&Ask, Asked<'_, '_>),
}

impl Looker<'_> {
    fn stop<T>(&mut self, ask: &Ask, scopes: &[String], asked: Asked<'_, '_>) -> Play<T> {
        if ask.side == self.side {
            (self.look)(ask, asked);
        }
        Err(Stop::Ask(vec![ask.question(scopes, Form::One { choices: Vec::new() })]))
    }
}

impl Source for Looker<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        Err(Stop::Dice(*need))
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        match ask.secret && ask.side != self.side {
            true => Ok(0),
            false => self.stop(ask, scopes, Asked::One(offer)),
        }
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], mut wanted: Wanted<'_>) -> Play<Answer> {
        self.stop(ask, scopes, Asked::Other(&mut wanted))
    }
}
