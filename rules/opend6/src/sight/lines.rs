//! The five lines of a look, and what they meet (OD6-GEO-06 to 10).

use std::cell::OnceCell;

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::sight::{Gaze, Optic, Optics, Sampling, Sightline, samples};
use tabletop::{Body, Extent, Kind, Length, PieceId, Point, Spot, Vector};

use super::Bar;
use crate::cover::shelter::Shelter;
use crate::options::ProneHidden;
use crate::state::{BASE, STANDING, State};
use crate::terrain::WAIST;
use crate::terrain::openings::{Opening, Wall, any_wall, openings_where};

/// Five lines side by side, from head to head.
pub(super) const SAMPLING: Sampling = Sampling::new(5, 1);
/// With five lines, the outer ones end at four fifths of this: at the edge of a base.
const SPREAD: Length = Length::micrometres(BASE.um() / 4 * 5);
/// What is just as high as a line is in its way (OD6-GEO-08), so lines run this much lower.
const HAIR: Length = Length::micrometres(1);
/// The ends of lines are rounded, and so may be almost this far beside a base.
const BESIDE: Length = Length::micrometres(8);

const fn solid(kinds: &[Kind]) -> Optics {
    let mut optics = Optics::clear();
    let mut i = 0;
    while i < kinds.len() {
        optics = optics.with(kinds[i], Optic::Solid);
        i += 1;
    }
    optics
}

/// What nobody sees through. Scrub, water, wire and lone trees hide nobody (OD6-LOS-18,
/// OD6-TER-11); doors and windows are seen through (OD6-LOS-09); woods are measured.
pub(super) const THINGS: Optics = solid(&[
    Kind::LowWall,
    Kind::HighWall,
    Kind::Hedge,
    Kind::Fence,
    Kind::Building,
    Kind::Floor,
    Kind::Rock,
    Kind::Crystal,
    Kind::Crate,
    Kind::Barrel,
    Kind::Vehicle,
    Kind::Well,
]);
const HILLS: Optics = solid(&[Kind::Hill]);

/// A body as it is looked at: as wide as its base, at one height only.
pub(super) fn silhouette(body: &Body, height: Length) -> Body {
    Body { girth: SPREAD, height: height * 2, ..*body }
}

/// The eye of one body and the silhouette of another, both at a height above their feet.
fn head_to_head(a: &Body, b: &Body, height: Length) -> (Spot, Body) {
    (a.at().at_height(a.feet() + height), silhouette(b, height))
}

fn is_prone(body: &Body) -> bool {
    body.height < STANDING
}

/// Whether a look along some lines leaves one open; if not, this was in the way.
fn left(lines: u64, bar: impl FnOnce() -> Bar) -> Result<u64, Bar> {
    if lines == 0 { Err(bar()) } else { Ok(lines) }
}

impl State {
    /// The free lines from one body to another, or from the other to the one, or what is in the
    /// way of all of them. The first line of a look is the rightmost.
    pub(super) fn look(&self, a: &Body, b: &Body, ignored: &[ModelId]) -> Result<u64, Bar> {
        if let Some(bar) = self.lies_hidden(a, b) {
            return Err(bar);
        }
        let lines = self.look_from(a, b, ignored).or_else(|bar| {
            let hopeless = self.cuts_off(a, b);
            let back = if hopeless { Err(bar) } else { self.look_from(b, a, ignored) };
            back.map_err(|_| bar)
        })?;
        self.through_woods(a.eye(), b.eye()).map_or(Ok(lines), |piece| Err(Bar::Woods(piece)))
    }

    /// What hides one of two who lies from the other.
    fn lies_hidden(&self, a: &Body, b: &Body) -> Option<Bar> {
        let mut lying = [(a, b), (b, a)].into_iter().filter(|(one, _)| is_prone(one));
        lying.find_map(|(lies, other)| self.hides_prone(lies, other))
    }

    /// Whether woods or a single wall are between two bodies, or one of them lies where the other
    /// cannot see him: whatever is quickly found out and the same both ways.
    pub(super) fn is_hidden(&self, a: &Body, b: &Body) -> bool {
        self.is_behind_wall(a, b)
            || self.cuts_off(a, b)
            || self.through_woods(a.eye(), b.eye()).is_some()
            || self.lies_hidden(a, b).is_some()
    }

