//! Chapter 14: mutations that are used.

use engine::{Choice, Clause, Cx, ModelId, Play};
use smallvec::SmallVec;

use crate::actions::{Action, Offers};
use crate::kit::Why;
use crate::profile::Rule;
use crate::state::{Acting, Mark, State};

pub use feeding::Cell;

mod allure;
mod doppelganger;
mod entangle;
mod feeding;
mod healing;

/// A mutation that a model uses (MUT-ACT-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutationAction {
    /// Distracts everybody near (MUT-SPC-003).
    Allure,
    /// Becomes a copy of somebody adjacent (MUT-SPC-023).
    Copy(ModelId),
    /// Becomes itself again (MUT-SPC-024).
    Revert,
    /// Empties a Cell of somebody adjacent (MUT-SPC-037).
    Drain(ModelId, Cell),
    /// Binds somebody with strands, with one to three actions (MUT-SPC-042).
    Entangle(ModelId, u8),
    /// Heals somebody adjacent with one to three dice (MUT-SPC-059).
    Heal(ModelId, u8),
    /// Raises a shield of the mind (MUT-SPC-128).
    Shield,
}

/// Mutations one might use, each with what stands against it.
type Uses = SmallVec<[(MutationAction, Option<Why>); 8]>;

impl State {
    /// Mutations a model may use.
    pub fn offer_mutations(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let mut uses = Uses::new();
        let m = self.model(model);
        if m.has(Rule::Allure) {
            uses.push((MutationAction::Allure, self.body_bound(model)));
        }
        if m.truly.is_some() {
            uses.push((MutationAction::Revert, None));
        }
        if m.has(Rule::TelekineticShield) {
            let up = m.is(Mark::Shielded);
            let up = up.then_some(("MUT-SPC-128", "its shield is up already"));
            uses.push((MutationAction::Shield, self.mind_barred(model).or(up)));
        }
        self.copying(model, &mut uses);
        self.draining(model, &mut uses);
        self.healing(model, &mut uses);
        for (action, why) in uses {
            let cost = self.mutation_cost(&action);
            let short = ("MUT-T-04", "it has too few actions left for that");
            // Whoever has no action at all left need not be told of each thing it takes.
            let why = why.or((cost > acting.actions).then_some(short));
            if acting.actions > 0 || cost == 0 {
                let key = || self.mutation_key(&action);
                offers.put(why, Action::Mutation(action), key);
            }
        }
        self.offer_entangle(acting, offers);
    }

    /// Why a model cannot use a mental mutation that is no attack (MUT-CON-15, MUT-GRP-07).
    fn mind_barred(&self, model: ModelId) -> Option<Why> {
        let regroups = self.regroups();
        let busy = regroups.then_some(("MUT-GRP-07", "models that regroup use no psionics"));
        self.mind_bound(model, false).or(busy)
    }

    /// What it costs in actions (MUT-ACT-06, MUT-T-04).
    fn mutation_cost(&self, action: &MutationAction) -> u8 {
        use crate::options::HealDicePerAction;
        match action {
            MutationAction::Revert => 0,
            MutationAction::Copy(_) => 2,
            MutationAction::Entangle(_, actions) => *actions,
            MutationAction::Heal(_, dice) => match self.agreed.heal_dice_per_action {
                HealDicePerAction::Off => 1,
                HealDicePerAction::On => *dice,
            },
            MutationAction::Allure | MutationAction::Drain(..) | MutationAction::Shield => 1,
        }
    }

    fn mutation_key(&self, action: &MutationAction) -> String {
        match action {
            MutationAction::Allure => "use Allure".to_owned(),
            MutationAction::Copy(target) => format!("become a copy of {}", self.name(*target)),
            MutationAction::Revert => "return to its own shape".to_owned(),
            MutationAction::Drain(target, cell) => self.drain_key(*target, *cell),
            MutationAction::Entangle(target, 1) => format!("entangle {}", self.name(*target)),
            MutationAction::Entangle(target, actions) => {
                format!("entangle {} with {actions} actions", self.name(*target))
            }
            MutationAction::Heal(patient, 1) => format!("heal {} with 1 die", self.name(*patient)),
            MutationAction::Heal(patient, dice) => {
                format!("heal {} with {dice} dice", self.name(*patient))
            }
            MutationAction::Shield => "raise a Telekinetic Shield".to_owned(),
        }
    }

    /// It in words.
    pub fn describe_mutation(&self, model: ModelId, action: &MutationAction) -> Choice {
        let (about, merit) = match action {
            MutationAction::Allure => (model, self.merit_of_allure(model)),
            MutationAction::Copy(target) => (*target, self.merit_of_copy(model, *target)),
            MutationAction::Revert => (model, -15),
            MutationAction::Drain(target, cell) => {
                (*target, self.merit_of_drain(model, *target, *cell))
            }
            MutationAction::Entangle(target, actions) => {
                (*target, self.merit_of_entangle(*target, *actions))
            }
            MutationAction::Heal(patient, dice) => {
                (*patient, self.merit_of_healing(model, *patient, *dice))
            }
            MutationAction::Shield => (model, 4),
        };
        let detail = match self.mutation_cost(action) {
            0 => "no action".to_owned(),
            1 => "1 action".to_owned(),
            cost => format!("{cost} actions"),
        };
        Choice::new(self.mutation_key(action)).detail(detail).about(about).merit(merit)
    }

    /// Uses it.
    pub fn do_mutation(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        action: &MutationAction,
    ) -> Play<()> {
        let cost = self.mutation_cost(action);
        self.spend(model, cost);
        if *action != MutationAction::Shield {
            self.drop_shield(cx, model);
        }
        if cost > 0 {
            cx.cite(Clause("MUT-ACT-06"));
        }
        if self.is(model, Mark::Webbed) {
            cx.cite(Clause("MUT-CON-15"));
        }
        match action {
            MutationAction::Allure => self.use_allure(cx, model),
            MutationAction::Copy(target) => {
                self.become_copy(cx, model, *target);
                Ok(())
            }
            MutationAction::Revert => {
                self.revert(cx, model);
                Ok(())
            }
            MutationAction::Drain(target, cell) => {
                self.drain(cx, model, *target, *cell);
                Ok(())
            }
            MutationAction::Entangle(target, actions) => {
                self.entangle(cx, model, *target, *actions)
            }
            MutationAction::Heal(patient, dice) => self.heal(cx, model, *patient, *dice),
            MutationAction::Shield => {
                self.model_mut(model).marks.put(Mark::Shielded);
                let what = || "raises a Telekinetic Shield".to_owned();
                self.tell(cx, model, "MUT-SPC-128", what);
                Ok(())
            }
        }
    }

    /// Whether a Telekinetic Shield stops an attack on a model: physical ones only, while it can
    /// concentrate (MUT-SPC-128, MUT-SPC-130, MUT-Q-105).
    pub fn is_shielded_from(&self, target: ModelId, physical: bool) -> bool {
        let m = self.model(target);
        let minds = m.has(Rule::TelekineticShield) && !m.is(Mark::PassedOut);
        physical && minds && m.is(Mark::Shielded)
    }
}
