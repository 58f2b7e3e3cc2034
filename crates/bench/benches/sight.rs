//! How fast sight is: single lines against a plain scan and against parry's ray casts, and whole
//! looks, fresh and remembered, on a table of 48 by 48 inches with 100 pieces.
//!
//! Prints rates and ratios at the end, all from the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use parry2d::math::{Pose, Vector as Floats};
use parry2d::query::{Ray, RayCast};
use parry2d::shape::{Compound, Polyline, SharedShape};
use tabletop::sight::{Optic, Optics, Sampling, Sightline};
use tabletop::{Body, Changes, Form, Kind, Length, Piece, Point, Polygon, Sketch, Spot, Table};

const SIDE: i32 = 48;
const PIECES: usize = 100;
const PAIRS: usize = 20_000;
const OPTICS: Optics = Optics::clear().with(Kind::Rock, Optic::Solid);
const SAMPLING: Sampling = Sampling { columns: 5, rows: 9 };

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as i32
    }

    fn point(&mut self) -> Point {
        let mut part = || Length::micrometres(self.below(Length::inches(SIDE).um()));
        Point::new(part(), part())
    }
}

/// A convex outline with 4 to 7 corners on a circle.
fn outline(dice: &mut Dice) -> Polygon {
    let n = 4 + dice.below(4);
    let radius = Length::cents(125 + dice.below(75));
    let (center, turn) = (dice.point(), dice.below(16));
    let rim = Polygon::round(center, radius).expect("a round outline");
    // Corners a sixteenth of the circle to either side of where they would be regular.
    let corner = |i: i32| rim.corners()[((turn + (i * 16 + dice.below(8)) / n) % 16) as usize];
    let mut corners: Vec<Point> = (0..n).map(corner).collect();
    corners.dedup();
    Polygon::new(corners).expect("corners in order on a circle")
}

fn table(dice: &mut Dice) -> Table {
    let mut pieces = Vec::new();
    for n in 0..PIECES {
        let form = Form::Area(outline(dice));
        let height = Length::cents(50 + dice.below(351));
        let (name, bottom) = (format!("rock {n}"), Length::ZERO);
        pieces.push(Piece { name, kind: Kind::Rock, form, bottom, height });
    }
    let (name, side) = ("bench".to_owned(), Length::inches(SIDE));
    Table::new(Sketch { name, width: side, depth: side, pieces }).expect("a sane table")
}

/// Pairs of spots outside of all pieces, half an inch to two inches up.
fn pairs(table: &Table, dice: &mut Dice, longest: Length) -> Vec<(Spot, Spot)> {
    let free = |p: Point| !table.volumes().iter().any(|v| v.shape.contains(p));
    let mut pairs = Vec::new();
    while pairs.len() < PAIRS {
        let (a, b) = (dice.point(), dice.point());
        if free(a) && free(b) && a.distance(b) <= longest {
            let mut height = || Length::cents(50 + dice.below(151));
            pairs.push((a.at_height(height()), b.at_height(height())));
        }
    }
    pairs
}

fn model(spot: Spot) -> Body {
    Body {
        spot: spot.at.at_height(Length::ZERO),
        base: Length::cents(50),
        girth: Length::cents(50),
        height: Length::cents(120),
        eye: Length::cents(110),
    }
}

/// The same question answered by looking at every volume.
fn open_by_scan(table: &Table, from: Spot, to: Spot) -> bool {
    let climb = i128::from((to.z - from.z).um());
    !table.volumes().iter().any(|volume| {
        volume.shape.chords(from.at, to.at).iter().any(|(enter, leave)| {
            let above = |t: &tabletop::polygon::Ratio, z: Length| {
                climb * i128::from(t.num()) - i128::from((z - from.z).um()) * i128::from(t.den())
            };
            let over_bottom = above(enter, volume.bottom).max(above(leave, volume.bottom)) > 0;
            let under_top = above(enter, volume.top).min(above(leave, volume.top)) < 0;
            over_bottom && under_top
        })
    })
}

fn floats(p: Point) -> Floats {
    let inches = |v: Length| v.um() as f32 / 25_400.0;
    Floats::new(inches(p.x), inches(p.y))
}

fn compound(table: &Table) -> Compound {
    let shape = |volume: &tabletop::table::Volume| {
        let corners = volume.shape.corners().iter().map(|p| floats(*p)).collect();
        let shape = SharedShape::convex_polyline(corners).expect("a convex outline");
        (Pose::IDENTITY, shape)
    };
    Compound::new(table.volumes().iter().map(shape).collect())
}

fn polyline(table: &Table) -> Polyline {
    let (mut corners, mut sides) = (Vec::new(), Vec::new());
    for volume in table.volumes() {
        let (first, n) = (corners.len() as u32, volume.shape.corners().len() as u32);
        corners.extend(volume.shape.corners().iter().map(|p| floats(*p)));
        sides.extend((0..n).map(|i| [first + i, first + (i + 1) % n]));
    }
    Polyline::new(corners, Some(sides))
}

fn rays(pairs: &[(Spot, Spot)]) -> Vec<Ray> {
    let ray = |(a, b): &(Spot, Spot)| Ray::new(floats(a.at), floats(b.at) - floats(a.at));
    pairs.iter().map(ray).collect()
}

