//! Reading a party from text, with every problem found on the way.

use std::sync::Arc;

use engine::SideId;
use smallvec::SmallVec;
use tabletop::fields::{Fields, Problems, Value, clipped, nearest, place, plain, tell_apart};
use tabletop::file::{MOST_PROBLEMS, Problem};
use toml::de::DeValue;

use super::upkeep::diet;
use super::words::{self, Said, item_words};
use super::{Advance, LONGEST, LONGEST_NAME, MOST_MODELS, MOST_THINGS, Roster, wear};
use crate::gear::Item;
use crate::profile::{Character, Diet, Kind, Name, Nature, Record, RuleSet};

/// Most Food or Cells of a party.
const MOST_STORES: u32 = 9_999;
/// Most Food or Cells that one model carries.
const MOST_CARRIED: u8 = 99;
/// Most rules of one model.
const MOST_RULES: usize = 40;
/// Most Advances of a party.
const MOST_ADVANCES: usize = 200;

const TOP_KEYS: &[&str] = &["party", "model"];
const PARTY_KEYS: &[&str] = &["name", "food", "cells", "stock", "advances", "note"];
const MODEL_KEYS: &[&str] = &[
    "name", "type", "species", "quality", "combat", "rules", "gear", "ready", "cells", "food",
    "diet", "upkeep", "underfed", "wounded", "infected", "unpaid", "absent", "stopped", "scars",
    "note",
];

/// See [`super::read`].
pub(super) fn roster(text: &str, side: SideId) -> Result<Roster, Vec<String>> {
    let mut reader = Reader { problems: Problems::new(MOST_PROBLEMS), side };
    let roster = reader.document(text);
    match roster {
        Some(roster) if reader.problems.is_empty() => Ok(roster),
        _ => Err(reader.problems.located(text).iter().map(Problem::to_string).collect()),
    }
}

struct Reader {
    problems: Problems,
    side: SideId,
}

impl Reader {
    fn document(&mut self, text: &str) -> Option<Roster> {
        let document = self.problems.parse(text, LONGEST)?;
        let fields = Fields::new(document.get_ref(), 0, "a party file");
        self.problems.check_keys(&fields, TOP_KEYS, &[PARTY_KEYS, MODEL_KEYS].concat());
        let party = match fields.get("party").map(|v| (v.get_ref(), place(v))) {
            Some((DeValue::Table(table), at)) => Some(Fields::new(table, at, "a party")),
            Some((_, at)) => {
                self.problems.add(at, "write [party], then its keys");
                None
            }
            None => {
                self.problems.add(0, "a party file needs [party], then name = \"The Lost\"");
                None
            }
        };
        let mut roster = party.and_then(|party| self.party(&party));
        let tables = self.problems.tables(&fields, ("model", "a model"), MOST_MODELS);
        if fields.get("model").is_none() {
            self.problems.add(0, "a party needs models: [[model]], then name = \"Ada\"");
        }
        let mut members = Vec::new();
        for table in &tables {
            let advances = roster.as_ref().map_or(&[][..], |r| &r.advances);
            members.extend(self.model(table, advances));
        }
        tell_apart(&mut members, |who: &mut Character| &mut who.name);
        if let Some(roster) = &mut roster {
            roster.members = members;
        }
        roster
    }

    fn party(&mut self, fields: &Fields) -> Option<Roster> {
        self.check_keys(fields, PARTY_KEYS);
        let name = self.problems.need(fields, "name", "\"The Lost\"");
        let name = name.and_then(|value| self.name(value));
        let food = self.stores(fields, "food");
        let cells = self.stores(fields, "cells");
        let stock = self.things(fields, "stock");
        let advances = self.advances(fields);
        let (members, stock) = (Vec::new(), stock.into_vec());
        Some(Roster { name: name?, members, food: food?, cells: cells?, stock, advances })
    }

    /// Which keys there may be, and how long the remark is.
    fn check_keys(&mut self, fields: &Fields, known: &[&str]) {
        self.problems.check_keys(fields, known, &[]);
        self.problems.check_note(fields);
    }

    fn name(&mut self, value: Value) -> Option<Name> {
        self.problems.trimmed_name(value, LONGEST_NAME).map(Arc::from)
    }

    /// The name of a model, which players type in their answers.
    fn model_name(&mut self, value: Value) -> Option<Name> {
        let name = self.name(value)?;
        if name.contains(['"', '+', ';']) {
            let message = "a model's name does without \", + and ;, which answers are written with";
            self.problems.add(place(value), message);
            return None;
        }
        Some(name)
    }

