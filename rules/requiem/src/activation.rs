//! Chapter 4: the round, initiative, and what an activated model may do.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::measure;

use crate::firing::Firing;
use crate::options::{Melee, Psi};
use crate::profile::Skill;
use crate::profile::Trait;
use crate::profile::Weapon;
use crate::psi::Casting;
use crate::shooting::Shot;
use crate::state::{Active, Fear, MELEE_RANGE, Phase, Progress, State};

/// Something an activated model may do next (REQ-TURN-05).
#[derive(Clone, Debug)]
enum Action {
    Shoot(Shot),
    Cast(Casting),
    Move,
    Run,
    RunAway,
    Charge(ModelId),
    Done,
    /// Shown only to say why it is not possible.
    Impossible(String, Refusal),
}

impl Progress {
    /// What a move leaves open: a shot or charge before it, nothing after a shot.
    pub fn after_move(self) -> Progress {
        match self {
            Progress::Fresh => Progress::Moved,
            Progress::Moved | Progress::Shot | Progress::Done => Progress::Done,
        }
    }
}

impl State {
    /// A round begins: initiative is rolled anew (REQ-TURN-01, 02).
    pub fn start_round(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.round += 1;
        cx.say(|| {
            Event::note(Clause("REQ-TURN-01"), format!("Round {}", self.round)).deed(Deed::Heading)
        });
        cx.cite(Clause("REQ-TURN-02"));
        if self.scenario.is_printed() {
            cx.cite(Clause("REQ-SCEN-05"));
        }
        self.order = self.initiative(cx)?;
        self.refresh();
        self.turn = 0;
        self.phase = Phase::Activations;
        self.note_claim(cx);
        cx.say(|| {
            let first = self.order.first().copied().unwrap_or(SideId(0));
            Event::note(Clause("REQ-TURN-01"), format!("{first} activates first"))
        });
        Ok(())
    }

    /// Each side rolls one die; ties are rolled again (REQ-Q-38). More than two sides act from
    /// the highest to the lowest (REQ-X-20).
    fn initiative(&self, cx: &mut Cx<'_>) -> Play<SmallVec<[SideId; 4]>> {
        cx.cite(Clause("REQ-DICE-15"));
        cx.cite(Clause("REQ-Q-38"));
        // Whoever has nobody left has nothing to throw for.
        let alive = |side: &SideId| self.standing().any(|m| self.side(m) == *side);
        let all = (0..self.bands.len()).map(|i| SideId(i as u8));
        let sides: SmallVec<[SideId; 4]> = all.filter(alive).collect();
        self.rank(cx, &sides, "rolls for initiative")
    }

    /// Sides in the order of a die each; equal dice are rolled again among themselves.
    pub fn rank(
        &self,
        cx: &mut Cx<'_>,
        sides: &[SideId],
        purpose: &'static str,
    ) -> Play<SmallVec<[SideId; 4]>> {
        let need = |side: SideId| Need::d6(side, 1, purpose);
        match *sides {
            [] => Ok(SmallVec::new()),
            [only] => Ok(SmallVec::from_slice(&[only])),
            [one, other] => {
                let (a, b) = cx.dice_off(need(one), need(other))?;
                cx.say(|| {
                    Event::note(
                        Clause("REQ-DICE-15"),
                        format!("{one} rolls {a}, {other} rolls {b}"),
                    )
                });
                Ok(SmallVec::from_slice(&if a > b { [one, other] } else { [other, one] }))
            }
            _ => {
                cx.cite(Clause("REQ-X-20"));
                let mut rolled: SmallVec<[(u8, SideId); 4]> = SmallVec::new();
                for side in sides {
                    rolled.push((cx.dice(need(*side))?[0], *side));
                }
                cx.say(|| {
                    let rolls = rolled.iter().map(|(face, side)| format!("{side} rolls {face}"));
                    let text = rolls.collect::<Vec<_>>().join(", ");
                    Event::note(Clause("REQ-DICE-15"), text)
                });
                let mut order = SmallVec::new();
                for face in (1..=6).rev() {
                    let tied: SmallVec<[SideId; 4]> =
                        rolled.iter().filter(|(f, _)| *f == face).map(|(_, s)| *s).collect();
                    order.extend(self.rank(cx, &tied, purpose)?);
                }
                Ok(order)
            }
        }
    }

