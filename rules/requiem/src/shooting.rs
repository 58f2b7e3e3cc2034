//! Chapter 7 and the weapons of chapter 12: ranged attacks.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::{Length, measure};

use crate::dice::Sum;
use crate::options::{
    BlastTargetCover, Guidance, LockedInMelee, SplitFire, StunWeapon, StunnedDefends,
};
use crate::profile::{Hands, Skill, Trait, Weapon};
use crate::rolls::{Rerolls, Rolled};
use crate::roster;
use crate::sight::Cover;
use crate::state::{HEIGHT, Progress, State};

/// A shot that may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Who shoots.
    pub shooter: ModelId,
    /// At whom.
    pub target: ModelId,
    /// With which of its weapons.
    pub weapon: usize,
    /// With what cover for the target.
    pub cover: Cover,
    /// Whether the target is in range; if not, the shot is wasted (REQ-RNG-04).
    pub in_range: bool,
    /// Whether it is the second of two shots at different targets (REQ-RNG-11).
    pub split: bool,
}

impl State {
    fn weapon(&self, shot: &Shot) -> &Weapon {
        &self.who(shot.shooter).weapons[shot.weapon]
    }

    /// Judges a shot: the target must be seen (REQ-RNG-01); range is measured from body to body
    /// (REQ-RNG-02).
    pub fn plan_shot(
        &self,
        shooter: ModelId,
        weapon: usize,
        target: ModelId,
    ) -> Result<Shot, Refusal> {
        if self.agreed.locked_in_melee == LockedInMelee::On
            && self.in_contact(target).next().is_some()
        {
            let why = format!("{} is locked in melee", self.name(target));
            return Err(Refusal::new(Clause("REQ-Q-54"), why));
        }
        let cover = self.line_of_sight(shooter, target)?;
        let range = self.who(shooter).weapons[weapon].range.unwrap_or(Length::ZERO);
        let in_range = measure::body_within(&self.body(shooter), &self.body(target), range);
        Ok(Shot { shooter, target, weapon, cover, in_range, split: false })
    }

    /// Whether a weapon may be fired now: a stationary one only by a model that has not moved
    /// (REQ-GEAR-14), and none by a model that is locked in melee.
    pub fn may_fire(&self, shooter: ModelId, weapon: usize) -> Result<(), Refusal> {
        let progress = self.active.as_ref().map_or(Progress::Fresh, |a| a.progress);
        let weapon = &self.who(shooter).weapons[weapon];
        if progress == Progress::Moved && weapon.has(Trait::Stationary) {
            let why = format!("{} cannot move and fire the {}", self.name(shooter), weapon.name);
            return Err(Refusal::new(Clause("REQ-GEAR-14"), why));
        }
        if self.agreed.locked_in_melee == LockedInMelee::On
            && self.in_contact(shooter).next().is_some()
        {
            let why = format!("{} is locked in melee", self.name(shooter));
            return Err(Refusal::new(Clause("REQ-Q-54"), why));
        }
        Ok(())
    }

    /// The attack roll of a shot (REQ-RNG-05).
    pub fn attack(&self, told: bool, shot: &Shot) -> Sum {
        let who = self.who(shot.shooter);
        let weapon = self.weapon(shot);
        let mut sum = Sum::of(told, who.stats.ranged, "Ranged", Clause("REQ-PROF-03"));
        sum.dice(weapon.bonus, &weapon.name, Clause("REQ-RNG-05"));
        sum.pips(weapon.pips, &weapon.name, Clause("REQ-DICE-09"));
        if weapon.has(Trait::Buckshot) {
            sum.pips(1, "buckshot", Clause("REQ-GEAR-15"));
        }
        if shot.split {
            match self.agreed.split_fire {
                SplitFire::PerDie => sum.pips(-2, "second target", Clause("REQ-RNG-11")),
                SplitFire::Total => sum.flat(-2, "second target", Clause("REQ-RNG-11")),
            }
        }
        sum
    }

    /// The cover that counts against a shot (REQ-COV-06; REQ-Q-68 for blast weapons).
    fn cover_against(&self, shot: &Shot) -> Cover {
        let weapon = self.weapon(shot);
        let lost = weapon.has(Trait::NeutralizeCover)
            || (weapon.blast().is_some()
                && self.agreed.blast_target_cover == BlastTargetCover::Off);
        let cover = if lost { Cover::None } else { shot.cover };
        self.veil(shot.target, cover, weapon)
    }

    /// A veiled model has light cover from all sides (REQ-X-13).
    fn veil(&self, target: ModelId, cover: Cover, weapon: &Weapon) -> Cover {
        let veiled = self.model(target).veiled && !weapon.has(Trait::NeutralizeCover);
        if veiled && cover == Cover::None { Cover::Light } else { cover }
    }

