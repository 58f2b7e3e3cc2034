//! Chapters 5 and 6: moving, climbing, jumping, vaulting; rough and contaminated ground.

mod weighed;

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Mover, Trouble};
use tabletop::{Body, Changes, FeatureId, Length, Spot, Vector, measure};

use crate::contamination::{Dangers, Peril};
pub use crate::hurdles::is_rough;
use crate::hurdles::{Bill, KERB, too_far};
use crate::state::{MELEE_RANGE, Progress, State, body_at};

/// How far a model may go, and under which rule.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The distance.
    pub distance: Length,
    /// The rule that grants it.
    pub clause: Clause,
}

/// What a legal move costs and risks.
#[derive(Clone, Debug)]
pub struct MovePlan {
    /// The way.
    pub path: Vec<Spot>,
    /// What it costs of the allowance.
    pub price: Length,
    /// Dangers on the way, in order.
    pub dangers: Dangers,
    /// Rules the move makes use of.
    pub used: SmallVec<[Clause; 4]>,
    /// Doors on the way, which are opened, and how far along the path they are.
    pub doors: SmallVec<[(Length, FeatureId); 1]>,
}

impl State {
    /// How far a model may move and still act (REQ-MOVE-01).
    pub fn move_allowance(&self, model: ModelId) -> Allowance {
        let inches = i32::from(self.who(model).stats.movement);
        Allowance { distance: Length::inches(inches), clause: Clause("REQ-MOVE-01") }
    }

    /// How far a model may run (REQ-MOVE-02).
    pub fn run_allowance(&self, model: ModelId) -> Allowance {
        let distance = self.move_allowance(model).distance * 2;
        Allowance { distance, clause: Clause("REQ-MOVE-02") }
    }

    /// Judges a move: what it costs and risks, or why it cannot be made.
    pub fn plan_move(
        &self,
        model: ModelId,
        path: &[Spot],
        allowance: Allowance,
    ) -> Result<MovePlan, Refusal> {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        self.check_footing(path)?;
        let walk = mover.walk(path);
        // The cheapest test first: most refused moves are simply too long.
        if walk.length() > allowance.distance {
            return Err(too_far(walk.length(), allowance));
        }
        let bill = self.bill(model, &walk)?;
        let price = self.price(&bill, allowance)?;
        if let Some(end) = path.last() {
            // A door that is opened in passing is not in the way of whoever stops in it.
            let changes = self.with_open(bill.doors.iter().map(|(_, door)| *door));
            let mover = Mover { changes: &changes, ..mover };
            mover.stands(*end).map_err(|trouble| self.cannot_stand(trouble))?;
            if path.first() != Some(end) && !self.holds_base(*end) {
                let why = "the base would hang over the edge of the table";
                return Err(Refusal::new(Clause("REQ-GEO-02"), why));
            }
        }
        let dangers = self.dangers(model, &mover, &walk);
        let Bill { used, doors, .. } = bill;
        Ok(MovePlan { path: path.to_vec(), price, dangers, used, doors })
    }

    /// Whether a whole base at a spot is on the table.
    fn holds_base(&self, spot: Spot) -> bool {
        measure::on_table(&self.table, &body_at(spot))
    }

    fn with_open(&self, doors: impl Iterator<Item = FeatureId>) -> Changes {
        let mut changes = self.changes.clone();
        doors.for_each(|door| changes.open(door));
        changes
    }

    /// A path bends only where a model could stand: nobody hangs in the air, on a ladder or over
    /// a pit, and nobody stops on top of a wall or fence, which is crossed in one go, or not at
    /// all (REQ-MOVE-05, REQ-GEO-11).
    fn check_footing(&self, path: &[Spot]) -> Result<(), Refusal> {
        let no_ground = |spot: Spot| {
            let why = format!("there is no level ground to stop on at {spot}");
            Refusal::new(Clause("REQ-MOVE-05"), why)
        };
        self.table.first_without_footing(path).map_or(Ok(()), |spot| Err(no_ground(spot)))
    }

