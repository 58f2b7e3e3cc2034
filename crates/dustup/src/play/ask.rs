//! A question for people, and what they type as an answer to it.

use anyhow::Result;
use engine::dice::Need;
use engine::face::AnyMatch;
use engine::notation;
use engine::question::{Answer, Choice, ENGINE, Form, Goal, Question};
use engine::source::{in_formation, lattice};
use engine::view::{ModelView, View};
use engine::ways::Aim;
use engine::{ModelId, SideId};
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::{Out, picture};

use super::show::capital;

/// How many suggestions are made for a path or a place.
const MOST_SUGGESTIONS: usize = 8;
/// How many options that cannot be chosen are shown unasked.
const MOST_NEAR_MISSES: usize = 6;
/// How many places are tried for suggestions before giving up.
const MOST_TRIES: usize = 400;

/// The winds, with how far they go east and north.
const WINDS: [(&str, i64, i64); 8] = [
    ("north", 0, 1),
    ("north-east", 1, 1),
    ("east", 1, 0),
    ("south-east", 1, -1),
    ("south", 0, -1),
    ("south-west", -1, -1),
    ("west", -1, 0),
    ("north-west", -1, 1),
];

/// A question as it is put to people: with suggestions where it asks for a place.
pub(crate) struct Posed {
    /// The question.
    pub(crate) question: Question,
    /// Answers that would be legal, for questions about places; typed by their number.
    suggestions: Vec<(String, Answer)>,
}

impl Posed {
    /// Puts a question, working out suggestions.
    pub(crate) fn new(played: &dyn AnyMatch, question: Question) -> Posed {
        let legal = |answer: &Answer| played.would_accept(question.side, answer).is_ok();
        let suggestions = match &question.form {
            Form::Paths { movers, goals, .. } => {
                squad_suggestions(played, question.side, movers, goals)
            }
            _ => suggestions(&question, &legal),
        };
        Posed { question, suggestions }
    }

    /// Prints the question.
    pub(crate) fn print(&self, view: &View, out: Out<'_>) -> Result<()> {
        let question = &self.question;
        let side = capital(question.side.name());
        let about = question.about.and_then(|id| view.models.iter().find(|m| m.model == id));
        let about = about.map(|model| format!(" ({})", self.name_in_question(model)));
        let about = about.unwrap_or_default();
        // A squad that is named anyway need not be named before it.
        let new = |scope: &&String| !about.contains(scope.as_str());
        let scopes: Vec<&str> = question.scopes.iter().filter(new).map(String::as_str).collect();
        if !scopes.is_empty() {
            writeln!(out, "{}", scopes.join(" > "))?;
        }
        let secret = if question.secret { " The others must not see your answer." } else { "" };
        let clause = match question.clause == ENGINE {
            true => String::new(),
            false => format!(" [{}]", question.clause),
        };
        writeln!(out, "{side}{about}: {}{clause}{secret}", question.prompt)?;
        self.print_form(view, out)
    }

