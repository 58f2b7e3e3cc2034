//! How the sides stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a side was worth at the start.

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use smallvec::SmallVec;
use tabletop::{Length, Point};

use crate::hangar::{TRAPPED, TRAPPERS};
use crate::morale::Status;
use crate::profile::Attribute;
use crate::scenarios::Plan;
use crate::state::{
    BASE, Fate, Hurt, Models, MoraleStep, Pace, Phase, Presence, Squad, SquadId, State,
};

/// So many soldiers stand for all of their squad.
const SAMPLE: usize = 3;
/// How far away things stop to matter.
const FAR: Length = Length::inches(48);
/// How near it is worth being to an enemy.
const USEFUL: Length = Length::inches(16);
/// What a place counts for against what it may cost to be there, in thousandths. In games of novices
/// those who hurried nearer did not win more often.
const PLACE: i32 = 300;
/// What a point of morale counts for against a soldier, in thousandths: whoever has nobody left who
/// is willing to fight has lost.
const NERVE: i32 = 1_500;
/// What is left of somebody who is wounded, in thousandths.
const WOUNDED: i32 = 550;
/// What the fire of the next turn counts against that of this one, in thousandths.
const LATER: i32 = 600;
/// What a soldier is taken to be worth where nobody has said so.
const UNPRICED: i32 = 40;
/// Phases are told apart by more than there are squads.
const PHASE: u32 = 256;

/// When a squad can fire next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fire {
    /// In this turn, as it stands.
    Now,
    /// In this turn, once it has had its go.
    AfterGo,
    /// In the next turn.
    Later,
}

/// A squad that can still do something, as far as it matters here.
struct Band {
    squad: SquadId,
    side: SideId,
    /// Those who will be there when this phase ends.
    men: Models,
    middle: Point,
    /// In points.
    worth: i32,
    prowess: i32,
    engaged: bool,
    fire: Fire,
}

type Bands = SmallVec<[Band; 8]>;

impl State {
    /// How far the battle has come: so many goes of squads are over in this phase.
    pub fn clock(&self) -> Clock {
        let count = |over: fn(&Squad) -> bool| {
            self.squads.iter().filter(|squad| over(squad)).count() as u32
        };
        let (phase, begun) = match self.phase {
            Phase::Setup => (0, count(|s| s.presence != Presence::Unplaced)),
            Phase::Initiative => (1, 0),
            Phase::Movement => (2, count(|s| s.done.activated)),
            Phase::Fire => (3, count(|s| s.done.picked)),
            Phase::Assault => (4, count(|s| s.done.fought)),
            Phase::Morale(MoraleStep::Broken) => (5, count(|s| s.done.rallied)),
            Phase::Morale(MoraleStep::Casualties) => (6, count(|s| s.done.tested)),
            Phase::Morale(MoraleStep::Rallies) => (7, count(|s| s.done.rallied)),
            Phase::Special => (8, 0),
        };
        let over = begun.saturating_sub(u32::from(!self.tasks.is_empty()));
        let round = if self.phase == Phase::Setup { 0 } else { self.turn };
        Clock::new(round, phase * PHASE + over)
    }

    /// How each side stands.
    pub fn assess(&self) -> Assessment {
        let bands: Bands = self.present().filter_map(|squad| self.band(squad)).collect();
        [SideId(0), SideId(1)].into_iter().map(|side| self.assets(side, &bands)).collect()
    }

    fn assets(&self, side: SideId, bands: &Bands) -> Assets {
        let own = || bands.iter().filter(move |band| band.side == side);
        let squads = self.squads.iter().filter(|s| s.side == side);
        let whole: i32 = squads.map(price).sum();
        let share = |points: i32| (i64::from(points) * 1_000 / i64::from(whole.max(1))) as i32;
        let foes = || bands.iter().filter(move |band| band.side != side);
        let fired: i32 = foes().map(|foe| self.fire_worth(foe, own())).sum();
        let fought: i32 = own().filter(|b| b.engaged).map(|b| brawl(b, foes())).sum();
        let morale = |band: &Band| {
            let squad = self.squad(band.squad);
            band.worth * i32::from(squad.morale) / i32::from(squad.quality.morale())
        };
        // Whoever has escaped is as good as there.
        let out = self.worth_outside(side);
        Assets {
            material: share(out + own().map(|band| band.worth).sum::<i32>()),
            objectives: self.escapes(side),
            danger: share(fired + fought),
            position: share(out + own().map(|band| self.nearness(band, foes())).sum::<i32>())
                * PLACE
                / 1_000,
            morale: share(out + own().map(morale).sum::<i32>()) * NERVE / 1_000,
            tempo: 0,
        }
    }

