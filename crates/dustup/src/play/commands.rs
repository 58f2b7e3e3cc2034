//! What can be typed instead of an answer.

use std::io::BufRead;
use std::path::Path;

use anyhow::Result;
use engine::dice::Seed;
use engine::ids::SideId;
use engine::matches::{Standing, StandingReply};
use engine::odds::Effort;
use engine::rules::{Entry, clauses};
use engine::view::{Eyes, ModelView, View};
use tabletop::Point;

use crate::odds::print;
use crate::{Out, files, picture};

use super::ask::Posed;
use super::session::Session;
use super::{Seat, show};

/// How many events `log` shows unless told otherwise.
const LOG: usize = 20;

/// How much work odds are worth that somebody waits for.
const ODDS: Effort = Effort { runs: 200_000, games: 5_000, seed: Seed(1) };

/// What follows after a line was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The match went on.
    GoOn,
    /// The question is still open.
    AskAgain,
    /// Whoever typed wants to leave.
    Leave,
}

const HELP: &str = "\
To answer, type the number of an option or its words; a beginning will do where it is clear.
  who              who is where, with distances from the model in question
  look NAME        one model from close by: its card, distances and bearings to all others
  map              the table as a map of letters
  terrain          the table in words, the nearest pieces first
  odds ANSWER      the chances of an answer, such as: odds 1
  all              everything that is not possible now, and why
  why              the rule that asks this question
  rule ID          a rule of the reference, such as the ids in [brackets]
  log [N]          the last N things that happened
  undo             take back your last answer, as long as no dice were rolled since
  takeback         go back to before the last answer, whatever came after it
  standing TOPIC never|always|losing|ask
                   answer questions of one topic in advance
  save FILE        save the match
  quit             leave; with --save you can go on later
An empty line repeats the question.
";

/// Does what a line says: answers, or helps whoever typed it.
pub(crate) fn obey(
    session: &mut Session<'_>,
    posed: &Posed,
    line: &str,
    input: &mut dyn BufRead,
    out: Out<'_>,
) -> Result<Next> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    if posed.names_option(line) {
        return answer(session, posed, line, out);
    }
    let view = session.played.view(Eyes::Side(posed.question.side));
    match word.as_str() {
        "" => session.put(posed, out)?,
        "help" | "?" => write!(out, "{HELP}")?,
        "quit" | "exit" => return Ok(Next::Leave),
        "map" => session.print_map(&view, out)?,
        "who" => {
            show::standing(&view, out)?;
            show::who(&view, posed.question.about, out)?;
        }
        "look" => look(&view, posed, rest, out)?,
        "terrain" => {
            let from = place_of(&view, posed);
            write!(out, "{}", picture::terrain(&session.played.table().0, from))?;
        }
        // With more words it is an answer for a whole squad: `all to 20,14`.
        "all" if rest.is_empty() => posed.print_all(out)?,
        "rule" => rule(session, rest, out)?,
        "why" => rule(session, posed.question.clause.0, out)?,
        "odds" => odds(session, posed, rest, out)?,
        "log" => log(session, rest, out)?,
        "save" => save(session, rest, out)?,
        "standing" => standing(session, posed, rest, out)?,
        "undo" => return undo(session, posed, out),
        "takeback" => return take_back(session, posed, input, out),
        _ => return answer(session, posed, line, out),
    }
    Ok(Next::AskAgain)
}

fn answer(session: &mut Session<'_>, posed: &Posed, text: &str, out: Out<'_>) -> Result<Next> {
    match posed.parse(text) {
        Ok(answer) => session.answer(posed.question.side, (text, answer), out),
        Err(why) => {
            writeln!(out, "{}. Type help for what else you can type.", show::capital(&why))?;
            Ok(Next::AskAgain)
        }
    }
}

fn place_of(view: &View, posed: &Posed) -> Option<Point> {
    let id = posed.question.about?;
    view.models.iter().find(|m| m.model == id)?.spot.map(|spot| spot.at)
}

