//! What terrain leaves to see between two places is not worked out again.
//!
//! Most soldiers stand where they stood a moment ago, and are looked at again and again; only the
//! other soldiers in the way have to be looked at anew. A small array per thread remembers the
//! latest answers, each with the whole question. That is a memo of a pure function of the
//! question: a table never changes and carries a number no other table has, and what has changed
//! on it and was agreed on is part of the question. So an answer can depend neither on what was
//! asked before nor on which thread asks.

use std::cell::RefCell;

use engine::ModelId;
use tabletop::{Body, Spot};

use crate::options::{ProneHidden, SwampGrowth};
use crate::state::{STANDING, State};

/// How many answers are remembered per thread.
const ENTRIES: usize = 1 << 13;

/// The whole question.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    table: u64,
    doors: u128,
    agreed: (ProneHidden, SwampGrowth),
    spots: [Spot; 2],
    prone: [bool; 2],
}

/// The lines that terrain leaves open, there and back.
#[derive(Clone, Copy)]
struct Lines {
    there: u8,
    /// Only looked at when nothing was seen the other way.
    back: Option<u8>,
}

impl Key {
    /// The entry for it; questions that differ a little get places far apart.
    fn place(&self) -> usize {
        const STIR: u64 = 0x9e37_79b9_7f4a_7c15;
        let word = |spot: &Spot| {
            let (x, y) = (spot.at.x.um() as u32, spot.at.y.um() as u32);
            [u64::from(x) << 32 | u64::from(y), u64::from(spot.z.um() as u32)]
        };
        let words = self.spots.iter().flat_map(word);
        let prone = u64::from(self.prone[0]) << 1 | u64::from(self.prone[1]);
        let mixed = words.fold(self.table ^ self.doors as u64 ^ prone << 48, |sum, word| {
            let stirred = (sum ^ word).wrapping_mul(STIR);
            stirred ^ stirred >> 29
        });
        (mixed.wrapping_mul(STIR) >> 40) as usize % ENTRIES
    }
}

thread_local! {
    static LATEST: RefCell<Vec<Option<(Key, Lines)>>> = const { RefCell::new(Vec::new()) };
}

fn known(key: &Key, place: usize) -> Option<Lines> {
    LATEST.with_borrow(|latest| {
        let (asked, lines) = latest.get(place)?.as_ref()?;
        (asked == key).then_some(*lines)
    })
}

fn remember(key: Key, place: usize, lines: Lines) {
    LATEST.with_borrow_mut(|latest| {
        if latest.is_empty() {
            latest.resize(ENTRIES, None);
        }
        latest[place] = Some((key, lines));
    });
}

impl State {
    /// Whether one body sees another: [`State::look`] for those who do not want to know why not.
    pub(super) fn glimpses(&self, a: &Body, b: &Body, ignored: &[ModelId]) -> bool {
        if !self.changes.clouds.is_empty() {
            return self.look(a, b, ignored).is_ok();
        }
        // Sight is the same both ways (OD6-LOS-03), so each pair is remembered once.
        let (a, b) = if a.spot <= b.spot { (a, b) } else { (b, a) };
        let key = Key {
            table: self.table.identity(),
            doors: self.changes.doors(),
            agreed: (self.agreed.prone_hidden, self.agreed.swamp),
            spots: [a.spot, b.spot],
            prone: [a.height < STANDING, b.height < STANDING],
        };
        let place = key.place();
        let mut lines = known(&key, place).unwrap_or_else(|| {
            let hidden = self.is_hidden(a, b);
            let there = if hidden { 0 } else { self.past_terrain(a, b) };
            let lines = Lines { there, back: hidden.then_some(0) };
            remember(key, place, lines);
            lines
        });
        let open = |a, b, lines: u8| {
            lines != 0 && self.past_soldiers(a, b, u64::from(lines), ignored).is_ok()
        };
        if open(a, b, lines.there) {
            return true;
        }
        let back = lines.back.unwrap_or_else(|| {
            let back = self.past_terrain(b, a);
            lines.back = Some(back);
            remember(key, place, lines);
            back
        });
        open(b, a, back)
    }

    /// The lines that terrain leaves open, woods apart: five of them at most.
    fn past_terrain(&self, a: &Body, b: &Body) -> u8 {
        let lines = self.clear_of_things(a, b);
        let lines = if lines == 0 { 0 } else { lines & self.clear_of_hills(a, b) };
        let past_walls = || self.past_walls(a, b, lines).map_or(0, |lines| lines as u8);
        if lines == 0 { 0 } else { past_walls() }
    }
}
