//! What must be resolved before anybody goes on: a move with its interruptions, a volley, a rout.
//!
//! One thing leads to another in this game: a charge makes its target test, which routs, which is
//! struck at while it leaves. Each is a small thing in `State::tasks`; the last put there is
//! carried on first, one piece a step, and puts itself back while it is not done.

use engine::{Cx, ModelId, Play};
use serde::{Deserialize, Serialize};

use crate::assault::Melee;
use crate::charge::Charge;
use crate::fire::Volley;
use crate::grenades::Throw;
use crate::leaving::Leaving;
use crate::march::{March, Rejoin};
use crate::state::{SquadId, State};

/// Something that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// A squad moves, and others may fire at it (OD6-DEC-08).
    March(Box<March>),
    /// A squad charges another (OD6-CHG).
    Charge(Box<Charge>),
    /// Those who had lost touch with a squad go back to it after its charge (OD6-SQD-09).
    Rejoin(Box<Rejoin>),
    /// The go of a squad is over, and its soldiers at a door may leave (OD6-DEC-24).
    Escape(SquadId),
    /// A squad fires (OD6-FIR).
    Volley(Box<Volley>),
    /// A grenade or explosives are thrown and burst (OD6-GRN, OD6-PLX).
    Throw(Box<Throw>),
    /// A soldier fires at a wall of the hangar (OD6-SCN-05).
    WallShot(ModelId),
    /// Two or more squads fight hand to hand (OD6-CAS, OD6-FBK).
    Melee(Box<Melee>),
    /// A squad leaves close assault and is struck at (OD6-DIS-03, 05).
    Leaving(Box<Leaving>),
    /// A squad that has been placed says how it stands (OD6-DEC-03).
    Array(SquadId),
    /// A squad withdraws (OD6-MOR-27).
    Withdraw(SquadId),
    /// A broken squad runs (OD6-ROU-01).
    Rout(SquadId),
}

impl State {
    /// Carries on what is under way.
    pub fn carry_on(&mut self, cx: &mut Cx<'_>, task: Task) -> Play<()> {
        match task {
            Task::March(march) => self.march_on(cx, *march),
            Task::Charge(charge) => self.charge_on(cx, *charge),
            Task::Rejoin(rejoin) => self.rejoin(cx, &rejoin),
            Task::Escape(squad) => self.offer_escape(cx, squad),
            Task::Volley(volley) => self.volley_on(cx, *volley),
            Task::Throw(throw) => self.throw_on(cx, *throw),
            Task::WallShot(model) => self.fire_at_wall(cx, model),
            Task::Melee(melee) => self.melee_on(cx, *melee),
            Task::Leaving(leaving) => self.leave_on(cx, *leaving),
            Task::Array(squad) => self.array(cx, squad),
            Task::Withdraw(squad) => self.withdraw(cx, squad),
            Task::Rout(squad) => self.rout(cx, squad),
        }
    }
}
