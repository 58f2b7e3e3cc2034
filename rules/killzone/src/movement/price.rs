//! What a way costs: its length, and what difficult ground, buildings and climbing take off the
//! move (KZ-MOVE-02 to 05, KZ-X-25, KZ-GEO-03).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Walk, What};
use tabletop::{FeatureId, Kind, Length, PieceId};

use crate::profile::Class;
use crate::state::State;

/// Things up to this height are crossed as difficult ground; higher ones are climbed.
const LOW: Length = Length::cents(60);
/// A sill up to this height is climbed through (KZ-X-25).
const SILL: Length = Length::inches(1);
/// A move ends this far inside of a building at the latest: the base is just through the door
/// (KZ-MOVE-03).
const THRESHOLD: Length = Length::cents(150);

/// Sorts of difficult ground: each takes its price once in a move (KZ-GEO-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Woods,
    Rubble,
    Water,
    Mud,
    Obstacle(Kind),
    Climb,
    Fire,
    Leaving,
    Stairs,
}

/// What a walk comes to.
#[derive(Debug, Default)]
pub struct Bill {
    /// What it costs of the move.
    pub price: Length,
    sorts: SmallVec<[Sort; 4]>,
    /// Rules it makes use of.
    pub used: SmallVec<[Clause; 4]>,
    /// Doors that are opened.
    pub doors: SmallVec<[FeatureId; 1]>,
}

fn difficult(kind: Kind) -> Option<Sort> {
    match kind {
        Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => Some(Sort::Woods),
        Kind::Rubble | Kind::Crater | Kind::Trench => Some(Sort::Rubble),
        Kind::Water | Kind::Ford => Some(Sort::Water),
        Kind::Swamp => Some(Sort::Mud),
        _ => None,
    }
}

/// Whether ground takes its price off a move (KZ-X-25).
pub fn is_difficult(kind: Kind) -> bool {
    difficult(kind).is_some()
}

impl State {
    /// What difficult ground takes off a figure's move (KZ-MOVE-02, 05).
    fn penalty(&self, model: ModelId) -> Length {
        let scavenger = self.who(model).class == Class::Scavenger;
        Length::inches(if scavenger { 2 } else { 4 })
    }

    /// Adds up what a walk costs.
    pub fn bill(&self, model: ModelId, walk: &Walk, others: &[ModelId]) -> Result<Bill, Refusal> {
        let mut bill = Bill { price: walk.length(), ..Bill::default() };
        for (leg, met) in walk.met() {
            self.charge(model, (leg, met), others, &mut bill)?;
        }
        self.charge_for_buildings(model, walk, &mut bill)?;
        let sorts = bill.sorts.len() as i32;
        bill.price += self.penalty(model) * sorts;
        if sorts > 0 && self.who(model).class == Class::Scavenger {
            bill.used.push(Clause("KZ-MOVE-05"));
        }
        if sorts > 1 {
            bill.used.push(Clause("KZ-Q-57"));
        }
        Ok(bill)
    }

