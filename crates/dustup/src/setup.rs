//! What a match is set up from: scenario, options, rosters and table, named on the command line.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use engine::book::{About, OptionSpec, Options, ReadyRoster, Scenario, Setup, TableChoice};
use engine::face::Game;
use engine::ids::SideId;
use tabletop::generate::Theme;
use tabletop::{Sketch, Table};

use crate::files;

/// The part of a setup that playing and simulating have in common.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SetupArgs {
    /// What to play; `dustup games` lists the scenarios
    #[arg(long, value_name = "KEY")]
    pub(crate) scenario: Option<String>,
    /// Red's roster: the key of a ready-made one, or a file
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) roster_red: Option<String>,
    /// Blue's roster: the key of a ready-made one, or a file
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) roster_blue: Option<String>,
    /// Green's roster, for a third side: the key of a ready-made one, or a file
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) roster_green: Option<String>,
    /// Gold's roster, for a fourth side: the key of a ready-made one, or a file
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) roster_gold: Option<String>,
    /// What the generated table shows: ruins, woods, industrial, interior, wasteland
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<Theme>,
    /// Generate a table that looks the same from both ends
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Something the players agree on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
}

/// How many sides there can be.
const MOST_SIDES: usize = SideId::NAMES.len();

/// Who plays a side that has a roster but no player.
pub(crate) const USUAL_PLAYER: &str = "novice";
/// Who plays red unless it is said.
const USUAL_RED: &str = "human";

/// Who plays.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Players {
    /// Who plays red: human, random or novice
    #[arg(long, value_name = "PLAYER", default_value = USUAL_RED)]
    red: String,
    /// Who plays blue: human, random or novice
    #[arg(long, value_name = "PLAYER", default_value = USUAL_PLAYER)]
    blue: String,
    /// Who plays green, where a third side takes part: human, random or novice
    #[arg(long, value_name = "PLAYER")]
    green: Option<String>,
    /// Who plays gold, where a fourth side takes part: human, random or novice
    #[arg(long, value_name = "PLAYER")]
    gold: Option<String>,
}

impl Players {
    /// Those who were named, in the order of sides.
    pub(crate) fn names(&self) -> [Option<&str>; MOST_SIDES] {
        [Some(&self.red), Some(&self.blue), self.green.as_deref(), self.gold.as_deref()]
    }

    /// What has to be said again for the same players to go on: ` --red novice`.
    pub(crate) fn as_arguments(&self) -> String {
        let usual = [USUAL_RED, USUAL_PLAYER, USUAL_PLAYER, USUAL_PLAYER];
        let sides = SideId::NAMES.iter().zip(self.names()).zip(usual);
        let unusual = sides.filter_map(|((side, name), usual)| {
            let name = name.filter(|name| *name != usual)?;
            Some(format!(" --{side} {name}"))
        });
        unusual.collect()
    }
}

/// What the command line says of a side that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Party {
    /// Who plays it.
    pub(crate) player: String,
    /// Its roster, if one was named.
    pub(crate) roster: Option<String>,
}

impl SetupArgs {
    fn rosters(&self) -> [&Option<String>; MOST_SIDES] {
        [&self.roster_red, &self.roster_blue, &self.roster_green, &self.roster_gold]
    }

    fn is_named(&self, side: usize, players: [Option<&str>; MOST_SIDES]) -> bool {
        players[side].is_some() || self.rosters()[side].is_some()
    }

    /// The sides that take part: red and blue, and those after them whose player or roster is
    /// named. A side with a roster but no player is played by the usual one.
    pub(crate) fn parties(
        &self,
        players: [Option<&str>; MOST_SIDES],
        usual: &str,
    ) -> Result<Vec<Party>> {
        let named = |side: &usize| self.is_named(*side, players);
        let count = (2..MOST_SIDES).rev().find(named).map_or(2, |last| last + 1);
        if let Some(missing) = (2..count).find(|side| !named(side)) {
            let (last, name) = (SideId::NAMES[count - 1], SideId::NAMES[missing]);
            bail!("{last} plays only with {name}; add --{name} PLAYER or --roster-{name}");
        }
        Ok(self.first_parties(count, players, usual))
    }

