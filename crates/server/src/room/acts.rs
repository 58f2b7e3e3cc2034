//! What people at the table do: answer, answer in advance, change seats.

use std::time::Instant;

use engine::ids::SideId;
use engine::matches::{Standing, StandingReply};
use engine::question::{Answer, Form, Question};

use super::record::Change;
use super::{Broken, Room, Visitor};
use crate::protocol::{Act, Reply, Request};

/// How many topics a side may answer in advance, and how long their names may be.
const MOST_STANDING: usize = 64;
const LONGEST_TOPIC: usize = 100;

/// What those are told who only watch.
const WATCHING: &str = "You are watching this match; to play you need a seat.";

impl Room {
    /// Does what somebody wants, and replies.
    pub(super) async fn ask(
        &mut self,
        number: u64,
        request: Request,
        received: Instant,
    ) -> Result<(), Broken> {
        let id = request.id;
        let reply = match request.act {
            Act::Answer { at, answer } => self.take_answer(number, at, answer, received).await?,
            Act::Undo { at } => self.undo(number, at).await?,
            Act::AskBack { at } => self.ask_back(number, at).await?,
            Act::ReplyBack { at, grant } => self.reply_back(number, at, grant).await?,
            Act::Stand { topic, reply } => self.stand(number, topic, reply).await?,
            Act::Sit { side } => self.sit(number, side)?,
            Act::Thoughts => self.thoughts(number),
            Act::Outlook => match self.outlook(number, id) {
                Some(reply) => reply,
                None => return Ok(()),
            },
            preview => self.preview(number, preview).await,
        };
        if let Some(visitor) = self.visitor(number) {
            visitor.reply(id, reply);
        }
        Ok(())
    }

    async fn take_answer(
        &mut self,
        number: u64,
        at: u64,
        answer: Answer,
        received: Instant,
    ) -> Result<Reply, Broken> {
        let Some(visitor) = self.visitors.iter().find(|v| v.number == number) else {
            return Ok(misfit("You are not connected any more."));
        };
        if visitor.seat.is_none() {
            return Ok(misfit(WATCHING));
        }
        let Some(question) = self.question_for(visitor) else {
            return match at == self.lines {
                true => Ok(misfit("Nothing is asked of you at the moment.")),
                false => self.stale(number),
            };
        };
        let side = question.side;
        let shown = self.asked.iter().find(|a| a.question.side == side);
        if at > self.lines || shown.is_some_and(|asked| at < asked.at) {
            return self.stale(number);
        }
        match self.change(Some(side), |play| play.answer(side, answer)).await? {
            Change::Made => {
                self.update_all()?;
                metrics::counter!("dustup_answers_total").increment(1);
                let took = received.elapsed().as_secs_f64();
                metrics::histogram!("dustup_answer_seconds").record(took);
                Ok(Reply::Done)
            }
            other => Ok(other.reply()),
        }
    }

    /// The question somebody connected must answer: their own, or else one for real dice that
    /// a computer cannot throw.
    pub(super) fn question_for(&self, visitor: &Visitor) -> Option<&Question> {
        let seat = visitor.seat?;
        let is_for_people = |q: &&Question| {
            matches!(q.form, Form::Dice { .. }) && self.seating.computer(q.side).is_some()
        };
        self.question_of(seat).or_else(|| self.play.questions().iter().find(is_for_people))
    }

    /// Somebody looked at an old picture: they get the present one.
    pub(super) fn stale(&mut self, number: u64) -> Result<Reply, Broken> {
        self.update(number)?;
        Ok(Reply::Stale)
    }

    async fn stand(
        &mut self,
        number: u64,
        topic: String,
        reply: Option<StandingReply>,
    ) -> Result<Reply, Broken> {
        let Some(side) = self.visitor(number).and_then(|v| v.seat) else {
            return Ok(misfit(WATCHING));
        };
        let before = self.seating.settings.standing.iter().filter(|s| s.side == side).count();
        if topic.len() > LONGEST_TOPIC || (reply.is_some() && before >= MOST_STANDING) {
            return Ok(misfit("That is more than can be answered in advance."));
        }
        let standing = reply.map(|reply| Standing { side, topic: topic.clone(), reply });
        let (new, of) = (standing.clone(), topic.clone());
        let stored = self.tools.store.reseat(&self.id, move |seating| {
            let all = &mut seating.settings.standing;
            all.retain(|s| s.side != side || s.topic != of);
            all.extend(new);
        });
        match stored.await {
            Ok(Some((seating, ()))) => self.seating = seating,
            Ok(None) => return Ok(misfit("The match is gone.")),
            Err(why) => return Ok(Change::Lost(why).reply()),
        }
        let play = self.play_alone().await?;
        match standing {
            Some(standing) => play.set_standing(standing),
            None => play.clear_standing(side, &topic),
        }
        self.update_all()?;
        Ok(Reply::Done)
    }

    fn sit(&mut self, number: u64, side: SideId) -> Result<Reply, Broken> {
        let Some(visitor) = self.visitors.iter_mut().find(|v| v.number == number) else {
            return Ok(misfit("You are not connected any more."));
        };
        if !self.seating.holds(visitor.guest, side) {
            return Ok(misfit(&format!("The seat of {side} is not yours.")));
        }
        visitor.seat = Some(side);
        self.welcome(number)?;
        Ok(Reply::Done)
    }
}

impl Change {
    /// What whoever wanted the change is told.
    pub(super) fn reply(self) -> Reply {
        match self {
            Change::Made => Reply::Done,
            Change::Refused(refusal) => Reply::Refused { refusal },
            Change::Lost(why) => misfit(&format!(
                "It could not be stored, so nothing has changed ({why}). Try again in a moment."
            )),
        }
    }
}

/// The reply to what makes no sense or is not for this seat.
pub(super) fn misfit(why: &str) -> Reply {
    Reply::Misfit { why: why.to_owned() }
}

/// The reply to those who only watch.
pub(super) fn watching() -> Reply {
    misfit(WATCHING)
}
