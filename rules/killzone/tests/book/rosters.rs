//! Rosters: what they cost, what they break, and where the sheet disagrees with itself.

use engine::book::RosterSheet;
use engine::{Book, Options};

fn sheet(text: &str) -> RosterSheet {
    let book = killzone::book();
    book.check_roster(text, &Options::new()).unwrap_or_else(|why| panic!("{why:?}"))
}

fn problems(text: &str) -> String {
    let book = killzone::book();
    book.check_roster(text, &Options::new()).err().unwrap_or_default().join("\n")
}

/// A roster of one group.
fn group(class: &str, figures: &[(&str, &str)]) -> String {
    let mut text = format!("name = \"Test\"\n[[group]]\nname = \"Alpha\"\nclass = \"{class}\"\n");
    for (rank, gear) in figures {
        text += &format!("[[group.figure]]\nrank = \"{rank}\"\ngear = [{gear}]\n");
    }
    text
}

#[test]
fn ready_made_rosters_are_sound() {
    let book = killzone::book();
    for ready in &book.about().rosters {
        let sheet = sheet(ready.text);
        let points = sheet.points.unwrap_or(0);
        assert!((100..=500).contains(&points), "{}: {points} points", ready.key);
        let breaks: Vec<&String> =
            sheet.warnings.iter().filter(|w| !w.contains("the sheet prints")).collect();
        assert!(breaks.is_empty(), "{}: {breaks:?}", ready.key);
    }
}

#[test]
fn the_sheets_own_figures_cost_what_they_should() {
    // KZ-T-14: class, rank, gear, what the parts come to.
    let lines = [
        ("trooper", "leader", "\"Military Rifle\"", 49),
        ("trooper", "sub-leader", "\"Military Rifle\"", 44),
        ("trooper", "plain", "\"Military Rifle\"", 39),
        ("trooper", "plain", "\"Military Rifle\", \"sniper scope\"", 49),
        ("trooper", "plain", "\"Light Assault Cannon\"", 41),
        ("trooper", "plain", "\"Light Laser\"", 52),
        ("law", "leader", "\"Light Assault Cannon\"", 42),
        ("law", "sub-leader", "\"Machine Pistol\"", 24),
        ("law", "plain", "\"Machine Pistol\"", 19),
        ("law", "plain", "\"Auto Shotgun\"", 10),
        ("rebel", "plain", "\"Machine Pistol\"", 19),
        ("rebel", "plain", "\"Auto Shotgun\"", 10),
        ("rebel", "plain", "\"Assault Rifle\"", 27),
        ("scavenger", "plain", "\"Handgun\", \"Shotgun\"", 13),
        ("scavenger", "plain", "\"Machine Pistol\"", 19),
        ("scavenger", "plain", "\"Auto Shotgun\"", 10),
        ("scavenger", "plain", "\"Shotgun\", \"Sword\"", 12),
        ("scavenger", "plain", "\"Assault Rifle\"", 27),
        ("savage", "plain", "\"Dagger\", \"Chain\"", 9),
        ("savage", "plain", "\"Razorclaws\", \"Sword\"", 12),
        ("savage", "plain", "\"Scatter Gun\", \"Sword\"", 14),
        ("savage", "plain", "\"Sword\", \"Dagger\"", 11),
    ];
    assert_eq!(lines.len(), killzone::points::ready_made().len());
    let mut disagree = 0;
    for (class, rank, gear, points) in lines {
        let sheet = sheet(&group(class, &[(rank, gear)]));
        assert_eq!(sheet.points, Some(points), "{class} {rank} {gear}");
        disagree += sheet.warnings.iter().filter(|w| w.contains("the sheet prints")).count();
    }
    assert_eq!(disagree, 3);
}

#[test]
fn printed_prices_can_be_agreed_on() {
    let book = killzone::book();
    let options = Options::from([("prices".to_owned(), "printed".to_owned())]);
    let text = group("trooper", &[("plain", "\"Light Laser\"")]);
    let sheet = book.check_roster(&text, &options).unwrap_or_else(|why| panic!("{why:?}"));
    assert_eq!(sheet.points, Some(49));
    let told = "Alpha: the sheet prints 49 and 52, its own parts come to 52";
    assert!(sheet.warnings.iter().any(|w| w == told), "{:?}", sheet.warnings);
}

#[test]
fn limits_are_told() {
    let leader = ("leader", "");
    let cases: [(String, &str); 16] = [
        (group("trooper", &[leader]), "1 leader, 1 sub-leader and 1 to 3 troopers"),
        (group("law", &[leader, ("sub-leader", ""), ("plain", "")]), "3 officers"),
        (group("rebel", &[("plain", "")]), "1 leader, at most 1 sub-leader"),
        (group("rebel", &[("hero", ""), leader]), "operates alone"),
        (group("rebel", &[("hero", "")]), "1 Heroes need 3 groups"),
        (group("savage", &[("leader", "\"light armour\"")]), "light armour is not for a savage"),
        (group("scavenger", &[("leader", "\"headset\"")]), "no headset for a scavenger"),
        (group("law", &[("leader", "\"Missile Launcher\"")]), "no missile launcher"),
        (group("rebel", &[("leader", "\"Hand Grenade x3\"")]), "3 Hand Grenades, 2 allowed"),
        (
            group("savage", &[("leader", "\"Missile Launcher\", \"Missile x4\"")]),
            "3 missiles a gang",
        ),
        (group("cyborg", &[("plain", "\"Assault Rifle\"")]), "cannot use the Assault Rifle"),
        (group("trooper", &[("leader", "\"Rotary Cannon\"")]), "for power armour only"),
        (group("trooper", &[("leader", "\"Crossbow\"")]), "rebels, scavengers and savages"),
        (group("rebel", &[("leader", "\"HMG\"")]), "1 heavy weapons, 0 allowed"),
        (group("rebel", &[("leader", "\"Bayonet\"")]), "needs a rifle or musket"),
        (group("law", &[("leader", "\"stealth suit\"")]), "a stealth suit is for"),
    ];
    for (text, told) in cases {
        let warnings = sheet(&text).warnings;
        assert!(warnings.iter().any(|w| w.contains(told)), "{told}: {warnings:?}");
    }
    let book = killzone::book();
    let options = Options::from([("setting".to_owned(), "1889".to_owned())]);
    let modern = group("rebel", &[("leader", "\"Assault Rifle\"")]);
    let sheet = book.check_roster(&modern, &options).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(sheet.warnings.iter().any(|w| w.contains("later than 1889")), "{:?}", sheet.warnings);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let text = group("rebel", &[("leader", "\"Asault Rifle\"")]);
    assert!(problems(&text).contains("did you mean 'Assault Rifle'?"), "{}", problems(&text));
    assert!(problems("name = \"x\"").contains("there is nobody in it"));
    assert!(problems(&group("wizard", &[])).contains("class is one of"));
    assert!(problems("name = 3").contains("line 1, column"));
}
