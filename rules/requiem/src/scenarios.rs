//! Chapter 14: scenarios, the objective, and who has won.

use engine::{Clause, Cx, Deed, Event, ModelId, Outcome, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::measure;
use tabletop::{Length, Marker, Point, Table};

use crate::options::{Claiming, FriendsContest};
use crate::state::{MELEE_RANGE, Phase, State};

/// Radius of the objective marker (REQ-GEO-12).
const MARKER: Length = Length::cents(50);

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
    /// Fewest and most models of a band.
    pub models: (usize, usize),
    /// Points of a band.
    pub points: i32,
    /// Where bands deploy.
    pub zone: ZoneRule,
    /// How bands deploy.
    pub deploy: Deploy,
    /// Who deploys first.
    pub first: First,
    /// Whether there is an objective in the middle.
    pub marker: bool,
    /// How it is won.
    pub victory: Victory,
    /// What it is about.
    pub summary: String,
}

impl Scenario {
    /// Whether it is one of the two printed ones, which deploy by turns and are laid out until
    /// nobody wants more terrain (REQ-SCEN-03, 07, 11).
    pub fn is_printed(&self) -> bool {
        self.deploy == Deploy::Alternate
    }
}

/// Where bands deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneRule {
    /// At an edge or in a corner.
    pub kind: ZoneKind,
    /// Within so many inches of it.
    pub depth: i32,
}

/// At an edge or in a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ZoneKind {
    /// Along an edge (REQ-SET-11, REQ-SCEN-11).
    Edge,
    /// In a corner (REQ-SCEN-07).
    Corner,
}

/// How bands deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deploy {
    /// One model each in turn.
    Alternate,
    /// One whole band, then the other.
    All,
}

/// Who deploys first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// The winner of the roll for sides.
    Winner,
    /// The loser.
    Loser,
}

/// How a scenario is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Victory {
    /// By holding the objective for a full round, or by removing everybody (REQ-SCEN-08, 10).
    Claim,
    /// By removing everybody (REQ-SCEN-12).
    Destroy,
}

/// A claim on the objective that began with this round (REQ-Q-44).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// Whose.
    pub side: SideId,
    /// The models that have been there all the time.
    pub models: SmallVec<[ModelId; 6]>,
    /// Whether nobody of the side was there for a moment in the middle of a move.
    #[serde(default)]
    pub lapsed: bool,
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

/// The objective in the middle of a table (REQ-SCEN-06).
pub fn objective(table: &Table) -> Marker {
    let middle = Point::new(table.width() / 2, table.depth() / 2);
    Marker {
        name: "objective".to_owned(),
        spot: middle.at_height(table.ground_height(middle)),
        radius: MARKER,
    }
}

impl State {
    /// The models within melee range of the objective (REQ-GEO-12).
    pub fn at_objective(&self) -> SmallVec<[ModelId; 6]> {
        let Some(marker) = self.changes.markers.first() else { return SmallVec::new() };
        let near = |m: &ModelId| measure::within_of_marker(&self.body(*m), marker, MELEE_RANGE);
        self.standing().filter(near).collect()
    }

    /// The side that holds the objective alone. Only enemies contest it, unless two friends do
    /// as well (REQ-SCEN-09, REQ-Q-44b).
    fn holder(&self) -> Option<SideId> {
        let there = self.at_objective();
        let side = self.side(*there.first()?);
        let alone = there.iter().all(|m| self.side(*m) == side);
        let crowded = self.agreed.friends_contest == FriendsContest::On && there.len() > 1;
        (alone && !crowded).then_some(side)
    }

    /// At the start of a round, whoever holds the objective begins a claim (REQ-SCEN-08).
    pub fn note_claim(&mut self, cx: &mut Cx<'_>) {
        if self.scenario.victory != Victory::Claim {
            return;
        }
        cx.cite(Clause("REQ-SCEN-06"));
        cx.cite(Clause("REQ-GEO-12"));
        let there = self.at_objective();
        if there.len() > 1 {
            cx.cite(Clause("REQ-Q-44b"));
        }
        self.claim = self.holder().map(|side| Claim { side, models: there.clone(), lapsed: false });
        match &self.claim {
            Some(Claim { side, .. }) => cx
                .say(|| Event::note(Clause("REQ-SCEN-08"), format!("{side} claims the objective"))),
            None if !there.is_empty() => {
                cx.say(|| Event::note(Clause("REQ-SCEN-09"), "The objective is contested"));
            }
            None => (),
        }
    }

