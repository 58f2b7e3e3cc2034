//! Reading a band: its troops, what they may buy, its mutations (PUN-B-01 to 08).

mod troop;

use tabletop::fields::{Fields, Problems, Value, place};
use tabletop::file::{MOST_PROBLEMS, Problem};
use toml::de::DeValue;

use super::arms::{self, MOST_GEAR, MOST_RULES};
use super::values::{Entry, cost, entries, need_cost, number};
use super::words::{self, Said, pick};
use super::{Band, GearOffer, LONGEST, LONGEST_NAME, Mutation, Troop};
use crate::gear::{ArmourId, Armoury, GearRule, WeaponId};
use crate::profile::{Attribute, ModelRules, Name};

/// Most troops, and most mutations, of a band.
const MOST_TROOPS: usize = 40;
/// How often a band may have a mutation unless it says otherwise (PUN-B-06).
const USUAL_MUTATIONS: u8 = 3;

pub(super) const BAND_KEYS: &[&str] = &[
    "name",
    "bullets",
    "patched_bullets",
    "gear",
    "weapon",
    "armour",
    "mutation",
    "troop",
    "note",
];
const TROOP_KEYS: &[&str] = &[
    "name",
    "cost",
    "profile",
    "rules",
    "limit",
    "packs",
    "skin",
    "base",
    "height",
    "armour",
    "armours",
    "carries",
    "weapons",
    "gear",
    "includes",
    "mutations",
    "note",
];
const MUTATION_KEYS: &[&str] =
    &["name", "cost", "limit", "raises", "rules", "weapon", "skin", "note"];

/// See [`super::read_band`].
pub(super) fn file(text: &str) -> Result<Band, Vec<String>> {
    let mut problems = Problems::new(MOST_PROBLEMS);
    let document = problems.parse(text, LONGEST);
    let found = document
        .as_ref()
        .and_then(|document| band(&mut problems, &Fields::new(document.get_ref(), 0, "a band")));
    match found {
        Some(band) if problems.is_empty() => Ok(band),
        _ => Err(problems.located(text).iter().map(Problem::to_string).collect()),
    }
}

/// A band from a file of its own, or from the table `[band]` of a roster. One that lacks something
/// it speaks of is none at all, so that nobody is told that what he wrote is not there.
pub(super) fn band(problems: &mut Problems, fields: &Fields) -> Option<Band> {
    problems.check_keys(fields, BAND_KEYS, &[TROOP_KEYS, MUTATION_KEYS].concat());
    problems.check_note(fields);
    let name = problems.need(fields, "name", "\"Tinkers\"");
    let name = name.and_then(|value| problems.trimmed_name(value, LONGEST_NAME));
    let bullets = cost(problems, fields, "bullets");
    let patched_bullets = cost(problems, fields, "patched_bullets");
    let mut armoury = Armoury::printed();
    if !arms::own_gear(problems, fields, &mut armoury) {
        return None;
    }
    let mut reader = Reader { problems, armoury };
    let gear = reader.gear_offers(fields, "gear");
    let tables = reader.problems.tables(fields, ("mutation", "a mutation"), MOST_TROOPS);
    let mutations: Vec<Mutation> = tables.iter().filter_map(|t| reader.mutation(t)).collect();
    let mut whole = mutations.len() == tables.len();
    let tables = reader.problems.tables(fields, ("troop", "a troop"), MOST_TROOPS);
    if tables.is_empty() {
        let message = "a band needs troops: [[troop]], then name = \"Welder\", cost and profile";
        reader.problems.add(fields.at, message);
    }
    let troops: Vec<Troop> = tables.iter().filter_map(|t| reader.troop(t, &mutations)).collect();
    whole &= troops.len() == tables.len();
    let armoury = reader.armoury;
    let name = name?.into();
    let band = Band { name, bullets, patched_bullets, gear, troops, mutations, armoury };
    whole.then_some(band)
}

struct Reader<'p> {
    problems: &'p mut Problems,
    armoury: Armoury,
}

