//! Round things between an eye and its target: other models, smoke, fire.
//!
//! A round thing counts as a flat silhouette that faces the line: what matters is how near the
//! line comes to its axis and how high it is there, and both can be compared without a root.

use super::{Ends, Sampling};
use crate::body::Body;
use crate::changes::Cloud;
use crate::length::Length;
use crate::point::{Point, Spot};
use crate::polygon::Ratio;

/// An upright cylinder.
pub(super) struct Round {
    pub at: Point,
    pub radius: Length,
    pub feet: Length,
    pub head: Length,
}

impl Round {
    pub fn of_body(body: &Body) -> Round {
        Round { at: body.at(), radius: body.girth, feet: body.feet(), head: body.head() }
    }

    pub fn of_cloud(cloud: &Cloud) -> Round {
        let feet = cloud.spot.z;
        Round { at: cloud.spot.at, radius: cloud.radius, feet, head: feet + cloud.height }
    }

    /// Where a line seen from above comes nearest to the axis, if that is strictly between its
    /// ends and nearer than the radius.
    fn passed_at(&self, from: Point, to: Point) -> Option<Ratio> {
        let (along, off) = (to - from, self.at - from);
        let (dot, whole) = (along.dot(off), along.squared());
        if dot <= 0 || dot >= whole {
            return None;
        }
        let cross = i128::from(along.cross(off));
        let near = cross * cross < i128::from(self.radius.squared()) * i128::from(whole);
        near.then(|| Ratio::new(dot, whole))
    }

    /// Where a line seen from above, ends included, comes nearest to the axis, if that is
    /// nearer than the radius.
    fn met_at(&self, from: Point, to: Point) -> Option<Ratio> {
        let inside = |p: Point| p.distance_squared(self.at) < self.radius.squared();
        let (along, off) = (to - from, self.at - from);
        let (dot, whole) = (along.dot(off), along.squared());
        if dot <= 0 {
            inside(from).then_some(Ratio::START)
        } else if dot >= whole {
            inside(to).then_some(Ratio::END)
        } else {
            self.passed_at(from, to)
        }
    }

    /// Whether a line that climbs from one height to another is between feet and head there.
    fn spans(&self, place: Ratio, from: Length, to: Length) -> bool {
        let (num, den) = (i128::from(place.num()), i128::from(place.den()));
        let height = i128::from(from.um()) * den + i128::from((to - from).um()) * num;
        i128::from(self.feet.um()) * den < height && height < i128::from(self.head.um()) * den
    }

    /// The same for a line from one spot to another. A vertical one is equally near to the axis
    /// all along, so any of its heights will do.
    fn spans_line(&self, place: Ratio, from: Spot, to: Spot) -> bool {
        if from.at == to.at {
            return from.z.min(to.z) < self.head && self.feet < from.z.max(to.z);
        }
        self.spans(place, from.z, to.z)
    }

    /// Whether a single line runs through it as through a cloud.
    pub fn clouds(&self, from: Spot, to: Spot) -> bool {
        self.met_at(from.at, to.at).is_some_and(|place| self.spans_line(place, from, to))
    }

    /// The lines of a look that run through it as through a cloud: the ends of a line may be
    /// inside.
    pub fn clouded(&self, eye: Spot, ends: &Ends) -> u64 {
        self.lines(eye, ends, |to| self.met_at(eye.at, to))
    }

    fn lines(&self, eye: Spot, ends: &Ends, place: impl Fn(Point) -> Option<Ratio>) -> u64 {
        let mut lines = 0;
        for (column, to) in ends.columns.iter().enumerate() {
            let Some(place) = place(*to) else { continue };
            for (row, z) in ends.heights.iter().enumerate() {
                let met = self.spans_line(place, eye, to.at_height(*z));
                lines |= u64::from(met) << (row * ends.columns.len() + column);
            }
        }
        lines
    }
}

/// The lines of a look that meet another model's body between the eye and the target, bit by
/// bit as in [`Look`](super::Look).
///
/// A line meets it if, seen from above, it comes nearer to its axis than its girth, at a place
/// strictly between the ends of the line, and is there strictly between its feet and its head.
pub fn met_by(eye: Spot, target: &Body, sampling: Sampling, other: &Body) -> u64 {
    Gaze::new(eye, target, sampling).met_by(other)
}

/// The lines of one look, for asking which of them several bodies meet.
pub struct Gaze {
    eye: Spot,
    ends: Ends,
}

impl Gaze {
    /// The lines from an eye to a target.
    pub fn new(eye: Spot, target: &Body, sampling: Sampling) -> Gaze {
        let sampling = Sampling::new(sampling.columns, sampling.rows);
        Gaze { eye, ends: Ends::new(eye.at, target, sampling) }
    }

    /// Those that meet a body between the eye and the target, as [`met_by`] has it.
    pub fn met_by(&self, other: &Body) -> u64 {
        let (round, eye) = (Round::of_body(other), self.eye);
        round.lines(eye, &self.ends, |to| round.passed_at(eye.at, to))
    }
}
