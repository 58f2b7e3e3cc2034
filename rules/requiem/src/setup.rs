//! Chapter 3: laying the terrain, choosing sides, deploying.

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId, laying};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::measure::{Corner, Edge};
use tabletop::movement::{Mover, Trouble};
use tabletop::{Body, Fixed, Length, Piece, Point, Sketch, Spot, Table, Zone};

use crate::scenarios::{Deploy, First, Victory, ZoneKind, objective};
use crate::state::{Phase, State, body_at};

/// Terrain that is being laid by the players (REQ-SET-08, 09).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Laying {
    /// Large things still to be placed; each is one or more pieces that belong together.
    large: Vec<Vec<Piece>>,
    /// Scatter still to be placed by each side.
    scatter: Vec<Vec<Vec<Piece>>>,
    /// What has been placed.
    placed: Vec<Piece>,
    /// Whether the first piece has been diced for.
    started: bool,
    /// How many sides in a row wanted no more (REQ-SCEN-03).
    content: u8,
}

/// Things whose length and width come to this much are large; the rest is scatter (REQ-Q-76).
const LARGE: Length = Length::inches(6);
/// How far apart things have to be placed, so that a model can pass (REQ-Q-76).
const ROOM: Length = Length::cents(150);

impl Laying {
    /// The pieces of a table, taken off it again to be laid by the players.
    pub fn of(sketch: &Sketch, sides: usize) -> Laying {
        let mut large = Vec::new();
        let mut scatter: Vec<Vec<Vec<Piece>>> = vec![Vec::new(); sides];
        let mut dealt = 0;
        for group in laying::things(&sketch.pieces) {
            let Some(extent) = laying::extent_of(&group) else { continue };
            let size = (extent.high.x - extent.low.x) + (extent.high.y - extent.low.y);
            if size >= LARGE {
                large.push(group);
            } else {
                // Scatter is split evenly (REQ-SET-09).
                scatter[dealt % sides.max(1)].push(group);
                dealt += 1;
            }
        }
        Laying { large, scatter, placed: Vec::new(), started: false, content: 0 }
    }

    /// How many large things are still to be placed.
    pub fn large_things(&self) -> usize {
        self.large.len()
    }

    /// The rule under which the next thing is placed: large ones first, then scatter.
    fn clause(&self) -> Clause {
        Clause(if self.large.is_empty() { "REQ-SET-09" } else { "REQ-SET-08" })
    }

    fn remaining(&self, side: SideId) -> &[Vec<Piece>] {
        if self.large.is_empty() { &self.scatter[side.index()] } else { &self.large }
    }
}

impl State {
    /// One side places one thing. The winner of a roll-off starts, then sides alternate until
    /// the large things are down; then each places its own scatter (REQ-SET-08, 09). In the
    /// printed scenarios they stop when nobody wants more (REQ-SCEN-03).
    pub fn lay_terrain(&mut self, cx: &mut Cx<'_>, laying: &Laying) -> Play<()> {
        let mut laying = laying.clone();
        cx.cite(Clause("REQ-SET-10"));
        if !laying.started {
            cx.cite(Clause("REQ-SET-08"));
            self.order = self.rank(cx, &self.all_sides(), "rolls to place terrain")?;
            self.turn = 0;
            laying.started = true;
        }
        let n = self.order.len();
        let turn = usize::from(self.turn);
        let mut waiting = (0..n).map(|i| (turn + i) % n);
        let next = waiting.find(|i| !laying.remaining(self.order[*i]).is_empty());
        let all_content = usize::from(laying.content) >= n;
        let Some(next) = next.filter(|_| !all_content) else {
            return self.finish_terrain(laying);
        };
        let side = self.order[next];
        match self.choose_thing(cx, side, &laying)? {
            Some(index) => {
                self.lay_thing(cx, side, index, &mut laying)?;
                laying.content = 0;
            }
            None => {
                laying.content += 1;
                cx.say(|| {
                    Event::note(Clause("REQ-SCEN-03"), format!("{side} wants no more terrain"))
                });
            }
        }
        self.turn = ((next + 1) % n) as u8;
        self.phase = Phase::Terrain(laying);
        Ok(())
    }

    fn lay_thing(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        index: usize,
        laying: &mut Laying,
    ) -> Play<()> {
        let clause = laying.clause();
        let thing = laying.remaining(side)[index].clone();
        let placed = self.place_thing(cx, side, &thing, laying)?;
        cx.say(|| {
            let verb = if placed.is_empty() { "finds no room for" } else { "places" };
            Event::note(clause, format!("{side} {verb} {}", thing[0].name))
        });
        match laying.large.is_empty() {
            true => drop(laying.scatter[side.index()].remove(index)),
            false => drop(laying.large.remove(index)),
        }
        laying.placed.extend(placed);
        Ok(())
    }

    fn all_sides(&self) -> SmallVec<[SideId; 4]> {
        (0..self.bands.len()).map(|i| SideId(i as u8)).collect()
    }

