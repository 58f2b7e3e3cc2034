//! Chapter 6: doors that are locked, heavy or of steel (MUT-TER-08 to 13, MUT-T-05).

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;
use tabletop::table::Volume;
use tabletop::{Extent, FeatureId, Kind, Length, measure};

use super::MoveAction;
use crate::actions::{Action, Offers};
use crate::gear::{Armor, Arms, Gear, Shape};
use crate::pending::Pending;
use crate::profile::Rule;
use crate::scores::Score;
use crate::state::{Acting, CONTACT, Lock, Mark, State};

/// What a throw for a door must reach.
const GIVES_WAY: i32 = 5;
/// How high above the floor a door is shot at.
const AIM: Length = Length::millimetres(20);

impl Lock {
    /// What it takes off the throw (MUT-T-05).
    const fn modifier(self) -> i32 {
        match self {
            Lock::Locked => 0,
            Lock::Heavy => -1,
            Lock::Steel => -2,
        }
    }
}

impl State {
    /// How a door is shut; none for one that opens at a touch.
    pub fn lock(&self, door: FeatureId) -> Option<Lock> {
        self.scenery.doors.iter().find(|(id, _)| *id == door.0).map(|(_, lock)| *lock)
    }

    fn door_name(&self, door: FeatureId) -> &str {
        let feature = self.table.features().get(usize::from(door.0));
        feature.map_or("door", |feature| feature.name.as_str())
    }

    fn leaf(&self, door: FeatureId) -> Option<&Volume> {
        self.table.volumes().iter().find(|v| v.kind == Kind::Door && v.feature == Some(door))
    }

    /// Whether a model stands right at a door.
    fn is_at_door(&self, model: ModelId, door: FeatureId) -> bool {
        let body = self.body(model);
        self.leaf(door).is_some_and(|leaf| {
            leaf.bottom < body.head()
                && leaf.top > body.feet()
                && measure::within_of_shape(&body, &leaf.shape, CONTACT)
        })
    }

    /// Locked doors that a model stands at.
    fn doors_at(&self, model: ModelId) -> SmallVec<[FeatureId; 2]> {
        let body = self.body(model);
        let around = Extent { low: body.at(), high: body.at() }.grown(body.base + CONTACT);
        let near = self.table.volume_grid().near(around).map(|i| &self.table.volumes()[i]);
        let doors = near.filter(|v| v.kind == Kind::Door).filter_map(|v| v.feature);
        doors
            .filter(|door| self.lock(*door).is_some() && !self.changes.is_gone(*door))
            .filter(|door| self.is_at_door(model, *door))
            .collect()
    }

    /// Doors a model may bash, alone or with a friend, or shoot at.
    pub(super) fn offer_doors(&self, acting: &Acting, offers: &mut Offers) {
        if self.scenery.doors.is_empty() {
            return;
        }
        let model = acting.model;
        if acting.actions > 0 && self.may_walk(model).is_ok() {
            for door in self.doors_at(model) {
                offers.push(Action::Move(MoveAction::Bash { door, helper: None }));
                for helper in self.helpers(model, door) {
                    let helper = Some(helper);
                    offers.push(Action::Move(MoveAction::Bash { door, helper }));
                }
            }
        }
        self.offer_door_shots(acting, offers);
    }

    /// Members of the group with an action left who can lend a shoulder (MUT-TER-09).
    fn helpers(&self, model: ModelId, door: FeatureId) -> SmallVec<[ModelId; 2]> {
        let ready = |m: &ModelId| self.acting(*m).is_some_and(|acting| acting.actions > 0);
        self.friends(model).filter(ready).filter(|m| self.can_help(model, *m, door)).collect()
    }

    /// Whether another model stands at the same side of a door and can lend a shoulder.
    fn can_help(&self, model: ModelId, other: ModelId, door: FeatureId) -> bool {
        let apart = |(a, b)| self.leaf(door).is_none_or(|leaf| leaf.shape.is_crossed_by(a, b));
        self.is_at_door(other, door)
            && self.may_walk(other).is_ok()
            && !self.is(other, Mark::Lurking)
            && !apart((self.spot(model).at, self.spot(other).at))
    }

    /// Pairs of models that may be activated together to bash a door (MUT-GRP-12).
    pub(crate) fn door_pairs(&self, ready: &[ModelId]) -> Vec<[ModelId; 2]> {
        let mut pairs = Vec::new();
        if self.scenery.doors.is_empty() {
            return pairs;
        }
        let able = |m: ModelId| self.may_walk(m).is_ok() && !self.is(m, Mark::Lurking);
        for (i, one) in ready.iter().copied().enumerate().filter(|(_, m)| able(*m)) {
            let doors = self.doors_at(one);
            let helps = |m: &ModelId| doors.iter().any(|door| self.can_help(one, *m, *door));
            pairs.extend(ready[i + 1..].iter().copied().filter(helps).map(|other| [one, other]));
        }
        pairs
    }

