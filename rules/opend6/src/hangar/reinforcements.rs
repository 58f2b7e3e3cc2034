//! Reinforcements of those who set the trap (OD6-SCN-11, 12).

use engine::{Ask, Choice, Clause, Cx, Event, Play};
use tabletop::measure::Edge;
use tabletop::polygon::point_segment_cmp;
use tabletop::{Body, Point};

use super::{DOOR, TRAPPERS};
use crate::dice::{Roller, table_die};
use crate::generation::{Enlisted, assault_squad};
use crate::movement::Gait;
use crate::profile::Name;
use crate::scenarios::Plan;
use crate::setup::Zone;
use crate::state::{BASE, Goal, Pace, Presence, SquadId, State};

/// Most squads that a match can count.
const MOST_SQUADS: usize = 100;

impl State {
    /// What the scenario rolls for in the Special Actions Phase: on a six a squad of Assault
    /// Soldiers comes through a door in the next Movement Phase (OD6-SCN-11).
    pub fn scenario_rolls(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.scenario.plan != Plan::Hangar || self.squads.len() >= MOST_SQUADS {
            return Ok(());
        }
        cx.cite(Clause("OD6-SCN-11"));
        cx.cite(Clause("OD6-SCN-12"));
        let roller =
            |purpose: &'static str| Roller { side: TRAPPERS, model: None, purpose, title: purpose };
        if table_die(cx, roller("reinforcements on a six"))? != 6 {
            return Ok(());
        }
        let die = table_die(cx, roller("from the east on 1 to 3, from the west on 4 to 6"))?;
        let end = if die <= 3 { Edge::East } else { Edge::West };
        self.send(cx, end);
        Ok(())
    }

    fn send(&mut self, cx: &mut Cx<'_>, end: Edge) {
        cx.cite(Clause("OD6-SCN-03"));
        let door = self.door(end);
        let squad = self.raise(&self.fresh_squad(), TRAPPERS, Goal::Point(door));
        self.squad_mut(squad).presence = Presence::Entering(door);
        cx.say(|| {
            let name = self.squad_name(squad);
            let text = format!("{name} will come through the {} door", end.name());
            Event::note(Clause("OD6-SCN-11"), text)
        });
    }

    /// The printed squad of Assault Soldiers under a name that is still free.
    fn fresh_squad(&self) -> Enlisted {
        let taken = |name: &str| self.squads.iter().any(|s| &*s.name == name);
        // Letters, because the soldiers have numbers: `Reinforcements A 3`.
        let letters = || ('A'..='Z').map(String::from);
        let more = letters().flat_map(|one| letters().map(move |other| format!("{one}{other}")));
        let mut names = letters().chain(more).map(|letter| format!("Reinforcements {letter}"));
        let name = names.find(|name| !taken(name)).unwrap_or_default();
        Enlisted { name: Name::from(name.as_str()), ..assault_squad() }
    }

    /// A squad that is on its way comes through its door in the Movement Phase: at a walk or at
    /// a run, each soldier within that rate of the middle of the door and not past an enemy
    /// (OD6-SCN-11, OD6-DEC-25). Where the door is blocked it waits for the next turn.
    pub fn enter(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let Presence::Entering(door) = self.squad(squad).presence else { return Ok(()) };
        self.squad_mut(squad).done.activated = true;
        let clause = Clause("OD6-DEC-25");
        cx.enter(|| self.squad_name(squad).to_owned());
        let ask = Ask::new(TRAPPERS, "enter", "How does the squad come in?", clause);
        let runs = cx.choose(ask, &[false, true], |runs| match runs {
            false => Choice::new("walk in").detail("may fire at +1").merit(1),
            true => Choice::new("run in").detail("may not fire"),
        })?;
        let (gait, pace) = match runs {
            false => (Gait::Walk, Pace::Walked),
            true => (Gait::Run, Pace::Ran),
        };
        let zone = Zone::Around(door, self.rate(self.enlisted(squad)[0], gait));
        let Some(room) = self.room_for(squad, zone).filter(|room| room.zone == zone) else {
            cx.say(|| {
                let text = format!("{} finds its door blocked", self.squad_name(squad));
                Event::note(clause, text)
            });
            cx.leave();
            return Ok(());
        };
        let ask = Ask::new(TRAPPERS, "enter-place", "Where does the squad come to?", clause);
        self.put_on_table(cx, squad, ask, &room)?;
        cx.leave();
        for model in self.enlisted(squad) {
            self.model_mut(model).pace = pace;
        }
        if runs {
            self.squad_mut(squad).done.no_fire = true;
        }
        Ok(())
    }

    /// Whether somebody of a squad that comes in cannot get to a place, because enemies stand on
    /// the straight ways there: from the middle of its door and from both sides of it, as far as
    /// he goes (OD6-DEC-25).
    pub(crate) fn is_kept_out(&self, squad: SquadId, zone: Zone, body: &Body) -> bool {
        let (Presence::Entering(door), Zone::Around(_, reach)) = (self.squad(squad).presence, zone)
        else {
            return false;
        };
        let aside = DOOR / 2 - BASE;
        let (low, high) = (door.y - aside, door.y + aside);
        let side = self.squad(squad).side;
        let is_open = |from: Point| {
            let meets = |at: Point| point_segment_cmp(at, from, body.at(), BASE + BASE).is_lt();
            from.distance(body.at()) <= reach
                && !self.enemies(side).any(|enemy| meets(self.spot(enemy).at))
        };
        ![door.y, low, high].into_iter().any(|y| is_open(Point::new(door.x, y)))
    }

    /// The squads of a side that come onto the table in this Movement Phase.
    pub fn arriving(&self, side: engine::SideId) -> impl Iterator<Item = SquadId> + '_ {
        self.squad_ids().filter(move |s| {
            let own = self.squad(*s);
            own.side == side && matches!(own.presence, Presence::Entering(_))
        })
    }
}
