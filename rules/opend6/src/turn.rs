//! Chapter 1: the turn: initiative, taking turns, the end of a turn (OD6-TURN).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, Play, SideId};
use smallvec::SmallVec;

use crate::dice::{self, Roller, Sum};
use crate::morale::Status;
use crate::options::InitiativeDice;
use crate::profile::Skill;
use crate::state::{Done, Pace, Phase, Presence, SquadId, State};

impl State {
    /// The next phase begins (OD6-TURN-01), and with it a heading in the log.
    pub fn begin_phase(&mut self, cx: &mut Cx<'_>, phase: Phase) {
        self.phase = phase;
        cx.say(|| {
            let words = self.phase_words();
            let text = words[..1].to_uppercase() + &words[1..];
            Event::note(Clause("OD6-TURN-01"), text).deed(Deed::Heading)
        });
    }

    /// Both sides roll for the initiative; the winner chooses who moves first (OD6-TURN-03, 04).
    pub fn roll_initiative(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        cx.cite(Clause("OD6-SQD-03"));
        let winner = loop {
            let red = self.initiative_roll(cx, SideId(0))?;
            let blue = self.initiative_roll(cx, SideId(1))?;
            match red.cmp(&blue) {
                std::cmp::Ordering::Greater => break SideId(0),
                std::cmp::Ordering::Less => break SideId(1),
                std::cmp::Ordering::Equal => cx.cite(Clause("OD6-TURN-03")),
            }
        };
        cx.say(|| {
            let name = &self.forces[winner.index()].name;
            Event::note(Clause("OD6-TURN-03"), format!("{name} has the initiative"))
        });
        let prompt = "You have the initiative: do you move first or second?";
        cx.cite(Clause("OD6-DEC-04"));
        let ask = Ask::new(winner, "order", prompt, Clause("OD6-TURN-04"));
        let second = cx.choose(ask, &[true, false], |&second| match second {
            true => Choice::new("move second").merit(1).declining(),
            false => Choice::new("move first"),
        })?;
        self.initiative = winner;
        self.next = if second { self.opponent(winner) } else { winner };
        self.begin_phase(cx, Phase::Movement);
        Ok(())
    }

    /// A side's die and its highest command skill, as it is now (OD6-TURN-03, OD6-Q-94).
    fn initiative_roll(&self, cx: &mut Cx<'_>, side: SideId) -> Play<i32> {
        let own = self.standing().filter(|m| self.side(*m) == side);
        let best = own.max_by_key(|m| (self.skill(*m, Skill::Command), std::cmp::Reverse(*m)));
        let command = best.map_or(0, |m| self.skill(m, Skill::Command));
        let hampered = |m| self.model(m).wounded || self.squad(self.squad_of(m)).morale == 0;
        if best.is_some_and(hampered) {
            cx.cite(Clause("OD6-Q-94"));
        }
        cx.cite(Clause("OD6-Q-05"));
        let sum = Sum::of(!cx.is_quiet(), command, "highest command", "OD6-TURN-03");
        let title = match cx.is_quiet() {
            true => String::new(),
            false => format!("{} rolls for initiative", self.forces[side.index()].name),
        };
        let who = Roller { side, model: None, purpose: "initiative", title: &title };
        match self.agreed.initiative_dice {
            InitiativeDice::Open => dice::opposed(cx, who, &sum),
            InitiativeDice::Plain => dice::plain(cx, who, &sum),
        }
    }

    /// The side whose turn it is moves a squad (OD6-TURN-05, 06).
    pub fn movement_phase(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let mut side = self.next;
        let mut squads = self.squads_to_move(side);
        if squads.is_empty() {
            side = self.opponent(side);
            squads = self.squads_to_move(side);
            if squads.is_empty() {
                self.end_movement(cx);
                return Ok(());
            }
            // A side with squads left goes on alone.
            cx.cite(Clause("OD6-TURN-06"));
        }
        cx.cite(Clause("OD6-Q-13"));
        cx.cite(Clause("OD6-DEC-05"));
        if !cx.is_quiet() && self.squads_of(side).any(|s| self.squad(s).morale == 0) {
            cx.cite(Clause("OD6-MOV-15"));
        }
        let ask = Ask::new(side, "squad", "Which squad has its go?", Clause("OD6-TURN-05"));
        let squad = cx.choose(ask, &squads, |squad| {
            let choice = Choice::new(format!("activate {}", self.squad_name(*squad)));
            let lead = self.commander(*squad).or_else(|| self.members(*squad).next());
            match lead {
                Some(lead) => choice.about(lead),
                None => choice.detail("comes onto the table"),
            }
        })?;
        self.next = self.opponent(side);
        self.note_separated(cx, squad);
        if self.status(squad) == Status::Demoralized {
            cx.cite(Clause("OD6-MOR-11"));
        }
        self.activate(cx, squad)
    }

    /// The squads of a side that have not had their go. Broken squads have none (OD6-Q-97), nor
    /// have those that tried opportunity fire (OD6-OPF-12, 13).
    fn squads_to_move(&self, side: SideId) -> SmallVec<[SquadId; 8]> {
        let waits = |squad: &SquadId| {
            let own = self.squad(*squad);
            let comes = matches!(own.presence, Presence::There | Presence::Entering(_));
            let free = !own.done.activated && !own.done.tried_opportunity;
            own.side == side && comes && own.morale > 0 && free
        };
        self.squad_ids().filter(waits).collect()
    }

    /// Weapons are ready, and the side without the initiative fires first (OD6-TURN-07).
    fn end_movement(&mut self, cx: &mut Cx<'_>) {
        cx.cite(Clause("OD6-TURN-02"));
        if self.present().any(|s| self.squad(s).morale == 0) {
            cx.cite(Clause("OD6-Q-97"));
        }
        self.finish_assembly(cx);
        self.next = self.opponent(self.initiative);
        self.begin_phase(cx, Phase::Fire);
        cx.cite(Clause("OD6-TURN-07"));
    }

    /// Markers are removed, scenarios roll, and the next turn begins (OD6-TURN-11).
    pub fn special_actions(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        cx.cite(Clause("OD6-TURN-11"));
        for squad in self.squad_ids() {
            self.squad_mut(squad).done = Done::default();
            self.forget_named(squad);
        }
        for model in &mut self.models {
            model.pace = Pace::Still;
            model.apart = false;
            model.charged = false;
            model.fired = false;
        }
        self.forget_charges();
        self.rest_weapons();
        // Wounds are for good.
        if self.standing().any(|m| self.model(m).wounded) {
            cx.cite(Clause("OD6-DMG-14"));
        }
        self.scenario_rolls(cx)?;
        self.turn += 1;
        self.begin_phase(cx, Phase::Initiative);
        Ok(())
    }
}

/// Notes that several rules were applied.
pub(crate) fn cite_all(cx: &mut Cx<'_>, ids: &[&'static str]) {
    ids.iter().for_each(|id| cx.cite(Clause(id)));
}
