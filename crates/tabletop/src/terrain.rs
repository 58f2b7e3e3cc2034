//! Terrain as people describe it: kinds and pieces.
//!
//! A kind says what a thing is, never what it does: that is each rulebook's business. Only
//! bare physics is settled here: which kinds are solid, and which are mere ground.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::point::Point;
use crate::polygon::{Extent, Polygon};

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $nature:ident;)*) => {
        /// The shared vocabulary of terrain.
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind { $($(#[$doc])* $kind),* }

        impl Kind {
            /// Every kind there is.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// The name used in table files and rulings.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name),* }
            }

            /// What it is physically.
            pub const fn nature(self) -> Nature {
                match self { $(Kind::$kind => Nature::$nature),* }
            }
        }
    };
}

/// What a kind of terrain is physically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Ground one walks on, with or without growth standing on it.
    Ground,
    /// A line to be crossed: a wall, a hedge, a fence. One can stand on the solid ones.
    Barrier,
    /// A massive thing that one walks around or climbs, and can stand on.
    Solid,
    /// A hole in the ground: nothing to stand on.
    Hole,
}

kinds! {
    /// Plain ground, worth marking only for its name.
    Open = "open", Ground;
    /// Low growth.
    Scrub = "scrub", Ground;
    /// Woods one can see far into.
    LightWoods = "light-woods", Ground;
    /// Woods of middling density.
    MediumWoods = "medium-woods", Ground;
    /// Woods one can hardly see into.
    DenseWoods = "dense-woods", Ground;
    /// Bog and mud.
    Swamp = "swamp", Ground;
    /// A river, a pond.
    Water = "water", Ground;
    /// Broken masonry to clamber over.
    Rubble = "rubble", Ground;
    /// A boulder or outcrop.
    Rock = "rock", Solid;
    /// One contour of a hill: everything inside is at least as high as its height.
    Hill = "hill", Solid;
    /// A shallow bowl in the ground.
    Crater = "crater", Ground;
    /// Radioactive ground.
    Irradiated = "irradiated", Ground;
    /// Poisoned or polluted ground.
    Contaminated = "contaminated", Ground;
    /// A hole, crevice or shaft.
    Pit = "pit", Hole;
    /// A wall to shoot over.
    LowWall = "low-wall", Barrier;
    /// A wall to hide behind.
    HighWall = "high-wall", Barrier;
    /// A hedge.
    Hedge = "hedge", Barrier;
    /// A fence one can see through.
    Fence = "fence", Barrier;
    /// Barbed wire.
    Wire = "wire", Barrier;
    /// A trench to stand in.
    Trench = "trench", Ground;
    /// A house; its parts are walls, openings, floors and a roof.
    Building = "building", Solid;
    /// A door leaf.
    Door = "door", Barrier;
    /// The inside of a building, on any floor.
    Interior = "interior", Ground;
    /// A floor, roof or platform.
    Floor = "floor", Solid;
    /// A flight of stairs or a ramp.
    Stairs = "stairs", Ground;
    /// A ladder or a fixed rope.
    Ladder = "ladder", Ground;
    /// A crate or container.
    Crate = "crate", Solid;
    /// A barrel or tank.
    Barrel = "barrel", Solid;
    /// A wreck or parked vehicle.
    Vehicle = "vehicle", Solid;
    /// An outcrop of crystals.
    Crystal = "crystal", Solid;
    /// Smoke, which only ever appears during play.
    Smoke = "smoke", Ground;
    /// Fire, which only ever appears during play.
    Fire = "fire", Ground;
    /// A single tree, trunk and crown, to hide behind and to climb.
    Tree = "tree", Solid;
    /// A well with its rim.
    Well = "well", Solid;
    /// Water shallow enough to wade through.
    Ford = "ford", Ground;
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = Kind::ALL.len();

    /// Height of a piece whose description does not say.
    pub const fn usual_height(self) -> Length {
        match self {
            Kind::Scrub | Kind::Crate | Kind::Barrel | Kind::Vehicle => Length::inches(1),
            Kind::LowWall | Kind::Hedge | Kind::Fence | Kind::Wire => Length::cents(50),
            Kind::Well => Length::cents(75),
            Kind::Tree => Length::cents(250),
            Kind::HighWall | Kind::Rock | Kind::Crystal | Kind::Smoke => Length::inches(2),
            Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => Length::inches(4),
            Kind::Hill => Length::cents(50),
            Kind::Building | Kind::Floor | Kind::Stairs | Kind::Ladder => Length::inches(3),
            Kind::Door | Kind::Fire => Length::cents(150),
            Kind::Open
            | Kind::Swamp
            | Kind::Water
            | Kind::Rubble
            | Kind::Crater
            | Kind::Irradiated
            | Kind::Contaminated
            | Kind::Pit
            | Kind::Trench
            | Kind::Ford
            | Kind::Interior => Length::ZERO,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let wanted = text.trim().replace(' ', "-");
        let found = Kind::ALL.iter().find(|kind| kind.name() == wanted);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            format!("'{text}' is no kind of terrain; there are {}", names.join(", "))
        })
    }
}

