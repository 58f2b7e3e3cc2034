//! Chapter 3: weapons, armour, ammunition and special equipment.
//!
//! What all weapons and armours of a match are like is kept once, in its `Armoury`; whoever carries
//! one carries its number. The printed tables come first, at numbers known by name, and band files
//! may add their own.

mod close;
mod load;
mod ranged;
mod tables;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::profile::Name;
use crate::words::words;

pub use close::{Blow, Might};
pub use load::{Clash, Load};
pub use ranged::{Damage, Force, RangeBand, Reach, Shot};

words! {
    /// A special rule of a weapon or of armour (PUN-T-12); Poison has a number and stands apart.
    GearRule,
    /// The special rules of a weapon or of armour.
    GearRules {
        /// May fire three shots for one Action.
        Automatic = "Automatic" in "PUN-AUT-01",
        /// Both hands, and no other weapon.
        Bulky = "Bulky" in "PUN-BUL-01",
        /// Costs its bearer a point of Agility.
        Cumbersome = "Cumbersome" in "PUN-CUM-01",
        /// One Action to reload.
        DeadSlow = "Dead slow" in "PUN-DSL-01",
        /// One use.
        Disposable = "Disposable" in "PUN-DSP-01",
        /// Whoever strikes its bearer gets a shock.
        Electrified = "Electrified" in "PUN-ELE-01",
        /// Needs bullets.
        Firearm = "Firearm" in "PUN-FIR-01",
        /// Its wearer does not mind fire.
        Fireproof = "Fireproof" in "PUN-FPR-01",
        /// Bursts in a cloud of gas.
        Gas = "Gas" in "PUN-GAS-01",
        /// Worse Precision.
        HardToUse = "Hard to use" in "PUN-HTU-01",
        /// Leaves fire behind.
        Incendiary = "Incendiary" in "PUN-INC-01",
        /// Lobbed; scatters.
        IndirectFire = "Indirect fire" in "PUN-IND-01",
        /// May jam for good.
        Kaboom = "KABOOM!" in "PUN-KAB-01",
        /// Grown, not carried: needs no hands and cannot be taken away.
        Natural = "Natural" in "PUN-WPC-04",
        /// Spreads.
        Pellets = "Pellets" in "PUN-PEL-01",
        /// Pumped up before it fires.
        PumpAction = "Pump-action" in "PUN-PUM-01",
        /// At most three in a band.
        Rare = "Rare" in "PUN-RAR-01",
        /// Two Actions to reload.
        ReallyDeadSlow = "Really dead slow" in "PUN-RDS-01",
        /// One Penetration less.
        Rust = "Rust" in "PUN-RUS-01",
        /// Ignores Armour; only for those in an electric suit.
        Shock = "Shock" in "PUN-SHK-01",
        /// Leaves smoke behind.
        Smoke = "Smoke" in "PUN-SMO-01",
        /// A jet along a line, by a Tech roll.
        Steam = "Steam" in "PUN-STE-01",
        /// Hits everybody under a template.
        Template = "Template" in "PUN-TEM-01",
        /// Both hands.
        TwoHanded = "Two-handed" in "PUN-TWH-01",
    }
}

/// A weapon, by its number in the armoury of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WeaponId(pub u8);

/// A suit of armour, by its number in the armoury of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ArmourId(pub u8);

/// What a weapon is like.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Weapon {
    /// What it is called.
    pub name: Name,
    /// What it costs where a band file does not say otherwise.
    pub cost: i32,
    /// How it is used.
    pub way: Way,
    /// Its special rules.
    pub rules: GearRules,
    /// The X of Poison (X) (PUN-POI-01).
    pub poison: Option<u8>,
}

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Way {
    /// Hand to hand (PUN-WPC-01).
    Close(Blow),
    /// At a distance (PUN-WPR-03).
    Ranged(Shot),
}

impl Weapon {
    /// Whether it has a special rule.
    pub fn has(&self, rule: GearRule) -> bool {
        self.rules.has(rule)
    }

    /// How it shoots, if it does.
    pub fn shot(&self) -> Option<&Shot> {
        match &self.way {
            Way::Ranged(shot) => Some(shot),
            Way::Close(_) => None,
        }
    }

    /// Whether it is made for close combat.
    pub fn is_close(&self) -> bool {
        matches!(self.way, Way::Close(_))
    }

    /// Whether it has to be held in both hands (PUN-TWH-01, PUN-BUL-01).
    pub fn takes_both_hands(&self) -> bool {
        self.has(GearRule::TwoHanded) || self.has(GearRule::Bulky)
    }

