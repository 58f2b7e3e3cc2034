//! A series of matches: which setup, dice and players the match of a number has.

use anyhow::{Result, anyhow};
use engine::book::{Options, ReadyRoster, Setup, TableChoice};
use engine::dice::Seed;
use engine::face::Game;
use engine::ids::SideId;
use engine::playout::Playout;
use tabletop::generate::Theme;

use crate::setup::{self, Party};

use super::Args;

/// Who plays a side that has a roster but no player.
const USUAL_PLAYER: &str = "random";

/// Everything the matches of a series are made from.
pub(crate) struct Series<'a> {
    game: &'a dyn Game,
    seed: Seed,
    options: Options,
    scenarios: Vec<String>,
    themes: Vec<Theme>,
    /// Name and text of the rosters each side goes through.
    rosters: Vec<Vec<(String, String)>>,
    players: Vec<String>,
    symmetric: bool,
}

/// What is different from match to match, by its name.
#[derive(Clone, Debug)]
struct Mix {
    scenario: usize,
    theme: usize,
    rosters: Vec<usize>,
}

impl<'a> Series<'a> {
    /// The series of a command. What it does not name goes through everything there is.
    pub(crate) fn new(game: &'a dyn Game, args: &Args) -> Result<Series<'a>> {
        let about = game.about();
        let players =
            [Some(&*args.red), Some(&*args.blue), args.green.as_deref(), args.gold.as_deref()];
        let parties = args.setup.parties(players, USUAL_PLAYER)?;
        let named: Vec<&str> = parties.iter().filter_map(|party| party.roster.as_deref()).collect();
        let options = setup::agreed(about, &args.setup.options, &named)?;
        let scenarios = setup::scenarios(about, args.setup.scenario.as_deref(), parties.len())?;
        let rosters = |party: &Party| -> Result<Vec<(String, String)>> {
            match &party.roster {
                Some(name) => Ok(vec![(name.clone(), setup::roster(game, name, &options)?)]),
                None => {
                    // Some need options that were not agreed on.
                    let fits = |r: &&ReadyRoster| game.check_roster(r.text, &options).is_ok();
                    let ready = about.rosters.iter().filter(fits);
                    Ok(ready.map(|r| (r.key.to_owned(), r.text.to_owned())).collect())
                }
            }
        };
        let rosters = parties.iter().map(rosters).collect::<Result<Vec<_>>>()?;
        if rosters.iter().any(Vec::is_empty) {
            return Err(anyhow!("{} has no ready-made rosters to play", about.title));
        }
        for party in &parties {
            known_player(&party.player)?;
        }
        Ok(Series {
            game,
            seed: Seed(args.seed),
            options,
            scenarios: scenarios.iter().map(|scenario| scenario.key.clone()).collect(),
            themes: args.setup.theme.map_or_else(|| Theme::ALL.to_vec(), |theme| vec![theme]),
            rosters,
            players: parties.into_iter().map(|party| party.player).collect(),
            symmetric: args.setup.symmetric,
        })
    }

    /// Who plays each side.
    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    /// How many different mixtures of scenario, theme and rosters there are.
    pub(crate) fn mixtures(&self) -> usize {
        let rosters: usize = self.rosters.iter().map(Vec::len).product();
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
            rosters: self.rosters.iter().map(|all| digit(all.len())).collect(),
        }
    }

    /// Plays the match of a number to its end.
    pub(crate) fn play(&self, index: u64) -> Result<Playout, String> {
        let mix = self.mix(index);
        let seed = self.seed.child(index);
        let rosters = self.rosters.iter().zip(&mix.rosters);
        let theme = self.themes[mix.theme];
        let table = TableChoice::Generated { theme, seed: seed.0, symmetric: self.symmetric };
        let setup = Setup {
            scenario: self.scenarios[mix.scenario].clone(),
            options: self.options.clone(),
            rosters: rosters.map(|(all, chosen)| all[*chosen].1.clone()).collect(),
            table,
        };
        let mut drivers = Vec::new();
        for (side, name) in self.players.iter().enumerate() {
            let own = seed.child(1 + side as u64).0;
            drivers.push(players::player(name, own).ok_or("there is no such player")?);
        }
        let played = self.game.play_out(&setup, seed, &mut drivers);
        played.map_err(|why| format!("{why} ({})", self.describe(&mix)))
    }

    fn describe(&self, mix: &Mix) -> String {
        let (scenario, theme) = (&self.scenarios[mix.scenario], self.themes[mix.theme]);
        let mut text = format!("scenario {scenario}, theme {theme}");
        let rosters = self.rosters.iter().zip(&mix.rosters);
        for ((all, chosen), side) in rosters.zip(SideId::NAMES) {
            text.push_str(&format!(", {side} {}", all[*chosen].0));
        }
        text
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
