//! Chapters 16, 17, 20 and 21: parties, as files and on paper, and how they are made.
//!
//! A party is TOML, pleasant to write by hand:
//!
//! ```toml
//! [party]
//! name = "Humanoid Warband"
//! food = 4                           # optional: the common stock of Food,
//! cells = 2                          # of Energy Cells,
//! stock = ["Herbicide"]              # and of things that nobody carries
//! advances = ["Grak: Extra Skill"]   # optional: Advances so far, in order
//! note = "Ours."                     # optional
//!
//! [[model]]
//! name = "Grak"
//! type = "Mutant"                    # Human, Mutant, Mutated Animal, Mutated Plant, Android,
//!                                    # Robot, Wretched, Animal
//! species = "Canine"                 # of Mutated Animals
//! quality = 4                        # optional: what the type and the rules come to
//! combat = 4                         # optional, the same
//! rules = ["Tailslap", "Absorption (electricity)", "Combat Bonus", "Leader"]
//! gear = ["Laser Gun", "2 Stimulant", "Pistol (empty)", "Needler (built in)"]
//! ready = "Laser Gun"                # optional: the best ranged weapon; "nothing" is possible
//! cells = 2                          # optional: spare Cells it carries
//! food = 1                           # optional: Food it carries
//! diet = "cells"                     # Androids: "food" or "cells"
//! upkeep = "1 Food"                  # optional: Upkeep as its roster prints it
//! underfed = true                    # what a campaign left it with: also wounded, infected,
//!                                    # unpaid, absent, stopped
//! scars = 1                          # points of Quality lost for good to radiation
//! note = "Bites."                    # optional
//! ```
//!
//! What the type and the species bring need not be listed.

pub mod auction;
pub mod breaches;
pub mod choosing;
pub mod creation;
pub mod drafting;
pub mod gain;
mod hints;
pub mod muster;
mod names;
pub mod outfit;
mod read;
pub mod roll_up;
mod rows;
mod scene;
pub mod sheet;
pub mod tables;
pub mod terms;
pub mod upkeep;
pub mod wear;
pub mod words;
mod write;

use std::sync::LazyLock;

use engine::book::{ReadyRoster, RosterSheet};
use engine::{Clause, SideId};
use serde::{Deserialize, Serialize};
use tabletop::fields::plain;

use crate::gear::Item;
use crate::options::Agreed;
use crate::profile::{Character, Name, words as listed};

pub use creation::{Creation, creation};
pub use roll_up::{NewCharacter, roll_up};
pub use upkeep::{Upkeep, upkeep};

/// Longest text that is read; a bound for files from strangers.
pub const LONGEST: usize = 256 << 10;
/// Most models in a party.
pub const MOST_MODELS: usize = 40;
/// Longest name of a party or a model.
pub const LONGEST_NAME: usize = 40;
/// Most things that one model, or a party in common, has.
pub const MOST_THINGS: usize = 60;

listed! {
    /// What a victory can bring (MUT-CAM-14 to MUT-CAM-21).
    Advance {
        /// A random mutation (MUT-CAM-14).
        Mutation = "Extra Mutation",
        /// A random skill (MUT-CAM-15).
        Skill = "Extra Skill",
        /// An Equipment roll (MUT-CAM-16).
        Equipment = "Extra Equipment",
        /// d6+2 Food (MUT-CAM-17).
        Food = "Extra Food",
        /// d6+1 Cells (MUT-CAM-18).
        Cells = "Extra Energy Cells",
        /// Better Quality, once (MUT-CAM-19).
        Quality = "Increased Quality",
        /// Better Combat, once (MUT-CAM-20).
        Combat = "Combat Bonus",
        /// A new model (MUT-CAM-21).
        Follower = "Extra Follower",
    }
}

/// A party: its characters and what it owns in common (MUT-PRO-02).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster {
    /// What it is called.
    pub name: Name,
    /// Who is in it.
    pub members: Vec<Character>,
    /// Food that nobody carries.
    pub food: u32,
    /// Cells that nobody carries.
    pub cells: u32,
    /// Things that nobody carries.
    pub stock: Vec<Item>,
    /// Advances so far, in order, and who had them (MUT-CAM-13).
    pub advances: Vec<(Name, Advance)>,
}

