//! Matches of the toy book: refusals, undo, saving, odds, secrets.

use std::sync::Arc;

use engine::book::Outcome;
use engine::cx::Input;
use engine::dice::Seed;
use engine::face::{AnyMatch, Game, Hosted};
use engine::matches::{DiceChoice, Match, Standing, StandingReply};
use engine::notation;
use engine::odds::{Effort, Estimate, NoOdds, Odds};
use engine::question::{Answer, Form};
use engine::respond::respond;
use engine::view::Eyes;
use engine::{Question, SideId};
use proptest::prelude::*;
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::book::{BLUE, RED, Toy};
use crate::driver::Dummy;
use crate::setup;

type Played = Match<Toy>;

fn begin(dice: &DiceChoice) -> Played {
    Match::begin(Toy::new(), setup(), dice).expect("the setup is good")
}

fn seeded(seed: u64) -> Played {
    begin(&DiceChoice::Seeded(Seed(seed)))
}

fn say(game: &mut Played, side: SideId, text: &str) {
    let question = game.question_for(side).expect("the side is asked");
    let answer = notation::parse(question, text).expect("the words fit the question");
    game.answer(side, answer).expect("the answer is legal");
}

/// A match in which red acts first, everybody within reach of everybody.
fn fighting(dice: &DiceChoice) -> Played {
    let mut game = begin(dice);
    say(&mut game, RED, "at 4,8; at 6,8");
    say(&mut game, BLUE, "at 4,14; at 6,14");
    say(&mut game, BLUE, "left");
    say(&mut game, RED, "right");
    say(&mut game, RED, "bid 2");
    say(&mut game, BLUE, "bid 0");
    game
}

/// Plays on with drivers that do anything.
fn play_on(game: &mut Played, seed: u64, most: usize) {
    let mut driver = Dummy::boxed(seed);
    for _ in 0..most {
        let Some(question) = game.questions().first().cloned() else { return };
        let answer = respond(&mut *driver, game, &question);
        game.answer(question.side, answer).expect("drivers answer legally");
    }
}

fn everything(game: &Played) -> (u64, Vec<Question>, String) {
    let eyes = [Eyes::Side(RED), Eyes::Side(BLUE), Eyes::Spectator, Eyes::Referee];
    let seen = eyes.map(|e| format!("{:?} {:?}", game.view(e), game.events(e)));
    (AnyMatch::hash(game), game.questions().to_vec(), seen.concat())
}

#[test]
fn a_step_that_waits_tells_everything_once() {
    let mut game = fighting(&DiceChoice::Scripted);
    let before = game.events(Eyes::Referee).len();
    say(&mut game, RED, "activate Ana");
    game.script(vec![vec![1]]);
    say(&mut game, RED, "shoot Bo");
    assert_eq!(game.question_for(RED).unwrap().topic, "reroll");
    assert!(game.question_for(RED).unwrap().losing);
    assert_eq!(game.question_for(RED).unwrap().scopes, ["Ana acts"]);
    game.script(vec![vec![5]]);
    say(&mut game, RED, "throw again");
    let texts: Vec<String> =
        game.events(Eyes::Referee)[before..].iter().map(|e| e.text.clone()).collect();
    assert_eq!(texts, ["Ana shoots: [1>5] = 5", "Bo is wounded"]);
    assert!(game.unused_script().is_empty());
}

#[test]
fn illegal_answers_change_nothing() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(1)));
    say(&mut game, RED, "activate Ana");
    say(&mut game, RED, "move");
    let before = everything(&game);
    let far = notation::parse(game.question_for(RED).unwrap(), "to 4,20").unwrap();
    assert_eq!(game.answer(RED, far).unwrap_err().clause.0, "TOY-MOVE-01");
    let off = notation::parse(game.question_for(RED).unwrap(), "via 1,8 to -1,8").unwrap();
    assert_eq!(game.answer(RED, off).unwrap_err().clause.0, "TOY-MOVE-02");
    let wrong = game.answer(BLUE, Answer::Number(1)).unwrap_err();
    assert!(wrong.why.contains("red must answer now, not blue"), "{wrong}");
    assert_eq!(everything(&game), before);
}

