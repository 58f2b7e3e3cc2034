//! What a straight way runs into: where it ends, and over what ground it goes (MUT-G-04 to 07).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, Mover, Trouble, What};
use tabletop::table::Volume;
use tabletop::{Body, Extent, FeatureId, Kind, Length, Nature, PieceId, Point, Spot, measure};

use super::pace::Going;
use crate::state::{CONTACT, Mark, State};

/// Kerbs up to this height are walked over without notice.
pub(crate) const STEP: Length = Length::cents(25);
/// Whoever stops at something keeps this little room, so that rounding never glues it there.
pub(super) const GRAZE: Length = Length::micrometres(100);
/// How far from a bank or an edge one stops.
pub(super) const BANK: Length = Length::millimetres(1);

/// Who makes a model go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drive {
    /// It walks.
    Walk,
    /// It is driven back: nothing is opened, jumped or climbed, and edges hold it.
    Recoil,
    /// It is thrown or pushed: over an edge, too.
    Push,
}

/// What ends a way before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// An active enemy is touched.
    Enemy(ModelId),
    /// An enemy lies or stands helpless in the way.
    Lying(ModelId),
    /// A counter that hides nobody, which nobody can know (MUT-TYP-21).
    Counter,
    /// The way does not lead past a friend.
    Friend(ModelId),
    /// A door that is not locked.
    Door(FeatureId),
    /// A door that is.
    Locked(FeatureId),
    /// A doorway.
    Opening(PieceId),
    /// Something to jump over or onto.
    Hurdle(PieceId),
    /// Something higher.
    Wall(PieceId),
    /// Deep water.
    Water(PieceId),
    /// An edge or the foot of a cliff.
    Brink,
}

impl Halt {
    /// The rule that ends the way.
    pub(crate) const fn clause(self) -> Clause {
        Clause(match self {
            Halt::Enemy(_) | Halt::Lying(_) | Halt::Counter => "MUT-MOV-07",
            Halt::Friend(_) => "MUT-MOV-09",
            Halt::Door(_) | Halt::Opening(_) | Halt::Hurdle(_) => "MUT-TER-07",
            Halt::Locked(_) => "MUT-TER-08",
            Halt::Wall(_) => "MUT-G-04",
            Halt::Water(_) => "MUT-TER-38",
            Halt::Brink => "MUT-TER-20",
        })
    }
}

/// A stretch of a way over some ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub from: Length,
    pub until: Length,
    pub kind: Kind,
    pub piece: PieceId,
}

/// Stairs or a ladder that a way leads over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stairway {
    pub piece: PieceId,
    pub kind: Kind,
    pub up: bool,
    pub height: Length,
}

/// What was found out about a way.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// Where it ends.
    pub end: Spot,
    /// How long it is, seen from above.
    pub length: Length,
    /// Heights that a Clinging model walks up and down.
    pub scaled: Length,
    /// What ended it early.
    pub halt: Option<Halt>,
    /// Doors it leads through.
    pub doors: SmallVec<[FeatureId; 1]>,
    /// Whether it leads over an obstacle or through an opening where it began.
    pub crosses: bool,
    /// Whether it leads through friends.
    pub through_friends: bool,
    /// Whether it brushes past enemies who are down, and who end no move.
    pub past_the_fallen: bool,
    /// Whether a bridge or a ford leads it across deep water.
    pub bridged: bool,
    /// Stairs or a ladder on it.
    pub way: Option<Stairway>,
    /// The grounds it leads over.
    pub grounds: SmallVec<[Stretch; 4]>,
}

impl Survey {
    /// The parts of the way over some ground.
    pub(crate) fn over(&self, fits: impl Fn(Going) -> bool) -> impl Iterator<Item = &Stretch> {
        let length = self.length;
        self.grounds.iter().filter(move |s| s.from < length && fits(Going::of(s.kind)))
    }
}

/// Somebody who looks along a way.
pub(super) struct Scout<'a> {
    pub state: &'a State,
    pub model: ModelId,
    pub mover: Mover<'a>,
    pub others: &'a [ModelId],
    pub start: Spot,
    pub aim: Spot,
    pub drive: Drive,
    /// The first thing that ends the way, and where.
    pub first: Option<(Length, Halt)>,
}

