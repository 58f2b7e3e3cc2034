//! Pieces drawn around an origin, in quarters of an inch, before they find their place.

use crate::file::{circle_of, is_rectangle};
use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::terrain::{Building, Form, Kind, Opening, Piece};

use super::dice::Dice;

/// Makes the pieces that belong together, or none if the dice made something impossible.
pub(super) type Maker = fn(&mut Dice) -> Option<Vec<Piece>>;

/// So many quarters of an inch.
pub(super) const fn quarters(n: i32) -> Length {
    Length::cents(25 * n)
}

pub(super) fn at(x: i32, y: i32) -> Point {
    Point::new(quarters(x), quarters(y))
}

pub(super) fn piece(kind: Kind, name: &str, form: Form) -> Piece {
    Piece { name: name.to_owned(), kind, form, bottom: Length::ZERO, height: kind.usual_height() }
}

impl Piece {
    /// The same piece of another height, in quarters of an inch.
    pub(super) fn tall(self, height: i32) -> Piece {
        Piece { height: quarters(height), ..self }
    }

    /// The same piece with its foot in the air, in quarters of an inch.
    pub(super) fn raised(self, bottom: i32) -> Piece {
        Piece { bottom: quarters(bottom), ..self }
    }
}

pub(super) fn rectangle(
    kind: Kind,
    name: &str,
    (x, y): (i32, i32),
    (width, depth): (i32, i32),
) -> Option<Piece> {
    let shape = Polygon::rectangle(at(x, y), at(x + width, y + depth)).ok()?;
    Some(piece(kind, name, Form::Area(shape)))
}

pub(super) fn disc(kind: Kind, name: &str, (x, y): (i32, i32), radius: i32) -> Option<Piece> {
    let shape = Polygon::round(at(x, y), quarters(radius)).ok()?;
    Some(piece(kind, name, Form::Area(shape)))
}

pub(super) fn outline(kind: Kind, name: &str, corners: &[(i32, i32)]) -> Option<Piece> {
    let shape = Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect()).ok()?;
    Some(piece(kind, name, Form::Area(shape)))
}

pub(super) fn wall(kind: Kind, name: &str, line: &[(i32, i32)], thickness: i32) -> Piece {
    let line = line.iter().map(|&(x, y)| at(x, y)).collect();
    piece(kind, name, Form::Barrier { line, thickness: quarters(thickness) })
}

pub(super) fn ladder(x: i32, y: i32, height: i32) -> Piece {
    piece(Kind::Ladder, "ladder", Form::Ladder(at(x, y))).tall(height)
}

pub(super) fn stairs(foot: (i32, i32), head: (i32, i32), height: i32) -> Piece {
    let (foot, head) = (at(foot.0, foot.1), at(head.0, head.1));
    let form = Form::Stairs { foot, head, width: Length::inches(1) };
    piece(Kind::Stairs, "stairs", form).tall(height)
}

/// Directions every thirty degrees, in thousandths.
const WHEEL: [(i32, i32); 12] = [
    (1000, 0),
    (866, 500),
    (500, 866),
    (0, 1000),
    (-500, 866),
    (-866, 500),
    (-1000, 0),
    (-866, -500),
    (-500, -866),
    (0, -1000),
    (500, -866),
    (866, -500),
];

/// How far a natural outline reaches in each of twelve directions, in percent.
pub(super) fn rough_edge(dice: &mut Dice) -> [i32; 12] {
    std::array::from_fn(|_| dice.between(74, 104))
}

/// The corners of a natural outline around the origin. The same edge with smaller radii lies
/// inside it, as the contours of one hill do.
pub(super) fn blob(edge: &[i32; 12], (rx, ry): (i32, i32)) -> Vec<(i32, i32)> {
    let round = |n: i32| (n + n.signum() * 50_000) / 100_000;
    let mut corners: Vec<(i32, i32)> = Vec::new();
    for (&(cos, sin), share) in WHEEL.iter().zip(edge) {
        let corner = (round(cos * share * rx), round(sin * share * ry));
        if corners.last() != Some(&corner) && corners.first() != Some(&corner) {
            corners.push(corner);
        }
    }
    corners
}

pub(super) fn patch(
    dice: &mut Dice,
    kind: Kind,
    name: &str,
    size: (i32, i32),
) -> Option<Vec<Piece>> {
    let edge = rough_edge(dice);
    Some(vec![outline(kind, name, &blob(&edge, size))?])
}

/// What one wall of a house has in it.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Nothing.
    Blank,
    /// A door that can be closed.
    Door,
    /// A way in without a door, as wide as this.
    Doorway(i32),
    /// Fallen in over this width, from the ground to the top.
    Fallen(i32),
    /// As many windows as fit well.
    Windows,
}

/// A rectangular house at the origin with what is in its south, east, north and west walls.
pub(super) struct House {
    pub(super) size: (i32, i32),
    pub(super) height: i32,
    pub(super) floors: Vec<i32>,
    pub(super) roof: bool,
    pub(super) sides: [Side; 4],
}

