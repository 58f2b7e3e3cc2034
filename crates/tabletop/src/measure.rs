//! Measuring: gaps, reach, arcs, zones.
//!
//! Yes or no is always decided exactly, by comparing squares. A gap that has to be written down
//! is rounded up to the next micrometre: lengths are whole micrometres, so `gap(a, b) <= reach`
//! and `within(a, b, reach)` are the same question.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::changes::Marker;
use crate::length::Length;
use crate::point::{Point, Vector};
use crate::polygon::{Polygon, point_segment_cmp};
use crate::table::Table;

/// The gap between two bases seen from above, rounded up; nought if they touch or overlap.
pub fn gap(a: &Body, b: &Body) -> Length {
    gap_between(a.at(), b.at(), a.base + b.base)
}

/// Whether the gap between two bases seen from above is at most `reach`.
pub fn within(a: &Body, b: &Body, reach: Length) -> bool {
    discs_within(a.at(), b.at(), a.base + b.base, reach)
}

/// The gap between two bases in space, rounded up: bases are level discs at the feet.
pub fn gap_3d(a: &Body, b: &Body) -> Length {
    Apart::of_bases(a, b).gap()
}

/// Whether the gap between two bases in space is at most `reach`.
pub fn within_3d(a: &Body, b: &Body, reach: Length) -> bool {
    Apart::of_bases(a, b).within(reach)
}

/// The gap between two figures in space, rounded up: figures are upright cylinders.
pub fn body_gap(a: &Body, b: &Body) -> Length {
    Apart::of_figures(a, b).gap()
}

/// Whether the gap between two figures in space is at most `reach`.
pub fn body_within(a: &Body, b: &Body, reach: Length) -> bool {
    Apart::of_figures(a, b).within(reach)
}

/// Whether two models stand in contact: seen from above their bases are no farther apart than
/// the tolerance, and neither has its feet higher than that above the other's head.
pub fn contact(a: &Body, b: &Body, tolerance: Length) -> bool {
    within(a, b, tolerance) && height_gap(a, b) <= tolerance
}

/// Which of two models is nearer to a third, from base to base seen from above. `Less` means
/// the first, `Equal` an exact tie.
pub fn nearer(from: &Body, a: &Body, b: &Body) -> Ordering {
    let touches = |other: &Body| within(from, other, Length::ZERO);
    match (touches(a), touches(b)) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => {
            let square = |other: &Body| from.at().distance_squared(other.at());
            roots_cmp(square(a), square(b), (a.base - b.base).wide())
        }
    }
}

/// The nearest of several models, from base to base seen from above: all that tie exactly, in
/// the order in which they came.
pub fn nearest<'a, T>(from: &Body, others: impl IntoIterator<Item = (T, &'a Body)>) -> Vec<T> {
    let mut best: Option<&Body> = None;
    let mut ties = Vec::new();
    for (name, body) in others {
        match best.map_or(Ordering::Less, |best| nearer(from, body, best)) {
            Ordering::Less => {
                best = Some(body);
                ties.clear();
                ties.push(name);
            }
            Ordering::Equal => ties.push(name),
            Ordering::Greater => (),
        }
    }
    ties
}

/// Whether a whole base lies within a distance of a point.
pub fn whole_base_within(body: &Body, center: Point, radius: Length) -> bool {
    let spare = radius - body.base;
    spare >= Length::ZERO && body.at().distance_squared(center) <= spare.squared()
}

/// The gap from a base to a marker seen from above, rounded up; nought if they touch.
pub fn gap_to_marker(body: &Body, marker: &Marker) -> Length {
    gap_between(body.at(), marker.spot.at, body.base + marker.radius)
}

/// Whether the gap from a base to a marker seen from above is at most `reach`.
pub fn within_of_marker(body: &Body, marker: &Marker, reach: Length) -> bool {
    discs_within(body.at(), marker.spot.at, body.base + marker.radius, reach)
}

