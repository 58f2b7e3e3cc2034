//! Close-combat weapons, and what other weapons are worth hand to hand.

use serde::{Deserialize, Serialize};

use super::{GearRule, Way, Weapon};

/// What a close-combat weapon does (PUN-WPC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    /// What it adds to the Combat roll.
    pub combat: i8,
    /// Its Penetration.
    pub penetration: u8,
    /// What it does to the Strength of the Hit.
    pub strength: Might,
}

/// The Strength behind a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Might {
    /// The wielder's, and so much more.
    Bonus(u8),
    /// So much, whoever wields it (PUN-B-21).
    Fixed(u8),
}

impl Might {
    /// The Strength of a Hit by a wielder of this Strength.
    pub fn of(self, wielder: i32) -> i32 {
        match self {
            Might::Bonus(more) => wielder + i32::from(more),
            Might::Fixed(strength) => i32::from(strength),
        }
    }
}

/// An improvised weapon (PUN-WPC-02).
pub(super) const IMPROVISED: Blow = Blow { combat: -1, penetration: 0, strength: Might::Bonus(0) };
/// A light mace (PUN-T-08).
pub(super) const LIGHT_MACE: Blow = Blow { combat: 0, penetration: 0, strength: Might::Bonus(1) };
/// A heavy mace (PUN-T-08).
pub(super) const HEAVY_MACE: Blow = Blow { combat: -1, penetration: 2, strength: Might::Bonus(4) };

impl Blow {
    /// With bare hands (PUN-WPC-03).
    pub const UNARMED: Blow = Blow { combat: -2, penetration: 0, strength: Might::Bonus(0) };
    /// With whatever is at hand, such as a weapon that is not loaded (PUN-WPC-02, PUN-DSL-04).
    pub const IMPROVISED: Blow = IMPROVISED;

    /// The same with rust on it; never below nothing (PUN-RUS-01, PUN-Q-53).
    const fn rusty(self) -> Blow {
        Blow { penetration: self.penetration.saturating_sub(1), ..self }
    }
}

impl Weapon {
    /// What the weapon does hand to hand, Rust reckoned in and a bayonet not: a bulky shooter is a
    /// rusty heavy mace (PUN-WPC-06), a two-handed one a light mace (PUN-WPC-05), any other an
    /// improvised weapon (PUN-WPC-02). A bomb is no help at all (PUN-Q-32).
    pub fn blow(&self) -> Option<Blow> {
        let blow = match self.way {
            Way::Close(blow) => blow,
            Way::Ranged(_) if self.is_bomb() => return None,
            Way::Ranged(_) if self.has(GearRule::Bulky) => return Some(HEAVY_MACE.rusty()),
            Way::Ranged(_) if self.has(GearRule::TwoHanded) => LIGHT_MACE,
            Way::Ranged(_) => IMPROVISED,
        };
        Some(if self.has(GearRule::Rust) { blow.rusty() } else { blow })
    }
}
