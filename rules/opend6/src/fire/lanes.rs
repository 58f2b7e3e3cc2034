//! Who sees whom: targeting, the first step of fire combat (OD6-FIR-01, 03).

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::measure::{self, Arc};
use tabletop::{Body, Length, Point, Spot, Vector};

use super::Arm;
use crate::state::{BASE, Models, Mount, SquadId, State, body_at};

/// Places on a way are rounded to micrometres, and so may be this far beside it.
const HAIR: Length = Length::micrometres(10);

/// What is fired at: a squad, and everybody a shot at it may hit.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    /// The squad.
    pub(super) squad: SquadId,
    /// Its soldiers who can be hit: range is measured to them.
    pub(super) own: Models,
    /// Others who may be hit because they fight with it hand to hand, friends included
    /// (OD6-FIR-18).
    pub(super) others: Models,
}

/// A soldier with a weapon and those he can hit with it.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) firer: ModelId,
    pub(super) arm: Arm,
    pub(super) seen: Models,
}

impl State {
    /// Who can be hit by fire at a squad.
    pub(super) fn aim(&self, squad: SquadId, among: Option<&[ModelId]>) -> Aim {
        match among {
            Some(among) => {
                let there = |m: &ModelId| self.model(*m).spot.is_some();
                let own = among.iter().copied().filter(there).collect();
                Aim { squad, own, others: Models::new() }
            }
            None => {
                let own = self.members(squad).collect();
                Aim { squad, own, others: self.mixed_up_with(squad) }
            }
        }
    }

    /// The soldiers of all squads that are in the same close assault as a squad (OD6-FIR-18).
    fn mixed_up_with(&self, squad: SquadId) -> Models {
        let mut fight: SmallVec<[SquadId; 4]> = SmallVec::from_slice(&[squad]);
        let mut next = 0;
        while let Some(one) = fight.get(next).copied() {
            next += 1;
            for model in self.members(one) {
                for enemy in self.contacts(model) {
                    if !fight.contains(&self.squad_of(enemy)) {
                        fight.push(self.squad_of(enemy));
                    }
                }
            }
        }
        fight.iter().skip(1).flat_map(|other| self.members(*other)).collect()
    }

    /// Where a weapon is and points.
    fn sights(&self, firer: ModelId, arm: Arm) -> (Body, Vector) {
        let own = || (self.body(firer), self.model(firer).facing);
        match arm {
            Arm::Hand(_) => own(),
            // A weapon that was put together has its own front (OD6-FAC-06).
            Arm::Heavy(place) => match self.heavies[usize::from(place)].mount {
                Mount::Assembled { spot, facing } => (body_at(spot, false), facing),
                _ => own(),
            },
        }
    }

    /// Where the weapons of a soldier are and point, all that he holds in his hands together.
    fn fronts(&self, firer: ModelId) -> SmallVec<[(Body, Vector); 2]> {
        let mut arms = self.arms(firer);
        let mut held = false;
        arms.retain(|arm| !matches!(arm, Arm::Hand(_)) || !std::mem::replace(&mut held, true));
        arms.into_iter().map(|arm| self.sights(firer, arm)).collect()
    }

    /// Whether a soldier can hit another with a weapon that stands somewhere and points somewhere:
    /// in its arc, and in his sight (OD6-FIR-03).
    fn can_hit(&self, firer: ModelId, (from, facing): (&Body, Vector), to: ModelId) -> bool {
        // The arc is cheap, sight is not.
        measure::base_in_arc(from, facing, &self.body(to), Arc::Front90) && self.sees(firer, to)
    }

    /// Whether some ways may come into the arc of anybody of a squad. Quickly found out, and
    /// never wrong where it says no.
    pub(crate) fn may_come_into_arc<'w>(
        &self,
        squad: SquadId,
        ways: &(impl Iterator<Item = &'w [Spot]> + Clone),
    ) -> bool {
        self.members(squad).any(|firer| {
            self.fronts(firer).into_iter().any(|(from, facing)| {
                ways.clone().any(|way| !is_beyond_border(from.at(), facing, way))
            })
        })
    }

    /// Whether anybody of a squad has one of some soldiers in arc and sight, whether he may fire
    /// or not.
    pub(crate) fn has_anybody_in_arc(&self, squad: SquadId, targets: &[ModelId]) -> bool {
        self.members(squad).any(|firer| {
            self.fronts(firer).into_iter().any(|(from, facing)| {
                targets.iter().any(|to| self.can_hit(firer, (&from, facing), *to))
            })
        })
    }

    /// Those of some soldiers who could hit somebody of a squad.
    pub(super) fn who_can_hit(
        &self,
        firers: &[ModelId],
        target: SquadId,
    ) -> impl Iterator<Item = ModelId> {
        firers.iter().copied().filter(move |firer| {
            self.fronts(*firer).into_iter().any(|(from, facing)| {
                self.members(target).any(|to| self.can_hit(*firer, (&from, facing), to))
            })
        })
    }

    /// Everybody who can hit somebody of the squad that is aimed at, with each of his weapons,
    /// in the order of the soldiers. Whoever fires is not in the fight himself.
    pub(super) fn lanes(&self, firers: &[ModelId], aim: &Aim) -> Vec<Lane> {
        let mut lanes = Vec::new();
        for firer in firers {
            let mut hand: Option<Models> = None;
            for arm in self.arms(*firer) {
                let seen = match (arm, &hand) {
                    // What he holds in his hands makes no difference to what he sees.
                    (Arm::Hand(_), Some(seen)) => seen.clone(),
                    _ => self.seen(*firer, arm, aim, firers),
                };
                if let Arm::Hand(_) = arm {
                    hand = Some(seen.clone());
                }
                if seen.iter().any(|m| aim.own.contains(m)) {
                    lanes.push(Lane { firer: *firer, arm, seen });
                }
            }
        }
        lanes
    }

    fn seen(&self, firer: ModelId, arm: Arm, aim: &Aim, firers: &[ModelId]) -> Models {
        let (from, facing) = self.sights(firer, arm);
        let bystanders = aim.others.iter().filter(|m| !firers.contains(m));
        let all = aim.own.iter().chain(bystanders).copied();
        all.filter(|to| self.can_hit(firer, (&from, facing), *to)).collect()
    }
}

/// Whether all of a way, with a base at each place of it, is beyond one border of the quarter that
/// somebody faces. The inside of both borders is where these two point.
fn is_beyond_border(from: Point, facing: Vector, way: &[Spot]) -> bool {
    let left = facing.left();
    let inward = [
        Vector::new(facing.x + left.x, facing.y + left.y),
        Vector::new(facing.x - left.x, facing.y - left.y),
    ];
    inward.iter().any(|inward| {
        // One more micrometre, because the length is rounded.
        let reach = (BASE + HAIR).wide() * (inward.length().wide() + 1);
        way.iter().all(|spot| inward.dot(spot.at - from) < -reach)
    })
}
