//! The player with rules of thumb: whatever looks best at first sight.

use std::cmp::Reverse;

use engine::cx::{Check, Goals, Judges, Milestones, Offer};
use engine::ids::ModelId;
use engine::question::{Ask, Goal};
use engine::source::{Driver, in_formation};
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::chance::Chance;
use crate::formation;
use crate::random::RandomPlayer;

/// How many goals are looked at before giving up on them.
const MOST_GOALS: usize = 24;
/// For how many goals a way around obstacles is looked for.
const MOST_DETOURS: usize = 2;
/// For how many goals a squad tries to get there.
const MOST_MARCHES: usize = 10;
/// How much of the way to a goal is tried, in quarters.
const QUARTERS: [i64; 3] = [3, 2, 1];
/// What is kept back from a limit, so that rounding never costs a whole path.
const SLACK: Length = Length::micrometres(2);

/// Takes the option or the place that the book rates highest; equal ones are decided by lot.
#[derive(Clone, Debug)]
pub struct Novice {
    /// What to do where nothing is rated.
    otherwise: RandomPlayer,
}

impl Novice {
    /// The player of a seed.
    pub fn new(seed: u64) -> Novice {
        Novice { otherwise: RandomPlayer::new(seed) }
    }

    fn chance(&mut self) -> &mut Chance {
        self.otherwise.chance()
    }

    /// The goals worth trying, the best first, equal ones by lot.
    fn ranked(&mut self, goals: Goals<'_>) -> Vec<Goal> {
        let mut goals = goals();
        self.chance().shuffle(&mut goals);
        goals.sort_by_key(|goal| Reverse(goal.merit));
        goals.truncate(MOST_GOALS);
        goals
    }
}

/// Where to go for a goal: all the way or as far as one gets, then parts of that way.
pub(crate) fn stops(start: Spot, goal: Spot, limit: Length) -> Vec<Spot> {
    let far = toward(start, goal, limit);
    // Only the goal itself is known to be at the goal's height.
    let whole = far == goal.at - start.at;
    let first = if whole { goal } else { (start.at + far).at_height(start.z) };
    let part = |quarters: i64| {
        let offset = Vector::new(far.x * quarters / 4, far.y * quarters / 4);
        (start.at + offset).at_height(start.z)
    };
    [first].into_iter().chain(QUARTERS.map(part)).collect()
}

/// The way to a goal, cut to a limit.
fn toward(start: Spot, goal: Spot, limit: Length) -> Vector {
    let whole = goal.at - start.at;
    match whole.squared() <= limit.squared() {
        true => whole,
        false => whole.of_length((limit - SLACK).max(Length::ZERO)),
    }
}

/// Where to go when something stands in the way: aslant to the goal, those nearest to it first.
fn detours(start: Spot, goal: Spot, limit: Length) -> Vec<Spot> {
    let far = toward(start, goal, limit);
    // Thousandths of the cosine and the sine of 30, 60 and 90 degrees, to either side.
    let turns = [(866, 500), (500, 866), (0, 1_000)];
    let turned = |(cosine, sine): (i64, i64)| {
        let x = (far.x * cosine - far.y * sine) / 1_000;
        Vector::new(x, (far.x * sine + far.y * cosine) / 1_000)
    };
    let both = turns.into_iter().flat_map(|(c, s)| [(c, s), (c, -s)]).map(turned);
    let parts = both.flat_map(|v| [v, Vector::new(v.x / 2, v.y / 2)]);
    let mut spots: Vec<Spot> = parts.map(|v| (start.at + v).at_height(start.z)).collect();
    spots.sort_by_key(|spot| spot.at.distance_squared(goal.at));
    spots
}

