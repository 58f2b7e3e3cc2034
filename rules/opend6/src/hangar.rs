//! The basic game scenario: the trap in the hangar (OD6-SCN).
//!
//! The first side is the trapped one, the second has set the trap.

mod layout;
mod reinforcements;
mod walls;

use engine::view::ZoneView;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, SideId};
use tabletop::measure::Edge;
use tabletop::polygon::point_segment_cmp;
use tabletop::{Length, Point, Polygon, Vector};

use crate::options::HangarOrder;
use crate::scenarios::Plan;
use crate::setup::Zone;
use crate::state::{BASE, CONTACT, Fate, Goal, Models, Presence, SquadId, State};

pub use layout::sketch;

/// Those who walked into the trap.
pub const TRAPPED: SideId = SideId(0);
/// Those who set it.
pub const TRAPPERS: SideId = SideId(1);

/// How far from the middle the trapped side begins (OD6-SCN-09).
const MIDDLE_RADIUS: Length = Length::inches(6);
/// How far from the middle of an end the other side begins (OD6-SCN-10).
const END_RADIUS: Length = Length::inches(11);
/// How wide the blast doors are (OD6-Q-45).
const DOOR: Length = Length::inches(6);

/// The ends of the hangar, which have the doors (OD6-SCN-08).
const ENDS: [Edge; 2] = [Edge::West, Edge::East];

impl State {
    /// The middle of a blast door.
    pub fn door(&self, end: Edge) -> Point {
        let x = if end == Edge::East { self.table.width() } else { Length::ZERO };
        Point::new(x, self.table.depth() / 2)
    }

    /// The two ends of a door's opening.
    fn opening(&self, end: Edge) -> (Point, Point) {
        let middle = self.door(end);
        let half = DOOR.min(self.table.depth()) / 2;
        (Point::new(middle.x, middle.y - half), Point::new(middle.x, middle.y + half))
    }

    /// Whether a soldier's base touches the opening of a door (OD6-DEC-24).
    pub fn is_at_door(&self, model: ModelId) -> bool {
        let at = self.spot(model).at;
        ENDS.into_iter().any(|end| {
            let (a, b) = self.opening(end);
            point_segment_cmp(at, a, b, BASE + CONTACT).is_le()
        })
    }

    /// Who is placed first: all of the trapped, then all of the others (OD6-Q-45).
    pub(crate) fn first_in_hangar(&self, cx: &mut Cx<'_>) -> SideId {
        for clause in ["OD6-Q-45", "OD6-SCN-04", "OD6-SCN-06", "OD6-SCN-08"] {
            cx.cite(Clause(clause));
        }
        match self.agreed.hangar_order {
            HangarOrder::AntiFirst => TRAPPED,
            HangarOrder::EvilFirst => TRAPPERS,
        }
    }

    /// A squad that sets the trap waits at one end of the hangar or the other; the ends are
    /// shared out evenly (OD6-SCN-10). Its door is where it rallies, the middle where the
    /// trapped do (OD6-Q-47).
    pub(crate) fn choose_end(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        cx.cite(Clause("OD6-Q-47"));
        if self.squad(squad).side == TRAPPED {
            cx.cite(Clause("OD6-SCN-09"));
            self.squad_mut(squad).rally_point = Goal::Point(self.middle());
            return Ok(());
        }
        let prompt = "At which end of the hangar does the squad begin?";
        let ask = Ask::new(TRAPPERS, "end", prompt, Clause("OD6-SCN-10"));
        let end = cx.choose(ask, &self.free_ends(squad), |end| {
            Choice::new(format!("the {} end", end.name()))
        })?;
        self.squad_mut(squad).rally_point = Goal::Point(self.door(end));
        Ok(())
    }

    /// The ends where no more squads are than at the other.
    fn free_ends(&self, squad: SquadId) -> Vec<Edge> {
        let at = |end: Edge| {
            let there = self.squads_of(TRAPPERS).filter(|s| *s != squad);
            there.filter(|s| self.end_of(*s) == Some(end)).count()
        };
        let [west, east] = ENDS.map(at);
        match west.cmp(&east) {
            std::cmp::Ordering::Less => vec![Edge::West],
            std::cmp::Ordering::Greater => vec![Edge::East],
            std::cmp::Ordering::Equal => ENDS.to_vec(),
        }
    }

    /// The end of the hangar that a squad stands nearer to.
    fn end_of(&self, squad: SquadId) -> Option<Edge> {
        let west = self.middle_of(squad)?.x < self.middle().x;
        Some(if west { Edge::West } else { Edge::East })
    }

