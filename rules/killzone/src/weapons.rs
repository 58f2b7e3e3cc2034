//! The weapon tables: guns, what is thrown, hand weapons (KZ-T-09, 10, 11, 15).
//!
//! The numbers are in `data/weapons.toml`; figures hold only places in its lists.

use std::sync::LazyLock;

use engine::Clause;
use serde::{Deserialize, Serialize};
use tabletop::Length;
use tabletop::fields::plain;

/// A gun or something that is thrown, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GunId(pub u8);

/// A hand weapon, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HandId(pub u8);

/// How a weapon is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// It hits one figure a shot.
    #[default]
    Direct,
    /// It bursts, and keeps its own count of shots.
    Blast,
    /// The launcher of missiles (KZ-AREA-03).
    Missile,
    /// The launcher under the military rifle (KZ-X-16).
    Attached,
    /// A hand grenade (KZ-AREA-01).
    Thrown,
    /// A smoke grenade (KZ-X-15).
    Smoke,
    /// A molotov cocktail (KZ-X-14).
    Molotov,
    /// A missile for the launcher (KZ-AREA-04).
    Round,
}

impl Sort {
    /// Whether each is used once and then gone.
    pub fn is_used_up(self) -> bool {
        matches!(self, Sort::Thrown | Sort::Smoke | Sort::Molotov | Sort::Round)
    }

    /// Whether it may be aimed at a bare point.
    pub fn takes_point(self) -> bool {
        matches!(self, Sort::Blast | Sort::Missile | Sort::Thrown | Sort::Smoke)
    }

    /// Whether it may be aimed at a figure.
    pub fn takes_figure(self) -> bool {
        matches!(self, Sort::Direct | Sort::Blast | Sort::Attached | Sort::Thrown | Sort::Molotov)
    }
}

/// A line of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    /// What it is called.
    pub name: String,
    /// How it is used.
    #[serde(default)]
    pub sort: Sort,
    /// Far end of the short band in inches; nought without one (KZ-FIRE-09).
    #[serde(default)]
    pub short: i32,
    /// Far end of the long band in inches; nought without one.
    #[serde(default)]
    pub long: i32,
    /// Shots under an order with rapid fire (KZ-FIRE-10).
    pub rapid: u8,
    /// Damage dice, of a hit where there are two numbers.
    pub dice: u8,
    /// Damage dice of a miss that bursts nearby all the same.
    #[serde(default)]
    pub miss: u8,
    /// How far a burst reaches in inches.
    #[serde(default)]
    pub radius: i32,
    /// What it adds in hand-to-hand.
    #[serde(default)]
    pub club: i32,
    /// Whether that stands in a merged cell (KZ-Q-09).
    #[serde(default)]
    pub merged_club: bool,
    /// Points, each.
    pub cost: i32,
    /// Shots or markers it comes with; nought where nobody counts.
    #[serde(default)]
    pub ammo: u8,
    /// Goes it takes to load again (KZ-X-34).
    #[serde(default)]
    pub reload: u8,
    /// Whether it is of 1889 (KZ-OLD-01).
    #[serde(default)]
    pub old: bool,
    /// Whether it takes a bayonet (KZ-X-35).
    #[serde(default)]
    pub bayonet: bool,
    /// The family it belongs to, for cyborgs (KZ-Q-71).
    #[serde(default)]
    pub family: Option<String>,
    /// The rule of its own, if it has one.
    #[serde(default)]
    clause: Option<String>,
}

impl Gun {
    /// How far it reaches.
    pub fn range(&self) -> Length {
        Length::inches(self.short.max(self.long))
    }

    /// How far close range goes, if it has a short band (KZ-FIRE-09).
    pub fn close(&self) -> Option<Length> {
        (self.short > 0).then(|| Length::inches(self.short))
    }

    /// How far a burst reaches.
    pub fn reach(&self) -> Length {
        Length::inches(self.radius)
    }

    /// The rule behind it.
    pub fn clause(&self) -> Clause {
        match self.clause.as_deref() {
            Some("KZ-X-17") => Clause("KZ-X-17"),
            Some("KZ-X-16") => Clause("KZ-X-16"),
            Some("KZ-X-15") => Clause("KZ-X-15"),
            Some("KZ-X-14") => Clause("KZ-X-14"),
            Some("KZ-AREA-01") => Clause("KZ-AREA-01"),
            Some("KZ-AREA-02") => Clause("KZ-AREA-02"),
            Some("KZ-AREA-03") => Clause("KZ-AREA-03"),
            Some("KZ-AREA-04") => Clause("KZ-AREA-04"),
            _ if self.old => Clause("KZ-T-15"),
            _ => Clause("KZ-T-09"),
        }
    }
}

