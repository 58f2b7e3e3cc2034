//! Chapter 6: what a model may do in its Action Turn (PUN-ACT).

mod each;
mod offers;

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{FeatureId, Length, Vector};

use crate::movement::{Gait, Purpose};
use crate::shooting::Firing;
use crate::state::{Acting, Posture, State};
use crate::tasks::Task;
use crate::weapons::Loosed;
pub use each::{Each, Kind};

/// Something a model may do next.
#[derive(Clone, Debug)]
pub enum Action {
    /// A Movement Action.
    Move(Gait),
    /// A Movement Action into contact.
    Assault(ModelId, Gait),
    /// A shot with one of its weapons, single or automatic.
    Shoot {
        /// Which of its weapons.
        weapon: u8,
        /// At whom.
        target: ModelId,
        /// Whether it fires three times (PUN-AUT-01).
        burst: bool,
    },
    /// A shot at a place or in a direction with one of its weapons (PUN-IND-05, PUN-STE-02).
    Loose(u8),
    /// A Movement Action through the air (PUN-JUM-01).
    Jump,
    /// The same into contact (PUN-JUM-04).
    JumpAt(ModelId),
    /// A Movement Action of a whole pack (PUN-Q-49).
    PackMove(Gait),
    /// The same into contact.
    PackAssault(ModelId),
    /// A Movement Action of a whole pack through the air, to places or into contact (PUN-JUM-01).
    PackJump(Option<ModelId>),
    /// An Action of a pack in which each member acts for itself.
    PackEach(Kind),
    /// Dropping a crate, which is free (PUN-SC3-03).
    Drop(u8),
    /// Any other Action.
    Do(Deed),
    /// Turning on the spot, where that is free (PUN-Q-05).
    Turn,
    /// Nothing more (PUN-ACT-04).
    Done,
    /// Shown only to say why it is not possible.
    Impossible(String, Refusal),
}

/// An Action that is declared first and done when no Ready enemy shoots any more (PUN-Q-31).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deed {
    /// Standing up (PUN-ACT-08, 09).
    StandUp,
    /// Hand to hand (PUN-CMB-01).
    Fight(ModelId),
    /// Getting away (PUN-DIS-01).
    Disengage,
    /// Aiming at somebody (PUN-AIM-01).
    Aim(ModelId),
    /// Shooting (PUN-SHO-01).
    Shoot(Firing),
    /// Shooting at a place or in a direction (PUN-IND-05, PUN-STE-02, PUN-TEM-01).
    Loose(Loosed),
    /// Pumping a weapon (PUN-PUM-01).
    Pump(u8),
    /// Clearing the jam of somebody's weapon (PUN-B-27).
    Repair(ModelId, u8),
    /// Waiting to shoot (PUN-DEF-01).
    GetReady,
    /// Taking gear from a Downed model (PUN-INT-02).
    Loot(ModelId),
    /// Giving and taking bullets (PUN-INT-04).
    SwapBullets(ModelId),
    /// Opening or closing a door (PUN-INT-05, 07).
    Door(FeatureId),
    /// Using a device (PUN-INT-05).
    Use(u8),
    /// Loading a weapon (PUN-INT-06).
    Reload(u8),
    /// Picking up a crate (PUN-SC3-03).
    PickUp(u8),
}

impl State {
    /// The active model does something, or its Action Turn is over (PUN-ACT-01 to 04).
    pub fn act(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.mind_the_pack();
        let Some(acting) = self.acting.clone() else { return Ok(()) };
        let model = acting.model;
        if acting.left == 0 || acting.done || self.model(model).spot.is_none() {
            return self.end_action_turn(cx);
        }
        self.look_for_prey(cx)?;
        let Some(acting) = self.acting.clone() else { return Ok(()) };
        cx.enter(|| format!("{}'s Action Turn", self.name(model)));
        self.cite_position(cx, model);
        self.cite_scenario(cx);
        let actions = match self.in_pack(model) {
            true => self.pack_actions(!cx.is_quiet(), &acting),
            false => self.actions(!cx.is_quiet(), &acting),
        };
        let index = self.choose_action(cx, &acting, &actions)?;
        cx.leave();
        self.cite_action(cx, model, &actions[index]);
        match &actions[index] {
            Action::Move(gait) => {
                self.spend_action();
                self.make_move(cx, model, *gait, Purpose::Move)
            }
            Action::Assault(target, gait) => {
                self.spend_action();
                self.assault(cx, model, *target, *gait)
            }
            Action::Jump => {
                self.spend_action();
                self.jump(cx, model, None)
            }
            Action::JumpAt(target) => {
                self.spend_action();
                self.jump(cx, model, Some(*target))
            }
            Action::PackMove(gait) => {
                self.spend_action();
                self.pack_move(cx, model, *gait)
            }
            Action::PackAssault(target) => {
                self.spend_action();
                self.pack_assault(cx, model, *target)
            }
            Action::PackJump(target) => {
                self.spend_action();
                self.pack_jump(cx, model, *target)
            }
            Action::PackEach(kind) => {
                self.spend_action();
                self.begin_each(cx, model, *kind);
                Ok(())
            }
            Action::Drop(item) => {
                self.drop_crate(cx, *item);
                Ok(())
            }
            Action::Do(deed) if self.in_pack(model) => {
                self.spend_action();
                self.pack_does(cx, model, deed)
            }
            alone @ (Action::Shoot { .. } | Action::Loose(_) | Action::Do(_)) => {
                self.spend_action();
                self.do_alone(cx, model, alone)
            }
            Action::Turn => {
                if let Some(acting) = &mut self.acting {
                    acting.turned = true;
                }
                let mut members = self.pack_of(model);
                members.retain(|m| self.model(*m).posture != Posture::Prone);
                self.tasks.extend(members.into_iter().rev().map(Task::Turn));
                Ok(())
            }
            Action::Done | Action::Impossible(..) => self.end_action_turn(cx),
        }
    }

