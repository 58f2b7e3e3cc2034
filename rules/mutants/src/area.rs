//! Chapter 9: area attacks and grenades.

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::table::Volume;
use tabletop::{Body, Extent, Length, Point, Spot, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner};
use crate::gear::{Gear, Grenade, Item, Stick};
use crate::options::{FruitRange, GrenadeNeedsLos};
use crate::pending::{Charge, Pending};
use crate::profile::Rule;
use crate::sight::Seen;
use crate::state::{Acting, Mark, Models, State};

mod fruits;
mod knockback;
mod resist;
mod scenery;

/// Something a model may throw at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// One of its things: a grenade, a canister, a picked fruit.
    Item(u8),
    /// A fruit that grows on it (MUT-SPC-044).
    OwnFruit,
}

/// Levels of the table above one point.
type Levels = SmallVec<[Spot; 2]>;

impl Charge {
    /// What goes off if a thing is thrown.
    pub const fn of(gear: Gear) -> Option<Charge> {
        match gear {
            Gear::Grenade(grenade) => Some(Charge::Grenade(grenade)),
            Gear::Herbicide => Some(Charge::Herbicide),
            Gear::ExplosiveFruit => Some(Charge::Fruit),
            _ => None,
        }
    }

    /// Where it is explained.
    pub const fn clause(self) -> Clause {
        match self {
            Charge::Grenade(grenade) => grenade.clause(),
            Charge::Fruit => Clause("MUT-ARE-22"),
            Charge::Herbicide => Clause("MUT-ARE-21"),
        }
    }

    /// Whether it tests doors, stairs and ladders (MUT-ARE-24).
    const fn shatters(self) -> bool {
        let bursts = matches!(self, Charge::Grenade(Grenade::Fragmentation | Grenade::Plasma));
        bursts || matches!(self, Charge::Fruit)
    }
}

/// A point as something one can measure to.
fn point_body(spot: Spot) -> Body {
    let none = Length::ZERO;
    Body { spot, base: none, girth: none, height: none, eye: none }
}

impl State {
    /// What a model may throw: something ready, while nobody fights it (MUT-ARE-23).
    pub fn offer_throws(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let at_hand = self.throwables(model, true);
        if at_hand.is_empty() && !offers.loud {
            return;
        }
        let barred = self.may_attack(acting).and_then(|()| self.may_throw(model)).err();
        for throw in &at_hand {
            match &barred {
                None => offers.push(Action::Throw(*throw)),
                Some(refusal) => offers.refuse(|| self.throw_key(model, throw), || refusal.clone()),
            }
            let name = || format!("aim {}", self.charge_name(model, throw));
            let why = "a throw cannot be aimed like a shot; just throw it";
            if barred.is_none() && acting.actions > 1 {
                offers.refuse(name, || Refusal::new(Clause("MUT-ARE-10"), why));
            }
        }
        for throw in self.throwables(model, false) {
            let known = |t: &Throw| self.charge_of(model, t) == self.charge_of(model, &throw);
            if !at_hand.iter().any(known) {
                let why = || Refusal::new(Clause("MUT-ACT-05"), "it has to be readied first");
                offers.refuse(|| self.throw_key(model, &throw), why);
            }
        }
    }

    /// What a model could throw; with `ready` only what is at hand (MUT-ACT-05).
    fn throwables(&self, model: ModelId, ready: bool) -> SmallVec<[Throw; 2]> {
        let m = self.model(model);
        let mut all: SmallVec<[Throw; 2]> = SmallVec::new();
        if m.fruits > 0 && ready {
            all.push(Throw::OwnFruit);
        }
        let fits = |i: u8, item: &Item| {
            let thrown = Charge::of(item.gear).is_some() && item.works();
            let usable = item.built_in || self.hands_missing(model, item.gear).is_none();
            thrown && usable && m.is_ready(i) == ready
        };
        for i in self.sorts(model, fits) {
            let twin =
                |t: &Throw| self.charge_of(model, t) == self.charge_of(model, &Throw::Item(i));
            if !all.iter().any(twin) {
                all.push(Throw::Item(i));
            }
        }
        all
    }

