//! `given` lines that lay terrain.

use tabletop::terrain::{Building, Opening};
use tabletop::{Form, Kind, Length, Nature, Piece, Point, Polygon};

use super::Trouble;
use super::words::{Reader, Word};

/// Thickness of walls that do not say.
const THICKNESS: Length = Length::cents(25);
/// Upper edge of doors and windows that do not say.
const HEAD: Length = Length::cents(150);
/// Lower edge of windows that do not say.
const SILL: Length = Length::cents(50);

/// The kind of terrain a line begins with, and how many words its name takes. Doors, smoke and
/// the like are no pieces: lines about them belong to the book.
pub(super) fn kind_of(words: &[Word]) -> Option<(Kind, usize)> {
    let plain = |n: usize| {
        let first = words.get(..n)?;
        let name: Vec<&str> = first.iter().filter(|w| !w.quoted).map(|w| &*w.text).collect();
        name.join("-").parse::<Kind>().ok().filter(|_| name.len() == n)
    };
    let (kind, n) = plain(2).map(|k| (k, 2)).or_else(|| plain(1).map(|k| (k, 1)))?;
    let laid = !matches!(kind, Kind::Door | Kind::Interior | Kind::Smoke | Kind::Fire);
    laid.then_some((kind, n))
}

/// Reads a piece; the words of its kind have been read. `earlier` of its kind came before.
pub(super) fn piece(reader: &mut Reader, kind: Kind, earlier: usize) -> Result<Piece, Trouble> {
    let usual = || format!("{} {}", kind.name().replace('-', " "), earlier + 1);
    let name = reader.quoted().unwrap_or_else(usual);
    let shape = shape(reader, kind)?;
    let mut details = Details::default();
    while reader.peek().is_some() {
        details.read(reader, &shape)?;
    }
    let highest = details.floors.iter().copied().max().unwrap_or(Length::ZERO);
    let height = details.height.unwrap_or(kind.usual_height() + highest);
    let bottom = details.bottom.unwrap_or(Length::ZERO);
    Ok(Piece { name, kind, form: details.form(shape), bottom, height })
}

enum Shape {
    Area(Polygon),
    House(Polygon),
    Line(Vec<Point>),
    Stairs(Point, Point),
    Ladder(Point),
}

fn shape(reader: &mut Reader, kind: Kind) -> Result<Shape, Trouble> {
    if kind == Kind::Ladder {
        reader.need("at")?;
        return Ok(Shape::Ladder(reader.point()?));
    }
    if kind == Kind::Stairs {
        reader.need("from")?;
        let foot = reader.point()?;
        reader.need("to")?;
        return Ok(Shape::Stairs(foot, reader.point()?));
    }
    let layered = matches!(kind, Kind::Hill | Kind::Floor | Kind::Building);
    let may_be_line = matches!(kind.nature(), Nature::Barrier | Nature::Solid) && !layered;
    if may_be_line && reader.take("from") {
        return line(reader).map(Shape::Line);
    }
    let polygon = outline(reader)?.map_err(|why| Trouble::new("a shape with an area", why))?;
    Ok(if kind == Kind::Building { Shape::House(polygon) } else { Shape::Area(polygon) })
}

fn line(reader: &mut Reader) -> Result<Vec<Point>, Trouble> {
    let mut line = vec![reader.point()?];
    let mut end = None;
    while end.is_none() || reader.peek().is_some_and(|w| w.is("via")) {
        if reader.take("via") {
            line.push(reader.point()?);
            while reader.peek_as::<Point>().is_some() {
                line.push(reader.point()?);
            }
        } else {
            reader.need("to")?;
            end = Some(reader.point()?);
        }
    }
    line.extend(end);
    if line.windows(2).any(|ends| ends[0] == ends[1]) {
        return Err(Trouble::new("a line between different points", "one that stands still"));
    }
    Ok(line)
}

fn outline(reader: &mut Reader) -> Result<Result<Polygon, String>, Trouble> {
    if reader.take("circle") {
        let center = reader.point()?;
        reader.need("radius")?;
        let radius = reader.length()?;
        return match radius < Length::cents(5) {
            true => Err(Trouble::new("a radius of at least 0.05", radius.to_string())),
            false => Ok(Polygon::round(center, radius)),
        };
    }
    if reader.take("outline") {
        let mut corners = Vec::new();
        while reader.peek_as::<Point>().is_some() {
            corners.push(reader.point()?);
        }
        return Ok(Polygon::new(corners));
    }
    if reader.peek_as::<Point>().is_none() {
        let forms = "a shape: 4,4 to 8,8, circle 10,10 radius 2, or outline 1,1 5,1 5,6 \
                     (walls and solid things also: from 12,10 to 18,10)";
        return Err(Trouble::new(forms, reader.here()));
    }
    let corner = reader.point()?;
    reader.need("to")?;
    Ok(Polygon::rectangle(corner, reader.point()?))
}

