//! Models thrown through the air by a blast (MUT-ARE-11).

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use tabletop::movement::straight_away;
use tabletop::template::scatter;
use tabletop::{Extent, Length, Point, Spot};

use crate::gear::Stick;
use crate::options::Knockback;
use crate::pending::Pending;
use crate::state::{CONTACT, Mark, State};

/// Where a thrown model comes down, and how far it drops there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Landing {
    /// Where.
    spot: Spot,
    /// The height of the drop, if there is one.
    drop: Option<Length>,
}

impl State {
    /// A model is thrown about: the opponent of its owner places it in the blast or at its rim,
    /// standing after an odd die, Fallen after an even one (MUT-ARE-11, MUT-Q-06).
    pub fn knock_back(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        center: Spot,
        fallen: bool,
    ) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        let clause = Clause("MUT-ARE-11");
        cx.cite(Clause("MUT-Q-06"));
        let goals = self.landing_goals(model, center);
        if goals.is_empty() {
            // Nowhere to go: it is shaken where it stands.
            self.come_down(cx, model, None, fallen);
            return Ok(());
        }
        let side = self.opponent_of(model);
        let ask = Ask::new(side, "knockback", "Where is it thrown?", clause).about(model);
        let reach = self.stick(Stick::Short) + self.body(model).base + CONTACT;
        let within = Extent { low: center.at, high: center.at }.grown(reach);
        let landing =
            cx.point(ask, within, || goals.clone(), |at| self.thrown_to(model, center, at))?;
        let rim = self.stick(Stick::Short) + self.body(model).base - CONTACT;
        if center.at.distance_squared(landing.spot.at) >= rim.squared() {
            cx.cite(Clause("MUT-G-16"));
        }
        self.come_down(cx, model, Some(landing), fallen);
        Ok(())
    }

    /// The side that places a model which a blast throws about: the next one in the order of
    /// turns that does not own it (MUT-Q-06).
    fn opponent_of(&self, model: ModelId) -> SideId {
        let own = self.side(model);
        let sides = self.parties.len().max(1);
        let next = (1..sides).map(|n| SideId(((own.index() + n) % sides) as u8));
        let present = |side: &SideId| self.in_play().any(|m| self.side(m) == *side);
        next.clone().find(present).or(next.into_iter().next()).unwrap_or(own)
    }

    /// Whether a model may be placed somewhere by a blast (MUT-ARE-11, MUT-G-16).
    fn thrown_to(&self, model: ModelId, center: Spot, at: Point) -> Result<Landing, Refusal> {
        let rim = self.stick(Stick::Short) + self.body(model).base;
        let square = center.at.distance_squared(at);
        if square > (rim + CONTACT).squared() {
            let why = "it must stay in the blast, or just outside and touch its rim";
            return Err(Refusal::new(Clause("MUT-ARE-11"), why));
        }
        let inside = square < (rim - CONTACT).squared();
        if inside && self.agreed.knockback == Knockback::Outside {
            let why = "it must be placed just outside of the blast, touching its rim";
            return Err(Refusal::new(Clause("MUT-Q-06"), why));
        }
        self.comes_down_at(model, at)
            .ok_or_else(|| Refusal::new(Clause("MUT-Q-06"), "it cannot stand or come down there"))
    }

    /// Where a model comes down at a point: on the highest level that is not above its own. A
    /// drop of half a Short or more is a fall from a height (MUT-Q-68).
    fn comes_down_at(&self, model: ModelId, at: Point) -> Option<Landing> {
        let own = self.spot(model).z;
        let levels = self.table.supports(at);
        let z = levels.iter().rfind(|z| **z <= own).or(levels.first())?;
        let spot = at.at_height(*z);
        if !self.has_room(model, spot) {
            return None;
        }
        let height = own - *z;
        let drop = (height >= self.stick(Stick::Short) / 2).then_some(height);
        Some(Landing { spot, drop })
    }

    /// Places worth choosing: over a drop, directly away, anywhere else at the rim, or inside.
    fn landing_goals(&self, model: ModelId, center: Spot) -> Vec<Goal> {
        let short = self.stick(Stick::Short);
        let here = self.spot(model).at;
        let rim = short + self.body(model).base + CONTACT / 2;
        let away = straight_away(center.at, here, rim - center.at.distance(here));
        let ring = |radius: Length| (1..=12).map(move |hour| scatter(center.at, hour, radius));
        let mut goals: Vec<Goal> = Vec::new();
        for at in [away].into_iter().chain(ring(rim)).chain(ring(short / 2)).chain([here]) {
            if let Ok(landing) = self.thrown_to(model, center, at) {
                let merit = match landing.drop {
                    Some(_) => 10,
                    None if at == away => 3,
                    None => 1,
                };
                goals.push(Goal { spot: landing.spot, merit });
            }
        }
        goals
    }

    fn come_down(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        landing: Option<Landing>,
        fallen: bool,
    ) {
        let clause = Clause("MUT-ARE-11");
        cx.say(|| {
            let how = if fallen { "" } else { " and lands on its feet" };
            Event::note(clause, format!("{} is thrown about{how}", self.name(model)))
        });
        let marks = &mut self.model_mut(model).marks;
        marks.clear(Mark::Climbing);
        marks.clear(Mark::Fallen);
        self.drop_shield(cx, model);
        let Some(Landing { spot, drop }) = landing else {
            if fallen {
                self.fall(cx, model, clause);
            }
            return;
        };
        if let Some(height) = drop {
            self.pending.push(Pending::Drop { model, height, landing: spot });
            return;
        }
        let from = self.spot(model);
        if spot != from {
            self.relocate(cx, model, vec![from, spot], clause);
        }
        if fallen {
            self.fall(cx, model, clause);
        }
    }
}
