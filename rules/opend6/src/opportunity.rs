//! Chapters 3 and 5: opportunity fire (OD6-OPF).
//!
//! A squad that moves commits itself to the ways of all its soldiers; then the window opens:
//! enemy squads announce fire, each tests, and those who pass fire one after the other at the
//! movers where they are halfway, or were last seen (OD6-Q-62). Whoever holds the move (a march,
//! a charge) holds its [`Window`] and calls [`State::opportunity_window`] each time it is carried
//! on: as long as that gives a [`Shot`], it puts itself back under way and calls
//! [`State::take_shot`]; then it goes on with its move, for all who are not
//! [`Window::is_down`].

mod exposure;

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::Spot;

use crate::dice::Sum;
use crate::fire::Occasion;
use crate::morale::Status;
use crate::movement::length_of;
use crate::state::{Models, Pace, SquadId, State};

/// What the threat of the test starts from (OD6-OPF-07).
const THREAT: i32 = 4;
/// What a squad gives for the chance to fire (OD6-OPF-12, 13).
const PRICE: &str = "tests command; cannot move this turn; if it passes it fires only now";

/// Opportunity fire at one move, as far as it has got.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Who moves.
    pub squad: SquadId,
    /// The ways, each with its start; those who stay have theirs only.
    pub paths: Vec<(ModelId, Vec<Spot>)>,
    /// The squad that may not fire, because it is charged (OD6-OPF-03).
    pub excluded: Option<SquadId>,
    /// Those who were wounded when they set off.
    pub hurt: Models,
    /// Those who crawl.
    pub crawling: Models,
    /// Who has passed the test and has yet to fire, the next last; none before anybody was asked.
    pub firing: Option<Vec<SquadId>>,
}

/// A squad that fires at those who move, from one moment of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Who fires.
    pub squad: SquadId,
    /// At whom.
    pub target: SquadId,
    /// Those who were long enough in sight to be hit (OD6-OPF-06).
    pub among: Models,
    /// Where they all are at that moment.
    pub places: Vec<(ModelId, Spot)>,
}

/// Why a squad has no shot at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    /// It sees too little of it (OD6-OPF-06).
    Sight,
    /// It sees enough, but nobody has the movers in his arc when the time comes (OD6-FAC-01).
    Arc,
}

impl Window {
    /// The window of a move that is about to begin. Whoever stands up has done so already.
    pub fn new(
        state: &State,
        squad: SquadId,
        paths: Vec<(ModelId, Vec<Spot>)>,
        excluded: Option<SquadId>,
    ) -> Window {
        let those = |holds: &dyn Fn(ModelId) -> bool| {
            paths.iter().map(|(m, _)| *m).filter(|m| holds(*m)).collect()
        };
        let hurt = those(&|m| state.model(m).wounded);
        let crawling = those(&|m| state.model(m).prone);
        Window { squad, paths, excluded, hurt, crawling, firing: None }
    }

    /// Whether somebody has been hit on his way and stays where he lies (OD6-OPF-16, OD6-Q-63).
    pub fn is_down(&self, state: &State, model: ModelId) -> bool {
        let m = state.model(model);
        m.spot.is_none()
            || (m.wounded && !self.hurt.contains(&model))
            || (m.prone && !self.crawling.contains(&model))
    }

    /// Whether anybody goes anywhere.
    fn is_move(&self) -> bool {
        self.paths.iter().any(|(_, path)| length_of(path) > tabletop::Length::ZERO)
    }
}

impl State {
    /// Carries on the opportunity fire at a move: asks and tests when it is called first, then
    /// gives one shot after the other; nothing when all have fired.
    pub fn opportunity_window(
        &mut self,
        cx: &mut Cx<'_>,
        window: &mut Window,
    ) -> Play<Option<Shot>> {
        if window.firing.is_none() {
            let mut passed = Vec::new();
            for squad in self.announce_opportunity(cx, window)? {
                if self.tests_for_opportunity(cx, squad)? {
                    passed.push(squad);
                }
            }
            passed.reverse();
            window.firing = Some(passed);
        }
        while let Some(squad) = window.firing.as_mut().and_then(Vec::pop) {
            if let Ok(shot) = self.line_up(window, squad, false) {
                return Ok(Some(shot));
            }
            cx.say(|| {
                let text = format!("{} has nobody left to fire at", self.squad_name(squad));
                Event::note(Clause("OD6-OPF-06"), text)
            });
            self.squad_mut(squad).done.no_fire = true;
        }
        self.put_back(window);
        Ok(None)
    }

