//! Terrain as a topographic map shows it.

use std::fmt::Write;

use crate::changes::Changes;
use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::table::{PieceId, Table};
use crate::terrain::{Form, Kind, Piece};

use super::house;
use super::pen::{Pen, between, hundredths, middle, spread};

/// Draws every piece, what lies low first.
pub(super) fn draw(pen: &mut Pen, table: &Table, changes: &Changes) {
    let mut order: Vec<usize> = (0..table.pieces().len()).collect();
    order.sort_by_key(|index| {
        let piece = &table.pieces()[*index];
        (layer(piece.kind), piece.bottom + piece.height, *index)
    });
    // The floors of houses lie under whatever lies in them.
    let n_hills = order.partition_point(|index| layer(table.pieces()[*index].kind) == 0);
    for (drawn, index) in order.into_iter().enumerate() {
        if drawn == n_hills {
            house::floors(pen, table);
        }
        let piece = &table.pieces()[index];
        match &piece.form {
            Form::Area(shape) => area(pen, piece, shape),
            Form::Barrier { line, thickness } => barrier(pen, piece, line, *thickness),
            Form::Building(building) => {
                let id = PieceId(index as u16);
                house::draw(pen, table, changes, (id, piece, building));
            }
            Form::Stairs { foot, head, width } => house::stairs(pen, (*foot, *head), *width),
            Form::Ladder(at) => house::ladder(pen, *at),
        }
    }
}

/// What is drawn before what.
fn layer(kind: Kind) -> u8 {
    match kind {
        Kind::Hill => 0,
        Kind::Open | Kind::Interior => 1,
        Kind::Water
        | Kind::Swamp
        | Kind::Rubble
        | Kind::Crater
        | Kind::Irradiated
        | Kind::Contaminated
        | Kind::Pit
        | Kind::Trench
        | Kind::Ford
        | Kind::Scrub => 2,
        Kind::Building => 3,
        Kind::Rock
        | Kind::Crystal
        | Kind::Crate
        | Kind::Barrel
        | Kind::Vehicle
        | Kind::Well
        | Kind::LowWall
        | Kind::HighWall
        | Kind::Hedge
        | Kind::Fence
        | Kind::Wire
        | Kind::Door => 4,
        Kind::Floor => 5,
        Kind::Stairs | Kind::Ladder => 6,
        Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => 7,
        Kind::Tree | Kind::Smoke | Kind::Fire => 8,
    }
}

fn area(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    match piece.kind {
        Kind::Open => pen.stroke(
            &pen.outline(shape),
            colors.faint_ink,
            3,
            "stroke-dasharray=\"3 12\" stroke-linecap=\"round\"",
        ),
        Kind::Scrub => scrub(pen, shape),
        Kind::LightWoods => woods(pen, shape, 92, "0.14"),
        Kind::MediumWoods => woods(pen, shape, 60, "0.3"),
        Kind::DenseWoods => woods(pen, shape, 38, "0.6"),
        Kind::Swamp => swamp(pen, shape),
        Kind::Water => water(pen, shape),
        Kind::Ford => ford(pen, shape),
        Kind::Rubble => rubble(pen, shape),
        Kind::Rock => faceted(pen, piece, shape, colors.stone),
        Kind::Crystal => faceted(pen, piece, shape, colors.crystal),
        Kind::Hill => hill(pen, piece, shape),
        Kind::Crater => {
            pen.area(shape, colors.earth, colors.contour, 4);
            ticks(pen, shape, colors.contour, 18);
        }
        Kind::Pit => {
            pen.area(shape, colors.shadow, colors.ink, 5);
            ticks(pen, shape, colors.stone, 20);
        }
        Kind::Trench => {
            pen.area(shape, colors.stone_light, colors.ink, 5);
            ticks(pen, shape, colors.ink, 10);
        }
        Kind::Irradiated => irradiated(pen, shape),
        Kind::Contaminated => contaminated(pen, shape),
        Kind::LowWall | Kind::HighWall | Kind::Building => {
            pen.shadow(shape, piece.height);
            pen.area(shape, colors.stone, colors.ink, weight(piece.height));
        }
        Kind::Hedge => pen.area(shape, colors.leaf_dark, colors.ink, 3),
        Kind::Fence | Kind::Wire => pen.area(shape, "none", colors.ink, 4),
        Kind::Door => pen.area(shape, colors.timber, colors.ink, 4),
        Kind::Interior => pen.area(shape, colors.floor, colors.faint_ink, 3),
        Kind::Floor => house::platform(pen, piece, shape),
        Kind::Stairs | Kind::Ladder => pen.area(shape, colors.floor, colors.ink, 4),
        Kind::Crate => crates(pen, piece, shape),
        Kind::Barrel => barrel(pen, piece, shape),
        Kind::Vehicle => vehicle(pen, piece, shape),
        Kind::Tree => tree(pen, piece, shape),
        Kind::Well => well(pen, piece, shape),
        Kind::Smoke => pen.area(shape, colors.stone_light, colors.faint_ink, 3),
        Kind::Fire => pen.area(shape, colors.hot, colors.sides[0], 6),
    }
}

