//! `dustup sim`: the computer plays many matches on all cores, and counts.
//!
//! The outcome of every match depends on its number and the seed alone, so that the results
//! are the same however many jobs share the work.

pub(crate) mod series;
pub(crate) mod tally;

use std::io::{self, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use lab::batch;

use crate::setup::SetupArgs;
use crate::{Out, Verdict, registry};

use series::Series;
use tally::{Record, Tally};

/// How many failures are told in full.
const MOST_TOLD: usize = 10;

/// What to simulate.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Which game
    pub(crate) game: String,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// Equal seeds give equal results
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many matches to play at the same time; as many as there are cores if not given
    #[arg(long, value_name = "J")]
    pub(crate) jobs: Option<usize>,
    /// Who plays red: random, novice, regular or veteran
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(crate) red: String,
    /// Who plays blue: random, novice, regular or veteran
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(crate) blue: String,
    /// Who plays green, where a third side takes part: random, novice, regular or veteran
    #[arg(long, value_name = "PLAYER")]
    pub(crate) green: Option<String>,
    /// Who plays gold, where a fourth side takes part: random, novice, regular or veteran
    #[arg(long, value_name = "PLAYER")]
    pub(crate) gold: Option<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Play only this match of the series, counted from 0
    #[arg(long, value_name = "I")]
    pub(crate) only: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Args {
    /// Who plays each side, as far as was said.
    fn players(&self) -> [Option<&str>; 4] {
        [Some(&self.red), Some(&self.blue), self.green.as_deref(), self.gold.as_deref()]
    }
}

/// Simulates.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    if args.games == 0 {
        bail!("--games must be at least 1");
    }
    let game = registry::game(&args.game)?;
    let party = registry::title(&args.game)?.party;
    let series = Series::new(&*game, party.as_deref(), args.players(), &args.setup, args.seed)?;
    let matches = args.only.map_or(0..args.games, |only| only..only.saturating_add(1));
    let jobs = batch::jobs(args.jobs);
    let started = Instant::now();
    let records = play_all(&series, matches, jobs);
    let elapsed = started.elapsed();
    let tally = Tally::new(&records, series.players().len());
    match args.json {
        true => writeln!(out, "{:#}", tally.as_json(args, &series))?,
        false => tally.print(args, &series, out)?,
    }
    tell_timing(&tally, jobs, elapsed);
    tell_failures(&records);
    Ok(if tally.failed == 0 { Verdict::Good } else { Verdict::Bad })
}

/// Plays all matches of a range; the records are in the order of the matches.
fn play_all(series: &Series<'_>, matches: Range<u64>, jobs: usize) -> Vec<Record> {
    let bar = progress_bar(matches.end - matches.start);
    let records = batch::all(matches, jobs, |index| {
        let result = batch::guarded(|| series.play(index));
        bar.inc(1);
        Record { index, result }
    });
    bar.finish_and_clear();
    records
}

