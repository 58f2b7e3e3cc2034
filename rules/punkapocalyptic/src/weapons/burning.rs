//! Fire: what burns on the way, and whoever dies with something that burns in its hands
//! (PUN-INC, PUN-FPR).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play};
use smallvec::{Array, SmallVec};
use tabletop::{Length, Spot, measure};

use super::mark;
use crate::defensive::length_of;
use crate::gear::{Bullets, GearRule, Items};
use crate::hits::{Hit, Source};
use crate::movement::March;
use crate::options::{IncendiaryHitsOnImpact, LaterEdition};
use crate::state::{Fate, PATCH_RADIUS, Patch, PatchKind, State};
use crate::tasks::Task;

/// The Strength of a Fire marker's Hit (PUN-INC-02).
const FIRE_STRENGTH: i32 = 2;
/// Its Penetration.
const FIRE_PENETRATION: i32 = 3;
/// How closely a way that changes its level is looked at.
const PACE: Length = Length::cents(10);

impl State {
    /// Whether a model ignores fire (PUN-FPR-01).
    pub fn is_fireproof(&self, model: ModelId) -> bool {
        let worn = self.model(model).armour.map(|id| self.armoury.armour(id));
        worn.is_some_and(|armour| armour.has(GearRule::Fireproof))
    }

