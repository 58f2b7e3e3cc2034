//! A series of matches: which setup, dice and players the match of a number has.

use anyhow::{Result, anyhow};
use engine::book::{About, Options, ReadyRoster, Scenario, Setup, TableChoice};
use engine::dice::Seed;
use engine::face::Game;
use engine::ids::SideId;
use engine::playout::Playout;
use engine::source::Driver;
use tabletop::generate::Theme;

use crate::setup::{self, Party, SetupArgs};

/// What the name of a party that is made up for each match begins with; its kind follows.
const NEW: &str = "new:";
/// Who plays a side that has a roster but no player.
const USUAL_PLAYER: &str = "random";
/// The first of the numbers by which parties are made up, far from those of the players.
const MAKING: u64 = 1_000;

/// Everything the matches of a series are made from.
pub(crate) struct Series<'a> {
    game: &'a dyn Game,
    /// By what parties are made up, where the title has that.
    party: Option<&'a dyn Game>,
    seed: Seed,
    options: Options,
    scenarios: Vec<String>,
    themes: Vec<Theme>,
    /// Name and origin of the rosters each side goes through.
    rosters: Vec<Vec<(String, Origin)>>,
    players: Vec<String>,
    symmetric: bool,
    /// Whether all sides have the same roster, or those that the scenario is written for.
    twins: bool,
}

