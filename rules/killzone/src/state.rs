//! Everything that changes during a game of KillZone.

use engine::{ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::measure::{self, Edge};
use tabletop::{Body, Changes, Fixed, Length, Spot, Table, Vector};

use crate::options::Agreed;
use crate::profile::{Character, Class, GroupId, Name, Order, Rank};
use crate::scenarios::Scenario;
use crate::weapons::GunId;

/// Radius of a figure's base (KZ-GEO-01).
pub const BASE: Length = Length::cents(50);
/// Half the width of a figure's body (KZ-GEO-01).
pub const GIRTH: Length = Length::cents(30);
/// Height of a figure (KZ-GEO-01).
pub const HEIGHT: Length = Length::cents(120);
/// Height of its eyes (KZ-GEO-01).
pub const EYE: Length = Length::cents(110);
/// Bases this close touch (KZ-MOVE-10).
pub const CONTACT: Length = Length::cents(1);

/// Some models.
pub type Models = SmallVec<[ModelId; 8]>;

/// A game of KillZone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table.
    pub table: Fixed<Table>,
    /// Doors, smoke, fire, markers.
    pub changes: Changes,
    /// The turn after which each cloud is gone, in the order of the clouds.
    pub until: SmallVec<[u32; 2]>,
    /// What was agreed on.
    pub agreed: Fixed<Agreed>,
    /// What is played.
    pub scenario: Fixed<Scenario>,
    /// Who the models are; `models` holds how they are.
    pub cast: Fixed<Vec<Character>>,
    /// The models, in the order of the cast.
    pub models: Vec<Model>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The sides.
    pub forces: Vec<Force>,
    /// Where in the game we are.
    pub phase: Phase,
    /// The turn, counted from one.
    pub turn: u32,
    /// Whether it is dark (KZ-Q-73).
    pub night: bool,
    /// The sides in the order of their slots (KZ-Q-03, KZ-X-39).
    pub order: SmallVec<[SideId; 4]>,
    /// Whose slot comes next: a place in `order`.
    pub next: u8,
    /// The group that acts.
    pub acting: Option<GroupId>,
    /// The figure that has its go.
    pub go: Option<Go>,
    /// The leader who is worth double alive (KZ-X-29).
    pub prize: Option<ModelId>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// Where in the game we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Light and edges are diced for (KZ-X-28).
    Edges,
    /// Groups are set up (KZ-FIG-15).
    Deployment,
    /// The first orders of the groups of this number are chosen (KZ-X-02).
    FirstOrders(u8),
    /// A turn begins: zombies arrive, initiative is rolled (KZ-X-01).
    Start,
    /// Initiative is rolled, whoever has arrived.
    Initiative,
    /// Groups act.
    Action,
    /// New orders are chosen for the groups of this number.
    Wishes(u8),
    /// Those who want new orders roll for them.
    Changes,
    /// The turn is over.
    End,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Force {
    /// What it is called.
    pub name: Name,
    /// Its own edge, once it has one.
    pub edge: Option<Edge>,
    /// Points for ground held (KZ-X-29).
    pub score: i32,
    /// Whether nobody plays it: automatic zombies.
    pub automatic: bool,
}

/// A group (KZ-ORD-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    /// What it is called.
    pub name: Name,
    /// Whose it is.
    pub side: SideId,
    /// How many figures it had at the start.
    pub strength: u8,
    /// Its initiative this turn.
    pub score: Option<i32>,
    /// Whether it has acted this turn.
    pub acted: bool,
    /// Whether it has rolled for new orders this turn and got them (KZ-CMD-05).
    pub passed: bool,
    /// Whether it has been set up.
    pub placed: bool,
    /// Whether each of its figures is given an order of its own (KZ-X-40).
    pub split: bool,
}

/// What has become of somebody who is not on the table any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Killed, or wrecked.
    Killed,
    /// Led off the table by a captor of this side (KZ-X-37).
    Taken(SideId),
    /// Walked off the table (KZ-X-29).
    Left,
    /// Got away over the edge that zombies were to be fled over (KZ-X-31).
    Escaped,
}

/// How a model is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Model {
    /// Where it stands; nowhere before set-up, in a vehicle, and after it is gone.
    pub spot: Option<Spot>,
    /// Its order.
    pub order: Order,
    /// The order on the counter that lies face down (KZ-CMD-05).
    pub wish: Option<Order>,
    /// What has become of it.
    pub fate: Option<Fate>,
    /// Whether it is suppressed (KZ-SUP-01); a vehicle: stalled.
    pub suppressed: bool,
    /// Who holds it captive (KZ-CAP-01).
    pub captor: Option<ModelId>,
    /// Whether it has had its go this turn.
    pub acted: bool,
    /// Whether it has tried to remove its suppression this turn (KZ-SUP-03).
    pub tried: bool,
    /// What its guns have left, in the order of the character's guns.
    pub loads: SmallVec<[Load; 2]>,
    /// What is left of things that are used up, in the order of the character's stock.
    pub stock: SmallVec<[u8; 2]>,
    /// The vehicle it is in.
    pub aboard: Option<ModelId>,
    /// Where a vehicle's front is.
    pub facing: Vector,
    /// How far a vehicle went in its last move (KZ-X-20).
    pub driven: Length,
}

