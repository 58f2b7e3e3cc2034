//! Chapter 7: who may shoot whom, with what, and what the roll will be. `firing.rs` resolves it.

use engine::{Choice, Clause, ModelId, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::{Length, measure};

use crate::dice::Sum;
use crate::options::{BlastTargetCover, LockedInMelee, Measuring, SplitFire};
use crate::profile::{Trait, Weapon};
use crate::sight::Cover;
use crate::state::{Active, HEIGHT, Progress, State};

/// A shot that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// Who shoots.
    pub shooter: ModelId,
    /// At whom.
    pub target: ModelId,
    /// With which of its weapons.
    pub weapon: usize,
    /// With what cover for the target.
    pub cover: Cover,
    /// Whether the target is in range; if not, the shot is wasted (REQ-RNG-04).
    pub in_range: bool,
    /// Whether it is fired with the second of two guns (REQ-RNG-10).
    pub second: bool,
    /// Whether that is at another target than the first (REQ-RNG-11).
    pub split: bool,
}

impl State {
    /// The weapon of a shot.
    pub fn weapon(&self, shot: &Shot) -> &Weapon {
        &self.who(shot.shooter).weapons[shot.weapon]
    }

    /// Judges a shot: the target must be seen (REQ-RNG-01); range is measured from body to body
    /// (REQ-RNG-02).
    pub fn plan_shot(
        &self,
        shooter: ModelId,
        weapon: usize,
        target: ModelId,
    ) -> Result<Shot, Refusal> {
        if self.agreed.locked_in_melee == LockedInMelee::On
            && self.in_contact(target).next().is_some()
        {
            let why = format!("{} is locked in melee", self.name(target));
            return Err(Refusal::new(Clause("REQ-Q-54"), why));
        }
        let range = self.who(shooter).weapons[weapon].range.unwrap_or(Length::ZERO);
        let in_range = measure::body_within(&self.body(shooter), &self.body(target), range);
        if !in_range && self.agreed.measuring == Measuring::First {
            return Err(self.out_of_range(shooter, target, range));
        }
        let cover = self.line_of_sight(shooter, target)?;
        Ok(Shot { shooter, target, weapon, cover, in_range, second: false, split: false })
    }

    /// Everybody may measure first (REQ-RNG-03), so nobody has to waste a shot by mistake.
    fn out_of_range(&self, shooter: ModelId, target: ModelId, range: Length) -> Refusal {
        let gap = measure::body_gap(&self.body(shooter), &self.body(target));
        let why =
            format!("{} is {gap} inches away, beyond the range of {range}", self.name(target));
        Refusal::new(Clause("REQ-RNG-04"), why)
    }

    /// Whether a weapon may be fired now: a stationary one only by a model that has not moved
    /// (REQ-GEAR-14), and none by a model that is locked in melee.
    pub fn may_fire(&self, shooter: ModelId, weapon: usize) -> Result<(), Refusal> {
        // Staying where it is costs nothing and is no move.
        let has_moved = |a: &Active| a.progress == Progress::Moved && a.spent > Length::ZERO;
        let weapon = &self.who(shooter).weapons[weapon];
        if self.active.as_ref().is_some_and(has_moved) && weapon.has(Trait::Stationary) {
            let why = format!("{} cannot move and fire the {}", self.name(shooter), weapon.name);
            return Err(Refusal::new(Clause("REQ-GEAR-14"), why));
        }
        if self.agreed.locked_in_melee == LockedInMelee::On
            && self.in_contact(shooter).next().is_some()
        {
            let why = format!("{} is locked in melee", self.name(shooter));
            return Err(Refusal::new(Clause("REQ-Q-54"), why));
        }
        Ok(())
    }

    /// The attack roll of a shot (REQ-RNG-05).
    pub fn attack(&self, told: bool, shot: &Shot) -> Sum {
        let who = self.who(shot.shooter);
        let weapon = self.weapon(shot);
        let mut sum = Sum::of(told, who.stats.ranged, "Ranged", Clause("REQ-PROF-03"));
        sum.dice(weapon.bonus, &weapon.name, Clause("REQ-RNG-05"));
        sum.pips(weapon.pips, &weapon.name, Clause("REQ-DICE-09"));
        if weapon.has(Trait::Buckshot) {
            sum.pips(1, "buckshot", Clause("REQ-GEAR-15"));
        }
        if shot.split {
            match self.agreed.split_fire {
                SplitFire::PerDie => sum.pips(-2, "second target", Clause("REQ-RNG-11")),
                SplitFire::Total => sum.flat(-2, "second target", Clause("REQ-RNG-11")),
            }
        }
        sum
    }

