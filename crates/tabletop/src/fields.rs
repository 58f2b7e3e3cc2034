//! Reading TOML by hand: every problem with its place, not just the first; serde stops at the
//! first.
//!
//! Knows nothing of what a file describes, only of keys, names, texts, numbers and places.

use std::borrow::Cow;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::file::Problem;

/// Above this, only the first mistake of syntax is looked for: a hostile text has one per byte.
const LONGEST_TO_RECOVER: usize = 1 << 16;
/// Longest remark of a file.
const LONGEST_NOTE: usize = 400;
/// Longest word of a file that is repeated in a message, or compared with others.
const LONGEST_WORD: usize = 40;

/// A value in the text, with its place.
pub type Value<'a> = &'a Spanned<DeValue<'a>>;

/// Where a value begins, as a byte offset.
pub fn place(value: Value) -> usize {
    value.span().start
}

/// One table of keys in the text.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The keys and their values.
    pub table: &'a DeTable<'a>,
    /// Where it begins, as a byte offset.
    pub at: usize,
    /// What it describes, for messages: `a model`.
    pub what: Cow<'static, str>,
}

impl<'a> Fields<'a> {
    /// A table that begins at a byte offset, and what it describes.
    pub fn new(table: &'a DeTable<'a>, at: usize, what: impl Into<Cow<'static, str>>) -> Self {
        Fields { table, at, what: what.into() }
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        self.table.get(key)
    }
}

/// What was found wrong with a text.
#[derive(Clone, Debug)]
pub struct Problems {
    /// Byte offsets of problems and what they are.
    found: Vec<(usize, String)>,
    /// How many are told.
    most: usize,
}

impl Problems {
    /// None yet; at most so many will be told.
    pub fn new(most: usize) -> Problems {
        Problems { found: Vec::new(), most }
    }

