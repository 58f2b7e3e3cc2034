//! Where a body can get to: a reach map.
//!
//! A search over a lattice through the body's place, on every level that can carry it. A path
//! bends only where it must: each new spot is tried straight from where the path last bent
//! before it is tried from the spot it was found from. What a path costs is what the rulebook
//! says of the whole path, so that costs need not add up leg by leg.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use crate::length::Length;
use crate::movement::Mover;
use crate::point::{Point, Spot, Vector};

/// Everywhere a body can get to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    reached: Vec<Reached>,
}

/// A spot that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Where.
    pub spot: Spot,
    /// What the path there costs.
    pub price: Length,
    /// Where, in the list of all, the path there last bends; itself for the start.
    pub previous: usize,
}

impl Reach {
    /// All spots, cheapest first; spots of one price in the order of their coordinates. The
    /// first is the start.
    pub fn spots(&self) -> &[Reached] {
        &self.reached
    }

    /// What it costs to get to a spot of the map.
    pub fn price_of(&self, spot: Spot) -> Option<Length> {
        self.reached.iter().find(|r| r.spot == spot).map(|r| r.price)
    }

    /// The path to a spot of the map, start and spot included.
    pub fn path_to(&self, spot: Spot) -> Option<Vec<Spot>> {
        let index = self.reached.iter().position(|r| r.spot == spot)?;
        Some(self.path(index))
    }

    /// The path to the spot with a number in [`Reach::spots`].
    pub fn path(&self, index: usize) -> Vec<Spot> {
        let mut path = Vec::new();
        let mut at = index;
        loop {
            path.push(self.reached[at].spot);
            if self.reached[at].previous == at {
                break;
            }
            at = self.reached[at].previous;
        }
        path.reverse();
        path
    }
}

/// The farthest a single stride of the search jumps over places where the body cannot stand.
const STRIDE: Length = Length::inches(4);
/// Most columns and rows of the lattice, whatever the spacing.
const MOST: i32 = 400;
/// Directions of a stride in steps of the lattice.
const STRIDES: [(i32, i32); 16] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
];

/// Where a body can get to at a price of at most `limit`, looked at in steps of `spacing`.
///
/// `price` says what a whole path, start included, costs by the rulebook, or none for a path
/// that is not allowed; the search counts on no stretch costing less than its length. Every
/// spot of the map is one where the body can stand.
pub fn reach(
    mover: &Mover<'_>,
    limit: Length,
    spacing: Length,
    price: impl FnMut(&[Spot]) -> Option<Length>,
) -> Reach {
    let mut search = Search::new(mover, limit, spacing, price);
    search.run();
    search.reach
}

/// A place of the lattice on one level.
struct Node {
    spot: Spot,
    place: (i32, i32),
    on_ground: bool,
    best: Option<(Length, usize)>,
    /// From where it has been tried.
    tried: SmallVec<[u32; 4]>,
    /// Its number in the map once it is settled.
    settled: Option<usize>,
}

struct Search<'m, 't, P> {
    mover: &'m Mover<'t>,
    limit: Length,
    spacing: i32,
    price: P,
    /// Numbers of the westernmost column and southernmost row; the start has number nought.
    low: (i32, i32),
    columns: i32,
    rows: i32,
    /// The nodes of each place, worked out when the place is first looked at.
    places: Vec<Option<SmallVec<[u32; 2]>>>,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(Length, Spot, u32)>>,
    reach: Reach,
    path: Vec<Spot>,
}

impl<'m, 't, P: FnMut(&[Spot]) -> Option<Length>> Search<'m, 't, P> {
    fn new(mover: &'m Mover<'t>, limit: Length, spacing: Length, price: P) -> Self {
        let area = mover.table.extent();
        let span = (area.high.x - area.low.x).max(area.high.y - area.low.y).um();
        let spacing = spacing.um().max(span / MOST).max(1);
        let start = mover.body.spot.at;
        let steps = |from: Length, to: Length| (to - from).um() / spacing;
        let low = (steps(start.x, area.low.x), steps(start.y, area.low.y));
        let high = (steps(start.x, area.high.x), steps(start.y, area.high.y));
        let (columns, rows) = ((high.0 - low.0 + 1).max(1), (high.1 - low.1 + 1).max(1));
        Search {
            mover,
            limit,
            spacing,
            price,
            low,
            columns,
            rows,
            places: vec![None; (columns * rows) as usize],
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            reach: Reach::default(),
            path: Vec::new(),
        }
    }

