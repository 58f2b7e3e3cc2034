//! The quickest way of a zombie to the nearest human, around whatever is in between
//! (KZ-ZOM-05, KZ-GEO-09).
//!
//! Where the straight way is barred, a way is looked for over a lattice of places. Which of its
//! steps can be walked depends on nothing but the table, so each is worked out once for a table and
//! remembered by the thread: a memo of a pure function, which no answer can depend on.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::movement::{Mover, What, contact_spot};
use tabletop::{Changes, Kind, Length, Point, Spot, Table};

use crate::movement::{KERB, is_difficult};
use crate::state::{BASE, State, body_at};

/// How far apart the places are.
const SPACING: Length = Length::inches(2);
/// What difficult ground and climbing take off a move (KZ-MOVE-02).
const TROUBLE: Length = Length::inches(4);
/// The highest thing that is worth climbing over.
const HIGHEST: Length = Length::inches(2);
/// Lengths of the same way may differ by so much.
const ROUNDING: Length = Length::micrometres(10);
/// Steps to the neighbours of a place.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// A way to somebody: whom, and where it bends; its end is in contact.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// Whom it leads to.
    pub prey: ModelId,
    /// The bends and the end, without the start.
    pub points: SmallVec<[Spot; 8]>,
}

/// What is known of one table's lattice.
#[derive(Debug)]
struct Lattice {
    table: u64,
    columns: i32,
    rows: i32,
    /// The price of each step from each place: not known yet, barred, or how much.
    steps: Vec<[Step; 8]>,
    /// The ways to the humans who were asked for last.
    field: Field,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Unknown,
    Barred,
    Open(Length),
}

/// The quickest way from every place of a lattice to some humans.
#[derive(Debug, Default)]
struct Field {
    /// The humans, and where they stand.
    humans: Vec<(ModelId, Spot)>,
    /// For each place that has a way: what it costs, the next place (the same for the last
    /// stretch) and whom it leads to.
    ways: Vec<Option<(Length, usize, ModelId)>>,
}

thread_local! {
    static LATTICE: RefCell<Option<Lattice>> = const { RefCell::new(None) };
}

impl Lattice {
    fn of(table: &Table) -> Lattice {
        let columns = table.width().um() / SPACING.um();
        let rows = table.depth().um() / SPACING.um();
        let steps = vec![[Step::Unknown; 8]; (columns * rows) as usize];
        let field = Field::default();
        Lattice { table: table.identity(), columns, rows, steps, field }
    }

    fn at(&self, table: &Table, place: usize) -> Spot {
        let (x, y) = (place as i32 % self.columns, place as i32 / self.columns);
        let middle = |n: i32| SPACING * n + SPACING / 2;
        let at = Point::new(middle(x), middle(y));
        at.at_height(table.ground_height(at))
    }

    fn neighbour(&self, place: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let (x, y) = (place as i32 % self.columns + dx, place as i32 / self.columns + dy);
        let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        inside.then_some((y * self.columns + x) as usize)
    }

    /// What a step costs, if it can be made.
    fn step(&mut self, table: &Table, place: usize, direction: usize) -> Option<(usize, Length)> {
        let next = self.neighbour(place, STEPS[direction])?;
        if self.steps[place][direction] == Step::Unknown {
            let (from, to) = (self.at(table, place), self.at(table, next));
            let price = walk(table, from, to).map_or(Step::Barred, Step::Open);
            self.steps[place][direction] = price;
        }
        match self.steps[place][direction] {
            Step::Open(price) => Some((next, price)),
            Step::Unknown | Step::Barred => None,
        }
    }

    /// Works out the ways to some humans, unless they are those asked for last.
    fn chart(&mut self, state: &State, humans: &[ModelId]) {
        let wanted = humans.iter().map(|h| (*h, state.spot(*h)));
        if self.field.humans.iter().copied().eq(wanted.clone()) && !self.field.ways.is_empty() {
            return;
        }
        let table = &*state.table;
        let mut ways: Vec<Option<(Length, usize, ModelId)>> = vec![None; self.steps.len()];
        let mut queue: BinaryHeap<Reverse<(Length, usize)>> = BinaryHeap::new();
        for (human, spot) in wanted.clone() {
            for place in self.around(spot.at) {
                let Some(price) = walk_to(state, self.at(table, place), human) else { continue };
                if ways[place].is_none_or(|(known, ..)| price < known) {
                    ways[place] = Some((price, place, human));
                    queue.push(Reverse((price, place)));
                }
            }
        }
        while let Some(Reverse((price, place))) = queue.pop() {
            let Some((known, _, human)) = ways[place] else { continue };
            if known < price {
                continue;
            }
            for (direction, step) in STEPS.into_iter().enumerate() {
                let Some(before) = self.neighbour(place, step) else { continue };
                if ways[before].is_some_and(|(known, ..)| known <= price) {
                    continue;
                }
                // The step from there to here goes the opposite way.
                let Some((_, cost)) = self.step(table, before, direction ^ 2) else { continue };
                let sum = price + cost;
                if ways[before].is_none_or(|(known, ..)| sum < known) {
                    ways[before] = Some((sum, place, human));
                    queue.push(Reverse((sum, before)));
                }
            }
        }
        self.field = Field { humans: wanted.collect(), ways };
    }

