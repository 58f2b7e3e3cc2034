//! The answers worth thinking about: a handful out of everything that is legal.

use std::cmp::Reverse;

use engine::cx::{Check, Judges, Offer, Wanted};
use engine::ids::ModelId;
use engine::position::{Asked, Position};
use engine::question::{Answer, Ask, Goal, Milestone};
use engine::source::Driver;
use engine::view::ModelView;
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::formation::{self, Paths};
use crate::novice::{Novice, stops};
use crate::places;

/// An answer worth thinking about, and what it is called.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) answer: Answer,
    pub(crate) words: String,
}

/// Where to look for places that the book does not name, if anywhere, and how many are wanted.
type Breadth<'a> = (Option<&'a dyn Position>, usize);

/// How many places, points or facings are looked at.
const MOST_PLACES: usize = 14;
/// How many goals of the book are among them.
const MOST_GOALS: usize = 8;
/// How many placements are drawn by lot.
const DRAWN: usize = 6;
/// How many are looked at besides, one of each merit.
const RANKS: usize = 24;
/// Numbers up to so many are all looked at; of more only so many.
const MOST_NUMBERS: i64 = 9;

/// The answers to the open question of a position that are worth thinking about, the one a novice
/// would give first.
pub(crate) fn gather(position: &dyn Position, novice: &mut Novice) -> Option<Vec<Candidate>> {
    found(position, (Some(position), MOST_PLACES), novice)
}

/// The same at a glance: so many at most, without looking around for places that the book does not
/// name.
pub(crate) fn glance(
    position: &dyn Position,
    most: usize,
    novice: &mut Novice,
) -> Option<Vec<Candidate>> {
    let mut candidates = found(position, (None, most), novice)?;
    candidates.truncate(most);
    Some(candidates)
}

fn found(
    position: &dyn Position,
    breadth: Breadth<'_>,
    novice: &mut Novice,
) -> Option<Vec<Candidate>> {
    let mut gathered = None;
    position.look(&mut |ask, asked| {
        gathered = Some(match asked {
            Asked::One(offer) => options(ask, offer, novice),
            Asked::Other(wanted) => others(breadth, ask, wanted, novice),
        });
    });
    let mut seen: Vec<Answer> = Vec::new();
    let mut candidates: Vec<Candidate> = gathered?;
    candidates.retain(|c| {
        let fresh = !seen.contains(&c.answer);
        seen.push(c.answer.clone());
        fresh
    });
    (!candidates.is_empty()).then_some(candidates)
}

fn options(ask: &Ask, offer: &Offer<'_>, novice: &mut Novice) -> Vec<Candidate> {
    let choices = offer.choices();
    let first = novice.pick(ask, offer);
    let mut rest: Vec<usize> = (0..choices.len()).filter(|i| *i != first).collect();
    rest.sort_by_key(|i| Reverse(choices[*i].merit));
    let order = std::iter::once(first).chain(rest).filter_map(|i| choices.get(i));
    let possible = order.filter(|c| c.refusal.is_none());
    possible
        .map(|c| Candidate { answer: Answer::Pick(c.key.clone()), words: c.key.clone() })
        .collect()
}

/// The same for anything but a simple offer.
fn others(
    (position, most): Breadth<'_>,
    ask: &Ask,
    wanted: &mut Wanted<'_>,
    novice: &mut Novice,
) -> Vec<Candidate> {
    match wanted {
        Wanted::Some(offer, least, most) => some(ask, offer, (*least, *most), novice),
        Wanted::Number(least, most) => numbers(*least, *most),
        Wanted::Along(_, length, milestones) => along(*length, milestones()),
        Wanted::Facing(_) => facings(position, ask),
        Wanted::Path(_, start, limit, goals, _, check) => {
            path((position, most), ask, (*start, *limit), &goals(), check, novice)
        }
        Wanted::Paths(movers, limit, goals, each, check) => {
            let first = novice.paths_each(ask, (movers, *limit), goals, (*each, &mut **check));
            paths((position, most), (movers, *limit), goals(), (*each, &mut **check), first)
        }
        Wanted::Point(within, goals, check) => {
            let first = novice.point(ask, *within, goals, check);
            points((position, most), *within, goals(), check, first)
        }
        Wanted::Placement(models, within, goals, check) => {
            let mut drawn = || novice.placement(ask, models, *within, goals, check);
            let drawn: Vec<_> = (0..DRAWN.min(most)).filter_map(|_| drawn()).collect();
            placements(most, models, goals(), check, drawn)
        }
    }
}

/// What a novice takes, nothing, each alone, and all that may be.
fn some(
    ask: &Ask,
    offer: &Offer<'_>,
    (least, most): (usize, usize),
    novice: &mut Novice,
) -> Vec<Candidate> {
    let choices = offer.choices();
    let possible: Vec<usize> =
        (0..choices.len()).filter(|i| choices[*i].refusal.is_none()).collect();
    let most = most.min(possible.len());
    let mut sets = vec![novice.picks(ask, offer, least, most), Vec::new()];
    sets.extend(possible.iter().map(|i| vec![*i]).take(MOST_PLACES));
    sets.push(possible.iter().copied().take(most).collect());
    let fits = |set: &Vec<usize>| set.len() >= least && set.len() <= most;
    let named = |set: Vec<usize>| {
        let keys: Vec<String> = set.iter().map(|i| choices[*i].key.clone()).collect();
        let words = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
        Candidate { answer: Answer::Picks(keys), words }
    };
    sets.into_iter().filter(fits).map(named).collect()
}

