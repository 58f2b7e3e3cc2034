//! Facts that rulings state, and how they are found out.

use std::fmt;

use tabletop::Spot;

use super::Trouble;
use super::words::{Reader, words};
use crate::book::Outcome;
use crate::event::Event;
use crate::ids::SideId;
use crate::question::Question;
use crate::view::{ModelView, View};

/// Something that is or is not so. A value that is not given is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Model { who: String, what: What },
    ToAct { side: SideId, wanted: bool },
    End(Option<End>),
    Said { text: String, wanted: bool },
    Phase(Option<String>),
    Nothing,
}

/// Something about one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Wounds(Option<u8>),
    OnTable(bool),
    At(Option<Spot>),
    Acted(bool),
    Condition { word: String, wanted: bool },
    Card { label: String, value: Option<String> },
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Winner(SideId),
    Draw,
    NotOver,
}

impl End {
    fn of(outcome: Option<&Outcome>) -> End {
        match outcome {
            None => End::NotOver,
            Some(Outcome { winner: Some(side), .. }) => End::Winner(*side),
            Some(Outcome { winner: None, .. }) => End::Draw,
        }
    }
}

/// What facts are checked against.
pub(super) struct Scenery<'a> {
    pub(super) view: &'a View,
    /// The view before the last `do`.
    pub(super) before: &'a View,
    pub(super) questions: &'a [Question],
    /// What happened since the last `do`.
    pub(super) events: &'a [&'a Event],
    /// The book's reference: a condition that neither it nor the table knows is misspelt.
    pub(super) rules: &'a str,
}

/// Whether a fact holds.
pub(super) enum Judged {
    /// It does.
    Holds,
    /// It does not, but this does.
    Instead(String),
}

const EXAMPLES: &str = "a fact: Bo wounds 1, Bo removed, Bo on the table, Bo at 15,11, Bo acted, \
                        Bo stunned (each with or without 'not'), Bo card \"Move\" is \"4\", \
                        red to act, winner red, draw, not over, said \"...\", phase \"...\" or \
                        nothing (names with spaces in quotes)";

impl Fact {
    pub(super) fn parse(text: &str) -> Result<Fact, Trouble> {
        let found = words(text)?;
        let plain: Vec<&str> = found.iter().map(|w| w.text.as_str()).collect();
        let quoted = |i: usize| found.get(i).is_some_and(|w| w.quoted);
        let first = found.first().is_some_and(|w| !w.quoted);
        let unclear = || Trouble::new(EXAMPLES, format!("'{}'", text.trim()));
        let side = |name: &str| SideId::named(name);
        Ok(match plain[..] {
            ["draw"] if first => Fact::End(Some(End::Draw)),
            ["not", "over"] if first => Fact::End(Some(End::NotOver)),
            ["winner", "?"] if first => Fact::End(None),
            ["winner", name] if first => {
                Fact::End(Some(End::Winner(side(name).ok_or_else(unclear)?)))
            }
            ["nothing"] if first => Fact::Nothing,
            ["said", text] if quoted(1) => Fact::Said { text: text.to_owned(), wanted: true },
            ["not", "said", text] if quoted(2) => {
                Fact::Said { text: text.to_owned(), wanted: false }
            }
            ["phase", "?"] if first && !quoted(1) => Fact::Phase(None),
            ["phase", text] if quoted(1) => Fact::Phase(Some(text.to_owned())),
            [name, "to", "act"] if side(name).is_some() => {
                Fact::ToAct { side: side(name).ok_or_else(unclear)?, wanted: true }
            }
            [name, "not", "to", "act"] if side(name).is_some() => {
                Fact::ToAct { side: side(name).ok_or_else(unclear)?, wanted: false }
            }
            [who, _, ..] => Fact::Model { who: who.to_owned(), what: What::parse(text)? },
            _ => return Err(unclear()),
        })
    }

    /// Whether it can be read off the models alone.
    pub(super) fn is_about_models(&self) -> bool {
        match self {
            Fact::Model { .. } | Fact::Nothing | Fact::End(_) => true,
            Fact::ToAct { .. } | Fact::Said { .. } | Fact::Phase(_) => false,
        }
    }

    /// Whether it holds; an error if it is about something that does not exist.
    pub(super) fn judge(&self, scenery: &Scenery<'_>) -> Result<Judged, Trouble> {
        let truth = match self {
            Fact::Model { who, what } => {
                let model = scenery.view.model(who).ok_or_else(|| nobody(scenery.view, who))?;
                Fact::Model { who: who.clone(), what: what.truth(model, scenery.rules)? }
            }
            Fact::ToAct { side, .. } => {
                let wanted = scenery.questions.iter().any(|q| q.side == *side);
                Fact::ToAct { side: *side, wanted }
            }
            Fact::End(_) => Fact::End(Some(End::of(scenery.view.outcome.as_ref()))),
            Fact::Said { text, .. } => {
                let wanted = scenery.events.iter().any(|e| e.text.contains(text.as_str()));
                Fact::Said { text: text.clone(), wanted }
            }
            Fact::Phase(_) => Fact::Phase(Some(scenery.view.phase.clone())),
            Fact::Nothing => match scenery.view.difference(scenery.before).as_str() {
                "nothing" => Fact::Nothing,
                changes => return Ok(Judged::Instead(changes.to_owned())),
            },
        };
        Ok(if truth == *self { Judged::Holds } else { Judged::Instead(truth.to_string()) })
    }
}

