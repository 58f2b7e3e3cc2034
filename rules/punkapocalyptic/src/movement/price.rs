//! What a way costs of a Movement Action, and what it takes: terrain, obstacles, climbs, leaps,
//! drops (PUN-TER, PUN-JMP, PUN-CLB, PUN-Q-18, PUN-Q-63).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Mover, Walk, What};
use tabletop::{Kind, Length, PieceId, Spot};

use super::{CROUCHING, Gait, Purpose};
use crate::options::OffroadClimbs;
use crate::profile::ModelRule;
use crate::state::{Posture, State};
use crate::terrain::{Grade, is_screen};

/// The widest gap that can be jumped (PUN-JMP-05).
const WIDEST: Length = Length::inches(4);
/// Drops up to this deep do no harm (PUN-JMP-07).
pub const SAFE_DROP: Length = Length::inches(2);

/// What a way comes to.
#[derive(Clone, Debug, Default)]
pub struct Bill {
    /// Where the center of the base goes, measured on the table.
    pub length: Length,
    /// The worst ground and obstacles on the way.
    pub grade: Grade0,
    /// How far along the first very bad ground begins.
    pub very_bad_from: Option<Length>,
    /// Climbs on the way, in order.
    pub climbs: SmallVec<[Climb; 2]>,
    /// Leaps on the way, in order.
    pub leaps: SmallVec<[Leap; 1]>,
    /// Drops of more than two inches, in order.
    pub drops: SmallVec<[Drop; 1]>,
    /// Rules the way makes use of.
    pub used: SmallVec<[Clause; 4]>,
}

/// A grade that begins with the easiest.
pub type Grade0 = Option<Grade>;

/// Something that is climbed (PUN-CLB-01, 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// How far along.
    pub at: Length,
    /// How high.
    pub height: Length,
    /// Whether by a ladder.
    pub ladder: bool,
}

/// A gap that is jumped (PUN-JMP-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// How far along it begins.
    pub from: Length,
    /// How far along it ends.
    pub until: Length,
    /// Whether whoever falls into it is lost (PUN-TER-09).
    pub deadly: bool,
}

/// A drop of more than two inches (PUN-JMP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// How far along.
    pub at: Length,
    /// How deep.
    pub depth: Length,
}

/// An obstacle that is being gone over, in one or more parts.
#[derive(Clone, Copy, Debug)]
struct Hurdle {
    piece: PieceId,
    from: Length,
    until: Length,
    rise: Length,
}

impl Bill {
    /// What is climbed in all.
    pub fn climbed(&self) -> Length {
        self.climbs.iter().fold(Length::ZERO, |sum, climb| sum + climb.height)
    }

    /// Whether something is climbed without a ladder.
    pub fn has_wall(&self) -> bool {
        self.climbs.iter().any(|climb| !climb.ladder)
    }

    /// Whether it takes a jump that may fail over ground that nobody leaves again.
    pub fn is_deadly(&self) -> bool {
        self.leaps.iter().any(|leap| leap.deadly && leap.until - leap.from > SAFE_DROP)
    }

    /// Whoever gets only so far does not jump a gap that it could not cross (PUN-JMP-01).
    pub fn short_of_leaps(&self, at: Length) -> Length {
        let within = |leap: &&Leap| leap.from < at && at < leap.until;
        self.leaps.iter().find(within).map_or(at, |leap| leap.from)
    }

    fn worsen(&mut self, grade: Grade, at: Length) {
        if grade == Grade::VeryBad {
            let first = self.very_bad_from.map_or(at, |known| known.min(at));
            self.very_bad_from = Some(first);
        }
        self.grade = self.grade.max(Some(grade));
    }
}

/// What a legal move comes to.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The way.
    pub path: Vec<Spot>,
    /// How it is gone.
    pub gait: Gait,
    /// What it costs of the budget if drops are climbed down; none if that is too much.
    pub careful: Option<Length>,
    /// What it costs if drops are jumped down.
    pub bold: Length,
    /// The whole budget (PUN-Q-18).
    pub budget: Length,
    /// The rest.
    pub bill: Bill,
    /// Whether it ends on a hold in a wall (PUN-Q-14).
    pub clings: bool,
}

