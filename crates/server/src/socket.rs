//! One connection of a browser, from its first message to its last.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::protocol::{Act, Message, Reply, Request};
use crate::room::{Habits, Order};

/// The longest message a browser may send, in bytes: a path with many bends. The route that upgrades the connection
/// sets the same limit, so that longer ones are not even kept.
pub const LONGEST: usize = 64 * 1024;
/// So many messages may wait for a browser that is slow to take them.
pub(crate) const MOST_WAITING: usize = 64;
/// So many requests of one browser are worked on or wait at a time.
const MOST_REQUESTS: usize = 8;
/// After so many messages in a row that make no sense the connection is closed.
const MOST_NONSENSE: usize = 3;
/// A message that takes longer than this to send will never arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a connection and its room reach each other.
pub(crate) struct Line {
    /// The number of the connection.
    pub number: u64,
    /// Orders to the room.
    pub orders: UnboundedSender<Order>,
    /// Messages to the browser.
    pub messages: mpsc::Receiver<String>,
    /// How long things may take, and how much may be asked for.
    pub habits: Habits,
}

/// Why a connection ends.
enum End {
    /// The browser has gone, or does not answer any more.
    Gone,
    /// The room has nothing more to say.
    Over,
    /// The browser talks nonsense.
    Nonsense,
}

/// Carries messages to and fro until either side has enough.
pub(crate) async fn serve(socket: WebSocket, line: Line) {
    let (out, incoming) = socket.split();
    let (number, orders) = (line.number, line.orders.clone());
    let mut connection = Connection {
        out,
        orders: line.orders,
        number,
        acts: limiter(line.habits.acts),
        previews: limiter(line.habits.previews),
        permits: Arc::new(Semaphore::new(MOST_REQUESTS)),
        nonsense: 0,
    };
    let end = connection.run(incoming, line.messages, line.habits).await;
    // The room may be gone already.
    let _ = orders.send(Order::Leave(number));
    connection.close(&end).await;
}

fn limiter((a_second, at_once): (u32, u32)) -> DefaultDirectRateLimiter {
    let number = |n: u32| std::num::NonZeroU32::new(n).unwrap_or(std::num::NonZeroU32::MIN);
    RateLimiter::direct(Quota::per_second(number(a_second)).allow_burst(number(at_once)))
}

struct Connection {
    out: SplitSink<WebSocket, Frame>,
    orders: UnboundedSender<Order>,
    number: u64,
    acts: DefaultDirectRateLimiter,
    previews: DefaultDirectRateLimiter,
    permits: Arc<Semaphore>,
    nonsense: usize,
}

impl Connection {
    async fn run(
        &mut self,
        mut incoming: SplitStream<WebSocket>,
        mut messages: mpsc::Receiver<String>,
        habits: Habits,
    ) -> End {
        let mut pings = interval(habits.ping);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        // A browser is listened to only while it has few enough requests under way.
        let mut permit = None;
        loop {
            let permits = Arc::clone(&self.permits);
            tokio::select! {
                message = messages.recv() => match message {
                    Some(text) => if self.send(Frame::Text(text.into())).await.is_err() {
                        return End::Gone;
                    },
                    None => return End::Over,
                },
                got = permits.acquire_owned(), if permit.is_none() => permit = got.ok(),
                frame = incoming.next(), if permit.is_some() => {
                    heard = Instant::now();
                    let Some(Ok(frame)) = frame else { return End::Gone };
                    if let Err(end) = self.hear(frame, &mut permit).await {
                        return end;
                    }
                }
                _ = pings.tick() => {
                    let silent = heard.elapsed() > habits.silence;
                    if silent || self.send(Frame::Ping(Vec::new().into())).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), ()> {
        match timeout(PATIENCE, self.out.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(()),
        }
    }

    async fn hear(
        &mut self,
        frame: Frame,
        permit: &mut Option<OwnedSemaphorePermit>,
    ) -> Result<(), End> {
        let request = match frame {
            Frame::Text(text) => understood(&text),
            Frame::Binary(_) => Err("requests are text, not bytes".to_owned()),
            Frame::Close(_) => return Err(End::Gone),
            Frame::Ping(_) | Frame::Pong(_) => return Ok(()),
        };
        let received = Instant::now();
        let request = match request {
            Ok(request) => request,
            Err(why) => return self.complain(why).await,
        };
        self.nonsense = 0;
        let limiter = if request.act.only_looks() { &self.previews } else { &self.acts };
        if limiter.check().is_err() {
            let why = "Too many requests at once: slow down.".to_owned();
            return self.reply(request.id, why).await;
        }
        let Some(permit) = permit.take() else { return Ok(()) };
        let order = Order::Ask { visitor: self.number, request, received, _permit: permit };
        self.orders.send(order).map_err(|_| End::Over)
    }

    async fn complain(&mut self, why: String) -> Result<(), End> {
        self.nonsense += 1;
        self.reply(0, format!("The request could not be understood: {why}")).await?;
        if self.nonsense < MOST_NONSENSE { Ok(()) } else { Err(End::Nonsense) }
    }

    async fn reply(&mut self, id: u32, why: String) -> Result<(), End> {
        let text = serde_json::to_string(&Message::Reply { id, reply: Reply::Misfit { why } });
        let text = text.map_err(|_| End::Gone)?;
        self.send(Frame::Text(text.into())).await.map_err(|()| End::Gone)
    }

    async fn close(&mut self, end: &End) {
        let (code, reason) = match end {
            End::Gone => (close_code::AWAY, "you were not heard of any more"),
            End::Over => (close_code::NORMAL, "the room is closed"),
            End::Nonsense => (close_code::POLICY, "too many requests could not be understood"),
        };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // It does not matter any more whether it arrives.
        let _ = timeout(Duration::from_secs(1), self.out.send(Frame::Close(Some(frame)))).await;
    }
}

fn understood(text: &str) -> Result<Request, String> {
    if text.len() > LONGEST {
        return Err(format!("it has {} bytes, at most {LONGEST} are read", text.len()));
    }
    serde_json::from_str(text).map_err(|e| e.to_string())
}

impl Act {
    /// Whether it only looks; such requests come many at a time while somebody moves the pointer.
    pub(crate) fn only_looks(&self) -> bool {
        match self {
            Act::Way { .. }
            | Act::Ways { .. }
            | Act::Reach { .. }
            | Act::Foresee { .. }
            | Act::Odds { .. }
            | Act::Sight { .. }
            | Act::Levels { .. }
            | Act::Measure { .. }
            | Act::Thoughts
            | Act::Outlook => true,
            Act::Answer { .. }
            | Act::Undo { .. }
            | Act::AskBack { .. }
            | Act::ReplyBack { .. }
            | Act::Stand { .. }
            | Act::Sit { .. } => false,
        }
    }
}

/// Says one thing to a browser that cannot be connected, and closes.
pub(crate) async fn turn_away(mut socket: WebSocket, why: String) {
    if let Ok(text) = serde_json::to_string(&Message::Broken { why }) {
        let _ = timeout(PATIENCE, socket.send(Frame::Text(text.into()))).await;
    }
    let _ = timeout(PATIENCE, socket.send(Frame::Close(None))).await;
}
