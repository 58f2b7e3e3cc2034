//! The parts of reading that know nothing of terrain: keys, names, lengths, points.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::length::Length;
use crate::point::Point;
use crate::polygon::Extent;

use super::{MOST_PROBLEMS, Problem};

/// Longest name of a piece or table.
const LONGEST_NAME: usize = 60;

pub(super) type Value<'a> = &'a Spanned<DeValue<'a>>;

/// A text that is being read, and what was found wrong with it.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    /// Byte offsets of problems and what they are.
    pub(super) found: Vec<(usize, String)>,
    /// The table, once its size is known.
    pub(super) extent: Option<Extent>,
}

/// One table of keys in the text.
pub(super) struct Fields<'a> {
    pub(super) table: &'a DeTable<'a>,
    /// Where it begins.
    pub(super) at: usize,
    /// What it describes, for messages.
    pub(super) what: String,
}

impl<'a> Fields<'a> {
    pub(super) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.table.get(key)
    }
}

impl Reader<'_> {
    pub(super) fn add(&mut self, at: usize, message: impl Into<String>) {
        self.found.push((at, message.into()));
    }

    pub(super) fn problems(mut self) -> Vec<Problem> {
        self.found.sort();
        let more = self.found.len().saturating_sub(MOST_PROBLEMS);
        self.found.truncate(MOST_PROBLEMS);
        if let (true, Some((_, last))) = (more > 0, self.found.last_mut()) {
            last.push_str(&format!(" (and {more} more problems)"));
        }
        let text = self.text;
        let place = |(at, message): (usize, String)| {
            let before = &text[..text.floor_char_boundary(at)];
            let line_start = before.rfind('\n').map_or(0, |i| i + 1);
            Problem {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                message,
            }
        };
        self.found.into_iter().map(place).collect()
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

    pub(super) fn check_keys(&mut self, fields: &Fields, known: &[&str], elsewhere: &[&str]) {
        for key in fields.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let nearest = known.iter().min_by_key(|k| edits(name, k));
            let message = match nearest {
                _ if elsewhere.contains(&name) => {
                    format!("'{name}' says nothing about {}; it takes ", fields.what)
                        + &known.join(", ")
                }
                Some(nearest) if edits(name, nearest) <= 1 + name.len() / 3 => {
                    format!("unknown key '{name}'; did you mean '{nearest}'?")
                }
                _ => format!("unknown key '{name}'; {} takes {}", fields.what, known.join(", ")),
            };
            self.add(key.span().start, message);
        }
    }

    pub(super) fn name(&mut self, fields: &Fields) -> Option<String> {
        let value = fields.get("name")?;
        let fits = |text: &str| {
            let n = text.chars().count();
            (1..=LONGEST_NAME).contains(&n) && !text.chars().any(char::is_control)
        };
        match value.get_ref() {
            DeValue::String(text) if fits(text) => Some(text.clone().into_owned()),
            _ => {
                let message =
                    format!("expected a name of 1 to {LONGEST_NAME} characters in quotes");
                self.add(value.span().start, message);
                None
            }
        }
    }

    pub(super) fn flag(&mut self, fields: &Fields, key: &str) -> bool {
        match fields.get(key).map(|value| (value.get_ref(), value.span().start)) {
            None => false,
            Some((DeValue::Boolean(flag), _)) => *flag,
            Some((_, at)) => {
                self.add(at, format!("expected {key} = true or {key} = false"));
                false
            }
        }
    }

    /// A length that may be left out; none if it is there and wrong.
    pub(super) fn length_or(
        &mut self,
        fields: &Fields,
        key: &str,
        usual: Length,
    ) -> Option<Length> {
        match fields.get(key) {
            None => Some(usual),
            Some(value) => self.length(value),
        }
    }

    pub(super) fn length(&mut self, value: Value) -> Option<Length> {
        // Numbers are read from their source text: 0.1 is a tenth of an inch exactly, and no
        // float is ever made.
        let read = match value.get_ref() {
            DeValue::String(text) => text.parse(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse(),
            DeValue::Float(number) => number.as_str().parse(),
            other => {
                Err(format!("expected a length in inches such as 4.25, not {}", article(other)))
            }
        };
        read.map_err(|why| self.add(value.span().start, why)).ok()
    }

    pub(super) fn point(&mut self, value: Value) -> Option<Point> {
        match value.get_ref() {
            DeValue::String(text) => {
                text.parse().map_err(|why: String| self.add(value.span().start, why)).ok()
            }
            DeValue::Array(parts) if parts.len() == 2 => {
                let mut parts = parts.iter().map(|part| self.length(part));
                let (x, y) = (parts.next()?, parts.next()?);
                Some(Point::new(x?, y?))
            }
            other => {
                let what = article(other);
                let message = format!("expected a point such as [12, 8] or \"12,8\", not {what}");
                self.add(value.span().start, message);
                None
            }
        }
    }

    pub(super) fn point_on_table(&mut self, value: Value) -> Option<Point> {
        let point = self.point(value)?;
        match self.extent {
            Some(extent) if !extent.contains(point) => {
                let Point { x, y } = extent.high;
                let message = format!("{point} is not on the table, which measures {x} by {y}");
                self.add(value.span().start, message);
                None
            }
            _ => Some(point),
        }
    }

    pub(super) fn points_on_table(&mut self, value: Value, example: &str) -> Option<Vec<Point>> {
        let DeValue::Array(values) = value.get_ref() else {
            self.add(value.span().start, format!("expected a list of points such as {example}"));
            return None;
        };
        let points: Vec<Option<Point>> = values.iter().map(|v| self.point_on_table(v)).collect();
        points.into_iter().collect()
    }
}

pub(super) fn article(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "this number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "this list",
        DeValue::Table(_) => "a group of keys",
    }
}

/// How many letters must be changed, added or left out to turn one word into another.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().take(64).enumerate() {
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
