//! The Fire Combat Phase: which squad fires next, and at whom (OD6-TURN-07, OD6-DEC-13).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;

use super::Occasion;
use super::arming::Firers;
use crate::state::{Models, Phase, SquadId, State};
use crate::tasks::Task;
use crate::weapons::Gun;

/// One thing soldiers of a squad can do in the Fire Combat Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Everybody who can fires at a squad.
    All(SquadId),
    /// Some of them do.
    Some(SquadId),
    /// One throws something.
    Throw(ModelId, Gun),
    /// One fires at a wall (OD6-SCN-05).
    Wall,
    /// No more.
    Enough,
}

/// Who of those who see a squad can fire at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// All of them together.
    Together,
    /// Not all together, but some of them without the others.
    InPart,
}

/// What a squad does, as far as its side has said.
struct Plan {
    squad: SquadId,
    /// Those who have not been told to do anything.
    free: Models,
    /// The squads that have been fired at. All who fire at a squad are one fire line
    /// (OD6-FIR-04), so nobody joins it later.
    closed: SmallVec<[SquadId; 4]>,
    /// The volleys, two at most, in the order they were announced.
    volleys: SmallVec<[Task; 2]>,
    /// What is thrown or fired at walls, in the order it was announced.
    others: Vec<Task>,
    /// Whether anybody has been told to do anything.
    begun: bool,
}

impl State {
    /// The Fire Combat Phase: the side whose turn it is lets a squad fire (OD6-TURN-07,
    /// OD6-Q-15). When nobody is left who could, hurts begin to count.
    pub fn fire_phase(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        cx.cite(Clause("OD6-TURN-07"));
        cx.cite(Clause("OD6-Q-15"));
        for side in [self.next, self.opponent(self.next)] {
            let able = self.able_squads(cx, side);
            if !able.is_empty() {
                let squad = self.choose_squad(cx, side, &able)?;
                self.next = self.opponent(side);
                return self.give_orders(cx, squad);
            }
        }
        self.settle_hurts(cx);
        self.make_holes(cx);
        self.begin_phase(cx, Phase::Assault);
        Ok(())
    }

    /// The squads of a side that have not been picked and could do something. Nothing changes
    /// before the phase ends, so those that cannot need not be looked at again.
    fn able_squads(&mut self, cx: &mut Cx<'_>, side: SideId) -> SmallVec<[SquadId; 6]> {
        let waiting: SmallVec<[SquadId; 6]> =
            self.squads_of(side).filter(|s| !self.squad(*s).done.picked).collect();
        let mut able = SmallVec::new();
        for squad in waiting {
            self.cite_bars(cx, squad, Occasion::Phase);
            if self.could_act(squad) {
                able.push(squad);
            } else {
                self.squad_mut(squad).done.picked = true;
            }
        }
        able
    }

    /// Whether anybody of a squad has something to do in the Fire Combat Phase. Walls to fire at
    /// are always there, and no reason to ask a squad that sees nobody (OD6-Q-48).
    fn could_act(&self, squad: SquadId) -> bool {
        let free = self.free_to_fire(squad, Occasion::Phase);
        let side = self.squad(squad).side;
        self.members(squad).any(|m| !self.throwables(m).is_empty())
            || self.squads_against(side).any(|target| self.target_bar(&free, target).is_none())
    }

