//! Chapter 6: climbing (MUT-TER-20 to 33).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Mover, What};
use tabletop::table::Surface;
use tabletop::{Extent, Kind, Length, Nature, PieceId, Point, Spot, Vector, measure};

use super::survey::STEP;
use super::weighed::Ascent;
use super::{MoveAction, WAYS};
use crate::actions::{Action, Offers};
use crate::gear::Armor;
use crate::profile::{Kind as Type, Rule, Species};
use crate::quality::{Test, Try};
use crate::state::{Acting, CONTACT, Mark, State};

/// A climb that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// What is climbed.
    pub piece: PieceId,
    /// Where it leads: to the top if that is higher, else down.
    pub to: Length,
}

/// How far aside of the foot of a climb its top may be, in base widths.
const ASIDE: i32 = 2;

impl State {
    /// Whether a spot is on a wall: nothing carries a model there, but its base touches
    /// something solid that reaches higher.
    pub(super) fn is_wall_hold(&self, model: ModelId, spot: Spot) -> bool {
        if self.table.carries(spot.at, spot.z) {
            return false;
        }
        let body = self.body_at(model, spot);
        let around = Extent { low: spot.at, high: spot.at }.grown(body.base + CONTACT);
        let near = self.table.volume_grid().near(around).map(|i| &self.table.volumes()[i]);
        near.into_iter().any(|v| {
            matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
                && v.bottom <= spot.z
                && spot.z <= v.top
                && measure::within_of_shape(&body, &v.shape, CONTACT)
        }) || self
            .table
            .hills()
            .any(|hill| hill.z > spot.z && measure::within_of_shape(&body, &hill.shape, CONTACT))
    }

    /// Where a Clinging model gets on or off a wall, if the aim or its own place is on one; an
    /// aim in mid-air is one on the ground.
    pub(super) fn clinging_aim(&self, model: ModelId, aim: Spot) -> Option<Spot> {
        let start = self.spot(model);
        let carried = |spot: Spot| self.table.carries(spot.at, spot.z);
        match () {
            () if self.is_wall_hold(model, aim) => Some(aim),
            () if carried(start) => None,
            () if carried(aim) => Some(aim),
            () => Some(aim.at.at_height(self.table.ground_height(aim.at))),
        }
    }

