//! Chapter 12: figures, their class, rank, armour and gear; chapter 1: the seven orders.

use std::sync::Arc;

use engine::{Clause, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Length;

use crate::vehicles::Make;
use crate::weapons::{GunId, HandId, known};

/// A name that is shared instead of copied.
pub type Name = Arc<str>;

/// A group, by its place in the list of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u8);

impl GroupId {
    /// Its place in the list of groups.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What kind of figure it is (KZ-T-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A trooper (KZ-FIG-07).
    Trooper,
    /// Law enforcement (KZ-FIG-08).
    Law,
    /// A rebel (KZ-FIG-09).
    Rebel,
    /// A scavenger (KZ-FIG-10).
    Scavenger,
    /// A savage (KZ-FIG-11).
    Savage,
    /// A cyborg (KZ-FIG-06).
    Cyborg,
    /// A zombie (KZ-X-30).
    Zombie,
    /// Not a figure but what figures ride in (KZ-X-19).
    Vehicle,
}

impl Class {
    /// All that figures can be, with the words they go by.
    pub const ALL: [(Class, &'static str); 8] = [
        (Class::Trooper, "trooper"),
        (Class::Law, "law"),
        (Class::Rebel, "rebel"),
        (Class::Scavenger, "scavenger"),
        (Class::Savage, "savage"),
        (Class::Cyborg, "cyborg"),
        (Class::Zombie, "zombie"),
        (Class::Vehicle, "vehicle"),
    ];

    /// The word it goes by.
    pub fn name(self) -> &'static str {
        Class::ALL.iter().find(|(class, _)| *class == self).map_or("figure", |(_, name)| name)
    }
}

/// What a figure is in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// One of them.
    Plain,
    /// The sub-leader (KZ-FIG-03).
    SubLeader,
    /// The leader (KZ-FIG-02).
    Leader,
    /// A Hero, who operates alone (KZ-FIG-04, 05).
    Hero,
}

impl Rank {
    /// The word it goes by.
    pub fn name(self) -> &'static str {
        match self {
            Rank::Plain => "plain",
            Rank::SubLeader => "sub-leader",
            Rank::Leader => "leader",
            Rank::Hero => "hero",
        }
    }
}

/// What a figure wears (KZ-T-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Armour {
    /// Nothing worth mentioning.
    None,
    /// Light armour.
    Light,
    /// Medium armour.
    Medium,
    /// Heavy armour.
    Heavy,
    /// Power armour.
    Power,
}

impl Armour {
    /// All of them, with the words they go by.
    pub const ALL: [(Armour, &'static str); 5] = [
        (Armour::None, "no armour"),
        (Armour::Light, "light armour"),
        (Armour::Medium, "medium armour"),
        (Armour::Heavy, "heavy armour"),
        (Armour::Power, "power armour"),
    ];

    /// The word it goes by.
    pub fn name(self) -> &'static str {
        Armour::ALL.iter().find(|(armour, _)| *armour == self).map_or("armour", |(_, name)| name)
    }

    /// What it costs (KZ-T-04).
    pub fn cost(self) -> i32 {
        match self {
            Armour::None => 0,
            Armour::Light => 4,
            Armour::Medium => 5,
            Armour::Heavy => 8,
            Armour::Power => 93,
        }
    }
}

/// How hard a target is to kill and to suppress (KZ-T-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toughness {
    /// At or above this it is killed.
    pub kill: i32,
    /// At or above this it is suppressed.
    pub suppress: i32,
}

/// An order (KZ-T-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Move and shoot, rapid fire, many targets (KZ-ORD-02).
    Shoot,
    /// Doubled initiative (KZ-ORD-03).
    StaySharp,
    /// Harder to hit and to kill (KZ-ORD-04).
    KeepDown,
    /// Hand-to-hand (KZ-ORD-05).
    Assault,
    /// Move or take an aimed shot (KZ-ORD-06, KZ-Q-01).
    Snipe,
    /// Just run (KZ-ORD-07).
    Run,
    /// For rebels (KZ-ORD-08).
    HitAndRun,
}

