//! Rustlers: a pen full of animals, and whoever catches more of them wins.

use engine::{Choice, Clause, Cx, Event, ModelId, Need, Play, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::polygon::point_segment_cmp;
use tabletop::{Extent, Form, Kind, Length, Piece, Point, Spot};

use crate::actions::{Action, Offers};
use crate::layout::{self, Plot};
use crate::options::CattleExit;
use crate::scenarios::{ANIMALS, MissionAction};
use crate::state::{Acting, CONTACT, Fate, Mark, Models, State};

/// An animal counter (MUT-SCN-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Animal {
    /// Where it is, or was when it was taken.
    pub spot: Spot,
    /// Who has it.
    pub carrier: Option<ModelId>,
}

/// Radius of a counter: a small coin.
pub const COIN: Length = Length::millimetres(10);

/// Lays the pen around the middle, and four to six things of the theme at least Short from it
/// (MUT-SCN-20, 21).
pub fn lay(plot: &mut Plot<'_>) {
    let middle = plot.side() / 2;
    let (w, d) = (plot.sized(20, 26), plot.sized(14, 20));
    let corners = [(-w, -d), (w, -d), (w, d), (-w, d), (-w, -d)];
    let line = corners.map(|(x, y)| (middle + x, middle + y));
    plot.add_fixed([layout::wall(Kind::Fence, "cattle pen", &line, 1)]);
    let wanted = plot.dice.between(4, 6);
    plot.scatter(wanted - wanted % if plot.symmetric { 2 } else { 1 }, 4);
}

/// The inside of the pen: the box of the fences called so, or else the middle of the table.
pub fn pen(pieces: &[Piece], table: Extent) -> Extent {
    let fences = pieces.iter().filter(|p| layout::is_pen(std::slice::from_ref(*p)));
    let corners: Vec<Point> = fences
        .filter_map(|p| match &p.form {
            Form::Barrier { line, .. } => Some(line.clone()),
            Form::Area(shape) => Some(shape.corners().to_vec()),
            _ => None,
        })
        .flatten()
        .collect();
    let (x, y) = (table.high.x / 8, table.high.y / 8);
    let middle = Point::new(table.high.x / 2, table.high.y / 2);
    let usual = Extent {
        low: Point::new(middle.x - x, middle.y - y),
        high: Point::new(middle.x + x, middle.y + y),
    };
    Extent::around(&corners).unwrap_or(usual)
}

/// Twelve places in a pen, in the order in which they are taken: by turns on either side of the
/// middle, so that nobody's half has many more.
fn stalls(pen: Extent) -> impl Iterator<Item = Point> {
    const STALLS: [(i32, i32); 6] = [(1, 1), (-1, 1), (3, 0), (1, -2), (3, 2), (-3, 2)];
    let (width, depth) = (pen.high.x - pen.low.x, pen.high.y - pen.low.y);
    let middle = Point::new(pen.low.x + width / 2, pen.low.y + depth / 2);
    STALLS.into_iter().flat_map(move |(i, j)| {
        let by = Point::new(width * i / 8, depth * j / 6);
        let one = Point::new(middle.x + by.x, middle.y + by.y);
        [one, Point::new(middle.x - by.x, middle.y - by.y)]
    })
}

impl State {
    /// Two dice of animals are scattered in the pen (MUT-SCN-22).
    pub fn scatter_animals(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let side = self.mission.defender.unwrap_or(SideId(0));
        let dice = cx.dice(Need::d6(side, 2, "counts the animals"))?;
        let n: u8 = dice.iter().sum();
        let pen = pen(self.table.pieces(), self.table.extent());
        let spots = stalls(pen).take(usize::from(n));
        let animal =
            |at: Point| Animal { spot: at.at_height(self.table.ground_height(at)), carrier: None };
        self.mission.animals = spots.map(animal).collect();
        cx.say(|| Event::note(Clause("MUT-SCN-22"), format!("There are {n} animals in the pen")));
        Ok(())
    }

    /// The first free animal that a model comes to touch along a path, if it can take one
    /// (MUT-SCN-23).
    pub fn animal_on_the_way(&self, model: ModelId, path: &[Spot]) -> Option<u8> {
        if self.is(model, Mark::Herding) || !self.is_active(model) {
            return None;
        }
        let reach = self.body(model).base + COIN + CONTACT;
        let legs: SmallVec<[(Spot, Spot); 2]> = match path {
            [only] => SmallVec::from_slice(&[(*only, *only)]),
            _ => path.windows(2).map(|ends| (ends[0], ends[1])).collect(),
        };
        let near = |(from, to): &(Spot, Spot), spot: Spot| match from.at == to.at {
            true => from.at.distance_squared(spot.at) <= reach.squared(),
            false => point_segment_cmp(spot.at, from.at, to.at, reach).is_le(),
        };
        legs.iter().find_map(|leg| {
            let free = (0..self.mission.animals.len()).filter(|i| {
                let animal = &self.mission.animals[*i];
                animal.carrier.is_none() && near(leg, animal.spot)
            });
            let first =
                free.min_by_key(|i| leg.0.at.distance_squared(self.mission.animals[*i].spot.at));
            first.map(|i| i as u8)
        })
    }

