//! Chapter 3: grenades (OD6-GRN): the aim, the test, and what the burst does.

mod aim;
mod stray;
mod walls;

use engine::event::Term;
use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use tabletop::template::Template;
use tabletop::{Length, Point};

use crate::damage::{Hit, When};
use crate::dice::{Roller, Sum, straight};
use crate::fire::Occasion;
use crate::morale::Status;
use crate::options::AimPointCover;
use crate::profile::Skill;
use crate::state::{Models, Pace, Phase, State};
use crate::tasks::Task;
use crate::weapons::{Band, Gun};

pub(crate) use walls::{HALF_DOOR, Wall};

/// Radius of the burst template, for grenades and explosives alike (OD6-GRN-05, OD6-PLX-01).
pub const BURST: Length = Length::cents(250);

/// Something thrown, under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Throw {
    /// Who throws.
    pub thrower: ModelId,
    /// What.
    pub what: Gun,
    /// How far it has come.
    pub stage: Stage,
}

/// How far a throw has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// He does not see the point he named, so it strays before the test (OD6-GRN-11).
    Blind(Point),
    /// The test.
    Test {
        /// The point he named.
        aim: Point,
        /// Where it bursts if he passes: the same, unless he throws blindly.
        at: Point,
        /// Whether he throws blindly.
        blind: bool,
    },
    /// He has failed, and it strays.
    Stray {
        /// The point he named.
        aim: Point,
        /// Where it strays from.
        at: Point,
    },
    /// It has burst.
    Burst {
        /// Where.
        at: Point,
        /// Whom it caught and who has not been dealt with, the last first.
        caught: Models,
    },
}

impl State {
    /// What a soldier could throw now: only in the Fire Combat Phase (OD6-GRN-18), and only if he
    /// could fire (OD6-FIR-19 to 23).
    pub fn throwables(&self, model: ModelId) -> Vec<Gun> {
        let own = self.model(model);
        if own.grenades == 0 && own.plastics == 0 || !self.may_throw(model) {
            return Vec::new();
        }
        let has = |gun: &Gun| self.throws_left(model, *gun) > 0;
        [Gun::Grenade, Gun::PlasticExplosives].into_iter().filter(has).collect()
    }

    fn throws_left(&self, model: ModelId, what: Gun) -> u8 {
        match what {
            Gun::PlasticExplosives => self.model(model).plastics,
            _ => self.model(model).grenades,
        }
    }

    fn may_throw(&self, model: ModelId) -> bool {
        self.phase == Phase::Fire
            && self.model(model).spot.is_some()
            && self.squad_bar(self.squad_of(model), Occasion::Phase).is_none()
            && self.body_bar(model, Occasion::Phase).is_none()
    }

    /// A soldier is told to throw something: his side says where to, and it is spent
    /// (OD6-DEC-15, OD6-Q-42). Gives back the throw, to be resolved in its turn.
    pub fn throw(&mut self, cx: &mut Cx<'_>, thrower: ModelId, what: Gun) -> Play<Task> {
        let stage = self.take_aim(cx, thrower, what)?;
        let own = self.model_mut(thrower);
        own.fired = true;
        match what {
            Gun::PlasticExplosives => own.plastics = own.plastics.saturating_sub(1),
            _ => own.grenades = own.grenades.saturating_sub(1),
        }
        let squad = self.squad_of(thrower);
        self.squad_mut(squad).done.fired = true;
        Ok(Task::Throw(Box::new(Throw { thrower, what, stage })))
    }

