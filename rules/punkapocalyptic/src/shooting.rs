//! Chapter 12: shooting, ranges, shots into fights, aiming (PUN-SHO, PUN-RNG, PUN-SIC, PUN-AIM).

mod modifiers;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::Length;

use crate::dice::Roller;
use crate::gear::{Damage, GearRule, RangeBand, Reach, Weapon};
use crate::options::AutomaticNeedsThree;
use crate::profile::Attribute;
use crate::state::{Acting, Held, Models, State};
use crate::tasks::Task;
pub use modifiers::Aimed;

/// A shot that was declared, or the rest of a burst.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Firing {
    /// Who shoots.
    pub shooter: ModelId,
    /// With which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: ModelId,
    /// Whether it avoids the target's Cover (PUN-COV-03).
    pub avoid: bool,
    /// Shots still to be rolled (PUN-AUT-03).
    pub shots: u8,
    /// Whether patched bullets are used while there are any (PUN-B-24).
    pub patched: bool,
    /// Whether it is defensive fire (PUN-DEF-06).
    pub defensive: bool,
}

/// How many shots automatic fire has (PUN-AUT-01).
const BURST: u8 = 3;
/// Shots that down somebody less often than this, in thousandths, are not worth a bullet.
const HOPELESS: i32 = 50;
/// What a pump marker adds to all ranges (PUN-PUM-01, PUN-Q-68).
const PUMPED_RANGE: Length = Length::inches(4);

impl Weapon {
    /// Whether it is aimed at a model with a Precision roll, straight along a line of sight.
    pub fn is_aimed(&self) -> bool {
        self.shot().is_some_and(|shot| matches!(shot.reach, Reach::Bands(_)))
            && !self.has(GearRule::IndirectFire)
    }
}

impl Held {
    /// What pumping adds to its ranges.
    pub fn pumped_range(&self) -> Length {
        PUMPED_RANGE * i32::from(self.pumped[2])
    }

    /// Whether it was pumped so hard that it may burst (PUN-PUM-04).
    pub fn is_overpumped(&self) -> bool {
        self.pumped.iter().any(|markers| *markers >= 3)
    }
}

impl State {
    /// One of a model's weapons.
    pub fn held(&self, model: ModelId, weapon: u8) -> &Held {
        &self.model(model).weapons[usize::from(weapon)]
    }

    /// Whether a weapon can be fired now at all (PUN-ATT-03, PUN-SHO-06, PUN-DSL-01, PUN-KAB-01).
    pub fn may_use(&self, model: ModelId, weapon: u8) -> Result<(), Refusal> {
        let held = self.held(model, weapon);
        let gun = self.weapon(held);
        let name = self.name(model);
        let refuse = |id: &'static str, why: String| Err(Refusal::new(Clause(id), why));
        if let Some(skill) = gun.skill().filter(|skill| self.attribute(model, *skill).is_none()) {
            return refuse("PUN-ATT-03", format!("{name} has no {}", skill.name()));
        }
        if !self.has_power_for(model, gun) {
            return refuse("PUN-SHK-02", format!("{name} wears no electric suit"));
        }
        if self.hands_full_for(model, gun) {
            return refuse("PUN-SC3-03", format!("{name} carries a crate"));
        }
        if held.jammed {
            return refuse("PUN-KAB-01", format!("the {} is jammed", gun.name));
        }
        if held.unloaded > 0 {
            let slow = gun.has(GearRule::ReallyDeadSlow);
            let clause = if slow { "PUN-RDS-01" } else { "PUN-DSL-01" };
            return refuse(clause, format!("the {} is not loaded", gun.name));
        }
        if held.count == 0 {
            return refuse("PUN-DSP-01", format!("there is no {} left", gun.name));
        }
        if gun.has(GearRule::Firearm) && self.model(model).bullets.count() == 0 {
            return refuse("PUN-SHO-06", format!("{name} has no bullets"));
        }
        Ok(())
    }

    /// In which band a target is for a weapon, if it is in range (PUN-RNG-04, 06).
    pub fn band(&self, shooter: ModelId, weapon: u8, target: ModelId) -> Option<RangeBand> {
        let held = self.held(shooter, weapon);
        let shot = self.weapon(held).shot()?;
        let mark = self.mark_of(shooter, weapon, target);
        shot.band(|reach| self.is_within(shooter, mark, reach), held.pumped_range())
    }