    fn mover<'a>(&'a self, model: ModelId, others: &'a [Body]) -> Mover<'a> {
        Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(model),
            step: KERB,
            others,
        }
    }

    /// The bodies of all other models on the table, in the order of [`State::others`].
    fn other_bodies(&self, model: ModelId) -> SmallVec<[Body; 12]> {
        self.others(model).map(|m| self.body(m)).collect()
    }

    /// All other models on the table.
    pub fn others(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing().filter(move |m| *m != model)
    }

    fn cannot_stand(&self, trouble: Trouble) -> Refusal {
        let clause = match trouble {
            Trouble::Unsupported => Clause("REQ-MOVE-05"),
            Trouble::Body { .. } => Clause("REQ-Q-59"),
            Trouble::OffTable | Trouble::Obstacle { .. } => Clause("REQ-GEO-11"),
        };
        Refusal::new(clause, format!("the move cannot end there: {trouble}"))
    }

    /// Places nearby where a short way may bend around a corner.
    pub fn bends(&self, model: ModelId, allowance: Allowance) -> impl Iterator<Item = Spot> {
        const WAYS: [(i64, i64); 8] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let start = self.spot(model);
        let quarters = (1..=3).flat_map(|n| WAYS.map(|way| (n, way)));
        let spots = quarters.map(move |(n, (x, y))| {
            let at = start.at.toward(Vector::new(x, y), allowance.distance / 4 * n);
            let level = self.table.carries(at, start.z);
            at.at_height(if level { start.z } else { self.table.ground_height(at) })
        });
        spots.filter(move |spot| self.plan_move(model, &[start, *spot], allowance).is_ok())
    }

    /// Where a model gets when it is pushed straight in a direction; its whole base stays on
    /// the table.
    pub fn slide(&self, model: ModelId, direction: Vector, distance: Length) -> Spot {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        let mut left = distance;
        while left > Length::ZERO {
            let end = mover.slide(direction, left);
            if measure::on_table(&self.table, &body_at(end)) {
                return end;
            }
            left -= Length::cents(5);
        }
        self.spot(model)
    }

    /// A move that somebody else makes the model do: it costs nothing, and bad ground stays bad;
    /// models only check near others when they go there themselves (REQ-Q-22).
    pub fn pushed_along(&self, model: ModelId, path: &[Spot]) -> MovePlan {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        let dangers = self.ground_dangers(model, &mover, &mover.walk(path));
        MovePlan {
            path: path.to_vec(),
            price: Length::ZERO,
            dangers,
            used: SmallVec::new(),
            doors: SmallVec::new(),
        }
    }

    /// Carries out a move. Says whether the model got to its end and may go on.
    pub fn carry_out(&mut self, cx: &mut Cx<'_>, model: ModelId, plan: &MovePlan) -> Play<bool> {
        for clause in plan.used.iter().chain(&MOVING) {
            cx.cite(*clause);
        }
        for danger in &plan.dangers {
            if !self.brave(cx, model, *danger)? {
                self.open_doors(plan, danger.at);
                let gone = self.way_to_stop(model, &plan.path, danger.at);
                self.arrive(cx, model, gone)?;
                self.stun(cx, model, matches!(danger.what, Peril::Ground(_)));
                return Ok(false);
            }
        }
        self.open_doors(plan, Length::inches(96));
        self.arrive(cx, model, plan.path.clone())?;
        Ok(true)
    }

    /// Opens the doors on the first stretch of a way (REQ-Q-73).
    fn open_doors(&mut self, plan: &MovePlan, up_to: Length) {
        for (_, door) in plan.doors.iter().filter(|(at, _)| *at <= up_to) {
            self.changes.open(*door);
        }
    }

    /// A model goes all of a way; those it endangers on it check (REQ-Q-22).
    fn arrive(&mut self, cx: &mut Cx<'_>, model: ModelId, path: Vec<Spot>) -> Play<()> {
        let others = self.other_bodies(model);
        let endangered = self.endangered(model, &self.mover(model, &others), &path);
        self.relocate(cx, model, path);
        self.endanger(cx, &endangered)
    }

    /// The way of a model that fails somewhere on a path: it stops there, or, if it cannot stand
    /// there, as near before it as it can.
    fn way_to_stop(&self, model: ModelId, path: &[Spot], at: Length) -> Vec<Spot> {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        let mut back = at;
        while back > Length::ZERO {
            let spot = mover.spot_along(path, back);
            if mover.stands(spot).is_ok() && self.holds_base(spot) {
                let walk = mover.walk(path);
                let passed = walk.legs.iter().filter(|leg| leg.start < back);
                return passed.map(|leg| leg.from).chain([spot]).collect();
            }
            back -= Length::cents(5);
        }
        vec![self.spot(model)]
    }

    fn relocate(&mut self, cx: &mut Cx<'_>, model: ModelId, path: Vec<Spot>) {
        let from = self.spot(model);
        let to = path.last().copied().unwrap_or(from);
        self.model_mut(model).spot = Some(to);
        self.leave_objective(model, &path);
        cx.say(|| {
            let text = format!("{} moves from {from} to {to}", self.name(model));
            Event::note(Clause("REQ-MOVE-03"), text).deed(Deed::Moved { model, path })
        });
    }

    /// Whoever leaves the objective gives up its part in a claim, even if it comes back at once
    /// (REQ-Q-44). Between two spots within reach, all of the way is.
    fn leave_objective(&mut self, model: ModelId, path: &[Spot]) {
        let (Some(marker), Some(claim)) = (self.changes.markers.first(), &mut self.claim) else {
            return;
        };
        let near = |spot: &Spot| measure::within_of_marker(&body_at(*spot), marker, MELEE_RANGE);
        if path.iter().all(near) {
            return;
        }
        claim.models.retain(|m| *m != model);
        let side = claim.side;
        let held = self.at_objective().iter().any(|m| *m != model && self.side(*m) == side);
        if let (false, Some(claim)) = (held, &mut self.claim) {
            claim.lapsed = true;
        }
    }

    /// A model moves: its player shows the way.
    pub fn make_move(&mut self, cx: &mut Cx<'_>, model: ModelId, allowance: Allowance) -> Play<()> {
        let start = self.spot(model);
        let ask =
            Ask::new(self.side(model), "path", "Where does it go?", allowance.clause).about(model);
        let weighed = cx.path(
            ask,
            (model, start, allowance.distance),
            || self.goals(model, allowance),
            |path| Ok(self.weigh(model, allowance, self.plan_move(model, path, allowance)?)),
        )?;
        let plan = weighed.plan;
        let arrived = self.carry_out(cx, model, &plan)?;
        if let Some(active) = &mut self.active {
            active.spent = plan.price;
            active.progress = if arrived { active.progress.after_move() } else { Progress::Done };
        }
        Ok(())
    }

    /// Places worth going to, for simple players: toward enemies within reach of the weapons at
    /// hand, toward the objective.
    fn goals(&self, model: ModelId, allowance: Allowance) -> Vec<Goal> {
        let here = self.spot(model);
        let range = self.who(model).guns().filter_map(|(_, w)| w.range).max();
        let wanted = range.unwrap_or(Length::ZERO);
        let mut goals: Vec<Goal> = Vec::new();
        for enemy in self.enemies(model) {
            let there = self.spot(enemy).at;
            let apart = here.at.distance(there);
            let way = (apart - wanted).max(Length::ZERO).min(allowance.distance);
            let at = here.at.toward(there - here.at, way);
            let spot = at.at_height(self.table.ground_height(at));
            goals.push(Goal { spot, merit: -(apart.um() / 1_000) });
        }
        for marker in &self.changes.markers {
            let apart = here.at.distance(marker.spot.at);
            let at = here.at.toward(marker.spot.at - here.at, apart.min(allowance.distance));
            goals.push(Goal { spot: at.at_height(self.table.ground_height(at)), merit: 100 });
        }
        goals
    }
}

/// Rules that every move applies.
const MOVING: [Clause; 4] =
    [Clause("REQ-MOVE-03"), Clause("REQ-GEO-02"), Clause("REQ-GEO-11"), Clause("REQ-Q-30")];
