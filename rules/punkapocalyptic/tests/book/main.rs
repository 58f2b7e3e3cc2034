//! Tests of the whole book; one program, since linking takes longer than testing.

mod conform;
mod games;
mod players;
mod rosters;
mod rulings;
