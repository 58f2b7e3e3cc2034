//! Whatever answers questions: players that decide by lot, by rules of thumb, or by looking ahead.
//!
//! They see a game only through the engine's questions and positions, so every one of them can
//! play every book. Equal names and seeds give equal players, except that one who thinks for a
//! certain time gets further on a faster machine.

mod candidates;
mod chance;
mod character;
mod formation;
mod novice;
pub mod outlook;
mod places;
mod random;
mod thinker;
pub mod trials;
mod watched;

use std::time::Duration;

use engine::source::Driver;

use thinker::{Level, Thinker};

pub use character::{Character, characters};
pub use novice::Novice;
pub use random::RandomPlayer;
pub use watched::{Ledger, SharedLedger, Watched};

/// The names of all players, the simplest first.
pub const NAMES: [&str; 4] = ["random", "novice", "regular", "veteran"];

/// How long a veteran thinks about one question if nothing else is said.
const VETERAN_TIME: Duration = Duration::from_secs(1);
/// The character of those who are not said to have another.
const USUAL: &str = "steady";

/// The player of a name, if there is one: `veteran`, or `veteran:bold` for one of that character,
/// or `veteran@200ms` for one that thinks no longer than that.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Driver>> {
    let (name, time) = match name.split_once('@') {
        Some((name, time)) => (name, Some(duration(time)?)),
        None => (name, None),
    };
    let (level, character) = name.split_once(':').unwrap_or((name, USUAL));
    let character = characters().get(character)?;
    let thinker = |level| Some(Box::new(Thinker::new(level, character, seed)) as Box<dyn Driver>);
    match level {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "novice" => Some(Box::new(Novice::new(seed))),
        "glance" => thinker(Level::Glance),
        "regular" => thinker(Level::Regular),
        "veteran" => thinker(Level::Veteran(time.unwrap_or(VETERAN_TIME))),
        _ => None,
    }
}

/// A time such as `200ms` or `2s`.
fn duration(text: &str) -> Option<Duration> {
    match text.strip_suffix("ms") {
        Some(number) => Some(Duration::from_millis(number.parse().ok()?)),
        None => Some(Duration::from_secs(text.strip_suffix('s')?.parse().ok()?)),
    }
}

/// What a player is like, in one sentence.
pub fn summary(name: &str) -> Option<&'static str> {
    match name {
        "random" => Some("decides everything by lot"),
        "novice" => Some("takes whatever looks best at first sight"),
        "regular" => Some("weighs what may come of each activation"),
        "veteran" => Some("plays the next rounds through in its head"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_player_and_a_summary() {
        for name in NAMES {
            assert!(player(name, 1).is_some(), "{name}");
            assert!(summary(name).is_some(), "{name}");
        }
        assert!(player("nobody", 1).is_none());
        assert!(summary("nobody").is_none());
    }
}
