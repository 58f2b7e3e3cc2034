//! The fan of lines of one look.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::round::Round;
use super::{Ends, Look, OPAQUE, SOLID, Sampling, Sightline};
use crate::body::Body;
use crate::length::Length;
use crate::point::{Point, Spot};
use crate::polygon::{Extent, Polygon, Stretch};
use crate::table::{PieceId, Volume};

/// How much wider than the silhouette the fan is taken when terrain is looked for, so that
/// lines whose ends were rounded are certainly inside of it.
const SLACK: Length = Length::micrometres(8);

/// Works out a look.
pub fn look(sight: &Sightline<'_>, eye: Spot, target: &Body) -> Look {
    let sampling = Sampling::new(sight.sampling.columns, sight.sampling.rows);
    let near = candidates(sight, eye, target);
    if near.is_empty() && sight.changes.clouds.is_empty() {
        return Look::clear(sampling);
    }
    let ends = Ends::new(eye.at, target, sampling);
    let mut tally = Tally::new(sampling);
    for index in near {
        let volume = &sight.table.volumes()[index as usize];
        let level = sight.level(volume);
        if tally.cares(volume.piece, level) {
            tally.add(volume.piece, level, lines_through(volume, eye, &ends, sampling.all()));
        }
    }
    for cloud in &sight.changes.clouds {
        let level = sight.optics.level(cloud.kind);
        if level > 0 {
            tally.add_cloud(level, Round::of_cloud(cloud).clouded(eye, &ends));
        }
    }
    tally.look()
}

