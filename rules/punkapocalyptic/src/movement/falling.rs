//! Falls, and where those end up who do not get where they wanted (PUN-FAL, PUN-Q-16, PUN-Q-19).

use engine::{Clause, Cx, Deed, Event, ModelId};
use tabletop::{Length, Point, Spot, Vector};

use super::price::Drop;
use super::{End, Leap, Plan, SAFE_DROP};
use crate::hits::{Hit, Source};
use crate::state::{Fate, Posture, State};
use crate::tasks::Task;

/// How a search for a free place goes on, inch by inch and in all directions.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// A way that ends where there is no room is made shorter by so much at a time.
const SHORTER: Length = Length::cents(10);

/// The Strength of a fall (PUN-T-03, PUN-Q-27); nought up to two inches.
pub fn fall_strength(height: Length) -> i32 {
    if height <= SAFE_DROP {
        return 0;
    }
    let started = (height.um() + Length::inches(1).um() - 1) / Length::inches(1).um();
    (started - 2).min(8)
}

impl State {
    /// The way of a model that gets only so far along its path: it stops there, or, if it cannot
    /// stand there, as near before it as it can.
    pub(super) fn way_to_stop(&self, model: ModelId, plan: &Plan, at: Length) -> Vec<Spot> {
        let mover = self.mover(model, plan.gait);
        let mut back = at.min(plan.bill.length);
        while back > Length::ZERO {
            let spot = mover.spot_along(&plan.path, back);
            let free = self.table.carries(spot.at, spot.z)
                && self.has_room(model, spot)
                && !self.is_impassable(spot);
            if free && self.is_clear_of_enemies(model, spot) {
                return passed(&plan.path, back, spot);
            }
            back -= SHORTER;
        }
        self.way_beside(model)
    }

    /// The way of a model that gets nowhere: none, unless one of its pack that changes places with
    /// it is there already; then to the nearest place with room (PUN-MOV-04).
    fn way_beside(&self, model: ModelId) -> Vec<Spot> {
        let here = self.spot(model);
        match self.in_place(model, here) {
            None => vec![here],
            Some(_) => vec![here, self.landing(model, here.at, here.z)],
        }
    }

    /// A model that gets nowhere makes room for whoever has come to where it stands.
    pub(super) fn make_room(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let path = self.way_beside(model);
        let [_, to] = path[..] else { return };
        self.model_mut(model).spot = Some(to);
        cx.say(|| {
            let text = format!("{} makes room and stands at {to}", self.name(model));
            Event::note(Clause("PUN-MOV-04"), text).deed(Deed::Moved { model, path })
        });
    }

    fn is_clear_of_enemies(&self, model: ModelId, spot: Spot) -> bool {
        self.enemies(model).all(|enemy| !self.touches_at(model, spot, enemy))
    }

    /// Half the distance ends on a ladder: the model clings there (PUN-CLB-03, PUN-Q-14).
    pub(super) fn caught_on_ladder(
        &self,
        model: ModelId,
        plan: &Plan,
        (at, up): (Length, Length),
    ) -> (Vec<Spot>, End) {
        let foot = self.mover(model, plan.gait).spot_along(&plan.path, at);
        let start = plan.path.first().copied().unwrap_or(foot);
        let rises = plan.path.last().is_some_and(|end| end.z > start.z);
        let z = if rises { start.z + up } else { start.z - up };
        let hold = foot.at.at_height(z);
        if self.is_hold(model, hold) && self.in_place(model, hold).is_none() {
            return (passed(&plan.path, at, hold), End::Clings);
        }
        (self.way_to_stop(model, plan, at), End::Arrives)
    }

    /// Whoever fails on a wall falls from where it was when the Action began (PUN-CLB-02).
    pub(super) fn fall_off(&self, model: ModelId, plan: &Plan) -> (Vec<Spot>, End) {
        let start = plan.path.first().copied().unwrap_or_default();
        let climb = plan.bill.climbs.iter().find(|climb| !climb.ladder);
        let at = climb.map_or(Length::ZERO, |climb| climb.at);
        let mover = self.mover(model, plan.gait);
        let end = plan.path.last().copied().unwrap_or(start);
        // Upward it stays at the foot of the wall, downward it gets over the edge.
        let base = self.who(model).base;
        let place = if end.z < start.z { at + base } else { (at - base).max(Length::ZERO) };
        let over = mover.spot_along(&plan.path, place).at;
        let low = start.z.min(end.z).min(self.table.ground_height(over));
        let floor = self.floor_below(over, if end.z < start.z { low } else { start.z });
        let spot = self.landing(model, over, floor);
        (vec![start, spot], End::Falls((start.z - spot.z).max(Length::ZERO)))
    }

