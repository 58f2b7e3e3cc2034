//! Chapter 13: Leader orders.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner, bit};
use crate::gear::Arms;
use crate::pending::Pending;
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
const MOST: usize = 5;

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
        if acting.actions == 0 {
            return;
        }
        for order in OrderAction::ALL {
            let candidates = self.candidates(leader, order);
            let enough = match order {
                OrderAction::Group => candidates.iter().any(|m| self.has_mate(*m, &candidates)),
                OrderAction::Regroup => !candidates.is_empty(),
                OrderAction::Volley => {
                    candidates.len() >= 2 && !self.volley_targets(&candidates).is_empty()
                }
            };
            match enough {
                true => offers.push(Action::Order(order)),
                false => offers.refuse(
                    || order.name().to_owned(),
                    || {
                        Refusal::new(
                            order.clause(),
                            "nobody fit for it is near enough to the Leader",
                        )
                    },
                ),
            }
        }
    }

    /// Friends who have not acted and are within the Leader's reach and sight; for a volley only
    /// those who can shoot (MUT-GRP-05, MUT-G-21).
    fn candidates(&self, leader: ModelId, order: OrderAction) -> Models {
        let fit = |m: &ModelId| {
            let model = self.model(*m);
            !model.is(Mark::Activated)
                && !model.is(Mark::PassedOut)
                && !model.is(Mark::Lurking)
                && self.commands(leader, *m)
        };
        let shoots = |m: &ModelId| {
            order != OrderAction::Volley
                || (self.arms_of(*m).is_some() && self.may_shoot(*m).is_ok())
        };
        self.friends(leader).filter(fit).filter(shoots).collect()
    }

    fn has_mate(&self, model: ModelId, among: &[ModelId]) -> bool {
        among.iter().any(|m| *m != model && self.touch(*m, model))
    }

    /// An order in words.
    pub fn describe_order(&self, _model: ModelId, order: &OrderAction) -> Choice {
        Choice::new(order.name()).detail("1 action; ends the Leader's own").merit(10)
    }

    /// A Leader gives an order: his own actions are over, and those he names act together
    /// (MUT-GRP-02, 03).
    pub fn do_order(&mut self, cx: &mut Cx<'_>, leader: ModelId, order: &OrderAction) -> Play<()> {
        let side = self.side(leader);
        let candidates = self.candidates(leader, *order);
        let most = if *order == OrderAction::Regroup { candidates.len() } else { MOST };
        let least = if *order == OrderAction::Regroup { 1 } else { 2 };
        let ask = Ask::new(side, "members", "Who obeys?", order.clause()).about(leader);
        let limits = (least.min(candidates.len()), most.min(candidates.len()));
        let chosen =
            cx.choose_some(ask, &candidates, limits, |m| Choice::new(self.name(*m)).about(*m))?;
        // A group hangs together by contacts; who does not belong stays out (MUT-G-21).
        let members = match order {
            OrderAction::Group => self.connected(&chosen),
            OrderAction::Regroup | OrderAction::Volley => chosen,
        };
        self.give(cx, leader, *order);
        self.drop_shield(cx, leader);
        let turnover = self.active.as_ref().is_some_and(|a| a.turnover);
        self.active = None;
        self.roll_together(cx, leader, *order, &members, turnover)
    }

    fn give(&self, cx: &mut Cx<'_>, leader: ModelId, order: OrderAction) {
        for clause in ["MUT-ACT-13", "MUT-GRP-02", "MUT-SPC-078"] {
            cx.cite(Clause(clause));
        }
        cx.say(|| Event::note(order.clause(), format!("{} gives an order", self.name(leader))));
        cx.cite(Clause("MUT-G-21"));
    }

    /// Those of some models who hang together with the first by contacts.
    fn connected(&self, models: &[ModelId]) -> Vec<ModelId> {
        let mut group: Vec<ModelId> = models.first().copied().into_iter().collect();
        while let Some(next) =
            models.iter().find(|m| !group.contains(m) && group.iter().any(|g| self.touch(*g, **m)))
        {
            group.push(*next);
        }
        group
    }

    /// One roll for all at the worst Quality (MUT-GRP-03, MUT-Q-79); everybody gets an action for
    /// each success.
    fn roll_together(
        &mut self,
        cx: &mut Cx<'_>,
        leader: ModelId,
        order: OrderAction,
        members: &[ModelId],
        turnover: bool,
    ) -> Play<()> {
        let roll = |dice| Try::new(Test::Group, dice, "activates the group", Clause("MUT-GRP-03"));
        let number = |m: &ModelId| self.target_number(*m, &self.quality_modifiers(*m, &roll(1)));
        let Some(worst) = members.iter().copied().max_by_key(number) else { return Ok(()) };
        let side = self.side(leader);
        let dice = self.choose_dice(cx, side, worst)?;
        for member in members {
            self.model_mut(*member).marks.put(Mark::Activated);
        }
        let tally = self.quality_roll(cx, worst, &roll(dice))?;
        cx.cite(Clause("MUT-GRP-05"));
        cx.cite(Clause("MUT-Q-79"));
        let over = self.announce(cx, tally);
        let acting = members.iter().map(|m| Acting::fresh(*m, tally.successes));
        let kind = match order {
            OrderAction::Group => Order::Group,
            OrderAction::Regroup => Order::Regroup(leader),
            OrderAction::Volley => Order::Volley,
        };
        let members = acting.collect();
        self.active = Some(Active { members, order: Some(kind), turnover: turnover || over });
        if order == OrderAction::Volley && tally.successes > 0 {
            self.fire_together(cx, side)?;
        }
        Ok(())
    }

    /// Targets that all shooters can shoot at (MUT-Q-81).
    fn volley_targets(&self, shooters: &[ModelId]) -> Models {
        let Some(first) = shooters.first() else { return Models::new() };
        let reach = |by: &ModelId, target: ModelId| {
            let arms = self.arms_of(*by);
            let near = |arms: Arms| self.band(arms, self.gap(*by, target)).is_some();
            arms.is_some_and(near) && self.may_be_shot(*by, target).is_ok()
        };
        self.enemies(*first)
            .filter(|t| !self.is(*t, Mark::Lurking))
            .filter(|t| shooters.iter().all(|by| reach(by, *t)))
            .collect()
    }

    /// Concentrated fire: one roll with the worst Combat (MUT-GRP-08 to 11).
    fn fire_together(&mut self, cx: &mut Cx<'_>, side: engine::SideId) -> Play<()> {
        let Some(active) = &self.active else { return Ok(()) };
        let shooters: Models = active.members.iter().map(|a| a.model).collect();
        let targets = self.volley_targets(&shooters);
        let options: SmallVec<[Option<ModelId>; 8]> =
            targets.iter().copied().map(Some).chain([None]).collect();
        let ask = Ask::new(side, "volley", "At whom do they all shoot?", Clause("MUT-GRP-08"));
        let chosen = cx.choose(ask, &options, |option| match option {
            Some(target) => {
                Choice::new(format!("all shoot {}", self.name(*target))).about(*target).merit(80)
            }
            None => Choice::new("hold fire").declining(),
        })?;
        let Some(target) = chosen else { return Ok(()) };
        cx.cite(Clause("MUT-GRP-11"));
        let mut set = 0;
        for by in &shooters {
            set |= bit(*by);
            self.spend(*by, 1);
            self.model_mut(*by).marks.put(Mark::Attacked);
            self.drop_shield(cx, *by);
        }
        let by = shooters.first().copied();
        cx.say(|| {
            let text = format!("Concentrated fire at {}", self.name(target));
            let model = by.unwrap_or(target);
            let deed = Deed::Attacked { model, target, ranged: true };
            Event::note(Clause("MUT-GRP-08"), text).deed(deed)
        });
        let manner = Manner::Volley { shooters: set };
        self.pending.push(Pending::Clash(Clash { by, side, target, manner }));
        Ok(())
    }
}
