//! The server's heart as browsers meet it: websockets, JSON, a real storage.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod back;
mod browser;
mod durable;
mod limits;
mod matches;
mod seats;