/// Best rate of several rounds, in answers per second.
fn rate(n: usize, rounds: u32, mut round: impl FnMut() -> usize) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        black_box(round());
        best = best.min(start.elapsed());
    }
    n as f64 / best.as_secs_f64()
}

fn single_lines(criterion: &mut Criterion, table: &Table, dice: &mut Dice) {
    let changes = Changes::default();
    let sight = Sightline { table, changes: &changes, optics: &OPTICS, sampling: SAMPLING };
    let (compound, polyline) = (compound(table), polyline(table));
    let mut report = Vec::new();
    for (name, longest) in [("any length", 99), ("up to 24 inches", 24), ("up to 8 inches", 8)] {
        let pairs = pairs(table, dice, Length::inches(longest));
        let rays = rays(&pairs);
        let ours = || pairs.iter().filter(|(a, b)| sight.open(*a, *b)).count();
        let scan = || pairs.iter().filter(|(a, b)| open_by_scan(table, *a, *b)).count();
        let compounds = || rays.iter().filter(|r| !compound.intersects_local_ray(r, 1.0)).count();
        let polylines = || rays.iter().filter(|r| !polyline.intersects_local_ray(r, 1.0)).count();
        assert_eq!(ours(), scan(), "the fast and the plain way agree");
        let mut group = criterion.benchmark_group(format!("lines/{name}"));
        group.throughput(Throughput::Elements(PAIRS as u64)).sample_size(10);
        group.measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
        group.bench_function("open", |b| b.iter(ours));
        group.bench_function("scan", |b| b.iter(scan));
        group.bench_function("parry compound", |b| b.iter(compounds));
        group.bench_function("parry polyline", |b| b.iter(polylines));
        group.finish();
        let (own, plain) = (rate(PAIRS, 40, ours), rate(PAIRS, 10, scan));
        let (one, other) = (rate(PAIRS, 10, compounds), rate(PAIRS, 10, polylines));
        report.push(format!(
            "lines {name} ({} of {PAIRS} open): {:.2} M/s; scan {:.2} M/s ({:.1}x); parry \
             compound in 2D {:.2} M/s ({:.1}x); parry polyline in 2D {:.2} M/s ({:.1}x)",
            ours(),
            own / 1e6,
            plain / 1e6,
            own / plain,
            one / 1e6,
            own / one,
            other / 1e6,
            own / other,
        ));
    }
    say(&report);
}

fn whole_looks(criterion: &mut Criterion, table: &Table, dice: &mut Dice) {
    let changes = Changes::default();
    let sight = Sightline { table, changes: &changes, optics: &OPTICS, sampling: SAMPLING };
    let mut report = Vec::new();
    for (name, longest) in [("any length", 99), ("up to 24 inches", 24), ("up to 8 inches", 8)] {
        let pairs = pairs(table, dice, Length::inches(longest));
        let models: Vec<(Body, Body)> = pairs.iter().map(|(a, b)| (model(*a), model(*b))).collect();
        // Every round asks from another height, so that nothing is remembered from the last.
        let mut round = 0;
        let mut fresh = || {
            round = (round + 1) % 2_000;
            let look = |(a, b): &(Body, Body)| {
                let mut eye = a.eye();
                eye.z += Length::micrometres(round);
                sight.look(eye, b)
            };
            models.iter().filter(|pair| look(pair).visible()).count()
        };
        // Few enough to be remembered all at once, but for a collision here and there.
        let few = &models[..64];
        let again =
            || (0..300).flat_map(|_| few).filter(|(a, b)| sight.look(a.eye(), b).visible()).count();
        let mut group = criterion.benchmark_group(format!("looks/{name}"));
        group.sample_size(10).measurement_time(Duration::from_secs(2));
        group.warm_up_time(Duration::from_millis(300));
        group.throughput(Throughput::Elements(PAIRS as u64));
        group.bench_function("fresh", |b| b.iter(&mut fresh));
        group.throughput(Throughput::Elements(64 * 300));
        group.bench_function("remembered", |b| b.iter(again));
        group.finish();
        let (new, old) = (rate(PAIRS, 20, &mut fresh), rate(64 * 300, 40, again));
        let partly = models.iter().map(|(a, b)| sight.look(a.eye(), b).hidden());
        let partly = partly.filter(|n| *n > 0 && *n < SAMPLING.total()).count();
        report.push(format!(
            "looks of 5 by 9 lines, {name} ({} visible, {partly} partly hidden): {:.0} k/s fresh, \
             {:.1} M/s remembered ({:.0}x)",
            fresh(),
            new / 1e3,
            old / 1e6,
            old / new,
        ));
    }
    say(&report);
}

#[allow(clippy::print_stdout, reason = "a benchmark is run to be read")]
fn say(lines: &[String]) {
    for line in lines {
        println!("{line}");
    }
}

fn main() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let table = table(&mut dice);
    let mut criterion = Criterion::default().configure_from_args();
    single_lines(&mut criterion, &table, &mut dice);
    whole_looks(&mut criterion, &table, &mut dice);
    criterion.final_summary();
}