impl Order {
    /// All seven.
    pub const ALL: [Order; 7] = [
        Order::Shoot,
        Order::StaySharp,
        Order::KeepDown,
        Order::Assault,
        Order::Snipe,
        Order::Run,
        Order::HitAndRun,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Order::Shoot => "Shoot",
            Order::StaySharp => "Stay Sharp",
            Order::KeepDown => "Keep Down",
            Order::Assault => "Assault",
            Order::Snipe => "Snipe",
            Order::Run => "Run",
            Order::HitAndRun => "Hit & Run",
        }
    }

    /// How far it lets a figure move (KZ-T-01).
    pub fn movement(self) -> Length {
        Length::inches(match self {
            Order::Shoot | Order::Assault | Order::Snipe => 8,
            Order::StaySharp => 6,
            Order::KeepDown => 4,
            Order::Run => 14,
            Order::HitAndRun => 10,
        })
    }

    /// What it allows, in a few words (KZ-T-01).
    pub fn summary(self) -> &'static str {
        match self {
            Order::Shoot => "8 inches and rapid fire",
            Order::StaySharp => "initiative doubled, 6 inches and one shot",
            Order::KeepDown => "harder to hit and to kill, 4 inches and one shot",
            Order::Assault => "8 inches, one shot, hand-to-hand with a doubled score",
            Order::Snipe => "8 inches or one aimed shot",
            Order::Run => "14 inches and no shot",
            Order::HitAndRun => "10 inches and one shot",
        }
    }

    /// Whether it allows rapid fire at many targets (KZ-ORD-02, KZ-Q-36).
    pub fn is_rapid(self) -> bool {
        self == Order::Shoot
    }

    /// Whether it allows shooting at all.
    pub fn shoots(self) -> bool {
        self != Order::Run
    }

    /// The rule behind it.
    pub fn clause(self) -> Clause {
        Clause(match self {
            Order::Shoot => "KZ-ORD-02",
            Order::StaySharp => "KZ-ORD-03",
            Order::KeepDown => "KZ-ORD-04",
            Order::Assault => "KZ-ORD-05",
            Order::Snipe => "KZ-ORD-06",
            Order::Run => "KZ-ORD-07",
            Order::HitAndRun => "KZ-ORD-08",
        })
    }
}

/// Things that are used up: what, and how many at the start.
pub type Stock = SmallVec<[(GunId, u8); 2]>;

/// Who a figure is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Character {
    /// Its name.
    pub name: Name,
    /// Whose it is.
    pub side: SideId,
    /// The group it belongs to.
    pub group: GroupId,
    /// What kind of figure it is.
    pub class: Class,
    /// What it is in its group.
    pub rank: Rank,
    /// What it wears.
    pub armour: Armour,
    /// Whether it has a headset (KZ-FIG-12).
    pub headset: bool,
    /// Whether it bought a night sight (KZ-FIG-13).
    pub night_sight: bool,
    /// Whether it bought a sniper scope (KZ-FIG-13).
    pub scope: bool,
    /// Whether it wears a stealth suit (KZ-FIG-13).
    pub stealth: bool,
    /// Its guns.
    pub guns: SmallVec<[GunId; 2]>,
    /// What it carries that is used up.
    pub stock: Stock,
    /// Its hand weapons.
    pub hands: SmallVec<[HandId; 2]>,
    /// What kind of vehicle it is, if it is one.
    pub make: Option<Make>,
    /// What it costs.
    pub points: i32,
}

impl Character {
    /// A basic figure of a class, with whatever that class always has (KZ-FIG-01, 07).
    pub fn basic(name: &str, side: SideId, group: GroupId, class: Class) -> Character {
        let trooper = class == Class::Trooper;
        Character {
            name: name.into(),
            side,
            group,
            class,
            rank: Rank::Plain,
            armour: if trooper { Armour::Light } else { Armour::None },
            headset: trooper,
            night_sight: false,
            scope: false,
            stealth: false,
            guns: SmallVec::new(),
            stock: SmallVec::new(),
            hands: SmallVec::new(),
            make: None,
            points: 0,
        }
    }

    /// Whether it is a Hero.
    pub fn is_hero(&self) -> bool {
        self.rank == Rank::Hero
    }

    /// Whether it is a cyborg.
    pub fn is_cyborg(&self) -> bool {
        self.class == Class::Cyborg
    }

    /// Whether it is a zombie.
    pub fn is_zombie(&self) -> bool {
        self.class == Class::Zombie
    }

