//! Chapter 1: straight tests, opposed rolls, bomb-outs and rollovers.

use engine::event::{Die, Roll, Term};
use engine::{Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;

use crate::options::ScoreFloor;

/// A skill, attribute or threat with everything that is added to it. The terms are kept only
/// where somebody is listening.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// What is added to the die.
    pub total: i32,
    /// Whether a score below nought counts as nought (OD6-Q-41).
    floor: bool,
    terms: Option<Vec<Term>>,
}

impl Sum {
    /// Starts from a number; `told` says whether the terms are to be told afterwards.
    pub fn of(told: bool, value: i32, name: &str, clause: &'static str) -> Sum {
        let mut sum = Sum { total: value, floor: false, terms: told.then(Vec::new) };
        sum.note(value.to_string(), value, name, clause);
        sum
    }

    /// Adds a modifier; nought is not worth mentioning.
    pub fn add(&mut self, by: i32, reason: &str, clause: &'static str) {
        if by != 0 {
            self.total += by;
            self.note(format!("{by:+}"), by, reason, clause);
        }
    }

    /// The same, if something is the case.
    pub fn add_if(&mut self, holds: bool, by: i32, reason: &str, clause: &'static str) {
        if holds {
            self.add(by, reason, clause);
        }
    }

    /// Whether a score below nought counts as nought, as the players agreed (OD6-Q-41). Only
    /// rolls with several losses, as in close assault, can come to so little.
    pub fn floor(mut self, agreed: ScoreFloor) -> Sum {
        self.floor = agreed == ScoreFloor::Zero;
        self
    }

    /// What the roll comes to with a run of faces.
    fn score(&self, run: &[u8]) -> i32 {
        let total = score(run, self.total);
        if self.floor { total.max(0) } else { total }
    }

    fn note(&mut self, amount: String, value: i32, reason: &str, clause: &'static str) {
        if let Some(terms) = &mut self.terms {
            terms.push(Term { amount, value, reason: reason.to_owned(), clause: Clause(clause) });
        }
    }

    /// The terms for the explanation of a roll.
    pub fn terms(&self) -> Vec<Term> {
        self.terms.clone().unwrap_or_default()
    }
}

/// Whose roll it is, and what for.
#[derive(Clone, Copy, Debug)]
pub struct Roller<'a> {
    /// Who throws the dice.
    pub side: SideId,
    /// For which soldier, if it is for one.
    pub model: Option<ModelId>,
    /// What for, in a few words that fit every such roll.
    pub purpose: &'static str,
    /// Whose roll and what for, for the log: `Ana fires`.
    pub title: &'a str,
}

impl Roller<'_> {
    fn need(&self, count: u8) -> Need {
        Need { model: self.model, ..Need::d6(self.side, count, self.purpose) }
    }
}

/// The faces of one open-ended die, in order: another after each six (OD6-DICE-05).
type Run = SmallVec<[u8; 4]>;

/// What a run of faces comes to: nothing at all if it begins with a one (OD6-DICE-03), else
/// everything added up; ones later on are ones (OD6-DICE-06).
fn score(run: &[u8], added: i32) -> i32 {
    match run.first() {
        Some(1) => 0,
        _ => run.iter().map(|face| i32::from(*face)).sum::<i32>() + added,
    }
}

/// What came of one side of an opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The die and everything added to it.
    pub total: i32,
    /// Whether it bombed out, so that nothing is ever added to it (OD6-DICE-03).
    pub bombed: bool,
}

impl Score {
    /// The total as it counts against somebody in particular.
    pub fn plus(self, more: i32) -> i32 {
        if self.bombed { 0 } else { self.total + more }
    }
}

/// One side of an opposed roll, rolled out to the end (OD6-DICE-02, OD6-Q-73).
pub fn opposed(cx: &mut Cx<'_>, who: Roller<'_>, sum: &Sum) -> Play<i32> {
    opposed_score(cx, who, sum).map(|score| score.total)
}

/// The same, for a total that is compared with several others.
pub fn opposed_score(cx: &mut Cx<'_>, who: Roller<'_>, sum: &Sum) -> Play<Score> {
    cx.cite(Clause("OD6-DICE-02"));
    cx.cite(Clause("OD6-DICE-08"));
    let mut run = Run::new();
    loop {
        let face = cx.dice(who.need(1))?[0];
        run.push(face);
        if face != 6 {
            break;
        }
    }
    let total = sum.score(&run);
    tell(cx, who, sum, &run, (total, "OD6-DICE-02"));
    Ok(Score { total, bombed: run[0] == 1 })
}

/// One side of an opposed roll with a single die that counts as it lies: initiative, where the
/// players agreed so (OD6-Q-05).
pub fn plain(cx: &mut Cx<'_>, who: Roller<'_>, sum: &Sum) -> Play<i32> {
    let face = cx.dice(who.need(1))?[0];
    let total = i32::from(face) + sum.total;
    say_roll(cx, who, sum, (&[face], false), (total, "OD6-Q-05"));
    Ok(total)
}

/// A straight test: whether the die and the skill reach the difficulty (OD6-DICE-01). A six is
/// rolled again only while that can still matter (OD6-Q-73).
pub fn straight(cx: &mut Cx<'_>, who: Roller<'_>, sum: &Sum, difficulty: i32) -> Play<bool> {
    cx.cite(Clause("OD6-DICE-01"));
    cx.cite(Clause("OD6-DICE-08"));
    let mut run = Run::new();
    loop {
        let face = cx.dice(who.need(1))?[0];
        run.push(face);
        if face != 6 || sum.score(&run) >= difficulty {
            break;
        }
    }
    let total = sum.score(&run);
    tell(cx, who, sum, &run, (total, "OD6-DICE-01"));
    Ok(total >= difficulty)
}

