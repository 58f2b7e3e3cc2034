//! How far a model gets in one move, and what slows it (MUT-MOV-01, MUT-TER-01, MUT-G-08).

use engine::{Clause, ModelId};
use smallvec::SmallVec;
use tabletop::{Kind, Length, Spot};

use crate::gear::{Armor, Stick};
use crate::options::{DeepWater, MoveMeasure};
use crate::profile::{Kind as Type, Rule, Species};
use crate::state::{Mark, State};

/// Rules a move makes use of.
pub(crate) type Used = SmallVec<[Clause; 8]>;

/// How one gets on over a kind of ground (MUT-G-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// Nothing slows anybody.
    Open,
    /// Broken ground (MUT-TER-01).
    Broken,
    /// A wood: broken ground, but not for Foresters (MUT-TER-39).
    Wood,
    /// A bog or a ford: broken ground, but not for the Amphibious (MUT-TER-38).
    Wet,
    /// A river or lake, closed to most (MUT-TER-38).
    Deep,
}

impl Going {
    /// How one gets on over a kind of ground. Solid things and barriers are no ground: those
    /// lower than half a Short stick are jumped, higher ones climbed or walked around.
    pub const fn of(kind: Kind) -> Going {
        match kind {
            Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => Going::Wood,
            Kind::Swamp | Kind::Ford => Going::Wet,
            Kind::Water => Going::Deep,
            Kind::Scrub | Kind::Rubble | Kind::Crater | Kind::Trench => Going::Broken,
            Kind::Open
            | Kind::Rock
            | Kind::Hill
            | Kind::Irradiated
            | Kind::Contaminated
            | Kind::Pit
            | Kind::LowWall
            | Kind::HighWall
            | Kind::Hedge
            | Kind::Fence
            | Kind::Wire
            | Kind::Building
            | Kind::Door
            | Kind::Interior
            | Kind::Floor
            | Kind::Stairs
            | Kind::Ladder
            | Kind::Crate
            | Kind::Barrel
            | Kind::Vehicle
            | Kind::Crystal
            | Kind::Tree
            | Kind::Well
            | Kind::Smoke
            | Kind::Fire => Going::Open,
        }
    }

    /// Whether it is water of any depth (MUT-SPC-047).
    pub const fn is_water(self) -> bool {
        matches!(self, Going::Wet | Going::Deep)
    }
}

/// Whether water that a piece of this kind is laid over can be crossed there: by a ford, or by a
/// bridge, which is open ground.
pub(crate) const fn bridges_water(kind: Kind) -> bool {
    matches!(kind, Kind::Ford | Kind::Open)
}

/// The stick a model moves by, and the actions one move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How far.
    pub stick: Stick,
    /// For how many actions.
    pub cost: u8,
}

impl Pace {
    /// The pace of a class: three for Long, two for Medium, one for Short. Below Short one moves
    /// Short, for two actions and then for three (MUT-TER-02, MUT-Q-66).
    const fn of_class(class: i8) -> Pace {
        match class {
            3.. => Pace { stick: Stick::Long, cost: 1 },
            2 => Pace { stick: Stick::Medium, cost: 1 },
            1 => Pace { stick: Stick::Short, cost: 1 },
            0 => Pace { stick: Stick::Short, cost: 2 },
            _ => Pace { stick: Stick::Short, cost: 3 },
        }
    }
}

impl State {
    /// The stick a model was born or made with (MUT-MOV-01, 02; MUT-Q-65), and by which rule.
    fn own_class(&self, model: ModelId) -> (i8, Clause) {
        let m = self.model(model);
        let (class, id) = match () {
            () if m.has(Rule::Mounted) => (3, "MUT-MOV-02"),
            () if m.has(Rule::Humanoid) => (2, "MUT-SPC-068"),
            () if m.has(Rule::LongMove) => (3, "MUT-SPC-080"),
            () if m.has(Rule::Bestial) => (3, "MUT-SPC-014"),
            () if m.has(Rule::MediumMovement) => (2, "MUT-SPC-144"),
            () if m.has(Rule::ShortMove) => (1, "MUT-SPC-109"),
            () => (2, "MUT-MOV-01"),
        };
        (class, Clause(id))
    }

    /// How a model moves when it is so many classes slower than usual; the disease costs it one
    /// as well (MUT-TYP-51).
    pub fn pace(&self, model: ModelId, slower: i8) -> Pace {
        let sick = i8::from(self.is(model, Mark::Infected));
        Pace::of_class(self.own_class(model).0 - sick - slower)
    }

    /// How a model moves in the water all the way: frogs and fishes are at home there
    /// (MUT-T-12).
    pub(crate) fn swimming_pace(&self, model: ModelId) -> Option<Pace> {
        let nature = &self.model(model).nature;
        let swims = nature.species == Some(Species::Frog) && !nature.has(Rule::Humanoid);
        let sick = i8::from(self.is(model, Mark::Infected));
        swims.then(|| Pace::of_class(3 - sick))
    }

