//! Squads behind cover (OD6-MOR-22), and soldiers attacked across a barrier (OD6-CAS-12).

use engine::{ModelId, SideId};
use tabletop::{Body, Kind, measure};

use crate::state::{ADJACENT, Pace, SquadId, State};
use crate::terrain::is_narrow_water;

impl State {
    /// Whether a squad is behind cover, for its morale (OD6-MOR-22, OD6-Q-82): it has not moved,
    /// and half of it or more is in cover, or within an inch of cover, that lies between it and
    /// the nearest enemy squad in sight; where none is in sight, any enemy squad will do.
    pub fn is_behind_cover(&self, squad: SquadId) -> bool {
        let done = &self.squad(squad).done;
        let went = done.pace != Pace::Still || done.gave_way || self.has_charged(squad);
        if went || self.members(squad).any(|m| self.model(m).pace != Pace::Still) {
            return false;
        }
        let enemies = self.squads_against(self.squad(squad).side);
        let mut enemies: Vec<(SquadId, bool)> =
            enemies.map(|enemy| (enemy, self.shelters_from(squad, enemy))).collect();
        // Sight costs more than cover, and does not matter where it is the same for all of them.
        let sheltered = enemies.iter().filter(|(_, sheltered)| *sheltered).count();
        if sheltered == 0 || sheltered == enemies.len() {
            return sheltered > 0;
        }
        enemies.sort_by_key(|(enemy, _)| self.squads_apart(squad, *enemy));
        let nearest = enemies.iter().find(|(enemy, _)| self.squads_see(squad, *enemy));
        nearest.is_none_or(|(_, sheltered)| *sheltered)
    }

    /// The square of the distance between the nearest soldiers of two squads.
    fn squads_apart(&self, one: SquadId, other: SquadId) -> i64 {
        let apart = |a: ModelId| self.members(other).map(move |b| self.apart(a, b));
        self.members(one).flat_map(apart).min().unwrap_or(i64::MAX)
    }

    fn apart(&self, one: ModelId, other: ModelId) -> i64 {
        self.spot(one).at.distance_squared(self.spot(other).at)
    }

    fn squads_see(&self, one: SquadId, other: SquadId) -> bool {
        self.members(one).any(|a| self.members(other).any(|b| self.sees(a, b)))
    }

    /// Whether half of a squad or more has cover at hand against an enemy squad.
    fn shelters_from(&self, squad: SquadId, enemy: SquadId) -> bool {
        let sheltered = |m: &ModelId| {
            let nearest = self.members(enemy).min_by_key(|e| self.apart(*m, *e));
            nearest.is_some_and(|e| self.is_sheltered(&self.body(*m), &self.body(e), self.side(e)))
        };
        let count = self.members(squad).filter(sheltered).count();
        count > 0 && count * 2 >= self.head_count(squad)
    }

    /// Whether somebody is in cover, or within an inch of it, that lies between him and another.
    fn is_sheltered(&self, body: &Body, enemy: &Body, side: SideId) -> bool {
        let covers = self.covers(enemy, body, side);
        covers.iter().any(|c| self.is_at_hand(c.piece, body))
    }

    /// Whether a piece that covers somebody is around him or within an inch. Woods and scrub may
    /// be far away; everything else that covers him is at hand anyway.
    fn is_at_hand(&self, piece: tabletop::PieceId, body: &Body) -> bool {
        let mut grounds = self.table.grounds().iter().filter(|g| g.piece == piece).peekable();
        grounds.peek().is_none()
            || grounds.any(|g| measure::within_of_shape(body, &g.shape, ADJACENT))
    }

    /// Whether somebody at a place stands behind a barrier from an enemy who attacks him there
    /// (OD6-CAS-12, OD6-CHG-19): a wall or anything like it, wire, a door or window or narrow
    /// water between them, or a trench that only the defender is in.
    pub fn barrier_between(&self, defender: &Body, attacker: &Body) -> bool {
        let shelters = self.shelters(defender);
        let barrier = |s: &super::shelter::Shelter<'_>| {
            s.is_barrier() && s.is_line() && s.is_between(defender, attacker)
        };
        shelters.iter().any(barrier) || self.line_between(defender, attacker)
    }

    /// Barriers that are no cover: wire, and water so narrow that it is a line.
    fn line_between(&self, defender: &Body, attacker: &Body) -> bool {
        let (from, to) = (attacker.at(), defender.at());
        let near = |shape| measure::within_of_shape(defender, shape, ADJACENT);
        let wires = self.table.volumes().iter().filter(|v| v.kind == Kind::Wire);
        let waters = self.table.grounds().iter().filter(|g| {
            matches!(g.kind, Kind::Ford | Kind::Water) && is_narrow_water(self.table.piece(g.piece))
        });
        let shapes = wires.map(|v| &v.shape).chain(waters.map(|g| &g.shape));
        shapes.into_iter().any(|shape| near(shape) && shape.is_crossed_by(from, to))
    }
}
