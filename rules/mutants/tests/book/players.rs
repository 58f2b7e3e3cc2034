//! Those who look ahead find what anybody would: small positions with one obvious answer.

use std::sync::Arc;

use engine::book::{Scene, SceneModel};
use engine::matches::{DiceChoice, Match};
use engine::respond::respond;
use engine::{Answer, Book, Eyes, ModelId, Options, Seed, Setup, SideId, TableChoice};
use mutants::Mutants;
use mutants::state::{Acting, Active, Mark, State};
use players::trials::{probe, thinkers};
use tabletop::{Length, Sketch, Spot, Table};

const RED: SideId = SideId(0);

/// Who thinks, and by what seed.
type Thinker = (&'static str, u64);
/// A model of a scene: whose, its name, its place and what else is said of it.
type Given<'a> = (&'a str, &'a str, &'a str, &'a str);

fn scene(models: &[Given<'_>]) -> Scene {
    let model = |(side, name, place, traits): &Given<'_>| SceneModel {
        side: SideId::named(side).expect("a side"),
        name: (*name).to_owned(),
        spot: place.parse().expect("a place"),
        traits: traits.split(", ").filter(|t| !t.is_empty()).map(str::to_owned).collect(),
    };
    let models = models.iter().map(model).collect();
    Scene { models, to_act: Some(RED), ..Scene::default() }
}

fn arranged(scene: &Scene) -> State {
    mutants::book().arrange(scene).unwrap_or_else(|why| panic!("{why}"))
}

/// The scene in the middle of the activation of its first model, with some actions left.
fn acting(scene: &Scene, actions: u8) -> State {
    let mut state = arranged(scene);
    let first = ModelId(0);
    state.model_mut(first).marks.put(Mark::Activated);
    let members = [Acting::fresh(first, actions)].into_iter().collect();
    state.active = Some(Active { members, order: None, turnover: false, before: 0 });
    state
}

fn started(state: State, seed: u64) -> Match<Mutants> {
    let sketch: Sketch = Table::bare(36, 36).sketch().clone();
    let setup = Setup {
        scenario: "free".to_owned(),
        options: Options::new(),
        rosters: Vec::new(),
        table: TableChoice::Given(sketch),
    };
    let dice = DiceChoice::Seeded(Seed(seed));
    Match::from_state(Arc::new(mutants::book()), setup, state, &dice).expect("a sound state")
}

/// Plays on as long as something holds; what is left, and what red answered.
fn play(
    (player, seed): Thinker,
    state: State,
    goes_on: impl Fn(&State) -> bool,
) -> (State, Vec<Answer>) {
    probe(player, started(state, seed), seed, goes_on).expect("players give legal answers")
}

/// Plays the activation that is under way to its end.
fn end_of_activation(who: Thinker, state: State) -> (State, Vec<Answer>) {
    play(who, state, |state| state.active.is_some())
}

/// Plays red's turn to its end.
fn end_of_turn(who: Thinker, state: State) -> (State, Vec<Answer>) {
    play(who, state, |state| state.side_to_act() == RED)
}

/// The first thing that is chosen.
fn choice(who: Thinker, state: State) -> String {
    picked(who, &started(state, who.1))
}

fn picked((player, seed): Thinker, game: &Match<Mutants>) -> String {
    let question = game.question_for(RED).expect("red is asked").clone();
    let mut player = players::player(player, seed).expect("a known player");
    match respond(&mut *player, game, &question) {
        Answer::Pick(key) => key,
        other => panic!("not one of several: {other:?}"),
    }
}

fn gap(state: &State, a: u16, b: u16) -> Length {
    state.gap(ModelId(a), ModelId(b))
}

#[test]
fn a_helpless_enemy_is_finished() {
    let scene = scene(&[
        ("red", "Ana", "15,15", "Combat 3, Quality 3"),
        ("blue", "Bo", "15,15.79", "Combat 3, transfixed"),
        ("blue", "Cy", "15,30", "Combat 3"),
    ]);
    for who in thinkers() {
        let key = choice(who, acting(&scene, 2));
        assert!(key.starts_with("fight Bo"), "{who:?}: {key}");
    }
}

#[test]
fn somebody_with_a_target_shoots() {
    let scene = scene(&[
        ("red", "Ana", "15,10", "Combat 3, Quality 3, Assault Rifle, 3 cells"),
        ("blue", "Bo", "15,16", "Combat 2"),
        ("blue", "Cy", "17,30", "Combat 2"),
    ]);
    for who in thinkers() {
        let (_, answers) = end_of_activation(who, acting(&scene, 2));
        let shot = |answer: &Answer| match answer {
            Answer::Pick(key) => key.starts_with("shoot Bo") || key.starts_with("aim at Bo"),
            _ => false,
        };
        assert!(answers.iter().any(shot), "{who:?}: {answers:?}");
    }
}

#[test]
fn a_shooter_beside_a_brute_shoots_or_steps_back() {
    let scene = scene(&[
        ("red", "Ana", "15,10", "Combat 1, Quality 3, Assault Rifle, 3 cells"),
        ("blue", "Bo", "15,13", "Combat 5, Big, Quality 3"),
    ]);
    for who in thinkers() {
        let state = acting(&scene, 2);
        let before = gap(&state, 0, 1);
        let (after, answers) = end_of_activation(who, state);
        let shot = answers.iter().any(|a| matches!(a, Answer::Pick(key) if key.contains("Rifle")));
        let gone = after.model(ModelId(1)).spot.is_none() || gap(&after, 0, 1) > before;
        assert!(shot || gone, "{who:?}: {answers:?}");
    }
}

#[test]
fn nobody_walks_alone_before_three_guns() {
    let gun = "Combat 3, Quality 3, Assault Rifle, 3 cells";
    let scene = scene(&[
        ("red", "Ana", "15,4", "Combat 2, Quality 4"),
        ("red", "Di", "5,2", "Combat 2, Quality 4"),
        ("blue", "Bo", "13,26.5", gun),
        ("blue", "Cy", "15,26.5", gun),
        ("blue", "Ed", "17,26.5", gun),
    ]);
    for who in thinkers() {
        let (after, answers) = end_of_activation(who, acting(&scene, 1));
        let seen = (2..5).any(|gun| gap(&after, 0, gun) < Length::inches(18));
        assert!(!seen, "{who:?}: {answers:?}");
    }
}

#[test]
fn four_against_one_advance() {
    let fighter = "Combat 3, Quality 3";
    let scene = scene(&[
        ("red", "Ana", "12,8", fighter),
        ("red", "Cy", "14,8", fighter),
        ("red", "Di", "16,8", fighter),
        ("red", "Ed", "18,8", fighter),
        ("blue", "Bo", "15,24", "Combat 3, Quality 4"),
    ]);
    for who in thinkers() {
        let before = arranged(&scene);
        let (after, answers) = end_of_turn(who, before.clone());
        let way = |state: &State| -> i32 { (0..4).map(|m| gap(state, m, 4).um() / 25_400).sum() };
        assert!(way(&after) + 3 < way(&before), "{who:?}: {answers:?}");
    }
}

#[test]
fn whoever_is_alone_near_an_animal_takes_it() {
    let mut scene = scene(&[
        ("red", "Ana", "15,10", "Combat 3, Quality 3"),
        ("blue", "Bo", "15,34", "Combat 3"),
    ]);
    scene.scenario = Some("rustlers".to_owned());
    scene.other = vec!["animal at 19,11".to_owned(), "animal at 15,25".to_owned()];
    for who in thinkers() {
        let (after, answers) = end_of_activation(who, acting(&scene, 2));
        assert!(after.is(ModelId(0), Mark::Herding), "{who:?}: {answers:?}");
    }
}

#[test]
fn the_last_to_act_has_no_turn_to_lose() {
    let scene = scene(&[
        ("red", "Ana", "15,10", "Combat 3, Quality 3"),
        ("red", "Cy", "19,10", "Combat 3, Quality 3, activated"),
        ("blue", "Bo", "15,16", "Combat 2, transfixed"),
        ("blue", "Di", "15,34", "Combat 2"),
    ]);
    for who in thinkers() {
        let (_, answers) = end_of_turn(who, arranged(&scene));
        let thrown = answers.iter().find_map(|answer| match answer {
            Answer::Pick(key) if key.ends_with("dice") || key.ends_with("die") => Some(key),
            _ => None,
        });
        assert!(thrown.is_some_and(|key| key != "1 die"), "{who:?}: {answers:?}");
    }
}

#[test]
fn a_bungler_does_not_risk_the_turn_of_those_with_better_to_do() {
    let scene = scene(&[
        ("red", "Ana", "15,10", "Combat 4, Quality 3"),
        ("red", "Cy", "20,10", "Combat 4, Quality 3"),
        ("red", "Gus", "30,2", "Combat 1, Quality 6"),
        ("blue", "Bo", "15,10.79", "Combat 2, transfixed"),
        ("blue", "Di", "20,10.79", "Combat 2, transfixed"),
        ("blue", "Ed", "15,34", "Combat 2"),
    ]);
    for who in thinkers() {
        let key = choice(who, arranged(&scene));
        assert!(key == "activate Ana" || key == "activate Cy", "{who:?}: {key}");
    }
}

#[test]
fn one_die_is_thrown_where_a_turnover_would_cost_much() {
    let scene = scene(&[
        ("red", "Ana", "15,10", "Combat 4, Quality 3"),
        ("red", "Cy", "20,10", "Combat 4, Quality 3"),
        ("red", "Gus", "30,2", "Combat 1, Quality 6"),
        ("blue", "Bo", "15,10.79", "Combat 2, transfixed"),
        ("blue", "Di", "20,10.79", "Combat 2, transfixed"),
        ("blue", "Ed", "15,34", "Combat 2"),
    ]);
    for who in thinkers() {
        let mut game = started(arranged(&scene), who.1);
        game.answer(RED, Answer::Pick("activate Gus".to_owned())).expect("Gus may act");
        assert_eq!(picked(who, &game), "1 die", "{who:?}");
    }
}

#[test]
fn a_guess_at_counters_comes_from_what_is_seen() {
    let mut scene = scene(&[
        ("red", "Ana", "15,10", "Combat 3"),
        ("blue", "Thorn", "10,20", "Plant"),
        ("blue", "Briar", "14,20", "Plant"),
    ]);
    scene.other = vec!["dummy of Thorn at 18,20".to_owned(), "dummy of Briar at 22,20".to_owned()];
    let state = arranged(&scene);
    let eyes = Eyes::Side(RED);
    let guess = |state: &State, seed: u64| state.guessed(eyes, &mut Seed(seed).stream()).unwrap();
    let twin = state.disguised(eyes).expect("something is hidden");
    let mut places: Vec<Option<Spot>> = Vec::new();
    for seed in 0..40 {
        let guessed = guess(&state, seed);
        assert_eq!(guessed, guess(&twin, seed), "the truth makes no difference");
        assert_eq!(guessed.view(eyes), state.view(eyes));
        assert_eq!(guessed.known(eyes), state.known(eyes));
        places.push(guessed.model(ModelId(1)).spot);
    }
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 4, "it may be under any of them: {places:?}");
    assert_eq!(state.guessed(Eyes::Referee, &mut Seed(1).stream()), None);
}
