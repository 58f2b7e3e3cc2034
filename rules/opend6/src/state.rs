//! Everything that changes during a battle.

use engine::{ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Changes, Fixed, Length, Point, Spot, Table, Vector, measure};

use crate::explosives::Breach;
use crate::generation::Roster;
use crate::options::Agreed;
use crate::profile::{Attribute, Name, Quality, Skill, Soldier};
use crate::scenarios::Scenario;
use crate::tasks::Task;
use crate::weapons::Gun;

/// Radius of a base (OD6-REC-01, OD6-GEO-01).
pub const BASE: Length = Length::cents(50);
/// Height of a soldier who stands (OD6-GEO-07).
pub const STANDING: Length = Length::inches(1);
/// Height of a soldier who lies (OD6-GEO-07).
pub const LYING: Length = Length::cents(25);
/// Bases this close are in contact (OD6-GEO-01).
pub const CONTACT: Length = Length::cents(2);
/// What counts as adjacent to a barrier, an opening, a weapon (OD6-Q-24).
pub const ADJACENT: Length = Length::inches(1);

/// A few models.
pub type Models = SmallVec<[ModelId; 10]>;

/// A squad, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SquadId(pub u8);

impl SquadId {
    /// The place of this squad in a list of squads.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table; replaced when explosives make a hole in a wall (OD6-PLX-06).
    pub table: Fixed<Table>,
    /// Markers.
    pub changes: Changes,
    /// What was agreed on.
    pub agreed: Fixed<Agreed>,
    /// What is played.
    pub scenario: Fixed<Scenario>,
    /// Who the soldiers are; `models` holds how they are. Replaced when reinforcements come.
    pub cast: Fixed<Vec<Soldier>>,
    /// The soldiers, in the order of the cast.
    pub models: Vec<Model>,
    /// The squads.
    pub squads: Vec<Squad>,
    /// The sides.
    pub forces: Vec<Force>,
    /// Weapons that two men carry and put together (OD6-SPW-01).
    pub heavies: Vec<Heavy>,
    /// Holes in walls that are there when the phase ends (OD6-PLX-06, OD6-Q-44).
    pub breaches: Vec<Breach>,
    /// Where in the turn we are.
    pub phase: Phase,
    /// The turn, counted from one.
    pub turn: u32,
    /// Who has the initiative (OD6-TURN-03).
    pub initiative: SideId,
    /// Whose turn it is to move or fire a squad, in the phases where sides alternate.
    pub next: SideId,
    /// What must be resolved before anything else: the last first.
    pub tasks: Vec<Task>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// Where in the turn we are (OD6-TURN-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Squads are placed.
    Setup,
    /// Initiative is rolled for.
    Initiative,
    /// Squads move in turns.
    Movement,
    /// Squads fire in turns.
    Fire,
    /// Those in contact fight: the squads that have fought already are marked in `fought`.
    Assault,
    /// Squads test, rout and rally.
    Morale(MoraleStep),
    /// Markers are removed, scenarios roll.
    Special,
}

/// The parts of the Morale Phase (OD6-Q-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoraleStep {
    /// Squads that were broken rally or run.
    Broken,
    /// Squads with casualties test.
    Casualties,
    /// Squads that want to rally do.
    Rallies,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Force {
    /// What it is called.
    pub name: Name,
    /// What it is made of, as it was written down.
    pub roster: Fixed<Roster>,
}

/// A squad as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Squad {
    /// What it is called: unique within the match.
    pub name: Name,
    /// Whose it is.
    pub side: SideId,
    /// How good it is.
    pub quality: Quality,
    /// How many soldiers it began with (OD6-Q-56).
    pub strength: u8,
    /// What it is worth.
    pub points: i32,
    /// Its morale level (OD6-MOR-02).
    pub morale: u8,
    /// Whether it is on the table, or comes later, or is gone.
    pub presence: Presence,
    /// Where it runs when it breaks (OD6-ROU-05).
    pub rally_point: Goal,
    /// Whether it broke and has reached where it ran to: the next rally is its last (OD6-ROU-04).
    pub at_goal: bool,
    /// Whether it came into the fight it is in by a charge, so that it does not defend
    /// (OD6-CAS-12); forgotten when it is out of contact.
    pub assails: bool,
    /// The soldier around whom it gathers since the commander fell (OD6-SQD-07).
    pub rallying_on: Option<ModelId>,
    /// What it has done in this turn; reset in the Special Actions Phase.
    pub done: Done,
}

