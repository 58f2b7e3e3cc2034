//! Looking before leaping: the shortest legal way to where somebody points, everywhere a model
//! can get to, and what an answer would lead to.
//!
//! The rule itself is run up to its open question, and what it would check an answer with is
//! then asked as often as one likes: no legality is worked out a second time.

use serde::Serialize;
use tabletop::movement::Mover;
use tabletop::reach::{Reach, reach};
use tabletop::{Body, Changes, Length, Point, Spot, Table};

use crate::book::Book;
use crate::cx::{Check, CheckAll, Cx, EachToll, Input, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need};
use crate::event::{Deed, Event};
use crate::ids::{ModelId, SideId};
use crate::judge::check_spots;
use crate::question::{Answer, Ask, ENGINE, Form, Refusal};
use crate::source::{Dice, People};
use crate::toll::Toll;
use crate::view::View;

/// A way that was found for somebody who pointed somewhere.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The way, start included.
    pub path: Vec<Spot>,
    /// What it costs and risks.
    pub toll: Toll,
    /// Why it does not lead all the way to where was pointed.
    pub short: Option<Refusal>,
}

/// Somewhere a model can get to.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stand {
    /// Where.
    pub spot: Spot,
    /// How dear the way there is; see [`Toll::band`].
    pub band: u8,
}

/// The ways of several models that were found for somebody who showed where each should go.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Together {
    /// A way for each model, in the order asked; those without any stay where they are.
    pub ways: Vec<(ModelId, Way)>,
    /// Why they cannot all go these ways.
    pub refusal: Option<Refusal>,
}

/// What an answer would lead to, as far as that is certain.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foresight {
    /// What would happen before anything is rolled, and has not happened yet.
    pub told: Vec<String>,
    /// The ways that would be gone, in order.
    pub ways: Vec<(ModelId, Vec<Spot>)>,
    /// The dice that would be thrown next.
    pub dice: Option<Need>,
    /// Who would be asked what next.
    pub next: Option<(SideId, String)>,
}

/// What somebody points at who shows a way.
#[derive(Clone, Debug)]
pub struct Aim {
    /// Bends the way must have, in order.
    pub via: Vec<Spot>,
    /// Where it should lead.
    pub at: Point,
    /// At which height; the likeliest if not said.
    pub level: Option<Length>,
}

/// The rule's question is handed to whoever wants to look at it; then the rule is stopped.
struct Prober<'a> {
    look: &'a mut dyn FnMut(&Ask, &mut Wanted<'_>),
}

impl Source for Prober<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        Err(Stop::Dice(*need))
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], _: &Offer<'_>) -> Play<usize> {
        let form = Form::One { choices: Vec::new() };
        Err(Stop::Ask(vec![ask.question(scopes, form)]))
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], mut wanted: Wanted<'_>) -> Play<Answer> {
        (self.look)(ask, &mut wanted);
        let form = Form::One { choices: Vec::new() };
        Err(Stop::Ask(vec![ask.question(scopes, form)]))
    }
}

/// Everything that is wanted of somebody who moves models: for each its start, and what judges
/// its path alone; and what judges all paths, where there are several.
struct Movers<'a> {
    starts: &'a [(ModelId, Spot)],
    limit: Length,
    toll: EachToll<'a>,
    check: Option<CheckAll<'a>>,
}

/// Runs the step under way up to its open question and lets somebody look at the paths it wants.
fn with_movers<B: Book, T>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
    mut look: impl FnMut(&Place<'_>, Movers<'_>) -> T,
) -> Option<T> {
    let (table, changes) = book.table(state);
    let view = book.view(state, crate::view::Eyes::Side(side));
    let place = Place { table: &table, changes: &changes, view: &view };
    let mut found = None;
    let mut probe = |ask: &Ask, wanted: &mut Wanted<'_>| {
        if ask.side != side {
            return;
        }
        match wanted {
            Wanted::Path(model, start, limit, _, tolls, _) => {
                let starts = [(*model, *start)];
                let toll = |_: ModelId, path: &[Spot]| tolls(path);
                let movers = Movers { starts: &starts, limit: *limit, toll: &toll, check: None };
                found = Some(look(&place, movers));
            }
            Wanted::Paths(starts, limit, _, toll, check) => {
                let (limit, check) = (*limit, Some(&mut **check as Check<'_, _>));
                found = Some(look(&place, Movers { starts, limit, toll, check }));
            }
            _ => (),
        }
    };
    let mut state = state.clone();
    let mut source = Prober { look: &mut probe };
    let mut cx = Cx::on_tape_only(tape, &mut source);
    // Only what the rule asks for on the way is wanted.
    let _ = book.step(&mut state, &mut cx);
    found
}

/// The shortest legal way to where somebody points, or as far toward it as may be.
pub(crate) fn way<B: Book>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
    aim: &Aim,
) -> Result<Way, Refusal> {
    let found = with_movers(book, state, tape, side, |place, movers| {
        place.walker(&movers, None).map(|walker| walker.way(aim))
    });
    found.flatten().unwrap_or_else(|| Err(Refusal::new(ENGINE, "no path is asked for")))
}