    /// Whoever fails a jump falls into the middle of the gap, or is lost in it (PUN-JMP-06,
    /// PUN-Q-19).
    pub(super) fn fall_short(&self, model: ModelId, plan: &Plan, leap: &Leap) -> (Vec<Spot>, End) {
        let mover = self.mover(model, plan.gait);
        let start = plan.path.first().copied().unwrap_or_default();
        let edge = mover.spot_along(&plan.path, leap.from);
        let middle = mover.spot_along(&plan.path, (leap.from + leap.until) / 2).at;
        if leap.deadly {
            return (vec![start, middle.at_height(edge.z)], End::Lost);
        }
        let spot = self.landing(model, middle, self.floor_below(middle, edge.z));
        (vec![start, edge, spot], End::Falls((edge.z - spot.z).max(Length::ZERO)))
    }

    /// A jump down from an edge: it lands just beyond it (PUN-JMP-07).
    pub(super) fn jump_down(&self, model: ModelId, plan: &Plan, drop: &Drop) -> (Vec<Spot>, End) {
        let mover = self.mover(model, plan.gait);
        let start = plan.path.first().copied().unwrap_or_default();
        let edge = mover.spot_along(&plan.path, drop.at);
        let over = mover.spot_along(&plan.path, drop.at + self.who(model).base).at;
        let top = edge.z.max(start.z);
        let spot = self.landing(model, over, self.floor_below(over, top - drop.depth));
        (passed(&plan.path, drop.at, spot), End::Falls(drop.depth))
    }

    /// The highest floor at a point that is no higher than this.
    fn floor_below(&self, at: Point, z: Length) -> Length {
        let floors = self.table.supports(at);
        floors.into_iter().filter(|floor| *floor <= z).max().unwrap_or(Length::ZERO)
    }

    /// The nearest place to a point of a floor where a model has room.
    fn landing(&self, model: ModelId, at: Point, z: Length) -> Spot {
        let wanted = at.at_height(z);
        let steps = (0..=24).flat_map(|n| WAYS.map(|(x, y)| (n, Vector::new(x, y))));
        let spots = steps.map(|(n, way)| at.toward(way, Length::cents(25) * n));
        let carried = spots.map(|p| p.at_height(self.floor_below(p, z)));
        let mut free = carried.filter(|s| {
            self.table.extent().contains(s.at)
                && self.has_room(model, *s)
                && self.is_clear_of_enemies(model, *s)
        });
        free.next().unwrap_or(wanted)
    }

    /// A model falls over where it is (PUN-TER-07, PUN-Q-16).
    pub fn topple(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.model_mut(model).posture = Posture::Prone;
        cx.cite(Clause("PUN-Q-16"));
        cx.cite(Clause("PUN-Q-58"));
        cx.say(|| {
            let text = format!("{} falls over", self.name(model));
            Event::note(Clause("PUN-TER-07"), text).deed(Deed::Changed { model })
        });
    }

    /// A model has fallen from a height: it is prone, and may be hurt (PUN-FAL-01, 02).
    pub fn fall(&mut self, cx: &mut Cx<'_>, model: ModelId, height: Length) {
        self.model_mut(model).posture = Posture::Prone;
        ["PUN-Q-58", "PUN-T-03", "PUN-G-16", "PUN-Q-27", "PUN-FAL-02"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} falls {height} inches", self.name(model));
            Event::note(Clause("PUN-FAL-01"), text).deed(Deed::Changed { model })
        });
        let strength = fall_strength(height);
        if strength > 0 {
            self.tasks.push(Task::Hit(Box::new(Hit::hazard(model, strength, Source::Fall))));
        }
    }

    /// A model ends up in impassable ground and is gone, gear and all (PUN-TER-09, PUN-Q-17).
    pub fn lose(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        if !self.incendiaries(model).is_empty() {
            // Nothing is left on the table to go off (PUN-Q-71).
            cx.cite(Clause("PUN-Q-71"));
        }
        self.put_out(model, Fate::Removed);
        cx.cite(Clause("PUN-Q-17"));
        cx.say(|| {
            let text = format!("{} is lost", self.name(model));
            Event::note(Clause("PUN-TER-09"), text).deed(Deed::Removed { model })
        });
    }
}

/// The bends of a path up to a length, and then a spot.
pub fn passed(path: &[Spot], upto: Length, end: Spot) -> Vec<Spot> {
    let mut way = Vec::new();
    let mut gone = Length::ZERO;
    for (i, spot) in path.iter().enumerate() {
        if i > 0 {
            gone += path[i - 1].at.distance(spot.at);
        }
        if i > 0 && gone >= upto {
            break;
        }
        way.push(*spot);
    }
    way.push(end);
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_are_as_hard_as_the_table_says() {
        let strength = |cents| fall_strength(Length::cents(cents));
        let table = [(200, 0), (201, 1), (300, 1), (301, 2), (500, 3), (900, 7), (901, 8)];
        for (cents, expected) in table {
            assert_eq!(strength(cents), expected, "{cents}");
        }
        assert_eq!(strength(3_000), 8);
    }
}
