//! Requiem: skirmish battles in the post apocalypse.
//!
//! One file for each chapter of the book; [`Requiem`] ties them together. The clauses cited
//! everywhere are those of `RULES.md`.

pub mod activation;
pub mod assess;
mod calculators;
pub mod conditions;
pub mod contamination;
pub mod dice;
pub mod firing;
pub mod hurdles;
pub mod melee;
pub mod movement;
pub mod opening;
pub mod options;
pub mod points;
pub mod profile;
pub mod psi;
pub mod rolls;
pub mod roster;
pub mod scenarios;
pub mod scene;
pub mod setup;
pub mod shooting;
pub mod sight;
pub mod state;
pub mod terrain;
pub mod view;

use engine::assess::{Assessment, Clock};
use engine::book::{
    About, Book, Calculator, Lay, Meaning, ReadyRoster, RosterSheet, Scenario as Listed, Scene,
};
use engine::position::Until;
use engine::rosters::Rosters;
use engine::sighting::Sighting;
use engine::{Clause, Cx, Eyes, ModelId, Options, Outcome, Play, Setup, SideId, TableChoice, View};
use tabletop::generate::{Recipe, generate};
use tabletop::{Changes, Fixed, Kind, Length, Point, Sketch, Spot, Table};

use crate::options::{Agreed, TerrainLaid};
use crate::roster::{Limits, Roster};
use crate::scenarios::Scenario;
use crate::setup::Laying;
use crate::state::{Band, Phase, State};

/// The book.
#[derive(Debug)]
pub struct Requiem {
    about: About,
    scenarios: Vec<Fixed<Scenario>>,
    rosters: Rosters<Agreed, Roster>,
}

/// The book, ready to be played.
pub fn book() -> Requiem {
    let scenarios: Vec<Fixed<Scenario>> = scenarios::all().into_iter().map(Fixed::new).collect();
    let listed = |s: &Fixed<Scenario>| Listed {
        key: s.key.clone(),
        title: s.name.clone(),
        summary: s.summary.clone(),
        size: s.table,
        sides: (2, 4),
        lay: Lay::Any,
        rosters: &[],
    };
    let about = About {
        key: "requiem",
        title: "Requiem",
        version: 1,
        rules: include_str!("../RULES.md"),
        scenarios: scenarios.iter().map(listed).collect(),
        options: options::specs(),
        rosters: ROSTERS.to_vec(),
        rulings: RULINGS.to_vec(),
    };
    Requiem { about, scenarios, rosters: Rosters::default() }
}

const ROSTERS: [ReadyRoster; 4] = [
    ReadyRoster::new("doomsday-survivalists", include_str!("../data/doomsday-survivalists.toml")),
    ReadyRoster::new("eschaton-choir", include_str!("../data/eschaton-choir.toml")),
    ReadyRoster::new("rust-market-guard", include_str!("../data/rust-market-guard.toml")),
    ReadyRoster {
        needs: &[("psi", "on")],
        ..ReadyRoster::new("pale-signal", include_str!("../data/pale-signal.toml"))
    },
];

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "01-dice.ruling",
    "02-profile.ruling",
    "03-setup.ruling",
    "04-round.ruling",
    "05-movement.ruling",
    "06-terrain.ruling",
    "07-shooting.ruling",
    "08-cover.ruling",
    "09-sight.ruling",
    "10-melee.ruling",
    "11-conditions.ruling",
    "12-gear.ruling",
    "14-scenarios.ruling",
    "16-psi-and-panic.ruling",
];

impl Requiem {
    fn read_rosters(&self, setup: &Setup, agreed: &Agreed) -> Result<Vec<Roster>, Vec<String>> {
        match setup.rosters.len() {
            2..=4 => self.rosters.read(setup, agreed, roster::read),
            n => Err(vec![format!("two to four bands are needed, not {n}")]),
        }
    }

    fn scenario(&self, key: &str) -> Result<Fixed<Scenario>, String> {
        let found = self.scenarios.iter().find(|s| s.key == key);
        let keys: Vec<&str> = self.scenarios.iter().map(|s| s.key.as_str()).collect();
        found
            .cloned()
            .ok_or_else(|| format!("there is no scenario '{key}'; there are {}", keys.join(", ")))
    }
}

/// The table of a setup: given, or laid from a seed with the middle kept clear for a marker
/// (REQ-SET-06, 07; REQ-Q-58).
fn sketch(choice: &TableChoice, scenario: &Scenario) -> Sketch {
    match choice {
        TableChoice::Given(sketch) => sketch.clone(),
        TableChoice::Generated { theme, seed, symmetric } => {
            let (width, depth) = scenario.table;
            let middle = Point::new(Length::inches(width) / 2, Length::inches(depth) / 2);
            let recipe = Recipe {
                width: Length::inches(width),
                depth: Length::inches(depth),
                symmetric: *symmetric,
                keep_clear: vec![(middle, Length::inches(1))],
                ..Recipe::new(*theme)
            };
            generate(&recipe, *seed)
        }
    }
}

impl Book for Requiem {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let scenario = self.scenario(&setup.scenario).map_err(|why| vec![why])?;
        let agreed = Agreed::read(&setup.options)?;
        let rosters = self.read_rosters(setup, &agreed)?;
        let sketch = sketch(&setup.table, &scenario);
        let players_lay = agreed.terrain == TerrainLaid::Players;
        let phase = match players_lay {
            true => Phase::Terrain(Laying::of(&sketch, rosters.len())),
            false => Phase::Sides,
        };
        let pieces = if players_lay { Vec::new() } else { sketch.pieces.clone() };
        let table = Table::new(Sketch { pieces, ..sketch }).map_err(|why| vec![why])?;
        let band = |r: &Roster| Band {
            name: r.name.as_str().into(),
            faction: r.faction.as_str().into(),
            zone: None,
        };
        let bands = rosters.iter().map(band).collect();
        let cast = roster::cast(rosters);
        let mut state = State::new(table, agreed, scenario, (cast, bands));
        state.phase = phase;
        Ok(state)
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        match state.phase.clone() {
            Phase::Terrain(laying) => state.lay_terrain(cx, &laying)?,
            Phase::Sides => state.choose_sides(cx)?,
            Phase::Deployment => state.deploy(cx)?,
            Phase::RoundStart => state.start_round(cx)?,
            Phase::Activations => {
                if let Some(firing) = state.firing.take() {
                    state.fire(cx, firing)?;
                } else if let Some(fight) = state.fight.take() {
                    state.exchange(cx, fight)?;
                } else if let Some(active) = state.active.clone() {
                    state.act(cx, &active)?;
                } else {
                    state.activate(cx)?;
                }
            }
        }
        state.check_victory(cx);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.fight.is_none() && state.firing.is_none()
    }

    /// Veterans who saw no farther than the enemy's answer won no more often than regulars.
    fn planning(&self) -> Until {
        Until::Activations(5)
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
        scene::arrange(scene)
    }

    fn calculators(&self) -> Vec<Calculator> {
        calculators::all()
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        let agreed = Agreed::read(options)?;
        let roster = roster::read(text, SideId(0), &agreed)?;
        Ok(roster::sheet(&roster, Limits::STANDARD.after_games(agreed.games_played)))
    }
}
