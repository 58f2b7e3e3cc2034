//! The squads that the book prints, as they are shipped in `data`.

use std::sync::LazyLock;

use super::{Enlisted, Roster, read};

/// A printed squad, and the clauses that print it.
type Print = (Enlisted, &'static [&'static str]);

static PRINTED: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let sample: [&'static [&'static str]; 1] = [&["OD6-T-20", "OD6-EX-30"]];
    let trapped: [&'static [&'static str]; 2] = [&["OD6-SCN-01"], &["OD6-SCN-02"]];
    let trappers: [&'static [&'static str]; 1] = [&["OD6-SCN-03"]];
    let mut printed = Vec::new();
    printed.extend(shipped(include_str!("../../data/ice-rangers.toml")).into_iter().zip(sample));
    printed.extend(shipped(include_str!("../../data/hangar-rebels.toml")).into_iter().zip(trapped));
    printed.extend(shipped(HANGAR_ASSAULT).into_iter().zip(trappers));
    printed
});

const HANGAR_ASSAULT: &str = include_str!("../../data/hangar-assault.toml");

fn shipped(text: &str) -> Vec<Enlisted> {
    let roster: Roster = read::roster(text).expect("a test reads the printed squads");
    roster.squads
}

/// The clauses that print a squad just as it is, whatever it is called.
pub fn clauses_that_print(squad: &Enlisted) -> &'static [&'static str] {
    let same = |(printed, _): &&Print| {
        let named = Enlisted { name: squad.name.clone(), ..printed.clone() };
        named == *squad
    };
    PRINTED.iter().find(same).map_or(&[], |(_, clauses)| clauses)
}

/// Ten Assault Soldiers as the scenario prints them (OD6-SCN-03).
pub fn assault_squad() -> Enlisted {
    static SQUAD: LazyLock<Enlisted> = LazyLock::new(|| shipped(HANGAR_ASSAULT).remove(0));
    SQUAD.clone()
}
