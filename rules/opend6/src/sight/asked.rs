//! What one soldier would see of another, for players who ask before they act.

use engine::sighting::{Ray, Sighting};
use engine::{Clause, ModelId};
use tabletop::sight::samples;
use tabletop::{Body, Length, Spot};

use super::Bar;
use super::lines::{SAMPLING, silhouette};
use crate::state::State;
use crate::weapons::Gun;

impl State {
    /// What a soldier would see of another from a place, for players who ask before they act. He
    /// would turn to face him there.
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
        let look = self.look(&eye, &target, &[from, to]);
        let (verdict, clause) = match look {
            Ok(_) => self.cover_verdict(from, to),
            Err(bar) => (self.bar_words(bar, (from, to)), bar.clause()),
        };
        Sighting {
            seen: look.is_ok(),
            verdict,
            clause,
            distance: eye.at().distance(target.at()),
            rays: self.rays(&eye, &target, &[from, to]),
            witness: look.err().and_then(Bar::piece),
            notes: self.gun_notes(from, to, look.is_ok()),
        }
    }

    fn cover_verdict(&self, from: ModelId, to: ModelId) -> (String, Clause) {
        let (words, id) = match self.cover(from, to) {
            0 => ("in the open", "OD6-LOS-01"),
            1 => ("light cover", "OD6-COV-01"),
            2 => ("medium cover", "OD6-COV-02"),
            3 => ("heavy cover", "OD6-COV-03"),
            _ => ("cover of several things", "OD6-Q-58"),
        };
        (words.to_owned(), Clause(id))
    }

    /// The lines that were looked along: the other's where only he has a free one, since sight is
    /// the same both ways.
    fn rays(&self, a: &Body, b: &Body, ignored: &[ModelId]) -> Vec<Ray> {
        let seen = self.look(a, b, ignored).is_ok();
        let own = self.look_from(a, b, ignored).unwrap_or(0);
        let back = if own == 0 { self.look_from(b, a, ignored).unwrap_or(0) } else { 0 };
        let (eye, target, open) = if back != 0 { (b, a, back) } else { (a, b, own) };
        let ends = samples(eye.eye(), &silhouette(target, target.height), SAMPLING);
        Ray::fan(eye.eye(), &ends, if seen { open } else { 0 })
    }

    /// A line for each gun he could fire: the band, and the difficulty but for what his own
    /// condition adds.
    fn gun_notes(&self, from: ModelId, to: ModelId, seen: bool) -> Vec<(String, String)> {
        let apart = self.spot(from).at.distance(self.spot(to).at);
        let own = self.arms(from).into_iter().map(|arm| self.gun(arm));
        own.map(|gun| (gun.name().to_owned(), self.gun_note(gun, apart, (from, to), seen)))
            .collect()
    }

    fn gun_note(
        &self,
        gun: Gun,
        apart: Length,
        (from, to): (ModelId, ModelId),
        seen: bool,
    ) -> String {
        let Some(band) = gun.band(apart) else {
            return format!("out of range: {apart} of {} inches", gun.line().ranges[2]);
        };
        let name = band.name();
        if !seen {
            return format!("{name}, {apart} inches");
        }
        let cover = self.cover(from, to);
        let prone = i32::from(self.model(to).prone);
        let difficulty = band.difficulty() + cover + prone;
        format!("{name}, {apart} inches: difficulty {difficulty} before the firer's own modifiers")
    }
}
