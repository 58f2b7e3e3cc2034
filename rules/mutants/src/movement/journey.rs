//! Judging a move: how far it may go, what it costs, what it leads through (MUT-MOV-01 to 11).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::{FeatureId, Kind, Length, Spot};

use super::pace::{Going, Pace, Used};
use super::survey::{Drive, Halt, Stairway, Survey};
use crate::clash::bit;
use crate::gear::Stick;
use crate::options::{MoveMeasure, ProRataTerrain};
use crate::profile::Rule;
use crate::state::{Mark, State};

/// A move that may be made.
#[derive(Clone, Debug)]
pub(crate) struct Journey {
    /// The way, start and end included.
    pub path: Vec<Spot>,
    /// Where it was meant to lead.
    pub aim: Vec<Spot>,
    /// Actions it costs.
    pub cost: u8,
    /// Moves it counts as.
    pub moves: u8,
    /// Whether it leads through the air.
    pub aloft: bool,
    /// Whether it leads from land into water (MUT-SPC-047).
    pub into_water: bool,
    /// Doors that are opened in passing.
    pub doors: SmallVec<[FeatureId; 1]>,
    /// Stairs or a ladder on it.
    pub way: Option<Stairway>,
    /// What ended it early.
    pub halt: Option<Halt>,
    /// Rules it makes use of.
    pub used: Used,
}

impl Journey {
    /// Standing still, which is a move as well (MUT-MOV-03).
    fn stay(start: Spot) -> Journey {
        Journey {
            path: vec![start],
            aim: vec![start],
            cost: 1,
            moves: 1,
            aloft: false,
            into_water: false,
            doors: SmallVec::new(),
            way: None,
            halt: None,
            used: SmallVec::from_slice(&[Clause("MUT-MOV-03")]),
        }
    }

    /// Where it ends.
    pub(crate) fn end(&self) -> Spot {
        self.path.last().copied().unwrap_or_default()
    }
}

impl State {
    /// The farthest a model could get in one move, in the best case.
    pub(crate) fn longest_move(&self, model: ModelId) -> Length {
        let own = self.move_length(model, self.pace(model, 0).stick);
        let wet = self.swimming_pace(model).map(|pace| self.move_length(model, pace.stick));
        wet.map_or(own, |wet| wet.max(own))
    }

    /// Judges a move on the ground for at most so many actions. A way that runs into something
    /// ends there (MUT-G-04, 05, 07); one that is too long is refused.
    pub(crate) fn plan_walk(
        &self,
        model: ModelId,
        path: &[Spot],
        purse: u8,
    ) -> Result<Journey, Refusal> {
        let start = self.spot(model);
        let aim = match path {
            [_] => return Ok(Journey::stay(start)),
            [_, aim] => *aim,
            _ => {
                let why = "one move is one straight line; turning takes another action";
                return Err(Refusal::new(Clause("MUT-MOV-04"), why));
            }
        };
        if aim == start {
            return Ok(Journey::stay(start));
        }
        let farthest = self.longest_move(model);
        if start.at.distance_squared(aim.at) > farthest.squared() {
            return Err(too_far(start.at.distance(aim.at), farthest, Clause("MUT-MOV-01")));
        }
        if self.has(model, Rule::Clinging)
            && let Some(aim) = self.clinging_aim(model, aim)
        {
            return self.plan_scaling(model, aim, purse);
        }
        let aim = self.footing(start, aim)?;
        let survey = self.survey(model, aim, Drive::Walk)?;
        let journey = self.price(model, &survey, purse)?;
        Ok(Journey { aim: vec![start, aim], ..journey })
    }

    /// The height at which a way ends: where the player says if something carries the model
    /// there, else on the ground.
    fn footing(&self, start: Spot, aim: Spot) -> Result<Spot, Refusal> {
        if !self.table.extent().contains(aim.at) {
            let why = "that is off the table: to go there, choose to leave the table";
            return Err(Refusal::new(Clause("MUT-MOV-12"), why));
        }
        let ground = self.table.ground_height(aim.at);
        let heights = [aim.z, start.z, ground];
        let level = heights.into_iter().find(|z| self.table.carries(aim.at, *z));
        let why = || Refusal::new(Clause("MUT-G-04"), format!("nothing carries a model at {aim}"));
        level.map(|z| aim.at.at_height(z)).ok_or_else(why)
    }

