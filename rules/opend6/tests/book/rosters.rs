//! Rosters: the printed squads to the point, what the checker says of them, and what it says of
//! rosters that make no sense.

#![allow(clippy::unwrap_used, reason = "a test should fail where something is missing")]

use engine::book::RosterSheet;
use engine::{Book, Options, SideId};
use opend6::generation::armor::Armor;
use opend6::generation::troops::{Arms, Tier, Wear};
use opend6::generation::{TROOPS, clauses_that_print, read};
use opend6::options::Agreed;
use opend6::profile::Attribute;
use opend6::weapons::{Blade, Damage, Gun};

fn checked(text: &str, options: &[(&str, &str)]) -> RosterSheet {
    let options: Options =
        options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    opend6::book().check_roster(text, &options).unwrap_or_else(|p| panic!("{}", p.join("\n")))
}

fn ready(key: &str) -> RosterSheet {
    let book = opend6::book();
    let text = book.about().rosters.iter().find(|r| r.key == key).unwrap().text;
    checked(text, &[])
}

fn problems(text: &str) -> Vec<String> {
    opend6::book().check_roster(text, &Options::new()).expect_err("something is wrong with it")
}

/// A line of a squad's record sheet.
fn line<'a>(sheet: &'a RosterSheet, squad: usize, label: &str) -> &'a str {
    let (_, lines) = &sheet.cards[squad];
    &lines.iter().find(|(l, _)| l == label).unwrap_or_else(|| panic!("no {label}")).1
}

fn totals(sheet: &RosterSheet) -> Vec<&str> {
    (0..sheet.cards.len()).map(|i| line(sheet, i, "Total cost")).collect()
}

/// The clauses that print the squads of a roster, squad by squad.
fn printed(text: &str) -> Vec<Vec<&'static str>> {
    let roster = read(text, SideId(0), &Agreed::default()).unwrap();
    roster.squads.iter().map(|squad| clauses_that_print(squad).to_vec()).collect()
}

#[test]
fn squads_are_known_as_printed_by_what_they_are_and_not_by_their_names() {
    let book = opend6::book();
    let text = |key: &str| book.about().rosters.iter().find(|r| r.key == key).unwrap().text;
    let sample = vec!["OD6-T-20", "OD6-EX-30"];
    assert_eq!(printed(text("ice-rangers")), [sample.clone(), vec![]]);
    assert_eq!(printed(text("hangar-rebels")), [["OD6-SCN-01"], ["OD6-SCN-02"]]);
    assert_eq!(printed(text("hangar-assault")), [["OD6-SCN-03"]; 2]);
    let renamed = text("ice-rangers").replace("name = \"Ice Rangers\"", "name = \"Snow\"");
    assert_eq!(printed(&renamed)[0], sample);
    let other = text("ice-rangers").replace("number = 10", "number = 9");
    assert!(printed(&other)[0].is_empty());
}

#[test]
fn the_record_sheet_of_the_ice_rangers_is_the_printed_one() {
    let sheet = ready("ice-rangers");
    let expected = [
        ("Troop type", "Arctic Anti-Government Soldier"),
        ("Quality", "elite (cost 20)"),
        ("Walk Rate", "8"),
        ("Run Rate", "13"),
        ("Command skill", "4"),
        ("Number in squad", "10"),
        ("Move", "10 (cost 10)"),
        ("Skill cost", "51"),
        ("Raygun Rifle", "damage 5, 15/50/150, cost 15"),
        ("Energy Blade", "damage 5, +2 to hit, cost 4"),
        ("Cost per soldier", "70"),
        ("Base cost", "70 x 10 = 700"),
        ("Commander", "command 4 (cost 1)"),
        ("Specialist", "firearms 6; Repeating Raygun, damage 6, 15/60/150, cost 18 (cost 19)"),
        ("Other costs", "0"),
        ("Total cost", "720"),
        ("Morale", "steady -9- -8- [7] [6] [5] [4], shaken [3] [2], demoralized [1], broken [0]"),
        (
            "AGI",
            "3 (cost 3, training 3, specialists 3): brawling 5 (cost 2), firearms 5 (cost 2), \
             flamethrower 3, melee combat 5 (cost 2), missile weapons 3, riding 3, throwing 3",
        ),
        ("PER", "2 (cost 2, training 3, specialists 3): command 3 (cost 1), search 2, sneak 2"),
        ("STR", "3 (cost 3, training 3, specialists 3): swim 3"),
    ];
    for (label, value) in expected {
        assert_eq!(line(&sheet, 0, label), value, "{label}");
    }
    assert!(sheet.warnings.is_empty(), "{:?}", sheet.warnings);
}

