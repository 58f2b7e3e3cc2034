//! `dustup games`: what can be played.

use anyhow::Result;
use engine::book::{About, OptionSpec, Options, ReadyRoster};
use serde_json::{Value, json};
use tabletop::generate::Theme;

use crate::registry::Title;
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
    let titles = registry::titles();
    if args.json {
        let games: Vec<Value> = titles.iter().map(title_as_json).collect();
        let all = json!({
            "games": games,
            "players": players::NAMES,
            "themes": Theme::ALL.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
        });
        writeln!(out, "{all:#}")?;
        return Ok(Verdict::Good);
    }
    for title in &titles {
        print_title(title, out)?;
    }
    writeln!(out, "Players:")?;
    writeln!(out, "  human - you, or a friend beside you")?;
    for name in players::NAMES {
        writeln!(out, "  {name} - {}", players::summary(name).unwrap_or_default())?;
    }
    let themes: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    writeln!(out, "Themes of generated tables: {}", themes.join(", "))?;
    if let Some(first) = titles.first() {
        writeln!(out, "\nTry: dustup play {}", first.battle.about().key)?;
    }
    Ok(Verdict::Good)
}

fn print_title(title: &Title, out: Out<'_>) -> Result<()> {
    let about = title.battle.about();
    writeln!(out, "{} - {} (rules version {})", about.key, about.title, about.version)?;
    writeln!(out, "  Scenarios:")?;
    for scenario in &about.scenarios {
        let (width, depth) = scenario.size;
        let (key, title, sides) = (&scenario.key, &scenario.title, setup::how_many_sides(scenario));
        writeln!(out, "    {key} - {title}, {width} x {depth} inches, {sides}")?;
        writeln!(out, "      {}", scenario.summary)?;
    }
    print_options("Options (--option NAME=VALUE)", &about.options, out)?;
    let keys: Vec<String> = about.rosters.iter().map(setup::ready_name).collect();
    writeln!(out, "  Ready-made rosters: {}", keys.join(", "))?;
    if let Some(party) = &title.party {
        print_companion(about, party.about(), ("Parties", "roster create", "--kind KEY"), out)?;
    }
    if let Some(campaign) = &title.campaign {
        print_companion(
            about,
            campaign.about(),
            ("Campaigns", "campaign new", "--file FILE"),
            out,
        )?;
    }
    writeln!(out)?;
    Ok(())
}

/// What goes with the battles of a title, with the options that are its own.
fn print_companion(
    battle: &About,
    about: &About,
    (what, command, more): (&str, &str, &str),
    out: Out<'_>,
) -> Result<()> {
    writeln!(out, "  {what} (dustup {command} {} {more}):", battle.key)?;
    for scenario in &about.scenarios {
        let (key, title, sides) = (&scenario.key, &scenario.title, setup::how_many_sides(scenario));
        writeln!(out, "    {key} - {title}, {sides}")?;
        writeln!(out, "      {}", scenario.summary)?;
    }
    let known = |spec: &&OptionSpec| !battle.options.iter().any(|other| other.key == spec.key);
    let own: Vec<OptionSpec> = about.options.iter().filter(known).cloned().collect();
    print_options(&format!("Options of {}", what.to_lowercase()), &own, out)
}

fn print_options(heading: &str, options: &[OptionSpec], out: Out<'_>) -> Result<()> {
    if !options.is_empty() {
        writeln!(out, "  {heading}:")?;
    }
    for spec in options {
        let usual = if spec.values.is_empty() {
            String::new()
        } else {
            format!(", usually {}", spec.usual)
        };
        let values = setup::values(spec);
        writeln!(out, "    {} - {} ({})", spec.key, spec.summary, spec.clause)?;
        writeln!(out, "      {values}{usual}")?;
    }
    Ok(())
}

fn title_as_json(title: &Title) -> Value {
    let mut all = as_json(title.battle.about());
    all["party"] = title.party.as_ref().map_or(Value::Null, |game| as_json(game.about()));
    all["campaign"] = title.campaign.as_ref().map_or(Value::Null, |game| as_json(game.about()));
    all
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
