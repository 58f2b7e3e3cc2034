//! Dice that are thrown between battles, and questions that show what is not possible.

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, Need, Play, Refusal, SideId};

use super::State;
use crate::profile::{Character, Rule};

/// A Quality roll between battles, where nobody helps (MUT-Q-139).
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The number a die must reach.
    pub quality: u8,
    /// How many dice.
    pub dice: u8,
    /// In words, for the log: `fights for life`.
    pub purpose: &'static str,
    /// The rule that asks for it.
    pub clause: Clause,
    /// Whether a Strong or Weak Constitution matters (MUT-SPC-119, MUT-SPC-142).
    pub of_body: bool,
}

impl State {
    /// A character rolls Quality; gives how many dice succeed. A Hero's first die is a success
    /// without being thrown (MUT-SPC-065).
    pub fn try_quality(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        who: &Character,
        trial: Trial,
    ) -> Play<u8> {
        let hero = who.nature.has(Rule::Hero);
        let free = u8::from(hero).min(trial.dice);
        let quality = trial.quality;
        let mut terms = vec![term(format!("{quality}+"), 0, "Quality", "MUT-PRO-04")];
        if trial.of_body && who.nature.has(Rule::StrongConstitution) {
            terms.push(term("+1".to_owned(), 1, "Strong Constitution", "MUT-SPC-119"));
        }
        if trial.of_body && who.nature.has(Rule::WeakConstitution) {
            terms.push(term("-1".to_owned(), -1, "Weak Constitution", "MUT-SPC-142"));
        }
        let better: i32 = terms.iter().map(|t| t.value).sum();
        let number = i32::from(quality) - better;
        let mut faces = engine::Faces::new();
        if trial.dice > free {
            let mut need = Need::d6(side, trial.dice - free, trial.purpose);
            need.model = self.model(side, &who.name);
            faces = cx.dice(need)?;
        }
        faces.extend((0..free).map(|_| 6));
        let succeeds = |face: u8| face == 6 || (face != 1 && i32::from(face) >= number);
        let successes = faces.iter().filter(|face| succeeds(**face)).count() as u8;
        for id in ["MUT-PRO-04", "MUT-PRO-05"] {
            cx.cite(Clause(id));
        }
        if hero {
            cx.cite(Clause("MUT-SPC-065"));
        }
        cx.say(|| {
            let die = |face: &u8| Die { face: *face, kept: succeeds(*face), was: None };
            let roll = Roll {
                side,
                model: self.model(side, &who.name),
                title: format!("{} {}", who.name, trial.purpose),
                dice: faces.iter().map(die).collect(),
                sides: 6,
                terms,
                total: i32::from(successes),
                counts: true,
            };
            Event::note(trial.clause, roll.to_string()).deed(Deed::Rolled(roll))
        });
        Ok(successes)
    }
}

fn term(amount: String, value: i32, reason: &str, id: &'static str) -> Term {
    Term { amount, value, reason: reason.to_owned(), clause: Clause(id) }
}

/// One die.
pub fn die(cx: &mut Cx<'_>, side: SideId, purpose: &'static str) -> Play<u8> {
    Ok(cx.dice(Need::d6(side, 1, purpose))?[0])
}

/// Lets a side choose among what is possible; whoever listens also sees what is not, and why.
/// Whether there is a question at all does not depend on who listens. Nothing possible gives
/// nothing.
pub fn pick<T: Copy>(
    cx: &mut Cx<'_>,
    ask: Ask,
    things: &[T],
    judge: impl Fn(&T) -> Option<Refusal>,
    describe: impl Fn(&T) -> Choice,
) -> Play<Option<T>> {
    let possible: Vec<T> = things.iter().copied().filter(|thing| judge(thing).is_none()).collect();
    if possible.is_empty() {
        return Ok(None);
    }
    if possible.len() == 1 || cx.is_quiet() {
        return cx.choose(ask, &possible, describe).map(Some);
    }
    let shown = |thing: &T| match judge(thing) {
        Some(refusal) => describe(thing).refused(refusal),
        None => describe(thing),
    };
    cx.choose(ask, things, shown).map(Some)
}
