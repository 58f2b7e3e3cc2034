//! What a battle leaves behind, whether it was fought here or at a real table.

use engine::{ModelId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::Spot;

use super::band::{Band, side_of};
use super::scenarios::Number;
use crate::gear::Item;
use crate::profile::{Character, Kind, Name, Nature};
use crate::state::{Fate, Mark, State as Battle, Thing};

/// What a battle leaves behind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Toll {
    /// Which scenario it was.
    pub scenario: Number,
    /// Who won and holds the field; nobody in a draw.
    pub winner: Option<SideId>,
    /// Who fought beside the winner to the end, and shares the victory.
    pub friends: Vec<SideId>,
    /// Why it ended.
    pub reason: String,
    /// What is left of each side.
    pub sides: Vec<Remains>,
    /// Things that lie on the field.
    pub field: Vec<Left>,
    /// Food that the scenario gives its winner; nothing where that is still to be rolled
    /// (MUT-SCN-12, MUT-SCN-19).
    pub food: Option<u32>,
    /// Whether a Wretched has fouled the water (MUT-SCN-13).
    pub fouled: bool,
}

/// What is left of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Remains {
    /// Everybody who took part.
    pub models: Vec<Returned>,
    /// Food that nobody carries.
    pub food: u32,
    /// Cells that nobody carries.
    pub cells: u32,
    /// Animals it has caught (MUT-SCN-24).
    pub animals: u32,
    /// Things it took along that nobody carries.
    pub finds: Vec<Item>,
}

impl Remains {
    /// How many Cells a side has used up of those that it took along (MUT-CAM-37).
    pub fn burnt(&self, band: &Band) -> u32 {
        let own = self.models.iter().filter_map(|model| band.member(&model.name));
        let before = own.map(|who| u32::from(who.cells)).sum::<u32>();
        let left = self.models.iter().map(|model| u32::from(model.cells)).sum::<u32>();
        let (before, left) = (before + band.roster.cells, left + self.cells);
        before.saturating_sub(left)
    }
}

/// Something that was left on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Left {
    /// What it is.
    pub item: Item,
    /// Whose dead it lies with, if it does.
    pub of: Option<SideId>,
    /// Whether it lies with a dead Wretched (MUT-TYP-55).
    pub plagued: bool,
}

/// Somebody who took part, as the battle left it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Returned {
    /// Its name in its party.
    pub name: Name,
    /// How it left the game, if it did.
    pub fate: Option<Fate>,
    /// What it is like.
    pub nature: Nature,
    /// What it still has.
    pub gear: SmallVec<[Item; 4]>,
    /// Its spare Cells.
    pub cells: u8,
    /// Points of Quality lost for good to radiation (MUT-CAM-28).
    pub scars: u8,
    /// Points of Quality that 2 Food each put right (MUT-CAM-28).
    pub weakened: u8,
    /// Points of Quality lost to poison (MUT-SPC-094).
    pub poisoned: u8,
    /// Other points of Quality that were lost for the game (MUT-Q-140).
    pub healed: u8,
    /// Whether it will mutate (MUT-CAM-30).
    pub mutating: bool,
    /// Whether it has the disease of the Wretched (MUT-TYP-51).
    pub infected: bool,
}

impl Returned {
    /// Somebody to whom nothing has happened.
    pub fn unharmed(who: &Character) -> Returned {
        Returned {
            name: who.name.clone(),
            fate: None,
            nature: who.nature,
            gear: who.gear.clone(),
            cells: who.cells,
            scars: 0,
            weakened: 0,
            poisoned: 0,
            healed: 0,
            mutating: false,
            infected: who.condition.infected,
        }
    }

    /// Whether it was killed.
    pub fn is_killed(&self) -> bool {
        self.fate == Some(Fate::Killed)
    }

    /// Leaves what it carried on the field; what is built in stays in it (MUT-TYP-31).
    pub fn drop_gear(&mut self, side: SideId) -> SmallVec<[Left; 4]> {
        let (of, plagued) = (Some(side), self.nature.kind == Kind::Wretched);
        let loose = self.gear.iter().copied().filter(|item| !item.built_in);
        let left = loose.map(|item| Left { item, of, plagued }).collect();
        self.gear.retain(|item| item.built_in);
        left
    }
}

impl Toll {
    /// Nothing has happened yet to those who fight.
    pub fn fresh(scenario: Number, bands: &[Band]) -> Toll {
        let side = |band: &Band| Remains {
            models: band.fighters().map(Returned::unharmed).collect(),
            food: band.roster.food,
            cells: band.roster.cells,
            animals: 0,
            finds: Vec::new(),
        };
        Toll {
            scenario,
            winner: None,
            friends: Vec::new(),
            reason: String::new(),
            sides: bands.iter().map(side).collect(),
            field: Vec::new(),
            food: None,
            fouled: false,
        }
    }

    /// Whether a side has won, or fought beside the winner.
    pub fn has_won(&self, side: SideId) -> bool {
        self.winner == Some(side) || self.friends.contains(&side)
    }

    /// What a battle that was fought here leaves behind. The models of a side are in the order
    /// of its fighters.
    pub fn of(battle: &Battle, scenario: Number, bands: &[Band]) -> Toll {
        let mut toll = Toll::fresh(scenario, bands);
        for (place, side) in toll.sides.iter_mut().enumerate() {
            let own = battle.ids().filter(|m| battle.own_side(*m).index() == place);
            for (returned, model) in side.models.iter_mut().zip(own) {
                returned.see(battle, model);
            }
            if let Some(party) = battle.parties.get(place) {
                (side.food, side.cells) = (party.food, party.cells);
            }
            let spoils = battle.spoils(side_of(place));
            side.animals = spoils.animals;
            if spoils.won && spoils.winner != Some(side_of(place)) {
                toll.friends.push(side_of(place));
            }
        }
        (toll.food, toll.fouled) = (Some(battle.mission.food), battle.mission.spoilt);
        toll.field = battle.things.iter().map(|thing| Left::of_battle(battle, thing)).collect();
        if let Some(outcome) = &battle.outcome {
            toll.winner = outcome.winner;
            toll.reason.clone_from(&outcome.reason);
        }
        toll
    }
}

impl Left {
    /// A thing that lies on the table. What the dead had lies just where they fell; other things
    /// may lie there too, such as the javelin that struck them.
    fn of_battle(battle: &Battle, thing: &Thing) -> Left {
        let had =
            |model: ModelId| battle.who(model).gear.iter().any(|item| item.gear == thing.item.gear);
        let lies_there = |(model, at): &&(ModelId, Spot)| *at == thing.spot && had(*model);
        let body = battle.bodies.iter().find(lies_there);
        let of = body.map(|(model, _)| battle.own_side(*model));
        Left { item: thing.item, of, plagued: thing.of_wretched }
    }
}

impl Returned {
    /// Takes over how a model is at the end of a battle.
    fn see(&mut self, battle: &Battle, model: ModelId) {
        let m = battle.model(model);
        self.fate = m.fate;
        self.nature = m.truly.as_deref().copied().unwrap_or(m.nature);
        self.gear.clone_from(&m.gear);
        self.cells = m.cells;
        self.scars = m.losses.scars.min(m.losses.radiation);
        self.weakened = m.losses.radiation - self.scars;
        self.poisoned = m.losses.poison;
        self.healed = m.losses.wounds + m.losses.needles + m.losses.backlash;
        self.mutating = m.is(Mark::Mutating);
        self.infected = m.is(Mark::Infected);
    }
}