    /// A model does something that is not done with others.
    fn do_alone(&mut self, cx: &mut Cx<'_>, model: ModelId, act: &Action) -> Play<()> {
        match act {
            Action::Shoot { weapon, target, burst } => {
                let firing = self.declare_shot(cx, model, (*weapon, *target, *burst))?;
                self.declare(cx, model, Deed::Shoot(firing))
            }
            Action::Loose(weapon) => {
                let loosed = self.declare_loose(cx, model, *weapon)?;
                self.declare(cx, model, Deed::Loose(loosed))
            }
            Action::Do(deed) => self.declare(cx, model, deed.clone()),
            _ => Ok(()),
        }
    }

    /// A pack fights with one roll, gets up, or lets members get away (PUN-Q-49).
    fn pack_does(&mut self, cx: &mut Cx<'_>, model: ModelId, deed: &Deed) -> Play<()> {
        self.raise_the_fallen(cx, model);
        match deed {
            Deed::Fight(target) => {
                let striker = self.striker(model, *target);
                self.declare(cx, striker, deed.clone())
            }
            Deed::Disengage => self.pack_disengages(cx, model),
            _ => Ok(()),
        }
    }

    fn spend_action(&mut self) {
        if let Some(acting) = &mut self.acting {
            acting.left -= 1;
            acting.turned = false;
            acting.burnt.clear();
        }
    }

    /// An Action is declared: Ready enemies may shoot first, then it is done.
    fn declare(&mut self, cx: &mut Cx<'_>, model: ModelId, deed: Deed) -> Play<()> {
        if let Some(acting) = &mut self.acting {
            // Any other Action breaks a charge (PUN-Q-23).
            acting.run.clear();
        }
        let watched = self.is_watched(model);
        // Who turns a corpse over sees what lies there, and from then on it is no secret to him.
        if !watched && !matches!(deed, Deed::Loot(_)) {
            return self.perform(cx, model, &deed);
        }
        self.tasks.push(Task::Act(model, Box::new(deed)));
        if watched {
            self.open_window(model);
        }
        Ok(())
    }

    /// Does what was declared, unless the model has been Downed meanwhile (PUN-Q-31).
    pub fn perform(&mut self, cx: &mut Cx<'_>, model: ModelId, deed: &Deed) -> Play<()> {
        if self.model(model).spot.is_none() {
            cx.cite(Clause("PUN-Q-31"));
            return Ok(());
        }
        match deed {
            Deed::StandUp => self.stand_up(cx, model),
            Deed::Fight(target) => self.begin_combat(cx, model, *target),
            Deed::Disengage => self.disengage(cx, model),
            Deed::Aim(target) => {
                self.aim(cx, model, *target);
                Ok(())
            }
            Deed::Shoot(firing) => self.fire(cx, firing),
            Deed::Loose(loosed) => self.loose(cx, loosed),
            Deed::Pump(weapon) => self.pump(cx, model, *weapon),
            Deed::Repair(owner, weapon) => self.repair(cx, model, (*owner, *weapon)),
            Deed::GetReady => {
                self.get_ready(cx, model);
                Ok(())
            }
            Deed::Loot(corpse) => self.loot(cx, model, *corpse),
            Deed::SwapBullets(friend) => self.swap_bullets(cx, model, *friend),
            Deed::Door(door) => {
                self.work_door(cx, model, *door);
                Ok(())
            }
            Deed::Use(token) => self.use_token(cx, model, *token),
            Deed::Reload(weapon) => {
                self.reload(cx, model, *weapon);
                Ok(())
            }
            Deed::PickUp(item) => {
                self.pick_up(cx, model, *item);
                Ok(())
            }
        }
    }

    /// A model gets up with a whole Action, and may turn (PUN-ACT-08, 09, PUN-Q-05).
    fn stand_up(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = match self.model(model).posture {
            Posture::Prone => Clause("PUN-ACT-08"),
            _ => Clause("PUN-ACT-09"),
        };
        self.model_mut(model).posture = Posture::Standing;
        cx.say(|| Event::note(clause, format!("{} gets up", self.name(model))));
        if self.is_engaged(model) {
            return Ok(());
        }
        self.turn(cx, model, Vector::default())
    }

