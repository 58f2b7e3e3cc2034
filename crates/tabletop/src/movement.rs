//! Moving: what a path runs over, into and past, and where a body can stand.
//!
//! A path is a list of spots, the start included; the body's base moves straight from each to
//! the next. Between two spots on the ground it follows the ground up and down the contours of
//! hills. Between two spots on different levels it changes level at the edge of the higher one
//! (climbing onto a crate, dropping off a roof) or by the stairs or ladder it passes. Lengths
//! are horizontal; rises and falls are told apart from them.
//!
//! [`Mover::walk`] reports facts and judges nothing: what a stretch costs, and what may not be
//! crossed at all, is each rulebook's business. Places along a leg are rounded to the nearest
//! micrometre; whether a thing is met at all is decided exactly.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::body::Body;
use crate::changes::{Changes, FeatureId};
use crate::length::Length;
use crate::point::{Point, Spot};
use crate::polygon::{Extent, Polygon, Ratio, point_segment_cmp, segments_nearer_than};
use crate::table::{PieceId, Table, Volume};
use crate::terrain::{Kind, Nature};

use course::{Course, Part};
use line::{Line, Span, common};

mod contact;
mod course;
mod line;

pub(crate) use contact::{Rounding, offset, turned};
pub use contact::{contact_ring, contact_spot, straight_away};

/// A body that wants to move, and everything that may be in its way.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The table it moves on.
    pub table: &'a Table,
    /// What has changed on it.
    pub changes: &'a Changes,
    /// The body that moves.
    pub body: Body,
    /// Rises up to this height are walked over without notice.
    pub step: Length,
    /// All other bodies that count.
    pub others: &'a [Body],
}

/// What a path meets, leg by leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The legs in order; none for a path of fewer than two spots.
    pub legs: SmallVec<[Leg; 2]>,
}

/// One straight leg of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Where it begins.
    pub from: Spot,
    /// Where it ends.
    pub to: Spot,
    /// Horizontal length of the path before it.
    pub start: Length,
    /// Its own horizontal length, rounded to the nearest micrometre.
    pub length: Length,
    /// What is met, in order.
    pub met: Mets,
}

/// Everything one leg meets.
pub type Mets = SmallVec<[Met; 4]>;

/// Something that a leg meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Met {
    /// How far along the leg the center of the base gets inside; where it comes nearest, for
    /// what the base only brushes.
    pub from: Length,
    /// How far along the leg it gets out again.
    pub until: Length,
    /// What it is.
    pub what: What,
}

/// What can be met on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum What {
    /// A stretch with the center on this ground.
    Ground {
        /// What ground it is.
        kind: Kind,
        /// The piece it belongs to.
        piece: PieceId,
    },
    /// A contour of a hill, however low.
    Slope {
        /// How much higher the ground is behind it; negative downhill.
        rise: Length,
        /// The hill.
        piece: PieceId,
    },
    /// An edge where the body climbs or drops to another level.
    Level {
        /// How much higher the new level is; negative for a drop.
        rise: Length,
        /// Stairs or ladder, if it is done by one.
        way: Option<Kind>,
    },
    /// A stretch with nothing under the center at the height of the body.
    Gap {
        /// How long the stretch is.
        width: Length,
    },
    /// A massive thing or barrier in the way at the height of the body.
    Obstacle {
        /// What it is: for a part of a building, the part.
        kind: Kind,
        /// The piece it belongs to.
        piece: PieceId,
        /// The feature whose opening or breaching makes it go away.
        feature: Option<FeatureId>,
        /// How far it rises above the feet.
        rise: Length,
        /// How thick it is along the leg.
        thickness: Length,
        /// Whether the base only overlaps it in passing while the center does not cross it.
        brushed: bool,
    },
    /// Another body whose base is overlapped.
    Body {
        /// Which of the others.
        index: usize,
        /// Whether the center stays off its base.
        brushed: bool,
    },
    /// A patch that play has put on the table.
    Cloud {
        /// What it is.
        kind: Kind,
        /// Which of [`Changes::clouds`].
        index: usize,
        /// Whether the center stays out of it.
        brushed: bool,
    },
    /// A stretch with the center beyond the table's edge.
    OffTable,
}

/// Why a body cannot stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trouble {
    /// The middle of the base is not on the table.
    OffTable,
    /// Nothing carries the middle of the base at that height.
    Unsupported,
    /// Something solid is in the same place.
    Obstacle {
        /// What it is.
        kind: Kind,
        /// The piece it belongs to.
        piece: PieceId,
        /// The feature whose opening or breaching makes it go away.
        feature: Option<FeatureId>,
    },
    /// Another body's base is in the same place.
    Body {
        /// Which of the others.
        index: usize,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::OffTable => f.write_str("off the table"),
            Trouble::Unsupported => f.write_str("nothing to stand on"),
            Trouble::Obstacle { kind, .. } => write!(f, "in the way: {kind}"),
            Trouble::Body { .. } => f.write_str("another model is there"),
        }
    }
}

