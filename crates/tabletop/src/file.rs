//! Tables as text files, pleasant to write by hand and exact to read back.
//!
//! A table is TOML. Lengths are inches, as numbers or as text (`4.5`, `"4.5"`), points are
//! `[12, 8]` or `"12,8"`, x from the west edge and y from the south edge:
//!
//! ```toml
//! name = "Crossroads"
//! size = [36, 36]
//!
//! [[piece]]
//! kind = "rubble"                          # every kind of terrain has a name like this
//! name = "fallen wall"                     # optional, "rubble 1" otherwise
//! outline = [[4, 4], [9, 4], [9, 7], [4, 8]]
//! height = 0.5                             # optional, as is bottom
//!
//! [[piece]]
//! kind = "crater"
//! circle = { center = [10, 10], radius = 2 }
//!
//! [[piece]]
//! kind = "low-wall"
//! line = [[12, 10], [18, 10]]
//! thickness = 0.25                         # optional
//!
//! [[piece]]
//! kind = "building"
//! rectangle = [[20, 20], [28, 26]]
//! walls = 0.25                             # optional, thickness
//! floors = [3]                             # optional, heights of upper floors
//! roof = true                              # optional
//! openings = [
//!     { side = "south", from = 2, width = 1.5, door = true },
//!     { side = "east", from = 1, width = 1, sill = 0.5, head = 1.5 },
//! ]
//!
//! [[piece]]
//! kind = "stairs"
//! foot = [21, 21]
//! head = [24, 21]
//! width = 1
//!
//! [[piece]]
//! kind = "ladder"
//! at = [19.5, 22]
//! ```
//!
//! The side of an opening is a compass word where only one side faces that way, or its number:
//! side 1 runs from the first corner to the second. `from` is measured from the left end of the
//! side as seen from outside. A door reaches from the ground to 1.5 inches, a window from 0.5 to
//! 1.5, unless they say otherwise; a window with `sill = 0` is a doorway without a door. The
//! walls of a building end three inches above its highest floor unless it has a `height`.

mod read;
mod values;
mod write;

use std::fmt;

use crate::table::Sketch;

/// Longest text that is read; a bound for files from strangers.
pub const LONGEST: usize = 1 << 20;
/// Most problems that are told about one file.
pub const MOST_PROBLEMS: usize = 50;

/// Something wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, counted from one.
    pub line: usize,
    /// Character in that line, counted from one.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Problem {
    /// The problem for people: `file:line:column: message`, then the line it is about with the
    /// place marked.
    pub fn report(&self, file: &str, text: &str) -> String {
        let Problem { line, column, message } = self;
        let head = format!("{file}:{line}:{column}: {message}\n");
        let Some(source) = text.lines().nth(line - 1) else { return head };
        // Tabs stay tabs in the margin, so that the mark stands under its place.
        let margin: String =
            source.chars().take(column - 1).map(|c| if c == '\t' { c } else { ' ' }).collect();
        let number = line.to_string();
        let blank = " ".repeat(number.len());
        format!("{head}  {number} | {source}\n  {blank} | {margin}^\n")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// Reads a table, or says everything that is wrong with it, in the order of the text.
///
/// A description that is read without problems always makes a [`crate::Table`].
pub fn read(text: &str) -> Result<Sketch, Vec<Problem>> {
    read::sketch(text)
}

/// Writes a table so that reading it gives back exactly the same description.
pub fn write(sketch: &Sketch) -> String {
    write::sketch(sketch)
}

pub(crate) use write::{circle_of, is_rectangle};
