//! The odds of an action: the rule itself is run for every way the dice can fall, or, where there
//! are too many, again and again with dice that are thrown.

use std::collections::BTreeMap;
use std::fmt;

use crate::book::Book;
use crate::cx::{Cx, Input, Stop};
use crate::dice::{Faces, Need, Seed};
use crate::hash::stable_hash;

pub use chance::Chance;
pub use contest::Contest;
pub use sample::{Estimate, Sample, sample};
use sensible::{AllThrows, Chosen, Missing};
use throws::{MOST_THROWS, n_throws, throws};

mod chance;
mod contest;
mod sample;
mod sensible;
mod throws;

/// The odds of an action, and how they were found.
#[derive(Clone, Debug, PartialEq)]
pub enum Odds<R> {
    /// Every way the dice can fall was gone through.
    Exact(Results<R>),
    /// There are too many ways, so the action was tried again and again.
    Sampled(Sample<R>),
}

/// How much work odds are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Gives up exact odds after so many runs of a step.
    pub runs: usize,
    /// Tries the action so often then; not at all if this is nought.
    pub games: u32,
    /// Equal seeds give equal tries.
    pub seed: Seed,
}

impl Effort {
    /// Exact odds or none, with as much work as those have patience for who wait.
    pub const EXACT: Effort = Effort { runs: MOST_RUNS, games: 0, seed: Seed(0) };
}

/// The odds of an action: exact if they can be had for the effort, by trying if not.
pub fn reckon<B: Book, R: Ord>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    effort: &Effort,
    read: impl Fn(&B::State) -> R,
) -> Result<Odds<R>, NoOdds> {
    match odds(book, state, tape, effort.runs, &read) {
        Err(NoOdds::TooMany) if effort.games > 0 => {
            sample(book, state, tape, effort, read).map(Odds::Sampled)
        }
        exact => exact.map(Odds::Exact),
    }
}

/// The chance of each result.
pub type Results<R> = BTreeMap<R, Chance>;

/// Most runs of a step for those who have time, so that nobody waits for ever.
pub const MOST_RUNS: usize = 1_000_000;

/// One state is kept for so many runs at most, and one unsettled state for so many; so many
/// sums are done for each run. Those who have little time do not want to fill the memory either.
const RUNS_FOR_A_STATE: usize = 4;
const RUNS_FOR_UNSETTLED: usize = 40;
const SUMS_FOR_A_RUN: usize = 20;

/// Why odds could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOdds {
    /// Somebody would have to make a choice that cannot be made for them.
    OpenChoice,
    /// There are too many cases.
    TooMany,
    /// The action is not legal.
    Illegal,
}

impl fmt::Display for NoOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoOdds::OpenChoice => "somebody would have to make a choice that cannot be foreseen",
            NoOdds::TooMany => "there are too many ways the dice can fall",
            NoOdds::Illegal => "the action is not legal",
        })
    }
}

/// The exact chance of each result of an action: `tape` is what came in during the step under
/// way, the action last; it gives up after so many runs, or what goes with them; `read` says which
/// result a settled state stands for.
///
/// Equal states are merged by their hash, so that a fight that swings back and forth is a
/// loop in a small graph of states and not an endless tree; the loops are then solved.
pub fn odds<B: Book, R: Ord>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    runs: usize,
    read: impl Fn(&B::State) -> R,
) -> Result<Results<R>, NoOdds> {
    let mut graph = Graph {
        book,
        budget: runs,
        sums: runs.saturating_mul(SUMS_FOR_A_RUN),
        most_states: runs / RUNS_FOR_A_STATE,
        most_unsettled: runs / RUNS_FOR_UNSETTLED,
        states: BTreeMap::new(),
        open: Vec::new(),
        exits: BTreeMap::new(),
    };
    let mut start = graph.spread(state, tape)?;
    graph.explore()?;
    graph.solve(&mut start)?;
    let mut results: Results<R> = BTreeMap::new();
    for (hash, chance) in start {
        let entry = results.entry(read(&graph.states[&hash])).or_insert(Chance::NEVER);
        *entry = entry.plus(chance);
    }
    Ok(results)
}

/// Where one step leads: states by their hash, and how likely each is.
type Exits = BTreeMap<u64, Chance>;

/// The states an action may lead to.
struct Graph<'a, B: Book> {
    book: &'a B,
    /// How many more runs there may be.
    budget: usize,
    /// How many more sums.
    sums: usize,
    most_states: usize,
    most_unsettled: usize,
    states: BTreeMap<u64, B::State>,
    /// Those that have to be followed.
    open: Vec<u64>,
    /// The steps from those in which something is still going on.
    exits: BTreeMap<u64, Exits>,
}

