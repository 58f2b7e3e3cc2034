//! A battle that was fought at a real table, told in answers to questions.

use engine::{Ask, Choice, Clause, Cx, Play, SideId};
use serde::{Deserialize, Serialize};

use super::State;
use super::band::{Band, side_of};
use super::scenarios::Number;
use super::toll::{Left, Returned, Toll};
use crate::gear::{Gear, Item, Shape};
use crate::party::words;
use crate::profile::{Kind, Projection, Rule};
use crate::state::Fate;

const CLAUSE: Clause = Clause("MUT-Q-152");

/// A report that is being made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Report {
    /// What is known so far.
    pub toll: Toll,
    /// What is asked next.
    pub next: Query,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Query {
    /// Who won.
    Winner,
    /// What became of a side's models.
    Fates(SideId),
    /// What became of its gear.
    Gear(SideId),
    /// What disease and radiation did to it.
    Harm(SideId),
    /// What it found.
    Finds(SideId),
}

impl Report {
    /// A report of which nothing is known yet.
    pub fn new(scenario: Number, bands: &[Band]) -> Report {
        Report { toll: Toll::fresh(scenario, bands), next: Query::Winner }
    }

    /// What is asked after the present question; nothing after the last.
    fn following(&self) -> Option<Query> {
        let later = |side: SideId| side_of(side.index() + 1);
        let last = |side: SideId| side.index() + 1 >= self.toll.sides.len();
        Some(match self.next {
            Query::Winner => Query::Fates(SideId(0)),
            Query::Fates(side) => Query::Gear(side),
            Query::Gear(side) => Query::Harm(side),
            Query::Harm(side) => Query::Finds(side),
            Query::Finds(side) if last(side) => return None,
            Query::Finds(side) => Query::Fates(later(side)),
        })
    }

    fn models(&self, side: SideId) -> &[Returned] {
        &self.toll.sides[side.index()].models
    }

    fn models_mut(&mut self, side: SideId) -> &mut [Returned] {
        &mut self.toll.sides[side.index()].models
    }

    /// Lets a side name some of its models that fit.
    fn name_models(
        &self,
        cx: &mut Cx<'_>,
        ask: Ask,
        fits: impl Fn(&Returned) -> bool,
    ) -> Play<Vec<usize>> {
        let models = self.models(ask.side);
        let places: Vec<usize> = (0..models.len()).filter(|i| fits(&models[*i])).collect();
        if places.is_empty() {
            return Ok(places);
        }
        let most = places.len();
        cx.choose_some(ask, &places, (0, most), |i| Choice::new(models[*i].name.to_string()))
    }

    /// Lets a side name some of its things that fit.
    fn name_things(
        &self,
        cx: &mut Cx<'_>,
        ask: Ask,
        fits: impl Fn(&Item) -> bool,
    ) -> Play<Vec<(usize, usize)>> {
        let models = self.models(ask.side);
        let mut places = Vec::new();
        for (i, model) in models.iter().enumerate() {
            let fitting = (0..model.gear.len()).filter(|at| fits(&model.gear[*at]));
            places.extend(fitting.map(|at| (i, at)));
        }
        if places.is_empty() {
            return Ok(places);
        }
        let most = places.len();
        cx.choose_some(ask, &places, (0, most), |(i, at)| {
            let model = &models[*i];
            // Several of a kind are told apart by their number.
            let same = |other: &&Item| other.gear == model.gear[*at].gear;
            let nth = model.gear[..*at].iter().filter(same).count();
            let nth = if nth == 0 { String::new() } else { format!(" {}", nth + 1) };
            let item = words::item_words(&model.gear[*at]);
            Choice::new(format!("{item}{nth} of {}", model.name))
        })
    }

    fn fates(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let ask = Ask::new(side, "killed", "Who was killed?", CLAUSE);
        for i in self.name_models(cx, ask, |_| true)? {
            self.models_mut(side)[i].fate = Some(Fate::Killed);
        }
        let ask = Ask::new(side, "ran-off", "Who ran off the table?", Clause("MUT-MOR-05"));
        for i in self.name_models(cx, ask, |model| model.fate.is_none())? {
            self.models_mut(side)[i].fate = Some(Fate::RanOff);
        }
        Ok(())
    }

