//! Room for everybody: where there is a place for a soldier who is stopped on his way (OD6-Q-63,
//! OD6-Q-19).

use engine::{Clause, Cx, Deed, Event, ModelId};
use tabletop::{Body, Length, Point, Spot, Vector, measure};

use crate::state::{BASE, STANDING, State, body_at};

/// How far apart the rings are on which a free place is looked for.
const RING: Length = Length::cents(10);
/// The directions in which it is looked for on each ring: half of them, the others are opposite.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (12, 5), (1, 1), (5, 12), (0, 1), (-5, 12), (-1, 1), (-12, 5)];

/// Where everybody will be when those who have planned their ways have gone them.
#[derive(Debug)]
pub(crate) struct Field {
    /// Those who are there, and where.
    pub(crate) bodies: Vec<(ModelId, Body)>,
}

impl Field {
    /// Somebody is there from now on, whether he was known before or not.
    pub(crate) fn put(&mut self, model: ModelId, spot: Spot) {
        self.bodies.retain(|(m, _)| *m != model);
        self.bodies.push((model, body_at(spot, false)));
    }

    /// Where somebody is.
    pub(crate) fn body(&self, model: ModelId) -> Option<Body> {
        self.bodies.iter().find(|(m, _)| *m == model).map(|(_, body)| *body)
    }

    /// Whether somebody would be on nobody else's base.
    pub(crate) fn is_clear(&self, model: ModelId, at: Spot) -> bool {
        let apart = |other: &Body| {
            (other.feet() - at.z).abs() >= STANDING
                || other.at().distance_squared(at.at) >= (BASE + BASE).squared()
        };
        self.bodies.iter().all(|(m, other)| *m == model || apart(other))
    }
}

impl State {
    /// Where everybody is.
    pub(crate) fn field(&self) -> Field {
        Field { bodies: self.standing().map(|m| (m, self.body(m))).collect() }
    }

    /// Where everybody is but for some, who will be gone.
    pub(crate) fn field_without(&self, gone: &[ModelId]) -> Field {
        let there = self.standing().filter(|m| !gone.contains(m));
        Field { bodies: there.map(|m| (m, self.body(m))).collect() }
    }

    /// The free place that is nearest to another, looked for in rings around it: one that he gets
    /// to without crossing anything impassable, if there is any.
    pub(crate) fn nearest_free(&self, field: &Field, model: ModelId, here: Spot) -> Spot {
        let far = self.table.width() + self.table.depth();
        let place = |at: Point| {
            let level = self.table.carries(at, here.z);
            at.at_height(if level { here.z } else { self.table.ground_height(at) })
        };
        let around = || {
            let rings = (1..=far.um() / RING.um()).map(|ring| RING * ring);
            rings.flat_map(|ring| {
                let both =
                    WAYS.iter().flat_map(|(x, y)| [Vector::new(*x, *y), Vector::new(-x, -y)]);
                both.map(move |way| here.at.toward(way, ring))
            })
        };
        let free = |at: &Spot| self.is_free(field, model, *at, false);
        let reached = |at: &Spot| self.price(model, &[here, *at]).is_ok();
        let near = around().map(place).find(|at| free(at) && reached(at));
        near.or_else(|| around().map(place).find(free)).unwrap_or(here)
    }

    /// Whoever was hit on his way lies where he was hit, or where there is room next to it if
    /// that is taken or in a wall (OD6-Q-63).
    pub(crate) fn lie_down(&mut self, cx: &mut Cx<'_>, field: &mut Field, model: ModelId) {
        cx.cite(Clause("OD6-Q-63"));
        let here = self.spot(model);
        if !self.is_free(field, model, here, true) {
            let aside = self.nearest_free(field, model, here);
            self.model_mut(model).spot = Some(aside);
            cx.say(|| {
                let text =
                    format!("there is no room where {} fell: he lies at {aside}", self.name(model));
                let deed = Deed::Moved { model, path: vec![here, aside] };
                Event::note(Clause("OD6-Q-63"), text).deed(deed)
            });
        }
        field.put(model, self.spot(model));
    }

    /// Whether a soldier can stop at a place: on the table, on nobody else, and beside enemies
    /// only where they have room.
    pub(crate) fn is_free(&self, field: &Field, model: ModelId, at: Spot, contact: bool) -> bool {
        let body = body_at(at, false);
        let beside =
            |m: ModelId, other: &Body| self.side(m) != self.side(model) && self.touch(&body, other);
        let others = field.bodies.iter().filter(|(m, _)| *m != model);
        field.is_clear(model, at)
            && others
                .into_iter()
                .all(|(m, other)| !beside(*m, other) || contact && self.has_room(field, *m, model))
            && measure::on_table(&self.table, &body)
            && self.runner_at(at).stands(at).is_ok()
    }
}
