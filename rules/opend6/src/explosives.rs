//! Chapter 3: plastic explosives and the holes they make in walls (OD6-PLX).

use engine::{Clause, Cx, Event};
use serde::{Deserialize, Serialize};
use tabletop::polygon::point_segment_cmp;
use tabletop::table::{Feature, MOST_PIECES};
use tabletop::terrain::{Building, Opening};
use tabletop::{
    Changes, FeatureId, Fixed, Form, Kind, Length, Piece, Point, Polygon, Sketch, Table,
};

use crate::grenades::BURST;
use crate::options::PlasticStrength;
use crate::state::State;
use crate::weapons::Gun;

/// Width of a hole: that of a door (OD6-Q-44).
const HOLE: Length = Length::inches(1);
/// Height of a hole in the side of a building.
const DOOR_HEIGHT: Length = Length::cents(150);
/// A point this near to a wall is on it.
const ON_IT: Length = Length::cents(2);

/// A hole that explosives make in a wall when the phase ends (OD6-PLX-06, OD6-Q-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breach {
    /// The point of the wall nearest to the blast.
    pub at: Point,
    /// What it is made in: a low wall, a high wall or a building.
    pub kind: Kind,
}

/// One straight length of wall: a leg of a wall that stands alone, or the side of a building.
#[derive(Clone, Copy)]
struct Stretch {
    /// Which piece of the table, by its number.
    piece: usize,
    /// Which leg or side of it.
    part: usize,
    ends: (Point, Point),
}

impl Stretch {
    fn length(&self) -> Length {
        (self.ends.1 - self.ends.0).length()
    }

    /// How far along it the point nearest to another is.
    fn nearest(&self, to: Point) -> Length {
        let along = self.ends.1 - self.ends.0;
        let place = along.dot(to - self.ends.0) / along.length().wide().max(1);
        Length::saturating(place).clamp(Length::ZERO, self.length())
    }

    fn at(&self, place: Length) -> Point {
        if place >= self.length() {
            return self.ends.1;
        }
        self.ends.0.toward(self.ends.1 - self.ends.0, place)
    }

    /// Where a hole nearest to a point begins and ends: all of it within the wall.
    fn hole(&self, near: Point) -> (Length, Length) {
        let most = (self.length() - HOLE).max(Length::ZERO);
        let from = (self.nearest(near) - HOLE / 2).clamp(Length::ZERO, most);
        (from, (from + HOLE).min(self.length()))
    }
}

impl State {
    /// How strong a grenade or a charge of explosives is (OD6-GRN-14, OD6-PLX-03, OD6-Q-02).
    pub(crate) fn blast_strength(&self, what: Gun) -> i32 {
        match (what, self.agreed.plastic_strength) {
            (Gun::PlasticExplosives, PlasticStrength::Five) => 5,
            _ => i32::from(what.line().strength),
        }
    }

    /// Every wall and every side of a building that the template covers a part of will have a
    /// hole when the phase ends (OD6-PLX-06, OD6-Q-44).
    pub(crate) fn mark_breaches(&mut self, cx: &mut Cx<'_>, center: Point) {
        cx.cite(Clause("OD6-Q-02"));
        for (number, piece) in self.table.clone().pieces().iter().enumerate() {
            let mut torn: Vec<Stretch> =
                stretches(number, piece).filter(|s| is_covered(piece, s, center)).collect();
            if piece.kind != Kind::Building {
                // A wall has one hole, however many bends it makes.
                torn.sort_by_key(|s| s.at(s.nearest(center)).distance_squared(center));
                torn.truncate(1);
            }
            for stretch in torn {
                let at = stretch.at(stretch.nearest(center));
                self.breaches.push(Breach { at, kind: piece.kind });
                cx.say(|| {
                    let text = format!("{} will have a hole at {at}", piece.name);
                    Event::note(Clause("OD6-PLX-06"), text)
                });
            }
        }
    }

    /// At the end of the phase the holes are there (OD6-Q-44).
    pub fn make_holes(&mut self, cx: &mut Cx<'_>) {
        if self.breaches.is_empty() {
            return;
        }
        let mut sketch = self.table.sketch().clone();
        for breach in std::mem::take(&mut self.breaches) {
            if let Some(name) = tear(&mut sketch, &breach) {
                let at = breach.at;
                cx.say(|| Event::note(Clause("OD6-Q-44"), format!("{name} has a hole at {at}")));
            }
        }
        if let Ok(table) = Table::new(sketch) {
            self.changes = carried_over(&self.table, &table, &self.changes);
            self.table = Fixed::new(table);
        }
    }
}

/// The lengths of wall of a piece; none if it is no wall. Crates, hedges and fences are none.
fn stretches(number: usize, piece: &Piece) -> impl Iterator<Item = Stretch> {
    let ends: Vec<(Point, Point)> = match (&piece.form, piece.kind) {
        (Form::Barrier { line, .. }, Kind::LowWall | Kind::HighWall) => {
            line.windows(2).map(|ends| (ends[0], ends[1])).collect()
        }
        (Form::Building(building), _) => building.outline.sides().collect(),
        _ => Vec::new(),
    };
    let stretch = move |(part, ends)| Stretch { piece: number, part, ends };
    ends.into_iter().enumerate().map(stretch)
}

