//! Values of band files that other files do not have.

use tabletop::Length;
use tabletop::fields::{Fields, Problems, Value, place};
use toml::de::DeValue;

/// Something on a list: a name, or a table with a name and more.
pub(super) struct Entry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it is.
    pub at: usize,
    /// What else is said of it.
    pub more: Option<Fields<'a>>,
}

/// The things on a list such as `weapons = ["Mace", { name = "Bow", cost = 8 }]`.
pub(super) fn entries<'a>(
    problems: &mut Problems,
    fields: &Fields<'a>,
    (key, known): (&str, &[&str]),
    most: usize,
) -> Vec<Entry<'a>> {
    let Some(list) = fields.get(key) else { return Vec::new() };
    let DeValue::Array(values) = list.get_ref() else {
        problems.add(place(list), format!("expected a list, such as {key} = [\"...\", \"...\"]"));
        return Vec::new();
    };
    if values.len() > most {
        problems.add(place(list), format!("{key} holds at most {most} things"));
        return Vec::new();
    }
    let mut found = Vec::new();
    for value in values.iter() {
        let at = place(value);
        match value.get_ref() {
            DeValue::String(name) => found.push(Entry { name, at, more: None }),
            DeValue::Table(table) => {
                let more = Fields::new(table, at, format!("an entry of {key}"));
                problems.check_keys(&more, known, &[]);
                let name = problems.need(&more, "name", "\"...\"");
                if let Some(name) = name.and_then(|value| problems.text(value, "Mace")) {
                    found.push(Entry { name, at, more: Some(more) });
                }
            }
            _ => problems.add(at, "expected a name in quotes, or { name = \"...\", ... }"),
        }
    }
    found
}

/// A number of a key, if it is there.
pub(super) fn number(
    problems: &mut Problems,
    fields: &Fields,
    key: &str,
    range: (u8, u8),
) -> Option<u8> {
    fields.get(key).and_then(|value| problems.number(value, key, range))
}

/// A cost of a key, if it is there.
pub(super) fn cost(problems: &mut Problems, fields: &Fields, key: &str) -> Option<i32> {
    number(problems, fields, key, (0, u8::MAX)).map(i32::from)
}

/// A cost of a key that must be there.
pub(super) fn need_cost(problems: &mut Problems, fields: &Fields, key: &str) -> Option<i32> {
    problems.need(fields, key, "30")?;
    cost(problems, fields, key)
}

/// How few and how many, such as `carries = [1, 2]`.
pub(super) fn bounds(
    problems: &mut Problems,
    fields: &Fields,
    key: &str,
    most: u8,
) -> Option<(u8, u8)> {
    let value = fields.get(key)?;
    let numbers: Option<Vec<u8>> = value
        .get_ref()
        .as_array()
        .and_then(|values| values.iter().map(|v| small(v.get_ref())).collect());
    match numbers.as_deref() {
        Some([least, largest]) if least <= largest && *largest <= most => Some((*least, *largest)),
        _ => {
            let message = format!(
                "expected how few and how many, such as {key} = [1, 2], with no more than {most}"
            );
            problems.add(place(value), message);
            None
        }
    }
}

/// A whole number that is not too large.
pub(super) fn small(value: &DeValue) -> Option<u8> {
    match value {
        DeValue::Integer(n) if n.radix() == 10 => n.as_str().replace('_', "").parse().ok(),
        _ => None,
    }
}

/// A length in inches: `8`, `0.5` or `"0.5"`.
pub(super) fn length(problems: &mut Problems, value: Value, most: i32) -> Option<Length> {
    let text = match value.get_ref() {
        DeValue::Integer(n) if n.radix() == 10 => Some(n.as_str()),
        DeValue::Float(n) => Some(n.as_str()),
        DeValue::String(text) => Some(text.as_ref()),
        _ => None,
    };
    let read: Option<Length> = text.and_then(|text| text.parse().ok());
    let found = read.filter(|l| *l > Length::ZERO && *l <= Length::inches(most));
    if found.is_none() {
        problems.add(place(value), format!("expected inches, more than 0 and at most {most}"));
    }
    found
}

/// Three lengths in inches.
pub(super) fn lengths(
    problems: &mut Problems,
    value: Value,
    (key, example): (&str, &str),
    most: i32,
) -> Option<[Length; 3]> {
    let three = value.get_ref().as_array().filter(|values| values.len() == 3);
    let Some(values) = three else {
        problems.add(place(value), format!("expected three lengths, such as {key} = {example}"));
        return None;
    };
    let read: Vec<Length> = values.iter().filter_map(|v| length(problems, v, most)).collect();
    read.try_into().ok()
}
