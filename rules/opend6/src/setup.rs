//! Before the battle: the table, the forces, and where they begin (OD6-DEC-01 to 03).

mod muster;
mod room;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId, TableChoice};
use tabletop::generate::{Recipe, generate};
use tabletop::measure::Edge;
use tabletop::{Changes, Fixed, Length, Point, Sketch, Spot, Table, Vector};

use crate::generation::{Enlisted, Roster, enlist, tell_sides_apart};
use crate::options::{Agreed, RallyPoints};
use crate::profile::Soldier;
use crate::scenarios::{Plan, Scenario};
use crate::state::{Force, Goal, Model, Models, Mount, Phase, Presence, Squad, SquadId, State};
use crate::tasks::Task;

pub use room::{Room, Zone};

/// The eight directions that a whole squad may face.
const COMPASS: [(&str, Vector); 8] = [
    ("north", Vector::new(0, 1)),
    ("north-east", Vector::new(1, 1)),
    ("east", Vector::new(1, 0)),
    ("south-east", Vector::new(1, -1)),
    ("south", Vector::new(0, -1)),
    ("south-west", Vector::new(-1, -1)),
    ("west", Vector::new(-1, 0)),
    ("north-west", Vector::new(-1, 1)),
];

/// Everything ready to be placed. The turn is nought until the forces have been announced.
pub fn begin(
    scenario: Fixed<Scenario>,
    agreed: Agreed,
    rosters: &[Roster],
    table: &TableChoice,
) -> Result<State, Vec<String>> {
    let table = Table::new(sketch(table, &scenario)).map_err(|why| vec![why])?;
    let mut rosters = rosters.to_vec();
    tell_sides_apart(&mut rosters);
    let force = |r: &Roster| Force { name: r.name.clone(), roster: Fixed::new(r.clone()) };
    let mut state = State {
        table: Fixed::new(table),
        changes: Changes::default(),
        agreed: Fixed::new(agreed),
        scenario,
        cast: Fixed::new(Vec::new()),
        models: Vec::new(),
        squads: Vec::new(),
        forces: rosters.iter().map(force).collect(),
        heavies: Vec::new(),
        breaches: Vec::new(),
        phase: Phase::Setup,
        turn: 0,
        initiative: SideId(0),
        next: SideId(0),
        tasks: Vec::new(),
        outcome: None,
    };
    for (i, roster) in rosters.iter().enumerate() {
        let side = SideId(i as u8);
        for squad in &roster.squads {
            state.raise(squad, side, Goal::Point(state.middle()));
        }
    }
    Ok(state)
}

/// The table of a setup: given, or laid from a seed.
fn sketch(choice: &TableChoice, scenario: &Scenario) -> Sketch {
    match (choice, scenario.plan) {
        (TableChoice::Given(sketch), _) => sketch.clone(),
        (TableChoice::Generated { seed, symmetric, .. }, Plan::Hangar) => {
            crate::hangar::sketch(*seed, *symmetric)
        }
        (TableChoice::Generated { theme, seed, symmetric }, Plan::Free) => {
            let (width, depth) = scenario.table;
            let recipe = Recipe {
                width: Length::inches(width),
                depth: Length::inches(depth),
                symmetric: *symmetric,
                ..Recipe::new(*theme)
            };
            generate(&recipe, *seed)
        }
    }
}

impl State {
    /// Adds a squad to the battle; it is not on the table yet.
    pub fn raise(&mut self, squad: &Enlisted, side: SideId, rally_point: Goal) -> SquadId {
        let id = SquadId(self.squads.len() as u8);
        let first = self.models.len() as u16;
        let (made, soldiers, heavies) = enlist(squad, (id, side), first, rally_point);
        let mut cast: Vec<Soldier> = self.cast.to_vec();
        self.models.extend(soldiers.iter().map(Model::fresh));
        cast.extend(soldiers);
        self.cast = Fixed::new(cast);
        self.squads.push(made);
        self.heavies.extend(heavies);
        id
    }

    /// Gives the sides the edges they usually have, without rolling for them.
    pub fn take_usual_edges(&mut self) {
        let edges = [SideId(0), SideId(1)].map(|side| self.usual_edge(side));
        for squad in &mut self.squads {
            squad.rally_point = Goal::Edge(edges[squad.side.index().min(1)]);
        }
    }

    /// The long edge a side has unless it is chosen otherwise: south or west for the first.
    fn usual_edge(&self, side: SideId) -> Edge {
        let first = if self.table.depth() > self.table.width() { Edge::West } else { Edge::South };
        if side == SideId(0) { first } else { first.opposite() }
    }

