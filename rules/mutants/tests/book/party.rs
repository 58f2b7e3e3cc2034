//! Parties made by random players: nothing panics, nothing gets stuck, and every party that
//! comes of it reads back and breaks no rule.

use std::sync::Arc;

use engine::playout::play_out;
use engine::rulings::{Mode, run};
use engine::source::Driver;
use engine::{Book, Seed, Setup, SideId, TableChoice};
use mutants::options::Agreed;
use mutants::party;
use tabletop::generate::Theme;

fn setup(index: u64) -> Setup {
    let book = party::creation();
    let about = book.about();
    let pick = |n: usize, salt: u64| (Seed(index).child(salt).0 % n as u64) as usize;
    let method = ["rolled", "chosen", "auction", "ready"][pick(4, 1)];
    let mut options = engine::Options::new();
    options.insert("method".to_owned(), method.to_owned());
    options.insert("slots".to_owned(), (1 + pick(7, 2)).to_string());
    for (i, spec) in about.options.iter().enumerate() {
        let own = ["animal_mental", "rolled_leader_q", "wretched_per_five", "gun_cell_is_spare"];
        if own.contains(&spec.key) {
            let value = spec.values[pick(spec.values.len(), 10 + i as u64)];
            options.insert(spec.key.to_owned(), value.to_owned());
        }
    }
    let (scenario, sides) = match method {
        "auction" => ("free".to_owned(), 2 + pick(3, 3)),
        _ => (about.scenarios[pick(about.scenarios.len(), 4)].key.clone(), 1 + pick(3, 3)),
    };
    Setup {
        scenario,
        options,
        rosters: (0..sides).map(|i| ["", "The Lost"][i % 2].to_owned()).collect(),
        table: TableChoice::Generated { theme: Theme::ALL[0], seed: 1, symmetric: false },
    }
}

fn play(index: u64, player: &str) -> Vec<(SideId, String)> {
    let book = party::creation();
    let mut state = book.begin(&setup(index)).expect("a setup that can be played");
    let mut drivers: Vec<Box<dyn Driver>> =
        (0..4).map(|i| players::player(player, index * 4 + i).expect("a known player")).collect();
    let played = play_out(&book, &mut state, &mut Seed(index).stream(), &mut drivers);
    played.unwrap_or_else(|why| panic!("{index}: {why}"));
    book.products(&state)
}

#[test]
fn random_parties_are_complete_and_keep_the_rules() {
    for index in 0..1_200 {
        let player = if index % 3 == 0 { "novice" } else { "random" };
        let ready = setup(index).options["method"] == "ready";
        for (side, text) in play(index, player) {
            let roster = party::read(&text, side, &Agreed::default())
                .unwrap_or_else(|why| panic!("{index}: {why:?}\n{text}"));
            assert_eq!(party::write(&roster), text, "{index}");
            let agreed = Agreed::default();
            let warnings = party::breaches::breaches(&roster, &agreed);
            // Ready-made characters are as they were printed, and Leaders may be rolled.
            let serious: Vec<_> =
                warnings.iter().filter(|(clause, _)| clause.0 != "MUT-PTY-08" && !ready).collect();
            let odd = setup(index).options["rolled_leader_q"] == "on"
                || setup(index).options["method"] == "chosen"
                || setup(index).options["method"] == "auction";
            assert!(serious.is_empty() || odd, "{index}: {serious:?}\n{text}");
        }
    }
}

#[test]
fn the_book_of_parties_conforms() {
    let book = Arc::new(party::creation());
    let make = |seed: u64| players::player("random", seed).unwrap();
    for index in 2_000..2_012 {
        engine::conform::check(book.clone(), &setup(index), index, &make)
            .unwrap_or_else(|why| panic!("{index}: {why}"));
    }
}

#[test]
fn all_rulings_hold() {
    let book = Arc::new(party::creation());
    for (file, text) in &book.about().rulings {
        let report = run(&book, file, text, Mode::Check);
        if let Some(failure) = report.failures().next() {
            panic!("{failure}");
        }
        assert!(!report.results.is_empty(), "{file} holds no ruling");
    }
}
