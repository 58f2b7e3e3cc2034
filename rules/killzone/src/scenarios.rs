//! What is played, and who has won: what the sheet leaves out (KZ-X-27 to KZ-X-29, KZ-X-31).

use engine::{Clause, Cx, Deed, Event, ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::measure::{self, Edge};
use tabletop::{Length, Marker, Point};

use crate::options::ZombieGoal;
use crate::state::{Fate, Phase, State};

/// Points for each marker held at a turn's end (KZ-X-29).
pub const GROUND: i32 = 30;
/// How near one must be to hold a marker (KZ-X-29).
const HOLDS: Length = Length::inches(3);

/// A scenario, as `data/scenarios.toml` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The word used on the command line.
    pub key: String,
    /// The title.
    pub name: String,
    /// Size of the table in inches.
    pub table: (i32, i32),
    /// Fewest and most sides.
    pub sides: (u8, u8),
    /// How it is won.
    pub goal: Aim,
    /// What it is about.
    pub summary: String,
}

/// How a scenario is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// By casualties and captives.
    Contact,
    /// The same, with one leader worth double alive.
    Snatch,
    /// The same, and by holding ground.
    Ground,
    /// By getting away from automatic zombies, or by living on.
    Zombies,
}

/// The scenarios of the book.
pub fn all() -> Vec<Scenario> {
    #[derive(Deserialize)]
    struct File {
        scenario: Vec<Scenario>,
    }
    let text = include_str!("../data/scenarios.toml");
    toml::from_str::<File>(text).expect("our own scenarios are well formed").scenario
}

impl State {
    /// Whether zombies come by themselves.
    pub fn is_zombie_game(&self) -> bool {
        self.scenario.goal == Aim::Zombies
    }

    /// The last turn.
    pub fn last_turn(&self) -> u32 {
        match (self.is_zombie_game(), self.agreed.zombie_turns, self.agreed.zombie_goal) {
            (false, ..) => self.agreed.turn_limit.max(1),
            (true, 0, ZombieGoal::Flight) => 12,
            (true, 0, ZombieGoal::Stand) => 10,
            (true, turns, _) => turns,
        }
    }

    /// Three markers along the middle line (KZ-X-29).
    pub fn lay_markers(&mut self) {
        if self.scenario.goal != Aim::Ground {
            return;
        }
        let (width, depth) = (self.table.width(), self.table.depth());
        // The middle line runs between the two first edges.
        let across = matches!(self.forces[0].edge, Some(Edge::South | Edge::North) | None);
        for quarter in 1..=3 {
            let at = match across {
                true => Point::new(width / 4 * quarter, depth / 2),
                false => Point::new(width / 2, depth / 4 * quarter),
            };
            let spot = at.at_height(self.table.ground_height(at));
            let name = format!("ground {quarter}");
            self.changes.markers.push(Marker { name, spot, radius: Length::cents(50) });
        }
    }

    /// The edge a side flees over, if it does (KZ-X-31).
    pub fn flees_over(&self, side: SideId) -> Option<Edge> {
        let flees = self.is_zombie_game() && self.agreed.zombie_goal == ZombieGoal::Flight;
        self.forces[side.index()].edge.filter(|_| flees).map(Edge::opposite)
    }

    /// Where a figure that flees would reach its edge.
    pub fn way_out(&self, model: ModelId) -> Option<Point> {
        let edge = self.flees_over(self.side(model))?;
        let at = self.spot(model).at;
        let in_from = self.body(model).base;
        let (width, depth) = (self.table.width(), self.table.depth());
        Some(match edge {
            Edge::South => Point::new(at.x, in_from),
            Edge::North => Point::new(at.x, depth - in_from),
            Edge::West => Point::new(in_from, at.y),
            Edge::East => Point::new(width - in_from, at.y),
        })
    }

    /// The side that alone holds a marker: it has the only unsuppressed figures there.
    pub fn holder(&self, marker: &Marker) -> Option<SideId> {
        let near = |m: &ModelId| {
            self.is_able(*m) && measure::within_of_marker(&self.body(*m), marker, HOLDS)
        };
        let mut there = self.figures().filter(near).map(|m| self.side(m));
        let side = there.next()?;
        there.all(|other| other == side).then_some(side)
    }

    /// What a side scores for casualties, captives and ground (KZ-X-29).
    pub fn score(&self, side: SideId) -> i32 {
        let worth = |m: ModelId| {
            let points = self.who(m).points;
            let model = self.model(m);
            let by = model.captor.map(|captor| self.side(captor));
            let taken = match model.fate {
                Some(Fate::Taken(by)) => by == side,
                _ => by == Some(side),
            };
            let prize = if self.prize == Some(m) { 2 } else { 1 };
            match (taken, model.fate) {
                (true, _) => points * 3 * prize / 2,
                (false, Some(Fate::Killed)) => points,
                _ => 0,
            }
        };
        let enemies = self.ids().filter(|m| self.side(*m) != side);
        enemies.map(worth).sum::<i32>() + self.forces[side.index()].score
    }