    /// A squad fires: those who move are where they were at that moment, and the volley is put
    /// under way (OD6-OPF-14, 15).
    pub fn take_shot(&mut self, cx: &mut Cx<'_>, shot: &Shot) -> Play<()> {
        for (model, spot) in &shot.places {
            self.model_mut(*model).spot = Some(*spot);
        }
        let clauses = ["OD6-OPF-14", "OD6-OPF-15", "OD6-OPF-17", "OD6-GEO-16", "OD6-Q-64"];
        clauses.iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let (by, at) = (self.squad_name(shot.squad), self.squad_name(shot.target));
            let text = format!("{by} fires at {at} on its way");
            Event::note(Clause("OD6-OPF-12"), text)
        });
        self.open_fire(cx, shot.squad, shot.target, Occasion::Opportunity, &shot.among)?;
        Ok(())
    }

    /// Asks which squads announce opportunity fire, if any can (OD6-OPF-04, 05, OD6-DEC-08).
    fn announce_opportunity(&mut self, cx: &mut Cx<'_>, window: &Window) -> Play<Vec<SquadId>> {
        if !window.is_move() {
            return Ok(Vec::new());
        }
        let side = self.squad(window.squad).side;
        let mut known: Vec<(SquadId, Option<Refusal>)> = Vec::new();
        let enemies: Vec<SquadId> = self.squads_against(side).collect();
        for squad in enemies {
            let refusal = self.may_announce(window, squad, !cx.is_quiet()).err();
            if refusal.is_none() || !cx.is_quiet() {
                known.push((squad, refusal));
            }
        }
        if known.iter().all(|(_, refusal)| refusal.is_some()) {
            known.iter().filter_map(|(_, r)| r.as_ref()).for_each(|r| cx.cite(r.clause));
            return Ok(Vec::new());
        }
        for id in ["OD6-OPF-01", "OD6-OPF-04", "OD6-OPF-06", "OD6-Q-62"] {
            cx.cite(Clause(id));
        }
        let squads: Vec<SquadId> = known.iter().map(|(squad, _)| *squad).collect();
        if !cx.is_quiet() && known.iter().any(|(s, no)| no.is_none() && self.is_engaged(*s)) {
            cx.cite(Clause("OD6-Q-88"));
        }
        if window.excluded.is_some() {
            cx.cite(Clause("OD6-OPF-18"));
        }
        if squads.iter().any(|squad| self.squad(*squad).done.activated) {
            cx.cite(Clause("OD6-Q-61"));
        }
        let prompt = "Which of your squads fire at the squad that moves?";
        let ask = Ask::new(self.opponent(side), "opportunity", prompt, Clause("OD6-DEC-08"));
        let ask = window.paths.first().map_or(ask, |(model, _)| ask.about(*model));
        let most = known.iter().filter(|(_, refusal)| refusal.is_none()).count();
        let state = &*self;
        let announced = cx.choose_some(ask, &squads, (0, most), |squad| {
            let choice = Choice::new(state.squad_name(*squad)).merit(10);
            let refusal = known.iter().find(|(s, _)| s == squad).and_then(|(_, r)| r.clone());
            match refusal {
                Some(refusal) => choice.refused(refusal),
                None => choice.detail(PRICE),
            }
        })?;
        if announced.len() > 1 {
            cx.cite(Clause("OD6-OPF-05"));
        }
        Ok(announced)
    }

    /// Why a squad cannot fire at a move, if it cannot. Where that is not told to anybody, any
    /// reason will do.
    fn may_announce(&mut self, window: &Window, squad: SquadId, told: bool) -> Result<(), Refusal> {
        let name = self.squad_name(squad);
        let refuse = |id: &'static str, why: String| Err(Refusal::new(Clause(id), why));
        if window.excluded == Some(squad) {
            return refuse("OD6-OPF-03", format!("{name} is charged: it has defensive fire"));
        }
        if matches!(self.status(squad), Status::Demoralized | Status::Broken) {
            return refuse("OD6-OPF-02", format!("{name} is demoralized or broken"));
        }
        let done = &self.squad(squad).done;
        if done.tried_opportunity {
            return refuse("OD6-OPF-13", format!("{name} has tried in this turn"));
        }
        if done.no_fire || done.fired || done.defended {
            return refuse("OD6-OPF-12", format!("{name} may not fire again in this turn"));
        }
        if done.gave_way {
            return refuse("OD6-Q-95", format!("{name} has given way, and so has moved"));
        }
        if self.squad_pace(squad) != Pace::Still {
            return refuse("OD6-OPF-01", format!("{name} has moved"));
        }
        let missing = match self.line_up(window, squad, told) {
            Ok(_) => return Ok(()),
            Err(missing) => missing,
        };
        let (id, why) = match missing {
            Missing::Sight => ("OD6-OPF-06", "sees too little of the move"),
            Missing::Arc => ("OD6-FAC-01", "has nobody who could fire there and then"),
        };
        Err(Refusal::new(Clause(id), format!("{} {why}", self.squad_name(squad))))
    }

    /// A squad tests whether it fires: its command against the threat, and a tie is not enough
    /// (OD6-OPF-07, OD6-Q-14). Its morale stays what it is (OD6-OPF-11).
    fn tests_for_opportunity(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<bool> {
        let mut threat = Sum::of(!cx.is_quiet(), THREAT, "threat", "OD6-T-11");
        cx.cite(Clause("OD6-Q-82"));
        threat.add_if(self.is_behind_cover(squad), -1, "behind cover", "OD6-OPF-08");
        threat.add_if(self.status(squad) == Status::Shaken, 1, "shaken", "OD6-OPF-09");
        threat.add_if(self.is_half_gone(squad), 2, "half of it gone", "OD6-OPF-10");
        let does = "tests for opportunity fire";
        let passed = self.command_against(cx, squad, does, &threat)? > 0;
        let done = &mut self.squad_mut(squad).done;
        (done.tried_opportunity, done.activated) = (true, true);
        for id in ["OD6-MOV-16", "OD6-OPF-07", "OD6-OPF-11", "OD6-Q-14", "OD6-T-11"] {
            cx.cite(Clause(id));
        }
        if !passed {
            cx.say(|| {
                let text = format!("{} cannot fire now, nor move", self.squad_name(squad));
                Event::note(Clause("OD6-OPF-13"), text)
            });
        }
        Ok(passed)
    }
}
