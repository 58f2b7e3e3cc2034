//! Those who look ahead find what anybody would: small positions with one obvious answer.

use std::sync::Arc;

use engine::book::{Scene, SceneModel};
use engine::matches::{DiceChoice, Match};
use engine::respond::respond;
use engine::{Answer, Book, ModelId, Options, Seed, Setup, SideId, TableChoice};
use players::trials::{REGULAR, picks, probe};
use punkapocalyptic::Punkapocalyptic;
use punkapocalyptic::state::State;
use tabletop::file;

const RED: SideId = SideId(0);
const BLUE: SideId = SideId(1);
const SEEDS: [u64; 3] = [1, 2, 3];

/// A model as a `given` line of a ruling tells it.
fn model(side: SideId, name: &str, at: &str, traits: &str) -> SceneModel {
    let traits = traits.split(',').map(str::trim).filter(|t| !t.is_empty());
    SceneModel {
        side,
        name: name.to_owned(),
        spot: at.parse().expect("a spot"),
        traits: traits.map(str::to_owned).collect(),
    }
}

/// A scene on a bare table, or on one of such pieces; the other lines are the book's own.
fn scene(
    (scenario, table): (Option<&str>, Option<&str>),
    models: Vec<SceneModel>,
    other: &[&str],
) -> State {
    let scene = Scene {
        sketch: table.map(|text| file::read(text).expect("a good table")),
        scenario: scenario.map(str::to_owned),
        models,
        other: other.iter().map(|line| (*line).to_owned()).collect(),
        ..Scene::default()
    };
    punkapocalyptic::book().arrange(&scene).unwrap_or_else(|why| panic!("{why}"))
}

/// A table with one wall.
fn walled(kind: &str, height: &str, line: &str) -> String {
    let piece = format!("kind = \"{kind}\"\nheight = {height}\nline = [{line}]\n");
    format!("size = [48, 48]\n[[piece]]\n{piece}")
}

fn started(state: State, seed: u64) -> Match<Punkapocalyptic> {
    let setup = Setup {
        scenario: state.scenario.plot.key().to_owned(),
        options: Options::new(),
        rosters: Vec::new(),
        table: TableChoice::Given(state.table.sketch().clone()),
    };
    let dice = DiceChoice::Seeded(Seed(seed));
    Match::from_state(Arc::new(punkapocalyptic::book()), setup, state, &dice)
        .expect("a sound state")
}

/// Plays to the end of the Action Turn; what is left, and what red picked.
fn play(state: State, seed: u64) -> (State, Vec<String>) {
    let turn = state.turn;
    let goes_on = |state: &State| state.turn == turn && state.acting.is_some();
    let (after, answers) =
        probe(REGULAR, started(state, seed), seed, goes_on).expect("legal answers");
    (after, picks(answers))
}

/// The first thing red does with an Action.
fn first(picks: &[String]) -> &str {
    picks.first().map_or("", String::as_str)
}

fn spot(state: &State, name: &str) -> tabletop::Point {
    let model = state.ids().find(|m| state.name(*m) == name).expect("a model of that name");
    state.spot(model).at
}

fn is_up(state: &State, name: &str) -> bool {
    let named = |m: &ModelId| state.name(*m) == name;
    state.up().any(|m| named(&m))
}

#[test]
fn whoever_has_a_good_shot_takes_it() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Rifle, bullets 4, precision 6"),
            model(BLUE, "Bo", "15,20", "Mace"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Ana acts"]), seed);
        assert!(picks.iter().any(|pick| pick.starts_with("shoot Bo")), "{picks:?}");
    }
}

#[test]
fn the_dearer_of_two_targets_is_shot() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Rifle, bullets 1, precision 6"),
            model(BLUE, "Bo", "13,20", "Mace, cost 12"),
            model(BLUE, "Chief", "17,20", "Mace, cost 90"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Ana acts with 1"]), seed);
        assert!(first(&picks).starts_with("shoot Chief"), "{picks:?}");
    }
}

#[test]
fn a_brute_in_reach_of_a_gunner_charges() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Brute", "15,10", "Mace, combat 6, strength 5, toughness 5"),
            model(BLUE, "Bo", "15,14.5", "Rifle, bullets 3, combat 3, toughness 2"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Brute acts"]), seed);
        let charges = picks.iter().any(|pick| pick.starts_with("assault Bo"));
        assert!(charges, "{picks:?}");
    }
}

#[test]
fn a_gunner_does_not_charge_a_brute() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Rifle, bullets 3, precision 6, combat 2, toughness 2"),
            model(BLUE, "Brute", "15,15", "Heavy mace, combat 7, strength 6, toughness 5"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Ana acts"]), seed);
        assert!(!picks.iter().any(|pick| pick.starts_with("assault")), "{picks:?}");
    }
}

