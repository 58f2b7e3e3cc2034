//! Chapter 6: terrain and barriers: what every kind of thing on the table is in this book.
//!
//! The shared vocabulary of tables has kinds the book does not name; they count as the thing
//! that is most like them (OD6-T-12, OD6-T-13). Names of pieces are labels that players agree
//! on: an `energy shield` or `lava` is impassable, a hill may be called `easy` or `difficult`.

mod classes;
pub mod openings;

use std::borrow::Cow;

use engine::Clause;
use engine::book::Meaning;
use tabletop::movement::What;
use tabletop::table::PieceId;
use tabletop::{Form, Kind, Length, Piece, Polygon, Table, polygon};

use crate::cover::Cover;
use crate::options::{Agreed, SwampGrowth, WaterCover, WireClass};
use crate::state::State;
use classes::class_of;

/// Height of what is waist-high: half a man (OD6-BAR-12, OD6-GEO-07).
pub const WAIST: Length = Length::cents(50);
/// Walls of this height and more are extremely high (OD6-BAR-07).
pub const EXTREME: Length = Length::inches(3);
/// Crates and the like that are higher than this are not climbed over.
pub const CLIMBABLE: Length = Length::cents(150);
/// Creeks and streams narrower than this are lines to be crossed (OD6-Q-06).
const NARROW: Length = Length::inches(1);

/// How ground is to walk on (OD6-TER-01 to 05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// An inch costs an inch.
    Clear,
    /// An inch costs two.
    Rough,
    /// An inch costs four, and nobody runs.
    VeryRough,
    /// Nobody enters it.
    Impassable,
}

impl Ground {
    /// What an inch of it costs; none if it cannot be entered.
    pub const fn factor(self) -> Option<i32> {
        match self {
            Ground::Clear => Some(1),
            Ground::Rough => Some(2),
            Ground::VeryRough => Some(4),
            Ground::Impassable => None,
        }
    }
}

/// How a barrier is to cross (OD6-BAR-01 to 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Barrier {
    /// Two inches.
    Moderate,
    /// Four inches.
    Difficult,
    /// Nobody crosses it.
    Impassable,
}

impl Barrier {
    /// What crossing it costs; none if it cannot be crossed.
    pub const fn cost(self) -> Option<Length> {
        match self {
            Barrier::Moderate => Some(Length::inches(2)),
            Barrier::Difficult => Some(Length::inches(4)),
            Barrier::Impassable => None,
        }
    }
}

/// How ground of a kind is to walk on (OD6-TER-06 to 08). Rubble and craters, which the book
/// does not name, are like scrub. Hills are judged by their contours: see [`State::hill`].
pub const fn ground(kind: Kind) -> Ground {
    match kind {
        Kind::Scrub | Kind::Rubble | Kind::Crater => Ground::Rough,
        Kind::LightWoods | Kind::MediumWoods | Kind::Ford => Ground::Rough,
        Kind::DenseWoods | Kind::Swamp | Kind::Water => Ground::VeryRough,
        Kind::Pit => Ground::Impassable,
        _ => Ground::Clear,
    }
}

/// How much cover woods and swamps give, and how far one sees in them (OD6-TER-12 to 15);
/// nothing for anything else.
pub fn growth(kind: Kind, agreed: &Agreed) -> Option<(Cover, Length)> {
    const LIGHT: (Cover, Length) = (Cover::Light, Length::inches(8));
    const MEDIUM: (Cover, Length) = (Cover::Medium, Length::inches(6));
    const HEAVY: (Cover, Length) = (Cover::Heavy, Length::inches(4));
    match (kind, agreed.swamp) {
        (Kind::LightWoods, _) | (Kind::Swamp, SwampGrowth::Light) => Some(LIGHT),
        (Kind::MediumWoods, _) | (Kind::Swamp, SwampGrowth::Medium) => Some(MEDIUM),
        (Kind::DenseWoods, _) | (Kind::Swamp, SwampGrowth::Heavy) => Some(HEAVY),
        _ => None,
    }
}

