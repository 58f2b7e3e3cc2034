//! The players that think: they try out what may come of an answer before they give it.

use std::ops::Range;
use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::odds::NoOdds;
use engine::position::{Drivers, Ending, Position, Reasons, Until};
use engine::question::Answer;
use engine::source::Driver;

use crate::candidates::{self, Candidate};
use crate::character::{Character, VICTORY, Worth};
use crate::novice::Novice;

/// How far a player looks ahead, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// To the end of the activation, at a glance: for those who play in somebody else's head.
    Glance,
    /// To the end of the activation, for at most so long.
    Regular(Duration),
    /// Through the next activations of both sides, for at most so long.
    Veteran(Duration),
}

/// How closely answers are looked at.
#[derive(Clone, Copy, Debug)]
struct Care {
    /// How many of them.
    most: usize,
    /// How many runs of the rules an exact expectation may take.
    exact: usize,
    /// How many trials stand for an expectation that would take more.
    samples: u64,
    /// How many times as many more those get that are close to the best.
    closer: u64,
    /// Whether places are sought that the book does not name.
    seeks: bool,
    /// For how long in all.
    time: Duration,
}

/// How long a regular thinks about one question if nothing else is said.
pub(crate) const REGULAR_TIME: Duration = Duration::from_millis(140);

const GLANCE: Care = Care {
    most: 6,
    exact: 8,
    samples: 3,
    closer: 0,
    seeks: false,
    time: Duration::from_millis(20),
};
const REGULAR: Care =
    Care { most: 40, exact: 40, samples: 16, closer: 4, seeks: true, time: REGULAR_TIME };

/// Answers that differ by less, in thousandths of a force, are close.
const CLOSE: f64 = 120.0;
/// How many alternatives are kept for people who ask why.
const KEPT: usize = 5;
/// How many answers a veteran plays through.
const FINALISTS: usize = 6;
/// An answer so much worse at the end of the activation is not played through.
const HOPELESS: f64 = 250.0;
/// How many activations a veteran plays through.
const AHEAD: u32 = 4;
/// How many trials what is known of the end of the activation counts for.
const PRIOR: f64 = 4.0;
/// Nothing is given up before so many trials.
const FAIR: u64 = 6;
/// How many sides a match can have.
const SIDES: u64 = 4;

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
    /// What its trials were worth in all, and the sum of the squares of that.
    worth: Worth,
    squares: f64,
    trials: f64,
}

impl Weighed {
    fn new(candidate: Candidate) -> Weighed {
        Weighed { candidate, worth: Worth::default(), squares: 0.0, trials: 0.0 }
    }

    fn add(&mut self, worth: Worth, trials: f64) {
        self.worth.add(worth, trials);
        self.squares += worth.total().powi(2) * trials;
        self.trials += trials;
    }

    /// What it is worth on average.
    fn mean(&self) -> Worth {
        let mut mean = Worth::default();
        mean.add(self.worth, 1.0 / self.trials.max(1.0));
        mean
    }

    fn value(&self) -> f64 {
        self.mean().total()
    }

    /// The variance of the mean.
    fn doubt(&self) -> f64 {
        let n = self.trials.max(1.0);
        (self.squares / n - self.value().powi(2)).max(0.0) / n
    }
}

/// Everybody plays by rules of thumb in the trials of those who look to the end of an activation.
fn novices(luck: Seed) -> Drivers {
    (0..SIDES).map(|i| Box::new(Novice::new(luck.child(i).0)) as Box<dyn Driver>).collect()
}

impl Thinker {
    pub(crate) fn new(level: Level, character: &'static Character, seed: u64) -> Thinker {
        let novice = Novice::new(seed);
        Thinker { level, character, novice, seed: Seed(seed), asked: 0, reasons: None }
    }

    /// Everybody thinks a little in the trials of a veteran.
    fn glancing(&self, luck: Seed) -> Drivers {
        let one = |i: u64| Thinker::new(Level::Glance, self.character, luck.child(i).0);
        (0..SIDES).map(|i| Box::new(one(i)) as Box<dyn Driver>).collect()
    }

    fn care(&self) -> Care {
        match self.level {
            Level::Glance => GLANCE,
            Level::Regular(time) => Care { time, ..REGULAR },
            Level::Veteran(time) => Care { time: REGULAR.time.min(time / 3), ..REGULAR },
        }
    }

    /// What an answer is worth at the end of the activation, exactly, if that is quickly worked
    /// out.
    fn reckon(
        &self,
        position: &dyn Position,
        weighed: &mut Weighed,
        (luck, care): (Seed, Care),
    ) -> Result<(), NoOdds> {
        let (until, answer) = (Until::Activations(1), &weighed.candidate.answer);
        let endings = position.expect(answer, &|| novices(luck), until, care.exact)?;
        let mut mean = Worth::default();
        for (chance, ending) in &endings {
            let (num, den) = chance.fraction();
            mean.add(self.character.value(ending, position.side()), num as f64 / den as f64);
        }
        weighed.add(mean, 1.0);
        Ok(())
    }

    /// The same from trials; whether the answer is legal at all.
    fn sample(
        &self,
        position: &dyn Position,
        weighed: &mut Weighed,
        (luck, numbers): (Seed, Range<u64>),
    ) -> bool {
        for number in numbers {
            let own = luck.child(number);
            let (until, answer) = (Until::Activations(1), &weighed.candidate.answer);
            let tried = position.try_out(answer, own, &mut novices(own), until);
            let Ok(ending) = tried else { return false };
            weighed.add(self.character.value(&ending, position.side()), 1.0);
        }
        true
    }