    /// The cover that counts against a shot (REQ-COV-06; REQ-Q-68 for blast weapons).
    pub fn cover_against(&self, shot: &Shot) -> Cover {
        let weapon = self.weapon(shot);
        let lost = weapon.has(Trait::NeutralizeCover)
            || (weapon.blast().is_some()
                && self.agreed.blast_target_cover == BlastTargetCover::Off);
        let cover = if lost { Cover::None } else { shot.cover };
        self.veil(shot.target, cover, weapon)
    }

    /// A veiled model has light cover from all sides (REQ-X-13).
    pub fn veil(&self, target: ModelId, cover: Cover, weapon: &Weapon) -> Cover {
        let veiled = self.model(target).veiled && !weapon.has(Trait::NeutralizeCover);
        if veiled && cover == Cover::None { Cover::Light } else { cover }
    }

    /// What a player should know of a shot before taking it.
    pub fn describe_shot(&self, shot: &Shot) -> Choice {
        let weapon = self.weapon(shot);
        let again = if shot.split { " too" } else { "" };
        let key = format!("shoot {} with {}{again}", self.name(shot.target), weapon.name);
        let gap = measure::body_gap(&self.body(shot.shooter), &self.body(shot.target));
        let range = weapon.range.unwrap_or(Length::ZERO);
        let cover = self.cover_against(shot);
        let attack = self.attack(false, shot).short();
        let defense = self.defense(false, shot.target, cover).short();
        let shots = match weapon.shots() {
            1 => String::new(),
            n => format!("{n} shots, "),
        };
        let caught: Vec<&str> = self.caught_in_blast(shot).iter().map(|m| self.name(*m)).collect();
        let caught = match caught[..] {
            [] => String::new(),
            _ => format!("; the blast also catches {}", caught.join(", ")),
        };
        let detail = match shot.in_range {
            true => format!(
                "{gap} of {range} inches, {shots}{attack} against {defense}, {}{caught}",
                cover.name()
            ),
            false => format!("{gap} inches is out of range {range}: wasted (REQ-RNG-04)"),
        };
        let merit = if shot.in_range { self.shot_merit(shot, cover) } else { -100 };
        Choice::new(key).detail(detail).about(shot.target).merit(merit)
    }

    /// A rough rating: easy targets that are nearly down first, and no friends in the blast.
    fn shot_merit(&self, shot: &Shot, cover: Cover) -> i32 {
        let target = self.model(shot.target);
        let left = i32::from(self.who(shot.target).stats.wounds) - i32::from(target.wounds);
        let covered = match cover {
            Cover::None => 0,
            Cover::Light => 8,
            Cover::Heavy => 20,
        };
        let side = self.side(shot.shooter);
        let caught = self.caught_in_blast(shot);
        let others: i32 = caught.iter().map(|m| if self.side(*m) == side { -40 } else { 25 }).sum();
        60 - 10 * left - covered + others
    }

    /// The other models a blast catches, friend or foe and even the shooter, nearest first
    /// (REQ-GEAR-07, 08; REQ-Q-35, 37; REQ-GEO-09).
    pub fn caught_in_blast(&self, shot: &Shot) -> Vec<ModelId> {
        let Some(radius) = self.weapon(shot).blast() else { return Vec::new() };
        let center = self.body(shot.target);
        let middle = center.feet() + HEIGHT / 2;
        let caught = |m: &ModelId| {
            let body = self.body(*m);
            let above = (body.feet() - middle).max(middle - body.head());
            *m != shot.target
                && above <= radius
                && measure::within_of_point(&body, center.at(), radius)
        };
        let mut all: Vec<ModelId> = self.standing().filter(caught).collect();
        all.sort_by_key(|m| (self.spot(*m).at.distance_squared(center.at()), *m));
        all
    }
}
