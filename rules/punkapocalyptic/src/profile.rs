//! Chapter 1: what a model is. Attributes, the special rules of models, and the cast of a match.

use std::sync::Arc;

use engine::SideId;
use serde::{Deserialize, Serialize};
use tabletop::Length;

use crate::gear::Kit;
use crate::words::words;

/// A name that is shared instead of copied.
pub type Name = Arc<str>;

/// Radius of the base of most models: 25 mm across (PUN-G-02).
pub const BASE: Length = Length::micrometres(12_500);
/// Radius of the base of beasts and riders: 40 mm across (PUN-G-02).
pub const LARGE_BASE: Length = Length::millimetres(20);
/// Height of most models (PUN-G-02).
pub const HEIGHT: Length = Length::cents(120);
/// Height of beasts on a large base (PUN-G-02).
pub const BEAST_HEIGHT: Length = Length::cents(140);
/// Height of riders (PUN-G-02).
pub const RIDER_HEIGHT: Length = Length::cents(160);

/// One of the seven attributes (PUN-ATT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Attribute {
    /// How much it can do in its Action Turn (PUN-ATT-05).
    Actions,
    /// Hand to hand.
    Combat,
    /// Shooting.
    Precision,
    /// Acting order, and getting about.
    Agility,
    /// Hits in close combat.
    Strength,
    /// Against Hits.
    Toughness,
    /// Devices.
    Tech,
}

impl Attribute {
    /// All of them, in the order of a profile.
    pub const ALL: [Attribute; 7] = [
        Attribute::Actions,
        Attribute::Combat,
        Attribute::Precision,
        Attribute::Agility,
        Attribute::Strength,
        Attribute::Toughness,
        Attribute::Tech,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::Actions => "Actions",
            Attribute::Combat => "Combat",
            Attribute::Precision => "Precision",
            Attribute::Agility => "Agility",
            Attribute::Strength => "Strength",
            Attribute::Toughness => "Toughness",
            Attribute::Tech => "Tech",
        }
    }

    /// How it is headed in a profile.
    pub const fn short(self) -> &'static str {
        match self {
            Attribute::Actions => "A",
            Attribute::Combat => "C",
            Attribute::Precision => "P",
            Attribute::Agility => "Ag",
            Attribute::Strength => "S",
            Attribute::Toughness => "T",
            Attribute::Tech => "Tc",
        }
    }

    /// Whether a model is Downed when it has none of it left (PUN-ATT-04).
    pub const fn is_physical(self) -> bool {
        matches!(self, Attribute::Agility | Attribute::Strength | Attribute::Toughness)
    }
}

/// A profile: every attribute from 1 to 10, or none where the book prints a dash and the attribute
/// cannot be used at all (PUN-ATT-01 to 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile([Option<u8>; 7]);

impl Profile {
    /// The profile of these values, in the order of `Attribute::ALL`.
    pub const fn new(values: [Option<u8>; 7]) -> Profile {
        Profile(values)
    }

    /// An attribute; none if it cannot be used.
    pub const fn get(&self, attribute: Attribute) -> Option<u8> {
        self.0[attribute as usize]
    }

    /// An attribute as a number to reckon with; nothing at all if it cannot be used.
    pub fn value(&self, attribute: Attribute) -> i32 {
        self.get(attribute).map_or(0, i32::from)
    }

    /// Sets an attribute.
    pub fn set(&mut self, attribute: Attribute, value: Option<u8>) {
        self.0[attribute as usize] = value;
    }

    /// Raises an attribute for good; one that cannot be used stays so.
    pub fn raise(&mut self, attribute: Attribute, by: u8) {
        if let Some(value) = &mut self.0[attribute as usize] {
            *value = value.saturating_add(by);
        }
    }

    /// How many Actions it has in an Action Turn.
    pub fn actions(&self) -> u8 {
        self.get(Attribute::Actions).unwrap_or(0)
    }
}

words! {
    /// A special rule of a model.
    ModelRule,
    /// The special rules of a model.
    ModelRules {
        /// No objectives, delays, climbing, looting or devices.
        Beast = "Beast" in "PUN-BEA-01",
        /// Fights on for one more set of Actions when Downed.
        Berserk = "Berserk" in "PUN-BER-01",
        /// Goes for the nearest enemy it sees.
        Bloodthirst = "Bloodthirst" in "PUN-BLO-01",
        /// Strikes harder the longer its charge was.
        BrutalCharge = "Brutal charge" in "PUN-B-06",
        /// Its Cover is harder to avoid.
        Camouflage = "Camouflage" in "PUN-CAM-01",
        /// Climbs well.
        Creeper = "Creeper" in "PUN-CRE-01",
        /// Arrives later, from hiding.
        Infiltration = "Infiltration" in "PUN-INF-01",
        /// Leaps in all directions.
        Jump = "Jump" in "PUN-JUM-01",
        /// No objectives, delays, looting or devices.
        Mong = "Mong" in "PUN-MON-01",
        /// Has an easier time with Gas and Contaminated terrain.
        Mutard = "Mutard" in "PUN-B-07",
        /// Bad ground is better ground.
        Offroad = "Offroad" in "PUN-OFF-01",
        /// Comes in packs.
        Pack = "Pack" in "PUN-PAC-01",
        /// Holds on to one rival.
        PrehensileLimb = "Prehensile limb" in "PUN-B-06",
        /// Rides: no objectives, no climbing, shoots badly.
        Rider = "Rider" in "PUN-RID-01",
        /// Sees all around.
        Sonar = "Sonar" in "PUN-B-06",
        /// Hard to get away from.
        Sticky = "Sticky" in "PUN-B-06",
        /// Six inches a Movement Action.
        Swift = "Swift" in "PUN-SWI-01",
    }
}

/// Who a model is: all about it that never changes in a match, and what it starts with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Character {
    /// Whose it is.
    pub side: SideId,
    /// What it is called.
    pub name: Name,
    /// What kind of troop it is.
    pub troop: Name,
    /// What it costs with its equipment, bullets apart (PUN-SC0-07).
    pub cost: i32,
    /// Its attributes, mutations included; Cumbersome gear is reckoned with what it carries.
    pub profile: Profile,
    /// Its special rules, with those of its mutations and its bike.
    pub rules: ModelRules,
    /// The X of Poison (X), if whatever it strikes with is poisoned (PUN-POI-01).
    pub poison: Option<u8>,
    /// Armour that it was born with or grew.
    pub skin: u8,
    /// Radius of its base.
    pub base: Length,
    /// How tall it stands.
    pub height: Length,
    /// Which of its side's packs it belongs to (PUN-PAC-01).
    pub pack: Option<u8>,
    /// What it carries when the match begins.
    pub kit: Kit,
}

impl Character {
    /// Somebody who is not there, to whom a number belongs all the same (PUN-SC0-03).
    pub fn nobody(side: SideId) -> Character {
        let mut rules = ModelRules::NONE;
        rules.add(ModelRule::Infiltration);
        Character {
            side,
            name: "".into(),
            troop: "".into(),
            cost: 0,
            profile: Profile::new([None; 7]),
            rules,
            poison: None,
            skin: 0,
            base: BASE,
            height: HEIGHT,
            pack: None,
            kit: Kit::default(),
        }
    }

    /// Whether it is not there.
    pub fn is_nobody(&self) -> bool {
        self.name.is_empty()
    }

    /// Whether it has a special rule.
    pub fn has(&self, rule: ModelRule) -> bool {
        self.rules.has(rule)
    }
}
