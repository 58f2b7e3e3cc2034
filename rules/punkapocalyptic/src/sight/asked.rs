//! What one model would see of another, for players who ask before they act.

use engine::sighting::{Ray, Sighting};
use engine::{Clause, ModelId};
use tabletop::Spot;
use tabletop::sight::samples;

use super::{SAMPLING, silhouette};
use crate::gear::Reach;
use crate::profile::Attribute;
use crate::state::State;
use crate::terrain;

impl State {
    /// What a model would see of another if it stood at a place: just what a shot from there
    /// would be judged by. Whoever goes somewhere may turn as it likes (PUN-Q-05), so from any
    /// place but its own it faces the other.
    pub fn sighting(&self, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        let exist = [from, to].iter().all(|m| m.index() < self.models.len());
        if from == to || !exist || self.model(to).spot.is_none() {
            return None;
        }
        let mut there = self.clone();
        if there.model(from).spot != Some(place) {
            there.model_mut(from).spot = Some(place);
            there.face_model(from, to);
        }
        Some(there.sighting_of(from, to))
    }

    fn sighting_of(&self, from: ModelId, to: ModelId) -> Sighting {
        let (eye, target) = (self.body(from).eye(), silhouette(self.body(to)));
        let seen = self.line_of_sight(from, to);
        let (verdict, clause) = match &seen {
            Ok(()) => self.cover_verdict(from, to),
            Err(refusal) => (refusal.why.clone(), refusal.clause),
        };
        let open = self.lines(from, to, &self.body(to));
        Sighting {
            seen: seen.is_ok(),
            verdict,
            clause,
            distance: self.gap(from, to),
            rays: Ray::fan(eye, &samples(eye, &target, SAMPLING), open),
            witness: self.sightline(&terrain::COVER).look(eye, &target).witness,
            notes: self.weapon_notes(from, to, seen.is_ok()),
        }
    }

    /// What is in the way of a shot at somebody who is seen (PUN-COV-01, 02, 09).
    fn cover_verdict(&self, from: ModelId, to: ModelId) -> (String, Clause) {
        let shelter = self.shelter(from, to);
        let others = self.in_the_way(from, to);
        let names: Vec<&str> = others.iter().map(|m| self.name(*m)).collect();
        let behind = format!("behind {}", names.join(" and "));
        match (shelter.value, others.is_empty()) {
            (0, true) => ("in the open".to_owned(), Clause("PUN-LOS-01")),
            (0, false) => (behind, Clause("PUN-COV-09")),
            (value, true) => (format!("Cover +{value}: {}", shelter.words), Clause("PUN-COV-02")),
            (value, false) => {
                (format!("Cover +{value}: {}, {behind}", shelter.words), Clause("PUN-COV-02"))
            }
        }
    }

    /// A line for each ranged weapon: whether it reaches so far and, where the target is seen,
    /// what must be rolled and what a Hit would come to.
    fn weapon_notes(&self, from: ModelId, to: ModelId, seen: bool) -> Vec<(String, String)> {
        let strength = self.value(from, Attribute::Strength);
        let gap = self.gap(from, to);
        let weapons = 0..self.model(from).weapons.len() as u8;
        let note = |i: u8| {
            let held = self.held(from, i);
            let gun = self.weapon(held);
            let shot = gun.shot()?;
            let range = shot.farthest(strength, held.pumped_range());
            let name = gun.name.to_string();
            if !self.is_within(from, to, range) {
                return Some((name, format!("out of range: {gap} of {range} inches")));
            }
            let band = self.band(from, i, to).filter(|_| seen && gun.is_aimed());
            let words = match (band, shot.reach) {
                (Some(band), _) => {
                    let value = self.aim_of(false, &self.plain_shot(from, (i, to), 1)).sum.total;
                    let penetration = i32::from(gun.penetration(band)) + i32::from(held.pumped[1]);
                    let force = gun.strength(band, strength).map_or(String::new(), |force| {
                        let force = force + i32::from(held.pumped[0]);
                        format!(", Strength {force}, Penetration {penetration}")
                    });
                    format!("{}, {gap} of {range} inches: {value} or less{force}", band.name())
                }
                (None, Reach::Line(_) | Reach::Template { .. }) => {
                    format!("within its {range} inches, {gap} away")
                }
                (None, _) => format!("in range, {gap} of {range} inches"),
            };
            Some((name, words))
        };
        weapons.filter_map(note).collect()
    }
}