/// Width of the edge of a wall: the higher, the heavier.
fn weight(height: Length) -> i64 {
    (hundredths(height) / 25).clamp(3, 12)
}

fn barrier(pen: &mut Pen, piece: &Piece, line: &[Point], thickness: Length) {
    let colors = pen.colors;
    let path = pen.line(line);
    let full = hundredths(thickness).max(4);
    let miter = "stroke-linejoin=\"miter\"";
    if piece.kind == Kind::Hedge {
        pen.stroke(&path, colors.leaf_dark, full, "stroke-linejoin=\"round\"");
        let gap = (full * 2 / 3).max(12);
        let bushes = format!("stroke-linecap=\"round\" stroke-dasharray=\"1 {gap}\"");
        pen.stroke(&path, colors.leaf_dark, full + 12, &bushes);
        pen.stroke(&path, colors.leaf, (full * 2 / 3).max(6), &bushes);
    } else if piece.kind == Kind::Fence {
        pen.stroke(&path, colors.ink, 5, miter);
        pen.stroke(&path, colors.ink, 26, "stroke-dasharray=\"5 35\"");
    } else if piece.kind == Kind::Wire {
        wire(pen, line);
    } else if piece.height >= Length::cents(150) {
        shadow_of_line(pen, &path, full, piece.height);
        pen.stroke(&path, colors.ink, full + weight(piece.height), miter);
    } else {
        shadow_of_line(pen, &path, full, piece.height);
        pen.stroke(&path, colors.ink, full + weight(piece.height) * 2, miter);
        let core = pen.line(&shortened(line, Length::cents(weight(piece.height) as i32)));
        pen.stroke(&core, colors.stone_light, full, miter);
    }
}

/// The same line with its ends drawn in, so that its edge closes around them.
fn shortened(line: &[Point], by: Length) -> Vec<Point> {
    let mut short = line.to_vec();
    if let [first, second, ..] = line {
        short[0] = first.toward(*second - *first, by);
    }
    if let [.., before, last] = line {
        short[line.len() - 1] = last.toward(*before - *last, by);
    }
    short
}

fn shadow_of_line(pen: &mut Pen, path: &str, width: i64, height: Length) {
    let by = (hundredths(height) / 14).clamp(3, 40);
    let more = format!("opacity=\"0.18\" transform=\"translate({by} {by})\"");
    pen.stroke(path, pen.colors.shadow, width + 4, &more);
}

