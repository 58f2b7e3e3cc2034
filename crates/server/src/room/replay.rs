//! Looking back at a match, and playing on from earlier.

use std::ops::Range;

use engine::book::Setup;
use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::matches::Frame;
use engine::view::Eyes;

use super::Room;
use crate::denied::Denied;
use crate::ground::alterations;
use crate::protocol::{FrameInfo, Timeline};
use crate::seats::Guest;

impl Room {
    /// The game's key, and how many sides play.
    pub fn kind(&self) -> (String, usize) {
        (self.game.about().key.to_owned(), self.seating.settings.seats.len())
    }

    /// What it was begun with.
    pub fn setup(&self) -> Setup {
        self.play.header().setup.clone()
    }

    /// The whole match as a file, and whether that gives away how dice will fall.
    pub fn file(&self, guest: Guest) -> Result<(String, bool), Denied> {
        self.may_know_all(guest).map_err(Denied::Forbidden)?;
        Ok((self.play.save(), self.has_dice_to_come()))
    }

    /// Whether dice of the seed may still be thrown.
    pub(super) fn has_dice_to_come(&self) -> bool {
        self.play.seed().is_some() && self.play.outcome().is_none()
    }

    /// A match that goes on from some point of this one, and whether this one has real dice.
    pub fn branch(
        &self,
        guest: Guest,
        steps: usize,
        seed: Seed,
    ) -> Result<(Box<dyn AnyMatch>, bool), Denied> {
        self.may_know_all(guest).map_err(Denied::Forbidden)?;
        let fork = self.play.fork(steps, seed).map_err(|refusal| Denied::wrong(refusal.why))?;
        Ok((fork, self.seating.settings.own_dice))
    }

    /// Everything that happened, as some eyes saw it.
    pub fn timeline(&self, guest: Guest, eyes: Option<Eyes>) -> Result<Timeline, Denied> {
        let eyes = self.eyes_of(guest, eyes)?;
        let allowed = self.may_know_all(guest);
        Ok(Timeline {
            eyes,
            choices: self.eyes_for(guest),
            steps: self.play.steps(),
            first: self.play.first_step(),
            log: self.play.log(eyes, 0).told,
            branch: allowed.clone(),
            file: allowed,
        })
    }

    /// The match after each of some steps.
    pub fn frames(
        &self,
        guest: Guest,
        eyes: Option<Eyes>,
        steps: Range<usize>,
    ) -> Result<Vec<FrameInfo>, Denied> {
        let eyes = self.eyes_of(guest, eyes)?;
        if steps.start > self.play.steps() || steps.is_empty() {
            return Ok(Vec::new());
        }
        let frames = self.play.frames(eyes, steps).map_err(|refusal| Denied::wrong(refusal.why))?;
        let (table, _) = self.play.table();
        let info = |frame: Frame| FrameInfo {
            steps: frame.steps,
            view: frame.view,
            changes: alterations(&table, &frame.changes),
            events: frame.events,
        };
        Ok(frames.into_iter().map(info).collect())
    }

    fn may_know_all(&self, guest: Guest) -> Result<(), String> {
        match self.play.outcome() {
            Some(_) => Ok(()),
            None => self.seating.may_know_all(guest),
        }
    }

    /// Through whose eyes a guest may look back, the most natural first: whoever played sees
    /// what they saw, and once the match is over everybody may see everything.
    fn eyes_for(&self, guest: Guest) -> Vec<Eyes> {
        let held = self.seating.held_by(guest).map(Eyes::Side);
        if self.play.outcome().is_some() {
            let sides = self.seating.sides().map(Eyes::Side);
            return [Eyes::Referee].into_iter().chain(sides).chain([Eyes::Spectator]).collect();
        }
        let held: Vec<Eyes> = held.collect();
        if held.is_empty() { vec![Eyes::Spectator] } else { held }
    }

    fn eyes_of(&self, guest: Guest, wish: Option<Eyes>) -> Result<Eyes, Denied> {
        let choices = self.eyes_for(guest);
        match wish {
            None => Ok(choices.first().copied().unwrap_or(Eyes::Spectator)),
            Some(eyes) if choices.contains(&eyes) => Ok(eyes),
            Some(_) => Err(Denied::Forbidden(
                "As long as the match is not over, you see only what you see at the table."
                    .to_owned(),
            )),
        }
    }
}
