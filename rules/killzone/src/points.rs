//! Chapter 12: what a figure costs, part by part, and what the sheet prints (KZ-T-12, 13, 14).

use std::sync::LazyLock;

use engine::Clause;
use serde::Deserialize;

use crate::options::Prices;
use crate::profile::{Armour, Character, Class, Rank};
use crate::weapons::{GunId, HandId, gun_named, hand_named};

/// A part of a figure's price.
pub type Part = (String, i32, Clause);

/// What a figure is made up of, with prices (KZ-FIG-14).
pub fn parts(who: &Character) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |what: &str, points: i32, id: &'static str| {
        parts.push((what.to_owned(), points, Clause(id)));
    };
    if let Some(make) = who.make {
        add(make.name(), make.cost(), "KZ-X-24");
        return parts;
    }
    // A trooper's 16 points are the basic figure with light armour and a headset (KZ-Q-26); in
    // power armour only the headset stays (KZ-X-26).
    let trooper = who.class == Class::Trooper;
    match who.class {
        Class::Cyborg => add("cyborg", 75, "KZ-FIG-06"),
        Class::Zombie => add("zombie", 8, "KZ-X-32"),
        Class::Trooper if who.armour == Armour::Light => add("trooper", 16, "KZ-FIG-07"),
        Class::Trooper => add("trooper with headset", 12, "KZ-X-26"),
        Class::Law => add("law enforcement", 7, "KZ-FIG-08"),
        Class::Rebel => add("rebel", 7, "KZ-FIG-09"),
        Class::Scavenger => add("scavenger", 7, "KZ-FIG-10"),
        Class::Savage => add("savage", 7, "KZ-FIG-11"),
        Class::Vehicle => (),
    }
    match who.rank {
        Rank::Plain => (),
        Rank::SubLeader => add("sub-leader", 5, "KZ-FIG-03"),
        Rank::Leader => add("leader", 10, "KZ-FIG-02"),
        Rank::Hero => add("Hero", 100, "KZ-FIG-04"),
    }
    if who.armour != Armour::None && !(trooper && who.armour == Armour::Light) {
        add(who.armour.name(), who.armour.cost(), "KZ-T-04");
    }
    if who.headset && !trooper {
        add("headset", 5, "KZ-FIG-12");
    }
    if who.night_sight {
        add("night sight", 10, "KZ-FIG-13");
    }
    if who.scope {
        add("sniper scope", 10, "KZ-FIG-13");
    }
    if who.stealth {
        add("stealth suit", 36, "KZ-FIG-13");
    }
    for gun in &who.guns {
        let clause = if gun.get().old { "KZ-X-33" } else { "KZ-T-09" };
        add(gun.name(), gun.get().cost, clause);
    }
    for (gun, n) in &who.stock {
        add(gun.name(), gun.get().cost * i32::from(*n), "KZ-T-10");
    }
    for hand in &who.hands {
        let clause = if hand.get().old { "KZ-X-33" } else { "KZ-T-11" };
        add(hand.name(), hand.get().cost, clause);
    }
    parts
}

/// The sum of a figure's parts.
pub fn sum(who: &Character) -> i32 {
    parts(who).iter().map(|(_, points, _)| points).sum()
}

/// What a figure costs, as agreed (KZ-Q-19, KZ-Q-20).
pub fn cost(who: &Character, prices: Prices) -> i32 {
    match prices {
        Prices::Sum => sum(who),
        Prices::Printed => printed(who).map_or_else(|| sum(who), |line| line.printed),
    }
}

/// A figure that the sheet lists ready-made (KZ-T-14).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadyMade {
    /// Its class.
    class: Class,
    /// Its rank.
    rank: Rank,
    /// Its guns and hand weapons.
    gear: Vec<String>,
    /// Whether it has a sighting aid.
    #[serde(default)]
    scope: bool,
    /// The price that is printed first.
    pub printed: i32,
    /// The second price where two are printed.
    #[serde(default)]
    pub reprinted: Option<i32>,
}

impl ReadyMade {
    fn is(&self, who: &Character) -> bool {
        let bare = who.stock.is_empty() && !who.stealth && !who.night_sight;
        let trooper = self.class == Class::Trooper;
        let dressed = who.headset == trooper && (who.armour == Armour::Light) == trooper;
        let plain = who.armour <= Armour::Light;
        let (mut guns, mut hands) = self.gear();
        let (mut own_guns, mut own_hands) = (who.guns.to_vec(), who.hands.to_vec());
        guns.sort_unstable();
        hands.sort_unstable();
        own_guns.sort_unstable();
        own_hands.sort_unstable();
        (self.class, self.rank, self.scope) == (who.class, who.rank, who.scope)
            && bare
            && dressed
            && plain
            && (guns, hands) == (own_guns, own_hands)
    }

    fn gear(&self) -> (Vec<GunId>, Vec<HandId>) {
        let guns = self.gear.iter().filter_map(|name| gun_named(name)).collect();
        let hands = self.gear.iter().filter_map(|name| hand_named(name)).collect();
        (guns, hands)
    }
}

/// All ready-made figures of the sheet.
pub fn ready_made() -> &'static [ReadyMade] {
    #[derive(Deserialize)]
    struct File {
        figure: Vec<ReadyMade>,
    }
    static LIST: LazyLock<Vec<ReadyMade>> = LazyLock::new(|| {
        let text = include_str!("../data/ready-made.toml");
        toml::from_str::<File>(text).expect("our own list is well formed").figure
    });
    &LIST
}

/// The sheet's line for a figure, if it lists one like it.
pub fn printed(who: &Character) -> Option<&'static ReadyMade> {
    ready_made().iter().find(|line| line.is(who))
}

/// What to say where the sheet's price is not the sum of its own parts (KZ-Q-19, KZ-Q-20).
pub fn disagreement(who: &Character) -> Option<String> {
    let line = printed(who)?;
    let sum = sum(who);
    let also = line.reprinted.map(|n| format!(" and {n}")).unwrap_or_default();
    (line.printed != sum).then(|| {
        let prices = format!("the sheet prints {}{also}", line.printed);
        format!("{}: {prices}, its own parts come to {sum}", who.name)
    })
}
