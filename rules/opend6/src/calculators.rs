//! Odds without a table: the fire of a squad, one close assault.

use engine::book::{Calculator, Chosen, Parameter, Staged};

use crate::weapons::{Blade, Gun};

const NOTHING: &str = "none";
const HANDS: &str = "bare hands";

/// The calculators of the book.
pub fn all() -> Vec<Calculator> {
    vec![
        Calculator {
            key: "shooting",
            summary: "The fire of a squad at another in the Fire Combat Phase (OD6-FIR, OD6-DMG)",
            parameters: vec![
                Parameter::number("firers", "how many fire", (1, 10), 1),
                Parameter::number("firearms", "their firearms skill", (1, 12), 3),
                Parameter::words(
                    "weapon",
                    "what they fire",
                    Gun::ALL
                        .iter()
                        .filter(|gun| !gun.is_thrown() && !gun.is_assembled())
                        .map(|gun| gun.name()),
                    Gun::RaygunRifle.name(),
                ),
                Parameter::number("range", "inches between the squads", (3, 75), 12),
                Parameter::words(
                    "cover",
                    "cover of the targets (OD6-COV)",
                    [NOTHING, "light", "medium", "heavy"],
                    NOTHING,
                ),
                Parameter::number("targets", "how many stand there", (1, 10), 1),
                Parameter::number("strength", "their Strength, armor included", (1, 12), 2),
                Parameter::words("posture", "how they are", ["standing", "prone"], "standing"),
            ],
            stage: shooting,
        },
        Calculator {
            key: "hand-to-hand",
            summary: "One close assault: one, two or three against one (OD6-CAS)",
            parameters: vec![
                Parameter::number("attackers", "how many, the first from the front", (1, 3), 1),
                Parameter::number("skill", "their brawling and melee combat", (1, 12), 3),
                blade("weapon", "what they fight with"),
                Parameter::number("own-strength", "their Strength", (1, 12), 2),
                Parameter::words("charging", "whether they charged", ["no", "yes"], "no"),
                Parameter::number(
                    "target-skill",
                    "the target's brawling and melee combat",
                    (1, 12),
                    3,
                ),
                blade("target-weapon", "what the target fights with"),
                Parameter::number("strength", "the target's Strength", (1, 12), 2),
            ],
            stage: hand_to_hand,
        },
    ]
}

fn blade(key: &'static str, summary: &'static str) -> Parameter {
    let blades = Blade::ALL.iter().map(|blade| blade.name());
    Parameter::words(key, summary, [HANDS].into_iter().chain(blades), HANDS)
}

/// A rank of so many around the middle of the table: its first place, for steps of 1.5 inches.
fn first_of(count: i32) -> String {
    let quarters = 4 * 40 - 3 * (count - 1);
    format!("{}.{:02}", quarters / 4, quarters % 4 * 25)
}

fn shooting(said: &Chosen) -> Staged {
    let (firers, targets) = (said.number("firers"), said.number("targets"));
    let at = said.number("range") + 10;
    let (near, far) = (at - 1, at + 1);
    let cover = match said.word("cover") {
        "light" => format!("given scrub 20,{near} to 60,{far}\n"),
        "medium" => format!("given trench 20,{near} to 60,{far} height 0.5\n"),
        "heavy" => format!("given trench 20,{near} to 60,{far} height 0.75\n"),
        _ => String::new(),
    };
    let posture = if said.word("posture") == "prone" { ", prone" } else { "" };
    let scene = format!(
        "given table 96 x 96\n\
         given phase fire\n\
         {cover}\
         given rank red Firers {firers} from {},10 step 1.5,0 {}, firearms {}\n\
         given rank blue Targets {targets} from {},{at} step 1.5,0 STR {}{posture}\n",
        first_of(firers),
        said.word("weapon"),
        said.number("firearms"),
        first_of(targets),
        said.number("strength"),
    );
    Staged { scene, act: Some("fire at Targets".to_owned()) }
}

/// A weapon and a skill for whatever one fights with.
fn armed(said: &Chosen, weapon: &str, skill: &str) -> String {
    let skill = said.number(skill);
    let blade = match said.word(weapon) {
        HANDS => String::new(),
        blade => format!(", {blade}"),
    };
    format!("brawling {skill}, melee combat {skill}{blade}")
}

/// The first attacker stands before the target, the others at its sides.
fn hand_to_hand(said: &Chosen) -> Staged {
    let places = ["10,10", "9,11", "11,11"];
    let charging = if said.word("charging") == "yes" { ", charged" } else { "" };
    let own = armed(said, "weapon", "skill");
    let strength = said.number("own-strength");
    let mut scene = "given phase assault\n".to_owned();
    let count = usize::try_from(said.number("attackers")).unwrap_or(1);
    for (number, place) in places.iter().enumerate().take(count) {
        let name = format!("\"Attacker {}\"", number + 1);
        scene += &format!("given red {name} at {place} STR {strength}, {own}{charging}\n");
    }
    scene += &format!(
        "given blue Target at 10,11 STR {}, {}\n",
        said.number("strength"),
        armed(said, "target-weapon", "target-skill"),
    );
    Staged { scene, act: None }
}
