//! What somebody can shelter behind or in, right where he is.

use smallvec::SmallVec;
use tabletop::table::{Ground, Surface, Volume};
use tabletop::{Body, Extent, Form, Kind, Length, PieceId, Polygon, Table, measure};

use super::{Cover, Covered};
use crate::options::Agreed;
use crate::sight::{Bar, crosses_near_side};
use crate::state::{ADJACENT, STANDING, State};
use crate::terrain::openings::{Opening, openings_where};
use crate::terrain::{WAIST, area_cover, barrier_cover, is_deep};

/// Something within an inch of somebody, or around him (OD6-BAR-08, OD6-GEO-11, OD6-GEO-12).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shelter<'a> {
    /// A wall, a fence, a crate.
    Thing(&'a Volume),
    /// A door or window.
    Opening(Opening),
    /// A trench he is in.
    Trench(&'a Ground),
    /// The edge of a hill he is on.
    Edge(&'a Surface),
    /// Rubble, a crater or water he is in.
    Area(&'a Ground),
}

impl Shelter<'_> {
    /// The piece of terrain it belongs to.
    pub(crate) fn piece(&self) -> PieceId {
        match self {
            Shelter::Thing(volume) => volume.piece,
            Shelter::Opening(opening) => opening.piece,
            Shelter::Trench(ground) | Shelter::Area(ground) => ground.piece,
            Shelter::Edge(surface) => surface.piece,
        }
    }

    /// Whether it is a line one hides behind rather than an area (OD6-Q-23).
    pub(crate) fn is_line(&self) -> bool {
        match self {
            Shelter::Thing(volume) => volume.kind != Kind::Tree,
            Shelter::Opening(_) | Shelter::Trench(_) | Shelter::Edge(_) => true,
            Shelter::Area(_) => false,
        }
    }

    /// Whether it is a door, no cover against those on the same side of it (OD6-BAR-10).
    pub(crate) fn is_door(&self) -> bool {
        matches!(self, Shelter::Opening(opening) if !opening.window)
    }

    /// Whether it is a barrier, which covers nobody from those who are at it, too (OD6-BAR-09).
    pub(crate) fn is_barrier(&self) -> bool {
        matches!(self, Shelter::Thing(_) | Shelter::Opening(_) | Shelter::Trench(_))
    }

    /// Whether the line from somebody sheltered to another one crosses it.
    pub(crate) fn is_between(&self, sheltered: &Body, other: &Body) -> bool {
        let (from, to) = (sheltered.at(), other.at());
        match self {
            Shelter::Thing(volume) => volume.shape.is_crossed_by(from, to),
            Shelter::Opening(opening) => opening.is_crossed(from, to),
            Shelter::Trench(ground) => !ground.shape.contains(to),
            Shelter::Edge(surface) => {
                !surface.shape.contains(to) && crosses_near_side(&surface.shape, sheltered, to)
            }
            Shelter::Area(_) => true,
        }
    }

    /// Whether somebody is within an inch of it, too (OD6-Q-24).
    pub(crate) fn is_right_at(&self, body: &Body) -> bool {
        match self {
            Shelter::Thing(volume) => is_at_volume(volume, body),
            Shelter::Opening(opening) => opening.is_adjacent(body),
            Shelter::Trench(ground) | Shelter::Area(ground) => is_within(body, &ground.shape),
            Shelter::Edge(surface) => is_within(body, &surface.shape),
        }
    }

    /// Its cover for somebody right behind it or in it, with the rule.
    pub(crate) fn covered(&self, body: &Body, agreed: &Agreed, table: &Table) -> Covered {
        let piece = self.piece();
        let (cover, clause) = match self {
            Shelter::Thing(volume) => thing_cover(volume, body),
            Shelter::Opening(opening) if opening.window => (opening.cover(), "OD6-BAR-11"),
            Shelter::Opening(opening) => (opening.cover(), "OD6-BAR-10"),
            Shelter::Edge(_) => (Cover::Medium, "OD6-TER-17"),
            Shelter::Trench(_) | Shelter::Area(_) => {
                let piece = table.piece(piece);
                let clause = match piece.kind {
                    Kind::Trench if is_deep(piece) => "OD6-BAR-16",
                    Kind::Trench => "OD6-BAR-15",
                    Kind::Ford => "OD6-TER-19",
                    Kind::Water => "OD6-TER-20",
                    _ => "OD6-T-12",
                };
                (area_cover(piece, agreed), clause)
            }
        };
        Covered { piece, cover, clause }
    }

    /// What keeps others from seeing somebody who lies behind it or in it.
    pub(crate) fn bar(&self) -> Bar {
        let piece = self.piece();
        match self {
            Shelter::Thing(volume) if volume.kind == Kind::Tree => Bar::InGrowth(piece),
            Shelter::Thing(_) => Bar::BehindWall(piece),
            Shelter::Opening(_) => Bar::BelowOpening(piece),
            Shelter::Trench(_) => Bar::InTrench(piece),
            Shelter::Edge(_) => Bar::BehindEdge(piece),
            Shelter::Area(_) => Bar::InGrowth(piece),
        }
    }
}

fn is_within(body: &Body, shape: &Polygon) -> bool {
    measure::within_of_shape(body, shape, ADJACENT)
}

/// Whether somebody is right at a thing that is at least partly as high as he is.
fn is_at_volume(volume: &Volume, body: &Body) -> bool {
    volume.bottom < body.feet() + STANDING
        && volume.top > body.feet()
        && is_within(body, &volume.shape)
}

fn thing_cover(volume: &Volume, body: &Body) -> (Cover, &'static str) {
    let rise = volume.top - body.feet();
    let clause = match volume.kind {
        Kind::Tree => "OD6-TER-11",
        Kind::LowWall | Kind::HighWall | Kind::Hedge | Kind::Fence if rise <= WAIST => "OD6-BAR-12",
        Kind::LowWall | Kind::HighWall | Kind::Hedge | Kind::Fence | Kind::Building => "OD6-BAR-13",
        _ => "OD6-T-13",
    };
    (barrier_cover(volume.kind, rise), clause)
}

impl State {
    /// Everything somebody can shelter behind or in where he is.
    pub(crate) fn shelters(&self, body: &Body) -> SmallVec<[Shelter<'_>; 4]> {
        let mut shelters = SmallVec::new();
        let here = Extent { low: body.at(), high: body.at() };
        let around = here.grown(body.base + ADJACENT);
        let near = self.table.volume_grid().near(around).map(|i| &self.table.volumes()[i]);
        shelters.extend(near.filter(|v| self.shelters_behind(v, body)).map(Shelter::Thing));
        let is_near = |extent: &Extent| extent.meets(&around);
        let at = openings_where(&self.table, is_near, |opening| opening.is_adjacent(body));
        shelters.extend(at.into_iter().map(Shelter::Opening));
        shelters.extend(self.table.grounds_at(body.at(), body.feet()).filter_map(|ground| {
            match ground.kind {
                Kind::Trench => Some(Shelter::Trench(ground)),
                Kind::Rubble | Kind::Crater | Kind::Ford | Kind::Water => {
                    Some(Shelter::Area(ground))
                }
                _ => None,
            }
        }));
        let hills = self.table.hills().filter(|s| is_at_edge(s, body));
        shelters.extend(hills.map(Shelter::Edge));
        shelters
    }

    /// Whether a volume covers those behind it: doors and the sills of windows do so as openings.
    fn shelters_behind(&self, volume: &Volume, body: &Body) -> bool {
        is_at_volume(volume, body)
            && !volume.feature.is_some_and(|feature| self.changes.is_gone(feature))
            && volume.kind != Kind::Door
            && barrier_cover(volume.kind, volume.top - body.feet()) != Cover::None
            && tabletop::Nature::Ground != volume.kind.nature()
            && !self.is_sill(volume)
    }

    /// Whether a part of a building is below a window.
    fn is_sill(&self, volume: &Volume) -> bool {
        let piece = self.table.piece(volume.piece);
        matches!(piece.form, Form::Building(_)) && volume.top < piece.bottom + piece.height
    }

    /// Whether somebody is right at a piece of terrain.
    pub(crate) fn is_at_piece(&self, piece: PieceId, body: &Body) -> bool {
        let parts = self.table.volumes().iter().filter(|volume| volume.piece == piece);
        parts.into_iter().any(|volume| is_at_volume(volume, body))
    }
}

/// Whether somebody is on a contour of a hill and within an inch of its edge (OD6-GEO-12).
fn is_at_edge(contour: &Surface, body: &Body) -> bool {
    let reach = body.base + ADJACENT + Length::micrometres(1);
    let near = |(a, b)| tabletop::polygon::point_nearer_than(body.at(), a, b, reach);
    body.feet() >= contour.z && contour.shape.contains(body.at()) && contour.shape.sides().any(near)
}
