//! Everything that changes during a game.

use engine::{ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Changes, Fixed, Length, PieceId, Spot, Table, measure};

use crate::gear::{Armor, Gear, Item, Stick};
use crate::options::Agreed;
use crate::pending::Pending;
use crate::profile::{Character, Energy, Kind, Name, Nature, Rule, words};
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

macro_rules! marks {
    ($($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)?) => {
        words! {
            /// What can be true of a model for a while.
            Mark { $($(#[$doc])* $variant = $word),+ }
        }
    };
}

marks! {
    /// Lying down (MUT-CON-04, MUT-CON-07).
    Fallen = "fallen",
    /// Fell from a height: standing up takes two actions (MUT-TER-36).
    LongFall = "shaken",
    /// Helpless (MUT-CON-11).
    Transfixed = "transfixed",
    /// Transfixed by a web: mental mutations still work (MUT-CON-15).
    Webbed = "webbed",
    /// Transfixed until its side's next turn, by a Genetic Booster (MUT-Q-113).
    Boosted = "boosted",
    /// Out until woken (MUT-CON-17).
    PassedOut = "passed-out",
    /// -1 on Quality rolls until an action is spent (MUT-CON-16).
    Confused = "confused",
    /// Has the disease of the Wretched (MUT-TYP-51).
    Infected = "infected",
    /// Caught it in this game, so that Healing still helps (MUT-TYP-58).
    InfectedToday = "infected-today",
    /// Has rolled for the disease in this game (MUT-TYP-52).
    Exposed = "exposed",
    /// Power Armor shut down, or a drained machine (MUT-CON-21, MUT-CON-22).
    ShutDown = "shut-down",
    /// Its last Cell has been drained (MUT-CON-22).
    Drained = "drained",
    /// On a wall, neither up nor down (MUT-TER-25).
    Climbing = "climbing",
    /// Completely hidden when its side's turn began (MUT-LOS-18).
    Hidden = "hidden",
    /// Has been activated this turn.
    Activated = "activated",
    /// Has made its attack this turn (MUT-ACT-02).
    Attacked = "attacked",
    /// Has had Stimulant (MUT-T-18).
    Stimulated = "stimulated",
    /// Has had a Radiation Antidote.
    Antidote = "antidote",
    /// Has had a Frenzy Drug.
    Frenzied = "frenzied",
    /// Has had Psionicilline.
    Psionic = "psionicilline",
    /// Has eaten the orchard's fruit (MUT-SCN-18).
    WellFed = "well-fed",
    /// Underfed: -1 Combat (MUT-CAM-03), or underpowered: -1 on Quality rolls (MUT-CAM-04).
    Underfed = "underfed",
    /// Wounded in the campaign: -1 on Quality rolls (MUT-T-25).
    Wounded = "wounded",
    /// Powered gear without Cells: unusable this game (MUT-Q-120).
    Unpaid = "unpaid",
    /// Infested by termites (MUT-SCN-27).
    Termites = "termites",
    /// Has used its Sprint (MUT-SPC-112).
    Sprinted = "sprinted",
    /// Holds a Telekinetic Shield (MUT-SPC-128).
    Shielded = "shielded",
    /// Its Force Field is off (MUT-SPC-052).
    FieldOff = "field-off",
    /// Has lost its mental mutations for this game (MUT-ARE-15).
    PsiLost = "psi-lost",
    /// Cannot throw any more (MUT-RNG-17).
    Strained = "strained",
    /// Its Energy Projection or quills are spent for this game (MUT-SPC-040).
    Spent = "spent",
    /// Has given itself away by shooting and not moved since (MUT-SPC-117).
    Revealed = "revealed",
    /// Has used its one re-roll (MUT-SPC-066).
    HeroSpent = "hero-spent",
    /// Took a Radiation check this turn (MUT-Q-137).
    Irradiated = "irradiated",
    /// Carries an animal (MUT-SCN-23).
    Herding = "herding",
    /// Flew in its last move and is in the air between two moves (MUT-MOV-14).
    Aloft = "aloft",
    /// May not enter water this turn (MUT-SPC-047).
    WaterShy = "water-shy",
    /// Will mutate after the game (MUT-CAM-30).
    Mutating = "mutating",
    /// Lost a point of Quality for good to radiation in this game (MUT-CAM-28).
    Scarred = "scarred",
    /// A Lurker that has not been revealed (MUT-TYP-20).
    Lurking = "lurking",
    /// Has shot from where it still stands, so that enemies know where it is (MUT-LOS-19).
    Spotted = "spotted",
}

/// A set of marks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks(u64);

impl Marks {
    /// Whether a mark is set.
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u32 & 1 == 1
    }

    /// Sets a mark.
    pub fn put(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u32;
    }

    /// Takes a mark off.
    pub fn clear(&mut self, mark: Mark) {
        self.0 &= !(1 << mark as u32);
    }

    /// All marks that are set.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.iter().copied().filter(move |mark| self.has(*mark))
    }
}

impl std::fmt::Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// How a model left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Killed or destroyed.
    Killed,
    /// Left the table: counts as killed for the result, but lives (MUT-MOR-05).
    RanOff,
}

/// Quality lost in this game, by cause: each has its own cure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Losses {
    /// Poison (MUT-SPC-094).
    pub poison: u8,
    /// Needles (MUT-SPC-088).
    pub needles: u8,
    /// Wounds of a Tough model (MUT-CON-20).
    pub wounds: u8,
    /// Radiation, this game's and lasting (MUT-CAM-28).
    pub radiation: u8,
    /// The backlash of Healing (MUT-SPC-060).
    pub backlash: u8,
    /// Disease (MUT-TYP-51).
    pub disease: u8,
}

