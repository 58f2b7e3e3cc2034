//! Who was how likely to win when: a match that is over, played on from its moments by others.
//!
//! Where the chances swing, the step in which they swung most is looked at twice: from before
//! anything was chosen in it, and from before its first dice. What the choice changed was choice;
//! the rest was luck.

use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::source::Driver;
use serde::Serialize;

use crate::Novice;

/// How many moments of a match are looked at.
const MOMENTS: usize = 60;
/// From each moment the match is played on so many times at most, and at least.
const MOST_GAMES: u64 = 40;
const LEAST_GAMES: u64 = 8;
/// How many swings are marked at most.
const MOST_SWINGS: usize = 8;
/// So many standard errors a swing must be away from chance to be marked.
const BEYOND_DOUBT: f64 = 2.5;
/// How many sides a match can have.
const SIDES: u64 = 4;

/// Who was how likely to win when.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outlook {
    /// The chances at some moments, in the order of the match.
    pub moments: Vec<Moment>,
    /// Where they swung most, in the order of the match.
    pub swings: Vec<Swing>,
    /// How many times the match was played on from each moment.
    pub games: u64,
}

/// The chances before a step.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// How many steps had been played.
    pub step: usize,
    /// How likely each side was to win, in thousandths; what is missing are draws.
    pub chances: Vec<i32>,
}

/// A step in which the chances swung.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Swing {
    /// Which: so many had been played before it.
    pub step: usize,
    /// How likely each side was to win before it, in thousandths.
    pub before: Vec<i32>,
    /// What the choices in it did to each side's chances, in thousandths.
    pub choice: Vec<i32>,
    /// What its dice did.
    pub luck: Vec<i32>,
}

impl Swing {
    fn size(&self) -> i32 {
        let all = self.choice.iter().zip(&self.luck).map(|(choice, luck)| (choice + luck).abs());
        all.max().unwrap_or(0)
    }
}

/// Works an outlook out.
struct Seer<'a> {
    game: &'a dyn AnyMatch,
    sides: usize,
    seed: Seed,
    games: u64,
}

/// The outlook of a match in at most about so much time; equal seeds give equal chances, as long
/// as the time suffices.
pub fn outlook(game: &dyn AnyMatch, seed: Seed, time: Duration) -> Outlook {
    let (first, last) = (game.first_step(), game.steps());
    let sides = game.header().setup.rosters.len();
    let mut seer = Seer { game, sides, seed, games: LEAST_GAMES };
    let started = Instant::now();
    // The beginning is the longest way to play on: what it takes says what can be afforded.
    let Some(opening) = seer.chances(first, false) else { return Outlook::default() };
    let each = started.elapsed().max(Duration::from_micros(1));
    let afford = time.as_secs_f64() / each.as_secs_f64() / (MOMENTS as f64 / 2.0 + 40.0);
    seer.games = ((LEAST_GAMES as f64 * afford) as u64).clamp(LEAST_GAMES, MOST_GAMES);
    let end = started + time;
    let count = MOMENTS.min(last - first).max(1);
    let mut moments = vec![Moment { step: first, chances: opening }];
    for i in 1..=count {
        let step = first + (last - first) * i / count;
        match seer.chances(step, false) {
            Some(chances) if step > first => moments.push(Moment { step, chances }),
            _ => (),
        }
        if Instant::now() > end {
            break;
        }
    }
    let swings = seer.swings(&moments, end + time / 2);
    Outlook { moments, swings, games: seer.games }
}

impl Seer<'_> {
    /// How likely each side is to win from before a step, or from before its first dice; none
    /// where there are none.
    fn chances(&self, step: usize, chosen: bool) -> Option<Vec<i32>> {
        let branch = self.game.branch(step, chosen).ok()??;
        let mut won = vec![0_u64; self.sides];
        let mut played = 0;
        for number in 0..self.games {
            // The same luck from every moment, so that the moments can be compared.
            let luck = self.seed.child(number);
            let novice = |i: u64| Box::new(Novice::new(luck.child(1 + i).0)) as Box<dyn Driver>;
            let mut drivers: Vec<_> = (0..SIDES).map(novice).collect();
            let Ok(outcome) = branch.play_on(luck, &mut drivers) else { continue };
            played += 1;
            if let Some(won) = outcome.winner.and_then(|w| won.get_mut(w.index())) {
                *won += 1;
            }
        }
        let share = |n: &u64| (n * 1_000 / played.max(1)) as i32;
        (played > 0).then(|| won.iter().map(share).collect())
    }

    /// The largest swings: between moments that are far apart in their chances, the step that
    /// changed most.
    fn swings(&self, moments: &[Moment], end: Instant) -> Vec<Swing> {
        let large = self.large();
        let change = |pair: &[Moment]| {
            let all = pair[0].chances.iter().zip(&pair[1].chances).map(|(a, b)| (a - b).abs());
            all.max().unwrap_or(0)
        };
        let mut spans: Vec<&[Moment]> = moments.windows(2).filter(|p| change(p) >= large).collect();
        spans.sort_by_key(|pair| -change(pair));
        spans.truncate(MOST_SWINGS);
        let mut swings = Vec::new();
        for span in spans {
            if Instant::now() > end {
                break;
            }
            let steps = (span[0].step..span[1].step).filter_map(|step| self.swing(step));
            swings.extend(steps.max_by_key(Swing::size).filter(|swing| swing.size() >= large));
        }
        swings.sort_by_key(|swing: &Swing| swing.step);
        swings
    }

    /// How large a change of chances, in thousandths, is no mere accident of so few games: two
    /// shares are compared, and none is less certain than a half.
    fn large(&self) -> i32 {
        (1_000.0 * BEYOND_DOUBT * (0.5 / self.games as f64).sqrt()).ceil() as i32
    }

    fn swing(&self, step: usize) -> Option<Swing> {
        let before = self.chances(step, false)?;
        let after = self.chances(step + 1, false)?;
        let minus = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>();
        // A step without dice leaves nothing to luck.
        let chosen = self.chances(step, true).unwrap_or_else(|| after.clone());
        let (choice, luck) = (minus(&chosen, &before), minus(&after, &chosen));
        Some(Swing { step, before, choice, luck })
    }
}
