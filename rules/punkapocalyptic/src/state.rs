//! Everything that changes during a match of Punkapocalyptic.

use engine::{Clause, ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Changes, Fixed, Length, Spot, Table, Vector, Zone};

use crate::gear::{ArmourId, Armoury, Bullets, Fittings, GearRule, Items, Weapon, WeaponId};
use crate::options::Agreed;
use crate::profile::{Attribute, Character, ModelRule, Name};
use crate::scenarios::Scenario;
use crate::tasks::Task;
use crate::terrain::Lore;

/// Bases this close are in contact (PUN-G-04).
pub const CONTACT: Length = Length::cents(2);
/// How high a prone model is: as high as its base (PUN-G-02, PUN-FAL-04).
pub const PRONE_HEIGHT: Length = Length::cents(12);
/// How near a base must be to a marker to be in contact with it (PUN-G-19).
pub const MARKER_REACH: Length = Length::cents(10);

/// A few models.
pub type Models = SmallVec<[ModelId; 8]>;

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table.
    pub table: Fixed<Table>,
    /// Doors that were opened.
    pub changes: Changes,
    /// What was agreed on.
    pub agreed: Fixed<Agreed>,
    /// What is played.
    pub scenario: Fixed<Scenario>,
    /// All weapons and armours there are.
    pub armoury: Fixed<Armoury>,
    /// What is known of the pieces of the table, in their order.
    pub lore: Fixed<Vec<Lore>>,
    /// Who the models are; `models` holds how they are.
    pub cast: Fixed<Vec<Character>>,
    /// The models, in the order of the cast.
    pub models: Vec<Model>,
    /// The two bands.
    pub bands: Vec<Band>,
    /// Fire and smoke on the table.
    pub patches: Vec<Patch>,
    /// Things that can be used, taken or fought over.
    pub tokens: Vec<Token>,
    /// Where in the match we are.
    pub phase: Phase,
    /// The game Turn, counted from one.
    pub turn: u8,
    /// The Agility Round that is being played (PUN-TRN-03).
    pub round: u8,
    /// Who of the Round acts now.
    pub group: Group,
    /// Which side picks the next model; none before the group has been opened (PUN-TRN-10).
    pub slot: Option<SideId>,
    /// The model whose Action Turn it is.
    pub acting: Option<Acting>,
    /// What is under way, the next last.
    pub tasks: Vec<Task>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// Where in the match we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Bullets are shared out in secret (PUN-SC0-04).
    Bullets,
    /// The table's sides are chosen (PUN-SC0-02).
    Zones,
    /// Models are placed; whose turn it is (PUN-SC0-02).
    Deployment(SideId),
    /// A game Turn begins (PUN-SEQ-01).
    TurnStart,
    /// Models act (PUN-SEQ-02).
    Rounds,
}

/// Who of an Agility Round acts now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Group {
    /// Those who belong to it (PUN-TRN-03).
    Regular,
    /// Those of this Agility who delayed to it (PUN-DLY-03 to 05).
    Delayed(u8),
}

/// One side's force.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Band {
    /// What it is called.
    pub name: Name,
    /// The band file it was raised from.
    pub origin: Name,
    /// Where it deploys, once that is known.
    pub zone: Option<Zone>,
    /// Bullets not shared out yet (PUN-AMM-04).
    pub bullets: Bullets,
    /// Whether it has a cat that has not been used (PUN-EQP-03).
    pub cat: bool,
    /// Points it has scored by the scenario's terms.
    pub score: i32,
    /// Its dearest model, where there were several to name one of (PUN-SC2-06).
    pub dearest: Option<ModelId>,
}

