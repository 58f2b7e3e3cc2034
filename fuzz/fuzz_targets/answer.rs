//! Raw answers: refused ones change nothing, accepted ones lead to a question or an end.
#![no_main]

use std::sync::{Arc, LazyLock};

use engine::{Answer, Book, DiceChoice, Match, Options, Seed, Setup, SideId, TableChoice};
use libfuzzer_sys::fuzz_target;

static BOOK: LazyLock<Arc<requiem::Requiem>> = LazyLock::new(|| Arc::new(requiem::book()));
static START: LazyLock<Match<requiem::Requiem>> = LazyLock::new(|| {
    let setup = Setup {
        scenario: "seek-and-destroy".to_owned(),
        options: Options::new(),
        rosters: BOOK.about().rosters.iter().take(2).map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Given(tabletop::Table::bare(36, 36).sketch().clone()),
    };
    Match::begin(BOOK.clone(), setup, &DiceChoice::Seeded(Seed(1))).expect("a sound setup")
});

fuzz_target!(|text: &str| {
    let mut game = START.clone();
    // Each line is an answer: JSON as a client would send it, or notation as a person types it.
    for line in text.lines().take(40) {
        let side = SideId(line.len() as u8 % 2);
        let typed = game.question_for(side).map(|q| engine::notation::parse(q, line));
        let sent = serde_json::from_str::<Answer>(line).ok();
        let Some(answer) = sent.or(typed.and_then(Result::ok)) else { continue };
        let before = (engine::hash::stable_hash(game.state()), game.questions().to_vec());
        if game.answer(side, answer).is_err() {
            let after = (engine::hash::stable_hash(game.state()), game.questions().to_vec());
            assert_eq!(before, after);
        }
    }
});
