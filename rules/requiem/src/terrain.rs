//! What terrain means for play, for drawing it.

use engine::Clause;
use engine::book::Meaning;
use tabletop::sight::Optic;
use tabletop::{Kind, Nature};

use crate::contamination::is_contaminated;
use crate::hurdles::is_rough;
use crate::sight::OPTICS;

/// What a kind of terrain means, with the rules that say so.
pub fn meanings(kind: Kind) -> Vec<(Meaning, Clause)> {
    let mut all: Vec<(Meaning, Clause)> = Vec::new();
    let mut add = |meaning: Meaning, id: &'static str| all.push((meaning, Clause(id)));
    match OPTICS.of(kind) {
        Optic::Clear => (),
        Optic::Screen(_) => {
            add(Meaning::HindersSight, "REQ-Q-71");
            add(Meaning::Cover, "REQ-LOS-04");
        }
        Optic::Solid => {
            add(Meaning::BlocksSight, "REQ-LOS-01");
            add(Meaning::Cover, "REQ-LOS-04");
        }
    }
    if is_rough(kind) || kind == Kind::Wire {
        add(Meaning::Difficult, "REQ-Q-73");
    }
    if is_contaminated(kind) {
        add(Meaning::Dangerous, "REQ-TERR-02");
    }
    match (kind, kind.nature()) {
        (Kind::Pit, _) => add(Meaning::Impassable, "REQ-MOVE-07"),
        (Kind::Stairs | Kind::Ladder, _) => add(Meaning::Climbable, "REQ-MOVE-04"),
        (Kind::Door | Kind::Wire, _) | (_, Nature::Ground | Nature::Hole) => (),
        (_, Nature::Solid | Nature::Barrier) => add(Meaning::Climbable, "REQ-Q-28"),
    }
    all
}
