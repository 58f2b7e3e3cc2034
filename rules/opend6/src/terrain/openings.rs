//! Doors and windows in the walls of buildings (OD6-BAR-10, 11, OD6-LOS-09 to 12).

use std::cmp::Ordering;
use std::rc::Rc;

use smallvec::SmallVec;
use tabletop::polygon::{point_segment_cmp, segments_meet};
use tabletop::terrain::{Building, Opening as Cut};
use tabletop::{Body, Extent, Form, Kind, Length, Piece, PieceId, Point, Table};

use super::classes::Latest;
use crate::cover::Cover;
use crate::state::{ADJACENT, STANDING};

/// A door or window: a hole in a wall, as thick as the wall.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Its corners seen from above.
    pub corners: [Point; 4],
    /// Height of its lower edge.
    pub bottom: Length,
    /// Height of its upper edge.
    pub top: Length,
    /// Whether one climbs through it: its lower edge is above the floor.
    pub window: bool,
    /// The building, or the door that stands by itself.
    pub piece: PieceId,
}

impl Opening {
    /// The cover of somebody right behind it (OD6-BAR-10, 11).
    pub const fn cover(&self) -> Cover {
        if self.window { Cover::Heavy } else { Cover::Medium }
    }

    /// Whether a line seen from above runs through it.
    pub fn is_crossed(&self, from: Point, to: Point) -> bool {
        let [a, b, c, d] = self.corners;
        segments_meet((a, b), (from, to)) && segments_meet((c, d), (from, to))
    }

    /// Whether somebody is adjacent to it: on its floor, his base within an inch (OD6-Q-24).
    pub fn is_adjacent(&self, body: &Body) -> bool {
        let level = body.feet() < self.top && body.feet() + STANDING > self.bottom;
        level && self.is_within(body.at(), body.base + ADJACENT)
    }

    /// Whether a point is no farther from it than so.
    fn is_within(&self, at: Point, reach: Length) -> bool {
        // Hardly anybody is near a door, so the cheap question comes first.
        let near = |box_around: Extent| box_around.grown(reach).contains(at);
        if !Extent::around(&self.corners).is_some_and(near) {
            return false;
        }
        let [a, b, c, d] = self.corners;
        let sides = [(a, b), (b, c), (c, d), (d, a)];
        sides.iter().any(|(a, b)| point_segment_cmp(at, *a, *b, reach) != Ordering::Greater)
    }
}

/// How much farther apart than they are, and shorter at each end, the faces of a wall are taken:
/// the corners of its parts are rounded to micrometres.
const HAIR: Length = Length::micrometres(10);

/// A straight wall of a building, with all doors and windows in it.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Its outer and its inner face, seen from above.
    faces: [(Point, Point); 2],
    /// Height of its foot.
    pub bottom: Length,
    /// Height of its upper edge.
    pub top: Length,
    /// The doors and windows in it.
    pub openings: SmallVec<[Opening; 4]>,
}

impl Wall {
    /// Whether a line seen from above runs through it from one face to the other.
    pub fn is_crossed(&self, line: (Point, Point)) -> bool {
        self.faces.iter().all(|face| segments_meet(*face, line))
    }
}

/// The walls, doors and windows of one building, or of a door that stands by itself.
#[derive(Clone, Debug)]
struct Walled {
    extent: Extent,
    openings: SmallVec<[Opening; 4]>,
    walls: SmallVec<[Wall; 4]>,
}

thread_local! {
    static LATEST: Latest<[Walled]> = const { Latest::new() };
}

/// All doors and windows of a table, building by building.
fn all_of(table: &Table) -> Rc<[Walled]> {
    let walls = |table: &Table| table.pieces().iter().enumerate().filter_map(walled).collect();
    LATEST.with(|latest| latest.about(table, walls))
}

fn walled((number, piece): (usize, &Piece)) -> Option<Walled> {
    let may_have = match &piece.form {
        Form::Building(building) => !building.openings.is_empty(),
        _ => piece.kind == Kind::Door,
    };
    let openings = may_have.then(|| of_piece(PieceId(number as u16), piece))?;
    let walls = walls_of(PieceId(number as u16), piece);
    Some(Walled { extent: piece.extent()?, openings, walls })
}