    /// What is asked of several soldiers at once is asked of their squad.
    fn name_in_question<'v>(&self, about: &'v ModelView) -> &'v str {
        let many = match &self.question.form {
            Form::Paths { movers, .. } => movers.len() > 1,
            Form::Placement { models, .. } => models.len() > 1,
            _ => false,
        };
        about.squad.as_deref().filter(|_| many).unwrap_or(&about.name)
    }

    fn print_form(&self, view: &View, out: Out<'_>) -> Result<()> {
        let name = |id| view.models.iter().find(|m| m.model == id).map_or("it", |m| &m.name);
        match &self.question.form {
            Form::One { choices } => print_choices(choices, out)?,
            Form::Some { choices, least, most } => {
                print_choices(choices, out)?;
                writeln!(out, "Choose {least} to {most}, such as 1 + 2; or none.")?;
            }
            Form::Number { least, most } => {
                writeln!(out, "A whole number from {least} to {most}.")?;
            }
            Form::Path { model, start, limit, .. } => {
                writeln!(out, "{} stands at {start} and has {limit}\" at most.", name(*model))?;
                self.print_suggestions(out)?;
                writeln!(out, "Or type: stay / to 14,10 / via 12,8 to 14,10 / north 3 east 2")?;
            }
            Form::Paths { movers, limit, .. } => {
                for (number, (model, start)) in movers.iter().enumerate() {
                    writeln!(out, "  #{} {} stands at {start}", number + 1, name(*model))?;
                }
                self.print_suggestions(out)?;
                writeln!(
                    out,
                    "Each has {limit}\" at most. Type where #1 goes, the others keep their"
                )?;
                writeln!(
                    out,
                    "places beside, and who goes elsewhere: all to 14,10; 3 stay; 5 to 9,8"
                )?;
                writeln!(
                    out,
                    "Or one path for each, in this order: to 14,10; stay; via 12,8 to 14,10"
                )?;
            }
            Form::Along { path, length, .. } => {
                let path: Vec<String> = path.iter().map(Spot::to_string).collect();
                writeln!(out, "The way leads over {} and is {length}\" long.", path.join(" - "))?;
                writeln!(out, "Type the distance from its start, such as: at 3.5")?;
            }
            Form::Point { within, .. } => {
                self.print_suggestions(out)?;
                writeln!(out, "Or type a place {}, such as: at 12,8", bounds(*within))?;
            }
            Form::Facing { .. } => {
                self.print_suggestions(out)?;
                writeln!(out, "Or type a direction x,y, such as: facing 1,2")?;
            }
            Form::Placement { models, within, .. } => {
                let middle = middle(*within);
                let named = models.iter().map(|id| name(*id));
                let names: Vec<String> = match models.len() {
                    1 => named.map(str::to_owned).collect(),
                    _ => named.zip(1..).map(|(name, i): (_, u32)| format!("#{i} {name}")).collect(),
                };
                writeln!(out, "To place: {}", names.join("; "))?;
                self.print_suggestions(out)?;
                let all = if models.len() > 1 { "all " } else { "" };
                writeln!(out, "Or type a place {}, such as: {all}at {middle}", bounds(*within))?;
                if models.len() > 1 {
                    let beside = Point::new(middle.x - Length::inches(3), middle.y);
                    writeln!(
                        out,
                        "(ranks of five from there; who stands elsewhere comes behind: all at \
                         {middle}; 3 at {beside})"
                    )?;
                }
            }
            Form::Dice { need } => {
                let whose = need.model.map_or(need.side.name(), name);
                print_need(need, whose, out)?;
            }
        }
        Ok(())
    }

    fn print_suggestions(&self, out: Out<'_>) -> Result<()> {
        for (number, (text, _)) in self.suggestions.iter().enumerate() {
            writeln!(out, "  {}  {text}", number + 1)?;
        }
        Ok(())
    }

    /// Prints everything that cannot be chosen, and why.
    pub(crate) fn print_all(&self, out: Out<'_>) -> Result<()> {
        match &self.question.form {
            Form::One { choices } | Form::Some { choices, .. } => {
                print_near_misses(choices, usize::MAX, out)
            }
            _ => Ok(()),
        }
    }

    /// Whether a text is exactly what one of the options is called.
    pub(crate) fn names_option(&self, text: &str) -> bool {
        match &self.question.form {
            Form::One { choices } | Form::Some { choices, .. } => {
                choices.iter().any(|choice| choice.key.eq_ignore_ascii_case(text))
            }
            _ => false,
        }
    }

    /// The answer that a text means.
    pub(crate) fn parse(&self, text: &str) -> Result<Answer, String> {
        let places = matches!(
            self.question.form,
            Form::Path { .. }
                | Form::Paths { .. }
                | Form::Point { .. }
                | Form::Facing { .. }
                | Form::Placement { .. }
        );
        if places && let Ok(number) = text.parse::<usize>() {
            let found = number.checked_sub(1).and_then(|i| self.suggestions.get(i));
            let count = self.suggestions.len();
            let unknown = || match count {
                0 => "there are no suggestions here; type a place".to_owned(),
                _ => format!("there are suggestions 1 to {count}"),
            };
            return found.map(|(_, answer)| answer.clone()).ok_or_else(unknown);
        }
        if let Form::One { choices } = &self.question.form {
            return notation::parse(&self.question, &spelled_out(choices, text)?);
        }
        if let Form::Some { choices, .. } = &self.question.form {
            let parts = text.split('+').map(|part| spelled_out(choices, part.trim()));
            let parts: Result<Vec<String>, String> = parts.collect();
            return notation::parse(&self.question, &parts?.join(" + "));
        }
        if let Form::Path { start, .. } = &self.question.form
            && let Some(path) = walk(*start, text)
        {
            return Ok(Answer::Path(path));
        }
        notation::parse(&self.question, text)
    }
}

