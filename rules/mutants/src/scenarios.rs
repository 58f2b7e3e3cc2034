//! Chapter 18: the scenarios.
//!
//! Each has a file of its own with its terrain and its special rules. What is where is kept in
//! [`Mission`], found by kind and name on the table, so that any table will do:
//!
//! | scenario | what counts |
//! |---|---|
//! | Smoke on the Water | water, fords and wells are the prize; everything else but bridges is an obstacle |
//! | Battle in the Orchard | trees; one whose name has `mutant` in it bears the fruit, or one by lot |
//! | Rustlers | a fence whose name has `pen` in it; the middle of the table without one |
//! | Artifact Hunt | every piece of rubble is a pile |
//! | Military Installation | every piece of rubble is an area |
//! | Radioactive Wasteland | irradiated ground |

pub mod arrange;
pub mod finds;
pub mod hunt;
pub mod inspect;
pub mod installation;
pub mod orchard;
pub mod rustlers;
pub mod sentries;
pub mod spoils;
pub mod victory;
pub mod wasteland;
pub mod water;

use engine::{Choice, Clause, Cx, Event, ModelId, Need, Play, SideId, TableChoice};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::generate::Theme;
use tabletop::measure::Edge;
use tabletop::{Marker, PieceId, Spot, Table};

use crate::actions::Offers;
use crate::lurkers::Dummy;
use crate::profile::words;
use crate::state::{Acting, Mark, Models, State};

pub use crate::layout::sketch;
pub use arrange::arrange_other;
use hunt::Pile;
use installation::Area;
use rustlers::Animal;
use sentries::{Sentry, SentryShot};

words! {
    /// What can be played: the six scenarios of MUT-T-24, one of them by lot, or a plain battle.
    Scenario {
        /// No prize but victory (MUT-SCN-02).
        Free = "free",
        /// Smoke on the Water (MUT-SCN-05).
        Water = "smoke-on-the-water",
        /// Battle in the Orchard (MUT-SCN-14).
        Orchard = "orchard",
        /// Rustlers (MUT-SCN-20).
        Rustlers = "rustlers",
        /// Artifact Hunt (MUT-SCN-25).
        Hunt = "artifact-hunt",
        /// Military Installation (MUT-SCN-32).
        Installation = "installation",
        /// Radioactive Wasteland (MUT-SCN-42).
        Wasteland = "wasteland",
        /// Whatever the die says (MUT-SCN-01).
        Random = "random",
    }
}

impl Scenario {
    /// Everything that can be played.
    pub const fn all() -> &'static [Scenario] {
        Scenario::ALL
    }

    /// The word used on the command line.
    pub const fn key(self) -> &'static str {
        self.name()
    }

    /// The title.
    pub const fn title(self) -> &'static str {
        match self {
            Scenario::Free => "Free Battle",
            Scenario::Water => "Smoke on the Water",
            Scenario::Orchard => "Battle in the Orchard",
            Scenario::Rustlers => "Rustlers",
            Scenario::Hunt => "Artifact Hunt",
            Scenario::Installation => "Military Installation",
            Scenario::Wasteland => "Radioactive Wasteland",
            Scenario::Random => "Random Scenario",
        }
    }

    /// What it is about.
    pub const fn summary(self) -> &'static str {
        match self {
            Scenario::Free => "Drive the other party off the table. No prize but victory.",
            Scenario::Water => {
                "Clean water: a well, a river or a lake. Whoever drives the others off drinks, \
                 unless a Wretched falls in."
            }
            Scenario::Orchard => {
                "Fruit trees and vegetables. The defender sits in the middle, the attacker may \
                 come from all sides, plants may lurk, and one tree bears wonderful fruit."
            }
            Scenario::Rustlers => "A pen full of animals. Whoever catches more of them wins.",
            Scenario::Hunt => {
                "Piles of rubble to dig through, for artifacts of the old world and for termites."
            }
            Scenario::Installation => {
                "Ruined rooms with weapon caches, and surveillance systems that still work."
            }
            Scenario::Wasteland => "A third of the table is irradiated.",
            Scenario::Random => "One of the six scenarios of the book, by a throw of the die.",
        }
    }

    /// The rule that says what it is about.
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Scenario::Free => "MUT-SCN-02",
            Scenario::Water => "MUT-SCN-05",
            Scenario::Orchard => "MUT-SCN-14",
            Scenario::Rustlers => "MUT-SCN-20",
            Scenario::Hunt => "MUT-SCN-25",
            Scenario::Installation => "MUT-SCN-32",
            Scenario::Wasteland => "MUT-SCN-42",
            Scenario::Random => "MUT-SCN-01",
        })
    }

    /// The scenario of a face of the die (MUT-T-24).
    pub const fn of_face(face: u8) -> Scenario {
        match face {
            1 => Scenario::Water,
            2 => Scenario::Orchard,
            3 => Scenario::Rustlers,
            4 => Scenario::Hunt,
            5 => Scenario::Installation,
            _ => Scenario::Wasteland,
        }
    }
}