/// The cover of ground for whoever is in it (OD6-TER-19, 20, OD6-BAR-15, 16). Woods, swamps and
/// scrub cover whoever is shot at through them: see [`growth`].
pub fn area_cover(piece: &Piece, agreed: &Agreed) -> Cover {
    let by_text = agreed.water_cover == WaterCover::Text;
    match piece.kind {
        Kind::Rubble | Kind::Crater => Cover::Light,
        Kind::Ford if by_text => Cover::Light,
        Kind::Ford => Cover::Medium,
        Kind::Water if by_text => Cover::Medium,
        Kind::Water => Cover::Heavy,
        Kind::Trench if is_deep(piece) => Cover::Heavy,
        Kind::Trench => Cover::Medium,
        _ => Cover::None,
    }
}

/// The cover of something solid that rises so far above the feet of whoever is behind it
/// (OD6-BAR-12 to 14). A lone tree hides nobody and stops little.
pub fn barrier_cover(kind: Kind, rise: Length) -> Cover {
    match kind {
        Kind::Wire | Kind::Floor | Kind::Hill => Cover::None,
        Kind::Tree => Cover::Light,
        _ if rise <= WAIST => Cover::Medium,
        _ => Cover::Heavy,
    }
}

/// Whether a trench is deeper than half a man: its height is its depth (OD6-BAR-15, 16).
pub fn is_deep(trench: &Piece) -> bool {
    trench.height > WAIST
}

/// Whether water is so narrow that it is a line to be crossed rather than ground (OD6-Q-06).
pub fn is_narrow_water(piece: &Piece) -> bool {
    let Form::Area(shape) = &piece.form else { return false };
    matches!(piece.kind, Kind::Ford | Kind::Water) && is_narrow(shape)
}

/// A strip of length `l` and width `w` has the area `l * w` and half the edge `l + w`, so it is
/// narrower than an inch if its area is less than an inch times half its edge less an inch.
fn is_narrow(shape: &Polygon) -> bool {
    let twice_area: i64 = shape.sides().map(|(a, b)| cross(a, b)).sum();
    let edge: i64 = shape.sides().map(|(a, b)| a.distance(b).wide()).sum();
    let extent = shape.extent();
    let puddle = extent.high.x - extent.low.x < NARROW && extent.high.y - extent.low.y < NARROW;
    puddle || twice_area.abs() < NARROW.wide() * (edge - 2 * NARROW.wide())
}

fn cross(a: tabletop::Point, b: tabletop::Point) -> i64 {
    a.x.wide() * b.y.wide() - b.x.wide() * a.y.wide()
}

/// Whether the name of a piece says that nobody passes (OD6-TER-08, OD6-BAR-07): lava, a cliff,
/// or an energy shield. A number may follow: `energy shield 2`.
fn is_called_impassable(piece: &Piece) -> bool {
    let numbered = |c: char| c.is_ascii_digit() || c.is_whitespace();
    let name = lowercase(&piece.name);
    let shield = name.trim_end_matches(numbered).ends_with("energy shield");
    shield || has_word(&name, "lava") || has_word(&name, "cliff")
}

/// Whether a word is one of those in the name of a piece.
fn is_called(piece: &Piece, word: &str) -> bool {
    has_word(&lowercase(&piece.name), word)
}

fn has_word(name: &str, word: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|part| part == word)
}

