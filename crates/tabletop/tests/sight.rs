//! Sight against a slow checker that is plainly right, on random tables, and the symmetries
//! that players take for granted.

use proptest::prelude::*;

use tabletop::sight::{Look, Optic, Optics, Sampling, Sightline, met_by, samples};
use tabletop::table::Volume;
use tabletop::terrain::{Building, Opening};
use tabletop::{
    Body, Changes, Cloud, FeatureId, Form, Kind, Length, Piece, PieceId, Point, Polygon, Sketch,
    Spot, Table,
};

/// Side of the random tables; small enough for the checker's numbers to fit.
const SIDE: i32 = 12;

const OPTICS: Optics = Optics::clear()
    .with(Kind::Rock, Optic::Solid)
    .with(Kind::Crate, Optic::Solid)
    .with(Kind::Floor, Optic::Solid)
    .with(Kind::HighWall, Optic::Solid)
    .with(Kind::Building, Optic::Solid)
    .with(Kind::Door, Optic::Solid)
    .with(Kind::LightWoods, Optic::Screen(3))
    .with(Kind::DenseWoods, Optic::Screen(7))
    .with(Kind::Smoke, Optic::Screen(4))
    .with(Kind::Hedge, Optic::Screen(5));

const KINDS: [Kind; 7] = [
    Kind::Rock,
    Kind::Crate,
    Kind::Floor,
    Kind::LightWoods,
    Kind::DenseWoods,
    Kind::Scrub,
    Kind::Hedge,
];

fn sight<'a>(table: &'a Table, changes: &'a Changes, sampling: Sampling) -> Sightline<'a> {
    Sightline { table, changes, optics: &OPTICS, sampling }
}

// ---- random tables ------------------------------------------------------------------------

/// Places on a coarse lattice meet sides and corners often, others hardly ever.
fn coordinate(coarse: bool) -> BoxedStrategy<Length> {
    if coarse {
        (0..=2 * SIDE).prop_map(|n| Length::cents(50) * n).boxed()
    } else {
        (0..=Length::inches(SIDE).um()).prop_map(Length::micrometres).boxed()
    }
}

fn point(coarse: bool) -> impl Strategy<Value = Point> {
    (coordinate(coarse), coordinate(coarse)).prop_map(|(x, y)| Point::new(x, y))
}

fn height() -> impl Strategy<Value = Length> {
    prop_oneof![
        (0..=6).prop_map(|n| Length::cents(50) * n),
        (0..90_000).prop_map(Length::micrometres)
    ]
}

/// Outlines with a corner in some of eight directions, so convex or bent inward.
fn outline(coarse: bool) -> impl Strategy<Value = Option<Polygon>> {
    let spokes = prop::collection::vec(prop::option::weighted(0.7, 1..=6_i32), 8);
    (point(coarse), spokes).prop_map(|(center, spokes)| {
        const WHEEL: [(i32, i32); 8] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let corner = |(n, (x, y)): (i32, (i32, i32))| {
            let far = |part: i32| Length::cents(50) * (part * n);
            Point::new(center.x + far(x), center.y + far(y))
        };
        let corners =
            spokes.into_iter().zip(WHEEL).filter_map(|(n, to)| n.map(|n| corner((n, to))));
        Polygon::new(corners.collect()).ok()
    })
}

fn piece(coarse: bool) -> impl Strategy<Value = Option<Piece>> {
    let area = outline(coarse).prop_map(|shape| shape.map(Form::Area));
    let wall = prop::collection::vec(point(coarse), 2..4).prop_map(|line| {
        let distinct = line.windows(2).all(|ends| ends[0].distance(ends[1]) > Length::cents(20));
        distinct.then_some(Form::Barrier { line, thickness: Length::cents(20) })
    });
    let form = prop_oneof![3 => area, 1 => wall];
    (form, prop::sample::select(&KINDS), height(), height()).prop_map(
        |(form, kind, bottom, height)| {
            let form = form?;
            let wall = matches!(form, Form::Barrier { .. });
            let kind = if wall && kind != Kind::Hedge { Kind::HighWall } else { kind };
            let bottom = if bottom > Length::inches(2) { bottom } else { Length::ZERO };
            Some(Piece { name: "it".to_owned(), kind, form, bottom, height })
        },
    )
}

