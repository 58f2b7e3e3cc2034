//! Chapter 11: killed, gone, fallen, transfixed, out cold, weakened.

use engine::{Clause, Cx, Deed, Event, ModelId};
use smallvec::SmallVec;
use tabletop::Spot;

use crate::clash::Manner;
use crate::gear::Item;
use crate::options::{LeaderFleeTests, Q7AllCauses};
use crate::pending::{Cause, Pending};
use crate::profile::{Kind, Rule};
use crate::state::{Fate, Mark, State, Thing};

/// Why a model loses Quality (MUT-PRO-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Poison.
    Poison,
    /// Needles.
    Needles,
    /// A wound of a Tough model.
    Wound,
    /// Radiation.
    Radiation,
    /// The backlash of Healing.
    Backlash,
    /// Disease.
    Disease,
}

impl State {
    /// A model is killed or destroyed, under a rule: it leaves the table, its belongings stay
    /// where it fell, and whoever mourns it tests Morale (MUT-CON-03).
    pub fn kill(&mut self, cx: &mut Cx<'_>, model: ModelId, gruesome: bool, clause: Clause) {
        let Some(at) = self.model(model).spot else { return };
        let how = if gruesome { "is killed gruesomely" } else { "is killed" };
        let how = if self.kind(model).is_artificial() { "is destroyed" } else { how };
        cx.say(|| {
            let text = format!("{} {how}", self.name(model));
            Event::note(clause, text).deed(Deed::Removed { model })
        });
        cx.cite(Clause("MUT-CON-03"));
        if self.has(model, Rule::Mounted) {
            cx.cite(Clause("MUT-GEN-11"));
        }
        if self.model(model).controller.is_some() {
            cx.cite(Clause("MUT-Q-103"));
        }
        let bound = |m: ModelId| self.is(m, Mark::Transfixed);
        if self.has(model, Rule::Entangle) && self.enemies(model).any(bound) {
            // Strands are matter: they hold even now.
            cx.cite(Clause("MUT-CON-14"));
        }
        self.leave_body(cx, model, at);
        self.take_off(cx, model, Fate::Killed);
        let mourning = Pending::Mourning { victim: model, gruesome, at };
        // Whoever else a blast has caught is dealt with before anybody runs.
        let spreading = |p: &Pending| match p {
            Pending::Blast { .. } | Pending::Scream { .. } => true,
            Pending::Clash(clash) => matches!(clash.manner, Manner::Shot { spread: true, .. }),
            _ => false,
        };
        let place = self.pending.iter().position(spreading).unwrap_or(self.pending.len());
        self.pending.insert(place, mourning);
    }

    /// A model leaves the table alive: gone for this game, but it lives (MUT-MOR-05).
    pub fn run_off(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        if self.model(model).spot.is_none() {
            return;
        }
        cx.say(|| {
            let text = format!("{} leaves the table", self.name(model));
            Event::note(clause, text).deed(Deed::Removed { model })
        });
        cx.cite(Clause("MUT-MOR-05"));
        let leads =
            self.has(model, Rule::Leader) && self.agreed.leader_flee_tests == LeaderFleeTests::On;
        if self.has(model, Rule::Leader) {
            cx.cite(Clause("MUT-Q-74"));
        }
        self.take_off(cx, model, Fate::RanOff);
        let side = self.own_side(model);
        let before = self.pending.len();
        self.note_half(cx, side);
        if leads {
            self.whole_party_tests(side, Cause::Leader);
        }
        self.sort_reasons(cx, before);
    }

    fn take_off(&mut self, cx: &mut Cx<'_>, model: ModelId, fate: Fate) {
        self.revert(cx, model);
        self.release_minds(cx, model);
        let m = self.model_mut(model);
        m.spot = None;
        m.fate = Some(fate);
        m.controller = None;
    }

    /// What a dead model had with it lies where it fell; nobody gets a Robot's built-in things
    /// (MUT-TYP-31).
    fn leave_body(&mut self, cx: &mut Cx<'_>, model: ModelId, at: Spot) {
        self.note_fall(cx, model);
        self.shed_fruits(model);
        let wretched = self.kind(model) == Kind::Wretched;
        let gear: SmallVec<[Item; 4]> =
            self.model(model).gear.iter().copied().filter(|item| !item.built_in).collect();
        let m = self.model_mut(model);
        m.gear.retain(|item| item.built_in);
        m.ready = None;
        for item in gear {
            self.things.push(Thing { item, spot: at, of_wretched: wretched });
        }
        self.bodies.push((model, at));
    }

    /// A model falls (MUT-CON-04); a Doppelganger is itself again (MUT-SPC-024), and on a brink
    /// it drops (MUT-TER-34).
    pub fn fall(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        if self.model(model).spot.is_none() {
            return;
        }
        cx.say(|| {
            let text = format!("{} falls", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
        self.revert(cx, model);
        self.model_mut(model).marks.put(Mark::Fallen);
        self.note_fall(cx, model);
        if let Some((height, landing)) = self.brink(model) {
            cx.cite(Clause("MUT-TER-34"));
            self.pending.push(Pending::Drop { model, height, landing });
        }
    }

    /// A model is Transfixed (MUT-CON-11).
    pub fn transfix(&mut self, cx: &mut Cx<'_>, model: ModelId, web: bool, clause: Clause) {
        let m = self.model_mut(model);
        m.marks.put(Mark::Transfixed);
        if web {
            m.marks.put(Mark::Webbed);
        }
        cx.cite(Clause("MUT-CON-11"));
        cx.say(|| {
            let text = format!("{} is transfixed", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
    }

    /// A model passes out (MUT-CON-17, MUT-Q-102).
    pub fn pass_out(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::PassedOut);
        cx.cite(Clause("MUT-CON-17"));
        cx.cite(Clause("MUT-Q-102"));
        cx.say(|| {
            let text = format!("{} passes out", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
        self.release_minds(cx, model);
    }

    /// A model's Quality worsens by one; at 7 it dies (MUT-PRO-07, MUT-Q-37).
    pub fn lose_quality(&mut self, cx: &mut Cx<'_>, model: ModelId, loss: Loss, clause: Clause) {
        let losses = &mut self.model_mut(model).losses;
        let (count, named) = match loss {
            Loss::Poison => (&mut losses.poison, true),
            Loss::Needles => (&mut losses.needles, false),
            Loss::Wound => (&mut losses.wounds, true),
            Loss::Radiation => (&mut losses.radiation, false),
            Loss::Backlash => (&mut losses.backlash, true),
            Loss::Disease => (&mut losses.disease, false),
        };
        *count = count.saturating_add(1);
        let quality = self.model(model).quality();
        cx.say(|| {
            let text = format!("{}'s Quality worsens to {quality}+", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
        // What worsens Quality shifts the number, and only that can kill.
        cx.cite(Clause("MUT-PRO-06"));
        cx.cite(Clause("MUT-Q-36"));
        let deadly = named || self.agreed.q7_all_causes == Q7AllCauses::On;
        if quality >= 7 && deadly {
            cx.cite(Clause("MUT-Q-37"));
            self.kill(cx, model, false, Clause("MUT-PRO-07"));
        }
    }
}
