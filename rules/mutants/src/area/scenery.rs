//! What charges do to woods; doors, stairs and ladders are told with movement.

use engine::{Clause, Cx, Event};
use smallvec::SmallVec;
use tabletop::{Kind, Length, PieceId, Polygon, Spot, measure};

use super::point_body;
use crate::gear::Stick;
use crate::state::State;

impl State {
    /// Herbicide turns every wood it reaches into mere broken ground (MUT-ARE-21, MUT-LOS-16).
    pub(super) fn kill_woods(&mut self, cx: &mut Cx<'_>, center: Spot) {
        let woods =
            |kind: Kind| matches!(kind, Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods);
        let mut dying: SmallVec<[PieceId; 2]> = SmallVec::new();
        for ground in self.table.grounds().iter().filter(|ground| woods(ground.kind)) {
            let above = (center.z - ground.high).max(ground.low - center.z).max(Length::ZERO);
            let known = self.scenery.dead_woods.contains(&ground.piece);
            if !known && self.blast_reaches(center, &ground.shape, above) {
                dying.push(ground.piece);
            }
        }
        for piece in dying {
            self.scenery.dead_woods.push(piece);
            cx.cite(Clause("MUT-LOS-16"));
            cx.say(|| {
                let text = format!("{} withers", self.table.piece(piece).name);
                Event::note(Clause("MUT-ARE-21"), text)
            });
        }
    }

    /// Whether a blast reaches an outline so far above or below its middle (MUT-G-14).
    fn blast_reaches(&self, center: Spot, shape: &Polygon, above: Length) -> bool {
        let short = self.stick(Stick::Short);
        let left = short.squared() - above.squared();
        let reach = Length::saturating(left.max(0).isqrt());
        left >= 0 && measure::within_of_shape(&point_body(center), shape, reach)
    }
}
