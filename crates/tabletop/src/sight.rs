//! Sight: how much of a target can be seen, and what stands in the way.
//!
//! A look is a fan of straight lines from an eye to the middles of equal cells of the target's
//! silhouette: a rectangle as wide and high as the figure, standing upright through its axis and
//! square to the line from the eye. The ends of the lines are whole micrometres; from there on
//! everything is exact. Turning or mirroring the table turns or mirrors the answer.
//!
//! A line is hidden by a solid volume if, for some positive length, it runs strictly inside of
//! its outline and strictly between its underside and its upper side: touching hides nothing.
//! Screens (woods, smoke, a hedge) hide a share of the lines that run through them, in eighths
//! that add up over the pieces; which lines those are is a fixed pattern, the same on both halves
//! of the silhouette. Whoever stands inside of a screen looks through it too.
//!
//! Sight that is asked for again is not worked out again. A small array per thread remembers the
//! latest answers, each with the whole question. This is a memo of a pure function of the
//! question: a table never changes and carries a number no other table has, doors and breached
//! walls are part of the question, and with clouds about nothing is remembered. So an answer can
//! depend neither on what was asked before nor on which thread asks.

mod fan;
mod line;
mod memo;
mod round;

use smallvec::SmallVec;

use crate::body::Body;
use crate::changes::Changes;
use crate::length::Length;
use crate::point::{Point, Spot, Vector};
use crate::table::{PieceId, Table, Volume};
use crate::terrain::Kind;

pub use line::{Block, Line, Pass};
pub use round::{Gaze, met_by};

/// What a kind of terrain does to lines of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optic {
    /// Hides nothing.
    Clear,
    /// Hides so many eighths of the lines that run through it, from 1 to 8.
    Screen(u8),
    /// Hides every line that runs through it.
    Solid,
}

/// Each kind of terrain takes four bits: 0 clear, 1 to 8 a screen, 9 solid.
const SOLID: u8 = 9;
/// A screen of this many eighths hides everything.
const OPAQUE: u8 = 8;
const KINDS_PER_WORD: usize = 16;
const WORDS: usize = Kind::COUNT.div_ceil(KINDS_PER_WORD);

/// What each kind of terrain does to lines of sight, as one rulebook has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Optics {
    packed: [u64; WORDS],
}

impl Optics {
    /// Nothing hides anything.
    pub const fn clear() -> Optics {
        Optics { packed: [0; WORDS] }
    }

    /// The same, but for one kind. A screen of no eighths is clear, one of more than eight
    /// counts as one of eight.
    pub const fn with(mut self, kind: Kind, optic: Optic) -> Optics {
        let level = match optic {
            Optic::Clear => 0,
            Optic::Screen(eighths) if eighths > OPAQUE => OPAQUE,
            Optic::Screen(eighths) => eighths,
            Optic::Solid => SOLID,
        };
        let (word, shift) = Optics::place(kind);
        self.packed[word] = self.packed[word] & !(15 << shift) | (level as u64) << shift;
        self
    }

    /// What a kind does.
    pub const fn of(&self, kind: Kind) -> Optic {
        match self.level(kind) {
            0 => Optic::Clear,
            SOLID => Optic::Solid,
            eighths => Optic::Screen(eighths),
        }
    }

    const fn level(&self, kind: Kind) -> u8 {
        let (word, shift) = Optics::place(kind);
        (self.packed[word] >> shift & 15) as u8
    }

    const fn place(kind: Kind) -> (usize, usize) {
        (kind as usize / KINDS_PER_WORD, kind as usize % KINDS_PER_WORD * 4)
    }
}

/// How finely a silhouette is looked at: so many columns and rows of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampling {
    /// Lines side by side.
    pub columns: u8,
    /// Lines one above the other; there are at most 64 lines in all.
    pub rows: u8,
}

impl Sampling {
    /// Most lines there can be, one per bit of an answer.
    pub const MOST: u8 = 64;

    /// So many columns and rows, cut to at least one each and at most 64 lines in all.
    pub const fn new(columns: u8, rows: u8) -> Sampling {
        let columns = if columns == 0 { 1 } else { columns };
        let columns = if columns > Sampling::MOST { Sampling::MOST } else { columns };
        let most = Sampling::MOST / columns;
        let rows = if rows == 0 { 1 } else { rows };
        let rows = if rows > most { most } else { rows };
        Sampling { columns, rows }
    }

    /// How many lines there are.
    pub const fn total(self) -> u8 {
        self.columns * self.rows
    }

    /// The bits of all lines.
    const fn all(self) -> u64 {
        u64::MAX >> (Sampling::MOST - self.total())
    }
}

