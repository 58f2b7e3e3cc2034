//! Punkapocalyptic: two bands in the wasteland, acting in the order of their Agility.
//!
//! One file for each chapter of the book; [`Punkapocalyptic`] ties them together. The clauses
//! cited everywhere are those of `RULES.md`.

pub mod actions;
pub mod assault;
pub mod assess;
pub mod band;
mod calculators;
mod citing;
pub mod combat;
mod contaminated;
pub mod cover;
pub mod defensive;
pub mod dice;
pub mod disengage;
pub mod gear;
pub mod hits;
pub mod interact;
pub mod movement;
pub mod nature;
pub mod options;
pub mod profile;
pub mod scenarios;
pub mod scene;
mod secrets;
pub mod setup;
pub mod shooting;
pub mod sight;
pub mod state;
pub mod tasks;
pub mod terrain;
pub mod turn;
pub mod view;
pub mod weapons;
mod words;

use engine::assess::{Assessment, Clock};
use engine::book::{About, Book, Calculator, Meaning, RosterSheet, Scenario as Listed, Scene};
use engine::position::Until;
use engine::rosters::Rosters;
use engine::sighting::Sighting;
use engine::{Clause, Cx, Eyes, ModelId, Options, Outcome, Play, Setup, Stream, View};
use tabletop::{Changes, Fixed, Kind, Spot, Table};

use crate::band::{Roster, Terms};
use crate::options::{Agreed, GrumpyCat};
use crate::scenarios::Plot;
use crate::state::{Phase, State};

/// The book.
#[derive(Debug)]
pub struct Punkapocalyptic {
    about: About,
    rosters: Rosters<Agreed, Roster>,
}

/// The book, ready to be played.
pub fn book() -> Punkapocalyptic {
    let listed = |plot: Plot| Listed {
        key: plot.key().to_owned(),
        title: plot.title().to_owned(),
        summary: plot.summary().to_owned(),
        size: scenarios::SIZE,
        sides: (2, 2),
        lay: plot.lay(),
        rosters: &[],
    };
    let about = About {
        key: "punkapocalyptic",
        title: "Punkapocalyptic",
        version: 1,
        rules: include_str!("../RULES.md"),
        scenarios: Plot::ALL.map(listed).to_vec(),
        options: options::specs(),
        rosters: band::ROSTERS.to_vec(),
        rulings: RULINGS.to_vec(),
    };
    Punkapocalyptic { about, rosters: Rosters::default() }
}

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "01-dice.ruling",
    "02-measuring.ruling",
    "03-attributes.ruling",
    "05-turn.ruling",
    "06-actions.ruling",
    "08-movement.ruling",
    "09-interact.ruling",
    "10-combat.ruling",
    "11-hits.ruling",
    "12-shooting.ruling",
    "13-cover.ruling",
    "14-gear.ruling",
    "15-special-a.ruling",
    "15-special-b.ruling",
    "15-weapons.ruling",
    "15-packs.ruling",
    "15-more.ruling",
    "18-bands.ruling",
    "20-scenarios.ruling",
];

/// The scenario of a key.
fn plot(key: &str) -> Result<Plot, String> {
    let found = Plot::ALL.into_iter().find(|plot| plot.key() == key);
    let keys = Plot::ALL.map(Plot::key).join(", ");
    found.ok_or_else(|| format!("there is no scenario '{key}'; there are {keys}"))
}

/// What was agreed on about bands.
fn terms(agreed: &Agreed) -> Terms {
    let points = i32::try_from(agreed.points).unwrap_or(i32::MAX);
    Terms { points, grumpy_cat: agreed.grumpy_cat == GrumpyCat::On }
}

impl Book for Punkapocalyptic {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let plot = plot(&setup.scenario).map_err(|why| vec![why])?;
        let agreed = Agreed::read(&setup.options)?;
        if setup.rosters.len() != 2 {
            return Err(vec![format!("two bands are needed, not {}", setup.rosters.len())]);
        }
        let rosters = self.rosters.read(setup, &agreed, |text, _, _| band::read(text))?;
        let muster = band::muster(&rosters)?;
        let sketch = setup::sketch(&setup.table, plot);
        let table = Table::new(sketch).map_err(|why| vec![why])?;
        Ok(State::new(table, agreed, plot.scenario(), muster))
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        if let Some(task) = state.tasks.pop() {
            state.carry_on(cx, task)?;
        } else {
            match state.phase {
                Phase::Bullets => state.share_bullets(cx)?,
                Phase::Zones => state.choose_zones(cx)?,
                Phase::Deployment(side) => state.deploy(cx, side)?,
                Phase::TurnStart => state.start_turn(cx)?,
                Phase::Rounds if state.acting.is_some() => state.act(cx)?,
                Phase::Rounds => state.next_model(cx)?,
            }
        }
        state.check_end(cx);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.tasks.is_empty()
    }

    /// Regulars who also see what the next activation makes of theirs beat novices more often.
    fn foresight(&self) -> Until {
        Until::Activations(2)
    }

    fn table(&self, state: &State) -> (Fixed<Table>, Changes) {
        (state.table.clone(), state.changes_seen())
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        state.view(eyes)
    }

    fn disguised(&self, state: &State, eyes: Eyes) -> Option<State> {
        state.disguised_from(eyes)
    }

    fn known(&self, state: &State, eyes: Eyes) -> Option<State> {
        state.known_to(eyes)
    }

    fn guessed(&self, state: &State, eyes: Eyes, luck: &mut Stream) -> Option<State> {
        state.guessed_by(eyes, luck)
    }

    fn clock(&self, state: &State) -> Clock {
        state.clock()
    }

    fn assess(&self, state: &State) -> Option<Assessment> {
        Some(state.assess())
    }

    fn sighting(&self, state: &State, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        state.sighting(from, place, to)
    }

    fn meanings(&self, kind: Kind) -> Vec<(Meaning, Clause)> {
        terrain::meanings(kind)
    }

    fn arrange(&self, scene: &Scene) -> Result<State, String> {
        scene::arrange(self, scene)
    }

    fn calculators(&self) -> Vec<Calculator> {
        calculators::all()
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        let agreed = Agreed::read(options)?;
        let roster = band::read(text)?;
        Ok(band::sheet(&roster, terms(&agreed)))
    }
}
