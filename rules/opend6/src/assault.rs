//! Chapter 4: close assault: pairing off, fighting, forcing back (OD6-CAS, OD6-FBK).

mod contact;
mod fighting;
mod force_back;
mod pairing;

use engine::{Clause, Cx, Deed, Event, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::{MoraleStep, Phase, SquadId, State};

pub(crate) use fighting::Manner;
pub use force_back::Follow;
pub use pairing::Bout;
pub(crate) use pairing::MOST;

/// A fight under way: squads that are in contact, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Melee {
    /// Who fights in it.
    pub squads: SmallVec<[SquadId; 4]>,
    /// Which of them were in contact when it began.
    pub opponents: Vec<(SquadId, SquadId)>,
    /// The squads that are driven back by it.
    pub driven: Vec<SquadId>,
    /// How far it has got.
    pub stage: Stage,
}

/// How far a fight has got.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Opponents pair off (OD6-CAS-03).
    Pairing,
    /// These pairings are left to be fought, the last first (OD6-CAS-04).
    Fighting(Vec<Bout>),
    /// So many of those who are driven back have gone; then these follow (OD6-FBK-03).
    ForcingBack(usize, Vec<Follow>),
}

impl Melee {
    /// The squads that fought a squad.
    pub fn foes_of(&self, squad: SquadId) -> impl Iterator<Item = SquadId> + '_ {
        self.opponents.iter().filter_map(move |(one, other)| match squad {
            s if s == *one => Some(*other),
            s if s == *other => Some(*one),
            _ => None,
        })
    }
}

impl State {
    /// The Close Assault Phase: the fights come one after another, each once (OD6-TURN-09). A
    /// squad that is driven into somebody else does not fight again.
    pub fn assault_phase(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(melee) = self.next_melee() else {
            self.begin_phase(cx, Phase::Morale(MoraleStep::Broken));
            return Ok(());
        };
        for squad in &melee.squads {
            self.squad_mut(*squad).done.fought = true;
        }
        cx.say(|| {
            let names: Vec<&str> = melee.squads.iter().map(|s| self.squad_name(*s)).collect();
            let text = format!("{} fight hand to hand", names.join(" and "));
            Event::note(Clause("OD6-TURN-09"), text).deed(Deed::Heading)
        });
        self.tasks.push(crate::tasks::Task::Melee(Box::new(melee)));
        Ok(())
    }

    /// A squad attacks from now on, as long as it is in contact with anybody (OD6-CAS-12).
    pub(crate) fn come_by_charge(&mut self, squad: SquadId) {
        self.forget_charges();
        self.squad_mut(squad).assails = true;
    }

    /// Squads that are out of contact have forgotten that they came by a charge.
    pub(crate) fn forget_charges(&mut self) {
        for squad in self.squad_ids() {
            if self.squad(squad).assails && !self.is_engaged(squad) {
                self.squad_mut(squad).assails = false;
            }
        }
    }

    /// The first squad in contact that has not fought, and everybody it is entangled with.
    fn next_melee(&self) -> Option<Melee> {
        let opponents = self.squads_in_contact();
        let first = opponents.iter().map(|(one, other)| *one.min(other)).min()?;
        let mut squads: SmallVec<[SquadId; 4]> = SmallVec::from_slice(&[first]);
        let mut next = 0;
        while let Some(squad) = squads.get(next).copied() {
            next += 1;
            for (one, other) in &opponents {
                for (a, b) in [(one, other), (other, one)] {
                    if *a == squad && !squads.contains(b) {
                        squads.push(*b);
                    }
                }
            }
        }
        squads.sort();
        let within = |(one, _): &(SquadId, SquadId)| squads.contains(one);
        let opponents = opponents.into_iter().filter(within).collect();
        Some(Melee { squads, opponents, driven: Vec::new(), stage: Stage::Pairing })
    }

    /// The squads that are in contact with each other, each pair once, of those that have not
    /// fought in this phase.
    fn squads_in_contact(&self) -> Vec<(SquadId, SquadId)> {
        let mut pairs = Vec::new();
        let fresh = |squad: SquadId| !self.squad(squad).done.fought;
        for one in self.standing().filter(|m| self.side(*m).0 == 0 && fresh(self.squad_of(*m))) {
            for other in self.contacts(one).filter(|m| fresh(self.squad_of(*m))) {
                let pair = (self.squad_of(one), self.squad_of(other));
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    /// Carries on a fight: one pairing, one retreat or one advance at a time.
    pub fn melee_on(&mut self, cx: &mut Cx<'_>, mut melee: Melee) -> Play<()> {
        let next = match melee.stage.clone() {
            Stage::Pairing => {
                let mut bouts = self.pair_off(cx, &melee.squads)?;
                bouts.reverse();
                Some(Stage::Fighting(bouts))
            }
            Stage::Fighting(mut bouts) => match bouts.pop() {
                Some(bout) => {
                    self.fight_out(cx, &bout, Manner::Assault)?;
                    Some(Stage::Fighting(bouts))
                }
                None => {
                    melee.driven = self.driven_back(cx, &melee);
                    Some(Stage::ForcingBack(0, Vec::new()))
                }
            },
            Stage::ForcingBack(gone, mut follows) => {
                match (follows.pop(), melee.driven.get(gone)) {
                    (Some(follow), _) => {
                        self.follow(cx, follow)?;
                        Some(Stage::ForcingBack(gone, follows))
                    }
                    (None, Some(squad)) => {
                        let follows = self.drive_back(cx, *squad, &melee);
                        Some(Stage::ForcingBack(gone + 1, follows))
                    }
                    (None, None) => None,
                }
            }
        };
        if let Some(stage) = next {
            melee.stage = stage;
            self.tasks.push(crate::tasks::Task::Melee(Box::new(melee)));
        }
        Ok(())
    }
}
