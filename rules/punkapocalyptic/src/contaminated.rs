//! Contaminated terrain: whoever ends its Action Turn in it may lose Toughness (PUN-B-30,
//! PUN-Q-20).

use engine::{Clause, Cx, ModelId, Play};
use tabletop::{Kind, Length, Polygon, measure};

use crate::dice::{Roller, Sum};
use crate::gear::Item;
use crate::options::Contaminated;
use crate::profile::{Attribute, ModelRule};
use crate::scenarios::Plot;
use crate::state::{Posture, State};

/// By how much the leaking pool grows (PUN-SC3-05).
const SPILL: Length = Length::inches(1);
/// The last game Turn before it does.
const BEFORE_SPILL: u8 = 4;
/// What Mutards have more (PUN-B-30).
const MUTARD_BONUS: i32 = 2;

impl State {
    /// A model's Action Turn is over: if it stands in Contaminated terrain it makes a Toughness
    /// roll or loses a point of Toughness for good (PUN-B-30).
    pub fn suffer_ground(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        if !self.is_contaminated(model) {
            return Ok(());
        }
        cx.cite(Clause("PUN-B-30"));
        cx.cite(Clause("PUN-Q-20"));
        if self.scenario.plot == Plot::LeakingVault {
            cx.cite(Clause("PUN-SC3-05"));
        }
        if self.agreed.contaminated == Contaminated::Off {
            return Ok(());
        }
        if self.model(model).items.has(Item::Biohazard) {
            cx.cite(Clause("PUN-EQP-02"));
            return Ok(());
        }
        let toughness = self.value(model, Attribute::Toughness);
        let mut sum = Sum::of(!cx.is_quiet(), toughness, "Toughness", "PUN-B-30");
        sum.add_if(self.has(model, ModelRule::Mutard), MUTARD_BONUS, "Mutard", "PUN-B-30");
        let purpose = "stands in contaminated ground";
        let who = Roller { side: self.side(model), model: Some(model), purpose };
        if !self.check(cx, who, &sum, false)?.passed {
            self.weaken(cx, model, Clause("PUN-B-30"));
        }
        Ok(())
    }

    /// Whether a model's base is in Contaminated terrain.
    fn is_contaminated(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let Some(spot) = m.spot.filter(|_| m.posture != Posture::Aloft) else { return false };
        let spilt = self.spilt_pools();
        let body = self.body_at(model, spot);
        let level = |low: Length, high: Length| low <= spot.z && spot.z <= high;
        let grounds = self.table.grounds().iter().filter(|g| g.kind == Kind::Contaminated);
        let mut shapes = grounds.filter(|g| level(g.low, g.high)).map(|g| &g.shape);
        shapes.any(|shape| measure::within_of_shape(&body, shape, Length::ZERO))
            || spilt.iter().any(|shape| {
                spot.z == self.table.ground_height(spot.at)
                    && measure::within_of_shape(&body, shape, Length::ZERO)
            })
    }

    /// Pools that have grown on each side (PUN-SC3-05).
    pub fn spilt_pools(&self) -> Vec<Polygon> {
        if self.scenario.plot != Plot::LeakingVault || self.turn <= BEFORE_SPILL {
            return Vec::new();
        }
        let grounds = self.table.grounds().iter().filter(|g| g.kind == Kind::Contaminated);
        let grown = grounds.filter_map(|g| {
            let extent = g.shape.extent().grown(SPILL);
            Polygon::rectangle(extent.low, extent.high).ok()
        });
        grown.collect()
    }
}
