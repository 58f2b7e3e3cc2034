//! Where a model can stand, hang and pass (PUN-MOV-03 to 07, PUN-Q-14, PUN-G-05).

use engine::{Clause, ModelId, Refusal};
use tabletop::movement::{Mover, Trouble};
use tabletop::polygon::point_segment_cmp;
use tabletop::table::Surface;
use tabletop::{Extent, Kind, Length, Nature, Spot, measure};

use super::{Gait, Purpose};
use crate::options::NoClinging;
use crate::state::{CONTACT, State};
use crate::terrain::{Grade, is_screen};

/// Things this low do not keep anybody from standing.
const KERB: Length = Length::cents(12);

impl State {
    /// A path bends and ends only where a model could stand or hang; says whether it ends on a
    /// hold (PUN-MOV-06, PUN-Q-14).
    pub(super) fn check_footing(&self, model: ModelId, path: &[Spot]) -> Result<bool, Refusal> {
        let mut clings = false;
        for spot in path.iter().skip(1) {
            clings = false;
            if self.table.carries(spot.at, spot.z) {
                if self.is_on_barrier(*spot) {
                    let why = format!("nobody can stand on top of the wall at {spot}");
                    return Err(Refusal::new(Clause("PUN-MOV-06"), why));
                }
                continue;
            }
            if !self.is_hold(model, *spot) {
                let why = format!("there is nothing to stand on at {spot}");
                return Err(Refusal::new(Clause("PUN-MOV-06"), why));
            }
            if self.agreed.no_clinging == NoClinging::On {
                let why = "a climb must reach a ledge in one Action";
                return Err(Refusal::new(Clause("PUN-Q-14"), why));
            }
            self.may_climb(model)?;
            clings = true;
        }
        Ok(clings)
    }

    /// Whether whatever carries a model here is a wall or a fence.
    fn is_on_barrier(&self, spot: Spot) -> bool {
        if spot.z == self.table.ground_height(spot.at) {
            return false;
        }
        let here = Extent { low: spot.at, high: spot.at };
        let surfaces = self.table.surfaces();
        let under = |s: &&Surface| s.z == spot.z && s.shape.contains(spot.at);
        let near = self.table.surface_grid().near(here).map(|i| &surfaces[i]);
        near.filter(under).all(|s| self.table.piece(s.piece).kind.nature() == Nature::Barrier)
    }

    /// Whether a spot is on a wall or ladder: nothing carries a model there, but its base touches
    /// something that can be climbed and reaches higher (PUN-Q-14).
    pub(super) fn is_hold(&self, model: ModelId, spot: Spot) -> bool {
        let body = self.body_at(model, spot);
        let around = Extent { low: spot.at, high: spot.at }.grown(body.base + CONTACT);
        let volumes = self.table.volumes();
        let mut near = self.table.volume_grid().near(around).map(|i| &volumes[i]);
        let face = near.any(|v| {
            matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
                && !is_screen(v.kind)
                && v.kind != Kind::Door
                && self.lore[usize::from(v.piece.0)].grade != Grade::Impassable
                && (v.bottom <= spot.z || v.kind == Kind::Floor)
                && spot.z < v.top
                && !v.shape.contains(spot.at)
                && measure::within_of_shape(&body, &v.shape, CONTACT)
        });
        face || self.table.ways().iter().any(|way| {
            way.kind == Kind::Ladder
                && way.low < spot.z
                && spot.z < way.high
                && way.shape.contains(spot.at)
        })
    }