    /// After each activation, a claim stands only while the same models have stayed and no enemy
    /// has come (REQ-Q-44).
    pub fn watch_claim(&mut self, cx: &mut Cx<'_>) {
        let Some(mut claim) = self.claim.take() else { return };
        let there = self.at_objective();
        claim.models.retain(|m| there.contains(m));
        let present = match self.agreed.claim {
            Claiming::SameModel => !claim.models.is_empty(),
            Claiming::AnyModelOfSide => {
                !claim.lapsed && there.iter().any(|m| self.side(*m) == claim.side)
            }
        };
        cx.cite(Clause("REQ-Q-44"));
        if there.len() > 1 {
            cx.cite(Clause("REQ-Q-44b"));
        }
        if present && self.holder() == Some(claim.side) {
            self.claim = Some(claim);
        } else {
            cx.say(|| {
                let text = format!("{}'s claim on the objective is broken", claim.side);
                Event::note(Clause(if present { "REQ-SCEN-09" } else { "REQ-Q-44" }), text)
            });
        }
    }

    /// The round is over: a claim that stood throughout wins (REQ-SCEN-08); at the round limit
    /// the points left decide (REQ-Q-46, REQ-X-19).
    pub fn end_round(&mut self, cx: &mut Cx<'_>) -> engine::Play<()> {
        self.phase = Phase::RoundStart;
        if let Some(claim) = self.claim.take() {
            let reason = format!("{} held the objective for a full round", claim.side);
            self.finish(cx, Some(claim.side), reason, Clause("REQ-SCEN-08"));
            return Ok(());
        }
        match self.agreed.round_limit {
            0 => {
                cx.cite(Clause("REQ-SCEN-13"));
                cx.cite(Clause("REQ-Q-46"));
            }
            limit if self.round >= limit => self.count_out(cx),
            _ => cx.cite(Clause("REQ-SCEN-13")),
        }
        Ok(())
    }

    /// Points of a side's models on the table.
    pub fn points_left(&self, side: SideId) -> i32 {
        self.standing().filter(|m| self.side(*m) == side).map(|m| self.who(m).points).sum()
    }

    fn count_out(&mut self, cx: &mut Cx<'_>) {
        cx.cite(Clause("REQ-X-19"));
        cx.cite(Clause("REQ-X-01"));
        cx.cite(Clause("REQ-T-08"));
        let points: SmallVec<[(i32, SideId); 4]> = (0..self.bands.len())
            .map(|i| SideId(i as u8))
            .map(|s| (self.points_left(s), s))
            .collect();
        let best = points.iter().map(|(p, _)| *p).max().unwrap_or(0);
        let mut leaders = points.iter().filter(|(p, _)| *p == best);
        let winner = leaders.next().map(|(_, s)| *s).filter(|_| leaders.next().is_none());
        let counts: Vec<String> = points.iter().map(|(p, s)| format!("{s} {p}")).collect();
        let reason = format!("the round limit is reached with points left: {}", counts.join(", "));
        self.finish(cx, winner, reason, Clause("REQ-Q-46"));
    }

    /// Whether only one side is left, or none (REQ-SCEN-10, 12; REQ-Q-45).
    pub fn check_victory(&mut self, cx: &mut Cx<'_>) {
        let deployed = matches!(self.phase, Phase::RoundStart | Phase::Activations);
        if self.outcome.is_some() || !deployed || self.fight.is_some() || self.firing.is_some() {
            return;
        }
        let mut alive: SmallVec<[SideId; 4]> = SmallVec::new();
        for model in self.standing() {
            let side = self.side(model);
            if !alive.contains(&side) {
                alive.push(side);
            }
        }
        match alive[..] {
            [winner] => {
                let reason = format!("{winner} is the last band on the table");
                let clause = match self.scenario.victory {
                    Victory::Claim => Clause("REQ-SCEN-10"),
                    Victory::Destroy => Clause("REQ-SCEN-12"),
                };
                self.finish(cx, Some(winner), reason, clause);
            }
            [] => self.finish(cx, None, "nobody is left".to_owned(), Clause("REQ-Q-45")),
            _ => (),
        }
    }

    fn finish(&mut self, cx: &mut Cx<'_>, winner: Option<SideId>, reason: String, clause: Clause) {
        self.active = None;
        cx.say(|| {
            let who = winner.map_or("Nobody wins".to_owned(), |side| format!("{side} wins"));
            Event::note(clause, format!("{who}: {reason}")).deed(Deed::Ended)
        });
        self.outcome = Some(Outcome { winner, reason });
    }
}
