//! What is the same for every game on a table is worked out once for each table.
//!
//! Names are read and contours measured when a table is first asked about, and not again for
//! every step that somebody takes on it.

use std::cell::RefCell;
use std::rc::Rc;

use tabletop::Table;
use tabletop::table::PieceId;

use super::{Ground, ground_of_hill, ground_of_piece, is_called_impassable, is_narrow_water};

/// What was worked out about the table that a thread asked about last. A table never changes and
/// carries a number no other table has, so this cannot change an answer.
pub(super) struct Latest<T: ?Sized>(RefCell<Option<(u64, Rc<T>)>>);

impl<T: ?Sized> Latest<T> {
    pub(super) const fn new() -> Latest<T> {
        Latest(RefCell::new(None))
    }

    /// What is known about a table, or else is worked out now.
    pub(super) fn about(&self, table: &Table, work_out: impl FnOnce(&Table) -> Rc<T>) -> Rc<T> {
        let mut latest = self.0.borrow_mut();
        match &*latest {
            Some((known, found)) if *known == table.identity() => Rc::clone(found),
            _ => {
                let found = work_out(table);
                *latest = Some((table.identity(), Rc::clone(&found)));
                found
            }
        }
    }
}

/// What a piece of terrain is to those who walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// As ground.
    pub(super) ground: Ground,
    /// As a contour of a hill, if it is one.
    pub(super) hill: Option<Ground>,
    /// Whether its name says that nobody passes.
    pub(super) impassable: bool,
    /// Whether it is water so narrow that it is a line to be crossed.
    pub(super) narrow: bool,
}

thread_local! {
    static LATEST: Latest<[Class]> = const { Latest::new() };
}

/// What a piece of a table is to those who walk.
pub(super) fn class_of(table: &Table, piece: PieceId) -> Class {
    LATEST.with(|latest| latest.about(table, all_of)[usize::from(piece.0)])
}

fn all_of(table: &Table) -> Rc<[Class]> {
    let pieces = table.pieces().iter().enumerate();
    let class = pieces.map(|(number, piece)| {
        let id = PieceId(number as u16);
        let is_hill = table.hills().any(|contour| contour.piece == id);
        Class {
            ground: ground_of_piece(piece),
            hill: is_hill.then(|| ground_of_hill(table, id)),
            impassable: is_called_impassable(piece),
            narrow: is_narrow_water(piece),
        }
    });
    class.collect()
}
