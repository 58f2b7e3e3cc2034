//! The sheet around the map: paper, grid, title, scale, legend.

use crate::changes::Changes;
use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::table::{Sketch, Table};
use crate::terrain::{Building, Form, Kind, Opening, Piece};

use super::Style;
use super::house::name_place;
use super::pen::{Pen, escaped, hundredths};
use super::terrain;

/// White around the map on a sheet, in hundredths of an inch.
const MARGIN: i64 = 130;
/// Room for the title above it.
const TITLE: i64 = 150;
/// Width and height of one entry of the legend.
const ENTRY: (i64, i64) = (460, 130);
/// Width of the picture beside each entry.
const SWATCH: i64 = 150;

const FONT: &str = "'Barlow Condensed','Roboto Condensed','Archivo Narrow','Arial Narrow',\
                    'Liberation Sans Narrow','DejaVu Sans Condensed',Arial,sans-serif";

struct Frame {
    width: i64,
    depth: i64,
    columns: i64,
    rows: i64,
}

impl Frame {
    fn new(table: &Table) -> Frame {
        let width = hundredths(table.width());
        let columns = (width / ENTRY.0).max(1);
        let n = kinds(table).len() as i64;
        let rows = (n + columns - 1) / columns;
        Frame { width, depth: hundredths(table.depth()), columns, rows }
    }
}

/// The kinds on a table, each once.
fn kinds(table: &Table) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = table.pieces().iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Begins the picture with everything that lies under the terrain.
pub(super) fn open(pen: &mut Pen, table: &Table, style: Style) {
    let Frame { width, depth, rows, .. } = Frame::new(table);
    let colors = pen.colors;
    let (left, top, full_width, full_depth) = match style.sheet {
        true => {
            let legend = if rows > 0 { rows * ENTRY.1 + 60 } else { 0 };
            let depth = depth + TITLE + 2 * MARGIN + legend;
            (-MARGIN, -MARGIN - TITLE, width + 2 * MARGIN, depth)
        }
        false => (-10, -10, width + 20, depth + 20),
    };
    let title = escaped(&table.sketch().name);
    pen.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         viewBox=\"{left} {top} {full_width} {full_depth}\" width=\"{}\" height=\"{}\" \
         font-family=\"{FONT}\" role=\"img\"><title>{title}</title>",
        full_width / 4,
        full_depth / 4
    ));
    let (bench, paper, ink) = (colors.bench, colors.paper, colors.ink);
    pen.put(format_args!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{full_width}\" height=\"{full_depth}\" \
         fill=\"{bench}\"/><rect width=\"{width}\" height=\"{depth}\" fill=\"{paper}\"/>"
    ));
    if style.grid {
        grid(pen, width, depth);
    }
    if style.sheet {
        edge_numbers(pen, width, depth);
    }
    pen.put(format_args!(
        "<rect width=\"{width}\" height=\"{depth}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"8\"/>"
    ));
}

/// Faint lines every inch, less faint ones every six.
fn grid(pen: &mut Pen, width: i64, depth: i64) {
    let (mut fine, mut bold) = (String::new(), String::new());
    for inch in 1..=(width.max(depth) - 1) / 100 {
        let path = if inch % 6 == 0 { &mut bold } else { &mut fine };
        let at = inch * 100;
        if at < width {
            path.push_str(&format!("M{at} 0v{depth}"));
        }
        if at < depth {
            // Counted from the south edge, like every distance.
            path.push_str(&format!("M0 {}h{width}", depth - at));
        }
    }
    let colors = pen.colors;
    pen.stroke(&fine, colors.grid, 2, "");
    pen.stroke(&bold, colors.grid_bold, 3, "");
}

fn edge_numbers(pen: &mut Pen, width: i64, depth: i64) {
    let color = pen.colors.faint_ink;
    let mut number = |x: i64, y: i64, inches: i64| {
        pen.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"44\" fill=\"{color}\" \
             text-anchor=\"middle\">{inches}</text>"
        ));
    };
    for inches in (0..=width / 100).step_by(6) {
        number(inches * 100, depth + 56, inches);
    }
    for inches in (6..=depth / 100).step_by(6) {
        number(-46, depth - inches * 100 + 16, inches);
    }
}

/// Height of the letters of names.
const NAME: i64 = 38;

