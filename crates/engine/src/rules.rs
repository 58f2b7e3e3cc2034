//! A book's reference as a list of clauses.

use serde::Serialize;

/// One clause of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its id.
    pub id: &'static str,
    /// What it says, in Markdown.
    pub text: &'static str,
    /// Why it cannot be played on a screen, if it cannot.
    pub not_played: Option<&'static str>,
}

const OPENING: &str = "- **";
const NOT_PLAYED: &str = "*Not played: ";

/// The clauses of a reference, in its order: list items that open with an id in bold.
pub fn clauses(rules: &'static str) -> Vec<Entry> {
    let mut starts: Vec<usize> = rules.match_indices("\n- **").map(|(i, _)| i + 1).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([rules.len()]).collect();
    starts.iter_mut().zip(ends).filter_map(|(start, end)| entry(&rules[*start..end])).collect()
}

fn entry(item: &'static str) -> Option<Entry> {
    let body = item.strip_prefix(OPENING)?;
    let (id, text) = body.split_once("**")?;
    let shaped = id.contains('-') && !id.contains(' ');
    // The item ends where the next section begins.
    let text = text.split("\n## ").next().unwrap_or(text).trim();
    let reason = text.split_once(NOT_PLAYED).map(|(_, reason)| reason.trim_end_matches("*"));
    shaped.then_some(Entry { id, text, not_played: reason })
}
