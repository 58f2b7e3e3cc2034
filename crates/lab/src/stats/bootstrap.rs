//! The bootstrap: how much a number would differ if other deals had been dealt.
//!
//! Deals are drawn again with replacement, never single games: the games of a deal share table
//! and dice and are not independent of each other.

use engine::dice::Seed;

use super::quantile;

/// How many times the deals are drawn again at most and at least.
const MOST: usize = 1_000;
const LEAST: usize = 200;
/// About how many deals are drawn in all.
const DRAWS: usize = 20_000_000;

/// How often each deal was drawn, for every time they were drawn again.
pub(crate) struct Resamples {
    clusters: usize,
    seed: Seed,
    count: usize,
}

impl Resamples {
    /// Of so many deals, drawn from a seed.
    pub(crate) fn new(clusters: usize, seed: Seed) -> Resamples {
        let count = (DRAWS / clusters.max(1)).clamp(LEAST, MOST);
        Resamples { clusters, seed, count }
    }

    /// The same with fewer draws, for whatever takes long.
    pub(crate) fn at_most(self, count: usize) -> Resamples {
        Resamples { count: self.count.min(count), ..self }
    }

    /// The weights of all deals, time after time.
    pub(crate) fn weights(&self) -> impl Iterator<Item = Vec<u32>> {
        (0..self.count).map(|time| {
            let mut stream = self.seed.child(time as u64).stream();
            let mut weights = vec![0; self.clusters];
            for _ in 0..self.clusters {
                weights[stream.below(self.clusters as u32) as usize] += 1;
            }
            weights
        })
    }
}

/// The middle 95 percent of what was found; none if too much of it is no number.
pub(crate) fn interval(mut found: Vec<f64>) -> Option<(f64, f64)> {
    let all = found.len();
    found.retain(|x| x.is_finite());
    if found.is_empty() || found.len() * 20 < all * 19 {
        return None;
    }
    found.sort_by(f64::total_cmp);
    Some((quantile(&found, 0.025), quantile(&found, 0.975)))
}

/// Sums and counts by deal, for a mean over games and its interval.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    sums: Vec<(f64, f64)>,
}

impl Clusters {
    /// For so many deals.
    pub(crate) fn new(clusters: usize) -> Clusters {
        Clusters { sums: vec![(0.0, 0.0); clusters] }
    }

    /// Counts a number that belongs to a deal.
    pub(crate) fn add(&mut self, cluster: usize, value: f64) {
        let (sum, count) = &mut self.sums[cluster];
        *sum += value;
        *count += 1.0;
    }

    /// How many deals have anything.
    pub(crate) fn filled(&self) -> usize {
        self.sums.iter().filter(|(_, count)| *count > 0.0).count()
    }

    /// The mean of all numbers.
    pub(crate) fn mean(&self) -> f64 {
        self.weighted(&vec![1; self.sums.len()])
    }

    /// The mean if deals had been drawn so often.
    pub(crate) fn weighted(&self, weights: &[u32]) -> f64 {
        let mut total = (0.0, 0.0);
        for ((sum, count), weight) in self.sums.iter().zip(weights) {
            total.0 += sum * f64::from(*weight);
            total.1 += count * f64::from(*weight);
        }
        total.0 / total.1
    }

    /// The interval of the mean.
    pub(crate) fn interval(&self, seed: Seed) -> Option<(f64, f64)> {
        let filled: Vec<(f64, f64)> =
            self.sums.iter().copied().filter(|(_, count)| *count > 0.0).collect();
        let own = Clusters { sums: filled };
        let resamples = Resamples::new(own.sums.len(), seed);
        interval(resamples.weights().map(|weights| own.weighted(&weights)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_as_wide_as_theory_has_it() {
        // A fair coin, 400 times: the standard error is 0.025.
        let mut clusters = Clusters::new(400);
        for i in 0..400 {
            clusters.add(i, f64::from(u32::from(i % 2 == 0)));
        }
        assert_eq!(clusters.mean(), 0.5);
        let (low, high) = clusters.interval(Seed(1)).unwrap();
        assert!((low - 0.451).abs() < 0.008, "{low}");
        assert!((high - 0.549).abs() < 0.008, "{high}");
        assert_eq!(clusters.interval(Seed(1)), clusters.interval(Seed(1)));
    }

    #[test]
    fn games_of_a_deal_count_as_one() {
        // Each deal has four equal games; the interval must not shrink by half for it.
        let mut clusters = Clusters::new(400);
        for i in 0..400 {
            for _ in 0..4 {
                clusters.add(i, f64::from(u32::from(i % 2 == 0)));
            }
        }
        let (low, high) = clusters.interval(Seed(1)).unwrap();
        assert!(high - low > 0.09, "{low} {high}");
    }

    #[test]
    fn an_interval_needs_numbers() {
        assert_eq!(interval(vec![f64::NAN; 10]), None);
        assert_eq!(interval(Vec::new()), None);
    }
}
