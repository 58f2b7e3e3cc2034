//! Odds without a table: one shot, one blow.

use engine::book::{Calculator, Chosen, Parameter, Staged};

use crate::gear::{Gun, Missile};

const NOTHING: &str = "none";
const POWERED: &str = "Powered Hand Weapon";
const ARMOR: [&str; 4] = [NOTHING, "Heavy Armor", "Laser-Reflective Armor", "Power Armor"];

/// The calculators of the book.
pub fn all() -> Vec<Calculator> {
    let combat = |key, summary| Parameter::number(key, summary, (-3, 12), 2);
    vec![
        Calculator {
            key: "shooting",
            summary: "One shot at one target (MUT-RNG)",
            parameters: vec![
                combat("combat", "Combat of the shooter"),
                Parameter::words(
                    "weapon",
                    "what is shot with",
                    Gun::ALL.iter().map(|g| g.name()).chain(Missile::ALL.iter().map(|m| m.name())),
                    Gun::Pistol.name(),
                ),
                Parameter::number("range", "inches from base to base", (1, 21), 4),
                Parameter::words(
                    "cover",
                    "whether a part of the target is hidden; there is one kind of cover (MUT-LOS-12)",
                    [NOTHING, "light"],
                    NOTHING,
                ),
                combat("target-combat", "Combat of the target"),
                Parameter::words("armor", "armor of the target", ARMOR, NOTHING),
            ],
            stage: shooting,
        },
        Calculator {
            key: "hand-to-hand",
            summary: "One blow at an adjacent enemy (MUT-HTH)",
            parameters: vec![
                combat("combat", "Combat of the attacker"),
                Parameter::words(
                    "weapon",
                    "what the attacker strikes with",
                    [NOTHING, POWERED],
                    NOTHING,
                ),
                Parameter::words(
                    "blow",
                    "an ordinary blow, or a powerful one for two actions (MUT-HTH-09)",
                    ["ordinary", "powerful"],
                    "ordinary",
                ),
                combat("target-combat", "Combat of the target"),
                Parameter::words("armor", "armor of the target", ARMOR, NOTHING),
            ],
            stage: hand_to_hand,
        },
    ]
}

/// `, Heavy Armor`, or nothing.
fn with(said: &Chosen, key: &str) -> String {
    match said.word(key) {
        NOTHING => String::new(),
        name => format!(", {name}"),
    }
}

/// The attacker has been activated with two actions.
const ACTIVATED: &str = "do red: activate Attacker\ndo red: 2 dice\nroll red 6 6\n";

/// Inches with so many ten-thousandths.
fn inches(parts: i32) -> String {
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// Two bases that are so many inches apart have their middles 20 millimetres farther apart.
fn shooting(said: &Chosen) -> Staged {
    let weapon = said.word("weapon");
    let apart = said.number("range") * 10_000 + 7_874;
    let middle = inches(40_000 + apart / 2);
    let cover = match said.word("cover") {
        "light" => format!("given high-wall from 10,{middle} to 15,{middle} thickness 0.1\n"),
        _ => String::new(),
    };
    let scene = format!(
        "{cover}\
         given red Attacker at 15,4 Combat {}, {weapon}\n\
         given blue Target at 15,{} Combat {}{}\n\
         {ACTIVATED}",
        said.number("combat"),
        inches(40_000 + apart),
        said.number("target-combat"),
        with(said, "armor"),
    );
    Staged { scene, act: Some(format!("shoot Target with {weapon}")) }
}

fn hand_to_hand(said: &Chosen) -> Staged {
    let scene = format!(
        "given red Attacker at 15,10 Combat {}{}\n\
         given blue Target at 15,10.79 Combat {}{}\n\
         {ACTIVATED}",
        said.number("combat"),
        with(said, "weapon"),
        said.number("target-combat"),
        with(said, "armor"),
    );
    let weapon = match said.word("weapon") {
        NOTHING => String::new(),
        name => format!(" with {name}"),
    };
    let powerfully = if said.word("blow") == "powerful" { " powerfully" } else { "" };
    Staged { scene, act: Some(format!("fight Target{weapon}{powerfully}")) }
}
