//! Chapter 2: bands and rosters (PUN-BND-01 to 11, PUN-B-01 to 08).
//!
//! A roster is TOML: the band that it is raised from, and its models.
//!
//! ```toml
//! name = "Rust Street Kings"
//! band = "Gangers"                  # or Mutards, Scavengers, Ash Riders, or a [band] of your own
//! bullets = 4                       # optional; shared out among the models before the game
//! patched_bullets = 0               # optional; where the band may buy them
//!
//! [[model]]
//! name = "Cold Harry"               # optional, the troop's name otherwise
//! troop = "Badass"
//! weapons = ["Rifle"]               # optional, as is everything below
//! armour = "Hardened leather"       # in place of what the troop wears
//! gear = ["Bayonet"]                # a bayonet or scope goes on the first weapon that takes it
//! mutations = []
//! note = "Shoots first."
//!
//! [[pack]]                          # troops with the rule Pack
//! name = "Gutter Choir"             # optional
//! troop = "Addler"
//! members = ["Blink", "Drool"]      # or just their number: members = 5
//! ```
//!
//! Bombs are counted: `weapons = ["2 Fire bombs", "Gas bomb"]`.
//!
//! A band is a file like those in `data/bands`, or a table `[band]` inside a roster, with
//! `[[band.troop]]` and so on. It may have gear of its own:
//!
//! ```toml
//! name = "Tinkers"
//! bullets = 15                      # what a bullet costs; left out, it buys none
//! patched_bullets = 10              # the same for patched ones
//! gear = ["Bayonet"]                # what everybody may buy; { name = "Tools", cost = 8 } for a
//!                                   # price of its own
//!
//! [[weapon]]                        # hand to hand: it has `combat`
//! name = "Chain hook"
//! cost = 7
//! combat = 1
//! penetration = 2
//! strength = 3                      # added to the wielder's; "= 6" takes its place
//! rules = ["Rare", "Poison (2)"]    # optional
//!
//! [[weapon]]                        # at a distance: it has `range`, `throw`, `line` or `template`
//! name = "Nail gun"
//! cost = 7
//! range = [4, 8, 12]                # inches; `throw = 2` for each point of Strength, `line = 8`
//!                                   # for Steam, `template = [8, 0.5, 2.5]` for a cone
//! penetration = [3, 2, 1]           # or one number for all ranges
//! strength = 4                      # or one for each range; "S-1" reckons from the thrower's
//! rules = ["Firearm"]
//!
//! [[armour]]
//! name = "Tyre coat"
//! cost = 8                          # from nothing
//! value = 2
//! against_firearms = [2, 3, 3]      # optional
//! rules = ["Fireproof"]             # optional: Cumbersome, Electrified, Fireproof
//!
//! [[mutation]]
//! name = "Hunk"
//! cost = 10
//! limit = 3                         # in the whole band; optional, as is all below
//! raises = { S = 2 }
//! rules = ["Swift"]
//! weapon = "Thorns"
//! skin = 1
//!
//! [[troop]]
//! name = "Welder"
//! cost = 30
//! profile = { A = 2, C = 4, P = 4, Ag = 4, S = 4, T = 3, Tc = "-" }
//! rules = ["Mong", "Pack"]          # optional, as is all below
//! limit = 2                         # or "as many as all others"
//! packs = 2                         # how many packs, for troops with the rule Pack
//! skin = 0                          # Armour that it was born with
//! base = 25                         # millimetres across
//! height = 1.2                      # inches
//! armour = "Thick clothes"
//! armours = ["Tyre coat"]           # for the difference; { name = "Tyre coat", cost = 4 }
//! carries = [1, 2]                  # how many weapons
//! weapons = ["Nail gun", { name = "Mace", cost = 4, rules = ["Rust"], with = "Tyre coat" }]
//! gear = ["Shield"]                 # on top of what everybody may buy
//! includes = ["Tools"]              # what it comes with: items, and weapons that it grew
//! mutations = [1, 3]                # how few and how many
//! ```
//!
//! Whatever cannot be understood is a problem, told with its place. Where a roster breaks the limits
//! of the book or of its band, that is a breach, told with its line: players may agree to overlook
//! those.

