//! Chapter 2 and the gear of chapter 12: what a model is and carries.

use std::sync::Arc;

use engine::SideId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Length;

use crate::dice::Pool;

/// A name that is shared instead of copied.
pub type Name = Arc<str>;

/// The six stats (REQ-PROF-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats {
    /// Inches it may move in an activation.
    pub movement: u8,
    /// Rolled to shoot.
    pub ranged: Pool,
    /// Rolled to strike.
    pub melee: Pool,
    /// Rolled against every attack.
    pub defense: Pool,
    /// Rolled to keep one's wits.
    pub willpower: Pool,
    /// Wounds it can take before it is removed.
    pub wounds: u8,
}

impl Stats {
    /// A standard human (REQ-PROF-08).
    pub const HUMAN: Stats = Stats {
        movement: 4,
        ranged: Pool::new(2, 2),
        melee: Pool::new(2, 2),
        defense: Pool::new(2, 2),
        willpower: Pool::new(2, 2),
        wounds: 2,
    };
}

/// How many hands a weapon takes (REQ-GEAR-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hands {
    /// One.
    One,
    /// Two.
    Two,
    /// None.
    Free,
}

/// A special rule of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// Makes several attacks at one target (REQ-GEAR-05).
    Repeater(u8),
    /// Attacks everybody around the target (REQ-GEAR-07).
    Blast(u8),
    /// Ignores cover (REQ-GEAR-10).
    NeutralizeCover,
    /// May cost the target an activation (REQ-GEAR-11).
    Stun,
    /// Cannot be fired by a model that moves (REQ-GEAR-14).
    Stationary,
    /// A pip on each die of the attack (REQ-GEAR-15).
    Buckshot,
    /// One roll against two enemies (REQ-GEAR-16).
    WideArc,
    /// One die may be rolled again (REQ-GEAR-17).
    RerollOne,
}

/// A weapon (REQ-GEAR-02, 03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Weapon {
    /// What it is called.
    pub name: Name,
    /// What it adds to the attack.
    pub bonus: Pool,
    /// Pips on each kept die of the attack.
    pub pips: i8,
    /// Its range; none for a melee weapon.
    pub range: Option<Length>,
    /// The hands it takes.
    pub hands: Hands,
    /// Its special rules.
    pub traits: SmallVec<[Trait; 2]>,
}

impl Weapon {
    /// Whether it shoots.
    pub fn is_ranged(&self) -> bool {
        self.range.is_some()
    }

    /// Whether it has a special rule.
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// How many attacks it makes at its target.
    pub fn shots(&self) -> u8 {
        let repeater = |t: &Trait| if let Trait::Repeater(n) = t { Some(*n) } else { None };
        self.traits.iter().find_map(repeater).unwrap_or(1)
    }

    /// The radius of its blast.
    pub fn blast(&self) -> Option<Length> {
        let blast = |t: &Trait| if let Trait::Blast(n) = t { Some(i32::from(*n)) } else { None };
        self.traits.iter().find_map(blast).map(Length::inches)
    }
}

/// Armor (REQ-GEAR-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Armor {
    /// What it is called.
    pub name: Name,
    /// What it adds to Defense.
    pub bonus: Pool,
    /// Pips on each kept Defense die.
    pub pips: i8,
}

/// A personal rule (REQ-T-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Skill {
    /// Move 5 (REQ-GEAR-21).
    Sprint,
    /// Rerolls ones in melee attacks (REQ-GEAR-18).
    HandOfDoom,
    /// A pip in melee once the leader is gone (REQ-GEAR-19).
    VengeanceIsMine,
    /// Rerolls one die of a shot while the leader looks on (REQ-GEAR-20).
    SpiritualGuidance,
    /// A danger to whoever comes near (REQ-COND-06).
    Contaminated,
}

/// A psi power (REQ-X-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Power {
    /// One wound.
    MindSpike,
    /// The target is stunned.
    Static,
    /// The target is pushed away.
    Shove,
    /// The target must run.
    Dread,
    /// The psyker is hard to see.
    Veil,
    /// A stunned friend recovers.
    Bolster,
}

/// A model as its roster describes it; none of this changes during play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Character {
    /// What it is called.
    pub name: Name,
    /// Whose it is.
    pub side: SideId,
    /// Its stat line, skills such as Sprint included.
    pub stats: Stats,
    /// Its weapons.
    pub weapons: SmallVec<[Weapon; 3]>,
    /// Its armor.
    pub armor: SmallVec<[Armor; 1]>,
    /// Its personal rules.
    pub skills: SmallVec<[Skill; 2]>,
    /// Its psi powers.
    pub powers: SmallVec<[Power; 2]>,
    /// Whether it leads the band: the Choir Master of the Choir's skills.
    pub leader: bool,
    /// What it costs (REQ-X-01).
    pub points: i32,
}

impl Character {
    /// A standard human with nothing in its hands (REQ-PROF-08).
    pub fn human(name: &str, side: SideId) -> Character {
        Character {
            name: name.into(),
            side,
            stats: Stats::HUMAN,
            weapons: SmallVec::new(),
            armor: SmallVec::new(),
            skills: SmallVec::new(),
            powers: SmallVec::new(),
            leader: false,
            points: 0,
        }
    }

    /// Whether it has a skill.
    pub fn can(&self, skill: Skill) -> bool {
        self.skills.contains(&skill)
    }

    /// Its ranged weapons, with their place in the list.
    pub fn guns(&self) -> impl Iterator<Item = (usize, &Weapon)> {
        self.weapons.iter().enumerate().filter(|(_, w)| w.is_ranged())
    }

    /// Its melee weapons, with their place in the list.
    pub fn blades(&self) -> impl Iterator<Item = (usize, &Weapon)> {
        self.weapons.iter().enumerate().filter(|(_, w)| !w.is_ranged())
    }
}

impl Trait {
    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Trait::Repeater(n) => format!("repeater {n}"),
            Trait::Blast(n) => format!("blast {n}"),
            Trait::NeutralizeCover => "neutralize cover".to_owned(),
            Trait::Stun => "stun".to_owned(),
            Trait::Stationary => "stationary".to_owned(),
            Trait::Buckshot => "buckshot".to_owned(),
            Trait::WideArc => "wide arc".to_owned(),
            Trait::RerollOne => "reroll one".to_owned(),
        }
    }
}
