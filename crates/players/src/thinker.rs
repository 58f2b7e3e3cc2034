//! The players that think: they try out what may come of an answer before they give it.

use std::time::{Duration, Instant};

use engine::cx::{Check, Goals, Offer};
use engine::dice::Seed;
use engine::ids::ModelId;
use engine::position::{Drivers, Position, Reasons, Until};
use engine::question::{Answer, Ask};
use engine::source::Driver;
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::candidates::{self, Candidate};
use crate::character::{Character, VICTORY};
use crate::novice::Novice;

/// How far a player looks ahead, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// To the end of the activation.
    Regular,
    /// Into the next rounds, for at most so long.
    Veteran(Duration),
}

/// How many runs of the rules an exact expectation may take.
const EXACT_RUNS: usize = 40;
/// How many trials stand for an expectation that would take more.
const SAMPLES: u64 = 16;
/// A regular does not think longer than this about anything.
const REGULAR_TIME: Duration = Duration::from_millis(400);
/// How many alternatives are kept for people who ask why.
const KEPT: usize = 5;
/// How many answers a veteran looks at closely.
const FINALISTS: usize = 6;
/// How many sides a match can have.
const SIDES: usize = 4;

/// A player that thinks.
pub(crate) struct Thinker {
    level: Level,
    character: &'static Character,
    /// Says what to do where there is nothing to think about.
    novice: Novice,
    seed: Seed,
    /// How many questions were thought over.
    asked: u64,
    reasons: Option<Reasons>,
}

/// An answer and what was found out about it.
struct Weighed {
    candidate: Candidate,
    /// The sum of what its trials were worth, and of their squares.
    sum: f64,
    squares: f64,
    trials: f64,
}

impl Weighed {
    fn value(&self) -> f64 {
        self.sum / self.trials.max(1.0)
    }

    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.trials += 1.0;
    }

    /// The variance of the mean.
    fn doubt(&self) -> f64 {
        let n = self.trials.max(1.0);
        let spread = (self.squares / n - self.value().powi(2)).max(0.0);
        spread / n
    }
}

impl Thinker {
    pub(crate) fn new(level: Level, character: &'static Character, seed: u64) -> Thinker {
        Thinker {
            level,
            character,
            novice: Novice::new(seed),
            seed: Seed(seed),
            asked: 0,
            reasons: None,
        }
    }

    /// Everybody plays by rules of thumb in a trial.
    fn policy(luck: Seed) -> Drivers {
        (0..SIDES)
            .map(|i| Box::new(Novice::new(luck.child(i as u64).0)) as Box<dyn Driver>)
            .collect()
    }

    /// What an answer is worth at the end of the activation: exactly where that is quickly worked
    /// out, or else from trials. None where the answer is not legal after all.
    fn expected(
        &self,
        position: &dyn Position,
        candidate: Candidate,
        luck: Seed,
    ) -> Option<Weighed> {
        let (until, side) = (Until::Activations(1), position.side());
        let policy = || Self::policy(luck);
        let answer = &candidate.answer;
        let exact = position.expect(answer, &policy, until, EXACT_RUNS);
        let mut weighed =
            Weighed { sum: 0.0, squares: 0.0, trials: 0.0, candidate: candidate.clone() };
        if let Ok(endings) = exact {
            let share = |chance: engine::odds::Chance| {
                let (num, den) = chance.fraction();
                num as f64 / den as f64
            };
            let value =
                endings.iter().map(|(c, e)| share(*c) * self.character.value(e, side)).sum();
            weighed.add(value);
            return Some(weighed);
        }
        for i in 0..SAMPLES {
            let own = luck.child(i);
            let ending = position.try_out(answer, own, &mut Self::policy(own), until).ok()?;
            weighed.add(self.character.value(&ending, side));
        }
        Some(weighed)
    }