fn table() -> impl Strategy<Value = (bool, Sketch)> {
    any::<bool>().prop_flat_map(|coarse| {
        let pieces = prop::collection::vec(piece(coarse), 0..9);
        pieces.prop_map(move |pieces| (coarse, sketch(pieces.into_iter().flatten().collect())))
    })
}

fn sketch(pieces: Vec<Piece>) -> Sketch {
    let side = Length::inches(SIDE);
    Sketch { name: "random".to_owned(), width: side, depth: side, pieces }
}

fn body(coarse: bool) -> impl Strategy<Value = Body> {
    let girth = prop::sample::select(vec![0, 3, 6_000, 12_700, 40_000]);
    // Random heights alone would hardly ever make a line touch an edge.
    let tall = prop_oneof![0..60_000, (0..=3).prop_map(|n| n * 25_400)];
    let looks_from = prop::sample::select(vec![5, 9, 10]);
    (point(coarse), height(), girth, tall, looks_from).prop_map(|(at, z, girth, tall, eye)| Body {
        spot: at.at_height(z),
        base: Length::millimetres(15),
        girth: Length::micrometres(girth),
        height: Length::micrometres(tall),
        eye: Length::micrometres(tall * eye / 10),
    })
}

fn sampling() -> impl Strategy<Value = Sampling> {
    prop::sample::select(vec![(1, 1), (5, 9), (4, 3), (8, 8), (3, 5)])
        .prop_map(|(columns, rows)| Sampling { columns, rows })
}

fn scene() -> impl Strategy<Value = (Sketch, Body, Body, Sampling)> {
    table().prop_flat_map(|(coarse, sketch)| (Just(sketch), body(coarse), body(coarse), sampling()))
}

fn clouds() -> impl Strategy<Value = Vec<Cloud>> {
    let kind = prop::sample::select(vec![Kind::Smoke, Kind::Crate, Kind::Fire]);
    let cloud = (kind, point(true), 1..50_000, height()).prop_map(|(kind, at, radius, height)| {
        let (spot, radius) = (at.at_height(Length::ZERO), Length::micrometres(radius));
        Cloud { kind, spot, radius, height }
    });
    prop::collection::vec(cloud, 0..4)
}

fn clouded(clouds: Vec<Cloud>) -> Changes {
    let mut changes = Changes::default();
    changes.clouds = clouds;
    changes
}

// ---- the slow checker ---------------------------------------------------------------------

type Fraction = (i128, i128);

/// Cuts the line wherever it could enter or leave, and looks at the middle of every part.
fn runs_through_slowly(volume: &Volume, from: Spot, to: Spot) -> bool {
    let along = to.at - from.at;
    let mut cuts: Vec<Fraction> = vec![(0, 1), (1, 1)];
    let mut cut = |num: i64, den: i64| {
        let (num, den) = (i128::from(num * den.signum()), i128::from(den.abs()));
        if den != 0 && 0 < num && num < den {
            cuts.push((num, den));
        }
    };
    for (a, b) in volume.shape.sides() {
        cut((a - from.at).cross(b - a), along.cross(b - a));
    }
    for height in [volume.bottom, volume.top] {
        cut((height - from.z).wide(), (to.z - from.z).wide());
    }
    cuts.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    cuts.windows(2).any(|ends| {
        let ((a, b), (c, d)) = (ends[0], ends[1]);
        let (num, den) = (a * d + c * b, 2 * b * d);
        a * d < c * b && strictly_inside(volume, from, to, (num, den))
    })
}

