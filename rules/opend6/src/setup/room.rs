//! Where a squad can be placed: zones, and room in them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use engine::question::Goal as Suggested;
use engine::source::lattice;
use engine::view::ZoneView;
use engine::{Clause, Cx, ModelId, Refusal, SideId};
use tabletop::measure::{self, Edge};
use tabletop::movement::Mover;
use tabletop::{Body, Extent, Length, Point, Polygon, Spot, Table};

use crate::profile::Skill;
use crate::scenarios::Plan;
use crate::state::{CONTACT, Phase, SquadId, State, body_at};

/// Part of the table where squads are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// So deep along an edge; the whole base must be in it (OD6-Q-93).
    Edge(Edge, Length),
    /// So far around a point, measured to the middle of the base (OD6-GEO-22).
    Around(Point, Length),
}

/// How much deeper a zone without room is made at a time.
const DEEPER: Length = Length::inches(2);
/// How often it is, until the whole table is in it.
const MOST_DEEPER: i32 = 48;
/// How far apart soldiers are suggested to stand, and how far where it is crowded.
const SPACINGS: [Length; 2] = [Length::cents(150), Length::inches(1)];

impl Zone {
    /// The box it lies in.
    pub fn extent(self, table: &Table) -> Extent {
        let whole = table.extent();
        let (low, high) = (whole.low, whole.high);
        match self {
            Zone::Edge(Edge::South, d) => Extent { low, high: Point::new(high.x, d.min(high.y)) },
            Zone::Edge(Edge::West, d) => Extent { low, high: Point::new(d.min(high.x), high.y) },
            Zone::Edge(Edge::North, d) => {
                Extent { low: Point::new(low.x, (high.y - d).max(low.y)), high }
            }
            Zone::Edge(Edge::East, d) => {
                Extent { low: Point::new((high.x - d).max(low.x), low.y), high }
            }
            Zone::Around(at, r) => {
                let around = Extent { low: at, high: at }.grown(r);
                Extent {
                    low: Point::new(around.low.x.max(low.x), around.low.y.max(low.y)),
                    high: Point::new(around.high.x.min(high.x), around.high.y.min(high.y)),
                }
            }
        }
    }

    /// Whether somebody may be placed there.
    pub fn holds(self, table: &Table, body: &Body) -> bool {
        match self {
            Zone::Edge(edge, depth) => measure::in_edge_zone(table, edge, body, depth),
            Zone::Around(at, radius) => body.at().distance_squared(at) <= radius.squared(),
        }
    }

    fn deeper(self, by: Length) -> Zone {
        match self {
            Zone::Edge(edge, depth) => Zone::Edge(edge, depth + by),
            Zone::Around(at, radius) => Zone::Around(at, radius + by),
        }
    }

    /// What it asks for.
    fn words(self) -> String {
        match self {
            Zone::Edge(edge, depth) => {
                format!("the whole base must be within {depth} inches of the {} edge", edge.name())
            }
            Zone::Around(at, radius) => {
                format!("the middle of the base must be within {radius} inches of {at}")
            }
        }
    }

    fn clause(self) -> Clause {
        Clause(match self {
            Zone::Edge(..) => "OD6-Q-93",
            Zone::Around(..) => "OD6-GEO-22",
        })
    }

    fn outline(self, table: &Table) -> Option<Polygon> {
        match self {
            Zone::Edge(..) => {
                let extent = self.extent(table);
                Polygon::rectangle(extent.low, extent.high).ok()
            }
            Zone::Around(at, radius) => Polygon::round(at, radius).ok(),
        }
    }

    /// Points around which squads gather, the best first.
    fn seeds(self, table: &Table) -> Vec<Point> {
        let Extent { low, high } = self.extent(table);
        let at = |x: i32, y: i32| {
            Point::new(low.x + (high.x - low.x) * x / 8, low.y + (high.y - low.y) * y / 8)
        };
        match self {
            Zone::Edge(Edge::South, _) => [4, 2, 6, 1, 7].map(|x| at(x, 6)).to_vec(),
            Zone::Edge(Edge::North, _) => [4, 2, 6, 1, 7].map(|x| at(x, 2)).to_vec(),
            Zone::Edge(Edge::West, _) => [4, 2, 6, 1, 7].map(|y| at(6, y)).to_vec(),
            Zone::Edge(Edge::East, _) => [4, 2, 6, 1, 7].map(|y| at(2, y)).to_vec(),
            Zone::Around(middle, _) => vec![middle, at(2, 4), at(6, 4), at(4, 2), at(4, 6)],
        }
    }
}

