//! A pack on the move: every member goes its own way in the same Action (PUN-Q-49).

use engine::{Ask, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot, measure};

use super::{Gait, March, Plan, Purpose, Weighed, passed};
use crate::actions::{Action, Deed};
use crate::nature::Errand;
use crate::options::MustFightWhenEngaged;
use crate::profile::{Attribute, ModelRule};
use crate::state::{Acting, Assault, Models, Posture, State};
use crate::tasks::Task;

/// A member of a pack that is about to go its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// Who.
    pub model: ModelId,
    /// The way.
    pub path: Vec<Spot>,
    /// How.
    pub gait: Gait,
    /// What for.
    pub purpose: Purpose,
    /// Whether it goes through the air (PUN-JUM-01).
    pub jumps: bool,
}

/// A pack that has come into contact and fights next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pounce {
    /// The pack, by one of its members.
    pub model: ModelId,
    /// Whom it went for.
    pub target: ModelId,
    /// Whether nobody of it was in contact before, so that it counts as an Assault.
    pub fresh: bool,
}

/// A way for each member.
pub type Ways = Vec<(ModelId, Vec<Spot>)>;

impl State {
    /// What a pack may do next (PUN-Q-49).
    pub fn pack_actions(&self, told: bool, acting: &Acting) -> Vec<Action> {
        let model = acting.model;
        let members = self.pack_of(model);
        let engaged = self.is_engaged(model);
        let mut actions = Vec::new();
        if self.is_flock_aloft(&members) {
            // A long jump is ended before anything else (PUN-Q-47).
            self.add_flock_jumps(acting, &members, &mut actions);
            return actions;
        }
        if engaged {
            self.add_fighting(model, &mut actions);
            let upright = |m: &ModelId| {
                self.model(*m).posture == Posture::Standing && self.rivals(*m).next().is_some()
            };
            if !members.iter().any(upright) {
                actions.retain(|action| !matches!(action, Action::Do(Deed::Disengage)));
            }
        } else {
            let walks = members.iter().any(|m| self.model(*m).posture != Posture::Prone);
            let hunts = acting.prey.is_some();
            let gaits = Gait::of(self.pack_posture(&members)).iter().copied();
            actions.extend(
                gaits.filter(|gait| walks && (!hunts || *gait == Gait::Walk)).map(Action::PackMove),
            );
        }
        let targets = self.enemies(model).filter(|e| acting.prey.is_none_or(|prey| prey == *e));
        let targets: Models = targets.filter(|e| self.can_pounce(&members, *e)).collect();
        if !targets.is_empty() && acting.prey.is_some() {
            actions.retain(|action| !matches!(action, Action::PackMove(_)));
        }
        actions.extend(targets.into_iter().map(Action::PackAssault));
        self.add_flock_jumps(acting, &members, &mut actions);
        let fallen = |m: &ModelId| match self.model(*m).posture {
            Posture::Prone => true,
            Posture::Crouched => self.rivals(*m).next().is_some(),
            _ => false,
        };
        if members.iter().any(fallen) {
            actions.push(Action::Do(Deed::StandUp));
        }
        self.add_each(acting, &members, &mut actions);
        match self.pack_must_act(acting, &members, engaged) {
            None => actions.push(Action::Done),
            Some(_) if actions.is_empty() => actions.push(Action::Done),
            Some((clause, why)) if told => {
                actions.push(Action::Impossible("done".to_owned(), Refusal::new(clause, why)));
            }
            Some(_) => (),
        }
        actions
    }

