//! Drugs: taken, or given to an adjacent friend (MUT-SPC-028 to 032, MUT-T-18).

use engine::{Clause, Cx, Event, ModelId, Need, Play};

use super::{Candidates, KitAction, Why};
use crate::gear::{Drug, Gear};
use crate::options::DrugsWretched;
use crate::party::tables;
use crate::profile::{Kind, Rule};
use crate::state::{Mark, State};

/// The marks of drugs that work for a whole game.
const LASTING: [Mark; 4] = [Mark::Stimulated, Mark::Antidote, Mark::Frenzied, Mark::Psionic];

impl Drug {
    /// What shows that somebody is under its influence; none for those that work at once.
    const fn mark(self) -> Option<Mark> {
        match self {
            Drug::Stimulant => Some(Mark::Stimulated),
            Drug::RadiationAntidote => Some(Mark::Antidote),
            Drug::Frenzy => Some(Mark::Frenzied),
            Drug::Psionicilline => Some(Mark::Psionic),
            Drug::PoisonAntidote | Drug::GeneticBooster => None,
        }
    }
}

impl State {
    /// Doses a model might take or give (MUT-SPC-030, MUT-SPC-031).
    pub(super) fn dosing(&self, model: ModelId, all: &mut Candidates) {
        let is_drug = |gear: Gear| matches!(gear, Gear::Drug(_));
        for item in self.sorts(model, |_, item| is_drug(item.gear) && item.works()) {
            let Some(thing) = self.item(model, item) else { continue };
            let Gear::Drug(drug) = thing.gear else { continue };
            let hands = if thing.built_in { None } else { self.hands_missing(model, thing.gear) };
            let near = |m: &ModelId| self.touch(model, *m) && !self.is(*m, Mark::Lurking);
            for to in [model].into_iter().chain(self.friends(model).filter(near)) {
                let why = hands.or(self.is_wasted_on(drug, to));
                all.push((KitAction::Drug { item, to }, why));
            }
        }
    }

    /// Why a drug would do nothing for a model (MUT-SPC-028, MUT-SPC-029, MUT-Q-112).
    fn is_wasted_on(&self, drug: Drug, model: ModelId) -> Option<Why> {
        let booster = drug == Drug::GeneticBooster;
        match self.kind(model) {
            Kind::Plant | Kind::Android | Kind::Robot => {
                Some(("MUT-SPC-028", "drugs do nothing for Plants, Androids and Robots"))
            }
            Kind::Human if booster => {
                Some(("MUT-SPC-029", "the Genetic Booster does nothing for Humans"))
            }
            Kind::Animal if booster => {
                Some(("MUT-SPC-032", "only Mutants and Mutated Animals change under the Booster"))
            }
            Kind::Wretched if booster => {
                Some(("MUT-Q-112", "the Genetic Booster does nothing for the Wretched"))
            }
            Kind::Wretched if self.agreed.drugs_wretched == DrugsWretched::Never => {
                Some(("MUT-Q-112", "it is agreed that drugs do nothing for the Wretched"))
            }
            Kind::Human | Kind::Mutant | Kind::MutatedAnimal | Kind::Wretched | Kind::Animal => {
                None
            }
        }
    }

    /// What a die must show for a drug to work on a model; none where it always does
    /// (MUT-SPC-028, MUT-Q-112). Bestial Mutants still are Mutants (MUT-SPC-015).
    fn drug_number(&self, model: ModelId) -> Option<u8> {
        match self.kind(model) {
            Kind::Mutant => Some(3),
            Kind::MutatedAnimal | Kind::Animal => Some(5),
            Kind::Wretched if self.agreed.drugs_wretched == DrugsWretched::AsMutants => Some(3),
            _ => None,
        }
    }

    /// How good a dose looks.
    pub(super) fn merit_of_drug(&self, model: ModelId, item: u8, to: ModelId) -> i32 {
        let Some(Gear::Drug(drug)) = self.item(model, item).map(|i| i.gear) else { return 0 };
        let m = self.model(to);
        let taken = drug.mark().is_some_and(|mark| m.is(mark));
        match drug {
            Drug::Stimulant if m.is(Mark::Termites) => 95,
            Drug::Stimulant if m.is(Mark::PassedOut) || m.is(Mark::Transfixed) => 70,
            Drug::Stimulant if m.losses.wounds + m.losses.needles > 0 => 40,
            Drug::PoisonAntidote if m.losses.poison + m.losses.needles > 0 => 50,
            _ if taken => -20,
            Drug::Stimulant => 15,
            Drug::Frenzy if self.adjacent_enemies(to).next().is_some() => 25,
            Drug::GeneticBooster if self.adjacent_enemies(to).next().is_none() => 2,
            Drug::Frenzy | Drug::Psionicilline | Drug::RadiationAntidote => 3,
            Drug::PoisonAntidote | Drug::GeneticBooster => -5,
        }
    }

