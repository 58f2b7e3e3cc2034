//! What must be resolved before anybody acts again.
//!
//! Consequences pile up in this game: a shot makes a model recoil into an enemy, who hacks at it,
//! which kills it, which frightens its friends. Each is one small thing in `State::pending`; the
//! last put there is resolved first, one a step.

use engine::{Clause, Cx, ModelId, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot};

use crate::clash::{Beaten, Clash};
use crate::gear::{Gear, Grenade};
use crate::profile::Energy;
use crate::state::{Models, State};

/// Something to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pending {
    /// An opposed roll.
    Clash(Clash),
    /// A model that lost one.
    Beaten(Beaten),
    /// A model backs off from a place (MUT-CON-08).
    Recoil {
        /// Who recoils.
        model: ModelId,
        /// From where it is driven.
        from: Spot,
        /// Who drove it, if anybody did: its Tailslap counts.
        by: Option<ModelId>,
        /// Enemies that have had their hack in this event, by their numbers (MUT-Q-56).
        hacked: u64,
    },
    /// A model leaves contact after the hacks (MUT-HTH-22); taken back if one beats it.
    BreakAway {
        /// Who leaves.
        model: ModelId,
    },
    /// A move goes on after those it frightens have checked Morale (MUT-SPC-137).
    Onward {
        /// Who moves.
        model: ModelId,
        /// The way it meant to go.
        path: Vec<Spot>,
        /// Whether it flies.
        aloft: bool,
        /// Who has checked, by their numbers.
        tested: u64,
    },
    /// A model drops from a height (MUT-TER-35).
    Drop {
        /// Who drops.
        model: ModelId,
        /// How far.
        height: Length,
        /// Where it lands.
        landing: Spot,
    },
    /// A model has come to touch another (MUT-SPC-105, MUT-TYP-50).
    Contact {
        /// Who came.
        mover: ModelId,
        /// Whom it touches now.
        other: ModelId,
    },
    /// A Morale check (MUT-MOR-01).
    Morale {
        /// Who tests.
        model: ModelId,
        /// Why.
        cause: Cause,
    },
    /// Flight moves (MUT-MOR-02).
    Flight {
        /// Who flees.
        model: ModelId,
        /// Moves left.
        moves: u8,
    },
    /// Flight moves of a model that has been hacked at on breaking away (MUT-MOR-09).
    Escape {
        /// Who flees.
        model: ModelId,
        /// Moves left.
        moves: u8,
        /// Enemies it breaks away from, by their numbers: they do not count (MUT-MOR-06).
        from: u64,
    },
    /// A grenade or the like goes off; those caught are dealt with one after another
    /// (MUT-ARE-02).
    Blast {
        /// What goes off.
        charge: Charge,
        /// Where.
        center: Spot,
        /// Who threw it.
        by: Option<ModelId>,
        /// Whose dice are rolled for it.
        side: SideId,
        /// Who is still to be dealt with.
        caught: Models,
    },
    /// A model is thrown about by a blast (MUT-ARE-11).
    Knockback {
        /// Who.
        model: ModelId,
        /// The middle of the blast.
        center: Spot,
        /// Whether it ends up lying.
        fallen: bool,
    },
    /// A model that was pushed may fall (MUT-SPC-126).
    Topple {
        /// Who.
        model: ModelId,
        /// Whose die decides.
        side: SideId,
    },
    /// A scream goes through minds, one after another (MUT-SPC-135).
    Scream {
        /// Who screams.
        by: ModelId,
        /// Who is still to be attacked.
        caught: Models,
    },
    /// A model gets used to an energy, once the first attack with it is over (MUT-Q-19).
    Adapts {
        /// Who.
        model: ModelId,
        /// To what.
        energy: Energy,
    },
    /// Needles in a beaten model (MUT-SPC-088).
    Needles(ModelId),
    /// Nanites on a beaten model (MUT-SPC-085).
    Nanites(ModelId),
    /// Poison in a beaten model (MUT-SPC-094).
    Poison(ModelId),
    /// A Radiation check (MUT-CAM-28).
    Radiation(ModelId),
    /// A roll against the disease of the Wretched (MUT-TYP-50).
    Disease(ModelId),
    /// A found thing that goes off (MUT-CAM-24).
    Misfire {
        /// Who holds it.
        model: ModelId,
        /// What it is.
        gear: Gear,
    },
    /// A model steps on a dangerous or rewarding spot of the scenario.
    Trespass {
        /// Who.
        model: ModelId,
        /// Which of the mission's sites.
        site: u8,
    },
    /// What a death brings about, once whatever killed is over (MUT-CON-03).
    Mourning {
        /// Who died.
        victim: ModelId,
        /// Whether it was a Gruesome Kill that frightens (MUT-MOR-11).
        gruesome: bool,
        /// Where it happened.
        at: Spot,
    },
}

