//! What models are worth: for how well they fight and how readily they act, for what they carry,
//! and less for whatever ails them.

use engine::{ModelId, SideId};

use crate::gear::{Armor, Gear, Gun, Item, Missile, Shape};
use crate::profile::{Nature, Rule};
use crate::state::{Mark, State};

/// What the rules that help in a battle count, compared with five for a point of Combat.
const GIFTS: [(Rule, i32); 20] = [
    (Rule::Leader, 15),
    (Rule::Hero, 10),
    (Rule::Tough, 10),
    (Rule::HeavyArmor, 8),
    (Rule::Telepathy, 8),
    (Rule::TelepathicScream, 6),
    (Rule::EnergyProjection, 8),
    (Rule::Terror, 6),
    (Rule::Huge, 8),
    (Rule::Big, 4),
    (Rule::HandToHandSpecialist, 3),
    (Rule::Sharpshooter, 3),
    (Rule::Savage, 3),
    (Rule::Poison, 3),
    (Rule::Healing, 4),
    (Rule::Entangle, 4),
    (Rule::Flying, 3),
    (Rule::LongMove, 3),
    (Rule::TelekineticDisarm, 3),
    (Rule::TelekineticPush, 3),
];

impl State {
    /// What a party was worth at the start; never nought.
    pub(super) fn whole(&self, side: SideId) -> i32 {
        let own = self.cast.iter().filter(|who| who.side == side);
        let points = own.map(|who| points(&who.nature, who.nature.quality, &who.gear));
        points.sum::<i32>().max(1)
    }

    /// What a model is worth as it is.
    pub(super) fn worth(&self, model: ModelId) -> i32 {
        let m = self.model(model);
        let whole = points(&m.nature, m.quality(), &m.gear);
        let ails = [
            (Mark::Transfixed, 50),
            (Mark::PassedOut, 50),
            (Mark::ShutDown, 50),
            (Mark::Drained, 50),
            (Mark::Termites, 50),
            (Mark::Climbing, 15),
            (Mark::Fallen, 20),
            (Mark::Confused, 10),
            (Mark::Infected, 10),
        ];
        let less: i32 = ails.iter().filter(|(mark, _)| m.is(*mark)).map(|(_, less)| less).sum();
        let own = if m.controller.is_some() { 50 } else { 100 };
        whole * (100 - less.min(75)) / 100 * own / 100
    }
}

/// What somebody of a nature with some belongings is worth.
fn points(nature: &Nature, quality: u8, gear: &[Item]) -> i32 {
    let gifts: i32 = GIFTS.iter().filter(|(rule, _)| nature.has(*rule)).map(|(_, n)| n).sum();
    let things: i32 = gear.iter().map(use_of).sum();
    let skill = i32::from(nature.combat.max(0)) * 5 + 5 + gifts + things;
    skill * (7 - i32::from(quality)).max(0)
}

/// What a thing is worth to its owner in a battle.
fn use_of(item: &Item) -> i32 {
    let whole = match item.gear {
        Gear::Gun(Gun::DeathRay) => 14,
        Gear::Gun(Gun::AssaultRifle | Gun::Laser) => 12,
        Gear::Gun(_) => 9,
        Gear::Missile(Missile::Rock) => 0,
        Gear::Missile(_) => 4,
        Gear::PoweredWeapon => 8,
        Gear::Grenade(_) | Gear::ExplosiveFruit => 4,
        Gear::Armor(Armor::Power) => 15,
        Gear::Armor(Armor::ForceField) => 12,
        Gear::Armor(Armor::Heavy) => 8,
        Gear::Armor(_) => 4,
        Gear::Herbicide | Gear::Drug(_) | Gear::TreeFruit => 2,
    };
    match item.shape {
        Shape::Good => whole,
        Shape::Empty => whole * 5 / 6,
        Shape::Jammed | Shape::JammedEmpty => whole / 2,
        Shape::Broken => 0,
        Shape::Mystery | Shape::Puzzle | Shape::NextGame => 3,
    }
}
