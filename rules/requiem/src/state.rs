//! Everything that changes during a game of Requiem.

use engine::{Clause, ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Changes, Fixed, Length, PieceId, Spot, Table, Zone, measure};

use crate::firing::Firing;
use crate::options::Agreed;
use crate::profile::{Character, Name, Skill};
use crate::scenarios::{Claim, Scenario};
use crate::setup::Laying;

/// Radius of a base (REQ-GEO-01).
pub const BASE: Length = Length::cents(50);
/// Radius of a body (REQ-GEO-01).
pub const GIRTH: Length = Length::cents(30);
/// Height of a body (REQ-GEO-01).
pub const HEIGHT: Length = Length::cents(120);
/// Height of the eyes (REQ-GEO-01).
pub const EYE: Length = Length::cents(110);
/// Melee range: three inches or less, base to base (REQ-Q-03).
pub const MELEE_RANGE: Length = Length::inches(3);
/// Bases this close are in contact (REQ-GEO-04).
pub const CONTACT: Length = Length::cents(1);

/// A game of Requiem.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table; replaced once, when players lay the terrain themselves.
    pub table: Fixed<Table>,
    /// Doors, markers.
    pub changes: Changes,
    /// What was agreed on.
    pub agreed: Fixed<Agreed>,
    /// What is played.
    pub scenario: Fixed<Scenario>,
    /// Who the models are; `models` holds how they are.
    pub cast: Fixed<Vec<Character>>,
    /// The models, in the order of the cast.
    pub models: Vec<Model>,
    /// The bands.
    pub bands: Vec<Band>,
    /// Where in the game we are.
    pub phase: Phase,
    /// The round, counted from one.
    pub round: u32,
    /// The order in which sides activate this round (REQ-TURN-01).
    pub order: SmallVec<[SideId; 4]>,
    /// Whose turn it is to activate a model: a place in `order`.
    pub turn: u8,
    /// The model that is being activated.
    pub active: Option<Active>,
    /// The ranged attack that is being made.
    pub firing: Option<Firing>,
    /// The melee that is being fought.
    pub fight: Option<Fight>,
    /// Who is claiming the objective.
    pub claim: Option<Claim>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// Where in the game we are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Both sides lay the terrain.
    Terrain(Laying),
    /// Sides or corners are chosen.
    Sides,
    /// Models are placed: whose turn it is, as a place in `order`.
    Deployment,
    /// A round begins: initiative.
    RoundStart,
    /// Models are activated.
    Activations,
}

/// One side's force.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Band {
    /// What it is called.
    pub name: Name,
    /// The faction all of it belongs to (REQ-SET-02).
    pub faction: Name,
    /// Where it deploys, once that is known.
    pub zone: Option<Zone>,
}

/// How a model is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Model {
    /// Where it stands; nowhere before deployment and after removal.
    pub spot: Option<Spot>,
    /// Wounds taken (REQ-COND-01).
    pub wounds: u8,
    /// Whether it has been removed.
    pub removed: bool,
    /// Whether it counts as activated this round (REQ-TURN-04).
    pub activated: bool,
    /// Whether and how it is stunned.
    pub stun: Option<Stun>,
    /// An activation that a stun weapon took from it.
    pub forfeit: Option<Forfeit>,
    /// Whether it may only run from something in its next activation.
    pub fear: Option<Fear>,
    /// Whether it is veiled until its next activation (REQ-X-13).
    pub veiled: bool,
}

impl Model {
    /// A model that has not been placed yet.
    pub fn fresh() -> Model {
        Model {
            spot: None,
            wounds: 0,
            removed: false,
            activated: false,
            stun: None,
            forfeit: None,
            fear: None,
            veiled: false,
        }
    }
}

/// A stunned model (REQ-COND-02); terrain holds longer than the rest (REQ-Q-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stun {
    /// Whether contaminated terrain did it.
    pub by_terrain: bool,
    /// Willpower checks failed since.
    pub failed: u8,
}

impl Stun {
    /// How many Willpower checks may still fail before it recovers by itself: one, or two where
    /// terrain did it (REQ-COND-04, REQ-TERR-06).
    pub fn checks_left(self) -> u8 {
        let patience: u8 = if self.by_terrain { 2 } else { 1 };
        patience.saturating_sub(self.failed)
    }
}

/// An activation taken by a stun weapon (REQ-GEAR-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Forfeit {
    /// The one of this round.
    ThisRound,
    /// The one of the next round.
    NextRound,
}

/// What a frightened model may run from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fear {
    /// The nearest enemy: it has panicked (REQ-X-16).
    Panic,
    /// A psyker's dread (REQ-X-13).
    Dread(ModelId),
}

impl Fear {
    /// The rule behind it.
    pub fn clause(self) -> Clause {
        match self {
            Fear::Panic => Clause("REQ-X-16"),
            Fear::Dread(_) => Clause("REQ-X-13"),
        }
    }
}

/// A model's go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Active {
    /// Whose.
    pub model: ModelId,
    /// What it has done so far.
    pub progress: Progress,
    /// How much of its Move it has used.
    pub spent: Length,
    /// Contaminated patches it has got through (REQ-Q-23).
    pub braved: SmallVec<[PieceId; 2]>,
    /// Whether it has used its one reroll, where that is agreed (REQ-Q-48).
    pub guided: bool,
}

