//! The player that decides everything by lot: the yardstick of all others, and the fastest.

use engine::cx::{Check, Goals, Offer};
use engine::ids::ModelId;
use engine::question::Ask;
use engine::source::Driver;
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::chance::Chance;

/// How many paths are tried before standing still.
const PATH_TRIES: usize = 6;
/// How many places are tried before taking the first that is legal.
const PLACE_TRIES: usize = 40;

/// Decides everything by lot. It asks nothing it need not know, so it costs next to nothing.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    chance: Chance,
}

impl RandomPlayer {
    /// The player of a seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { chance: Chance::new(seed) }
    }

    pub(crate) fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }
}

impl Driver for RandomPlayer {
    fn pick(&mut self, _: &Ask, offer: &Offer<'_>) -> usize {
        self.chance.index(offer.count)
    }

    fn picks(&mut self, _: &Ask, offer: &Offer<'_>, least: usize, most: usize) -> Vec<usize> {
        let possible = |i: &usize| (offer.choice)(*i).refusal.is_none();
        let all: Vec<usize> = (0..offer.count).filter(possible).collect();
        let most = most.min(all.len());
        let count = self.chance.between(least.min(most) as i64, most as i64);
        self.chance.draw(all, count as usize)
    }

    fn number(&mut self, _: &Ask, least: i64, most: i64) -> i64 {
        self.chance.between(least, most)
    }

    fn path(
        &mut self,
        _: &Ask,
        start: Spot,
        limit: Length,
        _: Goals<'_>,
        check: Check<'_, [Spot]>,
    ) -> Option<Vec<Spot>> {
        if limit <= Length::ZERO {
            return None;
        }
        let mut tries = (0..PATH_TRIES).map(|_| {
            let to = start.at + self.chance.in_disc(limit);
            [start, to.at_height(start.z)]
        });
        tries.find(|path| check(path).is_ok()).map(|path| path.to_vec())
    }

    fn paths(
        &mut self,
        _: &Ask,
        (movers, limit): (&[(ModelId, Spot)], Length),
        _: Goals<'_>,
        check: Check<'_, [(ModelId, Vec<Spot>)]>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        if limit <= Length::ZERO {
            return None;
        }
        // All go the same way, so that those who must stay together do.
        let mut tries = (0..PATH_TRIES).map(|_| {
            let offset = self.chance.in_disc(limit);
            let moved = |start: Spot| vec![start, (start.at + offset).at_height(start.z)];
            movers.iter().map(|(model, start)| (*model, moved(*start))).collect::<Vec<_>>()
        });
        tries.find(|paths| check(paths).is_ok())
    }

    fn point(
        &mut self,
        _: &Ask,
        within: Extent,
        _: Goals<'_>,
        check: Check<'_, Point>,
    ) -> Option<Point> {
        let mut tries = (0..PLACE_TRIES).map(|_| self.chance.in_box(within));
        tries.find(|point| check(point).is_ok())
    }

    fn facing(&mut self, _: &Ask, _: ModelId) -> Vector {
        self.chance.direction()
    }

    fn placement(
        &mut self,
        _: &Ask,
        models: &[ModelId],
        within: Extent,
        _: Goals<'_>,
        check: Check<'_, [(ModelId, Spot)]>,
    ) -> Option<Vec<(ModelId, Spot)>> {
        let mut places: Vec<(ModelId, Spot)> =
            models.iter().map(|model| (*model, Spot::default())).collect();
        let found = (0..PLACE_TRIES).any(|_| {
            for (_, spot) in &mut places {
                *spot = self.chance.spot_in(within);
            }
            check(&places).is_ok()
        });
        found.then_some(places)
    }
}

#[cfg(test)]
mod tests {
    use engine::ids::{Clause, SideId};
    use engine::question::{Choice, Refusal};

    use super::*;

    const ASK: Ask = Ask::new(SideId(0), "test", "What now?", Clause("TST-01"));

    fn refused() -> Refusal {
        Refusal::new(Clause("TST-02"), "not there")
    }

    fn table() -> Extent {
        Extent { low: Point::inches(0, 0), high: Point::inches(12, 12) }
    }

    #[test]
    fn options_are_picked_evenly_and_unseen() {
        let choice = |_: usize| -> Choice { unreachable!("nobody needs to look") };
        let offer = Offer { count: 4, choice: &choice };
        let mut player = RandomPlayer::new(1);
        let mut counts = [0; 4];
        for _ in 0..4_000 {
            counts[player.pick(&ASK, &offer)] += 1;
        }
        assert!(counts.iter().all(|n| (880..=1_120).contains(n)), "{counts:?}");
    }

    #[test]
    fn some_options_are_picked_within_bounds() {
        let choice = |i: usize| match i {
            0 => Choice::new("a").refused(refused()),
            _ => Choice::new(format!("b{i}")),
        };
        let offer = Offer { count: 5, choice: &choice };
        let mut player = RandomPlayer::new(2);
        for _ in 0..100 {
            let picks = player.picks(&ASK, &offer, 1, 3);
            assert!((1..=3).contains(&picks.len()));
            assert!(!picks.contains(&0));
        }
    }

    #[test]
    fn paths_stay_within_the_limit_and_pass_the_check() {
        let start = Point::inches(6, 6).at_height(Length::inches(3));
        let limit = Length::inches(4);
        let mut player = RandomPlayer::new(3);
        let mut east_only = |path: &[Spot]| match path[1].at.x > start.at.x {
            true => Ok(()),
            false => Err(refused()),
        };
        for _ in 0..50 {
            let found = player.path(&ASK, start, limit, &Vec::new, &mut east_only);
            let Some(path) = found else { continue };
            assert_eq!(path[0], start);
            assert_eq!(path[1].z, start.z);
            assert!(path[1].at.x > start.at.x);
            assert!(start.at.distance_squared(path[1].at) <= limit.squared());
        }
        let none = player.path(&ASK, start, Length::ZERO, &Vec::new, &mut east_only);
        assert!(none.is_none());
    }

    #[test]
    fn nothing_legal_is_left_to_the_engine() {
        let mut player = RandomPlayer::new(4);
        let found = player.point(&ASK, table(), &Vec::new, &mut |_| Err(refused()));
        assert!(found.is_none());
        let models = [ModelId(0)];
        let found = player.placement(&ASK, &models, table(), &Vec::new, &mut |_| Err(refused()));
        assert!(found.is_none());
    }

    #[test]
    fn placements_name_every_model_in_order() {
        let mut player = RandomPlayer::new(5);
        let models = [ModelId(4), ModelId(2)];
        let found = player.placement(&ASK, &models, table(), &Vec::new, &mut |_| Ok(())).unwrap();
        let named: Vec<ModelId> = found.iter().map(|(m, _)| *m).collect();
        assert_eq!(named, models);
        assert!(found.iter().all(|(_, spot)| table().contains(spot.at)));
    }

    #[test]
    fn equal_seeds_play_alike() {
        let numbers = |seed| {
            let mut player = RandomPlayer::new(seed);
            (0..20).map(|_| player.number(&ASK, 0, 1_000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(9), numbers(9));
        assert_ne!(numbers(9), numbers(10));
    }
}