fn nobody(view: &View, who: &str) -> Trouble {
    let names: Vec<&str> = view.models.iter().map(|m| m.name.as_str()).collect();
    Trouble::new(format!("a model: {}", names.join(", ")), format!("'{who}'"))
}

impl What {
    /// Reads what is said of a model; its name is the first word.
    fn parse(text: &str) -> Result<What, Trouble> {
        let mut reader = Reader::new(text)?;
        reader.next();
        let wanted = !reader.take("not");
        let unclear = || Trouble::new(EXAMPLES, format!("'{}'", text.trim()));
        let word = reader.next().filter(|w| !w.quoted).map(|w| w.text.clone());
        let what = match (word.ok_or_else(unclear)?.as_str(), wanted) {
            ("wounds", true) if reader.take("?") => What::Wounds(None),
            ("wounds", true) => {
                let number = reader.number()?;
                What::Wounds(Some(u8::try_from(number).map_err(|_| unclear())?))
            }
            ("removed", wanted) => What::OnTable(!wanted),
            ("on", wanted) => {
                reader.need("the")?;
                reader.need("table")?;
                What::OnTable(wanted)
            }
            ("at", true) if reader.take("?") => What::At(None),
            ("at", true) => What::At(Some(reader.spot()?)),
            ("acted", wanted) => What::Acted(wanted),
            ("card", true) => {
                let label = reader.quoted().ok_or_else(unclear)?;
                reader.need("is")?;
                let value = match reader.take("?") {
                    true => None,
                    false => Some(reader.quoted().ok_or_else(unclear)?),
                };
                What::Card { label, value }
            }
            (word, wanted) => What::Condition { word: word.to_owned(), wanted },
        };
        reader.end().map_err(|_| unclear())?;
        Ok(what)
    }

    /// The same about a model as it really is.
    fn truth(&self, model: &ModelView, rules: &str) -> Result<What, Trouble> {
        Ok(match self {
            What::Wounds(_) => What::Wounds(Some(model.wounds.0)),
            What::OnTable(_) => What::OnTable(model.spot.is_some()),
            // Places are compared as they are written, to a thousandth of an inch.
            What::At(place) => match (place, model.spot) {
                (Some(place), Some(spot)) if place.to_string() == spot.to_string() => self.clone(),
                (_, Some(spot)) => What::At(Some(spot)),
                (_, None) => What::OnTable(false),
            },
            What::Acted(_) => What::Acted(model.acted),
            What::Condition { word, .. } => {
                let wanted = model.conditions.contains(word);
                if !wanted && !rules.to_lowercase().contains(&word.to_lowercase()) {
                    let expected = "a condition that the rules know";
                    return Err(Trouble::new(expected, format!("'{word}'")));
                }
                What::Condition { word: word.clone(), wanted }
            }
            What::Card { label, .. } => {
                let line = model.card.iter().find(|(l, _)| l == label);
                let (label, value) = line.ok_or_else(|| {
                    let labels: Vec<&str> = model.card.iter().map(|(l, _)| l.as_str()).collect();
                    let expected = format!("a line of the card: {}", labels.join(", "));
                    Trouble::new(expected, format!("'{label}'"))
                })?;
                What::Card { label: label.clone(), value: Some(value.clone()) }
            }
        })
    }
}

/// A value, or the question mark that asks for it.
fn or_asked<T: fmt::Display>(value: Option<&T>) -> String {
    value.map_or("?".to_owned(), T::to_string)
}

fn negation(wanted: bool) -> &'static str {
    if wanted { "" } else { "not " }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Model { who, what } => {
                let spaced = who.contains(char::is_whitespace);
                match spaced {
                    true => write!(f, "\"{who}\" {what}"),
                    false => write!(f, "{who} {what}"),
                }
            }
            Fact::ToAct { side, wanted } => write!(f, "{side} {}to act", negation(*wanted)),
            Fact::End(None) => write!(f, "winner ?"),
            Fact::End(Some(End::Winner(side))) => write!(f, "winner {side}"),
            Fact::End(Some(End::Draw)) => write!(f, "draw"),
            Fact::End(Some(End::NotOver)) => write!(f, "not over"),
            Fact::Said { text, wanted } => write!(f, "{}said \"{text}\"", negation(*wanted)),
            Fact::Phase(None) => write!(f, "phase ?"),
            Fact::Phase(Some(text)) => write!(f, "phase \"{text}\""),
            Fact::Nothing => write!(f, "nothing"),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Wounds(wounds) => write!(f, "wounds {}", or_asked(wounds.as_ref())),
            What::OnTable(true) => write!(f, "on the table"),
            What::OnTable(false) => write!(f, "removed"),
            What::At(place) => write!(f, "at {}", or_asked(place.as_ref())),
            What::Acted(wanted) => write!(f, "{}acted", negation(*wanted)),
            What::Condition { word, wanted } => write!(f, "{}{word}", negation(*wanted)),
            What::Card { label, value: None } => write!(f, "card \"{label}\" is ?"),
            What::Card { label, value: Some(value) } => {
                write!(f, "card \"{label}\" is \"{value}\"")
            }
        }
    }
}
