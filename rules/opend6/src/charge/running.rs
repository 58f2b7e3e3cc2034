//! The ways of those who charge: straight at the nearest enemy with room beside him
//! (OD6-CHG-11, 13, OD6-GEO-18).

use engine::{ModelId, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::movement::{Mover, Trouble, Walk, contact_ring};
use tabletop::{Body, Extent, Length, Point, Spot, Vector, measure};

use crate::assault::MOST;
use crate::movement::{Bill, Gait};
use crate::options::ThroughFriends;
use crate::room::Field;
use crate::state::{BASE, CONTACT, Models, Pace, SquadId, State, body_at};

/// Steps up to this height are walked over without notice.
const KERB: Length = Length::cents(10);
/// How far beyond the corner of what is in the way a soldier runs around it.
const CLEAR: Length = Length::cents(75);
/// Places are rounded to micrometres: bases this close to touching do not overlap.
const HAIR: Length = Length::micrometres(10);
/// How finely places are tried out by those who fall short.
const STEP: Length = Length::cents(25);

/// The way of one soldier who charges, chases or disengages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// Who runs.
    pub model: ModelId,
    /// His way, from where he began.
    pub way: Vec<Spot>,
    /// The enemy he runs at, if he can reach one.
    pub prey: Option<ModelId>,
    /// Where he faced before he went.
    pub faced: Vector,
    /// How far he may go in all.
    pub rate: Length,
    /// How fast that counts.
    pub pace: Pace,
}

impl Run {
    /// Where he ends.
    pub fn end(&self) -> Spot {
        self.way.last().copied().unwrap_or_default()
    }

    /// The length of his way.
    pub fn length(&self) -> Length {
        crate::movement::length_of(&self.way)
    }
}

/// What somebody may do on his way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leave {
    /// How much his way may cost.
    pub(super) rate: Length,
    /// Whether he runs, and so keeps off very rough ground (OD6-TER-04).
    pub(super) runs: bool,
    /// Whether he may turn by a right angle only (OD6-Q-79).
    pub(super) stiff: bool,
    /// How far he has turned already.
    pub(super) turned: crate::movement::Angle,
    /// Whether he may come into contact.
    pub(super) contact: bool,
}

impl State {
    /// How a soldier moves in a charge: the wounded walk (OD6-Q-28).
    /// So do those who carry a part of a weapon, where their squad disengages (OD6-MOV-08).
    pub(super) fn leave_of(&self, model: ModelId, contact: bool) -> Leave {
        let runs = !self.model(model).wounded && !self.is_carrier(model);
        let rate = self.rate(model, if runs { Gait::Run } else { Gait::Walk });
        Leave { rate, runs, stiff: runs, turned: crate::movement::Angle::NONE, contact }
    }

    /// The way of a soldier at the nearest of some enemies who has room beside him; as far as he
    /// gets toward the nearest if he cannot reach any (OD6-GEO-18).
    pub(super) fn run_at(
        &self,
        field: &Field,
        model: ModelId,
        (from, leave): (Spot, Leave),
        enemies: &[ModelId],
    ) -> (Vec<Spot>, Option<ModelId>) {
        let mut near: Models = enemies.iter().copied().collect();
        near.sort_by_key(|m| (self.spot(*m).at.distance_squared(from.at), *m));
        if self.touches_any(field, model, from) {
            return (vec![from], None);
        }
        for prey in &near {
            if let Some(way) = self.way_to(field, model, (from, leave), *prey) {
                return (way, Some(*prey));
            }
        }
        let toward = near
            .iter()
            .find_map(|prey| self.as_far_as(field, model, (from, leave), self.spot(*prey)));
        (toward.unwrap_or_else(|| vec![from]), None)
    }

    fn touches_any(&self, field: &Field, model: ModelId, at: Spot) -> bool {
        let body = body_at(at, false);
        let enemy = |m: ModelId| self.side(m) != self.side(model);
        field.bodies.iter().any(|(m, other)| enemy(*m) && self.touch(&body, other))
    }

    /// A way into contact with an enemy: straight, or around what cannot be passed.
    fn way_to(
        &self,
        field: &Field,
        model: ModelId,
        (from, leave): (Spot, Leave),
        prey: ModelId,
    ) -> Option<Vec<Spot>> {
        let other = field.body(prey)?;
        // The cheapest tests first: he is too far away, or beset already.
        let near = measure::within(&body_at(from, false), &other, leave.rate);
        if !near || !self.has_room(field, prey, model) {
            return None;
        }
        let fits = |way: &[Spot]| {
            let end = body_at(*way.last()?, false);
            let there = self.touch(&end, &other) && self.is_usable(field, model, way, leave);
            there.then(|| way.to_vec())
        };
        let mut places = self.places_beside(&other, from.at);
        let first = places.next()?;
        let straight = fits(&[from, first]).or_else(|| places.find_map(|at| fits(&[from, at])));
        if straight.is_some() || self.price(model, &[from, first]).is_ok() {
            return straight;
        }
        self.bends(from, other.spot).into_iter().find_map(|bend| {
            let mut places = self.places_beside(&other, bend.at);
            places.find_map(|place| fits(&[from, bend, place]))
        })
    }

