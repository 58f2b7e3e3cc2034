//! How a model is: its marks, what it has lost, what it carries.

use engine::{ModelId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Spot;

use crate::gear::{Armor, Gear, Item};
use crate::profile::{Character, Energy, Nature, Rule, words};

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
    /// How much of the radiation's is lost for good; counted with it already.
    pub scars: u8,
    /// The backlash of Healing (MUT-SPC-060).
    pub backlash: u8,
    /// Disease (MUT-TYP-51).
    pub disease: u8,
}

impl Losses {
    /// All of them; scars are among what radiation has cost.
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
