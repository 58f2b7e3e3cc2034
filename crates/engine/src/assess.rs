//! What a position is worth, as far as a book can say at a glance: for those who look ahead.
//!
//! A book says what there is; how much each of it matters to somebody is a matter of character,
//! and is weighed by whoever plays.

use serde::Serialize;

/// How far a match has come, for those who look a certain way ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// The round or turn of the book; nought before the first.
    pub round: u32,
    /// Something that changes whenever another model or squad begins to act, or a phase ends.
    pub activation: u32,
}

impl Clock {
    /// So many rounds, and a number for what is going on in this one.
    pub fn new(round: u32, activation: u32) -> Clock {
        Clock { round, activation }
    }
}

/// How the sides stand, in the order of their numbers.
pub type Assessment = Vec<Assets>;

/// How one side stands. Everything is in thousandths of what the whole force was worth at the
/// start, so that one character can weigh the assets of any book.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Assets {
    /// What is left of the force and can fight; less for whoever is hurt, stunned or down.
    pub material: i32,
    /// How near the side is to winning by the scenario's own terms.
    pub objectives: i32,
    /// What it must expect to lose before its models act again.
    pub danger: i32,
    /// What it threatens by where its models stand: nearness, sight, cover, height.
    pub position: i32,
    /// How far it is from breaking.
    pub morale: i32,
    /// What it may still do before the others: actions left, the initiative, a turn at risk.
    pub tempo: i32,
}
