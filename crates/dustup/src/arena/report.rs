//! What came of an arena, for people and for programs.

use std::time::Duration;

use anyhow::Result;
use lab::wilson;
use players::Ledger;
use serde_json::{Value, json};

use crate::Out;

use super::ratings::{Rating, ratings};
use super::{Args, Bout, Fought, Record};

/// What came of it all.
pub(super) struct Report {
    game: String,
    players: Vec<String>,
    meetings: Vec<Meeting>,
    ratings: Vec<Rating>,
    ledgers: Vec<Ledger>,
    pub(super) failed: u64,
    pub(super) illegal: u64,
}

/// How two players fared against each other, as the first sees it.
pub(super) struct Meeting {
    pub(super) players: (usize, usize),
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Meeting {
    pub(super) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// What the first won, draws counted half.
    fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Its share of all.
    fn share(&self) -> f64 {
        self.points() / self.games().max(1) as f64
    }

    /// The interval that holds its true share with 95 % confidence.
    pub(super) fn interval(&self) -> (f64, f64) {
        wilson(self.points(), self.games())
    }

    pub(super) fn in_words(&self, players: &[String]) -> String {
        let (low, high) = self.interval();
        let Meeting { players: (a, b), won, drawn, lost } = self;
        format!(
            "{} against {}: {won} won, {drawn} drawn, {lost} lost, {:.1} %  (95 %: {:.1} to {:.1})",
            players[*a],
            players[*b],
            self.share() * 100.0,
            low * 100.0,
            high * 100.0
        )
    }
}

/// How every two players fared who have met.
pub(super) fn meetings(records: &[Record]) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = Vec::new();
    for (bout, fought) in records.iter().filter_map(|r| Some((r.bout, r.result.as_ref().ok()?))) {
        let at = meetings.iter().position(|m| m.players == bout.players).unwrap_or_else(|| {
            meetings.push(Meeting { players: bout.players, won: 0, drawn: 0, lost: 0 });
            meetings.len() - 1
        });
        match fought.score {
            s if s > 0.75 => meetings[at].won += 1,
            s if s < 0.25 => meetings[at].lost += 1,
            _ => meetings[at].drawn += 1,
        }
    }
    meetings
}

impl Report {
    pub(super) fn new(args: &Args, records: &[Record]) -> Report {
        let played: Vec<(Bout, &Fought)> =
            records.iter().filter_map(|r| Some((r.bout, r.result.as_ref().ok()?))).collect();
        let scores: Vec<((usize, usize), u64, f64)> =
            played.iter().map(|(bout, fought)| (bout.players, bout.pair, fought.score)).collect();
        let mut ledgers = vec![Ledger::default(); args.players.len()];
        for (bout, fought) in &played {
            let (first, second) = bout.players;
            ledgers[first].add(&fought.seen[0]);
            ledgers[second].add(&fought.seen[1]);
        }
        ledgers.iter_mut().for_each(|ledger| ledger.times.sort_unstable());
        Report {
            game: args.game.clone(),
            players: args.players.clone(),
            meetings: meetings(records),
            ratings: ratings(args.players.len(), &scores, args.seed),
            ledgers,
            failed: (records.len() - played.len()) as u64,
            illegal: played.iter().map(|(_, fought)| fought.illegal).sum(),
        }
    }

    pub(super) fn print(&self, out: Out<'_>) -> Result<()> {
        writeln!(
            out,
            "{}: every pair of matches on one table with the same dice, sides swapped; both have the same roster unless rosters are named or the scenario brings its own",
            self.game
        )?;
        for meeting in &self.meetings {
            writeln!(out, "{}", meeting.in_words(&self.players))?;
        }
        writeln!(
            out,
            "player            rating  (95 %)           thinks mean       p50       p99   lets go"
        )?;
        let lines = self.players.iter().zip(&self.ratings).zip(&self.ledgers);
        for ((name, rating), ledger) in lines {
            let Rating { points, low, high } = rating;
            writeln!(
                out,
                "{name:<16} {points:>7.0}  ({low:>6.0} to {high:>6.0})  {:>11} {:>9} {:>9} {:>7.1} %",
                in_words(mean(&ledger.times)),
                in_words(quantile(&ledger.times, 0.5)),
                in_words(quantile(&ledger.times, 0.99)),
                idle(ledger) * 100.0
            )?;
        }
        writeln!(out, "illegal answers {}, failed matches {}", self.illegal, self.failed)?;
        Ok(())
    }

    pub(super) fn as_json(&self) -> Value {
        let players = self.players.iter().zip(&self.ratings).zip(&self.ledgers);
        let players = players.map(|((name, rating), ledger)| {
            json!({
                "player": name,
                "rating": rating.points,
                "interval": [rating.low, rating.high],
                "decisions": ledger.times.len(),
                "mean_ms": mean(&ledger.times).map(|t| t.as_secs_f64() * 1e3),
                "p50_ms": quantile(&ledger.times, 0.5).map(|t| t.as_secs_f64() * 1e3),
                "p99_ms": quantile(&ledger.times, 0.99).map(|t| t.as_secs_f64() * 1e3),
                "idle": idle(ledger),
            })
        });
        let meetings = self.meetings.iter().map(|m| {
            let (low, high) = m.interval();
            json!({
                "players": [self.players[m.players.0], self.players[m.players.1]],
                "won": m.won, "drawn": m.drawn, "lost": m.lost,
                "share": m.share(), "interval": [low, high],
            })
        });
        json!({
            "game": self.game,
            "players": players.collect::<Vec<_>>(),
            "meetings": meetings.collect::<Vec<_>>(),
            "illegal": self.illegal,
            "failed": self.failed,
        })
    }
}

/// A quantile of sorted times.
fn quantile(times: &[Duration], part: f64) -> Option<Duration> {
    let last = times.len().checked_sub(1)?;
    Some(times[(last as f64 * part).round() as usize])
}

fn mean(times: &[Duration]) -> Option<Duration> {
    let count = u32::try_from(times.len()).ok().filter(|count| *count > 0)?;
    Some(times.iter().sum::<Duration>() / count)
}

fn in_words(time: Option<Duration>) -> String {
    time.map_or_else(|| "on the spot".to_owned(), |t| format!("{:.1} ms", t.as_secs_f64() * 1e3))
}

/// How often a player let a chance go by, out of all chances it had.
fn idle(ledger: &Ledger) -> f64 {
    ledger.declined as f64 / ledger.offers.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_the_sorted_times() {
        let times: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!(quantile(&times, 0.5), Some(Duration::from_millis(51)));
        assert_eq!(quantile(&times, 0.99), Some(Duration::from_millis(100)));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
