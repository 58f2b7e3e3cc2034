//! `dustup lab`: experiments that can be stopped, taken up again and repeated, and reports on
//! them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use lab::run::Watcher;
use lab::{Figures, Plan, Results, Source, Spec, Store};

use crate::{Out, Verdict, files, registry};

/// How many failures are told in full.
const MOST_TOLD: usize = 10;

/// What to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play an experiment, or whatever is missing of it
    Run(Run),
    /// Make the report of an experiment, complete or not
    Report(Report),
    /// Print a commented specification to start from
    Example {
        /// Which game
        game: String,
    },
}

#[derive(Debug, clap::Args)]
struct Run {
    /// What to play; `dustup lab example GAME` prints one
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// Where to keep it; the name of the specification with `-lab` after it if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many matches to play at the same time; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Play only this game, tell what came of it, and keep nothing
    #[arg(long, value_name = "GAME-NUMBER", conflicts_with_all = ["out", "jobs"])]
    only: Option<u64>,
}

#[derive(Debug, clap::Args)]
struct Report {
    /// Where the experiment is kept
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write the page; `report.html` in that folder if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the figures as JSON and make no page
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

/// Works in the laboratory.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    match &args.command {
        Command::Run(run) => play(run, out),
        Command::Report(report) => tell(report, out),
        Command::Example { game } => {
            out.write_all(lab::example::example(&*registry::game(game)?).as_bytes())?;
            Ok(Verdict::Good)
        }
    }
}

fn play(args: &Run, out: Out<'_>) -> Result<Verdict> {
    let text = files::read(&args.spec)?;
    let file = args.spec.display().to_string();
    let source = Source { file: &file, text: &text };
    let spec = Spec::read(source).map_err(|problems| anyhow!(problems.join("\n")))?;
    let game = registry::game(&spec.game.it).map_err(|why| {
        let line = text[..spec.game.at].matches('\n').count() + 1;
        anyhow!("{file}:{line}: {why}")
    })?;
    let folder = args.spec.parent().unwrap_or(Path::new(""));
    let plan = Plan::new(&*game, &spec, source, folder)
        .map_err(|problems| anyhow!(problems.join("\n")))?;
    if let Some(only) = args.only {
        return play_one(&*game, &plan, only, out);
    }
    let folder = args.out.clone().unwrap_or_else(|| usual_folder(&args.spec));
    let store = Store::open(&folder, plan, &text).map_err(|why| anyhow!(why))?;
    let jobs = lab::batch::jobs(args.jobs);
    let (bar, started) = (Bar::new(), Instant::now());
    let done = lab::run::run(&*game, &store, jobs, &bar).map_err(|why| anyhow!(why))?;
    bar.0.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64().max(1e-9);
    // Timing differs from run to run, so it never goes where the results go.
    let _ = writeln!(
        io::stderr(),
        "timing: {seconds:.2} s with {jobs} jobs; {:.0} games a second",
        done.played as f64 / seconds
    );
    let games = store.plan().games();
    writeln!(
        out,
        "{}: {games} games in {} cells, {} of them played now",
        folder.display(),
        store.plan().cells(),
        done.played
    )?;
    writeln!(out, "Look at them: dustup lab report {}", quoted(&folder))?;
    tell_failures(args, &done.failed);
    Ok(if done.failed.is_empty() { Verdict::Good } else { Verdict::Bad })
}

fn usual_folder(spec: &Path) -> PathBuf {
    let mut name = spec.file_stem().unwrap_or_default().to_os_string();
    name.push("-lab");
    PathBuf::from(name)
}

/// Plays one game again and tells what came of it.
fn play_one(
    game: &dyn engine::face::Game,
    plan: &Plan,
    number: u64,
    out: Out<'_>,
) -> Result<Verdict> {
    if number >= plan.games() {
        bail!("there is no game {number}; the last one is {}", plan.games().saturating_sub(1));
    }
    writeln!(out, "game {number}: {}", plan.describe(&plan.placing(number)))?;
    match lab::play::play(game, plan, number).result {
        Ok(ended) => {
            let winner = ended.winner.and_then(|seat| engine::SideId::NAMES.get(usize::from(seat)));
            let winner = winner.map_or("a draw".to_owned(), |side| format!("{side} wins"));
            writeln!(
                out,
                "{winner}: {} ({} rounds, {} decisions, {} steps)",
                ended.reason, ended.rounds, ended.decisions, ended.steps
            )?;
            Ok(Verdict::Good)
        }
        Err(why) => {
            writeln!(out, "it failed: {why}")?;
            Ok(Verdict::Bad)
        }
    }
}

fn tell_failures(args: &Run, failed: &[(u64, String)]) {
    let mut err = io::stderr();
    for (number, why) in failed.iter().take(MOST_TOLD) {
        let _ = writeln!(err, "game {number} failed: {why}");
        let spec = quoted(&args.spec);
        let _ = writeln!(err, "  to see it again: dustup lab run {spec} --only {number}");
    }
    if failed.len() > MOST_TOLD {
        let _ = writeln!(
            err,
            "and {} more games failed; all of them are in the report",
            failed.len() - MOST_TOLD
        );
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:".contains(c);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn tell(args: &Report, out: Out<'_>) -> Result<Verdict> {
    let store = Store::existing(&args.folder).map_err(|why| anyhow!(why))?;
    let results = Results::read(&store).map_err(|why| anyhow!(why))?;
    let figures = Figures::new(&results);
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&figures)?)?;
        return Ok(Verdict::Good);
    }
    let path = args.out.clone().unwrap_or_else(|| args.folder.join("report.html"));
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)
            .with_context(|| format!("{}: cannot be made", parent.display()))?;
    }
    files::write(&path, &lab::report::html(&figures))?;
    let (played, planned) = (figures.overview.played, figures.overview.planned);
    writeln!(out, "{}: {played} of {planned} games", path.display())?;
    Ok(Verdict::Good)
}

/// Draws on stderr, and not at all where that is not a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar(bar)
    }
}

impl Watcher for Bar {
    fn begins(&self, games: u64, played: u64) {
        self.0.set_length(games);
        self.0.set_position(played);
        // What was played before says nothing about the time left.
        self.0.reset_eta();
        if played > 0 {
            let _ = writeln!(io::stderr(), "going on: {played} of {games} games are there");
        }
    }

    fn played(&self) {
        self.0.inc(1);
    }

    fn damaged(&self, why: &str) {
        let _ = writeln!(io::stderr(), "{why}; this part is played again");
    }
}