    /// Why a pack may not stop (PUN-Q-12, PUN-Q-41, PUN-PAC-03).
    fn pack_must_act(
        &self,
        acting: &Acting,
        members: &Models,
        engaged: bool,
    ) -> Option<(Clause, &'static str)> {
        let thirsty = self.has(acting.model, ModelRule::Bloodthirst);
        if engaged && self.agreed.must_fight_when_engaged == MustFightWhenEngaged::On {
            return Some((Clause("PUN-Q-12"), "an engaged model spends all its Actions"));
        }
        if acting.prey.is_some() || (engaged && thirsty) {
            return Some((Clause("PUN-Q-41"), "it is bloodthirsty"));
        }
        let gets_back = |m: &ModelId| {
            let goal = self.to_rejoin(*m);
            self.model(*m).posture != Posture::Prone
                && goal.is_some_and(|goal| {
                    self.gets_nearer(*m, self.gait_in_pack(*m, Gait::Walk), goal)
                })
        };
        let strays = !engaged && members.iter().any(gets_back);
        strays.then_some((Clause("PUN-PAC-03"), "whoever strayed has to close up"))
    }

    /// The posture that decides how a pack may move: crouched only if all are.
    fn pack_posture(&self, members: &Models) -> Posture {
        let crouched = |m: &ModelId| self.model(*m).posture == Posture::Crouched;
        if members.iter().all(crouched) { Posture::Crouched } else { Posture::Standing }
    }

    /// How one member goes when its pack goes in some way.
    fn gait_in_pack(&self, member: ModelId, gait: Gait) -> Gait {
        let own = Gait::of(self.model(member).posture);
        match (own.contains(&gait), self.model(member).posture) {
            (true, _) => gait,
            (false, Posture::Crouched) => Gait::StandBefore,
            (false, _) => Gait::Walk,
        }
    }

    /// The state without some models, to see where one could go when they have gone.
    pub fn without(&self, models: &Models, but: ModelId) -> State {
        let mut state = self.clone();
        for model in models.iter().filter(|m| **m != but) {
            state.model_mut(*model).spot = None;
        }
        state
    }

    /// The state in which a member's own way is judged.
    pub fn opened<'a>(&'a self, open: &'a [(ModelId, State)], member: ModelId) -> &'a State {
        open.iter().find(|(m, _)| *m == member).map_or(self, |(_, state)| state)
    }

    /// All members move, each on its own path (PUN-Q-49).
    pub fn pack_move(&mut self, cx: &mut Cx<'_>, model: ModelId, gait: Gait) -> Play<()> {
        let risen = self.raise_the_fallen(cx, model);
        let members = self.pack_of(model);
        let movers: Models = members.iter().copied().filter(|m| !risen.contains(m)).collect();
        let errand = |m: &ModelId| Some((*m, self.errand(*m, self.gait_in_pack(*m, gait))?));
        let errands: Vec<(ModelId, Errand)> = movers.iter().filter_map(errand).collect();
        let first = self.first_returns(&errands);
        let open: Vec<(ModelId, State)> =
            movers.iter().map(|m| (*m, self.without(&movers, *m))).collect();
        let plan_one = |member: ModelId, path: &[Spot]| {
            let state = self.opened(&open, member);
            let gait = self.gait_in_pack(member, gait);
            let own = first.iter().find(|(m, _)| *m == member).map(|(_, path)| path);
            if let ([_], Some(own)) = (path, own) {
                return state.plan_move(member, own, gait, &Purpose::Move);
            }
            let plan = state.plan_move(member, path, gait, &Purpose::Move)?;
            match errands.iter().find(|(m, _)| *m == member) {
                Some((_, errand)) => self.check_errand(member, &plan, errand).map(|()| plan),
                None => Ok(plan),
            }
        };
        let ways = self.ask_ways(cx, (&movers, gait), Clause("PUN-Q-49"), plan_one, |_| Ok(()))?;
        self.send(ways, gait, None);
        Ok(())
    }

