//! How the sides stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a force was worth at the start.

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use tabletop::Length;

use crate::profile::Order;
use crate::state::{Fate, Phase, State};

/// How far away things stop to matter.
const FAR: Length = Length::inches(48);

impl State {
    /// How far the game has come: so many goes of this turn are over.
    pub fn clock(&self) -> Clock {
        let placed = self.models.iter().filter(|m| m.spot.is_some()).count();
        let acted = self.models.iter().filter(|m| m.acted).count();
        match self.phase {
            Phase::Edges | Phase::Deployment => Clock { round: 0, activation: placed as u32 },
            Phase::FirstOrders(number) => Clock { round: 0, activation: 1_000 + u32::from(number) },
            Phase::Wishes(number) => {
                Clock { round: self.turn, activation: 1_000 + u32::from(number) }
            }
            Phase::Changes | Phase::End => Clock { round: self.turn, activation: 2_000 },
            Phase::Start | Phase::Initiative | Phase::Action => {
                Clock { round: self.turn, activation: acted as u32 }
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
        Assets {
            material: share(figures().map(|m| self.worth(m)).sum()),
            objectives: self.prospects(side),
            danger: share(figures().map(|m| self.peril(m)).sum()),
            position: share(figures().map(|m| self.nearness(m)).sum()),
            morale: 0,
            tempo: 0,
        }
    }

    /// What a figure is worth as it is.
    fn worth(&self, model: ModelId) -> i32 {
        let points = self.who(model).points;
        let m = self.model(model);
        match (m.captor.is_some(), m.suppressed) {
            (true, _) => -points / 4,
            (false, true) => points * 3 / 5,
            (false, false) => points,
        }
    }

    /// What a figure must expect to lose to the enemies that can get at it.
    fn peril(&self, model: ModelId) -> i32 {
        if self.model(model).captor.is_some() {
            return 0;
        }
        let side = self.side(model);
        let enemies = self.figures().filter(|m| self.side(*m) != side && self.is_able(*m));
        let threat: i32 = enemies.map(|enemy| self.threat(enemy, model)).sum();
        self.who(model).points * threat.min(900) / 1_000
    }

    /// How likely an enemy is to kill a figure next time, in thousandths, roughly.
    fn threat(&self, enemy: ModelId, model: ModelId) -> i32 {
        let (who, order) = (self.who(enemy), self.model(enemy).order);
        let apart = self.spot(enemy).at.distance(self.spot(model).at);
        let down = self.model(model).suppressed;
        if apart <= order.movement() + Length::inches(1) {
            if down {
                return 700;
            }
            if order == Order::Assault {
                return 350;
            }
        }
        let tough = self.who(model).toughness().kill;
        let in_reach =
            |gun: &crate::weapons::GunId| apart <= self.range_of(enemy, *gun) + Length::inches(1);
        let shot = |gun: &crate::weapons::GunId| {
            let dice = i32::from(gun.get().dice);
            let shots = if order.is_rapid() { i32::from(gun.get().rapid) } else { 1 };
            // So many tenths of a die too few or too many for a kill.
            let kills = (500 + (dice * 35 - tough * 10) * 12).clamp(20, 950);
            kills * shots / 4
        };
        let best = who.guns.iter().filter(|gun| in_reach(gun)).map(shot).max().unwrap_or(0);
        match best > 0 && order.shoots() {
            true => self.line(enemy, model).map_or(0, |_| best.min(800)),
            false => 0,
        }
    }

    /// What a figure's place is worth: near enough to be of use, near to what is to be held.
    fn nearness(&self, model: ModelId) -> i32 {
        let who = self.who(model);
        let here = self.spot(model).at;
        let range = who.guns.iter().map(|gun| self.range_of(model, *gun)).max();
        let range = range.unwrap_or(Length::inches(8)).min(Length::inches(24));
        let side = who.side;
        let enemies = self.figures().filter(|m| self.side(*m) != side);
        let nearest = enemies.map(|m| self.spot(m).at.distance(here)).min();
        let mut away = nearest.map_or(FAR, |d| (d - range).max(Length::ZERO));
        let markers = self.changes.markers.iter().map(|marker| marker.spot.at.distance(here));
        if let Some(goal) = markers.min() {
            away = (away + goal * 2) / 3;
        }
        if let Some(out) = self.way_out(model) {
            away = out.distance(here);
        }
        let near = 1_000 - (away.um() / (FAR.um() / 1_000)).min(1_000);
        who.points * near / 1_000
    }

    /// How near a side is to winning by the scenario's own terms.
    fn prospects(&self, side: SideId) -> i32 {
        if self.is_zombie_game() {
            let own = self.cast.iter().filter(|c| c.side == side && !c.is_vehicle()).count();
            let left = |m: &ModelId| self.model(*m).fate == Some(Fate::Escaped);
            let away = self.ids().filter(|m| self.side(*m) == side).filter(left).count();
            return match self.flees_over(side).is_some() {
                true => (away * 2_000 / own.max(1)) as i32,
                false => 0,
            };
        }
        let all: i32 = self.cast.iter().map(|c| c.points).sum();
        self.score(side) * 1_000 / (all / self.forces.len().max(1) as i32).max(1)
    }
}
