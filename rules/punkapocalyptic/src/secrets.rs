//! What one side knows of the other: neither its bullets (PUN-AMM-06, PUN-Q-33) nor who of it
//! sneaks up unseen (PUN-SC0-03).

use engine::{Eyes, ModelId, SideId, Stream};

use crate::actions::Deed;
use crate::gear::Bullets;
use crate::options::OpenBullets;
use crate::state::{Fate, Models, Phase, State};
use crate::tasks::Task;

impl State {
    /// Whether a side's bullets are hidden from a pair of eyes.
    fn is_secret(&self, side: SideId, eyes: Eyes) -> bool {
        let own = match eyes {
            Eyes::Referee => true,
            Eyes::Side(looking) => looking == side,
            Eyes::Spectator => false,
        };
        !own && self.agreed.open_bullets == OpenBullets::Off
    }

    /// Those whose bullets a pair of eyes must not know.
    fn secretive(&self, eyes: Eyes) -> Vec<ModelId> {
        let hides = |m: &ModelId| {
            let armed = self.has_firearm(*m) || self.model(*m).bullets.count() > 0;
            armed && self.is_secret(self.side(*m), eyes) && !self.is_looted_by(*m, eyes)
        };
        self.ids().filter(hides).collect()
    }

    /// Whether these eyes are just looking at what lies with a corpse (PUN-Q-33).
    fn is_looted_by(&self, corpse: ModelId, eyes: Eyes) -> bool {
        self.tasks.last().is_some_and(|task| match task {
            Task::Act(looter, deed) => {
                **deed == Deed::Loot(corpse) && Eyes::Side(self.side(*looter)) == eyes
            }
            _ => false,
        })
    }

    /// Hidden models of a side of which a pair of eyes knows nothing. That somebody hides is plain
    /// once nobody else of a side is left and yet it has not lost (PUN-Q-62); and while hidden
    /// models appear, everybody sees who is asked (PUN-INF-03).
    fn unsuspected(&self, side: SideId, eyes: Eyes) -> Models {
        let appear = self.tasks.iter().any(|task| matches!(task, Task::Arrivals(_)));
        if appear || self.phase == Phase::Bullets {
            return Models::new();
        }
        let hidden = |m: &ModelId| {
            self.side(*m) == side && self.model(*m).fate == Fate::Hidden && !self.is_known(*m, eyes)
        };
        let mut all: Models = self.ids().filter(hidden).collect();
        let fights = matches!(self.phase, Phase::TurnStart | Phase::Rounds);
        if fights && !all.is_empty() && self.of_side(side).next().is_none() {
            all.remove(0);
        }
        all
    }

    /// The same match with other bullets, and one fewer in hiding, where these eyes must not see
    /// it.
    pub fn disguised_from(&self, eyes: Eyes) -> Option<State> {
        if self.phase == Phase::Bullets {
            return None;
        }
        let mut other = self.clone();
        let up = |m: &ModelId| !matches!(self.model(*m).fate, Fate::Downed(_));
        // What lies with a corpse, whoever loots it sees.
        let armed = self.secretive(eyes).into_iter().filter(|m| self.has_firearm(*m) && up(m));
        for model in armed {
            let bullets = &mut other.model_mut(model).bullets;
            bullets.plain = (bullets.plain + 1) % 3;
        }
        for side in [SideId(0), SideId(1)] {
            // One has to be left: whether anybody hides shows when the next Turn begins.
            if let [_, .., last] = self.unsuspected(side, eyes)[..] {
                other.model_mut(last).fate = Fate::Unsuspected;
            }
        }
        (other != *self).then_some(other)
    }

    /// The state as these eyes know it: everybody with a firearm may have a bullet, and nobody
    /// hides.
    pub fn known_to(&self, eyes: Eyes) -> Option<State> {
        let secret = self.secretive(eyes);
        let sides = [SideId(0), SideId(1)];
        let unsuspected: Models =
            sides.into_iter().flat_map(|side| self.unsuspected(side, eyes)).collect();
        if secret.is_empty() && unsuspected.is_empty() {
            return None;
        }
        let mut known = self.clone();
        for model in secret {
            let armed = u8::from(self.has_firearm(model));
            known.model_mut(model).bullets = Bullets { plain: armed, patched: 0 };
        }
        for model in unsuspected {
            known.model_mut(model).fate = Fate::Unsuspected;
        }
        for side in sides.into_iter().filter(|side| self.is_secret(*side, eyes)) {
            known.bands[side.index()].bullets = Bullets::default();
        }
        Some(known)
    }

    /// A state that may be the true one for all these eyes know.
    pub fn guessed_by(&self, eyes: Eyes, luck: &mut Stream) -> Option<State> {
        let mut guess = self.known_to(eyes)?;
        for model in self.secretive(eyes) {
            let plain = luck.below(3) as u8;
            guess.model_mut(model).bullets = Bullets { plain, patched: 0 };
        }
        Some(guess)
    }
}
