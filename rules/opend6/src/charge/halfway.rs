//! While the chargers run: the fire of others, defensive fire, and who arrives (OD6-CHG-12 to 15,
//! OD6-DEF).

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use tabletop::{Length, Spot};

use super::running::Leave;
use super::{Charge, Run, Stage};
use crate::fire::Occasion;
use crate::morale::Status;
use crate::movement::last_heading;
use crate::opportunity::Window;
use crate::options::MoveAfterDefense;
use crate::room::Field;
use crate::state::{Models, Pace, SquadId, State, body_at};

/// Ways are looked at in sixteenths: halfway is the eighth (OD6-GEO-16).
const PARTS: i32 = 16;
/// Halfway.
const HALF: i32 = PARTS / 2;

impl State {
    /// A way with what belongs to it.
    pub(crate) fn run_of(&self, model: ModelId, way: Vec<Spot>, prey: Option<ModelId>) -> Run {
        let Leave { rate, runs, .. } = self.leave_of(model, true);
        let faced = self.model(model).facing;
        Run { model, way, prey, faced, rate, pace: if runs { Pace::Ran } else { Pace::Walked } }
    }

    /// Everybody who goes anywhere gets up; then others may fire at him on his way.
    pub(crate) fn start_running(
        &mut self,
        squad: SquadId,
        runs: &[Run],
        spared: Option<SquadId>,
    ) -> Window {
        for run in runs.iter().filter(|run| run.length() > Length::ZERO) {
            let m = self.model_mut(run.model);
            m.prone = false;
            m.pace = m.pace.max(run.pace);
        }
        let paths = runs.iter().map(|run| (run.model, run.way.clone())).collect();
        Window::new(self, squad, paths, spared)
    }

    /// Everybody on his feet goes half of his way (OD6-GEO-16, OD6-Q-62).
    pub(super) fn go_half(&mut self, cx: &mut Cx<'_>, runs: &[Run], clause: Clause) {
        cx.cite(Clause("OD6-GEO-16"));
        self.make_room(cx, runs);
        let up = self.upright(runs);
        for run in runs.iter().filter(|run| up.contains(&run.model)) {
            self.go_on_to(cx, run, (0, HALF), clause);
        }
    }

    /// The place so many sixteenths along a way.
    fn place_on(&self, run: &Run, part: i32) -> Spot {
        match part {
            PARTS => run.end(),
            _ => self.spot_along(run.model, &run.way, run.length() * part / PARTS),
        }
    }

    /// The part of a way between two places on it, in sixteenths.
    fn stretch(&self, run: &Run, (from, to): (i32, i32)) -> Vec<Spot> {
        let length = run.length();
        let along = |i: usize| crate::movement::length_of(&run.way[..=i]);
        let inside =
            |i: &usize| length * from / PARTS < along(*i) && along(*i) < length * to / PARTS;
        let bends = (0..run.way.len()).filter(inside).map(|i| run.way[i]);
        let ends = [self.place_on(run, from), self.place_on(run, to)];
        [ends[0]].into_iter().chain(bends).chain([ends[1]]).collect()
    }

    /// A runner goes on from one place on his way to another.
    fn go_on_to(&mut self, cx: &mut Cx<'_>, run: &Run, parts: (i32, i32), clause: Clause) {
        let path = self.stretch(run, parts);
        self.step_along(cx, run.model, path, clause);
    }

    fn step_along(&mut self, cx: &mut Cx<'_>, model: ModelId, path: Vec<Spot>, clause: Clause) {
        let Some(heading) = last_heading(&path) else { return };
        let m = self.model_mut(model);
        m.spot = path.last().copied();
        m.facing = heading;
        cx.say(|| {
            let verb = if self.model(model).pace == Pace::Walked { "walks" } else { "runs" };
            let text = format!("{} {verb}", self.name(model));
            Event::note(clause, text).deed(Deed::Moved { model, path })
        });
    }

    /// Those of the runners who are still on their feet.
    fn upright(&self, runs: &[Run]) -> Models {
        let up = |m: &ModelId| self.model(*m).spot.is_some() && !self.model(*m).prone;
        runs.iter().map(|run| run.model).filter(up).collect()
    }