/// Whether a squad is on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Presence {
    /// It has not been placed.
    Unplaced,
    /// It comes onto the table in the next Movement Phase, from the middle of an entrance
    /// (OD6-SCN-11).
    Entering(Point),
    /// It is in the battle.
    There,
    /// Nobody is left of it, or it has been removed.
    Gone,
}

/// Where a routing squad runs (OD6-ROU-01, 05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// To a point.
    Point(Point),
    /// To an edge of the table.
    Edge(measure::Edge),
}

/// What a squad has done in this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Done {
    /// Whether it has had its go in the Movement Phase.
    pub activated: bool,
    /// Whether it has had its pick in the Fire Combat Phase, or held its fire.
    pub picked: bool,
    /// Whether it tried opportunity fire, successfully or not (OD6-OPF-12, 13).
    pub tried_opportunity: bool,
    /// Whether it may not fire any more (OD6-REC-03).
    pub no_fire: bool,
    /// Whether it has fired at all, in whatever phase (OD6-RAL-01).
    pub fired: bool,
    /// Whether it has used its defensive fire (OD6-Q-75).
    pub defended: bool,
    /// Whether it has fought in close assault (OD6-RAL-01).
    pub fought: bool,
    /// How fast the fastest of those in touch set out: it marks the squad even if he falls on the
    /// way (OD6-MOV-06).
    pub pace: Pace,
    /// Whether it has left a fight, or been left in one, so that parting swings could be struck
    /// (OD6-RAL-01).
    pub swung: bool,
    /// Whether it broke off or was driven from where it stood (OD6-CHG-08).
    pub gave_way: bool,
    /// Its soldiers who were wounded or incapacitated in this turn, each once (OD6-Q-57).
    pub casualties: Models,
    /// Those of them who fell in the Close Assault Phase (OD6-Q-36).
    pub assault_casualties: Models,
    /// Whether its commander was hit and no test has been made since (OD6-MOR-21).
    pub commander_hit: bool,
    /// Whether it drove its opponents back or was driven back itself (OD6-FBK-06).
    pub forced: Option<Forced>,
    /// Whether its casualty test has been made (OD6-Q-76).
    pub tested: bool,
    /// Whether it has had its chance to rally in this Morale Phase.
    pub rallied: bool,
    /// Whether its owner has said that it tries to (OD6-DEC-22).
    pub will_rally: bool,
    /// Whether it stood broken at its goal when the Morale Phase began, so that the rally of this
    /// phase is its last (OD6-ROU-04).
    pub last_chance: bool,
}

/// How a turn of close assault went (OD6-FBK-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Forced {
    /// It forced its opponents back.
    Won,
    /// It was forced back.
    Lost,
}

/// How far a soldier has gone in this turn (OD6-MOV-04 to 06).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Pace {
    /// Nowhere.
    #[default]
    Still,
    /// He walked, turned, crawled, stood up or dragged something.
    Walked,
    /// He ran.
    Ran,
}

/// What became of a soldier who is no longer on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Out of the battle (OD6-DMG-13).
    Incapacitated,
    /// Left through a door as the scenario wants it (OD6-SCN-13).
    Escaped,
    /// Removed with a squad that never rallied (OD6-ROU-04).
    Fled,
}

