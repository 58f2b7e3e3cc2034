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
use crate::cx::{Cx, Input, Offer, Play, Source, Stop, Tolls, Wanted};
use crate::dice::{Faces, Need};
use crate::ids::{ModelId, SideId};
use crate::judge::check_spots;
use crate::question::{Answer, Ask, ENGINE, Form, Refusal};
use crate::source::{Dice, People};
use crate::toll::Toll;

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

/// What an answer would lead to, as far as that is certain.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foresight {
    /// What would happen before anything is rolled, and has not happened yet.
    pub told: Vec<String>,
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

/// Runs the step under way up to its open question and lets somebody look at a path it wants.
fn with_path_wanted<B: Book, T>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
    mut look: impl FnMut(Walker<'_>) -> T,
) -> Option<T> {
    let (table, changes) = book.table(state);
    let view = book.view(state, crate::view::Eyes::Side(side));
    let body = |model: ModelId, spot: Spot| {
        let seen = view.models.iter().find(|m| m.model == model);
        let (base, height) = seen.map_or((0, 0), |m| (m.base, m.height));
        let (base, height) = (Length::micrometres(base), Length::micrometres(height));
        Body { spot, base, girth: base, height, eye: height }
    };
    let mut found = None;
    let mut probe = |ask: &Ask, wanted: &mut Wanted<'_>| {
        if let (true, Wanted::Path(model, start, limit, _, tolls, _)) = (ask.side == side, wanted) {
            let body = body(*model, *start);
            let limit = *limit;
            found = Some(look(Walker { table: &table, changes: &changes, body, limit, tolls }));
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
    let found = with_path_wanted(book, state, tape, side, |walker| walker.way(aim));
    found.unwrap_or_else(|| Err(Refusal::new(ENGINE, "no path is asked for")))
}

/// Everywhere a model that is asked for its path can get to.
pub(crate) fn stands<B: Book>(
    book: &B,
    state: &B::State,
    tape: &[Input],
    side: SideId,
) -> Vec<Stand> {
    with_path_wanted(book, state, tape, side, |walker| walker.stands()).unwrap_or_default()
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
    let known = events.iter().filter(|e| e.is_for(Some(side))).skip(told_before);
    let told = known.map(|e| e.text.clone()).collect();
    match result {
        Ok(()) => Ok(Foresight { told, dice: None, next: None }),
        Err(Stop::Dice(need)) => Ok(Foresight { told, dice: Some(need), next: None }),
        Err(Stop::Ask(questions)) => {
            let open = questions.iter().find(|q| !q.secret || q.side == side);
            let next = open.map(|q| (q.side, q.prompt.clone()));
            Ok(Foresight { told, dice: None, next })
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

/// Somebody who is asked for a path.
struct Walker<'a> {
    table: &'a Table,
    changes: &'a Changes,
    body: Body,
    limit: Length,
    tolls: &'a Tolls<'a>,
}

impl Walker<'_> {
    fn toll(&self, path: &[Spot]) -> Result<Toll, Refusal> {
        (self.tolls)(path)
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
