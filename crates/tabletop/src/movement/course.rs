//! At which height a body moves along a leg: over hills, up and down at edges, across gaps.

use std::cmp::{Ordering, Reverse};

use smallvec::SmallVec;

use super::line::{Line, Span, Spans, common, joined, without};
use super::{Met, Mets, Mover, What};
use crate::length::Length;
use crate::point::Spot;
use crate::table::PieceId;
use crate::terrain::Kind;

/// A stretch of a leg with the feet at one height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Where the center is at that height.
    pub span: Span,
    /// Where the base sweeps the table at that height: below an edge it stops short of it,
    /// because a body about to climb is not yet in the thing it climbs.
    pub sweep: Span,
    pub feet: Length,
}

/// Which way a leg changes level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Up,
    Down,
}

/// A change of level within a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub place: Length,
    pub low: Length,
    pub high: Length,
    pub sense: Sense,
    /// The piece whose edge it is.
    pub piece: Option<PieceId>,
    /// Whether the higher level lies right above the lower end, with no way leading up.
    pub through: bool,
}

/// The heights along one leg.
pub(super) struct Course {
    pub parts: SmallVec<[Part; 4]>,
    pub change: Option<Change>,
}

/// What carries a body at one end of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footing {
    /// The ground, up and down whatever hills there are.
    Ground,
    /// Something level at a height above the ground.
    Level(Length),
}

/// The ground along a stretch, with the hill that makes it so high.
type Contour = (Span, Length, Option<PieceId>);
type Contours = SmallVec<[Contour; 4]>;

impl Change {
    /// Whether a part of the leg lies on the lower side of the edge.
    pub(super) fn is_below(&self, part: &Part) -> bool {
        match self.sense {
            Sense::Up => part.span.1 <= self.place,
            Sense::Down => part.span.0 >= self.place,
        }
    }
}

impl Mover<'_> {
    /// Works out the heights along a leg and reports slopes, gaps and the change of level.
    pub(super) fn course(&self, from: Spot, to: Spot, line: &Line, met: &mut Mets) -> Course {
        let ends = (self.footing(from), self.footing(to));
        let contours = self.contours(line);
        let whole = (Length::ZERO, line.length);
        let edge = self.edge(ends, line, &contours);
        let mut tracks = Tracks { line, contours: &contours, parts: SmallVec::new(), met };
        let Some(edge) = edge else {
            self.tread(&mut tracks, ends.0, (from.z, Some(to.z)), whole);
            return Course { parts: tracks.parts, change: None };
        };
        let (first, second) = ((whole.0, edge.place), (edge.place, whole.1));
        if first.0 < first.1 {
            self.tread(&mut tracks, ends.0, (from.z, None), first);
        }
        let before = tracks.parts.last().map_or(from.z, |part| part.feet);
        let rest = tracks.parts.len();
        self.tread(&mut tracks, ends.1, (to.z, Some(to.z)), second);
        let after = tracks.parts[rest].feet;
        let change = self.level(&edge, (before, after), tracks.met);
        if let Some(change) = &change {
            self.stop_short(change, &mut tracks.parts);
        }
        Course { parts: tracks.parts, change }
    }

    fn footing(&self, spot: Spot) -> Footing {
        if spot.z == self.table.ground_height(spot.at) {
            Footing::Ground
        } else {
            Footing::Level(spot.z)
        }
    }

    /// The height of the ground along a leg, stretch by stretch.
    fn contours(&self, line: &Line) -> Contours {
        let mut hills: Contours = Contours::new();
        for hill in self.table.hills() {
            let spans = line.upon(&hill.shape).into_iter();
            hills.extend(spans.map(|span| (span, hill.z, Some(hill.piece))));
        }
        let whole = (Length::ZERO, line.length);
        if hills.is_empty() {
            return SmallVec::from_iter([(whole, Length::ZERO, None)]);
        }
        let mut cuts: SmallVec<[Length; 8]> = SmallVec::from_slice(&[whole.0, whole.1]);
        cuts.extend(hills.iter().flat_map(|(span, ..)| [span.0, span.1]));
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.len() == 1 {
            cuts.push(whole.1);
        }
        let mut contours = Contours::new();
        for cut in cuts.windows(2) {
            let (from, until) = (cut[0], cut[1]);
            let over = hills.iter().filter(|(span, ..)| span.0 <= from && until <= span.1);
            // Of two hills of one height the one with the smaller number names the slope.
            let top = over.max_by_key(|(_, z, piece)| (*z, Reverse(*piece)));
            let (z, piece) = top.map_or((Length::ZERO, None), |(_, z, piece)| (*z, *piece));
            match contours.last_mut() {
                Some(last) if last.1 == z => last.0.1 = until,
                _ => contours.push(((from, until), z, piece)),
            }
        }
        contours
    }

    /// Where something level at a height carries the center, in order.
    fn coverage(&self, z: Length, line: &Line, contours: &Contours) -> Spans {
        let near = |height: Length| (height - z).abs() <= self.step;
        let mut spans = Spans::new();
        for i in self.table.surface_grid().near(line.extent()) {
            let surface = &self.table.surfaces()[i];
            if !surface.hill && near(surface.z) {
                spans.extend(line.upon(&surface.shape));
            }
        }
        for (span, height, _) in contours {
            if near(*height) {
                spans.extend(without(*span, &self.pits(line)));
            }
        }
        joined(spans)
    }

    /// Where the center is over a hole in the ground.
    fn pits(&self, line: &Line) -> Spans {
        joined(self.table.holes().iter().flat_map(|hole| line.inside(&hole.shape)).collect())
    }
}

