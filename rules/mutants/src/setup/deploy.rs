//! Deployment: the defender first, then the attackers, each within its zone (MUT-TRN-03).

use engine::question::Goal;
use engine::source::lattice;
use engine::view::ZoneView;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use tabletop::measure::{self, Edge};
use tabletop::{Body, Extent, Kind, Length, Point, Polygon, Spot, Table};

use super::Phase;
use crate::gear::Stick;
use crate::options::DeepWater;
use crate::profile::Rule;
use crate::scenarios::{Edges, Scenario};
use crate::state::State;

/// Where a side deploys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Within some distance of one of some edges.
    Edges(Edges, Length),
    /// At least some distance from every edge.
    Inside(Length),
}

impl Zone {
    /// Whether a base on the table is in the zone: distances are measured to the base
    /// (MUT-G-01).
    pub fn holds(&self, table: &Table, body: &Body) -> bool {
        let gap = |edge: Edge| edge.distance(table, body.at()) - body.base;
        measure::on_table(table, body)
            && match self {
                Zone::Edges(edges, depth) => edges.iter().any(|edge| gap(*edge) <= *depth),
                Zone::Inside(margin) => Edge::ALL.into_iter().all(|edge| gap(edge) >= *margin),
            }
    }

    /// The boxes it is made of.
    fn boxes(&self, table: &Table) -> Vec<Extent> {
        let all = table.extent();
        match self {
            Zone::Edges(edges, depth) => edges.iter().map(|e| strip(all, *e, *depth)).collect(),
            Zone::Inside(margin) => {
                let inner = all.grown(-*margin);
                let sound = inner.low.x <= inner.high.x && inner.low.y <= inner.high.y;
                vec![if sound { inner } else { all }]
            }
        }
    }

    /// In words.
    fn words(&self) -> String {
        match self {
            Zone::Edges(edges, depth) => {
                let names: Vec<&str> = edges.iter().map(|edge| edge.name()).collect();
                format!("within {depth} inches of the {} edge", names.join(" or "))
            }
            Zone::Inside(margin) => format!("at least {margin} inches from every edge"),
        }
    }

    /// The same zone, an inch larger.
    fn widened(&self) -> Zone {
        let inch = Length::inches(1);
        match self {
            Zone::Edges(edges, depth) => Zone::Edges(edges.clone(), *depth + inch),
            Zone::Inside(margin) => Zone::Inside((*margin - inch).max(Length::ZERO)),
        }
    }
}

/// The strip along an edge.
fn strip(all: Extent, edge: Edge, depth: Length) -> Extent {
    let Extent { mut low, mut high } = all;
    match edge {
        Edge::South => high.y = (low.y + depth).min(all.high.y),
        Edge::North => low.y = (high.y - depth).max(all.low.y),
        Edge::West => high.x = (low.x + depth).min(all.high.x),
        Edge::East => low.x = (high.x - depth).max(all.low.x),
    }
    Extent { low, high }
}

impl State {
    /// Where a side deploys; none before it has chosen (MUT-TRN-03, MUT-SCN-10, MUT-SCN-15).
    pub fn zone_of(&self, side: SideId) -> Option<Zone> {
        let short = self.stick(Stick::Short);
        let defends = self.mission.defender == Some(side);
        let edges = self.mission.edges.get(side.index())?.clone();
        match (self.mission.scenario, edges.first()) {
            (Scenario::Orchard, _) if defends => Some(Zone::Inside(self.stick(Stick::Long))),
            (_, None) => None,
            (Scenario::Water, Some(edge)) if defends => {
                let depth = self.depth_to_obstacles(*edge);
                Some(Zone::Edges(edges, depth))
            }
            (_, Some(_)) => Some(Zone::Edges(edges, short)),
        }
    }

    /// Zones for screens, as long as anybody deploys.
    pub fn zones(&self) -> Vec<ZoneView> {
        let deploying = matches!(self.phase, Phase::Edges | Phase::Readying(_) | Phase::Deployment);
        let sides = self.sides().filter(|_| deploying);
        let zones = sides.filter_map(|side| Some((side, self.zone_of(side)?)));
        let boxes = zones.flat_map(|(side, zone)| {
            let boxes = zone.boxes(&self.table);
            boxes.into_iter().map(move |extent| (side, extent))
        });
        boxes
            .filter_map(|(side, extent)| {
                let outline = Polygon::rectangle(extent.low, extent.high).ok()?;
                Some(ZoneView { name: format!("{side} deploys"), side: Some(side), outline })
            })
            .collect()
    }

    fn deploy_clause(&self, side: SideId) -> Clause {
        let defends = self.mission.defender == Some(side);
        Clause(match self.mission.scenario {
            Scenario::Water if defends => "MUT-SCN-10",
            Scenario::Orchard => "MUT-SCN-15",
            Scenario::Hunt => "MUT-SCN-30",
            _ => "MUT-TRN-03",
        })
    }

    /// The next model is placed: all of the defender's, then the attackers' (MUT-TRN-03).
    pub(super) fn deploy(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let waits = |m: &ModelId, side: SideId| {
            let model = self.model(*m);
            self.own_side(*m) == side && model.spot.is_none() && model.fate.is_none()
        };
        let next = self
            .order
            .iter()
            .find_map(|side| self.ids().find(|m| waits(m, *side)).map(|model| (*side, model)));
        let Some((side, model)) = next else {
            self.phase = Phase::FirstTurn;
            return Ok(());
        };
        let clause = self.deploy_clause(side);
        cx.cite(clause);
        let Some(zone) = self.zone_of(side) else {
            return self.choose_many_edges(cx, side, clause);
        };
        if self.deploy_lurker(cx, model)? {
            return Ok(());
        }
        let spot = self.choose_place(cx, (side, model), zone, clause)?;
        self.model_mut(model).spot = Some(spot);
        cx.say(|| {
            let text = format!("{} is placed at {spot}", self.name(model));
            Event::note(clause, text).deed(Deed::Moved { model, path: vec![spot] })
        });
        self.touch_counters(cx, model);
        // Nobody fights before the first turn: those who meet only see each other.
        self.pending.clear();
        Ok(())
    }

