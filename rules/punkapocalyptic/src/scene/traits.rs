//! What a `given` line says about a model: `given red Ana at 10,10 TRAIT, TRAIT, ...`
//!
//! Without any it has two Actions, Combat, Precision, Agility and Strength 4, Toughness and Tech 3,
//! bare hands, no armour, a base of 25 mm, and costs 20. Red faces north, blue south. Traits come
//! in any order:
//!
//! - attributes, `combat 5`, `precision -`; `cost 30`; `skin 2`; `pack 1`, the pack it belongs to;
//! - troops, mutations and special rules by name, `Poison 2` with its number;
//! - weapons, armour and items by name; a weapon with more rules, `Medium blade (Rust)`; how it is,
//!   `Crossbow empty`, `Harpoon launcher loading 1`, `Rifle jammed`, `Pumper pumped 2 1 0`; how
//!   many there are, `Fire bomb 2`;
//! - `bullets 3`, `patched 2`;
//! - how it is: `crouched`, `prone`, `clinging`, `ready`, `acted`, `delayed 3`, `has delayed`,
//!   `downed`, `hidden`, `waiting`, `shocked`, `gassed`, `raging`, `poisoned 2`,
//!   `toughness lost 1`, `wields Mace`, `faces east`, `faces 12,8`.

use engine::book::SceneModel;
use tabletop::fields::nearest;
use tabletop::{Point, Vector};

use super::placed;
use crate::band;
use crate::gear::{Armoury, Carried, Fitting, Fittings, GearRule, GearRules, Item, Items, Kit};
use crate::profile::{Attribute, BASE, Character, HEIGHT, ModelRule, ModelRules, Profile};
use crate::state::{Arm, Fate, Model, Poison, Posture, Rage, Shock};

/// A model of a scene.
pub(super) struct Told {
    pub who: Character,
    pub model: Model,
}

/// Somebody ordinary with nothing in his hands.
fn somebody(given: &SceneModel) -> Character {
    Character {
        side: given.side,
        name: given.name.as_str().into(),
        troop: "Somebody".into(),
        cost: 20,
        profile: Profile::new([Some(2), Some(4), Some(4), Some(4), Some(4), Some(3), Some(3)]),
        rules: ModelRules::NONE,
        poison: None,
        skin: 0,
        base: BASE,
        height: HEIGHT,
        pack: None,
        kit: Kit::default(),
    }
}

/// Reads a model: first who it is and what it carries, then how it is.
pub(super) fn read(given: &SceneModel, armoury: &mut Armoury) -> Result<Told, String> {
    let mut who = somebody(given);
    let mut rest: Vec<&str> = Vec::new();
    for text in &given.traits {
        let text = text.trim();
        if !read_nature(&mut who, text)? && !read_gear(&mut who, armoury, text)? {
            rest.push(text);
        }
    }
    let mut model = Model::fresh(&who);
    (model.spot, model.fate) = placed(given);
    for text in rest {
        if !read_state(&who, &mut model, armoury, given, text)? {
            return Err(unknown(armoury, text));
        }
    }
    Ok(Told { who, model })
}

fn unknown(armoury: &Armoury, text: &str) -> String {
    let weapons: Vec<&str> = armoury.weapons().map(|(_, w)| &*w.name).collect();
    let rules = ModelRule::ALL.iter().map(|r| r.name());
    let items = Item::ALL.iter().map(|i| i.name());
    let hint = nearest(text, weapons.iter().copied().chain(rules).chain(items));
    let hint = hint.map(|s| format!("; did you mean '{s}'?")).unwrap_or_default();
    format!("'{text}' says nothing about a model of Punkapocalyptic{hint}")
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("'{text}' is no number"))
}

/// Attributes, cost, special rules, mutations, troops; says whether it was one.
fn read_nature(who: &mut Character, text: &str) -> Result<bool, String> {
    if let Some((word, value)) = text.rsplit_once(' ') {
        let attribute = Attribute::ALL.iter().find(|a| a.name().eq_ignore_ascii_case(word.trim()));
        if let Some(attribute) = attribute {
            let value = if value == "-" { None } else { Some(number(value)?) };
            who.profile.set(*attribute, value);
            return Ok(true);
        }
        match word {
            "cost" => who.cost = number(value)?,
            "Poison" | "poison" => who.poison = Some(number(value)?),
            "skin" => who.skin = number(value)?,
            "pack" => who.pack = Some(number(value)?),
            _ => return Ok(read_rule(who, text)),
        }
        return Ok(true);
    }
    Ok(read_rule(who, text))
}

fn read_rule(who: &mut Character, text: &str) -> bool {
    if let Some(rule) = ModelRule::named(text) {
        who.rules.add(rule);
        return true;
    }
    if let Some((_, troop)) = band::troop_named(text) {
        let side = who.side;
        let (name, kit) = (who.name.clone(), std::mem::take(&mut who.kit));
        *who = Character { name, ..troop.character(side) };
        who.kit.weapons.extend(kit.weapons);
        return true;
    }
    if let Some(mutation) = band::mutation_named(text) {
        mutation.give(who);
        return true;
    }
    false
}

