//! Everything that may come of an answer: the dice of the following steps are gone through.

use smallvec::SmallVec;

use crate::book::Book;
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need};
use crate::odds::{Chance, NoOdds, falls};
use crate::question::{Answer, Ask};
use crate::source::{Driver, answer_with};

use super::{Drivers, Ending, Horizon, Known, Until};

/// A step that is still to be run: from where, what was given and thrown so far, how likely.
struct Open<S> {
    state: S,
    /// Whether the answer in question is still to be given.
    first: bool,
    thrown: SmallVec<[Faces; 4]>,
    chance: Chance,
    horizon: Horizon,
}

/// See [`super::Position::expect`].
pub(super) fn expect<B: Book>(
    known: &Known<'_, B>,
    answer: &Answer,
    policy: &dyn Fn() -> Drivers,
    until: Until,
    runs: usize,
) -> Result<Vec<(Chance, Ending)>, NoOdds> {
    let tape = known.tape_with(answer);
    let mut endings = Vec::new();
    let mut open = vec![Open {
        state: known.known.clone().into_owned(),
        first: true,
        thrown: SmallVec::new(),
        chance: Chance::ALWAYS,
        horizon: known.horizon(until),
    }];
    let mut left = runs;
    while let Some(Open { state, first, thrown, chance, mut horizon }) = open.pop() {
        left = left.checked_sub(1).ok_or(NoOdds::TooMany)?;
        let mut drivers = policy();
        let mut next = state.clone();
        let mut source = Thrown { thrown: &thrown, used: 0, missing: None, drivers: &mut drivers };
        let tape: &[Input] = if first { &tape } else { &[] };
        let played = known.book.step(&mut next, &mut Cx::on_tape_only(tape, &mut source));
        match (played, source.missing) {
            (Ok(()), _) if horizon.reached(known.book, &next) => {
                endings.push((chance, known.ending(&next, chance != Chance::ALWAYS)));
            }
            (Ok(()), _) => {
                let thrown = SmallVec::new();
                open.push(Open { state: next, first: false, thrown, chance, horizon });
            }
            (Err(Stop::Dice(_)), Some(missing)) => {
                let run = |(thrown, chance)| Open {
                    state: state.clone(),
                    first,
                    thrown,
                    chance,
                    horizon,
                };
                open.extend(falls(missing, &thrown, chance)?.into_iter().map(run));
                if open.len() > left {
                    return Err(NoOdds::TooMany);
                }
            }
            (Err(Stop::Refuse(_)), _) => return Err(NoOdds::Illegal),
            (Err(Stop::Ask(_) | Stop::Dice(_)), _) => return Err(NoOdds::OpenChoice),
        }
    }
    Ok(endings)
}

/// Dice come from a list of throws, and the first one beyond it stops the rule; drivers answer.
struct Thrown<'a> {
    thrown: &'a [Faces],
    used: usize,
    /// The throw that was missing, and whether it was a dice-off.
    missing: Option<(Need, bool)>,
    drivers: &'a mut [Box<dyn Driver>],
}

impl Thrown<'_> {
    fn next(&mut self, need: &Need, off: bool) -> Play<Faces> {
        let Some(faces) = self.thrown.get(self.used) else {
            self.missing = Some((*need, off));
            return Err(Stop::Dice(*need));
        };
        self.used += 1;
        Ok(faces.clone())
    }

    fn driver(&mut self, ask: &Ask) -> &mut dyn Driver {
        let last = self.drivers.len() - 1;
        &mut *self.drivers[ask.side.index().min(last)]
    }
}

impl Source for Thrown<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        self.next(need, false)
    }

    fn dice_off(&mut self, one: &Need, _: &Need, _: &[String]) -> Play<(Faces, Faces)> {
        let won = self.next(one, true)?;
        let lost = Faces::from_slice(&[7 - won[0]]);
        Ok((won, lost))
    }

    fn pick(&mut self, ask: &Ask, _: &[String], offer: &Offer<'_>) -> Play<usize> {
        let last = offer.count - 1;
        Ok(self.driver(ask).pick(ask, offer).min(last))
    }

    fn answer(&mut self, ask: &Ask, _: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        answer_with(self.driver(ask), ask, wanted)
    }
}