/// How much of a target can be seen. Bit `row * columns + column` stands for one line; columns
/// run from right to left as the eye sees them, rows from the feet to the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// How many lines there are.
    pub total: u8,
    /// The lines that terrain leaves open.
    pub open: u64,
    /// The lines that solid things hide; the rest of what is not open is hidden by screens.
    pub solid: u64,
    /// The piece that hides most lines, the one with the lowest number if there are several. A
    /// screen hides the lines that run through it, that screens hide and that nothing solid
    /// hides. None if nothing is hidden, or only by clouds.
    pub witness: Option<PieceId>,
}

impl Look {
    /// How many lines are hidden.
    pub fn hidden(&self) -> u8 {
        self.total - self.open.count_ones() as u8
    }

    /// Whether anything of the target can be seen.
    pub fn visible(&self) -> bool {
        self.open != 0
    }

    fn clear(sampling: Sampling) -> Look {
        Look { total: sampling.total(), open: sampling.all(), solid: 0, witness: None }
    }
}

/// The fixed part of a question about sight.
#[derive(Clone, Copy, Debug)]
pub struct Sightline<'a> {
    /// The table.
    pub table: &'a Table,
    /// What has changed on it.
    pub changes: &'a Changes,
    /// What terrain does to lines of sight.
    pub optics: &'a Optics,
    /// How finely to look.
    pub sampling: Sampling,
}

impl Sightline<'_> {
    /// How much of a body can be seen from a spot.
    pub fn look(&self, eye: Spot, target: &Body) -> Look {
        if !self.changes.clouds.is_empty() {
            return fan::look(self, eye, target);
        }
        memo::remembered(self, eye, target, || fan::look(self, eye, target))
    }

    /// The lines from a spot to a body that nothing solid hides, bit by bit as in [`Look`]: the
    /// open ones, for books without screens that need no witness. It costs less than a look, and
    /// is not remembered.
    pub fn past_solids(&self, eye: Spot, target: &Body) -> u64 {
        fan::past_solids(self, eye, target)
    }

    /// Whether one of two bodies can see something of the other, which is the same for both.
    pub fn sees(&self, a: &Body, b: &Body) -> bool {
        self.look(a.eye(), b).visible() || (!self.cuts_off(a, b) && self.look(b.eye(), a).visible())
    }

    /// Whether a single wall hides two bodies from each other altogether. A quick test that
    /// misses some cases: where it says no, there may still be nothing to see.
    pub fn cuts_off(&self, a: &Body, b: &Body) -> bool {
        fan::screened_off(self, a, b)
    }

    /// Whether a single line is open: nothing solid is in its way, and screens of less than
    /// eight eighths in all.
    pub fn open(&self, from: Spot, to: Spot) -> bool {
        line::open(self, from, to)
    }

    /// All about a single line, for drawing it and for measuring what it runs through.
    pub fn line(&self, from: Spot, to: Spot) -> Line {
        line::trace(self, from, to)
    }

    /// What a volume does to lines: nothing if it is gone.
    fn level(&self, volume: &Volume) -> u8 {
        let gone = volume.feature.is_some_and(|feature| self.changes.is_gone(feature));
        if gone || volume.top <= volume.bottom { 0 } else { self.optics.level(volume.kind) }
    }
}

/// The ends of all lines of a look, in the order of their bits: for drawing them.
pub fn samples(eye: Spot, target: &Body, sampling: Sampling) -> Vec<Spot> {
    let sampling = Sampling::new(sampling.columns, sampling.rows);
    let ends = Ends::new(eye.at, target, sampling);
    let heights = ends.heights.iter();
    heights.flat_map(|z| ends.columns.iter().map(|at| at.at_height(*z))).collect()
}

/// Where the lines of a look end.
struct Ends {
    columns: SmallVec<[Point; 16]>,
    heights: SmallVec<[Length; 16]>,
}

impl Ends {
    fn new(eye: Point, target: &Body, sampling: Sampling) -> Ends {
        let across = (target.at() - eye).left();
        // The same as `Vector::of_length`, with the root taken once for all columns.
        let own = across.squared().isqrt().max(1);
        let n = i64::from(sampling.columns);
        let column = |c: i64| {
            let offset = target.girth.wide() * (2 * c + 1 - n) / n;
            target.at() + Vector::new(across.x * offset / own, across.y * offset / own)
        };
        let (feet, height) = (target.feet().um(), target.height.wide());
        let rows = i64::from(sampling.rows);
        let row = |r: i64| feet + (height * (2 * r + 1) / (2 * rows)) as i32;
        Ends {
            columns: (0..n).map(column).collect(),
            heights: (0..rows).map(|r| Length::micrometres(row(r))).collect(),
        }
    }
}
