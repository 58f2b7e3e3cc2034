//! A single line: whether it is open, and all that it passes.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::fan::rows_within;
use super::round::Round;
use super::{OPAQUE, SOLID, Sightline};
use crate::changes::Cloud;
use crate::length::{Length, root};
use crate::point::{Point, Spot};
use crate::polygon::{Ratio, Stretch};
use crate::table::{PieceId, Volume};
use crate::terrain::Kind;

/// All about a single line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stops it first: something solid, or the screen with which the eighths of all
    /// screens so far reach eight.
    pub blocked: Option<Block>,
    /// What it passes from one end to the other, whether or not that stops it, in the order in
    /// which it is reached.
    pub passes: Vec<Pass>,
}

/// Where a line is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The piece that stops it; none for a cloud.
    pub piece: Option<PieceId>,
    /// What it is.
    pub kind: Kind,
    /// Where the line enters it, to the micrometre.
    pub spot: Spot,
}

/// What a line runs through, or passes above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The piece; none for a cloud.
    pub piece: Option<PieceId>,
    /// What it is: for a part of a building, the part.
    pub kind: Kind,
    /// For what length, measured on the table as seen from above.
    pub length: Length,
    /// Whether the line passes above it rather than through it.
    pub over: bool,
}

/// Whether a line is open.
pub fn open(sight: &Sightline<'_>, from: Spot, to: Spot) -> bool {
    let (low, high) = (from.z.min(to.z), from.z.max(to.z));
    let volumes = sight.table.volumes();
    let mut screens = Screens::default();
    let walk = sight.table.volume_grid().along(from.at, (to.at, to.at), |index| {
        let volume = &volumes[index];
        if volume.bottom >= high || volume.top <= low {
            return ControlFlow::Continue(());
        }
        let level = sight.level(volume);
        if level == 0 || !runs_through(volume, from, to) {
            return ControlFlow::Continue(());
        }
        if level == SOLID || screens.add(Source::Piece(volume.piece), level) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let stopped_by = |(number, cloud): (usize, &Cloud)| {
        let level = sight.optics.level(cloud.kind);
        level > 0
            && Round::of_cloud(cloud).clouds(from, to)
            && (level == SOLID || screens.add(Source::Cloud(number), level))
    };
    walk.is_continue() && !sight.changes.clouds.iter().enumerate().any(stopped_by)
}

fn runs_through(volume: &Volume, from: Spot, to: Spot) -> bool {
    let mut through = false;
    volume.shape.each_chord(from.at, to.at, |stretch| {
        through |= rows_within(volume, from.z, &[to.z], stretch) == (0, 1);
    });
    through
}

/// Traces a line from one end to the other.
pub fn trace(sight: &Sightline<'_>, from: Spot, to: Spot) -> Line {
    let mut found: Vec<Crossing> = Vec::new();
    let mut near: Vec<usize> = Vec::new();
    _ = sight.table.volume_grid().along(from.at, (to.at, to.at), |index| {
        near.push(index);
        ControlFlow::Continue(())
    });
    near.sort_unstable();
    near.dedup();
    for index in near {
        let volume = &sight.table.volumes()[index];
        let gone = volume.feature.is_some_and(|feature| sight.changes.is_gone(feature));
        if !gone {
            let add = |stretch| add_volume(&mut found, volume, (from, to), stretch);
            volume.shape.each_chord(from.at, to.at, add);
        }
    }
    for (number, cloud) in sight.changes.clouds.iter().enumerate() {
        if Round::of_cloud(cloud).clouds(from, to) {
            let (source, stretch) = (Source::Cloud(number), cloud_stretch(cloud, from.at, to.at));
            found.push(Crossing { source, kind: cloud.kind, over: false, stretch });
        }
    }
    found.sort_by_key(|crossing| (crossing.stretch.0, crossing.source, crossing.kind));
    let blocked = first_block(sight, &found).map(|crossing| Block {
        piece: crossing.source.piece(),
        kind: crossing.kind,
        spot: spot_at(from, to, crossing.stretch.0),
    });
    Line { blocked, passes: passes(&found, (to.at - from.at).length()) }
}

/// What a line crosses: pieces before clouds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Piece(PieceId),
    Cloud(usize),
}

impl Source {
    fn piece(self) -> Option<PieceId> {
        match self {
            Source::Piece(id) => Some(id),
            Source::Cloud(_) => None,
        }
    }
}

struct Crossing {
    source: Source,
    kind: Kind,
    over: bool,
    stretch: Stretch,
}

/// Screens met so far, each thing once with the densest of its parts.
#[derive(Default)]
struct Screens {
    met: SmallVec<[(Source, u8); 8]>,
}

impl Screens {
    /// Adds a screen and says whether all together now hide everything.
    fn add(&mut self, source: Source, level: u8) -> bool {
        match self.met.iter_mut().find(|(met, _)| *met == source) {
            Some((_, densest)) => *densest = level.max(*densest),
            None => self.met.push((source, level)),
        }
        self.met.iter().map(|(_, level)| u32::from(*level)).sum::<u32>() >= u32::from(OPAQUE)
    }
}

fn first_block<'a>(sight: &Sightline<'_>, found: &'a [Crossing]) -> Option<&'a Crossing> {
    let mut screens = Screens::default();
    found.iter().filter(|crossing| !crossing.over).find(|crossing| {
        let level = sight.optics.level(crossing.kind);
        level == SOLID || (level > 0 && screens.add(crossing.source, level))
    })
}

/// Splits a stretch above a volume's outline into what runs through it and what runs over it.
fn add_volume(
    found: &mut Vec<Crossing>,
    volume: &Volume,
    (from, to): (Spot, Spot),
    (enter, leave): Stretch,
) {
    let (bottom, top) = (volume.bottom - from.z, volume.top - from.z);
    let climb = (to.z - from.z).wide();
    let reaches = |height: Length| Ratio::new(height.wide(), climb);
    let nowhere = (Ratio::START, Ratio::START);
    let (through, over) = if climb > 0 {
        let (low, high) = (reaches(bottom), reaches(top));
        ((enter.max(low), leave.min(high)), (enter.max(high), leave))
    } else if climb < 0 {
        let (low, high) = (reaches(bottom), reaches(top));
        ((enter.max(high), leave.min(low)), (enter, leave.min(high)))
    } else if top <= Length::ZERO {
        (nowhere, (enter, leave))
    } else if bottom < Length::ZERO {
        ((enter, leave), nowhere)
    } else {
        (nowhere, nowhere)
    };
    for (stretch, over) in [(through, false), (over, true)] {
        if stretch.0 < stretch.1 {
            let source = Source::Piece(volume.piece);
            found.push(Crossing { source, kind: volume.kind, over, stretch });
        }
    }
}

/// The stretch of a line inside of a round cloud, to the micrometre.
fn cloud_stretch(cloud: &Cloud, from: Point, to: Point) -> Stretch {
    let (along, off) = (to - from, cloud.spot.at - from);
    let length = along.length().wide().max(1);
    let nearest = along.dot(off) / length;
    let aside = along.cross(off) / length;
    let half = root((cloud.radius.squared() - aside * aside).max(0)).wide();
    let place = |um: i64| Ratio::new(um.clamp(0, length), length);
    (place(nearest - half), place(nearest + half))
}

fn spot_at(from: Spot, to: Spot, place: Ratio) -> Spot {
    // Rounded towards the start in each coordinate, so that a mirrored table gives the
    // mirrored spot.
    let share =
        |whole: i64| (i128::from(whole) * i128::from(place.num()) / i128::from(place.den())) as i64;
    let along = to.at - from.at;
    let at = Point::new(
        Length::saturating(from.at.x.wide() + share(along.x)),
        Length::saturating(from.at.y.wide() + share(along.y)),
    );
    at.at_height(Length::saturating(from.z.wide() + share((to.z - from.z).wide())))
}

/// Adds up what belongs to the same thing. The crossings come in the order of their starts.
fn passes(found: &[Crossing], length: Length) -> Vec<Pass> {
    let mut passes: Vec<Pass> = Vec::new();
    let mut ends: Vec<(Source, Ratio)> = Vec::new();
    for Crossing { source, kind, over, stretch } in found {
        let same = |(pass, end): (&Pass, &(Source, Ratio))| {
            end.0 == *source && pass.kind == *kind && pass.over == *over
        };
        match passes.iter().zip(&ends).position(same) {
            // Parts of a thing may overlap; what they share counts once.
            Some(index) => {
                let start = stretch.0.max(ends[index].1);
                if start < stretch.1 {
                    passes[index].length += part_of(length, (start, stretch.1));
                    ends[index].1 = stretch.1;
                }
            }
            None => {
                let length = part_of(length, *stretch);
                passes.push(Pass { piece: source.piece(), kind: *kind, length, over: *over });
                ends.push((*source, stretch.1));
            }
        }
    }
    passes
}

/// A stretch of a length, rounded to the nearest micrometre.
fn part_of(length: Length, (start, end): Stretch) -> Length {
    let [a, b, c, d] = [start.num(), start.den(), end.num(), end.den()].map(i128::from);
    let (num, den) = (c * b - a * d, b * d);
    Length::saturating(((2 * num * i128::from(length.um()) + den) / (2 * den)) as i64)
}
