//! Going up to what one is afraid of, and being run at by it (MUT-SPC-091, 136 to 138).

use engine::{Clause, Cx, Event, ModelId, Play};
use tabletop::Spot;

use super::journey::Journey;
use crate::clash::bit;
use crate::pending::{Cause, Pending};
use crate::profile::{Dread, Kind, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, Models, State};

impl Dread {
    /// Whether somebody is what one with this Phobia is afraid of (MUT-Q-115).
    fn fits(self, kind: Kind, humanoid: bool) -> bool {
        match self {
            Dread::Plants => kind == Kind::Plant,
            Dread::Humanoids => kind == Kind::Mutant || humanoid,
            Dread::Artificial => kind.is_artificial(),
            Dread::Animals => matches!(kind, Kind::MutatedAnimal | Kind::Animal),
            Dread::Wretched => kind == Kind::Wretched,
            Dread::Humans => kind == Kind::Human,
        }
    }
}

impl State {
    /// Whether a model has to master its fear of another: Terror or its Phobia, unless it is
    /// terrible itself, a machine, or has overcome it before (MUT-SPC-138, MUT-MOR-16).
    pub fn fears(&self, model: ModelId, other: ModelId) -> bool {
        let (m, foe) = (self.model(model), self.model(other));
        let humanoid = foe.has(Rule::Humanoid);
        let phobia = m.has(Rule::Phobia)
            && m.nature.dreads.is_some_and(|d| d.fits(foe.nature.kind, humanoid));
        (foe.has(Rule::Terror) || phobia)
            && !m.has(Rule::Terror)
            && !m.nature.kind.is_artificial()
            && m.unafraid & bit(other) == 0
    }

    /// Notes what a model is afraid of another for, and gives the rule.
    fn name_fear(&self, cx: &mut Cx<'_>, model: ModelId, other: ModelId) -> Clause {
        if self.has(other, Rule::Terror) {
            return Clause("MUT-SPC-136");
        }
        if self.model(model).nature.dreads == Some(Dread::Humanoids) {
            cx.cite(Clause("MUT-Q-115"));
        }
        Clause("MUT-SPC-091")
    }

    /// Notes why something terrible does not frighten a model.
    fn cite_fearless(&self, cx: &mut Cx<'_>, model: ModelId, other: ModelId) {
        if !self.has(other, Rule::Terror) {
            return;
        }
        if self.has(model, Rule::Terror) || self.model(model).unafraid & bit(other) != 0 {
            cx.cite(Clause("MUT-SPC-138"));
        }
        if self.kind(model).is_artificial() {
            cx.cite(Clause("MUT-MOR-16"));
            cx.cite(Clause("MUT-SPC-011"));
        }
    }

    /// Whether a model dares to enter hand-to-hand combat with those it is afraid of: one die
    /// for each. Failing costs no action, but that enemy is off limits this turn (MUT-SPC-136,
    /// MUT-Q-116).
    pub(super) fn dares(&mut self, cx: &mut Cx<'_>, model: ModelId, end: Spot) -> Play<bool> {
        for enemy in self.new_contacts(model, end) {
            if !self.fears(model, enemy) {
                self.cite_fearless(cx, model, enemy);
                continue;
            }
            let clause = self.name_fear(cx, model, enemy);
            let roll = Try::new(Test::Effort, 1, "faces its fear", clause);
            cx.cite(Clause("MUT-SPC-136"));
            cx.cite(Clause("MUT-Q-116"));
            if self.passes(cx, model, &roll)? {
                cx.cite(Clause("MUT-SPC-138"));
                self.model_mut(model).unafraid |= bit(enemy);
                continue;
            }
            self.model_mut(model).daunted |= bit(enemy);
            cx.say(|| {
                let (a, b) = (self.name(model), self.name(enemy));
                Event::note(Clause("MUT-SPC-136"), format!("{a} dares not go near {b}"))
            });
            return Ok(false);
        }
        Ok(true)
    }

    /// Whoever is about to be touched by what it is afraid of checks Morale first; the move goes
    /// on afterwards (MUT-SPC-137). Says whether anybody has to.
    pub(super) fn alarm(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        journey: &Journey,
        tested: u64,
    ) -> bool {
        let scared = |m: &ModelId| tested & bit(*m) == 0 && self.fears(*m, model);
        let all: Models =
            self.new_contacts(model, journey.end()).into_iter().filter(scared).collect();
        if all.is_empty() {
            let met = self.new_contacts(model, journey.end());
            met.into_iter().for_each(|m| self.cite_fearless(cx, m, model));
            return false;
        }
        cx.cite(Clause("MUT-SPC-137"));
        for scared in &all {
            let clause = self.name_fear(cx, *scared, model);
            cx.cite(clause);
        }
        let tested = all.iter().fold(tested, |set, m| set | bit(*m));
        let (path, aloft) = (journey.aim.clone(), journey.aloft);
        self.pending.push(Pending::Onward { model, path, aloft, tested });
        for scared in all.into_iter().rev() {
            self.pending.push(Pending::Morale { model: scared, cause: Cause::Terror(model) });
        }
        true
    }

    /// A move goes on after those in its way have checked Morale (MUT-SPC-137).
    pub fn go_onward(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (path, aloft): (&[Spot], bool),
        tested: u64,
    ) -> Play<()> {
        let able = self.model(model).spot.is_some() && self.may_walk(model).is_ok();
        if !able || path.first() != self.model(model).spot.as_ref() {
            return Ok(());
        }
        let plan = match aloft {
            true => self.plan_flight(model, path, (u8::MAX, u8::MAX)),
            false => self.plan_walk(model, path, u8::MAX),
        };
        let Ok(journey) = plan else { return Ok(()) };
        if !self.dares(cx, model, journey.end())? || self.alarm(cx, model, &journey, tested) {
            return Ok(());
        }
        self.go(cx, model, &journey)
    }

    /// Whether anything keeps a model from walking: lying, helpless, on a wall, in dead armor.
    pub(crate) fn may_walk(&self, model: ModelId) -> Result<(), engine::Refusal> {
        let m = self.model(model);
        let refuse = |id, why: &str| {
            let why = format!("{} {why}", self.name(model));
            Err(engine::Refusal::new(Clause(id), why))
        };
        match () {
            () if m.is(Mark::PassedOut) => refuse("MUT-CON-17", "is out cold"),
            () if m.is(Mark::Transfixed) => refuse("MUT-CON-11", "is transfixed: break free first"),
            () if m.is(Mark::ShutDown) => refuse("MUT-CON-21", "is immobilised"),
            () if m.is(Mark::Fallen) => refuse("MUT-CON-06", "has to stand up first"),
            () if m.is(Mark::Climbing) => refuse("MUT-TER-25", "is on a wall: climb on or let go"),
            () => Ok(()),
        }
    }
}
