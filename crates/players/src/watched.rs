//! A player under observation: how long it takes, and how often it lets a chance go by.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::cx::Offer;
use engine::position::{Asked, Position, Reasons};
use engine::question::{Answer, Ask, Choice};
use engine::source::Driver;
use serde::{Deserialize, Serialize};

/// What was seen of a player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// How long it thought about each question that it thought about; in microseconds where it is
    /// written down.
    #[serde(with = "micros")]
    pub times: Vec<Duration>,
    /// How often it could have done something or let it be.
    pub offers: u64,
    /// How often it let it be.
    pub declined: u64,
}

impl Ledger {
    /// Adds what was seen elsewhere.
    pub fn add(&mut self, other: &Ledger) {
        self.times.extend(&other.times);
        self.offers += other.offers;
        self.declined += other.declined;
    }
}

mod micros {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(times: &[Duration], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(times.iter().map(Duration::as_micros))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Duration>, D::Error> {
        let micros = Vec::<u64>::deserialize(from)?;
        Ok(micros.into_iter().map(Duration::from_micros).collect())
    }
}

/// A ledger that somebody else can look into.
pub type SharedLedger = Arc<Mutex<Ledger>>;

/// A player under observation.
pub struct Watched {
    player: Box<dyn Driver>,
    ledger: SharedLedger,
}

impl Watched {
    /// A player whose doings are noted.
    pub fn new(player: Box<dyn Driver>, ledger: SharedLedger) -> Watched {
        Watched { player, ledger }
    }

    fn note(&self, note: impl FnOnce(&mut Ledger)) {
        note(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes a choice, where there was something to do and something that lets it be.
    fn note_choice(&self, choices: &[Choice], chosen: impl Fn(usize, &Choice) -> bool) {
        let possible = || choices.iter().enumerate().filter(|(_, c)| c.refusal.is_none());
        let idle = possible().any(|(_, c)| c.declines);
        let busy = possible().any(|(_, c)| !c.declines);
        if idle && busy {
            let declined = possible().any(|(i, c)| c.declines && chosen(i, c));
            self.note(|ledger| {
                ledger.offers += 1;
                ledger.declined += u64::from(declined);
            });
        }
    }
}

impl Driver for Watched {
    fn thinks(&self) -> bool {
        self.player.thinks()
    }

    fn ponder(&mut self, position: &dyn Position) -> Option<Answer> {
        let started = Instant::now();
        let answer = self.player.ponder(position);
        let time = started.elapsed();
        self.note(|ledger| ledger.times.push(time));
        if let Some(Answer::Pick(key)) = &answer {
            position.look(&mut |_, asked| {
                if let Asked::One(offer) = asked {
                    self.note_choice(&offer.choices(), |_, choice| choice.key == *key);
                }
            });
        }
        answer
    }

    fn reasons(&mut self) -> Option<Reasons> {
        self.player.reasons()
    }

    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> usize {
        let pick = self.player.pick(ask, offer);
        self.note_choice(&offer.choices(), |i, _| i == pick);
        pick
    }

    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut *self.player)
    }
}

#[cfg(test)]
mod tests {
    use engine::ids::{Clause, SideId};

    use super::*;
    use crate::Novice;

    #[test]
    fn chances_that_were_let_go_are_counted() {
        let ledger = SharedLedger::default();
        let mut player = Watched::new(Box::new(Novice::new(1)), Arc::clone(&ledger));
        let ask = Ask::new(SideId(0), "test", "What now?", Clause("TST-01"));
        for merit in [1, -1] {
            let choice = |i: usize| match i {
                0 => Choice::new("shoot").merit(merit),
                _ => Choice::new("done").declining(),
            };
            player.pick(&ask, &Offer { count: 2, choice: &choice });
        }
        let only = |_: usize| Choice::new("done").declining();
        player.pick(&ask, &Offer { count: 1, choice: &only });
        let ledger = ledger.lock().unwrap();
        assert_eq!((ledger.offers, ledger.declined), (2, 1));
    }
}
