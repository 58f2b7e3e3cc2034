//! The final difficulty of a shot (OD6-FIR-08 to 14, OD6-COV-04 to 08).

use engine::{Clause, Cx, Event, ModelId};
use smallvec::SmallVec;

use super::lanes::Lane;
use super::{Arm, Class, Condition, Occasion, Volley};
use crate::dice::Sum;
use crate::morale::Status;
use crate::state::{Models, Pace, State};
use crate::weapons::Band;

impl State {
    /// How the majority of those who can be hit are (OD6-COV-04, OD6-Q-81): they have the highest
    /// cover that at least half of them have, and lie if at least half of them do (OD6-COV-05,
    /// OD6-Q-59).
    pub(super) fn condition(&self, lanes: &[Lane]) -> Condition {
        let mut all: Models = lanes.iter().flat_map(|lane| lane.seen.iter().copied()).collect();
        all.sort();
        all.dedup();
        let lying = all.iter().filter(|m| self.model(**m).prone).count();
        let covers = all.iter().map(|m| self.cover_against(lanes, *m)).collect();
        Condition { cover: of_the_majority(covers), prone: lying > 0 && lying * 2 >= all.len() }
    }

    /// The cover one soldier has against those who see him, taken in the same way.
    fn cover_against(&self, lanes: &[Lane], target: ModelId) -> i32 {
        let seeing = lanes.iter().filter(|lane| lane.seen.contains(&target));
        of_the_majority(seeing.map(|lane| self.cover(lane.firer, target)).collect())
    }

    /// What a class of soldiers has to reach, term by term.
    pub(super) fn difficulty(&self, told: bool, volley: &Volley, class: &Class, band: Band) -> Sum {
        let mut sum = Sum::of(told, band.difficulty(), band.name(), "OD6-FIR-08");
        self.add_firer(&mut sum, volley, class);
        let Condition { cover, prone } = volley.condition;
        match cover {
            1 => sum.add(1, "light cover", "OD6-COV-01"),
            2 => sum.add(2, "medium cover", "OD6-COV-02"),
            3 => sum.add(3, "heavy cover", "OD6-COV-03"),
            more => sum.add(more, "covers together", "OD6-Q-58"),
        }
        sum.add_if(prone, 1, "prone", "OD6-COV-07");
        sum
    }

    /// What the state of those who fire adds; separation is a man's own, all else is his whole
    /// squad's (OD6-FIR-14).
    fn add_firer(&self, sum: &mut Sum, volley: &Volley, class: &Class) {
        let firer = class.firers[0];
        let dragged = match class.arm {
            Arm::Heavy(place) => self.heavies[usize::from(place)].dragged.is_some(),
            Arm::Hand(_) => false,
        };
        let walked = self.fire_pace(firer) == Pace::Walked;
        sum.add_if(walked, 1, "walked", "OD6-FIR-09");
        sum.add_if(dragged && !walked, 1, "dragged", "OD6-SPW-04");
        match volley.occasion {
            Occasion::Phase => (),
            Occasion::Opportunity => sum.add(1, "opportunity fire", "OD6-FIR-10"),
            Occasion::Defensive => sum.add(1, "defensive fire", "OD6-FIR-10"),
        }
        sum.add_if(self.is_separated(firer), 1, "separated", "OD6-FIR-11");
        match self.status(volley.squad) {
            Status::Shaken => sum.add(1, "shaken", "OD6-FIR-12"),
            Status::Demoralized => sum.add(2, "demoralized", "OD6-FIR-12"),
            Status::Steady | Status::Broken => (),
        }
        sum.add(2 * i32::from(class.followed), "following fire", "OD6-FIR-13");
    }

    /// Tells the difficulty of a shot and how it comes about.
    pub(super) fn tell_difficulty(
        &self,
        cx: &mut Cx<'_>,
        volley: &Volley,
        class: &Class,
        difficulty: &Sum,
    ) {
        if cx.is_quiet() {
            return;
        }
        let terms = difficulty.terms();
        let gun = self.gun(class.arm).name();
        let who = match class.firers[..] {
            [one] => self.name(one),
            _ => self.squad_name(volley.squad),
        };
        let mut text = format!(
            "{who} fires at {} at {} inches: {gun}",
            self.squad_name(volley.target),
            volley.range
        );
        for (i, term) in terms.iter().enumerate() {
            text += &match i {
                0 => format!(" {} ({})", term.amount, term.reason),
                _ => format!(", {} {}", term.amount, term.reason),
            };
            cx.cite(term.clause);
        }
        text += &format!(" = {}", difficulty.total);
        cx.say(|| Event::note(Clause("OD6-FIR-01"), text));
        self.cite_difficulty(cx, volley, class, terms.len());
    }

    /// Mentions the rules behind a difficulty that are not terms of it.
    fn cite_difficulty(&self, cx: &mut Cx<'_>, volley: &Volley, class: &Class, terms: usize) {
        let firer = class.firers[0];
        let status = self.status(volley.squad);
        let Condition { cover, prone } = volley.condition;
        let pace = self.fire_pace(firer);
        let charged = self.members(volley.squad).any(|m| self.model(m).charged);
        let separated = self.is_separated(firer);
        let applies: [(bool, &[&'static str]); 9] = [
            (
                true,
                &["OD6-T-02", "OD6-FIR-06", "OD6-FIR-07", "OD6-T-15", "OD6-Q-71", "OD6-PROF-16"],
            ),
            (terms > 1, &["OD6-T-03", "OD6-FIR-14"]),
            (terms > 2, &["OD6-COV-08"]),
            (pace == Pace::Walked, &["OD6-MOV-04", "OD6-MOV-06", "OD6-REC-03"]),
            (pace == Pace::Still, &["OD6-FIR-24"]),
            (charged, &["OD6-Q-96"]),
            (separated, &["OD6-SQD-10", "OD6-PROF-07"]),
            (cover > 0 || prone, &["OD6-COV-04", "OD6-COV-05", "OD6-Q-59", "OD6-GEO-21"]),
            (volley.occasion != Occasion::Phase, &["OD6-Q-64"]),
        ];
        let all = applies.into_iter().filter(|(holds, _)| *holds).flat_map(|(_, ids)| ids);
        all.for_each(|id| cx.cite(Clause(id)));
        let feeling: &[&'static str] = match status {
            Status::Shaken => &["OD6-T-01", "OD6-MOR-05"],
            Status::Demoralized => &["OD6-T-01", "OD6-MOR-08", "OD6-Q-68"],
            Status::Steady | Status::Broken => &["OD6-T-01"],
        };
        feeling.iter().for_each(|id| cx.cite(Clause(id)));
    }
}

/// The highest number that at least half of them reach.
fn of_the_majority(mut numbers: SmallVec<[i32; 10]>) -> i32 {
    numbers.sort_by_key(|n| std::cmp::Reverse(*n));
    numbers.get(numbers.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_them_are_enough_for_the_better_cover() {
        let of = |numbers: &[i32]| of_the_majority(SmallVec::from_slice(numbers));
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[1, 0]), 1);
        assert_eq!(of(&[1, 0, 0]), 0);
        assert_eq!(of(&[1, 1, 1, 1, 1, 1, 0, 0, 0, 0]), 1);
        assert_eq!(of(&[1, 1, 1, 1, 1, 0, 0, 0, 0, 0]), 1);
        assert_eq!(of(&[0, 0, 0, 0, 0, 0, 3, 3, 3, 3]), 0);
        // Four in the open, three in light and three in heavy cover: most have light or better.
        assert_eq!(of(&[0, 0, 0, 0, 1, 1, 1, 3, 3, 3]), 1);
    }
}
