//! What was played, who wins, from which seat, for how long, and why it ends.

use std::collections::BTreeMap;

use engine::ids::SideId;
use serde::Serialize;

use crate::plan::{Placing, Plan};
use crate::results::{Results, Short};
use crate::stats::quantile;

use super::Share;

/// About how many bars a histogram has.
const BARS: f64 = 36.0;

/// What was played, and how much of it.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// The key of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of its rules.
    pub book_version: u32,
    /// The version of the program.
    pub program_version: String,
    /// The hash of the plan.
    pub hash: String,
    /// The seed of the experiment.
    pub seed: u64,
    /// How many games there are to be.
    pub planned: u64,
    /// How many were played to their end.
    pub played: u64,
    /// How many failed.
    pub failed: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many cells there are.
    pub cells: u64,
    /// How many different deals: tables and dice.
    pub deals: u64,
    /// The rosters and variants, with their bases.
    pub entrants: Vec<Entry>,
    /// What was played.
    pub scenarios: Vec<String>,
    /// What was played on.
    pub tables: Vec<String>,
    /// Who played, red and blue.
    pub players: Vec<[String; 2]>,
    /// What was agreed on in all games, or first.
    pub options: BTreeMap<String, String>,
}

/// A roster or variant.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// What it is called in the specification.
    pub name: String,
    /// The name of the party.
    pub title: String,
    /// What it is a variant of.
    pub base: Option<String>,
    /// How it differs from that.
    pub change: String,
    /// What it costs by the book.
    pub points: Option<i32>,
}

/// How one roster fares against another.
#[derive(Clone, Debug, Serialize)]
pub struct Meeting {
    /// Which roster.
    pub roster: String,
    /// Against which.
    pub against: String,
    /// What it scores.
    pub score: Share,
}

/// What somebody scores in some of the games.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    /// In which games, or who.
    pub name: String,
    /// The score.
    pub score: Share,
}

/// How long games are.
#[derive(Clone, Debug, Serialize)]
pub struct Length {
    /// In what.
    pub unit: &'static str,
    /// How many games this rests on.
    pub games: u64,
    /// So many in a game, on average.
    pub mean: f64,
    /// Shares of games are shorter than these: 5, 25, 50, 75 and 95 percent.
    pub quantiles: [f64; 5],
    /// How many games are how long.
    pub histogram: Histogram,
    /// The middle of each scenario.
    pub by_scenario: Vec<(String, f64)>,
}

/// How many games are how long.
#[derive(Clone, Debug, Serialize)]
pub struct Histogram {
    /// Where the first bar begins.
    pub from: f64,
    /// How wide bars are.
    pub width: f64,
    /// How many games are in each: decided ones and draws.
    pub bars: Vec<(u64, u64)>,
}

/// Why games end.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// The reason.
    pub reason: String,
    /// How many games ended so.
    pub games: u64,
    /// How many of those were drawn.
    pub draws: u64,
}

pub(super) fn overview(results: &Results) -> Overview {
    let plan = &results.plan;
    let entry = |e: &crate::plan::Entrant| Entry {
        name: e.name.clone(),
        title: e.title.clone(),
        base: e.base.map(|base| plan.entrants[base].name.clone()),
        change: e.change.clone(),
        points: e.points,
    };
    Overview {
        game: plan.game.clone(),
        title: plan.title.clone(),
        book_version: plan.book_version,
        program_version: plan.program_version.clone(),
        hash: plan.hash(),
        seed: plan.seed,
        planned: plan.games(),
        played: results.played(),
        failed: results.failed.len() as u64,
        draws: results.all().filter(|(_, game)| game.winner.is_none()).count() as u64,
        cells: plan.cells(),
        deals: results.blocks() as u64,
        entrants: plan.entrants.iter().map(entry).collect(),
        scenarios: plan.scenarios.clone(),
        tables: plan.tables.iter().map(|t| t.label.clone()).collect(),
        players: plan.players.clone(),
        options: plan.agreements.first().cloned().unwrap_or_default(),
    }
}

/// Every matchup from both sides; a roster against itself only once.
pub(super) fn meetings(results: &Results) -> Vec<Meeting> {
    let plan = &results.plan;
    let mut counts = vec![(0_u64, 0_u64, 0_u64); plan.matchups.len()];
    for (placing, game) in results.all() {
        let (games, wins, draws) = &mut counts[placing.matchup];
        *games += 1;
        *wins += u64::from(game.first_score(placing.swapped) > 0.75);
        *draws += u64::from(game.winner.is_none());
    }
    let mut meetings = Vec::new();
    for (matchup, (games, wins, draws)) in plan.matchups.iter().zip(counts) {
        let name = |index: usize| plan.entrants[index].name.clone();
        let mut meeting = |roster: usize, against: usize, wins: u64| {
            let score = Share::counted(games, wins, draws);
            meetings.push(Meeting { roster: name(roster), against: name(against), score });
        };
        meeting(matchup.first, matchup.second, wins);
        if matchup.first != matchup.second {
            meeting(matchup.second, matchup.first, games - wins - draws);
        }
    }
    meetings
}

/// What red scores: in all games, by scenario and by what the table shows.
pub(super) fn seats(results: &Results) -> Vec<Seat> {
    let plan = &results.plan;
    let mut seats = vec![red_share(results, "all games".to_owned(), |_| true)];
    if plan.scenarios.len() > 1 {
        for (index, key) in plan.scenarios.iter().enumerate() {
            seats.push(red_share(results, key.clone(), |p| p.scenario == index));
        }
    }
    let kinds: Vec<String> = plan.tables.iter().map(kind).collect();
    let mut different: Vec<&String> = Vec::new();
    for kind in &kinds {
        if !different.contains(&kind) {
            different.push(kind);
        }
    }
    if different.len() > 1 {
        for kind in different {
            seats.push(red_share(results, format!("on {kind}"), |p| &kinds[p.table] == kind));
        }
    }
    seats
}

