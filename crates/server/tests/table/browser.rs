//! A tiny server around a hub, and browsers that know nothing but JSON.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::any;
use engine::face::{Game, Hosted};
use engine::{Book, Options, Setup, SideId, TableChoice};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use server::games::Games;
use server::hub::{Begin, Habits, Hub};
use server::protocol::{Opened, SeatWish};
use server::seats::Guest;
use server::store::Store;
use tabletop::generate::Theme;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Nobody waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(30);

pub fn games() -> Games {
    let hosted = |book| -> Box<dyn Game> { Box::new(Hosted(Arc::new(book))) };
    Games::new([hosted(requiem::book())])
}

/// A hub that lets these browsers answer as fast as they can.
pub fn hub() -> Hub {
    Hub::with_habits(games(), Store::in_memory(), hasty())
}

pub fn hasty() -> Habits {
    let any = (1_000_000, 1_000_000);
    let outlook = Duration::from_millis(300);
    Habits { pause: Duration::ZERO, outlook, acts: any, previews: any, ..Habits::default() }
}

/// A small match that anybody can play.
pub fn wish(seats: Vec<SeatWish>) -> Begin {
    let book = requiem::book();
    let about = book.about();
    let rosters = about.rosters.iter().filter(|r| r.needs.is_empty());
    let setup = Setup {
        scenario: about.scenarios[0].key.clone(),
        options: Options::new(),
        rosters: rosters.cycle().take(seats.len()).map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Generated { theme: Theme::Ruins, seed: 7, symmetric: true },
    };
    Begin {
        game: about.key.to_owned(),
        setup,
        own_dice: false,
        seats,
        take_backs: true,
        listed: false,
        name: "Ana".to_owned(),
    }
}

pub fn computer(name: &str) -> SeatWish {
    SeatWish::Computer(name.to_owned())
}

/// A match between two guests, `ana` (red) and `bo` (blue).
pub async fn duel(hub: &Hub) -> String {
    let opened =
        hub.begin(Guest::of("ana"), wish(vec![SeatWish::Me, SeatWish::Open])).await.unwrap();
    take_link(hub, &opened, "bo").await;
    opened.id
}

/// Somebody comes by the first link of a match.
pub async fn take_link(hub: &Hub, opened: &Opened, who: &str) {
    let secret = opened.links[0].path.strip_prefix("/join/").unwrap().to_owned();
    let join = server::protocol::Join { secret, name: who.to_owned() };
    let joined = hub.join(Guest::of(who), join).await.unwrap();
    assert_eq!(joined.id, opened.id);
}

#[derive(Deserialize)]
struct Who {
    guest: String,
    seat: Option<u8>,
}

async fn upgrade(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(who): Query<Who>,
    socket: WebSocketUpgrade,
) -> Response {
    let (guest, seat) = (Guest::of(&who.guest), who.seat.map(SideId));
    socket
        .read_buffer_size(4096)
        .max_message_size(server::socket::LONGEST)
        .on_upgrade(move |socket| async move { hub.serve(guest, id, seat, socket).await })
}

