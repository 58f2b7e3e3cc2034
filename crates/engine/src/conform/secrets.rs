//! Nobody sees what is hidden from them.

use std::sync::Arc;

use super::{Appearance, Trial, all_eyes, seen};
use crate::book::Book;
use crate::cx::Input;
use crate::ids::SideId;
use crate::matches::{DiceChoice, Halt, Match};
use crate::question::Answer;
use crate::view::Eyes;

impl<B: Book> Trial<B> {
    /// A state that differs only in what some eyes must not see looks the same to them, byte by
    /// byte, and so does whatever is asked or told next.
    pub(super) fn check_secrets(&mut self) -> Result<(), String> {
        let book = Arc::clone(self.game.book());
        for eyes in all_eyes(&self.game).filter(|eyes| *eyes != Eyes::Referee) {
            let state = self.game.state();
            let Some(twin) = book.disguised(state, eyes) else { continue };
            if twin == *state {
                return Err(format!("the disguise for {eyes:?} changes nothing"));
            }
            let (own, other) = (self.next_seen(state, eyes)?, self.next_seen(&twin, eyes)?);
            self.disguised += 1;
            if own != other {
                return Err(format!("{eyes:?} sees what is hidden:\n  {own}\n  {other}"));
            }
        }
        Ok(())
    }

    /// What a pair of eyes is sent when play goes on from a state until somebody is asked or
    /// throws dice.
    fn next_seen(&self, state: &B::State, eyes: Eyes) -> Result<String, String> {
        let setup = self.game.header().setup.clone();
        let book = Arc::clone(self.game.book());
        let mut game = Match::dormant(book, setup, state.clone(), &DiceChoice::Scripted);
        let stopped = match game.advance() {
            Ok(()) => String::new(),
            Err(Halt::Dice(need)) => format!("{need:?}"),
            Err(Halt::Refused(refusal)) => return Err(refusal.to_string()),
        };
        Ok(seen(&game, eyes)? + &stopped)
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