    /// Weighs answers by the end of the activation, the best first: those that cannot be reckoned
    /// are tried.
    fn weigh(
        &self,
        position: &dyn Position,
        candidates: Vec<Candidate>,
        (luck, care, end): (Seed, Care, Instant),
    ) -> Vec<Weighed> {
        let mut field: Vec<Weighed> = Vec::new();
        for candidate in candidates {
            if !field.is_empty() && Instant::now() > end {
                break;
            }
            let mut weighed = Weighed::new(candidate);
            let legal = match self.reckon(position, &mut weighed, (luck, care)) {
                Ok(()) => true,
                Err(NoOdds::Illegal) => false,
                Err(_) => self.sample(position, &mut weighed, (luck, 0..care.samples)),
            };
            if legal {
                field.push(weighed);
            }
        }
        // A stable order: of equals the one a novice would take stays in front.
        field.sort_by(|a, b| b.value().total_cmp(&a.value()));
        self.look_closer(position, &mut field, (luck, care, end));
        field
    }

    /// Those that are close to the best get more trials, as long as there is time; the others stay
    /// behind them, because what few trials make of them is not to be compared with more.
    fn look_closer(
        &self,
        position: &dyn Position,
        field: &mut Vec<Weighed>,
        (luck, care, end): (Seed, Care, Instant),
    ) {
        let best = field.first().map_or(0.0, Weighed::value);
        let close = field.iter().take_while(|w| best - w.value() <= CLOSE).count();
        let tried = |w: &Weighed| w.trials > 1.0;
        if close < 2 || !field[..close].iter().any(tried) {
            return;
        }
        let behind = field.split_off(close);
        for round in 1..=care.closer {
            let numbers = care.samples * round..care.samples * (round + 1);
            for weighed in field.iter_mut().filter(|w| tried(w)) {
                if Instant::now() > end {
                    break;
                }
                self.sample(position, weighed, (luck, numbers.clone()));
            }
        }
        field.sort_by(|a, b| b.value().total_cmp(&a.value()));
        field.extend(behind);
    }

    /// Plays on from each answer that is left, with the same luck for all; whatever falls behind
    /// for certain is given up.
    fn play_through(
        &self,
        position: &dyn Position,
        field: &mut Vec<Weighed>,
        (luck, end): (Seed, Instant),
    ) {
        let side = position.side();
        for weighed in field.iter_mut() {
            let mean = weighed.mean();
            *weighed = Weighed::new(weighed.candidate.clone());
            weighed.add(mean, PRIOR);
        }
        for turn in 0.. {
            let own = luck.child(turn);
            for weighed in field.iter_mut() {
                if Instant::now() >= end {
                    return;
                }
                let (answer, until) = (&weighed.candidate.answer, Until::Activations(AHEAD));
                let played = position.try_out(answer, own, &mut self.glancing(own), until);
                if let Ok(ending) = played {
                    weighed.add(self.character.value(&ending, side), 1.0);
                }
            }
            field.sort_by(|a, b| b.value().total_cmp(&a.value()));
            if turn + 1 >= FAIR {
                give_up(field);
            }
            if field.len() < 2 {
                return;
            }
        }
    }

    fn think(&mut self, position: &dyn Position) -> Option<Answer> {
        let started = Instant::now();
        let now = Ending { outcome: None, assessment: Some(position.assess()?) };
        let care = self.care();
        let seeks = care.seeks;
        let mut candidates = candidates::gather(position, &mut self.novice, seeks)?;
        candidates.truncate(care.most);
        self.asked += 1;
        let luck = self.seed.child(self.asked);
        if let [only] = &candidates[..] {
            return Some(only.answer.clone());
        }
        let end = started + care.time;
        let mut field = self.weigh(position, candidates, (luck, care, end));
        if let Level::Veteran(time) = self.level {
            let rest = field.split_off(field.len().min(FINALISTS));
            let best = field.first().map_or(0.0, Weighed::value);
            let (mut close, hopeless): (Vec<_>, Vec<_>) =
                field.into_iter().partition(|w| best - w.value() <= HOPELESS);
            self.play_through(position, &mut close, (luck, started + time * 9 / 10));
            close.extend(hopeless);
            close.extend(rest);
            field = close;
        }
        let side = position.side();
        self.reasons = Some(reasons(&field, self.character.value(&now, side)));
        field.into_iter().next().map(|best| best.candidate.answer)
    }
}

/// Gives up whatever is worse than the best beyond doubt.
fn give_up(field: &mut Vec<Weighed>) {
    let Some((best, doubt)) = field.first().map(|w| (w.value(), w.doubt())) else { return };
    field.retain(|w| best - w.value() <= 2.5 * (doubt + w.doubt()).sqrt() + 1.0e-9);
}

/// Why the first of some answers was chosen: what it gains against the next, or else against how
/// things are.
fn reasons(field: &[Weighed], now: Worth) -> Reasons {
    let per_mille = |value: f64| value.clamp(-VICTORY, VICTORY).round() as i32;
    let kept = field.iter().take(KEPT);
    let options = kept.map(|w| (w.candidate.words.clone(), per_mille(w.value()))).collect();
    let trials = field.iter().map(|w| w.trials as u32).sum();
    let intent = field.first().and_then(|best| {
        let next = field.get(1).map(Weighed::mean);
        let aim = next.and_then(|next| best.mean().intent(next));
        let aim = aim.or_else(|| best.mean().intent(now))?;
        Some(format!("{}, {aim}", best.candidate.words))
    });
    let words = field.first().map(|best| best.candidate.words.clone());
    Reasons { intent: intent.or(words).unwrap_or_default(), options, trials }
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

    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut self.novice)
    }
}
