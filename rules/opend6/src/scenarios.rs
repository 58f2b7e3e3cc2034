//! What can be played, and who has won.

use engine::book::Lay;
use engine::{Clause, Cx, Deed, Event, Outcome, SideId};
use serde::{Deserialize, Serialize};

use crate::hangar::{TRAPPED, TRAPPERS};
use crate::state::{Phase, Presence, SquadId, State};

/// Something to play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scenario {
    /// The word used on the command line and in files.
    pub key: String,
    /// The title.
    pub name: String,
    /// What it is about.
    pub summary: String,
    /// Usual size of the table in inches.
    pub table: (i32, i32),
    /// Which it is.
    pub plan: Plan,
}

/// The plans there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Plan {
    /// A free battle for chosen points (OD6-Q-93).
    Free,
    /// The trap in the hangar (OD6-SCN).
    Hangar,
}

impl Scenario {
    /// A hangar holds crates and nothing else (OD6-SCN-06).
    pub fn lay(&self) -> Lay {
        match self.plan {
            Plan::Free => Lay::Any,
            Plan::Hangar => Lay::Varied,
        }
    }

    /// The hangar is fought over by the two forces that the book prints (OD6-SCN-01 to 03).
    pub fn rosters(&self) -> &'static [&'static str] {
        match self.plan {
            Plan::Free => &[],
            Plan::Hangar => &["hangar-rebels", "hangar-assault"],
        }
    }
}

/// Everything there is to play.
pub fn all() -> Vec<Scenario> {
    vec![
        Scenario {
            key: "free-battle".to_owned(),
            name: "Free battle".to_owned(),
            summary: "Two forces fight until one has no squad left that will.".to_owned(),
            table: (72, 48),
            plan: Plan::Free,
        },
        Scenario {
            key: "hangar".to_owned(),
            name: "The trap in the hangar".to_owned(),
            summary: "Red has walked into a trap and must get out through the doors again; blue \
                      has set it."
                .to_owned(),
            table: (48, 36),
            plan: Plan::Hangar,
        },
    ]
}

impl State {
    /// Whether the battle is over, and who has won. Nothing is decided in the middle of things.
    pub fn check_victory(&mut self, cx: &mut Cx<'_>) {
        if self.outcome.is_some() || self.phase == Phase::Setup || !self.tasks.is_empty() {
            return;
        }
        match self.scenario.plan {
            Plan::Free => self.check_free_battle(cx),
            Plan::Hangar => self.check_hangar(cx),
        }
        let limit = self.agreed.turn_limit;
        if self.outcome.is_none() && limit > 0 && self.turn > limit {
            self.end_by_limit(cx);
        }
    }

    /// Whoever has no unbroken squad left has lost (OD6-Q-93).
    fn check_free_battle(&mut self, cx: &mut Cx<'_>) {
        let fights = |s: SquadId| {
            let own = self.squad(s);
            own.presence == Presence::There && own.morale > 0 && self.members(s).next().is_some()
        };
        // A side without any squads, as in some scenes, is not beaten but absent.
        let will = |side: SideId| {
            let mut own = self.squad_ids().filter(|s| self.squad(*s).side == side).peekable();
            own.peek().is_none() || own.any(fights)
        };
        let (winner, reason) = match (will(SideId(0)), will(SideId(1))) {
            (true, true) => return,
            (true, false) => (Some(SideId(0)), "the enemy has no squad left that will fight"),
            (false, true) => (Some(SideId(1)), "the enemy has no squad left that will fight"),
            (false, false) => (None, "no side has a squad left that will fight"),
        };
        self.finish(cx, winner, reason.to_owned(), Clause("OD6-Q-93"));
    }

    /// The trapped have won when somebody of each squad is out; they have lost when nobody of a
    /// squad can get out any more (OD6-SCN-13, 14, OD6-Q-46).
    fn check_hangar(&mut self, cx: &mut Cx<'_>) {
        let squads = || self.squad_ids().filter(|s| self.squad(*s).side == TRAPPED);
        if squads().all(|s| self.has_escaped(s)) {
            cx.cite(Clause("OD6-Q-46"));
            let reason = "somebody of each squad has escaped".to_owned();
            return self.finish(cx, Some(TRAPPED), reason, Clause("OD6-SCN-13"));
        }
        let lost = |s: &SquadId| self.members(*s).next().is_none() && !self.has_escaped(*s);
        if let Some(squad) = squads().find(lost) {
            cx.cite(Clause("OD6-Q-46"));
            let reason = format!("nobody of {} can escape any more", self.squad_name(squad));
            self.finish(cx, Some(TRAPPERS), reason, Clause("OD6-SCN-14"));
        }
    }

    /// The turn limit is reached: in the hangar nobody has got out in time; in a free battle the
    /// points that are left decide (OD6-Q-46, OD6-Q-93).
    fn end_by_limit(&mut self, cx: &mut Cx<'_>) {
        if self.scenario.plan == Plan::Hangar {
            let reason = "the trapped did not escape in time".to_owned();
            return self.finish(cx, Some(TRAPPERS), reason, Clause("OD6-Q-46"));
        }
        let points = [SideId(0), SideId(1)].map(|side| self.points_left(side));
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(SideId(0)),
            std::cmp::Ordering::Less => Some(SideId(1)),
            std::cmp::Ordering::Equal => None,
        };
        let [red, blue] = points;
        let reason = format!("the turn limit is reached with points left: red {red}, blue {blue}");
        self.finish(cx, winner, reason, Clause("OD6-Q-93"));
    }

    /// The points of a side's soldiers on the table: each squad's in proportion, rounded down,
    /// and nothing for broken ones (OD6-Q-93).
    pub fn points_left(&self, side: SideId) -> i32 {
        let squads = self.squads_of(side).filter(|s| self.squad(*s).morale > 0);
        let left = |s: SquadId| {
            let own = self.squad(s);
            let count = self.head_count(s) as i32;
            own.points * count / i32::from(own.strength).max(1)
        };
        squads.map(left).sum()
    }

    fn finish(&mut self, cx: &mut Cx<'_>, winner: Option<SideId>, reason: String, clause: Clause) {
        cx.say(|| {
            let who = winner.map_or("Nobody wins".to_owned(), |side| format!("{side} wins"));
            Event::note(clause, format!("{who}: {reason}")).deed(Deed::Ended)
        });
        self.outcome = Some(Outcome { winner, reason });
    }
}
