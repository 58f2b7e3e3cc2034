//! The specification of an experiment: a TOML file, read with every problem and its place.
//!
//! ```toml
//! game = "somegame"
//! seed = 1                         # optional; equal seeds give equal results
//! games = 100                      # in each cell; even, for every deal is played from both seats
//! rosters = ["ready-made", "mine.toml"]
//! pairings = "all"                 # optional; or [["ready-made", "mine.toml"]]
//! mirrors = false                  # optional; whether "all" has rosters meet themselves, too
//! scenarios = ["some-scenario"]    # optional; all that two sides can play otherwise
//! players = ["novice", "novice"]   # optional; red, blue; or several such pairs
//! vary = "each"                    # optional; options one at a time, or "all" combinations
//!
//! [tables]                         # optional
//! themes = ["ruins", "woods"]      # optional; all otherwise
//! seeds = "fresh"                  # a new table for each deal, or fixed ones: [1, 2, 3]
//! symmetric = true                 # optional
//! files = ["my-table.toml"]        # optional; with or instead of themes
//!
//! [options]                        # optional; several values are compared, the first is the base
//! some_option = ["on", "off"]
//!
//! [[variant]]                      # any number
//! name = "without the rifle"
//! base = "ready-made"
//! edits = [{ model = "Jake", remove = "weapons", value = "Rifle" }]
//!
//! [costs]                          # optional; how rosters are taken apart for fitted costs
//! count = "number"                 # a key that says how many of an entry there are
//! ignore = ["upkeep"]              # keys that are not looked at
//! ```

use std::ops::RangeInclusive;

use tabletop::fields::{Fields, Problems, Value, clipped, place};
use tabletop::file::MOST_PROBLEMS;
use toml::de::DeValue;

use crate::edit::{Change, Edit};

/// Longest specification that is read.
const LONGEST: usize = 1 << 20;
/// Longest name of a variant.
const LONGEST_NAME: usize = 60;
/// Most entries of any list.
const MOST: usize = 1_000;
/// Most games in a cell.
const MOST_GAMES: i64 = 10_000_000;
/// How many games a cell has unless it is said.
const USUAL_GAMES: u64 = 100;
/// Who plays unless it is said.
const USUAL_PLAYER: &str = "novice";

const KEYS: &[&str] = &[
    "game",
    "seed",
    "games",
    "rosters",
    "pairings",
    "mirrors",
    "scenarios",
    "players",
    "vary",
    "tables",
    "options",
    "variant",
    "costs",
];
const TABLE_KEYS: &[&str] = &["themes", "seeds", "symmetric", "files"];
const VARIANT_KEYS: &[&str] = &["name", "base", "edits"];
const EDIT_KEYS: &[&str] = &["model", "set", "remove", "add", "leave_out", "value"];
const COST_KEYS: &[&str] = &["count", "ignore"];

/// Something with its place in the file, as a byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// Where it begins.
    pub at: usize,
    /// What it is.
    pub it: T,
}

/// A word of the file.
pub type Word = Placed<String>;

/// An experiment as it was written down.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Which game.
    pub game: Word,
    /// What everything random follows from.
    pub seed: u64,
    /// Games in each cell; always even.
    pub games: u64,
    /// Ready-made rosters by their keys, and files.
    pub rosters: Vec<Word>,
    /// Who meets whom; all against all if not named.
    pub pairings: Option<Vec<[Word; 2]>>,
    /// Whether all against all includes everybody against themselves.
    pub mirrors: bool,
    /// What is played; all that two sides can play if none are named.
    pub scenarios: Vec<Word>,
    /// Who plays red and blue.
    pub players: Vec<[Word; 2]>,
    /// Whether all combinations of options are played, and not only one change at a time.
    pub all_combinations: bool,
    /// What is played on.
    pub tables: Tables,
    /// Options with the values they go through, the base first.
    pub options: Vec<(Word, Vec<Word>)>,
    /// Rosters that differ from others in one thing.
    pub variants: Vec<Variant>,
    /// How rosters are taken apart.
    pub costs: Costs,
}

/// What is played on.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What generated tables look like; all themes if none are named and there are no files.
    pub themes: Vec<Word>,
    /// Fixed tables; a new one for each deal if none.
    pub seeds: Option<Vec<u64>>,
    /// Whether a half turn leaves a generated table as it is.
    pub symmetric: bool,
    /// Tables from files.
    pub files: Vec<Word>,
}

/// A roster that differs from another.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What it is called.
    pub name: Word,
    /// What it differs from.
    pub base: Word,
    /// In what.
    pub edits: Vec<Placed<Edit>>,
}

