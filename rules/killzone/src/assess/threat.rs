//! What somebody must expect of an enemy who comes next, in thousandths of being lost.
//!
//! Rules of thumb over the book's own numbers: how likely a shot hits and kills, how a fight ends,
//! who can be reached at all. Where the enemy would have to walk first, it counts for less.

use std::sync::LazyLock;

use engine::ModelId;
use tabletop::{Length, measure};

use crate::profile::Order;
use crate::sight::{Cover, Shelter};
use crate::state::State;
use crate::weapons::GunId;

/// Certainty.
pub const SURE: i32 = 1_000;
/// What it costs to be suppressed, against being killed.
const SUPPRESSED: i32 = 300;
/// How likely a helpless figure is touched by somebody who could.
const FINISHED: i32 = 700;
/// What is left of a threat whose owner must walk into range first.
const AFTER_WALKING: i32 = 650;
/// What is left of a threat whose owner sees nothing from where it stands.
const UNSEEN: i32 = 250;
/// Most dice that are looked up.
const MOST_DICE: usize = 8;
/// Sums of dice are below this.
const SUMS: usize = MOST_DICE * 6 + 1;

/// In how many ways so many dice make exactly so much.
static SUM_OF: LazyLock<[[i64; SUMS]; MOST_DICE + 1]> = LazyLock::new(|| {
    let mut all = [[0; SUMS]; MOST_DICE + 1];
    all[0][0] = 1;
    for n in 1..=MOST_DICE {
        for sum in n..SUMS {
            let before = |face: usize| sum.checked_sub(face).map_or(0, |s| all[n - 1][s]);
            all[n][sum] = (1..=6).map(before).sum::<i64>();
        }
    }
    all
});

/// How likely so many dice make so much or more.
fn at_least(dice: u8, wanted: i32) -> i32 {
    let sums = &SUM_OF[usize::from(dice).min(MOST_DICE)];
    let from = usize::try_from(wanted).unwrap_or(0).min(SUMS);
    thousandths(sums[from..].iter().sum(), sums.iter().sum())
}

/// So many ways out of all, in thousandths.
fn thousandths(ways: i64, all: i64) -> i32 {
    (ways * i64::from(SURE) / all.max(1)) as i32
}

/// A part of something.
fn part(of: i32, thousandths: i32) -> i32 {
    of * thousandths / SURE
}

impl State {
    /// The order that a figure will act under: the one it has, or the one on the counter that
    /// lies face down.
    pub(super) fn coming_order(&self, model: ModelId) -> Order {
        let m = self.model(model);
        m.wish.unwrap_or(m.order)
    }

    /// What an enemy does to a figure in its next go, if it goes for it.
    pub(super) fn threat(&self, enemy: ModelId, model: ModelId) -> i32 {
        let (one, other) = (self.body(enemy), self.body(model));
        let gap = measure::gap_3d(&one, &other);
        let order = self.coming_order(enemy);
        let zombie = self.who(enemy).is_zombie();
        let walk = if zombie { self.zombie_move() } else { order.movement() };
        let walk = if self.who(enemy).is_powered() { walk - Length::inches(2) } else { walk };
        let afoot = self.model(model).aboard.is_none() && self.model(enemy).aboard.is_none();
        let touched = match afoot && gap <= walk {
            true => self.touched(enemy, model, order),
            false => 0,
        };
        touched.max(self.shot(enemy, model, (gap, walk)))
    }

    /// What contact leads to.
    fn touched(&self, enemy: ModelId, model: ModelId, order: Order) -> i32 {
        let assaults = order == Order::Assault;
        if self.model(model).suppressed {
            let may = assaults || (order.shoots() && order != Order::Snipe);
            return if may { FINISHED } else { 0 };
        }
        if assaults { self.fight_threat(enemy, model) } else { 0 }
    }

    /// What a fight does to whoever is attacked.
    fn fight_threat(&self, attacker: ModelId, defender: ModelId) -> i32 {
        let (one, other) = (self.who(attacker), self.who(defender));
        let bonus = |m: ModelId| self.fight_bonus(m) + if self.who(m).is_cyborg() { 2 } else { 0 };
        let (mine, yours) = (bonus(attacker), bonus(defender));
        let twice = if self.coming_order(defender) == Order::Assault { 2 } else { 1 };
        let tough: i32 = other.loser_modifiers().iter().map(|(by, ..)| by).sum();
        let own = &SUM_OF[usize::from(one.fight_dice()).min(MOST_DICE)];
        let their = &SUM_OF[usize::from(other.fight_dice()).min(MOST_DICE)];
        let (mut killed, mut beaten) = (0, 0);
        for (a, p) in own.iter().enumerate().filter(|(_, p)| **p > 0) {
            for (b, q) in their.iter().enumerate().filter(|(_, q)| **q > 0) {
                let (a, b) = (a as i32, b as i32);
                let score = (a + mine) * 2 - (b + yours) * twice + tough;
                let chance = p * q;
                match score {
                    4.. => killed += chance,
                    1..=3 => beaten += chance,
                    _ => (),
                }
            }
        }
        let all = own.iter().sum::<i64>() * their.iter().sum::<i64>();
        self.spared(defender, thousandths(killed, all), thousandths(beaten, all))
    }