/// Height of doors and windows, in quarters.
const HEAD: i32 = 6;
/// Height of window sills, in quarters.
const SILL: i32 = 2;

impl House {
    pub(super) fn piece(&self, dice: &mut Dice, name: &str) -> Option<Piece> {
        let (width, depth) = self.size;
        let shape = Polygon::rectangle(at(0, 0), at(width, depth)).ok()?;
        let lengths = [width, depth, width, depth];
        let mut openings = Vec::new();
        for (side, (what, length)) in self.sides.iter().zip(lengths).enumerate() {
            openings.extend(self.openings(dice, side, *what, length));
        }
        Some(house(name, shape, self.height, openings).with(&self.floors, self.roof))
    }

    fn openings(&self, dice: &mut Dice, side: usize, what: Side, length: i32) -> Vec<Opening> {
        // Corners keep half an inch of wall, so that openings never meet around them.
        let mut one = |width: i32| (dice.between(2, length - width - 2), width);
        let ground = quarters(0);
        let door_head = quarters(HEAD.min(self.height));
        let make = |(from, width): (i32, i32), sill: Length, head: Length, door: bool| Opening {
            side,
            from: quarters(from),
            width: quarters(width),
            sill,
            head,
            door,
        };
        match what {
            Side::Blank => Vec::new(),
            Side::Door => vec![make(one(6), ground, door_head, true)],
            Side::Doorway(width) => vec![make(one(width), ground, door_head, false)],
            Side::Fallen(width) => {
                // An upper floor needs something above the gap to rest on.
                let top = if self.floors.is_empty() { quarters(self.height) } else { door_head };
                vec![make(one(width), ground, top, false)]
            }
            Side::Windows => {
                let n = (length / 10).clamp(1, 4);
                let storeys = std::iter::once(0).chain(self.floors.iter().copied());
                let upper = storeys.filter(|z| z + HEAD <= self.height).max().unwrap_or(0);
                // One row of windows: a wall has room for one opening at each place.
                let z = if upper > 0 && dice.chance(1, 2) { upper } else { 0 };
                let place = |i: i32| ((2 * i + 1) * length / (2 * n) - 2, 4);
                let (sill, head) = (quarters(z + SILL), quarters(z + HEAD));
                (0..n).map(|i| make(place(i), sill, head, false)).collect()
            }
        }
    }
}

/// A house of any outline.
pub(super) fn house(name: &str, shape: Polygon, height: i32, openings: Vec<Opening>) -> Piece {
    let building = Building {
        outline: shape,
        thickness: quarters(1),
        openings,
        floors: Vec::new(),
        roof: false,
        breachable: false,
    };
    piece(Kind::Building, name, Form::Building(building)).tall(height)
}

impl Piece {
    /// The same house with floors and perhaps a roof.
    pub(super) fn with(mut self, floors: &[i32], roof: bool) -> Piece {
        if let Form::Building(building) = &mut self.form {
            building.floors = floors.iter().map(|z| quarters(*z)).collect();
            building.roof = roof;
        }
        self
    }

    /// The piece moved and turned, if its outline survives that.
    pub fn mapped(&self, turn: impl Fn(Point) -> Point) -> Option<Piece> {
        let form = match &self.form {
            Form::Area(shape) => Form::Area(plain(&shape.mapped(turn).ok()?).0),
            Form::Barrier { line, thickness } => Form::Barrier {
                line: line.iter().map(|p| turn(*p)).collect(),
                thickness: *thickness,
            },
            Form::Building(building) => {
                let (outline, shift) = plain(&building.outline.mapped(turn).ok()?);
                let n = outline.corners().len();
                let moved = |o: &Opening| Opening { side: (o.side + n - shift) % n, ..*o };
                let openings = building.openings.iter().map(moved).collect();
                Form::Building(Building { outline, openings, ..building.clone() })
            }
            Form::Stairs { foot, head, width } => {
                Form::Stairs { foot: turn(*foot), head: turn(*head), width: *width }
            }
            Form::Ladder(at) => Form::Ladder(turn(*at)),
        };
        Some(Piece { form, ..self.clone() })
    }
}

/// The same outline begun at another corner if that makes it a plain rectangle or circle, as a
/// table file would say it; and which corner that is.
fn plain(shape: &Polygon) -> (Polygon, usize) {
    let corners = shape.corners();
    let begun = |first: usize| {
        let mut turned = corners.to_vec();
        turned.rotate_left(first);
        Polygon::new(turned).ok().filter(|p| is_rectangle(p) || circle_of(p).is_some())
    };
    let shifts = if matches!(corners.len(), 4 | 16) { corners.len() } else { 0 };
    let found = (0..shifts).find_map(|first| Some((begun(first)?, first)));
    found.unwrap_or_else(|| (shape.clone(), 0))
}
