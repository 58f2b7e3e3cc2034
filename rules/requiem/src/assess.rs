//! How the bands stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a band was worth at the start.

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use tabletop::Length;

use crate::dice::Pool;
use crate::profile::{Character, Weapon};
use crate::scenarios::Victory;
use crate::sight::Cover;
use crate::state::{MELEE_RANGE, Phase, State};

/// How far away things stop to matter.
const FAR: Length = Length::inches(48);

impl State {
    /// How far the game has come: so many activations of this round are over.
    pub fn clock(&self) -> Clock {
        let placed = self.models.iter().filter(|m| m.spot.is_some()).count();
        let begun = self.models.iter().filter(|m| m.activated).count();
        let over = begun.saturating_sub(usize::from(self.active.is_some()));
        match self.phase {
            Phase::Terrain(_) | Phase::Sides | Phase::Deployment => Clock::new(0, placed as u32),
            Phase::RoundStart | Phase::Activations => Clock::new(self.round, over as u32),
        }
    }

    /// How each band stands.
    pub fn assess(&self) -> Assessment {
        (0..self.bands.len()).map(|i| self.assets(SideId(i as u8))).collect()
    }

    fn assets(&self, side: SideId) -> Assets {
        let whole: i32 = self.cast.iter().filter(|c| c.side == side).map(|c| c.points).sum();
        let share = |points: i32| points * 1_000 / whole.max(1);
        let own = || self.standing().filter(move |m| self.side(*m) == side);
        Assets {
            material: share(own().map(|m| self.worth(m)).sum()),
            objectives: self.hold(side),
            danger: share(own().map(|m| self.peril(m)).sum()),
            position: share(own().map(|m| self.nearness(m)).sum()),
            morale: 0,
            tempo: 0,
        }
    }

    /// What a model is worth as it is: half of it for being there, the other half for its wounds
    /// left; a little less while it can do nothing.
    fn worth(&self, model: ModelId) -> i32 {
        let who = self.who(model);
        let whole = i32::from(who.stats.wounds.max(1));
        let left = whole - i32::from(self.model(model).wounds).min(whole);
        let worth = who.points / 2 + who.points / 2 * left / whole;
        if self.is_helpless(model) { worth * 4 / 5 } else { worth }
    }

    /// What a model must expect to lose to the enemies who can get at it.
    fn peril(&self, model: ModelId) -> i32 {
        let wounds = i32::from(self.who(model).stats.wounds);
        let left = (wounds - i32::from(self.model(model).wounds)).max(1);
        let threat = |enemy: ModelId| {
            self.threat(enemy, model) * if self.model(enemy).activated { 1 } else { 2 } / 2
        };
        let hits: i32 = self.enemies(model).map(threat).sum();
        let loss = (hits / left).min(900);
        self.worth(model) * loss / 1_000
    }

    /// How likely an enemy is to wound a model next time, in thousandths.
    fn threat(&self, enemy: ModelId, model: ModelId) -> i32 {
        if self.is_helpless(enemy) {
            return 0;
        }
        let (who, apart) = (self.who(enemy), self.spot(enemy).at.distance(self.spot(model).at));
        let defense = self.who(model).stats.defense;
        let charge = Length::inches(i32::from(who.stats.movement)) + MELEE_RANGE;
        let melee = match apart <= charge {
            true => odds(best(who, false) - tenths(defense)),
            false => 0,
        };
        let reach = |range: Length| apart <= range + Length::inches(1);
        let in_range = who.guns().any(|(_, gun)| gun.range.is_some_and(reach));
        if !in_range {
            return melee;
        }
        let shot = self.line_of_sight(enemy, model).map_or(0, |cover| {
            let cover = match cover {
                Cover::None => Pool::new(0, 0),
                Cover::Light => Pool::new(1, 0),
                Cover::Heavy => Pool::new(1, 1),
            };
            odds(best(who, true) - tenths(with(defense, cover)))
        });
        shot.max(melee)
    }

    /// What a model's place is worth: the nearer an enemy is to where it can be attacked, the
    /// better; where something is to be held, the way there counts as much.
    fn nearness(&self, model: ModelId) -> i32 {
        let who = self.who(model);
        let range = who.guns().filter_map(|(_, gun)| gun.range).max().unwrap_or(MELEE_RANGE);
        let here = self.spot(model).at;
        let nearest = self.enemies(model).map(|e| self.spot(e).at.distance(here)).min();
        let away = nearest.map_or(FAR, |d| (d - range).max(Length::ZERO));
        let goal = self.changes.markers.first().filter(|_| self.scenario.victory == Victory::Claim);
        let away = goal.map_or(away, |marker| {
            let way = (marker.spot.at.distance(here) - MELEE_RANGE).max(Length::ZERO);
            (away + way * 2) / 3
        });
        let near = 1_000 - (away.um() / (FAR.um() / 1_000)).min(1_000);
        who.points * near / 1_000
    }

    /// How far a side has got with the objective.
    fn hold(&self, side: SideId) -> i32 {
        if self.scenario.victory != Victory::Claim {
            return 0;
        }
        let claims = self.claim.as_ref().is_some_and(|claim| claim.side == side);
        let there = self.at_objective();
        let own = there.iter().filter(|m| self.side(**m) == side).count();
        let alone = own > 0 && own == there.len();
        i32::from(claims) * 600 + i32::from(alone) * 200 + i32::from(own > 0) * 100
    }
}

/// The mean of a pool in tenths: the best of some dice, as if their faces were a continuum.
fn tenths(pool: Pool) -> i32 {
    let Pool { roll, keep } = pool.as_rolled();
    let (n, k) = (i32::from(roll), i32::from(keep));
    5 * k + 30 * k * (2 * n - k + 1) / (n + 1)
}

fn with(mut pool: Pool, change: Pool) -> Pool {
    pool += change;
    pool
}

/// The mean of the best attack with a weapon of a sort, in tenths.
fn best(who: &Character, ranged: bool) -> i32 {
    let skill = if ranged { who.stats.ranged } else { who.stats.melee };
    let armed = who.weapons.iter().filter(|w| w.is_ranged() == ranged);
    let attack = |w: &Weapon| {
        let pool = with(skill, w.bonus);
        tenths(pool) + i32::from(w.pips) * i32::from(pool.as_rolled().keep) * 10
    };
    armed.map(attack).max().unwrap_or_else(|| tenths(skill))
}

/// How likely an attack is to get through that is on average so many tenths better than the
/// defence: roughly, and never quite sure.
fn odds(better: i32) -> i32 {
    (500 + better * 11).clamp(30, 970)
}
