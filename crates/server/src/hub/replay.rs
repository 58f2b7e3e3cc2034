//! Matches as they were played: files, timelines, frames, branches.

use std::ops::Range;

use engine::view::Eyes;

use super::{Hub, missing, unstored};
use crate::denied::Denied;
use crate::protocol::{FrameInfo, Timeline};
use crate::seats::Guest;

impl Hub {
    /// The file of a match, its seed included. Whoever plays on from then on is warned of that.
    pub async fn file(&self, guest: Guest, id: &str) -> Result<String, Denied> {
        let (text, tells_dice) = self.visit(id, move |room| room.file(guest)).await?;
        if tells_dice {
            let noted = self.store().reseat(id, |seating| seating.settings.seed_known = true);
            noted.await.map_err(unstored)?.ok_or_else(missing)?;
            self.reseat(id);
        }
        Ok(text)
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

    /// The match after each of some steps, as some eyes saw it.
    pub async fn frames(
        &self,
        guest: Guest,
        id: &str,
        eyes: Option<Eyes>,
        steps: Range<usize>,
    ) -> Result<Vec<FrameInfo>, Denied> {
        self.visit(id, move |room| room.frames(guest, eyes, steps)).await
    }
}