    /// Whether it is a vehicle and no figure.
    pub fn is_vehicle(&self) -> bool {
        self.class == Class::Vehicle
    }

    /// Whether it wears power armour.
    pub fn is_powered(&self) -> bool {
        self.armour == Armour::Power
    }

    /// Whether it sees in the dark (KZ-DARK-03 to 05).
    pub fn sees_at_night(&self) -> bool {
        self.night_sight || self.is_cyborg() || self.is_powered()
    }

    /// Whether it has a sighting aid (KZ-FIRE-04).
    pub fn has_sighting_aid(&self) -> bool {
        self.scope || self.is_cyborg() || self.is_powered()
    }

    /// Its line of the armour table (KZ-T-04).
    pub fn toughness(&self) -> Toughness {
        let (kill, suppress) = match (self.class, self.make, self.armour) {
            (_, Some(make), _) => make.toughness(),
            (Class::Zombie, ..) => (9, 8),
            (.., Armour::Power) => (16, 10),
            (Class::Cyborg, ..) => (14, 8),
            (.., Armour::None) => (7, 1),
            (.., Armour::Light) => (9, 3),
            (.., Armour::Medium) => (11, 5),
            (.., Armour::Heavy) => (13, 7),
        };
        Toughness { kill, suppress }
    }

    /// Hand-to-hand dice without weapons (KZ-H2H-04, KZ-Q-30).
    pub fn fight_dice(&self) -> u8 {
        match (self.is_powered(), self.is_hero() || self.is_cyborg()) {
            (true, true) => 3,
            (true, false) | (false, true) => 2,
            (false, false) => 1,
        }
    }

    /// What is taken off the kill score when it loses (KZ-T-06, KZ-X-30).
    pub fn loser_modifiers(&self) -> SmallVec<[(i32, &'static str, Clause); 2]> {
        let worn = match (self.class, self.armour) {
            (Class::Zombie, _) => Some((-2, "zombie", "KZ-X-30")),
            (_, Armour::Power) => Some((-6, "power armour", "KZ-T-06")),
            (Class::Cyborg, _) => Some((-6, "cyborg", "KZ-T-06")),
            (_, Armour::Heavy) => Some((-4, "heavy armour", "KZ-T-06")),
            (_, Armour::Medium) => Some((-3, "medium armour", "KZ-T-06")),
            (_, Armour::Light) => Some((-2, "light armour", "KZ-T-06")),
            (_, Armour::None) => None,
        };
        let hero = self.is_hero().then_some((-2, "Hero", "KZ-FIG-04"));
        worn.into_iter().chain(hero).map(|(by, why, id)| (by, why, Clause(id))).collect()
    }

    /// Whether an order is open to it by what it is (KZ-T-01).
    pub fn may_have(&self, order: Order) -> Result<(), (Clause, &'static str)> {
        let powered = self.is_powered();
        let cyborg = self.is_cyborg();
        let barred = match order {
            Order::Shoot | Order::Assault => None,
            Order::StaySharp => cyborg.then_some("cyborgs do not"),
            Order::KeepDown => powered.then_some("power armour does not"),
            Order::Snipe | Order::Run | Order::HitAndRun if powered => {
                Some("power armour does not")
            }
            Order::Snipe | Order::Run | Order::HitAndRun if cyborg => Some("cyborgs do not"),
            Order::HitAndRun if self.class != Class::Rebel => Some("only rebels do"),
            Order::Snipe | Order::Run | Order::HitAndRun => None,
        };
        let zombie = self.is_zombie() && order != Order::Assault;
        match (zombie, barred) {
            (true, _) => Err((Clause("KZ-ZOM-03"), "zombies only assault")),
            (false, Some(why)) => Err((order.clause(), why)),
            (false, None) => Ok(()),
        }
    }

    /// How many of something it had at the start.
    pub fn carried(&self, what: GunId) -> u8 {
        self.stock.iter().filter(|(gun, _)| *gun == what).map(|(_, n)| n).sum()
    }

    /// Whether it has a military rifle, and so its launcher (KZ-FIRE-13).
    pub fn has_rifle_launcher(&self) -> bool {
        self.guns.contains(&known().military_rifle)
    }
}