impl Model {
    /// A model that has not been placed yet.
    pub fn fresh(who: &Character) -> Model {
        Model {
            spot: None,
            order: if who.class == Class::Zombie { Order::Assault } else { Order::Shoot },
            wish: None,
            fate: None,
            suppressed: false,
            captor: None,
            acted: false,
            tried: false,
            loads: who.guns.iter().map(|gun| Load::full(*gun)).collect(),
            stock: who.stock.iter().map(|(_, n)| *n).collect(),
            aboard: None,
            facing: Vector::new(0, 1),
            driven: Length::ZERO,
        }
    }
}

/// What a gun has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Load {
    /// Shots or markers (KZ-X-18); nought where nobody counts.
    pub ammo: u8,
    /// Goes until it is loaded (KZ-X-34).
    pub reload: u8,
}

impl Load {
    fn full(gun: GunId) -> Load {
        Load { ammo: gun.get().ammo, reload: 0 }
    }
}

/// A figure's go (KZ-X-03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Go {
    /// Whose.
    pub model: ModelId,
    /// How far it has moved, if it has.
    pub moved: Option<Length>,
    /// What getting out of a vehicle has cost of its move (KZ-X-23).
    pub spent: Length,
    /// Whether it has shot, or done what counts as that.
    pub shot: bool,
    /// Whether it began its go suppressed and stays so.
    pub down: bool,
    /// The rapid fire that is under way.
    pub burst: Option<Burst>,
}

/// Rapid fire, shot by shot (KZ-Q-53).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Burst {
    /// With what.
    pub gun: GunId,
    /// Shots left.
    pub left: u8,
    /// Whether the launcher of a military rifle has been used (KZ-FIRE-13).
    pub launched: bool,
    /// Whom the next shots were declared at, first last (KZ-Q-53).
    pub declared: SmallVec<[(ModelId, GunId); 4]>,
}

impl State {
    /// A game before its first step, with nobody on the table.
    pub fn new(
        table: Table,
        agreed: Agreed,
        scenario: Fixed<Scenario>,
        (cast, groups, forces): (Vec<Character>, Vec<Group>, Vec<Force>),
    ) -> State {
        State {
            table: Fixed::new(table),
            changes: Changes::default(),
            until: SmallVec::new(),
            agreed: Fixed::new(agreed),
            scenario,
            models: cast.iter().map(Model::fresh).collect(),
            cast: Fixed::new(cast),
            groups,
            forces,
            phase: Phase::Edges,
            turn: 0,
            night: false,
            order: SmallVec::new(),
            next: 0,
            acting: None,
            go: None,
            prize: None,
            outcome: None,
        }
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

    /// All sides.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.forces.len()).map(|i| SideId(i as u8))
    }

    /// All groups.
    pub fn group_ids(&self) -> impl Iterator<Item = GroupId> + use<> {
        (0..self.groups.len()).map(|i| GroupId(i as u8))
    }

    /// A group.
    pub fn group(&self, group: GroupId) -> &Group {
        &self.groups[group.index()]
    }

    /// A group, to be changed.
    pub fn group_mut(&mut self, group: GroupId) -> &mut Group {
        &mut self.groups[group.index()]
    }

