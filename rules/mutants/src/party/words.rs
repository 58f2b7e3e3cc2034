//! The words of types, species, rules and gear in party files.

use tabletop::fields::{clipped, nearest, plain};

use crate::gear::{Gear, Grenade, Item, Shape};
use crate::profile::{Diet, Dread, Energy, Kind, Nature, Projection, Rule, Species};

/// Other words for rules, as the book and its rosters use them (MUT-Q-32).
const RULES: [(&str, Rule); 17] = [
    ("quills/thorns", Rule::Quills),
    ("thorns", Rule::Quills),
    ("heavy armor", Rule::HeavyArmor),
    ("bark", Rule::HeavyArmor),
    ("steel plating", Rule::HeavyArmor),
    ("intrusion module", Rule::Stealth),
    ("long movement", Rule::LongMove),
    ("short movement", Rule::ShortMove),
    ("medium move", Rule::MediumMovement),
    ("hth specialist", Rule::HandToHandSpecialist),
    ("superior sense", Rule::SuperiorSenses),
    ("heal", Rule::Healing),
    ("all terrain", Rule::AllTerrain),
    ("advanced targeting", Rule::AdvancedTargeting),
    ("civilian", Rule::CivilianRobot),
    ("medical", Rule::MedicalRobot),
    ("immune", Rule::Immune),
];

/// Other words for species.
const SPECIES: [(&str, Species); 19] = [
    ("dog", Species::Canine),
    ("wolf", Species::Canine),
    ("fox", Species::Canine),
    ("cat", Species::Feline),
    ("lion", Species::Feline),
    ("tiger", Species::Feline),
    ("ape", Species::Monkey),
    ("fish", Species::Frog),
    ("dolphin", Species::Frog),
    ("toad", Species::Frog),
    ("insect", Species::Insect),
    ("winged insect", Species::WingedInsect),
    ("spider", Species::Spider),
    ("ostrich", Species::FlightlessBird),
    ("swine", Species::Swine),
    ("pig", Species::Swine),
    ("boar", Species::Swine),
    ("sheep", Species::Swine),
    ("mouse", Species::Rat),
];

/// Other words for types.
const KINDS: [(&str, Kind); 3] =
    [("pure human", Kind::Human), ("plant", Kind::Plant), ("normal animal", Kind::Animal)];

/// Words for how a thing is.
const SHAPES: [(&str, Shape); 7] = [
    ("empty", Shape::Empty),
    ("jammed", Shape::Jammed),
    ("jammed and empty", Shape::JammedEmpty),
    ("broken", Shape::Broken),
    ("unknown", Shape::Mystery),
    ("puzzling", Shape::Puzzle),
    ("from the next game", Shape::NextGame),
];

/// Words for what is built into a Robot.
const BUILT_IN: &str = "built in";

/// What a word of a rule list says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A rule.
    Rule(Rule),
    /// Something that the type brings anyway, for these types.
    OfType(&'static [Kind]),
}

