//! Smoke on the Water: a well, a river or a lake, and who gets to drink.

use engine::{Clause, Cx, Event, ModelId, Play, SideId};
use tabletop::measure::{self, Edge};
use tabletop::{Form, Kind, Length, Piece};

use crate::gear::Stick;
use crate::layout::{self, Plot};
use crate::profile;
use crate::scenarios::Scenario;
use crate::state::{CONTACT, State};

/// Lays the water, and two to four obstacles that keep Short from it and Long from one another
/// (MUT-SCN-05 to 08).
pub fn lay(plot: &mut Plot<'_>) {
    let middle = plot.side() / 2;
    match plot.dice.below(3) {
        0 => {
            let radius = plot.size(4);
            plot.add_fixed(layout::disc(Kind::Well, "well", (middle, middle), radius));
        }
        1 => lay_river(plot),
        _ => {
            // Seven inches across at most, far less than a third of the table (MUT-SCN-06).
            let radius = plot.sized(22, 28);
            let shore = layout::blob(&mut plot.dice, (middle, middle), radius, plot.symmetric);
            plot.add_fixed(layout::outline(Kind::Water, "lake", &shore));
        }
    }
    let wanted = plot.dice.between(2, 4);
    plot.scatter(wanted, 2);
}

/// A river from edge to edge, narrower than Short, with a bridge in the middle or two fords
/// (MUT-SCN-07).
fn lay_river(plot: &mut Plot<'_>) {
    let side = plot.side();
    let river = River {
        side,
        width: plot.stick(Stick::Short) - 2,
        bends: [plot.dice.between(-6, 6), plot.dice.between(-4, 4)],
        along_x: plot.dice.chance(1, 2),
    };
    let (middle, half) = (side / 2, plot.size(4));
    let crossings: Vec<(i32, i32)> = match plot.dice.chance(1, 2) {
        true => vec![(middle - half, middle + half)],
        false => {
            let ford = side / 4;
            let (from, to) = (ford - half, ford + half);
            vec![(from, to), (side - to, side - from)]
        }
    };
    let (kind, name) = match crossings.len() {
        1 => (Kind::Open, "bridge"),
        _ => (Kind::Ford, "ford"),
    };
    let mut start = 0;
    for (from, to) in crossings {
        plot.add_fixed(river.stretch(Kind::Water, "river", (start, from)));
        plot.add_fixed(river.stretch(kind, name, (from, to)));
        start = to;
    }
    plot.add_fixed(river.stretch(Kind::Water, "river", (start, side)));
}

/// The course of a river; half a turn leaves it as it is.
struct River {
    side: i32,
    width: i32,
    /// How far it is off the middle at an edge, and half way from there.
    bends: [i32; 2],
    along_x: bool,
}

impl River {
    /// The middle of the bed at a distance from the edge; the far half is the near half turned.
    fn bed(&self, t: i32) -> i32 {
        if t > self.side / 2 {
            return self.side - self.bed(self.side - t);
        }
        let quarter = self.side / 4;
        let (from, to, t) = match t < quarter {
            true => (self.bends[0], self.bends[1], t),
            false => (self.bends[1], 0, t - quarter),
        };
        self.side / 2 + from + (to - from) * t / quarter
    }

    fn stretch(&self, kind: Kind, name: &str, (from, to): (i32, i32)) -> Option<Piece> {
        let quarter = self.side / 4;
        let knots = (1..4).map(|i| i * quarter).filter(|t| from < *t && *t < to);
        let along: Vec<i32> = [from].into_iter().chain(knots).chain([to]).collect();
        let turn = |t: i32, y: i32| if self.along_x { (t, y) } else { (y, t) };
        let low = along.iter().map(|t| turn(*t, self.bed(*t) - self.width / 2));
        let high = along.iter().rev().map(|t| turn(*t, self.bed(*t) - self.width / 2 + self.width));
        let corners: Vec<(i32, i32)> = low.chain(high).collect();
        layout::outline(kind, name, &corners)
    }
}

/// Whether a thing is the water that is fought for.
pub fn is_water(thing: &[Piece]) -> bool {
    thing.iter().any(|p| matches!(p.kind, Kind::Water | Kind::Ford | Kind::Well))
}

/// Whether a thing leads across the water.
pub fn is_crossing(thing: &[Piece]) -> bool {
    let bridge = |p: &Piece| matches!(p.kind, Kind::Open | Kind::Floor | Kind::Stairs);
    thing.iter().any(|p| bridge(p) || p.kind == Kind::Ford)
}

impl State {
    /// How far from an edge the defender may deploy: as far as the nearer face of the farthest
    /// obstacle in its own half, but at least Short (MUT-SCN-10).
    pub fn depth_to_obstacles(&self, edge: Edge) -> Length {
        let table = &self.table;
        let across = match edge {
            Edge::South | Edge::North => table.depth(),
            Edge::West | Edge::East => table.width(),
        };
        let is_obstacle = |p: &&Piece| {
            let thing = std::slice::from_ref(*p);
            !is_water(thing) && !is_crossing(thing)
        };
        let faces = table.pieces().iter().filter(is_obstacle).filter_map(|p| {
            let extent = p.extent()?;
            let ends = [extent.low, extent.high].map(|end| edge.distance(table, end));
            Some(ends[0].min(ends[1]))
        });
        let own_half = faces.filter(|face| *face <= across / 2);
        own_half.max().unwrap_or(Length::ZERO).max(self.stick(Stick::Short))
    }

    /// A Wretched that becomes Fallen or dies in the water or touching the well spoils it
    /// (MUT-SCN-13, MUT-Q-132).
    pub fn foul_water(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let wretched = self.kind(model) == profile::Kind::Wretched;
        if self.mission.scenario != Scenario::Water || self.mission.spoilt || !wretched {
            return;
        }
        let Some(spot) = self.last_spot(model) else { return };
        let body = self.body_at(model, spot);
        let reaches = |p: &Piece| match (&p.form, p.kind) {
            (Form::Area(shape), Kind::Water | Kind::Ford) => {
                measure::within_of_shape(&body, shape, Length::ZERO)
            }
            (Form::Area(shape), Kind::Well) => measure::within_of_shape(&body, shape, CONTACT),
            _ => false,
        };
        if self.table.pieces().iter().any(reaches) {
            self.mission.spoilt = true;
            cx.cite(Clause("MUT-Q-132"));
            cx.say(|| {
                let text = format!("{} spoils the water: it gives no Food", self.name(model));
                Event::note(Clause("MUT-SCN-13"), text)
            });
        }
    }
}

/// The winner's Food from the water: a die, unless it is spoilt (MUT-SCN-12, 13).
pub fn food(state: &State, cx: &mut Cx<'_>, winner: SideId) -> Play<u32> {
    if state.mission.spoilt {
        cx.say(|| Event::note(Clause("MUT-SCN-13"), "The water is spoilt and gives no Food"));
        return Ok(0);
    }
    state.roll_food(cx, winner, 0, Clause("MUT-SCN-12"))
}
