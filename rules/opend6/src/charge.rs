//! Chapter 4: charging, receiving a charge, defensive fire (OD6-CHG, OD6-DEF).
//!
//! `courage.rs` has the tests of both squads, `running.rs` the ways of the chargers, `halfway.rs`
//! what happens while they run, `chase.rs` what they do when their target gives way.

mod chase;
mod courage;
mod halfway;
mod running;

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot};

use crate::morale::Status;
use crate::opportunity::Window;
use crate::options::ChargeBarsFire;
use crate::state::{Models, SquadId, State};
use crate::tasks::Task;

pub use running::Run;

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub squad: SquadId,
    /// Whom.
    pub target: SquadId,
    /// Those who take part in it: whoever finds back to the squad meanwhile does not.
    pub chargers: Models,
    /// Where the soldiers of the target were when the charge was announced.
    pub stood: Vec<Spot>,
    /// How many of them could fire at the chargers, and how many they were (OD6-Q-29).
    pub front: (u8, u8),
    /// How far it has got.
    pub stage: Stage,
}

/// How far a charge has got.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// It has been announced; the chargers test (OD6-CHG-03).
    Announced,
    /// The chargers dare; their target tests (OD6-CHG-06).
    Dared,
    /// The target stands; the chargers set out (OD6-CHG-11).
    Stood,
    /// Squads other than the target may fire at them (OD6-OPF-18).
    Exposed(Vec<Run>, Window),
    /// The chargers are halfway (OD6-CHG-12).
    Halfway(Vec<Run>),
    /// So many sixteenths along their ways the target sees them and may fire (OD6-DEF-02).
    InSight(Vec<Run>, i32),
    /// The survivors go on from so many sixteenths of their ways (OD6-CHG-12).
    Closing(Vec<Run>, i32),
    /// The target gave way; the chargers take its place (OD6-CHG-09).
    GaveWay,
    /// They run there, and others may fire at them.
    Chasing(Vec<Run>, Window),
    /// They are there, and may run on with what is left (OD6-DEC-10).
    There(Vec<Run>),
    /// They run on, and others may fire at them.
    RunningOn(Vec<Run>, Window),
}

impl State {
    /// Who would charge with a squad at the beginning of its go, or why it cannot charge anybody
    /// (OD6-CHG-01, 02).
    pub fn ready_to_charge(&self, squad: SquadId) -> Result<Models, Refusal> {
        let refuse = |id: &'static str, why: &str| Err(Refusal::new(Clause(id), why));
        if !matches!(self.status(squad), Status::Steady | Status::Shaken) {
            return refuse("OD6-CHG-02", "the squad is demoralized");
        }
        if self.is_engaged(squad) {
            return refuse("OD6-MOV-13", "the squad is in close assault");
        }
        let chargers = self.chargers(squad);
        match chargers.is_empty() {
            true => refuse("OD6-Q-28", "everybody carries a weapon or is busy with one"),
            false => Ok(chargers),
        }
    }

    /// Why those who are ready cannot charge a squad, if they cannot. Nobody measures before, so
    /// how far it is does not matter; but whoever charges runs, and must be able to turn towards
    /// somebody (OD6-Q-79).
    pub fn may_charge(&self, chargers: &[ModelId], target: SquadId) -> Result<(), Refusal> {
        match chargers.iter().any(|own| self.can_turn_to(*own, target)) {
            true => Ok(()),
            false => {
                let why = "it is behind them, and runners turn by a right angle";
                Err(Refusal::new(Clause("OD6-Q-79"), why))
            }
        }
    }

    /// Whether a charger has anybody of a squad within a right angle of where he looks; the
    /// wounded walk, and turn as they like (OD6-Q-28).
    fn can_turn_to(&self, own: ModelId, target: SquadId) -> bool {
        let model = self.model(own);
        let ahead = |enemy| model.facing.dot(self.spot(enemy).at - self.spot(own).at) >= 0;
        model.wounded || self.members(target).any(ahead)
    }

    /// A squad charges another: the tests come first (OD6-CHG-03).
    pub fn charge(&mut self, cx: &mut Cx<'_>, squad: SquadId, target: SquadId) -> Play<()> {
        cx.say(|| {
            let (own, other) = (self.squad_name(squad), self.squad_name(target));
            Event::note(Clause("OD6-CHG-01"), format!("{own} charges {other}"))
        });
        let stood = self.members(target).map(|m| self.spot(m)).collect();
        let chargers = self.chargers(squad);
        self.cite_chargers(cx, squad, &chargers);
        let front = self.front(&chargers, target);
        let stage = Stage::Announced;
        self.put_charge(Charge { squad, target, chargers, stood, front, stage });
        Ok(())
    }

