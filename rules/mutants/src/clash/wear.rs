//! What shooting does to a weapon: jams, breakages, burnt Cells (MUT-RNG-09 to 18).

use engine::{Clause, Cx, Deed, Event, ModelId};

use crate::gear::{Arms, Gun, Missile, Shape};
use crate::profile::Rule;
use crate::state::{Mark, State};

impl State {
    /// A weapon has been used: it may fail, and what is thrown is gone.
    pub(crate) fn wear(
        &mut self,
        cx: &mut Cx<'_>,
        (by, target): (ModelId, ModelId),
        (arms, item): (Arms, Option<u8>),
        face: u8,
        failed: bool,
    ) {
        match (arms, item) {
            (Arms::Gun(gun), Some(item)) => self.wear_gun(cx, by, (gun, item), face, failed),
            (Arms::Missile(missile), Some(item)) => {
                match face {
                    1 => self.wear_out(cx, by, missile, item),
                    // The string wants another arrow (MUT-RNG-21).
                    _ if missile.is_bow() => self.set_shape(by, item, Shape::Empty),
                    _ => (),
                }
                if !missile.is_bow() {
                    self.land_missile(by, item, target);
                }
            }
            (Arms::Projection(_), _) if face == 1 => {
                self.model_mut(by).marks.put(Mark::Spent);
                cx.say(|| {
                    let text = format!("{}'s energy is spent", self.name(by));
                    Event::note(Clause("MUT-SPC-040"), text).deed(Deed::Changed { model: by })
                });
            }
            _ => (),
        }
    }

    /// A natural 1 with a primitive weapon: a broken bow, a strained shoulder (MUT-RNG-16, 17).
    fn wear_out(&mut self, cx: &mut Cx<'_>, by: ModelId, missile: Missile, item: u8) {
        let clause = match missile {
            Missile::Bow | Missile::Crossbow => {
                self.model_mut(by).gear[usize::from(item)].shape = Shape::Broken;
                Clause("MUT-RNG-16")
            }
            Missile::Javelin | Missile::Axe => Clause("MUT-RNG-16"),
            Missile::Rock => Clause("MUT-RNG-17"),
        };
        if !missile.is_bow() {
            self.model_mut(by).marks.put(Mark::Strained);
        }
        cx.say(|| {
            let text = format!("{} cannot use {} any more", self.name(by), missile.name());
            Event::note(clause, text).deed(Deed::Changed { model: by })
        });
    }

    fn wear_gun(
        &mut self,
        cx: &mut Cx<'_>,
        by: ModelId,
        (gun, item): (Gun, u8),
        face: u8,
        failed: bool,
    ) {
        // The shooter's Death Ray burns a Cell with every shot (MUT-SPC-022).
        let burnt = face == 1 || gun == Gun::DeathRay;
        let saved = failed && self.gunsmith_saves(cx, by);
        let (shape, clause) = match (failed && !saved, face % 2 == 1) {
            (true, true) if burnt => (Shape::JammedEmpty, Clause("MUT-RNG-18")),
            (true, true) => (Shape::Jammed, Clause("MUT-RNG-09")),
            (true, false) => (Shape::Broken, Clause("MUT-RNG-12")),
            (false, _) if gun == Gun::DeathRay => (Shape::Empty, Clause("MUT-SPC-022")),
            (false, _) if burnt => (Shape::Empty, Clause("MUT-RNG-14")),
            (false, _) => return,
        };
        if failed {
            cx.cite(Clause("MUT-RNG-09"));
        }
        self.model_mut(by).gear[usize::from(item)].shape = shape;
        cx.say(|| {
            let how = match shape {
                Shape::Jammed | Shape::JammedEmpty => "jams",
                Shape::Broken => "breaks",
                _ => "is empty",
            };
            let text = format!("{}'s {gun} {how}", self.name(by));
            Event::note(clause, text).deed(Deed::Changed { model: by })
        });
    }

    /// A Gunsmith in play saves the party's first weapon of the game (MUT-RNG-10, MUT-Q-23).
    fn gunsmith_saves(&mut self, cx: &mut Cx<'_>, by: ModelId) -> bool {
        let side = self.own_side(by);
        let smith = |m: ModelId| self.own_side(m) == side && self.has(m, Rule::Gunsmith);
        if self.parties[side.index()].gunsmith_used || !self.in_play().any(smith) {
            return false;
        }
        self.parties[side.index()].gunsmith_used = true;
        cx.cite(Clause("MUT-Q-23"));
        cx.cite(Clause("MUT-SPC-057"));
        cx.say(|| {
            let text = "The Gunsmith has seen to the weapon: the malfunction is ignored";
            Event::note(Clause("MUT-RNG-10"), text)
        });
        true
    }
}
