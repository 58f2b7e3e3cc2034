//! A party on paper.

use engine::book::RosterSheet;

use super::{Roster, breaches, hints, upkeep};
use crate::gear::Stick;
use crate::options::Agreed;
use crate::profile::{Character, Kind, Nature, Rule, Size, Species};

/// One line of a card: its label and what it says.
pub type Line = (String, String);

/// Most boxes to tick off in a row; more are told as a number.
const MOST_BOXES: u8 = 10;

/// See [`super::sheet()`]. There are no points: parties are even because they have equally many
/// slots (MUT-PTY-07).
pub(super) fn sheet(roster: &Roster, agreed: &Agreed) -> RosterSheet {
    let found = breaches::breaches(roster, agreed);
    let warnings = found.into_iter().map(|(clause, text)| format!("{text} ({clause})"));
    let cards = roster.members.iter().map(|who| (who.name.to_string(), card(who, agreed)));
    RosterSheet {
        name: roster.name.to_string(),
        models: roster.members.len(),
        points: None,
        warnings: warnings.collect(),
        cards: cards.collect(),
        common: stock(roster, agreed),
    }
}

/// What a party has in common (MUT-PRO-02).
fn stock(roster: &Roster, agreed: &Agreed) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![
        ("Food".to_owned(), roster.food.to_string()),
        ("Cells".to_owned(), roster.cells.to_string()),
    ];
    lines.extend(roster.stock.iter().map(|item| hints::item_line(item, agreed)));
    lines
}

/// The card of a character: its profile (MUT-PRO-01) and everything it has.
pub fn card(who: &Character, agreed: &Agreed) -> Vec<Line> {
    let nature = &who.nature;
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |label: &str, value: String| lines.push((label.to_owned(), value));
    line("Type", kind_words(nature));
    line("Quality", format!("{}+", nature.quality));
    line("Combat", nature.combat.to_string());
    line("Move", pace_words(who));
    for (label, value) in nature.rules.iter().filter_map(|rule| hints::rule_line(nature, rule)) {
        line(&label, value);
    }
    for item in &who.gear {
        let (label, value) = hints::item_line(item, agreed);
        line(&label, value);
    }
    if let Some(ready) = who.ready.and_then(|i| who.gear.get(usize::from(i))) {
        line("Ready", ready.gear.name().to_owned());
    }
    if who.cells > 0 {
        line("Cells", boxes(who.cells));
    }
    if who.food > 0 {
        line("Food", boxes(who.food));
    }
    let figuring = artifacts(nature);
    if figuring != 0 {
        line("Artifacts", format!("{figuring:+}"));
    }
    line("Upkeep", upkeep(who, agreed).to_string());
    let state = condition(who);
    if !state.is_empty() {
        line("Condition", state.join(", "));
    }
    lines
}

fn kind_words(nature: &Nature) -> String {
    let mut words = nature.kind.name().to_owned();
    if let Some(species) = nature.species {
        words = format!("{words}, {}", species.name().to_lowercase());
    }
    match nature.size() {
        Size::Normal => words,
        Size::Big => format!("{words}, Big"),
        Size::Huge => format!("{words}, Huge"),
    }
}

/// The stick a character moves with, before anything that happens in a game.
pub const fn pace(nature: &Nature) -> Stick {
    match () {
        () if nature.has(Rule::LongMove) || nature.has(Rule::Mounted) => Stick::Long,
        () if nature.has(Rule::ShortMove) => Stick::Short,
        () => Stick::Medium,
    }
}

fn pace_words(who: &Character) -> String {
    let nature = &who.nature;
    let mut words = pace(nature).name().to_owned();
    if nature.species == Some(Species::Frog) && !nature.has(Rule::Humanoid) {
        words.push_str(", Long in water");
    }
    if nature.has(Rule::Flying) {
        words.push_str(", flies");
    }
    if who.condition.infected {
        words.push_str(", one class less while infected");
    }
    words
}

/// What helps or hinders a character with artifacts (MUT-CAM-23).
pub fn artifacts(nature: &Nature) -> i8 {
    let kind = match nature.kind {
        Kind::Human => 2,
        Kind::MutatedAnimal | Kind::Plant => -2,
        _ => 0,
    };
    let gifts = [Rule::SuperiorSoftware, Rule::SuperiorTouch, Rule::Psychometry];
    gifts.into_iter().filter(|rule| nature.has(*rule)).fold(kind, |sum, _| sum + 2)
}

/// Boxes to tick off.
fn boxes(number: u8) -> String {
    match number {
        1..=MOST_BOXES => vec!["[ ]"; usize::from(number)].join(" "),
        _ => number.to_string(),
    }
}

/// What a campaign left a character with, in single words.
pub fn condition(who: &Character) -> Vec<&'static str> {
    let record = who.condition;
    let states = [
        (record.underfed, "underfed"),
        (record.wounded, "wounded"),
        (record.infected, "infected"),
        (record.unpaid, "unpaid"),
        (record.absent, "absent"),
        (record.stopped, "stopped"),
        (record.scars > 0, "scarred"),
    ];
    states.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect()
}
