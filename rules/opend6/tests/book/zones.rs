//! Where squads begin is shown as long as somebody is to be placed there, and each zone once.

use engine::book::Scene;
use engine::{Book, SideId};
use opend6::state::{Goal, Presence, State};
use tabletop::file;

/// Two squads a side that are about to be placed.
fn muster(scenario: &str) -> State {
    let squad = |side: &str, name: &str| {
        format!("muster {side} {{ name = \"{name}\", type = \"Mercenary\", number = 3 }}")
    };
    let other = vec![
        squad("red", "Alpha"),
        squad("red", "Bravo"),
        squad("blue", "Charlie"),
        squad("blue", "Delta"),
    ];
    let sketch = file::read("size = [48, 36]").expect("a good table");
    let scenario = Some(scenario.to_owned());
    let scene = Scene { sketch: Some(sketch), scenario, other, ..Scene::default() };
    let mut state = opend6::book().arrange(&scene).expect("a good scene");
    // The forces have been announced.
    state.turn = 1;
    state
}

/// A squad has been placed and told to rally in the middle of the table.
fn place(state: &mut State, squad: usize) {
    let middle = state.middle();
    let own = &mut state.squads[squad];
    (own.presence, own.rally_point) = (Presence::There, Goal::Point(middle));
}

fn zones_of(state: &State, side: u8) -> usize {
    state.view().zones.iter().filter(|zone| zone.side == Some(SideId(side))).count()
}

#[test]
fn a_free_battle_shows_one_zone_a_side_until_all_are_placed() {
    let mut state = muster("free-battle");
    assert_eq!((zones_of(&state, 0), zones_of(&state, 1)), (1, 1));
    place(&mut state, 0);
    assert_eq!((zones_of(&state, 0), zones_of(&state, 1)), (1, 1));
    place(&mut state, 1);
    assert_eq!((zones_of(&state, 0), zones_of(&state, 1)), (0, 1));
}

#[test]
fn the_hangar_shows_its_middle_and_both_ends() {
    let mut state = muster("hangar");
    assert_eq!((zones_of(&state, 0), zones_of(&state, 1)), (1, 2));
    place(&mut state, 0);
    place(&mut state, 1);
    place(&mut state, 2);
    assert_eq!((zones_of(&state, 0), zones_of(&state, 1)), (0, 2));
}
