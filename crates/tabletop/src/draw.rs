//! Pictures of tables: a field map on a workbench.
//!
//! Drawn like a good topographic map: the ground is quiet and everything that matters for play
//! stands out from it. One inch is a hundred units of the picture, so that every number in it
//! is a whole one.

mod counters;
mod house;
mod pen;
mod sheet;
mod terrain;
mod text;

use crate::changes::Changes;
use crate::length::Length;
use crate::point::{Point, Spot};
use crate::table::Table;

use pen::Pen;
pub use pen::escaped;
pub use text::text_map;

/// The light in which a table is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Warm paper.
    #[default]
    Paper,
    /// Deep slate, for the night.
    Slate,
}

/// What a picture shows besides the terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The light.
    pub tone: Tone,
    /// Whether there are faint lines every inch.
    pub grid: bool,
    /// Whether the larger pieces have their names written on them.
    pub names: bool,
    /// Whether there is a title, a scale and a legend around the map.
    pub sheet: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { tone: Tone::Paper, grid: true, names: true, sheet: true }
    }
}

/// A model on the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub at: Spot,
    /// Radius of its base.
    pub radius: Length,
    /// Number of its side, from nought: this decides color and shape of its ring.
    pub side: u8,
    /// What is written on it; a longer one is written below it.
    pub label: String,
    /// Whether it steps back behind the others, because it has acted.
    pub dimmed: bool,
}

/// A line on the picture: a shot, a way, a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where it begins.
    pub from: Point,
    /// Where it ends, with an arrowhead.
    pub to: Point,
    /// Whether it is broken.
    pub dashed: bool,
}

/// The table with what has changed on it and the models on it, as a picture that stands alone.
pub fn svg(table: &Table, changes: &Changes, tokens: &[Token], style: Style) -> String {
    svg_with_marks(table, changes, (tokens, &[]), style)
}

/// The same with lines drawn over the terrain and under the models.
pub fn svg_with_marks(
    table: &Table,
    changes: &Changes,
    (tokens, marks): (&[Token], &[Mark]),
    style: Style,
) -> String {
    let mut pen = Pen::new(style.tone, table.depth());
    sheet::open(&mut pen, table, style);
    terrain::draw(&mut pen, table, changes);
    if style.names {
        sheet::names(&mut pen, table);
    }
    counters::changes(&mut pen, changes);
    for mark in marks {
        counters::mark(&mut pen, mark);
    }
    for token in tokens {
        counters::token(&mut pen, token);
    }
    sheet::close(&mut pen, table, style);
    pen.finish()
}
