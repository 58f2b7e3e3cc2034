//! `dustup replay`: a saved match from its beginning, verified.

mod outlook;

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use engine::book::TableChoice;
use engine::face::{AnyMatch, Game};
use engine::matches::{Header, Thought, Told};
use engine::position::Reasons;
use engine::view::Eyes;

use crate::play::show;
use crate::{Out, Verdict, files, registry};

/// What to replay.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The saved match
    file: PathBuf,
    /// Only say whether every state and every die is as recorded
    #[arg(long)]
    verify: bool,
    /// Tell why the computer did what it did, and what else it thought of
    #[arg(long)]
    why: bool,
    /// Work out who was how likely to win when, and where that swung by choice or by luck
    #[arg(long)]
    outlook: bool,
    /// Begin with the event of this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: usize,
    /// End with the event of this number
    #[arg(long, value_name = "N")]
    to: Option<usize>,
}

/// A match read from a file, with what had to be said about it.
pub(crate) struct Opened {
    /// Its game.
    pub(crate) game: Box<dyn Game>,
    /// The match.
    pub(crate) played: Box<dyn AnyMatch>,
    /// What was lost or could not be verified.
    pub(crate) warnings: Vec<String>,
}

/// Opens a saved match, whichever game it is of.
pub(crate) fn open(path: &std::path::Path) -> Result<Opened> {
    let text = files::read(path)?;
    let file = path.display();
    let bad = |error: engine::save::LoadError| anyhow!("{file}:{}: {}", error.line, error.why);
    let header = engine::save::header(&text).map_err(bad)?;
    let game = registry::game(&header.book)?;
    let (played, warnings) = game.load(&text).map_err(bad)?;
    let name = file.to_string();
    let warnings = warnings.iter().map(|w| files::located(&name, w)).collect();
    Ok(Opened { game, played, warnings })
}

/// Shows or verifies a match.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    if args.from == 0 || args.to.is_some_and(|to| to < args.from) {
        bail!("events are counted from 1, and --to must not be before --from");
    }
    let opened = open(&args.file)?;
    if args.verify {
        return tell_verdict(&opened, out);
    }
    let played = &*opened.played;
    print_header(&*opened.game, played.header(), out)?;
    print_events(played, args, out)?;
    print_end(played, out)?;
    if args.outlook {
        outlook::print(played, out)?;
    }
    tell_verdict(&opened, out)?;
    Ok(Verdict::Good)
}

/// Tells whether every state and every die of a match is as recorded.
pub(crate) fn tell_verdict(opened: &Opened, out: Out<'_>) -> Result<Verdict> {
    let Opened { played, warnings, .. } = opened;
    for warning in warnings {
        writeln!(out, "{warning}")?;
    }
    let (steps, hash) = (played.steps(), played.hash());
    if warnings.is_empty() {
        let dice = match played.seed() {
            Some(_) => "every die is that of the seed",
            None => "the dice were rolled by hand",
        };
        writeln!(out, "verified: {steps} steps reproduce, {dice}; state {hash:016x}")?;
        return Ok(Verdict::Good);
    }
    writeln!(out, "not verified: {} problems; state {hash:016x}", warnings.len())?;
    Ok(Verdict::Bad)
}

fn print_header(game: &dyn Game, header: &Header, out: Out<'_>) -> Result<()> {
    let about = game.about();
    let setup = &header.setup;
    let scenario = about.scenarios.iter().find(|s| s.key == setup.scenario);
    let title = scenario.map_or(setup.scenario.as_str(), |s| s.title.as_str());
    writeln!(out, "{}: {title} (rules version {})", about.title, header.version)?;
    let table = match &setup.table {
        TableChoice::Given(sketch) => sketch.name.clone(),
        TableChoice::Generated { theme, seed, symmetric } => {
            let even = if *symmetric { ", symmetric" } else { "" };
            format!("{theme}, seed {seed}{even}")
        }
    };
    writeln!(out, "Table: {table}")?;
    for (key, value) in &setup.options {
        writeln!(out, "Option: {key}={value}")?;
    }
    match header.commitment.as_str() {
        "" => writeln!(out, "Dice: rolled by hand")?,
        commitment => writeln!(out, "Dice: from a seed with the hash {commitment}")?,
    }
    writeln!(out)?;
    Ok(())
}

fn print_events(played: &dyn AnyMatch, args: &Args, out: Out<'_>) -> Result<()> {
    let told = played.log(Eyes::Referee, 0).told;
    let thoughts = if args.why { played.thoughts(Eyes::Referee) } else { Vec::new() };
    let mut thoughts = thoughts.iter().peekable();
    let to = args.to.unwrap_or(told.len()).min(told.len());
    if args.from > told.len() && !told.is_empty() {
        writeln!(out, "There are only {} events.", told.len())?;
    }
    for (index, Told { step, event }) in told.iter().enumerate().take(to) {
        while let Some(thought) = thoughts.next_if(|thought| thought.step <= *step) {
            if index + 1 >= args.from {
                print_thought(thought, out)?;
            }
        }
        if index + 1 >= args.from {
            show::event(event, Some(index + 1), out)?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// Why a computer answered as it did, and what else it thought of.
fn print_thought(thought: &Thought, out: Out<'_>) -> Result<()> {
    let Reasons { intent, options, trials } = &thought.reasons;
    let others: Vec<String> =
        options.iter().map(|(words, worth)| format!("{words} {worth:+}")).collect();
    writeln!(
        out,
        "      {} thinks: {intent}  ({}; {trials} trials)",
        thought.side,
        others.join(", ")
    )?;
    Ok(())
}

fn print_end(played: &dyn AnyMatch, out: Out<'_>) -> Result<()> {
    let view = played.view(Eyes::Referee);
    show::standing(&view, out)?;
    show::who(&view, None, out)?;
    match &view.outcome {
        Some(outcome) => show::outcome(outcome, out)?,
        None => {
            let asked: Vec<&str> = played.questions().iter().map(|q| q.side.name()).collect();
            writeln!(out, "Not over: {} to answer.", asked.join(" and "))?;
        }
    }
    writeln!(out)?;
    Ok(())
}