impl State {
    /// The budget of a Movement Action: four inches, six for the Swift (PUN-MOV-01, 02).
    pub fn budget(&self, model: ModelId) -> Length {
        Length::inches(if self.has(model, ModelRule::Swift) { 6 } else { 4 })
    }

    /// The mover of a model that goes in some way.
    pub fn mover(&self, model: ModelId, gait: Gait) -> Mover<'_> {
        Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body_in(model, self.spot(model), gait.posture()),
            // Whatever is lower than half the model does not hinder it (PUN-TER-02).
            step: self.who(model).height / 2 - Length::micrometres(1),
            others: &[],
        }
    }

    /// Judges a move: what it costs and takes, or why it cannot be made.
    pub fn plan_move(
        &self,
        model: ModelId,
        path: &[Spot],
        gait: Gait,
        purpose: &Purpose,
    ) -> Result<Plan, Refusal> {
        let budget = self.budget(model);
        let mover = self.mover(model, gait);
        let walk = mover.walk(path);
        let pace = gait.pace();
        let fixed = gait.fixed();
        if fixed + walk.length() * pace > budget {
            return Err(self.too_far(fixed + walk.length() * pace, budget, gait));
        }
        // Whoever hangs on a wall and goes nowhere still hangs there.
        let stays = path.first() == path.last();
        let hangs = stays && self.model(model).posture == Posture::Clinging;
        let clings = self.check_footing(model, path)? || hangs;
        self.keep_clear_of_enemies(model, path, purpose)?;
        let bill = self.bill(model, &walk, clings)?;
        let bold = fixed + (walk.length() + bill.climbed()) * pace;
        let down = bill.drops.iter().fold(Length::ZERO, |sum, drop| sum + drop.depth);
        let careful = Some(bold + down * pace).filter(|cost| *cost <= budget);
        let careful = careful.filter(|_| down == Length::ZERO || self.may_climb(model).is_ok());
        if bold > budget {
            return Err(self.too_far(bold, budget, gait));
        }
        if let Some(end) = path.last().filter(|end| path.first() != Some(end)) {
            self.check_footing_at_end(model, *end, gait, clings)?;
        }
        let path = path.to_vec();
        Ok(Plan { path, gait, careful, bold, budget, bill, clings })
    }

    /// What a straight stretch of a way costs, however much an Action is worth; none if it cannot be
    /// gone, or only at the risk of being lost for good.
    pub fn stretch(
        &self,
        model: ModelId,
        ends: [Spot; 2],
        gait: Gait,
        purpose: &Purpose,
    ) -> Option<Length> {
        if self.check_footing(model, &ends).ok()? {
            return None;
        }
        self.keep_clear_of_enemies(model, &ends, purpose).ok()?;
        let walk = self.mover(model, gait).walk(&ends);
        let bill = self.bill(model, &walk, false).ok().filter(|bill| !bill.is_deadly())?;
        Some(walk.length() + bill.climbed())
    }

    fn too_far(&self, cost: Length, budget: Length, gait: Gait) -> Refusal {
        let why = format!("the way costs {cost} inches, but an Action is worth {budget}");
        let clause = match gait {
            Gait::Walk => Clause("PUN-MOV-01"),
            _ => Clause("PUN-Q-18"),
        };
        Refusal::new(clause, why)
    }

    /// Adds up what the stretches and obstacles of a walk come to.
    fn bill(&self, model: ModelId, walk: &Walk, clings: bool) -> Result<Bill, Refusal> {
        let mut bill = Bill { length: walk.length(), ..Bill::default() };
        if self.model(model).gassed {
            bill.used.push(Clause("PUN-GAS-05"));
            bill.used.push(Clause("PUN-Q-44"));
            if !self.has(model, ModelRule::Offroad) {
                bill.worsen(Grade::Bad, Length::ZERO);
            }
        }
        let mut hurdles: SmallVec<[Hurdle; 2]> = SmallVec::new();
        for leg in &walk.legs {
            for met in &leg.met {
                self.charge_for(model, (leg, met), clings, &mut bill, &mut hurdles)?;
            }
        }
        for hurdle in hurdles {
            self.charge_for_hurdle(model, &hurdle, &mut bill)?;
        }
        bill.climbs.sort_unstable_by_key(|climb| climb.at);
        if !bill.climbs.is_empty() {
            self.may_climb(model)?;
        }
        Ok(bill)
    }

    fn charge_for(
        &self,
        model: ModelId,
        (leg, met): (&Leg, &Met),
        clings: bool,
        bill: &mut Bill,
        hurdles: &mut SmallVec<[Hurdle; 2]>,
    ) -> Result<(), Refusal> {
        let at = leg.start + met.from;
        match met.what {
            What::Ground { piece, .. } => self.charge_for_ground(model, (leg, met, piece), bill)?,
            What::Slope { rise, .. } => self.charge_for_rise(model, (at, rise, false), bill),
            What::Level { rise, way } => {
                let holds = clings || !self.table.carries(leg.from.at, leg.from.z);
                match way {
                    Some(Kind::Stairs) => (),
                    Some(_) if rise > Length::ZERO || -rise > SAFE_DROP => {
                        bill.climbs.push(Climb { at, height: rise.abs(), ladder: true });
                        bill.used.push(Clause("PUN-CLB-03"));
                    }
                    _ => self.charge_for_rise(model, (at, rise, holds), bill),
                }
            }
            What::Gap { width } => {
                // From and to a hold the base only clears the edge of what is climbed.
                let holds = clings || !self.table.carries(leg.from.at, leg.from.z);
                if !(holds && width <= self.who(model).base * 2) {
                    let deadly = self.is_over_pit(leg, met);
                    self.charge_for_leap((at, leg.start + met.until, deadly), bill)?;
                }
            }
            What::Obstacle { kind, piece, rise, thickness, brushed, feature } => {
                if is_screen(kind) {
                    return Ok(());
                }
                let name = &self.table.piece(piece).name;
                if kind == Kind::Door && feature.is_some() {
                    let why = "the door is closed: it takes an Action to open it";
                    return Err(Refusal::new(Clause("PUN-INT-05"), why));
                }
                let tall = rise > self.who(model).height;
                let slab = kind == Kind::Floor && thickness == Length::ZERO && !brushed;
                if slab || (tall && (brushed || self.is_roofed_over(leg, met, rise))) {
                    return Err(Refusal::new(
                        Clause("PUN-MOV-05"),
                        format!("{name} is in the way"),
                    ));
                }
                let until = leg.start + met.until;
                let reach = self.who(model).base * 2;
                match hurdles.iter_mut().find(|h| h.piece == piece && at <= h.until + reach) {
                    Some(known) => {
                        known.until = known.until.max(until);
                        known.rise = known.rise.max(rise);
                    }
                    None => hurdles.push(Hurdle { piece, from: at, until, rise }),
                }
            }
            What::Body { .. } | What::Cloud { .. } => (),
            What::OffTable => {
                return Err(Refusal::new(Clause("PUN-SC0-08"), "the move leaves the table"));
            }
        }
        Ok(())
    }

    /// Ground of a grade: what nobody may enter is leapt over or not at all (PUN-TER-03, 06, 08).
    fn charge_for_ground(
        &self,
        model: ModelId,
        (leg, met, piece): (&Leg, &Met, PieceId),
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        let lore = self.lore[usize::from(piece.0)];
        let mut grade = lore.grade;
        if grade == Grade::Clear || self.is_bridged(leg, met) {
            return Ok(());
        }
        let at = leg.start + met.from;
        if grade == Grade::Impassable {
            if met.until == leg.length && leg.length > Length::ZERO && met.from < met.until {
                let why = format!("nobody can stop in {}", self.table.piece(piece).name);
                return Err(Refusal::new(Clause("PUN-TER-08"), why));
            }
            return self.charge_for_leap((at, leg.start + met.until, true), bill);
        }
        if self.has(model, ModelRule::Offroad) {
            grade = grade.offroad();
            bill.used.push(Clause("PUN-OFF-01"));
        }
        bill.worsen(grade, at);
        Ok(())
    }

    /// Whether a plank lies over all of a stretch of ground.
    fn is_bridged(&self, leg: &Leg, met: &Met) -> bool {
        leg.met.iter().any(|other| match other.what {
            What::Ground { piece, .. } => {
                let bridge = self.lore[usize::from(piece.0)].bridge;
                bridge && other.from <= met.from && met.until <= other.until
            }
            _ => false,
        })
    }

    /// A step up or down: nothing, bad going, a climb or a drop, by its height (PUN-TER-02, 05,
    /// PUN-CLB-01, 04, PUN-JMP-07, PUN-Q-15).
    fn charge_for_rise(
        &self,
        model: ModelId,
        (at, rise, holds): (Length, Length, bool),
        bill: &mut Bill,
    ) {
        let height = self.who(model).height;
        if rise > Length::ZERO {
            if holds || rise > height {
                bill.climbs.push(Climb { at, height: rise, ladder: false });
                bill.used.push(Clause("PUN-CLB-01"));
            } else if rise * 2 >= height {
                self.obstacle(model, at, bill);
            }
        } else if -rise > SAFE_DROP.max(height) {
            bill.drops.push(Drop { at, depth: -rise });
            bill.used.push(Clause("PUN-JMP-07"));
        } else if rise < Length::ZERO {
            bill.used.push(Clause(if -rise <= height { "PUN-CLB-04" } else { "PUN-JMP-07" }));
            bill.used.extend([Clause("PUN-Q-58"), Clause("PUN-G-16"), Clause("PUN-Q-27")]);
        }
    }

    /// An obstacle from half the model's height up to all of it counts as bad ground (PUN-TER-05).
    fn obstacle(&self, model: ModelId, at: Length, bill: &mut Bill) {
        if self.has(model, ModelRule::Offroad) {
            bill.used.push(Clause("PUN-OFF-01"));
            return;
        }
        bill.worsen(Grade::Bad, at);
        bill.used.push(Clause("PUN-TER-05"));
    }

    /// Whatever is gone over: low things as bad ground, high ones are climbed up and down.
    fn charge_for_hurdle(
        &self,
        model: ModelId,
        hurdle: &Hurdle,
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        if hurdle.rise <= self.who(model).height {
            self.obstacle(model, hurdle.from, bill);
            return Ok(());
        }
        if self.lore[usize::from(hurdle.piece.0)].grade == Grade::Impassable {
            let why = format!("{} has no holds", self.table.piece(hurdle.piece).name);
            return Err(Refusal::new(Clause("PUN-TER-08"), why));
        }
        self.charge_for_rise(model, (hurdle.from, hurdle.rise, false), bill);
        self.charge_for_rise(model, (hurdle.until, -hurdle.rise, false), bill);
        Ok(())
    }

    fn charge_for_leap(
        &self,
        (from, until, deadly): (Length, Length, bool),
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        // Two stretches that meet are one gap.
        let (from, deadly) = match bill.leaps.last() {
            Some(last) if last.until >= from => {
                let merged = (last.from, deadly || last.deadly);
                bill.leaps.pop();
                merged
            }
            _ => (from, deadly),
        };
        let width = until - from;
        if width > WIDEST {
            let why = format!("the gap is {width} inches wide, a jump reaches {WIDEST}");
            return Err(Refusal::new(Clause("PUN-JMP-05"), why));
        }
        if width > Length::ZERO {
            bill.leaps.push(Leap { from, until, deadly });
            bill.used.push(Clause("PUN-JMP-01"));
        }
        Ok(())
    }

    /// Whether a model can climb at all (PUN-CLB-05).
    pub fn may_climb(&self, model: ModelId) -> Result<(), Refusal> {
        let rule = [ModelRule::Beast, ModelRule::Rider].into_iter().find(|r| self.has(model, *r));
        match rule {
            Some(rule) => {
                let why = format!("{} cannot climb: {rule}", self.name(model));
                Err(Refusal::new(Clause("PUN-CLB-05"), why))
            }
            None => Ok(()),
        }
    }

    /// Whether a gap is one of the holes in the ground, with nothing level below.
    fn is_over_pit(&self, leg: &Leg, met: &Met) -> bool {
        let middle = (met.from + met.until) / 2;
        let at = leg.from.at.toward(leg.to.at - leg.from.at, middle);
        self.table.supports(at).iter().all(|z| *z > leg.from.z)
    }

    /// Whether a floor or roof reaches over one side of an obstacle below its top.
    fn is_roofed_over(&self, leg: &Leg, met: &Met, rise: Length) -> bool {
        let along = leg.to.at - leg.from.at;
        let feet = leg.from.z.min(leg.to.z);
        let sides = [met.from, met.until].map(|place| leg.from.at.toward(along, place));
        let volumes = self.table.volumes().iter();
        let mut slabs =
            volumes.filter(|v| v.kind == Kind::Floor && v.bottom > feet && v.top <= feet + rise);
        slabs.any(|slab| sides.iter().any(|side| slab.shape.contains(*side)))
    }

    /// Which rules the Agility roll of a way falls under: bad ground, very bad ground, a climb
    /// (PUN-TER-03, 07, PUN-CLB-01, 03, PUN-Q-48).
    pub fn trial(&self, model: ModelId, bill: &Bill) -> Option<Trial> {
        let offroad =
            self.has(model, ModelRule::Offroad) && self.agreed.offroad_climbs == OffroadClimbs::On;
        let ladder = bill.climbs.iter().any(|climb| climb.ladder);
        match (bill.grade, bill.has_wall()) {
            (_, true) if offroad => Some(Trial::Ladder),
            (_, true) => Some(Trial::Wall),
            (Some(Grade::VeryBad), _) => Some(Trial::VeryBad),
            _ if ladder && !offroad => Some(Trial::Ladder),
            (Some(Grade::Bad), _) => Some(Trial::Bad),
            _ => None,
        }
    }
}

