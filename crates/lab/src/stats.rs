//! The little statistics the laboratory needs, and no more.

mod bootstrap;
mod linear;
mod logistic;

pub(crate) use bootstrap::{Clusters, Resamples, interval};
pub(crate) use linear::{Matrix, rank};
pub(crate) use logistic::{Fit, Observation, fit};

/// How far 95 percent of a normal distribution reach.
const Z: f64 = 1.959_963_984_540_054;

/// The interval that holds a share with 95 percent confidence, by Wilson. Hits may be halves:
/// a draw is half a win for either side.
pub fn wilson(hits: f64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = of as f64;
    let p = hits / n;
    let middle = p + Z * Z / (2.0 * n);
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((middle - reach) / whole).max(0.0), ((middle + reach) / whole).min(1.0))
}

/// How likely it is that two counts differ at least so much if either was as likely as the other:
/// the exact test of McNemar.
pub(crate) fn mcnemar(better: u64, worse: u64) -> f64 {
    let (n, fewer) = (better + worse, better.min(worse));
    if n == 0 {
        return 1.0;
    }
    // Logarithms, because the number of combinations is beyond any number there is.
    let mut log_choose = 0.0_f64;
    let mut tail = 0.0;
    for k in 0..=fewer {
        if k > 0 {
            log_choose += ((n - k + 1) as f64).ln() - (k as f64).ln();
        }
        tail += (log_choose - n as f64 * std::f64::consts::LN_2).exp();
    }
    (2.0 * tail).min(1.0)
}

/// The value below which a share of sorted numbers lies, between neighbours in proportion.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = share * last as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high.min(last)] - sorted[low]) * (at - low as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 5e-4, "{one} is not {other}");
    }

    #[test]
    fn wilson_intervals_are_those_of_the_textbook() {
        let (low, high) = wilson(10.0, 20);
        near(low, 0.2993);
        near(high, 0.7007);
        let (low, high) = wilson(0.0, 10);
        near(low, 0.0);
        near(high, 0.2775);
        // Newcombe (1998): 81 of 263.
        let (low, high) = wilson(81.0, 263);
        near(low, 0.2553);
        near(high, 0.3662);
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn mcnemar_is_the_two_sided_sign_test() {
        near(mcnemar(5, 5), 1.0);
        near(mcnemar(0, 5), 0.0625);
        near(mcnemar(2, 8), 0.1094);
        near(mcnemar(8, 2), 0.1094);
        assert_eq!(mcnemar(0, 0), 1.0);
        // Thousands of games do not overflow.
        assert!(mcnemar(1_000, 1_500) < 1e-20);
        near(mcnemar(5_000, 5_000), 1.0);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 4.0];
        near(quantile(&sorted, 0.0), 1.0);
        near(quantile(&sorted, 0.5), 2.0);
        near(quantile(&sorted, 0.75), 3.0);
        near(quantile(&sorted, 1.0), 4.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
