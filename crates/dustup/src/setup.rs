//! What a match is set up from: scenario, options, rosters and table, named on the command line.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use engine::book::{About, OptionSpec, Options, ReadyRoster, Scenario};
use engine::face::Game;
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
