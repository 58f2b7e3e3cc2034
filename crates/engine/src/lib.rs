//! Play: context, questions, answers, dice, matches, explanations, views, replays, rulings.
//!
//! Knows no rulebook. Start reading at [`cx`], which is the one idea of the project: a rule is
//! a plain function that can be run again.

pub mod assess;
pub mod book;
mod calculator;
pub mod conform;
pub mod cx;
pub mod dice;
pub mod event;
pub mod face;
pub mod ids;
mod judge;
pub mod laying;
pub mod luck;
pub mod matches;
pub mod notation;
pub mod odds;
pub mod options;
pub mod playout;
pub mod position;
pub mod question;
pub mod respond;
pub mod rosters;
pub mod rules;
pub mod rulings;
pub mod save;
pub mod sighting;
pub mod source;
pub mod toll;
pub mod view;
mod wanted;
pub mod ways;

pub use book::{About, Book, Options, Outcome, Setup, TableChoice};
pub use cx::{Cx, Input, Play, Source, Stop};
pub use dice::{Faces, Need, Seed, Stream};
pub use event::{Deed, Event, Roll};
pub use ids::{Clause, ModelId, SideId};
pub use luck::Luck;
pub use matches::{DiceChoice, Header, Match};
pub use question::{Answer, Ask, Choice, Question, Refusal};
pub use tabletop::hash;
pub use view::{Eyes, View};
