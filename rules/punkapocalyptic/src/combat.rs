//! Chapter 10: close combat, one against one or many against many (PUN-CMB, PUN-MAS).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::dice::{Roller, Sum};
use crate::gear::{BAYONET_PENETRATION, Blow, Fitting, GearRule, Item, Might, SHIELD_COMBAT};
use crate::hits::Hit;
use crate::options::{ChooseWeaponEachCombat, ImprovisedForAll};
use crate::profile::Attribute;
use crate::state::{Arm, Models, Posture, State};
use crate::tasks::Task;

/// A Combat that is about to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// The active model.
    pub attacker: ModelId,
    /// Whom it fights.
    pub target: ModelId,
}

/// From this Combat on a supporter is worth two (PUN-MAS-05).
const GOOD_SUPPORTER: i32 = 6;

impl State {
    /// A Combat begins: both have a weapon in hand, and dice come next (PUN-TWO-02).
    pub fn begin_combat(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) -> Play<()> {
        let anew = self.agreed.choose_weapon_each_combat == ChooseWeaponEachCombat::On;
        for one in [model, target] {
            if anew {
                self.model_mut(one).wields = None;
            }
            if self.model(one).wields.is_none() {
                self.choose_arm(cx, one)?;
            }
        }
        cx.say(|| {
            let text = format!("{} fights {}", self.name(model), self.name(target));
            let deed = Deed::Attacked { model, target, ranged: false };
            Event::note(Clause("PUN-CMB-01"), text).deed(deed)
        });
        self.tasks.push(Task::Combat(Bout { attacker: model, target }));
        Ok(())
    }

    /// Whom the free Combat of an Assault goes against (PUN-MAS-04).
    pub fn choose_foe(&self, cx: &mut Cx<'_>, model: ModelId, first: ModelId) -> Play<ModelId> {
        let side = self.side(model);
        let fight = self.fight_of(model);
        let foes = self.one_of_each_pack(fight.into_iter().filter(|m| self.side(*m) != side));
        let ask = Ask::new(side, "foe", "Whom does it fight?", Clause("PUN-MAS-04")).about(model);
        cx.choose(ask, &foes, |foe| {
            let merit = 2 * self.fight_merit(model, *foe, 0) + i32::from(*foe == first);
            Choice::new(format!("fight {}", self.name(*foe))).about(*foe).merit(merit)
        })
    }

    /// What a model may fight with.
    fn arms(&self, model: ModelId) -> SmallVec<[Arm; 4]> {
        let weapons = &self.model(model).weapons;
        let usable = |i: &usize| {
            let held = &weapons[*i];
            let same = |other: &crate::state::Held| {
                (other.weapon, other.fittings, other.unloaded)
                    == (held.weapon, held.fittings, held.unloaded)
            };
            let weapon = self.weapon(held);
            let works = weapon.blow().is_some()
                && self.has_power_for(model, weapon)
                && !self.hands_full_for(model, weapon);
            works && !weapons[..*i].iter().any(same)
        };
        let mut arms: SmallVec<[Arm; 4]> =
            (0..weapons.len()).filter(usable).map(|i| Arm::Held(i as u8)).collect();
        if arms.is_empty() {
            arms.push(Arm::Bare);
        }
        arms
    }

    /// A model takes up a close-combat weapon and keeps it while it is engaged (PUN-CMB-05,
    /// PUN-Q-24).
    pub fn choose_arm(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let arms = self.arms(model);
        let ask = Ask::new(self.side(model), "arm", "Which weapon?", Clause("PUN-CMB-05"));
        let arm = cx.choose(ask.about(model), &arms, |arm| {
            let (blow, name) = self.blow(model, *arm);
            Choice::new(format!("use {name}")).detail(blow_words(&blow)).merit(blow_merit(&blow))
        })?;
        self.model_mut(model).wields = Some(arm);
        Ok(())
    }

