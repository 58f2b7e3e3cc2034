//! `dustup odds`: how likely things are, on the table of a saved match or without any table.

pub(crate) mod print;
mod said;

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use engine::book::{Calculator, Staged, Values};
use engine::dice::Seed;
use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::odds::{Effort, MOST_RUNS, NoOdds, Odds};
use engine::question::{Answer, Form, Question};
use engine::{notation, rulings};
use serde_json::{Value, json};

use crate::replay::{self, Opened};
use crate::{Out, Verdict, files, registry};

use said::Said;

/// Exact odds that take more runs of the rules than this are tried out instead.
const RUNS: usize = 200_000;

/// What the odds of which action are wanted of.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game, and one of its calculators or a scene in the words of a ruling; with --match the
    /// answer instead, in the words one types in play
    words: Vec<String>,
    /// The odds of what is open in this saved match: of one answer, or of all options
    #[arg(long = "match", value_name = "FILE", conflicts_with_all = ["scene", "list"])]
    saved: Option<PathBuf>,
    /// Set the scene from this file: given, do and roll lines as in rulings
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// What is done in a scene; may be given several times, and the odds are those of the last.
    /// All options if nothing is
    #[arg(long = "do", value_name = "TEXT")]
    acts: Vec<String>,
    /// Whose answer it is, where several sides are asked
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// List the calculators of a game, with everything that can be said
    #[arg(long)]
    list: bool,
    /// Show the scene of a calculator as it would be written in a ruling
    #[arg(long)]
    show_scene: bool,
    /// Exact odds or none, however long it takes
    #[arg(long, conflicts_with = "tries")]
    exact: bool,
    /// How often an action is tried whose odds cannot be had exactly
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    tries: u32,
    /// Equal seeds give equal tries
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    said: Said,
}

const EXAMPLES: &str = "\
Examples:
  dustup odds mutants --list
  dustup odds mutants shooting --combat 4 --weapon \"laser gun\" --range 8 --cover light
  dustup odds requiem \"given red Ana at 10,10 Rifle; given blue Bo at 10,16\" --do \"shoot Bo\"
  dustup odds --match evening.dustup \"shoot Bo with Rifle\"";

/// Works out odds.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    if let Some(path) = &args.saved {
        return of_match(args, path, out);
    }
    let [key, rest @ ..] = &args.words[..] else {
        bail!("name a game, or a saved match with --match\n{EXAMPLES}");
    };
    let game = registry::title(key)?.battle;
    if args.list || (rest.is_empty() && args.scene.is_none()) {
        return list(&*game, args, out);
    }
    match (&args.scene, rest) {
        (Some(path), []) => of_scene(&*game, &files::read(path)?, args, out),
        (None, [text]) if text.trim_start().starts_with("given") => {
            of_scene(&*game, &lines(text), args, out)
        }
        (None, [name]) => calculate(&*game, name, args, out),
        _ => bail!("name one calculator or one scene\n{EXAMPLES}"),
    }
}

impl Args {
    fn effort(&self) -> Effort {
        match self.exact {
            true => Effort { runs: MOST_RUNS * 100, ..Effort::EXACT },
            false => Effort { runs: RUNS, games: self.tries, seed: Seed(self.seed) },
        }
    }

    fn none_said(&self) -> Result<()> {
        match self.said.first() {
            Some(key) => bail!("--{key} is for calculators; name one: dustup odds GAME --list"),
            None => Ok(()),
        }
    }
}

/// A scene in one line, a thing a line: a semicolon before one of the words that begin a line
/// ends the one before.
fn lines(text: &str) -> String {
    let begins = ["given", "do", "roll"];
    let mut whole = String::new();
    for part in text.split(';') {
        let first = part.split_whitespace().next().unwrap_or_default();
        whole.push_str(match (whole.is_empty(), begins.contains(&first)) {
            (true, _) => "",
            (false, true) => "\n",
            (false, false) => ";",
        });
        whole.push_str(part);
    }
    whole
}

