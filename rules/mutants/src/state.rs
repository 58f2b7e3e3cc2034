//! Everything that changes during a game.

use engine::{ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Changes, Fixed, Length, PieceId, Spot, Table, measure};

use crate::gear::{Item, Stick};
pub use crate::model::{Fate, Guise, Losses, Mark, Marks, Model};
use crate::options::Agreed;
use crate::pending::Pending;
use crate::profile::{Character, Kind, Name, Rule, words};
use crate::scenarios::Mission;
use crate::setup::Phase;

/// Bases this close are in contact (MUT-G-01).
pub const CONTACT: Length = Length::micrometres(500);

/// Models of one side, or of both.
pub type Models = SmallVec<[ModelId; 12]>;

/// A game of Mutants and Death Ray Guns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table; replaced once, when the defender lays the terrain.
    pub table: Fixed<Table>,
    /// Doors, and markers of things that lie about.
    pub changes: Changes,
    /// What was agreed on.
    pub agreed: Fixed<Agreed>,
    /// Who the models are at the start; `models` holds how they are now.
    pub cast: Fixed<Vec<Character>>,
    /// The models, in the order of the cast.
    pub models: Vec<Model>,
    /// The parties, one for each side.
    pub parties: Vec<Party>,
    /// What is played for, and how far it has got.
    pub mission: Mission,
    /// Things that lie on the table.
    pub things: Vec<Thing>,
    /// The dead, and where they lie (MUT-CON-03).
    pub bodies: Vec<(ModelId, Spot)>,
    /// Doors that are more than just shut, and woods that died.
    pub scenery: Scenery,
    /// Where in the game we are.
    pub phase: Phase,
    /// The sides in the order of their turns; drawn anew each round with more than two
    /// (MUT-TRN-13).
    pub order: SmallVec<[SideId; 4]>,
    /// Whose turn it is: a place in `order`.
    pub turn: u8,
    /// Rounds begun: a round is over when every side has had its turn.
    pub round: u32,
    /// Who is acting.
    pub active: Option<Active>,
    /// What must be resolved before anybody acts; the last comes first.
    pub pending: Vec<Pending>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// One side's party.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Party {
    /// What it is called.
    pub name: Name,
    /// Food that no model carries (MUT-PRO-02).
    pub food: u32,
    /// Cells that no model carries.
    pub cells: u32,
    /// How many models it started the game with (MUT-MOR-14).
    pub strength: u8,
    /// Whether its Gunsmith has saved a weapon this game (MUT-RNG-10).
    pub gunsmith_used: bool,
    /// Whether it has tested for being halved (MUT-MOR-14).
    pub halved: bool,
}

/// Something that lies on the table: a dropped weapon, a dead model's belongings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thing {
    /// What it is.
    pub item: Item,
    /// Where it lies.
    pub spot: Spot,
    /// Whose body it lies with, if it is a dead Wretched's (MUT-TYP-55).
    pub of_wretched: bool,
}

/// What is special about doors and woods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scenery {
    /// How each door is, by its feature number; a door not listed opens at a touch.
    pub doors: SmallVec<[(u8, Lock); 4]>,
    /// Woods killed by Herbicide (MUT-LOS-16).
    pub dead_woods: SmallVec<[PieceId; 2]>,
    /// Stairs and ladders that have collapsed (MUT-TER-17, MUT-TER-19).
    pub fallen_ways: SmallVec<[PieceId; 2]>,
    /// Stairs that may collapse (MUT-TER-16).
    pub worn_stairs: SmallVec<[PieceId; 2]>,
}

words! {
    /// How a door is shut (MUT-T-05).
    Lock {
        /// Stuck or locked.
        Locked = "locked",
        /// Locked, and heavy.
        Heavy = "heavy",
        /// Locked, and of reinforced steel.
        Steel = "steel",
    }
}

/// Somebody's activation (MUT-TRN-05), or a group's (MUT-GRP-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Active {
    /// Everybody who acts; one, unless a Leader gave an order.
    pub members: SmallVec<[Acting; 1]>,
    /// The order by which they act together.
    pub order: Option<Order>,
    /// Whether the turn ends after it (MUT-TRN-07).
    pub turnover: bool,
    /// How many had been activated this turn before it began.
    pub before: u8,
}

/// One model that acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Acting {
    /// Who.
    pub model: ModelId,
    /// Actions left.
    pub actions: u8,
    /// Moves made.
    pub moves: u8,
    /// Moves made on stairs or a ladder (MUT-TER-15, MUT-TER-18).
    pub steps: u8,
    /// An attack on several targets that may go on (MUT-RNG-24).
    pub volley: Option<Volley>,
    /// A second move that Sprint pays for (MUT-SPC-112).
    pub sprint: bool,
    /// Whether it has done anything yet.
    pub started: bool,
}

/// A high-tech attack that may go on to another target (MUT-RNG-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Which of its things it shoots with.
    pub item: u8,
    /// The last target's place: the next must be within Short of it.
    pub last: ModelId,
    /// Where the last target stood when it was shot at.
    pub at: Spot,
    /// Who has been shot at, by their numbers.
    pub shot_at: u64,
    /// How many targets there were.
    pub count: u8,
    /// Whether the first shot was aimed (MUT-Q-91).
    pub aimed: bool,
}

