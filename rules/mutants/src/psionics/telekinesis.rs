//! Telekinetic Disarm and Push (MUT-SPC-123 to 127).

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal, SideId};
use tabletop::movement::straight_away;
use tabletop::template::scatter;
use tabletop::{Extent, Kind as Terrain, Point, Spot};

use super::Power;
use crate::gear::{Gear, Item, Shape, Stick};
use crate::pending::{Charge, Pending};
use crate::profile::Kind;
use crate::quality::{Test, Try};
use crate::state::{Mark, Models, State, Thing};

impl State {
    /// Whether there is a weapon to be torn away; nobody disarms a Robot (MUT-SPC-123, 125).
    pub(super) fn may_disarm(&self, target: ModelId) -> Result<(), Refusal> {
        if self.kind(target) == Kind::Robot {
            let taken_up = self.model(target).in_hand().is_some_and(|item| !item.built_in);
            let id = if taken_up { "MUT-Q-126" } else { "MUT-SPC-125" };
            return Err(Refusal::new(Clause(id), "no Robot can be disarmed"));
        }
        match self.model(target).in_hand() {
            Some(item) if !item.built_in => Ok(()),
            _ => {
                let why = format!("{} has no weapon ready", self.name(target));
                Err(Refusal::new(Clause("MUT-SPC-123"), why))
            }
        }
    }

    /// The target tests Quality on one die: size and Power Armor help (MUT-SPC-123, MUT-Q-38),
    /// aiming and distance only where that is agreed (MUT-Q-90, MUT-Q-88).
    fn resists_telekinesis(
        &mut self,
        cx: &mut Cx<'_>,
        (by, power): (ModelId, Power),
        target: ModelId,
        aimed: bool,
    ) -> Play<bool> {
        let clause = Clause(if power == Power::Push { "MUT-SPC-126" } else { "MUT-SPC-123" });
        cx.say(|| {
            let name = power.rule().name();
            let text = format!("{} uses {name} on {}", self.name(by), self.name(target));
            let deed = Deed::Attacked { model: by, target, ranged: true };
            Event::note(clause, text).deed(deed)
        });
        cx.cite(Clause("MUT-Q-38"));
        cx.cite(Clause("MUT-PRO-08"));
        let band = self.psi_band(by, power, target).unwrap_or(1);
        let roll = Try::new(Test::Telekinesis, 1, "resists telekinesis", clause)
            .with(if aimed { -1 } else { 0 }, "aimed", Clause("MUT-Q-90"))
            .with(band as i8 - 1, "distance", Clause("MUT-Q-88"));
        self.passes(cx, target, &roll)
    }

    pub(super) fn merit_of_disarm(&self, target: ModelId) -> i32 {
        let armed = self.model(target).in_hand().is_some_and(Item::works);
        if armed { 30 + 4 * i32::from(self.model(target).quality()) } else { -10 }
    }

    /// Tears a weapon away and puts it somewhere else (MUT-SPC-123).
    pub(super) fn disarm(
        &mut self,
        cx: &mut Cx<'_>,
        by: ModelId,
        target: ModelId,
        aimed: bool,
    ) -> Play<()> {
        if self.resists_telekinesis(cx, (by, Power::Disarm), target, aimed)? {
            return Ok(());
        }
        let Some(held) = self.model(target).ready else { return Ok(()) };
        let clause = Clause("MUT-SPC-123");
        let side = self.side(by);
        let ask = Ask::new(side, "disarm", "Where does the weapon land?", clause).about(target);
        let explosive = self.item(target, held).is_some_and(|i| Charge::of(i.gear).is_some());
        let ask = if explosive { ask.template(self.stick(Stick::Short)) } else { ask };
        let reach = (self.body(target), self.stick(Stick::Long), clause);
        let goals = || self.disarm_goals(by, target);
        let spot = self.pick_spot(cx, ask, reach, goals, |_| Ok(()))?;
        let mut item = self.model_mut(target).lose(held);
        for id in ["MUT-G-25", "MUT-G-26"] {
            cx.cite(Clause(id));
        }
        let what = || format!("loses {}: it lands at {spot}", item.gear.name());
        self.tell(cx, target, "MUT-SPC-123", what);
        if self.goes_off(cx, &item, side)? {
            if let Some(charge) = Charge::of(item.gear) {
                self.explode(cx, charge, spot, Some(by), side);
            }
            return Ok(());
        }
        if self.is_drowned(cx, &item, spot, side)? {
            item.shape = Shape::Broken;
        }
        self.things.push(Thing { item, spot, of_wretched: false });
        Ok(())
    }

    /// As far from its owner's friends as it goes; the owner's feet will always do.
    fn disarm_goals(&self, by: ModelId, target: ModelId) -> Vec<Goal> {
        let (here, own) = (self.spot(target), self.spot(by).at);
        let long = self.stick(Stick::Long);
        let away = straight_away(here.at, own, long - here.at.distance(own));
        let ring = (1..=12).map(|hour| scatter(here.at, hour, long));
        let far = ring.chain([away]).filter(|at| self.table.extent().contains(*at));
        let merit = |at: Point| if at == away { 3 } else { 2 };
        let goal =
            |at: Point| Goal { spot: at.at_height(self.table.ground_height(at)), merit: merit(at) };
        far.map(goal).chain([Goal { spot: here, merit: 0 }]).collect()
    }

