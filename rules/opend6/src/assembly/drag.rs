//! Dragging a weapon that has been put together (OD6-SPW-04, OD6-Q-54).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use tabletop::{Extent, Length, Point, Spot, Vector, measure};

use crate::state::{Models, Mount, Pace, State, body_at};

/// How far a weapon can be dragged in a Movement Phase.
const DRAG: Length = Length::inches(1);
/// The ways that are offered: the quarters of the compass and halfway between them.
const WAYS: [Vector; 8] = [
    Vector::new(0, 1),
    Vector::new(1, 1),
    Vector::new(1, 0),
    Vector::new(1, -1),
    Vector::new(0, -1),
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
];

/// Where a weapon and the man who drags it get to.
struct Drag {
    weapon: Spot,
    path: Vec<Spot>,
}

impl State {
    /// One man drags a weapon an inch at most and goes along with it: that is his whole move, and
    /// counts as walking. Nobody gets an opportunity to fire at so short a move (OD6-SPW-04).
    pub(super) fn drag_weapon(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let Mount::Assembled { spot, .. } = self.heavies[heavy].mount else { return Ok(()) };
        let dragger = self.choose_dragger(cx, heavy)?;
        let prompt = "Where is the weapon dragged? An inch at most";
        let ask = Ask::new(self.side(dragger), "drag", prompt, Clause("OD6-SPW-04")).about(dragger);
        let within = Extent { low: spot.at, high: spot.at }.grown(DRAG);
        let goals = || self.drag_goals(dragger, spot).collect();
        let Drag { weapon, path } =
            cx.point(ask, within, goals, |p| self.plan_drag(dragger, spot, p))?;
        let facing = self.ask_gun_facing(cx, heavy, weapon)?;
        self.heavies[heavy].mount = Mount::Assembled { spot: weapon, facing };
        self.heavies[heavy].dragged = Some(dragger);
        let own = self.model_mut(dragger);
        (own.spot, own.pace) = (path.last().copied(), Pace::Walked);
        cx.cite(Clause("OD6-Q-54"));
        cx.say(|| {
            let (name, gun) = (self.name(dragger), self.heavies[heavy].gun.name());
            let deed = engine::Deed::Moved { model: dragger, path };
            let text = format!("{name} drags the {gun} to {weapon}");
            Event::note(Clause("OD6-SPW-04"), text).deed(deed)
        });
        Ok(())
    }

    fn choose_dragger(&self, cx: &mut Cx<'_>, heavy: usize) -> Play<ModelId> {
        let gunner = self.heavies[heavy].gunner;
        let ask = Ask::new(self.side(gunner), "dragger", "Who drags it?", Clause("OD6-Q-54"));
        cx.choose(ask, &self.draggers(heavy), |m| Choice::new(self.name(*m)).about(*m))
    }

    /// Those who could drag a weapon somewhere.
    pub(super) fn draggers(&self, heavy: usize) -> Models {
        let Mount::Assembled { spot, .. } = self.heavies[heavy].mount else {
            return Models::new();
        };
        let mut hands = self.hands_at(heavy);
        hands.retain(|m| self.drag_goals(*m, spot).next().is_some());
        hands
    }

    /// As far as the weapon gets each way: an inch, or less over bad ground.
    fn drag_goals(&self, dragger: ModelId, weapon: Spot) -> impl Iterator<Item = Goal> {
        let far = [DRAG, DRAG / 2, DRAG / 4];
        WAYS.into_iter().filter_map(move |way| {
            let ends = far.into_iter().map(|length| weapon.at.toward(way, length));
            let found = ends.map(|to| self.plan_drag(dragger, weapon, to)).find_map(Result::ok);
            found.map(|drag| Goal { spot: drag.weapon, merit: 0 })
        })
    }

    /// Whether a weapon can be dragged to a point by somebody who goes along with it: over ground
    /// that takes no more than the inch, and by the rules of moving.
    fn plan_drag(&self, dragger: ModelId, weapon: Spot, to: Point) -> Result<Drag, Refusal> {
        let refuse = |why: String| Refusal::new(Clause("OD6-SPW-04"), why);
        if to == weapon.at {
            return Err(refuse("that is where the weapon stands".to_owned()));
        }
        let (from, squad) = (self.spot(dragger), self.squad_of(dragger));
        let place = (from.at + (to - weapon.at)).at_height(from.z);
        let path = self.on_ground(&[from, place]);
        let price = self.price(dragger, &path)?.max(weapon.at.distance(to));
        if price > DRAG {
            return Err(refuse(format!("that takes {price} inches, and one is the most")));
        }
        let prone = self.model(dragger).prone;
        self.check_company(dragger, &path, (prone, &self.fighting(squad)))?;
        if !self.field().is_clear(dragger, path[1]) {
            let why = format!("{} would stand on somebody", self.name(dragger));
            return Err(Refusal::new(Clause("OD6-Q-19"), why));
        }
        let weapon = self.on_ground(&[weapon, to.at_height(weapon.z)])[1];
        if !measure::on_table(&self.table, &body_at(weapon, false)) {
            return Err(refuse("all of the weapon must be on the table".to_owned()));
        }
        Ok(Drag { weapon, path })
    }
}
