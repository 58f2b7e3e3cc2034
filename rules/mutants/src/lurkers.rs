//! Chapter 16: Lurkers, plants that hide among plants (MUT-TYP-20 to 23, MUT-Q-122).
//!
//! A Lurker stands where it stands and has the mark [`Mark::Lurking`]; its dummy is in the
//! mission. Others see two counters that look alike, and must not learn which is which from
//! anything: whatever is worked out for them treats a Lurker and a dummy the same way.

mod disguise;

use engine::question::Goal;
use engine::source::lattice;
use engine::{Ask, Clause, Cx, Deed, Event, Eyes, ModelId, Play, Refusal, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Body, Form, Kind, Length, Marker, Piece, Point, Spot, measure};

use crate::gear::Stick;
use crate::pending::Pending;
use crate::profile;
use crate::scenarios::Scenario;
use crate::state::{CONTACT, Mark, Models, State};

/// A counter with nobody under it (MUT-TYP-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dummy {
    /// Whose it looks like: it is as large as this model's base.
    pub of: ModelId,
    /// Where it lies.
    pub spot: Spot,
}

/// Whether plants can hide in a kind of terrain: what grows (MUT-Q-122).
pub const fn is_vegetation(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Scrub
            | Kind::LightWoods
            | Kind::MediumWoods
            | Kind::DenseWoods
            | Kind::Hedge
            | Kind::Tree
    )
}

