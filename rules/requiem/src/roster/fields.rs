//! The parts of reading that know nothing of rosters: keys, texts, numbers, places.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::words::plain;
use super::{LONGEST, LONGEST_NAME};

/// Most problems that are told about one file.
const MOST_PROBLEMS: usize = 50;
/// Above this, only the first mistake of syntax is looked for: a hostile text has one per byte.
const LONGEST_TO_RECOVER: usize = 1 << 16;
/// Longest remark in a file.
const LONGEST_NOTE: usize = 400;

pub(super) type Value<'a> = &'a Spanned<DeValue<'a>>;

/// Where a value begins.
pub(super) fn place(value: Value) -> usize {
    value.span().start
}

/// What was found wrong with a text, by byte offset.
#[derive(Default)]
pub(super) struct Problems(Vec<(usize, String)>);

/// One table of keys in the text.
pub(super) struct Fields<'a> {
    pub(super) table: &'a DeTable<'a>,
    /// Where it begins.
    pub(super) at: usize,
    /// What it describes, for messages.
    pub(super) what: &'static str,
}

impl<'a> Fields<'a> {
    pub(super) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.table.get(key)
    }
}

/// Takes a text apart, if it is TOML at all.
pub(super) fn parse<'t>(text: &'t str, problems: &mut Problems) -> Option<Spanned<DeTable<'t>>> {
    if text.len() > LONGEST {
        problems.add(0, format!("the file is longer than {LONGEST} bytes"));
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
        problems.add(mistake.span().map_or(0, |span| span.start), mistake.message());
    }
    mistakes.is_empty().then_some(document)
}

impl Problems {
    pub(super) fn add(&mut self, at: usize, message: impl Into<String>) {
        self.0.push((at, message.into()));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes what went wrong, and goes on without it.
    pub(super) fn take<T>(&mut self, at: usize, found: Result<T, String>) -> Option<T> {
        found.map_err(|why| self.add(at, why)).ok()
    }

    /// The problems in the order of the text.
    pub(super) fn told(mut self, text: &str) -> Vec<String> {
        self.0.sort();
        let more = self.0.len().saturating_sub(MOST_PROBLEMS);
        self.0.truncate(MOST_PROBLEMS);
        let tell = |(at, message): (usize, String)| {
            let before = &text[..text.floor_char_boundary(at)];
            let line_start = before.rfind('\n').map_or(0, |i| i + 1);
            let line = before.matches('\n').count() + 1;
            let column = before[line_start..].chars().count() + 1;
            format!("line {line}, column {column}: {message}")
        };
        let mut told: Vec<String> = self.0.into_iter().map(tell).collect();
        if more > 0 {
            told.push(format!("and {more} more problems"));
        }
        told
    }

    pub(super) fn check_keys(&mut self, fields: &Fields, known: &[&str]) {
        for key in fields.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let word = clipped(name);
            let message = match nearest(name, known.iter().copied()) {
                Some(near) => format!("unknown key '{word}'; did you mean '{near}'?"),
                None => format!("unknown key '{word}'; {} takes {}", fields.what, known.join(", ")),
            };
            self.add(key.span().start, message);
        }
        if let Some(note) = fields.get("note") {
            let fits = |text: &str| text.chars().count() <= LONGEST_NOTE;
            if !matches!(note.get_ref(), DeValue::String(text) if fits(text)) {
                let message = format!("a note is text of at most {LONGEST_NOTE} characters");
                self.add(place(note), message);
            }
        }
    }

    pub(super) fn need<'a>(
        &mut self,
        fields: &Fields<'a>,
        key: &str,
        example: &str,
    ) -> Option<Value<'a>> {
        let value = fields.get(key);
        if value.is_none() {
            self.add(fields.at, format!("{} needs {key}, such as {key} = {example}", fields.what));
        }
        value
    }

    /// A name in quotes, without spaces around it.
    pub(super) fn name(&mut self, value: Value) -> Option<String> {
        let fits = |text: &str| {
            let n = text.chars().count();
            (1..=LONGEST_NAME).contains(&n) && !text.chars().any(char::is_control)
        };
        match value.get_ref() {
            DeValue::String(text) if fits(text.trim()) => Some(text.trim().to_owned()),
            _ => {
                let message =
                    format!("expected a name of 1 to {LONGEST_NAME} characters in quotes");
                self.add(place(value), message);
                None
            }
        }
    }

    pub(super) fn flag(&mut self, fields: &Fields, key: &str) -> bool {
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
    pub(super) fn number(&mut self, value: Value, key: &str, range: (u8, u8)) -> Option<u8> {
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
    pub(super) fn text<'a>(&mut self, value: Value<'a>, example: &str) -> Option<&'a str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => {
                self.add(place(value), format!("expected text in quotes, such as \"{example}\""));
                None
            }
        }
    }

    /// A list of texts with their places; an empty list if the key is not there.
    pub(super) fn texts<'a>(
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

    /// The tables of a list such as `[[model]]`.
    pub(super) fn tables<'a>(
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
                self.add(at, format!("a roster holds at most {most} entries under [[{key}]]"));
                break;
            }
            match value.get_ref() {
                DeValue::Table(table) => tables.push(Fields { table, at, what }),
                _ => self.add(at, format!("expected {what}: [[{key}]], then its keys")),
            }
        }
        tables
    }
}

/// A text from a file, short enough to be repeated in a message.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The known word that a misspelt one is most like, unless it is like none.
pub(super) fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let word = plain(word);
    if word.chars().count() > LONGEST_NAME {
        return None;
    }
    let near = known.map(|k| (edits(&word, &plain(k)), k)).min()?;
    (near.0 <= 1 + word.chars().count() / 3).then_some(near.1)
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
