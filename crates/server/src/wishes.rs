//! What people ask for, checked and made into what the engine needs. Everything that is wrong is
//! told at once, each with its line where it is in a file.

use std::sync::Arc;

use engine::book::{About, OptionSpec, Options, ReadyRoster, Scenario, Setup, TableChoice};
use engine::face::Game;
use engine::ids::SideId;
use engine::matches::DiceChoice;
use tabletop::generate::{Recipe, generate};
use tabletop::{Length, Sketch, Table};

use crate::computers;
use crate::denied::Denied;
use crate::games::Games;
use crate::ground::ground;
use crate::hub::Begin;
use crate::protocol::{
    Ground, NewMatch, Problem, RosterQuery, RosterReport, RosterWish, SeatWish, SideWish,
    TablePreview, TableWish,
};

/// A match as it is asked for, ready to be begun.
pub(crate) fn begin(games: &Games, wish: NewMatch) -> Result<Begin, Denied> {
    let game = game(games, &wish.game)?;
    let about = game.about();
    let mut problems = Vec::new();
    problems.extend(scenario(about, &wish.scenario, wish.sides.len()).err());
    // Rosters take long to check: those of more sides than any table has are not even looked at.
    if wish.sides.len() > SideId::NAMES.len() {
        problems.push(plain(format!("there are at most {} sides", SideId::NAMES.len())));
        return Err(Denied::Wrong(problems));
    }
    let rosters: Vec<&RosterWish> = wish.sides.iter().map(|side| &side.roster).collect();
    let options = agreed(about, &wish.options, &rosters, &mut problems);
    let texts = wish.sides.iter().zip(0..).map(|(wish, number)| {
        let side = SideId(number);
        problems.extend(player(side, wish));
        problems.extend(roster_problems(&*game, side, &wish.roster, &options));
        roster_text(about, &wish.roster).unwrap_or_default().to_owned()
    });
    let texts = texts.collect();
    let table = table(&wish.table).unwrap_or_else(|wrong| {
        problems.extend(wrong);
        TableChoice::Generated {
            theme: tabletop::generate::Theme::Ruins,
            seed: 0,
            symmetric: false,
        }
    });
    if !problems.is_empty() {
        return Err(Denied::Wrong(problems));
    }
    Ok(Begin {
        game: wish.game,
        setup: Setup { scenario: wish.scenario, options, rosters: texts, table },
        own_dice: wish.own_dice,
        seats: wish.sides.into_iter().map(|side| side.seat).collect(),
        take_backs: wish.take_backs,
        listed: wish.listed,
        name: wish.name,
    })
}

/// Checks a roster before anybody plays it.
pub(crate) fn check_roster(
    games: &Games,
    key: &str,
    query: &RosterQuery,
) -> Result<RosterReport, Denied> {
    let game = game(games, key)?;
    let about = game.about();
    let mut problems = Vec::new();
    let options = agreed(about, &query.options, &[&query.roster], &mut problems);
    let text = roster_text(about, &query.roster).map_err(|why| Denied::Wrong(vec![why]))?;
    let sheet = match game.check_roster(text, &options) {
        Ok(sheet) => Some(sheet),
        Err(wrong) => {
            problems.extend(wrong.iter().map(|text| located(text)));
            None
        }
    };
    Ok(RosterReport { text: text.to_owned(), sheet, problems })
}

/// A table exactly as a match would have it.
pub(crate) fn preview(games: &Games, wish: &TablePreview) -> Result<Ground, Denied> {
    let game = game(games, &wish.game)?;
    let about = game.about();
    let mut problems = Vec::new();
    let found = scenario(about, &wish.scenario, wish.sides);
    problems.extend(found.as_ref().err().cloned());
    let options = agreed(about, &wish.options, &[], &mut problems);
    let choice = table(&wish.table);
    problems.extend(choice.as_ref().err().into_iter().flatten().cloned());
    let (Ok(scenario), Ok(choice), true) = (found, choice, problems.is_empty()) else {
        return Err(Denied::Wrong(problems));
    };
    let ready = about.rosters.iter().filter(|ready| is_ready(about, ready, &options));
    let rosters = ready.map(|ready| ready.text.to_owned()).cycle().take(wish.sides).collect();
    let setup = Setup { scenario: wish.scenario.clone(), options, rosters, table: choice.clone() };
    // Nothing may be decided by dice before there is a match: so they are asked for, in vain.
    if let Ok(begun) = game.begin(setup, &DiceChoice::Asked) {
        return Ok(ground(&begun.table().0));
    }
    let table = Table::new(sketch(choice, scenario)).map_err(Denied::wrong)?;
    Ok(ground(&table))
}