    fn run(&mut self) {
        let start = self.mover.body.spot;
        // The start is in the map even where the body could not be put down anew.
        self.nodes.push(self.node(start, (0, 0)));
        let mut here: SmallVec<[u32; 2]> = SmallVec::from_slice(&[0]);
        for other in self.stand((0, 0)) {
            if self.nodes[other as usize].spot != start {
                here.push(other);
            }
        }
        if let Some(index) = self.index((0, 0)) {
            self.places[index] = Some(here);
        }
        self.nodes[0].best = Some((Length::ZERO, 0));
        self.queue.push(Reverse((Length::ZERO, start, 0)));
        while let Some(Reverse((price, _, node))) = self.queue.pop() {
            let Some((best, previous)) = self.nodes[node as usize].best else { continue };
            if best != price || self.nodes[node as usize].settled.is_some() {
                continue;
            }
            let spot = self.nodes[node as usize].spot;
            let number = self.reach.reached.len();
            self.reach.reached.push(Reached { spot, price, previous });
            self.nodes[node as usize].settled = Some(number);
            self.spread(node, number);
        }
    }

    fn spread(&mut self, node: u32, number: usize) {
        let (place, on_ground) = {
            let node = &self.nodes[node as usize];
            (node.place, node.on_ground)
        };
        for other in self.at(place) {
            self.try_to(other, number);
        }
        for (x, y) in STRIDES {
            let step = Vector::new(i64::from(x * self.spacing), i64::from(y * self.spacing));
            let most = (STRIDE.um() / step.length().um().max(1)).max(1);
            let mut seen: SmallVec<[Length; 4]> = SmallVec::new();
            for k in 1..=most {
                let there = (place.0 + x * k, place.1 + y * k);
                let mut same = false;
                for other in self.at(there) {
                    let next = &self.nodes[other as usize];
                    let level = if next.on_ground { Length::ZERO } else { next.spot.z };
                    same |= level == self.level_of(node) && next.on_ground == on_ground;
                    if !seen.contains(&level) {
                        seen.push(level);
                        self.try_to(other, number);
                    }
                }
                // Beyond the next free place of its own level other strides will lead.
                if same {
                    break;
                }
            }
        }
    }

    fn level_of(&self, node: u32) -> Length {
        let node = &self.nodes[node as usize];
        if node.on_ground { Length::ZERO } else { node.spot.z }
    }

    /// Tries to get to a node from a settled one: straight from where the path to that one
    /// last bends, and by way of that one.
    fn try_to(&mut self, node: u32, number: usize) {
        if self.nodes[node as usize].settled.is_some() {
            return;
        }
        let bend = self.reach.reached[number].previous;
        self.try_from(node, bend);
        let from = self.reach.reached[number];
        let bare = from.price + from.spot.at.distance(self.nodes[node as usize].spot.at);
        // A path that costs no more than the bare length of the detour cannot be bettered by it.
        let is_good = self.nodes[node as usize].best.is_some_and(|(price, _)| price <= bare);
        if bend != number && !is_good {
            self.try_from(node, number);
        }
    }

    fn try_from(&mut self, node: u32, previous: usize) {
        let goal = self.nodes[node as usize].spot;
        let best = self.nodes[node as usize].best;
        // The same bend leads to the same path; there is no need to price it again.
        let tried = &mut self.nodes[node as usize].tried;
        if tried.contains(&(previous as u32)) {
            return;
        }
        tried.push(previous as u32);
        self.path.clear();
        self.path.push(goal);
        let mut at = previous;
        loop {
            self.path.push(self.reach.reached[at].spot);
            if self.reach.reached[at].previous == at {
                break;
            }
            at = self.reach.reached[at].previous;
        }
        self.path.reverse();
        let Some(price) = (self.price)(&self.path) else { return };
        if price <= self.limit && best.is_none_or(|(old, _)| price < old) {
            self.nodes[node as usize].best = Some((price, previous));
            self.queue.push(Reverse((price, goal, node)));
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let (column, row) = (x - self.low.0, y - self.low.1);
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then_some((row * self.columns + column) as usize)
    }

    /// The nodes of a place where the body can stand.
    fn at(&mut self, place: (i32, i32)) -> SmallVec<[u32; 2]> {
        let Some(index) = self.index(place) else { return SmallVec::new() };
        if let Some(nodes) = &self.places[index] {
            return nodes.clone();
        }
        let nodes = self.stand(place);
        self.places[index] = Some(nodes.clone());
        nodes
    }

    fn stand(&mut self, place: (i32, i32)) -> SmallVec<[u32; 2]> {
        let start = self.mover.body.spot.at;
        let offset = |n: i32| i64::from(n) * i64::from(self.spacing);
        let at: Point = start + Vector::new(offset(place.0), offset(place.1));
        let mut nodes = SmallVec::new();
        for z in self.mover.table.supports(at) {
            let spot = at.at_height(z);
            if self.mover.stands(spot).is_ok() {
                nodes.push(self.nodes.len() as u32);
                self.nodes.push(self.node(spot, place));
            }
        }
        nodes
    }

    fn node(&self, spot: Spot, place: (i32, i32)) -> Node {
        let on_ground = spot.z == self.mover.table.ground_height(spot.at);
        Node { spot, place, on_ground, best: None, tried: SmallVec::new(), settled: None }
    }
}