    /// What a weapon does in a model's hands (PUN-WPC-01 to 06, PUN-DSL-04, PUN-EQP-01).
    pub fn blow(&self, model: ModelId, arm: Arm) -> (Blow, String) {
        let Arm::Held(i) = arm else {
            return match self.agreed.improvised_for_all {
                ImprovisedForAll::Off => (Blow::UNARMED, "bare hands".to_owned()),
                ImprovisedForAll::On => (Blow::IMPROVISED, "improvised weapon".to_owned()),
            };
        };
        let held = &self.model(model).weapons[usize::from(i)];
        let weapon = self.weapon(held);
        if weapon.is_close() && held.unloaded > 0 {
            return (Blow::IMPROVISED, format!("empty {}", weapon.name));
        }
        let mut blow = weapon.blow().unwrap_or(Blow::UNARMED);
        if held.fittings.has(Fitting::Bayonet) {
            blow.penetration += BAYONET_PENETRATION;
        }
        (blow, weapon.name.to_string())
    }

    /// What a model fights with, or would rather fight with.
    pub fn likely_arm(&self, model: ModelId) -> Arm {
        let arms = || self.arms(model);
        let best = || arms().into_iter().max_by_key(|arm| blow_merit(&self.blow(model, *arm).0));
        self.model(model).wields.or_else(best).unwrap_or(Arm::Bare)
    }

    /// The rule that says what a model's weapon is worth.
    fn blow_clause(&self, model: ModelId) -> Clause {
        let Some(Arm::Held(i)) = self.model(model).wields else { return Clause("PUN-WPC-03") };
        let held = &self.model(model).weapons[usize::from(i)];
        let weapon = self.weapon(held);
        Clause(match (weapon.is_close(), held.unloaded > 0) {
            (true, true) => "PUN-DSL-04",
            (true, false) if weapon.has(GearRule::Natural) => "PUN-WPC-04",
            (true, false) if weapon.has(GearRule::TwoHanded) => "PUN-WPC-07",
            (true, false) => "PUN-WPC-01",
            (false, _) if weapon.has(GearRule::Bulky) => "PUN-WPC-06",
            (false, _) if weapon.has(GearRule::TwoHanded) => "PUN-WPC-05",
            (false, _) => "PUN-WPC-02",
        })
    }

