//! Movement over hand-made and random tables.

use proptest::prelude::*;
use tabletop::movement::{
    Met, Mover, Trouble, Walk, What, contact_ring, contact_spot, straight_away,
};
use tabletop::reach::reach;
use tabletop::terrain::{Building, Opening};
use tabletop::{
    Body, Changes, FeatureId, Form, Kind, Length, Nature, Piece, PieceId, Point, Polygon, Sketch,
    Spot, Table, Vector,
};

const STEP: Length = Length::cents(10);

fn c(n: i32) -> Length {
    Length::cents(n)
}

/// A spot in hundredths of an inch.
fn spot(x: i32, y: i32, z: i32) -> Spot {
    Point::new(c(x), c(y)).at_height(c(z))
}

fn man(at: Spot) -> Body {
    Body { spot: at, base: c(50), girth: c(30), height: c(120), eye: c(110) }
}

fn rectangle(x0: i32, y0: i32, x1: i32, y1: i32) -> Polygon {
    Polygon::rectangle(Point::new(c(x0), c(y0)), Point::new(c(x1), c(y1))).expect("it has area")
}

fn piece(kind: Kind, form: Form, bottom: i32, height: i32) -> Piece {
    Piece { name: kind.name().to_owned(), kind, form, bottom: c(bottom), height: c(height) }
}

fn area(kind: Kind, (x0, y0, x1, y1): (i32, i32, i32, i32), height: i32) -> Piece {
    piece(kind, Form::Area(rectangle(x0, y0, x1, y1)), 0, height)
}

fn wall(kind: Kind, from: (i32, i32), to: (i32, i32), thickness: i32, height: i32) -> Piece {
    let point = |(x, y)| Point::new(c(x), c(y));
    let form = Form::Barrier { line: vec![point(from), point(to)], thickness: c(thickness) };
    piece(kind, form, 0, height)
}

fn table(pieces: Vec<Piece>) -> Table {
    let (width, depth) = (Length::inches(24), Length::inches(24));
    Table::new(Sketch { name: "test".to_owned(), width, depth, pieces }).expect("a sane table")
}

fn walk_among(table: &Table, others: &[Body], changes: &Changes, path: &[Spot]) -> Walk {
    Mover { table, changes, body: man(path[0]), step: STEP, others }.walk(path)
}

fn walk(table: &Table, path: &[Spot]) -> Walk {
    walk_among(table, &[], &Changes::default(), path)
}

fn facts(walk: &Walk) -> Vec<(Length, Length, What)> {
    walk.met().map(|(_, met)| (met.from, met.until, met.what)).collect()
}

fn stands(table: &Table, others: &[Body], at: Spot) -> Result<(), Trouble> {
    let changes = Changes::default();
    Mover { table, changes: &changes, body: man(at), step: STEP, others }.stands(at)
}

#[test]
fn a_low_wall_is_an_obstacle_of_its_height_and_thickness() {
    let table = table(vec![wall(Kind::LowWall, (400, 800), (1200, 800), 20, 50)]);
    let walk = walk(&table, &[spot(800, 600, 0), spot(800, 1000, 0)]);
    assert_eq!(walk.length(), Length::inches(4));
    let obstacle = What::Obstacle {
        kind: Kind::LowWall,
        piece: PieceId(0),
        feature: None,
        rise: c(50),
        thickness: c(20),
        brushed: false,
    };
    assert_eq!(facts(&walk), [(c(190), c(210), obstacle)]);
}

#[test]
fn walking_beside_a_wall_brushes_it_or_not() {
    let table = table(vec![wall(Kind::LowWall, (400, 800), (800, 800), 20, 50)]);
    let beside = |y: i32| facts(&walk(&table, &[spot(300, y, 0), spot(1000, y, 0)]));
    assert_eq!(beside(740), [], "the base just touches");
    let met = beside(741);
    assert_eq!(met.len(), 1);
    assert_eq!((met[0].0, met[0].1), (c(100), c(100)));
    assert!(matches!(met[0].2, What::Obstacle { brushed: true, thickness: Length::ZERO, .. }));
}

