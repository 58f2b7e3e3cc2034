//! Whatever answers questions: players that decide by lot or by rules of thumb.
//!
//! They see a game only through the engine's questions, so every one of them can play every
//! book. Equal names and seeds give equal players.

mod chance;
mod novice;
mod random;
pub mod trials;

use engine::source::Driver;

pub use novice::Novice;
pub use random::RandomPlayer;

/// The names of all players, the simplest first.
pub const NAMES: [&str; 2] = ["random", "novice"];

/// The player of a name, if there is one.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Driver>> {
    match name {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "novice" => Some(Box::new(Novice::new(seed))),
        _ => None,
    }
}

/// What a player is like, in one sentence.
pub fn summary(name: &str) -> Option<&'static str> {
    match name {
        "random" => Some("decides everything by lot"),
        "novice" => Some("takes whatever looks best at first sight"),
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
