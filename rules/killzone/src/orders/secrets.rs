//! Counters that lie face down: who knows what, and what may be under them (KZ-CMD-05).

use engine::{Eyes, Stream};
use smallvec::SmallVec;

use super::Orders;
use crate::profile::{GroupId, Order};
use crate::state::{Phase, State};

/// What a counter may turn out to be; none for the old order.
type Possible = SmallVec<[Option<Order>; 8]>;

impl State {
    /// Whether a group's wishes are hidden from somebody.
    pub fn is_hidden(&self, group: GroupId, eyes: Eyes) -> bool {
        match eyes {
            Eyes::Referee => false,
            Eyes::Spectator => true,
            Eyes::Side(side) => self.group(group).side != side,
        }
    }

    /// The groups whose wishes were chosen and are hidden from some eyes.
    fn secret_groups(&self, eyes: Eyes) -> SmallVec<[GroupId; 8]> {
        let asked = match self.phase {
            Phase::FirstOrders(number) | Phase::Wishes(number) => usize::from(number),
            Phase::Changes => usize::MAX,
            _ => 0,
        };
        let mut groups: SmallVec<[GroupId; 8]> = SmallVec::new();
        for side in self.sides() {
            groups.extend(self.commanded(side).take(asked));
        }
        groups.retain(|group| self.is_hidden(*group, eyes));
        groups
    }

    /// What may lie under a group's counters for all that others know.
    fn possible(&self, group: GroupId) -> Possible {
        let first = matches!(self.phase, Phase::FirstOrders(_));
        let now = self.group_order(group).filter(|_| !first);
        let orders: Orders = self.open_orders(group);
        let others = orders.into_iter().filter(|order| Some(*order) != now).map(Some);
        let own = self.group(group);
        let sure = first || own.passed || own.split;
        // Whoever is too far apart was never asked.
        if !first && !self.can_change(group) {
            return SmallVec::from_slice(&[None]);
        }
        (!sure).then_some(None).into_iter().chain(others).collect()
    }

    /// A state that differs in what these eyes must not see.
    pub fn disguised(&self, eyes: Eyes) -> Option<State> {
        let mut other = self.clone();
        let mut changed = false;
        for group in self.secret_groups(eyes) {
            let possible = self.possible(group);
            for model in self.free_members(group) {
                let wish = self.model(model).wish;
                // A figure of a split group that has not been asked yet stays as it is.
                if possible.len() < 2 || (self.group(group).split && wish.is_none()) {
                    continue;
                }
                let place = possible.iter().position(|p| *p == wish).unwrap_or(0);
                other.model_mut(model).wish = possible[(place + 1) % possible.len()];
                changed |= other.model(model).wish != wish;
            }
        }
        changed.then_some(other)
    }

    /// The state as these eyes know it: every hidden counter is the first it may be.
    pub fn known(&self, eyes: Eyes) -> Option<State> {
        self.supposed(eyes, &mut |_| 0)
    }

    /// A state that may be the true one for all these eyes know.
    pub fn guessed(&self, eyes: Eyes, luck: &mut Stream) -> Option<State> {
        self.supposed(eyes, &mut |n| luck.below(n as u32) as usize)
    }

    fn supposed(&self, eyes: Eyes, pick: &mut dyn FnMut(usize) -> usize) -> Option<State> {
        let groups = self.secret_groups(eyes);
        if groups.is_empty() {
            return None;
        }
        let mut known = self.clone();
        for group in groups {
            let possible = self.possible(group);
            let Some(wish) = possible.get(pick(possible.len().max(1))) else { continue };
            for model in self.free_members(group) {
                let waits = self.group(group).split && self.model(model).wish.is_none();
                if !waits {
                    known.model_mut(model).wish = *wish;
                }
            }
        }
        Some(known)
    }
}