/// Weapons, armour and items; says whether it was one.
fn read_gear(who: &mut Character, armoury: &mut Armoury, text: &str) -> Result<bool, String> {
    if let Some(item) = Item::named(text) {
        who.kit.items = Items::of(&[item]).and(who.kit.items);
        if item == Item::Bike {
            who.rules.add(ModelRule::Rider);
            who.rules.add(ModelRule::Swift);
            who.base = crate::profile::LARGE_BASE;
            who.height = crate::profile::RIDER_HEIGHT;
        }
        return Ok(true);
    }
    if let Some(fitting) = Fitting::named(text) {
        let Some(gun) = who.kit.weapons.last_mut() else {
            return Err(format!("a {text} needs a weapon before it"));
        };
        gun.fittings = Fittings::of(&[fitting]).and(gun.fittings);
        return Ok(true);
    }
    if let Some(armour) = armoury.armour_named(text) {
        who.kit.armour = Some(armour);
        return Ok(true);
    }
    let (name, rules) = match text.split_once('(') {
        Some((name, rules)) => (name.trim(), Some(rules.trim_end_matches(')'))),
        None => (text, None),
    };
    let Some(mut weapon) = armoury.weapon_named(name) else { return Ok(false) };
    if let Some(rules) = rules {
        let mut set = GearRules::NONE;
        let mut poison = None;
        for rule in rules.split('/') {
            match (GearRule::named(rule), rule.trim().strip_prefix("Poison ")) {
                (Some(rule), _) => set.add(rule),
                (None, Some(x)) => poison = Some(number(x)?),
                (None, None) => return Err(format!("there is no rule '{rule}' for gear")),
            }
        }
        let changed = armoury.with_rules(weapon, set, poison);
        weapon = changed.ok_or("there are too many kinds of weapons")?;
    }
    who.kit.weapons.push(Carried::one(weapon));
    Ok(true)
}

/// How a model is; says whether it was that.
fn read_state(
    who: &Character,
    model: &mut Model,
    armoury: &mut Armoury,
    given: &SceneModel,
    text: &str,
) -> Result<bool, String> {
    match text {
        "crouched" => model.posture = Posture::Crouched,
        "prone" => model.posture = Posture::Prone,
        "clinging" => model.posture = Posture::Clinging,
        "ready" => model.ready = true,
        "acted" => model.acted = true,
        "has delayed" => model.has_delayed = true,
        "shocked" => model.shock = Some(Shock::Wearing),
        "gassed" => model.gassed = true,
        "raging" => model.rage = Some(Rage { turn: 0, last: false }),
        "downed" => {
            model.spot = None;
            model.fate = Fate::Downed(given.spot);
        }
        "hidden" => {
            model.spot = None;
            model.fate = Fate::Hidden;
        }
        "waiting" => {
            model.spot = None;
            model.fate = Fate::Waiting;
        }
        _ => return read_phrase(who, model, armoury, given, text),
    }
    Ok(true)
}

fn read_phrase(
    who: &Character,
    model: &mut Model,
    armoury: &mut Armoury,
    given: &SceneModel,
    text: &str,
) -> Result<bool, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["bullets", n] => model.bullets.plain = number(n)?,
        ["patched", n] => model.bullets.patched = number(n)?,
        ["delayed", n] => {
            model.delayed = Some(number(n)?);
            model.has_delayed = true;
        }
        ["poisoned", n] => model.poison = Some(Poison { strength: number(n)?, turn: 0 }),
        ["toughness", "lost", n] => model.toughness_lost = number(n)?,
        ["faces", to] => model.facing = direction(to, given.spot.at)?,
        ["wields", ..] => {
            let name = text.trim_start_matches("wields").trim();
            model.wields = Some(arm(who, armoury, name)?);
        }
        _ => return read_weapon_state(model, armoury, &words),
    }
    Ok(true)
}

fn arm(who: &Character, armoury: &Armoury, name: &str) -> Result<Arm, String> {
    if name == "bare hands" {
        return Ok(Arm::Bare);
    }
    let of = |c: &Carried| armoury.weapon(c.weapon).name.eq_ignore_ascii_case(name);
    let place = who.kit.weapons.iter().position(of);
    let place = place.ok_or_else(|| format!("{} has no '{name}'", who.name))?;
    Ok(Arm::Held(place as u8))
}

fn direction(text: &str, from: Point) -> Result<Vector, String> {
    let (x, y) = match text {
        "north" => (0, 1),
        "south" => (0, -1),
        "east" => (1, 0),
        "west" => (-1, 0),
        "northeast" => (1, 1),
        "northwest" => (-1, 1),
        "southeast" => (1, -1),
        "southwest" => (-1, -1),
        _ => {
            let to: tabletop::Spot = text.parse()?;
            return Ok(to.at - from);
        }
    };
    Ok(Vector::new(x * 1_000, y * 1_000))
}

/// A weapon and how it is: `Crossbow empty`, `Harpoon launcher loading 1`, `Rifle jammed`,
/// `Pumper pumped 2 1 0`, `Fire bomb 2`.
fn read_weapon_state(
    model: &mut Model,
    armoury: &mut Armoury,
    words: &[&str],
) -> Result<bool, String> {
    let named = (1..words.len()).rev().find_map(|n| {
        let id = armoury.weapon_named(&words[..n].join(" "))?;
        Some((id, &words[n..]))
    });
    let Some((id, state)) = named else { return Ok(false) };
    let held = crate::state::Held {
        weapon: id,
        fittings: Fittings::NONE,
        count: 1,
        unloaded: 0,
        jammed: false,
        pumped: [0; 3],
    };
    let place = model.weapons.iter().position(|h| h.weapon == id);
    let place = place.unwrap_or_else(|| {
        model.weapons.push(held);
        model.weapons.len() - 1
    });
    let own = &mut model.weapons[place];
    match *state {
        ["empty"] => own.unloaded = armoury.weapon(id).reload(),
        ["loading", n] => {
            own.unloaded = armoury.weapon(id).reload().saturating_sub(number(n)?);
        }
        ["jammed"] => own.jammed = true,
        ["pumped", a, b, c] => own.pumped = [number(a)?, number(b)?, number(c)?],
        [n] => own.count = number(n)?,
        _ => return Ok(false),
    }
    Ok(true)
}
