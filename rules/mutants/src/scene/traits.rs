//! What a `given` line says of a model, in plain words separated by commas.

use engine::SideId;
use engine::book::SceneModel;
use smallvec::SmallVec;
use tabletop::fields::{nearest, plain};

use crate::gear::{Gear, Item, Shape};
use crate::party::upkeep;
use crate::profile::{
    Character, Diet, Dread, Energy, Kind, Nature, Projection, Record, Rule, Species,
};
use crate::state::{Fate, Losses, Mark, Marks, Model};

/// Everything that is told of one model.
#[derive(Debug)]
pub(super) struct Told {
    /// Who it is.
    pub(super) character: Character,
    /// The telepath who controls it.
    pub(super) controller: Option<String>,
    /// Enemies whose Terror it has overcome.
    pub(super) unafraid: Vec<String>,
    /// How it left the game.
    pub(super) fate: Option<Fate>,
    marks: Marks,
    losses: Losses,
    fruits: u8,
    adapted: Option<Energy>,
    lured: Option<SideId>,
}

impl Told {
    /// The model, which is not anywhere yet.
    pub(super) fn model(&self) -> Model {
        let mut model = Model::fresh(&self.character);
        model.losses = self.losses;
        model.fruits = self.fruits;
        model.adapted = self.adapted;
        self.mark(&mut model);
        model
    }

    /// Sets the marks that are told, and who has lured it.
    pub(super) fn mark(&self, model: &mut Model) {
        self.marks.iter().for_each(|mark| model.marks.put(mark));
        model.lured = self.lured;
    }
}

/// Reads a model, or says which word means nothing.
pub(super) fn read(given: &SceneModel) -> Result<Told, String> {
    let said = given.traits.iter();
    // The type comes first wherever it is told: everything else is said of a plain one.
    let species = said.clone().find_map(|text| species(text));
    let animal = species.map(|_| Kind::MutatedAnimal);
    let kind = said.clone().find_map(|text| kind(text)).or(animal).unwrap_or(Kind::Human);
    let mut nature = Nature::plain(kind);
    nature.species = species;
    if let Some(species) = species {
        species.package().0.iter().for_each(|rule| nature.rules.add(*rule));
    }
    let character = Character {
        name: given.name.as_str().into(),
        side: given.side,
        nature,
        diet: Diet::Food,
        gear: SmallVec::new(),
        ready: None,
        cells: 0,
        food: 0,
        condition: Record::default(),
    };
    let mut told = Told {
        character,
        controller: None,
        unafraid: Vec::new(),
        fate: None,
        marks: Marks::default(),
        losses: Losses::default(),
        fruits: 0,
        adapted: None,
        lured: None,
    };
    let mut hand = Hand::First;
    for text in said {
        let known = read_number_of(&mut told, text)?
            || read_nature(&mut told.character.nature, text)?
            || read_gear(&mut told, &mut hand, text)?
            || read_fortune(&mut told, text)?;
        if !known {
            return Err(format!("'{text}' says nothing about a model{}", hint(text)));
        }
    }
    if !given.traits.iter().any(|text| text.starts_with("eats ")) {
        told.character.diet = upkeep::diet(&told.character.nature, Diet::Food);
    }
    if hand == Hand::First {
        let usable = |item: &Item| item.gear.is_held() && !item.built_in && is_known(item);
        let first = told.character.gear.iter().position(usable);
        told.character.ready = first.and_then(|i| u8::try_from(i).ok());
    }
    Ok(told)
}

/// What is in a model's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    /// The first thing that can be.
    First,
    /// What it says, or nothing.
    AsTold,
}

fn is_known(item: &Item) -> bool {
    !matches!(item.shape, Shape::Mystery | Shape::Puzzle | Shape::NextGame)
}

fn kind(text: &str) -> Option<Kind> {
    match plain(text).as_str() {
        "plant" => Some(Kind::Plant),
        "pure human" => Some(Kind::Human),
        _ => Kind::of_name(text),
    }
}

fn species(text: &str) -> Option<Species> {
    let full = match plain(text).as_str() {
        "dog" | "wolf" => "Canine",
        "cat" => "Feline",
        "ape" => "Monkey",
        "fish" | "dolphin" => "Frog",
        "insect" | "giant wingless insect" => "Giant insect",
        "winged insect" => "Giant winged insect",
        "spider" => "Giant spider",
        "swine" | "pig" | "sheep" => "Swine or sheep",
        _ => text,
    };
    Species::of_name(full)
}

