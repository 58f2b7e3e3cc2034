//! Places worth going to, for simple players: toward enemies and into sight of them, behind cover,
//! back, and out of the hangar.

use engine::question::Goal;
use engine::{ModelId, SideId};
use tabletop::measure::Edge;
use tabletop::{Extent, Form, Kind, Length, Piece, Point, Vector};

use crate::hangar::TRAPPED;
use crate::morale::Status;
use crate::scenarios::Plan;
use crate::state::{BASE, SquadId, State, body_at};
use crate::terrain::openings::openings;

/// How near to an enemy it is worth going: most guns are at their best there.
pub(super) const USEFUL: Length = Length::inches(12);
/// Whoever has no gun goes as near as this before he charges.
const UNARMED: Length = Length::inches(6);
/// Nearer than this nobody goes without need.
const TOO_NEAR: Length = Length::inches(5);
/// Straight on and aside, in thousandths of the cosine and the sine: 0, 30, 60 and 90 degrees.
const TURNS: [(i64, i64); 7] =
    [(1_000, 0), (866, 500), (866, -500), (500, 866), (500, -866), (0, 1_000), (0, -1_000)];
/// What it is worth to see somebody, in inches gained.
const SIGHT: i32 = 10;
/// What cover is worth.
const COVER: i32 = 6;
/// How far beyond a door one has left it behind.
const THROUGH: Length = Length::cents(150);
/// What the other side of a door is worth.
const DOOR: i32 = 4;
/// How far from the middle of a door enemies guard it.
const GUARDED: Length = Length::inches(9);

/// A door of the hangar, as those who want to get out look at it.
#[derive(Clone, Copy, Debug)]
pub struct WayOut {
    /// Where it is.
    pub end: Edge,
    /// How far the nearest of the squad is from it.
    pub away: Length,
    /// How many enemies who will fight are at it.
    pub guards: usize,
}

impl State {
    /// Places worth going to for the first of a squad who move with him.
    pub fn goals(&self, lead: ModelId, rate: Length) -> Vec<Goal> {
        let squad = self.squad_of(lead);
        let mut goals = self.goals_outside(squad, lead);
        let (here, height) = (self.spot(lead).at, self.spot(lead).z);
        let Some(prey) = self.prey(squad) else { return goals };
        let there = self.spot(prey).at;
        let useful = if self.has_guns(squad) { USEFUL } else { UNARMED };
        let timid = self.status(squad) == Status::Demoralized;
        let gap = |at: Point| {
            let far = at.distance(there);
            (far - useful).max(Length::ZERO) + (TOO_NEAR - far).max(Length::ZERO) * 2
        };
        let mut add = |at: Point, more: i32| {
            let spot = at.at_height(self.table.ground_height(at));
            let gained = 2 * (gap(here) - gap(at)).whole_inches();
            let body = body_at(spot, false);
            let sees = || self.sees_body(&body, &self.body(prey), &[lead, prey]);
            let merit = match timid {
                true => more - gained,
                false => more + gained + if sees() { SIGHT } else { 0 },
            };
            goals.push(Goal { spot, merit });
        };
        let ahead = there - here;
        for (cosine, sine) in TURNS {
            let x = (ahead.x * cosine - ahead.y * sine) / 1_000;
            let way = Vector::new(x, (ahead.x * sine + ahead.y * cosine) / 1_000);
            let aside = if sine == 0 { 2 } else { 0 };
            add(here.toward(way, rate), aside);
            add(here.toward(way, rate / 2), aside);
        }
        let wanted = here.distance(there) - useful;
        if wanted > Length::ZERO && wanted < rate {
            add(here.toward(ahead, wanted), 2);
        }
        for piece in self.table.pieces().iter().filter(|piece| piece.bottom <= height) {
            let cover = place_behind(piece, there).filter(|at| here.distance(*at) <= rate);
            cover.into_iter().for_each(|at| add(at, COVER));
        }
        let box_around = Extent {
            low: Point::new(here.x - rate, here.y - rate),
            high: Point::new(here.x + rate, here.y + rate),
        };
        for door in openings(&self.table, box_around).iter().filter(|door| !door.window) {
            let middle = door.corners[0].toward(
                door.corners[2] - door.corners[0],
                door.corners[0].distance(door.corners[2]) / 2,
            );
            let beyond = middle.toward(middle - here, THROUGH);
            if here.distance(beyond) <= rate {
                add(beyond, DOOR);
            }
        }
        add(here.toward(-ahead, rate / 2), if timid { 20 } else { -20 });
        goals
    }

    /// Whether a place is in no building: squads that begin in one hardly get out together.
    pub(crate) fn is_outdoors(&self, at: Point) -> bool {
        let indoors = |piece: &Piece| match &piece.form {
            Form::Building(building) => building.outline.contains(at),
            _ => false,
        };
        !self.table.pieces().iter().any(indoors)
    }

    /// Whether anybody of a squad has something to fire.
    pub(super) fn has_guns(&self, squad: SquadId) -> bool {
        self.members(squad).any(|m| self.guns_at_hand(m).next().is_some())
    }

