//! The laboratory as somebody at a terminal uses it, and as somebody who pulls the plug does.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lab::{Results, Store};

/// Longest that anything may take.
const PATIENCE: Duration = Duration::from_secs(300);

const SPEC: &str = "game = 'requiem'\nseed = 7\ngames = 170\n\
    rosters = ['doomsday-survivalists', 'eschaton-choir', 'rust-market-guard']\n\
    scenarios = ['seek-and-destroy']\nplayers = ['random', 'random']\n\
    [tables]\nthemes = ['wasteland']\n[options]\nattack_ties = ['dice_off', 'defender_wins']\n\
    [[variant]]\nname = 'no sniper rifle'\nbase = 'doomsday-survivalists'\n\
    edits = [{ model = 'Prepper Leader', remove = 'weapons', value = 'Sniper Rifle' }]\n";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dustup"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn dustup(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

fn good(args: &[&str]) -> String {
    let output = dustup(args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{args:?}\n{out}\n{err}");
    out
}

fn bad(args: &[&str]) -> String {
    let output = dustup(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "'{part}' is not in:\n{text}");
}

/// All files of rows, by their names. Equal rows make equal files.
fn parts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder.join("parts")) else { return BTreeMap::new() };
    let whole = |path: &PathBuf| path.extension().is_some_and(|e| e == "parquet");
    let paths = entries.map(|entry| entry.unwrap().path()).filter(whole);
    paths
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
        })
        .collect()
}