impl State {
    /// Looks at the straight way from where a model is to a spot.
    pub(crate) fn survey(
        &self,
        model: ModelId,
        aim: Spot,
        drive: Drive,
    ) -> Result<Survey, Refusal> {
        let body = self.body(model);
        let start = body.spot;
        let (others, bodies) = self.bodies_along(model, &body, aim.at);
        let (table, changes) = (&self.table, &self.changes);
        let mover = Mover { table, changes, body, step: STEP, others: &bodies };
        let others = &others;
        let mut scout = Scout { state: self, model, mover, others, start, aim, drive, first: None };
        scout.look()
    }

    /// Models near a straight way.
    fn bodies_along(
        &self,
        model: ModelId,
        body: &Body,
        to: Point,
    ) -> (SmallVec<[ModelId; 12]>, SmallVec<[Body; 12]>) {
        let mut ids = SmallVec::new();
        let mut bodies = SmallVec::new();
        let Some(around) = Extent::around(&[body.at(), to]) else { return (ids, bodies) };
        for other in self.in_play().filter(|m| *m != model) {
            let there = self.body(other);
            if around.grown(body.base + there.base + CONTACT).contains(there.at()) {
                ids.push(other);
                bodies.push(there);
            }
        }
        (ids, bodies)
    }

    /// The stairs or ladder by which a leg changes level; none if it has collapsed.
    fn stairway(&self, leg: &Leg, kind: Kind, rise: Length) -> Option<Stairway> {
        let (low, high) = (leg.from.z.min(leg.to.z), leg.from.z.max(leg.to.z));
        let near = |a: Length, b: Length| (a - b).abs() <= STEP;
        let ways = self.table.ways().iter().filter(|way| {
            way.kind == kind
                && near(way.low, low)
                && near(way.high, high)
                && (way.shape.contains(leg.from.at)
                    || way.shape.contains(leg.to.at)
                    || way.shape.is_crossed_by(leg.from.at, leg.to.at))
        });
        let mut whole = ways.filter(|way| !self.scenery.fallen_ways.contains(&way.piece));
        let (up, height) = (rise > Length::ZERO, rise.abs());
        whole.next().map(|way| Stairway { piece: way.piece, kind, up, height })
    }
}