/// Ways for a squad that was told where to go all together, and finds something in its way; and
/// who does not get there.
pub(crate) fn detour(
    played: &dyn AnyMatch,
    side: SideId,
    (text, answer): (&str, &Answer),
) -> Option<(Answer, Vec<ModelId>)> {
    let (Answer::Paths(wanted), true) = (answer, text.starts_with("all ")) else { return None };
    around(played, side, wanted)
}

/// The options that can be chosen, in the order of their numbers.
fn possible(choices: &[Choice]) -> impl Iterator<Item = &Choice> {
    choices.iter().filter(|choice| choice.refusal.is_none())
}

/// Whether options are numbers themselves, so that numbering them would only confuse.
fn are_numbers(choices: &[Choice]) -> bool {
    choices.iter().any(|choice| choice.key.parse::<i64>().is_ok())
}

fn print_choices(choices: &[Choice], out: Out<'_>) -> Result<()> {
    let numbered = !are_numbers(choices);
    for (number, choice) in possible(choices).enumerate() {
        let number = if numbered { format!("{}  ", number + 1) } else { String::new() };
        writeln!(out, "  {number}{}{}", choice.key, detail(choice))?;
    }
    print_near_misses(choices, MOST_NEAR_MISSES, out)
}

/// What cannot be chosen, and why.
fn print_near_misses(choices: &[Choice], most: usize, out: Out<'_>) -> Result<()> {
    let missed: Vec<&Choice> = choices.iter().filter(|c| c.refusal.is_some()).collect();
    if missed.is_empty() {
        return Ok(());
    }
    writeln!(out, "Not possible now:")?;
    for choice in missed.iter().take(most) {
        let why = choice.refusal.as_ref().map(ToString::to_string).unwrap_or_default();
        writeln!(out, "  -  {}{}: {why}", choice.key, detail(choice))?;
    }
    if missed.len() > most {
        writeln!(out, "  -  and {} more; type all to see them", missed.len() - most)?;
    }
    Ok(())
}

fn detail(choice: &Choice) -> String {
    match choice.detail.as_str() {
        "" => String::new(),
        detail => format!(" - {detail}"),
    }
}

/// The words of an option that is named by its number; any other text as it is.
fn spelled_out(choices: &[Choice], text: &str) -> Result<String, String> {
    let Ok(number) = text.parse::<usize>() else { return Ok(text.to_owned()) };
    if are_numbers(choices) {
        return Ok(text.to_owned());
    }
    let found = number.checked_sub(1).and_then(|i| possible(choices).nth(i));
    let count = possible(choices).count();
    found.map(|c| c.key.clone()).ok_or_else(|| format!("there are options 1 to {count}"))
}

fn print_need(need: &Need, whose: &str, out: Out<'_>) -> Result<()> {
    let sides = if need.sides == 6 { String::new() } else { format!(" with {} sides", need.sides) };
    match need.count {
        1 => writeln!(out, "Roll a die{sides} for {whose} and type what it shows, such as: 4")?,
        count => {
            let face = |i: u8| 1 + u32::from(i) * 2 % u32::from(need.sides.max(1));
            let faces: Vec<String> = (0..count).map(|i| face(i).to_string()).collect();
            let faces = faces.join(" ");
            writeln!(out, "Roll {count} dice{sides} for {whose} and type them, such as: {faces}")?;
        }
    }
    Ok(())
}

/// A point in whole inches in the middle of a box.
fn middle(Extent { low, high }: Extent) -> Point {
    let between = |a: Length, b: Length| {
        let inches = (a.wide() + b.wide()) / 2 / Length::inches(1).wide();
        Length::inches(i32::try_from(inches).unwrap_or_default())
    };
    Point::new(between(low.x, high.x), between(low.y, high.y))
}

fn bounds(Extent { low, high }: Extent) -> String {
    format!("from {low} to {high}")
}

/// A path told by winds and inches: `north 3 east 2`.
fn walk(start: Spot, text: &str) -> Option<Vec<Spot>> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "then").collect();
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return None;
    }
    let mut path = vec![start];
    let mut at = start.at;
    for pair in words.chunks(2) {
        let (_, x, y) = WINDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(pair[0]))?;
        let length: Length = pair[1].parse().ok()?;
        at = at.toward(Vector::new(x * 1_000_000, y * 1_000_000), length);
        path.push(at.at_height(start.z));
    }
    Some(path)
}