    /// Doors a model may shoot down with what it has ready (MUT-TER-12).
    fn offer_door_shots(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let arsenal = self.door_breakers(model);
        if arsenal.is_empty() || self.may_attack(acting).is_err() || self.may_shoot(model).is_err()
        {
            return;
        }
        let body = self.body(model);
        for (door, _) in &self.scenery.doors {
            let door = FeatureId(*door);
            let Some(feature) = self.table.features().get(usize::from(door.0)) else { continue };
            let near =
                |arms: Arms| measure::within_of_point(&body, feature.at, self.range_of(arms));
            let in_range = arsenal.iter().filter(|(_, arms)| near(*arms));
            if self.changes.is_gone(door) || !self.sees_door(model, door) {
                continue;
            }
            for (item, _) in in_range {
                offers.push(Action::Move(MoveAction::ShootDoor { door, item: *item }));
            }
        }
    }

    /// Guns and bows a model has ready and loaded.
    fn door_breakers(&self, model: ModelId) -> SmallVec<[(u8, Arms); 2]> {
        let m = self.model(model);
        let ready = (0..m.gear.len() as u8).filter(|i| m.is_ready(*i));
        let arms = |i: u8| {
            let item = &m.gear[usize::from(i)];
            match item.gear {
                Gear::Gun(gun) if item.works() => Some((i, Arms::Gun(gun))),
                Gear::Missile(bow) if item.works() && bow.is_bow() => Some((i, Arms::Missile(bow))),
                _ => None,
            }
        };
        ready.filter_map(arms).collect()
    }

    fn sees_door(&self, model: ModelId, door: FeatureId) -> bool {
        let Some(feature) = self.table.features().get(usize::from(door.0)) else { return false };
        let Some(leaf) = self.leaf(door) else { return false };
        let toward = self.spot(model).at - feature.at;
        let front = feature.at.toward(toward, Length::cents(50));
        self.exposed_to(front.at_height(leaf.bottom + AIM), model).is_some()
    }

    /// What is done to a door, in words.
    pub(super) fn door_words(&self, model: ModelId, action: &MoveAction) -> Choice {
        match action {
            MoveAction::Bash { door, helper: None } => {
                let choice = Choice::new(format!("bash the {}", self.door_name(*door)));
                choice.detail("1 action, 5+").merit(22)
            }
            MoveAction::Bash { door, helper: Some(helper) } => {
                let (door, name) = (self.door_name(*door), self.name(*helper));
                let choice = Choice::new(format!("bash the {door} with {name}"));
                choice.detail("1 action of each, 5+ at +1").about(*helper).merit(20)
            }
            MoveAction::ShootDoor { door, item } => {
                let gear = self.model(model).gear.get(usize::from(*item));
                let weapon = gear.map_or("it", |item| item.gear.name());
                let choice =
                    Choice::new(format!("shoot the {} with {weapon}", self.door_name(*door)));
                choice.detail("1 action, 5+").merit(5)
            }
            _ => Choice::new("door"),
        }
    }

    /// A model bashes a door, alone or with another (MUT-TER-08 to 11).
    pub(super) fn bash(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (door, helper): (FeatureId, Option<ModelId>),
    ) -> Play<()> {
        self.spend(model, 1);
        self.drop_shield(cx, model);
        if let Some(helper) = helper {
            self.spend(helper, 1);
            self.drop_shield(cx, helper);
            cx.cite(Clause("MUT-TER-09"));
        }
        let score = self.bash_score(cx, model, (door, helper));
        let thrower = (self.side(model), Some(model), "bashes the door");
        if !self.throw_at_door(cx, thrower, &score, Clause("MUT-TER-08"))? {
            return Ok(());
        }
        match self.holder(model, door) {
            None => self.break_door(cx, door, Clause("MUT-TER-08")),
            Some(holder) => self.contest(cx, model, (door, holder))?,
        }
        Ok(())
    }

