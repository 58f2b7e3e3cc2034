//! What is played for: scenarios, their tables, zones and terms (PUN-SC0-01 to 08, PUN-SC1-01 to 03).

mod dead_machines;
mod leaking_vault;
mod scrap_feud;

use engine::book::Lay;
use engine::{Clause, Cx, Deed, Event, ModelId, Outcome, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::measure::{Corner, Edge};
use tabletop::{Form, Kind, Length, Piece, Point, Polygon, Sketch, Zone};

use crate::profile::ModelRule;
use crate::state::{Fate, Phase, Posture, State, Token, TokenKind};
use crate::tasks::Task;

/// A scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scenario {
    /// What it is about.
    pub plot: Plot,
    /// How many game Turns it lasts (PUN-TRN-01).
    pub turns: u8,
    /// Where the bands may deploy; each of the two is somebody's.
    pub zones: [Zone; 2],
}

/// What a scenario is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Plot {
    /// A fight over scrap, on a table of its own (PUN-SC1-02).
    ScrapFeud,
    /// Three machines to be switched on (PUN-SC2-03).
    DeadMachines,
    /// Crates to be carried off, past a leaking pool (PUN-SC3-03).
    LeakingVault,
    /// A fight on any table.
    OpenFight,
}

impl Plot {
    /// All of them.
    pub const ALL: [Plot; 4] =
        [Plot::ScrapFeud, Plot::DeadMachines, Plot::LeakingVault, Plot::OpenFight];

    /// The word used on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Plot::ScrapFeud => "scrap-feud",
            Plot::DeadMachines => "dead-machines",
            Plot::LeakingVault => "leaking-vault",
            Plot::OpenFight => "open-fight",
        }
    }

    /// The title.
    pub fn title(self) -> &'static str {
        match self {
            Plot::ScrapFeud => "Scrap feud",
            Plot::DeadMachines => "Dead machines",
            Plot::LeakingVault => "The leaking vault",
            Plot::OpenFight => "Open fight",
        }
    }

    /// What it is about.
    pub fn summary(self) -> &'static str {
        match self {
            Plot::ScrapFeud => "Six Turns over a field of rubble: down the dearer enemies",
            Plot::DeadMachines => "Seven Turns around three machines: switch them to your side",
            Plot::LeakingVault => "Eight Turns around a growing pool: carry off the crates",
            Plot::OpenFight => "Six Turns on any table: down the dearer enemies",
        }
    }

    /// The rule that describes it.
    pub fn clause(self) -> Clause {
        match self {
            Plot::ScrapFeud => Clause("PUN-SCN-1"),
            Plot::DeadMachines => Clause("PUN-SCN-2"),
            Plot::LeakingVault => Clause("PUN-SCN-3"),
            Plot::OpenFight => Clause("PUN-SC0-01"),
        }
    }

    /// The rule that says where bands deploy.
    pub fn zone_clause(self) -> Clause {
        match self {
            Plot::ScrapFeud | Plot::OpenFight => Clause("PUN-SC1-01"),
            Plot::DeadMachines => Clause("PUN-SC2-01"),
            Plot::LeakingVault => Clause("PUN-SC3-01"),
        }
    }

    /// The scenario.
    pub fn scenario(self) -> Scenario {
        let depth = Length::inches(6);
        let edges = |one, other| [Zone::Edge(one, depth), Zone::Edge(other, depth)];
        let radius = Length::inches(14);
        let corners = |one, other| [Zone::Corner(one, radius), Zone::Corner(other, radius)];
        let (turns, zones) = match self {
            Plot::ScrapFeud | Plot::OpenFight => (6, edges(Edge::South, Edge::North)),
            Plot::DeadMachines => (7, edges(Edge::West, Edge::East)),
            Plot::LeakingVault => (8, corners(Corner::SouthWest, Corner::NorthEast)),
        };
        Scenario { plot: self, turns, zones }
    }

    /// Its own table, if it has one (PUN-SC0-01).
    pub fn sketch(self) -> Option<Sketch> {
        match self {
            Plot::ScrapFeud => Some(scrap_feud::sketch()),
            Plot::DeadMachines => Some(dead_machines::sketch()),
            Plot::LeakingVault => Some(leaking_vault::sketch()),
            Plot::OpenFight => None,
        }
    }

    /// How its table is laid (PUN-SC0-01).
    pub fn lay(self) -> Lay {
        match self.sketch() {
            Some(_) => Lay::Own,
            None => Lay::Any,
        }
    }

    /// The things it is about.
    pub fn tokens(self) -> Vec<Token> {
        match self {
            Plot::ScrapFeud | Plot::OpenFight => Vec::new(),
            Plot::DeadMachines => dead_machines::tokens(),
            Plot::LeakingVault => leaking_vault::tokens(),
        }
    }

    /// What a point by its terms is worth in points of models, roughly, to those who look ahead;
    /// nothing where models themselves are what is scored.
    pub fn point_worth(self) -> i32 {
        match self {
            Plot::ScrapFeud | Plot::OpenFight => 0,
            Plot::DeadMachines => 25,
            Plot::LeakingVault => 60,
        }
    }
}

