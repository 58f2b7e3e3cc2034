//! Ranged weapons: how far, how hard.

use serde::{Deserialize, Serialize};
use tabletop::Length;

use super::{GearRule, Weapon};

/// One of the three range bands of a ranged weapon (PUN-RNG-01 to 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RangeBand {
    /// Short.
    Short,
    /// Medium.
    Medium,
    /// Long.
    Long,
}

impl RangeBand {
    /// All of them, the nearest first.
    pub const ALL: [RangeBand; 3] = [RangeBand::Short, RangeBand::Medium, RangeBand::Long];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            RangeBand::Short => "short range",
            RangeBand::Medium => "medium range",
            RangeBand::Long => "long range",
        }
    }

    /// What it does to Precision (PUN-RNG-01 to 03), through a scope or not (PUN-B-25).
    pub const fn precision(self, scope: bool) -> i32 {
        match (self, scope) {
            (RangeBand::Short, false) | (RangeBand::Long, true) => 1,
            (RangeBand::Medium, false) => 0,
            (RangeBand::Long, false) | (RangeBand::Short, true) => -1,
            (RangeBand::Medium, true) => 2,
        }
    }
}

/// What a ranged weapon does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// How far it reaches.
    pub reach: Reach,
    /// What it does to whoever it hits.
    pub damage: Damage,
}

/// How far a ranged weapon reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reach {
    /// To the end of each of the three bands; a weapon without a long one has it end with the
    /// medium one.
    Bands([Length; 3]),
    /// So much for each point of the thrower's Strength, without bands (PUN-B-22).
    Thrown(Length),
    /// Along a straight line of this length (PUN-STE-02).
    Line(Length),
    /// As far as its template reaches (PUN-G-14).
    Template {
        /// From the firer's base to the far end.
        length: Length,
        /// How wide it is at the firer.
        near: Length,
        /// How wide it is at the far end.
        far: Length,
    },
}

/// What a ranged weapon does to whoever it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Damage {
    /// A Hit of this Penetration and Strength, for each band (PUN-RNG-05).
    Hit {
        /// Its Penetration.
        penetration: [u8; 3],
        /// Its Strength.
        strength: [Force; 3],
    },
    /// A Hit whose Strength follows from the Tech roll (PUN-STE-03).
    Scald,
    /// Nothing by itself: what bursts does the work.
    Burst,
}

/// The Strength of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Force {
    /// The weapon's.
    Weapon(u8),
    /// The thrower's, changed by so much (PUN-WPR-02).
    Thrower(i8),
}

impl Force {
    /// The Strength of a shot by a thrower of this Strength.
    pub fn of(self, thrower: i32) -> i32 {
        match self {
            Force::Weapon(strength) => i32::from(strength),
            Force::Thrower(change) => thrower + i32::from(change),
        }
    }
}

impl Shot {
    /// The farthest it reaches, fired by somebody of this Strength, with so much added to every
    /// range by pumping (PUN-PUM-01).
    pub fn farthest(&self, strength: i32, pumped: Length) -> Length {
        match self.reach {
            Reach::Bands([_, _, long]) => long + pumped,
            Reach::Thrown(each) => each * strength.max(0) + pumped,
            Reach::Line(length) | Reach::Template { length, .. } => length + pumped,
        }
    }

    /// Whether a shot over a distance is judged by bands, and in which it falls: a distance on the
    /// limit belongs to the nearer band (PUN-RNG-06). Nothing for a shot out of reach.
    pub fn band(&self, within: impl Fn(Length) -> bool, pumped: Length) -> Option<RangeBand> {
        let Reach::Bands(ends) = self.reach else { return None };
        RangeBand::ALL.into_iter().find(|band| within(ends[*band as usize] + pumped))
    }
}

impl Weapon {
    /// Its Penetration in a band, Rust reckoned in (PUN-RUS-01, PUN-Q-53).
    pub fn penetration(&self, band: RangeBand) -> u8 {
        let Some(Damage::Hit { penetration, .. }) = self.shot().map(|s| s.damage) else { return 0 };
        penetration[band as usize].saturating_sub(u8::from(self.has(GearRule::Rust)))
    }

    /// The Strength of its shot in a band by a shooter of this Strength; none where it deals no
    /// such Hit.
    pub fn strength(&self, band: RangeBand, shooter: i32) -> Option<i32> {
        match self.shot()?.damage {
            Damage::Hit { strength, .. } => Some(strength[band as usize].of(shooter)),
            Damage::Scald | Damage::Burst => None,
        }
    }
}