    /// What a basher adds to the die (MUT-T-05, MUT-Q-12).
    fn bash_score(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (door, helper): (FeatureId, Option<ModelId>),
    ) -> Score {
        cx.cite(Clause("MUT-Q-12"));
        let m = self.model(model);
        let mut score = self.door_score(door);
        score.add_if(m.has(Rule::Big), 1, "Big", "MUT-T-05");
        score.add_if(m.has(Rule::Huge), 2, "Huge", "MUT-T-05");
        score.add_if(m.wears(Armor::Power), 2, "Power Armor", "MUT-SPC-101");
        score.add_if(helper.is_some(), 1, "two together", "MUT-TER-09");
        let ram = helper.is_some_and(|helper| self.finds_ram(model, helper));
        score.add_if(ram, 1, "makeshift ram", "MUT-TER-10");
        score
    }

    /// The modifiers of the door itself.
    fn door_score(&self, door: FeatureId) -> Score {
        let mut score = Score::default();
        let lock = self.lock(door).unwrap_or(Lock::Locked);
        let reason = if lock == Lock::Steel { "steel door" } else { "heavy door" };
        score.add(lock.modifier(), reason, "MUT-T-05");
        score
    }

    /// Two with hands find something to ram with where timber or rubble lies within Short.
    fn finds_ram(&self, model: ModelId, helper: ModelId) -> bool {
        let both = [model, helper];
        if !both.iter().all(|m| self.model(*m).nature.has_hands()) {
            return false;
        }
        let timber = |kind: Kind| {
            let wood = matches!(kind, Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods);
            wood || matches!(kind, Kind::Tree | Kind::Rubble)
        };
        let (body, reach) = (self.body(model), self.short());
        let grounds = self.table.grounds().iter().filter(|g| timber(g.kind)).map(|g| &g.shape);
        let volumes = self.table.volumes().iter().filter(|v| timber(v.kind)).map(|v| &v.shape);
        grounds.chain(volumes).any(|shape| measure::within_of_shape(&body, shape, reach))
    }

