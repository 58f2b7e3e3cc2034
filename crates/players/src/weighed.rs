//! Answers and what was found out about them, and which of them are not worth more time.

use engine::question::Answer;

use crate::candidates::Candidate;
use crate::character::Worth;

/// Nothing is given up, and nothing is preferred to what looked best before, on fewer trials.
const FAIR: usize = 6;
/// After so many trials, no more than so many answers are tried on.
const NARROWER: [(usize, usize); 2] = [(4, 24), (8, 16)];

/// The trials of an answer bear out that it is better if they say so by so many standard errors.
const CREDIBLE: f64 = 0.5;

/// When an answer is not worth another trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// So many standard errors are beyond doubt.
    doubt: f64,
    /// Answers that differ by less for certain, in thousandths of a force, are as good as each
    /// other.
    same: f64,
}

/// Where trials cost little.
pub(crate) const THOROUGH: Patience = Patience { doubt: 3.0, same: 1.0 };
/// Where each trial is dear, and the time is better spent on the next question.
pub(crate) const BRISK: Patience = Patience { doubt: 2.0, same: 10.0 };

/// An answer and what was found out about it.
pub(crate) struct Weighed {
    pub(crate) candidate: Candidate,
    /// What it is worth, where that is known exactly.
    known: Option<Worth>,
    /// What was thought of it before it was tried, and how many trials that counts for.
    before: (Worth, f64),
    /// What all trials were worth together, and each of them.
    sum: Worth,
    trials: Vec<f64>,
}

impl Weighed {
    /// An answer of which nothing is known.
    pub(crate) fn new(candidate: Candidate) -> Weighed {
        let before = (Worth::default(), 0.0);
        Weighed { candidate, known: None, before, sum: Worth::default(), trials: Vec::new() }
    }

    /// An answer whose worth is known exactly.
    pub(crate) fn known(candidate: Candidate, worth: Worth) -> Weighed {
        Weighed { known: Some(worth), ..Weighed::new(candidate) }
    }

    /// The same answer for trials of another kind; what is known so far counts for so many.
    pub(crate) fn looked_at_again(self, prior: f64) -> Weighed {
        Weighed { before: (self.mean(), prior), ..Weighed::new(self.candidate) }
    }

    /// Whether its worth is known exactly.
    pub(crate) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Whether there was no time to find out anything about it.
    pub(crate) fn is_unheard_of(&self) -> bool {
        self.known.is_none() && self.trials.is_empty() && self.before.1 == 0.0
    }

    /// How many times it was tried.
    pub(crate) fn trials(&self) -> u32 {
        self.trials.len() as u32
    }

    /// Notes a trial.
    pub(crate) fn add(&mut self, worth: Worth) {
        self.sum.add(worth, 1.0);
        self.trials.push(worth.total());
    }

    /// What it is worth on average.
    pub(crate) fn mean(&self) -> Worth {
        if let Some(worth) = self.known {
            return worth;
        }
        let (before, weight) = self.before;
        let count = (self.trials.len() as f64 + weight).max(1.0);
        let mut mean = Worth::default();
        mean.add(before, weight / count);
        mean.add(self.sum, 1.0 / count);
        mean
    }

    /// The same in one figure.
    pub(crate) fn value(&self) -> f64 {
        self.mean().total()
    }

    /// What the trial of a number was worth.
    fn trial(&self, number: usize) -> f64 {
        self.known.map_or_else(|| self.trials[number], Worth::total)
    }

    /// Whether it is worse than another beyond doubt, or as good as that for certain. Trials of one
    /// number had the same luck, so that their differences tell more than their means.
    fn is_behind(&self, other: &Weighed, patience: Patience) -> bool {
        let tried = [self, other].into_iter().filter(|w| !w.is_known());
        let Some(count) = tried.map(|w| w.trials.len()).min() else {
            return self.value() < other.value();
        };
        let (mean, error) = other.lead_over(self, count);
        let doubt = patience.doubt * error;
        mean > doubt || (mean >= 0.0 && doubt - mean < patience.same)
    }

    /// By how much it was better than another in so many trials on average, and the standard error
    /// of that.
    fn lead_over(&self, other: &Weighed, count: usize) -> (f64, f64) {
        let n = count as f64;
        let differences = || (0..count).map(|i| self.trial(i) - other.trial(i));
        let mean = differences().sum::<f64>() / n;
        let variance = differences().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        (mean, (variance / n).sqrt())
    }

    /// Whether it is better than another, and its trials bear that out; where both are known they need
    /// not.
    fn outdoes(&self, other: &Weighed) -> bool {
        let tried = [self, other].into_iter().filter(|w| !w.is_known());
        let count = tried.map(|w| w.trials.len()).min().unwrap_or(FAIR);
        if count < FAIR || self.value() <= other.value() {
            return false;
        }
        let (mean, error) = self.lead_over(other, count);
        mean > CREDIBLE * error
    }
}

/// Brings answers into order; of equals the one a novice would take stays in front.
pub(crate) fn best_first(field: &mut [Weighed]) {
    field.sort_by(|a, b| b.value().total_cmp(&a.value()));
}

