//! How far it is, and who is out of range (OD6-FIR-04 to 07, OD6-Q-17, OD6-Q-80).

use engine::ModelId;
use tabletop::{Length, Point};

use super::lanes::{Aim, Lane};
use crate::options::FireRange;
use crate::state::{Models, State};

impl State {
    /// The soldiers of the target squad who are seen by anybody who fires.
    pub(super) fn visible(&self, lanes: &[Lane], aim: &Aim) -> Models {
        let seen = |m: &ModelId| lanes.iter().any(|lane| lane.seen.contains(m));
        aim.own.iter().copied().filter(seen).collect()
    }

    /// The distance between those who fire and those of the target squad they see.
    pub(super) fn fire_range(&self, lanes: &[Lane], aim: &Aim) -> Length {
        let mut firers: Models = lanes.iter().map(|lane| lane.firer).collect();
        firers.dedup();
        let targets = self.visible(lanes, aim);
        let at = |m: &ModelId| self.spot(*m).at;
        let from: Vec<Point> = firers.iter().map(at).collect();
        let to: Vec<Point> = targets.iter().map(at).collect();
        match self.agreed.fire_range {
            FireRange::Centers => between_middles(&from, &to),
            FireRange::Pairs => mean_of_pairs(&from, &to),
        }
    }

    /// Leaves out weapons that do not reach; the others are not measured again (OD6-Q-80). Gives
    /// back the range.
    pub(super) fn drop_out_of_range(&self, lanes: &mut Vec<Lane>, aim: &Aim) -> Length {
        if lanes.is_empty() {
            return Length::ZERO;
        }
        let range = self.fire_range(lanes, aim);
        lanes.retain(|lane| self.gun(lane.arm).band(range).is_some());
        range
    }

    /// Whether any gun reaches from the middle of all who see somebody.
    pub(super) fn reach_together(&self, lanes: &[Lane], aim: &Aim) -> bool {
        let mut reaching = lanes.to_vec();
        self.drop_out_of_range(&mut reaching, aim);
        !reaching.is_empty()
    }

    /// Those who can fire at a squad: all whose guns reach from the middle of them all, or, if
    /// there are none, those who reach it alone, since their owner picks who fires (OD6-FIR-05,
    /// OD6-FIR-07).
    pub(super) fn who_reach(&self, lanes: &[Lane], aim: &Aim) -> Models {
        let mut together = lanes.to_vec();
        self.drop_out_of_range(&mut together, aim);
        let mut models: Models = together.iter().map(|lane| lane.firer).collect();
        if models.is_empty() {
            let alone = |own: &[Lane]| self.reach_together(own, aim).then_some(own[0].firer);
            models = lanes.chunk_by(|a, b| a.firer == b.firer).filter_map(alone).collect();
        }
        models.dedup();
        models
    }

    /// Whether every gun of some soldiers reaches everybody of the target squad, so that nothing
    /// has to be measured exactly.
    pub(super) fn surely_in_range(&self, firers: &[ModelId], aim: &Aim) -> bool {
        firers.iter().all(|firer| {
            let reach = |arm| Length::inches(i32::from(self.gun(arm).line().ranges[2]));
            let shortest = self.arms(*firer).into_iter().map(reach).min().unwrap_or_default();
            let from = self.spot(*firer).at;
            let near = |m: &ModelId| self.spot(*m).at.distance_squared(from) <= shortest.squared();
            aim.own.iter().all(near)
        })
    }
}

/// The sum of some points, part by part.
fn sum_of(points: &[Point]) -> (i128, i128) {
    let part = |of: fn(&Point) -> Length| points.iter().map(|p| i128::from(of(p).um())).sum();
    (part(|p| p.x), part(|p| p.y))
}

/// The distance between the middles of two groups, to the nearest micrometre. Multiplied by both
/// counts everything is whole.
fn between_middles(from: &[Point], to: &[Point]) -> Length {
    let (n, m) = (from.len().max(1) as i128, to.len().max(1) as i128);
    let ((ax, ay), (bx, by)) = (sum_of(from), sum_of(to));
    let (x, y) = (bx * n - ax * m, by * n - ay * m);
    // Doubled, so that halves are not lost before rounding.
    let twice = (4 * (x * x + y * y)).isqrt();
    Length::saturating(((twice + n * m) / (2 * n * m)) as i64)
}

/// The mean of the distances from everybody here to everybody there.
fn mean_of_pairs(from: &[Point], to: &[Point]) -> Length {
    let pairs = (from.len() * to.len()).max(1) as i64;
    let each = from.iter().flat_map(|a| to.iter().map(|b| a.distance(*b).wide()));
    Length::saturating((each.sum::<i64>() + pairs / 2) / pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_is_measured_between_the_middles() {
        let line = [Point::inches(10, 0), Point::inches(20, 0)];
        let to = [Point::inches(15, 3), Point::inches(15, 5)];
        assert_eq!(between_middles(&line, &to), Length::inches(4));
        // 3, 4, 5: an oblique distance comes out exactly.
        assert_eq!(between_middles(&line[..1], &[Point::inches(13, 4)]), Length::inches(5));
    }

    #[test]
    fn the_mean_of_all_pairs_is_longer() {
        let line = [Point::inches(12, 0), Point::inches(18, 0)];
        let to = [Point::inches(15, 4)];
        assert_eq!(between_middles(&line, &to), Length::inches(4));
        assert_eq!(mean_of_pairs(&line, &to), Length::inches(5));
    }
}
