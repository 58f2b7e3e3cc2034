//! The table: pieces of terrain worked out into volumes, grounds and surfaces.
//!
//! Sight and movement never look at pieces. They look at upright prisms ("volumes"), at
//! outlines that say what ground one is on ("grounds") and at level things to stand on
//! ("surfaces"), found through a grid. A building is taken apart into lengths of wall, sills,
//! lintels, door leaves and slabs when the table is made, so that nothing else knows buildings.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::changes::{Changes, FeatureId};
use crate::grid::Grid;
use crate::length::Length;
use crate::point::{Point, Spot};
use crate::polygon::{Extent, Polygon};
use crate::terrain::{Kind, Nature, Piece};

use parts::Parts;

mod parts;

/// Number of a piece on its table.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PieceId(pub u16);

/// An upright prism that may stand in the way of lines and bodies.
#[derive(Clone, Debug)]
pub struct Volume {
    /// Outline seen from above.
    pub shape: Polygon,
    /// Height of its underside.
    pub bottom: Length,
    /// Height of its upper side.
    pub top: Length,
    /// What it is: for a part of a building, the part.
    pub kind: Kind,
    /// The piece it belongs to.
    pub piece: PieceId,
    /// The feature whose opening or breaching makes it go away.
    pub feature: Option<FeatureId>,
}

/// An outline that says what ground a model on it is on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Outline seen from above.
    pub shape: Polygon,
    /// Lowest height of feet that are on it.
    pub low: Length,
    /// Highest height of feet that are on it.
    pub high: Length,
    /// What it is.
    pub kind: Kind,
    /// The piece it belongs to.
    pub piece: PieceId,
}

/// Something level to stand on.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Outline seen from above.
    pub shape: Polygon,
    /// Its height above the bare table.
    pub z: Length,
    /// Whether it is one contour of a hill, and so part of the ground.
    pub hill: bool,
    /// The piece it belongs to.
    pub piece: PieceId,
}

/// A way up: stairs or a ladder.
#[derive(Clone, Debug)]
pub struct Way {
    /// Outline from within which it is used.
    pub shape: Polygon,
    /// Height of its foot.
    pub low: Length,
    /// Height of its head.
    pub high: Length,
    /// [`Kind::Stairs`] or [`Kind::Ladder`].
    pub kind: Kind,
    /// The piece it belongs to.
    pub piece: PieceId,
}

/// A rectangular table with its terrain. It never changes; [`Changes`] holds what does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Sketch", into = "Sketch")]
pub struct Table {
    sketch: Sketch,
    volumes: Vec<Volume>,
    grounds: Vec<Ground>,
    surfaces: Vec<Surface>,
    ways: Vec<Way>,
    holes: Vec<Ground>,
    features: Vec<Feature>,
    volume_grid: Grid,
    ground_grid: Grid,
    surface_grid: Grid,
    /// Which surfaces are contours of hills: they are few, and asked for all the time.
    hills: Vec<usize>,
    identity: u64,
}

/// A door or wall that may change during play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What people call it.
    pub name: String,
    /// [`Kind::Door`], or [`Kind::Building`] for a length of wall that can be breached.
    pub kind: Kind,
    /// Middle of it.
    pub at: Point,
    /// The piece it belongs to.
    pub piece: PieceId,
}

/// A table as its author describes it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sketch {
    /// What people call it.
    pub name: String,
    /// West to east.
    pub width: Length,
    /// South to north.
    pub depth: Length,
    /// Everything on it.
    pub pieces: Vec<Piece>,
}

/// Most pieces a table may have; a bound for files from strangers.
pub const MOST_PIECES: usize = 200;

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.sketch == other.sketch
    }
}

impl Eq for Table {}

impl std::hash::Hash for Table {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.sketch.hash(state);
    }
}

impl From<Table> for Sketch {
    fn from(table: Table) -> Sketch {
        table.sketch
    }
}

impl TryFrom<Sketch> for Table {
    type Error = String;
    fn try_from(sketch: Sketch) -> Result<Table, String> {
        Table::new(sketch)
    }
}