    /// Throws one die for a door and tells how it came out.
    fn throw_at_door(
        &self,
        cx: &mut Cx<'_>,
        (side, model, purpose): (SideId, Option<ModelId>, &'static str),
        score: &Score,
        clause: Clause,
    ) -> Play<bool> {
        let face = cx.dice(Need { model, ..Need::d6(side, 1, purpose) })?[0];
        Ok(self.gives_way(cx, (side, model, purpose), (face, score), clause))
    }

    /// Whether a door gives way to a die (MUT-T-05).
    fn gives_way(
        &self,
        cx: &mut Cx<'_>,
        thrower: (SideId, Option<ModelId>, &'static str),
        (face, score): (u8, &Score),
        clause: Clause,
    ) -> bool {
        self.tell_door_roll(cx, thrower, (face, score), clause);
        cx.cite(Clause("MUT-T-05"));
        i32::from(face) + score.total() >= GIVES_WAY
    }

    fn tell_door_roll(
        &self,
        cx: &mut Cx<'_>,
        (side, model, purpose): (SideId, Option<ModelId>, &'static str),
        (face, score): (u8, &Score),
        clause: Clause,
    ) {
        cx.say(|| {
            let term = |(value, reason, clause): &(i32, &'static str, Clause)| {
                Term::plain(*value, reason, *clause)
            };
            let who = model.map_or("The blast", |m| self.name(m));
            let roll = Roll {
                side,
                model,
                title: format!("{who} {purpose}"),
                dice: vec![Die { face, kept: true, was: None }],
                sides: 6,
                terms: score.terms.iter().map(term).collect(),
                total: i32::from(face) + score.total(),
                counts: false,
            };
            Event::note(clause, roll.to_string()).deed(Deed::Rolled(roll))
        });
    }

    /// A door is gone for good.
    fn break_door(&mut self, cx: &mut Cx<'_>, door: FeatureId, clause: Clause) {
        self.changes.open(door);
        self.scenery.doors.retain(|(id, _)| *id != door.0);
        cx.say(|| Event::note(clause, format!("The {} gives way", self.door_name(door))));
    }

    /// An active enemy who holds a door from the other side.
    fn holder(&self, model: ModelId, door: FeatureId) -> Option<ModelId> {
        let leaf = self.leaf(door)?;
        let here = self.spot(model).at;
        self.enemies(model).find(|m| {
            self.is_active(*m)
                && self.is_at_door(*m, door)
                && leaf.shape.is_crossed_by(here, self.spot(*m).at)
        })
    }

    /// Basher against holder: the winner says whether the door opens; if it does, the loser
    /// recoils or falls, and nothing worse (MUT-TER-11).
    fn contest(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (door, holder): (FeatureId, ModelId),
    ) -> Play<()> {
        let (push, pushed) = self.push_at_door(cx, model, door)?;
        let (hold, held) = self.push_at_door(cx, holder, door)?;
        if push == hold {
            cx.say(|| Event::note(Clause("MUT-TER-11"), "Neither wins: the door stays shut"));
            return Ok(());
        }
        let wins = push > hold;
        let (winner, loser, die) =
            if wins { (model, holder, pushed) } else { (holder, model, held) };
        let side = self.side(winner);
        let ask = Ask::new(side, "door", "Does the door open?", Clause("MUT-TER-11"));
        let opens = cx.choose(ask.about(winner), &[wins, !wins], |open| {
            let choice = Choice::new(if *open { "open the door" } else { "keep the door shut" });
            if *open == wins { choice.merit(1) } else { choice.declining() }
        })?;
        if !opens {
            cx.say(|| Event::note(Clause("MUT-TER-11"), "The door stays shut"));
            return Ok(());
        }
        self.break_door(cx, door, Clause("MUT-TER-11"));
        if die.is_multiple_of(2) {
            self.fall(cx, loser, Clause("MUT-TER-11"));
        } else {
            let from = self.spot(winner);
            self.pending.push(Pending::Recoil { model: loser, from, by: None, hacked: 0 });
        }
        Ok(())
    }

    /// Whether a model's base fits into a doorway (MUT-TER-11).
    fn fits_door(&self, model: ModelId, door: FeatureId) -> bool {
        let sides = self.leaf(door).into_iter().flat_map(|leaf| leaf.shape.sides());
        let width = sides.map(|(a, b)| a.distance(b)).max();
        width.is_none_or(|width| self.base_width(model) <= width)
    }

    /// One model's Combat roll at a door, and its die.
    fn push_at_door(&self, cx: &mut Cx<'_>, model: ModelId, door: FeatureId) -> Play<(i32, u8)> {
        let mut score = Score::default();
        self.add_combat(&mut score, model);
        let fits = self.fits_door(model, door);
        score.add_if(fits && self.has(model, Rule::Big), 1, "Big", "MUT-TER-11");
        score.add_if(fits && self.has(model, Rule::Huge), 2, "Huge", "MUT-TER-11");
        let side = self.side(model);
        let purpose = "pushes at the door";
        let face = cx.dice(Need::d6(side, 1, purpose).by(model))?[0];
        let thrower = (side, Some(model), purpose);
        self.tell_door_roll(cx, thrower, (face, &score), Clause("MUT-TER-11"));
        Ok((i32::from(face) + score.total(), face))
    }

    /// A model shoots a door down: its one attack (MUT-TER-12, MUT-Q-60).
    pub(super) fn shoot_door(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (door, item): (FeatureId, u8),
    ) -> Play<()> {
        let arms = self.door_breakers(model).into_iter().find(|(i, _)| *i == item);
        let Some((_, arms)) = arms else { return Ok(()) };
        self.spend(model, 1);
        self.drop_shield(cx, model);
        let m = self.model_mut(model);
        m.marks.put(Mark::Attacked);
        // A bow needs another arrow (MUT-RNG-21).
        if matches!(arms, Arms::Missile(_)) {
            m.gear[usize::from(item)].shape = Shape::Empty;
        }
        self.give_away(cx, model, arms);
        cx.cite(Clause("MUT-Q-60"));
        let mut score = self.door_score(door);
        score.add(i32::from(arms.ranged().bonus), arms.name(), "MUT-TER-12");
        let thrower = (self.side(model), Some(model), "shoots at the door");
        // A gun can jam or run empty on a door as on anybody (MUT-RNG-09, MUT-RNG-14).
        let colored = u8::from(matches!(arms, Arms::Gun(_)));
        let need = Need::d6(thrower.0, 1 + colored, thrower.2).by(model).told_apart();
        let faces = cx.dice(need)?;
        let failed = faces.get(1) == faces.first();
        if self.gives_way(cx, thrower, (faces[0], &score), Clause("MUT-TER-12")) {
            self.break_door(cx, door, Clause("MUT-TER-12"));
        }
        self.wear(cx, (model, model), (arms, Some(item)), faces[0], failed);
        Ok(())
    }

    /// A blast in its room tests a door (MUT-TER-13, MUT-Q-70).
    pub(super) fn blow_door(
        &mut self,
        cx: &mut Cx<'_>,
        door: FeatureId,
        (side, combat): (SideId, i8),
    ) -> Play<()> {
        let mut score = self.door_score(door);
        score.add(i32::from(combat), "blast", "MUT-Q-70");
        let thrower = (side, None, "tests the door");
        if self.throw_at_door(cx, thrower, &score, Clause("MUT-TER-13"))? {
            self.break_door(cx, door, Clause("MUT-TER-13"));
        }
        Ok(())
    }
}
