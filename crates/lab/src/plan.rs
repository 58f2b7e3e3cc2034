//! The plan of an experiment: everything it is made from, and which game has which number.
//!
//! A plan is complete in itself: it holds the texts of all rosters and the pieces of all tables.
//! What is played in the game of a number follows from the number and the plan alone.
//!
//! A *cell* is one combination of everything that was varied on purpose: matchup, players,
//! options, scenario and table. A *deal* is one set of dice and, if tables are fresh, one table;
//! it is played twice with the rosters swapped between the seats, and it is the same in all
//! cells of a scenario and a table. So a variant and its base, or two readings of a rule, meet
//! the same tables and dice, and their difference is not drowned by luck.

mod resolve;

use engine::book::{Options, Setup, TableChoice};
use engine::dice::Seed;
use engine::ids::SideId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tabletop::Sketch;
use tabletop::generate::Theme;

/// How many deals a cell plays before the next one has its turn. Games with the same rosters
/// follow each other, because books remember the rosters they have read lately; yet a run that
/// is stopped has played about equally much in all cells.
const ROUND: u64 = 10;
/// The number by which the fresh table of a deal follows from its seed; those of the players are
/// smaller.
const LAYING: u64 = 1_000;
/// About how many files a run is kept in.
const PARTS: u64 = 200;
/// How many games a file holds at least and at most.
const PART_SIZE: (u64, u64) = (50, 5_000);

/// An experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The key of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of its rules.
    pub book_version: u32,
    /// The version of this program.
    pub program_version: String,
    /// What everything random follows from.
    pub seed: u64,
    /// How often each cell is dealt; each deal is two games.
    pub deals: u64,
    /// All rosters, variants after their bases.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub matchups: Vec<Matchup>,
    /// Who plays red and blue.
    pub players: Vec<[String; 2]>,
    /// What was agreed on; the first is the base.
    pub agreements: Vec<Options>,
    /// The options that are varied, with their values, the base first.
    pub varied: Vec<(String, Vec<String>)>,
    /// What is played.
    pub scenarios: Vec<String>,
    /// What is played on.
    pub tables: Vec<TablePlan>,
    /// The key that says how many of an entry of a roster there are.
    pub count_key: Option<String>,
    /// Keys of rosters that are not looked at for costs.
    pub ignored_keys: Vec<String>,
}

/// A roster that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in the specification.
    pub name: String,
    /// The name of the party.
    pub title: String,
    /// What it is a variant of.
    pub base: Option<usize>,
    /// How it differs from that, in words.
    pub change: String,
    /// What it costs by the book.
    pub points: Option<i32>,
    /// The names of its models, or whatever has a card of its own.
    pub cards: Vec<String>,
    /// The roster.
    pub text: String,
}

/// Two rosters that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matchup {
    /// The one that plays red in the first game of a deal.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The matchup in which the base of a variant has its place.
    pub stands_for: Option<usize>,
}

/// A table, or where tables come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TablePlan {
    /// What it is called.
    pub label: String,
    /// What it shows, if it is generated.
    pub theme: Option<Theme>,
    /// Its seed, if it is generated and always the same.
    pub seed: Option<u64>,
    /// Whether a half turn leaves it as it is.
    pub symmetric: bool,
    /// What stands on it, if it was made by hand.
    pub sketch: Option<Sketch>,
}

/// Everything about the game of a number, as indices into the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The number of the cell.
    pub cell: u64,
    /// The number of the deal in its cell.
    pub deal: u64,
    /// Games with equal numbers share a table and dice.
    pub block: u64,
    /// Whether the first roster of the matchup sits blue.
    pub swapped: bool,
    /// Who meets.
    pub matchup: usize,
    /// Who plays.
    pub players: usize,
    /// What was agreed on.
    pub agreement: usize,
    /// What is played.
    pub scenario: usize,
    /// What is played on.
    pub table: usize,
}

