//! Whole games for the tests of a book: nothing panics, nothing gets stuck, and what must be true
//! of every book is.

use std::ops::Range;
use std::sync::Arc;

use engine::playout::{Playout, play_out};
use engine::respond::respond;
use engine::source::Driver;
use engine::{About, Answer, Book, Match, Options, Seed, Setup, SideId, TableChoice};
use tabletop::generate::Theme;

/// One of many setups: scenario, rosters, table and, every other time, all options by lot.
pub fn some_setup(about: &About, index: u64) -> Setup {
    let pick = |n: usize, salt: u64| (Seed(index).child(salt).0 % n as u64) as usize;
    let mut options = Options::new();
    if pick(2, 1) == 1 {
        // Every reading of the book is somebody's, so all of them are played.
        for (i, spec) in about.options.iter().enumerate().filter(|(_, o)| o.values.len() > 1) {
            let value = spec.values[pick(spec.values.len(), 100 + i as u64)];
            options.insert(spec.key.to_owned(), value.to_owned());
        }
    }
    let scenario = &about.scenarios[pick(about.scenarios.len(), 7)];
    let most = usize::from(scenario.sides.1);
    let sides = if pick(8, 2) == 0 { most.min(3) } else { 2 };
    let roster = |i: usize| &about.rosters[pick(about.rosters.len(), 3 + i as u64)];
    let rosters: Vec<_> = (0..sides).map(roster).collect();
    for (key, value) in rosters.iter().flat_map(|roster| roster.needs) {
        options.insert((*key).to_owned(), (*value).to_owned());
    }
    Setup {
        scenario: scenario.key.clone(),
        options,
        rosters: rosters.iter().map(|roster| roster.text.to_owned()).collect(),
        table: TableChoice::Generated {
            theme: Theme::ALL[pick(Theme::ALL.len(), 8)],
            seed: index,
            symmetric: pick(2, 9) == 1,
        },
    }
}

/// Plays one game of a book; an error says why it did not come to an end.
fn play<B: Book>(book: &B, index: u64, player: &str) -> Result<Playout, String> {
    let setup = some_setup(book.about(), index);
    let mut state = book.begin(&setup).map_err(|problems| problems.join("; "))?;
    let drivers: Option<Vec<Box<dyn Driver>>> =
        (0..4).map(|side| crate::player(player, index * 4 + side)).collect();
    let mut drivers = drivers.ok_or_else(|| format!("there is no player '{player}'"))?;
    play_out(book, &mut state, &mut Seed(index).stream(), &mut drivers)
}

/// Plays games of a book; says how many decisions they took, or which did not come to an end.
pub fn play_games<B: Book>(book: &B, player: &str, games: Range<u64>) -> Result<u64, String> {
    let mut decisions = 0;
    for index in games {
        let done = play(book, index, player).map_err(|why| format!("game {index}: {why}"))?;
        decisions += done.decisions;
    }
    Ok(decisions)
}

/// A regular with all the time it wants, for [`probe`].
pub const REGULAR: &str = "regular@10s";
/// A veteran with time enough for small positions, for [`probe`].
pub const VETERAN: &str = "veteran@3s";

/// Both of them, with some seeds each, for [`probe`].
pub fn thinkers() -> impl Iterator<Item = (&'static str, u64)> {
    [REGULAR, VETERAN].into_iter().flat_map(|player| [1, 2, 3].map(|seed| (player, seed)))
}

/// Plays on from a small position as long as something holds: a player answers for the first side
/// and a novice for the others. Gives back what is left and what the player answered; an error says
/// who was refused.
pub fn probe<B: Book>(
    player: &str,
    mut game: Match<B>,
    seed: u64,
    goes_on: impl Fn(&B::State) -> bool,
) -> Result<(B::State, Vec<Answer>), String> {
    let named = |name: &str| crate::player(name, seed).ok_or_else(|| format!("no player '{name}'"));
    let (mut player, mut novice) = (named(player)?, named("novice")?);
    let mut answers = Vec::new();
    while goes_on(game.state()) {
        let Some(question) = game.questions().first().cloned() else { break };
        let first = question.side == SideId(0);
        let driver = if first { &mut player } else { &mut novice };
        let answer = respond(&mut **driver, &game, &question);
        answers.extend(first.then(|| answer.clone()));
        game.answer(question.side, answer).map_err(|refusal| refusal.to_string())?;
    }
    Ok((game.state().clone(), answers))
}

/// What was picked of some answers.
pub fn picks(answers: Vec<Answer>) -> Vec<String> {
    let pick = |answer: Answer| match answer {
        Answer::Pick(key) => Some(key),
        _ => None,
    };
    answers.into_iter().filter_map(pick).collect()
}

/// Checks in games of a book what must be true of every book.
pub fn check_games<B: Book>(book: &Arc<B>, games: Range<u64>) -> Result<(), String> {
    let make = |seed: u64| -> Box<dyn Driver> { Box::new(crate::RandomPlayer::new(seed)) };
    let about = book.about();
    let unknown = |key: &&&str| about.rosters.iter().all(|ready| ready.key != **key);
    if let Some(key) = about.scenarios.iter().flat_map(|s| s.rosters).find(unknown) {
        return Err(format!("a scenario is written for '{key}', but there is no such roster"));
    }
    for index in games {
        let setup = some_setup(about, index);
        engine::conform::check(Arc::clone(book), &setup, index, &make)
            .map_err(|why| format!("game {index}: {why}"))?;
    }
    Ok(())
}
