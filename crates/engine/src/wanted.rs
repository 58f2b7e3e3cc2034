//! What a rule asks of a source: offers, paths, points and the rest, with what judges them.

use tabletop::{Extent, Length, Point, Spot};

use crate::ids::ModelId;
use crate::question::{Choice, Form, Goal, Milestone, Refusal};
use crate::toll::Toll;

/// An offer as a source sees it: lazily worked out, so that a random player pays for nothing.
pub struct Offer<'a> {
    /// How many options there are.
    pub count: usize,
    /// The option of a number.
    pub choice: &'a dyn Fn(usize) -> Choice,
}

impl Offer<'_> {
    /// All options.
    pub fn choices(&self) -> Vec<Choice> {
        (0..self.count).map(self.choice).collect()
    }
}

/// Checks a path, point or placement; an error says why it is not legal.
pub type Check<'a, T> = &'a mut dyn FnMut(&T) -> Result<(), Refusal>;
/// Says what a legal path costs and risks; only called by those who want to know.
pub type Tolls<'a> = &'a dyn Fn(&[Spot]) -> Result<Toll, Refusal>;
/// The same for one of several models that move together, each judged as if the others stood still.
pub type EachToll<'a> = &'a dyn Fn(ModelId, &[Spot]) -> Result<Toll, Refusal>;
/// Judges the paths of all who move together.
pub type CheckAll<'a> = Check<'a, [(ModelId, Vec<Spot>)]>;
/// What judges the path of each alone, and all of them together.
pub type Judges<'a> = (EachToll<'a>, CheckAll<'a>);
/// Suggests places; only called by those who want suggestions.
pub type Goals<'a> = &'a dyn Fn() -> Vec<Goal>;
/// The same for places along a path.
pub type Milestones<'a> = &'a dyn Fn() -> Vec<Milestone>;

/// What a source is asked for, apart from dice and simple offers.
pub enum Wanted<'a> {
    /// A path for a model.
    Path(ModelId, Spot, Length, Goals<'a>, Tolls<'a>, Check<'a, [Spot]>),
    /// Paths for models that move together; goals are for the first of them.
    Paths(
        &'a [(ModelId, Spot)],
        Length,
        Goals<'a>,
        EachToll<'a>,
        Check<'a, [(ModelId, Vec<Spot>)]>,
    ),
    /// A place along a path of a given length.
    Along(&'a [Spot], Length, Milestones<'a>),
    /// A point in a box.
    Point(Extent, Goals<'a>, Check<'a, Point>),
    /// A direction.
    Facing(ModelId),
    /// A place for each model.
    Placement(&'a [ModelId], Extent, Goals<'a>, Check<'a, [(ModelId, Spot)]>),
    /// Some of the options.
    Some(Offer<'a>, usize, usize),
    /// A number between two others.
    Number(i64, i64),
}

impl Wanted<'_> {
    /// The same once more, for whoever is asked next.
    pub fn again(&mut self) -> Wanted<'_> {
        match self {
            Wanted::Path(model, start, limit, goals, tolls, check) => {
                Wanted::Path(*model, *start, *limit, goals, tolls, &mut **check)
            }
            Wanted::Paths(movers, limit, goals, each, check) => {
                Wanted::Paths(movers, *limit, goals, each, &mut **check)
            }
            Wanted::Along(path, length, milestones) => Wanted::Along(path, *length, milestones),
            Wanted::Point(within, goals, check) => Wanted::Point(*within, goals, &mut **check),
            Wanted::Facing(model) => Wanted::Facing(*model),
            Wanted::Placement(models, within, goals, check) => {
                Wanted::Placement(models, *within, goals, &mut **check)
            }
            Wanted::Some(offer, least, most) => {
                let Offer { count, choice } = offer;
                Wanted::Some(Offer { count: *count, choice: *choice }, *least, *most)
            }
            Wanted::Number(least, most) => Wanted::Number(*least, *most),
        }
    }

    /// The form of the question, for those who answer later. Points are suggested only where they
    /// would be accepted.
    pub fn form(&mut self) -> Form {
        match self {
            Wanted::Path(model, start, limit, goals, ..) => {
                Form::Path { model: *model, start: *start, limit: *limit, goals: goals() }
            }
            Wanted::Paths(movers, limit, goals, ..) => {
                Form::Paths { movers: movers.to_vec(), limit: *limit, goals: goals() }
            }
            Wanted::Along(path, length, milestones) => {
                Form::Along { path: path.to_vec(), length: *length, milestones: milestones() }
            }
            Wanted::Point(within, goals, check) => {
                let fits = |goal: &Goal| check(&goal.spot.at).is_ok();
                Form::Point { within: *within, goals: goals().into_iter().filter(fits).collect() }
            }
            Wanted::Facing(model) => Form::Facing { model: *model },
            Wanted::Placement(models, within, goals, _) => {
                Form::Placement { models: models.to_vec(), within: *within, goals: goals() }
            }
            Wanted::Some(offer, least, most) => {
                Form::Some { choices: offer.choices(), least: *least, most: *most }
            }
            Wanted::Number(least, most) => Form::Number { least: *least, most: *most },
        }
    }
}
