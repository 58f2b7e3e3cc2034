//! Which rules a shot makes use of, for those who listen.

use engine::{Clause, Cx, ModelId};

use super::Shot;
use crate::gear::{Armor, Arms, Effect, Gun, Stick};
use crate::profile::Rule;
use crate::scores::Band;
use crate::state::{Mark, Models, State};

impl State {
    /// Notes which rules a shot makes use of.
    pub(super) fn cite_shot(&self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        if cx.is_quiet() {
            return;
        }
        self.cite_sight(cx, model, shot.target);
        self.cite_choice(cx, model, shot);
        self.cite_weapon(cx, model, shot);
        let target = self.model(shot.target);
        let aimed_before =
            self.acting(model).and_then(|acting| acting.volley).is_some_and(|v| v.aimed);
        let specialist = self.has(model, Rule::HandToHandSpecialist);
        let sharpshooter = self.has(model, Rule::Sharpshooter);
        let primitive = shot.arms.ranged().primitive;
        let both = target.is(Mark::Fallen) && self.is_helpless(shot.target);
        let rules: [(bool, &[&'static str]); 13] = [
            (both, &["MUT-Q-46"]),
            (true, &["MUT-RNG-01", "MUT-ACT-02"]),
            (shot.aimed, &["MUT-ACT-03", "MUT-RNG-30"]),
            (shot.later, &["MUT-RNG-24", "MUT-RNG-26", "MUT-G-23", "MUT-Q-26"]),
            (shot.later && aimed_before, &["MUT-Q-91"]),
            (self.is_stealthy(shot.target), &["MUT-SPC-120", "MUT-SPC-118"]),
            (self.is_stealth_lost(shot.target), &["MUT-SPC-063", "MUT-SPC-118"]),
            (target.has(Rule::Stealth), &["MUT-LOS-17"]),
            (self.is(model, Mark::Fallen) && !primitive, &["MUT-RNG-31"]),
            (self.lies_flat(shot.target), &["MUT-RNG-28"]),
            (target.is(Mark::PassedOut), &["MUT-Q-102"]),
            (sharpshooter || specialist, &["MUT-Q-92"]),
            (sharpshooter, &["MUT-SPC-108"]),
        ];
        cite_all(cx, &rules);
        if self.is(model, Mark::Hidden) {
            self.cite_senses(cx, shot.target);
        }
    }

    /// Notes the rules by which one enemy was chosen and others were not.
    fn cite_choice(&self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        let gap = self.gap(model, shot.target);
        let others = || self.enemies(model).filter(|m| *m != shot.target);
        let closer: Models = others().filter(|m| self.gap(model, *m) < gap).collect();
        let legal = |m: &ModelId| self.may_be_shot(model, *m).is_ok();
        let covered = |m: ModelId| self.sees_target(model, m) == Some(true);
        let easy = |m: &ModelId| legal(m) && (self.lies_flat(*m) || covered(*m));
        let regular = |m: &ModelId| legal(m) && !easy(m) && !self.is_large(*m);
        let shadow = |m: &ModelId| self.is_stealthy(*m) && !legal(m);
        let level = others().any(|m| self.gap(model, m) == gap && legal(&m));
        let farther = others().any(|m| self.gap(model, m) > gap && legal(&m));
        let first = !shot.later;
        let rules: [(bool, &[&'static str]); 7] = [
            (first && farther, &["MUT-LOS-03"]),
            (first && closer.iter().any(easy), &["MUT-LOS-04"]),
            (first && self.is_large(shot.target) && closer.iter().any(regular), &["MUT-LOS-05"]),
            (closer.iter().any(|m| !legal(m)), &["MUT-LOS-23", "MUT-Q-82"]),
            (closer.iter().any(shadow), &["MUT-LOS-17", "MUT-G-22"]),
            (level, &["MUT-Q-82"]),
            (shot.later && closer.iter().any(regular), &["MUT-Q-82"]),
        ];
        cite_all(cx, &rules);
    }

    /// Notes the rules of the weapon.
    fn cite_weapon(&self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        let weapon = shot.arms.ranged();
        let target = self.model(shot.target);
        let gap = self.gap(model, shot.target);
        let near = self.band(shot.arms, gap) == Some(Band::Single);
        let beam = weapon.effect == Effect::Beam;
        let pistol = shot.arms == Arms::Gun(Gun::Pistol) && gap > self.stick(Stick::Medium);
        let built_in = shot.item.and_then(|i| self.item(model, i)).is_some_and(|i| i.built_in);
        let rules: [(bool, &[&'static str]); 10] = [
            (true, &["MUT-T-10"]),
            (built_in, &["MUT-Q-61"]),
            (near, &["MUT-RNG-02"]),
            (weapon.bonus != 0, &["MUT-RNG-33", "MUT-Q-04"]),
            (weapon.high_tech, &["MUT-WPN-01"]),
            (pistol, &["MUT-Q-01"]),
            (matches!(shot.arms, Arms::Projection(_)), &["MUT-SPC-039", "MUT-T-09", "MUT-Q-100"]),
            (shot.arms == Arms::Quills && !near, &["MUT-Q-93"]),
            (beam && target.wears(Armor::Power), &["MUT-Q-17"]),
            (beam && target.wears(Armor::Reflective), &["MUT-SPC-070"]),
        ];
        cite_all(cx, &rules);
        cx.cite(weapon.clause);
    }

    /// Notes the rules by which somebody who was hidden strikes hand to hand (MUT-LOS-20).
    pub fn cite_ambush(&self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) {
        if !self.is(model, Mark::Hidden) {
            return;
        }
        cx.cite(Clause("MUT-LOS-18"));
        if !self.cite_senses(cx, target) {
            cx.cite(Clause("MUT-LOS-20"));
        }
    }

    /// Notes why somebody cannot be ambushed, if that is so (MUT-LOS-21).
    fn cite_senses(&self, cx: &mut Cx<'_>, target: ModelId) -> bool {
        let senses = [Rule::DangerSense, Rule::MotionDetector];
        let sense = senses.into_iter().find(|rule| self.has(target, *rule));
        if let Some(rule) = sense {
            cx.cite(Clause("MUT-LOS-21"));
            cx.cite(rule.clause());
        }
        sense.is_some()
    }
}

fn cite_all(cx: &mut Cx<'_>, rules: &[(bool, &[&'static str])]) {
    for (_, clauses) in rules.iter().filter(|(applies, _)| *applies) {
        clauses.iter().for_each(|id| cx.cite(Clause(id)));
    }
}
