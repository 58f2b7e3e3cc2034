//! Setting up: light, edges, groups on the table (KZ-FIG-15, KZ-X-28).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::measure::{self, Edge};
use tabletop::movement::{Mover, Trouble};
use tabletop::{Body, Extent, Length, Point, Polygon, Spot};

use crate::options::Light;
use crate::profile::{Character, Class, GroupId, Rank};
use crate::roster::Roster;
use crate::scenarios::Aim;
use crate::state::{Models, Phase, State};

/// How deep the strip along the own edge is (KZ-FIG-15).
const STRIP: Length = Length::inches(4);
/// How near to the leader everybody stands (KZ-FIG-15).
const NEAR_LEADER: Length = Length::inches(6);

/// Where a figure may be set up.
#[derive(Clone, Copy, Debug)]
struct Zone {
    edge: Edge,
    depth: Length,
    /// The leader, and how near to him.
    leader: Option<(Body, Length)>,
}

impl State {
    /// Light is diced for, then edges: the higher die picks, and the lower sets up first
    /// (KZ-X-28).
    pub fn choose_edges(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.announce(cx);
        self.light_up(cx)?;
        let players: SmallVec<[SideId; 4]> =
            self.sides().filter(|side| !self.forces[side.index()].automatic).collect();
        let Some(mut winner) = players.first().copied() else {
            self.phase = Phase::Start;
            return Ok(());
        };
        for side in &players[1..] {
            let need = |side: SideId| Need::d6(side, 1, "roll for edges");
            let (a, b) = cx.dice_off(need(winner), need(*side))?;
            if b > a {
                winner = *side;
            }
        }
        let mut order: SmallVec<[SideId; 4]> = SmallVec::from_slice(&[winner]);
        order.extend(players.iter().copied().filter(|side| *side != winner));
        let mut free: SmallVec<[Edge; 4]> = Edge::ALL.into_iter().collect();
        for (rank, side) in order.iter().enumerate() {
            let across = self.forces[winner.index()].edge.map(Edge::opposite);
            let edge = match across.filter(|_| rank == 1 && order.len() == 2) {
                Some(edge) => edge,
                None => {
                    let ask = Ask::new(*side, "edge", "Which edge is yours?", Clause("KZ-X-28"));
                    cx.choose(ask, &free, |e| Choice::new(format!("take the {} edge", e.name())))?
                }
            };
            free.retain(|e| *e != edge);
            self.forces[side.index()].edge = Some(edge);
            cx.say(|| {
                let text = format!("{side} has the {} edge", edge.name());
                Event::note(Clause("KZ-X-28"), text)
            });
        }
        order.reverse();
        self.choose_prize(cx, order[0])?;
        self.order = order;
        self.next = 0;
        self.lay_markers();
        self.phase = Phase::Deployment;
        Ok(())
    }

    /// Day or night for the whole game (KZ-X-28, KZ-Q-73).
    fn light_up(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.night = match self.agreed.light {
            Light::Day => false,
            Light::Night => true,
            Light::Rolled => cx.dice(Need::d6(SideId(0), 1, "light: 5 and 6 are night"))?[0] >= 5,
        };
        cx.say(|| {
            let text = if self.night { "It is night" } else { "It is day" };
            Event::note(Clause("KZ-X-28"), text)
        });
        Ok(())
    }

    /// In Snatch the side that did not pick its edge names the leader who is wanted (KZ-X-29).
    fn choose_prize(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        if self.scenario.goal != Aim::Snatch {
            return Ok(());
        }
        let own = |rank: Option<Rank>| -> Models {
            let fits = |m: &ModelId| {
                let who = self.who(*m);
                who.side == side && !who.is_vehicle() && rank.is_none_or(|r| who.rank == r)
            };
            self.ids().filter(fits).collect()
        };
        let leaders = own(Some(Rank::Leader));
        let wanted = if leaders.is_empty() { own(None) } else { leaders };
        let ask = Ask::new(side, "prize", "Who is wanted alive?", Clause("KZ-X-29"));
        let prize =
            cx.choose(ask, &wanted, |m| Choice::new(format!("name {}", self.name(*m))).about(*m))?;
        self.prize = Some(prize);
        cx.say(|| {
            let text = format!("{} is worth double alive", self.name(prize));
            Event::note(Clause("KZ-X-29"), text)
        });
        Ok(())
    }

    /// Tells who plays, and what with.
    fn announce(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        cx.say(|| Event::note(Clause("KZ-X-27"), format!("{} is played", self.scenario.name)));
        for side in self.sides() {
            let force = &self.forces[side.index()];
            let own = self.cast.iter().filter(|c| c.side == side);
            let points: i32 = own.clone().map(|c| c.points).sum();
            let text = match force.automatic {
                true => format!("{}: automatic", force.name),
                false => format!("{side} fields {}: {points} points", force.name),
            };
            cx.say(|| Event::note(Clause("KZ-FIG-14"), text));
            for who in own {
                crate::points::parts(who).iter().for_each(|(_, _, clause)| cx.cite(*clause));
                cite_limits(cx, who);
            }
            for breach in self.breaches(side) {
                cx.say(|| Event::note(Clause("KZ-X-26"), format!("{side}: {breach}")));
            }
        }
        for id in ["KZ-FIG-01", "KZ-T-12", "KZ-T-13", "KZ-T-14", "KZ-Q-19", "KZ-Q-20", "KZ-Q-34"] {
            cx.cite(Clause(id));
        }
    }