/// Barbed wire: a line with crosses on it.
fn wire(pen: &mut Pen, line: &[Point]) {
    let mut path = pen.line(line);
    for ends in line.windows(2) {
        let along = ends[1] - ends[0];
        let n = (hundredths(along.length()) / 35).max(1);
        for i in 0..n {
            let (x, y) = pen.xy(between(ends[0], ends[1], (2 * i + 1) * 50 / n));
            let _ = write!(path, "M{} {}l24 24m0 -24l-24 24", x - 12, y - 12);
        }
    }
    pen.stroke(&path, pen.colors.ink, 5, "stroke-linecap=\"round\" stroke-linejoin=\"round\"");
}

/// Crowns of trees, the closer the denser the woods.
fn woods(pen: &mut Pen, shape: &Polygon, pitch: i32, strength: &str) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"{strength}\"", colors.leaf_dark));
    pen.stroke(&outline, colors.leaf_dark, 4, "stroke-dasharray=\"14 9\" stroke-linecap=\"round\"");
    let crowns = spread(shape, Length::cents(pitch), Length::cents(18));
    let (mut dark, mut light) = (String::new(), String::new());
    for (at, chance) in crowns {
        let (x, y) = pen.xy(at);
        let radius = 15 + (chance % 9) as i64;
        circle(&mut dark, (x, y), radius);
        circle(&mut light, (x - radius / 4, y - radius / 4), radius / 2);
    }
    let (leaf, edge) = (colors.leaf, colors.leaf_dark);
    pen.path(&dark, &format!("fill=\"{leaf}\" stroke=\"{edge}\" stroke-width=\"3\""));
    pen.stroke(&light, colors.meadow, 3, "opacity=\"0.7\"");
}

/// Adds a circle to a path.
pub(super) fn circle(path: &mut String, (x, y): (i64, i64), radius: i64) {
    let _ = write!(
        path,
        "M{} {y}a{radius} {radius} 0 1 0 {d} 0a{radius} {radius} 0 1 0 -{d} 0Z",
        x - radius,
        d = radius * 2
    );
}

fn scrub(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"0.8\"", colors.meadow));
    pen.stroke(&outline, colors.leaf_dark, 3, "stroke-dasharray=\"2 11\" stroke-linecap=\"round\"");
    let mut tufts = String::new();
    for (at, chance) in spread(shape, Length::cents(52), Length::cents(16)) {
        let (x, y) = pen.xy(at);
        let h = 13 + (chance % 7) as i64;
        let _ = write!(tufts, "M{x} {y}l-10 -{}M{x} {y}l0 -{h}M{x} {y}l10 -{}", h - 4, h - 4);
    }
    pen.stroke(&tufts, colors.leaf_dark, 4, "stroke-linecap=\"round\"");
}

fn swamp(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    pen.area(shape, colors.meadow, "none", 0);
    let mut reeds = String::new();
    let mut ripples = String::new();
    for (at, chance) in spread(shape, Length::cents(60), Length::cents(22)) {
        let (x, y) = pen.xy(at);
        let w = 14 + (chance % 9) as i64;
        let _ = write!(ripples, "M{} {y}h{}M{} {}h{w}", x - w, w * 2, x - w / 2, y + 9);
        if chance % 2 == 0 {
            let _ = write!(reeds, "M{x} {}l-7 -15M{x} {}v-19M{x} {}l7 -15", y - 3, y - 3, y - 3);
        }
    }
    pen.stroke(&ripples, colors.water_line, 4, "stroke-linecap=\"round\"");
    pen.stroke(&reeds, colors.leaf_dark, 4, "stroke-linecap=\"round\"");
    let outline = pen.outline(shape);
    pen.stroke(&outline, colors.water_line, 4, "stroke-dasharray=\"18 10\"");
}

/// Water with lines along its banks, the way a chart shows depth.
fn water(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.inside(shape, |pen| {
        pen.area(shape, colors.water, "none", 0);
        for (depth, width) in [(52, 2), (34, 3), (18, 3)] {
            let round = "stroke-linejoin=\"round\"";
            pen.stroke(&outline, colors.water_line, depth * 2, round);
            pen.stroke(&outline, colors.water, (depth - width) * 2, round);
        }
    });
    pen.stroke(&outline, colors.water_line, 6, "stroke-linejoin=\"round\"");
}

