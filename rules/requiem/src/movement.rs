//! Chapters 5 and 6: moving, climbing, jumping, vaulting; rough and contaminated ground.

use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use engine::question::Goal;
use smallvec::SmallVec;
use tabletop::movement::{Leg, Mover, Trouble, Walk, What};
use tabletop::table::Surface;
use tabletop::{Body, Kind, Length, Nature, PieceId, Spot, Vector, measure};

use crate::options::{ContaminationTrigger, Rough};
use crate::state::{HEIGHT, Progress, State};

/// Kerbs and other steps up to this height are walked over without notice (REQ-Q-72).
const KERB: Length = Length::cents(25);
/// Slopes of a hill up to this height are walked (REQ-Q-72).
const SLOPE: Length = Length::cents(50);
/// An obstacle up to half a model's height can be vaulted (REQ-Q-28) ...
const VAULT_HEIGHT: Length = Length::cents(60);
/// ... if it is no thicker than this.
const VAULT_DEPTH: Length = Length::inches(1);
/// What a vault costs (REQ-MOVE-08).
const VAULT_COST: Length = Length::inches(2);
/// The widest gap that can be jumped (REQ-MOVE-07).
const JUMP: Length = Length::inches(2);
/// How near one may come to a contaminated model (REQ-COND-06).
const CONTAMINATION: Length = Length::inches(1);

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
    pub dangers: SmallVec<[Danger; 2]>,
    /// Rules the move makes use of.
    used: SmallVec<[Clause; 4]>,
    /// Doors on the way, which are opened.
    doors: SmallVec<[tabletop::FeatureId; 1]>,
}

/// A danger on the way.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// How far along the path.
    pub at: Length,
    /// What it is.
    pub what: Peril,
}

/// What calls for a Defense check on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peril {
    /// A contaminated patch of ground (REQ-TERR-02).
    Ground(PieceId),
    /// A contaminated model (REQ-COND-06).
    Model(ModelId),
}

/// What a walk comes to: distance over open and over rough ground.
#[derive(Default)]
struct Bill {
    open: Length,
    rough: Length,
    used: SmallVec<[Clause; 4]>,
    doors: SmallVec<[tabletop::FeatureId; 1]>,
}

/// Whether ground is rough (REQ-TERR-01, REQ-Q-73).
fn is_rough(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Scrub
            | Kind::LightWoods
            | Kind::MediumWoods
            | Kind::DenseWoods
            | Kind::Swamp
            | Kind::Water
            | Kind::Rubble
            | Kind::Crater
            | Kind::Interior
            | Kind::Trench
    )
}

