//! Chapter 16: a new character of each type, with its rolls and choices.

use engine::{Ask, Choice, Clause, Cx, Event, Play, SideId};
use smallvec::SmallVec;

use super::tables::{self, Haul};
use super::{names, upkeep, wear, words};
use crate::gear::Item;
use crate::options::{Agreed, AnimalMental};
use crate::profile::{Character, Diet, Kind, Name, Nature, Record, Rule, Species};

/// A new character and what it has rolled, which its player may hand to others (MUT-PTY-06).
#[derive(Clone, Debug)]
pub struct NewCharacter {
    /// Who it is; carries only what is built in, and an animal its own Food.
    pub who: Character,
    /// Everything else it has rolled.
    pub haul: Haul,
}

impl NewCharacter {
    /// Keeps what it can use itself; gives the rest, which is for others or for the stock.
    pub fn equipped(self) -> (Character, Vec<Item>) {
        let NewCharacter { mut who, haul } = self;
        let mut rest = Vec::new();
        for item in haul.items {
            match wear::refuses(&who, item.gear) {
                None => who.gear.push(item),
                Some(_) => rest.push(item),
            }
        }
        who.cells = who.cells.saturating_add(haul.cells);
        who.food = who.food.saturating_add(haul.food);
        who.ready = wear::best_ready(&who.gear);
        (who, rest)
    }
}

/// Rolls up a character. Without gear it makes no Equipment rolls and brings no Food, as a new
/// follower does (MUT-CAM-21); it has the plain Quality and Combat of its type.
pub fn roll_up(
    cx: &mut Cx<'_>,
    side: SideId,
    kind: Kind,
    agreed: &Agreed,
    taken_names: &[Name],
    with_gear: bool,
) -> Play<NewCharacter> {
    let settled = match kind {
        Kind::Android => choose_diet(cx, side)?,
        _ => Diet::Food,
    };
    let name = names::fresh(kind, taken_names);
    rolled(cx, side, (kind, name, settled), agreed, with_gear)
}

/// What an Android lives on, once and for all (MUT-TYP-26).
pub(super) fn choose_diet(cx: &mut Cx<'_>, side: SideId) -> Play<Diet> {
    let ask = Ask::new(side, "diet", "What does the Android live on?", Clause("MUT-TYP-26"));
    cx.choose(ask, &[Diet::Cells, Diet::Food], |diet| match diet {
        Diet::Cells => Choice::new("lives on Cells"),
        _ => Choice::new("lives on Food"),
    })
}

/// What animal it was (MUT-TYP-11, MUT-T-12).
pub(super) fn choose_species(cx: &mut Cx<'_>, side: SideId) -> Play<Species> {
    cx.cite(Clause("MUT-TYP-11"));
    let ask = Ask::new(side, "species", "What animal was it?", Clause("MUT-T-12"));
    cx.choose(ask, Species::ALL, |species| {
        let (rules, random) = species.package();
        let rules: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        let random = format!("{random} random mutations");
        let brings = match rules.is_empty() {
            true => random,
            false => format!("{} and {random}", rules.join(", ")),
        };
        Choice::new(species.name()).detail(brings)
    })
}

/// A character before anything was rolled for it.
pub(super) fn bare(name: Name, side: SideId, kind: Kind) -> Character {
    Character {
        name,
        side,
        nature: Nature::plain(kind),
        diet: Diet::Food,
        gear: SmallVec::new(),
        ready: None,
        cells: 0,
        food: 0,
        condition: Record::default(),
    }
}

/// Rolls up a character whose name and diet are settled.
pub(super) fn rolled(
    cx: &mut Cx<'_>,
    side: SideId,
    (kind, name, settled): (Kind, Name, Diet),
    agreed: &Agreed,
    with_gear: bool,
) -> Play<NewCharacter> {
    cx.enter(|| format!("{name}, {kind}"));
    cx.cite(Clause("MUT-T-11"));
    let mut who = bare(name, side, kind);
    let nature = &mut who.nature;
    match kind {
        Kind::Human => best_of_two_skills(cx, side, nature, agreed)?,
        Kind::Mutant => {
            mutate(cx, side, nature, agreed)?;
            cx.cite(Clause("MUT-TYP-06"));
            tables::random_skill(cx, side, nature, agreed)?;
        }
        Kind::MutatedAnimal => {
            let species = choose_species(cx, side)?;
            nature.belong(species);
            breed(cx, side, nature, species, agreed)?;
        }
        Kind::Plant => grow(cx, side, nature, agreed)?,
        Kind::Robot => {
            cx.cite(Clause("MUT-TYP-28"));
            let drugs = tables::random_feature(cx, side, nature, agreed)?;
            if with_gear {
                who.gear.extend(drugs);
            }
        }
        Kind::Android | Kind::Wretched => {
            let own = if kind == Kind::Android { "MUT-TYP-25" } else { "MUT-TYP-49" };
            cx.cite(Clause(own));
            tables::random_skill(cx, side, nature, agreed)?;
        }
        Kind::Animal => cx.cite(Clause("MUT-SPC-007")),
    }
    let haul = match with_gear {
        true => outfit(cx, side, &mut who, agreed)?,
        false => Haul::default(),
    };
    who.diet = upkeep::diet(&who.nature, settled);
    who.ready = wear::best_ready(&who.gear);
    cx.leave();
    introduce(cx, &who);
    Ok(NewCharacter { who, haul })
}

