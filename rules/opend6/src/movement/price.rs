//! What a way costs: ground, barriers, stairs (OD6-TER-01 to 08, OD6-BAR-01 to 07).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Mover, Walk, What};
use tabletop::{Extent, Kind, Length, PieceId, Point, Spot};

use crate::state::{BASE, State};
use crate::terrain::openings::{Opening, openings};
use crate::terrain::{Barrier, Ground};

/// Steps up to this height are walked over without notice.
const KERB: Length = Length::cents(10);
/// On the way a soldier squeezes through wherever half of his base has room; only where he stops
/// he needs room for all of it.
const SQUEEZED: Length = Length::cents(25);
/// What a ladder costs, up or down: it counts as a difficult barrier.
const LADDER: Length = Length::inches(4);

/// What a way comes to.
#[derive(Clone, Debug, Default)]
pub struct Bill {
    /// Everything together.
    pub price: Length,
    /// What barriers, ladders and stairs cost of it.
    pub barriers: Length,
    /// Whether it leads through very rough ground, where nobody runs (OD6-TER-04).
    pub very_rough: bool,
    /// The rules it makes use of.
    pub used: SmallVec<[Clause; 4]>,
}

impl Bill {
    fn charge(&mut self, cost: Length, clauses: &[&'static str]) {
        self.price += cost;
        self.barriers += cost;
        self.used.extend(clauses.iter().map(|id| Clause(id)));
    }
}

/// What has been met before on the same way.
#[derive(Default)]
struct Memory {
    /// Trenches and brooks that the last leg ended in.
    inside: SmallVec<[PieceId; 2]>,
    /// The barrier that was crossed last, and how far along the way it ended.
    crossed: Option<(PieceId, Length)>,
}

impl State {
    /// What a way costs over the ground and barriers, whatever the rate; an error where it leads
    /// over something impassable (OD6-TER, OD6-BAR).
    pub fn price(&self, model: ModelId, path: &[Spot]) -> Result<Length, Refusal> {
        self.bill(model, path).map(|bill| bill.price)
    }

    /// The same with what it is made up of.
    pub fn bill(&self, model: ModelId, path: &[Spot]) -> Result<Bill, Refusal> {
        self.bill_of(&self.walker(model).walk(path))
    }

    /// What a way comes to that has been walked already.
    fn bill_of(&self, walk: &Walk) -> Result<Bill, Refusal> {
        let mut bill = Bill::default();
        let mut before = Memory::default();
        for leg in &walk.legs {
            self.charge_for_ground(leg, &mut bill)?;
            self.charge_for_doors(leg, &mut bill);
            for met in &leg.met {
                self.charge_for_met((leg, met), &mut bill, &mut before)?;
            }
            before.inside = ended_in(leg);
        }
        self.cite_clear(walk, &mut bill);
        Ok(bill)
    }

    /// A straight way that will be tried at several lengths, if it leads over level ground: what
    /// is met on all of it is met on each part of it as far as that goes.
    pub(crate) fn level_way(&self, model: ModelId, from: Spot, to: Spot) -> Option<Walk> {
        let around = Extent::around(&[from.at, to.at])?.grown(BASE);
        let hilly = || self.table.hills().any(|hill| hill.shape.extent().meets(&around));
        let level = from.z == to.z && !hilly();
        level.then(|| self.walker(model).walk(&[from, to]))
    }

    /// What the part of such a way up to a point comes to at least.
    pub(crate) fn least_bill(&self, walk: &Walk, until: Point) -> Result<Bill, Refusal> {
        let cut = |leg: &Leg| {
            let (to, length) = (until.at_height(leg.from.z), leg.from.at.distance(until));
            let begun = leg.met.iter().filter(|met| met.from < length);
            let met = begun.map(|met| Met { until: met.until.min(length), ..*met }).collect();
            Leg { to, length, met, ..*leg }
        };
        self.bill_of(&Walk { legs: walk.legs.iter().map(cut).collect() })
    }

    /// A soldier on his way: other soldiers are judged elsewhere.
    fn walker(&self, model: ModelId) -> Mover<'_> {
        let body = tabletop::Body { base: SQUEEZED, ..self.body(model) };
        Mover { table: &self.table, changes: &self.changes, body, step: KERB, others: &[] }
    }

