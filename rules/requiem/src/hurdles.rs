//! Chapters 5 and 6: what a way costs. Climbs, drops, leaps, vaults and rough ground.

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Walk, What};
use tabletop::{FeatureId, Kind, Length, PieceId};

use crate::movement::Allowance;
use crate::options::Rough;
use crate::state::{BASE, HEIGHT, State};

/// Kerbs and other steps up to this height are walked over without notice (REQ-Q-72).
pub const KERB: Length = Length::cents(25);
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

/// What a walk comes to: distance over open and over rough ground.
#[derive(Debug, Default)]
pub struct Bill {
    open: Length,
    rough: Length,
    hurdles: SmallVec<[Hurdle; 2]>,
    /// Rules the move makes use of.
    pub used: SmallVec<[Clause; 4]>,
    /// Doors on the way, which are opened, and how far along the path they are.
    pub doors: SmallVec<[(Length, FeatureId); 1]>,
}

/// Something solid that is crossed. Parts of one piece that the base meets at the same time are
/// one hurdle: the corner of a wall is not vaulted twice, but a wall that is crossed on one leg
/// and crossed back on the next is.
#[derive(Debug)]
struct Hurdle {
    piece: PieceId,
    kind: Kind,
    /// How far along the path it ends.
    until: Length,
    rise: Length,
    thickness: Length,
    /// How much of the thickness is rough ground and counts as such already.
    rough: Length,
    /// Where the leg begins that crosses it; nowhere as long as the base only brushes it.
    crossed: Option<Length>,
}

/// Stretches of a leg, in order, that do not overlap.
type Stretches = SmallVec<[(Length, Length); 4]>;

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
            | Kind::Ford
            | Kind::Rubble
            | Kind::Crater
            | Kind::Interior
            | Kind::Trench
    )
}