impl Scout<'_> {
    fn look(&mut self) -> Result<Survey, Refusal> {
        let walk = self.mover.walk(&[self.start, self.aim]);
        let mut survey = Survey {
            end: self.aim,
            length: walk.length(),
            scaled: Length::ZERO,
            halt: None,
            doors: SmallVec::new(),
            crosses: false,
            through_friends: false,
            past_the_fallen: false,
            bridged: false,
            way: None,
            grounds: SmallVec::new(),
        };
        if let Some(leg) = walk.legs.first() {
            for met in &leg.met {
                self.meet(leg, met, &mut survey)?;
            }
            self.meet_openings(leg, &mut survey);
            self.bridge_water(&mut survey);
            self.meet_water(&survey);
        }
        if self.drive == Drive::Walk {
            self.meet_enemies(&mut survey);
        }
        self.stop(&mut survey)?;
        Ok(survey)
    }

    pub(super) fn halt(&mut self, at: Length, why: Halt) {
        let at = at.max(Length::ZERO);
        if self.first.is_none_or(|(before, _)| at < before) {
            self.first = Some((at, why));
        }
    }

    fn meet(&mut self, leg: &Leg, met: &Met, survey: &mut Survey) -> Result<(), Refusal> {
        match met.what {
            What::Ground { kind, piece } => {
                survey.grounds.push(Stretch { from: met.from, until: met.until, kind, piece });
                let heap = kind == Kind::Rubble && self.mover.table.piece(piece).height > STEP;
                if heap && self.drive == Drive::Walk {
                    self.meet_heap(piece, survey);
                }
            }
            What::Slope { rise, .. } => self.meet_slope(met.from, rise, survey),
            What::Level { rise, way: Some(kind) } => {
                survey.way = self.state.stairway(leg, kind, rise);
                if survey.way.is_none() || self.drive != Drive::Walk {
                    let id = if kind == Kind::Ladder { "MUT-TER-19" } else { "MUT-TER-17" };
                    return Err(Refusal::new(Clause(id), format!("the {kind} cannot be used")));
                }
            }
            What::Level { rise, way: None } => self.meet_level(rise, survey)?,
            What::Gap { .. } if self.drive == Drive::Push => (),
            What::Gap { .. } => self.halt(met.from - BANK, Halt::Brink),
            What::Obstacle { kind, piece, feature, rise, .. } => {
                self.meet_obstacle(met, (kind, piece, feature), rise, survey);
            }
            What::Body { index, .. } => self.meet_body(index, survey),
            What::Cloud { .. } | What::OffTable => (),
        }
        Ok(())
    }

    /// Friends let one pass; nobody walks through an enemy (MUT-MOV-07, 08).
    fn meet_body(&mut self, index: usize, survey: &mut Survey) {
        let other = self.others[index];
        if self.state.side(other) == self.state.side(self.model) {
            survey.through_friends = true;
            return;
        }
        let touch = self.touch_body(index, GRAZE);
        let active = self.state.is_active(other) || self.state.is(other, Mark::Lurking);
        self.halt(touch, if active { Halt::Enemy(other) } else { Halt::Lying(other) });
    }

    fn touch_body(&self, index: usize, reach: Length) -> Length {
        let other = &self.mover.others[index];
        let touch = self.mover.first_within(self.start, self.aim, other, reach);
        touch.unwrap_or(Length::ZERO)
    }

    /// A move on the ground ends where it first touches an active enemy; those it began with do
    /// not count (MUT-G-05).
    fn meet_enemies(&mut self, survey: &mut Survey) {
        let own = self.state.side(self.model);
        for (index, other) in self.others.iter().copied().enumerate() {
            let counts = self.state.is_active(other) || self.state.is(other, Mark::Lurking);
            let body = &self.mover.others[index];
            if self.state.side(other) == own || measure::contact(&self.mover.body, body, CONTACT) {
                continue;
            }
            let Some(touch) = self.mover.first_within(self.start, self.aim, body, CONTACT) else {
                continue;
            };
            let there = self.mover.body.moved_to(self.spot_at(touch));
            if measure::contact(&there, body, CONTACT) {
                match counts {
                    true => self.halt(touch, Halt::Enemy(other)),
                    false => survey.past_the_fallen = true,
                }
            }
        }
        for dummy in self.state.dummy_bodies(own) {
            let touch = self.mover.first_within(self.start, self.aim, &dummy, CONTACT);
            if let Some(touch) = touch {
                self.halt(touch, Halt::Counter);
            }
        }
    }

    fn spot_at(&self, distance: Length) -> Spot {
        self.mover.spot_along(&[self.start, self.aim], distance)
    }

    /// Finds the place where the way really ends: a free one (MUT-MOV-09, MUT-G-04).
    fn stop(&mut self, survey: &mut Survey) -> Result<(), Refusal> {
        let mut changes = None;
        if !survey.doors.is_empty() {
            let mut opened = self.mover.changes.clone();
            survey.doors.iter().for_each(|door| opened.open(*door));
            changes = Some(opened);
        }
        // Every turn of the loop shortens the way by one body or thing that it ends in.
        for _ in 0..=self.others.len() + 2 {
            let (length, halt) = match self.first {
                Some((at, why)) if at < survey.length => (at, Some(why)),
                _ => (survey.length, None),
            };
            if length <= GRAZE && survey.length > GRAZE {
                let why = self.first.map_or(Halt::Brink, |(_, why)| why);
                return Err(self.refusal(why));
            }
            let end = if halt.is_some() { self.spot_at(length) } else { self.aim };
            let mover =
                Mover { changes: changes.as_ref().unwrap_or(self.mover.changes), ..self.mover };
            match mover.stands(end) {
                Ok(()) => return self.end_at(survey, end, length, halt),
                Err(Trouble::Unsupported) if self.drive == Drive::Push => {
                    return self.end_at(survey, end, length, halt);
                }
                Err(trouble) => self.shorten(trouble, end)?,
            }
        }
        Err(Refusal::new(Clause("MUT-G-04"), "there is no room to end the move"))
    }

    fn end_at(
        &self,
        survey: &mut Survey,
        end: Spot,
        length: Length,
        halt: Option<Halt>,
    ) -> Result<(), Refusal> {
        survey.end = end;
        survey.halt = halt;
        survey.length = if halt.is_some() { self.start.at.distance(end.at) } else { length };
        Ok(())
    }

    /// The way would end in something: it ends before that.
    fn shorten(&mut self, trouble: Trouble, end: Spot) -> Result<(), Refusal> {
        let before = self.first.map_or(Length::MAX, |(at, _)| at);
        match trouble {
            Trouble::OffTable => {
                Err(Refusal::new(Clause("MUT-MOV-12"), "that is beyond the edge of the table"))
            }
            Trouble::Unsupported => {
                let why = format!("there is nothing to stand on at {end}");
                Err(Refusal::new(Clause("MUT-G-04"), why))
            }
            Trouble::Body { index } => {
                let other = self.others[index];
                let friend = self.state.side(other) == self.state.side(self.model);
                let why = if friend { Halt::Friend(other) } else { Halt::Lying(other) };
                self.halt(self.touch_body(index, GRAZE), why);
                self.check_progress(before, why)
            }
            Trouble::Obstacle { kind, piece, feature } => {
                let head = end.z + self.mover.body.height;
                let in_the_way = |v: &Volume| {
                    (v.kind, v.piece, v.feature) == (kind, piece, feature)
                        && v.top > end.z + STEP
                        && v.bottom < head
                };
                let touch = self.touch_of(in_the_way).unwrap_or(Length::ZERO);
                self.halt(touch - GRAZE, Halt::Wall(piece));
                self.check_progress(before, Halt::Wall(piece))
            }
        }
    }

    fn check_progress(&self, before: Length, why: Halt) -> Result<(), Refusal> {
        match self.first {
            Some((at, _)) if at < before => Ok(()),
            _ => Err(self.refusal(why)),
        }
    }

    fn refusal(&self, why: Halt) -> Refusal {
        Refusal::new(why.clause(), self.state.halt_words(why))
    }
}

