//! How strong rosters are, and what they and their parts should cost.
//!
//! Three regressions of who won, all with a term for the seat:
//!
//! - on who played, which gives each roster a strength (Bradley and Terry's model);
//! - on the difference of the book's points, which says what a point buys on average;
//! - on the differences of what rosters are made of.
//!
//! Strengths divided by what a point buys are points. The average is that of the book, so that
//! the total of all rosters stays what it is. Intervals come from dealing the deals again.

use serde::Serialize;

use crate::plan::Plan;
use crate::results::Results;
use crate::stats::{Fit, Observation, Resamples, fit, interval};

use super::items::{Bundle, bundles, counts};
use super::{Answer, FEWEST_DEALS, bootstrap_seed};

/// The inverse of the variance that strengths are expected to have, in logits: a roster that is
/// two deviations better than another, which is rare, wins 98 percent of the games.
const RIDGE: f64 = 0.25;
/// How often the deals are dealt again.
const MOST_RESAMPLES: usize = 400;
/// Where the numbers of these figures begin.
const FIGURE: u64 = 2_000_000;

/// What came of the regressions.
#[derive(Clone, Debug, Serialize)]
pub struct Costs {
    /// How many games they rest on.
    pub games: u64,
    /// How many deals those are.
    pub deals: u64,
    /// Why there is nothing, if there is nothing.
    pub unknown: Option<String>,
    /// Each roster and variant.
    pub strengths: Vec<Strength>,
    /// What a hundred points of the book buy, as the share that it adds to an even game.
    pub hundred_points: Answer,
    /// What rosters are made of, as far as it can be told apart.
    pub items: Vec<Item>,
    /// What cannot be told apart by these rosters.
    pub confounded: Vec<String>,
}

/// How strong a roster is.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// The roster or variant.
    pub roster: String,
    /// What it would win against the average of all.
    pub share: Answer,
    /// What the book says it costs.
    pub book_points: Option<i32>,
    /// What it should cost by these games.
    pub points: Answer,
}

/// What a part of a roster is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// What it is.
    pub what: String,
    /// What one more of it adds to an even game.
    pub share: Answer,
    /// What it should cost by these games.
    pub points: Answer,
}

pub(super) fn costs(results: &Results) -> Costs {
    let games = Games::new(results);
    let mut costs = Costs {
        games: games.all.len() as u64,
        deals: games.blocks as u64,
        unknown: None,
        strengths: Vec::new(),
        hundred_points: Answer::unknown("nothing was fitted"),
        items: Vec::new(),
        confounded: Vec::new(),
    };
    if games.blocks < FEWEST_DEALS {
        let n = games.blocks;
        costs.unknown = Some(format!("too few deals: {n}, and at least {FEWEST_DEALS} are needed"));
        return costs;
    }
    if results.plan.entrants.len() < 2 {
        costs.unknown = Some("there is only one roster, so there is nothing to compare".to_owned());
        return costs;
    }
    if let Some(apart) = unconnected(&results.plan, &games) {
        costs.unknown = Some(format!("{apart} never met, not even by way of others"));
        return costs;
    }
    let models = Models::new(&results.plan);
    let once = vec![1; games.blocks];
    let Some(found) = models.fit(&games.groups(&once), None) else {
        costs.unknown = Some("the regression found no answer".to_owned());
        return costs;
    };
    let seed = bootstrap_seed(results, FIGURE);
    let resamples = Resamples::new(games.blocks, seed).at_most(MOST_RESAMPLES);
    let again: Vec<Option<Found>> = resamples
        .weights()
        .map(|weights| models.fit(&games.groups(&weights), Some(&found)))
        .collect();
    models.tell(&results.plan, &found, &again, &mut costs);
    costs
}

/// All games in short: which deal, which seats, what red scored.
struct Games {
    /// Deal, group and score.
    all: Vec<(u32, u32, f32)>,
    /// Which rosters sat where, red first, for each group.
    seats: Vec<[usize; 2]>,
    /// How many deals were played.
    blocks: usize,
}

impl Games {
    fn new(results: &Results) -> Games {
        let mut seats: Vec<[usize; 2]> = Vec::new();
        let mut index_of = vec![u32::MAX; results.blocks()];
        let (mut all, mut blocks) = (Vec::new(), 0);
        for (placing, game) in results.all() {
            let own = results.plan.seats(&placing);
            let group = seats.iter().position(|s| *s == own).unwrap_or_else(|| {
                seats.push(own);
                seats.len() - 1
            });
            // Only deals that were played are dealt again.
            let block = &mut index_of[placing.block as usize];
            if *block == u32::MAX {
                *block = blocks;
                blocks += 1;
            }
            all.push((*block, group as u32, game.red_score() as f32));
        }
        Games { all, seats, blocks: blocks as usize }
    }

