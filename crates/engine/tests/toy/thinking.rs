//! Those who think: what they are shown, what they must not learn, and what a match keeps of it.

use std::sync::{Arc, Mutex};

use engine::face::AnyMatch;
use engine::matches::{DiceChoice, Match};
use engine::playout::play_out;
use engine::position::{Asked, Position, Reasons, Until};
use engine::question::Answer;
use engine::respond::act;
use engine::source::Driver;
use engine::view::Eyes;
use engine::{Book, Luck, Seed, notation};

use crate::book::{BLUE, RED, Toy};
use crate::driver::Dummy;
use crate::setup;

type Think = Box<dyn FnMut(&dyn Position) -> Option<Answer> + Send>;

/// Thinks about every question in one way or another; a dummy answers otherwise.
struct Thinker {
    think: Think,
    dummy: Box<dyn Driver>,
}

impl Thinker {
    fn boxed(
        seed: u64,
        think: impl FnMut(&dyn Position) -> Option<Answer> + Send + 'static,
    ) -> Box<dyn Driver> {
        Box::new(Thinker { think: Box::new(think), dummy: Dummy::boxed(seed) })
    }
}

impl Driver for Thinker {
    fn thinks(&self) -> bool {
        true
    }

    fn ponder(&mut self, position: &dyn Position) -> Option<Answer> {
        (self.think)(position)
    }

    fn reasons(&mut self) -> Option<Reasons> {
        Some(Reasons { intent: "to win".to_owned(), options: Vec::new(), trials: 1 })
    }

    fn otherwise(&mut self) -> Option<&mut dyn Driver> {
        Some(&mut *self.dummy)
    }
}

fn dummies(seed: u64) -> Vec<Box<dyn Driver>> {
    vec![Dummy::boxed(seed), Dummy::boxed(seed + 1)]
}

/// The last of the options that can be picked, if it is a question of that kind.
fn last_option(position: &dyn Position) -> Option<Answer> {
    let mut last = None;
    position.look(&mut |_, asked| {
        if let Asked::One(offer) = asked {
            last = offer.choices().pop().map(|choice| Answer::Pick(choice.key));
        }
    });
    last
}

fn outcome_with(first: Box<dyn Driver>, seed: u64) -> engine::playout::Playout {
    let book = Toy::new();
    let mut state = book.begin(&setup()).expect("a good setup");
    let mut drivers = vec![first, Dummy::boxed(seed)];
    play_out(&*book, &mut state, &mut Seed(seed).stream(), &mut drivers).expect("an end")
}

#[test]
fn those_who_think_play_whole_matches() {
    for seed in 0..50 {
        let played = outcome_with(Thinker::boxed(seed, last_option), seed);
        assert_eq!(played.illegal, 0);
    }
}

#[test]
fn somebody_who_answers_on_the_spot_after_all_plays_like_one_who_never_thinks() {
    for seed in 0..50 {
        let silent = outcome_with(Thinker::boxed(seed, |_| None), seed);
        let plain = outcome_with(Dummy::boxed(seed), seed);
        assert_eq!(silent, plain);
    }
}

#[test]
fn illegal_thoughts_are_counted_and_somebody_answers_on_the_spot() {
    let nonsense = |_: &dyn Position| Some(Answer::Pick("fly to the moon".to_owned()));
    let played = outcome_with(Thinker::boxed(1, nonsense), 1);
    assert!(played.illegal > 3, "{}", played.illegal);
    assert_eq!(Playless::of(&played), Playless::of(&outcome_with(Dummy::boxed(1), 1)));
}

/// What a match came to, however much nonsense was thought on the way.
#[derive(Debug, PartialEq)]
struct Playless(String, u64);

impl Playless {
    fn of(played: &engine::playout::Playout) -> Playless {
        Playless(format!("{:?}", played.outcome), played.steps)
    }
}

fn say(game: &mut Match<Toy>, side: engine::SideId, text: &str) {
    let question = game.question_for(side).expect("the side is asked");
    let answer = notation::parse(question, text).expect("the words fit the question");
    game.answer(side, answer).expect("the answer is legal");
}

/// A match in which red has bid in secret and laid a trap, and blue is to bid.
fn blue_to_bid(trap: &str, bid: &str) -> Match<Toy> {
    let mut game =
        Match::begin(Toy::new(), setup(), &DiceChoice::Seeded(Seed(5))).expect("a good setup");
    say(&mut game, RED, "at 4,8; at 6,8");
    say(&mut game, BLUE, "at 4,14; at 6,14");
    say(&mut game, RED, trap);
    say(&mut game, BLUE, "left");
    say(&mut game, RED, bid);
    game
}

#[test]
fn secrets_of_others_do_not_enter_a_trial() {
    let endings = |trap, bid| {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&seen);
        let mut thinker = Thinker::boxed(1, move |position| {
            for number in 0..20 {
                let luck = Luck { seed: Seed(7), number };
                let answer = Answer::Pick("bid 1".to_owned());
                let until = Until::End;
                let ending = position.try_out(&answer, luck, &mut dummies(number), until);
                notes.lock().unwrap().push(ending.unwrap().outcome);
            }
            None
        });
        let game = blue_to_bid(trap, bid);
        assert_eq!(AnyMatch::ponder(&game, BLUE, &mut *thinker), None);
        let seen = seen.lock().unwrap();
        assert_eq!(seen.len(), 20);
        seen.clone()
    };
    let one = endings("left", "bid 0");
    assert_eq!(one, endings("left", "bid 2"));
    assert_eq!(one, endings("right", "bid 2"));
}

