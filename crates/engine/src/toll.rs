//! What a legal path costs and risks, for people who look before they leap.

use serde::Serialize;
use tabletop::Spot;

/// What a path costs and risks.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Toll {
    /// The cost in the book's own terms: `4.2 of 6 inches`, `2 actions`.
    pub cost: String,
    /// How dear it is: nought for the cheapest moves, one for those that cost a second action
    /// or all of a run, and so on.
    pub band: u8,
    /// What will have to be rolled or suffered on the way, a few words each.
    pub risks: Vec<String>,
    /// Where it really ends, if something stops it on the way.
    pub end: Option<Spot>,
}

/// Whatever a book works out when it judges a path.
pub trait Plan {
    /// What it costs and risks; nothing worth saying unless the book says so.
    fn toll(&self) -> Toll {
        Toll::default()
    }
}

/// The end of a path that costs nothing.
impl Plan for Spot {}
