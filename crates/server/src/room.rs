//! A room: one task that owns one match, and everybody who is connected to it.
//!
//! Everything that happens to the match goes through [`Order`]s, one after the other, so that
//! nothing needs a lock. Every change is on the disk before anybody is told of it.

mod acts;
mod aside;
mod back;
mod computer;
mod hindsight;
mod picture;
mod preview;
mod queue;
mod record;
mod replay;
mod task;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::question::Question;
use engine::source::Driver;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{JoinError, JoinSet};

use crate::denied::Denied;
use crate::protocol::{Message, Reply, Request};
use crate::seats::{Guest, Seating};
use crate::store::Store;

use aside::Done;
use computer::Thought;
use hindsight::Hindsight;

pub(crate) use record::{awaited, ending};
pub(crate) use task::run;

/// So many may watch a match who do not play in it.
const MOST_WATCHING: usize = 100;

/// What all rooms share.
#[derive(Clone)]
pub(crate) struct Tools {
    /// Where everything is kept.
    pub store: Store,
    /// Work that takes a moment is done by so many rooms at a time.
    pub heavy: Arc<Semaphore>,
    /// So many computers think at a time: those who only look do not wait for them.
    pub thinking: Arc<Semaphore>,
    /// So many outlooks are worked out at a time.
    pub outlooks: Arc<Semaphore>,
    /// How long things may take.
    pub habits: Habits,
}

impl Tools {
    /// Tools for a machine of so many cores.
    pub fn new(store: Store, cores: usize, habits: Habits) -> Tools {
        Tools {
            store,
            heavy: Arc::new(Semaphore::new(cores)),
            thinking: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            outlooks: Arc::new(Semaphore::new(1)),
            habits,
        }
    }

    /// Waits until there is a core to spare for work that takes long.
    pub async fn heavy(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed; without a permit the work would be done all the same.
        Arc::clone(&self.heavy).acquire_owned().await.ok()
    }
}

/// How long things may take, and how much may be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// A match that nobody is connected to is put away after so long.
    pub idle: Duration,
    /// Computers that play among themselves pause so long between answers.
    pub pause: Duration,
    /// Working out who was how likely to win may take about so long, and half as long again where
    /// the chances swing a lot.
    pub outlook: Duration,
    /// Browsers are asked so often whether they are still there.
    pub ping: Duration,
    /// A connection that has been silent for so long is closed.
    pub silence: Duration,
    /// So many requests that do something are taken a second, and so many at once.
    pub acts: (u32, u32),
    /// So many requests that only look.
    pub previews: (u32, u32),
}

impl Default for Habits {
    fn default() -> Habits {
        Habits {
            idle: Duration::from_secs(5 * 60),
            pause: Duration::from_millis(400),
            outlook: Duration::from_secs(20),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            acts: (20, 40),
            previews: (60, 120),
        }
    }
}

/// Something for a room to do.
pub(crate) enum Order {
    /// Somebody has connected.
    Enter(Visitor),
    /// Somebody's connection has ended.
    Leave(u64),
    /// Somebody connected wants something. The permit is given back once it is done.
    Ask { visitor: u64, request: Request, received: Instant, _permit: OwnedSemaphorePermit },
    /// Somebody wants something that needs the match, but no connection.
    Visit(Visit),
    /// Settings or seats have changed in the storage.
    Reseat,
    /// The server shuts down.
    Close,
}

/// What somebody looks up in a room, or does with the reason why it cannot be entered.
pub(crate) type Visit = Box<dyn FnOnce(Result<&Room, Denied>) + Send>;

/// Somebody who is connected.
#[derive(Debug)]
pub(crate) struct Visitor {
    /// The number of the connection.
    pub number: u64,
    /// Who it is.
    pub guest: Guest,
    /// The seat they have at the moment; a wish until they have entered.
    pub seat: Option<SideId>,
    /// Where messages to them go.
    pub out: mpsc::Sender<String>,
    /// How many events there were when they were last told.
    pub told: usize,
    /// Whether they do not take their messages.
    pub deaf: bool,
}

impl Visitor {
    /// Says something to them. Whoever does not read what is said is disconnected: the server
    /// does not keep messages for ever.
    fn send(&mut self, message: &Message) {
        let text = match serde_json::to_string(message) {
            Ok(text) => text,
            Err(error) => {
                tracing::error!("a message cannot be written: {error}");
                return;
            }
        };
        match self.out.try_send(text) {
            Ok(()) => (),
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => self.deaf = true,
        }
    }

    fn reply(&mut self, id: u32, reply: Reply) {
        self.send(&Message::Reply { id, reply });
    }
}

/// Why a room had to be closed, for people.
#[derive(Debug)]
pub(crate) struct Broken(pub String);

/// A question and since when it is open.
#[derive(Clone, Debug)]
struct Asked {
    question: Question,
    /// The number of the first picture that showed it.
    at: u64,
    /// In seconds since 1970.
    since: u64,
}

/// A take-back somebody asks for.
#[derive(Clone, Debug)]
struct Wish {
    guest: Guest,
    by: SideId,
    side: SideId,
    what: String,
    /// The sides whose players have granted it.
    granted: Vec<SideId>,
}

