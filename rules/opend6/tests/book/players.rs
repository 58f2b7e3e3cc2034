//! Those who look ahead find what anybody would: small positions with one obvious answer.

use std::sync::Arc;

use engine::book::Scene;
use engine::matches::{DiceChoice, Match};
use engine::{Book, ModelId, Options, Seed, Setup, SideId, TableChoice};
use opend6::OpenD6;
use opend6::state::{Fate, Phase, State};
use players::trials::{REGULAR, picks, probe};
use tabletop::file;

const RED: SideId = SideId(0);
const SEEDS: [u64; 3] = [1, 2, 3];

/// A scene as the `given` lines of a ruling tell it, on a table of such a size and such pieces.
fn scene(scenario: &str, table: &str, given: &[&str]) -> State {
    let scene = Scene {
        sketch: Some(file::read(table).expect("a good table")),
        scenario: Some(scenario.to_owned()),
        other: given.iter().map(|line| (*line).to_owned()).collect(),
        to_act: Some(RED),
        ..Scene::default()
    };
    opend6::book().arrange(&scene).unwrap_or_else(|why| panic!("{why}"))
}

fn battle(given: &[&str]) -> State {
    scene("free-battle", "size = [48, 48]", given)
}

fn started(state: State, seed: u64) -> Match<OpenD6> {
    let setup = Setup {
        scenario: state.scenario.key.clone(),
        options: Options::new(),
        rosters: Vec::new(),
        table: TableChoice::Given(state.table.sketch().clone()),
    };
    let dice = DiceChoice::Seeded(Seed(seed));
    Match::from_state(Arc::new(opend6::book()), setup, state, &dice).expect("a sound state")
}

/// Plays to the end of the phase; what is left, and what red picked.
fn play(state: State, seed: u64) -> (State, Vec<String>) {
    let phase = state.phase;
    let played = probe(REGULAR, started(state, seed), seed, |state| state.phase == phase);
    let (after, answers) = played.expect("players give legal answers");
    (after, picks(answers))
}

fn picked(picks: &[String], key: &str) -> bool {
    picks.iter().any(|pick| pick == key)
}

#[test]
fn whoever_can_shoot_does() {
    for seed in SEEDS {
        let state = battle(&[
            "phase fire",
            "rank red Alpha 5 from 18,10 step 1.5,0 Raygun Rifle",
            "rank blue Bravo 5 from 18,22 step 1.5,0 Raygun Rifle",
        ]);
        let (_, picks) = play(state, seed);
        assert!(picked(&picks, "fire at Bravo"), "{picks:?}");
    }
}

#[test]
fn those_who_will_fight_are_shot_at_before_those_who_run() {
    for seed in SEEDS {
        let state = battle(&[
            "phase fire",
            "rank red Alpha 5 from 18,10 step 1.5,0 Raygun Rifle, firearms 5",
            "rank blue Bravo 5 from 12,22 step 1.5,0 Raygun Rifle",
            "rank blue Charlie 5 from 24,20 step 1.5,0 Raygun Rifle",
            "squad Charlie morale 0, at goal",
        ]);
        let (_, picks) = play(state, seed);
        let first = picks.iter().find(|pick| pick.starts_with("fire at"));
        assert!(first.is_some_and(|pick| pick.starts_with("fire at Bravo")), "{picks:?}");
    }
}

#[test]
fn four_to_one_goes_forward() {
    for seed in SEEDS {
        let state = battle(&[
            "rank red Alpha 8 from 14,4 step 1.5,0 Raygun Rifle",
            "rank red Delta 8 from 28,4 step 1.5,0 Raygun Rifle",
            "rank blue Bravo 4 from 22,44 step 1.5,0 Crossbow",
        ]);
        let (after, picks) = play(state, seed);
        let forward =
            |m: &ModelId| after.side(*m) == RED && after.spot(*m).at.y.whole_inches() >= 8;
        assert!(after.standing().filter(forward).count() >= 8, "{picks:?}");
    }
}

#[test]
fn brutes_without_guns_charge_gunners_in_reach() {
    for seed in SEEDS {
        let state = battle(&[
            "rank red Brutes 6 from 18,20 step 1.5,0 Energy Axe, melee combat 6, STR 5, command 6",
            "rank blue Bravo 5 from 18,28 step 1.5,0 Raygun Rifle, faces north",
        ]);
        let (_, picks) = play(state, seed);
        assert!(picked(&picks, "charge Bravo"), "{picks:?}");
    }
}

#[test]
fn gunners_do_not_charge_brutes() {
    for seed in SEEDS {
        let state = battle(&[
            "rank red Alpha 6 from 18,20 step 1.5,0 Raygun Rifle, firearms 5",
            "rank blue Brutes 6 from 18,32 step 1.5,0 Energy Axe, melee combat 6, STR 4",
            "squad Brutes activated",
        ]);
        let (after, picks) = play(state, seed);
        assert!(!picked(&picks, "charge Brutes"), "{picks:?}");
        // Whoever runs cannot shoot.
        let ran = after.ids().any(|m| after.model(m).pace == opend6::state::Pace::Ran);
        assert!(!ran, "{picks:?}");
    }
}

#[test]
fn nobody_leaves_cover_to_stand_before_three_squads() {
    let wall = "size = [48, 48]\n[[piece]]\nkind = \"low-wall\"\nline = [[17, 11], [27, 11]]\n";
    for seed in SEEDS {
        let state = scene(
            "free-battle",
            wall,
            &[
                "rank red Alpha 5 from 18,10.2 step 1.5,0 Raygun Rifle, firearms 5",
                "rank blue Bravo 6 from 6,24 step 1.5,0 Raygun Rifle, firearms 5",
                "rank blue Charlie 6 from 18,24 step 1.5,0 Raygun Rifle, firearms 5",
                "rank blue Delta 6 from 30,24 step 1.5,0 Raygun Rifle, firearms 5",
                "squad Bravo activated",
                "squad Charlie activated",
                "squad Delta activated",
            ],
        );
        let (after, picks) = play(state, seed);
        let near = |m: ModelId| after.side(m) == RED && after.spot(m).at.y.whole_inches() >= 12;
        assert!(!after.standing().any(near), "{picks:?}");
    }
}

#[test]
fn an_open_door_of_the_hangar_is_taken() {
    for seed in SEEDS {
        let state = scene(
            "hangar",
            "size = [48, 36]",
            &[
                "turn 5",
                "rank red Alpha 4 from 8,15.5 step 0,1.5 Raygun Rifle, faces west",
                "rank red Delta 4 from 20,15.5 step 0,1.5 Raygun Rifle, faces west",
                "rank blue Bravo 5 from 44,15 step 0,1.5 Raygun Rifle, faces west",
            ],
        );
        assert_eq!(state.phase, Phase::Movement);
        let (after, picks) = play(state, seed);
        let out = |m: ModelId| after.model(m).fate == Some(Fate::Escaped);
        assert!(after.ids().any(out), "{picks:?}");
    }
}
