//! Chapter 13: Leader orders.

mod volley;

pub use volley::Salvo;

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;

use crate::actions::{Action, Offers};
use crate::clash::bit;
use crate::gear::Stick;
use crate::movement::Journey;
use crate::profile::Rule;
use crate::quality::{Test, Try};
use crate::state::{Acting, Active, Mark, Models, Order, State};

/// An order (MUT-ACT-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderAction {
    /// A group acts together (MUT-GRP-01).
    Group,
    /// Models form up (MUT-GRP-06).
    Regroup,
    /// Several shoot at one target (MUT-GRP-08).
    Volley,
}

/// Most models in a group or volley (MUT-GRP-01, MUT-GRP-08).
pub const MOST: usize = 5;

/// What keeps a model from obeying, as far as it might be otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hitch {
    /// It has had its go (MUT-GRP-05).
    Activated,
    /// It does not see the Leader (MUT-GRP-13).
    Unseen,
    /// It is the Leader himself (MUT-Q-81).
    Leading,
}

impl Hitch {
    const ALL: [Hitch; 3] = [Hitch::Activated, Hitch::Unseen, Hitch::Leading];

    fn refusal(self) -> Refusal {
        let (id, why) = match self {
            Hitch::Activated => ("MUT-GRP-05", "those who could obey have had their go"),
            Hitch::Unseen => ("MUT-GRP-13", "those who could obey do not see the Leader"),
            Hitch::Leading => ("MUT-Q-81", "who gives the order cannot join in"),
        };
        Refusal::new(Clause(id), why)
    }
}

impl OrderAction {
    const ALL: [OrderAction; 3] = [OrderAction::Group, OrderAction::Regroup, OrderAction::Volley];

    const fn name(self) -> &'static str {
        match self {
            OrderAction::Group => "order a group action",
            OrderAction::Regroup => "order a regroup",
            OrderAction::Volley => "order concentrated fire",
        }
    }

    const fn clause(self) -> Clause {
        Clause(match self {
            OrderAction::Group => "MUT-GRP-01",
            OrderAction::Regroup => "MUT-GRP-06",
            OrderAction::Volley => "MUT-GRP-08",
        })
    }
}

impl State {
    /// Orders a Leader may give: he has been activated and has an action left (MUT-GRP-02).
    pub fn offer_orders(&self, acting: &Acting, offers: &mut Offers) {
        let leader = acting.model;
        let together = self.active.as_ref().is_some_and(|a| a.order.is_some());
        if !self.has(leader, Rule::Leader) || together {
            return;
        }
        if !self.can_lead(leader) {
            offers.refuse(
                || "give an order".to_owned(),
                || Refusal::new(Clause("MUT-GRP-13"), "this Leader is in no state to give orders"),
            );
            return;
        }
        for order in OrderAction::ALL {
            let name = || order.name().to_owned();
            if acting.actions == 0 {
                let why = "an order takes one of the Leader's actions";
                offers.refuse(name, || Refusal::new(Clause("MUT-GRP-02"), why));
            } else if self.is_enough(order, &self.candidates(leader, order, None)) {
                offers.push(Action::Order(order));
            } else {
                offers.refuse(name, || self.order_refusal(leader, order));
            }
        }
    }

    /// Why an order would find nobody: what stands against it, if it is one thing only.
    fn order_refusal(&self, leader: ModelId, order: OrderAction) -> Refusal {
        let cures =
            |hitch: &Hitch| self.is_enough(order, &self.candidates(leader, order, Some(*hitch)));
        let why = "nobody fit for it is near enough to the Leader";
        let hitch = Hitch::ALL.into_iter().find(cures);
        hitch.map_or_else(|| Refusal::new(order.clause(), why), Hitch::refusal)
    }

    /// Friends who have not acted and are within the Leader's reach and sight; for a volley only
    /// those who can shoot (MUT-GRP-05, MUT-G-21). One hitch may be left out of account.
    fn candidates(&self, leader: ModelId, order: OrderAction, but: Option<Hitch>) -> Models {
        let fit = |m: &ModelId| {
            let model = self.model(*m);
            let fresh = !model.is(Mark::Activated) || but == Some(Hitch::Activated);
            let sees = self.commands(leader, *m) || but == Some(Hitch::Unseen);
            let out = model.is(Mark::PassedOut) || self.is_stopped(*m);
            let able = !out && !model.is(Mark::Lurking);
            let near = self.within(leader, *m, Stick::Long);
            let called = fresh && sees && able && near;
            called || (*m == leader && but == Some(Hitch::Leading))
        };
        let shoots = |m: &ModelId| order != OrderAction::Volley || self.can_join_volley(*m);
        let all = self.in_play().filter(|m| self.side(*m) == self.side(leader));
        let others = all.filter(|m| *m != leader || but == Some(Hitch::Leading));
        others.filter(fit).filter(shoots).collect()
    }