/// The straight tests of several soldiers alike, thrown together (OD6-DICE-10): how many pass.
/// Sixes that have not passed yet are rolled again together.
pub fn straight_together(
    cx: &mut Cx<'_>,
    who: Roller<'_>,
    (count, sum): (u8, &Sum),
    difficulty: i32,
) -> Play<u8> {
    cx.cite(Clause("OD6-DICE-01"));
    cx.cite(Clause("OD6-DICE-08"));
    let mut runs: SmallVec<[Run; 10]> = SmallVec::new();
    let mut open: SmallVec<[usize; 10]> = (0..usize::from(count)).collect();
    runs.resize(usize::from(count), Run::new());
    while !open.is_empty() {
        let faces = cx.dice(who.need(open.len() as u8))?;
        for (i, face) in open.iter().zip(&faces) {
            runs[*i].push(*face);
        }
        let goes_on = |run: &Run| run.last() == Some(&6) && sum.score(run) < difficulty;
        open.retain(|i| goes_on(&runs[*i]));
    }
    let passes = |run: &Run| sum.score(run) >= difficulty;
    let passed = runs.iter().filter(|run| passes(run)).count();
    cx.say(|| {
        let dice = runs.iter().map(|run| {
            // The die shows what its run of sixes came to.
            let face = run.iter().map(|f| u32::from(*f)).sum::<u32>().min(255) as u8;
            Die { face, kept: passes(run), was: None }
        });
        let roll = Roll {
            side: who.side,
            model: who.model,
            title: format!("{} against {difficulty}", who.title),
            dice: dice.collect(),
            sides: 6,
            terms: sum.terms(),
            total: passed as i32,
            counts: true,
        };
        Event::note(Clause("OD6-DICE-10"), roll.to_string()).deed(Deed::Rolled(roll))
    });
    cite_runs(cx, &runs);
    Ok(passed as u8)
}

/// One die read off a table, which neither bombs out nor rolls over (OD6-DICE-09).
pub fn table_die(cx: &mut Cx<'_>, who: Roller<'_>) -> Play<u8> {
    let face = cx.dice(who.need(1))?[0];
    cx.cite(Clause("OD6-Q-05"));
    say_roll(cx, who, &Sum::default(), (&[face], false), (i32::from(face), "OD6-DICE-09"));
    Ok(face)
}

/// Draws one of some things with as few dice as will do, all equally likely (OD6-FIR-17): the
/// dice are read as one number, the first die being the largest place, and counted off against
/// the things again and again. None if they show one of the numbers left over: they are thrown
/// again then.
pub fn draw(cx: &mut Cx<'_>, who: Roller<'_>, count: usize) -> Play<Option<usize>> {
    let (mut dice, mut all) = (0, 1);
    while all < count {
        (dice, all) = (dice + 1, all * 6);
    }
    if dice == 0 {
        return Ok(Some(0));
    }
    let faces = cx.dice(who.need(dice).told_apart())?;
    cx.cite(Clause("OD6-DICE-09"));
    cx.cite(Clause("OD6-Q-05"));
    let number = faces.iter().fold(0, |n, face| n * 6 + usize::from(*face) - 1);
    Ok((number < all - all % count).then_some(number % count))
}

fn tell(
    cx: &mut Cx<'_>,
    who: Roller<'_>,
    sum: &Sum,
    run: &Run,
    (total, rule): (i32, &'static str),
) {
    cite_runs(cx, std::slice::from_ref(run));
    say_roll(cx, who, sum, (run, true), (total, rule));
}

fn cite_runs(cx: &mut Cx<'_>, runs: &[Run]) {
    if cx.is_quiet() {
        return;
    }
    if runs.iter().any(|run| run.first() == Some(&1)) {
        cx.cite(Clause("OD6-DICE-03"));
    }
    if runs.iter().any(|run| run.len() > 1) {
        cx.cite(Clause("OD6-DICE-05"));
        cx.cite(Clause("OD6-DICE-07"));
    }
    if runs.iter().any(|run| run.contains(&6)) {
        cx.cite(Clause("OD6-Q-73"));
    }
    if runs.iter().any(|run| run.iter().skip(1).any(|face| *face == 1)) {
        cx.cite(Clause("OD6-DICE-06"));
    }
}

/// Tells a roll by the rule of such rolls. It may be open to bomb-outs; one that bombed out has
/// no terms, because nothing is added to it.
fn say_roll(
    cx: &mut Cx<'_>,
    who: Roller<'_>,
    sum: &Sum,
    (run, open): (&[u8], bool),
    (total, rule): (i32, &'static str),
) {
    cx.say(|| {
        let bombed = open && run.first() == Some(&1);
        let die = |face: &u8| Die { face: *face, kept: !bombed, was: None };
        let mut terms = if bombed { Vec::new() } else { sum.terms() };
        let short = total - score(run, sum.total);
        if open && !bombed && short > 0 {
            terms.push(Term::plain(short, "never below nought", Clause("OD6-Q-41")));
        }
        let title =
            if bombed { format!("{} and bombs out", who.title) } else { who.title.to_owned() };
        let roll = Roll {
            side: who.side,
            model: who.model,
            title,
            dice: run.iter().map(die).collect(),
            sides: 6,
            terms,
            total,
            counts: false,
        };
        let clause = if bombed { "OD6-DICE-03" } else { rule };
        Event::note(Clause(clause), roll.to_string()).deed(Deed::Rolled(roll))
    });
}

#[cfg(test)]
mod tests;