/// The ways of several models that are asked for their paths, each as near as may be to where it
/// is shown to; those who are not shown anywhere stay.
pub(crate) fn together<B: Book>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
    aims: &[(ModelId, Aim)],
) -> Result<Together, Refusal> {
    let found = with_movers(book, state, tape, side, |place, movers| place.together(movers, aims));
    found.unwrap_or_else(|| Err(Refusal::new(ENGINE, "no paths are asked for")))
}

/// Everywhere a model that is asked for its path can get to: the first of several, if none is
/// named.
pub(crate) fn stands<B: Book>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    (side, model): (SideId, Option<ModelId>),
) -> Vec<Stand> {
    let found = with_movers(book, state, tape, side, |place, movers| {
        place.walker(&movers, model).map(|walker| walker.stands())
    });
    found.flatten().unwrap_or_default()
}

/// What an answer would lead to before anything is rolled, apart from the events of the step that
/// the side was told before; an error says why it is not legal.
pub(crate) fn foresee<B: Book>(
    book: &B,
    state: &B::State,
    (tape, told_before): (&[Input], usize),
    side: SideId,
) -> Result<Foresight, Refusal> {
    let mut state = state.clone();
    let mut dice = Dice::Scripted(Vec::new());
    let mut source = People { dice: &mut dice };
    let mut cx = Cx::new(tape, &mut source);
    let result = book.step(&mut state, &mut cx);
    let events = cx.traces().events;
    // Only what the side is told is counted: of what is hidden from it, its own knowledge of the
    // state may tell more or less than the match did.
    let known = || events.iter().filter(|e| e.is_for(Some(side))).skip(told_before);
    let told = known().map(|e| e.text.clone()).collect();
    let gone = |e: &Event| match &e.deed {
        Deed::Moved { model, path } => Some((*model, path.clone())),
        _ => None,
    };
    let ways = known().filter_map(gone).collect();
    match result {
        Ok(()) => Ok(Foresight { told, ways, dice: None, next: None }),
        Err(Stop::Dice(need)) => Ok(Foresight { told, ways, dice: Some(need), next: None }),
        Err(Stop::Ask(questions)) => {
            let open = questions.iter().find(|q| !q.secret || q.side == side);
            let next = open.map(|q| (q.side, q.prompt.clone()));
            Ok(Foresight { told, ways, dice: None, next })
        }
        Err(Stop::Refuse(refusal)) => Err(*refusal),
    }
}

/// Most and least distance between two places of a reach map.
const COARSE: Length = Length::inches(1);
const FINE: Length = Length::cents(50);
/// How many places near the aim are tried as the last bend before it.
const MOST_BENDS: usize = 24;
/// How many places of a stretch are tried, from its far end, before its end is narrowed down.
const NOTCHES: i64 = 16;

/// Where models move.
struct Place<'a> {
    table: &'a Table,
    changes: &'a Changes,
    view: &'a View,
}

