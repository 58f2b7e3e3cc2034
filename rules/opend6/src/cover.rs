//! Chapter 3: cover and the condition of targets (OD6-COV), and squads behind cover (OD6-MOR-22).
//!
//! Cover is judged along the line between the middles of two bases. Woods and scrub cover whoever
//! is shot at into or through them; a barrier covers only those who are right behind it.

mod cited;
pub(crate) mod shelter;
mod squads;

use engine::{ModelId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Kind, PieceId, Point};

use self::shelter::Shelter;
use crate::options::{BarrierSpoiled, CoverSum};
use crate::state::State;

/// Cover against a shot (OD6-COV-01 to 03).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Cover {
    /// In the open.
    #[default]
    None,
    /// Obscured: +1.
    Light,
    /// Half hidden: +2.
    Medium,
    /// Nearly all hidden: +3.
    Heavy,
}

impl Cover {
    /// What it adds to the difficulty of a shot.
    pub const fn value(self) -> i32 {
        match self {
            Cover::None => 0,
            Cover::Light => 1,
            Cover::Medium => 2,
            Cover::Heavy => 3,
        }
    }
}

/// The cover of one piece of terrain against a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    piece: PieceId,
    cover: Cover,
    /// The rule that says so.
    clause: &'static str,
}

type Covers = SmallVec<[Covered; 4]>;

impl State {
    /// What cover adds to the difficulty of a shot by one soldier at another; more than three
    /// only where covers add up (OD6-Q-58).
    pub fn cover(&self, from: ModelId, to: ModelId) -> i32 {
        self.cover_of_body(from, &self.body(to))
    }

    /// The same for somebody who would be at a place.
    pub fn cover_of_body(&self, from: ModelId, to: &Body) -> i32 {
        self.worth(&self.covers(&self.body(from), to, self.side(from)))
    }

    /// The cover a standing man would have at a point that is aimed at (OD6-Q-42).
    pub fn cover_at_point(&self, from: ModelId, point: Point) -> i32 {
        self.cover_of_body(from, &self.man_at(point))
    }

    /// The best of several covers, or all of them together (OD6-Q-58); two parts of one piece
    /// never count twice.
    fn worth(&self, covers: &Covers) -> i32 {
        match self.agreed.cover_sum {
            CoverSum::Highest => covers.iter().map(|c| c.cover.value()).max().unwrap_or(0),
            CoverSum::Sum => {
                let best = |i: &usize| {
                    let own = &covers[*i];
                    let same = |(j, other): (usize, &Covered)| {
                        other.piece == own.piece && (other.cover, *i) > (own.cover, j)
                    };
                    !covers.iter().enumerate().any(same)
                };
                (0..covers.len()).filter(best).map(|i| covers[i].cover.value()).sum()
            }
        }
    }

    /// Everything that covers a body from a shooter of a side.
    fn covers(&self, shooter: &Body, target: &Body, side: SideId) -> Covers {
        let mut covers = Covers::new();
        for shelter in self.shelters(target) {
            let spoiled = || shelter.is_barrier() && self.is_spoiled(&shelter, shooter, side);
            if shelter.is_between(target, shooter) && !spoiled() {
                covers.push(shelter.covered(target, &self.agreed, &self.table));
            }
        }
        self.add_growth(&mut covers, shooter, target);
        covers
    }

    /// Whether a barrier gives no cover because an enemy, too, is within an inch of it
    /// (OD6-BAR-09): the shooter himself, or anybody of his side where so agreed (OD6-Q-22).
    fn is_spoiled(&self, shelter: &Shelter<'_>, shooter: &Body, side: SideId) -> bool {
        let by_anybody = || {
            let enemies = self.standing().filter(|m| self.side(*m) == side);
            enemies.into_iter().any(|m| shelter.is_right_at(&self.body(m)))
        };
        shelter.is_right_at(shooter)
            || (self.agreed.barrier_spoiled == BarrierSpoiled::ByAnybody && by_anybody())
    }

    /// Woods, swamps and scrub that a shot runs into or through (OD6-COV-06, OD6-LOS-15), but for
    /// a wood the shooter fires out of over an edge within an inch of him (OD6-LOS-16).
    fn add_growth(&self, covers: &mut Covers, shooter: &Body, target: &Body) {
        for growth in self.growths(shooter.at(), target.at()) {
            let through = || growth.length(shooter.eye(), target.eye()) > tabletop::Length::ZERO;
            let in_way = growth.holds(target) || through();
            if in_way && !growth.is_left_over_edge(shooter, target) {
                let (piece, cover) = (growth.ground.piece, growth.cover);
                covers.push(Covered { piece, cover, clause: growth_clause(growth.ground.kind) });
            }
        }
    }
}

fn growth_clause(kind: Kind) -> &'static str {
    match kind {
        Kind::LightWoods => "OD6-TER-12",
        Kind::MediumWoods => "OD6-TER-13",
        Kind::DenseWoods => "OD6-TER-14",
        Kind::Swamp => "OD6-TER-15",
        _ => "OD6-TER-10",
    }
}
