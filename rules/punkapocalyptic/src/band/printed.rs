//! The bands and rosters that come with the book.

use std::sync::{Arc, LazyLock};

use engine::book::ReadyRoster;
use tabletop::fields::plain;

use super::{Band, Mutation, Troop, read_band};

macro_rules! printed {
    ($($key:literal),*) => { [$(include_str!(concat!("../../data/bands/", $key, ".toml"))),*] };
}

/// The bands that come with the book.
pub fn bands() -> &'static [Arc<Band>] {
    static BANDS: LazyLock<Vec<Arc<Band>>> = LazyLock::new(|| {
        let read = |text| Arc::new(read_band(text).expect("a test reads the bands of the book"));
        printed!["gangers", "mutards", "scavengers", "ash-riders"].map(read).into()
    });
    &BANDS
}

/// The printed troop of a name, with its band.
pub fn troop_named(name: &str) -> Option<(&'static Arc<Band>, &'static Troop)> {
    let of_band = |band: &'static Arc<Band>| Some((band, band.troop_named(name)?));
    bands().iter().find_map(of_band)
}

/// The printed mutation of a name.
pub fn mutation_named(name: &str) -> Option<&'static Mutation> {
    let wanted = plain(name);
    let mut all = bands().iter().flat_map(|band| &band.mutations);
    all.find(|mutation| plain(&mutation.name) == wanted)
}

impl Band {
    /// Its troop of a name, whatever its capitals.
    pub fn troop_named(&self, name: &str) -> Option<&Troop> {
        let wanted = plain(name);
        self.troops.iter().find(|troop| plain(&troop.name) == wanted)
    }
}

macro_rules! rosters {
    ($($key:literal),* $(,)?) => {
        &[$(ReadyRoster::new($key, include_str!(concat!("../../data/", $key, ".toml")))),*]
    };
}

/// The rosters that come with the book: 500 points each (PUN-R-01 to 04), then 300.
pub const ROSTERS: &[ReadyRoster] = rosters![
    "gangers",
    "mutards",
    "scavengers",
    "ash-riders",
    "gangers-300",
    "mutards-300",
    "scavengers-300",
    "ash-riders-300",
];