    /// Where a squad that is about to be placed begins, once its end is known.
    pub(crate) fn zone_in_hangar(&self, squad: SquadId) -> Zone {
        match (self.squad(squad).side, self.squad(squad).rally_point) {
            (TRAPPED, _) => Zone::Around(self.middle(), MIDDLE_RADIUS),
            (_, Goal::Point(door)) => Zone::Around(door, END_RADIUS),
            (_, Goal::Edge(_)) => Zone::Around(self.door(Edge::West), END_RADIUS),
        }
    }

    /// Where a squad that has not been placed may begin.
    pub(crate) fn zones_in_hangar(&self, squad: SquadId) -> Vec<Zone> {
        match self.squad(squad).side {
            TRAPPED => vec![self.zone_in_hangar(squad)],
            _ => ENDS.map(|end| Zone::Around(self.door(end), END_RADIUS)).to_vec(),
        }
    }

    /// The trapped look both ways, a squad each; the others look in (OD6-SCN-09).
    pub(crate) fn facing_in_hangar(&self, squad: SquadId) -> Vector {
        let (west, east) = (Vector::new(-1, 0), Vector::new(1, 0));
        match (self.squad(squad).side, self.end_of(squad)) {
            (TRAPPED, _) if squad.0.is_multiple_of(2) => west,
            (TRAPPED, _) => east,
            (_, Some(Edge::East)) => west,
            (_, _) => east,
        }
    }

    /// Where squads may rally, if their side says where (OD6-Q-47).
    pub(crate) fn rally_places_in_hangar(&self) -> Vec<(&'static str, Goal)> {
        vec![
            ("the middle of the hangar", Goal::Point(self.middle())),
            ("the west door", Goal::Point(self.door(Edge::West))),
            ("the east door", Goal::Point(self.door(Edge::East))),
        ]
    }

    /// The doors, for everybody to see.
    pub(crate) fn doors_to_see(&self) -> Vec<ZoneView> {
        let door = |end: Edge| {
            let (a, b) = self.opening(end);
            let inside = if end == Edge::East { a.x - BASE } else { a.x + BASE };
            let outline = Polygon::rectangle(a, Point::new(inside, b.y)).ok()?;
            Some(ZoneView { name: format!("{} door", end.name()), side: None, outline })
        };
        ENDS.into_iter().filter_map(door).collect()
    }

    /// Whether a squad is one of those who want to get out (OD6-SCN-13); those who are broken do
    /// not escape, they run (OD6-Q-47).
    pub fn may_escape(&self, squad: SquadId) -> bool {
        let own = self.squad(squad);
        let trapped = self.scenario.plan == Plan::Hangar && own.side == TRAPPED;
        trapped && own.morale > 0 && own.presence == Presence::There
    }

    /// When the go of a squad of the trapped side is over, whatever it did, those of its soldiers
    /// who are at a door may leave (OD6-SCN-13, OD6-DEC-24). Nobody leaves out of a fight.
    pub fn offer_escape(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        if !self.may_escape(squad) {
            return Ok(());
        }
        let free = |m: &ModelId| self.is_at_door(*m) && self.contacts(*m).next().is_none();
        let there: Models = self.members(squad).filter(free).collect();
        if there.is_empty() {
            return Ok(());
        }
        let prompt = "Who leaves through the door?";
        let ask = Ask::new(TRAPPED, "escape", prompt, Clause("OD6-DEC-24")).about(there[0]);
        let leaving = cx.choose_some(ask, &there, (0, there.len()), |m| {
            Choice::new(self.name(*m)).about(*m).detail("escapes").merit(1)
        })?;
        leaving.into_iter().for_each(|model| self.escape(cx, model));
        Ok(())
    }

    fn escape(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.take_weapons_along(cx, model);
        let squad = self.squad_of(model);
        let own = self.model_mut(model);
        own.spot = None;
        own.fate = Some(Fate::Escaped);
        if self.head_count(squad) == 0 {
            self.squad_mut(squad).presence = Presence::Gone;
        }
        cx.say(|| {
            let text = format!("{} escapes", self.name(model));
            Event::note(Clause("OD6-SCN-13"), text).deed(Deed::Changed { model })
        });
    }

    /// Whether somebody of a squad has escaped (OD6-SCN-13).
    pub fn has_escaped(&self, squad: SquadId) -> bool {
        self.enlisted(squad).iter().any(|m| self.model(*m).fate == Some(Fate::Escaped))
    }
}
