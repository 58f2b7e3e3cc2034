//! Entangle: strands that bind a body (MUT-SPC-042, MUT-SPC-043).

use engine::{Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::Length;

use super::MutationAction;
use crate::actions::{Action, Offers};
use crate::gear::Stick;
use crate::profile::Rule;
use crate::quality::{Test, Try};
use crate::state::{Acting, Mark, State};

/// How far strands reach for so many actions (MUT-SPC-042).
const fn reach_of(actions: u8) -> Stick {
    match actions {
        0 | 1 => Stick::Short,
        2 => Stick::Medium,
        _ => Stick::Long,
    }
}

/// An enemy that could be bound: how far away, and whether it is in cover.
type Aim = (ModelId, Length, bool);

impl State {
    /// Whom a model may bind: it is a ranged attack like any other, for as many actions as the
    /// distance asks for, or more of them for more dice (MUT-SPC-042, MUT-Q-60).
    pub(super) fn offer_entangle(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        if !self.has(model, Rule::Entangle) {
            return;
        }
        if let Err(refusal) = self.may_attack(acting).and_then(|()| self.may_shoot(model)) {
            offers.refuse(|| "entangle".to_owned(), || refusal);
            return;
        }
        let mut aims: SmallVec<[Aim; 8]> = SmallVec::new();
        let key = |target| self.mutation_key(&MutationAction::Entangle(target, 1));
        for target in self.enemies(model).filter(|m| !self.is(*m, Mark::Lurking)) {
            if !self.within(model, target, Stick::Long) {
                let why =
                    || Refusal::new(Clause("MUT-SPC-042"), "strands reach no farther than Long");
                offers.refuse(|| key(target), why);
                continue;
            }
            match self.may_be_shot(model, target) {
                Ok(cover) => aims.push((target, self.gap(model, target), cover)),
                Err(refusal) => offers.refuse(|| key(target), || refusal),
            }
        }
        for aim in &aims {
            if aims.iter().any(|other| self.takes_precedence(other, aim)) {
                let why = || Refusal::new(Clause("MUT-LOS-03"), "somebody else is closer");
                offers.refuse(|| key(aim.0), why);
                continue;
            }
            for actions in 1..=3 {
                let action = MutationAction::Entangle(aim.0, actions);
                let far = aim.1 > self.stick(reach_of(actions));
                let far = far.then_some(("MUT-SPC-042", "that takes more actions: it is too far"));
                let few = actions > acting.actions;
                let few = few.then_some(("MUT-T-04", "it has too few actions left for that"));
                offers.put(far.or(few), Action::Mutation(action), || self.mutation_key(&action));
            }
        }
    }

    /// Whether a closer enemy must be attacked first (MUT-LOS-03 to 05).
    fn takes_precedence(&self, closer: &Aim, aim: &Aim) -> bool {
        let large = |m: ModelId| self.has(m, Rule::Big) || self.has(m, Rule::Huge);
        let ignored = closer.2 || self.lies_flat(closer.0) || (large(aim.0) && !large(closer.0));
        closer.1 < aim.1 && !ignored
    }

    /// How good it looks: bound already is bound enough.
    pub(super) fn merit_of_entangle(&self, target: ModelId, actions: u8) -> i32 {
        let quality = i32::from(self.model(target).quality());
        match self.is_helpless(target) {
            true => -20,
            false => 30 + 10 * quality + 3 * i32::from(actions),
        }
    }

    /// The target rolls one Quality die for each action; one failure, and it is Transfixed by
    /// strands that outlast their maker (MUT-SPC-042, MUT-SPC-043). A Telekinetic Shield stops
    /// them (MUT-Q-105).
    pub(super) fn entangle(
        &mut self,
        cx: &mut Cx<'_>,
        user: ModelId,
        target: ModelId,
        actions: u8,
    ) -> Play<()> {
        self.model_mut(user).marks.put(Mark::Attacked);
        for id in ["MUT-SPC-043", "MUT-Q-60", "MUT-ACT-02"] {
            cx.cite(Clause(id));
        }
        let clause = Clause("MUT-SPC-042");
        cx.say(|| {
            let text = format!("{} throws strands at {}", self.name(user), self.name(target));
            let deed = Deed::Attacked { model: user, target, ranged: true };
            Event::note(clause, text).deed(deed)
        });
        if self.is_shielded_from(target, true) {
            cx.cite(Clause("MUT-SPC-130"));
            let what = || "is safe behind its Telekinetic Shield".to_owned();
            self.tell(cx, target, "MUT-Q-105", what);
            return Ok(());
        }
        let roll = Try::new(Test::Resist, actions, "struggles with the strands", clause);
        if !self.passes(cx, target, &roll)? {
            cx.cite(Clause("MUT-PRO-09"));
            self.transfix(cx, target, false, clause);
        }
        Ok(())
    }
}