    /// What a player should know of a shot before taking it.
    pub fn describe_shot(&self, shot: &Shot) -> Choice {
        let weapon = self.weapon(shot);
        let again = if shot.split { " too" } else { "" };
        let key = format!("shoot {} with {}{again}", self.name(shot.target), weapon.name);
        let gap = measure::body_gap(&self.body(shot.shooter), &self.body(shot.target));
        let range = weapon.range.unwrap_or(Length::ZERO);
        let cover = self.cover_against(shot);
        let attack = self.attack(false, shot).short();
        let defense = self.defense(false, shot.target, cover).short();
        let detail = match shot.in_range {
            true => {
                format!("{gap} of {range} inches, {attack} against {defense}, {}", cover.name())
            }
            false => format!("{gap} inches is out of range {range}: wasted (REQ-RNG-04)"),
        };
        let merit = if shot.in_range { self.shot_merit(shot, cover) } else { -100 };
        Choice::new(key).detail(detail).about(shot.target).merit(merit)
    }

    /// A rough rating: easy targets that are nearly down first, and no friends in the blast.
    fn shot_merit(&self, shot: &Shot, cover: Cover) -> i32 {
        let target = self.model(shot.target);
        let left = i32::from(self.who(shot.target).stats.wounds) - i32::from(target.wounds);
        let covered = match cover {
            Cover::None => 0,
            Cover::Light => 8,
            Cover::Heavy => 20,
        };
        let side = self.side(shot.shooter);
        let caught = self.caught_in_blast(shot);
        let others: i32 = caught.iter().map(|m| if self.side(*m) == side { -40 } else { 25 }).sum();
        60 - 10 * left - covered + others
    }

    /// A ranged attack: one shot, or two with two one-handed weapons (REQ-RNG-09, 10, 13).
    pub fn shoot(&mut self, cx: &mut Cx<'_>, shot: Shot) -> Play<()> {
        cx.enter(|| format!("{} shoots {}", self.name(shot.shooter), self.name(shot.target)));
        self.resolve_shot(cx, &shot)?;
        if let Some(second) = self.choose_second_shot(cx, &shot)? {
            cx.cite(Clause(if second.split { "REQ-RNG-11" } else { "REQ-Q-12" }));
            cx.cite(Clause("REQ-RNG-08"));
            self.resolve_shot(cx, &second)?;
        }
        cx.leave();
        let stationary = self.weapon(&shot).has(Trait::Stationary);
        if stationary {
            cx.cite(Clause("REQ-GEAR-14"));
        }
        if let Some(active) = &mut self.active {
            active.progress = match active.progress {
                Progress::Fresh if !stationary => Progress::Shot,
                Progress::Fresh | Progress::Moved | Progress::Shot | Progress::Done => {
                    Progress::Done
                }
            };
        }
        Ok(())
    }

    /// The other one-handed gun may be fired too, at the same target or at another with a
    /// penalty, once the first result is known (REQ-RNG-10, 11).
    fn choose_second_shot(&self, cx: &mut Cx<'_>, first: &Shot) -> Play<Option<Shot>> {
        let shooter = first.shooter;
        cx.cite(Clause("REQ-GEAR-03"));
        if self.weapon(first).hands != Hands::One {
            cx.cite(Clause("REQ-RNG-13"));
            return Ok(None);
        }
        let mut guns = self.who(shooter).guns();
        let other = guns.find(|(i, w)| *i != first.weapon && w.hands == Hands::One);
        let Some((weapon, _)) = other else {
            cx.cite(Clause("REQ-RNG-09"));
            return Ok(None);
        };
        // A shot beyond range has wasted all the shooting of the activation (REQ-RNG-04).
        let standing = self.model(shooter).spot.is_some();
        if !standing || !first.in_range || self.may_fire(shooter, weapon).is_err() {
            return Ok(None);
        }
        let mut options: SmallVec<[Option<Shot>; 6]> = SmallVec::new();
        for target in self.enemies(shooter) {
            if let Ok(shot) = self.plan_shot(shooter, weapon, target) {
                options.push(Some(Shot { split: target != first.target, ..shot }));
            }
        }
        options.push(None);
        let ask = Ask::new(
            self.side(shooter),
            "second-shot",
            "Fire the other weapon as well?",
            Clause("REQ-RNG-10"),
        );
        cx.choose(ask.about(shooter), &options, |option| match option {
            Some(shot) => self.describe_shot(shot),
            None => Choice::new("hold fire").declining(),
        })
    }

