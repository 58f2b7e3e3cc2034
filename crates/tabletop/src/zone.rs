//! Parts of the table in which somebody deploys.

use serde::{Deserialize, Serialize};

use crate::measure::{self, Corner, Edge};
use crate::{Body, Extent, Length, Point, Polygon, Table};

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Zone {
    /// Along an edge.
    Edge(Edge, Length),
    /// In a corner.
    Corner(Corner, Length),
}

impl Zone {
    /// Whether a whole base stands in it.
    pub fn holds(self, table: &Table, body: &Body) -> bool {
        match self {
            Zone::Edge(edge, depth) => measure::in_edge_zone(table, edge, body, depth),
            Zone::Corner(corner, radius) => measure::in_corner_zone(table, corner, body, radius),
        }
    }

    /// The smallest box around it.
    pub fn extent(self, table: &Table) -> Extent {
        let all = table.extent();
        let (mut low, mut high) = (all.low, all.high);
        match self {
            Zone::Edge(Edge::South, d) => high.y = low.y + d,
            Zone::Edge(Edge::North, d) => low.y = high.y - d,
            Zone::Edge(Edge::West, d) => high.x = low.x + d,
            Zone::Edge(Edge::East, d) => low.x = high.x - d,
            Zone::Corner(corner, r) => {
                let at = corner.at(table);
                low = Point::new((at.x - r).max(low.x), (at.y - r).max(low.y));
                high = Point::new((at.x + r).min(high.x), (at.y + r).min(high.y));
            }
        }
        Extent { low, high }
    }

    /// Its outline, for screens: a strip, or a quarter of a disc.
    pub fn outline(self, table: &Table) -> Option<Polygon> {
        let Extent { low, high } = self.extent(table);
        let Zone::Corner(corner, radius) = self else { return Polygon::rectangle(low, high).ok() };
        let rim = Polygon::round(corner.at(table), radius).ok()?;
        let corners = rim.corners();
        let n = corners.len();
        let inside = |i: usize| table.extent().contains(corners[i % n]);
        let first = (0..n).find(|i| inside(*i) && !inside(i + n - 1))?;
        let arc = (first..first + n).take_while(|i| inside(*i)).map(|i| corners[i % n]);
        Polygon::new(arc.chain([corner.at(table)]).collect()).ok()
    }

    /// The same, an inch deeper.
    #[must_use]
    pub fn deeper(self) -> Zone {
        let inch = Length::inches(1);
        match self {
            Zone::Edge(edge, depth) => Zone::Edge(edge, depth + inch),
            Zone::Corner(corner, radius) => Zone::Corner(corner, radius + inch),
        }
    }

    /// The one across the table.
    #[must_use]
    pub fn opposite(self) -> Zone {
        match self {
            Zone::Edge(edge, depth) => Zone::Edge(edge.opposite(), depth),
            Zone::Corner(corner, radius) => Zone::Corner(corner.opposite(), radius),
        }
    }

    /// How deep it is.
    pub fn depth(self) -> Length {
        match self {
            Zone::Edge(_, depth) | Zone::Corner(_, depth) => depth,
        }
    }

    /// What people call it.
    pub fn name(self) -> String {
        match self {
            Zone::Edge(edge, _) => format!("the {} edge", edge.name()),
            Zone::Corner(corner, _) => format!("the {} corner", corner.name()),
        }
    }
}
