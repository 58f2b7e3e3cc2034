//! Whether a one-inch base can walk from everywhere to everywhere.

use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::table::{Sketch, Table};
use crate::terrain::{Kind, Nature, Piece};

/// Distance between neighbouring places.
const STEP: Length = Length::cents(50);
/// Radius of the base that walks.
const BASE: Length = Length::cents(50);
/// What hangs higher than this is walked under.
const HEADROOM: Length = Length::cents(150);

/// Places half an inch apart, which of them are open, and which steps between them are.
#[derive(Clone)]
pub(super) struct Lattice {
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    blocked: bool,
    /// Whether the steps to the east and to the north are barred.
    east: bool,
    north: bool,
}

impl Lattice {
    pub(super) fn new(width: Length, depth: Length) -> Lattice {
        // The outermost places are half an inch inside, where a base still stands on the table.
        let count = |length: Length| ((length - BASE * 2).um() / STEP.um()).max(0) as usize + 1;
        let (columns, rows) = (count(width), count(depth));
        let mut cells = vec![Cell::default(); columns * rows];
        for (index, cell) in cells.iter_mut().enumerate() {
            cell.east = index % columns == columns - 1;
            cell.north = index / columns == rows - 1;
        }
        Lattice { columns, rows, cells }
    }

    /// Bars everything in which pieces stand in the way; false if they make no table.
    pub(super) fn block(&mut self, sketch: &Sketch, pieces: &[Piece]) -> bool {
        let only = Sketch { pieces: pieces.to_vec(), name: String::new(), ..*sketch };
        let Ok(table) = Table::new(only) else { return false };
        for shape in obstacles(&table) {
            self.block_shape(shape);
        }
        true
    }

    /// Whether all open places hang together.
    pub(super) fn is_connected(&self) -> bool {
        let n_open = self.cells.iter().filter(|cell| !cell.blocked).count();
        let Some(first) = self.cells.iter().position(|cell| !cell.blocked) else { return false };
        let mut seen = vec![false; self.cells.len()];
        let mut stack = vec![first];
        seen[first] = true;
        let mut n_seen = 0;
        while let Some(index) = stack.pop() {
            n_seen += 1;
            let cell = self.cells[index];
            let mut visit = |next: usize, barred: bool| {
                if !barred && !seen[next] && !self.cells[next].blocked {
                    seen[next] = true;
                    stack.push(next);
                }
            };
            if !cell.east {
                visit(index + 1, false);
            }
            if !cell.north {
                visit(index + self.columns, false);
            }
            if index % self.columns > 0 {
                visit(index - 1, self.cells[index - 1].east);
            }
            if index >= self.columns {
                visit(index - self.columns, self.cells[index - self.columns].north);
            }
        }
        n_seen == n_open
    }

    fn block_shape(&mut self, shape: &Polygon) {
        let extent = shape.extent().grown(BASE + STEP);
        let index = |v: Length, n: usize| {
            ((v - BASE).um().div_euclid(STEP.um())).clamp(0, n as i32 - 1) as usize
        };
        let (x0, x1) = (index(extent.low.x, self.columns), index(extent.high.x, self.columns));
        let (y0, y1) = (index(extent.low.y, self.rows), index(extent.high.y, self.rows));
        for y in y0..=y1 {
            for x in x0..=x1 {
                let here = place(x, y);
                let cell = &mut self.cells[y * self.columns + x];
                cell.blocked |= shape.swept_by(here, here, BASE);
                cell.east |= shape.swept_by(here, place(x + 1, y), BASE);
                cell.north |= shape.swept_by(here, place(x, y + 1), BASE);
            }
        }
    }
}

fn place(x: usize, y: usize) -> Point {
    Point::new(BASE + STEP * x as i32, BASE + STEP * y as i32)
}

/// Outlines that a walker on the ground cannot enter: everything massive, every barrier, water
/// and holes. Doors count as open and hills as ground.
fn obstacles(table: &Table) -> impl Iterator<Item = &Polygon> {
    let massive = table.volumes().iter().filter(|volume| {
        let stands = volume.bottom < HEADROOM && volume.top > Length::ZERO;
        let solid = match volume.kind.nature() {
            Nature::Solid => volume.kind != Kind::Hill,
            Nature::Barrier => volume.kind != Kind::Door,
            Nature::Ground | Nature::Hole => false,
        };
        stands && solid
    });
    let water = table.grounds().iter().filter(|ground| ground.kind == Kind::Water);
    let shapes = massive.map(|volume| &volume.shape);
    shapes.chain(water.chain(table.holes()).map(|ground| &ground.shape))
}
