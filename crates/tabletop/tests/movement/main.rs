//! Movement over hand-made tables; `properties.rs` has the random ones.

use tabletop::movement::{Met, Mover, Trouble, Walk, What, straight_away};
use tabletop::reach::reach;
use tabletop::terrain::{Building, Opening};
use tabletop::{
    Body, Changes, FeatureId, Form, Kind, Length, Piece, PieceId, Point, Polygon, Sketch, Spot,
    Table, Vector,
};

mod properties;

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
