//! The orders of a room in the order in which they are done: whoever does something does not
//! wait for others who only look.

use std::collections::VecDeque;

use tokio::sync::mpsc::UnboundedReceiver;

use super::Order;

/// The orders of a room that wait.
pub(super) struct Queue {
    orders: UnboundedReceiver<Order>,
    waiting: VecDeque<Order>,
}

impl Queue {
    pub fn new(orders: UnboundedReceiver<Order>) -> Queue {
        Queue { orders, waiting: VecDeque::new() }
    }

    /// Where orders come in. Whoever finds nothing there after [`Queue::next`] had nothing to
    /// give knows that nothing waits.
    pub fn incoming(&self) -> &UnboundedReceiver<Order> {
        &self.orders
    }

    /// The next order, if one waits.
    pub fn next(&mut self) -> Option<Order> {
        while let Ok(order) = self.orders.try_recv() {
            self.waiting.push_back(order);
        }
        let urgent = (0..self.waiting.len()).find(|index| self.is_urgent(*index));
        self.waiting.remove(urgent.unwrap_or(0))
    }

    /// Waits for an order, after [`Queue::next`] had none; none when no order can come any more.
    pub async fn wait(&mut self) -> Option<Order> {
        self.orders.recv().await
    }

    /// Takes no orders any more, and gives those that wait.
    pub fn close(mut self) -> impl Iterator<Item = Order> {
        self.orders.close();
        std::iter::from_fn(move || self.next())
    }

    /// Whether an order does something and overtakes nothing of its own visitor: what somebody
    /// asked first is about what they saw first.
    fn is_urgent(&self, index: usize) -> bool {
        let order = &self.waiting[index];
        let asked_before =
            |number: u64| self.waiting.range(..index).any(|o| o.asker() == Some(number));
        !order.only_looks() && !order.asker().is_some_and(asked_before)
    }
}

impl Order {
    fn only_looks(&self) -> bool {
        match self {
            Order::Ask { request, .. } => request.act.only_looks(),
            Order::Visit(_) => true,
            Order::Enter(_) | Order::Leave(_) | Order::Reseat | Order::Close => false,
        }
    }

    /// Who asks for it over their connection.
    fn asker(&self) -> Option<u64> {
        match self {
            Order::Ask { visitor, .. } => Some(*visitor),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use tokio::sync::Semaphore;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::protocol::{Act, Request};

    #[test]
    fn acts_overtake_the_looks_of_others_but_not_ones_own() {
        let permits = Arc::new(Semaphore::new(10));
        let ask = |visitor: u64, id: u32, act: Act| Order::Ask {
            visitor,
            request: Request { id, act },
            received: Instant::now(),
            _permit: Arc::clone(&permits).try_acquire_owned().unwrap(),
        };
        let (sender, orders) = unbounded_channel();
        let undo = || Act::Undo { at: 0 };
        for order in [
            ask(1, 1, Act::Reach { model: None }),
            ask(1, 2, undo()),
            ask(2, 3, Act::Reach { model: None }),
            ask(3, 4, undo()),
            Order::Leave(9),
        ] {
            sender.send(order).unwrap();
        }
        let mut queue = Queue::new(orders);
        let mut done = Vec::new();
        while let Some(order) = queue.next() {
            done.push(match order {
                Order::Ask { request, .. } => request.id,
                _ => 0,
            });
        }
        assert_eq!(done, [4, 0, 1, 2, 3]);
    }
}
