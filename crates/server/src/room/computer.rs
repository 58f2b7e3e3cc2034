//! Computer players. They think beside the room, which goes on meanwhile: only what changes the
//! match waits until they are done.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::ids::SideId;
use engine::position::Reasons;
use engine::question::{Answer, Form, Question};
use engine::respond::respond;
use engine::source::Driver;

use super::aside::Done;
use super::record::Change;
use super::{Broken, Room, guarded};
use crate::seats::{Seating, random_number};

/// So often a computer may be refused in a row before another answers for it.
const PATIENCE: usize = 3;
/// So often in all, before the match is given up.
const MOST_REFUSALS: usize = 6;
/// A computer that thinks longer than this is worth a line in the log.
const LONG: Duration = Duration::from_secs(10);

/// The computer players of a match. Their numbers come from elsewhere than the match's dice,
/// so that they cannot foresee them.
pub(super) fn drivers(seating: &Seating) -> Vec<Option<Box<dyn Driver>>> {
    let names = seating.sides().map(|side| seating.computer(side));
    names.map(|name| players::player(name?, random_number())).collect()
}

/// What a computer has come to think.
pub(super) struct Thought {
    side: SideId,
    /// The number of the picture it has thought about.
    at: u64,
    /// Whoever thought, unless a substitute did.
    own: Option<Box<dyn Driver>>,
    answer: Result<(Answer, Option<Reasons>), Broken>,
}

impl Room {
    /// The side for which a computer has to answer now, if one has. Computers among themselves
    /// play only while somebody watches.
    pub(super) fn computers_turn(&self) -> Option<SideId> {
        if self.is_show() && self.visitors.is_empty() {
            return None;
        }
        self.play.questions().iter().find(|q| self.is_for_computer(q)).map(|q| q.side)
    }

    /// Whether only computers play.
    fn is_show(&self) -> bool {
        self.seating.people().next().is_none()
    }

    /// Real dice are thrown by people, as long as there are any.
    fn is_for_computer(&self, question: &Question) -> bool {
        let is_dice = matches!(question.form, Form::Dice { .. });
        self.seating.computer(question.side).is_some() && (!is_dice || self.is_show())
    }

    /// Lets a computer begin to think about its question.
    pub(super) fn begin_to_think(&mut self, side: SideId) {
        let Some(question) = self.question_of(side).cloned() else { return };
        let has_patience = self.refusals < PATIENCE;
        let own = self.drivers.get_mut(side.index()).filter(|_| has_patience);
        let own = own.and_then(Option::take);
        let (play, at) = (Arc::clone(&self.play), self.lines);
        let (turn, id) = (Arc::clone(&self.tools.thinking), self.id.clone());
        self.thinking = true;
        self.aside.spawn(async move {
            // The semaphore is never closed; without a permit they would think all the same.
            let permit = turn.acquire_owned().await;
            let think = move || {
                // They go on when the room has ended, and so they keep their permit.
                let _permit = permit;
                let (started, mut own) = (Instant::now(), own);
                let answer = guarded(|| answer(own.as_deref_mut(), &*play, &question));
                if started.elapsed() > LONG {
                    tracing::warn!("match {id}: a computer thought for {:?}", started.elapsed());
                }
                Done::Thought(Thought { side, at, own, answer })
            };
            tokio::task::spawn_blocking(think).await
        });
    }

    /// Gives the answer a computer has come to, unless something has changed since it began.
    pub(super) async fn give_thought(&mut self, thought: Thought) -> Result<(), Broken> {
        let Thought { side, at, own, answer } = thought;
        if let (Some(own), Some(place)) = (own, self.drivers.get_mut(side.index())) {
            *place = Some(own);
        }
        let (answer, reasons) = answer?;
        if at != self.lines || self.computers_turn() != Some(side) {
            return Ok(());
        }
        let answered = |play: &mut dyn AnyMatch| match reasons {
            Some(reasons) => play.answer_because(side, answer, reasons),
            None => play.answer(side, answer),
        };
        match self.change(Some(side), answered).await? {
            Change::Made => {
                self.refusals = 0;
                self.update_all()?;
                metrics::counter!("dustup_answers_total").increment(1);
            }
            Change::Refused(refusal) => self.count_refusal(&refusal.to_string())?,
            Change::Lost(why) => self.count_refusal(&why)?,
        }
        let pause = if self.is_show() { self.tools.habits.pause } else { Duration::ZERO };
        self.rested = Instant::now() + pause;
        self.drop_the_deaf()
    }

    fn count_refusal(&mut self, why: &str) -> Result<(), Broken> {
        self.refusals += 1;
        tracing::warn!("match {}: a computer's answer was refused: {why}", self.id);
        if self.refusals < MOST_REFUSALS {
            return Ok(());
        }
        metrics::counter!("dustup_broken_total").increment(1);
        Err(Broken(format!(
            "The computer player finds no answer that the rules accept ({why}). The match is \
             safe up to here; please report it."
        )))
    }
}

/// What a computer answers, and why, if it has thought about it. Where there is none, lots are
/// drawn.
fn answer(
    own: Option<&mut (dyn Driver + 'static)>,
    play: &dyn AnyMatch,
    question: &Question,
) -> (Answer, Option<Reasons>) {
    if let Form::Dice { need } = &question.form {
        let faces = Seed(random_number()).stream().roll(need);
        return (Answer::Dice(faces.to_vec()), None);
    }
    let mut substitute = players::RandomPlayer::new(random_number());
    let driver: &mut dyn Driver = match own {
        Some(driver) => driver,
        None => &mut substitute,
    };
    (respond(driver, play, question), driver.reasons())
}