    /// The places that burn.
    fn fires(&self) -> impl Iterator<Item = Spot> + '_ {
        self.patches.iter().filter(|p| p.kind == PatchKind::Fire).map(|p| p.spot)
    }

    /// A fire breaks out and stays (PUN-INC-01). It burns those who move, and only as some agree
    /// also those who are there (PUN-Q-45).
    pub fn set_fire(&mut self, cx: &mut Cx<'_>, spot: Spot) {
        self.patches.push(Patch { kind: PatchKind::Fire, spot });
        cx.cite(Clause("PUN-Q-45"));
        cx.say(|| Event::note(Clause("PUN-INC-01"), format!("Fire breaks out at {spot}")));
        let at_once = self.agreed.incendiary_hits_on_impact == IncendiaryHitsOnImpact::On
            || self.agreed.later_edition == LaterEdition::On;
        if at_once {
            let mut touched = self.touched_by(spot);
            touched.retain(|m| !self.is_fireproof(*m));
            // The last is put there first, so that Hits come in ascending order (PUN-DIC-26).
            for model in touched.into_iter().rev() {
                let hit = self.burn(model);
                self.tasks.push(Task::Hit(Box::new(hit)));
            }
        }
    }

    /// The Hit of a fire: no Cover helps, armour does (PUN-INC-02, PUN-COV-11).
    fn burn(&self, model: ModelId) -> Hit {
        Hit {
            penetration: FIRE_PENETRATION,
            armour: self.armour_value(model, None),
            ..Hit::hazard(model, FIRE_STRENGTH, Source::Fire)
        }
    }

    /// How far along its way a model comes into a fire that will burn it: not if it is fireproof,
    /// and once in an Action (PUN-INC-02, 03, PUN-G-12).
    pub fn fire_on_way(&self, march: &March) -> Option<Length> {
        self.fires().next()?;
        let model = march.model;
        let burnt = self.acting.as_ref().is_some_and(|acting| acting.burnt.contains(&model));
        if burnt || self.is_fireproof(model) {
            return None;
        }
        self.fires().filter_map(|fire| self.first_touch(march, fire)).min()
    }

    /// Whether a way leads through fire that would burn a model.
    pub fn is_through_fire(&self, model: ModelId, path: &[Spot]) -> bool {
        let base = self.who(model).base;
        let touches = |fire: Spot| {
            let level = |spot: &Spot| (spot.z - fire.z).abs() <= PATCH_RADIUS;
            let near = |a: Spot, b: Spot| {
                let reach = PATCH_RADIUS + base;
                tabletop::polygon::point_segment_cmp(fire.at, a.at, b.at, reach).is_le()
            };
            path.iter().any(level) && path.windows(2).any(|ends| near(ends[0], ends[1]))
        };
        !self.is_fireproof(model) && self.fires().any(touches)
    }

    /// The first place of a way at which a base touches a fire; looked for from above, and along
    /// the way where that leads over or under it.
    fn first_touch(&self, march: &March, fire: Spot) -> Option<Length> {
        let middle = mark(fire);
        let own = self.body(march.model);
        let touches = |at: Length| {
            let body = own.moved_to(self.spot_along(march, at));
            measure::within_3d(&body, &middle, PATCH_RADIUS)
        };
        let inside = |start: &Spot| measure::within(&own.moved_to(*start), &middle, PATCH_RADIUS);
        let mut from = march.path.first().filter(|start| inside(start)).map(|_| Length::ZERO);
        let mut gone = Length::ZERO;
        for ends in march.path.windows(2) {
            if from.is_some() {
                break;
            }
            let near = self.first_near(march, (ends[0], ends[1]), (&middle, PATCH_RADIUS));
            from = near.map(|at| gone + at);
            gone += ends[0].at.distance(ends[1].at);
        }
        let mut at = from?;
        let end = length_of(&march.path);
        while at < end {
            if touches(at) {
                return Some(at);
            }
            at += PACE;
        }
        touches(end).then_some(end)
    }

    /// Ready enemies shoot at somebody on its way before it comes to a fire; those farther on come
    /// after the fire (PUN-SEQ-04).
    pub fn before_fire<A: Array<Item = (Length, Spot)>>(
        &self,
        march: &March,
        mut points: SmallVec<A>,
    ) -> SmallVec<A> {
        if let Some(fire) = self.fire_on_way(march) {
            points.retain(|(at, _)| *at < fire);
        }
        points
    }

    /// A model comes into a fire on its way, burns, and goes on if it can (PUN-INC-02).
    pub fn burn_on_way(&mut self, cx: &mut Cx<'_>, mut march: March, at: Length) {
        let model = march.model;
        let spot = self.spot_along(&march, at);
        self.model_mut(model).spot = Some(spot);
        if let Some(acting) = &mut self.acting {
            acting.burnt.push(model);
        }
        march.watched = at;
        // Whoever held its fire may still shoot farther on.
        march.held.clear();
        ["PUN-INC-03", "PUN-G-12", "PUN-Q-45", "PUN-COV-11"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} comes into the fire at {spot}", self.name(model));
            Event::note(Clause("PUN-INC-02"), text)
        });
        let hit = self.burn(model);
        self.tasks.push(Task::March(Box::new(march)));
        self.tasks.push(Task::Hit(Box::new(hit)));
    }

    /// Notes that fireproof armour has saved somebody from the fire on its way (PUN-FPR-01).
    pub fn cite_fireproof(&self, cx: &mut Cx<'_>, march: &March) {
        if cx.is_quiet() || !self.is_fireproof(march.model) {
            return;
        }
        let mut fires = self.fires();
        if fires.any(|fire| self.first_touch(march, fire).is_some()) {
            cx.say(|| {
                let text = format!("Fire does nothing to {}", self.name(march.model));
                Event::note(Clause("PUN-FPR-01"), text)
            });
        }
    }

    /// Whoever is Downed with something that burns goes off next (PUN-INC-04).
    pub fn light_fuse(&mut self, model: ModelId, spot: Spot) {
        if !self.incendiaries(model).is_empty() {
            self.tasks.push(Task::GoesOff(model, spot));
        }
    }

    /// The Incendiary weapons that a model has left, one of each kind.
    pub fn incendiaries(&self, model: ModelId) -> SmallVec<[u8; 2]> {
        let weapons = &self.model(model).weapons;
        let burns = |i: &usize| {
            let held = &weapons[*i];
            let known = weapons[..*i].iter().any(|other| other.weapon == held.weapon);
            held.count > 0 && self.weapon(held).has(GearRule::Incendiary) && !known
        };
        (0..weapons.len()).filter(burns).map(|i| i as u8).collect()
    }

    /// One Incendiary weapon of a model that has died bursts where it lies, and everything else it
    /// had is destroyed (PUN-INC-04, 05).
    pub fn go_off(&mut self, cx: &mut Cx<'_>, model: ModelId, spot: Spot) -> Play<()> {
        let kinds = self.incendiaries(model);
        if kinds.is_empty() {
            return Ok(());
        }
        let prompt = "Which of its weapons goes off?";
        let ask = Ask::new(self.side(model), "goes-off", prompt, Clause("PUN-INC-04"));
        let chosen = cx.choose(ask.about(model), &kinds, |i| {
            Choice::new(format!("{} goes off", self.weapon(self.held(model, *i)).name))
        })?;
        let weapon = self.held(model, chosen).weapon;
        cx.say(|| {
            let (name, gun) = (self.name(model), &self.armoury.weapon(weapon).name);
            let text = format!("{name}'s {gun} goes off, and nothing is left of its gear");
            Event::note(Clause("PUN-INC-05"), text)
        });
        let m = self.model_mut(model);
        m.weapons.clear();
        m.armour = None;
        m.items = Items::NONE;
        m.bullets = Bullets::default();
        m.fate = Fate::Removed;
        self.burst(cx, weapon, spot)
    }
}
