//! Rulings run on the toy book.

use std::sync::Arc;

use engine::Book;
use engine::rulings::{Mode, Report, coverage, run};
use proptest::prelude::*;

use crate::book::Toy;

const GOOD: &str = r#"
# Everything a ruling can say.
ruling "A shot hits on four"   # a remark
cites  TOY-SHOOT-01, TOY-WND-01 TOY-SHOOT-02
given  table 24 x 24
given  low wall from 4,10 to 9,10 via 6,11 height 0.5
given  rock "Gallows Rock" circle 20,20 radius 2
given  building 12,12 to 18,18 height 4 floors 3 roof door south 2 wide 1.5 window east 1
given  stairs from 13,13 to 16,13 width 1 height 3
given  ladder at 11,15 height 4
given  swamp 0,0 to 2,2
given  hill outline 20,2 23,2 23,5 height 1
given  option weather foul
given  red Ana at 4,4 strong
given  red "Old Ada" at 6,4
given  blue Bo at 4,9 wounded
given  blue Ben at 4,20
given  red to act
expect red to act
expect blue not to act
expect Ben on the table
refuse red: activate Ana shoot Ben because TOY-SHOOT-02
offered red: activate Ana
offered red: activate Ana shoot Bo
not offered red: activate Ana shoot Ben
not offered red: activate Bob
odds   red: activate Ana shoot Bo -> Bo removed = 8/9
odds   activate Ana shoot Bo -> Bo not removed = ~0.111111
odds   activate Old Ada duel Ben -> Ben wounds 1 = ~0.600000
do     red: activate Ana shoot Bo
roll   red 2
expect nothing
expect red to act
do     red: throw again
roll   red 3
  need Ana shoots +1 strong: [2>3] = 4
expect Bo removed
expect not said "wounded"
expect said "Bo is removed"
expect Ana acted
expect "Old Ada" not acted
expect Ben at 4,20
expect not over
expect phase "Round 1"
expect Ana card "Facing" is "0,1"
expect Ben not stunned
expect blue to act
"#;

fn toy(text: &str) -> Report {
    run(&Toy::new(), "toy.ruling", text, Mode::Check)
}

fn failure(text: &str) -> String {
    let report = toy(text);
    report.failures().next().map(ToString::to_string).unwrap_or_default()
}

/// A ruling with an opening that is right, and these lines after it.
fn after(lines: &str) -> String {
    format!(
        "ruling \"t\"\ncites TOY-ACT-01\ngiven red Ana at 4,4\ngiven red Ada at 6,4\n\
         given blue Bo at 4,9\ngiven blue Ben at 4,20\ngiven red to act\n{lines}"
    )
}

#[test]
fn a_ruling_passes() {
    assert_eq!(failure(GOOD), "");
    let report = toy(GOOD);
    assert_eq!(report.results.len(), 1);
    assert_eq!(report.results[0].line, 3);
    assert_eq!(report.results[0].cites.len(), 3);
}

#[test]
fn failures_say_where_and_what() {
    let why = failure(&after("do red: activate Ana shoot Bo\n"));
    assert!(why.starts_with("toy.ruling:8: \"t\""), "{why}");
    assert!(why.contains("red rolls 1d6 for shooting (Ana)"), "{why}");
    assert!(why.contains("- shoot Bo"), "{why}");
    let cases = [
        ("do red: activate Ana shoot Bo\nroll blue 4\n", "red rolls 1d6 for shooting (Ana)"),
        ("do red: activate Ana shoot Bo\nroll red 4 4\n", "red rolls 1d6 for shooting (Ana)"),
        ("do red: activate Ana shoot Bo\nroll red 4; red 5\n", "no dice left over"),
        ("do red: activate Ana shoot Bo\nroll red 9\n", "red 9"),
        ("do blue: activate Bo\n", "red is asked"),
        ("do red: activate Bo\n", "'activate Bo' is not offered"),
        ("do red: activate Ana shoot Ben\n", "16 is more than 12 (TOY-SHOOT-02)"),
        ("refuse red: activate Ana shoot Bo because TOY-SHOOT-02\n", "the answer is accepted"),
        ("refuse red: activate Ana shoot Ben because TOY-ACT-01\n", "TOY-SHOOT-02"),
        ("offered red: activate Ana shoot Ben\n", "TOY-SHOOT-02"),
        ("not offered red: activate Ana\n", "it is offered"),
        ("expect Bo wounds 1\n", "actual:   Bo wounds 0"),
        ("expect Bob wounds 1\n", "a model: Ana, Ada, Bo, Ben"),
        ("expect Bo not stuned\n", "a condition that the rules know"),
        ("expect winner red\n", "actual:   not over"),
        ("odds activate Ana shoot Bo -> Bo wounds 1 = 1/3\n", "actual:   3/4"),
        ("  need Ana shoots: [4] = 4\n", "no roll"),
        ("expect\n", "a fact"),
        ("dance\n", "expected: ruling, cites"),
        ("given red Ana at 1,1\n", "a name of its own"),
        ("expect red to act\ngiven red Cy at 1,1\n", "a given after"),
        ("cites TOY-NONE-01\n", "TOY-NONE-01 is none"),
        ("cites TOY-BOMB-01\n", "TOY-BOMB-01 to be mentioned"),
        ("given red to dance\n", "'red to dance' means nothing here"),
        ("given low-wall from 1,1\n", "'to'"),
        ("given rock 1,1 to 99,1\n", "a place on the table"),
        ("given option wether fair\n", "an option: weather"),
        ("given roster red folk\n", "both"),
    ];
    for (lines, expected) in cases {
        let why = failure(&after(lines));
        assert!(why.contains(expected), "{lines}: {why}");
    }
    assert!(failure("do red: x\n").contains("a ruling to begin with"));
    assert!(failure("ruling \"t\"\ngiven red to act\n").contains("cites"));
}