#[test]
fn expectations_are_exact_and_complete() {
    let mut game = blue_to_bid("left", "bid 2");
    say(&mut game, BLUE, "bid 0");
    say(&mut game, RED, "activate Ana");
    let mut thinker = Thinker::boxed(1, |position| {
        let answer = Answer::Pick("shoot Bo".to_owned());
        let policy = || dummies(3);
        let all = position.expect(&answer, &policy, Until::Activations(1), 10_000).unwrap();
        let never = engine::odds::Chance::NEVER;
        let sum = all.iter().fold(never, |sum, (chance, _)| sum.plus(*chance));
        assert_eq!(sum, engine::odds::Chance::ALWAYS);
        assert!(all.len() > 1);
        let few = position.expect(&answer, &policy, Until::Activations(1), 1);
        assert!(few.is_err());
        let nonsense = Answer::Pick("fly".to_owned());
        assert!(position.expect(&nonsense, &policy, Until::End, 100).is_err());
        let luck = Luck { seed: Seed(1), number: 0 };
        assert!(position.try_out(&nonsense, luck, &mut dummies(1), Until::End).is_err());
        None
    });
    assert_eq!(AnyMatch::ponder(&game, RED, &mut *thinker), None);
}

#[test]
fn endings_tell_whether_dice_had_a_say() {
    let mut game = blue_to_bid("left", "bid 2");
    say(&mut game, BLUE, "bid 0");
    say(&mut game, RED, "activate Ana");
    let mut thinker = Thinker::boxed(1, |position| {
        let until = Until::Activations(1);
        for (answer, by_dice) in [("shoot Bo", true), ("pass", false)] {
            let answer = Answer::Pick(answer.to_owned());
            let luck = Luck { seed: Seed(1), number: 0 };
            let tried = position.try_out(&answer, luck, &mut dummies(1), until).unwrap();
            assert_eq!(tried.by_dice, by_dice, "{answer:?}");
            let all = position.expect(&answer, &|| dummies(3), until, 10_000).unwrap();
            assert!(all.iter().all(|(_, ending)| ending.by_dice == by_dice), "{answer:?}");
        }
        None
    });
    assert_eq!(AnyMatch::ponder(&game, RED, &mut *thinker), None);
}

/// A match that a thinker and a dummy have played to its end, or so many answers far.
fn played(most: usize) -> Match<Toy> {
    let mut game =
        Match::begin(Toy::new(), setup(), &DiceChoice::Seeded(Seed(9))).expect("a good setup");
    let mut thinker = Thinker::boxed(2, last_option);
    let mut dummy = Dummy::boxed(3);
    for _ in 0..most {
        let Some(question) = game.questions().first().cloned() else { break };
        let driver = if question.side == RED { &mut thinker } else { &mut dummy };
        act(&mut **driver, &mut game, &question).expect("a legal answer");
    }
    game
}

#[test]
fn reasons_are_kept_and_told_when_the_match_is_over() {
    let game = played(10_000);
    assert!(game.outcome().is_some());
    let thoughts = game.thoughts(Eyes::Side(BLUE));
    assert!(thoughts.len() > 3);
    assert!(thoughts.iter().all(|t| t.side == RED && t.reasons.intent == "to win"));
    let again = Match::load(Toy::new(), &game.save()).unwrap();
    assert_eq!(again.warnings, Vec::<String>::new());
    assert_eq!(again.game.thoughts(Eyes::Spectator), thoughts);
    let underway = played(8);
    assert_eq!(underway.thoughts(Eyes::Side(BLUE)), []);
    assert!(!underway.thoughts(Eyes::Referee).is_empty());
}

#[test]
fn what_is_taken_back_was_never_thought() {
    let mut game = played(30);
    while let Ok(()) = game.take_back() {
        let (step, input) = (game.played().len(), game.pending().len());
        let thoughts = game.thoughts(Eyes::Referee);
        assert!(thoughts.iter().all(|t| (t.step, t.input) < (step, input)), "{step} {thoughts:?}");
    }
    assert_eq!(game.thoughts(Eyes::Referee), []);
}

#[test]
fn a_match_can_be_played_on_from_any_of_its_moments() {
    let game = played(10_000);
    let steps = game.played().len();
    let mut with_dice = 0;
    for step in 0..steps {
        let before = game.branch(step, false).unwrap().unwrap();
        before.play_on(Seed(1), &mut dummies(1)).unwrap();
        if let Some(chosen) = game.branch(step, true).unwrap() {
            chosen.play_on(Seed(1), &mut dummies(1)).unwrap();
            with_dice += 1;
        }
    }
    assert!(with_dice > 0);
    let end = game.branch(steps, false).unwrap().unwrap();
    assert_eq!(Some(end.play_on(Seed(1), &mut dummies(1)).unwrap()), game.outcome());
    assert!(game.branch(steps + 1, false).is_err());
}
