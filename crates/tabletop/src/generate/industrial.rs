//! Containers, pipes, tanks, platforms and what leaks out of them.

use crate::terrain::{Kind, Piece};

use super::dice::Dice;
use super::layout::Layout;
use super::ruins::{crates, weeds, wreck};
use super::stencil::{House, Maker, Side, disc, ladder, patch, rectangle, stairs, wall};

const LARGE: &[(usize, Maker)] = &[
    (3, containers),
    (2, container_row),
    (2, platform),
    (2, tank),
    (2, pipes),
    (2, workshop),
    (2, pool),
    (1, firewall),
    (2, scrap),
];
const SMALL: &[(usize, Maker)] = &[
    (3, barrels),
    (3, crates),
    (2, pipe),
    (1, forklift),
    (1, wreck),
    (1, fence),
    (1, spill),
    (2, weeds),
];

pub(super) fn lay(layout: &mut Layout, dice: &mut Dice) {
    if layout.is_symmetric() && dice.chance(1, 2) {
        let pool = disc(Kind::Contaminated, "settling pool", (0, 0), dice.pick(&[8, 10]));
        layout.place_in_middle(pool.as_slice());
    }
    layout.fill(dice, LARGE, SMALL);
}

/// A long container, sometimes with a short one on top and a ladder to the roof of the first.
fn containers(dice: &mut Dice) -> Option<Vec<Piece>> {
    let name = dice.pick(&["red container", "rusty container", "blue container"]);
    let mut pieces = vec![rectangle(Kind::Crate, name, (0, 0), (24, 10))?.tall(10)];
    if dice.chance(2, 3) {
        let upper = rectangle(Kind::Crate, "upper container", (0, 0), (12, 10))?;
        pieces.push(upper.tall(10).raised(10));
        pieces.push(ladder(26, 5, 10));
    }
    Some(pieces)
}

/// Two containers side by side with an alley between them.
fn container_row(dice: &mut Dice) -> Option<Vec<Piece>> {
    let shift = dice.between(-6, 6);
    let alley = dice.between(16, 18);
    let first = rectangle(Kind::Crate, "container", (0, 0), (20, 9))?.tall(10);
    let second = rectangle(Kind::Crate, "container", (shift, alley), (20, 9))?.tall(10);
    Some(vec![first, second])
}

fn platform(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(18, 24), dice.between(14, 18));
    let mut pieces = vec![rectangle(Kind::Floor, "gantry", (0, 0), (x, y))?];
    pieces.push(stairs((-10, y / 2), (2, y / 2), 12));
    if dice.chance(2, 3) {
        pieces.push(ladder(x - 2, y / 2, 12));
    }
    Some(pieces)
}

fn tank(dice: &mut Dice) -> Option<Vec<Piece>> {
    let radius = dice.pick(&[7, 8, 9]);
    let mut pieces = vec![disc(Kind::Barrel, "tank", (0, 0), radius)?.tall(12)];
    if dice.chance(1, 2) {
        pieces.push(ladder(radius + 2, 0, 12));
    }
    Some(pieces)
}

fn pipes(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(12, 18), dice.between(10, 14));
    let bend: &[(i32, i32)] = if dice.chance(1, 2) {
        &[(0, 0), (x, 0), (x, y)]
    } else {
        &[(0, 0), (x / 2, 0), (x / 2, y), (x / 2 + 10, y)]
    };
    Some(vec![wall(Kind::LowWall, "pipeline", bend, 2).tall(3)])
}

fn workshop(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(12, 14) * 2, dice.between(10, 11) * 2);
    let mut sides = [Side::Door, Side::Windows, Side::Doorway(10), Side::Blank];
    dice.shuffle(&mut sides);
    let roof = dice.chance(1, 2);
    let hall = House { size, height: 12, floors: Vec::new(), roof, sides };
    let mut pieces = vec![hall.piece(dice, "workshop")?];
    if roof {
        // The ladder leans on the wall that has nothing in it.
        let blank = sides.iter().position(|side| matches!(side, Side::Blank));
        let (x, y) = match blank {
            Some(0) => (size.0 / 2, -2),
            Some(1) => (size.0 + 2, size.1 / 2),
            Some(2) => (size.0 / 2, size.1 + 2),
            _ => (-2, size.1 / 2),
        };
        pieces.push(ladder(x, y, 12));
    }
    Some(pieces)
}

pub(super) fn pool(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(7, 11), dice.between(6, 9));
    patch(dice, Kind::Contaminated, "toxic pool", size)
}

fn firewall(dice: &mut Dice) -> Option<Vec<Piece>> {
    let (x, y) = (dice.between(14, 20), dice.between(8, 12));
    Some(vec![wall(Kind::HighWall, "blast wall", &[(0, y), (0, 0), (x, 0)], 1).tall(10)])
}

fn scrap(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(9, 12), dice.between(7, 9));
    patch(dice, Kind::Rubble, "scrap heap", size)
}

pub(super) fn barrels(dice: &mut Dice) -> Option<Vec<Piece>> {
    let places = [(0, 0), (4, 0), (2, 4)];
    let n = dice.between(1, 3) as usize;
    places[..n].iter().map(|&place| disc(Kind::Barrel, "barrel", place, 2)).collect()
}

fn pipe(dice: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![wall(Kind::LowWall, "pipe", &[(0, 0), (dice.between(10, 16), 0)], 2)])
}

fn forklift(_: &mut Dice) -> Option<Vec<Piece>> {
    Some(vec![rectangle(Kind::Vehicle, "forklift", (0, 0), (8, 5))?.tall(6)])
}

fn fence(dice: &mut Dice) -> Option<Vec<Piece>> {
    let line = [(0, 0), (dice.between(12, 20), 0)];
    Some(vec![wall(Kind::Fence, "chain-link fence", &line, 1).tall(6)])
}

fn spill(dice: &mut Dice) -> Option<Vec<Piece>> {
    let size = (dice.between(4, 6), dice.between(4, 5));
    patch(dice, Kind::Contaminated, "spill", size)
}
