//! What an option changes: the same deals, rosters and seats under two readings of a rule.

use serde::Serialize;

use crate::plan::Placing;
use crate::results::{Results, Short};
use crate::stats::{Clusters, Resamples, interval};

use super::{Answer, FEWEST_DEALS, Pair, bootstrap_seed};

/// What a value of an option changes.
#[derive(Clone, Debug, Serialize)]
pub struct OptionEffect {
    /// The option.
    pub option: String,
    /// The value.
    pub value: String,
    /// What it is compared with.
    pub instead_of: String,
    /// How many pairs of games this rests on: the same deal, rosters and seats.
    pub pairs: u64,
    /// How many of them went another way at all.
    pub touched: u64,
    /// How many of them had another winner.
    pub turned: u64,
    /// How much farther from even the matchups are, on average.
    pub imbalance: Answer,
    /// How much more red scores.
    pub red: Answer,
    /// How many more games are drawn.
    pub draws: Answer,
    /// How many more decisions a game takes.
    pub decisions: Answer,
    /// How much more the first roster of each matchup scores; variants are left out.
    pub matchups: Vec<Shift>,
}

/// How a matchup shifts.
#[derive(Clone, Debug, Serialize)]
pub struct Shift {
    /// The roster whose score this is.
    pub roster: String,
    /// Against which.
    pub against: String,
    /// How many pairs of games this rests on.
    pub pairs: u64,
    /// How much more it scores.
    pub difference: Answer,
}

pub(super) fn effects(results: &Results) -> Vec<OptionEffect> {
    let mut effects = Vec::new();
    for (key, values) in &results.plan.varied {
        for value in values.iter().skip(1) {
            let figure = 1_000_000 + effects.len() as u64 * 1_000;
            effects.push(effect(results, (key, value, &values[0]), figure));
        }
    }
    effects
}

fn effect(results: &Results, (key, value, base): (&str, &str, &str), figure: u64) -> OptionEffect {
    let plan = &results.plan;
    let blocks = results.blocks();
    let pairs: Vec<(usize, Pair)> = pairs(results, key, value, base).collect();
    let mean = |of: &dyn Fn(&Pair) -> f64, among: &dyn Fn(usize) -> bool, salt: u64| {
        let mut clusters = Clusters::new(blocks);
        for (_, pair) in pairs.iter().filter(|(matchup, _)| among(*matchup)) {
            clusters.add(pair.block, of(pair));
        }
        Answer::mean(&clusters, bootstrap_seed(results, figure + salt))
    };
    let everywhere = |_: usize| true;
    let is_draw = |game: Short| f64::from(u8::from(game.winner.is_none()));
    let own = plan.matchups.iter().enumerate().filter(|(_, m)| {
        let plain = |index: usize| plan.entrants[index].base.is_none();
        m.first != m.second && plain(m.first) && plain(m.second)
    });
    let shift = |(matchup, m): (usize, &crate::plan::Matchup)| Shift {
        roster: plan.entrants[m.first].name.clone(),
        against: plan.entrants[m.second].name.clone(),
        pairs: pairs.iter().filter(|(of, _)| *of == matchup).count() as u64,
        difference: mean(&Pair::gain, &|of| of == matchup, 10 + matchup as u64),
    };
    let count = |of: &dyn Fn(&Pair) -> bool| pairs.iter().filter(|(_, p)| of(p)).count() as u64;
    OptionEffect {
        option: key.to_owned(),
        value: value.to_owned(),
        instead_of: base.to_owned(),
        pairs: pairs.len() as u64,
        touched: count(&|pair| pair.here != pair.there),
        turned: count(&|pair| pair.here.winner != pair.there.winner),
        imbalance: imbalance(results, &pairs, figure),
        red: mean(&|p| p.here.red_score() - p.there.red_score(), &everywhere, 1),
        draws: mean(&|p| is_draw(p.here) - is_draw(p.there), &everywhere, 2),
        decisions: mean(
            &|p| f64::from(p.here.decisions) - f64::from(p.there.decisions),
            &everywhere,
            3,
        ),
        matchups: own.map(shift).collect(),
    }
}

