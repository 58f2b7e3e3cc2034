//! Readying, stowing, dropping and picking up.

use engine::{Clause, Cx, ModelId, Play};
use smallvec::SmallVec;
use tabletop::{Spot, measure};

use super::{Candidates, KitAction, Why};
use crate::gear::{Gear, Item, Missile, Shape};
use crate::profile::Kind;
use crate::state::{CONTACT, Mark, State, Thing};

impl State {
    /// What a model might ready, stow, drop or pick up.
    pub(super) fn carrying(&self, model: ModelId, all: &mut Candidates) {
        let m = self.model(model);
        let holdable = |i: u8, item: &Item| {
            let usable = item.is_understood() && item.shape != Shape::Broken;
            usable && item.gear.is_held() && !m.is_ready(i)
        };
        for i in self.sorts(model, holdable) {
            let gear = self.item(model, i).map_or(Gear::TreeFruit, |item| item.gear);
            all.push((KitAction::Ready(i), self.hands_missing(model, gear)));
        }
        if m.in_hand().is_some_and(|item| !item.built_in) {
            all.push((KitAction::Stow, None));
        }
        let loose = self.sorts(model, |_, item| is_loose(item));
        for i in self.sorts(model, |_, item| item.built_in && item.gear.is_held()) {
            let label = |i: &u8| self.item(model, *i).map(|item| (item.gear, item.shape));
            if !loose.iter().any(|j| label(j) == label(&i)) {
                let why = ("MUT-TYP-31", "it is built in, and cannot be lent");
                all.push((KitAction::Drop(i), Some(why)));
            }
        }
        all.extend(loose.into_iter().map(|i| (KitAction::Drop(i), None)));
        self.within_reach(model, all);
        let rock = Gear::Missile(Missile::Rock);
        if m.in_hand().is_none_or(|item| item.gear != rock) && m.nature.has_hands() {
            all.push((KitAction::PickRock, self.cannot_stoop(model)));
        }
    }

    /// Things on the table that a model touches (MUT-ACT-07), each sort once; of two alike the
    /// one that may be taken.
    fn within_reach(&self, model: ModelId, all: &mut Candidates) {
        let near = |(_, thing): &(usize, &Thing)| {
            self.touches_thing(model, thing.spot) || self.is_fruit_at_hand(model, thing)
        };
        let things = self.things.iter().enumerate().filter(near);
        let mut touched: SmallVec<[(usize, Item, Option<Why>); 4]> =
            things.map(|(i, thing)| (i, thing.item, self.loot_barred(model, thing))).collect();
        touched.sort_by_key(|(_, _, barred)| barred.is_some());
        for (n, (i, item, barred)) in touched.iter().enumerate() {
            let same = |o: &Item| (o.gear, o.shape) == (item.gear, item.shape);
            if !touched[..n].iter().any(|(_, other, _)| same(other)) {
                let stuck = self.hands_missing(model, item.gear).or(self.cannot_stoop(model));
                all.push((KitAction::PickUp(*i as u16), stuck.or(*barred)));
            }
        }
    }

    /// Whether something that lies on the table touches a model's base (MUT-G-01).
    fn touches_thing(&self, model: ModelId, spot: Spot) -> bool {
        let body = self.body(model);
        let level = spot.z + CONTACT >= body.feet() && spot.z <= body.head() + CONTACT;
        let under = |m: ModelId| measure::within_of_point(&self.body(m), spot.at, CONTACT);
        // What a friend has dropped at its own feet can be taken from there (MUT-Q-98).
        let handed = || self.friends(model).any(|m| self.touch(m, model) && under(m));
        level && (under(model) || handed())
    }

    /// Whether a fruit hangs on a dead Plant that a model stands next to (MUT-SPC-045).
    fn is_fruit_at_hand(&self, model: ModelId, thing: &Thing) -> bool {
        let body = self.body(model);
        let beside = |(plant, at): &(ModelId, Spot)| {
            *at == thing.spot && measure::contact(&body, &self.body_at(*plant, *at), CONTACT)
        };
        thing.item.gear == Gear::ExplosiveFruit && self.bodies.iter().any(beside)
    }

    /// Why somebody stuck in dead armor picks up nothing (MUT-CON-21).
    fn cannot_stoop(&self, model: ModelId) -> Option<Why> {
        let stuck = self.is(model, Mark::ShutDown);
        stuck.then_some(("MUT-CON-21", "it is immobilized and reaches nothing on the ground"))
    }

    /// What a dead Wretched had is only for those whom its disease cannot harm (MUT-TYP-55).
    fn loot_barred(&self, model: ModelId, thing: &Thing) -> Option<Why> {
        let barred = thing.of_wretched && !self.is_safe_from_disease(model);
        barred.then_some(("MUT-TYP-55", "it lies with a dead Wretched and would infect"))
    }

    /// How good it looks to ready something.
    pub(super) fn merit_of_readying(&self, model: ModelId, item: u8) -> i32 {
        let Some(wanted) = self.item(model, item) else { return 0 };
        let armed = self.model(model).in_hand().is_some_and(Item::works);
        match wanted.gear {
            _ if armed || !wanted.works() => -5,
            Gear::Gun(_) => 42,
            Gear::Missile(Missile::Rock) => 5,
            _ => 32,
        }
    }