/// Names on the larger pieces, where they are in nobody's way.
pub(super) fn names(pen: &mut Pen, table: &Table) {
    let mut pieces: Vec<(&Piece, &Polygon)> = table.pieces().iter().filter_map(large).collect();
    // What lies on top has its name written first, and then there is no room for what is below.
    pieces.sort_by_key(|(piece, _)| std::cmp::Reverse(piece.bottom + piece.height));
    let mut taken: Vec<(i64, i64, i64)> = Vec::new();
    for (piece, shape) in pieces {
        let place = name_place(shape, piece.kind);
        let hidden = table.pieces().iter().any(|other| match &other.form {
            Form::Area(above) => {
                other.bottom > piece.bottom && above.nearer_than(place, Length::cents(40))
            }
            Form::Barrier { .. } | Form::Building(_) | Form::Stairs { .. } | Form::Ladder(_) => {
                false
            }
        });
        let (x, y) = pen.xy(place);
        let signed = matches!(piece.kind, Kind::Irradiated | Kind::Contaminated);
        let y = if signed { y + 80 } else { y + 12 };
        let wide = width_of_name(piece);
        let meets = |&(tx, ty, tw): &(i64, i64, i64)| {
            (tx - x).abs() * 2 < wide + tw && (ty - y).abs() < NAME
        };
        if hidden || taken.iter().any(meets) {
            continue;
        }
        taken.push((x, y, wide));
        let more = "text-anchor=\"middle\" font-style=\"italic\" opacity=\"0.85\"";
        pen.words((x, y), NAME, &piece.name, more);
    }
}

/// A letter is a little less than half as wide as it is high.
fn width_of_name(piece: &Piece) -> i64 {
    piece.name.chars().count() as i64 * NAME * 9 / 20
}

/// The outline of a piece that is large enough to have its name on it.
fn large(piece: &Piece) -> Option<(&Piece, &Polygon)> {
    let shape = match &piece.form {
        Form::Area(shape) => shape,
        Form::Building(building) => &building.outline,
        Form::Barrier { .. } | Form::Stairs { .. } | Form::Ladder(_) => return None,
    };
    let extent = shape.extent();
    let width = hundredths(extent.high.x - extent.low.x);
    let depth = hundredths(extent.high.y - extent.low.y);
    let signed = matches!(piece.kind, Kind::Irradiated | Kind::Contaminated);
    let least_depth = if signed { 320 } else { 160 };
    (width >= width_of_name(piece) + 30 && depth >= least_depth).then_some((piece, shape))
}

/// Ends the picture with everything that stands around the map.
pub(super) fn close(pen: &mut Pen, table: &Table, style: Style) {
    if style.sheet {
        title(pen, table);
        north(pen, table);
        scale(pen, table);
        legend(pen, table);
    }
    pen.put(format_args!("</svg>"));
}

fn title(pen: &mut Pen, table: &Table) {
    let (ink, faint) = (pen.colors.ink, pen.colors.faint_ink);
    let name = escaped(&table.sketch().name);
    let (width, depth) = (table.width(), table.depth());
    let n = table.pieces().len();
    // A letter is about half as wide as it is high, and the scale stands at the right.
    let letters = table.sketch().name.chars().count().max(1) as i64;
    let size = ((hundredths(width) - 950) * 2 / letters).clamp(50, 120);
    pen.put(format_args!(
        "<text y=\"-78\" font-size=\"{size}\" font-weight=\"700\" fill=\"{ink}\">{name}</text>\
         <text x=\"2\" y=\"-26\" font-size=\"46\" fill=\"{faint}\">{width} × {depth} inches · \
         {n} pieces · heights in inches</text>"
    ));
}

fn north(pen: &mut Pen, table: &Table) {
    let x = hundredths(table.width()) - 50;
    let ink = pen.colors.ink;
    pen.put(format_args!(
        "<g transform=\"translate({x} -86)\"><path d=\"M0 -60L30 44L0 22L-30 44Z\" fill=\"none\" \
         stroke=\"{ink}\" stroke-width=\"5\" stroke-linejoin=\"round\"/><path d=\"M0 -60V22L-30 \
         44Z\" fill=\"{ink}\"/><text x=\"-44\" y=\"-12\" font-size=\"60\" font-weight=\"700\" \
         text-anchor=\"end\" fill=\"{ink}\">N</text></g>"
    ));
}

