//! Tests of the whole book; one program, since linking takes longer than testing.

mod games;
mod overlaps;
mod players;
mod rosters;
mod rulings;
mod sight;
mod zones;
