//! Chapter 2: a squad's go in the Movement Phase: what it does, the ways of its soldiers, and
//! those who fire at it on the way (OD6-DEC-06, 07, 08).

mod orders;
mod posture;
mod rejoin;
mod ways;

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot, Vector};

use crate::morale::Status;
use crate::movement::{Stroll, length_of};
use crate::opportunity::Window;
use crate::state::{BASE, Pace, Presence, SquadId, State};
use crate::tasks::Task;
use orders::Order;

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
        if self.status(squad) == Status::Broken {
            cx.cite(Clause("OD6-MOV-15"));
            return Ok(());
        }
        let members: Vec<ModelId> = self.members(squad).collect();
        for model in members {
            self.model_mut(model).apart = false;
        }
        self.handle_weapons(cx, squad)?;
        let order = self.ask_order(cx, squad)?;
        match order {
            Order::Charge(target) => {
                self.charge(cx, squad, target)?;
                self.set_off(cx, squad, Vec::new())
            }
            Order::Disengage => self.disengage(cx, squad),
            Order::Still | Order::Walk | Order::Run | Order::Turn | Order::Prone => {
                let marchers = self.ask_move(cx, squad, order)?;
                self.set_off(cx, squad, marchers)
            }
        }
    }

    /// The soldiers of a squad who do what it was told, and those who have to find back to it,
    /// set off.
    fn set_off(&mut self, cx: &mut Cx<'_>, squad: SquadId, mut marchers: Vec<Marcher>) -> Play<()> {
        self.ask_rejoining(cx, squad, &mut marchers)?;
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
        for marcher in &marchers {
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
        let window = Window::new(self, squad, paths, None);
        self.march_on(cx, March { squad, steps, window })
    }

    /// Carries on a squad's move: those who fire at it come first, one squad at a time, then the
    /// rest of the way.
    pub fn march_on(&mut self, cx: &mut Cx<'_>, mut march: March) -> Play<()> {
        if let Some(shot) = self.opportunity_window(cx, &mut march.window)? {
            self.tasks.push(Task::March(Box::new(march)));
            return self.take_shot(cx, &shot);
        }
        let fallen: Vec<ModelId> = march.window.fallen(self).collect();
        for (step, (_, path)) in march.steps.iter().zip(&march.window.paths) {
            if march.window.is_down(self, step.model) {
                self.lie_where_hit(cx, step);
            } else {
                let path = self.short_of_fallen(step.model, path, &fallen);
                self.arrive(cx, step, &path);
            }
        }
        self.mark_squad(cx, march.squad);
        self.offer_escape(cx, march.squad)
    }

    /// The way of a soldier that ends where one of his squad fell: it ends short of him.
    fn short_of_fallen(&self, model: ModelId, path: &[Spot], fallen: &[ModelId]) -> Vec<Spot> {
        let taken = |at: Spot| {
            let on = |m: &ModelId| self.spot(*m).at.distance_squared(at.at) < (BASE * 2).squared();
            fallen.iter().any(on)
        };
        let mut left = length_of(path);
        let mut end = path.last().copied().unwrap_or_default();
        while taken(end) && left > Length::ZERO {
            left -= Length::cents(10);
            end = self.spot_along(model, path, left.max(Length::ZERO));
        }
        let mut gone = Length::ZERO;
        let before = path.windows(2).take_while(|leg| {
            gone += leg[0].at.distance(leg[1].at);
            gone < left
        });
        let bends: Vec<Spot> = before.map(|leg| leg[1]).collect();
        path.iter().take(1).copied().chain(bends).chain((path.len() > 1).then_some(end)).collect()
    }

    /// Whoever was hit on the way stays where he is (OD6-OPF-16, OD6-Q-63).
    fn lie_where_hit(&mut self, cx: &mut Cx<'_>, step: &Step) {
        cx.cite(Clause("OD6-OPF-16"));
        if self.model(step.model).spot.is_some() {
            self.model_mut(step.model).pace = step.pace;
            cx.cite(Clause("OD6-Q-63"));
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
            cx.cite(Clause("OD6-MOV-17"));
            cx.cite(Clause("OD6-Q-18"));
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