impl Walk {
    /// Horizontal length of the whole path.
    pub fn length(&self) -> Length {
        self.legs.last().map_or(Length::ZERO, |leg| leg.start + leg.length)
    }

    /// Everything met on all legs, in order, each with the leg it is on.
    pub fn met(&self) -> impl Iterator<Item = (&Leg, &Met)> {
        self.legs.iter().flat_map(|leg| leg.met.iter().map(move |met| (leg, met)))
    }
}

impl Met {
    /// How long the stretch is.
    pub fn length(&self) -> Length {
        self.until - self.from
    }
}

impl Mover<'_> {
    /// Follows a path and reports everything it meets.
    pub fn walk(&self, path: &[Spot]) -> Walk {
        let mut walk = Walk::default();
        let mut start = Length::ZERO;
        for ends in path.windows(2) {
            let leg = self.leg(ends[0], ends[1], start);
            start += leg.length;
            walk.legs.push(leg);
        }
        walk
    }

    /// Whether the body can stand somewhere: on the table, its middle carried by something
    /// level, its base clear of everything that rises more than a step above the feet and
    /// begins below the head, and clear of other bases. Touching is allowed.
    pub fn stands(&self, at: Spot) -> Result<(), Trouble> {
        if !self.table.extent().contains(at.at) {
            return Err(Trouble::OffTable);
        }
        if !self.table.carries(at.at, at.z) {
            return Err(Trouble::Unsupported);
        }
        let around = Extent { low: at.at, high: at.at }.grown(self.body.base);
        for i in self.table.volume_grid().near(around) {
            let v = &self.table.volumes()[i];
            if self.bars(v, at.z) && v.shape.nearer_than(at.at, self.body.base) {
                return Err(Trouble::Obstacle { kind: v.kind, piece: v.piece, feature: v.feature });
            }
        }
        let reach = |other: &Body| (self.body.base + other.base).squared();
        let taken = |other: &Body| {
            self.is_level_with(other, at.z) && other.at().distance_squared(at.at) < reach(other)
        };
        match self.others.iter().position(taken) {
            Some(index) => Err(Trouble::Body { index }),
            None => Ok(()),
        }
    }

    /// The first whole micrometre along a leg at which the base overlaps an outline; nought if
    /// it does at the start. Touching is not overlapping.
    pub fn first_touch(&self, from: Spot, to: Spot, shape: &Polygon) -> Option<Length> {
        let (line, base) = (Line::new(from.at, to.at), self.body.base);
        if shape.swept_by(line.from, line.from, base) {
            return Some(Length::ZERO);
        }
        if !shape.swept_by(line.from, line.to, base) {
            return None;
        }
        if base == Length::ZERO {
            return first(line.length, |d| shape.swept_by(line.from, line.at(d), base));
        }
        // Whoever starts outside comes to one of the sides first, and only those that are nearer
        // than the nearest so far need a closer look.
        let nearest = |so_far: Option<Length>, side| {
            let near = |d| segments_nearer_than((line.from, line.at(d)), side, base);
            first(so_far.unwrap_or(line.length), near).or(so_far)
        };
        shape.sides().fold(None, nearest)
    }

    /// The first whole micrometre along a leg at which the gap between the bases, seen from
    /// above, is at most `reach`; nought if it is at the start.
    pub fn first_within(
        &self,
        from: Spot,
        to: Spot,
        other: &Body,
        reach: Length,
    ) -> Option<Length> {
        let line = Line::new(from.at, to.at);
        let apart = self.body.base + other.base + reach;
        first(line.length, |d| point_segment_cmp(other.at(), line.from, line.at(d), apart).is_le())
    }

    /// The place so far along a path by its horizontal length, with the height the body has
    /// there; the end of the path beyond its end. Its offset from the start of the leg is
    /// rounded towards zero in each coordinate.
    pub fn spot_along(&self, path: &[Spot], distance: Length) -> Spot {
        let mut left = distance;
        for ends in path.windows(2) {
            let line = Line::new(ends[0].at, ends[1].at);
            if left < line.length {
                return self.spot_on((ends[0], ends[1]), &line, left.max(Length::ZERO));
            }
            left -= line.length;
        }
        path.last().copied().unwrap_or(self.body.spot)
    }

    fn spot_on(&self, (from, to): (Spot, Spot), line: &Line, distance: Length) -> Spot {
        let at = line.at(distance);
        if distance == Length::ZERO {
            return from;
        }
        let course = self.course(from, to, line, &mut Mets::new());
        let here = |part: &&Part| part.span.0 <= distance && distance <= part.span.1;
        let mut heights = course.parts.iter().filter(here).map(|part| part.feet);
        let mut last = from.z;
        // At an edge both levels will do; in mid-air neither carries, and the body flies on.
        let carried = heights.by_ref().inspect(|z| last = *z).find(|z| self.table.carries(at, *z));
        at.at_height(carried.unwrap_or(last))
    }

    fn leg(&self, from: Spot, to: Spot, start: Length) -> Leg {
        let line = Line::new(from.at, to.at);
        let mut met = Mets::new();
        let course = self.course(from, to, &line, &mut met);
        self.meet_table(&line, &mut met);
        self.meet_grounds(&line, &course, &mut met);
        let around = line.extent().grown(self.body.base);
        for i in self.table.volume_grid().near(around) {
            self.meet_volume(&self.table.volumes()[i], &line, &course, &mut met);
        }
        self.meet_bodies(&line, &course, &mut met);
        self.meet_clouds(&line, &course, &mut met);
        met.sort_unstable();
        Leg { from, to, start, length: line.length, met }
    }

    fn meet_table(&self, line: &Line, met: &mut Mets) {
        let extent = self.table.extent();
        if extent.contains(line.from) && extent.contains(line.to) {
            return;
        }
        let (low, high) = (extent.low, extent.high);
        let mut inside = (Length::ZERO, line.length);
        let mut clip = |start: Length, end: Length, least: Length, most: Length| {
            for (a, b, bound) in [(start, end, least), (-start, -end, -most)] {
                let (a, b) = ((a - bound).wide(), (b - bound).wide());
                match (a < 0, b < 0) {
                    (false, false) => (),
                    (true, true) => inside.1 = inside.0,
                    _ => {
                        let place = line.along(Ratio::new(a, a - b));
                        if a < 0 {
                            inside.0 = inside.0.max(place);
                        } else {
                            inside.1 = inside.1.min(place);
                        }
                    }
                }
            }
        };
        clip(line.from.x, line.to.x, low.x, high.x);
        clip(line.from.y, line.to.y, low.y, high.y);
        let mut off = |from: Length, until: Length| {
            met.push(Met { from, until, what: What::OffTable });
        };
        if inside.0 >= inside.1 {
            off(Length::ZERO, line.length);
            return;
        }
        if inside.0 > Length::ZERO {
            off(Length::ZERO, inside.0);
        }
        if inside.1 < line.length {
            off(inside.1, line.length);
        }
    }

    fn meet_grounds(&self, line: &Line, course: &Course, met: &mut Mets) {
        for i in self.table.ground_grid().near(line.extent()) {
            let ground = &self.table.grounds()[i];
            let on = |part: &&Part| {
                let is_stretch = part.span.0 < part.span.1 || line.length == Length::ZERO;
                is_stretch && ground.low <= part.feet && part.feet <= ground.high
            };
            let what = What::Ground { kind: ground.kind, piece: ground.piece };
            for span in line.inside(&ground.shape) {
                let mut stretch: Option<Span> = None;
                for part in course.parts.iter().filter(on) {
                    let Some((from, until)) = common(span, part.span) else { continue };
                    // Contours within the ground do not cut it in pieces.
                    stretch = match stretch {
                        Some((start, end)) if end == from => Some((start, until)),
                        Some((start, end)) => {
                            met.push(Met { from: start, until: end, what });
                            Some((from, until))
                        }
                        None => Some((from, until)),
                    };
                }
                met.extend(stretch.map(|(from, until)| Met { from, until, what }));
            }
        }
    }
}