    fn charge(
        &self,
        model: ModelId,
        (_, met): (&Leg, &Met),
        others: &[ModelId],
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        match met.what {
            What::Ground { kind, .. } => {
                let entered = met.length() > Length::ZERO;
                if let Some(sort) = difficult(kind).filter(|_| entered) {
                    bill.note(sort, Clause("KZ-MOVE-02"));
                    bill.used.push(Clause("KZ-X-25"));
                }
            }
            What::Slope { rise, .. } => bill.price += rise.abs(),
            What::Level { rise, way } => {
                bill.price += rise.abs();
                let stairs = way == Some(Kind::Stairs);
                bill.note(if stairs { Sort::Stairs } else { Sort::Climb }, Clause("KZ-X-25"));
            }
            What::Gap { .. } => {
                let why = "there is nothing to walk on, and nobody leaps";
                return Err(Refusal::new(Clause("KZ-X-25"), why));
            }
            What::Obstacle { kind: Kind::Door, feature, .. } => bill.doors.extend(feature),
            What::Obstacle { kind, piece, rise, brushed, .. } => {
                self.charge_for_obstacle((kind, piece), rise, brushed, bill)?;
            }
            What::Body { index, .. } => {
                let Some(other) = others.get(index) else { return Ok(()) };
                let enemy = self.side(*other) != self.side(model);
                if enemy || self.who(*other).is_vehicle() {
                    let why = format!("{} is in the way", self.name(*other));
                    return Err(Refusal::new(Clause("KZ-X-38"), why));
                }
                bill.used.push(Clause("KZ-X-38"));
            }
            What::Cloud { kind: Kind::Fire, .. } => bill.note(Sort::Fire, Clause("KZ-X-14")),
            What::Cloud { .. } => (),
            What::OffTable => {
                return Err(Refusal::new(Clause("KZ-GEO-03"), "the move leaves the table"));
            }
        }
        Ok(())
    }

    /// Low things are difficult ground; walls of buildings are passed at windows only; whatever
    /// else is high is climbed up and down (KZ-X-25).
    fn charge_for_obstacle(
        &self,
        (kind, piece): (Kind, PieceId),
        rise: Length,
        brushed: bool,
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        let low = rise <= LOW || kind == Kind::Wire;
        if brushed && low {
            return Ok(());
        }
        let wall = matches!(kind, Kind::Building | Kind::Floor);
        if brushed || (wall && (rise > SILL || kind == Kind::Floor)) {
            let why = format!("{} is in the way", self.table.piece(piece).name);
            return Err(Refusal::new(Clause("KZ-X-25"), why));
        }
        if wall {
            bill.used.push(Clause("KZ-X-25"));
        } else if low {
            bill.note(Sort::Obstacle(kind), Clause("KZ-MOVE-02"));
            bill.used.push(Clause("KZ-X-25"));
        } else {
            bill.price += rise * 2;
            bill.note(Sort::Climb, Clause("KZ-X-25"));
        }
        Ok(())
    }

    /// Leaving a building takes its price off the move, entering one ends it
    /// (KZ-MOVE-03, 04).
    fn charge_for_buildings(
        &self,
        model: ModelId,
        walk: &Walk,
        bill: &mut Bill,
    ) -> Result<(), Refusal> {
        let mut inside = self.indoors(self.spot(model));
        let whole = walk.length();
        // Stretches indoors, each piece's joined where one leg goes on where another ended.
        let mut stretches: SmallVec<[(Length, Length, PieceId); 4]> = SmallVec::new();
        for (leg, met) in walk.met() {
            let What::Ground { kind: Kind::Interior, piece } = met.what else { continue };
            let (from, until) = (leg.start + met.from, leg.start + met.until);
            match stretches.last_mut().filter(|(_, end, p)| *p == piece && *end >= from) {
                Some((_, end, _)) => *end = (*end).max(until),
                None if until > from => stretches.push((from, until, piece)),
                None => (),
            }
        }
        for (from, until, piece) in stretches {
            if inside != Some(piece) {
                bill.used.push(Clause("KZ-MOVE-03"));
                bill.used.push(Clause("KZ-X-25"));
                if whole - from > THRESHOLD {
                    let name = &self.table.piece(piece).name;
                    let why = format!("entering {name} ends the move just inside");
                    return Err(Refusal::new(Clause("KZ-MOVE-03"), why));
                }
            } else if until < whole {
                bill.note(Sort::Leaving, Clause("KZ-MOVE-04"));
            }
            inside = None;
        }
        Ok(())
    }
}

impl Bill {
    /// Notes a sort of difficult ground, once.
    fn note(&mut self, sort: Sort, clause: Clause) {
        if !self.sorts.contains(&sort) {
            self.sorts.push(sort);
            self.used.push(clause);
        }
    }
}
