//! Whether the chargers dare, and whether their target stands (OD6-CHG-03 to 10, 17 to 23).

use engine::{Clause, Cx, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::measure::{self, Arc};
use tabletop::{Body, Length};

use super::{Charge, Run, Stage};
use crate::morale::{Status, Test, Weight};
use crate::options::{BrokenCharged, FireAfterAbort};
use crate::state::{BASE, SquadId, State, body_at};
use crate::tasks::Task;

type Weights = SmallVec<[Weight; 4]>;

/// Where on their way chargers are looked at who start out of sight, in eighths.
const LATER: [i32; 4] = [4, 5, 6, 7];

impl State {
    /// How many soldiers of a squad have a charger in their arc and in sight, and how many they
    /// are (OD6-Q-29): where the chargers start, or else on the second half of their way.
    pub(super) fn front(&self, chargers: &[ModelId], target: SquadId) -> (u8, u8) {
        // Most see them at once, and nobody has to know where they will run.
        let planned = std::cell::OnceCell::new();
        let later = || planned.get_or_init(|| self.places_later(chargers, target));
        let (mut seeing, mut all) = (0, 0);
        for model in self.members(target) {
            all += 1;
            let now = chargers.iter().any(|c| self.has_in_front(model, *c, &self.body(*c)));
            let then = || later().iter().any(|(c, there)| self.has_in_front(model, *c, there));
            seeing += u8::from(now || then());
        }
        (seeing, all)
    }

    /// Where chargers will be on the second half of their way.
    fn places_later(&self, chargers: &[ModelId], target: SquadId) -> Vec<(ModelId, Body)> {
        let runs = self.plan_runs(chargers, target, &[]);
        let places = |run: &Run| LATER.map(|part| (run.model, run.body_at_part(self, part)));
        runs.iter().flat_map(places).collect()
    }

    fn has_in_front(&self, model: ModelId, charger: ModelId, there: &Body) -> bool {
        let (own, facing) = (self.body(model), self.model(model).facing);
        measure::base_in_arc(&own, facing, there, Arc::Front90)
            && self.sees_body(&own, there, &[model, charger])
    }

    /// The chargers test their morale, unless they are twice as many (OD6-CHG-03 to 05).
    pub(super) fn test_chargers(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        let (squad, target) = (charge.squad, charge.target);
        charge.stage = Stage::Dared;
        let many = self.head_count(squad) >= 2 * self.head_count(target);
        if many {
            let guns = self.has_assembled_weapon(target);
            cx.cite(Clause(if guns { "OD6-SPW-16" } else { "OD6-CHG-05" }));
            if !guns {
                self.say_of(cx, squad, "OD6-CHG-05", "has twice as many and need not test");
                self.put_charge(charge);
                return Ok(());
            }
        }
        cx.cite(Clause("OD6-CHG-03"));
        cx.cite(Clause("OD6-CHG-17"));
        let weights = self.charge_weights(cx, &charge);
        cite_weights(cx, &weights);
        let tested = self.test_morale(cx, squad, Test::Charging, &weights)?;
        let dares = matches!(self.status(squad), Status::Steady | Status::Shaken);
        cx.cite(Clause("OD6-CHG-04"));
        if tested.withdraws || !dares {
            self.abort(cx, squad, tested.withdraws || tested.breaks);
            return Ok(());
        }
        cx.cite(Clause("OD6-Q-67"));
        self.put_charge(charge);
        Ok(())
    }

    /// What weighs on those who charge (OD6-CHG-18, 19).
    fn charge_weights(&self, cx: &mut Cx<'_>, charge: &Charge) -> Weights {
        let mut weights = Weights::new();
        let (seeing, all) = charge.front;
        cx.cite(Clause("OD6-Q-29"));
        if 2 * seeing <= all {
            weights.push((-2, "flank or rear", "OD6-CHG-18"));
        }
        if self.is_behind_barrier(charge) {
            weights.push((1, "enemy behind a barrier", "OD6-CHG-19"));
        }
        weights
    }

    /// Whether at least half of the chargers have to attack across a barrier (OD6-CHG-19).
    fn is_behind_barrier(&self, charge: &Charge) -> bool {
        let across = charge.chargers.iter().filter(|m| {
            let from = self.spot(**m).at;
            let apart = |enemy: &ModelId| (self.spot(*enemy).at.distance_squared(from), *enemy);
            let Some(prey) = self.members(charge.target).min_by_key(apart) else { return false };
            let own = self.body(prey);
            // Where he would strike from, with room for a wall in between.
            let near = BASE + BASE + Length::cents(50);
            let gap = own.at().distance(from).min(near);
            let at = own.at().toward(from - own.at(), gap);
            let place = at.at_height(self.table.ground_height(at));
            self.barrier_between(&own, &body_at(place, false))
        });
        let across = across.count();
        across > 0 && 2 * across >= charge.chargers.len()
    }

    /// The charge comes to nothing: the squad has had its go. It may still fire if it stood its
    /// ground and that was agreed (OD6-Q-27).
    fn abort(&mut self, cx: &mut Cx<'_>, squad: SquadId, gone: bool) {
        self.say_of(cx, squad, "OD6-CHG-04", "does not charge");
        cx.cite(Clause("OD6-Q-27"));
        let silent = gone || self.agreed.fire_after_abort == FireAfterAbort::Off;
        self.squad_mut(squad).done.no_fire |= silent;
    }

    /// The target tests whether it stands, unless it is broken (OD6-Q-33) or has few to fear
    /// (OD6-CHG-06 to 10).
    pub(super) fn test_target(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        let target = charge.target;
        if self.status(target) == Status::Broken {
            return self.charge_broken(cx, charge);
        }
        let (seeing, all) = charge.front;
        let flanked = 2 * seeing < all;
        let few = 2 * charge.chargers.len() < self.head_count(target);
        charge.stage = Stage::Stood;
        if few {
            cx.cite(Clause("OD6-CHG-07"));
        }
        if few && !flanked {
            self.say_of(cx, target, "OD6-CHG-07", "need not test");
            self.put_charge(charge);
            return Ok(());
        }
        cx.cite(Clause("OD6-CHG-06"));
        cx.cite(Clause("OD6-CHG-20"));
        if self.heavies.iter().any(|heavy| heavy.squad == target) {
            cx.cite(Clause("OD6-SPW-15"));
            cx.cite(Clause("OD6-Q-55"));
        }
        let weights = self.receive_weights(&charge, flanked);
        cite_weights(cx, &weights);
        // Whatever the test puts under way comes before the charge goes on.
        let place = self.tasks.len();
        let tested = self.test_morale(cx, target, Test::Receiving, &weights)?;
        if tested.withdraws || tested.breaks {
            self.say_of(cx, target, "OD6-CHG-08", "gives way");
            self.give_way(target);
            charge.stage = Stage::GaveWay;
        } else {
            self.say_of(cx, target, "OD6-CHG-10", "stands");
        }
        self.tasks.insert(place, Task::Charge(Box::new(charge)));
        Ok(())
    }

    /// What weighs on those who are charged (OD6-CHG-21 to 23).
    fn receive_weights(&self, charge: &Charge, flanked: bool) -> Weights {
        let mut weights = Weights::new();
        if flanked {
            weights.push((2, "flank or rear", "OD6-CHG-21"));
        }
        if self.head_count(charge.squad) >= 2 * self.head_count(charge.target) {
            weights.push((2, "outnumbered 2:1", "OD6-CHG-22"));
        }
        match self.following_weapons(charge.target) {
            0 => (),
            1 => weights.push((-1, "following fire weapon", "OD6-CHG-23")),
            n => weights.push((-n, "following fire weapons", "OD6-CHG-23")),
        }
        weights
    }

    /// A squad that gives way may not fire in this turn (OD6-CHG-08).
    fn give_way(&mut self, target: SquadId) {
        let done = &mut self.squad_mut(target).done;
        (done.gave_way, done.no_fire) = (true, true);
    }

    /// A broken squad neither tests nor fires; it waits for what comes, or runs if that was
    /// agreed (OD6-Q-33).
    fn charge_broken(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        let target = charge.target;
        match self.agreed.broken_charged {
            BrokenCharged::Stand => {
                self.say_of(cx, target, "OD6-Q-33", "is broken and waits for the charge");
                charge.stage = Stage::Stood;
                self.put_charge(charge);
            }
            BrokenCharged::Flee => {
                self.say_of(cx, target, "OD6-Q-33", "is broken and runs from the charge");
                self.give_way(target);
                charge.stage = Stage::GaveWay;
                self.put_charge(charge);
                self.tasks.push(Task::Rout(target));
            }
        }
        Ok(())
    }

    fn say_of(&self, cx: &mut Cx<'_>, squad: SquadId, clause: &'static str, does: &str) {
        cx.say(|| Event::note(Clause(clause), format!("{} {does}", self.squad_name(squad))));
    }
}

/// Notes what weighs on a test, whatever the dice say.
fn cite_weights(cx: &mut Cx<'_>, weights: &[Weight]) {
    for (_, _, clause) in weights {
        cx.cite(Clause(clause));
    }
}

impl Run {
    /// A soldier so many eighths along his way.
    fn body_at_part(&self, state: &State, part: i32) -> Body {
        body_at(state.spot_along(self.model, &self.way, self.length() * part / 8), false)
    }
}
