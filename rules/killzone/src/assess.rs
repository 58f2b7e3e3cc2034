//! How the sides stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a force was worth at the start.

mod threat;

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use smallvec::SmallVec;
use tabletop::Length;

use crate::profile::Order;
use crate::scenarios::GROUND;
use crate::state::{Fate, Phase, State};
use threat::SURE;

/// How far away things stop to matter.
const FAR: Length = Length::inches(48);
/// For how many turns ground that is held now is likely to stay so.
const HELD_FOR: i32 = 3;
/// The go of a group counts for more than those of all its figures.
const MOST_FIGURES: u32 = 1_000;
/// Orders count for more than all goes of a turn.
const ORDERS: u32 = 1_000_000;

impl State {
    /// How far the game has come: so many goes of this turn are over.
    pub fn clock(&self) -> Clock {
        let placed = self.models.iter().filter(|m| m.spot.is_some()).count();
        let acted = self.models.iter().filter(|m| m.acted).count();
        match self.phase {
            Phase::Edges | Phase::Deployment => Clock::new(0, placed as u32),
            Phase::FirstOrders(number) => Clock::new(0, ORDERS + u32::from(number)),
            Phase::Wishes(number) => Clock::new(self.turn, ORDERS + u32::from(number)),
            Phase::Changes | Phase::End => Clock::new(self.turn, 2 * ORDERS),
            Phase::Start | Phase::Initiative | Phase::Action => {
                let groups = self.group_ids().filter(|g| self.group(*g).acted).count();
                Clock::new(self.turn, groups as u32 * MOST_FIGURES + acted as u32)
            }
        }
    }

    /// How each side stands.
    pub fn assess(&self) -> Assessment {
        self.sides().map(|side| self.assets(side)).collect()
    }

    fn assets(&self, side: SideId) -> Assets {
        let own = self.cast.iter().filter(|c| c.side == side);
        let whole: i32 = own.map(|c| c.points).sum();
        let share = |points: i32| points * 1_000 / whole.max(1);
        let figures = || self.figures_of(side);
        let peril = share(self.peril(side));
        Assets {
            material: share(self.saved(side) + figures().map(|m| self.worth(m)).sum::<i32>()),
            objectives: self.prospects(side),
            danger: peril * 3 / 2,
            position: share(figures().map(|m| self.nearness(m)).sum()),
            morale: -share(self.risk_of_confusion(side)),
            tempo: 0,
        }
    }

    /// What those are worth who got away; they are not lost.
    fn saved(&self, side: SideId) -> i32 {
        let away = |m: &ModelId| self.model(*m).fate == Some(Fate::Escaped);
        let own = self.ids().filter(|m| self.side(*m) == side).filter(away);
        own.map(|m| self.who(m).points).sum()
    }

    /// What a figure is worth as it is.
    fn worth(&self, model: ModelId) -> i32 {
        let points = self.who(model).points;
        let m = self.model(model);
        match (m.captor.is_some(), m.suppressed) {
            (true, _) => 0,
            (false, true) => points * 4 / 5,
            (false, false) => points,
        }
    }

    /// What a side must expect to lose: each enemy goes for the one it gains most by. Whoever is
    /// lost counts twice, as a loss and as the enemy's score, but not everything comes to pass.
    fn peril(&self, side: SideId) -> i32 {
        let own: SmallVec<[ModelId; 16]> =
            self.figures_of(side).filter(|m| self.model(*m).captor.is_none()).collect();
        let mut lost: SmallVec<[i32; 16]> = SmallVec::from_elem(0, own.len());
        let enemies = self.figures().filter(|m| self.side(*m) != side && self.is_able(*m));
        for enemy in enemies {
            let loss = |m: ModelId| self.who(m).points * self.threat(enemy, m) / SURE;
            let losses = own.iter().enumerate().map(|(i, m)| (loss(*m), i));
            // Whoever is as good as dead is not worth another bullet.
            let left = |(by, i): (i32, usize)| (by.min(self.who(own[i]).points - lost[i]), i);
            if let Some((by, i)) = losses.map(left).max_by_key(|(by, i)| (*by, !*i)) {
                lost[i] += by;
            }
        }
        lost.iter().sum()
    }

