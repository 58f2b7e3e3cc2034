//! Mentions the rules that decide a line of sight, for those who want to know.

use engine::{Clause, Cx, ModelId};
use tabletop::sight::Optic;
use tabletop::{Body, Extent, Kind};

use super::Bar;
use super::lines::{Strip, THINGS};
use crate::state::{STANDING, State};
use crate::terrain::growth;
use crate::terrain::openings::openings_where;

impl State {
    /// Mentions the rules that decide whether some soldiers see others and have them in their
    /// arcs; it costs nothing when nobody is listening.
    pub fn cite_sight(&self, cx: &mut Cx<'_>, firers: &[ModelId], targets: &[ModelId]) {
        if cx.is_quiet() {
            return;
        }
        for from in firers {
            for to in targets {
                self.cite_line(cx, *from, *to);
            }
        }
    }

    fn cite_line(&self, cx: &mut Cx<'_>, from: ModelId, to: ModelId) {
        let (eye, target) = (self.body(from), self.body(to));
        let mut cite = |ids: &[&'static str]| ids.iter().for_each(|id| cx.cite(Clause(id)));
        cite(&["OD6-FIR-03", "OD6-GEO-05", "OD6-LOS-01", "OD6-LOS-02", "OD6-GEO-06"]);
        match self.look(&eye, &target, &[from, to]) {
            Ok(_) => cite(&self.reasons_seen(&eye, &target)),
            Err(bar) => cite(&self.reasons_hidden(bar, &eye, &target)),
        }
        if self.model(from).prone {
            cite(&["OD6-Q-72"]);
        }
    }

    fn reasons_hidden(&self, bar: Bar, a: &Body, b: &Body) -> Vec<&'static str> {
        let mut ids = vec![bar.clause().0];
        ids.extend_from_slice(match bar {
            Bar::Wall(_) => &["OD6-LOS-04", "OD6-BAR-13", "OD6-GEO-08"],
            Bar::House(_) => &["OD6-LOS-04"],
            Bar::Thing(_) => &["OD6-GEO-07", "OD6-GEO-08"],
            Bar::Hill(_) => &["OD6-LOS-04", "OD6-Q-07", "OD6-GEO-12"],
            Bar::Soldier(_) => &["OD6-GEO-07"],
            Bar::Woods(_) => &["OD6-GEO-09"],
            Bar::Opening(_) => &["OD6-LOS-09", "OD6-LOS-11", "OD6-GEO-10"],
            Bar::BelowOpening(_) => &["OD6-LOS-17", "OD6-GEO-10", "OD6-Q-24"],
            Bar::BehindWall(_) => {
                &["OD6-BAR-12", "OD6-LOS-17", "OD6-Q-23", "OD6-Q-24", "OD6-GEO-08"]
            }
            Bar::InTrench(_) => &["OD6-LOS-17", "OD6-Q-23", "OD6-Q-24"],
            Bar::BehindEdge(_) => &["OD6-Q-23", "OD6-Q-24"],
            Bar::InGrowth(_) => &["OD6-LOS-17"],
        });
        if let Bar::Woods(_) = bar {
            ids.extend(self.reasons_in_woods(a, b));
        }
        ids
    }

    /// What a line that is free runs through, over or past.
    fn reasons_seen(&self, a: &Body, b: &Body) -> Vec<&'static str> {
        let mut ids = vec!["OD6-GEO-08"];
        for pass in self.sightline(&THINGS).line(a.eye(), b.eye()).passes {
            ids.extend_from_slice(match pass.kind {
                Kind::Wire => &["OD6-LOS-18", "OD6-BAR-14"],
                Kind::Scrub => &["OD6-LOS-18", "OD6-TER-10"],
                Kind::Tree => &["OD6-TER-11"],
                kind if !pass.over || THINGS.of(kind) != Optic::Solid => &[],
                Kind::Building | Kind::Floor => &[],
                _ if self.is_high(pass.piece) => &["OD6-LOS-04", "OD6-LOS-08", "OD6-BAR-13"],
                _ => &["OD6-LOS-07", "OD6-BAR-12", "OD6-GEO-07"],
            });
        }
        for ground in self.table.grounds().iter().filter(|g| g.shape.is_crossed_by(a.at(), b.at()))
        {
            ids.extend_from_slice(match ground.kind {
                Kind::Ford => &["OD6-LOS-18", "OD6-TER-19", "OD6-Q-08"],
                Kind::Water => &["OD6-LOS-18", "OD6-TER-20"],
                Kind::Trench => &["OD6-BAR-15"],
                Kind::Open => &["OD6-LOS-18", "OD6-TER-09"],
                _ => &[],
            });
        }
        if self.table.hills().any(|hill| hill.shape.is_crossed_by(a.at(), b.at())) {
            ids.extend_from_slice(&["OD6-Q-07", "OD6-TER-18", "OD6-GEO-12"]);
        }
        let strip = Strip::between(a.at(), b.at());
        let is_near = |extent: &Extent| strip.is_near(extent);
        let crossed =
            openings_where(&self.table, is_near, |opening| opening.is_crossed(a.at(), b.at()));
        if !crossed.is_empty() {
            ids.extend_from_slice(&[
                "OD6-LOS-09",
                "OD6-LOS-10",
                "OD6-LOS-11",
                "OD6-GEO-10",
                "OD6-Q-24",
            ]);
        }
        // The two themselves are at the ends of the line.
        if self.between(a, b, &[]).count() > 2 {
            ids.extend_from_slice(&["OD6-LOS-05", "OD6-LOS-06", "OD6-GEO-07"]);
        }
        if a.height < STANDING || b.height < STANDING {
            ids.extend_from_slice(&["OD6-LOS-17", "OD6-Q-23", "OD6-Q-24"]);
        }
        ids.extend(self.reasons_in_woods(a, b));
        ids
    }

    fn is_high(&self, piece: Option<tabletop::PieceId>) -> bool {
        piece.is_some_and(|piece| self.table.piece(piece).height > crate::terrain::WAIST)
    }

    /// The rules about woods between two soldiers.
    fn reasons_in_woods(&self, a: &Body, b: &Body) -> Vec<&'static str> {
        let mut ids = Vec::new();
        for wood in self.growths(a.at(), b.at()) {
            let is_wood = growth(wood.ground.kind, &self.agreed).is_some();
            if !is_wood || !wood.ground.shape.is_crossed_by(a.at(), b.at()) {
                continue;
            }
            ids.extend_from_slice(&["OD6-LOS-13", "OD6-GEO-09"]);
            ids.push(match wood.ground.kind {
                Kind::LightWoods => "OD6-TER-12",
                Kind::MediumWoods => "OD6-TER-13",
                Kind::DenseWoods => "OD6-TER-14",
                _ => "OD6-TER-15",
            });
            match (wood.is_around(a), wood.is_around(b)) {
                (true, true) => ids.push("OD6-LOS-14"),
                (false, false) => (),
                _ => ids.push("OD6-LOS-15"),
            }
        }
        ids
    }
}
