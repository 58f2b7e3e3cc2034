//! Chapters 6, 9 and 10: the kill roll, suppression, death, captives.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, SideId};

use crate::options::{LaserIgnoresLight, SuppressedKeepsDown};
use crate::profile::{Armour, Order, Toughness};
use crate::rolls::{Cast, Sum, roll};
use crate::sight::{Cover, Shelter};
use crate::state::{Fate, State, touches};

/// What hits somebody.
#[derive(Clone, Copy, Debug)]
pub struct Blow<'a> {
    /// Whose dice are thrown.
    pub side: SideId,
    /// What does it, for the roll's words.
    pub by: &'a str,
    /// Whom it hits.
    pub target: ModelId,
    /// How many dice of damage.
    pub dice: u8,
    /// The target's cover.
    pub cover: Shelter,
    /// Whether it burns, and so ignores soft cover (KZ-X-13).
    pub burns: bool,
    /// Whether it is a laser (KZ-FIRE-15).
    pub laser: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Harm {
    /// Nothing.
    None,
    /// Suppressed.
    Suppressed,
    /// Killed.
    Killed,
}

impl State {
    /// The kill roll: damage dice are added up and held against the target's armour
    /// (KZ-KILL-01 to 03).
    pub fn kill_roll(&mut self, cx: &mut Cx<'_>, blow: Blow<'_>) -> Play<Harm> {
        let sum = self.kill_sum(&blow);
        let cast = Cast {
            side: blow.side,
            model: Some(blow.target),
            count: blow.dice,
            purpose: "damage",
            clause: Clause("KZ-KILL-01"),
        };
        let rolled =
            roll(cx, cast, &sum, || format!("{} damages {}", blow.by, self.name(blow.target)))?;
        let harm = self.verdict(cx, &blow, rolled.total);
        match harm {
            Harm::None => {
                cx.say(|| {
                    let text = format!("{} is unharmed", self.name(blow.target));
                    Event::note(Clause("KZ-KILL-03"), text)
                });
                Ok(Harm::None)
            }
            Harm::Suppressed => {
                self.suppress(cx, blow.target);
                Ok(Harm::Suppressed)
            }
            Harm::Killed => self.slay(cx, blow.target),
        }
    }

    /// What changes a kill roll (KZ-T-05).
    fn kill_sum(&self, blow: &Blow<'_>) -> Sum {
        let mut sum = Sum::default();
        let target = self.model(blow.target);
        let lies = target.order == Order::KeepDown && !self.who(blow.target).is_vehicle();
        // A suppressed figure ignores its order, so its cover counts but its caution does not.
        let counts =
            !target.suppressed || self.agreed.suppressed_keeps_down == SuppressedKeepsDown::On;
        sum.add_if(lies && counts, -2, "Keep Down", Clause("KZ-KILL-02"));
        if !(blow.burns && blow.cover.cover == Cover::Soft) {
            let (by, why, clause) = blow.cover.modifier();
            sum.add(by, why, clause);
        }
        sum
    }

    fn toughness(&self, blow: &Blow<'_>) -> Toughness {
        let who = self.who(blow.target);
        let pierced = blow.laser
            && who.armour == Armour::Light
            && self.agreed.laser_ignores_light == LaserIgnoresLight::On;
        match pierced {
            true => Toughness { kill: 7, suppress: 1 },
            false => who.toughness(),
        }
    }

    fn verdict(&self, cx: &mut Cx<'_>, blow: &Blow<'_>, total: i32) -> Harm {
        let who = self.who(blow.target);
        let Toughness { kill, suppress } = self.toughness(blow);
        if !cx.is_quiet() {
            self.cite_verdict(cx, blow, total);
        }
        if total >= kill {
            Harm::Killed
        } else if who.is_zombie() {
            // Zombies are knocked down by exactly eight (KZ-Q-39).
            if total == suppress { Harm::Suppressed } else { Harm::None }
        } else if total >= suppress {
            Harm::Suppressed
        } else {
            Harm::None
        }
    }

