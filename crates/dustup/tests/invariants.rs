//! What must be absent from the code, so that it stays true: see ARCHITECTURE.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the sources should fail")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files under some folders, with their text.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|f| root().join(f)).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    assert!(!found.is_empty(), "no sources under {folders:?}");
    found
}

/// The folders of the rulebooks.
fn books() -> Vec<String> {
    let folders = fs::read_dir(root().join("rules")).unwrap();
    folders.map(|f| f.unwrap().file_name().into_string().unwrap()).collect()
}

/// Lines of code: comments and unit tests apart.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn offences(folders: &[&str], banned: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for (path, text) in sources(folders).iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
        for (number, line) in code_lines(text) {
            for word in banned.iter().filter(|w| line.contains(**w)) {
                all.push(format!("{}:{}: {word}", path.display(), number + 1));
            }
        }
    }
    all
}

#[test]
fn the_rules_core_is_deterministic() {
    let rules: Vec<String> = books().iter().map(|b| format!("rules/{b}/src")).collect();
    let mut folders = vec!["crates/tabletop/src", "crates/engine/src"];
    folders.extend(rules.iter().map(String::as_str));
    let banned = [
        "f32",
        "f64",
        "HashMap",
        "HashSet",
        "std::time",
        "Instant::",
        "SystemTime",
        "std::fs",
        "std::net",
        "std::env",
        "println!",
        "eprintln!",
        "std::thread::spawn",
    ];
    let found = offences(&folders, &banned);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn rules_have_no_dice_of_their_own_and_never_look_at_stop() {
    for book in books() {
        let found = offences(
            &[&format!("rules/{book}/src")],
            &["rand_", "ChaCha", ".stream()", "Stop::", "Seed("],
        );
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn only_the_registry_names_a_game() {
    let below =
        ["crates/tabletop/src", "crates/engine/src", "crates/players/src", "crates/lab/src"];
    for book in books() {
        let title = format!("{}{}", book[..1].to_uppercase(), &book[1..]);
        let found = offences(&below, &[&book, &title]);
        assert!(found.is_empty(), "{}", found.join("\n"));
        let named = |(path, _): &(PathBuf, String)| !path.ends_with("registry.rs");
        let elsewhere: Vec<String> = sources(&["crates/dustup/src"])
            .iter()
            .filter(|s| named(s))
            .filter(|(_, text)| code_lines(text).any(|(_, l)| l.contains(&format!("{book}::"))))
            .map(|(path, _)| path.display().to_string())
            .collect();
        assert!(elsewhere.is_empty(), "{elsewhere:?}");
    }
}

#[test]
fn every_clause_cited_in_code_is_in_the_reference() {
    for game in dustup_games() {
        let known: Vec<&str> = engine::rules::clauses(game.1).iter().map(|c| c.id).collect();
        let prefix = known[0].split('-').next().unwrap();
        let mut missing = Vec::new();
        for (path, text) in sources(&[&format!("rules/{}/src", game.0)]) {
            for (at, _) in text.match_indices(&format!("{prefix}-")) {
                let end = text[at..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
                let id = text[at..at + end.unwrap_or(0)].trim_end_matches('-');
                // Families such as "REQ-T" are spoken of in comments; clauses end in a number.
                if id.ends_with(|c: char| c.is_ascii_digit() || c == 'b') && !known.contains(&id) {
                    missing.push(format!("{}: {id}", path.display()));
                }
            }
        }
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}

/// Key and reference of every book.
fn dustup_games() -> Vec<(String, &'static str)> {
    books()
        .into_iter()
        .map(|book| {
            let path = root().join("rules").join(&book).join("RULES.md");
            let text = fs::read_to_string(path).unwrap();
            (book, &*text.leak())
        })
        .collect()
}

#[test]
fn files_stay_short_enough_to_read() {
    let mut long = Vec::new();
    for (path, text) in sources(&["crates", "rules"]) {
        let tests =
            path.components().any(|c| c.as_os_str() == "tests") || path.ends_with("tests.rs");
        let lines = text.split("#[cfg(test)]").next().unwrap_or(&text).lines().count();
        if lines > 600 && !tests {
            long.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn every_file_of_rulings_is_part_of_its_book() {
    for book in books() {
        let folder = root().join("rules").join(&book);
        let listing: String =
            sources(&[&format!("rules/{book}/src")]).into_iter().map(|(_, text)| text).collect();
        for entry in fs::read_dir(folder.join("rulings")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(
                listing.contains(&name),
                "rules/{book}/rulings/{name} is not listed in the book"
            );
        }
    }
}
