//! Plans: what a side might answer to all that it will be asked in a trial, found by trying.
//!
//! Rules of thumb are a poor guide to what an early answer is worth, because whoever follows them
//! makes little of a good beginning. So the questions that come up in trials are remembered, and
//! those answers that did well are given more often: a tree of answers, in which the dice between
//! them are left open.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::cx::{Offer, Wanted};
use engine::question::{Answer, Ask};
use engine::source::{Driver, answer_with};

use crate::candidates;
use crate::novice::Novice;

/// How eagerly answers are tried that have not done best so far, in standard deviations.
const CURIOSITY: f64 = 1.0;
/// What trials differ by as long as too few are known, in thousandths of a force.
const SPREAD: f64 = 100.0;
/// So many trials tell how much they differ.
const ENOUGH: f64 = 4.0;
/// Questions that come up later than so many are answered by rules of thumb.
const DEEPEST: usize = 24;

/// What some trials were worth.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    tried: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, worth: f64) {
        self.tried += 1.0;
        self.sum += worth;
        self.squares += worth * worth;
    }

    fn mean(&self) -> f64 {
        self.sum / self.tried.max(1.0)
    }

    /// By how much trials differ. What was not tried yet may differ by more than what was, so that
    /// there is always some of it.
    fn spread(&self) -> f64 {
        match self.tried < ENOUGH {
            true => SPREAD,
            false => {
                let variance = self.squares / self.tried - self.mean().powi(2);
                variance.max(0.0).sqrt().max(SPREAD / 2.0)
            }
        }
    }
}

/// A question that came up after certain answers, and what came of the answers to it.
#[derive(Debug, Default)]
struct Node {
    answers: Vec<(Answer, Tally)>,
    /// Whether more than what a novice would do has been thought of.
    is_wide: bool,
    all: Tally,
}

impl Node {
    /// Thinks of answers that are not there yet.
    fn widen(&mut self, answers: Vec<Answer>) {
        for answer in answers {
            if self.answers.iter().all(|(known, _)| *known != answer) {
                self.answers.push((answer, Tally::default()));
            }
        }
    }

    /// Which of the answers to try, the most promising first: of more the more often the question
    /// has come up.
    fn order(&self) -> Vec<usize> {
        let open = 1 + self.all.tried.sqrt() as usize;
        let doubt = CURIOSITY * self.all.spread() * (self.all.tried + 1.0).ln().sqrt();
        let promise = |(_, tally): &(Answer, Tally)| match tally.tried > 0.0 {
            true => tally.mean() + doubt / tally.tried.sqrt(),
            false => f64::INFINITY,
        };
        let promises = self.answers.iter().take(open).map(promise);
        let mut order: Vec<(usize, f64)> = promises.enumerate().collect();
        order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        order.into_iter().map(|(i, _)| i).collect()
    }
}

/// All that was asked and answered in some trials.
#[derive(Debug, Default)]
struct Tree {
    /// Questions by what was asked and answered before them.
    nodes: HashMap<u64, Node>,
    /// The questions of the trial that is under way, and which answers were given.
    trail: Vec<(u64, usize)>,
}

impl Tree {
    /// The place in the tree of a question that comes up now.
    fn place(&self, ask: &Ask) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.trail.last(), ask.topic, ask.about).hash(&mut hasher);
        hasher.finish()
    }
}

/// The plans of one side: what it answered in some trials, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Plans(Arc<Mutex<Tree>>);

impl Plans {
    /// Whoever plays the side in the next trial.
    pub(crate) fn planner(&mut self, seed: u64) -> Planner {
        lock(&self.0).trail.clear();
        Planner { tree: Arc::clone(&self.0), novice: Novice::new(seed) }
    }

    /// Notes what came of the trial.
    pub(crate) fn learn(&mut self, worth: f64) {
        let tree = &mut *lock(&self.0);
        for (place, answer) in &tree.trail {
            if let Some(node) = tree.nodes.get_mut(place) {
                node.all.add(worth);
                node.answers[*answer].1.add(worth);
            }
        }
    }
}

fn lock(tree: &Mutex<Tree>) -> MutexGuard<'_, Tree> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a side in a trial by what did well in those before.
pub(crate) struct Planner {
    tree: Arc<Mutex<Tree>>,
    novice: Novice,
}

/// Finds answers: what a novice gives, or all that are worth thinking about.
type Gather<'a> = &'a mut dyn FnMut(&mut Novice, Breadth) -> Vec<Answer>;

/// How many answers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breadth {
    One,
    All,
}

impl Planner {
    /// An answer that is possible now: what a novice gives when the question comes up first, then
    /// whatever promises most. None where nothing that was thought of is possible this time.
    fn answer(
        &mut self,
        ask: &Ask,
        gather: Gather<'_>,
        is_possible: &mut dyn FnMut(&Answer) -> bool,
    ) -> Option<Answer> {
        let tree = &mut *lock(&self.tree);
        if tree.trail.len() >= DEEPEST {
            return None;
        }
        let place = tree.place(ask);
        let node = tree.nodes.entry(place).or_default();
        if node.answers.is_empty() {
            node.widen(gather(&mut self.novice, Breadth::One));
        } else if !node.is_wide {
            node.widen(gather(&mut self.novice, Breadth::All));
            node.is_wide = true;
        }
        let chosen = node.order().into_iter().find(|i| is_possible(&node.answers[*i].0))?;
        let answer = node.answers[chosen].0.clone();
        tree.trail.push((place, chosen));
        Some(answer)
    }
}

