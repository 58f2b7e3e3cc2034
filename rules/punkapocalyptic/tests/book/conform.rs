//! What must be true of every book is true of this one.

use std::sync::Arc;

use players::trials::check_games;

#[test]
fn the_book_conforms() {
    let book = Arc::new(punkapocalyptic::book());
    check_games(&book, 1_000..1_006).unwrap_or_else(|why| panic!("{why}"));
}
