//! The parts of reading that know nothing of terrain: names, lengths, points.

use toml::de::DeValue;

use crate::fields::{Fields, Problems, Value, place};
use crate::length::Length;
use crate::point::Point;
use crate::polygon::Extent;

/// Longest name of a piece or table.
const LONGEST_NAME: usize = 60;

/// A text that is being read, and what was found wrong with it.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) problems: Problems,
    /// The table, once its size is known.
    pub(super) extent: Option<Extent>,
}

impl Reader<'_> {
    /// The name of a piece or table, if it has a good one.
    pub(super) fn name(&mut self, fields: &Fields) -> Option<String> {
        let value = fields.get("name")?;
        self.problems.name(value, LONGEST_NAME).map(str::to_owned)
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
        self.problems.take(place(value), read)
    }

    pub(super) fn point(&mut self, value: Value) -> Option<Point> {
        match value.get_ref() {
            DeValue::String(text) => self.problems.take(place(value), text.parse()),
            DeValue::Array(parts) if parts.len() == 2 => {
                let mut parts = parts.iter().map(|part| self.length(part));
                let (x, y) = (parts.next()?, parts.next()?);
                Some(Point::new(x?, y?))
            }
            other => {
                let what = article(other);
                let message = format!("expected a point such as [12, 8] or \"12,8\", not {what}");
                self.problems.add(place(value), message);
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
                self.problems.add(place(value), message);
                None
            }
            _ => Some(point),
        }
    }

    pub(super) fn points_on_table(&mut self, value: Value, example: &str) -> Option<Vec<Point>> {
        let DeValue::Array(values) = value.get_ref() else {
            self.problems.add(place(value), format!("expected a list of points such as {example}"));
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
