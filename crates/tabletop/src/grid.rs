//! A uniform grid that finds what is near a place without looking at everything.
//!
//! Our own because a table is small, flat and never changes: two sorted arrays are all it takes
//! and nothing is allocated while asking.

use std::ops::ControlFlow;

use crate::length::Length;
use crate::point::{Point, Vector};
use crate::polygon::Extent;

/// Side of a cell.
const CELL: i32 = Length::inches(3).um();
/// Most cells each way, so that the number of a cell fits into a byte; what lies beyond counts
/// to the last one.
const MOST_CELLS: i32 = 256;
/// Binary places of the fixed-point numbers with which the walk along a line counts in cells.
const PLACES: u32 = 20;
/// Makes the walk conservative: far more than its fixed-point numbers can be wrong by.
const MARGIN: i64 = 1 << (PLACES - 10);
/// Lines that get less far east or west than this are not walked; their box is taken instead.
const STEEP: i64 = 4_096;
/// How much the box around a fan is grown to make up for the rounding of its ends.
const SLACK: Length = Length::micrometres(8);

/// Which boxes lie in which cell.
#[derive(Clone, Debug)]
pub struct Grid {
    low: Point,
    columns: i32,
    rows: i32,
    /// Where each cell's items begin in `items`; one more entry than cells.
    starts: Vec<u32>,
    items: Vec<Item>,
    extents: Vec<Extent>,
}

/// A box in one of its cells, with the first of its columns and all of its rows.
#[derive(Clone, Copy, Debug)]
struct Item {
    index: u32,
    x0: u8,
    y0: u8,
    y1: u8,
}

impl Grid {
    /// An index over boxes; those outside of `area` count to the nearest cell on its border.
    pub fn new(area: Extent, boxes: impl Iterator<Item = Extent>) -> Grid {
        let extents: Vec<Extent> = boxes.collect();
        let count = |low: Length, high: Length| ((high - low).um() / CELL + 1).clamp(1, MOST_CELLS);
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
        let mut cells: Vec<Vec<Item>> = vec![Vec::new(); (columns * rows) as usize];
        for (index, extent) in extents.iter().enumerate() {
            let (x0, y0, x1, y1) = grid.cells(*extent);
            let item = Item { index: index as u32, x0: x0 as u8, y0: y0 as u8, y1: y1 as u8 };
            for y in y0..=y1 {
                for x in x0..=x1 {
                    cells[(y * columns + x) as usize].push(item);
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
        Near { grid: self, wanted, x0, y0, x1, y1, x: x0, y: y0, items: self.cell(x0, y0).iter() }
    }

    /// Visits the boxes whose inside a straight line from `from` to anywhere between the two
    /// `ends` may run through, until the visitor breaks off. Both ends may be the same point.
    ///
    /// Boxes that no such line runs through may be visited too, and a box may come twice.
    pub fn along(
        &self,
        from: Point,
        ends: (Point, Point),
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let fan = Fan::new(from, ends);
        let mut walk = Walk::new(self, &fan);
        let (mut before_low, mut before_high) = (i32::MAX, i32::MIN);
        for x in walk.x0..=walk.x1 {
            let (low, high) = walk.next_rows();
            for y in low..=high {
                for item in self.cell(x, y) {
                    // An item that was met in the column before, or lower in this one, has
                    // been visited already.
                    let (item_low, item_high) = (i32::from(item.y0), i32::from(item.y1));
                    let first_here = y == item_low.max(low);
                    let seen_before = (i32::from(item.x0) < x)
                        & (item_low <= before_high)
                        & (before_low <= item_high);
                    let index = item.index as usize;
                    if first_here & !seen_before && fan.may_meet(&self.extents[index]) {
                        visit(index)?;
                    }
                }
            }
            (before_low, before_high) = (low, high);
        }
        ControlFlow::Continue(())
    }

    fn cell(&self, x: i32, y: i32) -> &[Item] {
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

    /// Whether every point of a box lies in the cell that it counts to.
    fn covers(&self, extent: &Extent) -> bool {
        let end = |low: Length, n: i32| low.wide() + i64::from(n) * i64::from(CELL);
        self.low.x <= extent.low.x
            && self.low.y <= extent.low.y
            && extent.high.x.wide() < end(self.low.x, self.columns)
            && extent.high.y.wide() < end(self.low.y, self.rows)
    }
}

/// Looks through the cells of a box, row by row. Written out rather than put together from
/// smaller iterators, because whoever moves or stands asks it, and most cells hold next to nothing.
struct Near<'a> {
    grid: &'a Grid,
    wanted: Extent,
    x0: i32,
    y0: i32,
    x1: i32,
    y1: i32,
    /// The cell that is looked through.
    x: i32,
    y: i32,
    /// What is left of it.
    items: std::slice::Iter<'a, Item>,
}

impl Near<'_> {
    /// Goes on to the next cell, if there is one.
    fn next_cell(&mut self) -> Option<()> {
        (self.x, self.y) = match self.x < self.x1 {
            true => (self.x + 1, self.y),
            false => (self.x0, self.y + 1),
        };
        self.items = (self.y <= self.y1).then(|| self.grid.cell(self.x, self.y).iter())?;
        Some(())
    }
}

impl Iterator for Near<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            for item in self.items.by_ref() {
                // An item that lies in several cells is given only in the first of them.
                let first = (i32::from(item.x0).max(self.x0), i32::from(item.y0).max(self.y0));
                let index = item.index as usize;
                if first == (self.x, self.y) && self.grid.extents[index].meets(&self.wanted) {
                    return Some(index);
                }
            }
            self.next_cell()?;
        }
    }
}