    /// Notes a problem at a byte offset.
    pub fn add(&mut self, at: usize, message: impl Into<String>) {
        self.found.push((at, message.into()));
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Notes what went wrong, and goes on without it.
    pub fn take<T>(&mut self, at: usize, found: Result<T, String>) -> Option<T> {
        found.map_err(|why| self.add(at, why)).ok()
    }

    /// The problems in the order of the text they were found in. The last one that is told says
    /// how many more there are.
    pub fn located(mut self, text: &str) -> Vec<Problem> {
        self.found.sort();
        let more = self.found.len().saturating_sub(self.most);
        self.found.truncate(self.most);
        if let (true, Some((_, last))) = (more > 0, self.found.last_mut()) {
            last.push_str(&format!(" (and {more} more problems)"));
        }
        let locate = |(at, message): (usize, String)| {
            let before = &text[..text.floor_char_boundary(at)];
            let line_start = before.rfind('\n').map_or(0, |i| i + 1);
            Problem {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                message,
            }
        };
        self.found.into_iter().map(locate).collect()
    }

    /// Takes a text of at most so many bytes apart, if it is TOML at all.
    pub fn parse<'t>(&mut self, text: &'t str, longest: usize) -> Option<Spanned<DeTable<'t>>> {
        if text.len() > longest {
            self.add(0, format!("the file is longer than {longest} bytes"));
            return None;
        }
        let (document, mistakes) = if text.len() > LONGEST_TO_RECOVER {
            DeTable::parse(text).map_or_else(
                |mistake| (Spanned::new(0..0, DeTable::new()), vec![mistake]),
                |document| (document, Vec::new()),
            )
        } else {
            DeTable::parse_recoverable(text)
        };
        for mistake in &mistakes {
            self.add(mistake.span().map_or(0, |span| span.start), mistake.message());
        }
        mistakes.is_empty().then_some(document)
    }

    /// Notes every key that is not known here; some are known elsewhere and not misspelt.
    pub fn check_keys(&mut self, fields: &Fields, known: &[&str], elsewhere: &[&str]) {
        for key in fields.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let (word, what) = (clipped(name), &fields.what);
            let message = match nearest(name, known.iter().copied()) {
                _ if elsewhere.contains(&name) => {
                    format!("'{word}' says nothing about {what}; it takes {}", known.join(", "))
                }
                Some(near) => format!("unknown key '{word}'; did you mean '{near}'?"),
                None => format!("unknown key '{word}'; {what} takes {}", known.join(", ")),
            };
            self.add(key.span().start, message);
        }
    }

    /// Checks that the remark, if there is one, is text and not too long.
    pub fn check_note(&mut self, fields: &Fields) {
        let Some(note) = fields.get("note") else { return };
        let fits = |text: &str| text.chars().count() <= LONGEST_NOTE;
        if !note.get_ref().as_str().is_some_and(fits) {
            let message = format!("a note is text of at most {LONGEST_NOTE} characters");
            self.add(place(note), message);
        }
    }

    /// The value of a key that must be there.
    pub fn need<'a>(&mut self, fields: &Fields<'a>, key: &str, example: &str) -> Option<Value<'a>> {
        let value = fields.get(key);
        if value.is_none() {
            self.add(fields.at, format!("{} needs {key}, such as {key} = {example}", fields.what));
        }
        value
    }

    /// A name in quotes, exactly as it is written.
    pub fn name<'a>(&mut self, value: Value<'a>, longest: usize) -> Option<&'a str> {
        self.name_within(value, longest, |text| text)
    }

    /// A name in quotes, without spaces around it.
    pub fn trimmed_name<'a>(&mut self, value: Value<'a>, longest: usize) -> Option<&'a str> {
        self.name_within(value, longest, str::trim)
    }

    fn name_within<'a>(
        &mut self,
        value: Value<'a>,
        longest: usize,
        part: fn(&str) -> &str,
    ) -> Option<&'a str> {
        let fits = |text: &&str| {
            let n = text.chars().count();
            (1..=longest).contains(&n) && !text.chars().any(char::is_control)
        };
        let name = value.get_ref().as_str().map(part).filter(fits);
        if name.is_none() {
            let message = format!("expected a name of 1 to {longest} characters in quotes");
            self.add(place(value), message);
        }
        name
    }

    /// Whether a key is there and true.
    pub fn flag(&mut self, fields: &Fields, key: &str) -> bool {
        match fields.get(key).map(|value| (value.get_ref(), place(value))) {
            None => false,
            Some((DeValue::Boolean(flag), _)) => *flag,
            Some((_, at)) => {
                self.add(at, format!("expected {key} = true or {key} = false"));
                false
            }
        }
    }

    /// A whole number in a range.
    pub fn number(&mut self, value: Value, key: &str, range: (u8, u8)) -> Option<u8> {
        let (low, high) = range;
        let found = match value.get_ref() {
            DeValue::Integer(n) if n.radix() == 10 => n.as_str().replace('_', "").parse().ok(),
            _ => None,
        };
        let found = found.filter(|n| (low..=high).contains(n));
        if found.is_none() {
            let message = format!("{key} must be a whole number from {low} to {high}");
            self.add(place(value), message);
        }
        found
    }

    /// A text in quotes.
    pub fn text<'a>(&mut self, value: Value<'a>, example: &str) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.add(place(value), format!("expected text in quotes, such as \"{example}\""));
        }
        text
    }

    /// A list of texts with their places; an empty list if the key is not there.
    pub fn texts<'a>(
        &mut self,
        fields: &Fields<'a>,
        (key, example): (&str, &str),
        most: usize,
    ) -> Vec<(&'a str, usize)> {
        let Some(list) = fields.get(key) else { return Vec::new() };
        let DeValue::Array(values) = list.get_ref() else {
            self.add(place(list), format!("expected a list, such as {key} = [\"{example}\"]"));
            return Vec::new();
        };
        if values.len() > most {
            self.add(place(list), format!("{key} holds at most {most} things"));
            return Vec::new();
        }
        let text = |value: Value<'a>| Some((self.text(value, example)?, place(value)));
        values.iter().filter_map(text).collect()
    }

    /// The tables of a list such as `[[model]]`, and what each describes.
    pub fn tables<'a>(
        &mut self,
        fields: &Fields<'a>,
        (key, what): (&str, &'static str),
        most: usize,
    ) -> Vec<Fields<'a>> {
        let Some(list) = fields.get(key) else { return Vec::new() };
        let DeValue::Array(values) = list.get_ref() else {
            self.add(place(list), format!("write [[{key}]] with two brackets on each side"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let at = place(value);
            if index == most {
                let message =
                    format!("{} holds at most {most} entries under [[{key}]]", fields.what);
                self.add(at, message);
                break;
            }
            match value.get_ref() {
                DeValue::Table(table) => tables.push(Fields::new(table, at, what)),
                _ => self.add(at, format!("expected {what}: [[{key}]], then its keys")),
            }
        }
        tables
    }
}

/// A text from a file, short enough to be repeated in a message.
pub fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A name without case, hyphens and doubled spaces, for comparing.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c == '-' || c == '_') {
        if !plain.is_empty() && !word.is_empty() {
            plain.push(' ');
        }
        let letter = |c: char| if c == '’' { '\'' } else { c };
        plain.extend(word.chars().flat_map(char::to_lowercase).map(letter));
    }
    plain
}

/// Numbers equal names: `Chanter`, `Chanter 2`. Case and hyphens do not tell names apart.
pub fn tell_apart<T>(things: &mut [T], name: impl Fn(&mut T) -> &mut Arc<str>) {
    let mut names: Vec<Arc<str>> = things.iter_mut().map(|thing| name(thing).clone()).collect();
    let is_taken =
        |wanted: &str, among: &[Arc<str>]| among.iter().any(|other| plain(other) == plain(wanted));
    for i in 1..names.len() {
        if !is_taken(&names[i], &names[..i]) {
            continue;
        }
        let numbered = |n: usize| format!("{} {n}", names[i]);
        if let Some(free) = (2..).map(numbered).find(|wanted| !is_taken(wanted, &names)) {
            names[i] = Arc::from(free);
        }
    }
    for (thing, new) in things.iter_mut().zip(names) {
        *name(thing) = new;
    }
}

/// The known word that a misspelt one is most like, unless it is like none.
pub fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let word = plain(word);
    let length = word.chars().count();
    if length > LONGEST_WORD {
        return None;
    }
    let (edits, near) = known.map(|k| (edits(&word, &plain(k)), k)).min()?;
    (edits <= 1 + length / 3).then_some(near)
}

/// How many letters must be changed, added or left out to turn one word into another.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
