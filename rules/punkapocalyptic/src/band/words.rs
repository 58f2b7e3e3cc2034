//! Finding what a file names, and saying what it may have meant.

use tabletop::fields::{clipped, nearest, plain};

use super::Extra;
use crate::gear::GearRule;
use crate::profile::{Attribute, ModelRule};

/// The place of a name in a list, or what may have been meant.
pub(super) fn pick<'n>(
    what: &str,
    text: &str,
    names: impl Iterator<Item = &'n str>,
) -> Result<usize, String> {
    let names: Vec<&str> = names.collect();
    let wanted = plain(text);
    let found = names.iter().position(|name| plain(name) == wanted);
    found.ok_or_else(|| unknown(what, text, names))
}

/// That there is no such thing, and what there is.
pub(super) fn unknown(what: &str, text: &str, mut names: Vec<&str>) -> String {
    let near = nearest(text, names.iter().copied());
    let text = clipped(text);
    if let Some(name) = near {
        return format!("there is no {what} '{text}'; did you mean '{name}'?");
    }
    names.sort_unstable();
    names.dedup();
    match names.is_empty() {
        true => format!("there is no {what} '{text}', nor any other here"),
        false => format!("there is no {what} '{text}'; there are {}", names.join(", ")),
    }
}

/// An attribute by its name or its heading.
pub(super) fn attribute(text: &str) -> Result<Attribute, String> {
    let short = Attribute::ALL.iter().find(|a| a.short().eq_ignore_ascii_case(text.trim()));
    let named = || Attribute::ALL.iter().find(|a| a.name().eq_ignore_ascii_case(text.trim()));
    short.or_else(named).copied().ok_or_else(|| {
        let names = Attribute::ALL.map(Attribute::short).join(", ");
        format!("there is no attribute '{}'; a profile has {names}", clipped(text))
    })
}

/// Special equipment.
pub(super) fn extra(text: &str) -> Result<Extra, String> {
    let place = pick("gear", text, Extra::all().map(Extra::name))?;
    Extra::all().nth(place).ok_or_else(|| unknown("gear", text, Vec::new()))
}

/// A special rule: one of a list, or Poison with its number.
pub(super) enum Said<R> {
    /// One of the list.
    Rule(R),
    /// Poison (X).
    Poison(u8),
}

/// A special rule of a model.
pub(super) fn model_rule(text: &str) -> Result<Said<ModelRule>, String> {
    said(text, "rule for a model", ModelRule::ALL, ModelRule::name)
}

/// A special rule of a weapon or of armour.
pub(super) fn gear_rule(text: &str) -> Result<Said<GearRule>, String> {
    said(text, "rule for gear", GearRule::ALL, GearRule::name)
}

fn said<R: Copy>(
    text: &str,
    what: &str,
    all: &[R],
    name: fn(R) -> &'static str,
) -> Result<Said<R>, String> {
    if let Some(rest) = plain(text).strip_prefix("poison") {
        let number = rest.trim().trim_start_matches('(').trim_end_matches(')').trim().parse();
        return match number {
            Ok(x @ 1..=10) => Ok(Said::Poison(x)),
            _ => Err("poison comes with its strength from 1 to 10, such as \"Poison (2)\" \
                      (PUN-POI-01)"
                .to_owned()),
        };
    }
    let place = pick(what, text, all.iter().map(|rule| name(*rule)))?;
    Ok(Said::Rule(all[place]))
}

/// How many of what: `2 Fire bombs`, `2 x Fire bomb`, `Fire bomb`.
pub(super) fn counted(text: &str) -> (u32, &str) {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let Ok(count) = text[..digits].parse() else { return (1, text) };
    let rest = text[digits..].trim_start();
    (count, rest.strip_prefix("x ").unwrap_or(rest).trim_start())
}