/// Rolls which scenario is played, once the parties are settled (MUT-SCN-01, MUT-T-24).
pub fn roll_scenario(cx: &mut Cx<'_>, side: SideId) -> Play<Scenario> {
    let face = cx.dice(Need::d6(side, 1, "rolls for the scenario"))?[0];
    let scenario = Scenario::of_face(face);
    cx.cite(Clause("MUT-T-24"));
    cx.say(|| Event::note(Clause("MUT-SCN-01"), format!("{face}: {}", scenario.title())));
    Ok(scenario)
}

/// The edges from which a side enters.
pub type Edges = SmallVec<[Edge; 2]>;

/// What is played for, and how far it has got.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mission {
    /// What is played.
    pub scenario: Scenario,
    /// Theme, seed and symmetry of the table that is still to be laid, once the scenario is
    /// rolled.
    pub wish: Option<(Theme, u64, bool)>,
    /// Who defends (MUT-TRN-01).
    pub defender: Option<SideId>,
    /// Where each side enters, by its number; none before it has been chosen.
    pub edges: SmallVec<[Edges; 2]>,
    /// Sides that fight together (MUT-TRN-14).
    pub allies: SmallVec<[(SideId, SideId); 1]>,
    /// Counters with nobody under them (MUT-TYP-21).
    pub dummies: Vec<Dummy>,
    /// Whether the water is spoilt (MUT-SCN-13).
    pub spoilt: bool,
    /// The mutant tree (MUT-SCN-17).
    pub fruit_tree: Option<PieceId>,
    /// Animals in the pen, caught or not (MUT-SCN-22).
    pub animals: Vec<Animal>,
    /// Whether the last party on the table has rounded up what it can carry (MUT-Q-134).
    pub rounded_up: bool,
    /// Piles of rubble (MUT-SCN-25).
    pub piles: Vec<Pile>,
    /// Whether a pile has given up an artifact (MUT-SCN-29).
    pub artifact_found: bool,
    /// Areas of rubble (MUT-SCN-32).
    pub areas: Vec<Area>,
    /// Surveillance systems that have been found (MUT-SCN-35).
    pub sentries: Vec<Sentry>,
    /// Food the winner has rolled for (MUT-SCN-12, MUT-SCN-19).
    pub food: u32,
}

impl Default for Mission {
    fn default() -> Mission {
        Mission::of(Scenario::Free)
    }
}

impl Mission {
    /// A mission of which nothing has been found yet.
    pub fn of(scenario: Scenario) -> Mission {
        Mission {
            scenario,
            wish: None,
            defender: None,
            edges: SmallVec::new(),
            allies: SmallVec::new(),
            dummies: Vec::new(),
            spoilt: false,
            fruit_tree: None,
            animals: Vec::new(),
            rounded_up: false,
            piles: Vec::new(),
            artifact_found: false,
            areas: Vec::new(),
            sentries: Vec::new(),
            food: 0,
        }
    }

    /// The mission of a match; it remembers what table was wished for as long as the scenario is
    /// not known.
    pub fn begin(scenario: Scenario, choice: &TableChoice) -> Mission {
        let wish = match choice {
            TableChoice::Generated { theme, seed, symmetric } => Some((*theme, *seed, *symmetric)),
            TableChoice::Given(_) => None,
        };
        let unknown = scenario == Scenario::Random;
        Mission { wish: wish.filter(|_| unknown), ..Mission::of(scenario) }
    }

    /// Finds what the scenario is about on a table.
    pub fn survey(&mut self, table: &Table) {
        match self.scenario {
            Scenario::Hunt => self.piles = hunt::piles(table.pieces()),
            Scenario::Installation => self.areas = installation::areas(table.pieces()),
            Scenario::Orchard => self.fruit_tree = orchard::named_tree(table.pieces()),
            _ => (),
        }
    }
}

/// Sites are numbered: areas from nought, animals from here on.
pub const ANIMALS: u8 = 100;

/// Something a scenario allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissionAction {
    /// Digging in a pile, by its number (MUT-SCN-26).
    Dig(u8),
    /// Picking a fruit (MUT-SCN-17).
    PickFruit,
    /// Letting the animal go.
    Release,
    /// Shooting at a surveillance system (MUT-SCN-40).
    ShootSentry(SentryShot),
}

