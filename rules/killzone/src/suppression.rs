//! Chapter 9: removing suppression.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};

use crate::options::{ContactBonus, RecoverActs};
use crate::profile::{Class, GroupId, Rank};
use crate::rolls::{Cast, Sum, roll};
use crate::state::{Fate, Go, State, touches};

impl State {
    /// A suppressed figure's go: first the attempt to remove the suppression, once a turn
    /// (KZ-SUP-03, KZ-X-04). Says whether it is up again.
    pub fn rouse(&mut self, cx: &mut Cx<'_>, go: &mut Go) -> Play<bool> {
        let model = go.model;
        for id in ["KZ-ORD-14", "KZ-SUP-02", "KZ-SUP-07", "KZ-X-04"] {
            cx.cite(Clause(id));
        }
        if self.who(model).class == Class::Savage {
            cx.cite(Clause("KZ-H2H-10"));
        }
        if self.who(model).is_hero() {
            cx.cite(Clause("KZ-Q-59"));
            self.get_up(cx, model, Clause("KZ-SUP-05"));
            return Ok(true);
        }
        if self.model(model).tried || !self.tries(cx, model)? {
            return Ok(false);
        }
        self.model_mut(model).tried = true;
        let sum = self.removal_sum(cx, model);
        let cast = Cast {
            side: self.side(model),
            model: Some(model),
            count: 1,
            purpose: "to recover",
            clause: Clause("KZ-SUP-04"),
        };
        let rolled = roll(cx, cast, &sum, || format!("{} recovers", self.name(model)))?;
        cx.cite(Clause("KZ-T-07"));
        if rolled.total < 6 {
            cx.say(|| {
                let text = format!("{} stays suppressed", self.name(model));
                Event::note(Clause("KZ-SUP-04"), text)
            });
            return Ok(false);
        }
        self.get_up(cx, model, Clause("KZ-SUP-04"));
        cx.cite(Clause("KZ-Q-56"));
        if self.agreed.recover_acts == RecoverActs::NextTurn {
            go.moved = Some(go.moved.unwrap_or_default());
            go.shot = true;
        }
        Ok(true)
    }

    fn tries(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<bool> {
        let ask = Ask::new(self.side(model), "recover", "Does it try?", Clause("KZ-SUP-03"));
        cx.choose(ask.about(model), &[true, false], |tries| match tries {
            true => Choice::new("try to recover").merit(1),
            false => Choice::new("stay down").declining(),
        })
    }

    /// A figure's suppression is gone.
    pub fn get_up(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        self.model_mut(model).suppressed = false;
        cx.say(|| {
            let text = format!("{} is suppressed no more", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
    }

    /// What changes a removal roll (KZ-T-07).
    fn removal_sum(&self, cx: &mut Cx<'_>, model: ModelId) -> Sum {
        let who = self.who(model);
        let group = who.group;
        let mut sum = Sum::default();
        let table = Clause("KZ-T-07");
        sum.add_if(who.rank == Rank::Leader, 3, "leader", Clause("KZ-FIG-02"));
        sum.add_if(who.is_cyborg(), 3, "cyborg", Clause("KZ-FIG-06"));
        if who.rank == Rank::SubLeader {
            cx.cite(Clause("KZ-Q-47"));
        }
        self.add_helpers(cx, model, &mut sum);
        let light = self.lost_of(group) * 2 < usize::from(self.group(group).strength);
        cx.cite(Clause("KZ-Q-50"));
        sum.add_if(light, 1, "losses", table);
        let other = |m: ModelId| m != model && self.model(m).suppressed;
        cx.cite(Clause("KZ-Q-06"));
        sum.add_if(!self.members(group).any(other), 1, "others", table);
        sum
    }

    /// How many of a group are killed or captive; whoever walked off is neither (KZ-Q-50).
    fn lost_of(&self, group: GroupId) -> usize {
        let off = |m: &ModelId| matches!(self.model(*m).fate, Some(Fate::Left | Fate::Escaped));
        let own = self.ids().filter(|m| self.who(*m).group == group);
        let sound = self.free_members(group).count() + own.filter(off).count();
        usize::from(self.group(group).strength).saturating_sub(sound)
    }

    /// Friends in contact help: the best of them, or all, as agreed (KZ-Q-07, KZ-Q-46).
    fn add_helpers(&self, cx: &mut Cx<'_>, model: ModelId, sum: &mut Sum) {
        let (side, group) = (self.side(model), self.who(model).group);
        let body = self.body(model);
        let beside = |m: &ModelId| {
            let m = *m;
            m != model
                && self.is_able(m)
                && self.model(m).captor.is_none()
                && touches(&body, &self.body(m))
        };
        let help = |m: ModelId| -> Option<(i32, &'static str)> {
            let who = self.who(m);
            match who.rank {
                Rank::Hero => Some((3, "beside Hero")),
                _ if who.group != group => None,
                Rank::Leader => Some((3, "beside leader")),
                Rank::SubLeader => Some((2, "beside sub-leader")),
                Rank::Plain => Some((1, "beside friend")),
            }
        };
        let helpers = self.figures_of(side).filter(beside).filter_map(help);
        let mut helpers: smallvec::SmallVec<[(i32, &'static str); 4]> = helpers.collect();
        if helpers.is_empty() {
            return;
        }
        cx.cite(Clause("KZ-Q-07"));
        helpers.sort_by_key(|(by, _)| -by);
        if self.agreed.contact_bonus == ContactBonus::Best {
            helpers.truncate(1);
        }
        for (by, why) in helpers {
            sum.add(by, why, Clause("KZ-T-07"));
        }
    }
}
