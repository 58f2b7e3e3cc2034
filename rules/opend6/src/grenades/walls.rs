//! Walls in the way of grenades and blasts (OD6-GRN-10, 15, 16, OD6-GEO-20).

use smallvec::SmallVec;
use tabletop::polygon::{Ratio, segments_meet};
use tabletop::table::Volume;
use tabletop::terrain::{Building, Opening};
use tabletop::{Extent, Form, Kind, Length, Piece, Point, Polygon, Spot};

use crate::scenarios::Plan;
use crate::state::{STANDING, State};
use crate::terrain::WAIST;

/// What is as high as this and massive stops a grenade like a high wall.
const HIGH: Length = Length::cents(150);
/// How far beside an opening a line still runs through it (OD6-GEO-20).
const BESIDE: Length = Length::cents(50);
/// Half the width of the blast doors of the hangar, which stay open (OD6-SCN-08, OD6-Q-45).
pub(crate) const HALF_DOOR: Length = Length::inches(3);
/// How far the walls of the hangar reach beyond the table.
const BEYOND: Length = Length::inches(24);

/// What a blast meets on its way to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wall {
    /// No high wall.
    None,
    /// High walls, but for a door, a window or a hole on the direct line (OD6-GRN-15).
    Opened,
    /// A high wall with no opening there (OD6-GRN-16).
    Solid,
}

/// A line from one point to another.
type Line = (Point, Point);

impl State {
    /// The first thing that stops a grenade between two points: how far along, and its name.
    pub(super) fn grenade_stopped(&self, from: Point, to: Point) -> Option<(Length, &str)> {
        let whole = from.distance(to);
        let way =
            |shape: &Polygon| shape.chords(from, to).first().map(|(enter, _)| enter.of(whole));
        let volumes = self.volumes_along(from, to).filter(|v| self.stops_grenades(v));
        let walls =
            volumes.filter_map(|v| Some((way(&v.shape)?, self.table.piece(v.piece).name.as_str())));
        let edges = self.hangar_walls();
        let edges = edges.iter().filter_map(|wall| Some((way(wall)?, "the wall of the hangar")));
        walls.chain(edges).min_by_key(|(length, _)| *length)
    }

    fn volumes_along(&self, from: Point, to: Point) -> impl Iterator<Item = &Volume> {
        let low = Point::new(from.x.min(to.x), from.y.min(to.y));
        let high = Point::new(from.x.max(to.x), from.y.max(to.y));
        let near = self.table.volume_grid().near(Extent { low, high });
        near.map(|i| &self.table.volumes()[i])
    }

    /// High walls, fences and hedges, lengths of building without an opening, and blocks as high
    /// as a high wall.
    fn stops_grenades(&self, volume: &Volume) -> bool {
        let piece = self.table.piece(volume.piece);
        match volume.kind {
            _ if is_high_wall(volume) => true,
            Kind::Building => volume.top - volume.bottom == piece.height,
            Kind::Rock | Kind::Crystal | Kind::Vehicle | Kind::Crate | Kind::Barrel => {
                volume.top - volume.bottom >= HIGH
            }
            _ => false,
        }
    }

    /// The wall or block a point is inside of.
    pub(super) fn solid_at(&self, at: Point) -> Option<&str> {
        let inside = |v: &&Volume| self.stops_grenades(v) && v.shape.contains(at);
        let found = self.volumes_along(at, at).find(inside);
        found.map(|v| self.table.piece(v.piece).name.as_str())
    }

    /// In the hangar the edges of the table are walls (OD6-SCN-04), with a door in the middle of
    /// the east and the west one.
    fn hangar_walls(&self) -> SmallVec<[Polygon; 6]> {
        if self.scenario.plan != Plan::Hangar {
            return SmallVec::new();
        }
        let (zero, wide, deep) = (Length::ZERO, self.table.width(), self.table.depth());
        let (south, north) = (deep / 2 - HALF_DOOR, deep / 2 + HALF_DOOR);
        let ends = [
            ((-BEYOND, -BEYOND), (wide + BEYOND, zero)),
            ((-BEYOND, deep), (wide + BEYOND, deep + BEYOND)),
            ((-BEYOND, zero), (zero, south)),
            ((-BEYOND, north), (zero, deep)),
            ((wide, zero), (wide + BEYOND, south)),
            ((wide, north), (wide + BEYOND, deep)),
        ];
        let block = |((a, b), (c, d)): ((Length, Length), (Length, Length))| {
            Polygon::rectangle(Point::new(a, b), Point::new(c, d)).ok()
        };
        ends.into_iter().filter_map(block).collect()
    }

