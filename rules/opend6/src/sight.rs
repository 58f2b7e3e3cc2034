//! Chapter 3: lines of sight and fire arcs (OD6-LOS, OD6-FIR-03).
//!
//! A soldier looks from the middle of his base at five points of another's base: the middle, the
//! two edges, and half way between (OD6-GEO-06). One free line is enough, in either direction:
//! sight is the same both ways (OD6-LOS-03). Lines run from head to head (OD6-GEO-08).

mod asked;
mod bars;
mod cited;
mod growth;
mod lines;
mod memo;

use engine::{Clause, ModelId, Refusal};
use tabletop::measure::{self, Arc};
use tabletop::{Body, Point};

pub use bars::Bar;
pub(crate) use growth::crosses_near_side;

use crate::state::{State, body_at};

impl State {
    /// Whether a soldier sees another (OD6-LOS-01); the same both ways.
    pub fn sees(&self, from: ModelId, to: ModelId) -> bool {
        self.sees_body(&self.body(from), &self.body(to), &[from, to])
    }

    /// Whether somebody with one body would see another; `ignored` are not in anybody's way.
    pub fn sees_body(&self, eye: &Body, target: &Body, ignored: &[ModelId]) -> bool {
        self.glimpses(eye, target, ignored)
    }

    /// Whether a soldier sees a point of the table (OD6-GRN-01): whether he would see a man who
    /// stood there. Whoever does stand there hides nothing of it.
    pub fn sees_point(&self, from: ModelId, point: Point) -> bool {
        let target = self.man_at(point);
        let on_it = |m: &ModelId| measure::within(&self.body(*m), &target, -target.base);
        let ignored: Vec<ModelId> = self.standing().filter(|m| *m == from || on_it(m)).collect();
        self.sees_body(&self.body(from), &target, &ignored)
    }

    /// A man who would stand at a point of the ground.
    pub(crate) fn man_at(&self, point: Point) -> Body {
        body_at(point.at_height(self.table.ground_height(point)), false)
    }

    /// Whether any part of somebody's base is in the quarter a soldier faces (OD6-FIR-03,
    /// OD6-GEO-05).
    pub fn has_in_arc(&self, from: ModelId, to: &Body) -> bool {
        let facing = self.model(from).facing;
        measure::base_in_arc(&self.body(from), facing, to, Arc::Front90)
    }

    /// Whether a soldier has another in his fire arc and sees him (OD6-FIR-03).
    pub fn can_fire_at(&self, from: ModelId, to: ModelId) -> Result<(), Refusal> {
        if !self.has_in_arc(from, &self.body(to)) {
            let (who, whom) = (self.name(from), self.name(to));
            let why = format!("{whom} is outside {who}'s 90-degree fire arc");
            return Err(Refusal::new(Clause("OD6-FIR-03"), why));
        }
        self.look(&self.body(from), &self.body(to), &[from, to])
            .map(|_| ())
            .map_err(|bar| Refusal::new(bar.clause(), self.bar_words(bar, (from, to))))
    }

    /// Why none of some soldiers can fire at any of others: what keeps the first of them who has
    /// one in his arc from seeing him, or that nobody has one in his arc.
    pub fn why_no_shot(&self, firers: &[ModelId], targets: &[ModelId]) -> Option<Refusal> {
        let pairs = || firers.iter().flat_map(|from| targets.iter().map(move |to| (*from, *to)));
        let in_arc = pairs().find(|(from, to)| self.has_in_arc(*from, &self.body(*to)));
        let (from, to) = in_arc.or_else(|| pairs().next())?;
        self.can_fire_at(from, to).err()
    }
}