#[test]
fn a_curb_is_walked_over_without_notice() {
    let table = table(vec![wall(Kind::LowWall, (400, 800), (1200, 800), 20, 10)]);
    assert_eq!(facts(&walk(&table, &[spot(800, 600, 0), spot(800, 1000, 0)])), []);
    assert_eq!(facts(&walk(&table, &[spot(800, 600, 0), spot(800, 800, 10)])), []);
    assert_eq!(stands(&table, &[], spot(800, 790, 10)), Ok(()));
}

#[test]
fn a_crate_is_climbed_at_its_edge_and_dropped_from_at_its_edge() {
    let table = table(vec![area(Kind::Crate, (800, 800, 1000, 1000), 100)]);
    let path = [spot(600, 900, 0), spot(900, 900, 100), spot(1200, 900, 0)];
    let walk = walk(&table, &path);
    let level = |rise| What::Level { rise: c(rise), way: None };
    assert_eq!(walk.legs[0].met[..], [Met { from: c(200), until: c(200), what: level(100) }]);
    assert_eq!(walk.legs[1].met[..], [Met { from: c(100), until: c(100), what: level(-100) }]);
    assert_eq!(walk.legs[1].start, Length::inches(3));
    assert_eq!(walk.length(), Length::inches(6));
}

#[test]
fn what_stands_beside_the_climbed_thing_is_brushed() {
    let crates = [
        area(Kind::Crate, (800, 800, 1000, 1000), 100),
        area(Kind::HighWall, (800, 1000, 1000, 1100), 200),
    ];
    let table = table(crates.to_vec());
    let met = facts(&walk(&table, &[spot(600, 970, 0), spot(900, 960, 100)]));
    assert!(matches!(met[0].2, What::Level { .. }) || matches!(met[1].2, What::Level { .. }));
    assert_eq!(met.len(), 2);
    let brushed =
        |w: &What| matches!(w, What::Obstacle { kind: Kind::HighWall, brushed: true, .. });
    assert!(met.iter().any(|(.., what)| brushed(what)));
}

fn platform_with_ladder() -> Table {
    let ladder = Form::Ladder(Point::new(c(800), c(900)));
    table(vec![area(Kind::Floor, (800, 800, 1200, 1200), 300), piece(Kind::Ladder, ladder, 0, 300)])
}

#[test]
fn a_ladder_leads_up_and_down() {
    let table = platform_with_ladder();
    let level = |rise: i32, way| What::Level { rise: c(rise), way };
    let up = walk(&table, &[spot(700, 900, 0), spot(900, 900, 300)]);
    assert_eq!(facts(&up), [(c(100), c(100), level(300, Some(Kind::Ladder)))]);
    let down = walk(&table, &[spot(900, 900, 300), spot(700, 900, 0)]);
    assert_eq!(facts(&down), [(c(100), c(100), level(-300, Some(Kind::Ladder)))]);
    let elsewhere = walk(&table, &[spot(700, 1100, 0), spot(900, 1100, 300)]);
    assert_eq!(facts(&elsewhere), [(c(100), c(100), level(300, None))]);
    let below = walk(&table, &[spot(700, 900, 0), spot(900, 900, 0)]);
    assert_eq!(facts(&below), [], "a platform is hollow underneath");
}

#[test]
fn nobody_climbs_through_a_floor_without_a_way() {
    let table = platform_with_ladder();
    let met = facts(&walk(&table, &[spot(1000, 1000, 0), spot(1100, 1000, 300)]));
    assert_eq!(met.len(), 2);
    assert_eq!(met[0].2, What::Level { rise: c(300), way: None });
    assert!(matches!(met[1].2, What::Obstacle { kind: Kind::Floor, brushed: false, .. }));
    let down = facts(&walk(&table, &[spot(1100, 1000, 300), spot(1000, 1000, 0)]));
    assert!(matches!(down[1].2, What::Obstacle { kind: Kind::Floor, brushed: false, .. }));
    let ladder = facts(&walk(&table, &[spot(840, 900, 0), spot(860, 900, 300)]));
    assert_eq!(ladder.len(), 1, "{ladder:?}");
    assert_eq!(ladder[0].2, What::Level { rise: c(300), way: Some(Kind::Ladder) });
}

