//! Lays a varied, playable table from a seed and a theme.
//!
//! Every coordinate that is chosen lies on a grid of quarter inches, so that the file of a
//! generated table looks like one made by hand. A piece stays only if a one-inch base can still
//! walk from everywhere to everywhere, so no table comes out cut in two.

mod dice;
mod industrial;
mod lattice;
mod layout;
mod rooms;
mod ruins;
mod stencil;
mod wasteland;
mod woods;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::point::Point;
use crate::table::Sketch;

use layout::Layout;

pub use dice::Dice;

/// What kind of place a table shows.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Broken houses, walls and rubble.
    Ruins,
    /// Woods, hills, rocks and a stream.
    Woods,
    /// Containers, pipes, tanks and platforms.
    Industrial,
    /// Rooms, corridors and doors.
    Interior,
    /// Craters, wrecks, wire and poisoned ground.
    Wasteland,
}

impl Theme {
    /// Every theme there is.
    pub const ALL: &'static [Theme] =
        &[Theme::Ruins, Theme::Woods, Theme::Industrial, Theme::Interior, Theme::Wasteland];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Ruins => "ruins",
            Theme::Woods => "woods",
            Theme::Industrial => "industrial",
            Theme::Interior => "interior",
            Theme::Wasteland => "wasteland",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let found = Theme::ALL.iter().find(|theme| theme.name() == text.trim());
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
            format!("'{text}' is no theme; there are {}", names.join(", "))
        })
    }
}

/// How much stands on a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Density {
    /// About two thirds of the usual.
    Sparse,
    /// Ten to fourteen large pieces on a table of 36 by 36 inches, and scatter.
    #[default]
    Usual,
    /// About a third more than the usual.
    Dense,
}

impl Density {
    /// In percent of the usual.
    fn percent(self) -> i32 {
        match self {
            Density::Sparse => 65,
            Density::Usual => 100,
            Density::Dense => 135,
        }
    }
}

/// What a generated table should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What kind of place it shows.
    pub theme: Theme,
    /// West to east; brought within 6 to 96 inches.
    pub width: Length,
    /// South to north; brought within 6 to 96 inches.
    pub depth: Length,
    /// Whether a half turn must leave the table as it is.
    pub symmetric: bool,
    /// Circles in which nothing may stand or lie, such as those around objectives.
    pub keep_clear: Vec<(Point, Length)>,
    /// How much stands on it.
    pub density: Density,
}

impl Recipe {
    /// The usual table of a theme: 36 by 36 inches, not symmetric.
    pub fn new(theme: Theme) -> Recipe {
        Recipe {
            theme,
            width: Length::inches(36),
            depth: Length::inches(36),
            symmetric: false,
            keep_clear: Vec::new(),
            density: Density::Usual,
        }
    }
}

/// Lays a table. The same recipe and seed always give the same table; it never fails, at worst
/// there is less on a table that is too small for more.
pub fn generate(recipe: &Recipe, seed: u64) -> Sketch {
    let mut dice = Dice::new(seed);
    let mut layout = Layout::new(recipe);
    match recipe.theme {
        Theme::Ruins => ruins::lay(&mut layout, &mut dice),
        Theme::Woods => woods::lay(&mut layout, &mut dice),
        Theme::Industrial => industrial::lay(&mut layout, &mut dice),
        Theme::Interior => rooms::lay(&mut layout, &mut dice),
        Theme::Wasteland => wasteland::lay(&mut layout, &mut dice),
    }
    let (first, rest) = recipe.theme.name().split_at(1);
    layout.finish(format!("{}{rest} {seed}", first.to_uppercase()))
}
