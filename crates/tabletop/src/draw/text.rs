//! A map in characters, for terminals.

use crate::changes::Changes;
use crate::length::Length;
use crate::point::Point;
use crate::table::Table;
use crate::terrain::Kind;

use super::Token;

/// Narrowest map that is worth drawing.
const LEAST_COLUMNS: usize = 20;
/// What is cut at this height above the ground is what the map shows.
const CUT: Length = Length::cents(100);

/// The table as characters, at most `columns` wide but never narrower than twenty, with a
/// legend below. A cell is two characters wide, so that the map looks square.
pub fn text_map(table: &Table, changes: &Changes, tokens: &[Token], columns: usize) -> String {
    let cells = (columns.max(LEAST_COLUMNS) - 2) / 2;
    let cell = cell_size(table, cells);
    let n_columns = count(table.width(), cell);
    let n_rows = count(table.depth(), cell);
    let mut seen: Vec<Kind> = Vec::new();
    let letters = letters(tokens);
    let mut map = format!("+{}+\n", "-".repeat(n_columns * 2));
    for row in (0..n_rows).rev() {
        map.push('|');
        for column in 0..n_columns {
            let low = Point::new(cell * column as i32, cell * row as i32);
            let middle = Point::new(low.x + cell / 2, low.y + cell / 2);
            let there = |p: Point| {
                (low.x..low.x + cell).contains(&p.x) && (low.y..low.y + cell).contains(&p.y)
            };
            let token = tokens.iter().position(|token| there(token.at.at));
            let marker = changes.markers.iter().any(|marker| there(marker.spot.at));
            match (token, marker) {
                (Some(index), _) => map.push_str(&letters[index]),
                (None, true) => map.push_str("<>"),
                (None, false) => {
                    let kind = kind_at(table, changes, middle, cell);
                    seen.extend(kind);
                    map.push_str(kind.map_or("  ", symbol));
                }
            }
        }
        map.push_str("|\n");
    }
    map.push_str(&format!("+{}+\n", "-".repeat(n_columns * 2)));
    seen.sort_unstable();
    seen.dedup();
    let mut entries = vec![format!("one cell: {cell} in")];
    entries.extend(seen.iter().map(|kind| format!("{} {}", symbol(*kind), kind.name())));
    let named = |(token, letter): (&Token, &String)| format!("{letter} {}", token.label);
    entries.extend(tokens.iter().zip(&letters).map(named));
    entries.extend(changes.markers.iter().map(|marker| format!("<> {}", marker.name)));
    map + &wrapped(&entries, columns.max(LEAST_COLUMNS))
}

/// The smallest multiple of half an inch at which the table is narrow enough.
fn cell_size(table: &Table, cells: usize) -> Length {
    let half = Length::cents(50);
    let mut cell = half;
    while count(table.width(), cell) > cells {
        cell += half;
    }
    cell
}

fn count(length: Length, cell: Length) -> usize {
    ((length.um() + cell.um() - 1) / cell.um()) as usize
}

/// Two letters for each token: one for itself, from its name if that one is free, and one for
/// its side.
fn letters(tokens: &[Token]) -> Vec<String> {
    let mut letters: Vec<String> = Vec::new();
    for token in tokens {
        let side = ['*', 'o', '+', 'x'][usize::from(token.side) % 4];
        let own = token.label.chars().filter(char::is_ascii_alphanumeric);
        let spare = ('1'..='9').chain('A'..='Z').chain('a'..='z');
        let mut codes =
            own.map(|c| c.to_ascii_uppercase()).chain(spare).map(|c| format!("{c}{side}"));
        let free = codes.find(|code| !letters.contains(code));
        letters.push(free.unwrap_or_else(|| format!("?{side}")));
    }
    letters
}

