//! Sight, cover and terrain hold together wherever soldiers stand.

use engine::book::{Meaning, Scene, SceneModel};
use engine::{Book, ModelId, Seed, SideId};
use opend6::state::{SquadId, State, body_at};
use opend6::terrain::{Barrier, Ground};
use tabletop::generate::{Recipe, Theme, generate};
use tabletop::movement::Mover;
use tabletop::{Changes, Kind, Length, PieceId, Point, Sketch, Table, file};

/// Soldiers as `red Ana at 10,10 prone, walked`, one a line, on a table.
fn scene(sketch: Sketch, soldiers: &str) -> State {
    let model = |line: &str| {
        let mut words = line.splitn(5, ' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (side, name, _, spot, rest) = (word(), word(), word(), word(), word());
        let traits = rest.split(", ").filter(|t| !t.is_empty()).map(str::to_owned).collect();
        let side = SideId::named(&side).expect("a side");
        SceneModel { side, name, spot: spot.parse().expect("a place"), traits }
    };
    let models = soldiers.lines().map(|line| model(line.trim())).collect();
    let scene = Scene { sketch: Some(sketch), models, ..Scene::default() };
    opend6::book().arrange(&scene).expect("a good scene")
}

fn table(pieces: &str) -> Sketch {
    file::read(&format!("size = [36, 36]\n{pieces}")).expect("a good table")
}

/// A generated table with twenty soldiers at random places where they can stand; some lie.
fn random_scene(seed: u64) -> State {
    let theme = Theme::ALL[seed as usize % Theme::ALL.len()];
    let sketch = generate(&Recipe::new(theme), seed);
    let table = Table::new(sketch.clone()).expect("a good table");
    let (changes, mut chance) = (Changes::default(), Seed(seed).stream());
    let mut lines: Vec<String> = Vec::new();
    while lines.len() < 20 {
        let mut along =
            |length: Length| Length::micrometres(chance.below(length.um() as u32) as i32);
        let at = Point::new(along(table.width()), along(table.depth()));
        let spot = at.at_height(table.ground_height(at));
        let body = body_at(spot, false);
        let step = Length::ZERO;
        let mover = Mover { table: &table, changes: &changes, body, step, others: &[] };
        if mover.stands(spot).is_ok() {
            let n = lines.len();
            let side = if n.is_multiple_of(2) { "red" } else { "blue" };
            let prone = if n.is_multiple_of(5) { ", prone" } else { "" };
            lines.push(format!("{side} S{n} at {spot} Raygun Rifle{prone}"));
        }
    }
    scene(sketch, &lines.join("\n"))
}

#[test]
fn sight_is_the_same_both_ways_and_agrees_with_what_is_asked_ahead() {
    let (mut seen, mut hidden, mut covered) = (0, 0, 0);
    for seed in 0..25 {
        let state = random_scene(seed);
        for from in state.standing() {
            for to in state.standing().filter(|to| *to != from) {
                let sees = state.sees(from, to);
                assert_eq!(sees, state.sees(to, from), "seed {seed}: {from:?} and {to:?}");
                let shot = state.has_in_arc(from, &state.body(to)) && sees;
                assert_eq!(state.can_fire_at(from, to).is_ok(), shot);
                let asked = state.sighting(from, state.spot(from), to).expect("both are there");
                assert_eq!(asked.seen, sees, "{asked:?}");
                assert_eq!(asked.rays.len(), 5);
                assert_eq!(asked.rays.iter().any(|ray| ray.open), sees, "{asked:?}");
                assert_eq!(asked.notes.len(), 1);
                let cover = state.cover(from, to);
                assert!((0..=3).contains(&cover));
                *if sees { &mut seen } else { &mut hidden } += 1;
                covered += usize::from(sees && cover > 0);
            }
        }
    }
    assert!(seen > 1_000 && hidden > 1_000 && covered > 200, "{seen} {hidden} {covered}");
}

/// A house that stands askew, with openings of all sorts: two that touch, one at the very end of
/// its wall, and one above the other storey's floor.
const ASKEW: &str = "[[piece]]\nkind = \"building\"\nheight = 4\nfloors = [2]\n\
    outline = [[12, 10.3], [23.1, 13], [20.7, 22.9], [9.6, 20.2]]\n\
    openings = [{ side = 1, from = 1, width = 1.5, head = 1.5 },\
    { side = 1, from = 2.5, width = 1, sill = 0.5, head = 1.5 },\
    { side = 2, from = 0, width = 1, head = 1.5, door = true },\
    { side = 3, from = 4, width = 1, sill = 2.5, head = 3.5 },\
    { side = 4, from = 3, width = 2, head = 4 }]\n";

#[test]
fn a_wall_hides_those_who_are_at_none_of_its_openings() {
    let (mut seen, mut hidden) = (0, 0);
    for posture in ["", " prone"] {
        let soldiers = format!("red Ana at 2,2{posture}\nblue Bo at 34,34");
        let state = scene(table(ASKEW), &soldiers);
        let ([ana, bo], mut chance) = ([ModelId(0), ModelId(1)], Seed(5).stream());
        let mut place = || {
            let mut within = |low: i32, high: i32| {
                let breadth = Length::inches(high - low).um() as u32;
                Length::inches(low) + Length::micrometres(chance.below(breadth) as i32)
            };
            let at = Point::new(within(7, 26), within(8, 26));
            let upstairs = chance.below(4) == 0;
            at.at_height(Length::inches(if upstairs { 2 } else { 0 }))
        };
        for _ in 0..6_000 {
            let (here, there) = (place(), place());
            let mut state = state.clone();
            state.model_mut(ana).spot = Some(here);
            state.model_mut(bo).spot = Some(there);
            let sees = state.sees(ana, bo);
            let asked = state.sighting(ana, here, bo).expect("both are there");
            assert_eq!(asked.seen, sees, "{here} and {there}: {asked:?}");
            *if sees { &mut seen } else { &mut hidden } += 1;
        }
    }
    assert!(seen > 1_000 && hidden > 4_000, "{seen} {hidden}");
}

const WALL: &str = "[[piece]]\nkind = \"low-wall\"\nline = [[4, 19], [16, 19]]\n";

fn behind_cover(pieces: &str, soldiers: &str) -> bool {
    scene(table(pieces), soldiers).is_behind_cover(SquadId(0))
}

#[test]
fn a_squad_is_behind_cover_if_half_of_it_has_cover_at_hand() {
    let enemy = "blue Cal at 10,5";
    let two = |a: &str, b: &str| format!("red Ana at {a}\nred Ann at {b}\n{enemy}");
    assert!(behind_cover(WALL, &two("10,20", "12,20")));
    assert!(behind_cover(WALL, &two("10,20", "12,24")), "half is enough");
    assert!(!behind_cover(WALL, &two("10,24", "12,24")), "too far from the wall");
    assert!(!behind_cover(WALL, &two("10,18", "12,18")), "on the wrong side of the wall");
    assert!(!behind_cover(WALL, &two("10,20 walked", "12,20")), "who moves is not behind cover");
    assert!(!behind_cover("", &two("10,20", "12,20")));
}

#[test]
fn cover_from_the_nearest_squad_in_sight_counts() {
    let own = "red Ana at 10,20\n";
    let front = "blue Cal at 10,5 squad Front\n";
    let rear = "blue Dan at 10,30 squad Rear";
    assert!(behind_cover(WALL, &format!("{own}{front}")));
    assert!(!behind_cover(WALL, &format!("{own}{front}{rear}")), "the nearer squad is behind it");
    let house = "[[piece]]\nkind = \"high-wall\"\nline = [[2, 25], [34, 25]]\n";
    let both = format!("{WALL}{house}");
    assert!(behind_cover(&both, &format!("{own}{front}{rear}")), "the nearer one is out of sight");
    let boxed =
        format!("{WALL}[[piece]]\nkind = \"high-wall\"\nline = [[2, 12], [34, 12]]\n{house}");
    assert!(behind_cover(&boxed, &format!("{own}{front}{rear}")), "none is in sight: any will do");
}

#[test]
fn woods_are_cover_only_for_those_in_them_or_at_them() {
    let wood = "[[piece]]\nkind = \"light-woods\"\nrectangle = [[4, 14], [16, 18]]\n";
    let enemy = "blue Cal at 10,5";
    assert!(behind_cover(wood, &format!("red Ana at 10,17\n{enemy}")));
    assert!(behind_cover(wood, &format!("red Ana at 10,19\n{enemy}")));
    assert!(!behind_cover(wood, &format!("red Ana at 10,20\n{enemy}")));
}

#[test]
fn barriers_between_fighters() {
    let across = |pieces: &str, defender: &str, attacker: &str| {
        let soldiers = format!("red Ana at {defender}\nblue Bo at {attacker}");
        let state = scene(table(pieces), &soldiers);
        let (ana, bo) = (state.body(ModelId(0)), state.body(ModelId(1)));
        state.barrier_between(&ana, &bo)
    };
    assert!(across(WALL, "10,19.7", "10,18.3"));
    assert!(!across(WALL, "10,19.7", "11,19.7"));
    assert!(!across("", "10,19.7", "10,18.3"));
    let wire = "[[piece]]\nkind = \"wire\"\nline = [[4, 19], [16, 19]]\n";
    assert!(across(wire, "10,19.7", "10,18.3"));
    let trench = "[[piece]]\nkind = \"trench\"\nheight = 0.5\nrectangle = [[4, 19], [16, 21]]\n";
    assert!(across(trench, "10,19.5", "10,18.5"));
    assert!(!across(trench, "10,18.5", "10,19.5"), "who is not in the trench has nothing of it");
    assert!(!across(trench, "10,19.5", "11,19.5"), "both are in the trench");
}

fn hill(pieces: &str) -> Ground {
    scene(table(pieces), "red Ana at 2,2").hill(PieceId(0))
}

#[test]
fn hills_are_easy_or_difficult_by_their_contours() {
    let contour = |height: &str, inset: f32| {
        let (low, high) = (10.0 + inset, 20.0 - inset);
        let shape = format!("[[{low}, {low}], [{high}, {high}]]");
        format!("[[piece]]\nkind = \"hill\"\nheight = {height}\nrectangle = {shape}\n")
    };
    let stepped = |inset| contour("0.5", 0.0) + &contour("1.0", inset);
    assert_eq!(hill(&contour("0.5", 0.0)), Ground::Rough);
    assert_eq!(hill(&contour("1.0", 0.0)), Ground::VeryRough);
    assert_eq!(hill(&stepped(0.5)), Ground::VeryRough);
    assert_eq!(hill(&stepped(0.51)), Ground::Rough);
    assert_eq!(hill(&(contour("0.5", 0.0) + &contour("1.5", 1.0))), Ground::VeryRough);
    assert_eq!(hill(&(contour("0.5", 0.0) + &contour("1.5", 1.1))), Ground::Rough);
    let named = |name: &str| contour("3.0", 0.0) + &format!("name = \"{name}\"\n");
    assert_eq!(hill(&named("the easy hill")), Ground::Rough);
    assert_eq!(hill(&named("the cliff")), Ground::Impassable);
    // Only whole words count.
    assert_eq!(hill(&named("the uneasy hill")), Ground::VeryRough);
    assert_eq!(hill(&named("Radcliffe's hill")), Ground::VeryRough);
    let ground = |name: &str| {
        let shape = "rectangle = [[4, 10], [30, 20]]";
        let piece = format!("[[piece]]\nkind = \"scrub\"\nname = \"{name}\"\n{shape}\n");
        scene(table(&piece), "red Ana at 2,2").ground_of(PieceId(0))
    };
    assert_eq!(ground("lava field"), Ground::Impassable);
    assert_eq!(ground("lavatory garden"), Ground::Rough);
    assert_eq!(ground("north energy shield 2"), Ground::Impassable);
    assert_eq!(ground("energy shield generator"), Ground::Rough);
}

#[test]
fn narrow_water_is_a_line_and_wide_water_is_ground() {
    let water = |kind: &str, width: &str| {
        let shape = format!("[[4, 10], [30, {width}]]");
        let piece = format!("[[piece]]\nkind = \"{kind}\"\nrectangle = {shape}\n");
        let state = scene(table(&piece), "red Ana at 2,2");
        let kind = kind.parse().expect("a kind");
        let what = tabletop::movement::What::Ground { kind, piece: PieceId(0) };
        (state.ground_of(PieceId(0)), state.barrier(&what, Length::ZERO))
    };
    assert_eq!(water("ford", "11"), (Ground::Rough, None));
    assert_eq!(water("water", "14"), (Ground::VeryRough, None));
    assert_eq!(water("ford", "10.9"), (Ground::Clear, Some(Barrier::Moderate)));
    assert_eq!(water("water", "10.9"), (Ground::Clear, Some(Barrier::Difficult)));
}

#[test]
fn every_rule_of_a_kind_exists() {
    let book = opend6::book();
    for kind in Kind::ALL {
        for (meaning, clause) in book.meanings(*kind) {
            let known = book.about().rules.contains(&format!("**{}**", clause.0));
            assert!(known, "{kind}: {meaning:?} by {clause}");
        }
    }
    let of = |kind| book.meanings(kind).into_iter().map(|(m, _)| m).collect::<Vec<Meaning>>();
    assert!(of(Kind::DenseWoods).contains(&Meaning::HindersSight));
    assert!(of(Kind::HighWall).contains(&Meaning::BlocksSight));
    assert!(of(Kind::Rock).contains(&Meaning::Impassable));
    assert_eq!(of(Kind::Open), []);
}
