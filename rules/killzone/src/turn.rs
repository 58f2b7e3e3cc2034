//! Chapter 2 and the turn: initiative, slots, who acts next (KZ-X-01, KZ-Q-03).

use std::cmp::Reverse;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;

use crate::options::InitiativeOrder;
use crate::profile::{Character, GroupId, Order, Rank};
use crate::rolls::{Cast, Sum, roll};
use crate::state::{Go, Models, Phase, State};

impl State {
    /// A turn begins: zombies arrive, everybody is fresh (KZ-X-01).
    pub fn start_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.turn += 1;
        cx.say(|| {
            let text = format!("Turn {}", self.turn);
            Event::note(Clause("KZ-X-01"), text).deed(Deed::Heading)
        });
        for model in self.ids() {
            let m = self.model_mut(model);
            m.acted = false;
            m.tried = false;
        }
        for group in self.group_ids() {
            let g = self.group_mut(group);
            g.acted = false;
            g.score = None;
        }
        self.zombies_arrive(cx)?;
        self.phase = Phase::Initiative;
        Ok(())
    }

    /// Every group rolls for initiative (KZ-INIT-01 to 03).
    pub fn roll_initiative(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let groups: SmallVec<[GroupId; 8]> =
            self.group_ids().filter(|g| self.free_members(*g).next().is_some()).collect();
        cx.cite(Clause("KZ-T-02"));
        for group in groups {
            let mut sum = Sum::default();
            // Automatic zombies roll a plain die (KZ-X-31).
            if self.group_order(group) == Some(Order::StaySharp) {
                sum.double("Stay Sharp", Clause("KZ-INIT-02"));
                cx.cite(Clause("KZ-ORD-03"));
                cx.cite(Clause("KZ-Q-37"));
            }
            let led = self.leader(group).is_some_and(|m| !self.model(m).suppressed);
            sum.add_if(led, 3, "leader", Clause("KZ-INIT-03"));
            let cast = Cast {
                side: self.thrower(self.group(group).side),
                model: self.counter_holder(group),
                count: 1,
                purpose: "initiative",
                clause: Clause("KZ-INIT-01"),
            };
            let title = || format!("{} initiative", self.group(group).name);
            let rolled = roll(cx, cast, &sum, title)?;
            self.cite_initiative(cx, group);
            self.group_mut(group).score = Some(rolled.total);
        }
        self.order_sides(cx)?;
        self.phase = Phase::Action;
        Ok(())
    }

    /// Notes the rules that make a group's initiative what it is.
    fn cite_initiative(&self, cx: &mut Cx<'_>, group: GroupId) {
        if cx.is_quiet() {
            return;
        }
        let cast = || self.cast.iter().filter(|who| who.group == group);
        let leaderless = self.leader(group).is_none();
        let had_leader = cast().any(|who| who.rank == Rank::Leader);
        let rules: [(bool, &'static str); 6] = [
            (true, "KZ-X-01"),
            (leaderless && had_leader, "KZ-X-05"),
            (leaderless && self.sub_leader(group).is_some(), "KZ-Q-46"),
            (cast().any(Character::is_hero), "KZ-X-36"),
            (self.is_mindless(group), "KZ-X-31"),
            (self.group_order(group).is_none(), "KZ-X-40"),
        ];
        rules.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
    }

    /// How a group stands: score, then headsets (KZ-INIT-04).
    fn standing_of(&self, group: GroupId) -> (i32, bool) {
        (self.group(group).score.unwrap_or(0), self.has_comms(group))
    }

    /// The groups of a side that may still act, with the best score.
    fn best_groups(&self, side: SideId) -> SmallVec<[GroupId; 4]> {
        let waits = |g: &GroupId| !self.group(*g).acted && self.has_somebody(*g);
        let mut groups: SmallVec<[GroupId; 4]> = self.groups_of(side).filter(waits).collect();
        let best = groups.iter().map(|g| self.group(*g).score).max();
        groups.retain(|g| Some(self.group(*g).score) == best);
        groups
    }

    fn has_somebody(&self, group: GroupId) -> bool {
        self.free_members(group).any(|m| !self.model(m).acted)
    }

    /// Sides take their slots in the order of their best groups; ties go to headsets, then to
    /// the dice (KZ-INIT-04, 05; KZ-X-39).
    fn order_sides(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let best = |side: SideId| self.best_groups(side).iter().map(|g| self.standing_of(*g)).max();
        let mut sides: SmallVec<[SideId; 4]> =
            self.sides().filter(|side| best(*side).is_some()).collect();
        sides.sort_by_key(|side| Reverse(best(*side)));
        for last in (1..sides.len()).rev() {
            for i in 0..last {
                let (one, other) = (sides[i], sides[i + 1]);
                let (a, b) = (best(one), best(other));
                if a == b {
                    let (first, second) = self.dice_off(cx, one, other)?;
                    if second > first {
                        sides.swap(i, i + 1);
                    }
                } else if a.map(|a| a.0) == b.map(|b| b.0) {
                    cx.cite(Clause("KZ-INIT-04"));
                    cx.cite(Clause("KZ-Q-67"));
                }
            }
        }
        if sides.len() > 2 {
            cx.cite(Clause("KZ-X-39"));
        }
        cx.cite(Clause("KZ-INIT-05"));
        cx.cite(Clause("KZ-Q-03"));
        self.order = sides;
        self.next = 0;
        Ok(())
    }

    fn dice_off(&self, cx: &mut Cx<'_>, one: SideId, other: SideId) -> Play<(u8, u8)> {
        let need = |side: SideId| Need::d6(self.thrower(side), 1, "tied initiative");
        cx.dice_off(need(one), need(other))
    }

    /// The next group acts, or the turn goes on to the orders.
    pub fn next_slot(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let slot = match self.agreed.initiative {
            InitiativeOrder::Alternate => self.alternating_slot(),
            InitiativeOrder::StrictDescending => self.descending_slot(cx)?,
        };
        let Some((place, groups)) = slot else {
            self.phase = Phase::Wishes(0);
            return Ok(());
        };
        let side = self.order[place];
        self.next = ((place + 1) % self.order.len()) as u8;
        let ask = Ask::new(side, "group", "Which group acts?", Clause("KZ-INIT-05"));
        let group =
            cx.choose(ask, &groups, |g| Choice::new(format!("activate {}", self.group(*g).name)))?;
        self.group_mut(group).acted = true;
        self.acting = Some(group);
        cx.say(|| {
            let order = self.group_order(group).map_or("several orders", Order::name);
            let text = format!("{} acts: {order}", self.group(group).name);
            Event::note(Clause("KZ-INIT-05"), text).deed(Deed::Heading)
        });
        Ok(())
    }

    /// Players alternate; whoever has nobody left is passed over (KZ-Q-03).
    fn alternating_slot(&self) -> Option<(usize, SmallVec<[GroupId; 4]>)> {
        let n = self.order.len();
        let places = (0..n).map(|i| (usize::from(self.next) + i) % n);
        let mut slots = places.map(|place| (place, self.best_groups(self.order[place])));
        slots.find(|(_, groups)| !groups.is_empty())
    }

    /// The highest score goes next, whosever it is (KZ-Q-03).
    fn descending_slot(&self, cx: &mut Cx<'_>) -> Play<Option<(usize, SmallVec<[GroupId; 4]>)>> {
        let best = |place: usize| {
            let groups = self.best_groups(self.order[place]);
            groups.iter().map(|g| self.standing_of(*g)).max()
        };
        let mut chosen: Option<usize> = None;
        for place in 0..self.order.len() {
            let own = best(place);
            let champion = chosen.and_then(best);
            let wins = match (own, chosen) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(_), Some(rival)) if own == champion => {
                    let (a, b) = self.dice_off(cx, self.order[rival], self.order[place])?;
                    b > a
                }
                (Some(_), Some(_)) => own > champion,
            };
            if wins {
                chosen = Some(place);
            }
        }
        Ok(chosen.map(|place| (place, self.best_groups(self.order[place]))))
    }

    /// The next figure of the acting group has its go, or the group is done (KZ-X-03).
    pub fn next_figure(&mut self, cx: &mut Cx<'_>, group: GroupId) -> Play<()> {
        if self.is_mindless(group) {
            return self.next_zombie(cx, group);
        }
        let waiting: Models = self.free_members(group).filter(|m| !self.model(*m).acted).collect();
        if waiting.is_empty() {
            self.acting = None;
            return Ok(());
        }
        let side = self.group(group).side;
        if self.members(group).any(|m| self.model(m).captor.is_some()) {
            cx.cite(Clause("KZ-CAP-02"));
            cx.cite(Clause("KZ-CAP-03"));
            cx.cite(Clause("KZ-X-04"));
        }
        let mut options: SmallVec<[Option<ModelId>; 8]> =
            waiting.iter().copied().map(Some).collect();
        // The last figure can do nothing by itself.
        if waiting.len() > 1 {
            options.push(None);
        }
        let ask = Ask::new(side, "figure", "Which figure has its go?", Clause("KZ-X-03"));
        let chosen = cx.choose(ask, &options, |option| match option {
            Some(model) => {
                let down = self.model(*model).suppressed;
                let merit = if down { 1 } else { 2 };
                Choice::new(format!("activate {}", self.name(*model))).about(*model).merit(merit)
            }
            None => Choice::new("done").declining().detail("the rest of the group does nothing"),
        })?;
        match chosen {
            Some(model) => {
                self.start_engine(model);
                self.go = Some(Go::of(model));
            }
            None => {
                for model in waiting {
                    self.model_mut(model).acted = true;
                }
                self.acting = None;
            }
        }
        Ok(())
    }
}
