//! Who can use and wear what (chapter 15).

use engine::Clause;
use engine::Refusal;

use crate::gear::{Armor, Gear, Item, Shape};
use crate::profile::{Character, Kind, Nature, Rule, Size, Species};

fn no(id: &'static str, why: &str) -> Option<Refusal> {
    Some(Refusal::new(Clause(id), why))
}

/// Why somebody of this nature cannot wear armor, whatever else it wears (MUT-WPN-06); nothing
/// if it can.
pub fn misfit(nature: &Nature, armor: Armor) -> Option<Refusal> {
    if nature.kind == Kind::Robot {
        return no("MUT-TYP-30", "a Robot wears no armor; it gets Cells for what it rolls");
    }
    if !nature.has_hands() {
        return handless(nature);
    }
    // A generator, no suit: it fits everybody (MUT-Q-119).
    if armor == Armor::ForceField {
        return None;
    }
    if nature.has(Rule::Quills) {
        return no("MUT-SPC-104", "no armor can be worn over quills");
    }
    if nature.size() != Size::Normal {
        let why = "it is made for people, and too small for anyone Big or Huge";
        return no("MUT-TYP-07", why);
    }
    if nature.has(Rule::Humanoid) {
        return no("MUT-WPN-06", "it is made for people and fits no Humanoid plant or animal");
    }
    None
}

/// Why somebody who wears some things cannot put on armor over them (MUT-WPN-05, MUT-Q-119).
pub fn clashes(worn: &[Item], armor: Armor) -> Option<Refusal> {
    let body = |a: Armor| matches!(a, Armor::Heavy | Armor::Flak | Armor::Power);
    let apart = |a: Armor| {
        a == armor
            || (body(a) && body(armor))
            || matches!((a, armor), (Armor::Reflective, Armor::Power))
            || matches!((a, armor), (Armor::Power, Armor::Reflective))
    };
    let worn = worn.iter().filter_map(|item| match item.gear {
        Gear::Armor(a) => Some(a),
        _ => None,
    });
    let other = worn.into_iter().find(|a| apart(*a))?;
    let why = format!("{armor} cannot be worn together with {other}");
    Some(Refusal::new(Clause("MUT-WPN-05"), why))
}

/// Why somebody cannot use a thing, by its nature alone; nothing if it can.
pub fn unusable(nature: &Nature, gear: Gear) -> Option<Refusal> {
    match gear {
        Gear::Armor(armor) => misfit(nature, armor),
        // Apes have hands for it (MUT-T-12).
        Gear::PoweredWeapon if nature.species == Some(Species::Monkey) => None,
        _ if nature.has_hands() => None,
        _ => handless(nature),
    }
}

/// Why somebody without hands uses nothing.
fn handless(nature: &Nature) -> Option<Refusal> {
    match nature.kind {
        Kind::Plant => no("MUT-TYP-15", "a Plant that is not Humanoid cannot handle things"),
        Kind::MutatedAnimal => {
            no("MUT-TYP-09", "a Mutated Animal that is not Humanoid cannot handle things")
        }
        Kind::Animal => no("MUT-SPC-007", "a beast uses no equipment"),
        _ => no("MUT-SPC-014", "on all fours there are no hands for it"),
    }
}

/// Why somebody cannot be given a thing, with what it has already; nothing if it can.
pub fn refuses(who: &Character, gear: Gear) -> Option<Refusal> {
    unusable(&who.nature, gear).or_else(|| match gear {
        Gear::Armor(armor) => clashes(&who.gear, armor),
        _ => None,
    })
}

/// What is best kept ready: the best ranged weapon, then a powered one, then what can be thrown;
/// nothing that is broken or not understood. What is built in always is.
pub fn best_ready(gear: &[Item]) -> Option<u8> {
    let rating = |item: &Item| match item.gear {
        Gear::Gun(gun) => 20 + i32::from(gun.ranged().bonus),
        Gear::PoweredWeapon => 10,
        Gear::Missile(missile) => 8 + i32::from(missile.ranged().bonus),
        _ => 1,
    };
    let held = |item: &Item| {
        let usable = matches!(item.shape, Shape::Good | Shape::Empty);
        item.gear.is_held() && !item.built_in && usable
    };
    let items = gear.iter().enumerate().filter(|(_, item)| held(item));
    let best = items
        .max_by_key(|(i, item)| (item.shape == Shape::Good, rating(item), std::cmp::Reverse(*i)));
    best.and_then(|(i, _)| u8::try_from(i).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gear::Gun;
    use crate::options::Agreed;

    #[test]
    fn armor_fits_people_of_ordinary_size() {
        let mut mutant = Nature::plain(Kind::Mutant);
        assert!(misfit(&mutant, Armor::Heavy).is_none());
        mutant.gain(Rule::Big, &Agreed::default());
        assert!(misfit(&mutant, Armor::Nbc).is_some());
        assert!(misfit(&mutant, Armor::ForceField).is_none());
    }

    #[test]
    fn some_armor_goes_together() {
        let worn = [Item::new(Gear::Armor(Armor::Flak)), Item::new(Gear::Armor(Armor::Nbc))];
        assert!(clashes(&worn, Armor::Reflective).is_none());
        assert!(clashes(&worn, Armor::ForceField).is_none());
        assert!(clashes(&worn, Armor::Heavy).is_some());
        assert!(clashes(&[Item::new(Gear::Armor(Armor::Power))], Armor::Reflective).is_some());
    }

    #[test]
    fn the_best_weapon_is_ready() {
        let pistol = Item::new(Gear::Gun(Gun::Pistol));
        let laser = Item::new(Gear::Gun(Gun::Laser));
        assert_eq!(best_ready(&[pistol, Item::new(Gear::PoweredWeapon), laser]), Some(2));
        assert_eq!(best_ready(&[]), None);
    }
}