impl Driver for Novice {
    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut self.otherwise)
    }

    fn pick(&mut self, _: &Ask, offer: &Offer<'_>) -> usize {
        let choices = offer.choices();
        let possible = || choices.iter().enumerate().filter(|(_, c)| c.refusal.is_none());
        let Some(best) = possible().map(|(_, c)| c.merit).max() else { return 0 };
        let equal: Vec<usize> =
            possible().filter(|(_, c)| c.merit == best).map(|(i, _)| i).collect();
        equal[self.chance().index(equal.len())]
    }

    fn picks(&mut self, _: &Ask, offer: &Offer<'_>, least: usize, most: usize) -> Vec<usize> {
        let mut rated: Vec<(usize, i32)> = offer
            .choices()
            .iter()
            .enumerate()
            .filter(|(_, c)| c.refusal.is_none())
            .map(|(i, c)| (i, c.merit))
            .collect();
        self.chance().shuffle(&mut rated);
        rated.sort_by_key(|(_, merit)| Reverse(*merit));
        // What is good for nothing is only taken where it must be.
        let good = rated.iter().filter(|(_, merit)| *merit > 0).count();
        rated.truncate(good.max(least).min(most));
        rated.into_iter().map(|(i, _)| i).collect()
    }

    fn along(&mut self, ask: &Ask, length: Length, milestones: Milestones<'_>) -> Length {
        let mut places = milestones();
        self.chance().shuffle(&mut places);
        let best = places.iter().max_by_key(|place| place.merit).map(|place| place.at);
        best.unwrap_or_else(|| self.otherwise.along(ask, length, milestones))
    }

    fn path(
        &mut self,
        ask: &Ask,
        start: Spot,
        limit: Length,
        goals: Goals<'_>,
        check: Check<'_, [Spot]>,
    ) -> Option<Vec<Spot>> {
        let goals_first = self.ranked(goals);
        for goal in &goals_first {
            if goal.spot == start {
                let stay = [start];
                if check(&stay).is_ok() {
                    return Some(stay.to_vec());
                }
                continue;
            }
            let paths = stops(start, goal.spot, limit).into_iter().map(|to| [start, to]);
            let found = paths.into_iter().find(|path| check(path).is_ok());
            if let Some(path) = found {
                return Some(path.to_vec());
            }
        }
        for goal in goals_first.iter().filter(|goal| goal.spot != start).take(MOST_DETOURS) {
            let spots = detours(start, goal.spot, limit).into_iter();
            let found = spots.map(|to| [start, to]).find(|path| check(path).is_ok());
            if let Some(path) = found {
                return Some(path.to_vec());
            }
        }
        self.otherwise.path(ask, start, limit, goals, check)
    }

    fn paths(
        &mut self,
        ask: &Ask,
        (movers, limit): (&[(ModelId, Spot)], Length),
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Vec<Spot>)]>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        let (_, start) = *movers.first()?;
        for goal in self.ranked(goals) {
            let all = stops(start, goal.spot, limit).into_iter();
            let found = all.map(|to| in_formation(movers, to)).find(|paths| check(paths).is_ok());
            if found.is_some() {
                return found;
            }
        }
        self.otherwise.paths(ask, (movers, limit), goals, check)
    }

    fn paths_each(
        &mut self,
        ask: &Ask,
        (movers, limit): (&[(ModelId, Spot)], Length),
        goals: Goals<'_>,
        (each, check): Judges<'_>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        let (_, start) = *movers.first()?;
        let goals_first = self.ranked(goals);
        for goal in goals_first.iter().take(MOST_MARCHES) {
            let to = *stops(start, goal.spot, limit).first()?;
            let found = formation::march(movers, to, each, check);
            if found.is_some() {
                return found;
            }
        }
        for goal in goals_first.iter().take(MOST_MARCHES) {
            let parts = stops(start, goal.spot, limit).into_iter().skip(1);
            let mut all = parts.map(|to| in_formation(movers, to));
            let found = all.find(|paths| check(paths).is_ok());
            if found.is_some() {
                return found;
            }
        }
        self.otherwise.paths(ask, (movers, limit), goals, check)
    }

    fn point(
        &mut self,
        ask: &Ask,
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, Point>,
    ) -> Option<Point> {
        let points: Vec<Point> = self.ranked(goals).iter().map(|goal| goal.spot.at).collect();
        let found = points.into_iter().find(|point| check(point).is_ok());
        found.or_else(|| self.otherwise.point(ask, within, goals, check))
    }

    fn placement(
        &mut self,
        ask: &Ask,
        models: &[ModelId],
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Spot)]>,
    ) -> Option<Vec<(ModelId, Spot)>> {
        let spots: Vec<Spot> = self.ranked(goals).iter().map(|goal| goal.spot).collect();
        // Neighbours in the ranking for models that are placed together.
        let mut places = spots
            .windows(models.len().max(1))
            .map(|window| models.iter().copied().zip(window.iter().copied()).collect::<Vec<_>>());
        let found = places.find(|places| check(places).is_ok());
        found.or_else(|| self.otherwise.placement(ask, models, within, goals, check))
    }
}

#[cfg(test)]
mod tests {
    use engine::ids::{Clause, SideId};
    use engine::question::{Choice, Milestone, Refusal};

    use super::*;

    const ASK: Ask = Ask::new(SideId(0), "test", "What now?", Clause("TST-01"));

    fn refused() -> Refusal {
        Refusal::new(Clause("TST-02"), "not there")
    }

    fn goal(x: i32, y: i32, merit: i32) -> Goal {
        Goal { spot: Point::inches(x, y).at_height(Length::ZERO), merit }
    }

    #[test]
    fn the_best_possible_option_is_picked() {
        let choice = |i: usize| match i {
            0 => Choice::new("splendid").merit(9).refused(refused()),
            1 => Choice::new("good").merit(5),
            2 => Choice::new("as good").merit(5),
            _ => Choice::new("poor"),
        };
        let offer = Offer { count: 4, choice: &choice };
        let mut player = Novice::new(1);
        let picks: Vec<usize> = (0..100).map(|_| player.pick(&ASK, &offer)).collect();
        assert!(picks.contains(&1));
        assert!(picks.contains(&2));
        assert!(picks.iter().all(|i| [1, 2].contains(i)));
    }