    /// What those of a side are worth who have escaped, in points.
    fn worth_outside(&self, side: SideId) -> i32 {
        let out = |m: &ModelId| self.model(*m).fate == Some(Fate::Escaped) && self.side(*m) == side;
        let each = |m: ModelId| {
            let squad = self.squad(self.squad_of(m));
            price(squad) / i32::from(squad.strength.max(1))
        };
        self.ids().filter(out).map(each).sum()
    }

    fn band(&self, squad: SquadId) -> Option<Band> {
        let stays = |m: &ModelId| self.model(*m).marked != Some(Hurt::Incapacitated);
        let men: Models = self.members(squad).filter(stays).collect();
        let own = self.squad(squad);
        let each = price(own) * 10 / i32::from(own.strength.max(1));
        let hurt = |m: &ModelId| self.model(*m).wounded || self.model(*m).marked.is_some();
        let health: i32 = men.iter().map(|m| if hurt(m) { WOUNDED } else { 1_000 }).sum();
        let will = match self.status(squad) {
            Status::Steady => 1_000,
            Status::Shaken => 900,
            Status::Demoralized => 700,
            Status::Broken if own.at_goal => 150,
            Status::Broken => 250,
        };
        let worth = i64::from(each) * i64::from(health) * i64::from(will) / 10_000_000;
        Some(Band {
            squad,
            side: own.side,
            middle: self.middle_of(squad)?,
            worth: worth as i32,
            prowess: self.prowess(squad),
            engaged: self.is_near_enemy(&men, own.side) && self.is_engaged(squad),
            fire: self.next_fire(squad),
            men,
        })
    }

    /// Whether anybody could be in contact with an enemy: a cheap question before a dear one.
    fn is_near_enemy(&self, men: &[ModelId], side: SideId) -> bool {
        let near = (BASE * 4).squared();
        self.enemies(side).any(|enemy| {
            let at = self.spot(enemy).at;
            men.iter().any(|m| self.spot(*m).at.distance_squared(at) <= near)
        })
    }

    fn next_fire(&self, squad: SquadId) -> Fire {
        let done = &self.squad(squad).done;
        let barred = done.no_fire || done.gave_way || done.pace == Pace::Ran;
        match self.phase {
            Phase::Movement if barred => Fire::Later,
            Phase::Movement if !done.activated => Fire::AfterGo,
            Phase::Movement => Fire::Now,
            Phase::Fire if !barred && !done.picked => Fire::Now,
            _ => Fire::Later,
        }
    }