/// One thing on the table, as its author describes it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// What people call it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its outline or line.
    pub form: Form,
    /// Height of its foot above the bare table.
    pub bottom: Length,
    /// Its own height.
    pub height: Length,
}

impl Piece {
    /// The smallest box around the piece seen from above; none for a barrier without points.
    pub fn extent(&self) -> Option<Extent> {
        match &self.form {
            Form::Area(shape) => Some(shape.extent()),
            Form::Barrier { line, thickness } => {
                Extent::around(line).map(|e| e.grown(*thickness / 2))
            }
            Form::Building(building) => Some(building.outline.extent()),
            Form::Stairs { foot, head, width } => {
                Extent::around(&[*foot, *head]).map(|e| e.grown(*width / 2))
            }
            Form::Ladder(at) => Some(Extent { low: *at, high: *at }),
        }
    }
}

/// The shape of a piece seen from above.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Shape"))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// A patch of ground, a rock, one contour of a hill, a platform, a hole.
    Area(#[cfg_attr(feature = "typescript", ts(as = "Vec<Point>"))] Polygon),
    /// A wall, hedge or fence along a line of a given thickness.
    Barrier {
        /// Corner points of the line.
        line: Vec<Point>,
        /// Full thickness.
        thickness: Length,
    },
    /// A house.
    Building(Building),
    /// Stairs or a ramp, rising from the foot to the head over the height of the piece.
    Stairs {
        /// Middle of the lowest edge.
        foot: Point,
        /// Middle of the highest edge.
        head: Point,
        /// Full width.
        width: Length,
    },
    /// A ladder or rope, rising over the height of the piece.
    Ladder(Point),
}

/// A house: walls with openings, floors, and perhaps a roof. The height of the piece is the
/// height of its walls.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Building {
    /// Outer edge of the walls.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<Point>"))]
    pub outline: Polygon,
    /// Thickness of the walls, measured inward.
    pub thickness: Length,
    /// Doors and windows.
    pub openings: Vec<Opening>,
    /// Heights of the upper floors above the foot of the building.
    pub floors: Vec<Length>,
    /// Whether a flat roof closes it at the height of its walls.
    pub roof: bool,
    /// Whether explosives may make holes in its walls.
    pub breachable: bool,
}

/// A door or window in the wall of a building.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Which side of the outline, counted from nought.
    pub side: usize,
    /// Where it begins, along that side.
    pub from: Length,
    /// How wide it is.
    pub width: Length,
    /// Height of its lower edge above the foot of the building.
    pub sill: Length,
    /// Height of its upper edge.
    pub head: Length,
    /// Whether a door leaf hangs in it, which can be opened and closed.
    pub door: bool,
}
