//! Broken houses, walls and rubble.

use crate::polygon::Polygon;
use crate::terrain::{Kind, Opening, Piece};

use super::dice::Dice;
use super::layout::Layout;
use super::stencil::{
    House, Maker, Side, at, disc, house, ladder, outline, patch, quarters, rectangle, stairs, wall,
};

const LARGE: &[(usize, Maker)] = &[
    (4, ruined_house),
    (2, storied_house),
    (2, ell),
    (2, corner),
    (2, rubble),
    (1, courtyard),
    (1, garden),
];
const SMALL: &[(usize, Maker)] =
    &[(3, low_wall), (2, heap), (2, wreck), (2, crates), (1, weeds), (1, hedge), (1, crater)];

pub(super) fn lay(layout: &mut Layout, dice: &mut Dice) {
    if layout.is_symmetric() && dice.chance(1, 2) {
        let crater = disc(Kind::Crater, "great crater", (0, 0), dice.pick(&[8, 10, 12]));
        layout.place_in_middle(crater.as_slice());
    }
    layout.fill(dice, LARGE, SMALL);
}

fn sides(dice: &mut Dice) -> [Side; 4] {
    let mut sides = [
        Side::Doorway(dice.pick(&[6, 7, 8])),
        Side::Fallen(dice.pick(&[8, 10])),
        Side::Windows,
        dice.pick(&[Side::Windows, Side::Blank, Side::Door]),
    ];
    dice.shuffle(&mut sides);
    sides
}

pub(super) fn ruined_house(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13) * 2, dice.between(8, 11) * 2);
    let height = dice.pick(&[8, 10, 12]);
    let ruin = House { size, height, floors: Vec::new(), roof: false, sides: sides(dice) };
    let name = dice.pick(&["ruined house", "burnt-out house", "ruined shop"]);
    Some(vec![ruin.piece(dice, name)?])
}

fn storied_house(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(11, 14) * 2, dice.between(9, 12) * 2);
    let ruin = House { size, height: 18, floors: vec![12], roof: false, sides: sides(dice) };
    let mut pieces = vec![ruin.piece(dice, "ruined tenement")?];
    pieces.push(match dice.chance(1, 2) {
        true => ladder(size.0 - 4, size.1 - 4, 12),
        false => stairs((4, size.1 - 4), (16, size.1 - 4), 12),
    });
    Some(pieces)
}

/// A house with a wing, its walls broken open on three sides.
fn ell(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (width, depth) = (dice.between(12, 14) * 2, dice.between(11, 13) * 2);
    let (wing, hall) = (dice.between(12, 14), dice.between(11, 12));
    let corners = [(0, 0), (width, 0), (width, hall), (wing, hall), (wing, depth), (0, depth)];
    let shape = Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect()).ok()?;
    let gap = |side: usize, from: i32, width: i32, head: i32| Opening {
        side,
        from: quarters(from),
        width: quarters(width),
        sill: quarters(0),
        head: quarters(head),
        door: false,
    };
    let window = |side: usize, from: i32| Opening { sill: quarters(2), ..gap(side, from, 4, 6) };
    let openings = vec![
        gap(0, dice.between(2, width / 2 - 6), 6, 6),
        window(0, width - 7),
        gap(1, 2, 6, 10),
        window(2, 3),
        gap(4, 3, 6, 6),
        gap(5, dice.between(2, depth - 14), dice.pick(&[6, 8, 10]), 10),
    ];
    Some(vec![house("ruined chapel", shape, 10, openings)])
}

/// Two standing walls and what has come down between them.
fn corner(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(14, 22), dice.between(12, 18));
    let walls = wall(Kind::HighWall, "standing walls", &[(x, 0), (0, 0), (0, y)], 1);
    let debris = [(1, 1), (x - 4, 1), (x / 2, y / 3), (x / 3, y / 2), (1, y - 3)];
    let debris = outline(Kind::Rubble, "debris", &debris)?;
    Some(vec![walls.tall(dice.pick(&[8, 10, 12])), debris])
}

pub(super) fn rubble(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13), dice.between(7, 10));
    patch(dice, Kind::Rubble, "rubble field", size)
}

/// A yard behind low walls, open on one side and with a gate.
fn courtyard(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(20, 26), dice.between(14, 18));
    let gate = dice.between(6, x - 14);
    let name = "yard wall";
    Some(vec![
        wall(Kind::LowWall, name, &[(0, y), (0, 0), (gate, 0)], 1),
        wall(Kind::LowWall, name, &[(gate + 7, 0), (x, 0), (x, y)], 1),
    ])
}

fn garden(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(8, 11), dice.between(7, 9));
    patch(dice, Kind::Scrub, "overgrown garden", size)
}

pub(super) fn low_wall(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(10, 16), dice.between(6, 10));
    let line: &[(i32, i32)] =
        if dice.chance(1, 2) { &[(0, 0), (x, 0)] } else { &[(0, y), (0, 0), (x - 4, 0)] };
    Some(vec![wall(Kind::LowWall, "low wall", line, 1)])
}

fn hedge(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![wall(Kind::Hedge, "hedge", &[(0, 0), (dice.between(10, 18), 0)], 2).tall(4)])
}

fn heap(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(5, 7), dice.between(4, 6));
    patch(dice, Kind::Rubble, "rubble", size)
}

pub(super) fn wreck(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (length, width) = (dice.pick(&[14, 16, 18]), dice.pick(&[6, 7, 8]));
    let corners = [
        (1, 0),
        (length - 3, 0),
        (length, 2),
        (length, width - 2),
        (length - 3, width),
        (1, width),
        (0, width - 1),
        (0, 1),
    ];
    let name = dice.pick(&["wrecked truck", "wrecked van", "wrecked car"]);
    Some(vec![outline(Kind::Vehicle, name, &corners)?.tall(dice.pick(&[4, 5, 6]))])
}

pub(super) fn crates(dice: &mut Dice) -> Option<Vec<Piece>> {
    let side = dice.pick(&[4, 5, 6]);
    let large = rectangle(Kind::Crate, "crate", (0, 0), (side, side))?;
    let small = rectangle(Kind::Crate, "crate", (side, 1), (4, 4))?.tall(3);
    let top = rectangle(Kind::Crate, "crate", (1, 1), (3, 3))?.tall(3).raised(4);
    Some(match dice.below(3) {
        0 => vec![large],
        1 => vec![large, small],
        _ => vec![large, small, top],
    })
}

pub(super) fn weeds(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(4, 7), dice.between(4, 6));
    patch(dice, Kind::Scrub, "weeds", size)
}

fn crater(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![disc(Kind::Crater, "crater", (0, 0), dice.pick(&[5, 6, 7]))?])
}