/// Whether the gap from a base to a point seen from above is at most `reach`.
pub fn within_of_point(body: &Body, point: Point, reach: Length) -> bool {
    discs_within(body.at(), point, body.base, reach)
}

/// Whether the gap from a base to an outline or its inside, seen from above, is at most `reach`.
pub fn within_of_shape(body: &Body, shape: &Polygon, reach: Length) -> bool {
    let reaches = |(a, b)| point_segment_cmp(body.at(), a, b, body.base + reach).is_le();
    reach >= Length::ZERO && (shape.contains(body.at()) || shape.sides().any(reaches))
}

/// The gap from a base to an outline or its inside seen from above, rounded up; nought if they
/// touch or overlap.
pub fn gap_to_shape(body: &Body, shape: &Polygon) -> Length {
    if within_of_shape(body, shape, Length::ZERO) {
        return Length::ZERO;
    }
    let distances = shape.sides().map(|(a, b)| distance_to_side(body.at(), a, b));
    distances.min().map_or(Length::ZERO, |nearest| nearest - body.base)
}

/// Whether a whole base lies inside of an outline; it may touch the outline from inside.
pub fn whole_base_inside(body: &Body, shape: &Polygon) -> bool {
    let clear = |(a, b)| point_segment_cmp(body.at(), a, b, body.base).is_ge();
    shape.contains(body.at()) && shape.sides().all(clear)
}

/// An arc around a model that faces some way; its borders belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arc {
    /// The quarter ahead.
    Front90,
    /// The half ahead.
    Front180,
    /// The quarter to the left.
    Left90,
    /// The quarter to the right.
    Right90,
    /// The quarter behind.
    Rear90,
    /// The half behind.
    Rear180,
}

impl Arc {
    /// The direction of its middle, and whether it is a half rather than a quarter.
    fn middle(self, facing: Vector) -> (Vector, bool) {
        match self {
            Arc::Front90 => (facing, false),
            Arc::Front180 => (facing, true),
            Arc::Left90 => (facing.left(), false),
            Arc::Right90 => (-facing.left(), false),
            Arc::Rear90 => (-facing, false),
            Arc::Rear180 => (-facing, true),
        }
    }
}

/// Whether the middle of a target's base lies in an arc around the middle of a base.
pub fn in_arc(from: &Body, facing: Vector, target: &Body, arc: Arc) -> bool {
    let (middle, half) = arc.middle(facing);
    let toward = target.at() - from.at();
    let aside = if half { 0 } else { middle.cross(toward).abs() };
    middle.dot(toward) >= aside
}

/// Whether any part of a target's base lies in an arc around the middle of a base.
pub fn base_in_arc(from: &Body, facing: Vector, target: &Body, arc: Arc) -> bool {
    let (middle, half) = arc.middle(facing);
    let (toward, side) = (target.at() - from.at(), middle.left());
    let ahead = if half { Vector::new(0, 0) } else { middle };
    let border = |side: Vector| Vector::new(ahead.x + side.x, ahead.y + side.y);
    let meets = |border: Vector| disc_meets_ray(toward, target.base, border);
    in_arc(from, facing, target, arc) || meets(border(side)) || meets(border(-side))
}

/// Whether a disc around the tip of `off` reaches the ray from the origin in a direction.
fn disc_meets_ray(off: Vector, radius: Length, ray: Vector) -> bool {
    if ray.dot(off) <= 0 {
        return off.squared() <= radius.squared();
    }
    let cross = i128::from(ray.cross(off));
    cross * cross <= i128::from(radius.squared()) * i128::from(ray.squared())
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// The edge along which `y` is nought.
    South,
    /// The edge across from it.
    North,
    /// The edge along which `x` is nought.
    West,
    /// The edge across from it.
    East,
}

impl Edge {
    /// Every edge.
    pub const ALL: [Edge; 4] = [Edge::South, Edge::North, Edge::West, Edge::East];

