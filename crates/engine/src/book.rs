//! What a rulebook has to provide.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tabletop::generate::Theme;
use tabletop::{Changes, Fixed, Kind, Sketch, Spot, Table};

use crate::assess::{Assessment, Clock};
pub use crate::calculator::{Calculator, Chosen, Parameter, Staged, Values};
use crate::cx::{Cx, Play};
use crate::dice::Stream;
use crate::ids::{Clause, ModelId, SideId};
use crate::position::Until;
use crate::sighting::Sighting;
use crate::view::{Eyes, View};

/// A rulebook: a state of play, and the step that carries it on.
pub trait Book: Debug + Send + Sync + Sized + 'static {
    /// Everything that changes during play.
    type State: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;

    /// The book's name, rules, scenarios, options and ready-made rosters.
    fn about(&self) -> &About;

    /// Sets up a match, or says everything that is wrong with the setup.
    fn begin(&self, setup: &Setup) -> Result<Self::State, Vec<String>>;

    /// Plays the smallest piece of play that leaves the state whole.
    fn step(&self, state: &mut Self::State, cx: &mut Cx<'_>) -> Play<()>;

    /// How the match ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether nothing is in the middle of happening, so that the odds of an action can be read
    /// off the state.
    fn is_settled(&self, state: &Self::State) -> bool;

    /// How far those who look ahead play an answer through by rules of thumb.
    fn foresight(&self) -> Until {
        Until::Activations(1)
    }

    /// How far those who have more time play their best answers through: to a moment at which all of
    /// them can be compared, whatever they begin with.
    fn planning(&self) -> Until {
        Until::Activations(4)
    }

    /// The table and what has changed on it.
    fn table(&self, state: &Self::State) -> (Fixed<Table>, Changes);

    /// What one pair of eyes may see.
    fn view(&self, state: &Self::State, eyes: Eyes) -> View;

    /// A state that differs only in what these eyes must not see, for testing that nothing
    /// leaks; none where there is nothing hidden.
    fn disguised(&self, _state: &Self::State, _eyes: Eyes) -> Option<Self::State> {
        None
    }

    /// The state as these eyes know it: what they cannot see is put in an arrangement that
    /// depends on nothing but what they can, so that whatever is worked out from it for them
    /// gives nothing away. None where nothing is hidden from them.
    fn known(&self, _state: &Self::State, _eyes: Eyes) -> Option<Self::State> {
        None
    }

    /// A state that may be the true one for all these eyes know, drawn by lot: whatever is hidden
    /// from them is arranged anew as often as one likes. None where nothing is hidden from them.
    fn guessed(&self, state: &Self::State, eyes: Eyes, _luck: &mut Stream) -> Option<Self::State> {
        self.known(state, eyes)
    }

    /// How far the match has come.
    fn clock(&self, _state: &Self::State) -> Clock {
        Clock::default()
    }

    /// How the sides stand, at a glance, for those who look ahead; none where nothing can be said,
    /// as in the making of a roster.
    fn assess(&self, _state: &Self::State) -> Option<Assessment> {
        None
    }

    /// What a model would see of another from a place; none where the book has no such models.
    fn sighting(
        &self,
        _state: &Self::State,
        _from: ModelId,
        _place: Spot,
        _to: ModelId,
    ) -> Option<Sighting> {
        None
    }

    /// What a kind of terrain means in this book, with the rules that say so.
    fn meanings(&self, _kind: Kind) -> Vec<(Meaning, Clause)> {
        Vec::new()
    }

    /// Sets the scene of a ruling, or says what is wrong with it.
    fn arrange(&self, scene: &Scene) -> Result<Self::State, String>;

    /// Scenes whose odds people often want to know, with what can be said about them.
    fn calculators(&self) -> Vec<Calculator> {
        Vec::new()
    }

    /// Checks a roster file; every problem with its line, or the printable sheet.
    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>>;

    /// Files that this play has made so far, such as the rosters of parties that were rolled up
    /// or have lived through a campaign: one for each side that has any.
    fn products(&self, _state: &Self::State) -> Vec<(SideId, String)> {
        Vec::new()
    }

    /// How far a series of battles has got; none for whatever is a single one.
    fn progress(&self, _state: &Self::State) -> Option<Progress> {
        None
    }
}

/// What terrain can mean for play, for drawing it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// Nobody sees through it.
    BlocksSight,
    /// One sees into it or through it only so far.
    HindersSight,
    /// Whoever is in it or behind it is harder to hit.
    Cover,
    /// Slow going.
    Difficult,
    /// It may hurt whoever enters or stays.
    Dangerous,
    /// Nobody walks into it.
    Impassable,
    /// It can be climbed.
    Climbable,
}

