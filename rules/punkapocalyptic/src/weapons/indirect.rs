//! Indirect fire: lobbed at somebody or at a place; what misses scatters (PUN-IND).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::{Extent, Kind, Length, Nature, Point, Spot, Vector, measure};

use super::{Loosed, mark, refuse};
use crate::dice::{Roller, Sum};
use crate::gear::{Damage, GearRule, RangeBand};
use crate::profile::Attribute;
use crate::state::{PATCH_RADIUS, State};
use crate::tasks::Task;

impl State {
    /// The place that a bomb is thrown at (PUN-IND-05).
    pub(super) fn choose_mark(&self, cx: &mut Cx<'_>, model: ModelId, weapon: u8) -> Play<Spot> {
        let prompt = "Where does it throw it?";
        let ask = Ask::new(self.side(model), "throw", prompt, Clause("PUN-IND-05")).about(model);
        let goals = || self.throw_goals(model, weapon);
        let within = self.box_of(model, weapon);
        let plan = |at: Point| self.place_in_sight(model, weapon, at);
        cx.point(ask.template(PATCH_RADIUS), within, goals, plan)
    }

    /// The highest floor at a point that is in front of a model, in range and in sight
    /// (PUN-IND-05, PUN-G-03).
    fn place_in_sight(&self, model: ModelId, weapon: u8, at: Point) -> Result<Spot, Refusal> {
        if !self.is_before(model, at) {
            let why =
                format!("{at} is behind {}, who sees only what is in front", self.name(model));
            return refuse("PUN-LOS-01", why);
        }
        let (own, reach) = (self.body(model), self.range_of(model, weapon));
        let near = |z: &Length| measure::within_3d(&own, &mark(at.at_height(*z)), reach);
        let floors = self.floors(at);
        if !floors.iter().any(near) {
            return refuse("PUN-RNG-04", format!("{at} is farther away than {reach} inches"));
        }
        let sightline = self.sightline(&crate::terrain::SIGHT);
        let seen = |z: &&Length| sightline.open(own.eye(), at.at_height(**z));
        match floors.iter().rev().filter(|z| near(z)).find(seen) {
            Some(z) => Ok(at.at_height(*z)),
            None => refuse("PUN-LOS-03", format!("{} cannot see {at}", self.name(model))),
        }
    }

    /// The floors at a point on which something could lie, the lowest first.
    fn floors(&self, at: Point) -> Vec<Length> {
        let volumes = self.table.volumes();
        let around = Extent { low: at, high: at };
        let solid = |z: Length| {
            self.table.volume_grid().near(around).map(|i| &volumes[i]).any(|v| {
                v.kind.nature() == Nature::Solid
                    && v.kind != Kind::Hill
                    && v.bottom <= z
                    && z < v.top
                    && v.shape.contains(at)
                    && !v.feature.is_some_and(|f| self.changes.is_gone(f))
            })
        };
        self.table.supports(at).into_iter().filter(|z| !solid(*z)).collect()
    }

    /// Places worth a bomb: at enemies, halfway to them, and if there are none, at its own feet.
    fn throw_goals(&self, model: ModelId, weapon: u8) -> Vec<Goal> {
        let here = self.spot(model);
        let smoke = self.weapon(self.held(model, weapon)).has(GearRule::Smoke);
        let mut goals = vec![Goal { spot: here, merit: -100 }];
        for enemy in self.enemies(model) {
            let there = self.spot(enemy);
            let apart = here.at.distance(there.at);
            let half = here.at.toward(there.at - here.at, apart / 2);
            let merit = -(apart.um() / 1_000);
            let (near, far) = if smoke { (merit, merit - 50) } else { (merit - 50, merit) };
            goals.push(Goal { spot: half.at_height(here.z), merit: near });
            goals.push(Goal { spot: there, merit: far });
        }
        goals
    }

    /// The Precision roll of a lobbed shot: without range, Aim, Cover and models in the way
    /// (PUN-IND-06, 07, PUN-Q-59).
    fn lob_sum(&self, told: bool, shot: &Loosed) -> Sum {
        let Loosed { shooter, .. } = *shot;
        let gun = self.weapon(self.held(shooter, shot.weapon));
        let precision = self.value(shooter, Attribute::Precision);
        let mut sum = Sum::of(told, precision, "Precision", "PUN-IND-01");
        sum.add_if(shot.defensive, -2, "defensive fire", "PUN-DEF-06");
        sum.add_if(gun.has(GearRule::Pellets), 1, "Pellets", "PUN-PEL-01");
        self.add_clumsiness(shooter, gun.has(GearRule::HardToUse), &mut sum);
        sum.add(self.smoke_across(self.spot(shooter).at, shot.at.at), "smoke", "PUN-SMO-02");
        sum.add(self.numbness(shooter), "shock", "PUN-ELE-03");
        let engaged = shot.target.is_some_and(|target| self.is_engaged(target));
        sum.add_if(engaged, -3, "fight", "PUN-SIC-02");
        sum
    }

