//! What browsers and the server say to each other.
//!
//! `web/src/lib/protocol.ts` is made from these types; a test sees to it that it is up to date.
//! Nothing here knows a rule: views, questions, events and answers are the engine's own.

mod playing;
mod replays;
mod starting;

pub use playing::*;
pub use replays::*;
pub use starting::*;