    /// Carries on a throw, one piece a step.
    pub fn throw_on(&mut self, cx: &mut Cx<'_>, mut throw: Throw) -> Play<()> {
        let next = match &throw.stage {
            Stage::Blind(aim) => {
                let at = self.stray_grenade(cx, &throw, (*aim, *aim))?;
                Some(Stage::Test { aim: *aim, at, blind: true })
            }
            Stage::Test { aim, at, blind } => {
                let hits = self.test_throw(cx, &throw, *aim, *blind)?;
                let strayed = || Stage::Stray { aim: *aim, at: *at };
                Some(if hits { self.burst_at(cx, &throw, *at) } else { strayed() })
            }
            Stage::Stray { aim, at } => {
                let landed = self.stray_grenade(cx, &throw, (*aim, *at))?;
                Some(self.burst_at(cx, &throw, landed))
            }
            Stage::Burst { at, caught } => self.catch_next(cx, &throw, *at, caught.clone())?,
        };
        if let Some(stage) = next {
            throw.stage = stage;
            self.tasks.push(Task::Throw(Box::new(throw)));
        }
        Ok(())
    }

    /// The throwing test (OD6-GRN-02): whether it comes down where it should (OD6-GRN-04).
    fn test_throw(&self, cx: &mut Cx<'_>, throw: &Throw, aim: Point, blind: bool) -> Play<bool> {
        let thrower = throw.thrower;
        let told = !cx.is_quiet();
        let difficulty = self.throw_difficulty(told, throw, aim, blind);
        tell_difficulty(cx, &difficulty);
        let skill = self.skill(thrower, Skill::Throwing);
        let sum = Sum::of(told, skill, Skill::Throwing.name(), "OD6-GRN-02");
        let title =
            told.then(|| format!("{} throws against {}", self.name(thrower), difficulty.total));
        let roller = Roller {
            side: self.side(thrower),
            model: Some(thrower),
            purpose: "throwing",
            title: title.as_deref().unwrap_or_default(),
        };
        cx.cite(Clause(if blind { "OD6-GRN-13" } else { "OD6-GRN-04" }));
        straight(cx, roller, &sum, difficulty.total)
    }

    /// The range, the state of the thrower, three more if he does not see the point (OD6-GRN-12),
    /// and the cover there, seen or not (OD6-GRN-02, OD6-Q-42).
    fn throw_difficulty(&self, told: bool, throw: &Throw, aim: Point, blind: bool) -> Sum {
        let thrower = throw.thrower;
        let band = self.throw_band(throw, aim);
        let mut sum = Sum::of(told, band.difficulty(), band.name(), "OD6-GRN-02");
        let status = self.status(self.squad_of(thrower));
        let separated = self.is_separated(thrower);
        sum.add_if(self.fire_pace(thrower) != Pace::Still, 1, "walked", "OD6-FIR-09");
        sum.add_if(separated, 1, "separated", "OD6-FIR-11");
        sum.add_if(status == Status::Shaken, 1, "shaken", "OD6-GRN-19");
        sum.add_if(status == Status::Demoralized, 2, "demoralized", "OD6-GRN-19");
        sum.add_if(blind, 3, "out of sight", "OD6-GRN-12");
        if self.agreed.aim_point_cover == AimPointCover::On {
            sum.add(self.cover_at_point(thrower, aim), "cover", "OD6-Q-42");
        }
        sum
    }

    /// The band of a throw, from the middle of the template to the middle of the thrower's base
    /// (OD6-GRN-03, OD6-GEO-04). It is measured once, to the point he named.
    fn throw_band(&self, throw: &Throw, aim: Point) -> Band {
        let distance = self.spot(throw.thrower).at.distance(aim);
        throw.what.band(distance).unwrap_or(Band::Long)
    }

    /// It bursts: whoever is under the template or touches it is caught, friend or foe
    /// (OD6-GRN-05, OD6-GEO-20), and explosives tear at walls (OD6-PLX-06).
    fn burst_at(&mut self, cx: &mut Cx<'_>, throw: &Throw, at: Point) -> Stage {
        let disc = Template::disc(at, BURST);
        let mut caught: Models = self.standing().filter(|m| disc.touches(&self.body(*m))).collect();
        caught.reverse();
        cx.say(|| {
            let clause = if throw.what == Gun::Grenade { "OD6-GRN-05" } else { "OD6-PLX-01" };
            let spot = at.at_height(self.table.ground_height(at));
            let text = format!("the {} at {at}", what_bursts(throw.what));
            Event::note(Clause(clause), text).deed(Deed::Burst { at: spot, radius: BURST })
        });
        cx.cite(Clause("OD6-REC-04"));
        cx.cite(Clause("OD6-GEO-20"));
        if throw.what == Gun::PlasticExplosives {
            self.mark_breaches(cx, at);
        }
        Stage::Burst { at, caught }
    }

