//! Chapter 20: choosing instead of rolling (MUT-OPT-01).
//!
//! The three things of a character take the place of everything it would roll: the skills,
//! mutations, features and equipment of its type's tables.

use engine::{Ask, Choice, Clause, Cx, Event, Play, Refusal, SideId};
use smallvec::SmallVec;

use super::roll_up::{NewCharacter, bare, choose_species, equipment_rolls, introduce};
use super::tables::{self, FEATURES, Find, GUNS, Haul, MENTAL, SKILLS, all, physical};
use super::{upkeep, wear};
use crate::gear::{Armor, Drug, Gear, Grenade, Item, Missile};
use crate::options::{Agreed, GunCellIsSpare};
use crate::profile::{Character, Diet, Kind, Name, Nature, Rule};

/// Something that can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Rule(Rule),
    Gear(Gear),
    Stores(Find),
}

impl Thing {
    fn name(self) -> String {
        match self {
            Thing::Rule(rule) => rule.name().to_owned(),
            Thing::Gear(gear) => gear.name().to_owned(),
            Thing::Stores(find) => format!("a stock of {find}"),
        }
    }
}

/// Makes a character by choice: its player picks two things, the rival a third. With nobody to
/// play against the third is rolled.
pub(super) fn chosen(
    cx: &mut Cx<'_>,
    (side, rival): (SideId, Option<SideId>),
    (kind, name, settled): (Kind, Name, Diet),
    agreed: &Agreed,
) -> Play<NewCharacter> {
    cx.enter(|| format!("{name}, {kind}"));
    let mut who = bare(name, side, kind);
    let mut haul = Haul::default();
    if kind == Kind::MutatedAnimal {
        let species = choose_species(cx, side)?;
        who.nature.belong(species);
        cx.cite(Clause("MUT-TYP-10"));
        who.food = tables::d6(cx, side, "Food that the animal brings along")?;
    }
    for picker in [Some(side), Some(side), rival] {
        match picker {
            Some(picker) => {
                let thing = pick(cx, picker, &who)?;
                take(cx, side, (&mut who, &mut haul), thing, agreed)?;
            }
            None => roll(cx, side, &mut who, agreed)?,
        }
    }
    if matches!(kind, Kind::MutatedAnimal | Kind::Plant) {
        let (rolls, id) = equipment_rolls(&who.nature);
        for _ in 0..rolls {
            cx.cite(Clause(id));
            haul.add(tables::random_equipment(cx, side, &who.nature, agreed)?);
        }
    }
    who.diet = upkeep::diet(&who.nature, settled);
    who.ready = wear::best_ready(&who.gear);
    cx.leave();
    introduce(cx, &who);
    Ok(NewCharacter { who, haul })
}

/// Everything that a type can roll.
fn things(nature: &Nature) -> Vec<Thing> {
    let mut rules: Vec<Rule> = match nature.kind {
        Kind::Robot => all(FEATURES),
        Kind::MutatedAnimal | Kind::Plant | Kind::Animal => Vec::new(),
        Kind::Human | Kind::Mutant | Kind::Android | Kind::Wretched => all(SKILLS),
    };
    if let Some((rows, _)) = physical(nature.kind) {
        rules.extend(all(rows).into_iter().chain(all(MENTAL)));
    }
    let mut found: Vec<Thing> = Vec::new();
    for rule in rules.into_iter().map(Thing::Rule) {
        if !found.contains(&rule) {
            found.push(rule);
        }
    }
    if !nature.has_hands() && nature.kind != Kind::Mutant {
        return found;
    }
    let armor = Armor::ALL.iter().map(|a| Gear::Armor(*a));
    let gear = all(GUNS)
        .into_iter()
        .map(Gear::Gun)
        .chain([Gear::Missile(Missile::Bow), Gear::PoweredWeapon, Gear::Herbicide])
        .chain(Grenade::ALL.iter().map(|g| Gear::Grenade(*g)))
        .chain(Drug::ALL.iter().map(|d| Gear::Drug(*d)))
        .chain(armor.filter(|_| nature.kind != Kind::Robot));
    found.extend(gear.map(Thing::Gear));
    found.extend([Find::Cells, Find::Food].map(Thing::Stores));
    found
}

/// Somebody picks one thing for a character.
fn pick(cx: &mut Cx<'_>, picker: SideId, who: &Character) -> Play<Thing> {
    let bar = |thing: &Thing| match thing {
        Thing::Rule(rule) => who.nature.bars(*rule),
        Thing::Gear(_) | Thing::Stores(_) => None,
    };
    let had = |thing: &Thing| matches!(thing, Thing::Rule(rule) if who.nature.has(*rule));
    let mut options = things(&who.nature);
    let loud = !cx.is_quiet();
    options.retain(|thing| bar(thing).is_none() || (loud && !had(thing)));
    let clause = Clause("MUT-OPT-01");
    let ask = Ask::new(picker, "thing", "What is it to have?", clause);
    cx.choose(ask, &options, |thing| {
        let choice = Choice::new(thing.name());
        match bar(thing) {
            Some(why) => choice.refused(Refusal::new(why, "it does not go with what it has")),
            None => choice,
        }
    })
}

/// A character takes what was picked.
fn take(
    cx: &mut Cx<'_>,
    side: SideId,
    (who, haul): (&mut Character, &mut Haul),
    thing: Thing,
    agreed: &Agreed,
) -> Play<()> {
    cx.say(|| Event::note(Clause("MUT-OPT-01"), format!("{} has {}", who.name, thing.name())));
    match thing {
        Thing::Rule(rule) if who.nature.kind == Kind::Robot => {
            let drugs = tables::endow(cx, side, &mut who.nature, rule, agreed)?;
            who.gear.extend(drugs);
        }
        Thing::Rule(rule) => tables::acquire(cx, side, &mut who.nature, rule, agreed)?,
        Thing::Gear(gear) => {
            let built_in = who.nature.kind == Kind::Robot;
            let item = Item { built_in, ..Item::new(gear) };
            if built_in {
                cx.cite(Clause("MUT-TYP-31"));
                who.gear.push(item);
            } else {
                haul.items.push(item);
            }
            let spare = agreed.gun_cell_is_spare == GunCellIsSpare::On;
            // What the Equipment table lists beside a thing comes with it.
            let (cells, food) = match gear {
                Gear::Gun(_) => (u8::from(spare), 0),
                Gear::PoweredWeapon => (2, 0),
                Gear::Drug(_) => (0, 1),
                _ => (0, 0),
            };
            haul.add(Haul { items: SmallVec::new(), cells, food });
        }
        Thing::Stores(find) => haul.add(tables::collect(cx, side, find, agreed)?),
    }
    Ok(())
}

/// Without a rival, the dice give the third thing.
fn roll(cx: &mut Cx<'_>, side: SideId, who: &mut Character, agreed: &Agreed) -> Play<()> {
    match who.nature.kind {
        Kind::Robot => {
            let drugs = tables::random_feature(cx, side, &mut who.nature, agreed)?;
            who.gear.extend(drugs);
        }
        _ if who.nature.can_mutate() => {
            tables::random_mutation(cx, side, &mut who.nature, None, agreed)?;
        }
        _ => {
            tables::random_skill(cx, side, &mut who.nature, agreed)?;
        }
    }
    Ok(())
}
