//! What a book says of the line from one model to another, for people who ask before they act.

use serde::Serialize;
use tabletop::{Length, PieceId, Spot};

use crate::ids::Clause;

/// The judgement on a line of sight.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sighting {
    /// Whether the target can be seen.
    pub seen: bool,
    /// The verdict in a few words: `in the open`, `light cover`, `Ruin 2 is in the way`.
    pub verdict: String,
    /// The rule that says so.
    pub clause: Clause,
    /// How far apart they are, measured as the book measures.
    pub distance: Length,
    /// The lines that were looked along.
    pub rays: Vec<Ray>,
    /// The piece that hides most of the target.
    pub witness: Option<PieceId>,
    /// What else is worth knowing, as lines of label and value: `Rifle`, `in range, 11 of 24`.
    pub notes: Vec<(String, String)>,
}

/// One line that was looked along.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ray {
    /// Where it begins.
    pub from: Spot,
    /// Where it leads.
    pub to: Spot,
    /// Whether nothing is in its way.
    pub open: bool,
}
