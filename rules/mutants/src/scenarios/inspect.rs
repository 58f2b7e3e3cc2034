//! Whether a table is what its scenario asks for. Generated tables always are; on a table that
//! players have made themselves, everybody is told what is not as it should be.

use engine::laying::{Thing, extent_of, things};
use engine::{Clause, Cx, Event};
use tabletop::{Extent, Form, Kind, Length, Piece, Polygon};

use super::{Scenario, water};
use crate::gear::Stick;
use crate::layout::{fits, is_pen};
use crate::options::Agreed;
use crate::state::State;

/// A rule about a table, and what is wrong with it if it is broken.
type Finding = (Clause, Option<String>);

/// Looks a table over.
struct Inspector<'a> {
    scenario: Scenario,
    agreed: &'a Agreed,
    pieces: &'a [Piece],
    table: Extent,
    findings: Vec<Finding>,
}

impl State {
    /// Tells whether the table is what the scenario asks for.
    pub fn inspect_table(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        let (pieces, table) = (self.table.pieces(), self.table.extent());
        for (clause, problem) in findings(self.mission.scenario, &self.agreed, pieces, table) {
            match problem {
                None => cx.cite(clause),
                Some(text) => cx.say(|| Event::note(clause, format!("The table: {text}"))),
            }
        }
    }
}

/// The rules about the table of a scenario, each with what breaks it.
pub fn findings(
    scenario: Scenario,
    agreed: &Agreed,
    pieces: &[Piece],
    table: Extent,
) -> Vec<Finding> {
    let mut look = Inspector { scenario, agreed, pieces, table, findings: Vec::new() };
    match scenario {
        Scenario::Free | Scenario::Random => (),
        Scenario::Water => look.at_water(),
        Scenario::Orchard => look.count("MUT-SCN-14", "trees", look.number(Kind::Tree), (6, 99)),
        Scenario::Rustlers => look.at_pen(),
        Scenario::Hunt => {
            look.count("MUT-SCN-25", "piles of rubble", look.number(Kind::Rubble), (5, 99));
            look.distances("MUT-SCN-25");
        }
        Scenario::Installation => look.at_areas(),
        Scenario::Wasteland => {
            // A little more or less than a third will do.
            let share = look.share(&[Kind::Irradiated]);
            let wrong = !(30..=37).contains(&share);
            let text = format!("{share} percent of it is irradiated, not a third");
            look.find("MUT-SCN-42", wrong.then_some(text));
        }
    }
    look.findings
}