/// What is known of a book before anything is played.
#[derive(Debug)]
pub struct About {
    /// The word used on the command line and in files.
    pub key: &'static str,
    /// The title.
    pub title: &'static str,
    /// Version of its rules; saved matches remember it.
    pub version: u32,
    /// The reference, which is also the list of clauses.
    pub rules: &'static str,
    /// What can be played.
    pub scenarios: Vec<Scenario>,
    /// What players may agree on.
    pub options: Vec<OptionSpec>,
    /// Ready-made rosters.
    pub rosters: Vec<ReadyRoster>,
    /// The rulings that come with the book.
    pub rulings: Vec<(&'static str, &'static str)>,
}

/// Something to play.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Scenario {
    /// The word used on the command line and in files.
    pub key: String,
    /// The title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// Usual size of the table in inches.
    pub size: (i32, i32),
    /// How many sides play.
    pub sides: (u8, u8),
    /// How its table is laid unless the players bring one.
    pub lay: Lay,
    /// Keys of the ready-made rosters that it is written for, the first side's first; none where
    /// any will do.
    pub rosters: &'static [&'static str],
}

/// What of a table is chosen when it is laid.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lay {
    /// What it shows, a number, and whether its halves are equal.
    Any,
    /// The scenario says what it shows; the number and the halves are chosen.
    Varied,
    /// Nothing: the scenario has a table of its own.
    Own,
}

/// Something players may agree on before a match.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct OptionSpec {
    /// Its name.
    pub key: &'static str,
    /// What it decides.
    pub summary: &'static str,
    /// The clause that leaves it open.
    pub clause: &'static str,
    /// The possible values, the usual one first; none for a number.
    pub values: &'static [&'static str],
    /// The usual value.
    pub usual: &'static str,
}

/// A roster that comes with the book.
#[derive(Clone, Debug)]
pub struct ReadyRoster {
    /// The word used on the command line.
    pub key: &'static str,
    /// The file.
    pub text: &'static str,
    /// Options without which it cannot be played.
    pub needs: &'static [(&'static str, &'static str)],
    /// Whether its models act by themselves, so that two such forces have nothing to do with each
    /// other, whoever commands them.
    pub by_itself: bool,
}

impl ReadyRoster {
    /// One that needs no options, and somebody who commands it.
    pub const fn new(key: &'static str, text: &'static str) -> ReadyRoster {
        ReadyRoster { key, text, needs: &[], by_itself: false }
    }
}

/// What the players agreed on: names and values of options.
pub type Options = BTreeMap<String, String>;

/// Everything a match starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The scenario.
    pub scenario: String,
    /// What the players agreed on.
    pub options: Options,
    /// One roster file for each side.
    pub rosters: Vec<String>,
    /// The table.
    pub table: TableChoice,
}

/// Where the table comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableChoice {
    /// This one.
    Given(Sketch),
    /// One laid from a seed and a theme.
    Generated {
        /// What it should look like.
        theme: Theme,
        /// Equal seeds give equal tables.
        seed: u64,
        /// Whether it looks the same from both ends.
        symmetric: bool,
    },
}

/// How a match ended.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    /// Why it ended.
    pub reason: String,
}

/// How far a series of battles has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// How many battles are over.
    pub fought: u32,
    /// How many there are to be.
    pub of: u32,
    /// Whether one is being fought, or is about to begin.
    pub fighting: bool,
    /// What comes next, in words.
    pub next: String,
    /// What each side has won and owns, and what it will have to pay.
    pub sides: Vec<(SideId, Vec<String>)>,
    /// What has happened so far, a line for each thing worth remembering.
    pub history: Vec<String>,
}

/// The scene of a ruling: everything its `given` lines say.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Size and pieces of the table.
    pub sketch: Option<Sketch>,
    /// Options that differ from the usual.
    pub options: Options,
    /// The scenario, where the ruling is about one.
    pub scenario: Option<String>,
    /// Ready-made rosters of the sides, where the ruling starts from the beginning.
    pub rosters: Vec<(SideId, String)>,
    /// Models that stand on the table.
    pub models: Vec<SceneModel>,
    /// Who acts next.
    pub to_act: Option<SideId>,
    /// Anything else, in the book's own words.
    pub other: Vec<String>,
}

/// One model of a scene.
#[derive(Clone, Debug)]
pub struct SceneModel {
    /// Whose it is.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// What else is said of it, separated by commas.
    pub traits: Vec<String>,
}

/// A checked roster, ready to be printed.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct RosterSheet {
    /// Its name.
    pub name: String,
    /// How many models it fields.
    pub models: usize,
    /// What it costs, where the book has costs.
    pub points: Option<i32>,
    /// Breaches of the book's limits that players may agree to overlook.
    pub warnings: Vec<String>,
    /// One card for each model or squad: its name and lines of label and value.
    pub cards: Vec<(String, Vec<(String, String)>)>,
    /// What all own together, as lines of label and value.
    pub common: Vec<(String, String)>,
}