/// `Quality 3`, `Combat 2`, `3 cells`, `2 fruits`, `1 food`, `lost 2`, `poisoned 1`.
fn read_number_of(told: &mut Told, text: &str) -> Result<bool, String> {
    let lower = text.to_lowercase();
    let Some((first, second)) = lower.split_once(' ') else { return Ok(false) };
    let nature = &mut told.character.nature;
    let losses = &mut told.losses;
    // `Nutritious Fruits` and `eats food` count nothing.
    let counted = first.starts_with(|c: char| c.is_ascii_digit());
    match (first, second) {
        ("quality", n) => nature.quality = number(n, 2, 6, text)?,
        ("combat", n) if rule(text).is_none() => {
            let combat = n.parse::<i8>().ok().filter(|c| (-3..=12).contains(c));
            nature.combat = combat.ok_or_else(|| format!("'{text}': Combat goes from -3 to 12"))?;
        }
        ("lost", n) => losses.wounds = number(n, 1, 5, text)?,
        ("poisoned", n) => losses.poison = number(n, 1, 5, text)?,
        ("needled", n) => losses.needles = number(n, 1, 5, text)?,
        ("irradiated", n) => losses.radiation = number(n, 1, 5, text)?,
        ("scarred", n) => {
            losses.scars = number(n, 1, 5, text)?;
            losses.radiation = losses.radiation.max(losses.scars);
            told.marks.put(Mark::Scarred);
        }
        (n, "cell" | "cells") if counted => told.character.cells = number(n, 0, 99, text)?,
        (n, "fruit" | "fruits") if counted => told.fruits = number(n, 0, 99, text)?,
        (n, "food") if counted => told.character.food = number(n, 0, 99, text)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn number(text: &str, least: u8, most: u8, whole: &str) -> Result<u8, String> {
    let found = text.parse::<u8>().ok().filter(|n| (least..=most).contains(n));
    found.ok_or_else(|| format!("'{whole}': the number goes from {least} to {most}"))
}

/// A type, a species, or a special rule with what it is about: `Absorption (heat)`.
fn read_nature(nature: &mut Nature, text: &str) -> Result<bool, String> {
    if kind(text).is_some() || species(text).is_some() {
        return Ok(true);
    }
    let (name, about) = match text.split_once('(') {
        Some((name, rest)) => (name.trim(), Some(rest.trim_end_matches(')').trim())),
        None => (text.trim(), None),
    };
    let Some(rule) = rule(name) else { return Ok(false) };
    nature.rules.add(rule);
    let needs = |words: Vec<&str>| format!("{} says of what: {}", rule.name(), words.join(", "));
    match (rule, about) {
        (Rule::Absorption, about) => {
            let all = || needs(Energy::ALL.iter().map(|e| e.name()).collect());
            nature.absorbs = Some(about.and_then(energy).ok_or_else(all)?);
        }
        (Rule::EnergyProjection, about) => {
            let all = || needs(Projection::ALL.iter().map(|p| p.name()).collect());
            nature.projects = Some(about.and_then(Projection::of_name).ok_or_else(all)?);
        }
        (Rule::Phobia, about) => {
            let all = || needs(Dread::ALL.iter().map(|d| d.name()).collect());
            nature.dreads = Some(about.and_then(dread).ok_or_else(all)?);
        }
        (_, None) => (),
        (_, Some(about)) => return Err(format!("{} is not about '{about}'", rule.name())),
    }
    Ok(true)
}

fn rule(name: &str) -> Option<Rule> {
    // One power, two names (MUT-Q-32).
    let name = if plain(name) == "heal" { Rule::Healing.name() } else { name };
    Rule::ALL.iter().copied().find(|rule| plain(rule.name()) == plain(name))
}

fn energy(text: &str) -> Option<Energy> {
    let full = match plain(text).as_str() {
        "fire" => "heat",
        "laser" => "lasers",
        "death ray" => "death rays",
        _ => text,
    };
    Energy::of_name(full)
}

fn dread(text: &str) -> Option<Dread> {
    let full = match plain(text).as_str() {
        "robots" | "androids" | "machines" => "artificial",
        "mutants" => "humanoids",
        _ => text,
    };
    Dread::of_name(full)
}

/// A thing in some state: `Pistol`, `empty Pistol`, `mystery Laser Gun`, `built-in Needler`.
pub(super) fn item(text: &str) -> Option<Item> {
    if let Some(gear) = Gear::of_name(text) {
        return Some(Item::new(gear));
    }
    let (word, rest) = text.trim().split_once(' ')?;
    let rest = item(rest)?;
    let shape = match word.to_lowercase().as_str() {
        "empty" if rest.shape == Shape::Jammed => Shape::JammedEmpty,
        "empty" | "unloaded" => Shape::Empty,
        "jammed" if rest.shape == Shape::Empty => Shape::JammedEmpty,
        "jammed" => Shape::Jammed,
        "broken" => Shape::Broken,
        "mystery" => Shape::Mystery,
        "puzzling" => Shape::Puzzle,
        "understood" => Shape::NextGame,
        "built-in" => return Some(Item { built_in: true, ..rest }),
        _ => return None,
    };
    Some(Item { shape, ..rest })
}

/// Things, several alike, and which one is in the hand.
fn read_gear(told: &mut Told, hand: &mut Hand, text: &str) -> Result<bool, String> {
    let gear = &mut told.character.gear;
    if plain(text) == "nothing ready" {
        *hand = Hand::AsTold;
        return Ok(true);
    }
    if let Some(name) = text.strip_prefix("ready ") {
        let Some(wanted) = item(name) else {
            return Err(format!("'{text}': there is no thing called '{name}'{}", hint(name)));
        };
        let place = gear.iter().position(|i| i.gear == wanted.gear).unwrap_or_else(|| {
            gear.push(wanted);
            gear.len() - 1
        });
        *hand = Hand::AsTold;
        told.character.ready = u8::try_from(place).ok();
        return Ok(true);
    }
    let (count, name) = match text.split_once(' ') {
        Some((n, rest)) if n.parse::<u8>().is_ok() => (number(n, 1, 9, text)?, rest),
        _ => (1, text),
    };
    let single = name.strip_suffix('s').unwrap_or(name);
    let Some(item) = item(name).or_else(|| item(single)) else { return Ok(false) };
    (0..count).for_each(|_| gear.push(item));
    Ok(true)
}

/// What has befallen it: marks, control, fears, its end.
fn read_fortune(told: &mut Told, text: &str) -> Result<bool, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["removed" | "killed"] => told.fate = Some(Fate::Killed),
        ["ran", "off"] => told.fate = Some(Fate::RanOff),
        ["controlled", "by", ref name @ ..] => told.controller = Some(name.join(" ")),
        ["unafraid", "of", ref name @ ..] => told.unafraid.push(name.join(" ")),
        ["lured", "by", side] => {
            told.lured = Some(SideId::named(side).ok_or_else(|| format!("'{side}' is no side"))?);
        }
        ["adapted", "to", ref what @ ..] => {
            let found = energy(&what.join(" "));
            told.adapted = Some(found.ok_or_else(|| format!("'{text}' names no energy"))?);
        }
        ["eats", what] => {
            told.character.diet = match what {
                "food" => Diet::Food,
                "cells" => Diet::Cells,
                "either" => Diet::Either,
                "nothing" => Diet::Nothing,
                _ => return Err(format!("'{text}': food, cells, either or nothing")),
            };
        }
        _ => {
            let Some(mark) = mark(text) else { return Ok(false) };
            put(told, mark);
        }
    }
    Ok(true)
}

