//! Woods, hills, rocks and a stream.

use crate::terrain::{Kind, Piece};

use super::dice::Dice;
use super::layout::Layout;
use super::stencil::{
    House, Maker, Side, blob, disc, ladder, outline, patch, rectangle, rough_edge, wall,
};

const LARGE: &[(usize, Maker)] = &[
    (3, light_woods),
    (3, medium_woods),
    (2, dense_woods),
    (3, hill),
    (2, outcrop),
    (1, thicket),
    (1, swamp),
    (1, cabin),
];
const SMALL: &[(usize, Maker)] =
    &[(4, boulder), (3, scrub), (2, hedge), (2, fallen_tree), (1, fence), (1, woodpile)];

pub(super) fn lay(layout: &mut Layout, dice: &mut Dice) {
    let wet = dice.chance(1, 2) && stream(layout, dice);
    if layout.is_symmetric() && !wet && dice.chance(1, 2) {
        let radius = dice.pick(&[10, 12, 14]);
        let lower = disc(Kind::Hill, "knoll", (0, 0), radius);
        let upper = disc(Kind::Hill, "top of the knoll", (0, 0), radius / 2);
        let knoll: Option<Vec<Piece>> = [lower, upper.map(|p| p.tall(4))].into_iter().collect();
        layout.place_in_middle(&knoll.unwrap_or_default());
    }
    layout.fill(dice, LARGE, SMALL);
}

fn light_woods(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(11, 17), dice.between(8, 13));
    patch(dice, Kind::LightWoods, "birch grove", size)
}

fn medium_woods(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(10, 15), dice.between(8, 12));
    patch(dice, Kind::MediumWoods, "woods", size)
}

fn dense_woods(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13), dice.between(7, 10));
    patch(dice, Kind::DenseWoods, "dark woods", size)
}

fn thicket(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 13), dice.between(7, 10));
    patch(dice, Kind::Scrub, "thicket", size)
}

fn swamp(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 14), dice.between(7, 10));
    patch(dice, Kind::Swamp, "bog", size)
}

/// Two contours of the same outline, sometimes with a boulder on the top.
pub(super) fn hill(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (rx, ry) = (dice.between(11, 16), dice.between(9, 12));
    let edge = rough_edge(dice);
    let lower = outline(Kind::Hill, "hill", &blob(&edge, (rx, ry)))?;
    let upper = outline(Kind::Hill, "hilltop", &blob(&edge, (rx * 11 / 20, ry * 11 / 20)))?;
    Some(vec![lower, upper.tall(4)])
}

pub(super) fn outcrop(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(7, 10), dice.between(5, 7));
    let rocks = patch(dice, Kind::Rock, "outcrop", size)?;
    let height = dice.pick(&[6, 8, 10]);
    Some(rocks.into_iter().map(|piece| piece.tall(height)).collect())
}

fn cabin(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(10, 12) * 2, dice.between(8, 9) * 2);
    let sides = [Side::Door, Side::Windows, Side::Windows, Side::Blank];
    let cabin = House { size, height: 10, floors: Vec::new(), roof: true, sides };
    Some(vec![cabin.piece(dice, "cabin")?, ladder(-2, size.1 / 2, 10)])
}

pub(super) fn boulder(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(4, 5), dice.between(3, 4));
    let rocks = patch(dice, Kind::Rock, "boulder", size)?;
    let height = dice.pick(&[3, 4, 5]);
    Some(rocks.into_iter().map(|piece| piece.tall(height)).collect())
}

pub(super) fn scrub(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(5, 8), dice.between(4, 6));
    patch(dice, Kind::Scrub, "scrub", size)
}

fn hedge(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(10, 18), dice.between(6, 10));
    let line: &[(i32, i32)] =
        if dice.chance(2, 3) { &[(0, 0), (x, 0)] } else { &[(0, y), (0, 0), (x - 4, 0)] };
    Some(vec![wall(Kind::Hedge, "hedge", line, 2).tall(4)])
}

fn fence(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(12, 18), dice.between(8, 12));
    Some(vec![wall(Kind::Fence, "fence", &[(0, y), (0, 0), (x, 0)], 1)])
}

fn fallen_tree(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(10, 14), dice.between(1, 3));
    Some(vec![wall(Kind::LowWall, "fallen tree", &[(0, 0), (x, y)], 2)])
}

fn woodpile(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![rectangle(Kind::Crate, "woodpile", (0, 0), (dice.between(8, 10), 4))?.tall(3)])
}

/// A stream from edge to edge through the middle of the table, with fords: each half runs from
/// an edge to just before the middle, so that the second can be the first turned.
fn stream(layout: &mut Layout, dice: &mut Dice) -> bool {
    let (width, depth) = layout.size();
    let along_x = dice.chance(1, 2);
    let (length, across) = if along_x { (width, depth) } else { (depth, width) };
    if length < 80 || across < 80 {
        return false;
    }
    let first = half_stream(dice, length / 2, across / 2, along_x);
    let placed = first.is_some_and(|half| layout.place_here(half));
    if placed && !layout.is_symmetric() {
        let second = half_stream(dice, length / 2, across / 2, along_x);
        let turned: Option<Vec<Piece>> = second
            .and_then(|half| half.iter().map(|piece| piece.mapped(|p| layout.turned(p))).collect());
        layout.place_here(turned.unwrap_or_default());
    }
    placed
}

fn half_stream(dice: &mut Dice, length: i32, middle: i32, along_x: bool) -> Option<Vec<Piece>> {
    // Where the middle of the bed lies at every step along the way: it begins anywhere in the
    // middle third of the edge and has come to the middle of the table at the end.
    let n_steps = (length / 10).max(2);
    let start = dice.between(-middle / 3, middle / 3);
    let mut bed: Vec<(i32, i32)> = Vec::new();
    for i in 0..=n_steps {
        let bend = if i == 0 || i == n_steps { 0 } else { dice.between(-3, 3) };
        bed.push((length * i / n_steps, middle + start * (n_steps - i) / n_steps + bend));
    }
    let ford = n_steps / 2;
    let (near, far) = bed.split_at(ford as usize + 1);
    let shifted = |&(t, y): &(i32, i32)| (t + 10, y);
    let mut far: Vec<(i32, i32)> =
        near.last().map(shifted).into_iter().chain(far.iter().copied()).collect();
    // The last step stays dry: together with the other half it leaves a ford in the middle.
    if let Some(last) = far.last_mut() {
        last.0 -= 6;
    }
    far.dedup_by(|b, a| b.0 <= a.0 + 2);
    let reaches = [near, &far[..]].into_iter().filter(|reach| reach.len() >= 2);
    reaches.map(|reach| water(dice, reach, along_x)).collect()
}

fn water(dice: &mut Dice, bed: &[(i32, i32)], along_x: bool) -> Option<Piece> {
    let banks: Vec<((i32, i32), (i32, i32))> = bed
        .iter()
        .map(|&(t, y)| ((t, y - dice.between(3, 5)), (t, y + dice.between(3, 5))))
        .collect();
    let right = banks.iter().map(|(right, _)| *right);
    let left = banks.iter().rev().map(|(_, left)| *left);
    let turn = |(t, y): (i32, i32)| if along_x { (t, y) } else { (y, t) };
    let corners: Vec<(i32, i32)> = right.chain(left).map(turn).collect();
    outline(Kind::Water, "stream", &corners)
}
