//! Pump-action weapons (PUN-PUM).

use engine::{Ask, Choice, Clause, Cx, Deed as Done, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;

use crate::actions::{Action, Deed};
use crate::gear::GearRule;
use crate::state::State;

/// Pump markers on Strength, Penetration and range.
type Markers = [u8; 3];

/// Markers that an Action of pumping adds (PUN-PUM-01).
const STROKE: u8 = 3;
/// The most markers on one attribute (PUN-PUM-03).
const MOST: u8 = 5;
/// From here on the weapon may burst (PUN-PUM-04).
const DANGEROUS: u8 = 3;

/// All ways to share out the markers of one Action: all of them, as far as there is room
/// (PUN-PUM-03, PUN-Q-68).
fn strokes(pumped: Markers) -> SmallVec<[Markers; 10]> {
    let room = pumped.map(|markers| MOST.saturating_sub(markers));
    let all = STROKE.min(room.iter().sum());
    let mut ways: SmallVec<[Markers; 10]> = SmallVec::new();
    for strength in 0..=all.min(room[0]) {
        for penetration in 0..=(all - strength).min(room[1]) {
            let range = all - strength - penetration;
            if range <= room[2] {
                ways.push([strength, penetration, range]);
            }
        }
    }
    ways
}

impl State {
    /// Weapons that can be pumped (PUN-PUM-01, 03).
    pub(super) fn add_pumping(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        for (i, held) in self.model(model).weapons.iter().enumerate() {
            let weapon = self.weapon(held);
            if !weapon.has(GearRule::PumpAction) {
                continue;
            }
            let full = held.pumped.iter().all(|markers| *markers >= MOST);
            let refusal = match (held.jammed, full) {
                (false, false) => {
                    actions.push(Action::Do(Deed::Pump(i as u8)));
                    continue;
                }
                (true, _) => Refusal::new(Clause("PUN-KAB-01"), "it is jammed"),
                (false, true) => Refusal::new(Clause("PUN-PUM-03"), "it holds no more markers"),
            };
            if told {
                actions.push(Action::Impossible(format!("pump {}", weapon.name), refusal));
            }
        }
    }

    /// What a player should know of pumping.
    pub fn describe_pumping(&self, model: ModelId, weapon: u8) -> Choice {
        let held = self.held(model, weapon);
        let merit = if held.pumped == [0; 3] { 60 } else { -5 };
        Choice::new(format!("pump {}", self.weapon(held).name))
            .detail("three markers for the next shot")
            .merit(merit)
    }

    /// A model pumps a weapon, and its player shares out the markers (PUN-PUM-01).
    pub fn pump(&mut self, cx: &mut Cx<'_>, model: ModelId, weapon: u8) -> Play<()> {
        let pumped = self.held(model, weapon).pumped;
        let ways = strokes(pumped);
        if ways.is_empty() {
            return Ok(());
        }
        ["PUN-ACT-06", "PUN-PUM-03", "PUN-Q-68"].iter().for_each(|id| cx.cite(Clause(id)));
        let prompt = "What are the markers for?";
        let ask = Ask::new(self.side(model), "pump", prompt, Clause("PUN-PUM-01")).about(model);
        let words = |[strength, penetration, range]: Markers| {
            format!("{strength} Strength, {penetration} Penetration, {range} range")
        };
        let chosen = cx.choose(ask, &ways, |way| {
            let after = [0, 1, 2].map(|i| pumped[i] + way[i]);
            let risky = after.iter().any(|markers| *markers >= DANGEROUS);
            let merit = 2 * i32::from(way[0]) + i32::from(way[1]) - 3 * i32::from(risky);
            let detail = if risky { "the shot may jam it for good" } else { "" };
            Choice::new(words(*way)).detail(detail).merit(merit)
        })?;
        let own = &mut self.model_mut(model).weapons[usize::from(weapon)];
        for (markers, more) in own.pumped.iter_mut().zip(chosen) {
            *markers += more;
        }
        cx.say(|| {
            let gun = &self.weapon(self.held(model, weapon)).name;
            let text = format!("{} pumps the {gun}: {}", self.name(model), words(chosen));
            Event::note(Clause("PUN-PUM-01"), text).deed(Done::Changed { model })
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_markers_find_room() {
        assert_eq!(strokes([0; 3]).len(), 10);
        assert_eq!(strokes([5, 4, 0]).as_slice(), [[0, 0, 3], [0, 1, 2]]);
        assert_eq!(strokes([5, 5, 4]).as_slice(), [[0, 0, 1]]);
        assert_eq!(strokes([5; 3]).as_slice(), [[0, 0, 0]]);
    }
}
