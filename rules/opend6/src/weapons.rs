//! The weapon charts (OD6-T-15, OD6-T-16).

use serde::{Deserialize, Serialize};
use tabletop::Length;

/// How far a weapon reaches, and how hard that makes a shot (OD6-T-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Band {
    /// Difficulty 6.
    Short,
    /// Difficulty 8.
    Medium,
    /// Difficulty 10.
    Long,
}

impl Band {
    /// The base difficulty (OD6-FIR-08).
    pub const fn difficulty(self) -> i32 {
        match self {
            Band::Short => 6,
            Band::Medium => 8,
            Band::Long => 10,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Band::Short => "short range",
            Band::Medium => "medium range",
            Band::Long => "long range",
        }
    }
}

/// One line of the ranged weapons chart; ranges are in inches (OD6-GEN-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is called.
    pub name: &'static str,
    /// Its Damage Strength.
    pub strength: u8,
    /// Short, medium and long range; each belongs to its band (OD6-FIR-07).
    pub ranges: [u16; 3],
    /// What it costs.
    pub cost: i32,
}

macro_rules! guns {
    ($($(#[$doc:meta])* $gun:ident = $name:literal, $strength:literal, $ranges:expr, $cost:literal;)*) => {
        /// The ranged weapons, grenades and explosives included.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Gun { $($(#[$doc])* $gun),* }

        impl Gun {
            /// All of them, in the order of the chart.
            pub const ALL: &'static [Gun] = &[$(Gun::$gun),*];

            /// Its line of the chart.
            pub const fn line(self) -> Line {
                match self {
                    $(Gun::$gun => Line {
                        name: $name, strength: $strength, ranges: $ranges, cost: $cost,
                    }),*
                }
            }
        }
    };
}

guns! {
    /// A tiny raygun.
    HoldOutRaygun = "Hold Out Raygun", 3, [2, 4, 6], 4;
    /// A raygun for sport.
    SportingRaygun = "Sporting Raygun", 3, [5, 15, 60], 6;
    /// A raygun pistol.
    RaygunPistol = "Raygun Pistol", 4, [5, 15, 60], 7;
    /// A heavy raygun pistol.
    HeavyRaygunPistol = "Heavy Raygun Pistol", 5, [4, 12, 25], 8;
    /// A raygun for hunting.
    HuntingRaygun = "Hunting Raygun", 4, [15, 50, 150], 14;
    /// A raygun rifle.
    RaygunRifle = "Raygun Rifle", 5, [15, 50, 150], 15;
    /// A raygun carbine.
    RaygunCarbine = "Raygun Carbine", 5, [12, 30, 125], 11;
    /// A repeating raygun that one man carries (OD6-SPW-10).
    RepeatingRaygun = "Repeating Raygun", 6, [15, 60, 150], 18;
    /// A repeating raygun on a tripod (OD6-SPW-11).
    TripodRepeatingRaygun = "Repeating Raygun (Tripod)", 6, [15, 60, 150], 23;
    /// A medium repeating raygun (OD6-SPW-13).
    MediumRepeatingRaygun = "Medium Repeating Raygun", 7, [30, 75, 200], 27;
    /// A heavy repeating raygun (OD6-SPW-13).
    HeavyRepeatingRaygun = "Heavy Repeating Raygun", 8, [38, 100, 250], 33;
    /// A crossbow.
    Crossbow = "Crossbow", 3, [5, 15, 25], 5;
    /// A longbow.
    Longbow = "Longbow", 3, [5, 15, 50], 5;
    /// A pistol with black powder.
    BlackPowderPistol = "Black Powder Pistol", 3, [2, 4, 6], 3;
    /// A musket.
    Musket = "Musket", 3, [5, 15, 50], 6;
    /// A rifle.
    Rifle = "Rifle", 3, [15, 50, 100], 13;
    /// A submachine gun.
    SubmachineGun = "Submachine Gun", 4, [5, 25, 50], 9;
    /// An energy crossbow.
    EnergyCrossbow = "Energy Crossbow", 4, [5, 15, 25], 7;
    /// A grenade.
    Grenade = "Grenade", 4, [4, 10, 20], 5;
    /// Plastic explosives; their strength is contested (OD6-Q-02).
    PlasticExplosives = "Plastic Explosives", 8, [2, 4, 6], 10;
}

impl Gun {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        self.line().name
    }

    /// `damage 5, 15/50/150`.
    pub fn words(self) -> String {
        let line = self.line();
        let [short, medium, long] = line.ranges;
        format!("damage {}, {short}/{medium}/{long}", line.strength)
    }

    /// Whether it is thrown at a point (OD6-GRN-01, OD6-PLX-01).
    pub const fn is_thrown(self) -> bool {
        matches!(self, Gun::Grenade | Gun::PlasticExplosives)
    }

    /// Whether it is carried in parts by two men and put together before it fires
    /// (OD6-SPW-01, 11, 13).
    pub const fn is_assembled(self) -> bool {
        matches!(
            self,
            Gun::TripodRepeatingRaygun | Gun::MediumRepeatingRaygun | Gun::HeavyRepeatingRaygun
        )
    }

    /// The band a distance falls in; none beyond long range (OD6-FIR-07).
    pub fn band(self, distance: Length) -> Option<Band> {
        let [short, medium, long] = self.line().ranges.map(|r| Length::inches(i32::from(r)));
        match distance {
            d if d <= short => Some(Band::Short),
            d if d <= medium => Some(Band::Medium),
            d if d <= long => Some(Band::Long),
            _ => None,
        }
    }
}

macro_rules! blades {
    ($($(#[$doc:meta])* $blade:ident = $name:literal, $damage:expr, $bonus:literal, $cost:literal;)*) => {
        /// The hand weapons.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Blade { $($(#[$doc])* $blade),* }

        impl Blade {
            /// All of them, in the order of the chart.
            pub const ALL: &'static [Blade] = &[$(Blade::$blade),*];

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $(Blade::$blade => $name),* }
            }

            /// What it does (OD6-CAS-22).
            pub const fn damage(self) -> Damage {
                match self { $(Blade::$blade => $damage),* }
            }

            /// What it adds to the roll (OD6-CAS-14 to 16).
            pub const fn bonus(self) -> i32 {
                match self { $(Blade::$blade => $bonus),* }
            }

            /// What it costs.
            pub const fn cost(self) -> i32 {
                match self { $(Blade::$blade => $cost),* }
            }
        }
    };
}

impl Blade {
    /// Its Damage Strength in the hands of somebody of such Strength (OD6-CAS-21, 22).
    pub fn strength(self, own: i32) -> i32 {
        match self.damage() {
            Damage::Plus(more) => own + i32::from(more),
            Damage::Flat(strength) => i32::from(strength),
        }
    }

    /// `damage 5, +2 to hit`: in the hands of somebody of such Strength (OD6-GEN-18).
    pub fn words(self, own: i32) -> String {
        format!("damage {}, {:+} to hit", self.strength(own), self.bonus())
    }
}

/// The Damage Strength of a hand weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The wielder's own Strength and so much more.
    Plus(u8),
    /// So much, whoever wields it.
    Flat(u8),
}

blades! {
    /// A club.
    Club = "Club", Damage::Plus(1), 1, 2;
    /// A totokia.
    Totokia = "Totokia", Damage::Plus(1), 1, 2;
    /// A spear.
    Spear = "Spear", Damage::Plus(1), 1, 2;
    /// An energy axe.
    EnergyAxe = "Energy Axe", Damage::Plus(2), 2, 4;
    /// An energy blade.
    EnergyBlade = "Energy Blade", Damage::Plus(2), 2, 4;
    /// An energized broad sword.
    BroadSword = "Energized Broad Sword", Damage::Flat(5), 4, 25;
}
