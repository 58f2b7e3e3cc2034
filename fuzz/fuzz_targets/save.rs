//! Saved matches: a real one, mangled, loads with warnings or is refused.
#![no_main]

use std::sync::{Arc, LazyLock};

use engine::{Book, DiceChoice, Match, Options, Seed, Setup, TableChoice};
use libfuzzer_sys::fuzz_target;

static BOOK: LazyLock<Arc<requiem::Requiem>> = LazyLock::new(|| Arc::new(requiem::book()));
static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let setup = Setup {
        scenario: "secure-resource".to_owned(),
        options: Options::new(),
        rosters: BOOK.about().rosters.iter().take(2).map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Given(tabletop::Table::bare(36, 36).sketch().clone()),
    };
    let game = Match::begin(BOOK.clone(), setup, &DiceChoice::Seeded(Seed(1)));
    game.expect("a sound setup").save().into_bytes()
});

fuzz_target!(|edits: Vec<(u16, u8, bool)>| {
    let mut bytes = SAVED.clone();
    for (at, byte, cut) in edits {
        let at = usize::from(at) % bytes.len().max(1);
        if cut {
            bytes.truncate(at);
        } else if let Some(old) = bytes.get_mut(at) {
            *old = byte;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let _ = Match::load(BOOK.clone(), &text);
});
