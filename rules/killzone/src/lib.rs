//! KillZone: near-future skirmishes of groups under orders.
//!
//! One file for each chapter of the sheet; [`KillZone`] ties them together. The clauses cited
//! everywhere are those of `RULES.md`.

pub mod area;
pub mod assess;
mod calculators;
pub mod fight;
pub mod fire;
pub mod go;
pub mod harm;
pub mod movement;
pub mod options;
pub mod orders;
pub mod points;
pub mod profile;
pub mod rolls;
pub mod roster;
pub mod scenarios;
pub mod scene;
pub mod setup;
pub mod sight;
pub mod state;
pub mod suppression;
pub mod terrain;
pub mod turn;
pub mod vehicles;
pub mod view;
pub mod weapons;
pub mod zombies;

mod begin;

use engine::assess::{Assessment, Clock};
use engine::book::{
    About, Book, Calculator, Lay, Meaning, ReadyRoster, RosterSheet, Scenario as Listed, Scene,
};
use engine::position::Until;
use engine::rosters::Rosters;
use engine::sighting::Sighting;
use engine::{Clause, Cx, Eyes, ModelId, Options, Outcome, Play, Setup, SideId, Stream, View};
use tabletop::{Changes, Fixed, Kind, Spot, Table};

use crate::options::Agreed;
use crate::roster::Roster;
use crate::scenarios::Scenario;
use crate::state::{Phase, State};

/// The book.
#[derive(Debug)]
pub struct KillZone {
    about: About,
    scenarios: Vec<Fixed<Scenario>>,
    rosters: Rosters<Agreed, Roster>,
}

/// The book, ready to be played.
pub fn book() -> KillZone {
    let scenarios: Vec<Fixed<Scenario>> = scenarios::all().into_iter().map(Fixed::new).collect();
    let listed = |s: &Fixed<Scenario>| Listed {
        key: s.key.clone(),
        title: s.name.clone(),
        summary: s.summary.clone(),
        size: s.table,
        sides: s.sides,
        lay: Lay::Any,
        rosters: &[],
    };
    let about = About {
        key: "killzone",
        title: "KillZone",
        version: 1,
        rules: include_str!("../RULES.md"),
        scenarios: scenarios.iter().map(listed).collect(),
        options: options::specs(),
        rosters: ROSTERS.to_vec(),
        rulings: RULINGS.to_vec(),
    };
    KillZone { about, scenarios, rosters: Rosters::default() }
}

const ROSTERS: [ReadyRoster; 8] = [
    ReadyRoster::new("third-platoon", include_str!("../data/third-platoon.toml")),
    ReadyRoster::new("precinct-nine", include_str!("../data/precinct-nine.toml")),
    ReadyRoster::new("red-dawn", include_str!("../data/red-dawn.toml")),
    ReadyRoster::new("rust-pickers", include_str!("../data/rust-pickers.toml")),
    ReadyRoster::new("bone-tribe", include_str!("../data/bone-tribe.toml")),
    ReadyRoster::new("iron-hand", include_str!("../data/iron-hand.toml")),
    ReadyRoster::new("frontier-posse", include_str!("../data/frontier-posse.toml")),
    // The dead go for the nearest human, wherever their player would have them (KZ-ZOM-05).
    ReadyRoster {
        by_itself: true,
        ..ReadyRoster::new("zombie-horde", include_str!("../data/zombie-horde.toml"))
    },
];

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "01-orders.ruling",
    "02-initiative.ruling",
    "03-movement.ruling",
    "04-darkness.ruling",
    "05-shooting.ruling",
    "06-kill-roll.ruling",
    "07-area.ruling",
    "08-hand-to-hand.ruling",
    "09-suppression.ruling",
    "10-captives.ruling",
    "11-changing-orders.ruling",
    "12-figures.ruling",
    "13-weapons-of-1889.ruling",
    "14-zombies.ruling",
    "15-sight.ruling",
    "16-vehicles.ruling",
    "17-setup-and-winning.ruling",
];

impl KillZone {
    fn scenario(&self, key: &str) -> Result<Fixed<Scenario>, String> {
        let found = self.scenarios.iter().find(|s| s.key == key);
        let keys: Vec<&str> = self.scenarios.iter().map(|s| s.key.as_str()).collect();
        found
            .cloned()
            .ok_or_else(|| format!("there is no scenario '{key}'; there are {}", keys.join(", ")))
    }
}

impl Book for KillZone {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let scenario = self.scenario(&setup.scenario).map_err(|why| vec![why])?;
        let agreed = Agreed::read(&setup.options)?;
        let (least, most) = scenario.sides;
        let count = setup.rosters.len();
        if !(usize::from(least)..=usize::from(most)).contains(&count) {
            return Err(vec![format!("{least} to {most} rosters are needed, not {count}")]);
        }
        let rosters = self.rosters.read(setup, &agreed, roster::read)?;
        begin::begin(scenario, agreed, &rosters, &setup.table).map_err(|why| vec![why])
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        match state.phase {
            Phase::Edges => state.choose_edges(cx),
            Phase::Deployment => state.deploy(cx),
            Phase::FirstOrders(number) => state.choose_first_orders(cx, number),
            Phase::Start => state.start_turn(cx),
            Phase::Initiative => state.roll_initiative(cx),
            Phase::Action => match (state.go.take(), state.acting) {
                (Some(go), _) => state.act(cx, go),
                (None, Some(group)) => state.next_figure(cx, group),
                (None, None) => state.next_slot(cx),
            },
            Phase::Wishes(number) => state.choose_changes(cx, number),
            Phase::Changes => state.change_orders(cx),
            Phase::End => {
                state.end_turn(cx);
                Ok(())
            }
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.go.as_ref().is_none_or(|go| go.burst.is_none())
    }

    /// Regulars who also see what the next activations make of theirs beat novices more often.
    fn foresight(&self) -> Until {
        Until::Activations(4)
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
        scene::arrange(self, scene)
    }

    fn calculators(&self) -> Vec<Calculator> {
        calculators::all()
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        let agreed = Agreed::read(options)?;
        let roster = roster::read(text, SideId(0), &agreed)?;
        Ok(roster::sheet(&roster, &agreed))
    }
}