    /// Actions it takes to reload after each use (PUN-DSL-01, PUN-RDS-01).
    pub fn reload(&self) -> u8 {
        if self.has(GearRule::ReallyDeadSlow) { 2 } else { u8::from(self.has(GearRule::DeadSlow)) }
    }

    /// Whether it is a bomb: bombs are carried in one bag, which is one weapon (PUN-Q-09).
    pub fn is_bomb(&self) -> bool {
        self.has(GearRule::Disposable)
    }

    /// Whether a scope fits on it (PUN-B-25): on firearms that do not scatter pellets.
    pub fn takes_scope(&self) -> bool {
        self.has(GearRule::Firearm) && !self.has(GearRule::Pellets)
    }

    /// Whether a bayonet fits on it (PUN-EQP-01).
    pub fn takes_bayonet(&self) -> bool {
        self.has(GearRule::Firearm)
    }
}

/// What a suit of armour is like (PUN-T-10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Armour {
    /// What it is called.
    pub name: Name,
    /// What it costs from nothing (PUN-B-20); none where it comes with something else.
    pub price: Option<i32>,
    /// What it adds to Toughness.
    pub value: u8,
    /// What it adds against shots of firearms at short, medium and long range, if that is
    /// something else (PUN-ARW-02).
    pub against_firearms: Option<[u8; 3]>,
    /// Its special rules.
    pub rules: GearRules,
}

impl Armour {
    /// Whether it has a special rule.
    pub fn has(&self, rule: GearRule) -> bool {
        self.rules.has(rule)
    }

    /// What it adds against the shot of a firearm.
    pub fn against_firearm(&self, band: RangeBand) -> u8 {
        self.against_firearms.map_or(self.value, |values| values[band as usize])
    }
}

words! {
    /// Special equipment that is not fixed to a weapon (PUN-T-11).
    Item,
    /// Special equipment.
    Items {
        /// Rider, Swift, and Cover +3.
        Bike = "Bike" in "PUN-B-26",
        /// Against Gas and Contaminated terrain.
        Biohazard = "Biohazard protection" in "PUN-EQP-02",
        /// One re-roll in a game.
        GrumpyCat = "Grumpy cat" in "PUN-EQP-03",
        /// Armour hand to hand, Cover against shots, a hand less.
        Shield = "Shield" in "PUN-EQP-05",
        /// Clears jams.
        Tools = "Tools" in "PUN-B-27",
    }
}

words! {
    /// What can be fixed to a firearm.
    Fitting,
    /// What is fixed to a firearm.
    Fittings {
        /// +2 Penetration hand to hand.
        Bayonet = "Bayonet" in "PUN-EQP-01",
        /// Other range modifiers.
        Scope = "Scope" in "PUN-B-25",
    }
}

/// What a bayonet adds to the Penetration of a firearm used in close combat (PUN-EQP-01).
pub const BAYONET_PENETRATION: u8 = 2;
/// What a shield adds to Armour in close combat, and its Cover against shots (PUN-EQP-06, 07).
pub const SHIELD_ARMOUR: u8 = 2;
/// What a shield does to Combat rolls (PUN-EQP-06).
pub const SHIELD_COMBAT: i32 = -1;
/// The Cover that a bike gives its rider (PUN-B-26).
pub const BIKE_COVER: u8 = 3;
/// What a bullet costs (PUN-AMM-02).
pub const BULLET_COST: i32 = 15;
/// What a patched bullet costs (PUN-B-24).
pub const PATCHED_BULLET_COST: i32 = 10;
/// What a grumpy cat costs where it is agreed on (PUN-Q-36).
pub const GRUMPY_CAT_COST: i32 = 10;
/// Weapons that a model may carry at most (PUN-Q-09).
pub const MOST_WEAPONS: usize = 2;
/// Bombs in a bag at most (PUN-B-22).
pub const MOST_BOMBS: u8 = 5;
/// Members of a pack (PUN-PAC-01).
pub const PACK_SIZES: std::ops::RangeInclusive<usize> = 2..=5;

/// Bullets: one kind fits every firearm (PUN-AMM-03), but patched ones may jam it (PUN-B-24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bullets {
    /// Good ones.
    pub plain: u8,
    /// Patched ones, each with KABOOM! for the shot that uses it.
    pub patched: u8,
}

impl Bullets {
    /// How many there are of both kinds.
    pub fn count(self) -> u8 {
        self.plain.saturating_add(self.patched)
    }
}

/// A weapon that somebody carries, with whatever is fixed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carried {
    /// Which.
    pub weapon: WeaponId,
    /// How many of it: more than one of bombs only.
    pub count: u8,
    /// What is fixed to it.
    pub fittings: Fittings,
}