/// The lines that nothing solid hides, whatever screens do. The search ends as soon as there is
/// none left, and volumes are asked about open lines only.
pub fn past_solids(sight: &Sightline<'_>, eye: Spot, target: &Body) -> u64 {
    let sampling = Sampling::new(sight.sampling.columns, sight.sampling.rows);
    let mut open = sampling.all();
    let mut ends = None;
    _ = each_candidate(sight, eye, target, |index| {
        let volume = &sight.table.volumes()[index];
        if sight.level(volume) == SOLID {
            let ends = ends.get_or_insert_with(|| Ends::new(eye.at, target, sampling));
            open &= !lines_through(volume, eye, ends, open);
        }
        if open == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    for cloud in &sight.changes.clouds {
        if sight.optics.level(cloud.kind) == SOLID {
            let ends = ends.get_or_insert_with(|| Ends::new(eye.at, target, sampling));
            open &= !Round::of_cloud(cloud).clouded(eye, ends);
        }
    }
    open
}

/// The volumes that may hide something, some of them perhaps twice.
fn candidates(sight: &Sightline<'_>, eye: Spot, target: &Body) -> SmallVec<[u32; 32]> {
    let mut near = SmallVec::new();
    _ = each_candidate(sight, eye, target, |index| {
        near.push(index as u32);
        ControlFlow::Continue(())
    });
    near
}

/// Visits the volumes that may hide something, some of them perhaps twice, until the visitor
/// breaks off.
fn each_candidate(
    sight: &Sightline<'_>,
    eye: Spot,
    target: &Body,
    mut visit: impl FnMut(usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let grid = sight.table.volume_grid();
    let low = eye.z.min(target.feet());
    let high = eye.z.max(target.head());
    let mut consider = |index: usize| {
        let volume = &sight.table.volumes()[index];
        let matters = volume.bottom < high && volume.top > low && sight.level(volume) > 0;
        if matters { visit(index) } else { ControlFlow::Continue(()) }
    };
    let breadth = target.girth + SLACK;
    let toward = target.at() - eye.at;
    if toward.squared() > (breadth + SLACK).squared() {
        let side = toward.left().of_length(breadth);
        let ends = (target.at() + -side, target.at() + side);
        return grid.along(eye.at, ends, consider);
    }
    // So near, rounding could put lines outside of the fan; the box is safe and small.
    let points = Extent { low: eye.at, high: eye.at }.grown(breadth + breadth + SLACK);
    grid.near(points).try_for_each(&mut consider)
}

/// Those of some lines that run through a volume, whatever it does to them.
fn lines_through(volume: &Volume, eye: Spot, ends: &Ends, wanted: u64) -> u64 {
    let columns = ends.columns.len();
    // One line per row, in the first column.
    let rows: u64 = (0..ends.heights.len()).fold(0, |bits, row| bits | 1 << (row * columns));
    // With two columns left nothing is gained by asking about the outermost first.
    let few = (0..columns).filter(|column| wanted & rows << column != 0).count() <= 2;
    if !few && is_curtain(volume, eye, ends) {
        return wanted;
    }
    let mut lines = 0;
    for (column, to) in ends.columns.iter().enumerate() {
        if wanted & rows << column == 0 {
            continue;
        }
        volume.shape.each_chord(eye.at, *to, |stretch| {
            let (first, last) = rows_within(volume, eye.z, &ends.heights, stretch);
            if first < last {
                let below = |row: usize| low_bits(row * columns);
                lines |= (rows & below(last) & !below(first)) << column;
            }
        });
    }
    lines & wanted
}

/// Whether a volume hides all lines at once, as most walls do: it is taller than every line,
/// and convex, and the outermost lines on both sides run through it, so that those between them
/// do too.
fn is_curtain(volume: &Volume, eye: Spot, ends: &Ends) -> bool {
    let (Some(lowest), Some(highest)) = (ends.heights.first(), ends.heights.last()) else {
        return false;
    };
    let (Some(right), Some(left)) = (ends.columns.first(), ends.columns.last()) else {
        return false;
    };
    volume.bottom < eye.z.min(*lowest)
        && volume.top > eye.z.max(*highest)
        && volume.shape.is_convex()
        && is_crossed_early(&volume.shape, eye, *right)
        && is_crossed_early(&volume.shape, eye, *left)
}

/// Whether a line enters an outline before its last thousandth: the ends of the lines between
/// the outermost ones are rounded, and might fall just short of one that is entered later.
fn is_crossed_early(shape: &Polygon, eye: Spot, to: Point) -> bool {
    let mut early = false;
    shape.each_chord(eye.at, to, |(enter, _)| early = enter.num() * 1_024 < enter.den() * 1_023);
    early
}

/// Whether something that hides everything stands between two bodies, so that neither can see
/// anything of the other: a solid convex volume that reaches from below both to above both, and
/// that both edges of the strip between them run through. Cheap, and enough for most walls.
pub fn screened_off(sight: &Sightline<'_>, a: &Body, b: &Body) -> bool {
    let toward = b.at() - a.at();
    let side = toward.left().of_length(a.girth.max(b.girth) + SLACK);
    let (low, high) = (a.feet().min(b.feet()), a.head().max(b.head()));
    let hides = |volume: &Volume| {
        volume.bottom <= low
            && volume.top >= high
            && sight.level(volume) == SOLID
            && volume.shape.is_convex()
            && volume.shape.is_crossed_by(a.at() + side, b.at() + side)
            && volume.shape.is_crossed_by(a.at() + -side, b.at() + -side)
    };
    let visit = |index: usize| match hides(&sight.table.volumes()[index]) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    sight.table.volume_grid().along(a.at(), (b.at(), b.at()), visit).is_break()
}

fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Which of the lines that end at the given heights, in ascending order, are somewhere on a
/// stretch strictly between the underside and the upper side of a volume: from the first row
/// given to before the second.
///
/// A line covers all heights between those at the two ends of the stretch. So it is somewhere
/// above the underside if it is at one of the ends, and it is enough to ask at the end that is
/// the higher one whenever the answer is not plain anyway; likewise below the upper side. Both
/// answers change only once from row to row.
pub(super) fn rows_within(
    volume: &Volume,
    eye: Length,
    heights: &[Length],
    (enter, leave): Stretch,
) -> (usize, usize) {
    let (Some(lowest), Some(highest)) = (heights.first(), heights.last()) else {
        return (0, 0);
    };
    let (bottom, top) = (volume.bottom, volume.top);
    let first = if eye > bottom && *lowest > bottom {
        0
    } else {
        let at = if eye > bottom { enter } else { leave };
        let needed = i128::from((bottom - eye).um()) * i128::from(at.den());
        let climbs = |z: &Length| i128::from((*z - eye).um()) * i128::from(at.num());
        heights.partition_point(|z| climbs(z) <= needed)
    };
    let last = if eye < top && *highest < top {
        heights.len()
    } else {
        let at = if eye < top { enter } else { leave };
        let allowed = i128::from((top - eye).um()) * i128::from(at.den());
        let climbs = |z: &Length| i128::from((*z - eye).um()) * i128::from(at.num());
        heights.partition_point(|z| climbs(z) < allowed)
    };
    (first, last)
}

/// The lines that one piece stands in the way of.
struct Hit {
    piece: PieceId,
    level: u8,
    lines: u64,
}

/// Who hides what.
struct Tally {
    sampling: Sampling,
    hits: SmallVec<[Hit; 16]>,
    cloud_screens: SmallVec<[(u8, u64); 4]>,
    solid_clouds: u64,
    /// The piece with the lowest number so far that by itself hides everything.
    whole: Option<PieceId>,
}

impl Tally {
    fn new(sampling: Sampling) -> Tally {
        Tally {
            sampling,
            hits: SmallVec::new(),
            cloud_screens: SmallVec::new(),
            solid_clouds: 0,
            whole: None,
        }
    }

    /// Whether a piece can still change the answer. Once a solid piece hides everything, only
    /// another one with a lower number can, as the witness.
    fn cares(&self, piece: PieceId, level: u8) -> bool {
        self.whole.is_none_or(|whole| level == SOLID && piece < whole)
    }

    fn add(&mut self, piece: PieceId, level: u8, lines: u64) {
        if lines == 0 {
            return;
        }
        let same = |hit: &&mut Hit| hit.piece == piece && hit.level == level;
        let all = match self.hits.iter_mut().find(same) {
            Some(hit) => {
                hit.lines |= lines;
                hit.lines
            }
            None => {
                self.hits.push(Hit { piece, level, lines });
                lines
            }
        };
        if level == SOLID && all == self.sampling.all() {
            self.whole = Some(piece);
        }
    }

    fn add_cloud(&mut self, level: u8, lines: u64) {
        if level == SOLID {
            self.solid_clouds |= lines;
        } else {
            self.cloud_screens.push((level, lines));
        }
    }

    fn look(mut self) -> Look {
        let solid = self
            .hits
            .iter()
            .filter(|hit| hit.level == SOLID)
            .fold(self.solid_clouds, |lines, hit| lines | hit.lines);
        let screened = self.screened() & !solid;
        let open = self.sampling.all() & !solid & !screened;
        let witness = self.witness(screened);
        Look { total: self.sampling.total(), open, solid, witness }
    }

    /// The lines that screens hide together.
    fn screened(&mut self) -> u64 {
        let mut sum = Eighths::default();
        // Each piece counts once, with the densest of its parts that a line runs through.
        self.hits.sort_unstable_by_key(|hit| (hit.piece, std::cmp::Reverse(hit.level)));
        let mut counted = (None, 0);
        for hit in self.hits.iter().filter(|hit| hit.level < SOLID) {
            if counted.0 != Some(hit.piece) {
                counted = (Some(hit.piece), 0);
            }
            sum.add(hit.level, hit.lines & !counted.1);
            counted.1 |= hit.lines;
        }
        for (level, lines) in &self.cloud_screens {
            sum.add(*level, *lines);
        }
        sum.hidden(self.sampling)
    }

    fn witness(&self, screened: u64) -> Option<PieceId> {
        let mut best: Option<(u32, PieceId)> = None;
        for parts in self.hits.chunk_by(|a, b| a.piece == b.piece) {
            let hides = |hit: &Hit| {
                if hit.level == SOLID { hit.lines } else { hit.lines & screened }
            };
            let lines = parts.iter().fold(0, |lines: u64, hit| lines | hides(hit));
            let n = lines.count_ones();
            // The pieces come in the order of their numbers, so the first of equals stays.
            if n > 0 && best.is_none_or(|(most, _)| n > most) {
                best = Some((n, parts[0].piece));
            }
        }
        best.map(|(_, piece)| piece)
    }
}

/// Eighths added up for all lines at once: each word is one binary place of every line's sum.
#[derive(Default)]
struct Eighths {
    ones: u64,
    twos: u64,
    fours: u64,
    /// Lines that have reached eight eighths.
    full: u64,
}

impl Eighths {
    fn add(&mut self, eighths: u8, lines: u64) {
        let place = |n: u8| if eighths & n == 0 { 0 } else { lines };
        let (one, two, four) = (place(1), place(2), place(4));
        let carry = self.ones & one;
        self.ones ^= one;
        let next = self.twos & two | (self.twos ^ two) & carry;
        self.twos ^= two ^ carry;
        self.full |= self.fours & four | (self.fours ^ four) & next | place(OPAQUE);
        self.fours ^= four ^ next;
    }

    /// The lines with more than so many eighths, for at most seven.
    fn more_than(&self, eighths: u8) -> u64 {
        let (mut more, mut equal) = (self.full, !self.full);
        for (place, bits) in [(4, self.fours), (2, self.twos), (1, self.ones)] {
            if eighths & place == 0 {
                more |= equal & bits;
                equal &= !bits;
            } else {
                equal &= bits;
            }
        }
        more
    }

    fn hidden(&self, sampling: Sampling) -> u64 {
        if self.ones | self.twos | self.fours | self.full == 0 {
            return 0;
        }
        let classes = classes(sampling);
        (0..8).fold(0, |hidden, n| hidden | classes[usize::from(n)] & self.more_than(n))
    }
}

/// Sorts the lines into eight classes; class `n` is hidden from `n + 1` eighths upwards.
///
/// Both halves of the silhouette are alike, so that a mirrored table hides as many lines. The
/// pairs of lines are dealt to the classes in turn, row by row, and so are those in the middle
/// column, starting where the pairs left off. The order of the classes is the one that keeps
/// those dealt so far farthest apart.
fn classes(sampling: Sampling) -> [u64; 8] {
    const ORDER: [usize; 8] = [0, 4, 2, 6, 1, 5, 3, 7];
    let (columns, rows) = (usize::from(sampling.columns), usize::from(sampling.rows));
    let mut classes = [0; 8];
    let mut turn = 0;
    for row in 0..rows {
        for column in 0..columns / 2 {
            let pair = 1 << column | 1 << (columns - 1 - column);
            classes[ORDER[turn % 8]] |= pair << (row * columns);
            turn += 1;
        }
    }
    if columns % 2 == 1 {
        for row in 0..rows {
            classes[ORDER[turn % 8]] |= 1 << (row * columns + columns / 2);
            turn += 1;
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighths_add_up_and_stay_full() {
        for (a, b, c) in (0..=8).flat_map(|a| (0..=8).map(move |b| (a, b, (a * 3 + b) % 9))) {
            let mut sum = Eighths::default();
            for n in [a, b, c] {
                sum.add(n, 2);
            }
            for n in 0..8 {
                assert_eq!(sum.more_than(n), if a + b + c > n { 2 } else { 0 }, "{a} {b} {c} {n}");
            }
        }
    }

    #[test]
    fn classes_share_the_lines_evenly() {
        for (columns, rows) in [(5, 9), (8, 8), (1, 8), (3, 5), (7, 9), (4, 4)] {
            let sampling = Sampling::new(columns, rows);
            let classes = classes(sampling);
            assert_eq!(classes.iter().fold(0, |all, class| all | class), sampling.all());
            let sizes: Vec<u32> = classes.iter().map(|class| class.count_ones()).collect();
            assert_eq!(sizes.iter().sum::<u32>(), u32::from(sampling.total()), "each once");
            let spread = sizes.iter().max().unwrap() - sizes.iter().min().unwrap();
            assert!(spread <= 2, "{columns}x{rows}: {sizes:?}");
        }
    }
}
