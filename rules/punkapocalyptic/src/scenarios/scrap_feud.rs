//! The table of the scrap feud (PUN-SC1-03).

use tabletop::{Kind, Sketch};

use super::{Thing, laid};

/// Everything on the table.
const THINGS: [Thing; 11] = [
    ("brick wall", Kind::HighWall, [800, 1_700, 1_600, 1_750], 150),
    ("brick wall", Kind::HighWall, [3_200, 3_050, 4_000, 3_100], 150),
    ("drums", Kind::Barrel, [2_100, 1_400, 2_250, 1_500], 100),
    ("drums", Kind::Barrel, [2_550, 3_300, 2_700, 3_400], 100),
    ("car wreck", Kind::Vehicle, [500, 2_700, 850, 2_900], 110),
    ("car wreck", Kind::Vehicle, [3_950, 1_900, 4_300, 2_100], 110),
    ("rubble field", Kind::Rubble, [2_000, 2_100, 2_800, 2_700], 0),
    ("bushes", Kind::Scrub, [1_200, 3_300, 1_600, 3_600], 80),
    ("bushes", Kind::Scrub, [3_200, 1_200, 3_600, 1_500], 80),
    ("low crates", Kind::Crate, [2_300, 700, 2_500, 800], 50),
    ("low crates", Kind::Crate, [2_300, 4_000, 2_500, 4_100], 50),
];

/// The table.
pub fn sketch() -> Sketch {
    laid("Scrap feud", &THINGS)
}
