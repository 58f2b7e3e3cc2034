//! Rosters read lately. Reading and pricing one may take longer than playing a random game, and a
//! simulation begins thousands of games with the same few.

use std::sync::{Mutex, PoisonError};

use crate::book::Setup;
use crate::ids::SideId;

/// How many rosters are remembered.
const MOST_REMEMBERED: usize = 16;

/// Reads the rosters of setups and remembers what came of them; `A` is what was agreed on, `R` a
/// roster.
#[derive(Debug)]
pub struct Rosters<A, R> {
    known: Mutex<Vec<Known<A, R>>>,
}

/// A roster that was read, with what it was read from.
#[derive(Debug)]
struct Known<A, R> {
    text: String,
    side: SideId,
    agreed: A,
    roster: R,
}

impl<A, R> Default for Rosters<A, R> {
    fn default() -> Rosters<A, R> {
        Rosters { known: Mutex::new(Vec::new()) }
    }
}

impl<A: Clone + PartialEq, R: Clone> Rosters<A, R> {
    /// The rosters of all sides of a setup, or everything that is wrong with any of them.
    pub fn read(
        &self,
        setup: &Setup,
        agreed: &A,
        read: impl Fn(&str, SideId, &A) -> Result<R, Vec<String>>,
    ) -> Result<Vec<R>, Vec<String>> {
        let mut rosters = Vec::new();
        let mut problems = Vec::new();
        for (index, text) in setup.rosters.iter().enumerate() {
            let side = SideId(index as u8);
            match self.read_one(text, (side, agreed), &read) {
                Ok(roster) => rosters.push(roster),
                Err(why) => problems.extend(why.iter().map(|w| format!("{side}'s roster: {w}"))),
            }
        }
        if problems.is_empty() { Ok(rosters) } else { Err(problems) }
    }

    fn read_one(
        &self,
        text: &str,
        (side, agreed): (SideId, &A),
        read: &impl Fn(&str, SideId, &A) -> Result<R, Vec<String>>,
    ) -> Result<R, Vec<String>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |k: &&Known<A, R>| k.text == text && k.side == side && k.agreed == *agreed;
        if let Some(found) = known.iter().find(same) {
            return Ok(found.roster.clone());
        }
        let roster = read(text, side, agreed)?;
        if known.len() == MOST_REMEMBERED {
            known.remove(0);
        }
        let (text, agreed) = (text.to_owned(), agreed.clone());
        known.push(Known { text, side, agreed, roster: roster.clone() });
        Ok(roster)
    }
}
