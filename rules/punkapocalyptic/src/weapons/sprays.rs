//! Steam and templates: they are pointed somewhere and hit whatever is there, friends too
//! (PUN-STE, PUN-TEM).

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::{Length, Point, Spot, template::Template};

use super::{Loosed, refuse};
use crate::dice::{Roller, Sum};
use crate::gear::{GearRule, RangeBand, Reach};
use crate::hits::{Hit, Source};
use crate::options::SteamStopsAtWalls;
use crate::profile::Attribute;
use crate::state::{Models, State};
use crate::tasks::Task;

impl State {
    /// The direction that a jet or a flame is sent in, as a point of the table (PUN-TEM-03,
    /// PUN-Q-56).
    pub(super) fn choose_direction(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        weapon: u8,
    ) -> Play<Spot> {
        let steam = self.weapon(self.held(model, weapon)).has(GearRule::Steam);
        let clause = Clause(if steam { "PUN-STE-02" } else { "PUN-TEM-03" });
        let prompt = "Towards which point?";
        let ask = Ask::new(self.side(model), "spray", prompt, clause).about(model);
        let goals = || self.spray_goals(model, weapon);
        let within = self.box_of(model, weapon);
        cx.point(ask, within, goals, |at| self.may_point(model, weapon, at))
    }

    /// Whether a jet or a flame may go towards a point: a line in front of its bearer (PUN-Q-56),
    /// a template wholly in front of it (PUN-TEM-03, PUN-G-14).
    fn may_point(&self, model: ModelId, weapon: u8, at: Point) -> Result<Spot, Refusal> {
        let own = self.spot(model);
        let steam = self.weapon(self.held(model, weapon)).has(GearRule::Steam);
        let clause = if steam { "PUN-Q-56" } else { "PUN-TEM-03" };
        if at == own.at {
            return refuse(clause, "choose a point away from its bearer");
        }
        let ahead = match self.outline(model, weapon, at) {
            Some(Template::Outline(shape)) => {
                shape.corners().iter().all(|corner| self.is_before(model, *corner))
            }
            _ => self.is_before(model, at),
        };
        match ahead {
            true => Ok(at.at_height(own.z)),
            false => refuse(clause, format!("it must lie in front of {}", self.name(model))),
        }
    }

    /// What a jet or a flame covers: a line without width (PUN-G-15), or a cone (PUN-G-14).
    fn outline(&self, model: ModelId, weapon: u8, toward: Point) -> Option<Template> {
        let own = self.body(model);
        let way = toward - own.at();
        let from = own.at().toward(way, own.base);
        let length = self.range_of(model, weapon);
        match self.weapon(self.held(model, weapon)).shot()?.reach {
            Reach::Line(_) => Some(Template::capsule(from, from.toward(way, length), Length::ZERO)),
            Reach::Template { near, far, .. } => {
                Template::cone(from, way, length, (near, far)).ok()
            }
            Reach::Bands(_) | Reach::Thrown(_) => None,
        }
    }

