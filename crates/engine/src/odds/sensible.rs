//! What is answered for players while odds are worked out, and dice that are chosen or thrown.

use smallvec::SmallVec;

use super::Contest;
use crate::cx::{Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need, Stream};
use crate::question::{Answer, Ask, Form};

/// Picks as a sensible player would: an action that can be declined is declined, a re-roll that
/// looks good is taken.
fn pick(ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
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

/// The one answer that can be given for anybody is to stay where one is.
fn answer(ask: &Ask, scopes: &[String], mut wanted: Wanted<'_>) -> Play<Answer> {
    match stay(&mut wanted) {
        Some(answer) => Ok(answer),
        None => Err(Stop::Ask(vec![ask.question(scopes, wanted.form())])),
    }
}

/// Staying where one is, if that is legal.
fn stay(wanted: &mut Wanted<'_>) -> Option<Answer> {
    match wanted {
        Wanted::Path(_, start, _, _, _, check) => {
            let path = vec![*start];
            check(&path).ok().map(|()| Answer::Path(path))
        }
        Wanted::Paths(movers, _, _, _, check) => {
            let paths: Vec<_> = movers.iter().map(|(model, at)| (*model, vec![*at])).collect();
            check(&paths).ok().map(|()| Answer::Paths(paths))
        }
        _ => None,
    }
}

/// The throws of a step that were chosen so far.
pub(super) type Chosen = SmallVec<[Faces; 4]>;

/// Why a run of a step with chosen throws could not go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Missing {
    /// A handful has to be thrown.
    Throw(Need),
    /// Two sides throw until they differ, and only who wins matters.
    DiceOff,
    /// The next die of a contest, whose throws begin here.
    Run(Contest, usize),
    /// A contest, whose throws begin here, has been decided in a way of this hash.
    Decided(Contest, usize, u64),
}

/// Goes through all throws: dice come from a list of throws chosen so far, and the first throw
/// beyond it stops the rule.
pub(super) struct AllThrows<'a> {
    chosen: &'a [Faces],
    used: usize,
    /// How many contests have been gone through: their throws stand for all that decide them
    /// the same way.
    decided: usize,
    /// How many contests this run has been through.
    contests: usize,
    /// The contest that is under way, and where its throws begin.
    contest: Option<(Contest, usize)>,
    pub(super) missing: Option<Missing>,
}

impl<'a> AllThrows<'a> {
    pub(super) fn new(chosen: &'a [Faces], decided: usize) -> AllThrows<'a> {
        AllThrows { chosen, used: 0, decided, contests: 0, contest: None, missing: None }
    }

    fn next(&mut self, need: &Need, missing: Missing) -> Play<Faces> {
        match self.chosen.get(self.used) {
            Some(faces) => {
                self.used += 1;
                Ok(faces.clone())
            }
            None => self.stop(missing, need),
        }
    }

    fn stop<T>(&mut self, missing: Missing, need: &Need) -> Play<T> {
        self.missing = Some(missing);
        Err(Stop::Dice(*need))
    }
}

/// Stands for the dice of a contest that has been decided; nobody throws them.
const NO_DICE: Need = Need::d6(crate::ids::SideId(0), 0, "nothing");

impl Source for AllThrows<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        let run = self.contest.map(|(contest, from)| Missing::Run(contest, from));
        self.next(need, run.unwrap_or(Missing::Throw(*need)))
    }

    fn dice_off(&mut self, one: &Need, _: &Need, _: &[String]) -> Play<(Faces, Faces)> {
        let won = self.next(one, Missing::DiceOff)?;
        let lost = Faces::from_slice(&[7 - won[0]]);
        Ok((won, lost))
    }

    fn contest_begins(&mut self, contest: &Contest) {
        if self.contests >= self.decided {
            self.contest = Some((*contest, self.used));
        }
    }

    fn contest_ends(&mut self, result: &dyn Fn() -> u64) -> Play<()> {
        self.contests += 1;
        match self.contest.take() {
            Some((contest, from)) => self.stop(Missing::Decided(contest, from, result()), &NO_DICE),
            None => Ok(()),
        }
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        pick(ask, scopes, offer)
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        answer(ask, scopes, wanted)
    }
}

/// Throws dice, and answers in the same way.
pub(super) struct Tried<'a>(pub(super) &'a mut Stream);

impl Source for Tried<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        Ok(self.0.roll(need))
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        pick(ask, scopes, offer)
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        answer(ask, scopes, wanted)
    }
}
