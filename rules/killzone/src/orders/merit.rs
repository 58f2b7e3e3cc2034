//! How good orders look at first sight, for simple players. Nothing here is a rule.

use tabletop::Length;

use crate::profile::{GroupId, Order};
use crate::state::State;

impl State {
    /// How good an order looks for a group, for simple players.
    pub(super) fn order_merit(&self, group: GroupId, order: Order) -> i32 {
        let Some(model) = self.counter_holder(group) else { return 0 };
        let side = self.group(group).side;
        if self.flees_over(side).is_some() && order == Order::Run {
            return 70;
        }
        let shooters = self.free_members(group).filter(|m| !self.who(*m).guns.is_empty()).count();
        let all = self.free_members(group).count().max(1);
        let armed = shooters * 2 >= all;
        let here = self.spot(model).at;
        let enemies = self.figures().filter(|m| self.side(*m) != side);
        let nearest = enemies.map(|m| self.spot(m).at.distance(here)).min();
        let near = nearest.is_some_and(|d| d < Length::inches(12));
        let far = nearest.is_none_or(|d| d > Length::inches(30));
        match order {
            Order::Shoot => {
                if armed {
                    50
                } else {
                    20
                }
            }
            Order::Assault => {
                if armed {
                    10
                } else {
                    60
                }
            }
            Order::StaySharp => 15,
            Order::KeepDown => 12,
            Order::HitAndRun => 25,
            Order::Snipe => {
                if armed && all == 1 {
                    30
                } else {
                    5
                }
            }
            Order::Run if far && !armed => 61,
            Order::Run => {
                if near {
                    0
                } else {
                    8
                }
            }
        }
    }
}
