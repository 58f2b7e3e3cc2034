//! Whole games: nothing panics, nothing gets stuck.

use players::trials::play_games;

#[test]
fn random_games_end() {
    let book = punkapocalyptic::book();
    let decisions = play_games(&book, "random", 0..300).unwrap_or_else(|why| panic!("{why}"));
    assert!(decisions > 10_000, "{decisions}");
}

#[test]
fn novice_games_end() {
    let book = punkapocalyptic::book();
    play_games(&book, "novice", 0..120).unwrap_or_else(|why| panic!("{why}"));
}