    /// Scores and numbers of games of each group if deals had been dealt so often.
    fn groups(&self, weights: &[u32]) -> Vec<([usize; 2], f64, f64)> {
        let mut groups: Vec<_> = self.seats.iter().map(|seats| (*seats, 0.0, 0.0)).collect();
        for (block, group, score) in &self.all {
            let weight = f64::from(weights[*block as usize]);
            let (_, hits, of) = &mut groups[*group as usize];
            *hits += weight * f64::from(*score);
            *of += weight;
        }
        groups
    }
}

/// Two rosters that cannot be compared, because no chain of meetings leads from one to the other.
fn unconnected(plan: &Plan, games: &Games) -> Option<String> {
    let mut known = vec![false; plan.entrants.len()];
    known[0] = true;
    for _ in 0..plan.entrants.len() {
        for [red, blue] in &games.seats {
            let either = known[*red] || known[*blue];
            (known[*red], known[*blue]) = (either, either);
        }
    }
    let apart = known.iter().position(|known| !known)?;
    Some(format!("{} and {}", plan.entrants[0].name, plan.entrants[apart].name))
}

/// What the regressions found.
struct Found {
    strengths: Fit,
    points: Option<Fit>,
    items: Option<Fit>,
}

/// The regressions.
struct Models {
    entrants: usize,
    /// The book's points of each roster, in hundreds, where all have points that differ.
    points: Option<Vec<f64>>,
    /// What rosters are made of.
    bundles: Vec<Bundle>,
    /// How many of each bundle each roster has, in parts of the largest difference.
    amounts: Vec<Vec<f64>>,
    /// The largest difference of each bundle.
    scales: Vec<f64>,
}

impl Models {
    fn new(plan: &Plan) -> Models {
        let points: Option<Vec<f64>> =
            plan.entrants.iter().map(|e| e.points.map(|p| f64::from(p) / 100.0)).collect();
        let points = points.filter(|all| all.iter().any(|p| *p != all[0]));
        let counts: Vec<_> = plan.entrants.iter().map(|e| counts(plan, e)).collect();
        let bundles = bundles(plan, &counts);
        let largest = |b: &Bundle| b.differences.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
        let scales: Vec<f64> = bundles.iter().map(largest).collect();
        let amount = |own: &super::items::Counts, (bundle, scale): (&Bundle, &f64)| {
            let (first, _) = &bundle.parts[0];
            own.get(first).copied().unwrap_or(0.0) / scale
        };
        let amounts = counts
            .iter()
            .map(|own| bundles.iter().zip(&scales).map(|bundle| amount(own, bundle)).collect())
            .collect();
        Models { entrants: plan.entrants.len(), points, bundles, amounts, scales }
    }

    fn fit(&self, groups: &[([usize; 2], f64, f64)], start: Option<&Found>) -> Option<Found> {
        // The first column is red's seat.
        let observe = |x: &dyn Fn(usize, usize) -> Vec<f64>| -> Vec<Observation> {
            let one = |([red, blue], hits, of): &([usize; 2], f64, f64)| {
                let x = [1.0].into_iter().chain(x(*red, *blue)).collect();
                Observation { x, hits: *hits, of: *of }
            };
            groups.iter().filter(|(_, _, of)| *of > 0.0).map(one).collect()
        };
        let ridge = |n: usize| [vec![RIDGE], vec![RIDGE; n]].concat();
        let who = observe(&|red, blue| {
            let sign = |i: usize| f64::from(u8::from(i == red)) - f64::from(u8::from(i == blue));
            (0..self.entrants).map(sign).collect()
        });
        let strengths = fit(&who, &ridge(self.entrants), start.map(|s| &s.strengths))?;
        let points = self.points.as_ref().and_then(|points| {
            let observations = observe(&|red, blue| vec![points[red] - points[blue]]);
            fit(&observations, &ridge(1), start.and_then(|s| s.points.as_ref()))
        });
        let items = (!self.bundles.is_empty()).then(|| {
            let observations = observe(&|red, blue| {
                let pairs = self.amounts[red].iter().zip(&self.amounts[blue]);
                pairs.map(|(a, b)| a - b).collect()
            });
            fit(&observations, &ridge(self.bundles.len()), start.and_then(|s| s.items.as_ref()))
        });
        Some(Found { strengths, points, items: items.flatten() })
    }

    /// Logits of each roster above the average of all.
    fn strength(&self, found: &Found, roster: usize) -> f64 {
        let own = &found.strengths.coefficients[1..];
        own[roster] - own.iter().sum::<f64>() / own.len() as f64
    }

