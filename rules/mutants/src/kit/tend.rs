//! Loading, reloading, clearing jams, and feeding Cells to fields and armor.

use engine::{Clause, Cx, ModelId, Play};

use super::{Candidates, KitAction, Why};
use crate::gear::{Armor, Gear, Item, Shape};
use crate::options::PaRestart;
use crate::quality::{Test, Try};
use crate::state::{Mark, State};

impl State {
    /// What a model might load, reload, clear or power up.
    pub(super) fn tending(&self, model: ModelId, all: &mut Candidates) {
        let is_empty = |item: &Item| item.shape == Shape::Empty;
        let is_bow = |item: &Item| matches!(item.gear, Gear::Missile(m) if m.is_bow());
        for i in self.sorts(model, |_, item| is_bow(item) && is_empty(item)) {
            let ready = self.model(model).is_ready(i);
            let stowed = (!ready).then_some(("MUT-ACT-05", "it must be ready to be loaded"));
            all.push((KitAction::Load(i), self.hands_for(model, i).or(stowed)));
        }
        let takes_cell = |item: &Item| matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
        for i in self.sorts(model, |_, item| takes_cell(item) && is_empty(item)) {
            let why = self.hands_for(model, i).or(self.lacks_cell(model));
            all.push((KitAction::Reload(i), why));
        }
        let jams = |item: &Item| matches!(item.shape, Shape::Jammed | Shape::JammedEmpty);
        for i in self.sorts(model, |_, item| jams(item)) {
            all.push((KitAction::Unjam(i), self.hands_for(model, i)));
        }
        let broke = |item: &Item| item.shape == Shape::Broken && matches!(item.gear, Gear::Gun(_));
        for i in self.sorts(model, |_, item| broke(item)) {
            let why = ("MUT-RNG-12", "it is broken; a Gunsmith repairs it between games");
            all.push((KitAction::Unjam(i), Some(why)));
        }
        self.powering(model, all);
    }

    fn powering(&self, model: ModelId, all: &mut Candidates) {
        let m = self.model(model);
        if m.is(Mark::FieldOff) && m.wears(Armor::ForceField) {
            all.push((KitAction::PowerField, self.lacks_cell(model)));
        }
        if m.is(Mark::ShutDown) && m.wears(Armor::Power) {
            let final_word = ("MUT-Q-107", "dead armor stays dead for the rest of the game");
            let off = self.agreed.pa_restart == PaRestart::Off;
            let drained = m.is(Mark::Drained);
            let flat = if drained { self.lacks_cell(model) } else { None };
            all.push((KitAction::Restart, off.then_some(final_word).or(flat)));
        }
    }

    fn hands_for(&self, model: ModelId, item: u8) -> Option<Why> {
        let item = self.item(model, item)?;
        if item.built_in { None } else { self.hands_missing(model, item.gear) }
    }

    fn lacks_cell(&self, model: ModelId) -> Option<Why> {
        let none = self.model(model).cells == 0;
        none.then_some(("MUT-RNG-20", "it has no spare Cell"))
    }

    /// An arrow is nocked, a crossbow wound; that may be done again after the shot
    /// (MUT-RNG-21, MUT-RNG-22).
    pub(super) fn load(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) {
        self.set_shape(model, item, Shape::Good);
        cx.cite(Clause("MUT-SPC-017"));
        if self.is(model, Mark::Attacked) {
            cx.cite(Clause("MUT-RNG-22"));
        }
        self.tell(cx, model, "MUT-RNG-21", || format!("loads {}", self.item_name(model, item)));
    }

    fn item_name(&self, model: ModelId, item: u8) -> &'static str {
        self.item(model, item).map_or("nothing", |item| item.gear.name())
    }

    /// A new Cell for an empty weapon: any Cell fits any weapon (MUT-RNG-15, MUT-RNG-20).
    pub(super) fn reload(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) {
        self.use_cell(model);
        self.set_shape(model, item, Shape::Good);
        cx.cite(Clause("MUT-RNG-15"));
        self.tell(cx, model, "MUT-RNG-20", || format!("reloads {}", self.item_name(model, item)));
    }

    fn use_cell(&mut self, model: ModelId) {
        let m = self.model_mut(model);
        m.cells = m.cells.saturating_sub(1);
    }

    /// A jam is cleared with a success on one die; one may try and try again (MUT-ACT-11,
    /// MUT-RNG-11).
    pub(super) fn unjam(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) -> Play<()> {
        let roll = Try::new(Test::Unjamming, 1, "clears the jam", Clause("MUT-RNG-11"));
        cx.cite(Clause("MUT-ACT-11"));
        if !self.passes(cx, model, &roll)? {
            let what = || format!("cannot clear {}", self.item_name(model, item));
            self.tell(cx, model, "MUT-RNG-11", what);
            return Ok(());
        }
        // The Cell that a double 1 burnt is still burnt (MUT-RNG-18).
        let burnt = self.item(model, item).is_some_and(|i| i.shape == Shape::JammedEmpty);
        self.set_shape(model, item, if burnt { Shape::Empty } else { Shape::Good });
        self.tell(cx, model, "MUT-RNG-11", || format!("clears {}", self.item_name(model, item)));
        Ok(())
    }

    /// A Force Field that has used up its Cell works again with a new one (MUT-SPC-052,
    /// MUT-Q-106).
    pub(super) fn power_field(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.use_cell(model);
        self.model_mut(model).marks.clear(Mark::FieldOff);
        cx.cite(Clause("MUT-SPC-052"));
        self.tell(cx, model, "MUT-Q-106", || "switches its Force Field on again".to_owned());
    }

    /// Power Armor is started again like a jam is cleared, where that is agreed (MUT-Q-107);
    /// with a new Cell if its last one was drained (MUT-CON-22).
    pub(super) fn restart(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let roll = Try::new(Test::Effort, 1, "restarts its armor", Clause("MUT-Q-107"));
        if !self.passes(cx, model, &roll)? {
            return Ok(());
        }
        if self.is(model, Mark::Drained) {
            cx.cite(Clause("MUT-CON-22"));
            self.use_cell(model);
        }
        let marks = &mut self.model_mut(model).marks;
        marks.clear(Mark::ShutDown);
        marks.clear(Mark::Drained);
        self.tell(cx, model, "MUT-Q-107", || "gets its Power Armor going again".to_owned());
        Ok(())
    }
}