impl Losses {
    /// All of them.
    pub const fn total(self) -> u8 {
        self.poison + self.needles + self.wounds + self.radiation + self.backlash + self.disease
    }
}

/// How a model is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Model {
    /// Where it is; nowhere before deployment and after removal.
    pub spot: Option<Spot>,
    /// How it left the game.
    pub fate: Option<Fate>,
    /// What it is like now; a Doppelganger's may be another's.
    pub nature: Nature,
    /// What a transformed Doppelganger really is (MUT-SPC-024).
    pub truly: Option<Box<Nature>>,
    /// What is true of it for a while.
    pub marks: Marks,
    /// Quality it has lost.
    pub losses: Losses,
    /// What it carries.
    pub gear: SmallVec<[Item; 4]>,
    /// Which of its things is ready (MUT-ACT-04).
    pub ready: Option<u8>,
    /// Spare Cells.
    pub cells: u8,
    /// Explosive Fruits that still hang on it (MUT-SPC-044).
    pub fruits: u8,
    /// The telepath who controls it (MUT-CON-18).
    pub controller: Option<ModelId>,
    /// What it has adapted to (MUT-SPC-034).
    pub adapted: Option<Energy>,
    /// The side whose Allure it failed to resist, until that side's next turn (MUT-Q-99).
    pub lured: Option<SideId>,
    /// Enemies whose Terror it has overcome (MUT-SPC-138), by their numbers.
    pub unafraid: u64,
    /// Enemies it did not dare to approach this turn (MUT-Q-116).
    pub daunted: u64,
    /// Found things it could make nothing of in this game (MUT-CAM-25).
    pub baffled: SmallVec<[Gear; 1]>,
    /// What it gives back when it is itself again (MUT-SPC-027).
    pub guise: Guise,
}

/// What a transformed Doppelganger has only as long as it is somebody else, and what waits for
/// it until then (MUT-SPC-027).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guise {
    /// Drugs that work in this shape only.
    pub drugs: Marks,
    /// What it has adapted to in its own shape.
    pub adapted: Option<Energy>,
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
}

/// What a Leader ordered (chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// A group action.
    Group,
    /// Regrouping on the Leader.
    Regroup(ModelId),
    /// Concentrated fire.
    Volley,
    /// Two models at a door, without a Leader (MUT-GRP-12).
    Door,
}

impl Model {
    /// A model as it enters the game.
    pub fn fresh(who: &Character) -> Model {
        let mut marks = Marks::default();
        let record = who.condition;
        for (mark, set) in [
            (Mark::Underfed, record.underfed),
            (Mark::Wounded, record.wounded),
            (Mark::Infected, record.infected),
            (Mark::Unpaid, record.unpaid),
        ] {
            if set {
                marks.put(mark);
            }
        }
        let disease = u8::from(record.infected);
        Model {
            spot: None,
            fate: None,
            nature: who.nature,
            truly: None,
            marks,
            losses: Losses { disease, ..Losses::default() },
            gear: who.gear.clone(),
            ready: who.ready,
            cells: who.cells,
            fruits: 0,
            controller: None,
            adapted: None,
            lured: None,
            unafraid: 0,
            daunted: 0,
            baffled: SmallVec::new(),
            guise: Guise::default(),
        }
    }

    /// Whether a mark is set.
    pub const fn is(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// Whether it has a special rule that works now: mental mutations may be lost (MUT-ARE-15).
    pub const fn has(&self, rule: Rule) -> bool {
        self.nature.has(rule) && !(rule.is_mental() && self.is(Mark::PsiLost))
    }

    /// Whether it wears something that works.
    pub fn wears(&self, armor: Armor) -> bool {
        let worn = self.gear.iter().any(|i| i.gear == Gear::Armor(armor) && i.works());
        worn && !(armor == Armor::Power && self.is(Mark::Unpaid))
    }

    /// Whether its Force Field is on.
    pub fn has_field(&self) -> bool {
        self.wears(Armor::ForceField) && !self.is(Mark::FieldOff)
    }

    /// Its Quality number now (MUT-PRO-06, MUT-PRO-07).
    pub const fn quality(&self) -> u8 {
        self.nature.quality + self.losses.total()
    }

    /// What is ready in its hand.
    pub fn in_hand(&self) -> Option<&Item> {
        self.ready.and_then(|i| self.gear.get(usize::from(i)))
    }

    /// Whether one of its things is ready: in its hand, or built in (MUT-ACT-05, MUT-Q-61).
    pub fn is_ready(&self, item: u8) -> bool {
        let built_in = self.gear.get(usize::from(item)).is_some_and(|i| i.built_in);
        built_in || self.ready == Some(item)
    }

    /// Whether it lives and breathes; Plants do too.
    pub const fn is_organic(&self) -> bool {
        !self.nature.kind.is_artificial()
    }

    /// Takes a thing away from it; what is ready stays ready.
    pub fn lose(&mut self, item: u8) -> Item {
        let lost = self.gear.remove(usize::from(item));
        self.ready = match self.ready {
            Some(i) if i == item => None,
            Some(i) if i > item => Some(i - 1),
            other => other,
        };
        lost
    }
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

    /// Helpless: Transfixed, Passed out, or on a wall without Clinging (MUT-TER-25).
    pub fn is_helpless(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.is(Mark::Transfixed) || m.is(Mark::PassedOut) || m.is(Mark::Climbing)
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
