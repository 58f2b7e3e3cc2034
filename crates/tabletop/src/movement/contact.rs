//! Straight moves without a goal (recoils, pushes) and places in contact with another base.

use super::line::Line;
use super::{Mover, What};
use crate::body::Body;
use crate::length::Length;
use crate::point::{Point, Spot, Vector};

/// The point to which something at `mover` gets by moving a distance directly away from
/// `from`. Each coordinate's offset is the exact one rounded towards zero, so that mirrored and
/// turned tables give mirrored and turned points, and the move is never longer than it may be.
/// Away from its own place there is no direction: it stays.
pub fn straight_away(from: Point, mover: Point, distance: Length) -> Point {
    mover + offset(mover - from, distance, Rounding::Inward)
}

/// The point at which a base of a given radius touches the target's base when it comes straight
/// from `from`: never overlapping, and less than ten micrometres away. From the very middle of
/// the target it comes from the east.
pub fn contact_spot(base: Length, target: &Body, from: Point) -> Point {
    let side = from - target.at();
    let side = if side == Vector::default() { Vector::new(1, 0) } else { side };
    target.at() + offset(side, base + target.base, Rounding::Outward)
}

/// Twelve points around the target at which a base of a given radius touches its base, the
/// first being [`contact_spot`], the others in turns of 30 degrees to the left and to the right
/// of it, nearest first. Whether the base can stand there is not looked at.
pub fn contact_ring(base: Length, target: &Body, from: Point) -> [Point; 12] {
    let side = from - target.at();
    let side = if side == Vector::default() { Vector::new(1, 0) } else { side };
    // A long spoke, so that turning it loses no precision worth mentioning.
    let spoke = offset(side, Length::inches(40), Rounding::Inward);
    std::array::from_fn(|i| {
        let hours = i.div_ceil(2) as u8;
        let turned = turned(spoke, if i % 2 == 1 { 12 - hours } else { hours });
        let direction = if i == 0 { side } else { turned };
        target.at() + offset(direction, base + target.base, Rounding::Outward)
    })
}

impl Mover<'_> {
    /// Where the body gets when it is moved straight in a direction without climbing, until
    /// something in its way, another body, the end of what carries it or the table's edge
    /// stops it. It follows the ground over hills; on a level above the ground it stays there.
    pub fn slide(&self, direction: Vector, distance: Length) -> Spot {
        let start = self.body.spot;
        let goal = start.at + offset(direction, distance, Rounding::Inward);
        let line = Line::new(start.at, goal);
        let on_ground = start.z == self.table.ground_height(start.at);
        let spot = |d: i32| {
            let at = line.at(Length::micrometres(d));
            at.at_height(if on_ground { self.table.ground_height(at) } else { start.z })
        };
        let free = |d: i32| {
            let to = spot(d);
            self.stands(to).is_ok()
                && !self.walk(&[start, to]).met().any(|(_, met)| stops(&met.what))
        };
        let (mut yes, mut no) = (0, line.length.um());
        if free(no) {
            return spot(no);
        }
        while no - yes > 1 {
            let middle = yes + (no - yes) / 2;
            if free(middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        if yes == 0 { start } else { spot(yes) }
    }
}

fn stops(what: &What) -> bool {
    match what {
        What::Obstacle { .. } | What::Body { .. } | What::Gap { .. } => true,
        What::OffTable | What::Level { .. } => true,
        What::Ground { .. } | What::Slope { .. } | What::Cloud { .. } => false,
    }
}

/// To which side the parts of an offset are rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Towards zero.
    Inward,
    /// Away from zero.
    Outward,
}

/// An offset of a given length in a direction. Each part is the exact one, which is a root,
/// rounded to a whole micrometre; the null direction gives no offset.
pub(crate) fn offset(direction: Vector, length: Length, rounding: Rounding) -> Vector {
    let square = i128::from(direction.squared());
    if square == 0 {
        return Vector::default();
    }
    let part = |part: i64| {
        let scaled = i128::from(part) * i128::from(part) * i128::from(length.squared());
        let whole = (scaled / square) as i64;
        let root = whole.isqrt();
        let exact = i128::from(root) * i128::from(root) * square == scaled;
        let up = rounding == Rounding::Outward && !exact;
        (root + i64::from(up)) * part.signum() * i64::from(length.um().signum())
    };
    Vector::new(part(direction.x), part(direction.y))
}

/// A vector turned clockwise by so many hours of a clock, 30 degrees each. Quarter turns are
/// exact; otherwise each part is rounded towards zero.
pub(crate) fn turned(v: Vector, hours: u8) -> Vector {
    /// The root of three in billionths.
    const ROOT: i64 = 1_732_050_808;
    const BILLION: i64 = 1_000_000_000;
    let mut v = v;
    for _ in 0..hours % 12 / 3 {
        v = -v.left();
    }
    // What is left is a third or two thirds of a quarter turn.
    let (cos, sin) = match hours % 3 {
        0 => return v,
        1 => (ROOT, BILLION),
        _ => (BILLION, ROOT),
    };
    Vector::new((v.x * cos + v.y * sin) / (2 * BILLION), (v.y * cos - v.x * sin) / (2 * BILLION))
}
