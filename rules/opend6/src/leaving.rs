//! Chapter 4: disengaging and parting swings (OD6-DIS).

use engine::{Ask, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Point;

use crate::assault::{Bout, MOST, Manner};
use crate::charge::Run;
use crate::dice::{Roller, Sum, straight};
use crate::opportunity::Window;
use crate::state::{Models, SquadId, State};
use crate::tasks::Task;

/// The difficulty of disengaging (OD6-DIS-01).
const DISENGAGE: i32 = 6;

/// A squad that leaves close assault, under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaving {
    /// Who leaves.
    pub squad: SquadId,
    /// Whether it disengages, and so runs by itself; a squad that breaks or withdraws is moved by
    /// the rule that makes it.
    pub disengages: bool,
    /// Whom it leaves behind.
    pub foes: SmallVec<[SquadId; 4]>,
    /// How far it has got.
    pub stage: Stage,
}

/// How far a squad has got with leaving.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Its enemies say whether and at whom they strike (OD6-DEC-20).
    Exposed,
    /// These swings are left, the last first.
    Struck(Vec<Bout>),
    /// It runs, and others may fire at it.
    Running(Vec<Run>, Window),
}

impl State {
    /// Why a squad cannot try to disengage: all of it would have to go, and whoever is busy with a
    /// weapon does nothing else in this phase (OD6-SPW-03).
    pub fn may_disengage(&self, squad: SquadId) -> Result<(), Refusal> {
        match self.members(squad).find(|m| self.is_at_work(*m)) {
            None => Ok(()),
            Some(busy) => {
                let why = format!("{} is busy with a weapon", self.name(busy));
                Err(Refusal::new(Clause("OD6-SPW-03"), why))
            }
        }
    }

    /// A squad in close assault tries to disengage in its go (OD6-DIS-01). Its morale falls as it
    /// turns (OD6-DIS-04); if that breaks it, the rout takes the place of its move (OD6-Q-90).
    pub fn disengage(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let told = !cx.is_quiet();
        let sum = Sum::of(told, self.command(squad), "command", "OD6-DIS-01");
        let title = if told {
            format!("{} tries to disengage", self.squad_name(squad))
        } else {
            String::new()
        };
        let (side, model) = (self.squad(squad).side, self.commander(squad));
        let roller = Roller { side, model, purpose: "disengaging", title: &title };
        if !straight(cx, roller, &sum, DISENGAGE)? {
            cx.say(|| {
                let text = format!("{} cannot get away", self.squad_name(squad));
                Event::note(Clause("OD6-DIS-01"), text)
            });
            return Ok(());
        }
        self.squad_mut(squad).done.no_fire = true;
        self.change_morale(cx, squad, -1, Clause("OD6-DIS-04"))?;
        if self.squad(squad).morale == 0 {
            // The rout is under way; what is put on top of it comes first.
            cx.cite(Clause("OD6-Q-90"));
            return self.parting_swings(cx, squad);
        }
        self.expose(squad, true);
        Ok(())
    }

    /// If a squad that breaks or withdraws is in close assault, parting swings are put under way
    /// before it moves (OD6-DIS-05).
    pub fn parting_swings(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        if self.is_engaged(squad) {
            cx.cite(Clause("OD6-DIS-05"));
            self.expose(squad, false);
        }
        Ok(())
    }

    fn expose(&mut self, squad: SquadId, disengages: bool) {
        let mut foes: SmallVec<[SquadId; 4]> = SmallVec::new();
        for model in self.members(squad) {
            for foe in self.contacts(model).map(|enemy| self.squad_of(enemy)) {
                if !foes.contains(&foe) {
                    foes.push(foe);
                }
            }
        }
        // Nobody who was in this fight rallies in this turn (OD6-RAL-01).
        for one in foes.iter().copied().chain([squad]) {
            self.squad_mut(one).done.swung = true;
        }
        let stage = Stage::Exposed;
        self.tasks.push(Task::Leaving(Box::new(Leaving { squad, disengages, foes, stage })));
    }