#[test]
fn stairs_inside_a_house_lead_from_floor_to_floor() {
    let mut house = house(vec![]);
    let Form::Building(building) = &mut house.form else { unreachable!() };
    building.floors = vec![c(300)];
    house.height = c(600);
    let stairs = Form::Stairs {
        foot: Point::new(c(900), c(900)),
        head: Point::new(c(1100), c(900)),
        width: c(100),
    };
    let table = table(vec![house, piece(Kind::Stairs, stairs, 0, 300)]);
    let up = facts(&walk(&table, &[spot(900, 900, 0), spot(1100, 900, 300)]));
    let stairs = |rise: i32| What::Level { rise: c(rise), way: Some(Kind::Stairs) };
    assert!(up.contains(&(c(0), c(0), stairs(300))), "{up:?}");
    assert!(!up.iter().any(|(.., what)| matches!(what, What::Obstacle { .. })));
    let down = facts(&walk(&table, &[spot(1100, 900, 300), spot(900, 900, 0)]));
    assert!(down.contains(&(c(200), c(200), stairs(-300))), "{down:?}");
}

#[test]
fn the_gap_between_two_platforms_is_as_wide_as_it_is() {
    let table = table(vec![
        area(Kind::Floor, (400, 400, 800, 800), 200),
        area(Kind::Floor, (950, 400, 1200, 800), 200),
    ]);
    let met = facts(&walk(&table, &[spot(600, 600, 200), spot(1000, 600, 200)]));
    assert_eq!(met, [(c(200), c(350), What::Gap { width: c(150) })]);
    let along = facts(&walk(&table, &[spot(500, 800, 200), spot(700, 800, 200)]));
    assert_eq!(along, [], "the very edge still carries");
    let mover = |p: &Spot| stands(&table, &[], *p);
    assert_eq!(mover(&spot(850, 600, 200)), Err(Trouble::Unsupported));
    assert_eq!(mover(&spot(800, 600, 200)), Ok(()));
}

#[test]
fn a_leap_down_to_a_lower_platform_is_a_gap_and_a_drop() {
    let table = table(vec![
        area(Kind::Floor, (400, 400, 800, 800), 300),
        area(Kind::Floor, (900, 400, 1200, 800), 200),
    ]);
    let met = facts(&walk(&table, &[spot(700, 600, 300), spot(1000, 600, 200)]));
    let drop = What::Level { rise: c(-100), way: None };
    assert_eq!(met, [(c(100), c(100), drop), (c(100), c(200), What::Gap { width: c(100) })]);
    let back = facts(&walk(&table, &[spot(1000, 600, 200), spot(700, 600, 300)]));
    let climb = What::Level { rise: c(100), way: None };
    assert_eq!(back, [(c(100), c(200), What::Gap { width: c(100) }), (c(200), c(200), climb)]);
}

#[test]
fn a_pit_is_a_gap_and_a_plank_bridges_it() {
    let pit = area(Kind::Pit, (800, 400, 1000, 1200), 0);
    let bare = table(vec![pit.clone()]);
    let path = [spot(600, 600, 0), spot(1200, 600, 0)];
    assert_eq!(facts(&walk(&bare, &path)), [(c(200), c(400), What::Gap { width: c(200) })]);
    assert_eq!(stands(&bare, &[], spot(900, 600, 0)), Err(Trouble::Unsupported));
    let plank = area(Kind::Floor, (750, 550, 1050, 650), 10);
    assert_eq!(facts(&walk(&table(vec![pit, plank]), &path)), []);
}

