//! The figures of an experiment: what its report shows, and what `--json` prints.
//!
//! Every figure says how many games it rests on. Where the games cannot answer, it says so
//! instead of giving a number.

mod costs;
mod items;
mod options;
mod overview;
mod variants;

use engine::dice::Seed;
use serde::Serialize;

use crate::results::{Results, Short};
use crate::stats::{Clusters, wilson};

pub use costs::{Costs, Item, Strength};
pub use options::{OptionEffect, Shift};
pub use overview::{Ending, Histogram, Length, Meeting, Overview, Seat};
pub use variants::{Against, Effect};

/// Fewer deals say nothing about how much luck there is in a number.
const FEWEST_DEALS: usize = 20;
/// The numbers by which the draws of the bootstrap follow from the seed of the experiment.
const BOOTSTRAP: u64 = 0xb007;

/// All figures of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// What was played, and how much of it.
    pub overview: Overview,
    /// Who beats whom.
    pub meetings: Vec<Meeting>,
    /// What the seat is worth.
    pub seats: Vec<Seat>,
    /// How long games are, in rounds and in decisions; nothing where none were played.
    pub lengths: Vec<Length>,
    /// Why games end.
    pub endings: Vec<Ending>,
    /// What each change of a roster is worth.
    pub variants: Vec<Effect>,
    /// What each option changes.
    pub options: Vec<OptionEffect>,
    /// How computer players fare, where different ones play.
    pub players: Vec<Seat>,
    /// How strong rosters are, and what they and their parts should cost.
    pub costs: Costs,
    /// Games that failed, with their errors.
    pub failed: Vec<(u64, String)>,
}

impl Figures {
    /// Works everything out.
    pub fn new(results: &Results) -> Figures {
        Figures {
            overview: overview::overview(results),
            meetings: overview::meetings(results),
            seats: overview::seats(results),
            lengths: overview::lengths(results),
            endings: overview::endings(results),
            variants: variants::effects(results),
            options: options::effects(results),
            players: overview::players(results),
            costs: costs::costs(results),
            failed: results.failed.clone(),
        }
    }
}

/// A share of games with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many games it rests on.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// Wins and half the draws, in parts of all games.
    pub share: f64,
    /// Lower end of the interval that holds it with 95 percent confidence, by Wilson.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Share {
    /// Counts scores: one, a half or zero.
    pub(crate) fn of(scores: impl IntoIterator<Item = f64>) -> Share {
        let (mut games, mut wins, mut draws) = (0, 0, 0);
        for score in scores {
            games += 1;
            wins += u64::from(score > 0.75);
            draws += u64::from((0.25..=0.75).contains(&score));
        }
        Share::counted(games, wins, draws)
    }

    /// From counts.
    pub(crate) fn counted(games: u64, wins: u64, draws: u64) -> Share {
        let hits = wins as f64 + draws as f64 / 2.0;
        let (low, high) = wilson(hits, games);
        let share = if games == 0 { 0.5 } else { hits / games as f64 };
        Share { games, wins, draws, share, low, high }
    }
}

/// A number with its interval, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A number.
    Known {
        /// The number.
        value: f64,
        /// Lower end of the interval that holds it with 95 percent confidence.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// None.
    Unknown {
        /// Why not.
        unknown: String,
    },
}

impl Answer {
    fn unknown(why: impl Into<String>) -> Answer {
        Answer::Unknown { unknown: why.into() }
    }

    fn known(value: f64, interval: Option<(f64, f64)>) -> Answer {
        match interval {
            Some((low, high)) if value.is_finite() => Answer::Known { value, low, high },
            _ => Answer::unknown("the games do not settle it"),
        }
    }

    /// The number and its interval, if there is one.
    pub fn numbers(&self) -> Option<(f64, f64, f64)> {
        match self {
            Answer::Known { value, low, high } => Some((*value, *low, *high)),
            Answer::Unknown { .. } => None,
        }
    }

    /// The mean of numbers that were collected by deal.
    fn mean(clusters: &Clusters, seed: Seed) -> Answer {
        match clusters.filled() {
            0 => Answer::unknown("no games were played for this"),
            n if n < FEWEST_DEALS => Answer::unknown(format!(
                "too few deals: {n}, and at least {FEWEST_DEALS} are needed"
            )),
            _ => Answer::known(clusters.mean(), clusters.interval(seed)),
        }
    }
}

/// The seed of the draws for one of many figures.
fn bootstrap_seed(results: &Results, figure: u64) -> Seed {
    Seed(results.plan.seed).child(BOOTSTRAP).child(figure)
}

/// Two games that differ only in what is compared, as the scores of the first roster, and where
/// they belong.
struct Pair {
    block: usize,
    swapped: bool,
    here: Short,
    there: Short,
}

impl Pair {
    /// How much more the first roster scores here.
    fn gain(&self) -> f64 {
        self.here.first_score(self.swapped) - self.there.first_score(self.swapped)
    }
}