    /// Carries on leaving.
    pub fn leave_on(&mut self, cx: &mut Cx<'_>, mut leaving: Leaving) -> Play<()> {
        let squad = leaving.squad;
        leaving.stage = match leaving.stage {
            Stage::Exposed => {
                let mut bouts = self.plan_swings(cx, squad)?;
                bouts.reverse();
                Stage::Struck(bouts)
            }
            Stage::Struck(mut bouts) => match bouts.pop() {
                Some(bout) => {
                    self.fight_out(cx, &bout, Manner::Parting)?;
                    Stage::Struck(bouts)
                }
                None if leaving.disengages => {
                    let runs = self.plan_departure(cx, squad, &leaving.foes);
                    let window = self.start_running(squad, &runs, None);
                    Stage::Running(runs, window)
                }
                None => return Ok(()),
            },
            Stage::Running(runs, mut window) => {
                let Some(shot) = self.opportunity_window(cx, &mut window)? else {
                    self.finish_runs(cx, &runs, Clause("OD6-DIS-02"));
                    return Ok(());
                };
                leaving.stage = Stage::Running(runs, window);
                self.tasks.push(Task::Leaving(Box::new(leaving)));
                return self.take_shot(cx, &shot);
            }
        };
        self.tasks.push(Task::Leaving(Box::new(leaving)));
        Ok(())
    }

    /// Each enemy in contact strikes once at somebody who leaves, if his side wants it
    /// (OD6-DIS-03, OD6-DEC-20); no more than three at one (OD6-CAS-02).
    fn plan_swings(&self, cx: &mut Cx<'_>, squad: SquadId) -> Play<Vec<Bout>> {
        cx.cite(Clause("OD6-DEC-20"));
        let engaged = |m: &ModelId| self.contacts(*m).any(|own| self.squad_of(own) == squad);
        let side = self.opponent(self.squad(squad).side);
        let strikers: Models =
            self.enemies(self.squad(squad).side).filter(|m| engaged(m)).collect();
        let Some(first) = strikers.first() else { return Ok(Vec::new()) };
        let prompt = "Do your soldiers strike at those who leave?";
        let ask = Ask::new(side, "swing", prompt, Clause("OD6-DIS-03")).about(*first);
        if !cx.confirm(ask, "strike", "let them go")? {
            return Ok(Vec::new());
        }
        let leavers = self.members(squad).map(|lone| Bout { lone, others: Models::new() });
        let mut bouts: Vec<Bout> = leavers.collect();
        for striker in &strikers {
            let room =
                |m: &ModelId| bouts.iter().any(|bout| bout.lone == *m && bout.others.len() < MOST);
            let own = self.contacts(*striker).filter(|m| self.squad_of(*m) == squad);
            let open: Models = own.filter(room).collect();
            if open.is_empty() {
                continue;
            }
            let target = self.choose_opponent(cx, *striker, &open, &bouts)?;
            let joined = bouts.iter_mut().find(|bout| bout.lone == target);
            joined.into_iter().for_each(|bout| bout.others.push(*striker));
        }
        bouts.retain(|bout| !bout.others.is_empty());
        Ok(bouts)
    }

    /// Everybody turns and runs straight away from those he fought (OD6-DIS-02, OD6-FAC-09); the
    /// wounded and those who carry a weapon walk, and whoever lies at the feet of an enemy stays
    /// there (OD6-Q-35).
    fn plan_departure(&self, cx: &mut Cx<'_>, squad: SquadId, foes: &[SquadId]) -> Vec<Run> {
        cx.cite(Clause("OD6-FAC-09"));
        let direction = self.away_from(squad, foes);
        let mut leavers = self.free_to_leave(squad);
        if leavers.iter().any(|m| self.is_carrier(*m)) {
            cx.cite(Clause("OD6-MOV-08"));
        }
        let held = self.members(squad).any(|m| !leavers.contains(&m));
        if held || leavers.iter().any(|m| self.model(*m).wounded) {
            cx.cite(Clause("OD6-Q-35"));
        }
        // Those in front go first, so that they make room for the others.
        let ahead = |m: &ModelId| (self.spot(*m).at - Point::default()).dot(direction);
        leavers.sort_by_key(|m| (std::cmp::Reverse(ahead(m)), *m));
        let mut field = self.field();
        let mut runs = Vec::new();
        for model in leavers {
            let run = self.run_away(&field, model, direction);
            field.put(model, run.end());
            runs.push(run);
        }
        runs
    }
}
