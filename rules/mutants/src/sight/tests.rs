//! Lines, cover, woods and hiding on small tables.

use engine::book::{Scene, SceneModel};
use engine::{ModelId, Options, SideId};
use tabletop::{Form, Kind, Length, Piece, Point, Polygon, Sketch, Spot};

use crate::state::{Mark, State};

const ANA: ModelId = ModelId(0);
const BO: ModelId = ModelId(1);
const CY: ModelId = ModelId(2);

fn area(kind: Kind, low: (i32, i32), high: (i32, i32), height: i32) -> Piece {
    let corner = |(x, y): (i32, i32)| Point::new(Length::cents(x), Length::cents(y));
    Piece {
        name: format!("the {kind}"),
        kind,
        form: Form::Area(Polygon::rectangle(corner(low), corner(high)).unwrap()),
        bottom: Length::ZERO,
        height: Length::cents(height),
    }
}

/// Ana of red, then the others, each with a side and a place in hundredths of an inch.
fn scene(pieces: Vec<Piece>, models: &[(u8, i32, i32, &str)], options: &[(&str, &str)]) -> State {
    let names = ["Ana", "Bo", "Cy", "Di"];
    let model = |(i, (side, x, y, traits)): (usize, &(u8, i32, i32, &str))| SceneModel {
        side: SideId(*side),
        name: names[i].to_owned(),
        spot: Spot { at: Point::new(Length::cents(*x), Length::cents(*y)), z: Length::ZERO },
        traits: traits.split(',').filter(|t| !t.is_empty()).map(str::to_owned).collect(),
    };
    let size = Length::inches(36);
    let sketch = Sketch { name: "table".to_owned(), width: size, depth: size, pieces };
    let pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
    let scene = Scene {
        sketch: Some(sketch),
        options: options.iter().map(pair).collect::<Options>(),
        models: models.iter().enumerate().map(model).collect(),
        ..Scene::default()
    };
    crate::scene::arrange(&scene).unwrap()
}

fn clause(state: &State, from: ModelId, to: ModelId) -> &'static str {
    state.line_of_sight(from, to).unwrap_err().clause.0
}

#[test]
fn bases_and_heights_follow_size_posture_and_scale() {
    let models = [
        (0, 500, 500, ""),
        (0, 900, 500, "Huge"),
        (0, 1300, 500, "Horse"),
        (0, 1700, 500, "Big,fallen"),
    ];
    let state = scene(Vec::new(), &models, &[]);
    let sizes = |state: &State| -> Vec<(i32, i32)> {
        state.ids().map(|m| (state.body(m).base.um(), state.body(m).height.um())).collect()
    };
    assert_eq!(
        sizes(&state),
        [(10_000, 30_000), (20_000, 80_000), (15_000, 30_000), (12_500, 8_000)]
    );
    let small = scene(Vec::new(), &models, &[("scale", "15mm")]);
    assert_eq!(sizes(&small)[2], (10_000, 20_000));
}

#[test]
fn solid_things_block_and_low_ones_cover() {
    let models = [(0, 1000, 500, ""), (1, 1000, 1500, "")];
    let bare = scene(Vec::new(), &models, &[]);
    assert_eq!(bare.line_of_sight(ANA, BO), Ok(false));
    let rock = area(Kind::Rock, (900, 900), (1100, 1000), 200);
    let hidden = scene(vec![rock.clone()], &models, &[]);
    assert_eq!(clause(&hidden, ANA, BO), "MUT-LOS-12");
    assert!(hidden.is_hidden(ANA) && hidden.is_hidden(BO));
    let half = area(Kind::Rock, (1000, 900), (1100, 1000), 200);
    assert_eq!(scene(vec![half], &models, &[]).line_of_sight(ANA, BO), Ok(true));
    let wall = area(Kind::LowWall, (900, 1400), (1100, 1425), 50);
    let walled = scene(vec![wall], &models, &[]);
    assert_eq!(walled.line_of_sight(ANA, BO), Ok(true));
    // From over the wall, close to it, there is nothing in the way.
    let near = [(0, 1000, 1350, ""), (1, 1000, 1500, "")];
    let wall = area(Kind::Hedge, (900, 1391), (1100, 1410), 150);
    assert_eq!(scene(vec![wall.clone()], &near, &[]).line_of_sight(ANA, BO), Ok(false));
    assert_eq!(scene(vec![wall], &models, &[]).line_of_sight(ANA, BO), Ok(true));
}

#[test]
fn those_in_a_trench_are_in_cover_from_outside() {
    let trench = || vec![area(Kind::Trench, (900, 1400), (1100, 1600), 0)];
    let models = [(0, 1000, 500, ""), (1, 1000, 1500, "")];
    assert_eq!(scene(trench(), &models, &[]).line_of_sight(ANA, BO), Ok(true));
    let both = [(0, 1000, 1420, ""), (1, 1000, 1560, "")];
    assert_eq!(scene(trench(), &both, &[]).line_of_sight(ANA, BO), Ok(false));
}

