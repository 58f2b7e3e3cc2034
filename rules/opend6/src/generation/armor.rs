//! The armour chart (OD6-T-17).

use serde::{Deserialize, Serialize};

/// What a suit of armour does and costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suit {
    /// What it is called.
    pub name: &'static str,
    /// What it adds to Strength, against damage only (OD6-PROF-13).
    pub strength: u8,
    /// What it takes from Agility and every skill under it (OD6-PROF-14).
    pub agility: u8,
    /// What it costs.
    pub cost: i32,
}

macro_rules! suits {
    ($($(#[$doc:meta])* $armor:ident = $name:literal, $strength:literal, $agility:literal, $cost:literal;)*) => {
        /// The kinds of armour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Armor { $($(#[$doc])* $armor),* }

        impl Armor {
            /// All of them, in the order of the chart.
            pub const ALL: &'static [Armor] = &[$(Armor::$armor),*];

            /// Its line of the chart.
            pub const fn suit(self) -> Suit {
                match self {
                    $(Armor::$armor => Suit {
                        name: $name, strength: $strength, agility: $agility, cost: $cost,
                    }),*
                }
            }
        }
    };
}

suits! {
    /// Worn by bounty hunters.
    BountyHunter = "Bounty Hunter", 1, 1, 10;
    /// Worn by the government's guards.
    HighGuard = "Evil Government High Guard", 1, 0, 25;
    /// Worn in deserts.
    DesertSoldier = "Desert Soldier", 1, 1, 10;
    /// Worn by scouts.
    ScoutingSoldier = "Scouting Soldier", 1, 0, 25;
    /// Worn in the cold.
    ArcticSoldier = "Arctic Soldier", 1, 1, 10;
    /// Worn in space.
    SpaceSoldier = "Space Soldier", 3, 1, 50;
    /// Worn by storming parties.
    AssaultSoldier = "Assault Soldier", 1, 1, 10;
}

impl Armor {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        self.suit().name
    }
}
