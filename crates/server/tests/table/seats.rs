//! Seats: who may do what, links, the lobby, rematches.

use engine::SideId;
use serde_json::{Value, json};
use server::denied::Denied;
use server::protocol::{Join, SeatWish, Sitter};
use server::seats::Guest;

use crate::browser::{Browser, computer, duel, hub, listen, take_link, wish};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_the_seat_that_is_asked_can_answer_and_only_what_it_saw() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let mut blue = Browser::open(address, &id, "bo").await;
    let mut eve = Browser::open(address, &id, "eve").await;
    assert!(!eve.has_question());
    let at = eve.at();
    let pick = json!({ "answer": { "at": at, "answer": { "pick": "x" } } });
    let reply = eve.ask(pick.clone()).await;
    assert!(reply["why"].as_str().unwrap().contains("watching"), "{reply}");
    for act in [json!({ "undo": { "at": at } }), json!({ "ask_back": { "at": at } })] {
        assert_eq!(eve.ask(act).await["kind"], "misfit");
    }
    assert_eq!(eve.ask(json!({ "sit": { "side": 0 } })).await["kind"], "misfit");
    let (asked, other) =
        if red.has_question() { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
    assert_eq!(other.ask(pick.clone()).await["kind"], "misfit", "not asked");
    assert_eq!(asked.ask(pick.clone()).await["kind"], "refused", "no such choice");
    asked.answer().await;
    // The same answer once more, as from a double click or a slow line.
    let reply = asked.ask(pick).await;
    assert_eq!(reply["kind"], "stale");
    let last = asked.heard[asked.heard.len() - 2].clone();
    assert!(last.starts_with(r#"{"is":"update""#), "a fresh picture comes first: {last}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn somebody_who_comes_back_finds_everything_as_it_was() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let mut blue = Browser::open(address, &id, "bo").await;
    for _ in 0..6 {
        let next = if red.has_question() { &mut red } else { &mut blue };
        next.answer().await;
        let at = next.at();
        red.until(|b| b.at() >= at).await;
        blue.until(|b| b.at() >= at).await;
    }
    assert_eq!(red.picture["seats"][1]["who"]["here"], true);
    let (picture, log) = (blue.picture.clone(), blue.log.clone());
    drop(blue);
    red.until(|b| b.picture["seats"][1]["who"]["here"] == false).await;
    let blue = Browser::open(address, &id, "bo").await;
    assert_eq!((blue.picture, blue.log), (picture, log));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_people_share_one_device() {
    let hub = hub();
    let opened = hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, SeatWish::Me])).await.unwrap();
    let address = listen(&hub).await;
    let mut device = Browser::open(address, &opened.id, "ana").await;
    let mut handed = 0;
    for _ in 0..30 {
        if !device.has_question() {
            let to = device.picture["hand_over"]["to"].clone();
            assert!(to.is_u64(), "{}", device.picture);
            assert_eq!(device.picture["hand_over"]["private"], false, "nothing is hidden here");
            assert_eq!(device.ask(json!({ "sit": { "side": to } })).await["kind"], "done");
            assert_eq!(device.welcome["eyes"], json!({ "side": to }));
            handed += 1;
        }
        assert!(device.picture["hand_over"].is_null());
        device.answer().await;
    }
    assert!(handed > 1);
    let blue = Browser::open_at(address, &opened.id, "ana", Some(1)).await;
    assert_eq!(blue.welcome["eyes"], json!({ "side": 1 }));
    let misseated = Browser::open_at(address, &opened.id, "eve", Some(1)).await;
    assert_eq!(misseated.welcome["eyes"], "spectator");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn links_seat_one_guest_each() {
    let hub = hub();
    let (ana, bo, eve) = (Guest::of("ana"), Guest::of("bo"), Guest::of("eve"));
    let opened = hub.begin(ana, wish(vec![SeatWish::Me, SeatWish::Open])).await.unwrap();
    let address = listen(&hub).await;
    let mut watcher = Browser::open(address, &opened.id, "bo").await;
    assert_eq!(watcher.welcome["eyes"], "spectator");
    assert_eq!(watcher.picture["seats"][1]["who"]["kind"], "nobody");
    let spare = hub.link(ana, &opened.id, SideId(1)).await.unwrap();
    assert!(matches!(hub.link(eve, &opened.id, SideId(1)).await, Err(Denied::Forbidden(_))));
    take_link(&hub, &opened, "bo").await;
    // Whoever watched sits down at once.
    watcher.until(|b| b.welcome["eyes"] == json!({ "side": 1 })).await;
    let join = |path: &str| Join {
        secret: path.trim_start_matches("/join/").to_owned(),
        name: "Eve".to_owned(),
    };
    let used = hub.join(eve, join(&opened.links[0].path)).await.unwrap_err();
    assert!(matches!(used, Denied::Forbidden(_)), "{used:?}");
    let lapsed = hub.join(eve, join(&spare.path)).await.unwrap_err();
    assert!(matches!(lapsed, Denied::Missing(_)), "the seat is taken: {lapsed:?}");
    assert!(hub.join(bo, join(&opened.links[0].path)).await.is_ok(), "the same guest again");
    assert!(matches!(hub.link(ana, &opened.id, SideId(1)).await, Err(Denied::Forbidden(_))));
    // A second device of whoever has the seat.
    let own = hub.link(bo, &opened.id, SideId(1)).await.unwrap();
    assert!(hub.join(Guest::of("bo's phone"), join(&own.path)).await.is_ok());
    let phone = Browser::open(address, &opened.id, "bo's%20phone").await;
    assert_eq!(phone.picture["seats"][1]["who"]["name"], "bo");
    assert!(matches!(hub.join(eve, join("nonsense")).await, Err(Denied::Missing(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_lobby_lists_what_can_be_joined_and_watched() {
    let hub = hub();
    let (ana, bo) = (Guest::of("ana"), Guest::of("bo"));
    let mut listed = wish(vec![SeatWish::Me, SeatWish::Open]);
    listed.listed = true;
    let listed = hub.begin(ana, listed).await.unwrap();
    let private = hub.begin(ana, wish(vec![SeatWish::Me, SeatWish::Open])).await.unwrap();
    let lobby = hub.lobby(bo).await.unwrap();
    assert!(lobby.mine.is_empty() && lobby.running.is_empty());
    assert_eq!(lobby.open.len(), 1);
    assert_eq!(lobby.open[0].id, listed.id);
    assert_eq!(lobby.open[0].sides[1].who, Sitter::Nobody);
    let denied = hub.sit(bo, &private.id, SideId(1), "Bo".to_owned()).await.unwrap_err();
    assert!(matches!(denied, Denied::Forbidden(_)));
    hub.sit(bo, &listed.id, SideId(1), "Bo".to_owned()).await.unwrap();
    let taken = hub.sit(Guest::of("eve"), &listed.id, SideId(1), String::new()).await.unwrap_err();
    assert!(matches!(taken, Denied::Forbidden(_)));
    let address = listen(&hub).await;
    let red = Browser::open(address, &listed.id, "ana").await;
    let lobby = hub.lobby(bo).await.unwrap();
    assert!(lobby.open.is_empty());
    assert_eq!((lobby.mine.len(), lobby.running.len()), (1, 1));
    let sides = &lobby.mine[0].sides;
    assert_eq!(sides[0].who, Sitter::Person { name: "Ana".to_owned(), here: true });
    assert_eq!(sides[1].who, Sitter::Person { name: "Bo".to_owned(), here: false });
    assert!(sides[1].yours && !sides[0].yours && !sides[0].force.is_empty());
    assert_eq!(lobby.mine[0].your_turn, !red.has_question());
    assert_eq!(hub.lobby(ana).await.unwrap().mine.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_rematch_is_one_match_for_all() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut blue = Browser::open(address, &id, "bo").await;
    let denied = hub.rematch(Guest::of("eve"), &id).await.unwrap_err();
    assert!(matches!(denied, Denied::Forbidden(_)));
    let first = hub.rematch(Guest::of("ana"), &id).await.unwrap();
    let second = hub.rematch(Guest::of("bo"), &id).await.unwrap();
    assert_eq!(first.id, second.id);
    blue.until(|b| b.picture["rematch"] == first.id.as_str()).await;
    let again = Browser::open(address, &first.id, "bo").await;
    assert_eq!(again.welcome["eyes"], json!({ "side": 1 }));
    assert_eq!(again.picture["rematch"], Value::Null);
    assert_ne!(again.welcome["commitment"], blue.welcome["commitment"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_answered_in_advance_is_remembered() {
    let hub = hub();
    let opened =
        hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, computer("random")])).await.unwrap();
    let address = listen(&hub).await;
    let mut ana = Browser::open(address, &opened.id, "ana").await;
    let stand = json!({ "stand": { "topic": "reroll", "reply": "never" } });
    assert_eq!(ana.ask(stand).await["kind"], "done");
    assert_eq!(ana.picture["standing"], json!([["reroll", "never"]]));
    let again = Browser::open(address, &opened.id, "ana").await;
    assert_eq!(again.picture["standing"], json!([["reroll", "never"]]));
    let clear = json!({ "stand": { "topic": "reroll", "reply": null } });
    assert_eq!(ana.ask(clear).await["kind"], "done");
    assert_eq!(ana.picture["standing"], json!([]));
}
