//! Chapter 4: readying, reloading, picking up, drugs, found things.

use engine::{Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;

use crate::actions::{Action, Offers};
use crate::gear::{Gear, Item, Shape};
use crate::profile::{Kind, Rule, Species};
use crate::state::{Acting, State};

pub use fit::Why;

mod artifacts;
mod carry;
mod drugs;
mod fit;
mod tend;

/// Something a model does with its belongings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KitAction {
    /// Gets a weapon ready (MUT-ACT-04).
    Ready(u8),
    /// Puts what it holds away (MUT-ACT-04).
    Stow,
    /// Lets something fall (MUT-ACT-04).
    Drop(u8),
    /// Picks up one of the things that lie about (MUT-ACT-07).
    PickUp(u16),
    /// Picks up a rock (MUT-RNG-23).
    PickRock,
    /// Picks an Explosive Fruit off a Plant (MUT-SPC-045).
    PickFruit(ModelId),
    /// Nocks an arrow, winds a crossbow (MUT-RNG-21).
    Load(u8),
    /// Puts a new Cell into a weapon (MUT-RNG-20).
    Reload(u8),
    /// Clears a jam (MUT-RNG-11).
    Unjam(u8),
    /// Puts a new Cell into the Force Field (MUT-Q-106).
    PowerField,
    /// Starts Power Armor again (MUT-Q-107).
    Restart,
    /// Takes a drug or gives it to an adjacent friend (MUT-SPC-030, MUT-SPC-031).
    Drug {
        /// Which of its things.
        item: u8,
        /// Who gets it.
        to: ModelId,
    },
    /// Tries to understand a found thing (MUT-CAM-22).
    FigureOut(u8),
    /// Eats a fruit of the orchard's tree (MUT-SCN-18).
    Eat(u8),
}

/// Things one might do with one's belongings, each with what stands against it.
pub type Candidates = SmallVec<[(KitAction, Option<Why>); 8]>;

impl Item {
    /// What it is called when its condition matters.
    pub fn label(&self) -> String {
        let how = match (self.shape, self.gear) {
            (Shape::Good, _) => return self.gear.name().to_owned(),
            (Shape::Empty, Gear::Missile(_)) => "unloaded",
            (Shape::Empty, _) => "empty",
            (Shape::Jammed, _) => "jammed",
            (Shape::JammedEmpty, _) => "jammed empty",
            (Shape::Broken, _) => "broken",
            (Shape::Mystery, _) => "unknown",
            (Shape::Puzzle, _) => "puzzling",
            (Shape::NextGame, _) => "packed",
        };
        format!("{how} {}", self.gear.name())
    }

    /// Whether its owner knows what it is for.
    pub const fn is_understood(&self) -> bool {
        !matches!(self.shape, Shape::Mystery | Shape::Puzzle)
    }
}

impl State {
    /// What a model may do with its belongings.
    pub fn offer_kit(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let bound = self.body_bound(model);
        if bound.is_some() && !offers.loud {
            return;
        }
        let mut all = Candidates::new();
        self.carrying(model, &mut all);
        self.tending(model, &mut all);
        self.dosing(model, &mut all);
        self.understanding(model, &mut all);
        self.fruit_picking(model, &mut all);
        for (action, why) in all {
            if self.kit_cost(model, &action) <= acting.actions {
                let key = || self.kit_key(model, &action);
                offers.put(bound.or(why), Action::Kit(action), key);
            }
        }
    }

    /// What it costs in actions (MUT-T-04).
    fn kit_cost(&self, model: ModelId, action: &KitAction) -> u8 {
        match action {
            KitAction::Drop(_) => 0,
            KitAction::FigureOut(item) if self.knows_at_sight(model, *item) => 0,
            _ => 1,
        }
    }

    /// One of a model's things.
    pub(crate) fn item(&self, model: ModelId, item: u8) -> Option<&Item> {
        self.model(model).gear.get(usize::from(item))
    }

    fn kit_key(&self, model: ModelId, action: &KitAction) -> String {
        let name = |item: &u8| self.item(model, *item).map_or("nothing", |i| i.gear.name());
        let label = |item: &u8| self.item(model, *item).map(Item::label).unwrap_or_default();
        match action {
            KitAction::Ready(item) => format!("ready {}", label(item)),
            KitAction::Stow => {
                let held = self.model(model).in_hand();
                format!("stow {}", held.map(Item::label).unwrap_or_default())
            }
            KitAction::Drop(item) => format!("drop {}", label(item)),
            KitAction::PickUp(thing) => {
                let thing = self.things.get(usize::from(*thing));
                format!("pick up {}", thing.map(|t| t.item.label()).unwrap_or_default())
            }
            KitAction::PickRock => "pick up a rock".to_owned(),
            KitAction::PickFruit(plant) => {
                format!("pick an Explosive Fruit from {}", self.name(*plant))
            }
            KitAction::Load(item) => format!("load {}", name(item)),
            KitAction::Reload(item) => format!("reload {}", name(item)),
            KitAction::Unjam(item) => match self.item(model, *item).map(|i| i.shape) {
                Some(Shape::JammedEmpty) => format!("unjam empty {}", name(item)),
                Some(Shape::Broken) => format!("unjam {}", label(item)),
                _ => format!("unjam {}", name(item)),
            },
            KitAction::PowerField => "put a Cell into the Force Field".to_owned(),
            KitAction::Restart => "restart the Power Armor".to_owned(),
            KitAction::Drug { item, to } if *to == model => format!("take {}", name(item)),
            KitAction::Drug { item, to } => format!("give {} to {}", name(item), self.name(*to)),
            KitAction::FigureOut(item) => match self.item(model, *item).map(|i| i.shape) {
                Some(Shape::Puzzle) => format!("figure out {}", label(item)),
                _ => format!("figure out {}", name(item)),
            },
            KitAction::Eat(item) => format!("eat {}", name(item)),
        }
    }

