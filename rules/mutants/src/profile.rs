//! Chapters 2 and 16: who a character is: type, Quality, Combat and special rules.

use std::fmt;
use std::sync::Arc;

use engine::{Clause, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::gear::Item;
use crate::party::Upkeep;

/// A name that is shared, not copied.
pub type Name = Arc<str>;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// Every one there is, in the order of its table.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// The one of a name, in any case of letters.
            pub fn of_name(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name().eq_ignore_ascii_case(text.trim()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The types of characters (MUT-T-11).
    Kind {
        /// A Pure Human.
        Human = "Human",
        /// A Mutant.
        Mutant = "Mutant",
        /// A Mutated Animal.
        MutatedAnimal = "Mutated Animal",
        /// A Mutated Plant.
        Plant = "Mutated Plant",
        /// An Android.
        Android = "Android",
        /// A Robot.
        Robot = "Robot",
        /// One of the Wretched.
        Wretched = "Wretched",
        /// A normal animal (MUT-SPC-007).
        Animal = "Animal",
    }
}

impl Kind {
    /// Whether it is Artificial (MUT-SPC-010).
    pub const fn is_artificial(self) -> bool {
        matches!(self, Kind::Android | Kind::Robot)
    }

    /// Quality and Combat of a plain character of the type (MUT-T-11).
    pub const fn basics(self) -> (u8, i8) {
        match self {
            Kind::Human => (3, 2),
            Kind::Mutant | Kind::MutatedAnimal | Kind::Android => (4, 3),
            Kind::Plant => (5, 3),
            Kind::Robot => (4, 4),
            Kind::Wretched => (4, 2),
            // The book gives a normal animal no figures; ours are a Mutated Animal's, weaker
            // in a fight (MUT-SPC-007).
            Kind::Animal => (4, 2),
        }
    }
}

words! {
    /// What a Mutated Animal was before it changed (MUT-T-12).
    Species {
        /// A horse.
        Horse = "Horse",
        /// A dog, a wolf.
        Canine = "Canine",
        /// A cat.
        Feline = "Feline",
        /// A monkey or ape.
        Monkey = "Monkey",
        /// A frog, fish or dolphin.
        Frog = "Frog",
        /// A turtle.
        Turtle = "Turtle",
        /// A giant wingless insect.
        Insect = "Giant insect",
        /// A giant winged insect.
        WingedInsect = "Giant winged insect",
        /// A giant spider.
        Spider = "Giant spider",
        /// A bird.
        Bird = "Bird",
        /// A flightless bird.
        FlightlessBird = "Flightless bird",
        /// A pig or sheep.
        Swine = "Swine or sheep",
        /// A bear.
        Bear = "Bear",
        /// A rat.
        Rat = "Rat",
    }
}

words! {
    /// Kinds of energy that attacks are made of (MUT-T-08).
    Energy {
        /// Fire and heat.
        Heat = "heat",
        /// Lasers.
        Laser = "lasers",
        /// Death rays.
        DeathRay = "death rays",
        /// Sonic waves.
        Sonic = "sonic",
        /// Electricity.
        Electricity = "electricity",
        /// Blows, bullets, falls.
        Kinetic = "kinetic",
    }
}

words! {
    /// What a model with Energy Projection projects (MUT-T-09).
    Projection {
        /// As a Sonic Stunner.
        Sonic = "sonic",
        /// As a Pistol.
        Kinetic = "kinetic",
        /// As an Electric Gun.
        Electricity = "electricity",
        /// The target takes a Radiation check.
        Radiation = "radiation",
        /// As a Flamethrower.
        Flames = "flames",
        /// As a Laser Gun.
        Light = "light",
    }
}

words! {
    /// What a model with a Phobia is afraid of (MUT-SPC-091).
    Dread {
        /// Mutated Plants.
        Plants = "plants",
        /// Mutants and models with the Humanoid mutation (MUT-Q-115).
        Humanoids = "humanoids",
        /// Androids and Robots.
        Artificial = "artificial",
        /// Animals, mutated or not.
        Animals = "animals",
        /// Wretched.
        Wretched = "wretched",
        /// Humans.
        Humans = "humans",
    }
}

macro_rules! rules {
    ($($variant:ident = $word:literal, $clause:literal;)+) => {
        words! {
            /// Special rules: mutations, skills and features (chapter 14).
            Rule { $(#[doc = concat!($word, " (", $clause, ").")] $variant = $word),+ }
        }

        impl Rule {
            /// Where it is explained.
            pub const fn clause(self) -> Clause {
                match self { $(Rule::$variant => Clause($clause)),+ }
            }
        }
    };
}

rules! {
    Absorption = "Absorption", "MUT-SPC-001";
    Allure = "Allure", "MUT-SPC-003";
    Amphibious = "Amphibious", "MUT-SPC-006";
    Bestial = "Bestial", "MUT-SPC-014";
    Big = "Big", "MUT-SPC-016";
    Clinging = "Clinging", "MUT-SPC-018";
    DangerSense = "Danger Sense", "MUT-SPC-019";
    Doppelganger = "Doppelganger", "MUT-SPC-023";
    EnergyAdaptation = "Energy Adaptation", "MUT-SPC-034";
    EnergyFeeding = "Energy Feeding", "MUT-SPC-036";
    EnergyProjection = "Energy Projection", "MUT-SPC-039";
    Entangle = "Entangle", "MUT-SPC-042";
    ExplosiveFruits = "Explosive Fruits", "MUT-SPC-044";
    FearOfFire = "Fear of Fire", "MUT-SPC-046";
    FearOfWater = "Fear of Water", "MUT-SPC-047";
    Flying = "Flying", "MUT-SPC-051";
    Forester = "Forester", "MUT-SPC-054";
    FreeDisengage = "Free Disengage", "MUT-SPC-055";
    Gunsmith = "Gunsmith", "MUT-SPC-057";
    HandToHandSpecialist = "Hand to Hand Specialist", "MUT-SPC-058";
    Healing = "Healing", "MUT-SPC-059";
    HeavyArmor = "Natural Heavy Armor", "MUT-SPC-062";
    Hero = "Hero", "MUT-SPC-065";
    Huge = "Huge", "MUT-SPC-067";
    Humanoid = "Humanoid", "MUT-SPC-068";
    Leader = "Leader", "MUT-SPC-071";
    LongMove = "Long Move", "MUT-SPC-080";
    MentalShield = "Mental Shield", "MUT-SPC-081";
    MindBlock = "Mind Block", "MUT-SPC-082";
    Mounted = "Mounted", "MUT-SPC-083";
    NutritiousFruits = "Nutritious Fruits", "MUT-SPC-090";
    Phobia = "Phobia", "MUT-SPC-091";
    Photosynthesis = "Photosynthesis", "MUT-SPC-092";
    Poison = "Poison", "MUT-SPC-094";
    Psychometry = "Psychometry", "MUT-SPC-103";
    Quills = "Quills", "MUT-SPC-104";
    Savage = "Savage", "MUT-SPC-107";
    Sharpshooter = "Sharpshooter", "MUT-SPC-108";
    ShortMove = "Short Move", "MUT-SPC-109";
    Slow = "Slow", "MUT-SPC-111";
    Sprint = "Sprint", "MUT-SPC-112";
    Steadfast = "Steadfast", "MUT-SPC-114";
    Stealth = "Stealth", "MUT-SPC-115";
    StrongConstitution = "Strong Constitution", "MUT-SPC-119";
    SuperiorSenses = "Superior Senses", "MUT-SPC-120";
    SuperiorTouch = "Superior Touch", "MUT-SPC-121";
    Tailslap = "Tailslap", "MUT-SPC-122";
    TelekineticDisarm = "Telekinetic Disarm", "MUT-SPC-123";
    TelekineticPush = "Telekinetic Push", "MUT-SPC-126";
    TelekineticShield = "Telekinetic Shield", "MUT-SPC-128";
    Telepathy = "Telepathy", "MUT-SPC-131";
    TelepathicScream = "Telepathic Scream", "MUT-SPC-135";
    Terror = "Terror", "MUT-SPC-136";
    TwoHeaded = "Two Headed", "MUT-SPC-139";
    Tough = "Tough", "MUT-SPC-140";
    WeakConstitution = "Weak Constitution", "MUT-SPC-142";
    MediumMovement = "Medium Movement", "MUT-SPC-144";
    MotionDetector = "Motion Detector", "MUT-TYP-38";
    CombatComputer = "Combat Computer", "MUT-TYP-39";
    AllTerrain = "All Terrain Ability", "MUT-TYP-41";
    CivilianRobot = "Civilian Robot", "MUT-TYP-42";
    SuperiorSoftware = "Superior Software", "MUT-TYP-43";
    MedicalRobot = "Medical Robot", "MUT-TYP-44";
    AdvancedTargeting = "Advanced Targeting System", "MUT-TYP-47";
    Nimble = "Nimble", "MUT-TER-24";
    CombatBonus = "Combat Bonus", "MUT-PTY-02";
    Immune = "Immune to Disease", "MUT-TYP-52";
}

impl Rule {
    /// Whether it is a Mental Mutation (MUT-T-20).
    pub const fn is_mental(self) -> bool {
        matches!(
            self,
            Rule::Terror
                | Rule::FearOfFire
                | Rule::FearOfWater
                | Rule::Phobia
                | Rule::Psychometry
                | Rule::TelekineticPush
                | Rule::TelekineticShield
                | Rule::TelekineticDisarm
                | Rule::Telepathy
                | Rule::TelepathicScream
                | Rule::Healing
                | Rule::MindBlock
                | Rule::MentalShield
        )
    }

    /// Whether it is learned, not inborn: a skill of table MUT-T-13, or something a party gives
    /// (MUT-Q-114). Danger Sense can be either and counts as inborn.
    pub const fn is_learned(self) -> bool {
        matches!(
            self,
            Rule::Hero
                | Rule::Forester
                | Rule::HandToHandSpecialist
                | Rule::FreeDisengage
                | Rule::Savage
                | Rule::Sharpshooter
                | Rule::Gunsmith
                | Rule::Stealth
                | Rule::Mounted
                | Rule::Steadfast
                | Rule::Leader
                | Rule::CombatBonus
                | Rule::Immune
        )
    }
}

/// A set of special rules. Saved in two halves, as files have no larger numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "[u64; 2]", from = "[u64; 2]")]
pub struct RuleSet(u128);

impl From<RuleSet> for [u64; 2] {
    fn from(set: RuleSet) -> [u64; 2] {
        [set.0 as u64, (set.0 >> 64) as u64]
    }
}

impl From<[u64; 2]> for RuleSet {
    fn from([low, high]: [u64; 2]) -> RuleSet {
        RuleSet(u128::from(low) | u128::from(high) << 64)
    }
}

impl RuleSet {
    /// Whether a rule is in it.
    pub const fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u32 & 1 == 1
    }

    /// Adds a rule.
    pub fn add(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u32;
    }

    /// Takes a rule away.
    pub fn remove(&mut self, rule: Rule) {
        self.0 &= !(1 << rule as u32);
    }

    /// All rules in it, by name.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |rule| self.has(*rule))
    }

    /// Those that fit.
    pub fn filtered(self, fits: impl Fn(Rule) -> bool) -> RuleSet {
        self.iter().filter(|rule| fits(*rule)).collect()
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> RuleSet {
        let mut set = RuleSet::default();
        rules.into_iter().for_each(|rule| set.add(rule));
        set
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What a body is like: everything a Doppelganger takes over (MUT-SPC-023, MUT-Q-114).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Nature {
    /// Its type.
    pub kind: Kind,
    /// What animal it was.
    pub species: Option<Species>,
    /// Quality: the number a die must reach. Includes the Leader's and advances' improvements.
    pub quality: u8,
    /// Combat. Includes the Combat Bonus, a Combat Computer and the like.
    pub combat: i8,
    /// Its special rules.
    pub rules: RuleSet,
    /// What it absorbs, with Absorption.
    pub absorbs: Option<Energy>,
    /// What it projects, with Energy Projection.
    pub projects: Option<Projection>,
    /// What it is afraid of, with a Phobia.
    pub dreads: Option<Dread>,
}

impl Nature {
    /// A plain character of a type.
    pub fn plain(kind: Kind) -> Nature {
        let (quality, combat) = kind.basics();
        let mut rules = RuleSet::default();
        match kind {
            Kind::Plant => {
                rules.add(Rule::Forester);
                rules.add(Rule::ShortMove);
            }
            Kind::Wretched => rules.add(Rule::ShortMove),
            _ => (),
        }
        let (species, absorbs, projects, dreads) = (None, None, None, None);
        Nature { kind, species, quality, combat, rules, absorbs, projects, dreads }
    }

    /// Whether it has a special rule.
    pub const fn has(&self, rule: Rule) -> bool {
        self.rules.has(rule)
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        match () {
            () if self.has(Rule::Huge) => Size::Huge,
            () if self.has(Rule::Big) => Size::Big,
            () => Size::Normal,
        }
    }

    /// Whether it has hands for equipment (MUT-TYP-09, MUT-TYP-15, MUT-SPC-014, MUT-SPC-068).
    pub const fn has_hands(&self) -> bool {
        match self.kind {
            Kind::MutatedAnimal | Kind::Plant => self.has(Rule::Humanoid),
            Kind::Animal => false,
            _ => !self.has(Rule::Bestial),
        }
    }
}

/// How large a model is; smaller than man-sized is normal (MUT-HTH-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// As large as a man, or smaller.
    Normal,
    /// Over two metres (MUT-SPC-016).
    Big,
    /// Over five metres (MUT-SPC-067).
    Huge,
}

/// What sustains a character (MUT-T-26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diet {
    /// Food.
    Food,
    /// Energy Cells.
    Cells,
    /// Either, as it comes (MUT-SPC-036).
    Either,
    /// Nothing.
    Nothing,
}

/// A character as its party's record has it at the start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Character {
    /// What it is called.
    pub name: Name,
    /// Whose it is.
    pub side: SideId,
    /// What it is like.
    pub nature: Nature,
    /// What sustains it.
    pub diet: Diet,
    /// What it carries.
    pub gear: SmallVec<[Item; 4]>,
    /// Which of its things is ready at the start (MUT-ACT-04).
    pub ready: Option<u8>,
    /// Spare Energy Cells it carries.
    pub cells: u8,
    /// Food it carries.
    pub food: u8,
    /// What the campaign has left it with.
    pub condition: Record,
}

/// What a campaign leaves a character with for its next game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Underfed or underpowered (MUT-CAM-03, MUT-CAM-04).
    pub underfed: bool,
    /// Wounded: -1 on Quality rolls (MUT-T-25).
    pub wounded: bool,
    /// Infected with the Wretched disease (MUT-TYP-51).
    pub infected: bool,
    /// Powered gear whose Upkeep was not paid: unusable (MUT-Q-120).
    pub unpaid: bool,
    /// Sits out the next game (MUT-T-25).
    pub absent: bool,
    /// A Robot that has stopped for want of Cells (MUT-CAM-05).
    pub stopped: bool,
    /// Quality lost for good to radiation (MUT-CAM-28); `Nature::quality` includes it.
    pub scars: u8,
    /// The Upkeep its roster prints, which may differ from what the rules say (MUT-Q-10).
    pub printed: Option<Upkeep>,
}