/// How a model is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Model {
    /// Where it stands; nowhere unless it is up.
    pub spot: Option<Spot>,
    /// Where it faces (PUN-LOS-02).
    pub facing: Vector,
    /// How it stands or lies.
    pub posture: Posture,
    /// What has become of it.
    pub fate: Fate,
    /// Its weapons.
    pub weapons: SmallVec<[Held; 3]>,
    /// What it wears.
    pub armour: Option<ArmourId>,
    /// Its other gear.
    pub items: Items,
    /// Its bullets, which are a secret (PUN-AMM-06).
    pub bullets: Bullets,
    /// What it fights with while it is engaged (PUN-Q-24).
    pub wields: Option<Arm>,
    /// Whether it has had its Action Turn in this game Turn.
    pub acted: bool,
    /// The Round it has delayed to (PUN-DLY-01).
    pub delayed: Option<u8>,
    /// Whether it may not delay again in this game Turn (PUN-DLY-02).
    pub has_delayed: bool,
    /// Whether it waits to shoot out of turn (PUN-DEF-01).
    pub ready: bool,
    /// Enemies it has shot at while Ready, where it may shoot once at each (PUN-Q-30).
    pub shot_at: SmallVec<[ModelId; 2]>,
    /// Points of Toughness lost for good (PUN-GAS-02, PUN-Q-06).
    pub toughness_lost: u8,
    /// Poison that has not worked yet (PUN-POI-01).
    pub poison: Option<Poison>,
    /// A shock that has not worn off (PUN-ELE-03).
    pub shock: Option<Shock>,
    /// Whether it staggers through its next Action Turn (PUN-GAS-05).
    pub gassed: bool,
    /// A Berserk model that was Downed and goes on for now (PUN-BER-01).
    pub rage: Option<Rage>,
    /// Whether it has to get back to its pack (PUN-PAC-03).
    pub stray: bool,
}

/// How a model stands or lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Posture {
    /// On its feet.
    Standing,
    /// Half as high (PUN-CRO-02).
    Crouched,
    /// On the floor after a fall (PUN-FAL-02).
    Prone,
    /// Hanging on a wall or ladder (PUN-Q-14).
    Clinging,
    /// In the air between two Actions of a long jump (PUN-Q-47).
    Aloft,
}

/// What has become of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// It has not been placed yet.
    Waiting,
    /// It sneaks up and has not been revealed (PUN-INF-01).
    Hidden,
    /// It is on the table and in play.
    Up,
    /// It is out of play; its marker lies here (PUN-DWN-03).
    Downed(Spot),
    /// It is out of play and left no marker (PUN-Q-17).
    Removed,
    /// It has left the table and is not Downed (PUN-SC3-04).
    Left,
    /// It is not there: a number that is kept free, or somebody hidden in the match as those know it
    /// who must not know of it (PUN-SC0-03).
    Unsuspected,
}

/// Poison at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Poison {
    /// The X of Poison (X).
    pub strength: u8,
    /// The game Turn in which it came.
    pub turn: u8,
}

/// How long a shock still lasts (PUN-ELE-03, PUN-Q-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shock {
    /// It came in the model's own Action Turn, which does not count.
    Fresh,
    /// It ends with the model's next Action Turn.
    Wearing,
}

/// A Berserk model that was Downed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rage {
    /// The game Turn in which it was Downed.
    pub turn: u8,
    /// Whether it is in its last set of Actions.
    pub last: bool,
}

/// A weapon in somebody's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held {
    /// Which.
    pub weapon: WeaponId,
    /// What is fixed to it.
    pub fittings: Fittings,
    /// How many of it are left: more than one of bombs only.
    pub count: u8,
    /// Actions it still takes to load it; nought if it is loaded (PUN-DSL-02).
    pub unloaded: u8,
    /// Whether it is jammed for good (PUN-KAB-01).
    pub jammed: bool,
    /// Pump markers on Strength, Penetration and range (PUN-PUM-01).
    pub pumped: [u8; 3],
}

/// What a model fights with hand to hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arm {
    /// One of its weapons, by its place.
    Held(u8),
    /// Its bare hands (PUN-WPC-03).
    Bare,
}

/// Fire or smoke of two inches around a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Patch {
    /// What it is.
    pub kind: PatchKind,
    /// Its middle.
    pub spot: Spot,
}

/// What a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PatchKind {
    /// Fire, which stays (PUN-INC-01).
    Fire,
    /// Smoke, with the game Turn and Agility Round of its placing (PUN-SMO-03).
    Smoke {
        /// The game Turn.
        turn: u8,
        /// The Agility Round.
        round: u8,
    },
}

/// How far fire and smoke reach (PUN-INC-01, PUN-SMO-01).
pub const PATCH_RADIUS: Length = Length::inches(2);