impl State {
    /// Lurkers of a side that have not been revealed.
    pub fn lurkers(&self, side: SideId) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(move |m| self.is(*m, Mark::Lurking) && self.own_side(*m) == side)
    }

    /// The bodies of the dummies that lie in the way of a side's models: they stop a move just
    /// as Lurkers do.
    pub fn dummy_bodies(&self, side: SideId) -> impl Iterator<Item = Body> + '_ {
        self.mission
            .dummies
            .iter()
            .filter(move |dummy| self.is_hostile(self.own_side(dummy.of), side))
            .map(|dummy| self.body_at(dummy.of, dummy.spot))
    }

    /// Whether a Plant may be deployed under a counter: any in the Orchard, elsewhere one of a
    /// party of nothing but Plants, if anything grows on the table (MUT-TYP-20, MUT-SCN-16).
    pub fn may_lurk(&self, model: ModelId) -> bool {
        let is_plant = |kind: profile::Kind| kind == profile::Kind::Plant;
        let side = self.own_side(model);
        let all_plants =
            || self.cast.iter().filter(|c| c.side == side).all(|c| is_plant(c.nature.kind));
        is_plant(self.kind(model))
            && (self.mission.scenario == Scenario::Orchard || all_plants())
            && self.table.pieces().iter().any(|p| is_vegetation(p.kind))
    }

    /// Whether a counter of a model may lie somewhere: in or touching what grows, on free
    /// ground, and not within Short of an enemy (MUT-Q-122).
    fn may_lurk_at(&self, model: ModelId, spot: Spot) -> Result<Spot, Refusal> {
        let no = |why: &str| Err(Refusal::new(Clause("MUT-Q-122"), why));
        let body = self.body_at(model, spot);
        if !self.table.pieces().iter().any(|p| is_vegetation(p.kind) && touches(&body, p)) {
            return no("a Lurker hides in plants, or touches some");
        }
        self.may_stand_at(model, spot)?;
        // A dummy does not lie on the Lurker it is to be mistaken for.
        let own = self.model(model).spot.map(|own| self.body_at(model, own));
        if own.is_some_and(|own| measure::within(&body, &own, Length::ZERO)) {
            return no("the two counters lie apart");
        }
        let (side, short) = (self.own_side(model), self.stick(Stick::Short));
        let foes = self.in_play().filter(|m| self.is_hostile(self.own_side(*m), side));
        let near = |other: &Body| measure::within_3d(&body, other, short);
        if foes.map(|m| self.body(m)).chain(self.dummy_bodies(side)).any(|b| near(&b)) {
            return no("it is within Short of an enemy");
        }
        Ok(spot)
    }

    /// Places in and beside plants where a counter of a model may lie.
    fn lurking_spots(&self, model: ModelId) -> impl Iterator<Item = Spot> + '_ {
        let base = self.body_at(model, Spot::default()).base;
        let plants = self.table.pieces().iter().filter(|p| is_vegetation(p.kind));
        let around = plants.filter_map(Piece::extent).map(move |e| e.grown(base));
        let points = around.flat_map(|e| lattice(e, Length::inches(1)));
        let plants = self.table.pieces().iter().filter(|p| is_vegetation(p.kind));
        let beside = plants.flat_map(move |plant| self.places_beside(model, plant));
        let spots =
            points.chain(beside).map(|at: Point| at.at_height(self.table.ground_height(at)));
        spots.filter(move |spot| self.may_lurk_at(model, *spot).is_ok())
    }

    /// Places around a piece where a base just touches it: nobody stands in a tree or a hedge.
    fn places_beside(&self, model: ModelId, piece: &Piece) -> Vec<Point> {
        const WHEEL: [(i32, i32); 8] = [
            (1000, 0),
            (707, 707),
            (0, 1000),
            (-707, 707),
            (-1000, 0),
            (-707, -707),
            (0, -1000),
            (707, -707),
        ];
        let middle = |a: Point, b: Point| Point::new(a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2);
        let hearts: Vec<Point> = match (&piece.form, piece.extent()) {
            (Form::Area(_), Some(extent)) => vec![middle(extent.low, extent.high)],
            (Form::Barrier { line, .. }, _) => {
                line.windows(2).map(|ends| middle(ends[0], ends[1])).collect()
            }
            _ => Vec::new(),
        };
        let reaches = |at: Point| touches(&self.body_at(model, at.at_height(Length::ZERO)), piece);
        let mut places = Vec::new();
        for (heart, (x, y)) in hearts.iter().flat_map(|heart| WHEEL.map(|way| (*heart, way))) {
            let at = |far: Length| Point::new(heart.x + far * x / 1000, heart.y + far * y / 1000);
            let (mut near, mut far) = (Length::ZERO, Length::inches(24));
            while far - near > CONTACT / 4 {
                let half = near + (far - near) / 2;
                if reaches(at(half)) { near = half } else { far = half }
            }
            places.push(at(near));
        }
        places
    }

    fn can_hide(&self, model: ModelId) -> bool {
        self.lurking_spots(model).next().is_some()
    }

    /// The owner may deploy a Plant under a counter, and lays a dummy too: in secret, so that
    /// nobody else knows which is which (MUT-TYP-20, 21). Says whether it lurks.
    pub fn deploy_lurker(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<bool> {
        if !self.may_lurk(model) {
            if self.kind(model) == profile::Kind::Plant {
                cx.cite(Clause("MUT-TYP-20"));
            }
            return Ok(false);
        }
        if !self.can_hide(model) {
            return Ok(false);
        }
        let orchard = self.mission.scenario == Scenario::Orchard;
        let clause = Clause(if orchard { "MUT-SCN-16" } else { "MUT-TYP-20" });
        let side = self.own_side(model);
        let ask = Ask::new(side, "lurk", "Does it lurk?", clause).about(model).secret();
        let lurks = cx.confirm(ask, "lurk", "deploy openly")?;
        if !lurks {
            return Ok(false);
        }
        let prompt = "Where does it lurk?";
        let spot = self.place_counter(cx, model, ("lurk-place", prompt))?;
        let m = self.model_mut(model);
        m.spot = Some(spot);
        m.marks.put(Mark::Lurking);
        let mut counters = 1;
        if self.can_hide(model) {
            let prompt = "Where does its dummy go?";
            let spot = self.place_counter(cx, model, ("lurk-dummy", prompt))?;
            self.mission.dummies.push(Dummy { of: model, spot });
            counters = 2;
        }
        for id in ["MUT-TYP-20", "MUT-Q-122"] {
            cx.cite(Clause(id));
        }
        cx.say(|| Event::note(Clause("MUT-TYP-21"), format!("{side} lays {counters} counters")));
        cx.say(|| {
            let text = format!("{} lurks at {spot}", self.name(model));
            Event::note(Clause("MUT-TYP-21"), text).only_for(side)
        });
        Ok(true)
    }

    fn place_counter(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (topic, prompt): (&'static str, &'static str),
    ) -> Play<Spot> {
        let ask = Ask::new(self.own_side(model), topic, prompt, Clause("MUT-Q-122"));
        let goal = |spot: Spot| Goal { spot, merit: 0 };
        let goals = || self.lurking_spots(model).map(goal).collect();
        let ask = ask.about(model).secret();
        cx.place(ask, &[model], self.table.extent(), goals, |places| {
            self.may_lurk_at(model, places[0].1)
        })
    }

    /// Makes a model lurk where it stands, with a dummy elsewhere.
    pub fn lurk(&mut self, model: ModelId, dummy: Spot) {
        self.model_mut(model).marks.put(Mark::Lurking);
        self.mission.dummies.push(Dummy { of: model, spot: dummy });
    }

    /// A Lurker shows itself (MUT-TYP-22); once nobody of its party lurks any more the dummies
    /// come off the table (MUT-TYP-23).
    pub fn reveal_lurker(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        if !self.is(model, Mark::Lurking) {
            return;
        }
        cx.reveal();
        self.model_mut(model).marks.clear(Mark::Lurking);
        self.make_room(model);
        cx.say(|| {
            let text = format!("{} was lurking at {}", self.name(model), self.spot(model));
            let path = vec![self.spot(model)];
            Event::note(Clause("MUT-TYP-22"), text).deed(Deed::Moved { model, path })
        });
        let side = self.own_side(model);
        if self.lurkers(side).next().is_some() {
            return;
        }
        let before = self.mission.dummies.len();
        let cast = &self.cast;
        self.mission.dummies.retain(|dummy| cast[dummy.of.index()].side != side);
        if self.mission.dummies.len() < before {
            cx.say(|| {
                let text = format!("All of {side}'s plants are revealed: the dummies are removed");
                Event::note(Clause("MUT-TYP-23"), text)
            });
        }
    }

    /// A revealed Lurker takes the nearest free place if somebody stands on its counter.
    fn make_room(&mut self, model: ModelId) {
        let spot = self.spot(model);
        if self.has_room(model, spot) {
            return;
        }
        let around = tabletop::Extent { low: spot.at, high: spot.at }.grown(Length::inches(3));
        let spots = lattice(around, Length::cents(25))
            .map(|at| at.at_height(self.table.ground_height(at)))
            .filter(|there| self.has_room(model, *there));
        let nearest = spots.min_by_key(|there| there.at.distance_squared(spot.at));
        self.model_mut(model).spot = Some(nearest.unwrap_or(spot));
    }

    /// A model has come somewhere: enemy counters it touches are turned over (MUT-TYP-22).
    pub fn touch_counters(&mut self, cx: &mut Cx<'_>, mover: ModelId) {
        if self.model(mover).spot.is_none() || self.is(mover, Mark::Lurking) {
            return;
        }
        let found: Models = self
            .in_play()
            .filter(|m| {
                self.is(*m, Mark::Lurking) && self.touches_counter(mover, *m, self.spot(*m))
            })
            .collect();
        self.touch_dummies(cx, mover);
        for other in found {
            self.reveal_lurker(cx, other);
            self.pending.push(Pending::Contact { mover, other });
        }
    }

    /// A model has come somewhere: enemy counters it touches that hide nobody are taken away
    /// (MUT-TYP-22).
    pub fn touch_dummies(&mut self, cx: &mut Cx<'_>, mover: ModelId) {
        if !self.mission.dummies.is_empty() && self.model(mover).spot.is_some() {
            self.remove_dummies(cx, &|state, owner, spot| {
                state.touches_counter(mover, owner, spot)
            });
        }
    }

    /// Whether a model touches an enemy's counter.
    fn touches_counter(&self, mover: ModelId, owner: ModelId, spot: Spot) -> bool {
        self.is_hostile(self.own_side(owner), self.side(mover))
            && measure::contact(&self.body(mover), &self.body_at(owner, spot), CONTACT)
    }

    /// An area attack turns over every counter it reaches (MUT-TYP-22, MUT-Q-122).
    pub fn blast_counters(&mut self, cx: &mut Cx<'_>, center: Spot, radius: Length) {
        let none = Length::ZERO;
        let middle = Body { spot: center, base: none, girth: none, height: none, eye: none };
        let caught = |state: &State, owner: ModelId, spot: Spot| {
            measure::within_3d(&middle, &state.body_at(owner, spot), radius)
        };
        let found: Models = self
            .in_play()
            .filter(|m| self.is(*m, Mark::Lurking) && caught(self, *m, self.spot(*m)))
            .collect();
        if !found.is_empty() {
            cx.cite(Clause("MUT-Q-122"));
        }
        self.remove_dummies(cx, &caught);
        for model in found {
            self.reveal_lurker(cx, model);
        }
    }

    fn remove_dummies(&mut self, cx: &mut Cx<'_>, struck: &dyn Fn(&State, ModelId, Spot) -> bool) {
        let gone: SmallVec<[Dummy; 2]> = self
            .mission
            .dummies
            .iter()
            .copied()
            .filter(|dummy| struck(self, dummy.of, dummy.spot))
            .collect();
        for dummy in gone {
            self.mission.dummies.retain(|other| *other != dummy);
            cx.reveal();
            cx.say(|| {
                let text = format!("The counter at {} is a dummy", dummy.spot);
                Event::note(Clause("MUT-TYP-22"), text)
            });
        }
    }

    /// Whether a pair of eyes sees a model, and not just a counter.
    pub fn sees_model(&self, eyes: Eyes, model: ModelId) -> bool {
        !self.is(model, Mark::Lurking) || self.knows(eyes, self.own_side(model))
    }

    /// Whether a pair of eyes knows what is under a side's counters.
    fn knows(&self, eyes: Eyes, side: SideId) -> bool {
        match eyes {
            Eyes::Referee => true,
            Eyes::Side(own) => own == side,
            Eyes::Spectator => false,
        }
    }

    /// The counters as a pair of eyes sees them: its own dummies, and of others all of them,
    /// in an order that says nothing.
    pub fn counters(&self, eyes: Eyes) -> Vec<Marker> {
        let marker = |of: ModelId, spot: Spot, name: String| {
            let radius = self.body_at(of, spot).base;
            Marker { name, spot, radius }
        };
        let mut markers = Vec::new();
        for index in 0..self.parties.len() {
            let side = SideId(index as u8);
            let dummies = || {
                let all = self.mission.dummies.iter();
                all.filter(move |dummy| self.own_side(dummy.of) == side).map(|d| (d.of, d.spot))
            };
            if self.knows(eyes, side) {
                markers.extend(dummies().map(|(of, spot)| marker(of, spot, "dummy".to_owned())));
                continue;
            }
            let lurkers = self.lurkers(side).map(|m| (m, self.spot(m)));
            let mut all: Vec<(ModelId, Spot)> = lurkers.chain(dummies()).collect();
            all.sort_unstable_by_key(|(_, spot)| *spot);
            let numbered = all.into_iter().enumerate();
            markers
                .extend(numbered.map(|(i, (of, spot))| {
                    marker(of, spot, format!("{side}'s counter {}", i + 1))
                }));
        }
        markers
    }
}

/// Whether a base is in a piece or touches it.
fn touches(body: &Body, piece: &Piece) -> bool {
    match &piece.form {
        Form::Area(shape) => measure::within_of_shape(body, shape, CONTACT),
        Form::Barrier { line, thickness } => line.windows(2).any(|ends| {
            let reach = body.base + *thickness / 2 + CONTACT;
            tabletop::polygon::point_segment_cmp(body.at(), ends[0], ends[1], reach).is_le()
        }),
        Form::Building(_) | Form::Stairs { .. } | Form::Ladder(_) => false,
    }
}
