//! Allure: a scent that makes minds wander (MUT-SPC-003 to 005).

use engine::{Clause, Cx, ModelId, Play};

use crate::gear::{Armor, Stick};
use crate::quality::{Test, Try};
use crate::state::{Mark, Models, State};

impl State {
    /// Whether a scent reaches a model's mind: it lives and wears nothing that keeps it out
    /// (MUT-SPC-003, MUT-SPC-012).
    fn smells(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.is_organic() && !m.wears(Armor::Nbc) && !m.wears(Armor::Power)
    }

    /// Everybody within Short of the user's base, friends too, not the user (MUT-G-15,
    /// MUT-Q-99).
    fn in_allure(&self, user: ModelId) -> Models {
        let near = |m: &ModelId| *m != user && self.within(user, *m, Stick::Short);
        self.in_play().filter(near).filter(|m| !self.is(*m, Mark::Lurking)).collect()
    }

    /// How good it looks: enemies count for it, friends against.
    pub(super) fn merit_of_allure(&self, user: ModelId) -> i32 {
        let side = self.side(user);
        let all = self.in_allure(user);
        let victims = all.iter().filter(|m| self.smells(**m) && self.model(**m).lured.is_none());
        let sum: i32 = victims.map(|m| if self.side(*m) == side { -25 } else { 22 }).sum();
        sum - 2
    }

    /// Each model near rolls one Quality die, or has -2 on Quality checks until the user's side
    /// has its next turn (MUT-SPC-004, MUT-SPC-005).
    pub(super) fn use_allure(&mut self, cx: &mut Cx<'_>, user: ModelId) -> Play<()> {
        for id in ["MUT-Q-99", "MUT-G-15"] {
            cx.cite(Clause(id));
        }
        self.tell(cx, user, "MUT-SPC-003", || "spreads its scent".to_owned());
        let side = self.side(user);
        for model in self.in_allure(user) {
            if !self.smells(model) {
                let m = self.model(model);
                if !m.is_organic() {
                    cx.cite(Clause("MUT-SPC-012"));
                } else if m.wears(Armor::Power) {
                    cx.cite(Clause("MUT-SPC-101"));
                }
                self.tell(cx, model, "MUT-SPC-003", || "does not notice the scent".to_owned());
                continue;
            }
            let roll = Try::new(Test::Resist, 1, "resists the Allure", Clause("MUT-SPC-004"));
            if !self.passes(cx, model, &roll)? {
                self.model_mut(model).lured = Some(side);
                self.tell(cx, model, "MUT-SPC-005", || "is lured".to_owned());
            }
        }
        Ok(())
    }
}
