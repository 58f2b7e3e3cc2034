//! Buildings as cut-away plans, and the ways up.

use crate::changes::Changes;
use crate::length::Length;
use crate::point::Point;
use crate::polygon::{Polygon, point_nearer_than};
use crate::table::{PieceId, Table, Volume};
use crate::terrain::{Building, Form, Kind, Piece};

use super::pen::{Pen, between, hundredths, middle};
use super::terrain::height_chip;

/// A wall below this is seen over: a window sill or a breach, not a wall.
const EYE: Length = Length::cents(150);

/// Draws the floors of all buildings.
pub(super) fn floors(pen: &mut Pen, table: &Table) {
    for piece in table.pieces() {
        if let Form::Building(building) = &piece.form {
            pen.shadow(&building.outline, piece.height / 2);
            pen.area(&building.outline, pen.colors.floor, "none", 0);
        }
    }
}

/// Draws a building as its plan: walls with real gaps, windows, doors.
pub(super) fn draw(
    pen: &mut Pen,
    table: &Table,
    changes: &Changes,
    (id, piece, building): (PieceId, &Piece, &Building),
) {
    if building.roof || !building.floors.is_empty() {
        covered(pen, building, piece);
    }
    for volume in table.volumes().iter().filter(|volume| volume.piece == id) {
        part(pen, changes, volume, piece.bottom);
    }
}

fn part(pen: &mut Pen, changes: &Changes, volume: &Volume, foot: Length) {
    let colors = pen.colors;
    let shape = &volume.shape;
    let gone = volume.feature.is_some_and(|feature| changes.is_gone(feature));
    if volume.kind == Kind::Door {
        return door(pen, shape, gone);
    }
    if volume.kind != Kind::Building || volume.bottom > foot {
        return;
    }
    if gone {
        let outline = pen.outline(shape);
        return pen.stroke(&outline, colors.ink, 3, "stroke-dasharray=\"8 8\"");
    }
    if volume.top - volume.bottom < EYE {
        pen.area(shape, colors.counter, colors.ink, 3);
        if let Some((a, b)) = long_axis(shape) {
            let glass = pen.line(&[a, b]);
            pen.stroke(&glass, colors.water_line, 4, "");
        }
    } else {
        pen.area(shape, colors.ink, colors.ink, 3);
    }
}

/// A door: a leaf across its gap, or swung open with the arc it has swept.
fn door(pen: &mut Pen, shape: &Polygon, open: bool) {
    let colors = pen.colors;
    let [a, b, c, d] = shape.corners() else { return };
    if !open {
        let (from, to) = (between(*a, *d, 50), between(*b, *c, 50));
        let leaf = pen.line(&[from, to]);
        pen.stroke(&leaf, colors.ink, 15, "");
        pen.stroke(&leaf, colors.timber, 9, "");
        return;
    }
    let along = *b - *a;
    let tip = *a + -along.left();
    let ((ax, ay), (bx, by), (tx, ty)) = (pen.xy(*a), pen.xy(*b), pen.xy(tip));
    let radius = hundredths(along.length());
    let arc = format!("M{bx} {by}A{radius} {radius} 0 0 1 {tx} {ty}");
    pen.stroke(&arc, colors.faint_ink, 3, "stroke-dasharray=\"8 7\"");
    let leaf = format!("M{ax} {ay}L{tx} {ty}");
    pen.stroke(&leaf, colors.ink, 12, "");
    pen.stroke(&leaf, colors.timber, 7, "");
}

/// The line between the middles of the two short sides of a wall.
fn long_axis(shape: &Polygon) -> Option<(Point, Point)> {
    let [a, b, c, d] = shape.corners() else { return None };
    Some((between(*a, *d, 50), between(*b, *c, 50)))
}

/// Light hatching where a floor or roof is overhead, and how high it is.
fn covered(pen: &mut Pen, building: &Building, piece: &Piece) {
    let colors = pen.colors;
    let shape = &building.outline;
    let extent = shape.extent();
    let (low, high) = (extent.low, extent.high);
    let height = high.y - low.y;
    let mut lines = String::new();
    let mut x = low.x - height;
    while x < high.x {
        let ends = [Point::new(x, low.y), Point::new(x + height, high.y)];
        lines.push_str(&pen.line(&ends));
        x += Length::cents(36);
    }
    pen.inside(shape, |pen| pen.stroke(&lines, colors.grid_bold, 3, ""));
    let mut levels: Vec<String> =
        building.floors.iter().map(|floor| (piece.bottom + *floor).to_string()).collect();
    if building.roof {
        levels.push(format!("roof {}", piece.bottom + piece.height));
    }
    let (x, y) = pen.xy(Point::new(high.x, low.y));
    let more = "text-anchor=\"end\" font-weight=\"600\"";
    pen.words((x - 36, y - 40), 30, &levels.join(" · "), more);
}

