//! What terrain means for play, for drawing it.

use engine::Clause;
use engine::book::Meaning;
use tabletop::sight::Optic;
use tabletop::{Kind, Nature};

use crate::movement::is_difficult;
use crate::sight::OPTICS;

/// What a kind of terrain means, with the rules that say so.
pub fn meanings(kind: Kind) -> Vec<(Meaning, Clause)> {
    let mut all: Vec<(Meaning, Clause)> = Vec::new();
    let mut add = |meaning: Meaning, id: &'static str| all.push((meaning, Clause(id)));
    let wood = matches!(kind, Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods);
    if OPTICS.of(kind) == Optic::Solid {
        add(Meaning::BlocksSight, "KZ-GEO-04");
        add(Meaning::Cover, "KZ-X-08");
    } else if wood || matches!(kind, Kind::Smoke | Kind::Scrub) {
        let id = match kind {
            Kind::Smoke => "KZ-X-15",
            Kind::Scrub => "KZ-GEO-05",
            _ => "KZ-X-06",
        };
        add(Meaning::HindersSight, id);
        add(Meaning::Cover, "KZ-X-08");
    } else if matches!(kind, Kind::Rubble | Kind::Trench | Kind::Crater) {
        add(Meaning::Cover, "KZ-X-08");
    }
    if is_difficult(kind) || matches!(kind, Kind::Wire | Kind::Fire) {
        add(Meaning::Difficult, if kind == Kind::Fire { "KZ-X-14" } else { "KZ-X-25" });
    }
    match (kind, kind.nature()) {
        (Kind::Pit | Kind::Building | Kind::Floor, _) => add(Meaning::Impassable, "KZ-X-25"),
        (Kind::Stairs | Kind::Ladder, _) => add(Meaning::Climbable, "KZ-X-25"),
        (Kind::Door | Kind::Wire, _) | (_, Nature::Ground | Nature::Hole) => (),
        (_, Nature::Solid | Nature::Barrier) => add(Meaning::Climbable, "KZ-X-25"),
    }
    all
}
