//! How the sides stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a band has cost.

mod odds;

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use tabletop::Length;

use crate::profile::Attribute;
use crate::state::{Fate, Models, Phase, Posture, State};

/// How far away things stop to matter.
const FAR: Length = Length::inches(48);
/// How much farther away an enemy seems who is out of sight.
const DETOUR: Length = Length::inches(6);
/// What a Movement Action of those who are not Swift comes to.
const STRIDE: Length = Length::inches(4);
/// More than all models of a match can begin and delay in one game Turn.
const MOST_BEGINNINGS: u32 = 200;
/// What a thing of the scenario is worth to the side that has it, and to one that is near it.
const TOKEN: i32 = 120;

/// What one model can do to another.
#[derive(Clone, Copy, Debug)]
struct Threat {
    from: ModelId,
    to: ModelId,
    /// How likely it is to down it before it has acted again, in thousandths.
    harm: i32,
}

impl State {
    /// How far the match has come: so many Action Turns of this game Turn are over or put off.
    pub fn clock(&self) -> Clock {
        let count = |is: fn(&crate::state::Model) -> bool| {
            self.models.iter().filter(|m| is(m)).count() as u32
        };
        let round = u32::from(self.turn);
        match self.phase {
            Phase::Bullets | Phase::Zones | Phase::Deployment(_) => {
                Clock { round, activation: count(|m| m.spot.is_some()) }
            }
            Phase::TurnStart | Phase::Rounds => {
                let begun = count(|m| m.acted) + count(|m| m.has_delayed);
                let over = begun.saturating_sub(u32::from(self.acting.is_some()));
                Clock { round, activation: round * MOST_BEGINNINGS + over }
            }
        }
    }

    /// How each side stands.
    pub fn assess(&self) -> Assessment {
        let up: Models = self.up().collect();
        let mut threats: Vec<Threat> = Vec::new();
        for from in &up {
            let enemies = up.iter().filter(|m| self.side(**m) != self.side(*from));
            for to in enemies {
                let harm = self.harm(*from, *to);
                if harm > 0 {
                    threats.push(Threat { from: *from, to: *to, harm });
                }
            }
        }
        [SideId(0), SideId(1)].map(|side| self.assets(side, &threats)).to_vec()
    }

    /// What a side has cost, as far as it is known.
    fn cost_of(&self, side: SideId) -> i32 {
        let known = |m: &ModelId| self.model(*m).fate != Fate::Unsuspected;
        let own = self.ids().filter(|m| self.side(*m) == side).filter(known);
        own.map(|m| self.who(m).cost).sum::<i32>().max(1)
    }

    fn assets(&self, side: SideId, threats: &[Threat]) -> Assets {
        let (whole, rivals) = (self.cost_of(side), self.cost_of(self.rival(side)));
        let share = |points: i32| points * 1_000 / whole;
        let own = || self.ids().filter(move |m| self.side(*m) == side);
        let alive = own()
            .filter(|m| matches!(self.model(*m).fate, Fate::Up | Fate::Hidden | Fate::Waiting));
        let up = || self.of_side(side);
        let waiting = up().filter(|m| !self.model(*m).acted || self.model(*m).ready);
        let places = up().map(|m| self.who(m).cost * self.place(m) / 1_000).sum::<i32>();
        let preys = up().map(|m| self.prey(m, threats)).sum::<i32>();
        Assets {
            material: share(alive.map(|m| self.worth(m)).sum()),
            objectives: self.progress(side),
            danger: share(up().map(|m| self.peril(m, threats)).sum()),
            position: share(places) + preys * 1_000 / rivals,
            morale: 0,
            tempo: share(waiting.map(|m| self.who(m).cost).sum()) / 20,
        }
    }

    /// What a model is still worth: less if it lies on the floor, is hurt, or has nothing left to
    /// shoot with.
    fn worth(&self, model: ModelId) -> i32 {
        let m = self.model(model);
        let cost = self.who(model).cost;
        let guns = || {
            let weapons = 0..m.weapons.len() as u8;
            weapons.filter(|w| self.weapon(self.held(model, *w)).shot().is_some())
        };
        let empty = |w: u8| self.held(model, w).jammed || self.held(model, w).count == 0;
        let spent = guns().next().is_some()
            && guns().all(|w| empty(w) || self.is_without_bullets(model, w));
        let less = i32::from(m.posture == Posture::Prone) * 15
            + i32::from(m.posture == Posture::Clinging) * 5
            + i32::from(m.poison.is_some()) * 15
            + i32::from(m.shock.is_some()) * 10
            + i32::from(m.gassed) * 10
            + i32::from(m.toughness_lost) * 15
            + i32::from(m.rage.is_some()) * 60
            + i32::from(spent) * 20;
        cost - cost * less.min(80) / 100
    }