impl Place<'_> {
    fn body(&self, model: ModelId, spot: Spot) -> Body {
        let seen = self.view.models.iter().find(|m| m.model == model);
        let (base, height) = seen.map_or((0, 0), |m| (m.base, m.height));
        let (base, height) = (Length::micrometres(base), Length::micrometres(height));
        Body { spot, base, girth: base, height, eye: height }
    }

    /// One of the movers: the first if none is named.
    fn walker<'m>(&'m self, movers: &'m Movers<'_>, model: Option<ModelId>) -> Option<Walker<'m>> {
        let wanted = |m: &&(ModelId, Spot)| model.is_none_or(|model| m.0 == model);
        let (model, start) = *movers.starts.iter().find(wanted)?;
        let body = self.body(model, start);
        let (table, changes, limit) = (self.table, self.changes, movers.limit);
        Some(Walker { table, changes, model, body, limit, toll: movers.toll })
    }

    /// Those nearest to where they go are found a place first, so that the others do not end
    /// where somebody stands already.
    fn together(
        &self,
        mut movers: Movers<'_>,
        aims: &[(ModelId, Aim)],
    ) -> Result<Together, Refusal> {
        let mut turns: Vec<usize> = (0..movers.starts.len()).collect();
        let aim_of = |i: usize| aims.iter().find(|(m, _)| *m == movers.starts[i].0).map(|a| &a.1);
        let heading = aims.first().map(|(m, aim)| {
            let start = movers.starts.iter().find(|s| s.0 == *m).map_or(aim.at, |s| s.1.at);
            aim.at - start
        });
        let forward = heading.unwrap_or_default();
        turns.sort_by_key(|i| {
            std::cmp::Reverse(forward.dot(movers.starts[*i].1.at - Point::default()))
        });
        let mut ways: Vec<Option<Way>> = vec![None; movers.starts.len()];
        let mut taken: Vec<Body> = Vec::new();
        for i in turns {
            let (model, start) = movers.starts[i];
            let walker = self.walker(&movers, Some(model));
            let way = walker.zip(aim_of(i)).and_then(|(w, aim)| w.way_clear_of(aim, &taken));
            let way = way.unwrap_or_else(|| Way::none(start));
            let end = way.toll.end.or_else(|| way.path.last().copied()).unwrap_or(start);
            taken.push(self.body(model, end));
            ways[i] = Some(way);
        }
        let starts = movers.starts.iter();
        let ways: Vec<(ModelId, Way)> = starts
            .zip(ways)
            .map(|((m, s), way)| (*m, way.unwrap_or_else(|| Way::none(*s))))
            .collect();
        let paths: Vec<(ModelId, Vec<Spot>)> =
            ways.iter().map(|(m, way)| (*m, way.path.clone())).collect();
        let refusal = movers.check.as_mut().and_then(|check| check(&paths).err());
        Ok(Together { ways, refusal })
    }
}

impl Way {
    /// Staying where one is.
    fn none(start: Spot) -> Way {
        Way { path: vec![start], toll: Toll::default(), short: None }
    }
}

/// Somebody who is asked for a path.
struct Walker<'a> {
    table: &'a Table,
    changes: &'a Changes,
    model: ModelId,
    body: Body,
    limit: Length,
    toll: EachToll<'a>,
}

/// How much of a way is tried where its end is taken, in eighths of its last stretch.
const SHORTER: [i64; 5] = [7, 6, 4, 2, 0];

