//! What bursts leave behind: smoke, fire and gas, two inches around (PUN-SMO, PUN-INC, PUN-GAS).

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use tabletop::{Spot, measure};

use super::mark;
use crate::dice::{Roller, Sum};
use crate::gear::{GearRule, Item, WeaponId};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Models, PATCH_RADIUS, Patch, PatchKind, State};

impl State {
    /// Everybody whose base a burst touches, in the order of their numbers (PUN-G-12).
    pub fn touched_by(&self, spot: Spot) -> Models {
        let middle = mark(spot);
        self.up().filter(|m| measure::within_3d(&self.body(*m), &middle, PATCH_RADIUS)).collect()
    }

    /// A weapon bursts at a place (PUN-SMO-01, PUN-INC-01, PUN-GAS-01).
    pub fn burst(&mut self, cx: &mut Cx<'_>, weapon: WeaponId, spot: Spot) -> Play<()> {
        let rules = self.armoury.weapon(weapon).rules;
        if rules.has(GearRule::Smoke) {
            let kind = PatchKind::Smoke { turn: self.turn, round: self.round };
            self.patches.push(Patch { kind, spot });
            cx.say(|| Event::note(Clause("PUN-SMO-01"), format!("Smoke rises at {spot}")));
        }
        if rules.has(GearRule::Incendiary) {
            self.set_fire(cx, spot);
        }
        if rules.has(GearRule::Gas) {
            self.release_gas(cx, spot)?;
        }
        Ok(())
    }

    /// A cloud of gas: everybody it touches rolls or loses a point of Toughness for good, and
    /// staggers about in the next Action Turn (PUN-GAS-01 to 05, PUN-Q-44).
    pub fn release_gas(&mut self, cx: &mut Cx<'_>, spot: Spot) -> Play<()> {
        cx.say(|| Event::note(Clause("PUN-GAS-01"), format!("Gas spreads from {spot}")));
        ["PUN-G-12", "PUN-DIC-26"].iter().for_each(|id| cx.cite(Clause(id)));
        for model in self.touched_by(spot) {
            self.breathe_gas(cx, model)?;
        }
        Ok(())
    }

    fn breathe_gas(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        ["PUN-GAS-05", "PUN-Q-44"].iter().for_each(|id| cx.cite(Clause(id)));
        let own = self.is_its_turn(model);
        match &mut self.acting {
            // What comes in its own Action Turn tells in the next one.
            Some(acting) if own => acting.gassed.push(model),
            _ => self.model_mut(model).gassed = true,
        }
        if self.model(model).items.has(Item::Biohazard) {
            cx.cite(Clause("PUN-EQP-02"));
            cx.say(|| {
                let text = format!("{} is protected against gas", self.name(model));
                Event::note(Clause("PUN-GAS-04"), text).deed(Deed::Changed { model })
            });
            return Ok(());
        }
        let toughness = self.value(model, Attribute::Toughness);
        let mut sum = Sum::of(!cx.is_quiet(), toughness, "Toughness", "PUN-GAS-02");
        sum.add_if(self.has(model, ModelRule::Mutard), 2, "Mutard", "PUN-GAS-03");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "breathes gas" };
        let check = self.check(cx, who, &sum, false)?;
        if !check.passed {
            self.weaken(cx, model, Clause("PUN-GAS-02"));
        }
        Ok(())
    }

    /// A model loses a point of Toughness for good, and is Downed when none is left (PUN-ATT-04,
    /// PUN-Q-06).
    pub fn weaken(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        self.model_mut(model).toughness_lost += 1;
        cx.cite(Clause("PUN-Q-06"));
        cx.say(|| {
            let text = format!("{} loses a point of Toughness", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
        if self.value(model, Attribute::Toughness) <= 0 {
            self.wound(cx, model, Clause("PUN-ATT-04"));
        }
    }
}