/// Why Morale is tested (chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// A Gruesome Kill (MUT-MOR-11).
    Gruesome,
    /// Charged by a terrible enemy (MUT-MOR-12).
    Terror(ModelId),
    /// The Leader is dead (MUT-MOR-13).
    Leader,
    /// Half of the party is gone (MUT-MOR-14).
    Half,
    /// Attacked with fire (MUT-MOR-15).
    Fire,
}

impl Cause {
    /// The rule that asks for the check.
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Cause::Gruesome => "MUT-MOR-11",
            Cause::Terror(_) => "MUT-MOR-12",
            Cause::Leader => "MUT-MOR-13",
            Cause::Half => "MUT-MOR-14",
            Cause::Fire => "MUT-MOR-15",
        })
    }
}

/// What goes off with a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Charge {
    /// A grenade.
    Grenade(Grenade),
    /// An Explosive Fruit (MUT-ARE-22).
    Fruit,
    /// Herbicide (MUT-ARE-21).
    Herbicide,
}

impl State {
    /// Resolves the next thing that is pending, if anything is.
    pub fn resolve(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(next) = self.pending.pop() else { return Ok(()) };
        match next {
            Pending::Clash(clash) => self.roll_clash(cx, clash),
            Pending::Beaten(beaten) => self.settle(cx, beaten),
            Pending::Recoil { model, from, by, hacked } => {
                self.recoil(cx, model, (from, by), hacked)
            }
            Pending::BreakAway { model } => self.break_away(cx, model),
            Pending::Onward { model, path, aloft, tested } => {
                self.go_onward(cx, model, (&path, aloft), tested)
            }
            Pending::Drop { model, height, landing } => self.drop_down(cx, model, height, landing),
            Pending::Contact { mover, other } => self.meet(cx, mover, other),
            Pending::Morale { model, cause } => self.test_morale(cx, model, cause),
            Pending::Flight { model, moves } => self.flee(cx, model, moves),
            Pending::Escape { model, moves, from } => self.run_away(cx, model, moves, from),
            Pending::Blast { charge, center, by, side, caught } => {
                self.blast_next(cx, charge, (center, by, side), caught)
            }
            Pending::Knockback { model, center, fallen } => {
                self.knock_back(cx, model, center, fallen)
            }
            Pending::Topple { model, side } => self.topple(cx, model, side),
            Pending::Scream { by, caught } => self.scream_next(cx, by, caught),
            Pending::Adapts { model, energy } => {
                self.adapt(cx, model, energy);
                Ok(())
            }
            Pending::Needles(model) => self.feel_needles(cx, model),
            Pending::Nanites(model) => self.feel_nanites(cx, model),
            Pending::Poison(model) => self.feel_poison(cx, model),
            Pending::Radiation(model) => self.check_radiation(cx, model),
            Pending::Disease(model) => self.check_disease(cx, model),
            Pending::Misfire { model, gear } => self.misfire(cx, model, gear),
            Pending::Trespass { model, site } => self.trespass(cx, model, site),
            Pending::Mourning { victim, gruesome, at } => self.mourn(cx, victim, gruesome, at),
        }
    }
}