    /// The quickest way over the lattice from somewhere: what it costs, and its first place.
    fn quickest(&self, table: &Table, start: Spot) -> Option<(Length, usize)> {
        let ways = self.around(start.at).into_iter().filter_map(|place| {
            let (rest, ..) = self.field.ways[place]?;
            Some((rest + start.at.distance(self.at(table, place).at), place))
        });
        let mut ways: SmallVec<[(Length, usize); 9]> = ways.collect();
        // The first stretch is looked at only where it may be the best.
        ways.sort_unstable();
        let mut best: Option<(Length, usize)> = None;
        for (least, place) in ways {
            if best.is_some_and(|(known, _)| known <= least) {
                break;
            }
            let Some((rest, ..)) = self.field.ways[place] else { continue };
            let Some(first) = walk(table, start, self.at(table, place)) else { continue };
            let whole = first + rest;
            if best.is_none_or(|(known, _)| whole < known) {
                best = Some((whole, place));
            }
        }
        best
    }

    /// The way from a place to the human it leads to.
    fn way_from(&self, state: &State, first: usize) -> Option<Hunt> {
        let table = &*state.table;
        let mut points: SmallVec<[Spot; 8]> = SmallVec::new();
        let mut place = first;
        loop {
            points.push(self.at(table, place));
            let (_, next, prey) = self.field.ways[place]?;
            if next == place {
                points.push(contact(state, points[points.len() - 1], prey));
                return Some(Hunt { prey, points });
            }
            place = next;
        }
    }

    /// The places around a spot, whether they can be reached from it or not.
    fn around(&self, at: Point) -> SmallVec<[usize; 9]> {
        let cell = |n: Length| n.um() / SPACING.um();
        let (x, y) = (cell(at.x).clamp(0, self.columns - 1), cell(at.y).clamp(0, self.rows - 1));
        let own = (y * self.columns + x) as usize;
        let near = STEPS.into_iter().filter_map(|step| self.neighbour(own, step));
        [own].into_iter().chain(near).collect()
    }
}

/// What it costs to walk straight somewhere, whoever stands about; nothing if it cannot be done.
fn walk(table: &Table, from: Spot, to: Spot) -> Option<Length> {
    let changes = Changes::default();
    let mover = Mover { table, changes: &changes, body: body_at(from), step: KERB, others: &[] };
    let walk = mover.walk(&[from, to]);
    let mut price = walk.length();
    let mut trouble = false;
    for (_, met) in walk.met() {
        match met.what {
            What::Ground { kind: Kind::Interior, .. } => trouble |= met.from > Length::ZERO,
            What::Ground { kind, .. } => trouble |= is_difficult(kind),
            What::Slope { rise, .. } => price += rise.abs(),
            What::Level { .. } | What::Gap { .. } | What::OffTable => return None,
            What::Obstacle { kind: Kind::Door, .. } => (),
            What::Obstacle { kind: Kind::Building | Kind::Floor, .. } => return None,
            What::Obstacle { rise, brushed, .. } if rise > HIGHEST || brushed => return None,
            What::Obstacle { rise, .. } => {
                trouble = true;
                price += rise * 2;
            }
            What::Body { .. } | What::Cloud { .. } => (),
        }
    }
    Some(if trouble { price + TROUBLE } else { price })
}

impl State {
    /// The nearest human by the shortest way, then by the straight line; more than one only where
    /// they are equally near by both (KZ-GEO-09).
    pub fn hunt(&self, zombie: ModelId, humans: &[ModelId]) -> SmallVec<[Hunt; 2]> {
        let start = self.spot(zombie);
        let away = |h: &ModelId| start.at.distance(contact(self, start, *h).at);
        let mut nearest: SmallVec<[(Length, ModelId); 16]> =
            humans.iter().map(|h| (away(h), *h)).collect();
        nearest.sort_unstable();
        let mut best: SmallVec<[Hunt; 2]> = SmallVec::new();
        let mut limit: Option<(Length, Length)> = None;
        let mut around: Option<Option<(Length, Hunt)>> = None;
        for (straight, prey) in nearest {
            let bound = around.iter().flatten().map(|(price, _)| *price).min();
            let bound = limit.map(|(price, _)| price).into_iter().chain(bound).min();
            if bound.is_some_and(|bound| bound < straight) {
                break;
            }
            let price = walk_to(self, start, prey);
            let quick = price.is_some_and(|price| price <= straight + ROUNDING);
            if !quick && around.is_none() {
                // The straight way is barred or slow: there may be a quicker one around.
                around = Some(self.hunt_around(start, humans));
            }
            let Some(price) = price else { continue };
            if limit.is_none_or(|known| (price, straight) < known) {
                limit = Some((price, straight));
                best.clear();
            }
            if limit == Some((price, straight)) {
                let points = SmallVec::from_slice(&[contact(self, start, prey)]);
                best.push(Hunt { prey, points });
            }
        }
        match around.flatten() {
            Some((price, hunt)) if limit.is_none_or(|(known, _)| price < known) => {
                SmallVec::from_iter([hunt])
            }
            _ => best,
        }
    }

    /// The quickest way over the lattice, with its price.
    fn hunt_around(&self, start: Spot, humans: &[ModelId]) -> Option<(Length, Hunt)> {
        LATTICE.with_borrow_mut(|memo| {
            let own = memo.take().filter(|known| known.table == self.table.identity());
            let lattice = memo.insert(own.unwrap_or_else(|| Lattice::of(&self.table)));
            lattice.chart(self, humans);
            let (price, first) = lattice.quickest(&self.table, start)?;
            Some((price, lattice.way_from(self, first)?))
        })
    }
}

/// Where somebody who comes straight from a place touches a human.
fn contact(state: &State, from: Spot, human: ModelId) -> Spot {
    let body = state.body(human);
    contact_spot(BASE, &body, from.at).at_height(body.feet())
}

/// What it costs to walk straight into contact with a human.
fn walk_to(state: &State, from: Spot, human: ModelId) -> Option<Length> {
    walk(&state.table, from, contact(state, from, human))
}