/// Shallow water: its banks are broken lines, and stepping stones lie in it.
fn ford(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"0.5\"", colors.water));
    let mut stones = String::new();
    for (at, chance) in spread(shape, Length::cents(55), Length::cents(18)) {
        circle(&mut stones, pen.xy(at), 8 + (chance % 6) as i64);
    }
    let (fill, edge) = (colors.stone_light, colors.water_line);
    pen.path(&stones, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\""));
    pen.stroke(&outline, colors.water_line, 4, "stroke-dasharray=\"16 10\"");
}

/// Broken hatching and broken stones.
fn rubble(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"0.45\"", colors.stone_light));
    let (mut stones, mut hatches) = (String::new(), String::new());
    for (at, chance) in spread(shape, Length::cents(40), Length::cents(12)) {
        let (x, y) = pen.xy(at);
        let (a, b) = (7 + (chance % 8) as i64, 6 + (chance / 8 % 7) as i64);
        if chance % 5 < 2 {
            let _ = write!(stones, "M{} {y}l{a} -{b}l{b} {}l-{} {a}Z", x - a, a / 2, b / 2);
        } else {
            let _ = write!(hatches, "M{} {}l{} -{}", x - a, y + b, a * 2, b * 2);
        }
    }
    pen.stroke(&hatches, colors.faint_ink, 4, "stroke-linecap=\"round\"");
    let (fill, edge) = (colors.stone, colors.ink);
    pen.path(&stones, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\""));
    pen.stroke(&outline, colors.faint_ink, 4, "stroke-dasharray=\"20 8 5 8\"");
}

/// Rock and crystal: edges run from the corners up to the top.
fn faceted(pen: &mut Pen, piece: &Piece, shape: &Polygon, fill: &str) {
    let top = middle(shape);
    let share = if piece.kind == Kind::Crystal { 88 } else { 42 };
    pen.shadow(shape, piece.height);
    pen.area(shape, fill, pen.colors.ink, 6);
    let mut edges = String::new();
    let mut plateau: Vec<Point> = Vec::new();
    for corner in shape.corners() {
        let inner = between(*corner, top, share);
        edges.push_str(&pen.line(&[*corner, inner]));
        plateau.push(inner);
    }
    edges.push_str(&(pen.line(&plateau) + "Z"));
    let light = format!(
        "fill=\"{}\" fill-opacity=\"0.5\" stroke=\"{}\" stroke-width=\"3\" \
         stroke-linejoin=\"round\"",
        pen.colors.stone_light, pen.colors.ink
    );
    pen.path(&edges, &light);
}

fn hill(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    let tint = format!("fill=\"{}\" opacity=\"0.65\"", colors.earth);
    pen.path(&outline, &tint);
    pen.inside(shape, |pen| {
        let more = "opacity=\"0.22\" stroke-linejoin=\"round\"";
        pen.stroke(&outline, colors.contour, 44, more);
        pen.stroke(&outline, colors.contour, 20, more);
    });
    pen.stroke(&outline, colors.contour, 5, "stroke-linejoin=\"round\"");
    if is_sample(shape) {
        return;
    }
    let (x, y) = pen.xy(shape.corners()[shape.corners().len() / 8]);
    let (mx, my) = pen.xy(middle(shape));
    // The height stands on the contour itself, a little inside, as on a survey.
    let at = (x + (mx - x) * 22 / 100, y + (my - y) * 22 / 100 + 10);
    let top = (piece.bottom + piece.height).to_string();
    pen.words(at, 32, &top, "text-anchor=\"middle\" font-weight=\"600\"");
}

/// Short strokes inward along an edge: the sign of a hollow.
fn ticks(pen: &mut Pen, shape: &Polygon, color: &str, length: i32) {
    let mut path = String::new();
    for (a, b) in shape.sides() {
        let along = b - a;
        let inward = along.left().of_length(Length::cents(length));
        let n = (hundredths(along.length()) / 30).max(1);
        for i in 0..n {
            let from = between(a, b, (2 * i + 1) * 50 / n);
            path.push_str(&pen.line(&[from, from + inward]));
        }
    }
    pen.stroke(&path, color, 4, "stroke-linecap=\"round\"");
}