impl Carried {
    /// One, with nothing fixed to it.
    pub fn one(weapon: WeaponId) -> Carried {
        Carried { weapon, count: 1, fittings: Fittings::NONE }
    }
}

/// What a model carries, bullets apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kit {
    /// Its weapons, those it grew included.
    pub weapons: SmallVec<[Carried; 4]>,
    /// What it wears.
    pub armour: Option<ArmourId>,
    /// Its other gear.
    pub items: Items,
}

impl Kit {
    /// What it comes to for hands and back.
    pub fn load<'a>(&self, armoury: &'a Armoury) -> Load<'a> {
        let weapons = self.weapons.iter().map(|c| (armoury.weapon(c.weapon), c.count));
        Load {
            weapons: weapons.collect(),
            armour: self.armour.map(|armour| armoury.armour(armour)),
            shield: self.items.has(Item::Shield),
        }
    }
}

/// All weapons and armours of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Armoury {
    weapons: Vec<Weapon>,
    armours: Vec<Armour>,
}

impl Default for Armoury {
    fn default() -> Armoury {
        Armoury::printed()
    }
}

impl Armoury {
    /// The printed tables and no more (PUN-T-08 to PUN-T-10, PUN-B-20 to 23).
    pub fn printed() -> Armoury {
        Armoury { weapons: tables::weapons(), armours: tables::armours() }
    }

    /// What a weapon is like.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    /// What a suit of armour is like.
    pub fn armour(&self, id: ArmourId) -> &Armour {
        &self.armours[usize::from(id.0)]
    }

    /// All weapons.
    pub fn weapons(&self) -> impl Iterator<Item = (WeaponId, &Weapon)> {
        self.weapons.iter().enumerate().map(|(i, w)| (WeaponId(i as u8), w))
    }

    /// All suits of armour.
    pub fn armours(&self) -> impl Iterator<Item = (ArmourId, &Armour)> {
        self.armours.iter().enumerate().map(|(i, a)| (ArmourId(i as u8), a))
    }

    /// The first weapon of a name, whatever its capitals.
    pub fn weapon_named(&self, name: &str) -> Option<WeaponId> {
        let wanted = name.trim();
        self.weapons().find(|(_, w)| w.name.eq_ignore_ascii_case(wanted)).map(|(id, _)| id)
    }

    /// The armour of a name, whatever its capitals.
    pub fn armour_named(&self, name: &str) -> Option<ArmourId> {
        let wanted = name.trim();
        self.armours().find(|(_, a)| a.name.eq_ignore_ascii_case(wanted)).map(|(id, _)| id)
    }

    /// What it costs to wear this instead of that (PUN-B-20); none where it cannot be bought.
    pub fn swap_price(&self, worn: Option<ArmourId>, wanted: ArmourId) -> Option<i32> {
        let worn = worn.and_then(|armour| self.armour(armour).price).unwrap_or(0);
        self.armour(wanted).price.map(|price| (price - worn).max(0))
    }

    /// The number of a weapon, which is put into the armoury unless it is there already; none if
    /// the armoury is full.
    pub fn add_weapon(&mut self, weapon: Weapon) -> Option<WeaponId> {
        let place = self.weapons.iter().position(|w| *w == weapon).unwrap_or(self.weapons.len());
        let id = u8::try_from(place).ok().map(WeaponId)?;
        if place == self.weapons.len() {
            self.weapons.push(weapon);
        }
        Some(id)
    }

    /// The number of a weapon with further rules: `Small blade (Rust)`. It is the same weapon if
    /// there are none; none if the armoury is full.
    pub fn with_rules(
        &mut self,
        weapon: WeaponId,
        rules: GearRules,
        poison: Option<u8>,
    ) -> Option<WeaponId> {
        let mut words: Vec<String> = rules.iter().map(|rule| rule.to_string()).collect();
        words.extend(poison.map(|x| format!("Poison {x}")));
        if words.is_empty() {
            return Some(weapon);
        }
        let mut changed = self.weapon(weapon).clone();
        changed.name = format!("{} ({})", changed.name, words.join(", ")).as_str().into();
        changed.rules = changed.rules.and(rules);
        changed.poison = poison.or(changed.poison);
        self.add_weapon(changed)
    }

    /// The number of a suit of armour, which is put into the armoury unless it is there already;
    /// none if the armoury is full.
    pub fn add_armour(&mut self, armour: Armour) -> Option<ArmourId> {
        let place = self.armours.iter().position(|a| *a == armour).unwrap_or(self.armours.len());
        let id = u8::try_from(place).ok().map(ArmourId)?;
        if place == self.armours.len() {
            self.armours.push(armour);
        }
        Some(id)
    }
}