#[test]
fn standing_models_block_unless_they_lie_or_stand_beside_the_shooter() {
    let ends =
        |between: (u8, i32, i32, &'static str)| [(0, 1000, 500, ""), (1, 1000, 1500, ""), between];
    let line = |between, options: &[(&str, &str)]| {
        scene(Vec::new(), &ends(between), options).line_of_sight(ANA, BO).ok()
    };
    assert_eq!(line((1, 1000, 1000, ""), &[]), None);
    assert_eq!(line((0, 1000, 1000, ""), &[]), None);
    assert_eq!(line((1, 1000, 1000, "fallen"), &[]), Some(false));
    assert_eq!(line((0, 1000, 578, ""), &[]), Some(false), "a friend who touches her");
    assert_eq!(line((1, 1050, 1000, ""), &[]), Some(false), "models give no cover");
    let big = [(0, 1000, 500, "Big"), (1, 1000, 1500, ""), (1, 1000, 1000, "")];
    let over = |value| scene(Vec::new(), &big, &[("big_sees_over", value)]);
    assert_eq!(clause(&over("off"), ANA, BO), "MUT-LOS-01");
    assert_eq!(over("on").line_of_sight(ANA, BO), Ok(false));
    assert!(over("off").sees_past_models(ANA, BO));
    assert!(!over("off").is_hidden(BO), "models hide nobody");
}

#[test]
fn woods_have_their_own_rules() {
    let wood = || vec![area(Kind::LightWoods, (500, 500), (1500, 1500), 400)];
    let models = [(0, 1000, 520, ""), (1, 1000, 200, ""), (1, 1000, 1000, ""), (1, 1000, 790, "")];
    let mut state = scene(wood(), &models, &[]);
    let di = ModelId(3);
    assert!(state.at_wood_edge(ANA) && !state.at_wood_edge(CY));
    assert_eq!(state.line_of_sight(ANA, BO), Ok(false), "out of the wood from its edge");
    assert_eq!(clause(&state, BO, ANA), "MUT-LOS-13");
    assert_eq!(clause(&state, CY, BO), "MUT-LOS-14");
    assert_eq!(clause(&state, ANA, CY), "MUT-LOS-15");
    assert_eq!(state.line_of_sight(ANA, di), Ok(true), "within Short in the same wood");
    assert!(!state.is_hidden(ANA), "Di is near");
    let piece = state.wood_at(state.spot(CY)).unwrap();
    state.scenery.dead_woods.push(piece);
    assert_eq!(state.line_of_sight(BO, CY).ok(), None, "Ana and Di stand in the way");
    assert!(state.sees_past_models(BO, CY));
    assert_eq!(state.wood_at(state.spot(CY)), None);
    let across = [(0, 1000, 300, ""), (1, 1000, 1700, ""), (1, 1700, 400, "")];
    let state = scene(wood(), &across, &[]);
    assert_eq!(clause(&state, ANA, BO), "MUT-G-12");
    assert!(state.is_hidden(BO));
    assert_eq!(state.line_of_sight(ANA, CY), Ok(false), "past the wood");
}

#[test]
fn a_shot_out_of_a_wood_can_betray_the_shooter() {
    let wood = || vec![area(Kind::LightWoods, (500, 500), (1500, 1500), 400)];
    let models = [(0, 1000, 520, "spotted"), (1, 1000, 200, "")];
    assert_eq!(clause(&scene(wood(), &models, &[]), BO, ANA), "MUT-LOS-13");
    let state = scene(wood(), &models, &[("edge_shooter_targetable", "on")]);
    assert!(state.is(ANA, Mark::Spotted));
    assert_eq!(state.line_of_sight(BO, ANA), Ok(true));
}

#[test]
fn whoever_touches_cover_or_is_inside_of_it_can_be_stealthy() {
    let crates = || vec![area(Kind::Crate, (900, 900), (1100, 1100), 100)];
    let touches = |pieces, y, z: i32| {
        let mut state = scene(pieces, &[(0, 1000, y, "Stealth"), (1, 3000, 3000, "")], &[]);
        if let Some(spot) = &mut state.model_mut(ANA).spot {
            spot.z = Length::cents(z);
        }
        state.touches_cover(ANA)
    };
    assert!(touches(crates(), 861, 0));
    assert!(!touches(crates(), 850, 0));
    assert!(!touches(crates(), 1000, 100), "on top of it");
    let wood = || vec![area(Kind::DenseWoods, (900, 900), (1100, 1100), 400)];
    assert!(touches(wood(), 1000, 0) && touches(wood(), 861, 0));
}

#[test]
fn blasts_do_not_reach_around_corners() {
    let models = [(0, 1000, 500, ""), (1, 1000, 1500, "")];
    let center = |y| Spot { at: Point::new(Length::inches(10), Length::cents(y)), z: Length::ZERO };
    let rock = || vec![area(Kind::Rock, (900, 900), (1100, 1000), 200)];
    let state = scene(rock(), &models, &[]);
    assert_eq!(state.exposed_to(center(800), BO), None);
    assert_eq!(state.exposed_to(center(1300), BO), Some(false));
    assert_eq!(state.exposed_to(state.spot(BO), BO), Some(false));
    let wall = vec![area(Kind::LowWall, (900, 1400), (1100, 1425), 50)];
    assert_eq!(scene(wall, &models, &[]).exposed_to(center(1300), BO), Some(true));
}
