//! The target gave way: the chargers take its place, and may run on (OD6-CHG-09, OD6-DEC-10).

use engine::question::Goal;
use engine::toll::{Plan, Toll};
use engine::{Ask, Choice, Clause, Cx, ModelId, Play, Refusal};
use tabletop::{Length, Spot};

use super::running::Leave;
use super::{Charge, Run, Stage};
use crate::movement::{Gait, last_heading, length_of, passes};
use crate::opportunity::Window;
use crate::options::PursuitContact;
use crate::room::Field;
use crate::state::{CONTACT, Models, Pace, State};

/// What is worth asking whether somebody goes it.
const WORTHWHILE: Length = Length::cents(10);

/// A way that a chaser may go on.
struct Further {
    way: Vec<Spot>,
    price: Length,
    rate: Length,
}

impl Plan for Further {
    fn toll(&self) -> Toll {
        let cost = format!("{} of {} inches", self.price, self.rate);
        Toll { cost, end: self.way.last().copied(), ..Toll::default() }
    }
}

impl State {
    /// The chargers run to where the target stood, each to the nearest place that is left, as far
    /// as he gets; it is no failed charge if that is not far enough (OD6-CHG-09, OD6-Q-66).
    pub(super) fn chase(&mut self, cx: &mut Cx<'_>, mut charge: Charge) -> Play<()> {
        cx.cite(Clause("OD6-Q-66"));
        let runs = self.plan_chase(&charge);
        self.mark_charge(cx, charge.squad, &runs);
        let window = self.start_running(charge.squad, &runs, Some(charge.target));
        charge.stage = Stage::Chasing(runs, window);
        self.put_charge(charge);
        Ok(())
    }

    /// When everybody else has fired, those on their feet take the place of the target.
    pub(super) fn chase_on(
        &mut self,
        cx: &mut Cx<'_>,
        charge: Charge,
        exposed: (Vec<Run>, Window),
    ) -> Play<()> {
        let gone = self.after_shots(cx, charge, exposed, Stage::Chasing)?;
        let Some((mut charge, runs)) = gone else { return Ok(()) };
        self.finish_runs(cx, &runs, Clause("OD6-CHG-09"));
        charge.stage = Stage::There(runs);
        self.put_charge(charge);
        Ok(())
    }

    fn plan_chase(&self, charge: &Charge) -> Vec<Run> {
        let mut field = self.field();
        let mut places = charge.stood.clone();
        let there = |m: &&ModelId| self.model(**m).spot.is_some();
        let mut runs = Vec::new();
        for model in charge.chargers.iter().filter(there).copied() {
            let from = self.spot(model);
            let leave = self.leave_of(model, false);
            places.sort_by_key(|p| (p.at.distance_squared(from.at), p.at.x, p.at.y));
            let found = places.iter().enumerate().find_map(|(i, place)| {
                let way = self.as_far_as(&field, model, (from, leave), *place)?;
                Some((i, way))
            });
            // When all places are taken, the others still run as near as they get.
            let way = match found {
                Some((i, way)) => {
                    places.remove(i);
                    way
                }
                None => self.near_to(&field, model, (from, leave), charge),
            };
            let run = self.run_of(model, way, None);
            field.put(model, run.end());
            runs.push(run);
        }
        runs
    }

    fn near_to(
        &self,
        field: &Field,
        model: ModelId,
        (from, leave): (Spot, Leave),
        charge: &Charge,
    ) -> Vec<Spot> {
        let mut near = charge.stood.clone();
        near.sort_by_key(|p| (p.at.distance_squared(from.at), p.at.x, p.at.y));
        let way = near.iter().find_map(|p| self.as_far_as(field, model, (from, leave), *p));
        way.unwrap_or_else(|| vec![from])
    }

    /// The chargers stop where they are, or use what is left of their run (OD6-DEC-10).
    pub(super) fn run_on(&mut self, cx: &mut Cx<'_>, mut charge: Charge, runs: &[Run]) -> Play<()> {
        cx.cite(Clause("OD6-DEC-10"));
        let up = |run: &&Run| {
            let m = self.model(run.model);
            m.spot == Some(run.end()) && !m.prone && self.left_of(run) > WORTHWHILE
        };
        let fresh: Vec<Run> = runs.iter().filter(up).cloned().collect();
        let Some(first) = fresh.first() else { return Ok(()) };
        let side = self.squad(charge.squad).side;
        let prompt = "The target has given way: do the chargers stop there or run on?";
        let ask = Ask::new(side, "run-on", prompt, Clause("OD6-CHG-09")).about(first.model);
        let on = cx.choose(ask, &[false, true], |on| match on {
            false => Choice::new("stop there").merit(1).declining(),
            true => Choice::new("run on"),
        })?;
        if on {
            let runs = self.ask_further(cx, &charge, &fresh)?;
            if runs.iter().any(|run| !self.touched_on(run.model, &run.way).is_empty()) {
                cx.cite(Clause("OD6-Q-65"));
            }
            let window = self.start_running(charge.squad, &runs, Some(charge.target));
            charge.stage = Stage::RunningOn(runs, window);
            self.put_charge(charge);
        }
        Ok(())
    }

