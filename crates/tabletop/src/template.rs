//! Templates laid on the table, and where they scatter to.
//!
//! A template is flat: it looks at bases from above, and what heights mean is the rulebook's
//! business. Touching is being touched: a base whose rim just meets the template is reached by
//! it, and a base whose rim just meets it from the inside is wholly covered.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::length::Length;
use crate::movement::{Rounding, offset, turned};
use crate::point::{Point, Vector};
use crate::polygon::{Polygon, point_segment_cmp};

/// A flat shape laid on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Template {
    /// A round blast.
    Disc {
        /// Its middle.
        center: Point,
        /// Its radius.
        radius: Length,
    },
    /// Everything within a radius of a line: a sausage, or with no radius the bare line.
    Capsule {
        /// One end of the line.
        from: Point,
        /// The other end.
        to: Point,
        /// How far it reaches to all sides of the line.
        radius: Length,
    },
    /// Anything with corners: a hexagon, a straight band, a flame.
    Outline(Polygon),
}

impl Template {
    /// A round blast.
    pub fn disc(center: Point, radius: Length) -> Template {
        Template::Disc { center, radius }
    }

    /// Everything within a radius of a line.
    pub fn capsule(from: Point, to: Point, radius: Length) -> Template {
        Template::Capsule { from, to, radius }
    }

    /// A straight line, or a band of some width with square ends.
    pub fn line(from: Point, to: Point, width: Length) -> Result<Template, String> {
        if width == Length::ZERO {
            return Ok(Template::capsule(from, to, Length::ZERO));
        }
        let side = offset((to - from).left(), width / 2, Rounding::Inward);
        outline([from + -side, to + -side, to + side, from + side])
    }

    /// A regular hexagon with sides of a given length, one corner of which points in a
    /// direction. The corners are rounded towards the middle.
    pub fn hexagon(center: Point, side: Length, corner: Vector) -> Result<Template, String> {
        let spoke = offset(corner, side, Rounding::Inward);
        outline([0, 2, 4, 6, 8, 10].map(|hours| center + turned(spoke, hours)))
    }

    /// The side of a hexagon that is so wide from flat to flat, rounded down.
    pub fn side_of_hexagon(across: Length) -> Length {
        Length::saturating((across.squared() / 3).isqrt())
    }

    /// A straight-sided flame: so wide where it begins, so wide at its far end. Its corners are
    /// rounded towards its middle line.
    pub fn cone(
        apex: Point,
        direction: Vector,
        length: Length,
        (near, far): (Length, Length),
    ) -> Result<Template, String> {
        let end = apex + offset(direction, length, Rounding::Inward);
        let half = |width: Length| offset(direction.left(), width / 2, Rounding::Inward);
        if near == Length::ZERO {
            return outline([apex, end + -half(far), end + half(far)]);
        }
        let (here, there) = (half(near), half(far));
        outline([apex + -here, end + -there, end + there, apex + here])
    }

    /// Whether any part of a body's base is on or under the template.
    pub fn touches(&self, body: &Body) -> bool {
        self.reaches(body.at(), body.base)
    }

    /// Whether a body's whole base is on or under the template.
    pub fn covers(&self, body: &Body) -> bool {
        let (at, base) = (body.at(), body.base);
        let fits = |radius: Length| radius >= base;
        match self {
            Template::Disc { center, radius } => {
                fits(*radius) && center.distance_squared(at) <= (*radius - base).squared()
            }
            Template::Capsule { from, to, radius } => {
                fits(*radius) && point_segment_cmp(at, *from, *to, *radius - base).is_le()
            }
            Template::Outline(shape) => {
                let clear = |(a, b)| point_segment_cmp(at, a, b, base) != Ordering::Less;
                shape.contains(at) && shape.sides().all(clear)
            }
        }
    }

    /// Whether a point is on or under the template.
    pub fn contains(&self, at: Point) -> bool {
        self.reaches(at, Length::ZERO)
    }

    /// Whether the template comes within a distance of a point, exactly that far included.
    pub fn reaches(&self, at: Point, within: Length) -> bool {
        match self {
            Template::Disc { center, radius } => {
                center.distance_squared(at) <= (*radius + within).squared()
            }
            Template::Capsule { from, to, radius } => {
                point_segment_cmp(at, *from, *to, *radius + within).is_le()
            }
            Template::Outline(shape) => {
                let near = |(a, b)| point_segment_cmp(at, a, b, within).is_le();
                shape.contains(at) || shape.sides().any(near)
            }
        }
    }
}

fn outline<const N: usize>(corners: [Point; N]) -> Result<Template, String> {
    Polygon::new(corners.to_vec()).map(Template::Outline)
}

/// Where something lands that strays from `center` by a distance towards an hour of the clock;
/// twelve (or nought) is north, three is east. Each coordinate's offset is rounded towards zero.
pub fn scatter(center: Point, hour: u8, distance: Length) -> Point {
    scatter_from(center, Vector::new(0, 1), hour, distance)
}