    /// The ways of those who have to go somewhere, if they show none; whoever finds its place taken
    /// by one before it stops earlier.
    fn first_returns(&self, errands: &[(ModelId, Errand)]) -> Ways {
        let mut ways = Ways::new();
        for (member, Errand { best, .. }) in errands {
            let mover = self.mover(*member, best.gait);
            let shorter = (0..=5).map(|inches| best.bill.length - Length::inches(inches));
            let shorter = shorter.filter(|upto| *upto > Length::ZERO);
            let mut cut =
                shorter.map(|upto| passed(&best.path, upto, mover.spot_along(&best.path, upto)));
            let free = |way: &Vec<Spot>| {
                let body = self.body_at(*member, way.last().copied().unwrap_or_default());
                let taken = |(other, way): &(ModelId, Vec<Spot>)| {
                    let there = self.body_at(*other, way.last().copied().unwrap_or_default());
                    measure::within(&body, &there, Length::ZERO)
                };
                !ways.iter().any(taken)
                    && self.plan_move(*member, way, best.gait, &Purpose::Move).is_ok()
            };
            let way = cut.find(free).unwrap_or_else(|| vec![self.spot(*member)]);
            ways.push((*member, way));
        }
        ways
    }

    /// Asks for the ways of members, each judged alone and all of them together.
    fn ask_ways(
        &self,
        cx: &mut Cx<'_>,
        (movers, gait): (&Models, Gait),
        clause: Clause,
        plan_one: impl Fn(ModelId, &[Spot]) -> Result<Plan, Refusal>,
        check: impl Fn(&Ways) -> Result<(), Refusal>,
    ) -> Play<Ways> {
        let Some(lead) = movers.first().copied() else { return Ok(Ways::new()) };
        let starts: Vec<(ModelId, Spot)> = movers.iter().map(|m| (*m, self.spot(*m))).collect();
        let ask = Ask::new(self.side(lead), "paths", "Where do they go?", clause).about(lead);
        let limit = movers.iter().map(|m| self.budget(*m)).max().unwrap_or(Length::ZERO);
        let single = |model: ModelId, path: &[Spot]| {
            plan_one(model, path).map(|plan| Weighed { plan, state: self, model })
        };
        let all = |paths: &[(ModelId, Vec<Spot>)]| {
            let mut ways = Ways::new();
            for (model, path) in paths {
                ways.push((*model, plan_one(*model, path)?.path));
            }
            self.keep_apart(&ways)?;
            check(&ways)?;
            Ok(ways)
        };
        let goals = || self.goals(lead, gait, &Purpose::Move);
        cx.paths(ask, (&starts, limit), goals, single, all)
    }

    /// No two members end in the same place (PUN-MOV-04).
    pub fn keep_apart(&self, ways: &Ways) -> Result<(), Refusal> {
        let end = |i: usize| ways[i].1.last().copied().unwrap_or_default();
        for i in 0..ways.len() {
            for j in 0..i {
                let bodies = [i, j].map(|n| self.body_at(ways[n].0, end(n)));
                let level = (end(i).z - end(j).z).abs() < self.who(ways[i].0).height;
                let reach = bodies[0].base + bodies[1].base;
                if level && end(i).at.distance_squared(end(j).at) < reach.squared() {
                    let (a, b) = (self.name(ways[i].0), self.name(ways[j].0));
                    let why = format!("{a} and {b} would stand in the same place");
                    return Err(Refusal::new(Clause("PUN-MOV-04"), why));
                }
            }
        }
        Ok(())
    }

    /// The ways of members in the order in which they are gone: whoever goes where nobody stands any
    /// more first.
    pub fn in_order(&self, mut ways: Ways) -> Ways {
        let mut order = Ways::new();
        while !ways.is_empty() {
            let free = |i: &usize| {
                let (model, path) = &ways[*i];
                let end = path.last().copied().unwrap_or_default();
                let body = self.body_at(*model, end);
                let others = ways.iter().filter(|(m, _)| m != model);
                others
                    .into_iter()
                    .all(|(m, _)| !measure::within(&body, &self.body(*m), Length::ZERO))
            };
            let next = (0..ways.len()).find(free).unwrap_or(0);
            order.push(ways.remove(next));
        }
        order
    }

