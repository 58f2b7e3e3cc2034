//! A uniform grid that finds what is near a place without looking at everything.
//!
//! Our own because a table is small, flat and never changes: two sorted arrays are all it takes
//! and nothing is allocated while asking.

use crate::length::Length;
use crate::point::Point;
use crate::polygon::Extent;

/// Side of a cell.
const CELL: i32 = Length::inches(3).um();
/// Most items an index can hold, as many as there are bits to mark the ones already seen.
const MOST: usize = 4_096;

/// Which boxes lie in which cell.
#[derive(Clone, Debug)]
pub struct Grid {
    low: Point,
    columns: i32,
    rows: i32,
    /// Where each cell's items begin in `items`; one more entry than cells.
    starts: Vec<u32>,
    items: Vec<u16>,
    extents: Vec<Extent>,
}

impl Grid {
    /// An index over boxes; those outside of `area` count to the nearest cell on its border.
    pub fn new(area: Extent, boxes: impl Iterator<Item = Extent>) -> Grid {
        let extents: Vec<Extent> = boxes.take(MOST).collect();
        let count = |low: Length, high: Length| (high - low).um() / CELL + 1;
        let columns = count(area.low.x, area.high.x);
        let rows = count(area.low.y, area.high.y);
        let mut grid = Grid {
            low: area.low,
            columns,
            rows,
            starts: Vec::new(),
            items: Vec::new(),
            extents: Vec::new(),
        };
        let mut cells: Vec<Vec<u16>> = vec![Vec::new(); (columns * rows) as usize];
        for (index, extent) in extents.iter().enumerate() {
            let (x0, y0, x1, y1) = grid.cells(*extent);
            for y in y0..=y1 {
                for x in x0..=x1 {
                    cells[(y * columns + x) as usize].push(index as u16);
                }
            }
        }
        grid.starts.push(0);
        for cell in cells {
            grid.items.extend(cell);
            grid.starts.push(grid.items.len() as u32);
        }
        grid.extents = extents;
        grid
    }

    /// Indices of the boxes that meet a given box, each once, in ascending order per cell.
    pub fn near(&self, wanted: Extent) -> impl Iterator<Item = usize> {
        let (x0, y0, x1, y1) = self.cells(wanted);
        let cells = (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| (x, y)));
        cells.flat_map(move |(x, y)| {
            self.cell(x, y).iter().map(|i| usize::from(*i)).filter(move |i| {
                let extent = &self.extents[*i];
                // An item that lies in several cells is given only in the first of them.
                let (own_x, own_y) = self.cell_of(extent.low);
                extent.meets(&wanted) && (own_x.max(x0), own_y.max(y0)) == (x, y)
            })
        })
    }

    fn cell(&self, x: i32, y: i32) -> &[u16] {
        let index = (y * self.columns + x) as usize;
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    fn cell_of(&self, p: Point) -> (i32, i32) {
        let clamp =
            |v: Length, low: Length, n: i32| ((v - low).um().div_euclid(CELL)).clamp(0, n - 1);
        (clamp(p.x, self.low.x, self.columns), clamp(p.y, self.low.y, self.rows))
    }

    fn cells(&self, extent: Extent) -> (i32, i32, i32, i32) {
        let (x0, y0) = self.cell_of(extent.low);
        let (x1, y1) = self.cell_of(extent.high);
        (x0, y0, x1, y1)
    }
}
