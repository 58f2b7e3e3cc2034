//! Chapter 5: routs and rallies (OD6-ROU, OD6-RAL).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::measure::{self, Edge};
use tabletop::{Length, Point, Vector};

use crate::dice::Sum;
use crate::forced::{Pays, Shove, Shoves};
use crate::movement::Gait;
use crate::options::BrokenRally;
use crate::state::{ADJACENT, BASE, Fate, Goal, Models, Pace, Phase, Presence, SquadId, State};
use crate::tasks::Task;
use crate::turn::cite_all;

/// Nobody rallies of his own accord with an enemy so near (OD6-RAL-01).
const PEACE: Length = Length::inches(12);
/// Points are rounded to micrometres: so little short of a goal is there.
const HAIR: Length = Length::micrometres(10);
/// Farther than any table is wide.
const FAR: Length = Length::inches(500);

/// Where a routing squad runs, and how far that is; without a goal it just runs.
struct Flight {
    goal: Option<Goal>,
    direction: Vector,
    left: Length,
}

impl State {
    /// A squad is broken and will run; enemies it fights strike at it first if it is the Morale
    /// Phase (OD6-ROU-01, OD6-DIS-05).
    pub(crate) fn begin_rout(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        self.tasks.push(Task::Rout(squad));
        self.struck_at(cx, squad)
    }

    /// What is put under way by this is done before what was put there last.
    pub(crate) fn struck_at(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let morale_phase = matches!(self.phase, Phase::Morale(_));
        if morale_phase && self.is_engaged(squad) {
            cx.cite(Clause("OD6-Q-76"));
            self.parting_swings(cx, squad)?;
        }
        Ok(())
    }

    /// A broken squad runs (OD6-ROU-01).
    pub fn rout(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        if !self.is_left(squad) {
            return Ok(());
        }
        cite_all(cx, &["OD6-ROU-01", "OD6-Q-87", "OD6-Q-97"]);
        self.abandon_weapons(cx, squad);
        let flight = self.flight(cx, squad)?;
        let done = &mut self.squad_mut(squad).done;
        (done.gave_way, done.no_fire) = (true, true);
        self.tell_flight(cx, squad, &flight);
        let runners = self.free_to_leave(squad);
        let before: SmallVec<[Point; 10]> = runners.iter().map(|m| self.spot(*m).at).collect();
        let shove = |model: &ModelId| {
            let rate = self.flight_rate(*model);
            Shove { model: *model, reach: rate.min(flight.left), rate }
        };
        let shoves: Shoves = runners.iter().map(shove).collect();
        let clause = Clause("OD6-ROU-01");
        let farthest = self.shove(cx, shoves, flight.direction, Pays::AsUsual, clause);
        for (model, from) in runners.iter().zip(before) {
            if self.spot(*model).at != from {
                let m = self.model_mut(*model);
                (m.prone, m.facing, m.pace) = (false, flight.direction, Pace::Ran);
            }
        }
        self.settle_flight(cx, squad, &flight, farthest);
        Ok(())
    }

    /// Whether anybody of a squad is left on the table.
    pub(crate) fn is_left(&self, squad: SquadId) -> bool {
        self.squad(squad).presence == Presence::There && self.members(squad).next().is_some()
    }

    /// The soldiers of a squad who can get away: whoever lies at the feet of an enemy stays where
    /// he fell (OD6-Q-35, OD6-Q-39).
    pub(crate) fn free_to_leave(&self, squad: SquadId) -> Models {
        let held = |m: &ModelId| self.model(*m).prone && self.contacts(*m).next().is_some();
        self.members(squad).filter(|m| !held(m)).collect()
    }

    /// The full Run Rate; the wounded and those who carry parts of a weapon walk (OD6-DMG-09,
    /// OD6-SPW-01).
    fn flight_rate(&self, model: ModelId) -> Length {
        let walks = self.model(model).wounded || self.is_carrier(model);
        self.rate(model, if walks { Gait::Walk } else { Gait::Run })
    }

