//! Undo and take-backs, previews and the ruler.

use engine::ids::SideId;
use serde_json::{Value, json};
use server::hub::Hub;
use server::protocol::{Join, SeatWish};
use server::seats::Guest;

use crate::browser::{Browser, computer, duel, hub, listen, wish};

/// Lets two browsers play until something holds of whoever answered last.
async fn play_until(
    red: &mut Browser,
    blue: &mut Browser,
    holds: impl Fn(&Browser) -> bool,
) -> usize {
    for _ in 0..400 {
        let (one, other, side) = if red.has_question() {
            (&mut *red, &mut *blue, 0)
        } else {
            (&mut *blue, &mut *red, 1)
        };
        one.answer().await;
        other.until(|b| b.at() >= one.at()).await;
        if holds(one) {
            return side;
        }
    }
    panic!("it never came to that");
}

async fn both(hub: &Hub, id: &str) -> (Browser, Browser) {
    let address = listen(hub).await;
    (Browser::open(address, id, "ana").await, Browser::open(address, id, "bo").await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ones_own_last_answer_can_be_undone_until_dice_lie() {
    let hub = hub();
    let id = duel(&hub).await;
    let (mut red, mut blue) = both(&hub, &id).await;
    let free = |b: &Browser| b.picture["undo"]["free"] == true;
    let side = play_until(&mut red, &mut blue, free).await;
    let (one, other) = if side == 0 { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
    other.until(|b| b.at() >= one.at()).await;
    assert_eq!(other.picture["undo"]["free"], false, "it is not theirs");
    let at = one.at();
    assert_eq!(other.ask(json!({ "undo": { "at": at } })).await["kind"], "refused");
    assert_eq!(one.ask(json!({ "undo": { "at": at } })).await["kind"], "done");
    assert!(one.at() > at, "every change has a number of its own");
    assert!(one.has_question());
    other.until(|b| b.at() >= one.at()).await;
    let again = Browser::open(listen(&hub).await, &id, if side == 0 { "ana" } else { "bo" }).await;
    assert_eq!((&again.log, &again.picture), (&one.log, &one.picture));
    assert_eq!(one.ask(json!({ "undo": { "at": at } })).await["kind"], "stale");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_take_back_needs_the_other_players_word() {
    let hub = hub();
    let id = duel(&hub).await;
    let (mut red, mut blue) = both(&hub, &id).await;
    let rolled = |b: &Browser| {
        b.picture["undo"]["free"] == false
            && b.log.iter().any(|e| e["event"]["deed"]["deed"] == "rolled")
    };
    let side = play_until(&mut red, &mut blue, rolled).await;
    let (one, other) = if side == 0 { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
    other.until(|b| b.at() >= one.at()).await;
    let (at, what) = (one.at(), one.picture["undo"]["what"].clone());
    assert_eq!(one.ask(json!({ "ask_back": { "at": at } })).await["kind"], "done");
    assert_eq!(one.picture["offer"]["yours"], false);
    other.until(|b| !b.picture["offer"].is_null()).await;
    assert_eq!(other.picture["offer"]["what"], what);
    assert_eq!(other.picture["offer"]["yours"], true);
    let own = one.ask(json!({ "reply_back": { "at": at, "grant": true } })).await;
    assert_eq!(own["kind"], "misfit", "nobody grants it to themselves");
    let declined = other.ask(json!({ "reply_back": { "at": at, "grant": false } })).await;
    assert_eq!(declined["kind"], "done");
    one.until(|b| b.picture["offer"].is_null()).await;
    assert_eq!(one.at(), at, "nothing has changed");

    one.ask(json!({ "ask_back": { "at": at } })).await;
    other.until(|b| !b.picture["offer"].is_null()).await;
    assert_eq!(other.picture["offer"]["at"], at);
    let granted = json!({ "reply_back": { "at": at, "grant": true } });
    assert_eq!(other.ask(granted.clone()).await["kind"], "done");
    one.until(|b| b.at() > at).await;
    assert!(one.picture["offer"].is_null());
    assert_eq!(other.ask(granted).await["kind"], "stale");
    let at = other.at();
    let late = other.ask(json!({ "reply_back": { "at": at, "grant": true } })).await;
    assert_eq!(late["kind"], "misfit", "nobody asks any more");
    // Everything goes on from there, and is told alike to whoever comes anew.
    play_until(&mut red, &mut blue, |_| true).await;
    let again = Browser::open(listen(&hub).await, &id, "ana").await;
    assert_eq!(again.log, red.log);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_offer_lapses_when_somebody_answers() {
    let hub = hub();
    let id = duel(&hub).await;
    let (mut red, mut blue) = both(&hub, &id).await;
    play_until(&mut red, &mut blue, |b| !b.picture["undo"].is_null()).await;
    let at = red.at();
    assert_eq!(red.ask(json!({ "ask_back": { "at": at } })).await["kind"], "done");
    blue.until(|b| !b.picture["offer"].is_null()).await;
    play_until(&mut red, &mut blue, |_| true).await;
    assert!(red.picture["offer"].is_null() && blue.picture["offer"].is_null());
    // A word given to the old offer does not count for a new one.
    let now = red.at();
    assert_eq!(red.ask(json!({ "ask_back": { "at": now } })).await["kind"], "done");
    let late = blue.ask(json!({ "reply_back": { "at": at, "grant": true } })).await;
    assert_eq!(late["kind"], "stale");
    assert_eq!(blue.picture["offer"]["at"], now, "the new offer stands");
    assert_eq!(blue.at(), now, "nothing was taken back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ones_own_second_device_grants_nothing() {
    let hub = hub();
    let id = duel(&hub).await;
    let (mut red, mut blue) = both(&hub, &id).await;
    let link = hub.link(Guest::of("ana"), &id, SideId(0)).await.unwrap();
    let secret = link.path.strip_prefix("/join/").unwrap().to_owned();
    let join = Join { secret, name: "Ana".to_owned() };
    hub.join(Guest::of("ana's phone"), join).await.unwrap();
    play_until(&mut red, &mut blue, |b| !b.picture["undo"].is_null()).await;
    let mut phone = Browser::open(listen(&hub).await, &id, "ana's%20phone").await;
    assert_eq!(phone.welcome["eyes"], json!({ "side": 0 }));
    let at = red.at();
    assert_eq!(red.ask(json!({ "ask_back": { "at": at } })).await["kind"], "done");
    phone.until(|b| !b.picture["offer"].is_null()).await;
    assert_eq!(phone.picture["offer"]["yours"], false);
    let granted = json!({ "reply_back": { "at": at, "grant": true } });
    assert_eq!(phone.ask(granted.clone()).await["kind"], "misfit");
    assert!(!phone.picture["offer"].is_null(), "the offer still stands");
    blue.until(|b| b.picture["offer"]["yours"] == true).await;
    assert_eq!(blue.ask(granted).await["kind"], "done");
    assert!(blue.at() > at, "it was taken back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn among_three_both_others_must_grant() {
    let hub = hub();
    let seats = vec![SeatWish::Me, SeatWish::Open, SeatWish::Open];
    let opened = hub.begin(Guest::of("ana"), wish(seats)).await.unwrap();
    for (link, who) in opened.links.iter().zip(["bo", "cy"]) {
        let secret = link.path.strip_prefix("/join/").unwrap().to_owned();
        hub.join(Guest::of(who), Join { secret, name: who.to_owned() }).await.unwrap();
    }
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &opened.id, "ana").await;
    let mut blue = Browser::open(address, &opened.id, "bo").await;
    let mut green = Browser::open(address, &opened.id, "cy").await;
    for one in [&mut red, &mut blue, &mut green] {
        if one.has_question() {
            one.answer().await;
            break;
        }
    }
    red.until(|b| !b.picture["undo"].is_null()).await;
    let at = red.at();
    assert_eq!(red.ask(json!({ "ask_back": { "at": at } })).await["kind"], "done");
    let granted = json!({ "reply_back": { "at": at, "grant": true } });
    blue.until(|b| b.picture["offer"]["yours"] == true).await;
    assert_eq!(blue.ask(granted.clone()).await["kind"], "done");
    assert_eq!((blue.at(), &blue.picture["offer"]["yours"]), (at, &json!(false)));
    assert_eq!(blue.ask(granted.clone()).await["kind"], "misfit", "once is enough");
    green.until(|b| b.picture["offer"]["yours"] == true).await;
    assert_eq!(green.ask(granted).await["kind"], "done");
    assert!(green.at() > at, "it was taken back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn alone_one_takes_back_past_the_computers_answers() {
    let hub = hub();
    let opened =
        hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, computer("random")])).await.unwrap();
    let mut ana = Browser::open(listen(&hub).await, &opened.id, "ana").await;
    let mut questions: Vec<Value> = Vec::new();
    for _ in 0..12 {
        ana.until(|b| b.has_question()).await;
        questions.push(ana.picture["question"].clone());
        ana.answer().await;
    }
    ana.until(|b| b.has_question()).await;
    while let Some(before) = questions.pop() {
        let at = ana.at();
        assert_eq!(ana.ask(json!({ "ask_back": { "at": at } })).await["kind"], "done");
        ana.until(|b| b.has_question() && b.at() > at).await;
        assert_eq!(ana.picture["question"], before);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn where_nothing_is_taken_back_nobody_can_ask() {
    let hub = hub();
    let mut wish = wish(vec![SeatWish::Me, SeatWish::Me]);
    wish.take_backs = false;
    let opened = hub.begin(Guest::of("ana"), wish).await.unwrap();
    let mut ana = Browser::open(listen(&hub).await, &opened.id, "ana").await;
    ana.answer().await;
    let at = ana.at();
    let reply = ana.ask(json!({ "ask_back": { "at": at } })).await;
    assert!(reply["why"].as_str().unwrap().contains("agreed"), "{reply}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_may_look_before_one_leaps() {
    let hub = hub();
    let opened = hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, SeatWish::Me])).await.unwrap();
    let mut ana = Browser::open(listen(&hub).await, &opened.id, "ana").await;
    let mut kinds: Vec<String> = Vec::new();
    for _ in 0..120 {
        if !ana.has_question() {
            let to = ana.picture["hand_over"]["to"].clone();
            ana.ask(json!({ "sit": { "side": to } })).await;
        }
        let question = ana.picture["question"].clone();
        let acts = match question["form"]["kind"].as_str() {
            Some("path") => vec![
                json!({"reach": {"model": null}}),
                json!({ "foresee": { "answer": { "path": [question["form"]["start"]] } } }),
            ],
            Some("one") => {
                let answer = json!({ "pick": question["form"]["choices"][0]["key"] });
                vec![
                    json!({ "odds": { "answer": answer } }),
                    json!({ "foresee": { "answer": answer } }),
                ]
            }
            _ => Vec::new(),
        };
        for act in acts {
            let reply = ana.ask(act).await;
            kinds.push(reply["kind"].as_str().unwrap().to_owned());
        }
        ana.answer().await;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for kind in ["reach", "foresight", "odds"] {
        assert!(kinds.iter().any(|k| k == kind), "{kind} is missing among {kinds:?}");
    }
    let models: Vec<Value> = ana.picture["view"]["models"].as_array().unwrap().clone();
    let standing = |side: u64| {
        let find = |m: &&Value| m["side"] == side && !m["spot"].is_null();
        models.iter().find(find).unwrap().clone()
    };
    let (red, blue) = (standing(0), standing(1));
    let sight =
        ana.ask(json!({ "sight": { "from": red["model"], "place": null, "to": null } })).await;
    assert!(sight["sights"].is_array(), "{sight}");
    let ends = json!({ "measure": { "from": { "model": red["model"] }, "to": { "model": blue["model"] } } });
    let ruler = ana.ask(ends).await;
    let bases = red["base"].as_i64().unwrap() + blue["base"].as_i64().unwrap();
    let gap = ruler["middles"].as_i64().unwrap() - ruler["distance"].as_i64().unwrap();
    assert!((gap - bases).abs() <= 1, "{ruler} with bases of {bases}");
    let far = json!({ "point": { "x": i32::MAX, "y": i32::MIN } });
    let nowhere = json!({ "measure": { "from": { "model": red["model"] }, "to": far } });
    assert_eq!(ana.ask(nowhere).await["kind"], "misfit");
}