    /// How far the center of the base gets along a stick: the base is set down beyond its end
    /// (MUT-MOV-11, MUT-G-03).
    pub fn move_length(&self, model: ModelId, stick: Stick) -> Length {
        match self.agreed.move_measure {
            MoveMeasure::Beyond => self.stick(stick) + self.base_width(model),
            MoveMeasure::FrontToFront => self.stick(stick),
        }
    }

    /// How wide a model's base is (MUT-G-02).
    pub fn base_width(&self, model: ModelId) -> Length {
        self.body(model).base * 2
    }

    /// Steps lower than this are no climb, no fall, and things lower than this are jumped
    /// (MUT-Q-68).
    pub fn small_step(&self) -> Length {
        self.stick(Stick::Short) / 2
    }

    /// Whether no terrain slows a model (MUT-TER-06).
    pub(crate) fn is_sure_footed(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.has(Rule::AllTerrain) || m.wears(Armor::Power)
    }

    /// Whether a model is at home in woods (MUT-TER-04).
    fn is_forester(&self, model: ModelId) -> bool {
        self.has(model, Rule::Forester) || self.kind(model) == Type::Plant
    }

    /// Whether a kind of going slows a model.
    pub(crate) fn is_slowed_by(&self, model: ModelId, going: Going) -> bool {
        let slow = match going {
            Going::Open => false,
            Going::Broken => true,
            Going::Wood => !self.is_forester(model),
            Going::Wet | Going::Deep => !self.has(model, Rule::Amphibious),
        };
        slow && !self.is_sure_footed(model)
    }

    /// Whether deep water is closed to a model (MUT-TER-38, MUT-Q-71).
    pub(crate) fn is_barred_from_water(&self, model: ModelId) -> bool {
        self.agreed.deep_water == DeepWater::On && !self.has(model, Rule::Amphibious)
    }

    /// Whether a spot is out in deep water: neither on a ford nor on a bridge.
    pub(crate) fn is_in_deep_water(&self, spot: Spot) -> bool {
        let mut deep = false;
        for ground in self.table.grounds_at(spot.at, spot.z) {
            if bridges_water(ground.kind) {
                return false;
            }
            deep |= ground.kind == Kind::Water;
        }
        deep
    }

    /// Whether a spot is in water of any depth, and not on a bridge.
    pub(crate) fn is_in_water(&self, spot: Spot) -> bool {
        let mut shallow =
            self.table.grounds_at(spot.at, spot.z).filter(|g| Going::of(g.kind) == Going::Wet);
        shallow.next().is_some() || self.is_in_deep_water(spot)
    }

    /// Notes why a model moves by the stick it moves by.
    pub(crate) fn note_pace(&self, model: ModelId, used: &mut Used) {
        let (class, clause) = self.own_class(model);
        used.push(clause);
        used.extend(["MUT-MOV-01", "MUT-GEN-07", "MUT-T-01"].map(Clause));
        let beast = matches!(self.kind(model), Type::MutatedAnimal | Type::Animal);
        if clause == Clause("MUT-MOV-02") || beast {
            used.push(Clause("MUT-Q-65"));
        }
        if self.is(model, Mark::Infected) {
            used.push(Clause("MUT-TYP-51"));
            if class == 1 {
                used.push(Clause("MUT-Q-66"));
            }
        }
    }

    /// Notes what ground does to a model, or does not.
    pub(crate) fn note_going(&self, model: ModelId, going: Going, used: &mut Used) {
        let slowed = self.is_slowed_by(model, going);
        let ids: &[&'static str] = match going {
            Going::Open => return,
            _ if !slowed && self.is_sure_footed(model) => match self.has(model, Rule::AllTerrain) {
                true => &["MUT-TER-06", "MUT-TYP-41"],
                false => &["MUT-TER-06", "MUT-SPC-098"],
            },
            Going::Broken => &["MUT-TER-01", "MUT-G-06"],
            Going::Wood if slowed => &["MUT-TER-01", "MUT-TER-39", "MUT-G-06"],
            Going::Wood => &["MUT-TER-04", "MUT-SPC-054", "MUT-TER-39"],
            Going::Wet | Going::Deep if slowed => {
                &["MUT-TER-01", "MUT-TER-38", "MUT-Q-71", "MUT-G-06"]
            }
            Going::Wet | Going::Deep => &["MUT-TER-05", "MUT-SPC-006", "MUT-TER-38"],
        };
        used.extend(ids.iter().map(|id| Clause(id)));
        used.push(Clause("MUT-G-08"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_short_a_move_costs_more() {
        let costs = [3, 2, 1, 0, -1, -2].map(|class| Pace::of_class(class).cost);
        assert_eq!(costs, [1, 1, 1, 2, 3, 3]);
        assert_eq!(Pace::of_class(-1).stick, Stick::Short);
        assert_eq!(Pace::of_class(3).stick, Stick::Long);
    }

    #[test]
    fn every_wood_is_broken_ground_and_no_barrier_is_ground() {
        for kind in Kind::ALL {
            let wood = kind.name().ends_with("woods");
            assert_eq!(Going::of(*kind) == Going::Wood, wood, "{kind}");
            if kind.nature() != tabletop::Nature::Ground {
                assert_eq!(Going::of(*kind), Going::Open, "{kind}");
            }
        }
    }
}