    /// The sides place their squads (OD6-DEC-03): one squad a step.
    pub fn set_up(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.turn == 0 {
            self.announce_forces(cx);
            if self.scenario.plan == Plan::Hangar {
                self.next = self.first_in_hangar(cx);
            }
            self.turn = 1;
            return Ok(());
        }
        if !self.has_ground() {
            return self.choose_ground(cx);
        }
        let waiting = |side: &SideId| !self.unplaced(*side).is_empty();
        let Some(side) = [self.next, self.opponent(self.next)].into_iter().find(waiting) else {
            self.phase = Phase::Initiative;
            return Ok(());
        };
        let ask = Ask::new(side, "deploy", "Which squad is placed next?", Clause("OD6-DEC-03"));
        let squad = cx.choose(ask, &self.unplaced(side), |squad| {
            Choice::new(format!("place {}", self.squad_name(*squad)))
        })?;
        cx.enter(|| self.squad_name(squad).to_owned());
        self.place_squad(cx, squad)?;
        cx.leave();
        self.next = match self.scenario.plan {
            Plan::Free => self.opponent(side),
            Plan::Hangar => side,
        };
        Ok(())
    }

    /// Whether it is known where the sides begin: squads of a free battle have an edge then.
    fn has_ground(&self) -> bool {
        let edgeless =
            |s: &Squad| s.presence == Presence::Unplaced && matches!(s.rally_point, Goal::Point(_));
        self.scenario.plan == Plan::Hangar || !self.squads.iter().any(edgeless)
    }

    /// Before anybody is placed the sides of a free battle roll one die each; the winner takes
    /// an edge, the other places first (OD6-Q-93).
    fn choose_ground(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let need = |side: u8| Need::d6(SideId(side), 1, "rolls for the choice of edges");
        let (red, blue) = cx.dice_off(need(0), need(1))?;
        let winner = SideId(u8::from(blue > red));
        let clause = Clause("OD6-Q-93");
        let (one, other) = (self.usual_edge(SideId(0)), self.usual_edge(SideId(1)));
        let ask = Ask::new(winner, "edge", "Which long edge is yours?", clause);
        let edge = cx.choose(ask, &[one, other], |edge| {
            Choice::new(format!("take the {} edge", edge.name()))
        })?;
        for squad in &mut self.squads {
            let own = if squad.side == winner { edge } else { edge.opposite() };
            squad.rally_point = Goal::Edge(own);
        }
        self.next = self.opponent(winner);
        cx.say(|| {
            let (name, next) = (edge.name(), self.next);
            let text = format!("{winner} takes the {name} edge, {next} places the first squad");
            Event::note(clause, text)
        });
        Ok(())
    }

    /// The squads of a side that have not been placed.
    fn unplaced(&self, side: SideId) -> Vec<SquadId> {
        let waits = |s: &SquadId| {
            self.squad(*s).side == side && self.squad(*s).presence == Presence::Unplaced
        };
        self.squad_ids().filter(waits).collect()
    }

    /// The soldiers of a squad, on the table or not.
    pub fn enlisted(&self, squad: SquadId) -> Models {
        self.ids().filter(|m| self.squad_of(*m) == squad).collect()
    }

    /// One squad is placed.
    fn place_squad(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        if self.scenario.plan == Plan::Hangar {
            self.choose_end(cx, squad)?;
        }
        let zone = self.zone_of(squad);
        let Some(room) = self.room_for(squad, zone) else {
            // A table without any room at all is nobody's fault during play.
            self.squad_mut(squad).presence = Presence::Gone;
            cx.say(|| {
                let name = self.squad_name(squad);
                let text = format!("{name} stays away: there is no room for it on the table");
                Event::note(Clause("OD6-DEC-03"), text)
            });
            return Ok(());
        };
        let ask = Ask::new(
            self.squad(squad).side,
            "deploy-place",
            "Where does the squad begin?",
            Clause("OD6-DEC-03"),
        );
        self.put_on_table(cx, squad, ask, &room)
    }

    /// A squad that has just been placed says which way it faces, who carries what, and where it
    /// rallies (OD6-DEC-03).
    pub fn array(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        cx.enter(|| self.squad_name(squad).to_owned());
        self.choose_facing(cx, squad)?;
        self.choose_carriers(cx, squad)?;
        if self.phase == Phase::Setup {
            self.choose_rally_point(cx, squad)?;
        }
        cx.leave();
        Ok(())
    }

    /// Asks where the soldiers of a squad go, and puts them there; how they stand comes next.
    pub fn put_on_table(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        ask: Ask,
        room: &Room,
    ) -> Play<()> {
        let models = self.enlisted(squad);
        self.cite_room(cx, room);
        let within = room.zone.extent(&self.table);
        let goals = || room.goals();
        let places = cx.place(ask.about(models[0]), &models, within, goals, |places| {
            self.check_places(squad, room, places).map(|()| places.to_vec())
        })?;
        for (model, spot) in &places {
            self.model_mut(*model).spot = Some(*spot);
        }
        self.squad_mut(squad).presence = Presence::There;
        self.tasks.push(Task::Array(squad));
        cx.say(|| {
            let text = format!("{} is placed", self.squad_name(squad));
            Event::note(ask.clause, text)
        });
        if !cx.is_quiet() {
            for (model, spot) in places {
                cx.say(|| {
                    let text = format!("{} is at {spot}", self.name(model));
                    Event::note(ask.clause, text).deed(Deed::Moved { model, path: vec![spot] })
                });
            }
        }
        Ok(())
    }