    /// A grenade torn away goes off where it lands on 1 in 6 (MUT-SPC-124, MUT-GEN-04).
    fn goes_off(&self, cx: &mut Cx<'_>, item: &Item, side: SideId) -> Play<bool> {
        if !matches!(item.gear, Gear::Grenade(_) | Gear::ExplosiveFruit) {
            return Ok(false);
        }
        for id in ["MUT-SPC-124", "MUT-GEN-04"] {
            cx.cite(Clause(id));
        }
        Ok(cx.dice(Need::d6(side, 1, "goes off where it lands"))?[0] == 1)
    }

    /// A high-tech weapon in water is ruined half of the time (MUT-SPC-124, MUT-GEN-03).
    fn is_drowned(&self, cx: &mut Cx<'_>, item: &Item, spot: Spot, side: SideId) -> Play<bool> {
        let high_tech = matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
        let mut grounds = self.table.grounds_at(spot.at, spot.z);
        if !high_tech || !grounds.any(|ground| ground.kind == Terrain::Water) {
            return Ok(false);
        }
        cx.cite(Clause("MUT-GEN-03"));
        let ruined = cx.dice(Need::d6(side, 1, "falls into water"))?[0] >= 4;
        let verdict = if ruined { "is ruined by the water" } else { "survives the water" };
        cx.say(|| Event::note(Clause("MUT-SPC-124"), format!("{} {verdict}", item.gear.name())));
        Ok(ruined)
    }

    /// How good a push looks: over an edge, or away from friends.
    pub(super) fn merit_of_push(&self, by: ModelId, target: ModelId) -> i32 {
        let best = self.push_goals(by, target).iter().map(|goal| goal.merit).max();
        10 + best.unwrap_or(0)
    }

    /// Pushes somebody up to Short, wherever the psionic's player likes; whoever is pushed out
    /// of a fight is hacked at, and may fall at the end (MUT-SPC-126, MUT-SPC-127).
    pub(super) fn push_away(
        &mut self,
        cx: &mut Cx<'_>,
        by: ModelId,
        target: ModelId,
        aimed: bool,
    ) -> Play<()> {
        if self.resists_telekinesis(cx, (by, Power::Push), target, aimed)? {
            return Ok(());
        }
        let clause = Clause("MUT-SPC-126");
        let side = self.side(by);
        let from = self.spot(target);
        let ask = Ask::new(side, "push", "Where is it pushed?", clause).about(target);
        let short = self.stick(Stick::Short);
        let within = Extent { low: from.at, high: from.at }.grown(short);
        let goals = || self.push_goals(by, target);
        let end = cx.point(ask, within, goals, |at| self.may_push(target, at))?;
        for id in ["MUT-Q-121", "MUT-G-26"] {
            cx.cite(Clause(id));
        }
        let held: Models = self.opponents(target).collect();
        self.pending.push(Pending::Topple { model: target, side });
        if end != from {
            self.relocate(cx, target, vec![from, end], clause);
        }
        let gone = |m: &ModelId| !self.touch(*m, target);
        let left: Models = held.into_iter().filter(gone).collect();
        if !left.is_empty() {
            cx.cite(Clause("MUT-SPC-127"));
            self.push_hacks(cx, target, &left, false, 0);
        }
        Ok(())
    }

    /// Whether a model can be pushed to a point: straight, not through scenery or others, and
    /// not off the table; over a brink will do (MUT-Q-121, MUT-G-26). Staying where it is, is
    /// always possible.
    fn may_push(&self, target: ModelId, at: Point) -> Result<Spot, Refusal> {
        let from = self.spot(target);
        if at == from.at {
            return Ok(from);
        }
        let short = self.stick(Stick::Short);
        if from.at.distance_squared(at) > short.squared() {
            let why = format!("that is farther than {short}");
            return Err(Refusal::new(Clause("MUT-SPC-126"), why));
        }
        let blocked = || Refusal::new(Clause("MUT-Q-121"), "something is in the way, or no room");
        self.pushed_to(target, at).ok_or_else(blocked)
    }

    /// Places worth pushing to: over an edge, straight away, or nowhere.
    fn push_goals(&self, by: ModelId, target: ModelId) -> Vec<Goal> {
        let (here, own) = (self.spot(target), self.spot(by).at);
        let short = self.stick(Stick::Short);
        let away = straight_away(own, here.at, short);
        let rings = [short, short / 2].into_iter();
        let ring = rings.flat_map(|r| (1..=12).map(move |hour| scatter(here.at, hour, r)));
        let engaged = self.opponents(target).next().is_some();
        let mut goals = vec![Goal { spot: here, merit: 0 }];
        for at in [away].into_iter().chain(ring) {
            if let Ok(spot) = self.may_push(target, at) {
                let merit = match () {
                    () if !self.table.carries(spot.at, spot.z) => 60,
                    () if engaged => 30,
                    () if at == away => 8,
                    () => 5,
                };
                goals.push(Goal { spot, merit });
            }
        }
        goals
    }

    /// A model that was pushed falls on 4+ (MUT-SPC-126, MUT-GEN-03).
    pub fn topple(&mut self, cx: &mut Cx<'_>, model: ModelId, side: SideId) -> Play<()> {
        if self.model(model).spot.is_none() || self.is(model, Mark::Fallen) {
            return Ok(());
        }
        let clause = Clause("MUT-SPC-126");
        cx.cite(Clause("MUT-GEN-03"));
        let face = cx.dice(Need::d6(side, 1, "topples it"))?[0];
        let verdict = if face >= 4 { "it loses its footing" } else { "it keeps its feet" };
        cx.say(|| Event::note(clause, format!("{}: {face}, {verdict}", self.name(model))));
        if face >= 4 {
            self.fall(cx, model, clause);
        }
        Ok(())
    }
}
