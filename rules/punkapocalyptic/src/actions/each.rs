//! What the members of a pack do with one of its Actions each for itself: the owner names the kind
//! for all of them, and each may do something of that kind (PUN-Q-49).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Action, Deed};
use crate::options::{FreeFacing, ReloadWhileEngaged};
use crate::state::{Acting, Models, Posture, State};
use crate::tasks::Task;

/// The kinds of Actions that members take one by one (PUN-T-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Shooting.
    Shoot,
    /// Aiming.
    Aim,
    /// Looting, swapping bullets, loading, doors and devices.
    Interact,
    /// Pumping.
    Pump,
    /// Getting ready for defensive fire.
    GetReady,
}

/// Members who still have their part of the pack's Action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Each {
    /// What they do.
    pub kind: Kind,
    /// Who is still to do it.
    pub waiting: Models,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Shoot, Kind::Aim, Kind::Interact, Kind::Pump, Kind::GetReady];

    /// What players call it.
    fn words(self) -> &'static str {
        match self {
            Kind::Shoot => "shoot",
            Kind::Aim => "aim",
            Kind::Interact => "interact",
            Kind::Pump => "pump",
            Kind::GetReady => "get ready",
        }
    }

    /// The kind of an Action; none for what a pack does together.
    fn of(action: &Action) -> Option<Kind> {
        match action {
            Action::Shoot { .. } | Action::Loose(_) => Some(Kind::Shoot),
            Action::Do(deed) => match deed {
                Deed::Aim(_) => Some(Kind::Aim),
                Deed::Pump(_) => Some(Kind::Pump),
                Deed::GetReady => Some(Kind::GetReady),
                Deed::Repair(..)
                | Deed::Loot(_)
                | Deed::SwapBullets(_)
                | Deed::Door(_)
                | Deed::Use(_)
                | Deed::Reload(_)
                | Deed::PickUp(_) => Some(Kind::Interact),
                Deed::StandUp
                | Deed::Fight(_)
                | Deed::Disengage
                | Deed::Shoot(_)
                | Deed::Loose(_) => None,
            },
            _ => None,
        }
    }
}

impl State {
    /// The Action Turn of a pack, as one member has it.
    fn turn_of(acting: &Acting, member: ModelId) -> Acting {
        Acting { model: member, ..acting.clone() }
    }

    /// What a member could do by itself with an Action of its pack. Whoever strayed only gets back
    /// (PUN-PAC-03), and whoever lies on the floor only gets up (PUN-ACT-08).
    fn acts_of(&self, acting: &Acting, member: ModelId) -> Vec<Action> {
        let m = self.model(member);
        let mut acts = Vec::new();
        let able = m.spot.is_some() && matches!(m.posture, Posture::Standing | Posture::Crouched);
        if !able || self.to_rejoin(member).is_some() {
            return acts;
        }
        if self.is_engaged(member) {
            let reloads = self.agreed.reload_while_engaged == ReloadWhileEngaged::On;
            if reloads && m.posture == Posture::Standing {
                self.add_reloads(member, &mut acts);
            }
            return acts;
        }
        self.add_shots(false, member, &mut acts);
        self.add_aiming(&State::turn_of(acting, member), &mut acts);
        self.add_weapon_tricks(false, member, &mut acts);
        self.add_reloads(member, &mut acts);
        self.add_interactions(false, member, &mut acts);
        acts
    }

    /// The kinds of Actions that at least one member of a pack can take, and what else each does
    /// for itself.
    pub fn add_each(&self, acting: &Acting, members: &Models, actions: &mut Vec<Action>) {
        if acting.prey.is_none() {
            let kinds: SmallVec<[Kind; 16]> = members
                .iter()
                .flat_map(|m| self.acts_of(acting, *m))
                .filter_map(|act| Kind::of(&act))
                .collect();
            let open = Kind::ALL.into_iter().filter(|kind| kinds.contains(kind));
            actions.extend(open.map(Action::PackEach));
        }
        actions.extend(members.iter().filter_map(|m| self.load_of(*m)).map(Action::Drop));
        let free = self.agreed.free_facing == FreeFacing::On && acting.prey.is_none();
        if free && !acting.turned && !self.is_engaged(acting.model) {
            actions.push(Action::Turn);
        }
    }

    /// What a player should know of it: it is worth what it is worth to whom it is worth most.
    pub(super) fn describe_each(&self, acting: &Acting, kind: Kind) -> Choice {
        let merit = |member: ModelId| {
            let turn = State::turn_of(acting, member);
            let acts = self.acts_of(acting, member);
            let of_kind = acts.into_iter().filter(move |act| Kind::of(act) == Some(kind));
            of_kind.map(move |act| self.describe(&turn, &act).merit).max()
        };
        let best = self.pack_of(acting.model).into_iter().filter_map(merit).max();
        Choice::new(kind.words()).detail("each for itself").merit(best.unwrap_or(-20))
    }

    /// The members of a pack take its Action one after the other; whoever has to get up does that
    /// instead (PUN-Q-49).
    pub(super) fn begin_each(&mut self, cx: &mut Cx<'_>, model: ModelId, kind: Kind) {
        let risen = self.raise_the_fallen(cx, model);
        let waiting = self.pack_of(model).into_iter().filter(|m| !risen.contains(m)).collect();
        cx.cite(Clause("PUN-Q-49"));
        self.tasks.push(Task::Each(Each { kind, waiting }));
    }

    /// The next member does something of the kind, or nothing.
    pub fn each_acts(&mut self, cx: &mut Cx<'_>, mut each: Each) -> Play<()> {
        let Some(acting) = self.acting.clone() else { return Ok(()) };
        let Some(member) = each.waiting.first().copied() else { return Ok(()) };
        each.waiting.remove(0);
        let kind = each.kind;
        let mut acts = self.acts_of(&acting, member);
        acts.retain(|act| Kind::of(act) == Some(kind));
        if !acts.is_empty() {
            acts.push(Action::Done);
        }
        let turn = State::turn_of(&acting, member);
        let indices: SmallVec<[usize; 16]> = (0..acts.len()).collect();
        let ask = Ask::new(self.side(member), "member", "What does it do?", Clause("PUN-Q-49"));
        let chosen = match acts.is_empty() {
            true => None,
            false => Some(cx.choose(ask.about(member), &indices, |i| match &acts[*i] {
                Action::Done => Choice::new("nothing").declining().merit(-10),
                act => self.describe(&turn, act),
            })?),
        };
        let act = chosen.map_or(Action::Done, |i| acts[i].clone());
        self.tasks.push(Task::Each(each));
        if matches!(act, Action::Done) {
            return Ok(());
        }
        self.cite_action(cx, member, &act);
        self.do_alone(cx, member, &act)
    }
}