/// A name in small letters. Most are written so, and need not be copied.
fn lowercase(name: &str) -> Cow<'_, str> {
    let is_small = name.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    if is_small { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

/// How a piece of ground is to walk on: by its name, by its kind.
fn ground_of_piece(piece: &Piece) -> Ground {
    if is_called_impassable(piece) {
        Ground::Impassable
    } else if is_narrow_water(piece) {
        Ground::Clear
    } else {
        ground(piece.kind)
    }
}

/// How a hill is to walk on (OD6-TER-16): difficult as a whole if anywhere its contours for
/// each metre are half an inch or less apart. A metre is half an inch of height, so this is
/// where two outlines come as near to each other as one is above the other.
fn ground_of_hill(table: &Table, piece: PieceId) -> Ground {
    let called = |word: &str| is_called(table.piece(piece), word);
    if called("cliff") {
        return Ground::Impassable;
    } else if called("easy") {
        return Ground::Rough;
    } else if called("difficult") || called("steep") {
        return Ground::VeryRough;
    }
    let foot = foot_of_hill(table, piece);
    let is_steep = contours_on(table, foot).any(|c| is_steep(table, c));
    if is_steep { Ground::VeryRough } else { Ground::Rough }
}

impl State {
    /// How a piece of ground is to walk on (OD6-TER-06 to 08).
    pub fn ground_of(&self, piece: PieceId) -> Ground {
        class_of(&self.table, piece).ground
    }

    /// How the hill that a contour belongs to is to walk on (OD6-TER-16); what is no hill is
    /// ground.
    pub fn hill(&self, contour: PieceId) -> Ground {
        let class = class_of(&self.table, contour);
        class.hill.unwrap_or(class.ground)
    }

    /// What a mover with his feet at a height meets, as a barrier (OD6-BAR-05 to 07); nothing if
    /// it is none. Trenches and narrow water are met as ground: they cost when the centre of the
    /// base gets in. Doorways without a leaf are met as nothing at all: see [`openings`].
    pub fn barrier(&self, what: &What, feet: Length) -> Option<Barrier> {
        match *what {
            What::Ground { kind: Kind::Trench, piece } => {
                let deep = is_deep(self.table.piece(piece));
                Some(if deep { Barrier::Difficult } else { Barrier::Moderate })
            }
            What::Ground { kind, piece } => {
                let narrow = class_of(&self.table, piece).narrow;
                let creek = kind == Kind::Ford;
                narrow.then_some(if creek { Barrier::Moderate } else { Barrier::Difficult })
            }
            What::Obstacle { kind, piece, rise, .. } => {
                Some(self.obstacle(kind, piece, (feet, rise)))
            }
            _ => None,
        }
    }

    fn obstacle(&self, kind: Kind, piece: PieceId, (feet, rise): (Length, Length)) -> Barrier {
        if class_of(&self.table, piece).impassable {
            return Barrier::Impassable;
        }
        match kind {
            // The sill of a window ends below the top of its wall.
            Kind::Building if feet + rise < height(&self.table, piece) => Barrier::Difficult,
            Kind::Wire => match self.agreed.wire {
                WireClass::Difficult => Barrier::Difficult,
                WireClass::Moderate => Barrier::Moderate,
            },
            Kind::LowWall | Kind::HighWall | Kind::Fence | Kind::Hedge => by_height(rise, EXTREME),
            Kind::Crate | Kind::Barrel | Kind::Vehicle | Kind::Well => {
                by_height(rise, CLIMBABLE + Length::micrometres(1))
            }
            _ => Barrier::Impassable,
        }
    }
}

/// Waist-high things are moderate, higher ones difficult, those of `least` and more impassable.
fn by_height(rise: Length, least: Length) -> Barrier {
    if rise <= WAIST {
        Barrier::Moderate
    } else if rise < least {
        Barrier::Difficult
    } else {
        Barrier::Impassable
    }
}

/// The outermost contour of the hill that a contour belongs to.
fn foot_of_hill(table: &Table, contour: PieceId) -> PieceId {
    let mut foot = contour;
    // Every contour is inside of finitely many others, each of them lower.
    while let Some(below) = contour_below(table, foot) {
        foot = below;
    }
    foot
}

/// The contours that lie within one, itself included.
fn contours_on(table: &Table, foot: PieceId) -> impl Iterator<Item = PieceId> + '_ {
    let within = move |piece: PieceId| -> bool {
        let first = outline(table, piece).and_then(|shape| shape.corners().first());
        let foot = outline(table, foot);
        first.zip(foot).is_some_and(|(corner, shape)| shape.contains(*corner))
    };
    table.hills().map(|contour| contour.piece).filter(move |piece| within(*piece))
}

/// The contour right below another one, on which it stands.
fn contour_below(table: &Table, contour: PieceId) -> Option<PieceId> {
    let corner = *outline(table, contour)?.corners().first()?;
    let top = height(table, contour);
    let lower = table.hills().filter(|c| c.z < top && c.shape.contains(corner));
    lower.max_by_key(|c| c.z).map(|c| c.piece)
}