    /// It in words.
    pub fn describe_kit(&self, model: ModelId, action: &KitAction) -> Choice {
        let (merit, detail) = match action {
            KitAction::Ready(item) => (self.merit_of_readying(model, *item), "1 action"),
            KitAction::Stow => (-10, "1 action"),
            KitAction::Drop(_) => (-10, "no action"),
            KitAction::PickUp(thing) => (self.merit_of_thing(model, *thing), "1 action"),
            KitAction::PickRock => (-1, "1 action, and it is ready"),
            KitAction::PickFruit(_) => (20, "1 action, and it is ready"),
            KitAction::Load(_) => (45, "1 action"),
            KitAction::Reload(item) | KitAction::Unjam(item) => {
                let detail = match action {
                    KitAction::Reload(_) => "1 action and 1 Cell",
                    _ => "1 action and a success on one die",
                };
                (if self.model(model).is_ready(*item) { 45 } else { 5 }, detail)
            }
            KitAction::PowerField => (35, "1 action and 1 Cell"),
            KitAction::Restart => (40, "1 action and a success on one die"),
            KitAction::Drug { item, to } => (self.merit_of_drug(model, *item, *to), "1 action"),
            KitAction::FigureOut(_) => (30, "2d6, 9 or more"),
            KitAction::Eat(_) => (25, "1 action"),
        };
        let choice = Choice::new(self.kit_key(model, action)).detail(detail).merit(merit);
        match action {
            KitAction::Drug { to, .. } => choice.about(*to),
            KitAction::PickFruit(plant) => choice.about(*plant),
            _ => choice.about(model),
        }
    }

    /// Does it.
    pub fn do_kit(&mut self, cx: &mut Cx<'_>, model: ModelId, action: &KitAction) -> Play<()> {
        let cost = self.kit_cost(model, action);
        self.spend(model, cost);
        self.drop_shield(cx, model);
        let gun_work = matches!(action, KitAction::Reload(_) | KitAction::Unjam(_));
        if let Some(acting) = self.acting_mut(model).filter(|_| !gun_work) {
            // Whoever fumbles with other things does not go on shooting (MUT-RNG-24).
            acting.volley = None;
        }
        match action {
            KitAction::Ready(item) => self.get_ready(cx, model, *item),
            KitAction::Stow => self.stow(cx, model),
            KitAction::Drop(item) => self.drop_item(cx, model, *item),
            KitAction::PickUp(thing) => return self.pick_up(cx, model, *thing),
            KitAction::PickRock => self.pick_rock(cx, model),
            KitAction::PickFruit(plant) => self.pick_explosive(cx, model, *plant),
            KitAction::Load(item) => self.load(cx, model, *item),
            KitAction::Reload(item) => self.reload(cx, model, *item),
            KitAction::Unjam(item) => return self.unjam(cx, model, *item),
            KitAction::PowerField => self.power_field(cx, model),
            KitAction::Restart => return self.restart(cx, model),
            KitAction::Drug { item, to } => return self.dose(cx, model, *item, *to),
            KitAction::FigureOut(item) => return self.figure_out(cx, model, *item),
            KitAction::Eat(item) => self.eat(cx, model, *item),
        }
        Ok(())
    }

    /// Why a model cannot handle a thing: it has no hands (MUT-TYP-09, MUT-TYP-15,
    /// MUT-SPC-014). Monkeys can hold powered hand weapons (MUT-T-12).
    pub(crate) fn hands_missing(&self, model: ModelId, gear: Gear) -> Option<Why> {
        let nature = &self.model(model).nature;
        let monkey = nature.species == Some(Species::Monkey) && gear == Gear::PoweredWeapon;
        if nature.has_hands() || monkey {
            return None;
        }
        let id = match nature.kind {
            _ if nature.has(Rule::Bestial) => "MUT-SPC-014",
            Kind::Plant => "MUT-TYP-15",
            Kind::Animal => "MUT-SPC-007",
            _ => "MUT-TYP-09",
        };
        Some((id, "it has no hands for such things"))
    }

    /// The numbers of a model's things that fit, each sort once; what is ready comes first.
    pub(crate) fn sorts(&self, model: ModelId, fits: impl Fn(u8, &Item) -> bool) -> Numbers {
        let m = self.model(model);
        let mut found = Numbers::new();
        let all = (0..m.gear.len() as u8).filter(|i| m.ready != Some(*i));
        for i in m.ready.into_iter().chain(all) {
            let Some(item) = self.item(model, i) else { continue };
            let same = |j: &u8| {
                let other = self.item(model, *j);
                other.is_some_and(|o| (o.gear, o.shape) == (item.gear, item.shape))
            };
            if fits(i, item) && !found.iter().any(same) {
                found.push(i);
            }
        }
        found
    }

    /// Tells that a model has done something with its belongings.
    pub(crate) fn tell(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        id: &'static str,
        what: impl FnOnce() -> String,
    ) {
        cx.say(|| {
            let text = format!("{} {}", self.name(model), what());
            Event::note(Clause(id), text).deed(Deed::Changed { model })
        });
    }
}

/// Numbers of things somebody carries.
pub type Numbers = SmallVec<[u8; 4]>;
