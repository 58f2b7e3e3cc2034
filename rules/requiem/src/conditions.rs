//! Chapter 11: wounds, stun, contamination.

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use tabletop::{Length, measure};

use crate::dice::Sum;
use crate::options::{Panic, StunUnified};
use crate::sight::Cover;
use crate::state::{Fear, Forfeit, State, Stun};

impl State {
    /// A model's Defense with its armor, and with cover against shots (REQ-GEAR-01, REQ-COV-04).
    pub fn defense(&self, told: bool, model: ModelId, cover: Cover) -> Sum {
        let who = self.who(model);
        let mut sum = Sum::of(told, who.stats.defense, "Defense", Clause("REQ-PROF-05"));
        for armor in &who.armor {
            sum.dice(armor.bonus, &armor.name, Clause("REQ-GEAR-01"));
            sum.pips(armor.pips, &armor.name, Clause("REQ-GEAR-01"));
        }
        cover.add_to(&mut sum);
        sum
    }

    /// A model's Willpower (REQ-PROF-06).
    pub fn willpower(&self, told: bool, model: ModelId) -> Sum {
        Sum::of(told, self.who(model).stats.willpower, "Willpower", Clause("REQ-PROF-06"))
    }

    /// A Defense check: armor counts, cover does not (REQ-COND-10, REQ-Q-02b).
    pub fn check_defense(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<bool> {
        cx.cite(Clause("REQ-COND-10"));
        cx.cite(Clause("REQ-Q-02b"));
        let sum = self.defense(!cx.is_quiet(), model, Cover::None);
        self.check(cx, model, (&sum, "checks Defense"))
    }

    /// A Willpower check.
    pub fn check_willpower(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<bool> {
        let sum = self.willpower(!cx.is_quiet(), model);
        self.check(cx, model, (&sum, "checks Willpower"))
    }

    /// A model takes a wound, and is removed at its limit (REQ-COND-01, REQ-PROF-07).
    pub fn wound(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        self.model_mut(model).wounds += 1;
        let (taken, limit) = (self.model(model).wounds, self.who(model).stats.wounds);
        cx.say(|| {
            let text = format!("{} is wounded: {taken} of {limit}", self.name(model));
            Event::note(Clause("REQ-COND-01"), text).deed(Deed::Changed { model })
        });
        cx.cite(Clause("REQ-PROF-07"));
        cx.cite(Clause("REQ-Q-07"));
        if taken >= limit { self.remove(cx, model) } else { Ok(()) }
    }

    /// A model is removed as a casualty; friends who see it may panic (REQ-X-16).
    fn remove(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let witnesses: Vec<ModelId> = match self.agreed.panic {
            Panic::Off => Vec::new(),
            Panic::On => self.friends(model).filter(|f| self.may_panic(*f, model)).collect(),
        };
        cx.say(|| {
            let text = format!("{} is removed", self.name(model));
            Event::note(Clause("REQ-COND-01"), text).deed(Deed::Removed { model })
        });
        let fallen = self.model_mut(model);
        fallen.removed = true;
        fallen.spot = None;
        for friend in witnesses {
            cx.cite(Clause("REQ-X-16"));
            if !self.check_willpower(cx, friend)? {
                self.model_mut(friend).fear = Some(Fear::Panic);
                cx.say(|| {
                    let text = format!("{} panics", self.name(friend));
                    Event::note(Clause("REQ-X-16"), text).deed(Deed::Changed { model: friend })
                });
            }
        }
        Ok(())
    }

    fn may_panic(&self, friend: ModelId, fallen: ModelId) -> bool {
        !self.model(friend).activated
            && measure::within(&self.body(friend), &self.body(fallen), Length::inches(6))
            && self.sight().sees(&self.body(friend), &self.body(fallen))
    }

    /// A model is stunned (REQ-COND-02), whatever stunned it (REQ-COND-05).
    pub fn stun(&mut self, cx: &mut Cx<'_>, model: ModelId, by_terrain: bool) {
        if by_terrain {
            cx.cite(Clause("REQ-Q-20"));
        }
        let by_terrain = by_terrain && self.agreed.stun_unified == StunUnified::Off;
        cx.cite(Clause(if by_terrain { "REQ-TERR-03" } else { "REQ-COND-05" }));
        // Whichever holds longer counts: a second stun never helps its victim (REQ-Q-77).
        let fresh = Stun { by_terrain, failed: 0 };
        let before = self.model(model).stun;
        if before.is_some() {
            cx.cite(Clause("REQ-Q-77"));
        }
        let longer = before.filter(|stun| stun.checks_left() > fresh.checks_left());
        self.model_mut(model).stun = Some(longer.unwrap_or(fresh));
        cx.say(|| {
            let text = format!("{} is stunned", self.name(model));
            Event::note(Clause("REQ-COND-02"), text).deed(Deed::Changed { model })
        });
    }

    /// A stunned model is activated: it recovers and acts, or loses the activation
    /// (REQ-COND-03, 04; terrain: REQ-TERR-05, 06; REQ-Q-20, 25). Says whether it may act.
    pub fn try_to_recover(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<bool> {
        let Some(stun) = self.model(model).stun else { return Ok(true) };
        let clause = Clause(if stun.by_terrain { "REQ-TERR-05" } else { "REQ-COND-03" });
        cx.cite(clause);
        cx.cite(Clause("REQ-Q-25"));
        if stun.by_terrain {
            cx.cite(Clause("REQ-Q-20"));
        }
        cx.cite(Clause("REQ-Q-57"));
        let sure = stun.checks_left() == 0;
        if sure || self.check_willpower(cx, model)? {
            self.model_mut(model).stun = None;
            if stun.by_terrain {
                cx.cite(Clause("REQ-TERR-07"));
            }
            cx.say(|| {
                let (how, clause) = match (sure, stun.by_terrain) {
                    (true, true) => ("recovers without a roll", Clause("REQ-TERR-06")),
                    (true, false) => ("recovers without a roll", Clause("REQ-COND-04")),
                    (false, _) => ("recovers", clause),
                };
                let text = format!("{} {how}", self.name(model));
                Event::note(clause, text).deed(Deed::Changed { model })
            });
            return Ok(true);
        }
        self.model_mut(model).stun = Some(Stun { failed: stun.failed + 1, ..stun });
        cx.say(|| {
            let clause = Clause(if stun.by_terrain { "REQ-TERR-05" } else { "REQ-COND-04" });
            Event::note(
                clause,
                format!("{} stays stunned and loses its activation", self.name(model)),
            )
        });
        Ok(false)
    }

    /// A stun weapon took an activation: this round's, or the next one's if the model has been
    /// activated already (REQ-GEAR-12); never more than one in store (REQ-Q-21b).
    pub fn forfeit(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let activated = self.model(model).activated;
        if self.model(model).forfeit == Some(Forfeit::NextRound) {
            cx.cite(Clause("REQ-Q-21b"));
        }
        let lost = if activated { Forfeit::NextRound } else { Forfeit::ThisRound };
        let stunned = self.model_mut(model);
        stunned.forfeit = Some(lost);
        stunned.activated = true;
        cx.say(|| {
            let when = if activated { "next" } else { "this" };
            let text = format!("{} loses its activation of {when} round", self.name(model));
            Event::note(Clause("REQ-GEAR-12"), text).deed(Deed::Changed { model })
        });
    }

    /// At the start of a round every model may be activated again, except those whose
    /// activation was taken (REQ-Q-66).
    pub fn refresh(&mut self) {
        for model in &mut self.models {
            model.forfeit = match model.forfeit {
                Some(Forfeit::NextRound) => Some(Forfeit::ThisRound),
                Some(Forfeit::ThisRound) | None => None,
            };
            model.activated = model.forfeit.is_some();
        }
    }
}