/// Puts an answer in front of whatever is not credibly better: with few trials, somebody who takes
/// whatever did best takes what was lucky.
pub(crate) fn prefer(field: &mut [Weighed], first: &Answer) {
    let Some(at) = field.iter().position(|w| w.candidate.answer == *first) else { return };
    let better = field[..at].iter().position(|w| w.outdoes(&field[at]));
    field[..=at].rotate_right(1);
    if let Some(better) = better {
        field[..=better + 1].rotate_right(1);
    }
}

/// Takes those answers out of a field that are not worth another trial, after so many of each.
pub(crate) fn give_up(field: &mut Vec<Weighed>, trials: usize, patience: Patience) -> Vec<Weighed> {
    best_first(field);
    let most = NARROWER.iter().filter(|(after, _)| *after == trials).map(|(_, most)| *most).min();
    let mut behind = field.split_off(most.unwrap_or(usize::MAX).min(field.len()));
    if trials >= FAIR && !field.is_empty() {
        let rest = field.split_off(1);
        let (worse, equal): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|w| w.is_behind(&field[0], patience));
        field.extend(equal);
        behind.extend(worse);
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(words: &str) -> Candidate {
        Candidate { answer: Answer::Pick(words.to_owned()), words: words.to_owned() }
    }

    fn tried(words: &str, worths: impl IntoIterator<Item = f64>) -> Weighed {
        let mut weighed = Weighed::new(answer(words));
        for worth in worths {
            weighed.add(Worth::of(worth));
        }
        weighed
    }

    fn left(field: &[Weighed]) -> Vec<&str> {
        field.iter().map(|w| w.candidate.words.as_str()).collect()
    }

    #[test]
    fn what_is_worse_with_the_same_luck_every_time_is_given_up() {
        let luck = |i: i32| f64::from(i * 7919 % 400);
        let mut field = vec![
            tried("worse", (0..10).map(|i| luck(i) - 20.0 - f64::from(i % 2))),
            tried("better", (0..10).map(luck)),
            tried("who knows", (0..10).map(|i| 390.0 - luck(i))),
        ];
        let behind = give_up(&mut field, 10, THOROUGH);
        assert_eq!(left(&behind), ["worse"]);
        assert!(left(&field).contains(&"better"));
        assert!(left(&field).contains(&"who knows"));
    }

    #[test]
    fn nothing_is_given_up_too_soon() {
        let mut field = vec![tried("worse", [1.0; 2]), tried("better", [90.0; 2])];
        assert!(give_up(&mut field, 2, THOROUGH).is_empty());
        assert_eq!(left(&field), ["better", "worse"]);
    }

    #[test]
    fn one_of_two_that_are_the_same_is_enough() {
        let mut field = vec![tried("one", [50.0; 8]), tried("other", [50.0; 8])];
        assert_eq!(left(&give_up(&mut field, 8, THOROUGH)), ["other"]);
    }

    #[test]
    fn whoever_is_brisk_does_not_split_hairs() {
        let field = || vec![tried("one", (0..8).map(f64::from)), tried("other", [3.0; 8])];
        assert!(give_up(&mut field(), 8, THOROUGH).is_empty());
        assert_eq!(left(&give_up(&mut field(), 8, BRISK)), ["other"]);
    }

    #[test]
    fn what_is_known_exactly_needs_no_trials() {
        let known = Weighed::known(answer("known"), Worth::of(60.0));
        let mut field = vec![tried("tried", (0..8).map(f64::from)), known];
        assert_eq!(left(&give_up(&mut field, 8, THOROUGH)), ["tried"]);
        assert_eq!(field[0].trials(), 0);
    }

    #[test]
    fn what_looked_best_before_stays_in_front_of_what_is_only_lucky() {
        let better = |by: f64| tried("better", (0..8).map(|i| by + f64::from(i % 2) * 8.0));
        let lucky = || tried("lucky", [90.0, -60.0, -40.0, 70.0, -80.0, 50.0, -60.0, 70.0]);
        let usual = || tried("usual", [0.0; 8]);
        let order = |mut field: Vec<Weighed>| {
            best_first(&mut field);
            prefer(&mut field, &usual().candidate.answer);
            field.into_iter().map(|w| w.candidate.words).collect::<Vec<_>>()
        };
        assert_eq!(order(vec![usual(), lucky()]), ["usual", "lucky"]);
        assert_eq!(order(vec![usual(), lucky(), better(-1.0)]), ["better", "usual", "lucky"]);
        assert_eq!(order(vec![usual(), lucky(), better(-9.0)]), ["usual", "lucky", "better"]);
        let hasty = || tried("hasty", [20.0, 30.0]);
        assert_eq!(order(vec![usual(), hasty()]), ["usual", "hasty"]);
        let known = |worth| Weighed::known(answer("known"), Worth::of(worth));
        assert_eq!(order(vec![usual(), known(1.0)]), ["known", "usual"]);
        assert_eq!(order(vec![usual(), known(-1.0)]), ["usual", "known"]);
        assert_eq!(order(vec![known(1.0), hasty(), usual()]), ["known", "usual", "hasty"]);
    }

    #[test]
    fn what_was_thought_before_counts_for_some_trials() {
        let mut again = tried("again", [100.0; 8]).looked_at_again(4.0);
        assert_eq!(again.value(), 100.0);
        (0..4).for_each(|_| again.add(Worth::default()));
        assert_eq!(again.value(), 50.0);
    }
}
