//! Whole games with random players: nothing panics, nothing gets stuck.

use std::sync::Arc;

use players::trials::{check_games, play_games};

#[test]
fn random_games_end() {
    let decisions =
        play_games(&opend6::book(), "random", 0..200).unwrap_or_else(|why| panic!("{why}"));
    assert!(decisions > 10_000, "{decisions}");
}

#[test]
fn novice_games_end() {
    play_games(&opend6::book(), "novice", 0..100).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn the_book_conforms() {
    check_games(&Arc::new(opend6::book()), 1_000..1_006).unwrap_or_else(|why| panic!("{why}"));
}
