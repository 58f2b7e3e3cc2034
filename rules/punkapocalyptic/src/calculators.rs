//! Odds without a table: one shot, one Combat.

use engine::book::{Calculator, Chosen, Parameter, Staged};

use crate::gear::{Armoury, Weapon};

/// What nobody wears or holds, and what nobody stands behind.
const NOTHING: &str = "none";
/// What a target can hide behind, and what Cover it gives (PUN-T-07).
const COVERS: [(&str, &str); 5] = [
    ("bushes", "hedge"),
    ("wooden fence", "fence"),
    ("brick wall", "low-wall"),
    ("car wreck", "low-wall"),
    ("concrete wall", "low-wall"),
];
/// How a Combat comes about.
const FIGHTING: &str = "none";
const ASSAULT: &str = "assault";
const CHARGE: &str = "charge";

/// The calculators of the book.
pub fn all() -> Vec<Calculator> {
    let attribute = |key, summary| Parameter::number(key, summary, (1, 10), 4);
    let toughness = |key, summary| Parameter::number(key, summary, (1, 10), 3);
    let covers = COVERS.iter().map(|(name, _)| *name);
    vec![
        Calculator {
            key: "shooting",
            summary: "One shot at one target (PUN-SHO)",
            parameters: vec![
                attribute("precision", "Precision of the shooter"),
                attribute("strength", "Strength of the shooter, for what is thrown"),
                weapon("weapon", "what is shot with", Weapon::is_aimed, "Rifle"),
                Parameter::number("range", "inches from base to base", (1, 30), 8),
                Parameter::words("aim", "whether it has aimed (PUN-AIM)", ["no", "yes"], "no"),
                Parameter::words(
                    "cover",
                    "what the target stands behind (PUN-T-07)",
                    [NOTHING].into_iter().chain(covers),
                    NOTHING,
                ),
                Parameter::words(
                    "avoid",
                    "whether the shot avoids the Cover (PUN-COV-03)",
                    ["no", "yes"],
                    "no",
                ),
                toughness("toughness", "Toughness of the target"),
                armour(),
            ],
            stage: shooting,
        },
        Calculator {
            key: "hand-to-hand",
            summary: "One Combat in which both can hit (PUN-CMB)",
            parameters: vec![
                attribute("combat", "Combat of the attacker"),
                attribute("strength", "Strength of the attacker"),
                toughness("own-toughness", "Toughness of the attacker"),
                blade("weapon", "what the attacker strikes with"),
                Parameter::words(
                    "charge",
                    "engaged already, an Assault, or an Assault after a Movement Action (PUN-ASL)",
                    [FIGHTING, ASSAULT, CHARGE],
                    ASSAULT,
                ),
                attribute("target-combat", "Combat of the target"),
                attribute("target-strength", "Strength of the target"),
                toughness("toughness", "Toughness of the target"),
                blade("target-weapon", "what the target strikes with"),
                armour(),
            ],
            stage: hand_to_hand,
        },
    ]
}

/// Every printed weapon of a sort.
fn weapon(
    key: &'static str,
    summary: &'static str,
    fits: impl Fn(&Weapon) -> bool,
    usual: &str,
) -> Parameter {
    let armoury = Armoury::printed();
    let fitting = armoury.weapons().map(|(_, weapon)| weapon).filter(|w| fits(w));
    let mut names: Vec<&str> = fitting.map(|weapon| &*weapon.name).collect();
    if usual == NOTHING {
        names.insert(0, NOTHING);
    }
    Parameter::words(key, summary, names, usual)
}

/// Close-combat weapons, or bare hands.
fn blade(key: &'static str, summary: &'static str) -> Parameter {
    weapon(key, summary, Weapon::is_close, NOTHING)
}

fn armour() -> Parameter {
    let armoury = Armoury::printed();
    let names = armoury.armours().map(|(_, armour)| &*armour.name);
    let names = [NOTHING].into_iter().chain(names);
    Parameter::words("armour", "armour of the target", names, NOTHING)
}

/// `, Hardened leather`, or nothing.
fn with(said: &Chosen, key: &str) -> String {
    match said.word(key) {
        NOTHING => String::new(),
        name => format!(", {name}"),
    }
}

/// Inches with so many ten-thousandths.
fn inches(parts: i32) -> String {
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// Two bases that are so many inches apart have their middles 25 millimetres farther apart.
fn apart(gap: i32) -> i32 {
    gap * 10_000 + 9_842
}

fn shooting(said: &Chosen) -> Staged {
    let weapon = said.word("weapon");
    let target = 40_000 + apart(said.number("range"));
    let wall = inches(target - 7_000);
    let cover = COVERS.iter().find(|(name, _)| *name == said.word("cover"));
    let scenery = cover.map_or(String::new(), |(name, kind)| {
        format!("given {kind} \"{name}\" from 12,{wall} to 18,{wall} height 1 thickness 0.1\n")
    });
    let aim = if said.word("aim") == "yes" { "do red: aim at Target\n" } else { "" };
    let scene = format!(
        "{scenery}\
         given red Shooter at 15,4 precision {}, strength {}, {weapon}, bullets 3\n\
         given blue Target at 15,{} toughness {}{}\n\
         given Shooter acts\n\
         {aim}",
        said.number("precision"),
        said.number("strength"),
        inches(target),
        said.number("toughness"),
        with(said, "armour"),
    );
    let through = match (cover.is_some(), said.word("avoid")) {
        (false, _) => "",
        (true, "yes") => " avoid the cover",
        (true, _) => " through the cover",
    };
    Staged { scene, act: Some(format!("shoot Target with {weapon}{through}")) }
}

fn hand_to_hand(said: &Chosen) -> Staged {
    let (start, run, act) = match said.word("charge") {
        ASSAULT => (apart(2), String::new(), "assault Target"),
        CHARGE => {
            let run = "do red: move to 15,12\ndo red: face ahead\n".to_owned();
            (apart(6), run, "assault Target")
        }
        _ => (apart(0), String::new(), "fight Target"),
    };
    let scene = format!(
        "given red Attacker at 15,8 combat {}, strength {}, toughness {}{}\n\
         given blue Target at 15,{} combat {}, strength {}, toughness {}{}{}\n\
         given Attacker acts\n\
         {run}",
        said.number("combat"),
        said.number("strength"),
        said.number("own-toughness"),
        with(said, "weapon"),
        inches(80_000 + start),
        said.number("target-combat"),
        said.number("target-strength"),
        said.number("toughness"),
        with(said, "target-weapon"),
        with(said, "armour"),
    );
    Staged { scene, act: Some(act.to_owned()) }
}