mod arms;
mod breaches;
mod list;
mod muster;
mod printed;
mod read;
mod recruit;
mod sheet;
mod values;
mod words;

use std::sync::Arc;

use engine::book::RosterSheet;
use smallvec::SmallVec;
use tabletop::Length;

use crate::gear::{
    ArmourId, Armoury, Bullets, Fitting, Fittings, GRUMPY_CAT_COST, Item, Items, WeaponId,
};
use crate::profile::{Attribute, ModelRules, Name, Profile};

pub use breaches::Breach;
pub use muster::{Muster, Mustered, muster, share};
pub use printed::{ROSTERS, bands, mutation_named, troop_named};

/// Longest text that is read; a bound for files from strangers.
pub const LONGEST: usize = 256 << 10;
/// Most models of a roster.
pub const MOST_MODELS: usize = 60;
/// Longest name of a band, a model or a thing.
pub const LONGEST_NAME: usize = 40;

/// What players agreed on about bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The size of the game in points (PUN-BND-04).
    pub points: i32,
    /// Whether grumpy cats may be bought (PUN-Q-36).
    pub grumpy_cat: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { points: 500, grumpy_cat: false }
    }
}

impl Terms {
    /// Most models of a band: three for each hundred points begun (PUN-T-01, PUN-Q-08).
    pub fn most_models(self) -> usize {
        let hundreds = (self.points.max(1) + 99) / 100;
        3 * usize::try_from(hundreds).unwrap_or(1)
    }
}

/// A band file: what rosters are raised from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// What it is called.
    pub name: Name,
    /// What a bullet costs it; none if it buys none (PUN-AMM-02).
    pub bullets: Option<i32>,
    /// What a patched bullet costs it; none if it buys none (PUN-B-24).
    pub patched_bullets: Option<i32>,
    /// What everybody may buy.
    pub gear: Vec<GearOffer>,
    /// Its troops.
    pub troops: Vec<Troop>,
    /// Its mutations.
    pub mutations: Vec<Mutation>,
    /// The printed weapons and armours, and its own.
    pub armoury: Armoury,
}

/// A kind of model (PUN-B-01 to 04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troop {
    /// What it is called.
    pub name: Name,
    /// What one costs.
    pub cost: i32,
    /// Its attributes.
    pub profile: Profile,
    /// Its special rules.
    pub rules: ModelRules,
    /// The X of Poison (X), if it is poisonous (PUN-POI-01).
    pub poison: Option<u8>,
    /// How many a band may have (PUN-BND-03).
    pub limit: Option<Limit>,
    /// How many packs a band may have.
    pub packs: Option<u8>,
    /// Armour that it was born with.
    pub skin: u8,
    /// Radius of its base.
    pub base: Length,
    /// How tall it stands.
    pub height: Length,
    /// What it wears unless it buys something else.
    pub armour: Option<ArmourId>,
    /// What else it may wear, and what the change costs (PUN-B-20).
    pub armours: Vec<(ArmourId, i32)>,
    /// How few and how many weapons it carries.
    pub carries: (u8, u8),
    /// What it may carry.
    pub weapons: Vec<WeaponOffer>,
    /// What it may buy besides what everybody may.
    pub gear: Vec<GearOffer>,
    /// Weapons that it comes with: those it grew.
    pub grown: SmallVec<[WeaponId; 2]>,
    /// Items that it comes with.
    pub items: Items,
    /// How few and how many mutations it has (PUN-B-06).
    pub mutations: (u8, u8),
}

/// How many of a troop a band may have (PUN-B-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many.
    Number(u8),
    /// Not more than all other models together.
    LikeAllOthers,
}

/// A weapon that a troop may buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponOffer {
    /// The name it is sold under.
    pub name: Name,
    /// What it is.
    pub weapon: WeaponId,
    /// What one costs.
    pub cost: i32,
    /// Armour that comes with it (PUN-B-23).
    pub with: Option<ArmourId>,
}

