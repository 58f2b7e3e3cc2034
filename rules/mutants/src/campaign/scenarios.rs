//! Which scenario is played, and what its winner finds there (chapter 18).

use engine::Clause;
use serde::{Deserialize, Serialize};

/// A scenario by its number on the table (MUT-T-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Number(pub u8);

/// What the winner of a scenario finds, besides what everybody can loot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// A die of Food and so much more.
    Food(u8),
    /// Each animal is 2 Food, whoever has caught it.
    Animals,
    /// What was dug up or found.
    Finds,
    /// Nothing but the Advance.
    Nothing,
}

const TITLES: [&str; 6] = [
    "Smoke on the Water",
    "Battle in the Orchard",
    "Rustlers",
    "Artifact Hunt",
    "Military Installation",
    "Radioactive Wasteland",
];

impl Number {
    /// All of them.
    pub const ALL: [Number; 6] = [Number(1), Number(2), Number(3), Number(4), Number(5), Number(6)];
    /// Smoke on the Water.
    pub const WATER: Number = Number(1);
    /// Rustlers.
    pub const RUSTLERS: Number = Number(3);
    /// Radioactive Wasteland.
    pub const WASTELAND: Number = Number(6);
    /// No scenario at all: nobody came to fight (MUT-Q-150).
    pub const UNFOUGHT: Number = Number(7);

    /// What it is called.
    pub fn title(self) -> &'static str {
        let place = usize::from(self.0).saturating_sub(1);
        TITLES.get(place).copied().unwrap_or("no battle")
    }

    /// The scenario of a title, in any case of letters.
    pub fn of_title(title: &str) -> Option<Number> {
        Number::ALL.into_iter().find(|number| number.title().eq_ignore_ascii_case(title))
    }

    /// What its winner finds, and the rule that says so.
    pub fn prize(self) -> (Prize, Clause) {
        let (prize, id) = match self.0 {
            1 => (Prize::Food(0), "MUT-SCN-12"),
            2 => (Prize::Food(2), "MUT-SCN-19"),
            3 => (Prize::Animals, "MUT-SCN-24"),
            4 => (Prize::Finds, "MUT-SCN-31"),
            5 => (Prize::Finds, "MUT-SCN-41"),
            6 => (Prize::Nothing, "MUT-SCN-44"),
            _ => (Prize::Nothing, "MUT-Q-150"),
        };
        (prize, Clause(id))
    }

    /// The rule that gives its winner the loot, if it says so itself.
    pub fn of_loot(self) -> Option<Clause> {
        let (prize, clause) = self.prize();
        matches!(prize, Prize::Food(_) | Prize::Finds).then_some(clause)
    }

    /// The rule that gives its winner an Advance, if it says so itself; Rustlers does not
    /// (MUT-SCN-03).
    pub fn of_advance(self) -> Option<Clause> {
        let (prize, clause) = self.prize();
        (prize != Prize::Animals).then_some(clause)
    }
}
