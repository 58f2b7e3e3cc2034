//! The Morale Phase, step by step (OD6-TURN-10, OD6-Q-30).

use engine::{Ask, Choice, Clause, Cx, Event, Play, SideId};
use smallvec::SmallVec;

use super::{Status, Test};
use crate::options::MoraleOrder;
use crate::state::{MoraleStep, Phase, SquadId, State};
use crate::turn::cite_all;

/// Which squads of a side try to rally (OD6-DEC-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rallying {
    All,
    Some,
    Nobody,
}

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
        let Some(squad) = self.next_in_line(State::may_rally) else {
            self.cite_barred(cx);
            self.begin_phase(cx, Phase::Special);
            return Ok(());
        };
        if !self.squad(squad).done.will_rally {
            // Its side says first who tries; then its squads have their turns.
            self.next = self.squad(squad).side;
            return self.choose_rallies(cx, self.next);
        }
        self.squad_mut(squad).done.rallied = true;
        self.rally_test(cx, squad)
    }

    /// A side says which of its squads that may rally try to (OD6-DEC-22): as it can only help,
    /// all of them unless it wants otherwise. The others have had their chance.
    fn choose_rallies(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let able = self.squads_of(side).filter(|s| self.may_rally(*s));
        let able: SmallVec<[SquadId; 8]> = able.collect();
        let offers = match able.len() {
            1 => &[Rallying::All, Rallying::Nobody][..],
            _ => &[Rallying::All, Rallying::Some, Rallying::Nobody],
        };
        cx.cite(Clause("OD6-DEC-22"));
        let prompt = "Which squads try to rally?";
        let ask = Ask::new(side, "rally", prompt, Clause("OD6-RAL-01"));
        let chosen = match cx.choose(ask, offers, |offer| self.rallying_choice(*offer, &able))? {
            Rallying::All => able.to_vec(),
            Rallying::Nobody => Vec::new(),
            Rallying::Some => {
                let ask = Ask::new(side, "rally-some", "Which ones?", Clause("OD6-DEC-22"));
                cx.choose_some(ask, &able, (0, able.len()), |squad| {
                    let choice = Choice::new(format!("rally {}", self.squad_name(*squad)));
                    let choice = choice.detail(self.status(*squad).name()).merit(1);
                    self.members(*squad).next().map_or(choice.clone(), |m| choice.about(m))
                })?
            }
        };
        for squad in able {
            let tries = chosen.contains(&squad);
            let done = &mut self.squad_mut(squad).done;
            (done.will_rally, done.rallied) = (tries, !tries);
        }
        Ok(())
    }

    fn rallying_choice(&self, rallying: Rallying, able: &[SquadId]) -> Choice {
        match rallying {
            Rallying::All => {
                let names: Vec<&str> = able.iter().map(|s| self.squad_name(*s)).collect();
                Choice::new("all rally").detail(names.join(", ")).merit(1)
            }
            Rallying::Some => Choice::new("some").detail("asks which").merit(-1),
            Rallying::Nobody => Choice::new("nobody").declining(),
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
            let why = match &own.done {
                done if done.fired => "it fired in this turn",
                done if done.fought => "it fought in this turn",
                done if done.swung => "it was in close assault in this turn",
                _ => "an enemy is within 12\"",
            };
            let text = format!("{} cannot rally: {why}", own.name);
            cx.say(|| Event::note(Clause("OD6-RAL-01"), text));
        }
    }
}