    /// Whether fewer than three fight an enemy, not counting one of them (OD6-CAS-02).
    pub(crate) fn has_room(&self, field: &Field, enemy: ModelId, besides: ModelId) -> bool {
        let Some(body) = field.body(enemy) else { return false };
        let foe = |m: ModelId| m != besides && self.side(m) != self.side(enemy);
        let beset = field.bodies.iter().filter(|(m, other)| foe(*m) && self.touch(other, &body));
        beset.count() < MOST
    }

    /// Places in contact with somebody, the one that is reached first being the first; where a
    /// barrier is in the way, at its other side (OD6-Q-84). Each is looked for when it is wanted.
    fn places_beside(&self, other: &Body, from: Point) -> impl Iterator<Item = Spot> {
        let other = *other;
        contact_ring(BASE, &other, from).into_iter().map(move |at| self.place_beside(&other, at))
    }

    /// The place at a point of the ring around somebody, or beyond the barrier that is there.
    fn place_beside(&self, other: &Body, at: Point) -> Spot {
        let mover = self.runner_at(other.spot);
        let place = |at: Point| {
            let level = self.table.carries(at, other.feet());
            at.at_height(if level { other.feet() } else { self.table.ground_height(at) })
        };
        let blocked = |spot: Spot| matches!(mover.stands(spot), Err(Trouble::Obstacle { .. }));
        let (beside, away) = (place(at), at - other.at());
        if !blocked(beside) {
            return beside;
        }
        let out =
            |more: i32| place(other.at().toward(away, BASE + BASE + Length::micrometres(more)));
        // As near to the barrier as he can stand: found to a hundredth of an inch.
        let (mut inside, mut outside) = (0, Length::cents(50).um());
        while outside - inside > Length::cents(1).um() {
            let middle = inside + (outside - inside) / 2;
            if blocked(out(middle)) { inside = middle } else { outside = middle }
        }
        out(outside)
    }

