//! The inside of something large: rooms, corridors and doors.

use crate::terrain::{Form, Kind, Piece};

use super::Density;
use super::dice::Dice;
use super::industrial::barrels;
use super::layout::{Layout, STRIP};
use super::ruins::crates;
use super::stencil::{House, Maker, Side, at, disc, patch, quarters, rectangle, wall};

/// Shortest side of a room, in quarters.
const LEAST: i32 = 18;
/// A room with a longer side than this is split if it can be.
const LARGEST: i32 = 36;
/// Height of the walls, in quarters.
const HEIGHT: i32 = 10;

const FURNITURE: &[(usize, Maker)] =
    &[(3, crates), (2, barrels), (2, counter), (2, machine), (1, debris), (1, leak), (1, column)];

/// A rectangle of floor: a corner and its size.
#[derive(Clone, Copy)]
struct Plot {
    x: i32,
    y: i32,
    width: i32,
    depth: i32,
}

pub(super) fn lay(layout: &mut Layout, dice: &mut Dice) {
    let (width, depth) = layout.size();
    let whole = Plot { x: STRIP, y: STRIP, width: width - 2 * STRIP, depth: depth - 2 * STRIP };
    // Of a symmetric table only the southern half is planned: a hall runs along the middle.
    let plan = match layout.is_symmetric() {
        true => Plot { depth: depth / 2 - STRIP - 5, ..whole },
        false => whole,
    };
    let mut plots = Vec::new();
    split(dice, plan, &mut plots);
    let left_out = match layout.density() {
        Density::Sparse => plots.len() / 3,
        Density::Usual => plots.len() / 8,
        Density::Dense => 0,
    };
    dice.shuffle(&mut plots);
    plots.truncate(plots.len() - left_out);
    for plot in plots {
        let furnished = room(dice, plot).is_some_and(|pieces| layout.place_here(pieces));
        if !furnished {
            // Without its inner walls the room may still fit.
            let bare = walls(dice, plot).map(|walls| vec![walls]);
            layout.place_here(bare.unwrap_or_default());
        }
    }
    layout.stay_inside();
    layout.scatter(dice, FURNITURE);
    layout.scatter(dice, FURNITURE);
}

/// Cuts a plot in two with a corridor between, until the parts make good rooms.
fn split(dice: &mut Dice, plot: Plot, plots: &mut Vec<Plot>) {
    let Plot { x, y, width, depth } = plot;
    if width < LEAST || depth < LEAST {
        return;
    }
    let corridor = dice.between(8, 11);
    let longer = width.max(depth);
    let room_for_two = longer >= 2 * LEAST + corridor;
    let large = longer > LARGEST || (longer > LARGEST * 3 / 4 && dice.chance(1, 2));
    if !room_for_two || !large {
        plots.push(plot);
        return;
    }
    let rest = longer - corridor;
    let least = LEAST.max(rest * 2 / 5);
    let cut = dice.between(least, rest - least);
    let (one, other) = if width >= depth {
        (Plot { width: cut, ..plot }, Plot { x: x + cut + corridor, width: rest - cut, ..plot })
    } else {
        (Plot { depth: cut, ..plot }, Plot { y: y + cut + corridor, depth: rest - cut, ..plot })
    };
    split(dice, one, plots);
    split(dice, other, plots);
}

fn walls(dice: &mut Dice, plot: Plot) -> Option<Piece> {
    let mut sides = [
        Side::Door,
        dice.pick(&[Side::Door, Side::Doorway(8)]),
        dice.pick(&[Side::Windows, Side::Doorway(6), Side::Blank]),
        dice.pick(&[Side::Blank, Side::Blank, Side::Door]),
    ];
    dice.shuffle(&mut sides);
    let size = (plot.width, plot.depth);
    let house = House { size, height: HEIGHT, floors: Vec::new(), roof: false, sides };
    let names = ["guard room", "laboratory", "store room", "office", "workshop", "dormitory"];
    let name = dice.pick(&names);
    house.piece(dice, name)?.mapped(|p| {
        let corner = at(plot.x, plot.y);
        crate::Point::new(p.x + corner.x, p.y + corner.y)
    })
}

/// A room; a long one is divided by a wall with a way through, where that meets no opening.
fn room(dice: &mut Dice, plot: Plot) -> Option<Vec<Piece>> {
    let mut pieces = vec![walls(dice, plot)?];
    let Plot { x, y, width, depth } = plot;
    let (length, span) = (width.max(depth), width.min(depth));
    let free: Vec<i32> = (length * 2 / 5..=length * 3 / 5)
        .filter(|middle| pieces.iter().all(|walls| is_blank(walls, plot, *middle)))
        .collect();
    if length >= 26 && !free.is_empty() && dice.chance(3, 4) {
        let middle = dice.pick(&free);
        let way = dice.between(3, span - 11);
        let turn = |along: i32, across: i32| {
            if width >= depth { (x + along, y + across) } else { (x + across, y + along) }
        };
        for (from, to) in [(1, way), (way + 8, span - 1)] {
            let line = [turn(middle, from), turn(middle, to)];
            let partition = wall(Kind::HighWall, "partition", &line, 1);
            pieces.push(partition.tall(HEIGHT));
        }
    }
    Some(pieces)
}

/// Whether the long walls of a room have no opening near a place along them.
fn is_blank(walls: &Piece, plot: Plot, middle: i32) -> bool {
    let Form::Building(building) = &walls.form else { return true };
    let length = plot.width.max(plot.depth);
    building.openings.iter().all(|opening| {
        // South and east walls are measured from the origin, north and west ones towards it.
        let along = match (plot.width >= plot.depth, opening.side) {
            (true, 0) | (false, 1) => middle,
            (true, 2) | (false, 3) => length - middle,
            _ => return true,
        };
        let (near, far) = (quarters(along - 2), quarters(along + 2));
        opening.from + opening.width <= near || far <= opening.from
    })
}

fn counter(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![wall(Kind::LowWall, "counter", &[(0, 0), (dice.between(6, 10), 0)], 2).tall(3)])
}

fn machine(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(5, 8), dice.between(4, 5));
    let name = dice.pick(&["generator", "console", "machine"]);
    Some(vec![rectangle(Kind::Crate, name, (0, 0), size)?.tall(dice.pick(&[4, 6]))])
}

fn debris(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(4, 6), dice.between(4, 5));
    patch(dice, Kind::Rubble, "fallen ceiling", size)
}

fn leak(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(4, 5), dice.between(4, 5));
    patch(dice, Kind::Contaminated, "leak", size)
}

fn column(_: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![disc(Kind::Rock, "column", (0, 0), 2)?.tall(HEIGHT)])
}
