//! What a special rule changes in whoever gains it, and which rules do not go together.

use engine::Clause;

use crate::options::{Agreed, RolledLeaderQ};
use crate::profile::{Kind, Nature, Rule, Species};

impl Species {
    /// What the species brings, and how many random mutations come on top (MUT-T-12).
    pub const fn package(self) -> (&'static [Rule], u8) {
        match self {
            Species::Horse | Species::FlightlessBird => (&[Rule::LongMove], 2),
            Species::Canine => (&[Rule::LongMove, Rule::SuperiorSenses], 1),
            Species::Feline => (&[Rule::LongMove, Rule::DangerSense], 1),
            // Its hands and its climbing come with the species, not with a rule.
            Species::Monkey => (&[], 1),
            Species::Frog => (&[Rule::Amphibious], 1),
            Species::Turtle => (&[Rule::ShortMove, Rule::Amphibious, Rule::HeavyArmor], 1),
            Species::Insect => (&[Rule::Clinging], 2),
            Species::WingedInsect | Species::Bird => (&[Rule::Flying], 2),
            Species::Spider => (&[Rule::Clinging, Rule::Poison, Rule::Entangle], 0),
            Species::Swine => (&[], 3),
            Species::Bear => (&[Rule::Big], 2),
            Species::Rat => (&[Rule::StrongConstitution], 2),
        }
    }
}

impl Nature {
    /// Why a rule cannot be gained, so that it is rolled again; nothing if it can (MUT-PTY-09,
    /// MUT-Q-125, MUT-Q-128).
    pub const fn bars(&self, rule: Rule) -> Option<Clause> {
        let id = match rule {
            Rule::Absorption if self.has(Rule::EnergyAdaptation) => "MUT-SPC-002",
            Rule::EnergyAdaptation if self.has(Rule::Absorption) => "MUT-SPC-002",
            Rule::EnergyAdaptation if self.has(rule) => "MUT-PTY-09",
            _ if self.has(rule) => "MUT-Q-125",
            Rule::Big if self.has(Rule::Huge) => "MUT-Q-125",
            Rule::Huge if self.has(Rule::Big) => "MUT-Q-125",
            Rule::ShortMove if self.has(Rule::LongMove) => "MUT-Q-125",
            Rule::LongMove | Rule::Bestial if self.has(Rule::ShortMove) => "MUT-Q-125",
            // It moves Medium already.
            Rule::MediumMovement if self.has(Rule::Humanoid) => "MUT-Q-125",
            Rule::Humanoid if !matches!(self.kind, Kind::MutatedAnimal | Kind::Plant) => {
                "MUT-SPC-068"
            }
            Rule::Mounted if matches!(self.kind, Kind::Robot) => "MUT-TYP-42",
            Rule::Mounted
                if self.has(Rule::Huge)
                    || self.has(Rule::Bestial)
                    || self.has(Rule::Flying)
                    || !self.has_hands() =>
            {
                "MUT-Q-128"
            }
            // A second head would be the death of it.
            Rule::TwoHeaded if self.quality >= 6 => "MUT-PRO-07",
            _ => return None,
        };
        Some(Clause(id))
    }

    /// Gains a rule, with everything it changes at once: Quality and Combat, movement. What is
    /// rolled for it comes in [`super::tables::acquire`].
    pub fn gain(&mut self, rule: Rule, agreed: &Agreed) {
        self.rules.add(rule);
        match rule {
            // One worse (MUT-SPC-139).
            Rule::TwoHeaded => self.quality = self.quality.saturating_add(1),
            // MUT-TYP-39, MUT-PTY-02, MUT-CAM-20.
            Rule::CombatComputer | Rule::CombatBonus => self.combat = self.combat.saturating_add(1),
            // MUT-TYP-42.
            Rule::CivilianRobot => (self.quality, self.combat) = CIVILIAN,
            // Rolled, not named by the party (MUT-PTY-08, MUT-Q-124).
            Rule::Leader if agreed.rolled_leader_q == RolledLeaderQ::On => self.improve(),
            _ => (),
        }
        self.settle();
    }

