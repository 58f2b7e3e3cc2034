//! Rolls of one or more dice with everything that is added, doubled and divided.

use engine::event::{Die, Term};
use engine::{Clause, Cx, Deed, Event, ModelId, Need, Play, Roll, SideId};
use smallvec::SmallVec;

/// Something that changes a roll.
#[derive(Clone, Copy, Debug)]
enum Change {
    Add(i32),
    Double,
    Share(i32),
}

/// What is added to a roll, in order; each with its reason and rule.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    changes: SmallVec<[(Change, &'static str, Clause); 6]>,
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, by: i32, why: &'static str, clause: Clause) {
        if by != 0 {
            self.changes.push((Change::Add(by), why, clause));
        }
    }

    /// Adds a number if something is so.
    pub fn add_if(&mut self, so: bool, by: i32, why: &'static str, clause: Clause) {
        if so {
            self.add(by, why, clause);
        }
    }

    /// Doubles whatever there is so far (KZ-Q-37).
    pub fn double(&mut self, why: &'static str, clause: Clause) {
        self.changes.push((Change::Double, why, clause));
    }

    /// Divides whatever there is so far, rounding down.
    pub fn share(&mut self, among: usize, why: &'static str, clause: Clause) {
        if among > 1 {
            self.changes.push((Change::Share(among as i32), why, clause));
        }
    }

    /// What it makes of dice.
    pub fn total(&self, dice: i32) -> i32 {
        self.changes.iter().fold(dice, |sum, (change, ..)| change.apply(sum))
    }

    fn terms(&self, dice: i32) -> Vec<Term> {
        let mut sum = dice;
        let mut term = |(change, why, clause): &(Change, &'static str, Clause)| {
            let before = sum;
            sum = change.apply(sum);
            let amount = match change {
                Change::Add(by) => format!("{by:+}"),
                Change::Double => "x2".to_owned(),
                Change::Share(n) => format!("/{n}"),
            };
            Term { amount, value: sum - before, reason: (*why).to_owned(), clause: *clause }
        };
        self.changes.iter().map(&mut term).collect()
    }
}

impl Change {
    fn apply(self, sum: i32) -> i32 {
        match self {
            Change::Add(by) => sum + by,
            Change::Double => sum * 2,
            Change::Share(n) => sum.div_euclid(n),
        }
    }
}

/// What came of a roll.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The first die as it lies.
    pub face: u8,
    /// The total.
    pub total: i32,
}

/// What a roll is for: whose dice, for which model, and the words the roll is told with.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// Who throws.
    pub side: SideId,
    /// For which model.
    pub model: Option<ModelId>,
    /// How many dice.
    pub count: u8,
    /// What for, in a few words.
    pub purpose: &'static str,
    /// The rule behind it.
    pub clause: Clause,
}

/// Throws dice, adds everything up and tells it.
pub fn roll(
    cx: &mut Cx<'_>,
    cast: Cast,
    sum: &Sum,
    title: impl FnOnce() -> String,
) -> Play<Rolled> {
    let need = Need::d6(cast.side, cast.count, cast.purpose);
    let need = cast.model.map_or(need, |model| need.by(model));
    let faces = cx.dice(need)?;
    let dice: i32 = faces.iter().map(|face| i32::from(*face)).sum();
    let total = sum.total(dice);
    cx.say(|| {
        let die = |face: &u8| Die { face: *face, kept: true, was: None };
        let told = Roll {
            side: cast.side,
            model: cast.model,
            title: title(),
            dice: faces.iter().map(die).collect(),
            sides: 6,
            terms: sum.terms(dice),
            total,
            counts: false,
        };
        let text = told.to_string();
        Event::note(cast.clause, text).deed(Deed::Rolled(told))
    });
    Ok(Rolled { face: faces.first().copied().unwrap_or(0), total })
}
