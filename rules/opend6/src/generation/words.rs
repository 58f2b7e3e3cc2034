//! Names of things in rosters, and what may have been meant by others.

use tabletop::fields::{clipped, nearest, plain};

use super::armor::Armor;
use super::troops::Allegiance;
use super::{Kind, Kit, TROOPS};
use crate::profile::{Attribute, Name, Quality, Skill};
use crate::weapons::{Blade, Gun};

/// Most guns that one soldier carries.
const MOST_GUNS: usize = 4;

/// Something by its name among some.
fn find<T: Copy>(
    what: &str,
    text: &str,
    all: impl Iterator<Item = (T, &'static str)>,
) -> Result<T, String> {
    let all: Vec<(T, &'static str)> = all.collect();
    let found = all.iter().find(|(_, name)| plain(name) == plain(text));
    found.map(|(thing, _)| *thing).ok_or_else(|| unknown(what, text, all.iter().map(|a| a.1)))
}

fn unknown<'n>(what: &str, text: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = nearest(text, names.iter().copied());
    let text = clipped(text);
    match near {
        Some(name) => format!("there is no {what} '{text}'; did you mean '{name}'?"),
        None => format!("there is no {what} '{text}'; there are {}", names.join(", ")),
    }
}

/// A troop type: one of the file's own before one of the lists.
pub(super) fn kind(text: &str, own: &[Name]) -> Result<Kind, String> {
    if let Some(name) = own.iter().find(|name| plain(name) == plain(text)) {
        return Ok(Kind::Own(name.clone()));
    }
    let listed = TROOPS.iter().position(|troop| plain(troop.name) == plain(text));
    listed.map(|index| Kind::Listed(index as u8)).ok_or_else(|| {
        let names = TROOPS.iter().map(|troop| troop.name).chain(own.iter().map(|n| &**n));
        let why = unknown("troop type", text, names);
        format!("{why}; a type of your own is written under [[type]] (OD6-GEN-22)")
    })
}

/// Whom a force fights for.
pub(super) fn allegiance(text: &str) -> Result<Allegiance, String> {
    find("allegiance", text, Allegiance::ALL.into_iter().map(|a| (a, a.key())))
}

/// How good a squad is.
pub(super) fn quality(text: &str) -> Result<Quality, String> {
    let all = [Quality::Average, Quality::Veteran, Quality::Elite];
    find("quality", text, all.into_iter().map(|q| (q, q.name())))
}

/// A skill.
pub(super) fn skill(text: &str) -> Result<Skill, String> {
    find("skill", text, Skill::ALL.into_iter().map(|s| (s, s.name())))
}

/// An attribute by its abbreviation.
pub(super) fn attribute(text: &str) -> Result<Attribute, String> {
    find("attribute", text, Attribute::ALL.into_iter().map(|a| (a, a.short())))
}

/// A suit of armour; the word itself may follow.
pub(super) fn armor(text: &str) -> Result<Armor, String> {
    let whole = text.trim();
    let worded = [" armor", " Armor", " armour", " Armour"];
    let bare = worded.iter().find_map(|word| whole.strip_suffix(word)).unwrap_or(whole);
    find("armor", bare, Armor::ALL.iter().map(|a| (*a, a.name())))
}

/// Adds a weapon to what somebody carries.
pub(super) fn carry(kit: &mut Kit, text: &str) -> Result<(), String> {
    enum Arm {
        Gun(Gun),
        Blade(Blade),
    }
    let gun = Gun::ALL.iter().find(|g| plain(g.name()) == plain(text)).map(|g| Arm::Gun(*g));
    let blade = Blade::ALL.iter().find(|b| plain(b.name()) == plain(text));
    match gun.or(blade.map(|b| Arm::Blade(*b))) {
        Some(Arm::Gun(Gun::Grenade)) => {
            Err("grenades are counted: write grenades = 2 instead".to_owned())
        }
        Some(Arm::Gun(Gun::PlasticExplosives)) => {
            Err("plastic explosives are counted: write explosives = 1 instead".to_owned())
        }
        Some(Arm::Gun(gun)) if kit.guns.contains(&gun) => {
            Err(format!("{} is there already", gun.name()))
        }
        Some(Arm::Gun(_)) if kit.guns.len() == MOST_GUNS => {
            Err(format!("a soldier carries at most {MOST_GUNS} guns"))
        }
        Some(Arm::Gun(gun)) => {
            kit.guns.push(gun);
            Ok(())
        }
        Some(Arm::Blade(_)) if kit.blade.is_some() => {
            let has = kit.blade.map_or("one", |b| b.name());
            Err(format!("there is a hand weapon already, {has}; one is enough"))
        }
        Some(Arm::Blade(blade)) => {
            kit.blade = Some(blade);
            Ok(())
        }
        None => {
            let names = Gun::ALL.iter().map(|g| g.name());
            Err(unknown("weapon", text, names.chain(Blade::ALL.iter().map(|b| b.name()))))
        }
    }
}