    /// The free lines from the middle of one base to the other, woods apart.
    pub(super) fn look_from(&self, a: &Body, b: &Body, ignored: &[ModelId]) -> Result<u64, Bar> {
        let mut lines = self.past_things(a, b)?;
        lines = self.past_hills(a, b, lines)?;
        lines = self.past_soldiers(a, b, lines, ignored)?;
        self.past_walls(a, b, lines)
    }

    /// Doors and windows, and what is low but hides whoever lies.
    pub(super) fn past_walls(&self, a: &Body, b: &Body, lines: u64) -> Result<u64, Bar> {
        let lines = self.through_openings(a, b, lines)?;
        if is_prone(a) || is_prone(b) { self.along_the_ground(a, b, lines) } else { Ok(lines) }
    }

    /// Whether a single wall hides two soldiers from each other altogether, which is quickly
    /// found out.
    fn cuts_off(&self, a: &Body, b: &Body) -> bool {
        let tall = |body: &Body| Body { height: STANDING, eye: STANDING, ..*body };
        self.sightline(&THINGS).cuts_off(&tall(a), &tall(b))
    }

    /// Whether a wall of a building stands between two soldiers, none of them at a door or window
    /// of it: then no line gets through, be it stone or not where the line meets the wall
    /// (OD6-LOS-09 to 12).
    fn is_behind_wall(&self, a: &Body, b: &Body) -> bool {
        let strip = Strip::between(a.at(), b.at());
        let edges = OnceCell::new();
        let (low, high) = (a.feet().min(b.feet()), a.feet().max(b.feet()) + STANDING);
        let shut = |opening: &Opening| opening.top >= high && closed_by(opening, a, b).is_some();
        let hides = |wall: &Wall| {
            wall.bottom <= low
                && wall.top >= high
                && edges.get_or_init(|| strip.edges()).iter().all(|edge| wall.is_crossed(*edge))
                && wall.openings.iter().all(shut)
        };
        any_wall(&self.table, |extent| strip.is_near(extent), hides)
    }

