//! Small numbers with names: sides, models, clauses.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A party to the match.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(pub u8);

impl SideId {
    /// The names sides go by everywhere, in the order of their numbers.
    pub const NAMES: [&'static str; 4] = ["red", "blue", "green", "gold"];

    /// The name of this side.
    pub fn name(self) -> &'static str {
        Self::NAMES.get(usize::from(self.0)).copied().unwrap_or("nobody")
    }

    /// The side of a name, if there is one.
    pub fn named(name: &str) -> Option<SideId> {
        let wanted = name.to_ascii_lowercase();
        Self::NAMES.iter().position(|n| *n == wanted).map(|i| SideId(i as u8))
    }

    /// The place of this side in a list of sides.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One figure of the match.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ModelId(pub u16);

impl ModelId {
    /// The place of this model in a list of models.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One rule of a book, by its id such as `MUT-HTH-04`.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
