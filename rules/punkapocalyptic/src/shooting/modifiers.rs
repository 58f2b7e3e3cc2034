//! What changes a Precision roll (PUN-T-06).

use tabletop::Point;
use tabletop::polygon::point_segment_cmp;

use engine::ModelId;

use super::Firing;
use crate::dice::Sum;
use crate::gear::{Fitting, GearRule, RangeBand};
use crate::options::{LaterEdition, RiderStacks, SmokeStacks, StackModelPenalties};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Models, PATCH_RADIUS, PatchKind, State};

/// A Precision roll, and who else may be hit.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// Precision with everything that changes it.
    pub sum: Sum,
    /// What others in the fight or in the way cost of it (PUN-SIC-02, PUN-COV-09).
    pub penalty: i32,
    /// Those others.
    pub strays: Models,
}

impl State {
    /// The Precision roll of a shot.
    pub fn aim_of(&self, told: bool, firing: &Firing) -> Aimed {
        let Firing { shooter, target, .. } = *firing;
        let held = self.held(shooter, firing.weapon);
        let gun = self.weapon(held);
        let precision = self.value(shooter, Attribute::Precision);
        let mut sum = Sum::of(told, precision, "Precision", "PUN-SHO-04");
        if let Some(band) = self.band(shooter, firing.weapon, target) {
            let scope = held.fittings.has(Fitting::Scope);
            let clause = match band {
                _ if scope => "PUN-B-25",
                RangeBand::Short => "PUN-RNG-01",
                RangeBand::Medium => "PUN-RNG-02",
                RangeBand::Long => "PUN-RNG-03",
            };
            sum.add(band.precision(scope), band.name(), clause);
        }
        let aims = self.acting.as_ref().filter(|_| !firing.defensive);
        let aims = aims.is_some_and(|a| a.aim_of(shooter) == Some(target));
        let pellets = gun.has(GearRule::Pellets);
        let engaged = self.is_engaged(target);
        sum.add_if(aims && !(pellets && engaged), 3, "aim", "PUN-AIM-01");
        sum.add_if(firing.defensive, -2, "defensive fire", "PUN-DEF-06");
        sum.add_if(pellets, 1, "Pellets", "PUN-PEL-01");
        self.add_clumsiness(shooter, gun.has(GearRule::HardToUse), &mut sum);
        if firing.avoid {
            let hidden = self.has(target, ModelRule::Camouflage);
            sum.add(-3, "avoids the Cover", "PUN-COV-03");
            sum.add_if(hidden, -2, "Camouflage", "PUN-CAM-01");
        }
        let smoke = self.smoke_across(self.spot(shooter).at, self.spot(target).at);
        sum.add(smoke, "smoke", "PUN-SMO-02");
        sum.add(self.numbness(shooter), "shock", "PUN-ELE-03");
        let mut strays = Models::new();
        let mut penalty = 0;
        if engaged {
            let fight = self.fight_of(target);
            strays.extend(fight.into_iter().filter(|m| *m != target));
            penalty -= 3;
        }
        let in_way = self.in_the_way(shooter, target);
        if !in_way.is_empty() {
            let stack = self.agreed.stack_model_penalties == StackModelPenalties::On;
            if penalty == 0 || stack {
                penalty -= 3;
            }
            let more: Models = in_way.into_iter().filter(|m| !strays.contains(m)).collect();
            strays.extend(more);
        }
        strays.sort_unstable();
        if pellets {
            // Pellets do not mind who else is there (PUN-PEL-04, PUN-Q-50).
            penalty = 0;
        }
        let (reason, clause) =
            if engaged { ("fight", "PUN-SIC-02") } else { ("model in the way", "PUN-COV-09") };
        sum.add(penalty, reason, clause);
        Aimed { sum, penalty, strays }
    }

    /// A weapon that is Hard to use, and any in the hands of a Rider (PUN-HTU-01, PUN-RID-03,
    /// PUN-Q-52).
    pub fn add_clumsiness(&self, shooter: ModelId, hard: bool, sum: &mut Sum) {
        let rides = self.has(shooter, ModelRule::Rider);
        let twice = rides && hard && self.agreed.rider_stacks == RiderStacks::On;
        sum.add_if(hard, -1, "Hard to use", "PUN-HTU-01");
        sum.add_if(rides && (!hard || twice), -1, "Rider", "PUN-RID-03");
    }

    /// What smoke on the line costs (PUN-SMO-02, PUN-Q-55, PUN-G-11).
    pub fn smoke_across(&self, a: Point, b: Point) -> i32 {
        let markers = self.smoke_on(a, b) as i32;
        let each = if self.agreed.later_edition == LaterEdition::On { -3 } else { -2 };
        match self.agreed.smoke_stacks {
            SmokeStacks::On => markers * each,
            SmokeStacks::Off => markers.min(1) * each,
        }
    }

    /// How many smoke markers a line touches (PUN-G-11).
    pub fn smoke_on(&self, a: Point, b: Point) -> usize {
        let smoke = self.patches.iter().filter(|p| matches!(p.kind, PatchKind::Smoke { .. }));
        smoke.filter(|p| point_segment_cmp(p.spot.at, a, b, PATCH_RADIUS).is_le()).count()
    }
}