/// How a soldier is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Model {
    /// Where he is; nowhere before he is placed and when he is gone.
    pub spot: Option<Spot>,
    /// Where he faces (OD6-FAC-01).
    pub facing: Vector,
    /// Whether he lies on the ground (OD6-MOV-09).
    pub prone: bool,
    /// Whether he has been wounded (OD6-DMG-08).
    pub wounded: bool,
    /// Hurts of this Fire Combat Phase, which count when it ends (OD6-DMG-06).
    pub marked: Option<Hurt>,
    /// What became of him, if he is gone.
    pub fate: Option<Fate>,
    /// How far he has gone in this turn.
    pub pace: Pace,
    /// Whether he had lost touch with his squad when he went: his pace is his own affair then
    /// (OD6-Q-12).
    pub apart: bool,
    /// Whether he has charged in this turn (OD6-CAS-11, OD6-FIR-20).
    pub charged: bool,
    /// Whether he has fired or thrown in this turn, or served a weapon that fired (OD6-SPW-06).
    pub fired: bool,
    /// Grenades he has left.
    pub grenades: u8,
    /// Plastic explosives he has left.
    pub plastics: u8,
}

/// What a hit has done to somebody (OD6-T-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hurt {
    /// He is wounded.
    Wound,
    /// He is out of the battle.
    Incapacitated,
}

/// A weapon that two men carry and put together (OD6-SPW-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Heavy {
    /// What it is.
    pub gun: Gun,
    /// The squad it belongs to.
    pub squad: SquadId,
    /// The specialist who is trained to fire it.
    pub gunner: ModelId,
    /// How it is.
    pub mount: Mount,
    /// Who dragged it in this turn (OD6-SPW-04).
    pub dragged: Option<ModelId>,
    /// Whether it has fired in this turn.
    pub fired: bool,
}

/// How an assembled weapon is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mount {
    /// In parts, carried by these two (OD6-SPW-01).
    Carried([ModelId; 2]),
    /// Being put together until the Movement Phase ends (OD6-SPW-03).
    Assembling {
        /// By whom.
        crew: [ModelId; 2],
        /// Where it will point (OD6-FAC-06).
        facing: Vector,
    },
    /// Put together, at a spot, facing somewhere.
    Assembled {
        /// Where it stands.
        spot: Spot,
        /// Where it points (OD6-FAC-06).
        facing: Vector,
    },
    /// Being taken apart until the Movement Phase ends (OD6-SPW-05).
    Dismantling {
        /// By whom.
        crew: [ModelId; 2],
        /// Where it stands.
        spot: Spot,
        /// Where it points.
        facing: Vector,
    },
    /// Without its tripod, a plain repeating raygun in this man's hands (OD6-SPW-12).
    Stripped(ModelId),
    /// Destroyed or left behind (OD6-SPW-02, 14).
    Lost,
}

impl Model {
    /// A soldier who has not been placed yet.
    pub fn fresh(who: &Soldier) -> Model {
        Model {
            spot: None,
            facing: Vector::new(0, 1),
            prone: false,
            wounded: false,
            marked: None,
            fate: None,
            pace: Pace::Still,
            apart: false,
            charged: false,
            fired: false,
            grenades: who.grenades,
            plastics: who.plastics,
        }
    }
}

impl State {
    /// Who a soldier is.
    pub fn who(&self, model: ModelId) -> &Soldier {
        &self.cast[model.index()]
    }

    /// How a soldier is.
    pub fn model(&self, model: ModelId) -> &Model {
        &self.models[model.index()]
    }

    /// How a soldier is, to be changed.
    pub fn model_mut(&mut self, model: ModelId) -> &mut Model {
        &mut self.models[model.index()]
    }

    /// A squad.
    pub fn squad(&self, squad: SquadId) -> &Squad {
        &self.squads[squad.index()]
    }

    /// A squad, to be changed.
    pub fn squad_mut(&mut self, squad: SquadId) -> &mut Squad {
        &mut self.squads[squad.index()]
    }

    /// Whose a soldier is.
    pub fn side(&self, model: ModelId) -> SideId {
        self.who(model).side
    }

    /// The squad of a soldier.
    pub fn squad_of(&self, model: ModelId) -> SquadId {
        self.who(model).squad
    }

