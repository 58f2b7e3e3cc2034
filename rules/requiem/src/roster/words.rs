//! The words of gear, skills and powers, in files and in the scenes of rulings.

use tabletop::fields::{clipped, nearest};

pub(super) use tabletop::fields::plain;

use crate::dice::Pool;
use crate::points;
use crate::profile::{Armor, Character, Hands, Power, Skill, Trait, Weapon};

use super::Armory;

/// What Move a model must have.
pub(super) const MOVES: (u8, u8) = (1, 12);
/// How many wounds a model must have.
pub(super) const WOUNDS: (u8, u8) = (1, 10);
/// Most dice a stat rolls and keeps.
const MOST_OF_A_STAT: i8 = 10;
/// Most weapons of one model, those without hands included.
pub(super) const MOST_WEAPONS: usize = 6;
/// Most pieces of armor on one model.
pub(super) const MOST_ARMOR: usize = 4;
/// With this skill a model covers so much (REQ-GEAR-21).
const SPRINT: u8 = 5;

const SKILLS: [(&str, Skill); 5] = [
    ("sprint", Skill::Sprint),
    ("hand of doom", Skill::HandOfDoom),
    ("vengeance is mine", Skill::VengeanceIsMine),
    ("spiritual guidance", Skill::SpiritualGuidance),
    ("contaminated", Skill::Contaminated),
];

const POWERS: [(&str, Power); 6] = [
    ("mind spike", Power::MindSpike),
    ("static", Power::Static),
    ("shove", Power::Shove),
    ("dread", Power::Dread),
    ("veil", Power::Veil),
    ("bolster", Power::Bolster),
];

const QUALITIES: [&str; 8] = [
    "stationary",
    "repeater 2",
    "blast 2",
    "neutralize cover",
    "stun",
    "buckshot",
    "wide arc",
    "reroll one",
];

/// A weapon from the first of these armories that has it.
pub(super) fn weapon(armories: &[&Armory], text: &str) -> Result<Weapon, String> {
    let found = armories.iter().find_map(|armory| armory.weapon(text));
    found.cloned().ok_or_else(|| {
        let names = armories.iter().flat_map(|a| a.weapons()).map(|w| &*w.name);
        unknown("weapon", text, names.collect())
    })
}

/// Armor from the first of these armories that has it.
pub(super) fn armor(armories: &[&Armory], text: &str) -> Result<Armor, String> {
    let found = armories.iter().find_map(|armory| armory.armor(text));
    found.cloned().ok_or_else(|| {
        let names = armories.iter().flat_map(|a| a.armors()).map(|a| &*a.name);
        unknown("armor", text, names.collect())
    })
}

/// A special rule of a weapon.
pub(super) fn quality(text: &str) -> Result<Trait, String> {
    let words = plain(text);
    let number = |of: &str| {
        let n = words.strip_prefix(of)?.trim_start();
        n.parse::<u8>().ok()
    };
    let blast = number("blast radius").or_else(|| number("blast"));
    match (&*words, number("repeater"), blast) {
        (_, Some(n), _) if (2..=6).contains(&n) => Ok(Trait::Repeater(n)),
        (_, Some(_), _) => Err("a repeater makes 2 to 6 attacks (REQ-GEAR-05)".to_owned()),
        (_, _, Some(n)) if (1..=6).contains(&n) => Ok(Trait::Blast(n)),
        (_, _, Some(_)) => Err("a blast reaches 1 to 6 inches (REQ-GEAR-07)".to_owned()),
        ("neutralize cover", ..) => Ok(Trait::NeutralizeCover),
        ("stun", ..) => Ok(Trait::Stun),
        ("stationary", ..) => Ok(Trait::Stationary),
        ("buckshot", ..) => Ok(Trait::Buckshot),
        ("wide arc", ..) => Ok(Trait::WideArc),
        ("reroll one", ..) => Ok(Trait::RerollOne),
        _ => Err(unknown("trait", text, QUALITIES.to_vec())),
    }
}

/// A skill by its name.
pub(super) fn skill(text: &str) -> Result<Skill, String> {
    let found = SKILLS.iter().find(|(name, _)| *name == plain(text));
    found.map(|(_, skill)| *skill).ok_or_else(|| unknown("skill", text, names(&SKILLS)))
}

/// A power by its name.
pub(super) fn power(text: &str) -> Result<Power, String> {
    let found = POWERS.iter().find(|(name, _)| *name == plain(text));
    found.map(|(_, power)| *power).ok_or_else(|| unknown("power", text, names(&POWERS)))
}

fn names<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(name, _)| *name).collect()
}

fn unknown(what: &str, text: &str, mut names: Vec<&str>) -> String {
    let near = nearest(text, names.iter().copied());
    let text = clipped(text);
    match near {
        Some(name) => format!("there is no {what} '{text}'; did you mean '{name}'?"),
        None => {
            names.sort_unstable();
            names.dedup();
            format!("there is no {what} '{text}'; there are {}", names.join(", "))
        }
    }
}

