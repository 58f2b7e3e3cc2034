//! Whole games with random players: nothing panics, nothing gets stuck.

use engine::cx::Offer;
use engine::playout::play_out;
use engine::question::Ask;
use engine::source::Driver;
use engine::{Book, Options, Seed, Setup, TableChoice};
use killzone::state::{Fate, State};
use players::trials::play_games;
use tabletop::generate::Theme;

#[test]
fn random_games_end() {
    let decisions =
        play_games(&killzone::book(), "random", 0..400).unwrap_or_else(|why| panic!("{why}"));
    assert!(decisions > 10_000, "{decisions}");
}

#[test]
fn novice_games_end() {
    play_games(&killzone::book(), "novice", 0..100).unwrap_or_else(|why| panic!("{why}"));
}

fn setup(scenario: &str, rosters: &[usize], options: &[(&str, &str)], seed: u64) -> Setup {
    let book = killzone::book();
    let ready = &book.about().rosters;
    let option = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    Setup {
        scenario: scenario.to_owned(),
        options: options.iter().map(option).collect::<Options>(),
        rosters: rosters.iter().map(|i| ready[*i].text.to_owned()).collect(),
        table: TableChoice::Generated {
            theme: Theme::ALL[seed as usize % Theme::ALL.len()],
            seed,
            symmetric: false,
        },
    }
}

/// Plays a game to its end, everybody by the same sort of player.
fn play(setup: &Setup, player: &str, seed: u64) -> State {
    let known = |side| players::player(player, seed * 4 + side).expect("a known player");
    play_with(setup, (0..4).map(known).collect(), seed)
}

/// Plays a game to its end.
fn play_with(setup: &Setup, mut drivers: Vec<Box<dyn Driver>>, seed: u64) -> State {
    let book = killzone::book();
    let mut state = book.begin(setup).unwrap_or_else(|why| panic!("{why:?}"));
    let done = play_out(&book, &mut state, &mut Seed(seed).stream(), &mut drivers);
    done.unwrap_or_else(|why| panic!("{why}"));
    state
}

#[test]
fn every_faction_plays_every_scenario() {
    let n = killzone::book().about().rosters.len();
    for (s, scenario) in ["contact", "snatch", "ground", "zombies"].iter().enumerate() {
        for roster in 0..n {
            for light in ["day", "night"] {
                let seed = (s * n + roster) as u64;
                let other = (roster * 3 + 1) % n;
                let setup = setup(scenario, &[roster, other], &[("light", light)], seed);
                let state = play(&setup, "random", seed);
                assert!(state.outcome.is_some());
            }
        }
    }
}

#[test]
fn one_side_alone_faces_the_dead() {
    let (mut bitten, mut felled, mut escaped) = (0, 0, 0);
    for seed in 0..12 {
        let goal = if seed % 2 == 0 { "flight" } else { "stand" };
        let alone = setup("zombies", &[seed as usize % 6], &[("zombie_goal", goal)], seed);
        let state = play(&alone, "novice", seed);
        assert!(state.outcome.is_some());
        for model in state.ids() {
            let zombie = state.who(model).is_zombie();
            match state.model(model).fate {
                Some(Fate::Killed) if zombie => felled += 1,
                Some(Fate::Killed) => bitten += 1,
                Some(Fate::Escaped) => escaped += 1,
                _ => (),
            }
        }
    }
    assert!(bitten > 10 && felled > 10 && escaped > 5, "{bitten} {felled} {escaped}");
}

#[test]
fn two_seats_play_the_solo_game_with_a_roster_of_zombies() {
    let horde = killzone::book().about().rosters.iter().position(|r| r.key == "zombie-horde");
    let setup = setup("zombies", &[0, horde.expect("there is one")], &[], 5);
    let state = play(&setup, "novice", 5);
    assert_eq!(state.forces.len(), 2);
    assert!(state.forces[1].automatic);
    let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
    assert!(winner.is_some());
}

/// Somebody who decides by lot, but takes alive whoever can be taken, and holds on to him.
struct Captor(Box<dyn Driver>);

impl Driver for Captor {
    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut *self.0)
    }

    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> usize {
        let keen =
            |key: &str| ["capture", "finish", "move with"].iter().any(|w| key.starts_with(w));
        let alive = offer.choices().iter().position(|choice| keen(&choice.key));
        alive.unwrap_or_else(|| self.0.pick(ask, offer))
    }
}

#[test]
fn captives_are_taken_and_people_die() {
    let (mut held, mut killed, mut taken) = (0, 0, 0);
    for seed in 0..60 {
        let rosters = [seed as usize % 6, (seed as usize + 2) % 6];
        // Those who decide by lot need time and a small table to meet at all.
        let long = [("size", "small"), ("turn_limit", "60"), ("light", "day")];
        let captor = |side| players::player("random", seed * 4 + side).map(Captor);
        let captors = (0..4).filter_map(captor).map(|c| Box::new(c) as Box<dyn Driver>);
        let setup = setup("contact", &rosters, &long, seed);
        let state = play_with(&setup, captors.collect(), seed);
        for model in state.ids() {
            let m = state.model(model);
            held += usize::from(m.captor.is_some());
            killed += usize::from(m.fate == Some(Fate::Killed));
            taken += usize::from(matches!(m.fate, Some(Fate::Taken(_))));
        }
    }
    assert!(killed > 200 && held + taken > 3, "{killed} {held} {taken}");
}