#[test]
fn dice_and_revealed_secrets_cannot_be_undone() {
    let mut game = seeded(3);
    let before = everything(&game);
    say(&mut game, RED, "at 4,8; at 6,8");
    assert_eq!(game.undoable(), Some((RED, "at 4,8; at 6,8".to_owned())));
    assert!(game.undo(BLUE).is_err());
    game.undo(RED).unwrap();
    assert_eq!(everything(&game), before);
    assert!(game.take_back().is_err(), "there is nothing to take back");
    assert_eq!(everything(&game), before);

    let mut game = fighting(&DiceChoice::Seeded(Seed(3)));
    assert_eq!(game.undoable(), None, "both have seen the bids");
    assert!(game.undo(BLUE).is_err());
    let revealed = everything(&game);
    say(&mut game, RED, "activate Ana");
    say(&mut game, RED, "turn");
    say(&mut game, RED, "north-east");
    assert_eq!(game.undo(RED).unwrap(), "facing 1,1");
    game.undo(RED).unwrap();
    game.undo(RED).unwrap();
    assert_eq!(everything(&game), revealed);
    say(&mut game, RED, "activate Ana");
    say(&mut game, RED, "shoot Bo");
    assert_eq!(game.undoable(), None, "a die lies on the table");
    assert!(game.undo(RED).is_err());
    game.take_back().unwrap();
    assert_eq!(game.question_for(RED).unwrap().topic, "action");
    let warnings = Match::load(Toy::new(), &game.save()).unwrap().warnings;
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn a_take_back_goes_through_finished_steps() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(5)));
    play_on(&mut game, 5, 40);
    let steps = game.played().len();
    for _ in 0..60 {
        if game.take_back().is_err() {
            break;
        }
    }
    assert!(steps > 16, "{steps}");
    assert_eq!(everything(&game), everything(&seeded(5)));
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(6)));
    play_on(&mut game, 6, 30);
    let before = everything(&game);
    let mut fork = game.fork(5, Seed(66)).unwrap();
    assert_eq!(fork.played().len(), 5);
    play_on(&mut fork, 66, 1000);
    assert!(fork.outcome().is_some());
    let loaded = Match::load(Toy::new(), &fork.save()).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    assert_eq!(everything(&loaded.game), everything(&fork));
    assert_eq!(everything(&game), before);
}

#[test]
fn a_branch_taken_back_past_its_beginning_loads_again() {
    let mut seed = 0;
    // A step whose die lies on the table, with an answer after it that can be taken back.
    let (mut game, steps) = loop {
        let mut game = fighting(&DiceChoice::Seeded(Seed(seed)));
        say(&mut game, RED, "activate Ana");
        say(&mut game, RED, "shoot Bo");
        if game.question_for(RED).is_some_and(|q| q.topic == "reroll") {
            let steps = game.played().len();
            break (game, steps);
        }
        seed += 1;
    };
    while game.played().len() == steps {
        play_on(&mut game, 1, 1);
    }
    let mut branch = game.fork(game.played().len(), Seed(77)).unwrap();
    while branch.played().len() > steps {
        branch.take_back().unwrap();
    }
    assert!(branch.pending().iter().any(|input| matches!(input, Input::Dice(_))));
    let loaded = Match::load_strict(Toy::new(), &branch.save()).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    assert_eq!(everything(&loaded.game), everything(&branch));
    play_on(&mut branch, 3, 1000);
    let loaded = Match::load_strict(Toy::new(), &branch.save()).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
}

#[test]
fn no_snapshot_of_a_stranger_is_believed() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(9)));
    play_on(&mut game, 9, 6);
    let text = game.save();
    assert!(Match::load_strict(Toy::new(), &text).unwrap().warnings.is_empty());
    let forged = text.replacen("\"right\"", "\"middle\"", 1);
    assert!(Match::load(Toy::new(), &forged).is_ok(), "a file of one's own may go on");
    let refused = Match::load_strict(Toy::new(), &forged).unwrap_err();
    assert!(refused.line > 1 && refused.why.contains("does not reproduce"), "{refused}");
}

#[test]
fn a_file_cannot_use_up_all_throws() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(9)));
    play_on(&mut game, 9, 6);
    let text = game.save();
    let stated = text.rfind("\"next_throw\":").unwrap();
    let forged = format!("{}\"next_throw\":4294967295}}}}\n", &text[..stated]);
    let loaded = Match::load_strict(Toy::new(), &forged).unwrap();
    assert!(!loaded.game.save().contains("4294967295"));
}

