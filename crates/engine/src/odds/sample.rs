//! Odds by trying: where there are too many ways the dice can fall, the action is played through
//! again and again, and counted.

use std::collections::BTreeMap;

use super::sensible::Tried;
use super::{Effort, NoOdds};
use crate::book::Book;
use crate::cx::{Cx, Input, Stop};
use crate::dice::Seed;

/// More steps than any action takes.
const MOST_STEPS: usize = 10_000;

/// What came of an action that was tried again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample<R> {
    /// How often it was tried.
    pub games: u32,
    /// How often each result came.
    pub counts: BTreeMap<R, u32>,
}

/// The share of a result among tries, in millionths, and between which two its chance lies with
/// 95 % certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The share.
    pub share: u64,
    /// The lower end of the interval.
    pub low: u64,
    /// The upper end.
    pub high: u64,
}

impl Estimate {
    /// Wilson's interval, which holds for rare results and few tries as well. A hundred results
    /// of a hundred tries are still no certainty.
    pub fn of(count: u32, games: u32) -> Estimate {
        const MILLION: u128 = 1_000_000;
        // The square of 1.959964, in millionths of millionths.
        const Z2: u128 = 3_841_459 * MILLION;
        let (k, n) = (u128::from(count.min(games)), u128::from(games.max(1)));
        let one = MILLION * MILLION;
        let middle = 2 * k * one + Z2;
        let spread = (Z2 * (Z2 + 4 * k * (n - k.min(n)) * one / n)).isqrt();
        let whole = 2 * (n * one + Z2);
        let low = middle.saturating_sub(spread) * MILLION / whole;
        let high = ((middle + spread) * MILLION).div_ceil(whole).min(MILLION);
        let share = (2 * k * MILLION / n).div_ceil(2);
        let short = |millionths: u128| u64::try_from(millionths).unwrap_or(u64::MAX);
        Estimate { share: short(share), low: short(low), high: short(high) }
    }
}

/// Tries an action so often: `tape` is what came in during the step under way, the action last.
///
/// Equal seeds give equal samples, and the first tries of a longer sample are those of a shorter
/// one.
pub fn sample<B: Book, R: Ord>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    effort: &Effort,
    read: impl Fn(&B::State) -> R,
) -> Result<Sample<R>, NoOdds> {
    let mut counts: BTreeMap<R, u32> = BTreeMap::new();
    for game in 0..effort.games {
        let end = try_once(book, state.clone(), tape, effort.seed.child(u64::from(game)))?;
        *counts.entry(read(&end)).or_default() += 1;
    }
    Ok(Sample { games: effort.games, counts })
}

/// Plays an action through until nothing is in the middle of happening.
fn try_once<B: Book>(
    book: &B,
    mut state: B::State,
    tape: &[Input],
    seed: Seed,
) -> Result<B::State, NoOdds> {
    let mut dice = seed.stream();
    let mut left = tape;
    for _ in 0..MOST_STEPS {
        let mut source = Tried(&mut dice);
        let mut cx = Cx::on_tape_only(left, &mut source);
        match book.step(&mut state, &mut cx) {
            Ok(()) => left = &[],
            Err(Stop::Refuse(_)) => return Err(NoOdds::Illegal),
            Err(Stop::Ask(_) | Stop::Dice(_)) => return Err(NoOdds::OpenChoice),
        }
        if book.is_settled(&state) || book.outcome(&state).is_some() {
            return Ok(state);
        }
    }
    Err(NoOdds::TooMany)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_tables() {
        // Wilson's interval of 5 in 20 is 0.1119 to 0.4687, of 0 in 10 it is 0 to 0.2775.
        let few = Estimate::of(5, 20);
        assert_eq!(few.share, 250_000);
        assert!(few.low.abs_diff(111_862) < 10 && few.high.abs_diff(468_701) < 10, "{few:?}");
        let none = Estimate::of(0, 10);
        assert_eq!((none.share, none.low), (0, 0));
        assert!(none.high.abs_diff(277_533) < 10, "{none:?}");
        let all = Estimate::of(10, 10);
        assert_eq!((all.share, all.high), (1_000_000, 1_000_000));
        assert!(all.low.abs_diff(722_467) < 10, "{all:?}");
        let many = Estimate::of(50_000, 100_000);
        assert!(many.high - many.low < 6_300, "{many:?}");
    }
}
