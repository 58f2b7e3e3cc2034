//! Explosive Fruits: how many grow, who may pick them (MUT-SPC-044, MUT-SPC-045).

use engine::{Clause, Cx, ModelId, Need, Play};

use crate::gear::{Gear, Item};
use crate::kit::{Candidates, KitAction, Why};
use crate::profile::Rule;
use crate::state::{Mark, Models, State, Thing};

impl State {
    /// At the start of a game each Plant with Explosive Fruits grows d3 of them (MUT-SPC-044,
    /// MUT-GEN-02).
    pub fn ripen(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let bears = |m: &ModelId| self.model(*m).nature.has(Rule::ExplosiveFruits);
        let plants: Models = self.ids().filter(bears).collect();
        for plant in plants {
            let need = Need::d6(self.side(plant), 1, "grows Explosive Fruits").by(plant);
            let fruits = cx.dice(need)?[0].div_ceil(2);
            self.model_mut(plant).fruits = fruits;
            cx.cite(Clause("MUT-GEN-02"));
            self.tell(cx, plant, "MUT-SPC-044", || format!("grows {fruits} Explosive Fruits"));
        }
        Ok(())
    }

    /// Fruits a model might pick: a friend's, or those of a Plant that cannot help it
    /// (MUT-SPC-045). Friends belong to one player, so that picking is leave enough.
    pub(crate) fn fruit_picking(&self, model: ModelId, all: &mut Candidates) {
        let laden = |m: &ModelId| *m != model && self.model(*m).fruits > 0;
        for plant in self.in_play().filter(laden) {
            if self.is(plant, Mark::Lurking) || !self.touch(model, plant) {
                continue;
            }
            let guarded: Why = ("MUT-SPC-045", "this Plant does not let enemies pick its fruits");
            let friend = self.side(plant) == self.side(model);
            let helpless = self.is(plant, Mark::Transfixed) || self.is(plant, Mark::PassedOut);
            let why = (!friend && !helpless).then_some(guarded);
            let hands = self.hands_missing(model, Gear::ExplosiveFruit);
            all.push((KitAction::PickFruit(plant), hands.or(why)));
        }
    }

    /// A fruit is picked, and in the hand (MUT-SPC-045, MUT-ACT-07).
    pub(crate) fn pick_explosive(&mut self, cx: &mut Cx<'_>, model: ModelId, plant: ModelId) {
        let p = self.model_mut(plant);
        p.fruits = p.fruits.saturating_sub(1);
        self.take_in_hand(model, Gear::ExplosiveFruit);
        cx.cite(Clause("MUT-ACT-07"));
        let what = || format!("picks an Explosive Fruit from {}", self.name(plant));
        self.tell(cx, model, "MUT-SPC-045", what);
    }

    /// The fruits of a dead Plant lie where it fell, for anybody (MUT-SPC-045).
    pub fn shed_fruits(&mut self, model: ModelId) {
        let Some(spot) = self.model(model).spot else { return };
        for _ in 0..self.model(model).fruits {
            let item = Item::new(Gear::ExplosiveFruit);
            self.things.push(Thing { item, spot, of_wretched: false });
        }
        self.model_mut(model).fruits = 0;
    }
}
