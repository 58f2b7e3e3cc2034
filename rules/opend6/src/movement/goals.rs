//! Places worth going to, for simple players: toward enemies, behind cover, back.

use engine::ModelId;
use engine::question::Goal;
use tabletop::{Form, Kind, Length, Piece, Point, Vector};

use crate::state::{BASE, State};

/// How near to an enemy it is worth going: most guns are at their best there.
const USEFUL: Length = Length::inches(12);

impl State {
    /// Places worth going to for the first of a squad who move with him.
    pub fn goals(&self, lead: ModelId, rate: Length) -> Vec<Goal> {
        let here = self.spot(lead).at;
        let side = self.side(lead);
        let apart = |m: &ModelId| here.distance_squared(self.spot(*m).at);
        let Some(nearest) = self.enemies(side).min_by_key(apart) else { return Vec::new() };
        let there = self.spot(nearest).at;
        let mut goals = Vec::new();
        let mut add = |at: Point, merit: i32| {
            let spot = at.at_height(self.table.ground_height(at));
            goals.push(Goal { spot, merit });
        };
        let wanted = (here.distance(there) - USEFUL).max(Length::ZERO);
        for (tenths, merit) in [(10, 40), (7, 34), (4, 20)] {
            let way = wanted.min(rate / 10 * tenths);
            let aside = (there - here).left().of_length(rate / 4);
            add(here.toward(there - here, way), merit);
            add(here.toward(there - here, way) + aside, merit - 6);
            add(here.toward(there - here, way) + -aside, merit - 7);
        }
        for piece in self.table.pieces() {
            let cover = place_behind(piece, there).filter(|at| here.distance(*at) <= rate);
            if let Some(at) = cover {
                let nearer = there.distance_squared(at) < there.distance_squared(here);
                add(at, if nearer { 45 } else { 25 });
            }
        }
        add(here.toward(here - there, rate / 2), -20);
        goals
    }
}

/// Where one stands behind or in a piece that gives cover from a place.
fn place_behind(piece: &Piece, enemy: Point) -> Option<Point> {
    let extent = piece.extent()?;
    let half = |a: Length, b: Length| a + (b - a) / 2;
    let middle = Point::new(half(extent.low.x, extent.high.x), half(extent.low.y, extent.high.y));
    let behind = |gap: Length| {
        let away: Vector = middle - enemy;
        (away != Vector::default()).then(|| middle.toward(away, gap))
    };
    match (&piece.form, piece.kind) {
        (_, Kind::LightWoods | Kind::MediumWoods | Kind::Scrub | Kind::Trench) => Some(middle),
        (Form::Barrier { thickness, .. }, Kind::LowWall | Kind::Fence | Kind::Hedge) => {
            behind(*thickness / 2 + BASE + Length::cents(10))
        }
        (_, Kind::Crate | Kind::Barrel) => {
            let wide = (extent.high.x - extent.low.x).max(extent.high.y - extent.low.y);
            behind(wide / 2 + BASE + Length::cents(10))
        }
        _ => None,
    }
}