#[test]
fn every_ready_roster_can_be_read_and_ours_keep_to_the_lists() {
    for roster in &opend6::book().about().rosters {
        let sheet = checked(roster.text, &[]);
        assert!(sheet.points.is_some_and(|p| (800..=1_100).contains(&p)), "{}", roster.key);
        if !roster.key.starts_with("hangar") {
            assert!(sheet.warnings.is_empty(), "{}: {:?}", roster.key, sheet.warnings);
        }
    }
}

#[test]
fn the_hangar_squads_are_as_printed() {
    let rebels = ready("hangar-rebels");
    assert_eq!(totals(&rebels), ["397", "442"]);
    assert_eq!(
        rebels.warnings,
        [
            "Frost: Ice Planet Soldier is not in the troop lists (OD6-GEN-22)",
            "Ember: average instead of veteran (OD6-GEN-11)",
        ]
    );
    let garrison = ready("hangar-assault");
    assert_eq!(totals(&garrison), ["434", "434"]);
    assert_eq!(
        garrison.warnings,
        [
            "West Watch: Repeating Raygun (Tripod) is not on its list (OD6-GEN-12)",
            "East Watch: Repeating Raygun (Tripod) is not on its list (OD6-GEN-12)",
        ]
    );
}

#[test]
fn the_squads_of_the_first_advanced_scenario_are_as_printed() {
    let rebels = checked(include_str!("printed/shuttle-rebels.toml"), &[]);
    assert_eq!(totals(&rebels), ["465", "355", "588", "598"]);
    assert_eq!(rebels.points, Some(2006));
    assert_eq!(
        rebels.warnings,
        [
            "One: average instead of veteran (OD6-GEN-11)",
            "Two: average instead of veteran (OD6-GEN-11)",
            "Three: veteran instead of elite (OD6-GEN-11)",
        ]
    );
    let guard = checked(include_str!("printed/shuttle-guard.toml"), &[]);
    assert_eq!(totals(&guard), ["574", "474", "389"]);
    assert_eq!(guard.points, Some(1437));
    assert_eq!(
        guard.warnings,
        [
            "One: STR 4 instead of 3 (OD6-GEN-11)",
            "One: Repeating Raygun (Tripod) is not on its list (OD6-GEN-12)",
            "One: a specialist's firearms +1, which cannot be trained (OD6-GEN-15)",
            "Two: Grenade is not on its list (OD6-GEN-12)",
            "Two: Repeating Raygun (Tripod) is not on its list (OD6-GEN-12)",
            "Two: a specialist's firearms +1, which cannot be trained (OD6-GEN-15)",
            "Three: TEC 3 instead of 2 (OD6-GEN-11)",
            "Three: rates 6/10 are printed; they are 7/12 (OD6-GEN-16)",
        ]
    );
}

