//! Whom the hits fall on (OD6-FIR-17, OD6-Q-16).

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;

use super::{Struck, Volley};
use crate::dice::{Roller, draw};
use crate::state::State;
use crate::weapons::Gun;

impl State {
    /// One hit falls on one of those who can be hit, all equally likely. Dice that show a number
    /// left over are thrown again in the next step.
    pub(super) fn allocate(&self, cx: &mut Cx<'_>, volley: &mut Volley) -> Play<()> {
        let score = &mut volley.scores[0];
        let side = self.squad(volley.squad).side;
        let who = Roller { side, model: score.by, purpose: "whom a hit falls on", title: "" };
        let Some(index) = draw(cx, who, score.seen.len())? else {
            cx.say(|| Event::note(Clause("OD6-FIR-17"), "Nobody's number: thrown again"));
            return Ok(());
        };
        let (gun, by, model) = (score.gun, score.by, score.seen[index]);
        score.count -= 1;
        if score.count == 0 {
            volley.scores.remove(0);
        }
        volley.add_hit(model, (gun, by));
        cx.cite(Clause("OD6-Q-16"));
        cx.say(|| self.hit_event(volley, model, (gun, by)));
        Ok(())
    }

    fn hit_event(
        &self,
        volley: &Volley,
        target: ModelId,
        (gun, by): (Gun, Option<ModelId>),
    ) -> Event {
        let who = by.map_or(self.squad_name(volley.squad), |m| self.name(m));
        let text = format!("{who} hits {} ({})", self.name(target), gun.name());
        let event = Event::note(Clause("OD6-FIR-17"), text);
        match by {
            Some(model) => event.deed(Deed::Attacked { model, target, ranged: true }),
            None => event,
        }
    }
}

impl Volley {
    /// Notes that somebody was hit; the order of the soldiers is kept, whoever was hit first.
    fn add_hit(&mut self, model: ModelId, hit: (Gun, Option<ModelId>)) {
        match self.struck.binary_search_by_key(&model, |s| s.model) {
            Ok(known) => self.struck[known].guns.push(hit),
            Err(place) => {
                let guns = SmallVec::from_slice(&[hit]);
                self.struck.insert(place, Struck { model, guns });
            }
        }
    }
}
