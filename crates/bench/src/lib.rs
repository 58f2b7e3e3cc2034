//! What the benches measure: games of Requiem set up once and played again and again.

use engine::playout::{Playout, play_out};
use engine::source::Driver;
use engine::{Answer, Book, DiceChoice, Match, Options, Seed, Setup, TableChoice};
use players::RandomPlayer;
use requiem::Requiem;
use tabletop::generate::Theme;

/// A match between the two printed bands on a generated table.
pub fn setup(theme: Theme, seed: u64) -> Setup {
    let book = requiem::book();
    let rosters = book.about().rosters.iter().take(2).map(|r| r.text.to_owned()).collect();
    Setup {
        scenario: "seek-and-destroy".to_owned(),
        options: Options::new(),
        rosters,
        table: TableChoice::Generated { theme, seed, symmetric: false },
    }
}

/// Plays one random game straight through, with drivers that answer on the spot.
pub fn driven(book: &Requiem, start: &<Requiem as Book>::State, seed: u64) -> Playout {
    let mut state = start.clone();
    let mut drivers: Vec<Box<dyn Driver>> =
        vec![Box::new(RandomPlayer::new(seed)), Box::new(RandomPlayer::new(!seed))];
    play_out(book, &mut state, &mut Seed(seed).stream(), &mut drivers)
        .expect("random games of Requiem end")
}

/// Plays one random game through a [`Match`] that suspends at every question; gives back the
/// number of decisions.
pub fn suspended(
    book: &std::sync::Arc<Requiem>,
    setup: &Setup,
    start: &<Requiem as Book>::State,
    seed: u64,
) -> u64 {
    let dice = DiceChoice::Seeded(Seed(seed));
    let mut game = Match::from_state(book.clone(), setup.clone(), start.clone(), &dice)
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
