//! Chapters 6 and 11: contaminated ground and contaminated models on the way of a move.

use engine::{Clause, Cx, ModelId, Play};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Mover, Walk, What};
use tabletop::{Kind, Length, PieceId, Spot};

use crate::hurdles::is_climbed;
use crate::options::ContaminationTrigger;
use crate::roster::is_choir_master;
use crate::state::{BASE, State};

/// How near one may come to a contaminated model (REQ-COND-06).
const CONTAMINATION: Length = Length::inches(1);

/// A danger on the way.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// How far along the path.
    pub at: Length,
    /// What it is.
    pub what: Peril,
}

/// What calls for a Defense check on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peril {
    /// A contaminated patch of ground (REQ-TERR-02).
    Ground(PieceId),
    /// A contaminated model (REQ-COND-06).
    Model(ModelId),
}

/// Dangers in the order in which they are met.
pub type Dangers = SmallVec<[Danger; 2]>;

/// Whether ground is contaminated (REQ-TERR-02, REQ-Q-73).
pub fn is_contaminated(kind: Kind) -> bool {
    matches!(kind, Kind::Irradiated | Kind::Contaminated)
}

impl State {
    /// Where on a model's own way a Defense check is due, in order.
    pub fn dangers(&self, model: ModelId, mover: &Mover<'_>, walk: &Walk) -> Dangers {
        let mut dangers = self.ground_dangers(model, mover, walk);
        for other in self.others(model).filter(|o| self.is_contaminated(*o)) {
            for at in self.approaches(mover, walk, other) {
                dangers.push(Danger { at, what: Peril::Model(other) });
            }
        }
        dangers.sort_by_key(|danger| danger.at);
        dangers
    }

    /// Where the edge of the base enters a contaminated patch, or the model begins to move
    /// inside one; once for each patch and activation (REQ-TERR-02, 08; REQ-Q-23; REQ-GEO-10).
    pub fn ground_dangers(&self, model: ModelId, mover: &Mover<'_>, walk: &Walk) -> Dangers {
        let own = self.active.as_ref().filter(|active| active.model == model);
        let braved = own.map_or(&[][..], |active| &active.braved);
        let mut dangers = Dangers::new();
        for leg in &walk.legs {
            for ground in self.table.grounds().iter().filter(|g| is_contaminated(g.kind)) {
                let what = Peril::Ground(ground.piece);
                let known =
                    braved.contains(&ground.piece) || dangers.iter().any(|d| d.what == what);
                if known {
                    continue;
                }
                let touched =
                    stretches(mover, leg).into_iter().find_map(|Stretch { at, from, to }| {
                        let level = ground.low <= from.z && from.z <= ground.high;
                        let touch = level.then(|| mover.first_touch(from, to, &ground.shape));
                        Some(at + touch.flatten()?)
                    });
                dangers.extend(touched.map(|at| Danger { at, what }));
            }
        }
        dangers.sort_by_key(|danger| danger.at);
        dangers
    }

    /// Where a walk brings a model within an inch of another from farther away; starting that
    /// near is nothing (REQ-COND-06, REQ-Q-22).
    fn approaches(&self, mover: &Mover<'_>, walk: &Walk, other: ModelId) -> SmallVec<[Length; 1]> {
        let body = self.body(other);
        let mut approaches = SmallVec::new();
        // Whoever begins within an inch, or was there a step before, does not come there.
        let mut is_near = true;
        for Stretch { at, from, to } in walk.legs.iter().flat_map(|leg| stretches(mover, leg)) {
            let level = (body.feet() - from.z).abs() <= CONTAMINATION;
            let within = |from: Spot| mover.first_within(from, to, &body, CONTAMINATION);
            let coming = if level { within(from) } else { None };
            approaches.extend(coming.filter(|d| *d > Length::ZERO || !is_near).map(|d| at + d));
            is_near = level && within(to).is_some();
        }
        approaches
    }