impl<B: Book> Graph<'_, B> {
    /// Follows every state in which something is still going on.
    fn explore(&mut self) -> Result<(), NoOdds> {
        while let Some(hash) = self.open.pop() {
            let state = self.states[&hash].clone();
            let exits = self.spread(&state, &[])?;
            self.exits.insert(hash, exits);
            if self.exits.len() > self.most_unsettled {
                return Err(NoOdds::TooMany);
            }
        }
        Ok(())
    }

    /// Notes a state that was reached; one in which something is still going on has to be
    /// followed, once.
    fn reach(&mut self, state: B::State) -> Result<u64, NoOdds> {
        let hash = stable_hash(&state);
        if !self.states.contains_key(&hash) {
            if !self.book.is_settled(&state) && self.book.outcome(&state).is_none() {
                self.open.push(hash);
            }
            self.states.insert(hash, state);
        }
        if self.states.len() > self.most_states { Err(NoOdds::TooMany) } else { Ok(hash) }
    }

    /// Takes the unsettled states out one by one: whatever led to one now leads to where it
    /// leads, in the proportion of the cases in which it is left at all.
    fn solve(&mut self, start: &mut Exits) -> Result<(), NoOdds> {
        while let Some((hash, mut exits)) = self.exits.pop_first() {
            let stay = exits.remove(&hash).unwrap_or(Chance::NEVER);
            for chance in exits.values_mut() {
                *chance = chance.unless(stay).ok_or(NoOdds::TooMany)?;
            }
            if exits.is_empty() {
                return Err(NoOdds::TooMany);
            }
            for row in self.exits.values_mut().chain([&mut *start]) {
                let Some(here) = row.remove(&hash) else { continue };
                self.sums = self.sums.checked_sub(exits.len()).ok_or(NoOdds::TooMany)?;
                for (to, chance) in &exits {
                    let entry = row.entry(*to).or_insert(Chance::NEVER);
                    *entry = entry.plus(here.then(*chance));
                }
            }
        }
        Ok(())
    }

    /// Runs one step for every way its dice can fall. Contests are gone through first: of all
    /// throws that decide one the same way, the first goes on for all of them.
    fn spread(&mut self, from: &B::State, tape: &[Input]) -> Result<Exits, NoOdds> {
        let mut exits = Exits::new();
        let mut open = vec![Branch { chosen: Chosen::new(), decided: 0, chance: Chance::ALWAYS }];
        let mut alike: BTreeMap<(Chosen, u64), Branch> = BTreeMap::new();
        loop {
            let Some(branch) = open.pop() else {
                if alike.is_empty() {
                    return Ok(exits);
                }
                open.extend(std::mem::take(&mut alike).into_values());
                continue;
            };
            self.budget = self.budget.checked_sub(1).ok_or(NoOdds::TooMany)?;
            let mut state = from.clone();
            let mut source = AllThrows::new(&branch.chosen, branch.decided);
            let result = {
                let mut cx = Cx::on_tape_only(tape, &mut source);
                self.book.step(&mut state, &mut cx)
            };
            match (result, source.missing) {
                (Ok(()), _) => {
                    let entry = exits.entry(self.reach(state)?).or_insert(Chance::NEVER);
                    *entry = entry.plus(branch.chance);
                }
                (Err(Stop::Dice(_)), Some(Missing::Decided(contest, begin, result))) => {
                    let Some(share) = contest.chance(&branch.chosen[begin..]) else { continue };
                    let chance = branch.chance.then(share);
                    let before = Chosen::from(&branch.chosen[..begin]);
                    let first = || Branch {
                        decided: branch.decided + 1,
                        chance: Chance::NEVER,
                        chosen: branch.chosen.clone(),
                    };
                    let same = alike.entry((before, result)).or_insert_with(first);
                    same.chance = same.chance.plus(chance);
                }
                (Err(Stop::Dice(_)), Some(missing)) => branch.fork(missing, &mut open)?,
                (Err(Stop::Refuse(_)), _) => return Err(NoOdds::Illegal),
                (Err(Stop::Ask(_) | Stop::Dice(_)), _) => return Err(NoOdds::OpenChoice),
            }
        }
    }
}

/// Every way a missing throw or dice-off can fall, after those chosen before it.
pub(crate) fn falls(
    (need, off): (Need, bool),
    chosen: &Chosen,
    chance: Chance,
) -> Result<Vec<(Chosen, Chance)>, NoOdds> {
    let missing = if off { Missing::DiceOff } else { Missing::Throw(need) };
    let mut open = Vec::new();
    Branch { chosen: chosen.clone(), decided: 0, chance }.fork(missing, &mut open)?;
    Ok(open.into_iter().map(|branch| (branch.chosen, branch.chance)).collect())
}

/// The throws of a step so far, and how likely they are.
struct Branch {
    chosen: Chosen,
    /// How many contests among them have been gone through.
    decided: usize,
    /// Within a contest this is the chance of its beginning: what its throws stand for is known
    /// only when all of them are.
    chance: Chance,
}

impl Branch {
    fn with(&self, more: impl IntoIterator<Item = Faces>, chance: Chance) -> Branch {
        let chosen = self.chosen.iter().cloned().chain(more).collect();
        Branch { chosen, decided: self.decided, chance }
    }

    /// Adds every way a missing throw can fall to what is still to be run.
    fn fork(&self, missing: Missing, open: &mut Vec<Branch>) -> Result<(), NoOdds> {
        let half = self.chance.times(1, 2);
        match missing {
            Missing::DiceOff => {
                open.extend([1, 6].map(|face| self.with([Faces::from_slice(&[face])], half)));
            }
            Missing::Run(contest, begin) => {
                for run in contest.runs(&self.chosen[begin..]) {
                    let faces = run.iter().map(|face| Faces::from_slice(&[*face]));
                    open.push(self.with(faces, self.chance));
                }
            }
            Missing::Throw(need) if n_throws(&need) <= MOST_THROWS => {
                let all = u128::from(need.sides).pow(u32::from(need.count));
                for (faces, orders) in throws(&need) {
                    open.push(self.with([faces], self.chance.times(orders, all)));
                }
            }
            Missing::Throw(_) | Missing::Decided(..) => return Err(NoOdds::TooMany),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        let third = Chance::new(1, 3);
        assert_eq!(third.plus(third).plus(third), Chance::ALWAYS);
        assert_eq!(third.times(3, 4).to_string(), "1/4");
        assert_eq!("~0.592593".parse::<Chance>().unwrap().to_string(), "~0.592593");
        assert_eq!("~0.5".parse::<Chance>().unwrap().millionths(), 500_000);
        for text in ["1/0", "3/2", "~0.5925931", "+1/2", "~", "", "-1/2", "~1.5"] {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
    }
}
