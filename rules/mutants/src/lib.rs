//! Mutants and Death Ray Guns: battles, parties and campaigns after the holocaust.
//!
//! One file for each chapter of the book; [`Mutants`] ties them together. The clauses cited
//! everywhere are those of `RULES.md`.

pub mod actions;
pub mod activation;
pub mod area;
pub mod assess;
mod calculators;
pub mod campaign;
pub mod clash;
pub mod conditions;
pub mod flight;
pub mod gear;
pub mod hazards;
pub mod kit;
pub mod layout;
pub mod leaders;
pub mod lurkers;
pub mod melee;
pub mod model;
pub mod morale;
pub mod movement;
pub mod mutations;
pub mod options;
pub mod party;
pub mod pending;
pub mod profile;
pub mod psionics;
pub mod quality;
pub mod ranged;
pub mod results;
pub mod scenarios;
pub mod scene;
pub mod scores;
pub mod setup;
pub mod sight;
pub mod state;
pub mod terrain;
pub mod view;

use engine::assess::{Assessment, Clock};
use engine::book::{About, Book, Calculator, Lay, Meaning, RosterSheet, Scenario as Listed, Scene};
use engine::position::Until;
use engine::rosters::Rosters;
use engine::sighting::Sighting;
use engine::{Clause, Cx, Eyes, ModelId, Options, Outcome, Play, Setup, SideId, Stream, View};
use smallvec::SmallVec;
use tabletop::{Changes, Fixed, Kind, Spot, Table};

use crate::options::Agreed;
use crate::party::Roster;
use crate::profile::Character;
use crate::scenarios::{Mission, Scenario};
use crate::setup::Phase;
use crate::state::{Model, Party, Scenery, State};

/// The book.
#[derive(Debug)]
pub struct Mutants {
    about: About,
    rosters: Rosters<Agreed, Roster>,
}

/// The usual size of a table in inches (MUT-GEN-09).
const TABLE: (i32, i32) = (36, 36);
/// How many sides play (MUT-GEN-12).
const SIDES: (u8, u8) = (2, 4);

/// The book, ready to be played.
pub fn book() -> Mutants {
    let listed = |scenario: &Scenario| Listed {
        key: scenario.key().to_owned(),
        title: scenario.title().to_owned(),
        summary: scenario.summary().to_owned(),
        size: TABLE,
        sides: SIDES,
        lay: Lay::Any,
        rosters: &[],
    };
    let about = About {
        key: "mutants",
        title: "Mutants and Death Ray Guns",
        version: 1,
        rules: include_str!("../RULES.md"),
        scenarios: Scenario::all().iter().map(listed).collect(),
        options: options::specs(),
        rosters: party::rosters(),
        rulings: RULINGS.to_vec(),
    };
    Mutants { about, rosters: Rosters::default() }
}

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "02-quality.ruling",
    "03-activation.ruling",
    "04-actions.ruling",
    "05-movement.ruling",
    "06-terrain.ruling",
    "07-sight.ruling",
    "08-ranged.ruling",
    "09-area.ruling",
    "10-melee.ruling",
    "11-results.ruling",
    "12-morale.ruling",
    "13-leaders.ruling",
    "14-special-a.ruling",
    "14-special-b.ruling",
    "15-psionics.ruling",
    "16-hazards.ruling",
    "18-scenarios.ruling",
    "18-lurkers.ruling",
    "19-campaign.ruling",
];

/// The scenario of a key.
fn scenario_of(key: &str) -> Result<Scenario, String> {
    let all = || Scenario::all().iter().copied();
    let keys = || all().map(Scenario::key).collect::<Vec<_>>().join(", ");
    let found = all().find(|scenario| scenario.key() == key);
    found.ok_or_else(|| format!("there is no scenario '{key}'; there are {}", keys()))
}