    /// A Defense check against a danger on the way (REQ-TERR-03, 04; REQ-COND-07, 08).
    pub fn brave(&mut self, cx: &mut Cx<'_>, model: ModelId, danger: Danger) -> Play<bool> {
        self.cite_danger(cx, model, danger);
        let passed = self.check_defense(cx, model)?;
        cx.cite(Clause(match (danger.what, passed) {
            (Peril::Ground(_), true) => "REQ-TERR-04",
            (Peril::Ground(_), false) => "REQ-TERR-03",
            (Peril::Model(_), true) => "REQ-COND-08",
            (Peril::Model(_), false) => "REQ-COND-07",
        }));
        let own = self.active.as_mut().filter(|active| active.model == model);
        if let (true, Peril::Ground(piece), Some(active)) = (passed, danger.what, own) {
            active.braved.push(piece);
        }
        Ok(passed)
    }

    fn cite_danger(&self, cx: &mut Cx<'_>, model: ModelId, danger: Danger) {
        match danger.what {
            Peril::Ground(_) => {
                // Whoever is inside already goes through all of it again.
                let again = danger.at == Length::ZERO;
                cx.cite(Clause(if again { "REQ-TERR-08" } else { "REQ-GEO-10" }));
                cx.cite(Clause("REQ-TERR-02"));
                cx.cite(Clause("REQ-Q-23"));
            }
            Peril::Model(other) => {
                cx.cite(Clause("REQ-COND-06"));
                cx.cite(Clause("REQ-Q-22"));
                cx.cite(Clause("REQ-Q-22b"));
                if is_choir_master(self.name(other)) {
                    cx.cite(Clause("REQ-Q-19"));
                }
            }
        }
        if self.is_contaminated(model) {
            cx.cite(Clause("REQ-TERR-09"));
            cx.cite(Clause("REQ-COND-09"));
        }
    }

    /// The models that check because a contaminated one comes near them on its way, in order,
    /// where that is agreed (REQ-Q-22).
    pub fn endangered(&self, model: ModelId, mover: &Mover<'_>, path: &[Spot]) -> Vec<ModelId> {
        let either = self.agreed.contamination_trigger == ContaminationTrigger::Either;
        if !either || !self.is_contaminated(model) {
            return Vec::new();
        }
        let walk = mover.walk(path);
        let first = |other: ModelId| Some((*self.approaches(mover, &walk, other).first()?, other));
        let mut all: Vec<(Length, ModelId)> = self.others(model).filter_map(first).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, other)| other).collect()
    }

    /// Those whom a contaminated model has come near check too (REQ-Q-22).
    pub fn endanger(&mut self, cx: &mut Cx<'_>, others: &[ModelId]) -> Play<()> {
        for other in others {
            cx.cite(Clause("REQ-Q-22"));
            cx.cite(Clause("REQ-TURN-09"));
            if !self.check_defense(cx, *other)? {
                self.stun(cx, *other, false);
            }
        }
        Ok(())
    }
}

/// Part of a way with the feet at one height.
struct Stretch {
    /// How far along the path it begins.
    at: Length,
    from: Spot,
    to: Spot,
}

/// The stretches of a leg between changes of level, over obstacles that are climbed as well.
/// Whoever climbs leaves the lower level, base and all, where the climb begins.
fn stretches(mover: &Mover<'_>, leg: &Leg) -> SmallVec<[Stretch; 3]> {
    let mut all = SmallVec::new();
    let mut z = leg.from.z;
    let mut begin = Length::ZERO;
    let mut stretch = |from: Length, until: Length, z: Length| {
        let spot = |distance: Length| {
            let ends = [leg.from, leg.to];
            mover.spot_along(&ends, distance.max(Length::ZERO)).at.at_height(z)
        };
        if from <= until.max(Length::ZERO) {
            all.push(Stretch { at: leg.start + from, from: spot(from), to: spot(until) });
        }
    };
    for Met { from, until, what } in &leg.met {
        match *what {
            What::Slope { rise, .. } => {
                stretch(begin, *from, z);
                (begin, z) = (*from, z + rise);
            }
            What::Level { rise, .. } => {
                let up = rise > Length::ZERO;
                stretch(begin, if up { *from - BASE } else { *from }, z);
                (begin, z) = (if up { *from } else { *from + BASE }, z + rise);
            }
            What::Obstacle { rise, .. } if is_climbed(what) => {
                stretch(begin, *from - BASE, z);
                stretch(*from, *until, z + rise);
                begin = begin.max(*until + BASE);
            }
            _ => (),
        }
    }
    stretch(begin, leg.length, z);
    all
}
