//! Reading a band from text, with every problem found on the way.

use std::sync::Arc;

use engine::SideId;
use smallvec::SmallVec;
use tabletop::Length;
use tabletop::fields::{Fields, Problems, Value, clipped, place, tell_apart};
use tabletop::file::{MOST_PROBLEMS, Problem};

use crate::dice::Pool;
use crate::options::{Agreed, ChoirMasterRadioactive, Psi};
use crate::points;
use crate::profile::{Armor, Character, Hands, Skill, Stats, Trait, Weapon};

use super::words::{self, MOST_ARMOR, MOST_WEAPONS, MOVES, WOUNDS, plain};
use super::{Armory, LONGEST, LONGEST_NAME, MOST_MODELS, Roster, is_choir_master};

/// Most weapons, and most pieces of armor, in a band's own armory.
const MOST_GEAR: usize = 60;
/// Most special rules of one weapon, and most skills or powers of one model.
const MOST_WORDS: usize = 8;
/// Longest range of a weapon, in inches.
const RANGES: (u8, u8) = (1, 48);
/// Most pips that a thing gives or takes.
const MOST_PIPS: i8 = 3;
/// Most dice that a thing gives or takes.
const MOST_BONUS: i8 = 3;

const ROSTER_KEYS: &[&str] = &["name", "faction", "note", "weapon", "armor", "model"];
const GEAR_KEYS: &[&str] = &["weapon", "armor", "note"];
const WEAPON_KEYS: &[&str] = &["name", "use", "bonus", "pips", "range", "hands", "traits", "note"];
const ARMOR_KEYS: &[&str] = &["name", "bonus", "pips", "note"];
const MODEL_KEYS: &[&str] = &[
    "name",
    "leader",
    "move",
    "ranged",
    "melee",
    "defense",
    "willpower",
    "wounds",
    "weapons",
    "armor",
    "skills",
    "powers",
    "note",
];

/// See [`super::read`].
pub(super) fn roster(text: &str, side: SideId, agreed: &Agreed) -> Result<Roster, Vec<String>> {
    let mut reader = Reader { agreed: Some(agreed), side, ..Reader::default() };
    let roster = reader.document(text);
    match roster {
        Some(roster) if reader.problems.is_empty() => Ok(roster),
        _ => Err(told(reader.problems, text)),
    }
}

/// Reads only the armory of a file, and the name of the band it belongs to, if any.
pub(super) fn armory(text: &str) -> Result<(String, Armory), Vec<String>> {
    let mut reader = Reader::default();
    let mut band = String::new();
    if let Some(document) = reader.problems.parse(text, LONGEST) {
        let fields = Fields::new(document.get_ref(), 0, "a list of gear");
        let name = fields.get("name").and_then(|value| reader.name(value));
        let keys = if name.is_some() { ROSTER_KEYS } else { GEAR_KEYS };
        reader.check_keys(&fields, keys);
        reader.own_armory(&fields);
        band = name.unwrap_or_default();
    }
    match reader.problems.is_empty() {
        true => Ok((band, reader.own)),
        false => Err(told(reader.problems, text)),
    }
}

/// The problems as `line 3, column 9: ...`.
fn told(problems: Problems, text: &str) -> Vec<String> {
    problems.located(text).iter().map(Problem::to_string).collect()
}

struct Reader<'r> {
    problems: Problems,
    /// The band's own armory.
    own: Armory,
    /// What was agreed on; nothing while only gear is read.
    agreed: Option<&'r Agreed>,
    side: SideId,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        let (problems, own) = (Problems::new(MOST_PROBLEMS), Armory::default());
        Reader { problems, own, agreed: None, side: SideId(0) }
    }
}