/// A platform: planks, and a broken edge because one walks under it.
pub(super) fn platform(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.bottom + piece.height);
    pen.area(shape, colors.floor, "none", 0);
    let extent = shape.extent();
    let mut planks = String::new();
    let mut y = extent.low.y + Length::cents(20);
    while y < extent.high.y {
        planks.push_str(&pen.line(&[Point::new(extent.low.x, y), Point::new(extent.high.x, y)]));
        y += Length::cents(20);
    }
    pen.inside(shape, |pen| pen.stroke(&planks, colors.timber, 4, "opacity=\"0.6\""));
    let outline = pen.outline(shape);
    pen.stroke(&outline, colors.ink, 8, "stroke-dasharray=\"30 9\"");
    height_chip(pen, piece, shape);
}

/// A flight of stairs: treads, and an arrow that points up.
pub(super) fn stairs(pen: &mut Pen, (foot, head): (Point, Point), width: Length) {
    let colors = pen.colors;
    let Ok(shape) = Polygon::strip(foot, head, width) else { return };
    pen.area(&shape, colors.floor, colors.ink, 5);
    let side = (head - foot).left().of_length(width / 2);
    let n = (hundredths((head - foot).length()) / 25).clamp(2, 60);
    let mut treads = String::new();
    for i in 1..n {
        let at = between(foot, head, 100 * i / n);
        treads.push_str(&pen.line(&[at + side, at + -side]));
    }
    pen.stroke(&treads, colors.faint_ink, 4, "");
    let tip = between(foot, head, 90);
    let back = between(foot, head, 90 - 2200 / hundredths((head - foot).length()).max(25));
    let wing = (head - foot).left().of_length(Length::cents(18));
    let arrow =
        pen.line(&[between(foot, head, 8), tip]) + &pen.line(&[back + wing, tip, back + -wing]);
    pen.stroke(&arrow, colors.ink, 7, "stroke-linecap=\"round\" stroke-linejoin=\"round\"");
}

/// A ladder: two rails and four rungs.
pub(super) fn ladder(pen: &mut Pen, at: Point) {
    let colors = pen.colors;
    let (x, y) = pen.xy(at);
    let (left, right, top) = (x - 13, x + 13, y - 30);
    let rungs = [6, 22, 38, 54].map(|down| format!("M{left} {}h26", top + down)).concat();
    let rails = format!("M{left} {top}v60M{right} {top}v60{rungs}");
    pen.stroke(&rails, colors.paper, 14, "stroke-linecap=\"round\"");
    pen.stroke(&rails, colors.ink, 6, "stroke-linecap=\"round\"");
}

/// Where the name of a piece is written: in a house below its north wall, away from whatever
/// stands in it, otherwise in the middle, or where there is most room if that lies outside.
pub(super) fn name_place(shape: &Polygon, kind: Kind) -> Point {
    let center = middle(shape);
    let extent = shape.extent();
    let near_wall = Point::new(center.x, extent.high.y - Length::cents(70));
    if kind == Kind::Building && shape.corners().len() == 4 && shape.contains(near_wall) {
        return near_wall;
    }
    let roomy = |p: Point, room: Length| {
        shape.contains(p) && !shape.sides().any(|(a, b)| point_nearer_than(p, a, b, room))
    };
    let places: Vec<Point> = (1..12)
        .flat_map(|i| (1..12).map(move |j| (i * 100 / 12, j * 100 / 12)))
        .map(|(i, j)| {
            let (x, y) =
                (between(extent.low, extent.high, i).x, between(extent.low, extent.high, j).y);
            Point::new(x, y)
        })
        .collect();
    let rooms = (1..16).rev().map(|n| Length::cents(25 * n));
    let roomiest =
        || rooms.into_iter().find_map(|room| places.iter().copied().find(|p| roomy(*p, room)));
    if roomy(center, Length::cents(50)) { center } else { roomiest().unwrap_or(center) }
}
