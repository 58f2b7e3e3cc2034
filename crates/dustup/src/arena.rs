//! `dustup arena`: computer players against each other, on the same tables with the same dice and
//! with sides swapped.

mod kept;
mod ratings;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, anyhow, bail};
use engine::ids::SideId;
use engine::playout::Playout;
use engine::source::Driver;
use indicatif::ProgressBar;
use lab::batch;
use players::{Ledger, SharedLedger, Watched};

use crate::setup::SetupArgs;
use crate::sim::{progress_bar, series::Series};
use crate::{Out, Verdict, registry};

use kept::Kept;
use report::{Meeting, Report, meetings};

/// Nobody is sure of anything before so many matches.
const FEWEST_TO_BE_SURE: u64 = 40;
/// How often it is told how things stand before the end, at most.
const TIMES_TOLD: usize = 10;
/// So many matches apart at least.
const APART: usize = 10;

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
    /// Keep what comes of each match in this file; what is in it already is not played again
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Two players stop as soon as the 95 % interval of what the first wins leaves out so many
    /// per cent, and no sooner than after 40 matches
    #[arg(long, value_name = "PERCENT")]
    until_sure: Option<f64>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A match of the arena: which two players, which pair of matches, and whether sides are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bout {
    players: (usize, usize),
    pair: u64,
    swapped: bool,
}

/// What came of a match.
#[derive(Clone, Debug)]
struct Record {
    bout: Bout,
    result: Result<Fought, String>,
}

/// How a match went for its two players.
#[derive(Clone, Debug)]
struct Fought {
    /// What the first got: 1 for a win and a half for a draw.
    score: f64,
    /// How many answers were not legal.
    illegal: u64,
    /// What was seen of each of them.
    seen: [Ledger; 2],
}

/// Lets them play.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    if args.players.len() < 2 {
        bail!("an arena needs at least two players, as in --players regular,novice");
    }
    if args.games == 0 {
        bail!("--games must be at least 1");
    }
    if args.until_sure.is_some_and(|share| !(0.0..100.0).contains(&share)) {
        bail!("--until-sure takes a share in per cent, as in --until-sure 60");
    }
    let game = registry::game(&args.game)?;
    let usual = [Some(&*args.players[0]), Some(&*args.players[1]), None, None];
    let series = Series::new(&*game, None, usual, &args.setup, args.seed)?.for_rivals();
    for name in &args.players {
        crate::sim::series::known_player(name)?;
    }
    let records = fight(args, &series)?;
    let report = Report::new(args, &records);
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

/// Plays whatever is not known yet. All records are in the order of the bouts.
fn fight(args: &Args, series: &Series<'_>) -> Result<Vec<Record>> {
    let bouts = bouts(args.players.len(), args.games);
    let kept = args.keep.as_ref().map(|path| Kept::open(path, args)).transpose()?;
    let known = kept.as_ref().map(|kept| kept.known.clone()).unwrap_or_default();
    let known = known.into_iter().filter(|record| bouts.contains(&record.bout));
    let so_far = SoFar::new(args, bouts.len(), known.collect());
    let trouble = Mutex::new(None);
    batch::all(0..bouts.len() as u64, batch::jobs(args.jobs), |number| {
        let bout = bouts[number as usize];
        if so_far.has(bout) || so_far.is_sure_of(bout.players) {
            return;
        }
        let result = batch::guarded(|| play(args, series, bout));
        let record = Record { bout, result };
        if let Some(Err(why)) = kept.as_ref().map(|kept| kept.add(&record)) {
            trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        }
        so_far.add(record);
    });
    if let Some(why) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(anyhow!(why));
    }
    Ok(so_far.into_records(&bouts))
}

/// How things stand while matches are being played.
struct SoFar<'a> {
    args: &'a Args,
    records: Mutex<Vec<Record>>,
    bar: ProgressBar,
    /// How many there are to be.
    all: usize,
}