    /// Whoever is engaged cannot throw (MUT-ARE-23), nor one with a strained shoulder
    /// (MUT-RNG-17).
    fn may_throw(&self, model: ModelId) -> Result<(), Refusal> {
        if let Some(enemy) = self.opponents(model).next() {
            let why = format!("it fights {} hand to hand; break away first", self.name(enemy));
            return Err(Refusal::new(Clause("MUT-ARE-23"), why));
        }
        if self.is(model, Mark::Strained) {
            let why = "its shoulder is strained; Stimulant or Healing puts it right";
            return Err(Refusal::new(Clause("MUT-RNG-17"), why));
        }
        Ok(())
    }

    fn charge_of(&self, model: ModelId, throw: &Throw) -> Option<Charge> {
        match throw {
            Throw::OwnFruit => Some(Charge::Fruit),
            Throw::Item(item) => self.item(model, *item).and_then(|i| Charge::of(i.gear)),
        }
    }

    fn charge_name(&self, model: ModelId, throw: &Throw) -> &'static str {
        self.charge_of(model, throw).map_or("nothing", Charge::name)
    }

    fn throw_key(&self, model: ModelId, throw: &Throw) -> String {
        format!("throw {}", self.charge_name(model, throw))
    }

    /// How far it can be thrown: no modifiers, and no farther (MUT-ARE-03, MUT-Q-05).
    fn throw_range(&self, charge: Charge) -> Length {
        self.stick(match charge {
            Charge::Grenade(_) => Stick::Long,
            Charge::Herbicide => Stick::Medium,
            Charge::Fruit => match self.agreed.fruit_range {
                FruitRange::Medium => Stick::Medium,
                FruitRange::Long => Stick::Long,
            },
        })
    }

    /// It in words; its merit is that of the best point to throw it at.
    pub fn describe_throw(&self, model: ModelId, throw: &Throw) -> Choice {
        let goals = self.charge_of(model, throw).map(|charge| self.impact_goals(model, charge));
        let best = goals.and_then(|goals| goals.iter().map(|goal| goal.merit).max());
        Choice::new(self.throw_key(model, throw))
            .detail("1 action")
            .about(model)
            .merit(best.unwrap_or(-20))
    }

    /// A throw: it lands just where its player wants it (MUT-ARE-04).
    pub fn do_throw(&mut self, cx: &mut Cx<'_>, model: ModelId, throw: &Throw) -> Play<()> {
        let Some(charge) = self.charge_of(model, throw) else { return Ok(()) };
        let side = self.side(model);
        let clause = Clause("MUT-ARE-03");
        let ask = Ask::new(side, "impact", "Where does it land?", clause).about(model);
        let ask = ask.template(self.stick(Stick::Short));
        let reach = (self.body(model), self.throw_range(charge), clause);
        let goals = || self.impact_goals(model, charge);
        let center = self.pick_spot(cx, ask, reach, goals, |spot| self.may_aim(model, spot))?;
        self.spend(model, 1);
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::Attacked);
        match throw {
            Throw::Item(item) => {
                self.model_mut(model).lose(*item);
            }
            Throw::OwnFruit => {
                let m = self.model_mut(model);
                m.fruits = m.fruits.saturating_sub(1);
            }
        }
        self.cite_throw(cx, charge);
        if !cx.is_quiet() && self.exposed_to(center, model).is_none() {
            cx.cite(Clause("MUT-Q-95"));
        }
        cx.say(|| {
            let text = format!("{} throws {} to {center}", self.name(model), charge.name());
            Event::note(Clause("MUT-ARE-04"), text)
        });
        self.explode(cx, charge, center, Some(model), side);
        Ok(())
    }

    fn cite_throw(&self, cx: &mut Cx<'_>, charge: Charge) {
        let rules: &[&'static str] = match charge {
            Charge::Grenade(_) => &["MUT-SPC-056", "MUT-T-17"],
            Charge::Fruit => &["MUT-SPC-044", "MUT-Q-05"],
            Charge::Herbicide => &["MUT-SPC-064"],
        };
        let always = ["MUT-ACT-02", "MUT-ARE-03", "MUT-G-25", "MUT-LOS-06", "MUT-RNG-04"];
        for id in always.iter().chain(rules).chain(&["MUT-RNG-19"]) {
            cx.cite(Clause(id));
        }
    }

    /// Any point in range will do, seen or unseen, unless it is agreed otherwise (MUT-Q-95).
    fn may_aim(&self, model: ModelId, spot: Spot) -> Result<(), Refusal> {
        let blind = self.agreed.grenade_needs_los == GrenadeNeedsLos::On
            && self.exposed_to(spot, model).is_none();
        match blind {
            true => Err(Refusal::new(Clause("MUT-Q-95"), "the thrower does not see that point")),
            false => Ok(()),
        }
    }

    /// Points worth hitting: where enemies stand, and better where several do; whoever finds none
    /// can always blow himself up.
    fn impact_goals(&self, model: ModelId, charge: Charge) -> Vec<Goal> {
        let (body, range) = (self.body(model), self.throw_range(charge));
        let targets = self.enemies(model).filter(|m| !self.is(*m, Mark::Lurking));
        let spots = targets.map(|m| self.spot(m)).chain([self.spot(model)]);
        let near = |spot: &Spot| measure::within_3d(&body, &point_body(*spot), range);
        spots
            .filter(near)
            .map(|spot| Goal { spot, merit: self.merit_of_blast(model, charge, spot) })
            .collect()
    }

    fn merit_of_blast(&self, model: ModelId, charge: Charge, center: Spot) -> i32 {
        let middle = point_body(center);
        let reach = self.stick(Stick::Short);
        let side = self.side(model);
        let mut merit = 25;
        for m in self.in_play().filter(|m| !self.is(*m, Mark::Lurking)) {
            let caught = measure::within_3d(&middle, &self.body(m), reach);
            if caught && self.is_troubled_by(m, charge) {
                merit += if self.side(m) == side { -60 } else { 40 };
            }
        }
        if merit > 25 { merit } else { merit - 45 }
    }

    /// Whether a charge does anything to a model.
    fn is_troubled_by(&self, model: ModelId, charge: Charge) -> bool {
        match charge {
            Charge::Herbicide => self.is_vegetable(model),
            Charge::Grenade(Grenade::PsiNeg) => self.has_mental_mutation(model),
            Charge::Grenade(Grenade::Sonic) => !self.is_deaf(model),
            Charge::Grenade(_) | Charge::Fruit => true,
        }
    }

    /// A player shows a place within reach of a body, and on which level it is, if there are
    /// several.
    pub(crate) fn pick_spot(
        &self,
        cx: &mut Cx<'_>,
        ask: Ask,
        (from, range, clause): (Body, Length, Clause),
        goals: impl Fn() -> Vec<Goal>,
        legal: impl Fn(Spot) -> Result<(), Refusal>,
    ) -> Play<Spot> {
        let around = Extent { low: from.at(), high: from.at() }.grown(from.base + range);
        let table = self.table.extent();
        let low = Point::new(around.low.x.max(table.low.x), around.low.y.max(table.low.y));
        let high = Point::new(around.high.x.min(table.high.x), around.high.y.min(table.high.y));
        let judge = |spot: Spot| match measure::within_3d(&from, &point_body(spot), range) {
            true => legal(spot),
            false => Err(Refusal::new(clause, format!("{spot} is farther away than {range}"))),
        };
        let levels = cx.point(ask, Extent { low, high }, goals, |at| {
            let mut heights = self.table.supports(at);
            if heights.is_empty() {
                heights.push(self.table.ground_height(at));
            }
            let spots = heights.iter().map(|z| at.at_height(*z)).filter(|s| !self.is_buried(*s));
            let legal: Levels = spots.clone().filter(|spot| judge(*spot).is_ok()).collect();
            match spots.map(judge).next() {
                Some(Err(refusal)) if legal.is_empty() => Err(refusal),
                None => Err(Refusal::new(clause, "that is inside of something solid")),
                _ => Ok(legal),
            }
        })?;
        let which = Ask { topic: "level", prompt: "At which height?", ..ask };
        cx.choose(which, &levels, |spot| Choice::new(format!("at height {}", spot.z)))
    }

    /// Whether a spot is inside of something solid, where nothing can land.
    fn is_buried(&self, spot: Spot) -> bool {
        let here = Extent { low: spot.at, high: spot.at };
        let volumes = self.table.volume_grid().near(here).map(|i| &self.table.volumes()[i]);
        let gone = |v: &Volume| v.feature.is_some_and(|feature| self.changes.is_gone(feature));
        volumes.filter(|v| !gone(v)).any(|v| {
            let solid = Seen::of(v.kind) == Seen::Solid;
            solid && v.bottom <= spot.z && spot.z < v.top && v.shape.contains(spot.at)
        })
    }

    /// Something goes off at a spot: everybody with a part of the base within Short is caught,
    /// unless solid scenery shelters it wholly (MUT-ARE-01, MUT-G-14).
    pub fn explode(
        &mut self,
        cx: &mut Cx<'_>,
        charge: Charge,
        center: Spot,
        by: Option<ModelId>,
        side: SideId,
    ) {
        let radius = self.stick(Stick::Short);
        self.blast_counters(cx, center, radius);
        let caught = self.caught_by(center);
        for id in ["MUT-ARE-01", "MUT-G-14"] {
            cx.cite(Clause(id));
        }
        cx.say(|| {
            let text = format!("{} goes off at {center}", charge.name());
            Event::note(charge.clause(), text).deed(Deed::Burst { at: center, radius })
        });
        if caught.iter().any(|m| self.opponents(*m).next().is_some()) {
            cx.cite(Clause("MUT-Q-96"));
            cx.cite(Clause("MUT-ARE-23"));
        }
        if charge == Charge::Herbicide {
            self.kill_woods(cx, center);
        }
        self.pending.push(Pending::Blast { charge, center, by, side, caught });
    }

    fn caught_by(&self, center: Spot) -> Models {
        let (middle, reach) = (point_body(center), self.stick(Stick::Short));
        let near = |m: &ModelId| measure::within_3d(&middle, &self.body(*m), reach);
        let open = |m: &ModelId| self.exposed_to(center, *m).is_some();
        self.in_play().filter(near).filter(open).collect()
    }

    /// Deals with the next model that a blast has caught (MUT-ARE-02); scenery comes last.
    pub fn blast_next(
        &mut self,
        cx: &mut Cx<'_>,
        charge: Charge,
        (center, by, side): (Spot, Option<ModelId>, SideId),
        mut caught: Models,
    ) -> Play<()> {
        if caught.is_empty() {
            if !charge.shatters() {
                return Ok(());
            }
            if !self.table.features().is_empty() || !self.table.ways().is_empty() {
                cx.cite(Clause("MUT-ARE-24"));
            }
            return self.blast_scenery(cx, (charge, side), center);
        }
        let model = caught.remove(0);
        self.pending.push(Pending::Blast { charge, center, by, side, caught });
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        cx.cite(Clause("MUT-ARE-02"));
        match charge {
            Charge::Herbicide | Charge::Grenade(Grenade::PsiNeg | Grenade::Sonic) => {
                return self.resist_charge(cx, model, charge);
            }
            Charge::Grenade(Grenade::Defoliant) => {
                // Plants first roll for their lives, then they are attacked (MUT-Q-07).
                cx.cite(Clause("MUT-Q-07"));
                if self.wither(cx, model, charge)? {
                    return Ok(());
                }
            }
            Charge::Grenade(_) | Charge::Fruit => (),
        }
        self.cite_blast(cx, model, (charge, center));
        let manner = Manner::Blast { charge, center };
        self.pending.push(Pending::Clash(Clash { by, side, target: model, manner }));
        Ok(())
    }

    fn cite_blast(&self, cx: &mut Cx<'_>, model: ModelId, (charge, center): (Charge, Spot)) {
        if cx.is_quiet() {
            return;
        }
        let m = self.model(model);
        let large = m.has(Rule::Big) || m.has(Rule::Huge);
        let clad = m.gear.iter().any(|item| item.gear.is_worn() && item.works());
        let is = |grenade: Grenade| charge == Charge::Grenade(grenade);
        for (id, applies) in [
            ("MUT-ARE-05", true),
            ("MUT-ARE-07", large),
            ("MUT-ARE-08", self.exposed_to(center, model) == Some(true)),
            ("MUT-ARE-09", clad),
            ("MUT-Q-02", is(Grenade::Photon)),
            ("MUT-Q-03", is(Grenade::Fragmentation) || is(Grenade::Plasma)),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }
}