/// Tells who somebody is (MUT-PRO-01).
pub(super) fn introduce(cx: &mut Cx<'_>, who: &Character) {
    cx.say(|| Event::note(Clause("MUT-PRO-01"), profile(who)));
}

/// `Ada, Human, Quality 3+, Combat 2: Savage`.
pub fn profile(who: &Character) -> String {
    let nature = &who.nature;
    let rules: Vec<String> = nature.rules.iter().map(|r| words::rule_words(nature, r)).collect();
    let (name, kind, quality, combat) = (&who.name, nature.kind, nature.quality, nature.combat);
    let figures = format!("{name}, {kind}, Quality {quality}+, Combat {combat}");
    match rules.is_empty() {
        true => figures,
        false => format!("{figures}: {}", rules.join(", ")),
    }
}

/// A Human rolls two skills and keeps one (MUT-TYP-02).
fn best_of_two_skills(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    agreed: &Agreed,
) -> Play<()> {
    let first = tables::roll_skill(cx, side, nature)?;
    let second = tables::roll_skill(cx, side, nature)?;
    let mut rolled: SmallVec<[Rule; 2]> = first.into_iter().chain(second).collect();
    rolled.dedup();
    if rolled.is_empty() {
        return Ok(());
    }
    let ask = Ask::new(side, "skill", "Which of the two skills is kept?", Clause("MUT-TYP-02"));
    let kept = cx.choose(ask, &rolled, |rule| Choice::new(format!("keep {rule}")))?;
    tables::acquire(cx, side, nature, kept, agreed)
}

/// The one or two mutations of a Mutant (MUT-TYP-04, MUT-TYP-05).
fn mutate(cx: &mut Cx<'_>, side: SideId, nature: &mut Nature, agreed: &Agreed) -> Play<()> {
    cx.cite(Clause("MUT-TYP-04"));
    let number = if tables::d6(cx, side, "how many mutations")? >= 5 { 2 } else { 1 };
    for _ in 0..number {
        tables::random_mutation(cx, side, nature, None, agreed)?;
    }
    Ok(())
}

/// The random mutations of a Mutated Animal (MUT-TYP-13, MUT-Q-129).
fn breed(
    cx: &mut Cx<'_>,
    side: SideId,
    nature: &mut Nature,
    species: Species,
    agreed: &Agreed,
) -> Play<()> {
    let mental = match agreed.animal_mental {
        AnimalMental::On => None,
        AnimalMental::Off => Some(false),
    };
    let (_, random) = species.package();
    for _ in 0..random {
        cx.cite(Clause("MUT-TYP-13"));
        cx.cite(Clause("MUT-Q-129"));
        tables::random_mutation(cx, side, nature, mental, agreed)?;
    }
    Ok(())
}

/// The mutations of a Mutated Plant (MUT-TYP-14).
fn grow(cx: &mut Cx<'_>, side: SideId, nature: &mut Nature, agreed: &Agreed) -> Play<()> {
    cx.cite(Clause("MUT-TYP-14"));
    cx.cite(Clause("MUT-TYP-15"));
    for mental in [false, false, true] {
        tables::random_mutation(cx, side, nature, Some(mental), agreed)?;
    }
    Ok(())
}

/// How many Equipment rolls a character makes, and why.
pub(super) fn equipment_rolls(nature: &Nature) -> (u8, &'static str) {
    match nature.kind {
        Kind::Human => (2, "MUT-TYP-01"),
        Kind::Mutant => (1, "MUT-TYP-06"),
        Kind::Android => (1, "MUT-TYP-25"),
        Kind::Robot => (2, "MUT-TYP-28"),
        Kind::Wretched => (1, "MUT-TYP-49"),
        // One that has hands now, and had no equipment so far.
        Kind::MutatedAnimal | Kind::Plant if nature.has(Rule::Humanoid) => (1, "MUT-SPC-068"),
        Kind::MutatedAnimal | Kind::Plant | Kind::Animal => (0, "MUT-TYP-09"),
    }
}

/// Makes the Equipment rolls of a character, and gives an animal its Food.
pub(super) fn outfit(
    cx: &mut Cx<'_>,
    side: SideId,
    who: &mut Character,
    agreed: &Agreed,
) -> Play<Haul> {
    if who.nature.kind == Kind::MutatedAnimal {
        cx.cite(Clause("MUT-TYP-10"));
        who.food = tables::d6(cx, side, "Food that the animal brings along")?;
    }
    let mut haul = Haul::default();
    let (rolls, id) = equipment_rolls(&who.nature);
    for _ in 0..rolls {
        cx.cite(Clause(id));
        haul.add(tables::random_equipment(cx, side, &who.nature, agreed)?);
    }
    // What is built in stays where it is (MUT-PTY-06).
    let (own, rest): (SmallVec<[Item; 2]>, SmallVec<[Item; 2]>) =
        haul.items.into_iter().partition(|item| item.built_in);
    who.gear.extend(own);
    haul.items = rest;
    Ok(haul)
}
