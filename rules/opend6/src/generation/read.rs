//! Reading a roster from text, with every problem found on the way.

use smallvec::SmallVec;
use tabletop::Length;
use tabletop::fields::{Fields, Problems, Value, place, tell_apart};
use tabletop::file::{MOST_PROBLEMS, Problem};
use toml::de::DeValue;

use super::{Enlisted, Kind, Kit, Levels, MOST_SOLDIERS, MOST_SQUADS, Roster, Specialist, words};
use crate::profile::{Name, Quality, Skill};

/// Longest text that is read; a bound for files from strangers.
const LONGEST: usize = 256 << 10;
/// Longest name of a force or a squad.
const LONGEST_NAME: usize = 40;
/// Most types of a roster's own.
const MOST_TYPES: usize = 12;
/// Highest attribute, and most levels of training that make sense at all.
const MOST_LEVELS: u8 = 12;
/// Most grenades, and most explosives, that somebody carries.
const MOST_THROWN: u8 = 12;
/// Farthest that anybody moves.
const MOST_MOVE: u8 = 30;
/// Most specialists that are read; two are allowed (OD6-GEN-07).
const MOST_SPECIALISTS: usize = 6;
/// Most weapons that are read of one list.
const MOST_WEAPONS: usize = 8;

const ROSTER_KEYS: &[&str] = &["name", "allegiance", "squad", "type", "note"];
const TYPE_KEYS: &[&str] = &["name", "quality", "move", "attributes", "note"];
const SQUAD_KEYS: &[&str] = &[
    "name",
    "type",
    "number",
    "training",
    "weapons",
    "grenades",
    "explosives",
    "armor",
    "commander",
    "specialist",
    "quality",
    "move",
    "attributes",
    "rates",
    "cost",
    "note",
];
const SPECIALIST_KEYS: &[&str] = &["training", "weapon", "grenades", "explosives", "note"];

/// Reads a roster, or says everything that is wrong with it as `line 3, column 9: ...`.
pub(super) fn roster(text: &str) -> Result<Roster, Vec<String>> {
    let mut reader = Reader { problems: Problems::new(MOST_PROBLEMS), own: Vec::new() };
    match reader.document(text) {
        Some(roster) if reader.problems.is_empty() => Ok(roster),
        _ => Err(reader.problems.located(text).iter().map(Problem::to_string).collect()),
    }
}

/// A type of the roster's own.
struct OwnType {
    name: Name,
    quality: Quality,
    movement: u8,
    attributes: [u8; 6],
}

struct Reader {
    problems: Problems,
    own: Vec<OwnType>,
}

impl Reader {
    fn document(&mut self, text: &str) -> Option<Roster> {
        let document = self.problems.parse(text, LONGEST)?;
        let fields = Fields::new(document.get_ref(), 0, "a roster");
        self.check_keys(&fields, ROSTER_KEYS);
        let name = self.problems.need(&fields, "name", "\"Northern Garrison\"");
        let name = name.and_then(|value| self.name(value));
        let allegiance = self.word(&fields, ("allegiance", "evil"), words::allegiance);
        for table in self.problems.tables(&fields, ("type", "a troop type"), MOST_TYPES) {
            let own = self.own_type(&table);
            self.own.extend(own);
        }
        let tables = self.problems.tables(&fields, ("squad", "a squad"), MOST_SQUADS);
        if fields.get("squad").is_none() {
            let message = "a roster needs squads: [[squad]], then type = \"Assault Soldier\" \
                           and number = 10";
            self.problems.add(0, message);
        }
        let mut squads: Vec<Enlisted> = tables.iter().filter_map(|t| self.squad(t)).collect();
        tell_apart(&mut squads, |squad: &mut Enlisted| &mut squad.name);
        Some(Roster { name: name?, allegiance, squads })
    }

    /// Which keys there may be, and how long the remark is.
    fn check_keys(&mut self, fields: &Fields, known: &[&str]) {
        self.problems.check_keys(fields, known, &[]);
        self.problems.check_note(fields);
    }

    fn name(&mut self, value: Value) -> Option<Name> {
        self.problems.trimmed_name(value, LONGEST_NAME).map(Name::from)
    }

    /// A word of a list, if the key is there.
    fn word<T>(
        &mut self,
        fields: &Fields,
        (key, example): (&str, &str),
        read: fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let value = fields.get(key)?;
        let text = self.problems.text(value, example)?;
        self.problems.take(place(value), read(text))
    }

    /// A number, or what it usually is.
    fn number_or(&mut self, fields: &Fields, key: &str, usual: u8, most: (u8, u8)) -> u8 {
        let value = fields.get(key);
        value.and_then(|value| self.problems.number(value, key, most)).unwrap_or(usual)
    }

