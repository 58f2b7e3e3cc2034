//! Chapter 1: roll and keep.

use std::fmt;
use std::ops::AddAssign;

use engine::Clause;
use engine::event::Term;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// `XkY`: roll X dice, keep the Y highest (REQ-DICE-02). Also a change to such a pool, and then
/// either part may be negative (REQ-DICE-03).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Pool {
    /// Dice rolled.
    pub roll: i8,
    /// Dice kept.
    pub keep: i8,
}

/// Never more than five dice are kept (REQ-DICE-06).
pub const MOST_KEEPS: i8 = 5;

impl Pool {
    /// So many dice rolled, so many kept.
    pub const fn new(roll: i8, keep: i8) -> Pool {
        Pool { roll, keep }
    }

    /// The pool as it is rolled, once every modifier has been added (REQ-DICE-07): at least one
    /// die, at least one of them kept (REQ-Q-16), and never more than five keeps.
    pub fn as_rolled(self) -> Pool {
        let roll = self.roll.clamp(1, 30);
        Pool { roll, keep: self.keep.clamp(1, MOST_KEEPS.min(roll)) }
    }
}

impl Pool {
    /// The pool as a change to another: `+1k0`, `-1k1`.
    pub fn as_change(self) -> String {
        match self.roll < 0 || self.keep < 0 {
            true => format!("-{}k{}", -self.roll, -self.keep),
            false => format!("+{self}"),
        }
    }
}

impl AddAssign for Pool {
    fn add_assign(&mut self, by: Pool) {
        self.roll += by.roll;
        self.keep += by.keep;
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}k{}", self.roll, self.keep)
    }
}

impl std::str::FromStr for Pool {
    type Err = String;

    /// Reads `3k2`, and changes such as `+1k0` and `-1k1`.
    fn from_str(text: &str) -> Result<Pool, String> {
        let bad = || format!("'{text}' is not a pool such as 3k2 or +1k0");
        let plain = text.trim().to_lowercase();
        let (sign, plain) = match plain.strip_prefix('-') {
            Some(rest) => (-1, rest.to_owned()),
            None => (1, plain.trim_start_matches('+').to_owned()),
        };
        let (roll, keep) = plain.split_once('k').ok_or_else(bad)?;
        let part = |s: &str| s.parse::<i8>().ok().filter(|n| (0..=20).contains(n));
        let (roll, keep) = part(roll).zip(part(keep)).ok_or_else(bad)?;
        Ok(Pool { roll: sign * roll, keep: sign * keep })
    }
}

impl TryFrom<String> for Pool {
    type Error = String;
    fn try_from(text: String) -> Result<Pool, String> {
        text.parse()
    }
}

impl From<Pool> for String {
    fn from(pool: Pool) -> String {
        pool.to_string()
    }
}

/// Everything that goes into one roll, in the order it is added up (REQ-DICE-05).
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The pool with all its modifiers, before the cap.
    pub pool: Pool,
    /// Pips on each kept die (REQ-DICE-08).
    pub pips: i8,
    /// Pips on the total, once.
    pub flat: i8,
    /// The terms one by one, where somebody wants to be told.
    terms: Option<Vec<Part>>,
}

#[derive(Clone, Debug)]
struct Part {
    amount: Amount,
    reason: String,
    clause: Clause,
}

#[derive(Clone, Copy, Debug)]
enum Amount {
    Base(Pool),
    Dice(Pool),
    Pips(i8),
    Flat(i8),
}

impl Sum {
    /// Starts from a stat; `told` says whether the terms are to be told afterwards.
    pub fn of(told: bool, stat: Pool, name: &str, clause: Clause) -> Sum {
        let mut sum = Sum { pool: stat, terms: told.then(Vec::new), ..Sum::default() };
        sum.note(Amount::Base(stat), name, clause);
        sum
    }

    fn note(&mut self, amount: Amount, reason: &str, clause: Clause) {
        if let Some(terms) = &mut self.terms {
            terms.push(Part { amount, reason: reason.to_owned(), clause });
        }
    }

    /// Adds a dice modifier.
    pub fn dice(&mut self, by: Pool, reason: &str, clause: Clause) {
        if by != Pool::default() {
            self.pool += by;
            self.note(Amount::Dice(by), reason, clause);
        }
    }

    /// Adds a pip modifier, which counts once for each kept die.
    pub fn pips(&mut self, by: i8, reason: &str, clause: Clause) {
        if by != 0 {
            self.pips += by;
            self.note(Amount::Pips(by), reason, clause);
        }
    }