    /// The sides of a match that has begun with so many of them; no others can be named.
    pub(crate) fn parties_of(
        &self,
        count: usize,
        players: [Option<&str>; MOST_SIDES],
        usual: &str,
    ) -> Result<Vec<Party>> {
        let named = |side: &usize| self.is_named(*side, players);
        if let Some(extra) = (2..MOST_SIDES).filter(|side| *side >= count).find(named) {
            bail!("this match has {count} sides, and {} is none of them", SideId::NAMES[extra]);
        }
        Ok(self.first_parties(count, players, usual))
    }

    fn first_parties(
        &self,
        count: usize,
        players: [Option<&str>; MOST_SIDES],
        usual: &str,
    ) -> Vec<Party> {
        let all = players.iter().zip(self.rosters()).take(count);
        let party = |(player, roster): (&Option<&str>, &Option<String>)| Party {
            player: player.unwrap_or(usual).to_owned(),
            roster: roster.clone(),
        };
        all.map(party).collect()
    }
}

/// The scenarios that so many sides can play: the one of a key, or all of them.
pub(crate) fn scenarios<'a>(
    about: &'a About,
    key: Option<&str>,
    sides: usize,
) -> Result<Vec<&'a Scenario>> {
    let allows = |s: &Scenario| (usize::from(s.sides.0)..=usize::from(s.sides.1)).contains(&sides);
    if let Some(key) = key {
        let found = scenario(about, key)?;
        if !allows(found) {
            let how_many = how_many_sides(found);
            bail!("{} is played by {how_many}, not by {sides}", found.title);
        }
        return Ok(vec![found]);
    }
    let found: Vec<&Scenario> = about.scenarios.iter().filter(|s| allows(s)).collect();
    match found.is_empty() {
        true => bail!("{} has no scenarios for {sides} sides", about.title),
        false => Ok(found),
    }
}

/// How many sides play a scenario, in words: `2 sides`, `2 to 4 sides`.
pub(crate) fn how_many_sides(scenario: &Scenario) -> String {
    match scenario.sides {
        (least, most) if least == most => format!("{most} sides"),
        (least, most) => format!("{least} to {most} sides"),
    }
}

/// The scenario of a key.
pub(crate) fn scenario<'a>(about: &'a About, key: &str) -> Result<&'a Scenario> {
    let found = about.scenarios.iter().find(|s| s.key.eq_ignore_ascii_case(key));
    found.ok_or_else(|| {
        let keys: Vec<&str> = about.scenarios.iter().map(|s| s.key.as_str()).collect();
        anyhow!("{} has no scenario '{key}'; there is: {}", about.title, keys.join(", "))
    })
}

/// Options given as `name=value`.
pub(crate) fn options(about: &About, given: &[String]) -> Result<Options> {
    given.iter().map(|text| option(about, text)).collect()
}

/// Options given as `name=value`, with those that the ready-made rosters named here need.
pub(crate) fn agreed(about: &About, given: &[String], rosters: &[&str]) -> Result<Options> {
    let mut agreed = options(about, given)?;
    let named = |ready: &&ReadyRoster| rosters.iter().any(|r| r.eq_ignore_ascii_case(ready.key));
    for ready in about.rosters.iter().filter(named) {
        for (key, value) in ready.needs {
            let chosen = agreed.entry((*key).to_owned()).or_insert_with(|| (*value).to_owned());
            if chosen != value {
                bail!("{} cannot be played with {key}={chosen}; it needs {key}={value}", ready.key);
            }
        }
    }
    Ok(agreed)
}

/// Whether everything that a ready-made roster needs has been agreed on.
pub(crate) fn is_ready(about: &About, ready: &ReadyRoster, options: &Options) -> bool {
    let usual = |key: &str| about.options.iter().find(|spec| spec.key == key).map(|s| s.usual);
    let chosen = |key: &str| options.get(key).map(String::as_str).or_else(|| usual(key));
    ready.needs.iter().all(|(key, value)| chosen(key) == Some(*value))
}

