//! What can be seen of a game: everything, but for Lurkers under their counters (MUT-TYP-21).

use engine::view::{ModelView, SideView};
use engine::{Eyes, ModelId, SideId, View};
use tabletop::{Length, Marker};

use crate::gear::{Gear, Item, Shape};
use crate::party::upkeep;
use crate::party::words::rule_words;
use crate::profile::{Nature, Rule};
use crate::setup::Phase;
use crate::state::{Fate, Mark, Model, State};

/// How large a marker for something small is.
const TOKEN: Length = Length::millimetres(5);

/// Marks that are bookkeeping: nobody at the table would put a token beside the model.
const UNSEEN: [Mark; 5] =
    [Mark::Activated, Mark::Attacked, Mark::Exposed, Mark::Irradiated, Mark::Spotted];

type Card = Vec<(String, String)>;

impl State {
    /// The table as one pair of eyes sees it.
    pub fn view(&self, eyes: Eyes) -> View {
        let sides = (0..self.parties.len()).map(|i| SideId(i as u8));
        let seen = self.ids().filter(|m| self.sees_model(eyes, *m));
        let mut markers = self.changes.markers.clone();
        markers.extend(self.counters(eyes));
        markers.extend(self.site_markers());
        markers.extend(self.thing_markers());
        markers.extend(self.body_markers());
        View {
            phase: self.phase_words(),
            sides: sides.map(|side| self.side_view(side)).collect(),
            models: seen.map(|m| self.model_view(m)).collect(),
            zones: self.zones(),
            markers,
            outcome: self.outcome.clone(),
        }
    }

    fn phase_words(&self) -> String {
        if self.phase != Phase::Turns {
            return self.setup_words();
        }
        let turn = format!("round {}, {}'s turn", self.round, self.side_to_act());
        let acting = self.active.iter().flat_map(|active| &active.members);
        let names: Vec<&str> = acting.map(|a| self.name(a.model)).collect();
        match names[..] {
            [] => turn,
            [one] => format!("{turn}, {one} acts"),
            _ => format!("{turn}, {} act", names.join(", ")),
        }
    }

    fn side_view(&self, side: SideId) -> SideView {
        let party = &self.parties[side.index()];
        let own = || self.ids().filter(|m| self.own_side(*m) == side);
        let left = own().filter(|m| self.model(*m).fate.is_none()).count();
        let killed = own().filter(|m| self.model(*m).fate == Some(Fate::Killed)).count();
        let fled = own().filter(|m| self.model(*m).fate == Some(Fate::RanOff)).count();
        let mut words = vec![format!("{left} models")];
        let counts = [(killed, "killed"), (fled, "ran off")];
        let counts = counts.iter().filter(|(n, _)| *n > 0);
        words.extend(counts.map(|(n, word)| format!("{n} {word}")));
        SideView { side, name: party.name.to_string(), standing: words.join(", ") }
    }