    /// A type outside the lists (OD6-GEN-22).
    fn own_type(&mut self, fields: &Fields) -> Option<OwnType> {
        self.check_keys(fields, TYPE_KEYS);
        let name = self.problems.need(fields, "name", "\"Ice Planet Soldier\"");
        let name = name.and_then(|value| self.name(value));
        self.problems.need(fields, "quality", "\"veteran\"");
        let quality = self.word(fields, ("quality", "veteran"), words::quality);
        let movement = self.problems.need(fields, "move", "10");
        let movement =
            movement.and_then(|value| self.problems.number(value, "move", (1, MOST_MOVE)));
        let example = "{ AGI = 3, KNO = 2, MEC = 2, PER = 2, STR = 3, TEC = 2 }";
        self.problems.need(fields, "attributes", example)?;
        let mut attributes = [0; 6];
        self.attributes(fields, &mut attributes);
        if attributes.contains(&0) {
            let message = format!("all six attributes are needed, such as attributes = {example}");
            self.problems.add(fields.at, message);
        }
        Some(OwnType { name: name?, quality: quality?, movement: movement?, attributes })
    }

    /// Attributes that differ from the type's.
    fn attributes(&mut self, fields: &Fields, attributes: &mut [u8; 6]) {
        for (text, value, at) in self.pairs(fields, ("attributes", "{ STR = 4 }")) {
            let Some(which) = self.problems.take(at, words::attribute(&text)) else { continue };
            let number = self.problems.number(value, which.short(), (1, MOST_LEVELS));
            attributes[which as usize] = number.unwrap_or(1);
        }
    }