/// Room for a squad.
#[derive(Clone, Debug)]
pub struct Room {
    /// The zone, deeper than it should be where there was no room.
    pub zone: Zone,
    /// Whether it had to be made deeper.
    deepened: bool,
    /// Whether there is room for all of the squad to keep in touch (OD6-SQD-04).
    together: bool,
    /// Places for the whole squad, each a suggestion.
    blocks: Vec<Vec<Spot>>,
}

impl Room {
    /// Every block as goals, one block after the other, so that any run of as many goals as
    /// there are soldiers from the start of a block is a legal answer.
    pub fn goals(&self) -> Vec<Suggested> {
        let ranked = self.blocks.iter().zip((1..).map(|i: i32| -i));
        let goals = ranked.flat_map(|(block, merit)| {
            block.iter().map(move |spot| Suggested { spot: *spot, merit })
        });
        goals.collect()
    }
}

impl State {
    /// The zone a squad is placed in.
    pub fn zone_of(&self, squad: SquadId) -> Zone {
        match self.scenario.plan {
            Plan::Free => Zone::Edge(self.own_edge(squad), self.deployment_depth()),
            Plan::Hangar => self.zone_in_hangar(squad),
        }
    }

    /// As agreed on, but never more than a third of the table (OD6-Q-93).
    fn deployment_depth(&self) -> Length {
        let agreed = Length::inches(self.agreed.deployment_depth.clamp(1, 96) as i32);
        agreed.min(self.table.width().min(self.table.depth()) / 3).max(Length::inches(1))
    }

    /// Room for a squad: in its zone, or in a deeper one until there is some. None on a table
    /// that has no room anywhere.
    pub fn room_for(&self, squad: SquadId, zone: Zone) -> Option<Room> {
        let count = self.enlisted(squad).len();
        let reach = self.reach_of(squad);
        for i in 0..MOST_DEEPER {
            let wider = zone.deeper(DEEPER * i);
            for spacing in SPACINGS {
                let free = self.free_places(squad, wider, spacing);
                let (mut open, seeds) = (free.clone(), wider.seeds(&self.table));
                open.retain(|spot| self.is_outdoors(spot.at));
                let mut blocks =
                    [&open, &free].map(|all| blocks(all, &seeds, count, reach)).concat();
                blocks.dedup();
                if !blocks.is_empty() {
                    return Some(Room { zone: wider, deepened: i > 0, together: true, blocks });
                }
            }
        }
        let whole = zone.deeper(DEEPER * MOST_DEEPER);
        let free = self.free_places(squad, whole, Length::inches(1));
        let blocks = vec![free.get(..count)?.to_vec()];
        Some(Room { zone: whole, deepened: true, together: false, blocks })
    }

    /// How far apart the centres of two soldiers of a squad may be while they keep in touch.
    fn reach_of(&self, squad: SquadId) -> Length {
        let command = |m: &ModelId| self.who(*m).skill(Skill::Command);
        let least = self.enlisted(squad).iter().map(command).min().unwrap_or(1);
        Length::inches(1 + i32::from(least))
    }

    /// Places of a zone where a soldier could begin.
    fn free_places(&self, squad: SquadId, zone: Zone, spacing: Length) -> Vec<Spot> {
        let others: Vec<Body> = self.standing().map(|m| self.body(m)).collect();
        let side = self.squad(squad).side;
        let points = lattice(zone.extent(&self.table), spacing);
        let spots = points.map(|at| self.ground_spot(at));
        spots
            .filter(|spot| {
                let body = body_at(*spot, false);
                zone.holds(&self.table, &body)
                    && measure::on_table(&self.table, &body)
                    && self.stands_free(&body, &others)
                    && !self.meets_enemy(side, &body)
                    && !self.is_kept_out(squad, zone, &body)
            })
            .collect()
    }

    fn stands_free(&self, body: &Body, others: &[Body]) -> bool {
        self.placer(body, others).stands(body.spot).is_ok()
    }

    fn placer<'a>(&'a self, body: &Body, others: &'a [Body]) -> Mover<'a> {
        let (table, changes) = (&*self.table, &self.changes);
        Mover { table, changes, body: *body, step: Length::ZERO, others }
    }

    fn meets_enemy(&self, side: SideId, body: &Body) -> bool {
        self.enemies(side).any(|enemy| measure::contact(body, &self.body(enemy), CONTACT))
    }

    /// Notes which rules are at work.
    pub fn cite_room(&self, cx: &mut Cx<'_>, room: &Room) {
        cx.cite(room.zone.clause());
        cx.cite(Clause("OD6-GEO-01"));
        cx.cite(Clause("OD6-GEO-02"));
        if room.deepened {
            cx.cite(Clause("OD6-Q-93"));
        }
    }

