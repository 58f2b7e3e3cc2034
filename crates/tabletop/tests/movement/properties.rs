//! Movement over random tables.

use proptest::prelude::*;
use tabletop::movement::{Mover, Walk, What, contact_ring, contact_spot, straight_away};
use tabletop::reach::reach;
use tabletop::terrain::Building;
use tabletop::{
    Body, Changes, Form, Kind, Length, Nature, Piece, Point, Polygon, Spot, Table, Vector,
};

use crate::*;

/// Something like a table: shapes on and off the lattice of quarter inches, hills, woods,
/// walls, crates, platforms and a house with a door.
fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let kinds = prop::sample::select(vec![
        Kind::DenseWoods,
        Kind::Swamp,
        Kind::Rock,
        Kind::Crate,
        Kind::Hill,
        Kind::Floor,
        Kind::Pit,
    ]);
    let corner = (2..80i32, 2..80i32);
    let size = (2..16i32, 2..16i32);
    let box_of = move |(x, y): (i32, i32), (w, h): (i32, i32), lean: i32| {
        let point = |x: i32, y: i32| Point::new(c(x), c(y));
        let (x, y, w, h) = (x * 25, y * 25, w * 25, h * 25);
        let corners = vec![
            point(x, y),
            point(x + w, y + lean),
            point(x + w - lean / 2, y + h),
            point(x, y + h - lean / 3),
        ];
        Polygon::new(corners).ok()
    };
    let heights = prop::sample::select(vec![20, 50, 100, 150, 300]);
    let areas = (kinds, corner.clone(), size, -20..20i32, heights).prop_filter_map(
        "a proper outline",
        move |(kind, at, size, lean, height)| {
            box_of(at, size, lean).map(|shape| piece(kind, Form::Area(shape), 0, height))
        },
    );
    let barriers = (corner.clone(), corner.clone(), 10..30i32, 20..200i32).prop_filter_map(
        "a wall of some length",
        |(from, to, thickness, height)| {
            let scaled = |(x, y): (i32, i32)| (x * 25, y * 25 + x);
            let kind = if height < 100 { Kind::LowWall } else { Kind::HighWall };
            (from != to).then(|| wall(kind, scaled(from), scaled(to), thickness, height))
        },
    );
    let houses = (corner, 0..200i32).prop_map(|((x, y), door)| {
        let (x, y) = (x * 25, y * 25);
        let building = Building {
            outline: rectangle(x, y, x + 400, y + 350),
            thickness: c(15),
            openings: vec![opening(50 + door, 0, true)],
            floors: vec![],
            roof: true,
            breachable: false,
        };
        piece(Kind::Building, Form::Building(building), 0, 300)
    });
    let some_of = (
        prop::collection::vec(areas, 0..10),
        prop::collection::vec(barriers, 0..5),
        prop::collection::vec(houses, 0..2),
    );
    some_of.prop_map(|(a, b, c)| [a, b, c].concat())
}

fn place() -> impl Strategy<Value = Point> {
    let whole = (0..97i32, 0..97i32).prop_map(|(x, y)| Point::new(c(x * 25), c(y * 25)));
    let any = (0..609_601i32, 0..609_601i32)
        .prop_map(|(x, y)| Point::new(Length::micrometres(x), Length::micrometres(y)));
    prop_oneof![whole, any]
}

/// One of the supports of a place, or the ground.
fn on(table: &Table, at: Point, pick: usize) -> Spot {
    let supports = table.supports(at);
    let z = supports.get(pick % supports.len().max(1)).copied();
    at.at_height(z.unwrap_or_else(|| table.ground_height(at)))
}

fn mirrored(p: Point) -> Point {
    Point::new(c(SIDE) - p.x, p.y)
}

fn turned(p: Point) -> Point {
    Point::new(c(SIDE) - p.y, p.x)
}

