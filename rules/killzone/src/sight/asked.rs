//! Sight for people who ask before they act.

use engine::sighting::{Ray, Sighting};
use engine::{Clause, ModelId};
use tabletop::sight::samples;
use tabletop::{Spot, measure};

use super::{Cover, SAMPLING, Shelter};
use crate::state::State;

impl State {
    /// What a model would see of another from a place.
    pub fn sighting(&self, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        if from == to || !self.is_there(from) || !self.is_there(to) {
            return None;
        }
        let mut there = self.clone();
        there.model_mut(from).spot = Some(place);
        there.model_mut(from).aboard = None;
        let (eye, target) = (there.body(from), there.body(to));
        let look = there.sight().look(eye.eye(), &target);
        let judged = there.line(from, to);
        let (seen, verdict, clause) = match judged {
            Ok(Shelter { cover: Cover::None, .. }) => {
                (true, "in the open".to_owned(), Clause("KZ-GEO-04"))
            }
            Ok(shelter) => {
                let (_, words, clause) = shelter.modifier();
                (true, words.to_owned(), clause)
            }
            Err(bar) => (false, format!("out of sight: {}", there.bar_words(bar)), bar.clause()),
        };
        // Woods and smoke close lines that nothing solid does.
        let open = if seen { look.open } else { 0 };
        let gap = measure::gap_3d(&eye, &target);
        let guns = there.who(from).guns.iter();
        let note = |gun: &crate::weapons::GunId| {
            let range = there.range_of(from, *gun);
            let words = match measure::within_3d(&eye, &target, range) {
                true => format!("in range, {gap} of {range} inches"),
                false => format!("out of range: {gap} of {range} inches"),
            };
            (gun.name().to_owned(), words)
        };
        Some(Sighting {
            seen,
            verdict,
            clause,
            distance: gap,
            rays: Ray::fan(eye.eye(), &samples(eye.eye(), &target, SAMPLING), open),
            witness: look.witness,
            notes: guns.map(note).collect(),
        })
    }
}
