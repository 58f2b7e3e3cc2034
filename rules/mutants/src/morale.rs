//! Chapter 12: Morale checks, and what sets them off.

use engine::{Clause, Cx, Deed, Event, ModelId, Play, SideId};
use tabletop::{Spot, measure};

use crate::clash::bit;
use crate::gear::Stick;
use crate::options::{GruesomeNeedsLos, MergeMorale, ThreeFailuresFlee};
use crate::pending::{Cause, Pending};
use crate::profile::{Kind, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, Models, State};

impl State {
    /// What a death brings about (MUT-MOR-11, 13, 14): separate checks for each reason, in the
    /// order gruesome, leader, half (MUT-MOR-20).
    pub fn mourn(
        &mut self,
        cx: &mut Cx<'_>,
        victim: ModelId,
        gruesome: bool,
        at: Spot,
    ) -> Play<()> {
        let side = self.own_side(victim);
        self.rout_animals(cx, victim);
        let before = self.pending.len();
        self.note_half(cx, side);
        if self.who(victim).nature.has(Rule::Leader) {
            cx.cite(Clause("MUT-SPC-077"));
            cx.cite(Clause("MUT-Q-74"));
            self.whole_party_tests(side, Cause::Leader);
        }
        if gruesome {
            self.witnesses_test(cx, (victim, side), at);
        }
        self.sort_reasons(cx, before);
        Ok(())
    }

    /// If somebody has several reasons to check, they are several checks, unless it is agreed
    /// otherwise (MUT-MOR-20, MUT-Q-73).
    pub fn sort_reasons(&mut self, cx: &mut Cx<'_>, from: usize) {
        let mut seen = 0;
        let twice = self.pending[from..].iter().any(|check| {
            let Pending::Morale { model, .. } = check else { return false };
            let again = seen & bit(*model) != 0;
            seen |= bit(*model);
            again
        });
        if !twice {
            return;
        }
        cx.cite(Clause("MUT-MOR-20"));
        cx.cite(Clause("MUT-Q-73"));
        if self.agreed.merge_morale == MergeMorale::On {
            self.merge_checks(from);
        }
    }

    /// One check for each model, whatever the reasons (MUT-Q-73).
    fn merge_checks(&mut self, from: usize) {
        let mut seen = 0;
        let mut kept = Vec::new();
        for check in self.pending.split_off(from).into_iter().rev() {
            if let Pending::Morale { model, cause } = check {
                if seen & bit(model) != 0 {
                    continue;
                }
                if !self.is_unmoved(model, cause) {
                    seen |= bit(model);
                }
            }
            kept.push(check);
        }
        self.pending.extend(kept.into_iter().rev());
    }

    /// The victim's friends within Long of a Gruesome Kill test (MUT-MOR-11, MUT-Q-22).
    fn witnesses_test(&mut self, cx: &mut Cx<'_>, (victim, side): (ModelId, SideId), at: Spot) {
        let reach = self.stick(Stick::Long);
        let near = |m: &ModelId| {
            // A hidden plant that flinches would give itself away.
            if self.is(*m, Mark::Lurking) {
                return false;
            }
            let body = self.body(*m);
            let close = measure::within_3d(&body, &self.body_at(victim, at), reach);
            self.own_side(*m) == side && self.side(*m) == side && close
        };
        let mut all: Models = self.in_play().filter(near).collect();
        let sight = self.agreed.gruesome_needs_los == GruesomeNeedsLos::On;
        let sees = |m: &ModelId| self.exposed_to(at, *m).is_some();
        if (sight || !cx.is_quiet()) && !all.iter().all(sees) {
            cx.cite(Clause("MUT-Q-22"));
        }
        all.retain(|m| !sight || sees(m));
        for model in all.into_iter().rev() {
            self.pending.push(Pending::Morale { model, cause: Cause::Gruesome });
        }
    }

    /// Everybody of a party who still fights for it tests.
    pub fn whole_party_tests(&mut self, side: SideId, cause: Cause) {
        let own = |m: &ModelId| self.own_side(*m) == side && self.side(*m) == side;
        let open = |m: &ModelId| !self.is(*m, Mark::Lurking);
        let all: Models = self.in_play().filter(own).filter(open).collect();
        for model in all.into_iter().rev() {
            self.pending.push(Pending::Morale { model, cause });
        }
    }

    /// A party first reduced to half its number tests, once a game (MUT-MOR-14, MUT-Q-75).
    pub fn note_half(&mut self, cx: &mut Cx<'_>, side: SideId) {
        let left = |m: &ModelId| self.own_side(*m) == side && self.model(*m).fate.is_none();
        let left = self.ids().filter(left).count();
        let party = &mut self.parties[side.index()];
        if party.halved || left > usize::from(party.strength / 2) {
            return;
        }
        party.halved = true;
        cx.cite(Clause("MUT-Q-75"));
        cx.say(|| {
            let text = format!("{}: only {left} left", self.parties[side.index()].name);
            Event::note(Clause("MUT-MOR-14"), text)
        });
        self.whole_party_tests(side, Cause::Half);
    }

