//! What terrain means for play, for drawing it (MUT-G-08).

use engine::Clause;
use engine::book::Meaning;
use tabletop::Kind;

use crate::movement::Going;
use crate::sight::Seen;

/// What a kind of terrain means, with the rules that say so.
pub fn meanings(kind: Kind) -> Vec<(Meaning, Clause)> {
    let all = sight(kind).iter().chain(going(kind)).chain(other(kind));
    all.map(|(meaning, id)| (*meaning, Clause(id))).collect()
}

type Meanings = &'static [(Meaning, &'static str)];

const fn sight(kind: Kind) -> Meanings {
    match Seen::of(kind) {
        Seen::Solid => &[(Meaning::BlocksSight, "MUT-LOS-12"), (Meaning::Cover, "MUT-G-10")],
        Seen::Partial => &[(Meaning::Cover, "MUT-G-10")],
        Seen::Wood => &[(Meaning::HindersSight, "MUT-G-12"), (Meaning::Cover, "MUT-LOS-15")],
        Seen::Freely => &[],
    }
}

const fn going(kind: Kind) -> Meanings {
    match Going::of(kind) {
        Going::Open => &[],
        Going::Broken => &[(Meaning::Difficult, "MUT-TER-01")],
        Going::Wood => &[(Meaning::Difficult, "MUT-TER-39")],
        Going::Wet => &[(Meaning::Difficult, "MUT-TER-38")],
        Going::Deep => &[(Meaning::Impassable, "MUT-TER-38")],
    }
}

const fn other(kind: Kind) -> Meanings {
    match kind {
        Kind::Irradiated => &[(Meaning::Dangerous, "MUT-TER-40")],
        Kind::Pit => &[(Meaning::Dangerous, "MUT-TER-34"), (Meaning::Climbable, "MUT-TER-20")],
        Kind::Rock
        | Kind::Hill
        | Kind::HighWall
        | Kind::Building
        | Kind::Floor
        | Kind::Crate
        | Kind::Vehicle
        | Kind::Crystal
        | Kind::Tree => &[(Meaning::Climbable, "MUT-TER-20")],
        Kind::Stairs => &[(Meaning::Difficult, "MUT-TER-14"), (Meaning::Climbable, "MUT-TER-14")],
        Kind::Ladder => &[(Meaning::Difficult, "MUT-TER-18"), (Meaning::Climbable, "MUT-TER-18")],
        _ => &[],
    }
}
