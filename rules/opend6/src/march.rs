//! Chapter 2: a squad's go in the Movement Phase: what it does, the ways of its soldiers, and
//! those who fire at it on the way (OD6-DEC-06, 07, 08).

mod orders;
mod posture;
mod rejoin;
mod ways;

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot, Vector};

use crate::movement::{Stroll, length_of};
use crate::opportunity::Window;
use crate::room::Field;
use crate::state::{Models, Pace, Presence, SquadId, State};
use crate::tasks::Task;
use orders::Order;

/// A way that ends where there is no room is made shorter by so much at a time.
const SHORTER: Length = Length::cents(10);

/// A squad that is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Who moves.
    pub squad: SquadId,
    /// What becomes of each soldier who goes or turns, in the order of the ways.
    pub steps: Vec<Step>,
    /// The ways, and who fires at those on them.
    pub window: Window,
}

/// Those who had lost touch with a squad when it charged: they go back to it when that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rejoin {
    /// Which squad.
    pub squad: SquadId,
    /// Who had lost touch with it.
    pub lost: Models,
    /// The squad that was charged, and so has no opportunity fire at any of them (OD6-OPF-03).
    pub charged: SquadId,
}

/// What becomes of a soldier when his way is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// Who.
    pub model: ModelId,
    /// Where he faces in the end.
    pub facing: Vector,
    /// How fast he was.
    pub pace: Pace,
    /// Whether he falls prone in the end (OD6-MOV-09).
    pub drops: bool,
}

/// A soldier who is told what to do.
#[derive(Clone, Debug)]
struct Marcher {
    model: ModelId,
    /// His way, if he is one of those who may go.
    stroll: Option<Stroll>,
    /// Whether he stands up first (OD6-MOV-11).
    rises: bool,
    facing: Vector,
    drops: bool,
    /// Whether he has lost touch with his squad (OD6-Q-12).
    apart: bool,
}

impl Marcher {
    /// Where he ends.
    fn end(&self, state: &State) -> Spot {
        let way = self.stroll.as_ref().and_then(|stroll| stroll.path.last());
        way.copied().unwrap_or_else(|| state.spot(self.model))
    }

    /// Whether he goes anywhere.
    fn goes(&self) -> bool {
        self.stroll.as_ref().is_some_and(|stroll| stroll.heading.is_some())
    }

    /// How fast he is. Turning, crawling and standing up count as walking; falling prone does
    /// not (OD6-FAC-03, OD6-Q-60).
    fn pace(&self, state: &State) -> Pace {
        let turns = !is_same_way(state.model(self.model).facing, self.facing);
        match &self.stroll {
            Some(stroll) if stroll.runs => Pace::Ran,
            _ if self.goes() || self.rises || turns => Pace::Walked,
            _ => Pace::Still,
        }
    }
}

/// Whether two directions are the same.
fn is_same_way(one: Vector, other: Vector) -> bool {
    one.cross(other) == 0 && one.dot(other) > 0
}

impl State {
    /// A squad has its go in the Movement Phase; it is marked as activated (OD6-DEC-06).
    pub fn activate(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        self.squad_mut(squad).done.activated = true;
        if matches!(self.squad(squad).presence, Presence::Entering(_)) {
            return self.enter(cx, squad);
        }
        if self.may_escape(squad) {
            self.tasks.push(Task::Escape(squad));
        }
        let members: Vec<ModelId> = self.members(squad).collect();
        for model in members {
            self.model_mut(model).apart = false;
        }
        self.handle_weapons(cx, squad)?;
        let order = self.ask_order(cx, squad)?;
        match order {
            Order::Charge(target) => {
                let lost = self.separated(squad);
                if !lost.is_empty() {
                    let rejoin = Rejoin { squad, lost, charged: target };
                    self.tasks.push(Task::Rejoin(Box::new(rejoin)));
                }
                self.charge(cx, squad, target)
            }
            Order::Disengage => self.disengage(cx, squad),
            Order::Still | Order::Walk | Order::Run | Order::Turn | Order::Prone => {
                let marchers = self.ask_move(cx, squad, order)?;
                self.set_off(cx, squad, &marchers, None)
            }
        }
    }

    /// The charge of a squad is over: those who had lost touch with it before, and still have, go
    /// back to it, unless all of it was driven away (OD6-SQD-09).
    pub fn rejoin(&mut self, cx: &mut Cx<'_>, rejoin: &Rejoin) -> Play<()> {
        let squad = rejoin.squad;
        if self.squad(squad).morale == 0 || self.squad(squad).done.gave_way {
            return Ok(());
        }
        let mut lost = self.separated(squad);
        lost.retain(|m| rejoin.lost.contains(m));
        let mut marchers = Vec::new();
        self.ask_rejoining(cx, squad, &lost, &mut marchers)?;
        self.ask_ends(cx, squad, Order::Still, &mut marchers)?;
        self.set_off(cx, squad, &marchers, Some(rejoin.charged))
    }

    /// The soldiers of a squad set off; `spared` is the squad that may not fire at them.
    fn set_off(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        marchers: &[Marcher],
        spared: Option<SquadId>,
    ) -> Play<()> {
        if marchers.is_empty() {
            return Ok(());
        }
        let steps = marchers.iter().map(|marcher| Step {
            model: marcher.model,
            facing: marcher.facing,
            pace: marcher.pace(self),
            drops: marcher.drops,
        });
        let steps: Vec<Step> = steps.collect();
        let with = marchers.iter().filter(|marcher| !marcher.apart);
        let pace = with.map(|marcher| marcher.pace(self)).max().unwrap_or_default();
        let done = &mut self.squad_mut(squad).done;
        done.pace = done.pace.max(pace);
        for marcher in marchers {
            self.model_mut(marcher.model).apart = marcher.apart;
            if marcher.rises {
                self.rise(cx, marcher.model);
            }
            marcher.stroll.iter().flat_map(|s| &s.used).for_each(|clause| cx.cite(*clause));
        }
        let way = |marcher: &Marcher| match &marcher.stroll {
            Some(stroll) => stroll.path.clone(),
            None => vec![self.spot(marcher.model)],
        };
        let paths = marchers.iter().map(|marcher| (marcher.model, way(marcher))).collect();
        let window = Window::new(self, squad, paths, spared);
        self.march_on(cx, March { squad, steps, window })
    }

