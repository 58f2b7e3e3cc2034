//! What keeps one soldier from seeing another.

use engine::{Clause, ModelId};
use tabletop::{Kind, PieceId};

use crate::state::State;

/// What is in the way of every line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A wall, a fence, a hedge.
    Wall(PieceId),
    /// A building.
    House(PieceId),
    /// A crate, a rock, anything else.
    Thing(Option<PieceId>),
    /// A hill.
    Hill(Option<PieceId>),
    /// Another soldier.
    Soldier(ModelId),
    /// Too much wood.
    Woods(PieceId),
    /// A door or window that neither of them stands at.
    Opening(PieceId),
    /// One of them lies behind a door or window that the other does not stand at.
    BelowOpening(PieceId),
    /// One of them lies behind a wall that the other does not stand at.
    BehindWall(PieceId),
    /// One of them lies in a trench that the other does not stand at.
    InTrench(PieceId),
    /// One of them lies behind the edge of a hill that the other does not stand at.
    BehindEdge(PieceId),
    /// One of them lies in a wood, scrub or water, where that hides him (OD6-Q-23).
    InGrowth(PieceId),
}

impl Bar {
    /// The piece of terrain in the way, if it is one.
    pub const fn piece(self) -> Option<PieceId> {
        match self {
            Bar::Thing(piece) | Bar::Hill(piece) => piece,
            Bar::Soldier(_) => None,
            Bar::Wall(piece)
            | Bar::House(piece)
            | Bar::Woods(piece)
            | Bar::Opening(piece)
            | Bar::BelowOpening(piece)
            | Bar::BehindWall(piece)
            | Bar::InTrench(piece)
            | Bar::BehindEdge(piece)
            | Bar::InGrowth(piece) => Some(piece),
        }
    }

    /// The rule that says so.
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Bar::Wall(_) => "OD6-LOS-08",
            Bar::House(_) => "OD6-LOS-09",
            Bar::Thing(_) => "OD6-LOS-04",
            Bar::Hill(_) => "OD6-TER-18",
            Bar::Soldier(_) => "OD6-LOS-05",
            Bar::Woods(_) => "OD6-LOS-13",
            Bar::Opening(_) => "OD6-LOS-10",
            Bar::BelowOpening(_) => "OD6-LOS-12",
            Bar::BehindWall(_) => "OD6-LOS-07",
            Bar::InTrench(_) => "OD6-BAR-17",
            Bar::BehindEdge(_) => "OD6-LOS-17",
            Bar::InGrowth(_) => "OD6-Q-23",
        })
    }
}

impl State {
    /// Something nobody sees through is in the way.
    pub(super) fn thing_bar(&self, piece: Option<PieceId>) -> Bar {
        let kind = piece.map(|piece| self.table.piece(piece).kind);
        match (piece, kind) {
            (Some(piece), Some(Kind::Building)) => Bar::House(piece),
            (Some(piece), Some(Kind::LowWall | Kind::HighWall | Kind::Hedge | Kind::Fence)) => {
                Bar::Wall(piece)
            }
            _ => Bar::Thing(piece),
        }
    }

    /// What is in the way, in words.
    pub(super) fn bar_words(&self, bar: Bar, (from, to): (ModelId, ModelId)) -> String {
        let name = |piece: PieceId| self.table.piece(piece).name.as_str();
        let (who, whom) = (self.name(from), self.name(to));
        match bar {
            Bar::Wall(piece)
            | Bar::House(piece)
            | Bar::Thing(Some(piece))
            | Bar::Hill(Some(piece)) => {
                format!("{who} does not see {whom}: {} is in the way", name(piece))
            }
            Bar::Thing(None) | Bar::Hill(None) => format!("{who} does not see {whom}"),
            Bar::Soldier(soldier) => {
                format!("{who} does not see {whom}: {} is in the way", self.name(soldier))
            }
            Bar::Woods(piece) => {
                format!("{who} does not see {whom} through so much of {}", name(piece))
            }
            Bar::Opening(piece) => {
                let what = self.opening_words(piece);
                format!("neither {who} nor {whom} is within an inch of {what} between them")
            }
            Bar::BelowOpening(piece) => {
                self.lying_words((from, to), "behind", &self.opening_words(piece))
            }
            Bar::BehindWall(piece) | Bar::BehindEdge(piece) => {
                self.lying_words((from, to), "behind", name(piece))
            }
            Bar::InTrench(piece) | Bar::InGrowth(piece) => {
                self.lying_words((from, to), "in", name(piece))
            }
        }
    }

    /// Says which of two lies somewhere. He is as little seen as he sees: somebody who lies there
    /// himself fires only at those right at it.
    fn lying_words(&self, (from, to): (ModelId, ModelId), place: &str, what: &str) -> String {
        let (who, whom) = (self.name(from), self.name(to));
        if self.model(to).prone {
            return format!(
                "{whom} is prone {place} {what}; only somebody within an inch of it can fire at him"
            );
        }
        format!("{who} is prone {place} {what} and can fire only at those within an inch of it")
    }

    fn opening_words(&self, piece: PieceId) -> String {
        let piece = self.table.piece(piece);
        match piece.kind {
            Kind::Door => piece.name.clone(),
            _ => format!("the door or window of {}", piece.name),
        }
    }
}
