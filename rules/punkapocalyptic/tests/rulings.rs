//! Every ruling of the book holds, and every clause has one or a reason.

use std::sync::Arc;

use engine::Book;
use engine::rulings::{all_hold, coverage};

#[test]
fn all_rulings_hold() {
    let book = Arc::new(punkapocalyptic::book());
    let reports = all_hold(&book).unwrap_or_else(|failure| panic!("{failure}"));
    let coverage = coverage(book.about(), &reports);
    let missing: Vec<&str> = coverage.uncovered.iter().map(|entry| entry.id).collect();
    assert!(missing.is_empty(), "no ruling cites {missing:?}");
}

#[test]
fn every_file_of_rulings_is_part_of_the_book() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rulings");
    let book = punkapocalyptic::book();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = book.about().rulings.iter().any(|(file, _)| file.ends_with(&name));
        assert!(known, "{name} is not listed in lib.rs");
    }
}