    /// A dose is taken or given; it works at once, if it works (MUT-ACT-10, MUT-SPC-028).
    pub(super) fn dose(&mut self, cx: &mut Cx<'_>, by: ModelId, item: u8, to: ModelId) -> Play<()> {
        let thing = self.model_mut(by).lose(item);
        let Gear::Drug(drug) = thing.gear else { return Ok(()) };
        let given = by != to;
        for (id, applies) in [
            ("MUT-SPC-028", true),
            ("MUT-SPC-030", true),
            ("MUT-T-18", true),
            ("MUT-SPC-031", given),
            ("MUT-Q-111", given),
            ("MUT-TYP-29", thing.built_in),
            ("MUT-TYP-44", self.has(by, Rule::MedicalRobot)),
            ("MUT-SPC-015", self.has(to, Rule::Bestial)),
            ("MUT-Q-112", self.kind(to) == Kind::Wretched),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        self.tell(cx, by, "MUT-ACT-10", || match given {
            true => format!("gives {drug} to {}", self.name(to)),
            false => format!("takes {drug}"),
        });
        if let Some(number) = self.drug_number(to) {
            let face = cx.dice(Need::d6(self.side(to), 1, "feels the drug").by(to))?[0];
            let works = face >= number;
            cx.say(|| {
                let verdict = if works { "it works" } else { "it does not work" };
                let text = format!("{drug}: {face}, {number}+ is needed; {verdict}");
                Event::note(Clause("MUT-SPC-028"), text)
            });
            if !works {
                return Ok(());
            }
        }
        self.feel(cx, drug, to)
    }

    /// What a drug does (MUT-T-18); most last for the game (MUT-SPC-029).
    fn feel(&mut self, cx: &mut Cx<'_>, drug: Drug, model: ModelId) -> Play<()> {
        cx.cite(Clause("MUT-SPC-029"));
        if let Some(mark) = drug.mark() {
            let m = self.model_mut(model);
            m.marks.put(mark);
            // What it now feels for itself does not wear off with a borrowed shape.
            m.guise.drugs.clear(mark);
        }
        match drug {
            Drug::Stimulant => self.stimulate(cx, model),
            Drug::PoisonAntidote => {
                cx.cite(Clause("MUT-Q-51"));
                let losses = &mut self.model_mut(model).losses;
                (losses.poison, losses.needles) = (0, 0);
            }
            Drug::GeneticBooster => return self.boost(cx, model),
            Drug::RadiationAntidote | Drug::Frenzy | Drug::Psionicilline => (),
        }
        self.tell(cx, model, "MUT-T-18", || format!("feels the {drug}"));
        Ok(())
    }

    /// Stimulant wakes, frees, mends a shoulder and what a Tough model lost in combat, and kills
    /// termites (MUT-T-18, MUT-CON-13, MUT-CON-17, MUT-RNG-17, MUT-SCN-28).
    fn stimulate(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        for (mark, id) in [
            (Mark::PassedOut, "MUT-CON-17"),
            (Mark::Transfixed, "MUT-CON-13"),
            (Mark::Strained, "MUT-RNG-17"),
            (Mark::Termites, "MUT-SCN-28"),
        ] {
            if m.is(mark) {
                cx.cite(Clause(id));
            }
        }
        if m.losses.needles > 0 {
            cx.cite(Clause("MUT-SPC-088"));
        }
        self.wake(model);
        self.unbind(model);
        let m = self.model_mut(model);
        m.marks.clear(Mark::Strained);
        m.marks.clear(Mark::Termites);
        (m.losses.wounds, m.losses.needles) = (0, 0);
    }

    /// A model comes to; it still lies on the ground (MUT-CON-17).
    pub(crate) fn wake(&mut self, model: ModelId) {
        let m = self.model_mut(model);
        if m.is(Mark::PassedOut) {
            m.marks.clear(Mark::PassedOut);
            m.marks.put(Mark::Fallen);
        }
    }

    /// A model is no longer Transfixed, whatever held it (MUT-CON-13).
    pub(crate) fn unbind(&mut self, model: ModelId) {
        let m = self.model_mut(model);
        for mark in [Mark::Transfixed, Mark::Webbed, Mark::Boosted] {
            m.marks.clear(mark);
        }
    }

    /// A Genetic Booster: on 4+ a new mutation, Physical on 1-4, and pain that holds for a turn
    /// (MUT-SPC-032, MUT-Q-113).
    fn boost(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let side = self.side(model);
        let face = cx.dice(Need::d6(side, 1, "changes under the Booster").by(model))?[0];
        cx.cite(Clause("MUT-SPC-032"));
        if face < 4 {
            self.tell(cx, model, "MUT-SPC-032", || format!("does not change: {face}, 4+ needed"));
            return Ok(());
        }
        let mental = cx.dice(Need::d6(side, 1, "grows a mutation").by(model))?[0] >= 5;
        let agreed = self.agreed.clone();
        let m = self.model_mut(model);
        let nature = m.truly.as_deref_mut().unwrap_or(&mut m.nature);
        let gained = tables::random_mutation(cx, side, nature, Some(mental), &agreed)?;
        if let Some(rule) = gained {
            self.tell(cx, model, "MUT-SPC-032", || format!("gains {rule}"));
            self.transfix(cx, model, false, Clause("MUT-SPC-032"));
            self.model_mut(model).marks.put(Mark::Boosted);
            cx.cite(Clause("MUT-Q-113"));
        }
        Ok(())
    }

    /// The drugs at work in a model (MUT-SPC-027).
    pub(crate) fn drugs_in(&self, model: ModelId) -> impl Iterator<Item = Mark> + '_ {
        LASTING.into_iter().filter(move |mark| self.is(model, *mark))
    }

    /// Fruit of the orchard's tree strengthens whatever lives (MUT-SCN-18, MUT-Q-133).
    pub(super) fn eat(&mut self, cx: &mut Cx<'_>, model: ModelId, item: u8) {
        self.model_mut(model).lose(item);
        self.model_mut(model).marks.put(Mark::WellFed);
        cx.cite(Clause("MUT-Q-133"));
        self.tell(cx, model, "MUT-SCN-18", || "eats the wonderful fruit".to_owned());
    }
}
