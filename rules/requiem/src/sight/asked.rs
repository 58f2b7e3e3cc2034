//! What one model would see of another, for players who ask before they act.

use engine::sighting::{Ray, Sighting};
use engine::{Clause, ModelId};
use tabletop::sight::{Look, met_by, samples};
use tabletop::{Body, Length, Spot, measure};

use super::{Bar, Cover, SAMPLING};
use crate::shooting::Shot;
use crate::state::State;

impl State {
    /// What a model would see of another if it stood at a place: just what a shot from there
    /// would be judged by.
    pub fn sighting(&self, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        let exist = [from, to].iter().all(|m| m.index() < self.models.len());
        if from == to || !exist || self.model(to).spot.is_none() {
            return None;
        }
        let mut there = self.clone();
        there.model_mut(from).spot = Some(place);
        Some(there.sighting_of(from, to))
    }

    fn sighting_of(&self, from: ModelId, to: ModelId) -> Sighting {
        let (eye, target) = (self.body(from), self.body(to));
        let look = self.sight().look(eye.eye(), &target);
        let line = self.shot_line(from, to);
        let (verdict, clause) = match line {
            Ok(cover) => self.cover_verdict(cover, (&eye, &target), &look),
            Err(bar) => (self.bar_verdict(bar), bar.clause()),
        };
        Sighting {
            seen: line.is_ok(),
            verdict,
            clause,
            distance: measure::body_gap(&eye, &target),
            rays: self.rays(from, to, look),
            witness: look.witness,
            notes: self.weapon_notes(from, to, line.ok()),
        }
    }

    fn cover_verdict(
        &self,
        cover: Cover,
        (eye, target): (&Body, &Body),
        look: &Look,
    ) -> (String, Clause) {
        let window = look.visible() && self.is_at_window(eye.eye(), target, look);
        let (words, id) = match cover {
            Cover::None => ("in the open", "REQ-LOS-01"),
            Cover::Light => ("light cover", "REQ-COV-02"),
            Cover::Heavy if window => ("heavy cover, at a window", "REQ-X-22"),
            Cover::Heavy => ("heavy cover", "REQ-COV-03"),
        };
        (words.to_owned(), Clause(id))
    }

    fn bar_verdict(&self, bar: Bar) -> String {
        match bar {
            Bar::Terrain(piece) => {
                let what = piece.map_or("terrain", |piece| self.table.piece(piece).name.as_str());
                format!("out of sight: {what} is in the way")
            }
            Bar::Enemy(enemy) => format!("no target: {} stands between", self.name(enemy)),
            Bar::Friends => "no target: friends are in the way".to_owned(),
        }
    }

    /// The lines that were looked along: those from the target's eye where the model itself sees
    /// nothing but sight is mutual (REQ-Q-70). Models in the way close lines too.
    fn rays(&self, from: ModelId, to: ModelId, look: Look) -> Vec<Ray> {
        let (eye, target) = (self.body(from), self.body(to));
        let back = if look.visible() { look } else { self.look_back(&eye, &target, look) };
        let (eye, target, look) = match look.visible() || !back.visible() {
            true => (eye.eye(), target, look),
            false => (target.eye(), eye, back),
        };
        let others = self.standing().filter(|m| *m != from && *m != to);
        let met = others.fold(0, |met, m| met | met_by(eye, &target, SAMPLING, &self.body(m)));
        Ray::fan(eye, &samples(eye, &target, SAMPLING), look.open & !met)
    }

    /// A line for each ranged weapon: whether it reaches so far and, where the target is seen,
    /// what would be rolled.
    fn weapon_notes(
        &self,
        from: ModelId,
        to: ModelId,
        cover: Option<Cover>,
    ) -> Vec<(String, String)> {
        let (one, other) = (self.body(from), self.body(to));
        let gap = measure::body_gap(&one, &other);
        let guns = self.who(from).guns();
        let note = |(weapon, gun): (usize, &crate::profile::Weapon)| {
            let range = gun.range.unwrap_or(Length::ZERO);
            if !measure::body_within(&one, &other, range) {
                return (gun.name.to_string(), format!("out of range: {gap} of {range} inches"));
            }
            let mut words = format!("in range, {gap} of {range} inches");
            if let Some(cover) = cover {
                let shot = Shot {
                    shooter: from,
                    target: to,
                    weapon,
                    cover,
                    in_range: true,
                    second: false,
                    split: false,
                };
                let attack = self.attack(false, &shot).short();
                let defense = self.defense(false, to, self.cover_against(&shot)).short();
                words += &format!(": {attack} against {defense}");
            }
            (gun.name.to_string(), words)
        };
        guns.map(note).collect()
    }
}