/// What a volume does to a body.
impl Mover<'_> {
    /// Whether a volume is in the way of a body with its feet at a height. Hills never are:
    /// they are ground.
    fn bars(&self, v: &Volume, feet: Length) -> bool {
        v.top > feet + self.step
            && v.bottom < feet + self.body.height
            && v.kind != Kind::Hill
            && matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
            && !v.feature.is_some_and(|feature| self.changes.is_gone(feature))
    }

    fn is_level_with(&self, other: &Body, feet: Length) -> bool {
        other.feet() < feet + self.body.height && feet < other.head()
    }

    fn meet_volume(&self, v: &Volume, line: &Line, course: &Course, met: &mut Mets) {
        let obstacle = |(from, until): Span, feet: Length, brushed: bool| {
            let (kind, piece, feature) = (v.kind, v.piece, v.feature);
            let (rise, thickness) = (v.top - feet, until - from);
            let what = What::Obstacle { kind, piece, feature, rise, thickness, brushed };
            Met { from, until, what }
        };
        let mut spans: Option<SmallVec<[Span; 2]>> = None;
        let before = met.len();
        for part in course.parts.iter().filter(|part| self.bars(v, part.feet)) {
            for span in spans.get_or_insert_with(|| line.inside(&v.shape)).iter() {
                let climbed = self.is_climbed(v, part, course);
                let crossed = common(*span, part.span).filter(|s| !climbed || s.1 - s.0 > HAIR);
                met.extend(crossed.map(|span| obstacle(span, part.feet, false)));
            }
        }
        if met.len() > before || self.meet_slab(v, line, course, met) {
            return;
        }
        let brushing = course.parts.iter().find(|part| {
            self.bars(v, part.feet)
                && !self.is_climbed(v, part, course)
                && self.sweeps(v, line, part.sweep)
        });
        if let Some(part) = brushing {
            let place = line.nearest_to(&v.shape);
            met.push(obstacle((place, place), part.feet, true));
        }
    }

    fn sweeps(&self, v: &Volume, line: &Line, (from, until): Span) -> bool {
        v.shape.swept_by(line.at(from), line.at(until), self.body.base)
    }

    /// Whether a volume is part of what the body climbs or drops from at the edge ahead.
    fn is_climbed(&self, v: &Volume, part: &Part, course: &Course) -> bool {
        course.change.as_ref().is_some_and(|change| {
            change.is_below(part)
                && v.top <= change.high + self.step
                && (v.top >= change.high - self.step || Some(v.piece) == change.piece)
        })
    }

    /// Reports a floor or roof that a body would have to go right through to change level.
    fn meet_slab(&self, v: &Volume, line: &Line, course: &Course, met: &mut Mets) -> bool {
        let Some(change) = course.change.filter(|change| change.through) else { return false };
        let is_between = v.bottom >= change.low && v.top <= change.high + self.step;
        let is_slab = is_between && self.bars(v, v.bottom - self.body.height + HAIR);
        if !is_slab || !v.shape.contains(line.at(change.place)) {
            return false;
        }
        let (kind, piece, feature) = (v.kind, v.piece, v.feature);
        let (rise, thickness) = (v.top - change.low, Length::ZERO);
        let what = What::Obstacle { kind, piece, feature, rise, thickness, brushed: false };
        met.push(Met { from: change.place, until: change.place, what });
        true
    }

    fn meet_bodies(&self, line: &Line, course: &Course, met: &mut Mets) {
        for (index, other) in self.others.iter().enumerate() {
            let apart = self.body.base + other.base;
            if !line.extent().grown(apart).contains(other.at()) {
                continue;
            }
            let overlapping = course.parts.iter().any(|part| {
                let (from, until) = (line.at(part.sweep.0), line.at(part.sweep.1));
                self.is_level_with(other, part.feet)
                    && point_segment_cmp(other.at(), from, until, apart).is_lt()
            });
            if overlapping {
                met.push(round_met(line, other.at(), other.base, |brushed| What::Body {
                    index,
                    brushed,
                }));
            }
        }
    }

    fn meet_clouds(&self, line: &Line, course: &Course, met: &mut Mets) {
        for (index, cloud) in self.changes.clouds.iter().enumerate() {
            let apart = self.body.base + cloud.radius;
            let (low, high) = (cloud.spot.z, cloud.spot.z + cloud.height);
            let met_it = course.parts.iter().any(|part| {
                let (from, until) = (line.at(part.sweep.0), line.at(part.sweep.1));
                low < part.feet + self.body.height
                    && part.feet <= high
                    && point_segment_cmp(cloud.spot.at, from, until, apart).is_lt()
            });
            if met_it {
                let kind = cloud.kind;
                met.push(round_met(line, cloud.spot.at, cloud.radius, |brushed| What::Cloud {
                    kind,
                    index,
                    brushed,
                }));
            }
        }
    }
}

/// Outlines of walls are rounded to micrometres; at the edge that is climbed, an overlap of so
/// little is none.
const HAIR: Length = Length::micrometres(4);

fn round_met(line: &Line, center: Point, radius: Length, what: impl Fn(bool) -> What) -> Met {
    match line.inside_circle(center, radius) {
        Some((from, until)) => Met { from, until, what: what(false) },
        None => {
            let place = line.nearest(center);
            Met { from: place, until: place, what: what(true) }
        }
    }
}

/// The least whole micrometre up to `length` for which something holds that, once it holds,
/// goes on holding.
fn first(length: Length, holds: impl Fn(Length) -> bool) -> Option<Length> {
    if holds(Length::ZERO) {
        return Some(Length::ZERO);
    }
    if !holds(length) {
        return None;
    }
    let (mut no, mut yes) = (0, length.um());
    while yes - no > 1 {
        let middle = no + (yes - no) / 2;
        if holds(Length::micrometres(middle)) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Some(Length::micrometres(yes))
}