    /// What a side places next; nothing where it may have had enough, and has.
    fn choose_thing(&self, cx: &mut Cx<'_>, side: SideId, laying: &Laying) -> Play<Option<usize>> {
        let things = laying.remaining(side);
        let mut options: Vec<Option<usize>> = (0..things.len()).map(Some).collect();
        if self.scenario.is_printed() {
            options.push(None);
        }
        let ask = Ask::new(side, "terrain", "Which piece is placed next?", laying.clause());
        cx.choose(ask, &options, |option| match option {
            Some(i) => {
                let first = &things[*i][0];
                Choice::new(format!("place {}", first.name)).detail(first.kind.name())
            }
            None => Choice::new("no more").declining().detail("over once nobody wants more"),
        })
    }

    /// Where a thing goes and how it is turned. Where nothing fits any more it is left out.
    fn place_thing(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        thing: &[Piece],
        laying: &Laying,
    ) -> Play<Vec<Piece>> {
        let turn = Ask::new(side, "terrain-turn", "How is it turned?", Clause("REQ-Q-76"));
        let place = Ask::new(side, "terrain-place", "Where does it go?", laying.clause());
        let within = self.table.extent();
        let placed =
            laying::lay(cx, (turn, place), thing, within, |lies| fits(lies, &laying.placed))?;
        if placed.is_empty() {
            cx.cite(Clause("REQ-Q-76"));
        }
        Ok(placed)
    }

    fn finish_terrain(&mut self, laying: Laying) -> Play<()> {
        let sketch = Sketch { pieces: laying.placed, ..self.table.sketch().clone() };
        // Every piece was on a sound table before and was only moved.
        if let Ok(table) = Table::new(sketch) {
            self.table = Fixed::new(table);
        }
        self.lay_marker();
        self.phase = Phase::Sides;
        Ok(())
    }

    /// The objective lies in the middle (REQ-SCEN-06).
    pub fn lay_marker(&mut self) {
        self.changes.markers.clear();
        if self.scenario.victory == Victory::Claim {
            self.changes.markers.push(objective(&self.table));
        }
    }

    /// A roll-off: the winner picks an edge or corner, the other takes the opposite one
    /// (REQ-SET-11, 13; REQ-SCEN-07, 11).
    pub fn choose_sides(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.announce(cx);
        cx.cite(Clause(if self.scenario.is_printed() { "REQ-SET-14" } else { "REQ-SET-13" }));
        let order = self.rank(cx, &self.all_sides(), "rolls for sides")?;
        let depth = Length::inches(self.scenario.zone.depth);
        let zones: SmallVec<[Zone; 4]> = match self.scenario.zone.kind {
            ZoneKind::Edge => Edge::ALL.iter().map(|e| Zone::Edge(*e, depth)).collect(),
            ZoneKind::Corner => Corner::ALL.iter().map(|c| Zone::Corner(*c, depth)).collect(),
        };
        let mut free = zones;
        for (rank, side) in order.iter().enumerate() {
            let zone = if rank == 1 && order.len() == 2 {
                self.zone(order[0]).unwrap_or(free[0]).opposite()
            } else {
                let clause = self.zone_clause();
                let ask = Ask::new(*side, "side", "Where does your band deploy?", clause);
                cx.choose(ask, &free, |z| Choice::new(format!("take {}", z.name())))?
            };
            free.retain(|z| *z != zone);
            self.bands[side.index()].zone = Some(zone);
            let clause = self.zone_clause();
            cx.say(|| Event::note(clause, format!("{side} deploys at {}", zone.name())));
        }
        self.order = order;
        if self.scenario.first == First::Loser {
            self.order.reverse();
        }
        self.turn = 0;
        self.phase = Phase::Deployment;
        Ok(())
    }

    fn zone_clause(&self) -> Clause {
        match (self.scenario.zone.kind, self.scenario.deploy) {
            (ZoneKind::Corner, _) => Clause("REQ-SCEN-07"),
            (ZoneKind::Edge, Deploy::Alternate) => Clause("REQ-SCEN-11"),
            (ZoneKind::Edge, Deploy::All) => Clause("REQ-SET-11"),
        }
    }

    fn zone(&self, side: SideId) -> Option<Zone> {
        self.bands[side.index()].zone
    }

    fn undeployed(&self, side: SideId) -> SmallVec<[ModelId; 8]> {
        let waiting = |m: &ModelId| self.side(*m) == side && self.model(*m).spot.is_none();
        self.ids().filter(waiting).collect()
    }