/// Whether the template covers a part of a length of wall; touching it is not enough.
fn is_covered(piece: &Piece, stretch: &Stretch, center: Point) -> bool {
    let (a, b) = stretch.ends;
    let wall = match &piece.form {
        Form::Barrier { thickness, .. } => Polygon::strip(a, b, *thickness),
        Form::Building(building) => {
            let inward = (b - a).left().of_length(building.thickness);
            Polygon::new(vec![a, b, b + inward, a + inward])
        }
        _ => return false,
    };
    wall.is_ok_and(|wall| wall.nearer_than(center, BURST))
}

/// The length of wall of its kind that a hole is to be made in, if it is still there.
fn stretch_at(sketch: &Sketch, breach: &Breach) -> Option<Stretch> {
    let walls = sketch.pieces.iter().enumerate().filter(|(_, p)| p.kind == breach.kind);
    let mut all = walls.flat_map(|(number, piece)| stretches(number, piece));
    all.find(|s| point_segment_cmp(breach.at, s.ends.0, s.ends.1, ON_IT).is_le())
}

/// Makes a hole where a wall still is, and says what the wall is called. A table with as many
/// pieces as it may have stays as it is.
fn tear(sketch: &mut Sketch, breach: &Breach) -> Option<String> {
    let stretch = stretch_at(sketch, breach)?;
    let hole = stretch.hole(breach.at);
    let full = sketch.pieces.len() + 2 > MOST_PIECES;
    let piece = &mut sketch.pieces[stretch.piece];
    let name = piece.name.clone();
    match &mut piece.form {
        Form::Building(building) => {
            open_side(building, stretch.part, hole, DOOR_HEIGHT.min(piece.height));
        }
        _ if full => return None,
        _ => split(sketch, &stretch, hole),
    }
    Some(name)
}

/// Opens the side of a building. Doors and windows that the hole meets become a part of it.
fn open_side(building: &mut Building, side: usize, hole: (Length, Length), head: Length) {
    let end = |o: &Opening| o.from + o.width;
    let meets = |o: &Opening| o.side == side && o.from <= hole.1 && hole.0 <= end(o);
    let met: Vec<Opening> = building.openings.iter().copied().filter(meets).collect();
    let from = met.iter().map(|o| o.from).min().unwrap_or(hole.0).min(hole.0);
    let until = met.iter().map(end).max().unwrap_or(hole.1).max(hole.1);
    let head = met.iter().map(|o| o.head).max().unwrap_or(head).max(head);
    building.openings.retain(|o| !meets(o));
    let (width, sill) = (until - from, Length::ZERO);
    building.openings.push(Opening { side, from, width, sill, head, door: false });
}

/// Splits a wall that stands alone at a hole: what is left before it stays the same piece, what
/// is left behind it becomes one more. In a low wall the hole is open ground, in a high one an
/// open doorway (OD6-Q-44).
fn split(sketch: &mut Sketch, stretch: &Stretch, (from, until): (Length, Length)) {
    let whole = sketch.pieces[stretch.piece].clone();
    let Form::Barrier { line, thickness } = &whole.form else { return };
    let mut before = line[..=stretch.part].to_vec();
    let mut behind = line[stretch.part + 1..].to_vec();
    if from > Length::ZERO {
        before.push(stretch.at(from));
    }
    if until < stretch.length() {
        behind.insert(0, stretch.at(until));
    }
    let along = |line: Vec<Point>| Form::Barrier { line, thickness: *thickness };
    let rest = |line: Vec<Point>| Piece { form: along(line), ..whole.clone() };
    let mut left: Vec<Piece> =
        [before, behind].into_iter().filter(|line| line.len() > 1).map(rest).collect();
    if whole.kind == Kind::HighWall {
        let (name, kind) = (format!("hole in {}", whole.name), Kind::Door);
        let form = along(vec![stretch.at(from), stretch.at(until)]);
        left.push(Piece { name, kind, form, ..whole.clone() });
    }
    match left.is_empty() {
        true => drop(sketch.pieces.remove(stretch.piece)),
        false => sketch.pieces[stretch.piece] = left.remove(0),
    }
    sketch.pieces.extend(left);
}

/// What has changed on a table, for the table with the new holes: doors may have other numbers.
fn carried_over(old: &Table, new: &Table, changes: &Changes) -> Changes {
    let mut kept = Changes::default();
    kept.clouds.clone_from(&changes.clouds);
    kept.markers.clone_from(&changes.markers);
    let id = |i: usize| FeatureId(i.min(255) as u8);
    for (_, feature) in old.features().iter().enumerate().filter(|(i, _)| changes.is_gone(id(*i))) {
        let same = |f: &Feature| f.kind == feature.kind && f.at == feature.at;
        if let Some(now) = new.features().iter().position(same) {
            kept.open(id(now));
        }
    }
    kept
}

#[cfg(test)]
mod tests;
