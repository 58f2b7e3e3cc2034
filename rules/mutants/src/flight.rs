//! Chapter 12: flight moves, chosen by the owner (MUT-MOR-02 to 10).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::measure::Edge;
use tabletop::polygon::point_segment_cmp;
use tabletop::{Kind, Length, PieceId, Point, Polygon, Spot, Vector, measure};

use crate::clash::bit;
use crate::movement::Journey;
use crate::options::FleeLiteral;
use crate::pending::Pending;
use crate::profile::Rule;
use crate::state::{CONTACT, Mark, State};

/// Thousandths of the cosine and the sine of turns in steps of ten degrees, up to a right angle.
const TURNS: [(i64, i64); 10] = [
    (1_000, 0),
    (985, 174),
    (940, 342),
    (866, 500),
    (766, 643),
    (643, 766),
    (500, 866),
    (342, 940),
    (174, 985),
    (0, 1_000),
];

/// Farther than any move: whoever runs for an edge does not stop at it.
const FAR: Length = Length::inches(96);

/// Where somebody flees to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refuge {
    /// The nearest edge of the table.
    Edge(Edge),
    /// The nearest cover.
    Cover(PieceId),
}

/// Which way a flight turns aside to keep away from enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bearing {
    Straight,
    Left,
    Right,
}

/// A flight move that may be made.
#[derive(Clone, Debug)]
struct Run {
    to: Refuge,
    bearing: Bearing,
    journey: Journey,
    leaves: bool,
}

/// Whether a kind of terrain gives cover that one would run to.
const fn gives_cover(kind: Kind) -> bool {
    match kind {
        Kind::Scrub
        | Kind::LightWoods
        | Kind::MediumWoods
        | Kind::DenseWoods
        | Kind::Rubble
        | Kind::Rock
        | Kind::LowWall
        | Kind::HighWall
        | Kind::Hedge
        | Kind::Fence
        | Kind::Trench
        | Kind::Building
        | Kind::Crate
        | Kind::Barrel
        | Kind::Vehicle
        | Kind::Crystal
        | Kind::Tree
        | Kind::Well => true,
        Kind::Open
        | Kind::Swamp
        | Kind::Water
        | Kind::Ford
        | Kind::Hill
        | Kind::Crater
        | Kind::Irradiated
        | Kind::Contaminated
        | Kind::Pit
        | Kind::Wire
        | Kind::Door
        | Kind::Interior
        | Kind::Floor
        | Kind::Stairs
        | Kind::Ladder
        | Kind::Smoke
        | Kind::Fire => false,
    }
}

impl State {
    /// Flight moves of a model; `moves` are left, this one included (MUT-MOR-02, 03). Active
    /// enemies it breaks away from hack at it first (MUT-MOR-09).
    pub fn flee(&mut self, cx: &mut Cx<'_>, model: ModelId, moves: u8) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        // Only a climber who has dropped still has three failures to answer for (MUT-MOR-18).
        if moves >= 3 && !self.is(model, Mark::Climbing) {
            self.lose_all_heart(cx, model);
            return Ok(());
        }
        if !self.finds_its_feet(cx, model, moves) {
            return Ok(());
        }
        let enemies: SmallVec<[ModelId; 4]> = self.opponents(model).collect();
        if enemies.is_empty() {
            return self.run_away(cx, model, moves, 0);
        }
        cx.cite(Clause("MUT-MOR-09"));
        cx.cite(Clause("MUT-HTH-27"));
        let from = enemies.iter().fold(0, |set, m| set | bit(*m));
        self.pending.push(Pending::Escape { model, moves, from });
        self.push_hacks(cx, model, &enemies, true, 0);
        Ok(())
    }

    /// Whether a fleeing model can run. One who lies uses its first move to get up, if no enemy
    /// touches it (MUT-MOR-07); one who cannot move at all is lost (MUT-MOR-08).
    fn finds_its_feet(&mut self, cx: &mut Cx<'_>, model: ModelId, moves: u8) -> bool {
        if self.is(model, Mark::Climbing) {
            self.pending.push(Pending::Flight { model, moves });
            self.drop_from_wall(cx, model, Clause("MUT-TER-28"));
            return false;
        }
        let fallen = self.is(model, Mark::Fallen);
        let stuck = self.is_helpless(model) || self.is(model, Mark::ShutDown);
        if stuck || (fallen && self.adjacent_enemies(model).next().is_some()) {
            self.kill(cx, model, false, Clause("MUT-MOR-08"));
            return false;
        }
        if !fallen {
            return true;
        }
        let marks = &mut self.model_mut(model).marks;
        marks.clear(Mark::Fallen);
        marks.clear(Mark::LongFall);
        cx.say(|| {
            let text = format!("{} scrambles to its feet", self.name(model));
            Event::note(Clause("MUT-MOR-07"), text)
        });
        if moves > 1 {
            self.pending.push(Pending::Flight { model, moves: moves - 1 });
        }
        false
    }