    /// To whom the range is measured: with Pellets at a fight, to the nearest enemy of it in sight
    /// (PUN-Q-50).
    fn mark_of(&self, shooter: ModelId, weapon: u8, target: ModelId) -> ModelId {
        let pellets = self.weapon(self.held(shooter, weapon)).has(GearRule::Pellets);
        if !pellets || !self.is_engaged(target) {
            return target;
        }
        let enemies = self.fight_of(target).into_iter();
        let enemies = enemies.filter(|m| self.side(*m) != self.side(shooter));
        let seen = enemies.filter(|m| self.sees(shooter, *m));
        seen.min_by_key(|m| self.gap(shooter, *m)).unwrap_or(target)
    }

    /// Whether a weapon can be fired at somebody: in range and in sight (PUN-SHO-03, PUN-RNG-04).
    pub fn may_shoot(&self, shooter: ModelId, weapon: u8, target: ModelId) -> Result<(), Refusal> {
        if !self.reaches(shooter, weapon, target) {
            let (gap, name) = (self.gap(shooter, target), self.name(target));
            let gun = &self.weapon(self.held(shooter, weapon)).name;
            let why = format!("{name} is {gap} inches away, out of range of the {gun}");
            return Err(Refusal::new(Clause("PUN-RNG-04"), why));
        }
        self.line_of_sight(shooter, target)
    }

    /// Whether a weapon may fire automatically (PUN-AUT-01, 02, PUN-Q-38).
    pub fn may_burst(&self, model: ModelId, weapon: u8) -> bool {
        let gun = self.weapon(self.held(model, weapon));
        let automatic = gun.has(GearRule::Automatic) && gun.is_aimed();
        let bullets = self.model(model).bullets.count();
        let least = match self.agreed.automatic_needs_three {
            AutomaticNeedsThree::Off => 1,
            AutomaticNeedsThree::On => BURST,
        };
        automatic && bullets >= least
    }

    /// How a shot is said: with Pellets one shoots at a fight, not at somebody in it
    /// (PUN-PEL-03, PUN-Q-50).
    pub fn describe_shot_key(
        &self,
        model: ModelId,
        (weapon, target, burst): (u8, ModelId, bool),
    ) -> String {
        let gun = self.weapon(self.held(model, weapon));
        let at_fight = gun.has(GearRule::Pellets) && self.is_engaged(target);
        let (gun, name) = (&gun.name, self.name(target));
        match (burst, at_fight) {
            (true, _) => format!("burst at {name} with {gun}"),
            (false, true) => format!("shoot the fight of {name} with {gun}"),
            (false, false) => format!("shoot {name} with {gun}"),
        }
    }

    /// What a player should know of a shot.
    pub fn describe_shot(&self, model: ModelId, shot: (u8, ModelId, bool)) -> Choice {
        let (weapon, target, burst) = shot;
        if self.weapon(self.held(model, weapon)).is_lobbed() {
            return self.describe_lob(model, weapon, target);
        }
        let shots = if burst { self.model(model).bullets.count().min(BURST) } else { 1 };
        let firing = self.plain_shot(model, (weapon, target), shots);
        let aimed = self.aim_of(true, &firing);
        let gap = self.gap(model, self.mark_of(model, weapon, target));
        let detail = format!("{gap} inches, {} or less", aimed.sum.total);
        // Bullets are worth something, and so are friends in the way.
        let friends = aimed.strays.iter().filter(|m| self.side(**m) == self.side(model)).count();
        let merit = self.shot_merit(model, (weapon, target), shots) - 12 * friends as i32;
        Choice::new(self.describe_shot_key(model, shot)).detail(detail).about(target).merit(merit)
    }

    /// A rough rating of a shot, in points: what it may down, less the bullets it takes. What is
    /// next to hopeless is worse than getting nearer.
    fn shot_merit(&self, model: ModelId, (weapon, target): (u8, ModelId), shots: u8) -> i32 {
        let odds = self.shot_odds(model, weapon, target).best();
        let firearm = self.weapon(self.held(model, weapon)).has(GearRule::Firearm);
        let bullets = if firearm { 2 * i32::from(shots) } else { 0 };
        let shots = i32::from(shots);
        let gain = odds * (2 + shots) / 3 * self.who(target).cost / 1_000;
        if odds < HOPELESS { 20 } else { 36 + gain - bullets }
    }

    /// A shot with nothing special about it.
    pub fn plain_shot(
        &self,
        shooter: ModelId,
        (weapon, target): (u8, ModelId),
        shots: u8,
    ) -> Firing {
        Firing { shooter, weapon, target, avoid: false, shots, patched: false, defensive: false }
    }

