//! A chance as an exact fraction.

use std::fmt;

/// A chance as a fraction, exact as long as it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    num: u128,
    den: u128,
    /// Whether it had to be rounded because the exact fraction grew too long.
    cut: bool,
}

impl Chance {
    /// Never.
    pub const NEVER: Chance = Chance { num: 0, den: 1, cut: false };
    /// Always.
    pub const ALWAYS: Chance = Chance { num: 1, den: 1, cut: false };

    pub(super) fn new(num: u128, den: u128) -> Chance {
        let common = gcd(num, den).max(1);
        Chance { num: num / common, den: den / common, cut: false }
    }

    /// This chance times a fraction.
    pub(super) fn times(self, num: u128, den: u128) -> Chance {
        let (a, b) = (gcd(self.num, den).max(1), gcd(num, self.den).max(1));
        let top = (self.num / a).checked_mul(num / b);
        let bottom = (self.den / b).checked_mul(den / a);
        match (top, bottom) {
            (Some(num), Some(den)) => Chance { num, den, cut: self.cut },
            // Both are shortened: a short chance times a long fraction may still be too long.
            _ => {
                let (short, by) = (self.coarse(), Chance { num, den, cut: true }.coarse());
                short.times(by.num, by.den)
            }
        }
    }

    /// This chance, and then another.
    pub(super) fn then(self, other: Chance) -> Chance {
        let both = self.times(other.num, other.den);
        Chance { cut: both.cut || other.cut, ..both }
    }

    /// This chance among the cases in which something else does not happen; none if that
    /// always happens.
    pub(super) fn unless(self, other: Chance) -> Option<Chance> {
        let rest = other.den.checked_sub(other.num).filter(|rest| *rest > 0)?;
        let share = self.times(other.den, rest);
        Some(Chance { cut: share.cut || other.cut, ..share })
    }

    /// Either of two chances that exclude each other.
    pub fn plus(self, other: Chance) -> Chance {
        let common = gcd(self.den, other.den).max(1);
        let den = (self.den / common).checked_mul(other.den);
        let left = self.num.checked_mul(other.den / common);
        let right = other.num.checked_mul(self.den / common);
        let sum = left.zip(right).and_then(|(l, r)| l.checked_add(r));
        let cut = self.cut || other.cut;
        match (sum, den) {
            (Some(num), Some(den)) => Chance { cut, ..Chance::new(num, den) },
            _ => self.coarse().plus(other.coarse()),
        }
    }

    /// The nearest fraction with a denominator of 2^60, for numbers that have grown too long.
    fn coarse(self) -> Chance {
        let mut shift = self;
        while shift.den > 1 << 66 || shift.num > 1 << 66 {
            shift.num >>= 1;
            shift.den >>= 1;
        }
        let num = ((shift.num << 60) + shift.den / 2) / shift.den.max(1);
        Chance { num, den: 1 << 60, cut: true }
    }

    /// Whether it is exact.
    pub fn is_exact(self) -> bool {
        !self.cut
    }

    /// Numerator and denominator.
    pub fn fraction(self) -> (u128, u128) {
        (self.num, self.den)
    }

    /// In millionths, rounded.
    pub fn millionths(self) -> u64 {
        let scaled = if self.den > 1 << 100 { self.coarse() } else { self };
        ((scaled.num * 2_000_000 / scaled.den.max(1)) as u64).div_ceil(2)
    }

    /// Whether two chances differ by less than one part in a million million.
    pub fn is_close_to(self, other: Chance) -> bool {
        let (a, b) = (self.coarse().num, other.coarse().num);
        a.abs_diff(b) < 1 << 20
    }
}

impl fmt::Display for Chance {
    /// `3481/5184`, or `~0.592593` where it is not exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cut {
            let millionths = self.millionths();
            return write!(f, "~{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
        }
        match self.den {
            1 => write!(f, "{}", self.num),
            _ => write!(f, "{}/{}", self.num, self.den),
        }
    }
}

impl std::str::FromStr for Chance {
    type Err = String;

    fn from_str(text: &str) -> Result<Chance, String> {
        let bad = || format!("'{text}' is not a chance such as 3481/5184 or ~0.592593");
        let digits_only = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let number = |s: &str| s.parse::<u128>().ok().filter(|_| digits_only(s));
        let (num, den, cut) = match text.strip_prefix('~') {
            Some(decimal) => {
                let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
                if whole.is_empty() || part.len() > 6 {
                    return Err(bad());
                }
                (number(&format!("{whole}{part:0<6}")), Some(1_000_000), true)
            }
            None => {
                let (num, den) = text.split_once('/').unwrap_or((text, "1"));
                (number(num), number(den), false)
            }
        };
        let (num, den) = num.zip(den).ok_or_else(bad)?;
        if den == 0 || num > den {
            return Err(bad());
        }
        Ok(Chance { cut, ..Chance::new(num, den) })
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
