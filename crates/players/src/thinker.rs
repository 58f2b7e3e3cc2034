//! The players that think: they try out what may come of an answer before they give it.

use std::time::{Duration, Instant};

use engine::dice::Seed;
use engine::luck::Luck;
use engine::odds::NoOdds;
use engine::position::{Drivers, Ending, Position, Reasons, Until};
use engine::question::{Answer, Refusal};
use engine::source::Driver;

use crate::candidates::{self, Candidate};
use crate::character::{Character, VICTORY, Worth};
use crate::glancer::Glancer;
use crate::novice::Novice;
use crate::weighed::{BRISK, Patience, THOROUGH, Weighed, best_first, give_up, prefer};

/// How far a player looks ahead, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// As far as the book finds worthwhile, with everybody playing by rules of thumb, for at most so
    /// long.
    Regular(Duration),
    /// The same first, then the best answers against everybody's sensible ones, as far as the book
    /// finds them comparable, for at most so long.
    Veteran(Duration),
}

/// How long a regular thinks about one question if nothing else is said.
pub(crate) const REGULAR_TIME: Duration = Duration::from_millis(140);

/// How many answers are looked at.
const MOST: usize = 40;
/// How many runs of the rules an exact expectation may take.
const EXACT: usize = 40;
/// Where so many answers take more than that, the others are not reckoned either.
const BEYOND: usize = 3;
/// Nor are they once this part of the time is over: the rest is for trials, which tell something of
/// every answer.
const RECKONING: u32 = 4;
/// How many trials stand for an expectation that would take more, at most.
const TRIALS: u64 = 200;
/// How many alternatives are kept for people who ask why.
const KEPT: usize = 5;
/// How many answers a veteran plays through.
const FINALISTS: usize = 6;
/// An answer so much worse at first sight is not worth that.
const HOPELESS: f64 = 250.0;
/// How many trials what was found out before counts for.
const PRIOR: f64 = 12.0;
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

/// How answers are tried: with what luck, how far, how often at most, until when.
#[derive(Clone, Copy, Debug)]
struct Trials {
    seed: Seed,
    until: Until,
    most: u64,
    patience: Patience,
    end: Instant,
}

impl Trials {
    /// The luck that the trials of one turn have in common.
    fn luck(&self, turn: u64) -> Luck {
        Luck { seed: self.seed, number: turn }
    }
}

/// Everybody plays by rules of thumb.
pub(crate) fn novices(luck: Luck) -> Drivers {
    (0..SIDES).map(|i| Box::new(Novice::new(luck.own().child(i).0)) as Box<dyn Driver>).collect()
}

/// Everybody plays sensibly as long as there is time.
fn glancers(character: &'static Character, luck: Luck, end: Instant) -> Drivers {
    let glancer =
        |i| Box::new(Glancer::new(character, luck.own().child(i), end)) as Box<dyn Driver>;
    (0..SIDES).map(glancer).collect()
}

impl Thinker {
    pub(crate) fn new(level: Level, character: &'static Character, seed: u64) -> Thinker {
        let novice = Novice::new(seed);
        Thinker { level, character, novice, seed: Seed(seed), asked: 0, reasons: None }
    }

    /// How long first sight may take.
    fn glance(&self) -> Duration {
        match self.level {
            Level::Regular(time) => time,
            Level::Veteran(time) => REGULAR_TIME.min(time / 3),
        }
    }

    /// What an answer is worth, exactly, if that is quickly worked out.
    fn reckon(
        &self,
        position: &dyn Position,
        answer: &Answer,
        trials: &Trials,
    ) -> Result<Worth, NoOdds> {
        let policy = || novices(trials.luck(0));
        let endings = position.expect(answer, &policy, trials.until, EXACT)?;
        let mut mean = Worth::default();
        for (chance, ending) in &endings {
            let (num, den) = chance.fraction();
            mean.add(self.character.value(ending, position.side()), num as f64 / den as f64);
        }
        Ok(mean)
    }

    /// Weighs answers by what comes of them if everybody goes on by rules of thumb, the best first:
    /// those that cannot be reckoned are tried.
    fn weigh(
        &self,
        position: &dyn Position,
        candidates: Vec<Candidate>,
        trials: &Trials,
    ) -> Vec<Weighed> {
        let mut field: Vec<Weighed> = Vec::new();
        let mut beyond = 0;
        let started = Instant::now();
        let reckoned = started + trials.end.saturating_duration_since(started) / RECKONING;
        for candidate in candidates {
            if beyond >= BEYOND || Instant::now() > reckoned {
                field.push(Weighed::new(candidate));
                continue;
            }
            match self.reckon(position, &candidate.answer, trials) {
                Ok(worth) => field.push(Weighed::known(candidate, worth)),
                Err(NoOdds::Illegal) => (),
                Err(_) => {
                    beyond += 1;
                    field.push(Weighed::new(candidate));
                }
            }
        }
        let side = position.side();
        race(field, trials, &mut |answer, luck| {
            let ending = position.try_out(answer, luck, &mut novices(luck), trials.until)?;
            Ok(Some(self.character.value(&ending, side)))
        })
    }

