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
    /// Whether it is a worked example: a situation and not a rule.
    pub example: bool,
}

const OPENING: &str = "- **";
const NOT_PLAYED: &str = "*Not played: ";
/// The title of the section that holds the examples.
const EXAMPLES: &str = "Worked examples";

/// The clauses of a reference, in its order: list items that open with an id in bold.
pub fn clauses(rules: &'static str) -> Vec<Entry> {
    let starts: Vec<usize> = rules.match_indices("\n- **").map(|(i, _)| i + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([rules.len()]);
    let all = starts.iter().zip(ends);
    all.filter_map(|(start, end)| entry(&rules[*start..end], section(&rules[..*start]))).collect()
}

/// The title of the section that a text ends in.
fn section(text: &'static str) -> &'static str {
    let title = text.rsplit_once("\n## ").map_or("", |(_, rest)| rest);
    title.lines().next().unwrap_or_default()
}

fn entry(item: &'static str, section: &str) -> Option<Entry> {
    let body = item.strip_prefix(OPENING)?;
    let (id, text) = body.split_once("**")?;
    let shaped = id.contains('-') && !id.contains(' ');
    // The item ends where the next section begins.
    let text = text.split("\n#").next().unwrap_or(text).trim();
    let reason = text.split_once(NOT_PLAYED).map(|(_, reason)| reason);
    let reason = reason.map(|r| r.split('*').next().unwrap_or(r).trim());
    let example = section.ends_with(EXAMPLES);
    shaped.then_some(Entry { id, text, not_played: reason, example })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_bold_items_with_whatever_follows_them() {
        let rules = "# Toy\n\n- Not **bold** at once.\n- **TOY-1** One.\n\n| a | b |\n\n- \
                     **TOY-2** Two.\n  *Not played: no\n  screen.*\n\n## Next\nText.\n\n## 3 Worked \
                     examples\n\n- **TOY-3** Three.\n";
        let found = clauses(rules);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].id, "TOY-1");
        assert_eq!(found[0].text, "One.\n\n| a | b |");
        assert_eq!(found[0].not_played, None);
        assert_eq!(found[1].not_played, Some("no\n  screen."));
        assert!(!found[1].text.contains("Next"));
        assert!(!found[1].example);
        assert!(found[2].example);
        assert_eq!(clauses(""), []);
    }
}
