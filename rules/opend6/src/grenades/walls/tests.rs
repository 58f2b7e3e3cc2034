//! Doors that stand by themselves in gaps of walls.

use engine::book::{Book, Scene};
use tabletop::Sketch;

use super::*;

/// A door from 9 to 11 between two lengths of wall, all of them on the line y = 20.
fn gap_in(kind: Kind, height: Length) -> State {
    let piece = |kind: Kind, from: i32, to: i32, height: Length| {
        let line = vec![Point::inches(from, 20), Point::inches(to, 20)];
        let form = Form::Barrier { line, thickness: Length::cents(25) };
        Piece { name: kind.to_string(), kind, form, bottom: Length::ZERO, height }
    };
    let pieces = vec![
        piece(kind, 4, 9, height),
        piece(Kind::Door, 9, 11, Length::cents(150)),
        piece(kind, 11, 16, height),
    ];
    let (width, depth) = (Length::inches(36), Length::inches(36));
    let sketch = Sketch { name: String::new(), width, depth, pieces };
    let scene = Scene { sketch: Some(sketch), ..Scene::default() };
    crate::book().arrange(&scene).expect("a scene")
}

fn between(state: &State, x: i32) -> Wall {
    state.wall_between(Point::inches(x, 19), Point::inches(x, 22).at_height(Length::ZERO))
}

#[test]
fn a_door_opens_a_high_wall_only() {
    let high = gap_in(Kind::HighWall, Length::inches(2));
    assert_eq!(between(&high, 10), Wall::Opened);
    assert_eq!(between(&high, 6), Wall::Solid);
    assert_eq!(between(&high, 20), Wall::None);
    let low = gap_in(Kind::LowWall, Length::cents(50));
    assert_eq!(between(&low, 10), Wall::None);
    assert_eq!(between(&low, 6), Wall::None);
}

#[test]
fn high_fences_and_hedges_are_high_walls() {
    for kind in [Kind::Fence, Kind::Hedge] {
        let high = gap_in(kind, Length::inches(1));
        assert_eq!((between(&high, 10), between(&high, 6)), (Wall::Opened, Wall::Solid));
        let low = gap_in(kind, Length::cents(50));
        assert_eq!((between(&low, 10), between(&low, 6)), (Wall::None, Wall::None));
    }
}