    fn cite_verdict(&self, cx: &mut Cx<'_>, blow: &Blow<'_>, total: i32) {
        let who = self.who(blow.target);
        let down = self.model(blow.target).suppressed;
        let keeps = self.model(blow.target).order == Order::KeepDown;
        let cover = blow.cover.cover;
        let rules: [(bool, &'static str); 16] = [
            (true, "KZ-KILL-03"),
            (true, "KZ-T-04"),
            (true, "KZ-T-05"),
            (who.is_cyborg(), "KZ-KILL-05"),
            (who.is_zombie(), "KZ-ZOM-06"),
            (who.is_zombie(), "KZ-Q-39"),
            (total <= 0, "KZ-Q-66"),
            (down && keeps, "KZ-Q-23"),
            (down, "KZ-Q-54"),
            (keeps, "KZ-Q-24"),
            (blow.laser, "KZ-Q-33"),
            (cover != Cover::None, "KZ-KILL-02"),
            (cover != Cover::None, "KZ-X-08"),
            (cover != Cover::None, "KZ-Q-69"),
            (cover == Cover::Hard, "KZ-Q-38"),
            (who.is_vehicle(), "KZ-X-21"),
        ];
        rules.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
    }

    /// Somebody is suppressed (KZ-SUP-01, 02); captives of his are free to try (KZ-CAP-05).
    pub fn suppress(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        if self.model(model).suppressed {
            cx.cite(Clause("KZ-Q-54"));
            return;
        }
        self.model_mut(model).suppressed = true;
        cx.say(|| {
            let verb = if self.who(model).is_vehicle() { "is stalled" } else { "is suppressed" };
            let text = format!("{} {verb}", self.name(model));
            Event::note(Clause("KZ-SUP-01"), text).deed(Deed::Changed { model })
        });
        self.release_captives(cx, model, Clause("KZ-CAP-05"));
    }

    /// Somebody would be killed: a Hero is suppressed instead on 3 or more (KZ-KILL-04).
    pub fn slay(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<Harm> {
        if self.who(model).is_hero() {
            let cast = Cast {
                side: self.thrower(self.side(model)),
                model: Some(model),
                count: 1,
                purpose: "save",
                clause: Clause("KZ-KILL-04"),
            };
            let rolled = roll(cx, cast, &Sum::default(), || format!("{} saves", self.name(model)))?;
            if rolled.face >= 3 {
                if self.model(model).suppressed {
                    cx.cite(Clause("KZ-Q-29"));
                }
                self.suppress(cx, model);
                return Ok(Harm::Suppressed);
            }
        }
        if self.who(model).is_vehicle() {
            self.wreck(cx, model)?;
            return Ok(Harm::Killed);
        }
        self.remove(cx, model, Fate::Killed);
        Ok(Harm::Killed)
    }

    /// Somebody leaves the table for good.
    pub fn remove(&mut self, cx: &mut Cx<'_>, model: ModelId, fate: Fate) {
        let m = self.model_mut(model);
        m.spot = None;
        m.aboard = None;
        m.fate = Some(fate);
        m.captor = None;
        cx.say(|| {
            let (verb, id) = match fate {
                Fate::Killed => ("is killed", "KZ-KILL-03"),
                Fate::Taken(_) => ("is led off the table", "KZ-X-37"),
                Fate::Left => ("leaves the table", "KZ-X-29"),
                Fate::Escaped => ("gets away", "KZ-X-31"),
            };
            let text = format!("{} {verb}", self.name(model));
            Event::note(Clause(id), text).deed(Deed::Removed { model })
        });
        let clause = if fate == Fate::Killed { "KZ-CAP-05" } else { "KZ-X-37" };
        self.release_captives(cx, model, Clause(clause));
    }

    /// Whoever a figure held captive is merely suppressed now (KZ-CAP-05, KZ-X-37).
    fn release_captives(&mut self, cx: &mut Cx<'_>, captor: ModelId, clause: Clause) {
        for captive in self.captives(captor) {
            cx.cite(Clause("KZ-CAP-05"));
            self.release(cx, captive, clause);
        }
    }

    fn release(&mut self, cx: &mut Cx<'_>, captive: ModelId, clause: Clause) {
        self.model_mut(captive).captor = None;
        cx.say(|| {
            let text = format!("{} is a captive no more", self.name(captive));
            Event::note(clause, text).deed(Deed::Changed { model: captive })
        });
    }

    /// A captive whose captor has moved away is merely suppressed (KZ-CAP-02, KZ-X-37).
    pub fn loosen_captives(&mut self, cx: &mut Cx<'_>) {
        let held = |m: &ModelId| self.model(*m).captor.is_some();
        let captives: crate::state::Models = self.standing().filter(held).collect();
        for captive in captives {
            let captor = self.model(captive).captor.filter(|captor| {
                let afoot = self.model(*captor).spot.is_some();
                afoot && touches(&self.body(*captor), &self.body(captive))
            });
            cx.cite(Clause("KZ-CAP-02"));
            if captor.is_none() {
                self.release(cx, captive, Clause("KZ-X-37"));
            }
        }
    }

    /// Somebody becomes a captive (KZ-CAP-01).
    pub fn capture(&mut self, cx: &mut Cx<'_>, captor: ModelId, captive: ModelId) {
        self.release_captives(cx, captive, Clause("KZ-CAP-05"));
        let m = self.model_mut(captive);
        m.suppressed = true;
        m.captor = Some(captor);
        cx.say(|| {
            let text = format!("{} is the captive of {}", self.name(captive), self.name(captor));
            Event::note(Clause("KZ-CAP-01"), text).deed(Deed::Changed { model: captive })
        });
    }

    /// A suppressed figure is touched: it is killed or captured, without a roll (KZ-SUP-06).
    pub fn finish_off(&mut self, cx: &mut Cx<'_>, by: ModelId, target: ModelId) -> Play<()> {
        let who = self.who(target);
        cx.cite(Clause("KZ-SUP-06"));
        cx.cite(Clause("KZ-SUP-07"));
        if who.is_cyborg() {
            cx.cite(Clause("KZ-CAP-06"));
        }
        if who.is_zombie() || self.who(by).is_zombie() {
            cx.cite(Clause("KZ-X-30"));
        }
        // Cyborgs cannot be captured, and zombies neither take captives nor are taken.
        let to_kill_only = who.is_cyborg() || who.is_zombie() || self.who(by).is_zombie();
        let options: &[bool] = if to_kill_only { &[true] } else { &[true, false] };
        let ask = Ask::new(self.side(by), "finish", "What becomes of it?", Clause("KZ-SUP-06"));
        let kill = cx.choose(ask.about(target), options, |kill| {
            let name = self.name(target);
            match kill {
                true => Choice::new(format!("kill {name}")).about(target),
                false => {
                    Choice::new(format!("capture {name}")).about(target).merit(self.prey(target))
                }
            }
        })?;
        if kill {
            self.slay(cx, target)?;
        } else {
            self.capture(cx, by, target);
        }
        Ok(())
    }

    /// How good it looks to take somebody alive: the prize is, others are more trouble.
    fn prey(&self, target: ModelId) -> i32 {
        if self.prize == Some(target) { 5 } else { -1 }
    }
}
