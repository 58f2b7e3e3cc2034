//! Odds against what others find: icepool, and dice that are really thrown.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use engine::dice::Seed;
use engine::face::{AnyMatch, Game, Hosted};
use engine::odds::{Chance, Effort, Estimate, Odds, Results, Sample};
use engine::rulings;

fn game(key: &str) -> Box<dyn Game> {
    match key {
        "requiem" => Box::new(Hosted(Arc::new(requiem::book()))),
        "killzone" => Box::new(Hosted(Arc::new(killzone::book()))),
        "mutants" => Box::new(Hosted(Arc::new(mutants::book()))),
        "punkapocalyptic" => Box::new(Hosted(Arc::new(punkapocalyptic::book()))),
        _ => Box::new(Hosted(Arc::new(opend6::book()))),
    }
}

/// The odds of a case such as `mutants shooting combat=4 range=8`.
fn odds(case: &str, effort: &Effort) -> Odds<String> {
    let (head, said) = case.split_once('=').map_or((case, ""), |(before, _)| {
        let at = before.rfind(' ').unwrap();
        (&case[..at], &case[at + 1..])
    });
    let (key, name) = head.split_once(' ').unwrap();
    // Values may hold spaces, names do not: every word with a sign of equality begins one.
    let mut pairs: Vec<(String, String)> = Vec::new();
    for word in said.split_whitespace() {
        match (word.split_once('='), pairs.last_mut()) {
            (Some((key, value)), _) => pairs.push((key.to_owned(), value.to_owned())),
            (None, Some((_, value))) => *value = format!("{value} {word}"),
            (None, None) => panic!("{case}"),
        }
    }
    let game = game(key);
    let calculators = game.calculators();
    let calculator = calculators.iter().find(|c| c.key == name).unwrap();
    let (_, staged) = calculator.stage(&pairs).unwrap();
    let mut play = game.stage(&staged.scene).unwrap_or_else(|why| panic!("{case}: {why}"));
    let found = match staged.act {
        Some(act) => {
            let side = play.questions()[0].side;
            let answer = rulings::led(&mut *play, side, &act).unwrap();
            AnyMatch::odds(&*play, side, &answer, effort)
        }
        None => play.odds_unasked(effort),
    };
    found.unwrap_or_else(|why| panic!("{case}: {why}"))
}

fn exact(case: &str) -> Results<String> {
    match odds(case, &Effort::EXACT) {
        Odds::Exact(results) => results,
        Odds::Sampled(_) => panic!("{case}: not exact"),
    }
}

fn tried(case: &str, games: u32) -> Sample<String> {
    match odds(case, &Effort { runs: 0, games, seed: Seed(2026) }) {
        Odds::Sampled(sample) => sample,
        Odds::Exact(_) => panic!("{case}: not tried"),
    }
}

/// Whether a result says this of somebody: `Target fallen`, or `hit` and not `hit-hard`.
fn says(result: &str, part: &str) -> bool {
    result.split(", ").any(|one| one == part || one.ends_with(&format!(" {part}")))
}

fn total(results: &Results<String>, part: &str) -> Chance {
    let fitting = results.iter().filter(|(result, _)| says(result, part));
    fitting.fold(Chance::NEVER, |sum, (_, chance)| sum.plus(*chance))
}

#[test]
fn icepool_finds_the_same() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odds/icepool_odds.py");
    let output = Command::new("python3").arg(script).output();
    let missing = match &output {
        Err(error) => Some(error.to_string()),
        Ok(out) if !out.status.success() => {
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            // Anything but a missing icepool is a mistake in the script.
            assert!(said.contains("No module named 'icepool'"), "{said}");
            Some("icepool is not there: pip install icepool".to_owned())
        }
        Ok(_) => None,
    };
    if let Some(why) = missing {
        eprintln!("not compared with icepool: {why}");
        return;
    }
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.lines().count() > 30, "{text}");
    for line in text.lines() {
        let [case, part, stated] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let results = exact(case);
        let sum = results.values().fold(Chance::NEVER, |sum, chance| sum.plus(*chance));
        assert_eq!(sum, Chance::ALWAYS, "{case}");
        let found = total(&results, part);
        assert!(found.is_exact(), "{case}: {found}");
        assert!(near(stated, found), "{case}: {part}: {stated} is not {found}: {results:#?}");
    }
}

/// Whether a fraction of any length is this chance, but for one part in a million million.
fn near(stated: &str, found: Chance) -> bool {
    let digits = |text: &str| text.parse::<f64>().unwrap();
    let (num, den) = stated.split_once('/').unwrap();
    let (own_num, own_den) = found.fraction();
    (digits(num) / digits(den) - own_num as f64 / own_den as f64).abs() < 1e-12
}

