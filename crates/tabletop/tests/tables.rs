//! Table files, generated tables and pictures of tables.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use tabletop::changes::{Changes, Cloud, Marker};
use tabletop::draw::{Mark, Style, Token, Tone, svg, svg_with_marks, text_map};
use tabletop::file::{self, Problem};
use tabletop::generate::{Density, Recipe, Theme, generate};
use tabletop::polygon::Polygon;
use tabletop::terrain::{Building, Form, Kind, Nature, Opening, Piece};
use tabletop::{Length, Point, Sketch, Table};

fn example(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "tables", name].iter().collect();
    fs::read_to_string(path).expect("an example that is there")
}

fn problems(text: &str) -> Vec<Problem> {
    file::read(text).expect_err("this table should be refused")
}

/// Line, and a part of the message.
fn assert_problems(text: &str, expected: &[(usize, &str)]) {
    let found = problems(text);
    let told: String = found.iter().map(|problem| problem.report("table.toml", text)).collect();
    assert_eq!(found.len(), expected.len(), "{told}");
    for (problem, (line, part)) in found.iter().zip(expected) {
        assert_eq!(problem.line, *line, "{part}\n{told}");
        assert!(problem.message.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_table_written_by_hand_is_read() {
    let sketch = file::read(&example("crossroads.toml")).unwrap();
    assert_eq!(sketch.name, "Crossroads");
    assert_eq!(sketch.pieces.len(), 9);
    assert_eq!(sketch.pieces[0].name, "fallen wall");
    assert_eq!(sketch.pieces[0].height, Length::cents(50));
    assert_eq!(sketch.pieces[2].name, "low wall 1");
    assert_eq!(sketch.pieces[7].name, "hill 2");
    assert_eq!(sketch.pieces[3].height, Length::inches(6));
    let Form::Building(house) = &sketch.pieces[3].form else { panic!("not a building") };
    assert_eq!(house.openings[1].side, 1);
    assert_eq!(house.openings[1].sill, Length::cents(50));
    assert_eq!(house.openings[2].side, 2);
    assert!(house.openings[0].door);
    assert!(house.roof);
    let Form::Barrier { line, .. } = &sketch.pieces[2].form else { panic!("not a wall") };
    assert_eq!(line[2], Point::new(Length::inches(18), Length::cents(1450)));
    assert_eq!(file::read(&file::write(&sketch)).unwrap(), sketch);
    assert!(Table::new(sketch).is_ok());
}

#[test]
fn wrong_keys_are_told_with_the_nearest_right_one() {
    assert_problems(
        &example("wrong-keys.toml"),
        &[
            (3, "unknown key 'colour'; a table takes name, size, piece"),
            (5, "a piece of kind rubble needs a shape: outline = "),
            (7, "did you mean 'outline'?"),
            (8, "did you mean 'height'?"),
            (11, "'rubbel' is no kind of terrain; there are open, scrub, "),
            (17, "'walls' says nothing about a piece of kind rock"),
            (19, "a piece of kind water needs a shape"),
            (21, "'line' says nothing about a piece of kind water"),
            (23, "a piece needs kind, such as kind = \"rubble\""),
        ],
    );
}

#[test]
fn wrong_values_are_told_all_at_once() {
    assert_problems(
        &example("wrong-values.toml"),
        &[
            (5, "'woods' is no kind of terrain"),
            (9, "'x' is not a length in inches"),
            (10, "expected a length in inches such as 4.25, not true or false"),
            (14, "9,30 is not on the table, which measures 36 by 24"),
            (18, "the outline crosses itself: sides 1 and 3"),
            (23, "floors must be given from the lowest to the highest"),
            (26, "expected south, east, north, west or a number from 1 to 4, not up"),
            (27, "there is no side 5, only 1 to 4"),
            (35, "does not fit the wall"),
            (36, "must have its sill below its head"),
            (41, "the line stands still at 1,20"),
            (42, "'1e1' is not a length in inches"),
            (44, "heights must be between 0 and 24 inches"),
        ],
    );
}

#[test]
fn mistakes_of_syntax_have_a_place() {
    let found = problems(&example("wrong-syntax.toml"));
    assert!(found.iter().all(|problem| problem.line >= 2), "{found:?}");
    let text = "size = [36, 36]\nname = \"ä\" \"b\"\n";
    let found = problems(text);
    assert_eq!((found[0].line, found[0].column), (2, 12), "{found:?}");
    let report = found[0].report("tables/a.toml", text);
    assert!(report.starts_with("tables/a.toml:2:12: "), "{report}");
    assert!(report.ends_with("\n  2 | name = \"ä\" \"b\"\n    |            ^\n"), "{report}");
}

#[test]
fn files_from_strangers_are_bounded() {
    assert_problems(&"#".repeat(file::LONGEST + 1), &[(1, "longer than")]);
    let piece = "[[piece]]\nkind = \"rock\"\nrectangle = [[1, 1], [2, 2]]\n";
    let text = format!("size = [36, 36]\n{}", piece.repeat(201));
    assert_problems(&text, &[(602, "at most 200 pieces")]);
    let text = format!("size = [36, 36]\n{}", "[[piece]]\nkind = 1\n".repeat(100));
    assert_eq!(problems(&text).len(), file::MOST_PROBLEMS);
    let deep = format!("size = {}", "[".repeat(100_000));
    assert!(!problems(&deep).is_empty());
    let long = format!("{}\n", "= ".repeat(400_000));
    assert!(!problems(&long).is_empty());
    assert_problems("", &[(1, "a table needs size, such as size = [36, 36]")]);
    assert_problems("size = [36, 5]", &[(1, "6 to 96 inches")]);
    assert_problems("size = [36, 36]\npiece = 3", &[(2, "[[piece]]")]);
}

#[test]
fn sides_keep_the_numbers_they_were_written_with() {
    let text = |outline: &str, side: &str| {
        format!(
            "size = \"36x36\"\n[[piece]]\nkind = \"building\"\noutline = {outline}\n\
             openings = [{{ side = {side}, from = 1 }}]\n"
        )
    };
    let faced = |text: &str| {
        let sketch = file::read(text).unwrap();
        let Form::Building(house) = &sketch.pieces[0].form else { panic!("not a building") };
        house.outline.sides().nth(house.openings[0].side).unwrap()
    };
    let (clockwise, counter) =
        ("[[4, 4], [4, 8], [9, 9], [9, 4]]", "[[9, 4], [9, 9], [4, 8], [4, 4]]");
    let (north_west, north_east) = (Point::inches(4, 8), Point::inches(9, 9));
    assert_eq!(faced(&text(clockwise, "2")), (north_east, north_west));
    assert_eq!(faced(&text(counter, "2")), (north_east, north_west));
    assert_eq!(faced(&text(clockwise, "4")), (Point::inches(4, 4), Point::inches(9, 4)));
    assert_eq!(faced(&text(clockwise, "\"south\"")), faced(&text(counter, "4")));
    let found = problems(&text(clockwise, "\"north\""));
    assert!(found[0].message.contains("no side faces north"), "{found:?}");
}

fn any_length(low: i32, high: i32) -> impl Strategy<Value = Length> {
    prop_oneof![
        (low * 4..high * 4).prop_map(|n| Length::cents(25 * n)),
        (low * 25_400..high * 25_400).prop_map(Length::micrometres),
    ]
}

fn any_point() -> impl Strategy<Value = Point> {
    (any_length(0, 36), any_length(0, 36)).prop_map(|(x, y)| Point::new(x, y))
}

fn any_polygon() -> impl Strategy<Value = Polygon> {
    let corners = proptest::collection::vec(any_point(), 3..6);
    prop_oneof![
        corners.prop_filter_map("no outline", |corners| Polygon::new(corners).ok()),
        (any_point(), any_point())
            .prop_filter_map("no area", |(a, b)| Polygon::rectangle(a, b).ok()),
        (any_point(), any_length(1, 9))
            .prop_filter_map("no circle", |(at, radius)| Polygon::round(at, radius).ok()),
    ]
}

fn any_form() -> impl Strategy<Value = (Kind, Form)> {
    let area = (0..Kind::COUNT, any_polygon()).prop_map(|(index, shape)| {
        let kind = Kind::ALL[index];
        let own_form = matches!(kind, Kind::Building | Kind::Stairs | Kind::Ladder);
        (if own_form { Kind::Rock } else { kind }, Form::Area(shape))
    });
    let line = proptest::collection::vec(any_point(), 2..5);
    let line = (line, any_length(1, 2)).prop_filter_map("stands still", |(line, thickness)| {
        let moves = line.windows(2).all(|ends| ends[0] != ends[1]);
        moves.then_some((Kind::Hedge, Form::Barrier { line, thickness }))
    });
    let stairs = (any_point(), any_point(), any_length(1, 3)).prop_filter_map(
        "no run",
        |(foot, head, width)| {
            (foot != head).then_some((Kind::Stairs, Form::Stairs { foot, head, width }))
        },
    );
    let ladder = any_point().prop_map(|at| (Kind::Ladder, Form::Ladder(at)));
    prop_oneof![area, line, stairs, ladder, any_building()]
}

fn any_building() -> impl Strategy<Value = (Kind, Form)> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let openings = proptest::collection::vec((0..5_usize, any_length(0, 1), flags), 0..3);
    let lengths = (any_length(1, 2), any_length(3, 6));
    (any_polygon(), openings, lengths, flags).prop_map(|(outline, openings, lengths, flags)| {
        let opening = |(side, from, (door, ground, _)): (usize, Length, (bool, bool, bool))| {
            let sill = if ground { Length::ZERO } else { Length::cents(50) };
            let (width, head) = (Length::cents(150), Length::cents(200));
            Opening { side, from, width, sill, head, door }
        };
        let building = Building {
            outline,
            thickness: lengths.0,
            openings: openings.into_iter().map(opening).collect(),
            floors: if flags.2 { vec![lengths.1] } else { Vec::new() },
            roof: flags.0,
            breachable: flags.1,
        };
        (Kind::Building, Form::Building(building))
    })
}

fn any_sketch() -> impl Strategy<Value = Sketch> {
    let piece = (any_form(), "[a-zé\"\\\\ ]{0,9}", any_length(0, 3), any_length(7, 12));
    let piece = piece.prop_map(|((kind, form), name, bottom, height)| {
        let name = if name.is_empty() { format!("{kind} 1") } else { name };
        Piece { name, kind, form, bottom, height }
    });
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| Sketch {
        name: "any \"table\"".to_owned(),
        width: Length::inches(36),
        depth: Length::inches(36),
        pieces,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// What is written is read back exactly, if it makes a table at all.
    #[test]
    fn tables_survive_their_files(sketch in any_sketch()) {
        let text = file::write(&sketch);
        match (Table::new(sketch.clone()), file::read(&text)) {
            (Ok(_), Ok(read)) => prop_assert_eq!(read, sketch, "{}", text),
            (Ok(_), Err(problems)) => prop_assert!(false, "{:?}\n{}", problems, text),
            (Err(why), read) => prop_assert!(read.is_err(), "{}\n{}", why, text),
        }
    }

    /// Nothing panics, whatever becomes of the text.
    #[test]
    fn damaged_files_are_refused_in_order(at in 0..900_usize, with in "[\\[\\]{}\"=,a1.\n-]{0,3}") {
        let mut text = example("crossroads.toml");
        let at = text.floor_char_boundary(at.min(text.len()));
        let end = (at + 2).min(text.len());
        text.replace_range(at..end, &with);
        if let Err(problems) = file::read(&text) {
            prop_assert!(!problems.is_empty());
            for problem in &problems {
                prop_assert!(problem.line >= 1 && problem.column >= 1);
                prop_assert!(problem.line <= text.lines().count() + 1);
                prop_assert!(!problem.report("t", &text).is_empty());
            }
        }
    }
}

fn recipes() -> impl Iterator<Item = Recipe> {
    let plain = Theme::ALL.iter().map(|theme| Recipe::new(*theme));
    plain.flat_map(|recipe| {
        let symmetric = Recipe { symmetric: true, ..recipe.clone() };
        let middle = (Point::inches(12, 12), Length::inches(2));
        let small = Recipe {
            width: Length::inches(24),
            depth: Length::inches(24),
            density: Density::Sparse,
            keep_clear: vec![middle],
            ..recipe.clone()
        };
        let long = Recipe {
            width: Length::inches(48),
            depth: Length::inches(30),
            density: Density::Dense,
            keep_clear: vec![(Point::inches(20, 10), Length::inches(3))],
            ..symmetric.clone()
        };
        [recipe, symmetric, small, long]
    })
}

fn on_many_tables(n_seeds: u64, check: impl Fn(&Recipe, &Table, &str)) {
    for recipe in recipes() {
        for seed in 0..n_seeds {
            let sketch = generate(&recipe, seed);
            let told = format!(
                "seed {seed} of {} {}x{} symmetric {}\n{}",
                recipe.theme,
                recipe.width,
                recipe.depth,
                recipe.symmetric,
                file::write(&sketch)
            );
            let table = Table::new(sketch).unwrap_or_else(|why| panic!("{why}: {told}"));
            check(&recipe, &table, &told);
        }
    }
}

/// Outlines that a walker on the ground cannot enter; doors are open, hills are ground.
fn obstacles(table: &Table) -> Vec<&Polygon> {
    let mut shapes: Vec<&Polygon> = Vec::new();
    for volume in table.volumes() {
        let solid = matches!(volume.kind.nature(), Nature::Solid | Nature::Barrier)
            && !matches!(volume.kind, Kind::Door | Kind::Hill);
        if solid && volume.bottom < Length::cents(150) {
            shapes.push(&volume.shape);
        }
    }
    let water = table.grounds().iter().filter(|ground| ground.kind == Kind::Water);
    shapes.extend(water.chain(table.holes()).map(|ground| &ground.shape));
    shapes
}

#[test]
fn a_base_walks_from_everywhere_to_everywhere() {
    let half = Length::cents(50);
    on_many_tables(12, |_, table, told| {
        let shapes = obstacles(table);
        let free = |a: Point, b: Point| !shapes.iter().any(|shape| shape.swept_by(a, b, half));
        let columns = (table.width() - half).um() / half.um();
        let rows = (table.depth() - half).um() / half.um();
        let place = |(x, y): (i32, i32)| Point::new(half * x, half * y);
        let all: Vec<(i32, i32)> =
            (1..=rows).flat_map(|y| (1..=columns).map(move |x| (x, y))).collect();
        let open: Vec<(i32, i32)> =
            all.into_iter().filter(|p| free(place(*p), place(*p))).collect();
        let mut left: std::collections::BTreeSet<(i32, i32)> = open.iter().copied().collect();
        let mut stack: Vec<(i32, i32)> = left.pop_first().into_iter().collect();
        while let Some((x, y)) = stack.pop() {
            for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if left.contains(&next) && free(place((x, y)), place(next)) {
                    left.remove(&next);
                    stack.push(next);
                }
            }
        }
        assert!(left.is_empty(), "{} places are cut off: {left:?} {told}", left.len());
    });
}

#[test]
fn edges_and_cleared_circles_stay_free() {
    on_many_tables(40, |recipe, table, told| {
        let strip = Length::inches(4);
        let solid = table
            .volumes()
            .iter()
            .filter(|volume| matches!(volume.kind.nature(), Nature::Solid | Nature::Barrier));
        for shape in solid.map(|volume| &volume.shape).chain(table.holes().iter().map(|h| &h.shape))
        {
            let extent = shape.extent();
            let far = Point::new(table.width() - strip, table.depth() - strip);
            assert!(extent.low.x >= strip && extent.low.y >= strip, "{extent:?} {told}");
            assert!(extent.high.x <= far.x && extent.high.y <= far.y, "{extent:?} {told}");
        }
        let turned = |p: Point| Point::new(table.width() - p.x, table.depth() - p.y);
        for (at, radius) in &recipe.keep_clear {
            let grounds = table.grounds().iter().filter(|ground| ground.kind != Kind::Interior);
            for shape in table.volumes().iter().map(|v| &v.shape).chain(grounds.map(|g| &g.shape)) {
                assert!(!shape.nearer_than(*at, *radius), "{at} {told}");
                assert!(!recipe.symmetric || !shape.nearer_than(turned(*at), *radius), "{told}");
            }
        }
    });
}

#[test]
fn symmetric_tables_look_the_same_after_half_a_turn() {
    on_many_tables(20, |recipe, table, told| {
        let turned = |p: Point| Point::new(table.width() - p.x, table.depth() - p.y);
        let outlines = |turn: &dyn Fn(Point) -> Point| {
            let shape = |volume: &tabletop::table::Volume| {
                let mut corners: Vec<Point> =
                    volume.shape.corners().iter().map(|p| turn(*p)).collect();
                corners.sort_unstable();
                (volume.kind, volume.bottom, volume.top, corners)
            };
            let mut all: Vec<_> = table.volumes().iter().map(shape).collect();
            all.sort_unstable();
            all
        };
        let same = outlines(&|p| p) == outlines(&turned);
        assert!(same || !recipe.symmetric, "{told}");
    });
}

#[test]
fn generated_tables_are_varied_and_look_made_by_hand() {
    let mut n_tables = 0;
    let mut n_kinds = 0;
    for theme in Theme::ALL {
        for seed in 0..40 {
            let sketch = generate(&Recipe::new(*theme), seed);
            assert_eq!(sketch, generate(&Recipe::new(*theme), seed));
            assert_ne!(sketch.pieces, generate(&Recipe::new(*theme), seed + 1).pieces);
            let mut kinds: Vec<Kind> = sketch.pieces.iter().map(|piece| piece.kind).collect();
            let n_pieces = kinds.len();
            assert!((14..=60).contains(&n_pieces), "{theme} {seed}: {n_pieces}");
            kinds.sort_unstable();
            kinds.dedup();
            n_kinds += kinds.len();
            n_tables += 1;
            let mut names: Vec<&str> = sketch.pieces.iter().map(|p| p.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), n_pieces, "{theme} {seed}");
            let text = file::write(&sketch);
            let digits = |word: &str| word.split_once('.').map_or(0, |(_, part)| part.len());
            let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
            assert!(words.into_iter().all(|word| digits(word) <= 2), "{text}");
            assert_eq!(file::read(&text).unwrap(), sketch);
        }
    }
    assert!(n_kinds >= n_tables * 6, "{n_kinds} kinds on {n_tables} tables");
}

#[test]
fn no_recipe_is_too_strange() {
    for theme in Theme::ALL {
        for (width, depth) in [(0, 0), (6, 6), (7, 90), (96, 96), (4000, 12), (10, 24)] {
            for symmetric in [false, true] {
                let recipe = Recipe {
                    width: Length::inches(width),
                    depth: Length::inches(depth) + Length::micrometres(1),
                    symmetric,
                    density: Density::Dense,
                    keep_clear: vec![(Point::inches(-50, 3), Length::inches(1))],
                    ..Recipe::new(*theme)
                };
                let sketch = generate(&recipe, 7);
                assert!(Table::new(sketch).is_ok());
            }
        }
        assert_eq!(theme.to_string().parse::<Theme>(), Ok(*theme));
    }
    assert!("desert".parse::<Theme>().is_err());
}

fn crowd() -> Vec<Token> {
    let token = |x: i32, side: u8, label: &str| Token {
        at: Point::inches(x, 3).at_height(Length::inches(i32::from(side))),
        radius: Length::cents(50),
        side,
        label: label.to_owned(),
        dimmed: side == 1,
    };
    vec![token(3, 0, "Ana"), token(6, 1, "<Bo & \"Co\">"), token(9, 2, "C"), token(12, 3, "")]
}

fn played() -> Changes {
    let mut changes = Changes::default();
    changes.open(tabletop::FeatureId(0));
    let spot = Point::inches(9, 9).at_height(Length::ZERO);
    let (radius, height) = (Length::inches(2), Length::inches(2));
    for kind in [Kind::Smoke, Kind::Fire, Kind::Rubble] {
        changes.clouds.push(Cloud { kind, spot, radius, height });
    }
    changes.markers.push(Marker { name: "loot <1>".to_owned(), spot, radius: height / 4 });
    changes
}

/// Whether every element that is opened is closed, in the right order, and nothing looks like
/// an element that is none.
fn is_well_formed(picture: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for part in picture.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else { return false };
        if text.contains('>') || tag.matches('"').count() % 2 == 1 {
            return false;
        }
        let name = tag.split_whitespace().next().unwrap_or_default();
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn pictures_are_whole_and_safe() {
    let marks = [(1, 9), (5, 5)].map(|(x, y)| Mark {
        from: Point::inches(x, x),
        to: Point::inches(x, y),
        dashed: x == 5,
    });
    for theme in Theme::ALL {
        let table = Table::new(generate(&Recipe::new(*theme), 1)).unwrap();
        for (tone, sheet) in [(Tone::Paper, true), (Tone::Slate, false)] {
            let style = Style { tone, sheet, ..Style::default() };
            let picture = svg_with_marks(&table, &played(), (&crowd(), &marks), style);
            assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
            assert!(is_well_formed(&picture), "{picture}");
            assert!(picture.contains("&lt;Bo &amp; &quot;Co&quot;&gt;"));
            // Whole numbers only, but for shares of light.
            assert!(!picture.contains("NaN") && !picture.contains(".5 "), "{picture}");
            let plain = svg(&table, &Changes::default(), &[], style);
            assert_eq!(plain, svg(&table, &Changes::default(), &[], style));
            assert!(plain.len() < picture.len());
        }
    }
}

#[test]
fn every_kind_has_its_picture_and_its_symbol() {
    let mut symbols: Vec<String> = Vec::new();
    for kind in Kind::ALL {
        let shape = Polygon::rectangle(Point::inches(2, 2), Point::inches(6, 6)).unwrap();
        let form = match kind {
            Kind::Building | Kind::Stairs | Kind::Ladder => continue,
            _ => Form::Area(shape),
        };
        let (bottom, height) = (Length::ZERO, kind.usual_height());
        let piece = Piece { name: "it's <it>".to_owned(), kind: *kind, form, bottom, height };
        let (width, depth) = (Length::inches(8), Length::inches(8));
        let name = "a & b".to_owned();
        let table = Table::new(Sketch { name, width, depth, pieces: vec![piece] }).unwrap();
        let picture = svg(&table, &Changes::default(), &[], Style::default());
        assert!(is_well_formed(&picture), "{picture}");
        assert!(picture.contains("a &amp; b"));
        let map = text_map(&table, &Changes::default(), &[], 40);
        let row = map.lines().nth(9).unwrap();
        let symbol: String = row.chars().skip(9).take(2).collect();
        assert!(map.contains(&format!("{symbol} {kind}")), "{kind}\n{map}");
        symbols.push(symbol);
    }
    let n_symbols = symbols.len();
    symbols.sort_unstable();
    symbols.dedup();
    assert_eq!(symbols.len(), n_symbols, "two kinds look alike: {symbols:?}");
}

#[test]
fn character_maps_keep_their_width() {
    let table = Table::new(generate(&Recipe::new(Theme::Ruins), 4)).unwrap();
    for columns in [0, 20, 60, 80, 100, 200] {
        let map = text_map(&table, &played(), &crowd(), columns);
        let widest = map.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.max(20), "{widest}\n{map}");
    }
    let map = text_map(&table, &played(), &crowd(), 80);
    assert!(map.contains("A* Ana"), "{map}");
    assert!(map.contains("A*"), "{map}");
    assert!(map.contains("<> loot <1>"), "{map}");
}
