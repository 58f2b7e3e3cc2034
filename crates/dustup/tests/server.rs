//! Kills the server in the middle of matches, again and again, and looks whether anything that
//! was acknowledged is gone, or anything happened twice.
//!
//! Every match has a twin: the same match, played here in step by the engine itself. Dice are
//! typed in, so nothing is left to chance, and what the server tells must be equal to the twin at
//! every moment: the question, the number of steps, the whole log.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stdout, reason = "when the server was killed helps to understand a failure")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::book::{Setup, TableChoice};
use engine::face::{AnyMatch, Game, Hosted};
use engine::ids::SideId;
use engine::matches::DiceChoice;
use engine::question::Answer;
use engine::respond::respond;
use engine::view::Eyes;
use futures_util::{SinkExt, StreamExt};
use players::RandomPlayer;
use serde_json::{Value, json};
use tabletop::generate::Theme;
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

mod program;

use program::{PATIENCE, Server, post};

/// How many matches are played in all.
const MATCHES: usize = 200;
/// How many are played at the same time.
const AT_ONCE: usize = 20;
/// How many answers somebody gives who has come back after the server was killed.
const ANSWERS_AFTER: usize = 5;
/// So many requests are made as fast as they can be, so that many are under way when the server
/// is killed.
const HASTY: u64 = 30;
/// After that nobody is faster than this; the server would ask them to slow down.
const PACE: Duration = Duration::from_millis(60);
fn games() -> [Arc<dyn Game>; 2] {
    [Arc::new(Hosted(Arc::new(requiem::book()))), Arc::new(Hosted(Arc::new(mutants::book())))]
}

// A match, and its twin --------------------------------------------------------------------

/// Somebody who plays all sides of a match.
struct Player {
    cookie: String,
    id: String,
    twin: Box<dyn AnyMatch>,
    lot: RandomPlayer,
    /// What was sent and not acknowledged when the connection broke.
    in_flight: Option<(SideId, Answer)>,
    /// How many answers were acknowledged.
    acknowledged: usize,
}

/// The connection is gone, as it must be when the server is killed.
struct Gone;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A seat at the table of a match.
struct Seat {
    socket: Socket,
    side: SideId,
    /// Everything that changes, as last told.
    picture: Value,
    /// Everything that happened, as told to this seat.
    log: Vec<Value>,
    /// The number of the last request.
    requests: u64,
}

impl Player {
    /// Begins a match on the server, and the same match here.
    async fn begin(address: SocketAddr, number: usize) -> Player {
        let game = Arc::clone(&games()[number % 2]);
        let about = game.about();
        let rosters: Vec<_> = about.rosters.iter().filter(|r| r.needs.is_empty()).take(2).collect();
        let seed = number as u64;
        let side = |key: &str| json!({ "seat": "me", "roster": { "ready": key } });
        let scenario = about.scenarios[0].key.clone();
        let wish = json!({
            "game": about.key, "scenario": scenario, "options": {},
            "sides": [side(rosters[0].key), side(rosters[1].key)],
            "table": { "generated":
                { "theme": "ruins", "seed": seed.to_string(), "symmetric": false } },
            "own_dice": true, "take_backs": false, "listed": false, "name": "Ana",
        });
        let setup = Setup {
            scenario,
            options: Default::default(),
            rosters: rosters.iter().map(|roster| roster.text.to_owned()).collect(),
            table: TableChoice::Generated { theme: Theme::Ruins, seed, symmetric: false },
        };
        let twin = game.begin(setup, &DiceChoice::Asked).unwrap();
        let cookie = format!("dustup_guest={seed:064x}");
        let (head, body) = post(address, "/api/matches", &cookie, &wish.to_string()).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
        let opened: Value = serde_json::from_str(&body).unwrap();
        let id = opened["match"].as_str().unwrap().to_owned();
        let lot = RandomPlayer::new(seed);
        Player { cookie, id, twin, lot, in_flight: None, acknowledged: 0 }
    }

