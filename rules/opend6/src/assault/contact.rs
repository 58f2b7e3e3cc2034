//! Base contact, directly or across a barrier (OD6-GEO-01, OD6-Q-84).

use tabletop::table::Volume;
use tabletop::{Body, Extent, Length, measure};

use crate::state::{CONTACT, STANDING, State};

/// How far apart two soldiers may be who fight across a barrier (OD6-Q-84).
const ACROSS: Length = Length::cents(50);

impl State {
    /// Whether two bodies touch, directly or across a barrier (OD6-GEO-01, OD6-Q-84).
    pub fn touch(&self, one: &Body, other: &Body) -> bool {
        // Hardly anybody is near anybody, so the cheap questions come first.
        measure::within(one, other, ACROSS)
            && (one.feet() - other.feet()).abs() < STANDING
            && (measure::within(one, other, CONTACT) || self.are_across(one, other))
    }

    /// Whether two bodies stand at both sides of the same barrier, each touching it.
    pub(crate) fn are_across(&self, one: &Body, other: &Body) -> bool {
        let (a, b) = (one.at(), other.at());
        let Some(between) = Extent::around(&[a, b]) else { return false };
        let feet = one.feet().max(other.feet());
        let at_it = |body: &Body, v: &Volume| measure::within_of_shape(body, &v.shape, CONTACT);
        self.table.volume_grid().near(between).any(|i| {
            let v = &self.table.volumes()[i];
            let stands = !v.feature.is_some_and(|f| self.changes.is_gone(f));
            // Nobody strikes over what is higher than a man, or under a roof.
            let low = v.bottom <= feet && v.top > feet && v.top - feet <= STANDING;
            stands && low && v.shape.is_crossed_by(a, b) && at_it(one, v) && at_it(other, v)
        })
    }
}
