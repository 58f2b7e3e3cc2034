//! Chapter 10: the Assault, and what a charge adds (PUN-ASL).

use engine::{Choice, Clause, Cx, Event, ModelId, Play};
use tabletop::Spot;

use crate::movement::{End, Gait, March, Purpose};
use crate::options::{AssaultOwnMoveCounts, LaterEdition};
use crate::profile::ModelRule;
use crate::state::{Assault, Models, State};

impl State {
    /// The enemies a model may assault: those it sees when the Action begins (PUN-ASL-02).
    pub fn assailable(&self, model: ModelId) -> Models {
        let sonar = self.has(model, ModelRule::Sonar);
        self.enemies(model).filter(|e| sonar || self.sees(model, *e)).collect()
    }

    /// What a player should know of an Assault.
    pub fn describe_assault(&self, model: ModelId, target: ModelId, gait: Gait) -> Choice {
        let stands = if gait == Gait::StandBefore { "stand and " } else { "" };
        let merit = match gait {
            Gait::Crawl => -20,
            _ => 36 + self.fight_merit(model, target, 1),
        };
        Choice::new(format!("{stands}assault {}", self.name(target)))
            .detail("a move into contact and a free Combat")
            .about(target)
            .merit(merit)
    }

    /// A rough rating of a Combat against somebody, in points: what it may win less what it may
    /// cost, since both can hit.
    pub fn fight_merit(&self, model: ModelId, target: ModelId, bonus: i32) -> i32 {
        let gain = self.blow_odds(model, target, bonus) * self.who(target).cost;
        let loss = self.blow_odds(target, model, -bonus) * self.who(model).cost;
        (gain - loss) / 1_000
    }

    /// A model assaults another (PUN-SEQ-05).
    pub fn assault(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: ModelId,
        gait: Gait,
    ) -> Play<()> {
        let seen = self.assailable(model);
        self.make_move(cx, model, gait, Purpose::Assault { target, seen })
    }

    /// The way of an Assault is done: if it led into contact, weapons are chosen and the free
    /// Combat follows (PUN-ASL-04).
    pub fn arrive_in_contact(&mut self, cx: &mut Cx<'_>, march: &March) -> Play<()> {
        let model = march.model;
        let Purpose::Assault { target, .. } = march.purpose else { return Ok(()) };
        let touched: Models = self.rivals(model).collect();
        if touched.is_empty() || march.end != End::Arrives {
            // Whoever stumbles on the way does not get there.
            if let Some(acting) = &mut self.acting {
                acting.run.clear();
            }
            let from = march.path.first().copied().unwrap_or_default();
            let to = march.path.last().copied().unwrap_or(from);
            return self.turn(cx, model, to.at - from.at);
        }
        let first = if touched.contains(&target) { target } else { touched[0] };
        self.face_model(model, first);
        let strides = self.strides_at(first);
        let lost = self.is_lost_in_smoke(march);
        let bonus = if lost { 0 } else { self.assault_bonus(march.gait, strides) };
        if lost {
            cx.cite(Clause("PUN-Q-55"));
        }
        self.cite_assault(cx, march.gait, strides);
        cx.say(|| {
            let names: Vec<&str> = touched.iter().map(|m| self.name(*m)).collect();
            let text = format!("{} assaults {}", self.name(model), names.join(" and "));
            Event::note(Clause("PUN-ASL-01"), text)
        });
        if let Some(acting) = &mut self.acting {
            acting.assault = Some(Assault { on: touched.clone(), bonus, strides: strides + 1 });
            acting.run.clear();
        }
        self.choose_arm(cx, model)?;
        for enemy in &touched {
            // Whoever becomes engaged turns freely, and takes up a weapon (PUN-Q-05, PUN-Q-24).
            if self.model(*enemy).wields.is_none() {
                self.face_model(*enemy, model);
                self.choose_arm(cx, *enemy)?;
            }
        }
        let foe = self.choose_foe(cx, model, first)?;
        cx.cite(Clause("PUN-ASL-04"));
        self.begin_combat(cx, model, foe)
    }

    /// Whether a charge loses its bonus in smoke, as a later edition has it (PUN-Q-55).
    pub fn is_lost_in_smoke(&self, march: &March) -> bool {
        let crosses = |ends: &[Spot]| self.smoke_on(ends[0].at, ends[1].at) > 0;
        self.agreed.later_edition == LaterEdition::On && march.path.windows(2).any(crosses)
    }

    /// How many Movement Actions just before went straight for somebody (PUN-ASL-06).
    pub fn strides_at(&self, target: ModelId) -> u8 {
        let Some(acting) = &self.acting else { return 0 };
        let toward = acting.run.iter().rev().take_while(|stride| stride.toward.contains(&target));
        toward.count() as u8
    }

    /// What an Assault adds to Combat (PUN-ASL-05, 06, 09, 10, PUN-Q-23).
    pub fn assault_bonus(&self, gait: Gait, strides: u8) -> i32 {
        if self.acting.as_ref().is_some_and(|acting| acting.stumbled) {
            return 0;
        }
        let own = i32::from(!gait.stands_up());
        let more = i32::from(self.agreed.assault_own_move_counts == AssaultOwnMoveCounts::On);
        own + own * more + i32::from(strides)
    }
}
