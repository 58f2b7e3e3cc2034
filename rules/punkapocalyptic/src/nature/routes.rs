//! The shortest way to somebody around whatever is in between: for those who may not choose where
//! they go (PUN-Q-41, PUN-PAC-03), and for Assaults around corners (PUN-ASL-01).
//!
//! A shortest way is straight but for bends around the corners of things. So places just off those
//! corners are all that is looked at, those that lie least off the straight line first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use engine::ModelId;
use tabletop::movement::contact_ring;
use tabletop::{Extent, Length, Nature, Point, Polygon, Spot};

use crate::movement::{Gait, Purpose};
use crate::state::{CONTACT, Models, State};
use crate::terrain::{Grade, is_screen};

/// How far off a corner a base passes.
const CLEARANCE: Length = Length::cents(5);
/// How far aside of the straight line corners are looked for.
const ASIDE: Length = Length::inches(12);
/// The most corners that are looked at.
const MOST_CORNERS: usize = 32;
/// Corners this near to each other are as good as one.
const SAME: Length = Length::cents(5);

/// A way into contact with somebody.
#[derive(Clone, Debug)]
pub struct Route {
    /// Where it leads, start included.
    pub path: Vec<Spot>,
    /// What it costs in inches of movement.
    pub cost: Length,
}

/// A place that a way may lead over.
#[derive(Clone, Copy, Debug)]
struct Place {
    spot: Spot,
    /// Whether it is in contact with whom the way is to.
    there: bool,
    /// What it costs to get there, as far as is known, and over which place.
    best: Option<(Length, usize)>,
    settled: bool,
}

impl State {
    /// The shortest way of a model from a spot into contact with another, of at most a length.
    pub fn route(
        &self,
        (model, from): (ModelId, Spot),
        gait: Gait,
        goal: ModelId,
        most: Length,
    ) -> Option<Route> {
        let purpose = match self.side(goal) == self.side(model) {
            true => Purpose::Move,
            false => Purpose::Assault { target: goal, seen: Models::from_slice(&[goal]) },
        };
        let nearest = contact_ring(self.who(model).base, &self.body(goal), from.at)[0];
        let straight = [from, self.level_with(goal, from, nearest)];
        let bare = from.at.distance(nearest);
        if bare <= most && self.stretch(model, straight, gait, &purpose) == Some(bare) {
            return Some(Route { path: straight.to_vec(), cost: bare });
        }
        let corners = self.corners((model, from), goal, most);
        if corners.is_empty() {
            return None;
        }
        let mut places = self.places_on_route((model, from), goal, corners);
        let there = self.spot(goal).at;
        let contact = self.who(model).base + self.who(goal).base;
        let to_go = |spot: Spot| (spot.at.distance(there) - contact).max(Length::ZERO);
        let mut queue = BinaryHeap::from([Reverse((to_go(from), 0))]);
        while let Some(Reverse((_, here))) = queue.pop() {
            let Some((cost, _)) = places[here].best.filter(|_| !places[here].settled) else {
                continue;
            };
            if places[here].there {
                return Some(Route { path: way_to(&places, here), cost });
            }
            places[here].settled = true;
            for next in 1..places.len() {
                let ends = [places[here].spot, places[next].spot];
                let bare = cost + ends[0].at.distance(ends[1].at);
                let known = places[next].best.is_some_and(|(known, _)| known <= bare);
                if places[next].settled || known || bare + to_go(ends[1]) > most {
                    continue;
                }
                let Some(stretch) = self.stretch(model, ends, gait, &purpose) else { continue };
                let cost = cost + stretch;
                if cost <= most && places[next].best.is_none_or(|(known, _)| cost < known) {
                    places[next].best = Some((cost, here));
                    queue.push(Reverse((cost + to_go(ends[1]), next)));
                }
            }
        }
        None
    }

    /// A point on the floor of the goal or of the start, or else on the ground.
    fn level_with(&self, goal: ModelId, from: Spot, at: Point) -> Spot {
        let levels = [self.spot(goal).z, from.z];
        let carried = levels.into_iter().find(|z| self.table.carries(at, *z));
        at.at_height(carried.unwrap_or_else(|| self.table.ground_height(at)))
    }