pub(crate) fn progress_bar(length: u64) -> ProgressBar {
    // Draws on stderr, and not at all where that is not a terminal.
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Timing differs from run to run, so it never goes where the results go.
fn tell_timing(tally: &Tally, jobs: usize, elapsed: Duration) {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let _ = writeln!(
        io::stderr(),
        "timing: {seconds:.2} s with {jobs} jobs; {:.0} matches, {:.0} decisions and {:.0} steps \
         a second",
        tally.played as f64 / seconds,
        tally.decisions.total as f64 / seconds,
        tally.steps.total as f64 / seconds,
    );
}

fn tell_failures(records: &[Record]) {
    let mut err = io::stderr();
    let failed: Vec<(u64, &String)> =
        records.iter().filter_map(|r| Some((r.index, r.result.as_ref().err()?))).collect();
    for (index, why) in failed.iter().take(MOST_TOLD) {
        let _ = writeln!(err, "match {index} failed: {why}");
        let _ = writeln!(err, "  to see it again: {}", command_for(*index));
    }
    if failed.len() > MOST_TOLD {
        let _ = writeln!(err, "and {} more matches failed", failed.len() - MOST_TOLD);
    }
}

/// This command again, for one match only.
fn command_for(index: u64) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut given = std::env::args().skip(1).peekable();
    while let Some(word) = given.next() {
        if word == "--only" {
            given.next();
        } else if !word.starts_with("--only=") {
            let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./,:".contains(c));
            words.push(if plain { word } else { format!("'{}'", word.replace('\'', "'\\''")) });
        }
    }
    format!("dustup {} --only {index}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use engine::book::{About, Lay, Options, Outcome, ReadyRoster, RosterSheet, Scenario, Setup};
    use engine::dice::Seed;
    use engine::face::{AnyMatch, Game};
    use engine::matches::DiceChoice;
    use engine::playout::Playout;
    use engine::rulings::{Mode, Report};
    use engine::save::LoadError;
    use engine::source::Driver;

    use super::*;

    /// A game that fails now and then.
    struct Shaky(About);

    impl Game for Shaky {
        fn about(&self) -> &About {
            &self.0
        }

        fn begin(&self, _: Setup, _: &DiceChoice) -> Result<Box<dyn AnyMatch>, Vec<String>> {
            Err(Vec::new())
        }

        fn load(&self, _: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError> {
            Err(LoadError { line: 1, why: String::new() })
        }

        fn play_out(
            &self,
            _: &Setup,
            seed: Seed,
            _: &mut [Box<dyn Driver>],
        ) -> Result<Playout, String> {
            assert!(!seed.0.is_multiple_of(3), "the table fell over");
            let outcome = Outcome { winner: None, reason: "tea".to_owned() };
            Ok(Playout {
                outcome,
                decisions: seed.0 % 100,
                steps: 1,
                rounds: 1,
                illegal: 0,
                products: Vec::new(),
            })
        }

        fn check_roster(&self, _: &str, _: &Options) -> Result<RosterSheet, Vec<String>> {
            let name = "all".to_owned();
            Ok(RosterSheet {
                name,
                models: 0,
                points: None,
                warnings: Vec::new(),
                cards: Vec::new(),
                common: Vec::new(),
            })
        }

        fn meanings(&self, _: tabletop::Kind) -> Vec<(engine::book::Meaning, engine::Clause)> {
            Vec::new()
        }

        fn run_rulings(&self, _: &str, _: &str, _: Mode) -> Report {
            Report::default()
        }
    }

    fn shaky() -> Shaky {
        let (key, title, summary) = ("tea".to_owned(), "Tea".to_owned(), String::new());
        Shaky(About {
            key: "shaky",
            title: "Shaky",
            version: 1,
            rules: "",
            scenarios: vec![Scenario {
                key,
                title,
                summary,
                size: (36, 36),
                sides: (2, 2),
                lay: Lay::Any,
                rosters: &[],
            }],
            options: Vec::new(),
            rosters: vec![ReadyRoster::new("all", "")],
            rulings: Vec::new(),
        })
    }

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn scenarios_are_not_played_by_more_sides_than_they_allow() {
        let game = shaky();
        let refused = |more: &[&str]| {
            let line = Line::parse_from([&["sim", "shaky", "--green", "random"], more].concat());
            let args = line.args;
            Series::new(&game, None, args.players(), &args.setup, args.seed)
                .err()
                .unwrap()
                .to_string()
        };
        assert_eq!(refused(&[]), "Shaky has no scenarios for 3 sides");
        assert_eq!(refused(&["--scenario", "tea"]), "Tea is played by 2 sides, not by 3");
    }

    #[test]
    fn failures_are_caught_and_counted_whoever_plays_them() {
        let game = shaky();
        let args = Line::parse_from(["sim", "shaky"]).args;
        let series = Series::new(&game, None, args.players(), &args.setup, args.seed).unwrap();
        let outcomes = |jobs| {
            let records = play_all(&series, 0..60, jobs);
            assert!(records.iter().map(|r| r.index).eq(0..60));
            records.into_iter().map(|r| r.result).collect::<Vec<_>>()
        };
        let one = outcomes(1);
        assert_eq!(one, outcomes(3));
        let failed: Vec<&String> = one.iter().filter_map(|r| r.as_ref().err()).collect();
        assert!((5..55).contains(&failed.len()), "{}", failed.len());
        assert!(failed.iter().all(|why| why.contains("the table fell over")), "{failed:?}");
    }
}