    pub(super) fn sightline(&self, optics: &'static Optics) -> Sightline<'_> {
        let (table, changes) = (&self.table, &self.changes);
        Sightline { table, changes, optics, sampling: SAMPLING }
    }

    /// The lines past walls, buildings and crates (OD6-LOS-04, 08, 09). Whoever lies is looked at
    /// as if he stood: what is too low to hide a standing man is judged apart.
    pub(super) fn clear_of_things(&self, a: &Body, b: &Body) -> u64 {
        let (eye, target) = head_to_head(a, b, STANDING - HAIR);
        self.sightline(&THINGS).past_solids(eye, &target)
    }

    /// The lines past hills: these hide what is behind them if they are higher than two metres
    /// above it, lying or standing (OD6-TER-18, OD6-Q-07).
    pub(super) fn clear_of_hills(&self, a: &Body, b: &Body) -> u64 {
        // Most of the time none is near.
        let around = box_of(a.at(), b.at()).grown(BASE + BASE);
        if !self.table.hills().any(|hill| hill.shape.extent().meets(&around)) {
            return u64::MAX;
        }
        let (eye, target) = head_to_head(a, b, STANDING);
        self.sightline(&HILLS).past_solids(eye, &target)
    }

    fn past_things(&self, a: &Body, b: &Body) -> Result<u64, Bar> {
        left(self.clear_of_things(a, b), || {
            let (eye, target) = head_to_head(a, b, STANDING - HAIR);
            self.thing_bar(self.sightline(&THINGS).look(eye, &target).witness)
        })
    }

    fn past_hills(&self, a: &Body, b: &Body, lines: u64) -> Result<u64, Bar> {
        left(lines & self.clear_of_hills(a, b), || {
            let (eye, target) = head_to_head(a, b, STANDING);
            Bar::Hill(self.sightline(&HILLS).look(eye, &target).witness)
        })
    }

    /// Soldiers hide what is behind their bases, unless a line passes above their heads
    /// (OD6-LOS-05, 06, OD6-GEO-07).
    pub(super) fn past_soldiers(
        &self,
        a: &Body,
        b: &Body,
        mut lines: u64,
        ignored: &[ModelId],
    ) -> Result<u64, Bar> {
        let mut gaze = None;
        for soldier in self.between(a, b, ignored) {
            let body = self.body(soldier);
            let body = Body { height: body.height + HAIR, ..body };
            let look = || Gaze::new(a.eye(), &silhouette(b, b.height), SAMPLING);
            lines &= !gaze.get_or_insert_with(look).met_by(&body);
            left(lines, || Bar::Soldier(soldier))?;
        }
        Ok(lines)
    }

    /// The soldiers whose bases some line between two bases may cross, but for some.
    pub(super) fn between(
        &self,
        a: &Body,
        b: &Body,
        ignored: &[ModelId],
    ) -> impl Iterator<Item = ModelId> {
        let (from, to) = (a.at(), b.at());
        let along = to - from;
        let around = box_of(from, to).grown(BASE + BASE);
        // Roots are dear, and most of the time nobody is in the box.
        let length = OnceCell::new();
        let clear = move || (BASE + BASE).wide() * *length.get_or_init(|| along.length().wide());
        self.standing().filter(move |m| {
            let at = self.spot(*m).at;
            around.contains(at) && !ignored.contains(m) && along.cross(at - from).abs() <= clear()
        })
    }

    /// A line through a door or window is free if one of the two is at it; if the other lies, he
    /// who does not lie must be (OD6-LOS-10 to 12, OD6-GEO-10).
    fn through_openings(&self, a: &Body, b: &Body, mut lines: u64) -> Result<u64, Bar> {
        let strip = Strip::between(a.at(), b.at());
        let is_near = |extent: &Extent| strip.is_near(extent);
        let near = openings_where(&self.table, is_near, |opening| strip.is_among(&opening.corners));
        let shut = |opening: Opening| Some((opening, closed_by(&opening, a, b)?));
        let closed: SmallVec<[(Opening, Bar); 4]> = near.into_iter().filter_map(shut).collect();
        if closed.is_empty() {
            return Ok(lines);
        }
        for (line, to) in ends(a.eye(), b) {
            if lines & line == 0 {
                continue;
            }
            let shut = closed.iter().find(|(opening, _)| passes_through(opening, a.eye(), to));
            if let Some((_, bar)) = shut {
                lines &= !line;
                left(lines, || *bar)?;
            }
        }
        Ok(lines)
    }

    /// Lines to and from somebody who lies run low; what stands right before the other one, and
    /// is no higher than his waist, is not in his way (OD6-LOS-07, OD6-GEO-08).
    fn along_the_ground(&self, a: &Body, b: &Body, mut lines: u64) -> Result<u64, Bar> {
        let sight = self.sightline(&THINGS);
        // Where nothing is in the way, nobody has to look over it.
        let clear = sight.past_solids(a.eye(), &silhouette(b, b.height));
        if lines & !clear == 0 {
            return Ok(lines);
        }
        for (line, to) in ends(a.eye(), b) {
            if lines & !clear & line == 0 {
                continue;
            }
            let trace = sight.line(a.eye(), to);
            let solid = |kind: Kind| THINGS.of(kind) == Optic::Solid;
            let met = trace.passes.iter().filter(|pass| !pass.over && solid(pass.kind));
            let mut pieces = met.filter_map(|pass| pass.piece);
            if let Some(piece) = pieces.find(|p| !self.looks_over(*p, a) && !self.looks_over(*p, b))
            {
                lines &= !line;
                left(lines, || Bar::BehindWall(piece))?;
            }
        }
        Ok(lines)
    }

    /// Whether somebody stands right before a low thing and looks over it.
    fn looks_over(&self, piece: PieceId, body: &Body) -> bool {
        let thing = self.table.piece(piece);
        let low = thing.bottom + thing.height <= body.feet() + WAIST;
        low && !is_prone(body) && self.is_at_piece(piece, body)
    }

    /// What hides somebody who lies from another: cover that he is right behind, and that the
    /// other is not right at (OD6-LOS-17, OD6-Q-23, OD6-Q-24).
    fn hides_prone(&self, lies: &Body, other: &Body) -> Option<Bar> {
        let all = self.agreed.prone_hidden == ProneHidden::AllCover;
        let hides = |shelter: &Shelter<'_>| {
            (all || shelter.is_line())
                && shelter.is_between(lies, other)
                && !shelter.is_right_at(other)
        };
        let growth = || all.then(|| self.growth_around(lies, other)).flatten();
        let shelter = self.shelters(lies).into_iter().find(hides);
        shelter.map(|s| s.bar()).or_else(|| growth().map(Bar::InGrowth))
    }
}

