//! How the sides stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a band has cost.

mod goals;
mod odds;

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use smallvec::SmallVec;
use tabletop::Length;

use crate::gear::GearRule;
use crate::profile::Attribute;
use crate::state::{Fate, Phase, Posture, State};

/// How far away things stop to matter.
const FAR: Length = Length::inches(48);
/// How much farther away an enemy seems who is out of sight.
const DETOUR: Length = Length::inches(6);
/// What a Movement Action of those who are not Swift comes to.
const STRIDE: Length = Length::inches(4);
/// More than all models of a match can begin and delay in one game Turn.
const MOST_BEGINNINGS: u32 = 200;
/// What those can do in this game Turn who have had their Actions, against the next, in
/// thousandths.
const LATER: i32 = 500;

/// A model on the table, as far as it matters here.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    model: ModelId,
    side: SideId,
    /// What it is still worth, in points.
    worth: i32,
    engaged: bool,
    /// What it adds to its die in a Combat; none if it cannot fight.
    combat: Option<i32>,
    /// What a blow of it comes to.
    strength: i32,
    penetration: i32,
    /// Whether nothing worn helps against its blows.
    shock: bool,
    toughness: i32,
    armour: i32,
    /// How far it can shoot now.
    range: Length,
    /// How far it goes with one Action.
    stride: Length,
    /// How many Actions it has once it is on its feet.
    actions: i32,
    /// What it does before its enemies act counts so much, in thousandths.
    soon: i32,
}

/// What one model can do to another.
#[derive(Clone, Copy, Debug)]
struct Threat {
    from: usize,
    to: usize,
    /// How likely it is to down it before it has acted again, in thousandths.
    harm: i32,
}

type Fighters = SmallVec<[Fighter; 24]>;

impl State {
    /// How far the match has come: so many Action Turns of this game Turn are over or put off.
    pub fn clock(&self) -> Clock {
        let count = |is: fn(&crate::state::Model) -> bool| {
            self.models.iter().filter(|m| is(m)).count() as u32
        };
        let round = u32::from(self.turn);
        match self.phase {
            Phase::Bullets | Phase::Zones | Phase::Deployment(_) => {
                Clock::new(round, count(|m| m.spot.is_some()))
            }
            Phase::TurnStart | Phase::Rounds => {
                let begun = count(|m| m.acted) + count(|m| m.has_delayed);
                let over = begun.saturating_sub(u32::from(self.acting.is_some()));
                Clock::new(round, round * MOST_BEGINNINGS + over)
            }
        }
    }

    /// How each side stands.
    pub fn assess(&self) -> Assessment {
        let fighters: Fighters = self.up().map(|m| self.fighter(m)).collect();
        let mut threats: Vec<Threat> = Vec::with_capacity(64);
        // How far each is from its nearest enemy, and who that is.
        let mut nearest: SmallVec<[Option<(Length, ModelId)>; 24]> =
            SmallVec::from_elem(None, fighters.len());
        for (i, one) in fighters.iter().enumerate() {
            for (j, other) in fighters.iter().enumerate().skip(i + 1) {
                if one.side == other.side {
                    continue;
                }
                let gap = self.gap(one.model, other.model);
                for (from, to) in [(i, j), (j, i)] {
                    let enemy = fighters[to].model;
                    if nearest[from].is_none_or(|known| (gap, enemy) < known) {
                        nearest[from] = Some((gap, enemy));
                    }
                    let harm = self.harm(&fighters[from], &fighters[to], gap);
                    if harm > 0 {
                        threats.push(Threat { from, to, harm });
                    }
                }
            }
        }
        let places: SmallVec<[i32; 24]> =
            fighters.iter().zip(&nearest).map(|(who, near)| self.place(who, *near)).collect();
        let sides = [SideId(0), SideId(1)];
        sides.map(|side| self.assets(side, (&fighters, &places), &threats)).to_vec()
    }

    fn fighter(&self, model: ModelId) -> Fighter {
        let m = self.model(model);
        let (blow, strength, shock) = self.likely_blow(model);
        let weapons = 0..m.weapons.len() as u8;
        let usable = weapons.filter(|w| {
            self.weapon(self.held(model, *w)).shot().is_some() && self.may_use(model, *w).is_ok()
        });
        let prone = i32::from(m.posture == Posture::Prone);
        let actions = i32::from(self.who(model).profile.actions());
        let idle = m.acted && !m.ready && self.active() != Some(model);
        Fighter {
            model,
            side: self.side(model),
            worth: self.worth(model),
            engaged: self.is_engaged(model),
            combat: self.attribute(model, Attribute::Combat).map(|_| self.combat_value(model)),
            strength,
            penetration: i32::from(blow.penetration),
            shock,
            toughness: self.value(model, Attribute::Toughness),
            armour: self.armour_value(model, None) + self.shield_armour(model),
            range: usable.map(|w| self.range_of(model, w)).max().unwrap_or(Length::ZERO),
            stride: self.budget(model),
            actions: (actions - prone).max(1),
            soon: if idle { LATER } else { 1_000 },
        }
    }

    /// What a side has cost, as far as it is known.
    fn cost_of(&self, side: SideId) -> i32 {
        let known = |m: &ModelId| self.model(*m).fate != Fate::Unsuspected;
        let own = self.ids().filter(|m| self.side(*m) == side).filter(known);
        own.map(|m| self.who(m).cost).sum::<i32>().max(1)
    }