    /// The target fires at the chargers if it wants to (OD6-CHG-12, OD6-DEF-01 to 07); then the
    /// survivors go on.
    pub(super) fn defend(
        &mut self,
        cx: &mut Cx<'_>,
        mut charge: Charge,
        (runs, part): (Vec<Run>, i32),
    ) -> Play<()> {
        let (squad, target) = (charge.squad, charge.target);
        let among = self.upright(&runs);
        let firers = self.firers(target, squad, Occasion::Defensive, Some(&among));
        charge.stage = Stage::Closing(runs, part);
        self.put_charge(charge);
        if firers.is_empty() {
            return Ok(());
        }
        let thrown = |m: ModelId| self.model(m).grenades + self.model(m).plastics > 0;
        if !cx.is_quiet() && self.members(target).any(thrown) {
            cx.cite(Clause("OD6-DEF-05"));
        }
        if self.open_fire(cx, target, squad, Occasion::Defensive, &among)? {
            cx.cite(Clause("OD6-DEF-03"));
            self.bar_from_moving(cx, target);
        }
        Ok(())
    }

    /// Whether a squad may use defensive fire (OD6-DEF-01, 07, OD6-Q-25, 29, 33, 75).
    fn may_defend(&self, cx: &mut Cx<'_>, charge: &Charge) -> bool {
        let own = self.squad(charge.target);
        let (seeing, all) = charge.front;
        if self.status(charge.target) == Status::Broken {
            return false;
        }
        cx.cite(Clause("OD6-Q-29"));
        cx.cite(Clause("OD6-DEF-01"));
        if 2 * seeing < all {
            return false;
        }
        cx.cite(Clause("OD6-DEF-07"));
        cx.cite(Clause("OD6-Q-25"));
        if own.done.no_fire {
            return false;
        }
        cx.cite(Clause("OD6-Q-75"));
        !own.done.defended
    }

    /// Defensive fire comes halfway, or where the chargers first come in sight if that is nearer
    /// to the defenders (OD6-DEF-02); if they never do, there is none.
    pub(super) fn come_in_sight(&mut self, cx: &mut Cx<'_>, mut charge: Charge, runs: Vec<Run>) {
        let seen = match self.may_defend(cx, &charge) {
            true => {
                cx.cite(Clause("OD6-DEF-02"));
                self.first_seen(charge.target, &runs)
            }
            false => None,
        };
        let up = self.upright(&runs);
        for run in runs.iter().filter(|run| up.contains(&run.model)) {
            let part = seen.unwrap_or(HALF);
            self.go_on_to(cx, run, (HALF, part), Clause("OD6-DEF-02"));
        }
        charge.stage = match seen {
            Some(part) => Stage::InSight(runs, part),
            None => Stage::Closing(runs, HALF),
        };
        self.put_charge(charge);
    }

    /// The first sixteenth from halfway on at which anybody of a squad sees any of the chargers.
    fn first_seen(&self, target: SquadId, runs: &[Run]) -> Option<i32> {
        let up = self.upright(runs);
        let running: Vec<&Run> = runs.iter().filter(|run| up.contains(&run.model)).collect();
        let defenders: Models = self.members(target).collect();
        let seen = |part: &i32| {
            running.iter().any(|run| {
                let there = body_at(self.place_on(run, *part), false);
                defenders.iter().any(|m| self.sees_body(&self.body(*m), &there, &[*m, run.model]))
            })
        };
        (HALF..PARTS).find(seen)
    }

    /// Whether those who fired may still have their go (OD6-Q-26).
    fn bar_from_moving(&mut self, cx: &mut Cx<'_>, squad: SquadId) {
        cx.cite(Clause("OD6-Q-26"));
        if self.agreed.move_after_defense == MoveAfterDefense::Off {
            self.squad_mut(squad).done.activated = true;
        }
    }