    fn resolve_shot(&mut self, cx: &mut Cx<'_>, shot: &Shot) -> Play<()> {
        let (shooter, target) = (shot.shooter, shot.target);
        SHOOTING.iter().for_each(|clause| cx.cite(*clause));
        if [shooter, target].iter().any(|m| self.in_contact(*m).next().is_some()) {
            cx.cite(Clause("REQ-Q-54"));
        }
        cx.say(|| {
            let weapon = &self.weapon(shot).name;
            let text = format!("{} shoots {} with {weapon}", self.name(shooter), self.name(target));
            let deed = Deed::Attacked { model: shooter, target, ranged: true };
            Event::note(Clause("REQ-RNG-01"), text).deed(deed)
        });
        if !shot.in_range {
            // Out of range the shot fails, and so does the blast.
            if self.weapon(shot).blast().is_some() {
                cx.cite(Clause("REQ-Q-36"));
            }
            cx.say(|| {
                let text = format!("{} is out of range", self.name(target));
                Event::note(Clause("REQ-RNG-04"), text)
            });
            return Ok(());
        }
        // Who is caught, and behind what, is settled before anybody falls.
        let center = self.body(target).spot.at.at_height(self.spot(target).z + HEIGHT / 2);
        let caught = self.caught_in_blast(shot);
        let cover = self.cover_against(shot);
        self.cite_cover(cx, shot);
        self.volley(cx, shot, target, cover)?;
        for other in caught {
            if self.model(other).spot.is_none() {
                continue;
            }
            BLAST.iter().for_each(|clause| cx.cite(*clause));
            let weapon = self.weapon(shot);
            let cover = match weapon.has(Trait::NeutralizeCover) {
                true => Cover::None,
                false => self.cover_from_blast(center, other),
            };
            let cover = self.veil(other, cover, weapon);
            self.volley(cx, shot, other, cover)?;
        }
        Ok(())
    }

    fn cite_cover(&self, cx: &mut Cx<'_>, shot: &Shot) {
        let weapon = self.weapon(shot);
        if !cx.is_quiet() {
            roster::clauses_of_weapon(weapon).into_iter().for_each(|clause| cx.cite(clause));
        }
        self.cite_sight(cx, shot.shooter, shot.target);
        if self.cover_against(shot) != Cover::None {
            cx.cite(Clause("REQ-COV-01"));
            if !self.who(shot.target).armor.is_empty() {
                cx.cite(Clause("REQ-COV-04"));
            }
        }
        if shot.cover != Cover::None {
            // How much is hidden depends on how tall a figure is.
            cx.cite(Clause("REQ-PROF-11"));
        }
        if weapon.has(Trait::NeutralizeCover) {
            cx.cite(Clause("REQ-COV-06"));
            cx.cite(Clause("REQ-GEAR-10"));
        }
        if weapon.blast().is_some() {
            cx.cite(Clause("REQ-Q-68"));
            cx.cite(Clause("REQ-GEAR-07"));
            cx.cite(Clause("REQ-GEAR-08"));
            cx.cite(Clause("REQ-Q-37"));
            cx.cite(Clause("REQ-GEO-09"));
        }
        if shot.split {
            cx.cite(Clause("REQ-Q-13"));
        }
        if self.model(shot.target).veiled && !weapon.has(Trait::NeutralizeCover) {
            cx.cite(Clause("REQ-X-13"));
        }
        if weapon.has(Trait::Buckshot) || weapon.shots() > 1 {
            cx.cite(Clause("REQ-Q-62"));
        }
    }

    /// The other models a blast catches, friend or foe and even the shooter, nearest first
    /// (REQ-GEAR-07, 08; REQ-Q-35, 37; REQ-GEO-09).
    fn caught_in_blast(&self, shot: &Shot) -> Vec<ModelId> {
        let Some(radius) = self.weapon(shot).blast() else { return Vec::new() };
        let center = self.body(shot.target);
        let middle = center.feet() + HEIGHT / 2;
        let caught = |m: &ModelId| {
            let body = self.body(*m);
            let above = (body.feet() - middle).max(middle - body.head());
            *m != shot.target
                && above <= radius
                && measure::within_of_point(&body, center.at(), radius)
        };
        let mut all: Vec<ModelId> = self.standing().filter(caught).collect();
        all.sort_by_key(|m| (self.spot(*m).at.distance_squared(center.at()), *m));
        all
    }

