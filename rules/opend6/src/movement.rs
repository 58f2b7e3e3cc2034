//! Chapter 2: what a way costs, how runners turn, where one may stop (OD6-MOV, OD6-FAC, OD6-TER,
//! OD6-BAR).

mod company;
mod goals;
mod merits;
mod price;
mod turning;

use engine::toll::{Plan, Toll};
use engine::{Clause, ModelId, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Length, Spot, Vector};

use crate::options::{Turning, WoundedWalk};
use crate::state::{Pace, SquadId, State};

pub(crate) use company::passes;
pub use goals::WayOut;
pub use merits::Merits;
pub use price::Bill;
pub use turning::{Angle, turned_at_end};

/// How far one crawls, and what standing up costs (OD6-MOV-10, 11).
pub const CRAWL: Length = Length::inches(2);

/// How a soldier moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Gait {
    /// On his belly, two inches at most (OD6-MOV-10).
    Crawl,
    /// At his Walk Rate.
    Walk,
    /// At his Run Rate.
    Run,
}

/// A legal way of one soldier.
#[derive(Clone, Debug)]
pub struct Stroll {
    /// The way.
    pub path: Vec<Spot>,
    /// What it costs of his rate.
    pub price: Length,
    /// His rate.
    pub rate: Length,
    /// Whether he has to run for it: it costs more than his Walk Rate.
    pub runs: bool,
    /// How far he turns on it, the first turn from where he faces included (OD6-GEO-14).
    pub turned: Angle,
    /// The direction in which he goes last; none if he stays where he is.
    pub heading: Option<Vector>,
    /// The rules it makes use of.
    pub used: SmallVec<[Clause; 4]>,
}

impl Plan for Stroll {
    fn toll(&self) -> Toll {
        Toll {
            cost: format!("{} of {} inches", self.price, self.rate),
            band: u8::from(self.runs),
            risks: if self.runs { vec!["no fire".to_owned()] } else { Vec::new() },
            end: self.path.last().copied(),
        }
    }
}

impl State {
    /// How far a soldier can go at a gait; a soldier who must stand up first has two inches less
    /// (OD6-MOV-11). Wounds slow nobody down but by keeping him from running, unless that was
    /// agreed on (OD6-Q-11).
    pub fn rate(&self, model: ModelId, gait: Gait) -> Length {
        let full = match gait {
            Gait::Crawl => return CRAWL,
            Gait::Walk => self.who(model).walk_rate(),
            Gait::Run => self.who(model).run_rate(),
        };
        let m = self.model(model);
        let lame = m.wounded && self.agreed.wounded_walk == WoundedWalk::Slower;
        let lost = if m.prone { CRAWL } else { Length::ZERO };
        let lost = if lame { lost + Length::inches(1) } else { lost };
        (full - lost).max(Length::ZERO)
    }

    /// Why a soldier cannot run, if he cannot (OD6-MOV-07, 08).
    pub fn may_run(&self, model: ModelId) -> Result<(), Refusal> {
        let name = self.name(model);
        if self.model(model).wounded {
            return Err(Refusal::new(Clause("OD6-MOV-07"), format!("{name} is wounded")));
        }
        if self.is_carrier(model) {
            let why = format!("{name} carries a part of a weapon");
            return Err(Refusal::new(Clause("OD6-MOV-08"), why));
        }
        Ok(())
    }

