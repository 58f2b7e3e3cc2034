//! What the troop lists say of a type of soldier: what it is, and what it may be given.

use engine::Clause;
use serde::{Deserialize, Serialize};

use super::armor::Armor;
use crate::profile::{Attribute, Quality, Skill};
use crate::weapons::{Blade, Gun};

/// Whom a type or a force fights for (OD6-GEN-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Allegiance {
    /// The evil government.
    Evil,
    /// Those who fight it.
    Anti,
    /// Whoever pays.
    Neutral,
}

impl Allegiance {
    /// All of them.
    pub const ALL: [Allegiance; 3] = [Allegiance::Evil, Allegiance::Anti, Allegiance::Neutral];

    /// The word used in files.
    pub const fn key(self) -> &'static str {
        match self {
            Allegiance::Evil => "evil",
            Allegiance::Anti => "anti",
            Allegiance::Neutral => "neutral",
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Allegiance::Evil => "evil government",
            Allegiance::Anti => "anti-government",
            Allegiance::Neutral => "neutral",
        }
    }
}

/// What a level of training may be spent on (OD6-GEN-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Any skill.
    Any,
    /// Every skill under an attribute.
    Under(Attribute),
    /// One skill.
    Only(Skill),
}

impl Field {
    /// Whether a skill belongs to it.
    pub fn holds(self, skill: Skill) -> bool {
        match self {
            Field::Any => true,
            Field::Under(attribute) => skill.attribute() == attribute,
            Field::Only(only) => skill == only,
        }
    }

    /// As the lists write it.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Any => "any",
            Field::Under(attribute) => attribute.short(),
            Field::Only(skill) => skill.name(),
        }
    }
}

/// So many levels on any of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Most levels.
    pub level: u8,
    /// What they may be spent on.
    pub fields: &'static [Field],
}

impl Tier {
    /// As the lists write it: `2: AGI, MEC`.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|f| f.name()).collect();
        format!("{}: {}", self.level, names.join(", "))
    }
}

/// The most levels of a skill that some tiers allow: the first that names it counts
/// (OD6-GEN-10).
pub fn cap(tiers: &[Tier], skill: Skill) -> u8 {
    let named = tiers.iter().find(|tier| tier.fields.iter().any(|f| f.holds(skill)));
    named.map_or(0, |tier| tier.level)
}

/// Which weapons a type may be given (OD6-GEN-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arms {
    /// All there are.
    Any,
    /// Every raygun, repeating ones included.
    Rayguns,
    /// These.
    Listed(&'static [Gun], &'static [Blade]),
}

/// Which armour a type may wear (OD6-GEN-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wear {
    /// None at all.
    None,
    /// Whatever it pays for.
    Any,
    /// This one, if it pays for it.
    Only(Armor),
    /// This one always, and for nothing; it is part of the printed attributes.
    Free(Armor),
}

/// One entry of the troop lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troop {
    /// What it is called.
    pub name: &'static str,
    /// The clause that holds it.
    pub clause: Clause,
    /// Whom it fights for.
    pub side: Allegiance,
    /// How good it is.
    pub quality: Quality,
    /// Fewest and most soldiers of a squad, where the list says (OD6-GEN-20).
    pub size: Option<(u8, u8)>,
    /// The attributes as printed: free armour is included.
    pub attributes: [u8; 6],
    /// How far it moves.
    pub movement: u8,
    /// How far skills may be trained, the best tier first.
    pub skills: &'static [Tier],
    /// Its weapons.
    pub arms: Arms,
    /// Its armour.
    pub wear: Wear,
    /// Most extra levels of its commander; none where he has the squad's own skill (OD6-GEN-14).
    pub commander: Option<u8>,
    /// Most extra levels of its specialists; none where it has no specialists (OD6-GEN-15).
    pub specialists: Option<Tier>,
}

impl Arms {
    /// Whether a ranged weapon is among them.
    pub fn allow_gun(self, gun: Gun) -> bool {
        match self {
            Arms::Any => true,
            Arms::Rayguns => gun.name().contains("Raygun"),
            Arms::Listed(guns, _) => guns.contains(&gun),
        }
    }

    /// Whether a hand weapon is among them.
    pub fn allow_blade(self, blade: Blade) -> bool {
        match self {
            Arms::Any => true,
            Arms::Rayguns => false,
            Arms::Listed(_, blades) => blades.contains(&blade),
        }
    }
}
