//! A pack that jumps: in one Action each member goes through the air on a line of its own
//! (PUN-JUM-01, PUN-Q-49); whoever cannot jump stays where it is.

use engine::{Ask, Clause, Cx, ModelId, Play, Refusal};
use tabletop::Spot;

use super::jump::Flight;
use crate::actions::Action;
use crate::movement::{Gait, Pounce, Purpose, Walk, Ways};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Acting, Models, Posture, State};
use crate::tasks::Task;

impl State {
    /// Whether somebody of a pack hangs in the air.
    pub fn is_flock_aloft(&self, members: &Models) -> bool {
        members.iter().any(|m| self.model(*m).posture == Posture::Aloft)
    }

    /// Jumps are offered to packs with members who can. Strays have to close up on foot, and a pack
    /// that is engaged or hunts jumps at enemies only (PUN-PAC-03, PUN-Q-41, PUN-Q-49).
    pub fn add_flock_jumps(&self, acting: &Acting, members: &Models, actions: &mut Vec<Action>) {
        let jumpers = self.jumpers(members);
        if jumpers.is_empty() {
            return;
        }
        let aloft = self.is_flock_aloft(members);
        let hangs = |(m, way): &(ModelId, Vec<Spot>)| {
            self.model(*m).posture == Posture::Aloft && way.len() < 2
        };
        if aloft && self.first_flights(&jumpers, None).iter().any(hangs) {
            // Where there is no room to come down for all, they drop (PUN-JUM-02).
            actions.push(Action::Done);
            return;
        }
        let busy = self.is_engaged(acting.model) || acting.prey.is_some();
        let strays = members.iter().any(|m| self.to_rejoin(*m).is_some());
        if aloft || (!busy && !strays) {
            actions.push(Action::PackJump(None));
        }
        let prey = |e: &ModelId| acting.prey.is_none_or(|prey| prey == *e);
        let targets = self.enemies(acting.model).filter(prey);
        let targets = targets.filter(|e| self.can_jump_at(&jumpers, *e));
        actions.extend(targets.map(|e| Action::PackJump(Some(e))));
    }

    /// Those of a pack who can jump now.
    fn jumpers(&self, members: &Models) -> Models {
        let able = |m: &ModelId| {
            let standing = !matches!(self.model(*m).posture, Posture::Crouched | Posture::Prone);
            standing && self.has(*m, ModelRule::Jump)
        };
        members.iter().copied().filter(able).collect()
    }

    /// Those of them who may get at enemies: neither strays nor in contact already.
    fn free_jumpers(&self, jumpers: &Models) -> Models {
        let free = |m: &ModelId| {
            !self.model(*m).stray
                && self.attribute(*m, Attribute::Combat).is_some()
                && self.rivals(*m).next().is_none()
        };
        jumpers.iter().copied().filter(free).collect()
    }

    fn can_jump_at(&self, jumpers: &Models, target: ModelId) -> bool {
        let near = |m: &ModelId| self.gap(*m, target) <= self.budget(*m);
        let free = self.free_jumpers(jumpers);
        free.iter().any(near) && self.gets_at(&self.first_flights(&free, Some(target)), target)
    }

    /// The first ways there are through the air, one after the other: into contact for those who
    /// can, down for those who hang in the air, and none for the others.
    fn first_flights(&self, movers: &Models, target: Option<ModelId>) -> Ways {
        let mut state = self.clone();
        let mut ways = Ways::new();
        for member in movers {
            let here = self.spot(*member);
            let into = target.filter(|t| self.assailable(*member).contains(t)).and_then(|target| {
                let purpose = Purpose::Assault { target, seen: self.assailable(*member) };
                state.first_flight(*member, &purpose).ok()
            });
            let down = || state.first_flight(*member, &Purpose::Move).ok();
            let end = into.or_else(down).map_or(here, |flight| flight.end);
            state.model_mut(*member).spot = Some(end);
            ways.push((*member, if end == here { vec![here] } else { vec![here, end] }));
        }
        ways
    }

