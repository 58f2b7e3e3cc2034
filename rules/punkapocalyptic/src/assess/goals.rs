//! How near a side is to winning by the scenario's terms: what it has scored, what it holds that
//! will score, and how near it is to the rest. Everything is in thousandths of what a band has cost.

use engine::{ModelId, SideId};
use tabletop::{Length, Point};

use crate::scenarios::Plot;
use crate::state::{Models, State, Token, TokenKind};

/// What a Downed enemy is worth besides no longer being there, where that is what is scored; half
/// of it where other things are.
const DOWNED: i32 = 500;
/// What is to come is worth less than what is scored already, in thousandths.
const TO_COME: i32 = 700;
/// What it is worth to be on the way to something, when one is as good as there, in thousandths.
const ON_THE_WAY: i32 = 450;
/// What a crate is worth that was taken off the table (PUN-SC3-07).
const TAKEN: i32 = 3;
/// From so far away nothing is on the way to anything.
const TOO_FAR: Length = Length::inches(30);
/// How far somebody gets in a game Turn.
const A_TURN: Length = Length::inches(8);

impl State {
    /// How near a side is to winning.
    pub(super) fn progress(&self, side: SideId) -> i32 {
        let rivals = self.cost_of(self.rival(side));
        let downed = self.downed_cost(side) * DOWNED / rivals;
        let point = self.scenario.plot.point_worth() * 1_000 / rivals;
        if point == 0 {
            return downed;
        }
        let held: i32 = self.tokens.iter().map(|token| self.promise(side, token, point)).sum();
        downed / 2 + self.score(side) * point + held + self.on_the_way(side, point)
    }

    /// What a thing that a side has promises beyond what it has scored with it.
    fn promise(&self, side: SideId, token: &Token, point: i32) -> i32 {
        match (token.kind, token.carrier) {
            (TokenKind::Machine, _) if token.owner == Some(side) => self.prize(side, token, point),
            (TokenKind::Crate, Some(carrier)) if self.side(carrier) == side => {
                let more = self.prize(side, token, point) - point;
                more * self.nearness(self.spot(carrier).at, self.way_off(carrier)) / 1_000
            }
            _ => 0,
        }
    }

    /// What it is worth to a side to get a thing.
    fn prize(&self, side: SideId, token: &Token, point: i32) -> i32 {
        let points = match token.kind {
            TokenKind::Device => 0,
            // Whoever takes one away gains as much as the other loses.
            TokenKind::Machine if token.owner == Some(self.rival(side)) => {
                2 * self.machine_points()
            }
            TokenKind::Machine => self.machine_points(),
            TokenKind::Crate => TAKEN,
        };
        points * point * TO_COME / 1_000
    }

    /// What it is worth that some of a side are near to what they could get; each of them goes for
    /// one thing, and nobody else for the same.
    fn on_the_way(&self, side: SideId, point: i32) -> i32 {
        let mut chances: Vec<(i32, ModelId, usize)> = Vec::new();
        let vault = self.scenario.plot == Plot::LeakingVault;
        let able = |m: &ModelId| self.is_eligible(*m) && !(vault && self.is_encumbered(*m));
        for model in self.of_side(side).filter(able) {
            for (i, token) in self.tokens.iter().enumerate() {
                let Some(spot) = token.spot.filter(|_| token.owner != Some(side)) else { continue };
                let near = self.nearness(self.spot(model).at, spot.at) * ON_THE_WAY / 1_000;
                chances.push((self.prize(side, token, point) * near / 1_000, model, i));
            }
        }
        chances.sort_unstable_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
        let (mut busy, mut claimed, mut sum) = (Models::new(), 0_u32, 0);
        for (worth, model, token) in chances {
            if !busy.contains(&model) && claimed & (1 << token) == 0 {
                busy.push(model);
                claimed |= 1 << token;
                sum += worth;
            }
        }
        sum
    }

    /// How many points a machine still brings to the side that has it until the end.
    fn machine_points(&self) -> i32 {
        let left = i32::from(self.last_turn()) - i32::from(self.turn) + 1;
        left.max(0) + 2
    }

    /// How near a place is, in thousandths; nothing if there is no time to get there.
    fn nearness(&self, from: Point, to: Point) -> i32 {
        let left = i32::from(self.last_turn()) - i32::from(self.turn) + 1;
        let most = TOO_FAR.min(A_TURN * left.max(1));
        let away = from.distance(to).min(most);
        1_000 - away.um() / (most.um() / 1_000).max(1)
    }
}
