//! Tests of the whole book; one program, since linking takes longer than testing.

mod ahead;
mod campaigns;
mod games;
mod party;
mod players;
mod rulings;
