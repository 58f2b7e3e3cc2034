//! Laying terrain as part of play: the things of a table are taken off it and put down again
//! one by one, each turned and placed by somebody. Where they may go is each book's business.

use smallvec::SmallVec;
use tabletop::{Extent, Length, Piece, Point, Vector};

use crate::cx::{Cx, Play};
use crate::question::{Ask, Choice, Goal, Refusal};
use crate::source::lattice;

/// Pieces that belong together and are placed as one.
pub type Thing = Vec<Piece>;

/// Pieces whose boxes nearly meet belong together: a house and its ladder, the contours of a
/// hill.
const BESIDE: Length = Length::cents(60);

/// How a thing is turned before it is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// As it is.
    Not,
    /// By a quarter to the left.
    Left,
    /// By half a turn.
    Around,
    /// By a quarter to the right.
    Right,
}

impl Turned {
    /// Every way of turning.
    pub const ALL: [Turned; 4] = [Turned::Not, Turned::Left, Turned::Around, Turned::Right];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Turned::Not => "as it is",
            Turned::Left => "turned left",
            Turned::Around => "turned around",
            Turned::Right => "turned right",
        }
    }

    fn apply(self, v: Vector) -> Vector {
        match self {
            Turned::Not => v,
            Turned::Left => v.left(),
            Turned::Around => -v,
            Turned::Right => -v.left(),
        }
    }
}

/// The things that some pieces make up.
pub fn things(pieces: &[Piece]) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for piece in pieces {
        let Some(own) = piece.extent() else { continue };
        let near = |t: &Thing| extent_of(t).is_some_and(|e| e.grown(BESIDE).meets(&own));
        let (mut joined, apart): (Vec<_>, Vec<_>) = things.into_iter().partition(near);
        let mut thing: Thing = joined.drain(..).flatten().collect();
        thing.push(piece.clone());
        things = apart;
        things.push(thing);
    }
    things
}

/// The smallest box around a thing.
pub fn extent_of(thing: &[Piece]) -> Option<Extent> {
    let corners: Vec<Point> =
        thing.iter().filter_map(Piece::extent).flat_map(|e| [e.low, e.high]).collect();
    Extent::around(&corners)
}

/// A thing turned, and moved so that the middle of its box is at a point; none if its outline
/// does not survive that.
pub fn moved(thing: &[Piece], turned: Turned, at: Point) -> Option<Thing> {
    let extent = extent_of(thing)?;
    let half = |a: Length, b: Length| Length::micrometres((a.um() + b.um()) / 2);
    let middle = Point::new(half(extent.low.x, extent.high.x), half(extent.low.y, extent.high.y));
    thing.iter().map(|piece| piece.mapped(|p| at + turned.apply(p - middle))).collect()
}

/// A side turns a thing and says where it goes: `turn` and `place` are the two questions, and
/// `fits` judges the thing where it would lie. Gives nothing where it fits nowhere any more.
pub fn lay(
    cx: &mut Cx<'_>,
    (turn, place): (Ask, Ask),
    thing: &[Piece],
    within: Extent,
    fits: impl Fn(&[Piece]) -> Result<(), Refusal>,
) -> Play<Thing> {
    let no = |why: &str| Refusal::new(turn.clause, why);
    let fit = |turned: Turned, at: Point| {
        let lies = moved(thing, turned, at).ok_or_else(|| no("it cannot be turned that way"))?;
        let own = extent_of(&lies).ok_or_else(|| no("there is nothing to place"))?;
        if !within.contains(own.low) || !within.contains(own.high) {
            return Err(no("it would hang over the edge of the table"));
        }
        fits(&lies)?;
        Ok(lies)
    };
    let room =
        |turned: Turned| lattice(within, Length::inches(1)).find(|at| fit(turned, *at).is_ok());
    let turns: SmallVec<[Turned; 4]> =
        Turned::ALL.into_iter().filter(|turned| room(*turned).is_some()).collect();
    if turns.is_empty() {
        return Ok(Thing::new());
    }
    let turned = cx.choose(turn, &turns, |t| Choice::new(t.name()))?;
    let goals = || {
        let goal = |at: Point| Goal { spot: at.at_height(Length::ZERO), merit: 0 };
        room(turned).map(goal).into_iter().collect()
    };
    cx.point(place, within, goals, |at| fit(turned, at))
}