    /// Both roll, and the higher total hits, whoever is active; a tie means that both do
    /// (PUN-CMB-02 to 04, PUN-DIC-09, PUN-DIC-21, 23).
    pub fn fight(&mut self, cx: &mut Cx<'_>, bout: Bout) -> Play<()> {
        let Bout { attacker, target } = bout;
        if self.model(attacker).spot.is_none() || self.model(target).spot.is_none() {
            return Ok(());
        }
        let fight = self.fight_of(attacker);
        self.cite_combat(cx, [attacker, target], &fight);
        self.cite_pack(cx, &fight);
        let told = !cx.is_quiet();
        let mut totals = [0; 2];
        for (total, one, other) in [(0, attacker, target), (1, target, attacker)] {
            cx.cite(self.blow_clause(one));
            if self.support(one, &fight) > 0 {
                cx.cite(Clause("PUN-MAS-06"));
                cx.cite(Clause("PUN-Q-25"));
            }
            let sum = self.combat_sum(told, one, other, &fight);
            let who = Roller { side: self.side(one), model: Some(one), purpose: "fights" };
            totals[total] = self.opposed(cx, who, &sum)?;
        }
        self.tasks.push(Task::PullIns(fight));
        // The active model's Hit is rolled first, so it is put there last.
        if totals[1] >= totals[0] {
            let victim = self.who_is_hit(cx, target, attacker)?;
            let hit = self.strike(target, victim);
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        if totals[0] >= totals[1] {
            let victim = self.who_is_hit(cx, attacker, target)?;
            let hit = self.strike(attacker, victim);
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        let [one, other] = totals;
        let clause = if one == other { "PUN-CMB-04" } else { "PUN-CMB-03" };
        if one == other {
            cx.cite(Clause("PUN-Q-67"));
            cx.cite(Clause("PUN-DIC-23"));
            cx.cite(Clause("PUN-DIC-09"));
        }
        cx.say(|| {
            let (a, b) = (self.name(attacker), self.name(target));
            let text = match one.cmp(&other) {
                std::cmp::Ordering::Greater => format!("{a} hits {b}"),
                std::cmp::Ordering::Less => format!("{b} hits {a}"),
                std::cmp::Ordering::Equal => format!("{a} and {b} hit each other"),
            };
            Event::note(Clause(clause), text)
        });
        Ok(())
    }

    /// What a model adds to its die in a Combat (PUN-T-05).
    pub fn combat_sum(&self, told: bool, model: ModelId, against: ModelId, fight: &Models) -> Sum {
        let combat = self.value(model, Attribute::Combat);
        let mut sum = Sum::of(told, combat, "Combat", "PUN-CMB-02");
        let (blow, name) = self.blow(model, self.model(model).wields.unwrap_or(Arm::Bare));
        sum.add(i32::from(blow.combat), &name, "PUN-WPC-01");
        let shield = self.model(model).items.has(Item::Shield);
        sum.add_if(shield, SHIELD_COMBAT, "shield", "PUN-EQP-06");
        let charge = self.acting.as_ref().filter(|acting| self.same_pack(acting.model, model));
        let charge = charge.and_then(|acting| acting.assault.as_ref());
        let on = |assault: &&crate::state::Assault| {
            assault.on.iter().any(|m| self.same_pack(*m, against))
        };
        if let Some(assault) = charge.filter(on) {
            sum.add(assault.bonus, "Assault", "PUN-ASL-05");
        }
        sum.add(self.pack_bonus(model), "pack", "PUN-PAC-06");
        sum.add(self.support(model, fight), "support", "PUN-MAS-05");
        let bent = matches!(self.model(model).posture, Posture::Crouched | Posture::Prone);
        let clause = State::posture_clause(self.model(model).posture);
        sum.add_if(bent, -3, "not on its feet", clause.0);
        sum.add(self.numbness(model), "shock", "PUN-ELE-03");
        sum.add_if(self.is_held(model), -1, "held by a limb", "PUN-B-06");
        sum
    }

    /// What the others of its side in the fight add to a model's roll (PUN-MAS-05, 06,
    /// PUN-Q-25).
    fn support(&self, model: ModelId, fight: &Models) -> i32 {
        let side = self.side(model);
        let others = fight.iter().filter(|m| **m != model && self.side(**m) == side);
        let others = others.filter(|m| self.is_supporter(**m, model, fight));
        let worth = |m: &ModelId| {
            if self.value(*m, Attribute::Combat) >= GOOD_SUPPORTER { 2 } else { 1 }
        };
        others.map(worth).sum()
    }

    /// The Hit of a model that has won a Combat; a weapon that has to be loaded is empty after it
    /// (PUN-DSL-03, PUN-Q-42).
    pub fn strike(&mut self, model: ModelId, victim: ModelId) -> Hit {
        let arm = self.model(model).wields.unwrap_or(Arm::Bare);
        let hit = self.close_hit(model, victim, arm);
        if let Arm::Held(i) = arm {
            let held = self.model(model).weapons[usize::from(i)];
            let reload = self.weapon(&held).reload();
            if self.weapon(&held).is_close() && reload > 0 && held.unloaded == 0 {
                let m = self.model_mut(model);
                m.weapons[usize::from(i)].unloaded = reload;
                m.wields = None;
            }
        }
        hit
    }
}

/// `+1 Combat, Penetration 3, Strength +2`.
pub fn blow_words(blow: &Blow) -> String {
    let strength = match blow.strength {
        Might::Bonus(more) => format!("+{more}"),
        Might::Fixed(strength) => strength.to_string(),
    };
    format!("{:+} Combat, Penetration {}, Strength {strength}", blow.combat, blow.penetration)
}

fn blow_merit(blow: &Blow) -> i32 {
    let strength = match blow.strength {
        Might::Bonus(more) => i32::from(more),
        Might::Fixed(strength) => i32::from(strength) - 4,
    };
    3 * i32::from(blow.combat) + i32::from(blow.penetration) + 2 * strength
}