    /// How good it looks to pick something up.
    pub(super) fn merit_of_thing(&self, model: ModelId, thing: u16) -> i32 {
        let armed = self.model(model).in_hand().is_some();
        let thing = self.things.get(usize::from(thing));
        match thing.map(|t| t.item) {
            Some(item) if item.works() && item.gear.is_held() && !armed => 30,
            Some(item) if !item.is_understood() => 20,
            Some(item) if item.works() => 8,
            _ => -5,
        }
    }

    /// A model gets a weapon ready; what it held before no longer is (MUT-ACT-04, MUT-Q-61).
    pub(super) fn get_ready(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) {
        self.model_mut(model).ready = Some(item);
        cx.cite(Clause("MUT-Q-61"));
        let rock = self.item(model, item).is_some_and(|i| i.gear == Gear::Missile(Missile::Rock));
        let id = if rock { "MUT-RNG-23" } else { "MUT-ACT-04" };
        self.tell(cx, model, id, || format!("readies {}", self.held_name(model)));
    }

    fn held_name(&self, model: ModelId) -> &'static str {
        self.model(model).in_hand().map_or("nothing", |item| item.gear.name())
    }

    /// A model puts away what it holds (MUT-ACT-04).
    pub(super) fn stow(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.tell(cx, model, "MUT-ACT-04", || format!("stows {}", self.held_name(model)));
        self.model_mut(model).ready = None;
    }

    /// A model lets something fall where it stands (MUT-ACT-04); that is also how things are
    /// handed over (MUT-Q-98, MUT-CAM-25).
    pub(super) fn drop_item(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) {
        let spot = self.spot(model);
        let item = self.model_mut(model).lose(item);
        self.things.push(Thing { item, spot, of_wretched: false });
        cx.cite(Clause("MUT-Q-98"));
        self.tell(cx, model, "MUT-ACT-04", || format!("drops {}", item.gear.name()));
    }

    /// A model picks something up (MUT-ACT-07).
    pub(super) fn pick_up(&mut self, cx: &mut Cx<'_>, model: ModelId, thing: u16) -> Play<()> {
        let Thing { item, of_wretched, .. } = self.things.remove(usize::from(thing));
        for (id, applies) in [
            ("MUT-Q-98", true),
            ("MUT-TYP-32", self.kind(model) == Kind::Robot),
            ("MUT-TYP-55", of_wretched),
            ("MUT-SPC-045", item.gear == Gear::ExplosiveFruit),
            ("MUT-G-01", true),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        self.tell(cx, model, "MUT-ACT-07", || format!("picks up {}", item.gear.name()));
        self.receive(cx, model, item)
    }

    /// Something comes into a model's hands: it is ready if it can be and nothing else is
    /// (MUT-ACT-05). Nobody puts on armor in the middle of a fight (MUT-CAM-26).
    pub fn receive(&mut self, cx: &mut Cx<'_>, model: ModelId, item: Item) -> Play<()> {
        let worn = item.gear.is_worn() && item.works();
        let shape = if worn { Shape::NextGame } else { item.shape };
        let item = Item { shape, ..item };
        let number = self.model(model).gear.len() as u8;
        self.model_mut(model).gear.push(item);
        if self.knows_at_sight(model, number) {
            self.recognise(cx, model, number)?;
        } else if item.shape == Shape::Puzzle && !self.model(model).baffled.contains(&item.gear) {
            self.set_shape(model, number, Shape::Mystery);
        }
        let usable = |i: &Item| i.is_understood() && i.shape != Shape::Broken;
        let known = self.item(model, number).is_some_and(usable);
        let free = self.model(model).ready.is_none();
        if known && free && item.gear.is_held() {
            self.model_mut(model).ready = Some(number);
        }
        Ok(())
    }

    /// Puts something new into a model's hand, whatever it held before (MUT-RNG-23).
    pub(crate) fn take_in_hand(&mut self, model: ModelId, gear: Gear) {
        let m = self.model_mut(model);
        m.gear.push(Item::new(gear));
        m.ready = Some(m.gear.len().saturating_sub(1) as u8);
    }

    /// Rocks lie everywhere: one action, and it is in the hand (MUT-RNG-23).
    pub(super) fn pick_rock(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.take_in_hand(model, Gear::Missile(Missile::Rock));
        cx.cite(Clause("MUT-ACT-07"));
        self.tell(cx, model, "MUT-RNG-23", || "picks up a rock".to_owned());
    }

    /// Changes how one of a model's things is.
    pub(crate) fn set_shape(&mut self, model: ModelId, item: u8, shape: Shape) {
        if let Some(item) = self.model_mut(model).gear.get_mut(usize::from(item)) {
            item.shape = shape;
        }
    }
}

/// Whether a thing can be let go: neither built in nor worn.
const fn is_loose(item: &Item) -> bool {
    !(item.built_in || item.gear.is_worn() && item.works())
}
