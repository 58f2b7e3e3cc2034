//! Roster files: any text is read or refused.
#![no_main]

use engine::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = requiem::book().check_roster(text, &engine::Options::new());
});
