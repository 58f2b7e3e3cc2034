//! What must be carried on before anybody goes on: a move with its interruptions, a shot, a blow,
//! what follows from them.
//!
//! Each is a small thing in `State::tasks`; the last put there is carried on first, one piece a
//! step, and puts itself back while it is not done.

use engine::{Cx, ModelId, Play};
use serde::{Deserialize, Serialize};
use tabletop::{Spot, Vector};

use crate::actions::{Deed, Each};
use crate::combat::Bout;
use crate::defensive::Window;
use crate::gear::WeaponId;
use crate::hits::Hit;
use crate::movement::{March, Pounce, Walk};
use crate::nature::Arrivals;
use crate::shooting::Firing;
use crate::state::{Models, State};

/// Something that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// A model was told to do something, and Ready enemies may shoot first (PUN-Q-31).
    Window(Window),
    /// The Action that was declared, once nobody shoots any more.
    Act(ModelId, Box<Deed>),
    /// A model on its way (PUN-SEQ-04).
    March(Box<March>),
    /// A shot that is rolled next (PUN-SEQ-08).
    Fire(Box<Firing>),
    /// What a weapon does where it has come down (PUN-GAS-01, PUN-INC-01, PUN-SMO-01).
    Burst(WeaponId, Spot),
    /// Somebody was Downed with something that burns, and goes off there (PUN-INC-04).
    GoesOff(ModelId, Spot),
    /// A Combat that is rolled next (PUN-SEQ-06).
    Combat(Bout),
    /// A Hit that is rolled next (PUN-SEQ-09).
    Hit(Box<Hit>),
    /// Those who fought: whoever has nobody left in front of it is drawn in (PUN-MAS-07).
    PullIns(Models),
    /// Hidden models may appear (PUN-INF-03).
    Arrivals(Arrivals),
    /// A model that has appeared is turned (PUN-Q-05).
    Turn(ModelId),
    /// A member of a pack that goes its way (PUN-Q-49).
    Walk(Box<Walk>),
    /// A pack that has come into contact (PUN-ASL-04).
    Pounce(Pounce),
    /// Members of a pack who act each for itself (PUN-Q-49).
    Each(Each),
    /// The last Turn is over, and the scenario says who has won (PUN-SC0-05).
    Reckoning,
}

impl State {
    /// Carries on what is under way.
    pub fn carry_on(&mut self, cx: &mut Cx<'_>, task: Task) -> Play<()> {
        match task {
            Task::Window(window) => self.react(cx, window),
            Task::Act(model, deed) => self.perform(cx, model, &deed),
            Task::March(march) => self.march_on(cx, *march),
            Task::Fire(firing) => self.fire(cx, &firing),
            Task::Burst(weapon, spot) => self.burst(cx, weapon, spot),
            Task::GoesOff(model, spot) => self.go_off(cx, model, spot),
            Task::Combat(bout) => self.fight(cx, bout),
            Task::Hit(hit) => self.resolve_hit(cx, &hit),
            Task::PullIns(fought) => self.pull_in(cx, &fought),
            Task::Arrivals(arrivals) => self.arrive_from_hiding(cx, arrivals),
            Task::Turn(model) => self.turn(cx, model, Vector::default()),
            Task::Walk(walk) => self.walk_on(cx, *walk),
            Task::Pounce(pounce) => self.pounced(cx, pounce),
            Task::Each(each) => self.each_acts(cx, each),
            Task::Reckoning => {
                self.end_by_score(cx);
                Ok(())
            }
        }
    }
}
