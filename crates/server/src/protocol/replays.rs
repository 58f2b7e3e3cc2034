//! A match from its beginning.

use engine::matches::Told;
use engine::view::{Eyes, View};
use serde::Serialize;
use ts_rs::TS;

use super::Alterations;

/// A match from its beginning, as one pair of eyes saw it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Timeline {
    /// Through whose eyes.
    pub eyes: Eyes,
    /// Through whose eyes it may be seen.
    pub choices: Vec<Eyes>,
    /// How many steps were played.
    pub steps: usize,
    /// The first step that can be shown.
    pub first: usize,
    /// Everything that happened.
    pub log: Vec<Told>,
    /// Whether it may be played on from any point, or why not.
    pub branch: Result<(), String>,
    /// Whether its file may be had, or why not.
    pub file: Result<(), String>,
}

/// The match after a step.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FrameInfo {
    /// How many steps had been played.
    pub steps: usize,
    /// The models and how the sides stood.
    pub view: View,
    /// What had changed on the table.
    pub changes: Alterations,
    /// How many events had happened by then.
    pub events: usize,
}
