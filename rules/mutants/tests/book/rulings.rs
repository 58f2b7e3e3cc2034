//! Every ruling of the book and its companions holds, and every clause has one or a reason.

use std::sync::Arc;

use engine::Book;
use engine::rulings::{Report, all_covered, all_hold};

/// All rulings of a book, which hold.
fn hold<B: Book>(book: B) -> Vec<Report> {
    all_hold(&Arc::new(book)).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn all_rulings_hold() {
    let mut reports = hold(mutants::book());
    reports.extend(hold(mutants::party::creation()));
    reports.extend(hold(mutants::campaign::book()));
    all_covered(mutants::book().about(), &reports).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_ready_made_party_is_sound() {
    let book = mutants::book();
    assert!(!book.about().rosters.is_empty());
    for roster in &book.about().rosters {
        if let Err(problems) = book.check_roster(roster.text, &engine::Options::new()) {
            panic!("{}: {}", roster.key, problems.join("; "));
        }
    }
}
