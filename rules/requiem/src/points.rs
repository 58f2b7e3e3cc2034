//! Chapter 18: what a model costs (REQ-X-01 to REQ-X-08), in exact fractions.
//!
//! A price is made of chances, and every chance is the share of all the ways the dice can fall.
//! Nothing is rounded before the very end.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};
use std::sync::{LazyLock, Mutex, PoisonError};

use engine::Clause;

use crate::dice::Pool;
use crate::profile::{Character, Hands, Name, Power, Skill, Trait, Weapon};

/// Most dice a price can tell apart; a roster allows no more. With twelve, the longest fraction
/// of a price still fits into 128 bits.
pub const MOST_DICE: i8 = 12;

/// The defense that attacks are priced against, and the attack of a model without gear.
const ORDINARY: Pool = Pool::new(2, 2);
/// The armed attack that defenses are priced against (REQ-X-02).
const ARMED: Pool = Pool::new(3, 2);
/// A check is passed on this or more (REQ-DICE-13).
const CHECK: i32 = 9;
/// Highest total without pips: five sixes.
const HIGHEST: usize = 30;

/// What a model costs, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What each part of the model costs; parts that cost nothing are left out.
    pub parts: Vec<(Part, Ratio)>,
    /// Their sum, rounded once, halves up (REQ-X-01).
    pub total: i32,
}

/// Something that is paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Four points an inch (REQ-X-01).
    Move,
    /// Ten points for each attack it can be expected to live through (REQ-X-02).
    Durability,
    /// Its chance to pass a check (REQ-X-03).
    Willpower,
    /// Its best melee attack (REQ-X-04).
    Melee,
    /// Its second one-handed melee weapon (REQ-X-04).
    SecondBlade,
    /// A ranged weapon (REQ-X-05).
    Gun(Name),
    /// A tenth of the melee part (REQ-X-06).
    WideArc,
    /// A melee weapon that stuns (REQ-X-06).
    Stun,
    /// Being a danger to whoever comes near (REQ-X-06).
    Contaminated,
    /// Half of what the pip adds (REQ-X-06).
    VengeanceIsMine,
    /// Three quarters of what the reroll adds (REQ-X-06).
    SpiritualGuidance,
    /// Its psi powers (REQ-X-13, REQ-X-15).
    Psi,
}

impl Part {
    /// The clause that prices it.
    pub fn clause(&self) -> Clause {
        Clause(match self {
            Part::Move => "REQ-X-01",
            Part::Durability => "REQ-X-02",
            Part::Willpower => "REQ-X-03",
            Part::Melee | Part::SecondBlade => "REQ-X-04",
            Part::Gun(_) => "REQ-X-05",
            Part::WideArc
            | Part::Stun
            | Part::Contaminated
            | Part::VengeanceIsMine
            | Part::SpiritualGuidance => "REQ-X-06",
            Part::Psi => "REQ-X-13",
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Move => "Move",
            Part::Durability => "durability",
            Part::Willpower => "Willpower",
            Part::Melee => "melee",
            Part::SecondBlade => "second melee weapon",
            Part::Gun(name) => name,
            Part::WideArc => "Wide Arc",
            Part::Stun => "Stun in melee",
            Part::Contaminated => "Contaminated",
            Part::VengeanceIsMine => "Vengeance Is Mine",
            Part::SpiritualGuidance => "Spiritual Guidance",
            Part::Psi => "psi powers",
        })
    }
}

/// What a model costs (REQ-X-01). The model's own `points` are not looked at.
pub fn cost(character: &Character) -> Cost {
    let stats = &character.stats;
    let mut parts = vec![
        (Part::Move, Ratio::whole(4 * i128::from(stats.movement))),
        (Part::Durability, durability(character)),
        (Part::Willpower, willpower(stats.willpower)),
    ];
    melee(character, &mut parts);
    ranged(character, &mut parts);
    if character.can(Skill::Contaminated) {
        parts.push((Part::Contaminated, Ratio::whole(10)));
    }
    parts.push((Part::Psi, psi(&character.powers)));
    parts.retain(|(_, points)| *points != Ratio::ZERO);
    let total = rounded(&parts);
    Cost { parts, total }
}

