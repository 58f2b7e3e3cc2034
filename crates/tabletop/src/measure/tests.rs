use super::*;

/// A model on a base of half an inch, one inch high, half an inch thick.
fn body(x: i32, y: i32, z: i32) -> Body {
    Body {
        spot: Point::new(Length::cents(x), Length::cents(y)).at_height(Length::cents(z)),
        base: Length::cents(50),
        girth: Length::cents(25),
        height: Length::cents(100),
        eye: Length::cents(90),
    }
}

/// Bodies at places from a small generator, near and far, low and high.
fn crowd() -> Vec<Body> {
    let mut seed: u64 = 7;
    let mut next = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((seed >> 33) % n) as i32
    };
    (0..40)
        .map(|_| {
            let mut one = body(next(2_400), next(2_400), next(400));
            one.base = Length::millimetres(10 + next(3) * 5);
            one.spot.at.x += Length::micrometres(next(254));
            one
        })
        .collect()
}

#[test]
fn written_gaps_agree_with_exact_questions() {
    let hair = Length::micrometres(1);
    let all = crowd();
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for (measure, test) in [
            (gap as fn(&Body, &Body) -> Length, within as fn(&Body, &Body, Length) -> bool),
            (gap_3d, within_3d),
            (body_gap, body_within),
        ] {
            assert_eq!(measure(a, b), measure(b, a));
            assert!(test(a, b, measure(a, b)));
            assert!(!test(a, b, measure(a, b) - hair));
        }
        assert!(gap(a, b) <= gap_3d(a, b));
    }
}

#[test]
fn gaps_in_space_are_oblique() {
    // Four inches apart edge to edge, and the feet three inches above the head.
    assert_eq!(body_gap(&body(0, 0, 0), &body(450, 0, 400)), Length::inches(5));
    assert_eq!(gap_3d(&body(0, 0, 0), &body(500, 0, 300)), Length::inches(5));
    assert_eq!(gap(&body(0, 0, 0), &body(300, 400, 300)), Length::inches(4));
    assert_eq!(body_gap(&body(0, 0, 0), &body(20, 0, 50)), Length::ZERO);
}

#[test]
fn contact_is_side_by_side() {
    let touching = body(100, 0, 0);
    assert!(contact(&body(0, 0, 0), &touching, Length::ZERO));
    assert!(!contact(&body(0, 0, 0), &body(101, 0, 0), Length::ZERO));
    assert!(contact(&body(0, 0, 0), &body(101, 0, 0), Length::cents(1)));
    assert!(!contact(&body(0, 0, 0), &body(100, 0, 101), Length::ZERO));
}

#[test]
fn ties_are_found_exactly() {
    let from = body(0, 0, 0);
    let mut wide = body(350, 0, 0);
    wide.base = Length::cents(100);
    let (near, same, far) = (body(300, 0, 0), body(0, -300, 0), body(301, 0, 0));
    assert_eq!(nearer(&from, &near, &same), Ordering::Equal);
    assert_eq!(nearer(&from, &near, &wide), Ordering::Equal);
    assert_eq!(nearer(&from, &near, &far), Ordering::Less);
    let others = [(1, &far), (2, &near), (3, &wide), (4, &same)];
    assert_eq!(nearest(&from, others), vec![2, 3, 4]);
    assert_eq!(nearest::<u8>(&from, []), Vec::<u8>::new());
}

#[test]
fn nearer_agrees_with_gaps() {
    let all = crowd();
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let order = nearer(&all[0], a, b);
        assert_eq!(order, nearer(&all[0], b, a).reverse());
        match gap(&all[0], a).cmp(&gap(&all[0], b)) {
            Ordering::Equal => (),
            clear => assert_eq!(order, clear),
        }
    }
}