fn look(view: &View, posed: &Posed, name: &str, out: Out<'_>) -> Result<()> {
    let about = posed.question.about.filter(|_| name.is_empty());
    let model = match about {
        Some(id) => view.models.iter().find(|m| m.model == id),
        None => named(view, name),
    };
    match model {
        Some(model) => show::look(view, model, out),
        None => {
            let names: Vec<&str> = view.models.iter().map(|m| m.name.as_str()).collect();
            writeln!(out, "Look at whom? There is: {}", names.join(", "))?;
            Ok(())
        }
    }
}

/// The model of a name, or the only one whose name begins like that.
fn named<'a>(view: &'a View, name: &str) -> Option<&'a ModelView> {
    let wanted = name.to_lowercase();
    let exact = view.models.iter().find(|m| m.name.to_lowercase() == wanted);
    exact.or_else(|| {
        let begins = |m: &&ModelView| m.name.to_lowercase().starts_with(&wanted);
        let found: Vec<&ModelView> = view.models.iter().filter(begins).collect();
        match found[..] {
            [one] if !wanted.is_empty() => Some(one),
            _ => None,
        }
    })
}

fn rule(session: &Session<'_>, id: &str, out: Out<'_>) -> Result<()> {
    let wanted = id.trim_matches(['[', ']', '(', ')', '.', ',']).to_uppercase();
    let entries = clauses(session.game.about().rules);
    if let Some(entry) = entries.iter().find(|entry| entry.id == wanted) {
        writeln!(out, "{}: {}", entry.id, joined(entry.text))?;
        return Ok(());
    }
    let begins = |entry: &&Entry| !wanted.is_empty() && entry.id.starts_with(&wanted);
    let found: Vec<&str> = entries.iter().filter(begins).map(|entry| entry.id).collect();
    match (found.is_empty(), entries.first()) {
        (false, _) => writeln!(out, "There is: {}", found.join(", "))?,
        (true, Some(first)) => {
            writeln!(out, "There is no rule '{id}'; ids look like {}", first.id)?;
        }
        (true, None) => writeln!(out, "This game has no reference.")?,
    }
    Ok(())
}

/// A text without its line breaks, which are those of its file; items of lists keep their own.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.starts_with("- ") || line.starts_with('|');
        joined.push_str(match (joined.is_empty(), item) {
            (true, _) => "",
            (false, true) => "\n  ",
            (false, false) => " ",
        });
        joined.push_str(line);
    }
    joined
}

fn odds(session: &Session<'_>, posed: &Posed, text: &str, out: Out<'_>) -> Result<()> {
    if text.is_empty() {
        writeln!(out, "The odds of what? Type the number or the words of an option behind it.")?;
        return Ok(());
    }
    let answer = match posed.parse(text) {
        Ok(answer) => answer,
        Err(why) => {
            writeln!(out, "{}.", show::capital(&why))?;
            return Ok(());
        }
    };
    let side = posed.question.side;
    if let Err(refusal) = session.played.would_accept(side, &answer) {
        writeln!(out, "Not possible: {refusal}")?;
        return Ok(());
    }
    print::table(&session.played.odds(side, &answer, &ODDS), out)
}

fn log(session: &Session<'_>, count: &str, out: Out<'_>) -> Result<()> {
    let count = match count {
        "" => LOG,
        text => match text.parse() {
            Ok(count) => count,
            Err(_) => {
                writeln!(out, "Type a number behind it, such as: log 40")?;
                return Ok(());
            }
        },
    };
    let events = session.events();
    let first = events.len().saturating_sub(count);
    for (index, event) in events.iter().enumerate().skip(first) {
        show::event(event, Some(index + 1), out)?;
    }
    Ok(())
}