/// What a Leader ordered (chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// A group action.
    Group,
    /// Regrouping on the Leader.
    Regroup {
        /// Who called.
        leader: ModelId,
        /// Who was called, by their numbers (MUT-Q-80).
        called: u64,
    },
    /// Concentrated fire.
    Volley,
    /// Two models at a door, without a Leader (MUT-GRP-12).
    Door,
}

impl State {
    /// All models, in play or not.
    pub fn ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len() as u16).map(ModelId)
    }

    /// Who a model was at the start.
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

    /// What a model is called.
    pub fn name(&self, model: ModelId) -> &str {
        &self.who(model).name
    }

    /// The side a model was rolled up for.
    pub fn own_side(&self, model: ModelId) -> SideId {
        self.who(model).side
    }

    /// The side a model fights for: its controller's, if its mind is controlled (MUT-CON-18).
    pub fn side(&self, model: ModelId) -> SideId {
        match self.model(model).controller {
            Some(telepath) => self.own_side(telepath),
            None => self.own_side(model),
        }
    }

    /// Whether a mark is set on a model.
    pub fn is(&self, model: ModelId, mark: Mark) -> bool {
        self.model(model).is(mark)
    }

    /// Whether a model has a special rule that works now.
    pub fn has(&self, model: ModelId, rule: Rule) -> bool {
        self.model(model).has(rule)
    }

    /// Its type.
    pub fn kind(&self, model: ModelId) -> Kind {
        self.model(model).nature.kind
    }

    /// Where a model is; models in play always are somewhere.
    pub fn spot(&self, model: ModelId) -> Spot {
        self.model(model).spot.unwrap_or_default()
    }

    /// Models on the table, Lurkers included.
    pub fn in_play(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.model(*m).spot.is_some())
    }

    /// Models in play that fight against another.
    pub fn enemies(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(model);
        self.in_play().filter(move |m| self.is_hostile(self.side(*m), side))
    }

    /// Other models in play on a model's side.
    pub fn friends(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(model);
        self.in_play().filter(move |m| *m != model && self.side(*m) == side)
    }

    /// Helpless: Transfixed, Passed out, or on a wall without Clinging (MUT-TER-25, MUT-TER-29).
    pub fn is_helpless(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let hangs = m.is(Mark::Climbing) && !m.has(Rule::Clinging);
        m.is(Mark::Transfixed) || m.is(Mark::PassedOut) || hangs || self.is_stopped(model)
    }

    /// A machine whose last Cell was drained: it stands there as if it had passed out
    /// (MUT-CON-22).
    pub fn is_stopped(&self, model: ModelId) -> bool {
        self.is(model, Mark::Drained) && self.runs_on_cells(model)
    }

    /// Active: neither Fallen nor Transfixed nor Passed out (MUT-Q-20).
    pub fn is_active(&self, model: ModelId) -> bool {
        !self.is(model, Mark::Fallen) && !self.is_helpless(model) && !self.is(model, Mark::Lurking)
    }

    /// The length of a stick in this game (MUT-GEN-07).
    pub fn stick(&self, stick: Stick) -> Length {
        self.agreed.scale.length(stick)
    }

    /// The body of a model where it stands.
    pub fn body(&self, model: ModelId) -> Body {
        self.body_at(model, self.spot(model))
    }

    /// The distance between two models, base to base (MUT-G-01).
    pub fn gap(&self, a: ModelId, b: ModelId) -> Length {
        measure::gap_3d(&self.body(a), &self.body(b))
    }

    /// Whether two models are within a stick of each other (MUT-G-01).
    pub fn within(&self, a: ModelId, b: ModelId, stick: Stick) -> bool {
        measure::within_3d(&self.body(a), &self.body(b), self.stick(stick))
    }

    /// Whether two models touch, if need be across a thin obstacle (MUT-G-01, MUT-G-19).
    pub fn touch(&self, a: ModelId, b: ModelId) -> bool {
        self.bodies_touch(&self.body(a), &self.body(b))
    }

    /// Enemies in contact with a model.
    pub fn adjacent_enemies(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let body = self.body(model);
        self.enemies(model)
            .filter(move |m| self.bodies_touch(&body, &self.body(*m)))
            .filter(|m| !self.is(*m, Mark::Lurking))
    }

    /// Enemies in contact that are active: a model with any is engaged (MUT-LOS-09, 11).
    pub fn opponents(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.adjacent_enemies(model).filter(|m| self.is_active(*m))
    }

    /// The active side.
    pub fn side_to_act(&self) -> SideId {
        self.order.get(usize::from(self.turn)).copied().unwrap_or(SideId(0))
    }

    /// The member that is acting, by its number.
    pub fn acting(&self, model: ModelId) -> Option<&Acting> {
        self.active.as_ref()?.members.iter().find(|a| a.model == model)
    }

    /// The member that is acting, to be changed.
    pub fn acting_mut(&mut self, model: ModelId) -> Option<&mut Acting> {
        self.active.as_mut()?.members.iter_mut().find(|a| a.model == model)
    }

    /// Spends actions of a model that acts.
    pub fn spend(&mut self, model: ModelId, actions: u8) {
        if let Some(acting) = self.acting_mut(model) {
            acting.actions = acting.actions.saturating_sub(actions);
            acting.started = true;
        }
    }
}
