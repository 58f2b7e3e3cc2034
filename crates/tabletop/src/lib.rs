//! The table: lengths, bases, terrain, sight, cover, movement, templates.
//!
//! Knows no game. Everything is exact whole-number arithmetic, so that two machines never
//! disagree, states can be hashed and replays are equal to the bit.

pub mod body;
pub mod changes;
pub mod draw;
pub mod fields;
pub mod file;
pub mod generate;
pub mod grid;
pub mod hash;
pub mod length;
pub mod measure;
pub mod movement;
pub mod point;
pub mod polygon;
pub mod reach;
pub mod sight;
pub mod table;
pub mod template;
pub mod terrain;
pub mod zone;

pub use body::Body;
pub use changes::{Changes, Cloud, FeatureId, Marker};
pub use hash::Fixed;
pub use length::Length;
pub use point::{Point, Spot, Vector};
pub use polygon::{Extent, Polygon};
pub use table::{PieceId, Sketch, Table};
pub use terrain::{Form, Kind, Nature, Piece};
pub use zone::Zone;
