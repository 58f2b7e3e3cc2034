//! Where dice and answers come from: people, generators, players that answer on the spot.

use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::cx::{Check, Goals, Input, Judges, Milestones, Offer, Play, Source, Stop, Wanted};
use crate::dice::{Faces, Need, Seed};
use crate::ids::{ModelId, SideId};
use crate::judge;
use crate::luck::Throws;
use crate::position::{Position, Reasons};
use crate::question::{Answer, Ask, Form, Refusal};

/// Where a match's dice come from.
#[derive(Clone, Debug)]
pub enum Dice {
    /// A generator. Every throw has a stream of its own, numbered from nought, so that a match
    /// can go on after loading and each throw can be checked against the seed alone.
    Seeded {
        /// Where all of them come from.
        seed: Seed,
        /// The number of the next throw.
        next: u32,
    },
    /// Real dice that somebody reads off and types in.
    Asked,
    /// A list of throws, for rulings; when it is used up the rule stops.
    Scripted(Vec<Vec<u8>>),
}

/// People answer: every missing answer stops the step with a question.
pub struct People<'a> {
    /// Where the dice come from.
    pub dice: &'a mut Dice,
}

impl Source for People<'_> {
    fn dice(&mut self, need: &Need, scopes: &[String]) -> Play<Faces> {
        match self.dice {
            Dice::Seeded { seed, next } => {
                let number = *next;
                // A file may claim more throws than can be counted.
                *next = next.saturating_add(1);
                Ok(seed.throw(number, need))
            }
            Dice::Scripted(throws) if throws.is_empty() => Err(Stop::Dice(*need)),
            Dice::Scripted(throws) => judge::faces(need, &Input::Dice(throws.remove(0))),
            Dice::Asked => {
                let ask = Ask::new(need.side, "dice", need.purpose, crate::question::ENGINE);
                Err(Stop::Ask(vec![ask.question(scopes, Form::Dice { need: *need })]))
            }
        }
    }

    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize> {
        let form = Form::One { choices: offer.choices() };
        Err(Stop::Ask(vec![ask.question(scopes, form)]))
    }

    fn answer(&mut self, ask: &Ask, scopes: &[String], mut wanted: Wanted<'_>) -> Play<Answer> {
        Err(Stop::Ask(vec![ask.question(scopes, wanted.form())]))
    }

    fn asks_together(&self) -> bool {
        true
    }
}

/// Something that answers on the spot, or thinks first.
pub trait Driver: Send {
    /// Whether it wants to think questions over before it answers.
    fn thinks(&self) -> bool {
        false
    }

    /// Thinks the open question over; none to answer it on the spot after all.
    fn ponder(&mut self, _position: &dyn Position) -> Option<Answer> {
        None
    }

    /// Why it answered as it did, if it thought about its last answer.
    fn reasons(&mut self) -> Option<Reasons> {
        None
    }

