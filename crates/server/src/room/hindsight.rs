//! What is told once a match is over: what the computers were thinking, and who was how likely
//! to win when.

use std::sync::Arc;

use engine::dice::Seed;
use players::outlook::{Outlook, outlook};

use super::acts::misfit;
use super::aside::Done;
use super::{Broken, Room, guarded};
use crate::protocol::Reply;

/// Equal matches have equal outlooks.
const LUCK: Seed = Seed(1);

/// What those are told who ask too early.
const TOO_EARLY: &str = "That is told when the match is over.";

/// An outlook that has been worked out.
pub(super) struct Foreseen {
    /// The number of the picture it is of.
    at: u64,
    outlook: Result<Outlook, Broken>,
}

/// Who was how likely to win, as far as it is known.
#[derive(Default)]
pub(super) struct Hindsight {
    /// What is known, and the number of the picture it is of.
    known: Option<(u64, Outlook)>,
    /// The picture it is being worked out for.
    underway: Option<u64>,
    /// Who waits for it: the connection and its request.
    waiting: Vec<(u64, u32)>,
}

impl Hindsight {
    /// Somebody has gone and waits no longer.
    pub(super) fn forget(&mut self, visitor: u64) {
        self.waiting.retain(|(number, _)| *number != visitor);
    }
}

impl Room {
    /// Why computers answered as they did.
    pub(super) fn thoughts(&mut self, number: u64) -> Reply {
        let Some(eyes) = self.visitor(number).map(|visitor| visitor.eyes()) else {
            return misfit("You are not connected any more.");
        };
        match self.play.outcome() {
            Some(_) => Reply::Thoughts { thoughts: self.play.thoughts(eyes) },
            None => misfit(TOO_EARLY),
        }
    }

    /// Who was how likely to win when. It is worked out once, beside the room, and whoever asked
    /// gets their reply when it is there: none now.
    pub(super) fn outlook(&mut self, number: u64, id: u32) -> Option<Reply> {
        if self.play.outcome().is_none() {
            return Some(misfit(TOO_EARLY));
        }
        let at = self.lines;
        if let Some((of, outlook)) = &self.hindsight.known
            && *of == at
        {
            return Some(Reply::Outlook { outlook: outlook.clone() });
        }
        if self.hindsight.waiting.iter().any(|(visitor, _)| *visitor == number) {
            return Some(misfit("It is being worked out for you already."));
        }
        self.hindsight.waiting.push((number, id));
        if self.hindsight.underway.is_none() {
            self.begin_outlook();
        }
        None
    }

    fn begin_outlook(&mut self) {
        let at = self.lines;
        self.hindsight.underway = Some(at);
        // A copy of its own, so that the match itself can be gone on with meanwhile.
        let (game, text) = (Arc::clone(&self.game), self.play.save());
        let (turn, time) = (Arc::clone(&self.tools.outlooks), self.tools.habits.outlook);
        self.aside.spawn(async move {
            // The semaphore is never closed; without a permit it would be worked out all the same.
            let permit = turn.acquire_owned().await;
            let work = move || {
                // The work goes on when the room has ended, and so it keeps its permit.
                let _permit = permit;
                let outlook = guarded(|| match game.load(&text) {
                    Ok((copy, _)) => Ok(outlook(&*copy, LUCK, time)),
                    Err(why) => Err(Broken(format!("The match cannot be read again: {why}"))),
                });
                Done::Outlook(Foreseen { at, outlook: outlook.and_then(|outlook| outlook) })
            };
            tokio::task::spawn_blocking(work).await
        });
    }

    /// Tells an outlook to everybody who waits for it. If the match has gone on since, it is
    /// worked out anew.
    pub(super) fn tell_outlook(&mut self, foreseen: Foreseen) {
        self.hindsight.underway = None;
        let is_over = self.play.outcome().is_some();
        if foreseen.at != self.lines && is_over && !self.hindsight.waiting.is_empty() {
            return self.begin_outlook();
        }
        let reply = match foreseen.outlook {
            _ if !is_over => misfit(TOO_EARLY),
            Ok(outlook) => {
                self.hindsight.known = Some((foreseen.at, outlook.clone()));
                Reply::Outlook { outlook }
            }
            Err(Broken(why)) => misfit(&why),
        };
        for (number, id) in std::mem::take(&mut self.hindsight.waiting) {
            if let Some(visitor) = self.visitor(number) {
                visitor.reply(id, reply.clone());
            }
        }
    }
}
