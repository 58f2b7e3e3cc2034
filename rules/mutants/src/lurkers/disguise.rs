//! What one pair of eyes knows of counters: where they lie and how large they are, not what is
//! under them (MUT-TYP-21).

use std::collections::BTreeMap;

use engine::{Eyes, ModelId, SideId, Stream};
use smallvec::SmallVec;
use tabletop::{Length, Spot};

use super::Dummy;
use crate::state::State;

/// A counter, by what is under it.
#[derive(Clone, Copy)]
enum Counter {
    /// A Lurker.
    Lurker(ModelId),
    /// Nobody: the dummy of a number.
    Dummy(usize),
}

/// Counters that look alike.
type Alike = SmallVec<[Counter; 4]>;

impl State {
    /// A state that differs only in what these eyes must not see: of counters that look alike,
    /// the first has changed places with the last, the second with the last but one, and so on.
    /// Done twice, this changes nothing.
    pub fn disguised(&self, eyes: Eyes) -> Option<State> {
        let mut other = self.clone();
        let mut changed = false;
        for side in self.hidden_sides(eyes) {
            for counters in self.alike(side).values() {
                let spots = counters.iter().rev().map(|counter| self.place_of(*counter));
                for (counter, spot) in counters.iter().zip(spots) {
                    other.lay(*counter, spot);
                }
                changed |= counters.len() > 1;
            }
        }
        changed.then_some(other)
    }

    /// The state as these eyes know it: of counters that look alike, they take the first for the
    /// Lurkers, in the order of places, and the rest for dummies of whoever comes first.
    pub fn known(&self, eyes: Eyes) -> Option<State> {
        self.supposed(eyes, &mut |_| ())
    }

    /// The state as it may be for all these eyes know: counters that look alike are dealt out by
    /// lot.
    pub fn guessed(&self, eyes: Eyes, luck: &mut Stream) -> Option<State> {
        self.supposed(eyes, &mut |spots| {
            for last in (1..spots.len()).rev() {
                spots.swap(last, luck.below(last as u32 + 1) as usize);
            }
        })
    }

    /// The state with the counters that look alike in their places as somebody deals them out,
    /// who is given the places in order and knows nothing else.
    fn supposed(&self, eyes: Eyes, deal: &mut dyn FnMut(&mut [Spot])) -> Option<State> {
        let sides = self.hidden_sides(eyes);
        if sides.is_empty() {
            return None;
        }
        let mut known = self.clone();
        for side in &sides {
            for (base, counters) in self.alike(*side) {
                let mut spots: SmallVec<[Spot; 4]> =
                    counters.iter().map(|counter| self.place_of(*counter)).collect();
                spots.sort_unstable();
                deal(&mut spots);
                for (counter, spot) in counters.iter().zip(spots) {
                    known.lay(*counter, spot);
                    known.disown(*counter, (*side, base));
                }
            }
        }
        let place = |dummy: &Dummy| {
            let side = self.own_side(dummy.of);
            sides.contains(&side).then_some((side, dummy.spot))
        };
        // Those they know stay in order; which of the others was laid when, nobody can see.
        known.mission.dummies.sort_by_key(place);
        Some(known)
    }

    /// The sides whose Lurkers these eyes do not know from dummies.
    fn hidden_sides(&self, eyes: Eyes) -> SmallVec<[SideId; 3]> {
        let sides = (0..self.parties.len()).map(|i| SideId(i as u8));
        let hides = |side: &SideId| self.lurkers(*side).next().is_some();
        sides.filter(|side| !self.knows(eyes, *side)).filter(hides).collect()
    }

    /// The counters of a side by their size, Lurkers first.
    fn alike(&self, side: SideId) -> BTreeMap<Length, Alike> {
        let mut alike: BTreeMap<Length, Alike> = BTreeMap::new();
        let lurkers = self.lurkers(side).map(|m| (m, Counter::Lurker(m)));
        let dummies = self.mission.dummies.iter().enumerate();
        let dummies = dummies.map(|(i, dummy)| (dummy.of, Counter::Dummy(i)));
        for (of, counter) in lurkers.chain(dummies.filter(|(of, _)| self.own_side(*of) == side)) {
            alike.entry(self.counter_size(of)).or_default().push(counter);
        }
        alike
    }

    fn counter_size(&self, of: ModelId) -> Length {
        self.body_at(of, Spot::default()).base
    }

    fn place_of(&self, counter: Counter) -> Spot {
        match counter {
            Counter::Lurker(model) => self.spot(model),
            Counter::Dummy(index) => self.mission.dummies[index].spot,
        }
    }

    fn lay(&mut self, counter: Counter, spot: Spot) {
        match counter {
            Counter::Lurker(model) => self.model_mut(model).spot = Some(spot),
            Counter::Dummy(index) => self.mission.dummies[index].spot = spot,
        }
    }

    /// Makes a dummy that of the first model of its side that is as large as it.
    fn disown(&mut self, counter: Counter, (side, base): (SideId, Length)) {
        let fits = |m: &ModelId| self.own_side(*m) == side && self.counter_size(*m) == base;
        if let (Counter::Dummy(index), Some(first)) = (counter, self.ids().find(fits)) {
            self.mission.dummies[index].of = first;
        }
    }
}
