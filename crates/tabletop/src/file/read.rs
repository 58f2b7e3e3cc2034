//! Reading a description from text, with every problem found on the way.

use toml::Spanned;
use toml::de::DeValue;

use crate::fields::{Fields, Problems, Value, place};
use crate::length::Length;
use crate::point::Point;
use crate::polygon::{Extent, Polygon};
use crate::table::{MOST_PIECES, Sketch, Table};
use crate::terrain::{Building, Form, Kind, Nature, Opening, Piece};

use super::values::{Reader, article};
use super::{LONGEST, MOST_PROBLEMS, Problem};

/// Thickness of walls that do not say.
pub(super) const THICKNESS: Length = Length::cents(25);
/// Upper edge of doors and windows that do not say.
pub(super) const DOOR_HEAD: Length = Length::cents(150);
/// Lower edge of windows that do not say.
pub(super) const WINDOW_SILL: Length = Length::cents(50);

const TABLE_KEYS: &[&str] = &["name", "size", "piece"];
const COMMON_KEYS: &[&str] = &["kind", "name", "height", "bottom"];
const SHAPE_KEYS: &[&str] = &["outline", "rectangle", "circle"];
const LINE_KEYS: &[&str] = &["line", "thickness"];
const BUILDING_KEYS: &[&str] = &["walls", "floors", "roof", "breachable", "openings"];
const STAIRS_KEYS: &[&str] = &["foot", "head", "width"];
const LADDER_KEYS: &[&str] = &["at"];
const OPENING_KEYS: &[&str] = &["side", "from", "width", "sill", "head", "door"];
const CIRCLE_KEYS: &[&str] = &["center", "radius"];

/// What a piece is called that has no name of its own.
pub(super) fn default_name(kind: Kind, earlier_of_its_kind: usize) -> String {
    format!("{} {}", kind.name().replace('-', " "), earlier_of_its_kind + 1)
}

/// How high a piece is that does not say. Walls go on above the highest floor.
pub(super) fn default_height(kind: Kind, floors: &[Length]) -> Length {
    let highest = floors.iter().copied().max().unwrap_or(Length::ZERO);
    kind.usual_height() + highest
}

pub(super) fn sketch(text: &str) -> Result<Sketch, Vec<Problem>> {
    let mut reader = Reader { text, problems: Problems::new(MOST_PROBLEMS), extent: None };
    let sketch = reader.document();
    match sketch {
        Some(sketch) if reader.problems.is_empty() => Ok(sketch),
        _ => Err(reader.problems.located(text)),
    }
}

/// An outline as it was given.
struct Shape {
    polygon: Polygon,
    /// Whether its corners were given clockwise.
    clockwise: bool,
}