/// Whether ground is contaminated (REQ-TERR-02, REQ-Q-73).
fn is_contaminated(kind: Kind) -> bool {
    matches!(kind, Kind::Irradiated | Kind::Contaminated)
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
            mover.stands(*end).map_err(|trouble| self.cannot_stand(trouble))?;
        }
        let dangers = self.dangers(model, &mover, &walk);
        let Bill { used, doors, .. } = bill;
        Ok(MovePlan { path: path.to_vec(), price, dangers, used, doors })
    }

    /// Nobody stops on top of a wall or fence: it is crossed in one go, or not at all
    /// (REQ-MOVE-05, REQ-GEO-11).
    fn check_footing(&self, path: &[Spot]) -> Result<(), Refusal> {
        for spot in path.iter().skip(1).filter(|s| s.z > Length::ZERO) {
            let under = |s: &&Surface| s.z == spot.z && s.shape.contains(spot.at);
            let mut carriers = self.table.surfaces().iter().filter(under).peekable();
            let barrier = |s: &Surface| self.table.piece(s.piece).kind.nature() == Nature::Barrier;
            if carriers.peek().is_some() && carriers.all(barrier) {
                let why = format!("there is no level ground to stop on at {spot}");
                return Err(Refusal::new(Clause("REQ-MOVE-05"), why));
            }
        }
        Ok(())
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

    fn others(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing().filter(move |m| *m != model)
    }

    /// Adds up what the stretches and obstacles of a walk cost.
    fn bill(&self, model: ModelId, walk: &Walk) -> Result<Bill, Refusal> {
        let mut bill = Bill::default();
        for leg in &walk.legs {
            let rough = rough_length(leg);
            if rough > Length::ZERO {
                bill.used.push(Clause("REQ-TERR-01"));
            }
            bill.rough += rough;
            bill.open += leg.length - rough;
            for met in &leg.met {
                self.charge_for(model, &met.what, &mut bill)?;
            }
        }
        Ok(bill)
    }

    fn charge_for(&self, model: ModelId, what: &What, bill: &mut Bill) -> Result<(), Refusal> {
        match *what {
            What::Ground { .. } | What::Cloud { .. } => (),
            What::Slope { rise, .. } if rise.abs() <= SLOPE => bill.used.push(Clause("REQ-Q-72")),
            What::Slope { rise, .. } => charge_for_rise(rise, bill),
            // Vertical inches count in full (REQ-MOVE-04); stairs and ladders are no quicker.
            What::Level { rise, way } => {
                charge_for_rise(rise, bill);
                bill.used.extend(way.map(|_| Clause("REQ-MOVE-05")));
            }
            What::Gap { width } if width > JUMP => {
                let why = format!("the gap is {width} inches wide, a jump reaches {JUMP}");
                return Err(Refusal::new(Clause("REQ-MOVE-07"), why));
            }
            What::Gap { .. } => {
                bill.used.extend([Clause("REQ-MOVE-07"), Clause("REQ-MOVE-09"), Clause("REQ-Q-27")]);
            }
            What::Obstacle { kind: Kind::Door, feature, .. } => {
                // A closed door is opened in passing (REQ-Q-73).
                bill.used.push(Clause("REQ-Q-73"));
                bill.doors.extend(feature);
            }
            What::Obstacle { rise, thickness, .. } => charge_for_obstacle(rise, thickness, bill),
            What::Body { index, .. } => {
                let other = self.others(model).nth(index);
                if let Some(enemy) = other.filter(|o| self.side(*o) != self.side(model)) {
                    let why = format!("{} is in the way", self.name(enemy));
                    return Err(Refusal::new(Clause("REQ-Q-59"), why));
                }
                bill.used.push(Clause("REQ-Q-59"));
            }
            What::OffTable => {
                return Err(Refusal::new(Clause("REQ-GEO-02"), "the move leaves the table"));
            }
        }
        Ok(())
    }

    /// The price of a walk: open inches at one each, and what is left at half, rounded down to a
    /// whole inch, in rough ground; or, as agreed, the whole allowance is halved (REQ-Q-26).
    fn price(&self, bill: &Bill, allowance: Allowance) -> Result<Length, Refusal> {
        let Bill { open, rough, .. } = bill;
        let total = *open + *rough;
        if *rough == Length::ZERO {
            return if *open <= allowance.distance { Ok(*open) } else { Err(too_far(*open, allowance)) };
        }
        let halved = |left: Length| Length::inches((left / 2).whole_inches().max(0));
        let (reach, going) = match self.agreed.rough {
            Rough::PerInch => (halved(allowance.distance - *open), *rough),
            Rough::WholeMove => (halved(allowance.distance), total),
        };
        if *open > allowance.distance || going > reach {
            let why = format!(
                "{going} inches over rough ground, but only {reach} of the {} inches can be used there",
                allowance.distance
            );
            return Err(Refusal::new(Clause("REQ-Q-26"), why));
        }
        Ok((*open + *rough * 2).min(allowance.distance))
    }

    fn cannot_stand(&self, trouble: Trouble) -> Refusal {
        let clause = match trouble {
            Trouble::Unsupported => Clause("REQ-MOVE-05"),
            Trouble::Body { .. } => Clause("REQ-Q-59"),
            Trouble::OffTable | Trouble::Obstacle { .. } => Clause("REQ-GEO-11"),
        };
        Refusal::new(clause, format!("the move cannot end there: {trouble}"))
    }

    /// Where on the way a Defense check is due, in order. The base's edge counts (REQ-GEO-10).
    fn dangers(&self, model: ModelId, mover: &Mover<'_>, walk: &Walk) -> SmallVec<[Danger; 2]> {
        let mut dangers: SmallVec<[Danger; 2]> = SmallVec::new();
        for leg in &walk.legs {
            self.ground_dangers(mover, leg, &mut dangers);
            self.model_dangers(model, mover, leg, &mut dangers);
        }
        dangers.sort_by_key(|danger| danger.at);
        dangers
    }

    /// Entering a patch, or beginning to move inside one; once for each patch and activation
    /// (REQ-TERR-02, 08; REQ-Q-23).
    fn ground_dangers(&self, mover: &Mover<'_>, leg: &Leg, dangers: &mut SmallVec<[Danger; 2]>) {
        let braved = self.active.as_ref().map_or(&[][..], |a| &a.braved);
        for ground in self.table.grounds().iter().filter(|g| is_contaminated(g.kind)) {
            let what = Peril::Ground(ground.piece);
            let level = ground.low <= leg.from.z.max(leg.to.z) && leg.from.z.min(leg.to.z) <= ground.high;
            let known = braved.contains(&ground.piece) || dangers.iter().any(|d| d.what == what);
            if level && !known && let Some(at) = mover.first_touch(leg.from, leg.to, &ground.shape) {
                dangers.push(Danger { at: leg.start + at, what });
            }
        }
    }

    /// Coming within an inch of a contaminated model, friend or foe, from farther away
    /// (REQ-COND-06, REQ-Q-22).
    fn model_dangers(
        &self,
        model: ModelId,
        mover: &Mover<'_>,
        leg: &Leg,
        dangers: &mut SmallVec<[Danger; 2]>,
    ) {
        for other in self.others(model).filter(|o| self.is_contaminated(*o)) {
            let body = self.body(other);
            let level = (body.feet() - leg.to.z).abs() <= CONTAMINATION
                || (body.feet() - leg.from.z).abs() <= CONTAMINATION;
            let at = mover.first_within(leg.from, leg.to, &body, CONTAMINATION);
            if let Some(at) = at.filter(|at| level && *at > Length::ZERO) {
                dangers.push(Danger { at: leg.start + at, what: Peril::Model(other) });
            }
        }
    }

    /// Where a model gets when it is pushed straight in a direction.
    pub fn slide(&self, model: ModelId, direction: Vector, distance: Length) -> Spot {
        let others = self.other_bodies(model);
        self.mover(model, &others).slide(direction, distance)
    }

    /// A move that somebody else makes the model do: it costs nothing, but dangers stay dangers.
    pub fn pushed_along(&self, model: ModelId, path: &[Spot]) -> MovePlan {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        let dangers = self.dangers(model, &mover, &mover.walk(path));
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
            if !self.brave(cx, model, danger.what)? {
                let stop = self.stopping_place(model, &plan.path, danger.at);
                self.relocate(cx, model, &plan.path, stop);
                self.stun(cx, model, matches!(danger.what, Peril::Ground(_)));
                return Ok(false);
            }
        }
        for door in &plan.doors {
            self.changes.open(*door);
        }
        if let Some(end) = plan.path.last() {
            self.relocate(cx, model, &plan.path, *end);
        }
        self.endanger_others(cx, model)?;
        Ok(true)
    }

    /// A Defense check against a danger on the way (REQ-TERR-03, 04; REQ-COND-07, 08).
    fn brave(&mut self, cx: &mut Cx<'_>, model: ModelId, peril: Peril) -> Play<bool> {
        let clauses: &[Clause] = match peril {
            Peril::Ground(_) => &CONTAMINATED_GROUND,
            Peril::Model(_) => &CONTAMINATED_MODEL,
        };
        clauses.iter().for_each(|clause| cx.cite(*clause));
        let passed = self.check_defense(cx, model)?;
        if let (true, Peril::Ground(piece), Some(active)) = (passed, peril, &mut self.active) {
            active.braved.push(piece);
        }
        Ok(passed)
    }

    /// Where a model stops that fails on the way: there, or, if it cannot stand there, as near
    /// before it as it can.
    fn stopping_place(&self, model: ModelId, path: &[Spot], at: Length) -> Spot {
        let others = self.other_bodies(model);
        let mover = self.mover(model, &others);
        let mut back = at;
        while back > Length::ZERO {
            let spot = mover.spot_along(path, back);
            if mover.stands(spot).is_ok() {
                return spot;
            }
            back -= Length::cents(5);
        }
        self.spot(model)
    }

    fn relocate(&mut self, cx: &mut Cx<'_>, model: ModelId, path: &[Spot], to: Spot) {
        let from = self.spot(model);
        self.model_mut(model).spot = Some(to);
        cx.say(|| {
            let mut way: Vec<Spot> = path.to_vec();
            if way.last() != Some(&to) {
                way = vec![from, to];
            }
            let text = format!("{} moves from {from} to {to}", self.name(model));
            Event::note(Clause("REQ-MOVE-03"), text).deed(Deed::Moved { model, path: way })
        });
    }

    /// Where that is agreed, those whom a contaminated model comes near check too (REQ-Q-22).
    fn endanger_others(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let either = self.agreed.contamination_trigger == ContaminationTrigger::Either;
        if !either || !self.is_contaminated(model) {
            return Ok(());
        }
        cx.cite(Clause("REQ-Q-22"));
        let body = self.body(model);
        let near = |o: &ModelId| measure::within(&body, &self.body(*o), CONTAMINATION);
        let caught: Vec<ModelId> = self.others(model).filter(near).collect();
        for other in caught {
            if !self.check_defense(cx, other)? {
                self.stun(cx, other, false);
            }
        }
        Ok(())
    }

    /// A model moves: its player shows the way.
    pub fn make_move(&mut self, cx: &mut Cx<'_>, model: ModelId, allowance: Allowance) -> Play<()> {
        let start = self.spot(model);
        let ask = Ask::new(self.side(model), "path", "Where does it go?", allowance.clause)
            .about(model);
        let plan = cx.path(
            ask,
            (model, start, allowance.distance),
            || self.goals(model, allowance),
            |path| self.plan_move(model, path, allowance),
        )?;
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
const MOVING: [Clause; 6] = [
    Clause("REQ-MOVE-01"),
    Clause("REQ-MOVE-03"),
    Clause("REQ-PROF-02"),
    Clause("REQ-GEO-02"),
    Clause("REQ-GEO-11"),
    Clause("REQ-Q-30"),
];

const CONTAMINATED_GROUND: [Clause; 6] = [
    Clause("REQ-TERR-02"),
    Clause("REQ-TERR-04"),
    Clause("REQ-TERR-08"),
    Clause("REQ-TERR-09"),
    Clause("REQ-Q-23"),
    Clause("REQ-GEO-10"),
];

const CONTAMINATED_MODEL: [Clause; 7] = [
    Clause("REQ-COND-06"),
    Clause("REQ-COND-07"),
    Clause("REQ-COND-08"),
    Clause("REQ-COND-09"),
    Clause("REQ-Q-19"),
    Clause("REQ-Q-22"),
    Clause("REQ-Q-22b"),
];

/// Vertical inches count in full; up to two inches down is a jump (REQ-MOVE-04, REQ-Q-29).
fn charge_for_rise(rise: Length, bill: &mut Bill) {
    bill.open += rise.abs();
    bill.used.push(Clause("REQ-MOVE-04"));
    bill.used.push(Clause(if rise < Length::ZERO { "REQ-Q-29" } else { "REQ-MOVE-06" }));
}

/// Low things are vaulted at a flat cost that includes their thickness (REQ-MOVE-08); higher or
/// thicker ones are climbed up and down (REQ-Q-28).
fn charge_for_obstacle(rise: Length, thickness: Length, bill: &mut Bill) {
    bill.used.push(Clause("REQ-Q-28"));
    if rise <= VAULT_HEIGHT && thickness <= VAULT_DEPTH {
        bill.open += VAULT_COST - thickness;
        bill.used.extend([Clause("REQ-MOVE-08"), Clause("REQ-MOVE-09")]);
    } else {
        bill.open += rise * 2;
        bill.used.push(Clause("REQ-MOVE-04"));
    }
}

/// Length of a leg with the base's center on rough ground; overlapping patches count once.
fn rough_length(leg: &Leg) -> Length {
    let mut stretches: SmallVec<[(Length, Length); 4]> = SmallVec::new();
    for met in &leg.met {
        if let What::Ground { kind, .. } = met.what
            && is_rough(kind)
        {
            stretches.push((met.from, met.until));
        }
    }
    stretches.sort_unstable();
    let mut total = Length::ZERO;
    let mut reached = Length::ZERO;
    for (from, until) in stretches {
        let from = from.max(reached);
        if until > from {
            total += until - from;
            reached = until;
        }
    }
    total
}

fn too_far(length: Length, allowance: Allowance) -> Refusal {
    let why = format!("the way costs {length} inches, but only {} may be used", allowance.distance);
    Refusal::new(allowance.clause, why)
}

const _: () = assert!(VAULT_HEIGHT.um() * 2 == HEIGHT.um());