    /// A soldier who stops somewhere.
    pub(super) fn stander(&self, model: ModelId, prone: bool) -> Mover<'_> {
        let body = crate::state::body_at(self.spot(model), prone);
        Mover { table: &self.table, changes: &self.changes, body, step: KERB, others: &[] }
    }

    /// Where a soldier is so far along his way.
    pub fn spot_along(&self, model: ModelId, path: &[Spot], distance: Length) -> Spot {
        self.walker(model).spot_along(path, distance)
    }

    /// Every stretch costs its length times the factors of all ground it leads over; ground of
    /// one kind counts once (OD6-Q-20, OD6-GEO-13).
    fn charge_for_ground(&self, leg: &Leg, bill: &mut Bill) -> Result<(), Refusal> {
        let hilly = self.table.hills().next().is_some() && self.is_on_ground(leg);
        let grounds = leg.met.iter().filter(|met| matches!(met.what, What::Ground { .. }));
        if !hilly && grounds.clone().next().is_none() {
            bill.price += leg.length;
            return Ok(());
        }
        let slopes = leg.met.iter().filter(|met| hilly && matches!(met.what, What::Slope { .. }));
        let ends = grounds.chain(slopes).flat_map(|met| [met.from, met.until]);
        let mut cuts: SmallVec<[Length; 8]> = ends.chain([Length::ZERO, leg.length]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        for cut in cuts.windows(2) {
            let factor = self.factor(leg, (cut[0], cut[1]), hilly, bill)?;
            bill.price += (cut[1] - cut[0]) * factor;
        }
        Ok(())
    }

    /// Whether a leg follows the ground, and not a floor above it.
    fn is_on_ground(&self, leg: &Leg) -> bool {
        [leg.from, leg.to].iter().any(|end| end.z == self.table.ground_height(end.at))
    }

    fn factor(
        &self,
        leg: &Leg,
        (from, until): (Length, Length),
        hilly: bool,
        bill: &mut Bill,
    ) -> Result<i32, Refusal> {
        let mut seen: SmallVec<[Kind; 4]> = SmallVec::new();
        let mut factor = 1;
        for met in leg.met.iter().filter(|met| met.from <= from && until <= met.until) {
            let What::Ground { kind, piece } = met.what else { continue };
            if !seen.is_empty() {
                bill.used.push(Clause("OD6-Q-20"));
            }
            if seen.contains(&kind) {
                continue;
            }
            seen.push(kind);
            if matches!(kind, Kind::MediumWoods | Kind::Ford) {
                bill.used.push(Clause("OD6-Q-98"));
            }
            let class = self.ground_of(piece);
            if class == Ground::Impassable {
                let why = format!("nobody can enter {}", self.table.piece(piece).name);
                return Err(Refusal::new(Clause("OD6-TER-08"), why));
            }
            factor *= charge_for_class(class, bill)?;
        }
        if hilly && let Some(hill) = self.hill_under(leg, (from + until) / 2) {
            bill.used.push(Clause("OD6-TER-16"));
            if !seen.is_empty() {
                bill.used.push(Clause("OD6-Q-20"));
            }
            factor *= charge_for_class(self.hill(hill), bill)?;
        }
        // Ground that is rough twice over is as dear as very rough ground, but one may run there.
        if factor > 2 && !bill.very_rough {
            bill.used.push(Clause("OD6-Q-21"));
        }
        Ok(factor)
    }

    /// The highest contour under a place of a leg.
    fn hill_under(&self, leg: &Leg, along: Length) -> Option<PieceId> {
        let at = leg.from.at.toward(leg.to.at - leg.from.at, along);
        let under = self.table.hills().filter(|contour| contour.shape.contains(at));
        under.max_by_key(|contour| contour.z).map(|contour| contour.piece)
    }

    /// A doorway is a moderate barrier, with or without a door in it (OD6-BAR-05).
    fn charge_for_doors(&self, leg: &Leg, bill: &mut Bill) {
        // Whoever goes through a door gets into a building, or meets a door that stands alone.
        let met = |met: &Met| match met.what {
            What::Ground { kind, .. } => kind == Kind::Interior,
            What::Obstacle { kind, .. } => kind == Kind::Door,
            _ => false,
        };
        if !leg.met.iter().any(met) {
            return;
        }
        let Some(around) = Extent::around(&[leg.from.at, leg.to.at]) else { return };
        let level = |o: &&Opening| o.bottom <= leg.from.z + KERB && leg.from.z < o.top;
        let doors = openings(&self.table, around);
        for door in doors.iter().filter(|o| !o.window).filter(level) {
            let [a, b, ..] = door.corners;
            if tabletop::polygon::segments_meet((a, b), (leg.from.at, leg.to.at)) {
                bill.charge(Length::inches(2), &["OD6-BAR-01", "OD6-BAR-05"]);
            }
        }
    }

    fn charge_for_met(
        &self,
        (leg, met): (&Leg, &Met),
        bill: &mut Bill,
        before: &mut Memory,
    ) -> Result<(), Refusal> {
        match met.what {
            What::Ground { kind, piece } => {
                let started = leg.start == Length::ZERO || before.inside.contains(&piece);
                let entered = met.from > Length::ZERO || !started;
                if entered && let Some(barrier) = self.barrier(&met.what, leg.from.z) {
                    charge_for_barrier(barrier, bill)?;
                    if kind != Kind::Trench {
                        bill.used.push(Clause("OD6-Q-06"));
                    }
                }
                Ok(())
            }
            // Doorways have been charged for, whether their doors are shut or not.
            What::Obstacle { kind: Kind::Door, .. } => Ok(()),
            What::Obstacle { kind, piece, brushed, .. } => {
                let feet = self.feet_at(leg, met.from);
                let Some(barrier) = self.barrier(&met.what, feet) else { return Ok(()) };
                if barrier == Barrier::Impassable {
                    return Err(self.impassable_barrier(piece));
                }
                // The parts of a bent wall that are met together are one barrier.
                let (from, until) = (leg.start + met.from, leg.start + met.until);
                let known = |(known, end): (PieceId, Length)| known == piece && from <= end;
                if brushed || before.crossed.is_some_and(known) {
                    return Ok(());
                }
                before.crossed = Some((piece, until));
                if kind == Kind::Wire {
                    bill.used.push(Clause("OD6-Q-03"));
                }
                charge_for_barrier(barrier, bill)
            }
            What::Level { rise, way: Some(Kind::Stairs) } => {
                // Stairs are rough: every inch up or down costs one more.
                bill.charge(rise.abs(), &["OD6-TER-02"]);
                Ok(())
            }
            What::Level { way: Some(_), .. } => {
                bill.charge(LADDER, &["OD6-BAR-02"]);
                Ok(())
            }
            What::Level { .. } => {
                let why = "only stairs and ladders lead up or down there";
                Err(Refusal::new(Clause("OD6-BAR-03"), why))
            }
            What::Gap { .. } => {
                let why = "there is nothing to walk on";
                Err(Refusal::new(Clause("OD6-TER-05"), why))
            }
            What::OffTable => {
                Err(Refusal::new(Clause("OD6-GEO-13"), "the way leads off the table"))
            }
            What::Slope { .. } | What::Body { .. } | What::Cloud { .. } => Ok(()),
        }
    }

    /// Height of the feet at a place of a leg.
    fn feet_at(&self, leg: &Leg, along: Length) -> Length {
        if self.table.hills().next().is_none() || !self.is_on_ground(leg) {
            return leg.from.z;
        }
        self.table.ground_height(leg.from.at.toward(leg.to.at - leg.from.at, along))
    }

    fn impassable_barrier(&self, piece: PieceId) -> Refusal {
        let piece = self.table.piece(piece);
        let wall = piece.kind == Kind::Building;
        let clause = Clause(if wall { "OD6-BAR-03" } else { "OD6-BAR-07" });
        Refusal::new(clause, format!("{} cannot be crossed", piece.name))
    }

    /// Notes that clear ground costs what it measures.
    fn cite_clear(&self, walk: &Walk, bill: &mut Bill) {
        bill.used.push(Clause("OD6-GEO-13"));
        if bill.price == walk.length() {
            bill.used.push(Clause("OD6-TER-01"));
        }
    }
}

