//! What happened, for people and screens.

use serde::Serialize;
use tabletop::{Length, Spot};

use crate::ids::{Clause, ModelId, SideId};

/// One thing that happened.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The sentence for the log.
    pub text: String,
    /// The rule by which it happened.
    pub clause: Option<Clause>,
    /// Who may know; nobody named means everybody.
    pub audience: Vec<SideId>,
    /// What a screen can draw.
    pub deed: Deed,
}

/// The part of an event that a screen can draw.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "deed")]
pub enum Deed {
    /// Only the sentence.
    Note,
    /// A new round or phase begins.
    Heading,
    /// A model moved along a path.
    Moved {
        /// Who.
        model: ModelId,
        /// Along what.
        path: Vec<Spot>,
    },
    /// A model attacked another.
    Attacked {
        /// Who.
        model: ModelId,
        /// Whom.
        target: ModelId,
        /// By a shot or blow.
        ranged: bool,
    },
    /// Something burst, or a round template was laid.
    Burst {
        /// Where its middle is.
        at: Spot,
        /// How far it reaches.
        radius: Length,
    },
    /// Dice were rolled.
    Rolled(Roll),
    /// A model's condition changed.
    Changed {
        /// Whose.
        model: ModelId,
    },
    /// A model left the table for good.
    Removed {
        /// Who.
        model: ModelId,
    },
    /// The match is over.
    Ended,
}

impl Event {
    /// A sentence and the rule behind it.
    pub fn note(clause: Clause, text: impl Into<String>) -> Event {
        Event { text: text.into(), clause: Some(clause), audience: Vec::new(), deed: Deed::Note }
    }

    /// The same with something to draw.
    pub fn deed(mut self, deed: Deed) -> Event {
        self.deed = deed;
        self
    }

    /// The same for the eyes of some sides only.
    pub fn only_for(mut self, side: SideId) -> Event {
        self.audience.push(side);
        self
    }

    /// Whether a pair of eyes may see it.
    pub fn is_for(&self, eyes: Option<SideId>) -> bool {
        self.audience.is_empty() || eyes.is_some_and(|side| self.audience.contains(&side))
    }
}

/// A roll with everything that went into it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Who rolled.
    pub side: SideId,
    /// For which model.
    pub model: Option<ModelId>,
    /// Whose roll and what for: `Ana shoots`.
    pub title: String,
    /// The dice as they lie.
    pub dice: Vec<Die>,
    /// How many sides each of them has.
    pub sides: u8,
    /// Everything that changed the number of dice or the total, in order.
    pub terms: Vec<Term>,
    /// What came of it.
    pub total: i32,
    /// Whether each die is judged by itself and the total is how many succeeded; such a roll's
    /// terms change every die.
    pub counts: bool,
}

/// One die of a roll.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// What it shows.
    pub face: u8,
    /// Whether it counts.
    pub kept: bool,
    /// What it showed before it was rolled again.
    pub was: Option<u8>,
}

/// One thing that changed a roll.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Its size as the book writes it: `+1k0`, `-2`.
    pub amount: String,
    /// What it adds to the total; nothing for terms that change the number of dice.
    pub value: i32,
    /// Why.
    pub reason: String,
    /// By which rule.
    pub clause: Clause,
}

impl Term {
    /// A plain number that is added.
    pub fn plain(value: i32, reason: &str, clause: Clause) -> Term {
        Term { amount: format!("{value:+}"), value, reason: reason.to_owned(), clause }
    }
}

impl Roll {
    /// The total worked out again from the dice and the terms.
    pub fn sum(&self) -> i32 {
        let kept = self.dice.iter().filter(|d| d.kept);
        if self.counts {
            return kept.count() as i32;
        }
        let dice: i32 = kept.map(|d| i32::from(d.face)).sum();
        dice + self.terms.iter().map(|t| t.value).sum::<i32>()
    }
}

impl std::fmt::Display for Roll {
    /// `Ana shoots 2k2 Ranged +1k0 Rifle: 4 [5] [6] = 11`; dice that count are in brackets, and
    /// `1>6` was a one that became a six.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.title)?;
        for term in &self.terms {
            write!(f, " {} {}", term.amount, term.reason)?;
        }
        write!(f, ":")?;
        for die in &self.dice {
            let was = die.was.map(|w| format!("{w}>")).unwrap_or_default();
            match die.kept {
                true => write!(f, " [{was}{}]", die.face)?,
                false => write!(f, " {was}{}", die.face)?,
            }
        }
        write!(f, " = {}", self.total)
    }
}