    /// The models a side may still activate.
    fn ready(&self, side: SideId) -> SmallVec<[ModelId; 8]> {
        let ready = |m: &ModelId| self.side(*m) == side && !self.model(*m).activated;
        self.standing().filter(ready).collect()
    }

    /// The next side in turn that has a model to activate; a side without any is passed over
    /// (REQ-TURN-03, REQ-Q-39).
    fn side_to_act(&self) -> Option<SideId> {
        let n = self.order.len();
        let turn = usize::from(self.turn);
        (0..n).map(|i| self.order[(turn + i) % n]).find(|side| !self.ready(*side).is_empty())
    }

    /// A side activates one of its models; it must if it has one (REQ-TURN-03, 04). A stunned
    /// model must first come to its senses.
    pub fn activate(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(side) = self.side_to_act() else { return self.end_round(cx) };
        if self.models.iter().any(|m| m.activated) {
            cx.cite(Clause("REQ-TURN-04"));
        }
        if self.order.iter().any(|s| *s != side && self.ready(*s).is_empty()) {
            cx.cite(Clause("REQ-Q-39"));
        }
        if self.models.iter().any(|m| m.forfeit.is_some()) {
            cx.cite(Clause("REQ-Q-66"));
        }
        let ask = Ask::new(side, "activate", "Which model acts?", Clause("REQ-TURN-03"));
        let model = cx.choose(ask, &self.ready(side), |m| {
            Choice::new(format!("activate {}", self.name(*m)))
                .detail(self.condition_words(*m).join(", "))
                .about(*m)
        })?;
        self.turn = self.order.iter().position(|s| *s == side).unwrap_or(0) as u8;
        self.model_mut(model).activated = true;
        self.model_mut(model).veiled = false;
        self.active = Some(Active {
            model,
            progress: Progress::Fresh,
            spent: tabletop::Length::ZERO,
            braved: SmallVec::new(),
            guided: false,
        });
        cx.say(|| Event::note(Clause("REQ-TURN-03"), format!("{} is activated", self.name(model))));
        if !self.try_to_recover(cx, model)? {
            self.end_activation(cx);
        }
        Ok(())
    }

    /// The activated model does something, or is done.
    pub fn act(&mut self, cx: &mut Cx<'_>, active: &Active) -> Play<()> {
        let model = active.model;
        let over = active.progress == Progress::Done || self.model(model).spot.is_none();
        if over || self.is_helpless(model) {
            self.end_activation(cx);
            return Ok(());
        }
        cx.enter(|| format!("{}'s activation", self.name(model)));
        let actions = self.actions(!cx.is_quiet(), active);
        let index = self.choose_action(cx, model, &actions)?;
        cx.leave();
        self.cite_action(cx, active, &actions[index]);
        self.cite_going(cx, model, &actions[index]);
        match &actions[index] {
            Action::Shoot(shot) => {
                self.firing = Some(Firing::Chosen(*shot));
                Ok(())
            }
            Action::Cast(casting) => self.cast_power(cx, *casting),
            Action::Move => self.make_move(cx, model, self.move_allowance(model)),
            Action::Run => {
                self.make_move(cx, model, self.run_allowance(model))?;
                self.end_activation(cx);
                Ok(())
            }
            Action::RunAway => self.run_away(cx, model),
            Action::Charge(target) => self.charge(cx, model, *target),
            Action::Done | Action::Impossible(..) => {
                self.end_activation(cx);
                Ok(())
            }
        }
    }

