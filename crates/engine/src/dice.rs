//! Dice: what is needed, what was rolled, and where dice come from.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smallvec::SmallVec;

use crate::ids::{ModelId, SideId};

/// The faces of a handful of dice, in the order they were rolled.
pub type Faces = SmallVec<[u8; 8]>;

/// Dice that a rule needs now.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Need {
    /// Who rolls them.
    pub side: SideId,
    /// For which model.
    pub model: Option<ModelId>,
    /// How many.
    pub count: u8,
    /// With how many sides.
    pub sides: u8,
    /// What for, in a few words.
    pub purpose: &'static str,
    /// Whether it matters which die shows what, as with dice of different colours.
    #[serde(skip)]
    pub told_apart: bool,
}

impl Need {
    /// So many six-sided dice for a purpose.
    pub const fn d6(side: SideId, count: u8, purpose: &'static str) -> Need {
        Need { side, model: None, count, sides: 6, purpose, told_apart: false }
    }

    /// The same dice, of different colours.
    pub const fn told_apart(mut self) -> Need {
        self.told_apart = true;
        self
    }

    /// The same, for a model.
    pub const fn by(mut self, model: ModelId) -> Need {
        self.model = Some(model);
        self
    }
}

/// The secret number from which a match's dice come, published as a hash at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// What is published at the start, so that nobody can choose dice afterwards.
    pub fn commitment(self) -> String {
        let mut sha = Sha256::new();
        sha.update(b"dustup seed ");
        sha.update(self.0.to_le_bytes());
        sha.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A seed for one of many games that belong together, unrelated to its neighbours.
    pub fn child(self, index: u64) -> Seed {
        let mut z = self.0 ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Seed(z ^ (z >> 31))
    }

    /// The faces of the throw of a given number.
    pub fn throw(self, number: u32, need: &Need) -> Faces {
        self.child(u64::from(number)).stream().roll(need)
    }

    /// The stream of random numbers of this seed.
    pub fn stream(self) -> Stream {
        Stream(ChaCha8Rng::seed_from_u64(self.0))
    }
}

/// A reproducible stream of random numbers.
///
/// Draws raw words and rejects the surplus itself, so that the values never depend on how a
/// library chooses to map words to ranges.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// A number below `bound`, every one equally likely. The bound must not be zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let surplus = (u32::MAX % bound + 1) % bound;
        loop {
            let word = self.0.next_u32();
            if word <= u32::MAX - surplus {
                return word % bound;
            }
        }
    }

    /// The faces of some dice.
    pub fn roll(&mut self, need: &Need) -> Faces {
        (0..need.count).map(|_| self.below(u32::from(need.sides)) as u8 + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_fair_and_reproducible() {
        let need = Need::d6(SideId(0), 6, "test");
        let mut counts = [0u32; 6];
        let mut stream = Seed(7).stream();
        for _ in 0..10_000 {
            for face in stream.roll(&need) {
                counts[usize::from(face) - 1] += 1;
            }
        }
        let chi: i64 = counts.iter().map(|c| (i64::from(*c) - 10_000).pow(2)).sum();
        // Chi-squared with five degrees of freedom: 20.5 has a chance of one in a thousand.
        assert!(chi < 205_000, "{counts:?}");
        assert_eq!(Seed(7).stream().roll(&need), Seed(7).stream().roll(&need));
        assert_ne!(Seed(7).child(1), Seed(7).child(2));
    }
}
