//! Roster files: any text is read or refused, by any book.
#![no_main]

use std::sync::LazyLock;

use engine::Book;
use libfuzzer_sys::fuzz_target;

static REQUIEM: LazyLock<requiem::Requiem> = LazyLock::new(requiem::book);
static MUTANTS: LazyLock<mutants::Mutants> = LazyLock::new(mutants::book);
static OPEND6: LazyLock<opend6::OpenD6> = LazyLock::new(opend6::book);
static KILLZONE: LazyLock<killzone::KillZone> = LazyLock::new(killzone::book);
static PUNK: LazyLock<punkapocalyptic::Punkapocalyptic> = LazyLock::new(punkapocalyptic::book);

fuzz_target!(|text: &str| {
    let _ = REQUIEM.check_roster(text, &engine::Options::new());
    let _ = MUTANTS.check_roster(text, &engine::Options::new());
    let _ = KILLZONE.check_roster(text, &engine::Options::new());
    let _ = PUNK.check_roster(text, &engine::Options::new());
    let _ = OPEND6.check_roster(text, &engine::Options::new());
});