    /// What a player should know of a bomb at somebody.
    pub fn describe_lob(&self, model: ModelId, weapon: u8, target: ModelId) -> Choice {
        let at = self.spot(target);
        let shot = Loosed { shooter: model, weapon, at, target: Some(target), defensive: false };
        let value = self.lob_sum(false, &shot).total;
        let gun = self.weapon(self.held(model, weapon));
        let side = self.side(model);
        let touched = self.touched_by(at);
        let friends = touched.iter().filter(|m| self.side(**m) == side).count() as i32;
        let foes = touched.len() as i32 - friends;
        let worth = match gun.has(GearRule::Smoke) {
            true => 0,
            false => 15 + 3 * value.clamp(0, 10) + 10 * foes - 15 * friends,
        };
        Choice::new(self.describe_shot_key(model, (weapon, target, false)))
            .detail(format!("{} inches, {value} or less", self.gap(model, target)))
            .about(target)
            .merit(worth)
    }

    /// How likely a lobbed shot or a jet is to work, as the value to roll.
    pub fn loose_value(
        &self,
        shooter: ModelId,
        (weapon, target): (u8, ModelId),
        defensive: bool,
    ) -> i32 {
        let at = self.spot(target);
        let shot = Loosed { shooter, weapon, at, target: Some(target), defensive };
        match self.weapon(self.held(shooter, weapon)).is_sprayed() {
            true => self.tech_sum(false, &shot).total,
            false => self.lob_sum(false, &shot).total,
        }
    }

    /// A lobbed shot is rolled; it lands where it should or somewhere else (PUN-IND-01 to 04).
    pub(super) fn lob(&mut self, cx: &mut Cx<'_>, shot: &Loosed) -> Play<()> {
        let shooter = shot.shooter;
        let held = *self.held(shooter, shot.weapon);
        let kaboom = self.use_up(&self.as_plain(shot));
        self.cite_lob(cx, shot);
        cx.say(|| {
            let gun = &self.weapon(&held).name;
            let at = match shot.target {
                Some(target) => self.name(target).to_owned(),
                None => shot.at.to_string(),
            };
            let text = format!("{} lobs a {gun} at {at}", self.name(shooter));
            let note = Event::note(Clause("PUN-IND-01"), text);
            match shot.target {
                Some(target) => note.deed(Deed::Attacked { model: shooter, target, ranged: true }),
                None => note,
            }
        });
        let sum = self.lob_sum(!cx.is_quiet(), shot);
        let who = Roller { side: self.side(shooter), model: Some(shooter), purpose: "lobs" };
        // Where nothing can be hit any more, the die still says how far off it lands (PUN-Q-02).
        let check = self.check(cx, who, &sum, kaboom || sum.total <= 0)?;
        if let Some(face) = check.face.filter(|face| kaboom && *face >= 9) {
            self.jam(cx, &self.as_plain(shot), face);
            return Ok(());
        }
        let landed = match check.face.filter(|_| !check.passed) {
            None => Some(shot.at),
            Some(face) => self.scatter(cx, shot, (face, sum.total)),
        };
        let Some(spot) = landed else { return Ok(()) };
        self.tasks.push(Task::Burst(held.weapon, spot));
        let victim = shot.target.filter(|t| check.passed && self.model(*t).spot.is_some());
        if let (Some(victim), Some(Damage::Hit { .. })) =
            (victim, self.weapon(&held).shot().map(|s| s.damage))
        {
            let band = self.band(shooter, shot.weapon, victim).unwrap_or(RangeBand::Short);
            let hit = self.hit_of(&self.as_plain(shot), victim, band, false);
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        self.model_mut(shooter).weapons[usize::from(shot.weapon)].pumped = [0; 3];
        Ok(())
    }

    /// A miss lands an inch off for every two points, beyond the target if the die was even and
    /// short of it if it was odd, but never behind the thrower (PUN-IND-02 to 04, PUN-G-13).
    fn scatter(&self, cx: &mut Cx<'_>, shot: &Loosed, (face, value): (u8, i32)) -> Option<Spot> {
        let own = self.spot(shot.shooter).at;
        let inches = Length::inches((i32::from(face) - value + 1) / 2);
        let apart = own.distance(shot.at.at);
        let way = match shot.at.at - own {
            none if none == Vector::default() => self.model(shot.shooter).facing,
            way => way,
        };
        let (at, words) = if face % 2 == 0 {
            (shot.at.at.toward(way, inches), "too far")
        } else if inches >= apart {
            cx.cite(Clause("PUN-IND-04"));
            (own, "short, at its thrower's feet")
        } else {
            (own.toward(way, apart - inches), "short")
        };
        ["PUN-IND-03", "PUN-G-13"].iter().for_each(|id| cx.cite(Clause(id)));
        if !self.table.extent().contains(at) {
            cx.say(|| Event::note(Clause("PUN-Q-59"), "It lands off the table and does nothing"));
            return None;
        }
        let floors = self.floors(at);
        let below = floors.iter().rev().find(|z| **z <= shot.at.z);
        let z = below.or(floors.first()).copied().unwrap_or(shot.at.z);
        let spot = at.at_height(z);
        cx.say(|| {
            let text = format!("It scatters {inches} inches and lands {words}, at {spot}");
            Event::note(Clause("PUN-IND-02"), text)
        });
        Some(spot)
    }

    /// The rules of a lobbed shot.
    fn cite_lob(&self, cx: &mut Cx<'_>, shot: &Loosed) {
        if cx.is_quiet() {
            return;
        }
        ["PUN-SHO-04", "PUN-IND-06", "PUN-IND-07", "PUN-Q-59", "PUN-T-06", "PUN-B-22"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        if self.weapon(self.held(shot.shooter, shot.weapon)).is_bomb() {
            cx.cite(Clause("PUN-DSP-01"));
        }
        if shot.defensive {
            cx.cite(Clause("PUN-DEF-09"));
        }
    }
}