fn list(game: &dyn Game, args: &Args, out: Out<'_>) -> Result<Verdict> {
    let (about, all) = (game.about(), game.calculators());
    if args.json {
        let values = |v: &Values| match v {
            Values::Words(words) => json!(words),
            Values::Number(least, most) => json!({ "least": least, "most": most }),
        };
        let parameter = |p: &engine::book::Parameter| {
            json!({
                "key": p.key,
                "summary": p.summary,
                "usual": p.usual,
                "values": values(&p.values),
            })
        };
        let each = |c: &Calculator| {
            let parameters: Vec<Value> = c.parameters.iter().map(parameter).collect();
            json!({ "key": c.key, "summary": c.summary, "parameters": parameters })
        };
        let all: Vec<Value> = all.iter().map(each).collect();
        writeln!(out, "{:#}", json!({ "game": about.key, "calculators": all }))?;
        return Ok(Verdict::Good);
    }
    if all.is_empty() {
        bail!("{} has no calculators; give a scene instead\n{EXAMPLES}", about.title);
    }
    writeln!(out, "{}", about.title)?;
    for calculator in &all {
        writeln!(out, "\n  dustup odds {} {}", about.key, calculator.key)?;
        writeln!(out, "  {}", calculator.summary)?;
        for p in &calculator.parameters {
            let flag = format!("--{}", p.key);
            writeln!(out, "    {flag:<18} {} (usually {})", p.summary, p.usual)?;
            let values = match &p.values {
                Values::Words(words) => words.join(", "),
                Values::Number(least, most) => format!("{least} to {most}"),
            };
            print::wrapped(&values, 23, out)?;
        }
    }
    Ok(Verdict::Good)
}

fn calculate(game: &dyn Game, name: &str, args: &Args, out: Out<'_>) -> Result<Verdict> {
    let all = game.calculators();
    let calculator = all.iter().find(|c| c.key.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let keys: Vec<&str> = all.iter().map(|c| c.key).collect();
        anyhow!("{} has no calculator '{name}'; there is: {}", game.about().title, keys.join(", "))
    })?;
    if !args.acts.is_empty() {
        bail!("a calculator knows what is done; --do is for scenes");
    }
    let (chosen, staged) = calculator
        .stage(args.said.pairs())
        .map_err(|why| anyhow!("{why}\nTry: dustup odds {} --list", game.about().key))?;
    let Staged { scene, act } = staged;
    if args.show_scene {
        writeln!(out, "{}", scene.trim_end())?;
        if let Some(act) = &act {
            writeln!(out, "# then: {act}")?;
        }
        return Ok(Verdict::Good);
    }
    let mut play = game.stage(&scene).map_err(|why| anyhow!("{why}"))?;
    let words: Vec<String> = chosen.all().map(|(key, value)| format!("{key} {value}")).collect();
    let title = format!("{}: {}", calculator.key, words.join(", "));
    let found = match &act {
        Some(act) => of_text(&mut *play, None, act, &args.effort())?,
        None => play.odds_unasked(&args.effort()),
    };
    finish(game, &[(title, found)], args, out)
}

fn of_scene(game: &dyn Game, text: &str, args: &Args, out: Out<'_>) -> Result<Verdict> {
    args.none_said()?;
    let mut play = game.stage(text).map_err(|why| anyhow!("the scene cannot be set: {why}"))?;
    let side = side_of(args)?;
    let Some((last, before)) = args.acts.split_last() else {
        if play.questions().is_empty() && play.outcome().is_none() {
            let found = play.odds_unasked(&args.effort());
            return finish(game, &[("what comes by itself".to_owned(), found)], args, out);
        }
        let found = of_all(&*play, side, &args.effort())?;
        return finish(game, &found, args, out);
    };
    for act in before {
        let asked = asked(&*play, side)?.side;
        let answer = rulings::led(&mut *play, asked, act).map_err(|why| anyhow!("{act}: {why}"))?;
        play.answer(asked, answer).map_err(|refusal| anyhow!("{act}: {refusal}"))?;
    }
    let found = of_text(&mut *play, side, last, &args.effort())?;
    finish(game, &[(last.clone(), found)], args, out)
}