    /// All members who can jump do so, to places or at an enemy (PUN-JUM-01, 04, PUN-Q-49).
    pub fn pack_jump(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: Option<ModelId>,
    ) -> Play<()> {
        let fresh = !self.is_engaged(model);
        let risen = self.raise_the_fallen(cx, model);
        let members: Models =
            self.pack_of(model).into_iter().filter(|m| !risen.contains(m)).collect();
        let jumpers = self.jumpers(&members);
        let movers = if target.is_some() { self.free_jumpers(&jumpers) } else { jumpers };
        let Some(lead) = movers.first().copied() else { return Ok(()) };
        let first = self.first_flights(&movers, target);
        let open: Vec<(ModelId, State)> =
            movers.iter().map(|m| (*m, self.without(&movers, *m))).collect();
        let plan_one = |member: ModelId, path: &[Spot]| {
            let state = self.opened(&open, member);
            let own = first.iter().find(|(m, _)| *m == member).map_or(path, |(_, own)| own);
            match (path, own) {
                // Whoever shows no way takes the first there is.
                ([_], [_, end]) | ([_, end], _) => state.plan_flock_flight(member, *end, target),
                ([_], _) => state.first_flight(member, &Purpose::Move),
                _ => Err(Refusal::new(Clause("PUN-Q-47"), "a jump goes in one straight line")),
            }
        };
        let all = |paths: &[(ModelId, Vec<Spot>)]| {
            let mut ways = Ways::new();
            for (member, path) in paths {
                let Flight { end, .. } = plan_one(*member, path)?;
                let here = self.spot(*member);
                ways.push((*member, if end == here { vec![here] } else { vec![here, end] }));
            }
            self.keep_apart(&ways)?;
            match target.filter(|target| !self.gets_at(&ways, *target)) {
                Some(target) => {
                    let why = format!("nobody gets to {}", self.name(target));
                    Err(Refusal::new(Clause("PUN-ASL-01"), why))
                }
                None => Ok(ways),
            }
        };
        let starts: Vec<(ModelId, Spot)> = movers.iter().map(|m| (*m, self.spot(*m))).collect();
        let prompt = "Where do they jump?";
        let ask = Ask::new(self.side(lead), "jump-paths", prompt, Clause("PUN-JUM-01"));
        let goals = || self.goals(lead, Gait::Walk, &Purpose::Move);
        let limit = self.budget(lead);
        let ways = cx.paths(ask.about(lead), (&starts, limit), goals, plan_one, all)?;
        ["PUN-JUM-02", "PUN-JUM-03", "PUN-Q-47", "PUN-Q-49"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        if let Some(target) = target {
            cx.cite(Clause("PUN-JUM-04"));
            self.tasks.push(Task::Pounce(Pounce { model, target, fresh }));
        }
        self.send_flying(ways, target);
        Ok(())
    }

    /// Judges the jump of one member: one that goes for an enemy need not get there itself, but has
    /// to come down.
    fn plan_flock_flight(
        &self,
        member: ModelId,
        end: Spot,
        target: Option<ModelId>,
    ) -> Result<Flight, Refusal> {
        let Some(target) = target else { return self.plan_flight(member, end, &Purpose::Move) };
        let seen = self.assailable(member);
        let touched = seen.iter().find(|e| self.touches_at(member, end, **e)).copied();
        let purpose = match touched {
            Some(touched) if !self.touches_at(member, end, target) => {
                Purpose::Assault { target: touched, seen }
            }
            Some(_) => Purpose::Assault { target, seen },
            None => Purpose::Move,
        };
        let flight = self.plan_flight(member, end, &purpose)?;
        match flight.lands {
            true => Ok(flight),
            false => Err(Refusal::new(Clause("PUN-JUM-02"), "an Assault ends on the ground")),
        }
    }

    fn send_flying(&mut self, ways: Ways, target: Option<ModelId>) {
        for (model, path) in self.in_order(ways).into_iter().rev() {
            if path.len() < 2 {
                continue;
            }
            let purpose = match target {
                Some(target) => Purpose::Assault { target, seen: self.assailable(model) },
                None => Purpose::Move,
            };
            let walk = Walk { model, path, gait: Gait::Walk, purpose, jumps: true };
            self.tasks.push(Task::Walk(Box::new(walk)));
        }
    }

    /// A member goes through the air; if somebody has come in its way it stays, or comes down where
    /// it can.
    pub fn fly_on(&mut self, cx: &mut Cx<'_>, walk: &Walk, open: &State) -> Play<()> {
        let model = walk.model;
        let end = walk.path.last().copied().unwrap_or_default();
        let target = match walk.purpose {
            Purpose::Assault { target, .. } => Some(target),
            Purpose::Move | Purpose::Disengage => None,
        };
        let flight = open.plan_flock_flight(model, end, target);
        // Nobody comes down where one is who is still to go: that one may get stuck as well.
        match flight.or_else(|_| self.first_flight(model, &Purpose::Move)) {
            Ok(flight) => self.take_off(cx, model, flight, walk.purpose.clone()),
            Err(_) => Ok(()),
        }
    }
}
