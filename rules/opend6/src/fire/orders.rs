//! The Fire Combat Phase: which squad fires next, and at whom (OD6-TURN-07, OD6-DEC-13).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::Point;

use super::arming::Firers;
use super::{Occasion, Volley};
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
    Wall(ModelId),
    /// No more.
    Enough,
}

/// What a squad does, as far as its side has said.
struct Plan {
    squad: SquadId,
    /// Those who have not been told to do anything.
    free: Models,
    volleys: SmallVec<[Volley; 2]>,
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

    /// Whether anybody of a squad has something to do in the Fire Combat Phase.
    fn could_act(&self, squad: SquadId) -> bool {
        let free = self.free_to_fire(squad, Occasion::Phase);
        let side = self.squad(squad).side;
        self.members(squad).any(|m| !self.throwables(m).is_empty())
            || free.iter().any(|m| self.wall_shots(*m))
            || self.squads_against(side).any(|target| self.target_bar(&free, target).is_none())
    }

    /// Why some soldiers cannot fire at a squad: nobody has one of it in arc and sight
    /// (OD6-FIR-03), or it is too far (OD6-FIR-07).
    fn target_bar(&self, free: &[ModelId], target: SquadId) -> Option<&'static str> {
        if !self.anybody_can_hit(free, target) {
            return Some("OD6-FIR-03");
        }
        let aim = self.aim(target, None);
        if self.surely_in_range(free, &aim) {
            return None;
        }
        let mut lanes = self.lanes(free, &aim);
        self.drop_out_of_range(&mut lanes, &aim);
        lanes.is_empty().then_some("OD6-FIR-07")
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

    /// A side says everything a squad does, and then it is resolved (OD6-TURN-07). Shots come
    /// first, in the order they were announced, then what was thrown.
    fn give_orders(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        self.squad_mut(squad).done.picked = true;
        let free = self.members(squad).collect();
        let mut plan = Plan { squad, free, volleys: SmallVec::new(), begun: false };
        cx.enter(|| format!("{} fires", self.squad_name(squad)));
        // Every order but the last takes somebody away, so there is an end.
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
        let volleys = plan.volleys.into_iter().rev();
        self.tasks.extend(volleys.map(|volley| Task::Volley(Box::new(volley))));
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
            // All who fire at a squad are one fire line (OD6-FIR-04), so nobody joins it later.
            if free.is_empty() || plan.volleys.iter().any(|v| v.target == target) {
                continue;
            }
            let bar = match plan.volleys.len() {
                2 => Some("OD6-FIR-02"),
                _ => self.target_bar(&free, target),
            };
            match bar {
                None => {
                    orders.push((Order::All(target), None));
                    if free.len() > 1 {
                        orders.push((Order::Some(target), None));
                    }
                }
                Some(_) if cx.is_quiet() => (),
                Some(clause) => orders.push((Order::All(target), Some(clause))),
            }
        }
        let throws =
            |m: ModelId| self.throwables(m).into_iter().map(move |gun| Order::Throw(m, gun));
        let walls = free.iter().filter(|m| self.wall_shots(**m)).map(|m| Order::Wall(*m));
        let others: Vec<Order> = plan.free.iter().copied().flat_map(throws).chain(walls).collect();
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
            _ => "it is beyond long range",
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
            Order::Wall(model) => {
                let key = format!("fire at a wall by {}", self.name(model));
                Choice::new(key).about(model).merit(-100)
            }
            Order::Enough if plan.begun => Choice::new("done").declining(),
            Order::Enough => Choice::new("hold fire").declining(),
        }
    }

    /// A rough rating: near squads first, and none that friends fight with hand to hand.
    fn target_merit(&self, squad: SquadId, target: SquadId) -> i32 {
        let middle = |s: SquadId| {
            let (mut x, mut y, mut n) = (0, 0, 0);
            for at in self.members(s).map(|m| self.spot(m).at) {
                (x, y, n) = (x + at.x.wide(), y + at.y.wide(), n + 1);
            }
            let part = |sum: i64| tabletop::Length::saturating(sum / n.max(1));
            Point::new(part(x), part(y))
        };
        let far = middle(squad).distance(middle(target)).whole_inches();
        let risk = if self.is_engaged(target) { 300 } else { 0 };
        200 - far.min(150) - risk
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
                let mut models: Models = lanes.iter().map(|lane| lane.firer).collect();
                models.dedup();
                let firers = self.name_firers(cx, plan.squad, &models)?;
                self.announce_volley(cx, plan, target, &firers)?;
            }
            Order::Throw(model, gun) => {
                plan.free.retain(|m| *m != model);
                self.throw(cx, model, gun)?;
            }
            Order::Wall(model) => {
                plan.free.retain(|m| *m != model);
                self.fire_at_wall(cx, model)?;
            }
            Order::Enough => (),
        }
        plan.begun = true;
        Ok(())
    }

    /// A volley is announced. Those who fire, load, or turn out to be too far away are taken up
    /// by it; those who see nobody of that squad are still free for another.
    fn announce_volley(
        &mut self,
        cx: &mut Cx<'_>,
        plan: &mut Plan,
        target: SquadId,
        firers: &Firers,
    ) -> Play<()> {
        let aim = self.aim(target, None);
        let tried: Models = self.lanes(&firers.models, &aim).iter().map(|l| l.firer).collect();
        let volley = self.aim_volley(cx, (plan.squad, Occasion::Phase), firers, &aim)?;
        plan.free.retain(|m| !tried.contains(m) && !self.model(*m).fired);
        plan.volleys.extend(volley);
        Ok(())
    }
}