#[test]
fn hills_are_walked_up_and_down_by_contours() {
    let table = table(vec![
        area(Kind::Hill, (600, 400, 1200, 1200), 50),
        area(Kind::Hill, (700, 500, 1000, 1100), 100),
    ]);
    let path = [spot(400, 800, 0), spot(800, 800, 100), spot(1400, 800, 0)];
    let slope = |rise: i32, piece| What::Slope { rise: c(rise), piece: PieceId(piece) };
    let expected = [
        (c(200), c(200), slope(50, 0)),
        (c(300), c(300), slope(50, 1)),
        (c(200), c(200), slope(-50, 1)),
        (c(400), c(400), slope(-50, 0)),
    ];
    assert_eq!(facts(&walk(&table, &path)), expected);
    let onto_edge = facts(&walk(&table, &[spot(400, 800, 0), spot(600, 800, 50)]));
    assert_eq!(onto_edge, [(c(200), c(200), slope(50, 0))]);
    let along_edge = facts(&walk(&table, &[spot(600, 600, 50), spot(600, 900, 50)]));
    assert_eq!(along_edge, []);
}

#[test]
fn woods_are_a_stretch_of_ground() {
    let table = table(vec![area(Kind::DenseWoods, (600, 400, 900, 800), 400)]);
    let woods = What::Ground { kind: Kind::DenseWoods, piece: PieceId(0) };
    let across = facts(&walk(&table, &[spot(500, 600, 0), spot(1000, 600, 0)]));
    assert_eq!(across, [(c(100), c(400), woods)]);
    // Three over, four up: half of the five inches of the leg lie in the woods.
    let slanting = facts(&walk(&table, &[spot(750, 600, 0), spot(1050, 1000, 0)]));
    assert_eq!(slanting, [(c(0), c(250), woods)]);
    let along = facts(&walk(&table, &[spot(600, 300, 0), spot(600, 900, 0)]));
    assert_eq!(along, [], "running along the edge is not inside");
}

fn house(openings: Vec<Opening>) -> Piece {
    let building = Building {
        outline: rectangle(800, 800, 1400, 1400),
        thickness: c(20),
        openings,
        floors: vec![],
        roof: true,
        breachable: false,
    };
    piece(Kind::Building, Form::Building(building), 0, 300)
}

fn opening(from: i32, sill: i32, door: bool) -> Opening {
    Opening { side: 0, from: c(from), width: c(120), sill: c(sill), head: c(200), door }
}

fn obstacles(walk: &Walk) -> Vec<(Kind, Option<FeatureId>, Length, bool)> {
    let obstacle = |what: &What| match *what {
        What::Obstacle { kind, feature, rise, brushed, .. } => Some((kind, feature, rise, brushed)),
        _ => None,
    };
    walk.met().filter_map(|(_, met)| obstacle(&met.what)).collect()
}

#[test]
fn a_door_is_in_the_way_until_it_is_opened() {
    let table = table(vec![house(vec![opening(200, 0, true)])]);
    let path = [spot(1060, 700, 0), spot(1060, 1000, 0)];
    let closed = walk(&table, &path);
    assert_eq!(obstacles(&closed), [(Kind::Door, Some(FeatureId(0)), c(200), false)]);
    let inside = What::Ground { kind: Kind::Interior, piece: PieceId(0) };
    assert!(facts(&closed).contains(&(c(100), c(300), inside)));
    let mut changes = Changes::default();
    changes.open(FeatureId(0));
    let open = walk_among(&table, &[], &changes, &path);
    assert_eq!(facts(&open), [(c(100), c(300), inside)]);
    let beside = walk_among(&table, &[], &changes, &[spot(1040, 700, 0), spot(1040, 1000, 0)]);
    assert_eq!(obstacles(&beside), [(Kind::Building, None, c(300), true)], "the door post");
}

#[test]
fn a_window_sill_is_an_obstacle_and_the_wall_beside_it_a_higher_one() {
    let table = table(vec![house(vec![opening(200, 50, false)])]);
    let sill = walk(&table, &[spot(1060, 700, 0), spot(1060, 1000, 0)]);
    assert_eq!(obstacles(&sill), [(Kind::Building, None, c(50), false)]);
    let blank = walk(&table, &[spot(900, 700, 0), spot(900, 1000, 0)]);
    assert!(obstacles(&blank).contains(&(Kind::Building, None, c(300), false)));
}

