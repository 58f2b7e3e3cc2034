//! Drives the program as somebody at a terminal would.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test, removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dustup-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn with(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn dustup(args: &[&str]) -> Output {
    typed(args, "")
}

/// Runs the program and types into it.
fn typed(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dustup"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    // A program that ends early closes its input, which is no failure.
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn good(args: &[&str]) -> String {
    let output = dustup(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs a command that must fail with exit code 2, and gives back what it says.
#[track_caller]
fn bad(args: &[&str]) -> String {
    let output = dustup(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stdout(&output));
    let told = stderr(&output);
    assert!(!told.contains("panicked"), "{told}");
    told
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "'{part}' is missing in:\n{text}");
}

#[test]
fn help_is_an_overview() {
    let text = good(&["help"]);
    has(&text, "dustup play requiem");
    has(&text, "Try first");
}

#[test]
fn games_are_listed() {
    let text = good(&["games"]);
    for part in ["requiem", "secure-resource", "psi", "eschaton-choir", "novice", "wasteland"] {
        has(&text, part);
    }
    let json: serde_json::Value = serde_json::from_str(&good(&["games", "--json"])).unwrap();
    assert_eq!(json["games"][0]["key"], "requiem");
    assert!(!json["games"][0]["options"].as_array().unwrap().is_empty());
}

#[test]
fn the_rulings_of_the_games_hold() {
    let text = good(&["rulings"]);
    has(&text, "0 failed");
}

const GOOD_RULING: &str = "\
ruling \"A model that is activated may move\"
cites  REQ-TURN-05
given  table 36 x 36
given  red Ana at 15,4
given  blue Bo at 15,30
given  red to act
do     red: move to 15,7
expect Ana at 15,7
";

#[test]
fn rulings_of_files_are_judged() {
    let folder = Folder::new("rulings");
    let file = folder.with("good.ruling", GOOD_RULING);
    has(&good(&["rulings", "requiem", "--file", &file]), "1 passed, 0 failed");
    let wrong = folder.with("bad.ruling", &GOOD_RULING.replace("at 15,7", "at 15,8"));
    let output = dustup(&["rulings", "requiem", "--file", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    has(&text, "bad.ruling:8:");
    has(&text, "0 passed, 1 failed");
    let json = dustup(&["rulings", "requiem", "--json", "--file", &wrong]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!(json[0]["rulings"][0]["failure"]["line"], 8);
}

#[test]
fn results_of_rulings_are_rewritten_on_demand_only() {
    let folder = Folder::new("update");
    let unsure = GOOD_RULING.replace("expect Ana at 15,7", "expect Ana at ?");
    let file = folder.with("update.ruling", &unsure);
    dustup(&["rulings", "requiem", "--file", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), unsure);
    dustup(&["rulings", "requiem", "--update", "--file", &file]);
    has(&fs::read_to_string(&file).unwrap(), "expect Ana at 15,7");
    has(&bad(&["rulings", "requiem", "--update"]), "--dir");
    has(&bad(&["rulings", "--file", &file]), "Name the game");
}

#[test]
fn coverage_lists_clauses() {
    let output = dustup(&["rulings", "requiem", "--coverage"]);
    has(&stdout(&output), "clauses covered");
}

#[test]
fn simulations_do_not_depend_on_the_number_of_jobs() {
    let run =
        |jobs: &str| good(&["sim", "requiem", "--games", "50", "--seed", "7", "--jobs", jobs]);
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("3"));
    has(&one, "digest");
    let other = good(&["sim", "requiem", "--games", "50", "--seed", "8"]);
    assert_ne!(one.lines().last(), other.lines().last());
}

#[test]
fn simulations_can_be_narrowed_and_read_by_programs() {
    let text = good(&[
        "sim",
        "requiem",
        "--games",
        "6",
        "--red",
        "novice",
        "--scenario",
        "open-battle",
        "--theme",
        "woods",
        "--roster-red",
        "eschaton-choir",
        "--roster-blue",
        "rust-market-guard",
        "--option",
        "melee=exchange",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["played"], 6);
    assert_eq!(json["failed"], 0);
    assert_eq!(json["setups"], 1);
    has(&bad(&["sim", "requiem", "--red", "nobody"]), "novice");
    has(&bad(&["sim", "requiem", "--scenario", "nowhere"]), "open-battle");
    has(&bad(&["sim", "requiem", "--option", "melee=chess"]), "duel or exchange");
    has(&bad(&["sim", "requiem", "--option", "luck=on"]), "psi");
    has(&bad(&["sim", "chess"]), "requiem");
}

/// Somebody who always takes the first option or suggestion.
fn ones() -> String {
    "1\n".repeat(3_000)
}

#[test]
fn a_match_is_played_to_its_end() {
    let folder = Folder::new("play");
    let file = folder.file("evening.match");
    let args = ["play", "requiem", "--seed", "3", "--blue", "random", "--plain", "--save", &file];
    let output = typed(&args, &ones());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    has(&text, "dustup replay");
    assert!(["Red wins:", "Blue wins:", "A draw:"].iter().any(|end| text.contains(end)));
    // With --plain nothing depends on a map.
    assert!(!text.contains("one cell"));
    has(&good(&["replay", &file, "--verify"]), "verified:");
    let shown = good(&["replay", &file]);
    has(&shown, "Requiem: Secure Resource");
    has(&shown, "== Round 1 ==");
    let part = good(&["replay", &file, "--from", "2", "--to", "3"]);
    assert!(part.lines().any(|line| line.starts_with("   2  ")));
    assert!(!part.lines().any(|line| line.starts_with("   4  ")));
}

#[test]
fn computers_can_play_each_other_at_the_terminal() {
    let args = ["play", "requiem", "--seed", "5", "--red", "random", "--blue", "novice", "--plain"];
    let text = good(&args);
    assert!(["Red wins:", "Blue wins:", "A draw:"].iter().any(|end| text.contains(end)));
}

#[test]
fn three_and_four_sides_are_simulated() {
    let run =
        |more: &[&str]| good(&[&["sim", "requiem", "--games", "30", "--seed", "7"], more].concat());
    let one = run(&["--green", "novice", "--jobs", "1"]);
    assert_eq!(one, run(&["--green", "novice", "--jobs", "2"]));
    has(&one, "red random against blue random against green novice");
    has(&one, "green wins");
    assert!(!one.contains("gold"), "{one}");
    let four = run(&["--roster-green", "eschaton-choir", "--gold", "novice", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&four).unwrap();
    let count = |key: &str| json[key]["count"].as_u64().unwrap();
    let wins: u64 =
        ["red", "blue", "green", "gold"].map(|s| count(&format!("{s}_wins"))).iter().sum();
    assert_eq!(wins + count("draws"), 30);
    assert_eq!([&json["green"], &json["gold"]], ["random", "novice"]);
}

#[test]
fn three_sides_play_and_go_on_at_the_terminal() {
    let folder = Folder::new("three");
    let file = folder.file("three.match");
    let args = ["play", "requiem", "--seed", "4", "--plain", "--save", &file, "--green", "human"];
    let output = typed(&args, &"1\n".repeat(40));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    has(&text, "--- Green: your turn to answer ---");
    has(&text, "Green: Rust Market Guard.");
    has(&text, ", acting");
    // How many sides there are is read from the file.
    let told = bad(&["play", "--resume", &file, "--gold", "random"]);
    has(&told, "this match has 3 sides, and gold is none of them");
    let output = typed(&["play", "--resume", &file, "--plain"], &ones());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let ends = ["Red wins:", "Blue wins:", "Green wins:", "A draw:"];
    assert!(ends.iter().any(|end| text.contains(end)), "{text}");
    has(&good(&["replay", &file, "--verify"]), "verified:");
}

#[test]
fn everybody_here_must_grant_a_takeback() {
    let args = ["play", "requiem", "--seed", "4", "--plain", "--blue", "human", "--green", "human"];
    let output = typed(&args, "1\n1\ntakeback\nyes\nno\ntakeback\nyes\nyes\nquit\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.matches("grant it?").count(), 4, "{text}");
    assert_eq!(text.matches("Not granted.").count(), 1, "{text}");
    assert_eq!(text.matches("Taken back.").count(), 1, "{text}");
}

#[test]
fn sides_that_cannot_take_part_are_refused() {
    for command in ["play", "sim"] {
        let told = bad(&[command, "requiem", "--gold", "random"]);
        has(&told, "gold plays only with green; add --green PLAYER or --roster-green");
        has(&bad(&[command, "requiem", "--roster-gold", "eschaton-choir"]), "only with green");
        has(&bad(&[command, "requiem", "--green", "nobody"]), "novice");
        has(&bad(&[command, "requiem", "--roster-green", "nowhere"]), "neither a file");
    }
    let folder = Folder::new("two");
    let file = folder.file("two.match");
    typed(&["play", "requiem", "--seed", "1", "--plain", "--save", &file], "quit\n");
    let told = bad(&["play", "--resume", &file, "--roster-green", "eschaton-choir"]);
    has(&told, "this match has 2 sides, and green is none of them");
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let folder = Folder::new("resume");
    let (whole, halved) = (folder.file("whole.match"), folder.file("halved.match"));
    let start = |file: &str, lines: usize| {
        let args =
            ["play", "requiem", "--seed", "11", "--blue", "human", "--plain", "--save", file];
        let output = typed(&args, &"1\n".repeat(lines));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    start(&whole, 30);
    has(&start(&halved, 17), "--resume");
    let resume = ["play", "--resume", &halved, "--blue", "human", "--plain"];
    let output = typed(&resume, &"1\n".repeat(13));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let same = fs::read_to_string(&whole).unwrap() == fs::read_to_string(&halved).unwrap();
    assert!(same, "a match that was interrupted went on differently");
}

#[test]
fn whatever_is_typed_gets_an_answer() {
    let folder = Folder::new("typing");
    let file = folder.file("typed.match");
    let lines = [
        "nonsense",
        "99",
        "",
        "help",
        "who",
        "map",
        "terrain",
        "look",
        "look nobody",
        "why",
        "rule REQ-DICE-02",
        "rule REQ-DICE",
        "rule none",
        "odds",
        "odds 1",
        "log",
        "log 3",
        "log x",
        "standing",
        "standing never",
        "standing ask",
        "all",
        "undo",
        "1",
        "1",
        "undo",
        "takeback",
        &format!("save {file}"),
        "save /nowhere/at/all",
        "quit",
    ]
    .join("\n");
    let output = typed(&["play", "requiem", "--seed", "2", "--red", "human", "--plain"], &lines);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for part in [
        "is not offered",
        "there are options 1 to",
        "To answer, type",
        "Look at whom?",
        "REQ-DICE-02: A pool is written",
        "There is: REQ-DICE-01",
        "There is no rule 'none'",
        "The odds of what?",
        "Taken back",
        "Saved.",
        "cannot be written",
        "Not saved;",
    ] {
        has(&text.replace("There are", "there are"), part);
    }
    has(&good(&["replay", &file, "--verify"]), "verified:");
}

#[test]
fn odds_are_told_without_a_table() {
    let text = good(&["odds", "requiem", "shooting", "--cover", "light"]);
    for part in ["Target wounds 1", "1/2", "50.0 %", "Exact: every way"] {
        has(&text, part);
    }
    let laser = ["--combat", "4", "--weapon", "laser gun", "--range", "8", "--cover", "light"];
    has(&good(&[&["odds", "mutants", "shooting"], &laser[..]].concat()), "Target removed");
    has(&good(&["odds", "mutants", "--list"]), "--target-combat");
    has(&good(&["odds", "opend6", "hand-to-hand"]), "101/980");
    let many = ["odds", "opend6", "shooting", "--firers", "10", "--targets", "10"];
    let many = good(&[&many[..], &["--tries", "200", "--json"]].concat());
    has(&many, "\"kind\": \"sampled\"");
    has(&many, "\"tries\": 200");
    has(&good(&["odds", "requiem", "shooting", "--show-scene"]), "given red Shooter at 15,4");
    for (args, why) in [
        (&["odds", "requiem", "shooting", "--cover", "deep"][..], "it can be: none, light, heavy"),
        (&["odds", "requiem", "shooting", "--combat", "3"], "shooting knows no 'combat'"),
        (&["odds", "requiem", "shooting", "--range", "far"], "whole number from 1 to 24"),
        (&["odds", "requiem", "juggling"], "there is: shooting, hand-to-hand"),
        (&["odds", "requiem", "shooting", "--range", "20"], "REQ-RNG-04"),
        (&["odds"], "name a game"),
    ] {
        has(&bad(args), why);
    }
}

#[test]
fn odds_are_told_of_scenes_and_saved_matches() {
    let folder = Folder::new("odds");
    let scene = "given red Ana at 15,4 Rifle; given blue Bo at 15,11";
    has(&good(&["odds", "requiem", scene, "--do", "shoot Bo"]), "3481/5184");
    let file = folder.with("scene.ruling", &scene.replace("; ", "\n"));
    let all = good(&["odds", "requiem", "--scene", &file]);
    for part in ["shoot Bo with Rifle", "3481/5184", "done"] {
        has(&all, part);
    }
    has(&bad(&["odds", "requiem", "given red Ana at nowhere"]), "line 1");
    let saved = folder.file("open.match");
    let lines = format!("save {saved}\nquit\n");
    typed(&["play", "requiem", "--seed", "2", "--plain"], &lines);
    let told = good(&["odds", "--match", &saved, "1"]);
    has(&told, "%");
    has(&bad(&["odds", "--match", &saved, "fly away"]), "is not offered");
}

#[test]
fn tampering_is_found_out() {
    let folder = Folder::new("tamper");
    let file = folder.file("honest.match");
    let args = ["play", "requiem", "--seed", "9", "--red", "random", "--blue", "random", "--plain"];
    let output = typed(&[&args[..], &["--save", &file]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let honest = fs::read_to_string(&file).unwrap();
    let dice = honest.find("{\"dice\":[").expect("dice were rolled") + "{\"dice\":[".len();
    let face = honest[dice..=dice].parse::<u8>().unwrap();
    let mut forged = honest.clone();
    forged.replace_range(dice..=dice, &(face % 6 + 1).to_string());
    let output = dustup(&["replay", "--verify", &folder.with("forged.match", &forged)]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    has(&stdout(&output), "forged.match:");
    has(&stdout(&output), "not verified");
    // A file that breaks off is told apart from one that was forged, and still opens.
    let torn = folder.with("torn.match", &honest[..honest.len() * 2 / 3]);
    let output = dustup(&["replay", "--verify", &torn]);
    assert_eq!(output.status.code(), Some(1));
    has(&stdout(&output), "restored up to step");
}

#[test]
fn bad_matches_are_refused_with_their_line() {
    let folder = Folder::new("matches");
    for (name, text) in [("empty", ""), ("prose", "Dear diary,\n"), ("json", "{}\n")] {
        let file = folder.with(name, text);
        has(&bad(&["replay", &file]), &format!("{name}:1: "));
        has(&bad(&["play", "--resume", &file]), &format!("{name}:1: "));
    }
    has(&bad(&["replay", &folder.file("missing")]), "cannot be read");
    fs::write(folder.file("binary"), [b'a', b'\n', 0xff, 0xfe]).unwrap();
    has(&bad(&["replay", &folder.file("binary")]), "binary:2: ");
    has(&bad(&["replay", &folder.file("")]), "folder");
}

#[test]
fn rosters_are_checked_listed_and_printed() {
    let folder = Folder::new("rosters");
    let list = good(&["roster", "list", "requiem"]);
    has(&list, "eschaton-choir - Eschaton Choir: 5 models");
    has(&list, "pale-signal (needs psi=on) - ");
    good(&["roster", "check", "pale-signal", "--game", "requiem"]);
    let args = ["roster", "check", "pale-signal", "--game", "requiem", "--option", "psi=off"];
    has(&bad(&args), "it needs psi=on");
    let text = good(&["roster", "print", "eschaton-choir", "--game", "requiem"]);
    has(&text, "Choir Master");
    let page = folder.file("sheet.html");
    good(&["roster", "print", "eschaton-choir", "--game", "requiem", "--html", &page]);
    let html = fs::read_to_string(&page).unwrap();
    has(&html, "<!doctype html>");
    has(&html, "@page");
    has(&html, "Choir Master");
    assert!(!html.contains("http"), "the page needs nothing from elsewhere");
    let broken = folder.with("crew.toml", "name = \"Rats\"\nfaction = \n");
    has(&bad(&["roster", "check", &broken, "--game", "requiem"]), "crew.toml:2");
    has(&bad(&["roster", "check", "nowhere.toml", "--game", "requiem"]), "neither a file");
    has(&bad(&["play", "requiem", "--roster-red", &broken]), "crew.toml:2");
}

#[test]
fn tables_are_shown_checked_and_written() {
    let folder = Folder::new("tables");
    let svg = good(&["table", "show", "--generate", "5", "--theme", "woods", "--size", "24x30"]);
    assert!(svg.starts_with("<svg"), "{}", &svg[..60]);
    let dark = good(&["table", "show", "--generate", "5", "--theme", "woods", "--dark"]);
    assert_ne!(svg, dark);
    has(&good(&["table", "show", "--generate", "5", "--text"]), "The table is 36 by 36");
    let file = folder.file("woods.toml");
    good(&["table", "show", "--generate", "5", "--symmetric", "--toml", "-o", &file]);
    has(&good(&["table", "check", &file]), "good to play");
    assert!(good(&["table", "show", &file]).starts_with("<svg"));
    let broken =
        folder.with("broken.toml", "name = \"X\"\nsize = [36, 36]\n\n[[piece]]\nkind = \"x\"\n");
    has(&bad(&["table", "check", &broken]), "broken.toml:5:");
    has(&bad(&["table", "show", "--generate", "5", "--size", "9000"]), "36x36");
    has(&bad(&["table", "show"]), "--generate");
    let args = ["play", "requiem", "--table", &file, "--plain", "--seed", "1"];
    assert_eq!(typed(&args, "quit\n").status.code(), Some(0));
}

#[test]
fn a_reader_who_has_had_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dustup"))
        .args(["table", "show", "--generate", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn campaigns_and_new_parties_are_refused_where_there_are_none() {
    let folder = Folder::new("no-campaign");
    let file = folder.file("campaign");
    has(&bad(&["campaign", "new", "requiem", "--file", &file]), "Requiem has no campaigns");
    has(&bad(&["campaign", "new", "chess", "--file", &file]), "requiem");
    has(&bad(&["roster", "create", "requiem"]), "Requiem has no parties to roll up");
    has(&bad(&["campaign", "status", &file]), "cannot be read");
    let single = folder.file("single.match");
    typed(&["play", "requiem", "--seed", "1", "--plain", "--save", &single], "quit\n");
    for command in ["status", "next", "resolve", "verify"] {
        has(&bad(&["campaign", command, &single]), "a single match of Requiem, not a campaign");
    }
    has(&bad(&["campaign", "roster", &single, "red"]), "not a campaign");
}

/// Both sides are played by computers.
const COMPUTERS: [&str; 5] = ["--red", "novice", "--blue", "random", "--plain"];

#[test]
fn a_campaign_is_played_to_its_end() {
    let folder = Folder::new("campaign");
    let file = folder.file("summer.campaign");
    let new = ["campaign", "new", "mutants", "--file", &file, "--seed", "5", "--games", "3"];
    let options = ["--option", "turn_limit=3", "--roster", "red=plants", "--roster"];
    let begun = good(&[&new[..], &options, &["blue=wretched"], &COMPUTERS].concat());
    has(&begun, "Game 1 of 3");
    has(&begun, &format!("dustup campaign next {file} --red novice --blue random"));
    has(&bad(&[&new[..], &COMPUTERS].concat()), "exists already");
    for game in 1..=3 {
        let early = bad(&[&["campaign", "resolve", &file], &COMPUTERS[..]].concat());
        has(&early, "a battle comes first");
        let fought = good(&[&["campaign", "next", &file], &COMPUTERS[..]].concat());
        has(&fought, &format!("Battle {game} of 3 is over"));
        let status = good(&["campaign", "status", &file]);
        has(&status, &format!("Battles fought: {game} of 3"));
        has(&status, "Upkeep due");
        has(&status, &format!("Game {game}, "));
        has(&good(&["campaign", "verify", &file]), "verified:");
        good(&[&["campaign", "resolve", &file], &COMPUTERS[..]].concat());
    }
    let json: serde_json::Value =
        serde_json::from_str(&good(&["campaign", "status", &file, "--json"])).unwrap();
    assert_eq!(json["progress"]["fought"], 3);
    assert!(json["outcome"]["reason"].as_str().unwrap().contains("victories"), "{json}");
    // Everything is found again from the file, and a file that was torn keeps what is whole.
    has(&good(&["replay", &file, "--verify"]), "verified:");
    let whole = fs::read_to_string(&file).unwrap();
    let torn = folder.with("torn.campaign", &whole[..whole.len() * 2 / 3]);
    has(&good(&["campaign", "status", &torn]), "Battles fought:");
    assert_eq!(dustup(&["campaign", "verify", &torn]).status.code(), Some(1));
    // The parties that are left can be taken elsewhere.
    has(&good(&["campaign", "roster", &file, "red"]), "Common stock");
    let toml = good(&["campaign", "roster", &file, "blue", "--toml"]);
    let roster = folder.with("blue.toml", &toml);
    has(&good(&["roster", "check", &roster, "--game", "mutants"]), "good to play");
    has(&bad(&["campaign", "roster", &file, "gold"]), "there is no side 'gold'");
}

#[test]
fn a_campaign_goes_the_same_way_whenever_it_is_left() {
    let folder = Folder::new("campaign-again");
    let play = |name: &str| {
        let file = folder.file(name);
        let new = ["campaign", "new", "mutants", "--file", &file, "--seed", "8", "--games", "1"];
        good(&[&new[..], &["--option", "turn_limit=2"], &COMPUTERS].concat());
        good(&[&["campaign", "next", &file], &COMPUTERS[..]].concat());
        good(&[&["campaign", "resolve", &file], &COMPUTERS[..]].concat());
        fs::read_to_string(&file).unwrap()
    };
    assert_eq!(play("one"), play("two"));
}

#[test]
fn battles_at_a_real_table_are_reported() {
    let folder = Folder::new("campaign-report");
    let file = folder.file("club.campaign");
    let new = ["campaign", "new", "mutants", "--file", &file, "--seed", "2", "--games", "1"];
    let rosters = ["--roster", "red=robots", "--roster", "blue=androids"];
    let options = ["--option", "battles=elsewhere", "--plain", "--blue", "human"];
    let output = typed(&[&new[..], &rosters, &options].concat(), &"ready\n".repeat(2));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let typing = "red has won\n".to_owned() + &"none\n".repeat(60);
    let next = ["campaign", "next", &file, "--plain", "--blue", "human"];
    let output = typed(&next, &typing);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    has(&stdout(&output), "Who was killed?");
}

#[test]
fn parties_are_made_up_checked_and_played() {
    let folder = Folder::new("new-party");
    let file = folder.file("party.toml");
    let create = ["roster", "create", "mutants", "--seed", "3", "--player"];
    has(&good(&[&create[..], &["random", "--out", &file]].concat()), "models");
    has(&good(&["roster", "check", &file, "--game", "mutants"]), "good to play");
    has(&good(&["roster", "print", &file, "--game", "mutants"]), "Upkeep");
    let printed = good(&[&create[..], &["novice", "--kind", "wretched"]].concat());
    has(&printed, "type = \"Wretched\"");
    assert_eq!(printed, good(&[&create[..], &["novice", "--kind", "wretched"]].concat()));
    has(&bad(&[&create[..], &["random", "--kind", "knights"]].concat()), "purity-squad");
    has(&bad(&[&create[..], &["random", "--method", "prayer"]].concat()), "rolled");
    has(&bad(&["roster", "create", "mutants", "--own-dice", "--player", "random"]), "human");
    let human = typed(&["roster", "create", "mutants", "--seed", "3", "--plain"], &ones());
    assert_eq!(human.status.code(), Some(0), "{}", stderr(&human));
    has(&stdout(&human), "[[model]]");
}

#[test]
fn simulations_make_up_parties_whoever_does_the_work() {
    let run = |jobs: &str| {
        let sim = ["sim", "mutants", "--games", "20", "--seed", "7", "--jobs", jobs];
        good(&[&sim[..], &["--option", "turn_limit=3"]].concat())
    };
    assert_eq!(run("1"), run("2"));
    let sim = ["sim", "mutants", "--games", "4", "--json", "--option", "turn_limit=3"];
    let rosters = ["--roster-red", "new:wretched", "--roster-blue", "plants"];
    let text = good(&[&sim[..], &rosters].concat());
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["played"], 4);
    has(&bad(&["sim", "mutants", "--roster-red", "new:knights"]), "purity-squad");
}