    /// Sends members on their ways.
    fn send(&mut self, ways: Ways, gait: Gait, target: Option<ModelId>) {
        for (model, path) in self.in_order(ways).into_iter().rev() {
            let gait = self.gait_in_pack(model, gait);
            if path.len() < 2 && gait.fixed() == Length::ZERO {
                continue;
            }
            let purpose = match target {
                Some(target) => Purpose::Assault { target, seen: self.assailable(model) },
                None => Purpose::Move,
            };
            let walk = Walk { model, path, gait, purpose, jumps: false };
            self.tasks.push(Task::Walk(Box::new(walk)));
        }
    }

    /// A member goes its way, as far as it still can when others have got stuck in it.
    pub fn walk_on(&mut self, cx: &mut Cx<'_>, walk: Walk) -> Play<()> {
        let model = walk.model;
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        let waiting: Models = self
            .tasks
            .iter()
            .filter_map(|task| match task {
                Task::Walk(walk) => Some(walk.model),
                _ => None,
            })
            .collect();
        let open = self.without(&waiting, model);
        if walk.jumps {
            return self.fly_on(cx, &walk, &open);
        }
        let Walk { path, gait, purpose, .. } = walk;
        let start = self.spot(model);
        let end = path.last().copied().unwrap_or(start);
        let shorter = [3, 2, 1].map(|n| {
            let at = start.at.toward(end.at - start.at, start.at.distance(end.at) * n / 4);
            vec![start, at.at_height(self.table.ground_height(at))]
        });
        let whole = open.plan_move(model, &path, gait, &purpose).ok();
        // Nobody stops early where one stands who is still to go: that one may get stuck as well.
        let part = |way: &Vec<Spot>| self.plan_move(model, way, gait, &purpose).ok();
        match whole.or_else(|| shorter.iter().find_map(part)) {
            Some(plan) => self.set_off(cx, model, plan, purpose),
            None => {
                self.make_room(cx, model);
                Ok(())
            }
        }
    }

    /// Whether anybody of a pack who is not in contact could get at an enemy.
    fn can_pounce(&self, members: &Models, target: ModelId) -> bool {
        let there = self.body(target);
        let able = |m: &ModelId| {
            self.model(*m).posture != Posture::Prone
                && !self.model(*m).stray
                && self.attribute(*m, Attribute::Combat).is_some()
                && self.rivals(*m).next().is_none()
        };
        let movers: Models = members.iter().copied().filter(able).collect();
        let near = |m: &ModelId| measure::within(&self.body(*m), &there, self.budget(*m));
        movers.iter().any(near) && self.gets_at(&self.first_pounces(&movers, target), target)
    }

    /// Whether any of these ways leads into contact with an enemy.
    pub fn gets_at(&self, ways: &Ways, target: ModelId) -> bool {
        let end = |way: &[Spot]| way.last().copied().unwrap_or_default();
        ways.iter().any(|(m, way)| self.touches_at(*m, end(way), target))
    }

    /// All members who are not in contact go for an enemy (PUN-Q-49).
    pub fn pack_assault(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) -> Play<()> {
        let fresh = !self.is_engaged(model);
        let risen = self.raise_the_fallen(cx, model);
        let able = |m: &ModelId| {
            !risen.contains(m)
                && !self.model(*m).stray
                && self.attribute(*m, Attribute::Combat).is_some()
                && self.rivals(*m).next().is_none()
        };
        let movers: Models = self.pack_of(model).into_iter().filter(able).collect();
        let first = self.first_pounces(&movers, target);
        let open: Vec<(ModelId, State)> =
            movers.iter().map(|m| (*m, self.without(&movers, *m))).collect();
        let plan_one = |member: ModelId, path: &[Spot]| {
            let state = self.opened(&open, member);
            let gait = self.gait_in_pack(member, Gait::Walk);
            let purpose = Purpose::Assault { target, seen: self.assailable(member) };
            let own = first.iter().find(|(m, _)| *m == member).map(|(_, path)| path);
            let path = match (path, own) {
                // Whoever shows no way takes the first there is.
                ([_], Some(own)) => own.clone(),
                _ => self.snapped(member, path, &purpose),
            };
            state.plan_move(member, &path, gait, &purpose)
        };
        let touches = |ways: &Ways| match self.gets_at(ways, target) {
            true => Ok(()),
            false => {
                let why = format!("nobody gets to {}", self.name(target));
                Err(Refusal::new(Clause("PUN-ASL-01"), why))
            }
        };
        let clause = Clause("PUN-ASL-01");
        let ways = self.ask_ways(cx, (&movers, Gait::Walk), clause, plan_one, touches)?;
        self.tasks.push(Task::Pounce(Pounce { model, target, fresh }));
        self.send(ways, Gait::Walk, Some(target));
        Ok(())
    }