impl Walker<'_> {
    fn toll(&self, path: &[Spot]) -> Result<Toll, Refusal> {
        (self.toll)(self.model, path)
    }

    /// The way to an aim, or a shorter one whose end is clear of others' bases.
    fn way_clear_of(&self, aim: &Aim, others: &[Body]) -> Option<Way> {
        let way = self.way(aim).ok()?;
        let is_clear = |way: &Way| {
            let end = way.toll.end.or_else(|| way.path.last().copied()).unwrap_or(self.body.spot);
            let apart = |other: &Body| (other.base + self.body.base).squared();
            let level = |other: &Body| (other.spot.z - end.z).abs() < self.body.height;
            let free = |o: &Body| !level(o) || o.at().distance_squared(end.at) >= apart(o);
            others.iter().all(free)
        };
        if is_clear(&way) {
            return Some(way);
        }
        let (end, head) = way.path.split_last()?;
        let from = *head.last()?;
        let shorter = SHORTER.iter().filter_map(|part| {
            let at =
                from.at.toward(end.at - from.at, from.at.distance(end.at) * (*part as i32) / 8);
            let levels = self.table.supports(at).into_iter();
            let level = levels.min_by_key(|z| (z.um() - from.z.um()).abs())?;
            self.whole(head, at.at_height(level)).ok()
        });
        shorter.into_iter().find(|way| is_clear(way))
    }

    fn mover(&self, from: Spot) -> Mover<'_> {
        let body = Body { spot: from, ..self.body };
        Mover { table: self.table, changes: self.changes, body, step: Length::ZERO, others: &[] }
    }

    /// Everywhere ways lead to that nothing stops early.
    fn map(&self) -> Reach {
        let price = |path: &[Spot]| {
            let whole = self.toll(path).is_ok_and(|toll| toll.end.is_none());
            whole.then(|| length_of(path))
        };
        let spacing = (self.limit / 8).clamp(FINE, COARSE);
        reach(&self.mover(self.body.spot), self.limit, spacing, price)
    }

    fn stands(&self) -> Vec<Stand> {
        let map = self.map();
        let band = |i: usize| self.toll(&map.path(i)).map_or(0, |toll| toll.band);
        (0..map.spots().len()).map(|i| Stand { spot: map.spots()[i].spot, band: band(i) }).collect()
    }

    fn way(&self, aim: &Aim) -> Result<Way, Refusal> {
        check_spots(aim.via.iter().chain([&aim.at.at_height(aim.level.unwrap_or_default())]))?;
        let head: Vec<Spot> = [self.body.spot].into_iter().chain(aim.via.iter().copied()).collect();
        let ends = self.ends(&head, aim);
        let Some(end) = ends.first().copied() else {
            return Err(Refusal::new(
                ENGINE,
                format!("there is nothing to stand on at {}", aim.at),
            ));
        };
        let mut first = None;
        for end in &ends {
            match self.whole(&head, *end) {
                Ok(way) => return Ok(way),
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        let around = if aim.via.is_empty() { self.detour(&ends) } else { Vec::new() };
        if let Some(way) = around.iter().find(|way| way.path.last() == Some(&end)) {
            return Ok(way.clone());
        }
        let straight = self.clipped(&head, end);
        let farness = |way: &Way| {
            let last = way.path.last().copied().unwrap_or_default();
            (last.at.distance_squared(end.at), length_of(&way.path))
        };
        let best = around.into_iter().chain(straight).min_by_key(farness);
        let mut best = best.ok_or_else(|| {
            first.clone().unwrap_or_else(|| Refusal::new(ENGINE, "there is no way to there"))
        })?;
        best.short = first;
        Ok(best)
    }

    /// The places somebody may mean who points at the table, the likeliest first.
    fn ends(&self, head: &[Spot], aim: &Aim) -> Vec<Spot> {
        if let Some(z) = aim.level {
            return vec![aim.at.at_height(z)];
        }
        let from = head.last().map_or(Length::ZERO, |spot| spot.z);
        let mut levels = self.table.supports(aim.at);
        levels.sort_by_key(|z| (z.um() - from.um()).abs());
        levels.into_iter().map(|z| aim.at.at_height(z)).collect()
    }

    fn whole(&self, head: &[Spot], end: Spot) -> Result<Way, Refusal> {
        let mut path = head.to_vec();
        path.push(end);
        path.dedup();
        let toll = self.toll(&path)?;
        Ok(Way { path, toll, short: None })
    }

    /// Ways with bends of their own to one of some ends, or to places near the first of them.
    fn detour(&self, ends: &[Spot]) -> Vec<Way> {
        let map = self.map();
        let Some(aim) = ends.first() else { return Vec::new() };
        let mut near: Vec<usize> = (0..map.spots().len()).collect();
        near.sort_by_key(|i| {
            let spot = map.spots()[*i].spot;
            (spot.at.distance_squared(aim.at), (spot.z.um() - aim.z.um()).abs())
        });
        near.truncate(MOST_BENDS);
        let mut found: Vec<Way> = Vec::new();
        for bend in &near {
            let head = map.path(*bend);
            found.extend(ends.iter().find_map(|end| self.whole(&head, *end).ok()));
        }
        if !found.is_empty() {
            found.sort_by_key(|way| length_of(&way.path));
            let end = found[0].path.last().copied();
            // The caller looks for ways that lead to the first end.
            if end == Some(*aim) {
                found.truncate(1);
            }
            return found;
        }
        near.first().and_then(|bend| self.clipped(&map.path(*bend), *aim)).into_iter().collect()
    }

    /// As far along the last stretch of a way as may be.
    fn clipped(&self, head: &[Spot], end: Spot) -> Option<Way> {
        let from = *head.last()?;
        let at = |part: i64, of: i64| {
            let between = |a: Length, b: Length| a + Length::saturating((b - a).wide() * part / of);
            let point = Point::new(between(from.at.x, end.at.x), between(from.at.y, end.at.y));
            let levels = self.table.supports(point).into_iter();
            let level = levels.min_by_key(|z| (z.um() - from.z.um()).abs()).unwrap_or(from.z);
            point.at_height(level)
        };
        let legal = |part: i64, of: i64| self.whole(head, at(part, of)).ok();
        let notch = (0..NOTCHES).rev().find(|n| legal(*n, NOTCHES).is_some())?;
        let (mut good, mut bad) = (notch << 8, (notch + 1) << 8);
        let of = NOTCHES << 8;
        while bad - good > 1 {
            let half = good + (bad - good) / 2;
            if legal(half, of).is_some() { good = half } else { bad = half }
        }
        legal(good, of)
    }
}

/// The length of a path seen from above.
fn length_of(path: &[Spot]) -> Length {
    path.windows(2).map(|leg| leg[0].at.distance(leg[1].at)).fold(Length::ZERO, |a, b| a + b)
}