    /// Whether the soldiers of a squad may be placed like this.
    pub fn check_places(
        &self,
        squad: SquadId,
        room: &Room,
        places: &[(ModelId, Spot)],
    ) -> Result<(), Refusal> {
        let side = self.squad(squad).side;
        let mut others: Vec<Body> = self.standing().map(|m| self.body(m)).collect();
        for (model, spot) in places {
            let body = body_at(*spot, false);
            let who = || self.name(*model);
            if !measure::on_table(&self.table, &body) {
                let why = format!("{}'s whole base must be on the table", who());
                return Err(Refusal::new(Clause("OD6-GEO-01"), why));
            }
            if !room.zone.holds(&self.table, &body) {
                let why = format!("{} cannot begin there: {}", who(), room.zone.words());
                return Err(Refusal::new(room.zone.clause(), why));
            }
            if let Err(trouble) = self.placer(&body, &others).stands(*spot) {
                let why = format!("{} cannot stand there: {trouble}", who());
                return Err(Refusal::new(Clause("OD6-GEO-01"), why));
            }
            if self.meets_enemy(side, &body) {
                let why = format!("{} would begin in contact with an enemy", who());
                return Err(Refusal::new(Clause("OD6-DEC-03"), why));
            }
            if self.is_kept_out(squad, room.zone, &body) {
                let why = format!("{} would have to pass an enemy on his way from the door", who());
                return Err(Refusal::new(Clause("OD6-DEC-25"), why));
            }
            others.push(body);
        }
        self.check_in_touch(squad, room, places)
    }

    /// Nobody begins out of touch with his squad (OD6-SQD-04).
    fn check_in_touch(
        &self,
        squad: SquadId,
        room: &Room,
        places: &[(ModelId, Spot)],
    ) -> Result<(), Refusal> {
        if !room.together {
            return Ok(());
        }
        let mut there = self.clone();
        for (model, spot) in places {
            there.model_mut(*model).spot = Some(*spot);
        }
        match there.separated(squad).first() {
            None => Ok(()),
            Some(lost) => {
                let why = format!("{} would be out of touch with his squad", self.name(*lost));
                Err(Refusal::new(Clause("OD6-SQD-04"), why))
            }
        }
    }

    /// Parts of the table that matter now.
    pub fn zones(&self) -> Vec<ZoneView> {
        let mut zones = match self.scenario.plan {
            Plan::Free => Vec::new(),
            Plan::Hangar => self.doors_to_see(),
        };
        if self.phase != Phase::Setup || self.turn == 0 || !self.has_ground() {
            return zones;
        }
        let mut shown: Vec<(SideId, Zone)> = Vec::new();
        for side in [SideId(0), SideId(1)] {
            for squad in self.unplaced(side) {
                for zone in self.zones_to_choose(squad) {
                    if !shown.contains(&(side, zone)) {
                        shown.push((side, zone));
                    }
                }
            }
        }
        for (side, zone) in shown {
            let (name, side) = (format!("{side} begins here"), Some(side));
            let outline = zone.outline(&self.table);
            zones.extend(outline.map(|outline| ZoneView { name, side, outline }));
        }
        zones
    }

    /// The zones a squad may still be placed in.
    fn zones_to_choose(&self, squad: SquadId) -> Vec<Zone> {
        match self.scenario.plan {
            Plan::Free => vec![self.zone_of(squad)],
            Plan::Hangar => self.zones_in_hangar(squad),
        }
    }
}

/// Blocks of neighbouring places for so many soldiers, one around each seed that has room: from
/// the nearest place outward, each in reach of one that is taken already.
fn blocks(free: &[Spot], seeds: &[Point], count: usize, reach: Length) -> Vec<Vec<Spot>> {
    let near = |a: &Spot, b: &Spot| a.at.distance_squared(b.at) <= reach.squared();
    let block = |seed: &Point| {
        // Only the nearest of many places are needed, so they are not all put in order.
        let ranked = free.iter().zip(0..).map(|(spot, n)| (spot.at.distance_squared(*seed), n));
        let mut rest: BinaryHeap<Reverse<(i64, usize)>> = ranked.map(Reverse).collect();
        let mut passed: Vec<Spot> = Vec::new();
        let mut block: Vec<Spot> = Vec::new();
        while block.len() < count {
            let linked =
                |spot: &Spot| block.is_empty() || block.iter().any(|taken| near(taken, spot));
            let mut next = passed.iter().position(linked).map(|n| passed.remove(n));
            while next.is_none() {
                let Reverse((_, n)) = rest.pop()?;
                if linked(&free[n]) { next = Some(free[n]) } else { passed.push(free[n]) }
            }
            block.extend(next);
        }
        Some(block)
    };
    seeds.iter().filter_map(block).collect()
}