    /// Notes which rules an action makes use of.
    fn cite_action(&self, cx: &mut Cx<'_>, active: &Active, action: &Action) {
        let who = self.who(active.model);
        if who.guns().next().is_none() {
            cx.cite(Clause("REQ-ROST-01"));
        }
        let keeps_still = who.guns().any(|(_, w)| w.has(Trait::Stationary));
        let clauses: &[&'static str] = match (action, active.progress) {
            (Action::Cast(_), _) => &["REQ-TURN-06"],
            (Action::Move, Progress::Shot) => &["REQ-PROF-02", "REQ-Q-09"],
            (Action::Move, _) => &["REQ-PROF-02"],
            (Action::Charge(_), Progress::Fresh) => &["REQ-Q-50"],
            (Action::Run | Action::Charge(_), _) if keeps_still => &["REQ-Q-51"],
            // Waiting where it stands, and a move with nothing else.
            (Action::Done, Progress::Fresh) => &["REQ-TURN-08"],
            (Action::Done, Progress::Moved) => &["REQ-Q-50"],
            _ => &[],
        };
        clauses.iter().for_each(|id| cx.cite(Clause(id)));
        cx.cite(Clause("REQ-TURN-09"));
    }

    /// Notes which rules concern a model that goes somewhere.
    fn cite_going(&self, cx: &mut Cx<'_>, model: ModelId, action: &Action) {
        if !matches!(action, Action::Move | Action::Run | Action::RunAway) {
            return;
        }
        if self.in_contact(model).next().is_some() {
            cx.cite(Clause("REQ-Q-54"));
        }
        if self.who(model).can(Skill::Sprint) {
            cx.cite(Clause("REQ-GEAR-21"));
            cx.cite(Clause("REQ-Q-63"));
        }
    }

    fn choose_action(&self, cx: &mut Cx<'_>, model: ModelId, actions: &[Action]) -> Play<usize> {
        let indices: SmallVec<[usize; 16]> = (0..actions.len()).collect();
        let ask = Ask::new(self.side(model), "action", "What does it do?", Clause("REQ-TURN-05"));
        cx.choose(ask.about(model), &indices, |i| match &actions[*i] {
            Action::Shoot(shot) => self.describe_shot(shot),
            Action::Cast(casting) => self.describe_casting(casting),
            Action::Move => {
                let far = self.move_allowance(model).distance;
                Choice::new("move").detail(format!("up to {far} inches")).merit(30)
            }
            Action::Run => {
                let far = self.run_allowance(model).distance;
                Choice::new("run").detail(format!("up to {far} inches, nothing else")).merit(20)
            }
            Action::RunAway => Choice::new("run away").merit(10),
            Action::Charge(target) => Choice::new(format!("charge {}", self.name(*target)))
                .detail(match self.agreed.melee {
                    Melee::Duel => "fight until one of them drops",
                    Melee::Exchange => "one blow, and one back if it misses",
                })
                .about(*target)
                .merit(self.charge_merit(model, *target)),
            Action::Done => Choice::new("done").declining().merit(-10),
            Action::Impossible(key, refusal) => Choice::new(key.clone()).refused(refusal.clone()),
        })
    }

    /// A rough rating of a charge: better the better one strikes compared with the target.
    fn charge_merit(&self, model: ModelId, target: ModelId) -> i32 {
        let strength = |m: ModelId| {
            let blades = self.who(m).blades();
            let best = blades.map(|(_, w)| w.bonus.keep * 3 + w.bonus.roll).max().unwrap_or(0);
            i32::from(best) * 8 - i32::from(self.model(m).wounds) * 12
        };
        45 + strength(model) - strength(target)
    }