/// A match and everybody who is connected to it.
pub(crate) struct Room {
    id: String,
    game: Arc<dyn Game>,
    /// Shared with whoever thinks about it; see [`Room::settle`].
    play: Arc<dyn AnyMatch>,
    warnings: Vec<String>,
    pub seating: Seating,
    /// How many lines the journal has; this is also the number of the picture.
    lines: u64,
    /// How many steps the journal has, after whatever was gone back on.
    recorded: usize,
    asked: Vec<Asked>,
    /// The last answer of a person, which can be taken back.
    last: Option<(SideId, String)>,
    wish: Option<Wish>,
    visitors: Vec<Visitor>,
    drivers: Vec<Option<Box<dyn Driver>>>,
    /// What is worked out beside the room.
    aside: JoinSet<Result<Done, JoinError>>,
    /// Whether a computer thinks about the match, which nobody may change meanwhile.
    thinking: bool,
    /// What a computer has come to think.
    thought: Option<Thought>,
    hindsight: Hindsight,
    /// How often computers were refused in a row.
    refusals: usize,
    /// When computers may answer next.
    rested: Instant,
    /// The sides that somebody connected may play, for the lobby.
    here: Here,
    tools: Tools,
}

/// The sides whose players are connected.
pub(crate) type Here = Arc<Mutex<Vec<SideId>>>;

impl Room {
    /// Who is connected, under a number.
    fn visitor(&mut self, number: u64) -> Option<&mut Visitor> {
        self.visitors.iter_mut().find(|v| v.number == number)
    }

    /// Somebody comes in: they are told everything, the others that they are here.
    fn enter(&mut self, mut visitor: Visitor) -> Result<(), Broken> {
        visitor.seat = self.seat_for(visitor.guest, visitor.seat);
        let watching = self.visitors.iter().filter(|v| v.seat.is_none()).count();
        if visitor.seat.is_none() && watching >= MOST_WATCHING {
            let why = format!("{MOST_WATCHING} people watch this match already; come back later.");
            visitor.send(&Message::Broken { why });
            return Ok(());
        }
        let number = visitor.number;
        self.visitors.push(visitor);
        let is_news = self.has_presence_changed();
        self.welcome(number)?;
        if is_news { self.update_all_but(number) } else { Ok(()) }
    }

    fn leave(&mut self, number: u64) -> Result<(), Broken> {
        self.hindsight.forget(number);
        self.visitors.retain(|v| v.number != number);
        self.note_presence()
    }

    /// The seat a guest gets: the one they wish for, else the one that must answer, else their
    /// first.
    fn seat_for(&self, guest: Guest, wish: Option<SideId>) -> Option<SideId> {
        let held = || self.seating.held_by(guest);
        wish.filter(|side| self.seating.holds(guest, *side))
            .or_else(|| held().find(|side| self.question_of(*side).is_some()))
            .or_else(|| held().next())
    }

    /// Settings or seats have changed; whoever watched and has a seat now sits down.
    ///
    /// They are read anew rather than sent along: two changes may be told in another order than
    /// they were made.
    async fn reseat(&mut self) -> Result<(), Broken> {
        match self.tools.store.find(&self.id).await {
            Ok(Some(record)) => self.seating = record.seating,
            Ok(None) => return Ok(()),
            Err(why) => {
                tracing::error!("match {}: its seats cannot be read: {why}", self.id);
                return Ok(());
            }
        }
        let seated: Vec<(u64, Option<SideId>)> = self
            .visitors
            .iter()
            .filter(|v| v.seat.is_none())
            .map(|v| (v.number, self.seat_for(v.guest, None)))
            .filter(|(_, seat)| seat.is_some())
            .collect();
        for (number, seat) in seated {
            if let Some(visitor) = self.visitor(number) {
                visitor.seat = seat;
            }
            self.welcome(number)?;
        }
        self.has_presence_changed();
        self.update_all()
    }

    /// Whether somebody who may play a side is connected.
    fn is_here(&self, side: SideId) -> bool {
        self.visitors.iter().any(|v| self.seating.holds(v.guest, side))
    }

    /// Tells everybody if somebody has come or gone whose presence matters.
    fn note_presence(&mut self) -> Result<(), Broken> {
        if self.has_presence_changed() { self.update_all() } else { Ok(()) }
    }

    fn has_presence_changed(&mut self) -> bool {
        let now: Vec<SideId> = self.seating.sides().filter(|side| self.is_here(*side)).collect();
        let before = std::mem::replace(&mut *lock(&self.here), now.clone());
        before != now
    }

    fn question_of(&self, side: SideId) -> Option<&Question> {
        self.play.questions().iter().find(|q| q.side == side)
    }

    /// Lets go of everybody who does not take their messages.
    fn drop_the_deaf(&mut self) -> Result<(), Broken> {
        let before = self.visitors.len();
        self.visitors.retain(|v| !v.deaf);
        if self.visitors.len() == before { Ok(()) } else { self.note_presence() }
    }

    /// Tells everybody that it cannot go on here.
    fn say_broken(&mut self, why: &str) {
        for visitor in &mut self.visitors {
            visitor.send(&Message::Broken { why: why.to_owned() });
        }
        self.visitors.clear();
        lock(&self.here).clear();
    }
}

/// The content of a lock, whatever happened to whoever held it before.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work on a match where it may take its time; a rule that panics breaks only this work.
pub(crate) fn work<T>(job: impl FnOnce() -> T) -> Result<T, Broken> {
    tokio::task::block_in_place(|| guarded(job))
}

/// Runs work on a match; a rule that panics breaks only this work.
fn guarded<T>(job: impl FnOnce() -> T) -> Result<T, Broken> {
    catch_unwind(AssertUnwindSafe(job)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        tracing::error!("the rules broke down: {said}");
        metrics::counter!("dustup_broken_total").increment(1);
        Broken(
            "The rules broke down over this, which is a fault of the program. Everything up to \
             the last answer is safe: load the page again to go on from there, and please report \
             what you were about to do."
                .to_owned(),
        )
    })
}
