//! The table in the browser: matches over websockets, lobby, seats, storage.

mod assets;
mod catalogue;
mod clock;
mod computers;
pub mod denied;
pub mod games;
mod ground;
mod headers;
pub mod http;
pub mod hub;
pub mod protocol;
mod reference;
mod room;
pub mod seats;
mod serve;
pub mod socket;
pub mod store;
pub mod typescript;
mod wishes;

pub use serve::{Config, run, serve};
