//! Mentions the rules that decide about cover, for those who want to know.

use engine::{Clause, Cx, ModelId};
use tabletop::Body;

use crate::state::State;

impl State {
    /// Mentions the rules by which those whom somebody fires at have cover, or have none; it
    /// costs nothing when nobody is listening.
    pub fn cite_cover(&self, cx: &mut Cx<'_>, firer: ModelId, targets: &[ModelId]) {
        if cx.is_quiet() {
            return;
        }
        let (shooter, side) = (self.body(firer), self.side(firer));
        for to in targets {
            let target = self.body(*to);
            let covers = self.covers(&shooter, &target, side);
            if !covers.is_empty() || self.model(*to).prone {
                cite(cx, &["OD6-COV-04", "OD6-Q-59", "OD6-GEO-21"]);
            }
            for covered in covers {
                cite(cx, &[covered.clause, "OD6-Q-58"]);
                cite(cx, beside(covered.clause));
            }
            self.cite_no_cover(cx, firer, &target);
        }
        if targets.iter().any(|to| self.side(*to) == side) {
            cite(cx, &["OD6-Q-81"]);
        }
    }

    /// Mentions the rules by which something near is no cover against a shot.
    fn cite_no_cover(&self, cx: &mut Cx<'_>, firer: ModelId, target: &Body) {
        let shooter = &self.body(firer);
        for shelter in self.shelters(target).iter().filter(|s| s.is_barrier()) {
            if self.is_spoiled(shelter, shooter, self.side(firer)) {
                cite(cx, &["OD6-BAR-09", "OD6-Q-22"]);
            }
            if !shelter.is_between(target, shooter) {
                cite(cx, &["OD6-BAR-08"]);
                if shelter.is_door() {
                    cite(cx, &["OD6-BAR-10"]);
                }
            }
        }
        for growth in self.growths(shooter.at(), target.at()) {
            let over = |a: &Body, b: &Body| growth.is_left_over_edge(a, b);
            if over(shooter, target) || over(target, shooter) {
                cite(cx, &["OD6-LOS-16", "OD6-GEO-09"]);
            }
        }
    }
}

fn cite(cx: &mut Cx<'_>, ids: &[&'static str]) {
    ids.iter().for_each(|id| cx.cite(Clause(id)));
}

/// The rules that go with a rule of cover.
fn beside(clause: &str) -> &'static [&'static str] {
    match clause {
        "OD6-TER-10" => &["OD6-COV-06", "OD6-T-12"],
        "OD6-TER-12" | "OD6-TER-13" | "OD6-TER-14" | "OD6-TER-15" => {
            &["OD6-COV-06", "OD6-T-12", "OD6-LOS-15", "OD6-GEO-09", "OD6-TER-21"]
        }
        "OD6-TER-17" => &["OD6-T-12", "OD6-GEO-12"],
        "OD6-TER-19" | "OD6-TER-20" => &["OD6-T-12", "OD6-Q-04", "OD6-Q-08", "OD6-GEO-11"],
        "OD6-BAR-10" | "OD6-BAR-11" | "OD6-BAR-13" | "OD6-T-13" => {
            &["OD6-BAR-08", "OD6-T-13", "OD6-GEO-11"]
        }
        "OD6-BAR-12" => &["OD6-BAR-08", "OD6-T-13", "OD6-GEO-11", "OD6-Q-22"],
        "OD6-BAR-15" | "OD6-BAR-16" => &["OD6-T-13", "OD6-GEO-11"],
        _ => &[],
    }
}
