//! Leaving: contact with enemies (MUT-HTH-21 to 24), and the table (MUT-MOV-12).

use engine::{Clause, Cx, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::measure::Edge;
use tabletop::{Length, Spot};

use super::journey::Journey;
use crate::pending::Pending;
use crate::profile::Rule;
use crate::state::State;

impl State {
    /// A model leaves contact with active enemies: each hacks at it, and if none beats it, it
    /// makes one move (MUT-HTH-22).
    pub(super) fn disengage(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let cost = self.disengaging(model);
        self.spend(model, cost);
        if let Some(acting) = self.acting_mut(model) {
            acting.moves = acting.moves.saturating_add(1);
        }
        cx.cite(Clause("MUT-HTH-22"));
        cx.cite(Clause("MUT-G-05"));
        cx.say(|| Event::note(Clause("MUT-HTH-22"), format!("{} breaks away", self.name(model))));
        let mut enemies: SmallVec<[ModelId; 4]> = self.opponents(model).collect();
        enemies.sort_by_key(|m| self.gap(model, *m));
        if self.adjacent_enemies(model).any(|m| !self.is_active(m)) {
            cx.cite(Clause("MUT-HTH-25"));
            cx.cite(Clause("MUT-Q-20"));
        }
        self.pending.push(Pending::BreakAway { model });
        self.push_hacks(cx, model, &enemies, false, 0);
    }

    /// A model leaves contact after the hacks: one ordinary move (MUT-HTH-22, 24).
    pub fn break_away(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        if self.model(model).spot.is_none() || self.may_walk(model).is_err() {
            return Ok(());
        }
        cx.cite(Clause("MUT-HTH-24"));
        let paid = self.pace(model, 0).cost;
        let left = self.acting(model).map_or(0, |a| a.actions);
        let fly = self.has(model, Rule::Flying) && self.is_under_the_sky(self.spot(model));
        // Only one move is paid for; broken ground may cost a Short mover more.
        let purse = if fly { paid } else { paid.saturating_add(left) };
        // Whoever dares not go there goes somewhere else; the actions are paid for already.
        let journey = loop {
            let price = |journey: &Journey| journey.cost.saturating_sub(paid);
            let journey = self.ask_way(cx, model, (fly, purse), price)?;
            if self.is_willing(cx, model, &journey)? {
                break journey;
            }
        };
        self.spend(model, journey.cost.saturating_sub(paid));
        self.set_off(cx, model, &journey)
    }

    /// The nearest edge where a model can get off the table in one move (MUT-MOV-12).
    pub(super) fn edge_in_reach(&self, model: ModelId, purse: u8) -> Option<Edge> {
        let (at, farthest) = (self.spot(model).at, self.longest_move(model));
        let distance = |edge: &Edge| edge.distance(&self.table, at);
        let mut edges = Edge::ALL;
        edges.sort_by_key(distance);
        let near = edges.into_iter().filter(|edge| distance(edge) <= farthest);
        near.into_iter().find(|edge| self.way_off(model, *edge, purse).is_some())
    }

    /// The edge with the shortest way to it (MUT-G-20).
    pub(crate) fn nearest_edge(&self, spot: Spot) -> (Edge, Length) {
        let distance = |edge: Edge| edge.distance(&self.table, spot.at);
        let all = Edge::ALL.map(|edge| (edge, distance(edge)));
        let first = all[0];
        all.into_iter().fold(first, |best, next| if next.1 < best.1 { next } else { best })
    }

    fn way_off(&self, model: ModelId, edge: Edge, purse: u8) -> Option<Journey> {
        let start = self.spot(model);
        let (width, depth) = (self.table.width(), self.table.depth());
        let mut aim = start;
        match edge {
            Edge::South => aim.at.y = Length::ZERO,
            Edge::North => aim.at.y = depth,
            Edge::West => aim.at.x = Length::ZERO,
            Edge::East => aim.at.x = width,
        }
        let arrives = |journey: &Journey| journey.halt.is_none() && journey.end().at == aim.at;
        let walk = self.plan_walk(model, &[start, aim], purse).ok().filter(arrives);
        let flies = self.has(model, Rule::Flying) && self.is_under_the_sky(start);
        walk.or_else(|| {
            let flight = flies.then(|| self.plan_flight(model, &[start, aim], (purse, 1)).ok());
            flight.flatten().filter(arrives)
        })
    }

    /// A model walks off the table; it is out of this game (MUT-MOV-12, MUT-MOR-19).
    pub(super) fn leave_table(&mut self, cx: &mut Cx<'_>, model: ModelId, edge: Edge) -> Play<()> {
        let purse = self.acting(model).map_or(0, State::purse);
        let Some(journey) = self.way_off(model, edge, purse) else { return Ok(()) };
        self.pay_for(cx, model, &journey, false);
        cx.cite(Clause("MUT-MOR-19"));
        cx.cite(Clause("MUT-G-26"));
        self.run_off(cx, model, Clause("MUT-MOV-12"));
        Ok(())
    }
}
