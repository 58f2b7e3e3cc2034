//! The table in the browser: matches over websockets, lobby, seats, storage.

pub mod denied;
pub mod games;
mod ground;
pub mod protocol;
pub mod typescript;
