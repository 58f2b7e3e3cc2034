//! Tables of the scenarios keep to their limits.

use tabletop::Table;

use super::*;
use crate::scenarios::inspect::findings;

fn each_table(check: impl Fn(Scenario, &Agreed, &Sketch, bool)) {
    for scenario in Scenario::ALL {
        for scale in [Scale::Large, Scale::Small] {
            let agreed = Agreed { scale, ..Agreed::default() };
            for (seed, symmetric) in (0..12).flat_map(|seed| [(seed, false), (seed, true)]) {
                let theme = Theme::ALL[seed as usize % Theme::ALL.len()];
                let sketch = generated(*scenario, (theme, seed, symmetric), &agreed);
                check(*scenario, &agreed, &sketch, symmetric);
            }
        }
    }
}

#[test]
fn tables_are_what_their_scenario_asks_for() {
    each_table(|scenario, agreed, sketch, symmetric| {
        let told = format!("{} {symmetric} {:?}", sketch.name, agreed.scale);
        let table = Table::new(sketch.clone()).expect(&told);
        for (clause, problem) in findings(scenario, agreed, table.pieces(), table.extent()) {
            assert!(problem.is_none(), "{told}: {clause} {problem:?}");
        }
        let mut names: Vec<&str> = sketch.pieces.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{told}: {names:?}");
    });
}

#[test]
fn rivers_are_narrower_than_short() {
    each_table(|scenario, agreed, sketch, _| {
        let rivers = sketch.pieces.iter().filter(|p| p.name.starts_with("river"));
        for river in rivers.filter(|_| scenario == Scenario::Water) {
            let Form::Area(shape) = &river.form else { continue };
            // Banks run side by side: no corner is farther from the one across than Short.
            let corners = shape.corners();
            let across = |i: usize| corners[i].distance(corners[corners.len() - 1 - i]);
            let widest = (0..corners.len() / 2).map(across).min();
            assert!(widest.is_some_and(|w| w <= agreed.scale.length(Stick::Short)));
        }
    });
}

#[test]
fn symmetric_tables_look_the_same_from_both_ends() {
    each_table(|scenario, _, sketch, symmetric| {
        if !symmetric {
            return;
        }
        let turn = |p: Point| Point::new(sketch.width - p.x, sketch.depth - p.y);
        let boxes = |turned: bool| {
            let mut all: Vec<(Kind, Point, Point)> = sketch
                .pieces
                .iter()
                .filter_map(|p| Some((p.kind, if turned { p.mapped(turn)? } else { p.clone() })))
                .filter_map(|(kind, p)| p.extent().map(|e| (kind, e.low, e.high)))
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(boxes(false), boxes(true), "{} {scenario}", sketch.name);
    });
}