    /// All attacks of a weapon on one model: each attack roll against a single Defense roll
    /// (REQ-GEAR-05, 06; REQ-Q-10, 11).
    fn volley(&mut self, cx: &mut Cx<'_>, shot: &Shot, target: ModelId, cover: Cover) -> Play<()> {
        let told = !cx.is_quiet();
        let sum = self.attack(told, shot);
        let shots = self.weapon(shot).shots();
        if shots > 1 {
            REPEATER.iter().for_each(|clause| cx.cite(*clause));
        }
        let mut attacks: SmallVec<[i32; 3]> = SmallVec::new();
        for _ in 0..shots {
            let rerolls = Rerolls { ones: None, one: self.guidance(shot.shooter) };
            if self.who(shot.shooter).can(Skill::SpiritualGuidance) {
                cx.cite(Clause("REQ-Q-48"));
            }
            let Rolled { total, rerolled, .. } =
                self.roll(cx, shot.shooter, (&sum, "shoots"), rerolls)?;
            if let (true, Some(active)) = (rerolled, &mut self.active) {
                active.guided = true;
            }
            attacks.push(total);
        }
        let defense = self.roll_defense(cx, target, cover)?;
        let mut hits = 0;
        for attack in attacks {
            let hit = match defense {
                Some(defense) => self.beats(cx, (shot.shooter, attack), (target, defense))?,
                None => true,
            };
            self.say_hit(cx, target, hit);
            hits += u8::from(hit);
            if hit {
                self.wound(cx, target)?;
            }
            if self.model(target).spot.is_none() {
                break;
            }
        }
        if hits > 1 {
            cx.cite(Clause("REQ-RNG-08"));
        }
        let stuns = self.weapon(shot).has(Trait::Stun);
        if stuns { self.stun_weapon(cx, target, hits > 0) } else { Ok(()) }
    }

    fn say_hit(&self, cx: &mut Cx<'_>, target: ModelId, hit: bool) {
        if !hit {
            cx.cite(Clause("REQ-RNG-07"));
        }
        cx.say(|| {
            let verdict = if hit { "is hit" } else { "is missed" };
            Event::note(Clause("REQ-RNG-06"), format!("{} {verdict}", self.name(target)))
        });
    }

    /// The Defense roll against a shot; none for a stunned model where that is agreed
    /// (REQ-Q-24).
    fn roll_defense(&self, cx: &mut Cx<'_>, target: ModelId, cover: Cover) -> Play<Option<i32>> {
        if self.model(target).stun.is_some() {
            cx.cite(Clause("REQ-Q-24"));
            if self.agreed.stunned_defends == StunnedDefends::Off {
                return Ok(None);
            }
        }
        let sum = self.defense(!cx.is_quiet(), target, cover);
        let rolled = self.roll(cx, target, (&sum, "defends"), Rerolls::default())?;
        Ok(Some(rolled.total))
    }

    /// A stun weapon that was defended against still calls for Willpower; one that hit does not
    /// (REQ-GEAR-11 to 13, REQ-Q-21).
    pub fn stun_weapon(&mut self, cx: &mut Cx<'_>, target: ModelId, hit: bool) -> Play<()> {
        if !hit {
            cx.cite(Clause("REQ-GEAR-11"));
        }
        if hit || self.check_willpower(cx, target)? {
            cx.cite(Clause("REQ-GEAR-13"));
            return Ok(());
        }
        cx.cite(Clause("REQ-Q-21"));
        match self.agreed.stun_weapon {
            StunWeapon::Activation => self.forfeit(cx, target),
            StunWeapon::StunnedState => self.stun(cx, target, false),
        }
        Ok(())
    }

    /// Spiritual Guidance: one die again while the leader sees the shooter (REQ-GEAR-20,
    /// REQ-Q-48).
    fn guidance(&self, shooter: ModelId) -> Option<Clause> {
        if !self.who(shooter).can(Skill::SpiritualGuidance) {
            return None;
        }
        let used = self.active.as_ref().is_some_and(|a| a.guided);
        if used && self.agreed.guidance == Guidance::PerActivation {
            return None;
        }
        let mut leaders = self.friends(shooter).filter(|f| self.who(*f).leader);
        leaders.any(|l| self.watches(l, shooter)).then_some(Clause("REQ-GEAR-20"))
    }
}

/// Rules that every shot applies: distances are told before and nothing is used up.
const SHOOTING: [Clause; 11] = [
    Clause("REQ-RNG-02"),
    Clause("REQ-RNG-03"),
    Clause("REQ-GEAR-02"),
    Clause("REQ-GEAR-23"),
    Clause("REQ-Q-61"),
    Clause("REQ-LOS-01"),
    Clause("REQ-LOS-05"),
    Clause("REQ-GEO-01"),
    Clause("REQ-GEO-03"),
    Clause("REQ-GEO-05"),
    Clause("REQ-GEO-06"),
];

const BLAST: [Clause; 7] = [
    Clause("REQ-GEAR-07"),
    Clause("REQ-GEAR-08"),
    Clause("REQ-GEAR-09"),
    Clause("REQ-COV-07"),
    Clause("REQ-Q-35"),
    Clause("REQ-Q-37"),
    Clause("REQ-GEO-09"),
];

const REPEATER: [Clause; 5] = [
    Clause("REQ-GEAR-05"),
    Clause("REQ-GEAR-06"),
    Clause("REQ-RNG-12"),
    Clause("REQ-Q-10"),
    Clause("REQ-Q-11"),
];
