//! Odds in the terminal: a line for each result, the likeliest first.

use anyhow::Result;
use engine::odds::{Chance, Estimate, NoOdds, Odds};
use serde_json::{Value, json};

use crate::Out;

/// So many results are printed; the others are told as one.
const MOST_RESULTS: usize = 40;
/// How long the bar of a sure thing is.
const BAR: u64 = 20;
/// Longest result that is not cut short.
const LONGEST: usize = 60;

/// One result.
struct Line {
    result: String,
    /// `7/36`, or `70 of 2000`.
    chance: String,
    millionths: u64,
    between: Option<(u64, u64)>,
}

fn lines(odds: &Odds<String>) -> Vec<Line> {
    let mut lines: Vec<Line> = match odds {
        Odds::Exact(results) => results
            .iter()
            .map(|(result, chance)| Line {
                result: result.clone(),
                chance: chance.to_string(),
                millionths: chance.millionths(),
                between: None,
            })
            .collect(),
        Odds::Sampled(sample) => sample
            .counts
            .iter()
            .map(|(result, count)| {
                let Estimate { share, low, high } = Estimate::of(*count, sample.games);
                Line {
                    result: result.clone(),
                    chance: format!("{count} of {}", sample.games),
                    millionths: share,
                    between: Some((low, high)),
                }
            })
            .collect(),
    };
    lines.sort_by_key(|line| std::cmp::Reverse(line.millionths));
    lines
}

/// What could not be had, in words.
fn excuse(why: NoOdds) -> &'static str {
    match why {
        NoOdds::OpenChoice => "That depends on a choice that somebody makes later.",
        NoOdds::TooMany => "There are too many cases to go through.",
        NoOdds::Illegal => "That is not possible now.",
    }
}

/// How sure odds are, in a sentence.
fn certainty(odds: &Odds<String>) -> String {
    match odds {
        Odds::Exact(results) if results.values().all(|chance| chance.is_exact()) => {
            "Exact: every way the dice can fall was gone through.".to_owned()
        }
        Odds::Exact(_) => "Every way the dice can fall was gone through; fractions marked ~ are \
                           too long and are rounded."
            .to_owned(),
        Odds::Sampled(sample) => format!(
            "About, from {} tries: the chance lies in the interval in 95 of 100 cases.",
            sample.games
        ),
    }
}

/// Prints odds as a table: result, chance, share, bar; then how sure they are.
pub(crate) fn table(found: &Result<Odds<String>, NoOdds>, out: Out<'_>) -> Result<()> {
    let odds = match found {
        Ok(odds) => odds,
        Err(why) => {
            writeln!(out, "  {}", excuse(*why))?;
            return Ok(());
        }
    };
    let lines = lines(odds);
    let shown = &lines[..lines.len().min(MOST_RESULTS)];
    let longest = |length: fn(&Line) -> usize| shown.iter().map(length).max().unwrap_or(0);
    let words = longest(|line| line.result.chars().count()).min(LONGEST);
    let chance = longest(|line| line.chance.len());
    for line in shown {
        let share = percent(line.millionths);
        let bar = "#".repeat(usize::try_from((line.millionths * BAR).div_ceil(1_000_000))?);
        let between = match line.between {
            Some((low, high)) => format!(" ({} to {})", percent(low).trim(), percent(high).trim()),
            None => String::new(),
        };
        let row =
            format!("  {:<words$}  {:>chance$}  {share}{between}  {bar}", line.result, line.chance);
        writeln!(out, "{}", row.trim_end())?;
    }
    let rest = &lines[shown.len()..];
    if !rest.is_empty() {
        let share: u64 = rest.iter().map(|line| line.millionths).sum();
        writeln!(out, "  {} other results: {} together", rest.len(), percent(share).trim())?;
    }
    writeln!(out, "  {}", certainty(odds))?;
    Ok(())
}

/// The odds of an action as JSON, with nothing left out.
pub(super) fn as_json(action: &str, found: &Result<Odds<String>, NoOdds>) -> Value {
    let odds = match found {
        Ok(odds) => odds,
        Err(why) => return json!({ "action": action, "kind": "none", "why": why.to_string() }),
    };
    let exact = |chance: &Chance| chance.is_exact();
    let (kind, tries) = match odds {
        Odds::Exact(results) if results.values().all(exact) => ("exact", None),
        Odds::Exact(_) => ("rounded", None),
        Odds::Sampled(sample) => ("sampled", Some(sample.games)),
    };
    let line = |line: Line| {
        json!({
            "result": line.result,
            "chance": line.chance,
            "millionths": line.millionths,
            "between": line.between,
        })
    };
    let results: Vec<Value> = lines(odds).into_iter().map(line).collect();
    json!({ "action": action, "kind": kind, "tries": tries, "results": results })
}

/// Millionths as percent with one decimal.
fn percent(millionths: u64) -> String {
    let tenths = (millionths + 500) / 1_000;
    format!("{:>3}.{} %", tenths / 10, tenths % 10)
}

/// A long list over several lines, all of them set in by so much.
pub(super) fn wrapped(text: &str, indent: usize, out: Out<'_>) -> Result<()> {
    let mut line = String::new();
    for word in text.split(", ") {
        if !line.is_empty() && indent + line.len() + word.len() > 96 {
            writeln!(out, "{:indent$}{line},", "")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(word);
    }
    writeln!(out, "{:indent$}{line}", "")?;
    Ok(())
}