    /// Where a squad runs: its rally point, else the nearest edge that no enemy is nearer to,
    /// else just away (OD6-ROU-01, 02, 05).
    fn flight(&self, cx: &mut Cx<'_>, squad: SquadId) -> Play<Flight> {
        cx.cite(Clause("OD6-ROU-05"));
        let home = self.squad(squad).rally_point;
        if matches!(home, Goal::Point(_)) {
            cx.cite(Clause("OD6-TURN-13"));
        }
        if !self.is_blocked(squad, home) {
            return Ok(self.flight_to(squad, home));
        }
        cx.cite(Clause("OD6-ROU-02"));
        let open = |edge: &Edge| !self.is_blocked(squad, Goal::Edge(*edge));
        let mut edges: SmallVec<[Edge; 4]> = Edge::ALL.into_iter().filter(open).collect();
        let nearest = edges.iter().map(|e| self.goal_distance(squad, Goal::Edge(*e))).min();
        edges.retain(|e| Some(self.goal_distance(squad, Goal::Edge(*e))) == nearest);
        if edges.is_empty() {
            cx.cite(Clause("OD6-Q-92"));
            let direction = self.away_from_enemies(squad);
            return Ok(Flight { goal: None, direction, left: FAR });
        }
        if edges.len() > 1 {
            cx.cite(Clause("OD6-DEC-23"));
        }
        let side = self.squad(squad).side;
        let prompt = "These edges are equally near: which one does the squad run to?";
        let ask = Ask::new(side, "edge", prompt, Clause("OD6-ROU-02"));
        let edge = cx.choose(ask, &edges, |e| Choice::new(format!("the {} edge", e.name())))?;
        Ok(self.flight_to(squad, Goal::Edge(edge)))
    }

    fn flight_to(&self, squad: SquadId, goal: Goal) -> Flight {
        let (direction, left) = match goal {
            // The first of them to reach the edge stops the block.
            Goal::Edge(edge) => (outward(edge), self.goal_distance(squad, goal) - BASE),
            // The middle of the squad runs to the point.
            Goal::Point(point) => {
                let middle = self.middle_of(squad).unwrap_or(point);
                (point - middle, middle.distance(point))
            }
        };
        Flight { goal: Some(goal), direction, left: left.max(Length::ZERO) }
    }

    /// How far the nearest soldier of a squad is from a goal.
    fn goal_distance(&self, squad: SquadId, goal: Goal) -> Length {
        let apart = self.members(squad).map(|m| self.distance_to_goal(m, goal));
        apart.min().unwrap_or(Length::ZERO)
    }

    fn distance_to_goal(&self, model: ModelId, goal: Goal) -> Length {
        match goal {
            Goal::Point(point) => self.spot(model).at.distance(point),
            Goal::Edge(edge) => edge.distance(&self.table, self.spot(model).at),
        }
    }

    /// Whether an enemy is nearer to a goal than everybody of a squad (OD6-ROU-02).
    fn is_blocked(&self, squad: SquadId, goal: Goal) -> bool {
        let own = self.goal_distance(squad, goal);
        self.enemies(self.squad(squad).side).any(|m| self.distance_to_goal(m, goal) < own)
    }

    /// The direction to the edge where a squad's own people are.
    pub(crate) fn homeward(&self, squad: SquadId) -> Vector {
        match self.squad(squad).rally_point {
            Goal::Edge(edge) => outward(edge),
            Goal::Point(point) => match self.middle_of(squad) {
                Some(middle) if middle != point => point - middle,
                _ => outward(Edge::South),
            },
        }
    }

    fn tell_flight(&self, cx: &mut Cx<'_>, squad: SquadId, flight: &Flight) {
        cx.say(|| {
            let to = match flight.goal {
                Some(Goal::Point(point)) => format!("for its rally point at {point}"),
                Some(Goal::Edge(edge)) => format!("for the {} edge", edge.name()),
                None => "from the enemy".to_owned(),
            };
            Event::note(Clause("OD6-ROU-01"), format!("{} runs {to}", self.squad_name(squad)))
        });
    }

    /// Whether the squad has reached where it ran to (OD6-ROU-04).
    fn settle_flight(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        flight: &Flight,
        farthest: Length,
    ) {
        let touches = |e: Edge| self.goal_distance(squad, Goal::Edge(e)) <= BASE + HAIR;
        let reached = match flight.goal {
            // A point on the border, such as a door, is reached as nearly as bases let one: an
            // inch short of it is there.
            Some(goal @ Goal::Point(_)) => {
                let near = self.goal_distance(squad, goal) <= BASE + ADJACENT + HAIR;
                near || farthest + ADJACENT + HAIR >= flight.left
            }
            Some(Goal::Edge(edge)) => touches(edge),
            None => Edge::ALL.into_iter().any(touches),
        };
        self.squad_mut(squad).at_goal = reached;
        self.note_separated(cx, squad);
        if reached {
            cx.say(|| {
                let text = format!("{} stops; its next rally is its last", self.squad_name(squad));
                Event::note(Clause("OD6-ROU-04"), text)
            });
        } else if farthest == Length::ZERO {
            cx.say(|| {
                let text = format!("{} finds no way out", self.squad_name(squad));
                Event::note(Clause("OD6-Q-92"), text)
            });
        }
    }