fn mapped(pieces: &[Piece], map: impl Fn(Point) -> Point, is_mirrored: bool) -> Vec<Piece> {
    let form = |form: &Form| match form {
        Form::Area(shape) => Form::Area(shape.mapped(&map).expect("as good an outline")),
        Form::Barrier { line, thickness } => {
            Form::Barrier { line: line.iter().map(|p| map(*p)).collect(), thickness: *thickness }
        }
        Form::Building(b) => {
            let sides: Vec<_> = b.outline.sides().collect();
            let mut building = b.clone();
            building.outline = b.outline.mapped(&map).expect("as good an outline");
            for o in building.openings.iter_mut().filter(|_| is_mirrored) {
                let (from, to) = sides[o.side];
                // Corners run the other way round in a mirror.
                o.side = (2 * sides.len() - 2 - o.side) % sides.len();
                o.from = from.distance(to) - o.from - o.width;
            }
            Form::Building(building)
        }
        other => other.clone(),
    };
    pieces.iter().map(|p| Piece { form: form(&p.form), ..p.clone() }).collect()
}

proptest! {
    #[test]
    fn mirrors_and_quarter_turns_change_no_fact(
        pieces in pieces(),
        places in prop::collection::vec((place(), 0..3usize), 2..4),
        others in prop::collection::vec(place(), 0..4),
    ) {
        let plain = table(pieces.clone());
        let path: Vec<Spot> = places.iter().map(|(p, pick)| on(&plain, *p, *pick)).collect();
        let crowd: Vec<Body> = others.iter().map(|p| man(on(&plain, *p, 0))).collect();
        let expected = walk_among(&plain, &crowd, &Changes::default(), &path);
        type Map = fn(Point) -> Point;
        for (map, is_mirrored) in [(mirrored as Map, true), (turned as Map, false)] {
            let there = table(mapped(&pieces, map, is_mirrored));
            let moved = |s: &Spot| map(s.at).at_height(s.z);
            let path: Vec<Spot> = path.iter().map(moved).collect();
            let crowd: Vec<Body> = crowd.iter().map(|b| b.moved_to(moved(&b.spot))).collect();
            let found = walk_among(&there, &crowd, &Changes::default(), &path);
            prop_assert_eq!(facts(&expected), facts(&found));
            prop_assert_eq!(expected.length(), found.length());
        }
    }

    #[test]
    fn a_first_touch_is_where_overlapping_begins(
        pieces in pieces(),
        from in place(),
        to in place(),
    ) {
        let table = table(pieces);
        let (from, to) = (on(&table, from, 0), on(&table, to, 0));
        let (changes, body) = (Changes::default(), man(from));
        let mover = Mover { table: &table, changes: &changes, body, step: STEP, others: &[] };
        let shapes = table.volumes().iter().map(|volume| &volume.shape);
        for shape in shapes.chain(table.grounds().iter().map(|ground| &ground.shape)) {
            let overlaps = |d: i32| {
                let end = mover.spot_along(&[from, to], Length::micrometres(d)).at;
                shape.swept_by(from.at, end, body.base)
            };
            match mover.first_touch(from, to, shape) {
                None => prop_assert!(!shape.swept_by(from.at, to.at, body.base)),
                Some(Length::ZERO) => prop_assert!(overlaps(0)),
                Some(d) => {
                    prop_assert!(overlaps(d.um()));
                    prop_assert!(!overlaps(d.um() - 1));
                }
            }
        }
    }

    #[test]
    fn what_is_met_is_in_order_and_on_the_leg(
        pieces in pieces(),
        from in place(),
        to in place(),
        picks in (0..3usize, 0..3usize),
    ) {
        let table = table(pieces);
        let ends = (on(&table, from, picks.0), on(&table, to, picks.1));
        let there = walk(&table, &[ends.0, ends.1]);
        for leg in &there.legs {
            prop_assert!(leg.met.is_sorted());
            for met in &leg.met {
                prop_assert!(Length::ZERO <= met.from);
                prop_assert!(met.from <= met.until);
                prop_assert!(met.until <= leg.length);
            }
        }
        let rises = |walk: &Walk| {
            let rise = |what: &What| match what {
                What::Slope { rise, .. } | What::Level { rise, .. } => rise.um(),
                _ => 0,
            };
            walk.met().map(|(_, met)| rise(&met.what)).sum::<i32>()
        };
        // Only steps too low to be noticed are missing, one at most on each leg.
        prop_assert!((rises(&there) - (ends.1.z - ends.0.z).um()).abs() <= STEP.um());
        let back = walk(&table, &[ends.1, ends.0]);
        prop_assert!((rises(&there) + rises(&back)).abs() <= 2 * STEP.um());
    }

    #[test]
    fn a_slow_sampler_finds_the_same(
        pieces in pieces(),
        from in place(),
        (x, y) in (-120_000..120_000i64, -120_000..120_000i64),
    ) {
        let table = table(pieces);
        let to = from + Vector::new(x, y);
        if !table.extent().contains(to) {
            return Ok(());
        }
        let ground = |p: Point| p.at_height(table.ground_height(p));
        let walk = walk(&table, &[ground(from), ground(to)]);
        sample_grounds(&table, &walk)?;
        sample_obstacles(&table, &walk)?;
    }

    #[test]
    fn slides_never_overlap(
        pieces in pieces(),
        at in place(),
        direction in (-9..=9i64, -9..=9i64),
        others in prop::collection::vec(place(), 0..6),
        far in 0..800i32,
    ) {
        let table = table(pieces);
        let start = on(&table, at, 0);
        let crowd: Vec<Body> = others.iter().map(|p| man(on(&table, *p, 0))).collect();
        let changes = Changes::default();
        let body = man(start);
        let mover = Mover { table: &table, changes: &changes, body, step: STEP, others: &crowd };
        if mover.stands(start).is_err() {
            return Ok(());
        }
        let end = mover.slide(Vector::new(direction.0, direction.1), c(far));
        prop_assert_eq!(mover.stands(end), Ok(()));
        prop_assert!(start.at.distance_squared(end.at) <= c(far).squared());
    }

    #[test]
    fn contact_touches_and_never_overlaps(
        at in place(),
        from in place(),
        base in 1_000..40_000i32,
        other in 1_000..40_000i32,
    ) {
        let target = Body { base: Length::micrometres(other), ..man(at.at_height(Length::ZERO)) };
        let apart = i64::from(base + other);
        let base = Length::micrometres(base);
        let ring = contact_ring(base, &target, from);
        prop_assert_eq!(ring[0], contact_spot(base, &target, from));
        for spot in ring {
            let square = spot.distance_squared(at);
            prop_assert!(square >= apart * apart);
            prop_assert!(square < (apart + 10) * (apart + 10));
        }
        let away = straight_away(from, at, base);
        prop_assert!(away.distance_squared(at) <= base.squared());
        prop_assert_eq!(straight_away(turned(from), turned(at), base), turned(away));
        prop_assert_eq!(straight_away(mirrored(from), mirrored(at), base), mirrored(away));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whatever_is_reached_can_be_stood_on(pieces in pieces(), at in place()) {
        let table = table(pieces);
        let start = on(&table, at, 0);
        let changes = Changes::default();
        let mover =
            Mover { table: &table, changes: &changes, body: man(start), step: STEP, others: &[] };
        if mover.stands(start).is_err() {
            return Ok(());
        }
        let price = |path: &[Spot]| {
            let walk = mover.walk(path);
            let barred = walk.met().any(|(_, met)| match met.what {
                What::Obstacle { rise, .. } => rise > c(60),
                What::Gap { width } => width > c(200),
                What::Level { rise, way } => way.is_none() && rise > c(100),
                What::OffTable => true,
                _ => false,
            });
            (!barred).then(|| walk.length())
        };
        let map = reach(&mover, Length::inches(5), Length::inches(1), price);
        prop_assert!(map.spots().is_sorted_by_key(|r| r.price));
        for (index, reached) in map.spots().iter().enumerate() {
            prop_assert_eq!(mover.stands(reached.spot), Ok(()));
            let path = map.path(index);
            prop_assert_eq!(path[0], start);
            prop_assert_eq!(path.last(), Some(&reached.spot));
            prop_assert_eq!(price(&path), Some(reached.price));
        }
    }
}

/// Samples of a one-legged walk every hundred micrometres.
fn samples(walk: &Walk) -> Vec<(Length, Point)> {
    let leg = &walk.legs[0];
    let along = leg.to.at - leg.from.at;
    let point = |d: i32| {
        let share = |part: i64| part * i64::from(d) / leg.length.wide();
        (Length::micrometres(d), leg.from.at + Vector::new(share(along.x), share(along.y)))
    };
    (0..leg.length.um()).step_by(100).map(point).collect()
}

/// Whether a point is so near to an outline that rounding it may have carried it across.
fn is_doubtful(shape: &Polygon, p: Point) -> bool {
    let hair = Length::micrometres(3);
    shape.sides().any(|(a, b)| tabletop::polygon::point_nearer_than(p, a, b, hair))
}

fn sample_grounds(table: &Table, walk: &Walk) -> Result<(), TestCaseError> {
    for (d, p) in samples(walk) {
        for ground in table.grounds() {
            let edge = |s: &&tabletop::table::Surface| s.hill && is_doubtful(&s.shape, p);
            if is_doubtful(&ground.shape, p) || table.surfaces().iter().any(|s| edge(&s)) {
                continue;
            }
            let feet = table.ground_height(p);
            let inside = ground.shape.contains(p) && ground.low <= feet && feet <= ground.high;
            let what = What::Ground { kind: ground.kind, piece: ground.piece };
            let told = facts(walk).iter().any(|f| f.2 == what && f.0 <= d && d <= f.1);
            prop_assert_eq!(inside, told, "{} at {}", ground.kind, d);
        }
    }
    Ok(())
}

fn sample_obstacles(table: &Table, walk: &Walk) -> Result<(), TestCaseError> {
    let (base, height) = (c(50), c(120));
    let samples = samples(walk);
    for v in table.volumes() {
        let massive = matches!(v.kind.nature(), Nature::Solid | Nature::Barrier);
        if !massive || v.kind == Kind::Hill {
            continue;
        }
        let bars = |p: Point| {
            let feet = table.ground_height(p);
            v.top > feet + STEP && v.bottom < feet + height
        };
        let met = |p: Point, reach: Length| bars(p) && v.shape.nearer_than(p, reach);
        let hit = samples.iter().any(|(_, p)| met(*p, base - Length::micrometres(3)));
        let deep = |p: Point| bars(p) && v.shape.contains(p) && !is_doubtful(&v.shape, p);
        let crossed = samples.iter().any(|(_, p)| deep(*p));
        let told = |only_crossed: bool| {
            facts(walk).iter().any(|f| match f.2 {
                What::Obstacle { piece, kind, brushed, .. } => {
                    piece == v.piece && kind == v.kind && !(brushed && only_crossed)
                }
                _ => false,
            })
        };
        prop_assert!(!hit || told(false), "{} is not told", v.kind);
        prop_assert!(!crossed || told(true), "{} is crossed", v.kind);
    }
    for (from, until, what) in facts(walk) {
        let What::Obstacle { piece, brushed, .. } = what else { continue };
        let near = |reach: Length| {
            let of_piece = |v: &&tabletop::table::Volume| v.piece == piece;
            let volumes = table.volumes().iter().filter(of_piece);
            let ends = [walk.legs[0].from.at, walk.legs[0].to.at];
            let points = samples.iter().map(|(_, p)| *p).chain(ends);
            volumes.clone().any(|v| points.clone().any(|p| v.shape.nearer_than(p, reach)))
        };
        prop_assert!(near(base + Length::micrometres(60)));
        prop_assert!(brushed || near(Length::micrometres(60)));
        prop_assert!(!brushed || from == until);
    }
    Ok(())
}