    /// Everybody whom a jet or a flame reaches: under it, no farther away than it is long, and not
    /// wholly behind scenery (PUN-G-14, 15, PUN-Q-56).
    fn sprayed(&self, model: ModelId, weapon: u8, toward: Point) -> Models {
        let Some(outline) = self.outline(model, weapon, toward) else { return Models::new() };
        let steam = self.weapon(self.held(model, weapon)).has(GearRule::Steam);
        let through = steam && self.agreed.steam_stops_at_walls == SteamStopsAtWalls::Off;
        let reach = self.range_of(model, weapon);
        let met = |m: &ModelId| {
            *m != model
                && outline.touches(&self.body(*m))
                && self.is_within(model, *m, reach)
                && (through || self.has_line(model, *m))
        };
        let touched: Models = self.up().filter(met).collect();
        if steam {
            return touched;
        }
        // Whoever touches a fight with a template hits everybody in it (PUN-TEM-05).
        let mut all = touched.clone();
        for one in touched {
            let fight = self.fight_of(one);
            all.extend(fight.into_iter().filter(|m| *m != model));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many enemies, less friends, are worth a shot towards a point.
    fn spray_worth(&self, model: ModelId, weapon: u8, toward: Point) -> i32 {
        let side = self.side(model);
        let worth = |m: ModelId| if self.side(m) == side { -12 } else { 10 };
        self.sprayed(model, weapon, toward).into_iter().map(worth).sum()
    }

    /// Towards enemies within reach, and straight ahead, which is always possible.
    fn spray_goals(&self, model: ModelId, weapon: u8) -> Vec<Goal> {
        let here = self.spot(model);
        let ahead = here.at.toward(self.model(model).facing, Length::inches(1));
        let ahead = if self.table.extent().contains(ahead) { vec![ahead] } else { Vec::new() };
        let enemies = self.enemies(model).filter(|e| self.reaches(model, weapon, *e));
        let points = enemies.map(|e| self.spot(e).at).chain(ahead);
        let goal = |at: Point| Goal {
            spot: at.at_height(here.z),
            merit: self.spray_worth(model, weapon, at),
        };
        points.map(goal).collect()
    }

    /// A rough rating of the best direction.
    pub(super) fn spray_merit(&self, model: ModelId, weapon: u8) -> i32 {
        let enemies = self.enemies(model).filter(|e| self.reaches(model, weapon, *e));
        let open = enemies.map(|e| self.spot(e).at);
        let open = open.filter(|at| self.may_point(model, weapon, *at).is_ok());
        let best = open.map(|at| self.spray_worth(model, weapon, at)).max();
        let gun = self.weapon(self.held(model, weapon));
        let risk = match gun.has(GearRule::Steam) {
            true => 4 * (self.value(model, Attribute::Tech) - 6).min(0),
            false => 0,
        };
        best.filter(|worth| *worth > 0).map_or(-30, |worth| 40 + worth + risk)
    }

    /// A template is laid: everybody it touches is hit, Cover or not (PUN-TEM-01, 02).
    pub(super) fn spray(&mut self, cx: &mut Cx<'_>, shot: &Loosed) -> Play<()> {
        self.use_up(&self.as_plain(shot));
        let victims = self.sprayed(shot.shooter, shot.weapon, shot.at.at);
        ["PUN-TEM-02", "PUN-TEM-03", "PUN-G-14", "PUN-Q-57", "PUN-COV-11", "PUN-DIC-26"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        if victims.iter().any(|m| self.is_engaged(*m)) {
            cx.cite(Clause("PUN-TEM-05"));
        }
        self.say_sprayed(cx, shot, &victims, Clause("PUN-TEM-01"));
        let held = *self.held(shot.shooter, shot.weapon);
        let gun = self.weapon(&held);
        let own = self.value(shot.shooter, Attribute::Strength);
        let [more, sharper, _] = held.pumped.map(i32::from);
        let strength = gun.strength(RangeBand::Short, own).unwrap_or(0) + more;
        let penetration = i32::from(gun.penetration(RangeBand::Short)) + sharper;
        let arm = (held.weapon, RangeBand::Short);
        self.model_mut(shot.shooter).weapons[usize::from(shot.weapon)].pumped = [0; 3];
        for victim in victims.into_iter().rev() {
            let hit = self.shot_hit(shot.shooter, victim, arm, (strength, penetration, 0));
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        Ok(())
    }

    fn say_sprayed(&self, cx: &mut Cx<'_>, shot: &Loosed, victims: &Models, clause: Clause) {
        cx.say(|| {
            let gun = &self.weapon(self.held(shot.shooter, shot.weapon)).name;
            let names: Vec<&str> = victims.iter().map(|m| self.name(*m)).collect();
            let whom = if names.is_empty() { "nobody".to_owned() } else { names.join(" and ") };
            let text = format!("{} sends the {gun} over {whom}", self.name(shot.shooter));
            let note = Event::note(clause, text);
            match victims.first() {
                Some(target) => {
                    let (model, target) = (shot.shooter, *target);
                    note.deed(Deed::Attacked { model, target, ranged: true })
                }
                None => note,
            }
        });
    }

    /// The Tech roll that fires steam (PUN-STE-01, 07).
    pub(super) fn tech_sum(&self, told: bool, shot: &Loosed) -> Sum {
        let tech = self.value(shot.shooter, Attribute::Tech);
        let mut sum = Sum::of(told, tech, "Tech", "PUN-STE-01");
        sum.add_if(shot.defensive, -2, "defensive fire", "PUN-STE-07");
        sum
    }

    /// Steam: a Tech roll sends a jet along a line, the harder the better it was; or it leaks
    /// over its bearer, the harder the worse (PUN-STE-01 to 05, PUN-Q-56).
    pub(super) fn blow_steam(
        &mut self,
        cx: &mut Cx<'_>,
        shot: &Loosed,
        length: Length,
    ) -> Play<()> {
        let shooter = shot.shooter;
        self.use_up(&self.as_plain(shot));
        let sum = self.tech_sum(!cx.is_quiet(), shot);
        let who =
            Roller { side: self.side(shooter), model: Some(shooter), purpose: "lets off steam" };
        // The face is the strength of the jet or of the leak, however sure the roll (PUN-Q-02).
        let check = self.check(cx, who, &sum, true)?;
        let margin = sum.total - i32::from(check.face.unwrap_or(0));
        ["PUN-STE-05", "PUN-STE-06", "PUN-Q-56", "PUN-COV-11"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        if shot.defensive {
            cx.cite(Clause("PUN-DEF-09"));
        }
        if !check.passed {
            cx.say(|| {
                let name = self.name(shooter);
                let text = format!("Steam leaks over {name} with Strength {}", -margin);
                Event::note(Clause("PUN-STE-04"), text)
            });
            let leak = Hit::hazard(shooter, -margin, Source::Leak);
            self.tasks.push(Task::Hit(Box::new(leak)));
            return Ok(());
        }
        let victims = self.sprayed(shooter, shot.weapon, shot.at.at);
        ["PUN-STE-03", "PUN-G-15", "PUN-DIC-26"].iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("A jet of {length} inches with Strength {}", margin + 1);
            Event::note(Clause("PUN-STE-03"), text)
        });
        self.say_sprayed(cx, shot, &victims, Clause("PUN-STE-02"));
        let name = self.weapon(self.held(shooter, shot.weapon)).name.clone();
        for victim in victims.into_iter().rev() {
            let source = Source::Shot(name.clone());
            let hit = Hit { aggressor: Some(shooter), ..Hit::hazard(victim, margin + 1, source) };
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        Ok(())
    }
}