    /// The limits that a side's force breaks, which its players may have agreed to overlook.
    fn breaches(&self, side: SideId) -> Vec<String> {
        if self.forces[side.index()].automatic {
            return Vec::new();
        }
        let groups: SmallVec<[GroupId; 8]> = self.groups_of(side).collect();
        let place = |group: GroupId| groups.iter().position(|g| *g == group).unwrap_or(0);
        let own = self.cast.iter().filter(|who| who.side == side);
        let models =
            own.map(|who| Character { group: GroupId(place(who.group) as u8), ..who.clone() });
        let roster = Roster {
            name: self.forces[side.index()].name.to_string(),
            models: models.collect(),
            groups: groups.iter().map(|g| self.group(*g).name.to_string()).collect(),
        };
        roster.breaches(&self.agreed)
    }

    /// One side sets up one group, then the next side does (KZ-X-28).
    pub fn deploy(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if let Some(group) = self.acting {
            return self.deploy_next(cx, group);
        }
        let n = self.order.len();
        let waits = |side: SideId| -> SmallVec<[GroupId; 8]> {
            self.groups_of(side).filter(|g| !self.group(*g).placed).collect()
        };
        let mut places = (0..n).map(|i| (usize::from(self.next) + i) % n);
        let Some(place) = places.find(|i| !waits(self.order[*i]).is_empty()) else {
            self.phase = Phase::FirstOrders(0);
            return Ok(());
        };
        let side = self.order[place];
        let ask = Ask::new(side, "deploy", "Which group is set up next?", Clause("KZ-X-28"));
        let group = cx
            .choose(ask, &waits(side), |g| Choice::new(format!("place {}", self.group(*g).name)))?;
        self.next = ((place + 1) % n) as u8;
        self.acting = Some(group);
        Ok(())
    }

    /// The next figure of a group is set up, the leader first.
    fn deploy_next(&mut self, cx: &mut Cx<'_>, group: GroupId) -> Play<()> {
        let waits = |m: &ModelId| self.who(*m).group == group && self.model(*m).spot.is_none();
        let next = self.ids().filter(waits).min_by_key(|m| {
            let who = self.who(*m);
            (who.is_vehicle(), std::cmp::Reverse(who.rank), *m)
        });
        let Some(model) = next else {
            self.group_mut(group).placed = true;
            self.acting = None;
            return Ok(());
        };
        let spot = self.choose_place(cx, group, model)?;
        self.model_mut(model).spot = Some(spot);
        if let Some(edge) = self.forces[self.side(model).index()].edge {
            self.model_mut(model).facing = inward(edge);
        }
        cx.say(|| {
            let text = format!("{} is set up at {spot}", self.name(model));
            let deed = Deed::Moved { model, path: vec![spot] };
            Event::note(Clause("KZ-FIG-15"), text).deed(deed)
        });
        Ok(())
    }

    fn choose_place(&self, cx: &mut Cx<'_>, group: GroupId, model: ModelId) -> Play<Spot> {
        let side = self.side(model);
        let edge = self.forces[side.index()].edge.unwrap_or(Edge::South);
        let first = self.standing().find(|m| self.who(*m).group == group);
        let leader = first.map(|m| (self.body(m), NEAR_LEADER));
        let others: Vec<Body> = self.standing().map(|m| self.body(m)).collect();
        let zone = self.with_room(model, Zone { edge, depth: STRIP, leader }, &others);
        cx.cite(Clause("KZ-GEO-08"));
        cx.cite(Clause("KZ-GEO-07"));
        let ask = Ask::new(side, "deploy-place", "Where is it set up?", Clause("KZ-FIG-15"));
        let goals = || self.deployment_goals(model, zone, &others);
        let within = self.extent_of(zone);
        cx.place(ask.about(model), &[model], within, goals, |places| {
            let spot = places[0].1;
            self.fits(model, zone, spot, &others)?;
            Ok(spot)
        })
    }

    fn fits(&self, model: ModelId, zone: Zone, spot: Spot, others: &[Body]) -> Result<(), Refusal> {
        let body = self.body_at(model, spot);
        if !measure::in_edge_zone(&self.table, zone.edge, &body, zone.depth) {
            let why = format!(
                "the whole base must be within {} inches of the {} edge",
                zone.depth,
                zone.edge.name()
            );
            return Err(Refusal::new(Clause("KZ-FIG-15"), why));
        }
        if let Some((leader, near)) = zone.leader
            && !measure::within_3d(&body, &leader, near)
        {
            let why = format!("it must be within {near} inches of its leader");
            return Err(Refusal::new(Clause("KZ-FIG-15"), why));
        }
        let trouble =
            |t: Trouble| Refusal::new(Clause("KZ-GEO-08"), format!("it cannot stand there: {t}"));
        let mover =
            Mover { table: &self.table, changes: &self.changes, body, step: Length::ZERO, others };
        mover.stands(spot).map_err(trouble)
    }