    /// The enemy a squad goes for: the nearest who will still fight, but those at the door first
    /// for whoever wants to get out.
    pub(super) fn prey(&self, squad: SquadId) -> Option<ModelId> {
        let here = self.middle_of(squad)?;
        let door = self.way_out(squad).map(|out| self.door(out.end));
        let apart = |m: &ModelId| {
            let at = self.spot(*m).at;
            let beyond = door.map_or(Length::ZERO, |door| at.distance(door));
            let broken = self.squad(self.squad_of(*m)).morale == 0;
            (broken, at.distance(here) + beyond * 2)
        };
        self.enemies(self.squad(squad).side).min_by_key(apart)
    }

    /// The door through which a squad that nobody has got out of yet should leave: the same for
    /// all of its side, near to them and not too well guarded.
    pub fn way_out(&self, squad: SquadId) -> Option<WayOut> {
        if !self.may_escape(squad) || self.has_escaped(squad) {
            return None;
        }
        let ways = [Edge::West, Edge::East].map(|end| {
            let guards = self.guards(end, TRAPPED);
            let trapped = self.squads_of(TRAPPED).filter(|s| !self.has_escaped(*s));
            let away: Length = trapped.map(|s| self.away_from_door(s, end)).sum();
            (away + Length::inches(3) * guards as i32, WayOut { end, away, guards })
        });
        let [west, east] = ways;
        let (_, best) = if east.0 < west.0 { east } else { west };
        Some(WayOut { away: self.away_from_door(squad, best.end), ..best })
    }

    /// How many enemies of a side who will fight are at a door.
    fn guards(&self, end: Edge, side: SideId) -> usize {
        let door = self.door(end);
        let at_it = |m: &ModelId| self.spot(*m).at.distance(door) <= GUARDED;
        let fights = |m: &ModelId| self.squad(self.squad_of(*m)).morale > 0;
        self.enemies(side).filter(at_it).filter(fights).count()
    }

    fn away_from_door(&self, squad: SquadId, end: Edge) -> Length {
        let away = |m: ModelId| self.spot(m).at.distance(self.exit_of(m, end));
        self.members(squad).map(away).min().unwrap_or_default()
    }

    /// The place nearest to a soldier where his base touches the opening of a door.
    fn exit_of(&self, model: ModelId, end: Edge) -> Point {
        let (door, at) = (self.door(end), self.spot(model).at);
        let half = Length::cents(250);
        let x = if end == Edge::East { door.x - BASE } else { door.x + BASE };
        Point::new(x, at.y.clamp(door.y - half, door.y + half))
    }

    /// Where the first of a squad goes so that the foremost of it gets to a door of the hangar
    /// while all keep their distance.
    fn goals_outside(&self, squad: SquadId, lead: ModelId) -> Vec<Goal> {
        let mut goals = Vec::new();
        let Some(out) = self.way_out(squad).filter(|_| self.scenario.plan == Plan::Hangar) else {
            return goals;
        };
        let worth = if self.is_open(squad, &out) { 100 } else { 0 };
        let ahead = |m: &ModelId| match out.end {
            Edge::East => -self.spot(*m).at.x,
            _ => self.spot(*m).at.x,
        };
        let Some(foremost) = self.core(squad).into_iter().min_by_key(ahead) else { return goals };
        let (from, to) = (self.spot(foremost).at, self.exit_of(foremost, out.end));
        let door = self.door(out.end);
        let others = [0, 2, -2].map(|aside| Point::new(to.x, door.y + Length::inches(aside)));
        for (at, less) in [to].into_iter().chain(others).zip(0..) {
            let place = self.spot(lead).at + (at - from);
            let spot = place.at_height(self.table.ground_height(place));
            goals.push(Goal { spot, merit: worth - less });
        }
        goals
    }

    /// Whether it is worth running for a door: there are few at it, or time runs out.
    pub(super) fn is_open(&self, squad: SquadId, out: &WayOut) -> bool {
        let limit = self.agreed.turn_limit;
        let late = limit > 0 && self.turn + 4 > limit;
        3 * out.guards <= 2 * self.head_count(squad) || late
    }
}

/// Where one stands behind or in a piece that gives cover from a place.
fn place_behind(piece: &Piece, enemy: Point) -> Option<Point> {
    let extent = piece.extent()?;
    let half = |a: Length, b: Length| a + (b - a) / 2;
    let middle = Point::new(half(extent.low.x, extent.high.x), half(extent.low.y, extent.high.y));
    let behind = |gap: Length| {
        let away: Vector = middle - enemy;
        (away != Vector::default()).then(|| middle.toward(away, gap))
    };
    match (&piece.form, piece.kind) {
        (_, Kind::LightWoods | Kind::MediumWoods | Kind::Scrub | Kind::Trench) => Some(middle),
        (Form::Barrier { thickness, .. }, Kind::LowWall | Kind::Fence | Kind::Hedge) => {
            behind(*thickness / 2 + BASE + Length::cents(10))
        }
        (_, Kind::Crate | Kind::Barrel) => {
            let wide = (extent.high.x - extent.low.x).max(extent.high.y - extent.low.y);
            behind(wide / 2 + BASE + Length::cents(10))
        }
        _ => None,
    }
}
