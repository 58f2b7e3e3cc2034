//! Whole matches.

use engine::view::Eyes;
use serde_json::{Value, json};
use server::denied::Denied;
use server::protocol::{Branch, SeatWish};
use server::seats::Guest;

use crate::browser::{Browser, computer, duel, hub, listen, wish};

/// Plays a match to its end with one browser for each side.
async fn play_out(red: &mut Browser, blue: &mut Browser) {
    for _ in 0..5_000 {
        if red.is_over() && blue.is_over() {
            return;
        }
        if red.has_question() {
            red.answer().await;
            blue.until(|b| b.at() >= red.at()).await;
        } else if blue.has_question() {
            blue.answer().await;
            red.until(|r| r.at() >= blue.at()).await;
        } else {
            panic!("nobody is asked: {}", red.picture["waiting"]);
        }
    }
    panic!("the match does not end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_browsers_play_a_whole_match_and_look_back() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let mut blue = Browser::open(address, &id, "bo").await;
    let mut watcher = Browser::open(address, &id, "eve").await;
    assert_eq!(red.welcome["eyes"], json!({ "side": 0 }));
    assert_eq!(watcher.welcome["eyes"], "spectator");
    assert!(red.welcome["commitment"].as_str().unwrap().len() == 64);

    let denied = hub.file(Guest::of("ana"), &id).await.unwrap_err();
    assert!(matches!(denied, Denied::Forbidden(_)), "{denied:?}");
    let peek = hub.timeline(Guest::of("ana"), &id, Some(Eyes::Referee)).await.unwrap_err();
    assert!(matches!(peek, Denied::Forbidden(_)), "{peek:?}");

    play_out(&mut red, &mut blue).await;
    watcher.until(Browser::is_over).await;
    assert!(watcher.heard.iter().all(|text| !text.contains(r#""question":{"#)));
    assert_eq!(red.picture["view"]["outcome"], blue.picture["view"]["outcome"]);

    // Everybody may know the dice now, so nothing that was played with them comes back.
    for side in [&mut red, &mut blue] {
        assert!(side.picture["undo"].is_null(), "{}", side.picture["undo"]);
        let at = side.at();
        let undone = side.ask(json!({ "undo": { "at": at } })).await;
        assert!(undone.to_string().contains("branch off"), "{undone}");
        let taken = side.ask(json!({ "ask_back": { "at": at } })).await;
        assert!(taken.to_string().contains("branch off"), "{taken}");
    }

    // What was told bit by bit is what is told as a whole.
    let again = Browser::open(address, &id, "ana").await;
    assert_eq!(again.log, red.log);
    assert_eq!(again.picture, red.picture);

    let lobby = hub.lobby(Guest::of("bo")).await.unwrap();
    assert!(lobby.mine[0].ended.is_some() && !lobby.mine[0].your_turn);

    // Once it is over everybody may see everything, and play on from anywhere.
    let eve = Guest::of("eve");
    let timeline = hub.timeline(eve, &id, None).await.unwrap();
    assert_eq!(timeline.eyes, Eyes::Referee);
    assert_eq!((timeline.first, &timeline.branch, &timeline.file), (0, &Ok(()), &Ok(())));
    let frames = hub.frames(eve, &id, Some(Eyes::Referee), 0..10).await.unwrap();
    assert_eq!(frames.len(), 10);
    assert_eq!(frames[3].steps, 3);
    let file = hub.file(eve, &id).await.unwrap();
    let uploaded = hub.upload(eve, file.clone(), "Eve".to_owned()).await.unwrap();
    assert_eq!(uploaded.warnings, Vec::<String>::new());
    assert_eq!(hub.file(eve, &uploaded.id).await.unwrap(), file);
    let forged = file.replacen("\"hash\":\"", "\"hash\":\"f", 1);
    let denied = hub.upload(eve, forged, "Eve".to_owned()).await.unwrap_err();
    assert!(matches!(&denied, Denied::Wrong(p) if p[0].line == Some(2)), "{denied:?}");
    let endless = file.clone() + &"\n".repeat(20_000);
    let denied = hub.upload(eve, endless, "Eve".to_owned()).await.unwrap_err();
    assert!(format!("{denied:?}").contains("20000 lines"), "{denied:?}");
    let seats = vec![SeatWish::Me, computer("random")];
    let branch = Branch { steps: timeline.steps / 2, seats, name: "Eve".to_owned() };
    let branched = hub.branch(eve, &id, branch).await.unwrap();
    let mut eve = Browser::open(address, &branched.id, "eve").await;
    eve.until(|b| b.has_question()).await;
    assert!(eve.picture["steps"].as_u64().unwrap() >= timeline.steps as u64 / 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn computers_play_while_somebody_watches() {
    let hub = hub();
    let opened =
        hub.begin(Guest::of("ana"), wish(vec![computer("novice"), computer("random")])).await;
    let id = opened.unwrap().id;
    let timeline = hub.timeline(Guest::of("ana"), &id, None).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let later = hub.timeline(Guest::of("ana"), &id, None).await.unwrap();
    assert_eq!(timeline.steps, later.steps, "nobody watched");
    let address = listen(&hub).await;
    let mut watcher = Browser::open(address, &id, "ana").await;
    watcher.until(Browser::is_over).await;
    assert_eq!(watcher.picture["question"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_computers_thought_is_told_when_the_match_is_over() {
    let hub = hub();
    let mut short = wish(vec![computer("veteran:bold@10ms"), computer("veteran@10ms")]);
    short.setup.options.insert("round_limit".to_owned(), "1".to_owned());
    let id = hub.begin(Guest::of("ana"), short).await.unwrap().id;
    let address = listen(&hub).await;
    let mut ana = Browser::open(address, &id, "ana").await;
    for early in ["thoughts", "outlook"] {
        let reply = ana.ask(json!(early)).await;
        assert!(reply.to_string().contains("when the match is over"), "{reply}");
    }
    ana.until(Browser::is_over).await;
    let told = |text: &String| text.contains(r#""intent""#) || text.contains(r#""chances""#);
    assert!(!ana.heard.iter().any(told), "nothing of it was told before");

    let mut bo = Browser::open(address, &id, "bo").await;
    let waiting = bo.request(json!("outlook")).await;
    let outlook = ana.ask(json!("outlook")).await;
    assert_eq!(outlook["kind"], "outlook", "{outlook}");
    let moments = outlook["outlook"]["moments"].as_array().unwrap();
    assert_eq!(moments[0]["step"], 0);
    assert_eq!(moments[0]["chances"].as_array().unwrap().len(), 2);
    let same = loop {
        let message = bo.hear().await.unwrap();
        if message["id"] == waiting {
            break message["reply"].clone();
        }
    };
    assert_eq!(same, outlook, "it is worked out once");
    assert_eq!(ana.ask(json!("outlook")).await, outlook);

    let thoughts = bo.ask(json!("thoughts")).await;
    let thoughts = thoughts["thoughts"].as_array().unwrap();
    assert!(!thoughts.is_empty());
    for thought in thoughts {
        assert!(!thought["reasons"]["intent"].as_str().unwrap().is_empty(), "{thought}");
        assert!(thought["step"].as_u64() < bo.picture["steps"].as_u64(), "{thought}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_person_plays_a_computer_to_the_end() {
    let hub = hub();
    let opened =
        hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, computer("novice")])).await.unwrap();
    let address = listen(&hub).await;
    let mut ana = Browser::open(address, &opened.id, "ana").await;
    loop {
        ana.until(|b| b.has_question() || b.is_over()).await;
        if ana.is_over() {
            break;
        }
        ana.answer().await;
    }
    // Alone against a computer, one may have everything at any time.
    assert!(hub.file(Guest::of("ana"), &opened.id).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_plays_on_learns_that_somebody_can_foresee_the_dice() {
    let hub = hub();
    let ana = Guest::of("ana");
    let opened = hub.begin(ana, wish(vec![SeatWish::Me, SeatWish::Me])).await.unwrap();
    let address = listen(&hub).await;
    let before = Browser::open(address, &opened.id, "ana").await;
    assert_eq!(before.welcome["warnings"], json!([]));
    let file = hub.file(ana, &opened.id).await.unwrap();
    let uploaded = hub.upload(ana, file, "Ana".to_owned()).await.unwrap();
    for id in [&opened.id, &uploaded.id] {
        let after = Browser::open(address, id, "ana").await;
        assert!(after.welcome["warnings"][0].as_str().unwrap().contains("foresee"));
    }
    let rematch = hub.rematch(ana, &opened.id).await.unwrap();
    let fresh = Browser::open(address, &rematch.id, "ana").await;
    assert_eq!(fresh.welcome["warnings"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn people_throw_the_computers_dice_where_dice_are_real() {
    let hub = hub();
    let mut wish = wish(vec![SeatWish::Me, computer("novice")]);
    wish.own_dice = true;
    let opened = hub.begin(Guest::of("ana"), wish).await.unwrap();
    let address = listen(&hub).await;
    let mut ana = Browser::open(address, &opened.id, "ana").await;
    assert_eq!(ana.welcome["commitment"], "");
    let (mut own, mut theirs) = (0, 0);
    for _ in 0..400 {
        ana.until(|b| b.has_question() || b.is_over()).await;
        if ana.is_over() || (own > 0 && theirs > 0) {
            break;
        }
        if ana.picture["question"]["form"]["kind"] == "dice" {
            match ana.picture["question"]["side"].as_u64() {
                Some(0) => own += 1,
                _ => theirs += 1,
            }
        }
        ana.answer().await;
    }
    assert!(own > 0 && theirs > 0, "{own} throws of her own, {theirs} of the computer's");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_cannot_be_begun_says_why() {
    let hub = hub();
    let ana = Guest::of("ana");
    let why = |denied: Denied| match denied {
        Denied::Wrong(problems) => problems.into_iter().map(|p| p.why).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let open = hub.begin(ana, wish(vec![SeatWish::Open, SeatWish::Open])).await.unwrap_err();
    assert!(why(open)[0].contains("Take a seat"));
    let nobody = hub.begin(ana, wish(vec![SeatWish::Me, computer("hal")])).await.unwrap_err();
    assert!(why(nobody)[0].contains("'hal'"));
    for name in ["veteran@9999s", "veteran:mad", "glance", &"9".repeat(5_000)] {
        let refused = hub.begin(ana, wish(vec![SeatWish::Me, computer(name)])).await.unwrap_err();
        assert!(why(refused)[0].contains("no computer player"), "{name}");
    }
    assert!(hub.begin(ana, wish(vec![SeatWish::Me, computer("veteran:bold")])).await.is_ok());
    let mut bad = wish(vec![SeatWish::Me, SeatWish::Me]);
    bad.setup.scenario = "nowhere".to_owned();
    assert!(!why(hub.begin(ana, bad).await.unwrap_err()).is_empty());
    let mut other = wish(vec![SeatWish::Me, SeatWish::Me]);
    other.game = "chess".to_owned();
    assert!(why(hub.begin(ana, other).await.unwrap_err())[0].contains("chess"));
    let garbage = hub.upload(ana, "hello".to_owned(), String::new()).await.unwrap_err();
    assert!(matches!(&garbage, Denied::Wrong(p) if p[0].line == Some(1)), "{garbage:?}");
    let missing = hub.timeline(ana, "nosuchid", None).await.unwrap_err();
    assert!(matches!(missing, Denied::Missing(_)), "{missing:?}");
}