    /// A model takes an animal; one is all it can carry (MUT-SCN-23, MUT-Q-134).
    pub fn take_animal(&mut self, cx: &mut Cx<'_>, model: ModelId, index: usize) {
        let able = self.model(model).spot.is_some() && self.is_active(model);
        let herding = self.is(model, Mark::Herding);
        let Some(animal) = self.mission.animals.get_mut(index) else { return };
        if animal.carrier.is_some() || herding || !able {
            return;
        }
        animal.carrier = Some(model);
        self.model_mut(model).marks.put(Mark::Herding);
        cx.cite(Clause("MUT-Q-134"));
        cx.say(|| {
            Event::note(Clause("MUT-SCN-23"), format!("{} takes an animal", self.name(model)))
        });
    }

    /// A model lets go of its animal, or drops it as it dies (MUT-Q-134).
    pub fn drop_animal(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let spot = self.last_spot(model);
        self.model_mut(model).marks.clear(Mark::Herding);
        let carried = self.mission.animals.iter_mut().find(|a| a.carrier == Some(model));
        let Some(animal) = carried else { return };
        animal.carrier = None;
        animal.spot = spot.unwrap_or(animal.spot);
        cx.say(|| {
            let text = format!("{}'s animal is free again", self.name(model));
            Event::note(Clause("MUT-Q-134"), text)
        });
    }

    /// Letting the animal go costs nothing, like dropping anything (MUT-ACT-04).
    pub fn offer_release(&self, acting: &Acting, offers: &mut Offers) {
        let carries = |model| self.mission.animals.iter().any(|a| a.carrier == Some(model));
        if self.is_active(acting.model) && carries(acting.model) {
            offers.push(Action::Mission(MissionAction::Release));
        }
    }

    /// A model lets its animal go.
    pub fn release(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        cx.cite(Clause("MUT-ACT-04"));
        if let Some(acting) = self.acting_mut(model) {
            acting.started = true;
        }
        self.drop_animal(cx, model);
    }

    /// Nobody is left to hinder the last party on the table: whoever of it has no animal yet
    /// takes one of those that are left, and gets away with it (MUT-Q-134).
    pub fn round_up(&mut self, cx: &mut Cx<'_>) {
        let idle: Models = self.in_play().filter(|m| !self.is(*m, Mark::Herding)).collect();
        let free = self.mission.animals.iter_mut().filter(|a| a.carrier.is_none());
        let caught: Models = free
            .zip(idle)
            .map(|(animal, model)| {
                animal.carrier = Some(model);
                model
            })
            .collect();
        for model in &caught {
            self.model_mut(*model).marks.put(Mark::Herding);
        }
        self.mission.rounded_up = true;
        if !caught.is_empty() {
            cx.say(|| {
                let names: Vec<&str> = caught.iter().map(|m| self.name(*m)).collect();
                let text =
                    format!("Nobody is in the way any more: {} take the rest", names.join(", "));
                Event::note(Clause("MUT-Q-134"), text)
            });
        }
    }

    /// How many animals a side has caught: those its models carry or have got away with, or
    /// only the latter where that was agreed and anybody could still stop them (MUT-SCN-24,
    /// MUT-Q-134).
    pub fn animals_caught(&self, side: SideId) -> u32 {
        let must_leave = self.agreed.cattle_exit == CattleExit::On && !self.mission.rounded_up;
        let caught = |carrier: ModelId| match self.model(carrier).fate {
            Some(Fate::RanOff) => self.own_side(carrier) == side,
            Some(Fate::Killed) => false,
            None => !must_leave && self.side(carrier) == side,
        };
        let carriers = self.mission.animals.iter().filter_map(|a| a.carrier);
        carriers.filter(|carrier| caught(*carrier)).count() as u32
    }

    /// Animals that nobody has caught yet.
    pub fn animals_left(&self) -> u32 {
        let must_leave = self.agreed.cattle_exit == CattleExit::On;
        let left = |carrier: Option<ModelId>| match carrier {
            None => true,
            Some(carrier) => must_leave && self.model(carrier).fate.is_none(),
        };
        self.mission.animals.iter().filter(|a| left(a.carrier)).count() as u32
    }

    /// The place of an animal among the sites of the mission.
    pub fn animal_site(index: u8) -> u8 {
        ANIMALS.saturating_add(index)
    }
}

/// Letting go in words.
pub fn describe_release() -> Choice {
    Choice::new("let the animal go").detail("free").merit(-50)
}

/// Each animal is worth two Food (MUT-SCN-24).
pub const FOOD_OF_ANIMAL: u32 = 2;
