//! What is told of a match: events, who is where, one model from close by.

use anyhow::Result;
use engine::book::Outcome;
use engine::event::{Deed, Event, Roll};
use engine::ids::ModelId;
use engine::view::{ModelView, View};
use tabletop::measure::{contact, gap};
use tabletop::{Body, Length};

use crate::{Out, picture};

/// How close bases have to be to touch: what no eye at a table could tell from touching.
const TOUCHING: Length = Length::micrometres(10);

/// One event with its roll and its clauses, numbered where that matters.
pub(crate) fn event(event: &Event, number: Option<usize>, out: Out<'_>) -> Result<()> {
    let number = number.map(|n| format!("{n:>4}  ")).unwrap_or_default();
    let clause = event.clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
    match &event.deed {
        Deed::Heading | Deed::Ended => writeln!(out, "{number}== {} =={clause}", event.text)?,
        Deed::Rolled(roll) => told_roll(event, roll, (&number, &clause), out)?,
        Deed::Note
        | Deed::Moved { .. }
        | Deed::Attacked { .. }
        | Deed::Burst { .. }
        | Deed::Changed { .. }
        | Deed::Removed { .. } => writeln!(out, "{number}{}{clause}", event.text)?,
    }
    Ok(())
}

fn told_roll(
    event: &Event,
    roll: &Roll,
    (number, clause): (&str, &str),
    out: Out<'_>,
) -> Result<()> {
    let shown = roll.to_string();
    if event.text.is_empty() || event.text == shown {
        writeln!(out, "{number}{shown}{clause}")?;
    } else if event.text.contains(&shown) {
        writeln!(out, "{number}{}{clause}", event.text)?;
    } else {
        writeln!(out, "{number}{}{clause}", event.text)?;
        writeln!(out, "{}  {shown}", " ".repeat(number.len()))?;
    }
    let mut clauses: Vec<&str> = Vec::new();
    for term in &roll.terms {
        let own = event.clause == Some(term.clause);
        if !own && !clauses.contains(&term.clause.0) {
            clauses.push(term.clause.0);
        }
    }
    if !clauses.is_empty() {
        writeln!(out, "{}  by {}", " ".repeat(number.len()), clauses.join(", "))?;
    }
    Ok(())
}

/// Round, phase and how the sides stand.
pub(crate) fn standing(view: &View, out: Out<'_>) -> Result<()> {
    writeln!(out, "{}", capital(&view.phase))?;
    for side in &view.sides {
        writeln!(out, "{}: {}. {}", capital(side.side.name()), side.name, side.standing)?;
    }
    Ok(())
}

/// Who is where, with distances and bearings from one model.
pub(crate) fn who(view: &View, from: Option<ModelId>, out: Out<'_>) -> Result<()> {
    let from = from.and_then(|id| view.models.iter().find(|m| m.model == id));
    let from_body = from.and_then(picture::body);
    for side in &view.sides {
        let own = || view.models.iter().filter(|m| m.side == side.side);
        let gone = named_by_squads(own().filter(|m| m.spot.is_none()));
        for model in own().filter(|m| m.spot.is_some()) {
            let far = match (&from_body, picture::body(model)) {
                (Some(from), Some(body)) if *from != body => format!("; {}", apart(from, &body)),
                _ => String::new(),
            };
            writeln!(out, "  {}{far}", described(view, model))?;
        }
        if !gone.is_empty() {
            writeln!(out, "  {}, not on the table: {}", side.side, gone.join(", "))?;
        }
    }
    for marker in &view.markers {
        let far = from_body.map(|body| {
            let distance = tabletop::measure::gap_to_marker(&body, marker);
            format!("; {}", picture::away(distance, body.at(), marker.spot.at))
        });
        writeln!(out, "  {} at {}{}", marker.name, marker.spot, far.unwrap_or_default())?;
    }
    if let Some(from) = from.filter(|m| m.spot.is_some()) {
        writeln!(out, "  (distances from {}, base to base)", from.name)?;
    }
    Ok(())
}

/// The names of some models; of a squad that is among them only its own, and how many they are.
fn named_by_squads<'a>(models: impl Iterator<Item = &'a ModelView>) -> Vec<String> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for model in models {
        let name = model.squad.as_deref().unwrap_or(&model.name);
        match found.last_mut() {
            Some((last, count)) if *last == name && model.squad.is_some() => *count += 1,
            _ => found.push((name, usize::from(model.squad.is_some()))),
        }
    }
    let words = |(name, count): (&str, usize)| match count {
        0 => name.to_owned(),
        1 => format!("one of {name}"),
        _ => format!("{count} of {name}"),
    };
    found.into_iter().map(words).collect()
}

fn apart(from: &Body, to: &Body) -> String {
    let touch = if contact(from, to, TOUCHING) { ", touching" } else { "" };
    format!("{}{touch}", picture::away(gap(from, to), from.at(), to.at()))
}

/// A model in one line.
fn described(view: &View, model: &ModelView) -> String {
    let place = model.spot.map_or("not on the table".to_owned(), |spot| format!("at {spot}"));
    let (taken, most) = model.wounds;
    let wounds = if most > 0 { format!(", wounds {taken} of {most}") } else { String::new() };
    let conditions: String = model.conditions.iter().map(|c| format!(", {c}")).collect();
    let acted = match model.acted {
        true if picture::is_acting(view, model) => ", acting",
        true => ", has acted",
        false => "",
    };
    format!("{} ({}) {place}{wounds}{conditions}{acted}", model.name, model.side)
}

/// One model from close by: its card, and how far everything is from it.
pub(crate) fn look(view: &View, model: &ModelView, out: Out<'_>) -> Result<()> {
    writeln!(out, "{}", described(view, model))?;
    let width = model.card.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, value) in &model.card {
        writeln!(out, "  {label:<width$}  {value}")?;
    }
    let Some(own) = picture::body(model) else { return Ok(()) };
    let mut others: Vec<(&ModelView, Body)> = view
        .models
        .iter()
        .filter(|other| other.model != model.model)
        .filter_map(|other| Some((other, picture::body(other)?)))
        .collect();
    others.sort_by_key(|(_, body)| gap(&own, body));
    for (other, body) in others {
        writeln!(out, "  {} ({}): {}", other.name, other.side, apart(&own, &body))?;
    }
    Ok(())
}

/// How a match ended.
pub(crate) fn outcome(outcome: &Outcome, out: Out<'_>) -> Result<()> {
    let who = match outcome.winner {
        Some(side) => format!("{} wins", capital(side.name())),
        None => "A draw".to_owned(),
    };
    writeln!(out, "{who}: {}", outcome.reason)?;
    Ok(())
}

/// A word with its first letter large.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}
