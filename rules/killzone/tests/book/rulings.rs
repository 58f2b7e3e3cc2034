//! Every ruling of the book holds, and every clause has one or a reason.

use std::sync::Arc;

#[test]
fn all_rulings_hold_and_every_clause_has_one() {
    engine::rulings::complete(&Arc::new(killzone::book()))
        .unwrap_or_else(|failure| panic!("{failure}"));
}