    /// Who answers whatever this one does not; without anybody, the first legal answer is taken.
    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        None
    }

    /// Picks one option; all of them are possible.
    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> usize {
        self.otherwise().map_or(0, |other| other.pick(ask, offer))
    }

    /// Picks some options.
    fn picks(&mut self, ask: &Ask, offer: &Offer<'_>, least: usize, most: usize) -> Vec<usize> {
        let first = || (0..least).collect();
        self.otherwise().map_or_else(first, |other| other.picks(ask, offer, least, most))
    }

    /// Picks a number.
    fn number(&mut self, ask: &Ask, least: i64, most: i64) -> i64 {
        self.otherwise().map_or(least, |other| other.number(ask, least, most))
    }

    /// Picks a place along a path of a length.
    fn along(&mut self, ask: &Ask, length: Length, milestones: Milestones<'_>) -> Length {
        match self.otherwise() {
            Some(other) => other.along(ask, length, milestones),
            None => Length::saturating(self.number(ask, 0, length.wide())),
        }
    }

    /// Finds a legal path; none to take the first legal one.
    fn path(
        &mut self,
        ask: &Ask,
        start: Spot,
        limit: Length,
        goals: Goals<'_>,
        check: Check<'_, [Spot]>,
    ) -> Option<Vec<Spot>> {
        self.otherwise()?.path(ask, start, limit, goals, check)
    }

    /// Finds legal paths for models that move together, each of at most a length; none for
    /// standing still.
    fn paths(
        &mut self,
        ask: &Ask,
        movers: (&[(ModelId, Spot)], Length),
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Vec<Spot>)]>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        self.otherwise()?.paths(ask, movers, goals, check)
    }

    /// The same for those who want to know what judges the path of each alone.
    fn paths_each(
        &mut self,
        ask: &Ask,
        movers: (&[(ModelId, Spot)], Length),
        goals: Goals<'_>,
        (each, check): Judges<'_>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        match self.otherwise() {
            Some(other) => other.paths_each(ask, movers, goals, (each, check)),
            None => self.paths(ask, movers, goals, check),
        }
    }

    /// Finds a legal point; none to take the first legal one.
    fn point(
        &mut self,
        ask: &Ask,
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, Point>,
    ) -> Option<Point> {
        self.otherwise()?.point(ask, within, goals, check)
    }

    /// Picks a direction.
    fn facing(&mut self, ask: &Ask, model: ModelId) -> Vector {
        let north = Vector::new(0, 1);
        self.otherwise().map_or(north, |other| other.facing(ask, model))
    }

    /// Finds a legal place for each model; none to take the first legal ones.
    fn placement(
        &mut self,
        ask: &Ask,
        models: &[ModelId],
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Spot)]>,
    ) -> Option<Vec<(ModelId, Spot)>> {
        self.otherwise()?.placement(ask, models, within, goals, check)
    }
}

/// A driver answers on the spot and a generator throws the dice: the rule runs straight through.
pub struct Driven<'a> {
    /// Where the dice come from.
    pub dice: &'a mut dyn Throws,
    /// Who answers, for each side.
    pub drivers: &'a mut [Box<dyn Driver>],
    /// How many questions were answered.
    pub decisions: u64,
}

impl Driven<'_> {
    /// Who answers for a side.
    pub(crate) fn driver(&mut self, side: SideId) -> &mut dyn Driver {
        let last = self.drivers.len() - 1;
        &mut *self.drivers[side.index().min(last)]
    }
}

impl Source for Driven<'_> {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        Ok(self.dice.throw(need))
    }

    fn pick(&mut self, ask: &Ask, _: &[String], offer: &Offer<'_>) -> Play<usize> {
        self.decisions += 1;
        let last = offer.count - 1;
        Ok(self.driver(ask.side).pick(ask, offer).min(last))
    }

    fn answer(&mut self, ask: &Ask, _: &[String], wanted: Wanted<'_>) -> Play<Answer> {
        self.decisions += 1;
        answer_with(self.driver(ask.side), ask, wanted)
    }
}

/// Lets a driver answer anything but a simple offer. Where it finds nothing legal, the first
/// legal answer of a fixed order is taken, so that no driver can get a match stuck.
pub fn answer_with(driver: &mut dyn Driver, ask: &Ask, wanted: Wanted<'_>) -> Play<Answer> {
    match wanted {
        Wanted::Some(offer, least, most) => {
            let picks = driver.picks(ask, &offer, least, most.min(offer.count));
            let real = picks.into_iter().filter(|i| *i < offer.count);
            Ok(Answer::Picks(real.map(|i| (offer.choice)(i).key).collect()))
        }
        Wanted::Number(least, most) => {
            Ok(Answer::Number(driver.number(ask, least, most).clamp(least, most)))
        }
        Wanted::Path(_, start, limit, goals, _, check) => {
            let found = driver.path(ask, start, limit, goals, check);
            found.map_or_else(|| first_path(start, goals, check), |p| Ok(Answer::Path(p)))
        }
        Wanted::Paths(movers, limit, goals, each, check) => {
            let found = driver.paths_each(ask, (movers, limit), goals, (each, &mut *check));
            found.map_or_else(|| first_paths(movers, goals, check), |p| Ok(Answer::Paths(p)))
        }
        Wanted::Along(_, length, milestones) => {
            let at = driver.along(ask, length, milestones);
            Ok(Answer::Along(at.max(Length::ZERO).min(length)))
        }
        Wanted::Point(within, goals, check) => {
            let found = driver.point(ask, within, goals, check);
            found.map_or_else(|| first_point(within, goals, check), |p| Ok(Answer::Point(p)))
        }
        Wanted::Facing(model) => Ok(Answer::Facing(driver.facing(ask, model))),
        Wanted::Placement(models, within, goals, check) => {
            let found = driver.placement(ask, models, within, goals, check);
            let first = || first_placement(models, within, goals, check);
            found.map_or_else(first, |p| Ok(Answer::Placement(p)))
        }
    }
}

