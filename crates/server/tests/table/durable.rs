//! Whatever a browser was told outlives the server.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use server::hub::Hub;
use server::protocol::SeatWish;
use server::seats::Guest;
use server::store::Store;
use tokio::runtime::Runtime;

use crate::browser::{Browser, computer, duel, games, hasty, hub, listen, wish};

const MATCHES: usize = 50;

/// What a browser was told last: of which match, after how many changes, what it saw.
struct Told {
    id: String,
    at: u64,
    view: Value,
    log: Vec<Value>,
}

#[test]
fn nothing_is_lost_or_doubled_when_the_server_dies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let runtime = Runtime::new().unwrap();
    let told = runtime.block_on(play_many(&path));
    // Everything stops where it is: rooms, connections, answers under way.
    runtime.shutdown_timeout(Duration::from_secs(10));

    let lines = journal_lengths(&path);
    Runtime::new().unwrap().block_on(async {
        let hub = Hub::new(games(), Store::open(&path).unwrap());
        let address = listen(&hub).await;
        for told in &told {
            // Stored changes may be ahead of what was told by the one that was under way.
            let held = lines.iter().find(|(id, _)| *id == told.id).unwrap().1;
            assert!(held >= told.at, "{} of {} lines are left", held, told.at);
            let ana = Browser::open(address, &told.id, "ana").await;
            assert_eq!(ana.welcome["warnings"], json!([]));
            assert_eq!(ana.log[..told.log.len()], told.log[..], "the past has changed");
            if held == told.at {
                assert_eq!(ana.picture["view"], told.view);
                assert_eq!(ana.log.len(), told.log.len());
            }
            // The file is read again and every hash is checked.
            let file = hub.file(Guest::of("ana"), &told.id).await.unwrap();
            let copy = hub.upload(Guest::of("ana"), file.clone(), String::new()).await.unwrap();
            assert_eq!(copy.warnings, Vec::<String>::new());
            assert_eq!(hub.file(Guest::of("ana"), &copy.id).await.unwrap(), file);
        }
        hub.shut_down().await;
    });
}

/// Begins many matches and plays them all at once, until somebody pulls the plug.
async fn play_many(path: &Path) -> Vec<Told> {
    let hub = Hub::with_habits(games(), Store::open(path).unwrap(), hasty());
    let address = listen(&hub).await;
    let mut players = Vec::new();
    for _ in 0..MATCHES {
        let seats = vec![SeatWish::Me, computer("random")];
        let id = hub.begin(Guest::of("ana"), wish(seats)).await.unwrap().id;
        players.push(tokio::spawn(async move {
            let mut ana = Browser::open(address, &id, "ana").await;
            for _ in 0..8 {
                ana.until(|b| b.has_question() || b.is_over()).await;
                if ana.is_over() {
                    break;
                }
                ana.answer().await;
            }
            let (view, log) = (ana.picture["view"].clone(), ana.log.clone());
            // One more answer that nobody waits for.
            if ana.has_question() {
                let at = ana.at();
                let choice = ana.picture["question"]["form"]["choices"][0]["key"].clone();
                let answer = json!({ "pick": choice });
                ana.request(json!({ "answer": { "at": at, "answer": answer } })).await;
            }
            Told { id, at: ana.at(), view, log }
        }));
    }
    let mut told = Vec::new();
    for player in players {
        told.push(player.await.unwrap());
    }
    told
}

/// How many lines the journal of each match has, without a gap.
fn journal_lengths(path: &Path) -> Vec<(String, u64)> {
    let database = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT match, count(*), max(seq) + 1 FROM line GROUP BY match";
    let mut rows = database.prepare(sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        let (count, last): (i64, i64) = (row.get(1)?, row.get(2)?);
        assert_eq!(count, last, "a line is missing");
        Ok((row.get(0)?, count as u64))
    };
    rows.query_map([], row).unwrap().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn everybody_is_told_when_the_server_shuts_down() {
    let hub = hub();
    let id = duel(&hub).await;
    let address = listen(&hub).await;
    let mut red = Browser::open(address, &id, "ana").await;
    let leaving = hub.clone();
    let done = tokio::spawn(async move { leaving.shut_down().await });
    let mut last = None;
    while let Some(message) = red.hear().await {
        last = Some(message);
    }
    assert_eq!(last.unwrap()["is"], "broken");
    done.await.unwrap();
    assert_eq!((hub.gauges().rooms, hub.gauges().connections), (0, 0));
    let mut late = Browser::dial(address, &id, "ana", None).await;
    assert_eq!(late.hear().await.unwrap()["is"], "broken");
}