    /// Becomes the party's Leader, with better Quality (MUT-PTY-03).
    pub fn promote(&mut self) {
        self.rules.add(Rule::Leader);
        self.improve();
    }

    /// Its Quality gets better by one (MUT-PTY-03, MUT-CAM-19).
    pub fn improve(&mut self) {
        self.quality = self.quality.saturating_sub(1).max(1);
    }

    /// Belongs to a species: an animal has what its package gives (MUT-TYP-11, MUT-T-12).
    pub fn belong(&mut self, species: Species) {
        self.species = Some(species);
        let (rules, _) = species.package();
        rules.iter().for_each(|rule| self.rules.add(*rule));
        self.settle();
    }

    /// Puts its rules of movement in order: what makes a model move at one rate takes away the
    /// rules that say otherwise, and its type's rules are there.
    pub fn settle(&mut self) {
        let upright = self.has(Rule::Humanoid);
        match self.kind {
            Kind::MutatedAnimal if upright => {
                // Medium, whatever its kin do (MUT-SPC-068).
                self.rules.remove(Rule::ShortMove);
                self.rules.remove(Rule::LongMove);
            }
            Kind::Plant => {
                // MUT-TYP-15, MUT-SPC-144.
                self.rules.add(Rule::Forester);
                let faster = upright || self.has(Rule::MediumMovement) || self.has(Rule::LongMove);
                match faster {
                    true => self.rules.remove(Rule::ShortMove),
                    false => self.rules.add(Rule::ShortMove),
                }
            }
            // MUT-SPC-014.
            Kind::Mutant if self.has(Rule::Bestial) => {
                self.rules.remove(Rule::ShortMove);
                self.rules.add(Rule::LongMove);
            }
            // MUT-TYP-49.
            Kind::Wretched => self.rules.add(Rule::ShortMove),
            _ => (),
        }
    }

    /// The Quality and Combat that its type and its rules come to (MUT-T-11): a Leader counts as
    /// the party's own.
    pub fn figures(&self) -> (u8, i8) {
        let (mut quality, mut combat) = match self.has(Rule::CivilianRobot) {
            true => CIVILIAN,
            false => self.kind.basics(),
        };
        quality += u8::from(self.has(Rule::TwoHeaded));
        quality -= u8::from(self.has(Rule::Leader));
        combat += i8::from(self.has(Rule::CombatComputer)) + i8::from(self.has(Rule::CombatBonus));
        (quality, combat)
    }

    /// Whether it can have mutations (MUT-TYP-24, MUT-CAM-14).
    pub const fn can_mutate(&self) -> bool {
        matches!(self.kind, Kind::Mutant | Kind::MutatedAnimal | Kind::Plant)
    }
}

/// Quality and Combat of a Civilian Robot (MUT-TYP-42).
const CIVILIAN: (u8, i8) = (3, 3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_follows_the_body() {
        let agreed = Agreed::default();
        let mut horse = Nature::plain(Kind::MutatedAnimal);
        horse.belong(Species::Horse);
        assert!(horse.has(Rule::LongMove) && !horse.has_hands());
        horse.gain(Rule::Humanoid, &agreed);
        assert!(!horse.has(Rule::LongMove) && horse.has_hands());
        let mut fern = Nature::plain(Kind::Plant);
        fern.gain(Rule::MediumMovement, &agreed);
        assert!(!fern.has(Rule::ShortMove) && fern.has(Rule::Forester));
        assert_eq!(fern.bars(Rule::Humanoid), None);
    }

    #[test]
    fn figures_follow_the_rules() {
        let agreed = Agreed::default();
        let mut rose = Nature::plain(Kind::Plant);
        rose.gain(Rule::TwoHeaded, &agreed);
        assert_eq!((rose.quality, rose.combat), (6, 3));
        assert_eq!(rose.figures(), (6, 3));
        let mut robot = Nature::plain(Kind::Robot);
        robot.gain(Rule::CivilianRobot, &agreed);
        robot.promote();
        assert_eq!((robot.quality, robot.combat), (2, 3));
        assert_eq!(robot.figures(), (2, 3));
    }
}