fn numbers(least: i64, most: i64) -> Vec<Candidate> {
    let span = most.saturating_sub(least).max(0);
    let steps = span.min(MOST_NUMBERS - 1);
    let value =
        |i: i64| least + if steps == 0 { 0 } else { span / steps * i + span % steps * i / steps };
    let named = |n: i64| Candidate { answer: Answer::Number(n), words: n.to_string() };
    (0..=steps).map(value).map(named).collect()
}

/// The places that the book names, the best first, and the quarters of the way.
fn along(length: Length, mut milestones: Vec<Milestone>) -> Vec<Candidate> {
    milestones.sort_by_key(|place| Reverse(place.merit));
    let best = milestones.into_iter().take(MOST_GOALS).map(|place| place.at);
    let part = |quarters: i32| Length::saturating(length.wide() * i64::from(quarters) / 4);
    let named =
        |at: Length| Candidate { answer: Answer::Along(at), words: format!("after {at} inches") };
    best.chain((0..=4).map(part)).map(named).collect()
}

/// Toward each enemy, and around the compass.
fn facings(position: Option<&dyn Position>, ask: &Ask) -> Vec<Candidate> {
    let toward = position.map_or_else(Vec::new, |position| toward_enemies(position, ask));
    let compass = [(0, 1, "north"), (1, 1, "north-east"), (1, 0, "east"), (1, -1, "south-east")]
        .into_iter()
        .chain([(0, -1, "south"), (-1, -1, "south-west"), (-1, 0, "west"), (-1, 1, "north-west")])
        .map(|(x, y, name)| (Vector::new(x * 1_000, y * 1_000), name.to_owned()));
    let sane = |to: &Vector| *to != Vector::default();
    let shortened = |(to, words): (Vector, String)| {
        let most = to.x.abs().max(to.y.abs()).max(1);
        let to = Vector::new(to.x * 1_000 / most, to.y * 1_000 / most);
        (to, words)
    };
    let all = toward.into_iter().take(MOST_PLACES - 8).map(shortened).chain(compass);
    let named = |(to, words)| Candidate { answer: Answer::Facing(to), words };
    all.filter(|(to, _)| sane(to)).map(named).collect()
}

fn toward_enemies(position: &dyn Position, ask: &Ask) -> Vec<(Vector, String)> {
    let view = position.view();
    let here = ask.about.and_then(|m| view.models.iter().find(|v| v.model == m)?.spot);
    let enemies = view.models.iter().filter(|m| m.side != position.side() && !m.gone);
    let toward = |m: &ModelView| Some((m.spot?.at - here?.at, format!("toward {}", m.name)));
    enemies.filter_map(toward).collect()
}

fn best_goals(mut goals: Vec<Goal>, most: usize) -> Vec<Spot> {
    goals.sort_by_key(|goal| Reverse(goal.merit));
    goals.into_iter().map(|goal| goal.spot).take(MOST_GOALS.min(most)).collect()
}

fn to_words(path: &[Spot]) -> String {
    match path {
        [] | [_] => "stay".to_owned(),
        [.., last] => format!("to {}", last.at),
    }
}

/// Staying, the goals of the book, and places that change who sees whom.
fn path(
    (position, most): Breadth<'_>,
    ask: &Ask,
    (start, limit): (Spot, Length),
    goals: &[Goal],
    check: Check<'_, [Spot]>,
    novice: &mut Novice,
) -> Vec<Candidate> {
    let suggest = || goals.to_vec();
    let mut found: Vec<Vec<Spot>> = Vec::new();
    found.extend(novice.path(ask, start, limit, &suggest, check));
    let stay = vec![start];
    if check(&stay).is_ok() {
        found.push(stay);
    }
    let spots = best_goals(goals.to_vec(), most);
    let straight = spots.iter().filter_map(|goal| {
        let mut ways = stops(start, *goal, limit).into_iter().map(|to| vec![start, to]);
        ways.find(|path| check(path).is_ok())
    });
    found.extend(straight.collect::<Vec<_>>());
    if let Some(position) = position {
        found.extend(places::worth_going(position, ask, start, most));
    }
    let named = |path: Vec<Spot>| Candidate { words: to_words(&path), answer: Answer::Path(path) };
    found.into_iter().map(named).collect()
}