/// Where a roster comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// It is this file.
    Written(String),
    /// It is made up anew for each match; its name says of which kind.
    MadeUp,
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
    pub(crate) fn new(
        game: &'a dyn Game,
        party: Option<&'a dyn Game>,
        players: [Option<&str>; 4],
        wanted: &SetupArgs,
        seed: u64,
    ) -> Result<Series<'a>> {
        let about = game.about();
        let parties = wanted.parties(players, USUAL_PLAYER)?;
        let named: Vec<&str> = parties.iter().filter_map(|party| party.roster.as_deref()).collect();
        let options = setup::agreed(about, &wanted.options, &named)?;
        let scenarios = setup::scenarios(about, wanted.scenario.as_deref(), parties.len())?;
        let kinds = || party.map(|p| kinds(p.about())).into_iter().flatten();
        let rosters = |party: &Party| -> Result<Vec<(String, Origin)>> {
            let Some(name) = &party.roster else {
                // Some need options that were not agreed on.
                let fits = |r: &&ReadyRoster| game.check_roster(r.text, &options).is_ok();
                let ready = about.rosters.iter().filter(fits);
                let ready = ready.map(|r| (r.key.to_owned(), Origin::Written(r.text.to_owned())));
                let made_up = kinds().map(|kind| (format!("{NEW}{kind}"), Origin::MadeUp));
                return Ok(ready.chain(made_up).collect());
            };
            if let Some(wanted) = name.strip_prefix(NEW) {
                let found = kinds().find(|kind| kind.eq_ignore_ascii_case(wanted));
                let known = || kinds().collect::<Vec<_>>().join(", ");
                let none = || {
                    anyhow!("no party of the kind '{wanted}' can be made up; there is: {}", known())
                };
                return Ok(vec![(format!("{NEW}{}", found.ok_or_else(none)?), Origin::MadeUp)]);
            }
            let text = setup::roster(game, name, &options)?;
            Ok(vec![(name.clone(), Origin::Written(text))])
        };
        let rosters = parties.iter().map(rosters).collect::<Result<Vec<_>>>()?;
        if rosters.iter().any(Vec::is_empty) {
            return Err(anyhow!("{} has no rosters to play", about.title));
        }
        for party in &parties {
            known_player(&party.player)?;
        }
        Ok(Series {
            game,
            party,
            seed: Seed(seed),
            options,
            scenarios: scenarios.iter().map(|scenario| scenario.key.clone()).collect(),
            themes: wanted.theme.map_or_else(|| Theme::ALL.to_vec(), |theme| vec![theme]),
            rosters,
            players: parties.into_iter().map(|party| party.player).collect(),
            symmetric: wanted.symmetric,
            twins: false,
        })
    }

    /// The same series for players who are to be compared: what they command should not decide, so
    /// that all sides have the same roster unless it was said who has which, or the scenario is
    /// written for certain ones: with others it may be won before it has begun, on either side. Left
    /// out are those whose models act by themselves, because two such forces never fight; and, where
    /// several scenarios are played, those that somebody can play alone, because there one does not
    /// win against the other.
    pub(crate) fn for_rivals(mut self) -> Series<'a> {
        self.twins = self.rosters.windows(2).all(|pair| pair[0] == pair[1]);
        if self.twins {
            let ready = &self.game.about().rosters;
            let commanded =
                |name: &str| ready.iter().all(|roster| roster.key != name || !roster.by_itself);
            for all in &mut self.rosters {
                if all.iter().any(|(name, _)| commanded(name)) {
                    all.retain(|(name, _)| commanded(name));
                }
            }
        }
        let all = &self.game.about().scenarios;
        let alone = |key: &str| all.iter().any(|s| s.key == key && s.sides.0 < 2);
        if self.scenarios.iter().any(|key| !alone(key)) {
            self.scenarios.retain(|key| !alone(key));
        }
        self
    }

    /// Who plays each side.
    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    /// How many different mixtures of scenario, theme and rosters there are.
    pub(crate) fn mixtures(&self) -> usize {
        let rosters: usize = self.different().iter().map(Vec::len).product();
        self.scenarios.len() * self.themes.len() * rosters
    }

    /// What rosters are chosen from, for each side that does not simply have the first one's.
    fn different(&self) -> &[Vec<(String, Origin)>] {
        if self.twins { &self.rosters[..1] } else { &self.rosters }
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
        let (scenario, theme) = (digit(self.scenarios.len()), digit(self.themes.len()));
        let mut rosters: Vec<usize> = self.different().iter().map(|all| digit(all.len())).collect();
        rosters.resize(self.rosters.len(), rosters[0]);
        if let Some(written) = self.written_for(scenario).filter(|_| self.twins) {
            rosters = written;
        }
        Mix { scenario, theme, rosters }
    }

    /// The rosters that a scenario is written for, if it is and all of them are here.
    fn written_for(&self, scenario: usize) -> Option<Vec<usize>> {
        let key = &self.scenarios[scenario];
        let all = &self.game.about().scenarios;
        let wanted = all.iter().find(|s| s.key == *key)?.rosters;
        let place = |(of_side, key): (&Vec<(String, Origin)>, &&str)| {
            of_side.iter().position(|(name, _)| name == key)
        };
        let found: Vec<usize> = self.rosters.iter().zip(wanted).filter_map(place).collect();
        (found.len() == self.rosters.len()).then_some(found)
    }

    /// The seed of the match of a number.
    pub(crate) fn seed(&self, index: u64) -> Seed {
        self.seed.child(index)
    }

    /// Plays the match of a number to its end.
    pub(crate) fn play(&self, index: u64) -> Result<Playout, String> {
        let seed = self.seed(index);
        let mut drivers = Vec::new();
        for (side, name) in self.players.iter().enumerate() {
            let own = seed.child(1 + side as u64).0;
            drivers.push(players::player(name, own).ok_or("there is no such player")?);
        }
        self.play_with(index, &mut drivers)
    }

    /// Plays the match of a number to its end, whoever answers.
    pub(crate) fn play_with(
        &self,
        index: u64,
        drivers: &mut [Box<dyn Driver>],
    ) -> Result<Playout, String> {
        let mix = self.mix(index);
        let seed = self.seed(index);
        let chosen = self.rosters.iter().zip(&mix.rosters).map(|(all, chosen)| &all[*chosen]);
        let rosters = chosen.zip(0..).map(|((name, origin), side)| match origin {
            Origin::Written(text) => Ok(text.clone()),
            Origin::MadeUp => {
                self.made_up(name.strip_prefix(NEW).unwrap_or(name), seed.child(MAKING + side))
            }
        });
        let theme = self.themes[mix.theme];
        let table = TableChoice::Generated { theme, seed: seed.0, symmetric: self.symmetric };
        let setup = Setup {
            scenario: self.scenarios[mix.scenario].clone(),
            options: self.options.clone(),
            rosters: rosters.collect::<Result<Vec<String>, String>>()?,
            table,
        };
        let mut played = self
            .game
            .play_out(&setup, seed, drivers)
            .map_err(|why| format!("{why} ({})", self.describe(&mix)))?;
        // Nobody reads the rosters of thousands of campaigns.
        played.products.clear();
        Ok(played)
    }

    /// A party of a kind, made up by lot from a seed.
    fn made_up(&self, kind: &str, seed: Seed) -> Result<String, String> {
        let party = self.party.ok_or("there is nothing to make up parties by")?;
        let setup = setup::of_party(party.about(), kind, &self.options, 1);
        let driver = players::player(USUAL_PLAYER, seed.child(1).0);
        let mut drivers = vec![driver.ok_or("there is no such player")?];
        let made = party.play_out(&setup, seed, &mut drivers);
        let made = made.map_err(|why| format!("no party of the kind {kind}: {why}"))?;
        let own = made.products.into_iter().find(|(side, _)| side.index() == 0);
        own.map(|(_, text)| text).ok_or_else(|| format!("making up {kind} gave no roster"))
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

/// The kinds of parties that somebody can make up alone.
fn kinds(about: &About) -> impl Iterator<Item = &str> {
    let alone = |scenario: &&Scenario| scenario.sides.0 <= 1;
    about.scenarios.iter().filter(alone).map(|scenario| scenario.key.as_str())
}

/// Whether there is a computer player of a name.
pub(crate) fn known_player(name: &str) -> Result<()> {
    match players::player(name, 0) {
        Some(_) => Ok(()),
        None => {
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
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        setup: SetupArgs,
    }

    #[test]
    fn rivals_have_the_same_roster_and_nothing_that_can_be_played_alone() {
        let game = crate::registry::game("killzone").unwrap();
        let series = |words: &[&str]| {
            let players = [Some("novice"), Some("novice"), None, None];
            Series::new(&*game, None, players, &Line::parse_from(words).setup, 1).unwrap()
        };
        let rivals = series(&["test"]).for_rivals();
        let mixes: Vec<Mix> = (0..rivals.mixtures() as u64).map(|i| rivals.mix(i)).collect();
        assert!(mixes.iter().all(|mix| mix.rosters[0] == mix.rosters[1]));
        assert!(mixes.iter().any(|mix| mix.rosters[0] != mixes[0].rosters[0]));
        assert!(series(&["test"]).scenarios.contains(&"zombies".to_owned()));
        assert!(!rivals.scenarios.contains(&"zombies".to_owned()));
        let has_zombies = |series: &Series<'_>| {
            series.rosters.iter().flatten().any(|(name, _)| name == "zombie-horde")
        };
        assert!(has_zombies(&series(&["test"])));
        assert!(!has_zombies(&rivals));
        let both = ["test", "--roster-red", "zombie-horde", "--roster-blue", "zombie-horde"];
        assert!(has_zombies(&series(&both).for_rivals()));
        let named = series(&["test", "--scenario", "zombies", "--roster-red", "red-dawn"]);
        let named = named.for_rivals();
        assert_eq!(named.scenarios, ["zombies"]);
        assert!((0..50).any(|i| named.rosters[1][named.mix(i).rosters[1]].0 != "red-dawn"));
    }

    #[test]
    fn rivals_have_the_rosters_that_a_scenario_is_written_for() {
        let game = crate::registry::game("opend6").unwrap();
        let players = [Some("novice"), Some("novice"), None, None];
        let line = Line::parse_from(["test"]);
        let rivals = Series::new(&*game, None, players, &line.setup, 1).unwrap().for_rivals();
        for mix in (0..rivals.mixtures() as u64).map(|i| rivals.mix(i)) {
            let name = |side: usize| rivals.rosters[side][mix.rosters[side]].0.as_str();
            match rivals.scenarios[mix.scenario].as_str() {
                "hangar" => assert_eq!((name(0), name(1)), ("hangar-rebels", "hangar-assault")),
                _ => assert_eq!(name(0), name(1)),
            }
        }
    }

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