/// Whether the ground rises too fast up to a contour from the one below, or from the table.
fn is_steep(table: &Table, contour: PieceId) -> bool {
    let Some(below) = contour_below(table, contour) else {
        return height(table, contour) > WAIST;
    };
    let rise = height(table, contour) - height(table, below);
    let (Some(inner), Some(outer)) = (outline(table, contour), outline(table, below)) else {
        return false;
    };
    let reach = rise + Length::micrometres(1);
    let close = |side| outer.sides().any(|o| polygon::segments_nearer_than(side, o, reach));
    inner.sides().any(close)
}

fn outline(table: &Table, piece: PieceId) -> Option<&Polygon> {
    match &table.piece(piece).form {
        Form::Area(shape) => Some(shape),
        _ => None,
    }
}

fn height(table: &Table, piece: PieceId) -> Length {
    let piece = table.piece(piece);
    piece.bottom + piece.height
}

/// What a kind of terrain means, with the rules that say so.
pub fn meanings(kind: Kind) -> Vec<(Meaning, Clause)> {
    use Meaning::{BlocksSight, Climbable, Cover, Difficult, HindersSight, Impassable};
    let woods = |id| vec![(HindersSight, id), (Cover, id), (Difficult, id)];
    let named: Vec<(Meaning, &'static str)> = match kind {
        Kind::Open | Kind::Irradiated | Kind::Contaminated | Kind::Interior => Vec::new(),
        Kind::Smoke | Kind::Fire => Vec::new(),
        Kind::Scrub | Kind::Rubble | Kind::Crater => {
            vec![(Cover, "OD6-TER-10"), (Difficult, "OD6-TER-10")]
        }
        Kind::LightWoods => woods("OD6-TER-12"),
        Kind::MediumWoods => woods("OD6-TER-13"),
        Kind::DenseWoods => woods("OD6-TER-14"),
        Kind::Swamp => woods("OD6-TER-15"),
        Kind::Ford => vec![(Cover, "OD6-TER-19"), (Difficult, "OD6-TER-19")],
        Kind::Water => vec![(Cover, "OD6-TER-20"), (Difficult, "OD6-TER-20")],
        Kind::Hill => {
            vec![(BlocksSight, "OD6-TER-18"), (Cover, "OD6-TER-17"), (Difficult, "OD6-TER-16")]
        }
        Kind::Pit => vec![(Impassable, "OD6-TER-08")],
        Kind::LowWall | Kind::Hedge | Kind::Fence => {
            vec![(Cover, "OD6-BAR-12"), (Difficult, "OD6-BAR-05")]
        }
        Kind::HighWall => {
            vec![(BlocksSight, "OD6-BAR-13"), (Cover, "OD6-BAR-13"), (Difficult, "OD6-BAR-06")]
        }
        Kind::Wire => vec![(Difficult, "OD6-BAR-14")],
        Kind::Trench => vec![(Cover, "OD6-BAR-15"), (Difficult, "OD6-BAR-15")],
        Kind::Building => vec![(BlocksSight, "OD6-LOS-09"), (Impassable, "OD6-BAR-07")],
        Kind::Door => {
            vec![(HindersSight, "OD6-BAR-10"), (Cover, "OD6-BAR-10"), (Difficult, "OD6-BAR-05")]
        }
        Kind::Floor => vec![(BlocksSight, "OD6-LOS-04")],
        Kind::Stairs | Kind::Ladder => vec![(Climbable, "OD6-TER-01")],
        Kind::Crate | Kind::Barrel | Kind::Vehicle | Kind::Well => {
            vec![(BlocksSight, "OD6-GEO-07"), (Cover, "OD6-T-13"), (Difficult, "OD6-T-13")]
        }
        Kind::Rock | Kind::Crystal => {
            vec![(BlocksSight, "OD6-LOS-04"), (Cover, "OD6-T-13"), (Impassable, "OD6-BAR-07")]
        }
        Kind::Tree => vec![(Cover, "OD6-TER-11"), (Impassable, "OD6-TER-11")],
    };
    named.into_iter().map(|(meaning, id)| (meaning, Clause(id))).collect()
}
