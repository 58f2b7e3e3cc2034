//! Chapter 1: attribute rolls, opposed rolls, roll-offs (PUN-DIC).

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};

use crate::options::{GrumpyCat, HazardWinsTies, StrengthTie};
use crate::state::State;

/// An attribute with everything that is added to it. The terms are kept only where somebody is
/// listening.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// What it comes to.
    pub total: i32,
    terms: Option<Vec<Term>>,
}

impl Sum {
    /// Starts from a number; `told` says whether the terms are to be told afterwards.
    pub fn of(told: bool, value: i32, name: &str, clause: &'static str) -> Sum {
        let mut sum = Sum { total: value, terms: told.then(Vec::new) };
        sum.note(|| value.to_string(), value, name, clause);
        sum
    }

    /// Adds a bonus or penalty (PUN-DIC-04); nought is not worth mentioning.
    pub fn add(&mut self, by: i32, reason: &str, clause: &'static str) {
        if by != 0 {
            self.total += by;
            self.note(|| format!("{by:+}"), by, reason, clause);
        }
    }

    /// The same, if something is the case.
    pub fn add_if(&mut self, holds: bool, by: i32, reason: &str, clause: &'static str) {
        if holds {
            self.add(by, reason, clause);
        }
    }

    fn note(
        &mut self,
        amount: impl FnOnce() -> String,
        value: i32,
        reason: &str,
        clause: &'static str,
    ) {
        if let Some(terms) = &mut self.terms {
            let (amount, reason) = (amount(), reason.to_owned());
            terms.push(Term { amount, value, reason, clause: Clause(clause) });
        }
    }

    /// Its terms in words: `4 Precision +1 short range`.
    pub fn words(&self) -> String {
        let terms = self.terms.iter().flatten();
        terms.map(|t| format!("{} {}", t.amount, t.reason)).collect::<Vec<_>>().join(" ")
    }
}

/// Whose roll it is, and what for.
#[derive(Clone, Copy, Debug)]
pub struct Roller {
    /// Who throws the die.
    pub side: SideId,
    /// For which model; none for a hazard.
    pub model: Option<ModelId>,
    /// What for: `shoots`, `fights`.
    pub purpose: &'static str,
}

/// What came of an attribute roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Whether it succeeded.
    pub passed: bool,
    /// The face of the die; none if it was not thrown.
    pub face: Option<u8>,
}

/// Which faces the one who rolls hopes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hope {
    Low,
    High,
}

/// Values from here on succeed without a roll (PUN-DIC-06).
const CERTAIN: i32 = 10;

