//! What must be true of every book is true of this one.

use std::sync::Arc;

use engine::source::Driver;
use engine::{Book, Options, Setup, TableChoice};
use players::RandomPlayer;
use players::trials::check_games;
use tabletop::generate::Theme;

#[test]
fn the_book_conforms() {
    check_games(&Arc::new(killzone::book()), 1_000..1_004).unwrap_or_else(|why| panic!("{why}"));
}

/// Those who decide by lot seldom meet on a large table: here they have a small one and time.
#[test]
fn the_book_conforms_at_close_quarters() {
    let book = Arc::new(killzone::book());
    let make = |seed: u64| -> Box<dyn Driver> { Box::new(RandomPlayer::new(seed)) };
    let plays = [
        ("contact", "third-platoon", "bone-tribe", ("individual_orders", "on")),
        ("ground", "red-dawn", "iron-hand", ("volley", "declared")),
        ("snatch", "precinct-nine", "frontier-posse", ("musket", "two_shots")),
        ("contact", "rust-pickers", "zombie-horde", ("molotov_area", "on")),
        ("zombies", "red-dawn", "precinct-nine", ("zombie_goal", "stand")),
    ];
    for (seed, (scenario, red, blue, option)) in plays.into_iter().enumerate() {
        let ready = |key: &str| {
            let found = book.about().rosters.iter().find(|r| r.key == key);
            found.map(|r| r.text.to_owned()).expect("a ready-made roster")
        };
        let options = [("size", "small"), ("turn_limit", "10"), ("zombie_turns", "6"), option];
        let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let setup = Setup {
            scenario: scenario.to_owned(),
            options: Options::from(options),
            rosters: vec![ready(red), ready(blue)],
            table: TableChoice::Generated {
                theme: Theme::ALL[seed % Theme::ALL.len()],
                seed: seed as u64,
                symmetric: false,
            },
        };
        let checked = engine::conform::check(Arc::clone(&book), &setup, seed as u64, &make);
        checked.unwrap_or_else(|why| panic!("{scenario}, {red} against {blue}: {why}"));
    }
}