#[test]
fn the_squads_of_the_second_advanced_scenario_are_as_printed() {
    let text = include_str!("printed/robot-rebels.toml");
    let rebels = checked(text, &[]);
    assert_eq!(totals(&rebels), ["583", "456", "586"]);
    assert_eq!(
        rebels.warnings,
        [
            "One: veteran instead of elite (OD6-GEN-11)",
            "Two: average instead of veteran (OD6-GEN-11)",
            "Two: rates 7/11 are printed; they are 8/13 (OD6-GEN-16)",
        ]
    );
    let strict = checked(text, &[("skill_caps", "from_attribute")]);
    let capped: Vec<&String> = strict
        .warnings
        .iter()
        .filter(|w| w.starts_with("Two: ") && w.contains("at most"))
        .collect();
    assert_eq!(
        capped,
        [
            "Two: the commander's command +3; at most +2 (OD6-GEN-14)",
            "Two: a specialist's firearms +3; at most +2 (OD6-GEN-15)",
        ]
    );
    let hunters = checked(include_str!("printed/robot-hunters.toml"), &[]);
    assert_eq!(totals(&hunters), ["312", "590", "721"]);
    assert_eq!(
        hunters.warnings,
        [
            "One: Repeating Raygun is not on its list (OD6-GEN-12)",
            "One: a specialist's firearms +1, which cannot be trained (OD6-GEN-15)",
            "Two: Heavy Raygun Pistol is not on its list (OD6-GEN-12)",
            "Two: Repeating Raygun is not on its list (OD6-GEN-12)",
            "Two: a specialist's firearms +1, which cannot be trained (OD6-GEN-15)",
            "Two: rates 6/10 are printed; they are 7/12 (OD6-GEN-16)",
            "Three: command +3, which cannot be trained (OD6-GEN-09)",
            "Three: Grenade is not on its list (OD6-GEN-12)",
        ]
    );
}