    /// One model is placed whole within its band's zone. Bands alternate, or one deploys after
    /// the other (REQ-SET-12, 14; REQ-Q-41, 42).
    pub fn deploy(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let n = self.order.len();
        let turn = usize::from(self.turn);
        let mut waiting = (0..n).map(|i| (turn + i) % n);
        let next = waiting.find(|i| !self.undeployed(self.order[*i]).is_empty());
        let Some(next) = next else {
            self.phase = Phase::RoundStart;
            return Ok(());
        };
        let side = self.order[next];
        self.cite_deployment(cx, next);
        let clause = self.zone_clause();
        let ask = Ask::new(side, "deploy", "Which model is placed next?", clause);
        let model = cx.choose(ask, &self.undeployed(side), |m| {
            Choice::new(format!("place {}", self.name(*m))).about(*m)
        })?;
        let spot = self.choose_place(cx, side, model, clause)?;
        self.model_mut(model).spot = Some(spot);
        cx.say(|| {
            let text = format!("{} is placed at {spot}", self.name(model));
            Event::note(clause, text).deed(Deed::Moved { model, path: vec![spot] })
        });
        self.turn = match self.scenario.deploy {
            Deploy::Alternate => ((next + 1) % n) as u8,
            Deploy::All => next as u8,
        };
        Ok(())
    }

    /// Notes which rules of deployment are at work when the side of this rank places a model.
    fn cite_deployment(&self, cx: &mut Cx<'_>, rank: usize) {
        match self.scenario.deploy {
            Deploy::All => cx.cite(Clause("REQ-SET-12")),
            Deploy::Alternate => {
                cx.cite(Clause("REQ-SET-14"));
                cx.cite(Clause("REQ-Q-41"));
                if rank != usize::from(self.turn) {
                    // The others have nobody left to place.
                    cx.cite(Clause("REQ-Q-42"));
                }
            }
        }
        if self.scenario.zone.kind == ZoneKind::Corner {
            cx.cite(Clause("REQ-Q-43"));
        }
    }

    fn choose_place(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        model: ModelId,
        clause: Clause,
    ) -> Play<Spot> {
        let Some(own) = self.zone(side) else { return Ok(Spot::default()) };
        let others: Vec<Body> = self.standing().map(|m| self.body(m)).collect();
        let zone = self.with_room(own, &others);
        if zone != own {
            cx.cite(Clause("REQ-Q-75"));
        }
        let ask = Ask::new(side, "deploy-place", "Where is it placed?", clause).about(model);
        let goals = || self.deployment_goals(zone, &others);
        cx.place(ask, &[model], zone.extent(&self.table), goals, |places| {
            let spot = places[0].1;
            // A base is in the zone as a whole (REQ-GEO-12, REQ-Q-43).
            if !zone.holds(&self.table, &body_at(spot)) {
                let why = format!(
                    "the whole base must be within {} inches of {}",
                    zone.depth(),
                    zone.name()
                );
                return Err(Refusal::new(clause, why));
            }
            let trouble =
                |t| Refusal::new(Clause("REQ-GEO-12"), format!("it cannot stand there: {t}"));
            self.deployable(spot, &others).map_err(trouble)?;
            Ok(spot)
        })
    }

    fn deployable(&self, spot: Spot, others: &[Body]) -> Result<(), Trouble> {
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: body_at(spot),
            step: Length::ZERO,
            others,
        };
        mover.stands(spot)
    }

    /// The zone, or where it is full, the zone made deeper inch by inch until there is room
    /// (REQ-Q-75).
    fn with_room(&self, zone: Zone, others: &[Body]) -> Zone {
        let has_room =
            |zone: Zone| self.free_places(zone, others, Length::cents(25)).next().is_some();
        let mut zones = std::iter::successors(Some(zone), |zone| Some(zone.deeper())).take(96);
        zones.find(|z| has_room(*z)).unwrap_or(zone)
    }

    /// Places of a zone where somebody could be placed.
    fn free_places<'a>(
        &'a self,
        zone: Zone,
        others: &'a [Body],
        spacing: Length,
    ) -> impl Iterator<Item = Spot> + 'a {
        let points = engine::source::lattice(zone.extent(&self.table), spacing);
        let spots = points.map(|at| at.at_height(self.table.ground_height(at)));
        spots.filter(move |spot| {
            zone.holds(&self.table, &body_at(*spot)) && self.deployable(*spot, others).is_ok()
        })
    }

    /// Places toward the middle of the table first.
    fn deployment_goals(&self, zone: Zone, others: &[Body]) -> Vec<Goal> {
        let middle = Point::new(self.table.width() / 2, self.table.depth() / 2);
        let merit = |spot: Spot| -(spot.at.distance(middle).um() / 10_000);
        let places = self.free_places(zone, others, Length::cents(50));
        places.map(|spot| Goal { spot, merit: merit(spot) }).collect()
    }
}

/// Whether a thing that would lie here leaves enough room around it (REQ-Q-76).
fn fits(thing: &[Piece], placed: &[Piece]) -> Result<(), Refusal> {
    let own = laying::extent_of(thing);
    let meets =
        |p: &&Piece| own.zip(p.extent()).is_some_and(|(own, other)| other.grown(ROOM).meets(&own));
    match placed.iter().find(meets) {
        None => Ok(()),
        Some(other) => {
            let why = format!("it is less than {ROOM} inches from {}", other.name);
            Err(Refusal::new(Clause("REQ-Q-76"), why))
        }
    }
}
