//! Odds without a table: one shot, one melee.

use engine::book::{Calculator, Chosen, Parameter, Staged};

use crate::roster::Armory;

/// What nobody wears or holds.
const NOTHING: &str = "none";

/// The calculators of the book.
pub fn all() -> Vec<Calculator> {
    vec![
        Calculator {
            key: "shooting",
            summary: "One ranged attack at one target (REQ-RNG)",
            parameters: vec![
                pool("ranged", "Ranged of the shooter"),
                weapon("weapon", "what is shot with", true, "Rifle"),
                Parameter::number("range", "inches from body to body", (1, 24), 6),
                Parameter::words(
                    "cover",
                    "cover of the target (REQ-COV)",
                    [NOTHING, "light", "heavy"],
                    NOTHING,
                ),
                pool("defense", "Defense of the target"),
                armor(),
                Parameter::number("wounds", "wounds the target can take", (1, 10), 2),
            ],
            stage: shooting,
        },
        Calculator {
            key: "hand-to-hand",
            summary: "A charge at an enemy in contact, fought to its end (REQ-MEL)",
            parameters: vec![
                pool("melee", "Melee of the charger"),
                weapon("weapon", "what the charger strikes with", false, NOTHING),
                pool("own-defense", "Defense of the charger"),
                Parameter::number("own-wounds", "wounds the charger can take", (1, 10), 2),
                pool("target-melee", "Melee of the target"),
                weapon("target-weapon", "what the target strikes with", false, NOTHING),
                pool("defense", "Defense of the target"),
                armor(),
                Parameter::number("wounds", "wounds the target can take", (1, 10), 2),
            ],
            stage: melee,
        },
    ]
}

/// A stat such as `2k2`, an ordinary person's.
fn pool(key: &'static str, summary: &'static str) -> Parameter {
    let pools = (1..=6).flat_map(|roll| (1..=roll.min(5)).map(move |keep| (roll, keep)));
    let words: Vec<String> = pools.map(|(roll, keep)| format!("{roll}k{keep}")).collect();
    Parameter::words(key, summary, words.iter().map(String::as_str), "2k2")
}

/// Every weapon of the book's lists that shoots, or that does not.
fn weapon(key: &'static str, summary: &'static str, shoots: bool, usual: &str) -> Parameter {
    let fits = Armory::everything().weapons().filter(|w| w.range.is_some() == shoots);
    let mut names: Vec<&str> = fits.map(|w| &*w.name).collect();
    names.sort_unstable();
    names.dedup();
    if !shoots {
        names.insert(0, NOTHING);
    }
    Parameter::words(key, summary, names, usual)
}

fn armor() -> Parameter {
    let mut names: Vec<&str> = Armory::everything().armors().map(|a| &*a.name).collect();
    names.sort_unstable();
    names.dedup();
    names.insert(0, NOTHING);
    Parameter::words("armor", "armor of the target", names, NOTHING)
}

/// `, Flak Vest`, or nothing.
fn with(said: &Chosen, key: &str) -> String {
    match said.word(key) {
        NOTHING => String::new(),
        name => format!(", {name}"),
    }
}

/// Two bodies that are so many inches apart have their middles 0.6 inches farther apart.
fn shooting(said: &Chosen) -> Staged {
    let (weapon, range) = (said.word("weapon"), said.number("range"));
    // A wood hides less than half of a body in it from wherever one looks; a wall before it more.
    let cover = match said.word("cover") {
        "light" => format!("given light-woods 14.4,{range}.9 to 15.6,{}.3\n", range + 5),
        "heavy" => format!("given low-wall from 12,{range}.85 to 18,{range}.85 height 0.9\n"),
        _ => String::new(),
    };
    let scene = format!(
        "{cover}\
         given red Shooter at 15,4 Ranged {}, {weapon}\n\
         given blue Target at 15,{}.6 Defense {}, wounds {}{}\n\
         given red to act\n",
        said.word("ranged"),
        range + 4,
        said.word("defense"),
        said.number("wounds"),
        with(said, "armor"),
    );
    Staged { scene, act: Some(format!("shoot Target with {weapon}")) }
}

fn melee(said: &Chosen) -> Staged {
    let scene = format!(
        "given red Charger at 15,10 Melee {}, Defense {}, wounds {}{}\n\
         given blue Target at 15,11 Melee {}, Defense {}, wounds {}{}{}\n\
         given red to act\n",
        said.word("melee"),
        said.word("own-defense"),
        said.number("own-wounds"),
        with(said, "weapon"),
        said.word("target-melee"),
        said.word("defense"),
        said.number("wounds"),
        with(said, "target-weapon"),
        with(said, "armor"),
    );
    Staged { scene, act: Some("charge Target".to_owned()) }
}