    /// What a squad is likely to cost the enemies when it fires next, in points: at the target
    /// that suits it best.
    fn fire_worth<'a>(&self, foe: &Band, targets: impl Iterator<Item = &'a Band>) -> i32 {
        if foe.engaged || self.squad(foe.squad).morale == 0 {
            return 0;
        }
        let most = targets.map(|target| self.volley_worth(foe, target)).max().unwrap_or(0);
        if foe.fire == Fire::Later { most * LATER / 1_000 } else { most }
    }

    fn volley_worth(&self, foe: &Band, target: &Band) -> i32 {
        if target.engaged || target.men.is_empty() {
            return 0;
        }
        let (from, to) = (sample(&foe.men), sample(&target.men));
        let shot = |m: ModelId| to.clone().map(|t| self.shot_worth(foe, m, t)).max().unwrap_or(0);
        let (sum, asked) = from.fold((0, 0), |(sum, asked), m| (sum + shot(m), asked + 1));
        // In thousandths of a soldier, for all who fire.
        let lost = sum * foe.men.len() as i32 / asked.max(1);
        let all = target.men.len() as i32 * 1_000;
        (i64::from(target.worth) * i64::from(lost.min(all * 4 / 5)) / i64::from(all)) as i32
    }

    /// What a shot is likely to cost the one it is fired at, in thousandths of him.
    fn shot_worth(&self, foe: &Band, from: ModelId, to: ModelId) -> i32 {
        let in_arc = self.has_in_arc(from, &self.body(to));
        if foe.fire == Fire::Now && !in_arc {
            return 0;
        }
        let range = self.spot(from).at.distance(self.spot(to).at);
        let reach = self.guns_at_hand(from).filter(|gun| gun.band(range).is_some());
        let Some(strength) = reach.map(|gun| gun.line().strength).max() else { return 0 };
        if !self.sees(from, to) {
            return 0;
        }
        let Some(need) = self.face_needed(from, to) else { return 0 };
        let hasty = match foe.fire {
            Fire::Now => self.squad(foe.squad).done.pace == Pace::Walked,
            Fire::AfterGo | Fire::Later => !in_arc,
        };
        let mood = match self.status(foe.squad) {
            Status::Steady | Status::Broken => 0,
            Status::Shaken => 1,
            Status::Demoralized => 2,
        };
        let margin = i32::from(strength) - self.attribute(to, Attribute::Strength);
        odds(need + i32::from(hasty) + mood) * harm(margin) / 1_000
    }

    /// What the place of a squad is worth: the nearer it is to where it can do something, the
    /// better.
    fn nearness<'a>(&self, band: &Band, foes: impl Iterator<Item = &'a Band>) -> i32 {
        if self.squad(band.squad).morale == 0 {
            return 0;
        }
        let willing = foes.filter(|foe| self.squad(foe.squad).morale > 0);
        let apart = willing.map(|foe| foe.middle.distance(band.middle)).min();
        let away = match self.way_out(band.squad) {
            Some(out) => out.away,
            None => (apart.unwrap_or(FAR) - USEFUL).max(Length::ZERO),
        };
        let near = 1_000 - (away.um() / (FAR.um() / 1_000)).min(1_000);
        (i64::from(band.worth) * i64::from(near) / 1_000) as i32
    }

    /// How far the trapped have got with their escape, and the trappers with keeping them from it:
    /// one squad that cannot get out any more decides everything.
    fn escapes(&self, side: SideId) -> i32 {
        if self.scenario.plan != Plan::Hangar {
            return 0;
        }
        let squads = || self.squad_ids().filter(|s| self.squad(*s).side == TRAPPED);
        let count = squads().count().max(1) as i32;
        let of = |squad: SquadId| match side {
            TRAPPED if self.has_escaped(squad) => 900,
            TRAPPED => self
                .way_out(squad)
                .map_or(0, |out| 300 - (out.away.um() / (FAR.um() / 600)).min(300)),
            _ if side == TRAPPERS && !self.has_escaped(squad) => {
                let fit = |m: &ModelId| self.model(*m).marked != Some(Hurt::Incapacitated);
                let left = self.members(squad).filter(fit).count() as i32;
                let lost = 1_000 - 1_000 * left / i32::from(self.squad(squad).strength.max(1));
                lost * lost / 1_000
            }
            _ => 0,
        };
        squads().map(of).sum::<i32>() / count
    }
}

/// What a squad was worth when it was whole; nobody has said so in some scenes.
fn price(squad: &Squad) -> i32 {
    if squad.points > 0 { squad.points } else { UNPRICED * i32::from(squad.strength.max(1)) }
}

/// What a squad must expect to lose hand to hand.
fn brawl<'a>(band: &Band, foes: impl Iterator<Item = &'a Band>) -> i32 {
    let near = |foe: &&Band| foe.engaged && foe.middle.distance(band.middle) <= USEFUL;
    let theirs: i32 = foes.filter(near).map(|foe| foe.prowess).sum();
    let both = i64::from((theirs + band.prowess).max(1));
    (i64::from(band.worth) * i64::from(theirs) * 4 / 10 / both) as i32
}

/// A few of some soldiers, evenly spread.
fn sample(men: &[ModelId]) -> impl Iterator<Item = ModelId> + Clone + '_ {
    let count = SAMPLE.min(men.len());
    (0..count).map(move |i| men[i * men.len() / count])
}

/// How likely a die is to come to so much, in thousandths (OD6-DICE-03, 05).
const fn odds(face: i32) -> i32 {
    match face {
        ..=2 => 833,
        3 => 667,
        4 => 500,
        5 => 333,
        6 | 7 => 167,
        8 | 9 => 125,
        10 | 11 => 70,
        _ => 25,
    }
}

/// What a hit costs on average that is so much stronger than the one it hits, in thousandths.
fn harm(margin: i32) -> i32 {
    (389 + 62 * margin).clamp(150, 800)
}
