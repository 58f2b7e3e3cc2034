//! Writing a description as text.

use std::fmt::Write;

use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::table::Sketch;
use crate::terrain::{Building, Form, Opening, Piece};

use super::read::{DOOR_HEAD, THICKNESS, WINDOW_SILL, default_height, default_name};

/// Corner points written in one line.
const POINTS_IN_LINE: usize = 6;

pub(super) fn sketch(sketch: &Sketch) -> String {
    let mut text = format!(
        "name = {}\nsize = [{}, {}]\n",
        quoted(&sketch.name),
        exact(sketch.width),
        exact(sketch.depth)
    );
    for (index, piece) in sketch.pieces.iter().enumerate() {
        let earlier = sketch.pieces[..index].iter().filter(|p| p.kind == piece.kind).count();
        let _ = write!(text, "\n[[piece]]\nkind = \"{}\"\n", piece.kind);
        if piece.name != default_name(piece.kind, earlier) {
            let _ = writeln!(text, "name = {}", quoted(&piece.name));
        }
        write_piece(&mut text, piece);
    }
    text
}

fn write_piece(text: &mut String, piece: &Piece) {
    let floors = match &piece.form {
        Form::Building(building) => &building.floors[..],
        Form::Area(_) | Form::Barrier { .. } | Form::Stairs { .. } | Form::Ladder(_) => &[],
    };
    let mut put = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    match &piece.form {
        Form::Area(shape) => {
            let (key, value) = shape_text(shape);
            put(key, value);
        }
        Form::Barrier { line, thickness } => {
            put("line", points(line));
            if *thickness != THICKNESS {
                put("thickness", exact(*thickness));
            }
        }
        Form::Building(building) => {
            let (key, value) = shape_text(&building.outline);
            put(key, value);
        }
        Form::Stairs { foot, head, width } => {
            put("foot", point(*foot));
            put("head", point(*head));
            put("width", exact(*width));
        }
        Form::Ladder(at) => put("at", point(*at)),
    }
    if piece.bottom != Length::ZERO {
        put("bottom", exact(piece.bottom));
    }
    if piece.height != default_height(piece.kind, floors) {
        put("height", exact(piece.height));
    }
    if let Form::Building(building) = &piece.form {
        write_building(text, building, piece.height);
    }
}

fn write_building(text: &mut String, building: &Building, height: Length) {
    if building.thickness != THICKNESS {
        let _ = writeln!(text, "walls = {}", exact(building.thickness));
    }
    if !building.floors.is_empty() {
        let floors: Vec<String> = building.floors.iter().map(|z| exact(*z)).collect();
        let _ = writeln!(text, "floors = [{}]", floors.join(", "));
    }
    if building.roof {
        text.push_str("roof = true\n");
    }
    if building.breachable {
        text.push_str("breachable = true\n");
    }
    if building.openings.is_empty() {
        return;
    }
    text.push_str("openings = [\n");
    for opening in &building.openings {
        let _ = writeln!(text, "    {{ {} }},", opening_text(opening, &building.outline, height));
    }
    text.push_str("]\n");
}

fn opening_text(opening: &Opening, outline: &Polygon, height: Length) -> String {
    let word = ["south", "east", "north", "west"]
        .into_iter()
        .find(|word| outline.only_side_facing(word) == Ok(opening.side));
    let side = match word {
        Some(word) => format!("\"{word}\""),
        None => (opening.side + 1).to_string(),
    };
    let mut text =
        format!("side = {side}, from = {}, width = {}", exact(opening.from), exact(opening.width));
    let usual_sill = if opening.door { Length::ZERO } else { WINDOW_SILL };
    if opening.sill != usual_sill {
        let _ = write!(text, ", sill = {}", exact(opening.sill));
    }
    if opening.head != DOOR_HEAD.min(height) {
        let _ = write!(text, ", head = {}", exact(opening.head));
    }
    if opening.door {
        text.push_str(", door = true");
    }
    text
}

fn shape_text(shape: &Polygon) -> (&'static str, String) {
    if is_rectangle(shape) {
        let extent = shape.extent();
        return ("rectangle", points(&[extent.low, extent.high]));
    }
    if let Some((center, radius)) = circle_of(shape) {
        let text = format!("{{ center = {}, radius = {} }}", point(center), exact(radius));
        return ("circle", text);
    }
    ("outline", points(shape.corners()))
}

/// Whether an outline is what is read from `rectangle = ...`.
pub(crate) fn is_rectangle(shape: &Polygon) -> bool {
    let extent = shape.extent();
    Polygon::rectangle(extent.low, extent.high).as_ref() == Ok(shape)
}

/// Center and radius of an outline that is what is read from `circle = ...`.
pub(crate) fn circle_of(shape: &Polygon) -> Option<(Point, Length)> {
    let extent = shape.extent();
    let middle = |low: Length, high: Length| Length::micrometres((low + high).um() / 2);
    let center =
        Point::new(middle(extent.low.x, extent.high.x), middle(extent.low.y, extent.high.y));
    let radius = extent.high.x - center.x;
    (Polygon::round(center, radius).as_ref() == Ok(shape)).then_some((center, radius))
}

fn points(list: &[Point]) -> String {
    let lines: Vec<String> = list
        .chunks(POINTS_IN_LINE)
        .map(|chunk| chunk.iter().map(|p| point(*p)).collect::<Vec<_>>().join(", "))
        .collect();
    match &lines[..] {
        [line] => format!("[{line}]"),
        lines => format!("[\n    {},\n]", lines.join(",\n    ")),
    }
}

fn point(p: Point) -> String {
    format!("[{}, {}]", exact(p.x), exact(p.y))
}

/// The shortest number of inches that is read as exactly this length. Six decimals always
/// suffice, because a millionth of an inch is far less than a micrometre.
fn exact(length: Length) -> String {
    let um = i64::from(length.um().unsigned_abs());
    let sign = if length.um() < 0 { "-" } else { "" };
    for decimals in 0..6_u32 {
        let scale = 10_i64.pow(decimals);
        let units = (um * scale + 12_700) / 25_400;
        let text = decimal(sign, units, decimals);
        if text.parse() == Ok(length) {
            return text;
        }
    }
    decimal(sign, (um * 1_000_000 + 12_700) / 25_400, 6)
}

fn decimal(sign: &str, units: i64, decimals: u32) -> String {
    let scale = 10_i64.pow(decimals);
    let (whole, part) = (units / scale, units % scale);
    if decimals == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part:0width$}", width = decimals as usize)
    }
}

fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04X}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_micrometre_has_a_number_of_inches() {
        for um in (-60_000..60_000).chain(2_400_000..2_440_000) {
            let length = Length::micrometres(um);
            assert_eq!(exact(length).parse(), Ok(length), "{um}");
        }
        assert_eq!(exact(Length::cents(450)), "4.5");
        assert_eq!(exact(Length::inches(-3)), "-3");
    }
}