    /// A soldier's name.
    pub fn name(&self, model: ModelId) -> &str {
        &self.who(model).name
    }

    /// A squad's name.
    pub fn squad_name(&self, squad: SquadId) -> &str {
        &self.squad(squad).name
    }

    /// All soldiers.
    pub fn ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len()).map(|i| ModelId(i as u16))
    }

    /// All soldiers on the table.
    pub fn standing(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.model(*m).spot.is_some())
    }

    /// All squads.
    pub fn squad_ids(&self) -> impl Iterator<Item = SquadId> + use<> {
        (0..self.squads.len()).map(|i| SquadId(i as u8))
    }

    /// The squads with anybody on the table.
    pub fn present(&self) -> impl Iterator<Item = SquadId> + '_ {
        self.squad_ids().filter(|s| self.squad(*s).presence == Presence::There)
    }

    /// The squads of a side with anybody on the table.
    pub fn squads_of(&self, side: SideId) -> impl Iterator<Item = SquadId> + '_ {
        self.present().filter(move |s| self.squad(*s).side == side)
    }

    /// The squads that fight against a side.
    pub fn squads_against(&self, side: SideId) -> impl Iterator<Item = SquadId> + '_ {
        self.present().filter(move |s| self.squad(*s).side != side)
    }

    /// The soldiers of a squad who are on the table.
    pub fn members(&self, squad: SquadId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing().filter(move |m| self.squad_of(*m) == squad)
    }

    /// The enemies of a side who are on the table.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing().filter(move |m| self.side(*m) != side)
    }

    /// The side on the other side of the table: there are two (OD6-SQD-03).
    pub fn opponent(&self, side: SideId) -> SideId {
        SideId(1 - side.0.min(1))
    }

    /// Where a soldier is. Only ever asked of soldiers on the table.
    pub fn spot(&self, model: ModelId) -> Spot {
        self.model(model).spot.unwrap_or_default()
    }

    /// What a soldier occupies. Only ever asked of soldiers on the table.
    pub fn body(&self, model: ModelId) -> Body {
        body_at(self.spot(model), self.model(model).prone)
    }

    /// A soldier's skill as it is now: one less when he is wounded (OD6-DMG-11), nothing when
    /// his squad is broken, but for command, whoever leads it (OD6-MOR-13, OD6-EX-29).
    pub fn skill(&self, model: ModelId, skill: Skill) -> i32 {
        if self.squad(self.squad_of(model)).morale == 0 && skill != Skill::Command {
            return 0;
        }
        let hurt = i32::from(self.model(model).wounded);
        (i32::from(self.who(model).skill(skill)) - hurt).max(0)
    }

    /// A soldier's attribute as it is now, armour included: one less when he is wounded
    /// (OD6-DMG-11).
    pub fn attribute(&self, model: ModelId, attribute: Attribute) -> i32 {
        let hurt = i32::from(self.model(model).wounded);
        (i32::from(self.who(model).attribute(attribute)) - hurt).max(0)
    }

    /// Whether two soldiers of different sides are base to base (OD6-GEO-01), or both at a
    /// barrier between them that is no wider than half an inch (OD6-Q-84).
    pub fn in_contact(&self, one: ModelId, other: ModelId) -> bool {
        self.side(one) != self.side(other) && self.touch(&self.body(one), &self.body(other))
    }

    /// The enemies a soldier is in contact with.
    pub fn contacts(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.enemies(self.side(model)).filter(move |enemy| self.in_contact(model, *enemy))
    }

    /// Whether anybody of a squad is in contact with an enemy.
    pub fn is_engaged(&self, squad: SquadId) -> bool {
        self.members(squad).any(|m| self.contacts(m).next().is_some())
    }
}

/// A soldier's body at a place (OD6-GEO-01, OD6-GEO-07).
pub fn body_at(spot: Spot, prone: bool) -> Body {
    let height = if prone { LYING } else { STANDING };
    Body { spot, base: BASE, girth: BASE, height, eye: height }
}