impl Driver for Planner {
    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut self.novice)
    }

    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> usize {
        let choices = offer.choices();
        let mut gather = |novice: &mut Novice, breadth: Breadth| match breadth {
            Breadth::One => vec![Answer::Pick(choices[novice.pick(ask, offer)].key.clone())],
            Breadth::All => {
                candidates::options(ask, offer, novice).into_iter().map(|c| c.answer).collect()
            }
        };
        let find = |answer: &Answer| {
            let Answer::Pick(key) = answer else { return None };
            choices.iter().position(|c| c.key == *key && c.refusal.is_none())
        };
        let answer = self.answer(ask, &mut gather, &mut |answer| find(answer).is_some());
        answer.as_ref().and_then(find).unwrap_or_else(|| self.novice.pick(ask, offer))
    }

    fn reply(&mut self, ask: &Ask, wanted: &mut Wanted<'_>) -> Option<Answer> {
        let wanted = RefCell::new(wanted);
        let mut gather = |novice: &mut Novice, breadth: Breadth| {
            let wanted = &mut **wanted.borrow_mut();
            match breadth {
                Breadth::One => answer_with(novice, ask, wanted.again()).into_iter().collect(),
                Breadth::All => {
                    let found = candidates::others(None, ask, wanted, novice);
                    found.into_iter().map(|c| c.answer).collect()
                }
            }
        };
        self.answer(ask, &mut gather, &mut |answer| wanted.borrow_mut().accepts(answer))
    }
}

#[cfg(test)]
mod tests {
    use engine::ids::{Clause, SideId};
    use engine::question::{Choice, Refusal};

    use super::*;

    const ASK: Ask = Ask::new(SideId(0), "test", "What now?", Clause("TST-01"));
    const THEN: Ask = Ask::new(SideId(0), "then", "And then?", Clause("TST-02"));
    const TRIALS: u64 = 300;

    fn offer<'a>(choice: &'a dyn Fn(usize) -> Choice) -> Offer<'a> {
        Offer { count: 3, choice }
    }

    /// The option of a number; a novice would always take the first.
    fn rated(i: usize) -> Choice {
        Choice::new(format!("{i}")).merit(9 - i as i32)
    }

    /// How often each option was taken in the last half of many trials.
    fn taken(mut play: impl FnMut(&mut Planner) -> (usize, f64)) -> [usize; 3] {
        let mut plans = Plans::default();
        let mut taken = [0; 3];
        for trial in 0..TRIALS {
            let (pick, worth) = play(&mut plans.planner(trial));
            plans.learn(worth);
            taken[pick] += usize::from(trial >= TRIALS / 2);
        }
        taken
    }

    #[test]
    fn the_first_trial_is_a_novices() {
        let mut plans = Plans::default();
        assert_eq!(plans.planner(1).pick(&ASK, &offer(&rated)), 0);
    }

    #[test]
    fn what_does_well_is_done_more_often_whatever_a_novice_thinks_of_it() {
        let taken = taken(|planner| {
            let pick = planner.pick(&ASK, &offer(&rated));
            (pick, if pick == 2 { 100.0 } else { 0.0 })
        });
        assert!(taken[2] > 100, "{taken:?}");
    }

    #[test]
    fn an_early_answer_is_as_good_as_what_can_be_made_of_it() {
        let taken = taken(|planner| {
            let first = planner.pick(&ASK, &offer(&rated));
            let then = planner.pick(&THEN, &offer(&rated));
            let worth = match (first, then) {
                (1, 2) => 300.0,
                (1, _) => 20.0,
                _ => 50.0,
            };
            (first, worth)
        });
        assert!(taken[1] > 100, "{taken:?}");
    }

    #[test]
    fn what_is_not_possible_this_time_is_left_alone() {
        let refusal = || Refusal::new(Clause("TST-03"), "not now");
        let none = |i: usize| if i == 0 { rated(i) } else { rated(i).refused(refusal()) };
        let mut plans = Plans::default();
        for trial in 0..50 {
            let open = trial % 2 == 0;
            let mut planner = plans.planner(trial);
            let pick = planner.pick(&ASK, &if open { offer(&rated) } else { offer(&none) });
            assert!(open || pick == 0);
            plans.learn(if pick == 0 { 0.0 } else { 500.0 });
        }
    }

    #[test]
    fn numbers_are_planned_too() {
        let mut plans = Plans::default();
        let mut last = 0;
        for trial in 0..TRIALS {
            let mut planner = plans.planner(trial);
            let answer = planner.reply(&ASK, &mut Wanted::Number(1, 3));
            let Some(Answer::Number(n)) = answer else { panic!("{answer:?}") };
            plans.learn(if n == 3 { 200.0 } else { 0.0 });
            last += usize::from(trial >= TRIALS / 2 && n == 3);
        }
        assert!(last > 100, "{last}");
    }
}