    /// Whether enough of those who could obey fit together.
    fn is_enough(&self, order: OrderAction, candidates: &[ModelId]) -> bool {
        candidates.iter().any(|m| self.fits_in(order, *m, (&[], candidates)))
    }

    /// Whether a model could be one of those called so far: a group hangs together by contacts
    /// (MUT-G-21), and a volley has a target in common (MUT-Q-81).
    fn fits_in(
        &self,
        order: OrderAction,
        model: ModelId,
        (called, candidates): (&[ModelId], &[ModelId]),
    ) -> bool {
        let others = if called.is_empty() { candidates } else { called };
        let mut others = others.iter().copied().filter(|m| *m != model);
        match order {
            OrderAction::Group => others.any(|m| self.touch(m, model)),
            OrderAction::Regroup => true,
            OrderAction::Volley if called.is_empty() => {
                others.any(|m| !self.volley_targets(&[m, model]).is_empty())
            }
            OrderAction::Volley => {
                let all: Models = called.iter().copied().chain([model]).collect();
                !self.volley_targets(&all).is_empty()
            }
        }
    }

    /// An order in words.
    pub fn describe_order(&self, _model: ModelId, order: &OrderAction) -> Choice {
        Choice::new(order.name()).detail("1 action; ends the Leader's own").merit(10)
    }

    /// A Leader gives an order: his own actions are over, and those he names act together
    /// (MUT-GRP-02, 03).
    pub fn do_order(&mut self, cx: &mut Cx<'_>, leader: ModelId, order: &OrderAction) -> Play<()> {
        let side = self.side(leader);
        let members = match order {
            OrderAction::Regroup => self.call_any(cx, leader)?,
            OrderAction::Group | OrderAction::Volley => self.call_in(cx, leader, *order)?,
        };
        self.give(cx, leader, *order);
        self.drop_shield(cx, leader);
        let own = self.active.take();
        let (turnover, before) = own.map_or((false, 0), |a| (a.turnover, a.before));
        let called = members.iter().fold(0, |set, m| set | bit(*m));
        let kind = match order {
            OrderAction::Group => Order::Group,
            OrderAction::Regroup => Order::Regroup { leader, called },
            OrderAction::Volley => Order::Volley,
        };
        self.roll_together(cx, (side, kind), &members, (turnover, before))
    }

    /// Any number of friends may be called to regroup (MUT-GRP-06).
    fn call_any(&self, cx: &mut Cx<'_>, leader: ModelId) -> Play<Models> {
        let candidates = self.candidates(leader, OrderAction::Regroup, None);
        let ask = Ask::new(self.side(leader), "members", "Who obeys?", Clause("MUT-GRP-06"));
        let limits = (1.min(candidates.len()), candidates.len());
        let name = |m: &ModelId| Choice::new(self.name(*m)).about(*m);
        let chosen = cx.choose_some(ask.about(leader), &candidates, limits, name)?;
        Ok(chosen.into_iter().collect())
    }

    /// The Leader calls two to five, one after another, each of whom fits those before.
    fn call_in(&self, cx: &mut Cx<'_>, leader: ModelId, order: OrderAction) -> Play<Models> {
        let candidates = self.candidates(leader, order, None);
        let loud = !cx.is_quiet();
        let mut called = Models::new();
        while called.len() < MOST {
            let fits = |m: &ModelId| self.fits_in(order, *m, (&called, &candidates));
            let left: Models = candidates.iter().copied().filter(|m| !called.contains(m)).collect();
            if !left.iter().any(fits) {
                break;
            }
            let shown = left.iter().copied().filter(|m| loud || fits(m));
            let enough = (called.len() >= 2).then_some(None);
            let options: SmallVec<[Option<ModelId>; 8]> = shown.map(Some).chain(enough).collect();
            let ask = Ask::new(self.side(leader), "members", "Who obeys?", order.clause());
            let chosen = cx.choose(ask.about(leader), &options, |option| match option {
                Some(m) => {
                    let choice = Choice::new(format!("call {}", self.name(*m))).about(*m).merit(1);
                    if fits(m) { choice } else { choice.refused(misfit(order)) }
                }
                None => Choice::new("nobody else").declining(),
            })?;
            match chosen {
                Some(model) => called.push(model),
                None => break,
            }
        }
        Ok(called)
    }