/// A party as it enters a game, with those who take part.
fn party_of((index, roster): (usize, &Roster), cast: &[Character]) -> Party {
    let strength = cast.iter().filter(|who| who.side.index() == index).count();
    Party {
        name: roster.name.clone(),
        food: roster.food,
        cells: roster.cells,
        strength: u8::try_from(strength).unwrap_or(u8::MAX),
        gunsmith_used: false,
        halved: false,
    }
}

/// A game before anything has happened.
fn fresh(
    table: Table,
    agreed: Agreed,
    mission: Mission,
    (cast, parties): (Vec<Character>, Vec<Party>),
) -> State {
    State {
        table: Fixed::new(table),
        changes: Changes::default(),
        agreed: Fixed::new(agreed),
        models: cast.iter().map(Model::fresh).collect(),
        cast: Fixed::new(cast),
        parties,
        mission,
        things: Vec::new(),
        bodies: Vec::new(),
        scenery: Scenery::default(),
        phase: Phase::Setup,
        order: SmallVec::new(),
        turn: 0,
        round: 0,
        active: None,
        pending: Vec::new(),
        outcome: None,
    }
}

/// Models are told apart by the bits of a word.
const MOST_MODELS: usize = 64;

fn check_numbers(rosters: &[Roster]) -> Vec<String> {
    let mut problems = Vec::new();
    let (least, most) = SIDES;
    if !(usize::from(least)..=usize::from(most)).contains(&rosters.len()) {
        problems.push(format!("{least} to {most} parties are needed, not {}", rosters.len()));
    }
    let models: usize = rosters.iter().map(|r| r.members.len()).sum();
    if models > MOST_MODELS {
        problems.push(format!("at most {MOST_MODELS} models can play, not {models}"));
    }
    problems
}

impl Book for Mutants {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let scenario = scenario_of(&setup.scenario).map_err(|why| vec![why])?;
        let agreed = Agreed::read(&setup.options)?;
        let rosters = self.rosters.read(setup, &agreed, party::read)?;
        let problems = check_numbers(&rosters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let sketch = scenarios::sketch(scenario, &setup.table, &agreed);
        let table = Table::new(sketch).map_err(|why| vec![why])?;
        let cast = party::cast(rosters.clone());
        let parties = rosters.iter().enumerate().map(|r| party_of(r, &cast)).collect();
        let mission = Mission::begin(scenario, &setup.table);
        let mut state = fresh(table, agreed, mission, (cast, parties));
        state.order = (0..state.parties.len()).map(|i| SideId(i as u8)).collect();
        Ok(state)
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        if state.phase != Phase::Turns {
            return state.set_up(cx);
        }
        if !state.pending.is_empty() {
            state.resolve(cx)?;
        } else if state.active.is_some() {
            state.act_or_end(cx)?;
        } else {
            state.activate(cx)?;
        }
        // What is under way may still save the last model of a side, or take another's.
        if state.pending.is_empty() {
            state.check_victory(cx)?;
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.pending.is_empty()
    }

    /// No farther than at first sight, but with sensible players: whoever waited for the end of the
    /// turn thought for three times as long, and in the few games played so did not win more.
    fn planning(&self) -> Until {
        Until::Activations(1)
    }

    fn table(&self, state: &State) -> (Fixed<Table>, Changes) {
        (state.table.clone(), state.changes.clone())
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        state.view(eyes)
    }

    fn disguised(&self, state: &State, eyes: Eyes) -> Option<State> {
        state.disguised(eyes)
    }

    fn known(&self, state: &State, eyes: Eyes) -> Option<State> {
        state.known(eyes)
    }

    fn guessed(&self, state: &State, eyes: Eyes, luck: &mut Stream) -> Option<State> {
        state.guessed(eyes, luck)
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
        scene::arrange(scene)
    }

    fn calculators(&self) -> Vec<Calculator> {
        calculators::all()
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        let agreed = Agreed::read(options)?;
        let roster = party::read(text, SideId(0), &agreed)?;
        Ok(party::sheet(&roster, &agreed))
    }
}