impl Plan {
    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        let lengths = [
            self.matchups.len(),
            self.players.len(),
            self.agreements.len(),
            self.scenarios.len(),
            self.tables.len(),
        ];
        lengths.iter().map(|n| *n as u64).product()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.cells() * self.deals * 2
    }

    /// How many games the next file takes; the last one may be shorter.
    pub fn part_size(&self) -> u64 {
        let (least, most) = PART_SIZE;
        (self.games() / PARTS).clamp(least, most).next_multiple_of(2)
    }

    /// The place of a game in the experiment.
    pub fn placing(&self, number: u64) -> Placing {
        let cells = self.cells();
        let round = number / (cells * ROUND * 2);
        let rest = number % (cells * ROUND * 2);
        // The last round may be shorter than the others.
        let length = ROUND.min(self.deals - round * ROUND);
        let (cell, within) = (rest / (length * 2), rest % (length * 2));
        self.placed(cell, round * ROUND + within / 2, within % 2 == 1)
    }

    /// The number of the game at a place.
    pub fn number(&self, cell: u64, deal: u64, swapped: bool) -> u64 {
        let round = deal / ROUND;
        let length = ROUND.min(self.deals - round * ROUND);
        let before = round * ROUND * self.cells() * 2 + cell * length * 2;
        before + (deal % ROUND) * 2 + u64::from(swapped)
    }

    fn placed(&self, cell: u64, deal: u64, swapped: bool) -> Placing {
        let mut rest = cell;
        let mut digit = |base: usize| {
            let digit = rest % base as u64;
            rest /= base as u64;
            digit as usize
        };
        let matchup = digit(self.matchups.len());
        let players = digit(self.players.len());
        let agreement = digit(self.agreements.len());
        let scenario = digit(self.scenarios.len());
        let table = digit(self.tables.len());
        let grounds = (self.scenarios.len() * self.tables.len()) as u64;
        let block = deal * grounds + (table * self.scenarios.len() + scenario) as u64;
        Placing { cell, deal, block, swapped, matchup, players, agreement, scenario, table }
    }

    /// The cell with another matchup or other options.
    pub fn neighbour(&self, of: &Placing, matchup: usize, agreement: usize) -> u64 {
        let (matchups, players) = (self.matchups.len() as u64, self.players.len() as u64);
        let step = matchups * players;
        of.cell + matchup as u64 + agreement as u64 * step
            - of.matchup as u64
            - of.agreement as u64 * step
    }

    /// The rosters of the seats, red first.
    pub fn seats(&self, placing: &Placing) -> [usize; 2] {
        let Matchup { first, second, .. } = self.matchups[placing.matchup];
        if placing.swapped { [second, first] } else { [first, second] }
    }

    /// The seed of the dice of a game.
    pub fn dice(&self, placing: &Placing) -> Seed {
        Seed(self.seed).child(placing.block)
    }

    /// The seed of whoever sits at a seat.
    pub fn player_seed(&self, placing: &Placing, seat: usize) -> u64 {
        self.dice(placing).child(1 + seat as u64).0
    }

    /// The seed of the table of a game, if it is generated.
    pub fn table_seed(&self, placing: &Placing) -> Option<u64> {
        let table = &self.tables[placing.table];
        table.theme.map(|_| table.seed.unwrap_or_else(|| self.dice(placing).child(LAYING).0))
    }

    /// What a game is set up from.
    pub fn setup(&self, placing: &Placing) -> Setup {
        let table = &self.tables[placing.table];
        let choice = match (&table.sketch, table.theme) {
            (Some(sketch), _) => TableChoice::Given(sketch.clone()),
            (None, theme) => TableChoice::Generated {
                theme: theme.unwrap_or(Theme::Ruins),
                seed: self.table_seed(placing).unwrap_or_default(),
                symmetric: table.symmetric,
            },
        };
        Setup {
            scenario: self.scenarios[placing.scenario].clone(),
            options: self.agreements[placing.agreement].clone(),
            rosters: self.seats(placing).map(|index| self.entrants[index].text.clone()).to_vec(),
            table: choice,
        }
    }

    /// What a game is, in words.
    pub fn describe(&self, placing: &Placing) -> String {
        let seats = self.seats(placing).map(|index| &self.entrants[index].name);
        let players = &self.players[placing.players];
        let mut text = format!(
            "scenario {}, table {}, deal {}",
            self.scenarios[placing.scenario], self.tables[placing.table].label, placing.deal
        );
        for seat in 0..2 {
            let side = SideId::NAMES[seat];
            text.push_str(&format!(", {side} {} by {}", seats[seat], players[seat]));
        }
        for (key, value) in &self.agreements[placing.agreement] {
            text.push_str(&format!(", {key}={value}"));
        }
        text
    }

    /// The canonical form: equal experiments have equal texts.
    pub fn canonical(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// A hash of everything that decides what is played.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.canonical().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::plan;

    #[test]
    fn every_number_has_its_own_place_and_back() {
        for deals in [1, 9, 10, 11, 25] {
            let plan = Plan { deals, ..plan() };
            let mut seen = std::collections::BTreeSet::new();
            for number in 0..plan.games() {
                let placing = plan.placing(number);
                assert_eq!(plan.number(placing.cell, placing.deal, placing.swapped), number);
                assert!(placing.deal < deals && placing.cell < plan.cells());
                assert!(seen.insert((placing.cell, placing.deal, placing.swapped)));
            }
        }
    }

    #[test]
    fn variants_and_options_share_tables_and_dice_with_their_bases() {
        let plan = plan();
        for number in 0..plan.games() {
            let placing = plan.placing(number);
            for matchup in 0..plan.matchups.len() {
                for agreement in 0..plan.agreements.len() {
                    let cell = plan.neighbour(&placing, matchup, agreement);
                    let other = plan.placing(plan.number(cell, placing.deal, placing.swapped));
                    assert_eq!((other.matchup, other.agreement), (matchup, agreement));
                    assert_eq!(plan.dice(&placing), plan.dice(&other));
                    assert_eq!(plan.table_seed(&placing), plan.table_seed(&other));
                    assert_eq!(other, Placing { cell, matchup, agreement, ..placing });
                }
            }
        }
    }

    #[test]
    fn different_blocks_have_different_dice() {
        let plan = plan();
        let blocks: std::collections::BTreeMap<u64, u64> = (0..plan.games())
            .map(|n| plan.placing(n))
            .map(|p| (p.block, plan.dice(&p).0))
            .collect();
        let dice: std::collections::BTreeSet<&u64> = blocks.values().collect();
        assert_eq!(dice.len(), blocks.len());
        assert_eq!(blocks.len() as u64, plan.deals * 2 * 2);
    }

    #[test]
    fn seats_are_swapped_in_pairs() {
        let plan = plan();
        let (one, other) = (plan.placing(0), plan.placing(1));
        let [red, blue] = plan.seats(&one);
        assert_eq!(plan.seats(&other), [blue, red]);
        assert_eq!(one.block, other.block);
    }
}
