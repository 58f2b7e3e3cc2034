//! What attacks are made of, and bodies that get used to it (MUT-T-08, MUT-SPC-034).

use engine::{Clause, Cx, ModelId};

use super::{Clash, Manner};
use crate::gear::{Arms, Gear};
use crate::leaders::Salvo;
use crate::options::AdaptFirstHit;
use crate::pending::Charge;
use crate::profile::{Energy, Rule};
use crate::state::State;

/// What all weapons of a volley have in common; of a mixed one something always gets through.
pub fn shared<T: PartialEq>(salvo: &Salvo, of: impl Fn(Arms) -> T) -> Option<T> {
    let mut all = salvo.iter().flatten().map(|arms| of(*arms));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

impl State {
    /// What an attack is made of (MUT-T-08).
    pub fn energy_of(&self, clash: &Clash, with: Option<u8>) -> Option<Energy> {
        match clash.manner {
            Manner::Melee { .. } | Manner::Hack { .. } => {
                let fighter = clash.by.filter(|_| with.is_some());
                let gun = fighter.and_then(|m| self.gun(m, with));
                Some(
                    gun.map_or(Energy::Kinetic, |gun| {
                        gun.ranged().energy.unwrap_or(Energy::Kinetic)
                    }),
                )
            }
            Manner::Quills | Manner::Rubble => Some(Energy::Kinetic),
            Manner::Shot { arms, .. } => arms.ranged().energy,
            Manner::Sentry { gun, .. } => gun.ranged().energy,
            Manner::Volley { arms, .. } => shared(&arms, |arms| arms.ranged().energy)?,
            Manner::Blast { charge: Charge::Grenade(grenade), .. } => grenade.energy(),
            Manner::Blast { charge: Charge::Fruit, .. } => Some(Energy::Kinetic),
            Manner::Blast { charge: Charge::Herbicide, .. } | Manner::Telepathy { .. } => None,
            Manner::Misfire(Gear::Gun(gun)) => gun.ranged().energy,
            Manner::Misfire(Gear::Grenade(grenade)) => grenade.energy(),
            Manner::Misfire(_) => None,
        }
    }

    /// What the attacker's own blow is made of (MUT-T-08).
    pub fn energy_of_attack(&self, clash: &Clash) -> Option<Energy> {
        let with = match clash.manner {
            Manner::Melee { with, .. } | Manner::Hack { with, .. } => with,
            _ => None,
        };
        self.energy_of(clash, with)
    }

    /// The energy that a model with Energy Adaptation meets for the first time; blows and
    /// bullets never count (MUT-SPC-034, MUT-SPC-035).
    pub fn adapts_to(&self, clash: &Clash) -> Option<Energy> {
        let model = self.model(clash.target);
        let open = model.has(Rule::EnergyAdaptation) && model.adapted.is_none();
        let energy = self.energy_of_attack(clash).filter(|_| open);
        energy.filter(|energy| *energy != Energy::Kinetic)
    }

    /// A model adapts before an energy can hurt it, unless it is agreed that the first attack
    /// still does (MUT-Q-19). Says whether it is spared.
    pub fn adapt_at_once(&mut self, cx: &mut Cx<'_>, model: ModelId, energy: Energy) -> bool {
        cx.cite(Clause("MUT-Q-19"));
        let spared = self.agreed.adapt_first_hit == AdaptFirstHit::On;
        if spared {
            self.adapt(cx, model, energy);
        }
        spared
    }

    /// An energy cannot hurt a model any more in this game; there is one such energy a game
    /// (MUT-SPC-034, MUT-SPC-035).
    pub fn adapt(&mut self, cx: &mut Cx<'_>, model: ModelId, energy: Energy) {
        if self.model(model).spot.is_none() {
            return;
        }
        self.model_mut(model).adapted = Some(energy);
        for id in ["MUT-SPC-035", "MUT-T-08"] {
            cx.cite(Clause(id));
        }
        self.tell(cx, model, "MUT-SPC-034", || format!("adapts to {energy}"));
    }
}