    /// Rounds of trials, each with the same luck for all that are left; whatever falls behind is
    /// given up.
    fn search(&self, position: &dyn Position, field: &mut Vec<Weighed>, luck: Seed, end: Instant) {
        let side = position.side();
        for weighed in field.iter_mut() {
            // What the end of the activation promised counts like a few trials.
            let value = weighed.value();
            *weighed = Weighed {
                sum: value * 2.0,
                squares: value * value * 2.0,
                trials: 2.0,
                candidate: weighed.candidate.clone(),
            };
        }
        let mut turn = 0;
        while field.len() > 1 && Instant::now() < end {
            let own = luck.child(turn);
            turn += 1;
            field.retain_mut(|weighed| {
                let mut drivers = Self::policy(own);
                let ending = position.try_out(
                    &weighed.candidate.answer,
                    own,
                    &mut drivers,
                    Until::Rounds(2),
                );
                ending.map(|ending| weighed.add(self.character.value(&ending, side))).is_ok()
            });
            field.sort_by(|a, b| b.value().total_cmp(&a.value()));
            if turn >= 8 {
                let Some(best) = field.first() else { return };
                let (value, doubt) = (best.value(), best.doubt());
                field.retain(|w| value - w.value() <= 2.0 * (doubt + w.doubt()).sqrt() + 1e-9);
            }
        }
    }

    fn think(&mut self, position: &dyn Position) -> Option<Answer> {
        let started = Instant::now();
        position.assess()?;
        let question = candidates::gather(position, &mut self.novice)?;
        self.asked += 1;
        let luck = self.seed.child(self.asked);
        if let [only] = &question.candidates[..] {
            return Some(only.answer.clone());
        }
        let time = match self.level {
            Level::Regular => REGULAR_TIME,
            Level::Veteran(time) => time.min(REGULAR_TIME),
        };
        let mut field: Vec<Weighed> = Vec::new();
        for candidate in question.candidates {
            if !field.is_empty() && started.elapsed() > time {
                break;
            }
            field.extend(self.expected(position, candidate, luck));
        }
        // A stable order: of equals the one a novice would take stays in front.
        field.sort_by(|a, b| b.value().total_cmp(&a.value()));
        if let Level::Veteran(time) = self.level {
            let rest = field.split_off(field.len().min(FINALISTS));
            self.search(position, &mut field, luck, started + time);
            field.extend(rest);
        }
        self.reasons = Some(reasons(position, &field));
        field.into_iter().next().map(|best| best.candidate.answer)
    }
}

fn reasons(position: &dyn Position, field: &[Weighed]) -> Reasons {
    let per_mille = |value: f64| value.clamp(-VICTORY, VICTORY).round() as i32;
    let options = field.iter().take(KEPT);
    let options = options.map(|w| (w.candidate.words.clone(), per_mille(w.value()))).collect();
    let trials = field.iter().map(|w| w.trials as u32).sum();
    let _ = position;
    Reasons { intent: String::new(), options, trials }
}

impl Driver for Thinker {
    fn thinks(&self) -> bool {
        true
    }

    fn ponder(&mut self, position: &dyn Position) -> Option<Answer> {
        self.reasons = None;
        self.think(position)
    }

    fn reasons(&mut self) -> Option<Reasons> {
        self.reasons.take()
    }

    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> usize {
        self.novice.pick(ask, offer)
    }

    fn picks(&mut self, ask: &Ask, offer: &Offer<'_>, least: usize, most: usize) -> Vec<usize> {
        self.novice.picks(ask, offer, least, most)
    }

    fn number(&mut self, ask: &Ask, least: i64, most: i64) -> i64 {
        self.novice.number(ask, least, most)
    }

    fn path(
        &mut self,
        ask: &Ask,
        start: Spot,
        limit: Length,
        goals: Goals<'_>,
        check: Check<'_, [Spot]>,
    ) -> Option<Vec<Spot>> {
        self.novice.path(ask, start, limit, goals, check)
    }

    fn paths(
        &mut self,
        ask: &Ask,
        movers: (&[(ModelId, Spot)], Length),
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Vec<Spot>)]>,
    ) -> Option<Vec<(ModelId, Vec<Spot>)>> {
        self.novice.paths(ask, movers, goals, check)
    }

    fn point(
        &mut self,
        ask: &Ask,
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, Point>,
    ) -> Option<Point> {
        self.novice.point(ask, within, goals, check)
    }

    fn facing(&mut self, ask: &Ask, model: ModelId) -> Vector {
        self.novice.facing(ask, model)
    }

    fn placement(
        &mut self,
        ask: &Ask,
        models: &[ModelId],
        within: Extent,
        goals: Goals<'_>,
        check: Check<'_, [(ModelId, Spot)]>,
    ) -> Option<Vec<(ModelId, Spot)>> {
        self.novice.placement(ask, models, within, goals, check)
    }
}