    #[test]
    fn the_best_place_along_a_path_is_picked_and_else_any() {
        let mut player = Novice::new(8);
        let length = Length::inches(4);
        let place = |inches, merit| Milestone { at: Length::inches(inches), merit };
        let places = || vec![place(1, 3), place(2, 5), place(3, 4)];
        assert_eq!(player.along(&ASK, length, &places), Length::inches(2));
        let any = player.along(&ASK, length, &Vec::new);
        assert!(Length::ZERO <= any && any <= length);
    }

    #[test]
    fn good_options_are_taken_and_bad_ones_only_where_they_must_be() {
        let choice = |i: usize| Choice::new(format!("{i}")).merit(i as i32 - 1);
        let offer = Offer { count: 4, choice: &choice };
        let mut player = Novice::new(2);
        assert_eq!(player.picks(&ASK, &offer, 0, 4), [3, 2]);
        assert_eq!(player.picks(&ASK, &offer, 0, 1), [3]);
        assert_eq!(player.picks(&ASK, &offer, 3, 4), [3, 2, 1]);
    }

    #[test]
    fn the_best_reachable_goal_is_walked_to() {
        let start = Point::inches(0, 0).at_height(Length::ZERO);
        let goals = || vec![goal(4, 0, 1), goal(0, 4, 2)];
        let mut player = Novice::new(3);
        let limit = Length::inches(6);
        let path = player.path(&ASK, start, limit, &goals, &mut |_| Ok(())).unwrap();
        assert_eq!(path[1], goal(0, 4, 2).spot);
        let mut not_north = |path: &[Spot]| match path[1].at.y > Length::ZERO {
            true => Err(refused()),
            false => Ok(()),
        };
        let path = player.path(&ASK, start, limit, &goals, &mut not_north).unwrap();
        assert_eq!(path[1], goal(4, 0, 1).spot);
    }

    #[test]
    fn a_goal_out_of_reach_is_approached() {
        let start = Point::inches(0, 0).at_height(Length::ZERO);
        let goals = || vec![goal(30, 0, 1)];
        let mut player = Novice::new(4);
        let limit = Length::inches(6);
        let path = player.path(&ASK, start, limit, &goals, &mut |_| Ok(())).unwrap();
        let gone = start.at.distance(path[1].at);
        assert!(gone <= limit);
        assert!(gone > limit - Length::cents(1));
        let mut short = |path: &[Spot]| match start.at.distance(path[1].at) > Length::inches(4) {
            true => Err(refused()),
            false => Ok(()),
        };
        let path = player.path(&ASK, start, limit, &goals, &mut short).unwrap();
        assert!(start.at.distance(path[1].at) > Length::cents(290));
        assert!(start.at.distance(path[1].at) < Length::cents(301));
    }

    #[test]
    fn an_obstacle_is_walked_around() {
        let start = Point::inches(0, 0).at_height(Length::ZERO);
        let goals = || vec![goal(0, 30, 1)];
        let mut player = Novice::new(7);
        let limit = Length::inches(6);
        // Nobody gets north unless well to the east.
        let mut walled = |path: &[Spot]| {
            let to = path[1].at;
            match to.y > Length::inches(1) && to.x < Length::inches(2) {
                true => Err(refused()),
                false => Ok(()),
            }
        };
        let path = player.path(&ASK, start, limit, &goals, &mut walled).unwrap();
        assert!(path[1].at.y > Length::inches(1), "{}", path[1]);
        assert!(start.at.distance(path[1].at) <= limit);
    }

    #[test]
    fn a_goal_that_is_where_one_stands_means_staying() {
        let start = goal(5, 5, 0).spot;
        let goals = || vec![goal(5, 5, 3), goal(9, 5, 1)];
        let mut player = Novice::new(5);
        let path = player.path(&ASK, start, Length::inches(6), &goals, &mut |_| Ok(()));
        assert_eq!(path, Some(vec![start]));
    }

    #[test]
    fn places_come_from_the_goals_and_else_by_lot() {
        let within = Extent { low: Point::inches(0, 0), high: Point::inches(12, 12) };
        let goals = || vec![goal(4, 4, 1), goal(6, 6, 2)];
        let models = [ModelId(3)];
        let mut player = Novice::new(6);
        let found = player.placement(&ASK, &models, within, &goals, &mut |_| Ok(()));
        assert_eq!(found, Some(vec![(ModelId(3), goal(6, 6, 0).spot)]));
        let found = player.placement(&ASK, &models, within, &Vec::new, &mut |_| Ok(()));
        assert!(found.is_some_and(|places| within.contains(places[0].1.at)));
        let point = player.point(&ASK, within, &goals, &mut |_| Ok(()));
        assert_eq!(point, Some(Point::inches(6, 6)));
    }
}