    /// Logits that a hundred points of the book buy.
    fn rate(found: &Found) -> f64 {
        found.points.as_ref().map_or(f64::NAN, |fit| fit.coefficients[1])
    }

    /// Logits that one more of a bundle brings.
    fn worth(&self, found: &Found, bundle: usize) -> f64 {
        let fit = found.items.as_ref();
        fit.map_or(f64::NAN, |fit| fit.coefficients[1 + bundle] / self.scales[bundle])
    }

    fn tell(&self, plan: &Plan, found: &Found, again: &[Option<Found>], costs: &mut Costs) {
        let answer = |number: &dyn Fn(&Found) -> f64| {
            let spread = again.iter().map(|f| f.as_ref().map_or(f64::NAN, number)).collect();
            Answer::known(number(found), interval(spread))
        };
        let rate = answer(&Self::rate);
        let no_rate = self.why_no_rate(plan, &rate);
        costs.hundred_points = match &no_rate {
            Some(why) if rate.numbers().is_none() => Answer::unknown(why.clone()),
            _ => answer(&|f| share_of(Self::rate(f)) - 0.5),
        };
        let in_points = |number: &dyn Fn(&Found) -> f64| match &no_rate {
            Some(why) => Answer::unknown(why.clone()),
            None => answer(&|f| number(f) / Self::rate(f) * 100.0),
        };
        let all = plan.entrants.iter().filter_map(|e| e.points).map(f64::from);
        let average = all.sum::<f64>() / plan.entrants.len() as f64;
        for (index, entrant) in plan.entrants.iter().enumerate() {
            let shift = in_points(&|f| self.strength(f, index));
            let points = match shift.numbers() {
                Some((value, low, high)) => Answer::Known {
                    value: average + value,
                    low: average + low,
                    high: average + high,
                },
                None => shift,
            };
            costs.strengths.push(Strength {
                roster: entrant.name.clone(),
                share: answer(&|f| share_of(self.strength(f, index))),
                book_points: entrant.points,
                points,
            });
        }
        for (index, bundle) in self.bundles.iter().enumerate() {
            if !bundle.is_told_apart {
                costs.confounded.push(bundle.name());
                continue;
            }
            costs.items.push(Item {
                what: bundle.name(),
                share: answer(&|f| share_of(self.worth(f, index)) - 0.5),
                points: in_points(&|f| self.worth(f, index)),
            });
        }
    }

    /// Why strengths cannot be told in points.
    fn why_no_rate(&self, plan: &Plan, rate: &Answer) -> Option<String> {
        if plan.entrants.iter().any(|e| e.points.is_none()) {
            return Some("this book has no points".to_owned());
        }
        if self.points.is_none() {
            return Some(
                "all rosters cost the same, so the games cannot say what a point \
                         buys"
                    .to_owned(),
            );
        }
        match rate.numbers() {
            Some((_, low, _)) if low > 0.0 => None,
            _ => Some(
                "dearer rosters do not win clearly more often, so the games cannot say what \
                       a point buys"
                    .to_owned(),
            ),
        }
    }
}

/// The share of games that an advantage in logits wins.
fn share_of(logits: f64) -> f64 {
    1.0 / (1.0 + (-logits).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plan, results, results_of};

    #[test]
    fn strengths_and_points_follow_the_games() {
        let costs = costs(&results());
        assert_eq!(costs.unknown, None);
        let share = |name: &str| {
            let own = costs.strengths.iter().find(|s| s.roster == name).unwrap();
            own.share.numbers().unwrap().0
        };
        assert!(share("strong") > share("crippled") && share("crippled") > share("weak"));
        let points: Vec<f64> =
            costs.strengths.iter().map(|s| s.points.numbers().unwrap().0).collect();
        let book: i32 = plan().entrants.iter().map(|e| e.points.unwrap()).sum();
        assert!((points.iter().sum::<f64>() - f64::from(book)).abs() < 1e-6, "{points:?}");
    }

    #[test]
    fn what_never_met_is_not_compared() {
        let mut results = results();
        results.plan.matchups[0] = crate::plan::Matchup { first: 0, second: 0, stands_for: None };
        let why = costs(&results).unknown.unwrap();
        assert!(why.contains("never met"), "{why}");
    }

    #[test]
    fn points_that_buy_nothing_are_no_scale() {
        let costs = costs(&results_of(|number, _| Some((number % 4 / 2) as u8)));
        let unknown = &costs.strengths[0].points;
        assert!(
            matches!(unknown, Answer::Unknown { unknown } if unknown.contains("do not win clearly")),
            "{unknown:?}"
        );
    }
}
