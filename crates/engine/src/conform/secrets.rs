//! Nobody sees what is hidden from them.

use std::sync::Arc;

use super::{Appearance, Trial, all_eyes, seen};
use crate::book::Book;
use crate::cx::Input;
use crate::dice::Seed;
use crate::face::AnyMatch;
use crate::ids::SideId;
use crate::matches::{DiceChoice, Halt, Match};
use crate::odds::Effort;
use crate::question::Answer;
use crate::respond::respond;
use crate::view::Eyes;
use crate::ways::Aim;

/// How much work odds are worth that are only compared.
const LITTLE: Effort = Effort { runs: 60, games: 3, seed: Seed(1) };

impl<B: Book> Trial<B> {
    /// A state that differs only in what some eyes must not see looks the same to them, byte by
    /// byte, and so does whatever is asked or told next, or worked out for them in advance.
    pub(super) fn check_secrets(&mut self) -> Result<(), String> {
        let book = Arc::clone(self.game.book());
        let all: Vec<Eyes> = all_eyes(&self.game).collect();
        for eyes in all.into_iter().filter(|eyes| *eyes != Eyes::Referee) {
            let state = self.game.state();
            let Some(twin) = book.disguised(state, eyes) else { continue };
            if twin == *state {
                return Err(format!("the disguise for {eyes:?} changes nothing"));
            }
            let (own, one) = self.go_on(state, eyes)?;
            let (other, two) = self.go_on(&twin, eyes)?;
            self.disguised += 1;
            if one != two {
                return Err(format!("{eyes:?} sees what is hidden:\n  {one}\n  {two}"));
            }
            self.check_known(&twin, eyes)?;
            if let (Eyes::Side(side), true) = (eyes, self.one_in(4)) {
                self.check_previews(&own, &other, side)?;
            }
        }
        Ok(())
    }

    /// What eyes know of two states that look alike to them is the same, and looks the same.
    fn check_known(&self, twin: &B::State, eyes: Eyes) -> Result<(), String> {
        let (book, state) = (self.game.book(), self.game.state());
        let Some(known) = book.known(state, eyes) else {
            return Err(format!("something is hidden from {eyes:?}, and they know it all"));
        };
        if book.known(twin, eyes).as_ref() != Some(&known) {
            return Err(format!("{eyes:?} know one of two states from the other"));
        }
        match book.view(&known, eyes) == book.view(state, eyes) {
            true => Ok(()),
            false => Err(format!("what {eyes:?} know does not look like what they see")),
        }
    }

    /// The match when play goes on from a state until somebody is asked or throws dice, and what
    /// a pair of eyes is sent then.
    fn go_on(&self, state: &B::State, eyes: Eyes) -> Result<(Match<B>, String), String> {
        let setup = self.game.header().setup.clone();
        let book = Arc::clone(self.game.book());
        let mut game = Match::dormant(book, setup, state.clone(), &DiceChoice::Scripted);
        let stopped = match game.advance() {
            Ok(()) => String::new(),
            Err(Halt::Dice(need)) => format!("{need:?}"),
            Err(Halt::Refused(refusal)) => return Err(refusal.to_string()),
        };
        let sent = seen(&game, eyes)? + &stopped;
        Ok((game, sent))
    }

    /// Whatever is worked out in advance for a side is the same in two matches that look alike
    /// to it.
    fn check_previews(
        &mut self,
        own: &Match<B>,
        other: &Match<B>,
        side: SideId,
    ) -> Result<(), String> {
        let Some(question) = own.question_for(side) else { return Ok(()) };
        let n_drivers = self.drivers.len();
        let answer = respond(&mut *self.drivers[side.index() % n_drivers], own, question);
        let ahead = |game: &Match<B>| {
            let odds = AnyMatch::odds(game, side, &answer, &LITTLE);
            let foreseen = AnyMatch::foresee(game, side, &answer);
            let way = match &answer {
                Answer::Path(path) => path.last().map(|end| {
                    let aim = Aim { via: Vec::new(), at: end.at, level: None };
                    AnyMatch::way(game, side, &aim)
                }),
                _ => None,
            };
            format!("{odds:?}\n{foreseen:?}\n{way:?}")
        };
        let (one, two) = (ahead(own), ahead(other));
        match one == two {
            true => Ok(()),
            false => Err(format!("{side} learns in advance what is hidden:\n  {one}\n  {two}")),
        }
    }

    /// Until the first die is thrown, matches that differ in their seed look the same.
    pub(super) fn check_twin(&mut self) -> Result<(), String> {
        let Some(twin) = &self.twin else { return Ok(()) };
        if has_dice(&self.game) || has_dice(twin) {
            self.twin = None;
            return Ok(());
        }
        let when = "in a match with other dice, before any is thrown";
        Appearance::of(&self.game)?.compare(&Appearance::of(twin)?, when)
    }

    pub(super) fn answer_twin(&mut self, side: SideId, answer: Answer) -> Result<(), String> {
        match &mut self.twin {
            None => Ok(()),
            Some(twin) => twin
                .answer(side, answer)
                .map_err(|why| format!("refused in a match with other dice: {why}")),
        }
    }
}

fn has_dice<B: Book>(game: &Match<B>) -> bool {
    let settled = game.played().iter().flat_map(|played| &played.inputs);
    settled.chain(game.pending()).any(|input| matches!(input, Input::Dice(_)))
}
