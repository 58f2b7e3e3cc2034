//! Who may fire at all (OD6-FIR-19 to 24).

use engine::{Clause, Cx, ModelId, Refusal};

use super::Occasion;
use crate::options::ChargeBarsFire;
use crate::state::{Models, Pace, SquadId, State};

/// Why somebody may not fire: the rule, and the reason in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar(pub(super) &'static str, pub(super) &'static str);

impl Bar {
    pub(super) fn refusal(self, who: &str) -> Refusal {
        Refusal::new(Clause(self.0), format!("{who} {}", self.1))
    }
}

impl State {
    /// What keeps a whole squad from firing.
    pub(crate) fn squad_bar(&self, squad: SquadId, occasion: Occasion) -> Option<Bar> {
        let own = self.squad(squad);
        let phase = occasion == Occasion::Phase;
        let bars = [
            (own.morale == 0, Bar("OD6-FIR-22", "is broken")),
            (own.done.no_fire, Bar("OD6-FIR-21", "has a No Fire marker")),
            // The target of a charge that gave way is silent in the Fire Combat Phase.
            (phase && own.done.gave_way, Bar("OD6-FIR-23", "has given way in this turn")),
        ];
        let found = bars.into_iter().find(|(holds, _)| *holds).map(|(_, bar)| bar);
        found.or_else(|| {
            let all = self.agreed.charge_bars_fire == ChargeBarsFire::Squad;
            (all && self.has_charged(squad)).then_some(Bar("OD6-Q-96", "has charged in this turn"))
        })
    }

    /// Whether anybody of a squad, fallen since or not, has charged in this turn.
    pub(crate) fn has_charged(&self, squad: SquadId) -> bool {
        self.ids().any(|m| self.squad_of(m) == squad && self.model(m).charged)
    }

    /// What keeps a soldier from firing, apart from his squad.
    pub(super) fn soldier_bar(&self, model: ModelId, occasion: Occasion) -> Option<Bar> {
        self.body_bar(model, occasion).or_else(|| {
            let bar = Bar("OD6-FIR-15", "has nothing to fire");
            self.arms(model).is_empty().then_some(bar)
        })
    }

    /// What keeps a soldier from firing and throwing alike: what he has done, or an enemy.
    pub(crate) fn body_bar(&self, model: ModelId, occasion: Occasion) -> Option<Bar> {
        let m = self.model(model);
        if m.charged {
            return Some(Bar("OD6-FIR-20", "has charged in this turn"));
        }
        if m.fired {
            return Some(Bar("OD6-FIR-20", "has fired in this turn, or served a weapon"));
        }
        if occasion == Occasion::Opportunity && self.fire_pace(model) != Pace::Still {
            return Some(Bar("OD6-OPF-01", "has moved"));
        }
        if self.fire_pace(model) == Pace::Ran {
            return Some(Bar("OD6-FIR-21", "ran, or somebody with him did"));
        }
        if occasion != Occasion::Phase && self.is_assembling(model) {
            return Some(Bar("OD6-SPW-03", "is busy with a weapon"));
        }
        // On other occasions than the Fire Combat Phase by analogy (OD6-Q-88).
        let contact = self.contacts(model).next().is_some();
        contact.then_some(match occasion {
            Occasion::Phase => Bar("OD6-FIR-19", "is in contact with an enemy"),
            _ => Bar("OD6-Q-88", "is in contact with an enemy"),
        })
    }

    /// How far those have gone whose haste spoils a soldier's aim (OD6-MOV-06, OD6-FIR-14). Where
    /// a charge bars only those who ran in it, their run is not the others' (OD6-Q-96). Those who
    /// have lost touch answer for themselves alone (OD6-Q-12).
    pub(crate) fn fire_pace(&self, model: ModelId) -> Pace {
        let squad = self.squad_of(model);
        // Where all have done the same, nobody has to find out who is with whom.
        let own = self.model(model).pace;
        let none_fell = self.squad(squad).done.pace <= own;
        if none_fell && self.members(squad).all(|m| self.model(m).pace == own) {
            return own;
        }
        if self.agreed.charge_bars_fire == ChargeBarsFire::Squad || !self.has_charged(squad) {
            return self.pace_of(model);
        }
        let apart = self.separated(squad);
        if apart.contains(&model) {
            return own;
        }
        let with_him = |m: &ModelId| !self.model(*m).charged && !apart.contains(m);
        let stayed = self.members(squad).filter(with_him);
        stayed.map(|m| self.model(m).pace).max().unwrap_or_default()
    }

    /// The soldiers of a squad whom nothing keeps from firing.
    pub(super) fn free_to_fire(&self, squad: SquadId, occasion: Occasion) -> Models {
        if self.squad_bar(squad, occasion).is_some() {
            return Models::new();
        }
        self.members(squad).filter(|m| self.soldier_bar(*m, occasion).is_none()).collect()
    }

    /// Mentions the rules that keep a squad or some of its soldiers from firing.
    pub(super) fn cite_bars(&self, cx: &mut Cx<'_>, squad: SquadId, occasion: Occasion) {
        if cx.is_quiet() {
            return;
        }
        match self.squad_bar(squad, occasion) {
            Some(bar) => cx.cite(Clause(bar.0)),
            None => {
                for bar in self.members(squad).filter_map(|m| self.soldier_bar(m, occasion)) {
                    cx.cite(Clause(bar.0));
                    if matches!(bar.0, "OD6-FIR-19" | "OD6-Q-88") {
                        // Contact is what bases of the usual size have.
                        cx.cite(Clause("OD6-REC-01"));
                    }
                }
            }
        }
        if self.squad(squad).done.no_fire {
            cx.cite(Clause("OD6-REC-03"));
        }
        let defended = self.squad(squad).done.defended && occasion == Occasion::Phase;
        if defended && self.members(squad).any(|m| self.model(m).fired) {
            cx.cite(Clause("OD6-DEF-06"));
        }
    }
}
