//! All games of an experiment that have been played, by their numbers.

use std::collections::BTreeMap;

use engine::ids::SideId;

use crate::plan::{Placing, Plan};
use crate::play::{Ended, Row};
use crate::store::Store;

/// What came of one game, in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short {
    /// Which of the two seats won, if one of them did.
    pub(crate) winner: Option<u8>,
    /// Which of the reasons.
    pub(crate) reason: u16,
    /// How many questions were answered.
    pub(crate) decisions: u32,
    /// How many steps were played.
    pub(crate) steps: u32,
    /// How many rounds were begun.
    pub(crate) rounds: u32,
}

impl Short {
    /// What red scores: a win is one, a draw a half.
    pub(crate) fn red_score(self) -> f64 {
        match self.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// What the first roster of its matchup scores.
    pub(crate) fn first_score(self, swapped: bool) -> f64 {
        if swapped { 1.0 - self.red_score() } else { self.red_score() }
    }
}

/// The games of an experiment.
#[derive(Clone, Debug)]
pub struct Results {
    /// What was played.
    pub(crate) plan: Plan,
    /// What came of each game that has been played to its end.
    games: Vec<Option<Short>>,
    /// Why games ended: numbers and sides left out, so that like reasons count together.
    pub(crate) reasons: Vec<String>,
    /// Games that failed, with their errors.
    pub(crate) failed: Vec<(u64, String)>,
}

impl Results {
    /// Reads whatever has been played; parts that are damaged are an error.
    pub fn read(store: &Store) -> Result<Results, String> {
        let mut results = Results::none(store.plan().clone());
        for part in 0..store.parts() {
            let again = "; dustup lab run plays this part again";
            let rows = store.read(part).map_err(|why| format!("{why}{again}"))?;
            results.extend(rows.into_iter().flatten());
        }
        Ok(results)
    }

    /// Nothing yet.
    pub(crate) fn none(plan: Plan) -> Results {
        let games = vec![None; plan.games() as usize];
        Results { plan, games, reasons: Vec::new(), failed: Vec::new() }
    }

    /// Adds rows.
    pub(crate) fn extend(&mut self, rows: impl IntoIterator<Item = Row>) {
        let mut known: BTreeMap<String, u16> = self.reasons.iter().cloned().zip(0..).collect();
        for row in rows {
            match row.result {
                Ok(ended) => {
                    let reason = without_particulars(&ended.reason);
                    let reason = *known.entry(reason).or_insert_with_key(|reason| {
                        self.reasons.push(reason.clone());
                        (self.reasons.len() - 1).min(usize::from(u16::MAX)) as u16
                    });
                    self.games[row.number as usize] = Some(short(&ended, reason));
                }
                Err(why) => self.failed.push((row.number, why)),
            }
        }
    }

    /// How many games have been played to their end.
    pub(crate) fn played(&self) -> u64 {
        self.games.iter().flatten().count() as u64
    }

    /// How many deals there are; games of one deal share table and dice.
    pub(crate) fn blocks(&self) -> usize {
        (self.plan.deals as usize) * self.plan.scenarios.len() * self.plan.tables.len()
    }

    /// The game of a number, if it has been played to its end.
    pub(crate) fn game(&self, number: u64) -> Option<Short> {
        self.games[number as usize]
    }

    /// All games that have been played to their end, with their places.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Placing, Short)> {
        let played = (0..).zip(&self.games).filter_map(|(number, game)| Some((number, (*game)?)));
        played.map(|(number, game)| (self.plan.placing(number), game))
    }
}

fn short(ended: &Ended, reason: u16) -> Short {
    let fit = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let (decisions, steps, rounds) = (fit(ended.decisions), fit(ended.steps), fit(ended.rounds));
    // A side that plays by itself has beaten both; between the two nothing is decided.
    let winner = ended.winner.filter(|seat| *seat < 2);
    Short { winner, reason, decisions, steps, rounds }
}

/// A reason without counts after a colon, with an N for other numbers and without the name of a
/// side.
fn without_particulars(reason: &str) -> String {
    let whole = match reason.split_once(": ") {
        Some((before, after)) if after.contains(|c: char| c.is_ascii_digit()) => before,
        _ => reason,
    };
    let word = |word: &str| match SideId::NAMES.contains(&word) {
        true => "one side".to_owned(),
        false if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) => "N".to_owned(),
        false => word.to_owned(),
    };
    whole.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_plays_by_itself_and_wins_leaves_the_two_level() {
        let ended = |winner| {
            let reason = "over".to_owned();
            short(&Ended { winner, reason, decisions: 1, steps: 1, rounds: 1 }, 0)
        };
        let score = |winner| ended(winner).red_score();
        assert_eq!([Some(0), Some(1), Some(2), None].map(score), [1.0, 0.0, 0.5, 0.5]);
    }

    #[test]
    fn like_reasons_count_together() {
        let plain = without_particulars;
        assert_eq!(plain("blue is the last band"), "one side is the last band");
        assert_eq!(
            plain("the last round is over; left: red 3, blue 4"),
            "the last round is over; left"
        );
        assert_eq!(plain("over after 12 rounds"), "over after N rounds");
        assert_eq!(plain("beaten: all of them"), "beaten: all of them");
    }
}