    /// The zone, or where it is full, one that is deeper and wider until there is room.
    fn with_room(&self, model: ModelId, zone: Zone, others: &[Body]) -> Zone {
        let wider = |zone: &Zone| {
            let more = Length::inches(2);
            let leader = zone.leader.map(|(body, near)| (body, near + more));
            Some(Zone { depth: zone.depth + more, leader, ..*zone })
        };
        let mut zones = std::iter::successors(Some(zone), wider).take(48);
        let has_room = |zone: &Zone| {
            self.places(*zone, Length::cents(50))
                .any(|spot| self.fits(model, *zone, spot, others).is_ok())
        };
        zones.find(has_room).unwrap_or(zone)
    }

    fn extent_of(&self, zone: Zone) -> Extent {
        let all = self.table.extent();
        let (mut low, mut high) = (all.low, all.high);
        match zone.edge {
            Edge::South => high.y = low.y + zone.depth,
            Edge::North => low.y = high.y - zone.depth,
            Edge::West => high.x = low.x + zone.depth,
            Edge::East => low.x = high.x - zone.depth,
        }
        if let Some((leader, near)) = zone.leader {
            let reach = leader.base * 2 + near + Length::inches(2);
            let around = Extent { low: leader.at(), high: leader.at() }.grown(reach);
            low = Point::new(low.x.max(around.low.x), low.y.max(around.low.y));
            high = Point::new(high.x.min(around.high.x), high.y.min(around.high.y));
        }
        Extent { low, high }
    }

    /// The strip along an edge, for screens.
    pub fn strip(&self, edge: Edge) -> Option<Polygon> {
        let Extent { low, high } = self.extent_of(Zone { edge, depth: STRIP, leader: None });
        Polygon::rectangle(low, high).ok()
    }

    fn places(&self, zone: Zone, spacing: Length) -> impl Iterator<Item = Spot> + '_ {
        let points = engine::source::lattice(self.extent_of(zone), spacing);
        points.map(|at| at.at_height(self.table.ground_height(at)))
    }

    /// Groups spread along their edge, and stand as far forward as they may.
    fn deployment_goals(&self, model: ModelId, zone: Zone, others: &[Body]) -> Vec<Goal> {
        let group = self.who(model).group;
        let own: SmallVec<[GroupId; 8]> = self.groups_of(self.side(model)).collect();
        let place = own.iter().position(|g| *g == group).unwrap_or(0) as i32;
        let slots = own.len() as i32 + 1;
        let (width, depth) = (self.table.width(), self.table.depth());
        let along = |length: Length| length / slots * (place + 1);
        let middle = match zone.edge {
            Edge::South | Edge::North => Point::new(along(width), depth / 2),
            Edge::West | Edge::East => Point::new(width / 2, along(depth)),
        };
        let merit = |spot: Spot| -(spot.at.distance(middle).um() / 10_000);
        let fit = self.places(zone, Length::cents(50));
        fit.filter(|spot| self.fits(model, zone, *spot, others).is_ok())
            .map(|spot| Goal { spot, merit: merit(spot) })
            .collect()
    }
}

/// The direction away from an edge.
fn inward(edge: Edge) -> tabletop::Vector {
    match edge {
        Edge::South => tabletop::Vector::new(0, 1),
        Edge::North => tabletop::Vector::new(0, -1),
        Edge::West => tabletop::Vector::new(1, 0),
        Edge::East => tabletop::Vector::new(-1, 0),
    }
}

/// Notes the rules that say what a figure may be and carry.
fn cite_limits(cx: &mut Cx<'_>, who: &Character) {
    let old =
        who.guns.iter().any(|gun| gun.get().old) || who.hands.iter().any(|hand| hand.get().old);
    let gang = matches!(who.class, Class::Scavenger | Class::Savage);
    let rules: [(bool, &[&'static str]); 9] = [
        (true, &["KZ-Q-35", "KZ-X-26"]),
        (!who.stock.is_empty(), &["KZ-AREA-06", "KZ-Q-70"]),
        (who.is_hero(), &["KZ-FIG-05", "KZ-X-36"]),
        (gang, &["KZ-Q-25"]),
        (who.class == Class::Trooper, &["KZ-Q-26"]),
        (old, &["KZ-OLD-01", "KZ-OLD-02", "KZ-Q-41", "KZ-T-15", "KZ-X-35"]),
        (who.stealth, &["KZ-Q-55"]),
        (who.is_cyborg(), &["KZ-Q-71"]),
        (who.headset, &["KZ-FIG-12"]),
    ];
    let apply = rules.iter().filter(|(so, _)| *so).flat_map(|(_, ids)| ids.iter());
    apply.for_each(|id| cx.cite(Clause(id)));
}
