//! Outlines: simple polygons, and exactly where a straight line runs inside one.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::length::Length;
use crate::point::{Point, Vector};

/// A place along a segment, as an exact fraction of its length.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// The start of the segment.
    pub const START: Ratio = Ratio { num: 0, den: 1 };
    /// The end of the segment.
    pub const END: Ratio = Ratio { num: 1, den: 1 };

    /// The fraction `num / den`; the denominator must not be zero.
    pub fn new(num: i64, den: i64) -> Ratio {
        debug_assert!(den != 0);
        if den < 0 { Ratio { num: -num, den: -den } } else { Ratio { num, den } }
    }

    /// The numerator, over a positive [`Ratio::den`].
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The denominator, always positive.
    pub const fn den(self) -> i64 {
        self.den
    }

    /// This share of a length, rounded to the nearest micrometre.
    pub fn of(self, length: Length) -> Length {
        let (num, den) = (i128::from(self.num), i128::from(self.den));
        let doubled = 2 * num * i128::from(length.um()) + den;
        Length::saturating(doubled.div_euclid(2 * den) as i64)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let left = i128::from(self.num) * i128::from(other.den);
        let right = i128::from(other.num) * i128::from(self.den);
        left.cmp(&right)
    }
}

/// An open stretch of a segment.
pub type Stretch = (Ratio, Ratio);

/// A box with sides along the axes, borders included.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// The south-west corner.
    pub low: Point,
    /// The north-east corner.
    pub high: Point,
}

impl Extent {
    /// The smallest box around some points; none for no points.
    pub fn around(points: &[Point]) -> Option<Extent> {
        let first = *points.first()?;
        Some(points.iter().fold(Extent { low: first, high: first }, |b, p| Extent {
            low: Point::new(b.low.x.min(p.x), b.low.y.min(p.y)),
            high: Point::new(b.high.x.max(p.x), b.high.y.max(p.y)),
        }))
    }

    /// The box grown on all sides.
    pub fn grown(self, by: Length) -> Extent {
        Extent {
            low: Point::new(self.low.x - by, self.low.y - by),
            high: Point::new(self.high.x + by, self.high.y + by),
        }
    }

    /// Whether two boxes have a point in common.
    pub fn meets(&self, other: &Extent) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether a point lies in the box.
    pub fn contains(&self, p: Point) -> bool {
        self.low.x <= p.x && p.x <= self.high.x && self.low.y <= p.y && p.y <= self.high.y
    }
}

/// A simple polygon with at least three corners, running counter-clockwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    extent: Extent,
    convex: bool,
}

/// Most corners an outline may have; a bound for files from strangers.
pub const MOST_CORNERS: usize = 64;

impl Polygon {
    /// The polygon with these corners, in either sense of rotation.
    ///
    /// Refuses fewer than three or more than 64 corners, an outline without area and one that
    /// crosses or touches itself.
    pub fn new(mut corners: Vec<Point>) -> Result<Polygon, String> {
        if corners.len() < 3 || corners.len() > MOST_CORNERS {
            return Err(format!(
                "an outline needs 3 to {MOST_CORNERS} corners, this one has {}",
                corners.len()
            ));
        }
        if let Some((i, j)) = self_contact(&corners) {
            return Err(format!("the outline crosses itself: sides {} and {}", i + 1, j + 1));
        }
        let area: i64 = sides(&corners).map(|(a, b)| twice_area(a, b)).sum();
        match area.cmp(&0) {
            Ordering::Equal => return Err("the outline has no area".to_owned()),
            Ordering::Less => corners.reverse(),
            Ordering::Greater => (),
        }
        let extent = Extent::around(&corners).expect("at least three corners");
        let n = corners.len();
        let turns = |i: usize| {
            let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
            (b - a).cross(c - b) >= 0
        };
        let convex = (0..n).all(turns);
        Ok(Polygon { corners, extent, convex })
    }