    /// Carries on a squad's move: those who fire at it come first, one squad at a time, then the
    /// rest of the way.
    pub fn march_on(&mut self, cx: &mut Cx<'_>, mut march: March) -> Play<()> {
        if let Some(shot) = self.opportunity_window(cx, &mut march.window)? {
            self.tasks.push(Task::March(Box::new(march)));
            return self.take_shot(cx, &shot);
        }
        self.end_march(cx, &march);
        self.mark_squad(cx, march.squad);
        Ok(())
    }

    /// Whoever was hit lies down, and the others get to the ends of their ways, or as near to
    /// them as those who fell there leave room.
    fn end_march(&mut self, cx: &mut Cx<'_>, march: &March) {
        let paths = &march.window.paths;
        let goers: Models =
            paths.iter().filter(|(_, p)| length_of(p) > Length::ZERO).map(|(m, _)| *m).collect();
        let mut field = self.field_without(&goers);
        for step in &march.steps {
            if march.window.is_down(self, step.model) {
                self.lie_where_hit(cx, &mut field, step);
            }
        }
        for (step, (_, path)) in march.steps.iter().zip(paths) {
            if !march.window.is_down(self, step.model) {
                let path = self.short_of_others(&field, step.model, path);
                self.arrive(cx, step, &path);
                field.put(step.model, self.spot(step.model));
            }
        }
    }

    /// The way of a soldier, which ends short of whoever fell where he meant to stop; if there
    /// is no room on it at all, he stops beside it.
    fn short_of_others(&self, field: &Field, model: ModelId, path: &[Spot]) -> Vec<Spot> {
        let whole = length_of(path);
        let end = path.last().copied().unwrap_or_default();
        if whole == Length::ZERO || field.is_clear(model, end) {
            return path.to_vec();
        }
        let nearer = (1..=whole.um() / SHORTER.um()).map(|part| whole - SHORTER * part);
        let mut shorter = nearer.map(|far| (far, self.spot_along(model, path, far)));
        let found = shorter.find(|(_, at)| self.is_free(field, model, *at, true));
        let (left, end) = found.unwrap_or_else(|| {
            let aside = self.nearest_free(field, model, path[0]);
            (Length::ZERO, aside)
        });
        let along = |i: &usize| length_of(&path[..=*i]) < left;
        let bends = (1..path.len()).take_while(along).map(|i| path[i]);
        path.iter().take(1).copied().chain(bends).chain([end]).collect()
    }

    /// Whoever was hit on the way goes no farther (OD6-OPF-16, OD6-Q-63).
    fn lie_where_hit(&mut self, cx: &mut Cx<'_>, field: &mut Field, step: &Step) {
        cx.cite(Clause("OD6-OPF-16"));
        if self.model(step.model).spot.is_some() {
            self.model_mut(step.model).pace = step.pace;
            self.lie_down(cx, field, step.model);
        }
    }

    /// A soldier gets to the end of his way.
    fn arrive(&mut self, cx: &mut Cx<'_>, step: &Step, path: &[Spot]) {
        let model = step.model;
        let from = path.first().copied().unwrap_or_default();
        let to = path.last().copied().unwrap_or_default();
        let turned = !is_same_way(self.model(model).facing, step.facing);
        let own = self.model_mut(model);
        own.spot = Some(to);
        own.facing = step.facing;
        own.pace = own.pace.max(step.pace);
        own.prone |= step.drops;
        if path.len() > 1 && from != to {
            cx.say(|| {
                let verb = match (step.pace, self.model(model).prone && !step.drops) {
                    (Pace::Ran, _) => "runs",
                    (_, true) => "crawls",
                    _ => "walks",
                };
                let text = format!("{} {verb} from {from} to {to}", self.name(model));
                let deed = Deed::Moved { model, path: path.to_vec() };
                Event::note(Clause("OD6-MOV-03"), text).deed(deed)
            });
            cx.cite(Clause(if step.pace == Pace::Ran { "OD6-FAC-04" } else { "OD6-FAC-02" }));
        } else if turned {
            cx.say(|| {
                let text = format!("{} turns", self.name(model));
                Event::note(Clause("OD6-FAC-03"), text).deed(Deed::Changed { model })
            });
        }
        if step.drops {
            self.say_prone(cx, model);
        }
    }

    /// Tells what the move means for the squad's fire (OD6-MOV-04 to 06).
    fn mark_squad(&self, cx: &mut Cx<'_>, squad: SquadId) {
        if cx.is_quiet() {
            return;
        }
        let (clause, words) = match self.squad_pace(squad) {
            Pace::Still => return,
            Pace::Walked => ("OD6-MOV-04", "has walked: Fire +1"),
            Pace::Ran => ("OD6-MOV-05", "has run: No Fire"),
        };
        cx.cite(Clause("OD6-MOV-06"));
        cx.cite(Clause("OD6-T-14"));
        cx.say(|| Event::note(Clause(clause), format!("{} {words}", self.squad_name(squad))));
    }
}
