//! What a match has told, as the failures of rulings show it.

use crate::book::Book;
use crate::event::{Deed, Event, Roll, Term};
use crate::matches::Match;
use crate::question::{Choice, Form, Question};
use crate::view::{Eyes, View};

/// Most options of a question that are shown.
const MOST_OPTIONS: usize = 40;
/// Most events that are shown.
const MOST_EVENTS: usize = 8;

/// The rolls among some events.
pub(super) fn rolls<'a>(events: &'a [&'a Event]) -> impl Iterator<Item = &'a Roll> {
    events.iter().filter_map(|event| roll(event))
}

/// What went into the roll of an event, if it is one.
pub(super) fn terms(event: &Event) -> impl Iterator<Item = &Term> {
    roll(event).into_iter().flat_map(|roll| &roll.terms)
}

fn roll(event: &Event) -> Option<&Roll> {
    match &event.deed {
        Deed::Rolled(roll) => Some(roll),
        _ => None,
    }
}

/// Who is asked what, and what happened last.
pub(super) fn context<B: Book>(game: &Match<B>) -> String {
    let view = game.view(Eyes::Referee);
    let mut lines: Vec<String> = Vec::new();
    match (game.questions(), game.outcome()) {
        ([], Some(outcome)) => lines.push(format!("the match is over: {}", outcome.reason)),
        ([], None) => lines.push("nobody is asked anything".to_owned()),
        (questions, _) => questions.iter().for_each(|q| asked(&view, q, &mut lines)),
    }
    let events = game.events(Eyes::Referee);
    if !events.is_empty() {
        lines.push("last events:".to_owned());
        let first = events.len().saturating_sub(MOST_EVENTS);
        lines.extend(events[first..].iter().map(|event| format!("  {}", event_line(event))));
    }
    lines.join("\n")
}

fn event_line(event: &Event) -> String {
    let clause = event.clause.map(|c| format!(" ({c})")).unwrap_or_default();
    match roll(event) {
        Some(roll) => format!("{roll}{clause}"),
        None => format!("{}{clause}", event.text),
    }
}

fn asked(view: &View, question: &Question, lines: &mut Vec<String>) {
    let Question { side, prompt, clause, .. } = question;
    let scopes: String = question.scopes.iter().map(|s| format!("{s} > ")).collect();
    lines.push(format!("{side} is asked: {scopes}{prompt} ({clause})"));
    let name = |model| {
        let found = view.models.iter().find(|m| m.model == model);
        found.map_or("a model", |m| m.name.as_str())
    };
    let wanted = match &question.form {
        Form::One { choices } => return options(choices, lines),
        Form::Some { choices, least, most } => {
            lines.push(format!("  {least} to {most} of these, joined by +"));
            return options(choices, lines);
        }
        Form::Number { least, most } => format!("a number from {least} to {most}"),
        Form::Path { model, start, limit, .. } => {
            format!("a path for {} from {start}, at most {limit} long", name(*model))
        }
        Form::Paths { movers, limit, .. } => {
            let each: Vec<String> =
                movers.iter().map(|(m, start)| format!("{} from {start}", name(*m))).collect();
            format!("paths for {}, each at most {limit} long", each.join(", "))
        }
        Form::Along { length, .. } => format!("a place along a path of {length}: at 2.5"),
        Form::Point { within, .. } => {
            format!("a point between {} and {}: at 12,8", within.low, within.high)
        }
        Form::Facing { model } => format!("a direction for {}: facing north", name(*model)),
        Form::Placement { models, within, .. } => {
            let each: Vec<&str> = models.iter().map(|m| name(*m)).collect();
            let (low, high) = (within.low, within.high);
            format!("a place for {} between {low} and {high}: at 12,8", each.join(", "))
        }
        Form::Dice { need } => format!("{}d{} for {}", need.count, need.sides, need.purpose),
    };
    lines.push(format!("  {wanted}"));
}

fn options(choices: &[Choice], lines: &mut Vec<String>) {
    for choice in choices.iter().take(MOST_OPTIONS) {
        lines.push(match &choice.refusal {
            None => format!("  - {}", choice.key),
            Some(refusal) => format!("  x {} [{refusal}]", choice.key),
        });
    }
    if choices.len() > MOST_OPTIONS {
        lines.push(format!("  and {} more", choices.len() - MOST_OPTIONS));
    }
}