/// What matters most in a cell: what stands there, then what lies there.
fn kind_at(table: &Table, changes: &Changes, at: Point, cell: Length) -> Option<Kind> {
    let near = cell / 2;
    let cloud = changes
        .clouds
        .iter()
        .find(|cloud| cloud.spot.at.distance_squared(at) <= cloud.radius.squared());
    if let Some(cloud) = cloud {
        return Some(cloud.kind);
    }
    let way = table.ways().iter().find(|way| way.shape.nearer_than(at, near / 2));
    if let Some(way) = way {
        return Some(way.kind);
    }
    let gone = |volume: &&crate::table::Volume| {
        !volume.feature.is_some_and(|feature| changes.is_gone(feature))
    };
    // Thin things must not fall between cells, thick ones must not swell.
    let thin = |kind: Kind| {
        matches!(kind, Kind::LowWall | Kind::HighWall | Kind::Hedge | Kind::Fence | Kind::Wire)
            || matches!(kind, Kind::Building | Kind::Door)
    };
    let ground = table.ground_height(at);
    let standing = table.volumes().iter().filter(gone).filter(|volume| {
        let cut = volume.bottom <= ground + CUT || volume.kind == Kind::Floor;
        let here = if thin(volume.kind) {
            volume.shape.nearer_than(at, near)
        } else {
            volume.shape.contains(at)
        };
        cut && here && volume.kind != Kind::Hill && volume.top > ground
    });
    let inside =
        |kind: Kind| table.grounds().iter().any(|g| g.kind == kind && g.shape.contains(at));
    let indoors = inside(Kind::Interior);
    // A door is seen rather than the wall it hangs in; floors only where nothing is under them.
    let rank = |kind: Kind| {
        let first_to_last = [Kind::Door, Kind::Building];
        let overhead = kind == Kind::Floor;
        (!overhead, first_to_last.iter().rev().position(|k| *k == kind).map_or(0, |i| i + 1))
    };
    let standing = standing.map(|volume| volume.kind).max_by_key(|kind| rank(*kind));
    let hole = || table.holes().iter().find(|hole| hole.shape.contains(at)).map(|hole| hole.kind);
    let lying =
        || table.grounds().iter().rev().find(|ground| ground.shape.contains(at)).map(|g| g.kind);
    let hill = || (ground > Length::ZERO).then_some(Kind::Hill);
    let standing = standing.filter(|kind| !(indoors && *kind == Kind::Floor));
    standing.or_else(hole).or_else(lying).or_else(hill)
}

/// How a kind is shown.
fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => " .",
        Kind::Scrub => ",,",
        Kind::LightWoods => "t ",
        Kind::MediumWoods => "tt",
        Kind::DenseWoods => "TT",
        Kind::Swamp => "~,",
        Kind::Water => "~~",
        Kind::Rubble => ":;",
        Kind::Rock => "@@",
        Kind::Hill => "^^",
        Kind::Crater => "()",
        Kind::Irradiated => "!!",
        Kind::Contaminated => "!~",
        Kind::Pit => "VV",
        Kind::LowWall => "==",
        Kind::HighWall => "HH",
        Kind::Hedge => "&&",
        Kind::Fence => "++",
        Kind::Wire => "xx",
        Kind::Trench => "\\/",
        Kind::Building => "##",
        Kind::Door => "[]",
        Kind::Interior => "..",
        Kind::Floor => "__",
        Kind::Stairs => "//",
        Kind::Ladder => "|-",
        Kind::Crate => "XX",
        Kind::Barrel => "OO",
        Kind::Vehicle => "VE",
        Kind::Crystal => "**",
        Kind::Smoke => "%%",
        Kind::Fire => "FF",
        Kind::Tree => "YY",
        Kind::Well => "WW",
        Kind::Ford => "~.",
    }
}

/// Entries side by side, in lines no longer than so many characters.
fn wrapped(entries: &[String], columns: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for entry in entries {
        let entry: String = entry.chars().filter(|c| !c.is_control()).take(columns).collect();
        let length = entry.chars().count();
        if used > 0 && used + 3 + length > columns {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push_str("   ");
            used += 3;
        }
        text.push_str(&entry);
        used += length;
    }
    if used > 0 {
        text.push('\n');
    }
    text
}