impl Inspector<'_> {
    fn find(&mut self, id: &'static str, problem: Option<String>) {
        self.findings.push((Clause(id), problem));
    }

    fn number(&self, kind: Kind) -> usize {
        self.pieces.iter().filter(|piece| piece.kind == kind).count()
    }

    fn count(&mut self, id: &'static str, what: &str, n: usize, (least, most): (usize, usize)) {
        let wrong = n < least || n > most;
        let text = match most {
            99 => format!("{n} {what}, not {least} or more"),
            _ => format!("{n} {what}, not {least} to {most}"),
        };
        self.find(id, wrong.then_some(text));
    }

    /// Whether all things keep the distances of the scenario.
    fn distances(&mut self, id: &'static str) {
        let all = things(self.pieces);
        let flat = |things: &[Thing]| things.concat();
        let bad = (0..all.len()).find_map(|i| {
            let refusal =
                fits(self.scenario, self.agreed, &all[i], (&flat(&all[..i]), self.table)).err()?;
            let first = all[i].first()?;
            (refusal.clause == Clause(id)).then(|| format!("{}: {}", first.name, refusal.why))
        });
        self.find(id, bad);
    }

    /// How many percent of the table some kinds of ground cover.
    fn share(&self, kinds: &[Kind]) -> i64 {
        let covered: i128 = self
            .pieces
            .iter()
            .filter(|piece| kinds.contains(&piece.kind))
            .filter_map(|piece| match &piece.form {
                Form::Area(shape) => Some(twice_area(shape)),
                _ => None,
            })
            .sum();
        let whole = i128::from(self.table.high.x.wide()) * i128::from(self.table.high.y.wide());
        (covered * 50 / whole.max(1)) as i64
    }

    fn at_water(&mut self) {
        let wells: Vec<&Piece> = self.pieces.iter().filter(|p| p.kind == Kind::Well).collect();
        let open = self.pieces.iter().any(|p| p.kind == Kind::Water);
        let middle = tabletop::Point::new(self.table.high.x / 2, self.table.high.y / 2);
        let central = |p: &&Piece| p.extent().is_some_and(|e| e.contains(middle));
        let problem = match wells.first() {
            None if !open => Some("there is no water"),
            Some(well) if !central(well) => Some("the well is not in the middle"),
            _ => None,
        };
        self.find("MUT-SCN-05", problem.map(str::to_owned));
        if open {
            let share = self.share(&[Kind::Water]);
            let text = format!("{share} percent of it is water, more than a third");
            self.find("MUT-SCN-06", (share > 33).then_some(text));
        }
        let inner = self.table.grown(Length::micrometres(-1));
        let at_edge = |p: &&Piece| {
            let outside = |e: Extent| !inner.contains(e.low) || !inner.contains(e.high);
            p.kind == Kind::Water && p.extent().is_some_and(outside)
        };
        if self.pieces.iter().any(|p| at_edge(&p)) {
            let crossed = self.pieces.iter().any(|p| water::is_crossing(std::slice::from_ref(p)));
            let text = "the river has neither bridge nor ford".to_owned();
            self.find("MUT-SCN-07", (!crossed).then_some(text));
            let short = self.agreed.scale.length(Stick::Short);
            let broad = self.pieces.iter().filter(at_edge).any(|p| is_broader(p, short));
            let text = "the river is broader than Short".to_owned();
            self.find("MUT-SCN-07", broad.then_some(text));
        }
        let obstacle = |thing: &&Thing| !water::is_water(thing) && !water::is_crossing(thing);
        let n = things(self.pieces).iter().filter(obstacle).count();
        self.count("MUT-SCN-08", "obstacles", n, (2, 4));
        self.distances("MUT-SCN-08");
    }

    fn at_pen(&mut self) {
        let has_pen = self.pieces.iter().any(|p| is_pen(std::slice::from_ref(p)));
        self.find("MUT-SCN-20", (!has_pen).then(|| "there is no pen".to_owned()));
        self.distances("MUT-SCN-20");
        let others = things(self.pieces).iter().filter(|thing| !is_pen(thing)).count();
        self.count("MUT-SCN-21", "things beside the pen", others, (4, 6));
        self.distances("MUT-SCN-21");
    }

    fn at_areas(&mut self) {
        self.count("MUT-SCN-32", "areas of rubble", self.number(Kind::Rubble), (6, 8));
        let short = self.agreed.scale.length(Stick::Short);
        let narrow = self.pieces.iter().find(|piece| {
            let extent = extent_of(std::slice::from_ref(*piece));
            let wide = |e: Extent| e.high.x - e.low.x >= short && e.high.y - e.low.y >= short;
            piece.kind == Kind::Rubble && !extent.is_some_and(wide)
        });
        let problem = narrow.map(|piece| format!("{} is less than Short across", piece.name));
        self.find("MUT-SCN-32", problem);
    }
}

/// Whether a stretch of river is broader than a length on the whole: its area is more than that
/// of a strip of this width from corner to corner.
fn is_broader(piece: &Piece, width: Length) -> bool {
    let (Form::Area(shape), Some(extent)) = (&piece.form, piece.extent()) else { return false };
    let strip = extent.low.distance(extent.high).wide() * width.wide();
    twice_area(shape) > 2 * i128::from(strip)
}

/// Twice the area of an outline, in square micrometres.
fn twice_area(shape: &Polygon) -> i128 {
    let sides = shape.sides();
    sides
        .map(|(a, b)| {
            i128::from(a.x.wide()) * i128::from(b.y.wide())
                - i128::from(b.x.wide()) * i128::from(a.y.wide())
        })
        .sum()
}
