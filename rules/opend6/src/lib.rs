//! OpenD6 Space Miniatures: squads of soldiers, phase by phase.
//!
//! One file for each chapter of the book; [`OpenD6`] ties them together. The clauses cited
//! everywhere are those of `RULES.md`.

pub mod assault;
pub mod assembly;
pub mod assess;
mod calculators;
pub mod charge;
pub mod cover;
pub mod damage;
pub mod dice;
pub mod explosives;
pub mod fire;
pub mod forced;
pub mod generation;
pub mod grenades;
pub mod hangar;
pub mod leaving;
pub mod march;
pub mod morale;
pub mod movement;
pub mod opportunity;
pub mod options;
pub mod profile;
pub mod rally;
mod room;
pub mod scenarios;
pub mod scene;
pub mod setup;
pub mod sight;
pub mod squads;
pub mod state;
pub mod tasks;
pub mod terrain;
pub mod turn;
pub mod view;
pub mod weapons;

use engine::assess::{Assessment, Clock};
use engine::book::{
    About, Book, Calculator, Meaning, ReadyRoster, RosterSheet, Scenario as Listed, Scene,
};
use engine::rosters::Rosters;
use engine::sighting::Sighting;
use engine::{Clause, Cx, Eyes, ModelId, Options, Outcome, Play, Setup, SideId, View};
use tabletop::{Changes, Fixed, Kind, Spot, Table};

use crate::generation::Roster;
use crate::options::Agreed;
use crate::scenarios::Scenario;
use crate::state::{Phase, State};

/// The book.
#[derive(Debug)]
pub struct OpenD6 {
    about: About,
    scenarios: Vec<Fixed<Scenario>>,
    rosters: Rosters<Agreed, Roster>,
}

/// The book, ready to be played.
pub fn book() -> OpenD6 {
    let scenarios: Vec<Fixed<Scenario>> = scenarios::all().into_iter().map(Fixed::new).collect();
    let listed = |s: &Fixed<Scenario>| Listed {
        key: s.key.clone(),
        title: s.name.clone(),
        summary: s.summary.clone(),
        size: s.table,
        sides: (2, 2),
        lay: s.lay(),
        rosters: s.rosters(),
    };
    let about = About {
        key: "opend6",
        title: "OpenD6 Space Miniatures",
        version: 1,
        rules: RULES,
        scenarios: scenarios.iter().map(listed).collect(),
        options: options::specs(),
        rosters: ROSTERS.to_vec(),
        rulings: RULINGS.to_vec(),
    };
    OpenD6 { about, scenarios, rosters: Rosters::default() }
}

const RULES: &str = include_str!("../RULES.md");

macro_rules! rosters {
    ($($key:literal),* $(,)?) => {
        &[$(ReadyRoster::new($key, include_str!(concat!("../data/", $key, ".toml")))),*]
    };
}

const ROSTERS: &[ReadyRoster] = rosters![
    "ice-rangers",
    "northern-garrison",
    "free-stars",
    "void-legion",
    "hangar-rebels",
    "hangar-assault",
];

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "10-dice.ruling",
    "11-squads.ruling",
    "12-turn.ruling",
    "13-profile.ruling",
    "15-odds.ruling",
    "20-movement.ruling",
    "21-opportunity.ruling",
    "30-terrain.ruling",
    "31-sight.ruling",
    "32-cover.ruling",
    "33-terrain-cover.ruling",
    "40-fire.ruling",
    "41-damage.ruling",
    "45-assembly.ruling",
    "46-grenades.ruling",
    "47-explosives.ruling",
    "50-charge.ruling",
    "51-assault.ruling",
    "52-leaving.ruling",
    "53-defensive.ruling",
    "54-force-back.ruling",
    "60-morale.ruling",
    "61-rally.ruling",
    "62-forced.ruling",
    "70-generation.ruling",
    "80-scenario.ruling",
];

impl OpenD6 {
    fn scenario(&self, key: &str) -> Result<Fixed<Scenario>, String> {
        let found = self.scenarios.iter().find(|s| s.key == key);
        let keys: Vec<&str> = self.scenarios.iter().map(|s| s.key.as_str()).collect();
        found
            .cloned()
            .ok_or_else(|| format!("there is no scenario '{key}'; there are {}", keys.join(", ")))
    }
}

impl Book for OpenD6 {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let scenario = self.scenario(&setup.scenario).map_err(|why| vec![why])?;
        let agreed = Agreed::read(&setup.options)?;
        let rosters = match setup.rosters.len() {
            2 => self.rosters.read(setup, &agreed, generation::read)?,
            n => return Err(vec![format!("two forces are needed, not {n}")]),
        };
        setup::begin(scenario, agreed, &rosters, &setup.table)
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        if let Some(squad) = state.torn_squad() {
            state.name_core(cx, squad)?;
        } else if let Some(task) = state.tasks.pop() {
            state.carry_on(cx, task)?;
        } else {
            match state.phase {
                Phase::Setup => state.set_up(cx)?,
                Phase::Initiative => state.roll_initiative(cx)?,
                Phase::Movement => state.movement_phase(cx)?,
                Phase::Fire => state.fire_phase(cx)?,
                Phase::Assault => state.assault_phase(cx)?,
                Phase::Morale(step) => state.morale_phase(cx, step)?,
                Phase::Special => state.special_actions(cx)?,
            }
        }
        state.check_victory(cx);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.tasks.is_empty()
    }

    fn table(&self, state: &State) -> (Fixed<Table>, Changes) {
        (state.table.clone(), state.changes.clone())
    }

    fn view(&self, state: &State, _eyes: Eyes) -> View {
        state.view()
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
        let roster = generation::read(text, SideId(0), &agreed)?;
        Ok(generation::sheet(&roster, &agreed))
    }
}
