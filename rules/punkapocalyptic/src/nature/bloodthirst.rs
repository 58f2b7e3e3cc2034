//! Bloodthirst: whoever has it goes for the nearest enemy in sight (PUN-BLO, PUN-Q-41); and the
//! ways of all who have to go somewhere.

use engine::{Clause, Cx, ModelId, Play, Refusal};
use tabletop::{Length, Point, Spot, Vector};

use super::Route;
use crate::defensive::length_of;
use crate::movement::{Gait, Plan, Purpose, Trial, passed};
use crate::profile::ModelRule;
use crate::state::{CONTACT, Models, Posture, State};

/// A way that ends this much farther off than the best one is still the best.
const WOBBLE: Length = Length::cents(5);
/// Whoever gets no nearer than this gets no nearer.
const NEARER: Length = Length::cents(10);
/// The longest way that is looked for.
const FARTHEST: Length = Length::inches(72);
/// How far a way may lead to the side, in quarters of the way ahead.
const ASIDE: [i64; 9] = [0, 1, -1, 2, -2, 4, -4, 12, -12];

/// What a model has to do that may not choose where it goes.
#[derive(Clone, Debug)]
pub struct Errand {
    /// To whom.
    goal: ModelId,
    /// By which rule.
    clause: Clause,
    /// The best Move.
    pub best: Plan,
    /// How far it is in all.
    whole: Length,
    /// How far it is still after the best Move.
    left: Length,
    /// Whether the way leads around something.
    bends: bool,
}