#[test]
fn tampering_is_noticed() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(8)));
    say(&mut game, RED, "activate Ana");
    say(&mut game, RED, "shoot Bo");
    play_on(&mut game, 8, 1000);
    let text = game.save();
    let face = |n: u8| format!("{{\"dice\":[{n}]}}");
    let honest = (1..=6).map(face).find(|die| text.contains(die)).unwrap();
    let forged = (1..=6).map(face).filter(|die| *die != honest);
    let typed = "{\"answer\":[0,{\"dice\":[6]}]}".to_owned();
    for forgery in forged.chain([typed]) {
        let text = text.replacen(&honest, &forgery, 1);
        let loaded = Match::load(Toy::new(), &text).unwrap();
        assert!(!loaded.warnings.is_empty(), "{forgery}");
    }
    let later = text.replacen("\"throws\":[0", "\"throws\":[9", 1);
    assert_ne!(later, text);
    assert!(!Match::load(Toy::new(), &later).unwrap().warnings.is_empty());
    let seed = text.replacen("\"seed\":8", "\"seed\":9", 1);
    let warnings = Match::load(Toy::new(), &seed).unwrap().warnings;
    assert!(warnings[0].contains("not the one committed to"), "{warnings:?}");
}

#[test]
fn dice_of_the_step_under_way_are_checked_too() {
    let mut seed = 0;
    let text = loop {
        let mut game = fighting(&DiceChoice::Seeded(Seed(seed)));
        say(&mut game, RED, "activate Ana");
        say(&mut game, RED, "shoot Bo");
        if game.question_for(RED).is_some_and(|q| q.topic == "reroll") {
            break game.save();
        }
        seed += 1;
    };
    let last = text.trim_end().lines().last().unwrap();
    let face = (1..=3).find(|n| last.contains(&format!("{{\"dice\":[{n}]}}"))).unwrap();
    let die = format!("{{\"dice\":[{face}]}}");
    let forged = last.replacen(&die, &format!("{{\"dice\":[{}]}}", face % 3 + 1), 1);
    assert_eq!(Match::load(Toy::new(), &text).unwrap().warnings, Vec::<String>::new());
    let loaded = Match::load(Toy::new(), &text.replacen(last, &forged, 1)).unwrap();
    assert!(loaded.warnings[0].contains("could not be restored"), "{:?}", loaded.warnings);
}

#[test]
fn history_that_does_not_reproduce_goes_on_from_a_snapshot() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(9)));
    play_on(&mut game, 9, 6);
    let text = game.save();
    let other = text.replacen("\"right\"", "\"middle\"", 1);
    let mut loaded = Match::load(Toy::new(), &other).unwrap();
    assert_eq!(loaded.warnings.len(), 2, "{:?}", loaded.warnings);
    assert_eq!(AnyMatch::hash(&loaded.game), AnyMatch::hash(&game));
    assert!(loaded.game.fork(0, Seed(1)).is_err(), "that was played by other rules");
    while loaded.game.take_back().is_ok() {}
    play_on(&mut loaded.game, 99, 1000);
    assert!(loaded.game.outcome().is_some());
}

#[test]
fn files_that_are_no_matches_are_refused() {
    for text in ["", "\n", "{}", "ruling", "\u{0}"] {
        assert_eq!(Match::load(Toy::new(), text).unwrap_err().line, 1);
    }
    let other = seeded(1).save().replacen("\"book\":\"toy\"", "\"book\":\"chess\"", 1);
    assert!(Match::load(Toy::new(), &other).unwrap_err().why.contains("chess"));
}