    /// Judges a way of one soldier at a gait: what it costs, and how he turns on it. Where he
    /// stops and whom he passes is judged by [`State::check_company`].
    pub fn plan_stroll(
        &self,
        model: ModelId,
        path: &[Spot],
        gait: Gait,
    ) -> Result<Stroll, Refusal> {
        let walk = self.rate(model, gait.min(Gait::Walk));
        let full = self.rate(model, gait);
        // The cheapest test first: most ways that are refused are simply too long.
        let length = length_of(path);
        if length > full {
            return Err(self.too_far(model, length, full, gait));
        }
        let bill = self.bill(model, path)?;
        let runs = gait == Gait::Run && bill.price > walk;
        let slowed = gait == Gait::Run && bill.very_rough;
        if runs {
            self.may_run(model)?;
            self.check_very_rough(model, &bill, walk)?;
        }
        if bill.price > full {
            return Err(self.too_dear(model, &bill, full, gait));
        }
        let turned = self.turning(model, path);
        if runs {
            self.check_turning(model, path, turned)?;
        }
        let rate = if runs { full } else { walk };
        let heading = last_heading(path);
        let mut used = bill.used;
        used.extend(gait_clauses(gait, runs, self.model(model).prone).iter().map(|id| Clause(id)));
        if self.model(model).wounded {
            used.push(Clause("OD6-Q-11"));
            if gait == Gait::Run {
                used.push(Clause("OD6-DMG-10"));
            }
        }
        if slowed {
            used.push(Clause("OD6-Q-21"));
        }
        Ok(Stroll { path: path.to_vec(), price: bill.price, rate, runs, turned, heading, used })
    }

    pub(crate) fn too_far(
        &self,
        model: ModelId,
        length: Length,
        rate: Length,
        gait: Gait,
    ) -> Refusal {
        let why = format!("{} can go {rate} inches, not {length}", self.name(model));
        Refusal::new(rate_clause(gait, self.model(model).prone), why)
    }

    /// The full cost of a barrier must be left when it is reached (OD6-BAR-04).
    fn too_dear(&self, model: ModelId, bill: &Bill, rate: Length, gait: Gait) -> Refusal {
        if bill.barriers > Length::ZERO && bill.price - bill.barriers <= rate {
            let why = format!(
                "{} cannot pay {} inches for barriers: the way costs {} of {rate}",
                self.name(model),
                bill.barriers,
                bill.price
            );
            return Refusal::new(Clause("OD6-BAR-04"), why);
        }
        self.too_far(model, bill.price, rate, gait)
    }

    /// Whoever crosses very rough ground cannot run in this move (OD6-TER-04, OD6-Q-21).
    fn check_very_rough(&self, model: ModelId, bill: &Bill, walk: Length) -> Result<(), Refusal> {
        if !bill.very_rough {
            return Ok(());
        }
        let why = format!(
            "nobody runs in very rough ground: {} can only walk {walk} inches on this way, \
             which costs {}",
            self.name(model),
            bill.price
        );
        Err(Refusal::new(Clause("OD6-TER-04"), why))
    }

    /// How far a soldier turns on a way, the turn at its start included (OD6-GEO-14). It stops
    /// counting once it is more than a right angle.
    pub fn turning(&self, model: ModelId, path: &[Spot]) -> Angle {
        State::turning_from(self.model(model).facing, path)
    }

    /// The same for somebody who looked elsewhere when he set out.
    pub fn turning_from(faced: Vector, path: &[Spot]) -> Angle {
        let mut ahead = faced;
        let mut sum = Angle::NONE;
        for heading in headings(path) {
            let turn = Angle::between(ahead, heading);
            ahead = heading;
            if !turn.is_within_right() {
                return turn;
            }
            sum = sum.and(turn);
            if !sum.is_within_right() {
                return sum;
            }
        }
        sum
    }

    /// A runner turns by a right angle in all (OD6-FAC-04), in halves if that was agreed on
    /// (OD6-Q-78).
    pub fn check_turning(
        &self,
        model: ModelId,
        path: &[Spot],
        turned: Angle,
    ) -> Result<(), Refusal> {
        if !turned.is_within_right() {
            let why = format!("{} runs, and may turn by a right angle in all", self.name(model));
            return Err(Refusal::new(Clause("OD6-FAC-04"), why));
        }
        if self.agreed.turning == Turning::HalfTurns {
            let facing = self.model(model).facing;
            let all: SmallVec<[Vector; 4]> = [facing].into_iter().chain(headings(path)).collect();
            let odd = |pair: &[Vector]| Angle::between(pair[0], pair[1]).halves().is_none();
            if all.windows(2).any(odd) {
                let why = format!("{} runs, and turns by 45 or 90 degrees only", self.name(model));
                return Err(Refusal::new(Clause("OD6-Q-78"), why));
            }
        }
        Ok(())
    }

