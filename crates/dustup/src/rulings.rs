//! `dustup rulings`: runs the readable tests of the rules.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use engine::face::Game;
use engine::rulings::{Coverage, Mode, Report, RulingResult, coverage};
use serde_json::{Value, json};

use crate::{Out, Verdict, files, registry};

/// What to run.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Which game; all of them if not given
    game: Option<String>,
    /// Run these files instead of the rulings that come with the game
    #[arg(long, value_name = "PATH", num_args = 1..)]
    file: Vec<PathBuf>,
    /// Run the files of this folder instead, such as rules/requiem/rulings
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    dir: Option<PathBuf>,
    /// Only rulings with this text in their title or among the clauses they cite
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// List the clauses that no ruling cites
    #[arg(long)]
    coverage: bool,
    /// Rewrite results (need, expect, odds) in the files, never the intent
    #[arg(long, conflicts_with = "only")]
    update: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A text of rulings, and the file to write it back to.
struct Text {
    name: String,
    text: String,
    path: Option<PathBuf>,
}

/// The games whose rulings are run together; the first has the reference they are all about.
type Bench = Vec<Box<dyn Game>>;

/// Runs rulings.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    let benches = benches(args)?;
    let from_files = !args.file.is_empty() || args.dir.is_some();
    if from_files && args.game.is_none() {
        let keys = registry::keys(|_| true).replace(", ", "|");
        bail!(
            "whose rules are the files about? Name the game first: dustup rulings {keys} --file ..."
        );
    }
    if args.update && !from_files {
        bail!(
            "the rulings that come with a game are inside this program; to rewrite their files, \
             say where they are: dustup rulings GAME --update --dir rules/GAME/rulings"
        );
    }
    let mut verdict = Verdict::Good;
    let mut values = Vec::new();
    for bench in &benches {
        let Some(first) = bench.first() else { continue };
        let reports = run_bench(bench, args)?;
        let covered = args.coverage.then(|| coverage(first.about(), &reports));
        let results = || reports.iter().flat_map(|r| &r.results).filter(|r| is_wanted(args, r));
        let failed = results().filter(|r| r.failure.is_some()).count();
        let lacking = covered.as_ref().is_some_and(|c| !is_complete(c));
        if failed > 0 || lacking {
            verdict = Verdict::Bad;
        }
        let results: Vec<&RulingResult> = results().collect();
        match args.json {
            true => values.push(as_json(&**first, &results, covered.as_ref())),
            false => print(&**first, &results, covered.as_ref(), out)?,
        }
    }
    if args.json {
        writeln!(out, "{:#}", Value::from(values))?;
    }
    Ok(verdict)
}

/// The title that was named with everything that goes with it, one of its games alone, or all.
fn benches(args: &Args) -> Result<Vec<Bench>> {
    let Some(key) = &args.game else {
        return Ok(registry::titles().into_iter().map(|t| t.into_games().collect()).collect());
    };
    let title = registry::title(key)?;
    match title.battle.about().key.eq_ignore_ascii_case(key) {
        true => Ok(vec![title.into_games().collect()]),
        false => Ok(vec![vec![registry::game(key)?]]),
    }
}

fn run_bench(bench: &Bench, args: &Args) -> Result<Vec<Report>> {
    let mode = if args.update { Mode::Update } else { Mode::Check };
    let mut reports = Vec::new();
    for (game, Text { name, text, path }) in texts(bench, args)? {
        let report = game.run_rulings(&name, &text, mode);
        if let (Some(path), Some(updated)) = (&path, &report.updated) {
            files::write(path, updated)?;
        }
        reports.push(report);
    }
    Ok(reports)
}

/// Every text with the game whose rules it is about.
fn texts<'b>(bench: &'b Bench, args: &Args) -> Result<Vec<(&'b dyn Game, Text)>> {
    let paths = match &args.dir {
        Some(dir) => files_in(dir)?,
        None => args.file.clone(),
    };
    let mut found = Vec::new();
    if paths.is_empty() && args.dir.is_none() {
        for game in bench {
            for (name, text) in &game.about().rulings {
                let (name, text) = ((*name).to_owned(), (*text).to_owned());
                found.push((&**game, Text { name, text, path: None }));
            }
        }
        return Ok(found);
    }
    for path in paths {
        let (name, text) = (path.display().to_string(), files::read(&path)?);
        let Some(game) = owner(bench, &path) else { continue };
        found.push((game, Text { name, text, path: Some(path) }));
    }
    Ok(found)
}

