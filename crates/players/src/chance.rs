//! Random numbers, places and orders, in whole numbers only.

use engine::dice::{Seed, Stream};
use tabletop::{Extent, Length, Point, Spot, Vector};

/// A reproducible source of luck.
#[derive(Clone, Debug)]
pub(crate) struct Chance(Stream);

impl Chance {
    /// The luck of a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(Seed(seed).stream())
    }

    /// A place in a list of so many things. There must be at least one.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        debug_assert!(count > 0, "nothing to choose from");
        self.0.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
    }

    /// A number between two others, both included.
    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = most.abs_diff(least);
        match u32::try_from(span) {
            Ok(span) if span < u32::MAX => least + i64::from(self.0.below(span + 1)),
            // So wide that a surplus of one part in billions cannot be told from chance.
            _ => {
                let word = (self.any_word() << 32) | self.any_word();
                least.wrapping_add_unsigned(span.checked_add(1).map_or(word, |n| word % n))
            }
        }
    }

    fn any_word(&mut self) -> u64 {
        (u64::from(self.0.below(1 << 16)) << 16) | u64::from(self.0.below(1 << 16))
    }

    /// A vector in the disc of a radius, every one equally likely.
    pub(crate) fn in_disc(&mut self, radius: Length) -> Vector {
        let reach = radius.wide();
        loop {
            let offset = Vector::new(self.between(-reach, reach), self.between(-reach, reach));
            if offset.squared() <= radius.squared() {
                return offset;
            }
        }
    }

    /// A point of a box.
    pub(crate) fn in_box(&mut self, within: Extent) -> Point {
        let along = |low: Length, high: Length, chance: &mut Chance| {
            Length::saturating(chance.between(low.wide(), high.wide()))
        };
        let x = along(within.low.x, within.high.x, self);
        Point::new(x, along(within.low.y, within.high.y, self))
    }

    /// A place on the bare table in a box.
    pub(crate) fn spot_in(&mut self, within: Extent) -> Spot {
        self.in_box(within).at_height(Length::ZERO)
    }

    /// A direction.
    pub(crate) fn direction(&mut self) -> Vector {
        loop {
            let to = self.in_disc(Length::micrometres(1_000));
            if to != Vector::default() {
                return to;
            }
        }
    }

    /// Some of a list's places, in any order: `count` of them by lot.
    pub(crate) fn draw(&mut self, mut from: Vec<usize>, count: usize) -> Vec<usize> {
        let count = count.min(from.len());
        for place in 0..count {
            let other = place + self.index(from.len() - place);
            from.swap(place, other);
        }
        from.truncate(count);
        from
    }

    /// Brings a list into any order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in 1..list.len() {
            list.swap(place, self.index(place + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_between_their_bounds() {
        let mut chance = Chance::new(1);
        for _ in 0..1_000 {
            assert!((-3..=4).contains(&chance.between(-3, 4)));
        }
        assert_eq!(chance.between(5, 5), 5);
        for (least, most) in [(i64::MIN, i64::MAX), (-(1 << 40), 1 << 40), (0, u32::MAX.into())] {
            let number = chance.between(least, most);
            assert!(number >= least);
            assert!(number <= most);
        }
    }

    #[test]
    fn discs_are_filled_evenly() {
        let mut chance = Chance::new(2);
        let radius = Length::inches(6);
        let offsets: Vec<Vector> = (0..4_000).map(|_| chance.in_disc(radius)).collect();
        assert!(offsets.iter().all(|o| o.squared() <= radius.squared()));
        // Half the radius holds a quarter of the area.
        let inner = offsets.iter().filter(|o| o.squared() * 4 <= radius.squared()).count();
        assert!((880..=1_120).contains(&inner), "{inner}");
        assert_eq!(chance.in_disc(Length::ZERO), Vector::default());
    }

    #[test]
    fn draws_name_nothing_twice() {
        let mut chance = Chance::new(3);
        for count in 0..=6 {
            let mut drawn = chance.draw((0..5).collect(), count);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), count.min(5));
        }
    }
}