/// One of several things by its name or another word for it; what is not known may be misspelt.
fn named<T: Copy>(
    what: &str,
    text: &str,
    names: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, String> {
    let wanted = plain(text);
    if let Some((_, thing)) = names.clone().find(|(name, _)| plain(name) == wanted) {
        return Ok(thing);
    }
    let near = nearest(text, names.clone().map(|(name, _)| name));
    let text = clipped(text);
    Err(match near {
        Some(name) => format!("there is no {what} '{text}'; did you mean '{name}'?"),
        None => {
            let all: Vec<&str> = names.map(|(name, _)| name).collect();
            format!("there is no {what} '{text}'; there are {}", all.join(", "))
        }
    })
}

/// A type by its name.
pub(super) fn kind(text: &str) -> Result<Kind, String> {
    named("type", text, Kind::ALL.iter().map(|k| (k.name(), *k)).chain(KINDS))
}

/// A species by its name or by an animal of it.
pub(super) fn species(text: &str) -> Result<Species, String> {
    named("species", text, Species::ALL.iter().map(|s| (s.name(), *s)).chain(SPECIES))
}

/// What sustains a character.
pub(super) fn diet(text: &str) -> Result<Diet, String> {
    named("diet", text, DIETS.iter().copied())
}

/// Words for what sustains a character.
pub(super) const DIETS: [(&str, Diet); 4] = [
    ("food", Diet::Food),
    ("cells", Diet::Cells),
    ("either", Diet::Either),
    ("nothing", Diet::Nothing),
];

/// A word and what stands in brackets after it.
fn bracketed(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    match text.strip_suffix(')').and_then(|t| t.rsplit_once('(')) {
        Some((name, inner)) => (name.trim(), Some(inner.trim())),
        None => (text, None),
    }
}

/// Reads a rule such as `Absorption (electricity)` and gives it to a nature, its setting
/// included; what it changes is worked out by the caller.
pub(super) fn add_rule(nature: &mut Nature, text: &str) -> Result<Said, String> {
    let (name, setting) = bracketed(text);
    let of_type: [(&str, &'static [Kind]); 2] =
        [("artificial", &[Kind::Android, Kind::Robot]), ("disease", &[Kind::Wretched])];
    let given = of_type.into_iter().map(|(word, kinds)| (word, Said::OfType(kinds)));
    let rules = Rule::ALL.iter().map(|rule| (rule.name(), *rule)).chain(RULES);
    let rules = rules.map(|(name, rule)| (name, Said::Rule(rule)));
    let said = named("rule", name, rules.chain(given))?;
    let Said::Rule(rule) = said else { return Ok(said) };
    if nature.has(rule) {
        return Err(format!("'{}' is there already", clipped(text)));
    }
    let needs = |example: &str| format!("{rule} needs what it is about: \"{rule} ({example})\"");
    match (rule, setting) {
        (Rule::Absorption, Some(word)) => nature.absorbs = Some(energy(word)?),
        (Rule::EnergyProjection, Some(word)) => nature.projects = Some(projection(word)?),
        (Rule::Phobia, Some(word)) => nature.dreads = Some(dread(word)?),
        (Rule::Absorption, None) => return Err(needs("electricity")),
        (Rule::EnergyProjection, None) => return Err(needs("sonic")),
        (Rule::Phobia, None) => return Err(needs("humans")),
        (Rule::HeavyArmor, _) | (_, None) => (),
        (_, Some(word)) => {
            return Err(format!("'{}' says nothing about {rule}", clipped(word)));
        }
    }
    nature.rules.add(rule);
    Ok(said)
}

fn energy(text: &str) -> Result<Energy, String> {
    let others = [("laser", Energy::Laser), ("death ray", Energy::DeathRay)];
    named("energy", text, Energy::ALL.iter().map(|e| (e.name(), *e)).chain(others))
}

fn projection(text: &str) -> Result<Projection, String> {
    named("projection", text, Projection::ALL.iter().map(|p| (p.name(), *p)))
}

fn dread(text: &str) -> Result<Dread, String> {
    named("object of a Phobia", text, Dread::ALL.iter().map(|d| (d.name(), *d)))
}

/// A rule as it is written in a file, with its setting.
pub fn rule_words(nature: &Nature, rule: Rule) -> String {
    let setting = match rule {
        Rule::Absorption => nature.absorbs.map(Energy::name),
        Rule::EnergyProjection => nature.projects.map(Projection::name),
        Rule::Phobia => nature.dreads.map(Dread::name),
        _ => None,
    };
    match setting {
        Some(setting) => format!("{rule} ({setting})"),
        None => rule.name().to_owned(),
    }
}

/// Reads things such as `Laser Gun`, `2 Stimulant` or `Pistol (empty)`.
pub(super) fn items(text: &str) -> Result<(u8, Item), String> {
    let (name, inner) = bracketed(text);
    let (count, name) = match name.split_once(' ') {
        Some((n, rest)) if n.bytes().all(|b| b.is_ascii_digit()) => {
            let most = 20;
            let count = n.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
            (count.ok_or_else(|| format!("'{n}' is not a number from 1 to {most}"))?, rest)
        }
        _ => (1, name),
    };
    let gear = match Gear::of_name(name) {
        Some(gear) => gear,
        None => {
            let other = [("frag grenade", Gear::Grenade(Grenade::Fragmentation))];
            let all: Vec<(&'static str, Gear)> =
                Gear::all().map(|gear| (gear.name(), gear)).chain(other).collect();
            named("thing", name, all.into_iter())?
        }
    };
    let mut item = Item::new(gear);
    for word in inner.iter().flat_map(|inner| inner.split(',')) {
        match plain(word).as_str() {
            BUILT_IN => item.built_in = true,
            word => item.shape = named("state of a thing", word, SHAPES.into_iter())?,
        }
    }
    Ok((count, item))
}

/// A thing as it is written in a file, with how it is.
pub fn item_words(item: &Item) -> String {
    let shape = SHAPES.iter().find(|(_, shape)| *shape == item.shape).map(|(word, _)| *word);
    let built_in = item.built_in.then_some(BUILT_IN);
    let states: Vec<&str> = built_in.into_iter().chain(shape).collect();
    match states.is_empty() {
        true => item.gear.name().to_owned(),
        false => format!("{} ({})", item.gear.name(), states.join(", ")),
    }
}
