//! Chapter 7: creating squads (OD6-GEN).
//!
//! A roster is TOML. A squad needs a type and a number; whatever else is left out is not bought:
//!
//! ```toml
//! name = "Northern Garrison"
//! allegiance = "evil"               # optional: evil or anti
//!
//! [[squad]]
//! name = "Hammer"                   # optional, the type otherwise
//! type = "Assault Soldier"          # one of the troop lists, or a [[type]] of this file
//! number = 10                       # commander and specialists included
//! training = { firearms = 2, brawling = 2 }   # levels bought on top of the attribute
//! weapons = ["Raygun Rifle"]        # every soldier has these
//! grenades = 2                      # for each soldier, as are explosives = 1
//! armor = "Bounty Hunter"           # free armour need not be said
//! commander = 1                     # extra levels of command for the commander
//! note = "Holds the gate."
//!
//! [[squad.specialist]]              # up to two
//! training = { gunnery = 1 }        # on top of the squad's
//! weapon = "Medium Repeating Raygun"
//! grenades = 4                      # besides the squad's, as are explosives
//!
//! [[type]]                          # optional: a type outside the lists (OD6-GEN-22)
//! name = "Ice Planet Soldier"
//! quality = "veteran"
//! move = 10
//! attributes = { AGI = 3, KNO = 2, MEC = 2, PER = 2, STR = 3, TEC = 2 }
//! ```
//!
//! A printed squad that does not keep to the lists says so with `quality`, `move`, `attributes`,
//! `rates = [6, 10]` or `cost = 720`; it is played, and the checker tells every difference
//! (OD6-Q-50).

pub mod armor;
mod breaches;
mod cost;
mod enlist;
mod lists;
mod printed;
mod read;
mod sheet;
pub mod troops;
mod words;

use engine::book::RosterSheet;
use engine::{Clause, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Length;

use crate::options::Agreed;
use crate::profile::{self, Attribute, Name, Quality, Skill};
use crate::weapons::{Blade, Gun};
use armor::Armor;
use troops::{Allegiance, Troop, Wear};

pub use breaches::{Breach, breaches, force_breaches};
pub use cost::{Price, price};
pub use enlist::{enlist, tell_sides_apart};
pub use lists::TROOPS;
pub use printed::{assault_squad, clauses_that_print};

/// Most squads of a force; a bound for files from strangers.
pub const MOST_SQUADS: usize = 12;
/// Most soldiers of a squad, however much the players agree to overlook.
pub const MOST_SOLDIERS: u8 = 20;

/// Levels of every skill, in the order of [`Skill::ALL`].
pub type Levels = [u8; Skill::COUNT];

/// A side's force as it was written down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster {
    /// What it is called.
    pub name: Name,
    /// Whom it fights for, if it says.
    pub allegiance: Option<Allegiance>,
    /// Its squads.
    pub squads: Vec<Enlisted>,
}

/// A squad as it was written down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enlisted {
    /// What it is called: unique within its force.
    pub name: Name,
    /// What its soldiers are.
    pub kind: Kind,
    /// How good it is.
    pub quality: Quality,
    /// The attributes, free armour included, in the order of [`Attribute::ALL`].
    pub attributes: [u8; 6],
    /// How far its soldiers move.
    pub movement: u8,
    /// How many soldiers, commander and specialists included (OD6-GEN-04).
    pub number: u8,
    /// The levels that were bought (OD6-PROF-02).
    pub training: Levels,
    /// What every soldier carries.
    pub kit: Kit,
    /// Armour that is paid for; free armour goes without saying.
    pub armor: Option<Armor>,
    /// The commander's extra levels of command (OD6-GEN-05).
    pub commander: u8,
    /// Those with more training and other weapons (OD6-GEN-06).
    pub specialists: SmallVec<[Specialist; 2]>,
    /// Walk and Run Rate as somebody printed them.
    pub printed_rates: Option<(Length, Length)>,
    /// The cost as somebody printed it.
    pub printed_cost: Option<i32>,
}

/// What soldiers of a squad are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// An entry of the troop lists, by its place in [`TROOPS`].
    Listed(u8),
    /// A type of the players' own, by its name (OD6-GEN-22).
    Own(Name),
}