    /// The edge across the table.
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::North => Edge::South,
            Edge::West => Edge::East,
            Edge::East => Edge::West,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Edge::South => "south",
            Edge::North => "north",
            Edge::West => "west",
            Edge::East => "east",
        }
    }

    /// How far a point is from the edge, inward.
    pub fn distance(self, table: &Table, at: Point) -> Length {
        match self {
            Edge::South => at.y,
            Edge::North => table.depth() - at.y,
            Edge::West => at.x,
            Edge::East => table.width() - at.x,
        }
    }
}

/// A corner of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// The origin.
    SouthWest,
    /// The other end of the south edge.
    SouthEast,
    /// The other end of the west edge.
    NorthWest,
    /// Across from the origin.
    NorthEast,
}

impl Corner {
    /// Every corner.
    pub const ALL: [Corner; 4] =
        [Corner::SouthWest, Corner::SouthEast, Corner::NorthWest, Corner::NorthEast];

    /// The corner across the table.
    pub const fn opposite(self) -> Corner {
        match self {
            Corner::SouthWest => Corner::NorthEast,
            Corner::SouthEast => Corner::NorthWest,
            Corner::NorthWest => Corner::SouthEast,
            Corner::NorthEast => Corner::SouthWest,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::SouthWest => "south-west",
            Corner::SouthEast => "south-east",
            Corner::NorthWest => "north-west",
            Corner::NorthEast => "north-east",
        }
    }

    /// Where it is.
    pub fn at(self, table: &Table) -> Point {
        match self {
            Corner::SouthWest => Point::default(),
            Corner::SouthEast => Point::new(table.width(), Length::ZERO),
            Corner::NorthWest => Point::new(Length::ZERO, table.depth()),
            Corner::NorthEast => Point::new(table.width(), table.depth()),
        }
    }
}

/// Whether a whole base is on the table.
pub fn on_table(table: &Table, body: &Body) -> bool {
    Edge::ALL.iter().all(|edge| edge.distance(table, body.at()) >= body.base)
}

/// Whether a whole base is on the table and within `depth` of an edge.
pub fn in_edge_zone(table: &Table, edge: Edge, body: &Body, depth: Length) -> bool {
    on_table(table, body) && edge.distance(table, body.at()) + body.base <= depth
}

/// Whether a whole base is on the table and within `radius` of a corner.
pub fn in_corner_zone(table: &Table, corner: Corner, body: &Body, radius: Length) -> bool {
    on_table(table, body) && whole_base_within(body, corner.at(table), radius)
}

/// One of the eight winds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Along `x`.
    East,
    /// Between east and north.
    NorthEast,
    /// Along `y`.
    North,
    /// Between north and west.
    NorthWest,
    /// Against `x`.
    West,
    /// Between south and west.
    SouthWest,
    /// Against `y`.
    South,
    /// Between south and east.
    SouthEast,
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bearing::East => "east",
            Bearing::NorthEast => "north-east",
            Bearing::North => "north",
            Bearing::NorthWest => "north-west",
            Bearing::West => "west",
            Bearing::SouthWest => "south-west",
            Bearing::South => "south",
            Bearing::SouthEast => "south-east",
        })
    }
}

/// The wind nearest to the direction from one point to another; none if they are the same.
pub fn compass(from: Point, to: Point) -> Option<Bearing> {
    let v = to - from;
    // Within an eighth of a right angle and a half of an axis: the tangent of 22.5 degrees is
    // the root of two less one, and the squares decide.
    let hugs = |along: i64, aside: i64| {
        let (along, aside) = (along.abs(), aside.abs());
        (along + aside) * (along + aside) < 2 * along * along
    };
    if v == Vector::new(0, 0) {
        None
    } else if hugs(v.x, v.y) {
        Some(if v.x > 0 { Bearing::East } else { Bearing::West })
    } else if hugs(v.y, v.x) {
        Some(if v.y > 0 { Bearing::North } else { Bearing::South })
    } else {
        Some(match (v.x > 0, v.y > 0) {
            (true, true) => Bearing::NorthEast,
            (false, true) => Bearing::NorthWest,
            (false, false) => Bearing::SouthWest,
            (true, false) => Bearing::SouthEast,
        })
    }
}

