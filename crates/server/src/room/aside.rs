//! What is worked out beside a room while it goes on: computers' thoughts, and outlooks.

use tokio::task::JoinError;

use super::computer::Thought;
use super::hindsight::Foreseen;
use super::{Broken, Room};

/// Something that has been worked out.
pub(super) enum Done {
    /// A computer knows its answer.
    Thought(Thought),
    /// It is known who was how likely to win.
    Outlook(Foreseen),
}

/// What comes back from where it was worked out: each of the two tasks that carry it may fail.
pub(super) type Returned = Result<Result<Done, JoinError>, JoinError>;

impl Room {
    /// Takes in what has been worked out.
    pub(super) fn take_in(&mut self, returned: Returned) -> Result<(), Broken> {
        let done = returned.and_then(|done| done).map_err(|error| {
            tracing::error!("match {}: work beside it has failed: {error}", self.id);
            Broken("Something that was being worked out could not be finished.".to_owned())
        })?;
        match done {
            Done::Thought(thought) => {
                self.thinking = false;
                self.thought = Some(thought);
            }
            Done::Outlook(foreseen) => self.tell_outlook(foreseen),
        }
        Ok(())
    }

    /// Waits until no computer thinks about the match any more, so that it can be changed.
    pub(super) async fn settle(&mut self) -> Result<(), Broken> {
        while self.thinking
            && let Some(done) = self.aside.join_next().await
        {
            self.take_in(done)?;
        }
        Ok(())
    }
}