/// How rosters are taken apart for fitted costs.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// The key that says how many of an entry there are.
    pub count: Option<String>,
    /// Keys that are not looked at.
    pub ignore: Vec<String>,
}

/// A text with its name, for messages about it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// What it says.
    pub text: &'a str,
}

impl Source<'_> {
    /// The problems of this text for people, each with the line it is about.
    pub fn reports(self, problems: Problems) -> Vec<String> {
        let located = problems.located(self.text);
        let report = |p: &tabletop::file::Problem| p.report(self.file, self.text);
        located.iter().map(|p| report(p).trim_end().to_owned()).collect()
    }
}

impl Spec {
    /// Reads a specification, or says everything that is wrong with it.
    pub fn read(source: Source<'_>) -> Result<Spec, Vec<String>> {
        let mut reader = Reader { problems: Problems::new(MOST_PROBLEMS) };
        match reader.document(source.text) {
            Some(spec) if reader.problems.is_empty() => Ok(spec),
            _ => Err(source.reports(reader.problems)),
        }
    }
}

struct Reader {
    problems: Problems,
}

impl Reader {
    fn document(&mut self, text: &str) -> Option<Spec> {
        let document = self.problems.parse(text, LONGEST)?;
        let fields = Fields::new(document.get_ref(), 0, "an experiment");
        self.problems.check_keys(&fields, KEYS, &[TABLE_KEYS, VARIANT_KEYS, COST_KEYS].concat());
        let game = self.problems.need(&fields, "game", "\"GAME\"; dustup games lists them");
        let game = game.and_then(|value| self.word(value, "GAME"));
        let rosters = self.words(&fields, "rosters", "a-ready-made-key");
        if rosters.is_empty() {
            let message = "an experiment needs rosters = [\"...\"]: keys of ready-made ones or \
                           files; dustup roster list GAME lists them";
            self.problems.add(fields.get("rosters").map_or(0, place), message);
        }
        let games = self.whole(&fields, "games", 2..=MOST_GAMES).unwrap_or(USUAL_GAMES);
        if games % 2 == 1 {
            let message = "games must be even: every deal is played from both seats";
            self.problems.add(fields.get("games").map_or(0, place), message);
        }
        let spec = Spec {
            seed: self.whole(&fields, "seed", 0..=i64::MAX).unwrap_or(1),
            games,
            rosters,
            pairings: self.pairings(&fields),
            mirrors: self.problems.flag(&fields, "mirrors"),
            scenarios: self.words(&fields, "scenarios", "a-scenario"),
            players: self.players(&fields),
            all_combinations: self.vary(&fields),
            tables: self.tables(&fields),
            options: self.options(&fields),
            variants: self.variants(&fields),
            costs: self.costs(&fields),
            game: game?,
        };
        Some(spec)
    }

    fn word(&mut self, value: Value<'_>, example: &str) -> Option<Word> {
        let text = self.problems.text(value, example)?;
        Some(Placed { at: place(value), it: text.to_owned() })
    }

    fn words(&mut self, fields: &Fields<'_>, key: &str, example: &str) -> Vec<Word> {
        let texts = self.problems.texts(fields, (key, example), MOST);
        texts.into_iter().map(|(text, at)| Placed { at, it: text.to_owned() }).collect()
    }

