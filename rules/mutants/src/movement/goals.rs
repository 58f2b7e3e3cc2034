//! Places worth going to, for simple players.

use engine::ModelId;
use engine::question::Goal;
use tabletop::movement::contact_spot;
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::clash::bit;
use crate::options::CattleExit;
use crate::profile::Rule;
use crate::state::{Mark, State};

/// What an animal is worth compared with an enemy at the same distance.
const TOKEN: i32 = 250;

/// The hours of a clock.
const DIRECTIONS: [(i64, i64); 12] = [
    (2_000, 0),
    (1_732, 1_000),
    (1_000, 1_732),
    (0, 2_000),
    (-1_000, 1_732),
    (-1_732, 1_000),
    (-2_000, 0),
    (-1_732, -1_000),
    (-1_000, -1_732),
    (0, -2_000),
    (1_000, -1_732),
    (1_732, -1_000),
];

impl State {
    /// Where a model may want to go: into contact with enemies or within the range of what it
    /// has ready, and to the tokens of the scenario.
    pub(super) fn goals(&self, model: ModelId) -> Vec<Goal> {
        let body = self.body(model);
        let here = body.spot;
        let range = self.arms_of(model).map(|arms| self.range_of(arms));
        let daunted = self.model(model).daunted;
        let mut goals: Vec<Goal> = Vec::new();
        for enemy in self.enemies(model).filter(|m| !self.is(*m, Mark::Lurking)) {
            if daunted & bit(enemy) != 0 {
                continue;
            }
            let there = self.body(enemy);
            let apart = here.at.distance(there.at());
            let spot = match range {
                Some(range) if apart > range => {
                    let at = here.at.toward(there.at() - here.at, apart - range);
                    at.at_height(self.level_near(at, here.z))
                }
                Some(_) if self.line_of_sight(model, enemy).is_ok() => here,
                _ => {
                    let at = contact_spot(body.base, &there, here.at);
                    at.at_height(self.level_near(at, there.spot.z))
                }
            };
            // Whoever lies down is easily killed.
            let prey = i32::from(!self.is_active(enemy)) * 30;
            goals.push(Goal { spot, merit: prey - apart.um() / 1_000 });
        }
        goals.extend(self.errands(model));
        if self.has(model, Rule::Stealth) && self.touches_cover(model) {
            goals.push(Goal { spot: here, merit: -200 });
        }
        goals.extend(self.detours(model, &goals));
        goals
    }

    /// Where the animals of the scenario are, for whoever has none; and where whoever has one
    /// gets off the table with it, if that was agreed (MUT-SCN-23, MUT-Q-134).
    fn errands(&self, model: ModelId) -> Vec<Goal> {
        let here = self.spot(model);
        let goal = |at: Point, z: Length| {
            let merit = TOKEN - here.at.distance(at).um() / 1_000;
            Goal { spot: at.at_height(self.level_near(at, z)), merit }
        };
        if !self.is(model, Mark::Herding) {
            let free = self.mission.animals.iter().filter(|animal| animal.carrier.is_none());
            return free.map(|animal| goal(animal.spot.at, animal.spot.z)).collect();
        }
        if self.agreed.cattle_exit == CattleExit::Off {
            return Vec::new();
        }
        let (Extent { low, high }, base) = (self.table.extent(), self.body(model).base);
        let edges = [
            Point::new(low.x + base, here.at.y),
            Point::new(high.x - base, here.at.y),
            Point::new(here.at.x, low.y + base),
            Point::new(here.at.x, high.y - base),
        ];
        edges.into_iter().map(|at| goal(at, here.z)).collect()
    }

    /// Where the straight way to the best goal is blocked: the ends of moves in all directions
    /// that lead somewhere, those nearest to the goal first.
    fn detours(&self, model: ModelId, goals: &[Goal]) -> Vec<Goal> {
        let here = self.spot(model);
        let far = |spot: Spot| spot.at.distance(here.at);
        let Some(best) = goals.iter().max_by_key(|goal| goal.merit) else { return Vec::new() };
        let reach = self.longest_move(model);
        let end = |at: Point| {
            let aim = at.at_height(self.level_near(at, here.z));
            self.plan_walk(model, &[here, aim], u8::MAX).ok().map(|journey| journey.end())
        };
        let straight = here.at.toward(best.spot.at - here.at, reach.min(far(best.spot)) / 2);
        let blocked = end(straight).is_none_or(|spot| far(spot) < reach / 8);
        if !blocked || far(best.spot) <= reach / 8 {
            return Vec::new();
        }
        let ends = DIRECTIONS.iter().filter_map(|(x, y)| {
            [1, 2].into_iter().find_map(|part| {
                let at = here.at.toward(Vector::new(*x, *y), reach / part);
                end(at).filter(|spot| far(*spot) >= reach / 4)
            })
        });
        let merit = |spot: Spot| 1_000 - spot.at.distance(best.spot.at).um() / 1_000;
        ends.map(|spot| Goal { spot, merit: merit(spot) }).collect()
    }

    /// A height at a point that carries a model, the one wished for if it does.
    fn level_near(&self, at: Point, wish: Length) -> Length {
        match self.table.carries(at, wish) {
            true => wish,
            false => self.table.ground_height(at),
        }
    }
}
