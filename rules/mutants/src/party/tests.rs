//! Reading, writing and printing parties.

use super::*;
use crate::profile::Diet;

fn party(text: &str) -> Result<Roster, Vec<String>> {
    read(text, SideId(0), &Agreed::default())
}

fn problems(text: &str) -> String {
    party(text).expect_err("it is wrong").join("\n")
}

const BO: &str = "[party]\nname = \"The Lost\"\n[[model]]\nname = \"Bo\"\ntype = \"Mutant\"\n";

#[test]
fn ready_made_parties_read_back() {
    assert_eq!(ready_made().len(), READY.len());
    for (clause, roster) in ready_made() {
        let text = write(roster);
        assert_eq!(party(&text).as_ref(), Ok(roster), "{clause}\n{text}");
    }
}

#[test]
fn ready_made_parties_break_the_rules_where_the_book_says_so() {
    let mut warnings: Vec<String> = Vec::new();
    for (_, roster) in ready_made() {
        warnings.extend(sheet(roster, &Agreed::default()).warnings);
    }
    let expected = [
        "Ralph Rad has Upkeep 2 Food where the rules give 3 Food (MUT-Q-10)",
        "CL-A-2WS has Upkeep 2 Cells where the rules give 3 Cells (MUT-Q-10)",
        "Robodoc 12 has Combat 3 where its type and rules give 4 (MUT-T-11)",
        "Mangrove has Amphibious, which is on no table of its type (MUT-T-22)",
        "Oak has no mental mutation (MUT-TYP-14)",
        "Cactus has Sprint, which is on no table of its type (MUT-T-22)",
        "Master has Upkeep 1 Food where the rules give 2 Food (MUT-Q-10)",
        "Smasher has Upkeep 2 Food where the rules give 2 Food and 1 Cell (MUT-Q-10)",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn what_is_left_out_is_worked_out() {
    let roster = party(
        "[party]\nname = \"Zoo\"\n[[model]]\nname = \"Rex\"\ntype = \"Mutated Animal\"\n\
         species = \"wolf\"\nrules = [\"Leader\", \"Combat Bonus\", \"Energy Feeding\"]\n",
    )
    .unwrap();
    let rex = &roster.members[0];
    assert_eq!((rex.nature.quality, rex.nature.combat), (3, 4));
    assert!(rex.nature.has(crate::profile::Rule::SuperiorSenses));
    assert_eq!(rex.diet, Diet::Either);
    assert_eq!(upkeep(rex, &Agreed::default()).to_string(), "2 Food or 2 Cells");
}

#[test]
fn problems_are_told_with_their_place_and_a_hint() {
    assert_eq!(
        problems(&format!("{BO}rules = [\"Savige\"]\n")),
        "line 6, column 10: there is no rule 'Savige'; did you mean 'Savage'?"
    );
    assert_eq!(
        problems(&format!("{BO}gear = [\"Lasr Gun\"]\n")),
        "line 6, column 9: there is no thing 'Lasr Gun'; did you mean 'Laser Gun'?"
    );
    assert!(problems(&format!("{BO}qualty = 3\n")).contains("did you mean 'quality'?"));
    assert!(problems(&format!("{BO}quality = 7\n")).contains("from 1 to 6"));
    assert!(problems(&format!("{BO}rules = [\"Absorption\"]\n")).contains("(electricity)"));
    assert!(problems(&format!("{BO}rules = [\"Artificial\"]\n")).contains("Android and Robot"));
    assert!(problems(&format!("{BO}gear = [\"Pistol (built in)\"]\n")).contains("MUT-TYP-31"));
    assert!(problems(&format!("{BO}ready = \"Pistol\"\n")).contains("does not carry"));
    assert!(problems(&format!("{BO}species = \"dog\"\n")).contains("MUT-TYP-11"));
    assert!(problems(&format!("{BO}upkeep = \"2 Fud\"\n")).contains("no Upkeep"));
    assert!(problems(&BO.replace("Bo", "B+o")).contains("does without"));
    assert!(problems("[party]\nname = 3\n").contains("[[model]]"));
    assert!(problems("").contains("[party]"));
    let advances = BO.replace("[[model]]", "advances = [\"Bo: Extra Skil\"]\n[[model]]");
    assert!(problems(&advances).contains("did you mean 'Extra Skill'?"));
}

#[test]
fn every_record_reads_back() {
    let text = "[party]\nname = 'The \"Lost\"'\nfood = 300\ncells = 7\nstock = [\"2 Stimulant\"]\n\
                advances = [\"Bo: Increased Quality\", \"Al: Combat Bonus\"]\n\
                [[model]]\nname = \"Bo\"\ntype = \"Mutant\"\nrules = [\"Phobia (humans)\", \"Slow\"]\n\
                gear = [\"Pistol\", \"Pistol\", \"Needler (broken)\", \"NBC Suit (from the next game)\"]\n\
                ready = 2\nunderfed = true\nwounded = true\ninfected = true\nunpaid = true\nscars = 1\n\
                [[model]]\nname = \"Bo\"\ntype = \"Robot\"\nstopped = true\nabsent = true\n\
                gear = [\"Laser Gun (built in, jammed and empty)\"]\nready = \"nothing\"\n\
                [[model]]\nname = \"Al\\\\\"\ntype = \"Android\"\ndiet = \"cells\"\ncells = 3\n";
    let roster = party(text).unwrap();
    assert_eq!(roster.members[0].nature.quality, 4);
    assert_eq!(roster.members[0].ready, Some(1));
    assert_eq!(&*roster.members[1].name, "Bo 2");
    assert_eq!(party(&write(&roster)), Ok(roster.clone()), "{}", write(&roster));
    assert_eq!(cast(vec![roster]).len(), 2);
}

#[test]
fn breaches_are_warned_of() {
    let text = "[party]\nname = \"Odd\"\n\
                [[model]]\nname = \"Al\"\ntype = \"Human\"\n\
                rules = [\"Leader\", \"Combat Bonus\", \"Absorption (heat)\", \"Energy Adaptation\"]\n\
                gear = [\"Flak Jacket\", \"Heavy Armor\"]\n\
                [[model]]\nname = \"Bo\"\ntype = \"Mutant\"\nquality = 3\n\
                rules = [\"Leader\", \"Combat Bonus\", \"Big\", \"Huge\"]\ngear = [\"NBC Suit\"]\n\
                [[model]]\nname = \"Cy\"\ntype = \"Mutated Animal\"\ngear = [\"Pistol\"]\n";
    let warnings = sheet(&party(text).unwrap(), &Agreed::default()).warnings.join("\n");
    for told in [
        "2 Leaders with better Quality, Al and Bo",
        "2 Combat bonuses, Al and Bo",
        "Al has both Absorption and Energy Adaptation (MUT-SPC-002)",
        "Al has Absorption, which is on no table",
        "Heavy Armor cannot be worn together with Flak Jacket (MUT-WPN-05)",
        "Bo has both Big and Huge (MUT-Q-125)",
        "too small for anyone Big or Huge (MUT-TYP-07)",
        "Cy belongs to no species",
        "Cy has Pistol: a Mutated Animal that is not Humanoid cannot handle things",
    ] {
        assert!(warnings.contains(told), "{told}\n---\n{warnings}");
    }
}

#[test]
fn names_are_told_apart_across_sides() {
    let rosters = [0, 1].map(|i| read(BO, SideId(i), &Agreed::default()).unwrap());
    let names: Vec<String> =
        cast(rosters.to_vec()).iter().map(|who| who.name.to_string()).collect();
    assert_eq!(names, ["red Bo", "blue Bo"]);
}