    /// When everybody else has fired, those on their feet get to where they run on to.
    pub(super) fn running_on(
        &mut self,
        cx: &mut Cx<'_>,
        charge: Charge,
        exposed: (Vec<Run>, Window),
    ) -> Play<()> {
        if let Some((_, runs)) = self.after_shots(cx, charge, exposed, Stage::RunningOn)? {
            self.finish_runs(cx, &runs, Clause("OD6-CHG-09"));
        }
        Ok(())
    }

    /// What a chaser has left of his rate.
    fn left_of(&self, run: &Run) -> Length {
        let spent = self.price(run.model, &run.way).unwrap_or(run.rate);
        (run.rate - spent).max(Length::ZERO)
    }

    /// Asks for the ways of all who run on, in one answer.
    fn ask_further(&self, cx: &mut Cx<'_>, charge: &Charge, fresh: &[Run]) -> Play<Vec<Run>> {
        let first = &fresh[0];
        let movers: Vec<(ModelId, Spot)> = fresh.iter().map(|run| (run.model, run.end())).collect();
        let limit = fresh.iter().map(|run| self.left_of(run)).max().unwrap_or(Length::ZERO);
        let prompt = "Where do they run on to?";
        let side = self.squad(charge.squad).side;
        let ask = Ask::new(side, "paths", prompt, Clause("OD6-CHG-09")).about(first.model);
        let so_far = |model: ModelId| fresh.iter().find(|r| r.model == model).unwrap_or(first);
        let single = |model: ModelId, path: &[Spot]| {
            let mut field = self.field();
            // The others run on with him.
            field.bodies.retain(|(m, _)| !fresh.iter().any(|run| run.model == *m));
            self.plan_further(&field, so_far(model), path)
        };
        let plan = |paths: &[(ModelId, Vec<Spot>)]| {
            let ends: Vec<(ModelId, Spot)> =
                paths.iter().filter_map(|(m, path)| Some((*m, *path.last()?))).collect();
            self.check_together(charge.squad, &ends)?;
            let mut field = self.field();
            ends.iter().for_each(|(model, end)| field.put(*model, *end));
            let mut runs = Vec::new();
            for (model, path) in paths {
                let run = so_far(*model);
                let way = self.plan_further(&field, run, path)?.way;
                runs.push(Run { way, ..run.clone() });
            }
            Ok(runs)
        };
        cx.paths(ask, (&movers, limit), || self.further_goals(first, limit), single, plan)
    }

    /// Straight on.
    fn further_goals(&self, run: &Run, left: Length) -> Vec<Goal> {
        let here = run.end();
        let on = last_heading(&run.way).map(|ahead| {
            let at = here.at.toward(ahead, left);
            Goal { spot: at.at_height(self.table.ground_height(at)), merit: 0 }
        });
        on.into_iter().collect()
    }

    /// Judges how a chaser runs on: what it costs together with the way so far, how he turns in
    /// all, whom he passes, and that it is no charge (OD6-Q-65).
    fn plan_further(&self, field: &Field, run: &Run, path: &[Spot]) -> Result<Further, Refusal> {
        let (model, left) = (run.model, self.left_of(run));
        let way = self.on_ground(path);
        let whole: Vec<Spot> = run.way.iter().copied().chain(way.iter().skip(1).copied()).collect();
        let clause = Clause("OD6-CHG-09");
        let refuse = |clause: Clause, why: String| Err(Refusal::new(clause, why));
        if length_of(&way) == Length::ZERO {
            return Ok(Further { way, price: Length::ZERO, rate: left });
        }
        let bill = self.bill(model, &whole)?;
        if bill.price > run.rate {
            let why = format!("{} has {left} inches left", self.name(model));
            return refuse(clause, why);
        }
        if run.pace == Pace::Ran && bill.very_rough && bill.price > self.rate(model, Gait::Walk) {
            return refuse(Clause("OD6-TER-04"), "nobody runs in very rough ground".to_owned());
        }
        if run.pace == Pace::Ran && !State::turning_from(run.faced, &whole).is_within_right() {
            let why = format!("{} may turn by a right angle in all", self.name(model));
            return refuse(Clause("OD6-Q-79"), why);
        }
        let contact = self.agreed.pursuit_contact == PursuitContact::On;
        let touched = self.touched_on(model, &way);
        if !touched.is_empty() && !contact {
            let why = format!("{} may not be touched: it is no new charge", self.name(touched[0]));
            return refuse(Clause("OD6-Q-65"), why);
        }
        if let Some(other) = self.runs_into(field, model, &way) {
            return refuse(Clause("OD6-Q-19"), format!("{} is in the way", self.name(other)));
        }
        let end = way[way.len() - 1];
        if !self.is_free(field, model, end, contact) {
            return refuse(clause, format!("{} cannot stop at {end}", self.name(model)));
        }
        Ok(Further { price: bill.price, way, rate: run.rate })
    }

    /// The enemies whom a way comes into contact with.
    fn touched_on(&self, model: ModelId, way: &[Spot]) -> Models {
        let near = |m: &ModelId| {
            let other = self.body(*m);
            passes(way, &other, CONTACT)
        };
        self.enemies(self.side(model)).filter(near).collect()
    }
}