fn kind(table: &crate::plan::TablePlan) -> String {
    table.theme.map_or_else(|| table.label.clone(), |theme| theme.name().to_owned())
}

fn red_share(results: &Results, name: String, of: impl Fn(&Placing) -> bool) -> Seat {
    let score = Share::of(results.all().filter(|(p, _)| of(p)).map(|(_, game)| game.red_score()));
    Seat { name, score }
}

/// What each computer player scores against others; nothing where all are the same.
pub(super) fn players(results: &Results) -> Vec<Seat> {
    let plan = &results.plan;
    let mut seats: Vec<Seat> = Vec::new();
    let scores = |one: &str, other: &str| {
        let of_pair = |p: &Placing, game: Short| {
            let [red, blue] = &plan.players[p.players];
            match (red == one && blue == other, red == other && blue == one) {
                (true, _) => Some(game.red_score()),
                (_, true) => Some(1.0 - game.red_score()),
                _ => None,
            }
        };
        Share::of(results.all().filter_map(|(p, game)| of_pair(&p, game)))
    };
    let mut met: Vec<[&String; 2]> = Vec::new();
    for [red, blue] in plan.players.iter().filter(|[red, blue]| red != blue) {
        if met.contains(&[red, blue]) || met.contains(&[blue, red]) {
            continue;
        }
        met.push([red, blue]);
        let both = plan.players.contains(&[blue.clone(), red.clone()]);
        let seat = if both { String::new() } else { format!(", always {}", SideId::NAMES[0]) };
        seats.push(Seat { name: format!("{red} against {blue}{seat}"), score: scores(red, blue) });
    }
    seats
}

pub(super) fn lengths(results: &Results) -> Vec<Length> {
    let rounds = length(results, "rounds", &|game| game.rounds);
    rounds.into_iter().chain(length(results, "decisions", &|game| game.decisions)).collect()
}

fn length(results: &Results, unit: &'static str, of: &dyn Fn(&Short) -> u32) -> Option<Length> {
    let sorted = |among: &dyn Fn(&Placing) -> bool| {
        let games = results.all().filter(|(p, _)| among(p));
        let mut numbers: Vec<f64> = games.map(|(_, game)| f64::from(of(&game))).collect();
        numbers.sort_by(f64::total_cmp);
        numbers
    };
    let all = sorted(&|_| true);
    let (least, most) = (*all.first()?, *all.last()?);
    let width = bar_width((most - least) / BARS);
    let from = (least / width).floor() * width;
    let mut bars = vec![(0, 0); ((most - from) / width) as usize + 1];
    for (_, game) in results.all() {
        let (decided, drawn) = &mut bars[((f64::from(of(&game)) - from) / width) as usize];
        *(if game.winner.is_some() { decided } else { drawn }) += 1;
    }
    let plan: &Plan = &results.plan;
    let middle = |(index, key): (usize, &String)| {
        (key.clone(), quantile(&sorted(&|p| p.scenario == index), 0.5))
    };
    let by_scenario = plan.scenarios.iter().enumerate().map(middle);
    Some(Length {
        unit,
        games: all.len() as u64,
        mean: all.iter().sum::<f64>() / all.len() as f64,
        quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&all, share)),
        histogram: Histogram { from, width, bars },
        by_scenario: by_scenario.filter(|(_, middle)| middle.is_finite()).collect(),
    })
}

/// The next round number: 1, 2, 5, 10, 20, 50 and so on.
fn bar_width(least: f64) -> f64 {
    let mut size = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if size * factor >= least {
                return size * factor;
            }
        }
        size *= 10.0;
    }
}

pub(super) fn endings(results: &Results) -> Vec<Ending> {
    let mut counts = vec![(0, 0); results.reasons.len()];
    for (_, game) in results.all() {
        let (games, draws) = &mut counts[usize::from(game.reason)];
        *games += 1;
        *draws += u64::from(game.winner.is_none());
    }
    let ending = |(reason, (games, draws)): (&String, (u64, u64))| Ending {
        reason: reason.clone(),
        games,
        draws,
    };
    let mut endings: Vec<Ending> = results.reasons.iter().zip(counts).map(ending).collect();
    endings.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.reason.cmp(&b.reason)));
    endings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::results;

    #[test]
    fn meetings_add_up_from_both_sides() {
        let results = results();
        let meetings = meetings(&results);
        let of = |roster: &str, against: &str| {
            meetings.iter().find(|m| m.roster == roster && m.against == against).unwrap().score
        };
        let (there, back) = (of("strong", "weak"), of("weak", "strong"));
        assert_eq!(there.games, back.games);
        assert_eq!(there.games, there.wins + there.draws + back.wins);
        assert!((there.share + back.share - 1.0).abs() < 1e-12);
        assert!(there.share > 0.6, "{there:?}");
    }

    #[test]
    fn bars_hold_all_games() {
        let results = results();
        let lengths = lengths(&results);
        assert_eq!(lengths.iter().map(|l| l.unit).collect::<Vec<_>>(), ["rounds", "decisions"]);
        for length in lengths {
            let counted: u64 = length.histogram.bars.iter().map(|(a, b)| a + b).sum();
            assert_eq!(counted, results.played());
        }
        assert_eq!(bar_width(0.3), 1.0);
        assert_eq!(bar_width(3.0), 5.0);
        assert_eq!(bar_width(11.0), 20.0);
    }

    #[test]
    fn seats_are_told_by_scenario_and_table() {
        let names: Vec<String> = seats(&results()).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["all games", "one", "two", "on ruins", "on woods"]);
        assert!(players(&results()).is_empty());
    }
}
