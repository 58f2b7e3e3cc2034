//! Which clauses of a book have rulings.

use std::collections::BTreeMap;

use super::Report;
use crate::book::About;
use crate::rules::{Entry, clauses};

/// Which clauses of a book are cited by rulings that pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many passing rulings cite each clause that is cited at all.
    pub cited: BTreeMap<String, usize>,
    /// Clauses that no passing ruling cites.
    pub uncovered: Vec<Entry>,
    /// Clauses that cannot be played on a screen, each with its reason, and are not cited.
    pub excused: Vec<(Entry, &'static str)>,
    /// Ids that are cited and are no clauses of the book.
    pub unknown: Vec<String>,
}

/// Compares the clauses of a book with what its rulings cite.
pub fn coverage(about: &About, reports: &[Report]) -> Coverage {
    let entries = clauses(about.rules);
    let mut found = Coverage::default();
    for result in reports.iter().flat_map(|r| &r.results) {
        for id in &result.cites {
            if !entries.iter().any(|entry| entry.id == id) {
                if !found.unknown.contains(id) {
                    found.unknown.push(id.clone());
                }
            } else if result.failure.is_none() {
                *found.cited.entry(id.clone()).or_default() += 1;
            }
        }
    }
    for entry in entries {
        match entry.not_played {
            _ if found.cited.contains_key(entry.id) => (),
            Some(reason) => found.excused.push((entry, reason)),
            None => found.uncovered.push(entry),
        }
    }
    found
}
