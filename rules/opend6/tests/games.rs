//! Whole games with random players: nothing panics, nothing gets stuck.

use engine::playout::play_out;
use engine::source::Driver;
use engine::{Book, Seed, Setup, TableChoice};
use tabletop::generate::Theme;

fn setup(index: u64) -> Setup {
    let book = opend6::book();
    let about = book.about();
    let pick = |n: usize, salt: u64| (Seed(index).child(salt).0 % n as u64) as usize;
    let mut options = engine::Options::new();
    if pick(2, 1) == 1 {
        // Every reading of the book is somebody's, so all of them are played.
        for (i, spec) in about.options.iter().enumerate() {
            if spec.values.len() > 1 {
                let value = spec.values[pick(spec.values.len(), 100 + i as u64)];
                options.insert(spec.key.to_owned(), value.to_owned());
            }
        }
    }
    let rosters = (0..2).map(|i| about.rosters[pick(about.rosters.len(), 3 + i)].text.to_owned());
    Setup {
        scenario: about.scenarios[pick(about.scenarios.len(), 7)].key.clone(),
        options,
        rosters: rosters.collect(),
        table: TableChoice::Generated {
            theme: Theme::ALL[pick(Theme::ALL.len(), 8)],
            seed: index,
            symmetric: pick(2, 9) == 1,
        },
    }
}

fn play(index: u64, player: &str) -> Result<engine::playout::Playout, String> {
    let book = opend6::book();
    let mut state = book.begin(&setup(index)).map_err(|p| p.join("; "))?;
    let mut drivers: Vec<Box<dyn Driver>> =
        (0..2).map(|i| players::player(player, index * 3 + i).expect("a known player")).collect();
    play_out(&book, &mut state, &mut Seed(index).stream(), &mut drivers)
}

#[test]
fn random_games_end() {
    let mut decisions = 0;
    for index in 0..200 {
        let done = play(index, "random").unwrap_or_else(|why| panic!("game {index}: {why}"));
        decisions += done.decisions;
    }
    assert!(decisions > 10_000);
}

#[test]
fn novice_games_end() {
    for index in 0..100 {
        play(index, "novice").unwrap_or_else(|why| panic!("game {index}: {why}"));
    }
}

#[test]
fn the_book_conforms() {
    let book = std::sync::Arc::new(opend6::book());
    let make = |seed: u64| players::player("random", seed).unwrap();
    for index in 1_000..1_006 {
        let setup = setup(index);
        engine::conform::check(book.clone(), &setup, index, &make)
            .unwrap_or_else(|why| panic!("game {index}: {why}"));
    }
}