    pub(crate) fn runner_at(&self, at: Spot) -> Mover<'_> {
        let body = body_at(at, false);
        Mover { table: &self.table, changes: &self.changes, body, step: KERB, others: &[] }
    }

    /// Points just beyond the corners of what stands between two places, the shortest way first.
    fn bends(&self, from: Spot, to: Spot) -> SmallVec<[Spot; 8]> {
        let Some(around) = Extent::around(&[from.at, to.at]) else { return SmallVec::new() };
        let mut bends: SmallVec<[Spot; 8]> = SmallVec::new();
        for i in self.table.volume_grid().near(around) {
            let shape = &self.table.volumes()[i].shape;
            if !shape.swept_by(from.at, to.at, BASE) {
                continue;
            }
            let extent = shape.extent();
            let mid = |a: Length, b: Length| a + (b - a) / 2;
            let middle =
                Point::new(mid(extent.low.x, extent.high.x), mid(extent.low.y, extent.high.y));
            let beyond = |corner: &Point| {
                let at = *corner + (*corner - middle).of_length(CLEAR);
                at.at_height(self.table.ground_height(at))
            };
            bends.extend(shape.corners().iter().map(beyond));
        }
        let length = |b: &Spot| b.at.distance(from.at) + b.at.distance(to.at);
        bends.sort_by_cached_key(|b| (length(b), b.at.x, b.at.y));
        bends
    }

    /// The way of somebody who disengages: straight in a direction, as far as he gets, free to
    /// turn around first (OD6-DIS-02).
    pub(crate) fn run_away(&self, field: &Field, model: ModelId, direction: Vector) -> Run {
        let from = self.spot(model);
        let leave = Leave { stiff: false, ..self.leave_of(model, false) };
        let at = from.at.toward(direction, leave.rate);
        let way = self.as_far_as(field, model, (from, leave), at.at_height(from.z));
        self.run_of(model, way.unwrap_or_else(|| vec![from]), None)
    }

    /// As far toward a place as a soldier gets on a straight way.
    pub(super) fn as_far_as(
        &self,
        field: &Field,
        model: ModelId,
        (from, leave): (Spot, Leave),
        goal: Spot,
    ) -> Option<Vec<Spot>> {
        let toward = goal.at - from.at;
        let farthest = from.at.distance(goal.at).min(leave.rate);
        let along = |distance: Length| from.at.toward(toward, distance);
        let place = |distance: Length| {
            let at = along(distance);
            let level = self.table.carries(at, from.z);
            at.at_height(if level { from.z } else { self.table.ground_height(at) })
        };
        if leave.stiff && !self.turning(model, &[from, place(farthest)]).is_within_right() {
            return None;
        }
        let level = self.level_way(model, from, place(farthest));
        let longest = |walk: &Walk| self.affordable(model, (walk, farthest), leave, &along);
        let mut distance = level.as_ref().map_or(farthest, longest);
        while distance > Length::ZERO {
            let way = [from, place(distance)];
            if self.is_usable(field, model, &way, leave) {
                return Some(way.to_vec());
            }
            distance -= STEP;
        }
        None
    }

    /// How much of a straight way on level ground is worth trying, a whole number of steps being
    /// cut off: what is met is looked at only once, and a way that is too dear or blocked does not
    /// get better by being longer.
    fn affordable(
        &self,
        model: ModelId,
        (walk, farthest): (&Walk, Length),
        leave: Leave,
        along: &impl Fn(Length) -> Point,
    ) -> Length {
        let cut = |steps: i32| farthest - STEP * steps;
        let too_dear = |steps: i32| {
            let bill = self.least_bill(walk, along(cut(steps)));
            !self.affords(model, &bill, leave)
        };
        if !too_dear(0) {
            return farthest;
        }
        let (mut dear, mut fits) = (0, farthest.um() / STEP.um());
        while fits - dear > 1 {
            let middle = dear + (fits - dear) / 2;
            if too_dear(middle) { dear = middle } else { fits = middle }
        }
        cut(fits)
    }

    /// Whether a soldier can go a way and stop at its end.
    pub(super) fn is_usable(
        &self,
        field: &Field,
        model: ModelId,
        way: &[Spot],
        leave: Leave,
    ) -> bool {
        let Some(end) = way.last() else { return false };
        let turned = || {
            !leave.stiff || {
                let turn = self.turning(model, way);
                turn.is_within_right() && leave.turned.and(turn).is_within_right()
            }
        };
        crate::movement::length_of(way) <= leave.rate
            && turned()
            && self.is_free(field, model, *end, leave.contact)
            && self.runs_into(field, model, way).is_none()
            && self.can_afford(model, way, leave)
    }

    fn can_afford(&self, model: ModelId, way: &[Spot], leave: Leave) -> bool {
        self.affords(model, &self.bill(model, way), leave)
    }

    /// Nobody runs over very rough ground (OD6-TER-04, OD6-Q-21).
    fn affords(&self, model: ModelId, bill: &Result<Bill, Refusal>, leave: Leave) -> bool {
        let Ok(bill) = bill else { return false };
        let walks = || bill.price <= self.rate(model, Gait::Walk);
        bill.price <= leave.rate && (!leave.runs || !bill.very_rough || walks())
    }

    /// Whom a way leads into: past an enemy so close that it would end there (OD6-CHG-13), or
    /// through a friend where that is not allowed (OD6-Q-19).
    pub(super) fn runs_into(&self, field: &Field, model: ModelId, way: &[Spot]) -> Option<ModelId> {
        let (side, squad) = (self.side(model), self.squad_of(model));
        let [start, end] = [way.first()?, way.last()?];
        let [start, end] = [start, end].map(|spot| body_at(*spot, false));
        let solid = self.agreed.through_friends == ThroughFriends::Off;
        let mut others = field.bodies.iter().filter(|(m, _)| *m != model);
        let met = others.find(|(m, other)| {
            if self.side(*m) == side {
                let in_way = solid && self.squad_of(*m) != squad;
                return in_way && crate::movement::passes(way, other, -HAIR);
            }
            // Whoever leaves somebody begins beside him, and whoever charges somebody ends there.
            let beside = self.touch(&start, other) || self.touch(&end, other);
            crate::movement::passes(way, other, if beside { -HAIR } else { CONTACT })
        });
        met.map(|(m, _)| *m)
    }

    /// The soldiers who take part in a charge: those in touch with their squad, who are not in
    /// contact and have no weapon to carry or to put together (OD6-CHG-02, OD6-Q-28).
    pub fn chargers(&self, squad: SquadId) -> Models {
        let core = self.core(squad);
        let free = |m: &ModelId| {
            !self.is_carrier(*m) && !self.is_at_work(*m) && self.contacts(*m).next().is_none()
        };
        core.into_iter().filter(|m| self.model(*m).spot.is_some() && free(m)).collect()
    }
}