/// The table of a choice that no match could be begun with, for looking at it all the same.
fn sketch(choice: TableChoice, scenario: &Scenario) -> Sketch {
    match choice {
        TableChoice::Given(sketch) => sketch,
        TableChoice::Generated { theme, seed, symmetric } => {
            let (width, depth) = (Length::inches(scenario.size.0), Length::inches(scenario.size.1));
            generate(&Recipe { width, depth, symmetric, ..Recipe::new(theme) }, seed)
        }
    }
}

fn game(games: &Games, key: &str) -> Result<Arc<dyn Game>, Denied> {
    games.get(key).ok_or_else(|| {
        let keys: Vec<&str> = games.iter().map(|game| game.about().key).collect();
        Denied::Missing(format!("there is no game '{key}'; there is {}", keys.join(", ")))
    })
}

fn scenario<'a>(about: &'a About, key: &str, sides: usize) -> Result<&'a Scenario, Problem> {
    let Some(found) = about.scenarios.iter().find(|scenario| scenario.key == key) else {
        let keys: Vec<&str> = about.scenarios.iter().map(|s| s.key.as_str()).collect();
        let there = keys.join(", ");
        return Err(plain(format!("{} has no scenario '{key}'; there is {there}", about.title)));
    };
    let (least, most) = (usize::from(found.sides.0), usize::from(found.sides.1));
    match (least..=most).contains(&sides) {
        true => Ok(found),
        false if least == most => {
            Err(plain(format!("{} is played by {most} sides, not by {sides}", found.title)))
        }
        false => Err(plain(format!(
            "{} is played by {least} to {most} sides, not by {sides}",
            found.title
        ))),
    }
}

/// What was agreed on, with what the ready-made rosters among these need. An option that does
/// not exist or cannot be so is a problem, and left out.
fn agreed(
    about: &About,
    given: &Options,
    rosters: &[&RosterWish],
    problems: &mut Vec<Problem>,
) -> Options {
    let mut agreed = Options::new();
    for (key, value) in given {
        match option(about, key, value) {
            Ok(()) => _ = agreed.insert(key.clone(), value.clone()),
            Err(why) => problems.push(plain(why)),
        }
    }
    for ready in rosters.iter().filter_map(|wish| ready(about, wish)) {
        for (key, value) in ready.needs {
            let chosen = agreed.entry((*key).to_owned()).or_insert_with(|| (*value).to_owned());
            if chosen != value {
                problems.push(plain(format!(
                    "{} cannot be played with {key} = {chosen}; it needs {key} = {value}",
                    ready.key
                )));
            }
        }
    }
    agreed
}

fn option(about: &About, key: &str, value: &str) -> Result<(), String> {
    let Some(OptionSpec { values, .. }) = about.options.iter().find(|spec| spec.key == key) else {
        let keys: Vec<&str> = about.options.iter().map(|spec| spec.key).collect();
        return Err(format!("{} has no option '{key}'; there is {}", about.title, keys.join(", ")));
    };
    match values {
        [] if value.parse::<u32>().is_ok() => Ok(()),
        [] => Err(format!("the option '{key}' is a whole number, not '{value}'")),
        values if values.contains(&value) => Ok(()),
        values => {
            Err(format!("the option '{key}' cannot be '{value}'; it is {}", values.join(" or ")))
        }
    }
}

/// Whether a ready-made roster can be played with what was agreed on.
fn is_ready(about: &About, ready: &ReadyRoster, options: &Options) -> bool {
    let usual = |key: &str| about.options.iter().find(|spec| spec.key == key).map(|s| s.usual);
    let chosen = |key: &str| options.get(key).map(String::as_str).or_else(|| usual(key));
    ready.needs.iter().all(|(key, value)| chosen(key) == Some(*value))
}

