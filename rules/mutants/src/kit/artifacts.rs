//! Found things: figuring them out (MUT-CAM-22 to 27), and the orchard's fruit.

use engine::event::{Die, Roll, Term};
use engine::{Clause, Cx, Deed, Event, ModelId, Need, Play};
use smallvec::SmallVec;

use super::{Candidates, KitAction};
use crate::gear::{Gear, Item, Shape};
use crate::pending::Pending;
use crate::profile::{Kind, Rule};
use crate::state::State;

/// What modifies an attempt to understand something (MUT-CAM-23).
type Insights = SmallVec<[(i8, &'static str, Clause); 3]>;

impl State {
    /// What a model might try to understand, or eat.
    pub(super) fn understanding(&self, model: ModelId, all: &mut Candidates) {
        for item in self.sorts(model, |_, item| !item.is_understood()) {
            let gear = self.item(model, item).map_or(Gear::TreeFruit, |i| i.gear);
            let baffled = self.model(model).baffled.contains(&gear);
            let give_up = ("MUT-CAM-25", "it makes nothing of this; hand it to somebody else");
            all.push((KitAction::FigureOut(item), baffled.then_some(give_up)));
        }
        let is_fruit = |item: &Item| item.gear == Gear::TreeFruit && item.works();
        for item in self.sorts(model, |_, item| is_fruit(item)) {
            let machine = self.kind(model).is_artificial();
            let why = ("MUT-SCN-18", "the fruit strengthens only what lives");
            all.push((KitAction::Eat(item), machine.then_some(why)));
        }
    }

    /// Whether a model need not think about a found thing: it is primitive, or it has one like
    /// it (MUT-CAM-27).
    pub(super) fn knows_at_sight(&self, model: ModelId, item: u8) -> bool {
        let Some(found) = self.item(model, item).filter(|i| !i.is_understood()) else {
            return false;
        };
        let twin = |i: &Item| i.gear == found.gear && i.is_understood();
        found.gear.is_primitive() || self.model(model).gear.iter().any(twin)
    }

    /// What helps a model to understand, or hinders it (MUT-CAM-23, MUT-Q-11).
    fn insights(&self, model: ModelId) -> Insights {
        let m = self.model(model);
        let mut all = Insights::new();
        let mut add = |applies: bool, by: i8, reason: &'static str, id: &'static str| {
            if applies {
                all.push((by, reason, Clause(id)));
            }
        };
        let kind = m.nature.kind;
        add(kind == Kind::Human, 2, "Human", "MUT-CAM-23");
        add(kind == Kind::MutatedAnimal, -2, "Mutated Animal", "MUT-TYP-10");
        add(kind == Kind::Plant, -2, "Mutated Plant", "MUT-Q-11");
        add(m.has(Rule::SuperiorSoftware), 2, "Superior Software", "MUT-TYP-43");
        add(m.has(Rule::SuperiorTouch), 2, "Superior Touch", "MUT-SPC-121");
        add(m.has(Rule::Psychometry), 2, "Psychometry", "MUT-SPC-103");
        all
    }

    /// A model tries to understand a found thing: 2d6 and its modifiers (MUT-ACT-09,
    /// MUT-CAM-22).
    pub(super) fn figure_out(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) -> Play<()> {
        if self.knows_at_sight(model, item) {
            return self.recognise(cx, model, item);
        }
        let Some(gear) = self.item(model, item).map(|i| i.gear) else { return Ok(()) };
        for id in ["MUT-ACT-09", "MUT-CAM-22", "MUT-CAM-23"] {
            cx.cite(Clause(id));
        }
        if self.kind(model) == Kind::Robot {
            cx.cite(Clause("MUT-TYP-35"));
        }
        match self.roll_insight(cx, model)? {
            ..=4 => self.ruin(cx, model, item, gear),
            5..=8 => {
                self.set_shape(model, item, Shape::Puzzle);
                self.model_mut(model).baffled.push(gear);
                let what = || format!("makes nothing of the {}", gear.name());
                self.tell(cx, model, "MUT-CAM-25", what);
                Ok(())
            }
            _ => self.understand(cx, model, item, "MUT-CAM-26"),
        }
    }

    fn roll_insight(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<i32> {
        let insights = self.insights(model);
        let need = Need::d6(self.side(model), 2, "figures out a found thing").by(model);
        let faces = cx.dice(need)?;
        let dice: i32 = faces.iter().map(|face| i32::from(*face)).sum();
        let total = dice + insights.iter().map(|(by, ..)| i32::from(*by)).sum::<i32>();
        cx.say(|| {
            let term = |(by, reason, clause): &(i8, &'static str, Clause)| {
                Term::plain(i32::from(*by), reason, *clause)
            };
            let roll = Roll {
                side: self.side(model),
                model: Some(model),
                title: format!("{} figures out a found thing", self.name(model)),
                dice: faces.iter().map(|face| Die { face: *face, kept: true, was: None }).collect(),
                sides: 6,
                terms: insights.iter().map(term).collect(),
                total,
                counts: false,
            };
            Event::note(Clause("MUT-CAM-22"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        Ok(total)
    }

    /// It breaks; guns and grenades may go off in one's face (MUT-CAM-24, MUT-GEN-04).
    fn ruin(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8, gear: Gear) -> Play<()> {
        self.model_mut(model).lose(item);
        self.tell(cx, model, "MUT-CAM-24", || format!("ruins the {}", gear.name()));
        if !matches!(gear, Gear::Gun(_) | Gear::Grenade(_)) {
            return Ok(());
        }
        cx.cite(Clause("MUT-GEN-04"));
        let need = Need::d6(self.side(model), 1, "might set it off").by(model);
        if cx.dice(need)?[0] == 1 {
            self.pending.push(Pending::Misfire { model, gear });
        }
        Ok(())
    }

    /// A thing that needs no thought (MUT-CAM-27).
    pub(super) fn recognise(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) -> Play<()> {
        self.understand(cx, model, item, "MUT-CAM-27")
    }

    /// Weapons and drugs can be used at once, armor from the next game; half of the weapons have
    /// no Cell (MUT-CAM-26, MUT-GEN-03).
    fn understand(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        item: u8,
        id: &'static str,
    ) -> Play<()> {
        let Some(gear) = self.item(model, item).map(|i| i.gear) else { return Ok(()) };
        self.tell(cx, model, id, || format!("understands the {}", gear.name()));
        let shape = match gear {
            Gear::Gun(_) | Gear::PoweredWeapon => {
                cx.cite(Clause("MUT-CAM-26"));
                cx.cite(Clause("MUT-GEN-03"));
                let need = Need::d6(self.side(model), 1, "looks for a Cell in it").by(model);
                if cx.dice(need)?[0] >= 4 { Shape::Empty } else { Shape::Good }
            }
            _ if gear.is_worn() => Shape::NextGame,
            _ => Shape::Good,
        };
        self.set_shape(model, item, shape);
        if shape == Shape::Empty {
            self.tell(cx, model, "MUT-CAM-26", || "finds no Cell in it".to_owned());
        }
        Ok(())
    }
}
