//! How far somebody has turned: angles as pairs of whole numbers, added up exactly enough
//! (OD6-FAC-04, OD6-GEO-14).

use serde::{Deserialize, Serialize};
use tabletop::Vector;

/// An angle between nothing and half a turn, or a little more: a direction seen from straight
/// ahead, of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Angle {
    ahead: i64,
    aside: i64,
}

/// A right angle and a tenth of a degree: what a runner may turn, and what hands and rounding
/// may add to it.
const RIGHT: Angle = Angle { ahead: -17_453, aside: 9_999_985 };
/// A tenth of a degree.
const HAIR: Angle = Angle { ahead: 9_999_985, aside: 17_453 };

impl Angle {
    /// No turn at all.
    pub const NONE: Angle = Angle { ahead: 1, aside: 0 };
    /// Half of a right angle.
    pub const HALF_RIGHT: Angle = Angle { ahead: 1, aside: 1 };

    /// The turn from one direction to another, whichever way is shorter.
    pub fn between(from: Vector, to: Vector) -> Angle {
        let (from, to) = (scaled(from), scaled(to));
        Angle { ahead: from.dot(to), aside: from.cross(to).abs() }.reduced()
    }

    /// Both turns together. Neither may be more than half a turn.
    pub fn and(self, other: Angle) -> Angle {
        let [a, b, c, d] = [self.ahead, self.aside, other.ahead, other.aside].map(i128::from);
        let (ahead, aside) = (a * c - b * d, a * d + b * c);
        let large = ahead.abs().max(aside.abs()) >> 30;
        let shift = 128 - large.leading_zeros();
        Angle { ahead: (ahead >> shift) as i64, aside: (aside >> shift) as i64 }
    }

    fn reduced(self) -> Angle {
        self.and(Angle::NONE)
    }

    /// Whether this turn is no farther than another, both being less than three quarters.
    fn within(self, limit: Angle) -> bool {
        let [a, b, c, d] = [self.ahead, self.aside, limit.ahead, limit.aside].map(i128::from);
        a * d - b * c >= 0
    }

    /// Whether it is a right angle at most, give or take a tenth of a degree.
    pub fn is_within_right(self) -> bool {
        self.within(RIGHT)
    }

    /// Whether it is nothing, half a right angle or a right angle, give or take a tenth of a
    /// degree: so many halves (OD6-Q-78).
    pub fn halves(self) -> Option<u8> {
        let near = |n: &u8| {
            let exact = Angle::of_halves(*n);
            self.within(exact.and(HAIR)) && exact.within(self.and(HAIR))
        };
        (0..=2).find(near)
    }

    fn of_halves(n: u8) -> Angle {
        (0..n).fold(Angle::NONE, |sum, _| sum.and(Angle::HALF_RIGHT))
    }

    /// What is left of a right angle.
    fn rest(self) -> Angle {
        if self.ahead <= 0 {
            return Angle::NONE;
        }
        Angle { ahead: self.aside, aside: self.ahead }
    }

    /// A direction turned by this angle, to the left or to the right.
    fn turn(self, from: Vector, left: bool) -> Vector {
        let side = if left { self.aside } else { -self.aside };
        let from = scaled(from);
        scaled(Vector::new(
            from.x * self.ahead - from.y * side,
            from.x * side + from.y * self.ahead,
        ))
    }
}

/// The same direction with parts of a handy size.
fn scaled(v: Vector) -> Vector {
    const HANDY: i64 = 1 << 20;
    let large = v.x.abs().max(v.y.abs()).max(1);
    let part = |n: i64| (i128::from(n) * i128::from(HANDY) / i128::from(large)) as i64;
    Vector::new(part(v.x), part(v.y))
}

/// Where somebody faces who has turned so far on his way, looks along `ahead` now and wants to
/// face elsewhere: as far round as what is left of his right angle lets him (OD6-FAC-05).
pub fn turned_at_end(ahead: Vector, wanted: Vector, used: Angle, halves_only: bool) -> Vector {
    let left = ahead.cross(wanted) >= 0;
    let turn = Angle::between(ahead, wanted);
    if halves_only {
        let spent = used.halves().unwrap_or(2).min(2);
        let fits = |n: &u8| Angle::of_halves(*n).within(turn.and(HAIR));
        let most = (0..=2 - spent).rev().find(fits).unwrap_or(0);
        return if most == 0 { ahead } else { Angle::of_halves(most).turn(ahead, left) };
    }
    if turn.and(used).is_within_right() && turn.is_within_right() {
        return wanted;
    }
    used.rest().turn(ahead, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: Vector = Vector::new(0, 1);
    const EAST: Vector = Vector::new(1, 0);

    #[test]
    fn turns_add_up() {
        let half = Angle::between(NORTH, Vector::new(1, 1));
        assert!(half.is_within_right());
        assert!(half.and(half).is_within_right());
        assert!(!half.and(half).and(Angle::between(NORTH, Vector::new(1, 100))).is_within_right());
        assert!(!Angle::between(NORTH, Vector::new(0, -1)).is_within_right());
        assert!(!Angle::between(NORTH, Vector::new(100, -1)).is_within_right());
        assert!(Angle::between(NORTH, Vector::new(1_000, -1)).is_within_right());
    }

    #[test]
    fn many_small_turns_are_exact_enough() {
        // Ninety turns of one degree: the tangent of one degree is 0.0174550649.
        let one = Angle::between(Vector::new(1_000_000, 0), Vector::new(1_000_000, 17_455));
        let all = (0..90).fold(Angle::NONE, |sum, _| sum.and(one));
        assert!(all.is_within_right());
        assert!(!all.and(one).is_within_right());
    }

    #[test]
    fn halves_are_recognized() {
        assert_eq!(Angle::between(NORTH, NORTH).halves(), Some(0));
        assert_eq!(Angle::between(NORTH, Vector::new(-1, 1)).halves(), Some(1));
        assert_eq!(Angle::between(NORTH, EAST).halves(), Some(2));
        assert_eq!(Angle::between(NORTH, Vector::new(1, 2)).halves(), None);
    }

    #[test]
    fn the_rest_of_a_right_angle_is_used_up() {
        let half = Angle::between(NORTH, Vector::new(1, 1));
        let end = turned_at_end(NORTH, EAST, half, false);
        assert_eq!(end.x, end.y);
        assert_eq!(turned_at_end(NORTH, EAST, Angle::NONE, false), EAST);
        let back = turned_at_end(NORTH, Vector::new(0, -1), Angle::NONE, false);
        assert_eq!((back.x.signum(), back.y), (-1, 0));
        assert_eq!(turned_at_end(NORTH, EAST, half.and(half), false).x, 0);
    }

    #[test]
    fn strict_runners_turn_by_halves() {
        let some = turned_at_end(NORTH, Vector::new(2, 1), Angle::NONE, true);
        assert_eq!(some.x, some.y);
        let all = turned_at_end(NORTH, EAST, Angle::NONE, true);
        assert_eq!(all.y, 0);
    }
}