impl State {
    /// Adds up what the stretches and obstacles of a walk cost.
    pub fn bill(&self, model: ModelId, walk: &Walk) -> Result<Bill, Refusal> {
        check_leaps(walk)?;
        let mut bill = Bill::default();
        for leg in &walk.legs {
            let rough = overlap(&rough_stretches(leg), (Length::ZERO, leg.length));
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
        let crossed = (!brushed).then_some(leg.start);
        let same = |h: &&mut Hurdle| {
            let twice = crossed.is_some() && h.crossed.is_some() && crossed != h.crossed;
            h.piece == piece && from <= h.until + if twice { Length::ZERO } else { BASE * 2 }
        };
        let known = bill.hurdles.iter_mut().rev().find(same);
        let begin = known.as_ref().map_or(from, |h| from.max(h.until).min(until));
        let rough = overlap(&rough_stretches(leg), (begin - leg.start, met.until));
        match known {
            Some(hurdle) => {
                hurdle.thickness += until - begin;
                hurdle.rough += rough;
                hurdle.until = hurdle.until.max(until);
                hurdle.rise = hurdle.rise.max(rise);
                hurdle.crossed = crossed.or(hurdle.crossed);
            }
            None => {
                bill.hurdles.push(Hurdle { piece, kind, until, rise, thickness, rough, crossed });
            }
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
    pub fn price(&self, bill: &Bill, allowance: Allowance) -> Result<Length, Refusal> {
        let (open, rough) = (bill.open, bill.rough);
        if open > allowance.distance {
            return Err(too_far(open, allowance));
        }
        if rough <= Length::ZERO {
            return Ok(open);
        }
        let halved = |left: Length| Length::inches((left / 2).whole_inches());
        let (price, reach, going) = match self.agreed.rough {
            Rough::PerInch => (open + rough * 2, halved(allowance.distance - open), rough),
            Rough::WholeMove => ((open + rough) * 2, halved(allowance.distance), open + rough),
        };
        if going <= reach {
            return Ok(price.min(allowance.distance));
        }
        let why = match self.agreed.rough {
            Rough::PerInch if open == Length::ZERO => {
                format!("{going} inches of rough ground, but only {reach} can be used there")
            }
            Rough::PerInch => format!(
                "{going} inches of rough ground, but after {open} open inches only {reach} is \
                 left for it"
            ),
            Rough::WholeMove => format!(
                "{going} inches, but rough ground leaves only {reach} of the {}",
                allowance.distance
            ),
        };
        Err(Refusal::new(Clause("REQ-Q-26"), why))
    }
}

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
    let Hurdle { kind, rise, thickness, rough, .. } = *hurdle;
    if rise <= VAULT_HEIGHT && thickness <= VAULT_DEPTH {
        bill.open += VAULT_COST - (thickness - rough);
        bill.rough -= rough;
        bill.used.extend([Clause("REQ-MOVE-08"), Clause("REQ-MOVE-09"), Clause("REQ-Q-28")]);
    } else if kind == Kind::Wire {
        bill.open -= thickness - rough;
        bill.rough += thickness - rough;
        bill.used.extend([Clause("REQ-TERR-01"), Clause("REQ-Q-73")]);
    } else {
        bill.open += rise * 2;
        bill.used.extend([Clause("REQ-MOVE-04"), Clause("REQ-Q-28")]);
    }
}

/// Whether something is so high or thick that one climbs onto it and down again.
pub fn is_climbed(what: &What) -> bool {
    let What::Obstacle { kind, rise, thickness, brushed, .. } = *what else { return false };
    let is_vaulted = rise <= VAULT_HEIGHT && thickness <= VAULT_DEPTH;
    !is_vaulted && !brushed && !matches!(kind, Kind::Wire | Kind::Door)
}

/// Where on a leg the base's center is on rough ground; overlapping patches count once.
fn rough_stretches(leg: &Leg) -> Stretches {
    let rough = leg
        .met
        .iter()
        .filter(|met| matches!(met.what, What::Ground { kind, .. } if is_rough(kind)));
    let mut all = Stretches::new();
    let mut reached = Length::ZERO;
    // Everything met is in the order in which it begins.
    for met in rough {
        let from = met.from.max(reached);
        if met.until > from {
            all.push((from, met.until));
            reached = met.until;
        }
    }
    all
}

/// How much of a span some stretches cover.
fn overlap(stretches: &Stretches, (from, until): (Length, Length)) -> Length {
    let covered = |total: Length, stretch: &(Length, Length)| {
        total + (stretch.1.min(until) - stretch.0.max(from)).max(Length::ZERO)
    };
    stretches.iter().fold(Length::ZERO, covered)
}

/// Whoever leaps lands on something level: not halfway up a climb (REQ-MOVE-07), and no deeper
/// than one can leap down (REQ-Q-29).
fn check_leaps(walk: &Walk) -> Result<(), Refusal> {
    let gaps = walk.met().filter(|(_, met)| matches!(met.what, What::Gap { .. }));
    for (leg, gap) in gaps {
        let (from, until) = (leg.start + gap.from, leg.start + gap.until);
        for (leg, met) in walk.met() {
            let place = leg.start + met.from;
            let rise = match met.what {
                What::Level { rise, .. } => rise,
                What::Slope { rise, .. } if rise.abs() > SLOPE => rise,
                _ => continue,
            };
            if place == until && rise > KERB {
                let why = format!("the leap would end in a climb of {rise} inches");
                return Err(Refusal::new(Clause("REQ-MOVE-07"), why));
            }
            if (place == from || place == until) && -rise > JUMP {
                let why = format!("the leap would end {} inches deeper", -rise);
                return Err(Refusal::new(Clause("REQ-Q-29"), why));
            }
        }
    }
    Ok(())
}

/// The refusal of a way that is too long.
pub fn too_far(length: Length, allowance: Allowance) -> Refusal {
    let why = format!("the way costs {length} inches, but only {} may be used", allowance.distance);
    Refusal::new(allowance.clause, why)
}

const _: () = assert!(VAULT_HEIGHT.um() * 2 == HEIGHT.um());
