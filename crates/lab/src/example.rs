//! A commented specification to start from, made from what a game says of itself.

use std::fmt::Write;

use engine::book::{Options, ReadyRoster, RosterSheet, Scenario};
use engine::face::Game;
use tabletop::generate::Theme;
use toml::{Table, Value};

use crate::edit::{Change, Edit, edited, named};
use crate::play;

/// How many rosters the example has.
const ROSTERS: usize = 3;

/// A specification of an experiment with this game.
pub fn example(game: &dyn Game) -> String {
    let mut text = String::new();
    // Writing to a text never fails.
    let _ = written(game, &mut text);
    text
}

fn written(game: &dyn Game, text: &mut String) -> std::fmt::Result {
    let about = game.about();
    let good = |r: &&ReadyRoster| game.check_roster(r.text, &Options::new()).is_ok();
    let ready: Vec<&ReadyRoster> = about.rosters.iter().filter(good).collect();
    let keys: Vec<&str> = ready.iter().take(ROSTERS).map(|r| r.key).collect();
    let all: Vec<&str> = about.rosters.iter().map(|r| r.key).collect();
    let for_two = |s: &&Scenario| s.sides.0 <= 2 && s.sides.1 >= 2;
    let scenarios: Vec<&str> =
        about.scenarios.iter().filter(for_two).map(|s| s.key.as_str()).collect();
    let themes: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    let first: Vec<&str> = scenarios.iter().take(1).copied().collect();

    writeln!(text, "# An experiment with {}. Play it, and look at the report:", about.title)?;
    writeln!(text, "#   dustup lab run THIS-FILE --out DIR")?;
    writeln!(text, "#   dustup lab report DIR\n")?;
    writeln!(text, "game = \"{}\"", about.key)?;
    writeln!(text, "# Equal seeds give equal games.\nseed = 1")?;
    writeln!(text, "# Games in each cell: every matchup, scenario, table and choice of options.")?;
    writeln!(text, "# Each deal is played from both seats, so this is even.\ngames = 100\n")?;
    writeln!(
        text,
        "# Ready-made rosters, and files beside this one. There is:\n#   {}",
        all.join(", ")
    )?;
    writeln!(text, "rosters = {}", list(&keys))?;
    writeln!(
        text,
        "# All against all, or pairs: [[\"one\", \"other\"]]. Variants meet whoever their base meets."
    )?;
    writeln!(text, "pairings = \"all\"")?;
    writeln!(text, "# Whether rosters meet themselves, too.\nmirrors = false")?;
    writeln!(text, "# There is: {}", scenarios.join(", "))?;
    writeln!(text, "scenarios = {}", list(&first))?;
    writeln!(
        text,
        "# Red and blue, or several such pairs. There is: {}",
        play::players().join(", ")
    )?;
    writeln!(text, "players = [\"novice\", \"novice\"]")?;
    writeln!(text, "# Options are changed one at a time, or \"all\" combinations are played.")?;
    writeln!(text, "vary = \"each\"\n\n[tables]")?;
    writeln!(text, "# There is: {}", themes.join(", "))?;
    writeln!(text, "themes = {}", list(&themes[..themes.len().min(2)]))?;
    writeln!(
        text,
        "# A new table for each deal, or always the same: [1, 2, 3].\nseeds = \"fresh\""
    )?;
    writeln!(text, "# Whether tables look the same from both ends.\nsymmetric = false")?;
    writeln!(text, "# files = [\"my-table.toml\"]\n")?;
    writeln!(
        text,
        "# Values that are compared on the same deals, the first being the base.\n[options]"
    )?;
    for option in &about.options {
        let values = if option.values.is_empty() { &[option.usual] } else { option.values };
        writeln!(text, "# {} ({})", option.summary, option.clause)?;
        writeln!(text, "# {} = {}", option.key, list(values))?;
    }
    let changes = ready.first().map(|r| changes(game, r)).unwrap_or_default();
    if !changes.is_empty() {
        writeln!(text, "\n# The same roster with one thing changed. An edit is one of")?;
        writeln!(text, "#   {{ model = NAME, set = KEY, value = V }}")?;
        writeln!(text, "#   {{ model = NAME, remove = LIST, value = V }}")?;
        writeln!(text, "#   {{ model = NAME, add = LIST, value = V }}")?;
        writeln!(text, "#   {{ model = NAME, remove = KEY }}")?;
        writeln!(text, "#   {{ model = NAME, leave_out = true }}")?;
        writeln!(
            text,
            "# Without a model it is about the roster as a whole. KEY may be a path: a.b, list.1.key"
        )?;
    }
    for edit in &changes {
        writeln!(text, "[[variant]]\nname = {}", quoted(&edit.in_words()))?;
        writeln!(text, "base = \"{}\"\nedits = [{}]\n", keys[0], inline(edit))?;
    }
    writeln!(text, "# How rosters are taken apart for fitted costs.\n[costs]")?;
    writeln!(text, "# A key that says how many of an entry there are.\n# count = \"number\"")?;
    writeln!(text, "# Keys that are not looked at.\nignore = []")
}

/// Changes of a roster that leave it good: a thing less, and a number more.
fn changes(game: &dyn Game, ready: &ReadyRoster) -> Vec<Edit> {
    let (Ok(roster), Ok(sheet)) =
        (ready.text.parse::<Table>(), game.check_roster(ready.text, &Options::new()))
    else {
        return Vec::new();
    };
    let is_good = |edit: &Edit| {
        let text = edited(ready.text, [edit]).ok();
        text.is_some_and(|text| game.check_roster(&text, &Options::new()).is_ok())
    };
    let all = candidates(&roster, &sheet);
    let fewer = |edit: &&Edit| matches!(edit.change, Change::Remove(..));
    let removed = all.iter().filter(fewer).find(|edit| is_good(edit)).cloned();
    let set = all.iter().filter(|edit| !fewer(edit)).find(|edit| is_good(edit)).cloned();
    removed.into_iter().chain(set).collect()
}

fn candidates(roster: &Table, sheet: &RosterSheet) -> Vec<Edit> {
    let mut changes = Vec::new();
    let all = named(roster);
    let own = all.iter().filter(|one| sheet.cards.iter().any(|(card, _)| card == one.name));
    for one in own {
        for (key, value) in one.table {
            let change = match value {
                Value::Array(values) => match values.first() {
                    Some(first @ Value::String(_)) => Change::Remove(key.clone(), first.clone()),
                    _ => continue,
                },
                Value::Integer(n) => Change::Set(key.clone(), Value::Integer(n + 1)),
                _ => continue,
            };
            changes.push(Edit { model: Some(one.name.to_owned()), change });
        }
    }
    changes
}

fn inline(edit: &Edit) -> String {
    let model = quoted(edit.model.as_deref().unwrap_or_default());
    match &edit.change {
        Change::Remove(key, value) => {
            format!("{{ model = {model}, remove = {}, value = {value} }}", quoted(key))
        }
        Change::Set(key, value) => {
            format!("{{ model = {model}, set = {}, value = {value} }}", quoted(key))
        }
        _ => String::new(),
    }
}

fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", quoted.join(", "))
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}