/// What an activated model has done so far (REQ-TURN-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Progress {
    /// Nothing.
    Fresh,
    /// It has moved, and may still shoot or charge.
    Moved,
    /// It has shot, and may still move.
    Shot,
    /// All it could.
    Done,
}

/// A melee that goes back and forth (REQ-MEL-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// The model that charged.
    pub charger: ModelId,
    /// Pairs of models that fight each other.
    pub pairs: SmallVec<[(ModelId, ModelId); 2]>,
    /// Who takes the offensive next; nobody for the charger.
    pub next: SmallVec<[ModelId; 4]>,
    /// The offensive under way.
    pub spell: Option<Spell>,
}

/// One model's spell on the offensive, attack by attack (REQ-MEL-11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spell {
    /// Who strikes.
    pub striker: ModelId,
    /// How many attacks it has made.
    pub made: u8,
    /// How many attacks it still has.
    pub left: u8,
    /// The one-handed weapons it has not yet used.
    pub unused: SmallVec<[usize; 2]>,
    /// The attack that has been rolled and not yet been defended against.
    pub swing: Option<Swing>,
    /// How the last attack on each target went, in the order they were first attacked.
    pub tally: SmallVec<[(ModelId, bool); 3]>,
}

/// An attack that has been rolled (REQ-MEL-04, REQ-GEAR-16).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Swing {
    /// Its total.
    pub attack: i32,
    /// Whether the weapon stuns (REQ-GEAR-11).
    pub stuns: bool,
    /// Those who have yet to defend themselves against it.
    pub targets: SmallVec<[ModelId; 2]>,
}

impl Fight {
    /// Whether two models fight each other.
    pub fn pairs_up(&self, one: ModelId, other: ModelId) -> bool {
        self.pairs.contains(&(one, other)) || self.pairs.contains(&(other, one))
    }
}

impl State {
    /// A game before its first step, with nobody on the table.
    pub fn new(
        table: Table,
        agreed: Agreed,
        scenario: Fixed<Scenario>,
        (cast, bands): (Vec<Character>, Vec<Band>),
    ) -> State {
        let mut state = State {
            table: Fixed::new(table),
            changes: Changes::default(),
            agreed: Fixed::new(agreed),
            scenario,
            models: vec![Model::fresh(); cast.len()],
            cast: Fixed::new(cast),
            bands,
            phase: Phase::Sides,
            round: 0,
            order: SmallVec::new(),
            turn: 0,
            active: None,
            firing: None,
            fight: None,
            claim: None,
            outcome: None,
        };
        state.lay_marker();
        state
    }

    /// Who a model is.
    pub fn who(&self, model: ModelId) -> &Character {
        &self.cast[model.index()]
    }

    /// How a model is.
    pub fn model(&self, model: ModelId) -> &Model {
        &self.models[model.index()]
    }

    /// How a model is, to be changed.
    pub fn model_mut(&mut self, model: ModelId) -> &mut Model {
        &mut self.models[model.index()]
    }

    /// Whose a model is.
    pub fn side(&self, model: ModelId) -> SideId {
        self.who(model).side
    }

    /// A model's name.
    pub fn name(&self, model: ModelId) -> &str {
        &self.who(model).name
    }

    /// All models.
    pub fn ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len()).map(|i| ModelId(i as u16))
    }

    /// All models on the table.
    pub fn standing(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.model(*m).spot.is_some())
    }

    /// The enemies of a model that are on the table.
    pub fn enemies(&self, of: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(of);
        self.standing().filter(move |m| self.side(*m) != side)
    }

    /// The friends of a model that are on the table, without itself.
    pub fn friends(&self, of: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(of);
        self.standing().filter(move |m| self.side(*m) == side && *m != of)
    }

    /// Where a model stands. Only ever asked of models on the table.
    pub fn spot(&self, model: ModelId) -> Spot {
        self.model(model).spot.unwrap_or_default()
    }

    /// What a model occupies. Only ever asked of models on the table.
    pub fn body(&self, model: ModelId) -> Body {
        body_at(self.spot(model))
    }

    /// Whether a model is a danger to those who come near (REQ-COND-06).
    pub fn is_contaminated(&self, model: ModelId) -> bool {
        self.who(model).can(Skill::Contaminated)
    }

    /// Whether a model can do nothing at all (REQ-COND-02, REQ-Q-21).
    pub fn is_helpless(&self, model: ModelId) -> bool {
        self.model(model).stun.is_some() || self.model(model).forfeit.is_some()
    }

    /// The enemies a model is in base contact with.
    pub fn in_contact(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let spot = self.spot(model);
        self.enemies(model).filter(move |e| self.touches(spot, *e))
    }

    /// Whether a model at a spot would touch another: base to base, and not on different floors
    /// (REQ-GEO-04).
    pub fn touches(&self, spot: Spot, other: ModelId) -> bool {
        let body = self.body(other);
        measure::contact(&body_at(spot), &body, CONTACT) && (spot.z - body.feet()).abs() < HEIGHT
    }
}

/// A model's body at a place (REQ-GEO-01).
pub fn body_at(spot: Spot) -> Body {
    Body { spot, base: BASE, girth: GIRTH, height: HEIGHT, eye: EYE }
}
