//! Lets a driver answer the question of a match that waits, so that the same computer players
//! serve on the spot and at a table.

use tabletop::{Point, Spot};

use crate::cx::{Offer, Play, Wanted};
use crate::face::AnyMatch;
use crate::ids::ModelId;
use crate::question::{Answer, Ask, Choice, Form, Goal, Question, Refusal};
use crate::source::{Driver, answer_with};
use crate::toll::Toll;

/// The driver's answer to an open question of a match: what it arrives at if it thinks, provided
/// that is legal, or else what it says on the spot. It says that by what its side knows; where
/// something hidden makes that illegal, its further tries are judged by the match.
pub fn respond(driver: &mut dyn Driver, game: &dyn AnyMatch, question: &Question) -> Answer {
    if driver.thinks()
        && let Some(answer) = game.ponder(question.side, driver)
    {
        if game.would_accept(question.side, &answer).is_ok() {
            return answer;
        }
        // What is not legal has no good reasons.
        let _ = driver.reasons();
    }
    let known = match question.form {
        // Real dice lie on a table, not in anybody's head.
        Form::Dice { .. } => None,
        _ => game.answered_by(question.side, driver),
    };
    let legal = known.filter(|answer| game.would_accept(question.side, answer).is_ok());
    legal.unwrap_or_else(|| by_trying(driver, game, question))
}

/// Lets a driver answer an open question of a match, which keeps its reasons if it has any.
pub fn act(
    driver: &mut dyn Driver,
    game: &mut dyn AnyMatch,
    question: &Question,
) -> Result<(), Refusal> {
    let answer = respond(driver, game, question);
    match driver.reasons() {
        Some(reasons) => game.answer_because(question.side, answer, reasons),
        None => game.answer(question.side, answer),
    }
}

/// The driver sees possible options only, and what it finds is tried on the match before it is
/// given; where it finds nothing legal, the first legal answer of a fixed order is taken.
fn by_trying(driver: &mut dyn Driver, game: &dyn AnyMatch, question: &Question) -> Answer {
    let ask = ask_of(question);
    let legal = |answer: Answer| game.would_accept(question.side, &answer);
    match &question.form {
        Form::One { choices } => pick(driver, &ask, choices),
        Form::Some { choices, least, most } => {
            let answer = picks(driver, &ask, choices, (*least, *most));
            let possible = choices.iter().filter(|c| c.refusal.is_none());
            let first = || possible.take(*least).map(|c| c.key.clone()).collect();
            match legal(answer.clone()) {
                Ok(()) => answer,
                Err(_) => Answer::Picks(first()),
            }
        }
        Form::Number { least, most } => Answer::Number(number(driver, &ask, (*least, *most))),
        Form::Path { model, start, limit, goals } => {
            let suggest = || goals.clone();
            let toll = |path: &[Spot]| legal(Answer::Path(path.to_vec())).map(|()| Toll::default());
            let mut check = |path: &[Spot]| legal(Answer::Path(path.to_vec()));
            let wanted = Wanted::Path(*model, *start, *limit, &suggest, &toll, &mut check);
            found(answer_with(driver, &ask, wanted), || Answer::Path(vec![*start]))
        }
        Form::Paths { movers, limit, goals } => {
            let suggest = || goals.clone();
            let toll = |_: ModelId, _: &[Spot]| Ok(Toll::default());
            let mut check = |paths: &[(ModelId, Vec<Spot>)]| legal(Answer::Paths(paths.to_vec()));
            let stay = || Answer::Paths(movers.iter().map(|(m, s)| (*m, vec![*s])).collect());
            let wanted = Wanted::Paths(movers, *limit, &suggest, &toll, &mut check);
            found(answer_with(driver, &ask, wanted), stay)
        }
        Form::Along { path, length, milestones } => {
            let suggest = || milestones.clone();
            let start = || Answer::Along(tabletop::Length::ZERO);
            found(answer_with(driver, &ask, Wanted::Along(path, *length, &suggest)), start)
        }
        Form::Point { within, goals } => {
            let suggest = || goals.clone();
            let mut check = |p: &Point| legal(Answer::Point(*p));
            let wanted = Wanted::Point(*within, &suggest, &mut check);
            found(answer_with(driver, &ask, wanted), || Answer::Point(within.low))
        }
        Form::Facing { model } => {
            let north = || Answer::Facing(tabletop::Vector::new(0, 1));
            let answer = found(answer_with(driver, &ask, Wanted::Facing(*model)), north);
            legal(answer.clone()).map_or_else(|_| north(), |()| answer)
        }
        Form::Placement { .. } => placement(driver, &ask, &question.form, &legal),
        // Real dice are thrown by people; a driver can only name numbers.
        Form::Dice { need } => {
            let sides = i64::from(need.sides.max(1));
            let faces = (0..need.count).map(|_| number(driver, &ask, (1, sides)) as u8);
            Answer::Dice(faces.collect())
        }
    }
}

fn ask_of(question: &Question) -> Ask {
    Ask {
        side: question.side,
        topic: question.topic,
        // The words of a question may name models; drivers go by its topic.
        prompt: question.topic,
        clause: question.clause,
        about: question.about,
        secret: question.secret,
        losing: question.losing,
        template: question.template,
    }
}

fn found(answer: Play<Answer>, otherwise: impl FnOnce() -> Answer) -> Answer {
    answer.unwrap_or_else(|_| otherwise())
}

fn number(driver: &mut dyn Driver, ask: &Ask, (least, most): (i64, i64)) -> i64 {
    driver.number(ask, least, most).clamp(least, most.max(least))
}

fn pick(driver: &mut dyn Driver, ask: &Ask, choices: &[Choice]) -> Answer {
    let possible: Vec<&Choice> = choices.iter().filter(|c| c.refusal.is_none()).collect();
    let Some(last) = possible.len().checked_sub(1) else {
        // Nothing can be chosen: any answer is refused, and the refusal says why.
        return Answer::Pick(choices.first().map(|c| c.key.clone()).unwrap_or_default());
    };
    let choice = |i: usize| possible[i].clone();
    let index = driver.pick(ask, &Offer { count: possible.len(), choice: &choice });
    Answer::Pick(possible[index.min(last)].key.clone())
}

fn picks(
    driver: &mut dyn Driver,
    ask: &Ask,
    choices: &[Choice],
    (least, most): (usize, usize),
) -> Answer {
    let possible: Vec<&Choice> = choices.iter().filter(|c| c.refusal.is_none()).collect();
    let choice = |i: usize| possible[i].clone();
    let offer = Offer { count: possible.len(), choice: &choice };
    let chosen = driver.picks(ask, &offer, least, most.min(possible.len()));
    let keys = chosen.into_iter().filter_map(|i| possible.get(i)).map(|c| c.key.clone());
    Answer::Picks(keys.collect())
}

fn placement(
    driver: &mut dyn Driver,
    ask: &Ask,
    form: &Form,
    legal: &dyn Fn(Answer) -> Result<(), Refusal>,
) -> Answer {
    let Form::Placement { models, within, goals } = form else {
        return Answer::Placement(Vec::new());
    };
    let suggest = || -> Vec<Goal> { goals.clone() };
    let mut check = |places: &[(ModelId, Spot)]| legal(Answer::Placement(places.to_vec()));
    let wanted = Wanted::Placement(models, *within, &suggest, &mut check);
    let corner = within.low.at_height(tabletop::Length::ZERO);
    let piled = || Answer::Placement(models.iter().map(|m| (*m, corner)).collect());
    found(answer_with(driver, ask, wanted), piled)
}
