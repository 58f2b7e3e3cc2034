//! Poison, needles, nanites, radiation, disease and things that go off in one's hands.

use engine::{Clause, Cx, Event, ModelId, Need, Play};

use crate::clash::{Clash, Manner};
use crate::conditions::Loss;
use crate::gear::{Armor, Gear};
use crate::pending::{Charge, Pending};
use crate::profile::{Kind, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, State};

impl State {
    /// One die that decides about a model, told with what it had to show.
    fn fate_die(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (purpose, number): (&'static str, u8),
        clause: Clause,
    ) -> Play<bool> {
        let face = cx.dice(Need::d6(self.side(model), 1, purpose).by(model))?[0];
        cx.say(|| {
            let text = format!("{} {purpose}: {face}, {number}+ counts", self.name(model));
            Event::note(clause, text)
        });
        Ok(face >= number)
    }

    /// Needles: on 4+ the poison gets to work, on three dice: three failures kill, two knock
    /// out, one costs Quality (MUT-SPC-088, MUT-Q-51). Machines and Plants do not mind.
    pub fn feel_needles(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-SPC-088");
        let m = self.model(model);
        let safe = !m.is_organic() || m.nature.kind == Kind::Plant || m.wears(Armor::Power);
        if m.spot.is_none() || safe {
            cx.cite(clause);
            return Ok(());
        }
        cx.cite(Clause("MUT-Q-51"));
        if !self.fate_die(cx, model, ("is pricked by needles", 4), clause)? {
            return Ok(());
        }
        let roll = Try::new(Test::Constitution, 3, "resists the needles", clause);
        match self.quality_roll(cx, model, &roll)?.failures {
            0 => (),
            1 => self.lose_quality(cx, model, Loss::Needles, clause),
            2 => self.pass_out(cx, model, clause),
            _ => self.kill(cx, model, false, clause),
        }
        Ok(())
    }

    /// Nanites: a machine, or somebody in Power Armor, freezes on 4+ (MUT-SPC-085, MUT-Q-24).
    pub fn feel_nanites(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-SPC-085");
        let m = self.model(model);
        let food = m.nature.kind.is_artificial() || m.wears(Armor::Power);
        if m.spot.is_none() || !food {
            return Ok(());
        }
        cx.cite(Clause("MUT-Q-24"));
        if self.fate_die(cx, model, ("is eaten by nanites", 4), clause)? {
            self.transfix(cx, model, false, clause);
        }
        Ok(())
    }

    /// Poison: on a 6 Quality worsens (MUT-SPC-094, MUT-Q-52); not for machines and Plants
    /// (MUT-SPC-095, MUT-SPC-010, MUT-TYP-16).
    pub fn feel_poison(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-SPC-094");
        let m = self.model(model);
        if m.spot.is_none() {
            return Ok(());
        }
        if !m.is_organic() || m.nature.kind == Kind::Plant {
            cx.cite(Clause(if m.is_organic() { "MUT-TYP-16" } else { "MUT-SPC-010" }));
            if m.nature.kind == Kind::Android {
                cx.cite(Clause("MUT-TYP-24"));
            }
            let text = || format!("{} cannot be poisoned", self.name(model));
            cx.say(|| Event::note(Clause("MUT-SPC-095"), text()));
            return Ok(());
        }
        cx.cite(Clause("MUT-Q-52"));
        if self.fate_die(cx, model, ("is poisoned", 6), clause)? {
            self.lose_quality(cx, model, Loss::Poison, clause);
        }
        Ok(())
    }

    /// A Radiation check on three dice (MUT-CAM-28): three failures kill, two cost Quality for
    /// good, one for this game; whoever has none may mutate (MUT-CAM-30).
    pub fn check_radiation(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-CAM-28");
        let m = self.model(model);
        if m.spot.is_none() {
            return Ok(());
        }
        if !m.is_organic() {
            cx.cite(Clause("MUT-SPC-012"));
            if m.nature.kind == Kind::Android {
                cx.cite(Clause("MUT-TYP-24"));
            }
            let text = || format!("{} does not feel the radiation", self.name(model));
            cx.say(|| Event::note(Clause("MUT-CAM-29"), text()));
            return Ok(());
        }
        let roll = Try::new(Test::Radiation, 3, "resists radiation", clause);
        match self.quality_roll(cx, model, &roll)?.failures {
            0 => self.glow(cx, model)?,
            1 => self.lose_quality(cx, model, Loss::Radiation, clause),
            2 => {
                let m = self.model_mut(model);
                m.marks.put(Mark::Scarred);
                m.losses.scars = m.losses.scars.saturating_add(1);
                self.lose_quality(cx, model, Loss::Radiation, clause);
            }
            _ => self.kill(cx, model, false, clause),
        }
        Ok(())
    }

    /// A Mutant, Animal or Plant that withstands radiation may have a new mutation in the next
    /// game (MUT-CAM-30, MUT-Q-138).
    fn glow(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-CAM-30");
        match self.kind(model) {
            Kind::Mutant => (),
            Kind::MutatedAnimal | Kind::Plant => cx.cite(Clause("MUT-Q-138")),
            _ => return Ok(()),
        }
        if self.fate_die(cx, model, ("glows from within", 4), clause)? {
            self.model_mut(model).marks.put(Mark::Mutating);
            self.tell(cx, model, "MUT-CAM-30", || "will mutate after the game".to_owned());
        }
        Ok(())
    }

    /// Whether the disease of the Wretched cannot harm a model (MUT-TYP-54).
    pub fn is_safe_from_disease(&self, model: ModelId) -> bool {
        let m = self.model(model);
        match m.nature.kind {
            Kind::Human | Kind::Mutant | Kind::MutatedAnimal => {
                m.wears(Armor::Nbc) || m.nature.has(Rule::Immune)
            }
            Kind::Plant | Kind::Android | Kind::Robot | Kind::Wretched | Kind::Animal => true,
        }
    }

    /// Whether touching a model is dangerous: a Wretched, or somebody who has taken the shape of
    /// one and is not immune (MUT-TYP-50, MUT-SPC-026).
    pub fn carries_disease(&self, model: ModelId) -> bool {
        let nature = &self.model(model).nature;
        nature.kind == Kind::Wretched && !nature.has(Rule::Immune)
    }

    /// The disease of the Wretched: three dice, once a game; all succeed, and the model is immune
    /// for good; one fails, and it is infected at once (MUT-TYP-50 to 52).
    pub fn check_disease(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let clause = Clause("MUT-TYP-50");
        let m = self.model(model);
        if m.spot.is_none() || m.is(Mark::Infected) {
            return Ok(());
        }
        if m.is(Mark::Exposed) {
            cx.cite(Clause("MUT-TYP-52"));
            return Ok(());
        }
        if self.is_safe_from_disease(model) {
            let text = || format!("{} cannot catch the disease", self.name(model));
            cx.say(|| Event::note(Clause("MUT-TYP-54"), text()));
            return Ok(());
        }
        self.model_mut(model).marks.put(Mark::Exposed);
        let roll = Try::new(Test::Constitution, 3, "resists the disease", clause);
        if self.passes(cx, model, &roll)? {
            let m = self.model_mut(model);
            m.nature.rules.add(Rule::Immune);
            if let Some(own) = m.truly.as_deref_mut() {
                own.rules.add(Rule::Immune);
            }
            cx.cite(Clause("MUT-Q-123"));
            self.tell(cx, model, "MUT-TYP-52", || "is immune to the disease".to_owned());
            return Ok(());
        }
        self.model_mut(model).marks.put(Mark::Infected);
        self.model_mut(model).marks.put(Mark::InfectedToday);
        self.tell(cx, model, "MUT-TYP-51", || "is infected".to_owned());
        self.lose_quality(cx, model, Loss::Disease, Clause("MUT-TYP-51"));
        Ok(())
    }

    /// A found thing goes off in somebody's hands: its Combat bonus against the holder, or its
    /// effect where Quality resists it (MUT-CAM-24, MUT-ARE-06).
    pub fn misfire(&mut self, cx: &mut Cx<'_>, model: ModelId, gear: Gear) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        self.tell(cx, model, "MUT-CAM-24", || format!("sets off the {}", gear.name()));
        if let Gear::Grenade(grenade) = gear
            && grenade.combat().is_none()
        {
            return self.resist_charge(cx, model, Charge::Grenade(grenade));
        }
        let (side, manner) = (self.side(model), Manner::Misfire(gear));
        self.pending.push(Pending::Clash(Clash { by: None, side, target: model, manner }));
        Ok(())
    }
}
