//! Walks of the toy book: what they cost, and a wall that is in their way.

use engine::book::TableChoice;
use engine::question::Refusal;
use engine::toll::{Plan, Toll};
use engine::{Clause, Setup};
use tabletop::polygon::segments_meet;
use tabletop::{Form, Kind, Length, Piece, Point, Sketch, Spot, Table};

use crate::book::length;

/// A legal walk.
pub struct Stroll {
    pub path: Vec<Spot>,
    pub most: Length,
    /// Whether anybody could shoot at the one who walks.
    pub watched: bool,
}

impl Plan for Stroll {
    fn toll(&self) -> Toll {
        let long = length(&self.path);
        Toll {
            cost: format!("{long} of {} inches", self.most),
            band: u8::from(long > self.most / 2),
            risks: self.watched.then(|| "a snap shot".to_owned()).into_iter().collect(),
            end: None,
        }
    }
}

/// Both ends of the wall.
fn ends() -> (Point, Point) {
    let at = |x| Point::new(Length::inches(x), Length::inches(10));
    (at(11), at(13))
}

/// The same match on a meadow with a wall.
pub fn walled(mut setup: Setup) -> Setup {
    setup.table = TableChoice::Given(sketch());
    setup
}

fn sketch() -> Sketch {
    let (west, east) = ends();
    let wall = Piece {
        name: "the wall".to_owned(),
        kind: Kind::HighWall,
        form: Form::Barrier { line: vec![west, east], thickness: Length::cents(10) },
        bottom: Length::ZERO,
        height: Length::inches(3),
    };
    let side = Length::inches(24);
    Sketch { name: "meadow".to_owned(), width: side, depth: side, pieces: vec![wall] }
}

pub fn table() -> Table {
    Table::new(sketch()).expect("a meadow with a wall is a table")
}

pub fn is_given(table: &TableChoice) -> bool {
    matches!(table, TableChoice::Given(sketch) if !sketch.pieces.is_empty())
}

pub fn check(path: &[Spot]) -> Result<(), Refusal> {
    let crosses = |leg: &[Spot]| segments_meet((leg[0].at, leg[1].at), ends());
    match path.windows(2).any(crosses) {
        true => Err(Refusal::new(Clause("TOY-MOVE-03"), "the wall is in the way")),
        false => Ok(()),
    }
}