    /// What a way costs, once it is known where it leads.
    fn price(&self, model: ModelId, survey: &Survey, purse: u8) -> Result<Journey, Refusal> {
        let start = self.spot(model);
        let mut used = Used::new();
        self.note_pace(model, &mut used);
        let pace = self.check_length(model, survey, &mut used)?;
        if pace.cost > purse {
            let id = if self.is(model, Mark::Infected) { "MUT-Q-66" } else { "MUT-TER-02" };
            let why = format!("this move takes {} actions", pace.cost);
            return Err(Refusal::new(Clause(id), why));
        }
        if pace.cost > 1 {
            let broken = self.pace(model, 0).cost < pace.cost;
            used.push(Clause(if broken { "MUT-TER-02" } else { "MUT-Q-66" }));
        }
        let wet = survey.over(Going::is_water).any(|s| s.until > s.from);
        let was_wet = self.is_in_water(start);
        let into_water = wet && !was_wet;
        if into_water && self.is(model, Mark::WaterShy) {
            let why = format!("{} dares not enter the water this turn", self.name(model));
            return Err(Refusal::new(Clause("MUT-SPC-047"), why));
        }
        self.check_daunted(model, survey.end)?;
        self.note_way(survey, &mut used);
        if self.has(model, Rule::FearOfWater) && wet && was_wet {
            used.push(Clause("MUT-SPC-047"));
        }
        Ok(Journey {
            path: vec![start, survey.end],
            cost: pace.cost,
            into_water,
            doors: survey.doors.clone(),
            way: survey.way,
            halt: survey.halt,
            used,
            ..Journey::stay(start)
        })
    }

    /// Nobody walks up to an enemy it did not dare to approach this turn (MUT-Q-116).
    pub(crate) fn check_daunted(&self, model: ModelId, end: Spot) -> Result<(), Refusal> {
        let daunted = self.model(model).daunted;
        if daunted == 0 {
            return Ok(());
        }
        let scared = |m: &ModelId| daunted & bit(*m) != 0;
        match self.new_contacts(model, end).into_iter().find(scared) {
            None => Ok(()),
            Some(enemy) => {
                let why = format!("{} dares not go near {}", self.name(model), self.name(enemy));
                Err(Refusal::new(Clause("MUT-Q-116"), why))
            }
        }
    }

    /// Checks the length of a way against the stick that the ground leaves a model.
    fn check_length(
        &self,
        model: ModelId,
        survey: &Survey,
        used: &mut Used,
    ) -> Result<Pace, Refusal> {
        let length = survey.length + survey.scaled;
        let positive = survey.grounds.iter().filter(|s| s.from < survey.length && s.until > s.from);
        let mut slow = false;
        for stretch in positive {
            let going = Going::of(stretch.kind);
            slow |= self.is_slowed_by(model, going);
            self.note_going(model, going, used);
        }
        let slow_way = self.is_slowed_by_way(model, survey, used);
        slow |= slow_way;
        let own = self.pace(model, 0);
        if let Some(pace) = self.swimming_pace(model)
            && self.is_all_wet(survey)
        {
            used.push(Clause("MUT-T-12"));
            return self.fits(model, length, pace, Clause("MUT-T-12"), used);
        }
        if !slow {
            return self.fits(model, length, own, Clause("MUT-MOV-01"), used);
        }
        used.extend([Clause("MUT-TER-03"), Clause("MUT-Q-64")]);
        let slower = self.pace(model, 1);
        if self.agreed.pro_rata_terrain == ProRataTerrain::On {
            let stairs = if slow_way { self.part_on_way(model, survey) } else { Length::ZERO };
            let inside = (self.slow_part(model, survey) + stairs).min(survey.length);
            let extra = self.detour(inside, own, slower);
            return self.fits(model, length + extra, own, Clause("MUT-Q-64"), used);
        }
        self.fits(model, length, slower, Clause("MUT-TER-01"), used)
    }

    /// Stairs are broken ground upward, ladders both ways (MUT-TER-14, MUT-TER-18).
    fn is_slowed_by_way(&self, model: ModelId, survey: &Survey, used: &mut Used) -> bool {
        let Some(way) = survey.way else { return false };
        let slow = match way.kind {
            Kind::Ladder => {
                used.push(Clause("MUT-TER-18"));
                !self.has(model, Rule::Clinging)
            }
            _ => {
                used.push(Clause("MUT-TER-14"));
                way.up
            }
        };
        slow && !self.is_sure_footed(model)
    }

    /// Whether all of a way lies in water.
    fn is_all_wet(&self, survey: &Survey) -> bool {
        let mut reached = Length::ZERO;
        for wet in survey.over(Going::is_water) {
            if wet.from <= reached {
                reached = reached.max(wet.until);
            }
        }
        survey.length > Length::ZERO && reached >= survey.length
    }