    fn gear(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-CAM-37");
        let remains = &self.toll.sides[side.index()];
        let carried = remains.models.iter().map(|m| u32::from(m.cells)).sum::<u32>();
        let cells = carried.saturating_add(remains.cells);
        if cells > 0 {
            let ask = Ask::new(side, "burnt", "How many spare Cells were used up?", clause);
            let burnt = cx.number(ask, 0, i64::from(cells))?;
            self.burn(side, u32::try_from(burnt).unwrap_or(0));
        }
        let ask = Ask::new(side, "empty", "Which guns are empty?", Clause("MUT-RNG-14"));
        let gun = |item: &Item| matches!(item.gear, Gear::Gun(_)) && item.works();
        for (i, at) in self.name_things(cx, ask, gun)? {
            self.models_mut(side)[i].gear[at].shape = Shape::Empty;
        }
        let ask = Ask::new(side, "broken", "Which weapons are broken?", Clause("MUT-RNG-12"));
        let weapon = |item: &Item| matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
        for (i, at) in self.name_things(cx, ask, weapon)? {
            self.models_mut(side)[i].gear[at].shape = Shape::Broken;
        }
        let ask = Ask::new(side, "used", "What was used up or lost?", Clause("MUT-RNG-19"));
        let mut used = self.name_things(cx, ask, |item| !item.built_in || is_dose(item))?;
        // From the back, so that the places of the others stay right.
        used.sort_unstable();
        for (i, at) in used.into_iter().rev() {
            self.models_mut(side)[i].gear.remove(at);
        }
        Ok(())
    }

    /// Spare Cells are used up: those that models carry first, since only they can be reached in
    /// a battle.
    fn burn(&mut self, side: SideId, mut cells: u32) {
        let remains = &mut self.toll.sides[side.index()];
        for model in &mut remains.models {
            let own = cells.min(u32::from(model.cells));
            model.cells -= own as u8;
            cells -= own;
        }
        remains.cells = remains.cells.saturating_sub(cells);
    }

    fn harm(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let plague = self.is_there(|n| n.kind == Kind::Wretched);
        if plague {
            let can = |m: &Returned| {
                let kinds = [Kind::Human, Kind::Mutant, Kind::MutatedAnimal];
                kinds.contains(&m.nature.kind) && !m.nature.has(Rule::Immune) && !m.infected
            };
            let ask = Ask::new(side, "infected", "Who was infected?", Clause("MUT-TYP-51"));
            for i in self.name_models(cx, ask, can)? {
                self.models_mut(side)[i].infected = true;
            }
            let ask = Ask::new(side, "immune", "Who proved immune?", Clause("MUT-TYP-52"));
            for i in self.name_models(cx, ask, can)? {
                self.models_mut(side)[i].nature.rules.add(Rule::Immune);
            }
        }
        let rays = self.toll.scenario == Number::WASTELAND
            || self.is_there(|n| n.projects == Some(Projection::Radiation));
        if rays {
            self.radiation(cx, side)?;
        }
        Ok(())
    }

    fn radiation(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-CAM-28");
        let organic = |m: &Returned| !m.nature.kind.is_artificial() && !m.is_killed();
        let ask = Ask::new(side, "scarred", "Who lost Quality for good to radiation?", clause);
        for i in self.name_models(cx, ask, organic)? {
            self.models_mut(side)[i].scars = 1;
        }
        let ask = Ask::new(side, "weakened", "Who lost Quality for the game to it?", clause);
        for i in self.name_models(cx, ask, organic)? {
            self.models_mut(side)[i].weakened = 1;
        }
        let mutates = |m: &Returned| m.nature.can_mutate() && !m.is_killed();
        let ask = Ask::new(side, "mutating", "Who will mutate?", Clause("MUT-CAM-30"));
        for i in self.name_models(cx, ask, mutates)? {
            self.models_mut(side)[i].mutating = true;
        }
        Ok(())
    }