impl Reader<'_> {
    fn document(&mut self) -> Option<Sketch> {
        let document = self.problems.parse(self.text, LONGEST)?;
        let fields = Fields::new(document.get_ref(), 0, "a table");
        self.problems.check_keys(&fields, TABLE_KEYS, &[]);
        let name = self.name(&fields).unwrap_or_else(|| "table".to_owned());
        let size = self.size(&fields);
        self.extent = size.map(|high| Extent { low: Point::default(), high });
        let pieces = self.pieces(&fields);
        let high = size?;
        let sketch = Sketch { name, width: high.x, depth: high.y, pieces };
        if self.problems.is_empty()
            && let Err(why) = Table::new(sketch.clone())
        {
            self.problems.add(0, why);
        }
        Some(sketch)
    }

    fn size(&mut self, fields: &Fields) -> Option<Point> {
        let value = self.problems.need(fields, "size", "[36, 36]")?;
        let size = match value.get_ref() {
            DeValue::String(text) => text.replace('x', ",").parse::<Point>().ok(),
            _ => self.point(value),
        };
        let sane = Length::inches(6)..=Length::inches(96);
        let fits = |p: &Point| sane.contains(&p.x) && sane.contains(&p.y);
        let size = size.filter(fits);
        if size.is_none() {
            let message = "a table measures 6 to 96 inches each way, such as size = [36, 36]";
            self.problems.add(place(value), message);
        }
        size
    }

    fn pieces(&mut self, fields: &Fields) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let Some(list) = fields.get("piece") else { return pieces };
        let DeValue::Array(values) = list.get_ref() else {
            self.problems.add(place(list), "write [[piece]] with two brackets on each side");
            return pieces;
        };
        let mut n_of_kind = [0_usize; Kind::COUNT];
        for (index, value) in values.iter().enumerate() {
            let at = place(value);
            if index == MOST_PIECES {
                self.problems.add(at, format!("a table has at most {MOST_PIECES} pieces"));
                break;
            }
            let DeValue::Table(table) = value.get_ref() else {
                self.problems.add(at, "expected a piece: [[piece]], then kind = ... and its shape");
                continue;
            };
            let fields = Fields::new(table, at, "a piece");
            let Some(kind) = self.kind(&fields) else { continue };
            let earlier = &mut n_of_kind[kind as usize];
            let name = default_name(kind, *earlier);
            *earlier += 1;
            let fields = Fields { what: format!("a piece of kind {kind}").into(), ..fields };
            pieces.extend(self.piece(&fields, kind, name));
        }
        pieces
    }

    fn kind(&mut self, fields: &Fields) -> Option<Kind> {
        let found = self.problems.need(fields, "kind", "\"rubble\"").and_then(|value| {
            let found = match value.get_ref() {
                DeValue::String(text) => text.parse::<Kind>(),
                other => Err(format!("expected the name of a kind, not {}", article(other))),
            };
            self.problems.take(place(value), found)
        });
        if found.is_none() {
            // The kind decides which keys belong, but misspelt ones can be told without it.
            let all = [LINE_KEYS, BUILDING_KEYS, STAIRS_KEYS, LADDER_KEYS];
            let known = [COMMON_KEYS, SHAPE_KEYS, &all.concat()].concat();
            self.problems.check_keys(fields, &known, &[]);
        }
        found
    }

    fn piece(&mut self, fields: &Fields, kind: Kind, usual_name: String) -> Option<Piece> {
        let make = make_of(kind);
        let own: &[&[&str]] = match make {
            Make::House => &[SHAPE_KEYS, BUILDING_KEYS],
            Make::Stairs => &[STAIRS_KEYS],
            Make::Ladder => &[LADDER_KEYS],
            Make::AreaOrLine => &[SHAPE_KEYS, LINE_KEYS],
            Make::Area => &[SHAPE_KEYS],
        };
        let others = [LINE_KEYS, BUILDING_KEYS, STAIRS_KEYS, LADDER_KEYS, SHAPE_KEYS].concat();
        self.problems.check_keys(fields, &[COMMON_KEYS, &own.concat()].concat(), &others);
        let name = self.name(fields).unwrap_or(usual_name);
        let bottom = self.length_or(fields, "bottom", Length::ZERO);
        let floors = if make == Make::House { self.floors(fields) } else { Some(Vec::new()) };
        let height = default_height(kind, floors.as_deref().unwrap_or_default());
        let height = self.length_or(fields, "height", height);
        let form = match make {
            Make::House => self.building(fields, floors, height),
            Make::Stairs => self.stairs(fields),
            Make::Ladder => self.problems.need(fields, "at", "[19.5, 22]").and_then(|v| {
                let at = self.point_on_table(v)?;
                Some(Form::Ladder(at))
            }),
            Make::AreaOrLine => self.area_or_line(fields),
            Make::Area => self.shape(fields, "").map(|shape| Form::Area(shape.polygon)),
        };
        let piece = Piece { name, kind, form: form?, bottom: bottom?, height: height? };
        self.check_piece(fields, &piece);
        Some(piece)
    }

    /// Lets the table itself have a look at the piece, and blames single openings for what is
    /// their fault.
    fn check_piece(&mut self, fields: &Fields, piece: &Piece) {
        let Some(extent) = self.extent else { return };
        let why = |piece: Piece| {
            let prefix = format!("{}: ", piece.name);
            let (width, depth) = (extent.high.x, extent.high.y);
            let sketch = Sketch { name: String::new(), width, depth, pieces: vec![piece] };
            let why = Table::new(sketch).err()?;
            Some(why.strip_prefix(&prefix).map(str::to_owned).unwrap_or(why))
        };
        let Some(general) = why(piece.clone()) else { return };
        let mut blamed = false;
        if let (Form::Building(building), Some(DeValue::Array(values))) =
            (&piece.form, fields.get("openings").map(Spanned::get_ref))
        {
            for (opening, value) in building.openings.iter().zip(values.iter()) {
                let alone = Building { openings: vec![*opening], ..building.clone() };
                let alone = Piece { form: Form::Building(alone), ..piece.clone() };
                if let Some(message) = why(alone) {
                    self.problems.add(place(value), message);
                    blamed = true;
                }
            }
        }
        if !blamed {
            self.problems.add(fields.at, format!("{}: {general}", piece.name));
        }
    }

    fn area_or_line(&mut self, fields: &Fields) -> Option<Form> {
        let Some(value) = fields.get("line") else {
            let shape = self.shape(fields, ", line = [[12, 10], [18, 10]]");
            return shape.map(|shape| Form::Area(shape.polygon));
        };
        if let Some(key) = SHAPE_KEYS.iter().find(|key| fields.get(key).is_some()) {
            self.problems.add(place(value), format!("give either line or {key}, not both"));
        }
        let thickness = self.length_or(fields, "thickness", THICKNESS);
        let line = self.points_on_table(value, "[[12, 10], [18, 10]]")?;
        if let Some(twice) = line.windows(2).find(|ends| ends[0] == ends[1]) {
            self.problems.add(place(value), format!("the line stands still at {}", twice[0]));
            return None;
        }
        Some(Form::Barrier { line, thickness: thickness? })
    }

    fn shape(&mut self, fields: &Fields, or_line: &str) -> Option<Shape> {
        let given: Vec<&str> =
            SHAPE_KEYS.iter().copied().filter(|key| fields.get(key).is_some()).collect();
        let [key] = given[..] else {
            let message = match given[..] {
                [] => format!(
                    "{} needs a shape: outline = [[4, 4], [9, 4], [9, 7]], rectangle = \
                     [[4, 4], [9, 7]]{or_line} or circle = {{ center = [10, 10], radius = 2 }}",
                    fields.what
                ),
                _ => format!("give one shape, not {} at once", given.join(" and ")),
            };
            self.problems.add(fields.at, message);
            return None;
        };
        let value = fields.get(key)?;
        let (polygon, first) = match key {
            "rectangle" => (self.rectangle(value)?, None),
            "circle" => (self.circle(value)?, None),
            _ => {
                let corners = self.points_on_table(value, "[[4, 4], [9, 4], [9, 7]]")?;
                let first = corners.first().copied();
                (Polygon::new(corners), first)
            }
        };
        let polygon = self.problems.take(place(value), polygon)?;
        let clockwise = first.is_some_and(|first| polygon.corners().first() != Some(&first));
        Some(Shape { polygon, clockwise })
    }

    fn rectangle(&mut self, value: Value) -> Option<Result<Polygon, String>> {
        let corners = self.points_on_table(value, "[[4, 4], [9, 7]]")?;
        let ([_, _], Some(extent)) = (&corners[..], Extent::around(&corners)) else {
            let message = "a rectangle is two opposite corners: [[4, 4], [9, 7]]";
            self.problems.add(place(value), message);
            return None;
        };
        let flat = extent.low.x == extent.high.x || extent.low.y == extent.high.y;
        if flat {
            self.problems.add(place(value), "the rectangle has no area");
            return None;
        }
        Some(Polygon::rectangle(extent.low, extent.high))
    }

    fn circle(&mut self, value: Value) -> Option<Result<Polygon, String>> {
        let at = place(value);
        let DeValue::Table(table) = value.get_ref() else {
            self.problems.add(at, "expected { center = [10, 10], radius = 2 }");
            return None;
        };
        let fields = Fields::new(table, at, "a circle");
        self.problems.check_keys(&fields, CIRCLE_KEYS, &[]);
        let center =
            self.problems.need(&fields, "center", "[10, 10]").and_then(|v| self.point_on_table(v));
        let value = self.problems.need(&fields, "radius", "2")?;
        let radius = self.length(value)?;
        if radius < Length::cents(5) || radius > Length::inches(48) {
            self.problems.add(place(value), "the radius must be between 0.05 and 48 inches");
            return None;
        }
        Some(Polygon::round(center?, radius))
    }

    fn stairs(&mut self, fields: &Fields) -> Option<Form> {
        let mut end = |key| {
            let value = self.problems.need(fields, key, "[21, 21]")?;
            self.point_on_table(value)
        };
        let (foot, head) = (end("foot"), end("head"));
        let width = self.length_or(fields, "width", Length::inches(1));
        let (foot, head) = (foot?, head?);
        if foot == head {
            self.problems.add(fields.at, "the foot and the head of stairs must be apart");
            return None;
        }
        Some(Form::Stairs { foot, head, width: width? })
    }

    fn floors(&mut self, fields: &Fields) -> Option<Vec<Length>> {
        let Some(value) = fields.get("floors") else { return Some(Vec::new()) };
        let DeValue::Array(values) = value.get_ref() else {
            self.problems.add(place(value), "expected heights above the ground: floors = [3]");
            return None;
        };
        let mut floors: Vec<Length> = Vec::new();
        for value in values.iter() {
            let floor = self.length(value)?;
            if floor <= floors.last().copied().unwrap_or(Length::ZERO) {
                self.problems
                    .add(place(value), "floors must be given from the lowest to the highest");
                return None;
            }
            floors.push(floor);
        }
        Some(floors)
    }

    fn building(
        &mut self,
        fields: &Fields,
        floors: Option<Vec<Length>>,
        height: Option<Length>,
    ) -> Option<Form> {
        let thickness = self.length_or(fields, "walls", THICKNESS);
        let roof = self.problems.flag(fields, "roof");
        let breachable = self.problems.flag(fields, "breachable");
        let shape = self.shape(fields, "");
        let (height, shape) = (height?, shape?);
        let openings = self.openings(fields, &shape, height);
        let floors = floors?;
        if let Some(highest) = floors.last()
            && (*highest > height || (*highest == height && roof))
        {
            let message = format!(
                "the floor at {highest} must be {} the top of the walls at {height}",
                if roof { "below the roof on" } else { "no higher than" }
            );
            self.problems.add(fields.get("floors").map_or(fields.at, place), message);
            return None;
        }
        let outline = shape.polygon;
        let (thickness, openings) = (thickness?, openings?);
        Some(Form::Building(Building { outline, thickness, openings, floors, roof, breachable }))
    }

    fn openings(&mut self, fields: &Fields, shape: &Shape, height: Length) -> Option<Vec<Opening>> {
        let Some(list) = fields.get("openings") else { return Some(Vec::new()) };
        let expected = "{ side = \"south\", from = 2, width = 1.5, door = true }";
        let DeValue::Array(values) = list.get_ref() else {
            self.problems.add(place(list), format!("expected openings = [{expected}]"));
            return None;
        };
        let mut openings: Vec<Option<Opening>> = Vec::new();
        for value in values.iter() {
            let at = place(value);
            let DeValue::Table(table) = value.get_ref() else {
                self.problems.add(at, format!("expected an opening such as {expected}"));
                openings.push(None);
                continue;
            };
            let fields = Fields::new(table, at, "an opening");
            openings.push(self.opening(&fields, shape, height));
        }
        openings.into_iter().collect()
    }

    fn opening(&mut self, fields: &Fields, shape: &Shape, height: Length) -> Option<Opening> {
        self.problems.check_keys(fields, OPENING_KEYS, &[]);
        let door = self.problems.flag(fields, "door");
        let side =
            self.problems.need(fields, "side", "\"south\"").and_then(|v| self.side(v, shape));
        let from = self.problems.need(fields, "from", "2").and_then(|v| self.length(v));
        let (width, sill) = match door {
            true => (Length::cents(150), Length::ZERO),
            false => (Length::inches(1), WINDOW_SILL),
        };
        let width = self.length_or(fields, "width", width);
        let sill = self.length_or(fields, "sill", sill);
        let head = self.length_or(fields, "head", DOOR_HEAD.min(height));
        Some(Opening { side: side?, from: from?, width: width?, sill: sill?, head: head?, door })
    }

    fn side(&mut self, value: Value, shape: &Shape) -> Option<usize> {
        let n = shape.polygon.corners().len();
        let word = match value.get_ref() {
            DeValue::String(text) => text.trim().to_owned(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            other => article(other).to_owned(),
        };
        let message = match word.parse::<usize>() {
            Ok(number) if (1..=n).contains(&number) => {
                let index = number - 1;
                // Sides keep the numbers they were written with when the outline was turned.
                let turned = if index + 1 == n { index } else { n - 2 - index };
                return Some(if shape.clockwise { turned } else { index });
            }
            Ok(number) => format!("there is no side {number}, only 1 to {n}"),
            Err(_) if ["south", "east", "north", "west"].contains(&word.as_str()) => {
                match shape.polygon.only_side_facing(&word) {
                    Ok(side) => return Some(side),
                    Err(0) => format!("no side faces {word}; give its number, 1 to {n}"),
                    Err(many) => {
                        format!("{many} sides face {word}; give its number, 1 to {n}")
                    }
                }
            }
            Err(_) => {
                format!("expected south, east, north, west or a number from 1 to {n}, not {word}")
            }
        };
        self.problems.add(place(value), message);
        None
    }
}

/// What the shape of a piece is given by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Make {
    Area,
    AreaOrLine,
    House,
    Stairs,
    Ladder,
}

/// Walls and massive things may be given as a line; mere ground may not, because a line is
/// something that one stands on or behind, not in.
fn make_of(kind: Kind) -> Make {
    if kind == Kind::Building {
        return Make::House;
    } else if kind == Kind::Stairs {
        return Make::Stairs;
    } else if kind == Kind::Ladder {
        return Make::Ladder;
    }
    let layered = matches!(kind, Kind::Hill | Kind::Floor);
    match kind.nature() {
        Nature::Barrier => Make::AreaOrLine,
        Nature::Solid if !layered => Make::AreaOrLine,
        Nature::Solid | Nature::Ground | Nature::Hole => Make::Area,
    }
}
