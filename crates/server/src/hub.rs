//! The hub: everything the server can be asked for, and the rooms it is done in.

mod joining;
mod opening;
mod replay;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::WebSocket;
use engine::Setup;
use engine::ids::SideId;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::denied::Denied;
use crate::games::Games;
use crate::protocol::SeatWish;
use crate::room::{self, Here, Order, Room, Tools, Visitor, lock};
use crate::seats::Guest;
use crate::socket::{self, Line, MOST_WAITING};
use crate::store::Store;

pub use crate::room::Habits;

/// A match that is asked for.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The game's key.
    pub game: String,
    /// Scenario, options, rosters, table.
    pub setup: Setup,
    /// Whether real dice are thrown and typed in.
    pub own_dice: bool,
    /// Who plays each side.
    pub seats: Vec<SeatWish>,
    /// Whether answers may be taken back when the others agree.
    pub take_backs: bool,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// What to call whoever asks.
    pub name: String,
}

/// How busy the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauges {
    /// How many matches are loaded.
    pub rooms: usize,
    /// How many browsers are connected.
    pub connections: usize,
}

/// The hub, cheap to clone.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    games: Games,
    tools: Tools,
    rooms: Mutex<HashMap<String, Handle>>,
    connections: AtomicUsize,
    visitors: AtomicU64,
    closing: AtomicBool,
}

/// A room that is open.
#[derive(Clone)]
struct Handle {
    orders: UnboundedSender<Order>,
    here: Here,
}

impl Hub {
    /// A hub for some games, with its storage.
    pub fn new(games: Games, store: Store) -> Hub {
        Hub::with_habits(games, store, Habits::default())
    }

    /// A hub with habits of its own.
    pub fn with_habits(games: Games, store: Store, habits: Habits) -> Hub {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let tools = Tools::new(store, cores, habits);
        Hub(Arc::new(Inner {
            games,
            tools,
            rooms: Mutex::new(HashMap::new()),
            connections: AtomicUsize::new(0),
            visitors: AtomicU64::new(0),
            closing: AtomicBool::new(false),
        }))
    }

    /// Runs one connection to its end.
    pub async fn serve(&self, guest: Guest, id: String, seat: Option<SideId>, socket: WebSocket) {
        if self.0.closing.load(Ordering::Relaxed) {
            return socket::turn_away(socket, "The server is being restarted.".to_owned()).await;
        }
        let number = self.0.visitors.fetch_add(1, Ordering::Relaxed);
        let (out, messages) = mpsc::channel(MOST_WAITING);
        let visitor = Visitor { number, guest, seat, out, told: 0, deaf: false };
        let orders = self.order(&id, Order::Enter(visitor));
        let _counted = Counted::new(&self.0);
        let habits = self.0.tools.habits;
        socket::serve(socket, Line { number, orders, messages, habits }).await;
    }

    /// Tells everybody, writes everything down, and ends all rooms.
    pub async fn shut_down(&self) {
        self.0.closing.store(true, Ordering::Relaxed);
        let rooms: Vec<Handle> = lock(&self.0.rooms).values().cloned().collect();
        for room in &rooms {
            // A room that has just ended needs no telling.
            let _ = room.orders.send(Order::Close);
        }
        for room in &rooms {
            room.orders.closed().await;
        }
        // Connections have their last messages to send.
        for _ in 0..50 {
            if self.gauges().connections == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if let Err(why) = self.0.tools.store.flush().await {
            tracing::error!("the storage could not be tidied up: {why}");
        }
    }

    /// How busy the server is.
    pub fn gauges(&self) -> Gauges {
        let connections = self.0.connections.load(Ordering::Relaxed);
        Gauges { rooms: lock(&self.0.rooms).len(), connections }
    }

    /// Gives an order to the room of a match, which is opened if need be.
    fn order(&self, id: &str, order: Order) -> UnboundedSender<Order> {
        // Under the lock no room can end that an order was just given to.
        let mut rooms = lock(&self.0.rooms);
        // A room whose task has died takes no orders any more and cannot say so itself.
        if rooms.get(id).is_some_and(|room| room.orders.is_closed()) {
            rooms.remove(id);
        }
        let handle = rooms.entry(id.to_owned()).or_insert_with(|| self.open(id));
        // A room that is open takes orders.
        let _ = handle.orders.send(order);
        metrics::gauge!("dustup_rooms").set(rooms.len() as f64);
        rooms[id].orders.clone()
    }

    fn open(&self, id: &str) -> Handle {
        let (orders, waiting) = unbounded_channel();
        let here = Here::default();
        let handle = Handle { orders, here: Arc::clone(&here) };
        let (inner, name) = (Arc::downgrade(&self.0), id.to_owned());
        let leave = move |waiting: &UnboundedReceiver<Order>, at_once: bool| {
            let Some(inner) = inner.upgrade() else { return true };
            let mut rooms = lock(&inner.rooms);
            let ends = at_once || waiting.is_empty();
            if ends {
                rooms.remove(&name);
                metrics::gauge!("dustup_rooms").set(rooms.len() as f64);
            }
            ends
        };
        let (games, tools) = (self.0.games.clone(), self.0.tools.clone());
        tokio::spawn(room::run(games, id.to_owned(), here, tools, waiting, leave));
        handle
    }

    /// Does something in the room of a match.
    async fn visit<T: Send + 'static>(
        &self,
        id: &str,
        job: impl FnOnce(&Room) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let (told, answer) = oneshot::channel();
        let visit = move |room: Result<&Room, Denied>| {
            if told.is_closed() {
                return;
            }
            // Whoever asked may have gone meanwhile.
            let _ = told.send(room.and_then(job));
        };
        self.order(id, Order::Visit(Box::new(visit)));
        let broken = "The rules broke down over this match; please report it.";
        answer.await.unwrap_or_else(|_| Err(Denied::Broken(broken.to_owned())))
    }