    fn is_without_bullets(&self, model: ModelId, weapon: u8) -> bool {
        let gun = self.weapon(self.held(model, weapon));
        gun.has(crate::gear::GearRule::Firearm) && self.model(model).bullets.count() == 0
    }

    /// How likely a model is to down another before that has acted again: in the fight they are
    /// in, by shooting from where it is, or by an Assault if it can get there.
    fn harm(&self, from: ModelId, to: ModelId) -> i32 {
        let m = self.model(from);
        let actions = i32::from(self.who(from).profile.actions());
        if self.touches(from, to) {
            // Either of them may begin a Combat, so both count in full.
            return at_least_once(self.blow_odds(from, to, 0), actions);
        }
        if self.is_engaged(from) {
            return 0;
        }
        let prone = i32::from(m.posture == Posture::Prone);
        let shots = if m.ready { 1 } else { (actions - prone).max(1) };
        let fire = at_least_once(self.fire_odds(from, to), shots);
        let way = (self.gap(from, to).um() + self.budget(from).um() - 1) / self.budget(from).um();
        let free = actions - prone - (way - 1).max(0);
        let charge = match free {
            1.. if self.attribute(from, Attribute::Combat).is_some() => {
                at_least_once(self.blow_odds(from, to, way.min(2)), free)
            }
            _ => 0,
        };
        // What has acted already does nothing more in this game Turn, except what it is Ready for.
        let later = m.acted && !m.ready && self.active() != Some(from);
        fire.max(charge) * if later { 1 } else { 2 } / 2
    }

    /// What a model must expect to lose to its enemies.
    fn peril(&self, model: ModelId, threats: &[Threat]) -> i32 {
        let at = threats.iter().filter(|t| t.to == model);
        let left = at.fold(1_000, |left, t| left * (1_000 - t.harm.min(950)) / 1_000);
        self.worth(model) * (1_000 - left) / 1_000
    }

    /// What a model may expect to take from whom it would rather attack.
    fn prey(&self, model: ModelId, threats: &[Threat]) -> i32 {
        let by = threats.iter().filter(|t| t.from == model);
        by.map(|t| self.worth(t.to) * t.harm / 1_000).max().unwrap_or(0) / 4
    }

    /// What a model's place is worth, in thousandths: the nearer it is to where it can do
    /// something, to an enemy or to what the scenario is about, the better.
    fn place(&self, model: ModelId) -> i32 {
        let wanted = self.wanted_distance(model).max(STRIDE);
        let nearest = self.nearest(model, self.enemies(model)).first().copied();
        let away = nearest.map_or(FAR, |enemy| {
            let seen = self.has_line(model, enemy);
            let more = if seen { Length::ZERO } else { DETOUR };
            (self.gap(model, enemy) - wanted).max(Length::ZERO) + more
        });
        let away = self.errand(model).map_or(away, |way| (away + way * 2) / 3);
        500 - (away.um() / (FAR.um() / 500)).min(500)
    }

    /// How far a model has to go for what the scenario is about.
    fn errand(&self, model: ModelId) -> Option<Length> {
        let here = self.spot(model).at;
        self.wanted_places(model).into_iter().map(|place| place.distance(here)).min()
    }

    /// How near a side is to winning by the scenario's terms: what it has scored, and what it
    /// holds that will score.
    fn progress(&self, side: SideId) -> i32 {
        let rivals = self.cost_of(self.rival(side));
        let downed = self.downed_cost(side) * 500;
        let scored = self.score(side) * self.scenario.plot.point_worth() * 1_000;
        let held = self.tokens.iter().filter(|token| {
            token.owner == Some(side) || token.carrier.is_some_and(|m| self.side(m) == side)
        });
        (downed + scored) / rivals + held.count() as i32 * TOKEN
    }
}

/// How likely something is to happen at least once in some tries, in thousandths.
fn at_least_once(odds: i32, tries: i32) -> i32 {
    1_000 - (0..tries).fold(1_000, |left, _| left * (1_000 - odds.clamp(0, 1_000)) / 1_000)
}
