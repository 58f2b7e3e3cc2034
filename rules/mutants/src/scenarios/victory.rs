//! Who has won: the last party on the table, or whoever caught more animals; and what the
//! winner gets.

use engine::{Clause, Cx, Deed, Event, ModelId, Need, Outcome, Play, SideId};
use smallvec::SmallVec;

use super::{Scenario, orchard, water};
use crate::setup::Phase;
use crate::state::{Fate, Models, State};

/// How a battle ends.
struct Verdict {
    winner: Option<SideId>,
    reason: String,
    clause: Clause,
}

type Sides = SmallVec<[SideId; 4]>;

impl State {
    /// Whether the battle is over (MUT-TRN-11): one party is left or none, the animals are all
    /// caught, or the agreed rounds are played. The winner's Food is rolled at once.
    pub fn check_victory(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.outcome.is_some() || self.phase != Phase::Turns || !self.pending.is_empty() {
            return Ok(());
        }
        if !self.mission.animals.is_empty() {
            self.free_animals_of_the_dead(cx);
        }
        let left = self.sides_left();
        let decided = left.iter().skip(1).all(|side| self.are_allied(left[0], *side));
        let time = self.agreed.turn_limit > 0 && self.round > self.agreed.turn_limit;
        let herding = self.mission.scenario == Scenario::Rustlers
            && !self.mission.animals.is_empty()
            && (decided || time || self.animals_left() == 0);
        if herding && decided {
            self.round_up(cx);
        }
        let verdict = match () {
            () if herding => self.count_animals(),
            () if decided => self.last_standing(&left),
            () if time => self.count_models(),
            () => return Ok(()),
        };
        if time {
            cx.cite(Clause("MUT-Q-131"));
        }
        // How it ends is our own reading wherever the book names no goal.
        match self.mission.scenario {
            Scenario::Rustlers => cx.cite(Clause("MUT-Q-134")),
            Scenario::Orchard | Scenario::Hunt => cx.cite(Clause("MUT-Q-131")),
            Scenario::Installation | Scenario::Wasteland => cx.cite(Clause("MUT-Q-131")),
            Scenario::Free | Scenario::Water | Scenario::Random => (),
        }
        self.finish(cx, verdict)
    }

    /// The sides that still have a model on the table, lurking or in the open.
    fn sides_left(&self) -> Sides {
        let mut left = Sides::new();
        for model in self.in_play() {
            let side = self.own_side(model);
            if !left.contains(&side) {
                left.push(side);
            }
        }
        left
    }

    /// A killed carrier drops its animal where it fell (MUT-Q-134).
    fn free_animals_of_the_dead(&mut self, cx: &mut Cx<'_>) {
        let dead = |m: &ModelId| self.model(*m).fate == Some(Fate::Killed);
        let carriers: Models =
            self.mission.animals.iter().filter_map(|a| a.carrier).filter(dead).collect();
        for carrier in carriers {
            self.drop_animal(cx, carrier);
        }
    }

    /// Models of a side on the table.
    pub fn models_left(&self, side: SideId) -> u32 {
        self.in_play().filter(|m| self.own_side(*m) == side).count() as u32
    }

    /// The one side that has most of something; nobody if several have.
    fn leader(&self, count: impl Fn(SideId) -> u32) -> Option<SideId> {
        let most = self.sides().map(&count).max()?;
        let mut best = self.sides().filter(|side| count(*side) == most);
        best.next().filter(|_| best.next().is_none())
    }