/// Six inches in alternating black and white.
fn scale(pen: &mut Pen, table: &Table) {
    let (ink, paper) = (pen.colors.ink, pen.colors.paper);
    let x = hundredths(table.width()) - 800;
    if x < 800 {
        // No room beside the title; the numbers along the edges must do.
        return;
    }
    pen.put(format_args!("<g transform=\"translate({x} -56)\" font-size=\"40\" fill=\"{ink}\">"));
    pen.put(format_args!(
        "<rect width=\"600\" height=\"22\" fill=\"{paper}\" stroke=\"{ink}\" stroke-width=\"5\"/>\
         <path d=\"M0 0h100v22h-100ZM200 0h100v22h-100ZM300 11h300v11h-300Z\"/>"
    ));
    for (at, label) in [(0, "0"), (100, "1"), (300, "3"), (600, "6 in")] {
        pen.put(format_args!("<text x=\"{at}\" y=\"-14\" text-anchor=\"middle\">{label}</text>"));
    }
    pen.put(format_args!("</g>"));
}

/// One sample of each kind on the table, drawn like the table itself.
fn legend(pen: &mut Pen, table: &Table) {
    let Frame { depth, columns, rows, .. } = Frame::new(table);
    let kinds = kinds(table);
    let left = |index: i64| index % columns * ENTRY.0;
    let down = |index: i64| depth + 110 + index / columns * ENTRY.1;
    let mut pieces = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let index = index as i64;
        // The pen counts northward from the south edge of the table.
        let south = depth - down(index) - ENTRY.1 + 40;
        let at = |v: i64| Length::cents(v as i32);
        let low = Point::new(at(left(index)), at(south));
        pieces.extend(sample(*kind, low));
    }
    let (width, depth) = (Length::inches(96), Length::inches(96));
    let sketch = Sketch { name: String::new(), width, depth, pieces };
    if let Ok(samples) = Table::new(sketch) {
        terrain::draw(pen, &samples, &Changes::default());
    }
    let ink = pen.colors.ink;
    for (index, kind) in kinds.iter().enumerate() {
        let (x, y) = (left(index as i64) + SWATCH + 24, down(index as i64) + 62);
        let name = kind.name().replace('-', " ");
        pen.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"46\" fill=\"{ink}\">{name}</text>"
        ));
    }
    debug_assert!(rows * columns >= kinds.len() as i64);
}

/// A little piece of a kind with its south-west corner here.
fn sample(kind: Kind, low: Point) -> Option<Piece> {
    let at = |x: i32, y: i32| Point::new(low.x + Length::cents(x), low.y + Length::cents(y));
    let wide = SWATCH as i32;
    let shape = Polygon::rectangle(low, at(wide, 90)).ok()?;
    let line = vec![at(5, 45), at(wide - 5, 45)];
    let window = Opening {
        side: 0,
        from: Length::cents(25),
        width: Length::cents(40),
        sill: Length::cents(50),
        head: Length::cents(150),
        door: false,
    };
    let form = if is_line(kind) {
        Form::Barrier { line, thickness: Length::cents(25) }
    } else if kind == Kind::Building {
        Form::Building(Building {
            outline: shape,
            thickness: Length::cents(14),
            openings: vec![
                window,
                Opening { from: Length::cents(85), sill: Length::ZERO, door: true, ..window },
            ],
            floors: Vec::new(),
            roof: false,
            breachable: false,
        })
    } else if kind == Kind::Stairs {
        Form::Stairs { foot: at(0, 45), head: at(wide, 45), width: Length::cents(80) }
    } else if kind == Kind::Ladder {
        Form::Ladder(at(wide / 2, 45))
    } else if is_round(kind) {
        Form::Area(Polygon::round(at(wide / 2, 45), Length::cents(48)).ok()?)
    } else if kind == Kind::Crate {
        Form::Area(Polygon::rectangle(at(30, 0), at(wide - 30, 90)).ok()?)
    } else {
        Form::Area(shape)
    };
    Some(Piece {
        name: String::new(),
        kind,
        form,
        bottom: Length::ZERO,
        height: kind.usual_height(),
    })
}

fn is_line(kind: Kind) -> bool {
    let line = [Kind::LowWall, Kind::HighWall, Kind::Hedge, Kind::Fence, Kind::Wire];
    line.contains(&kind)
}

fn is_round(kind: Kind) -> bool {
    let solid = [Kind::Barrel, Kind::Rock, Kind::Crystal, Kind::Tree, Kind::Well];
    let round = [Kind::Crater, Kind::Pit];
    solid.contains(&kind) || round.contains(&kind)
}
