//! Rosters: who belongs to a band and what they carry (REQ-SET-02, REQ-SET-04, REQ-GEAR-22).
//!
//! A roster is TOML. Only names are needed; whatever else is left out is an ordinary person
//! without gear (REQ-PROF-08):
//!
//! ```toml
//! name = "Rust Market Guard"
//! faction = "rust-market-guard"     # optional, the name otherwise
//!
//! [[weapon]]                        # optional: the band's own armory, on top of general gear
//! name = "Nail Gun"
//! use = "ranged"                    # or "melee"
//! bonus = "+1k0"                    # optional
//! pips = 0                          # optional, on each kept die
//! range = 8                         # inches; ranged weapons only
//! hands = "one"                     # or "two" or "free"
//! traits = ["repeater 2"]           # optional; stationary, repeater 2, blast 2, stun,
//!                                   # neutralize cover, buckshot, wide arc, reroll one
//! note = "Ours."                    # optional
//!
//! [[armor]]
//! name = "Tire Coat"
//! bonus = "+1k0"                    # optional, as are pips and note
//!
//! [[model]]
//! name = "Warden"
//! leader = true                     # optional, as is everything below
//! move = 4
//! ranged = "2k2"                    # and melee, defense, willpower
//! wounds = 2
//! weapons = ["Nail Gun", "Club"]
//! armor = ["Tire Coat"]
//! skills = ["sprint"]               # hand of doom, vengeance is mine, spiritual guidance,
//!                                   # contaminated
//! powers = []                       # mind spike, static, shove, dread, veil, bolster
//! note = "Runs the gate."
//! ```
//!
//! A weapon or armor of the band's own takes the place of general gear with the same name, so
//! that two kinds of Grenade Launcher can stand side by side (REQ-Q-15).

mod read;
mod sheet;
mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::book::RosterSheet;
use engine::{Clause, SideId};

use crate::options::Agreed;
use crate::profile::{Armor, Character, Trait, Weapon};

/// Longest text that is read; a bound for files from strangers.
pub const LONGEST: usize = 256 << 10;
/// Most models in a band.
pub const MOST_MODELS: usize = 12;
/// Longest name of a band, a model or a thing.
pub const LONGEST_NAME: usize = 40;

/// Gear that any band may use (REQ-T-01).
const GEAR: &str = include_str!("../data/gear.toml");
/// The two printed bands (REQ-T-05, REQ-T-06).
const PRINTED: [&str; 2] = [
    include_str!("../data/doomsday-survivalists.toml"),
    include_str!("../data/eschaton-choir.toml"),
];

/// A band that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// What the band is called.
    pub name: String,
    /// The faction all of its models belong to (REQ-SET-02).
    pub faction: String,
    /// The models, in the order of the file, each with a name of its own.
    pub models: Vec<Character>,
}

/// Reads a band, or says everything that is wrong with it as `line 3, column 9: ...`.
pub fn read(text: &str, side: SideId, agreed: &Agreed) -> Result<Roster, Vec<String>> {
    read::roster(text, side, agreed)
}

/// The models of all bands. A name that occurs in several of them is told with its side, so that
/// nobody shoots at the wrong `Pistolero`: `red Pistolero`, `blue Pistolero`.
pub fn cast(rosters: Vec<Roster>) -> Vec<Character> {
    let mut cast: Vec<Character> = rosters.into_iter().flat_map(|r| r.models).collect();
    let names: Vec<(SideId, String)> =
        cast.iter().map(|model| (model.side, words::plain(&model.name))).collect();
    for (index, model) in cast.iter_mut().enumerate() {
        let (side, name) = &names[index];
        if names.iter().any(|(s, n)| s != side && n == name) {
            model.name = format!("{side} {}", model.name).as_str().into();
        }
    }
    cast
}

/// A band on paper: a card for every model, and warnings where it breaks the limits.
pub fn sheet(roster: &Roster, limits: Limits) -> RosterSheet {
    sheet::sheet(roster, limits)
}

/// How large a band may be (REQ-X-07, REQ-SCEN-01, REQ-SCEN-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most points.
    pub points: i32,
    /// Fewest and most models.
    pub models: (usize, usize),
}

impl Limits {
    /// 600 points, three to six models.
    pub const STANDARD: Limits = Limits { points: 600, models: (3, 6) };

    /// What a campaign allows after so many games: 25 points more for each (REQ-X-21).
    pub fn after_games(self, games: u32) -> Limits {
        let more = i32::try_from(games).unwrap_or(i32::MAX).saturating_mul(25);
        Limits { points: self.points.saturating_add(more), ..self }
    }
}

/// Weapons and armor by name; case and hyphens do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Armory {
    weapons: BTreeMap<String, Weapon>,
    armors: BTreeMap<String, Armor>,
}

