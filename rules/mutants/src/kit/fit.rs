//! Who is fit to act: bodies and minds that are free, orders, the one attack of a turn.

use engine::{Clause, ModelId, Refusal};

use crate::actions::{Action, Offers};
use crate::profile::Rule;
use crate::state::{Mark, Order, State};

/// Why something cannot be done: the clause, and what to do about it.
pub type Why = (&'static str, &'static str);

impl Offers {
    /// Offers an action; if it is not possible, tells listeners why.
    pub fn put(&mut self, why: Option<Why>, action: Action, key: impl FnOnce() -> String) {
        match why {
            None => self.push(action),
            Some((id, text)) => self.refuse(key, || Refusal::new(Clause(id), text)),
        }
    }
}

impl State {
    /// Why a model can do nothing with its body: out cold, Transfixed, or hanging on a wall
    /// (MUT-CON-15, MUT-CON-17, MUT-TER-25, MUT-Q-101).
    pub fn body_bound(&self, model: ModelId) -> Option<Why> {
        let m = self.model(model);
        if m.is(Mark::PassedOut) {
            return Some(("MUT-CON-17", "it is out cold; only Stimulant or Healing wakes it"));
        }
        if m.is(Mark::Transfixed) {
            return Some(("MUT-CON-15", "it is Transfixed; it can only break free"));
        }
        self.hangs(model).then_some(("MUT-TER-25", "it needs its hands to hold on to the wall"))
    }

    /// Why a model cannot use its mind. Webs hold only the body (MUT-CON-15), and a climber may
    /// still attack with its mind (MUT-TER-27).
    pub fn mind_bound(&self, model: ModelId, attack: bool) -> Option<Why> {
        let m = self.model(model);
        let webbed = m.is(Mark::Transfixed) && m.is(Mark::Webbed) && !m.is(Mark::PassedOut);
        let bound = self.body_bound(model);
        if webbed || (attack && bound.is_some_and(|(id, _)| id == "MUT-TER-25")) {
            return None;
        }
        bound
    }

    /// Whether a model hangs on a wall and is no good at it (MUT-TER-25, MUT-TER-29).
    fn hangs(&self, model: ModelId) -> bool {
        self.is(model, Mark::Climbing) && !self.has(model, Rule::Clinging)
    }

    /// Why a model may not attack: it has attacked already (MUT-ACT-02), or it regroups
    /// (MUT-GRP-07).
    pub fn attack_barred(&self, model: ModelId) -> Option<Why> {
        if self.regroups() {
            return Some(("MUT-GRP-07", "models that regroup do not attack"));
        }
        let attacked = self.is(model, Mark::Attacked);
        attacked.then_some(("MUT-ACT-02", "it has made its one attack of this turn"))
    }

    /// Whether the models that act have been ordered to regroup.
    pub fn regroups(&self) -> bool {
        let order = self.active.as_ref().and_then(|active| active.order);
        matches!(order, Some(Order::Regroup { .. }))
    }
}