/// How far apart two upright round things are.
struct Apart {
    /// Square of the distance of their axes.
    axes: i64,
    /// Sum of their radii.
    radii: Length,
    /// Gap of their heights.
    height: Length,
}

impl Apart {
    fn of_bases(a: &Body, b: &Body) -> Apart {
        Apart {
            axes: a.at().distance_squared(b.at()),
            radii: a.base + b.base,
            height: (a.feet() - b.feet()).abs(),
        }
    }

    fn of_figures(a: &Body, b: &Body) -> Apart {
        Apart {
            axes: a.at().distance_squared(b.at()),
            radii: a.girth + b.girth,
            height: height_gap(a, b),
        }
    }

    /// With `h` the gap of heights, `r` the radii and `d` the distance of the axes, the question
    /// is whether `(d - r)^2 + h^2 <= reach^2`. That is `d <= r + s` with `s^2 = reach^2 - h^2`,
    /// so `d^2 - r^2 - s^2 <= 2 r s`, and both sides can be squared once more.
    fn within(&self, reach: Length) -> bool {
        if reach < self.height {
            return false;
        }
        let s_squared = i128::from(reach.squared() - self.height.squared());
        let r_squared = i128::from(self.radii.squared());
        let left = i128::from(self.axes) - r_squared - s_squared;
        left <= 0 || left * left <= 4 * r_squared * s_squared
    }

    fn gap(&self) -> Length {
        let flat = (self.axes.isqrt() - self.radii.wide()).max(0);
        // Mostly neither is above the other, and a second root is dear.
        let mut gap = match self.height {
            Length::ZERO => Length::saturating(flat),
            height => Length::saturating((flat * flat + height.squared()).isqrt()),
        };
        // Rounded down so far, so at most a few micrometres are missing.
        while !self.within(gap) {
            gap += Length::micrometres(1);
        }
        gap
    }
}

/// How far one body's feet are above the other's head; nought if their heights overlap.
fn height_gap(a: &Body, b: &Body) -> Length {
    (a.feet() - b.head()).max(b.feet() - a.head()).max(Length::ZERO)
}

fn discs_within(a: Point, b: Point, radii: Length, reach: Length) -> bool {
    reach >= Length::ZERO && a.distance_squared(b) <= (radii + reach).squared()
}

fn gap_between(a: Point, b: Point, radii: Length) -> Length {
    let square = a.distance_squared(b);
    let floor = square.isqrt();
    let up = i64::from(floor * floor < square);
    Length::saturating((floor + up - radii.wide()).max(0))
}

/// How the root of `a` compares with the root of `b` plus `c`.
fn roots_cmp(a: i64, b: i64, c: i64) -> Ordering {
    if c < 0 {
        return roots_cmp(b, a, -c).reverse();
    }
    let left = i128::from(a) - i128::from(b) - i128::from(c) * i128::from(c);
    if left < 0 {
        return Ordering::Less;
    }
    (left * left).cmp(&(4 * i128::from(c) * i128::from(c) * i128::from(b)))
}

/// The distance from a point to a segment, rounded up.
fn distance_to_side(p: Point, a: Point, b: Point) -> Length {
    let (along, off) = (b - a, p - a);
    let mut distance = if along.dot(off) <= 0 {
        Length::saturating(off.squared().isqrt())
    } else if along.dot(p - b) >= 0 {
        Length::saturating((p - b).squared().isqrt())
    } else {
        let cross = i128::from(along.cross(off));
        Length::saturating((cross * cross / i128::from(along.squared())).isqrt() as i64)
    };
    // Rounded down so far.
    if point_segment_cmp(p, a, b, distance) == Ordering::Greater {
        distance += Length::micrometres(1);
    }
    distance
}

#[cfg(test)]
mod tests;
