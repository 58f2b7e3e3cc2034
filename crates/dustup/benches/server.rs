//! How many matches between a person and the computer a server carries.
//!
//! The people are programs that answer from what the browser would be told, as fast as people
//! might who know what they want: an answer every half to one and a half seconds. Measured is the time from
//! sending an answer until the change it makes is told, which is after it is on disk. The
//! baseline of the same run is a single match alone. Programs and server share the machine.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on is of no use")]
#![allow(clippy::print_stdout, reason = "the result is for whoever runs it")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use engine::dice::{Seed, Stream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

#[path = "../tests/program/mod.rs"]
mod program;

use program::{Server, post};

/// How many matches are played at once, one load after the other.
const LOADS: [usize; 6] = [1, 50, 100, 200, 400, 800];
/// How long each load is kept up after everybody has come.
const HOLD: Duration = Duration::from_secs(20);
/// The slowest answer in a hundred must not take longer.
const LIMIT: Duration = Duration::from_millis(50);

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(&folder.path().join("bench.sqlite")).await;
        let empty = resident(&server);
        println!("matches  answers/s  p50 ms  p99 ms  slowest ms  server MB  kB a match");
        let mut first = 0;
        for load in LOADS {
            let took = held(server.address, first, load).await;
            first += load;
            let slow = report(&server, load, first, empty, took);
            if slow > LIMIT {
                println!("More than {} ms: no larger load is tried.", LIMIT.as_millis());
                break;
            }
        }
        server.kill().await;
    });
}

/// Tells how long answers took; gives back the slowest of the fastest ninety-nine in a hundred.
fn report(
    server: &Server,
    load: usize,
    opened: usize,
    empty: u64,
    mut took: Vec<Duration>,
) -> Duration {
    took.sort();
    let part = |percent: usize| took[(took.len() - 1) * percent / 100];
    let ms = |d: Duration| format!("{:.1}", d.as_secs_f64() * 1000.0);
    let now = resident(server);
    println!(
        "{load:>7}  {:>9.0}  {:>6}  {:>6}  {:>10}  {:>9}  {:>10}",
        took.len() as f64 / HOLD.as_secs_f64(),
        ms(part(50)),
        ms(part(99)),
        ms(part(100)),
        now / 1024,
        now.saturating_sub(empty) / opened as u64,
    );
    part(99)
}

/// The server's memory in kilobytes, as the system counts it.
fn resident(server: &Server) -> u64 {
    let status = format!("/proc/{}/status", server.child.id().unwrap());
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Lets so many people play for a while and gives back how long each of their answers took.
async fn held(address: SocketAddr, first: usize, load: usize) -> Vec<Duration> {
    let mut people = JoinSet::new();
    for number in first..first + load {
        let mut person = Person::sit_down(address, number).await;
        people.spawn(async move {
            person.play(Instant::now() + HOLD).await;
            person.took
        });
    }
    people.join_all().await.into_iter().flatten().collect()
}

struct Person {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    lot: Stream,
    picture: Value,
    requests: u32,
    took: Vec<Duration>,
}

impl Person {
    async fn sit_down(address: SocketAddr, number: usize) -> Person {
        let cookie = format!("dustup_guest={number:064x}");
        let (id, cookie) = (begin(address, &cookie, number).await, cookie);
        let url = format!("ws://{address}/api/matches/{id}/socket");
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let lot = Seed(number as u64).stream();
        Person { socket, lot, picture: Value::Null, requests: 0, took: Vec::new() }
    }

    async fn play(&mut self, until: Instant) {
        while Instant::now() < until {
            let thinking = Duration::from_millis(u64::from(500 + self.lot.below(1000)));
            self.listen_for(thinking).await;
            for answer in self.answers() {
                let sent = Instant::now();
                if self.give(answer).await {
                    self.took.push(sent.elapsed());
                    break;
                }
            }
        }
    }

    /// Takes in whatever comes for a while.
    async fn listen_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(message) = tokio::time::timeout_at(end.into(), self.hear()).await {
            self.take_in(message);
        }
    }

    async fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    fn take_in(&mut self, mut message: Value) {
        if message["is"] == "welcome" || message["is"] == "update" {
            self.picture = message["picture"].take();
        }
    }

    /// Gives an answer and waits until it is told what came of it; whether it was legal.
    async fn give(&mut self, answer: Value) -> bool {
        self.requests += 1;
        let (id, at) = (self.requests, self.picture["at"].as_u64());
        let request = json!({ "id": id, "act": { "answer": { "at": at, "answer": answer } } });
        self.socket.send(Message::Text(request.to_string().into())).await.unwrap();
        loop {
            let message = self.hear().await;
            if message["is"] == "reply" && message["id"] == id {
                return message["reply"]["kind"] == "done";
            }
            self.take_in(message);
        }
    }

    /// Answers worth trying, in the order in which they are tried.
    fn answers(&mut self) -> Vec<Value> {
        let question = &self.picture["question"];
        let form = &question["form"];
        let goals = form["goals"].as_array().into_iter().flatten();
        let mut spots: Vec<&Value> = goals.map(|goal| &goal["spot"]).collect();
        match form["kind"].as_str() {
            Some("one") => {
                let all = form["choices"].as_array().into_iter().flatten();
                let keys: Vec<&Value> =
                    all.filter(|c| c["refusal"].is_null()).map(|c| &c["key"]).collect();
                let pick = self.lot.below(keys.len().max(1) as u32) as usize;
                keys.get(pick).map(|key| json!({ "pick": key })).into_iter().collect()
            }
            Some("path") => {
                let straight = spots.iter().map(|spot| json!({ "path": [form["start"], spot] }));
                straight.chain([json!({ "path": [form["start"]] })]).collect()
            }
            Some("placement") => {
                let count = spots.len();
                let turn = self.lot.below(count.max(1) as u32) as usize;
                spots.rotate_left(turn.min(count));
                let model = &form["models"][0];
                spots.iter().map(|spot| json!({ "placement": [[model, spot]] })).collect()
            }
            Some("point") => spots.iter().map(|s| json!({ "point": s["at"] })).collect(),
            Some("number") => vec![json!({ "number": form["least"] })],
            _ => Vec::new(),
        }
    }
}

/// Begins a match against the computer; every other one by another book.
async fn begin(address: SocketAddr, cookie: &str, number: usize) -> String {
    let (game, scenario, rosters) = match number % 2 {
        0 => ready(&requiem::book()),
        _ => ready(&mutants::book()),
    };
    let side = |seat: Value, roster: &str| json!({ "seat": seat, "roster": { "ready": roster } });
    let wish = json!({
        "game": game, "scenario": scenario, "options": {},
        "sides": [
            side(json!("me"), rosters[0]),
            side(json!({ "computer": "novice" }), rosters[1]),
        ],
        "table": { "generated":
            { "theme": "ruins", "seed": number.to_string(), "symmetric": false } },
        "own_dice": false, "take_backs": false, "listed": false, "name": "Ana",
    });
    let (head, body) = post(address, "/api/matches", cookie, &wish.to_string()).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    let opened: Value = serde_json::from_str(&body).unwrap();
    opened["match"].as_str().unwrap().to_owned()
}

/// A book's key, its first scenario and two of its rosters.
fn ready(book: &impl engine::Book) -> (&'static str, String, Vec<&'static str>) {
    let about = book.about();
    let plain = about.rosters.iter().filter(|roster| roster.needs.is_empty());
    let rosters = plain.take(2).map(|roster| roster.key).collect();
    (about.key, about.scenarios[0].key.clone(), rosters)
}
