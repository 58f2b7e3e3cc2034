//! Instruction counts of the rules core, which do not care what else the machine is doing.
//! Needs valgrind and the runner: `cargo install gungraun-runner`.
#![allow(
    missing_docs,
    unused_qualifications,
    reason = "the macros of the harness generate such items"
)]

use std::hint::black_box;

use dustup_bench::{driven, setup};
use engine::Book;
use gungraun::{library_benchmark, library_benchmark_group, main};
use requiem::Requiem;
use requiem::state::State;
use tabletop::generate::Theme;

fn ready(theme: Theme) -> (Requiem, State) {
    let book = requiem::book();
    let start = book.begin(&setup(theme, 1)).expect("a sound setup");
    (book, start)
}

#[library_benchmark]
#[bench::ruins(ready(Theme::Ruins))]
#[bench::open_ground(ready(Theme::Wasteland))]
fn ten_random_games((book, start): (Requiem, State)) -> u64 {
    black_box((0..10).map(|seed| driven(&book, &start, seed).decisions).sum())
}

library_benchmark_group!(name = games, benchmarks = ten_random_games);
main!(library_benchmark_groups = games);
