//! What a move or a climb costs and risks in words, for players who look before they leap.

use engine::toll::{Plan, Toll};
use engine::{Clause, ModelId};
use tabletop::{Kind, Spot};

use super::climbing::Climb;
use super::journey::Journey;
use super::survey::Stairway;
use crate::profile::Rule;
use crate::state::State;

/// A legal move together with what its words are made of.
pub(super) struct Weighed<'a> {
    /// The move.
    pub journey: Journey,
    /// Actions that have to be spent on it.
    pub actions: u8,
    /// Who moves.
    pub model: ModelId,
    /// The game.
    pub state: &'a State,
}

impl Plan for Weighed<'_> {
    fn toll(&self) -> Toll {
        let Weighed { journey, actions, .. } = self;
        let moves = match journey.moves {
            0 | 1 => String::new(),
            n => format!(" ({n} moves)"),
        };
        let cost = match actions {
            0 => "no further action".to_owned(),
            1 => "1 action".to_owned(),
            n => format!("{n} actions"),
        };
        let halted = journey.halt.is_some() || journey.aim.last() != journey.path.last();
        Toll {
            cost: cost + &moves,
            band: actions.saturating_sub(1),
            risks: self.risks(),
            end: halted.then(|| journey.end()),
        }
    }
}

impl Weighed<'_> {
    fn risks(&self) -> Vec<String> {
        let Weighed { journey, state, model, .. } = self;
        let mut risks = Vec::new();
        if let Some(halt) = journey.halt {
            risks.push(format!("ends early: {}", state.halt_words(halt)));
        }
        self.add_fears(&mut risks);
        if journey.into_water {
            let shy = state.has(*model, Rule::FearOfWater);
            risks.push(
                if shy { "into water, if it dares: one Quality die" } else { "into water" }
                    .to_owned(),
            );
        }
        if journey.used.contains(&Clause("MUT-TER-03")) {
            risks.push("difficult ground".to_owned());
        }
        if let Some(way) = journey.way {
            self.add_stairs(way, &mut risks);
        }
        let features = state.table.features();
        let doors = journey.doors.iter().filter_map(|door| features.get(usize::from(door.0)));
        risks.extend(doors.map(|door| format!("opens the {}", door.name)));
        if state.is_irradiated_on(*model, &journey.path, journey.aloft) {
            risks.push("irradiated ground: a Radiation check".to_owned());
        }
        risks
    }

    /// Fear on either side of a contact (MUT-SPC-136, MUT-SPC-137).
    fn add_fears(&self, risks: &mut Vec<String>) {
        for enemy in self.state.new_contacts(self.model, self.journey.end()) {
            let name = self.state.name(enemy);
            if self.state.fears(self.model, enemy) {
                risks.push(format!("afraid of {name}: one Quality die"));
            }
            if self.state.fears(enemy, self.model) {
                risks.push(format!("frightens {name}, who checks Morale first"));
            }
        }
    }

    fn add_stairs(&self, way: Stairway, risks: &mut Vec<String>) {
        let what = if way.kind == Kind::Ladder { "ladder" } else { "stairs" };
        risks.push(format!("{} the {what}", if way.up { "up" } else { "down" }));
        if self.state.may_collapse(self.model, way) {
            risks.push(format!("the {what} may collapse: on a 1"));
        }
        if self.state.would_hurry(self.model, way) {
            risks.push(format!("in a hurry on the {what}: one Quality die, or it falls"));
        }
    }
}

/// A climb that may be tried, together with what its words are made of.
pub(super) struct Ascent<'a> {
    /// Where it leads.
    pub end: Spot,
    /// Who climbs.
    pub model: ModelId,
    /// What it climbs.
    pub climb: Climb,
    /// The game.
    pub state: &'a State,
}

impl Plan for Ascent<'_> {
    fn toll(&self) -> Toll {
        let Ascent { end, model, climb, state } = self;
        let roll = state.climbing_roll(*model, state.is_sheer(*climb));
        let by: i8 = roll.extra.iter().map(|(by, ..)| by).sum();
        let modified = if by == 0 { String::new() } else { format!(" at {by:+}") };
        let height = (end.z - state.spot(*model).z).abs();
        Toll {
            cost: "all actions".to_owned(),
            band: 0,
            risks: vec![format!(
                "{height} inches to climb: {} Quality dice{modified}, and it falls if none succeeds",
                roll.dice
            )],
            end: None,
        }
    }
}