fn save(session: &Session<'_>, name: &str, out: Out<'_>) -> Result<()> {
    let given = (!name.is_empty()).then(|| Path::new(name));
    let Some(path) = given.or(session.save.as_deref()) else {
        writeln!(out, "Type the name of a file behind it, such as: save evening.match")?;
        return Ok(());
    };
    match files::write(path, &session.played.save()) {
        Ok(()) => writeln!(out, "Saved. {}", session.how_to_go_on(path))?,
        Err(error) => writeln!(out, "{error:#}")?,
    }
    Ok(())
}

fn standing(session: &mut Session<'_>, posed: &Posed, text: &str, out: Out<'_>) -> Result<()> {
    let (side, topic) = (posed.question.side, posed.question.topic);
    let words: Vec<&str> = text.split_whitespace().collect();
    let (topic, reply) = match words[..] {
        [reply] => (topic, reply),
        [topic, reply] => (topic, reply),
        _ => ("", ""),
    };
    let reply = match reply {
        "never" => Some(StandingReply::Never),
        "always" => Some(StandingReply::Always),
        "losing" => Some(StandingReply::WhenLosing),
        "ask" => None,
        _ => {
            let topic = posed.question.topic;
            writeln!(out, "Type: standing {topic} never|always|losing|ask")?;
            writeln!(out, "This question has the topic '{topic}'.")?;
            return Ok(());
        }
    };
    match reply {
        Some(reply) => {
            let topic = topic.to_owned();
            writeln!(out, "From now on {side} answers '{topic}' without being asked.")?;
            session.played.set_standing(Standing { side, topic, reply });
        }
        None => {
            session.played.clear_standing(side, topic);
            writeln!(out, "{} will be asked about '{topic}'.", show::capital(side.name()))?;
        }
    }
    Ok(())
}

/// Whose answer may be undone from here: one's own, or that of somebody at the same terminal.
fn undoer(session: &Session<'_>, posed: &Posed) -> SideId {
    let last = session.played.undoable().map(|(side, _)| side);
    let here = |side: &SideId| session.people().contains(side);
    last.filter(here).unwrap_or(posed.question.side)
}

fn undo(session: &mut Session<'_>, posed: &Posed, out: Out<'_>) -> Result<Next> {
    let side = undoer(session, posed);
    match session.played.undo(side) {
        Ok(what) => {
            writeln!(out, "Taken back: {side}: {what}")?;
            session.went_back();
            Ok(Next::GoOn)
        }
        Err(refusal) => {
            writeln!(out, "{}. See also: takeback", show::capital(&refusal.why))?;
            Ok(Next::AskAgain)
        }
    }
}

fn take_back(
    session: &mut Session<'_>,
    posed: &Posed,
    input: &mut dyn BufRead,
    out: Out<'_>,
) -> Result<Next> {
    let side = posed.question.side;
    let others: Vec<SideId> = session.people().into_iter().filter(|s| *s != side).collect();
    for other in others {
        write!(out, "Does {other} grant it? Type yes or no: ")?;
        out.flush()?;
        let mut line = String::new();
        input.read_line(&mut line)?;
        if !line.trim().eq_ignore_ascii_case("yes") {
            writeln!(out, "Not granted.")?;
            return Ok(Next::AskAgain);
        }
    }
    // Back over what computers answered, to the last answer of somebody here.
    loop {
        let last = session.played.undoable().map(|(side, _)| side);
        if let Err(refusal) = session.played.take_back() {
            writeln!(out, "{}.", show::capital(&refusal.why))?;
            return Ok(Next::AskAgain);
        }
        let asked = session.played.questions().iter().map(|q| q.side);
        let here = |s: SideId| matches!(session.seats.get(s.index()), Some(Seat::Human));
        if asked.into_iter().any(here) || last.is_some_and(here) {
            break;
        }
    }
    writeln!(out, "Taken back.")?;
    session.went_back();
    Ok(Next::GoOn)
}
