//! Looking before leaping: ways, reach, odds, sight and the ruler. Nothing changes the match.

use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::ids::{ModelId, SideId};
use engine::odds::{Chance, Effort, Estimate, NoOdds, Odds, Results, Sample};
use engine::question::{Answer, Form};
use engine::view::{Eyes, ModelView, View};
use engine::ways::Aim;
use tabletop::{Body, Length, Point, Spot, measure};

use super::acts::{misfit, watching};
use super::{Broken, Room, work};
use crate::protocol::{Act, Certainty, End, OddsLine, Reply, Shown, Sight};

/// So many runs of the rules are worth waiting for, if they go fast.
const ODDS_RUNS: usize = 50_000;
/// About so long exact odds are worth waiting for: the others at the table wait, too.
const EXACT_PATIENCE: Duration = Duration::from_millis(600);
/// So many runs tell how long one takes.
const ODDS_TRIAL: usize = 200;
/// Most tries of an action whose odds cannot be had exactly.
const ODDS_TRIES: u32 = 5_000;
/// About so long they may take together.
const TRY_PATIENCE: Duration = Duration::from_millis(700);
/// So many tries tell how long one takes.
const TRIES_TRIAL: u32 = 50;
/// So many results are worth reading; the others are told as one.
const MOST_RESULTS: usize = 50;
/// How far from the table's corner a point may lie that somebody asks about, so that nobody can
/// ask for what no table holds.
const FARTHEST: Length = Length::inches(1000);
/// How many models somebody may show ways for at once.
const MOST_MOVERS: usize = 64;
/// How many bends somebody may give a way.
const MOST_BENDS: usize = 64;

impl Room {
    /// Works something out for somebody. A rule that breaks down over it breaks nothing else:
    /// the match is only looked at.
    pub(super) async fn preview(&mut self, number: u64, act: Act) -> Reply {
        let Some(visitor) = self.visitor(number) else {
            return misfit("You are not connected any more.");
        };
        let (eyes, seat) = (visitor.eyes(), visitor.seat);
        let _permit = self.tools.heavy().await;
        let play = &*self.play;
        work(|| preview(play, eyes, seat, act))
            .unwrap_or_else(|Broken(_)| misfit("That could not be worked out; please report it."))
    }
}

fn preview(play: &dyn AnyMatch, eyes: Eyes, seat: Option<SideId>, act: Act) -> Reply {
    match (act, seat) {
        (Act::Sight { from, place, to }, _) => sight(play, eyes, from, place, to),
        (Act::Measure { from, to }, _) => ruler(&play.view(eyes), from, to),
        (Act::Levels { at }, _) => levels(play, at),
        (Act::Way { via, to, level }, Some(side)) => way(play, side, &Aim { via, at: to, level }),
        (Act::Ways { aims }, Some(side)) => ways(play, side, aims),
        (Act::Reach { model }, Some(side)) => Reply::Reach { stands: play.stands(side, model) },
        (Act::Foresee { answer }, Some(side)) => match play.foresee(side, &answer) {
            Ok(foresight) => Reply::Foresight { foresight },
            Err(refusal) => Reply::Refused { refusal },
        },
        (Act::Odds { answer }, Some(side)) => odds(play, side, &answer),
        (_, None) => watching(),
        (_, Some(_)) => misfit("That is nothing to be looked at beforehand."),
    }
}

/// Whether somebody shows a place near the table.
fn is_sane(aim: &Aim) -> bool {
    let heights = aim.level.map(|z| aim.at.at_height(z));
    aim.via.len() <= MOST_BENDS
        && aim.via.iter().chain(&heights).all(|spot| is_near(spot.at) && is_level(spot.z))
        && is_near(aim.at)
}

fn ways(play: &dyn AnyMatch, side: SideId, aims: Vec<Shown>) -> Reply {
    let aim = |s: Shown| (s.model, Aim { via: s.via, at: s.to, level: s.level });
    let aims: Vec<(ModelId, Aim)> = aims.into_iter().map(aim).collect();
    if aims.len() > MOST_MOVERS || !aims.iter().all(|(_, aim)| is_sane(aim)) {
        return misfit("That is nowhere near the table.");
    }
    match play.together(side, &aims) {
        Ok(together) => Reply::Ways { together },
        Err(refusal) => Reply::Refused { refusal },
    }
}