    /// The start, the places around the goal, and the corners in between.
    fn places_on_route(
        &self,
        (model, from): (ModelId, Spot),
        goal: ModelId,
        corners: Vec<Point>,
    ) -> Vec<Place> {
        let place = |at: Point, there: bool| {
            let spot = self.level_with(goal, from, at);
            Place { spot, there, best: None, settled: false }
        };
        let ring = contact_ring(self.who(model).base, &self.body(goal), from.at);
        let start =
            Place { spot: from, there: false, best: Some((Length::ZERO, 0)), settled: false };
        let mut places = vec![start];
        places.extend(ring.into_iter().map(|at| place(at, true)));
        places.extend(corners.into_iter().map(|at| place(at, false)));
        places
    }

    /// Places just off the corners of whatever may be in between, those least off the straight line
    /// first, and none that no way of at most a length leads over.
    fn corners(&self, (model, from): (ModelId, Spot), goal: ModelId, most: Length) -> Vec<Point> {
        let body = self.body(goal);
        let detour = |at: &Point| from.at.distance(*at) + at.distance(body.at());
        let longest = most + self.who(model).base + body.base;
        let mut corners = self.all_corners(model, goal, (from.at, body.at()), most);
        corners.retain(|at| detour(at) <= longest && self.table.extent().contains(*at));
        corners.sort_by_cached_key(|at| (detour(at), *at));
        let mover = self.mover(model, Gait::Walk);
        let mut apart: Vec<Point> = Vec::new();
        for at in corners {
            if apart.len() >= MOST_CORNERS {
                break;
            }
            let fresh = apart.iter().all(|known| known.distance(at) > SAME);
            if fresh && mover.stands(self.level_with(goal, from, at)).is_ok() {
                apart.push(at);
            }
        }
        apart
    }

    /// Places just off the corners of everything that a model cannot simply cross near the line
    /// between two points.
    fn all_corners(
        &self,
        model: ModelId,
        goal: ModelId,
        (a, b): (Point, Point),
        most: Length,
    ) -> Vec<Point> {
        let who = self.who(model);
        let Some(around) = Extent::around(&[a, b]).map(|e| e.grown(ASIDE.min(most / 2))) else {
            return Vec::new();
        };
        let mut corners = Vec::new();
        let volumes = self.table.volumes();
        for volume in self.table.volume_grid().near(around).map(|i| &volumes[i]) {
            let solid = matches!(volume.kind.nature(), Nature::Solid | Nature::Barrier);
            let gone = volume.feature.is_some_and(|f| self.changes.is_gone(f));
            // What is no taller than the model is simply crossed (PUN-TER-05).
            if solid && !is_screen(volume.kind) && !gone && volume.top > who.height {
                add_corners(&volume.shape, who.base + CLEARANCE, &mut corners);
            }
        }
        let grounds = self.table.grounds();
        for ground in self.table.ground_grid().near(around).map(|i| &grounds[i]) {
            let lore = self.lore[usize::from(ground.piece.0)];
            if lore.grade == Grade::Impassable {
                add_corners(&ground.shape, CLEARANCE, &mut corners);
            }
            if lore.bridge {
                add_ends(&ground.shape, &mut corners);
            }
        }
        for enemy in self.enemies(model).filter(|e| *e != goal) {
            if around.contains(self.spot(enemy).at) {
                let apart = who.base + CONTACT + CLEARANCE;
                corners.extend(contact_ring(apart, &self.body(enemy), a).into_iter().step_by(2));
            }
        }
        corners
    }
}

/// The way by which a place is reached.
fn way_to(places: &[Place], place: usize) -> Vec<Spot> {
    let mut path = vec![places[place].spot];
    let mut at = place;
    while at != 0 {
        at = places[at].best.map_or(0, |(_, before)| before);
        path.push(places[at].spot);
    }
    path.reverse();
    path
}

/// Places off the corners of a shape, as far beyond the ends of both sides.
fn add_corners(shape: &Polygon, off: Length, corners: &mut Vec<Point>) {
    let all = shape.corners();
    let n = all.len();
    for i in 0..n {
        let (before, at, after) = (all[(i + n - 1) % n], all[i], all[(i + 1) % n]);
        let beyond = at.toward(at - before, off);
        corners.push(beyond.toward(at - after, off));
    }
}

/// Places just off the middle of each side of a shape.
fn add_ends(shape: &Polygon, corners: &mut Vec<Point>) {
    for (a, b) in shape.sides() {
        let along = b - a;
        let middle = a.toward(along, a.distance(b) / 2);
        corners.push(middle.toward(along.left(), CLEARANCE));
        corners.push(middle.toward(along.left(), -CLEARANCE));
    }
}