    /// What is said with a shot: whether Cover is avoided, and which bullets are used
    /// (PUN-COV-03, PUN-B-24).
    pub fn declare_shot(
        &mut self,
        cx: &mut Cx<'_>,
        shooter: ModelId,
        (weapon, target, burst): (u8, ModelId, bool),
    ) -> Play<Firing> {
        let bullets = self.model(shooter).bullets;
        let shots = if burst { bullets.count().min(BURST) } else { 1 };
        if burst {
            cx.cite(Clause("PUN-AUT-02"));
        }
        let firing = self.plain_shot(shooter, (weapon, target), shots);
        self.settle_shot(cx, firing)
    }

    /// The choices that go with any shot.
    pub fn settle_shot(&mut self, cx: &mut Cx<'_>, mut firing: Firing) -> Play<Firing> {
        let gun = self.weapon(self.held(firing.shooter, firing.weapon));
        let side = self.side(firing.shooter);
        let (pellets, firearm) = (gun.has(GearRule::Pellets), gun.has(GearRule::Firearm));
        let aimed = gun.is_aimed();
        if aimed && !pellets && self.shelter(firing.shooter, firing.target).value > 0 {
            let prompt = "Does it avoid the Cover?";
            let ask = Ask::new(side, "cover", prompt, Clause("PUN-COV-03")).about(firing.target);
            let shelter = self.shelter(firing.shooter, firing.target);
            let odds = || self.shot_odds(firing.shooter, firing.weapon, firing.target);
            firing.avoid = cx.choose(ask, &[false, true], |avoid| match avoid {
                false => Choice::new("through the cover")
                    .detail(format!("{} adds {} to Armour", shelter.words, shelter.value)),
                true => Choice::new("avoid the cover")
                    .detail("-3 Precision, -5 against Camouflage")
                    .merit({
                        let odds = odds();
                        odds.past - odds.through
                    }),
            })?;
        }
        let bullets = self.model(firing.shooter).bullets;
        if firearm && bullets.patched > 0 {
            let kinds: &[bool] = if bullets.plain > 0 { &[false, true] } else { &[true] };
            let ask = Ask::new(side, "bullet", "Which bullet?", Clause("PUN-B-24"));
            firing.patched = cx.choose(ask, kinds, |patched| match patched {
                false => Choice::new("plain bullet").merit(1),
                true => Choice::new("patched bullet").detail("jams on a 9 or 10"),
            })?;
        }
        Ok(firing)
    }

    /// A shot is rolled (PUN-SEQ-08).
    pub fn fire(&mut self, cx: &mut Cx<'_>, firing: &Firing) -> Play<()> {
        let shooter = firing.shooter;
        if self.model(shooter).spot.is_none() || firing.shots == 0 {
            return Ok(());
        }
        if !self.weapon(self.held(shooter, firing.weapon)).is_aimed() {
            return self.fire_otherwise(cx, firing);
        }
        let kaboom = self.use_up(firing);
        if firing.shots > 1 {
            let rest = Firing { shots: firing.shots - 1, ..firing.clone() };
            self.tasks.push(Task::Fire(Box::new(rest)));
        }
        if self.model(firing.target).spot.is_none() {
            // The rest of a burst at somebody who is down already (PUN-Q-38).
            cx.cite(Clause("PUN-Q-38"));
            return Ok(());
        }
        let Some(band) = self.band(shooter, firing.weapon, firing.target) else { return Ok(()) };
        let aimed = self.aim_of(!cx.is_quiet(), firing);
        cx.say(|| {
            let gun = &self.weapon(self.held(shooter, firing.weapon)).name;
            let (model, target) = (shooter, firing.target);
            let text = format!("{} shoots {} with the {gun}", self.name(model), self.name(target));
            let deed = Deed::Attacked { model, target, ranged: true };
            Event::note(Clause("PUN-SHO-04"), text).deed(deed)
        });
        cx.cite(match band {
            RangeBand::Short => Clause("PUN-RNG-01"),
            RangeBand::Medium => Clause("PUN-RNG-02"),
            RangeBand::Long => Clause("PUN-RNG-03"),
        });
        self.cite_shot(cx, firing, &aimed);
        let reads_face = kaboom || aimed.penalty != 0;
        let who = Roller { side: self.side(shooter), model: Some(shooter), purpose: "shoots" };
        let check = self.check(cx, who, &aimed.sum, reads_face)?;
        if let Some(face) = check.face.filter(|face| kaboom && *face >= 9) {
            self.jam(cx, firing, face);
            return Ok(());
        }
        let without = aimed.sum.total - aimed.penalty;
        let would = check.face.is_some_and(|face| i32::from(face) <= without) && without > 0;
        if check.passed {
            self.shot_lands(firing, band, &aimed);
        } else if aimed.penalty != 0 && would {
            self.shot_strays(cx, firing, band, &aimed.strays)?;
        }
        self.model_mut(shooter).weapons[usize::from(firing.weapon)].pumped = [0; 3];
        Ok(())
    }

