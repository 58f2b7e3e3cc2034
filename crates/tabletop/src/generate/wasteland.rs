//! Craters, wrecks, wire, crystals and poisoned ground.

use crate::terrain::{Kind, Piece};

use super::dice::Dice;
use super::industrial::pool;
use super::layout::Layout;
use super::ruins::{low_wall, ruined_house, wreck};
use super::stencil::{Maker, blob, disc, outline, patch, rectangle, rough_edge, wall};
use super::woods::{boulder, hill, outcrop, scrub};

const LARGE: &[(usize, Maker)] = &[
    (3, crater),
    (2, irradiated),
    (1, pool),
    (2, crystals),
    (2, outcrop),
    (2, hill),
    (2, convoy),
    (1, trench),
    (1, crevice),
    (1, ruined_house),
    (1, thorns),
];
const SMALL: &[(usize, Maker)] = &[
    (3, wire),
    (2, wreck),
    (2, shard),
    (2, boulder),
    (2, small_crater),
    (1, scrub),
    (1, low_wall),
];

pub(super) fn lay(layout: &mut Layout, dice: &mut Dice) {
    if layout.is_symmetric() && dice.chance(2, 3) {
        let (kind, name) =
            dice.pick(&[(Kind::Crater, "ground zero"), (Kind::Irradiated, "hot spot")]);
        let middle = disc(kind, name, (0, 0), dice.pick(&[8, 10, 12]));
        layout.place_in_middle(middle.as_slice());
    }
    layout.fill(dice, LARGE, SMALL);
}

fn crater(dice: &mut Dice) -> Option<Vec<Piece>> {
    let radius = dice.pick(&[8, 9, 10, 12]);
    Some(vec![disc(Kind::Crater, "crater", (0, 0), radius)?])
}

fn small_crater(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![disc(Kind::Crater, "shell hole", (0, 0), dice.pick(&[4, 5, 6]))?])
}

fn irradiated(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13), dice.between(7, 11));
    patch(dice, Kind::Irradiated, "hot ground", size)
}

/// A cluster of crystals, the tall ones in the middle of the low ones.
fn crystals(dice: &mut Dice) -> Option<Vec<Piece>> {
    let edge = rough_edge(dice);
    let (rx, ry) = (dice.between(6, 9), dice.between(5, 7));
    let low = outline(Kind::Crystal, "crystals", &blob(&edge, (rx, ry)))?.tall(6);
    let spire = [(-2, 0), (0, -2), (3, 0), (1, 2)];
    Some(vec![low, outline(Kind::Crystal, "crystal spire", &spire)?.tall(14)])
}

fn shard(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(4, 6), dice.between(3, 4));
    let corners = [(0, -y), (x, 0), (1, y), (-x, 1)];
    Some(vec![outline(Kind::Crystal, "shard", &corners)?.tall(6)])
}

/// A wreck and the trailer it has lost.
fn convoy(dice: &mut Dice) -> Option<Vec<Piece>> {
    let mut pieces = wreck(dice)?;
    let trailer = [(24, 3), (38, 1), (39, 9), (25, 11)];
    pieces.push(outline(Kind::Vehicle, "wrecked trailer", &trailer)?.tall(7));
    Some(pieces)
}

fn trench(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(14, 20), dice.between(10, 16));
    let zigzag =
        [(0, 0), (x, 0), (x, y), (x + 10, y), (x + 10, y + 6), (x - 6, y + 6), (x - 6, 6), (0, 6)];
    Some(vec![outline(Kind::Trench, "old trench", &zigzag)?])
}

fn crevice(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13), dice.between(3, 4));
    patch(dice, Kind::Pit, "crevice", size)
}

fn thorns(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 12), dice.between(7, 9));
    patch(dice, Kind::Scrub, "thorn bushes", size)
}

fn wire(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(6, 9), dice.between(2, 4));
    let coil = wall(Kind::Wire, "barbed wire", &[(0, 0), (x, y), (2 * x, 0)], 2);
    let post = dice.chance(1, 3).then(|| rectangle(Kind::Crate, "sandbags", (x - 3, -10), (6, 3)));
    Some(std::iter::once(coil).chain(post.flatten().map(|piece| piece.tall(2))).collect())
}