    /// Normal animals run when the last of their party who is none has been killed
    /// (MUT-SPC-008).
    fn rout_animals(&mut self, cx: &mut Cx<'_>, victim: ModelId) {
        let side = self.own_side(victim);
        let own = |m: &ModelId| self.own_side(*m) == side;
        let animal = |m: &ModelId| self.who(*m).nature.kind == Kind::Animal;
        let masterless = self.ids().filter(own).all(|m| animal(&m) || self.model(m).fate.is_some());
        if animal(&victim) || !masterless {
            return;
        }
        let herd: Models = self.in_play().filter(own).filter(animal).collect();
        for m in herd {
            self.run_off(cx, m, Clause("MUT-SPC-008"));
        }
    }

    /// A Morale check on three dice (MUT-MOR-01).
    pub fn test_morale(&mut self, cx: &mut Cx<'_>, model: ModelId, cause: Cause) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        cx.cite(cause.clause());
        if self.kind(model).is_artificial() {
            cx.cite(Clause("MUT-MOR-16"));
            cx.cite(Clause("MUT-SPC-011"));
        }
        if self.is_unmoved(model, cause) {
            cx.say(|| {
                Event::note(Clause("MUT-MOR-16"), format!("{} is unmoved", self.name(model)))
            });
            return Ok(());
        }
        let roll = Try::new(Test::Morale, 3, "tests Morale", Clause("MUT-MOR-01"));
        if !self.quality_modifiers(model, &roll).is_empty() {
            cx.cite(Clause("MUT-MOR-17"));
        }
        let failures = self.quality_roll(cx, model, &roll)?.failures;
        match failures {
            0 => {
                cx.say(|| {
                    Event::note(Clause("MUT-MOR-01"), format!("{} stands", self.name(model)))
                });
                if let Cause::Terror(enemy) = cause {
                    cx.cite(Clause("MUT-SPC-138"));
                    self.model_mut(model).unafraid |= bit(enemy);
                }
            }
            _ => self.lose_heart(cx, model, failures)?,
        }
        Ok(())
    }

    /// Machines do not mind gore or Terror (MUT-MOR-16).
    fn is_unmoved(&self, model: ModelId, cause: Cause) -> bool {
        self.kind(model).is_artificial() && matches!(cause, Cause::Gruesome | Cause::Terror(_))
    }

    /// What failures mean for whoever stands, lies, hangs or cannot move (MUT-MOR-02 to 08).
    fn lose_heart(&mut self, cx: &mut Cx<'_>, model: ModelId, failures: u8) -> Play<()> {
        if self.is(model, Mark::Climbing) {
            return self.drop_in_panic(cx, model, failures);
        }
        let m = self.model(model);
        let stuck = self.is_helpless(model) || m.is(Mark::ShutDown);
        let fallen = m.is(Mark::Fallen);
        let cornered = fallen && self.adjacent_enemies(model).next().is_some();
        if stuck || cornered {
            if m.is(Mark::Transfixed) {
                cx.cite(Clause("MUT-CON-12"));
            }
            if m.is(Mark::ShutDown) {
                cx.cite(Clause("MUT-Q-107"));
                cx.cite(Clause("MUT-SPC-099"));
            }
            self.kill(cx, model, false, Clause("MUT-MOR-08"));
            return Ok(());
        }
        if failures >= 3 {
            self.lose_all_heart(cx, model);
            return Ok(());
        }
        let moves = match fallen {
            true => {
                self.model_mut(model).marks.clear(Mark::Fallen);
                self.model_mut(model).marks.clear(Mark::LongFall);
                cx.say(|| {
                    let text = format!("{} scrambles to its feet", self.name(model));
                    Event::note(Clause("MUT-MOR-07"), text).deed(Deed::Changed { model })
                });
                failures - 1
            }
            false => failures,
        };
        cx.cite(Clause(if failures == 1 { "MUT-MOR-02" } else { "MUT-MOR-03" }));
        if failures == 2 && self.has(model, Rule::Slow) {
            cx.cite(Clause("MUT-MOR-10"));
        }
        if moves > 0 {
            self.pending.push(Pending::Flight { model, moves });
        }
        Ok(())
    }

    /// Three failures: whoever stands has run away, whoever lies is killed (MUT-MOR-04, 07;
    /// MUT-Q-21).
    pub fn lose_all_heart(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        cx.cite(Clause("MUT-Q-21"));
        let fallen = self.is(model, Mark::Fallen);
        let flees = self.agreed.three_failures_flee == ThreeFailuresFlee::On;
        match fallen || !flees {
            true => {
                let clause = if fallen { "MUT-MOR-07" } else { "MUT-MOR-04" };
                self.kill(cx, model, false, Clause(clause));
            }
            false => self.run_off(cx, model, Clause("MUT-MOR-04")),
        }
    }

    /// A climber who loses heart drops, and runs from where it lands (MUT-TER-28, MUT-MOR-18).
    fn drop_in_panic(&mut self, cx: &mut Cx<'_>, model: ModelId, failures: u8) -> Play<()> {
        cx.cite(Clause("MUT-MOR-18"));
        self.pending.push(Pending::Flight { model, moves: failures });
        self.drop_from_wall(cx, model, Clause("MUT-TER-28"));
        Ok(())
    }
}