fn mark(text: &str) -> Option<Mark> {
    let wanted = match plain(text) {
        word if word == "prone" => "fallen".to_owned(),
        word => word,
    };
    Mark::ALL.iter().copied().find(|mark| plain(mark.name()) == wanted)
}

/// Sets a mark and what always goes with it.
fn put(told: &mut Told, mark: Mark) {
    told.marks.put(mark);
    match mark {
        Mark::LongFall => told.marks.put(Mark::Fallen),
        Mark::Webbed | Mark::Boosted => told.marks.put(Mark::Transfixed),
        Mark::Infected => told.losses.disease = 1,
        Mark::Scarred => {
            (told.losses.scars, told.losses.radiation) = (1, told.losses.radiation.max(1));
        }
        Mark::InfectedToday => {
            told.marks.put(Mark::Infected);
            told.losses.disease = 1;
        }
        _ => (),
    }
}

/// What somebody may have meant.
fn hint(text: &str) -> String {
    let text = text.split_once('(').map_or(text, |(name, _)| name);
    let kinds = Kind::ALL.iter().map(|k| k.name());
    let species = Species::ALL.iter().map(|s| s.name());
    let rules = Rule::ALL.iter().map(|r| r.name());
    let marks = Mark::ALL.iter().map(|m| m.name());
    let rest = ["Quality 3", "Combat 2", "nothing ready", "removed", "ran off", "3 cells"];
    let things = Gear::all().map(Gear::name);
    let known = kinds.chain(species).chain(rules).chain(marks).chain(rest).chain(things);
    nearest(text, known).map(|n| format!("; did you mean '{n}'?")).unwrap_or_default()
}
