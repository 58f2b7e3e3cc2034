//! Those who look ahead find what anybody would: small positions with one obvious answer.

use std::sync::Arc;

use engine::rulings::stage;
use engine::{Book, ModelId, Seed};
use players::trials::{REGULAR, picks, probe, thinkers};
use requiem::state::State;

const SEEDS: [u64; 3] = [1, 2, 3];

/// Plays until somebody else is to act; what is left then, and what red picked. The scene is told as
/// in a ruling.
fn play(player: &str, scene: &str, seed: u64) -> (State, Vec<String>) {
    let book = Arc::new(requiem::book());
    let staged = stage(&book, scene).unwrap_or_else(|why| panic!("{why}"));
    let game = staged.fork(0, Seed(seed)).expect("it goes on from the start");
    let begun = book.clock(game.state());
    let played = probe(player, game, seed, |state| book.clock(state) == begun);
    let (after, answers) = played.expect("players give legal answers");
    (after, picks(answers))
}

/// What red picks first of whatever begins like this, whoever plays, from every seed.
fn first(scene: &str, begins: &str) -> Vec<Option<String>> {
    let begun = |pick: &String| pick.starts_with(begins);
    thinkers().map(|(player, seed)| play(player, scene, seed).1.into_iter().find(begun)).collect()
}

fn always(key: &str) -> Vec<Option<String>> {
    thinkers().map(|_| Some(key.to_owned())).collect()
}

#[test]
fn whoever_can_shoot_does() {
    let scene = "given red Ana at 15,4 Rifle\ngiven blue Bo at 15,13 Pistol";
    assert_eq!(first(scene, "shoot"), always("shoot Bo with Rifle"));
}

#[test]
fn the_one_without_cover_is_shot_at() {
    // Not for veterans: on a busy machine they have time for too few trials to tell a die of cover
    // from luck.
    let scene = "given low-wall from 8,12 to 14,12\ngiven red Ana at 15,4 Rifle\n\
                 given blue Bo at 11,12.8 Pistol\ngiven blue Cy at 19,12.8 Pistol";
    for seed in SEEDS {
        let (_, picks) = play(REGULAR, scene, seed);
        let shot = picks.into_iter().find(|pick| pick.starts_with("shoot"));
        assert_eq!(shot.as_deref(), Some("shoot Cy with Rifle"));
    }
}

#[test]
fn the_one_who_is_nearly_out_is_finished() {
    let scene = "given red Ana at 15,4 Rifle\ngiven blue Bo at 12,13 Pistol, wounds 1\n\
                 given blue Cy at 18,13 Pistol";
    assert_eq!(first(scene, "shoot"), always("shoot Bo with Rifle"));
}

#[test]
fn whoever_has_only_a_blade_goes_for_the_enemy() {
    let scene = "given red Ana at 15,4 Huge Sword\ngiven blue Bo at 15,9 Pistol";
    assert_eq!(first(scene, "charge"), always("charge Bo"));
}

#[test]
fn nobody_leaves_a_wall_to_stand_before_three_rifles() {
    let scene = "given high-wall from 10,8 to 20,8\ngiven red Ana at 15,6 Club\n\
                 given blue Bo at 13,20 Rifle\ngiven blue Cy at 15,20 Rifle\n\
                 given blue Di at 17,20 Rifle";
    for (player, seed) in thinkers() {
        let (after, picks) = play(player, scene, seed);
        assert!(after.spot(ModelId(0)).at.y.whole_inches() < 8, "{picks:?}");
    }
}