    /// The first ways there are: into contact for those who can, and towards it for the others.
    fn first_pounces(&self, movers: &Models, target: ModelId) -> Ways {
        let mut state = self.clone();
        let mut order: Vec<ModelId> = movers.to_vec();
        order.sort_by_key(|m| (self.gap(*m, target), *m));
        let mut ways = Ways::new();
        for member in order {
            let seen = self.assailable(member);
            let sees = seen.contains(&target);
            let purpose = Purpose::Assault { target, seen };
            let gait = self.gait_in_pack(member, Gait::Walk);
            let into = if sees { state.first_way(member, gait, &purpose).ok() } else { None };
            let plan = into.or_else(|| state.way_nearer(member, gait, target));
            let path = plan.map_or_else(|| vec![self.spot(member)], |plan| plan.path);
            state.model_mut(member).spot = path.last().copied();
            ways.push((member, path));
        }
        ways
    }

    /// A pack that has got at its enemies fights, with one roll (PUN-ASL-04, PUN-PAC-06).
    pub fn pounced(&mut self, cx: &mut Cx<'_>, pounce: Pounce) -> Play<()> {
        self.mind_the_pack();
        let Some(model) = self.pack_of(pounce.model).first().copied() else { return Ok(()) };
        let members = self.pack_of(model);
        let touches = |e: &ModelId| members.iter().any(|m| self.touches(*m, *e));
        let touched: Models = self.enemies(model).filter(touches).collect();
        let Some(any) = touched.first().copied() else { return Ok(()) };
        let first = if touched.contains(&pounce.target) { pounce.target } else { any };
        let striker = self.striker(model, first);
        cx.cite(Clause("PUN-Q-49"));
        cx.say(|| {
            let names: Vec<&str> = touched.iter().map(|m| self.name(*m)).collect();
            let text = format!("the pack of {} is at {}", self.name(model), names.join(" and "));
            Event::note(Clause("PUN-ASL-01"), text)
        });
        if pounce.fresh {
            let strides = self.strides_at(first);
            let bonus = self.assault_bonus(Gait::Walk, strides);
            if let Some(acting) = &mut self.acting {
                acting.assault = Some(Assault { on: touched.clone(), bonus, strides: strides + 1 });
                acting.run.clear();
            }
        }
        for one in std::iter::once(striker).chain(touched) {
            if self.model(one).wields.is_none() {
                self.choose_arm(cx, one)?;
            }
        }
        let foe = self.choose_foe(cx, striker, first)?;
        cx.cite(Clause("PUN-ASL-04"));
        self.begin_combat(cx, striker, foe)
    }

    /// A member of a pack has arrived: it faces its enemies, or the way it came.
    pub(super) fn arrive_in_pack(&mut self, march: &March) {
        let model = march.model;
        let rival = self.rivals(model).next();
        let from = march.path.first().copied().unwrap_or_default();
        let to = march.path.last().copied().unwrap_or(from);
        match rival {
            Some(rival) => {
                self.face_model(model, rival);
                let turned: Models = self.rivals(model).collect();
                for enemy in turned {
                    if self.model(enemy).wields.is_none() {
                        self.face_model(enemy, model);
                    }
                }
            }
            None => {
                self.face(model, to.at - from.at);
                // Where it looks matters to those who shoot.
                if self.model(model).weapons.iter().any(|held| self.weapon(held).shot().is_some()) {
                    self.tasks.push(Task::Turn(model));
                }
            }
        }
    }
}
