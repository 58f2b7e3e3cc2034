//! What came of a series of matches, counted.

use std::collections::BTreeMap;

use anyhow::Result;
use engine::hash::stable_hash;
use engine::ids::SideId;
use engine::playout::Playout;
use lab::wilson;
use serde_json::{Value, json};

use crate::Out;

use super::Args;
use super::series::Series;

/// How many different reasons are worth listing.
const MOST_REASONS: usize = 12;

/// What came of one match.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its number.
    pub(crate) index: u64,
    /// How it went, or why it did not.
    pub(crate) result: Result<Playout, String>,
}

/// Counts over a series.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Matches that ended.
    pub(crate) played: u64,
    /// Matches that failed.
    pub(crate) failed: u64,
    /// Wins of each side.
    wins: Vec<u64>,
    draws: u64,
    /// Why matches ended, and how often.
    reasons: BTreeMap<String, u64>,
    /// Steps of a match.
    pub(crate) steps: Spread,
    /// Decisions of a match.
    pub(crate) decisions: Spread,
    /// A hash over all outcomes in their order.
    digest: u64,
}

/// How a number is spread over the matches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    /// The sum.
    pub(crate) total: u64,
    mean: f64,
    median: f64,
    most: u64,
}

impl Spread {
    fn new(mut numbers: Vec<u64>) -> Spread {
        numbers.sort_unstable();
        let count = numbers.len();
        let Some(most) = numbers.last().copied() else { return Spread::default() };
        let total: u64 = numbers.iter().sum();
        let middle = (numbers[(count - 1) / 2] + numbers[count / 2]) as f64 / 2.0;
        Spread { total, mean: total as f64 / count as f64, median: middle, most }
    }

    fn as_json(&self) -> Value {
        json!({ "total": self.total, "mean": self.mean, "median": self.median, "max": self.most })
    }
}

impl Tally {
    /// Counts records of so many sides that are in the order of their matches.
    pub(crate) fn new(records: &[Record], sides: usize) -> Tally {
        let ended = || records.iter().filter_map(|record| record.result.as_ref().ok());
        let won = |side: usize| {
            let won = |p: &&Playout| p.outcome.winner.is_some_and(|w| w.index() == side);
            ended().filter(won).count() as u64
        };
        let mut reasons = BTreeMap::new();
        for playout in ended() {
            *reasons.entry(without_numbers(&playout.outcome.reason)).or_insert(0) += 1;
        }
        let hashes: Vec<u64> = records.iter().map(hash).collect();
        let played = ended().count() as u64;
        let wins: Vec<u64> = (0..sides).map(won).collect();
        Tally {
            played,
            failed: records.len() as u64 - played,
            draws: played - wins.iter().sum::<u64>(),
            wins,
            reasons,
            steps: Spread::new(ended().map(|p| p.steps).collect()),
            decisions: Spread::new(ended().map(|p| p.decisions).collect()),
            digest: stable_hash(&hashes),
        }
    }

    /// For people.
    pub(crate) fn print(&self, args: &Args, series: &Series<'_>, out: Out<'_>) -> Result<()> {
        let Args { game, seed, .. } = args;
        let players = SideId::NAMES.iter().zip(series.players());
        let players: Vec<String> = players.map(|(side, name)| format!("{side} {name}")).collect();
        let (played, players) = (self.played, players.join(" against "));
        writeln!(out, "{game}: {played} matches from seed {seed}, {players}")?;
        writeln!(out, "setups       {} different", series.mixtures())?;
        for (label, count) in self.counts() {
            let (low, high) = wilson(count as f64, self.played);
            let share = count as f64 / self.played.max(1) as f64;
            writeln!(
                out,
                "{label:<12} {count:>8}  {:>5.1} %  (95 %: {:.1} to {:.1})",
                share * 100.0,
                low * 100.0,
                high * 100.0
            )?;
        }
        if self.failed > 0 {
            writeln!(out, "failed       {:>8}", self.failed)?;
        }
        for (label, spread) in [("steps", self.steps), ("decisions", self.decisions)] {
            let Spread { mean, median, most, .. } = spread;
            writeln!(out, "{label:<12} mean {mean:.1}, median {median:.1}, most {most}")?;
        }
        if self.reasons.len() <= MOST_REASONS {
            for (reason, count) in &self.reasons {
                writeln!(out, "ended        {count:>8}  {reason}")?;
            }
        }
        writeln!(out, "digest       {:016x}", self.digest)?;
        Ok(())
    }

    fn counts(&self) -> Vec<(String, u64)> {
        let wins = SideId::NAMES.iter().zip(&self.wins);
        let wins = wins.map(|(side, count)| (format!("{side} wins"), *count));
        wins.chain([("draws".to_owned(), self.draws)]).collect()
    }

    /// For programs.
    pub(crate) fn as_json(&self, args: &Args, series: &Series<'_>) -> Value {
        let share = |count: u64| {
            let (low, high) = wilson(count as f64, self.played);
            let share = count as f64 / self.played.max(1) as f64;
            json!({ "count": count, "share": share, "low": low, "high": high })
        };
        let mut all = json!({
            "game": args.game,
            "seed": args.seed,
            "setups": series.mixtures(),
            "played": self.played,
            "failed": self.failed,
            "draws": share(self.draws),
            "reasons": self.reasons,
            "steps": self.steps.as_json(),
            "decisions": self.decisions.as_json(),
            "digest": format!("{:016x}", self.digest),
        });
        let sides = SideId::NAMES.iter().zip(series.players()).zip(&self.wins);
        for ((side, player), wins) in sides {
            all[*side] = json!(player);
            all[format!("{side}_wins")] = share(*wins);
        }
        all
    }
}

/// A reason with an N for every number, so that like reasons count together.
fn without_numbers(reason: &str) -> String {
    let mut plain = String::with_capacity(reason.len());
    for c in reason.chars() {
        match c.is_ascii_digit() {
            true if plain.ends_with('N') => (),
            true => plain.push('N'),
            false => plain.push(c),
        }
    }
    plain
}

fn hash(record: &Record) -> u64 {
    match &record.result {
        Ok(Playout { outcome, decisions, steps, .. }) => {
            let winner = outcome.winner.map(|side| side.0);
            stable_hash(&(record.index, winner, &outcome.reason, decisions, steps))
        }
        Err(why) => stable_hash(&(record.index, why)),
    }
}

#[cfg(test)]
mod tests {
    use engine::book::Outcome;

    use super::*;

    fn record(index: u64, winner: Option<u8>, steps: u64) -> Record {
        let outcome = Outcome { winner: winner.map(SideId), reason: "over".to_owned() };
        let products = Vec::new();
        Record {
            index,
            result: Ok(Playout {
                outcome,
                decisions: steps * 2,
                steps,
                rounds: 3,
                illegal: 0,
                products,
            }),
        }
    }

    #[test]
    fn wins_draws_and_failures_are_counted() {
        let mut records = vec![record(0, Some(0), 10), record(1, None, 20), record(2, Some(0), 60)];
        records.push(Record { index: 3, result: Err("stuck".to_owned()) });
        records.push(record(4, Some(2), 30));
        let tally = Tally::new(&records, 3);
        assert_eq!(tally.wins, [2, 0, 1]);
        assert_eq!(tally.draws, 1);
        assert_eq!(tally.failed, 1);
        assert_eq!(tally.steps, Spread { total: 120, mean: 30.0, median: 25.0, most: 60 });
        assert_eq!(tally.digest, Tally::new(&records, 3).digest);
        records.swap(0, 2);
        assert_ne!(tally.digest, Tally::new(&records, 3).digest);
    }
}