    /// How much of a way slows a model; overlapping pieces count once.
    fn slow_part(&self, model: ModelId, survey: &Survey) -> Length {
        let (mut total, mut reached) = (Length::ZERO, Length::ZERO);
        for slow in survey.over(|going| self.is_slowed_by(model, going)) {
            let (from, until) = (slow.from.max(reached), slow.until.min(survey.length));
            if until > from {
                total += until - from;
                reached = until;
            }
        }
        total
    }

    /// How much of a way is on stairs or a ladder, seen from above.
    fn part_on_way(&self, model: ModelId, survey: &Survey) -> Length {
        let Some(stairs) = survey.way else { return Length::ZERO };
        let (from, to) = (self.spot(model).at, survey.end.at);
        let shapes = self.table.ways().iter().filter(|way| way.piece == stairs.piece);
        let chords = shapes.flat_map(|way| way.shape.chords(from, to));
        chords.fold(Length::ZERO, |sum, (enter, leave)| {
            sum + leave.of(survey.length) - enter.of(survey.length)
        })
    }

    /// What a stretch at a slower pace costs on top, in the proportion of the two (MUT-Q-64).
    fn detour(&self, inside: Length, own: Pace, slower: Pace) -> Length {
        let fast = self.stick(own.stick).wide() * i64::from(slower.cost);
        let slow = self.stick(slower.stick).wide() * i64::from(own.cost);
        Length::saturating(inside.wide() * (fast - slow) / slow.max(1))
    }

    fn fits(
        &self,
        model: ModelId,
        length: Length,
        pace: Pace,
        clause: Clause,
        used: &mut Used,
    ) -> Result<Pace, Refusal> {
        let limit = self.move_length(model, pace.stick);
        if length > limit {
            return Err(too_far(length, limit, clause));
        }
        used.push(Clause("MUT-MOV-04"));
        if length < limit {
            used.extend([Clause("MUT-MOV-03"), Clause("MUT-MOV-05")]);
        }
        let beyond = self.agreed.move_measure == MoveMeasure::Beyond;
        if beyond && length > self.stick(pace.stick) {
            used.push(Clause("MUT-MOV-11"));
        }
        used.push(Clause("MUT-G-03"));
        Ok(pace)
    }

    fn note_way(&self, survey: &Survey, used: &mut Used) {
        if survey.through_friends {
            used.extend(["MUT-MOV-08", "MUT-G-04"].map(Clause));
        }
        if survey.past_the_fallen {
            used.push(Clause("MUT-G-05"));
        }
        if survey.bridged {
            used.extend(["MUT-TER-38", "MUT-Q-71"].map(Clause));
        }
        if survey.crosses {
            used.extend([Clause("MUT-TER-07"), Clause("MUT-G-07")]);
        }
        if survey.scaled > Length::ZERO {
            used.extend(["MUT-TER-29", "MUT-TER-24", "MUT-SPC-018"].map(Clause));
        }
        match survey.halt {
            Some(halt @ (Halt::Enemy(_) | Halt::Lying(_) | Halt::Counter)) => {
                used.extend([halt.clause(), Clause("MUT-G-05"), Clause("MUT-Q-63")]);
                used.push(Clause("MUT-G-04"));
            }
            Some(halt @ Halt::Friend(_)) => used.extend([halt.clause(), Clause("MUT-G-04")]),
            Some(halt @ (Halt::Door(_) | Halt::Locked(_) | Halt::Opening(_) | Halt::Hurdle(_))) => {
                used.extend([halt.clause(), Clause("MUT-TER-07"), Clause("MUT-G-07")]);
            }
            Some(halt @ Halt::Water(_)) => {
                used.extend([halt.clause(), Clause("MUT-Q-71"), Clause("MUT-G-08")]);
            }
            Some(halt) => used.extend([halt.clause(), Clause("MUT-G-08")]),
            None => (),
        }
    }

    /// Judges a way up, down or along a wall for a Clinging model: its height counts as well
    /// (MUT-TER-29, MUT-SPC-018).
    fn plan_scaling(&self, model: ModelId, aim: Spot, purse: u8) -> Result<Journey, Refusal> {
        let start = self.spot(model);
        self.check_shaft(model, start, aim)?;
        let pace = self.pace(model, 0);
        let mut used = Used::new();
        self.note_pace(model, &mut used);
        let length = start.at.distance(aim.at) + (aim.z - start.z).abs();
        self.fits(model, length, pace, Clause("MUT-TER-29"), &mut used)?;
        if pace.cost > purse {
            let why = format!("this move takes {} actions", pace.cost);
            return Err(Refusal::new(Clause("MUT-Q-66"), why));
        }
        self.check_daunted(model, aim)?;
        used.extend(["MUT-TER-29", "MUT-TER-24", "MUT-SPC-018"].map(Clause));
        let path = vec![start, aim];
        let aim = path.clone();
        Ok(Journey { path, aim, cost: pace.cost, used, ..Journey::stay(start) })
    }