#[test]
fn standing_answers_answer() {
    let moved = |reply: Option<StandingReply>| {
        let mut game = fighting(&DiceChoice::Seeded(Seed(2)));
        if let Some(reply) = reply {
            let topic = "snap".to_owned();
            game.set_standing(Standing { side: BLUE, topic, reply });
        }
        say(&mut game, RED, "activate Ana");
        say(&mut game, RED, "move");
        say(&mut game, RED, "to 4,9");
        game
    };
    let topic = |game: &Played| game.question_for(BLUE).map(|q| q.topic);
    assert_eq!(topic(&moved(None)), Some("snap"));
    assert_eq!(topic(&moved(Some(StandingReply::Never))), Some("activate"));
    assert_eq!(topic(&moved(Some(StandingReply::WhenLosing))), Some("activate"));
    let mut game = moved(Some(StandingReply::Always));
    assert_eq!(topic(&game), Some("when"));
    assert!(Match::load(Toy::new(), &game.save()).unwrap().warnings.is_empty());
    // Taking back a standing answer asks, in spite of it.
    game.undo(BLUE).unwrap();
    assert_eq!(topic(&game), Some("snap"));
    let mut game = moved(None);
    game.set_standing(Standing {
        side: RED,
        topic: "reroll".to_owned(),
        reply: StandingReply::WhenLosing,
    });
    game.clear_standing(RED, "reroll");
    assert_eq!(topic(&game), Some("snap"));
}

#[test]
fn odds_are_exact() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(4)));
    say(&mut game, RED, "activate Ana");
    let before = everything(&game);
    let odds = |text: &str| {
        let odds = AnyMatch::odds(&game, RED, &Answer::Pick(text.to_owned()), &Effort::EXACT)?;
        let Odds::Exact(results) = odds else { panic!("{text}: not exact") };
        Ok(results)
    };
    let shot = odds("shoot Bo").unwrap();
    assert_eq!(shot["Bo wounds 1"].to_string(), "3/4", "with a second throw");
    assert_eq!(shot["nothing"].to_string(), "1/4");
    // Attacker and defender take turns to hit on 5 or 6: 1/3 + 4/9 * 1/3 + ... = 3/5.
    let duel = odds("duel Bo").unwrap();
    assert!(duel["Bo wounds 1"].is_exact());
    assert_eq!(duel["Bo wounds 1"].to_string(), "3/5");
    assert_eq!(duel["Ana wounds 1"].to_string(), "2/5");
    assert_eq!(duel.len(), 2);
    assert_eq!(odds("bomb"), Err(NoOdds::OpenChoice));
    assert_eq!(odds("dance"), Err(NoOdds::Illegal));
    assert_eq!(everything(&game), before);
}

#[test]
fn odds_that_cannot_be_exact_are_tried() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(4)));
    say(&mut game, RED, "activate Ana");
    let before = everything(&game);
    let tried = |text: &str, games: u32, seed: u64| {
        let effort = Effort { runs: 0, games, seed: Seed(seed) };
        AnyMatch::odds(&game, RED, &Answer::Pick(text.to_owned()), &effort)
    };
    for (action, result, millionths) in
        [("shoot Bo", "Bo wounds 1", 750_000), ("duel Bo", "Bo wounds 1", 600_000)]
    {
        let odds = tried(action, 3000, 1).unwrap();
        assert_eq!(odds, tried(action, 3000, 1).unwrap(), "equal seeds, equal tries");
        assert_ne!(odds, tried(action, 3000, 2).unwrap());
        let Odds::Sampled(sample) = odds else { panic!("{action}: not tried") };
        assert_eq!(sample.counts.values().sum::<u32>(), sample.games);
        let Estimate { low, high, .. } = Estimate::of(sample.counts[result], sample.games);
        assert!((low..=high).contains(&millionths), "{action}: {low} to {high}");
    }
    assert_eq!(tried("shoot Bo", 0, 1), Err(NoOdds::TooMany));
    assert_eq!(tried("bomb", 10, 1), Err(NoOdds::OpenChoice));
    assert_eq!(tried("dance", 10, 1), Err(NoOdds::Illegal));
    assert_eq!(everything(&game), before);
}

#[test]
fn secret_answers_stay_secret() {
    let mut game = seeded(1);
    say(&mut game, RED, "at 4,8; at 6,8");
    say(&mut game, BLUE, "at 4,14; at 6,14");
    assert_eq!(game.questions().len(), 2);
    let after = |text: &str| {
        let mut game = game.clone();
        say(&mut game, RED, text);
        let others = [Eyes::Side(BLUE), Eyes::Spectator].map(|eyes| {
            format!("{:?} {:?} {:?}", game.view(eyes), game.events(eyes), game.questions())
        });
        (others, game.undoable(), game)
    };
    let (left, right) = (after("left"), after("right"));
    assert_eq!(left.0, right.0);
    assert_eq!(left.1, right.1);
    assert_eq!(left.1, Some((RED, "a secret answer".to_owned())));
    let mut game = left.2;
    say(&mut game, BLUE, "middle");
    let seen = |eyes| format!("{:?}", game.events(eyes));
    assert!(seen(Eyes::Side(RED)).contains("red's trap is left"));
    assert!(!seen(Eyes::Side(BLUE)).contains("left"));
    assert!(!seen(Eyes::Spectator).contains("trap"));
    assert!(seen(Eyes::Referee).contains("blue's trap is middle"));
}