    /// Notes why somebody stays out of a charge, or is slow in it.
    fn cite_chargers(&self, cx: &mut Cx<'_>, squad: SquadId, chargers: &[ModelId]) {
        if cx.is_quiet() {
            return;
        }
        let core = self.core(squad);
        if core.len() < self.head_count(squad) {
            cx.cite(Clause("OD6-CHG-02"));
            cx.cite(Clause("OD6-SQD-11"));
        }
        let hampered = |m: &ModelId| self.model(*m).wounded || self.model(*m).prone;
        if chargers.len() < core.len() || chargers.iter().any(hampered) {
            cx.cite(Clause("OD6-Q-28"));
        }
    }

    /// Notes what keeps those who run from running all the way they want to.
    fn cite_runs(&self, cx: &mut Cx<'_>, target: SquadId, runs: &[Run]) {
        if cx.is_quiet() {
            return;
        }
        let stays = |run: &Run| run.length() == Length::ZERO;
        if runs.iter().any(|run| stays(run) && !self.can_turn_to(run.model, target)) {
            cx.cite(Clause("OD6-Q-79"));
        }
        let slowed = |run: &Run| self.bill(run.model, &run.way).is_ok_and(|bill| bill.very_rough);
        if runs.iter().any(slowed) {
            cx.cite(Clause("OD6-Q-28"));
        }
    }

    fn put_charge(&mut self, charge: Charge) {
        self.tasks.push(Task::Charge(Box::new(charge)));
    }

    /// Carries on a charge.
    pub fn charge_on(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        let (squad, target) = (charge.squad, charge.target);
        cx.enter(|| format!("{} charges {}", self.squad_name(squad), self.squad_name(target)));
        match std::mem::replace(&mut charge.stage, Stage::Announced) {
            Stage::Announced => self.test_chargers(cx, charge)?,
            Stage::Dared => self.test_target(cx, charge)?,
            Stage::Stood => self.set_out(cx, charge)?,
            Stage::Exposed(runs, window) => self.run_half(cx, charge, (runs, window))?,
            Stage::Halfway(runs) => self.come_in_sight(cx, charge, runs),
            Stage::InSight(runs, part) => self.defend(cx, charge, (runs, part))?,
            Stage::Closing(runs, part) => self.close_in(cx, &charge, (&runs, part))?,
            Stage::GaveWay => self.chase(cx, charge)?,
            Stage::Chasing(runs, window) => self.chase_on(cx, charge, (runs, window))?,
            Stage::There(runs) => self.run_on(cx, charge, &runs)?,
            Stage::RunningOn(runs, window) => self.running_on(cx, charge, (runs, window))?,
        }
        cx.leave();
        Ok(())
    }

    /// The chargers run straight at the target and cannot call it off (OD6-CHG-11). Others may
    /// fire at them, but not the target, which has its defensive fire (OD6-OPF-03, 18).
    fn set_out(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        cx.cite(Clause("OD6-CHG-11"));
        cx.cite(Clause("OD6-GEO-18"));
        let runs = self.choose_runs(cx, &charge)?;
        self.cite_runs(cx, charge.target, &runs);
        self.mark_charge(cx, charge.squad, &runs);
        let window = self.start_running(charge.squad, &runs, Some(charge.target));
        charge.stage = Stage::Exposed(runs, window);
        self.put_charge(charge);
        Ok(())
    }

    /// Whoever fires at the runners comes first, one squad at a time: while there is one, the
    /// charge waits in a stage. When all have fired, it goes on with its runners.
    fn after_shots(
        &mut self,
        cx: &mut Cx<'_>,
        mut charge: Charge,
        (runs, mut window): (Vec<Run>, Window),
        waiting: fn(Vec<Run>, Window) -> Stage,
    ) -> Play<Option<(Charge, Vec<Run>)>> {
        let Some(shot) = self.opportunity_window(cx, &mut window)? else {
            return Ok(Some((charge, runs)));
        };
        charge.stage = waiting(runs, window);
        self.put_charge(charge);
        self.take_shot(cx, &shot)?;
        Ok(None)
    }

