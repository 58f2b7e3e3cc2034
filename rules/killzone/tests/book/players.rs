//! Those who look ahead, and those who do not, find what anybody would: small positions with one
//! obvious answer.

use std::sync::Arc;

use engine::book::{Scene, SceneModel};
use engine::matches::{DiceChoice, Match};
use engine::respond::respond;
use engine::{Answer, Book, Eyes, Options, Seed, Setup, SideId, TableChoice};
use killzone::state::{Phase, State};
use players::trials::{self, REGULAR, probe};
use tabletop::file;

const RED: SideId = SideId(0);
const BARE: &str = "size = [36, 36]";

/// A figure of a scene: whose, its name, its place and what else is said of it.
type Given<'a> = (&'a str, &'a str, &'a str, &'a str);

fn arranged(models: &[Given<'_>], other: &[&str]) -> State {
    on_table(BARE, models, other)
}

/// A scene on a table with terrain.
fn on_table(table: &str, models: &[Given<'_>], other: &[&str]) -> State {
    let model = |(side, name, place, traits): &Given<'_>| SceneModel {
        side: SideId::named(side).expect("a side"),
        name: (*name).to_owned(),
        spot: place.parse().expect("a place"),
        traits: traits.split(", ").filter(|t| !t.is_empty()).map(str::to_owned).collect(),
    };
    let models = models.iter().map(model).collect();
    let other = other.iter().map(|line| (*line).to_owned()).collect();
    let sketch = Some(file::read(table).expect("a good table"));
    let scene = Scene { sketch, models, other, to_act: Some(RED), ..Scene::default() };
    killzone::book().arrange(&scene).unwrap_or_else(|why| panic!("{why}"))
}

fn started(state: State, seed: u64) -> Match<killzone::KillZone> {
    let setup = Setup {
        scenario: state.scenario.key.clone(),
        options: Options::new(),
        rosters: Vec::new(),
        table: TableChoice::Given(state.table.sketch().clone()),
    };
    let dice = DiceChoice::Seeded(Seed(seed));
    Match::from_state(Arc::new(killzone::book()), setup, state, &dice).expect("a sound state")
}

/// What a player picks for red until blue is asked or the turn is over.
fn picks(state: State, player: &str, seed: u64) -> Vec<String> {
    let mut game = started(state, seed);
    let mut player = players::player(player, seed).expect("a known player");
    let mut picks = Vec::new();
    while let Some(question) = game.questions().first().cloned() {
        if question.side != RED || game.state().phase != Phase::Action {
            break;
        }
        let answer = respond(&mut *player, &game, &question);
        if let Answer::Pick(key) = &answer {
            picks.push(key.clone());
        }
        game.answer(question.side, answer).expect("players give legal answers");
    }
    picks
}

#[test]
fn whoever_sees_an_enemy_shoots() {
    let state = arranged(
        &[("red", "Ana", "15,4", "Assault Rifle"), ("blue", "Bo", "15,14", "Assault Rifle")],
        &[],
    );
    for player in ["novice", "regular@5s"] {
        let picks = picks(state.clone(), player, 1);
        assert!(picks.iter().any(|p| p.starts_with("shoot Bo")), "{player}: {picks:?}");
    }
}

#[test]
fn the_helpless_are_finished_off() {
    let state = arranged(
        &[
            ("red", "Ana", "15,8", "Sword, order Assault"),
            ("blue", "Bo", "15,12", "Assault Rifle, suppressed"),
            ("blue", "Cy", "30,30", "Assault Rifle"),
        ],
        &[],
    );
    for player in ["novice", "regular@5s"] {
        let picks = picks(state.clone(), player, 2);
        let done = picks.iter().any(|p| p == "finish Bo" || p == "kill Bo" || p == "capture Bo");
        assert!(done, "{player}: {picks:?}");
    }
}

/// What a regular with time does for red until its goes of this turn are over, and what is left.
fn probed(state: State, seed: u64) -> (State, Vec<String>) {
    let phase = state.phase;
    let waits = |state: &State| state.figures_of(RED).any(|m| !state.model(m).acted);
    let goes_on = |state: &State| match phase {
        Phase::Action => state.phase == phase && waits(state),
        _ => matches!(state.phase, Phase::Wishes(_)),
    };
    let played = probe(REGULAR, started(state, seed), seed, goes_on);
    let (after, answers) = played.expect("players give legal answers");
    (after, trials::picks(answers))
}

#[test]
fn whoever_stands_in_the_open_is_shot_first() {
    let wall = "size = [36, 36]\n[[piece]]\nkind = \"low-wall\"\nheight = 0.8\n\
                line = [[9, 17.2], [14, 17.2]]\n";
    for seed in [1, 2] {
        let state = on_table(
            wall,
            &[
                ("red", "Ana", "15,4", "Assault Rifle, order Keep Down"),
                ("blue", "Bo", "12,18", "Assault Rifle"),
                ("blue", "Cy", "18,18", "Assault Rifle"),
            ],
            &[],
        );
        let (_, picks) = probed(state, seed);
        let shot = picks.iter().find(|pick| pick.starts_with("shoot"));
        assert!(shot.is_some_and(|pick| pick.starts_with("shoot Cy")), "{picks:?}");
    }
}

#[test]
fn the_suppressed_do_not_crawl_out_of_hiding() {
    let wall = "size = [36, 36]\n[[piece]]\nkind = \"high-wall\"\nline = [[13, 5], [17, 5]]\n";
    for seed in [1, 2] {
        let state = on_table(
            wall,
            &[
                ("red", "Ana", "15,4", "Assault Rifle, suppressed, tried"),
                ("blue", "Bo", "15,20", "Assault Rifle"),
                ("blue", "Cy", "17,20", "Assault Rifle"),
            ],
            &[],
        );
        let (after, picks) = probed(state, seed);
        let named = |name: &str| after.ids().find(|m| after.name(*m) == name).expect("somebody");
        assert!(after.line(named("Bo"), named("Ana")).is_err(), "{picks:?}");
    }
}

#[test]
fn gunmen_in_sight_of_the_enemy_are_not_left_running() {
    for seed in [1, 2] {
        let state = arranged(
            &[
                ("red", "Ana", "14,4", "Assault Rifle, leader, order Run"),
                ("red", "Cid", "16,4", "Assault Rifle, order Run"),
                ("blue", "Bo", "14,22", "Assault Rifle, leader"),
                ("blue", "Cy", "16,22", "Assault Rifle"),
            ],
            &["phase orders"],
        );
        let (_, picks) = probed(state, seed);
        let good = ["order Shoot", "order Snipe", "order Keep Down", "order Stay Sharp"];
        assert!(picks.iter().any(|pick| good.contains(&pick.as_str())), "{picks:?}");
    }
}

#[test]
fn swordsmen_beside_the_enemy_are_sent_in() {
    for seed in [1, 2] {
        let state = arranged(
            &[
                ("red", "Ana", "14,10", "Sword, leader, order Shoot"),
                ("red", "Cid", "16,10", "Sword, order Shoot"),
                ("blue", "Bo", "14,15", "Assault Rifle, leader"),
                ("blue", "Cy", "16,15", "Assault Rifle"),
            ],
            &["phase orders"],
        );
        let (_, picks) = probed(state, seed);
        assert!(picks.iter().any(|pick| pick == "order Assault"), "{picks:?}");
    }
}

#[test]
fn novices_beat_those_who_decide_by_lot() {
    let book = killzone::book();
    let mut won = [0; 2];
    for index in 0..24u64 {
        let rosters = &book.about().rosters;
        let setup = Setup {
            scenario: "contact".to_owned(),
            options: Options::new(),
            rosters: vec![rosters[(index % 5) as usize].text.to_owned(); 2],
            table: TableChoice::Generated {
                theme: tabletop::generate::Theme::Ruins,
                seed: index,
                symmetric: true,
            },
        };
        let mut state = book.begin(&setup).expect("a good setup");
        let novice = (index % 2) as usize;
        let names = if novice == 0 { ["novice", "random"] } else { ["random", "novice"] };
        let mut drivers: Vec<_> =
            names.iter().map(|n| players::player(n, index).expect("a known player")).collect();
        let mut dice = Seed(index).stream();
        let done = engine::playout::play_out(&book, &mut state, &mut dice, &mut drivers);
        let done = done.unwrap_or_else(|why| panic!("{why}"));
        if let Some(side) = done.outcome.winner {
            won[usize::from(side.index() != novice)] += 1;
        }
    }
    assert!(won[0] >= 3 * won[1].max(1), "novice {}, random {}", won[0], won[1]);
}

#[test]
fn orders_that_lie_face_down_stay_secret() {
    let state = arranged(
        &[
            ("red", "Ana", "5,4", "squad Alpha"),
            ("red", "Cid", "25,4", "squad Beta"),
            ("blue", "Bo", "5,30", "squad Gamma"),
            ("blue", "Cy", "25,30", "squad Delta"),
        ],
        &["phase orders"],
    );
    let mut game = started(state, 3);
    let pick = |key: &str| Answer::Pick(key.to_owned());
    game.answer(RED, pick("order Assault")).expect("a legal order");
    game.answer(SideId(1), pick("order Run")).expect("a legal order");
    let seen = |eyes: Eyes, name: &str| {
        let view = game.view(eyes);
        let model = view.model(name).expect("somebody of that name").clone();
        model.card.iter().find(|(label, _)| label == "New order").map(|(_, value)| value.clone())
    };
    assert_eq!(seen(Eyes::Side(RED), "Ana").as_deref(), Some("Assault"));
    assert_eq!(seen(Eyes::Side(RED), "Bo"), None);
    assert_eq!(seen(Eyes::Side(SideId(1)), "Ana"), None);
    assert_eq!(seen(Eyes::Spectator, "Ana"), None);
    assert_eq!(seen(Eyes::Referee, "Bo").as_deref(), Some("Run"));
}
