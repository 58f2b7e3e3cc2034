//! Lengths in whole micrometres.
//!
//! An inch is 25,400 micrometres and a millimetre 1,000, so ranges in inches and sticks in
//! millimetres are both exact, and "within six inches" is a comparison of whole numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A length, height or coordinate in whole micrometres.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Length(i32);

impl Length {
    /// No length at all.
    pub const ZERO: Length = Length(0);
    /// The longest length that can be written down.
    pub const MAX: Length = Length(i32::MAX);

    /// So many whole micrometres.
    pub const fn micrometres(n: i32) -> Length {
        Length(n)
    }

    /// So many whole inches.
    pub const fn inches(n: i32) -> Length {
        Length(n * 25_400)
    }

    /// So many hundredths of an inch: `Length::cents(120)` is 1.2 inches.
    pub const fn cents(n: i32) -> Length {
        Length(n * 254)
    }

    /// So many whole millimetres.
    pub const fn millimetres(n: i32) -> Length {
        Length(n * 1_000)
    }

    /// The number of micrometres.
    pub const fn um(self) -> i32 {
        self.0
    }

    /// The number of micrometres, wide enough to be squared.
    pub const fn wide(self) -> i64 {
        self.0 as i64
    }

    /// The square, in square micrometres.
    pub const fn squared(self) -> i64 {
        self.wide() * self.wide()
    }

    /// A non-negative length from micrometres that may be too many for one; those are cut to
    /// the longest length there is.
    pub fn saturating(um: i64) -> Length {
        Length(um.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    /// The whole inches in this length, rounded down.
    pub const fn whole_inches(self) -> i32 {
        self.0.div_euclid(25_400)
    }

    /// Length without its sign.
    pub const fn abs(self) -> Length {
        Length(self.0.saturating_abs())
    }
}

/// The side of the square of a given area, rounded to the nearest micrometre.
///
/// This is the one rounding in the project: the length of an oblique step is a root and has
/// to be written down as a whole number. Comparisons of distances use squares instead.
pub fn root(square: i64) -> Length {
    let floor = square.isqrt();
    let up = square - floor * floor > floor;
    Length::saturating(floor + i64::from(up))
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl Mul<i32> for Length {
    type Output = Length;
    fn mul(self, factor: i32) -> Length {
        Length(self.0 * factor)
    }
}

impl Div<i32> for Length {
    type Output = Length;
    fn div(self, divisor: i32) -> Length {
        Length(self.0 / divisor)
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        self.0 += other.0;
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        self.0 -= other.0;
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(parts: I) -> Length {
        parts.fold(Length::ZERO, Add::add)
    }
}

impl fmt::Display for Length {
    /// Inches with as many of at most three decimals as are needed: `4`, `4.5`, `0.333`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (i64::from(self.0).abs() * 1_000 + 12_700) / 25_400;
        let sign = if self.0 < 0 && thousandths > 0 { "-" } else { "" };
        let (whole, part) = (thousandths / 1_000, thousandths % 1_000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:03}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

impl std::str::FromStr for Length {
    type Err = String;

    /// Reads inches: `12`, `4.25`, `-0.5`, with or without an inch sign behind it.
    fn from_str(text: &str) -> Result<Length, String> {
        let bad = || format!("'{text}' is not a length in inches such as 4 or 4.25");
        let plain = text.trim().trim_end_matches('"');
        let (negative, plain) = match plain.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, plain),
        };
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let digits_only = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && part.is_empty()) || !digits_only(whole) || !digits_only(part) {
            return Err(bad());
        }
        if whole.len() > 4 || part.len() > 6 {
            return Err(bad());
        }
        let millionths: i64 =
            format!("0{whole}{part:0<6}").parse().expect("only digits, and few of them");
        let um = (millionths * 25_400 + 500_000) / 1_000_000;
        let um = i32::try_from(if negative { -um } else { um }).map_err(|_| bad())?;
        Ok(Length(um))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_read_and_written() {
        for text in ["0", "4", "4.5", "0.25", "-3", "12.125", "0.333"] {
            assert_eq!(text.parse::<Length>().unwrap().to_string(), text);
        }
        assert_eq!("6\"".parse::<Length>().unwrap(), Length::inches(6));
        for text in ["", ".", "four", "1.2.3", "1e9", "99999"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }

    #[test]
    fn roots_are_rounded_to_the_nearest() {
        assert_eq!(root(16).um(), 4);
        assert_eq!(root(20).um(), 4);
        assert_eq!(root(21).um(), 5);
        assert_eq!(root(0).um(), 0);
    }
}