/// Lets browsers come.
pub async fn listen(hub: &Hub) -> SocketAddr {
    let router = Router::new().route("/{id}", any(upgrade)).with_state(hub.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

pub struct Browser {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    pub welcome: Value,
    pub picture: Value,
    pub log: Vec<Value>,
    /// Every text that came, as it came.
    pub heard: Vec<String>,
}

impl Browser {
    pub async fn open(address: SocketAddr, id: &str, guest: &str) -> Browser {
        Browser::open_at(address, id, guest, None).await
    }

    pub async fn open_at(address: SocketAddr, id: &str, guest: &str, seat: Option<u8>) -> Browser {
        let mut browser = Browser::dial(address, id, guest, seat).await;
        let first = browser.hear().await.expect("a first message");
        assert_eq!(first["is"], "welcome", "{first}");
        browser
    }

    /// Connects without waiting to be welcomed.
    pub async fn dial(address: SocketAddr, id: &str, guest: &str, seat: Option<u8>) -> Browser {
        let seat = seat.map(|seat| format!("&seat={seat}")).unwrap_or_default();
        let url = format!("ws://{address}/{id}?guest={guest}{seat}");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        Browser {
            socket,
            next: 1,
            welcome: Value::Null,
            picture: Value::Null,
            log: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// The next message; none when the connection has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("nothing was heard for too long")?.ok()? {
                Frame::Text(text) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.heard.push(text.to_string());
                    self.take_in(&message);
                    return Some(message);
                }
                Frame::Close(_) => return None,
                _ => (),
            }
        }
    }

    fn take_in(&mut self, message: &Value) {
        let events = || message["log"].as_array().cloned().unwrap_or_default();
        match message["is"].as_str() {
            Some("welcome") => {
                self.welcome = message.clone();
                self.log = events();
                self.picture = message["picture"].clone();
            }
            Some("update") => {
                self.log.truncate(message["kept"].as_u64().unwrap() as usize);
                self.log.extend(events());
                self.picture = message["picture"].clone();
            }
            _ => (),
        }
    }

    pub async fn say(&mut self, text: &str) {
        self.socket.send(Frame::Text(text.into())).await.unwrap();
    }

    /// Sends a request and gives its number.
    pub async fn request(&mut self, act: Value) -> u32 {
        let id = self.next;
        self.next += 1;
        self.say(&json!({ "id": id, "act": act }).to_string()).await;
        id
    }

    /// Sends a request and waits for its reply.
    pub async fn ask(&mut self, act: Value) -> Value {
        let id = self.request(act).await;
        loop {
            let message = self.hear().await.expect("a reply");
            if message["is"] == "reply" && message["id"] == id {
                return message["reply"].clone();
            }
        }
    }

    /// Waits until something holds.
    pub async fn until(&mut self, holds: impl Fn(&Browser) -> bool) {
        while !holds(self) {
            self.hear().await.expect("the connection has ended");
        }
    }

    pub fn at(&self) -> u64 {
        self.picture["at"].as_u64().unwrap()
    }

    pub fn has_question(&self) -> bool {
        !self.picture["question"].is_null()
    }

    pub fn is_over(&self) -> bool {
        !self.picture["view"]["outcome"].is_null()
    }

    /// Answers the open question with the first legal answer of a fixed order.
    pub async fn answer(&mut self) {
        let question = self.picture["question"].clone();
        for answer in self.candidates(&question).await {
            let at = self.at();
            let reply = self.ask(json!({ "answer": { "at": at, "answer": answer } })).await;
            match reply["kind"].as_str() {
                Some("done") => return,
                Some("refused") => (),
                _ => panic!("{answer} was answered with {reply}"),
            }
        }
        panic!("no answer to {question}");
    }

    /// Answers to try, made from nothing but the JSON of the question.
    async fn candidates(&mut self, question: &Value) -> Vec<Value> {
        let form = &question["form"];
        let goals = || {
            let mut goals = form["goals"].as_array().cloned().unwrap_or_default();
            goals.sort_by_key(|goal| -goal["merit"].as_i64().unwrap());
            goals.into_iter().map(|goal| goal["spot"].clone())
        };
        let low = || json!({ "at": form["within"]["low"], "z": 0 });
        match form["kind"].as_str().unwrap() {
            "one" => {
                let mut choices = possible(form);
                choices.sort_by_key(|choice| -choice["merit"].as_i64().unwrap());
                choices.iter().map(|choice| json!({ "pick": choice["key"] })).collect()
            }
            "some" => {
                let least = form["least"].as_u64().unwrap() as usize;
                let keys = possible(form).into_iter().map(|c| c["key"].clone());
                vec![json!({ "picks": keys.take(least).collect::<Vec<_>>() })]
            }
            "number" => vec![json!({ "number": form["least"] })],
            "path" => {
                let mut paths = Vec::new();
                for goal in goals().take(1) {
                    let way = self
                        .ask(json!({ "way": { "via": [], "to": goal["at"], "level": goal["z"] } }))
                        .await;
                    if way["kind"] == "way" {
                        assert!(way["sights"].is_array());
                        paths.push(json!({ "path": way["way"]["path"] }));
                    }
                }
                paths.push(json!({ "path": [form["start"]] }));
                paths
            }
            "paths" => {
                let stay = |m: &Value| json!([m[0], [m[1]]]);
                let movers: Vec<Value> =
                    form["movers"].as_array().unwrap().iter().map(stay).collect();
                vec![json!({ "paths": movers })]
            }
            "along" => vec![json!({ "along": 0 })],
            "point" => goals().chain([low()]).map(|spot| json!({ "point": spot["at"] })).collect(),
            "facing" => vec![json!({ "facing": { "x": 0, "y": 1 } })],
            "placement" => {
                let models = form["models"].as_array().unwrap();
                let spots: Vec<Value> = goals().collect();
                let place = |run: &[Value]| {
                    let places: Vec<Value> =
                        models.iter().zip(run).map(|(m, s)| json!([m, s])).collect();
                    json!({ "placement": places })
                };
                spots.windows(models.len().max(1)).map(place).collect()
            }
            "dice" => {
                let count = form["need"]["count"].as_u64().unwrap() as usize;
                vec![json!({ "dice": vec![3; count] })]
            }
            other => panic!("an unknown form: {other}"),
        }
    }
}

fn possible(form: &Value) -> Vec<Value> {
    let choices = form["choices"].as_array().unwrap();
    choices.iter().filter(|choice| choice["refusal"].is_null()).cloned().collect()
}