impl State {
    /// What the scenario allows a model to do.
    pub fn offer_mission(&self, acting: &Acting, offers: &mut Offers) {
        self.offer_digging(acting, offers);
        self.offer_fruit(acting, offers);
        self.offer_release(acting, offers);
        self.offer_sentry_shots(acting, offers);
    }

    /// It in words.
    pub fn describe_mission(&self, model: ModelId, action: &MissionAction) -> Choice {
        match action {
            MissionAction::Dig(pile) => self.describe_digging(*pile),
            MissionAction::PickFruit => orchard::describe_pick(),
            MissionAction::Release => rustlers::describe_release(),
            MissionAction::ShootSentry(shot) => self.describe_sentry_shot(model, shot),
        }
    }

    /// Does it.
    pub fn do_mission(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        action: &MissionAction,
    ) -> Play<()> {
        self.drop_shield(cx, model);
        match action {
            MissionAction::Dig(pile) => return self.dig(cx, model, *pile),
            MissionAction::PickFruit => self.pick_fruit(cx, model),
            MissionAction::Release => self.release(cx, model),
            MissionAction::ShootSentry(shot) => return self.shoot_sentry(cx, model, shot),
        }
        Ok(())
    }

    /// A model steps on a site of the scenario.
    pub fn trespass(&mut self, cx: &mut Cx<'_>, model: ModelId, site: u8) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        match site.checked_sub(ANIMALS) {
            Some(animal) => self.take_animal(cx, model, usize::from(animal)),
            None => return self.step_on_area(cx, model, usize::from(site)),
        }
        Ok(())
    }

    /// The sites of the scenario that a model has just come to (called after every move; gives
    /// what goes into pending). Flying over an area is not stepping on it.
    pub fn sites_entered(&self, model: ModelId, path: &[Spot], aloft: bool) -> SmallVec<[u8; 2]> {
        let trod = if aloft { &path[path.len().saturating_sub(1)..] } else { path };
        let mut sites = self.areas_entered(trod);
        sites.extend(self.animal_on_the_way(model, trod).map(State::animal_site));
        sites
    }

    /// The scenario's business when a model falls or dies somewhere (MUT-SCN-13).
    pub fn note_fall(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.foul_water(cx, model);
    }

    /// The scenario's business when a side's turn begins: termites, and radiation where that was
    /// agreed (MUT-SCN-27, MUT-Q-137).
    pub fn start_of_turn(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let open = |m: &ModelId| self.own_side(*m) == side && !self.is(*m, Mark::Lurking);
        let own: Models = self.in_play().filter(open).collect();
        for model in own {
            self.radiate(cx, model);
        }
        self.suffer_termites(cx, side)
    }

    /// Where a model is, or where it fell.
    pub fn last_spot(&self, model: ModelId) -> Option<Spot> {
        let body = || self.bodies.iter().find(|(m, _)| *m == model).map(|(_, spot)| *spot);
        self.model(model).spot.or_else(body)
    }

    /// Draws one of so many lots, each as likely as any other; a lot is a die with as many
    /// faces.
    pub fn draw(&self, cx: &mut Cx<'_>, n: usize, purpose: &'static str) -> Play<usize> {
        if n < 2 {
            return Ok(0);
        }
        let side = self.mission.defender.unwrap_or(SideId(0));
        let sides = u8::try_from(n).unwrap_or(u8::MAX);
        let face = cx.dice(Need { sides, ..Need::d6(side, 1, purpose) })?[0];
        Ok(usize::from(face.saturating_sub(1)).min(n - 1))
    }

    /// Tokens of the scenario that everybody sees.
    pub fn site_markers(&self) -> Vec<Marker> {
        let mut markers = Vec::new();
        let mut add = |name: String, spot: Spot| {
            markers.push(Marker { name, spot, radius: rustlers::COIN });
        };
        for (i, animal) in self.mission.animals.iter().enumerate() {
            if animal.carrier.is_none() {
                add(format!("animal {}", i + 1), animal.spot);
            }
        }
        for (i, sentry) in self.mission.sentries.iter().enumerate() {
            let state = if sentry.off { " (off)" } else { "" };
            add(format!("system {}{state}", i + 1), sentry.at);
        }
        if let Some(tree) = self.mission.fruit_tree {
            add("mutant tree".to_owned(), self.middle_of(tree));
        }
        for pile in self.mission.piles.iter().filter(|pile| pile.dug) {
            add("dug".to_owned(), self.middle_of(pile.piece));
        }
        markers
    }
}
