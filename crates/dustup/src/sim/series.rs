//! A series of matches: which setup, dice and players the match of a number has.

use anyhow::{Result, anyhow};
use engine::book::{Options, ReadyRoster, Setup, TableChoice};
use engine::dice::Seed;
use engine::face::Game;
use engine::playout::Playout;
use tabletop::generate::Theme;

use crate::setup;

use super::Args;

/// Everything the matches of a series are made from.
pub(crate) struct Series<'a> {
    game: &'a dyn Game,
    seed: Seed,
    options: Options,
    scenarios: Vec<String>,
    themes: Vec<Theme>,
    rosters: [Vec<(String, String)>; 2],
    players: [String; 2],
    symmetric: bool,
}

/// What is different from match to match, by its name.
#[derive(Clone, Copy, Debug)]
struct Mix {
    scenario: usize,
    theme: usize,
    rosters: [usize; 2],
}

impl<'a> Series<'a> {
    /// The series of a command. What it does not name goes through everything there is.
    pub(crate) fn new(game: &'a dyn Game, args: &Args) -> Result<Series<'a>> {
        let about = game.about();
        let named: Vec<&str> = [&args.setup.roster_red, &args.setup.roster_blue]
            .into_iter()
            .filter_map(|roster| roster.as_deref())
            .collect();
        let options = setup::agreed(about, &args.setup.options, &named)?;
        let scenarios = match &args.setup.scenario {
            Some(key) => vec![setup::scenario(about, key)?.key.clone()],
            None => about.scenarios.iter().map(|s| s.key.clone()).collect(),
        };
        let rosters = |given: &Option<String>| -> Result<Vec<(String, String)>> {
            match given {
                Some(name) => Ok(vec![(name.clone(), setup::roster(game, name, &options)?)]),
                None => {
                    // Some need options that were not agreed on.
                    let fits = |r: &&ReadyRoster| game.check_roster(r.text, &options).is_ok();
                    let ready = about.rosters.iter().filter(fits);
                    Ok(ready.map(|r| (r.key.to_owned(), r.text.to_owned())).collect())
                }
            }
        };
        let rosters = [rosters(&args.setup.roster_red)?, rosters(&args.setup.roster_blue)?];
        if scenarios.is_empty() || rosters.iter().any(Vec::is_empty) {
            return Err(anyhow!(
                "{} has no scenarios or no ready-made rosters to play",
                about.title
            ));
        }
        for name in [&args.red, &args.blue] {
            known_player(name)?;
        }
        Ok(Series {
            game,
            seed: Seed(args.seed),
            options,
            scenarios,
            themes: args.setup.theme.map_or_else(|| Theme::ALL.to_vec(), |theme| vec![theme]),
            rosters,
            players: [args.red.clone(), args.blue.clone()],
            symmetric: args.setup.symmetric,
        })
    }

    /// How many different mixtures of scenario, theme and rosters there are.
    pub(crate) fn mixtures(&self) -> usize {
        let rosters = self.rosters[0].len() * self.rosters[1].len();
        self.scenarios.len() * self.themes.len() * rosters
    }

    /// The mixture of a match. Neighbours differ in everything, and every mixture comes up once
    /// before any comes up again.
    fn mix(&self, index: u64) -> Mix {
        let all = self.mixtures() as u64;
        let step = stride(all);
        let mut rest = ((u128::from(index) * u128::from(step)) % u128::from(all)) as usize;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        Mix {
            scenario: digit(self.scenarios.len()),
            theme: digit(self.themes.len()),
            rosters: [digit(self.rosters[0].len()), digit(self.rosters[1].len())],
        }
    }

    /// Plays the match of a number to its end.
    pub(crate) fn play(&self, index: u64) -> Result<Playout, String> {
        let mix = self.mix(index);
        let seed = self.seed.child(index);
        let roster = |side: usize| self.rosters[side][mix.rosters[side]].1.clone();
        let theme = self.themes[mix.theme];
        let table = TableChoice::Generated { theme, seed: seed.0, symmetric: self.symmetric };
        let setup = Setup {
            scenario: self.scenarios[mix.scenario].clone(),
            options: self.options.clone(),
            rosters: vec![roster(0), roster(1)],
            table,
        };
        let mut drivers = Vec::new();
        for (side, name) in self.players.iter().enumerate() {
            let own = seed.child(1 + side as u64).0;
            drivers.push(players::player(name, own).ok_or("there is no such player")?);
        }
        let played = self.game.play_out(&setup, seed, &mut drivers);
        played.map_err(|why| format!("{why} ({})", self.describe(mix)))
    }

    fn describe(&self, mix: Mix) -> String {
        format!(
            "scenario {}, theme {}, red {}, blue {}",
            self.scenarios[mix.scenario],
            self.themes[mix.theme],
            self.rosters[0][mix.rosters[0]].0,
            self.rosters[1][mix.rosters[1]].0,
        )
    }
}

/// Whether there is a computer player of a name.
pub(crate) fn known_player(name: &str) -> Result<()> {
    match players::NAMES.contains(&name) {
        true => Ok(()),
        false => {
            let names = players::NAMES.join(", ");
            Err(anyhow!("there is no computer player '{name}'; there is: {names}"))
        }
    }
}

/// A step that visits all of so many things, near the golden section so that it spreads.
fn stride(all: u64) -> u64 {
    let golden = (all as u128 * 618 / 1000) as u64;
    let coprime = |n: &u64| gcd(*n, all) == 1;
    (golden.max(1)..).find(coprime).unwrap_or(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_visits_everything_once() {
        for all in 1..200_u64 {
            let step = stride(all);
            let mut seen: Vec<u64> = (0..all).map(|i| i * step % all).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..all).collect::<Vec<_>>(), "{all}");
        }
    }
}
