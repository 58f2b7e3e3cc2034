//! Whole campaigns, played at random and checked on the way.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use engine::book::{Book, Setup, TableChoice};
use engine::conform;
use tabletop::generate::Theme;

fn setup(rosters: [&str; 2], options: &[(&str, &str)], seed: u64) -> Setup {
    let book = mutants::campaign::book();
    let text = |key: &str| {
        let found = book.about().rosters.iter().find(|roster| roster.key == key);
        found.map(|roster| roster.text.to_owned()).unwrap_or_default()
    };
    Setup {
        scenario: "campaign".to_owned(),
        options: options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        rosters: rosters.map(text).to_vec(),
        table: TableChoice::Generated { theme: Theme::Ruins, seed, symmetric: false },
    }
}

fn check(rosters: [&str; 2], options: &[(&str, &str)], seed: u64) {
    let book = Arc::new(mutants::campaign::book());
    let driver = |seed: u64| players::player("random", seed).unwrap();
    let summary = conform::check(book, &setup(rosters, options, seed), seed, &driver);
    let summary = summary.unwrap_or_else(|why| panic!("{rosters:?}: {why}"));
    assert!(summary.answers > 0);
}

/// Battles that do not take long: what is between them is to be tried out here.
const SHORT: [(&str, &str); 1] = [("turn_limit", "2")];

#[test]
fn campaigns_of_ready_made_parties_hold() {
    let keys = ["purity-squad", "androids", "humanoid-warband", "robots", "plants", "wretched"];
    for (seed, pair) in keys.windows(2).enumerate() {
        check([pair[0], pair[1]], &SHORT, seed as u64);
    }
    check(["wretched", "animal-warband"], &SHORT, 9);
}

#[test]
fn campaigns_of_new_parties_hold() {
    for seed in 0..3 {
        check(["", ""], &[SHORT[0], ("games", "2")], seed);
    }
}

#[test]
fn campaigns_that_are_fought_elsewhere_hold() {
    for seed in 0..4 {
        let options = [("battles", "elsewhere"), ("games", "5"), ("poison_persists", "on")];
        check(["wretched", "humanoid-warband"], &options, seed);
        check(["plants", "robots"], &[("battles", "ask"), SHORT[0]], seed);
    }
}

#[test]
fn what_is_wrong_with_a_campaign_is_said() {
    let book = mutants::campaign::book();
    let mut wrong = setup(["plants", "robots"], &[("games", "0")], 1);
    assert!(book.begin(&wrong).unwrap_err()[0].contains("from 1 to 50"));
    wrong = setup(["plants", "robots"], &[("luck", "good")], 1);
    assert!(book.begin(&wrong).unwrap_err()[0].contains("luck"));
    wrong = setup(["plants", ""], &[], 1);
    assert!(book.begin(&wrong).unwrap_err()[0].contains("blue's roster"));
    wrong.rosters.truncate(1);
    assert!(book.begin(&wrong).unwrap_err()[0].contains("two to four"));
}

#[test]
fn parties_that_come_home_can_be_read_again() {
    let book = mutants::campaign::book();
    let setup = setup(["animal-warband", "wretched"], &SHORT, 5);
    let mut state = book.begin(&setup).unwrap();
    let mut drivers: Vec<_> = (0..2).map(|s| players::player("random", s).unwrap()).collect();
    let mut dice = engine::Seed(5).stream();
    let played = engine::playout::play_out(&book, &mut state, &mut dice, &mut drivers).unwrap();
    assert_eq!(played.products.len(), 2);
    for (side, text) in &played.products {
        let sheet = book.check_roster(text, &setup.options);
        assert!(sheet.is_ok(), "{side}: {sheet:?}\n{text}");
    }
    let progress = book.progress(&state).unwrap();
    assert_eq!((progress.fought, progress.of, progress.fighting), (3, 3, false));
}