/// All the lines from one point to a stretch of points.
struct Fan {
    from: Point,
    /// Direction of the rightmost line.
    right: Vector,
    /// Direction of the leftmost line.
    left: Vector,
    extent: Extent,
    /// Whether the directions mean anything; a vertical line has none.
    directed: bool,
}

impl Fan {
    fn new(from: Point, ends: (Point, Point)) -> Fan {
        let (mut right, mut left) = (ends.0 - from, ends.1 - from);
        if right.cross(left) < 0 {
            std::mem::swap(&mut right, &mut left);
        }
        let low = |a: Length, b: Length, c: Length| a.min(b).min(c) - SLACK;
        let high = |a: Length, b: Length, c: Length| a.max(b).max(c) + SLACK;
        let extent = Extent {
            low: Point::new(low(from.x, ends.0.x, ends.1.x), low(from.y, ends.0.y, ends.1.y)),
            high: Point::new(high(from.x, ends.0.x, ends.1.x), high(from.y, ends.0.y, ends.1.y)),
        };
        let null = Vector::new(0, 0);
        Fan { from, right, left, extent, directed: right != null && left != null }
    }

    /// False only if the inside of the box lies outside of the fan.
    fn may_meet(&self, area: &Extent) -> bool {
        // Without branches: the answer cannot be foreseen, and a wrong guess of the processor
        // costs more than the sums.
        let (own_low, own_high) = (self.extent.low, self.extent.high);
        let boxes_meet = (area.low.x <= own_high.x)
            & (own_low.x <= area.high.x)
            & (area.low.y <= own_high.y)
            & (own_low.y <= area.high.y);
        let (low, high) = (area.low - self.from, area.high - self.from);
        let pick = |positive: bool, then: i64, or: i64| if positive { then } else { or };
        // The corner that lies farthest to the left of the rightmost line, and the reverse.
        let (r, l) = (self.right, self.left);
        let inward = r.x * pick(r.x > 0, high.y, low.y) - r.y * pick(r.y > 0, low.x, high.x);
        let outward = l.x * pick(l.x > 0, low.y, high.y) - l.y * pick(l.y > 0, high.x, low.x);
        boxes_meet & (!self.directed | ((inward > 0) & (outward < 0)))
    }
}

/// Walks a fan through the grid, one column of cells after the other from west to east.
struct Walk {
    x0: i32,
    x1: i32,
    y0: i32,
    y1: i32,
    /// What the outer lines climb per column; nothing for a fan whose whole box is taken.
    climb: Option<(i64, i64)>,
    /// Heights, in cells, of the outer lines where the next column begins.
    heights: (i64, i64),
}

impl Walk {
    fn new(grid: &Grid, fan: &Fan) -> Walk {
        let (x0, y0, x1, y1) = grid.cells(fan.extent);
        let mut walk = Walk { x0, x1, y0, y1, climb: None, heights: (0, 0) };
        let (r, l) = (fan.right, fan.left);
        let steep = r.x.abs() < STEEP || l.x.abs() < STEEP || (r.x > 0) != (l.x > 0);
        // Off the table a point is not in the cell it counts to.
        if steep || x0 == x1 || !grid.covers(&fan.extent) {
            return walk;
        }
        let climb = |v: Vector| (v.y << PLACES) / v.x;
        let start = fan.from - grid.low;
        let ahead = i64::from(x0) * i64::from(CELL) - start.x;
        let height =
            |climb: i64| (start.y << PLACES) / i64::from(CELL) + climb * ahead / i64::from(CELL);
        let right = climb(r);
        let climbs = (right, if l == r { right } else { climb(l) });
        walk.climb = Some(climbs);
        walk.heights = (height(climbs.0), height(climbs.1));
        walk
    }

    /// The lowest and highest row that the fan meets in the next column.
    fn next_rows(&mut self) -> (i32, i32) {
        let Some((right, left)) = self.climb else {
            return (self.y0, self.y1);
        };
        let (a, b) = self.heights;
        let (c, d) = (a + right, b + left);
        self.heights = (c, d);
        let low = (a.min(b).min(c).min(d) - MARGIN) >> PLACES;
        let high = (a.max(b).max(c).max(d) + MARGIN) >> PLACES;
        let clamp = |row: i64| row.clamp(i64::from(self.y0), i64::from(self.y1)) as i32;
        (clamp(low), clamp(high))
    }
}
