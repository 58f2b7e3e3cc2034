//! What browsers and the server say to each other.
//!
//! `web/src/lib/protocol.ts` is made from these types; a test sees to it that it is up to date.
//! Nothing here knows a rule: views, questions, events and answers are the engine's own.

use std::collections::BTreeMap;

use engine::book::{Meaning, OptionSpec, RosterSheet, Scenario};
use engine::ids::{Clause, ModelId, SideId};
use engine::matches::{StandingReply, Told};
use engine::question::{Answer, Question, Refusal};
use engine::sighting::Sighting;
use engine::view::{Eyes, View};
use engine::ways::{Foresight, Stand, Way};
use serde::{Deserialize, Serialize};
use tabletop::generate::Theme;
use tabletop::terrain::Kind;
use tabletop::{Cloud, Length, Point, Sketch, Spot};
use ts_rs::TS;

// Setting up ------------------------------------------------------------------------------

/// A game that can be played.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameInfo {
    /// The word used in addresses and files.
    pub key: String,
    /// The title.
    pub title: String,
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

// Playing ---------------------------------------------------------------------------------

/// What a browser says.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The browser's number for it; the reply bears the same.
    pub id: u32,
    /// What is wanted.
    pub act: Act,
}

/// What is wanted. Which side wants it is decided by who is connected, never by the message.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Answers the open question.
    Answer {
        /// The number of the picture that was looked at; an answer to an older one is refused.
        at: u64,
        /// The answer.
        answer: Answer,
    },
    /// Undoes the side's last answer.
    Undo {
        /// The number of the picture that was looked at.
        at: u64,
    },
    /// Asks the others to take back the last answer.
    AskBack {
        /// The number of the picture that was looked at.
        at: u64,
    },
    /// Grants or declines a take-back.
    ReplyBack {
        /// Whether it is granted.
        grant: bool,
    },
    /// Answers questions of a topic in advance, or wants to be asked again.
    Stand {
        /// Which questions.
        topic: String,
        /// What to answer; nothing to be asked again.
        reply: Option<StandingReply>,
    },
    /// Takes another of one's own seats: the device is handed over.
    Sit {
        /// Which.
        side: SideId,
    },
    /// Wants a way for the model that is asked for its path.
    Way {
        /// Bends it must have.
        via: Vec<Spot>,
        /// Where it should lead.
        to: Point,
        /// At which height; the likeliest if not said.
        level: Option<Length>,
    },
    /// Wants to know where the model that is asked for its path can get to.
    Reach,
    /// Wants to know whether an answer is legal and what it leads to.
    Foresee {
        /// The answer.
        answer: Answer,
    },
    /// Wants the odds of an answer.
    Odds {
        /// The answer.
        answer: Answer,
    },
    /// Wants to know what a model sees, or would see from elsewhere.
    Sight {
        /// Who looks.
        from: ModelId,
        /// From where, if not from where it stands.
        place: Option<Spot>,
        /// At whom; at everybody on another side if nobody is named.
        to: Option<ModelId>,
    },
    /// Wants to know at which heights something can stand at a point.
    Levels {
        /// The point.
        at: Point,
    },
    /// Wants a distance measured.
    Measure {
        /// From here.
        from: End,
        /// To here.
        to: End,
    },
}

/// One end of a ruler.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum End {
    /// The base of a model.
    Model(ModelId),
    /// A point of the table.
    Point(Point),
}

/// What the server says.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Message {
    /// The first message, and the one after every change of seats.
    Welcome(Box<Welcome>),
    /// Something has changed.
    Update(Box<Update>),
    /// The reply to a request.
    Reply {
        /// The number of the request.
        id: u32,
        /// What came of it.
        reply: Reply,
    },
    /// The match cannot be gone on with here; the reason is for people.
    Broken {
        /// The reason.
        why: String,
    },
}

/// Everything somebody needs who has just come to the table.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Welcome {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// The game's key.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The scenario's title.
    pub scenario: String,
    /// What the scenario is about.
    pub summary: String,
    /// Options that differ from the usual.
    pub options: BTreeMap<String, String>,
    /// Through whose eyes the table is seen.
    pub eyes: Eyes,
    /// The table.
    pub table: Ground,
    /// What each kind of terrain means.
    pub meanings: BTreeMap<Kind, Vec<(Meaning, Clause)>>,
    /// Hash of the seed of the dice; empty when real dice are thrown.
    pub commitment: String,
    /// Whether answers may be taken back when the others agree.
    pub take_backs: bool,
    /// Everything that changes.
    pub picture: Picture,
    /// Everything that happened.
    pub log: Vec<Told>,
    /// What was lost or could not be verified when the match was loaded.
    pub warnings: Vec<String>,
}

/// Something has changed.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Update {
    /// Everything that changes.
    pub picture: Picture,
    /// How many events of those seen before still hold; fewer than there were after an undo.
    pub kept: usize,
    /// What happened since.
    pub log: Vec<Told>,
}

