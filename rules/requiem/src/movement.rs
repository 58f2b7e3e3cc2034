//! Chapters 5 and 6: moving, climbing, jumping, vaulting; rough and contaminated ground.

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Mover, Trouble, Walk, What};
use tabletop::table::Surface;
use tabletop::{Body, Changes, FeatureId, Kind, Length, Nature, PieceId, Spot, Vector};

use crate::contamination::{Dangers, Peril};
use crate::options::Rough;
use crate::state::{BASE, HEIGHT, Progress, State};

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
    used: SmallVec<[Clause; 4]>,
    /// Doors on the way, which are opened, and how far along the path they are.
    doors: SmallVec<[(Length, FeatureId); 1]>,
}

/// What a walk comes to: distance over open and over rough ground.
#[derive(Default)]
struct Bill {
    open: Length,
    rough: Length,
    hurdles: SmallVec<[Hurdle; 2]>,
    used: SmallVec<[Clause; 4]>,
    doors: SmallVec<[(Length, FeatureId); 1]>,
}

/// Something solid that is crossed. Parts of one piece that the base meets at the same time are
/// one hurdle: the corner of a wall is not vaulted twice.
struct Hurdle {
    piece: PieceId,
    kind: Kind,
    /// How far along the path it ends.
    until: Length,
    rise: Length,
    thickness: Length,
}