/// Something on the table that can be used or fought over (PUN-INT-05).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Token {
    /// What it is called.
    pub name: Name,
    /// What it is.
    pub kind: TokenKind,
    /// Where it is; nowhere while somebody carries it or when it is gone.
    pub spot: Option<Spot>,
    /// Whose it is at present, or who carries it.
    pub owner: Option<SideId>,
    /// Who carries it.
    pub carrier: Option<ModelId>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TokenKind {
    /// Something to be used (PUN-INT-05).
    Device,
    /// A machine that works for whoever switched it (PUN-SC2-02).
    Machine,
    /// A crate that can be carried off (PUN-SC3-02).
    Crate,
}

/// A model's Action Turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Acting {
    /// Whose.
    pub model: ModelId,
    /// Actions left.
    pub left: u8,
    /// Who aims at whom: it, or members of its pack (PUN-AIM-02).
    pub aims: SmallVec<[(ModelId, ModelId); 1]>,
    /// Movement Actions made one after the other just now, as a charge (PUN-ASL-06).
    pub run: SmallVec<[Stride; 2]>,
    /// What its Assault adds to Combat, and against whom (PUN-ASL-08).
    pub assault: Option<Assault>,
    /// Whether it has failed an Agility roll for bad terrain (PUN-ASL-09).
    pub stumbled: bool,
    /// Whether its Action Turn is over after what is under way (PUN-DEF-02).
    pub done: bool,
    /// Whether it has turned for its next Action, where that is free (PUN-Q-05).
    pub turned: bool,
    /// Those whom fire has burnt in the Action under way (PUN-INC-03).
    pub burnt: SmallVec<[ModelId; 1]>,
    /// Those over whom gas has come in their own Action Turn, so that it tells in the next one
    /// (PUN-GAS-05).
    pub gassed: Models,
    /// The enemy that a bloodthirsty model goes for with this Action (PUN-BLO-01).
    pub prey: Option<ModelId>,
}

/// A Movement Action that may count for a charge (PUN-Q-23).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stride {
    /// The enemies it went straight for with all it had, in sight from its start.
    pub toward: Models,
}

/// What an Assault has come to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Those who were assaulted.
    pub on: Models,
    /// What is added to Combat against them.
    pub bonus: i32,
    /// How many Movement Actions the charge took, the assaulting one included.
    pub strides: u8,
}

impl Model {
    /// A model that has not been placed yet, with what it starts with.
    pub fn fresh(who: &Character) -> Model {
        let held = who.kit.weapons.iter().map(|carried| Held {
            weapon: carried.weapon,
            fittings: carried.fittings,
            count: carried.count,
            unloaded: 0,
            jammed: false,
            pumped: [0; 3],
        });
        let y = if who.side == SideId(0) { 1_000 } else { -1_000 };
        Model {
            spot: None,
            facing: Vector::new(0, y),
            posture: Posture::Standing,
            // Whoever infiltrates is kept aside without a word (PUN-INF-01, PUN-SC0-03).
            fate: match who.has(ModelRule::Infiltration) {
                true if who.is_nobody() => Fate::Unsuspected,
                true => Fate::Hidden,
                false => Fate::Waiting,
            },
            weapons: held.collect(),
            armour: who.kit.armour,
            items: who.kit.items,
            bullets: Bullets::default(),
            wields: None,
            acted: false,
            delayed: None,
            has_delayed: false,
            ready: false,
            shot_at: SmallVec::new(),
            toughness_lost: 0,
            poison: None,
            shock: None,
            gassed: false,
            rage: None,
            stray: false,
        }
    }
}

impl Acting {
    /// An Action Turn that begins.
    pub fn new(model: ModelId, left: u8) -> Acting {
        Acting {
            model,
            left,
            aims: SmallVec::new(),
            run: SmallVec::new(),
            assault: None,
            stumbled: false,
            done: false,
            turned: false,
            burnt: SmallVec::new(),
            gassed: Models::new(),
            prey: None,
        }
    }

    /// Whom a model aims at.
    pub fn aim_of(&self, model: ModelId) -> Option<ModelId> {
        self.aims.iter().find(|(who, _)| *who == model).map(|(_, target)| *target)
    }
}

impl State {
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

    /// The other side (PUN-BND-11).
    pub fn rival(&self, side: SideId) -> SideId {
        SideId(1 - side.0.min(1))
    }

    /// A model's name.
    pub fn name(&self, model: ModelId) -> &str {
        &self.who(model).name
    }

