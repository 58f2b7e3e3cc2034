//! `dustup games`: what can be played.

use anyhow::Result;
use engine::book::{About, Options, ReadyRoster};
use serde_json::{Value, json};
use tabletop::generate::Theme;

use crate::{Out, Verdict, registry, setup};

/// What to list.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the games.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    let games = registry::games();
    if args.json {
        let games: Vec<Value> = games.iter().map(|game| as_json(game.about())).collect();
        let all = json!({
            "games": games,
            "players": players::NAMES,
            "themes": Theme::ALL.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
        });
        writeln!(out, "{all:#}")?;
        return Ok(Verdict::Good);
    }
    for game in &games {
        print(game.about(), out)?;
    }
    writeln!(out, "Players:")?;
    writeln!(out, "  human - you, or a friend beside you")?;
    for name in players::NAMES {
        writeln!(out, "  {name} - {}", players::summary(name).unwrap_or_default())?;
    }
    let themes: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    writeln!(out, "Themes of generated tables: {}", themes.join(", "))?;
    if let Some(first) = games.first() {
        writeln!(out, "\nTry: dustup play {}", first.about().key)?;
    }
    Ok(Verdict::Good)
}

fn print(about: &About, out: Out<'_>) -> Result<()> {
    writeln!(out, "{} - {} (rules version {})", about.key, about.title, about.version)?;
    writeln!(out, "  Scenarios:")?;
    for scenario in &about.scenarios {
        let (width, depth) = scenario.size;
        let (key, title, sides) = (&scenario.key, &scenario.title, setup::how_many_sides(scenario));
        writeln!(out, "    {key} - {title}, {width} x {depth} inches, {sides}")?;
        writeln!(out, "      {}", scenario.summary)?;
    }
    if !about.options.is_empty() {
        writeln!(out, "  Options (--option NAME=VALUE):")?;
    }
    for spec in &about.options {
        let usual = if spec.values.is_empty() {
            String::new()
        } else {
            format!(", usually {}", spec.usual)
        };
        let values = setup::values(spec);
        writeln!(out, "    {} - {} ({})", spec.key, spec.summary, spec.clause)?;
        writeln!(out, "      {values}{usual}")?;
    }
    let keys: Vec<String> = about.rosters.iter().map(setup::ready_name).collect();
    writeln!(out, "  Ready-made rosters: {}", keys.join(", "))?;
    writeln!(out)?;
    Ok(())
}

fn as_json(about: &About) -> Value {
    let roster = |ready: &ReadyRoster| {
        let needs: Options =
            ready.needs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        json!({ "key": ready.key, "needs": needs })
    };
    json!({
        "key": about.key,
        "title": about.title,
        "version": about.version,
        "scenarios": about.scenarios,
        "options": about.options,
        "rosters": about.rosters.iter().map(roster).collect::<Vec<_>>(),
        "rulings": about.rulings.iter().map(|(file, _)| *file).collect::<Vec<_>>(),
    })
}
