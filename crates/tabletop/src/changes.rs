//! What changes on a table during play: doors, breached walls, smoke, fire, markers.

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::point::{Point, Spot};
use crate::terrain::Kind;

/// Number of a door or breachable wall on its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FeatureId(pub u8);

/// A round cloud or patch that play has put on the table.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cloud {
    /// What it is: smoke, fire, rubble, ...
    pub kind: Kind,
    /// Its middle, at the height of its foot.
    pub spot: Spot,
    /// Its radius.
    pub radius: Length,
    /// Its height.
    pub height: Length,
}

/// A token that lies on the table.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marker {
    /// What people call it.
    pub name: String,
    /// Its middle.
    pub spot: Spot,
    /// Its radius.
    pub radius: Length,
}

/// Everything about a table that is not as it was at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Changes {
    gone: u128,
    /// Smoke, fire and the like.
    pub clouds: Vec<Cloud>,
    /// Tokens.
    pub markers: Vec<Marker>,
}

impl Changes {
    /// Most doors and breachable walls a table may have.
    pub const MOST_FEATURES: usize = 128;

    /// Whether a door is open or a wall breached.
    pub fn is_gone(&self, feature: FeatureId) -> bool {
        self.gone >> (feature.0 & 127) & 1 == 1
    }

    /// Opens a door or breaches a wall.
    pub fn open(&mut self, feature: FeatureId) {
        self.gone |= 1 << (feature.0 & 127);
    }

    /// Closes a door again.
    pub fn close(&mut self, feature: FeatureId) {
        self.gone &= !(1 << (feature.0 & 127));
    }

    /// The state of all doors and walls in one number, for comparing.
    pub fn doors(&self) -> u128 {
        self.gone
    }

    /// The clouds of a kind that reach a point.
    pub fn clouds_over(&self, at: Point, kind: Kind) -> impl Iterator<Item = &Cloud> {
        self.clouds.iter().filter(move |cloud| {
            cloud.kind == kind && cloud.spot.at.distance_squared(at) <= cloud.radius.squared()
        })
    }
}
