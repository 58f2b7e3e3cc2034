//! Dragging a weapon that has been put together (OD6-SPW-04, OD6-Q-54).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use tabletop::movement::Mover;
use tabletop::{Body, Extent, Length, Point, Spot};

use crate::state::{Mount, Pace, State};

/// How far a weapon can be dragged in a Movement Phase.
const DRAG: Length = Length::inches(1);

impl State {
    /// One man drags a weapon an inch at most and goes along with it: that is his whole move, and
    /// counts as walking.
    pub(super) fn drag_weapon(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let Mount::Assembled { spot, .. } = self.heavies[heavy].mount else { return Ok(()) };
        let dragger = self.choose_dragger(cx, heavy)?;
        let prompt = "Where is the weapon dragged? An inch at most";
        let ask = Ask::new(self.side(dragger), "drag", prompt, Clause("OD6-SPW-04")).about(dragger);
        let within = Extent { low: spot.at, high: spot.at }.grown(DRAG);
        let goals = || vec![Goal { spot, merit: 0 }];
        let to = cx.point(ask, within, goals, |p| self.plan_drag(dragger, spot, p))?;
        let by = to.at - spot.at;
        let from = self.spot(dragger);
        let place = (from.at + by).at_height(from.z);
        let facing = self.ask_gun_facing(cx, heavy, to)?;
        self.heavies[heavy].mount = Mount::Assembled { spot: to, facing };
        self.heavies[heavy].dragged = Some(dragger);
        let own = self.model_mut(dragger);
        (own.spot, own.pace) = (Some(place), Pace::Walked);
        cx.cite(Clause("OD6-Q-54"));
        cx.say(|| {
            let (name, gun) = (self.name(dragger), self.heavies[heavy].gun.name());
            let deed = engine::Deed::Moved { model: dragger, path: vec![from, place] };
            Event::note(Clause("OD6-SPW-04"), format!("{name} drags the {gun} to {to}")).deed(deed)
        });
        Ok(())
    }

    fn choose_dragger(&self, cx: &mut Cx<'_>, heavy: usize) -> Play<ModelId> {
        let gunner = self.heavies[heavy].gunner;
        let hands = self.hands_at(heavy);
        let ask = Ask::new(self.side(gunner), "dragger", "Who drags it?", Clause("OD6-Q-54"));
        cx.choose(ask, &hands, |m| Choice::new(self.name(*m)).about(*m))
    }

    /// Whether a weapon can be dragged to a point by somebody who goes along with it: over
    /// ground that takes no more than the inch, to a place where he can stand.
    fn plan_drag(&self, dragger: ModelId, weapon: Spot, to: Point) -> Result<Spot, Refusal> {
        let refuse = |why: String| Refusal::new(Clause("OD6-SPW-04"), why);
        if to == weapon.at {
            return Ok(weapon);
        }
        let from = self.spot(dragger);
        let place = (from.at + (to - weapon.at)).at_height(from.z);
        let price = self.price(dragger, &[from, place])?.max(weapon.at.distance(to));
        if price > DRAG {
            return Err(refuse(format!("that takes {price} inches, and one is the most")));
        }
        let others: Vec<Body> =
            self.standing().filter(|m| *m != dragger).map(|m| self.body(m)).collect();
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(dragger),
            step: Length::cents(25),
            others: &others,
        };
        let who = || self.name(dragger);
        mover.stands(place).map_err(|why| refuse(format!("{} cannot go along: {why}", who())))?;
        if self.enemies(self.side(dragger)).any(|m| self.touches_at(dragger, place, m)) {
            return Err(refuse(format!("{} would touch an enemy", who())));
        }
        Ok(to.at_height(weapon.z))
    }

    fn touches_at(&self, dragger: ModelId, place: Spot, enemy: ModelId) -> bool {
        let there = Body { spot: place, ..self.body(dragger) };
        self.touch(&there, &self.body(enemy))
    }
}