    /// Tells the room of a match, if it is open, that its settings or seats have changed.
    fn reseat(&self, id: &str) {
        if let Some(room) = lock(&self.0.rooms).get(id) {
            // A room that is open takes orders.
            let _ = room.orders.send(Order::Reseat);
        }
    }

    /// The sides of a match whose players are connected.
    fn here(&self, id: &str) -> Vec<SideId> {
        lock(&self.0.rooms).get(id).map(|room| lock(&room.here).clone()).unwrap_or_default()
    }

    /// Whether matches can be read and written.
    pub(crate) async fn check_storage(&self) -> Result<(), Denied> {
        self.store().check().await.map_err(unstored)
    }

    fn store(&self) -> &Store {
        &self.0.tools.store
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("gauges", &self.gauges()).finish_non_exhaustive()
    }
}

/// A connection that is counted as long as it lasts.
struct Counted<'a>(&'a Inner);

impl Counted<'_> {
    fn new(inner: &Inner) -> Counted<'_> {
        let now = inner.connections.fetch_add(1, Ordering::Relaxed) + 1;
        metrics::gauge!("dustup_connections").set(now as f64);
        Counted(inner)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let now = self.0.connections.fetch_sub(1, Ordering::Relaxed) - 1;
        metrics::gauge!("dustup_connections").set(now as f64);
    }
}

/// What is said when the storage fails.
fn unstored(mut why: String) -> Denied {
    why.insert_str(0, "The storage does not work at the moment: ");
    Denied::Broken(why)
}

/// What is said of a match that there is not.
fn missing() -> Denied {
    Denied::Missing("There is no match of this id; its link may be incomplete.".to_owned())
}

#[cfg(test)]
mod tests {
    use engine::face::{Game, Hosted};
    use engine::{Book, Options, TableChoice};
    use tabletop::generate::Theme;

    use super::*;

    fn wish() -> Begin {
        let book = requiem::book();
        let about = book.about();
        let table = TableChoice::Generated { theme: Theme::Ruins, seed: 1, symmetric: true };
        let setup = Setup {
            scenario: about.scenarios[0].key.clone(),
            options: Options::new(),
            rosters: vec![about.rosters[0].text.to_owned(); 2],
            table,
        };
        Begin {
            game: about.key.to_owned(),
            setup,
            own_dice: false,
            seats: vec![SeatWish::Me, SeatWish::Me],
            take_backs: true,
            listed: false,
            name: String::new(),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn rules_that_break_down_over_a_look_disturb_nobody() {
        let hub = hub();
        let guest = Guest::of("ana");
        let id = hub.begin(guest, wish()).await.unwrap().id;
        let (out, mut heard) = mpsc::channel(10);
        let visitor = Visitor { number: 1, guest, seat: None, out, told: 0, deaf: false };
        let orders = hub.order(&id, Order::Enter(visitor));
        assert!(heard.recv().await.unwrap().starts_with(r#"{"is":"welcome""#));

        let denied = hub.visit::<()>(&id, |_| panic!("a fault in the rules")).await;
        assert!(matches!(denied, Err(Denied::Broken(_))), "{denied:?}");
        assert!(hub.timeline(guest, &id, None).await.is_ok());
        assert!(heard.try_recv().is_err(), "nobody heard of it, and nobody was let go");
        assert!(!orders.is_closed(), "the room is the same");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_room_that_has_died_is_opened_again() {
        let hub = hub();
        let guest = Guest::of("ana");
        let id = hub.begin(guest, wish()).await.unwrap().id;
        let (orders, _) = unbounded_channel();
        lock(&hub.0.rooms).insert(id.clone(), Handle { orders, here: Here::default() });
        assert!(hub.timeline(guest, &id, None).await.is_ok());
        assert_eq!(hub.gauges().rooms, 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nothing_is_looked_up_for_those_who_have_gone() {
        let hub = hub();
        let id = hub.begin(Guest::of("ana"), wish()).await.unwrap().id;
        // The room is busy, and so nothing can come of the order before its giver has gone.
        let (free, busy) = std::sync::mpsc::channel::<()>();
        let occupy = move |_: Result<&Room, Denied>| assert!(busy.recv().is_ok());
        hub.order(&id, Order::Visit(Box::new(occupy)));
        let looked = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&looked);
        let look = hub.visit(&id, move |_| {
            seen.store(true, Ordering::Relaxed);
            Ok(())
        });
        // The order is given, but nobody waits for what comes of it.
        let gone = tokio::time::timeout(Duration::ZERO, look).await;
        assert!(gone.is_err());
        free.send(()).unwrap();
        assert!(hub.timeline(Guest::of("ana"), &id, None).await.is_ok());
        assert!(!looked.load(Ordering::Relaxed));
    }

    fn hub() -> Hub {
        let game: Box<dyn Game> = Box::new(Hosted(Arc::new(requiem::book())));
        Hub::new(Games::new([game]), Store::in_memory())
    }
}