    /// A table under a key; an empty one if it is not there.
    fn section<'a>(
        &mut self,
        fields: &Fields<'a>,
        (key, what): (&str, &'static str),
    ) -> Option<Fields<'a>> {
        let value = fields.get(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(table, place(value), what)),
            _ => {
                self.problems.add(place(value), format!("expected [{key}], then its keys"));
                None
            }
        }
    }

    fn whole(&mut self, fields: &Fields<'_>, key: &str, range: RangeInclusive<i64>) -> Option<u64> {
        let value = fields.get(key)?;
        let number = integer(value.get_ref()).filter(|n| range.contains(n));
        if number.is_none() {
            let (low, high) = (range.start(), range.end());
            let message = format!("{key} must be a whole number from {low} to {high}");
            self.problems.add(place(value), message);
        }
        number.and_then(|n| u64::try_from(n).ok())
    }

    fn pairings(&mut self, fields: &Fields<'_>) -> Option<Vec<[Word; 2]>> {
        let value = fields.get("pairings")?;
        if value.get_ref().as_str() == Some("all") {
            return None;
        }
        let expected = "expected pairings = \"all\" or a list of pairs, such as \
                        [[\"one\", \"other\"]]";
        Some(self.pairs(value, expected))
    }

    fn players(&mut self, fields: &Fields<'_>) -> Vec<[Word; 2]> {
        let Some(value) = fields.get("players") else {
            let usual = || Placed { at: 0, it: USUAL_PLAYER.to_owned() };
            return vec![[usual(), usual()]];
        };
        let expected = "expected players = [\"novice\", \"novice\"], red and blue, or a list of \
                        such pairs";
        if let DeValue::Array(values) = value.get_ref()
            && values.iter().all(|v| v.get_ref().as_str().is_some())
        {
            return self.pair(value, expected).into_iter().collect();
        }
        self.pairs(value, expected)
    }

    fn pairs(&mut self, value: Value<'_>, expected: &str) -> Vec<[Word; 2]> {
        match value.get_ref() {
            DeValue::Array(values) if !values.is_empty() && values.len() <= MOST => {
                values.iter().filter_map(|pair| self.pair(pair, expected)).collect()
            }
            _ => {
                self.problems.add(place(value), expected);
                Vec::new()
            }
        }
    }

    fn pair(&mut self, value: Value<'_>, expected: &str) -> Option<[Word; 2]> {
        if let DeValue::Array(values) = value.get_ref() {
            let mut words = values.iter().map(|v| (v.get_ref().as_str(), place(v)));
            if let (Some((Some(one), at)), Some((Some(other), then)), None) =
                (words.next(), words.next(), words.next())
            {
                let word = |at: usize, text: &str| Placed { at, it: text.to_owned() };
                return Some([word(at, one), word(then, other)]);
            }
        }
        self.problems.add(place(value), expected);
        None
    }

    fn vary(&mut self, fields: &Fields<'_>) -> bool {
        let Some(value) = fields.get("vary") else { return false };
        match value.get_ref().as_str() {
            Some("each") => false,
            Some("all") => true,
            _ => {
                let message = "expected vary = \"each\", which changes one option at a time, or \
                               vary = \"all\", which plays all combinations";
                self.problems.add(place(value), message);
                false
            }
        }
    }

    fn tables(&mut self, fields: &Fields<'_>) -> Tables {
        let Some(fields) = self.section(fields, ("tables", "[tables]")) else {
            return Tables::default();
        };
        self.problems.check_keys(&fields, TABLE_KEYS, KEYS);
        Tables {
            themes: self.words(&fields, "themes", "ruins"),
            seeds: self.seeds(&fields),
            symmetric: self.problems.flag(&fields, "symmetric"),
            files: self.words(&fields, "files", "my-table.toml"),
        }
    }

    fn seeds(&mut self, fields: &Fields<'_>) -> Option<Vec<u64>> {
        let value = fields.get("seeds")?;
        if value.get_ref().as_str() == Some("fresh") {
            return None;
        }
        let number = |v: Value<'_>| integer(v.get_ref()).and_then(|n| u64::try_from(n).ok());
        if let DeValue::Array(values) = value.get_ref() {
            let numbers: Option<Vec<u64>> = values.iter().map(number).collect();
            if let Some(numbers) = numbers.filter(|n| !n.is_empty() && n.len() <= MOST) {
                return Some(numbers);
            }
        }
        let message = "expected seeds = \"fresh\", a new table for each deal, or fixed tables by \
                       their numbers, such as seeds = [1, 2, 3]";
        self.problems.add(place(value), message);
        None
    }

    fn options(&mut self, fields: &Fields<'_>) -> Vec<(Word, Vec<Word>)> {
        let Some(fields) = self.section(fields, ("options", "[options]")) else {
            return Vec::new();
        };
        let mut options: Vec<(Word, Vec<Word>)> = Vec::new();
        for (key, value) in fields.table {
            let values = match value.get_ref() {
                DeValue::Array(values) => values.iter().collect(),
                _ => vec![value],
            };
            let values: Vec<Word> = values.iter().filter_map(|v| self.option_value(v)).collect();
            if values.is_empty() {
                let message =
                    format!("expected values, such as {} = [\"on\", \"off\"]", key.get_ref());
                self.problems.add(place(value), message);
            }
            let key = Placed { at: key.span().start, it: key.get_ref().to_string() };
            options.push((key, values));
        }
        options.sort_by_key(|(key, _)| key.at);
        options
    }

    fn option_value(&mut self, value: Value<'_>) -> Option<Word> {
        let text = match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            other => integer(other).map(|n| n.to_string()),
        };
        if text.is_none() {
            self.problems.add(place(value), "the value of an option is text or a whole number");
        }
        Some(Placed { at: place(value), it: text? })
    }

    fn variants(&mut self, fields: &Fields<'_>) -> Vec<Variant> {
        let tables = self.problems.tables(fields, ("variant", "a variant"), MOST);
        tables.iter().filter_map(|table| self.variant(table)).collect()
    }

    fn variant(&mut self, fields: &Fields<'_>) -> Option<Variant> {
        self.problems.check_keys(fields, VARIANT_KEYS, EDIT_KEYS);
        let name = self.problems.need(fields, "name", "\"without the rifle\"");
        let name = name.and_then(|value| {
            let text = self.problems.trimmed_name(value, LONGEST_NAME)?;
            Some(Placed { at: place(value), it: text.to_owned() })
        });
        let base = self.problems.need(fields, "base", "\"a-roster-of-this-experiment\"");
        let base = base.and_then(|value| self.word(value, "a-roster"));
        let edits = self.problems.tables(fields, ("edits", "an edit"), MOST);
        if edits.is_empty() {
            let message = "a variant needs edits, such as edits = [{ model = \"Jake\", remove = \
                           \"weapons\", value = \"Rifle\" }]";
            self.problems.add(fields.at, message);
        }
        let edits = edits.iter().filter_map(|edit| self.edit(edit)).collect();
        Some(Variant { name: name?, base: base?, edits })
    }

    fn edit(&mut self, fields: &Fields<'_>) -> Option<Placed<Edit>> {
        self.problems.check_keys(fields, EDIT_KEYS, VARIANT_KEYS);
        let word = |reader: &mut Reader, key: &str, example: &str| {
            let value = fields.get(key)?;
            reader.problems.text(value, example).map(str::to_owned)
        };
        let model = word(self, "model", "Jake");
        let changes = EDIT_KEYS[1..5].iter().copied();
        let given: Vec<&str> = changes.filter(|key| fields.get(key).is_some()).collect();
        let value = fields.get("value").and_then(|value| plain_value(value.get_ref()));
        if fields.get("value").is_some() && value.is_none() {
            let message = "a value is text, a whole number, true or false, or a list or table of \
                           these";
            self.problems.add(fields.at, message);
            return None;
        }
        let path = |reader: &mut Reader, key: &str| word(reader, key, "weapons");
        let change = match (given.as_slice(), value) {
            (["set"], Some(value)) => Change::Set(path(self, "set")?, value),
            (["add"], Some(value)) => Change::Add(path(self, "add")?, value),
            (["remove"], Some(value)) => Change::Remove(path(self, "remove")?, value),
            (["remove"], None) => Change::Unset(path(self, "remove")?),
            (["leave_out"], None) if model.is_some() => {
                if !self.problems.flag(fields, "leave_out") {
                    self.problems.add(fields.at, "expected leave_out = true");
                }
                Change::LeaveOut
            }
            _ => {
                let message = "an edit does one thing: { set = KEY, value = V }, { remove = LIST, \
                               value = V }, { add = LIST, value = V } or { remove = KEY }, of a \
                               model = NAME or of the roster; or { model = NAME, leave_out = true }";
                self.problems.add(fields.at, message);
                return None;
            }
        };
        Some(Placed { at: fields.at, it: Edit { model, change } })
    }

    fn costs(&mut self, fields: &Fields<'_>) -> Costs {
        let Some(fields) = self.section(fields, ("costs", "[costs]")) else {
            return Costs::default();
        };
        self.problems.check_keys(&fields, COST_KEYS, KEYS);
        let count = fields.get("count").and_then(|v| self.problems.text(v, "number"));
        let ignore = self.words(&fields, "ignore", "upkeep");
        Costs {
            count: count.map(str::to_owned),
            ignore: ignore.into_iter().map(|word| word.it).collect(),
        }
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(n) if n.radix() == 10 => n.as_str().replace('_', "").parse().ok(),
        _ => None,
    }
}

/// A value of an edit, free of the text it was read from.
fn plain_value(value: &DeValue<'_>) -> Option<toml::Value> {
    Some(match value {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Boolean(flag) => toml::Value::Boolean(*flag),
        DeValue::Integer(_) => toml::Value::Integer(integer(value)?),
        DeValue::Array(values) => {
            let values = values.iter().map(|v| plain_value(v.get_ref()));
            toml::Value::Array(values.collect::<Option<Vec<_>>>()?)
        }
        DeValue::Table(table) => {
            let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                Some((key.to_string(), plain_value(value.get_ref())?))
            };
            toml::Value::Table(table.iter().map(entry).collect::<Option<toml::Table>>()?)
        }
        DeValue::Float(_) | DeValue::Datetime(_) => return None,
    })
}

/// A word for a message.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", clipped(word))
}