    /// Food or Cells that a party has in common (MUT-PRO-02).
    fn stores(&mut self, fields: &Fields, key: &str) -> Option<u32> {
        let Some(value) = fields.get(key) else { return Some(0) };
        let number = match value.get_ref() {
            DeValue::Integer(n) if n.radix() == 10 => n.as_str().replace('_', "").parse().ok(),
            _ => None,
        };
        let number = number.filter(|n| *n <= MOST_STORES);
        if number.is_none() {
            let message = format!("{key} must be a whole number from 0 to {MOST_STORES}");
            self.problems.add(place(value), message);
        }
        number
    }

    fn things(&mut self, fields: &Fields, key: &str) -> SmallVec<[Item; 4]> {
        let mut things = SmallVec::new();
        for (text, at) in self.problems.texts(fields, (key, "Pistol"), MOST_THINGS) {
            let Some((count, item)) = self.problems.take(at, words::items(text)) else { continue };
            if things.len() + usize::from(count) > MOST_THINGS {
                self.problems.add(at, format!("{key} holds at most {MOST_THINGS} things"));
                break;
            }
            things.extend(std::iter::repeat_n(item, usize::from(count)));
        }
        things
    }

    /// Advances as `Grak: Extra Skill`.
    fn advances(&mut self, fields: &Fields) -> Vec<(Name, Advance)> {
        let mut advances = Vec::new();
        let example = "Grak: Extra Skill";
        for (text, at) in self.problems.texts(fields, ("advances", example), MOST_ADVANCES) {
            let parts = text.rsplit_once(':').map(|(who, what)| (who.trim(), what.trim()));
            let known = parts.and_then(|(who, what)| Some((who, Advance::of_name(what)?)));
            match known.filter(|(who, _)| (1..=LONGEST_NAME).contains(&who.chars().count())) {
                Some((who, advance)) => advances.push((Arc::from(who), advance)),
                None => {
                    let names: Vec<&str> = Advance::ALL.iter().map(|a| a.name()).collect();
                    let word = parts.map_or(text, |(_, what)| what);
                    let hint = nearest(word, names.iter().copied());
                    let hint = hint.map(|name| format!("; did you mean '{name}'?"));
                    let hint = hint.unwrap_or_else(|| format!("; there are {}", names.join(", ")));
                    let text = clipped(text);
                    self.problems.add(at, format!("'{text}' is not like \"{example}\"{hint}"));
                }
            }
        }
        advances
    }

    fn model(&mut self, fields: &Fields, advances: &[(Name, Advance)]) -> Option<Character> {
        self.check_keys(fields, MODEL_KEYS);
        let name = self.problems.need(fields, "name", "\"Ada\"");
        let name = name.and_then(|value| self.model_name(value));
        let kind = self.problems.need(fields, "type", "\"Mutant\"").and_then(|value| {
            let text = self.problems.text(value, "Mutant")?;
            self.problems.take(place(value), words::kind(text))
        });
        let nature = kind.map(|kind| self.nature(fields, kind));
        let condition = self.record(fields);
        let gear = self.gear(fields, kind);
        let ready = self.ready(fields, &gear);
        let settled = self.diet(fields, kind);
        let mut carried = |key: &str| match fields.get(key) {
            Some(value) => self.problems.number(value, key, (0, MOST_CARRIED)),
            None => Some(0),
        };
        let (cells, food) = (carried("cells"), carried("food"));
        let (name, mut nature, condition) = (name?, nature?, condition?);
        let raised = |(who, what): &(Name, Advance)| *who == name && *what == Advance::Quality;
        let improved = advances.iter().any(raised);
        self.figures(fields, &mut nature, (condition.scars, improved));
        let side = self.side;
        let diet = diet(&nature, settled);
        let (cells, food) = (cells?, food?);
        Some(Character { name, side, nature, diet, gear, ready, cells, food, condition })
    }

    /// Type, species and rules; what they bring of themselves is added.
    fn nature(&mut self, fields: &Fields, kind: Kind) -> Nature {
        let mut nature = Nature { rules: RuleSet::default(), ..Nature::plain(kind) };
        for (text, at) in self.problems.texts(fields, ("rules", "Leader"), MOST_RULES) {
            match self.problems.take(at, words::add_rule(&mut nature, text)) {
                Some(Said::OfType(kinds)) if !kinds.contains(&kind) => {
                    let who: Vec<&str> = kinds.iter().map(|k| k.name()).collect();
                    let message = format!("'{text}' is said of {} only", who.join(" and "));
                    self.problems.add(at, message);
                }
                _ => (),
            }
        }
        if let Some(value) = fields.get("species") {
            let text = self.problems.text(value, "Canine");
            let found = text.and_then(|t| self.problems.take(place(value), words::species(t)));
            match found {
                Some(species) if kind == Kind::MutatedAnimal => nature.belong(species),
                Some(_) => {
                    let message = "only Mutated Animals have a species (MUT-TYP-11)";
                    self.problems.add(place(value), message);
                }
                None => (),
            }
        }
        nature.settle();
        nature
    }

