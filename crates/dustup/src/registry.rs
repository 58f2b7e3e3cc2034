//! The games there are. This is the only place that names them.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use engine::Book;
use engine::face::{Game, Hosted};

/// A title: its battles, and what goes with them.
pub(crate) struct Title {
    /// Single battles.
    pub(crate) battle: Box<dyn Game>,
    /// Making up parties, where they are not simply written down.
    pub(crate) party: Option<Box<dyn Game>>,
    /// Series of battles in which parties live on.
    pub(crate) campaign: Option<Box<dyn Game>>,
}

impl Title {
    /// A title that is nothing but battles.
    fn of(battle: impl Book) -> Title {
        Title { battle: hosted(battle), party: None, campaign: None }
    }

    /// All its games, battles first.
    pub(crate) fn games(&self) -> impl Iterator<Item = &dyn Game> {
        let more = [&self.party, &self.campaign].into_iter().filter_map(|game| game.as_deref());
        [&*self.battle].into_iter().chain(more)
    }

    /// The same, taken apart.
    pub(crate) fn into_games(self) -> impl Iterator<Item = Box<dyn Game>> {
        [Some(self.battle), self.party, self.campaign].into_iter().flatten()
    }
}

fn hosted(book: impl Book) -> Box<dyn Game> {
    Box::new(Hosted(Arc::new(book)))
}

/// All titles.
pub(crate) fn titles() -> Vec<Title> {
    vec![
        Title::of(requiem::book()),
        Title {
            party: Some(hosted(mutants::party::creation())),
            campaign: Some(hosted(mutants::campaign::book())),
            ..Title::of(mutants::book())
        },
        Title::of(opend6::book()),
        Title::of(killzone::book()),
        Title::of(punkapocalyptic::book()),
    ]
}

/// The title of a key; the keys of the games that go with it will do as well.
pub(crate) fn title(key: &str) -> Result<Title> {
    let is_named = |title: &Title| title.games().any(|g| is_of(g, key));
    titles().into_iter().find(is_named).ok_or_else(|| unknown(key))
}

/// The game of a key, whether it is battles or goes with them.
pub(crate) fn game(key: &str) -> Result<Box<dyn Game>> {
    let found = title(key)?.into_games().find(|game| is_of(&**game, key));
    found.ok_or_else(|| unknown(key))
}

/// The keys of the titles that fit, for messages.
pub(crate) fn keys(fits: impl Fn(&Title) -> bool) -> String {
    let fitting = titles().into_iter().filter(|title| fits(title));
    let keys: Vec<&str> = fitting.map(|title| title.battle.about().key).collect();
    if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
}

fn is_of(game: &dyn Game, key: &str) -> bool {
    game.about().key.eq_ignore_ascii_case(key)
}

fn unknown(key: &str) -> anyhow::Error {
    anyhow!("there is no game '{key}'; there is: {}\nTry: dustup games", keys(|_| true))
}
