//! What a step may need from a side: a small closed vocabulary.
//!
//! One client and one computer player can handle any book, because no book can ask for
//! anything that is not listed here.

use serde::{Deserialize, Serialize};
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::dice::Need;
use crate::ids::{Clause, ModelId, SideId};

/// What a step needs from a side before it can go on.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Who must answer.
    pub side: SideId,
    /// A stable word for this sort of question, for standing answers.
    pub topic: &'static str,
    /// The question in words.
    pub prompt: String,
    /// What it is part of, outermost first.
    pub scopes: Vec<String>,
    /// The rule that asks.
    pub clause: Clause,
    /// The model the question is about.
    pub about: Option<ModelId>,
    /// Whether the answer stays hidden from the others until it is revealed.
    pub secret: bool,
    /// Whether the one asked has just lost a roll, for standing answers such as "re-roll only
    /// when I lost".
    pub losing: bool,
    /// Radius of the round template that is laid at the point asked for.
    pub template: Option<Length>,
    /// What kind of answer is wanted.
    pub form: Form,
}

/// The kind of answer wanted.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Form {
    /// One of these options.
    One {
        /// The options, possible and nearly possible.
        choices: Vec<Choice>,
    },
    /// Some of these options.
    Some {
        /// The options.
        choices: Vec<Choice>,
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
    },
    /// A number.
    Number {
        /// Smallest possible.
        least: i64,
        /// Largest possible.
        most: i64,
    },
    /// A path for one model.
    Path {
        /// Whose path.
        model: ModelId,
        /// Where it begins.
        start: Spot,
        /// The longest it can be in the best case.
        limit: Length,
        /// Places worth going to.
        goals: Vec<Goal>,
    },
    /// Paths for several models that move together.
    Paths {
        /// Whose paths, and where they begin.
        movers: Vec<(ModelId, Spot)>,
        /// The longest each can be in the best case.
        limit: Length,
        /// Places worth going to for the first of them, the others keeping their distance.
        goals: Vec<Goal>,
    },
    /// A place along a path.
    Along {
        /// The path.
        path: Vec<Spot>,
        /// Its length.
        length: Length,
        /// Places worth choosing; people see the path and need no list of them.
        #[serde(skip)]
        milestones: Vec<Milestone>,
    },
    /// A point of the table.
    Point {
        /// The box it must lie in, at least.
        within: Extent,
        /// Points worth choosing.
        goals: Vec<Goal>,
    },
    /// A direction to face.
    Facing {
        /// Who turns.
        model: ModelId,
    },
    /// A place for each of these models.
    Placement {
        /// Who is placed.
        models: Vec<ModelId>,
        /// The box they must stand in, at least.
        within: Extent,
        /// Places worth choosing.
        goals: Vec<Goal>,
    },
    /// Dice read off a real table.
    Dice {
        /// Which dice.
        need: Need,
    },
}

/// A place worth going to, with a rough rating for simple players.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Goal {
    /// Where.
    pub spot: Spot,
    /// How good, compared with the other goals.
    pub merit: i32,
}

/// A place worth choosing along a path, with a rough rating for simple players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// How far it is from the start.
    pub at: Length,
    /// How good, compared with the other places.
    pub merit: i32,
}

/// One option of a question.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its notation: unique within its question and the same everywhere, in rulings, logs,
    /// replays, on the command line and for a screen reader.
    pub key: String,
    /// What would happen, in a few words.
    pub detail: String,
    /// The models it concerns.
    pub models: Vec<ModelId>,
    /// Why it cannot be chosen, for options that are nearly possible.
    pub refusal: Option<Refusal>,
    /// Whether it declines an offer or ends what is going on.
    pub declines: bool,
    /// How good it looks at first sight, for simple players.
    pub merit: i32,
}

impl Choice {
    /// An option with its notation.
    pub fn new(key: impl Into<String>) -> Choice {
        Choice { key: key.into(), ..Choice::default() }
    }

    /// The same with a remark on what would happen.
    pub fn detail(mut self, detail: impl Into<String>) -> Choice {
        self.detail = detail.into();
        self
    }

    /// The same about a model.
    pub fn about(mut self, model: ModelId) -> Choice {
        self.models.push(model);
        self
    }

    /// The same as the option that declines.
    pub fn declining(mut self) -> Choice {
        self.declines = true;
        self
    }

    /// The same with a rating for simple players.
    pub fn merit(mut self, merit: i32) -> Choice {
        self.merit = merit;
        self
    }

    /// The same as an option that is shown but cannot be chosen.
    pub fn refused(mut self, refusal: Refusal) -> Choice {
        self.refusal = Some(refusal);
        self
    }
}

/// Why an answer is not legal.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The reason, with its numbers.
    pub why: String,
    /// The rule that says so.
    pub clause: Clause,
}

impl Refusal {
    /// A refusal under a clause.
    pub fn new(clause: Clause, why: impl Into<String>) -> Refusal {
        Refusal { why: why.into(), clause }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.why, self.clause)
    }
}

/// The clause of refusals that no rulebook makes: answers that do not fit their question.
pub const ENGINE: Clause = Clause("ENGINE");

/// A side's reply to a question.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The option with this notation.
    Pick(String),
    /// The options with these notations.
    Picks(Vec<String>),
    /// A number.
    Number(i64),
    /// A path, its start included.
    Path(Vec<Spot>),
    /// A path for each model.
    Paths(Vec<(ModelId, Vec<Spot>)>),
    /// A place along the path, by its distance from the start.
    Along(Length),
    /// A point.
    Point(Point),
    /// A direction.
    Facing(Vector),
    /// A place for each model.
    Placement(Vec<(ModelId, Spot)>),
    /// Faces of real dice.
    Dice(Vec<u8>),
}

/// The fixed part of a question, written down where the rule asks it.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Who must answer.
    pub side: SideId,
    /// A stable word for this sort of question.
    pub topic: &'static str,
    /// The question in words.
    pub prompt: &'static str,
    /// The rule that asks.
    pub clause: Clause,
    /// The model the question is about.
    pub about: Option<ModelId>,
    /// Whether the answer stays hidden until revealed.
    pub secret: bool,
    /// Whether the one asked has just lost a roll.
    pub losing: bool,
    /// Radius of the round template that is laid at the point asked for.
    pub template: Option<Length>,
}

impl Ask {
    /// A question to a side under a clause.
    pub const fn new(
        side: SideId,
        topic: &'static str,
        prompt: &'static str,
        clause: Clause,
    ) -> Ask {
        Ask {
            side,
            topic,
            prompt,
            clause,
            about: None,
            secret: false,
            losing: false,
            template: None,
        }
    }

    /// The same, about a model.
    pub const fn about(mut self, model: ModelId) -> Ask {
        self.about = Some(model);
        self
    }

    /// The same, to be answered in secret.
    pub const fn secret(mut self) -> Ask {
        self.secret = true;
        self
    }

    /// The same, saying whether the one asked has just lost a roll.
    pub const fn losing(mut self, losing: bool) -> Ask {
        self.losing = losing;
        self
    }

    /// The same, for the middle of a round template.
    pub const fn template(mut self, radius: Length) -> Ask {
        self.template = Some(radius);
        self
    }

    /// The whole question.
    pub fn question(&self, scopes: &[String], form: Form) -> Question {
        Question {
            side: self.side,
            topic: self.topic,
            prompt: self.prompt.to_owned(),
            scopes: scopes.to_vec(),
            clause: self.clause,
            about: self.about,
            secret: self.secret,
            losing: self.losing,
            template: self.template,
            form,
        }
    }
}