impl State {
    /// An attribute roll: a die no higher than the modified value (PUN-DIC-03). A value of nought
    /// or less fails and one of ten or more succeeds without a roll (PUN-DIC-05, 06), but the die
    /// is thrown all the same where some rule reads its face (PUN-DIC-20).
    pub fn check(
        &mut self,
        cx: &mut Cx<'_>,
        who: Roller,
        sum: &Sum,
        reads_face: bool,
    ) -> Play<Check> {
        cx.cite(Clause("PUN-DIC-03"));
        let value = sum.total;
        let settled = match value {
            i32::MIN..=0 => Some((false, "PUN-DIC-05")),
            CERTAIN.. => Some((true, "PUN-DIC-06")),
            _ => None,
        };
        if sum.terms.as_ref().is_some_and(|terms| terms.len() > 1) {
            cx.cite(Clause("PUN-DIC-04"));
        }
        if settled.is_some() || reads_face {
            cx.cite(Clause("PUN-DIC-20"));
        }
        if let Some((passed, clause)) = settled
            && !reads_face
        {
            cx.say(|| {
                let verdict = if passed { "cannot fail" } else { "cannot succeed" };
                let text = format!("{} {}: {verdict}", self.title(who), sum.words());
                Event::note(Clause(clause), text)
            });
            return Ok(Check { passed, face: None });
        }
        let face = self.die(cx, who, Hope::Low)?;
        if settled.is_some() {
            cx.cite(Clause("PUN-Q-02"));
        }
        let passed = settled.map_or(i32::from(face) <= value, |(passed, _)| passed);
        cx.say(|| {
            let roll = Roll {
                side: who.side,
                model: who.model,
                title: self.title(who),
                dice: vec![Die { face, kept: passed, was: None }],
                sides: 10,
                terms: sum.terms.clone().unwrap_or_default(),
                total: i32::from(passed),
                counts: true,
            };
            Event::note(Clause("PUN-DIC-03"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        Ok(Check { passed, face: Some(face) })
    }

    /// One side of an opposed roll: a die and everything that is added to it (PUN-DIC-07).
    pub fn opposed(&mut self, cx: &mut Cx<'_>, who: Roller, sum: &Sum) -> Play<i32> {
        cx.cite(Clause("PUN-DIC-01"));
        let face = self.die(cx, who, Hope::High)?;
        let total = i32::from(face) + sum.total;
        cx.say(|| {
            let roll = Roll {
                side: who.side,
                model: who.model,
                title: self.title(who),
                dice: vec![Die { face, kept: true, was: None }],
                sides: 10,
                terms: sum.terms.clone().unwrap_or_default(),
                total,
                counts: false,
            };
            Event::note(Clause("PUN-DIC-07"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        Ok(total)
    }

    fn title(&self, who: Roller) -> String {
        match who.model {
            Some(model) => format!("{} {}", self.name(model), who.purpose),
            None => who.purpose.to_owned(),
        }
    }

    fn die(&mut self, cx: &mut Cx<'_>, who: Roller, hope: Hope) -> Play<u8> {
        let need = Need { model: who.model, ..d10(who.side, who.purpose) };
        let face = cx.dice(need)?[0];
        if self.agreed.grumpy_cat == GrumpyCat::Off || self.bands.iter().all(|b| !b.cat) {
            return Ok(face);
        }
        let other = self.rival(who.side);
        for side in [who.side, other].into_iter().filter(|s| self.has_cat(*s)) {
            let bad = match hope {
                Hope::Low => face >= 7,
                Hope::High => face <= 3,
            };
            let wanted = if side == who.side { bad } else { !bad };
            let ask = Ask::new(side, "cat", "Does the Grumpy cat want a re-roll?", CAT);
            let again = cx.choose(ask, &[false, true], |again| match again {
                false => Choice::new("let it lie").detail(format!("a {face}")).declining(),
                true => Choice::new("re-roll it").merit(if wanted { 1 } else { -1 }),
            })?;
            if again {
                // A die is re-rolled once only, and the cat has had its say (PUN-Q-36).
                self.bands[side.index()].cat = false;
                cx.cite(Clause("PUN-Q-36"));
                cx.cite(Clause("PUN-EQP-04"));
                cx.say(|| {
                    let text = format!("{side}'s Grumpy cat has the {face} rolled again");
                    Event::note(CAT, text)
                });
                return Ok(cx.dice(need)?[0]);
            }
        }
        Ok(face)
    }

    /// Whether a side's cat is on the table and has not been used.
    fn has_cat(&self, side: SideId) -> bool {
        let carries = |m: ModelId| self.model(m).items.has(crate::gear::Item::GrumpyCat);
        self.bands[side.index()].cat && self.of_side(side).any(carries)
    }

    /// Whether the aggressor wins a tie against a target (PUN-DIC-08, PUN-Q-03, PUN-Q-04); a
    /// hazard belongs to nobody.
    pub fn aggressor_wins_tie(&self, aggressor: Option<SideId>, target: SideId) -> bool {
        let active = self.acting.as_ref().map(|a| self.side(a.model));
        match aggressor {
            Some(side) if side == target => true,
            Some(_) if self.agreed.strength_tie == StrengthTie::TargetWins => false,
            Some(side) => active.is_none_or(|active| active == side),
            None if self.agreed.hazard_wins_ties == HazardWinsTies::On => true,
            None => active != Some(target),
        }
    }

    /// Each side throws a die until they differ (PUN-TRN-07, 08, PUN-DIC-27): who wins.
    pub fn roll_off(&mut self, cx: &mut Cx<'_>) -> Play<SideId> {
        let (one, other) = (SideId(0), SideId(1));
        let watched = self.agreed.grumpy_cat == GrumpyCat::On
            && [one, other].into_iter().any(|side| self.has_cat(side));
        let (a, b) = match watched {
            true => self.watched_roll_off(cx, [one, other])?,
            false => cx.dice_off(d10(one, "rolls off"), d10(other, "rolls off"))?,
        };
        cx.cite(Clause("PUN-TRN-08"));
        cx.cite(Clause("PUN-DIC-27"));
        cx.say(|| Event::note(Clause("PUN-TRN-07"), format!("{one} rolls {a}, {other} rolls {b}")));
        Ok(if a > b { one } else { other })
    }

    /// The same under the eyes of a cat that may want either die again (PUN-EQP-03).
    fn watched_roll_off(&mut self, cx: &mut Cx<'_>, sides: [SideId; 2]) -> Play<(u8, u8)> {
        loop {
            let mut faces = [0; 2];
            for (face, side) in faces.iter_mut().zip(sides) {
                let who = Roller { side, model: None, purpose: "rolls off" };
                *face = self.die(cx, who, Hope::High)?;
            }
            if faces[0] != faces[1] {
                return Ok(faces.into());
            }
        }
    }

    /// One of several by lot: a die, thrown again where it would favour the first ones
    /// (PUN-DIC-28).
    pub fn by_lot(&self, cx: &mut Cx<'_>, side: SideId, among: &[ModelId]) -> Play<ModelId> {
        let n = among.len() as u16;
        if n <= 1 {
            return Ok(among[0]);
        }
        cx.cite(Clause("PUN-DIC-28"));
        // More than ten are told apart by two dice, tens first.
        let all: u16 = if n <= 10 { 10 } else { 100 };
        loop {
            let mut result = u16::from(cx.dice(d10(side, "picks one by lot"))?[0]);
            if all == 100 {
                let ones = cx.dice(d10(side, "picks one by lot"))?[0];
                result = (result - 1) * 10 + u16::from(ones);
            }
            if result <= n * (all / n) {
                return Ok(among[usize::from((result - 1) % n)]);
            }
        }
    }
}

const CAT: Clause = Clause("PUN-EQP-03");

/// One ten-sided die.
pub fn d10(side: SideId, purpose: &'static str) -> Need {
    Need { sides: 10, ..Need::d6(side, 1, purpose) }
}