/// Reads a party, or says everything that is wrong with it as `line 3, column 9: ...`. A party
/// is the same whatever was agreed on; what breaks a rule is only warned of, see [`sheet()`].
pub fn read(text: &str, side: SideId, _agreed: &Agreed) -> Result<Roster, Vec<String>> {
    read::roster(text, side)
}

/// A party as a file, which reads back as the same party.
pub fn write(roster: &Roster) -> String {
    write::roster(roster)
}

/// A party on paper: a card for every model, and warnings where it breaks a rule.
pub fn sheet(roster: &Roster, agreed: &Agreed) -> RosterSheet {
    sheet::sheet(roster, agreed)
}

/// Everybody who takes part in a game. Those who sit it out are left at home (MUT-T-25,
/// MUT-CAM-05), and a name that several sides have is told with its side: `red Ada`, `blue Ada`.
pub fn cast(rosters: Vec<Roster>) -> Vec<Character> {
    let fit = |who: &Character| !who.condition.absent && !who.condition.stopped;
    let mut cast: Vec<Character> =
        rosters.into_iter().flat_map(|r| r.members).filter(fit).collect();
    let names: Vec<(SideId, String)> = cast.iter().map(|c| (c.side, plain(&c.name))).collect();
    for (who, (side, name)) in cast.iter_mut().zip(&names) {
        if names.iter().any(|(s, n)| s != side && n == name) {
            who.name = format!("{side} {}", who.name).as_str().into();
        }
    }
    cast
}

/// A party that comes with the book (chapter 21).
#[derive(Clone, Copy, Debug)]
pub struct ReadyMade {
    /// The word used on the command line.
    pub key: &'static str,
    /// Where it is printed.
    pub clause: Clause,
    /// The file.
    pub text: &'static str,
}

macro_rules! ready {
    ($key:literal, $id:literal) => {
        ReadyMade {
            key: $key,
            clause: Clause($id),
            text: include_str!(concat!("../data/", $key, ".toml")),
        }
    };
}

/// The ready-made parties (MUT-SMP-01 to MUT-SMP-07).
pub const READY: [ReadyMade; 7] = [
    ready!("purity-squad", "MUT-SMP-01"),
    ready!("androids", "MUT-SMP-02"),
    ready!("humanoid-warband", "MUT-SMP-03"),
    ready!("robots", "MUT-SMP-04"),
    ready!("plants", "MUT-SMP-05"),
    ready!("animal-warband", "MUT-SMP-06"),
    ready!("wretched", "MUT-SMP-07"),
];

/// The ready-made parties, as books list them.
pub fn rosters() -> Vec<ReadyRoster> {
    let listed = |r: &ReadyMade| ReadyRoster::new(r.key, r.text);
    READY.iter().map(listed).collect()
}

/// The ready-made parties, read once, with where they are printed.
pub fn ready_made() -> &'static [(Clause, Roster)] {
    static READ: LazyLock<Vec<(Clause, Roster)>> = LazyLock::new(|| {
        let read = |r: &ReadyMade| {
            let roster = read(r.text, SideId(0), &Agreed::default()).ok()?;
            Some((r.clause, roster))
        };
        READY.iter().filter_map(read).collect()
    });
    &READ
}

/// Where a character is printed, if it is a ready-made one, and what it is an example of.
pub fn origins(who: &Character) -> Vec<Clause> {
    let same = |other: &Character| {
        other.name == who.name && other.nature == who.nature && other.gear == who.gear
    };
    let printed = ready_made().iter().filter(|(_, roster)| roster.members.iter().any(same));
    let mut clauses: Vec<Clause> = printed.map(|(clause, _)| *clause).collect();
    if !clauses.is_empty() && who.name.starts_with("Sandy") {
        clauses.push(Clause("MUT-X-25"));
    }
    clauses
}

#[cfg(test)]
mod tests;
