//! Answers as text: in rulings, logs and replays, on the command line, for a screen reader.

use tabletop::{Length, Point, Spot, Vector};

use crate::ids::ModelId;
use crate::question::{Answer, Choice, Form, Question};

/// An answer in words.
pub fn print(answer: &Answer) -> String {
    match answer {
        Answer::Pick(key) => key.clone(),
        Answer::Picks(keys) if keys.is_empty() => "none".to_owned(),
        Answer::Picks(keys) => keys.join(" + "),
        Answer::Number(n) => n.to_string(),
        Answer::Path(path) => print_path(path),
        Answer::Paths(paths) => {
            let each: Vec<String> = paths.iter().map(|(_, path)| print_path(path)).collect();
            each.join("; ")
        }
        Answer::Along(at) => format!("at {at}"),
        Answer::Point(p) => format!("at {p}"),
        Answer::Facing(to) => format!("facing {},{}", to.x, to.y),
        Answer::Placement(places) => {
            let each: Vec<String> = places.iter().map(|(_, spot)| format!("at {spot}")).collect();
            each.join("; ")
        }
        Answer::Dice(faces) => {
            let each: Vec<String> = faces.iter().map(u8::to_string).collect();
            each.join(" ")
        }
    }
}

fn print_path(path: &[Spot]) -> String {
    match path {
        [] | [_] => "stay".to_owned(),
        [_, via @ .., to] => {
            let via: String = via.iter().map(|spot| format!("via {spot} ")).collect();
            format!("{via}to {to}")
        }
    }
}

/// The answer to a question that a text means.
///
/// Options may be shortened as long as only one begins that way, or named by their number.
pub fn parse(question: &Question, text: &str) -> Result<Answer, String> {
    let text = text.trim();
    match &question.form {
        Form::One { choices } => parse_choice(choices, text).map(Answer::Pick),
        Form::Some { choices, .. } => {
            if text == "none" {
                return Ok(Answer::Picks(Vec::new()));
            }
            let keys: Result<Vec<String>, String> =
                text.split('+').map(|part| parse_choice(choices, part.trim())).collect();
            keys.map(Answer::Picks)
        }
        Form::Number { least, most } => {
            let number = text.parse().map(Answer::Number);
            number.map_err(|_| format!("type a whole number from {least} to {most}"))
        }
        Form::Path { start, .. } => parse_path(*start, text).map(Answer::Path),
        Form::Paths { movers, .. } => parse_paths(movers, text),
        Form::Along { .. } => parse_length(text).map(Answer::Along),
        Form::Point { .. } => parse_at(text).map(|spot| Answer::Point(spot.at)),
        Form::Facing { .. } => parse_facing(text).map(Answer::Facing),
        Form::Placement { models, .. } => parse_placement(models, text),
        Form::Dice { .. } => {
            let words = text.split([' ', ',']).filter(|w| !w.is_empty());
            let faces: Result<Vec<u8>, _> = words.map(str::parse).collect();
            faces.map(Answer::Dice).map_err(|_| "type the faces, such as 4 2 6".to_owned())
        }
    }
}

fn parse_choice(choices: &[Choice], text: &str) -> Result<String, String> {
    let same = |c: &&Choice| c.key.eq_ignore_ascii_case(text);
    if let Some(choice) = choices.iter().find(same) {
        return Ok(choice.key.clone());
    }
    if let Ok(number) = text.parse::<usize>() {
        let choice = number.checked_sub(1).and_then(|i| choices.get(i));
        return choice
            .map(|c| c.key.clone())
            .ok_or_else(|| format!("there are options 1 to {}", choices.len()));
    }
    let lower = text.to_lowercase();
    let begin: Vec<&Choice> =
        choices.iter().filter(|c| c.key.to_lowercase().starts_with(&lower)).collect();
    match begin[..] {
        [choice] if !text.is_empty() => Ok(choice.key.clone()),
        _ => {
            let keys: Vec<&str> = choices.iter().map(|c| c.key.as_str()).collect();
            Err(format!("'{text}' is not offered; there is: {}", keys.join(" / ")))
        }
    }
}

fn parse_path(start: Spot, text: &str) -> Result<Vec<Spot>, String> {
    let mut path = vec![start];
    if text == "stay" {
        return Ok(path);
    }
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let place = match word {
            "to" | "via" => words.next().unwrap_or_default(),
            place => place,
        };
        path.push(place.parse().map_err(|why| {
            format!("{why}; a path reads: stay, or: via 12,8 to 14,10 (x,y or x,y,height)")
        })?);
    }
    Ok(path)
}