/// The pool of a stat: 1k1 to 10k10, and nothing kept that is not rolled.
pub(super) fn stat(text: &str) -> Result<Pool, String> {
    let pool: Pool = clipped(text).parse()?;
    let signed = text.trim().starts_with(['+', '-']);
    if signed || !(1..=MOST_OF_A_STAT).contains(&pool.roll) || pool.keep < 1 {
        return Err(format!("'{text}' is not a stat; stats go from 1k1 to 10k10"));
    }
    if pool.keep > pool.roll {
        return Err(format!("'{text}' keeps more dice than it rolls"));
    }
    Ok(pool)
}

/// Gives a model a weapon, if it has the hands for it (REQ-GEAR-04).
pub(super) fn carry(character: &mut Character, weapon: Weapon) -> Result<(), String> {
    let held = |hands: Hands| character.weapons.iter().filter(move |w| w.hands == hands);
    let in_the_way = match weapon.hands {
        Hands::Free => None,
        Hands::One => held(Hands::Two).next().or_else(|| held(Hands::One).nth(1)),
        Hands::Two => held(Hands::Two).next().or_else(|| held(Hands::One).next()),
    };
    if let Some(other) = in_the_way {
        return Err(format!(
            "{} has no hand for {} besides {}: carry one one-handed weapon, two of them, or one \
             two-handed weapon, and hands-free ones on top (REQ-GEAR-04)",
            character.name, weapon.name, other.name
        ));
    }
    if character.weapons.len() == MOST_WEAPONS {
        return Err(format!("a model carries at most {MOST_WEAPONS} weapons"));
    }
    let stat = if weapon.is_ranged() { character.stats.ranged } else { character.stats.melee };
    if stat.roll + weapon.bonus.roll > points::MOST_DICE {
        let (most, name) = (points::MOST_DICE, &weapon.name);
        return Err(format!("with {name} it would roll more than {most} dice"));
    }
    character.weapons.push(weapon);
    Ok(())
}

/// Puts armor on a model.
pub(super) fn wear(character: &mut Character, armor: Armor) -> Result<(), String> {
    if character.armor.len() == MOST_ARMOR {
        return Err(format!("a model wears at most {MOST_ARMOR} pieces of armor"));
    }
    let worn: i8 = character.armor.iter().map(|a| a.bonus.roll).sum();
    if character.stats.defense.roll + worn + armor.bonus.roll > points::MOST_DICE {
        let (most, name) = (points::MOST_DICE, &armor.name);
        return Err(format!("with {name} its Defense would roll more than {most} dice"));
    }
    character.armor.push(armor);
    Ok(())
}

/// Teaches a model a skill. Sprint changes its Move at once (REQ-GEAR-21, REQ-Q-63).
pub(super) fn learn(character: &mut Character, skill: Skill) {
    if skill == Skill::Sprint {
        character.stats.movement = character.stats.movement.max(SPRINT);
    }
    character.skills.push(skill);
}

/// See [`super::apply_trait`].
pub(super) fn apply(
    character: &mut Character,
    armory: &Armory,
    text: &str,
) -> Result<bool, String> {
    // Names come first: "melee weapon" is a thing, not a stat.
    if let Some(weapon) = armory.weapon(text) {
        carry(character, weapon.clone())?;
    } else if let Some(armor) = armory.armor(text) {
        wear(character, armor.clone())?;
    } else if let Ok(skill) = skill(text) {
        if character.can(skill) {
            return Err(format!("{} has the skill '{text}' already", character.name));
        }
        learn(character, skill);
    } else if let Ok(power) = power(text) {
        if character.powers.contains(&power) {
            return Err(format!("{} has the power '{text}' already", character.name));
        }
        character.powers.push(power);
    } else if plain(text) == "leader" {
        character.leader = true;
    } else if !apply_stat(character, text)? {
        return Ok(false);
    }
    character.points = points::cost(character).total;
    Ok(true)
}

fn apply_stat(character: &mut Character, text: &str) -> Result<bool, String> {
    let Some((word, value)) = text.trim().split_once(' ') else { return Ok(false) };
    let value = value.trim();
    let number = |(low, high): (u8, u8)| {
        let n = value.parse::<u8>().ok().filter(|n| (low..=high).contains(n));
        n.ok_or_else(|| format!("'{text}': {word} goes from {low} to {high}"))
    };
    let stats = &mut character.stats;
    match &*word.to_lowercase() {
        "ranged" => stats.ranged = stat(value)?,
        "melee" => stats.melee = stat(value)?,
        "defense" => stats.defense = stat(value)?,
        "willpower" => stats.willpower = stat(value)?,
        "move" => stats.movement = number(MOVES)?,
        "wounds" => stats.wounds = number(WOUNDS)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// See [`super::suggest_trait`].
pub(super) fn suggest(armory: &Armory, text: &str) -> Option<String> {
    let stats = ["ranged 3k2", "melee 3k2", "defense 3k2", "willpower 3k2", "move 5", "wounds 2"];
    let mut known: Vec<&str> = armory.weapons().map(|w| &*w.name).collect();
    known.extend(armory.armors().map(|a| &*a.name));
    known.extend(names(&SKILLS));
    known.extend(names(&POWERS));
    known.extend(stats);
    known.push("leader");
    nearest(text, known.into_iter()).map(str::to_owned)
}