fn strictly_inside(volume: &Volume, from: Spot, to: Spot, (num, den): Fraction) -> bool {
    let place = |a: Length, b: Length| i128::from(a.um()) * den + i128::from((b - a).um()) * num;
    let scaled = |a: Length| i128::from(a.um()) * den;
    let z = place(from.z, to.z);
    if z <= scaled(volume.bottom) || z >= scaled(volume.top) {
        return false;
    }
    let (x, y) = (place(from.at.x, to.at.x), place(from.at.y, to.at.y));
    let mut winding = 0;
    for (a, b) in volume.shape.sides() {
        let edge = b - a;
        let left = i128::from(edge.x) * (y - scaled(a.y)) - i128::from(edge.y) * (x - scaled(a.x));
        let between = |v: i128, a: i128, b: i128| a.min(b) <= v && v <= a.max(b);
        let on_line = left == 0
            && between(x, scaled(a.x), scaled(b.x))
            && between(y, scaled(a.y), scaled(b.y));
        if on_line {
            return false;
        }
        match (scaled(a.y) <= y, scaled(b.y) <= y) {
            (true, false) if left > 0 => winding += 1,
            (false, true) if left < 0 => winding -= 1,
            (true | false, true | false) => (),
        }
    }
    winding != 0
}

/// What stands in the way of a line, piece by piece.
struct InTheWay {
    solid: Vec<bool>,
    eighths: Vec<u32>,
}

impl InTheWay {
    fn of(table: &Table, from: Spot, to: Spot) -> InTheWay {
        let n = table.pieces().len();
        let mut found = InTheWay { solid: vec![false; n], eighths: vec![0; n] };
        for volume in table.volumes() {
            let piece = usize::from(volume.piece.0);
            match OPTICS.of(volume.kind) {
                Optic::Clear => (),
                _ if !runs_through_slowly(volume, from, to) => (),
                Optic::Screen(n) => found.eighths[piece] = u32::from(n).max(found.eighths[piece]),
                Optic::Solid => found.solid[piece] = true,
            }
        }
        found
    }

    fn solid(&self) -> bool {
        self.solid.iter().any(|solid| *solid)
    }

    fn open(&self) -> bool {
        !self.solid() && self.eighths.iter().sum::<u32>() < 8
    }
}

/// The class of a line in the pattern of screens: dealt in turn to the pairs, then the middle.
fn class(sampling: Sampling, row: usize, column: usize) -> u32 {
    let (columns, rows) = (usize::from(sampling.columns), usize::from(sampling.rows));
    let half = columns / 2;
    let turn = if columns % 2 == 1 && column == half {
        rows * half + row
    } else {
        row * half + column.min(columns - 1 - column)
    };
    (turn as u32 % 8).reverse_bits() >> 29
}

fn look_slowly(table: &Table, eye: Spot, target: &Body, sampling: Sampling) -> Look {
    let across = (target.at() - eye.at).left();
    let (columns, rows) = (i32::from(sampling.columns), i32::from(sampling.rows));
    let (mut open, mut solid) = (0, 0);
    let mut hides = vec![0; table.pieces().len()];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let offset = target.girth * (2 * column + 1 - columns) / columns;
        let at = target.at() + across.of_length(offset);
        let end = at.at_height(target.feet() + target.height * (2 * row + 1) / (2 * rows));
        let found = InTheWay::of(table, eye, end);
        let bit = 1 << (row * columns + column);
        let screened =
            found.eighths.iter().sum::<u32>() > class(sampling, row as usize, column as usize);
        if found.solid() {
            solid |= bit;
            hides.iter_mut().zip(&found.solid).for_each(|(n, hit)| *n += u32::from(*hit));
        } else if screened {
            hides.iter_mut().zip(&found.eighths).for_each(|(n, hit)| *n += u32::from(*hit > 0));
        } else {
            open |= bit;
        }
    }
    let most = hides.iter().copied().max().unwrap_or(0);
    let witness = hides.iter().position(|n| *n == most && most > 0);
    let witness = witness.map(|index| PieceId(index as u16));
    Look { total: sampling.columns * sampling.rows, open, solid, witness }
}