    /// A rectangle with sides along the axes, given by two opposite corners.
    pub fn rectangle(a: Point, b: Point) -> Result<Polygon, String> {
        Polygon::new(vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)])
    }

    /// A strip of a given width along a segment, square at the ends.
    pub fn strip(from: Point, to: Point, width: Length) -> Result<Polygon, String> {
        let side = (to - from).left().of_length(width / 2);
        Polygon::new(vec![from + -side, to + -side, to + side, from + side])
    }

    /// A round outline drawn with sixteen corners on the circle.
    pub fn round(center: Point, radius: Length) -> Result<Polygon, String> {
        // Sine and cosine of the multiples of 22.5 degrees in millionths.
        const WHEEL: [(i64, i64); 5] = [
            (1_000_000, 0),
            (923_880, 382_683),
            (707_107, 707_107),
            (382_683, 923_880),
            (0, 1_000_000),
        ];
        let quarter = |i: usize| {
            let (c, s) = WHEEL[i];
            Vector::new(c * radius.wide() / 1_000_000, s * radius.wide() / 1_000_000)
        };
        let mut corners = Vec::with_capacity(16);
        let mut spoke: [Vector; 4] = std::array::from_fn(quarter);
        for _ in 0..4 {
            corners.extend(spoke.iter().map(|v| center + *v));
            spoke = spoke.map(Vector::left);
        }
        Polygon::new(corners)
    }

    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The sides as pairs of corners, counter-clockwise: the inside lies to the left.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        sides(&self.corners)
    }

    /// The one side that faces south, east, north or west, or how many do.
    pub fn only_side_facing(&self, word: &str) -> Result<usize, usize> {
        let faces = |(a, b): (Point, Point)| {
            let along = b - a;
            // The inside lies to the left of every side, so the side faces to its right.
            match (along.x.signum(), along.y.signum()) {
                (1, 0) => word == "south",
                (0, 1) => word == "east",
                (-1, 0) => word == "north",
                (0, -1) => word == "west",
                _ => false,
            }
        };
        let mut found = self.sides().enumerate().filter(|(_, side)| faces(*side));
        match (found.next(), found.count()) {
            (Some((side, _)), 0) => Ok(side),
            (first, more) => Err(usize::from(first.is_some()) + more),
        }
    }

    /// The smallest box around the outline.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The outline moved and turned: `turn` says what becomes of each offset from `pivot`.
    pub fn mapped(&self, turn: impl Fn(Point) -> Point) -> Result<Polygon, String> {
        Polygon::new(self.corners.iter().map(|p| turn(*p)).collect())
    }

    /// Whether a point lies inside or on the outline.
    pub fn contains(&self, p: Point) -> bool {
        if !self.extent.contains(p) {
            return false;
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = (b - a).cross(p - a);
            if side == 0 && (a - p).dot(b - p) <= 0 {
                return true;
            }
            if (a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    fn contains_strictly(&self, p: Point) -> bool {
        let on_side = |(a, b)| point_segment_cmp(p, a, b, Length::ZERO) == Ordering::Equal;
        self.contains(p) && !self.sides().any(on_side)
    }

    /// Whether the distance from the outline or its inside to a point is less than `reach`.
    pub fn nearer_than(&self, p: Point, reach: Length) -> bool {
        self.extent.grown(reach).contains(p)
            && (self.contains(p) || self.sides().any(|(a, b)| point_nearer_than(p, a, b, reach)))
    }

    /// Whether a disc of the given radius, moved from `from` to `to`, at some time overlaps
    /// the polygon. Touching is not overlapping.
    pub fn swept_by(&self, from: Point, to: Point, radius: Length) -> bool {
        let path = Extent::around(&[from, to]).expect("two points").grown(radius);
        if !self.extent.meets(&path) {
            return false;
        }
        self.contains(from)
            || self.contains(to)
            || self.sides().any(|(a, b)| segments_nearer_than((from, to), (a, b), radius))
    }

    /// Whether the outline bulges outward everywhere.
    pub fn is_convex(&self) -> bool {
        self.convex
    }

    /// Whether a segment runs strictly inside somewhere.
    pub fn is_crossed_by(&self, from: Point, to: Point) -> bool {
        let mut crossed = false;
        self.each_chord(from, to, |_| crossed = true);
        crossed
    }

    /// The open stretches of the segment from `from` to `to` that run strictly inside, in order.
    ///
    /// A segment that only touches the outline or runs along it is not inside. The answer for
    /// the reversed segment is exactly the reverse.
    pub fn chords(&self, from: Point, to: Point) -> SmallVec<[Stretch; 2]> {
        let path = Extent::around(&[from, to]).expect("two points");
        if !self.extent.meets(&path) {
            return SmallVec::new();
        }
        if from == to {
            // Seen from above a vertical line is a point: all of it is inside, or nothing.
            let whole = self.contains_strictly(from).then_some((Ratio::START, Ratio::END));
            return whole.into_iter().collect();
        }
        if self.convex {
            self.chord_convex(from, to).into_iter().collect()
        } else {
            self.chords_any(from, to)
        }
    }

    /// Hands every stretch of [`Polygon::chords`] to a function; the fast way for sight, which
    /// mostly meets convex outlines and asks for one stretch at a time.
    pub(crate) fn each_chord(&self, from: Point, to: Point, mut take: impl FnMut(Stretch)) {
        if self.convex && from != to {
            if let Some(stretch) = self.chord_convex(from, to) {
                take(stretch);
            }
        } else {
            self.chords(from, to).into_iter().for_each(take);
        }
    }

    /// A line runs through a convex outline if there are corners on both sides of it. It then
    /// crosses exactly two sides, and only for those the place is worked out.
    fn chord_convex(&self, from: Point, to: Point) -> Option<Stretch> {
        let along = to - from;
        let n = self.corners.len();
        let mut before = along.cross(*self.corners.last()? - from) < 0;
        let (mut enter, mut leave) = (n, n);
        let mut some_left = false;
        // Only numbers are kept in this loop, and without branches: which sides are crossed
        // cannot be foreseen, and a processor that guesses wrong loses more than all the sums.
        for (i, corner) in self.corners.iter().enumerate() {
            let side = along.cross(*corner - from);
            let right = side < 0;
            some_left |= side > 0;
            enter = if right & !before { i } else { enter };
            leave = if before & !right { i } else { leave };
            before = right;
        }
        if !some_left || enter == n || leave == n {
            return None;
        }
        let place = |i: usize| {
            let (a, b) = (self.corners[if i == 0 { n - 1 } else { i - 1 }], self.corners[i]);
            Ratio::new((a - from).cross(b - a), along.cross(b - a))
        };
        let (enter, leave) = (place(enter), place(leave));
        if enter.num >= enter.den || leave.num <= 0 {
            return None;
        }
        let enter = if enter.num < 0 { Ratio::START } else { enter };
        let leave = if leave.num > leave.den { Ratio::END } else { leave };
        Some((enter, leave))
    }

    /// A line through a corner or along a side is seen as two lines, one a hair to each side;
    /// what lies inside for both of them is strictly inside.
    fn chords_any(&self, from: Point, to: Point) -> SmallVec<[Stretch; 2]> {
        let left = self.crossings(from, to, |s| s > 0);
        let right = self.crossings(from, to, |s| s >= 0);
        let mut inside = SmallVec::new();
        for &(a, b) in &left {
            for &(c, d) in &right {
                let (enter, leave) = (a.max(c).max(Ratio::START), b.min(d).min(Ratio::END));
                if enter < leave {
                    inside.push((enter, leave));
                }
            }
        }
        inside
    }

    fn crossings(
        &self,
        from: Point,
        to: Point,
        is_left: impl Fn(i64) -> bool,
    ) -> SmallVec<[Stretch; 4]> {
        let along = to - from;
        let mut hits: SmallVec<[Ratio; 8]> = SmallVec::new();
        for (a, b) in self.sides() {
            let (side_a, side_b) = (along.cross(a - from), along.cross(b - from));
            if is_left(side_a) != is_left(side_b) {
                let edge = b - a;
                hits.push(Ratio::new((a - from).cross(edge), along.cross(edge)));
            }
        }
        hits.sort_unstable();
        hits.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = String;
    fn try_from(corners: Vec<Point>) -> Result<Polygon, String> {
        Polygon::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.corners
    }
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = corners.iter().skip(1).chain(corners.first());
    corners.iter().copied().zip(next.copied())
}

fn twice_area(a: Point, b: Point) -> i64 {
    a.x.wide() * b.y.wide() - b.x.wide() * a.y.wide()
}

/// The first two sides that meet where they should not.
fn self_contact(corners: &[Point]) -> Option<(usize, usize)> {
    let all: Vec<(Point, Point)> = sides(corners).collect();
    let n = all.len();
    for i in 0..n {
        if all[i].0 == all[i].1 {
            return Some((i, i));
        }
        for j in i + 1..n {
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let (first, second) = if j == i + 1 { (i, j) } else { (j, i) };
            let folded = neighbours && {
                let (a, b) = (all[first].0, all[first].1);
                let c = all[second].1;
                (b - a).cross(c - b) == 0 && (b - a).dot(c - b) < 0
            };
            if folded || (!neighbours && segments_meet(all[i], all[j])) {
                return Some((i, j));
            }
        }
    }
    None
}

/// Whether two closed segments have a point in common.
pub fn segments_meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let (ab, cd) = (b - a, d - c);
    let (c_side, d_side) = (ab.cross(c - a).signum(), ab.cross(d - a).signum());
    if c_side * d_side > 0 {
        return false;
    }
    let (a_side, b_side) = (cd.cross(a - c).signum(), cd.cross(b - c).signum());
    if c_side * d_side < 0 && a_side * b_side < 0 {
        return true;
    }
    let on = |p: Point, side: i64, s: Point, e: Point| side == 0 && (s - p).dot(e - p) <= 0;
    on(c, c_side, a, b) || on(d, d_side, a, b) || on(a, a_side, c, d) || on(b, b_side, c, d)
}

/// Whether a point is nearer to a segment than `reach`.
pub fn point_nearer_than(p: Point, a: Point, b: Point, reach: Length) -> bool {
    point_segment_cmp(p, a, b, reach) == Ordering::Less
}

/// How the distance from a point to a segment compares with a length, exactly.
pub fn point_segment_cmp(p: Point, a: Point, b: Point, reach: Length) -> Ordering {
    let (along, off) = (b - a, p - a);
    let reach_squared = reach.squared();
    if along.dot(off) <= 0 {
        return off.squared().cmp(&reach_squared);
    }
    if along.dot(p - b) >= 0 {
        return (p - b).squared().cmp(&reach_squared);
    }
    let cross = i128::from(along.cross(off));
    (cross * cross).cmp(&(i128::from(reach_squared) * i128::from(along.squared())))
}

/// Whether two segments come nearer to each other than `reach`.
pub fn segments_nearer_than(one: (Point, Point), other: (Point, Point), reach: Length) -> bool {
    reach > Length::ZERO
        && (segments_meet(one, other)
            || point_nearer_than(one.0, other.0, other.1, reach)
            || point_nearer_than(one.1, other.0, other.1, reach)
            || point_nearer_than(other.0, one.0, one.1, reach)
            || point_nearer_than(other.1, one.0, one.1, reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Polygon {
        Polygon::rectangle(Point::inches(2, 2), Point::inches(4, 4)).unwrap()
    }

    fn ell() -> Polygon {
        let corners = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)];
        Polygon::new(corners.iter().map(|&(x, y)| Point::inches(x, y)).collect()).unwrap()
    }

    #[test]
    fn a_line_along_a_side_is_not_inside() {
        for shape in [square(), ell()] {
            let (low, high) = (shape.extent().low, shape.extent().high);
            let along = shape.chords(Point::new(low.x, Length::ZERO), Point::new(low.x, high.y));
            assert!(along.is_empty());
        }
        assert!(ell().chords(Point::inches(2, 1), Point::inches(2, 9)).len() == 1);
    }

    #[test]
    fn a_bent_outline_is_entered_twice() {
        let across = ell().chords(Point::inches(0, 7), Point::inches(7, 0));
        assert_eq!(across.len(), 2);
        let back = ell().chords(Point::inches(7, 0), Point::inches(0, 7));
        for (there, again) in across.iter().zip(back.iter().rev()) {
            let mirrored = Ratio::new(there.0.den() - there.0.num(), there.0.den());
            assert_eq!(mirrored, again.1);
        }
    }

    #[test]
    fn swept_discs_touch_without_overlapping() {
        let beside = |x: i32| (Point::inches(x, 0), Point::inches(x, 9));
        let (from, to) = beside(1);
        assert!(!square().swept_by(from, to, Length::inches(1)));
        assert!(square().swept_by(from, to, Length::micrometres(25_401)));
        assert!(square().swept_by(Point::inches(3, 3), Point::inches(3, 3), Length::ZERO));
    }

    #[test]
    fn bad_outlines_are_refused() {
        let outline =
            |c: &[(i32, i32)]| Polygon::new(c.iter().map(|&(x, y)| Point::inches(x, y)).collect());
        assert!(outline(&[(0, 0), (1, 1)]).is_err());
        assert!(outline(&[(0, 0), (1, 1), (2, 2)]).is_err());
        assert!(outline(&[(0, 0), (2, 2), (2, 0), (0, 2)]).is_err());
        assert!(outline(&[(0, 0), (0, 0), (2, 2), (0, 2)]).is_err());
    }

    #[test]
    fn round_outlines_lie_on_the_circle() {
        let disc = Polygon::round(Point::inches(5, 5), Length::inches(2)).unwrap();
        assert_eq!(disc.corners().len(), 16);
        assert!(disc.contains(Point::inches(7, 5)));
        assert!(!disc.contains(Point::new(Length::inches(7), Length::cents(501))));
    }
}
