//! What a weapon, a skill or a point of a statistic is worth: a variant against its base, on the
//! same tables with the same dice.

use serde::Serialize;

use crate::plan::Matchup;
use crate::results::Results;
use crate::stats::{Clusters, mcnemar};

use super::{Answer, Pair, Share, bootstrap_seed};

/// What a change of a roster is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// The variant.
    pub variant: String,
    /// What it differs from.
    pub base: String,
    /// In what.
    pub change: String,
    /// How much more it costs by the book.
    pub book_points: Option<i32>,
    /// How many pairs of games this rests on: the same deal, opponent and seat.
    pub pairs: u64,
    /// In how many of them the variant did better than its base.
    pub better: u64,
    /// In how many it did worse.
    pub worse: u64,
    /// How likely so uneven a split is if the change were worth nothing (McNemar, exact).
    pub p_value: f64,
    /// How much more of the games the variant wins, draws counting half.
    pub difference: Answer,
    /// The same against each opponent.
    pub against: Vec<Against>,
    /// What the variant scores against its own base, where they met.
    pub head_to_head: Option<Share>,
}

/// The difference against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct Against {
    /// The opponent.
    pub opponent: String,
    /// How many pairs of games this rests on.
    pub pairs: u64,
    /// How much more of the games the variant wins.
    pub difference: Answer,
}

pub(super) fn effects(results: &Results) -> Vec<Effect> {
    let plan = &results.plan;
    let variants = plan.entrants.iter().enumerate();
    variants.filter_map(|(index, entrant)| effect(results, index, entrant.base?)).collect()
}

fn effect(results: &Results, variant: usize, base: usize) -> Option<Effect> {
    let plan = &results.plan;
    let entrant = |index: usize| &plan.entrants[index];
    let mut all = Clusters::new(results.blocks());
    let (mut pairs, mut better, mut worse) = (0, 0, 0);
    let mut against = Vec::new();
    let own = |(_, m): &(usize, &Matchup)| {
        let stands = |of: &Matchup| {
            (m.first == variant && of.first == base) || (m.second == variant && of.second == base)
        };
        m.stands_for.is_some_and(|of| stands(&plan.matchups[of]))
    };
    for (matchup, Matchup { first, second, .. }) in plan.matchups.iter().enumerate().filter(own) {
        let sign = if *first == variant { 1.0 } else { -1.0 };
        let mut those = Clusters::new(results.blocks());
        let mut count = 0;
        for pair in pairs_of(results, matchup) {
            let gain = sign * pair.gain();
            those.add(pair.block, gain);
            all.add(pair.block, gain);
            count += 1;
            better += u64::from(gain > 0.0);
            worse += u64::from(gain < 0.0);
        }
        pairs += count;
        let opponent = entrant(if *first == variant { *second } else { *first }).name.clone();
        let seed = bootstrap_seed(results, 1_000 + matchup as u64);
        let difference = Answer::mean(&those, seed);
        against.push(Against { opponent, pairs: count, difference });
    }
    let mut difference = Answer::mean(&all, bootstrap_seed(results, variant as u64));
    if better + worse == 0 && difference.numbers().is_some() {
        // Drawing the same zeros again would claim a certainty that is not there.
        let why = format!("none of the {pairs} games went another way: it mattered too rarely");
        difference = Answer::unknown(why);
    }
    let met = |m: &Matchup| {
        [m.first, m.second] == [variant, base] || [m.first, m.second] == [base, variant]
    };
    let direct = plan.matchups.iter().position(met).map(|matchup| {
        let games = results.all().filter(|(p, _)| p.matchup == matchup);
        let own = plan.matchups[matchup].first == variant;
        Share::of(games.map(|(p, game)| game.first_score(p.swapped == own)).map(|s| 1.0 - s))
    });
    Some(Effect {
        variant: entrant(variant).name.clone(),
        base: entrant(base).name.clone(),
        change: entrant(variant).change.clone(),
        book_points: entrant(variant).points.zip(entrant(base).points).map(|(a, b)| a - b),
        pairs,
        better,
        worse,
        p_value: mcnemar(better, worse),
        difference,
        against,
        head_to_head: direct,
    })
}

/// The games of a matchup beside those of the matchup it stands for.
fn pairs_of(results: &Results, matchup: usize) -> impl Iterator<Item = Pair> {
    let plan = &results.plan;
    let games = results.all().filter(move |(p, _)| p.matchup == matchup);
    games.filter_map(move |(placing, here)| {
        let stands_for = plan.matchups[matchup].stands_for?;
        let cell = plan.neighbour(&placing, stands_for, placing.agreement);
        let there = results.game(plan.number(cell, placing.deal, placing.swapped))?;
        let (block, swapped) = (placing.block as usize, placing.swapped);
        Some(Pair { block, swapped, here, there })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{results, results_of};

    #[test]
    fn a_variant_that_is_weaker_is_found_weaker() {
        let results = results();
        let effects = effects(&results);
        let [effect] = effects.as_slice() else { panic!("{effects:?}") };
        assert_eq!((&*effect.variant, &*effect.base), ("crippled", "strong"));
        let (value, low, high) = effect.difference.numbers().unwrap();
        assert!(low < value && value < high && high < 0.0, "{effect:?}");
        assert!(effect.worse > effect.better && effect.p_value < 0.01, "{effect:?}");
        assert_eq!(effect.against.len(), 1);
        assert_eq!(effect.book_points, Some(-40));
    }

    #[test]
    fn what_never_mattered_is_not_said_to_be_worth_nothing() {
        let results = results_of(|_, _| Some(0));
        let unknown = &effects(&results)[0].difference;
        assert!(matches!(unknown, Answer::Unknown { unknown } if unknown.contains("too rarely")));
    }

    #[test]
    fn too_few_deals_give_no_answer() {
        let mut results = results();
        results.plan.deals = 2;
        let small = results.plan.clone();
        let mut few = Results::none(small.clone());
        few.extend((0..small.games()).map(crate::testing::row));
        let unknown = &effects(&few)[0].difference;
        assert!(
            matches!(unknown, Answer::Unknown { unknown } if unknown.contains("too few deals"))
        );
    }
}
