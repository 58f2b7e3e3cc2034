//! Doors and windows in the walls of buildings (OD6-BAR-10, 11, OD6-LOS-09 to 12).

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use smallvec::SmallVec;
use tabletop::polygon::{point_segment_cmp, segments_meet};
use tabletop::terrain::{Building, Opening as Cut};
use tabletop::{Body, Extent, Form, Kind, Length, Piece, PieceId, Point, Table};

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

/// The doors and windows of one building, or of a door that stands by itself.
#[derive(Clone, Debug)]
struct Walled {
    extent: Extent,
    openings: SmallVec<[Opening; 4]>,
}

thread_local! {
    /// Those of the table that was asked about last. A table never changes and carries a number
    /// no other table has, so this cannot change an answer.
    static LATEST: RefCell<Option<(u64, Rc<[Walled]>)>> = const { RefCell::new(None) };
}

/// All doors and windows of a table, building by building.
fn all_of(table: &Table) -> Rc<[Walled]> {
    LATEST.with_borrow_mut(|latest| match latest {
        Some((known, all)) if *known == table.identity() => Rc::clone(all),
        _ => {
            let all: Rc<[Walled]> = table.pieces().iter().enumerate().filter_map(walled).collect();
            *latest = Some((table.identity(), Rc::clone(&all)));
            all
        }
    })
}

fn walled((number, piece): (usize, &Piece)) -> Option<Walled> {
    let may_have = match &piece.form {
        Form::Building(building) => !building.openings.is_empty(),
        _ => piece.kind == Kind::Door,
    };
    let openings = may_have.then(|| of_piece(PieceId(number as u16), piece))?;
    Some(Walled { extent: piece.extent()?, openings })
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

/// A door that stands by itself, in a gap between walls.
fn free_door(id: PieceId, piece: &Piece, (from, to): (Point, Point), thickness: Length) -> Opening {
    let half = (to - from).left().of_length(thickness / 2);
    let corners = [from + -half, to + -half, to + half, from + half];
    let (bottom, top) = (piece.bottom, piece.bottom + piece.height);
    Opening { corners, bottom, top, window: false, piece: id }
}
