//! A scene without anything to be checked: for odds that somebody wants to know.

use std::sync::Arc;

use super::parse::{self, Deed, Ruling};
use super::run::{self, Run};
use super::{Trouble, words};
use crate::book::Book;
use crate::face::AnyMatch;
use crate::ids::SideId;
use crate::matches::Match;
use crate::question::Answer;

/// Sets a scene, written as the `given`, `do` and `roll` lines of a ruling; of a file of rulings
/// the first. Lines that check something are passed over.
///
/// Where dice would be thrown before anybody is asked, and none are given, the match has not gone
/// on: what comes then comes by itself.
pub fn stage<B: Book>(book: &Arc<B>, text: &str) -> Result<Match<B>, String> {
    let first = |line: &str| words::split_comment(line).0.trim().to_owned();
    let begins = text.lines().map(first).find(|line| !line.is_empty());
    let titled = begins.is_some_and(|line| line.starts_with("ruling"));
    let mut rulings = if titled { parse::file(text) } else { parse::untitled(text) };
    if rulings.is_empty() {
        return Err("there is no scene; its lines begin with: given".to_owned());
    }
    played(book, rulings.remove(0)).map_err(told)
}

fn played<B: Book>(book: &Arc<B>, ruling: Ruling) -> Result<Match<B>, Trouble> {
    if let Some(trouble) = ruling.trouble {
        return Err(trouble);
    }
    let mut run = Run::begin_or_wait(book, &ruling)?;
    for (index, act) in ruling.acts.iter().enumerate() {
        if let Deed::Do { side, answer } = &act.deed {
            let after = &ruling.acts[index + 1..];
            run.go_on(*side, answer, after).map_err(|trouble| trouble.at(act.line, &act.text))?;
        }
    }
    Ok(run.into_game())
}

fn told(trouble: Trouble) -> String {
    let Trouble { line, text, expected, actual, .. } = trouble;
    let place = if line == 0 { String::new() } else { format!("line {line}: {text}\n  ") };
    format!("{place}expected: {expected}\n  actual:   {actual}")
}

/// The last answer of a text that may hold several, such as `activate Ana shoot Bo`: all before it
/// are given. None of them may need dice.
pub fn led(game: &mut dyn AnyMatch, side: SideId, text: &str) -> Result<Answer, String> {
    let mut rest = text;
    loop {
        let asked = game.questions().iter().find(|question| question.side == side);
        let question = asked.ok_or_else(|| format!("nothing is asked of {side}"))?;
        let (answer, left) = run::first_answer(question, rest)?;
        if left.is_empty() {
            return Ok(answer);
        }
        game.answer(side, answer).map_err(|refusal| refusal.to_string())?;
        rest = left;
    }
}
