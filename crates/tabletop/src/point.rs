//! Points on the table, places in the air above it, and directions.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::length::{Length, root};

/// A point of the table seen from above; the origin is the south-west corner.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Point {
    /// Distance from the west edge.
    pub x: Length,
    /// Distance from the south edge.
    pub y: Length,
}

/// A point and the height of whatever is there above the bare table.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Spot {
    /// Where, seen from above.
    pub at: Point,
    /// How high above the bare table.
    pub z: Length,
}

/// A difference of two points, or a direction: only its sense matters then, not its length.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vector {
    /// Eastward part in micrometres.
    pub x: i64,
    /// Northward part in micrometres.
    pub y: i64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: Length, y: Length) -> Point {
        Point { x, y }
    }

    /// The point at so many whole inches from the west and the south edge.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point::new(Length::inches(x), Length::inches(y))
    }

    /// The same point at a height.
    pub const fn at_height(self, z: Length) -> Spot {
        Spot { at: self, z }
    }

    /// The square of the distance to another point.
    pub fn distance_squared(self, other: Point) -> i64 {
        (other - self).squared()
    }

    /// The distance to another point, rounded to the nearest micrometre.
    pub fn distance(self, other: Point) -> Length {
        root(self.distance_squared(other))
    }

    /// The point a given distance from here in a direction, rounded towards zero in each
    /// coordinate's offset, so that mirrored and turned tables give mirrored and turned points.
    pub fn toward(self, direction: Vector, distance: Length) -> Point {
        self + direction.of_length(distance)
    }
}

impl Vector {
    /// The vector with these parts in micrometres.
    pub const fn new(x: i64, y: i64) -> Vector {
        Vector { x, y }
    }

    /// The scalar product: positive when the directions agree.
    pub const fn dot(self, other: Vector) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive when `other` lies to the left.
    pub const fn cross(self, other: Vector) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    pub const fn squared(self) -> i64 {
        self.dot(self)
    }

    /// The length, rounded to the nearest micrometre.
    pub fn length(self) -> Length {
        root(self.squared())
    }

    /// This direction turned left by a quarter.
    pub const fn left(self) -> Vector {
        Vector { x: -self.y, y: self.x }
    }

    /// A vector of this direction and the given length, each part rounded towards zero; the
    /// null vector stays null. Directions shorter than a millimetre are drawn out first, since
    /// the whole-number root of a short one would be far off.
    pub fn of_length(self, length: Length) -> Vector {
        if self.squared() < 1_000_000 && self != Vector::default() {
            return Vector { x: self.x * 1_000_000, y: self.y * 1_000_000 }.of_length(length);
        }
        let own = self.squared().isqrt().max(1);
        Vector { x: self.x * length.wide() / own, y: self.y * length.wide() / own }
    }
}

impl Sub for Point {
    type Output = Vector;
    fn sub(self, other: Point) -> Vector {
        Vector { x: self.x.wide() - other.x.wide(), y: self.y.wide() - other.y.wide() }
    }
}

impl Add<Vector> for Point {
    type Output = Point;
    fn add(self, by: Vector) -> Point {
        Point {
            x: Length::saturating(self.x.wide() + by.x),
            y: Length::saturating(self.y.wide() + by.y),
        }
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector { x: -self.x, y: -self.y }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Display for Spot {
    /// `12,8` on the bare table, `12,8,3` three inches above it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at)?;
        if self.z != Length::ZERO {
            write!(f, ",{}", self.z)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Point, String> {
        let spot: Spot = text.parse()?;
        if text.matches(',').count() == 1 {
            Ok(spot.at)
        } else {
            Err(format!("'{text}' should be two numbers of inches such as 12,8"))
        }
    }
}

impl std::str::FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Spot, String> {
        let parts: Vec<&str> = text.split(',').collect();
        let (x, y, z) = match parts[..] {
            [x, y] => (x, y, "0"),
            [x, y, z] => (x, y, z),
            _ => return Err(format!("'{text}' is not a place such as 12,8 or 12,8,3")),
        };
        Ok(Point::new(x.parse()?, y.parse()?).at_height(z.parse()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_directions_point_as_far_as_long_ones() {
        let long = Vector::new(3_000_000, 4_000_000).of_length(Length::inches(5));
        assert_eq!(long, Vector::new(76_200, 101_600));
        assert_eq!(Vector::new(3, 4).of_length(Length::inches(5)), long);
        assert_eq!(Vector::default().of_length(Length::inches(5)), Vector::default());
        let diagonal = Vector::new(1, 1).of_length(Length::inches(1)).length();
        assert!((diagonal - Length::inches(1)).abs() < Length::micrometres(3));
    }
}
