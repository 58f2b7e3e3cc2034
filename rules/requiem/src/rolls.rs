//! Chapter 1 in play: rolling a pool, rerolls, roll-offs and checks.

use engine::event::{Die, Roll};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, Faces, ModelId, Need, Play};

use crate::dice::{Sum, kept};
use crate::options::AttackTies;
use crate::state::State;

/// Dice a model may roll again; no die twice (REQ-DICE-14).
#[derive(Clone, Copy, Debug, Default)]
pub struct Rerolls {
    /// All ones, by this rule.
    pub ones: Option<Clause>,
    /// One die of the model's choice, by this rule.
    pub one: Option<Clause>,
}

/// What came of a roll.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The total.
    pub total: i32,
    /// Whether every kept die shows a one.
    pub all_ones: bool,
    /// Whether the one reroll was used.
    pub rerolled: bool,
}

/// A check succeeds on a nine (REQ-DICE-13).
const CHECK: i32 = 9;

impl State {
    /// A model rolls a pool. It sees its own dice before the other side rolls (REQ-Q-64).
    pub fn roll(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (sum, purpose): (&Sum, &'static str),
        rerolls: Rerolls,
    ) -> Play<Rolled> {
        let pool = sum.pool.as_rolled();
        let side = self.side(model);
        let mut faces = cx.dice(Need::d6(side, pool.roll as u8, purpose).by(model))?;
        let mut was: Faces = Faces::from_elem(0, faces.len());
        if rerolls.ones.is_some() {
            self.reroll_ones(cx, model, &mut faces, &mut was)?;
        }
        let mut rerolled = false;
        if let Some(clause) = rerolls.one {
            rerolled = self.reroll_one(cx, (model, pool.keep, clause), &mut faces, &mut was)?;
        }
        let flags = kept(&faces, pool.keep);
        let mut counted = Faces::new();
        counted.extend(faces.iter().zip(&flags).filter(|(_, k)| **k).map(|(f, _)| *f));
        let total = sum.total(&counted);
        cx.say(|| {
            let die = |i: usize| Die {
                face: faces[i],
                kept: flags[i],
                was: Some(was[i]).filter(|w| *w > 0),
            };
            let roll = Roll {
                side,
                model: Some(model),
                title: format!("{} {purpose}", self.name(model)),
                dice: (0..faces.len()).map(die).collect(),
                sides: 6,
                terms: sum.explain(),
                total,
                counts: false,
            };
            Event::note(Clause("REQ-DICE-02"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        cx.cite(Clause("REQ-DICE-01"));
        sum.rules_used().into_iter().for_each(|clause| cx.cite(clause));
        Ok(Rolled { total, all_ones: counted.iter().all(|f| *f == 1), rerolled })
    }

    /// Hand of Doom: every one is rolled again, once (REQ-GEAR-18).
    fn reroll_ones(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        faces: &mut Faces,
        was: &mut Faces,
    ) -> Play<()> {
        let ones = faces.iter().filter(|f| **f == 1).count() as u8;
        if ones == 0 {
            return Ok(());
        }
        cx.cite(Clause("REQ-GEAR-18"));
        cx.cite(Clause("REQ-DICE-14"));
        cx.cite(Clause("REQ-Q-64"));
        let again = cx.dice(Need::d6(self.side(model), ones, "rerolls ones").by(model))?;
        let places = (0..faces.len()).filter(|i| faces[*i] == 1);
        let places: Faces = places.map(|i| i as u8).collect();
        for (place, face) in places.iter().zip(again) {
            was[usize::from(*place)] = 1;
            faces[usize::from(*place)] = face;
        }
        Ok(())
    }

    /// One die of the model's choice is rolled again, if it wants that and if the die has not
    /// been rolled again before.
    fn reroll_one(
        &self,
        cx: &mut Cx<'_>,
        (model, keep, clause): (ModelId, i8, Clause),
        faces: &mut Faces,
        was: &mut Faces,
    ) -> Play<bool> {
        let mut options: smallvec::SmallVec<[Option<usize>; 8]> = smallvec::smallvec![None];
        for face in 1..=6 {
            let fresh = (0..faces.len()).find(|i| faces[*i] == face && was[*i] == 0);
            options.extend(fresh.map(Some));
        }
        let ask = Ask::new(self.side(model), "reroll", "Roll one die again?", clause).about(model);
        let shown = faces.clone();
        let chosen = cx.choose(ask, &options, |option| match option {
            None => Choice::new("keep the dice").declining(),
            Some(i) => Choice::new(format!("reroll the {}", shown[*i]))
                .about(model)
                .merit(gain(&shown, *i, keep)),
        })?;
        cx.cite(Clause("REQ-Q-64"));
        let Some(index) = chosen else { return Ok(false) };
        cx.cite(Clause("REQ-DICE-14"));
        let again = cx.dice(Need::d6(self.side(model), 1, "rerolls one die").by(model))?;
        was[index] = faces[index];
        faces[index] = again[0];
        Ok(true)
    }

    /// A check: the stat must come to nine or more (REQ-DICE-13, REQ-Q-02).
    pub fn check(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (sum, purpose): (&Sum, &'static str),
    ) -> Play<bool> {
        let passed = self.roll(cx, model, (sum, purpose), Rerolls::default())?.total >= CHECK;
        cx.say(|| {
            let verdict = if passed { "passes" } else { "fails" };
            Event::note(
                Clause("REQ-DICE-13"),
                format!("{} {verdict}: a check needs {CHECK}", self.name(model)),
            )
        });
        cx.cite(Clause("REQ-Q-02"));
        cx.cite(Clause("REQ-T-04"));
        Ok(passed)
    }

    /// Whether an attack beats a defense; a tie is diced off (REQ-DICE-11, 12; REQ-Q-01).
    pub fn beats(
        &self,
        cx: &mut Cx<'_>,
        (attacker, attack): (ModelId, i32),
        (defender, defense): (ModelId, i32),
    ) -> Play<bool> {
        cx.cite(Clause("REQ-DICE-11"));
        if attack != defense {
            return Ok(attack > defense);
        }
        cx.cite(Clause("REQ-Q-01"));
        match self.agreed.attack_ties {
            AttackTies::DefenderWins => Ok(false),
            AttackTies::DiceOff => self.dice_off(cx, attacker, defender),
        }
    }

    /// A tie is settled by bare single dice until they differ (REQ-DICE-12, REQ-Q-56).
    pub fn dice_off(&self, cx: &mut Cx<'_>, one: ModelId, other: ModelId) -> Play<bool> {
        cx.cite(Clause("REQ-Q-56"));
        let need = |m: ModelId| Need::d6(self.side(m), 1, "dices off the tie").by(m);
        let (mine, theirs) = cx.dice_off(need(one), need(other))?;
        cx.say(|| {
            let (a, b) = (self.name(one), self.name(other));
            Event::note(
                Clause("REQ-DICE-12"),
                format!("Tied: {a} dices off {mine} to {b}'s {theirs}"),
            )
        });
        Ok(mine > theirs)
    }
}

/// Six times what rolling one die again adds to the kept total on average.
fn gain(faces: &[u8], index: usize, keep: i8) -> i32 {
    let total = |faces: &[u8]| -> i32 {
        let flags = kept(faces, keep);
        faces.iter().zip(flags).filter(|(_, k)| *k).map(|(f, _)| i32::from(*f)).sum()
    };
    let mut again = Faces::from_slice(faces);
    let hoped: i32 = (1..=6)
        .map(|face| {
            again[index] = face;
            total(&again)
        })
        .sum();
    hoped - 6 * total(faces)
}
