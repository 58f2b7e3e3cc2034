//! What the benches measure: games set up once and played again and again.

use std::sync::Arc;

use engine::playout::{Playout, play_out};
use engine::source::Driver;
use engine::{Answer, Book, DiceChoice, Match, Options, Seed, Setup, TableChoice};
use players::RandomPlayer;
use tabletop::generate::Theme;

/// A match of Requiem between the two printed bands on a generated table.
pub fn setup(theme: Theme, seed: u64) -> Setup {
    between_ready_made(&requiem::book(), Some("seek-and-destroy"), theme, seed)
}

/// A match of Mutants and Death Ray Guns, five a side: the first scenario and the first two
/// ready-made parties on a generated table.
pub fn mutants_setup(theme: Theme, seed: u64) -> Setup {
    between_ready_made(&mutants::book(), None, theme, seed)
}

/// A free battle of OpenD6 Space Miniatures, 1,000 points a side, on a generated table.
pub fn opend6_setup(theme: Theme, seed: u64) -> Setup {
    between_ready_made(&opend6::book(), Some("free-battle"), theme, seed)
}

/// A contact of KillZone between the first two ready-made squads on a generated table.
pub fn killzone_setup(theme: Theme, seed: u64) -> Setup {
    between_ready_made(&killzone::book(), Some("contact"), theme, seed)
}

/// An open fight of Punkapocalyptic, 300 points a side, on a generated table.
pub fn punkapocalyptic_setup(theme: Theme, seed: u64) -> Setup {
    let book = punkapocalyptic::book();
    let small = book.about().rosters.iter().filter(|r| r.key.ends_with("-300")).take(2);
    let rosters = small.map(|r| r.text.to_owned()).collect();
    Setup { rosters, ..between_ready_made(&book, Some("open-fight"), theme, seed) }
}

/// A match between a book's first two ready-made rosters; its first scenario, if none is named.
fn between_ready_made<B: Book>(book: &B, scenario: Option<&str>, theme: Theme, seed: u64) -> Setup {
    let about = book.about();
    let first = || about.scenarios.first().map(|s| s.key.clone()).unwrap_or_default();
    let rosters = || about.rosters.iter().take(2);
    let needs = rosters().flat_map(|r| r.needs);
    Setup {
        scenario: scenario.map_or_else(first, str::to_owned),
        options: needs.map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Options>(),
        rosters: rosters().map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Generated { theme, seed, symmetric: false },
    }
}

/// Plays one random game straight through, with drivers that answer on the spot.
pub fn driven<B: Book>(book: &B, start: &B::State, seed: u64) -> Playout {
    let mut state = start.clone();
    let mut drivers: Vec<Box<dyn Driver>> =
        vec![Box::new(RandomPlayer::new(seed)), Box::new(RandomPlayer::new(!seed))];
    play_out(book, &mut state, &mut Seed(seed).stream(), &mut drivers).expect("random games end")
}

/// Plays one random game through a [`Match`] that suspends at every question; gives back the
/// number of decisions.
pub fn suspended<B: Book>(book: &Arc<B>, setup: &Setup, start: &B::State, seed: u64) -> u64 {
    let dice = DiceChoice::Seeded(Seed(seed));
    let mut game = Match::from_state(Arc::clone(book), setup.clone(), start.clone(), &dice)
        .expect("the match begins");
    let mut player = RandomPlayer::new(seed);
    let mut decisions = 0;
    while let Some(question) = game.questions().first().cloned() {
        let answer: Answer = engine::respond::respond(&mut player, &game, &question);
        game.answer(question.side, answer).expect("random players answer legally");
        decisions += 1;
    }
    decisions
}
