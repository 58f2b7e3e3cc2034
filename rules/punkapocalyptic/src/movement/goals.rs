//! Places from which something can be done, for simple players: in range and in sight of an enemy
//! for those who shoot, near one for those who fight.

use engine::ModelId;
use engine::question::{Goal, Milestone};
use tabletop::{Length, Spot, Vector};

use super::{Gait, Leap, Plan, Purpose, SAFE_DROP, Trial};
use crate::profile::ModelRule;
use crate::sight::silhouette;
use crate::state::State;
use crate::terrain::{self, Grade};

/// Sixteen ways to go.
const COMPASS: [(i64, i64); 16] = [
    (100, 0),
    (92, 38),
    (71, 71),
    (38, 92),
    (0, 100),
    (-38, 92),
    (-71, 71),
    (-92, 38),
    (-100, 0),
    (-92, -38),
    (-71, -71),
    (-38, -92),
    (0, -100),
    (38, -92),
    (71, -71),
    (92, -38),
];
/// What an enemy in sight and range is worth, in millimetres of the way.
const IN_SIGHT: i32 = 250;
/// How much farther away an enemy seems who is out of sight.
const OUT_OF_SIGHT: i32 = 100;

impl State {
    /// Places around a model within its reach, by what can be done from them: as far as it can go
    /// and half as far in every other direction, straight at each enemy, and where it is.
    /// Those that can be reached straight away, if there are any, with what the way risks.
    pub(super) fn vantage_points(&self, model: ModelId, gait: Gait, reach: Length) -> Vec<Goal> {
        let here = self.spot(model);
        let on_ground = |at: tabletop::Point| {
            let level = self.table.carries(at, here.z);
            at.at_height(if level { here.z } else { self.table.ground_height(at) })
        };
        let around = [(reach, 1), (reach / 2, 2)].into_iter().flat_map(|(far, every)| {
            let ways = COMPASS.iter().step_by(every);
            ways.map(move |(x, y)| here.at.toward(Vector::new(*x, *y), far))
        });
        let wanted = self.wanted_distance(model);
        let at_enemies = self.enemies(model).map(|enemy| {
            let there = self.spot(enemy).at;
            let near = self.who(model).base + self.who(enemy).base + Length::cents(25);
            let way = (here.at.distance(there) - wanted.max(near)).max(Length::ZERO);
            here.at.toward(there - here.at, way.min(reach))
        });
        let spots = around
            .chain(at_enemies)
            .filter(|at| self.table.extent().contains(*at))
            .map(on_ground)
            .chain([here]);
        let goal = |spot: Spot| Goal { spot, merit: self.vantage(model, spot, wanted) };
        let all: Vec<Goal> = spots.map(goal).collect();
        let weighed = |goal: &Goal| {
            let way = [here, goal.spot];
            let way = if goal.spot == here { &way[..1] } else { &way[..] };
            let plan = self.plan_move(model, way, gait, &Purpose::Move).ok()?;
            Some(Goal { merit: goal.merit - self.risk(model, &plan), ..*goal })
        };
        let open: Vec<Goal> = all.iter().filter_map(weighed).collect();
        if open.is_empty() { all } else { open }
    }

    /// Places on a way up to some point, by what can be done from them.
    pub(super) fn stops(&self, model: ModelId, plan: &Plan, until: Length) -> Vec<Milestone> {
        let mover = self.mover(model, plan.gait);
        let wanted = self.wanted_distance(model);
        let place = |quarters: i32| {
            let at = until / 4 * quarters;
            let spot = mover.spot_along(&plan.path, at);
            Milestone { at, merit: self.vantage(model, spot, wanted) }
        };
        (0..=4).map(place).collect()
    }

    /// How much farther away a place seems for what may happen on the way there.
    fn risk(&self, model: ModelId, plan: &Plan) -> i32 {
        let bold = plan.careful.is_none();
        let leap = |leap: &Leap| match (leap.until - leap.from > SAFE_DROP, leap.deadly) {
            (false, _) => 0,
            (true, false) => 300,
            (true, true) => 2_000,
        };
        let leaps: i32 = plan.bill.leaps.iter().map(leap).sum();
        let drops = if bold { 400 * plan.bill.drops.len() as i32 } else { 0 };
        let climbs = plan.bill.climbs.len() as i32 * 50;
        let over = plan.cost(bold) > plan.budget / 2;
        let trial = match self.trial(model, &plan.bill).filter(|_| over) {
            None => 0,
            Some(Trial::Bad | Trial::Ladder) => 25,
            Some(Trial::VeryBad) => 100,
            Some(Trial::Wall) => 400,
        };
        leaps + drops + climbs + trial
    }

    /// How much farther away a place seems for its bad ground.
    fn trouble_at(&self, model: ModelId, spot: Spot) -> i32 {
        let grades = self.table.grounds_at(spot.at, spot.z).map(|ground| {
            let grade = self.lore[usize::from(ground.piece.0)].grade;
            if self.has(model, ModelRule::Offroad) { grade.offroad() } else { grade }
        });
        match grades.max() {
            None | Some(Grade::Clear) => 0,
            Some(Grade::Bad) => 25,
            Some(Grade::VeryBad | Grade::Impassable) => 75,
        }
    }

    /// What a place is worth to a model: how far it is from where an enemy can be dealt with, in
    /// millimetres, and whether one is in sight and range from there.
    fn vantage(&self, model: ModelId, spot: Spot, wanted: Length) -> i32 {
        let eye = self.body_at(model, spot).eye();
        let sight = self.sightline(&terrain::SIGHT);
        let mut best = i32::MIN;
        for enemy in self.enemies(model) {
            let body = self.body(enemy);
            let apart = spot.at.distance(body.at()) - self.who(model).base - body.base;
            let short = (apart - wanted).max(Length::ZERO);
            // The nearer, the easier the shot.
            let nearer = apart.um() / 4_000;
            let at_best = match short == Length::ZERO && wanted > Length::ZERO {
                true => IN_SIGHT - nearer,
                false => -(short.um() / 1_000),
            };
            if at_best <= best {
                continue;
            }
            // Whoever fights hand to hand need not see the way yet.
            let seen = wanted == Length::ZERO || sight.look(eye, &silhouette(body)).visible();
            let merit = if seen { at_best } else { at_best.min(0) - OUT_OF_SIGHT - nearer };
            best = best.max(merit);
        }
        best.max(-10_000) - self.trouble_at(model, spot)
    }
}