/// All doors and windows near a box.
pub fn openings(table: &Table, near: Extent) -> SmallVec<[Opening; 4]> {
    openings_where(table, |extent| extent.meets(&near), |_| true)
}

/// The doors and windows that are wanted, of the buildings whose boxes are near enough.
pub fn openings_where(
    table: &Table,
    is_near: impl Fn(&Extent) -> bool,
    is_wanted: impl Fn(&Opening) -> bool,
) -> SmallVec<[Opening; 4]> {
    let all = all_of(table);
    let mut found = SmallVec::new();
    for walled in all.iter().filter(|walled| is_near(&walled.extent)) {
        found.extend(walled.openings.iter().filter(|opening| is_wanted(opening)).copied());
    }
    found
}

/// Whether one of the walls fits, of the buildings with doors or windows whose boxes are near
/// enough.
pub fn any_wall(
    table: &Table,
    is_near: impl Fn(&Extent) -> bool,
    fits: impl Fn(&Wall) -> bool,
) -> bool {
    let all = all_of(table);
    all.iter().filter(|walled| is_near(&walled.extent)).any(|walled| walled.walls.iter().any(&fits))
}

fn of_piece(id: PieceId, piece: &Piece) -> SmallVec<[Opening; 4]> {
    match &piece.form {
        Form::Building(building) => {
            let cuts = building.openings.iter();
            cuts.filter_map(|cut| in_wall(id, piece, building, cut)).collect()
        }
        Form::Barrier { line, thickness } => {
            let ends = line.windows(2).map(|ends| (ends[0], ends[1]));
            ends.map(|ends| free_door(id, piece, ends, *thickness)).collect()
        }
        _ => SmallVec::new(),
    }
}

/// An opening in the wall of a building; `Table` lays its walls out in the same way.
fn in_wall(id: PieceId, piece: &Piece, building: &Building, cut: &Cut) -> Option<Opening> {
    let (a, b) = building.outline.sides().nth(cut.side)?;
    let along = b - a;
    let inward = along.left().of_length(building.thickness);
    let (start, end) = (a.toward(along, cut.from), a.toward(along, cut.from + cut.width));
    let (bottom, top) = (piece.bottom + cut.sill, piece.bottom + cut.head);
    let floor = building.floors.iter().filter(|z| **z <= cut.sill).max();
    let window = cut.sill > floor.copied().unwrap_or(Length::ZERO);
    let corners = [start, end, end + inward, start + inward];
    Some(Opening { corners, bottom, top, window, piece: id })
}

/// The walls of a building, but for those that can be breached, and those with two openings that
/// touch: whether a line runs through one of these is asked of each alone, and it may slip from
/// one into the other.
fn walls_of(id: PieceId, piece: &Piece) -> SmallVec<[Wall; 4]> {
    let Form::Building(building) = &piece.form else { return SmallVec::new() };
    let (bottom, top) = (piece.bottom, piece.bottom + piece.height);
    let wall = |(side, ends): (usize, (Point, Point))| {
        let cuts = || building.openings.iter().filter(move |cut| cut.side == side);
        let touched = |cut: &Cut| cuts().any(|next| next.from == cut.from + cut.width);
        let stands = !building.breachable && !cuts().any(touched);
        let openings = cuts().filter_map(|cut| in_wall(id, piece, building, cut)).collect();
        stands.then(|| Wall { faces: faces(ends, building.thickness), bottom, top, openings })
    };
    building.outline.sides().enumerate().filter_map(wall).collect()
}

/// The outer and the inner face of a wall along a side of an outline.
fn faces((a, b): (Point, Point), thickness: Length) -> [(Point, Point); 2] {
    let along = b - a;
    let (start, end) = (a.toward(along, HAIR), b.toward(-along, HAIR));
    let [out, within] = [-HAIR, thickness + HAIR].map(|by| along.left().of_length(by));
    [(start + out, end + out), (start + within, end + within)]
}

/// A door that stands by itself, in a gap between walls.
fn free_door(id: PieceId, piece: &Piece, (from, to): (Point, Point), thickness: Length) -> Opening {
    let half = (to - from).left().of_length(thickness / 2);
    let corners = [from + -half, to + -half, to + half, from + half];
    let (bottom, top) = (piece.bottom, piece.bottom + piece.height);
    Opening { corners, bottom, top, window: false, piece: id }
}
