//! `dustup arena`: computer players against each other, each pair of matches on the same table
//! with the same dice and swapped sides, and what came of it as ratings.

mod ratings;

use std::io::{self, Write};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};
use engine::playout::Playout;
use engine::source::Driver;
use lab::{batch, wilson};
use players::{Ledger, SharedLedger, Watched};
use serde_json::{Value, json};

use crate::setup::SetupArgs;
use crate::sim::{progress_bar, series::Series};
use crate::{Out, Verdict, registry};

use ratings::{Rating, ratings};

/// Who plays against whom.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Which game
    game: String,
    /// The players, separated by commas; each plays each. `veteran:bold` has another character,
    /// `veteran@200ms` thinks no longer than that about a question
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', default_value = "regular,novice")]
    players: Vec<String>,
    /// How many matches each two of them play; always an even number, with sides swapped
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Equal seeds give equal tables and dice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many matches to play at the same time; as many as there are cores if not given
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A match of the arena: which two players, which pair of matches, and whether sides are swapped.
#[derive(Clone, Copy, Debug)]
struct Bout {
    players: (usize, usize),
    pair: u64,
    swapped: bool,
}

/// What came of a match for the first of its two players, 1 for a win and a half for a draw; and how
/// many answers were not legal.
#[derive(Clone, Debug)]
struct Record {
    bout: Bout,
    result: Result<(f64, u64), String>,
}

/// Lets them play.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    if args.players.len() < 2 {
        bail!("an arena needs at least two players, as in --players regular,novice");
    }
    if args.games == 0 {
        bail!("--games must be at least 1");
    }
    let game = registry::game(&args.game)?;
    let usual = [Some(&*args.players[0]), Some(&*args.players[1]), None, None];
    let series = Series::new(&*game, None, usual, &args.setup, args.seed)?;
    for name in &args.players {
        crate::sim::series::known_player(name)?;
    }
    let bouts = bouts(args.players.len(), args.games);
    let ledgers: Vec<SharedLedger> = args.players.iter().map(|_| SharedLedger::default()).collect();
    let bar = progress_bar(bouts.len() as u64);
    let records = batch::all(0..bouts.len() as u64, batch::jobs(args.jobs), |number| {
        let bout = bouts[number as usize];
        let result = batch::guarded(|| play(args, &series, bout, &ledgers));
        bar.inc(1);
        Record { bout, result }
    });
    bar.finish_and_clear();
    let report = Report::new(args, &records, &ledgers);
    match args.json {
        true => writeln!(out, "{:#}", report.as_json())?,
        false => report.print(out)?,
    }
    for (record, why) in records.iter().filter_map(|r| Some((r, r.result.as_ref().err()?))) {
        let Bout { pair, swapped, .. } = record.bout;
        let order = if swapped { "swapped" } else { "not swapped" };
        let _ = writeln!(io::stderr(), "a match failed (pair {pair}, sides {order}): {why}");
    }
    Ok(if report.failed + report.illegal == 0 { Verdict::Good } else { Verdict::Bad })
}

/// Every two players meet in pairs of matches.
fn bouts(players: usize, games: u64) -> Vec<Bout> {
    let meetings = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
    let both = |(players, pair)| [false, true].map(|swapped| Bout { players, pair, swapped });
    let pairs = meetings.flat_map(|players| (0..games.div_ceil(2)).map(move |p| (players, p)));
    pairs.flat_map(both).collect()
}

fn play(
    args: &Args,
    series: &Series<'_>,
    bout: Bout,
    ledgers: &[SharedLedger],
) -> Result<(f64, u64), String> {
    let (first, second) = bout.players;
    let (red, blue) = if bout.swapped { (second, first) } else { (first, second) };
    let seed = series.seed(bout.pair);
    let watched = |player: usize| -> Result<Box<dyn Driver>, String> {
        // A player has the same luck on either side.
        let own = seed.child(1 + player as u64).0;
        let driver =
            players::player(&args.players[player], own).ok_or("there is no such player")?;
        Ok(Box::new(Watched::new(driver, Arc::clone(&ledgers[player]))))
    };
    let mut drivers = vec![watched(red)?, watched(blue)?];
    let Playout { outcome, illegal, .. } = series.play_with(bout.pair, &mut drivers)?;
    let first_side = usize::from(bout.swapped);
    let score = outcome.winner.map_or(0.5, |w| if w.index() == first_side { 1.0 } else { 0.0 });
    Ok((score, illegal))
}

/// What came of it all.
struct Report {
    game: String,
    players: Vec<String>,
    meetings: Vec<Meeting>,
    ratings: Vec<Rating>,
    ledgers: Vec<Ledger>,
    failed: u64,
    illegal: u64,
}

