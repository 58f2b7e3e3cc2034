//! Where to go: places worth going to, ways into contact and out of it.

use engine::question::Goal;
use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{contact_ring, contact_spot};
use tabletop::{Length, Spot, Vector, measure};

use super::{Gait, Plan, Purpose};
use crate::state::{CONTACT, Models, State};

/// How a short way may bend.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// A way this much longer than the straight one is still straight (PUN-Q-23).
const WOBBLE: Length = Length::cents(5);
/// An Action is spent wholly if no more than this is left of it.
const LEFT_OVER: Length = Length::cents(5);
/// How much less a place is worth that is reached through fire.
const FIRE_SHY: i32 = 300;

impl State {
    /// Judges a move with what it is for.
    pub(super) fn plan_purpose(
        &self,
        model: ModelId,
        path: &[Spot],
        gait: Gait,
        purpose: &Purpose,
    ) -> Result<Plan, Refusal> {
        let path = self.snapped(model, path, purpose);
        let plan = self.plan_move(model, &path, gait, purpose)?;
        let end = path.last().copied().unwrap_or_default();
        match purpose {
            Purpose::Assault { target, .. } if !self.touches_at(model, end, *target) => {
                let why = format!("the way does not lead to {}", self.name(*target));
                Err(Refusal::new(Clause("PUN-ASL-01"), why))
            }
            Purpose::Disengage => {
                match self.enemies(model).find(|e| self.touches_at(model, end, *e)) {
                    Some(enemy) => {
                        let why = format!("it must get away from {}", self.name(enemy));
                        Err(Refusal::new(Clause("PUN-DIS-06"), why))
                    }
                    None => Ok(plan),
                }
            }
            Purpose::Assault { .. } | Purpose::Move => Ok(plan),
        }
    }

    /// An Assault that ends as good as in contact ends in contact (PUN-G-04).
    pub(super) fn snapped(&self, model: ModelId, path: &[Spot], purpose: &Purpose) -> Vec<Spot> {
        let mut path = path.to_vec();
        let Purpose::Assault { target, .. } = purpose else { return path };
        let Some(end) = path.last_mut() else { return path };
        let (body, base) = (self.body(*target), self.who(model).base);
        let apart = end.at.distance(body.at()) - (base + body.base);
        if apart.abs() <= CONTACT {
            end.at = contact_spot(base, &body, end.at);
        }
        path
    }

    /// The first way there is into contact, or out of it.
    pub fn first_way(
        &self,
        model: ModelId,
        gait: Gait,
        purpose: &Purpose,
    ) -> Result<Plan, Refusal> {
        match purpose {
            Purpose::Assault { target, .. } => self.way_into_contact(model, *target, gait, purpose),
            Purpose::Disengage | Purpose::Move => {
                let start = self.spot(model);
                let goals = self.goals(model, gait, purpose);
                let plans = goals.iter().map(|goal| [start, goal.spot]);
                let found = plans
                    .into_iter()
                    .find_map(|path| self.plan_purpose(model, &path, gait, purpose).ok());
                // Whoever is hemmed in stays where it is.
                found.map_or_else(|| self.plan_move(model, &[start], gait, purpose), Ok)
            }
        }
    }