#[test]
fn real_dice_are_asked_for() {
    let mut game = fighting(&DiceChoice::Asked);
    say(&mut game, RED, "activate Ana");
    say(&mut game, RED, "shoot Bo");
    let question = game.question_for(RED).unwrap();
    assert!(matches!(&question.form, Form::Dice { need } if need.count == 1));
    for wrong in [vec![], vec![7], vec![0], vec![1, 2]] {
        assert!(game.answer(RED, Answer::Dice(wrong)).is_err());
    }
    say(&mut game, RED, "6");
    assert_eq!(game.view(Eyes::Spectator).model("Bo").unwrap().wounds.0, 1);
    play_on(&mut game, 12, 1000);
    assert!(game.outcome().is_some());
    let loaded = Match::load(Toy::new(), &game.save()).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    assert_eq!(everything(&loaded.game), everything(&game));
}

#[test]
fn simulations_end_and_are_reproducible() {
    let game = Hosted(Toy::new());
    let play = |seed: u64| {
        let mut drivers = vec![Dummy::boxed(seed), Dummy::boxed(seed + 1)];
        game.play_out(&setup(), Seed(seed), &mut drivers).unwrap()
    };
    let mut winners = [0; 3];
    for seed in 0..200 {
        let Outcome { winner, .. } = play(seed).outcome;
        winners[winner.map_or(2, SideId::index)] += 1;
    }
    assert!(winners.iter().all(|n| *n > 10), "{winners:?}");
    assert_eq!(play(7), play(7));
}

#[test]
fn every_form_is_asked() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut game = begin(&DiceChoice::Asked);
        let mut driver = Dummy::boxed(seed);
        while let Some(question) = game.questions().first().cloned() {
            let form = format!("{:?}", question.form);
            seen.insert(form.split([' ', '{']).next().unwrap_or_default().to_owned());
            let answer = respond(&mut *driver, &game, &question);
            game.answer(question.side, answer).unwrap();
        }
    }
    let all =
        ["Along", "Dice", "Facing", "Number", "One", "Path", "Paths", "Placement", "Point", "Some"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}

/// A length as people write it, to a thousandth of an inch.
fn length() -> impl Strategy<Value = Length> {
    (-9_000..90_000_i32).prop_map(|n| {
        let sign = if n < 0 { "-" } else { "" };
        format!("{sign}{}.{:03}", n.abs() / 1000, n.abs() % 1000).parse().expect("a length")
    })
}

fn spot() -> impl Strategy<Value = Spot> {
    (length(), length(), length()).prop_map(|(x, y, z)| Point::new(x, y).at_height(z))
}

fn question(form: Form) -> Question {
    let clause = engine::Clause("TOY-ACT-01");
    engine::Ask::new(RED, "test", "Test?", clause).question(&[], form)
}