/// The border of a hazard: stripes of its color and of ink.
fn hazard_border(pen: &mut Pen, shape: &Polygon, color: &str, dash: &str) {
    let outline = pen.outline(shape);
    let ink = pen.colors.sign;
    pen.stroke(&outline, ink, 10, "stroke-linejoin=\"round\"");
    pen.stroke(&outline, color, 10, &format!("stroke-dasharray=\"{dash}\""));
}

fn irradiated(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"0.2\"", colors.hot));
    let mut dots = String::new();
    for (at, _) in spread(shape, Length::cents(45), Length::cents(20)) {
        circle(&mut dots, pen.xy(at), 4);
    }
    pen.path(&dots, &format!("fill=\"{}\"", colors.hot));
    hazard_border(pen, shape, colors.hot, "22 14");
    let (x, y) = pen.xy(middle(shape));
    let (ink, hot) = (colors.sign, colors.hot);
    // Three leaves of sixty degrees around a dot.
    pen.put(format_args!(
        "<g transform=\"translate({x} {y})\" stroke-linejoin=\"round\">\
         <circle r=\"40\" fill=\"{hot}\" stroke=\"{ink}\" stroke-width=\"5\"/>\
         <path d=\"M0 0L16 -28A32 32 0 0 0 -16 -28ZM0 0L-32 0A32 32 0 0 0 -16 28ZM0 0\
         L16 28A32 32 0 0 0 32 0Z\" fill=\"{ink}\"/>\
         <circle r=\"9\" fill=\"{ink}\" stroke=\"{hot}\" stroke-width=\"5\"/></g>"
    ));
}

fn contaminated(pen: &mut Pen, shape: &Polygon) {
    let colors = pen.colors;
    let outline = pen.outline(shape);
    pen.path(&outline, &format!("fill=\"{}\" opacity=\"0.28\"", colors.toxic));
    let mut bubbles = String::new();
    for (at, chance) in spread(shape, Length::cents(48), Length::cents(22)) {
        circle(&mut bubbles, pen.xy(at), 5 + (chance % 8) as i64);
    }
    pen.stroke(&bubbles, colors.toxic, 4, "");
    hazard_border(pen, shape, colors.toxic, "8 8");
    let (x, y) = pen.xy(middle(shape));
    let (ink, toxic) = (colors.sign, colors.toxic);
    let counter = colors.counter;
    // A warning triangle with a drop in it.
    pen.put(format_args!(
        "<g transform=\"translate({x} {y})\" stroke-linejoin=\"round\">\
         <path d=\"M0 -44L42 32L-42 32Z\" fill=\"{counter}\" stroke=\"{ink}\" \
         stroke-width=\"7\"/><path d=\"M0 -22C10 -6 14 2 14 10A14 14 0 0 1 -14 10C-14 2 -10 -6 \
         0 -22Z\" fill=\"{toxic}\" stroke=\"{ink}\" stroke-width=\"3\"/></g>"
    ));
}

fn crates(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.bottom + piece.height);
    let extent = shape.extent();
    let (width, depth) = (extent.high.x - extent.low.x, extent.high.y - extent.low.y);
    let large = width.max(depth) >= Length::inches(3);
    let fill = if large { colors.metal } else { colors.timber };
    pen.area(shape, fill, colors.ink, 5);
    if large {
        // The ribs of a container run across it.
        let step = Length::cents(22);
        let mut ribs = String::new();
        let (mut x, mut y) = (extent.low.x + step, extent.low.y + step);
        while width >= depth && x < extent.high.x {
            ribs.push_str(&pen.line(&[Point::new(x, extent.low.y), Point::new(x, extent.high.y)]));
            x += step;
        }
        while width < depth && y < extent.high.y {
            ribs.push_str(&pen.line(&[Point::new(extent.low.x, y), Point::new(extent.high.x, y)]));
            y += step;
        }
        pen.inside(shape, |pen| pen.stroke(&ribs, colors.ink, 2, "opacity=\"0.45\""));
        height_chip(pen, piece, shape);
    } else if let [a, b, c, d] = shape.corners() {
        let cross = pen.line(&[*a, *c]) + &pen.line(&[*b, *d]);
        pen.stroke(&cross, colors.ink, 3, "opacity=\"0.7\"");
    }
}