    /// A broken squad that did not rally at its goal is out of the battle (OD6-ROU-04).
    fn disperse(&mut self, cx: &mut Cx<'_>, squad: SquadId) {
        let members: Models = self.members(squad).collect();
        for model in members {
            let m = self.model_mut(model);
            (m.spot, m.fate) = (None, Some(Fate::Fled));
            cx.say(|| {
                let text = format!("{} is gone", self.name(model));
                Event::note(Clause("OD6-ROU-04"), text).deed(Deed::Removed { model })
            });
        }
        self.squad_mut(squad).presence = Presence::Gone;
    }
}

fn outward(edge: Edge) -> Vector {
    match edge {
        Edge::South => Vector::new(0, -1),
        Edge::North => Vector::new(0, 1),
        Edge::West => Vector::new(-1, 0),
        Edge::East => Vector::new(1, 0),
    }
}

/// Rallying.
impl State {
    /// A broken squad has its rally test; if it fails it runs, or is removed if this was its last
    /// chance (OD6-ROU-03, 04). Where it has run already, it stays.
    pub(crate) fn rally_broken(&mut self, cx: &mut Cx<'_>, squad: SquadId, runs: bool) -> Play<()> {
        cx.cite(Clause("OD6-ROU-03"));
        cx.cite(Clause("OD6-Q-31"));
        self.squad_mut(squad).done.rallied = true;
        if self.squad(squad).done.last_chance {
            cx.cite(Clause("OD6-ROU-04"));
        }
        let may = self.agreed.broken_rally == BrokenRally::Always || self.is_quiet_for(squad);
        if may {
            self.rally_test(cx, squad)?;
        } else {
            cx.say(|| {
                let text = format!("{} cannot rally so near to the fight", self.squad_name(squad));
                Event::note(Clause("OD6-Q-31"), text)
            });
        }
        let own = self.squad(squad);
        if own.morale > 0 {
            self.squad_mut(squad).at_goal = false;
        } else if own.done.last_chance {
            self.disperse(cx, squad);
        } else if runs {
            self.begin_rout(cx, squad)?;
        }
        Ok(())
    }

    /// Whether a squad neither fired nor fought in this turn, nor left a fight or saw its enemy
    /// leave one, and has no enemy within 12 inches (OD6-RAL-01, OD6-Q-09).
    pub(crate) fn is_quiet_for(&self, squad: SquadId) -> bool {
        let own = self.squad(squad);
        let near = |m: ModelId| {
            let body = self.body(m);
            self.enemies(own.side).any(|e| measure::within(&body, &self.body(e), PEACE))
        };
        let busy = own.done.fired || own.done.fought || own.done.swung;
        !busy && !self.members(squad).any(near)
    }

    /// Whether a squad may try to rally if its owner wants it to (OD6-RAL-01).
    pub(crate) fn may_rally(&self, squad: SquadId) -> bool {
        let own = self.squad(squad);
        let low = own.morale > 0 && own.morale < own.quality.morale();
        low && !own.done.rallied && self.is_quiet_for(squad)
    }

    /// One rally test (OD6-RAL-02 to 11): it can only help.
    pub(crate) fn rally_test(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        cx.cite(Clause("OD6-T-10"));
        let threat = self.rally_threat(cx, squad);
        let lead = self.command_against(cx, squad, "rallies", &threat)?;
        let (by, clause) = if lead > 4 {
            (2, "OD6-RAL-09")
        } else if lead > 0 {
            (1, "OD6-RAL-08")
        } else {
            (0, "OD6-RAL-07")
        };
        let own = self.squad(squad);
        let above = i32::from(own.morale) + by > i32::from(own.quality.morale());
        // A morale test would lower it here, or lift it above its start.
        if above || lead < 0 {
            cx.cite(Clause("OD6-RAL-10"));
        }
        if own.morale == 0 && by > 0 {
            cx.cite(Clause("OD6-RAL-11"));
        }
        self.change_morale(cx, squad, by, Clause(clause))
    }

    fn rally_threat(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Sum {
        cx.cite(Clause("OD6-Q-56"));
        let mut threat = Sum::of(!cx.is_quiet(), 4, "rally", "OD6-RAL-02");
        let (by, status) = self.status_threat(squad);
        threat.add(by, status, "OD6-RAL-04");
        threat.add_if(self.is_half_gone(squad), 2, "half are casualties", "OD6-RAL-05");
        self.add_casualties(cx, squad, &mut threat, ["OD6-RAL-06"; 2]);
        cx.cite(Clause("OD6-Q-82"));
        threat.add_if(self.is_behind_cover(squad), -1, "behind cover", "OD6-RAL-03");
        threat
    }
}