/// A question and an answer that fits it.
fn asked() -> impl Strategy<Value = (Form, Answer)> {
    let id = engine::ModelId;
    let within = Extent { low: Point::default(), high: Point::inches(24, 24) };
    let limit = Length::inches(6);
    let choices = || {
        let keys = ["move", "move far", "shoot Bo", "shoot Bob", "3", "pass"];
        keys.iter().map(|key| engine::Choice::new(*key)).collect::<Vec<_>>()
    };
    let path = || (spot(), prop::collection::vec(spot(), 0..4));
    let paths = prop::collection::vec(path(), 1..4);
    let some = prop::sample::subsequence(vec![0_usize, 1, 2, 3, 4, 5], 0..=6);
    prop_oneof![
        (0..6_usize).prop_map(move |i| {
            let key = choices()[i].key.clone();
            (Form::One { choices: choices() }, Answer::Pick(key))
        }),
        some.prop_map(move |picks| {
            let keys = picks.iter().map(|i| choices()[*i].key.clone()).collect();
            (Form::Some { choices: choices(), least: 0, most: 6 }, Answer::Picks(keys))
        }),
        any::<i64>().prop_map(|n| (Form::Number { least: 0, most: 1 }, Answer::Number(n))),
        path().prop_map(move |(start, via)| {
            let form = Form::Path { model: id(0), start, limit, goals: Vec::new() };
            (form, Answer::Path(std::iter::once(start).chain(via).collect()))
        }),
        paths.prop_map(move |all| {
            let ids = (0..all.len()).map(|i| id(i as u16));
            let movers = ids.clone().zip(all.iter().map(|(start, _)| *start)).collect();
            let whole = |(start, via): &(Spot, Vec<Spot>)| [vec![*start], via.clone()].concat();
            let answer = ids.zip(all.iter().map(whole)).collect();
            (Form::Paths { movers, limit, goals: Vec::new() }, Answer::Paths(answer))
        }),
        length().prop_map(move |at| {
            let (path, milestones) = (Vec::new(), Vec::new());
            (Form::Along { path, length: limit, milestones }, Answer::Along(at))
        }),
        (length(), length()).prop_map(move |(x, y)| {
            (Form::Point { within, goals: Vec::new() }, Answer::Point(Point::new(x, y)))
        }),
        any::<(i32, i32)>().prop_map(move |(x, y)| {
            let to = Vector::new(i64::from(x), i64::from(y));
            (Form::Facing { model: id(0) }, Answer::Facing(to))
        }),
        prop::collection::vec(spot(), 1..4).prop_map(move |spots| {
            let models: Vec<_> = (0..spots.len()).map(|i| id(i as u16)).collect();
            let places = models.iter().copied().zip(spots).collect();
            (Form::Placement { models, within, goals: Vec::new() }, Answer::Placement(places))
        }),
        prop::collection::vec(1..7_u8, 1..9).prop_map(|faces| {
            let need = engine::Need::d6(RED, faces.len() as u8, "test");
            (Form::Dice { need }, Answer::Dice(faces))
        }),
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back((form, answer) in asked()) {
        let text = notation::print(&answer);
        prop_assert_eq!(notation::parse(&question(form), &text), Ok(answer), "{}", text);
    }

    #[test]
    fn no_words_do_harm((form, _) in asked(), text in "\\PC{0,40}") {
        let _ = notation::parse(&question(form), &text);
    }

    #[test]
    fn no_file_does_harm(
        seed in 0..9_u64,
        at in any::<prop::sample::Index>(),
        junk in "\\PC{0,9}",
    ) {
        let mut game = fighting(&DiceChoice::Seeded(Seed(seed)));
        play_on(&mut game, seed, 20);
        let mut text = game.save();
        let at = text.floor_char_boundary(at.index(text.len()));
        text.insert_str(at, &junk);
        let _ = Match::load(Arc::clone(game.book()), &text);
    }
}

#[test]
fn a_snapshot_of_another_shape_costs_only_what_does_not_reproduce() {
    let mut game = fighting(&DiceChoice::Seeded(Seed(4)));
    say(&mut game, RED, "activate Ana");
    let saved = game.save();
    let lines: Vec<&str> = saved.lines().collect();
    let last = lines.iter().rposition(|line| line.contains("\"hash\"")).unwrap();
    let changed = |(i, line): (usize, &str)| {
        if line.starts_with("{\"snapshot\"") {
            "{\"snapshot\":{\"other\":1}}".to_owned()
        } else if i == last {
            let start = line.find("\"hash\":\"").unwrap() + 8;
            format!("{}0000000000000000{}", &line[..start], &line[start + 16..])
        } else {
            line.to_owned()
        }
    };
    let mangled: Vec<String> = lines.iter().copied().enumerate().map(changed).collect();
    let loaded = Match::load(game.book().clone(), &mangled.join("\n")).unwrap();
    let warnings = loaded.warnings.join("; ");
    assert!(warnings.contains("does not reproduce"), "{warnings}");
    assert!(warnings.contains("snapshot cannot be read"), "{warnings}");
    assert_eq!(loaded.game.played().len(), game.played().len() - 1);
}