    fn choose_action(&self, cx: &mut Cx<'_>, acting: &Acting, actions: &[Action]) -> Play<usize> {
        let model = acting.model;
        let indices: SmallVec<[usize; 16]> = (0..actions.len()).collect();
        let ask = Ask::new(self.side(model), "action", "What does it do?", Clause("PUN-ACT-01"));
        cx.choose(ask.about(model), &indices, |i| self.describe(acting, &actions[*i]))
    }

    fn describe(&self, acting: &Acting, action: &Action) -> Choice {
        let model = acting.model;
        match action {
            Action::Move(gait) => self.describe_move(model, *gait),
            Action::Assault(target, gait) => self.describe_assault(model, *target, *gait),
            Action::Shoot { weapon, target, burst } => {
                self.describe_shot(model, (*weapon, *target, *burst))
            }
            Action::Loose(weapon) => self.describe_loose(model, *weapon),
            Action::Jump => self.describe_jump(model),
            Action::JumpAt(target) => self.describe_jump_at(model, *target),
            Action::PackMove(gait) => self.describe_move(model, *gait),
            Action::PackAssault(target) => self.describe_assault(model, *target, Gait::Walk),
            Action::PackJump(None) => self.describe_jump(model),
            Action::PackJump(Some(target)) => self.describe_jump_at(model, *target),
            Action::PackEach(kind) => self.describe_each(acting, *kind),
            Action::Drop(item) => {
                let name = &self.tokens[usize::from(*item)].name;
                Choice::new(format!("drop {name}")).detail("costs no Action").merit(-20)
            }
            Action::Do(deed) => self.describe_deed(acting, deed),
            Action::Turn => Choice::new("turn").detail("costs no Action").merit(-5),
            Action::Done => Choice::new("done").declining().merit(-10),
            Action::Impossible(key, refusal) => Choice::new(key.clone()).refused(refusal.clone()),
        }
    }

    fn describe_move(&self, model: ModelId, gait: Gait) -> Choice {
        let climbs = self.model(model).posture == Posture::Clinging;
        let words = if climbs { "climb" } else { gait.words() };
        let reach = (self.budget(model) - gait.fixed()) / gait.pace();
        let merit = match gait {
            Gait::Walk => 30,
            Gait::StandBefore => 28,
            Gait::Crawl => 5,
            Gait::CrouchAfter | Gait::CrouchBefore | Gait::StandAfter => 0,
        };
        let inches = if reach == Length::inches(1) { "inch" } else { "inches" };
        Choice::new(words).detail(format!("up to {reach} {inches}")).merit(merit)
    }

    fn describe_deed(&self, acting: &Acting, deed: &Deed) -> Choice {
        let model = acting.model;
        let named = |words: &str, other: ModelId| {
            Choice::new(format!("{words} {}", self.name(other))).about(other)
        };
        let weapon = |i: u8| &self.weapon(&self.model(model).weapons[usize::from(i)]).name;
        match deed {
            Deed::StandUp => Choice::new("stand up").detail("a whole Action").merit(50),
            Deed::Fight(target) => {
                named("fight", *target).merit(60 + self.fight_merit(model, *target, 0))
            }
            Deed::Disengage => Choice::new("disengage").merit(self.disengage_merit(model)),
            Deed::Aim(target) => named("aim at", *target)
                .detail("+3 Precision against it")
                .merit(self.aim_merit(acting, *target)),
            Deed::Shoot(_) | Deed::Loose(_) => Choice::new("shoot"),
            Deed::Pump(i) => self.describe_pumping(model, *i),
            Deed::Repair(owner, i) => self.describe_repair(model, *owner, *i),
            Deed::GetReady => Choice::new("get ready")
                .detail("a shot out of turn, and nothing more now")
                .merit(self.ready_merit(model)),
            Deed::Loot(corpse) => named("loot", *corpse).merit(3),
            Deed::SwapBullets(friend) => named("swap bullets with", *friend).merit(-3),
            Deed::Door(door) => {
                let verb = if self.changes.is_gone(*door) { "close" } else { "open" };
                let only = self.doors_near(&self.body(model)).len() == 1;
                let name = &self.table.features()[usize::from(door.0)].name;
                let name = if only { "door" } else { name.as_str() };
                Choice::new(format!("{verb} {name}")).merit(1)
            }
            Deed::Use(token) => {
                let name = &self.tokens[usize::from(*token)].name;
                Choice::new(format!("use {name}")).merit(70)
            }
            Deed::Reload(i) => Choice::new(format!("reload {}", weapon(*i))).merit(35),
            Deed::PickUp(item) => {
                let name = &self.tokens[usize::from(*item)].name;
                Choice::new(format!("pick up {name}")).merit(80)
            }
        }
    }
}
