//! Which rules of sight mattered, for those who listen.

use engine::{Clause, Cx, ModelId};
use tabletop::Body;
use tabletop::table::Ground;

use super::woods::{is_at_edge, lines_through};
use super::{Bar, COVER, is_long};
use crate::gear::Stick;
use crate::options::EdgeShooterTargetable;
use crate::profile::Rule;
use crate::state::{Mark, State};

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

    /// Notes the rules by which a model sees its Leaders, or does not (MUT-LOS-24).
    pub fn cite_command(&self, cx: &mut Cx<'_>, model: ModelId) {
        if cx.is_quiet() || self.has(model, Rule::Leader) {
            return;
        }
        let near = |m: &ModelId| self.can_lead(*m) && self.within(*m, model, Stick::Long);
        for leader in self.friends(model).filter(near) {
            cx.cite(Clause("MUT-LOS-24"));
            cx.cite(Clause("MUT-SPC-075"));
            if matches!(self.shot_line(model, leader), Err(Bar::Model(_))) {
                cx.cite(Clause("MUT-Q-85"));
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