    /// Spends the bullet or empties the weapon; says whether the shot may jam it (PUN-SHO-06,
    /// PUN-DSL-01, PUN-DSP-01, PUN-KAB-04).
    pub fn use_up(&mut self, firing: &Firing) -> bool {
        let held = *self.held(firing.shooter, firing.weapon);
        let gun = self.weapon(&held);
        let (firearm, reload, bomb) = (gun.has(GearRule::Firearm), gun.reload(), gun.is_bomb());
        let kaboom = gun.has(GearRule::Kaboom) || held.is_overpumped();
        let m = self.model_mut(firing.shooter);
        let own = &mut m.weapons[usize::from(firing.weapon)];
        own.unloaded = own.unloaded.max(reload);
        if bomb {
            own.count = own.count.saturating_sub(1);
        }
        let mut patched = false;
        if firearm {
            patched = (firing.patched && m.bullets.patched > 0) || m.bullets.plain == 0;
            let bullets = if patched { &mut m.bullets.patched } else { &mut m.bullets.plain };
            *bullets = bullets.saturating_sub(1);
        }
        kaboom || patched
    }

    /// The weapon is jammed for the rest of the game, and what was left of a burst with it
    /// (PUN-KAB-01, PUN-Q-38).
    pub fn jam(&mut self, cx: &mut Cx<'_>, firing: &Firing, face: u8) {
        let m = self.model_mut(firing.shooter);
        let own = &mut m.weapons[usize::from(firing.weapon)];
        own.jammed = true;
        own.pumped = [0; 3];
        if firing.shots > 1 {
            self.tasks.pop();
            let rest = Firing { shots: 1, ..firing.clone() };
            for _ in 1..firing.shots {
                self.use_up(&rest);
            }
        }
        cx.say(|| {
            let gun = &self.weapon(self.held(firing.shooter, firing.weapon)).name;
            Event::note(Clause("PUN-KAB-01"), format!("KABOOM! A {face}: the {gun} is jammed"))
        });
    }

