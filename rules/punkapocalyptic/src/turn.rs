//! Chapter 5: the game Turn, Agility Rounds, roll-offs, delays (PUN-TRN, PUN-DLY).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;

use crate::hits::{Hit, Source};
use crate::options::{DelayUsesSlot, LaterEdition, PoisonNextGameTurn};
use crate::profile::ModelRule;
use crate::state::{Acting, Group, Models, PatchKind, Phase, State};
use crate::tasks::Task;

/// Before the first Round of a game Turn.
pub const BEFORE_ALL: u8 = u8::MAX;

/// What a player does with his turn to pick a model.
#[derive(Clone, Copy, Debug)]
enum Pick {
    Act(ModelId),
    Delay(ModelId),
    /// Shown only to say why it is not possible.
    NoDelay(ModelId, Clause),
}

impl State {
    /// A game Turn begins from the top (PUN-TRN-02).
    pub fn start_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.turn += 1;
        cx.say(|| {
            Event::note(Clause("PUN-TRN-01"), format!("Turn {}", self.turn)).deed(Deed::Heading)
        });
        cx.cite(Clause("PUN-TRN-02"));
        cx.cite(Clause("PUN-Q-10"));
        if self.turn == 1 {
            self.tell_cover(cx);
        }
        for model in &mut self.models {
            model.acted = false;
            model.delayed = None;
            model.has_delayed = false;
        }
        self.round = BEFORE_ALL;
        self.group = Group::Regular;
        self.slot = None;
        self.phase = Phase::Rounds;
        self.expect_arrivals();
        Ok(())
    }

    /// Everybody knows before the game what Cover things give (PUN-COV-06).
    fn tell_cover(&self, cx: &mut Cx<'_>) {
        if !self.lore.iter().any(|lore| lore.cover > 0) {
            return;
        }
        cx.say(|| {
            let pieces = self.table.pieces().iter().zip(self.lore.iter());
            let covers = pieces.filter(|(_, lore)| lore.cover > 0);
            let mut words: Vec<String> =
                covers.map(|(piece, lore)| format!("{} +{}", piece.name, lore.cover)).collect();
            words.sort_unstable();
            words.dedup();
            Event::note(Clause("PUN-COV-06"), format!("Cover: {}", words.join(", ")))
        });
    }

    /// The next model is picked (PUN-SEQ-02): its owner says whether it acts or delays.
    pub fn next_model(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let late = self.late();
        if let Some(first) = late.first() {
            // Whoever missed its Round acts at once, as if delayed (PUN-Q-61).
            cx.cite(Clause("PUN-Q-61"));
            let side = self.side(*first);
            let own: Models = late.into_iter().filter(|m| self.side(*m) == side).collect();
            let picks: SmallVec<[Pick; 8]> = own.iter().map(|m| Pick::Act(*m)).collect();
            let pick = self.pick(cx, side, &picks)?;
            return self.follow(cx, side, pick);
        }
        let waiting = self.waiting();
        if waiting.is_empty() {
            return self.next_group(cx);
        }
        let both = [SideId(0), SideId(1)].map(|s| waiting.iter().any(|m| self.side(*m) == s));
        let slot = match self.slot {
            Some(slot) => slot,
            None => self.open_group(cx, both)?,
        };
        // A side without anybody left leaves its place to the other (PUN-TRN-11).
        let side = if both[slot.index()] { slot } else { self.rival(slot) };
        if side != slot && both != [true, true] {
            cx.cite(Clause("PUN-TRN-11"));
        }
        self.slot = Some(side);
        let own = || waiting.iter().copied().filter(|m| self.side(*m) == side);
        let mut picks: SmallVec<[Pick; 8]> = own().map(Pick::Act).collect();
        picks.extend(own().filter(|m| self.may_delay(*m).is_ok()).map(Pick::Delay));
        if picks.len() > 1 && !cx.is_quiet() {
            // Where there is anything to choose, players are told what they cannot.
            let barred = own().filter_map(|m| Some(Pick::NoDelay(m, self.may_delay(m).err()?)));
            let barred: SmallVec<[Pick; 8]> = barred.collect();
            if own().any(|m| self.has(m, ModelRule::Beast)) {
                cx.cite(Clause("PUN-BEA-02"));
            }
            picks.extend(barred);
        }
        let pick = self.pick(cx, side, &picks)?;
        self.follow(cx, side, pick)
    }

    /// Those whose Round is over, because their Agility has changed since (PUN-Q-61).
    fn late(&self) -> Models {
        let late = |m: &ModelId| {
            let model = self.model(*m);
            !model.acted && model.delayed.is_none() && self.agility(*m) > self.round
        };
        self.up().filter(late).filter(|m| self.leads(*m)).collect()
    }

    /// Those of the present group who have not acted.
    fn waiting(&self) -> Models {
        let belongs = |m: &ModelId| {
            let model = self.model(*m);
            !model.acted
                && match self.group {
                    Group::Regular => model.delayed.is_none() && self.agility(*m) == self.round,
                    Group::Delayed(agility) => {
                        model.delayed == Some(self.round) && self.agility(*m) == agility
                    }
                }
        };
        self.up().filter(belongs).filter(|m| self.leads(*m)).collect()
    }

    /// Who picks first: the only side there is, or as the winner of a roll-off likes
    /// (PUN-TRN-06 to 09, PUN-TRN-12).
    fn open_group(&mut self, cx: &mut Cx<'_>, both: [bool; 2]) -> Play<SideId> {
        if self.group != Group::Regular {
            cx.cite(Clause("PUN-DLY-05"));
        }
        if both != [true, true] {
            cx.cite(Clause("PUN-TRN-06"));
            return Ok(SideId(u8::from(!both[0])));
        }
        cx.cite(Clause("PUN-TRN-12"));
        let winner = self.roll_off(cx)?;
        let ask = Ask::new(winner, "first", "Who acts first?", Clause("PUN-TRN-09"));
        let mine = cx.choose(ask, &[true, false], |mine| match mine {
            true => Choice::new("mine first").merit(1),
            false => Choice::new("theirs first"),
        })?;
        let first = if mine { winner } else { self.rival(winner) };
        cx.say(|| {
            Event::note(Clause("PUN-TRN-09"), format!("{first} goes first in Round {}", self.round))
        });
        Ok(first)
    }

    fn pick(&self, cx: &mut Cx<'_>, side: SideId, picks: &[Pick]) -> Play<Pick> {
        let ask = Ask::new(side, "activate", "Which model acts?", Clause("PUN-TRN-10"));
        cx.choose(ask, picks, |pick| match pick {
            Pick::Act(m) => Choice::new(format!("activate {}", self.name(*m)))
                .detail(self.condition_words(*m).join(", "))
                .about(*m)
                .merit(10),
            Pick::Delay(m) => Choice::new(format!("delay {}", self.name(*m)))
                .detail("it acts last in a later Round")
                .about(*m)
                .merit(-10),
            Pick::NoDelay(m, clause) => {
                let why = format!("{} cannot delay", self.name(*m));
                Choice::new(format!("delay {}", self.name(*m))).refused(Refusal::new(*clause, why))
            }
        })
    }

    fn follow(&mut self, cx: &mut Cx<'_>, side: SideId, pick: Pick) -> Play<()> {
        match pick {
            Pick::Act(model) => {
                if self.slot.is_some() {
                    self.slot = Some(self.rival(side));
                }
                self.begin_action_turn(cx, model)
            }
            Pick::Delay(model) | Pick::NoDelay(model, _) => self.delay(cx, model),
        }
    }

    /// Whether a model may put its Action Turn off: once a game Turn, and there must be a later
    /// Round (PUN-DLY-02, 06, PUN-Q-11).
    fn may_delay(&self, model: ModelId) -> Result<(), Clause> {
        let rules = [
            (self.has(model, ModelRule::Beast) || self.has(model, ModelRule::Mong), "PUN-DLY-06"),
            (self.model(model).has_delayed || self.group != Group::Regular, "PUN-DLY-02"),
            (self.agility(model) <= 1, "PUN-Q-11"),
        ];
        rules.iter().find(|(bars, _)| *bars).map_or(Ok(()), |(_, id)| Err(Clause(id)))
    }

    /// A model puts its Action Turn off to a Round that its owner names (PUN-DLY-01).
    fn delay(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let side = self.side(model);
        let rounds: SmallVec<[u8; 10]> = (1..self.agility(model)).rev().collect();
        let ask = Ask::new(side, "delay", "To which Round?", Clause("PUN-DLY-01")).about(model);
        let to = cx.choose(ask, &rounds, |round| Choice::new(format!("to round {round}")))?;
        for member in self.pack_of(model) {
            let m = self.model_mut(member);
            m.delayed = Some(to);
            m.has_delayed = true;
        }
        cx.cite(Clause("PUN-Q-10"));
        cx.cite(Clause("PUN-Q-11"));
        if self.agreed.delay_uses_slot == DelayUsesSlot::On {
            self.slot = Some(self.rival(side));
        }
        cx.say(|| {
            let text = format!("{} waits until Round {to}", self.name(model));
            Event::note(Clause("PUN-DLY-01"), text).deed(Deed::Changed { model })
        });
        Ok(())
    }

    /// The next group of this Round, or the next Round in which anybody acts, or the end of the
    /// game Turn.
    fn next_group(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.slot = None;
        cx.cite(Clause("PUN-TRN-02"));
        let idle = || self.up().filter(|m| !self.model(*m).acted);
        let here = idle().filter(|m| self.model(*m).delayed == Some(self.round));
        if let Some(agility) = here.map(|m| self.agility(m)).min() {
            // Of those who waited, the slower go first (PUN-DLY-03, 04).
            cx.cite(Clause("PUN-DLY-03"));
            cx.cite(Clause("PUN-DLY-04"));
            self.group = Group::Delayed(agility);
            return Ok(());
        }
        let rounds = idle().map(|m| self.model(m).delayed.unwrap_or_else(|| self.agility(m)));
        let next = rounds.filter(|round| *round < self.round).max();
        self.clear_smoke(cx, next.unwrap_or(0));
        let Some(next) = next else { return self.end_turn(cx) };
        self.round = next;
        self.group = Group::Regular;
        cx.say(|| Event::note(Clause("PUN-TRN-03"), format!("Agility Round {next}")));
        Ok(())
    }

    /// Smoke of the last game Turn is gone when its Round is over (PUN-SMO-03).
    fn clear_smoke(&mut self, cx: &mut Cx<'_>, next: u8) {
        if self.agreed.later_edition == LaterEdition::On {
            return;
        }
        let turn = self.turn;
        self.patches.retain(|patch| {
            let stays = match patch.kind {
                PatchKind::Fire => true,
                PatchKind::Smoke { turn: placed, round } => placed >= turn || round <= next,
            };
            if !stays {
                let text = || format!("The smoke at {} has gone", patch.spot);
                cx.say(|| Event::note(Clause("PUN-SMO-03"), text()));
            }
            stays
        });
    }

    /// A model's Action Turn begins (PUN-SEQ-03).
    pub fn begin_action_turn(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let m = self.model_mut(model);
        m.acted = true;
        m.delayed = None;
        self.acting = Some(Acting::new(model, self.who(model).profile.actions()));
        cx.say(|| Event::note(Clause("PUN-TRN-05"), format!("{} acts", self.name(model))));
        if self.in_pack(model) {
            cx.cite(Clause("PUN-PAC-04"));
        }
        for other in self.others_begin(model) {
            self.begin_last_rage(other);
            self.suffer_poison(cx, other);
        }
        self.begin_last_rage(model);
        self.suffer_poison(cx, model);
        Ok(())
    }

    /// Poison works just before the victim's Actions (PUN-POI-01, PUN-Q-51).
    fn suffer_poison(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let later = self.agreed.poison_next_game_turn == PoisonNextGameTurn::On;
        let Some(poison) = self.model(model).poison else { return };
        if later && poison.turn == self.turn {
            cx.cite(Clause("PUN-Q-51"));
            return;
        }
        self.model_mut(model).poison = None;
        let hit = Hit::hazard(model, i32::from(poison.strength), Source::Poison);
        self.tasks.push(Task::Hit(Box::new(hit)));
    }

    /// A model's Action Turn is over: Aim and Assault bonus end with it, a shock wears off, a rage
    /// is over, and contaminated ground tells (PUN-SEQ-03).
    pub fn end_action_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(acting) = self.acting.take() else { return Ok(()) };
        self.recover(acting.model, &acting.gassed);
        self.let_go_of_weapons();
        for member in self.pack_of(acting.model) {
            self.drop_from_air(cx, member);
            self.end_rage(cx, member);
            self.suffer_ground(cx, member)?;
        }
        Ok(())
    }

    /// Whoever is no longer engaged is no longer bound to the weapon it chose (PUN-Q-24).
    pub fn let_go_of_weapons(&mut self) {
        for i in 0..self.models.len() {
            let model = ModelId(i as u16);
            if self.models[i].wields.is_some()
                && (self.models[i].spot.is_none() || !self.is_engaged(model))
            {
                self.models[i].wields = None;
            }
        }
    }

    /// The game Turn is over: readiness ends (PUN-DEF-08), packs are checked (PUN-PAC-02), the
    /// scenario is scored.
    fn end_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        for model in &mut self.models {
            if model.ready {
                cx.cite(Clause("PUN-DEF-08"));
            }
            model.ready = false;
            model.shot_at.clear();
        }
        self.check_packs(cx)?;
        self.phase = Phase::TurnStart;
        self.score_turn(cx)
    }
}