#[test]
fn rosters_begin_a_match() {
    let text = "ruling \"t\"\ncites TOY-DEP-01, TOY-BID-02\ngiven table 24 x 24\n\
                given scenario meadow\ngiven roster red folk\ngiven roster blue band\n\
                refuse red: at 1,1; at 2,20 because TOY-DEP-01\n\
                do red: at 4,4; at 6,4\ndo blue: at 4,20; at 6,20\n\
                do blue: left\ndo red: right\ndo red: bid 1\ndo blue: bid 1\n\
                roll red 3; blue 3; red 2; blue 5\nexpect blue to act\nexpect Ana at 4,4\n";
    assert_eq!(failure(text), "");
}

#[test]
fn an_update_rewrites_results_only() {
    let lines = "odds activate Ana shoot Bo -> Bo wounds 1 = ?\nexpect Bo wounds 7 # so far\n\
                 do red: activate Ana shoot Bo\nroll red 5\n  need ?\nexpect Bo wounds ?\n\
                 expect Bo removed\nexpect Bo at ?\nexpect Bo stunned\n";
    let report = run(&Toy::new(), "f", &after(lines), Mode::Update);
    assert_eq!(report.failures().count(), 0);
    let updated = report.updated.unwrap();
    let expected = "odds activate Ana shoot Bo -> Bo wounds 1 = 3/4\nexpect Bo wounds 0 # so far\n\
                    do red: activate Ana shoot Bo\nroll red 5\n  need Ana shoots: [5] = 5\n\
                    expect Bo wounds 1\nexpect Bo on the table\nexpect Bo at 4,9\n\
                    expect Bo not stunned\n";
    assert_eq!(updated, after(expected));
    let again = run(&Toy::new(), "f", &updated, Mode::Update);
    assert_eq!(again.updated, None);
    assert_eq!(failure(&updated), "");
}

#[test]
fn coverage_counts_passing_rulings() {
    let book = Toy::new();
    let good = toy(&after("do red: activate Ana pass\n"));
    let bad = toy(&after("cites TOY-WND-01\nexpect Bo removed\n"));
    let found = coverage(book.about(), &[good, bad]);
    assert_eq!(found.cited.get("TOY-ACT-01"), Some(&1));
    assert!(found.uncovered.iter().any(|entry| entry.id == "TOY-WND-01"));
    assert!(!found.uncovered.iter().any(|entry| entry.id == "TOY-ACT-01"));
    assert_eq!(found.excused.len(), 1);
    assert_eq!(found.excused[0].1, "a wish.");
}

#[test]
fn long_texts_are_refused() {
    let many = "ruling \"t\"\n".repeat(1001);
    assert!(failure(&many).contains("at most 1000 rulings"));
    assert!(failure(&"#".repeat(1 << 21)).contains("bytes"));
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "ruling \"x\"\n",
        "\n",
        "cites ",
        "TOY-ACT-01",
        "given ",
        "do ",
        "roll ",
        "need ",
        "?",
        "refuse ",
        "offered ",
        "not ",
        "expect ",
        "odds ",
        "red",
        "blue",
        ":",
        " ",
        "activate ",
        "Ana",
        "Bo",
        "at ",
        "4,4",
        "1,99",
        "-1,2",
        "to ",
        "act",
        "shoot ",
        "move ",
        "because ",
        "low-wall ",
        "rock ",
        "from ",
        "circle ",
        "radius ",
        "2",
        "building ",
        "floors ",
        "3,6",
        "door ",
        "south ",
        "outline ",
        "table ",
        "36 x 36",
        "->",
        " -> ",
        " = ",
        "1/6",
        "\"",
        "#",
        "wounds ",
        "said ",
        "é",
        "; ",
        "1 2 3",
        "via ",
        "height ",
        "hill ",
        "winner ",
        "removed",
    ]);
    prop::collection::vec(word, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn no_text_does_harm(text in words(), mode in prop::bool::ANY) {
        let mode = if mode { Mode::Check } else { Mode::Update };
        run(&Toy::new(), "f", &after(&text), mode);
        run(&Arc::clone(&Toy::new()), "f", &text, mode);
    }

    #[test]
    fn no_bytes_do_harm(text in "\\PC{0,200}") {
        toy(&after(&text));
    }
}