    /// The groups of a side, in their order.
    pub fn groups_of(&self, side: SideId) -> impl Iterator<Item = GroupId> + '_ {
        self.group_ids().filter(move |g| self.group(*g).side == side)
    }

    /// Whether a figure is in play: on the table, or in a vehicle on it.
    pub fn is_there(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.spot.is_some() || m.aboard.is_some()
    }

    /// All models on the table, vehicles too, those in vehicles not.
    pub fn standing(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.model(*m).spot.is_some())
    }

    /// All figures in play, those in vehicles too.
    pub fn figures(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.is_there(*m) && !self.who(*m).is_vehicle())
    }

    /// The figures of a group that are in play, captives too.
    pub fn members(&self, group: GroupId) -> impl Iterator<Item = ModelId> + '_ {
        self.figures().filter(move |m| self.who(*m).group == group)
    }

    /// The figures of a group that are in play and not captive.
    pub fn free_members(&self, group: GroupId) -> impl Iterator<Item = ModelId> + '_ {
        self.members(group).filter(|m| self.model(*m).captor.is_none())
    }

    /// The figures of a side that are in play.
    pub fn figures_of(&self, side: SideId) -> impl Iterator<Item = ModelId> + '_ {
        self.figures().filter(move |m| self.side(*m) == side)
    }

    /// The enemies of a model that stand on the table; vehicles are not among them.
    pub fn enemies(&self, of: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(of);
        self.standing().filter(move |m| self.side(*m) != side && !self.who(*m).is_vehicle())
    }

    /// Whether a figure can fight and do as it is told.
    pub fn is_able(&self, model: ModelId) -> bool {
        self.is_there(model) && !self.model(model).suppressed
    }

    /// Where a model is: its own place, or that of its vehicle. Only asked of those in play.
    pub fn spot(&self, model: ModelId) -> Spot {
        let m = self.model(model);
        let vehicle = m.aboard.and_then(|vehicle| self.model(vehicle).spot);
        m.spot.or(vehicle).unwrap_or_default()
    }

    /// What a model occupies: in a vehicle, what the vehicle does.
    pub fn body(&self, model: ModelId) -> Body {
        self.body_at(model, self.spot(model))
    }

    /// What a model would occupy somewhere.
    pub fn body_at(&self, model: ModelId, spot: Spot) -> Body {
        let shown = self.model(model).aboard.unwrap_or(model);
        match self.who(shown).make {
            Some(make) => make.body(spot),
            None => body_at(spot),
        }
    }

    /// The enemies whose bases touch a figure's.
    pub fn in_contact(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let body = self.body(model);
        let afoot = self.model(model).spot.is_some();
        self.enemies(model).filter(move |e| afoot && touches(&body, &self.body(*e)))
    }

    /// The enemies in contact who can fight.
    pub fn opponents(&self, model: ModelId) -> Models {
        self.in_contact(model).filter(|e| !self.model(*e).suppressed).collect()
    }

    /// Those whom a figure holds captive.
    pub fn captives(&self, of: ModelId) -> Models {
        self.standing().filter(|m| self.model(*m).captor == Some(of)).collect()
    }

    /// The leader of a group, if he is in play and free (KZ-X-05).
    pub fn leader(&self, group: GroupId) -> Option<ModelId> {
        self.free_members(group).find(|m| self.who(*m).rank == Rank::Leader)
    }

    /// The sub-leader of a group, if he is in play and free.
    pub fn sub_leader(&self, group: GroupId) -> Option<ModelId> {
        self.free_members(group).find(|m| self.who(*m).rank == Rank::SubLeader)
    }

    /// Whether a group has comms: every living, free member has a headset (KZ-Q-67).
    pub fn has_comms(&self, group: GroupId) -> bool {
        let mut members = self.free_members(group).peekable();
        members.peek().is_some() && members.all(|m| self.who(m).headset)
    }

    /// Whether the zombies of a group, and so all of it, act by themselves.
    pub fn is_mindless(&self, group: GroupId) -> bool {
        let own = |c: &&Character| c.group == group;
        self.cast.iter().find(own).is_some_and(Character::is_zombie)
    }

    /// Who throws a side's dice: automatic zombies have nobody, so the first side does.
    pub fn thrower(&self, side: SideId) -> SideId {
        if self.forces[side.index()].automatic { SideId(0) } else { side }
    }

    /// How many of something a figure has left.
    pub fn left_of(&self, model: ModelId, what: GunId) -> u8 {
        let own = self.who(model).stock.iter().zip(&self.model(model).stock);
        own.filter(|((gun, _), _)| *gun == what).map(|(_, left)| *left).sum()
    }

    /// What a figure's gun has left.
    pub fn load(&self, model: ModelId, gun: GunId) -> Load {
        let mut own = self.who(model).guns.iter().zip(&self.model(model).loads);
        own.find(|(own, _)| **own == gun).map(|(_, load)| *load).unwrap_or_default()
    }

    /// What a figure's gun has left, to be changed.
    pub fn load_mut(&mut self, model: ModelId, gun: GunId) -> Option<&mut Load> {
        let place = self.who(model).guns.iter().position(|own| *own == gun)?;
        self.model_mut(model).loads.get_mut(place)
    }

    /// Takes one of the things that are used up.
    pub fn use_up(&mut self, model: ModelId, what: GunId) {
        let place = self.who(model).stock.iter().position(|(gun, _)| *gun == what);
        if let Some(place) = place {
            let left = &mut self.model_mut(model).stock[place];
            *left = left.saturating_sub(1);
        }
    }
}

/// Whether two bodies touch: base to base, and not on different floors (KZ-MOVE-10).
pub fn touches(one: &Body, other: &Body) -> bool {
    measure::contact(one, other, CONTACT) && (one.feet() - other.feet()).abs() < HEIGHT
}

/// A figure's body at a place (KZ-GEO-01).
pub fn body_at(spot: Spot) -> Body {
    Body { spot, base: BASE, girth: GIRTH, height: HEIGHT, eye: EYE }
}