/// What somebody carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kit {
    /// Guns, the usual one first.
    pub guns: SmallVec<[Gun; 2]>,
    /// A hand weapon.
    pub blade: Option<Blade>,
    /// Grenades.
    pub grenades: u8,
    /// Plastic explosives.
    pub plastics: u8,
}

/// A specialist of a squad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Specialist {
    /// His levels on top of the squad's.
    pub training: Levels,
    /// What he carries besides what the squad does.
    pub kit: Kit,
}

impl Kind {
    /// The entry of the lists, for those that are in them.
    pub fn troop(&self) -> Option<&'static Troop> {
        match self {
            Kind::Listed(index) => TROOPS.get(usize::from(*index)),
            Kind::Own(_) => None,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Kind::Own(name) => name,
            Kind::Listed(_) => self.troop().map_or("soldier", |troop| troop.name),
        }
    }
}

impl Enlisted {
    /// The entry of the lists, for squads of a listed type.
    pub fn troop(&self) -> Option<&'static Troop> {
        self.kind.troop()
    }

    /// Armour that is part of the printed attributes (OD6-GEN-13).
    pub fn free_armor(&self) -> Option<Armor> {
        match self.troop()?.wear {
            Wear::Free(armor) => Some(armor),
            Wear::None | Wear::Any | Wear::Only(_) => None,
        }
    }

    /// What the soldiers wear, free or paid for.
    pub fn worn(&self) -> Option<Armor> {
        self.free_armor().or(self.armor)
    }

    /// The attributes with whatever the soldiers wear (OD6-PROF-12 to 14).
    pub fn worn_attributes(&self) -> [u8; 6] {
        let mut attributes = self.attributes;
        if let (None, Some(armor)) = (self.free_armor(), self.armor) {
            let (strength, agility) = (Attribute::Strength as usize, Attribute::Agility as usize);
            attributes[strength] += armor.suit().strength;
            attributes[agility] = attributes[agility].saturating_sub(armor.suit().agility);
        }
        attributes
    }

    /// Strength without armour, for dealing damage (OD6-PROF-13).
    pub fn bare_strength(&self) -> u8 {
        let printed = self.attributes[Attribute::Strength as usize];
        let free = self.free_armor().map_or(0, |armor| armor.suit().strength);
        printed.saturating_sub(free)
    }

    /// A skill of the ordinary soldiers: the attribute and the training (OD6-PROF-02).
    pub fn skill(&self, skill: Skill) -> u8 {
        let attribute = self.worn_attributes()[skill.attribute() as usize];
        attribute + self.training[skill as usize]
    }

    /// The commander's command skill (OD6-GEN-05, OD6-GEN-17).
    pub fn command(&self) -> u8 {
        self.skill(Skill::Command) + self.commander
    }

    /// How far its soldiers walk: worked out from Move and the Agility they have in their
    /// armour (OD6-GEN-16).
    pub fn walk_rate(&self) -> Length {
        profile::walk_rate(self.movement, self.agility())
    }

    /// How far its soldiers run (OD6-GEN-16).
    pub fn run_rate(&self) -> Length {
        profile::run_rate(self.movement, self.agility())
    }

    fn agility(&self) -> u8 {
        self.worn_attributes()[Attribute::Agility as usize]
    }
}

impl Roster {
    /// A force that nobody has written down, for scenes.
    pub fn unwritten(name: &str) -> Roster {
        Roster { name: name.into(), allegiance: None, squads: Vec::new() }
    }

    /// What all squads cost together.
    pub fn points(&self) -> i32 {
        self.squads.iter().map(|squad| price(squad).total).sum()
    }
}

/// Reads a roster, or says everything that is wrong with it.
pub fn read(text: &str, _side: SideId, _agreed: &Agreed) -> Result<Roster, Vec<String>> {
    read::roster(text)
}

/// A roster's record sheets.
pub fn sheet(roster: &Roster, agreed: &Agreed) -> RosterSheet {
    sheet::sheet(roster, agreed)
}

/// The clause of the lists a squad comes from; types outside them are the players' own.
pub fn clause_of(squad: &Enlisted) -> Clause {
    squad.troop().map_or(Clause("OD6-GEN-22"), |troop| troop.clause)
}
