//! Many games on all cores, whoever wants them: a game that breaks the program breaks nothing else.

use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Most games that are played at the same time.
const MOST_JOBS: usize = 1024;

/// How many games to play at the same time: as many as were asked for, or as there are cores.
pub fn jobs(wanted: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(cores).clamp(1, MOST_JOBS)
}

/// What a game came to; a panic is an error that says what was said.
pub fn guarded<T>(game: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(game)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Err(format!("the program failed: {}", text.unwrap_or("without a word")))
    })
}

/// Does something during which panics are caught and told elsewhere, so that nothing is printed.
pub fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let result = work();
    panic::set_hook(hook);
    result
}

/// Plays the games of some numbers, so many at the same time. What came of them is in the order
/// of the numbers, whoever played them.
pub fn all<T: Send>(numbers: Range<u64>, jobs: usize, play: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return own;
            }
            own.push((number, play(number)));
        }
    };
    let mut played: Vec<(u64, T)> = quietly(|| {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined.flat_map(|own| own.expect("panics of games are caught")).collect()
        })
    });
    played.sort_unstable_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_in_order_and_panics_are_errors() {
        let play = |number: u64| {
            guarded(|| {
                assert!(!number.is_multiple_of(3), "the table fell over");
                Ok(number)
            })
        };
        for jobs in [1, 3] {
            let results = all(5..9, jobs, play);
            assert_eq!(results[0], Ok(5));
            assert_eq!(results[1], Err("the program failed: the table fell over".to_owned()));
            assert_eq!(results[2..], [Ok(7), Ok(8)]);
        }
        assert!(all(3..3, 2, play).is_empty());
    }
}