/// What a novice does, staying, and going in formation to the goals of the book and other places.
fn paths(
    (position, most): Breadth<'_>,
    (movers, limit): (&[(ModelId, Spot)], Length),
    goals: Vec<Goal>,
    (each, check): Judges<'_>,
    first: Option<Paths>,
) -> Vec<Candidate> {
    let Some((_, start)) = movers.first().copied() else { return Vec::new() };
    let mut found: Vec<Paths> = first.into_iter().collect();
    let stay: Paths = movers.iter().map(|(m, s)| (*m, vec![*s])).collect();
    let around = |position| places::around(position, start, limit);
    let elsewhere = position.map_or_else(Vec::new, around);
    if check(&stay).is_ok() {
        found.push(stay);
    }
    for goal in best_goals(goals, most).into_iter().chain(elsewhere) {
        if found.len() >= most {
            break;
        }
        let to = stops(start, goal, limit).into_iter().next().unwrap_or(start);
        found.extend(formation::march(movers, to, each, check));
    }
    let named = |paths: Paths| Candidate {
        words: paths.first().map_or_else(String::new, |(_, path)| to_words(path)),
        answer: Answer::Paths(paths),
    };
    found.into_iter().map(named).collect()
}

/// What a novice chooses, the goals of the book, and where the enemies are.
fn points(
    (position, most): Breadth<'_>,
    within: Extent,
    goals: Vec<Goal>,
    check: Check<'_, Point>,
    first: Option<Point>,
) -> Vec<Candidate> {
    let enemies = position.map_or_else(Vec::new, |position| {
        let view = position.view();
        let enemies = view.models.iter().filter(|m| m.side != position.side());
        enemies.filter_map(|m| Some(m.spot?.at)).collect()
    });
    let spots = best_goals(goals, most).into_iter().map(|spot| spot.at);
    let all = first.into_iter().chain(spots).chain(enemies).filter(|p| within.contains(*p));
    let legal: Vec<Point> = all.filter(|p| check(p).is_ok()).take(most).collect();
    let named = |p: Point| Candidate { answer: Answer::Point(p), words: format!("at {p}") };
    legal.into_iter().map(named).collect()
}

/// What a novice does by lot, and the places that the book tells apart by their merit: those of equal
/// merit follow one another, as many as there are models where these belong together.
fn placements(
    most: usize,
    models: &[ModelId],
    mut goals: Vec<Goal>,
    check: Check<'_, [(ModelId, Spot)]>,
    drawn: Vec<Vec<(ModelId, Spot)>>,
) -> Vec<Candidate> {
    goals.sort_by_key(|goal| Reverse(goal.merit));
    let ranks = goals.chunk_by(|one, next| one.merit == next.merit);
    let begins = ranks.scan(0, |end, rank| {
        *end += rank.len();
        Some(*end - rank.len())
    });
    let places = |begin: usize| -> Option<Vec<(ModelId, Spot)>> {
        let spots = goals.get(begin..begin + models.len())?;
        Some(models.iter().copied().zip(spots.iter().map(|goal| goal.spot)).collect())
    };
    let ranked = begins.take(RANKS.min(most)).filter_map(places);
    let legal: Vec<_> = ranked.filter(|places| check(places).is_ok()).collect();
    let named = |places: Vec<(ModelId, Spot)>| {
        let words = places.first().map_or_else(String::new, |(_, s)| format!("at {}", s.at));
        Candidate { answer: Answer::Placement(places), words }
    };
    drawn.into_iter().chain(legal).map(named).collect()
}

#[cfg(test)]
mod tests {
    use engine::Refusal;
    use engine::ids::Clause;

    use super::*;

    #[test]
    fn those_who_are_placed_together_stand_in_places_of_equal_merit() {
        let goal =
            |x: i32, merit| Goal { spot: Point::inches(x, 3).at_height(Length::ZERO), merit };
        let goals = || vec![goal(8, 2), goal(1, 5), goal(9, 2), goal(2, 5), goal(12, 9)];
        let models = [ModelId(4), ModelId(7)];
        let firsts = |check: Check<'_, [(ModelId, Spot)]>, most| -> Vec<Vec<(ModelId, i32)>> {
            let inches = |spot: Spot| spot.at.x.um() / Length::inches(1).um();
            let placed = |candidate: Candidate| match candidate.answer {
                Answer::Placement(places) => {
                    places.into_iter().map(|(model, spot)| (model, inches(spot))).collect()
                }
                other => panic!("{other:?}"),
            };
            placements(most, &models, goals(), check, Vec::new()).into_iter().map(placed).collect()
        };
        let near = vec![(models[0], 1), (models[1], 2)];
        let far = vec![(models[0], 8), (models[1], 9)];
        // The one place of the highest merit is followed by the next best for the second model.
        let best = vec![(models[0], 12), (models[1], 1)];
        assert_eq!(firsts(&mut |_| Ok(()), 9), [best.clone(), near, far.clone()]);
        assert_eq!(firsts(&mut |_| Ok(()), 1).len(), 1);
        let mut not_beside_two = |places: &[(ModelId, Spot)]| match places
            .iter()
            .any(|(_, spot)| spot.at.x == Length::inches(2))
        {
            true => Err(Refusal::new(Clause("TST-01"), "not there")),
            false => Ok(()),
        };
        assert_eq!(firsts(&mut not_beside_two, 9), [best, far]);
    }
}