/// Rounds the sum of all parts once (REQ-X-01). Whole points are added apart from fractions,
/// so that the numbers stay short.
fn rounded(parts: &[(Part, Ratio)]) -> i32 {
    let whole: i128 = parts.iter().map(|(_, points)| points.floor()).sum();
    let rest: Ratio = parts.iter().map(|(_, points)| *points - Ratio::whole(points.floor())).sum();
    let total = whole + (rest + Ratio::new(1, 2)).floor();
    i32::try_from(total).unwrap_or(i32::MAX)
}

/// Ten points for each armed attack it is likely to live through (REQ-X-02).
fn durability(character: &Character) -> Ratio {
    let defense = Throw::of(net_defense(character));
    // With halved ties, the attack has whatever chance the defense leaves it. The clause gives
    // no price to a model that nobody can hurt; one attack in a thousand is as good as it gets.
    let hurt = Ratio::ONE - defense.chance(Against::Roll(ARMED));
    let hurt = hurt.max(Ratio::new(1, 1000));
    Ratio::whole(10 * i128::from(character.stats.wounds)) * hurt.inverse()
}

/// Twenty points for the chance of a passed check, less what an ordinary person has (REQ-X-03).
fn willpower(pool: Pool) -> Ratio {
    let chance = Throw::of(Net { pool, pips: 0 }).chance(Against::Check);
    Ratio::whole(20) * (chance - Ratio::new(5, 18))
}

/// Melee attacks and their traits (REQ-X-04, REQ-X-06).
fn melee(character: &Character, parts: &mut Vec<(Part, Ratio)>) {
    let plain = Blades::of(character, 0);
    parts.push((Part::Melee, plain.best()));
    parts.push((Part::SecondBlade, plain.second()));
    let arc = plain.chances.iter().filter(|(w, _)| w.has(Trait::WideArc)).map(|(_, m)| *m).max();
    if let Some(chance) = arc {
        parts.push((Part::WideArc, Ratio::whole(6) * chance));
    }
    let stunning = character.blades().filter(|(_, w)| w.has(Trait::Stun)).count();
    parts.push((Part::Stun, Ratio::whole(5 * stunning as i128)));
    if character.can(Skill::VengeanceIsMine) {
        let avenging = Blades::of(character, 1);
        let gain = avenging.best() + avenging.second() - plain.best() - plain.second();
        parts.push((Part::VengeanceIsMine, gain * Ratio::new(1, 2)));
    }
}

/// The chances of a model's melee attacks.
struct Blades<'c> {
    bare: Ratio,
    chances: Vec<(&'c Weapon, Ratio)>,
}

