//! Logistic regression with a ridge, by Newton's method.

use super::linear::{Matrix, solve};

/// Equal games taken together.
#[derive(Clone, Debug)]
pub(crate) struct Observation {
    /// What the sides differ in.
    pub(crate) x: Vec<f64>,
    /// The score, draws counting half.
    pub(crate) hits: f64,
    /// Of how many games.
    pub(crate) of: f64,
}

/// A regression.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// A coefficient for each column, in logits.
    pub(crate) coefficients: Vec<f64>,
}

/// Most steps of Newton's method.
const MOST_STEPS: usize = 50;
/// A step that is smaller is the last.
const SMALL: f64 = 1e-9;

/// Fits coefficients to observations. The ridge of a column is the inverse of the variance its
/// coefficient is expected to have. None if there is no answer.
pub(crate) fn fit(observations: &[Observation], ridge: &[f64], start: Option<&Fit>) -> Option<Fit> {
    let n = ridge.len();
    let mut beta = start.map_or_else(|| vec![0.0; n], |fit| fit.coefficients.clone());
    let mut value = objective(observations, ridge, &beta);
    for _ in 0..MOST_STEPS {
        let (gradient, hessian) = slope(observations, ridge, &beta);
        let step = solve(hessian, gradient)?;
        // Half steps until it gets better: far from the answer whole ones may overshoot.
        let mut size = 1.0;
        let (next, better) = loop {
            let next: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + size * s).collect();
            let found = objective(observations, ridge, &next);
            if found >= value - SMALL || size < 1e-6 {
                break (next, found);
            }
            size /= 2.0;
        };
        let moved = step.iter().fold(0.0_f64, |most, s| most.max((s * size).abs()));
        (beta, value) = (next, better);
        if moved < SMALL {
            return Some(Fit { coefficients: beta });
        }
    }
    None
}

fn logit_of(x: &[f64], beta: &[f64]) -> f64 {
    x.iter().zip(beta).map(|(x, b)| x * b).sum()
}

/// The logarithm of the likelihood, less the ridge.
fn objective(observations: &[Observation], ridge: &[f64], beta: &[f64]) -> f64 {
    let mut total = 0.0;
    for o in observations {
        let z = logit_of(&o.x, beta);
        // ln(1 + e^z) without overflow.
        let softplus = z.max(0.0) + (-z.abs()).exp().ln_1p();
        total += o.hits * z - o.of * softplus;
    }
    let held: f64 = ridge.iter().zip(beta).map(|(r, b)| r * b * b / 2.0).sum();
    total - held
}

fn slope(observations: &[Observation], ridge: &[f64], beta: &[f64]) -> (Vec<f64>, Matrix) {
    let n = beta.len();
    let mut gradient: Vec<f64> = ridge.iter().zip(beta).map(|(r, b)| -r * b).collect();
    let mut hessian: Matrix = vec![vec![0.0; n]; n];
    for (i, row) in hessian.iter_mut().enumerate() {
        row[i] = ridge[i];
    }
    for o in observations {
        let p = 1.0 / (1.0 + (-logit_of(&o.x, beta)).exp());
        let (error, weight) = (o.hits - o.of * p, o.of * p * (1.0 - p));
        for (i, xi) in o.x.iter().enumerate().filter(|(_, xi)| **xi != 0.0) {
            gradient[i] += xi * error;
            for (h, xj) in hessian[i].iter_mut().zip(&o.x) {
                *h += weight * xi * xj;
            }
        }
    }
    (gradient, hessian)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(x: &[f64], hits: f64, of: f64) -> Observation {
        Observation { x: x.to_vec(), hits, of }
    }

    #[test]
    fn a_share_alone_gives_its_logit() {
        let fit = fit(&[observation(&[1.0], 30.0, 40.0)], &[0.0], None).unwrap();
        assert!((fit.coefficients[0] - 3.0_f64.ln()).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn hours_of_study_give_the_textbook_coefficients() {
        // The well-known example of twenty students: -4.0777 and 1.5046.
        let hours = [
            0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 4.0, 4.25,
            4.5, 4.75, 5.0, 5.5,
        ];
        let passed = [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1];
        let observations: Vec<Observation> = hours
            .iter()
            .zip(passed)
            .map(|(h, pass)| observation(&[1.0, *h], f64::from(pass), 1.0))
            .collect();
        let fit = fit(&observations, &[0.0, 0.0], None).unwrap();
        assert!((fit.coefficients[0] + 4.0777).abs() < 1e-3, "{fit:?}");
        assert!((fit.coefficients[1] - 1.5046).abs() < 1e-3, "{fit:?}");
    }

    #[test]
    fn a_ridge_keeps_what_always_wins_finite() {
        let always = [observation(&[1.0], 10.0, 10.0)];
        let held = fit(&always, &[0.25], None).unwrap();
        assert!((1.0..6.0).contains(&held.coefficients[0]), "{held:?}");
        let again = fit(&always, &[0.25], Some(&held)).unwrap();
        assert!((again.coefficients[0] - held.coefficients[0]).abs() < 1e-6);
    }

    #[test]
    fn strengths_are_recovered() {
        // Three rosters; the shares are those of strengths 1, 0 and -1.
        let share = |d: f64| 1.0 / (1.0 + (-d).exp());
        let games = |x: &[f64], d: f64| observation(x, 1000.0 * share(d), 1000.0);
        let observations = [
            games(&[1.0, -1.0, 0.0], 1.0),
            games(&[0.0, 1.0, -1.0], 1.0),
            games(&[1.0, 0.0, -1.0], 2.0),
        ];
        let fit = fit(&observations, &[1e-6; 3], None).unwrap();
        for (found, expected) in fit.coefficients.iter().zip([1.0, 0.0, -1.0]) {
            assert!((found - expected).abs() < 1e-3, "{fit:?}");
        }
    }
}
