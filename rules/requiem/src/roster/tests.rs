//! What is read, what is refused and where, and what is printed.

use engine::Options;

use super::*;
use crate::points;
use crate::profile::{Hands, Power, Skill, Stats};

const READY: [(&str, &str); 4] = [
    ("doomsday-survivalists", PRINTED[0]),
    ("eschaton-choir", PRINTED[1]),
    ("rust-market-guard", include_str!("../../data/rust-market-guard.toml")),
    ("pale-signal", include_str!("../../data/pale-signal.toml")),
];

fn agreed(options: &[(&str, &str)]) -> Agreed {
    let own = |(key, value): &(&str, &str)| (key.to_string(), value.to_string());
    Agreed::read(&options.iter().map(own).collect::<Options>()).unwrap()
}

fn with_psi() -> Agreed {
    agreed(&[("psi", "on")])
}

fn load(text: &str) -> Roster {
    read(text, SideId(1), &with_psi()).unwrap()
}

/// The problems of a roster, with the place of each.
fn problems(text: &str) -> Vec<String> {
    read(text, SideId(0), &agreed(&[])).unwrap_err()
}

/// The only problem of a band whose single model has these lines from line 4 on.
fn problem(lines: &str) -> String {
    let text = format!("name = \"Band\"\n[[model]]\nname = \"Ana\"\n{lines}\n");
    let found = problems(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    found[0].clone()
}

fn points_of(roster: &Roster) -> Vec<i32> {
    roster.models.iter().map(|model| model.points).collect()
}

fn ana() -> Character {
    Character::human("Ana", SideId(0))
}

#[test]
fn printed_bands_cost_what_the_calibration_says() {
    let survivalists = load(PRINTED[0]);
    assert_eq!(points_of(&survivalists), [138, 109, 107, 127, 117]);
    assert_eq!(sheet(&survivalists, Limits::STANDARD).points, Some(598));
    let choir = load(PRINTED[1]);
    assert_eq!(points_of(&choir), [131, 109, 104, 138, 118]);
    assert_eq!(sheet(&choir, Limits::STANDARD).points, Some(600));
}

#[test]
fn the_choir_master_need_not_be_radioactive() {
    let off = agreed(&[("choir_master_radioactive", "off")]);
    let choir = read(PRINTED[1], SideId(0), &off).unwrap();
    assert_eq!(points_of(&choir), [121, 109, 104, 138, 118]);
    assert!(!choir.models[0].can(Skill::Contaminated));
    assert!(choir.models[0].can(Skill::HandOfDoom));
    // Others keep what they have.
    let both = agreed(&[("choir_master_radioactive", "off"), ("psi", "on")]);
    let signal = read(READY[3].1, SideId(0), &both).unwrap();
    assert!(signal.models.iter().any(|model| model.can(Skill::Contaminated)));
}

#[test]
fn ready_made_bands_are_legal_and_print() {
    for (key, text) in READY {
        let roster = load(text);
        assert_eq!(roster.faction, key);
        assert!(roster.models.iter().all(|model| model.side == SideId(1)));
        assert_eq!(roster.models.iter().filter(|model| model.leader).count(), 1);
        let sheet = sheet(&roster, Limits::STANDARD);
        assert_eq!(sheet.warnings, [""; 0], "{key}");
        assert_eq!(sheet.cards.len(), roster.models.len());
        assert!(sheet.points.unwrap() > 450, "{key}: {:?}", sheet.points);
        println!("{} {:?} {:?}", sheet.name, sheet.points, points_of(&roster));
        for (name, lines) in sheet.cards {
            println!("  {name}");
            lines.iter().for_each(|(label, value)| println!("    {label}: {value}"));
        }
    }
}

#[test]
fn what_is_read_is_what_the_file_says() {
    let survivalists = load(PRINTED[0]);
    let leader = &survivalists.models[0];
    assert_eq!(&*leader.name, "Prepper Leader");
    assert!(leader.leader);
    assert_eq!(leader.stats.willpower.to_string(), "3k2");
    assert_eq!(leader.weapons[0].range, Some(tabletop::Length::inches(18)));
    assert!(leader.weapons[0].has(Trait::Stationary));
    assert_eq!(leader.weapons[1].hands, Hands::Free);
    assert_eq!(&*leader.armor[0].name, "Kevlar Vest");
    // REQ-GEAR-21, REQ-Q-63: the line prints 4.
    assert_eq!(survivalists.models[1].stats.movement, 5);
    let signal = load(READY[3].1);
    assert_eq!(signal.models[0].powers[..], [Power::MindSpike, Power::Static]);
}

#[test]
fn a_band_may_own_another_grenade_launcher() {
    let range = |armory: &Armory, name: &str| armory.weapon(name).unwrap().range;
    let (ten, twelve) = (tabletop::Length::inches(10), tabletop::Length::inches(12));
    assert_eq!(range(Armory::generic(), "grenade launcher"), Some(ten));
    assert_eq!(load(PRINTED[0]).models[3].weapons[0].range, Some(twelve));
    let all = Armory::everything();
    assert_eq!(range(all, "Grenade Launcher"), Some(ten));
    assert_eq!(range(all, "Survivalists' Grenade Launcher"), Some(twelve));
    assert_eq!(range(all, "Survivalists’ grenade launcher"), Some(twelve));
    assert_eq!(range(all, "Doomsday Survivalists Grenade Launcher"), Some(twelve));
    assert!(all.weapon("Choir's Combat Chainsaw").is_some());
    assert!(all.weapon("combat chainsaw").is_some());
    assert!(all.armor("anointed armor").is_some());
    assert!(Armory::generic().weapon("Combat Chainsaw").is_none());
    assert_eq!(parse_weapon(all, "stun gun").unwrap().name, "Stun-gun".into());
    let why = parse_weapon(all, "Snipper Rifle").unwrap_err();
    assert_eq!(why, "there is no weapon 'Snipper Rifle'; did you mean 'Sniper Rifle'?");
}

#[test]
fn models_of_the_same_name_are_numbered() {
    let model = |name: &str| format!("[[model]]\nname = \"{name}\"\n");
    let names = ["Chanter", "chanter", "Chanter 2", "Chanter"].map(model).concat();
    let roster = load(&format!("name = \"Choir\"\n{names}"));
    let names: Vec<&str> = roster.models.iter().map(|m| &*m.name).collect();
    assert_eq!(names, ["Chanter", "chanter 3", "Chanter 2", "Chanter 4"]);
    assert_eq!(roster.faction, "Choir");
    // Nothing said: an ordinary person.
    assert_eq!(roster.models[0].stats, Stats::HUMAN);
    assert_eq!(roster.models[0].points, 76);
}

#[test]
fn problems_have_a_place_and_a_remedy() {
    for (lines, expected) in [
        ("wepons = []", "line 4, column 1: unknown key 'wepons'; did you mean 'weapons'?"),
        (
            "weapons = [\"Pistol\",\n  \"Pisstol\"]",
            "line 5, column 3: there is no weapon 'Pisstol'; did you mean 'Pistol'?",
        ),
        (
            "armor = [\"Flack Vest\"]",
            "line 4, column 10: there is no armor 'Flack Vest'; did you mean 'Flak Vest'?",
        ),
        (
            "skills = [\"sprnt\"]",
            "line 4, column 11: there is no skill 'sprnt'; did you mean 'sprint'?",
        ),
        ("skills = [\"sprint\", \"Sprint\"]", "line 4, column 21: 'Sprint' is there already"),
        (
            "powers = [\"mind spike\"]",
            "line 4, column 11: psi powers need the option psi = on (REQ-X-10)",
        ),
        ("ranged = \"two\"", "line 4, column 10: 'two' is not a pool such as 3k2 or +1k0"),
        ("melee = \"+2k2\"", "line 4, column 9: '+2k2' is not a stat; stats go from 1k1 to 10k10"),
        ("defense = \"2k3\"", "line 4, column 11: '2k3' keeps more dice than it rolls"),
        ("willpower = 3", "line 4, column 13: expected text in quotes, such as \"2k2\""),
        ("move = 13", "line 4, column 8: move must be a whole number from 1 to 12"),
        ("wounds = 2.5", "line 4, column 10: wounds must be a whole number from 1 to 10"),
        ("leader = 1", "line 4, column 10: expected leader = true or leader = false"),
        (
            "armor = \"Flak Vest\"",
            "line 4, column 9: expected a list, such as armor = [\"Flak Vest\"]",
        ),
        (
            "melee = \"10k5\"\nweapons = [\"Club\"]\nnote = 4",
            "line 6, column 8: a note is text of at most 400 characters",
        ),
    ] {
        assert_eq!(problem(lines), expected);
    }
}

#[test]
fn nobody_has_three_hands() {
    for (weapons, at, blamed) in [
        ("\"Pistol\", \"Rifle\"", 22, "Ana has no hand for Rifle besides Pistol"),
        ("\"Rifle\", \"Pistol\"", 21, "Ana has no hand for Pistol besides Rifle"),
        ("\"Maul\", \"Maul\"", 20, "Ana has no hand for Maul besides Maul"),
        ("\"Club\", \"Club\", \"Club\"", 28, "Ana has no hand for Club besides Club"),
    ] {
        let found = problem(&format!("weapons = [{weapons}]"));
        assert!(found.starts_with(&format!("line 4, column {at}: {blamed}: ")), "{found}");
        assert!(found.ends_with("(REQ-GEAR-04)"), "{found}");
    }
    let fine = "name = \"Band\"\n[[model]]\nname = \"Ana\"\nweapons = [\"Rifle\", \"Headbutt\"]";
    assert_eq!(load(fine).models[0].weapons.len(), 2);
}

#[test]
fn all_problems_are_told_in_order() {
    let text = "\
nam = \"Band\"
[[weapon]]
name = \"Nail Gun\"
use = \"ranged\"
bonus = \"+9k0\"
hands = \"three\"
traits = [\"wide arc\", \"blast 9\", \"blast 2\", \"blast 1\"]
[[weapon]]
name = \"Spike\"
use = \"melee\"
range = 3
hands = \"one\"
[[armor]]
name = \"Coat\"
pips = 7
[[armor]]
[[model]]
weapons = [\"Nail Gun\"]
";
    let expected = [
        "line 1, column 1: a roster needs name, such as name = \"Rust Market Guard\"",
        "line 1, column 1: unknown key 'nam'; did you mean 'name'?",
        "line 2, column 1: a weapon needs range, such as range = 12",
        "line 5, column 9: a bonus goes up to +3k3",
        "line 6, column 9: hands is \"one\", \"two\" or \"free\", not 'three' (REQ-GEAR-03)",
        "line 7, column 11: only melee weapons have 'wide arc'",
        "line 7, column 23: a blast reaches 1 to 6 inches (REQ-GEAR-07)",
        "line 7, column 45: 'blast 1' is there already",
        "line 11, column 9: a melee weapon has no range (REQ-GEAR-02)",
        "line 15, column 8: pips is a whole number from -3 to 3",
        "line 16, column 1: a piece of armor needs name, such as name = \"Tire Coat\"",
        "line 17, column 1: a model needs name, such as name = \"Ana\"",
    ];
    let mut found = problems(text);
    // The broken weapon is not in the armory, which is told as well.
    assert!(found.pop().unwrap().starts_with("line 18, column 12: there is no weapon 'Nail Gun'"));
    assert_eq!(found, expected);
}

#[test]
fn strangers_files_are_bounded() {
    let told = problems(&"#".repeat(LONGEST + 1));
    assert_eq!(told, [format!("line 1, column 1: the file is longer than {LONGEST} bytes")]);
    let many = "[[model]]\nname = \"Ana\"\n".repeat(13);
    let told = problems(&format!("name = \"Band\"\n{many}"));
    assert_eq!(told, ["line 26, column 1: a roster holds at most 12 entries under [[model]]"]);
    let named = |n| format!("name = \"{}\"\n[[model]]\nname = \"Ana\"", "n".repeat(n));
    assert!(read(&named(40), SideId(0), &agreed(&[])).is_ok());
    let told = problems(&named(41));
    assert_eq!(told, ["line 1, column 8: expected a name of 1 to 40 characters in quotes"]);
    assert!(problems("name = \"Band\"")[0].contains("a roster needs models"));
    assert!(problems("name = \"Band\"\n[model]\nname = 3")[0].contains("write [[model]]"));
    assert!(problems("name = ")[0].starts_with("line 1, column "));
    let wrong = "[[model]]\nname = 1\nx = 2\n".repeat(12);
    assert!(problems(&wrong).len() <= 51);
    let long =
        format!("name = \"B\"\n[[model]]\nname = \"A\"\nskills = [\"{}\"]", "é".repeat(90_000));
    assert!(problems(&long)[0].len() < 300);
    let dice = problem("melee = \"10k5\"\nweapons = [\"Huge Sword\"]\narmor = [\"Coat\"]");
    assert!(dice.starts_with("line 6, column 10: there is no armor 'Coat'"), "{dice}");
    let own = "name = \"B\"\n[[weapon]]\nname = \"Beam\"\nuse = \"ranged\"\nrange = 9\n\
               bonus = \"+3k0\"\n\
               hands = \"one\"\n[[model]]\nname = \"Ana\"\nranged = \"10k5\"\nweapons = [\"Beam\"]";
    assert_eq!(problems(own), ["line 11, column 12: with Beam it would roll more than 12 dice"]);
}

#[test]
fn sheets_show_what_is_rolled() {
    let printed = sheet(&load(PRINTED[0]), Limits::STANDARD);
    let (name, lines) = &printed.cards[0];
    assert_eq!(name, "Prepper Leader");
    let line = |label: &str| lines.iter().find(|(l, _)| l == label).map(|(_, v)| &**v).unwrap();
    assert_eq!(line("Role"), "leader");
    assert_eq!(line("Sniper Rifle"), "3k3, 18\", stationary, two-handed");
    assert_eq!(line("Big Ass Knife"), "2k2, melee, reroll one die in melee, hands-free");
    assert_eq!(line("Defense"), "3k2 with Kevlar Vest");
    assert_eq!(line("Wound boxes"), "[ ] [ ]");
    let points = "138 = Move 16 + durability 40 + Willpower 4.9 + melee 38.8 + Sniper Rifle 38.1";
    assert_eq!(line("Points"), points);
    let (_, lines) = &printed.cards[2];
    assert!(lines.contains(&("Bare hands".to_owned(), "2k2, melee".to_owned())));
    let shotgun = "3k2 +1 pip, 10\", buckshot, two-handed".to_owned();
    assert!(lines.contains(&("Shotgun".to_owned(), shotgun)));
}

#[test]
fn breaches_of_the_limits_are_warned_of() {
    let mut roster = load(PRINTED[1]);
    roster.models.iter_mut().for_each(|model| model.leader = true);
    let limits = Limits { points: 500, models: (6, 7) };
    let warnings = sheet(&roster, limits).warnings;
    assert_eq!(warnings.len(), 3, "{warnings:#?}");
    let over = "costs 600 points, 100 more than the 500 allowed (REQ-SCEN-01, REQ-X-07)";
    assert_eq!(warnings[0], over);
    assert_eq!(warnings[1], "has 5 models; 6 to 7 are allowed (REQ-SCEN-02, REQ-X-07)");
    assert!(warnings[2].starts_with("has 5 leaders, Choir Master and Chanter 1"));
    // REQ-X-21: four games later the points are there.
    assert_eq!(sheet(&roster, limits.after_games(4)).warnings.len(), 2);
    roster.models.iter_mut().for_each(|model| model.leader = false);
    let warnings = sheet(&roster, Limits::STANDARD).warnings;
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    assert!(warnings[0].contains("Vengeance Is Mine, but nobody leads the band"));
}

#[test]
fn scenes_describe_models_in_words() {
    let mut model = ana();
    let all = Armory::everything();
    let words = [
        "Rifle",
        "ranged 3k2",
        "willpower 3k2",
        "wounds 1",
        "Flak Vest",
        "sprint",
        "Hand of Doom",
        "mind spike",
        "leader",
        "headbutt",
    ];
    for text in words {
        assert_eq!(apply_trait(&mut model, all, text), Ok(true), "{text}");
    }
    assert_eq!(model.weapons.len(), 2);
    assert_eq!(points::net_attack(&model, &model.weapons[0]).to_string(), "4k2");
    assert_eq!(points::net_defense(&model).to_string(), "3k2");
    assert_eq!(model.stats.movement, 5);
    assert_eq!(model.stats.wounds, 1);
    assert!(model.leader);
    assert!(model.can(Skill::HandOfDoom));
    assert_eq!(model.powers[..], [Power::MindSpike]);
    assert_eq!(model.points, points::cost(&model).total);
    let before = model.clone();
    for text in ["wounded 1", "stunned", "facing north", ""] {
        assert_eq!(apply_trait(&mut model, all, text), Ok(false), "{text}");
    }
    for text in ["Pistol", "ranged many", "move 99", "wounds", "sprint", "mind spike"] {
        let found = apply_trait(&mut model, all, text);
        assert!(found.is_err() || text == "wounds", "{text}: {found:?}");
    }
    assert_eq!(model, before);
    // A thing whose name begins like a stat.
    assert_eq!(apply_trait(&mut ana(), all, "melee weapon"), Ok(true));
    assert_eq!(suggest_trait(all, "flack vest").as_deref(), Some("Flak Vest"));
    assert_eq!(suggest_trait(all, "hands of doom").as_deref(), Some("hand of doom"));
    assert_eq!(suggest_trait(all, "xyzzy quux plugh"), None);
}

#[test]
fn the_words_of_weapons_are_understood() {
    assert_eq!(parse_trait_words("Blast Radius 2"), Ok(Trait::Blast(2)));
    assert_eq!(parse_trait_words("repeater 3"), Ok(Trait::Repeater(3)));
    assert_eq!(parse_trait_words("wide-arc"), Ok(Trait::WideArc));
    assert!(parse_trait_words("repeater 1").unwrap_err().contains("REQ-GEAR-05"));
    assert!(parse_trait_words("stunn").unwrap_err().contains("did you mean 'stun'?"));
    for quality in Armory::everything().weapons().flat_map(|weapon| &weapon.traits) {
        assert_eq!(parse_trait_words(&quality.name()), Ok(*quality));
    }
}
