//! Energy Feeding: emptying the Cells of others (MUT-SPC-036 to 038).

use engine::{Clause, Cx, ModelId};
use smallvec::SmallVec;

use super::{MutationAction, Uses};
use crate::gear::{Armor, Gear, Item, Shape};
use crate::kit::Numbers;
use crate::profile::Rule;
use crate::state::{Mark, State};

/// One of somebody's Cells (MUT-SPC-037).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// In a weapon.
    Weapon(u8),
    /// In a Force Field.
    Field,
    /// One it carries.
    Spare,
    /// The one inside a machine or a suit of Power Armor.
    Inside,
}

/// Whether a weapon has a Cell in it.
const fn is_loaded(item: &Item) -> bool {
    let powered = matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
    powered && matches!(item.shape, Shape::Good | Shape::Jammed)
}

impl State {
    /// Cells a model might empty: of anybody it touches (MUT-SPC-037).
    pub(super) fn draining(&self, model: ModelId, uses: &mut Uses) {
        if !self.has(model, Rule::EnergyFeeding) {
            return;
        }
        let bound = self.body_bound(model);
        let near = |m: &ModelId| *m != model && self.touch(model, *m);
        for target in self.in_play().filter(near).filter(|m| !self.is(*m, Mark::Lurking)) {
            for cell in self.cells_of(target) {
                uses.push((MutationAction::Drain(target, cell), bound));
            }
        }
    }

    fn cells_of(&self, target: ModelId) -> SmallVec<[Cell; 4]> {
        let m = self.model(target);
        let weapons: Numbers = self.sorts(target, |_, item| is_loaded(item));
        let mut cells: SmallVec<[Cell; 4]> = weapons.into_iter().map(Cell::Weapon).collect();
        if m.has_field() {
            cells.push(Cell::Field);
        }
        if m.cells > 0 {
            cells.push(Cell::Spare);
        } else if self.runs_on_last_cell(target) {
            cells.push(Cell::Inside);
        }
        cells
    }

    /// Whether a model would shut down for want of a Cell: a Robot, an Android that feeds on
    /// Cells, or somebody in Power Armor (MUT-SPC-038).
    fn is_powered(&self, target: ModelId) -> bool {
        let m = self.model(target);
        (self.runs_on_cells(target) || m.wears(Armor::Power)) && !m.is(Mark::ShutDown)
    }

    /// Whether there is a Cell inside: in every suit that works, and in a machine that was fed
    /// (MUT-Q-108).
    fn has_cell_inside(&self, target: ModelId) -> bool {
        let m = self.model(target);
        m.wears(Armor::Power) || (self.runs_on_cells(target) && !m.is(Mark::Underfed))
    }

    fn runs_on_last_cell(&self, target: ModelId) -> bool {
        self.is_powered(target) && self.has_cell_inside(target)
    }

    pub(super) fn drain_key(&self, target: ModelId, cell: Cell) -> String {
        let name = self.name(target);
        match cell {
            Cell::Weapon(item) => {
                let label = self.item(target, item).map(Item::label).unwrap_or_default();
                format!("drain the {label} of {name}")
            }
            Cell::Field => format!("drain the Force Field of {name}"),
            Cell::Spare => format!("drain a spare Cell of {name}"),
            Cell::Inside => format!("drain the last Cell of {name}"),
        }
    }

    /// How good it looks: friends keep their Cells.
    pub(super) fn merit_of_drain(&self, model: ModelId, target: ModelId, cell: Cell) -> i32 {
        if self.side(target) == self.side(model) {
            return -40;
        }
        match cell {
            Cell::Inside => 75,
            Cell::Weapon(item) if self.model(target).is_ready(item) => 45,
            Cell::Field => 40,
            Cell::Spare => 15,
            Cell::Weapon(_) => 10,
        }
    }

    /// A Cell is emptied, without any roll (MUT-SPC-037). Machines go on with a spare; without
    /// one they shut down (MUT-SPC-038, MUT-CON-22).
    pub(super) fn drain(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId, cell: Cell) {
        let what = || format!("drains a Cell of {}", self.name(target));
        self.tell(cx, model, "MUT-SPC-037", what);
        match cell {
            Cell::Weapon(item) => {
                let jammed = self.item(target, item).is_some_and(|i| i.shape == Shape::Jammed);
                let shape = if jammed { Shape::JammedEmpty } else { Shape::Empty };
                self.set_shape(target, item, shape);
            }
            Cell::Field => {
                self.model_mut(target).marks.put(Mark::FieldOff);
                self.tell(cx, target, "MUT-SPC-052", || "has no Force Field now".to_owned());
            }
            Cell::Spare => {
                let m = self.model_mut(target);
                m.cells = m.cells.saturating_sub(1);
                let unfed = self.model(target).cells == 0 && !self.has_cell_inside(target);
                if unfed && self.is_powered(target) {
                    self.run_dry(cx, target);
                } else if self.is_powered(target) {
                    cx.cite(Clause("MUT-SPC-038"));
                }
            }
            Cell::Inside => self.run_dry(cx, target),
        }
    }

    fn run_dry(&mut self, cx: &mut Cx<'_>, target: ModelId) {
        for id in ["MUT-SPC-038", "MUT-Q-108"] {
            cx.cite(Clause(id));
        }
        let m = self.model_mut(target);
        m.marks.put(Mark::ShutDown);
        m.marks.put(Mark::Drained);
        self.tell(cx, target, "MUT-CON-22", || "shuts down".to_owned());
    }
}
