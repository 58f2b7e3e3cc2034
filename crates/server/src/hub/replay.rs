//! Matches as they were played: files, timelines, frames, branches.

use std::ops::Range;

use engine::view::Eyes;

use super::Hub;
use crate::denied::Denied;
use crate::protocol::{FrameInfo, Timeline};
use crate::seats::Guest;

/// So many frames are sent at a time; whoever wants more asks again.
pub const MOST_FRAMES: usize = 256;

impl Hub {
    /// The file of a match, its seed included.
    pub async fn file(&self, guest: Guest, id: &str) -> Result<String, Denied> {
        self.visit(id, move |room| room.file(guest)).await
    }

    /// Everything that happened, as some eyes saw it.
    pub async fn timeline(
        &self,
        guest: Guest,
        id: &str,
        eyes: Option<Eyes>,
    ) -> Result<Timeline, Denied> {
        self.visit(id, move |room| room.timeline(guest, eyes)).await
    }

    /// The match after each of some steps, as some eyes saw it; at most [`MOST_FRAMES`].
    pub async fn frames(
        &self,
        guest: Guest,
        id: &str,
        eyes: Option<Eyes>,
        steps: Range<usize>,
    ) -> Result<Vec<FrameInfo>, Denied> {
        let end = steps.end.min(steps.start.saturating_add(MOST_FRAMES));
        self.visit(id, move |room| room.frames(guest, eyes, steps.start..end)).await
    }
}