impl State {
    /// At the start of each of its Actions a bloodthirsty model that is not engaged picks its
    /// prey: the nearest enemy it sees, by lot among equals (PUN-BLO-01, 02, PUN-D-30).
    pub fn look_for_prey(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(model) = self.active().filter(|m| self.has(*m, ModelRule::Bloodthirst)) else {
            return Ok(());
        };
        cx.cite(Clause("PUN-Q-41"));
        // A long jump has to be ended first (PUN-Q-47).
        let busy = self.is_engaged(model) || self.is_flock_aloft(&self.pack_of(model));
        let prey = if busy { None } else { self.pick_prey(cx, model)? };
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
        let nearer = |gait: &&Gait| self.gets_nearer(model, **gait, prey);
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

    /// What a model has to do with its Move that may not choose, if there is anything.
    pub fn errand(&self, model: ModelId, gait: Gait) -> Option<Errand> {
        let (goal, clause) = self.must_approach(model)?;
        self.way_to_go(model, gait, (goal, clause))
    }

    /// The way by which a model goes for another with one Move.
    pub fn way_toward(&self, model: ModelId, gait: Gait, goal: ModelId) -> Option<Plan> {
        self.way_to_go(model, gait, (goal, Clause("PUN-BLO-01"))).map(|errand| errand.best)
    }

    /// Whether a model gets any nearer to another with one Move.
    pub fn gets_nearer(&self, model: ModelId, gait: Gait, goal: ModelId) -> bool {
        self.way_nearer(model, gait, goal).is_some() || self.way_toward(model, gait, goal).is_some()
    }

    /// As far as a model gets with one Move on the shortest way to another, or, where none is known,
    /// as near as it gets.
    fn way_to_go(
        &self,
        model: ModelId,
        gait: Gait,
        (goal, clause): (ModelId, Clause),
    ) -> Option<Errand> {
        let (here, there) = (self.spot(model), self.spot(goal));
        let apart = here.at.distance(there.at);
        let straight = self.straight_reach(model, gait, goal)?;
        let errand = |best: Plan, whole: Length, left: Length, bends: bool| Errand {
            goal,
            clause,
            best,
            whole,
            left,
            bends,
        };
        // Nobody is made to jump for its life.
        let ahead = self.way_ahead(model, gait, (there, 0, straight));
        if let Some(best) = ahead.filter(|plan| !plan.bill.is_deadly()) {
            return Some(errand(best, apart, apart - straight, false));
        }
        if let Some(route) = self.route((model, here), gait, goal, FARTHEST)
            && let Some(best) = self.first_part(model, gait, &route)
        {
            let whole = route.cost + self.who(model).base + self.who(goal).base;
            let left = whole - best.bill.length - best.bill.climbed();
            return Some(errand(best, whole, left, true));
        }
        let best = self.way_nearer(model, gait, goal)?;
        let left = distance_left(&best, there.at);
        Some(errand(best, apart, left, false))
    }

    /// How far a model could go straight towards another, short of touching it; none if that is
    /// next to nothing.
    fn straight_reach(&self, model: ModelId, gait: Gait, goal: ModelId) -> Option<Length> {
        let apart = self.spot(model).at.distance(self.spot(goal).at);
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let near = self.who(model).base + self.who(goal).base + CONTACT * 2;
        Some(reach.min(apart - near)).filter(|way| *way >= NEARER)
    }

    /// As much of a way as one Move is worth, short of contact.
    fn first_part(&self, model: ModelId, gait: Gait, route: &Route) -> Option<Plan> {
        let mover = self.mover(model, gait);
        let length = length_of(&route.path);
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let mut upto = reach.min(length - CONTACT * 2);
        while upto >= NEARER {
            let path = passed(&route.path, upto, mover.spot_along(&route.path, upto));
            if let Ok(plan) = self.plan_move(model, &path, gait, &Purpose::Move) {
                return Some(plan);
            }
            upto -= NEARER;
        }
        None
    }

    /// The way by which a model gets nearest to another in one Move without looking farther ahead,
    /// if it gets nearer at all.
    pub fn way_nearer(&self, model: ModelId, gait: Gait, goal: ModelId) -> Option<Plan> {
        let (here, there) = (self.spot(model), self.spot(goal));
        let apart = here.at.distance(there.at);
        let straight = self.straight_reach(model, gait, goal)?;
        let mut best: Option<(Length, Plan)> = None;
        for aside in ASIDE {
            for quarters in [4, 3, 2, 1] {
                let way = (there, aside, straight * quarters / 4);
                let Some(plan) = self.way_ahead(model, gait, way) else { continue };
                if aside == 0 && quarters == 4 {
                    return Some(plan);
                }
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

    /// Whether a Move leads where the model has to go: all the way and as near as it gets, or with
    /// half the distance where that is all there is without a risky roll (PUN-Q-41).
    pub fn check_errand(
        &self,
        model: ModelId,
        plan: &Plan,
        errand: &Errand,
    ) -> Result<(), Refusal> {
        let Errand { goal, best, whole, .. } = errand;
        let end = plan.path.last().copied().unwrap_or_default();
        let half = plan.budget / 2;
        let cost = plan.cost(plan.careful.is_none());
        let careful = matches!(self.trial(model, &plan.bill), Some(Trial::VeryBad | Trial::Wall))
            && cost <= half
            && cost + WOBBLE >= half;
        let most = if careful { *whole - plan.bill.length } else { errand.left } + WOBBLE;
        // No way is shorter than the straight one.
        let straight = end.at.distance(self.spot(*goal).at);
        let ok = straight <= most
            && (!errand.bends || self.left_to_go((model, end), plan.gait, *goal) <= most);
        if ok {
            return Ok(());
        }
        let why = match best.path.last().filter(|_| errand.bends) {
            Some(end) => format!("its shortest way leads to {end}"),
            None => format!("{} must go straight for {}", self.name(model), self.name(*goal)),
        };
        Err(Refusal::new(errand.clause, why))
    }

    /// How far a model would still have to go from a spot to get at another: straight if nothing is
    /// in between, or where no way around is known.
    fn left_to_go(&self, (model, from): (ModelId, Spot), gait: Gait, goal: ModelId) -> Length {
        let straight = from.at.distance(self.spot(goal).at);
        let contact = self.who(model).base + self.who(goal).base;
        let route = self.route((model, from), gait, goal, FARTHEST);
        route.map_or(straight, |route| route.cost + contact)
    }
}

/// How far off something still is at the end of a way.
fn distance_left(plan: &Plan, there: Point) -> Length {
    plan.path.last().map_or(Length::ZERO, |end| end.at.distance(there))
}
