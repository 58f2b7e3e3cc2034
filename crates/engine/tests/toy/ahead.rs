//! Looking ahead and back: ways, stands, foresight, frames, logs and journals.

use engine::face::AnyMatch;
use engine::matches::{DiceChoice, Match};
use engine::notation;
use engine::odds::{Effort, NoOdds};
use engine::question::{Answer, Form};
use engine::save;
use engine::view::Eyes;
use engine::ways::{Aim, Way};
use engine::{Refusal, Seed, SideId};
use tabletop::{Length, Point, Spot};

use crate::book::{BLUE, RED, Toy, length};
use crate::driver::Dummy;
use crate::setup;
use crate::wall::walled;

type Played = Match<Toy>;

fn say(game: &mut Played, side: SideId, text: &str) {
    let answer = read(game, side, text);
    game.answer(side, answer).expect("the answer is legal");
}

fn read(game: &Played, side: SideId, text: &str) -> Answer {
    let question = game.question_for(side).expect("the side is asked");
    notation::parse(question, text).expect("the words fit the question")
}

/// Ana stands south of the wall and is asked where she goes; nobody else is near.
fn walking() -> Played {
    let dice = DiceChoice::Seeded(Seed(1));
    let mut game = Match::begin(Toy::new(), walled(setup()), &dice).expect("the setup is good");
    for (side, text) in [
        (RED, "at 12,8; at 2,2"),
        (BLUE, "at 2,22; at 22,22"),
        (BLUE, "left"),
        (RED, "right"),
        (RED, "bid 2"),
        (BLUE, "bid 0"),
        (RED, "activate Ana"),
        (RED, "move"),
    ] {
        say(&mut game, side, text);
    }
    game
}

fn spot(x: i32, y: i32) -> Spot {
    Point::new(Length::cents(x), Length::cents(y)).at_height(Length::ZERO)
}

fn way(via: Vec<Spot>, at: Spot) -> Result<Way, Refusal> {
    AnyMatch::way(&walking(), RED, &Aim { via, at: at.at, level: None })
}

#[test]
fn a_straight_way_is_taken_where_it_can_be() {
    let way = way(Vec::new(), spot(1500, 800)).unwrap();
    assert_eq!(way.path, [spot(1200, 800), spot(1500, 800)]);
    assert_eq!(way.short, None);
    assert_eq!((way.toll.cost.as_str(), way.toll.band), ("3 of 6 inches", 0));
    assert_eq!(way.toll.risks, ["a snap shot"]);
}

#[test]
fn a_way_around_a_wall_is_found() {
    let way = way(Vec::new(), spot(1200, 1200)).unwrap();
    assert_eq!(way.path.last(), Some(&spot(1200, 1200)));
    assert_eq!(way.short, None);
    assert_eq!(way.path.len(), 3, "one bend is enough: {:?}", way.path);
    assert_eq!(way.toll.band, 1);
    let game = walking();
    assert!(game.would_accept(RED, &Answer::Path(way.path)).is_ok());
}

#[test]
fn a_way_that_is_too_long_ends_where_it_may_and_says_why() {
    let way = way(Vec::new(), spot(2300, 800)).unwrap();
    let end = way.path.last().unwrap();
    assert_eq!(end.at.y, Length::inches(8));
    assert!(length(&way.path) > Length::cents(598), "{end}");
    assert!(length(&way.path) <= Length::inches(6), "{end}");
    assert_eq!(way.short.unwrap().clause.0, "TOY-MOVE-01");
    assert!(walking().would_accept(RED, &Answer::Path(way.path)).is_ok());
}

#[test]
fn a_way_bends_where_it_is_told_to() {
    let bends = vec![spot(1300, 800), spot(1300, 700)];
    let bent = way(bends.clone(), spot(1200, 700)).unwrap();
    assert_eq!(bent.path[1..3], bends[..]);
    assert_eq!(bent.toll.cost, "3 of 6 inches");
    let long = way(bends.clone(), spot(1200, 100)).unwrap();
    assert_eq!(long.path[1..3], bends[..]);
    assert_eq!(long.short.unwrap().clause.0, "TOY-MOVE-01");
    let through = way(vec![spot(1200, 1100)], spot(1200, 1200)).unwrap_err();
    assert_eq!(through.clause.0, "TOY-MOVE-03");
}

#[test]
fn nobody_is_led_to_places_that_are_not_there() {
    let far = Point::new(Length::MAX, Length::micrometres(i32::MIN)).at_height(Length::MAX);
    assert!(way(Vec::new(), far).is_err());
    assert!(way(vec![far], spot(1200, 700)).is_err());
    let aim = Aim { via: Vec::new(), at: spot(1200, 700).at, level: Some(Length::MAX) };
    assert!(AnyMatch::way(&walking(), RED, &aim).is_err());
    let aim = Aim { level: None, ..aim };
    let refusal = AnyMatch::way(&walking(), BLUE, &aim).unwrap_err();
    assert_eq!(refusal.why, "no path is asked for");
    assert_eq!(AnyMatch::stands(&walking(), BLUE, None), []);
}