    /// The survivors run into contact (OD6-CHG-13, 14); if nobody gets there, the charge has
    /// failed and the squad loses heart (OD6-CHG-15).
    pub(super) fn close_in(
        &mut self,
        cx: &mut Cx<'_>,
        charge: &Charge,
        (runs, part): (&[Run], i32),
    ) -> Play<()> {
        cx.cite(Clause("OD6-CHG-12"));
        let up = self.upright(runs);
        let mut field = self.make_room(cx, runs);
        if self.squad(charge.target).done.defended {
            let fell = runs.iter().any(|run| !up.contains(&run.model));
            cx.cite(Clause(if fell { "OD6-DEF-04" } else { "OD6-Q-69" }));
        }
        let enemies: Models = self.members(charge.target).collect();
        for run in runs.iter().filter(|run| up.contains(&run.model)) {
            let path = self.rest_of(&field, (run, part), &enemies);
            if path.last() != run.way.last() {
                cx.cite(Clause("OD6-Q-79"));
            }
            self.step_along(cx, run.model, path, Clause("OD6-CHG-13"));
            field.put(run.model, self.spot(run.model));
        }
        let arrived = up.iter().any(|m| self.contacts(*m).next().is_some());
        if arrived {
            self.cite_contact(cx, &up);
            return Ok(());
        }
        cx.say(|| {
            let text = format!("the charge of {} falls short", self.squad_name(charge.squad));
            Event::note(Clause("OD6-CHG-15"), text)
        });
        if self.head_count(charge.squad) == 0 {
            return Ok(());
        }
        self.change_morale(cx, charge.squad, -1, Clause("OD6-CHG-15"))
    }

    fn cite_contact(&self, cx: &mut Cx<'_>, up: &Models) {
        cx.cite(Clause("OD6-CHG-14"));
        cx.cite(Clause("OD6-MOV-17"));
        if cx.is_quiet() {
            return;
        }
        let across = |m: &ModelId| {
            let body = self.body(*m);
            self.contacts(*m).any(|enemy| self.are_across(&body, &self.body(enemy)))
        };
        if up.iter().any(across) {
            cx.cite(Clause("OD6-Q-84"));
        }
    }

    /// The rest of a charger's way: as it was planned, or another if somebody fell in its way; what
    /// he has turned so far counts (OD6-Q-79).
    fn rest_of(&self, field: &Field, (run, part): (&Run, i32), enemies: &[ModelId]) -> Vec<Spot> {
        let rest = self.stretch(run, (part, PARTS));
        if run.length() == Length::ZERO || self.is_free(field, run.model, run.end(), true) {
            return rest;
        }
        let gone = self.stretch(run, (0, part));
        let spent = self.price(run.model, &gone).unwrap_or(run.rate);
        let rate = (run.rate - spent).max(Length::ZERO);
        let runs = run.pace == Pace::Ran;
        let turned = State::turning_from(run.faced, &gone);
        let leave = Leave { rate, runs, stiff: runs, turned, contact: true };
        let here = self.spot(run.model);
        let (way, _) = self.run_at(field, run.model, (here, leave), enemies);
        match way.len() > 1 || self.is_free(field, run.model, here, true) {
            true => way,
            false => vec![here, self.nearest_free(field, run.model, here)],
        }
    }

    /// Everybody who is still on his feet goes to the end of his way, or as near to it as there is
    /// room.
    pub(crate) fn finish_runs(&mut self, cx: &mut Cx<'_>, runs: &[Run], clause: Clause) {
        let mut field = self.make_room(cx, runs);
        let up = self.upright(runs);
        let goes = |run: &&Run| up.contains(&run.model) && run.length() > Length::ZERO;
        for run in runs.iter().filter(goes) {
            let free =
                |part: &i32| self.is_free(&field, run.model, self.place_on(run, *part), true);
            let path = match (0..=PARTS).rev().find(free) {
                Some(last) => self.stretch(run, (0, last)),
                None => {
                    let here = self.place_on(run, 0);
                    vec![here, self.nearest_free(&field, run.model, here)]
                }
            };
            self.step_along(cx, run.model, path, clause);
            field.put(run.model, self.spot(run.model));
        }
    }

    /// Those who fell lie where they were hit (OD6-DEF-04, OD6-Q-63), or as near to it as there is
    /// room. Gives back where everybody is but those who run on and will be gone.
    fn make_room(&mut self, cx: &mut Cx<'_>, runs: &[Run]) -> Field {
        let goes = |run: &&Run| run.length() > Length::ZERO;
        let goers: Models = runs.iter().filter(goes).map(|run| run.model).collect();
        let up = self.upright(runs);
        let mut field = self.field_without(&goers);
        for model in goers.into_iter().filter(|m| !up.contains(m)) {
            if self.model(model).spot.is_some() {
                self.lie_down(cx, &mut field, model);
            }
        }
        field
    }
}
