//! What is said over a socket while a match is played.

use std::collections::BTreeMap;

use engine::book::Meaning;
use engine::ids::{Clause, ModelId, SideId};
use engine::matches::{StandingReply, Thought, Told};
use engine::question::{Answer, Question, Refusal};
use engine::sighting::Sighting;
use engine::view::{Eyes, View};
use engine::ways::{Foresight, Stand, Together, Way};
use players::outlook::Outlook;
use serde::{Deserialize, Serialize};
use tabletop::terrain::Kind;
use tabletop::{Cloud, Length, Point, Sketch, Spot};
use ts_rs::TS;

use super::SeatInfo;

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
        /// The number of the offer; a reply to an older one is refused.
        at: u64,
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
    /// Wants to know why computers answered as they did, once the match is over.
    Thoughts,
    /// Wants to know who was how likely to win when, once the match is over. Working that out
    /// takes a while, and the reply comes when it is done.
    Outlook,
    /// Wants a way for the model that is asked for its path.
    Way {
        /// Bends it must have.
        via: Vec<Spot>,
        /// Where it should lead.
        to: Point,
        /// At which height; the likeliest if not said.
        level: Option<Length>,
    },
    /// Wants ways for several models that are asked for their paths together.
    Ways {
        /// Who should go where; those not named stay.
        aims: Vec<Shown>,
    },
    /// Wants to know where the model that is asked for its path can get to.
    Reach {
        /// Which of several; the first if not said.
        model: Option<ModelId>,
    },
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

/// Where one of several models should go.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct Shown {
    /// Who.
    pub model: ModelId,
    /// Bends its way must have.
    pub via: Vec<Spot>,
    /// Where it should lead.
    pub to: Point,
    /// At which height; the likeliest if not said.
    pub level: Option<Length>,
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
    /// Its number: a reply refers to it.
    pub at: u64,
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
    /// Why computers answered as they did, in the order of their answers.
    Thoughts {
        /// The thoughts.
        thoughts: Vec<Thought>,
    },
    /// Who was how likely to win when.
    Outlook {
        /// The outlook.
        outlook: Outlook,
    },
    /// A way.
    Way {
        /// The way.
        way: Way,
        /// What the mover would see of the others from its end.
        sights: Vec<Sight>,
    },
    /// The ways of several models.
    Ways {
        /// The ways, and whether all of them can be gone.
        together: Together,
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
        /// How sure they are.
        certainty: Certainty,
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
    /// Its chance as a fraction, or as a decimal where the fraction would be too long; `7 of 2000`
    /// where it was counted.
    pub chance: String,
    /// Its chance in millionths.
    pub millionths: u64,
    /// Where it was counted: between which two, in millionths, the chance lies with 95 % certainty.
    pub between: Option<(u64, u64)>,
}

/// How sure odds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Every way the dice can fall was gone through.
    Exact,
    /// The same, but the fractions are too long to be written out and are rounded.
    Rounded,
    /// There are too many ways: the action was tried again and again, and counted.
    Tried {
        /// How often.
        tries: u32,
    },
}

/// What a model sees of another.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sight {
    /// Of whom.
    pub to: ModelId,
    /// What.
    pub sighting: Sighting,
}