fn suggestions(question: &Question, legal: &dyn Fn(&Answer) -> bool) -> Vec<(String, Answer)> {
    match &question.form {
        Form::Path { start, limit, goals, .. } => path_suggestions(*start, *limit, goals, legal),
        Form::Point { within, goals } => {
            let points = ranked(goals).into_iter().map(|goal| goal.spot.at);
            let all = points.chain(scattered(*within)).take(MOST_TRIES).map(Answer::Point);
            listed(all, legal)
        }
        Form::Facing { .. } => {
            let answers = WINDS.map(|(_, x, y)| Answer::Facing(Vector::new(x, y)));
            let names = WINDS.map(|(name, ..)| format!("facing {name}"));
            names.into_iter().zip(answers).filter(|(_, answer)| legal(answer)).collect()
        }
        Form::Placement { models, within, goals } if models.len() > 1 => {
            let spots = ranked(goals).into_iter().map(|goal| goal.spot.at);
            let all = spots.chain(scattered(*within)).take(MOST_TRIES).filter_map(|at| {
                let answer = notation::parse(question, &format!("all at {at}")).ok()?;
                legal(&answer).then(|| (format!("all at {at}"), answer))
            });
            all.take(MOST_SUGGESTIONS).collect()
        }
        Form::Placement { models, within, goals } => {
            let [model] = models[..] else { return Vec::new() };
            let spots = ranked(goals).into_iter().map(|goal| goal.spot);
            let bare = scattered(*within).map(|point| point.at_height(Length::ZERO));
            let all = spots.chain(bare).take(MOST_TRIES);
            listed(all.map(|spot| Answer::Placement(vec![(model, spot)])), legal)
        }
        Form::One { .. }
        | Form::Some { .. }
        | Form::Number { .. }
        | Form::Paths { .. }
        | Form::Along { .. }
        | Form::Dice { .. } => Vec::new(),
    }
}

/// Staying, and good places for the first of a squad, with the others beside as near as they get.
fn squad_suggestions(
    played: &dyn AnyMatch,
    side: SideId,
    movers: &[(ModelId, Spot)],
    goals: &[Goal],
) -> Vec<(String, Answer)> {
    let stay = Answer::Paths(movers.iter().map(|(model, start)| (*model, vec![*start])).collect());
    let stay = played.would_accept(side, &stay).is_ok().then(|| ("all stay".to_owned(), stay));
    let found = ranked(goals).into_iter().take(MOST_SUGGESTIONS).filter_map(|goal| {
        let (answer, _) = around(played, side, &in_formation(movers, goal.spot))?;
        Some((format!("all to {}", goal.spot), answer))
    });
    stay.into_iter().chain(found).take(MOST_SUGGESTIONS).collect()
}

/// Legal ways for models that cannot go straight, each as near as may be to the end of the way
/// that was wanted; and who does not get there.
fn around(
    played: &dyn AnyMatch,
    side: SideId,
    wanted: &[(ModelId, Vec<Spot>)],
) -> Option<(Answer, Vec<ModelId>)> {
    let aim = |(model, path): &(ModelId, Vec<Spot>)| {
        let [_, via @ .., to] = path.as_slice() else { return None };
        Some((*model, Aim { via: via.to_vec(), at: to.at, level: None }))
    };
    let aims: Vec<(ModelId, Aim)> = wanted.iter().filter_map(aim).collect();
    let found = played.together(side, &aims).ok().filter(|found| found.refusal.is_none())?;
    let moves = found.ways.iter().any(|(_, way)| way.path.len() > 1);
    let short = found.ways.iter().filter(|(_, way)| way.short.is_some()).map(|(m, _)| *m);
    let short = short.collect();
    let ways = found.ways.into_iter().map(|(model, way)| (model, way.path)).collect();
    moves.then_some((Answer::Paths(ways), short))
}

fn listed(
    answers: impl Iterator<Item = Answer>,
    legal: &dyn Fn(&Answer) -> bool,
) -> Vec<(String, Answer)> {
    let mut found: Vec<(String, Answer)> = Vec::new();
    for answer in answers {
        let near = |other: &(String, Answer)| is_near(&other.1, &answer);
        if !found.iter().any(near) && legal(&answer) {
            found.push((notation::print(&answer), answer));
        }
        if found.len() == MOST_SUGGESTIONS {
            break;
        }
    }
    found
}

/// Whether two answers lead to almost the same place, so that one of them is enough.
fn is_near(one: &Answer, other: &Answer) -> bool {
    let place = |answer: &Answer| match answer {
        Answer::Point(point) => Some(point.at_height(Length::ZERO)),
        Answer::Placement(places) => places.first().map(|(_, spot)| *spot),
        Answer::Path(path) => path.last().copied(),
        _ => None,
    };
    let (Some(a), Some(b)) = (place(one), place(other)) else { return false };
    a.z == b.z && a.at.distance_squared(b.at) < Length::inches(1).squared()
}

