//! What one model would see of another, for players who ask before they act.

use engine::sighting::{Ray, Sighting};
use engine::{Clause, ModelId};
use tabletop::sight::samples;
use tabletop::{PieceId, Spot};

use super::{Bar, COVER, SAMPLING, SOLID};
use crate::gear::Arms;
use crate::ranged::Shot;
use crate::scores::Band;
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
        let line = self.shot_line(from, to);
        let (verdict, clause) = match line {
            Ok(false) => ("in the open".to_owned(), Clause("MUT-LOS-01")),
            Ok(true) => ("in cover, at -1".to_owned(), Clause("MUT-LOS-12")),
            Err(bar) => (format!("out of sight: {}", self.bar_verdict(bar)), bar.clause()),
        };
        let eye = self.body(from).eye();
        let ends = samples(eye, &self.body(to), SAMPLING);
        Sighting {
            seen: line.is_ok(),
            verdict,
            clause,
            distance: self.gap(from, to),
            rays: Ray::fan(eye, &ends, self.open_lines(from, to)),
            witness: self.witness(from, to, line.err()),
            notes: self.weapon_notes(from, to, line.is_ok()),
        }
    }

    fn bar_verdict(&self, bar: Bar) -> String {
        let piece = |id: PieceId| self.table.piece(id).name.as_str();
        match bar {
            Bar::Scenery(by) => format!("{} is in the way", by.map_or("scenery", piece)),
            Bar::Model(model) => format!("{} stands between", self.name(model)),
            Bar::Wood(wood) => format!("{} lies between", piece(wood)),
            Bar::Into(wood) => format!("inside {}", piece(wood)),
            Bar::OutOf(wood) => format!("it looks from too deep inside {}", piece(wood)),
            Bar::Within(wood) => format!("inside {} one sees no farther than Short", piece(wood)),
        }
    }

    /// The lines that neither scenery nor models close.
    fn open_lines(&self, from: ModelId, to: ModelId) -> u64 {
        match self.past_scenery(from, to) {
            Ok(scene) => scene.open & !self.models_between(from, to, scene.open).0,
            Err(_) => 0,
        }
    }

    /// The piece that hides the target or gives it cover.
    fn witness(&self, from: ModelId, to: ModelId, bar: Option<Bar>) -> Option<PieceId> {
        let (eye, target) = (self.body(from).eye(), self.body(to));
        match bar {
            Some(Bar::Scenery(piece)) => piece,
            Some(Bar::Wood(wood) | Bar::Into(wood) | Bar::OutOf(wood) | Bar::Within(wood)) => {
                Some(wood)
            }
            Some(Bar::Model(_)) => None,
            None => {
                let witness = |optics| self.look_with(optics, eye, &target).witness;
                witness(&SOLID).or_else(|| witness(&COVER))
            }
        }
    }

    /// A line for each weapon that could be shot or thrown, and one about why the target may not
    /// be picked although it is in sight.
    fn weapon_notes(&self, from: ModelId, to: ModelId, seen: bool) -> Vec<(String, String)> {
        let barred = self.may_be_shot(from, to).err().filter(|_| seen);
        let mut notes: Vec<(String, String)> = Vec::new();
        for (arms, item) in self.arsenal(from) {
            let name = arms.name().to_owned();
            if notes.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let mut words = self.range_words(arms, from, to);
            let in_range = self.band(arms, self.gap(from, to)).is_some();
            if seen && barred.is_none() && in_range {
                let shot = Shot { target: to, arms, item, aimed: false, later: false };
                words += &self.score_words(from, &shot);
            }
            notes.push((name, words));
        }
        if !notes.is_empty() {
            notes.extend(barred.map(|refusal| ("No target".to_owned(), refusal.to_string())));
        }
        notes
    }

    /// How far it is in terms of a weapon's range (MUT-RNG-02).
    fn range_words(&self, arms: Arms, from: ModelId, to: ModelId) -> String {
        let (gap, range) = (self.gap(from, to), self.range_of(arms));
        match self.band(arms, gap) {
            Some(Band::Single) => format!("in range, {gap} of {range} inches"),
            Some(Band::Double) => format!("at double range, {gap} of {range} inches"),
            Some(Band::Triple) => format!("at triple range, {gap} of {range} inches"),
            None => format!("out of range: {gap} of {range} inches"),
        }
    }

    /// What both would add to their dice: `: +3 against +2`.
    fn score_words(&self, from: ModelId, shot: &Shot) -> String {
        let clash = self.clash_of_shot(from, shot);
        let (own, other) = (self.attack_score(&clash), self.defense_score(&clash, None));
        format!(": {:+} against {:+}", own.total(), other.total())
    }
}