/// Games under a value of an option beside those under another, all else being equal, with their
/// matchups.
fn pairs<'r>(
    results: &'r Results,
    key: &'r str,
    value: &'r str,
    base: &'r str,
) -> impl Iterator<Item = (usize, Pair)> {
    let plan = &results.plan;
    let other_of: Vec<Option<usize>> = plan
        .agreements
        .iter()
        .map(|agreed| {
            let mut other = agreed.clone();
            let had = other.insert(key.to_owned(), base.to_owned());
            let found = plan.agreements.iter().position(|candidate| *candidate == other);
            found.filter(|_| had.as_deref() == Some(value))
        })
        .collect();
    results.all().filter_map(move |(placing, here): (Placing, Short)| {
        let cell = plan.neighbour(&placing, placing.matchup, other_of[placing.agreement]?);
        let there = results.game(plan.number(cell, placing.deal, placing.swapped))?;
        let (block, swapped) = (placing.block as usize, placing.swapped);
        Some((placing.matchup, Pair { block, swapped, here, there }))
    })
}

/// How much farther from even the matchups of different rosters are. A mean of distances is
/// biased upward by luck, but equally so for both values, which have equally many games.
fn imbalance(results: &Results, pairs: &[(usize, Pair)], figure: u64) -> Answer {
    let matchups = &results.plan.matchups;
    let blocks = results.blocks();
    let of = |game: fn(&Pair) -> Short| -> Vec<Clusters> {
        let mut all = vec![Clusters::new(blocks); matchups.len()];
        for (matchup, pair) in pairs {
            all[*matchup].add(pair.block, game(pair).first_score(pair.swapped));
        }
        all
    };
    let (here, there) = (of(|pair| pair.here), of(|pair| pair.there));
    let uneven: Vec<usize> = (0..matchups.len())
        .filter(|m| matchups[*m].first != matchups[*m].second && here[*m].filled() > 0)
        .collect();
    let deals = uneven.iter().map(|m| here[*m].filled()).min().unwrap_or(0);
    if deals < FEWEST_DEALS {
        return Answer::unknown(format!(
            "too few deals: {deals} in the rarest matchup, and at least {FEWEST_DEALS} are needed"
        ));
    }
    let distance = |shares: &[Clusters], weights: &[u32]| {
        let distances = uneven.iter().map(|m| (shares[*m].weighted(weights) - 0.5).abs());
        distances.filter(|d| d.is_finite()).sum::<f64>() / uneven.len() as f64
    };
    let difference = |weights: &[u32]| distance(&here, weights) - distance(&there, weights);
    let resamples = Resamples::new(blocks, bootstrap_seed(results, figure));
    let found = resamples.weights().map(|weights| difference(&weights)).collect();
    Answer::known(difference(&vec![1; blocks]), interval(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{results, results_of};

    #[test]
    fn an_option_that_favours_red_is_found() {
        let effects = effects(&results());
        let [effect] = effects.as_slice() else { panic!("{effects:?}") };
        assert_eq!((&*effect.option, &*effect.value), ("first_turn", "red"));
        let (value, low, _) = effect.red.numbers().unwrap();
        assert!(low > 0.0 && value > 0.1, "{effect:?}");
        assert!(effect.turned > 0 && effect.turned <= effect.pairs);
        assert_eq!(effect.matchups.len(), 1);
    }

    #[test]
    fn an_option_that_changes_nothing_touches_nothing() {
        let effects = effects(&results_of(|_, _| None));
        assert_eq!((effects[0].touched, effects[0].turned), (0, 0));
        assert_eq!(effects[0].red.numbers(), Some((0.0, 0.0, 0.0)));
    }
}
