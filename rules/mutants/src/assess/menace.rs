//! What models threaten each other with: roughly, as one would guess at a glance.

use std::cmp::Ordering;

use engine::{ModelId, SideId};
use smallvec::SmallVec;
use tabletop::{Body, Length, Point};

use super::Fighters;
use crate::gear::{Armor, Arms, Effect, Gear, Missile};
use crate::profile::{Kind, Rule};
use crate::state::{CONTACT, Mark, State};

/// What matters of a model that fights.
pub(super) struct Fighter {
    pub(super) model: ModelId,
    pub(super) side: SideId,
    pub(super) worth: i32,
    /// Whom it would rather attack when it acts next: a place among the fighters, and how much
    /// of that one it takes on average, in thousandths.
    pub(super) prey: Option<(usize, i32)>,
    /// Whether nobody knows where it is.
    pub(super) lurks: bool,
    body: Body,
    /// Its score hand to hand.
    melee: i32,
    /// What it shoots with, and its score with that.
    gun: Option<(Arms, i32)>,
    /// The range of that.
    range: Length,
    /// What it adds to its die when it is shot at.
    guard: i32,
    /// How far it moves.
    stride: Length,
    /// How likely it is to have one, two or three actions, in thousandths.
    actions: [i32; 3],
    helpless: bool,
    down: bool,
    /// How many enemies who can fight stand by it.
    crowd: i32,
    /// How far it is from each of all fighters, base to base.
    pub(super) gaps: SmallVec<[Length; 16]>,
}

impl Fighter {
    pub(super) fn at(&self) -> Point {
        self.body.at()
    }

    /// How far it is from another, base to base.
    fn gap(&self, other: &Fighter) -> Length {
        (self.at().distance(other.at()) - self.body.base - other.body.base).max(Length::ZERO)
    }

    /// From how far away it wants to attack.
    pub(super) fn reach(&self) -> Length {
        if self.gun.is_some() { self.range } else { Length::ZERO }
    }

    /// What it is worth for whatever it may do, in view of how readily it does anything.
    pub(super) fn nerve(&self) -> i32 {
        self.worth * self.actions[0] / 1_000
    }

    fn can_fight(&self) -> bool {
        !self.helpless && !self.lurks
    }
}

/// Measures how far they all are from each other, once: each distance is a root, and dear.
pub(super) fn measure(fighters: &mut Fighters) {
    for i in 0..fighters.len() {
        let gap = |j: usize| match j.cmp(&i) {
            Ordering::Less => fighters[j].gaps[i],
            Ordering::Equal => Length::ZERO,
            Ordering::Greater => fighters[i].gap(&fighters[j]),
        };
        fighters[i].gaps = (0..fighters.len()).map(gap).collect();
    }
}

impl State {
    pub(super) fn fighter(&self, model: ModelId) -> Fighter {
        let m = self.model(model);
        let combat = i32::from(m.nature.combat);
        let has = |rule: Rule| i32::from(m.has(rule));
        let power = i32::from(m.wears(Armor::Power)) * 2;
        let blade = m.in_hand().is_some_and(|i| i.gear == Gear::PoweredWeapon && i.works());
        let skill = has(Rule::HandToHandSpecialist) - has(Rule::Sharpshooter);
        let size = has(Rule::Big) + has(Rule::Huge);
        // Stones are for those who have nothing better to do.
        let arsenal = self.arsenal(model).into_iter();
        let arsenal = arsenal.filter(|(arms, _)| *arms != Arms::Missile(Missile::Rock));
        let best = arsenal.map(|(arms, _)| {
            let weapon = arms.ranged();
            let score = weapon.fixed.map_or(combat, i32::from) + i32::from(weapon.bonus) - skill;
            (arms, score)
        });
        let gun = best.max_by_key(|(arms, score)| (*score, self.range_of(*arms)));
        let weak = i32::from(m.is(Mark::Confused)) + i32::from(m.lured.is_some()) * 2;
        Fighter {
            model,
            side: self.side(model),
            worth: self.worth(model),
            prey: None,
            lurks: m.is(Mark::Lurking),
            body: self.body(model),
            melee: combat + power + skill + size + i32::from(blade) * 2,
            gun,
            range: gun.map_or(Length::ZERO, |(arms, _)| self.range_of(arms)),
            guard: combat + power - size + i32::from(m.wears(Armor::Flak)),
            stride: self.longest_move(model),
            actions: chances(i32::from(m.quality()) + weak),
            helpless: self.is_helpless(model) || m.is(Mark::ShutDown),
            down: m.is(Mark::Fallen) || self.is_helpless(model),
            crowd: 0,
            gaps: SmallVec::new(),
        }
    }