fn stuck<T>(refusal: Option<Refusal>) -> Play<T> {
    let none = || Refusal::new(crate::question::ENGINE, "there is no legal answer");
    Err(Stop::Refuse(Box::new(refusal.unwrap_or_else(none))))
}

/// Standing still, or going straight to one of the goals.
fn first_path(start: Spot, goals: Goals<'_>, check: Check<'_, [Spot]>) -> Play<Answer> {
    let stay = vec![start];
    let Err(refusal) = check(&stay) else { return Ok(Answer::Path(stay)) };
    let paths = goals().into_iter().map(|goal| vec![start, goal.spot]);
    let legal = paths.into_iter().find(|path| check(path).is_ok());
    legal.map_or_else(|| stuck(Some(refusal)), |path| Ok(Answer::Path(path)))
}

/// All standing still, or keeping their distance while the first goes straight to a goal.
fn first_paths(
    movers: &[(ModelId, Spot)],
    goals: Goals<'_>,
    check: Check<'_, [(ModelId, Vec<Spot>)]>,
) -> Play<Answer> {
    let stay: Vec<_> = movers.iter().map(|(m, s)| (*m, vec![*s])).collect();
    let Err(refusal) = check(&stay) else { return Ok(Answer::Paths(stay)) };
    let all = goals().into_iter().map(|goal| in_formation(movers, goal.spot));
    let legal = all.into_iter().find(|paths| check(paths).is_ok());
    legal.map_or_else(|| stuck(Some(refusal)), |paths| Ok(Answer::Paths(paths)))
}

/// Straight paths of models that keep their distance while the first goes to a place.
pub fn in_formation(movers: &[(ModelId, Spot)], to: Spot) -> Vec<(ModelId, Vec<Spot>)> {
    let Some((_, lead)) = movers.first() else { return Vec::new() };
    let by = to.at - lead.at;
    let path = |start: Spot| vec![start, (start.at + by).at_height(start.z)];
    movers.iter().map(|(model, start)| (*model, path(*start))).collect()
}

/// Points of a box on a lattice, row by row.
pub fn lattice(within: Extent, spacing: Length) -> impl Iterator<Item = Point> {
    let steps = |low: Length, high: Length| (high - low).um() / spacing.um().max(1);
    let (columns, rows) = (steps(within.low.x, within.high.x), steps(within.low.y, within.high.y));
    (0..=rows).flat_map(move |row| {
        (0..=columns).map(move |column| {
            Point::new(within.low.x + spacing * column, within.low.y + spacing * row)
        })
    })
}

fn first_point(within: Extent, goals: Goals<'_>, check: Check<'_, Point>) -> Play<Answer> {
    let points = goals().into_iter().map(|goal| goal.spot.at);
    let mut all = points.chain(lattice(within, Length::cents(50)));
    let legal = all.find(|p| check(p).is_ok());
    legal.map_or_else(|| stuck(None), |p| Ok(Answer::Point(p)))
}

/// Places worth choosing first, then those of a lattice; several models take neighbouring ones.
fn first_placement(
    models: &[ModelId],
    within: Extent,
    goals: Goals<'_>,
    check: Check<'_, [(ModelId, Spot)]>,
) -> Play<Answer> {
    let spacing = if models.len() > 1 { Length::cents(150) } else { Length::cents(25) };
    let bare = lattice(within, spacing).map(|p| p.at_height(Length::ZERO));
    let spots: Vec<Spot> = goals().into_iter().map(|goal| goal.spot).chain(bare).collect();
    for run in spots.windows(models.len().max(1)) {
        let places: Vec<(ModelId, Spot)> = models.iter().copied().zip(run.to_vec()).collect();
        if check(&places).is_ok() {
            return Ok(Answer::Placement(places));
        }
    }
    stuck(None)
}
