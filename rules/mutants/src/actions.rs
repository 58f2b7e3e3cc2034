//! Chapter 4: what an activated model may do with its actions.
//!
//! Each chapter offers its own actions and carries them out; this file puts the list together
//! and asks which one it is to be.

use engine::{Ask, Choice, Clause, Cx, ModelId, Play, Refusal};
use smallvec::SmallVec;

use crate::area::Throw;
use crate::kit::KitAction;
use crate::leaders::OrderAction;
use crate::melee::Fight;
use crate::movement::MoveAction;
use crate::mutations::MutationAction;
use crate::psionics::PsiAction;
use crate::ranged::Shot;
use crate::scenarios::MissionAction;
use crate::state::State;

/// Something a model may do next (MUT-T-04).
#[derive(Clone, Debug)]
pub enum Action {
    /// Anything that changes where it is, or opens its way.
    Move(MoveAction),
    /// A blow.
    Fight(Fight),
    /// A shot.
    Shoot(Shot),
    /// A thrown grenade or canister.
    Throw(Throw),
    /// Something with its belongings.
    Kit(KitAction),
    /// A mutation.
    Mutation(MutationAction),
    /// A psionic power.
    Psi(PsiAction),
    /// A Leader's order.
    Order(OrderAction),
    /// Something the scenario allows.
    Mission(MissionAction),
    /// It has finished; unspent actions are lost (MUT-ACT-01).
    Done,
    /// Shown only to say why it is not possible.
    Impossible(String, Refusal),
}

/// A list of actions that is being put together.
#[derive(Debug)]
pub struct Offers {
    /// What is possible, and with a listener also what is not.
    pub list: SmallVec<[Action; 16]>,
    /// Whether anybody wants to know what is not possible.
    pub loud: bool,
}

impl Offers {
    /// An action that is possible.
    pub fn push(&mut self, action: Action) {
        self.list.push(action);
    }

    /// An action that is not, and why; worked out only for listeners.
    pub fn refuse(&mut self, label: impl FnOnce() -> String, why: impl FnOnce() -> Refusal) {
        if self.loud {
            self.list.push(Action::Impossible(label(), why()));
        }
    }
}

impl State {
    /// Everything a model may do now.
    pub fn actions(&self, model: ModelId, loud: bool) -> SmallVec<[Action; 16]> {
        let mut offers = Offers { list: SmallVec::new(), loud };
        if let Some(acting) = self.acting(model) {
            self.offer_fights(acting, &mut offers);
            self.offer_shots(acting, &mut offers);
            self.offer_throws(acting, &mut offers);
            self.offer_moves(acting, &mut offers);
            self.offer_kit(acting, &mut offers);
            self.offer_mutations(acting, &mut offers);
            self.offer_psi(acting, &mut offers);
            self.offer_orders(acting, &mut offers);
            self.offer_mission(acting, &mut offers);
        }
        match self.acting(model).and_then(|acting| self.strays(acting)) {
            None => offers.push(Action::Done),
            Some(refusal) => offers.refuse(|| "done".to_owned(), || refusal),
        }
        offers.list
    }

    /// A model that acts chooses what to do, and does it.
    pub fn act(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        cx.enter(|| format!("{}'s activation", self.name(model)));
        let actions = self.actions(model, !cx.is_quiet());
        let indices: SmallVec<[usize; 16]> = (0..actions.len()).collect();
        let ask = Ask::new(self.side(model), "action", "What does it do?", Clause("MUT-ACT-01"));
        let index = cx.choose(ask.about(model), &indices, |i| match &actions[*i] {
            Action::Move(action) => self.describe_move(model, action),
            Action::Fight(fight) => self.describe_fight(model, fight),
            Action::Shoot(shot) => self.describe_shot(model, shot),
            Action::Throw(throw) => self.describe_throw(model, throw),
            Action::Kit(action) => self.describe_kit(model, action),
            Action::Mutation(action) => self.describe_mutation(model, action),
            Action::Psi(action) => self.describe_psi(model, action),
            Action::Order(action) => self.describe_order(model, action),
            Action::Mission(action) => self.describe_mission(model, action),
            Action::Done => Choice::new("done").declining(),
            Action::Impossible(label, refusal) => {
                Choice::new(label.clone()).refused(refusal.clone())
            }
        })?;
        cx.leave();
        if !matches!(actions[index], Action::Done) {
            cx.cite(Clause("MUT-T-04"));
        }
        self.break_off(model, &actions[index]);
        match &actions[index] {
            Action::Move(action) => self.do_move(cx, model, action),
            Action::Fight(fight) => self.do_fight(cx, model, fight),
            Action::Shoot(shot) => self.do_shot(cx, model, shot),
            Action::Throw(throw) => self.do_throw(cx, model, throw),
            Action::Kit(action) => self.do_kit(cx, model, action),
            Action::Mutation(action) => self.do_mutation(cx, model, action),
            Action::Psi(action) => self.do_psi(cx, model, action),
            Action::Order(action) => self.do_order(cx, model, action),
            Action::Mission(action) => self.do_mission(cx, model, action),
            Action::Done | Action::Impossible(..) => {
                self.finish_acting(model);
                Ok(())
            }
        }
    }

    /// An attack on several targets is over when its maker does anything else but see to the
    /// weapon (MUT-RNG-24).
    fn break_off(&mut self, model: ModelId, action: &Action) {
        let goes_on = matches!(action, Action::Shoot(_) | Action::Kit(_) | Action::Impossible(..));
        if let Some(acting) = self.acting_mut(model)
            && !goes_on
        {
            acting.volley = None;
        }
    }
}
