//! Choosing what to play, and the lists of matches.

use std::collections::BTreeMap;

use engine::book::{Meaning, OptionSpec, RosterSheet, Scenario};
use engine::ids::{Clause, SideId};
use serde::{Deserialize, Serialize};
use tabletop::generate::Theme;
use tabletop::terrain::Kind;
use ts_rs::TS;

/// A game that can be played.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameInfo {
    /// The word used in addresses and files.
    pub key: String,
    /// The title.
    pub title: String,
    /// What kind of game it is, in a sentence.
    pub summary: String,
    /// What can be played.
    pub scenarios: Vec<Scenario>,
    /// What players may agree on.
    pub options: Vec<OptionInfo>,
    /// Ready-made rosters.
    pub rosters: Vec<RosterInfo>,
    /// What each kind of terrain means in this game.
    pub meanings: BTreeMap<Kind, Vec<(Meaning, Clause)>>,
}

/// Something players may agree on, with what the reference says of it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct OptionInfo {
    /// The option.
    pub spec: OptionSpec,
    /// The clause that leaves it open, in HTML.
    pub explained: String,
}

/// A ready-made roster.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RosterInfo {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it costs, where the book has costs.
    pub points: Option<i32>,
    /// How many models it has.
    pub models: usize,
    /// Options without which it cannot be played.
    pub needs: BTreeMap<String, String>,
}

/// All there is to choose from.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Catalogue {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The computer players, the simplest first, and what they are like.
    pub players: Vec<(String, String)>,
    /// The characters that some of them can have, the usual first, and what those are like: a
    /// bold veteran is asked for as `veteran:bold`.
    pub characters: BTreeMap<String, Vec<(String, String)>>,
    /// What generated tables can show.
    pub themes: Vec<Theme>,
}

/// A roster as it is asked for: a ready-made one, or a file.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RosterWish {
    /// The ready-made one of this key.
    Ready(String),
    /// The text of a file.
    File(String),
}

/// A table as it is asked for.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TableWish {
    /// One laid from a seed.
    Generated {
        /// What it should look like.
        theme: Theme,
        /// Equal seeds give equal tables; as text, because it is larger than a browser counts.
        seed: String,
        /// Whether it looks the same from both ends.
        symmetric: bool,
    },
    /// The text of a table file.
    File(String),
}

/// Who is to sit behind a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWish {
    /// Whoever asks for the match.
    Me,
    /// Whoever comes by the link, or from the lobby.
    Open,
    /// A computer player of this name.
    Computer(String),
}

/// A side of a match that is asked for.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SideWish {
    /// Who plays it.
    pub seat: SeatWish,
    /// Its roster.
    pub roster: RosterWish,
}

/// A match that is asked for.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's key.
    pub game: String,
    /// The scenario's key.
    pub scenario: String,
    /// Options that differ from the usual.
    pub options: BTreeMap<String, String>,
    /// The sides, in order.
    pub sides: Vec<SideWish>,
    /// The table.
    pub table: TableWish,
    /// Whether real dice are thrown and typed in.
    pub own_dice: bool,
    /// Whether answers may be taken back when the others agree.
    pub take_backs: bool,
    /// Whether the lobby lists it while a seat is open.
    pub listed: bool,
    /// What to call whoever asks.
    pub name: String,
}

/// A table that somebody wants to look at before they choose it.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TablePreview {
    /// The game's key.
    pub game: String,
    /// The scenario's key.
    pub scenario: String,
    /// How many sides there will be.
    pub sides: usize,
    /// Options that differ from the usual.
    pub options: BTreeMap<String, String>,
    /// The table.
    pub table: TableWish,
}

/// A roster that is to be checked.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RosterQuery {
    /// The roster.
    pub roster: RosterWish,
    /// Options that differ from the usual.
    pub options: BTreeMap<String, String>,
}

/// What came of a check of a roster.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RosterReport {
    /// The file.
    pub text: String,
    /// The sheet, if it is a roster at all.
    pub sheet: Option<RosterSheet>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Problem {
    /// The line it is in, counted from one, where that is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
}

/// A request that could not be granted.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Failure {
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

/// A match that was begun, joined, uploaded or branched off.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Opened {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// Links to its open seats; whoever has one may sit down.
    pub links: Vec<SeatLink>,
    /// What had to be said about an uploaded file.
    pub warnings: Vec<String>,
}

/// The secret link to a seat.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SeatLink {
    /// Whose seat.
    pub side: SideId,
    /// The path of the link.
    pub path: String,
}

/// Somebody comes by a secret link.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The secret.
    pub secret: String,
    /// What to call them.
    pub name: String,
}

/// A match to be played on from some point of another.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After how many steps.
    pub steps: usize,
    /// Who plays each side.
    pub seats: Vec<SeatWish>,
    /// What to call whoever asks.
    pub name: String,
}

/// A match in a list.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MatchInfo {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The scenario's title.
    pub scenario: String,
    /// The sides.
    pub sides: Vec<SeatInfo>,
    /// How it ended, once it has.
    pub ended: Option<String>,
    /// When something last happened, in seconds since 1970.
    pub touched: u64,
    /// Whether it waits for whoever asks.
    pub your_turn: bool,
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SeatInfo {
    /// Whose.
    pub side: SideId,
    /// What the force is called.
    pub force: String,
    /// Who sits there.
    pub who: Sitter,
    /// Whether it is yours.
    pub yours: bool,
}

/// Who sits behind a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Sitter {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person {
        /// What they call themselves.
        name: String,
        /// Whether they are connected.
        here: bool,
    },
    /// A computer player.
    Computer {
        /// Its name.
        name: String,
    },
}

/// The lists of the first page.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Lobby {
    /// Matches of whoever asks, the latest first.
    pub mine: Vec<MatchInfo>,
    /// Matches with an open seat.
    pub open: Vec<MatchInfo>,
    /// Matches that are being played and may be watched.
    pub running: Vec<MatchInfo>,
}

/// One rule of a reference.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ClauseText {
    /// Its id.
    pub id: String,
    /// The section it is in.
    pub section: String,
    /// What it says, in HTML.
    pub html: String,
}

/// A reference: its sections with their clauses.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Reference {
    /// The game's title.
    pub title: String,
    /// All of it, in HTML; every clause has its id as an anchor.
    pub html: String,
}