    /// Names and values of a table inside another.
    fn pairs<'a>(
        &mut self,
        fields: &Fields<'a>,
        (key, example): (&str, &str),
    ) -> Vec<(String, Value<'a>, usize)> {
        let Some(value) = fields.get(key) else { return Vec::new() };
        let DeValue::Table(table) = value.get_ref() else {
            self.problems.add(place(value), format!("expected {key} = {example}"));
            return Vec::new();
        };
        let pair = |(k, v): (&toml::Spanned<_>, &'a _)| {
            let name: &std::borrow::Cow<'_, str> = k.get_ref();
            (name.to_string(), v, k.span().start)
        };
        table.iter().map(pair).collect()
    }

    fn squad(&mut self, fields: &Fields) -> Option<Enlisted> {
        self.check_keys(fields, SQUAD_KEYS);
        let value = self.problems.need(fields, "type", "\"Assault Soldier\"");
        let names: Vec<Name> = self.own.iter().map(|own| own.name.clone()).collect();
        let kind = value.and_then(|value| {
            let text = self.problems.text(value, "Assault Soldier")?;
            self.problems.take(place(value), words::kind(text, &names))
        });
        let name = match fields.get("name") {
            Some(value) => self.name(value),
            None => kind.as_ref().map(|kind| Name::from(kind.name())),
        };
        let number = self.problems.need(fields, "number", "10");
        let number =
            number.and_then(|value| self.problems.number(value, "number", (1, MOST_SOLDIERS)));
        let (quality, movement, mut attributes) = self.usual(kind.as_ref());
        let quality = self.word(fields, ("quality", "average"), words::quality).unwrap_or(quality);
        let movement = self.number_or(fields, "move", movement, (1, MOST_MOVE));
        self.attributes(fields, &mut attributes);
        let squad = Enlisted {
            name: name.clone().unwrap_or_else(|| Name::from("this squad")),
            kind: kind.clone().unwrap_or(Kind::Listed(0)),
            quality,
            attributes,
            movement,
            number: number.unwrap_or(MOST_SOLDIERS),
            training: self.training(fields),
            kit: self.kit(fields),
            armor: self.word(fields, ("armor", "Bounty Hunter"), words::armor),
            commander: self.number_or(fields, "commander", 0, (0, MOST_LEVELS)),
            specialists: self.specialists(fields),
            printed_rates: self.rates(fields),
            printed_cost: self.cost(fields),
        };
        self.check_sense(fields, &squad);
        kind.and(name).and(number).map(|_| squad)
    }

    /// Quality, Move and attributes of a type (OD6-GEN-11).
    fn usual(&self, kind: Option<&Kind>) -> (Quality, u8, [u8; 6]) {
        let own = |name: &Name| self.own.iter().find(|own| own.name == *name);
        match kind {
            Some(Kind::Own(name)) => own(name)
                .map_or((Quality::Average, 10, [2; 6]), |o| (o.quality, o.movement, o.attributes)),
            Some(listed) => listed
                .troop()
                .map_or((Quality::Average, 10, [2; 6]), |t| (t.quality, t.movement, t.attributes)),
            None => (Quality::Average, 10, [2; 6]),
        }
    }

    /// What no players could agree on, because it cannot be put on a table.
    fn check_sense(&mut self, fields: &Fields, squad: &Enlisted) {
        let special = 1 + squad.specialists.len();
        if usize::from(squad.number) < special {
            let message = format!(
                "a squad of {} has no room for a commander and {} specialists; \
                 make number at least {special} (OD6-SQD-01)",
                squad.number,
                special - 1
            );
            self.problems.add(fields.at, message);
        }
        let kits = squad.specialists.iter().map(|s| &s.kit).chain([&squad.kit]);
        let guns = |kit: &Kit| kit.guns.iter().filter(|gun| gun.is_assembled()).count();
        let pairs: usize = kits.map(guns).sum();
        if usize::from(squad.number) < 2 * pairs {
            let message = format!(
                "each weapon that is put together takes two soldiers: {} soldiers cannot carry \
                 {pairs} of them; add soldiers or take a weapon away (OD6-SPW-01)",
                squad.number
            );
            self.problems.add(fields.at, message);
        }
        let clumsy = squad.worn().is_some_and(|a| a.suit().agility >= squad.attributes[0]);
        if squad.free_armor().is_none() && clumsy {
            let message = "in this armor the soldiers would have no Agility left; leave it off";
            self.problems.add(fields.at, message);
        }
    }

    /// Levels of training on top of something.
    fn training(&mut self, fields: &Fields) -> Levels {
        let mut levels = [0; Skill::COUNT];
        for (text, value, at) in self.pairs(fields, ("training", "{ firearms = 2 }")) {
            let Some(skill) = self.problems.take(at, words::skill(&text)) else { continue };
            let number = self.problems.number(value, skill.name(), (0, MOST_LEVELS));
            levels[skill as usize] = number.unwrap_or(0);
        }
        levels
    }

    fn kit(&mut self, fields: &Fields) -> Kit {
        let mut kit = self.thrown(fields);
        let texts = self.problems.texts(fields, ("weapons", "Raygun Rifle"), MOST_WEAPONS);
        for (text, at) in texts {
            let carried = words::carry(&mut kit, text);
            self.problems.take(at, carried);
        }
        kit
    }

    fn thrown(&mut self, fields: &Fields) -> Kit {
        Kit {
            grenades: self.number_or(fields, "grenades", 0, (0, MOST_THROWN)),
            plastics: self.number_or(fields, "explosives", 0, (0, MOST_THROWN)),
            ..Kit::default()
        }
    }

    fn specialists(&mut self, fields: &Fields) -> SmallVec<[Specialist; 2]> {
        let tables = self.problems.tables(fields, ("specialist", "a specialist"), MOST_SPECIALISTS);
        tables.iter().map(|table| self.specialist(table)).collect()
    }

    fn specialist(&mut self, fields: &Fields) -> Specialist {
        self.check_keys(fields, SPECIALIST_KEYS);
        let mut kit = self.thrown(fields);
        if let Some(value) = fields.get("weapon")
            && let Some(text) = self.problems.text(value, "Repeating Raygun")
        {
            let carried = words::carry(&mut kit, text);
            self.problems.take(place(value), carried);
        }
        Specialist { training: self.training(fields), kit }
    }

    /// Rates as somebody printed them: `rates = [6, 10]`, halves in quotes: `["7.5", 12]`.
    fn rates(&mut self, fields: &Fields) -> Option<(Length, Length)> {
        let value = fields.get("rates")?;
        let rate = |v: Value| -> Option<Length> {
            match v.get_ref() {
                DeValue::Integer(n) => n.as_str().parse::<i32>().ok().map(Length::inches),
                DeValue::String(text) => text.parse().ok(),
                DeValue::Float(n) => n.as_str().parse().ok(),
                _ => None,
            }
        };
        let rates = match value.get_ref() {
            DeValue::Array(both) if both.len() == 2 => rate(&both[0]).zip(rate(&both[1])),
            _ => None,
        };
        let sane = Length::ZERO..=Length::inches(99);
        let rates = rates.filter(|(walk, run)| sane.contains(walk) && sane.contains(run));
        if rates.is_none() {
            let message = "rates are the printed Walk and Run Rate in inches: rates = [8, 13]";
            self.problems.add(place(value), message);
        }
        rates
    }

    /// The cost as somebody printed it.
    fn cost(&mut self, fields: &Fields) -> Option<i32> {
        let value = fields.get("cost")?;
        let cost = match value.get_ref() {
            DeValue::Integer(n) => {
                n.as_str().parse::<i32>().ok().filter(|n| (0..100_000).contains(n))
            }
            _ => None,
        };
        if cost.is_none() {
            self.problems.add(place(value), "cost is the printed cost of the squad: cost = 720");
        }
        cost
    }
}
