//! A hash of the whole state that is the same on every machine.
//!
//! Our own because the standard library promises no stable hasher, and because the width of
//! `usize` must not show: a replay made in a browser has to verify on a server.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

struct Stable(u64);

impl Stable {
    fn mix(&mut self, word: u64) {
        let x = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23);
    }
}

macro_rules! as_word {
    ($($write:ident: $int:ty),*) => {
        $(fn $write(&mut self, n: $int) { self.mix(n as u64); })*
    };
}

impl Hasher for Stable {
    fn finish(&self) -> u64 {
        let x = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    as_word!(
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize,
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize
    );

    fn write_u128(&mut self, n: u128) {
        self.mix(n as u64);
        self.mix((n >> 64) as u64);
    }

    fn write_i128(&mut self, n: i128) {
        self.write_u128(n as u128);
    }
}

/// The hash of a value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = Stable(0x5bd1_e995_7b7d_159b);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Something that never changes during play and is shared between states: a table, a cast, a
/// set of options. Its hash is worked out once, so that hashing a state is quick.
#[derive(Debug)]
pub struct Fixed<T>(Arc<(u64, T)>);

impl<T: Hash> Fixed<T> {
    /// Shares a value.
    pub fn new(value: T) -> Fixed<T> {
        Fixed(Arc::new((stable_hash(&value), value)))
    }
}

impl<T> Clone for Fixed<T> {
    fn clone(&self) -> Fixed<T> {
        Fixed(Arc::clone(&self.0))
    }
}

impl<T> Deref for Fixed<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0.1
    }
}

impl<T: PartialEq> PartialEq for Fixed<T> {
    fn eq(&self, other: &Fixed<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.1 == other.0.1
    }
}

impl<T: Eq> Eq for Fixed<T> {}

impl<T> Hash for Fixed<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.0);
    }
}

impl<T: Serialize> Serialize for Fixed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.1.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Hash> Deserialize<'de> for Fixed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fixed<T>, D::Error> {
        T::deserialize(deserializer).map(Fixed::new)
    }
}
