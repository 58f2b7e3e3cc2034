//! Ruling files: any text gives a report, by any book.
#![no_main]

use std::sync::{Arc, LazyLock};

use engine::rulings::{Mode, run};
use libfuzzer_sys::fuzz_target;

static REQUIEM: LazyLock<Arc<requiem::Requiem>> = LazyLock::new(|| Arc::new(requiem::book()));
static MUTANTS: LazyLock<Arc<mutants::Mutants>> = LazyLock::new(|| Arc::new(mutants::book()));
static OPEND6: LazyLock<Arc<opend6::OpenD6>> = LazyLock::new(|| Arc::new(opend6::book()));
static KILLZONE: LazyLock<Arc<killzone::KillZone>> = LazyLock::new(|| Arc::new(killzone::book()));
static PUNK: LazyLock<Arc<punkapocalyptic::Punkapocalyptic>> =
    LazyLock::new(|| Arc::new(punkapocalyptic::book()));
static CAMPAIGN: LazyLock<Arc<mutants::campaign::Campaign>> =
    LazyLock::new(|| Arc::new(mutants::campaign::book()));

fuzz_target!(|text: &str| {
    let _ = run(&REQUIEM, "fuzz", text, Mode::Check);
    let _ = run(&MUTANTS, "fuzz", text, Mode::Check);
    let _ = run(&OPEND6, "fuzz", text, Mode::Check);
    let _ = run(&KILLZONE, "fuzz", text, Mode::Check);
    let _ = run(&PUNK, "fuzz", text, Mode::Check);
    let _ = run(&CAMPAIGN, "fuzz", text, Mode::Check);
});