    /// Whether the way between two heights is free: straight up from the foot and over the
    /// edge, or over the edge and straight down.
    pub(super) fn check_shaft(
        &self,
        model: ModelId,
        start: Spot,
        end: Spot,
    ) -> Result<(), Refusal> {
        let blocked =
            |what: &str| Refusal::new(Clause("MUT-G-04"), format!("{what} is in the way"));
        let held = !self.table.carries(start.at, start.z);
        let (foot, level) = match end.z > start.z || held {
            true => (start.at, end.z),
            false => (end.at, start.z),
        };
        let (low, high) = (start.z.min(end.z), start.z.max(end.z));
        let body = self.body_at(model, foot.at_height(low));
        if let Some(piece) = self.is_filled(&body, (low, high + body.height)) {
            return Err(blocked(&self.table.piece(piece).name));
        }
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body_at(model, start.at.at_height(level)),
            step: STEP,
            others: &[],
        };
        let walk = mover.walk(&[start.at.at_height(level), end.at.at_height(level)]);
        for (_, met) in walk.met() {
            if let What::Obstacle { piece, rise, .. } = met.what
                && rise >= self.small_step()
            {
                return Err(blocked(&self.table.piece(piece).name));
            }
        }
        let room = match self.table.carries(end.at, end.z) {
            true => self.has_room(model, end),
            false => self.is_wall_hold(model, end) && self.is_free_of_bases(model, end),
        };
        if room { Ok(()) } else { Err(blocked("something")) }
    }

    /// Climbs a model may try: onto what its base touches, and down from where it is.
    pub(super) fn offer_climbs(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        if acting.actions == 0 || self.has(model, Rule::Clinging) {
            return;
        }
        let body = self.body(model);
        let around = Extent { low: body.at(), high: body.at() }.grown(body.base + CONTACT);
        let table = &self.table;
        let near = table.surface_grid().near(around).map(|i| &table.surfaces()[i]);
        let mut up: SmallVec<[Climb; 2]> = SmallVec::new();
        for surface in near.filter(|s| self.is_face(model, s)) {
            let climb = Climb { piece: surface.piece, to: surface.z };
            if !up.contains(&climb) && !self.tops(model, climb).is_empty() {
                up.push(climb);
            }
        }
        let down = self.down_from(model).filter(|climb| !self.feet(model, *climb).is_empty());
        // Of two things of one name that are climbed alike, either will do.
        up.dedup_by_key(|climb| self.climb_words(model, *climb));
        for climb in up.into_iter().chain(down) {
            match self.may_climb(model, climb.piece) {
                Ok(()) => offers.push(Action::Move(MoveAction::Climb(climb))),
                Err(refusal) => offers.refuse(|| self.climb_words(model, climb), || refusal),
            }
        }
    }

    /// Whether a surface is the top of something high that a model stands or hangs at.
    fn is_face(&self, model: ModelId, surface: &Surface) -> bool {
        let body = self.body(model);
        let least = if self.is(model, Mark::Climbing) { STEP } else { self.small_step() };
        surface.z >= body.feet() + least
            && !surface.shape.contains(body.at())
            && measure::within_of_shape(&body, &surface.shape, CONTACT)
    }

    /// The climb down from where a model stands or hangs.
    fn down_from(&self, model: ModelId) -> Option<Climb> {
        let spot = self.spot(model);
        if spot.z <= Length::ZERO {
            return None;
        }
        if self.is(model, Mark::Climbing) {
            let foot = self.landing(spot);
            let piece = self.wall_at(model, spot)?;
            return Some(Climb { piece, to: foot.z });
        }
        let here = Extent { low: spot.at, high: spot.at };
        let table = &self.table;
        let mut near = table.surface_grid().near(here).map(|i| &table.surfaces()[i]);
        let under = near.find(|s| s.z == spot.z && s.shape.contains(spot.at))?;
        Some(Climb { piece: under.piece, to: Length::ZERO })
    }

    /// What a climber hangs on.
    fn wall_at(&self, model: ModelId, spot: Spot) -> Option<PieceId> {
        let body = self.body_at(model, spot);
        let touched =
            |s: &&Surface| s.z > spot.z && measure::within_of_shape(&body, &s.shape, CONTACT);
        self.table.surfaces().iter().find(touched).map(|s| s.piece)
    }

    /// Places on top where a climb could end, the most natural first.
    fn tops(&self, model: ModelId, climb: Climb) -> SmallVec<[Spot; 4]> {
        let start = self.spot(model);
        let base = self.body(model).base;
        let steps = [base + Length::millimetres(2), base * 2];
        let points = steps.into_iter().flat_map(|far| {
            WAYS.iter().map(move |(x, y)| start.at.toward(Vector::new(*x, *y), far))
        });
        points
            .map(|at| at.at_height(climb.to))
            .filter(|to| self.is_top(model, climb, *to))
            .collect()
    }

    fn is_top(&self, model: ModelId, climb: Climb, to: Spot) -> bool {
        let start = self.spot(model);
        let aside = self.base_width(model) * ASIDE;
        let on_it =
            |s: &Surface| s.piece == climb.piece && s.z == climb.to && s.shape.contains(to.at);
        to.z == climb.to
            && start.at.distance_squared(to.at) <= aside.squared()
            && self.table.surfaces().iter().any(on_it)
            && self.check_shaft(model, start, to).is_ok()
    }

    /// Places at the foot of a way down, found in all directions.
    fn feet(&self, model: ModelId, climb: Climb) -> SmallVec<[Spot; 4]> {
        let start = self.spot(model);
        if self.is(model, Mark::Climbing) {
            let foot = self.landing(start);
            let free = self.check_shaft(model, start, foot).is_ok();
            return free.then_some(foot).into_iter().collect();
        }
        WAYS.iter().filter_map(|(x, y)| self.foot(model, climb, Vector::new(*x, *y))).collect()
    }

    /// The foot of the way down in a direction: where the base just clears the edge, if that is
    /// near, and deep enough to be a climb.
    fn foot(&self, model: ModelId, climb: Climb, direction: Vector) -> Option<Spot> {
        let start = self.spot(model);
        let base = self.body(model).base;
        let level = |s: &&Surface| s.piece == climb.piece && s.z == start.z;
        let edge =
            self.table.surfaces().iter().filter(level).find(|s| s.shape.contains(start.at))?;
        let clear = |um: i32| {
            let at = start.at.toward(direction, Length::micrometres(um));
            !edge.shape.nearer_than(at, base)
        };
        let (mut near, mut far) = (0, (base * 2 * ASIDE).um());
        if !clear(far) {
            return None;
        }
        while far - near > 1 {
            let middle = near + (far - near) / 2;
            if clear(middle) { far = middle } else { near = middle }
        }
        let foot =
            self.landing(start.at.toward(direction, Length::micrometres(far)).at_height(start.z));
        let deep = start.z - foot.z >= self.small_step();
        let carried = self.table.carries(foot.at, start.z);
        (deep && !carried && self.check_shaft(model, start, foot).is_ok()).then_some(foot)
    }

    /// Who can climb what (MUT-TER-31 to 33).
    fn may_climb(&self, model: ModelId, piece: PieceId) -> Result<(), Refusal> {
        let nature = &self.model(model).nature;
        let kind = self.table.piece(piece).kind;
        let refuse = |id, why: &str| Err(Refusal::new(Clause(id), why));
        let beast = !nature.has(Rule::Humanoid);
        let hoofed = matches!(nature.species, Some(Species::Horse | Species::Swine));
        if nature.has(Rule::Mounted) || (hoofed && beast) {
            return refuse("MUT-TER-31", "hooves do not climb");
        }
        let natural = matches!(kind, Kind::Tree | Kind::Rock | Kind::Hill | Kind::Crystal);
        if nature.species == Some(Species::Feline) && beast && !natural {
            return refuse("MUT-TER-32", "claws do not hold on man-made things");
        }
        let coils = nature.has(Rule::Entangle) && !nature.has_hands();
        if coils && !self.is_slender(piece) {
            return refuse("MUT-TER-33", "it climbs only what it can coil around");
        }
        Ok(())
    }

    /// Whether something is slender enough to be coiled around: a tree, a pillar.
    fn is_slender(&self, piece: PieceId) -> bool {
        let piece = self.table.piece(piece);
        let wall = matches!(piece.kind, Kind::Building | Kind::Door | Kind::HighWall | Kind::Floor);
        let across = piece.extent().map(|e| (e.high.x - e.low.x).max(e.high.y - e.low.y));
        !wall && across.is_some_and(|across| across <= self.short())
    }

    /// A climb in words.
    pub(super) fn climb_words(&self, model: ModelId, climb: Climb) -> String {
        let piece = &self.table.piece(climb.piece).name;
        let z = self.spot(model).z;
        if climb.to <= z {
            return "climb down".to_owned();
        }
        let lower = |s: &Surface| s.piece == climb.piece && s.z > z && s.z < climb.to;
        match self.table.surfaces().iter().any(lower) {
            true => format!("climb onto {piece} at {}", climb.to),
            false => format!("climb onto {piece}"),
        }
    }

    /// A model climbs: three dice, and all its actions (MUT-TER-20 to 23).
    pub(super) fn climb(&mut self, cx: &mut Cx<'_>, model: ModelId, climb: Climb) -> Play<()> {
        let start = self.spot(model);
        let end = self.ask_climb(cx, model, climb)?;
        let actions = self.acting(model).map_or(0, |a| a.actions);
        let roll = self.climbing_roll(model, self.is_sheer(climb));
        let tally = self.quality_roll(cx, model, &roll)?;
        self.cite_weight(cx, model);
        self.spend(model, actions);
        self.drop_shield(cx, model);
        self.slip_away(model);
        cx.cite(Clause("MUT-TER-23"));
        // The height is measured with the stick alone: there is no base beyond its end.
        let full = self.stick(self.pace(model, 0).stick);
        let slower = self.pace(model, 1);
        let rate = match tally.successes {
            0 => return self.lose_hold(cx, model, (start, end), full),
            1 if slower.cost > actions.max(1) => {
                cx.cite(Clause("MUT-Q-66"));
                Length::ZERO
            }
            1 => self.stick(slower.stick),
            _ => full,
        };
        if tally.successes == 1 {
            cx.cite(Clause("MUT-TER-21"));
        }
        self.get_along_wall(cx, model, (start, end), rate);
        Ok(())
    }

    /// Whether a climb leads up or down a vertical wall (MUT-TER-24).
    pub(super) fn is_sheer(&self, climb: Climb) -> bool {
        !matches!(self.table.piece(climb.piece).kind, Kind::Tree | Kind::Rock | Kind::Hill)
    }

    /// Asks where a climb is to end.
    fn ask_climb(&self, cx: &mut Cx<'_>, model: ModelId, climb: Climb) -> Play<Spot> {
        let start = self.spot(model);
        let side = self.side(model);
        let ask = Ask::new(side, "path", "Where does the climb lead?", Clause("MUT-TER-20"));
        let up = climb.to > start.z;
        let goals = || {
            let spots = if up { self.tops(model, climb) } else { self.feet(model, climb) };
            spots.into_iter().map(|spot| Goal { spot, merit: 1 }).collect()
        };
        let limit = self.base_width(model) * ASIDE;
        let ascent = cx.path(ask.about(model), (model, start, limit), goals, |path| {
            let [_, aim] = path else {
                return Err(Refusal::new(Clause("MUT-TER-20"), "show the place to climb to"));
            };
            let no_way = || {
                let why = format!("the climb cannot lead to {}", aim.at);
                Refusal::new(Clause("MUT-TER-20"), why)
            };
            let end = match (up, self.is(model, Mark::Climbing)) {
                (true, _) => {
                    let to = aim.at.at_height(climb.to);
                    self.is_top(model, climb, to).then_some(to)
                }
                (false, true) => self.feet(model, climb).first().copied(),
                (false, false) => self.foot(model, climb, aim.at - start.at),
            };
            let ascent = |end: Spot| Ascent { end, model, climb, state: self };
            end.map(ascent).ok_or_else(no_way)
        })?;
        Ok(ascent.end)
    }

    /// The three dice of a climb, with the modifiers of the wall and the climber (MUT-TER-24).
    pub fn climbing_roll(&self, model: ModelId, wall: bool) -> Try {
        let m = self.model(model);
        let heavy = m.wears(Armor::Heavy) || m.has(Rule::HeavyArmor) || m.wears(Armor::Power);
        let nimble = m.has(Rule::Nimble) || m.nature.species == Some(Species::Monkey);
        let clause = Clause("MUT-TER-24");
        let of = |applies: bool, by: i8| if applies { by } else { 0 };
        Try::new(Test::Climbing, 3, "climbs", Clause("MUT-TER-20"))
            .with(of(wall, -1), "vertical wall", clause)
            .with(of(heavy, -2), "heavy armor", clause)
            .with(of(m.nature.kind == Type::Robot, -2), "Robot", clause)
            .with(of(m.nature.kind == Type::Plant, 1), "Mutated Plant", clause)
            .with(of(nimble, 2), "born climber", clause)
    }

    /// Notes by which armor a climber is hindered.
    fn cite_weight(&self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        if m.wears(Armor::Power) {
            cx.cite(Clause("MUT-SPC-101"));
        } else if m.wears(Armor::Heavy) || m.has(Rule::HeavyArmor) {
            cx.cite(Clause("MUT-SPC-063"));
        }
    }

    /// A climber gets as far as its rate takes it: all the way, or it hangs on the wall.
    fn get_along_wall(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (start, end): (Spot, Spot),
        rate: Length,
    ) {
        let height = (end.z - start.z).abs();
        let column = if end.z > start.z { start.at } else { end.at };
        let hang = match end.z > start.z {
            true => column.at_height(start.z + rate),
            false => column.at_height(start.z - rate),
        };
        let arrives = rate >= height;
        let stuck = rate == Length::ZERO || (!arrives && !self.is_free_of_bases(model, hang));
        if stuck {
            cx.say(|| {
                let text = format!("{} gets nowhere", self.name(model));
                Event::note(Clause("MUT-TER-21"), text)
            });
            return;
        }
        let marks = &mut self.model_mut(model).marks;
        if arrives {
            marks.clear(Mark::Climbing);
        } else {
            marks.put(Mark::Climbing);
        }
        let to = if arrives { end } else { hang };
        self.relocate(cx, model, vec![start, to], Clause("MUT-TER-20"));
        if !arrives {
            cx.say(|| {
                let text = format!("{} hangs on the wall", self.name(model));
                Event::note(Clause("MUT-TER-25"), text).deed(Deed::Changed { model })
            });
        }
    }

    /// Three failures: the climber gets as high as its full rate takes it, and drops
    /// (MUT-TER-22, MUT-Q-67).
    fn lose_hold(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (start, end): (Spot, Spot),
        full: Length,
    ) -> Play<()> {
        let (column, top) = match end.z > start.z {
            true => (start.at, end.z.min(start.z + full)),
            false => (end.at, start.z),
        };
        let landing = self.landing(column.at_height(top));
        cx.cite(Clause("MUT-Q-67"));
        cx.say(|| {
            let text = format!("{} loses its hold", self.name(model));
            Event::note(Clause("MUT-TER-22"), text)
        });
        self.model_mut(model).marks.put(Mark::Climbing);
        self.drop_down(cx, model, top - landing.z, landing)
    }

    /// Whether no other base is where a model would be.
    pub(super) fn is_free_of_bases(&self, model: ModelId, spot: Spot) -> bool {
        let body = self.body_at(model, spot);
        let others = self.in_play().filter(|m| *m != model).map(|m| self.body(m));
        others.chain(self.dummy_bodies(self.side(model))).all(|other| {
            let apart = body.base + other.base;
            let level = body.feet() < other.head() && other.feet() < body.head();
            !level || body.at().distance_squared(other.at()) >= apart.squared()
        })
    }

    /// A climber who is attacked may let go: it falls, and is Fallen rather than helpless
    /// (MUT-TER-25, 26).
    pub fn let_go(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        if !self.is(model, Mark::Climbing) || self.has(model, Rule::Clinging) {
            return Ok(());
        }
        let side = self.side(model);
        let ask = Ask::new(side, "let go", "Let go of the wall?", Clause("MUT-TER-26"));
        let lets_go = cx.choose(ask.about(model), &[false, true], |go| match go {
            false => Choice::new("hang on").declining().about(model),
            true => Choice::new("let go").about(model).merit(-1),
        })?;
        if !lets_go {
            cx.cite(Clause("MUT-TER-25"));
            return Ok(());
        }
        let spot = self.spot(model);
        let landing = self.landing(spot);
        self.drop_down(cx, model, spot.z - landing.z, landing)
    }

    /// The next level below a spot.
    pub fn landing(&self, spot: Spot) -> Spot {
        let below = self.table.supports(spot.at).into_iter().rfind(|z| *z < spot.z);
        spot.at.at_height(below.unwrap_or_else(|| self.ground_below(spot.at)))
    }

    fn ground_below(&self, at: Point) -> Length {
        self.table.ground_height(at)
    }
}
