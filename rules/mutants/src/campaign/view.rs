//! What can be seen of a campaign between its battles: everything, by everybody.

use engine::book::Progress;
use engine::view::{ModelView, SideView};
use engine::{ModelId, SideId, View};

use super::band::{Band, fights, side_of};
use super::{Stage, State};
use crate::gear::Item;
use crate::party::{sheet, upkeep, words};
use crate::profile::Character;

/// Radius and height of a counter that stands for somebody who is not on a table.
const COUNTER: (i32, i32) = (12_500, 35_000);

impl State {
    /// The parties as everybody sees them between battles.
    pub fn view(&self) -> View {
        let mut models = Vec::new();
        for (place, band) in self.bands.iter().enumerate() {
            for who in &band.roster.members {
                let model = ModelId(u16::try_from(models.len()).unwrap_or(u16::MAX));
                models.push(self.model_view(model, side_of(place), who));
            }
        }
        View {
            phase: self.phase_words(),
            sides: self.sides().map(|side| self.side_view(side)).collect(),
            models,
            zones: Vec::new(),
            markers: Vec::new(),
            outcome: self.outcome.clone(),
        }
    }

    /// A battle as somebody sees it, with how the campaign stands. The battle's end is not the
    /// campaign's.
    pub fn view_of_battle(&self, mut view: View) -> View {
        let (game, of) = (self.game(), self.terms.games);
        view.phase = format!("game {game} of {of}, {}", view.phase);
        for side in &mut view.sides {
            if let Some(band) = self.bands.get(side.side.index()) {
                side.standing = format!("{}; {}", side.standing, victories(band));
            }
        }
        view.outcome.clone_from(&self.outcome);
        view
    }

    fn phase_words(&self) -> String {
        let (game, of) = (self.game(), self.terms.games);
        match &self.stage {
            Stage::Making(_) => "making up parties".to_owned(),
            Stage::Dealing(side) => format!("before game {game} of {of}, {side} deals out gear"),
            Stage::Drawing => format!("before game {game} of {of}"),
            Stage::Meeting(number) | Stage::Battle(number, _) => {
                format!("game {game} of {of}, {}", number.title())
            }
            Stage::Reporting(report) => {
                format!("game {game} of {of}, {}, is reported", report.toll.scenario.title())
            }
            Stage::Aftermath(_) => format!("after game {} of {of}", self.games.len()),
        }
    }

    fn side_view(&self, side: SideId) -> SideView {
        let band = self.band(side);
        SideView {
            side,
            name: band.roster.name.to_string(),
            standing: format!("{}, {}", victories(band), stores(band)),
        }
    }

    fn model_view(&self, model: ModelId, side: SideId, who: &Character) -> ModelView {
        let mut card = sheet::card(who, &self.terms.agreed);
        let advances = &self.band(side).roster.advances;
        let own = advances.iter().filter(|(name, _)| *name == who.name);
        card.extend(own.map(|(_, what)| ("Advance".to_owned(), what.name().to_owned())));
        let poisoned = (self.band(side).poison(&who.name) > 0).then_some("poisoned");
        ModelView {
            model,
            name: who.name.to_string(),
            side,
            spot: None,
            facing: None,
            squad: None,
            base: COUNTER.0,
            height: COUNTER.1,
            wounds: (0, 0),
            conditions: conditions(who).chain(poisoned).map(str::to_owned).collect(),
            gone: false,
            acted: false,
            ranges: Vec::new(),
            card,
        }
    }

    /// How far the campaign has got.
    pub fn progress(&self) -> Progress {
        let games = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        let fighting =
            matches!(self.stage, Stage::Meeting(_) | Stage::Battle(..) | Stage::Reporting(_));
        let next = match (&self.stage, &self.outcome) {
            (_, Some(outcome)) => outcome.reason.clone(),
            (Stage::Aftermath(_), None) => format!("what follows, {}", self.phase_words()),
            (Stage::Meeting(_) | Stage::Battle(..), None) => {
                format!("fight {}", self.phase_words())
            }
            _ => self.phase_words(),
        };
        let sides = self.sides().map(|side| (side, self.account(side))).collect();
        let of = self.terms.games;
        Progress { fought: games, of, fighting, next, sides, history: self.history() }
    }

    /// What a side has won, owns and owes, and who is in it.
    fn account(&self, side: SideId) -> Vec<String> {
        let band = self.band(side);
        let due = band.due(&self.terms.agreed);
        let mut lines = vec![
            victories(band),
            format!("{}: {}", band.roster.name, stores(band)),
            format!("Upkeep due: {due}"),
        ];
        if !band.roster.stock.is_empty() {
            lines.push(format!("Stock: {}", listed(&band.roster.stock)));
        }
        lines.extend(band.roster.members.iter().map(|who| self.described(who)));
        lines
    }

    fn described(&self, who: &Character) -> String {
        let nature = &who.nature;
        let mut text = format!("{}, {}", who.name, nature.kind);
        text.push_str(&format!(", Q{}+ C{}", nature.quality, nature.combat));
        let rules: Vec<String> =
            nature.rules.iter().map(|rule| words::rule_words(nature, rule)).collect();
        if !rules.is_empty() {
            text.push_str(&format!("; {}", rules.join(", ")));
        }
        if !who.gear.is_empty() {
            text.push_str(&format!("; {}", listed(&who.gear)));
        }
        if who.cells > 0 {
            text.push_str(&format!("; {}", cells(u32::from(who.cells))));
        }
        if who.food > 0 {
            text.push_str(&format!("; {} Food", who.food));
        }
        text.push_str(&format!("; Upkeep {}", upkeep(who, &self.terms.agreed)));
        for word in conditions(who) {
            text.push_str(&format!("; {word}"));
        }
        text
    }

    /// What has happened so far.
    fn history(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, chapter) in self.games.iter().enumerate() {
            let how = match chapter.winner {
                Some(side) => format!("{side} wins"),
                None => "a draw".to_owned(),
            };
            let (game, title, why) = (index + 1, chapter.scenario.title(), &chapter.reason);
            lines.push(format!("Game {game}, {title}: {how}: {why}"));
            lines.extend(chapter.notes.iter().map(|note| format!("  {note}")));
        }
        lines
    }
}

fn victories(band: &Band) -> String {
    match band.victories {
        1 => "1 victory".to_owned(),
        n => format!("{n} victories"),
    }
}

/// So many Cells, in words.
pub fn cells(count: u32) -> String {
    format!("{count} {}", if count == 1 { "Cell" } else { "Cells" })
}

fn stores(band: &Band) -> String {
    let fit = band.roster.members.iter().filter(|who| fights(who)).count();
    let all = band.roster.members.len();
    let out = if fit < all { format!(", {} of them out", all - fit) } else { String::new() };
    format!("{all} models{out}, {} Food, {}", band.food(), cells(band.cells()))
}

fn listed(items: &[Item]) -> String {
    items.iter().map(words::item_words).collect::<Vec<_>>().join(", ")
}

/// What a campaign has left somebody with, in single words.
fn conditions(who: &Character) -> impl Iterator<Item = &'static str> {
    let record = who.condition;
    let machine = who.nature.kind.is_artificial() && who.diet == crate::profile::Diet::Cells;
    let hungry = if machine { "underpowered" } else { "underfed" };
    let all = [
        (record.underfed, hungry),
        (record.wounded, "wounded"),
        (record.infected, "infected"),
        (record.unpaid, "unpaid"),
        (record.absent, "absent"),
        (record.stopped, "stopped"),
        (record.scars > 0, "scarred"),
    ];
    all.into_iter().filter(|(set, _)| *set).map(|(_, word)| word)
}