    /// When everybody else has fired, those on their feet are halfway.
    fn run_half(
        &mut self,
        cx: &mut Cx<'_>,
        charge: Charge,
        exposed: (Vec<Run>, Window),
    ) -> Play<()> {
        let gone = self.after_shots(cx, charge, exposed, Stage::Exposed)?;
        let Some((mut charge, runs)) = gone else { return Ok(()) };
        self.go_half(cx, &runs, Clause("OD6-CHG-11"));
        charge.stage = Stage::Halfway(runs);
        self.put_charge(charge);
        Ok(())
    }

    /// Whoever charged cannot fire in this turn, nor can the others of his squad (OD6-CHG-16,
    /// OD6-Q-96).
    fn mark_charge(&mut self, cx: &mut Cx<'_>, squad: SquadId, runs: &[Run]) {
        cx.cite(Clause("OD6-CHG-16"));
        cx.cite(Clause("OD6-Q-96"));
        for run in runs.iter().filter(|run| run.length() > Length::ZERO) {
            self.model_mut(run.model).charged = true;
        }
        self.come_by_charge(squad);
        if self.agreed.charge_bars_fire == ChargeBarsFire::Squad {
            self.squad_mut(squad).done.no_fire = true;
        }
    }

    /// Each charger runs at the nearest enemy, unless his owner wants to choose (OD6-DEC-11).
    fn choose_runs(&self, cx: &mut Cx<'_>, charge: &Charge) -> Play<Vec<Run>> {
        let enemies: Models = self.members(charge.target).collect();
        let chargers = &charge.chargers;
        let Some(first) = chargers.first() else { return Ok(Vec::new()) };
        cx.cite(Clause("OD6-DEC-11"));
        let mut wishes: Vec<(ModelId, ModelId)> = Vec::new();
        if enemies.len() > 1 {
            let side = self.squad(charge.squad).side;
            let prompt = "Whom do the chargers run at?";
            let ask = Ask::new(side, "prey", prompt, Clause("OD6-CHG-11")).about(*first);
            let each = cx.choose(ask, &[false, true], |choose| match choose {
                false => Choice::new("nearest").detail("each at the nearest").merit(1).declining(),
                true => Choice::new("choose").detail("asks for every soldier"),
            })?;
            for model in chargers.iter().filter(|_| each) {
                wishes.push((*model, self.choose_prey(cx, *model, &enemies)?));
            }
        }
        Ok(self.plan_runs(chargers, charge.target, &wishes))
    }

    fn choose_prey(&self, cx: &mut Cx<'_>, model: ModelId, enemies: &Models) -> Play<ModelId> {
        let prompt = "Whom does he run at?";
        let ask = Ask::new(self.side(model), "prey", prompt, Clause("OD6-DEC-11")).about(model);
        cx.choose(ask, enemies, |enemy| {
            let apart = self.spot(model).at.distance(self.spot(*enemy).at);
            let key = format!("{} runs at {}", self.name(model), self.name(*enemy));
            Choice::new(key).about(*enemy).merit(-apart.whole_inches())
        })
    }

    /// The ways of all chargers, those nearest to the enemy first. A soldier with a wish runs at
    /// that enemy if he can get there, and else at the nearest.
    fn plan_runs(
        &self,
        chargers: &[ModelId],
        target: SquadId,
        wishes: &[(ModelId, ModelId)],
    ) -> Vec<Run> {
        let enemies: Models = self.members(target).collect();
        let mut field = self.field();
        let there = |m: &ModelId| self.model(*m).spot.is_some();
        let mut chargers: Models = chargers.iter().copied().filter(there).collect();
        let apart = |m: &ModelId| {
            let at = self.spot(*m).at;
            enemies.iter().map(|e| self.spot(*e).at.distance_squared(at)).min()
        };
        chargers.sort_by_key(|m| (apart(m), *m));
        let mut runs = Vec::new();
        for model in chargers {
            let from = self.spot(model);
            let leave = self.leave_of(model, true);
            let wish = wishes.iter().find(|(m, _)| *m == model).map(|(_, prey)| *prey);
            let wished = wish.map(|prey| self.run_at(&field, model, (from, leave), &[prey]));
            let (way, prey) = match wished {
                Some((way, Some(prey))) => (way, Some(prey)),
                _ => self.run_at(&field, model, (from, leave), &enemies),
            };
            let run = self.run_of(model, way, prey);
            field.put(model, run.end());
            runs.push(run);
        }
        runs
    }
}
