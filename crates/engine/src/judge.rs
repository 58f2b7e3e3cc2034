//! What is wrong with an answer before any rule has looked at it.

use tabletop::{Length, Spot};

use crate::cx::{Input, Offer, Play, Stop};
use crate::dice::{Faces, Need};
use crate::question::{Answer, Ask, Choice, ENGINE, Refusal};

/// The longest path anybody may answer with; a bound for answers from strangers.
const MOST_WAYPOINTS: usize = 64;

pub(crate) fn check_path(path: &[Spot], start: Spot) -> Result<(), Refusal> {
    if path.len() > MOST_WAYPOINTS {
        let why = format!("a path has at most {MOST_WAYPOINTS} points, not {}", path.len());
        return Err(Refusal::new(ENGINE, why));
    }
    check_spots(path)?;
    match path.first() {
        Some(first) if *first == start => Ok(()),
        Some(first) => {
            let why = format!("the path begins at {first}, but the model stands at {start}");
            Err(Refusal::new(ENGINE, why))
        }
        None => Err(Refusal::new(ENGINE, "a path begins where the model stands")),
    }
}

/// Whether places are near enough to the table for lengths between them to be added up.
pub(crate) fn check_spots<'s>(spots: impl IntoIterator<Item = &'s Spot>) -> Result<(), Refusal> {
    let near = Length::inches(-100)..=Length::inches(200);
    let is_near = |s: &&Spot| [s.at.x, s.at.y, s.z].iter().all(|part| near.contains(part));
    match spots.into_iter().find(|spot| !is_near(spot)) {
        None => Ok(()),
        Some(_) => Err(Refusal::new(ENGINE, "that place is nowhere near the table")),
    }
}

pub(crate) fn faces(need: &Need, input: &Input) -> Play<Faces> {
    let faces: &[u8] = match input {
        Input::Dice(faces) | Input::Answer(_, Answer::Dice(faces)) => faces,
        Input::Answer(..) => return refuse_text("an answer came where dice were due".to_owned()),
    };
    let fits = |face: &u8| *face >= 1 && *face <= need.sides;
    if faces.len() != usize::from(need.count) || !faces.iter().all(fits) {
        let (n, sides) = (need.count, need.sides);
        return refuse_text(format!("{n} dice with faces from 1 to {sides} are needed"));
    }
    Ok(Faces::from_slice(faces))
}

pub(crate) fn picked(ask: &Ask, offer: &Offer<'_>, input: &Input) -> Play<usize> {
    let Input::Answer(side, Answer::Pick(key)) = input else {
        return misfit("one of the options");
    };
    if *side != ask.side {
        return refuse_text(format!("it is {}'s turn to answer, not {side}'s", ask.side));
    }
    let found = (0..offer.count).map(|i| (i, (offer.choice)(i))).find(|(_, c)| c.key == *key);
    match found {
        Some((_, Choice { refusal: Some(refusal), .. })) => refuse(refusal),
        Some((index, _)) => Ok(index),
        None => refuse_text(format!("'{key}' is not one of the options")),
    }
}

pub(crate) fn refuse<T>(refusal: Refusal) -> Play<T> {
    Err(Stop::Refuse(Box::new(refusal)))
}

pub(crate) fn refuse_text<T>(why: String) -> Play<T> {
    refuse(Refusal::new(ENGINE, why))
}

pub(crate) fn misfit<T>(wanted: &str) -> Play<T> {
    refuse_text(format!("the question asks for {wanted}"))
}
