//! Odds without a table: one shot, one assault.

use engine::book::{Calculator, Chosen, Parameter, Staged};

use crate::profile::Armour;
use crate::weapons::{Sort, guns, hands};

/// What nobody holds.
const NOTHING: &str = "none";

/// The calculators of the book.
pub fn all() -> Vec<Calculator> {
    vec![
        Calculator {
            key: "shooting",
            summary: "One shot at one figure (KZ-FIRE, KZ-KILL)",
            parameters: vec![
                Parameter::words("weapon", "what is shot with", shooting_irons(), "Assault Rifle"),
                Parameter::number("range", "inches from base to base", (1, 30), 8),
                Parameter::words(
                    "order",
                    "order of the shooter",
                    ["Keep Down", "Snipe"],
                    "Keep Down",
                ),
                Parameter::words(
                    "scope",
                    "whether the shooter has a sniper scope",
                    ["no", "yes"],
                    "no",
                ),
                Parameter::words("hero", "whether the shooter is a Hero", ["no", "yes"], "no"),
                armour(),
                Parameter::words("down", "whether the target is on Keep Down", ["no", "yes"], "no"),
                Parameter::words(
                    "cover",
                    "cover of the target",
                    [NOTHING, "soft", "medium"],
                    NOTHING,
                ),
            ],
            stage: shooting,
        },
        Calculator {
            key: "hand-to-hand",
            summary: "One assault on one figure in contact (KZ-H2H)",
            parameters: vec![
                hand("weapon", "what the attacker holds"),
                Parameter::words("hero", "whether the attacker is a Hero", ["no", "yes"], "no"),
                hand("target-weapon", "what the target holds"),
                Parameter::words(
                    "target-order",
                    "order of the target",
                    ["Shoot", "Assault"],
                    "Shoot",
                ),
                armour(),
            ],
            stage: fight,
        },
    ]
}

fn shooting_irons() -> Vec<&'static str> {
    guns().filter(|gun| gun.get().sort == Sort::Direct).map(|gun| gun.name()).collect()
}

fn hand(key: &'static str, summary: &'static str) -> Parameter {
    let names = hands().filter(|h| h.get().dice == 0 && !h.get().stuns).map(|hand| hand.name());
    Parameter::words(key, summary, [NOTHING].into_iter().chain(names), NOTHING)
}

fn armour() -> Parameter {
    let names = Armour::ALL.iter().map(|(_, name)| *name);
    Parameter::words("armour", "what the target wears", names, "no armour")
}

/// `, Sword`, or nothing.
fn with(said: &Chosen, key: &str) -> String {
    match said.word(key) {
        NOTHING => String::new(),
        name => format!(", {name}"),
    }
}

fn flag(said: &Chosen, key: &str, word: &str) -> String {
    if said.word(key) == "yes" { format!(", {word}") } else { String::new() }
}

/// Bases that are so many inches apart have their middles one inch farther apart.
fn shooting(said: &Chosen) -> Staged {
    let (weapon, range) = (said.word("weapon"), said.number("range"));
    let y = range + 3;
    let cover = match said.word("cover") {
        "soft" => format!("given crater 14,{}.5 to 16,{}.5\n", y - 1, y),
        "medium" => format!("given rubble 14,{}.5 to 16,{}.5\n", y - 1, y),
        _ => String::new(),
    };
    let order = if said.word("down") == "yes" { "Keep Down" } else { "Shoot" };
    let scene = format!(
        "given table 36 x 48\n{cover}\
         given red Shooter at 15,2 {weapon}, order {}{}{}\n\
         given blue Target at 15,{y} {}, order {order}\n\
         given red to act\n",
        said.word("order"),
        flag(said, "scope", "sniper scope"),
        flag(said, "hero", "hero"),
        said.word("armour"),
    );
    Staged { scene, act: Some(format!("shoot Target with {weapon}")) }
}

fn fight(said: &Chosen) -> Staged {
    let scene = format!(
        "given red Attacker at 15,10 order Assault{}{}\n\
         given blue Target at 15,11 {}, order {}{}\n\
         given red to act\n\
         do red: assault Target\n\
         do red: to kill\n",
        with(said, "weapon"),
        flag(said, "hero", "hero"),
        said.word("armour"),
        said.word("target-order"),
        with(said, "target-weapon"),
    );
    Staged { scene, act: Some("to kill".to_owned()) }
}