impl Table {
    /// Works a description out into a table, or says what is wrong with it.
    pub fn new(sketch: Sketch) -> Result<Table, String> {
        check_size(&sketch)?;
        let extent = Extent { low: Point::default(), high: Point::new(sketch.width, sketch.depth) };
        let mut parts = Parts::default();
        for (index, piece) in sketch.pieces.iter().enumerate() {
            let id = PieceId(index as u16);
            parts.add(id, piece).map_err(|why| format!("{}: {why}", piece.name))?;
        }
        if parts.features.len() > Changes::MOST_FEATURES {
            return Err(format!(
                "a table may have at most {} doors and breachable walls, this one has {}",
                Changes::MOST_FEATURES,
                parts.features.len()
            ));
        }
        let Parts { volumes, grounds, surfaces, ways, holes, features } = parts;
        let volume_grid = Grid::new(extent, volumes.iter().map(|v| v.shape.extent()));
        let ground_grid = Grid::new(extent, grounds.iter().map(|g| g.shape.extent()));
        let surface_grid = Grid::new(extent, surfaces.iter().map(|s| s.shape.extent()));
        let hills = (0..surfaces.len()).filter(|i| surfaces[*i].hill).collect();
        // Tables are told apart by a running number, so that remembered answers about one
        // table are never given for another.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let identity = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Table {
            sketch,
            volumes,
            grounds,
            surfaces,
            ways,
            holes,
            features,
            volume_grid,
            ground_grid,
            surface_grid,
            hills,
            identity,
        })
    }

    /// A bare table of so many inches.
    pub fn bare(width: i32, depth: i32) -> Table {
        let sketch = Sketch {
            name: "bare table".to_owned(),
            width: Length::inches(width),
            depth: Length::inches(depth),
            pieces: Vec::new(),
        };
        Table::new(sketch).expect("a bare table of sane size")
    }

    /// The description it was made from.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// West to east.
    pub fn width(&self) -> Length {
        self.sketch.width
    }

    /// South to north.
    pub fn depth(&self) -> Length {
        self.sketch.depth
    }

    /// The whole table as a box.
    pub fn extent(&self) -> Extent {
        Extent { low: Point::default(), high: Point::new(self.width(), self.depth()) }
    }

    /// All pieces, in the order of their numbers.
    pub fn pieces(&self) -> &[Piece] {
        &self.sketch.pieces
    }

    /// One piece.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.sketch.pieces[usize::from(id.0)]
    }

    /// All volumes.
    pub fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    /// All grounds.
    pub fn grounds(&self) -> &[Ground] {
        &self.grounds
    }

    /// All surfaces.
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// All stairs and ladders.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// All holes in the ground.
    pub fn holes(&self) -> &[Ground] {
        &self.holes
    }

    /// Doors and breachable walls, in the order of their numbers.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The index that finds volumes.
    pub fn volume_grid(&self) -> &Grid {
        &self.volume_grid
    }

    /// The index that finds grounds.
    pub fn ground_grid(&self) -> &Grid {
        &self.ground_grid
    }

    /// The index that finds surfaces.
    pub fn surface_grid(&self) -> &Grid {
        &self.surface_grid
    }

    /// The contours of hills.
    pub fn hills(&self) -> impl Iterator<Item = &Surface> {
        self.hills.iter().map(|i| &self.surfaces[*i])
    }

    /// A number that no other table of this process has.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Height of the ground, hills included, at a point.
    pub fn ground_height(&self, at: Point) -> Length {
        let hills = self.hills().filter(|s| s.shape.contains(at));
        hills.map(|s| s.z).max().unwrap_or(Length::ZERO)
    }

    /// The heights at which something level carries a model whose base is centered here,
    /// lowest first: the ground, unless there is a hole, and whatever stands or hangs above it.
    pub fn supports(&self, at: Point) -> Vec<Length> {
        let ground = self.ground_height(at);
        let mut heights: Vec<Length> = if self.is_hole(at) { Vec::new() } else { vec![ground] };
        heights.extend(self.levels_above(at, ground));
        heights.sort_unstable();
        heights.dedup();
        heights
    }

    /// Whether something level at exactly this height carries a model whose base is centered
    /// here: whether `z` is among [`Table::supports`].
    pub fn carries(&self, at: Point, z: Length) -> bool {
        let ground = self.ground_height(at);
        if z == ground && !self.is_hole(at) {
            return true;
        }
        z > ground && self.levels_above(at, ground).any(|level| level == z)
    }

    /// Where a path first bends in mid-air, on a ladder or over a hole, or bends or ends on top of
    /// a wall or fence: nobody stops there.
    pub fn first_without_footing(&self, path: &[Spot]) -> Option<Spot> {
        let bends = path.len().saturating_sub(2);
        let stops = path.iter().skip(1).enumerate();
        let hangs = |index: usize, spot: Spot| index < bends && !self.carries(spot.at, spot.z);
        let mut without = stops.filter(|(i, spot)| hangs(*i, **spot) || self.is_wall_top(**spot));
        without.next().map(|(_, spot)| *spot)
    }

    /// Whether nothing but barriers carries whoever stands here, above the ground.
    fn is_wall_top(&self, spot: Spot) -> bool {
        let under = |s: &&Surface| s.z == spot.z && s.shape.contains(spot.at);
        let mut carriers = self.surfaces.iter().filter(under).peekable();
        let barrier = |s: &Surface| self.piece(s.piece).kind.nature() == Nature::Barrier;
        spot.z > Length::ZERO && carriers.peek().is_some() && carriers.all(barrier)
    }

    fn is_hole(&self, at: Point) -> bool {
        self.holes.iter().any(|h| h.shape.contains(at))
    }

    fn levels_above(&self, at: Point, ground: Length) -> impl Iterator<Item = Length> {
        let here = Extent { low: at, high: at };
        self.surface_grid
            .near(here)
            .map(|i| &self.surfaces[i])
            .filter(move |s| !s.hill && s.z > ground && s.shape.contains(at))
            .map(|s| s.z)
    }

    /// The kinds of ground a model with its feet at this height is on, with their pieces.
    pub fn grounds_at(&self, at: Point, feet: Length) -> impl Iterator<Item = &Ground> {
        let here = Extent { low: at, high: at };
        self.ground_grid
            .near(here)
            .map(|i| &self.grounds[i])
            .filter(move |g| g.low <= feet && feet <= g.high && g.shape.contains(at))
    }
}

fn check_size(sketch: &Sketch) -> Result<(), String> {
    let sane = Length::inches(6)..=Length::inches(96);
    if !sane.contains(&sketch.width) || !sane.contains(&sketch.depth) {
        return Err(format!(
            "a table measures 6 to 96 inches each way, this one {} by {}",
            sketch.width, sketch.depth
        ));
    }
    if sketch.pieces.len() > MOST_PIECES {
        return Err(format!(
            "a table has at most {MOST_PIECES} pieces, this one {}",
            sketch.pieces.len()
        ));
    }
    Ok(())
}