// ---- turning and mirroring ----------------------------------------------------------------

/// One of the eight ways to lay a square table down again; the odd ones are mirrored.
fn laid(way: u8, p: Point) -> Point {
    let side = Length::inches(SIDE);
    let (mut x, mut y) = (p.x, p.y);
    if way & 1 == 1 {
        x = side - x;
    }
    for _ in 0..way / 2 {
        (x, y) = (side - y, x);
    }
    Point::new(x, y)
}

fn laid_body(way: u8, body: &Body) -> Body {
    body.moved_to(laid(way, body.at()).at_height(body.feet()))
}

fn laid_table(way: u8, original: &Sketch) -> Table {
    let form = |form: &Form| match form {
        Form::Area(shape) => Form::Area(shape.mapped(|p| laid(way, p)).expect("an outline")),
        Form::Barrier { line, thickness } => Form::Barrier {
            line: line.iter().map(|p| laid(way, *p)).collect(),
            thickness: *thickness,
        },
        other => other.clone(),
    };
    let pieces = original.pieces.iter().map(|p| Piece { form: form(&p.form), ..p.clone() });
    Table::new(sketch(pieces.collect())).expect("a table")
}

fn laid_lines(way: u8, lines: u64, sampling: Sampling) -> u64 {
    let (columns, rows) = (sampling.columns, sampling.rows);
    let bits = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    bits.fold(0, |sum, (row, column)| {
        let from = if way & 1 == 1 { columns - 1 - column } else { column };
        sum | (lines >> (row * columns + from) & 1) << (row * columns + column)
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn looks_agree_with_the_slow_checker((sketch, a, b, sampling) in scene()) {
        let (table, changes) = (Table::new(sketch).unwrap(), Changes::default());
        let look = sight(&table, &changes, sampling).look(a.eye(), &b);
        prop_assert_eq!(look, look_slowly(&table, a.eye(), &b, sampling));
    }

    #[test]
    fn lines_agree_with_the_slow_checker((sketch, a, b, sampling) in scene()) {
        let (table, changes) = (Table::new(sketch).unwrap(), Changes::default());
        let sight = sight(&table, &changes, sampling);
        for (from, to) in [(a.eye(), b.eye()), (a.spot, b.spot), (a.eye(), a.spot)] {
            let open = InTheWay::of(&table, from, to).open();
            let line = sight.line(from, to);
            prop_assert_eq!(sight.open(from, to), open);
            prop_assert_eq!(line.blocked.is_none(), open);
            for volume in table.volumes() {
                let pass = |p: &&tabletop::sight::Pass| {
                    p.piece == Some(volume.piece) && p.kind == volume.kind && !p.over
                };
                if runs_through_slowly(volume, from, to) {
                    prop_assert!(line.passes.iter().any(|p| pass(&p)));
                }
            }
            let through = line.passes.iter().filter(|p| !p.over).count();
            let parts = table.volumes().iter().filter(|v| runs_through_slowly(v, from, to));
            prop_assert!(through <= parts.count());
        }
    }

    #[test]
    fn sight_is_mutual((sketch, a, b, sampling) in scene(), clouds in clouds()) {
        let table = Table::new(sketch).unwrap();
        let changes = clouded(clouds);
        let sight = sight(&table, &changes, sampling);
        prop_assert_eq!(sight.sees(&a, &b), sight.sees(&b, &a));
        prop_assert_eq!(sight.open(a.eye(), b.eye()), sight.open(b.eye(), a.eye()));
        let (there, back) = (sight.line(a.eye(), b.eye()), sight.line(b.eye(), a.eye()));
        prop_assert_eq!(there.blocked.is_some(), back.blocked.is_some());
        prop_assert_eq!(there.blocked.is_some(), !sight.open(a.eye(), b.eye()));
        for pass in &there.passes {
            let same = |p: &&tabletop::sight::Pass| {
                (p.piece, p.kind, p.over) == (pass.piece, pass.kind, pass.over)
                    && (p.length - pass.length).abs() <= Length::micrometres(4)
            };
            prop_assert!(back.passes.iter().any(|p| same(&p)), "{:?} {:?}", pass, back);
        }
    }

    #[test]
    fn turned_and_mirrored_tables_look_alike(
        (sketch, a, b, sampling) in scene(),
        clouds in clouds(),
        way in 0..8_u8,
    ) {
        let (table, turned) = (Table::new(sketch.clone()).unwrap(), laid_table(way, &sketch));
        let changes = clouded(clouds.clone());
        let lay = |cloud: &Cloud| Cloud {
            spot: laid(way, cloud.spot.at).at_height(cloud.spot.z),
            ..*cloud
        };
        let turned_changes = clouded(clouds.iter().map(lay).collect());
        let here = sight(&table, &changes, sampling);
        let there = sight(&turned, &turned_changes, sampling);
        let (c, d) = (laid_body(way, &a), laid_body(way, &b));
        let (look, turned_look) = (here.look(a.eye(), &b), there.look(c.eye(), &d));
        prop_assert_eq!(laid_lines(way, look.open, sampling), turned_look.open);
        prop_assert_eq!(laid_lines(way, look.solid, sampling), turned_look.solid);
        prop_assert_eq!(look.witness, turned_look.witness);
        prop_assert_eq!(here.open(a.eye(), b.spot), there.open(c.eye(), d.spot));
        let (line, other) = (here.line(a.eye(), b.spot), there.line(c.eye(), d.spot));
        prop_assert_eq!(line.passes, other.passes);
        let spot = line.blocked.map(|block| laid(way, block.spot.at));
        prop_assert_eq!(spot, other.blocked.map(|block| block.spot.at));
    }

    #[test]
    fn other_models_are_met_line_by_line(
        (a, b) in (body(true), body(true)),
        c in any::<bool>().prop_flat_map(body),
        sampling in sampling(),
        way in 0..8_u8,
    ) {
        let met = met_by(a.eye(), &b, sampling, &c);
        for (index, end) in samples(a.eye(), &b, sampling).into_iter().enumerate() {
            let (from, along) = (a.eye(), end.at - a.at());
            let (dot, whole) = (along.dot(c.at() - a.at()), along.squared());
            let aside = i128::from(along.cross(c.at() - a.at()));
            let (t, den) = (i128::from(dot), i128::from(whole));
            let z = i128::from(from.z.um()) * den + i128::from((end.z - from.z).um()) * t;
            let expected = 0 < dot
                && dot < whole
                && aside * aside < i128::from(c.girth.squared()) * den
                && i128::from(c.feet().um()) * den < z
                && z < i128::from(c.head().um()) * den;
            prop_assert_eq!(met >> index & 1 == 1, expected);
        }
        let [d, e, f] = [&a, &b, &c].map(|body| laid_body(way, body));
        prop_assert_eq!(laid_lines(way, met, sampling), met_by(d.eye(), &e, sampling, &f));
    }
}

/// Whether a line is free of rocks, by a scan over all of them: the tables above are small, and
/// long walks through the grid have to find everything too.
fn free_by_scan(table: &Table, from: Spot, to: Spot) -> bool {
    let climb = i128::from((to.z - from.z).um());
    !table.volumes().iter().any(|volume| {
        volume.shape.chords(from.at, to.at).iter().any(|(enter, leave)| {
            let above = |t: &tabletop::polygon::Ratio, z: Length| {
                climb * i128::from(t.num()) - i128::from((z - from.z).um()) * i128::from(t.den())
            };
            above(enter, volume.bottom).max(above(leave, volume.bottom)) > 0
                && above(enter, volume.top).min(above(leave, volume.top)) < 0
        })
    })
}

#[test]
fn nothing_is_missed_on_large_tables() {
    let mut seed: u64 = 99;
    let mut next = |n: i32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((seed >> 33) % n as u64) as i32
    };
    for (width, depth) in [(48, 48), (96, 24), (20, 90)] {
        let mut spot = |height: i32| {
            let x = Length::micrometres(next(Length::inches(width).um()));
            let y = Length::micrometres(next(Length::inches(depth).um()));
            Point::new(x, y).at_height(Length::cents(50 + next(height)))
        };
        let mut rock = || {
            let (at, size) = (spot(300), spot(200).z);
            let shape = Polygon::round(at.at, size).expect("a round outline");
            let (name, kind, bottom) = ("rock".to_owned(), Kind::Rock, Length::ZERO);
            Piece { name, kind, form: Form::Area(shape), bottom, height: at.z }
        };
        let pieces = (0..60).map(|_| rock()).collect();
        let (width, depth) = (Length::inches(width), Length::inches(depth));
        let table = Table::new(Sketch { name: "large".to_owned(), width, depth, pieces }).unwrap();
        let changes = Changes::default();
        let sight = sight(&table, &changes, FINE);
        for _ in 0..1_500 {
            let (eye, target) = (spot(200), model(0, 0).moved_to(spot(1)));
            let ends = samples(eye, &target, FINE);
            let bit = |(n, end): (usize, &Spot)| u64::from(free_by_scan(&table, eye, *end)) << n;
            let open: u64 = ends.iter().enumerate().map(bit).sum();
            assert_eq!(sight.look(eye, &target).open, open, "{eye} to {}", target.spot);
            assert_eq!(sight.open(eye, ends[22]), open >> 22 & 1 == 1);
        }
    }
}

// ---- single cases -------------------------------------------------------------------------

fn model(x: i32, y: i32) -> Body {
    Body {
        spot: Point::inches(x, y).at_height(Length::ZERO),
        base: Length::cents(50),
        girth: Length::cents(50),
        height: Length::cents(120),
        eye: Length::cents(110),
    }
}

fn block(kind: Kind, a: (i32, i32), b: (i32, i32), height: Length) -> Piece {
    let (a, b) = (Point::inches(a.0, a.1), Point::inches(b.0, b.1));
    let shape = Polygon::rectangle(a, b).expect("a rectangle");
    let form = Form::Area(shape);
    Piece { name: kind.to_string(), kind, form, bottom: Length::ZERO, height }
}

const FINE: Sampling = Sampling { columns: 5, rows: 9 };

#[test]
fn a_wall_hides_the_legs_of_those_behind_it() {
    let wall = block(Kind::Rock, (5, 7), (7, 8), Length::cents(60));
    let table = Table::new(sketch(vec![wall])).unwrap();
    let changes = Changes::default();
    let sight = sight(&table, &changes, FINE);
    let look = sight.look(model(6, 2).eye(), &model(6, 9));
    assert!(look.visible());
    assert!(look.hidden() > 10 && look.hidden() < 30, "{}", look.hidden());
    assert_eq!(look.witness.map(|id| id.0), Some(0));
    let low = look.open & 0b11111;
    assert_eq!(low, 0, "the feet are hidden");
    assert_eq!(look.open >> 40, 0b11111, "the head is not");
}

#[test]
fn on_top_of_a_rock_only_heights_decide() {
    let rock = block(Kind::Rock, (4, 4), (8, 8), Length::inches(2));
    let table = Table::new(sketch(vec![rock])).unwrap();
    let changes = Changes::default();
    let sight = sight(&table, &changes, FINE);
    let mut above = model(6, 6);
    above.spot.z = Length::inches(2);
    assert_eq!(sight.look(above.eye(), &model(6, 9)).hidden(), 5 * 9, "below the edge");
    let mut other = model(5, 5);
    other.spot.z = Length::inches(2);
    assert_eq!(sight.look(above.eye(), &other).hidden(), 0);
    let mut edge = model(6, 8);
    edge.spot.z = Length::inches(2);
    assert!(sight.look(edge.eye(), &model(6, 11)).visible());
}

#[test]
fn touching_an_edge_hides_nothing() {
    let hair = Length::micrometres(1);
    let spot = |y: i32, z: Length| Point::inches(6, y).at_height(z);
    let low = block(Kind::Rock, (4, 4), (8, 6), Length::inches(1));
    let high = Piece { bottom: Length::inches(1), ..low.clone() };
    let changes = Changes::default();
    for (piece, start, end, nudge) in [
        (low, Length::inches(2), Length::ZERO, -hair),
        (high, Length::ZERO, Length::inches(2), hair),
    ] {
        let table = Table::new(sketch(vec![piece])).unwrap();
        let sight = sight(&table, &changes, FINE);
        // The line is at the height of the edge exactly where it leaves the outline.
        let (from, to, nudged) = (spot(2, start), spot(10, end), spot(2, start + nudge));
        assert!(sight.open(from, to));
        assert!(sight.open(to, from));
        assert!(!sight.open(nudged, to));
        assert!(!sight.open(to, nudged));
        assert_eq!(sight.line(from, to).blocked, None);
        assert!(sight.line(to, nudged).blocked.is_some());
    }
}

#[test]
fn screens_add_up() {
    let wood = |y: i32| block(Kind::LightWoods, (0, y), (12, y + 1), Length::inches(4));
    let changes = Changes::default();
    let hidden = |n: i32| {
        let table = Table::new(sketch((0..n).map(|i| wood(3 + 2 * i)).collect())).unwrap();
        sight(&table, &changes, FINE).look(model(6, 1).eye(), &model(6, 11)).hidden()
    };
    assert_eq!(hidden(0), 0);
    assert!((15..=19).contains(&hidden(1)), "three eighths of 45, not {}", hidden(1));
    assert!((32..=36).contains(&hidden(2)), "six eighths of 45, not {}", hidden(2));
    assert_eq!(hidden(3), 45);
}

#[test]
fn those_who_stand_in_woods_look_through_them() {
    let wood = block(Kind::DenseWoods, (4, 0), (8, 4), Length::inches(4));
    let table = Table::new(sketch(vec![wood])).unwrap();
    let changes = Changes::default();
    let sight = sight(&table, &changes, FINE);
    let (inside, outside) = (model(6, 2), model(6, 9));
    assert!(sight.look(inside.eye(), &outside).hidden() > 30);
    assert!(sight.look(outside.eye(), &inside).hidden() > 30);
    let line = sight.line(inside.eye(), outside.eye());
    assert_eq!(line.blocked, None);
    assert_eq!(line.passes.len(), 1);
    assert_eq!(line.passes[0].length, Length::inches(2));
    assert!(!line.passes[0].over);
}

#[test]
fn lines_over_things_are_reported() {
    let low = block(Kind::Rock, (4, 4), (8, 6), Length::cents(50));
    let high = block(Kind::Crate, (4, 8), (8, 9), Length::inches(3));
    let table = Table::new(sketch(vec![low, high])).unwrap();
    let changes = Changes::default();
    let line = sight(&table, &changes, FINE).line(model(6, 1).eye(), model(6, 11).eye());
    let seen: Vec<(u16, Length, bool)> =
        line.passes.iter().map(|p| (p.piece.unwrap().0, p.length, p.over)).collect();
    assert_eq!(seen, vec![(0, Length::inches(2), true), (1, Length::inches(1), false)]);
    let block = line.blocked.unwrap();
    assert_eq!(block.kind, Kind::Crate);
    assert_eq!(block.spot, Point::inches(6, 8).at_height(Length::cents(110)));
}

#[test]
fn opening_a_door_is_noticed_at_once() {
    let outline = Polygon::rectangle(Point::inches(4, 4), Point::inches(8, 8)).unwrap();
    let door = Opening {
        side: 0,
        from: Length::inches(1),
        width: Length::inches(2),
        sill: Length::ZERO,
        head: Length::inches(2),
        door: true,
    };
    let house = Building {
        outline,
        thickness: Length::cents(20),
        openings: vec![door],
        floors: Vec::new(),
        roof: true,
        breachable: false,
    };
    let house = Piece {
        name: "house".to_owned(),
        kind: Kind::Building,
        form: Form::Building(house),
        bottom: Length::ZERO,
        height: Length::inches(3),
    };
    let table = Table::new(sketch(vec![house])).unwrap();
    let (outside, inside) = (model(6, 1), model(6, 6));
    let mut changes = Changes::default();
    for _ in 0..3 {
        changes.close(FeatureId(0));
        assert!(!sight(&table, &changes, FINE).sees(&outside, &inside));
        changes.open(FeatureId(0));
        assert!(sight(&table, &changes, FINE).sees(&outside, &inside));
    }
}

#[test]
fn smoke_is_never_remembered() {
    let table = Table::bare(SIDE, SIDE);
    let (a, b) = (model(2, 6), model(10, 6));
    let spot = Point::inches(6, 6).at_height(Length::ZERO);
    let (radius, height) = (Length::inches(2), Length::inches(3));
    let mut changes = Changes::default();
    for _ in 0..2 {
        assert_eq!(sight(&table, &changes, FINE).look(a.eye(), &b).hidden(), 0);
        changes.clouds.push(Cloud { kind: Kind::Smoke, spot, radius, height });
        let hidden = sight(&table, &changes, FINE).look(a.eye(), &b).hidden();
        assert!((20..=25).contains(&hidden), "half of 45, not {hidden}");
        let within = a.moved_to(Point::inches(7, 6).at_height(Length::ZERO));
        assert!(sight(&table, &changes, FINE).look(within.eye(), &b).hidden() >= 20);
        changes.clouds.clear();
    }
}

#[test]
fn vertical_lines_in_smoke_are_mutual() {
    let table = Table::bare(SIDE, SIDE);
    let (low, high) = (Point::inches(6, 6), Point::inches(6, 6).at_height(Length::inches(5)));
    let low = low.at_height(Length::inches(1));
    let mut changes = Changes::default();
    let (radius, height) = (Length::inches(2), Length::inches(3));
    for (kind, open) in [(Kind::Smoke, true), (Kind::Crate, false)] {
        let spot = Point::inches(6, 6).at_height(Length::ZERO);
        changes.clouds = vec![Cloud { kind, spot, radius, height }];
        let sight = sight(&table, &changes, FINE);
        assert_eq!(sight.open(low, high), open);
        assert_eq!(sight.open(high, low), open);
        assert_eq!(sight.line(high, low).passes.len(), 1);
        assert_eq!(sight.line(low, high).passes.len(), 1);
    }
}

#[test]
fn tables_are_not_taken_for_one_another() {
    let (a, b) = (model(2, 6), model(10, 6));
    let changes = Changes::default();
    for n in 0..6 {
        let wall = block(Kind::Rock, (5, 5), (6, 7), Length::inches(3));
        let pieces = if n % 2 == 0 { Vec::new() } else { vec![wall] };
        let table = Table::new(sketch(pieces)).unwrap();
        assert_eq!(sight(&table, &changes, FINE).sees(&a, &b), n % 2 == 0);
    }
}

#[test]
fn optics_remember_what_they_are_told() {
    let mut optics = Optics::clear();
    for (n, kind) in Kind::ALL.iter().enumerate() {
        let optic = match n % 4 {
            0 => Optic::Clear,
            1 => Optic::Solid,
            _ => Optic::Screen((n % 8 + 1) as u8),
        };
        optics = optics.with(*kind, Optic::Solid).with(*kind, optic);
        assert_eq!(optics.of(*kind), optic);
    }
    assert_eq!(optics.of(Kind::Open), Optic::Clear);
    assert_eq!(optics.with(Kind::Open, Optic::Screen(99)).of(Kind::Open), Optic::Screen(8));
}