impl<'c> Blades<'c> {
    fn of(character: &'c Character, pips: i8) -> Blades<'c> {
        let ones = character.can(Skill::HandOfDoom);
        // The knife helps with every melee roll of its owner (REQ-Q-18), not only its own.
        let one = character.blades().any(|(_, w)| w.has(Trait::RerollOne));
        let chance = |mut net: Net| {
            net.pips += pips;
            Throw { ones, one, ..Throw::of(net) }.chance(Against::Roll(ORDINARY))
        };
        let bare = chance(Net { pool: character.stats.melee, pips: 0 });
        let armed = |(_, weapon)| (weapon, chance(net_attack(character, weapon)));
        Blades { bare, chances: character.blades().map(armed).collect() }
    }

    fn best(&self) -> Ratio {
        let best = self.chances.iter().map(|(_, m)| *m).max().unwrap_or(self.bare);
        Ratio::whole(60) * best.max(self.bare)
    }

    /// The lesser of two one-handed weapons is the second.
    fn second(&self) -> Ratio {
        let one_handed = self.chances.iter().filter(|(w, _)| w.hands == Hands::One);
        let mut chances: Vec<Ratio> = one_handed.map(|(_, m)| *m).collect();
        chances.sort();
        chances.iter().rev().nth(1).map_or(Ratio::ZERO, |m| Ratio::whole(30) * *m)
    }
}

/// Ranged weapons and the guidance of their shots (REQ-X-05, REQ-X-06).
fn ranged(character: &Character, parts: &mut Vec<(Part, Ratio)>) {
    let mut guided = Ratio::ZERO;
    for (_, gun) in character.guns() {
        let own = Throw { one: gun.has(Trait::RerollOne), ..Throw::of(net_attack(character, gun)) };
        let chance = own.chance(Against::Roll(ORDINARY));
        let weight = weight_of_shots(character, gun);
        parts.push((Part::Gun(gun.name.clone()), weight * chance));
        if character.can(Skill::SpiritualGuidance) {
            let better = Throw { one: true, ..own }.chance(Against::Roll(ORDINARY));
            guided = guided + weight * (better - chance) * Ratio::new(3, 4);
        }
    }
    parts.push((Part::SpiritualGuidance, guided));
}

/// Everything in the price of a ranged weapon except its chance to hit (REQ-X-05).
fn weight_of_shots(character: &Character, gun: &Weapon) -> Ratio {
    let range = gun.range.map_or(0, |r| r.whole_inches());
    let is_stationary = gun.has(Trait::Stationary);
    let reach = if is_stationary { 0 } else { i32::from(character.stats.movement) };
    let mut weight = Ratio::new(26, 10)
        * Ratio::whole(i128::from(gun.shots()))
        * Ratio::whole(i128::from(range + reach));
    for quality in &gun.traits {
        weight = weight
            * match quality {
                Trait::Blast(radius) => Ratio::new(4 + i128::from(*radius), 4),
                Trait::NeutralizeCover => Ratio::new(12, 10),
                Trait::Stun => Ratio::new(5, 4),
                // Shots, reach and pips are counted where they belong.
                Trait::Repeater(_) | Trait::Stationary | Trait::Buckshot => Ratio::ONE,
                Trait::WideArc | Trait::RerollOne => Ratio::ONE,
            };
    }
    weight
}

/// What a psi power costs by itself (REQ-X-13).
pub fn price_of_power(power: Power) -> i32 {
    match power {
        Power::MindSpike => 30,
        Power::Static => 25,
        Power::Dread => 20,
        Power::Shove | Power::Veil => 15,
        Power::Bolster => 10,
    }
}

/// All powers, with five points for each after the first (REQ-X-15).
fn psi(powers: &[Power]) -> Ratio {
    let alone: i32 = powers.iter().map(|power| price_of_power(*power)).sum();
    let further = powers.len().saturating_sub(1) as i128;
    Ratio::whole(i128::from(alone) + 5 * further)
}

/// A stat with everything that gear adds to it, as it is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    /// The dice.
    pub pool: Pool,
    /// Pips on each kept die.
    pub pips: i8,
}

impl fmt::Display for Net {
    /// `3k2`, or `3k2 +1 pip`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pool)?;
        match self.pips {
            0 => Ok(()),
            1 | -1 => write!(f, " {:+} pip", self.pips),
            _ => write!(f, " {:+} pips", self.pips),
        }
    }
}

/// Defense with all armor (REQ-GEAR-01, REQ-DICE-05).
pub fn net_defense(character: &Character) -> Net {
    let mut net = Net { pool: character.stats.defense, pips: 0 };
    for armor in &character.armor {
        net.pool += armor.bonus;
        net.pips += armor.pips;
    }
    Net { pool: net.pool.as_rolled(), ..net }
}

/// An attack with a weapon, Buckshot included (REQ-PROF-10, REQ-GEAR-15).
pub fn net_attack(character: &Character, weapon: &Weapon) -> Net {
    let stats = &character.stats;
    let mut pool = if weapon.is_ranged() { stats.ranged } else { stats.melee };
    pool += weapon.bonus;
    let pips = weapon.pips + i8::from(weapon.has(Trait::Buckshot));
    Net { pool: pool.as_rolled(), pips }
}

/// A roll, as far as its chances go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Throw {
    pool: Pool,
    pips: i8,
    /// Whether ones are rolled again (REQ-GEAR-18).
    ones: bool,
    /// Whether one die may be rolled again (REQ-GEAR-17, REQ-GEAR-20).
    one: bool,
}

