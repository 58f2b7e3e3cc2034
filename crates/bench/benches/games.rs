//! How fast whole random games are: driven on the spot, and suspended at every question. Prints
//! rates and their ratio at the end, from the same run, on one core.

#![allow(clippy::print_stdout, reason = "a bench tells what it measured")]

use std::sync::Arc;
use std::time::Instant;

use dustup_bench::{
    driven, killzone_setup, mutants_setup, opend6_setup, punkapocalyptic_setup, setup, suspended,
};
use engine::{Book, Setup};
use tabletop::generate::Theme;

/// How many games of a book are played on each theme: driven, and suspended at every question.
struct Plan {
    force: &'static str,
    games: u64,
    suspended: u64,
}

const SKIRMISH: Plan = Plan { force: "five a side", games: 2_000, suspended: 100 };
const GROUPS: Plan = Plan { force: "a squad a side", games: 500, suspended: 20 };
const BANDS: Plan = Plan { force: "300 points a side", games: 500, suspended: 20 };
const SQUADS: Plan = Plan { force: "1,000 points a side", games: 100, suspended: 2 };

fn main() {
    measure(&Arc::new(requiem::book()), setup, &SKIRMISH);
    measure(&Arc::new(mutants::book()), mutants_setup, &SKIRMISH);
    measure(&Arc::new(killzone::book()), killzone_setup, &GROUPS);
    measure(&Arc::new(punkapocalyptic::book()), punkapocalyptic_setup, &BANDS);
    measure(&Arc::new(opend6::book()), opend6_setup, &SQUADS);
}

fn measure<B: Book>(book: &Arc<B>, setup: impl Fn(Theme, u64) -> Setup, plan: &Plan) {
    let title = book.about().title;
    let Plan { force, games, suspended: few } = plan;
    println!("random games of {title}, {force}, one core, {games} games a theme");
    let mut total = (0u64, 0.0f64);
    for theme in Theme::ALL {
        let setup = setup(*theme, 1);
        let start = book.begin(&setup).expect("a sound setup");
        let clock = Instant::now();
        let decisions: u64 = (0..*games).map(|seed| driven(&**book, &start, seed).decisions).sum();
        let driven_time = clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let asked: u64 = (0..*few).map(|seed| suspended(book, &setup, &start, seed)).sum();
        let suspended_time = clock.elapsed().as_secs_f64();
        let rate = decisions as f64 / driven_time;
        let slow = asked as f64 / suspended_time;
        println!(
            "{theme:>10}: {:7.0} games/s  {rate:9.0} decisions/s driven  {slow:7.0} suspended  \
             ratio {:.1}  ({:.0} decisions a game)",
            *games as f64 / driven_time,
            rate / slow,
            decisions as f64 / *games as f64,
        );
        total.0 += decisions;
        total.1 += driven_time;
    }
    println!("   overall: {:9.0} decisions/s driven", total.0 as f64 / total.1);
}
