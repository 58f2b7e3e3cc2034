//! Chapter 3: turns and activation.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;

use crate::gear::Armor;
use crate::options::AllureDuration;
use crate::quality::{Tally, Test, Try};
use crate::state::{Acting, Active, Mark, Models, Order, State};

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    One(ModelId),
    Pair([ModelId; 2]),
    Nobody,
}

impl Acting {
    /// A model with some actions, and nothing done yet.
    pub fn fresh(model: ModelId, actions: u8) -> Acting {
        Acting { model, actions, moves: 0, steps: 0, volley: None, sprint: false, started: false }
    }
}

impl State {
    /// The side whose turn comes next begins it.
    pub fn start_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let side = self.side_to_act();
        cx.say(|| {
            let text = format!("{}'s turn", self.parties[side.index()].name);
            Event::note(Clause("MUT-TRN-05"), text).deed(Deed::Heading)
        });
        if self.in_play().any(|m| self.is(m, Mark::Attacked)) {
            cx.cite(Clause("MUT-Q-59"));
        }
        self.refresh_for_turn(side);
        if self.in_play().any(|m| self.side(m) == side && self.is(m, Mark::Hidden)) {
            cx.cite(Clause("MUT-LOS-18"));
            cx.cite(Clause("MUT-G-13"));
        }
        self.start_of_turn(cx, side)
    }

    /// What the start of a side's turn makes new (MUT-Q-59).
    pub fn refresh_for_turn(&mut self, side: SideId) {
        // As some agree, a scent lasts no longer than the turn it was spread in (MUT-Q-99).
        let fleeting = self.agreed.allure_duration == AllureDuration::ThisTurn;
        let all: Models = self.in_play().collect();
        for m in all {
            let mine = self.side(m) == side;
            let hidden = mine && self.is_hidden(m);
            let model = self.model_mut(m);
            // Whoever changes sides in this turn has not acted in it (MUT-TRN-09, MUT-CON-18).
            for mark in [Mark::Irradiated, Mark::Activated, Mark::Attacked] {
                model.marks.clear(mark);
            }
            if model.lured == Some(side) || fleeting {
                model.lured = None;
            }
            if !mine {
                continue;
            }
            for mark in [Mark::WaterShy, Mark::Hidden] {
                model.marks.clear(mark);
            }
            model.daunted = 0;
            // A Genetic Booster holds for a turn only (MUT-Q-113).
            if model.is(Mark::Boosted) {
                model.marks.clear(Mark::Boosted);
                model.marks.clear(Mark::Transfixed);
            }
            if hidden {
                model.marks.put(Mark::Hidden);
            }
        }
    }

    /// Models a side may still activate. Whoever has passed out cannot act at all.
    fn ready(&self, side: SideId) -> SmallVec<[ModelId; 8]> {
        let ready = |m: &ModelId| {
            let out = self.is(*m, Mark::PassedOut) || self.is_stopped(*m);
            self.side(*m) == side && !self.is(*m, Mark::Activated) && !out
        };
        self.in_play().filter(ready).collect()
    }

    /// A side names one of its models and the number of dice (MUT-TRN-05), or ends its turn
    /// (MUT-TRN-10).
    pub fn activate(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let side = self.side_to_act();
        let ready = self.ready(side);
        if self.in_play().any(|m| self.side(m) == side && self.is(m, Mark::PassedOut)) {
            cx.cite(Clause("MUT-CON-17"));
            cx.cite(Clause("MUT-Q-102"));
        }
        if self.in_play().any(|m| self.side(m) == side && self.is(m, Mark::Activated)) {
            cx.cite(Clause("MUT-TRN-09"));
        }
        if ready.is_empty() {
            return self.end_turn(cx);
        }
        let model = match self.choose_who(cx, side, &ready)? {
            Who::One(model) => model,
            Who::Pair(pair) => {
                cx.cite(Clause("MUT-GRP-12"));
                let before = self.activated();
                return self.roll_together(cx, (side, Order::Door), &pair, (false, before));
            }
            Who::Nobody => {
                cx.cite(Clause("MUT-TRN-10"));
                cx.cite(Clause("MUT-Q-58"));
                return self.end_turn(cx);
            }
        };
        if self.is(model, Mark::Lurking) {
            self.reveal_lurker(cx, model);
        }
        let dice = self.choose_dice(cx, side, model)?;
        let before = self.activated();
        self.model_mut(model).marks.put(Mark::Activated);
        let roll = Try::new(Test::Activation, dice, "activates", Clause("MUT-TRN-05"));
        let tally = self.quality_roll(cx, model, &roll)?;
        self.overheat(cx, model, tally);
        let turnover = self.announce(cx, tally);
        let members = SmallVec::from_iter([Acting::fresh(model, tally.successes)]);
        self.active = Some(Active { members, order: None, turnover, before });
        Ok(())
    }

    /// How many have been activated this turn, those who have left the table since included.
    pub(crate) fn activated(&self) -> u8 {
        self.models.iter().filter(|m| m.is(Mark::Activated)).count() as u8
    }

    /// One model, two at a door (MUT-GRP-12), or nobody any more.
    fn choose_who(&self, cx: &mut Cx<'_>, side: SideId, ready: &[ModelId]) -> Play<Who> {
        let pairs = self.door_pairs(ready);
        let singles = ready.iter().copied().map(Who::One);
        let options: SmallVec<[Who; 8]> =
            singles.chain(pairs.into_iter().map(Who::Pair)).chain([Who::Nobody]).collect();
        let ask = Ask::new(side, "activate", "Which model acts?", Clause("MUT-TRN-05"));
        cx.choose(ask, &options, |option| match option {
            Who::One(m) => Choice::new(format!("activate {}", self.name(*m)))
                .detail(self.condition_words(*m).join(", "))
                .about(*m)
                .merit(50 - i32::from(self.model(*m).quality())),
            Who::Pair([a, b]) => {
                let text = format!("activate {} and {}", self.name(*a), self.name(*b));
                Choice::new(text).detail("to bash a door together").about(*a).merit(20)
            }
            Who::Nobody => Choice::new("end the turn").declining(),
        })
    }

    /// One, two or three dice, as the player dares (MUT-TRN-05).
    pub fn choose_dice(&self, cx: &mut Cx<'_>, side: SideId, model: ModelId) -> Play<u8> {
        let ask = Ask::new(side, "dice", "How many dice?", Clause("MUT-TRN-05")).about(model);
        let sure = i32::from(self.model(model).quality()) <= 3;
        cx.choose(ask, &[1u8, 2, 3], |dice| match dice {
            1 => Choice::new("1 die").merit(1).declining(),
            2 => Choice::new("2 dice").merit(if sure { 2 } else { 3 }),
            _ => Choice::new("3 dice").merit(if sure { 3 } else { 0 }),
        })
    }

    /// Tells what an activation roll means; two failures end the turn afterwards (MUT-T-03).
    pub fn announce(&self, cx: &mut Cx<'_>, tally: Tally) -> bool {
        let turnover = tally.failures >= 2;
        let clause = match (tally.successes, turnover) {
            (_, true) => Clause("MUT-TRN-07"),
            (0, false) => Clause("MUT-TRN-08"),
            _ => Clause("MUT-TRN-06"),
        };
        cx.say(|| {
            let then = if turnover { "; the turn ends after that" } else { "" };
            let s = if tally.successes == 1 { "" } else { "s" };
            Event::note(clause, format!("{} action{s}{then}", tally.successes))
        });
        cx.cite(Clause("MUT-T-03"));
        if tally.successes > 0 {
            cx.cite(Clause("MUT-TRN-06"));
        }
        if !turnover {
            cx.cite(Clause("MUT-TRN-08"));
        }
        turnover
    }

    /// Two natural 1s shut Power Armor down (MUT-SPC-099).
    pub(crate) fn overheat(&mut self, cx: &mut Cx<'_>, model: ModelId, tally: Tally) {
        let m = self.model(model);
        if tally.ones < 2 || !m.wears(Armor::Power) || m.is(Mark::ShutDown) {
            return;
        }
        self.model_mut(model).marks.put(Mark::ShutDown);
        cx.cite(Clause("MUT-CON-21"));
        cx.cite(Clause("MUT-Q-107"));
        cx.say(|| {
            let text = format!("{}'s Power Armor shuts down", self.name(model));
            Event::note(Clause("MUT-SPC-099"), text).deed(Deed::Changed { model })
        });
    }

    /// Whoever is acting does the next thing, or the activation ends.
    pub fn act_or_end(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let side = self.side_to_act();
        let Some(active) = &self.active else { return Ok(()) };
        let order = active.order;
        let still = |a: &&Acting| {
            let m = self.model(a.model);
            let out = m.is(Mark::PassedOut) || self.is_stopped(a.model);
            m.spot.is_some() && self.side(a.model) == side && !out
        };
        let members: Models = active.members.iter().filter(still).map(|a| a.model).collect();
        if members.is_empty() {
            return self.end_activation(cx);
        }
        if members.len() > 1 {
            cx.cite(Clause("MUT-GRP-04"));
        }
        let clause = if order.is_some() { "MUT-GRP-04" } else { "MUT-ACT-01" };
        let ask = Ask::new(side, "member", "Who of the group acts next?", Clause(clause));
        let model = cx.choose(ask, &members, |m| {
            Choice::new(format!("let {} act", self.name(*m))).about(*m)
        })?;
        self.act(cx, model)
    }

    /// A model has finished: what it has not used is lost (MUT-ACT-01).
    pub fn finish_acting(&mut self, model: ModelId) {
        if let Some(active) = &mut self.active {
            active.members.retain(|a| a.model != model);
        }
        self.model_mut(model).marks.clear(Mark::Aloft);
    }

    /// The activation is over; after two failures so is the turn (MUT-TRN-07).
    fn end_activation(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(active) = self.active.take() else { return Ok(()) };
        for acting in &active.members {
            self.model_mut(acting.model).marks.clear(Mark::Aloft);
        }
        if !active.turnover {
            return Ok(());
        }
        cx.say(|| Event::note(Clause("MUT-TRN-07"), "Two failures: the turn is over"));
        self.end_turn(cx)
    }

    /// The next side has its turn; sides without models are passed over.
    pub fn end_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.active = None;
        let alive = |side: SideId| self.in_play().any(|m| self.side(m) == side);
        let sides = (0..self.parties.len()).map(|i| SideId(i as u8));
        let left: SmallVec<[SideId; 4]> = sides.filter(|s| alive(*s)).collect();
        if left.is_empty() {
            return Ok(());
        }
        match self.parties.len() {
            0..=2 => self.next_in_order(&left),
            _ => self.draw_next(cx, &left)?,
        }
        self.start_turn(cx)
    }

    fn next_in_order(&mut self, left: &[SideId]) {
        for _ in 0..self.order.len() {
            self.turn += 1;
            if usize::from(self.turn) >= self.order.len() {
                self.turn = 0;
                self.round += 1;
            }
            if left.contains(&self.side_to_act()) {
                return;
            }
        }
    }

    /// With more than two players the next card names who plays (MUT-TRN-13).
    fn draw_next(&mut self, cx: &mut Cx<'_>, left: &[SideId]) -> Play<()> {
        cx.cite(Clause("MUT-TRN-13"));
        cx.cite(Clause("MUT-GEN-12"));
        let mut cards: SmallVec<[SideId; 4]> =
            left.iter().copied().filter(|side| !self.order.contains(side)).collect();
        if cards.is_empty() {
            cx.say(|| Event::note(Clause("MUT-TRN-13"), "All have played: the cards are shuffled"));
            self.order.clear();
            self.round += 1;
            cards = left.iter().copied().collect();
        }
        let side = draw_card(cx, &cards)?;
        self.order.push(side);
        self.turn = (self.order.len() - 1) as u8;
        Ok(())
    }
}

/// Draws one of some cards, each as likely as any other (MUT-TRN-12, 13).
pub fn draw_card(cx: &mut Cx<'_>, cards: &[SideId]) -> Play<SideId> {
    let [first, others @ ..] = cards else { return Ok(SideId(0)) };
    if others.is_empty() {
        return Ok(*first);
    }
    let need = Need { sides: cards.len() as u8, ..Need::d6(*first, 1, "draws a card") };
    let drawn = cards[usize::from(cx.dice(need)?[0]).saturating_sub(1).min(cards.len() - 1)];
    cx.say(|| Event::note(Clause("MUT-TRN-13"), format!("{drawn}'s card is drawn")));
    Ok(drawn)
}
