//! The Morale Phase, step by step (OD6-TURN-10, OD6-Q-30).

use engine::{Ask, Choice, Clause, Cx, Event, Play};
use smallvec::SmallVec;

use super::{Status, Test};
use crate::options::MoraleOrder;
use crate::state::{MoraleStep, Phase, SquadId, State};
use crate::turn::cite_all;

impl State {
    /// The Morale Phase: the squads that were broken before, then those with casualties, then
    /// those that want to rally. In each step the side with the initiative begins and the sides
    /// alternate, every side going through its squads in order (OD6-Q-30, OD6-Q-77).
    pub fn morale_phase(&mut self, cx: &mut Cx<'_>, step: MoraleStep) -> Play<()> {
        cite_all(cx, &["OD6-TURN-10", "OD6-Q-30", "OD6-Q-77"]);
        match step {
            MoraleStep::Broken => self.broken_step(cx),
            MoraleStep::Casualties => self.casualty_step(cx),
            MoraleStep::Rallies => self.rally_step(cx),
        }
    }

    /// The next squad that waits for something, of the side whose turn it is if it has one.
    fn next_in_line(&mut self, waits: impl Fn(&State, SquadId) -> bool) -> Option<SquadId> {
        let first = |side| self.squads_of(side).find(|s| waits(self, *s));
        let other = self.opponent(self.next);
        let squad = first(self.next).or_else(|| first(other))?;
        self.next = self.opponent(self.squad(squad).side);
        Some(squad)
    }

    fn go_on(&mut self, step: MoraleStep) {
        self.next = self.initiative;
        self.phase = Phase::Morale(step);
    }

    /// Broken squads rally, run or are gone; or they only run, where it was agreed that all
    /// rallies come last (OD6-ROU-03).
    fn broken_step(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if !self.squads.iter().any(|s| s.done.rallied) {
            self.next = self.initiative;
        }
        let waits = |state: &State, squad: SquadId| {
            state.status(squad) == Status::Broken && !state.squad(squad).done.rallied
        };
        let Some(squad) = self.next_in_line(waits) else {
            if self.agreed.morale_order == MoraleOrder::RallyLast {
                self.squads.iter_mut().for_each(|s| s.done.rallied = false);
            }
            self.go_on(MoraleStep::Casualties);
            return Ok(());
        };
        let at_goal = self.squad(squad).at_goal;
        self.squad_mut(squad).done.last_chance = at_goal;
        match self.agreed.morale_order {
            MoraleOrder::RallyFirst => self.rally_broken(cx, squad, true),
            MoraleOrder::RallyLast => {
                self.squad_mut(squad).done.rallied = true;
                if at_goal { Ok(()) } else { self.begin_rout(cx, squad) }
            }
        }
    }

    /// Squads with casualties test once, unless they are broken (OD6-MOR-29, OD6-Q-32).
    fn casualty_step(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let waits = |state: &State, squad: SquadId| {
            let done = &state.squad(squad).done;
            let hurt = done.commander_hit || !done.casualties.is_empty();
            hurt && !done.tested && state.status(squad) != Status::Broken
        };
        let Some(squad) = self.next_in_line(waits) else {
            self.cite_untested(cx);
            self.go_on(MoraleStep::Rallies);
            return Ok(());
        };
        let done = &mut self.squad_mut(squad).done;
        done.tested = true;
        if done.rallied {
            cx.cite(Clause("OD6-Q-32"));
        }
        self.test_morale(cx, squad, Test::Casualty, &[])?;
        Ok(())
    }

    fn cite_untested(&self, cx: &mut Cx<'_>) {
        let hurt = |s: SquadId| !self.squad(s).done.casualties.is_empty();
        let skipped = |s: SquadId| self.status(s) == Status::Broken && hurt(s);
        if !cx.is_quiet() && self.present().any(skipped) {
            cx.cite(Clause("OD6-Q-32"));
        }
    }

    /// Squads rally that want to and may (OD6-RAL-01); before them broken squads, where it was
    /// agreed that they rally last.
    fn rally_step(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.agreed.morale_order == MoraleOrder::RallyLast {
            let waits = |state: &State, squad: SquadId| {
                state.status(squad) == Status::Broken && !state.squad(squad).done.rallied
            };
            if let Some(squad) = self.next_in_line(waits) {
                return self.rally_broken(cx, squad, false);
            }
        }
        let Some(first) = self.next_in_line(State::may_rally) else {
            self.cite_barred(cx);
            self.begin_phase(cx, Phase::Special);
            return Ok(());
        };
        let side = self.squad(first).side;
        let able = self.squads_of(side).filter(|s| self.may_rally(*s));
        let able: SmallVec<[SquadId; 8]> = able.collect();
        let offers: SmallVec<[Option<SquadId>; 9]> =
            able.iter().copied().map(Some).chain([None]).collect();
        cx.cite(Clause("OD6-DEC-22"));
        let ask = Ask::new(side, "rally", "Does a squad try to rally?", Clause("OD6-RAL-01"));
        let chosen = cx.choose(ask, &offers, |offer| match offer {
            Some(squad) => {
                let choice = Choice::new(format!("rally {}", self.squad_name(*squad)));
                let choice = choice.detail(self.status(*squad).name()).merit(1);
                self.members(*squad).next().map_or(choice.clone(), |m| choice.about(m))
            }
            None => Choice::new("rally nobody").declining(),
        })?;
        match chosen {
            Some(squad) => {
                self.squad_mut(squad).done.rallied = true;
                self.rally_test(cx, squad)
            }
            None => {
                able.iter().for_each(|s| self.squad_mut(*s).done.rallied = true);
                Ok(())
            }
        }
    }

    /// Says which squads would like to rally and may not, and why.
    fn cite_barred(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        for squad in self.present() {
            let own = self.squad(squad);
            let low = own.morale > 0 && own.morale < own.quality.morale();
            if !low || own.done.rallied {
                continue;
            }
            cx.cite(Clause("OD6-Q-09"));
            let why = match (own.done.fired, own.done.fought) {
                (true, _) => "it fired in this turn",
                (_, true) => "it fought in this turn",
                _ => "an enemy is within 12\"",
            };
            let text = format!("{} cannot rally: {why}", own.name);
            cx.say(|| Event::note(Clause("OD6-RAL-01"), text));
        }
    }
}