/// Special equipment: an item, or something for a firearm (PUN-T-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// An item.
    Item(Item),
    /// Something for a firearm.
    Fitting(Fitting),
}

impl Extra {
    /// All there are.
    pub fn all() -> impl Iterator<Item = Extra> {
        let items = Item::ALL.iter().map(|item| Extra::Item(*item));
        items.chain(Fitting::ALL.iter().map(|fitting| Extra::Fitting(*fitting)))
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Extra::Item(item) => item.name(),
            Extra::Fitting(fitting) => fitting.name(),
        }
    }

    /// What it costs; tools and bikes come with a troop (PUN-T-11, PUN-B-25).
    pub const fn price(self) -> Option<i32> {
        match self {
            Extra::Item(Item::Bike | Item::Tools) => None,
            Extra::Item(Item::Biohazard) => Some(5),
            Extra::Item(Item::GrumpyCat) => Some(GRUMPY_CAT_COST),
            Extra::Item(Item::Shield) => Some(6),
            Extra::Fitting(Fitting::Bayonet) => Some(4),
            Extra::Fitting(Fitting::Scope) => Some(10),
        }
    }
}

/// Special equipment that may be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GearOffer {
    /// What.
    pub what: Extra,
    /// For how much.
    pub cost: i32,
}

/// A mutation (PUN-B-06).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What it is called.
    pub name: Name,
    /// What it costs.
    pub cost: i32,
    /// How often a band may have it.
    pub limit: u8,
    /// Attributes that it raises.
    pub raises: Vec<(Attribute, u8)>,
    /// Special rules that it gives.
    pub rules: ModelRules,
    /// A weapon that grows.
    pub weapon: Option<WeaponId>,
    /// Armour that grows.
    pub skin: u8,
}

/// A roster that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// What it is called.
    pub name: Name,
    /// The band that it is raised from.
    pub band: Arc<Band>,
    /// Its models, in the order of the file.
    pub recruits: Vec<Recruit>,
    /// What its packs are called, and the lines they are on.
    pub packs: Vec<(Name, usize)>,
    /// The bullets it has bought (PUN-BND-09).
    pub bullets: Bullets,
    /// The line on which it says how many bullets it buys, or the first.
    pub bullets_line: usize,
}

/// A model of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// What it is called.
    pub name: Name,
    /// Its place among the troops of the band.
    pub troop: usize,
    /// The weapons that it has bought.
    pub weapons: Vec<Bought>,
    /// The armour that it has bought in place of the troop's.
    pub armour: Option<ArmourId>,
    /// Whatever else it has bought.
    pub extras: Vec<Extra>,
    /// Places of its mutations among those of the band.
    pub mutations: Vec<usize>,
    /// The pack that it belongs to (PUN-PAC-01).
    pub pack: Option<u8>,
    /// Where the file speaks of it.
    pub line: usize,
}

/// A weapon that somebody has bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bought {
    /// What was bought, and for how much.
    pub offer: WeaponOffer,
    /// How many.
    pub count: u8,
    /// What is fixed to it.
    pub fittings: Fittings,
    /// Whether the troop may have it.
    pub listed: bool,
}

/// Reads a roster, or says everything that is wrong with it as `line 3, column 9: ...`.
pub fn read(text: &str) -> Result<Roster, Vec<String>> {
    read::roster(text)
}

/// Reads a band file, or says everything that is wrong with it.
pub fn read_band(text: &str) -> Result<Band, Vec<String>> {
    list::file(text)
}

/// Where a roster breaks the limits; players may agree to overlook it.
pub fn breaches(roster: &Roster, terms: Terms) -> Vec<Breach> {
    breaches::breaches(roster, terms)
}

/// A roster on paper: a card for each model or pack, and its breaches as warnings.
pub fn sheet(roster: &Roster, terms: Terms) -> RosterSheet {
    sheet::sheet(roster, terms)
}