#[test]
fn a_roof_is_climbed_from_outside() {
    let table = table(vec![house(vec![opening(200, 50, false)])]);
    let up = walk(&table, &[spot(1060, 700, 0), spot(1060, 1000, 300)]);
    assert_eq!(facts(&up), [(c(100), c(100), What::Level { rise: c(300), way: None })]);
    let down = walk(&table, &[spot(1060, 1000, 300), spot(1060, 700, 0)]);
    assert_eq!(facts(&down), [(c(200), c(200), What::Level { rise: c(-300), way: None })]);
}

#[test]
fn a_body_in_the_way_is_crossed_or_brushed() {
    let table = table(vec![]);
    let others = [man(spot(900, 600, 0)), man(spot(1200, 690, 0)), man(spot(1500, 600, 300))];
    let path = [spot(600, 600, 0), spot(1800, 600, 0)];
    let met = facts(&walk_among(&table, &others, &Changes::default(), &path));
    let body = |index, brushed| What::Body { index, brushed };
    assert_eq!(met, [(c(250), c(350), body(0, false)), (c(600), c(600), body(1, true))]);
    assert_eq!(stands(&table, &others, spot(1000, 600, 0)), Ok(()));
    let near = stands(&table, &others, spot(999, 600, 0));
    assert_eq!(near, Err(Trouble::Body { index: 0 }));
}

#[test]
fn leaving_the_table_is_told() {
    let table = table(vec![]);
    let met = facts(&walk(&table, &[spot(2200, 600, 0), spot(2600, 600, 0)]));
    assert_eq!(met, [(c(200), c(400), What::OffTable)]);
    assert_eq!(stands(&table, &[], spot(2401, 600, 0)), Err(Trouble::OffTable));
    assert_eq!(stands(&table, &[], spot(2400, 600, 0)), Ok(()));
}

#[test]
fn first_touches_are_exact() {
    let table = table(vec![]);
    let changes = Changes::default();
    let from = spot(600, 600, 0);
    let mover =
        Mover { table: &table, changes: &changes, body: man(from), step: STEP, others: &[] };
    let shape = rectangle(800, 400, 1000, 800);
    let to = spot(1200, 600, 0);
    assert_eq!(mover.first_touch(from, to, &shape), Some(c(150) + Length::micrometres(1)));
    assert_eq!(mover.first_touch(spot(760, 600, 0), to, &shape), Some(Length::ZERO));
    assert_eq!(mover.first_touch(from, spot(750, 600, 0), &shape), None);
    let other = man(spot(1000, 600, 0));
    assert_eq!(mover.first_within(from, to, &other, c(100)), Some(c(200)));
    assert_eq!(mover.first_within(from, to, &other, c(400)), Some(Length::ZERO));
    assert_eq!(mover.first_within(from, spot(700, 600, 0), &other, c(100)), None);
    // Three-four-five: beside the way by 1.2, so 0.9 before the nearest place it is 1.5 off.
    let beside = man(spot(1000, 720, 0));
    assert_eq!(mover.first_within(from, to, &beside, c(50)), Some(c(310)));
}

#[test]
fn places_along_a_path_have_the_height_of_the_body() {
    let table = platform_with_ladder();
    let changes = Changes::default();
    let path = [spot(600, 900, 0), spot(900, 900, 300), spot(900, 600, 0)];
    let body = man(path[0]);
    let mover = Mover { table: &table, changes: &changes, body, step: STEP, others: &[] };
    let along = |n: i32| mover.spot_along(&path, c(n));
    assert_eq!(along(0), path[0]);
    assert_eq!(along(100), spot(700, 900, 0));
    assert_eq!(along(250), spot(850, 900, 300));
    assert_eq!(along(350), spot(900, 850, 300));
    assert_eq!(along(450), spot(900, 750, 0));
    assert_eq!(along(900), path[2]);
}

