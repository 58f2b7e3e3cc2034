//! Electrified things and Shock weapons (PUN-ELE, PUN-SHK).

use engine::{Clause, Cx, Deed, Event, ModelId, Play};

use crate::dice::{Roller, Sum};
use crate::gear::{GearRule, Weapon};
use crate::hits::{Hit, Source};
use crate::options::PenaltiesLowerAttributes;
use crate::profile::Attribute;
use crate::state::{Shock, State};

/// What a shock costs of Combat, Precision and Agility (PUN-ELE-03).
const NUMB: i32 = 3;

impl State {
    /// What a shock costs on rolls (PUN-ELE-03, PUN-Q-06).
    pub fn numbness(&self, model: ModelId) -> i32 {
        match (self.model(model).shock, self.agreed.penalties_lower_attributes) {
            (Some(_), PenaltiesLowerAttributes::Off) => -NUMB,
            _ => 0,
        }
    }

    /// What a shock takes off the attributes themselves, where that is agreed (PUN-Q-06).
    pub fn numbed(&self, model: ModelId) -> i32 {
        match self.model(model).shock {
            Some(_) => NUMB + self.numbness(model),
            None => 0,
        }
    }

    /// Whether a model has anything Electrified about it (PUN-ELE-01).
    pub fn is_electrified(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.armour.is_some_and(|a| self.armoury.armour(a).has(GearRule::Electrified))
            || m.weapons.iter().any(|held| self.weapon(held).has(GearRule::Electrified))
    }

    /// Whether a model has the power that a weapon needs: Shock works in an electric suit only
    /// (PUN-SHK-02, PUN-B-23).
    pub fn has_power_for(&self, model: ModelId, weapon: &Weapon) -> bool {
        let worn = self.model(model).armour.map(|id| self.armoury.armour(id));
        !weapon.has(GearRule::Shock) || worn.is_some_and(|a| a.has(GearRule::Electrified))
    }

    /// Whoever has struck somebody with something Electrified may be shocked, whether or not the
    /// blow told (PUN-ELE-01, PUN-Q-43, PUN-DIC-29).
    pub fn shock_back(&mut self, cx: &mut Cx<'_>, hit: &Hit) -> Play<()> {
        let Some(aggressor) = hit.aggressor else { return Ok(()) };
        if !matches!(hit.source, Source::Blow(_)) || !self.is_electrified(hit.victim) {
            return Ok(());
        }
        ["PUN-ELE-01", "PUN-DIC-29", "PUN-B-23"].iter().for_each(|id| cx.cite(Clause(id)));
        self.risk_shock(cx, aggressor)
    }

    /// A Toughness roll against a shock, which lasts until the end of the model's next Action Turn;
    /// shocks do not add up (PUN-ELE-01 to 03, PUN-Q-43).
    pub fn risk_shock(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        let toughness = self.value(model, Attribute::Toughness);
        let sum = Sum::of(!cx.is_quiet(), toughness, "Toughness", "PUN-ELE-01");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "bears the shock" };
        cx.cite(Clause("PUN-Q-43"));
        if self.check(cx, who, &sum, false)?.passed {
            return Ok(());
        }
        let own = self.is_its_turn(model);
        self.model_mut(model).shock = Some(if own { Shock::Fresh } else { Shock::Wearing });
        cx.cite(Clause("PUN-Q-06"));
        cx.say(|| {
            let text = format!("{} is numb: -3 to Combat, Precision and Agility", self.name(model));
            Event::note(Clause("PUN-ELE-03"), text).deed(Deed::Changed { model })
        });
        if self.value(model, Attribute::Agility) <= 0 {
            self.wound(cx, model, Clause("PUN-ATT-04"));
        }
        Ok(())
    }
}