    /// Quality and Combat: as the file says, or what type, rules and campaign come to.
    fn figures(&mut self, fields: &Fields, nature: &mut Nature, campaign: (u8, bool)) {
        let (scars, improved) = campaign;
        (nature.quality, nature.combat) = nature.figures();
        nature.quality = nature.quality.saturating_add(scars);
        if improved {
            nature.improve();
        }
        if let Some(value) = fields.get("quality") {
            let quality = self.problems.number(value, "quality", (1, 6));
            nature.quality = quality.unwrap_or(nature.quality);
        }
        if let Some(value) = fields.get("combat") {
            let combat = self.problems.number(value, "combat", (0, 12));
            let combat = combat.and_then(|c| i8::try_from(c).ok());
            nature.combat = combat.unwrap_or(nature.combat);
        }
        if nature.quality > 6 {
            let message = "with these rules its Quality is 7, and it is dead (MUT-PRO-07)";
            self.problems.add(fields.at, message);
        }
    }

    fn gear(&mut self, fields: &Fields, kind: Option<Kind>) -> SmallVec<[Item; 4]> {
        let gear = self.things(fields, "gear");
        let built_in = gear.iter().any(|item| item.built_in);
        if let (true, Some(value)) = (built_in, fields.get("gear"))
            && kind.is_some_and(|k| k != Kind::Robot)
        {
            let message = "only Robots have things that are built in (MUT-TYP-31)";
            self.problems.add(place(value), message);
        }
        gear
    }

    /// What is ready: a thing by its name or its number, or nothing (MUT-ACT-04).
    fn ready(&mut self, fields: &Fields, gear: &[Item]) -> Option<u8> {
        let Some(value) = fields.get("ready") else { return wear::best_ready(gear) };
        if let DeValue::Integer(_) = value.get_ref() {
            let most = u8::try_from(gear.len()).unwrap_or(u8::MAX);
            let number = self.problems.number(value, "ready", (1, most.max(1)))?;
            let held = gear.get(usize::from(number) - 1).is_some_and(|item| item.gear.is_held());
            if !held {
                let message = format!("thing {number} of its gear is not held in the hand");
                self.problems.add(place(value), message);
            }
            return held.then_some(number - 1);
        }
        let text = self.problems.text(value, "Pistol")?;
        if plain(text) == "nothing" {
            return None;
        }
        let like = |item: &Item| plain(&item_words(item)) == plain(text);
        let named = |item: &Item| words::items(text).is_ok_and(|(_, i)| i.gear == item.gear);
        let found = gear.iter().position(like).or_else(|| gear.iter().position(named));
        match found {
            Some(index) if gear[index].gear.is_held() => u8::try_from(index).ok(),
            Some(_) => {
                let message = format!("'{}' is not held in the hand", clipped(text));
                self.problems.add(place(value), message);
                None
            }
            None => {
                let message = format!("it does not carry '{}'; see its gear", clipped(text));
                self.problems.add(place(value), message);
                None
            }
        }
    }

    /// What an Android lives on (MUT-TYP-26); the others have no say in it.
    fn diet(&mut self, fields: &Fields, kind: Option<Kind>) -> Diet {
        let Some(value) = fields.get("diet") else { return Diet::Food };
        let text = self.problems.text(value, "cells");
        let found = text.and_then(|t| self.problems.take(place(value), words::diet(t)));
        if kind == Some(Kind::Android) && matches!(found, Some(Diet::Either | Diet::Nothing)) {
            let message = "an Android lives on \"food\" or on \"cells\" (MUT-TYP-26)";
            self.problems.add(place(value), message);
        }
        found.unwrap_or(Diet::Food)
    }

    /// What a campaign left it with, and the Upkeep its roster prints.
    fn record(&mut self, fields: &Fields) -> Option<Record> {
        let printed = match fields.get("upkeep") {
            None => None,
            Some(value) => {
                let text = self.problems.text(value, "2 Food")?;
                Some(self.problems.take(place(value), clipped(text).parse())?)
            }
        };
        let scars = match fields.get("scars") {
            None => 0,
            Some(value) => self.problems.number(value, "scars", (0, 5))?,
        };
        let mut flag = |key: &str| self.problems.flag(fields, key);
        Some(Record {
            underfed: flag("underfed"),
            wounded: flag("wounded"),
            infected: flag("infected"),
            unpaid: flag("unpaid"),
            absent: flag("absent"),
            stopped: flag("stopped"),
            scars,
            printed,
        })
    }
}
