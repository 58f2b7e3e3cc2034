//! Chapters 8 and 13: what terrain is like to move over, to see past and to hide behind.
//!
//! The book goes by what a thing is made of. A piece says so with its name ("concrete wall",
//! "mud"); where its name says nothing, its kind does.

use engine::Clause;
use engine::book::Meaning;
use serde::{Deserialize, Serialize};
use tabletop::sight::{Optic, Optics};
use tabletop::{Kind, Nature, Piece, Table};

use crate::options::CoverTable;

/// What ground is like to move over, the easiest first (PUN-T-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    /// Cool: nothing to notice (PUN-TER-01).
    Clear,
    /// FU: an Agility roll, or half the distance (PUN-TER-03).
    Bad,
    /// RFU: half the distance, or a risky roll (PUN-TER-06).
    VeryBad,
    /// IMP: no entry (PUN-TER-08).
    Impassable,
}

impl Grade {
    /// The same for somebody who is at home in rough country (PUN-OFF-01).
    pub fn offroad(self) -> Grade {
        match self {
            Grade::Clear | Grade::Bad => Grade::Clear,
            Grade::VeryBad => Grade::Bad,
            Grade::Impassable => Grade::Impassable,
        }
    }
}

/// What the name of a piece says about its ground, and what that is.
const GROUND_WORDS: [(&str, Grade); 12] = [
    ("plank", Grade::Clear),
    ("bridge", Grade::Clear),
    ("mud", Grade::Bad),
    ("large rubble", Grade::VeryBad),
    ("rubble heap", Grade::VeryBad),
    ("swamp", Grade::VeryBad),
    ("slippery", Grade::VeryBad),
    ("acid", Grade::Impassable),
    ("waste", Grade::Impassable),
    ("rapids", Grade::Impassable),
    ("lava", Grade::Impassable),
    ("rubble", Grade::Bad),
];

/// What the players know of a piece of terrain before the match (PUN-COV-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lore {
    /// What its ground is like.
    pub grade: Grade,
    /// The Cover it gives; nought for none.
    pub cover: u8,
    /// Whether it bridges whatever lies under it.
    pub bridge: bool,
}

/// What is known of all pieces of a table.
pub fn lore(table: &Table, agreed: CoverTable) -> Vec<Lore> {
    let of = |piece: &Piece| {
        let name = piece.name.to_lowercase();
        let bridge = name.contains("plank") || name.contains("bridge");
        let named = GROUND_WORDS.iter().find(|(word, _)| name.contains(word));
        let grade = named.map_or_else(|| grade_of(piece.kind), |(_, grade)| *grade);
        Lore { grade, cover: cover_value(&name, piece.kind, agreed), bridge }
    };
    table.pieces().iter().map(of).collect()
}

fn grade_of(kind: Kind) -> Grade {
    match kind {
        Kind::Rubble
        | Kind::Crater
        | Kind::Ford
        | Kind::Trench
        | Kind::MediumWoods
        | Kind::DenseWoods => Grade::Bad,
        Kind::Swamp | Kind::Water => Grade::VeryBad,
        Kind::Pit => Grade::Impassable,
        _ => Grade::Clear,
    }
}

/// Whether a kind of thing is a screen: Cover, but nobody is stopped by it or hidden wholly.
pub fn is_screen(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Scrub | Kind::Hedge | Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods
    )
}

/// What things are made of, by the words of their names (PUN-T-07).
const MATERIALS: [(&str, u8); 19] = [
    ("bush", 2),
    ("curtain", 2),
    ("hedge", 2),
    ("metal door", 6),
    ("wood", 3),
    ("tyre", 3),
    ("drum", 3),
    ("crate", 3),
    ("barrel", 3),
    ("brick", 5),
    ("clay", 5),
    ("rubble", 5),
    ("vehicle", 6),
    ("wreck", 6),
    ("car", 6),
    ("concrete", 8),
    ("stone", 8),
    ("metal", 8),
    ("vault", 8),
];

