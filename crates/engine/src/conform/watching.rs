//! Looking at matches while they are played at random, for tests of what is said beforehand.

use tabletop::{Length, Point, Spot};

use crate::book::Book;
use crate::dice::{Seed, Stream};
use crate::face::AnyMatch;
use crate::matches::Match;
use crate::respond::respond;
use crate::source::Driver;

/// Lets a driver play both sides for so many answers, and somebody look before each.
pub fn watch<B: Book>(
    mut game: Match<B>,
    driver: &mut dyn Driver,
    answers: usize,
    mut look: impl FnMut(&Match<B>, &mut Stream),
) {
    let mut chance = game.seed().unwrap_or(Seed(0)).child(1).stream();
    for _ in 0..answers {
        let Some(question) = game.questions().first().cloned() else { return };
        look(&game, &mut chance);
        let answer = respond(driver, &game, &question);
        game.answer(question.side, answer).expect("players answer legally");
    }
}

/// Some place of a match's table, on the ground.
pub fn somewhere<B: Book>(game: &Match<B>, chance: &mut Stream) -> Spot {
    let (table, _) = AnyMatch::table(game);
    let high = table.extent().high;
    let mut along = |most: Length| Length::micrometres(chance.below(most.um() as u32) as i32);
    let at = Point::new(along(high.x), along(high.y));
    at.at_height(table.ground_height(at))
}