/// Whether ground is rough (REQ-TERR-01, REQ-Q-73).
pub fn is_rough(kind: Kind) -> bool {
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
        }
        let dangers = self.dangers(model, &mover, &walk);
        let Bill { used, doors, .. } = bill;
        Ok(MovePlan { path: path.to_vec(), price, dangers, used, doors })
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
        let bends = path.len().saturating_sub(2);
        for (index, spot) in path.iter().skip(1).enumerate() {
            let hangs = index < bends && !self.table.carries(spot.at, spot.z);
            let under = |s: &&Surface| s.z == spot.z && s.shape.contains(spot.at);
            let mut carriers = self.table.surfaces().iter().filter(under).peekable();
            let barrier = |s: &Surface| self.table.piece(s.piece).kind.nature() == Nature::Barrier;
            let balances =
                spot.z > Length::ZERO && carriers.peek().is_some() && carriers.all(barrier);
            if hangs || balances {
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

    /// All other models on the table.
    pub fn others(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing().filter(move |m| *m != model)
    }

    /// Adds up what the stretches and obstacles of a walk cost.
    fn bill(&self, model: ModelId, walk: &Walk) -> Result<Bill, Refusal> {
        let mut bill = Bill::default();
        for leg in &walk.legs {
            let rough = rough_length(leg);
            if rough > Length::ZERO {
                bill.used.extend([Clause("REQ-TERR-01"), Clause("REQ-Q-26"), Clause("REQ-Q-73")]);
            }
            bill.rough += rough;
            bill.open += leg.length - rough;
            for met in &leg.met {
                self.charge_for(model, (leg, met), &mut bill)?;
            }
        }
        for hurdle in std::mem::take(&mut bill.hurdles) {
            charge_for_hurdle(&hurdle, &mut bill);
        }
        Ok(bill)
    }

    fn charge_for(
        &self,
        model: ModelId,
        (leg, met): (&Leg, &Met),
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        match met.what {
            What::Ground { .. } | What::Cloud { .. } => (),
            What::Slope { rise, .. } if rise.abs() <= SLOPE => bill.used.push(Clause("REQ-Q-72")),
            What::Slope { rise, .. } => charge_for_rise(rise, bill),
            // Vertical inches count in full (REQ-MOVE-04); stairs and ladders are no quicker.
            What::Level { rise, .. } => {
                charge_for_rise(rise, bill);
                if rise > Length::ZERO && met.until < leg.length {
                    bill.used.push(Clause("REQ-MOVE-06"));
                }
            }
            What::Gap { width } if width > JUMP => {
                let why = format!("the gap is {width} inches wide, a jump reaches {JUMP}");
                return Err(Refusal::new(Clause("REQ-MOVE-07"), why));
            }
            What::Gap { .. } => {
                bill.used.extend([
                    Clause("REQ-MOVE-07"),
                    Clause("REQ-MOVE-09"),
                    Clause("REQ-Q-27"),
                ]);
            }
            What::Obstacle { kind: Kind::Door, feature, .. } => {
                // A closed door is opened in passing (REQ-Q-73, REQ-X-22).
                bill.used.extend([Clause("REQ-Q-73"), Clause("REQ-X-22")]);
                bill.doors.extend(feature.map(|door| (leg.start + met.from, door)));
            }
            What::Obstacle { .. } => self.note_hurdle((leg, met), bill)?,
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

    /// Notes an obstacle, together with what has been noted of it before. Whatever a floor or
    /// roof closes off cannot be climbed over (REQ-Q-28).
    fn note_hurdle(&self, (leg, met): (&Leg, &Met), bill: &mut Bill) -> Result<(), Refusal> {
        let What::Obstacle { kind, piece, rise, thickness, brushed, .. } = met.what else {
            return Ok(());
        };
        let slab = kind == Kind::Floor && thickness == Length::ZERO && !brushed;
        if slab || (rise > VAULT_HEIGHT && self.is_roofed_over(leg, met, rise)) {
            let why = format!("{} has a floor or roof in the way", self.table.piece(piece).name);
            return Err(Refusal::new(Clause("REQ-Q-28"), why));
        }
        let (from, until) = (leg.start + met.from, leg.start + met.until);
        let same = |h: &&mut Hurdle| h.piece == piece && from <= h.until + BASE * 2;
        match bill.hurdles.iter_mut().rev().find(same) {
            Some(hurdle) => {
                hurdle.thickness += (until - from.max(hurdle.until)).max(Length::ZERO);
                hurdle.until = hurdle.until.max(until);
                hurdle.rise = hurdle.rise.max(rise);
            }
            None => bill.hurdles.push(Hurdle { piece, kind, until, rise, thickness }),
        }
        Ok(())
    }

    /// Whether a floor or roof reaches over one side of an obstacle below its top.
    fn is_roofed_over(&self, leg: &Leg, met: &Met, rise: Length) -> bool {
        let along = leg.to.at - leg.from.at;
        let feet = leg.from.z.min(leg.to.z);
        let sides = [met.from, met.until].map(|place| leg.from.at.toward(along, place));
        let volumes = self.table.volumes().iter();
        let slabs =
            volumes.filter(|v| v.kind == Kind::Floor && v.bottom > feet && v.top <= feet + rise);
        slabs.into_iter().any(|slab| sides.iter().any(|side| slab.shape.contains(*side)))
    }

    /// The price of a walk: open inches at one each, and what is left at half, rounded down to a
    /// whole inch, in rough ground; or, as agreed, the whole allowance is halved (REQ-Q-26).
    fn price(&self, bill: &Bill, allowance: Allowance) -> Result<Length, Refusal> {
        let Bill { open, rough, .. } = bill;
        let total = *open + *rough;
        if *rough == Length::ZERO {
            return if *open <= allowance.distance {
                Ok(*open)
            } else {
                Err(too_far(*open, allowance))
            };
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

    /// Where a model gets when it is pushed straight in a direction.
    pub fn slide(&self, model: ModelId, direction: Vector, distance: Length) -> Spot {
        let others = self.other_bodies(model);
        self.mover(model, &others).slide(direction, distance)
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
                let stop = self.stopping_place(model, &plan.path, danger.at);
                self.arrive(cx, model, &plan.path, stop)?;
                self.stun(cx, model, matches!(danger.what, Peril::Ground(_)));
                return Ok(false);
            }
        }
        self.open_doors(plan, Length::inches(96));
        if let Some(end) = plan.path.last() {
            self.arrive(cx, model, &plan.path, *end)?;
        }
        Ok(true)
    }

    /// Opens the doors on the first stretch of a way (REQ-Q-73).
    fn open_doors(&mut self, plan: &MovePlan, up_to: Length) {
        for (_, door) in plan.doors.iter().filter(|(at, _)| *at <= up_to) {
            self.changes.open(*door);
        }
    }

    /// A model gets somewhere along a path; those it endangers on the way check (REQ-Q-22).
    fn arrive(&mut self, cx: &mut Cx<'_>, model: ModelId, path: &[Spot], to: Spot) -> Play<()> {
        let gone: Vec<Spot> = match path.last() {
            Some(end) if *end == to => path.to_vec(),
            _ => vec![self.spot(model), to],
        };
        let others = self.other_bodies(model);
        let endangered = self.endangered(model, &self.mover(model, &others), &gone);
        self.relocate(cx, model, gone, to);
        self.endanger(cx, &endangered)
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

    fn relocate(&mut self, cx: &mut Cx<'_>, model: ModelId, path: Vec<Spot>, to: Spot) {
        let from = self.spot(model);
        self.model_mut(model).spot = Some(to);
        cx.say(|| {
            let text = format!("{} moves from {from} to {to}", self.name(model));
            Event::note(Clause("REQ-MOVE-03"), text).deed(Deed::Moved { model, path })
        });
    }

    /// A model moves: its player shows the way.
    pub fn make_move(&mut self, cx: &mut Cx<'_>, model: ModelId, allowance: Allowance) -> Play<()> {
        let start = self.spot(model);
        let ask =
            Ask::new(self.side(model), "path", "Where does it go?", allowance.clause).about(model);
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
const MOVING: [Clause; 4] =
    [Clause("REQ-MOVE-03"), Clause("REQ-GEO-02"), Clause("REQ-GEO-11"), Clause("REQ-Q-30")];

/// Vertical inches count in full; up to two inches down is a jump (REQ-MOVE-04, REQ-Q-29).
fn charge_for_rise(rise: Length, bill: &mut Bill) {
    bill.open += rise.abs();
    bill.used.push(Clause("REQ-MOVE-04"));
    if rise < Length::ZERO {
        bill.used.push(Clause("REQ-Q-29"));
    }
}

/// Low things are vaulted at a flat cost that includes their thickness (REQ-MOVE-08); higher or
/// thicker ones are climbed up and down (REQ-Q-28), but wire is waded through (REQ-Q-73).
fn charge_for_hurdle(hurdle: &Hurdle, bill: &mut Bill) {
    let Hurdle { kind, rise, thickness, .. } = *hurdle;
    if rise <= VAULT_HEIGHT && thickness <= VAULT_DEPTH {
        bill.open += VAULT_COST - thickness;
        bill.used.extend([Clause("REQ-MOVE-08"), Clause("REQ-MOVE-09"), Clause("REQ-Q-28")]);
    } else if kind == Kind::Wire {
        bill.open -= thickness;
        bill.rough += thickness;
        bill.used.extend([Clause("REQ-TERR-01"), Clause("REQ-Q-73")]);
    } else {
        bill.open += rise * 2;
        bill.used.extend([Clause("REQ-MOVE-04"), Clause("REQ-Q-28")]);
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
