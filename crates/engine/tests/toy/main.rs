//! The engine tried out on a toy book that asks every kind of question and keeps secrets.

mod ahead;
mod book;
mod driver;
mod play;
mod ruling;
mod thinking;
mod wall;

use book::Toy;
use driver::Dummy;
use engine::book::TableChoice;
use engine::conform;
use engine::{Options, Setup};
use tabletop::{Length, Sketch};

/// Two against two on a meadow.
pub fn setup() -> Setup {
    Setup {
        scenario: "meadow".to_owned(),
        options: Options::new(),
        rosters: vec!["Ana, Ada".to_owned(), "Bo, Ben".to_owned()],
        table: TableChoice::Given(Sketch {
            name: "meadow".to_owned(),
            width: Length::inches(24),
            depth: Length::inches(24),
            pieces: Vec::new(),
        }),
    }
}

#[test]
fn the_toy_book_conforms() {
    let mut total = [0_usize; 5];
    for seed in 0..300 {
        let summary = conform::check(Toy::new(), &setup(), seed, &Dummy::boxed).unwrap();
        let conform::Summary { answers, refused, undone, loaded, disguised, .. } = summary;
        let counts = [answers, refused, undone, loaded, disguised];
        total.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    assert!(total.iter().all(|n| *n > 300), "{total:?}");
}

#[test]
fn a_leak_is_noticed() {
    let noticed = |seed| conform::check(Toy::leaky(), &setup(), seed, &Dummy::boxed).err();
    let found: Vec<String> = (0..20).filter_map(noticed).collect();
    assert!(!found.is_empty());
    assert!(found.iter().all(|why| why.contains("sees what is hidden")), "{found:?}");
}

#[test]
fn a_preview_that_knows_too_much_is_noticed() {
    let noticed = |seed| conform::check(Toy::peeking(), &setup(), seed, &Dummy::boxed).err();
    let found: Vec<String> = (0..20).filter_map(noticed).collect();
    assert!(!found.is_empty());
    assert!(found.iter().all(|why| why.contains("they know it all")), "{found:?}");
}