/// Where something lands that strays from `center` by a distance towards an hour of a clock
/// whose twelve lies in the direction `forward`. The offset straight ahead is rounded towards
/// zero in each coordinate, turned clockwise by 30 degrees an hour, and rounded towards zero
/// again: quarter turns are exact, and mirrored and turned tables give mirrored and turned
/// points. No direction, no scatter.
pub fn scatter_from(center: Point, forward: Vector, hour: u8, distance: Length) -> Point {
    center + turned(offset(forward, distance, Rounding::Inward), hour)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: i32, y: i32) -> Body {
        let half = Length::cents(50);
        let spot = Point::new(Length::cents(x), Length::cents(y)).at_height(Length::ZERO);
        Body { spot, base: half, girth: half, height: Length::inches(1), eye: Length::inches(1) }
    }

    #[test]
    fn a_disc_just_reaches_and_just_covers() {
        let disc = Template::disc(Point::inches(10, 10), Length::inches(2));
        assert!(disc.touches(&body(1250, 1000)));
        assert!(!disc.touches(&body(1251, 1000)));
        assert!(disc.covers(&body(1150, 1000)));
        assert!(!disc.covers(&body(1151, 1000)));
        // A three-four-five triangle: exactly 2.5 inches away.
        assert!(disc.touches(&body(1150, 1200)));
    }

    #[test]
    fn a_bare_line_hits_bases_it_grazes() {
        let ray = Template::line(Point::inches(2, 2), Point::inches(12, 2), Length::ZERO).unwrap();
        assert!(ray.touches(&body(700, 250)));
        assert!(!ray.touches(&body(700, 251)));
        assert!(ray.touches(&body(1250, 200)));
        assert!(!ray.covers(&body(700, 200)));
    }

    #[test]
    fn a_band_is_square_and_a_capsule_is_round_at_the_ends() {
        let (from, to) = (Point::inches(2, 2), Point::inches(12, 2));
        let band = Template::line(from, to, Length::inches(2)).unwrap();
        let capsule = Template::capsule(from, to, Length::inches(1));
        let corner = Point::new(Length::inches(12), Length::inches(3));
        assert!(band.contains(corner));
        assert!(capsule.contains(corner));
        let beyond = Point::new(Length::cents(1250), Length::inches(2));
        assert!(!band.contains(beyond));
        assert!(capsule.contains(beyond));
        assert!(band.covers(&body(700, 250)));
        assert!(!band.covers(&body(700, 251)));
    }

    #[test]
    fn a_hexagon_is_wide_at_its_corners() {
        let side = Length::inches(2);
        let hexagon = Template::hexagon(Point::inches(10, 10), side, Vector::new(0, 1)).unwrap();
        assert!(hexagon.contains(Point::inches(10, 12)));
        assert!(!hexagon.contains(Point::inches(12, 10)));
        // From flat to flat it measures the root of three times its side.
        assert!(hexagon.contains(Point::new(Length::cents(1173), Length::inches(10))));
        assert!(!hexagon.contains(Point::new(Length::cents(1174), Length::inches(10))));
        assert_eq!(Template::side_of_hexagon(Length::micrometres(87_988)).um(), 50_799);
    }

    #[test]
    fn a_flame_widens() {
        let widths = (Length::cents(50), Length::cents(250));
        let flame =
            Template::cone(Point::inches(10, 10), Vector::new(3, 0), Length::inches(8), widths)
                .unwrap();
        assert!(flame.touches(&body(1800, 1175)));
        assert!(!flame.touches(&body(1000, 1175)));
        assert!(!flame.touches(&body(1851, 1000)));
        assert!(flame.covers(&body(1700, 1000)));
        assert!(!flame.covers(&body(1100, 1000)));
    }

    #[test]
    fn scatter_follows_the_clock() {
        let center = Point::inches(20, 20);
        let far = Length::inches(6);
        assert_eq!(scatter(center, 12, far), Point::inches(20, 26));
        assert_eq!(scatter(center, 3, far), Point::inches(26, 20));
        assert_eq!(scatter(center, 6, far), Point::inches(20, 14));
        assert_eq!(scatter(center, 9, far), Point::inches(14, 20));
        let one = scatter(center, 1, far) - center;
        assert_eq!(one, Vector::new(Length::inches(3).wide(), 131_982));
        for hour in 1..=12 {
            let there = scatter(center, hour, far) - center;
            let mirrored = scatter(center, 12 - hour, far) - center;
            assert_eq!(there, Vector::new(-mirrored.x, mirrored.y), "{hour}");
            let turned = scatter_from(center, Vector::new(1, 0), hour, far) - center;
            assert_eq!(turned, -there.left(), "{hour}");
        }
    }
}