#[derive(Default)]
struct Details {
    height: Option<Length>,
    bottom: Option<Length>,
    thickness: Option<Length>,
    width: Option<Length>,
    floors: Vec<Length>,
    roof: bool,
    breachable: bool,
    openings: Vec<Opening>,
}

impl Details {
    /// Reads one detail; which ones there are depends on the shape.
    fn read(&mut self, reader: &mut Reader, shape: &Shape) -> Result<(), Trouble> {
        let word = reader.peek().map(|w| w.text.clone()).unwrap_or_default();
        let expected = match shape {
            Shape::Area(_) | Shape::Ladder(_) => "height or bottom",
            Shape::Line(_) => "height, bottom, thickness or via",
            Shape::Stairs(..) => "width, height or bottom",
            Shape::House(_) => {
                "height, bottom, walls, floors, roof, breachable, door south 2 wide 1.5 or window"
            }
        };
        let unknown = Trouble::new(expected, reader.here());
        reader.next();
        match (word.as_str(), shape) {
            ("height", _) => self.height = Some(reader.length()?),
            ("bottom", _) => self.bottom = Some(reader.length()?),
            ("thickness", Shape::Line(_)) | ("walls", Shape::House(_)) => {
                self.thickness = Some(reader.length()?);
            }
            ("width", Shape::Stairs(..)) => self.width = Some(reader.length()?),
            ("floors", Shape::House(_)) => self.floors = floors(reader)?,
            ("roof", Shape::House(_)) => self.roof = true,
            ("breachable", Shape::House(_)) => self.breachable = true,
            ("door" | "window", Shape::House(outline)) => {
                self.openings.push(opening(reader, outline, word == "door")?);
            }
            _ => return Err(unknown),
        }
        Ok(())
    }

    fn form(self, shape: Shape) -> Form {
        let thickness = self.thickness.unwrap_or(THICKNESS);
        match shape {
            Shape::Area(outline) => Form::Area(outline),
            Shape::Line(line) => Form::Barrier { line, thickness },
            Shape::Ladder(at) => Form::Ladder(at),
            Shape::Stairs(foot, head) => {
                Form::Stairs { foot, head, width: self.width.unwrap_or(Length::inches(1)) }
            }
            Shape::House(outline) => Form::Building(Building {
                outline,
                thickness,
                openings: self.openings,
                floors: self.floors,
                roof: self.roof,
                breachable: self.breachable,
            }),
        }
    }
}

fn floors(reader: &mut Reader) -> Result<Vec<Length>, Trouble> {
    let text = reader.next().map(|w| w.text.clone()).unwrap_or_default();
    let heights: Option<Vec<Length>> = text.split(',').map(|part| part.parse().ok()).collect();
    let sane = |floors: &Vec<Length>| {
        let bounded = floors.iter().all(|f| *f > Length::ZERO && *f <= Length::inches(96));
        bounded && floors.windows(2).all(|pair| pair[0] < pair[1])
    };
    heights
        .filter(sane)
        .ok_or_else(|| Trouble::new("heights of floors, lowest first, such as 3,6", text))
}

fn opening(reader: &mut Reader, outline: &Polygon, door: bool) -> Result<Opening, Trouble> {
    let side = side(reader, outline)?;
    let from = reader.length()?;
    let (width, sill) = match door {
        true => (Length::cents(150), Length::ZERO),
        false => (Length::inches(1), SILL),
    };
    let mut opening = Opening { side, from, width, sill, head: HEAD, door };
    loop {
        if reader.take("wide") {
            opening.width = reader.length()?;
        } else if reader.take("sill") {
            opening.sill = reader.length()?;
        } else if reader.take("head") {
            opening.head = reader.length()?;
        } else {
            return Ok(opening);
        }
    }
}

/// A side of a building by the way it faces, or by its number.
fn side(reader: &mut Reader, outline: &Polygon) -> Result<usize, Trouble> {
    let n = outline.corners().len();
    if let Some(number) = reader.peek_as::<usize>() {
        reader.next();
        let index = number.checked_sub(1).filter(|index| *index < n);
        return index
            .ok_or_else(|| Trouble::new(format!("a side from 1 to {n}"), number.to_string()));
    }
    let word = reader.peek().map(|w| w.text.clone()).unwrap_or_default();
    let Ok(index) = outline.only_side_facing(&word) else {
        let expected = format!("the one side that faces south, east, north or west, or 1 to {n}");
        return Err(Trouble::new(expected, reader.here()));
    };
    reader.next();
    Ok(index)
}