    /// Straight into contact, or around corners.
    fn way_into_contact(
        &self,
        model: ModelId,
        target: ModelId,
        gait: Gait,
        purpose: &Purpose,
    ) -> Result<Plan, Refusal> {
        let (own, budget) = (self.body(model), self.budget(model));
        let reach = (budget - gait.fixed()) / gait.pace();
        if !measure::within(&own, &self.body(target), reach) {
            let gap = measure::gap(&own, &self.body(target));
            let why = format!("{} is {gap} inches away, beyond {reach}", self.name(target));
            return Err(Refusal::new(Clause("PUN-MOV-01"), why));
        }
        let height = self.who(model).height.max(self.who(target).height);
        let hangs = !self.table.carries(self.spot(target).at, self.spot(target).z);
        if hangs && (self.spot(target).z - own.feet()).abs() > height {
            let why = format!("{} is too high up", self.name(target));
            return Err(Refusal::new(Clause("PUN-BTB-01"), why));
        }
        let mut refusal = None;
        let spots = self.contact_spots(model, target);
        for spot in &spots {
            match self.plan_purpose(model, &[own.spot, *spot], gait, purpose) {
                Ok(plan) => return Ok(plan),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        if let Some(route) = self.route((model, own.spot), gait, target, reach)
            && let Ok(plan) = self.plan_purpose(model, &route.path, gait, purpose)
        {
            return Ok(plan);
        }
        let none = || Refusal::new(Clause("PUN-ASL-01"), "there is no place to fight from");
        Err(refusal.unwrap_or_else(none))
    }

    /// Places around a model where another would touch it, the nearest first.
    pub fn contact_spots(&self, model: ModelId, target: ModelId) -> SmallVec<[Spot; 12]> {
        let body = self.body(target);
        let ring = contact_ring(self.who(model).base, &body, self.spot(model).at);
        let level = |at: tabletop::Point| {
            let carried = self.table.carries(at, body.feet());
            at.at_height(if carried { body.feet() } else { self.table.ground_height(at) })
        };
        ring.into_iter().map(level).collect()
    }

    /// Places worth going to, for simple players.
    pub fn goals(&self, model: ModelId, gait: Gait, purpose: &Purpose) -> Vec<Goal> {
        match purpose {
            Purpose::Assault { target, .. } => {
                let spots = self.contact_spots(model, *target).into_iter().enumerate();
                spots.map(|(i, spot)| Goal { spot, merit: -(i as i32) }).collect()
            }
            Purpose::Disengage => self.ways_out(model, gait),
            Purpose::Move => self.ways_on(model, gait),
        }
    }

    /// Away from all rivals at once, the farther the better.
    fn ways_out(&self, model: ModelId, gait: Gait) -> Vec<Goal> {
        let here = self.spot(model);
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let steps = [4, 3, 2, 1].into_iter().flat_map(|n| WAYS.map(|way| (n, way)));
        let goal = |(n, (x, y)): (i32, (i64, i64))| {
            let at = here.at.toward(Vector::new(x, y), reach / 4 * n);
            let carried = self.table.carries(at, here.z);
            let z = if carried { here.z } else { self.table.ground_height(at) };
            let near = self.enemies(model).map(|e| self.spot(e).at.distance(at).um()).min();
            Goal { spot: at.at_height(z), merit: near.unwrap_or(0) / 1_000 }
        };
        steps.map(goal).collect()
    }

    /// Towards enemies, as near as the weapons at hand ask for, and towards what the scenario is
    /// about.
    fn ways_on(&self, model: ModelId, gait: Gait) -> Vec<Goal> {
        if self.must_approach(model).is_some() {
            let errand = self.errand(model, gait);
            let end = errand.and_then(|errand| errand.best.path.last().copied());
            return end.into_iter().map(|spot| Goal { spot, merit: 0 }).collect();
        }
        let here = self.spot(model);
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let mut goals = self.vantage_points(model, gait, reach);
        let toward = |to: tabletop::Point, stop: Length| {
            let apart = here.at.distance(to);
            let way = (apart - stop).max(Length::ZERO).min(reach);
            let at = here.at.toward(to - here.at, way);
            (apart, at.at_height(self.table.ground_height(at)))
        };
        for at in self.wanted_places(model) {
            let (apart, spot) = toward(at, Length::ZERO);
            goals.push(Goal { spot, merit: 400 - apart.um() / 1_000 });
        }
        for goal in &mut goals {
            if self.is_through_fire(model, &[here, goal.spot]) {
                goal.merit -= FIRE_SHY;
            }
        }
        goals
    }

    /// The enemies at whom a move goes straight, all of it, having them in sight from its start
    /// (PUN-ASL-06, 07, PUN-Q-23).
    pub(super) fn charged_at(
        &self,
        model: ModelId,
        plan: &Plan,
        cost: Length,
        purpose: &Purpose,
    ) -> Models {
        let half = plan.budget / 2;
        let trial = self.trial(model, &plan.bill);
        // On very bad ground half the distance is all there is without a roll.
        let whole = match trial {
            Some(_) if cost <= half => half,
            _ => plan.budget,
        };
        if *purpose != Purpose::Move || cost + LEFT_OVER < whole || plan.gait.stands_up() {
            return Models::new();
        }
        let Some((first, last)) = plan.path.first().zip(plan.path.last()) else {
            return Models::new();
        };
        let advanced = |enemy: &ModelId| {
            let there = self.spot(*enemy).at;
            let nearer = first.at.distance(there) - last.at.distance(there);
            nearer + WOBBLE >= plan.bill.length || self.is_detour(model, (plan, nearer), there)
        };
        self.enemies(model).filter(advanced).filter(|e| self.sees(model, *e)).collect()
    }

    /// Whether a bent way is the way to go, because the straight one is barred.
    fn is_detour(
        &self,
        model: ModelId,
        (plan, nearer): (&Plan, Length),
        there: tabletop::Point,
    ) -> bool {
        let Some(first) = plan.path.first() else { return false };
        let near = self.who(model).base * 2 + CONTACT * 2;
        let way = plan.bill.length.min(first.at.distance(there) - near);
        if way <= Length::ZERO {
            return false;
        }
        let at = first.at.toward(there - first.at, way);
        let straight = [*first, at.at_height(self.table.ground_height(at))];
        nearer > Length::ZERO
            && self.plan_move(model, &straight, plan.gait, &Purpose::Move).is_err()
    }
}

impl State {
    /// Where a model is so far along its way.
    pub fn spot_along(&self, march: &super::March, at: Length) -> Spot {
        self.mover(march.model, march.gait).spot_along(&march.path, at)
    }

    /// How far along a leg of its way a model's base first comes so near to something, seen from
    /// above.
    pub fn first_near(
        &self,
        march: &super::March,
        (from, to): (Spot, Spot),
        (thing, reach): (&tabletop::Body, Length),
    ) -> Option<Length> {
        self.mover(march.model, march.gait).first_within(from, to, thing, reach)
    }
}