    /// What may be lost where a group that is given a new order throws too little (KZ-CMD-07).
    fn risk_of_confusion(&self, side: SideId) -> i32 {
        let waits = |g: &crate::profile::GroupId| {
            let wishes = self.free_members(*g).any(|m| self.model(m).wish.is_some());
            wishes && !self.group(*g).passed && self.phase != Phase::Start
        };
        let risk = |g: crate::profile::GroupId| {
            let calm = !self.members(g).any(|m| self.model(m).suppressed);
            let bonus =
                2 * i32::from(self.leader(g).is_some()) + i32::from(self.sub_leader(g).is_some());
            let hero = self.free_members(g).any(|m| self.who(m).is_hero());
            let confused = |face: &i32| face * if calm { 2 } else { 1 } + bonus <= 2;
            let faces = if hero { 0 } else { (1..=6).filter(confused).count() as i32 };
            let points: i32 = self.free_members(g).map(|m| self.who(m).points).sum();
            points * faces / 18
        };
        match self.phase {
            Phase::Wishes(_) | Phase::Changes => self.groups_of(side).filter(waits).map(risk).sum(),
            _ => 0,
        }
    }

    /// What a figure's place is worth: near enough to be of use, near to what is to be held.
    fn nearness(&self, model: ModelId) -> i32 {
        let who = self.who(model);
        let here = self.spot(model).at;
        let order = self.coming_order(model);
        let range = who.guns.iter().map(|gun| self.range_of(model, *gun)).max();
        let range = range.unwrap_or(Length::ZERO).min(Length::inches(20));
        let range = if order == Order::Assault { Length::ZERO } else { range };
        let side = who.side;
        let enemies = self.figures().filter(|m| self.side(*m) != side);
        let nearest = enemies.map(|m| self.spot(m).at).min_by_key(|at| at.distance_squared(here));
        let mut away = nearest.map_or(FAR, |at| (at.distance(here) - range).max(Length::ZERO));
        let markers = self.changes.markers.iter().map(|marker| marker.spot.at);
        if let Some(goal) = markers.min_by_key(|at| at.distance_squared(here)) {
            away = (away + goal.distance(here) * 3) / 4;
        }
        if let Some(out) = self.way_out(model) {
            away = out.distance(here);
        }
        // Whoever must get close is served by an order that takes it there; others want to shoot.
        let stride = if range == Length::ZERO { order.movement() / 2 } else { Length::ZERO };
        let away = (away - stride).max(Length::ZERO);
        let near = 1_000 - (away.um() / (FAR.um() / 1_000)).min(1_000);
        who.points * near / 1_000
    }

    /// How near a side is to winning by the scenario's own terms.
    fn prospects(&self, side: SideId) -> i32 {
        if self.is_zombie_game() {
            return self.escape(side);
        }
        let all: i32 = self.cast.iter().map(|c| c.points).sum();
        let usual = (all / self.forces.len().max(1) as i32).max(1);
        (self.likely_score(side) + self.ground_held(side)) * 1_000 / usual
    }

    /// The score, with captives counted for as much as they are likely to bring in the end.
    fn likely_score(&self, side: SideId) -> i32 {
        let (turn, last) = (self.turn as i32, self.last_turn().max(1) as i32);
        let hope = |m: ModelId| {
            let held = self.model(m).captor.is_some_and(|captor| self.side(captor) == side);
            let prize = if self.prize == Some(m) { 3 } else { 1 };
            // So much of what a captive brings is not in the bag yet.
            let bonus = self.who(m).points * prize / 2;
            if held { bonus * (last - turn).max(0) / last } else { 0 }
        };
        self.score(side) - self.ids().map(hope).sum::<i32>()
    }

    /// What ground that is held now will bring.
    fn ground_held(&self, side: SideId) -> i32 {
        let left = self.last_turn().saturating_sub(self.turn) as i32 + 1;
        let own = self.changes.markers.iter().filter(|marker| self.holder(marker) == Some(side));
        own.count() as i32 * GROUND * left.clamp(1, HELD_FOR)
    }

    /// How many have got away from zombies, and how far the others have come.
    fn escape(&self, side: SideId) -> i32 {
        let own = self.cast.iter().filter(|c| c.side == side && !c.is_vehicle()).count();
        let own = own.max(1) as i32;
        let Some(edge) = self.flees_over(side) else { return 0 };
        let gone = |m: &ModelId| self.model(*m).fate == Some(Fate::Escaped);
        let away = self.ids().filter(|m| self.side(*m) == side).filter(gone).count() as i32;
        let depth = self.table.width().min(self.table.depth()).um() / 1_000;
        // As long as there is time, one walks and shoots; those who run are eaten.
        let left = self.last_turn().saturating_sub(self.turn) as i32;
        let short = |rest: Length| rest > Order::Shoot.movement() * (left - 2).max(0);
        let come = |m: ModelId| {
            let rest = edge.distance(&self.table, self.spot(m).at);
            let stride = if short(rest) { self.coming_order(m).movement() } else { Length::ZERO };
            let rest = (rest - stride).max(Length::ZERO);
            if self.is_able(m) { (1_000 - rest.um() / depth.max(1)).max(0) } else { 0 }
        };
        let coming: i32 = self.figures_of(side).map(come).sum();
        (away * 2_000 + coming) / own
    }
}