/// What is being worked out about one leg.
struct Tracks<'a> {
    line: &'a Line,
    contours: &'a Contours,
    parts: SmallVec<[Part; 4]>,
    met: &'a mut Mets,
}

/// Where the level changes and between what, before heights are known.
struct Edge {
    place: Length,
    sense: Sense,
    way: Option<Kind>,
    piece: Option<PieceId>,
    /// Whether the higher level reaches over the lower end of the leg.
    covered: bool,
}

impl Mover<'_> {
    /// The edge at which a leg leaves one level for another. It is the edge of the higher one,
    /// unless stairs or a ladder lead up through it.
    fn edge(&self, ends: (Footing, Footing), line: &Line, contours: &Contours) -> Option<Edge> {
        let (z, low, sense) = match ends {
            (Footing::Ground, Footing::Ground) => return None,
            (Footing::Ground, Footing::Level(z)) => (z, None, Sense::Up),
            (Footing::Level(z), Footing::Ground) => (z, None, Sense::Down),
            (Footing::Level(a), Footing::Level(b)) => match a.cmp(&b) {
                Ordering::Equal => return None,
                Ordering::Less => (b, Some(a), Sense::Up),
                Ordering::Greater => (a, Some(b), Sense::Down),
            },
        };
        let lower_end = match sense {
            Sense::Up => Length::ZERO,
            Sense::Down => line.length,
        };
        let edges = |z: Length| edges_of(&self.coverage(z, line, contours), line.length);
        // The lower level lasts from its own end of the leg, the higher one up to the other.
        let (first, last) = edges(z);
        let (place, low_until) = match (sense, low.map(edges)) {
            (Sense::Up, Some((first, _))) => (last, first),
            (Sense::Down, Some((_, last))) => (first, last),
            (Sense::Up, None) => (last, line.length),
            (Sense::Down, None) => (first, Length::ZERO),
        };
        // As long as both levels carry the body it may change over by a way.
        let (both, foot) = match sense {
            Sense::Up => ((place, low_until.max(place)), ground_before(contours, place)),
            Sense::Down => ((low_until.min(place), place), ground_after(contours, place)),
        };
        let way = self.way_within(both, (low.unwrap_or(foot), z), line, sense);
        let covered = place == lower_end;
        let (place, way) = way.map_or((place, None), |(place, kind)| (place, Some(kind)));
        Some(Edge { place, sense, way, piece: self.piece_at(z, place, line), covered })
    }

    /// The first stairs or ladder between two heights that a stretch of the leg touches, and
    /// where.
    fn way_within(
        &self,
        both: Span,
        (low, high): (Length, Length),
        line: &Line,
        sense: Sense,
    ) -> Option<(Length, Kind)> {
        let near = |a: Length, b: Length| (a - b).abs() <= self.step;
        let ways = self.table.ways().iter().filter(|w| near(w.low, low) && near(w.high, high));
        let places = ways.flat_map(|way| {
            line.upon(&way.shape).into_iter().filter_map(move |span| {
                let (from, until) = (span.0.max(both.0), span.1.min(both.1));
                (from <= until).then_some((from, until, way.kind))
            })
        });
        match sense {
            Sense::Up => places.map(|(from, _, kind)| (from, kind)).min(),
            Sense::Down => places
                .map(|(_, until, kind)| (until, kind))
                .max_by_key(|(place, kind)| (*place, Reverse(*kind))),
        }
    }

    /// The piece whose level at a height a place of the leg belongs to.
    fn piece_at(&self, z: Length, place: Length, line: &Line) -> Option<PieceId> {
        let here = self.table.surface_grid().near(line.extent());
        let levels = here.map(|i| &self.table.surfaces()[i]).filter(|s| {
            let spans = line.upon(&s.shape);
            !s.hill && s.z == z && spans.iter().any(|span| span.0 <= place && place <= span.1)
        });
        levels.map(|s| s.piece).min()
    }

    /// Reports a change of level, if it is one that is noticed.
    fn level(
        &self,
        edge: &Edge,
        (before, after): (Length, Length),
        met: &mut Mets,
    ) -> Option<Change> {
        let rise = after - before;
        if rise.abs() <= self.step {
            return None;
        }
        let (place, sense) = (edge.place, edge.sense);
        met.push(Met { from: place, until: place, what: What::Level { rise, way: edge.way } });
        let (low, high) = (before.min(after), before.max(after));
        let through = edge.covered && edge.way.is_none();
        Some(Change { place, low, high, sense, piece: edge.piece, through })
    }

    /// Adds the parts of a stretch on one footing, and reports its slopes and gaps. `heights`
    /// are those at its start and, if the leg ends with it, at its end.
    fn tread(
        &self,
        tracks: &mut Tracks<'_>,
        footing: Footing,
        heights: (Length, Option<Length>),
        span: Span,
    ) {
        let (line, contours) = (tracks.line, tracks.contours);
        match footing {
            Footing::Level(z) => {
                tracks.gaps(span, &self.coverage(z, line, contours));
                tracks.parts.push(Part { span, sweep: span, feet: z });
            }
            Footing::Ground => {
                for pit in self.pits(line).into_iter().filter_map(|pit| common(pit, span)) {
                    // A plank over the pit is as good as ground.
                    let planks = self.planks(ground_before(contours, pit.0), line);
                    tracks.gaps(pit, &planks);
                }
                self.tread_ground(tracks, heights, span);
            }
        }
    }

    fn planks(&self, z: Length, line: &Line) -> Spans {
        let near = self.table.surface_grid().near(line.extent());
        let surfaces = near.map(|i| &self.table.surfaces()[i]);
        let level = surfaces.filter(|s| !s.hill && (s.z - z).abs() <= self.step);
        joined(level.flat_map(|s| line.upon(&s.shape)).collect())
    }

    fn tread_ground(
        &self,
        tracks: &mut Tracks<'_>,
        (start, end): (Length, Option<Length>),
        span: Span,
    ) {
        let first = tracks.parts.len();
        // Only a leg that starts on the ground starts at a height of its own; one that comes
        // down onto it takes the height it finds.
        let mut last = (span.0 == Length::ZERO).then_some((start, None));
        for (stretch, feet, piece) in tracks.contours {
            let Some(part) = common(*stretch, span) else { continue };
            if part.0 == part.1 && span.0 < span.1 {
                continue;
            }
            if let Some((height, old)) = last {
                // A body on the very edge of a hill is as high as the hill, if only there.
                if height != *feet && part.0 == Length::ZERO {
                    let here = (part.0, part.0);
                    tracks.parts.push(Part { span: here, sweep: here, feet: height });
                }
                let named = if *feet > height { *piece } else { old };
                tracks.slope(part.0, *feet - height, named.or(self.any_hill(height)));
            }
            tracks.parts.push(Part { span: part, sweep: part, feet: *feet });
            last = Some((*feet, *piece));
        }
        if tracks.parts.len() == first {
            tracks.parts.push(Part { span, sweep: span, feet: end.unwrap_or(start) });
        } else if let (Some(end), Some((height, piece))) = (end, last) {
            let named = if end > height { self.any_hill(end) } else { piece };
            tracks.slope(span.1, end - height, named);
            if end != height {
                let here = (span.1, span.1);
                tracks.parts.push(Part { span: here, sweep: here, feet: end });
            }
        }
    }

    /// The hill of a given height, for the rare leg that starts or ends on the very edge of
    /// one and so has no stretch on it.
    fn any_hill(&self, z: Length) -> Option<PieceId> {
        self.table.hills().filter(|hill| hill.z == z).map(|hill| hill.piece).min()
    }

    fn stop_short(&self, change: &Change, parts: &mut SmallVec<[Part; 4]>) {
        let base = self.body.base;
        for part in parts.iter_mut().filter(|part| change.is_below(part)) {
            let (from, until) = part.span;
            part.sweep = match change.sense {
                Sense::Up => (from, until.min(change.place - base).max(from)),
                Sense::Down => (from.max(change.place + base).min(until), until),
            };
        }
    }
}