/// How two players fared against each other, as the first sees it.
struct Meeting {
    players: (usize, usize),
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Meeting {
    fn games(&self) -> u64 {
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
}

impl Report {
    fn new(args: &Args, records: &[Record], ledgers: &[SharedLedger]) -> Report {
        let played: Vec<(Bout, f64, u64)> = records
            .iter()
            .filter_map(|r| {
                r.result.as_ref().ok().map(|(score, illegal)| (r.bout, *score, *illegal))
            })
            .collect();
        let mut meetings: Vec<Meeting> = Vec::new();
        for (bout, score, _) in &played {
            if meetings.last().is_none_or(|m| m.players != bout.players) {
                meetings.push(Meeting { players: bout.players, won: 0, drawn: 0, lost: 0 });
            }
            if let Some(meeting) = meetings.last_mut() {
                match *score {
                    s if s > 0.75 => meeting.won += 1,
                    s if s < 0.25 => meeting.lost += 1,
                    _ => meeting.drawn += 1,
                }
            }
        }
        let scores: Vec<((usize, usize), u64, f64)> =
            played.iter().map(|(bout, score, _)| (bout.players, bout.pair, *score)).collect();
        let open = |l: &SharedLedger| {
            let mut ledger = l.lock().unwrap_or_else(PoisonError::into_inner).clone();
            ledger.times.sort_unstable();
            ledger
        };
        Report {
            game: args.game.clone(),
            players: args.players.clone(),
            meetings,
            ratings: ratings(args.players.len(), &scores, args.seed),
            ledgers: ledgers.iter().map(open).collect(),
            failed: (records.len() - played.len()) as u64,
            illegal: played.iter().map(|(_, _, illegal)| illegal).sum(),
        }
    }

    fn print(&self, out: Out<'_>) -> Result<()> {
        writeln!(
            out,
            "{}: every pair of matches on one table with the same dice, sides swapped",
            self.game
        )?;
        for meeting in &self.meetings {
            let (a, b) = meeting.players;
            let (low, high) = wilson(meeting.points(), meeting.games());
            let Meeting { won, drawn, lost, .. } = meeting;
            writeln!(
                out,
                "{} against {}: {won} won, {drawn} drawn, {lost} lost, {:.1} %  (95 %: {:.1} to {:.1})",
                self.players[a],
                self.players[b],
                meeting.share() * 100.0,
                low * 100.0,
                high * 100.0
            )?;
        }
        writeln!(
            out,
            "player            rating  (95 %)            thinks p50       p99   lets go"
        )?;
        let lines = self.players.iter().zip(&self.ratings).zip(&self.ledgers);
        for ((name, rating), ledger) in lines {
            let Rating { points, low, high } = rating;
            writeln!(
                out,
                "{name:<16} {points:>7.0}  ({low:>6.0} to {high:>6.0})  {:>10} {:>9} {:>7.1} %",
                in_words(quantile(&ledger.times, 0.5)),
                in_words(quantile(&ledger.times, 0.99)),
                idle(ledger) * 100.0
            )?;
        }
        writeln!(out, "illegal answers {}, failed matches {}", self.illegal, self.failed)?;
        Ok(())
    }

    fn as_json(&self) -> Value {
        let players = self.players.iter().zip(&self.ratings).zip(&self.ledgers);
        let players = players.map(|((name, rating), ledger)| {
            json!({
                "player": name,
                "rating": rating.points,
                "interval": [rating.low, rating.high],
                "p50_ms": quantile(&ledger.times, 0.5).map(|t| t.as_secs_f64() * 1e3),
                "p99_ms": quantile(&ledger.times, 0.99).map(|t| t.as_secs_f64() * 1e3),
                "idle": idle(ledger),
            })
        });
        let meetings = self.meetings.iter().map(|m| {
            let (low, high) = wilson(m.points(), m.games());
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
    fn everybody_meets_everybody_on_both_sides() {
        let bouts = bouts(3, 5);
        assert_eq!(bouts.len(), 3 * 6);
        let swapped = bouts.iter().filter(|b| b.swapped).count();
        assert_eq!(swapped, 9);
        assert!(bouts.iter().any(|b| b.players == (1, 2) && b.pair == 2 && b.swapped));
    }

    #[test]
    fn quantiles_are_of_the_sorted_times() {
        let times: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!(quantile(&times, 0.5), Some(Duration::from_millis(51)));
        assert_eq!(quantile(&times, 0.99), Some(Duration::from_millis(100)));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