/// The game that lists a file of this name among its own rulings, or else the first.
fn owner<'b>(bench: &'b Bench, path: &Path) -> Option<&'b dyn Game> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let games = || bench.iter().map(|game| &**game);
    let lists = |game: &&dyn Game| game.about().rulings.iter().any(|(own, _)| *own == name);
    games().find(lists).or(games().next())
}

fn files_in(dir: &Path) -> Result<Vec<PathBuf>> {
    let told = || format!("{}: this folder cannot be read", dir.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir).with_context(told)? {
        let path = entry.with_context(told)?.path();
        let hidden = path.file_name().is_none_or(|n| n.to_string_lossy().starts_with('.'));
        if path.is_file() && !hidden {
            paths.push(path);
        }
    }
    paths.sort();
    match paths.is_empty() {
        true => bail!("{}: there are no files in this folder", dir.display()),
        false => Ok(paths),
    }
}

fn is_wanted(args: &Args, result: &RulingResult) -> bool {
    let Some(only) = &args.only else { return true };
    let only = only.to_lowercase();
    let has = |text: &String| text.to_lowercase().contains(&only);
    has(&result.title) || result.cites.iter().any(has)
}

fn is_complete(coverage: &Coverage) -> bool {
    coverage.uncovered.is_empty() && coverage.unknown.is_empty()
}

fn print(
    game: &dyn Game,
    results: &[&RulingResult],
    covered: Option<&Coverage>,
    out: Out<'_>,
) -> Result<()> {
    let failures: Vec<_> = results.iter().filter_map(|r| r.failure.as_ref()).collect();
    for failure in &failures {
        writeln!(out, "{failure}")?;
    }
    if let Some(covered) = covered {
        print_coverage(covered, out)?;
    }
    let (failed, key) = (failures.len(), game.about().key);
    writeln!(out, "{key}: {} passed, {failed} failed", results.len() - failed)?;
    Ok(())
}

fn print_coverage(covered: &Coverage, out: Out<'_>) -> Result<()> {
    for id in &covered.unknown {
        writeln!(out, "{id} is cited but is no clause of the reference")?;
    }
    for entry in &covered.uncovered {
        let first = entry.text.lines().next().unwrap_or_default();
        writeln!(out, "{} has no ruling: {first}", entry.id)?;
    }
    for (entry, reason) in &covered.excused {
        writeln!(out, "{} is not played: {reason}", entry.id)?;
    }
    writeln!(
        out,
        "{} clauses covered, {} without a ruling, {} not played on a screen",
        covered.cited.len(),
        covered.uncovered.len(),
        covered.excused.len()
    )?;
    Ok(())
}

fn as_json(game: &dyn Game, results: &[&RulingResult], covered: Option<&Coverage>) -> Value {
    let result = |r: &&RulingResult| {
        json!({
            "title": r.title,
            "line": r.line,
            "cites": r.cites,
            "passed": r.failure.is_none(),
            "failure": r.failure.as_ref().map(|f| json!({
                "file": f.file,
                "line": f.line,
                "text": f.text,
                "expected": f.expected,
                "actual": f.actual,
                "context": f.context,
            })),
        })
    };
    let failed = results.iter().filter(|r| r.failure.is_some()).count();
    let coverage = covered.map(|c| {
        json!({
            "cited": c.cited,
            "uncovered": c.uncovered.iter().map(|e| e.id).collect::<Vec<_>>(),
            "not_played": c.excused.iter().map(|(e, _)| e.id).collect::<Vec<_>>(),
            "unknown": c.unknown,
        })
    });
    json!({
        "game": game.about().key,
        "passed": results.len() - failed,
        "failed": failed,
        "rulings": results.iter().map(result).collect::<Vec<_>>(),
        "coverage": coverage,
    })
}