    /// Counts for everybody how many enemies stand by it.
    pub(super) fn count_crowds(&self, fighters: &mut Fighters) {
        for i in 0..fighters.len() {
            let near = |(f, gap): &(&Fighter, &Length)| {
                **gap <= CONTACT && f.can_fight() && self.is_hostile(f.side, fighters[i].side)
            };
            let crowd = fighters.iter().zip(&fighters[i].gaps).filter(near).count() as i32;
            fighters[i].crowd = crowd;
        }
    }

    /// Whom a model would rather attack when it acts next: where it takes most on average.
    pub(super) fn prey(&self, fighters: &Fighters, by: usize) -> Option<(usize, i32)> {
        let me = &fighters[by];
        if me.helpless {
            return None;
        }
        let all = fighters.iter().enumerate();
        let enemies = all.filter(|(_, f)| !f.lurks && self.is_hostile(f.side, me.side));
        let harms = enemies.map(|(i, f)| (i, self.harm(me, f, me.gaps[i])));
        let best = harms.max_by_key(|(i, harm)| harm * fighters[*i].worth);
        best.filter(|(_, harm)| *harm > 0)
    }

    /// How much of a target a model takes when it acts next, in thousandths.
    fn harm(&self, me: &Fighter, target: &Fighter, gap: Length) -> i32 {
        let touching = gap <= CONTACT;
        let engaged = me.crowd > 0;
        let fists = match () {
            () if touching => me.actions[0],
            () if engaged || me.down => 0,
            () if gap <= me.stride => me.actions[1],
            () if gap <= me.stride * 2 => me.actions[2],
            () => 0,
        };
        let others = target.crowd - i32::from(touching);
        let down = i32::from(target.down) * 2;
        let blow = match fists {
            0 => 0,
            likely => {
                likely * odds(me.melee + down, target.melee - others, target.down, 250) / 1_000
            }
        };
        // Nobody shoots from a fight, or into one.
        match engaged || target.crowd > 0 {
            true => blow,
            false => blow.max(self.shot(me, target, gap, blow)),
        }
    }

    /// How much a shot takes, if it may be more than something else does.
    fn shot(&self, me: &Fighter, target: &Fighter, gap: Length, else_: i32) -> i32 {
        let Some((arms, score)) = me.gun else { return 0 };
        let weapon = arms.ranged();
        let penalty = if weapon.primitive { 2 } else { 1 };
        let score = match () {
            () if gap <= me.range => score,
            () if gap <= me.range * 2 => score - penalty,
            () if gap <= me.range * 3 => score - penalty * 2,
            () => return 0,
        };
        let Some((lethal, beaten)) = self.effect_on(target.model, weapon.effect) else { return 0 };
        let likely = |cover: i32| {
            let score = score - cover + i32::from(target.helpless) * 2;
            me.actions[0] * odds(score, target.guard, lethal || target.down, beaten) / 1_000
        };
        if likely(0) <= else_ {
            return 0;
        }
        let seen = self.sees_target(me.model, target.model);
        seen.map_or(0, |cover| likely(i32::from(cover)))
    }

    /// Whether a weapon kills a model whenever it beats it, and what a mere defeat takes from
    /// it; none if it does nothing.
    fn effect_on(&self, model: ModelId, effect: Effect) -> Option<(bool, i32)> {
        let m = self.model(model);
        let (kind, machine) = (m.nature.kind, m.nature.kind.is_artificial());
        match effect {
            Effect::Stun if machine || kind == Kind::Plant => None,
            Effect::Stun | Effect::Web => Some((false, 500)),
            Effect::DeathRay if machine || m.has_field() => None,
            Effect::DeathRay => Some((true, 0)),
            Effect::Shock => Some((machine, 250)),
            Effect::Needles if kind == Kind::Robot => None,
            Effect::Radiation => Some((false, 150)),
            _ => Some((false, 250)),
        }
    }
}

/// How likely one, two or three successes are at a Quality, with two dice for one and three for
/// more.
fn chances(quality: i32) -> [i32; 3] {
    let p = (7 - quality.clamp(2, 6)) * 1_000 / 6;
    let fails = 1_000 - p;
    let two = p * p / 1_000 * (3_000 - 2 * p) / 1_000;
    [1_000 - fails * fails / 1_000, two, p * p / 1_000 * p / 1_000]
}

/// How much an attack takes on average, in thousandths: all if it kills, some part if it merely
/// wins. A winner kills with twice the other's score, or whenever the other is down.
fn odds(attack: i32, guard: i32, down: bool, beaten: i32) -> i32 {
    let (mut kills, mut wins) = (0, 0);
    for mine in 1..=6 {
        for theirs in 1..=6 {
            let (won, lost) = (attack + mine, (guard + theirs).max(1));
            let win = won > lost;
            let kill = win && (down || won >= 2 * lost);
            kills += i32::from(kill);
            wins += i32::from(win && !kill);
        }
    }
    (kills * 1_000 + wins * beaten) / 36
}