    /// Adds a modifier that counts once.
    pub fn flat(&mut self, by: i8, reason: &str, clause: Clause) {
        if by != 0 {
            self.flat += by;
            self.note(Amount::Flat(by), reason, clause);
        }
    }

    /// The total of these kept faces: pips are added after the dice are chosen (REQ-DICE-10).
    pub fn total(&self, kept: &[u8]) -> i32 {
        let faces: i32 = kept.iter().map(|f| i32::from(*f)).sum();
        faces + i32::from(self.pips) * kept.len() as i32 + i32::from(self.flat)
    }

    /// The rules of dice that this roll makes use of, as far as it is told.
    pub fn rules_used(&self) -> SmallVec<[Clause; 8]> {
        let mut used: SmallVec<[Clause; 8]> = SmallVec::new();
        let terms = self.terms.as_deref().unwrap_or_default();
        let dice = |p: &Part| if let Amount::Dice(by) = p.amount { Some(by) } else { None };
        if terms.iter().filter_map(dice).any(|by| by.keep != 0) {
            used.push(Clause("REQ-DICE-03"));
        }
        if terms.iter().filter_map(dice).any(|by| by.keep == 0) {
            used.push(Clause("REQ-DICE-04"));
        }
        if terms.len() > 2 {
            used.push(Clause("REQ-DICE-05"));
        }
        let rolled = self.pool.as_rolled();
        if self.pool.keep > rolled.keep && rolled.keep == MOST_KEEPS {
            used.push(Clause("REQ-DICE-06"));
        }
        // It matters when the limit is applied once gains alone would pass it.
        let losses: i8 = terms.iter().filter_map(dice).map(|by| by.keep.min(0)).sum();
        if self.pool.keep - losses > MOST_KEEPS {
            used.extend([Clause("REQ-DICE-07"), Clause("REQ-Q-55")]);
        }
        if self.pool.roll < 1 || self.pool.keep < 1 || self.pool.keep > self.pool.roll {
            used.push(Clause("REQ-Q-16"));
        }
        if self.pips != 0 {
            let pips = ["REQ-DICE-08", "REQ-DICE-09", "REQ-DICE-10", "REQ-Q-14"];
            used.extend(pips.map(Clause));
        }
        used
    }

    /// The pool and pips in short: `3k2`, `3k2+1`.
    pub fn short(&self) -> String {
        let pips = if self.pips == 0 { String::new() } else { format!("{:+}", self.pips) };
        let flat = if self.flat == 0 { String::new() } else { format!(" {:+}", self.flat) };
        format!("{}{pips}{flat}", self.pool.as_rolled())
    }

    /// The terms for the explanation of a roll.
    pub fn explain(&self) -> Vec<Term> {
        let kept = i32::from(self.pool.as_rolled().keep);
        self.terms.iter().flatten().map(|part| part.term(kept)).collect()
    }
}

impl Part {
    fn term(&self, kept: i32) -> Term {
        let (amount, value) = match self.amount {
            Amount::Base(pool) => (pool.to_string(), 0),
            Amount::Dice(by) => (by.as_change(), 0),
            Amount::Pips(by) => (format!("{by:+} pip"), i32::from(by) * kept),
            Amount::Flat(by) => (format!("{by:+}"), i32::from(by)),
        };
        Term { amount, value, reason: self.reason.clone(), clause: self.clause }
    }
}

/// Which dice count: the highest ones (REQ-DICE-02). Of equal dice the first are kept.
pub fn kept(faces: &[u8], keep: i8) -> SmallVec<[bool; 8]> {
    let mut order: SmallVec<[usize; 8]> = (0..faces.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(faces[*i]));
    let mut flags: SmallVec<[bool; 8]> = SmallVec::from_elem(false, faces.len());
    for i in order.into_iter().take(keep.max(0) as usize) {
        flags[i] = true;
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_read_changed_and_capped() {
        let mut pool: Pool = "3k2".parse().unwrap();
        pool += "+2k1".parse().unwrap();
        assert_eq!(pool.to_string(), "5k3");
        pool += "-3k2".parse().unwrap();
        assert_eq!(pool, Pool::new(2, 1));
        assert_eq!(Pool::new(6, 6).as_rolled(), Pool::new(6, 5));
        assert_eq!(Pool::new(0, 2).as_rolled(), Pool::new(1, 1));
        for bad in ["", "k", "3", "3k", "xk2", "3k99", "--1k1"] {
            assert!(bad.parse::<Pool>().is_err(), "{bad}");
        }
    }
}