    fn give(&self, cx: &mut Cx<'_>, leader: ModelId, order: OrderAction) {
        for clause in ["MUT-ACT-13", "MUT-GRP-02", "MUT-SPC-078"] {
            cx.cite(Clause(clause));
        }
        cx.say(|| Event::note(order.clause(), format!("{} gives an order", self.name(leader))));
        if order == OrderAction::Group {
            cx.cite(Clause("MUT-G-21"));
        }
    }

    /// One roll for all at the worst Quality (MUT-GRP-03, MUT-Q-79); everybody gets an action for
    /// each success.
    pub fn roll_together(
        &mut self,
        cx: &mut Cx<'_>,
        (side, order): (SideId, Order),
        members: &[ModelId],
        (turnover, before): (bool, u8),
    ) -> Play<()> {
        let roll = |dice| Try::new(Test::Group, dice, "activates the group", Clause("MUT-GRP-03"));
        let number = |m: &ModelId| self.target_number(*m, &self.quality_modifiers(*m, &roll(1)));
        let Some(worst) = members.iter().copied().max_by_key(number) else { return Ok(()) };
        let dice = self.choose_dice(cx, side, worst)?;
        let hero = members.iter().any(|m| self.has(*m, Rule::Hero));
        if hero || !self.quality_modifiers(worst, &roll(1)).is_empty() {
            cx.cite(Clause("MUT-Q-79"));
        }
        for member in members {
            self.model_mut(*member).marks.put(Mark::Activated);
        }
        let tally = self.quality_roll(cx, worst, &roll(dice))?;
        cx.cite(Clause("MUT-GRP-05"));
        for member in members {
            self.overheat(cx, *member, tally);
        }
        let over = self.announce(cx, tally);
        let members = members.iter().map(|m| Acting::fresh(*m, tally.successes)).collect();
        let turnover = turnover || over;
        self.active = Some(Active { members, order: Some(order), turnover, before });
        if order == Order::Volley && tally.successes > 0 {
            self.fire_together(cx, side)?;
        }
        Ok(())
    }

    /// Whether a model that regroups would be in company at a place: touching another one that
    /// was called, or the Leader (MUT-GRP-06, MUT-Q-80). None if nobody regroups.
    fn in_company(&self, model: ModelId, spot: tabletop::Spot) -> Option<bool> {
        let order = self.active.as_ref().and_then(|active| active.order);
        let Some(Order::Regroup { leader, called }) = order else { return None };
        let body = self.body_at(model, spot);
        let fellow = |m: &ModelId| *m == leader || called & bit(*m) != 0;
        let mut fellows = self.friends(model).filter(fellow);
        Some(fellows.any(|m| self.bodies_touch(&body, &self.body(m))))
    }

    /// Whoever regroups ends its last move in company (MUT-GRP-06).
    pub(crate) fn check_regroup(
        &self,
        model: ModelId,
        journey: &Journey,
        purse: u8,
    ) -> Result<(), Refusal> {
        if journey.cost < purse || journey.path.len() < 2 {
            return Ok(());
        }
        match self.in_company(model, journey.end()) {
            Some(false) => Err(alone()),
            _ => Ok(()),
        }
    }

    /// Why a model that regroups cannot stop now: it has moved, is alone, and could still reach
    /// somebody in a straight line (MUT-GRP-06).
    pub fn strays(&self, acting: &Acting) -> Option<Refusal> {
        let model = acting.model;
        let order = self.active.as_ref().and_then(|active| active.order);
        let Some(Order::Regroup { leader, called }) = order else { return None };
        let reach = self.longest_move(model);
        let near = |m: ModelId| self.gap(model, m) <= reach && self.may_walk(model).is_ok();
        let fellow = |m: &ModelId| *m == leader || called & bit(*m) != 0;
        let stray = acting.moves > 0
            && acting.actions > 0
            && self.opponents(model).next().is_none()
            && self.in_company(model, self.spot(model)) == Some(false)
            && self.friends(model).filter(fellow).any(near);
        stray.then(alone)
    }

    /// Notes that a regroup was obeyed (MUT-Q-80).
    pub(crate) fn cite_regroup(&self, cx: &mut Cx<'_>, model: ModelId) {
        if self.in_company(model, self.spot(model)) == Some(true) {
            cx.cite(Clause("MUT-Q-80"));
        }
    }
}

fn alone() -> Refusal {
    let why = "the last move of a regroup ends in contact with one of the others";
    Refusal::new(Clause("MUT-GRP-06"), why)
}

/// Why a model cannot be one of those called so far.
fn misfit(order: OrderAction) -> Refusal {
    let why = match order {
        OrderAction::Volley => "it has no target in common with the others",
        OrderAction::Group | OrderAction::Regroup => "it is not in contact with the others",
    };
    Refusal::new(order.clause(), why)
}
