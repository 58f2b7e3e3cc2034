//! Fire outside the Fire Combat Phase, which other chapters ask for.

use engine::book::{Book, Scene, SceneModel};
use engine::source::{Dice, People};
use engine::{Clause, SideId};

use super::*;
use crate::state::Phase;

/// Red's two riflemen of the squad Red 6 inches south of blue's two.
fn scene(traits: &str, other: &[&str]) -> State {
    let model = |side: u8, name: &str, spot: &str, traits: &str| SceneModel {
        side: SideId(side),
        name: name.to_owned(),
        spot: spot.parse().expect("a spot"),
        traits: traits.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect(),
    };
    let models = vec![
        model(0, "Ana", "14,10", &format!("Raygun Rifle, firearms 4, {traits}")),
        model(0, "Ada", "16,10", "Raygun Rifle, firearms 4"),
        model(1, "Bo", "14,16", ""),
        model(1, "Ben", "16,16", ""),
    ];
    let other = other.iter().map(|line| (*line).to_owned()).collect();
    let scene = Scene { models, other, ..Scene::default() };
    crate::book().arrange(&scene).expect("a scene")
}

const RED: SquadId = SquadId(0);
const BLUE: SquadId = SquadId(1);
const ANA: ModelId = ModelId(0);
const ADA: ModelId = ModelId(1);
const BO: ModelId = ModelId(2);
const BEN: ModelId = ModelId(3);

/// Carries on what is under way with scripted dice; gives back the clauses that came up and
/// what was said.
fn fire(
    state: &mut State,
    occasion: Occasion,
    among: &[ModelId],
    throws: &[&[u8]],
) -> (Vec<Clause>, String) {
    let mut dice = Dice::Scripted(throws.iter().map(|t| t.to_vec()).collect());
    let mut people = People { dice: &mut dice };
    let all = [engine::Input::Answer(SideId(0), engine::Answer::Pick("all fire".to_owned()))];
    let mut cx = Cx::new(&all, &mut people);
    state.open_fire(&mut cx, RED, BLUE, occasion, among).expect("everything is answered");
    while let Some(task) = state.tasks.pop() {
        state.carry_on(&mut cx, task).expect("enough dice");
    }
    let traces = cx.traces();
    assert!(matches!(dice, Dice::Scripted(left) if left.is_empty()), "dice are left over");
    let said = traces.events.iter().map(|e| e.text.as_str()).collect::<Vec<_>>().join("\n");
    (traces.cited, said)
}

#[test]
fn opportunity_fire_is_one_harder_and_counts_at_once() {
    let mut state = scene("", &[]);
    let dice: &[&[u8]] = &[&[3, 2], &[5], &[1]];
    let (cited, said) = fire(&mut state, Occasion::Opportunity, &[BO], dice);
    assert!(said.contains("6 (short range), +1 opportunity fire = 7"), "{said}");
    assert!(state.model(BO).spot.is_none(), "{said}");
    for id in ["OD6-FIR-10", "OD6-DMG-07", "OD6-DMG-13", "OD6-Q-64"] {
        assert!(cited.contains(&Clause(id)), "{id}");
    }
    let done = &state.squad(RED).done;
    assert!(done.fired && done.no_fire && !done.defended);
    assert!(state.model(ANA).fired && state.model(ADA).fired);
    assert_eq!(state.squad(BLUE).done.casualties[..], [BO]);
    assert!(state.squad(BLUE).done.commander_hit, "Bo was the commander");
    assert_eq!(state.firers(RED, BLUE, Occasion::Phase, None), []);
}

#[test]
fn defensive_fire_is_one_harder_and_leaves_others_their_fire() {
    let mut state = scene("fired", &[]);
    assert_eq!(state.firers(RED, BLUE, Occasion::Defensive, Some(&[BO, BEN])), [ADA]);
    let dice: &[&[u8]] = &[&[3], &[2], &[3], &[4]];
    let (_, said) = fire(&mut state, Occasion::Defensive, &[BO, BEN], dice);
    assert!(said.contains("+1 defensive fire = 7"), "{said}");
    // The second of the two was drawn, and 8 against 6 wounds.
    assert!(state.model(BEN).wounded && state.model(BEN).prone);
    let done = &state.squad(RED).done;
    assert!(done.fired && done.defended && !done.no_fire);
}

#[test]
fn who_is_in_contact_never_fires() {
    let mut state = scene("", &[]);
    state.model_mut(BO).spot = Some("14,11".parse().expect("a spot"));
    assert_eq!(state.firers(RED, BLUE, Occasion::Opportunity, None), [ADA]);
    assert_eq!(state.firers(RED, BLUE, Occasion::Defensive, None), [ADA]);
    assert_eq!(state.firers(RED, BLUE, Occasion::Phase, None), [ADA]);
}

#[test]
fn only_those_who_can_be_hit_count() {
    let state = scene("", &[]);
    assert_eq!(state.firers(RED, BLUE, Occasion::Opportunity, Some(&[])), []);
    assert_eq!(state.firers(RED, BLUE, Occasion::Opportunity, Some(&[BEN])), [ANA, ADA]);
}

#[test]
fn casualties_of_a_close_assault_are_counted_apart_and_once() {
    let mut state = scene("", &[]);
    state.phase = Phase::Assault;
    let mut dice = Dice::Scripted(Vec::new());
    let mut people = People { dice: &mut dice };
    let mut cx = Cx::new(&[], &mut people);
    let clause = Clause("OD6-DMG-08");
    state.suffer(&mut cx, BEN, crate::state::Hurt::Wound, clause);
    state.suffer(&mut cx, BEN, crate::state::Hurt::Wound, clause);
    state.suffer(&mut cx, BO, crate::state::Hurt::Incapacitated, clause);
    let blue = state.squad(BLUE);
    assert_eq!(blue.done.casualties[..], [BEN, BO]);
    assert_eq!(blue.done.assault_casualties[..], [BEN, BO]);
    assert_eq!(blue.presence, crate::state::Presence::Gone);
}
