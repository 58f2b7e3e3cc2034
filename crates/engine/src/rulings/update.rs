//! Rewriting of results: `need`, `expect` and `odds`, never the intent.

use std::collections::BTreeMap;

use super::words::split_comment;

/// New texts of lines, by their number; none at all takes the line out.
#[derive(Debug, Default)]
pub(super) struct Edits(BTreeMap<usize, Vec<String>>);

impl Edits {
    /// Puts these results in place of the results of a line.
    pub(super) fn set(&mut self, line: usize, results: Vec<String>) {
        self.0.insert(line, results);
    }

    /// Takes over other edits.
    pub(super) fn add(&mut self, mut other: Edits) {
        self.0.append(&mut other.0);
    }

    /// The text with the edits made; nothing where there are none.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let mut updated = String::with_capacity(text.len());
        for (index, raw) in text.split_inclusive('\n').enumerate() {
            match self.0.get(&(index + 1)) {
                None => updated.push_str(raw),
                Some(results) => {
                    for result in results {
                        updated.push_str(&rewritten(raw, result));
                    }
                }
            }
        }
        Some(updated)
    }
}

/// A line with another result, and its keyword, spacing and comment kept.
fn rewritten(raw: &str, result: &str) -> String {
    let line = raw.trim_end_matches(['\r', '\n']);
    let ending = &raw[line.len()..];
    let (content, comment) = split_comment(line);
    let comment = if comment.trim().is_empty() { "" } else { comment };
    let words = content.trim_start();
    let indent = &content[..content.len() - words.len()];
    let keyword_end = words.find(char::is_whitespace).unwrap_or(words.len());
    let (keyword, rest) = words.split_at(keyword_end);
    let gap = &rest[..rest.len() - rest.trim_start().len()];
    // What leads up to a result, such as an action whose odds are told, is intent.
    let intent = match keyword {
        "odds" => rest.rfind('=').map_or("", |at| rest[gap.len()..at].trim_end()),
        _ => "",
    };
    let intent = if intent.is_empty() { String::new() } else { format!("{intent} = ") };
    let ending = if ending.is_empty() { "\n" } else { ending };
    format!("{indent}{keyword}{gap}{intent}{result}{comment}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_rewritten() {
        assert_eq!(
            rewritten("odds   shoot Bo -> Bo wounds 1 = ?  # check\n", "1/6"),
            "odds   shoot Bo -> Bo wounds 1 = 1/6  # check\n"
        );
        assert_eq!(rewritten("  need ?\r\n", "A: [1] = 1"), "  need A: [1] = 1\r\n");
        let mut edits = Edits::default();
        edits.set(2, vec!["x".to_owned(), "y".to_owned()]);
        edits.set(3, Vec::new());
        assert_eq!(edits.apply("do\nneed a\nneed b\n").as_deref(), Some("do\nneed x\nneed y\n"));
    }
}