    /// What shooting does: the best gun counts.
    fn shot(&self, enemy: ModelId, model: ModelId, (gap, walk): (Length, Length)) -> i32 {
        let order = self.coming_order(enemy);
        if !order.shoots() || self.model(model).captor.is_some() {
            return 0;
        }
        let walk = if order == Order::Snipe { Length::ZERO } else { walk };
        let in_reach = |gun: &GunId| gap <= self.range_of(enemy, *gun) + walk;
        let usable = |gun: &GunId| gun.get().sort.takes_figure() && in_reach(gun);
        let mut guns = self.who(enemy).guns.iter().copied().filter(usable).peekable();
        if guns.peek().is_none() {
            return 0;
        }
        let seen = self.line(enemy, model);
        if seen.is_err() && order == Order::Snipe {
            return 0;
        }
        let shelter = seen.unwrap_or(Shelter::OPEN);
        let threat = |gun: GunId| {
            let whole = self.volley(enemy, model, gun, (gap, shelter));
            match (seen.is_ok(), gap <= self.range_of(enemy, gun)) {
                (true, true) => whole,
                (true, false) => part(whole, AFTER_WALKING),
                (false, _) => part(whole, UNSEEN),
            }
        };
        guns.map(threat).max().unwrap_or(0)
    }

    /// What all shots of a gun do to one figure.
    fn volley(
        &self,
        enemy: ModelId,
        model: ModelId,
        gun: GunId,
        (gap, shelter): (Length, Shelter),
    ) -> i32 {
        let order = self.coming_order(enemy);
        let (who, kind) = (self.who(enemy), gun.get());
        let m = self.model(model);
        let down = self.coming_order(model) == Order::KeepDown && !m.suppressed;
        let close = kind.close().is_some_and(|close| gap <= close);
        let lit = !self.night || who.sees_at_night();
        let bonus = 2 * i32::from(order == Order::Snipe)
            + i32::from(who.is_hero())
            + i32::from(who.has_sighting_aid())
            + i32::from(close && lit)
            - i32::from(down || m.suppressed)
            - i32::from(self.who(model).stealth);
        let hit = (1 + bonus).clamp(1, 5) * SURE / 6;
        let cover = match shelter.cover {
            Cover::None => 0,
            Cover::Soft => 2,
            Cover::Medium => 4,
            Cover::Hard => 6,
        };
        let off = cover + if down { 2 } else { 0 };
        let one = part(self.damage(model, kind.dice, off), hit)
            + part(self.damage(model, kind.miss, off), SURE - hit);
        let shots = if order.is_rapid() { kind.rapid.max(1) } else { 1 };
        let spared = (0..shots).fold(SURE, |left, _| part(left, SURE - one));
        SURE - spared
    }

    /// What so many damage dice do to a figure.
    fn damage(&self, model: ModelId, dice: u8, off: i32) -> i32 {
        if dice == 0 {
            return 0;
        }
        let tough = self.who(model).toughness();
        let killed = at_least(dice, tough.kill + off);
        let harmed = at_least(dice, tough.suppress + off);
        self.spared(model, killed, harmed - killed)
    }

    /// What is lost by being killed or beaten so often; a Hero is mostly spared (KZ-KILL-04).
    fn spared(&self, model: ModelId, killed: i32, beaten: i32) -> i32 {
        let hero = self.who(model).is_hero();
        let dies = if hero { killed / 3 } else { killed };
        let beaten = beaten + killed - dies;
        // Whoever lies down already loses nothing more by that.
        let costs = if self.model(model).suppressed { 0 } else { SUPPRESSED };
        dies + part(beaten, costs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_dice_are_as_likely_as_they_are() {
        assert_eq!(at_least(1, 4), 500);
        assert_eq!(at_least(2, 7), 583);
        assert_eq!(at_least(3, 3), 1_000);
        assert_eq!(at_least(2, 13), 0);
        assert_eq!(at_least(2, -3), 1_000);
    }
}