    /// Judges a flight of up to so many leaps. Only its end must be a place to land: in between
    /// the flyer is in the air (MUT-MOV-13, 14, 17).
    pub(crate) fn plan_flight(
        &self,
        model: ModelId,
        path: &[Spot],
        (purse, most): (u8, u8),
    ) -> Result<Journey, Refusal> {
        let start = self.spot(model);
        let leaps = path.len().saturating_sub(1) as u8;
        if leaps == 0 || path.get(1) == Some(&start) {
            return Ok(Journey::stay(start));
        }
        let pace = self.pace(model, 0);
        let cost = leaps.saturating_mul(pace.cost);
        if cost > purse || leaps > most {
            let why = format!("a flight of {leaps} moves takes {cost} actions");
            let id = if leaps > most { "MUT-SPC-111" } else { "MUT-MOV-14" };
            return Err(Refusal::new(Clause(id), why));
        }
        let limit = self.move_length(model, pace.stick);
        for leap in path.windows(2) {
            if leap[0].at.distance_squared(leap[1].at) > limit.squared() {
                let far = leap[0].at.distance(leap[1].at);
                return Err(too_far(far, limit, Clause("MUT-MOV-17")));
            }
        }
        let end = self.landing_place(model, path[path.len() - 1])?;
        self.check_daunted(model, end)?;
        let mut used = Used::new();
        self.note_pace(model, &mut used);
        used.extend(["MUT-MOV-04", "MUT-MOV-13", "MUT-MOV-14", "MUT-MOV-15"].map(Clause));
        used.extend(["MUT-MOV-17", "MUT-SPC-051", "MUT-G-03"].map(Clause));
        let mut way: Vec<Spot> = path[..path.len() - 1].to_vec();
        way.push(end);
        let aim = way.clone();
        Ok(Journey {
            path: way,
            aim,
            cost,
            moves: leaps,
            aloft: true,
            used,
            ..Journey::stay(start)
        })
    }

    /// Where a flyer comes down: on the ground or on top of something, under the open sky, and
    /// never in water it cannot stand in (MUT-MOV-14).
    fn landing_place(&self, model: ModelId, aim: Spot) -> Result<Spot, Refusal> {
        let refuse = |id, why: String| Err(Refusal::new(Clause(id), why));
        if !self.table.extent().contains(aim.at) {
            let why = "that is off the table: to go there, choose to leave the table";
            return refuse("MUT-MOV-12", why.to_owned());
        }
        let open = |z: &Length| self.is_under_the_sky(aim.at.at_height(*z));
        let asked = Some(aim.z).filter(|z| self.table.carries(aim.at, *z) && open(z));
        let level = asked.or_else(|| self.table.supports(aim.at).into_iter().next_back());
        let Some(z) = level else {
            return refuse("MUT-MOV-14", format!("a flight cannot end at {aim}"));
        };
        let end = aim.at.at_height(z);
        if self.is_barred_from_water(model) && self.is_in_deep_water(end) {
            return refuse("MUT-MOV-14", "a flight cannot end in deep water".to_owned());
        }
        match self.has_room(model, end) {
            true => Ok(end),
            false => refuse("MUT-G-04", format!("there is no room to land at {end}")),
        }
    }

    /// Whether nothing solid hangs over a spot.
    pub(crate) fn is_under_the_sky(&self, spot: Spot) -> bool {
        let here = tabletop::Extent { low: spot.at, high: spot.at };
        let near = self.table.volume_grid().near(here).map(|i| &self.table.volumes()[i]);
        let roof = |v: &tabletop::table::Volume| {
            v.kind == Kind::Floor && v.top > spot.z && v.shape.contains(spot.at)
        };
        !near.into_iter().any(roof)
    }

    /// The Short stick, as a distance.
    pub(crate) fn short(&self) -> Length {
        self.stick(Stick::Short)
    }
}

fn too_far(length: Length, limit: Length, clause: Clause) -> Refusal {
    Refusal::new(clause, format!("the way is {length} inches long, but {limit} is the most"))
}