    /// One flight move: to the nearest edge or the nearest cover, as the owner likes, and never
    /// within Short of active enemies, apart from those it breaks away from (MUT-MOR-06).
    pub fn run_away(&mut self, cx: &mut Cx<'_>, model: ModelId, moves: u8, from: u64) -> Play<()> {
        let gone = self.model(model).spot.is_none();
        if gone || self.is(model, Mark::Fallen) || self.is_helpless(model) || moves == 0 {
            return Ok(());
        }
        let last = moves == 1;
        let runs = self.runs(model, (from, last));
        cx.cite(Clause("MUT-MOR-06"));
        if self.is_cornered(model, from) {
            cx.cite(Clause("MUT-Q-76"));
        }
        if !cx.is_quiet() && self.touches_cover(model) {
            cx.cite(Clause("MUT-Q-77"));
        }
        if runs.is_empty() {
            self.stand_trembling(cx, model, from);
            return Ok(());
        }
        let chosen = self.choose_run(cx, model, &runs)?;
        let run = &runs[chosen];
        if !cx.is_quiet() && self.runs_past_fallen(model, run.journey.end()) {
            cx.cite(Clause("MUT-Q-20"));
        }
        if self.has(model, Rule::Slow) && moves > 1 {
            cx.cite(Clause("MUT-MOR-10"));
        }
        if run.leaves {
            cx.cite(Clause("MUT-G-26"));
            self.run_off(cx, model, Clause("MUT-MOR-05"));
            return Ok(());
        }
        if moves > 1 {
            self.pending.push(Pending::Escape { model, moves: moves - 1, from });
        }
        self.go(cx, model, &run.journey)
    }

    fn choose_run(&self, cx: &mut Cx<'_>, model: ModelId, runs: &[Run]) -> Play<usize> {
        let clause = Clause("MUT-MOR-02");
        let ask = Ask::new(self.side(model), "flight", "Where does it flee?", clause);
        let indices: SmallVec<[usize; 4]> = (0..runs.len()).collect();
        cx.cite(Clause("MUT-G-20"));
        cx.choose(ask.about(model), &indices, |i| {
            let run = &runs[*i];
            let aside = match run.bearing {
                Bearing::Straight => "",
                Bearing::Left => ", bearing left",
                Bearing::Right => ", bearing right",
            };
            let goal = match run.to {
                Refuge::Edge(edge) => format!("flee to the {} edge{aside}", edge.name()),
                Refuge::Cover(piece) => {
                    format!("flee to {}{aside}", self.table.piece(piece).name)
                }
            };
            let choice = Choice::new(goal).merit(if run.leaves { -5 } else { 5 });
            if *i == 0 { choice.declining() } else { choice }
        })
    }

    /// Nowhere to run: destroyed, unless no active enemy is near and only walls are in the way
    /// (MUT-MOR-06).
    fn stand_trembling(&mut self, cx: &mut Cx<'_>, model: ModelId, from: u64) {
        let here = self.spot(model);
        let stuck = !self.keeps_away(model, (here, here), (from, true));
        // With every enemy left out of account only walls are in the way.
        let barred = !self.runs(model, (u64::MAX, false)).is_empty();
        if stuck || barred {
            self.kill(cx, model, false, Clause("MUT-MOR-06"));
            return;
        }
        cx.say(|| {
            let text = format!("{} has nowhere to run", self.name(model));
            Event::note(Clause("MUT-MOR-02"), text)
        });
    }

