//! What looks worth doing with a go at first sight, for simple players: shoot where one can, turn
//! where one could, close in where one cannot, and run where nobody is near.

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::Length;

use super::Gait;
use super::goals::USEFUL;
use crate::morale::Status;
use crate::profile::{Attribute, Skill};
use crate::state::{Mount, SquadId, State};
use crate::weapons::Gun;

/// So many soldiers of a squad are asked what they see.
const ASKED: usize = 4;
/// So many of the nearest enemies are looked for.
const LOOKED_FOR: usize = 8;
/// Whoever hits with this face or a lower one shoots well.
const GOOD: i32 = 4;
/// Nobody runs who has an enemy as near as this.
const NEAR: Length = Length::inches(18);

/// How good each way to spend a go looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merits {
    /// To stand still.
    pub still: i32,
    /// To walk.
    pub walk: i32,
    /// To run.
    pub run: i32,
    /// To turn.
    pub turn: i32,
    /// To go prone.
    pub prone: i32,
}

const fn merits(still: i32, walk: i32, run: i32, turn: i32) -> Merits {
    Merits { still, walk, run, turn, prone: 1 }
}

/// What some soldiers of a squad have before them.
#[derive(Clone, Copy, Debug, Default)]
struct Prospect {
    /// How many were asked.
    asked: usize,
    /// How many see an enemy in front of them.
    aiming: usize,
    /// How many see one only elsewhere.
    turned: usize,
    /// What the best of them have to throw.
    need: Option<i32>,
}

impl State {
    /// How good each way to spend its go looks for a squad.
    pub fn merits(&self, squad: SquadId) -> Merits {
        let holds = merits(30, 20, 5, 2);
        if self.is_engaged(squad) || self.status(squad) == Status::Demoralized {
            return holds;
        }
        // Whoever waits for a way out of the hangar keeps his head down.
        let prone = if self.way_out(squad).is_some() { 31 } else { 1 };
        let shoots = Merits { prone, ..holds };
        let Some(prey) = self.prey(squad) else { return merits(0, 25, 30, 2) };
        let here = self.middle_of(squad).unwrap_or_default();
        let far = here.distance(self.spot(prey).at);
        if let Some(out) = self.way_out(squad).filter(|out| self.is_open(squad, out)) {
            let walk = self.core(squad).first().map_or(Length::ZERO, |m| self.rate(*m, Gait::Walk));
            return if out.away <= walk { merits(0, 60, 55, 2) } else { merits(0, 55, 60, 2) };
        }
        if !self.has_guns(squad) {
            return merits(0, 20, 30, 2);
        }
        let prospect = self.prospect(squad);
        let most = |count: usize| 2 * count >= prospect.asked;
        match prospect.need {
            Some(need) if most(prospect.aiming) && (need <= GOOD || far <= USEFUL) => shoots,
            Some(_) if most(prospect.aiming) => merits(22, 26, 5, 2),
            Some(need) if most(prospect.aiming + prospect.turned) && need < GOOD => {
                merits(10, 24, 5, 26)
            }
            _ if far <= NEAR => merits(5, 28, 20, 2),
            _ => merits(0, 25, 30, 2),
        }
    }

    fn prospect(&self, squad: SquadId) -> Prospect {
        let core = self.core(squad);
        let mut prospect = Prospect::default();
        let asked = ASKED.min(core.len());
        for model in (0..asked).map(|i| core[i * core.len() / asked]) {
            prospect.asked += 1;
            let Some(enemy) = self.nearest_in_sight(model) else { continue };
            let in_arc = self.has_in_arc(model, &self.body(enemy));
            prospect.aiming += usize::from(in_arc);
            prospect.turned += usize::from(!in_arc);
            let need = self.face_needed(model, enemy);
            prospect.need = need.into_iter().chain(prospect.need).min();
        }
        prospect
    }

    /// The nearest enemy who will fight and whom a soldier sees, in front of him if there is one.
    fn nearest_in_sight(&self, model: ModelId) -> Option<ModelId> {
        let from = self.spot(model).at;
        let fights = |m: &ModelId| self.squad(self.squad_of(*m)).morale > 0;
        let mut enemies: SmallVec<[ModelId; 24]> =
            self.enemies(self.side(model)).filter(fights).collect();
        let behind = |m: ModelId| !self.has_in_arc(model, &self.body(m));
        enemies.sort_by_key(|m| (behind(*m), self.spot(*m).at.distance_squared(from)));
        enemies.into_iter().take(LOOKED_FOR).find(|m| self.sees(model, *m))
    }

    /// The face a soldier has to throw to hit another, if he stands still; none where his guns do
    /// not reach.
    pub(crate) fn face_needed(&self, model: ModelId, enemy: ModelId) -> Option<i32> {
        let range = self.spot(model).at.distance(self.spot(enemy).at);
        let reach = |gun: Gun| Some(gun.band(range)?.difficulty());
        let base = self.guns_at_hand(model).filter_map(reach).min()?;
        let prone = i32::from(self.model(enemy).prone);
        Some(base + self.cover(model, enemy) + prone - self.skill(model, Skill::Firearms))
    }

    /// What a soldier fires as a rule: his own guns, and the one he is trained for where it has
    /// been put together. Who else could serve it takes longer to find out.
    pub(crate) fn guns_at_hand(&self, model: ModelId) -> impl Iterator<Item = Gun> + '_ {
        let fit = |gun: &Gun| !gun.is_thrown() && !gun.is_assembled();
        let own = self.who(model).guns.iter().copied().filter(fit);
        let served = self.heavies.iter().filter(move |heavy| match heavy.mount {
            Mount::Assembled { .. } => heavy.gunner == model,
            Mount::Stripped(bearer) => bearer == model,
            _ => false,
        });
        own.chain(served.map(|heavy| heavy.gun))
    }

    /// How good a charge looks: within reach, and against those who are weaker hand to hand.
    pub fn charge_merit(&self, squad: SquadId, target: SquadId) -> i32 {
        let Some(lead) = self.core(squad).first().copied() else { return -10 };
        let apart = |m: ModelId| self.spot(m).at.distance(self.spot(lead).at);
        let near = self.members(target).map(apart).min().unwrap_or(NEAR * 10);
        if near > self.rate(lead, Gait::Run) || self.squad(target).morale == 0 {
            return -10;
        }
        let (own, theirs) = (self.prowess(squad), self.prowess(target));
        match own {
            _ if !self.has_guns(squad) => 40,
            _ if own >= 2 * theirs => 33,
            _ => 10,
        }
    }

    /// What a squad is worth hand to hand.
    pub(crate) fn prowess(&self, squad: SquadId) -> i32 {
        let of = |m: ModelId| {
            let bonus = self.who(m).blade.map_or(0, |blade| blade.bonus());
            let armed = self.skill(m, Skill::MeleeCombat) + bonus;
            let hand = self.skill(m, Skill::Brawling).max(armed);
            2 + 2 * hand + self.attribute(m, Attribute::Strength)
        };
        self.members(squad).map(of).sum()
    }
}