    /// Only one party, or only friends, are left (MUT-SCN-02, MUT-SCN-11, MUT-Q-131).
    fn last_standing(&self, left: &[SideId]) -> Verdict {
        let clause = match self.mission.scenario {
            Scenario::Water => Clause("MUT-SCN-11"),
            _ => Clause("MUT-SCN-02"),
        };
        match left {
            [] => Verdict {
                winner: None,
                reason: "nobody is left".to_owned(),
                clause: Clause("MUT-Q-131"),
            },
            [winner] => {
                let reason = format!("{winner} is the last party on the table");
                Verdict { winner: Some(*winner), reason, clause }
            }
            // Friends share a victory; who has more left is named.
            [first, ..] => {
                let winner = left.iter().copied().max_by_key(|s| self.models_left(*s));
                let names: Vec<String> = left.iter().map(SideId::to_string).collect();
                let reason = format!("only friends are left: {}", names.join(" and "));
                Verdict { winner: winner.or(Some(*first)), reason, clause }
            }
        }
    }

    /// The agreed rounds are over: whoever has more models left wins (MUT-Q-131).
    fn count_models(&self) -> Verdict {
        let counts: Vec<String> =
            self.sides().map(|s| format!("{s} {}", self.models_left(s))).collect();
        Verdict {
            winner: self.leader(|side| self.models_left(side)),
            reason: format!("the last round is over; models left: {}", counts.join(", ")),
            clause: Clause("MUT-Q-131"),
        }
    }

    /// Whoever caught more animals wins (MUT-SCN-24).
    fn count_animals(&self) -> Verdict {
        let counts: Vec<String> =
            self.sides().map(|s| format!("{s} {}", self.animals_caught(s))).collect();
        Verdict {
            winner: self.leader(|side| self.animals_caught(side)),
            reason: format!("animals caught: {}", counts.join(", ")),
            clause: Clause("MUT-SCN-24"),
        }
    }

    fn finish(&mut self, cx: &mut Cx<'_>, verdict: Verdict) -> Play<()> {
        let Verdict { winner, reason, clause } = verdict;
        self.active = None;
        if let Some(winner) = winner {
            self.mission.food = match self.mission.scenario {
                Scenario::Water => water::food(self, cx, winner)?,
                Scenario::Orchard => orchard::food(self, cx, winner)?,
                _ => 0,
            };
            self.tell_spoils(cx, winner);
        }
        cx.cite(Clause("MUT-TRN-11"));
        cx.say(|| {
            let who = winner.map_or("Nobody wins".to_owned(), |side| format!("{side} wins"));
            Event::note(clause, format!("{who}: {reason}")).deed(Deed::Ended)
        });
        self.outcome = Some(Outcome { winner, reason });
        Ok(())
    }

    /// What the winner is due besides Food: an Advance, and what the dead enemies had
    /// (MUT-SCN-03, MUT-SCN-04).
    fn tell_spoils(&self, cx: &mut Cx<'_>, winner: SideId) {
        let slain =
            |m: ModelId| self.own_side(m) != winner && self.model(m).fate == Some(Fate::Killed);
        let loot = match self.ids().any(slain) {
            true => {
                cx.cite(Clause("MUT-SCN-04"));
                " and the loot of dead enemies"
            }
            false => "",
        };
        let prize = match self.mission.scenario {
            Scenario::Free | Scenario::Random => "MUT-SCN-03",
            Scenario::Water => "MUT-SCN-12",
            Scenario::Orchard => "MUT-SCN-19",
            Scenario::Rustlers => "MUT-SCN-24",
            Scenario::Hunt => "MUT-SCN-31",
            Scenario::Installation => "MUT-SCN-41",
            Scenario::Wasteland => "MUT-SCN-44",
        };
        cx.cite(Clause(prize));
        cx.say(|| {
            let text = format!("{winner} gains an Advance{loot}");
            Event::note(Clause("MUT-SCN-03"), text)
        });
    }

    /// A die of Food, and some more, for the winner.
    pub fn roll_food(
        &self,
        cx: &mut Cx<'_>,
        winner: SideId,
        more: u32,
        clause: Clause,
    ) -> Play<u32> {
        let die = cx.dice(Need::d6(winner, 1, "counts the Food"))?[0];
        let food = u32::from(die) + more;
        cx.say(|| Event::note(clause, format!("{winner} gains {food} Food")));
        Ok(food)
    }
}