    /// Why some soldiers cannot fire at a squad.
    fn target_bar(&self, free: &[ModelId], target: SquadId) -> Option<&'static str> {
        self.reach(free, target).err()
    }

    /// Whether some soldiers can fire at a squad all together, or only part of them: those who
    /// fire are all that count for the range (OD6-FIR-05). Or why not: nobody has one of it in
    /// arc and sight (OD6-FIR-03), or it is too far for all together and each alone (OD6-FIR-07).
    fn reach(&self, free: &[ModelId], target: SquadId) -> Result<Reach, &'static str> {
        if self.who_can_hit(free, target).next().is_none() {
            return Err("OD6-FIR-03");
        }
        let aim = self.aim(target, None);
        if self.surely_in_range(free, &aim) {
            return Ok(Reach::Together);
        }
        let lanes = self.lanes(free, &aim);
        if self.reach_together(&lanes, &aim) {
            Ok(Reach::Together)
        } else if self.who_reach(&lanes, &aim).is_empty() {
            Err("OD6-FIR-07")
        } else {
            Ok(Reach::InPart)
        }
    }

    /// The orders to fire at a squad, and why not.
    fn orders_against(
        &self,
        free: &[ModelId],
        target: SquadId,
    ) -> SmallVec<[(Order, Option<&'static str>); 2]> {
        let (all, some) = match self.reach(free, target) {
            Err(bar) => (Some(bar), false),
            Ok(Reach::InPart) => (Some("OD6-FIR-07"), true),
            Ok(Reach::Together) => (None, self.who_can_hit(free, target).nth(1).is_some()),
        };
        let some = some.then_some((Order::Some(target), None));
        [(Order::All(target), all)].into_iter().chain(some).collect()
    }

    /// A side says which of its squads acts next; one alone is not asked about.
    fn choose_squad(&self, cx: &mut Cx<'_>, side: SideId, able: &[SquadId]) -> Play<SquadId> {
        let mut shown: SmallVec<[SquadId; 6]> = SmallVec::from_slice(able);
        if !cx.is_quiet() && able.len() > 1 {
            let barred = |s: &SquadId| self.squad_bar(*s, Occasion::Phase).is_some();
            shown.extend(self.squads_of(side).filter(barred));
        }
        let ask = Ask::new(side, "squad", "Which squad fires next?", Clause("OD6-DEC-13"));
        cx.choose(ask, &shown, |squad| {
            let choice = Choice::new(format!("fire with {}", self.squad_name(*squad)));
            let choice = self.members(*squad).fold(choice, Choice::about);
            match self.squad_bar(*squad, Occasion::Phase) {
                Some(bar) => choice.refused(bar.refusal(self.squad_name(*squad))),
                None => choice,
            }
        })
    }

    /// A side says everything a squad does, and then it is resolved (OD6-TURN-07): volleys come
    /// first, then shots at walls and what is thrown, each in the order they were announced.
    fn give_orders(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        self.squad_mut(squad).done.picked = true;
        let free = self.members(squad).collect();
        let (closed, volleys, others) = (SmallVec::new(), SmallVec::new(), Vec::new());
        let mut plan = Plan { squad, free, closed, volleys, others, begun: false };
        cx.enter(|| format!("{} fires", self.squad_name(squad)));
        // Every order but the last closes a target or takes somebody away, so there is an end.
        loop {
            match self.next_order(cx, &plan)? {
                Order::Enough => break,
                order => self.obey(cx, &mut plan, order)?,
            }
        }
        cx.leave();
        if !plan.begun {
            cx.say(|| {
                let text = format!("{} holds its fire", self.squad_name(squad));
                Event::note(Clause("OD6-DEC-13"), text)
            });
        }
        // The last task is carried on first.
        self.tasks.extend(plan.volleys.into_iter().chain(plan.others).rev());
        Ok(())
    }

    /// Those of a plan who may still fire.
    fn still_free(&self, plan: &Plan) -> Models {
        if self.squad_bar(plan.squad, Occasion::Phase).is_some() {
            return Models::new();
        }
        let may = |m: &&ModelId| self.soldier_bar(**m, Occasion::Phase).is_none();
        plan.free.iter().filter(may).copied().collect()
    }

    /// What can still be done, and why not, where somebody wants to know.
    fn orders(&self, cx: &Cx<'_>, plan: &Plan) -> Vec<(Order, Option<&'static str>)> {
        let free = self.still_free(plan);
        let side = self.squad(plan.squad).side;
        let mut orders = Vec::new();
        for target in self.squads_against(side) {
            if free.is_empty() || plan.closed.contains(&target) {
                continue;
            }
            match plan.volleys.len() {
                2 => orders.push((Order::All(target), Some("OD6-FIR-02"))),
                _ => orders.extend(self.orders_against(&free, target)),
            }
        }
        if cx.is_quiet() {
            orders.retain(|(_, bar)| bar.is_none());
        }
        let throws =
            |m: ModelId| self.throwables(m).into_iter().map(move |gun| Order::Throw(m, gun));
        let wall = free.iter().any(|m| self.wall_shots(*m)).then_some(Order::Wall);
        let others: Vec<Order> = plan.free.iter().copied().flat_map(throws).chain(wall).collect();
        orders.extend(others.into_iter().map(|order| (order, None)));
        orders
    }

    fn next_order(&self, cx: &mut Cx<'_>, plan: &Plan) -> Play<Order> {
        let mut orders = self.orders(cx, plan);
        if orders.iter().all(|(_, bar)| bar.is_some()) {
            return Ok(Order::Enough);
        }
        orders.push((Order::Enough, None));
        let side = self.squad(plan.squad).side;
        if !cx.is_quiet() {
            let enemies: Models = self.enemies(side).collect();
            self.cite_sight(cx, &plan.free, &enemies);
        }
        let ask = Ask::new(side, "fire", "What does the squad fire at?", Clause("OD6-FIR-02"));
        let about = plan.free.first().copied();
        let ask = about.map_or(ask, |m| ask.about(m));
        cx.cite(Clause("OD6-DEC-13"));
        let chosen = cx.choose(ask, &orders, |(order, bar)| {
            let choice = self.order_choice(plan, *order);
            match bar {
                Some(clause) => choice.refused(self.target_refusal(clause, plan, *order)),
                None => choice,
            }
        })?;
        Ok(chosen.0)
    }

    fn target_refusal(&self, clause: &'static str, plan: &Plan, order: Order) -> Refusal {
        if let ("OD6-FIR-03", Order::All(target)) = (clause, order) {
            let targets: Models = self.members(target).collect();
            if let Some(refusal) = self.why_no_shot(&self.still_free(plan), &targets) {
                return refusal;
            }
        }
        let why = match clause {
            "OD6-FIR-02" => "a squad fires at two others at most",
            "OD6-FIR-03" => "nobody has one of them in his arc and in sight",
            _ => "from the middle of all who see it, it is beyond long range",
        };
        Refusal::new(Clause(clause), why)
    }

    fn order_choice(&self, plan: &Plan, order: Order) -> Choice {
        match order {
            Order::All(target) => {
                let choice = Choice::new(format!("fire at {}", self.squad_name(target)));
                let choice = self.members(target).fold(choice, Choice::about);
                choice.detail("everybody who can").merit(self.target_merit(plan.squad, target))
            }
            Order::Some(target) => {
                let key = format!("fire at {} with some", self.squad_name(target));
                let choice = self.members(target).fold(Choice::new(key), Choice::about);
                choice.merit(self.target_merit(plan.squad, target) - 5)
            }
            Order::Throw(model, gun) => {
                let key = format!("throw {} by {}", gun.name(), self.name(model));
                Choice::new(key).about(model).merit(self.throw_merit(model, gun))
            }
            Order::Wall => Choice::new("fire at a wall").merit(-100),
            Order::Enough if plan.begun => Choice::new("done").declining(),
            Order::Enough => Choice::new("hold fire").declining(),
        }
    }

    /// A rough rating: near squads first, those who run later, and none that friends fight with
    /// hand to hand.
    fn target_merit(&self, squad: SquadId, target: SquadId) -> i32 {
        let far = match (self.middle_of(squad), self.middle_of(target)) {
            (Some(own), Some(theirs)) => own.distance(theirs).whole_inches(),
            _ => 0,
        };
        let risk = if self.is_engaged(target) { 300 } else { 0 };
        let spent = if self.squad(target).morale == 0 { 40 } else { 0 };
        200 - far.min(150) - risk - spent
    }

    /// Soldiers are told to do something: they are not free any more.
    fn obey(&mut self, cx: &mut Cx<'_>, plan: &mut Plan, order: Order) -> Play<()> {
        match order {
            Order::All(target) => {
                let models = self.still_free(plan);
                self.announce_volley(cx, plan, target, &Firers { models, named: false })?;
            }
            Order::Some(target) => {
                let aim = self.aim(target, None);
                let lanes = self.lanes(&self.still_free(plan), &aim);
                let firers = self.name_firers(cx, plan.squad, &lanes, &aim)?;
                self.announce_volley(cx, plan, target, &firers)?;
            }
            Order::Throw(model, gun) => {
                plan.free.retain(|m| *m != model);
                plan.others.push(self.throw(cx, model, gun)?);
            }
            Order::Wall => {
                let model = self.choose_wall_shot(cx, plan)?;
                plan.free.retain(|m| *m != model);
                plan.others.push(self.announce_wall_shot(model));
            }
            Order::Enough => (),
        }
        plan.begun = true;
        Ok(())
    }

    /// A side says who fires at a wall; one alone is not asked about.
    fn choose_wall_shot(&self, cx: &mut Cx<'_>, plan: &Plan) -> Play<ModelId> {
        let mut able = self.still_free(plan);
        able.retain(|m| self.wall_shots(*m));
        let side = self.squad(plan.squad).side;
        let ask = Ask::new(side, "wall", "Who fires at the wall?", Clause("OD6-Q-48"));
        cx.choose(ask, &able, |m| Choice::new(self.name(*m)).about(*m))
    }

    /// A volley is announced. Those who fire or load are taken up by it; those who see nobody of
    /// that squad, or do not reach it, are still free for something else (OD6-Q-80).
    fn announce_volley(
        &mut self,
        cx: &mut Cx<'_>,
        plan: &mut Plan,
        target: SquadId,
        firers: &Firers,
    ) -> Play<()> {
        let aim = self.aim(target, None);
        let volley = self.aim_volley(cx, (plan.squad, Occasion::Phase), firers, &aim)?;
        plan.free.retain(|m| !self.model(*m).fired);
        plan.closed.push(target);
        plan.volleys.extend(volley.map(|volley| Task::Volley(Box::new(volley))));
        Ok(())
    }
}