    /// A shot hits its target, or with Pellets everybody in the fight or in the way
    /// (PUN-PEL-05, PUN-Q-50).
    fn shot_lands(&mut self, firing: &Firing, band: RangeBand, aimed: &Aimed) {
        let pellets = self.weapon(self.held(firing.shooter, firing.weapon)).has(GearRule::Pellets);
        let mut victims = Models::new();
        victims.push(firing.target);
        if pellets {
            victims.extend(aimed.strays.iter().copied());
            victims.sort_unstable();
        }
        self.burst_at(firing, firing.target);
        if !self.strikes(firing) {
            return;
        }
        // Hits in ascending order (PUN-DIC-26), so the last is put there first.
        for victim in victims.into_iter().rev() {
            let avoid = firing.avoid && victim == firing.target;
            let hit = self.hit_of(firing, victim, band, avoid);
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
    }

    /// A shot that failed only because of others hits one of them (PUN-SIC-03, 04, PUN-COV-09).
    fn shot_strays(
        &mut self,
        cx: &mut Cx<'_>,
        firing: &Firing,
        band: RangeBand,
        strays: &Models,
    ) -> Play<()> {
        let others: Models =
            strays.iter().copied().filter(|m| self.model(*m).spot.is_some()).collect();
        if others.is_empty() {
            return Ok(());
        }
        let victim = self.by_lot(cx, self.side(firing.shooter), &others)?;
        if others.len() > 1 {
            cx.cite(Clause("PUN-SIC-04"));
        }
        let engaged = self.is_engaged(firing.target);
        let clause = if engaged { Clause("PUN-SIC-03") } else { Clause("PUN-COV-09") };
        cx.say(|| Event::note(clause, format!("The shot hits {} instead", self.name(victim))));
        self.burst_at(firing, victim);
        if !self.strikes(firing) {
            return Ok(());
        }
        let hit = self.hit_of(firing, victim, band, false);
        self.tasks.push(Task::Hit(Box::new(hit)));
        Ok(())
    }

    /// Whether a shot deals a Hit of its own, and not only what bursts.
    fn strikes(&self, firing: &Firing) -> bool {
        let shot = self.weapon(self.held(firing.shooter, firing.weapon)).shot();
        shot.is_some_and(|shot| shot.damage != Damage::Burst)
    }

    /// What bursts does so where a shot has struck, after its Hits (PUN-GAS-01, PUN-INC-01).
    fn burst_at(&mut self, firing: &Firing, victim: ModelId) {
        let weapon = self.held(firing.shooter, firing.weapon).weapon;
        let gun = self.armoury.weapon(weapon);
        let bursts = [GearRule::Gas, GearRule::Incendiary, GearRule::Smoke];
        if bursts.iter().any(|rule| gun.has(*rule)) {
            self.tasks.push(Task::Burst(weapon, self.spot(victim)));
        }
    }

    /// The Hit of a shot on somebody.
    pub fn hit_of(
        &self,
        firing: &Firing,
        victim: ModelId,
        band: RangeBand,
        avoid: bool,
    ) -> crate::hits::Hit {
        let held = self.held(firing.shooter, firing.weapon);
        let gun = self.weapon(held);
        let own = self.value(firing.shooter, Attribute::Strength);
        let strength = gun.strength(band, own).unwrap_or(0) + i32::from(held.pumped[0]);
        let penetration = i32::from(gun.penetration(band)) + i32::from(held.pumped[1]);
        // Those of a fight who are out of sight are not covered either (PUN-Q-50).
        let open = avoid || (victim != firing.target && !self.sees(firing.shooter, victim));
        let cover = if open { 0 } else { self.shelter(firing.shooter, victim).value };
        let shot = (held.weapon, band);
        self.shot_hit(firing.shooter, victim, shot, (strength, penetration, cover))
    }

    /// Whether a model may aim at another: it sees it, and not with Pellets alone at somebody in
    /// a fight (PUN-AIM-02, PUN-Q-29, PUN-PEL-03).
    pub fn may_aim_at(&self, model: ModelId, target: ModelId) -> bool {
        let weapons = self.model(model).weapons.iter().map(|held| self.weapon(held));
        let fit = |w: &Weapon| {
            w.fires_out_of_turn() && !(w.has(GearRule::Pellets) && self.is_engaged(target))
        };
        let mut fitting = weapons.filter(|w| fit(w));
        fitting.next().is_some() && self.sees(model, target)
    }

    /// A model aims (PUN-AIM-01 to 03).
    pub fn aim(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) {
        if let Some(acting) = &mut self.acting {
            acting.aims.retain(|(who, _)| *who != model);
            acting.aims.push((model, target));
        }
        ["PUN-AIM-02", "PUN-AIM-03", "PUN-Q-29"].iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} aims at {}", self.name(model), self.name(target));
            Event::note(Clause("PUN-AIM-01"), text)
        });
    }

    /// Aiming is worth it if there is a shot afterwards that needs it: instead of two shots, or
    /// where a second one would have to wait for loading or for bullets.
    pub fn aim_merit(&self, acting: &Acting, target: ModelId) -> i32 {
        let model = acting.model;
        if acting.left < 2 || acting.aim_of(model) == Some(target) {
            return -20;
        }
        let weapons = 0..self.model(model).weapons.len() as u8;
        let fit = |w: &u8| {
            self.weapon(self.held(model, *w)).is_aimed()
                && self.may_use(model, *w).is_ok()
                && self.band(model, *w, target).is_some()
        };
        let merit = |w: u8| {
            let value = self.aim_of(false, &self.plain_shot(model, (w, target), 1)).sum.total;
            let gun = self.weapon(self.held(model, w));
            let few = gun.has(GearRule::Firearm) && self.model(model).bullets.count() < 3;
            let better = value <= if gun.reload() > 0 || few { 6 } else { 2 };
            if better { self.shot_merit(model, (w, target), 1) + 2 } else { 10 }
        };
        weapons.filter(fit).map(merit).max().unwrap_or(-20)
    }

    /// How near a model wants to be to its enemies.
    pub fn wanted_distance(&self, model: ModelId) -> Length {
        let weapons = 0..self.model(model).weapons.len() as u8;
        let usable = weapons.filter(|w| {
            self.weapon(self.held(model, *w)).shot().is_some() && self.may_use(model, *w).is_ok()
        });
        let bands = usable.filter_map(|w| match self.weapon(self.held(model, w)).shot()?.reach {
            Reach::Bands([_, medium, _]) => Some(medium),
            Reach::Thrown(_) | Reach::Line(_) | Reach::Template { .. } => {
                Some(self.range_of(model, w) * 3 / 4)
            }
        });
        bands.max().unwrap_or(Length::ZERO)
    }
}
