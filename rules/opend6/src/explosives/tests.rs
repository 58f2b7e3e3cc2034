//! Where holes are made, and what is left of the walls.

use super::*;

fn inch(n: i32) -> Length {
    Length::inches(n)
}

fn wall(kind: Kind, line: &[(i32, i32)]) -> Piece {
    let line = line.iter().map(|(x, y)| Point::inches(*x, *y)).collect();
    let form = Form::Barrier { line, thickness: Length::cents(25) };
    Piece { name: "the wall".to_owned(), kind, form, bottom: inch(0), height: inch(2) }
}

fn house(openings: Vec<Opening>) -> Piece {
    let outline = Polygon::rectangle(Point::inches(10, 10), Point::inches(20, 16)).unwrap();
    let thickness = Length::cents(25);
    let building = Building {
        outline,
        thickness,
        openings,
        floors: Vec::new(),
        roof: false,
        breachable: false,
    };
    let form = Form::Building(building);
    Piece {
        name: "the house".to_owned(),
        kind: Kind::Building,
        form,
        bottom: inch(0),
        height: inch(3),
    }
}

fn torn(piece: Piece, x: i32, y: i32) -> Sketch {
    let (kind, at) = (piece.kind, Point::new(Length::cents(x), Length::cents(y)));
    let mut sketch =
        Sketch { name: String::new(), width: inch(36), depth: inch(36), pieces: vec![piece] };
    tear(&mut sketch, &Breach { at, kind });
    Table::new(sketch.clone()).expect("a table with a hole in a wall");
    sketch
}

fn lines(sketch: &Sketch) -> Vec<(Kind, Vec<String>)> {
    let line = |piece: &Piece| match &piece.form {
        Form::Barrier { line, .. } => line.iter().map(|p| p.to_string()).collect(),
        _ => Vec::new(),
    };
    sketch.pieces.iter().map(|p| (p.kind, line(p))).collect()
}

fn openings(sketch: &Sketch) -> &[Opening] {
    match &sketch.pieces[0].form {
        Form::Building(building) => &building.openings,
        _ => &[],
    }
}

#[test]
fn a_low_wall_has_a_gap() {
    let low = |points: &[&str]| (Kind::LowWall, points.iter().map(|p| (*p).to_owned()).collect());
    let sketch = torn(wall(Kind::LowWall, &[(4, 16), (16, 16)]), 1000, 1600);
    assert_eq!(lines(&sketch), [low(&["4,16", "9.5,16"]), low(&["10.5,16", "16,16"])]);
}

#[test]
fn a_hole_at_the_end_of_a_wall_lies_within_it() {
    let low = |points: &[&str]| (Kind::LowWall, points.iter().map(|p| (*p).to_owned()).collect());
    let sketch = torn(wall(Kind::LowWall, &[(4, 16), (4, 20), (16, 20)]), 400, 1620);
    assert_eq!(lines(&sketch), [low(&["4,17", "4,20", "16,20"])]);
}

#[test]
fn a_high_wall_has_a_doorway() {
    let sketch = torn(wall(Kind::HighWall, &[(4, 16), (16, 16)]), 1000, 1600);
    let kinds: Vec<Kind> = sketch.pieces.iter().map(|p| p.kind).collect();
    assert_eq!(kinds, [Kind::HighWall, Kind::HighWall, Kind::Door]);
    assert_eq!(lines(&sketch)[2].1, ["9.5,16", "10.5,16"]);
}

#[test]
fn a_wall_that_was_short_is_gone() {
    let sketch = torn(wall(Kind::LowWall, &[(4, 16), (5, 16)]), 420, 1600);
    assert!(sketch.pieces.is_empty());
}

#[test]
fn a_house_has_one_opening_more() {
    let sketch = torn(house(Vec::new()), 1500, 1000);
    let hole = openings(&sketch)[0];
    assert_eq!((hole.side, hole.from, hole.width), (0, Length::cents(450), inch(1)));
    assert_eq!((hole.sill, hole.door), (Length::ZERO, false));
}

#[test]
fn a_hole_takes_in_the_window_it_meets() {
    let window = Opening {
        side: 0,
        from: inch(5),
        width: inch(2),
        sill: Length::cents(50),
        head: Length::cents(150),
        door: false,
    };
    let sketch = torn(house(vec![window]), 1500, 1000);
    let [hole] = openings(&sketch) else { panic!("one opening") };
    assert_eq!(
        (hole.from, hole.width, hole.sill),
        (Length::cents(450), Length::cents(250), inch(0))
    );
}

#[test]
fn where_the_wall_is_gone_nothing_more_happens() {
    let mut sketch = torn(wall(Kind::LowWall, &[(4, 16), (16, 16)]), 1000, 1600);
    let again = Breach { at: Point::inches(10, 16), kind: Kind::LowWall };
    assert_eq!(tear(&mut sketch, &again), None);
}
