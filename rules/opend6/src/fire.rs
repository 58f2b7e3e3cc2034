//! Chapter 3: fire combat: who fires at whom, range, difficulty, tests, hits (OD6-FIR).
//!
//! `right.rs` says who may fire at all, `lanes.rs` who sees whom, `orders.rs` asks a side what
//! its squads do in the Fire Combat Phase, `arming.rs` with what; `range.rs` and `difficulty.rs`
//! work out what a shot needs, `volley.rs` fires it and `allocation.rs` says who is hit.

mod allocation;
mod arming;
mod difficulty;
mod lanes;
mod orders;
mod range;
mod right;
mod volley;

use engine::{Cx, ModelId, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Length;

use crate::state::{Models, Mount, SquadId, State};
use crate::tasks::Task;
use crate::weapons::Gun;

/// The occasion of a volley (OD6-FIR-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
    /// The Fire Combat Phase.
    Phase,
    /// Opportunity fire (OD6-OPF-15): it counts at once.
    Opportunity,
    /// Defensive fire (OD6-DEF-03): it counts at once.
    Defensive,
}

/// What somebody fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arm {
    /// A gun in his hands.
    Hand(Gun),
    /// A weapon that was put together: its place in [`State::heavies`].
    Heavy(u8),
}

/// A squad's fire at one enemy squad, under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Who fires.
    pub squad: SquadId,
    /// At whom.
    pub target: SquadId,
    /// On what occasion.
    pub occasion: Occasion,
    /// How far it is (OD6-FIR-04).
    range: Length,
    /// What the targets' condition adds to the difficulty (OD6-COV-04, 07).
    condition: Condition,
    /// Those who have yet to make their tests, alike together (OD6-DICE-10).
    classes: Vec<Class>,
    /// Hits that have yet to fall on somebody (OD6-FIR-17).
    scores: Vec<Score>,
    /// Soldiers who were hit and have yet to resist (OD6-DMG-05).
    struck: Vec<Struck>,
}

/// How the majority of the targets are (OD6-COV-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Condition {
    cover: i32,
    prone: bool,
}

/// Soldiers whose shots are alike in everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Class {
    firers: Models,
    arm: Arm,
    /// The second man of a weapon, without whom it cannot follow up (OD6-SPW-07).
    loader: Option<ModelId>,
    /// Whom these shots can hit (OD6-Q-16).
    seen: Models,
    /// How many shots have been fired before (OD6-FIR-13).
    followed: u8,
}

/// Hits by one weapon on somebody who is not known yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Score {
    gun: Gun,
    /// Who scored them, if one soldier did.
    by: Option<ModelId>,
    count: u8,
    seen: Models,
}

/// Somebody who was hit, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Struck {
    model: ModelId,
    guns: SmallVec<[(Gun, Option<ModelId>); 2]>,
}

impl State {
    /// The gun behind what somebody fires.
    pub(crate) fn gun(&self, arm: Arm) -> Gun {
        match arm {
            Arm::Hand(gun) => gun,
            Arm::Heavy(place) => self.heavies[usize::from(place)].gun,
        }
    }

    /// What a soldier could fire: his own guns (OD6-SPW-10), one whose tripod was thrown away
    /// (OD6-SPW-12), and weapons that stand ready beside him (OD6-SPW-06).
    pub(crate) fn arms(&self, model: ModelId) -> SmallVec<[Arm; 3]> {
        let fit = |gun: &&Gun| !gun.is_thrown() && !gun.is_assembled();
        let own = self.who(model).guns.iter().filter(fit).map(|gun| Arm::Hand(*gun));
        let mut arms: SmallVec<[Arm; 3]> = own.collect();
        // Most squads have no such weapons, so the cheap question comes first.
        if self.heavies.is_empty() {
            return arms;
        }
        if self.heavies.iter().any(|heavy| heavy.mount == Mount::Stripped(model)) {
            arms.push(Arm::Hand(Gun::RepeatingRaygun));
        }
        let stands = |place: &usize| {
            let heavy = &self.heavies[*place];
            !heavy.fired && matches!(heavy.mount, Mount::Assembled { .. })
        };
        let served = self.weapons_served_by(model).into_iter().filter(stands);
        arms.extend(served.map(|place| Arm::Heavy(place as u8)));
        arms
    }

    /// The soldiers of a squad who could fire at another squad on an occasion: they may fire at
    /// all, and see one of its soldiers (in `among`, where that is given) in their arc.
    pub fn firers(
        &self,
        squad: SquadId,
        target: SquadId,
        occasion: Occasion,
        among: Option<&[ModelId]>,
    ) -> Vec<ModelId> {
        let free = self.free_to_fire(squad, occasion);
        let aim = self.aim(target, among);
        self.who_reach(&self.lanes(&free, &aim), &aim).to_vec()
    }

    /// A squad fires at another outside the Fire Combat Phase: its side says who of those who
    /// can does, and with what; the volley is put under way. Only those in `among` can be hit.
    /// A squad has fired for good if this was opportunity fire (OD6-OPF-12), and has used its
    /// defensive fire if it was that (OD6-Q-75). Tells whether it fires at all.
    pub fn open_fire(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        target: SquadId,
        occasion: Occasion,
        among: &[ModelId],
    ) -> Play<bool> {
        self.cite_bars(cx, squad, occasion);
        let free = self.free_to_fire(squad, occasion);
        let aim = self.aim(target, Some(among));
        let Some(firers) = self.who_fires(cx, (squad, occasion), &free, &aim)? else {
            return Ok(false);
        };
        let done = &mut self.squad_mut(squad).done;
        done.no_fire |= occasion == Occasion::Opportunity;
        done.defended |= occasion == Occasion::Defensive;
        if let Some(volley) = self.aim_volley(cx, (squad, occasion), &firers, &aim)? {
            self.tasks.push(Task::Volley(Box::new(volley)));
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