/// One path for each, separated by semicolons; or `all to 12,8` for the first of them, the others
/// keeping their distance, and after it those who go elsewhere by their numbers: `all to 12,8;
/// 3 stay; 5 to 10,9`.
fn parse_paths(movers: &[(ModelId, Spot)], text: &str) -> Result<Answer, String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    if let Some(all) = parts[0].strip_prefix("all ") {
        return parse_formation(movers, all, &parts[1..]);
    }
    if parts.len() != movers.len() {
        return Err(format!("{} paths are needed, separated by semicolons", movers.len()));
    }
    let paths: Result<Vec<_>, String> = movers
        .iter()
        .zip(parts)
        .map(|((model, start), part)| Ok((*model, parse_path(*start, part)?)))
        .collect();
    paths.map(Answer::Paths)
}

fn parse_formation(
    movers: &[(ModelId, Spot)],
    all: &str,
    others: &[&str],
) -> Result<Answer, String> {
    let (_, lead) = *movers.first().ok_or("nobody moves")?;
    let way = parse_path(lead, all)?;
    let beside = |start: Spot| {
        let along = way.iter().skip(1).map(|s| (start.at + (s.at - lead.at)).at_height(s.z));
        [start].into_iter().chain(along).collect::<Vec<Spot>>()
    };
    let mut paths: Vec<(ModelId, Vec<Spot>)> =
        movers.iter().map(|(model, start)| (*model, beside(*start))).collect();
    for other in others {
        let (index, path) = numbered(other, movers.len())?;
        paths[index].1 = parse_path(movers[index].1, path)?;
    }
    Ok(Answer::Paths(paths))
}

/// `3 to 10,9`: which of so many, and the rest.
fn numbered(text: &str, count: usize) -> Result<(usize, &str), String> {
    let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
    let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let index = index.filter(|i| *i < count);
    let wrong = || format!("'{text}' should begin with a number from 1 to {count}");
    Ok((index.ok_or_else(wrong)?, rest))
}

fn parse_at(text: &str) -> Result<Spot, String> {
    text.trim().trim_start_matches("at ").trim().parse()
}

fn parse_length(text: &str) -> Result<Length, String> {
    text.trim().trim_start_matches("at ").trim().parse()
}

fn parse_facing(text: &str) -> Result<Vector, String> {
    let diagonal = |x, y| Ok(Vector::new(x, y));
    match text.trim_start_matches("facing ").trim() {
        "north" => diagonal(0, 1),
        "north-east" => diagonal(1, 1),
        "east" => diagonal(1, 0),
        "south-east" => diagonal(1, -1),
        "south" => diagonal(0, -1),
        "south-west" => diagonal(-1, -1),
        "west" => diagonal(-1, 0),
        "north-west" => diagonal(-1, 1),
        other => {
            let parts = other
                .split_once(',')
                .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
            let (x, y) = parts.ok_or("face a compass point such as north-east, or x,y")?;
            diagonal(x, y)
        }
    }
}

/// How far apart models stand that are placed in ranks, and how many stand in one.
const APART: Length = Length::cents(150);
const RANK: usize = 5;

/// A place for each, separated by semicolons; or `all at 12,8` for ranks of five to the east and
/// south of there, and after it those who stand elsewhere: `all at 12,8; 3 at 20,8`.
fn parse_placement(models: &[ModelId], text: &str) -> Result<Answer, String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    if let Some(all) = parts[0].strip_prefix("all ") {
        let from = parse_at(all)?;
        let place = |i: usize| {
            let (x, y) =
                (from.at.x + APART * ((i % RANK) as i32), from.at.y - APART * ((i / RANK) as i32));
            Point::new(x, y).at_height(from.z)
        };
        let mut places: Vec<(ModelId, Spot)> =
            models.iter().enumerate().map(|(i, m)| (*m, place(i))).collect();
        for other in &parts[1..] {
            let (index, rest) = numbered(other, models.len())?;
            places[index].1 = parse_at(rest)?;
        }
        return Ok(Answer::Placement(places));
    }
    if parts.len() != models.len() {
        return Err(format!("{} places are needed, separated by semicolons", models.len()));
    }
    let places: Result<Vec<_>, String> =
        models.iter().zip(parts).map(|(m, part)| Ok((*m, parse_at(part)?))).collect();
    places.map(Answer::Placement)
}
