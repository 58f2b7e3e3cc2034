//! Chapter 7 and the weapons of chapter 12 in play: a ranged attack, roll by roll.
//!
//! Each roll is a step of its own, so that everybody sees the table as it is between two of
//! them, and so that the odds of a burst or a blast are those of a few small steps.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::options::{Guidance, StunWeapon, StunnedDefends};
use crate::profile::{Hands, Skill, Trait, Weapon};
use crate::rolls::{Rerolls, Rolled};
use crate::roster;
use crate::shooting::Shot;
use crate::sight::Cover;
use crate::state::{HEIGHT, Progress, State};

/// A ranged attack that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Firing {
    /// The shot has been chosen.
    Chosen(Shot),
    /// Attack rolls are being made and defended against.
    Rolling {
        /// The shot.
        shot: Shot,
        /// Who has yet to be attacked, the target first, and with what cover.
        targets: SmallVec<[(ModelId, Cover); 4]>,
        /// The attack rolls made on the first of them.
        attacks: SmallVec<[i32; 3]>,
    },
    /// The other gun may be fired as well.
    Second {
        /// The shot before.
        first: Shot,
        /// The other gun.
        weapon: usize,
    },
}

impl State {
    /// The next piece of a ranged attack: one shot, or two with two one-handed weapons
    /// (REQ-RNG-09, 10, 13).
    pub fn fire(&mut self, cx: &mut Cx<'_>, firing: Firing) -> Play<()> {
        match firing {
            Firing::Chosen(shot) => {
                let targets = self.open_fire(cx, &shot);
                self.go_on_firing(cx, shot, targets);
            }
            Firing::Rolling { shot, mut targets, mut attacks } => {
                let Some(&(target, cover)) = targets.first() else { return Ok(()) };
                cx.enter(|| format!("{} shoots {}", self.name(shot.shooter), self.name(target)));
                if attacks.len() < usize::from(self.weapon(&shot).shots()) {
                    attacks.push(self.roll_attack(cx, &shot)?);
                    self.firing = Some(Firing::Rolling { shot, targets, attacks });
                } else {
                    self.defend_shots(cx, &shot, (target, cover), &attacks)?;
                    targets.remove(0);
                    targets.retain(|(m, _)| self.model(*m).spot.is_some());
                    self.go_on_firing(cx, shot, targets);
                }
                cx.leave();
            }
            Firing::Second { first, weapon } => {
                let second = self.choose_second_shot(cx, &first, weapon)?;
                match second {
                    Some(second) => {
                        cx.cite(Clause(if second.split { "REQ-RNG-11" } else { "REQ-Q-12" }));
                        cx.cite(Clause("REQ-RNG-08"));
                        let targets = self.open_fire(cx, &second);
                        self.go_on_firing(cx, second, targets);
                    }
                    None => self.cease_fire(cx, &first),
                }
            }
        }
        Ok(())
    }

    /// Goes on with the next target; then, after the first of two guns, with the other one.
    fn go_on_firing(
        &mut self,
        cx: &mut Cx<'_>,
        shot: Shot,
        targets: SmallVec<[(ModelId, Cover); 4]>,
    ) {
        if !targets.is_empty() {
            self.firing = Some(Firing::Rolling { shot, targets, attacks: SmallVec::new() });
            return;
        }
        let other = if shot.second { None } else { self.second_gun(cx, &shot) };
        match other {
            Some(weapon) => self.firing = Some(Firing::Second { first: shot, weapon }),
            None => self.cease_fire(cx, &shot),
        }
    }

    /// The shooting of this activation is over; only a model that neither moved nor fired a
    /// stationary weapon may still move.
    fn cease_fire(&mut self, cx: &mut Cx<'_>, shot: &Shot) {
        // After the second of two guns both have been fired.
        let fired = |(i, gun): (usize, &Weapon)| {
            (i == shot.weapon || (shot.second && gun.hands == Hands::One))
                && gun.has(Trait::Stationary)
        };
        let stationary = self.who(shot.shooter).guns().any(fired);
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
    }