    /// Plays on from each of the best answers with everybody playing sensibly. Whoever goes by rules
    /// of thumb makes little of a good beginning, and lets the other side get away with a bad one.
    fn play_through(
        &self,
        position: &dyn Position,
        mut field: Vec<Weighed>,
        trials: &Trials,
    ) -> Vec<Weighed> {
        let best = field.first().map_or(0.0, Weighed::value);
        let close = field.iter().take_while(|w| best - w.value() <= HOPELESS).count();
        let rest = field.split_off(close.min(FINALISTS));
        let field: Vec<Weighed> = field.into_iter().map(|w| w.looked_at_again(PRIOR)).collect();
        let first = field.first().map(|w| w.candidate.answer.clone());
        let side = position.side();
        let mut field = race(field, trials, &mut |answer, luck| {
            let mut drivers = glancers(self.character, luck, trials.end);
            let ending = position.try_out(answer, luck, &mut drivers, trials.until)?;
            let in_time = Instant::now() < trials.end;
            Ok(in_time.then(|| self.character.value(&ending, side)))
        });
        if let Some(first) = first {
            prefer(&mut field, &first);
        }
        field.extend(rest);
        field
    }

    fn think(&mut self, position: &dyn Position) -> Option<Answer> {
        let started = Instant::now();
        let now = Ending { outcome: None, assessment: Some(position.assess()?), by_dice: false };
        let mut candidates = candidates::gather(position, &mut self.novice)?;
        candidates.truncate(MOST);
        self.asked += 1;
        let seed = self.seed.child(self.asked);
        if let [only] = &candidates[..] {
            return Some(only.answer.clone());
        }
        // What is under way when the sand has run out still has to come to its end.
        let end = |time: Duration| started + time * 17 / 20;
        let until = position.foresight();
        let end_of_glance = end(self.glance());
        let trials = Trials { seed, until, most: TRIALS, patience: THOROUGH, end: end_of_glance };
        let mut field = self.weigh(position, candidates, &trials);
        if let Level::Veteran(time) = self.level {
            let until = position.planning();
            let (most, patience, end) = (u64::MAX, BRISK, end(time));
            let trials = Trials { seed, until, most, patience, end };
            field = self.play_through(position, field, &trials);
        }
        let side = position.side();
        self.reasons = Some(reasons(&field, self.character.value(&now, side)));
        field.into_iter().next().map(|best| best.candidate.answer)
    }
}

/// Tries an answer with some luck: what it was worth, if there was time to find out, or why it is not
/// legal after all.
type Attempt<'a> = &'a mut dyn FnMut(&Answer, Luck) -> Result<Option<Worth>, Refusal>;

/// Tries all answers in turn, with the same luck for all, the best first in the end; whatever falls
/// behind for certain is given up on the way.
fn race(mut field: Vec<Weighed>, trials: &Trials, attempt: Attempt<'_>) -> Vec<Weighed> {
    let mut behind = Vec::new();
    for turn in 0..trials.most {
        if field.len() < 2 || field.iter().all(Weighed::is_known) {
            break;
        }
        let luck = trials.luck(turn);
        let mut legal = Vec::with_capacity(field.len());
        for mut weighed in field {
            if weighed.is_known() || Instant::now() >= trials.end {
                legal.push(weighed);
            } else if let Ok(worth) = attempt(&weighed.candidate.answer, luck) {
                worth.into_iter().for_each(|worth| weighed.add(worth));
                legal.push(weighed);
            }
        }
        field = legal;
        if Instant::now() >= trials.end {
            break;
        }
        behind.extend(give_up(&mut field, turn as usize + 1, trials.patience));
    }
    // Whatever there was no time for comes last.
    let (mut field, untried): (Vec<_>, Vec<_>) =
        field.into_iter().partition(|w| !w.is_unheard_of());
    best_first(&mut field);
    best_first(&mut behind);
    field.extend(behind);
    field.extend(untried);
    field
}

/// Why the first of some answers was chosen: what it gains against the next, or else against how
/// things are.
fn reasons(field: &[Weighed], now: Worth) -> Reasons {
    let per_mille = |value: f64| value.clamp(-VICTORY, VICTORY).round() as i32;
    let kept = field.iter().take(KEPT);
    let options = kept.map(|w| (w.candidate.words.clone(), per_mille(w.value()))).collect();
    let trials = field.iter().map(Weighed::trials).sum();
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
