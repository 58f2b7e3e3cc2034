//! The hangar itself and its crates (OD6-SCN-04, 06, OD6-Q-45).

use tabletop::generate::Dice;
use tabletop::{Form, Kind, Length, Piece, Point, Polygon, Sketch};

/// Its size in inches.
const SIZE: (i32, i32) = (48, 36);
/// Crates are spread over so many columns and rows, a group in each.
const FIELDS: (i32, i32) = (6, 4);
/// How near a group comes to the border of its field, so that squads can pass.
const MARGIN: i32 = 2;
/// How long and wide a group is, in inches.
const GROUP: (i32, i32) = (2, 1);
/// Crates are a metre high.
const HEIGHT: Length = Length::cents(50);

/// A hangar of a seed: two dozen groups of crates.
pub fn sketch(seed: u64, symmetric: bool) -> Sketch {
    let mut dice = Dice::new(seed);
    let mut groups: Vec<(Point, Point)> = Vec::new();
    for row in 0..FIELDS.1 {
        for column in 0..FIELDS.0 {
            // The second half of a symmetrical hangar is the first turned round.
            if symmetric && row >= FIELDS.1 / 2 {
                continue;
            }
            groups.push(group(&mut dice, column, row));
        }
    }
    if symmetric {
        let turned: Vec<(Point, Point)> = groups.iter().map(|g| turn(*g)).collect();
        groups.extend(turned);
    }
    let crates = groups.into_iter().enumerate().filter_map(|(i, (low, high))| {
        let name = format!("crates {}", i + 1);
        let form = Form::Area(Polygon::rectangle(low, high).ok()?);
        Some(Piece { name, kind: Kind::Crate, form, bottom: Length::ZERO, height: HEIGHT })
    });
    let (width, depth) = (Length::inches(SIZE.0), Length::inches(SIZE.1));
    Sketch { name: "Hangar".to_owned(), width, depth, pieces: crates.collect() }
}

/// The corners of the group in a field, on a grid of half inches.
fn group(dice: &mut Dice, column: i32, row: i32) -> (Point, Point) {
    let field = (SIZE.0 / FIELDS.0, SIZE.1 / FIELDS.1);
    let (long, wide) = if dice.chance(1, 2) { GROUP } else { (GROUP.1, GROUP.0) };
    let mut place = |start: i32, size: i32, own: i32| {
        let room = (size - 2 * MARGIN - own) * 2;
        Length::inches(start + MARGIN) + Length::cents(50) * dice.between(0, room)
    };
    let x = place(column * field.0, field.0, long);
    let y = place(row * field.1, field.1, wide);
    (Point::new(x, y), Point::new(x + Length::inches(long), y + Length::inches(wide)))
}

fn turn((low, high): (Point, Point)) -> (Point, Point) {
    let (width, depth) = (Length::inches(SIZE.0), Length::inches(SIZE.1));
    let turned = |p: Point| Point::new(width - p.x, depth - p.y);
    (turned(high), turned(low))
}
