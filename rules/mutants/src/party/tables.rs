//! Rolling on the random tables (MUT-T-13 to MUT-T-23), with the choices they leave.

use std::fmt::Display;

use engine::{Ask, Choice, Clause, Cx, Event, Need, Play, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use super::rows::*;

use crate::gear::{Armor, Drug, Gear, Grenade, Gun, Item, Missile};
use crate::options::{Agreed, GunCellIsSpare};
use crate::profile::{Dread, Energy, Kind, Nature, Projection, Rule};

/// How often something is rolled again before the first row that fits is taken instead.
const MOST_ROLLS: usize = 12;

/// One die.
pub fn d6(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<u8> {
    cx.cite(Clause("MUT-GEN-01"));
    Ok(cx.dice(Need::d6(side, 1, purpose))?[0])
}

/// Two dice, added up (MUT-GEN-01).
pub fn two_dice(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<u8> {
    cx.cite(Clause("MUT-GEN-01"));
    Ok(cx.dice(Need::d6(side, 2, purpose))?.iter().sum())
}

/// Two dice, read as tens and units; thrown one after the other (MUT-GEN-01).
pub fn d66(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<u8> {
    let tens = d6(cx, side, purpose)?;
    let units = d6(cx, side, purpose)?;
    if tens == units && (tens == 1 || tens == 6) {
        cx.cite(Clause("MUT-X-01"));
    }
    Ok(tens * 10 + units)
}

/// A die, halved and rounded up (MUT-GEN-02).
pub fn d3(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<u8> {
    cx.cite(Clause("MUT-GEN-02"));
    Ok(d6(cx, side, purpose)?.div_ceil(2))
}

/// An even chance: the second of two on 4 or more (MUT-GEN-03).
pub fn even(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<bool> {
    cx.cite(Clause("MUT-GEN-03"));
    Ok(d6(cx, side, purpose)? >= 4)
}

/// Tells what a throw on a table came to.
fn tell(cx: &mut Cx<'_>, side: SideId, table: Clause, what: (&str, u8), found: &dyn Display) {
    let (purpose, number) = what;
    cx.say(|| Event::note(table, format!("{side} rolls {number} for {purpose}: {found}")));
}

/// What a row comes to: the player's choice, or a die's. Rows are chosen among what is possible;
/// nothing possible gives nothing.
fn decide<T: Copy + Display>(
    cx: &mut Cx<'_>,
    side: SideId,
    entry: Entry<T>,
    table: Clause,
    possible: impl Fn(T) -> bool,
) -> Play<Option<T>> {
    let one = match entry {
        Entry::One(one) => one,
        Entry::Even(one, other) => match even(cx, side, "one of two")? {
            true => other,
            false => one,
        },
        Entry::Choice(one, other) => {
            let both: SmallVec<[T; 2]> =
                [one, other].into_iter().filter(|t| possible(*t)).collect();
            if both.is_empty() {
                return Ok(None);
            }
            let ask = Ask::new(side, "entry", "Which of the two is it to be?", table);
            return cx.choose(ask, &both, |thing| Choice::new(thing.to_string())).map(Some);
        }
    };
    Ok(Some(one).filter(|thing| possible(*thing)))
}

/// Notes why a rule is rolled again.
fn again(cx: &mut Cx<'_>, side: SideId, nature: &Nature, entry: Entry<Rule>) {
    let rule = match entry {
        Entry::One(rule) | Entry::Choice(rule, _) | Entry::Even(rule, _) => rule,
    };
    let why = nature.bars(rule).unwrap_or(Clause("MUT-Q-125"));
    cx.cite(Clause("MUT-PTY-09"));
    cx.say(|| Event::note(why, format!("{side} rolls again in place of {rule}")));
}

/// Where rules are rolled, and how.
struct Rolled {
    rows: Rows<Rule>,
    table: Clause,
    purpose: &'static str,
    /// Read as tens and units.
    tens: bool,
}

impl Rolled {
    /// Rolls until something fits the one who rolls; after too many throws the first row that
    /// fits is taken, and if none does there is nothing.
    fn roll(&self, cx: &mut Cx<'_>, side: SideId, nature: &Nature) -> Play<Option<Rule>> {
        let fits = |rule: Rule| nature.bars(rule).is_none();
        for _ in 0..MOST_ROLLS {
            let number = match self.tens {
                true => d66(cx, side, self.purpose)?,
                false => two_dice(cx, side, self.purpose)?,
            };
            let Some(entry) = row(self.rows, number) else { continue };
            match decide(cx, side, entry, self.table, fits)? {
                Some(rule) => {
                    tell(cx, side, self.table, (self.purpose, number), &rule);
                    return Ok(Some(rule));
                }
                None => again(cx, side, nature, entry),
            }
        }
        Ok(all(self.rows).into_iter().find(|rule| fits(*rule)))
    }
}

/// A random skill, not gained yet; one that the model cannot have is rolled again (MUT-T-13,
/// MUT-Q-128).
pub fn roll_skill(cx: &mut Cx<'_>, side: SideId, nature: &Nature) -> Play<Option<Rule>> {
    let table = Clause("MUT-T-13");
    Rolled { rows: SKILLS, table, purpose: "a skill", tens: false }.roll(cx, side, nature)
}

/// A random skill, gained at once.
pub fn random_skill(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    agreed: &Agreed,
) -> Play<Option<Rule>> {
    let skill = roll_skill(cx, side, nature)?;
    if let Some(rule) = skill {
        acquire(cx, side, nature, rule, agreed)?;
    }
    Ok(skill)
}

/// A random mutation fit for the type, gained at once with all that is rolled for it: mental or
/// physical as said, or else as a die decides, mental on 5 or 6. None for those who never mutate.
///
/// Whoever becomes Humanoid and had no equipment so far is due an Equipment roll (MUT-SPC-068):
/// see [`random_equipment`].
pub fn random_mutation(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    mental: Option<bool>,
    agreed: &Agreed,
) -> Play<Option<Rule>> {
    let Some((rows, table)) = physical(nature.kind) else {
        if nature.kind.is_artificial() {
            cx.cite(Clause("MUT-TYP-24"));
        }
        return Ok(None);
    };
    let mental = match mental {
        Some(mental) => mental,
        None => {
            if nature.kind == Kind::Mutant {
                cx.cite(Clause("MUT-TYP-05"));
            }
            d6(cx, side, "which sort of mutation")? >= 5
        }
    };
    let roll = match mental {
        true => Rolled {
            rows: MENTAL,
            table: Clause("MUT-T-20"),
            purpose: "a mental mutation",
            tens: false,
        },
        false => Rolled { rows, table: Clause(table), purpose: "a physical mutation", tens: true },
    };
    let found = roll.roll(cx, side, nature)?;
    if let Some(rule) = found {
        acquire(cx, side, nature, rule, agreed)?;
    }
    Ok(found)
}

/// A random Robot feature, gained at once, and the drugs of a Medical Robot (MUT-T-23).
pub fn random_feature(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    agreed: &Agreed,
) -> Play<SmallVec<[Item; 2]>> {
    let table = Clause("MUT-T-23");
    let roll = Rolled { rows: FEATURES, table, purpose: "a Robot feature", tens: false };
    match roll.roll(cx, side, nature)? {
        Some(rule) => endow(cx, side, nature, rule, agreed),
        None => Ok(SmallVec::new()),
    }
}

/// A Robot gains a feature, with what is rolled for it; gives the drugs of a Medical Robot.
pub fn endow(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    rule: Rule,
    agreed: &Agreed,
) -> Play<SmallVec<[Item; 2]>> {
    acquire(cx, side, nature, rule, agreed)?;
    let mut drugs = SmallVec::new();
    let id = match rule {
        Rule::HeavyArmor => "MUT-TYP-37",
        Rule::Big | Rule::Huge => "MUT-TYP-40",
        Rule::LongMove => "MUT-TYP-45",
        Rule::Stealth => "MUT-TYP-46",
        Rule::CivilianRobot => {
            random_skill(cx, side, nature, agreed)?;
            "MUT-TYP-42"
        }
        Rule::MedicalRobot => {
            for _ in 0..d6(cx, side, "how many drugs the injector holds")? {
                let gear = Gear::Drug(random_drug(cx, side)?);
                drugs.push(Item { built_in: true, ..Item::new(gear) });
            }
            "MUT-TYP-44"
        }
        _ => rule.clause().0,
    };
    cx.cite(Clause(id));
    Ok(drugs)
}

/// Gains a rule with all that is rolled for it: the energy of an Absorption or a Projection, the
/// object of a Phobia, what a second head brings.
pub fn acquire(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    rule: Rule,
    agreed: &Agreed,
) -> Play<()> {
    nature.gain(rule, agreed);
    cx.cite(rule.clause());
    match rule {
        Rule::Absorption => {
            let face = d6(cx, side, "what is absorbed")?;
            nature.absorbs = pick(Energy::ALL, face);
            let what = nature.absorbs.map_or("", Energy::name);
            tell(cx, side, Clause("MUT-T-08"), ("what is absorbed", face), &what);
        }
        Rule::EnergyProjection => {
            let face = d6(cx, side, "what is projected")?;
            nature.projects = pick(Projection::ALL, face);
            let what = nature.projects.map_or("", Projection::name);
            tell(cx, side, Clause("MUT-T-09"), ("what is projected", face), &what);
        }
        Rule::Phobia => {
            let face = d6(cx, side, "what is feared")?;
            nature.dreads = pick(Dread::ALL, face);
            let what = nature.dreads.map_or("", Dread::name);
            tell(cx, side, Clause("MUT-SPC-091"), ("what is feared", face), &what);
        }
        Rule::TwoHeaded => {
            let face = d6(cx, side, "what the second head brings")?;
            for _ in 0..face.saturating_sub(4) {
                random_mutation(cx, side, nature, Some(true), agreed)?;
            }
        }
        Rule::Leader => {
            cx.cite(Clause("MUT-PTY-08"));
            cx.cite(Clause("MUT-Q-124"));
        }
        _ => (),
    }
    Ok(())
}

/// The thing of a face of a die.
fn pick<T: Copy>(all: &[T], face: u8) -> Option<T> {
    all.get(usize::from(face).saturating_sub(1)).copied()
}

/// A random gun (MUT-T-15).
pub fn random_gun(cx: &mut Cx<'_>, side: SideId) -> Play<Gun> {
    let table = Clause("MUT-T-15");
    let number = two_dice(cx, side, "a gun")?;
    let entry = row(GUNS, number).unwrap_or(Entry::One(Gun::Pistol));
    let gun = decide(cx, side, entry, table, |_| true)?.unwrap_or(Gun::Pistol);
    tell(cx, side, table, ("a gun", number), &gun);
    Ok(gun)
}

/// Random armor (MUT-T-16).
pub fn random_armor(cx: &mut Cx<'_>, side: SideId) -> Play<Armor> {
    let table = Clause("MUT-T-16");
    let number = two_dice(cx, side, "armor")?;
    let entry = row(ARMOR, number).unwrap_or(Entry::One(Armor::Flak));
    let armor = decide(cx, side, entry, table, |_| true)?.unwrap_or(Armor::Flak);
    tell(cx, side, table, ("armor", number), &armor);
    Ok(armor)
}

/// A random grenade (MUT-T-17).
pub fn random_grenade(cx: &mut Cx<'_>, side: SideId) -> Play<Grenade> {
    let face = d6(cx, side, "a grenade")?;
    let grenade = pick(Grenade::ALL, face).unwrap_or(Grenade::Fragmentation);
    tell(cx, side, Clause("MUT-T-17"), ("a grenade", face), &grenade);
    Ok(grenade)
}

/// A random drug (MUT-T-18).
pub fn random_drug(cx: &mut Cx<'_>, side: SideId) -> Play<Drug> {
    let face = d6(cx, side, "a drug")?;
    let drug = pick(Drug::ALL, face).unwrap_or(Drug::Stimulant);
    tell(cx, side, Clause("MUT-T-18"), ("a drug", face), &drug);
    Ok(drug)
}

/// What came of Equipment rolls: things, Cells and Food.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Haul {
    /// Things; those built into a Robot are marked so.
    pub items: SmallVec<[Item; 2]>,
    /// Energy Cells.
    pub cells: u8,
    /// Food.
    pub food: u8,
}

impl Haul {
    /// Adds what another one holds.
    pub fn add(&mut self, other: Haul) {
        self.items.extend(other.items);
        self.cells = self.cells.saturating_add(other.cells);
        self.food = self.food.saturating_add(other.food);
    }
}

impl Display for Find {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Find::Bow => "Bow",
            Find::Cells => "Cells",
            Find::Powered => "Powered Hand Weapon",
            Find::Grenade => "a grenade",
            Find::Drug => "a drug",
            Find::Gun => "a gun",
            Find::Herbicide => "Herbicide",
            Find::SomeFood | Find::Food => "Food",
            Find::Flak => "Flak Jacket",
            Find::Nbc => "NBC Suit",
            Find::Armor => "armor",
        })
    }
}

/// One Equipment roll, for somebody of this nature (MUT-T-14). Robots have what they roll built
/// in, and Cells in place of armor (MUT-TYP-29 to 31, MUT-Q-127).
pub fn random_equipment(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &Nature,
    agreed: &Agreed,
) -> Play<Haul> {
    let table = Clause("MUT-T-14");
    let number = two_dice(cx, side, "equipment")?;
    let entry = row(EQUIPMENT, number).unwrap_or(Entry::One(Find::Food));
    let robot = nature.kind == Kind::Robot;
    let armor = matches!(entry, Entry::Choice(Find::Flak, _) | Entry::One(Find::Armor));
    if robot && armor {
        for id in ["MUT-TYP-30", "MUT-Q-127", "MUT-WPN-06"] {
            cx.cite(Clause(id));
        }
        tell(cx, side, table, ("equipment", number), &"armor, so that the Robot has Cells instead");
        let cells = d6(cx, side, "Cells in place of armor")?;
        return Ok(Haul { cells, ..Haul::default() });
    }
    let find = decide(cx, side, entry, table, |_| true)?.unwrap_or(Find::Food);
    tell(cx, side, table, ("equipment", number), &find);
    let mut haul = collect(cx, side, find, agreed)?;
    if robot {
        for item in &mut haul.items {
            item.built_in = true;
            let drug = matches!(item.gear, Gear::Drug(_));
            cx.cite(Clause(if drug { "MUT-TYP-29" } else { "MUT-TYP-31" }));
        }
    }
    Ok(haul)
}

/// What a row of the Equipment table comes to.
pub fn collect(cx: &mut Cx<'_>, side: SideId, find: Find, agreed: &Agreed) -> Play<Haul> {
    let mut haul = Haul::default();
    let gear = match find {
        Find::Cells => {
            haul.cells = d6(cx, side, "Cells")?.saturating_add(3);
            None
        }
        Find::SomeFood => {
            haul.food = d6(cx, side, "Food")?;
            None
        }
        Find::Food => {
            haul.food = d6(cx, side, "Food")?.saturating_add(3);
            None
        }
        Find::Bow => Some(Gear::Missile(Missile::Bow)),
        Find::Powered => {
            haul.cells = 2;
            Some(Gear::PoweredWeapon)
        }
        Find::Grenade => Some(Gear::Grenade(random_grenade(cx, side)?)),
        Find::Drug => {
            haul.food = 1;
            Some(Gear::Drug(random_drug(cx, side)?))
        }
        Find::Gun => {
            let gun = random_gun(cx, side)?;
            // Guns come loaded; whether the Cell beside them is a spare is an option.
            haul.cells = u8::from(agreed.gun_cell_is_spare == GunCellIsSpare::On);
            cx.cite(Clause("MUT-WPN-02"));
            cx.cite(Clause("MUT-Q-97"));
            Some(Gear::Gun(gun))
        }
        Find::Herbicide => Some(Gear::Herbicide),
        Find::Flak => Some(Gear::Armor(Armor::Flak)),
        Find::Nbc => Some(Gear::Armor(Armor::Nbc)),
        Find::Armor => Some(Gear::Armor(random_armor(cx, side)?)),
    };
    haul.items.extend(gear.map(Item::new));
    Ok(haul)
}