/// The bit and the end of each line of a look, the middle one first.
pub(super) fn ends(eye: Spot, target: &Body) -> impl Iterator<Item = (u64, Spot)> {
    let ends: SmallVec<[Spot; 5]> =
        samples(eye, &silhouette(target, target.height), SAMPLING).into_iter().collect();
    [2, 1, 3, 0, 4].into_iter().map(move |i| (1 << i, ends[i]))
}

/// Why nobody sees through a door or window, if so.
fn closed_by(opening: &Opening, a: &Body, b: &Body) -> Option<Bar> {
    let (at_a, at_b) = (opening.is_adjacent(a), opening.is_adjacent(b));
    let below = (is_prone(a) && !at_b) || (is_prone(b) && !at_a);
    if !at_a && !at_b {
        Some(Bar::Opening(opening.piece))
    } else {
        below.then_some(Bar::BelowOpening(opening.piece))
    }
}

/// Whether a line runs through an opening rather than above its wall.
fn passes_through(opening: &Opening, from: Spot, to: Spot) -> bool {
    let [a, b, ..] = opening.corners;
    if !opening.is_crossed(from.at, to.at) {
        return false;
    }
    let (along, wall) = (to.at - from.at, b - a);
    let (part, whole) = (i128::from((a - from.at).cross(wall)), i128::from(along.cross(wall)));
    let rise = i128::from((to.z - from.z).wide());
    // A line along the wall is as high as anywhere.
    let climbed = if whole == 0 { 0 } else { rise * part / whole };
    i128::from(from.z.um()) + climbed <= i128::from(opening.top.um())
}

/// Some line between two bases, and what may be near it.
pub(super) struct Strip {
    from: Point,
    along: Vector,
    around: Extent,
    /// How far to the side of it is clear of it, times its length. Roots are dear, and most of
    /// the time nothing is in the box.
    clear: OnceCell<i64>,
}

impl Strip {
    /// All lines between two bases in these places.
    pub(super) fn between(from: Point, to: Point) -> Strip {
        let around = box_of(from, to).grown(BASE + BASE);
        Strip { from, along: to - from, around, clear: OnceCell::new() }
    }

    /// Its two edges, just beside the bases: every line of a look runs between them.
    fn edges(&self) -> [(Point, Point); 2] {
        let side = self.along.left().of_length(BASE + BESIDE);
        let edge = |by: Vector| (self.from + by, self.from + self.along + by);
        [edge(side), edge(-side)]
    }

    /// How far to the side of it is clear of it, times its length: with one more micrometre,
    /// because the length is rounded.
    fn clear(&self) -> i64 {
        let reach = (BASE + BASE).wide();
        *self.clear.get_or_init(|| reach * (self.along.length().wide() + 1))
    }

    /// Whether a box may meet one of them.
    pub(super) fn is_near(&self, extent: &Extent) -> bool {
        if !extent.meets(&self.around) {
            return false;
        }
        let (low, high) = (extent.low, extent.high);
        self.is_among(&[low, high, Point::new(low.x, high.y), Point::new(high.x, low.y)])
    }

    /// Whether points are not all on one side of all of them.
    fn is_among(&self, corners: &[Point; 4]) -> bool {
        let sides = corners.map(|corner| self.along.cross(corner - self.from));
        let clear = self.clear();
        !(sides.iter().all(|side| *side > clear) || sides.iter().all(|side| *side < -clear))
    }
}

/// The smallest box around two points.
pub(super) fn box_of(a: Point, b: Point) -> Extent {
    Extent {
        low: Point::new(a.x.min(b.x), a.y.min(b.y)),
        high: Point::new(a.x.max(b.x), a.y.max(b.y)),
    }
}