    /// All flight moves a model may make: straight to each refuge, or, where that would lead too
    /// near to enemies, turned aside as little as possible (MUT-G-20).
    fn runs(&self, model: ModelId, spared: (u64, bool)) -> SmallVec<[Run; 4]> {
        let mut runs = SmallVec::new();
        if self.agreed.flee_literal == FleeLiteral::On && self.is_cornered(model, spared.0) {
            return runs;
        }
        let start = self.spot(model);
        let (edge, _) = self.nearest_edge(start);
        let out = match edge {
            Edge::South => Vector::new(0, -1),
            Edge::North => Vector::new(0, 1),
            Edge::West => Vector::new(-1, 0),
            Edge::East => Vector::new(1, 0),
        };
        self.add_runs(model, (Refuge::Edge(edge), out, FAR), spared, &mut runs);
        if let Some((piece, toward, distance)) = self.nearest_cover(model) {
            self.add_runs(model, (Refuge::Cover(piece), toward, distance), spared, &mut runs);
        }
        runs
    }

    /// Whether an active enemy is within Short of a model, apart from some (MUT-Q-76).
    fn is_cornered(&self, model: ModelId, from: u64) -> bool {
        let body = self.body(model);
        self.enemies(model).any(|m| {
            from & bit(m) == 0
                && self.is_active(m)
                && measure::gap_3d(&body, &self.body(m)) < self.short()
        })
    }

    fn add_runs(
        &self,
        model: ModelId,
        (to, toward, distance): (Refuge, Vector, Length),
        spared: (u64, bool),
        runs: &mut SmallVec<[Run; 4]>,
    ) {
        // Drawn out, so that turning it loses no precision worth mentioning.
        let ahead = toward.of_length(Length::inches(40));
        for (step, (cosine, sine)) in TURNS.iter().enumerate() {
            let before = runs.len();
            for (bearing, sine) in [(Bearing::Left, *sine), (Bearing::Right, -*sine)] {
                let x = (ahead.x * cosine - ahead.y * sine) / 1_000;
                let y = (ahead.x * sine + ahead.y * cosine) / 1_000;
                let bearing = if step == 0 { Bearing::Straight } else { bearing };
                let course = (Vector::new(x, y), distance);
                if let Some((journey, leaves)) = self.run_along(model, course, spared) {
                    runs.push(Run { to, bearing, journey, leaves });
                }
                if step == 0 {
                    break;
                }
            }
            if runs.len() > before {
                return;
            }
        }
    }

    /// One flight move in a direction: of full length, unless it gets where it wants before; and
    /// whether it leads off the table.
    fn run_along(
        &self,
        model: ModelId,
        (direction, distance): (Vector, Length),
        spared: (u64, bool),
    ) -> Option<(Journey, bool)> {
        let start = self.spot(model);
        let flies = self.has(model, Rule::Flying) && self.is_under_the_sky(start);
        for slower in [0, 1] {
            let stick = self.pace(model, slower).stick;
            let far = self.move_length(model, stick).min(distance);
            let (aim, leaves) = self.clipped(start.at, start.at.toward(direction, far));
            let path = [start, aim.at_height(start.z)];
            let plan = match flies {
                true => self.plan_flight(model, &path, (u8::MAX, 1)),
                false => self.plan_walk(model, &path, u8::MAX),
            };
            // Only difficult ground makes a flight move shorter.
            let Ok(journey) = plan else { continue };
            let leaves = leaves && journey.end().at == aim;
            let away =
                self.keeps_away(model, (start, journey.end()), (spared.0, spared.1 && !leaves));
            return (journey.path.len() > 1 && away).then_some((journey, leaves));
        }
        None
    }

    /// A point, or the place where the way to it crosses the edge of the table; says whether it
    /// does.
    fn clipped(&self, from: Point, to: Point) -> (Point, bool) {
        let extent = self.table.extent();
        if extent.contains(to) {
            return (to, false);
        }
        let way = to - from;
        // The share of the way, in millionths, up to the first edge that it crosses.
        let share = |start: Length, part: i64, low: Length, high: Length| match part {
            0 => 1_000_000,
            1.. => (high - start).wide() * 1_000_000 / part,
            _ => (start - low).wide() * 1_000_000 / -part,
        };
        let x = share(from.x, way.x, extent.low.x, extent.high.x);
        let y = share(from.y, way.y, extent.low.y, extent.high.y);
        let part = x.min(y).clamp(0, 1_000_000);
        let at = from + Vector::new(way.x * part / 1_000_000, way.y * part / 1_000_000);
        (at, true)
    }