/// What a roll has to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Against {
    /// The roll of an opponent; ties are diced off, which gives each side half (REQ-DICE-12).
    Roll(Pool),
    /// The nine of a check.
    Check,
}

/// Chances that were worked out before. Each is a pure function of its key, and there are only
/// so many pools.
static KNOWN: LazyLock<Mutex<BTreeMap<(Throw, Against), Ratio>>> = LazyLock::new(Mutex::default);

impl Throw {
    fn of(net: Net) -> Throw {
        let rolled = net.pool.as_rolled();
        let pool = Pool::new(rolled.roll.min(MOST_DICE), rolled.keep);
        Throw { pool, pips: net.pips, ones: false, one: false }
    }

    fn chance(self, against: Against) -> Ratio {
        let key = (self, against);
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let chance = self.work_out(against);
            KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, chance);
            chance
        })
    }

    /// Goes through all hands of dice. The player sees a hand, and rolls a die again if that
    /// raises the chance to win (REQ-Q-64).
    fn work_out(self, against: Against) -> Ratio {
        let merits = Merits::of(against);
        let pips = i32::from(self.pips) * i32::from(self.pool.keep);
        let merit = |total: i32| merits.of_total(total + pips);
        let best = |hand: &Hand| {
            let kept = 6 * merit(hand.total);
            let again = hand.rerolled().map_or(0, |totals| totals.map(merit).iter().sum());
            if self.one { kept.max(again) } else { kept }
        };
        let hands = self.hands();
        let won: i128 = hands.iter().map(|(hand, ways)| ways * best(hand)).sum();
        let all: i128 = hands.values().sum();
        Ratio::new(won, all * 6 * merits.full)
    }

    /// All hands that can come up, and in how many ways each can.
    fn hands(self) -> BTreeMap<Hand, i128> {
        let sorts = |face: u8| match (self.ones, face) {
            (false, _) => [(true, 1), (false, 0)],
            // Of the 36 ways to throw a die and a one again, each higher face comes up at once
            // in six, and every face the second time in one.
            (true, 1) => [(true, 0), (false, 1)],
            (true, _) => [(true, 6), (false, 1)],
        };
        let mut hands = BTreeMap::from([(Hand::default(), 1)]);
        for face in (1..=6).rev() {
            for (is_fresh, weight) in sorts(face).into_iter().filter(|(_, weight)| *weight > 0) {
                let mut fuller = BTreeMap::new();
                for (hand, ways) in hands {
                    let left = (self.pool.roll as u32).saturating_sub(u32::from(hand.dice));
                    for n in 0..=left {
                        let more = hand.with(n, face, is_fresh, self.pool.keep as u8);
                        let new = ways * choose(left, n) * i128::pow(weight, n);
                        *fuller.entry(more).or_default() += new;
                    }
                }
                hands = fuller;
            }
        }
        hands.retain(|hand, _| hand.dice == self.pool.roll as u8);
        hands
    }
}

/// How much a total is worth, in shares of `full`.
struct Merits {
    /// For totals from zero to [`HIGHEST`]; the last goes on forever.
    of: Vec<i128>,
    full: i128,
}

impl Merits {
    fn of(against: Against) -> Merits {
        let pool = match against {
            Against::Check => {
                let of = (0..=HIGHEST as i32).map(|total| i128::from(total >= CHECK)).collect();
                return Merits { of, full: 1 };
            }
            Against::Roll(pool) => pool,
        };
        let opponent = Throw::of(Net { pool, pips: 0 });
        let mut ways = vec![0; HIGHEST + 1];
        opponent.hands().iter().for_each(|(hand, n)| ways[hand.total as usize] += n);
        let mut below = 0;
        let worth = |n: &i128| {
            below += n;
            2 * below - n
        };
        Merits { of: ways.iter().map(worth).collect(), full: 2 * ways.iter().sum::<i128>() }
    }

