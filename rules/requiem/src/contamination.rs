//! Chapters 6 and 11: contaminated ground and contaminated models on the way of a move.

use engine::{Clause, Cx, ModelId, Play};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Mover, Walk, What};
use tabletop::{Kind, Length, PieceId, Spot};

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
                for (start, from, to) in stretches(mover, leg) {
                    let level = ground.low <= from.z.max(to.z) && from.z.min(to.z) <= ground.high;
                    if level && let Some(at) = mover.first_touch(from, to, &ground.shape) {
                        dangers.push(Danger { at: leg.start + start + at, what });
                        break;
                    }
                }
            }
        }
        dangers.sort_by_key(|danger| danger.at);
        dangers
    }

    /// Where a walk brings a model within an inch of another from farther away; starting that
    /// near is nothing (REQ-COND-06, REQ-Q-22).
    fn approaches(&self, mover: &Mover<'_>, walk: &Walk, other: ModelId) -> SmallVec<[Length; 1]> {
        let body = self.body(other);
        let near = |leg: &&Leg| {
            [leg.from.z, leg.to.z].iter().any(|z| (body.feet() - *z).abs() <= CONTAMINATION)
        };
        let coming = |leg: &Leg| {
            let at = mover.first_within(leg.from, leg.to, &body, CONTAMINATION);
            at.filter(|at| *at > Length::ZERO).map(|at| leg.start + at)
        };
        walk.legs.iter().filter(near).filter_map(coming).collect()
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

/// The stretches of a leg between changes of level, each with where it begins. Whoever climbs
/// leaves the lower level, base and all, where the climb begins.
fn stretches(mover: &Mover<'_>, leg: &Leg) -> SmallVec<[(Length, Spot, Spot); 2]> {
    let change = leg.met.iter().find_map(|met| match met.what {
        What::Level { rise, .. } => Some((met.from, rise)),
        _ => None,
    });
    let Some((place, rise)) = change else {
        return SmallVec::from_slice(&[(Length::ZERO, leg.from, leg.to)]);
    };
    let (below, above) =
        if rise > Length::ZERO { (BASE, Length::ZERO) } else { (Length::ZERO, BASE) };
    let at = |distance: Length, z: Length| {
        let along = mover.spot_along(&[leg.from, leg.to], distance.max(Length::ZERO));
        along.at.at_height(z)
    };
    let mut all = SmallVec::new();
    if place >= below {
        all.push((Length::ZERO, leg.from, at(place - below, leg.from.z)));
    }
    if place + above <= leg.length {
        all.push((place + above, at(place + above, leg.to.z), leg.to));
    }
    all
}