#[test]
fn arcs_include_their_borders() {
    let (from, north) = (body(1_000, 1_000, 0), Vector::new(0, 7));
    let at = |x: i32, y: i32| body(1_000 + x, 1_000 + y, 0);
    assert!(in_arc(&from, north, &at(300, 300), Arc::Front90));
    assert!(!in_arc(&from, north, &at(301, 300), Arc::Front90));
    assert!(in_arc(&from, north, &at(301, 300), Arc::Right90));
    assert!(in_arc(&from, north, &at(300, 0), Arc::Front180));
    assert!(in_arc(&from, north, &at(300, 0), Arc::Rear180));
    assert!(!in_arc(&from, north, &at(300, -1), Arc::Front180));
    assert!(in_arc(&from, north, &at(-5, -300), Arc::Rear90));
    assert!(in_arc(&from, north, &at(-300, 5), Arc::Left90));
    assert!(base_in_arc(&from, north, &at(300, -50), Arc::Front180));
    assert!(!base_in_arc(&from, north, &at(300, -51), Arc::Front180));
    assert!(base_in_arc(&from, north, &at(370, 300), Arc::Front90));
    assert!(!base_in_arc(&from, north, &at(371, 300), Arc::Front90));
    assert!(!base_in_arc(&from, north, &at(0, -51), Arc::Front90));
    assert!(base_in_arc(&from, north, &at(0, -50), Arc::Front90));
}

#[test]
fn zones_hold_whole_bases() {
    let table = Table::bare(24, 36);
    assert!(in_edge_zone(&table, Edge::South, &body(1_200, 550, 0), Length::inches(6)));
    assert!(!in_edge_zone(&table, Edge::South, &body(1_200, 551, 0), Length::inches(6)));
    assert!(in_edge_zone(&table, Edge::East, &body(2_350, 1_000, 0), Length::inches(1)));
    assert!(!in_edge_zone(&table, Edge::East, &body(2_351, 1_000, 0), Length::inches(1)));
    let corner = Corner::NorthEast;
    assert!(in_corner_zone(&table, corner, &body(2_100, 3_200, 0), Length::cents(550)));
    assert!(!in_corner_zone(&table, corner, &body(2_100, 3_200, 0), Length::cents(549)));
    for edge in Edge::ALL {
        assert_eq!(edge.opposite().opposite(), edge);
    }
    for corner in Corner::ALL {
        assert_eq!(corner.opposite().opposite(), corner);
        assert_ne!(corner.at(&table), corner.opposite().at(&table));
    }
}

#[test]
fn shapes_are_measured_from_their_nearest_side() {
    let corners = [(0, 0), (8, 0), (8, 2), (2, 2), (2, 8), (0, 8)];
    let ell = corners.iter().map(|&(x, y)| Point::inches(x, y)).collect();
    let ell = Polygon::new(ell).unwrap();
    assert_eq!(gap_to_shape(&body(500, 500, 0), &ell), Length::cents(250));
    assert_eq!(gap_to_shape(&body(1_100, 600, 0), &ell), Length::cents(450));
    assert_eq!(gap_to_shape(&body(100, 100, 0), &ell), Length::ZERO);
    assert!(whole_base_inside(&body(50, 50, 0), &ell));
    assert!(!whole_base_inside(&body(49, 50, 0), &ell));
    for one in crowd() {
        let gap = gap_to_shape(&one, &ell);
        assert!(within_of_shape(&one, &ell, gap));
        assert!(!within_of_shape(&one, &ell, gap - Length::micrometres(1)));
    }
}

#[test]
fn winds_have_names() {
    let word = |x, y| compass(Point::inches(5, 5), Point::inches(5 + x, 5 + y));
    assert_eq!(word(0, 0), None);
    assert_eq!(word(5, 2).map(|b| b.to_string()).as_deref(), Some("east"));
    assert_eq!(word(5, 3).map(|b| b.to_string()).as_deref(), Some("north-east"));
    assert_eq!(word(-1, 4), Some(Bearing::North));
    assert_eq!(word(-3, -4), Some(Bearing::SouthWest));
    assert_eq!(word(-9, 1), Some(Bearing::West));
    assert_eq!(word(3, -3), Some(Bearing::SouthEast));
}