impl SoFar<'_> {
    fn new(args: &Args, all: usize, known: Vec<Record>) -> SoFar<'_> {
        let bar = progress_bar(all as u64);
        bar.set_position(known.len() as u64);
        SoFar { args, records: Mutex::new(known), bar, all }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Vec<Record>) -> T) -> T {
        work(&mut self.records.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn has(&self, bout: Bout) -> bool {
        self.with(|records| records.iter().any(|record| record.bout == bout))
    }

    /// Whether it is clear enough how two of them stand.
    fn is_sure_of(&self, players: (usize, usize)) -> bool {
        let Some(share) = self.args.until_sure else { return false };
        let meetings = self.with(|records| meetings(records));
        let sure = |m: &Meeting| {
            let (low, high) = m.interval();
            m.games() >= FEWEST_TO_BE_SURE && !(low..=high).contains(&(share / 100.0))
        };
        meetings.iter().any(|m| m.players == players && sure(m))
    }

    fn add(&self, record: Record) {
        self.bar.inc(1);
        let (count, meetings) = self.with(|records| {
            records.push(record);
            (records.len(), meetings(records))
        });
        let every = (self.all / TIMES_TOLD).max(APART);
        if count.is_multiple_of(every) && count < self.all {
            self.bar.suspend(|| {
                let mut err = io::stderr();
                let _ = writeln!(err, "after {count} of {} matches:", self.all);
                for meeting in &meetings {
                    let _ = writeln!(err, "  {}", meeting.in_words(&self.args.players));
                }
            });
        }
    }

    fn into_records(self, bouts: &[Bout]) -> Vec<Record> {
        self.bar.finish_and_clear();
        let mut records = self.records.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.sort_by_key(|record| bouts.iter().position(|bout| *bout == record.bout));
        records
    }
}

/// Every two players meet in pairs of matches.
fn bouts(players: usize, games: u64) -> Vec<Bout> {
    let meetings = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
    let both = |(players, pair)| [false, true].map(|swapped| Bout { players, pair, swapped });
    let pairs = meetings.flat_map(|players| (0..games.div_ceil(2)).map(move |p| (players, p)));
    pairs.flat_map(both).collect()
}

fn play(args: &Args, series: &Series<'_>, bout: Bout) -> Result<Fought, String> {
    let (first, second) = bout.players;
    let seed = series.seed(bout.pair);
    let ledgers: [SharedLedger; 2] = Default::default();
    let watched = |player: usize, ledger: &SharedLedger| -> Result<Box<dyn Driver>, String> {
        // A player has the same luck on either side.
        let own = seed.child(1 + player as u64).0;
        let driver =
            players::player(&args.players[player], own).ok_or("there is no such player")?;
        Ok(Box::new(Watched::new(driver, Arc::clone(ledger))))
    };
    let mut drivers = vec![watched(first, &ledgers[0])?, watched(second, &ledgers[1])?];
    if bout.swapped {
        drivers.reverse();
    }
    let Playout { outcome, illegal, .. } = series.play_with(bout.pair, &mut drivers)?;
    let score = score(outcome.winner, bout.swapped);
    let open = |ledger: SharedLedger| ledger.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Fought { score, illegal, seen: ledgers.map(open) })
}

/// What the first of two players got: 1 for a win, and a half where neither of them has won, be it
/// that nobody has or that a side that plays by itself has beaten both.
fn score(winner: Option<SideId>, swapped: bool) -> f64 {
    match winner.map(SideId::index) {
        Some(side @ (0 | 1)) if (side == 1) == swapped => 1.0,
        Some(0 | 1) => 0.0,
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_side_that_wins_beats_neither_of_the_two() {
        let won_by = |side, swapped| score(Some(SideId(side)), swapped);
        assert_eq!((won_by(0, false), won_by(1, false)), (1.0, 0.0));
        assert_eq!((won_by(0, true), won_by(1, true)), (0.0, 1.0));
        assert_eq!((won_by(2, false), won_by(2, true)), (0.5, 0.5));
        assert_eq!(score(None, false), 0.5);
    }

    #[test]
    fn everybody_meets_everybody_on_both_sides() {
        let bouts = bouts(3, 5);
        assert_eq!(bouts.len(), 3 * 6);
        let swapped = bouts.iter().filter(|b| b.swapped).count();
        assert_eq!(swapped, 9);
        assert!(bouts.iter().any(|b| b.players == (1, 2) && b.pair == 2 && b.swapped));
    }
}
