//! Woods, swamps and scrub: how far one sees in them, and what they hide (OD6-LOS-13 to 16).

use std::cell::OnceCell;
use std::cmp::Ordering;

use tabletop::polygon::{Polygon, Ratio, point_segment_cmp, segments_meet};
use tabletop::table::Ground;
use tabletop::{Body, Kind, Length, PieceId, Point, Spot, measure};

use super::lines::Strip;
use crate::cover::Cover;
use crate::state::{ADJACENT, State};
use crate::terrain::growth;

/// How high the growth of a swamp is: as high as woods, since swamps are drawn flat.
const TREES: Length = Kind::LightWoods.usual_height();
/// Sight is used up by eighths of light, sixths of medium and quarters of dense wood: all of
/// them are whole parts of this.
const WHOLE: i64 = 24;

/// Wood or scrub that a line may run through.
#[derive(Clone, Copy)]
pub(crate) struct Growth<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) cover: Cover,
    /// How far one sees in it; scrub does not matter.
    limit: Option<Length>,
    top: Length,
}

impl Growth<'_> {
    fn shape(&self) -> &Polygon {
        &self.ground.shape
    }

    /// How much of a line runs through it, seen from above, and not over it.
    pub(crate) fn length(&self, from: Spot, to: Spot) -> Length {
        if from.z > self.top && to.z > self.top {
            return Length::ZERO;
        }
        let whole = (to.at - from.at).length();
        let chords = self.shape().chords(from.at, to.at);
        let part = |(enter, leave)| {
            let (enter, leave) = self.below_top((from.z, to.z), (enter, leave));
            (leave.of(whole) - enter.of(whole)).max(Length::ZERO)
        };
        chords.into_iter().map(part).sum()
    }

    /// The part of a stretch that is not above the trees.
    fn below_top(
        &self,
        (from, to): (Length, Length),
        (enter, leave): (Ratio, Ratio),
    ) -> (Ratio, Ratio) {
        let over = |z: Length| (z - self.top).wide();
        match (over(from) > 0, over(to) > 0) {
            (false, true) => (enter, leave.min(Ratio::new(-over(from), over(to) - over(from)))),
            (true, false) => (enter.max(Ratio::new(over(from), over(from) - over(to))), leave),
            _ => (enter, leave),
        }
    }

    pub(crate) fn is_around(&self, body: &Body) -> bool {
        self.shape().contains(body.at())
    }

    /// Whether somebody is in it with his feet at least, so that it covers him even from those
    /// who look down on him (OD6-COV-06).
    pub(crate) fn holds(&self, body: &Body) -> bool {
        self.is_around(body) && body.feet() < self.top
    }

    /// Whether somebody inside looks out of it over an edge that is within an inch of him
    /// (OD6-LOS-16).
    pub(crate) fn is_left_over_edge(&self, body: &Body, other: &Body) -> bool {
        self.is_around(body)
            && !self.is_around(other)
            && crosses_near_side(self.shape(), body, other.at())
    }
}

/// Whether a line from somebody crosses a side of an outline that is within an inch of him.
pub(crate) fn crosses_near_side(shape: &Polygon, body: &Body, to: Point) -> bool {
    let reach = body.base + ADJACENT;
    shape.sides().any(|(a, b)| {
        point_segment_cmp(body.at(), a, b, reach) != Ordering::Greater
            && segments_meet((a, b), (body.at(), to))
    })
}

impl State {
    /// The woods, swamps and scrub that a line between two points may run through.
    pub(crate) fn growths(&self, a: Point, b: Point) -> impl Iterator<Item = Growth<'_>> {
        let grounds = self.table.grounds().iter();
        let strip = OnceCell::new();
        grounds.filter_map(move |ground| {
            let (cover, limit) = match ground.kind {
                Kind::Scrub => (Cover::Light, None),
                kind => growth(kind, &self.agreed).map(|(cover, limit)| (cover, Some(limit)))?,
            };
            let strip = strip.get_or_init(|| Strip::between(a, b));
            let near = strip.is_near(&ground.shape.extent());
            let piece = self.table.piece(ground.piece);
            let height = if piece.height > Length::ZERO { piece.height } else { TREES };
            near.then_some(Growth { ground, cover, limit, top: piece.bottom + height })
        })
    }

    /// Woods and swamps let a line through while the inches of it in each, as parts of what one
    /// sees there, are not more than one in all (OD6-LOS-13, OD6-GEO-09). The line is that
    /// between the middles of the bases. If it is not let through, the wood in which it ends.
    pub(super) fn through_woods(&self, from: Spot, to: Spot) -> Option<PieceId> {
        let most = WHOLE * Length::inches(1).wide();
        let mut used = 0;
        for wood in self.growths(from.at, to.at) {
            let Some(limit) = wood.limit else { continue };
            let share = WHOLE * Length::inches(1).wide() / limit.wide();
            used += wood.length(from, to).wide() * share;
            if used > most {
                return Some(wood.ground.piece);
            }
        }
        None
    }

    /// The wood or scrub somebody lies in, if the other is not right at it (OD6-Q-23).
    pub(super) fn growth_around(&self, lies: &Body, other: &Body) -> Option<PieceId> {
        let hides = |growth: &Growth<'_>| {
            growth.is_around(lies) && !measure::within_of_shape(other, growth.shape(), ADJACENT)
        };
        self.growths(lies.at(), lies.at()).find(hides).map(|growth| growth.ground.piece)
    }
}
