//! The least player there is: it does anything that is legal.

use engine::ModelId;
use engine::cx::{Check, Goals, Offer};
use engine::dice::{Seed, Stream};
use engine::question::Ask;
use engine::source::Driver;
use tabletop::{Extent, Length, Point, Spot, Vector};

pub struct Dummy(Stream);

impl Dummy {
    pub fn boxed(seed: u64) -> Box<dyn Driver> {
        Box::new(Dummy(Seed(seed).stream()))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1) as u32) as usize
    }

    fn point_in(&mut self, within: Extent) -> Point {
        let side = |low: Length, high: Length| (high - low).um().max(1) as u32;
        let (width, depth) = (side(within.low.x, within.high.x), side(within.low.y, within.high.y));
        let (x, y) = (self.0.below(width) as i32, self.0.below(depth) as i32);
        let (x, y) = (Length::micrometres(x), Length::micrometres(y));
        Point::new(within.low.x + x, within.low.y + y)
    }

    fn step_from(&mut self, start: Spot, limit: Length) -> Spot {
        let around = Extent { low: start.at, high: start.at }.grown(limit);
        self.point_in(around).at_height(start.z)
    }
}

impl Driver for Dummy {
    fn pick(&mut self, _: &Ask, offer: &Offer<'_>) -> usize {
        self.below(offer.count)
    }

    fn picks(&mut self, _: &Ask, offer: &Offer<'_>, least: usize, most: usize) -> Vec<usize> {
        let n = least + self.below(most - least + 1);
        let first = self.below(offer.count);
        (0..n).map(|i| (first + i) % offer.count.max(1)).collect()
    }

    fn number(&mut self, _: &Ask, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    fn path(
        &mut self,
        _: &Ask,
        start: Spot,
        limit: Length,
        _: Goals<'_>,
        check: Check<'_, [Spot]>,
    ) -> Option<Vec<Spot>> {
        let mut tries = (0..10).map(|_| vec![start, self.step_from(start, limit)]);
        tries.find(|path| check(path).is_ok())
    }

    fn paths(
        &mut self,
        _: &Ask,
        (movers, limit): (&[(ModelId, Spot)], Length),
        _: Goals<'_>,
        check: Check<'_, [(ModelId, Vec<Spot>)]>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        let each = |(m, s): &(ModelId, Spot)| (*m, vec![*s, self.step_from(*s, limit)]);
        let paths: Vec<(ModelId, Vec<Spot>)> = movers.iter().map(each).collect();
        check(&paths).is_ok().then_some(paths)
    }

    fn point(
        &mut self,
        _: &Ask,
        within: Extent,
        _: Goals<'_>,
        check: Check<'_, Point>,
    ) -> Option<Point> {
        let mut tries = (0..10).map(|_| self.point_in(within));
        tries.find(|p| check(p).is_ok())
    }

    fn facing(&mut self, _: &Ask, _: ModelId) -> Vector {
        Vector::new(1, self.below(9) as i64 - 4)
    }

    fn placement(
        &mut self,
        _: &Ask,
        models: &[ModelId],
        within: Extent,
        _: Goals<'_>,
        check: Check<'_, [(ModelId, Spot)]>,
    ) -> Option<Vec<(ModelId, Spot)>> {
        let spots = models.iter().map(|m| (*m, self.point_in(within).at_height(Length::ZERO)));
        let places: Vec<(ModelId, Spot)> = spots.collect();
        check(&places).is_ok().then_some(places)
    }
}
