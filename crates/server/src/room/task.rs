//! The task of a room: takes orders, lets computers answer, and ends when nobody is left.

use std::time::Instant;

use tokio::sync::mpsc::UnboundedReceiver;

use super::queue::Queue;
use super::{Broken, Here, Order, Room, Tools};
use crate::denied::Denied;
use crate::games::Games;
use crate::protocol::Message;

/// What is said to everybody when the server shuts down.
const SHUTDOWN: &str =
    "The server is being restarted. Your match is safe: load the page again in a moment.";

/// Plays a match until nobody is left, or it breaks. `leave` is asked whether the room may end
/// now; from then on no order comes any more.
pub(crate) async fn run(
    games: Games,
    id: String,
    here: Here,
    tools: Tools,
    orders: UnboundedReceiver<Order>,
    leave: impl Fn(&UnboundedReceiver<Order>, bool) -> bool + Send,
) {
    let mut queue = Queue::new(orders);
    let mut room = match Room::load(&games, &id, here, tools).await {
        Ok(room) => room,
        Err(denied) => {
            leave(queue.incoming(), true);
            refuse_all(queue, &denied);
            return;
        }
    };
    let why = loop {
        match room.play_on(&mut queue).await {
            Ok(Next::Go) => (),
            Ok(Next::Rest) if leave(queue.incoming(), false) => return,
            Ok(Next::Rest) => (),
            Ok(Next::Close) => break SHUTDOWN.to_owned(),
            Err(Broken(why)) => break why,
        }
    };
    room.say_broken(&why);
    leave(queue.incoming(), true);
    refuse_all(queue, &Denied::Broken(why));
}

/// What a room does next.
enum Next {
    Go,
    /// Nobody has been here for long.
    Rest,
    /// The server shuts down.
    Close,
}

/// Tells everybody who still wants something that they cannot have it.
fn refuse_all(queue: Queue, denied: &Denied) {
    for order in queue.close() {
        match order {
            Order::Enter(mut visitor) => {
                visitor.send(&Message::Broken { why: denied.sentence() });
            }
            Order::Visit(visit) => visit(Err(denied.clone())),
            Order::Leave(_) | Order::Ask { .. } | Order::Reseat | Order::Close => (),
        }
    }
}

impl Room {
    /// Does one thing: an order if there is one, else a computer's answer, else waits for either.
    async fn play_on(&mut self, queue: &mut Queue) -> Result<Next, Broken> {
        if let Some(order) = queue.next() {
            return self.obey(order).await;
        }
        if let Some(thought) = self.thought.take() {
            self.give_thought(thought).await?;
            tokio::task::yield_now().await;
            return Ok(Next::Go);
        }
        let computer = self.computers_turn().filter(|_| !self.thinking);
        let now = Instant::now();
        if let Some(side) = computer
            && self.rested <= now
        {
            self.begin_to_think(side);
            return Ok(Next::Go);
        }
        let until = if computer.is_some() { self.rested } else { now + self.tools.habits.idle };
        tokio::select! {
            Some(done) = self.aside.join_next() => self.take_in(done).map(|()| Next::Go),
            order = queue.wait() => match order {
                Some(order) => self.obey(order).await,
                None => Ok(Next::Close),
            },
            () = tokio::time::sleep_until(until.into()) => {
                let is_idle = computer.is_none() && self.aside.is_empty();
                Ok(if is_idle && self.visitors.is_empty() { Next::Rest } else { Next::Go })
            }
        }
    }

    async fn obey(&mut self, order: Order) -> Result<Next, Broken> {
        match order {
            Order::Enter(visitor) => self.enter(visitor)?,
            Order::Leave(number) => self.leave(number)?,
            Order::Ask { visitor, request, received, _permit } => {
                self.ask(visitor, request, received).await?;
            }
            Order::Visit(visit) => {
                let _permit = self.tools.heavy().await;
                // Only the match is looked at, so nothing breaks but this; whoever asked learns
                // it from the end of their channel.
                let _ = super::work(|| visit(Ok(self)));
            }
            Order::Reseat => self.reseat().await?,
            Order::Close => return Ok(Next::Close),
        }
        self.drop_the_deaf()?;
        Ok(Next::Go)
    }
}

impl Denied {
    /// Everything that is wrong, as one text.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Denied::Missing(why) | Denied::Forbidden(why) | Denied::Broken(why) => why.clone(),
            Denied::Wrong(problems) => {
                problems.iter().map(|p| p.why.as_str()).collect::<Vec<_>>().join("; ")
            }
        }
    }
}