#[test]
fn a_fight_that_is_as_good_as_won_is_fought() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Medium blade, combat 7, strength 5, toughness 5"),
            model(BLUE, "Bo", "15,10.99", "combat 2, toughness 2"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Ana acts"]), seed);
        assert_eq!(first(&picks), "fight Bo", "{picks:?}");
    }
}

#[test]
fn an_empty_crossbow_is_loaded_before_anything_else() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Crossbow empty, precision 7, combat 2"),
            model(BLUE, "Bo", "15,18", "Mace, toughness 2, acted"),
        ];
        let (_, picks) = play(scene((None, None), models, &["Ana acts"]), seed);
        assert_eq!(first(&picks), "reload Crossbow", "{picks:?}");
        assert!(picks.iter().any(|pick| pick.starts_with("shoot Bo")), "{picks:?}");
    }
}

#[test]
fn a_machine_in_reach_is_switched_on() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "24,10.5", "Small blade, faces south"),
            model(BLUE, "Bo", "40,40", "Mace"),
        ];
        let state = scene((Some("dead-machines"), None), models, &["Ana acts", "turn 3"]);
        let (after, picks) = play(state, seed);
        assert!(picks.iter().any(|pick| pick == "use machine 1"), "{picks:?}");
        assert_eq!(after.tokens[0].owner, Some(RED), "{picks:?}");
    }
}

#[test]
fn a_crate_in_reach_is_picked_up() {
    for seed in SEEDS {
        let models =
            vec![model(RED, "Ana", "8,34", "Small blade"), model(BLUE, "Bo", "40,40", "Mace")];
        let (_, picks) =
            play(scene((Some("leaking-vault"), None), models, &["Ana acts", "turn 2"]), seed);
        assert!(picks.iter().any(|pick| pick == "pick up crate 2"), "{picks:?}");
    }
}

#[test]
fn a_carrier_at_the_edge_leaves_with_its_crate() {
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "3,3", "Small blade, faces south"),
            model(RED, "Cy", "10,10", "Small blade"),
            model(BLUE, "Bo", "40,40", "Mace"),
        ];
        let given = ["Ana carries crate 1", "Ana acts", "turn 4"];
        let (after, picks) = play(scene((Some("leaking-vault"), None), models, &given), seed);
        assert!(!is_up(&after, "Ana"), "{picks:?}");
        assert!(picks.iter().any(|pick| pick == "leave"), "{picks:?}");
    }
}

#[test]
fn nobody_leaves_cover_to_stand_before_four_rifles() {
    let wall = walled("high-wall", "3", "[10, 11.5], [20, 11.5]");
    for seed in SEEDS {
        let rifle = "Rifle, bullets 4, precision 7, agility 3";
        let models = vec![
            model(RED, "Ana", "15,10.7", "Pistol, bullets 1, cost 60"),
            model(RED, "Cy", "40,3", "Small blade"),
            model(BLUE, "Bo", "6,34", rifle),
            model(BLUE, "Dov", "12,34", rifle),
            model(BLUE, "Eli", "18,34", rifle),
            model(BLUE, "Fay", "24,34", rifle),
        ];
        let (after, picks) = play(scene((None, Some(&wall)), models, &["Ana acts"]), seed);
        let here = spot(&after, "Ana");
        let hidden =
            after.ids().filter(|m| after.side(*m) == BLUE).all(|m| !after.has_line(m, ModelId(0)));
        assert!(hidden, "{here} {picks:?}");
    }
}

#[test]
fn even_a_novice_shoots_at_the_best_point_of_a_way() {
    // Somebody comes out from behind a wall.
    let wall = walled("low-wall", "1.1", "[10, 17], [17, 17]");
    for seed in SEEDS {
        let models = vec![
            model(RED, "Ana", "15,10", "Crossbow, precision 6, ready, acted"),
            model(BLUE, "Bo", "16,18", "Mace, agility 3, actions 1"),
        ];
        let mut game = started(scene((None, Some(&wall)), models, &["Bo acts"]), seed);
        let at = |text: &str| text.parse().expect("a spot");
        let answers = [
            Answer::Pick("move".to_owned()),
            Answer::Path(vec![at("16,18"), at("20,18")]),
            Answer::Pick("Ana fires with Crossbow".to_owned()),
        ];
        for answer in answers {
            let side = game.questions().first().expect("a question").side;
            game.answer(side, answer).expect("a legal answer");
        }
        let question = game.questions().first().cloned().expect("where he is shot at");
        let mut novice = players::player("novice", seed).expect("a novice");
        let Answer::Along(point) = respond(&mut *novice, &game, &question) else {
            panic!("a place along the way was asked for");
        };
        assert!(point >= tabletop::Length::inches(1), "{point}");
    }
}