    /// The other one-handed gun may be fired too, at the same target or at another with a
    /// penalty, once the first result is known (REQ-RNG-10, 11).
    fn second_gun(&self, cx: &mut Cx<'_>, first: &Shot) -> Option<usize> {
        let shooter = first.shooter;
        cx.cite(Clause("REQ-GEAR-03"));
        if self.weapon(first).hands != Hands::One {
            cx.cite(Clause("REQ-RNG-13"));
            return None;
        }
        let mut guns = self.who(shooter).guns();
        let other = guns.find(|(i, w)| *i != first.weapon && w.hands == Hands::One);
        let Some((weapon, _)) = other else {
            cx.cite(Clause("REQ-RNG-09"));
            return None;
        };
        // A shot beyond range has wasted all the shooting of the activation (REQ-RNG-04).
        let standing = self.model(shooter).spot.is_some();
        if !standing || !first.in_range || self.may_fire(shooter, weapon).is_err() {
            return None;
        }
        Some(weapon)
    }

    fn choose_second_shot(
        &self,
        cx: &mut Cx<'_>,
        first: &Shot,
        weapon: usize,
    ) -> Play<Option<Shot>> {
        let shooter = first.shooter;
        let mut options: SmallVec<[Option<Shot>; 6]> = SmallVec::new();
        for target in self.enemies(shooter) {
            if let Ok(shot) = self.plan_shot(shooter, weapon, target) {
                let split = target != first.target;
                options.push(Some(Shot { split, second: true, ..shot }));
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

    /// Opens fire: says who is attacked and behind what cover, which is settled before anybody
    /// falls. Out of range the shot fails (REQ-RNG-04), and so does a blast (REQ-Q-36).
    fn open_fire(&self, cx: &mut Cx<'_>, shot: &Shot) -> SmallVec<[(ModelId, Cover); 4]> {
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
        let mut targets = SmallVec::new();
        if !shot.in_range {
            if self.weapon(shot).blast().is_some() {
                cx.cite(Clause("REQ-Q-36"));
            }
            cx.say(|| {
                let text = format!("{} is out of range", self.name(target));
                Event::note(Clause("REQ-RNG-04"), text)
            });
            return targets;
        }
        self.cite_cover(cx, shot);
        targets.push((target, self.cover_against(shot)));
        let center = self.body(target).spot.at.at_height(self.spot(target).z + HEIGHT / 2);
        if let Some(radius) = self.weapon(shot).blast() {
            cx.say(|| {
                let text =
                    format!("The blast reaches {radius} inches around {}", self.name(target));
                let deed = Deed::Burst { at: center, radius };
                Event::note(Clause("REQ-GEAR-07"), text).deed(deed)
            });
        }
        for other in self.caught_in_blast(shot) {
            BLAST.iter().for_each(|clause| cx.cite(*clause));
            let weapon = self.weapon(shot);
            let cover = match weapon.has(Trait::NeutralizeCover) {
                true => Cover::None,
                false => self.cover_from_blast(center, other),
            };
            targets.push((other, self.veil(other, cover, weapon)));
        }
        targets
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

    /// One attack roll of a weapon (REQ-GEAR-05, REQ-Q-10).
    fn roll_attack(&mut self, cx: &mut Cx<'_>, shot: &Shot) -> Play<i32> {
        let sum = self.attack(!cx.is_quiet(), shot);
        if self.weapon(shot).shots() > 1 {
            REPEATER.iter().for_each(|clause| cx.cite(*clause));
        }
        let rerolls = Rerolls { ones: None, one: self.guidance(shot.shooter) };
        if self.who(shot.shooter).can(Skill::SpiritualGuidance) {
            cx.cite(Clause("REQ-Q-48"));
        }
        let Rolled { total, rerolled, .. } =
            self.roll(cx, shot.shooter, (&sum, "shoots"), rerolls)?;
        if let (true, Some(active)) = (rerolled, &mut self.active) {
            active.guided = true;
        }
        Ok(total)
    }

    /// All attacks of a weapon on one model are compared with a single Defense roll
    /// (REQ-GEAR-06, REQ-Q-11).
    fn defend_shots(
        &mut self,
        cx: &mut Cx<'_>,
        shot: &Shot,
        (target, cover): (ModelId, Cover),
        attacks: &[i32],
    ) -> Play<()> {
        let defense = self.roll_defense(cx, target, cover)?;
        let mut hits = 0;
        for attack in attacks {
            let hit = match defense {
                Some(defense) => self.beats(cx, (shot.shooter, *attack), (target, defense))?,
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
        let stuns = self.weapon(shot).has(Trait::Stun) && self.model(target).spot.is_some();
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
