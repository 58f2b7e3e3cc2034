//! Chapters 1 and 11: first orders, and changing orders.

mod merit;
mod secrets;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::{Length, measure};

use crate::options::{IndividualOrders, LeaderOrderBonus};
use crate::profile::{Class, GroupId, Order};
use crate::rolls::{Cast, Sum, roll};
use crate::state::{Models, Phase, State};

/// A group spread farther than this needs comms (KZ-CMD-03).
const SPREAD: Length = Length::inches(8);

/// What is wanted of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// The order it has (KZ-Q-49).
    Keep,
    /// Another.
    Change(Order),
    /// Another for each figure (KZ-X-40).
    Split,
}

/// Some orders.
pub type Orders = SmallVec<[Order; 7]>;

impl State {
    /// The groups of a side that somebody gives orders to.
    fn commanded(&self, side: SideId) -> impl Iterator<Item = GroupId> + '_ {
        let led = |g: &GroupId| !self.is_mindless(*g) && self.free_members(*g).next().is_some();
        self.groups_of(side).filter(led)
    }

    /// The groups of this number, one of each side that has so many.
    fn in_turn(&self, number: u8) -> SmallVec<[GroupId; 4]> {
        let nth = |side: SideId| self.commanded(side).nth(usize::from(number));
        self.sides().filter_map(nth).collect()
    }

    /// Orders that a group may be given.
    pub fn open_orders(&self, group: GroupId) -> Orders {
        Order::ALL.into_iter().filter(|order| self.may_order(group, *order).is_ok()).collect()
    }

    /// Whether a group may be given an order: it must be legal for every free member
    /// (KZ-Q-58), and Hit & Run needs a leader, comms, and nobody suppressed (KZ-ORD-09 to 11).
    fn may_order(&self, group: GroupId, order: Order) -> Result<(), Refusal> {
        let barred = |m: ModelId| self.who(m).may_have(order).err();
        if let Some((clause, why)) = self.free_members(group).find_map(barred) {
            let all = self.free_members(group).all(|m| barred(m).is_some());
            let clause = if all { clause } else { Clause("KZ-Q-58") };
            return Err(Refusal::new(clause, format!("{why} {}", order.name())));
        }
        if order != Order::HitAndRun {
            return Ok(());
        }
        let no = |id: &'static str, why: &str| Err(Refusal::new(Clause(id), why));
        if self.members(group).any(|m| self.model(m).suppressed) {
            no("KZ-ORD-09", "somebody in the group is suppressed")
        } else if self.leader(group).is_none() {
            no("KZ-ORD-10", "the group has no leader")
        } else if !self.has_comms(group) {
            no("KZ-ORD-11", "not everybody has a headset")
        } else {
            Ok(())
        }
    }

    /// Orders that are offered: those that are possible, and when somebody is listening the
    /// others too, with the reason why not.
    fn shown_orders(&self, group: GroupId, all: bool) -> Orders {
        if all { Order::ALL.into_iter().collect() } else { self.open_orders(group) }
    }

    fn order_choice(&self, group: GroupId, order: Order) -> Choice {
        let choice = Choice::new(format!("order {}", order.name())).detail(order.summary());
        match self.may_order(group, order) {
            Ok(()) => choice.merit(self.order_merit(group, order)),
            Err(refusal) => choice.refused(refusal),
        }
    }

    /// First orders are chosen in secret, without a roll (KZ-X-02).
    pub fn choose_first_orders(&mut self, cx: &mut Cx<'_>, number: u8) -> Play<()> {
        let groups = self.in_turn(number);
        if groups.is_empty() {
            self.turn_up(cx, Clause("KZ-X-02"));
            self.phase = Phase::Start;
            return Ok(());
        }
        self.phase = Phase::FirstOrders(number + 1);
        let prompt = "Under which order does this group begin?";
        let asks: SmallVec<[Ask; 4]> =
            groups.iter().map(|g| self.ask_order(*g, prompt, Clause("KZ-X-02"))).collect();
        let heard = !cx.is_quiet();
        let shown: Vec<Vec<Order>> =
            groups.iter().map(|g| self.shown_orders(*g, heard).to_vec()).collect();
        cx.enter(|| self.group_names(&groups));
        let chosen =
            cx.choose_secretly(&asks, &shown, |i, order| self.order_choice(groups[i], *order))?;
        cx.leave();
        for (group, order) in groups.iter().zip(chosen) {
            self.set_wish(*group, Some(order));
        }
        Ok(())
    }

    fn group_names(&self, groups: &[GroupId]) -> String {
        let names: Vec<&str> = groups.iter().map(|g| &*self.group(*g).name).collect();
        format!("orders of {}", names.join(" and "))
    }

    fn ask_order(&self, group: GroupId, prompt: &'static str, clause: Clause) -> Ask {
        let ask = Ask::new(self.group(group).side, "orders", prompt, clause);
        let holder = self.counter_holder(group);
        holder.map_or(ask, |model| ask.about(model))
    }

    /// Beside whom a group's counter lies: the leader, else the sub-leader, else anybody
    /// (KZ-ORD-01, KZ-X-05).
    pub fn counter_holder(&self, group: GroupId) -> Option<ModelId> {
        let first = || self.free_members(group).next();
        self.leader(group).or_else(|| self.sub_leader(group)).or_else(first)
    }

    fn set_wish(&mut self, group: GroupId, wish: Option<Order>) {
        let members: Models = self.free_members(group).collect();
        for model in members {
            self.model_mut(model).wish = wish;
        }
    }

    /// All players choose changes in secret, group after group (KZ-X-01, KZ-CMD-01).
    pub fn choose_changes(&mut self, cx: &mut Cx<'_>, number: u8) -> Play<()> {
        if let Some(model) = self.next_of_split() {
            return self.choose_own_order(cx, model);
        }
        let groups = self.in_turn(number);
        if groups.is_empty() {
            self.phase = Phase::Changes;
            return Ok(());
        }
        self.phase = Phase::Wishes(number + 1);
        self.cite_spread(cx, &groups);
        let able: SmallVec<[GroupId; 4]> =
            groups.into_iter().filter(|group| self.can_change(*group)).collect();
        if able.is_empty() {
            return Ok(());
        }
        let prompt = "Does this group try to change its order?";
        let asks: SmallVec<[Ask; 4]> =
            able.iter().map(|g| self.ask_order(*g, prompt, Clause("KZ-CMD-01"))).collect();
        let heard = !cx.is_quiet();
        let things: Vec<Vec<Wish>> = able.iter().map(|g| self.wishes(*g, heard)).collect();
        cx.cite(Clause("KZ-T-01"));
        if self.group_ids().any(|group| self.is_mindless(group)) {
            cx.cite(Clause("KZ-ZOM-03"));
            cx.cite(Clause("KZ-X-30"));
        }
        cx.enter(|| self.group_names(&able));
        let chosen =
            cx.choose_secretly(&asks, &things, |i, wish| self.wish_choice(able[i], *wish))?;
        cx.leave();
        cx.cite(Clause("KZ-Q-49"));
        for (group, wish) in able.iter().zip(chosen) {
            match wish {
                Wish::Keep => (),
                Wish::Change(order) => self.set_wish(*group, Some(order)),
                Wish::Split => self.group_mut(*group).split = true,
            }
        }
        Ok(())
    }

    fn cite_spread(&self, cx: &mut Cx<'_>, groups: &[GroupId]) {
        for group in groups.iter().filter(|g| self.spread(**g) > SPREAD) {
            for id in ["KZ-CMD-03", "KZ-Q-48", "KZ-Q-67", "KZ-GEO-07"] {
                cx.cite(Clause(id));
            }
            if !self.can_change(*group) {
                cx.say(|| {
                    let text =
                        format!("{} is too far apart for new orders", self.group(*group).name);
                    Event::note(Clause("KZ-CMD-03"), text)
                });
            }
        }
    }

    fn wishes(&self, group: GroupId, all: bool) -> Vec<Wish> {
        let now = self.group_order(group);
        let others = self.shown_orders(group, all).into_iter().filter(|order| Some(*order) != now);
        let split = self.may_split(group).then_some(Wish::Split);
        [Wish::Keep].into_iter().chain(others.map(Wish::Change)).chain(split).collect()
    }

    fn wish_choice(&self, group: GroupId, wish: Wish) -> Choice {
        match wish {
            Wish::Keep => {
                let now = self.group_order(group);
                let merit = now.map_or(0, |order| self.order_merit(group, order) + 15);
                Choice::new("keep").declining().merit(merit)
            }
            Wish::Change(order) => self.order_choice(group, order),
            Wish::Split => Choice::new("split").merit(-50),
        }
    }

    /// The one order of a group, if it has only one.
    pub fn group_order(&self, group: GroupId) -> Option<Order> {
        let mut orders = self.free_members(group).map(|m| self.model(m).order);
        let first = orders.next()?;
        orders.all(|order| order == first).then_some(first)
    }

    /// Whether the house rule lets a group have several orders (KZ-ORD-15, KZ-Q-64).
    fn may_split(&self, group: GroupId) -> bool {
        let drilled = |m: ModelId| matches!(self.who(m).class, Class::Trooper | Class::Law);
        self.agreed.individual_orders == IndividualOrders::On
            && self.has_comms(group)
            && self.free_members(group).all(drilled)
            && self.free_members(group).count() > 1
    }

    fn next_of_split(&self) -> Option<ModelId> {
        let waits = |m: &ModelId| {
            let free = self.model(*m).captor.is_none() && self.model(*m).wish.is_none();
            free && self.group(self.who(*m).group).split
        };
        self.figures().find(waits)
    }

    /// A figure of a group whose orders are split is given its own.
    fn choose_own_order(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let open: Orders =
            Order::ALL.into_iter().filter(|o| self.who(model).may_have(*o).is_ok()).collect();
        let open: Orders = open.into_iter().filter(|o| *o != Order::HitAndRun).collect();
        cx.cite(Clause("KZ-ORD-15"));
        cx.cite(Clause("KZ-Q-64"));
        let ask = Ask::new(
            self.side(model),
            "order-of",
            "Which order for this figure?",
            Clause("KZ-X-40"),
        );
        let order = cx.choose(ask.about(model).secret(), &open, |order| {
            Choice::new(format!("order {}", order.name()))
        })?;
        self.model_mut(model).wish = Some(order);
        Ok(())
    }

    /// How far a group is spread: the largest distance between two free members (KZ-Q-48).
    pub fn spread(&self, group: GroupId) -> Length {
        let members: Models = self.free_members(group).collect();
        let pairs = members.iter().enumerate();
        let gaps = pairs.flat_map(|(i, a)| {
            members[i + 1..].iter().map(move |b| measure::gap_3d(&self.body(*a), &self.body(*b)))
        });
        gaps.max().unwrap_or(Length::ZERO)
    }

    /// Whether a group can change its order at all (KZ-CMD-03).
    fn can_change(&self, group: GroupId) -> bool {
        self.has_comms(group) || self.spread(group) <= SPREAD
    }

    /// The next group that wants new orders rolls for them; when all have, the counters are
    /// turned up (KZ-CMD-05).
    pub fn change_orders(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let wants = |g: &GroupId| {
            let group = self.group(*g);
            !group.passed && self.free_members(*g).any(|m| self.model(m).wish.is_some())
        };
        match self.group_ids().find(wants) {
            Some(group) => self.change_order(cx, group),
            None => {
                cx.reveal();
                self.turn_up(cx, Clause("KZ-CMD-05"));
                self.phase = Phase::End;
                Ok(())
            }
        }
    }

    fn change_order(&mut self, cx: &mut Cx<'_>, group: GroupId) -> Play<()> {
        self.group_mut(group).split = false;
        let hero = self.free_members(group).find(|m| self.who(*m).is_hero());
        if hero.is_some_and(|m| !self.model(m).suppressed) {
            cx.cite(Clause("KZ-CMD-04"));
            cx.cite(Clause("KZ-Q-51"));
            self.group_mut(group).passed = true;
            return Ok(());
        }
        let mut sum = Sum::default();
        let calm = !self.members(group).any(|m| self.model(m).suppressed);
        if calm && hero.is_none() {
            sum.double("nobody suppressed", Clause("KZ-CMD-02"));
        }
        let bonus = match self.agreed.leader_order_bonus {
            LeaderOrderBonus::Two => 2,
            LeaderOrderBonus::One => 1,
        };
        sum.add_if(self.leader(group).is_some(), bonus, "leader", Clause("KZ-CMD-02"));
        sum.add_if(self.sub_leader(group).is_some(), 1, "sub-leader", Clause("KZ-CMD-02"));
        for id in ["KZ-T-08", "KZ-Q-02", "KZ-Q-37"] {
            cx.cite(Clause(id));
        }
        if hero.is_some() {
            cx.cite(Clause("KZ-Q-68"));
        } else if self.leader(group).is_none() {
            cx.cite(Clause("KZ-Q-46"));
            cx.cite(Clause("KZ-X-05"));
        }
        let cast = Cast {
            side: self.group(group).side,
            model: self.counter_holder(group),
            count: 1,
            purpose: "change orders",
            clause: Clause("KZ-CMD-01"),
        };
        let rolled = roll(cx, cast, &sum, || format!("{} changes orders", self.group(group).name))?;
        self.take_effect(cx, group, rolled.total);
        Ok(())
    }

    fn take_effect(&mut self, cx: &mut Cx<'_>, group: GroupId, total: i32) {
        if total >= 6 {
            self.group_mut(group).passed = true;
            cx.say(|| {
                let text = format!("{} has a new order, face down", self.group(group).name);
                Event::note(Clause("KZ-CMD-05"), text)
            });
            return;
        }
        self.set_wish(group, None);
        if total >= 3 {
            cx.say(|| {
                let text = format!("{} keeps its old order", self.group(group).name);
                Event::note(Clause("KZ-CMD-06"), text)
            });
            return;
        }
        cx.say(|| {
            let text = format!("{} is in confusion", self.group(group).name);
            Event::note(Clause("KZ-CMD-07"), text)
        });
        let members: Models = self.free_members(group).collect();
        for model in members {
            self.suppress(cx, model);
        }
    }

    /// All new counters are turned up together.
    fn turn_up(&mut self, cx: &mut Cx<'_>, clause: Clause) {
        for group in self.group_ids() {
            self.group_mut(group).passed = false;
            self.group_mut(group).split = false;
            let members: Models = self.members(group).collect();
            let mut changed = None;
            for model in members {
                if let Some(order) = self.model_mut(model).wish.take() {
                    self.model_mut(model).order = order;
                    cite_order(cx, order);
                    changed = Some(model);
                }
            }
            let Some(model) = changed else { continue };
            cx.cite(Clause("KZ-ORD-01"));
            cx.say(|| {
                let order = self.group_order(group).map_or("several orders", Order::name);
                let text = format!("{} has {order}", self.group(group).name);
                Event::note(clause, text).deed(Deed::Changed { model })
            });
        }
    }
}

/// Notes the rules that an order rests on.
fn cite_order(cx: &mut Cx<'_>, order: Order) {
    cx.cite(order.clause());
    let rules: &[&'static str] = match order {
        Order::Snipe => &["KZ-Q-01"],
        Order::HitAndRun => &["KZ-ORD-09", "KZ-ORD-10", "KZ-ORD-11"],
        _ => &[],
    };
    rules.iter().for_each(|id| cx.cite(Clause(id)));
}