/// Everything about a match that changes.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Picture {
    /// How often anything has changed: answers refer to it.
    pub at: u64,
    /// How many steps were played.
    pub steps: usize,
    /// The models and how the sides stand.
    pub view: View,
    /// What has changed on the table.
    pub changes: Alterations,
    /// The question this browser must answer.
    pub question: Option<Question>,
    /// Everybody who must answer.
    pub waiting: Vec<Waiting>,
    /// What can be taken back.
    pub undo: Option<Undo>,
    /// A take-back somebody asks for.
    pub offer: Option<Offer>,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// Another of one's own sides is asked: hand the device over.
    pub hand_over: Option<HandOver>,
    /// Questions this side has answered in advance.
    pub standing: Vec<(String, StandingReply)>,
    /// The match that was begun as a rematch of this one.
    pub rematch: Option<String>,
}

/// Somebody who must answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Waiting {
    /// Which side.
    pub side: SideId,
    /// What is asked; nothing if it is secret.
    pub prompt: Option<String>,
    /// Since when, in seconds since 1970.
    pub since: u64,
}

/// The last answer, and whether it can be had back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Undo {
    /// Whose answer.
    pub side: SideId,
    /// What it was.
    pub what: String,
    /// Whether it can simply be undone; otherwise the others must agree.
    pub free: bool,
}

/// A take-back somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Offer {
    /// Who asks.
    pub by: SideId,
    /// Whose answer would be taken back.
    pub side: SideId,
    /// What it was.
    pub what: String,
    /// Whether this browser may grant it.
    pub yours: bool,
}

/// The device has to be handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HandOver {
    /// To whom.
    pub to: SideId,
    /// Whether there is anything the one who has it now must not see.
    pub private: bool,
}

/// The table.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Ground {
    /// Its size and pieces.
    pub sketch: Sketch,
    /// Doors and walls that may change, by their numbers.
    pub features: Vec<FeatureInfo>,
}

/// A door or wall that may change.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FeatureInfo {
    /// What people call it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The middle of it.
    pub at: Point,
    /// The number of the piece it belongs to.
    pub piece: u16,
}

/// What has changed on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Alterations {
    /// Numbers of doors that are open and walls that are breached.
    pub gone: Vec<u8>,
    /// Smoke, fire and the like.
    pub clouds: Vec<Cloud>,
}

/// What came of a request.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Reply {
    /// It was done; an update tells what came of it.
    Done,
    /// It is not legal, and nothing has changed.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// It came too late: something had changed since. An update tells what.
    Stale,
    /// The request could not be understood or is not for this seat.
    Misfit {
        /// Why.
        why: String,
    },
    /// A way.
    Way {
        /// The way.
        way: Way,
        /// What the mover would see of the others from its end.
        sights: Vec<Sight>,
    },
    /// Where a model can get to.
    Reach {
        /// The places.
        stands: Vec<Stand>,
    },
    /// What an answer leads to.
    Foresight {
        /// What it leads to.
        foresight: Foresight,
    },
    /// The odds of an answer.
    Odds {
        /// Every result, the likeliest first.
        results: Vec<OddsLine>,
    },
    /// Odds that could not be worked out.
    NoOdds {
        /// Why.
        why: String,
    },
    /// What a model sees.
    Sight {
        /// Of whom what.
        sights: Vec<Sight>,
    },
    /// The heights at which something can stand at a point, the lowest first.
    Levels {
        /// The heights.
        levels: Vec<Length>,
    },
    /// A distance.
    Measure {
        /// Between the nearest points of both ends.
        distance: Length,
        /// Between their middles.
        middles: Length,
    },
}

/// How likely a result is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct OddsLine {
    /// The result in words.
    pub result: String,
    /// Its chance as a fraction, or as a decimal where the fraction would be too long.
    pub chance: String,
    /// Its chance in millionths.
    pub millionths: u64,
}

/// What a model sees of another.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sight {
    /// Of whom.
    pub to: ModelId,
    /// What.
    pub sighting: Sighting,
}

// Replays ---------------------------------------------------------------------------------

/// A match from its beginning, as one pair of eyes saw it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Timeline {
    /// Through whose eyes.
    pub eyes: Eyes,
    /// Through whose eyes it may be seen.
    pub choices: Vec<Eyes>,
    /// How many steps were played.
    pub steps: usize,
    /// The first step that can be shown.
    pub first: usize,
    /// Everything that happened.
    pub log: Vec<Told>,
    /// Whether it may be played on from any point, or why not.
    pub branch: Result<(), String>,
    /// Whether its file may be had, or why not.
    pub file: Result<(), String>,
}

/// The match after a step.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FrameInfo {
    /// How many steps had been played.
    pub steps: usize,
    /// The models and how the sides stood.
    pub view: View,
    /// What had changed on the table.
    pub changes: Alterations,
    /// How many events had happened by then.
    pub events: usize,
}