    /// Whether a model could end a move at a spot: it can stand there, on the table, overlapping
    /// nobody (PUN-MOV-04 to 06).
    pub(super) fn check_footing_at_end(
        &self,
        model: ModelId,
        end: Spot,
        gait: Gait,
        clings: bool,
    ) -> Result<(), Refusal> {
        let body = self.body_in(model, end, gait.end());
        if !measure::on_table(&self.table, &body) {
            let why = "the base would hang over the edge of the table";
            return Err(Refusal::new(Clause("PUN-SC0-08"), why));
        }
        let mover =
            Mover { table: &self.table, changes: &self.changes, body, step: KERB, others: &[] };
        match mover.stands(end) {
            Ok(()) => (),
            // Whoever hangs on a wall stands on nothing, and may stand inside of a hedge.
            Err(Trouble::Unsupported) if clings => (),
            Err(Trouble::Obstacle { kind, .. }) if is_screen(kind) => (),
            Err(Trouble::Obstacle { .. }) if clings => (),
            Err(trouble) => {
                let why = format!("the move cannot end there: {trouble}");
                return Err(Refusal::new(Clause("PUN-MOV-06"), why));
            }
        }
        match self.in_place(model, end) {
            None => Ok(()),
            Some(other) => {
                let why = format!("{} stands there", self.name(other));
                Err(Refusal::new(Clause("PUN-MOV-04"), why))
            }
        }
    }

    /// Who already stands where a model would, on the same floor.
    pub fn in_place(&self, model: ModelId, spot: Spot) -> Option<ModelId> {
        let own = self.who(model);
        self.up().find(|other| {
            let (there, who) = (self.spot(*other), self.who(*other));
            *other != model
                && there.at.distance_squared(spot.at) < (own.base + who.base).squared()
                && there.z < spot.z + own.height
                && spot.z < there.z + who.height
        })
    }

    /// Enemies obstruct: nobody passes them or comes into contact but by an Assault (PUN-MOV-07,
    /// PUN-ASL-03), and then only with those it saw (PUN-Q-66).
    pub(super) fn keep_clear_of_enemies(
        &self,
        model: ModelId,
        path: &[Spot],
        purpose: &Purpose,
    ) -> Result<(), Refusal> {
        let own = self.who(model);
        for enemy in self.enemies(model) {
            let (there, who) = (self.spot(enemy), self.who(enemy));
            let assailed =
                matches!(purpose, Purpose::Assault { seen, .. } if seen.contains(&enemy));
            let apart = own.base + who.base + if assailed { Length::ZERO } else { CONTACT };
            let started = path
                .first()
                .is_some_and(|start| start.at.distance_squared(there.at) <= apart.squared());
            for ends in path.windows(2) {
                let (low, high) = (ends[0].z.min(ends[1].z), ends[0].z.max(ends[1].z));
                if there.z >= high + own.height || low >= there.z + who.height {
                    continue;
                }
                let near = point_segment_cmp(there.at, ends[0].at, ends[1].at, apart);
                let blocked = if assailed { near.is_lt() } else { near.is_le() };
                // Whoever is in contact already may go straight away from it.
                let leaves = started
                    && (ends[1].at - ends[0].at).dot(ends[0].at - there.at) >= 0
                    && ends[1].at.distance_squared(there.at) > apart.squared();
                if blocked && !leaves {
                    let (clause, why) = match purpose {
                        Purpose::Assault { .. } if !assailed => {
                            ("PUN-Q-66", "was not in sight and may not be touched")
                        }
                        Purpose::Disengage => ("PUN-DIS-06", "may not be touched now"),
                        _ => ("PUN-MOV-07", "is in the way"),
                    };
                    let why = format!("{} {why}", self.name(enemy));
                    return Err(Refusal::new(Clause(clause), why));
                }
            }
        }
        Ok(())
    }

    /// Whether the ground at a spot is such that nobody can be there (PUN-TER-08).
    pub fn is_impassable(&self, spot: Spot) -> bool {
        let lore = || {
            let grounds = self.table.grounds_at(spot.at, spot.z);
            grounds.map(|ground| self.lore[usize::from(ground.piece.0)])
        };
        lore().any(|l| l.grade == Grade::Impassable) && !lore().any(|l| l.bridge)
    }

    /// Whether a model could be put down at a spot.
    pub fn has_room(&self, model: ModelId, spot: Spot) -> bool {
        !self.is_on_barrier(spot)
            && self.check_footing_at_end(model, spot, Gait::Walk, false).is_ok()
    }
}
