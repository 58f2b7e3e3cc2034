//! The sealed walls of the hangar throw shots back (OD6-SCN-05).

use engine::{Clause, Cx, Event, ModelId, Play};
use tabletop::measure::Edge;
use tabletop::{Length, Point};

use crate::damage::{Hit, When};
use crate::dice::{Roller, table_die};
use crate::grenades::HALF_DOOR;
use crate::scenarios::Plan;
use crate::state::{Pace, State};
use crate::tasks::Task;
use crate::weapons::Gun;

impl State {
    /// Whether a soldier could fire at a wall of the hangar: he has a gun of his own that reaches
    /// one in front of him (OD6-SCN-05, OD6-Q-48).
    pub fn wall_shots(&self, model: ModelId) -> bool {
        if self.scenario.plan != Plan::Hangar {
            return false;
        }
        let own = self.model(model);
        let barred = self.squad(self.squad_of(model)).done.no_fire;
        let Some(gun) = self.wall_gun(model).filter(|_| !barred && !own.fired) else {
            return false;
        };
        let in_reach = |edge: Edge| {
            let near = edge.distance(&self.table, self.spot(model).at);
            gun.band(near).is_some() && self.faces_wall(model, edge)
        };
        own.pace != Pace::Ran
            && Edge::ALL.into_iter().any(in_reach)
            && self.contacts(model).next().is_none()
    }

    /// The gun somebody would fire at a wall: his usual one; what is thrown does not come back.
    fn wall_gun(&self, model: ModelId) -> Option<Gun> {
        self.who(model).guns.iter().copied().find(|gun| !gun.is_thrown())
    }

    /// Whether the nearest point of a wall lies in the quarter circle somebody faces
    /// (OD6-FAC-01). The open doors are no wall (OD6-Q-45).
    fn faces_wall(&self, model: ModelId, edge: Edge) -> bool {
        let at = self.spot(model).at;
        let foot = match edge {
            Edge::South => Point::new(at.x, Length::ZERO),
            Edge::North => Point::new(at.x, self.table.depth()),
            Edge::West => Point::new(Length::ZERO, at.y),
            Edge::East => Point::new(self.table.width(), at.y),
        };
        let (to, facing) = (foot - at, self.model(model).facing);
        let ahead = facing.dot(to);
        let doors = matches!(edge, Edge::West | Edge::East)
            && (at.y - self.table.depth() / 2).abs() < HALF_DOOR;
        !doors && ahead > 0 && ahead >= facing.cross(to).abs()
    }

    /// A soldier is told to fire at a wall, which is all he does.
    pub fn announce_wall_shot(&mut self, model: ModelId) -> Task {
        let squad = self.squad_of(model);
        self.model_mut(model).fired = true;
        self.squad_mut(squad).done.fired = true;
        Task::WallShot(model)
    }

    /// A soldier fires directly at a wall: on a six the shot comes back and hits him with the
    /// strength of his weapon (OD6-SCN-05, OD6-Q-48).
    pub fn fire_at_wall(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let Some(gun) = self.wall_gun(model) else { return Ok(()) };
        let side = self.side(model);
        cx.cite(Clause("OD6-Q-48"));
        let title = match cx.is_quiet() {
            true => String::new(),
            false => format!("{} fires at the wall", self.name(model)),
        };
        let purpose = "a shot at the wall comes back on a six";
        let roller = Roller { side, model: Some(model), purpose, title: &title };
        let face = table_die(cx, roller)?;
        cx.say(|| {
            let verb = if face == 6 { "comes back at" } else { "does nothing to" };
            let text = format!("The shot {verb} {}", self.name(model));
            Event::note(Clause("OD6-SCN-05"), text)
        });
        if face == 6 {
            let strength = i32::from(gun.line().strength);
            let hit = Hit { side, by: None, strength, with: gun.name(), clause: "OD6-SCN-05" };
            self.damage(cx, model, &[hit], When::PhaseEnd)?;
        }
        Ok(())
    }
}
