//! One leg of a path seen from above, measured in whole micrometres along it.

use smallvec::SmallVec;

use crate::length::Length;
use crate::point::{Point, Vector};
use crate::polygon::{Extent, Polygon, Ratio};

/// A stretch of a leg, from and until so far along it.
pub(super) type Span = (Length, Length);
/// A few stretches in order.
pub(super) type Spans = SmallVec<[Span; 4]>;

/// A leg seen from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub from: Point,
    pub to: Point,
    /// The distance between the two, rounded to the nearest micrometre.
    pub length: Length,
}

impl Line {
    pub(super) fn new(from: Point, to: Point) -> Line {
        Line { from, to, length: from.distance(to) }
    }

    /// The place so far along, its offset from the start rounded towards zero in each
    /// coordinate.
    pub(super) fn at(&self, distance: Length) -> Point {
        if distance >= self.length {
            return self.to;
        }
        let along = self.to - self.from;
        let share = |part: i64| part * distance.wide() / self.length.wide();
        let offset = Vector::new(share(along.x), share(along.y));
        self.from + offset
    }

    pub(super) fn extent(&self) -> Extent {
        let (a, b) = (self.from, self.to);
        Extent {
            low: Point::new(a.x.min(b.x), a.y.min(b.y)),
            high: Point::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    /// How far along a place of the leg is, rounded to the nearest micrometre.
    pub(super) fn along(&self, place: Ratio) -> Length {
        // Most stretches begin at the start or last to the end.
        match place.num() {
            0 => Length::ZERO,
            num if num == place.den() => self.length,
            _ => place.of(self.length),
        }
    }

    /// Where the leg runs strictly inside of an outline.
    pub(super) fn inside(&self, shape: &Polygon) -> SmallVec<[Span; 2]> {
        if self.length == Length::ZERO {
            return self.still(shape);
        }
        let chords = shape.chords(self.from, self.to);
        chords.into_iter().map(|(a, b)| (self.along(a), self.along(b))).collect()
    }

    /// Where the leg runs inside of an outline or along it.
    pub(super) fn upon(&self, shape: &Polygon) -> SmallVec<[Span; 2]> {
        if self.length == Length::ZERO {
            return self.still(shape);
        }
        if !shape.extent().meets(&self.extent()) {
            return SmallVec::new();
        }
        let mut spans = self.inside(shape);
        let along = self.to - self.from;
        for (a, b) in shape.sides() {
            if along.cross(a - self.from) == 0 && along.cross(b - self.from) == 0 {
                let place = |p: Point| {
                    let share = Ratio::new(along.dot(p - self.from), along.squared());
                    self.along(share.clamp(Ratio::START, Ratio::END))
                };
                let (one, other) = (place(a), place(b));
                if one != other {
                    spans.push((one.min(other), one.max(other)));
                }
            }
        }
        spans
    }

    fn still(&self, shape: &Polygon) -> SmallVec<[Span; 2]> {
        let here = shape.contains(self.from);
        here.then_some((Length::ZERO, Length::ZERO)).into_iter().collect()
    }

    /// Where the leg runs strictly inside of a circle, both ends rounded inward; none where it
    /// does not.
    pub(super) fn inside_circle(&self, center: Point, radius: Length) -> Option<Span> {
        let (along, off) = (self.to - self.from, center - self.from);
        if self.length == Length::ZERO {
            let here = off.squared() < radius.squared();
            return here.then_some((Length::ZERO, Length::ZERO));
        }
        let square = i128::from(along.squared());
        let cross = i128::from(along.cross(off));
        let room = i128::from(radius.squared()) * square - cross * cross;
        if room <= 0 {
            return None;
        }
        // Both parts are shares of the leg in micrometres: the foot of the center on the line,
        // and half of the chord to either side of it.
        let foot = along.dot(off) / self.length.wide();
        let half = ((room / square) as i64).isqrt();
        let (enter, leave) = ((foot - half).max(0), (foot + half).min(self.length.wide()));
        (enter < leave).then(|| (Length::saturating(enter), Length::saturating(leave)))
    }

    /// How far along the leg comes nearest to a point, rounded down.
    pub(super) fn nearest(&self, p: Point) -> Length {
        if self.length == Length::ZERO {
            return Length::ZERO;
        }
        let foot = (self.to - self.from).dot(p - self.from) / self.length.wide();
        Length::saturating(foot.clamp(0, self.length.wide()))
    }

    /// How far along the leg comes nearest to an outline that it does not cross; the first
    /// such place where there are several.
    pub(super) fn nearest_to(&self, shape: &Polygon) -> Length {
        let ends = [Length::ZERO, self.length];
        let corners = shape.corners().iter().map(|c| self.nearest(*c));
        let mut best = (i64::MAX, Length::ZERO);
        for place in ends.into_iter().chain(corners) {
            let p = self.at(place);
            let gap = shape.sides().map(|(a, b)| square_to_segment(p, a, b)).min();
            best = best.min((gap.unwrap_or(i64::MAX), place));
        }
        best.1
    }
}

/// The square of the distance from a point to a segment, rounded down.
fn square_to_segment(p: Point, a: Point, b: Point) -> i64 {
    let (along, off) = (b - a, p - a);
    if along.dot(off) <= 0 {
        return off.squared();
    }
    if along.dot(p - b) >= 0 {
        return (p - b).squared();
    }
    let cross = i128::from(along.cross(off));
    (cross * cross / i128::from(along.squared())) as i64
}

/// Sorts stretches and joins those that overlap or touch.
pub(super) fn joined(mut spans: Spans) -> Spans {
    spans.sort_unstable();
    let mut whole = Spans::new();
    for (from, until) in spans {
        match whole.last_mut() {
            Some(last) if last.1 >= from => last.1 = last.1.max(until),
            _ => whole.push((from, until)),
        }
    }
    whole
}

/// What is left of a stretch without some others, which must be in order and apart.
pub(super) fn without((from, until): Span, others: &[Span]) -> Spans {
    let mut left = Spans::new();
    let mut start = from;
    for &(a, b) in others {
        if a > start && start < until {
            left.push((start, a.min(until)));
        }
        start = start.max(b);
    }
    if start < until {
        left.push((start, until));
    }
    left
}

/// The common part of two stretches. A common point counts only if one of the two is a point.
pub(super) fn common(one: Span, other: Span) -> Option<Span> {
    let (from, until) = (one.0.max(other.0), one.1.min(other.1));
    let point = one.0 == one.1 || other.0 == other.1;
    (from < until || (from == until && point)).then_some((from, until))
}
