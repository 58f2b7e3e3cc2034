//! Woods: one neither sees through them nor into them (MUT-G-12).

use engine::ModelId;
use tabletop::polygon::point_segment_cmp;
use tabletop::sight::samples;
use tabletop::table::Ground;
use tabletop::{Body, Extent, PieceId, Polygon, Spot, measure};

use super::{Bar, SAMPLING, Seen};
use crate::gear::Stick;
use crate::state::{CONTACT, State};

/// What woods do to the lines between two bodies.
#[derive(Default)]
pub(super) struct Woods {
    /// The lines they close.
    pub(super) closed: u64,
    /// The wood that closes some, the first if there are several.
    pub(super) by: Option<PieceId>,
    /// Whether they give cover.
    pub(super) cover: bool,
}

impl State {
    /// The wood a place is in (MUT-G-12); killed ones do not count.
    pub fn wood_at(&self, spot: Spot) -> Option<PieceId> {
        self.woods().find(|wood| wood.shape.contains(spot.at)).map(|wood| wood.piece)
    }

    /// Whether a model is in a wood, at its inner edge (MUT-G-12).
    pub fn at_wood_edge(&self, model: ModelId) -> bool {
        let body = self.body(model);
        self.woods().any(|wood| wood.shape.contains(body.at()) && is_at_edge(&body, &wood.shape))
    }

    /// Woods that stand; what Herbicide has killed is in nobody's way (MUT-LOS-16).
    fn woods(&self) -> impl Iterator<Item = &Ground> {
        let stands = |wood: &&Ground| !self.scenery.dead_woods.contains(&wood.piece);
        self.all_woods().filter(stands)
    }

    pub(super) fn all_woods(&self) -> impl Iterator<Item = &Ground> {
        self.table.grounds().iter().filter(|ground| Seen::of(ground.kind) == Seen::Wood)
    }

    /// What woods do to the lines from one body to another. A betrayed target has shot out of
    /// its wood and can be seen in there (MUT-Q-84).
    pub(super) fn woods_between(
        &self,
        shooter: &Body,
        target: &Body,
        betrayed: bool,
    ) -> Result<Woods, Bar> {
        let mut found = Woods::default();
        for wood in self.woods() {
            let inside = |body: &Body| wood.shape.contains(body.at());
            match (inside(shooter), inside(target)) {
                (true, true) => {
                    if !measure::within_3d(shooter, target, self.stick(Stick::Short)) {
                        return Err(Bar::Within(wood.piece));
                    }
                    found.cover = true;
                }
                (false, true) if betrayed => found.cover = true,
                (false, true) => return Err(Bar::Into(wood.piece)),
                (true, false) if !is_at_edge(shooter, &wood.shape) => {
                    return Err(Bar::OutOf(wood.piece));
                }
                (true, false) => (),
                (false, false) => {
                    let lines = lines_through(&wood.shape, shooter, target);
                    if lines != 0 {
                        found.closed |= lines;
                        found.by = found.by.or(Some(wood.piece));
                        found.cover = true;
                    }
                }
            }
        }
        Ok(found)
    }
}

/// Whether a base in a wood touches or crosses its outline.
pub(super) fn is_at_edge(body: &Body, outline: &Polygon) -> bool {
    let reach = body.base + CONTACT;
    outline.sides().any(|(a, b)| point_segment_cmp(body.at(), a, b, reach).is_le())
}

/// The lines of a look that cross an outline as seen from above, whatever their height.
pub(super) fn lines_through(outline: &Polygon, shooter: &Body, target: &Body) -> u64 {
    let fan = Extent::around(&[shooter.at(), target.at()]).map(|e| e.grown(target.girth));
    if !fan.is_some_and(|fan| fan.meets(&outline.extent())) {
        return 0;
    }
    let columns = usize::from(SAMPLING.columns);
    let rows = usize::from(SAMPLING.rows);
    // One line per row, in the first column: seen from above, the lines of a column are one.
    let column = (0..rows).fold(0u64, |bits, row| bits | 1 << (row * columns));
    let ends = samples(shooter.eye(), target, SAMPLING).into_iter().take(columns).enumerate();
    ends.filter(|(_, end)| outline.is_crossed_by(shooter.at(), end.at))
        .fold(0, |lines, (index, _)| lines | column << index)
}