impl Tracks<'_> {
    /// Reports what is left open of a stretch by what carries the body.
    fn gaps(&mut self, span: Span, cover: &[Span]) {
        for (from, until) in without(span, cover) {
            self.met.push(Met { from, until, what: What::Gap { width: until - from } });
        }
    }

    fn slope(&mut self, place: Length, rise: Length, piece: Option<PieceId>) {
        if let Some(piece) = piece.filter(|_| rise != Length::ZERO) {
            self.met.push(Met { from: place, until: place, what: What::Slope { rise, piece } });
        }
    }
}

/// How far stretches carry without a break from the start of a leg, and from where on they do
/// to its end.
fn edges_of(cover: &Spans, length: Length) -> Span {
    let first = cover.first().filter(|span| span.0 == Length::ZERO);
    let last = cover.last().filter(|span| span.1 == length);
    (first.map_or(Length::ZERO, |span| span.1), last.map_or(length, |span| span.0))
}

/// The height of the ground just before a place.
fn ground_before(contours: &Contours, place: Length) -> Length {
    let found = contours.iter().find(|(span, ..)| place <= span.1);
    found.map_or(Length::ZERO, |(_, z, _)| *z)
}

/// The height of the ground just after a place.
fn ground_after(contours: &Contours, place: Length) -> Length {
    let found = contours.iter().rev().find(|(span, ..)| span.0 <= place);
    found.map_or(Length::ZERO, |(_, z, _)| *z)
}
