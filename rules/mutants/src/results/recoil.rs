//! Chapter 11: backing off, and whom one stumbles into (MUT-CON-08 to 10).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Need, Play};
use smallvec::SmallVec;
use tabletop::Spot;

use crate::clash::bit;
use crate::profile::Rule;
use crate::state::State;

impl State {
    /// A model recoils by the width of its base, away from the winner; its owner chooses the
    /// line (MUT-CON-08). With no room it falls (MUT-CON-10).
    pub fn recoil(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (from, by): (Spot, Option<ModelId>),
        hacked: u64,
    ) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        if let Some(by) = by
            && self.is_slapped(cx, model, by)?
        {
            self.fall(cx, model, Clause("MUT-SPC-122"));
            return Ok(());
        }
        cx.cite(Clause("MUT-G-17"));
        cx.cite(Clause("MUT-Q-78"));
        let spots = self.recoil_spots(model, from);
        if spots.is_empty() {
            self.cite_no_room(cx, model, from);
            self.fall(cx, model, Clause("MUT-CON-10"));
            return Ok(());
        }
        if spots.len() > 1 {
            cx.cite(Clause("MUT-Q-29"));
        }
        let ask =
            Ask::new(self.side(model), "recoil", "Where does it recoil to?", Clause("MUT-CON-08"));
        let to = cx.choose(ask.about(model), &spots, |spot| {
            let choice = Choice::new(format!("recoil to {spot}")).about(model);
            if Some(spot) == spots.first() { choice.declining() } else { choice }
        })?;
        let fresh = self.stumbled_into(cx, (model, to), hacked);
        let shoots = |m: &ModelId| self.spot(*m) == from && !self.touch(*m, model);
        let shooter = self.enemies(model).find(|m| !cx.is_quiet() && shoots(m));
        let before = shooter.and_then(|by| self.sees_target(by, model));
        self.relocate(cx, model, vec![self.spot(model), to], Clause("MUT-CON-08"));
        let after = shooter.and_then(|by| self.sees_target(by, model));
        if before.is_some() && before != after && after != Some(false) {
            cx.cite(Clause("MUT-RNG-07"));
        }
        if !fresh.is_empty() {
            self.push_hacks(cx, model, &fresh, false, hacked);
        }
        Ok(())
    }

    /// Active enemies that a model touches where it recoils to, without those who have had their
    /// hack in this event (MUT-CON-09, MUT-Q-20, MUT-Q-56).
    fn stumbled_into(
        &self,
        cx: &mut Cx<'_>,
        (model, to): (ModelId, Spot),
        hacked: u64,
    ) -> SmallVec<[ModelId; 4]> {
        let body = self.body_at(model, to);
        let near = |m: &ModelId| self.bodies_touch(&body, &self.body(*m));
        let mut touched: SmallVec<[ModelId; 4]> = self.enemies(model).filter(near).collect();
        if touched.is_empty() {
            return touched;
        }
        cx.cite(Clause("MUT-CON-09"));
        if touched.iter().any(|m| !self.is_active(*m)) {
            cx.cite(Clause("MUT-Q-20"));
        }
        touched.retain(|m| self.is_active(*m));
        // Whom it touched before it does not stumble into.
        let was = self.body(model);
        touched.retain(|m| !self.bodies_touch(&was, &self.body(*m)));
        if touched.iter().any(|m| hacked & bit(*m) != 0) {
            cx.cite(Clause("MUT-Q-56"));
        }
        touched.retain(|m| hacked & bit(*m) == 0);
        touched
    }

    /// Tailslap: an enemy of its size or smaller that recoils from it falls on a 1
    /// (MUT-SPC-122).
    fn is_slapped(&self, cx: &mut Cx<'_>, model: ModelId, by: ModelId) -> Play<bool> {
        let small = self.model(model).nature.size() <= self.model(by).nature.size();
        if !self.has(by, Rule::Tailslap) || self.side(by) == self.side(model) {
            return Ok(false);
        }
        if !small {
            cx.cite(Clause("MUT-SPC-122"));
            return Ok(false);
        }
        let face = cx.dice(Need::d6(self.side(by), 1, "slaps with its tail").by(by))?[0];
        cx.say(|| {
            let text = format!("{}'s tail: {face}", self.name(by));
            Event::note(Clause("MUT-SPC-122"), text)
        });
        Ok(face == 1)
    }
}