    /// In the Orchard an attacker may come from several sides at once (MUT-SCN-15).
    fn choose_many_edges(&mut self, cx: &mut Cx<'_>, side: SideId, clause: Clause) -> Play<()> {
        let ask = Ask::new(side, "edges", "From which sides do you enter?", clause);
        let edges = cx.choose_some(ask, &Edge::ALL, (1, Edge::ALL.len()), |edge| {
            Choice::new(format!("enter from the {}", edge.name()))
        })?;
        self.enter_from(cx, side, &edges, clause);
        Ok(())
    }

    fn choose_place(
        &self,
        cx: &mut Cx<'_>,
        (side, model): (SideId, ModelId),
        zone: Zone,
        clause: Clause,
    ) -> Play<Spot> {
        let zone = self.with_room(cx, model, zone, clause);
        cx.cite(Clause("MUT-G-01"));
        let ask = Ask::new(side, "deploy-place", "Where is it placed?", clause).about(model);
        let goals = || self.deployment_goals(model, &zone);
        let base = self.body_at(model, Spot::default()).base;
        let boxes = zone.boxes(&self.table);
        let corners: Vec<Point> = boxes.iter().flat_map(|e| [e.low, e.high]).collect();
        let table = self.table.extent();
        // A base in the zone may have its middle just beyond it.
        let within = Extent::around(&corners).map_or(table, |e| e.grown(base));
        cx.place(ask, &[model], within, goals, |places| {
            let spot = places[0].1;
            if !zone.holds(&self.table, &self.body_at(model, spot)) {
                let why = format!("it must be placed {}", zone.words());
                return Err(Refusal::new(clause, why));
            }
            self.may_stand_at(model, spot)?;
            Ok(spot)
        })
    }

    /// Whether a model can be set up somewhere: on free, level ground, not in deep water, and on
    /// no counter. What is under a counter makes no difference.
    pub fn may_stand_at(&self, model: ModelId, spot: Spot) -> Result<(), Refusal> {
        let body = self.body_at(model, spot);
        let taken = self.mission.dummies.iter().any(|dummy| {
            let other = self.body_at(dummy.of, dummy.spot);
            let level = body.feet() < other.head() && other.feet() < body.head();
            let reach = (body.base + other.base).squared();
            level && body.at().distance_squared(other.at()) < reach
        });
        if taken || !measure::on_table(&self.table, &body) || !self.has_room(model, spot) {
            return Err(Refusal::new(Clause("MUT-G-04"), "it cannot stand there"));
        }
        let swims = self.has(model, Rule::Amphibious) || self.has(model, Rule::Flying);
        let deep = self.agreed.deep_water == DeepWater::On && !swims;
        let is_on = |fits: fn(Kind) -> bool| {
            self.table.grounds_at(spot.at, spot.z).any(|ground| fits(ground.kind))
        };
        let dry = |kind: Kind| matches!(kind, Kind::Ford | Kind::Open);
        match deep && is_on(|kind| kind == Kind::Water) && !is_on(dry) {
            true => Err(Refusal::new(Clause("MUT-Q-71"), "the water is too deep")),
            false => Ok(()),
        }
    }

    fn has_place(&self, model: ModelId, zone: &Zone) -> bool {
        let places = zone.boxes(&self.table).into_iter();
        places.flat_map(|extent| lattice(extent, Length::cents(25))).any(|at| {
            let spot = at.at_height(self.table.ground_height(at));
            zone.holds(&self.table, &self.body_at(model, spot))
                && self.may_stand_at(model, spot).is_ok()
        })
    }

    /// The zone, or where it is full, the zone made larger inch by inch until there is room.
    fn with_room(&self, cx: &mut Cx<'_>, model: ModelId, zone: Zone, clause: Clause) -> Zone {
        if self.has_place(model, &zone) {
            return zone;
        }
        let mut larger = std::iter::successors(Some(zone.widened()), |z| Some(z.widened()));
        let found = larger.by_ref().take(96).find(|z| self.has_place(model, z));
        cx.say(|| {
            let text = format!("There is no room left for {}: its zone grows", self.name(model));
            Event::note(clause, text)
        });
        found.unwrap_or(zone)
    }

    /// Places in a line along the edge, or around the middle of the table, the best first.
    fn deployment_goals(&self, model: ModelId, zone: &Zone) -> Vec<Goal> {
        let middle = Point::new(self.table.width() / 2, self.table.depth() / 2);
        let base = self.body_at(model, Spot::default()).base;
        let boxes = zone.boxes(&self.table).into_iter();
        let points = boxes.flat_map(|extent| {
            let inner = extent.grown(-base);
            let sound = inner.low.x <= inner.high.x && inner.low.y <= inner.high.y;
            lattice(if sound { inner } else { extent }, Length::cents(50))
        });
        points
            .map(|at| Goal {
                spot: at.at_height(self.table.ground_height(at)),
                merit: -(at.distance(middle).um() / 10_000),
            })
            .collect()
    }
}