fn way(play: &dyn AnyMatch, side: SideId, aim: &Aim) -> Reply {
    if !is_sane(aim) {
        return misfit("That is nowhere near the table.");
    }
    let questions = play.questions().iter();
    let mover = questions.filter(|q| q.side == side).find_map(|q| match q.form {
        Form::Path { model, .. } => Some(model),
        _ => None,
    });
    let Some(mover) = mover else {
        return misfit("No path is asked of you at the moment.");
    };
    let way = match play.way(side, aim) {
        Ok(way) => way,
        Err(refusal) => return Reply::Refused { refusal },
    };
    let end = way.toll.end.or_else(|| way.path.last().copied()).unwrap_or_default();
    let sights = all_sights(play, Eyes::Side(side), mover, end);
    Reply::Way { way, sights }
}

fn odds(play: &dyn AnyMatch, side: SideId, answer: &Answer) -> Reply {
    match odds_in_time(play, side, answer) {
        Ok(Odds::Exact(results)) => {
            let rounded = results.values().any(|chance| !chance.is_exact());
            let certainty = if rounded { Certainty::Rounded } else { Certainty::Exact };
            Reply::Odds { results: likeliest(results), certainty }
        }
        Ok(Odds::Sampled(sample)) => {
            let certainty = Certainty::Tried { tries: sample.games };
            Reply::Odds { results: commonest(sample), certainty }
        }
        Err(why) => Reply::NoOdds { why: why.to_string() },
    }
}

/// The odds: exact if they can be had soon, else by trying. Where a whole squad fires, one run of
/// the rules takes long and there are very many.
fn odds_in_time(
    play: &dyn AnyMatch,
    side: SideId,
    answer: &Answer,
) -> Result<Odds<String>, NoOdds> {
    let exact = |runs: usize| play.odds(side, answer, &Effort { runs, ..Effort::EXACT });
    let began = Instant::now();
    let tried = exact(ODDS_TRIAL);
    if !matches!(tried, Err(NoOdds::TooMany)) {
        return tried;
    }
    let more = ODDS_TRIAL.saturating_mul(worth(EXACT_PATIENCE, began.elapsed())).min(ODDS_RUNS);
    if more > ODDS_TRIAL {
        let exact = exact(more);
        if !matches!(exact, Err(NoOdds::TooMany)) {
            return exact;
        }
    }
    let tries = |games: u32| play.odds(side, answer, &by_trying(play, games));
    let began = Instant::now();
    let few = tries(TRIES_TRIAL);
    let times = u32::try_from(worth(TRY_PATIENCE, began.elapsed())).unwrap_or(u32::MAX);
    match TRIES_TRIAL.saturating_mul(times).min(ODDS_TRIES) {
        more if more > TRIES_TRIAL && few.is_ok() => tries(more),
        _ => few,
    }
}

/// How often something that took so long can be done in another time.
fn worth(patience: Duration, took: Duration) -> usize {
    let times = patience.as_micros() / took.as_micros().max(1);
    usize::try_from(times).unwrap_or(usize::MAX)
}

/// Tries only. The same question at the same moment of a match has the same answer, and what is
/// tried has nothing to do with the dice that will be thrown.
fn by_trying(play: &dyn AnyMatch, games: u32) -> Effort {
    Effort { runs: 0, games, seed: Seed(play.steps() as u64) }
}

/// The likeliest results first, and all that are too many as one.
fn likeliest(results: Results<String>) -> Vec<OddsLine> {
    let mut results: Vec<(String, Chance)> = results.into_iter().collect();
    results.sort_by_key(|(_, chance)| std::cmp::Reverse(chance.millionths()));
    let rest = results.split_off(results.len().min(MOST_RESULTS));
    if !rest.is_empty() {
        let chance = rest.into_iter().fold(Chance::NEVER, |sum, (_, chance)| sum.plus(chance));
        results.push(("something else".to_owned(), chance));
    }
    let line = |(result, chance): (String, Chance)| OddsLine {
        result,
        chance: chance.to_string(),
        millionths: chance.millionths(),
        between: None,
    };
    results.into_iter().map(line).collect()
}