    /// Whether a model has a special rule.
    pub fn has(&self, model: ModelId, rule: ModelRule) -> bool {
        self.who(model).has(rule)
    }

    /// What a weapon is like.
    pub fn weapon(&self, held: &Held) -> &Weapon {
        self.armoury.weapon(held.weapon)
    }

    /// All models.
    pub fn ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len()).map(|i| ModelId(i as u16))
    }

    /// All models on the table.
    pub fn up(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(|m| self.model(*m).spot.is_some())
    }

    /// All models of a side on the table.
    pub fn of_side(&self, side: SideId) -> impl Iterator<Item = ModelId> + '_ {
        self.up().filter(move |m| self.side(*m) == side)
    }

    /// The enemies of a model on the table.
    pub fn enemies(&self, of: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        let side = self.side(of);
        self.up().filter(move |m| self.side(*m) != side)
    }

    /// The friends of a model on the table, without itself.
    pub fn friends(&self, of: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.of_side(self.side(of)).filter(move |m| *m != of)
    }

    /// Where a model stands. Only ever asked of models on the table.
    pub fn spot(&self, model: ModelId) -> Spot {
        self.model(model).spot.unwrap_or_default()
    }

    /// How high a model is in a posture (PUN-G-02).
    pub fn height_in(&self, model: ModelId, posture: Posture) -> Length {
        let height = self.who(model).height;
        match posture {
            Posture::Standing | Posture::Clinging | Posture::Aloft => height,
            Posture::Crouched => height / 2,
            Posture::Prone => PRONE_HEIGHT,
        }
    }

    /// What a model occupies at a spot in its present posture (PUN-G-02, PUN-G-07).
    pub fn body_at(&self, model: ModelId, spot: Spot) -> Body {
        self.body_in(model, spot, self.model(model).posture)
    }

    /// What a model occupies at a spot in some posture.
    pub fn body_in(&self, model: ModelId, spot: Spot, posture: Posture) -> Body {
        let height = self.height_in(model, posture);
        let base = self.who(model).base;
        Body { spot, base, girth: base, height, eye: height * 9 / 10 }
    }

    /// What a model occupies. Only ever asked of models on the table.
    pub fn body(&self, model: ModelId) -> Body {
        self.body_at(model, self.spot(model))
    }

    /// Whether a model carries a Cumbersome thing (PUN-CUM-01).
    pub fn is_encumbered(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.weapons.iter().any(|held| self.weapon(held).has(GearRule::Cumbersome))
            || m.armour.is_some_and(|a| self.armoury.armour(a).has(GearRule::Cumbersome))
            || self.tokens.iter().any(|token| token.carrier == Some(model))
    }

    /// The present value of an attribute, permanent changes reckoned in (PUN-Q-06); none if it
    /// cannot be used (PUN-ATT-03).
    pub fn attribute(&self, model: ModelId, attribute: Attribute) -> Option<i32> {
        let value = i32::from(self.who(model).profile.get(attribute)?);
        Some(match attribute {
            Attribute::Agility => value - i32::from(self.is_encumbered(model)) - self.numbed(model),
            Attribute::Combat | Attribute::Precision => value - self.numbed(model),
            Attribute::Toughness => value - i32::from(self.model(model).toughness_lost),
            _ => value,
        })
    }

    /// The same as a number to reckon with.
    pub fn value(&self, model: ModelId, attribute: Attribute) -> i32 {
        self.attribute(model, attribute).unwrap_or(0)
    }

    /// The Agility that decides when a model acts (PUN-TRN-04).
    pub fn agility(&self, model: ModelId) -> u8 {
        self.value(model, Attribute::Agility).clamp(1, 99) as u8
    }

    /// Whether a model is Ready and may still shoot (PUN-DEF-03).
    pub fn is_ready(&self, model: ModelId) -> bool {
        self.model(model).ready && self.model(model).spot.is_some()
    }

    /// The model whose Action Turn it is.
    pub fn active(&self) -> Option<ModelId> {
        self.acting.as_ref().map(|a| a.model)
    }

    /// The rule that makes a posture a burden in close combat.
    pub fn posture_clause(posture: Posture) -> Clause {
        match posture {
            Posture::Crouched => Clause("PUN-CRO-06"),
            Posture::Standing | Posture::Prone | Posture::Clinging | Posture::Aloft => {
                Clause("PUN-FAL-05")
            }
        }
    }
}