fn ready<'a>(about: &'a About, wish: &RosterWish) -> Option<&'a ReadyRoster> {
    match wish {
        RosterWish::Ready(key) => about.rosters.iter().find(|roster| roster.key == key),
        RosterWish::File(_) => None,
    }
}

fn roster_text<'a>(about: &'a About, wish: &'a RosterWish) -> Result<&'a str, Problem> {
    match wish {
        RosterWish::File(text) => Ok(text),
        RosterWish::Ready(key) => ready(about, wish).map(|ready| ready.text).ok_or_else(|| {
            let keys: Vec<&str> = about.rosters.iter().map(|roster| roster.key).collect();
            let (title, there) = (about.title, keys.join(", "));
            plain(format!("{title} has no ready-made roster '{key}'; there is {there}"))
        }),
    }
}

fn roster_problems(
    game: &dyn Game,
    side: SideId,
    wish: &RosterWish,
    options: &Options,
) -> Vec<Problem> {
    let wrong = match roster_text(game.about(), wish) {
        Ok(text) => {
            let checked = game.check_roster(text, options).err().unwrap_or_default();
            checked.iter().map(|text| located(text)).collect()
        }
        Err(problem) => vec![problem],
    };
    let of_side =
        |problem: Problem| Problem { why: format!("{side}'s roster: {}", problem.why), ..problem };
    wrong.into_iter().map(of_side).collect()
}

/// What is wrong with who is to play a side.
fn player(side: SideId, wish: &SideWish) -> Option<Problem> {
    match &wish.seat {
        SeatWish::Computer(name) => {
            computers::problem(name).map(|why| plain(format!("{side}: {why}")))
        }
        SeatWish::Me | SeatWish::Open => None,
    }
}

fn table(wish: &TableWish) -> Result<TableChoice, Vec<Problem>> {
    match wish {
        TableWish::Generated { theme, seed, symmetric } => match seed.trim().parse() {
            Ok(seed) => Ok(TableChoice::Generated { theme: *theme, seed, symmetric: *symmetric }),
            Err(_) => {
                let why =
                    format!("the table's seed is a whole number of nought or more, not '{seed}'");
                Err(vec![plain(why)])
            }
        },
        TableWish::File(text) => {
            let told = |problem: &tabletop::file::Problem| Problem {
                line: Some(problem.line),
                why: format!("table: {}", problem.message),
            };
            tabletop::file::read(text)
                .map(TableChoice::Given)
                .map_err(|problems| problems.iter().map(told).collect())
        }
    }
}

fn plain(why: String) -> Problem {
    Problem { line: None, why }
}

/// A problem as the engine words it, such as `line 3, column 9: no such weapon`, with its line
/// taken out. What comes before the line, such as whose roster it is, stays.
pub(crate) fn located(text: &str) -> Problem {
    let read = |from: usize| {
        let (place, why) = text[from..].strip_prefix("line ")?.split_once(": ")?;
        let (line, column) = place.split_once(", column ").unwrap_or((place, "1"));
        column.parse::<usize>().ok()?;
        let line = line.parse().ok()?;
        Some(Problem { line: Some(line), why: format!("{}{why}", &text[..from]) })
    };
    let after_colons = text.match_indices(": ").map(|(at, colon)| at + colon.len());
    let found = std::iter::once(0).chain(after_colons).find_map(read);
    found.unwrap_or_else(|| plain(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_out_of_problems() {
        let read = |text: &str| {
            let problem = located(text);
            (problem.line, problem.why)
        };
        assert_eq!(read("line 3: no name"), (Some(3), "no name".to_owned()));
        assert_eq!(read("line 3, column 4: odd: x"), (Some(3), "odd: x".to_owned()));
        let begun = "red's roster: line 12, column 1: odd";
        assert_eq!(read(begun), (Some(12), "red's roster: odd".to_owned()));
        assert_eq!(read("line of fire: odd"), (None, "line of fire: odd".to_owned()));
        assert_eq!(read("too many models"), (None, "too many models".to_owned()));
    }
}