    /// Comes to the table and looks whether everything is as it was left.
    async fn sit_down(&mut self, address: SocketAddr) -> Result<Seat, Gone> {
        let side = self.asked().unwrap_or(SideId(0));
        let url = format!("ws://{address}/api/matches/{}/socket?seat={side}", self.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        let connected = tokio_tungstenite::connect_async(request).await;
        let (socket, _) = connected.map_err(|_| Gone)?;
        let (picture, log) = (Value::Null, Vec::new());
        let mut seat = Seat { socket, side, picture, log, requests: 0 };
        seat.wait(|message| message["is"] == "welcome").await?;
        self.settle(&seat);
        self.compare(&seat);
        Ok(seat)
    }

    /// Finds out whether what was in flight when the connection broke has arrived. It may have
    /// or not, but nothing in between; the comparison that follows shows whether it is so.
    fn settle(&mut self, seat: &Seat) {
        if let Some((side, answer)) = self.in_flight.take()
            && !self.is_equal(seat)
        {
            self.twin.answer(side, answer).unwrap();
        }
    }

    fn is_equal(&self, seat: &Seat) -> bool {
        let (steps, log, question) = self.expected(seat.side);
        seat.picture["steps"] == steps && seat.log == log && seat.picture["question"] == question
    }

    #[track_caller]
    fn compare(&self, seat: &Seat) {
        let (steps, log, question) = self.expected(seat.side);
        let place = format!("match {} after {} answers", self.id, self.acknowledged);
        assert_eq!(seat.picture["steps"], steps, "{place}");
        assert_eq!(seat.log, log, "{place}");
        assert_eq!(seat.picture["question"], question, "{place}");
    }

    /// What a side must be told: how many steps were played, what happened, what is asked.
    fn expected(&self, side: SideId) -> (Value, Vec<Value>, Value) {
        let told = self.twin.log(Eyes::Side(side), 0).told;
        let log = told.iter().map(|told| json!(told)).collect();
        let question = self.twin.questions().iter().find(|question| question.side == side);
        (json!(self.twin.steps()), log, json!(question))
    }

    /// Who must answer first; nobody when the match is over.
    fn asked(&self) -> Option<SideId> {
        self.twin.questions().first().map(|question| question.side)
    }

    /// Plays so many answers, or until the match is over or the connection breaks.
    async fn play(&mut self, seat: &mut Seat, answers: usize) -> Result<(), Gone> {
        for _ in 0..answers {
            let Some(side) = self.asked() else { return Ok(()) };
            if side != seat.side {
                seat.change_to(side).await?;
                self.compare(seat);
            }
            self.answer(seat).await?;
        }
        Ok(())
    }

    async fn answer(&mut self, seat: &mut Seat) -> Result<(), Gone> {
        let question = self.twin.questions()[0].clone();
        let answer = respond(&mut self.lot, &*self.twin, &question);
        let at = seat.picture["at"].clone();
        self.in_flight = Some((question.side, answer.clone()));
        let act = json!({ "answer": { "at": at, "answer": answer } });
        let reply = seat.request(&act).await?;
        assert_eq!(reply, json!({ "kind": "done" }), "{act}");
        // From here on it must never be lost.
        self.in_flight = None;
        self.acknowledged += 1;
        self.twin.answer(question.side, answer).unwrap();
        if seat.picture["at"] == at {
            seat.wait(|message| message["is"] == "update").await?;
        }
        self.compare(seat);
        Ok(())
    }
}

impl Seat {
    /// Waits for a message, and takes in everything that is told until then.
    async fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, Gone> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            let text = match next {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => continue,
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            self.take_in(&message);
            if wanted(&message) {
                return Ok(message);
            }
        }
    }

    fn take_in(&mut self, message: &Value) {
        let told = || message["log"].as_array().unwrap().iter().cloned();
        match message["is"].as_str().unwrap() {
            "welcome" => self.log = told().collect(),
            "update" => {
                self.log.truncate(message["kept"].as_u64().unwrap() as usize);
                self.log.extend(told());
            }
            // Goodbyes are followed by the end of the connection, which is noticed soon enough.
            "reply" | "broken" => return,
            other => panic!("{other}: {message}"),
        }
        self.picture = message["picture"].clone();
    }

    /// Asks for something and waits for the reply.
    async fn request(&mut self, act: &Value) -> Result<Value, Gone> {
        let id = self.send(act).await?;
        let is_reply = |message: &Value| message["is"] == "reply" && message["id"] == id;
        Ok(self.wait(is_reply).await?["reply"].clone())
    }

    /// Asks for something and gives back the number of the request.
    async fn send(&mut self, act: &Value) -> Result<u64, Gone> {
        if self.requests >= HASTY {
            tokio::time::sleep(PACE).await;
        }
        self.requests += 1;
        let text = json!({ "id": self.requests, "act": act }).to_string();
        self.socket.send(Message::text(text)).await.map_err(|_| Gone)?;
        Ok(self.requests)
    }