impl Armory {
    /// Gear that any band may use (REQ-T-01, REQ-X-17).
    pub fn generic() -> &'static Armory {
        static GENERIC: LazyLock<Armory> =
            LazyLock::new(|| read::armory(GEAR).expect("a test reads the gear of the book").1);
        &GENERIC
    }

    /// General gear and that of both printed bands, for scenes. Where names clash, the plain
    /// name means the general thing, and the band's own goes by `Survivalists' Grenade Launcher`
    /// or `Doomsday Survivalists Grenade Launcher` (REQ-Q-15).
    pub fn everything() -> &'static Armory {
        static EVERYTHING: LazyLock<Armory> = LazyLock::new(|| {
            let mut all = Armory::generic().clone();
            for text in PRINTED {
                let (band, armory) = read::armory(text).expect("a test reads the printed bands");
                all.add_band(&band, &armory);
            }
            all
        });
        &EVERYTHING
    }

    /// The armories of the two printed bands (REQ-T-02).
    fn printed() -> &'static [Armory] {
        static PRINTED_GEAR: LazyLock<Vec<Armory>> = LazyLock::new(|| {
            let read = |text| read::armory(text).expect("a test reads the printed bands").1;
            PRINTED.into_iter().map(read).collect()
        });
        &PRINTED_GEAR
    }

    /// Adds a weapon, in place of another of its name.
    pub fn add_weapon(&mut self, weapon: Weapon) {
        self.weapons.insert(words::plain(&weapon.name), weapon);
    }

    /// Adds armor, in place of other armor of its name.
    pub fn add_armor(&mut self, armor: Armor) {
        self.armors.insert(words::plain(&armor.name), armor);
    }

    fn add_band(&mut self, band: &str, armory: &Armory) {
        let last = band.rsplit(' ').next().unwrap_or(band);
        let owner = if last.ends_with('s') { format!("{last}'") } else { format!("{last}'s") };
        let keys = |name: &str| {
            [name.to_owned(), format!("{band} {name}"), format!("{owner} {name}")]
                .map(|key| words::plain(&key))
        };
        for weapon in armory.weapons.values() {
            for key in keys(&weapon.name) {
                self.weapons.entry(key).or_insert_with(|| weapon.clone());
            }
        }
        for armor in armory.armors.values() {
            for key in keys(&armor.name) {
                self.armors.entry(key).or_insert_with(|| armor.clone());
            }
        }
    }

    /// The weapon of a name.
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.get(&words::plain(name))
    }

    /// The armor of a name.
    pub fn armor(&self, name: &str) -> Option<&Armor> {
        self.armors.get(&words::plain(name))
    }

    /// All weapons, by name.
    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.weapons.values()
    }

    /// All armor, by name.
    pub fn armors(&self) -> impl Iterator<Item = &Armor> {
        self.armors.values()
    }
}

/// Decisions and additions that things of the lists rest on.
const DECIDED: [(&str, Clause); 9] = [
    ("Grenade Launcher", Clause("REQ-Q-15")),
    ("Big Ass Knife", Clause("REQ-Q-17")),
    ("Molotov Cocktails", Clause("REQ-Q-61")),
    ("Sawed-off Shotgun", Clause("REQ-Q-62")),
    ("Assault Rifle", Clause("REQ-Q-62")),
    ("Combat Chainsaw", Clause("REQ-Q-62")),
    ("Improvised Shield", Clause("REQ-Q-67")),
    ("Light Repeater", Clause("REQ-X-17")),
    ("Heavy Repeater", Clause("REQ-X-17")),
];

fn decided(name: &str) -> impl Iterator<Item = Clause> + use<'_> {
    DECIDED.iter().filter(move |(thing, _)| *thing == name).map(|(_, clause)| *clause)
}

/// Where a weapon comes from, general gear or that of the printed bands, and what was decided
/// about it.
pub fn clauses_of_weapon(weapon: &Weapon) -> Vec<Clause> {
    let general = Armory::generic().weapon(&weapon.name) == Some(weapon);
    let printed = Armory::printed().iter().any(|a| a.weapon(&weapon.name) == Some(weapon));
    listed(general, printed).chain(decided(&weapon.name)).collect()
}

/// Where armor comes from, and what was decided about it.
pub fn clauses_of_armor(armor: &Armor) -> Vec<Clause> {
    let general = Armory::generic().armor(&armor.name) == Some(armor);
    let printed = Armory::printed().iter().any(|a| a.armor(&armor.name) == Some(armor));
    listed(general, printed).chain(decided(&armor.name)).collect()
}

fn listed(general: bool, printed: bool) -> impl Iterator<Item = Clause> {
    let general = general.then_some(Clause("REQ-T-01"));
    general.into_iter().chain(printed.then_some(Clause("REQ-T-02")))
}

/// Whether this is the name of the Choir Master, in whichever spelling (REQ-Q-19, REQ-Q-60).
pub fn is_choir_master(name: &str) -> bool {
    words::plain(name).replace(' ', "") == "choirmaster"
}

/// The clauses a faction of ours or of the book rests on.
pub fn clauses_of_faction(faction: &str) -> &'static [Clause] {
    match faction {
        "doomsday-survivalists" => &[Clause("REQ-T-05"), Clause("REQ-X-08")],
        "eschaton-choir" => &[Clause("REQ-T-06"), Clause("REQ-X-08")],
        "rust-market-guard" | "pale-signal" => &[Clause("REQ-X-18")],
        _ => &[],
    }
}

/// Finds a weapon by its name, or says which one may have been meant.
pub fn parse_weapon(armory: &Armory, text: &str) -> Result<Weapon, String> {
    words::weapon(&[armory], text)
}

/// Reads a special rule of a weapon, such as `blast 2`.
pub fn parse_trait_words(text: &str) -> Result<Trait, String> {
    words::quality(text)
}

/// Changes a model of a scene by what is said of it: a stat such as `ranged 3k2` or `move 5`,
/// a weapon, armor, skill or power by its name, or `leader`. Its points follow. Says whether
/// this was understood, or why it cannot be.
pub fn apply_trait(character: &mut Character, armory: &Armory, text: &str) -> Result<bool, String> {
    words::apply(character, armory, text)
}

/// What may have been meant by something that [`apply_trait`] did not understand.
pub fn suggest_trait(armory: &Armory, text: &str) -> Option<String> {
    words::suggest(armory, text)
}

#[cfg(test)]
mod tests;