    /// What is between the middle of a blast and somebody.
    pub(super) fn wall_between(&self, center: Point, target: Spot) -> Wall {
        let line = (center, target.at);
        let houses = self.table.pieces().iter().filter_map(|piece| match &piece.form {
            Form::Building(building) => Some(house_between(piece, building, line, target.z)),
            _ => None,
        });
        houses.max().unwrap_or(Wall::None).max(self.high_wall_between(line))
    }

    /// The same for high walls that stand alone: they are open where a door stands beside one of
    /// them, or a hole that explosives have torn (OD6-Q-44). A door in a low wall is nothing.
    fn high_wall_between(&self, line: Line) -> Wall {
        let doors = self.table.pieces().iter().filter(|piece| piece.kind == Kind::Door);
        let legs = doors.filter_map(|piece| match &piece.form {
            Form::Barrier { line, .. } => Some(line.windows(2).map(|ends| (ends[0], ends[1]))),
            _ => None,
        });
        let holes: SmallVec<[Line; 2]> =
            legs.flatten().map(widened).filter(|hole| segments_meet(*hole, line)).collect();
        let beside_hole = |v: &Volume| {
            let near =
                |(a, b): &Line| v.shape.nearer_than(*a, BESIDE) || v.shape.nearer_than(*b, BESIDE);
            holes.iter().any(near)
        };
        let crossed = |v: &Volume| {
            is_high_wall(v) && v.shape.is_crossed_by(line.0, line.1) && !beside_hole(v)
        };
        if self.volumes_along(line.0, line.1).any(crossed) {
            return Wall::Solid;
        }
        let framed = |v: &Volume| is_high_wall(v) && beside_hole(v);
        let opened = !holes.is_empty() && self.table.volumes().iter().any(framed);
        if opened { Wall::Opened } else { Wall::None }
    }
}

/// Whether something is a wall higher than half a man, or a fence or hedge as high (OD6-BAR-13).
fn is_high_wall(volume: &Volume) -> bool {
    match volume.kind {
        Kind::HighWall => true,
        Kind::LowWall | Kind::Fence | Kind::Hedge => volume.top - volume.bottom > WAIST,
        _ => false,
    }
}

/// A door, and half an inch beside it.
fn widened((a, b): Line) -> Line {
    (a.toward(a - b, BESIDE), b.toward(b - a, BESIDE))
}

/// What the walls of one building are to a line: every side it crosses counts.
fn house_between(piece: &Piece, building: &Building, line: Line, feet: Length) -> Wall {
    let outline = &building.outline;
    if !outline.is_crossed_by(line.0, line.1) {
        return Wall::None;
    }
    let crossed = outline.sides().enumerate().filter(|(_, side)| segments_meet(*side, line));
    let side = |(number, ends): (usize, Line)| {
        let here = |o: &Opening| {
            let low_enough = piece.bottom + o.sill < feet + STANDING;
            o.side == number && low_enough && runs_through(o, ends, line)
        };
        if building.openings.iter().any(here) { Wall::Opened } else { Wall::Solid }
    };
    crossed.map(side).max().unwrap_or(Wall::None)
}

/// Whether a line that crosses the side of a building does so at an opening.
fn runs_through(opening: &Opening, (a, b): Line, (from, to): Line) -> bool {
    let (along, line) = (b - a, to - from);
    let turn = along.cross(line);
    if turn == 0 {
        return false;
    }
    let place = Ratio::new((from - a).cross(line), turn).of(along.length());
    opening.from - BESIDE <= place && place <= opening.from + opening.width + BESIDE
}

#[cfg(test)]
mod tests;
