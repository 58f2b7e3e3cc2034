//! What a squad costs (OD6-GEN-02 to 08).

use super::{Enlisted, Kit, Specialist};
use crate::weapons::Gun;

/// The price of a squad, in the order of the record sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// For the quality of one soldier.
    pub quality: i32,
    /// For his Move.
    pub movement: i32,
    /// For his attributes.
    pub attributes: i32,
    /// For his training.
    pub training: i32,
    /// The four together (OD6-GEN-02).
    pub skills: i32,
    /// For his weapons.
    pub weapons: i32,
    /// For armour that is not free.
    pub armor: i32,
    /// One soldier (OD6-GEN-03).
    pub soldier: i32,
    /// All of them (OD6-GEN-04).
    pub base: i32,
    /// The commander's extra levels (OD6-GEN-05).
    pub commander: i32,
    /// Each specialist's levels and weapon (OD6-GEN-06).
    pub specialists: Vec<i32>,
    /// Everything (OD6-GEN-08).
    pub total: i32,
}

fn sum(levels: &[u8]) -> i32 {
    levels.iter().map(|level| i32::from(*level)).sum()
}

/// What somebody's things cost.
pub(super) fn price_of_kit(kit: &Kit) -> i32 {
    let guns: i32 = kit.guns.iter().map(|gun| gun.line().cost).sum();
    let blade = kit.blade.map_or(0, |blade| blade.cost());
    let thrown = i32::from(kit.grenades) * Gun::Grenade.line().cost
        + i32::from(kit.plastics) * Gun::PlasticExplosives.line().cost;
    guns + blade + thrown
}

/// What a squad costs. Attributes are paid for as they are printed, in armour or not (OD6-Q-51).
pub fn price(squad: &Enlisted) -> Price {
    let quality = squad.quality.cost();
    let movement = i32::from(squad.movement);
    let attributes = sum(&squad.attributes);
    let training = sum(&squad.training);
    let skills = quality + movement + attributes + training;
    let weapons = price_of_kit(&squad.kit);
    let armor = match squad.free_armor() {
        Some(_) => 0,
        None => squad.armor.map_or(0, |armor| armor.suit().cost),
    };
    let soldier = skills + weapons + armor;
    let base = soldier * i32::from(squad.number);
    let commander = i32::from(squad.commander);
    let specialist = |s: &Specialist| sum(&s.training) + price_of_kit(&s.kit);
    let specialists: Vec<i32> = squad.specialists.iter().map(specialist).collect();
    let total = base + commander + specialists.iter().sum::<i32>();
    Price {
        quality,
        movement,
        attributes,
        training,
        skills,
        weapons,
        armor,
        soldier,
        base,
        commander,
        specialists,
        total,
    }
}