impl Reader<'_> {
    fn name(&mut self, fields: &Fields, example: &str) -> Option<Name> {
        let value = self.problems.need(fields, "name", example)?;
        self.problems.trimmed_name(value, LONGEST_NAME).map(Name::from)
    }

    fn weapon_named(&mut self, text: &str, at: usize) -> Option<WeaponId> {
        let names = self.armoury.weapons().map(|(_, weapon)| &*weapon.name);
        let place = self.problems.take(at, pick("weapon", text, names))?;
        self.armoury.weapons().nth(place).map(|(id, _)| id)
    }

    fn armour_named(&mut self, text: &str, at: usize) -> Option<ArmourId> {
        let names = self.armoury.armours().map(|(_, armour)| &*armour.name);
        let place = self.problems.take(at, pick("armour", text, names))?;
        self.armoury.armours().nth(place).map(|(id, _)| id)
    }

    fn armour_of(&mut self, fields: &Fields, key: &str) -> Option<ArmourId> {
        let value = fields.get(key)?;
        let text = self.problems.text(value, "Thick clothes")?;
        self.armour_named(text, place(value))
    }

    /// Special equipment on offer (PUN-T-11).
    fn gear_offers(&mut self, fields: &Fields, key: &str) -> Vec<GearOffer> {
        let list = entries(self.problems, fields, (key, &["name", "cost"]), MOST_GEAR);
        let mut offers = Vec::new();
        for Entry { name, at, more } in &list {
            let Some(what) = self.problems.take(*at, words::extra(name)) else { continue };
            let own = more.as_ref().and_then(|more| cost(self.problems, more, "cost"));
            match own.or(what.price()) {
                Some(cost) => offers.push(GearOffer { what, cost }),
                None => {
                    let name = what.name();
                    let message = format!(
                        "{name} has no price of its own; write {{ name = \"{name}\", cost = 8 }}"
                    );
                    self.problems.add(*at, message);
                }
            }
        }
        offers
    }

    fn model_rules(&mut self, fields: &Fields) -> (ModelRules, Option<u8>) {
        let (mut rules, mut poison) = (ModelRules::NONE, None);
        for (text, at) in self.problems.texts(fields, ("rules", "Swift"), MOST_RULES) {
            match self.problems.take(at, words::model_rule(text)) {
                Some(Said::Rule(rule)) => rules.add(rule),
                Some(Said::Poison(x)) => poison = Some(x),
                None => (),
            }
        }
        (rules, poison)
    }

    /// Attributes and their values, such as `{ S = 2 }`.
    fn attributes<'a>(&mut self, fields: &Fields<'a>, key: &str) -> Vec<(Attribute, Value<'a>)> {
        let Some(value) = fields.get(key) else { return Vec::new() };
        let DeValue::Table(table) = value.get_ref() else {
            let message = format!("expected attributes in braces, such as {key} = {{ S = 2 }}");
            self.problems.add(place(value), message);
            return Vec::new();
        };
        let mut found = Vec::new();
        for (key, value) in table.iter() {
            let named = words::attribute(key.get_ref());
            let attribute = self.problems.take(key.span().start, named);
            found.extend(attribute.map(|attribute| (attribute, value)));
        }
        found
    }

    fn mutation(&mut self, fields: &Fields) -> Option<Mutation> {
        self.problems.check_keys(fields, MUTATION_KEYS, &[]);
        self.problems.check_note(fields);
        let name = self.name(fields, "\"Hunk\"");
        let cost = need_cost(self.problems, fields, "cost");
        let limit = number(self.problems, fields, "limit", (1, 60)).unwrap_or(USUAL_MUTATIONS);
        let mut raises = Vec::new();
        for (attribute, value) in self.attributes(fields, "raises") {
            let by = self.problems.number(value, attribute.short(), (1, 9));
            raises.extend(by.map(|by| (attribute, by)));
        }
        let (rules, poison) = self.model_rules(fields);
        if poison.is_some() {
            let message = "give Poison to a weapon that grows, not to a mutation (PUN-POI-01)";
            self.problems.add(fields.at, message);
        }
        let weapon = fields.get("weapon").and_then(|value| {
            let text = self.problems.text(value, "Thorns")?;
            self.grown(text, place(value))
        });
        let skin = number(self.problems, fields, "skin", (0, 10)).unwrap_or(0);
        Some(Mutation { name: name?, cost: cost?, limit, raises, rules, weapon, skin })
    }

    /// A weapon that somebody grew, which nobody can take away.
    fn grown(&mut self, text: &str, at: usize) -> Option<WeaponId> {
        let weapon = self.weapon_named(text, at)?;
        let grows = self.armoury.weapon(weapon).has(GearRule::Natural);
        if !grows {
            let message = format!("{text} does not grow on anybody; its rules would say Natural");
            self.problems.add(at, message);
        }
        grows.then_some(weapon)
    }
}
