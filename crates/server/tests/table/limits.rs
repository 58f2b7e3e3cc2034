//! Browsers that misbehave.

use std::time::Duration;

use serde_json::{Value, json};
use server::hub::{Habits, Hub};
use server::protocol::SeatWish;
use server::seats::Guest;
use server::store::Store;

use crate::browser::{Browser, duel, games, hub, listen, wish};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nonsense_is_explained_and_then_turned_away() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let mut blue = Browser::open(address, &id, "bo").await;
    for text in ["{", r#"{"id":1,"act":{"dance":{}}}"#] {
        blue.say(text).await;
        let reply = heard_reply(&mut blue).await.unwrap();
        assert_eq!((&reply["id"], &reply["reply"]["kind"]), (&json!(0), &json!("misfit")));
        assert!(reply["reply"]["why"].as_str().unwrap().contains("could not be understood"));
    }
    // Something sensible in between, and one may begin anew.
    assert_eq!(blue.ask(json!({ "sit": { "side": 1 } })).await["kind"], "done");
    for _ in 0..3 {
        blue.say("[]").await;
    }
    while blue.hear().await.is_some() {}
    red.until(|b| b.picture["seats"][1]["who"]["here"] == false).await;
}

async fn heard_reply(browser: &mut Browser) -> Option<Value> {
    loop {
        let message = browser.hear().await?;
        if message["is"] == "reply" {
            return Some(message);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_message_that_is_too_long_ends_the_connection_and_nothing_else() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let mut blue = Browser::open(address, &id, "bo").await;
    blue.say(&"x".repeat(server::socket::LONGEST + 1)).await;
    while blue.hear().await.is_some() {}
    red.until(|b| b.picture["seats"][1]["who"]["here"] == false).await;
    assert_eq!(red.ask(json!({ "sit": { "side": 0 } })).await["kind"], "done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn too_many_requests_are_slowed_down() {
    let hub = Hub::new(games(), Store::in_memory());
    let id = duel(&hub).await;
    let mut red = Browser::open(listen(&hub).await, &id, "ana").await;
    let mut numbers = Vec::new();
    for _ in 0..80 {
        numbers.push(red.request(json!({ "sit": { "side": 0 } })).await);
    }
    let (mut done, mut slowed) = (0, 0);
    while done + slowed < numbers.len() {
        let message = heard_reply(&mut red).await.unwrap();
        match message["reply"]["kind"].as_str() {
            Some("done") => done += 1,
            _ => {
                assert!(message["reply"]["why"].as_str().unwrap().contains("slow down"));
                slowed += 1;
            }
        }
    }
    assert!(done >= 40 && slowed >= 10, "{done} done, {slowed} slowed down");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_is_not_heard_of_is_let_go() {
    let habits = Habits {
        ping: Duration::from_millis(50),
        silence: Duration::from_millis(400),
        ..Habits::default()
    };
    let hub = Hub::with_habits(games(), Store::in_memory(), habits);
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    // It does not read, so it does not answer when it is asked whether it is there.
    let blue = Browser::open(address, &id, "bo").await;
    red.until(|b| b.picture["seats"][1]["who"]["here"] == true).await;
    red.until(|b| b.picture["seats"][1]["who"]["here"] == false).await;
    drop(blue);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_does_not_read_is_let_go_before_memory_fills_up() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let blue = Browser::open(address, &id, "bo").await;
    red.until(|b| b.picture["seats"][1]["who"]["here"] == true).await;
    // Every change is told to both; one of them never reads.
    let mut reply = Some("never");
    for _ in 0..5_000 {
        let stand = json!({ "stand": { "topic": "reroll", "reply": reply } });
        red.ask(stand).await;
        reply = if reply.is_some() { None } else { Some("never") };
        if red.picture["seats"][1]["who"]["here"] == false {
            drop(blue);
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("it is still kept");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn there_is_nothing_to_see_where_there_is_no_match() {
    let hub = hub();
    let mut lost = Browser::dial(listen(&hub).await, "nosuchid", "ana", None).await;
    let message = lost.hear().await.unwrap();
    assert_eq!(message["is"], "broken");
    assert!(message["why"].as_str().unwrap().contains("no match"), "{message}");
    assert!(lost.hear().await.is_none());
    assert_eq!(hub.gauges().rooms, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_room_is_put_away_when_nobody_is_left() {
    let habits = Habits { idle: Duration::from_millis(100), ..Habits::default() };
    let hub = Hub::with_habits(games(), Store::in_memory(), habits);
    let opened = hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, SeatWish::Me])).await.unwrap();
    let address = listen(&hub).await;
    let mut ana = Browser::open(address, &opened.id, "ana").await;
    ana.answer().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(hub.gauges().rooms, 1, "somebody is connected");
    let (picture, log) = (ana.picture.clone(), ana.log.clone());
    drop(ana);
    while hub.gauges().rooms > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let ana = Browser::open(address, &opened.id, "ana").await;
    assert_eq!(ana.log, log);
    assert_eq!(
        (&ana.picture["view"], ana.at()),
        (&picture["view"], picture["at"].as_u64().unwrap())
    );
}
