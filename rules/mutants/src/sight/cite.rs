//! Which rules of sight mattered, for those who listen.

use engine::{Clause, Cx, ModelId};
use tabletop::Body;
use tabletop::table::Ground;

use super::woods::{is_at_edge, lines_through};
use super::{Bar, COVER, is_long};
use crate::gear::Stick;
use crate::options::EdgeShooterTargetable;
use crate::profile::Rule;
use crate::quality::Test;
use crate::state::{Mark, Models, State};

impl State {
    /// Notes the rules by which a target is seen and covered.
    pub fn cite_sight(&self, cx: &mut Cx<'_>, from: ModelId, to: ModelId) {
        if cx.is_quiet() {
            return;
        }
        // Every shot has a line, a distance between bases, and no arc.
        for id in ["MUT-LOS-01", "MUT-G-01", "MUT-G-02", "MUT-G-09", "MUT-G-11"] {
            cx.cite(Clause(id));
        }
        let long = |m: ModelId| is_long(&self.model(m).nature);
        let down = self.adjacent_enemies(from).next().is_some();
        let rules: [(bool, &[&'static str]); 6] = [
            (long(from) || long(to), &["MUT-Q-143"]),
            (self.is(from, Mark::Hidden), &["MUT-LOS-18", "MUT-G-13"]),
            (self.has(to, Rule::Stealth), &["MUT-LOS-17", "MUT-G-22"]),
            (self.sees_target(from, to) == Some(true), &["MUT-LOS-12", "MUT-G-10", "MUT-G-08"]),
            (down && self.opponents(from).next().is_none(), &["MUT-LOS-11", "MUT-Q-20"]),
            (self.is_past_own_screen(from, to), &["MUT-G-10"]),
        ];
        cite_all(cx, &rules);
        self.cite_woods(cx, from, to);
        self.cite_models(cx, from, to);
    }

    /// Notes why a model's Leaders help it in a Quality roll, or do not (MUT-SPC-071 to 076).
    pub fn cite_command(&self, cx: &mut Cx<'_>, model: ModelId, test: Test) {
        if cx.is_quiet() {
            return;
        }
        if self.has(model, Rule::Leader) {
            if test.is_led() {
                cx.cite(Clause("MUT-SPC-073"));
            }
            return;
        }
        let usual = matches!(test, Test::Activation | Test::Group | Test::Morale);
        if !usual && self.is_led(model) {
            cx.cite(Clause("MUT-SPC-076"));
            cx.cite(Clause("MUT-Q-86"));
        }
        if !test.is_led() {
            return;
        }
        self.cite_idle_leaders(cx, model);
        let near = |m: &ModelId| self.has(*m, Rule::Leader) && self.within(*m, model, Stick::Long);
        let ours = |m: &ModelId| {
            self.side(*m) == self.side(model) || self.own_side(*m) == self.side(model)
        };
        let leaders: Models = self.in_play().filter(near).filter(ours).collect();
        let helps = |m: &&ModelId| self.can_lead(**m) && self.commands(**m, model);
        if leaders.iter().filter(helps).count() > 1 {
            cx.cite(Clause("MUT-SPC-072"));
        }
        for leader in leaders {
            self.cite_leader(cx, model, leader);
        }
    }

    fn cite_leader(&self, cx: &mut Cx<'_>, model: ModelId, leader: ModelId) {
        let (able, seen) = (self.can_lead(leader), self.commands(leader, model));
        let hidden = matches!(self.shot_line(model, leader), Err(Bar::Model(_)));
        let rules: [(bool, &[&'static str]); 4] = [
            (!able, &["MUT-SPC-074"]),
            (able, &["MUT-SPC-075", "MUT-LOS-24"]),
            (!able || !seen, &["MUT-GRP-13"]),
            (able && seen && hidden, &["MUT-Q-85"]),
        ];
        cite_all(cx, &rules);
    }

    /// Notes why a Leader nearby is no help to its own party or to those it fights for: its mind
    /// is controlled or confused (MUT-Q-103, MUT-CON-16).
    fn cite_idle_leaders(&self, cx: &mut Cx<'_>, model: ModelId) {
        let side = self.side(model);
        let near = |m: &ModelId| *m != model && self.within(*m, model, Stick::Long);
        let leads = |m: &ModelId| self.has(*m, Rule::Leader);
        for leader in self.in_play().filter(near).filter(leads) {
            let ours = self.side(leader) == side;
            let held = self.model(leader).controller.is_some();
            if held && (ours || self.own_side(leader) == side) {
                cx.cite(Clause("MUT-Q-103"));
            }
            if ours && self.is(leader, Mark::Confused) {
                cx.cite(Clause("MUT-CON-16"));
            }
        }
    }

    /// Whether something obscures a target that gives no cover, because the shooter leans on it.
    fn is_past_own_screen(&self, from: ModelId, to: ModelId) -> bool {
        let (shooter, target) = (self.body(from), self.body(to));
        let obscured = self.look_with(&COVER, shooter.eye(), &target).hidden() > 0;
        obscured && self.sees_target(from, to) == Some(false)
    }

    fn cite_woods(&self, cx: &mut Cx<'_>, from: ModelId, to: ModelId) {
        let (shooter, target) = (self.body(from), self.body(to));
        let targetable = self.agreed.edge_shooter_targetable == EdgeShooterTargetable::On;
        for wood in self.all_woods().filter(|wood| is_met(wood, &shooter, &target)) {
            let inside = |body: &Body| wood.shape.contains(body.at());
            let ends = (inside(&shooter), inside(&target));
            let dead = self.scenery.dead_woods.contains(&wood.piece);
            let edge = ends == (true, false) && is_at_edge(&shooter, &wood.shape);
            let rules: [(bool, &[&'static str]); 5] = [
                (dead, &["MUT-LOS-16"]),
                (!dead, &["MUT-G-12"]),
                (!dead && ends == (true, true), &["MUT-LOS-15"]),
                (!dead && edge, &["MUT-LOS-14", "MUT-Q-84"]),
                (!dead && ends == (false, true) && targetable, &["MUT-LOS-13", "MUT-Q-84"]),
            ];
            cite_all(cx, &rules);
        }
    }

    fn cite_models(&self, cx: &mut Cx<'_>, from: ModelId, to: ModelId) {
        let (shooter, target) = (self.body(from), self.body(to));
        let others = self.in_play().filter(|m| *m != from && *m != to);
        for other in others.filter(|m| !self.is(*m, Mark::Lurking)) {
            if self.lines_met(&shooter, &target, other) == 0 {
                continue;
            }
            let passed = self.lies_flat(other) || self.is_looked_over(other, from, to);
            let friend = self.side(other) == self.side(from) && self.touch(other, from);
            let rules: [(bool, &[&'static str]); 3] = [
                (passed, &["MUT-Q-83"]),
                (friend, &["MUT-LOS-02"]),
                // It stands in the way of some lines only, and models give no cover.
                (!passed && !friend, &["MUT-Q-83", "MUT-G-10"]),
            ];
            cite_all(cx, &rules);
        }
    }
}

/// Whether a wood has anything to do with a look.
fn is_met(wood: &Ground, shooter: &Body, target: &Body) -> bool {
    let inside = |body: &Body| wood.shape.contains(body.at());
    inside(shooter) || inside(target) || lines_through(&wood.shape, shooter, target) != 0
}

fn cite_all(cx: &mut Cx<'_>, rules: &[(bool, &[&'static str])]) {
    for (_, clauses) in rules.iter().filter(|(applies, _)| *applies) {
        clauses.iter().for_each(|clause| cx.cite(Clause(clause)));
    }
}