    fn assets(
        &self,
        side: SideId,
        (fighters, places): (&Fighters, &[i32]),
        threats: &[Threat],
    ) -> Assets {
        let (whole, rivals) = (self.cost_of(side), self.cost_of(self.rival(side)));
        let share = |points: i32| points * 1_000 / whole;
        let off_table = |m: &ModelId| {
            let away = matches!(self.model(*m).fate, Fate::Hidden | Fate::Waiting);
            away && self.side(*m) == side
        };
        let aside: i32 = self.ids().filter(off_table).map(|m| self.worth(m)).sum();
        let own = || fighters.iter().enumerate().filter(|(_, who)| who.side == side);
        let waits = |who: &Fighter| !self.model(who.model).acted || self.model(who.model).ready;
        let cost = |who: &Fighter| self.who(who.model).cost;
        let waiting: i32 = own().filter(|(_, who)| waits(who)).map(|(_, who)| cost(who)).sum();
        let placed: i32 = own().map(|(i, who)| cost(who) * places[i] / 1_000).sum();
        let shares = shares(fighters, threats);
        let preys: i32 = own().map(|(i, _)| prey(i, fighters, threats)).sum();
        Assets {
            material: share(aside + own().map(|(_, who)| who.worth).sum::<i32>()),
            objectives: self.progress(side),
            danger: share(own().map(|(i, who)| peril(i, who, &shares, threats)).sum()),
            position: share(placed) + preys * 1_000 / rivals,
            morale: 0,
            tempo: share(waiting) / 20,
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
        gun.has(GearRule::Firearm) && self.model(model).bullets.count() == 0
    }

    /// How likely a model is to down another before that has acted again: in the fight they are
    /// in, by shooting from where it is, or by an Assault if it can get there.
    fn harm(&self, from: &Fighter, to: &Fighter, gap: Length) -> i32 {
        if from.engaged || to.engaged {
            if self.touches(from.model, to.model) {
                // Either of them may begin a Combat, so both count in full.
                return at_least_once(from.blow_odds(to, 0), from.actions);
            }
            if from.engaged {
                return 0;
            }
        }
        let ready = self.model(from.model).ready;
        let fire = match gap <= from.range {
            true => {
                let shots = if ready { 1 } else { from.actions };
                at_least_once(self.fire_odds(from.model, to.model, gap), shots)
            }
            false => 0,
        };
        let way = (gap.um() + from.stride.um() - 1) / from.stride.um();
        let free = from.actions - (way - 1).max(0);
        let charge = match free {
            1.. => at_least_once(from.blow_odds(to, way.min(2)), free),
            _ => 0,
        };
        fire.max(charge) * from.soon / 1_000
    }

    /// What a model's place is worth, in thousandths: the nearer it is to where it can do something
    /// to an enemy, the better.
    fn place(&self, who: &Fighter, nearest: Option<(Length, ModelId)>) -> i32 {
        let wanted = self.wanted_distance(who.model).max(STRIDE);
        let away = nearest.map_or(FAR, |(gap, enemy)| {
            let seen = self.has_line(who.model, enemy);
            let more = if seen { Length::ZERO } else { DETOUR };
            (gap - wanted).max(Length::ZERO) + more
        });
        500 - (away.um() / (FAR.um() / 500)).min(500)
    }
}

impl Fighter {
    /// How likely it is to down another in one Combat, with so much added to its Combat.
    fn blow_odds(&self, other: &Fighter, bonus: i32) -> i32 {
        let (Some(own), theirs) = (self.combat, other.combat.unwrap_or(0)) else { return 0 };
        let armour = if self.shock { 0 } else { (other.armour - self.penetration).max(0) };
        let wounds = odds::beats(self.strength - other.toughness - armour);
        odds::beats(own + bonus - theirs) * wounds / 1_000
    }
}

/// What a model must expect to lose to its enemies, each of whom attacks only one.
fn peril(index: usize, who: &Fighter, shares: &[i32], threats: &[Threat]) -> i32 {
    let at = threats.iter().filter(|t| t.to == index);
    let harm = |t: &Threat| t.harm.min(950) * shares[t.from] / 1_000;
    let left = at.fold(1_000, |left, t| left * (1_000 - harm(t)) / 1_000);
    who.worth * (1_000 - left) / 1_000
}

/// How much of what each could do it will do, in thousandths: as much as to its best target alone.
fn shares(fighters: &Fighters, threats: &[Threat]) -> SmallVec<[i32; 24]> {
    let share = |i: usize| {
        let worths = || {
            let own = threats.iter().filter(move |t| t.from == i);
            own.map(|t| fighters[t.to].worth * t.harm)
        };
        let all: i32 = worths().sum();
        worths().max().unwrap_or(0) / (all / 1_000).max(1)
    };
    (0..fighters.len()).map(|i| share(i).min(1_000)).collect()
}

/// What a model may expect to take from whom it would rather attack.
fn prey(index: usize, fighters: &Fighters, threats: &[Threat]) -> i32 {
    let by = threats.iter().filter(|t| t.from == index);
    by.map(|t| fighters[t.to].worth * t.harm / 1_000).max().unwrap_or(0) / 4
}

/// How likely something is to happen at least once in some tries, in thousandths.
fn at_least_once(odds: i32, tries: i32) -> i32 {
    1_000 - (0..tries).fold(1_000, |left, _| left * (1_000 - odds.clamp(0, 1_000)) / 1_000)
}
