//! Chapter 1: what a soldier is: attributes, skills, weapons.

use engine::SideId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Length;

use crate::state::SquadId;
use crate::weapons::{Blade, Gun};

/// A short text that is shared between states.
pub type Name = std::sync::Arc<str>;

/// The six attributes (OD6-PROF-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Attribute {
    /// Agility.
    Agility,
    /// Knowledge.
    Knowledge,
    /// Mechanical.
    Mechanical,
    /// Perception.
    Perception,
    /// Strength.
    Strength,
    /// Technical.
    Technical,
}

impl Attribute {
    /// All of them, in the order of the record sheet.
    pub const ALL: [Attribute; 6] = [
        Attribute::Agility,
        Attribute::Knowledge,
        Attribute::Mechanical,
        Attribute::Perception,
        Attribute::Strength,
        Attribute::Technical,
    ];

    /// The abbreviation of the lists.
    pub const fn short(self) -> &'static str {
        match self {
            Attribute::Agility => "AGI",
            Attribute::Knowledge => "KNO",
            Attribute::Mechanical => "MEC",
            Attribute::Perception => "PER",
            Attribute::Strength => "STR",
            Attribute::Technical => "TEC",
        }
    }
}

macro_rules! skills {
    ($($(#[$doc:meta])* $skill:ident = $name:literal, $attribute:ident;)*) => {
        /// The skills (OD6-PROF-03 to 08).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Skill { $($(#[$doc])* $skill),* }

        impl Skill {
            /// All of them, in the order of the record sheet.
            pub const ALL: [Skill; Skill::COUNT] = [$(Skill::$skill),*];
            /// How many there are.
            pub const COUNT: usize = [$(Skill::$skill),*].len();

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $(Skill::$skill => $name),* }
            }

            /// The attribute it belongs to (OD6-PROF-02).
            pub const fn attribute(self) -> Attribute {
                match self { $(Skill::$skill => Attribute::$attribute),* }
            }
        }
    };
}

skills! {
    /// Fighting unarmed.
    Brawling = "brawling", Agility;
    /// Every gun one person can carry.
    Firearms = "firearms", Agility;
    /// Flamethrowers, a weapon of the advanced game.
    Flamethrower = "flamethrower", Agility;
    /// Any hand weapon.
    MeleeCombat = "melee combat", Agility;
    /// Missiles, weapons of the advanced game.
    MissileWeapons = "missile weapons", Agility;
    /// Mounts, of the advanced game.
    Riding = "riding", Agility;
    /// Grenades and whatever else is thrown.
    Throwing = "throwing", Agility;
    /// Living off the land, in the advanced game.
    Survival = "survival", Knowledge;
    /// Big guns.
    Gunnery = "gunnery", Mechanical;
    /// Lifts and walkers; of no use on the table (OD6-Q-52).
    LiftOperations = "lift operations", Mechanical;
    /// Aircraft, which the game does not have.
    Piloting = "piloting", Mechanical;
    /// Vehicles, which the game does not have.
    VehicleOperation = "vehicle operation", Mechanical;
    /// Leading.
    Command = "command", Perception;
    /// Finding what is hidden, in the advanced game.
    Search = "search", Perception;
    /// Hiding, in the advanced game.
    Sneak = "sneak", Perception;
    /// Swimming, in the advanced game.
    Swim = "swim", Strength;
    /// Explosives, in the advanced game.
    Demolitions = "demolitions", Technical;
    /// Tending wounds, in the advanced game.
    Medicine = "medicine", Technical;
}

/// How good a squad is (OD6-PROF-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Morale 5.
    Average,
    /// Morale 6.
    Veteran,
    /// Morale 7.
    Elite,
}

impl Quality {
    /// Starting morale (OD6-MOR-01).
    pub const fn morale(self) -> u8 {
        match self {
            Quality::Average => 5,
            Quality::Veteran => 6,
            Quality::Elite => 7,
        }
    }

    /// What it costs for each soldier (OD6-GEN-02).
    pub const fn cost(self) -> i32 {
        match self {
            Quality::Average => 0,
            Quality::Veteran => 10,
            Quality::Elite => 20,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Quality::Average => "average",
            Quality::Veteran => "veteran",
            Quality::Elite => "elite",
        }
    }
}

/// What a soldier is in his squad (OD6-SQD-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// One of many.
    Ordinary,
    /// Its leader.
    Commander,
    /// Somebody with more training and usually another weapon.
    Specialist,
}

/// A soldier as he was made; [`crate::state::Model`] says how he is. Everything is his own, and
/// not his squad's, because heroes and creatures of the advanced game will be squads of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Soldier {
    /// What he is called: unique within the match.
    pub name: Name,
    /// Whose he is.
    pub side: SideId,
    /// The squad he belongs to.
    pub squad: SquadId,
    /// What he is in it.
    pub role: Role,
    /// The attributes in the order of [`Attribute::ALL`], armour included (OD6-PROF-12).
    pub attributes: [u8; 6],
    /// Strength without armour, for dealing damage in close assault (OD6-PROF-13).
    pub bare_strength: u8,
    /// The skills in the order of [`Skill::ALL`], training included.
    pub skills: [u8; Skill::COUNT],
    /// How far he moves before Agility counts (OD6-MOV-01).
    pub movement: u8,
    /// Guns he can fire alone, the usual one first.
    pub guns: SmallVec<[Gun; 2]>,
    /// What he fights with in close assault, besides his hands.
    pub blade: Option<Blade>,
    /// Grenades he starts with.
    pub grenades: u8,
    /// Plastic explosives he starts with.
    pub plastics: u8,
}

impl Soldier {
    /// An attribute.
    pub fn attribute(&self, attribute: Attribute) -> u8 {
        self.attributes[attribute as usize]
    }

    /// A skill, training included.
    pub fn skill(&self, skill: Skill) -> u8 {
        self.skills[skill as usize]
    }

    /// How far he walks.
    pub fn walk_rate(&self) -> Length {
        walk_rate(self.movement, self.attribute(Attribute::Agility))
    }

    /// How far he runs.
    pub fn run_rate(&self) -> Length {
        run_rate(self.movement, self.attribute(Attribute::Agility))
    }
}

/// How far somebody walks: half his Move and his Agility, never rounded (OD6-MOV-01, 02).
pub fn walk_rate(movement: u8, agility: u8) -> Length {
    Length::inches(i32::from(movement)) / 2 + Length::inches(i32::from(agility))
}

/// How far somebody runs: his Move and his Agility (OD6-MOV-01).
pub fn run_rate(movement: u8, agility: u8) -> Length {
    Length::inches(i32::from(movement)) + Length::inches(i32::from(agility))
}