fn ranked(goals: &[Goal]) -> Vec<Goal> {
    let mut goals = goals.to_vec();
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.merit));
    goals
}

/// Goals first, then the eight winds as far as one gets, then staying.
fn path_suggestions(
    start: Spot,
    limit: Length,
    goals: &[Goal],
    legal: &dyn Fn(&Answer) -> bool,
) -> Vec<(String, Answer)> {
    let goals = ranked(goals);
    let aims = goals.iter().map(|goal| goal.spot).filter(|spot| *spot != start);
    let straight = |to: Spot| Answer::Path(vec![start, to]);
    let mut found = listed(aims.take(MOST_TRIES).map(straight), legal);
    found.truncate(MOST_SUGGESTIONS / 2);
    let mut winds: Vec<Answer> = Vec::new();
    for (_, x, y) in WINDS {
        let wind = Vector::new(x * 1_000_000, y * 1_000_000);
        let far = [4, 3, 2, 1].map(|quarters| {
            // A hair less than the limit, because steps aslant are rounded.
            let length = Length::saturating(limit.wide() * quarters / 4) - Length::micrometres(2);
            start.at.toward(wind, length.max(Length::ZERO)).at_height(start.z)
        });
        winds.extend(far.into_iter().map(straight).find(|answer| legal(answer)));
    }
    if let Some(best) = goals.iter().find(|goal| goal.spot != start) {
        let end = |answer: &Answer| match answer {
            Answer::Path(path) => path.last().map(|to| to.at.distance_squared(best.spot.at)),
            _ => None,
        };
        winds.sort_by_key(end);
    }
    for answer in winds {
        let near = found.iter().any(|(_, other)| is_near(other, &answer));
        if found.len() < MOST_SUGGESTIONS && !near {
            found.push((notation::print(&answer), answer));
        }
    }
    for (text, answer) in &mut found {
        if let Answer::Path(path) = answer
            && let Some(to) = path.last()
        {
            let away = picture::away(start.at.distance(to.at), start.at, to.at);
            *text = format!("{text} - {away}");
        }
    }
    let stay = Answer::Path(vec![start]);
    if legal(&stay) {
        found.push(("stay".to_owned(), stay));
    }
    found
}

/// Points all over a box, the middle first, so that the first few are spread.
fn scattered(within: Extent) -> impl Iterator<Item = Point> {
    let points: Vec<Point> = lattice(within, Length::inches(1)).collect();
    let count = points.len().max(1);
    let step = (count * 618 / 1000).max(1);
    let step = (step..).find(|n| gcd(*n, count) == 1).unwrap_or(1);
    (0..points.len()).map(move |i| points[(count / 2 + i * step) % count])
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use engine::ids::Clause;
    use engine::question::Refusal;

    use super::*;

    #[test]
    fn numbers_count_what_can_be_chosen() {
        let no = Refusal::new(Clause("TST-01"), "too far");
        let choices =
            [Choice::new("shoot Bo").refused(no), Choice::new("move"), Choice::new("done")];
        assert_eq!(spelled_out(&choices, "1").unwrap(), "move");
        assert_eq!(spelled_out(&choices, "2").unwrap(), "done");
        assert_eq!(spelled_out(&choices, "shoot Bo").unwrap(), "shoot Bo");
        assert!(spelled_out(&choices, "3").is_err());
        assert!(spelled_out(&choices, "0").is_err());
        let dice = [Choice::new("3"), Choice::new("2"), Choice::new("1")];
        assert_eq!(spelled_out(&dice, "1").unwrap(), "1");
    }

    #[test]
    fn ways_can_be_told_by_winds() {
        let start = Point::inches(10, 10).at_height(Length::ZERO);
        let path = walk(start, "north 3 then east 2").unwrap();
        assert_eq!(path[1].at, Point::inches(10, 13));
        assert_eq!(path[2].at, Point::inches(12, 13));
        assert!(walk(start, "to 14,10").is_none());
        assert!(walk(start, "up 3").is_none());
        assert!(walk(start, "north").is_none());
        assert!(walk(start, "").is_none());
    }

    #[test]
    fn suggestions_are_spread_and_complete() {
        let within = Extent { low: Point::inches(0, 0), high: Point::inches(5, 3) };
        let mut points: Vec<Point> = scattered(within).collect();
        assert_eq!(points.len(), 24);
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), 24);
    }
}