    fn of_total(&self, total: i32) -> i128 {
        self.of[usize::try_from(total).unwrap_or(0).min(HIGHEST)]
    }
}

/// Dice on the table, filled from the highest face down: all that matters of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Hand {
    /// How many dice there are.
    dice: u8,
    /// The sum of those that are kept (REQ-DICE-02).
    total: i32,
    /// The lowest die that is kept.
    last: u8,
    /// The highest die that is not; zero if all are kept.
    next: u8,
    /// The lowest die that has not been rolled again (REQ-DICE-14); zero if all have.
    lowest: u8,
}

impl Hand {
    fn with(mut self, n: u32, face: u8, is_fresh: bool, keep: u8) -> Hand {
        for _ in 0..n {
            self.dice += 1;
            if self.dice <= keep {
                self.total += i32::from(face);
                self.last = face;
            } else if self.dice == keep + 1 {
                self.next = face;
            }
        }
        if n > 0 && is_fresh {
            self.lowest = face;
        }
        self
    }

    /// The six totals that rolling one die again can bring. The lowest die is the one to roll:
    /// it leaves the best rest, and the new face is the same luck for any die.
    fn rerolled(&self) -> Option<[i32; 6]> {
        let Hand { total, last, next, lowest, .. } = *self;
        let gain = |face: u8| match lowest >= last {
            true => i32::from(face.max(next)) - i32::from(lowest),
            false => i32::from(face.saturating_sub(last)),
        };
        (lowest > 0).then(|| [1, 2, 3, 4, 5, 6].map(|face| total + gain(face)))
    }
}

/// In how many ways some of these can be picked.
fn choose(of: u32, n: u32) -> i128 {
    (0..n).fold(1, |ways, i| ways * i128::from(of - i) / i128::from(i + 1))
}

/// An exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { num: 0, den: 1 };
    /// One.
    pub const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// A fraction; its denominator must be above zero.
    fn new(num: i128, den: i128) -> Ratio {
        debug_assert!(den > 0);
        let common = gcd(num.abs(), den).max(1);
        Ratio { num: num / common, den: den / common }
    }

    const fn whole(n: i128) -> Ratio {
        Ratio { num: n, den: 1 }
    }

    /// Upside down; only ever asked of what is above zero.
    fn inverse(self) -> Ratio {
        debug_assert!(self.num > 0);
        Ratio { num: self.den, den: self.num }
    }

    fn floor(self) -> i128 {
        self.num.div_euclid(self.den)
    }

    /// Numerator and denominator, in lowest terms.
    pub fn fraction(self) -> (i128, i128) {
        (self.num, self.den)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        // Most numbers are short, and short division is much quicker.
        (a, b) = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => (i128::from(b), i128::from(a % b)),
            _ => (b, a % b),
        };
    }
    a
}

impl Add for Ratio {
    type Output = Ratio;
    fn add(self, other: Ratio) -> Ratio {
        let common = gcd(self.den, other.den).max(1);
        let num = self.num * (other.den / common) + other.num * (self.den / common);
        Ratio::new(num, self.den / common * other.den)
    }
}

impl Sub for Ratio {
    type Output = Ratio;
    fn sub(self, other: Ratio) -> Ratio {
        self + Ratio { num: -other.num, den: other.den }
    }
}

impl Mul for Ratio {
    type Output = Ratio;
    fn mul(self, other: Ratio) -> Ratio {
        let (a, b) = (Ratio::new(self.num, other.den), Ratio::new(other.num, self.den));
        Ratio { num: a.num * b.num, den: a.den * b.den }
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Ratio>>(all: I) -> Ratio {
        all.fold(Ratio::ZERO, Add::add)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (*self - *other).num.cmp(&0)
    }
}

impl fmt::Display for Ratio {
    /// With one decimal, halves up: `38.8`; whole numbers without: `16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (*self * Ratio::whole(10) + Ratio::new(1, 2)).floor();
        let sign = if tenths < 0 { "-" } else { "" };
        match self.den {
            1 => write!(f, "{}", self.num),
            _ => write!(f, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10),
        }
    }
}

#[cfg(test)]
mod tests;
