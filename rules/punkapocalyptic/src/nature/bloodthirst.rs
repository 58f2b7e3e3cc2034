//! Bloodthirst: whoever has it goes for the nearest enemy in sight (PUN-BLO, PUN-Q-41); and the
//! ways of all who have to go somewhere.

use engine::{Clause, Cx, ModelId, Play, Refusal};
use tabletop::{Length, Point, Spot, Vector};

use crate::movement::{Gait, Plan, Purpose, Trial};
use crate::profile::ModelRule;
use crate::state::{CONTACT, Models, Posture, State};

/// A way that ends this much farther off than the best one is still the best.
const WOBBLE: Length = Length::cents(5);
/// Whoever gets no nearer than this gets no nearer.
const NEARER: Length = Length::cents(10);
/// How far a way may lead to the side, in quarters of the way ahead.
const ASIDE: [i64; 9] = [0, 1, -1, 2, -2, 4, -4, 12, -12];

impl State {
    /// At the start of each of its Actions a bloodthirsty model that is not engaged picks its
    /// prey: the nearest enemy it sees, by lot among equals (PUN-BLO-01, 02, PUN-D-30).
    pub fn look_for_prey(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(model) = self.active().filter(|m| self.has(*m, ModelRule::Bloodthirst)) else {
            return Ok(());
        };
        cx.cite(Clause("PUN-Q-41"));
        let prey = if self.is_engaged(model) { None } else { self.pick_prey(cx, model)? };
        if let Some(acting) = &mut self.acting {
            acting.prey = prey;
        }
        Ok(())
    }

    fn pick_prey(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<Option<ModelId>> {
        let seen: Models = self.enemies(model).filter(|e| self.sees(model, *e)).collect();
        if seen.is_empty() {
            return Ok(None);
        }
        ["PUN-BLO-01", "PUN-BLO-02", "PUN-G-17"].iter().for_each(|id| cx.cite(Clause(id)));
        let nearest = self.nearest(model, seen.into_iter());
        let prey = self.by_lot(cx, self.side(model), &nearest)?;
        // With no way to it a model is free to do as it likes.
        let posture = self.model(model).posture;
        let way = posture == Posture::Prone || !self.hunts(model, prey).is_empty();
        Ok(Some(prey).filter(|_| way))
    }

    /// How a model may go for its prey: into contact (true), or else as near as it gets.
    pub fn hunts(&self, model: ModelId, prey: ModelId) -> Vec<(Gait, bool)> {
        let gaits: &[Gait] = match self.model(model).posture {
            Posture::Crouched => &[Gait::Crawl, Gait::StandBefore],
            _ => &[Gait::Walk],
        };
        let purpose = Purpose::Assault { target: prey, seen: self.assailable(model) };
        let into = |gait: &&Gait| self.first_way(model, **gait, &purpose).is_ok();
        let assaults: Vec<(Gait, bool)> =
            gaits.iter().filter(into).map(|gait| (*gait, true)).collect();
        if !assaults.is_empty() {
            return assaults;
        }
        let nearer = |gait: &&Gait| self.way_toward(model, **gait, prey).is_some();
        gaits.iter().filter(nearer).map(|gait| (*gait, false)).collect()
    }

    /// Where a model has to go with its Moves, and by which rule: after its prey, or back to its
    /// pack (PUN-BLO-01, PUN-PAC-03).
    pub fn must_approach(&self, model: ModelId) -> Option<(ModelId, Clause)> {
        let acting = self.acting.as_ref()?;
        if let Some(prey) = acting.prey.filter(|_| self.same_pack(acting.model, model)) {
            return Some((prey, Clause("PUN-BLO-01")));
        }
        Some((self.to_rejoin(model)?, Clause("PUN-PAC-03")))
    }

    /// The way by which a model gets nearest to another in one Move, if it gets nearer at all.
    pub fn way_toward(&self, model: ModelId, gait: Gait, goal: ModelId) -> Option<Plan> {
        let (here, there) = (self.spot(model), self.spot(goal));
        let apart = here.at.distance(there.at);
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let near = self.who(model).base + self.who(goal).base + CONTACT * 2;
        let straight = reach.min(apart - near);
        if straight < NEARER {
            return None;
        }
        if let Some(plan) = self.way_ahead(model, gait, (there, 0, straight)) {
            return Some(plan);
        }
        let mut best: Option<(Length, Plan)> = None;
        for aside in ASIDE {
            for quarters in [4, 3, 2, 1] {
                let way = (there, aside, straight * quarters / 4);
                let Some(plan) = self.way_ahead(model, gait, way) else { continue };
                let left = distance_left(&plan, there.at);
                if left + NEARER <= apart && best.as_ref().is_none_or(|(known, _)| left < *known) {
                    best = Some((left, plan));
                }
                break;
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// A straight way of some length towards a spot, or somewhat aside of it.
    fn way_ahead(
        &self,
        model: ModelId,
        gait: Gait,
        (there, aside, length): (Spot, i64, Length),
    ) -> Option<Plan> {
        let here = self.spot(model);
        let ahead = (there.at - here.at).of_length(Length::inches(1));
        let left = ahead.left();
        let to = Vector::new(ahead.x * 4 + left.x * aside, ahead.y * 4 + left.y * aside);
        let at = here.at.toward(to, length);
        let levels = [here.z, there.z, self.table.ground_height(at)];
        let mut spots = levels.into_iter().filter(|z| self.table.carries(at, *z));
        spots.find_map(|z| {
            self.plan_move(model, &[here, at.at_height(z)], gait, &Purpose::Move).ok()
        })
    }

    /// The way a model has to go that may not choose, for those who show none.
    pub fn forced_way(&self, model: ModelId, gait: Gait) -> Option<Plan> {
        let (goal, _) = self.must_approach(model)?;
        self.way_toward(model, gait, goal)
    }

    /// Whether a Move leads where the model has to go: all the way and as near as it gets, or with
    /// half the distance where that is all there is without a risky roll (PUN-Q-41).
    pub fn check_approach(&self, model: ModelId, plan: &Plan) -> Result<(), Refusal> {
        let Some((goal, clause)) = self.must_approach(model) else { return Ok(()) };
        let Some(best) = self.way_toward(model, plan.gait, goal) else { return Ok(()) };
        let there = self.spot(goal).at;
        let left = distance_left(plan, there);
        let half = plan.budget / 2;
        let cost = plan.cost(plan.careful.is_none());
        let careful = matches!(self.trial(model, &plan.bill), Some(Trial::VeryBad | Trial::Wall))
            && cost <= half
            && cost + WOBBLE >= half
            && left + plan.bill.length <= self.spot(model).at.distance(there) + WOBBLE;
        if careful || left <= distance_left(&best, there) + WOBBLE {
            return Ok(());
        }
        let why = format!("{} must go straight for {}", self.name(model), self.name(goal));
        Err(Refusal::new(clause, why))
    }
}

/// How far off something still is at the end of a way.
fn distance_left(plan: &Plan, there: Point) -> Length {
    plan.path.last().map_or(Length::ZERO, |end| end.at.distance(there))
}