    /// A squad faces one way, or each soldier his own (OD6-DEC-03).
    fn choose_facing(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let side = self.squad(squad).side;
        let usual = self.facing_at_start(squad);
        let clause = Clause("OD6-DEC-03");
        let mut ways: Vec<Option<usize>> = (0..COMPASS.len()).map(Some).collect();
        ways.push(None);
        let members: Models = self.members(squad).collect();
        let ask = Ask::new(side, "deploy-facing", "Which way does the squad face?", clause);
        let ask = members.first().map_or(ask, |lead| ask.about(*lead));
        let chosen = cx.choose(ask, &ways, |way| match way {
            Some(i) => {
                let (name, to) = COMPASS[*i];
                Choice::new(format!("face {name}")).merit(i32::from(to == usual))
            }
            None => Choice::new("each his own way").detail("asks for every soldier").merit(-1),
        })?;
        for model in members {
            let to = match chosen {
                Some(i) => COMPASS[i].1,
                None => {
                    let ask = Ask::new(side, "deploy-face", "Which way does he face?", clause);
                    cx.facing(ask.about(model), model)?
                }
            };
            self.model_mut(model).facing = to;
        }
        Ok(())
    }

    /// Across the table, or into the hangar.
    fn facing_at_start(&self, squad: SquadId) -> Vector {
        if self.scenario.plan == Plan::Hangar {
            return self.facing_in_hangar(squad);
        }
        match self.own_edge(squad) {
            Edge::South => Vector::new(0, 1),
            Edge::North => Vector::new(0, -1),
            Edge::West => Vector::new(1, 0),
            Edge::East => Vector::new(-1, 0),
        }
    }

    /// The edge a squad of a free battle is placed at; asked before it is told where to rally.
    pub fn own_edge(&self, squad: SquadId) -> Edge {
        match self.squad(squad).rally_point {
            Goal::Edge(edge) => edge,
            Goal::Point(_) => self.usual_edge(self.squad(squad).side),
        }
    }

    /// Who carries the other half of each weapon that takes two (OD6-DEC-03, OD6-SPW-01).
    fn choose_carriers(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        for i in 0..self.heavies.len() {
            let heavy = &self.heavies[i];
            let Mount::Carried([gunner, mate]) = heavy.mount else { continue };
            if heavy.squad != squad {
                continue;
            }
            let busy = |m: &ModelId| {
                self.heavies.iter().enumerate().any(|(other, h)| match h.mount {
                    Mount::Carried(pair) => other != i && pair.contains(m),
                    _ => false,
                })
            };
            let free: Models = self.members(squad).filter(|m| *m != gunner && !busy(m)).collect();
            if free.is_empty() {
                continue;
            }
            let side = self.squad(squad).side;
            let prompt = "Who carries the weapon with its gunner?";
            let ask = Ask::new(side, "carrier", prompt, Clause("OD6-SPW-01")).about(gunner);
            let chosen = cx.choose(ask, &free, |m| {
                let near = -self.spot(gunner).at.distance(self.spot(*m).at).um() / 1000;
                Choice::new(format!("with {}", self.name(*m)))
                    .about(*m)
                    .merit(near + i32::from(*m == mate))
            })?;
            self.heavies[i].mount = Mount::Carried([gunner, chosen]);
        }
        Ok(())
    }

    /// Where a squad runs when it breaks: its own edge, or what the scenario says; named by its
    /// side if that was agreed on (OD6-TURN-13, OD6-DEC-01, OD6-Q-47).
    fn choose_rally_point(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let clause = Clause("OD6-TURN-13");
        cx.cite(clause);
        if self.agreed.rally_points == RallyPoints::Usual {
            return Ok(());
        }
        cx.cite(Clause("OD6-Q-47"));
        let usual = self.squad(squad).rally_point;
        let places = self.rally_places(squad);
        let ask = Ask::new(
            self.squad(squad).side,
            "rally-point",
            "Where does the squad run if it breaks?",
            clause,
        );
        let ask = self.members(squad).next().map_or(ask, |lead| ask.about(lead));
        let chosen = cx.choose(ask, &places, |(name, goal)| {
            Choice::new(format!("rally at {name}")).merit(i32::from(*goal == usual))
        })?;
        self.squad_mut(squad).rally_point = chosen.1;
        Ok(())
    }

    /// Where a squad could rally.
    fn rally_places(&self, squad: SquadId) -> Vec<(&'static str, Goal)> {
        let middle = Goal::Point(self.middle());
        match self.scenario.plan {
            Plan::Hangar => self.rally_places_in_hangar(),
            Plan::Free => {
                let edge = self.own_edge(squad);
                let name = match edge {
                    Edge::South => "the south edge",
                    Edge::North => "the north edge",
                    Edge::West => "the west edge",
                    Edge::East => "the east edge",
                };
                vec![(name, Goal::Edge(edge)), ("the middle of the table", middle)]
            }
        }
    }

    /// The middle of the table.
    pub fn middle(&self) -> Point {
        Point::new(self.table.width() / 2, self.table.depth() / 2)
    }

    /// A place on the ground.
    pub fn ground_spot(&self, at: Point) -> Spot {
        at.at_height(self.table.ground_height(at))
    }
}