    /// Everything the model may do next and, if told, what it may not and why.
    fn actions(&self, told: bool, active: &Active) -> Vec<Action> {
        let model = active.model;
        let mut actions = Vec::with_capacity(16);
        if let Some(fear) = self.model(model).fear {
            self.add_flight(model, fear, &mut actions);
            actions.push(Action::Done);
            return actions;
        }
        match active.progress {
            Progress::Fresh => {
                self.add_shots(told, model, &mut actions);
                self.add_castings(told, model, &mut actions);
                self.add_charges(told, model, &mut actions);
                add_if(told, self.may_leave(model), "move", Action::Move, &mut actions);
                add_if(told, self.may_leave(model), "run", Action::Run, &mut actions);
            }
            Progress::Moved => {
                self.add_shots(told, model, &mut actions);
                self.add_castings(told, model, &mut actions);
                self.add_charges(told, model, &mut actions);
            }
            Progress::Shot => {
                add_if(told, self.may_leave(model), "move", Action::Move, &mut actions);
            }
            Progress::Done => (),
        }
        actions.push(Action::Done);
        actions
    }

    fn add_shots(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        let weapons = &self.who(model).weapons;
        // Of two guns of a kind, either will do.
        let twin = |i: usize| weapons[..i].contains(&weapons[i]);
        for (weapon, gun) in self.who(model).guns().filter(|(i, _)| !twin(*i)) {
            // The second of two guns of a name is fired after the first, never instead of it.
            let twin = |other: &Weapon| other.name == gun.name;
            if self.who(model).weapons[..weapon].iter().any(twin) {
                continue;
            }
            let barred = self.may_fire(model, weapon).err();
            if barred.is_some() && !told {
                continue;
            }
            for target in self.enemies(model) {
                let key = || format!("shoot {} with {}", self.name(target), gun.name);
                let shot = match &barred {
                    Some(refusal) => Err(refusal.clone()),
                    None => self.plan_shot(model, weapon, target),
                };
                match shot {
                    Ok(shot) => actions.push(Action::Shoot(shot)),
                    Err(refusal) if told => actions.push(Action::Impossible(key(), refusal)),
                    Err(_) => (),
                }
            }
        }
    }

    fn add_castings(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        if self.agreed.psi == Psi::Off || self.who(model).powers.is_empty() {
            return;
        }
        for (key, casting) in self.castings(model) {
            match casting {
                Ok(casting) => actions.push(Action::Cast(casting)),
                Err(refusal) if told => actions.push(Action::Impossible(key, refusal)),
                Err(_) => (),
            }
        }
    }

    fn add_charges(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        let own = self.body(model);
        let near = |e: &ModelId| told || measure::within(&own, &self.body(*e), MELEE_RANGE);
        for target in self.enemies(model).filter(near) {
            match self.way_to_charge(model, target) {
                Ok(_) => actions.push(Action::Charge(target)),
                Err(refusal) if told => {
                    let key = format!("charge {}", self.name(target));
                    actions.push(Action::Impossible(key, refusal));
                }
                Err(_) => (),
            }
        }
    }

    fn add_flight(&self, model: ModelId, fear: Fear, actions: &mut Vec<Action>) {
        let from = match fear {
            Fear::Panic => self.nearest_enemy(model),
            Fear::Dread(psyker) => self.model(psyker).spot.map(|_| psyker),
        };
        if from.is_some() && self.may_leave(model).is_ok() {
            actions.push(Action::RunAway);
        }
    }

    /// The activation is over; the next side in turn goes on (REQ-TURN-03).
    pub fn end_activation(&mut self, cx: &mut Cx<'_>) {
        if let Some(active) = self.active.take() {
            // Fear is about the next activation only, however that one was spent.
            if let Some(fear) = self.model_mut(active.model).fear.take() {
                cx.cite(fear.clause());
            }
        }
        self.fight = None;
        self.watch_claim(cx);
        self.turn = (self.turn + 1) % self.order.len().max(1) as u8;
    }
}

fn add_if(
    told: bool,
    allowed: Result<(), Refusal>,
    key: &str,
    action: Action,
    actions: &mut Vec<Action>,
) {
    match allowed {
        Ok(()) => actions.push(action),
        Err(refusal) if told => actions.push(Action::Impossible(key.to_owned(), refusal)),
        Err(_) => (),
    }
}
