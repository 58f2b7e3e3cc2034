//! Exact odds of an action: the rule itself is run for every way the dice can fall.

use std::collections::BTreeMap;
use std::fmt;

use smallvec::SmallVec;

use crate::book::Book;
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need};
use crate::hash::stable_hash;
use crate::question::{Answer, Ask, Form};

pub use chance::Chance;

mod chance;

/// Most ways a single handful may fall before it is not worth going through them.
const MOST_THROWS: u128 = 100_000;

/// How many ways some dice can fall, apart from their order where that does not matter; at least.
fn n_throws(need: &Need) -> u128 {
    let (count, sides) = (u128::from(need.count), u128::from(need.sides));
    // More dice than this have more orders than can be counted.
    if count > 30 || sides == 0 {
        return MOST_THROWS + 1;
    }
    let ways = |i: u128| if need.told_apart { (sides, 1) } else { (sides + i - 1, i) };
    (1..=count).map(ways).fold(1, |n: u128, (times, by)| n.min(1 << 64) * times / by)
}

/// All ways some dice can fall, with the number of orders each can fall in: sorted, unless the
/// dice are told apart.
fn throws(need: &Need) -> Vec<(Faces, u128)> {
    let mut all = Vec::new();
    let mut faces = Faces::new();
    add_throws(need, 1, &mut faces, &mut all);
    all
}

fn add_throws(need: &Need, least: u8, faces: &mut Faces, all: &mut Vec<(Faces, u128)>) {
    if faces.len() == usize::from(need.count) {
        let orders = if need.told_apart { 1 } else { orders(faces) };
        all.push((faces.clone(), orders));
        return;
    }
    for face in least..=need.sides {
        faces.push(face);
        add_throws(need, if need.told_apart { 1 } else { face }, faces, all);
        faces.pop();
    }
}

fn orders(sorted: &[u8]) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    let same = sorted.chunk_by(|a, b| a == b).map(|run| factorial(run.len()));
    factorial(sorted.len()) / same.product::<u128>()
}

/// Goes through all throws: dice come from a list of throws chosen so far, and the first throw
/// beyond it stops the rule. Later choices are made as a sensible player would make them: an
/// action that can be declined is declined, a re-roll that looks good is taken.
struct AllThrows<'a> {
    chosen: &'a [Faces],
    used: usize,
    /// The throw that was missing, and whether it was a dice-off.
    missing: Option<(Need, bool)>,
}

impl AllThrows<'_> {
    fn next(&mut self, need: &Need, off: bool) -> Play<Faces> {
        match self.chosen.get(self.used) {
            Some(faces) => {
                self.used += 1;
                Ok(faces.clone())
            }
            None => {
                self.missing = Some((*need, off));
                Err(Stop::Dice(*need))
            }
        }
    }
}

impl Source for AllThrows<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        self.next(need, false)
    }

    fn dice_off(&mut self, one: &Need, _: &Need, _: &[String]) -> Play<(Faces, Faces)> {
        let won = self.next(one, true)?;
        let lost = Faces::from_slice(&[7 - won[0]]);
        Ok((won, lost))
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        let choices = offer.choices();
        if ask.secret {
            // Nobody can know what somebody else chooses in secret.
            return Err(Stop::Ask(vec![ask.question(scopes, Form::One { choices })]));
        }
        let possible = || (0..choices.len()).filter(|i| choices[*i].refusal.is_none());
        let offered = ask.topic.starts_with("reroll");
        let declined = possible().find(|i| choices[*i].declines).filter(|_| !offered);
        let best = || possible().max_by_key(|i| (choices[*i].merit, std::cmp::Reverse(*i)));
        Ok(declined.or_else(best).unwrap_or(0))
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        // The one answer that can be given for anybody is to stay where one is.
        if let Wanted::Path(_, start, ..) = wanted {
            return Ok(Answer::Path(vec![start]));
        }
        Err(Stop::Ask(vec![ask.question(scopes, wanted.form())]))
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

    /// Runs one step for every way its dice can fall.
    fn spread(&mut self, from: &B::State, tape: &[Input]) -> Result<Exits, NoOdds> {
        let mut exits = Exits::new();
        let mut open: Vec<(SmallVec<[Faces; 4]>, Chance)> = vec![(SmallVec::new(), Chance::ALWAYS)];
        while let Some((chosen, chance)) = open.pop() {
            self.budget = self.budget.checked_sub(1).ok_or(NoOdds::TooMany)?;
            let mut state = from.clone();
            let mut source = AllThrows { chosen: &chosen, used: 0, missing: None };
            let result = {
                let mut cx = Cx::on_tape_only(tape, &mut source);
                self.book.step(&mut state, &mut cx)
            };
            match (result, source.missing) {
                (Ok(()), _) => {
                    let entry = exits.entry(self.reach(state)?).or_insert(Chance::NEVER);
                    *entry = entry.plus(chance);
                }
                (Err(Stop::Dice(_)), Some(missing)) => branch(missing, &chosen, chance, &mut open)?,
                (Err(Stop::Refuse(_)), _) => return Err(NoOdds::Illegal),
                (Err(Stop::Ask(_) | Stop::Dice(_)), _) => return Err(NoOdds::OpenChoice),
            }
        }
        Ok(exits)
    }
}

/// Adds every way a missing throw can fall to what is still to be run.
pub(crate) fn branch(
    (need, off): (Need, bool),
    chosen: &SmallVec<[Faces; 4]>,
    chance: Chance,
    open: &mut Vec<(SmallVec<[Faces; 4]>, Chance)>,
) -> Result<(), NoOdds> {
    let mut add = |faces: Faces, num: u128, den: u128| {
        let mut next = chosen.clone();
        next.push(faces);
        open.push((next, chance.times(num, den)));
    };
    if off {
        for face in [1, 6] {
            add(Faces::from_slice(&[face]), 1, 2);
        }
        return Ok(());
    }
    if n_throws(&need) > MOST_THROWS {
        return Err(NoOdds::TooMany);
    }
    let all = u128::from(need.sides).pow(u32::from(need.count));
    for (faces, orders) in throws(&need) {
        add(faces, orders, all);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SideId;

    #[test]
    fn throws_cover_every_order() {
        let need = Need::d6(SideId(0), 3, "test");
        let all = throws(&need);
        assert_eq!(all.len(), 56);
        assert_eq!(all.iter().map(|(_, n)| n).sum::<u128>(), 216);
        assert_eq!(n_throws(&need), 56);
        assert!(n_throws(&Need::d6(SideId(0), 255, "test")) > MOST_THROWS);
    }

    #[test]
    fn dice_of_different_colours_are_told_apart() {
        let need = Need::d6(SideId(0), 2, "test").told_apart();
        let all = throws(&need);
        assert_eq!(n_throws(&need), 36);
        assert_eq!(all.len(), 36);
        let first_is_six = all.iter().filter(|(faces, _)| faces[0] == 6);
        assert_eq!(first_is_six.map(|(_, n)| n).sum::<u128>(), 6);
    }

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