/// One shot and one fight of each book, and some whose dice are many.
const PLAYED: [(&str, u32); 9] = [
    ("requiem shooting cover=light", 100_000),
    ("requiem hand-to-hand weapon=Club", 100_000),
    ("mutants shooting combat=4 weapon=Laser Gun range=8 cover=light", 100_000),
    ("mutants hand-to-hand combat=3 blow=powerful", 100_000),
    ("opend6 shooting cover=light", 100_000),
    ("opend6 hand-to-hand skill=4 weapon=Spear charging=yes", 100_000),
    ("opend6 shooting firers=2 targets=2", 20_000),
    ("opend6 shooting firers=2 targets=1", 20_000),
    ("opend6 hand-to-hand attackers=2 target-skill=5", 20_000),
];

#[test]
fn dice_that_are_thrown_come_to_the_same() {
    for (case, games) in PLAYED {
        let (results, sample) = (exact(case), tried(case, games));
        let sum = results.values().fold(Chance::NEVER, |sum, chance| sum.plus(*chance));
        assert!(sum.is_close_to(Chance::ALWAYS), "{case}: {sum}");
        for result in sample.counts.keys() {
            assert!(results.contains_key(result), "{case}: '{result}' came, but never could");
        }
        let mut outside = 0;
        for (result, chance) in &results {
            let count = sample.counts.get(result).copied().unwrap_or(0);
            let Estimate { low, high, .. } = Estimate::of(count, games);
            let stated = chance.millionths();
            outside += usize::from(!(low..=high).contains(&stated));
            // Four and a half standard deviations: a mistake, and no bad luck.
            let p = stated as f64 / 1e6;
            let spread = (p * (1.0 - p) / f64::from(games)).sqrt();
            let off = (f64::from(count) / f64::from(games) - p).abs();
            assert!(
                off <= 4.5 * spread + 1e-4,
                "{case}: {result}: {count} of {games}, not {chance}"
            );
        }
        // One in twenty may be outside of its interval.
        assert!(outside <= 1 + results.len() / 6, "{case}: {outside} of {}", results.len());
    }
}

#[test]
fn whatever_a_calculator_can_be_told_can_be_worked_out() {
    for key in ["requiem", "mutants", "opend6", "killzone", "punkapocalyptic"] {
        let game = game(key);
        let names: Vec<&str> = game.calculators().iter().map(|c| c.key).collect();
        assert!(names.contains(&"shooting") && names.contains(&"hand-to-hand"), "{key}: {names:?}");
        for calculator in game.calculators() {
            for parameter in &calculator.parameters {
                let values = match &parameter.values {
                    engine::book::Values::Words(words) => words.clone(),
                    engine::book::Values::Number(least, most) => {
                        vec![least.to_string(), most.to_string()]
                    }
                };
                assert!(
                    values.contains(&parameter.usual) || parameter.usual.parse::<i32>().is_ok()
                );
                for value in values {
                    let case = format!("{key} {} {}={value}", calculator.key, parameter.key);
                    let Some(act) = act(&*game, &calculator, parameter.key, &value) else {
                        continue;
                    };
                    assert!(!act.is_empty(), "{case}");
                }
            }
        }
    }
}

/// Works out a few tries; a shot that the rules refuse, such as one out of range, says so.
fn act(
    game: &dyn Game,
    calculator: &engine::book::Calculator,
    key: &str,
    value: &str,
) -> Option<String> {
    let mut said = vec![(key.to_owned(), value.to_owned())];
    if (calculator.key, key) == ("shooting", "weapon") {
        // Near enough for every weapon there is.
        said.push(("range".to_owned(), "3".to_owned()));
    }
    let (_, staged) = calculator.stage(&said).unwrap();
    let about = format!("{key}={value}\n{}", staged.scene);
    let mut play = game.stage(&staged.scene).unwrap_or_else(|why| panic!("{about}{why}"));
    let effort = Effort { runs: 0, games: 20, seed: Seed(1) };
    let Some(act) = staged.act else {
        play.odds_unasked(&effort).unwrap_or_else(|why| panic!("{about}{why}"));
        return None;
    };
    let side = play.questions()[0].side;
    match rulings::led(&mut *play, side, &act) {
        Ok(answer) => {
            if let Err(refusal) = play.would_accept(side, &answer) {
                assert_eq!(key, "range", "{about}{refusal}");
                return Some(refusal.to_string());
            }
            AnyMatch::odds(&*play, side, &answer, &effort)
                .unwrap_or_else(|why| panic!("{about}{why}"));
            None
        }
        Err(why) => {
            assert_eq!(key, "range", "{about}{why}");
            Some(why)
        }
    }
}