#[test]
fn slides_stop_at_what_is_in_the_way() {
    let table = table(vec![wall(Kind::LowWall, (400, 800), (1200, 800), 20, 50)]);
    let changes = Changes::default();
    let others = [man(spot(1200, 400, 0))];
    let slide = |at: Spot, x: i64, y: i64, far: i32| {
        let body = man(at);
        let mover = Mover { table: &table, changes: &changes, body, step: STEP, others: &others };
        mover.slide(Vector::new(x, y), c(far))
    };
    assert_eq!(slide(spot(800, 600, 0), 0, 1, 300), spot(800, 740, 0));
    assert_eq!(slide(spot(800, 600, 0), 0, 1, 100), spot(800, 700, 0));
    assert_eq!(slide(spot(800, 400, 0), 7, 0, 600), spot(1100, 400, 0));
    assert_eq!(slide(spot(800, 200, 0), 0, -3, 600), spot(800, 0, 0));
    assert_eq!(slide(spot(800, 600, 0), 3, -4, 100), spot(860, 520, 0));
}

#[test]
fn straight_away_is_exact_where_it_can_be() {
    let away = straight_away(Point::inches(3, 4), Point::inches(6, 8), Length::inches(5));
    assert_eq!(away, Point::inches(9, 12));
    let stay = straight_away(Point::inches(3, 4), Point::inches(3, 4), Length::inches(5));
    assert_eq!(stay, Point::inches(3, 4));
}

#[test]
fn the_reach_of_a_free_body_is_a_disc_and_a_wall_is_walked_around() {
    let table = table(vec![wall(Kind::HighWall, (700, 700), (1300, 700), 20, 200)]);
    let changes = Changes::default();
    let start = spot(1000, 600, 0);
    let mover =
        Mover { table: &table, changes: &changes, body: man(start), step: STEP, others: &[] };
    let free = |path: &[Spot]| {
        let walk = mover.walk(path);
        let bad = |what: &What| !matches!(what, What::Ground { .. } | What::Slope { .. });
        (!walk.met().any(|(_, met)| bad(&met.what))).then(|| walk.length())
    };
    let map = reach(&mover, Length::inches(10), Length::inches(1), free);
    assert_eq!(map.spots()[0].spot, start);
    assert_eq!(map.price_of(spot(1000, 200, 0)), Some(Length::inches(4)));
    let diagonal = map.path_to(spot(1400, 300, 0)).unwrap();
    assert_eq!(diagonal, [start, spot(1400, 300, 0)], "three-four-five in one straight leg");
    let behind = map.path_to(spot(1000, 800, 0)).unwrap();
    assert!(behind.len() > 2);
    assert!(map.price_of(spot(1000, 800, 0)).unwrap() > Length::inches(8));
    assert_eq!(map.path_to(spot(1000, 700, 0)), None);
}

#[test]
fn reach_climbs_vaults_and_leaps_where_the_price_allows() {
    let table = table(vec![
        // One cannot stand on a hedge, only cross it.
        wall(Kind::Hedge, (0, 700), (2400, 700), 20, 50),
        area(Kind::Floor, (200, 200, 600, 600), 100),
        area(Kind::Floor, (800, 200, 1200, 600), 100),
    ]);
    let changes = Changes::default();
    let start = spot(400, 400, 100);
    let mover =
        Mover { table: &table, changes: &changes, body: man(start), step: STEP, others: &[] };
    let price = |path: &[Spot]| {
        let walk = mover.walk(path);
        let extra = walk.met().map(|(_, met)| match met.what {
            What::Level { rise, .. } => rise.abs(),
            What::Obstacle { rise, .. } if rise > c(60) => Length::inches(99),
            What::Obstacle { brushed: false, .. } => Length::inches(2),
            _ => Length::ZERO,
        });
        Some(walk.length() + extra.sum())
    };
    let map = reach(&mover, Length::inches(9), Length::inches(1), price);
    assert_eq!(map.price_of(spot(900, 400, 100)), Some(Length::inches(5)), "a leap");
    assert_eq!(map.price_of(spot(700, 400, 0)), Some(Length::inches(4)), "a drop");
    assert_eq!(map.price_of(spot(400, 800, 0)), Some(Length::inches(7)), "a drop and a vault");
    assert_eq!(map, reach(&mover, Length::inches(9), Length::inches(1), price));
}

const SIDE: i32 = 2400;

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