/// The trenches and brooks that a leg ends in.
fn ended_in(leg: &Leg) -> SmallVec<[PieceId; 2]> {
    let last = leg.met.iter().filter(|met| met.until == leg.length);
    let piece = |met: &Met| match met.what {
        What::Ground { piece, .. } => Some(piece),
        _ => None,
    };
    last.filter_map(piece).collect()
}

/// The factor of one kind of ground.
fn charge_for_class(class: Ground, bill: &mut Bill) -> Result<i32, Refusal> {
    let clauses: &[&'static str] = match class {
        Ground::Clear => &["OD6-TER-01"],
        Ground::Rough => &["OD6-TER-02", "OD6-TER-06"],
        Ground::VeryRough => &["OD6-TER-03", "OD6-TER-07"],
        Ground::Impassable => &["OD6-TER-05"],
    };
    bill.used.extend(clauses.iter().map(|id| Clause(id)));
    bill.very_rough |= class == Ground::VeryRough;
    class.factor().ok_or_else(|| {
        let why = "nobody can go there: the ground is impassable";
        Refusal::new(Clause("OD6-TER-05"), why)
    })
}

/// A barrier costs the same whatever ground it stands on (OD6-Q-20).
fn charge_for_barrier(barrier: Barrier, bill: &mut Bill) -> Result<(), Refusal> {
    let clauses: &[&'static str] = match barrier {
        Barrier::Moderate => &["OD6-BAR-01", "OD6-BAR-05", "OD6-Q-20"],
        Barrier::Difficult => &["OD6-BAR-02", "OD6-BAR-06", "OD6-Q-20"],
        Barrier::Impassable => &["OD6-BAR-03", "OD6-BAR-07"],
    };
    let cost = barrier
        .cost()
        .ok_or_else(|| Refusal::new(Clause("OD6-BAR-03"), "that barrier cannot be crossed"))?;
    bill.charge(cost, clauses);
    Ok(())
}
