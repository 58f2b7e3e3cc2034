//! Radioactive Wasteland: a third of the table is irradiated.

use engine::{Clause, Cx, ModelId};
use tabletop::generate::Density;
use tabletop::{Kind, Point};

use crate::layout::{self, Plot};
use crate::options::RadiationEachTurn;
use crate::pending::Pending;
use crate::scenarios::Scenario;
use crate::state::{Mark, State};

/// Lays a crooked belt of irradiated ground from edge to edge, one third of the table wide
/// everywhere, and scenery of the theme on and beside it (MUT-SCN-42).
pub fn lay(plot: &mut Plot<'_>) {
    let side = plot.side();
    let width = side / 3;
    let along_x = plot.dice.chance(1, 2);
    let reach = plot.size(14);
    let mut by_lot = || plot.dice.between(-reach, reach);
    let bends = [by_lot(), by_lot(), by_lot()];
    // The other half bends the other way, so that half a turn leaves the belt as it is.
    let knots = [bends[0], bends[1], bends[2], 0, -bends[2], -bends[1], -bends[0]];
    let last = knots.len() as i32 - 1;
    let knot = |i: i32, y: i32| (side * i / last, (side - width) / 2 + knots[i as usize] + y);
    let turn = |(x, y): (i32, i32)| if along_x { (x, y) } else { (y, x) };
    let corners: Vec<(i32, i32)> = (0..=last)
        .map(|i| knot(i, 0))
        .chain((0..=last).rev().map(|i| knot(i, width)))
        .map(turn)
        .collect();
    plot.add_fixed(layout::outline(Kind::Irradiated, "hot ground", &corners));
    let scenery = plot.scenery(Vec::new(), Density::Usual);
    plot.add_fixed(scenery.into_iter().filter(|p| p.kind != Kind::Irradiated));
}

impl State {
    /// Whether a place is irradiated.
    pub fn is_irradiated(&self, model: ModelId) -> bool {
        let Some(spot) = self.model(model).spot else { return false };
        let at: Point = spot.at;
        self.table.grounds_at(at, spot.z).any(|g| g.kind == Kind::Irradiated)
    }

    /// In the wasteland it is the scenario that brings the rays (MUT-SCN-43).
    pub fn cite_wasteland(&self, cx: &mut Cx<'_>) {
        if self.mission.scenario == Scenario::Wasteland {
            cx.cite(Clause("MUT-SCN-43"));
        }
    }

    /// Where it was agreed, whoever stands on irradiated ground when its turn begins is tested,
    /// even if it does not stir (MUT-Q-137).
    pub fn radiate(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let each_turn = self.agreed.radiation_each_turn == RadiationEachTurn::On;
        let spared = self.kind(model).is_artificial() || self.is(model, Mark::Irradiated);
        if each_turn && !spared && self.is_irradiated(model) {
            cx.cite(Clause("MUT-Q-137"));
            self.cite_wasteland(cx);
            self.model_mut(model).marks.put(Mark::Irradiated);
            self.pending.push(Pending::Radiation(model));
        }
    }
}