/// A hand weapon (KZ-T-11).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// What it is called.
    pub name: String,
    /// What it adds in hand-to-hand.
    pub bonus: i32,
    /// Dice it adds.
    #[serde(default)]
    pub dice: u8,
    /// Points.
    pub cost: i32,
    /// Whether the loser is suppressed instead of killed (KZ-H2H-11).
    #[serde(default)]
    pub stuns: bool,
    /// Whether it is of 1889.
    #[serde(default)]
    pub old: bool,
}

/// The whole list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Armoury {
    gun: Vec<Gun>,
    hand: Vec<Hand>,
}

static ARMOURY: LazyLock<Armoury> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/weapons.toml")).expect("our own weapons are well formed")
});

/// Places of the weapons that have rules of their own.
#[derive(Debug)]
pub struct Known {
    /// The military assault rifle (KZ-FIRE-13).
    pub military_rifle: GunId,
    /// Its launcher.
    pub rifle_launcher: GunId,
    /// The rotary cannon (KZ-FIRE-14).
    pub rotary_cannon: GunId,
    /// The light laser (KZ-FIRE-15).
    pub light_laser: GunId,
    /// The launcher of missiles.
    pub missile_launcher: GunId,
    /// Its missiles.
    pub missile: GunId,
    /// The grenade launcher (KZ-X-17).
    pub grenade_launcher: GunId,
    /// The musket (KZ-Q-42).
    pub musket: GunId,
    /// The flamer (KZ-X-13).
    pub flamer: GunId,
    /// The grenade.
    pub hand_grenade: GunId,
    /// The smoke grenade.
    pub smoke_grenade: GunId,
    /// The molotov.
    pub molotov: GunId,
    /// The bayonet (KZ-X-35).
    pub bayonet: HandId,
    /// The power glove.
    pub power_glove: HandId,
}

/// The weapons that have rules of their own.
pub fn known() -> &'static Known {
    static KNOWN: LazyLock<Known> = LazyLock::new(|| {
        let gun = |name| gun_named(name).expect("our own weapons have all of these");
        let hand = |name| hand_named(name).expect("our own weapons have all of these");
        Known {
            military_rifle: gun("Military Rifle"),
            rifle_launcher: gun("Rifle Launcher"),
            rotary_cannon: gun("Rotary Cannon"),
            light_laser: gun("Light Laser"),
            missile_launcher: gun("Missile Launcher"),
            missile: gun("Missile"),
            grenade_launcher: gun("Grenade Launcher"),
            musket: gun("Musket"),
            flamer: gun("Flamer"),
            hand_grenade: gun("Hand Grenade"),
            smoke_grenade: gun("Smoke Grenade"),
            molotov: gun("Molotov"),
            bayonet: hand("Bayonet"),
            power_glove: hand("Power Glove"),
        }
    });
    &KNOWN
}

impl GunId {
    /// Its line of the table.
    pub fn get(self) -> &'static Gun {
        &ARMOURY.gun[usize::from(self.0)]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        &self.get().name
    }
}

impl HandId {
    /// Its line of the table.
    pub fn get(self) -> &'static Hand {
        &ARMOURY.hand[usize::from(self.0)]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        &self.get().name
    }
}

/// All guns, in the order of the table.
pub fn guns() -> impl Iterator<Item = GunId> {
    (0..ARMOURY.gun.len()).map(|i| GunId(i as u8))
}

/// All hand weapons, in the order of the table.
pub fn hands() -> impl Iterator<Item = HandId> {
    (0..ARMOURY.hand.len()).map(|i| HandId(i as u8))
}

/// The gun of a name; the sheet's longer names will do as well.
pub fn gun_named(name: &str) -> Option<GunId> {
    let wanted = match plain(name).as_str() {
        "smg" | "smg / machine pistol" => "machine pistol".to_owned(),
        "military a. rifle" | "military assault rifle" => "military rifle".to_owned(),
        "light cannon" => "light assault cannon".to_owned(),
        "molotov cocktail" => "molotov".to_owned(),
        "muzzle loading musket" => "musket".to_owned(),
        other => other.to_owned(),
    };
    guns().find(|gun| plain(gun.name()) == wanted)
}

/// The hand weapon of a name.
pub fn hand_named(name: &str) -> Option<HandId> {
    let wanted = plain(name).replace("razor claws", "razorclaws");
    hands().find(|hand| plain(hand.name()) == wanted)
}
