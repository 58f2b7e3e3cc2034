//! What a move costs and risks in words, for players who look before they leap.

use engine::toll::{Plan, Toll};
use engine::{Clause, ModelId};

use super::{Allowance, MovePlan};
use crate::contamination::{Danger, Peril};
use crate::state::State;

/// A legal move together with what its words are made of.
pub struct Weighed<'a> {
    /// The move.
    pub plan: MovePlan,
    state: &'a State,
    model: ModelId,
    allowance: Allowance,
}

impl State {
    /// A legal move of a model, ready to be put in words.
    pub fn weigh(&self, model: ModelId, allowance: Allowance, plan: MovePlan) -> Weighed<'_> {
        Weighed { plan, state: self, model, allowance }
    }
}

impl Plan for Weighed<'_> {
    fn toll(&self) -> Toll {
        let Weighed { plan, state, model, allowance } = self;
        let run = plan.price > state.move_allowance(*model).distance;
        let checks = plan.dangers.iter().map(|danger| self.check_words(danger));
        let doors = plan.doors.iter().map(|_| "opens a door".to_owned());
        Toll {
            cost: format!("{} of {} inches", plan.price, allowance.distance),
            band: u8::from(run),
            risks: checks.chain(self.efforts()).chain(doors).collect(),
            end: None,
        }
    }
}

impl Weighed<'_> {
    fn check_words(&self, danger: &Danger) -> String {
        let what = match danger.what {
            Peril::Ground(piece) => self.state.table.piece(piece).name.as_str(),
            Peril::Model(other) => self.state.name(other),
        };
        format!("Defense check after {} inches: {what} is contaminated", danger.at)
    }

    /// What is out of the ordinary on the way, once each.
    fn efforts(&self) -> impl Iterator<Item = String> + '_ {
        let used = |id: &'static str| self.plan.used.contains(&Clause(id));
        EFFORTS.iter().filter(move |(id, _)| used(id)).map(|(_, words)| (*words).to_owned())
    }
}

/// Rules that tell what a way leads over.
const EFFORTS: [(&str, &str); 4] = [
    ("REQ-TERR-01", "rough ground, at half pace"),
    ("REQ-MOVE-04", "climbs up or down"),
    ("REQ-MOVE-07", "leaps over a gap"),
    ("REQ-MOVE-08", "vaults an obstacle, 2 inches each"),
];
