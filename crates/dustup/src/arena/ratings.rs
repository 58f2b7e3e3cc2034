//! Ratings on Elo's scale, from who beat whom, with intervals from drawing the pairs of matches
//! again and again.

use engine::dice::Seed;

/// How strong a player is: 400 points more win ten times out of eleven. The mean of all is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    pub(super) points: f64,
    /// The 95 per cent interval.
    pub(super) low: f64,
    pub(super) high: f64,
}

/// How often the pairs are drawn again.
const DRAWS: u64 = 400;
/// Elo's scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Half a match won and lost against everybody, so that whoever wins everything has a rating.
const PRIOR: f64 = 0.5;

/// A match: who met whom, in which pair, and what the first got.
type Score = ((usize, usize), u64, f64);

/// The ratings of so many players; the matches of a pair stand side by side.
pub(super) fn ratings(players: usize, scores: &[Score], seed: u64) -> Vec<Rating> {
    let points = fit(players, scores.iter().copied());
    // Both matches of a pair are drawn together, because they share table and dice.
    let pairs: Vec<&[Score]> = scores.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players];
    for draw in 0..DRAWS {
        let mut luck = Seed(seed).child(draw).stream();
        let one = |_| pairs[luck.below(pairs.len() as u32) as usize];
        let again = (0..pairs.len()).flat_map(one).copied();
        for (all, points) in drawn.iter_mut().zip(fit(players, again)) {
            all.push(points);
        }
    }
    let interval = |(points, mut all): (f64, Vec<f64>)| {
        all.sort_by(f64::total_cmp);
        let at = |part: f64| all[((all.len() - 1) as f64 * part).round() as usize];
        Rating { points, low: at(0.025), high: at(0.975) }
    };
    points.into_iter().zip(drawn).map(interval).collect()
}

/// Bradley and Terry's strengths by repeated improvement, on Elo's scale.
fn fit(players: usize, scores: impl Iterator<Item = Score>) -> Vec<f64> {
    let mut won = vec![vec![PRIOR; players]; players];
    for ((a, b), _, score) in scores {
        won[a][b] += score;
        won[b][a] += 1.0 - score;
    }
    let mut strength = vec![1.0_f64; players];
    for _ in 0..200 {
        let better = (0..players).map(|i| {
            let others = || (0..players).filter(move |j| *j != i);
            let wins: f64 = others().map(|j| won[i][j]).sum();
            let met = others().map(|j| (won[i][j] + won[j][i]) / (strength[i] + strength[j]));
            wins / met.sum::<f64>().max(f64::MIN_POSITIVE)
        });
        strength = better.collect();
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / players as f64;
        strength.iter_mut().for_each(|s| *s = (s.ln() - mean).exp());
    }
    strength.iter().map(|s| s.ln() * SCALE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(won: usize, of: usize) -> Vec<Score> {
        let score = |i: usize| ((0, 1), i as u64 / 2, if i < won { 1.0 } else { 0.0 });
        (0..of).map(score).collect()
    }

    #[test]
    fn ten_wins_out_of_eleven_are_four_hundred_points() {
        let all = ratings(2, &scores(10_000, 11_000), 1);
        let apart = all[0].points - all[1].points;
        assert!((apart - 400.0).abs() < 1.0, "{apart}");
        assert!((all[0].points + all[1].points).abs() < 1e-6);
    }

    #[test]
    fn intervals_hold_the_rating_and_shrink_with_more_matches() {
        let width = |n: usize| {
            let rating = ratings(2, &scores(n * 6 / 10, n), 1)[0];
            assert!(rating.low <= rating.points && rating.points <= rating.high, "{rating:?}");
            rating.high - rating.low
        };
        assert!(width(400) < width(40));
    }
}