/// The same for results that were counted.
fn commonest(sample: Sample<String>) -> Vec<OddsLine> {
    let games = sample.games;
    let mut counts: Vec<(String, u32)> = sample.counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rest = counts.split_off(counts.len().min(MOST_RESULTS));
    if !rest.is_empty() {
        counts.push(("something else".to_owned(), rest.iter().map(|(_, count)| count).sum()));
    }
    let line = |(result, count): (String, u32)| {
        let Estimate { share, low, high } = Estimate::of(count, games);
        let chance = format!("{count} of {games}");
        OddsLine { result, chance, millionths: share, between: Some((low, high)) }
    };
    counts.into_iter().map(line).collect()
}

fn sight(
    play: &dyn AnyMatch,
    eyes: Eyes,
    from: ModelId,
    place: Option<Spot>,
    to: Option<ModelId>,
) -> Reply {
    if place.is_some_and(|spot| !is_near(spot.at) || !is_level(spot.z)) {
        return misfit("That is nowhere near the table.");
    }
    let view = play.view(eyes);
    let Some(place) = place.or_else(|| seen(&view, from).and_then(|m| m.spot)) else {
        return misfit("You do not see that model on the table.");
    };
    let sights = match to {
        Some(to) => one_sight(play, eyes, from, place, to).into_iter().collect(),
        None => all_sights(play, eyes, from, place),
    };
    Reply::Sight { sights }
}

/// What a model would see from a place of everybody on another side.
fn all_sights(play: &dyn AnyMatch, eyes: Eyes, from: ModelId, place: Spot) -> Vec<Sight> {
    let view = play.view(eyes);
    let Some(side) = seen(&view, from).map(|m| m.side) else { return Vec::new() };
    let others = view.models.iter().filter(|m| m.side != side && m.spot.is_some());
    others.filter_map(|m| one_sight(play, eyes, from, place, m.model)).collect()
}

fn one_sight(
    play: &dyn AnyMatch,
    eyes: Eyes,
    from: ModelId,
    place: Spot,
    to: ModelId,
) -> Option<Sight> {
    play.sighting(eyes, from, place, to).map(|sighting| Sight { to, sighting })
}

fn levels(play: &dyn AnyMatch, at: Point) -> Reply {
    if !is_near(at) {
        return misfit("That is nowhere near the table.");
    }
    let mut levels = play.table().0.supports(at);
    levels.sort_unstable();
    Reply::Levels { levels }
}

fn ruler(view: &View, from: End, to: End) -> Reply {
    let (Some(from), Some(to)) = (body(view, from), body(view, to)) else {
        return misfit("One end of the ruler is at nothing that you see on the table.");
    };
    let distance = measure::gap(&from, &to);
    Reply::Measure { distance, middles: from.at().distance(to.at()) }
}

/// What one end of a ruler lies at; a point is a base without any width.
fn body(view: &View, end: End) -> Option<Body> {
    let (spot, base) = match end {
        End::Model(model) => {
            let model = seen(view, model)?;
            (model.spot?, Length::micrometres(model.base))
        }
        End::Point(point) => {
            (Some(point).filter(|p| is_near(*p))?.at_height(Length::ZERO), Length::ZERO)
        }
    };
    Some(Body { spot, base, girth: base, height: Length::ZERO, eye: Length::ZERO })
}

fn seen(view: &View, model: ModelId) -> Option<&ModelView> {
    view.models.iter().find(|m| m.model == model)
}

fn is_near(point: Point) -> bool {
    let near = |c: Length| c.abs() <= FARTHEST;
    near(point.x) && near(point.y)
}

fn is_level(z: Length) -> bool {
    z.abs() <= FARTHEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_results_are_told_as_one() {
        let chance = |n: u32| -> Chance { format!("1/{n}").parse().unwrap() };
        let all = |n: u32| (0..n).map(|i| (format!("result {i}"), chance(n))).collect();
        assert_eq!(likeliest(all(50)).len(), 50);
        let told = likeliest(all(60));
        assert_eq!(told.len(), 51);
        let rest = told.last().unwrap();
        assert_eq!((rest.result.as_str(), rest.chance.as_str()), ("something else", "1/6"));
    }

    #[test]
    fn results_that_were_counted_say_how_sure_they_are() {
        let counts = (0..60).map(|i| (format!("result {i}"), 10)).collect();
        let told = commonest(Sample { games: 600, counts });
        assert_eq!(told.len(), 51);
        assert_eq!(told[0].chance, "10 of 600");
        let (low, high) = told[0].between.unwrap();
        assert!(low < told[0].millionths && told[0].millionths < high, "{:?}", told[0]);
        assert_eq!(told.last().unwrap().chance, "100 of 600");
    }
}