/// What an Agility roll for the full distance is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Bad ground: failing means half the distance (PUN-TER-04).
    Bad,
    /// A ladder: the same (PUN-CLB-03).
    Ladder,
    /// Very bad ground: failing means falling over (PUN-TER-07).
    VeryBad,
    /// A wall: failing means falling off (PUN-CLB-01).
    Wall,
}

impl Trial {
    /// The rule that asks for it.
    pub fn clause(self) -> &'static str {
        match self {
            Trial::Bad => "PUN-TER-03",
            Trial::Ladder => "PUN-CLB-03",
            Trial::VeryBad => "PUN-TER-07",
            Trial::Wall => "PUN-CLB-01",
        }
    }

    /// What is at stake, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Trial::Bad => "Agility roll for bad ground, or half the distance",
            Trial::Ladder => "Agility roll for the ladder, or half the distance",
            Trial::VeryBad => "Agility roll for very bad ground, or it falls over",
            Trial::Wall => "Agility roll for the climb, or it falls",
        }
    }
}

impl Plan {
    /// What the way costs, if drops are climbed down or not.
    pub fn cost(&self, bold: bool) -> Length {
        if bold { self.bold } else { self.careful.unwrap_or(self.bold) }
    }

    /// How far along the way half the budget is used up, and how much of a climb there is done
    /// (PUN-TER-04, PUN-Q-15).
    pub fn halfway(&self) -> (Length, Length) {
        let pace = self.gait.pace();
        let before = if self.gait.changes_first() { CROUCHING } else { Length::ZERO };
        let mut left = (self.budget / 2 - before).max(Length::ZERO) / pace;
        let mut at = Length::ZERO;
        for climb in &self.bill.climbs {
            let walk = climb.at - at;
            if walk >= left {
                return (at + left, Length::ZERO);
            }
            left -= walk;
            at = climb.at;
            if climb.height > left {
                return (at, left);
            }
            left -= climb.height;
        }
        ((at + left).min(self.bill.length), Length::ZERO)
    }
}