    /// Where a soldier faces who wants to face somewhere at the end of his way: anywhere if he
    /// walked (OD6-FAC-02), as far as his right angle lets him if he ran (OD6-FAC-04, 05).
    pub fn facing_after(&self, stroll: &Stroll, wanted: Vector) -> Vector {
        match stroll.heading {
            Some(ahead) if stroll.runs => {
                let halves = self.agreed.turning == Turning::HalfTurns;
                turned_at_end(ahead, wanted, stroll.turned, halves)
            }
            _ => wanted,
        }
    }

    /// How fast a squad has moved in this turn: as fast as the fastest of it, fallen since or not
    /// (OD6-MOV-06). Those who had lost touch when they moved do not count (OD6-Q-12).
    pub fn squad_pace(&self, squad: SquadId) -> Pace {
        let core = self.core(squad);
        self.pace_among(&core).max(self.squad(squad).done.pace)
    }

    /// How fast a soldier counts as having moved: as fast as the fastest he is with.
    pub fn pace_of(&self, model: ModelId) -> Pace {
        if self.model(model).apart {
            return self.model(model).pace;
        }
        let squad = self.squad_of(model);
        let core = self.core(squad);
        if core.contains(&model) {
            return self.pace_among(&core).max(self.squad(squad).done.pace);
        }
        let groups = self.groups(squad);
        groups
            .iter()
            .find(|group| group.contains(&model))
            .map_or(Pace::Still, |group| self.pace_among(group))
    }

    fn pace_among(&self, models: &[ModelId]) -> Pace {
        let with = models.iter().filter(|m| !self.model(**m).apart);
        with.map(|m| self.model(*m).pace).max().unwrap_or(Pace::Still)
    }
}

/// The directions of a way, leg by leg.
fn headings(path: &[Spot]) -> impl Iterator<Item = Vector> + '_ {
    path.windows(2).map(|leg| leg[1].at - leg[0].at).filter(|v| *v != Vector::default())
}

/// The direction of the last leg, if the way leads anywhere.
pub(crate) fn last_heading(path: &[Spot]) -> Option<Vector> {
    headings(path).last()
}

/// The length of a way seen from above.
pub fn length_of(path: &[Spot]) -> Length {
    path.windows(2).map(|leg| leg[0].at.distance(leg[1].at)).sum()
}

/// The rule behind a rate.
fn rate_clause(gait: Gait, prone: bool) -> Clause {
    Clause(match (gait, prone) {
        (Gait::Crawl, _) => "OD6-MOV-10",
        (_, true) => "OD6-MOV-11",
        (Gait::Walk | Gait::Run, false) => "OD6-MOV-03",
    })
}

/// The rules that a move at a gait makes use of.
fn gait_clauses(gait: Gait, runs: bool, prone: bool) -> &'static [&'static str] {
    match (gait, runs, prone) {
        (Gait::Crawl, ..) => &["OD6-MOV-10", "OD6-Q-60"],
        (_, true, true) => {
            &["OD6-MOV-01", "OD6-MOV-02", "OD6-MOV-11", "OD6-FAC-04", "OD6-GEO-14", "OD6-Q-78"]
        }
        (_, true, false) => &["OD6-MOV-01", "OD6-MOV-02", "OD6-FAC-04", "OD6-GEO-14", "OD6-Q-78"],
        (_, false, true) => &["OD6-MOV-01", "OD6-MOV-02", "OD6-MOV-11", "OD6-FAC-02", "OD6-GEO-14"],
        (_, false, false) => &["OD6-MOV-01", "OD6-MOV-02", "OD6-FAC-02", "OD6-GEO-14"],
    }
}