#[test]
fn stands_are_where_ways_lead_to() {
    let game = walking();
    let stands = AnyMatch::stands(&game, RED, None);
    assert!(stands.len() > 60, "{}", stands.len());
    assert!(stands.iter().any(|stand| stand.band == 0));
    assert!(stands.iter().any(|stand| stand.band == 1));
    for stand in stands {
        let aim = Aim { via: Vec::new(), at: stand.spot.at, level: Some(stand.spot.z) };
        let way = AnyMatch::way(&game, RED, &aim).unwrap();
        assert_eq!(way.path.last(), Some(&stand.spot));
        assert_eq!(way.short, None);
    }
}

/// Ana and Al are asked where they go together.
fn walking_together() -> Played {
    let mut game = walking();
    game.undo(RED).expect("the last choice can be undone");
    say(&mut game, RED, "walk");
    game
}

#[test]
fn several_go_together_as_far_as_they_get() {
    let game = walking_together();
    let aim = |x: i32, y: i32| Aim { via: Vec::new(), at: spot(x, y).at, level: None };
    let movers = match &game.question_for(RED).unwrap().form {
        Form::Paths { movers, .. } => movers.clone(),
        other => panic!("{other:?}"),
    };
    let (ana, al) = (movers[0].0, movers[1].0);
    let aims = [(ana, aim(1400, 800)), (al, aim(400, 200))];
    let found = AnyMatch::together(&game, RED, &aims).unwrap();
    assert_eq!(found.refusal, None);
    assert_eq!(found.ways[0].1.path, [spot(1200, 800), spot(1400, 800)]);
    assert_eq!(found.ways[1].1.path, [spot(200, 200), spot(400, 200)]);
    // Whoever is not shown anywhere stays, and whoever is shown too far goes as far as may be.
    let found = AnyMatch::together(&game, RED, &[(ana, aim(2000, 800))]).unwrap();
    assert_eq!(found.ways[1].1.path, [spot(200, 200)]);
    assert!(found.ways[0].1.short.is_some());
    let paths = found.ways.into_iter().map(|(m, way)| (m, way.path)).collect();
    assert!(game.would_accept(RED, &Answer::Paths(paths)).is_ok());
    assert!(AnyMatch::together(&game, BLUE, &[]).is_err());
    assert!(!AnyMatch::stands(&game, RED, Some(al)).is_empty());
}

#[test]
fn one_who_goes_where_another_ends_stops_short_of_him() {
    let game = walking_together();
    let Form::Paths { movers, .. } = &game.question_for(RED).unwrap().form else { panic!() };
    let aim = |x: i32, y: i32| Aim { via: Vec::new(), at: spot(x, y).at, level: None };
    let aims = [(movers[0].0, aim(1250, 800)), (movers[1].0, aim(1250, 800))];
    let found = AnyMatch::together(&game, RED, &aims).unwrap();
    let end = |i: usize| found.ways[i].1.path.last().unwrap().at;
    assert!(end(0).distance(end(1)) >= Length::inches(1), "{:?}", found.ways);
}

#[test]
fn what_is_foreseen_is_what_is_certain() {
    let game = walking();
    let foreseen = AnyMatch::foresee(&game, RED, &read(&game, RED, "to 15,8")).unwrap();
    assert_eq!(foreseen.next, Some((BLUE, "Snap shot?".to_owned())));
    assert_eq!((foreseen.told, foreseen.dice), (Vec::new(), None));
    let refusal = AnyMatch::foresee(&game, RED, &read(&game, RED, "to 12,12")).unwrap_err();
    assert_eq!(refusal.clause.0, "TOY-MOVE-03");
}

#[test]
fn secret_answers_on_the_tape_are_not_foreseen() {
    let begin = |bid: &str| {
        let dice = DiceChoice::Seeded(Seed(1));
        let mut game = Match::begin(Toy::new(), setup(), &dice).expect("the setup is good");
        for (side, text) in [
            (RED, "at 4,8; at 6,8"),
            (BLUE, "at 4,14; at 6,14"),
            (BLUE, "left"),
            (RED, "right"),
            (RED, bid),
        ] {
            say(&mut game, side, text);
        }
        game
    };
    let ahead = |bid: &str| {
        let game = begin(bid);
        let answer = read(&game, BLUE, "bid 1");
        assert_eq!(AnyMatch::odds(&game, BLUE, &answer, &Effort::EXACT), Err(NoOdds::OpenChoice));
        AnyMatch::foresee(&game, BLUE, &answer).unwrap()
    };
    let foreseen = ahead("bid 0");
    assert_eq!((foreseen.told.len(), foreseen.dice, &foreseen.next), (0, None, &None));
    assert_eq!(foreseen, ahead("bid 2"));
}