    /// The turn is over: ground is held, clouds drift off, and somebody may have won.
    pub fn end_turn(&mut self, cx: &mut Cx<'_>) {
        let held: SmallVec<[SideId; 3]> =
            self.changes.markers.iter().filter_map(|marker| self.holder(marker)).collect();
        for side in held {
            self.forces[side.index()].score += GROUND;
            cx.say(|| Event::note(Clause("KZ-X-29"), format!("{side} holds ground: {GROUND}")));
        }
        self.clear_clouds();
        self.phase = Phase::Start;
        if self.is_zombie_game() {
            self.judge_zombie_game(cx);
        } else {
            self.judge_battle(cx);
        }
    }

    /// A side without anybody who can fight loses at once; at the last turn points decide
    /// (KZ-X-29).
    fn judge_battle(&mut self, cx: &mut Cx<'_>) {
        cx.cite(Clause("KZ-X-29"));
        let able: SmallVec<[SideId; 4]> =
            self.sides().filter(|s| self.figures_of(*s).any(|m| self.is_able(m))).collect();
        match able[..] {
            [winner] => {
                let reason = format!("{winner} alone has figures that can fight");
                self.finish(cx, Some(winner), reason, Clause("KZ-X-29"));
            }
            [] => {
                let reason = "nobody is left who can fight".to_owned();
                self.finish(cx, None, reason, Clause("KZ-X-29"));
            }
            _ if self.turn >= self.last_turn() => self.count_out(cx),
            _ => (),
        }
    }

    /// More points win; a lead of less than a tenth is a draw.
    fn count_out(&mut self, cx: &mut Cx<'_>) {
        let mut scores: SmallVec<[(i32, SideId); 4]> =
            self.sides().map(|side| (self.score(side), side)).collect();
        let told: Vec<String> = scores.iter().map(|(n, side)| format!("{side} {n}")).collect();
        scores.sort_by_key(|(score, side)| (-score, *side));
        let (best, leader) = scores[0];
        let next = scores.get(1).map_or(0, |(score, _)| *score);
        let clear = best > next && (best - next) * 10 >= best;
        if self.models.iter().any(|m| matches!(m.fate, Some(Fate::Taken(_)))) {
            cx.cite(Clause("KZ-X-37"));
        }
        let reason = format!("the last turn is over: {}", told.join(", "));
        self.finish(cx, clear.then_some(leader), reason, Clause("KZ-X-29"));
    }

    /// Humans against automatic zombies: half of the figures off the table, or alive in the end
    /// (KZ-X-31).
    fn judge_zombie_game(&mut self, cx: &mut Cx<'_>) {
        let horde = self.horde_side();
        let humans: SmallVec<[SideId; 4]> =
            self.sides().filter(|side| Some(*side) != horde).collect();
        let alive = |side: SideId| self.figures_of(side).count();
        let away = |side: SideId| {
            let left = |m: &ModelId| self.model(*m).fate == Some(Fate::Escaped);
            self.ids()
                .filter(|m| self.side(*m) == side && !self.who(*m).is_vehicle())
                .filter(left)
                .count()
        };
        let whole =
            |side: SideId| self.cast.iter().filter(|c| c.side == side && !c.is_vehicle()).count();
        let flight = self.agreed.zombie_goal == ZombieGoal::Flight;
        let saved = humans.iter().copied().find(|s| flight && away(*s) * 2 >= whole(*s).max(1));
        let over = self.turn >= self.last_turn();
        let clause = Clause("KZ-X-31");
        let total: usize = humans.iter().map(|side| alive(*side)).sum();
        if let Some(side) = saved {
            let reason = format!("half of {side}'s figures got away");
            self.finish(cx, Some(side), reason, clause);
        } else if total == 0 {
            self.finish(cx, horde, "no human is left".to_owned(), clause);
        } else if over && flight {
            self.finish(cx, horde, "nobody got away in time".to_owned(), clause);
        } else if over {
            let best = humans.iter().copied().max_by_key(|s| (alive(*s), std::cmp::Reverse(*s)));
            let reason = format!("{total} lived through {} turns", self.turn);
            self.finish(cx, best, reason, clause);
        }
    }

    fn finish(&mut self, cx: &mut Cx<'_>, winner: Option<SideId>, reason: String, clause: Clause) {
        self.go = None;
        self.acting = None;
        cx.say(|| {
            let who = winner.map_or("Nobody wins".to_owned(), |side| format!("{side} wins"));
            Event::note(clause, format!("{who}: {reason}")).deed(Deed::Ended)
        });
        self.outcome = Some(Outcome { winner, reason });
    }
}
