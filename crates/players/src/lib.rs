//! Whatever answers questions: players that decide by lot, by rules of thumb, or by looking ahead.
//!
//! They see a game only through the engine's questions and positions, so every one of them can
//! play every book. Equal names and seeds give equal players, except that one who thinks for a
//! certain time gets further on a faster machine.

mod candidates;
mod chance;
mod character;
mod formation;
mod glancer;
mod novice;
pub mod outlook;
mod places;
mod random;
mod thinker;
pub mod trials;
mod watched;
mod weighed;

use std::time::Duration;

use engine::source::Driver;

use thinker::{Level, REGULAR_TIME, Thinker};

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

/// A name, taken apart.
struct Named<'a> {
    level: &'a str,
    character: &'static Character,
    time: Option<Duration>,
}

impl Named<'_> {
    fn read(name: &str) -> Option<Named<'_>> {
        let (name, time) = match name.split_once('@') {
            Some((name, time)) => (name, Some(duration(time)?)),
            None => (name, None),
        };
        let (level, character) = name.split_once(':').unwrap_or((name, USUAL));
        Some(Named { level, character: characters().get(character)?, time })
    }
}

/// Whether strangers may ask for the player of a name: there is one, and it does not want to think
/// for longer than that.
pub fn is_offered(name: &str, longest: Duration) -> bool {
    Named::read(name).is_some_and(|named| {
        NAMES.contains(&named.level) && named.time.is_none_or(|time| time <= longest)
    })
}

/// The player of a name, if there is one: `veteran`, or `veteran:bold` for one of that character,
/// or `veteran@200ms` for one that thinks no longer than that.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Driver>> {
    let Named { level, character, time } = Named::read(name)?;
    let thinker = |level| Some(Box::new(Thinker::new(level, character, seed)) as Box<dyn Driver>);
    match level {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "novice" => Some(Box::new(Novice::new(seed))),
        "regular" => thinker(Level::Regular(time.unwrap_or(REGULAR_TIME))),
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
        "veteran" => Some(
            "plays its best answers through in its head against sensible opponents, a second for each decision",
        ),
        _ => None,
    }
}

/// What a player of a name can be like besides, the usual first; nothing for one that does not
/// think, and so cannot care more about one thing than about another.
pub fn characters_of(name: &str) -> Vec<(&'static str, &'static str)> {
    if !matches!(name, "regular" | "veteran") {
        return Vec::new();
    }
    let mut all: Vec<_> =
        characters().iter().map(|(key, c)| (key.as_str(), c.summary.as_str())).collect();
    all.sort_by_key(|(key, _)| *key != USUAL);
    all
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

    #[test]
    fn strangers_may_ask_for_any_player_that_does_not_think_for_too_long() {
        let longest = Duration::from_secs(5);
        for name in ["random", "regular", "veteran:bold", "veteran@5s", "veteran:careful@200ms"] {
            assert!(is_offered(name, longest), "{name}");
        }
        let too_much = ["veteran@9999s", "veteran@5001ms", "veteran@99999999999999999999s"];
        let unknown = ["glance", "hal", "", "veteran:", "veteran:mad", "veteran@", "veteran@soon"];
        for name in too_much.iter().chain(&unknown) {
            assert!(!is_offered(name, longest), "{name}");
        }
    }

    #[test]
    fn only_those_who_think_have_a_character() {
        assert!(characters_of("novice").is_empty());
        let first = characters_of("veteran")[0].0;
        assert_eq!((first, characters_of("veteran").len()), (USUAL, characters().len()));
        for (character, _) in characters_of("veteran") {
            assert!(player(&format!("veteran:{character}"), 1).is_some());
        }
    }
}