/// The sentences of the reference about a type, without line breaks.
fn clause(id: &str) -> String {
    let rules = opend6::book().about().rules;
    let start = rules.find(&format!("**{id}**")).unwrap_or_else(|| panic!("no {id}"));
    let rest = &rules[start..];
    let end = rest.find("\n- ").or(rest.find("\n\n")).unwrap_or(rest.len());
    rest[..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tiers(tiers: &[Tier]) -> String {
    tiers.iter().map(Tier::name).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_troop_lists_say_what_is_played() {
    for troop in &TROOPS {
        let text = clause(troop.clause.0);
        let mut says = vec![
            format!("{}: {}, {}", troop.name, troop.side.name(), troop.quality.name()),
            format!("Move {}", troop.movement),
            format!("Skills {}.", tiers(troop.skills)),
        ];
        says.push(match troop.size {
            None => "any size".to_owned(),
            Some((least, most)) if least == most => format!("squads of {least}"),
            Some((least, most)) => format!("{least} to {most}"),
        });
        let free = matches!(troop.wear, Wear::Free(_));
        for attribute in Attribute::ALL {
            let value = troop.attributes[attribute as usize];
            let armored = matches!(attribute, Attribute::Agility | Attribute::Strength) && free;
            let value = if armored { format!("({value})") } else { value.to_string() };
            says.push(format!("{} {value}", attribute.short()));
        }
        says.push(match troop.commander {
            None => "Commander none".to_owned(),
            Some(level) => format!("Commander {level}."),
        });
        says.push(match troop.specialists {
            None => "No specialists".to_owned(),
            Some(tier) => format!("Specialists {}.", tier.name()),
        });
        let like_another = troop.clause.0 == "OD6-TRP-04";
        match troop.wear {
            _ if like_another => (),
            Wear::None => says.push("no armour".to_owned()),
            Wear::Any => says.push("ny armour".to_owned()),
            Wear::Only(armor) => says.push(format!("{} armour.", armor.name())),
            Wear::Free(armor) => says.push(format!("{} armour, free.", armor.name())),
        }
        if let (Arms::Any, false) = (troop.arms, like_another) {
            says.push("Any weapons".to_owned());
        }
        for say in says {
            assert!(text.contains(&say), "{} does not say '{say}': {text}", troop.clause.0);
        }
    }
}

#[test]
fn the_charts_say_what_is_played() {
    let guns = clause("OD6-T-15");
    for gun in Gun::ALL {
        let (line, [short, medium, long]) = (gun.line(), gun.line().ranges);
        let (name, strength, cost) = (line.name, line.strength, line.cost);
        let say = format!("| {name} | {strength} | {short}/{medium}/{long} | {cost} |");
        assert!(guns.contains(&say), "OD6-T-15 does not say '{say}'");
    }
    let blades = clause("OD6-T-16");
    for blade in Blade::ALL {
        let damage = match blade.damage() {
            Damage::Plus(more) => format!("Strength +{more}"),
            Damage::Flat(damage) => damage.to_string(),
        };
        let (name, bonus, cost) = (blade.name(), blade.bonus(), blade.cost());
        let say = format!("| {name} | {damage} | +{bonus} | {cost} |");
        assert!(blades.contains(&say), "OD6-T-16 does not say '{say}'");
    }
    let armor = clause("OD6-T-17");
    for suit in Armor::ALL.iter().map(|a| a.suit()) {
        let agility = if suit.agility == 0 { "0".to_owned() } else { format!("-{}", suit.agility) };
        let (name, strength, cost) = (suit.name, suit.strength, suit.cost);
        let say = format!("| {name} | +{strength} | {agility} | {cost} |");
        assert!(armor.contains(&say), "OD6-T-17 does not say '{say}'");
    }
}

#[test]
fn mistakes_are_told_with_their_line_and_what_to_do() {
    let text = "name = \"Us\"\nallegience = \"evil\"\n\n[[squad]]\ntype = \"Asault Soldier\"\n\
                number = 0\ntraining = { fierarms = 2 }\nweapons = [\"Raygun Rifel\", \"Grenade\"]\n\
                armor = \"Paper\"\n";
    let told = problems(text);
    let expected = [
        "line 2, column 1: unknown key 'allegience'; did you mean 'allegiance'?",
        "line 5, column 8: there is no troop type 'Asault Soldier'; did you mean 'Assault Soldier'?",
        "line 6, column 10: number must be a whole number from 1 to 20",
        "line 7, column 14: there is no skill 'fierarms'; did you mean 'firearms'?",
        "line 8, column 12: there is no weapon 'Raygun Rifel'; did you mean 'Raygun Rifle'?",
        "line 8, column 28: grenades are counted: write grenades = 2 instead",
        "line 9, column 9: there is no armor 'Paper'; there are Bounty Hunter",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn what_cannot_be_put_on_a_table_is_refused() {
    let squad = |rest: &str| format!("name = \"Us\"\n[[squad]]\ntype = \"Mercenary\"\n{rest}\n");
    let expect = |rest: &str, part: &str| {
        let told = problems(&squad(rest)).join("\n");
        assert!(told.contains(part), "{rest}: {told}");
    };
    expect("number = 2\nspecialist = [{}, {}]", "no room for a commander and 2 specialists");
    expect(
        "number = 3\nspecialist = [{ weapon = \"Heavy Repeating Raygun\" }, { weapon = \"Medium Repeating Raygun\" }]",
        "takes two soldiers",
    );
    expect("number = 5\nweapons = [\"Club\", \"Spear\"]", "there is a hand weapon already, Club");
    expect("number = 5\nrates = [6]", "rates are the printed Walk and Run Rate");
    expect("number = 5\ncost = \"much\"", "cost is the printed cost of the squad");
    expect("number = 5\nattributes = { LUCK = 3 }", "there is no attribute 'LUCK'");
    expect("", "a squad needs number, such as number = 10");
    assert!(problems("name = \"Us\"")[0].contains("a roster needs squads"));
    assert!(problems("[[squad]]\n")[0].contains("a roster needs name"));
    let own = "name = \"Us\"\n[[type]]\nname = \"Clones\"\nquality = \"elite\"\nmove = 10\n\
               attributes = { AGI = 3 }\n[[squad]]\ntype = \"Clones\"\nnumber = 5\n";
    assert!(problems(own)[0].contains("all six attributes are needed"));
}

#[test]
fn equal_squads_are_told_apart() {
    let text = "name = \"Us\"\n[[squad]]\ntype = \"Mercenary\"\nnumber = 5\n\
                [[squad]]\ntype = \"Mercenary\"\nnumber = 5\n";
    let names: Vec<String> = checked(text, &[]).cards.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Mercenary", "Mercenary 2"]);
}