    /// Hands the device over to another side.
    async fn change_to(&mut self, side: SideId) -> Result<(), Gone> {
        self.send(&json!({ "sit": { "side": side } })).await?;
        let eyes = json!({ "side": side });
        self.wait(|message| message["is"] == "welcome" && message["eyes"] == eyes).await?;
        self.side = side;
        Ok(())
    }
}

// The tests --------------------------------------------------------------------------------

/// Begins matches and plays them until the server is killed under them.
async fn play_until_killed(server: Server, first: usize, moment: Duration) -> Vec<Player> {
    let address = server.address;
    let mut tables = JoinSet::new();
    for number in first..first + AT_ONCE {
        let mut player = Player::begin(address, number).await;
        tables.spawn(async move {
            // However it ends, what follows shows whether anything was lost.
            if let Ok(mut seat) = player.sit_down(address).await {
                let _ = player.play(&mut seat, usize::MAX).await;
            }
            player
        });
    }
    tokio::time::sleep(moment).await;
    server.kill().await;
    let players = tables.join_all().await;
    let in_flight = players.iter().filter(|player| player.in_flight.is_some()).count();
    println!("killed after {moment:?} with {in_flight} answers under way");
    players
}

/// Goes back to every table and plays on for a while.
async fn play_on(address: SocketAddr, players: Vec<Player>, answers: usize) -> Vec<Player> {
    let mut tables = JoinSet::new();
    for mut player in players {
        tables.spawn(async move {
            let seat = player.sit_down(address).await;
            let mut seat = seat.unwrap_or_else(|Gone| panic!("match {} is gone", player.id));
            let played = player.play(&mut seat, answers).await;
            assert!(played.is_ok(), "match {} broke off", player.id);
            player
        });
    }
    tables.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("matches.sqlite");
    let mut chance = RandomMoments::new();
    let mut all = Vec::new();
    for first in (0..MATCHES).step_by(AT_ONCE) {
        let server = Server::start(&data).await;
        let players = play_until_killed(server, first, chance.next()).await;
        let server = Server::start(&data).await;
        let address = server.address;
        all.extend(play_on(address, players, ANSWERS_AFTER).await);
        server.kill().await;
    }
    let acknowledged: usize = all.iter().map(|player| player.acknowledged).sum();
    assert!(acknowledged > MATCHES * ANSWERS_AFTER, "only {acknowledged} answers were given");
    let server = Server::start(&data).await;
    for batch in batches(all) {
        play_on(server.address, batch, 0).await;
    }
    server.kill().await;
}

fn batches(mut players: Vec<Player>) -> Vec<Vec<Player>> {
    let mut batches = Vec::new();
    while !players.is_empty() {
        let rest = players.split_off(AT_ONCE.min(players.len()));
        batches.push(std::mem::replace(&mut players, rest));
    }
    batches
}

/// Moments that are different in every run; each is told, so that a failure can be understood.
struct RandomMoments(engine::dice::Stream);

impl RandomMoments {
    fn new() -> RandomMoments {
        use std::hash::{BuildHasher, RandomState};
        let seed = RandomState::new().hash_one("moments");
        println!("seed of the moments: {seed}");
        RandomMoments(engine::dice::Seed(seed).stream())
    }

    fn next(&mut self) -> Duration {
        Duration::from_millis(u64::from(self.0.below(800)))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_for_one_server_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new folder").join("matches.sqlite");
    let server = Server::start(&data).await;
    let second = Command::new(env!("CARGO_BIN_EXE_dustup"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .output();
    let second = timeout(PATIENCE, second).await.unwrap().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(told.contains("another server is using this file"), "{told}");
    let taken = Command::new(env!("CARGO_BIN_EXE_dustup"))
        .args(["serve", "--listen", &server.address.to_string(), "--data"])
        .arg(folder.path().join("other.sqlite"))
        .output();
    let taken = timeout(PATIENCE, taken).await.unwrap().unwrap();
    assert_eq!(taken.status.code(), Some(2));
    let told = String::from_utf8(taken.stderr).unwrap();
    assert!(told.contains("this port is taken"), "{told}");
    server.kill().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_stop_stops_soon() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&folder.path().join("matches.sqlite")).await;
    let mut player = Player::begin(server.address, 0).await;
    let mut seat = player.sit_down(server.address).await.unwrap_or_else(|Gone| panic!("gone"));
    let id = server.child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
    let ended = timeout(Duration::from_secs(10), server.child.wait()).await.unwrap().unwrap();
    assert_eq!(ended.code(), Some(0));
    // Whoever was at the table is not left in the dark.
    assert!(seat.wait(|_| false).await.is_err());
}
