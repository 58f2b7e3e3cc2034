//! Doppelgangers: becoming somebody else, and oneself again (MUT-SPC-023 to 027).

use engine::{Clause, Cx, ModelId};

use super::{MutationAction, Uses};
use crate::pending::Pending;
use crate::profile::{Kind, Nature, Rule, RuleSet};
use crate::state::{Guise, Mark, Marks, State};

/// Whether a rule is inborn: not learned, unless the whole type has it, as Plants are at home in
/// woods (MUT-TYP-15).
fn is_inborn(kind: Kind, rule: Rule) -> bool {
    !rule.is_learned() || Nature::plain(kind).has(rule)
}

/// What of a nature is inborn: the Quality and Combat of its type, mutations, size, movement and
/// traits; nothing learned and no bonus (MUT-Q-114).
fn inborn(nature: &Nature) -> Nature {
    let (quality, combat) = nature.kind.basics();
    // A second head dulls both (MUT-SPC-139).
    let quality = quality + u8::from(nature.has(Rule::TwoHeaded));
    Nature {
        quality: nature.quality.max(quality),
        combat: nature.combat.min(combat),
        rules: nature.rules.filtered(|rule| is_inborn(nature.kind, rule)),
        ..*nature
    }
}

impl State {
    /// Whom a Doppelganger might copy: anything alive that it touches; it knows from afar who
    /// could be (MUT-SPC-023, MUT-SPC-025).
    pub(super) fn copying(&self, model: ModelId, uses: &mut Uses) {
        let m = self.model(model);
        if !m.has(Rule::Doppelganger) || m.truly.is_some() {
            return;
        }
        let bound = self.body_bound(model);
        let seen = |o: &ModelId| *o != model && !self.is(*o, Mark::Lurking);
        for target in self.in_play().filter(seen) {
            let why = match () {
                () if !self.model(target).is_organic() => {
                    Some(("MUT-SPC-025", "Artificial beings cannot be copied"))
                }
                () if !self.touch(model, target) => {
                    Some(("MUT-SPC-023", "it could be copied, but must be touched for that"))
                }
                () => None,
            };
            uses.push((MutationAction::Copy(target), bound.or(why)));
        }
    }

    /// How good a copy looks: what it adds to Combat and Quality.
    pub(super) fn merit_of_copy(&self, model: ModelId, target: ModelId) -> i32 {
        let (own, other) = (&self.model(model).nature, inborn(&self.model(target).nature));
        let combat = i32::from(other.combat) - i32::from(own.combat);
        let quality = i32::from(own.quality) - i32::from(other.quality);
        let size = i32::from(other.size() > own.size());
        15 * (combat + quality + size) - 5
    }

    /// A Doppelganger becomes a copy: what is inborn of the other, what is learned of its own,
    /// and whatever drug works in the other (MUT-SPC-023, MUT-SPC-027).
    pub(super) fn become_copy(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) {
        let copied = inborn(&self.model(target).nature);
        let adapted = self.model(target).adapted;
        let mut drugs = Marks::default();
        let fresh = |mark: &Mark| !self.is(model, *mark);
        self.drugs_in(target).filter(fresh).for_each(|mark| drugs.put(mark));
        let wretched = copied.kind == Kind::Wretched;
        let variable = copied.absorbs.is_some() || copied.projects.is_some() || adapted.is_some();
        for (id, applies) in [
            ("MUT-Q-114", true),
            ("MUT-SPC-026", wretched),
            ("MUT-SPC-027", variable || drugs != Marks::default()),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        let m = self.model_mut(model);
        let own = m.nature.kind;
        let learned = m.nature.rules.filtered(|rule| !is_inborn(own, rule));
        let rules: RuleSet = copied.rules.iter().chain(learned.iter()).collect();
        m.truly = Some(Box::new(m.nature));
        m.guise = Guise { drugs, adapted: m.adapted };
        m.nature = Nature { rules, ..copied };
        m.adapted = adapted;
        drugs.iter().for_each(|mark| m.marks.put(mark));
        let what = || format!("becomes a copy of {}", self.name(target));
        self.tell(cx, model, "MUT-SPC-023", what);
    }

    /// A Doppelganger is itself again: when it dies or is knocked down, or when its player likes
    /// (MUT-SPC-024). Whoever was a Wretched rolls for the disease now (MUT-SPC-026).
    pub fn revert(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let Some(own) = self.model_mut(model).truly.take() else { return };
        let was_wretched = self.kind(model) == Kind::Wretched;
        let m = self.model_mut(model);
        let Guise { drugs, adapted } = std::mem::take(&mut m.guise);
        m.nature = *own;
        m.adapted = adapted;
        drugs.iter().for_each(|mark| m.marks.clear(mark));
        self.tell(cx, model, "MUT-SPC-024", || "is itself again".to_owned());
        if was_wretched && self.model(model).spot.is_some() {
            cx.cite(Clause("MUT-SPC-026"));
            self.pending.push(Pending::Disease(model));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Energy;

    #[test]
    fn a_copy_has_what_is_inborn_and_nothing_else() {
        let mut boss = Nature::plain(Kind::Mutant);
        (boss.quality, boss.combat) = (3, 4);
        boss.absorbs = Some(Energy::Laser);
        for rule in [Rule::Leader, Rule::CombatBonus, Rule::Absorption, Rule::Big, Rule::Savage] {
            boss.rules.add(rule);
        }
        let copy = inborn(&boss);
        assert_eq!((copy.quality, copy.combat), (4, 3));
        assert_eq!(copy.absorbs, Some(Energy::Laser));
        assert!(copy.has(Rule::Absorption));
        assert!(copy.has(Rule::Big));
        let learned = [Rule::Leader, Rule::CombatBonus, Rule::Savage];
        assert!(!learned.into_iter().any(|rule| copy.has(rule)));
    }

    #[test]
    fn a_second_head_is_copied_with_its_price() {
        let mut nature = Nature::plain(Kind::Mutant);
        nature.quality = 5;
        nature.rules.add(Rule::TwoHeaded);
        assert_eq!(inborn(&nature).quality, 5);
    }
}
