//! How a piece of terrain comes apart into volumes, grounds, surfaces, ways and holes.

use super::{Feature, Ground, PieceId, Surface, Volume, Way};
use crate::changes::FeatureId;
use crate::length::Length;
use crate::point::{Point, Vector};
use crate::polygon::Polygon;
use crate::terrain::{Building, Form, Kind, Nature, Opening, Piece};

/// What pieces come apart into.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) volumes: Vec<Volume>,
    pub(super) grounds: Vec<Ground>,
    pub(super) surfaces: Vec<Surface>,
    pub(super) ways: Vec<Way>,
    pub(super) holes: Vec<Ground>,
    pub(super) features: Vec<Feature>,
}

/// How far above and below a patch of ground feet still count as being on it.
const FOOTING: Length = Length::cents(25);

impl Parts {
    /// Takes one piece apart, or says what is wrong with it.
    pub(super) fn add(&mut self, id: PieceId, piece: &Piece) -> Result<(), String> {
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