impl State {
    /// What is in the way, in words.
    pub(crate) fn halt_words(&self, halt: Halt) -> String {
        let piece = |id: PieceId| &self.table.piece(id).name;
        let door = |id: FeatureId| {
            let feature = self.table.features().get(usize::from(id.0));
            feature.map_or("a door", |feature| feature.name.as_str())
        };
        match halt {
            Halt::Enemy(m) | Halt::Lying(m) if self.is(m, Mark::Lurking) => {
                "something is in the way".to_owned()
            }
            Halt::Counter => "something is in the way".to_owned(),
            Halt::Enemy(m) | Halt::Lying(m) => format!("{} is in the way", self.name(m)),
            Halt::Friend(m) => format!("there is not room enough to pass {}", self.name(m)),
            Halt::Door(id) => format!("the {} has to be opened first: stop at it", door(id)),
            Halt::Locked(id) => format!("the {} is shut: bash it", door(id)),
            Halt::Opening(id) => format!("a move ends at an opening of {}", piece(id)),
            Halt::Hurdle(id) => format!("{} is in the way: stop at it, then cross", piece(id)),
            Halt::Wall(id) => format!("{} is in the way", piece(id)),
            Halt::Water(id) => format!("{} is too deep", piece(id)),
            Halt::Brink => "there is an edge: climb, or stay".to_owned(),
        }
    }

    /// Whether something solid fills a place between two heights.
    pub(crate) fn is_filled(&self, body: &Body, (low, high): (Length, Length)) -> Option<PieceId> {
        let around = Extent { low: body.at(), high: body.at() }.grown(body.base);
        let near = self.table.volume_grid().near(around).map(|i| &self.table.volumes()[i]);
        let mut solid = near.filter(|v| {
            let gone = v.feature.is_some_and(|f| self.changes.is_gone(f));
            matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
                && v.kind != Kind::Hill
                && !gone
                && v.top > low + STEP
                && v.bottom < high
                && v.shape.nearer_than(body.at(), body.base)
        });
        solid.next().map(|v| v.piece)
    }
}
