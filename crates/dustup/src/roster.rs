//! `dustup roster`: makes up, checks, lists and prints rosters.

pub(crate) mod create;
pub(crate) mod sheet;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use engine::book::RosterSheet;
use engine::face::Game;

use crate::{Out, Verdict, files, registry, setup};

/// What to do with rosters.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make up a party and write its roster
    Create(create::CreateArgs),
    /// Check a roster file
    Check(CheckArgs),
    /// List the ready-made rosters of a game
    List(ListArgs),
    /// Print the record sheet of a roster
    Print(PrintArgs),
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Which game
    game: String,
    /// Something the players agree on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The roster file, or the key of a ready-made roster
    #[arg(value_name = "FILE|KEY")]
    roster: String,
    /// Which game it is for
    #[arg(long)]
    game: String,
    /// Something the players agree on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct PrintArgs {
    #[command(flatten)]
    which: CheckArgs,
    /// Write a page for printing to this file instead; - for standard output
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
}

/// Makes up, checks, lists or prints.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    match &args.what {
        What::Create(args) => return create::create(args, out),
        What::Check(which) => check(which, out)?,
        What::List(args) => list(args, out)?,
        What::Print(args) => print(args, out)?,
    }
    Ok(Verdict::Good)
}

/// The sheet of a roster that was named on the command line.
fn sheet_of(which: &CheckArgs) -> Result<(Box<dyn Game>, RosterSheet)> {
    let game = registry::game(&which.game)?;
    let options = setup::agreed(game.about(), &which.options, &[&which.roster])?;
    let text = setup::roster(&*game, &which.roster, &options)?;
    let checked = game.check_roster(&text, &options);
    let sheet = checked.map_err(|problems| setup::listed(&which.roster, &problems))?;
    Ok((game, sheet))
}

fn check(which: &CheckArgs, out: Out<'_>) -> Result<()> {
    let (_, roster) = sheet_of(which)?;
    writeln!(out, "{}: {}, good to play", which.roster, summary(&roster))?;
    for warning in &roster.warnings {
        writeln!(out, "{}", files::located(&which.roster, &format!("note: {warning}")))?;
    }
    Ok(())
}

fn list(args: &ListArgs, out: Out<'_>) -> Result<()> {
    let game = registry::game(&args.game)?;
    for ready in &game.about().rosters {
        let options = setup::agreed(game.about(), &args.options, &[ready.key])?;
        let key = setup::ready_name(ready);
        match game.check_roster(ready.text, &options) {
            Ok(roster) => writeln!(out, "{key} - {}", summary(&roster))?,
            Err(problems) => writeln!(out, "{key} - {}", problems.join("; "))?,
        }
    }
    let key = game.about().key;
    writeln!(out, "\nTry: dustup roster print KEY --game {key} --html sheet.html")?;
    Ok(())
}

fn summary(roster: &RosterSheet) -> String {
    let points = roster.points.map(|n| format!(", {n} points")).unwrap_or_default();
    format!("{}: {} models{points}", roster.name, roster.models)
}

fn print(args: &PrintArgs, out: Out<'_>) -> Result<()> {
    let (game, roster) = sheet_of(&args.which)?;
    let Some(path) = &args.html else { return sheet::text(&roster, out) };
    let page = sheet::html(game.about().title, &roster);
    if path.as_os_str() == "-" {
        out.write_all(page.as_bytes())?;
        return Ok(());
    }
    files::write(path, &page)?;
    writeln!(out, "{} is written: open it in a browser and print it", path.display())?;
    Ok(())
}
