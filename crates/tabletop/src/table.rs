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
use crate::point::{Point, Vector};
use crate::polygon::{Extent, Polygon};
use crate::terrain::{Building, Form, Kind, Nature, Opening, Piece};

/// Number of a piece on its table.
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

    /// A number that no other table of this process has.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Height of the ground, hills included, at a point.
    pub fn ground_height(&self, at: Point) -> Length {
        let hills = self.surfaces.iter().filter(|s| s.hill && s.shape.contains(at));
        hills.map(|s| s.z).max().unwrap_or(Length::ZERO)
    }

    /// The heights at which something level carries a model whose base is centered here,
    /// lowest first: the ground, unless there is a hole, and whatever stands or hangs above it.
    pub fn supports(&self, at: Point) -> Vec<Length> {
        let ground = self.ground_height(at);
        let hole = self.holes.iter().any(|h| h.shape.contains(at));
        let mut heights: Vec<Length> = if hole { Vec::new() } else { vec![ground] };
        let above = self.surfaces.iter().filter(|s| !s.hill && s.z > ground);
        heights.extend(above.filter(|s| s.shape.contains(at)).map(|s| s.z));
        heights.sort_unstable();
        heights.dedup();
        heights
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

/// What pieces come apart into.
#[derive(Default)]
struct Parts {
    volumes: Vec<Volume>,
    grounds: Vec<Ground>,
    surfaces: Vec<Surface>,
    ways: Vec<Way>,
    holes: Vec<Ground>,
    features: Vec<Feature>,
}

/// How far above and below a patch of ground feet still count as being on it.
const FOOTING: Length = Length::cents(25);

impl Parts {
    fn add(&mut self, id: PieceId, piece: &Piece) -> Result<(), String> {
        check_piece(piece)?;
        let top = piece.bottom + piece.height;
        match &piece.form {
            Form::Area(shape) => self.add_area(id, piece, shape),
            Form::Barrier { line, thickness } => {
                for ends in line.windows(2) {
                    let shape = Polygon::strip(ends[0], ends[1], *thickness)?;
                    self.add_massive(id, piece, &shape, (piece.bottom, top));
                }
            }
            Form::Building(building) => self.add_building(id, piece, building)?,
            Form::Stairs { foot, head, width } => {
                let shape = Polygon::strip(*foot, *head, *width)?;
                self.ways.push(Way {
                    shape,
                    low: piece.bottom,
                    high: top,
                    kind: Kind::Stairs,
                    piece: id,
                });
            }
            Form::Ladder(at) => {
                let shape = Polygon::round(*at, Length::cents(50))?;
                self.ways.push(Way {
                    shape,
                    low: piece.bottom,
                    high: top,
                    kind: Kind::Ladder,
                    piece: id,
                });
            }
        }
        Ok(())
    }

    fn add_area(&mut self, id: PieceId, piece: &Piece, shape: &Polygon) {
        let top = piece.bottom + piece.height;
        match piece.kind.nature() {
            Nature::Solid | Nature::Barrier => {
                // A floor or platform is a slab at its height, hollow underneath.
                let low = if piece.kind == Kind::Floor { top - SLAB } else { piece.bottom };
                self.add_massive(id, piece, shape, (low, top));
            }
            Nature::Ground => {
                self.grounds.push(Ground {
                    shape: shape.clone(),
                    low: piece.bottom - FOOTING,
                    high: piece.bottom + FOOTING,
                    kind: piece.kind,
                    piece: id,
                });
                if piece.height > Length::ZERO {
                    self.push_volume(id, piece.kind, shape, (piece.bottom, top), None);
                }
            }
            Nature::Hole => self.holes.push(Ground {
                shape: shape.clone(),
                low: piece.bottom,
                high: piece.bottom,
                kind: piece.kind,
                piece: id,
            }),
        }
    }

    /// A volume one can also stand on.
    fn add_massive(&mut self, id: PieceId, piece: &Piece, shape: &Polygon, z: (Length, Length)) {
        self.push_volume(id, piece.kind, shape, z, None);
        let carries = !matches!(piece.kind, Kind::Hedge | Kind::Fence | Kind::Wire);
        if carries {
            self.surfaces.push(Surface {
                shape: shape.clone(),
                z: z.1,
                hill: piece.kind == Kind::Hill,
                piece: id,
            });
        }
    }

    fn push_volume(
        &mut self,
        piece: PieceId,
        kind: Kind,
        shape: &Polygon,
        (bottom, top): (Length, Length),
        feature: Option<FeatureId>,
    ) {
        self.volumes.push(Volume { shape: shape.clone(), bottom, top, kind, piece, feature });
    }

    fn add_building(
        &mut self,
        id: PieceId,
        piece: &Piece,
        building: &Building,
    ) -> Result<(), String> {
        check_openings(piece, building)?;
        for (side, (a, b)) in building.outline.sides().enumerate() {
            self.add_wall(id, piece, building, side, (a, b))?;
        }
        let (foot, roof) = (piece.bottom, piece.bottom + piece.height);
        let mut levels = vec![foot];
        levels.extend(building.floors.iter().map(|z| foot + *z));
        for level in &levels {
            self.grounds.push(Ground {
                shape: building.outline.clone(),
                low: *level - FOOTING,
                high: *level + FOOTING,
                kind: Kind::Interior,
                piece: id,
            });
        }
        let roof = building.roof.then_some(roof);
        for z in levels.into_iter().skip(1).chain(roof) {
            self.push_volume(id, Kind::Floor, &building.outline, (z - SLAB, z), None);
            self.surfaces.push(Surface {
                shape: building.outline.clone(),
                z,
                hill: false,
                piece: id,
            });
        }
        Ok(())
    }

    fn add_wall(
        &mut self,
        id: PieceId,
        piece: &Piece,
        building: &Building,
        side: usize,
        (a, b): (Point, Point),
    ) -> Result<(), String> {
        let (foot, top) = (piece.bottom, piece.bottom + piece.height);
        let along = b - a;
        let length = along.length();
        let inward = along.left().of_length(building.thickness);
        let block = |from: Length, to: Length| wall_block(a, along, inward, (from, to));
        let mut openings: Vec<&Opening> =
            building.openings.iter().filter(|o| o.side == side).collect();
        openings.sort_by_key(|o| o.from);
        let mut start = Length::ZERO;
        for opening in openings {
            let end = opening.from + opening.width;
            if opening.from > start {
                self.add_solid_wall(id, piece, building, &block(start, opening.from)?);
            }
            let shape = block(opening.from, end)?;
            if opening.sill > Length::ZERO {
                self.push_volume(id, Kind::Building, &shape, (foot, foot + opening.sill), None);
            }
            if foot + opening.head < top {
                self.push_volume(id, Kind::Building, &shape, (foot + opening.head, top), None);
            }
            if opening.door {
                let leaf =
                    self.new_feature(id, Kind::Door, format!("door of {}", piece.name), &shape);
                let z = (foot + opening.sill, foot + opening.head);
                self.push_volume(id, Kind::Door, &shape, z, Some(leaf));
            }
            start = end;
        }
        if start < length {
            self.add_solid_wall(id, piece, building, &block(start, length)?);
        }
        Ok(())
    }

    fn add_solid_wall(&mut self, id: PieceId, piece: &Piece, building: &Building, shape: &Polygon) {
        let name = || format!("wall of {}", piece.name);
        let feature =
            building.breachable.then(|| self.new_feature(id, Kind::Building, name(), shape));
        let z = (piece.bottom, piece.bottom + piece.height);
        self.push_volume(id, Kind::Building, shape, z, feature);
    }

    fn new_feature(
        &mut self,
        piece: PieceId,
        kind: Kind,
        name: String,
        shape: &Polygon,
    ) -> FeatureId {
        let same = self.features.iter().filter(|f| f.piece == piece && f.kind == kind).count();
        let name = if same == 0 { name } else { format!("{name} {}", same + 1) };
        let extent = shape.extent();
        let at = Point::new(
            Length::micrometres((extent.low.x.um() + extent.high.x.um()) / 2),
            Length::micrometres((extent.low.y.um() + extent.high.y.um()) / 2),
        );
        self.features.push(Feature { name, kind, at, piece });
        FeatureId((self.features.len() - 1).min(255) as u8)
    }
}

/// Thickness of floors and roofs.
const SLAB: Length = Length::cents(10);

fn wall_block(
    a: Point,
    along: Vector,
    inward: Vector,
    (from, to): (Length, Length),
) -> Result<Polygon, String> {
    let start = a.toward(along, from);
    let end = a.toward(along, to);
    Polygon::new(vec![start, end, end + inward, start + inward])
}

fn check_piece(piece: &Piece) -> Result<(), String> {
    let sane = Length::ZERO..=Length::inches(24);
    if !sane.contains(&piece.height) || !sane.contains(&piece.bottom) {
        return Err("heights must be between 0 and 24 inches".to_owned());
    }
    match &piece.form {
        Form::Area(_) | Form::Ladder(_) => Ok(()),
        Form::Barrier { line, thickness } => {
            if line.len() < 2 || line.len() > crate::polygon::MOST_CORNERS {
                return Err("a barrier needs 2 to 64 points".to_owned());
            }
            check_breadth(*thickness, "thickness")
        }
        Form::Building(building) => check_breadth(building.thickness, "thickness of the walls"),
        Form::Stairs { width, .. } => check_breadth(*width, "width"),
    }
}

fn check_breadth(breadth: Length, what: &str) -> Result<(), String> {
    if breadth < Length::cents(1) || breadth > Length::inches(12) {
        return Err(format!("the {what} must be between 0.01 and 12 inches, not {breadth}"));
    }
    Ok(())
}

fn check_openings(piece: &Piece, building: &Building) -> Result<(), String> {
    let sides: Vec<(Point, Point)> = building.outline.sides().collect();
    let mut ends: Vec<(usize, Length, Length)> = Vec::new();
    for opening in &building.openings {
        let Some((a, b)) = sides.get(opening.side) else {
            return Err(format!(
                "an opening is on side {}, but there are only {} sides",
                opening.side + 1,
                sides.len()
            ));
        };
        let end = opening.from + opening.width;
        if opening.from < Length::ZERO || opening.width <= Length::ZERO || end > (*b - *a).length()
        {
            return Err(format!("an opening on side {} does not fit the wall", opening.side + 1));
        }
        if opening.sill < Length::ZERO
            || opening.sill >= opening.head
            || opening.head > piece.height
        {
            return Err(format!(
                "an opening on side {} must have its sill below its head and both within the wall",
                opening.side + 1
            ));
        }
        ends.push((opening.side, opening.from, end));
    }
    ends.sort_unstable();
    match ends.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].2 > pair[1].1) {
        Some(pair) => Err(format!("two openings overlap on side {}", pair[0].0 + 1)),
        None => Ok(()),
    }
}
