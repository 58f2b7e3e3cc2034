//! What a rule asks of a source: offers, paths, points and the rest, with what judges them.

use tabletop::{Extent, Length, Point, Spot};

use crate::ids::ModelId;
use crate::question::{Answer, Choice, Form, Goal, Milestone, Refusal};
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

    /// Whether an answer is legal, as far as can be told before it is given.
    pub fn accepts(&mut self, answer: &Answer) -> bool {
        match (self, answer) {
            (Wanted::Path(_, start, _, _, _, check), Answer::Path(path)) => {
                path.first() == Some(start) && check(path).is_ok()
            }
            (Wanted::Paths(movers, _, _, _, check), Answer::Paths(paths)) => {
                let stand = |(m, start): &(ModelId, Spot), (of, path): &(ModelId, Vec<Spot>)| {
                    m == of && path.first() == Some(start)
                };
                movers.len() == paths.len()
                    && movers.iter().zip(paths).all(|(mover, path)| stand(mover, path))
                    && check(paths).is_ok()
            }
            (Wanted::Along(_, length, _), Answer::Along(at)) => {
                (Length::ZERO..=*length).contains(at)
            }
            (Wanted::Point(within, _, check), Answer::Point(point)) => {
                within.contains(*point) && check(point).is_ok()
            }
            (Wanted::Facing(_), Answer::Facing(_)) => true,
            (Wanted::Placement(models, _, _, check), Answer::Placement(places)) => {
                places.iter().map(|(m, _)| m).eq(models.iter()) && check(places).is_ok()
            }
            (Wanted::Some(offer, least, most), Answer::Picks(keys)) => {
                let choices = offer.choices();
                let open =
                    |key: &String| choices.iter().any(|c| c.key == *key && c.refusal.is_none());
                (*least..=*most).contains(&keys.len()) && keys.iter().all(open)
            }
            (Wanted::Number(least, most), Answer::Number(n)) => (*least..=*most).contains(n),
            _ => false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Clause;

    fn refusal() -> Refusal {
        Refusal::new(Clause("TST-01"), "not there")
    }

    #[test]
    fn numbers_and_options_are_accepted_within_their_bounds() {
        assert!(Wanted::Number(1, 3).accepts(&Answer::Number(3)));
        assert!(!Wanted::Number(1, 3).accepts(&Answer::Number(4)));
        let choice = |i: usize| match i {
            0 => Choice::new("open"),
            _ => Choice::new("shut").refused(refusal()),
        };
        let mut wanted = Wanted::Some(Offer { count: 2, choice: &choice }, 1, 2);
        let picks = |keys: &[&str]| Answer::Picks(keys.iter().map(|k| (*k).to_owned()).collect());
        assert!(wanted.accepts(&picks(&["open"])));
        assert!(!wanted.accepts(&picks(&["shut"])));
        assert!(!wanted.accepts(&picks(&[])));
        assert!(!wanted.accepts(&Answer::Number(1)));
    }

    #[test]
    fn a_point_must_lie_in_its_box_and_please_the_rule() {
        let within = Extent { low: Point::inches(0, 0), high: Point::inches(6, 6) };
        let mut west = |p: &Point| match p.x > Length::inches(3) {
            true => Err(refusal()),
            false => Ok(()),
        };
        let mut wanted = Wanted::Point(within, &Vec::new, &mut west);
        assert!(wanted.accepts(&Answer::Point(Point::inches(2, 2))));
        assert!(!wanted.accepts(&Answer::Point(Point::inches(5, 2))));
        assert!(!wanted.accepts(&Answer::Point(Point::inches(2, 9))));
    }
}