    /// Things that lie about.
    fn thing_markers(&self) -> impl Iterator<Item = Marker> + '_ {
        self.things.iter().map(|thing| Marker {
            name: thing.item.gear.name().to_owned(),
            spot: thing.spot,
            radius: TOKEN,
        })
    }

    /// The dead, where they fell (MUT-CON-03).
    fn body_markers(&self) -> impl Iterator<Item = Marker> + '_ {
        self.bodies.iter().map(|(model, spot)| Marker {
            name: format!("body of {}", self.name(*model)),
            spot: *spot,
            radius: TOKEN,
        })
    }

    /// A model's conditions in single words.
    pub fn condition_words(&self, model: ModelId) -> Vec<String> {
        let m = self.model(model);
        let shown = |mark: &Mark| match mark {
            // Only for the stealthy does it matter to have been noticed (MUT-SPC-117).
            Mark::Revealed => m.has(Rule::Stealth),
            other => !UNSEEN.contains(other),
        };
        let marks = m.marks.iter().filter(shown).map(Mark::name);
        let also = [
            (m.controller.is_some(), "controlled"),
            (m.lured.is_some(), "lured"),
            (m.truly.is_some(), "transformed"),
            (m.fate == Some(Fate::Killed), "killed"),
            (m.fate == Some(Fate::RanOff), "ran-off"),
        ];
        let also = also.into_iter().filter(|(is, _)| *is).map(|(_, word)| word);
        marks.chain(also).map(str::to_owned).collect()
    }

    fn model_view(&self, model: ModelId) -> ModelView {
        let (who, m) = (self.who(model), self.model(model));
        let body = self.body(model);
        ModelView {
            model,
            name: who.name.to_string(),
            side: self.side(model),
            spot: m.spot,
            facing: None,
            squad: None,
            base: body.base.um(),
            height: body.height.um(),
            wounds: (m.losses.total(), 7u8.saturating_sub(m.nature.quality)),
            conditions: self.condition_words(model),
            gone: m.fate.is_some(),
            acted: m.is(Mark::Activated),
            ranges: self.ranges(model),
            card: self.card(model),
        }
    }

    /// How far a model can shoot and throw at single range, each kind of weapon once.
    fn ranges(&self, model: ModelId) -> Vec<(String, Length)> {
        let mut ranges: Vec<(String, Length)> = Vec::new();
        for (arms, _) in self.arsenal(model) {
            if ranges.iter().all(|(known, _)| known != arms.name()) {
                ranges.push((arms.name().to_owned(), self.range_of(arms)));
            }
        }
        ranges
    }

    /// What a model's card says: who it is, its rules, its belongings.
    fn card(&self, model: ModelId) -> Card {
        let (who, m) = (self.who(model), self.model(model));
        let mut card = Card::new();
        let mut line = |label: &str, value: String| card.push((label.to_owned(), value));
        line("Type", kind_words(&m.nature));
        line("Quality", format!("{}+", m.quality()));
        line("Combat", m.nature.combat.to_string());
        line("Move", self.pace(model, 0).stick.name().to_owned());
        line("Upkeep", upkeep(who, &self.agreed).to_string());
        if m.controller.is_some() {
            line("Owner", self.own_side(model).to_string());
        }
        let rules: Vec<String> =
            m.nature.rules.iter().map(|rule| rule_words(&m.nature, rule)).collect();
        if !rules.is_empty() {
            line("Rules", rules.join(", "));
        }
        if let Some(energy) = m.adapted {
            line("Adapted to", energy.to_string());
        }
        for (label, value) in gear_lines(m) {
            line(&label, value);
        }
        for (label, number) in [("Cells", m.cells), ("Fruits", m.fruits), ("Food", who.food)] {
            if number > 0 || (label == "Cells" && m.gear.iter().any(|i| i.gear.uses_cells())) {
                line(label, number.to_string());
            }
        }
        card
    }
}

/// `Mutated Animal (Horse)`.
fn kind_words(nature: &Nature) -> String {
    match nature.species {
        Some(species) => format!("{} ({species})", nature.kind),
        None => nature.kind.to_string(),
    }
}

/// A line for each kind of thing in each state: `Pistol`: `ready, loaded`.
fn gear_lines(model: &Model) -> Card {
    let mut lines = Card::new();
    let mut told: Vec<(Item, bool)> = Vec::new();
    let all = || model.gear.iter().enumerate().map(|(i, item)| (*item, in_hand(model, i)));
    for thing in all() {
        if told.contains(&thing) {
            continue;
        }
        told.push(thing);
        let (item, ready) = thing;
        let count = all().filter(|other| *other == thing).count();
        let mut words: Vec<String> = Vec::new();
        if ready {
            words.push("ready".to_owned());
        }
        words.push(shape_words(item).to_owned());
        if item.built_in {
            words.push("built in".to_owned());
        }
        if count > 1 {
            words.push(format!("{count} of them"));
        }
        lines.push((item.gear.name().to_owned(), words.join(", ")));
    }
    lines
}

fn in_hand(model: &Model, index: usize) -> bool {
    model.ready.is_some_and(|ready| usize::from(ready) == index)
}

/// How a thing is, in a word or two.
fn shape_words(item: Item) -> &'static str {
    match (item.shape, item.gear) {
        (Shape::Good, Gear::Gun(_)) => "loaded",
        (Shape::Good, Gear::Missile(missile)) if missile.is_bow() => "loaded",
        (Shape::Good, Gear::Armor(_)) => "worn",
        (Shape::Good, _) => "at hand",
        (Shape::Empty, _) => "empty",
        (Shape::Jammed, _) => "jammed",
        (Shape::JammedEmpty, _) => "jammed and empty",
        (Shape::Broken, _) => "broken",
        (Shape::Mystery, _) => "not understood",
        (Shape::Puzzle, _) => "not understood, may be handed on",
        (Shape::NextGame, _) => "for the next game",
    }
}
