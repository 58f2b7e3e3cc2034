//! The games there are. This is the only place that names them.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use engine::face::{Game, Hosted};

/// All games.
pub(crate) fn games() -> Vec<Box<dyn Game>> {
    vec![Box::new(Hosted(Arc::new(requiem::book())))]
}

/// The game of a key.
pub(crate) fn game(key: &str) -> Result<Box<dyn Game>> {
    let mut games = games();
    let known: Vec<&str> = games.iter().map(|game| game.about().key).collect();
    let unknown =
        || anyhow!("there is no game '{key}'; there is: {}\nTry: dustup games", known.join(", "));
    let place = known.iter().position(|k| k.eq_ignore_ascii_case(key)).ok_or_else(unknown)?;
    Ok(games.swap_remove(place))
}
