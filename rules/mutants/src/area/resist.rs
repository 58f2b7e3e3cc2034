//! Charges that are resisted with Quality: minds, ears and plants.

use engine::{Clause, Cx, Event, ModelId, Play};

use crate::clash::{Clash, Manner};
use crate::gear::{Armor, Grenade};
use crate::options::NbcStopsSonicGrenade;
use crate::pending::{Charge, Pending};
use crate::profile::{Energy, Kind, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, State};

impl State {
    /// What is resisted with Quality instead of being fought (MUT-ARE-06).
    pub fn resist_charge(&mut self, cx: &mut Cx<'_>, model: ModelId, charge: Charge) -> Play<()> {
        match charge {
            Charge::Grenade(Grenade::PsiNeg) if self.has_mental_mutation(model) => {
                if !self.withstands(cx, model, charge)? {
                    self.silence(cx, model);
                }
            }
            Charge::Grenade(Grenade::Sonic) if self.hears(cx, model) => {
                if !self.withstands(cx, model, charge)? {
                    self.transfix(cx, model, false, charge.clause());
                }
            }
            Charge::Herbicide => {
                self.wither(cx, model, charge)?;
            }
            _ => {
                let text = || format!("{} is not affected", self.name(model));
                cx.say(|| Event::note(charge.clause(), text()));
            }
        }
        Ok(())
    }

    fn withstands(&mut self, cx: &mut Cx<'_>, model: ModelId, charge: Charge) -> Play<bool> {
        cx.cite(Clause("MUT-ARE-06"));
        if self.is_shielded_from(model, true) {
            cx.cite(Clause("MUT-Q-105"));
        }
        self.passes(cx, model, &Try::new(Test::Resist, 1, "resists the charge", charge.clause()))
    }

    /// Whether a model has a mental mutation that it has not lost (MUT-ARE-15).
    pub(super) fn has_mental_mutation(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.nature.rules.iter().any(|rule| rule.is_mental() && m.has(rule))
    }

    /// A mind falls silent for this game: what it held up or held captive is free
    /// (MUT-ARE-15).
    fn silence(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.tell(cx, model, "MUT-ARE-15", || "loses its mental mutations".to_owned());
        self.model_mut(model).marks.put(Mark::PsiLost);
        self.drop_shield(cx, model);
        self.release_minds(cx, model);
    }

    /// Whether sound cannot hurt a model (MUT-ARE-19, MUT-SPC-012, MUT-Q-14).
    pub(super) fn is_deaf(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let suit = self.agreed.nbc_stops_sonic_grenade == NbcStopsSonicGrenade::On;
        let absorbs = m.nature.absorbs.filter(|_| m.has(Rule::Absorption));
        !m.is_organic()
            || m.nature.kind == Kind::Plant
            || m.wears(Armor::Power)
            || (suit && m.wears(Armor::Nbc))
            || absorbs == Some(Energy::Sonic)
            || m.adapted == Some(Energy::Sonic)
    }

    /// Whether a sonic grenade gets at a model; one that adapts hears nothing any more
    /// (MUT-SPC-001, MUT-SPC-034).
    fn hears(&mut self, cx: &mut Cx<'_>, model: ModelId) -> bool {
        let m = self.model(model);
        for (id, applies) in [
            ("MUT-Q-14", m.nature.kind == Kind::Plant || m.wears(Armor::Nbc)),
            ("MUT-SPC-012", !m.is_organic()),
            ("MUT-SPC-101", m.wears(Armor::Power)),
            ("MUT-SPC-001", m.nature.absorbs == Some(Energy::Sonic)),
            ("MUT-SPC-034", m.adapted == Some(Energy::Sonic)),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        let manner =
            Manner::Blast { charge: Charge::Grenade(Grenade::Sonic), center: self.spot(model) };
        let clash = Clash { by: None, side: self.side(model), target: model, manner };
        if self.is_deaf(model) {
            return false;
        }
        let Some(energy) = self.adapts_to(&clash) else { return true };
        if self.adapt_at_once(cx, model, energy) {
            return false;
        }
        self.pending.push(Pending::Adapts { model, energy });
        true
    }

    /// Whether plant poisons work on a model (MUT-TYP-16, MUT-SPC-092).
    pub(super) fn is_vegetable(&self, model: ModelId) -> bool {
        self.kind(model) == Kind::Plant || self.has(model, Rule::Photosynthesis)
    }

    /// A Plant rolls for its life against Defoliant or Herbicide; says whether it has died
    /// (MUT-ARE-18, MUT-ARE-21). A Telekinetic Shield keeps both out (MUT-Q-105).
    pub(super) fn wither(&mut self, cx: &mut Cx<'_>, model: ModelId, charge: Charge) -> Play<bool> {
        if !self.is_vegetable(model) {
            return Ok(false);
        }
        if self.is_shielded_from(model, charge.is_physical()) {
            cx.cite(Clause("MUT-Q-105"));
            let text = || format!("{}'s Telekinetic Shield keeps it out", self.name(model));
            cx.say(|| Event::note(Clause("MUT-SPC-130"), text()));
            return Ok(false);
        }
        let plant = self.kind(model) == Kind::Plant;
        cx.cite(Clause(if plant { "MUT-TYP-16" } else { "MUT-SPC-092" }));
        if self.withstands(cx, model, charge)? {
            return Ok(false);
        }
        self.kill(cx, model, false, charge.clause());
        Ok(true)
    }
}