/// A ready-made roster in a list: its key and the options it needs.
pub(crate) fn ready_name(ready: &ReadyRoster) -> String {
    let needs: Vec<String> = ready.needs.iter().map(|(k, v)| format!("{k}={v}")).collect();
    match needs.is_empty() {
        true => ready.key.to_owned(),
        false => format!("{} (needs {})", ready.key, needs.join(", ")),
    }
}

fn option(about: &About, text: &str) -> Result<(String, String)> {
    let Some((key, value)) = text.split_once('=') else {
        bail!("'{text}' is not an option such as {}", example(about));
    };
    let (key, value) = (key.trim(), value.trim());
    let Some(spec) = about.options.iter().find(|spec| spec.key == key) else {
        let keys: Vec<&str> = about.options.iter().map(|spec| spec.key).collect();
        bail!("{} has no option '{key}'; there is: {}", about.title, keys.join(", "));
    };
    let known = match spec.values {
        [] => value.parse::<i64>().is_ok(),
        values => values.contains(&value),
    };
    if !known {
        bail!("the option '{key}' cannot be '{value}'; it is {}", values(spec));
    }
    Ok((key.to_owned(), value.to_owned()))
}

fn example(about: &About) -> String {
    let first = about.options.first();
    first.map_or_else(|| "name=value".to_owned(), |spec| format!("{}={}", spec.key, spec.usual))
}

/// The values an option can have, in words.
pub(crate) fn values(spec: &OptionSpec) -> String {
    match spec.values {
        [] => format!("a whole number, usually {}", spec.usual),
        values => values.join(" or "),
    }
}

/// The text of a roster: a ready-made one by its key, or a file, which is checked.
pub(crate) fn roster(game: &dyn Game, name: &str, options: &Options) -> Result<String> {
    let ready = &game.about().rosters;
    if let Some(found) = ready.iter().find(|roster| roster.key.eq_ignore_ascii_case(name)) {
        return Ok(found.text.to_owned());
    }
    let path = Path::new(name);
    if !path.exists() {
        let keys: Vec<&str> = ready.iter().map(|roster| roster.key).collect();
        bail!("'{name}' is neither a file nor a ready-made roster; there is: {}", keys.join(", "));
    }
    let text = files::read(path)?;
    game.check_roster(&text, options).map_err(|problems| listed(name, &problems))?;
    Ok(text)
}

/// The setup by which so many parties of a kind are made up. Of what was agreed on, only what
/// matters for that is kept.
pub(crate) fn of_party(about: &About, kind: &str, options: &Options, count: usize) -> Setup {
    let known = |key: &str| about.options.iter().any(|spec| spec.key == key);
    let own = options.iter().filter(|(key, _)| known(key));
    Setup {
        scenario: kind.to_owned(),
        options: own.map(|(key, value)| (key.clone(), value.clone())).collect(),
        rosters: vec![String::new(); count],
        table: TableChoice::Generated { theme: Theme::Ruins, seed: 0, symmetric: false },
    }
}

/// All problems of a file in one error.
pub(crate) fn listed(file: &str, problems: &[String]) -> anyhow::Error {
    let lines: Vec<String> = problems.iter().map(|p| files::located(file, p)).collect();
    anyhow!(lines.join("\n"))
}

/// Reads and checks a table file.
pub(crate) fn table(path: &Path) -> Result<Sketch> {
    let text = files::read(path)?;
    let file = path.display().to_string();
    let sketch = tabletop::file::read(&text).map_err(|problems| {
        let reports: Vec<String> = problems.iter().map(|p| p.report(&file, &text)).collect();
        anyhow!(reports.concat().trim_end().to_owned())
    })?;
    Table::new(sketch.clone()).map_err(|why| anyhow!("{file}:1: {why}"))?;
    Ok(sketch)
}