/// The Cover a piece gives (PUN-T-07, PUN-COV-05); nought for none.
fn cover_value(name: &str, kind: Kind, agreed: CoverTable) -> u8 {
    let named = MATERIALS.iter().find(|(word, _)| name.contains(word));
    let value = named.map_or_else(|| cover_of(kind), |(_, value)| *value);
    match (agreed, value) {
        // The sentences of an older list (PUN-Q-01).
        (CoverTable::OldText, 3) => 2,
        (CoverTable::OldText, 8) => 5,
        _ => value,
    }
}

fn cover_of(kind: Kind) -> u8 {
    match kind {
        Kind::Scrub | Kind::Hedge | Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => 2,
        Kind::Crate | Kind::Barrel | Kind::Tree | Kind::Fence | Kind::Door => 3,
        Kind::LowWall | Kind::HighWall | Kind::Building | Kind::Rubble => 5,
        Kind::Vehicle => 6,
        Kind::Rock | Kind::Hill | Kind::Well | Kind::Crystal | Kind::Floor => 8,
        _ => 0,
    }
}

/// What nobody sees through (PUN-LOS-03).
const SOLIDS: [Kind; 13] = [
    Kind::Rock,
    Kind::Hill,
    Kind::LowWall,
    Kind::HighWall,
    Kind::Building,
    Kind::Door,
    Kind::Floor,
    Kind::Crate,
    Kind::Barrel,
    Kind::Vehicle,
    Kind::Crystal,
    Kind::Tree,
    Kind::Well,
];

const fn solids() -> Optics {
    let mut optics = Optics::clear();
    let mut i = 0;
    while i < SOLIDS.len() {
        optics = optics.with(SOLIDS[i], Optic::Solid);
        i += 1;
    }
    optics
}

/// What hides: solid things only (PUN-LOS-03).
pub const SIGHT: Optics = solids();
/// What covers: solid things, and screens and rubble as far as they reach (PUN-COV-01).
pub const COVER: Optics = solids()
    .with(Kind::Scrub, Optic::Solid)
    .with(Kind::Hedge, Optic::Solid)
    .with(Kind::Fence, Optic::Solid)
    .with(Kind::LightWoods, Optic::Solid)
    .with(Kind::MediumWoods, Optic::Solid)
    .with(Kind::DenseWoods, Optic::Solid)
    .with(Kind::Rubble, Optic::Solid);

/// What a kind of terrain means, for drawing it.
pub fn meanings(kind: Kind) -> Vec<(Meaning, Clause)> {
    let mut all = Vec::new();
    if SOLIDS.contains(&kind) {
        all.push((Meaning::BlocksSight, Clause("PUN-LOS-03")));
    }
    if cover_of(kind) > 0 {
        all.push((Meaning::Cover, Clause("PUN-COV-05")));
    }
    match grade_of(kind) {
        Grade::Clear => (),
        Grade::Bad => all.push((Meaning::Difficult, Clause("PUN-TER-03"))),
        Grade::VeryBad => all.push((Meaning::Difficult, Clause("PUN-TER-06"))),
        Grade::Impassable => all.push((Meaning::Impassable, Clause("PUN-TER-08"))),
    }
    match kind {
        Kind::Contaminated => all.push((Meaning::Dangerous, Clause("PUN-B-30"))),
        Kind::Pit => all.push((Meaning::Dangerous, Clause("PUN-TER-09"))),
        Kind::Fire => all.push((Meaning::Dangerous, Clause("PUN-INC-02"))),
        Kind::Smoke => all.push((Meaning::HindersSight, Clause("PUN-SMO-02"))),
        Kind::Ladder => all.push((Meaning::Climbable, Clause("PUN-CLB-03"))),
        _ => (),
    }
    if matches!(kind.nature(), Nature::Solid | Nature::Barrier) && !is_screen(kind) {
        all.push((Meaning::Climbable, Clause("PUN-CLB-01")));
    }
    all
}
