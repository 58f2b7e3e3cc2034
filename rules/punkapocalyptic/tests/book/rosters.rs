//! What the checker of rosters says: these clauses come before the match, so no ruling shows them.

use engine::book::RosterSheet;
use engine::{Book, Options};

fn checked(text: &str, points: i32) -> RosterSheet {
    let options: Options = [("points".to_owned(), points.to_string())].into_iter().collect();
    let sheet = punkapocalyptic::book().check_roster(text, &options);
    sheet.unwrap_or_else(|problems| panic!("{}", problems.join("\n")))
}

/// A band of Gangers: so many of each kind, with whatever else is said of them.
fn gangers(kinds: &[(usize, &str, &str)]) -> String {
    let mut text = "name = \"Test\"\nband = \"Gangers\"\n".to_owned();
    for (count, troop, more) in kinds {
        for number in 1..=*count {
            text +=
                &format!("\n[[model]]\nname = \"{troop} {number}\"\ntroop = \"{troop}\"\n{more}\n");
        }
    }
    text
}

fn warns(sheet: &RosterSheet, clause: &str) -> bool {
    sheet.warnings.iter().any(|warning| warning.contains(clause))
}

fn cost(model: (&str, &str)) -> i32 {
    checked(&gangers(&[(1, model.0, model.1)]), 500).points.unwrap_or_default()
}

#[test]
fn ready_made_bands_keep_to_every_limit() {
    let book = punkapocalyptic::book();
    for roster in &book.about().rosters {
        let points = if roster.key.ends_with("-300") { 300 } else { 500 };
        let sheet = checked(roster.text, points);
        assert!(sheet.warnings.is_empty(), "{}: {:?}", roster.key, sheet.warnings);
    }
}

#[test]
fn three_models_for_each_hundred_points_begun() {
    // PUN-EX-03, PUN-T-01.
    for (points, most) in [(100, 3), (101, 6), (500, 15), (600, 18)] {
        let size = |models| checked(&gangers(&[(models, "Ganger", "")]), points);
        assert!(!warns(&size(most), "PUN-BND-05"), "{most} at {points}");
        assert!(warns(&size(most + 1), "PUN-BND-05"), "{} at {points}", most + 1);
    }
}

#[test]
fn a_band_may_cost_less_than_the_total_but_not_more() {
    // PUN-Q-07.
    let band = gangers(&[(3, "Ganger", "")]);
    assert_eq!(checked(&band, 90).points, Some(90));
    assert!(!warns(&checked(&band, 90), "PUN-BND-04"));
    assert!(!warns(&checked(&band, 100), "PUN-BND-04"));
    assert!(warns(&checked(&band, 89), "PUN-BND-04"));
}

#[test]
fn better_armour_costs_the_difference() {
    // PUN-B-20, PUN-Q-34: thick clothes are 5, hardened leather 10, metallic armour 20.
    assert_eq!(cost(("Ganger", "")), 30);
    assert_eq!(cost(("Ganger", "armour = \"Hardened leather\"")), 35);
    assert_eq!(cost(("Chief", "armour = \"Metallic armour\"")), 80);
    let plate = checked(&gangers(&[(1, "Ganger", "armour = \"Metal plate\"")]), 500);
    assert!(warns(&plate, "PUN-B-20"), "{:?}", plate.warnings);
}

#[test]
fn a_rare_weapon_is_bought_three_times() {
    let rifles =
        |count| checked(&gangers(&[(count, "Badass", "weapons = [\"Automatic rifle\"]")]), 2_000);
    assert!(!warns(&rifles(3), "PUN-RAR-01"));
    assert!(warns(&rifles(4), "PUN-RAR-01"));
}

#[test]
fn kinds_of_troops_have_their_limits() {
    assert!(warns(&checked(&gangers(&[(2, "Chief", "")]), 500), "PUN-BND-03"));
    let scum = |count| checked(&gangers(&[(3, "Ganger", ""), (count, "Scumbag", "")]), 500);
    assert!(!warns(&scum(3), "PUN-B-03"));
    assert!(warns(&scum(4), "PUN-B-03"));
}

#[test]
fn what_makes_no_sense_is_refused_with_its_line() {
    let book = punkapocalyptic::book();
    let text = gangers(&[(1, "Wizard", "")]);
    let problems = book.check_roster(&text, &Options::new()).expect_err("there are no wizards");
    assert!(problems.iter().any(|p| p.contains("line 6") && p.contains("Wizard")), "{problems:?}");
}