/// Whether an outline is too small, as in a legend, to have anything written on it.
fn is_sample(shape: &Polygon) -> bool {
    let extent = shape.extent();
    extent.high.x - extent.low.x < Length::inches(2)
        && extent.high.y - extent.low.y < Length::inches(2)
}

/// The height of the upper side of something one might climb.
pub(super) fn height_chip(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let extent = shape.extent();
    if is_sample(shape) {
        return;
    }
    let corner = Point::new(extent.high.x, extent.low.y);
    let (x, y) = pen.xy(corner);
    let top = (piece.bottom + piece.height).to_string();
    pen.words((x - 14, y - 14), 30, &top, "text-anchor=\"end\" font-weight=\"600\"");
}

fn barrel(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.height);
    pen.area(shape, colors.metal, colors.ink, 5);
    let center = middle(shape);
    let ring = |percent: i64| -> Vec<Point> {
        shape.corners().iter().map(|corner| between(center, *corner, percent)).collect()
    };
    let rings = pen.line(&ring(74)) + "Z" + &pen.line(&ring(22)) + "Z";
    pen.stroke(&rings, colors.ink, 3, "");
}

/// An outline drawn in toward its middle, to so many percent of its size.
fn drawn_in(pen: &Pen, shape: &Polygon, percent: i64) -> String {
    let center = middle(shape);
    let ring: Vec<Point> =
        shape.corners().iter().map(|corner| between(center, *corner, percent)).collect();
    pen.line(&ring) + "Z"
}

/// A single tree from above: its crown, and the trunk in the middle of it.
fn tree(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.height);
    pen.area(shape, colors.leaf, colors.leaf_dark, 6);
    let (boughs, trunk) = (drawn_in(pen, shape, 66), drawn_in(pen, shape, 20));
    pen.stroke(&boughs, colors.leaf_dark, 4, "stroke-dasharray=\"20 12\" stroke-linecap=\"round\"");
    let (fill, edge) = (colors.timber, colors.ink);
    pen.path(&trunk, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"4\""));
}

/// A ring of stones with water in it.
fn well(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.height);
    pen.area(shape, colors.stone, colors.ink, 5);
    let (fill, edge) = (colors.water, colors.ink);
    let mouth = drawn_in(pen, shape, 62);
    pen.path(&mouth, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"4\""));
    let joints: String = shape
        .corners()
        .iter()
        .map(|corner| pen.line(&[*corner, between(middle(shape), *corner, 62)]))
        .collect();
    pen.stroke(&joints, colors.ink, 3, "opacity=\"0.6\"");
}

fn vehicle(pen: &mut Pen, piece: &Piece, shape: &Polygon) {
    let colors = pen.colors;
    pen.shadow(shape, piece.height);
    pen.area(shape, colors.metal, colors.ink, 6);
    let center = middle(shape);
    let cabin: Vec<Point> =
        shape.corners().iter().map(|corner| between(center, *corner, 62)).collect();
    let cabin = pen.line(&cabin) + "Z";
    pen.path(
        &cabin,
        &format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\"",
            colors.stone, colors.ink
        ),
    );
    let ribs: String = shape
        .corners()
        .iter()
        .map(|corner| pen.line(&[*corner, between(center, *corner, 62)]))
        .collect();
    pen.stroke(&ribs, colors.ink, 3, "");
}
