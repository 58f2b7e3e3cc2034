//! Healing: a mind that mends bodies (MUT-SPC-059 to 061).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use smallvec::SmallVec;

use super::{MutationAction, Uses};
use crate::conditions::Loss;
use crate::profile::{Kind, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, State};

/// Something that ails a patient; each success cures one (MUT-SPC-059).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ailment {
    OutCold,
    Transfixed,
    Poison,
    Needles,
    Wound,
    Disease,
    Radiation,
    Backlash,
    Shoulder,
    OldWound,
}

impl Ailment {
    /// Every one there is, the worst first.
    const ALL: [Ailment; 10] = [
        Ailment::OutCold,
        Ailment::Transfixed,
        Ailment::Disease,
        Ailment::Wound,
        Ailment::Poison,
        Ailment::Needles,
        Ailment::Radiation,
        Ailment::Backlash,
        Ailment::OldWound,
        Ailment::Shoulder,
    ];

    const fn name(self) -> &'static str {
        match self {
            Ailment::OutCold => "unconsciousness",
            Ailment::Transfixed => "the Transfix",
            Ailment::Poison => "poison",
            Ailment::Needles => "needle poison",
            Ailment::Wound => "a wound",
            Ailment::Disease => "the disease",
            Ailment::Radiation => "radiation",
            Ailment::Backlash => "the backlash of Healing",
            Ailment::Shoulder => "the strained shoulder",
            Ailment::OldWound => "the old wound",
        }
    }
}

impl State {
    /// Patients a healer might heal: living, willing, adjacent, and somebody else (MUT-SPC-061,
    /// MUT-Q-110), each with one to three dice (MUT-Q-109).
    pub(super) fn healing(&self, healer: ModelId, uses: &mut Uses) {
        if !self.has(healer, Rule::Healing) {
            return;
        }
        let barred = self.mind_barred(healer);
        let near = |m: &ModelId| self.touch(healer, *m) && !self.is(*m, Mark::Lurking);
        for patient in self.friends(healer).filter(near) {
            let why = match self.kind(patient) {
                Kind::Wretched => Some(("MUT-TYP-58", "Healing would kill a Wretched")),
                Kind::Android | Kind::Robot => {
                    Some(("MUT-SPC-061", "Healing does nothing for Artificial beings"))
                }
                _ if self.ailments(patient).is_empty() => {
                    Some(("MUT-SPC-059", "there is nothing Healing could cure"))
                }
                _ => None,
            };
            for dice in 1..=3 {
                uses.push((MutationAction::Heal(patient, dice), barred.or(why)));
            }
        }
        if !self.ailments(healer).is_empty() {
            let why = ("MUT-Q-110", "nobody heals themselves");
            uses.push((MutationAction::Heal(healer, 1), Some(why)));
        }
    }

    /// What ails a model that Healing can cure; the disease only if it was caught in this game
    /// (MUT-TYP-58).
    fn ailments(&self, patient: ModelId) -> SmallVec<[Ailment; 4]> {
        let m = self.model(patient);
        let ails = |ailment: &Ailment| match ailment {
            Ailment::OutCold => m.is(Mark::PassedOut),
            Ailment::Transfixed => m.is(Mark::Transfixed),
            Ailment::Poison => m.losses.poison > 0,
            Ailment::Needles => m.losses.needles > 0,
            Ailment::Wound => m.losses.wounds > 0,
            Ailment::Disease => m.is(Mark::InfectedToday),
            Ailment::Radiation => m.losses.radiation > 0,
            Ailment::Backlash => m.losses.backlash > 0,
            Ailment::Shoulder => m.is(Mark::Strained),
            Ailment::OldWound => m.is(Mark::Wounded),
        };
        Ailment::ALL.into_iter().filter(ails).collect()
    }

    /// How good it looks; with a bad Quality one risks it with fewer dice.
    pub(super) fn merit_of_healing(&self, healer: ModelId, patient: ModelId, dice: u8) -> i32 {
        let ailments = self.ailments(patient);
        let helpless = self.is_helpless(patient);
        let worst = if helpless { 60 } else { 35 };
        let risk = if self.model(healer).quality() >= 5 { 30 } else { 4 };
        let surplus = i32::from(dice) - ailments.len() as i32;
        worst - risk * i32::from(dice - 1) - 5 * surplus.max(0)
    }

    /// A healer rolls: each success cures one ailment, natural 1s together cost him a point of
    /// Quality (MUT-SPC-059, MUT-SPC-060, MUT-Q-109).
    pub(super) fn heal(
        &mut self,
        cx: &mut Cx<'_>,
        healer: ModelId,
        patient: ModelId,
        dice: u8,
    ) -> Play<()> {
        let clause = Clause("MUT-SPC-059");
        for id in ["MUT-Q-109", "MUT-SPC-061"] {
            cx.cite(Clause(id));
        }
        self.tell(cx, healer, "MUT-SPC-059", || format!("heals {}", self.name(patient)));
        let roll = Try::new(Test::Effort, dice, "heals", clause);
        let tally = self.quality_roll(cx, healer, &roll)?;
        for _ in 0..tally.successes {
            let ailments = self.ailments(patient);
            if ailments.is_empty() {
                break;
            }
            let ask = Ask::new(self.side(healer), "ailment", "What is cured?", clause);
            let ailment = cx.choose(ask.about(patient), &ailments, |ailment| {
                let rank = Ailment::ALL.iter().position(|a| a == ailment).unwrap_or(0);
                Choice::new(format!("cure {}", ailment.name()))
                    .about(patient)
                    .merit(9 - rank as i32)
            })?;
            self.cure(cx, patient, ailment);
        }
        if tally.ones > 0 {
            self.lose_quality(cx, healer, Loss::Backlash, Clause("MUT-SPC-060"));
        }
        Ok(())
    }

    fn cure(&mut self, cx: &mut Cx<'_>, patient: ModelId, ailment: Ailment) {
        let what = || format!("is cured of {}", ailment.name());
        self.tell(cx, patient, "MUT-SPC-059", what);
        let losses = &mut self.model_mut(patient).losses;
        match ailment {
            Ailment::OutCold => {
                self.wake(patient);
                cx.cite(Clause("MUT-CON-17"));
            }
            Ailment::Transfixed => {
                self.unbind(patient);
                cx.cite(Clause("MUT-CON-13"));
            }
            Ailment::Poison => losses.poison = losses.poison.saturating_sub(1),
            Ailment::Needles => losses.needles = losses.needles.saturating_sub(1),
            Ailment::Wound => losses.wounds = losses.wounds.saturating_sub(1),
            Ailment::Backlash => losses.backlash = losses.backlash.saturating_sub(1),
            Ailment::Radiation => {
                // What would last comes first.
                losses.radiation = losses.radiation.saturating_sub(1);
                losses.scars = losses.scars.saturating_sub(1);
                if losses.scars == 0 {
                    self.model_mut(patient).marks.clear(Mark::Scarred);
                }
            }
            Ailment::Disease => {
                losses.disease = 0;
                let marks = &mut self.model_mut(patient).marks;
                marks.clear(Mark::Infected);
                marks.clear(Mark::InfectedToday);
                cx.cite(Clause("MUT-TYP-58"));
            }
            Ailment::Shoulder => {
                self.model_mut(patient).marks.clear(Mark::Strained);
                cx.cite(Clause("MUT-RNG-17"));
            }
            Ailment::OldWound => self.model_mut(patient).marks.clear(Mark::Wounded),
        }
    }
}