    /// Whether a flight move keeps at least Short away from active enemies. From one that is
    /// nearer at the start it may not get nearer still, and its last move must end Short away
    /// (MUT-MOR-06, MUT-Q-76).
    fn keeps_away(
        &self,
        model: ModelId,
        (start, end): (Spot, Spot),
        (from, last): (u64, bool),
    ) -> bool {
        let short = self.short();
        let (was, is) = (self.body_at(model, start), self.body_at(model, end));
        self.enemies(model).filter(|m| from & bit(*m) == 0 && self.is_active(*m)).all(|m| {
            let enemy = self.body(m);
            if measure::gap_3d(&was, &enemy) < short {
                let nearer = (end.at - start.at).dot(enemy.at() - start.at) > 0;
                let ends_near = last && measure::gap_3d(&is, &enemy) < short;
                return !nearer && !ends_near;
            }
            let level = (enemy.feet() - start.z).abs() < short;
            let reach = was.base + enemy.base + short;
            !level || point_segment_cmp(enemy.at(), start.at, end.at, reach).is_ge()
        })
    }

    /// Whether a flight move leads to within Short of enemies who are not active.
    fn runs_past_fallen(&self, model: ModelId, end: Spot) -> bool {
        let (start, base) = (self.spot(model).at, self.body(model).base);
        self.enemies(model).filter(|m| !self.is_active(*m)).any(|m| {
            let enemy = self.body(m);
            let reach = base + enemy.base + self.short();
            point_segment_cmp(enemy.at(), start, end.at, reach).is_lt()
        })
    }

    /// The nearest cover with no enemy in it or at it, the way to it and how far it is; not the
    /// one the model is at already (MUT-MOR-02, MUT-Q-77).
    fn nearest_cover(&self, model: ModelId) -> Option<(PieceId, Vector, Length)> {
        let body = self.body(model);
        let alive = |piece: PieceId| !self.scenery.dead_woods.contains(&piece);
        let solid = self.table.volumes().iter();
        let solid = solid.filter(|v| gives_cover(v.kind) && alive(v.piece));
        let solid = solid.map(|v| (v.piece, &v.shape, false));
        let soft = self.table.grounds().iter();
        let soft = soft.filter(|g| gives_cover(g.kind) && alive(g.piece));
        let soft = soft.map(|g| (g.piece, &g.shape, true));
        let all: SmallVec<[(PieceId, &Polygon, bool); 32]> = soft.chain(solid).collect();
        let at = |piece: PieceId, body: &tabletop::Body| {
            let own = all.iter().filter(|(p, ..)| *p == piece);
            own.into_iter().any(|(_, shape, _)| measure::within_of_shape(body, shape, CONTACT))
        };
        let mut near: SmallVec<[(Length, PieceId, &Polygon, bool); 32]> = all
            .iter()
            .map(|(piece, shape, soft)| {
                (measure::gap_to_shape(&body, shape), *piece, *shape, *soft)
            })
            .collect();
        near.sort_by_key(|(gap, piece, ..)| (*gap, *piece));
        let free = |piece: PieceId| {
            !at(piece, &body) && !self.enemies(model).any(|m| at(piece, &self.body(m)))
        };
        let (gap, piece, shape, soft) = near.into_iter().find(|(_, piece, ..)| free(*piece))?;
        let goal = nearest_point(shape, body.at());
        // One runs into a wood, but only up to a wall.
        let into = if soft { body.base * 2 } else { Length::ZERO };
        Some((piece, goal - body.at(), gap + into))
    }
}

/// The point of an outline nearest to another, to the micrometre.
fn nearest_point(shape: &Polygon, from: Point) -> Point {
    let foot = |(a, b): (Point, Point)| {
        let (along, off) = (b - a, from - a);
        let (dot, square) = (i128::from(along.dot(off)), i128::from(along.squared().max(1)));
        let dot = dot.clamp(0, square);
        let part = |part: i64| (i128::from(part) * dot / square) as i64;
        a + Vector::new(part(along.x), part(along.y))
    };
    let feet = shape.sides().map(foot);
    feet.min_by_key(|p| from.distance_squared(*p)).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_of_a_square_is_on_its_near_side() {
        let square = Polygon::rectangle(Point::inches(4, 4), Point::inches(8, 8)).unwrap();
        assert_eq!(nearest_point(&square, Point::inches(6, 0)), Point::inches(6, 4));
        assert_eq!(nearest_point(&square, Point::inches(0, 0)), Point::inches(4, 4));
        assert_eq!(nearest_point(&square, Point::inches(12, 5)), Point::inches(8, 5));
    }
}
