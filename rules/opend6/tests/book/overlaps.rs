//! Whatever happens, everybody has a place of his own: after every step of random games no two
//! bases overlap and nobody is off the table (OD6-Q-19, OD6-Q-63).

use engine::source::{Driven, Driver};
use engine::{Book, Cx, Seed, Setup, TableChoice};
use opend6::state::{BASE, STANDING, State};
use tabletop::generate::Theme;
use tabletop::measure;

/// A match between two ready rosters, a different one for each number.
fn setup(index: u64) -> Setup {
    let book = opend6::book();
    let about = book.about();
    let pick = |n: usize, salt: u64| (Seed(index).child(salt).0 % n as u64) as usize;
    let rosters = (0..2).map(|i| about.rosters[pick(about.rosters.len(), 3 + i)].text.to_owned());
    // Whether friends let one another through makes the most of a difference.
    let through = ["on", "off"][pick(2, 4)];
    let options = [("through_friends".to_owned(), through.to_owned())];
    Setup {
        scenario: about.scenarios[pick(about.scenarios.len(), 7)].key.clone(),
        options: options.into_iter().collect(),
        rosters: rosters.collect(),
        table: TableChoice::Generated {
            theme: Theme::ALL[pick(Theme::ALL.len(), 8)],
            seed: index,
            symmetric: false,
        },
    }
}

/// Why somebody has no place of his own, if so.
fn misplaced(state: &State) -> Option<String> {
    let all: Vec<_> = state.standing().collect();
    for (i, one) in all.iter().enumerate() {
        let own = state.body(*one);
        if !measure::on_table(&state.table, &own) {
            return Some(format!("{} is off the table at {}", state.name(*one), own.spot));
        }
        for other in &all[i + 1..] {
            let body = state.body(*other);
            let level = (body.spot.z - own.spot.z).abs() < STANDING;
            if level && own.at().distance_squared(body.at()) < (BASE + BASE).squared() {
                let (one, other) = (state.name(*one), state.name(*other));
                return Some(format!("{one} and {other} are both at {}", own.spot));
            }
        }
    }
    None
}

fn play(index: u64, player: &str) -> Result<(), String> {
    let book = opend6::book();
    let mut state = book.begin(&setup(index)).map_err(|p| p.join("; "))?;
    let mut drivers: Vec<Box<dyn Driver>> =
        (0..2).map(|i| players::player(player, index * 3 + i).expect("a known player")).collect();
    let mut dice = Seed(index).stream();
    let mut source = Driven { dice: &mut dice, drivers: &mut drivers, decisions: 0 };
    while book.outcome(&state).is_none() {
        let mut cx = Cx::quiet(&mut source);
        let before = (state.turn, state.phase);
        book.step(&mut state, &mut cx).map_err(|stop| format!("{before:?}: {stop:?}"))?;
        // Those who are on their way pass over others; they must not stay there.
        if let Some(why) = misplaced(&state).filter(|_| book.is_settled(&state)) {
            return Err(format!("turn {}, {:?}: {why}", before.0, before.1));
        }
    }
    Ok(())
}

#[test]
fn nobody_stands_on_anybody() {
    for index in 0..150 {
        for player in ["random", "novice"] {
            play(index, player).unwrap_or_else(|why| panic!("{player} game {index}: {why}"));
        }
    }
}