#[test]
fn a_run_that_is_killed_ends_like_one_that_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let spec = folder.path().join("spec.toml");
    fs::write(&spec, SPEC).unwrap();
    let spec = spec.to_str().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let broken_name = broken.to_str().unwrap();
    good(&["lab", "run", spec, "--out", whole.to_str().unwrap(), "--jobs", "1"]);
    let expected = parts(&whole);
    assert!(expected.len() > 20, "{}", expected.len());

    // Killed as by a power cut, again and again, each time after some more parts.
    for kills in 1..=4 {
        let mut child = program()
            .args(["lab", "run", spec, "--out", broken_name, "--jobs", "3"])
            .spawn()
            .unwrap();
        let started = Instant::now();
        while parts(&broken).len() < kills * 5 {
            assert!(started.elapsed() < PATIENCE, "nothing is written");
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let before = parts(&broken);
    assert!((20..expected.len()).contains(&before.len()), "{}", before.len());

    // A part that was damaged is played again as well.
    fs::write(broken.join("parts/part-000003.parquet"), "damaged").unwrap();
    let output = dustup(&["lab", "run", spec, "--out", broken_name, "--jobs", "2"]);
    assert!(output.status.success(), "{output:?}");
    has(&text(&output.stderr), "part-000003.parquet");
    has(&text(&output.stderr), "going on: ");
    let missing: usize = text(&output.stdout)
        .split(" cells, ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap()
        .parse()
        .unwrap();
    assert!(missing > 0 && missing < 1_400, "{missing} games were played at the end");

    let (one, other) = (parts(&broken), &expected);
    assert!(one.keys().eq(other.keys()));
    for (name, bytes) in other {
        assert!(one[name] == *bytes, "{name} differs");
    }
    let (one, other) = (Store::existing(&broken).unwrap(), Store::existing(&whole).unwrap());
    let mut numbers = 0..other.plan().games();
    for part in 0..other.parts() {
        let rows = other.read(part).unwrap().unwrap();
        assert!(rows.iter().all(|row| Some(row.number) == numbers.next()));
        assert_eq!(one.read(part).unwrap().unwrap(), rows);
    }
    assert_eq!(numbers.next(), None);
    Results::read(&one).unwrap();

    // Nothing is left to do, and another experiment is refused.
    has(&good(&["lab", "run", spec, "--out", broken_name]), " cells, 0 of them played now");
    fs::write(spec, SPEC.replace("seed = 7", "seed = 8")).unwrap();
    let why = bad(&["lab", "run", spec, "--out", broken_name]);
    has(&why, "the specification has changed since (seed)");
    has(&why, "--out");

    // The report is a page of its own, and the same figures are there for programs.
    let page = folder.path().join("page/report.html");
    good(&["lab", "report", broken_name, "--out", page.to_str().unwrap()]);
    let html = fs::read_to_string(&page).unwrap();
    has(&html, "Who beats whom");
    has(&html, "no sniper rifle");
    let json = good(&["lab", "report", broken_name, "--json"]);
    let figures: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(figures["overview"]["played"], other.plan().games());
    assert_eq!(figures["variants"][0]["variant"], "no sniper rifle");
    assert_eq!(figures["options"][0]["option"], "attack_ties");
    assert_eq!(json, good(&["lab", "report", whole.to_str().unwrap(), "--json"]));
}

#[test]
fn examples_are_good_specifications_of_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = good(&["games", "--json"]);
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    for game in games["games"].as_array().unwrap() {
        let key = game["key"].as_str().unwrap();
        let spec = folder.path().join(format!("{key}.toml"));
        fs::write(&spec, good(&["lab", "example", key])).unwrap();
        let told = good(&["lab", "run", spec.to_str().unwrap(), "--only", "3"]);
        has(&told, "game 3: scenario ");
        has(&told, " decisions, ");
        // And so are those that come with the program.
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../lab/{key}.toml"));
        has(&good(&["lab", "run", own.to_str().unwrap(), "--only", "1"]), " decisions, ");
    }
}

#[test]
fn whatever_is_wrong_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let spec = folder.path().join("spec.toml");
    let told = |from: &str, to: &str| {
        assert!(SPEC.contains(from), "{from}");
        fs::write(&spec, SPEC.replacen(from, to, 1)).unwrap();
        let why = bad(&["lab", "run", spec.to_str().unwrap()]);
        why.replace(&format!("{}:", spec.display()), "")
    };
    let cases = [
        ("game = 'requiem'", "game = 'chess'", "1: there is no game 'chess'"),
        ("games = 170", "games = 171", "3:9: games must be even"),
        ("games = 170", "game_s = 170", "3:1: unknown key 'game_s'; did you mean 'games'?"),
        ("eschaton-choir", "eschaton-chor", "did you mean 'eschaton-choir'?"),
        ("'random', 'random'", "'random', 'nobody'", "6:22: there is no computer player 'nobody'"),
        ("wasteland", "moon", "8:11: there is no theme 'moon'"),
        ("'seek-and-destroy'", "'seek'", "5:14: there is no scenario for two sides 'seek'"),
        ("'defender_wins'", "'maybe'", "attack_ties cannot be 'maybe'; it is dice_off or"),
        (
            "attack_ties",
            "attack_tie",
            "there is no option 'attack_tie'; did you mean 'attack_ties'?",
        ),
        ("'Prepper Leader'", "'Peter'", "the roster has no model 'Peter'"),
        ("remove = 'weapons'", "remove = 'shoes'", "Prepper Leader has no list shoes"),
        ("remove = 'weapons'", "drop = 'weapons'", "unknown key 'drop'"),
        ("base = 'doomsday-survivalists'", "base = 'others'", "before this variant 'others'"),
        (
            "remove = 'weapons', value = 'Sniper Rifle'",
            "set = 'wounds', value = 99",
            "no good roster any more",
        ),
        ("seed = 7", "seed = ", "2:"),
    ];
    for (from, to, expected) in cases {
        has(&told(from, to), expected);
    }
    has(&bad(&["lab", "run", "nowhere.toml"]), "nowhere.toml: cannot be read");
    has(
        &bad(&["lab", "report", folder.path().to_str().unwrap()]),
        "dustup lab run SPEC.toml --out",
    );
    fs::write(&spec, SPEC).unwrap();
    has(&bad(&["lab", "run", spec.to_str().unwrap(), "--only", "99999"]), "the last one is");
}
