//! The memory of the latest looks; the module above says why it cannot change an answer.

use std::cell::RefCell;

use super::{Look, Sampling, Sightline, WORDS};
use crate::body::Body;
use crate::length::Length;
use crate::point::Spot;

/// How many looks are remembered per thread: two for each of a power of two of places, so that
/// two questions of one moment that fall on the same place do not drive each other out.
const ENTRIES: usize = 4_096;

/// The whole question.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    table: u64,
    doors: u128,
    optics: [u64; WORDS],
    eye: Spot,
    target: Spot,
    girth: Length,
    height: Length,
    sampling: Sampling,
}

impl Key {
    /// The first of the two entries for it; questions that differ a little get places far apart.
    fn place(&self) -> usize {
        const STIR: u64 = 0x9e37_79b9_7f4a_7c15;
        let pair = |a: Length, b: Length| (a.um() as u32 as u64) << 32 | b.um() as u32 as u64;
        let Key { table, doors, optics, eye, target, girth, height, sampling } = *self;
        let fixed = optics.iter().fold(table, |sum, word| sum.rotate_left(21) ^ word)
            ^ doors as u64
            ^ ((doors >> 64) as u64).rotate_left(32)
            ^ u64::from(sampling.columns) << 8
            ^ u64::from(sampling.rows);
        let words = [
            pair(eye.at.x, eye.at.y),
            pair(target.at.x, target.at.y),
            pair(eye.z, target.z),
            pair(girth, height),
        ];
        let mixed = words.iter().fold(fixed, |sum, word| {
            let stirred = (sum ^ word).wrapping_mul(STIR);
            stirred ^ stirred >> 29
        });
        (mixed.wrapping_mul(STIR) >> 40) as usize % (ENTRIES / 2) * 2
    }
}

thread_local! {
    static LATEST: RefCell<Vec<Option<(Key, Look)>>> = const { RefCell::new(Vec::new()) };
}

/// The remembered answer to a question, or else a new one, which is then remembered.
pub fn remembered(
    sight: &Sightline<'_>,
    eye: Spot,
    target: &Body,
    work_out: impl FnOnce() -> Look,
) -> Look {
    let key = Key {
        table: sight.table.identity(),
        doors: sight.changes.doors(),
        optics: sight.optics.packed,
        eye,
        target: target.spot,
        girth: target.girth,
        height: target.height,
        sampling: sight.sampling,
    };
    let place = key.place();
    let known = LATEST.with_borrow(|latest| {
        let entries = latest.get(place..place + 2)?.iter().flatten();
        entries.filter(|(asked, _)| *asked == key).map(|(_, look)| *look).next()
    });
    known.unwrap_or_else(|| {
        let look = work_out();
        LATEST.with_borrow_mut(|latest| {
            if latest.is_empty() {
                latest.resize(ENTRIES, None);
            }
            latest[place + 1] = latest[place];
            latest[place] = Some((key, look));
        });
        look
    })
}