/// A match played at random, with what every pair of eyes saw after each step.
fn watched(seed: u64) -> (Played, Vec<Vec<String>>) {
    let dice = DiceChoice::Seeded(Seed(seed));
    let mut game = Match::begin(Toy::new(), setup(), &dice).expect("the setup is good");
    let mut driver = Dummy::boxed(seed);
    let eyes = [Eyes::Side(RED), Eyes::Side(BLUE), Eyes::Spectator, Eyes::Referee];
    let look = |game: &Played| {
        eyes.map(|e| format!("{:?} {}", game.view(e), game.log(e, 0).told.len())).to_vec()
    };
    let mut seen = vec![look(&game)];
    while let Some(question) = game.questions().first().cloned() {
        let answer = engine::respond::respond(&mut *driver, &game, &question);
        game.answer(question.side, answer).expect("drivers answer legally");
        // A fight plays several steps at once, of which only the last is seen.
        while seen.len() < game.played().len() {
            seen.push(Vec::new());
        }
        if seen.len() == game.played().len() && game.pending().is_empty() {
            seen.push(look(&game));
        }
    }
    (game, seen)
}

#[test]
fn frames_are_what_was_seen() {
    let (game, seen) = watched(7);
    let steps = game.played().len();
    assert!(steps > 20, "{steps}");
    let eyes = [Eyes::Side(RED), Eyes::Side(BLUE), Eyes::Spectator, Eyes::Referee];
    let mut compared = 0;
    for (index, eyes) in eyes.into_iter().enumerate() {
        let frames = game.frames(eyes, 0..steps + 9).unwrap();
        assert_eq!(frames.len(), steps + 1);
        for frame in frames {
            let Some(was) = seen[frame.steps].get(index) else { continue };
            assert_eq!(format!("{:?} {}", frame.view, frame.events), *was);
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
    let some = game.frames(Eyes::Referee, 17..20).unwrap();
    assert_eq!(some.iter().map(|frame| frame.steps).collect::<Vec<_>>(), [17, 18, 19]);
    assert!(game.frames(Eyes::Referee, steps + 1..steps + 5).unwrap().is_empty());
}

#[test]
fn a_log_goes_on_where_it_was_left() {
    let (game, _) = watched(8);
    for eyes in [Eyes::Side(RED), Eyes::Spectator, Eyes::Referee] {
        let all = game.log(eyes, 0);
        assert_eq!((all.before, all.told.len()), (0, game.events(eyes).len()));
        let texts = |log: &engine::matches::Log| -> Vec<String> {
            log.told.iter().map(|told| told.event.text.clone()).collect()
        };
        for from in [0, 1, all.total / 2, all.total] {
            let rest = game.log(eyes, from);
            assert_eq!(rest.before + rest.told.len(), all.told.len());
            assert_eq!(texts(&rest), texts(&all)[rest.before..]);
        }
        assert!(all.told.is_sorted_by_key(|told| told.step));
        let last = all.told.last().unwrap();
        assert_eq!(last.step, game.played().len() - 1, "the last step tells of the end");
    }
}

#[test]
fn a_journal_with_an_undo_amounts_to_the_plain_file() {
    let dice = DiceChoice::Seeded(Seed(9));
    let mut game = Match::begin(Toy::new(), setup(), &dice).expect("the setup is good");
    let mut journal = vec![game.opening_line()];
    journal.extend(game.lines_from(0));
    let mut driver = Dummy::boxed(9);
    let mut undone = 0;
    while let Some(question) = game.questions().first().cloned() {
        let steps = game.played().len();
        let answer = engine::respond::respond(&mut *driver, &game, &question);
        game.answer(question.side, answer).expect("drivers answer legally");
        journal.extend(game.lines_from(steps));
        if undone < 12 && game.undo(question.side).is_ok() {
            undone += 1;
            let back = game.played().len().min(steps);
            journal.push(save::back_line(back));
            journal.extend(game.lines_from(back));
        }
    }
    assert_eq!(undone, 12);
    let folded = save::fold(journal.iter().map(String::as_str));
    let plain = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with(r#"{"snapshot""#)).map(str::to_owned).collect()
    };
    assert_eq!(plain(&folded), plain(&game.save()));
    let loaded = Match::load(Toy::new(), &folded).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    assert_eq!(AnyMatch::hash(&loaded.game), AnyMatch::hash(&game));
    assert_eq!(loaded.game.events(Eyes::Referee), game.events(Eyes::Referee));
}
