//! What a model occupies: an upright cylinder on a round base.

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::point::{Point, Spot};

/// What a model occupies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// The middle of the base, at the height of whatever it stands on.
    pub spot: Spot,
    /// Radius of the base.
    pub base: Length,
    /// Radius of the figure on it, for books that measure from body to body.
    pub girth: Length,
    /// Height of the figure in its present posture (standing, crouched, prone).
    pub height: Length,
    /// Height of the eyes above the base in its present posture.
    pub eye: Length,
}

impl Body {
    /// Where it stands, seen from above.
    pub fn at(&self) -> Point {
        self.spot.at
    }

    /// Height of its feet above the bare table.
    pub fn feet(&self) -> Length {
        self.spot.z
    }

    /// Height of its head above the bare table.
    pub fn head(&self) -> Length {
        self.spot.z + self.height
    }

    /// Where it looks from.
    pub fn eye(&self) -> Spot {
        self.at().at_height(self.spot.z + self.eye)
    }

    /// The same body somewhere else.
    pub fn moved_to(self, spot: Spot) -> Body {
        Body { spot, ..self }
    }
}
