//! Computer players.

use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::ids::SideId;
use engine::position::Reasons;
use engine::question::{Answer, Form, Question};
use engine::respond::respond;
use engine::source::Driver;

use super::record::Change;
use super::{Broken, Room, work};
use crate::seats::{Seating, random_number};

/// So often a computer may be refused in a row before another answers for it.
const PATIENCE: usize = 3;
/// So often in all, before the match is given up.
const MOST_REFUSALS: usize = 6;
/// A computer that thinks longer than this is worth a line in the log.
const LONG: Duration = Duration::from_secs(5);

/// The computer players of a match. Their numbers come from elsewhere than the match's dice,
/// so that they cannot foresee them.
pub(super) fn drivers(seating: &Seating) -> Vec<Option<Box<dyn Driver>>> {
    let names = seating.sides().map(|side| seating.computer(side));
    names.map(|name| players::player(name?, random_number())).collect()
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

    /// Lets a computer answer, once.
    pub(super) async fn computer_answers(&mut self, side: SideId) -> Result<(), Broken> {
        let Some(question) = self.question_of(side).cloned() else { return Ok(()) };
        let started = Instant::now();
        let (answer, reasons) = {
            let _permit = self.tools.heavy().await;
            self.thought(&question)?
        };
        if started.elapsed() > LONG {
            tracing::warn!("match {}: a computer thought for {:?}", self.id, started.elapsed());
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

    /// What a computer answers, and why, if it has thought about it.
    fn thought(&mut self, question: &Question) -> Result<(Answer, Option<Reasons>), Broken> {
        if let Form::Dice { need } = &question.form {
            let faces = Seed(random_number()).stream().roll(need);
            return Ok((Answer::Dice(faces.to_vec()), None));
        }
        let mut substitute = players::RandomPlayer::new(random_number());
        let own = self.drivers.get_mut(question.side.index()).and_then(Option::as_mut);
        let driver: &mut dyn Driver = match own {
            Some(driver) if self.refusals < PATIENCE => &mut **driver,
            _ => &mut substitute,
        };
        let play: &dyn AnyMatch = &*self.play;
        work(|| (respond(driver, play, question), driver.reasons()))
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
