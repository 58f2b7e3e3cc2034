//! Tools: a jam can be cleared (PUN-B-27).

use engine::{Choice, Clause, Cx, Deed as Done, Event, ModelId, Play};

use crate::actions::{Action, Deed};
use crate::dice::{Roller, Sum};
use crate::gear::Item;
use crate::profile::Attribute;
use crate::state::State;

impl State {
    /// Jammed weapons that a model with tools could see to: its own, and those of friends in
    /// contact.
    pub(super) fn add_repairs(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        if !self.model(model).items.has(Item::Tools) {
            return;
        }
        let able = self.attribute(model, Attribute::Tech).is_some();
        let friends = self.friends(model).filter(|friend| self.touches(model, *friend));
        for owner in std::iter::once(model).chain(friends) {
            for (i, held) in self.model(owner).weapons.iter().enumerate() {
                let deed = Deed::Repair(owner, i as u8);
                if held.jammed && able {
                    actions.push(Action::Do(deed));
                } else if held.jammed && told {
                    let why = format!("{} has no Tech", self.name(model));
                    let refusal = engine::Refusal::new(Clause("PUN-ATT-03"), why);
                    let key = self.describe_repair(model, owner, i as u8).key;
                    actions.push(Action::Impossible(key, refusal));
                }
            }
        }
    }

    /// What a player should know of a repair.
    pub fn describe_repair(&self, model: ModelId, owner: ModelId, weapon: u8) -> Choice {
        let held = self.held(owner, weapon);
        let name = &self.weapon(held).name;
        let own = self.model(owner).weapons[..usize::from(weapon)].iter();
        let before = own.filter(|other| other.jammed && other.weapon == held.weapon).count();
        let which = if before > 0 { format!(" ({})", before + 1) } else { String::new() };
        let key = match owner == model {
            true => format!("repair {name}{which}"),
            false => format!("repair {}'s {name}{which}", self.name(owner)),
        };
        let tech = self.value(model, Attribute::Tech);
        Choice::new(key).detail(format!("Tech, {tech} or less")).merit(20 + 3 * tech)
    }

    /// A model tries to clear a jam with a Tech roll (PUN-B-27).
    pub fn repair(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (owner, weapon): (ModelId, u8),
    ) -> Play<()> {
        let tech = self.value(model, Attribute::Tech);
        let sum = Sum::of(!cx.is_quiet(), tech, "Tech", "PUN-B-27");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "repairs" };
        let passed = self.check(cx, who, &sum, false)?.passed;
        if passed {
            self.model_mut(owner).weapons[usize::from(weapon)].jammed = false;
        }
        cx.say(|| {
            let gun = &self.weapon(self.held(owner, weapon)).name;
            let verb = if passed { "clears the jam of" } else { "gets nowhere with" };
            let text = format!("{} {verb} the {gun}", self.name(model));
            Event::note(Clause("PUN-B-27"), text).deed(Done::Changed { model: owner })
        });
        Ok(())
    }
}