/// The length and width of the table in inches (PUN-SC0-01).
pub const SIZE: (i32, i32) = (48, 48);
/// By how much a side must be ahead to win (PUN-SC1-02).
const MARGIN: i32 = 25;

/// A thing of a list: its name, kind, corners and height in hundredths of an inch.
type Thing = (&'static str, Kind, [i32; 4], i32);

/// A table with some things on it.
fn laid(name: &str, things: &[Thing]) -> Sketch {
    let cents = Length::cents;
    let piece = |(name, kind, [x1, y1, x2, y2], height): &Thing| {
        let (low, high) = (Point::new(cents(*x1), cents(*y1)), Point::new(cents(*x2), cents(*y2)));
        let shape = Polygon::rectangle(low, high).expect("a rectangle of the list");
        Piece {
            name: (*name).to_owned(),
            kind: *kind,
            form: Form::Area(shape),
            bottom: Length::ZERO,
            height: cents(*height),
        }
    };
    Sketch {
        name: name.to_owned(),
        width: Length::inches(SIZE.0),
        depth: Length::inches(SIZE.1),
        pieces: things.iter().map(piece).collect(),
    }
}

impl State {
    /// How many game Turns are played.
    pub fn last_turn(&self) -> u8 {
        match self.agreed.turns {
            0 => self.scenario.turns,
            n => n.min(99) as u8,
        }
    }

    /// What the enemies of a side that are Downed have cost (PUN-SC1-02, PUN-SC0-07).
    pub fn downed_cost(&self, by: SideId) -> i32 {
        let out = |m: &ModelId| {
            matches!(self.model(*m).fate, Fate::Downed(_) | Fate::Removed) && self.side(*m) != by
        };
        self.ids().filter(out).map(|m| self.who(m).cost).sum()
    }

    /// The points of a side by the scenario's terms.
    pub fn score(&self, side: SideId) -> i32 {
        match self.scenario.plot {
            Plot::ScrapFeud | Plot::OpenFight => self.downed_cost(side),
            Plot::DeadMachines => self.bands[side.index()].score + self.dearest_score(side),
            Plot::LeakingVault => self.vault_score(side),
        }
    }

    /// Whether a model counts where something is to be held or used: it stands, and is neither
    /// Beast nor Mong nor Rider (PUN-SC0-06, PUN-Q-39).
    pub fn is_eligible(&self, model: ModelId) -> bool {
        let barred = [ModelRule::Beast, ModelRule::Mong, ModelRule::Rider];
        self.model(model).spot.is_some()
            && self.model(model).posture == Posture::Standing
            && !barred.into_iter().any(|rule| self.has(model, rule))
    }

    /// Places that the scenario makes worth going to for a model.
    pub fn wanted_places(&self, model: ModelId) -> Vec<Point> {
        if self.load_of(model).is_some() {
            return vec![self.way_off(model)];
        }
        let own = Some(self.side(model));
        let wanted = |(i, token): (usize, &Token)| {
            let at = token.spot?.at;
            let worth = match token.kind {
                TokenKind::Device => true,
                TokenKind::Machine => token.owner != own && self.is_eligible(model),
                TokenKind::Crate => {
                    let can = self.is_eligible(model) && !self.is_encumbered(model);
                    can && self.is_free_crate(i)
                }
            };
            worth.then_some(at)
        };
        self.tokens.iter().enumerate().filter_map(wanted).collect()
    }

    /// What the scenario says at the end of a game Turn.
    pub fn score_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.leak(cx)?;
        self.score_machines(cx);
        if self.turn >= self.last_turn() {
            // Points are counted when whatever follows from the end of the Turn is done: somebody
            // may still die with fire in his hands (PUN-INC-04).
            self.tasks.insert(0, Task::Reckoning);
            self.end_all_rage(cx);
        }
        Ok(())
    }

    /// The last Turn is over: the scenario's terms say who wins (PUN-SC0-05).
    pub fn end_by_score(&mut self, cx: &mut Cx<'_>) {
        ["PUN-SC0-05", "PUN-SC0-07", "PUN-TRN-01"].iter().for_each(|id| cx.cite(Clause(id)));
        cx.cite(self.scenario.plot.clause());
        match self.scenario.plot {
            Plot::ScrapFeud | Plot::OpenFight => self.end_feud(cx),
            Plot::DeadMachines => {
                // Equal points are told apart by machines (PUN-SC2-07).
                cx.cite(Clause("PUN-SC2-06"));
                let standing = |side| (self.score(side), self.machines(side));
                self.end_by(cx, [SideId(0), SideId(1)].map(standing), Clause("PUN-SC2-07"));
            }
            Plot::LeakingVault => {
                cx.cite(Clause("PUN-SC3-04"));
                let standing = |side| (self.score(side), 0);
                self.end_by(cx, [SideId(0), SideId(1)].map(standing), Clause("PUN-SC3-07"));
            }
        }
    }

    /// The side with more points wins, of equals the one with more of what comes second.
    fn end_by(&mut self, cx: &mut Cx<'_>, [red, blue]: [(i32, i32); 2], clause: Clause) {
        let winner = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Some(SideId(0)),
            std::cmp::Ordering::Less => Some(SideId(1)),
            std::cmp::Ordering::Equal => None,
        };
        let (a, b) = (red.0, blue.0);
        let reason = match winner {
            Some(side) if a == b => format!("{a} points each, but {side} holds more machines"),
            Some(side) => format!("{side} has more points: {a} to {b}"),
            None => format!("both have {a} points"),
        };
        self.end(cx, winner, reason, clause);
    }

    /// Who is ahead by enough in Downed enemies wins (PUN-SC1-02).
    fn end_feud(&mut self, cx: &mut Cx<'_>) {
        let scores = [SideId(0), SideId(1)].map(|side| self.score(side));
        let winner = match scores[0] - scores[1] {
            ahead if ahead >= MARGIN => Some(SideId(0)),
            ahead if -ahead >= MARGIN => Some(SideId(1)),
            _ => None,
        };
        let [red, blue] = scores;
        let reason = match winner {
            Some(side) => format!("{side} has downed the dearer enemies: {red} to {blue} points"),
            None => format!("neither side is {MARGIN} points ahead: {red} to {blue}"),
        };
        self.end(cx, winner, reason, Clause("PUN-SC1-02"));
    }

    /// A side with nothing left loses at once (PUN-SC0-05, PUN-Q-62).
    pub fn check_end(&mut self, cx: &mut Cx<'_>) {
        let fights = matches!(self.phase, Phase::TurnStart | Phase::Rounds);
        // After the last Turn points decide, whoever is left.
        let over = self.outcome.is_some() || self.tasks.first() == Some(&Task::Reckoning);
        if over || !fights {
            return;
        }
        let hides = |side: SideId| {
            let hidden = |m: ModelId| self.side(m) == side && self.model(m).fate == Fate::Hidden;
            self.ids().any(hidden)
        };
        let both = [SideId(0), SideId(1)].map(|side| {
            let seen = self.of_side(side).next().is_some();
            let saved = !seen && hides(side);
            if saved {
                cx.cite(Clause("PUN-Q-62"));
                cx.cite(Clause("PUN-INF-01"));
            }
            seen || saved
        });
        let gone = |side: SideId| !both[side.index()] && self.has_left(side);
        if both != [true, true] && (gone(SideId(0)) || gone(SideId(1))) {
            // Whoever has left with its crates was not wiped out: points decide (PUN-SC3-07).
            self.end_by_score(cx);
            return;
        }
        let (winner, reason) = match both.into() {
            (true, true) => return,
            (false, false) => (None, "nobody is left".to_owned()),
            (true, false) => (Some(SideId(0)), "blue has nobody left".to_owned()),
            (false, true) => (Some(SideId(1)), "red has nobody left".to_owned()),
        };
        cx.cite(Clause("PUN-SC0-05"));
        self.end(cx, winner, reason, Clause("PUN-Q-62"));
    }

    fn end(&mut self, cx: &mut Cx<'_>, winner: Option<SideId>, reason: String, clause: Clause) {
        self.tasks.clear();
        self.acting = None;
        cx.say(|| Event::note(clause, reason.clone()).deed(Deed::Ended));
        self.outcome = Some(Outcome { winner, reason });
    }
}