    /// Whether anybody of any side is like that.
    fn is_there(&self, fits: impl Fn(&crate::profile::Nature) -> bool) -> bool {
        self.toll.sides.iter().flat_map(|side| &side.models).any(|model| fits(&model.nature))
    }

    fn finds(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        if self.toll.scenario == Number::RUSTLERS {
            let clause = Clause("MUT-SCN-24");
            let ask = Ask::new(side, "animals", "How many animals has it caught?", clause);
            let caught = cx.number(ask, 0, 12)?;
            self.toll.sides[side.index()].animals = u32::try_from(caught).unwrap_or(0);
        }
        let water = self.toll.scenario == Number::WATER && self.toll.winner == Some(side);
        if water && self.is_there(|n| n.kind == Kind::Wretched) {
            let clause = Clause("MUT-SCN-13");
            let prompt = "Has a Wretched fallen into the water?";
            let ask = Ask::new(side, "water", prompt, clause);
            let clean = cx.choose(ask, &[true, false], |clean| match clean {
                true => Choice::new("the water is clean"),
                false => Choice::new("the water is spoilt"),
            })?;
            self.toll.fouled = !clean;
        }
        let clause = self.toll.scenario.prize().1;
        let all: Vec<Option<Gear>> =
            [None].into_iter().chain(Gear::all().filter(|g| !is_fruit(*g)).map(Some)).collect();
        let most = 20;
        for _ in 0..most {
            let ask = Ask::new(side, "found", "What did it find and take along?", clause);
            let found = cx.choose(ask, &all, |gear| match gear {
                None => Choice::new("nothing more").declining().merit(1),
                Some(gear) => Choice::new(gear.name()),
            })?;
            let Some(gear) = found else { break };
            // Nobody knows who carries it: it is kept with the common stock.
            self.toll.sides[side.index()].finds.push(Item::new(gear));
        }
        let ask = Ask::new(side, "found-cells", "How many Cells did it find?", clause);
        let cells = u32::try_from(cx.number(ask, 0, 36)?).unwrap_or(0);
        let remains = &mut self.toll.sides[side.index()];
        remains.cells = remains.cells.saturating_add(cells);
        Ok(())
    }

    /// The dead leave their belongings on the field.
    fn lay_out(&mut self) {
        let mut field: Vec<Left> = Vec::new();
        for (place, side) in self.toll.sides.iter_mut().enumerate() {
            for model in side.models.iter_mut().filter(|model| model.is_killed()) {
                field.extend(model.drop_gear(side_of(place)));
            }
        }
        self.toll.field = field;
    }
}

/// Whether it is a dose in an injector.
fn is_dose(item: &Item) -> bool {
    matches!(item.gear, Gear::Drug(_))
}

fn is_fruit(gear: Gear) -> bool {
    matches!(gear, Gear::ExplosiveFruit | Gear::TreeFruit)
}

impl State {
    /// The next part of a report; after the last the aftermath begins.
    pub fn hear_report(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let super::Stage::Reporting(report) = &self.stage else { return Ok(()) };
        let mut report = report.clone();
        cx.enter(|| format!("Game {}, {}", self.game(), report.toll.scenario.title()));
        match report.next {
            Query::Winner => {
                let mut sides: Vec<Option<SideId>> = self.sides().map(Some).collect();
                sides.push(None);
                let ask = Ask::new(SideId(0), "winner", "Who has won?", CLAUSE);
                report.toll.winner = cx.choose(ask, &sides, |side| match side {
                    Some(side) => Choice::new(format!("{side} has won")),
                    None => Choice::new("a draw"),
                })?;
                report.toll.reason = "fought at a real table".to_owned();
            }
            Query::Fates(side) => report.fates(cx, side)?,
            Query::Gear(side) => report.gear(cx, side)?,
            Query::Harm(side) => report.harm(cx, side)?,
            Query::Finds(side) => report.finds(cx, side)?,
        }
        cx.leave();
        match report.following() {
            Some(next) => {
                report.next = next;
                self.stage = super::Stage::Reporting(report);
                Ok(())
            }
            None => {
                report.lay_out();
                self.end_battle(report.toll);
                Ok(())
            }
        }
    }
}
