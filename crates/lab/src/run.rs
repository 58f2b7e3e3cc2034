//! Running an experiment: the missing games on all cores, kept part by part.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::face::Game;

use crate::batch::quietly;
use crate::play::{self, Row};
use crate::store::Store;

/// What is told while an experiment runs.
pub trait Watcher: Sync {
    /// How many games there are, and how many have been played before.
    fn begins(&self, games: u64, played: u64);
    /// One more game is over.
    fn played(&self);
    /// A part that is there cannot be used and is played again.
    fn damaged(&self, why: &str);
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// How many games were played now.
    pub played: u64,
    /// All games that failed, now or before, with their errors.
    pub failed: Vec<(u64, String)>,
}

/// Plays whatever is missing, with so many jobs. The rows do not depend on the jobs, nor on how
/// often the run was stopped before.
pub fn run(
    game: &dyn Game,
    store: &Store,
    jobs: usize,
    watcher: &dyn Watcher,
) -> Result<Done, String> {
    let mut done = Done::default();
    let (mut missing, mut before) = (Vec::new(), 0);
    for part in 0..store.parts() {
        let rows = store.read(part).unwrap_or_else(|why| {
            watcher.damaged(&why);
            None
        });
        match rows {
            Some(rows) => {
                before += rows.len() as u64;
                done.failed.extend(failures(&rows));
            }
            None => missing.push(part),
        }
    }
    watcher.begins(store.plan().games(), before);
    let shared = Shared {
        game,
        store,
        watcher,
        missing: &missing,
        next: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        open: Mutex::default(),
        failed: Mutex::default(),
    };
    let results: Vec<Result<(), String>> = quietly(|| {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(|| shared.work())).collect();
            let ended = |_| Err("a thread of the run failed".to_owned());
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(ended)).collect()
        })
    });
    results.into_iter().collect::<Result<(), String>>()?;
    done.played = store.plan().games() - before;
    done.failed.extend(shared.failed.into_inner().unwrap_or_else(PoisonError::into_inner));
    done.failed.sort_unstable();
    Ok(done)
}

fn failures(rows: &[Row]) -> impl Iterator<Item = (u64, String)> {
    rows.iter().filter_map(|row| Some((row.number, row.result.as_ref().err()?.clone())))
}

/// What the threads of a run share.
struct Shared<'a> {
    game: &'a dyn Game,
    store: &'a Store,
    watcher: &'a dyn Watcher,
    /// The parts to be played, in their order.
    missing: &'a [u64],
    /// Which of their games is played next.
    next: AtomicU64,
    stopped: AtomicBool,
    /// Rows of parts that are not complete yet.
    open: Mutex<BTreeMap<u64, Vec<Row>>>,
    failed: Mutex<Vec<(u64, String)>>,
}

impl Shared<'_> {
    fn work(&self) -> Result<(), String> {
        while !self.stopped.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((part, number)) = self.missing_game(next) else { return Ok(()) };
            let row = play::play(self.game, self.store.plan(), number);
            self.watcher.played();
            if let ControlFlow::Break(rows) = self.collect(part, row) {
                self.keep(part, rows).inspect_err(|_| {
                    // Nothing more can be kept, so nothing more is played.
                    self.stopped.store(true, Ordering::Relaxed);
                })?;
            }
        }
        Ok(())
    }

    /// The part and the number of a missing game. All parts are equally long but for the last.
    fn missing_game(&self, index: u64) -> Option<(u64, u64)> {
        let size = self.store.plan().part_size();
        let part = *self.missing.get(usize::try_from(index / size).ok()?)?;
        self.store.games_of(part).nth((index % size) as usize).map(|number| (part, number))
    }

    /// Puts a row to those of its part; gives them back once they are complete.
    fn collect(&self, part: u64, row: Row) -> ControlFlow<Vec<Row>> {
        let wanted = self.store.games_of(part);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = open.entry(part).or_default();
        rows.push(row);
        if rows.len() as u64 == wanted.end - wanted.start {
            return ControlFlow::Break(open.remove(&part).unwrap_or_default());
        }
        ControlFlow::Continue(())
    }

    fn keep(&self, part: u64, mut rows: Vec<Row>) -> Result<(), String> {
        rows.sort_unstable_by_key(|row| row.number);
        self.store.write(part, &rows)?;
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).extend(failures(&rows));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::testing::{Shaky, plan};

    #[derive(Default)]
    struct Counter {
        before: AtomicU64,
        played: AtomicU64,
    }

    impl Watcher for Counter {
        fn begins(&self, _: u64, played: u64) {
            self.before.store(played, Ordering::Relaxed);
        }

        fn played(&self) {
            self.played.fetch_add(1, Ordering::Relaxed);
        }

        fn damaged(&self, _: &str) {}
    }

    #[test]
    fn failures_are_rows_like_others_whoever_plays_them() {
        let (game, folder) = (Shaky::new(), tempfile::tempdir().unwrap());
        let all = |jobs: usize| {
            let path = folder.path().join(jobs.to_string());
            let store = Store::open(&path, plan(), "").unwrap();
            let counter = Counter::default();
            let done = run(&game, &store, jobs, &counter).unwrap();
            assert_eq!(done.played, plan().games());
            assert_eq!(counter.played.load(Ordering::Relaxed), plan().games());
            let rows = (0..store.parts()).flat_map(|part| store.read(part).unwrap().unwrap());
            (done, rows.collect::<Vec<Row>>())
        };
        let (done, rows) = all(1);
        assert_eq!(rows, all(3).1);
        assert!(rows.iter().map(|row| row.number).eq(0..plan().games()));
        let whys: Vec<&String> = done.failed.iter().map(|(_, why)| why).collect();
        assert!(whys.iter().any(|why| *why == "it did not end"), "{whys:?}");
        assert!(whys.iter().any(|why| why.contains("the table fell over")), "{whys:?}");
        assert!(done.failed.iter().map(|(n, _)| *n).eq(failures(&rows).map(|(n, _)| n)));

        // Played again, nothing is left to do, and the failures are still told.
        let store = Store::existing(&folder.path().join("1")).unwrap();
        let again = run(&game, &store, 2, &Counter::default()).unwrap();
        assert_eq!((again.played, again.failed), (0, done.failed));
    }
}
