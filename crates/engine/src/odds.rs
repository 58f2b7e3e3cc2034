//! Exact odds of an action: the rule itself is run for every way the dice can fall.

use std::collections::BTreeMap;
use std::fmt;

use smallvec::SmallVec;

use crate::book::Book;
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need};
use crate::hash::stable_hash;
use crate::question::{Answer, Ask};

/// A chance as a fraction, exact as long as it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    num: u128,
    den: u128,
    /// What was cut off because an endless back-and-forth was followed only so far.
    cut: bool,
}

impl Chance {
    /// Never.
    pub const NEVER: Chance = Chance { num: 0, den: 1, cut: false };
    /// Always.
    pub const ALWAYS: Chance = Chance { num: 1, den: 1, cut: false };

    fn new(num: u128, den: u128) -> Chance {
        let common = gcd(num, den).max(1);
        Chance { num: num / common, den: den / common, cut: false }
    }

    fn times(self, num: u128, den: u128) -> Chance {
        let (a, b) = (gcd(self.num, den).max(1), gcd(num, self.den).max(1));
        let top = (self.num / a).checked_mul(num / b);
        let bottom = (self.den / b).checked_mul(den / a);
        match (top, bottom) {
            (Some(num), Some(den)) => Chance { num, den, cut: self.cut },
            _ => self.coarse().times(num, den),
        }
    }

    fn plus(self, other: Chance) -> Chance {
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

/// Most ways a single handful may fall before it is not worth going through them.
const MOST_THROWS: u128 = 100_000;

/// How many ways some dice can fall, apart from their order; at least.
fn n_throws(need: &Need) -> u128 {
    let (count, sides) = (u128::from(need.count), u128::from(need.sides));
    // More dice than this have more orders than can be counted.
    if count > 30 || sides == 0 {
        return MOST_THROWS + 1;
    }
    (1..=count).fold(1, |n: u128, i| n.min(1 << 64) * (sides + i - 1) / i)
}

/// All ways some dice can fall, sorted, with the number of orders each can fall in.
fn throws(need: &Need) -> Vec<(Faces, u128)> {
    let mut all = Vec::new();
    let mut faces = Faces::new();
    add_throws(need, 1, &mut faces, &mut all);
    all
}

fn add_throws(need: &Need, least: u8, faces: &mut Faces, all: &mut Vec<(Faces, u128)>) {
    if faces.len() == usize::from(need.count) {
        all.push((faces.clone(), orders(faces)));
        return;
    }
    for face in least..=need.sides {
        faces.push(face);
        add_throws(need, face, faces, all);
        faces.pop();
    }
}

fn orders(sorted: &[u8]) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    let same = sorted.chunk_by(|a, b| a == b).map(|run| factorial(run.len()));
    factorial(sorted.len()) / same.product::<u128>()
}

/// Goes through all throws: dice come from a list of throws chosen so far, and the first throw
/// beyond it stops the rule. Later choices are made as a sensible player would make them: an
/// action that can be declined is declined, a re-roll that looks good is taken.
struct AllThrows<'a> {
    chosen: &'a [Faces],
    used: usize,
    /// The throw that was missing, and whether it was a dice-off.
    missing: Option<(Need, bool)>,
}

impl AllThrows<'_> {
    fn next(&mut self, need: &Need, off: bool) -> Play<Faces> {
        match self.chosen.get(self.used) {
            Some(faces) => {
                self.used += 1;
                Ok(faces.clone())
            }
            None => {
                self.missing = Some((*need, off));
                Err(Stop::Dice(*need))
            }
        }
    }
}

impl Source for AllThrows<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        self.next(need, false)
    }

    fn dice_off(&mut self, one: &Need, _: &Need, _: &[String]) -> Play<(Faces, Faces)> {
        let won = self.next(one, true)?;
        let lost = Faces::from_slice(&[7 - won[0]]);
        Ok((won, lost))
    }

    fn pick(&mut self, ask: &Ask, _: &[String], offer: &Offer<'_>) -> Play<usize> {
        let choices = offer.choices();
        let possible = || (0..choices.len()).filter(|i| choices[*i].refusal.is_none());
        let offered = ask.topic.starts_with("reroll");
        let declined = possible().find(|i| choices[*i].declines).filter(|_| !offered);
        let best = || possible().max_by_key(|i| (choices[*i].merit, std::cmp::Reverse(*i)));
        Ok(declined.or_else(best).unwrap_or(0))
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        // The one answer that can be given for anybody is to stay where one is.
        if let Wanted::Path(_, start, ..) = wanted {
            return Ok(Answer::Path(vec![start]));
        }
        Err(Stop::Ask(vec![ask.question(scopes, wanted.form())]))
    }
}

/// The chance of each result.
pub type Results<R> = BTreeMap<R, Chance>;

/// Most runs of a step before giving up, so that nobody waits for ever.
const MOST_RUNS: usize = 2_000_000;
/// A back-and-forth is followed until less than this share of all cases is still undecided.
const UNDECIDED: u128 = 1 << 44;

/// Why odds could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOdds {
    /// Somebody would have to make a choice that cannot be made for them.
    OpenChoice,
    /// There are too many cases.
    TooMany,
    /// The action is not legal.
    Illegal,
}