impl Reader<'_> {
    fn document(&mut self, text: &str) -> Option<Roster> {
        let document = self.problems.parse(text, LONGEST)?;
        let fields = Fields::new(document.get_ref(), 0, "a roster");
        self.check_keys(&fields, ROSTER_KEYS);
        let name = self.problems.need(&fields, "name", "\"Rust Market Guard\"");
        let name = name.and_then(|value| self.name(value));
        let faction = match fields.get("faction") {
            Some(value) => self.name(value),
            None => name.clone(),
        };
        self.own_armory(&fields);
        let tables = self.problems.tables(&fields, ("model", "a model"), MOST_MODELS);
        if fields.get("model").is_none() {
            self.problems.add(0, "a roster needs models: [[model]], then name = \"Ana\"");
        }
        let mut models: Vec<Character> = tables.iter().filter_map(|m| self.model(m)).collect();
        tell_apart(&mut models, |who: &mut Character| &mut who.name);
        Some(Roster { name: name?, faction: faction?, models })
    }

    /// Which keys there may be, and how long the remark is.
    fn check_keys(&mut self, fields: &Fields, known: &[&str]) {
        self.problems.check_keys(fields, known, &[]);
        self.problems.check_note(fields);
    }

    fn name(&mut self, value: Value) -> Option<String> {
        self.problems.trimmed_name(value, LONGEST_NAME).map(str::to_owned)
    }

    /// The band's own weapons and armor (REQ-SET-04).
    fn own_armory(&mut self, fields: &Fields) {
        for table in self.problems.tables(fields, ("weapon", "a weapon"), MOST_GEAR) {
            let Some(weapon) = self.weapon(&table) else { continue };
            let key = plain(&weapon.name);
            if self.own.weapons.contains_key(&key) || self.own.armors.contains_key(&key) {
                self.problems.add(table.at, format!("there are two things called {}", weapon.name));
            }
            self.own.weapons.insert(key, weapon);
        }
        for table in self.problems.tables(fields, ("armor", "a piece of armor"), MOST_GEAR) {
            let Some(armor) = self.armor(&table) else { continue };
            let key = plain(&armor.name);
            if self.own.weapons.contains_key(&key) || self.own.armors.contains_key(&key) {
                self.problems.add(table.at, format!("there are two things called {}", armor.name));
            }
            self.own.armors.insert(key, armor);
        }
    }

    fn weapon(&mut self, fields: &Fields) -> Option<Weapon> {
        self.check_keys(fields, WEAPON_KEYS);
        let name = self.problems.need(fields, "name", "\"Nail Gun\"");
        let name = name.and_then(|value| self.name(value));
        let is_ranged = self.is_ranged(fields);
        let bonus = self.bonus(fields);
        let pips = self.pips(fields);
        let range = self.range(fields, is_ranged?);
        let hands = self.hands(fields);
        let traits = self.traits(fields, is_ranged?);
        let (name, range, hands) = (Arc::from(name?), range?, hands?);
        Some(Weapon { name, bonus: bonus?, pips: pips?, range, hands, traits })
    }

    fn is_ranged(&mut self, fields: &Fields) -> Option<bool> {
        let value = self.problems.need(fields, "use", "\"ranged\"")?;
        match self.problems.text(value, "ranged")? {
            "ranged" => Some(true),
            "melee" => Some(false),
            other => {
                let message = format!("use is \"ranged\" or \"melee\", not '{}'", clipped(other));
                self.problems.add(place(value), message);
                None
            }
        }
    }

    /// The range of a weapon (REQ-GEAR-02).
    fn range(&mut self, fields: &Fields, is_ranged: bool) -> Option<Option<Length>> {
        match (is_ranged, fields.get("range")) {
            (false, None) => Some(None),
            (false, Some(value)) => {
                self.problems.add(place(value), "a melee weapon has no range (REQ-GEAR-02)");
                None
            }
            (true, _) => {
                let value = self.problems.need(fields, "range", "12")?;
                let inches = self.problems.number(value, "range", RANGES)?;
                Some(Some(Length::inches(i32::from(inches))))
            }
        }
    }

    /// The hands a weapon takes (REQ-GEAR-03).
    fn hands(&mut self, fields: &Fields) -> Option<Hands> {
        let value = self.problems.need(fields, "hands", "\"one\"")?;
        match self.problems.text(value, "one")? {
            "one" => Some(Hands::One),
            "two" => Some(Hands::Two),
            "free" => Some(Hands::Free),
            other => {
                let message = format!(
                    "hands is \"one\", \"two\" or \"free\", not '{}' (REQ-GEAR-03)",
                    clipped(other)
                );
                self.problems.add(place(value), message);
                None
            }
        }
    }

    fn traits(&mut self, fields: &Fields, is_ranged: bool) -> SmallVec<[Trait; 2]> {
        let mut traits = SmallVec::new();
        for (text, at) in self.problems.texts(fields, ("traits", "stun"), MOST_WORDS) {
            let Some(quality) = self.problems.take(at, words::quality(text)) else { continue };
            let fits = match quality {
                Trait::Stun | Trait::RerollOne => true,
                Trait::WideArc => !is_ranged,
                Trait::Repeater(_) | Trait::Blast(_) | Trait::NeutralizeCover => is_ranged,
                Trait::Stationary | Trait::Buckshot => is_ranged,
            };
            let kind = |t: &Trait| std::mem::discriminant(t);
            if !fits {
                let which = if is_ranged { "melee" } else { "ranged" };
                self.problems.add(at, format!("only {which} weapons have '{text}'"));
            } else if traits.iter().any(|t| kind(t) == kind(&quality)) {
                self.problems.add(at, format!("'{text}' is there already"));
            } else {
                traits.push(quality);
            }
        }
        traits
    }

    fn armor(&mut self, fields: &Fields) -> Option<Armor> {
        self.check_keys(fields, ARMOR_KEYS);
        let name = self.problems.need(fields, "name", "\"Tire Coat\"");
        let name = name.and_then(|value| self.name(value));
        let (bonus, pips) = (self.bonus(fields), self.pips(fields));
        Some(Armor { name: Arc::from(name?), bonus: bonus?, pips: pips? })
    }

    /// What a thing adds to a pool; nothing if it does not say.
    fn bonus(&mut self, fields: &Fields) -> Option<Pool> {
        let Some(value) = fields.get("bonus") else { return Some(Pool::default()) };
        let text = self.problems.text(value, "+1k0")?;
        let pool = self.problems.take(place(value), clipped(text).parse::<Pool>())?;
        if pool.roll.abs() > MOST_BONUS || pool.keep.abs() > MOST_BONUS {
            let message = format!("a bonus goes up to +{MOST_BONUS}k{MOST_BONUS}");
            self.problems.add(place(value), message);
            return None;
        }
        Some(pool)
    }

    /// Pips on each kept die; none if it does not say.
    fn pips(&mut self, fields: &Fields) -> Option<i8> {
        let Some(value) = fields.get("pips") else { return Some(0) };
        let number = match value.get_ref() {
            toml::de::DeValue::Integer(n) if n.radix() == 10 => n.as_str().parse::<i8>().ok(),
            _ => None,
        };
        let number = number.filter(|n| (-MOST_PIPS..=MOST_PIPS).contains(n));
        if number.is_none() {
            let message = format!("pips is a whole number from -{MOST_PIPS} to {MOST_PIPS}");
            self.problems.add(place(value), message);
        }
        number
    }

    fn model(&mut self, fields: &Fields) -> Option<Character> {
        self.check_keys(fields, MODEL_KEYS);
        let name = self.problems.need(fields, "name", "\"Ana\"");
        let name = name.and_then(|value| self.name(value));
        let stats = self.stats(fields);
        let mut character = Character::human(name.as_deref().unwrap_or("this model"), self.side);
        character.stats = stats.unwrap_or(Stats::HUMAN);
        character.leader = self.problems.flag(fields, "leader");
        self.load(fields, &mut character);
        self.skills(fields, &mut character);
        self.powers(fields, &mut character);
        // What is wrong elsewhere in the file does not change the price, and must not cost time.
        if self.problems.is_empty() {
            character.points = points::cost(&character).total;
        }
        name.and(stats).and(Some(character))
    }

    /// The stat line; an ordinary person's where it says nothing (REQ-PROF-01, REQ-PROF-08).
    fn stats(&mut self, fields: &Fields) -> Option<Stats> {
        let human = Stats::HUMAN;
        let mut number = |key: &str, usual: u8, range| match fields.get(key) {
            None => Some(usual),
            Some(value) => self.problems.number(value, key, range),
        };
        let movement = number("move", human.movement, MOVES);
        let wounds = number("wounds", human.wounds, WOUNDS);
        let mut pool = |key: &str, usual: Pool| {
            let Some(value) = fields.get(key) else { return Some(usual) };
            let text = self.problems.text(value, "2k2")?;
            self.problems.take(place(value), words::stat(text))
        };
        let ranged = pool("ranged", human.ranged);
        let melee = pool("melee", human.melee);
        let defense = pool("defense", human.defense);
        let willpower = pool("willpower", human.willpower);
        Some(Stats {
            movement: movement?,
            ranged: ranged?,
            melee: melee?,
            defense: defense?,
            willpower: willpower?,
            wounds: wounds?,
        })
    }

    /// Weapons and armor, from the band's own armory before the general one (REQ-GEAR-22).
    fn load(&mut self, fields: &Fields, character: &mut Character) {
        for (text, at) in self.problems.texts(fields, ("weapons", "Pistol"), MOST_WEAPONS) {
            let found = words::weapon(&[&self.own, Armory::generic()], text)
                .and_then(|weapon| words::carry(character, weapon));
            self.problems.take(at, found);
        }
        for (text, at) in self.problems.texts(fields, ("armor", "Flak Vest"), MOST_ARMOR) {
            let found = words::armor(&[&self.own, Armory::generic()], text)
                .and_then(|armor| words::wear(character, armor));
            self.problems.take(at, found);
        }
    }

    fn skills(&mut self, fields: &Fields, character: &mut Character) {
        for (text, at) in self.problems.texts(fields, ("skills", "sprint"), MOST_WORDS) {
            let Some(skill) = self.problems.take(at, words::skill(text)) else { continue };
            if character.can(skill) {
                self.problems.add(at, format!("'{text}' is there already"));
            } else if skill != Skill::Contaminated || !self.is_spared(character) {
                words::learn(character, skill);
            }
        }
    }

    /// Whether this is a Choir Master who, as agreed, is not radioactive (REQ-Q-19, REQ-Q-60).
    fn is_spared(&self, character: &Character) -> bool {
        let off = ChoirMasterRadioactive::Off;
        is_choir_master(&character.name)
            && self.agreed.is_some_and(|a| a.choir_master_radioactive == off)
    }

    fn powers(&mut self, fields: &Fields, character: &mut Character) {
        let texts = self.problems.texts(fields, ("powers", "mind spike"), MOST_WORDS);
        if let (Some((_, at)), Some(Psi::Off)) = (texts.first(), self.agreed.map(|a| a.psi)) {
            let message = "psi powers need the option psi = on (REQ-X-10)";
            self.problems.add(*at, message);
        }
        for (text, at) in texts {
            let Some(power) = self.problems.take(at, words::power(text)) else { continue };
            if character.powers.contains(&power) {
                self.problems.add(at, format!("'{text}' is there already"));
            } else {
                character.powers.push(power);
            }
        }
    }
}
