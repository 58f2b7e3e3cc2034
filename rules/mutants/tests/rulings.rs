//! Every ruling of the book and its companions holds, and every clause has one or a reason.

use std::sync::Arc;

use engine::Book;
use engine::rulings::{Report, all_hold, coverage};

/// All rulings of a book, which hold.
fn hold<B: Book>(book: B) -> Vec<Report> {
    all_hold(&Arc::new(book)).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn all_rulings_hold() {
    let mut reports = hold(mutants::book());
    reports.extend(hold(mutants::party::creation()));
    reports.extend(hold(mutants::campaign::book()));
    let coverage = coverage(mutants::book().about(), &reports);
    let missing: Vec<&str> = coverage.uncovered.iter().map(|entry| entry.id).collect();
    assert!(missing.is_empty(), "no ruling cites {missing:?}");
}

#[test]
fn every_file_of_rulings_is_part_of_a_book() {
    fn files<B: Book>(book: &B) -> Vec<&'static str> {
        book.about().rulings.iter().map(|(file, _)| *file).collect()
    }
    let mut known = files(&mutants::book());
    known.extend(files(&mutants::party::creation()));
    known.extend(files(&mutants::campaign::book()));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rulings");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(known.iter().any(|file| file.ends_with(&name)), "no book lists {name}");
    }
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