    /// The next of those who were caught takes what comes through to him (OD6-GRN-14): one
    /// Damage Strength roll for each of them (OD6-Q-42).
    fn catch_next(
        &mut self,
        cx: &mut Cx<'_>,
        throw: &Throw,
        at: Point,
        mut caught: Models,
    ) -> Play<Option<Stage>> {
        let Some(target) = caught.pop() else { return Ok(None) };
        if let Some(strength) = self.blast_on(cx, throw.what, at, target) {
            let hit = Hit {
                side: self.side(throw.thrower),
                by: Some(throw.thrower),
                strength,
                with: throw.what.name(),
                clause: if throw.what == Gun::Grenade { "OD6-GRN-14" } else { "OD6-PLX-03" },
            };
            self.damage(cx, target, &[hit], When::PhaseEnd)?;
        }
        Ok((!caught.is_empty()).then_some(Stage::Burst { at, caught }))
    }

    /// The Damage Strength with which a blast reaches somebody, less for walls and for lying down
    /// (OD6-GRN-14 to 17, OD6-PLX-03 to 05); none if it does not reach him.
    fn blast_on(&self, cx: &mut Cx<'_>, what: Gun, at: Point, target: ModelId) -> Option<i32> {
        let explosives = what == Gun::PlasticExplosives;
        let wall = self.wall_between(at, self.spot(target));
        if wall == Wall::Solid && !explosives {
            cx.say(|| {
                let text = format!("{} is behind a wall", self.name(target));
                Event::note(Clause("OD6-GRN-16"), text)
            });
            return None;
        }
        let mut strength = self.blast_strength(what);
        let mut reasons = Vec::new();
        if wall == Wall::Solid {
            // Halved and rounded up before anything is taken away (OD6-Q-43).
            strength = (strength + 1) / 2;
            cx.cite(Clause("OD6-PLX-05"));
            cx.cite(Clause("OD6-Q-43"));
            reasons.push("halved by a wall");
        }
        let less = [
            (wall == Wall::Opened, "through an opening", "OD6-GRN-15"),
            (self.model(target).prone, "prone", "OD6-GRN-17"),
        ];
        for (_, reason, clause) in less.into_iter().filter(|(holds, ..)| *holds) {
            strength -= 1;
            cx.cite(Clause(if explosives { "OD6-PLX-04" } else { clause }));
            reasons.push(reason);
        }
        cx.say(|| {
            let why = if reasons.is_empty() {
                String::new()
            } else {
                format!(": {}", reasons.join(", "))
            };
            let text = format!("{} is caught, Damage Strength {strength}{why}", self.name(target));
            let clause = if explosives { "OD6-PLX-03" } else { "OD6-GRN-14" };
            Event::note(Clause(clause), text)
        });
        Some(strength)
    }
}

/// What is said of a thing that bursts.
fn what_bursts(what: Gun) -> &'static str {
    if what == Gun::Grenade { "grenade bursts" } else { "explosives go off" }
}

/// Tells what makes a throw hard: `difficulty 9: short range 6, walked +1, out of sight +3`.
fn tell_difficulty(cx: &mut Cx<'_>, sum: &Sum) {
    if cx.is_quiet() {
        return;
    }
    let terms = sum.terms();
    terms.iter().for_each(|term| cx.cite(term.clause));
    cx.cite(Clause("OD6-GRN-03"));
    cx.cite(Clause("OD6-GEO-04"));
    let words = |term: &Term| format!("{} {}", term.reason, term.amount);
    let list: Vec<String> = terms.iter().map(words).collect();
    let text = format!("difficulty {}: {}", sum.total, list.join(", "));
    cx.say(|| Event::note(Clause("OD6-GRN-02"), text));
}
