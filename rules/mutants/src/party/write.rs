//! Writing a party as a file.

use std::fmt::Write as _;

use super::words::{DIETS, item_words, rule_words};
use super::{Roster, upkeep, wear};
use crate::gear::Item;
use crate::profile::{Character, Diet, Kind};

/// See [`super::write`].
pub(super) fn roster(roster: &Roster) -> String {
    let mut out = String::from("[party]\n");
    line(&mut out, "name", &quoted(&roster.name));
    number(&mut out, "food", roster.food);
    number(&mut out, "cells", roster.cells);
    list(&mut out, "stock", roster.stock.iter().map(item_words));
    let advance = |(who, what): &(_, super::Advance)| format!("{who}: {what}");
    list(&mut out, "advances", roster.advances.iter().map(advance));
    for member in &roster.members {
        out.push_str("\n[[model]]\n");
        model(&mut out, member);
    }
    out
}

fn model(out: &mut String, who: &Character) {
    let nature = &who.nature;
    line(out, "name", &quoted(&who.name));
    line(out, "type", &quoted(nature.kind.name()));
    if let Some(species) = nature.species {
        line(out, "species", &quoted(species.name()));
    }
    line(out, "quality", &nature.quality.to_string());
    line(out, "combat", &nature.combat.to_string());
    list(out, "rules", nature.rules.iter().map(|rule| rule_words(nature, rule)));
    list(out, "gear", who.gear.iter().map(item_words));
    if who.ready != wear::best_ready(&who.gear) {
        line(out, "ready", &ready(who));
    }
    number(out, "cells", u32::from(who.cells));
    number(out, "food", u32::from(who.food));
    let own = nature.kind == Kind::Android && who.diet != upkeep::diet(nature, Diet::Food);
    if own && let Some((word, _)) = DIETS.iter().find(|(_, diet)| *diet == who.diet) {
        line(out, "diet", &quoted(word));
    }
    let record = who.condition;
    if let Some(printed) = record.printed {
        line(out, "upkeep", &quoted(&printed.to_string()));
    }
    for (key, set) in [
        ("underfed", record.underfed),
        ("wounded", record.wounded),
        ("infected", record.infected),
        ("unpaid", record.unpaid),
        ("absent", record.absent),
        ("stopped", record.stopped),
    ] {
        if set {
            line(out, key, "true");
        }
    }
    number(out, "scars", u32::from(record.scars));
}

/// What is ready: by its name where that is clear, or else by its number.
fn ready(who: &Character) -> String {
    let Some(index) = who.ready else { return quoted("nothing") };
    let words = |item: &Item| item_words(item);
    let own = who.gear.get(usize::from(index)).map(words);
    let first = who.gear.iter().position(|item| Some(words(item)) == own);
    match (own, first) {
        (Some(own), Some(first)) if first == usize::from(index) => quoted(&own),
        _ => (u16::from(index) + 1).to_string(),
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{key} = {value}");
}

fn number(out: &mut String, key: &str, number: u32) {
    if number > 0 {
        line(out, key, &number.to_string());
    }
}

fn list(out: &mut String, key: &str, words: impl Iterator<Item = String>) {
    let words: Vec<String> = words.map(|word| quoted(&word)).collect();
    if !words.is_empty() {
        line(out, key, &format!("[{}]", words.join(", ")));
    }
}

/// A text in quotes; as it stands where it holds double quotes itself.
fn quoted(text: &str) -> String {
    let plain = !text.contains(['\'', '\\']) && !text.chars().any(char::is_control);
    if text.contains('"') && plain {
        return format!("'{text}'");
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
