//! Ruling files: any text gives a report.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;

static BOOK: LazyLock<Arc<requiem::Requiem>> = LazyLock::new(|| Arc::new(requiem::book()));

fuzz_target!(|text: &str| {
    let _ = engine::rulings::run(&BOOK, "fuzz", text, engine::rulings::Mode::Check);
});
