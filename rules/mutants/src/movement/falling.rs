//! Chapter 6: falling, and where a model driven or thrown about ends up (MUT-TER-30, 34 to 37).

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::movement::{Mover, Trouble};
use tabletop::{Body, Length, Point, Spot, Vector, measure};

use super::WAYS;
use super::survey::{Drive, STEP};
use crate::gear::Stick;
use crate::options::{FarFallKills, RecoilArc};
use crate::pending::Pending;
use crate::profile::{Energy, Rule};
use crate::quality::{Test, Try};
use crate::state::{CONTACT, Mark, State};

/// Thousandths of the cosine and the sine of the turns a recoil may take, within 45 degrees.
const NARROW: [(i64, i64); 7] =
    [(1_000, 0), (966, 259), (966, -259), (866, 500), (866, -500), (708, 707), (708, -707)];
/// The same within a right angle.
const WIDE: [(i64, i64); 9] = [
    (1_000, 0),
    (924, 383),
    (924, -383),
    (707, 707),
    (707, -707),
    (383, 924),
    (383, -924),
    (0, 1_000),
    (0, -1_000),
];

impl State {
    fn mover<'a>(&'a self, model: ModelId, others: &'a [Body]) -> Mover<'a> {
        Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(model),
            step: STEP,
            others,
        }
    }

    /// Whether a model could stand at a spot: free of bases, supported, on the table, and not in
    /// water it cannot stand in.
    pub fn has_room(&self, model: ModelId, spot: Spot) -> bool {
        let stands = self.mover(model, &[]).stands(spot).is_ok();
        stands
            && self.is_free_of_bases(model, spot)
            && !(self.is_barred_from_water(model) && self.is_in_deep_water(spot))
    }

    /// Where a model may end when it recoils from a place: one base width away within the arc
    /// agreed on, straight away first; only free places (MUT-CON-08, MUT-CON-10, MUT-MOV-10,
    /// MUT-G-17, MUT-G-26).
    pub fn recoil_spots(&self, model: ModelId, from: Spot) -> SmallVec<[Spot; 9]> {
        let ends = self.recoil_ends(model, from).into_iter();
        ends.filter_map(|at| self.driven_to(model, at, Drive::Recoil)).collect()
    }

    /// Notes what leaves a model no room to recoil: the edge of the table (MUT-G-26), or friends
    /// where it would end (MUT-MOV-10).
    pub fn cite_no_room(&self, cx: &mut Cx<'_>, model: ModelId, from: Spot) {
        let z = self.spot(model).z;
        for at in self.recoil_ends(model, from) {
            let body = self.body_at(model, at.at_height(z));
            let taken = |m: ModelId| measure::contact(&body, &self.body(m), Length::ZERO);
            if !self.table.extent().contains(at) {
                cx.cite(Clause("MUT-G-26"));
            } else if self.friends(model).any(taken) {
                cx.cite(Clause("MUT-MOV-10"));
            }
        }
    }

    /// One base width away within the arc agreed on, straight away first.
    fn recoil_ends(&self, model: ModelId, from: Spot) -> SmallVec<[Point; 9]> {
        let here = self.spot(model);
        let away = match here.at - from.at {
            none if none == Vector::default() => Vector::new(1_000_000, 0),
            away => away,
        };
        let turns: &[(i64, i64)] = match self.agreed.recoil_arc {
            RecoilArc::Straight => &NARROW[..1],
            RecoilArc::Narrow => &NARROW,
            RecoilArc::Wide => &WIDE,
        };
        let width = self.base_width(model);
        let ends = turns.iter().map(|(cosine, sine)| {
            let x = away.x * cosine - away.y * sine;
            let y = away.x * sine + away.y * cosine;
            here.at.toward(Vector::new(x / 1_000, y / 1_000), width)
        });
        ends.collect()
    }

    /// Where a model gets when a force moves it straight to a point: none if anything but a
    /// friend is in the way. An end in mid-air is a drop (MUT-Q-121).
    pub fn pushed_to(&self, model: ModelId, at: Point) -> Option<Spot> {
        self.driven_to(model, at, Drive::Push)
    }

    fn driven_to(&self, model: ModelId, at: Point, drive: Drive) -> Option<Spot> {
        let here = self.spot(model);
        if !self.table.extent().contains(at) {
            return None;
        }
        let on_ground = here.z == self.table.ground_height(here.at);
        let z = if on_ground { self.table.ground_height(at) } else { here.z };
        let aim = at.at_height(z);
        let survey = self.survey(model, aim, drive).ok()?;
        let wet = self.is_barred_from_water(model) && self.is_in_deep_water(aim);
        let free = survey.halt.is_none() && survey.end == aim && survey.way.is_none();
        // Whoever is pushed over a cliff is in mid-air at its edge.
        let height = if here.z - z >= self.small_step() { here.z } else { z };
        (free && (!wet || self.is_in_deep_water(here))).then_some(at.at_height(height))
    }

    /// Where a model lands if it falls where it is, and how far down that is: none where there
    /// is no brink under its base (MUT-TER-34).
    pub fn brink(&self, model: ModelId) -> Option<(Length, Spot)> {
        let spot = self.spot(model);
        if spot.z <= Length::ZERO {
            return None;
        }
        if !self.table.carries(spot.at, spot.z) {
            let landing = self.landing(spot);
            return Some((spot.z - landing.z, landing));
        }
        let base = self.body(model).base;
        let friends: SmallVec<[Body; 8]> = self.friends(model).map(|m| self.body(m)).collect();
        let mover = self.mover(model, &friends);
        WAYS.iter().find_map(|(x, y)| {
            let direction = Vector::new(*x, *y);
            let rim = self.next_level(spot.at.toward(direction, base), spot.z);
            if spot.z - rim.z < self.small_step() {
                return None;
            }
            let out = base * 2 + Length::millimetres(1);
            let landing = self.next_level(spot.at.toward(direction, out), spot.z);
            let height = spot.z - landing.z;
            let lands = height >= self.small_step() && mover.stands(landing).is_ok();
            lands.then_some((height, landing))
        })
    }

    /// The highest level at a point that is not above a height.
    fn next_level(&self, at: Point, z: Length) -> Spot {
        let level = self.table.supports(at).into_iter().rfind(|level| *level <= z + STEP);
        at.at_height(level.unwrap_or(z))
    }

    /// A model drops from a height (MUT-TER-35).
    pub fn drop_down(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        height: Length,
        landing: Spot,
    ) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        let small = height < self.small_step();
        if !small && self.is_held_by_enemies(model, landing) {
            cx.cite(Clause("MUT-Q-69"));
            self.kill(cx, model, false, Clause("MUT-TER-30"));
            return Ok(());
        }
        let climbs = self.is(model, Mark::Climbing);
        let marks = &mut self.model_mut(model).marks;
        marks.clear(Mark::Climbing);
        marks.put(Mark::Fallen);
        let start = self.spot(model);
        let landing = self.room_near(model, landing);
        self.relocate(cx, model, vec![start, landing], Clause("MUT-TER-35"));
        self.note_fall(cx, model);
        if small {
            cx.cite(Clause("MUT-Q-68"));
            return Ok(());
        }
        if let Some((clause, why)) = self.falls_softly(model, climbs) {
            cx.cite(Clause("MUT-TER-37"));
            if self.has(model, Rule::Clinging) {
                cx.cite(Clause("MUT-SPC-018"));
            }
            cx.say(|| Event::note(clause, format!("{} is not hurt: {why}", self.name(model))));
            return Ok(());
        }
        if self.has(model, Rule::Flying) {
            cx.cite(Clause("MUT-TER-37"));
        }
        self.suffer_fall(cx, model, height)
    }

    /// Falling damage: one to three dice by the height; any failure is the end (MUT-TER-35).
    fn suffer_fall(&mut self, cx: &mut Cx<'_>, model: ModelId, height: Length) -> Play<()> {
        cx.cite(Clause("MUT-G-18"));
        let dice = match () {
            () if height <= self.stick(Stick::Short) => 1,
            () if height <= self.stick(Stick::Medium) => 2,
            () => 3,
        };
        if height > self.stick(Stick::Long) {
            cx.cite(Clause("MUT-Q-68"));
            if self.agreed.far_fall_kills == FarFallKills::On {
                self.kill(cx, model, false, Clause("MUT-Q-68"));
                return Ok(());
            }
        }
        let roll = Try::new(Test::Falling, dice, "takes a fall", Clause("MUT-TER-35"));
        if !self.passes(cx, model, &roll)? {
            self.kill(cx, model, false, Clause("MUT-TER-35"));
            return Ok(());
        }
        self.model_mut(model).marks.put(Mark::LongFall);
        cx.say(|| {
            let text = format!("{} survives the fall of {height} inches", self.name(model));
            Event::note(Clause("MUT-TER-36"), text).deed(Deed::Changed { model })
        });
        Ok(())
    }

    /// Who is not hurt by falling (MUT-TER-37); flyers are not in a fight, but on a climb they
    /// are.
    fn falls_softly(&self, model: ModelId, climbs: bool) -> Option<(Clause, &'static str)> {
        let m = self.model(model);
        let absorbs = m.has(Rule::Absorption) && m.nature.absorbs == Some(Energy::Kinetic);
        match () {
            () if m.has(Rule::Clinging) => Some((Clause("MUT-TER-29"), "it clings")),
            () if m.has(Rule::Flying) && !climbs => Some((Clause("MUT-MOV-16"), "it flies")),
            () if absorbs => Some((Clause("MUT-SPC-001"), "it absorbs the blow")),
            () => None,
        }
    }

    /// Whether somebody who lands at a spot would touch an enemy (MUT-TER-30, MUT-Q-69).
    fn is_held_by_enemies(&self, model: ModelId, landing: Spot) -> bool {
        let body = self.body_at(model, landing);
        self.enemies(model).any(|m| measure::contact(&body, &self.body(m), CONTACT))
    }

    /// The place itself, or the next free one beside it if a friend is there.
    fn room_near(&self, model: ModelId, landing: Spot) -> Spot {
        let taken = |spot: &Spot| {
            let stands = self.mover(model, &[]).stands(*spot);
            let solid = matches!(stands, Err(Trouble::Obstacle { .. } | Trouble::OffTable));
            solid || !self.is_free_of_bases(model, *spot)
        };
        if !taken(&landing) {
            return landing;
        }
        let width = self.base_width(model);
        let rings = (1..=3).flat_map(|ring| WAYS.iter().map(move |way| (ring, way)));
        let near = rings.map(|(ring, (x, y))| {
            let at = landing.at.toward(Vector::new(*x, *y), width * ring);
            self.next_level(at, landing.z)
        });
        near.into_iter().find(|spot| !taken(spot)).unwrap_or(landing)
    }

    /// A climber loses its hold and drops (MUT-TER-26, MUT-TER-28).
    pub fn drop_from_wall(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        let spot = self.spot(model);
        let landing = self.landing(spot);
        cx.say(|| Event::note(clause, format!("{} drops from the wall", self.name(model))));
        self.pending.push(Pending::Drop { model, height: spot.z - landing.z, landing });
    }
}
