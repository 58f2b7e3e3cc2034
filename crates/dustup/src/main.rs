//! Dustup.
fn main() {}