impl fmt::Display for NoOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoOdds::OpenChoice => "somebody would have to make a choice that cannot be foreseen",
            NoOdds::TooMany => "there are too many ways the dice can fall",
            NoOdds::Illegal => "the action is not legal",
        })
    }
}

/// The exact chance of each result of an action: `tape` is what came in during the step under
/// way, the action last; `read` says which result a settled state stands for.
pub fn odds<B: Book, R: Ord>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    read: impl Fn(&B::State) -> R,
) -> Result<Results<R>, NoOdds> {
    let mut budget = MOST_RUNS;
    let mut results: Results<R> = BTreeMap::new();
    // Equal states are merged by their hash, so that a fight that swings back and forth is a
    // loop and not a tree.
    let mut open: BTreeMap<u64, (B::State, Chance)> = BTreeMap::new();
    let start = (state.clone(), Chance::ALWAYS);
    spread(book, &start, tape, &mut budget, |state, chance| {
        settle(book, state, chance, &read, &mut results, &mut open);
    })?;
    let mut undecided = false;
    while let Some((_, from)) = open.pop_first() {
        let (num, den) = from.1.fraction();
        if num.saturating_mul(UNDECIDED) < den {
            undecided = true;
            continue;
        }
        spread(book, &from, &[], &mut budget, |state, chance| {
            settle(book, state, chance, &read, &mut results, &mut open);
        })?;
    }
    // What is still going back and forth could end in any of the results.
    results.values_mut().for_each(|chance| chance.cut |= undecided);
    Ok(results)
}

fn add<R: Ord>(results: &mut Results<R>, result: R, chance: Chance) {
    let entry = results.entry(result).or_insert(Chance::NEVER);
    *entry = entry.plus(chance);
}

fn settle<B: Book, R: Ord>(
    book: &B,
    state: B::State,
    chance: Chance,
    read: &impl Fn(&B::State) -> R,
    results: &mut Results<R>,
    open: &mut BTreeMap<u64, (B::State, Chance)>,
) {
    if book.is_settled(&state) || book.outcome(&state).is_some() {
        add(results, read(&state), chance);
    } else {
        let entry = open.entry(stable_hash(&state)).or_insert((state, Chance::NEVER));
        entry.1 = entry.1.plus(chance);
    }
}

/// Runs one step for every way its dice can fall.
fn spread<B: Book>(
    book: &B,
    (from, chance): &(B::State, Chance),
    tape: &[Input],
    budget: &mut usize,
    mut reached: impl FnMut(B::State, Chance),
) -> Result<(), NoOdds> {
    let mut open: Vec<(SmallVec<[Faces; 4]>, Chance)> = vec![(SmallVec::new(), *chance)];
    while let Some((chosen, chance)) = open.pop() {
        *budget = budget.checked_sub(1).ok_or(NoOdds::TooMany)?;
        let mut state = from.clone();
        let mut source = AllThrows { chosen: &chosen, used: 0, missing: None };
        let result = {
            let mut cx = Cx::on_tape_only(tape, &mut source);
            book.step(&mut state, &mut cx)
        };
        match (result, source.missing) {
            (Ok(()), _) => reached(state, chance),
            (Err(Stop::Dice(_)), Some((_, true))) => {
                for face in [1, 6] {
                    let mut next = chosen.clone();
                    next.push(Faces::from_slice(&[face]));
                    open.push((next, chance.times(1, 2)));
                }
            }
            (Err(Stop::Dice(_)), Some((need, false))) => {
                if n_throws(&need) > MOST_THROWS {
                    return Err(NoOdds::TooMany);
                }
                let all = u128::from(need.sides).pow(u32::from(need.count));
                for (faces, orders) in throws(&need) {
                    let mut next = chosen.clone();
                    next.push(faces);
                    open.push((next, chance.times(orders, all)));
                }
            }
            (Err(Stop::Refuse(_)), _) => return Err(NoOdds::Illegal),
            (Err(Stop::Ask(_) | Stop::Dice(_)), _) => return Err(NoOdds::OpenChoice),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SideId;

    #[test]
    fn throws_cover_every_order() {
        let need = Need::d6(SideId(0), 3, "test");
        let all = throws(&need);
        assert_eq!(all.len(), 56);
        assert_eq!(all.iter().map(|(_, n)| n).sum::<u128>(), 216);
        assert_eq!(n_throws(&need), 56);
        assert!(n_throws(&Need::d6(SideId(0), 255, "test")) > MOST_THROWS);
    }

    #[test]
    fn chances_add_up() {
        let third = Chance::new(1, 3);
        assert_eq!(third.plus(third).plus(third), Chance::ALWAYS);
        assert_eq!(third.times(3, 4).to_string(), "1/4");
        assert_eq!("~0.592593".parse::<Chance>().unwrap().to_string(), "~0.592593");
        assert_eq!("~0.5".parse::<Chance>().unwrap().millionths(), 500_000);
        for text in ["1/0", "3/2", "~0.5925931", "+1/2", "~", "", "-1/2", "~1.5"] {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
    }
}