fn of_match(args: &Args, path: &std::path::Path, out: Out<'_>) -> Result<Verdict> {
    args.none_said()?;
    let Opened { game, played, warnings } = replay::open(path)?;
    let notes = if args.json { Vec::new() } else { warnings };
    for warning in notes {
        writeln!(out, "{warning}")?;
    }
    let side = side_of(args)?;
    let found = match &args.words[..] {
        [] => of_all(&*played, side, &args.effort())?,
        [text] => {
            let question = asked(&*played, side)?;
            let answer = notation::parse(question, text).map_err(|why| anyhow!("{why}"))?;
            let found = of_answer(&*played, question.side, &answer, &args.effort())?;
            vec![(notation::print(&answer), found)]
        }
        _ => bail!("one answer only; put it in quotation marks"),
    };
    finish(&*game, &found, args, out)
}

fn side_of(args: &Args) -> Result<Option<SideId>> {
    let named = |name: &String| {
        SideId::named(name).ok_or_else(|| {
            anyhow!("there is no side '{name}'; there is: {}", SideId::NAMES.join(", "))
        })
    };
    args.side.as_ref().map(named).transpose()
}

/// The question whose answers are meant.
fn asked(play: &dyn AnyMatch, side: Option<SideId>) -> Result<&Question> {
    let questions = play.questions();
    match (side, questions) {
        (_, []) => bail!(
            "nobody is asked anything: the match is over, or nothing can be done, as when a target \
             is out of range"
        ),
        (None, [only]) => Ok(only),
        (None, _) => bail!("several sides are asked; say which with --side"),
        (Some(side), _) => {
            let found = questions.iter().find(|question| question.side == side);
            found.with_context(|| format!("nothing is asked of {side}"))
        }
    }
}

type Found = Result<Odds<String>, NoOdds>;

fn of_text(
    play: &mut dyn AnyMatch,
    side: Option<SideId>,
    text: &str,
    effort: &Effort,
) -> Result<Found> {
    let side = asked(play, side)?.side;
    let answer = rulings::led(play, side, text).map_err(|why| anyhow!("{text}: {why}"))?;
    of_answer(play, side, &answer, effort)
}

fn of_answer(play: &dyn AnyMatch, side: SideId, answer: &Answer, effort: &Effort) -> Result<Found> {
    play.would_accept(side, answer).map_err(|refusal| anyhow!("not possible: {refusal}"))?;
    Ok(play.odds(side, answer, effort))
}

/// The odds of all options of a question.
fn of_all(
    play: &dyn AnyMatch,
    side: Option<SideId>,
    effort: &Effort,
) -> Result<Vec<(String, Found)>> {
    let question = asked(play, side)?;
    let Form::One { choices } = &question.form else {
        bail!("{} is asked: {}\nName an answer.", question.side, question.prompt);
    };
    let possible = choices.iter().filter(|choice| choice.refusal.is_none());
    let found = possible.map(|choice| {
        let answer = Answer::Pick(choice.key.clone());
        (choice.key.clone(), play.odds(question.side, &answer, effort))
    });
    Ok(found.collect())
}

/// Prints what was found. Odds that cannot be had are no success if they are the only ones.
fn finish(
    game: &dyn Game,
    found: &[(String, Found)],
    args: &Args,
    out: Out<'_>,
) -> Result<Verdict> {
    if args.json {
        let actions: Vec<Value> = found.iter().map(|(act, f)| print::as_json(act, f)).collect();
        writeln!(out, "{:#}", json!({ "game": game.about().key, "actions": actions }))?;
    } else {
        for (index, (act, found)) in found.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{act}")?;
            print::table(found, out)?;
        }
    }
    let any = found.iter().any(|(_, found)| found.is_ok());
    Ok(if any { Verdict::Good } else { Verdict::Bad })
}
