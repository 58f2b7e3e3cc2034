//! The troop lists (OD6-T-19, OD6-TRP).

use engine::Clause;

use super::armor::Armor;
use super::troops::Allegiance::{self, Anti, Evil, Neutral};
use super::troops::{Arms, Field, Tier, Troop, Wear};
use crate::profile::Attribute::{Agility, Mechanical, Strength, Technical};
use crate::profile::Quality::{self, Average, Elite, Veteran};
use crate::profile::Skill;
use crate::weapons::{Blade, Gun};

const ANY: &[Field] = &[Field::Any];
const AGI_STR: &[Field] = &[Field::Under(Agility), Field::Under(Strength)];
const AGI_MEC: &[Field] = &[Field::Under(Agility), Field::Under(Mechanical)];
const AGI_MEC_STR: &[Field] =
    &[Field::Under(Agility), Field::Under(Mechanical), Field::Under(Strength)];
const AGI_MEC_STR_TEC: &[Field] = &[
    Field::Under(Agility),
    Field::Under(Mechanical),
    Field::Under(Strength),
    Field::Under(Technical),
];
const GUNNERY: &[Field] = &[Field::Only(Skill::Gunnery)];
/// The broken reference to lift operations is read as a skill without use (OD6-Q-52).
const GUNNERY_LIFT: &[Field] = &[Field::Only(Skill::Gunnery), Field::Only(Skill::LiftOperations)];
const PYGMY: &[Field] =
    &[Field::Only(Skill::MeleeCombat), Field::Only(Skill::Sneak), Field::Under(Strength)];

/// "Heavy weapons" are the three guns that are put together (OD6-Q-52).
const GOVERNMENT_ARMS: Arms = Arms::Listed(
    &[
        Gun::RaygunPistol,
        Gun::RaygunCarbine,
        Gun::RaygunRifle,
        Gun::TripodRepeatingRaygun,
        Gun::MediumRepeatingRaygun,
        Gun::HeavyRepeatingRaygun,
        Gun::Grenade,
    ],
    &[],
);
const GIANT_ARMS: Arms =
    Arms::Listed(&[Gun::EnergyCrossbow, Gun::Grenade, Gun::RepeatingRaygun], &[]);

const fn tier(level: u8, fields: &'static [Field]) -> Tier {
    Tier { level, fields }
}

/// What most entries share: any size, any weapons, Move 10.
const fn listed(
    name: &'static str,
    clause: &'static str,
    side: Allegiance,
    quality: Quality,
    attributes: [u8; 6],
) -> Troop {
    Troop {
        name,
        clause: Clause(clause),
        side,
        quality,
        size: None,
        attributes,
        movement: 10,
        skills: &[],
        arms: Arms::Any,
        wear: Wear::None,
        commander: None,
        specialists: None,
    }
}

/// The seventeen types, in the order of the lists.
pub const TROOPS: [Troop; 17] = [
    Troop {
        skills: &[tier(2, AGI_MEC_STR)],
        arms: Arms::Listed(&[Gun::RaygunPistol, Gun::RaygunRifle, Gun::MediumRepeatingRaygun], &[]),
        wear: Wear::Free(Armor::AssaultSoldier),
        commander: Some(2),
        specialists: Some(tier(3, GUNNERY_LIFT)),
        ..listed("Assault Soldier", "OD6-TRP-01", Evil, Average, [1, 2, 2, 2, 3, 2])
    },
    Troop {
        size: Some((4, 4)),
        skills: &[tier(1, AGI_STR)],
        arms: GOVERNMENT_ARMS,
        wear: Wear::Any,
        commander: Some(2),
        ..listed("Evil Government Soldier", "OD6-TRP-02", Evil, Average, [3, 2, 2, 2, 3, 2])
    },
    Troop {
        skills: &[tier(3, AGI_MEC_STR)],
        arms: Arms::Listed(
            &[
                Gun::RaygunPistol,
                Gun::RaygunRifle,
                Gun::MediumRepeatingRaygun,
                Gun::HeavyRepeatingRaygun,
                Gun::Grenade,
            ],
            &[],
        ),
        wear: Wear::Free(Armor::ArcticSoldier),
        commander: Some(3),
        specialists: Some(tier(3, GUNNERY_LIFT)),
        ..listed("Arctic Soldier", "OD6-TRP-03", Evil, Veteran, [2, 2, 2, 2, 3, 2])
    },
    Troop {
        size: Some((4, 4)),
        skills: &[tier(2, AGI_STR)],
        arms: GOVERNMENT_ARMS,
        wear: Wear::Any,
        commander: Some(2),
        specialists: Some(tier(2, GUNNERY)),
        ..listed("Veteran Evil Government Soldier", "OD6-TRP-04", Evil, Veteran, [3, 2, 2, 2, 3, 2])
    },
    Troop {
        skills: &[tier(4, AGI_MEC_STR_TEC)],
        wear: Wear::Free(Armor::SpaceSoldier),
        commander: Some(4),
        specialists: Some(tier(4, AGI_MEC_STR_TEC)),
        ..listed("Space Soldier", "OD6-TRP-05", Evil, Elite, [2, 2, 3, 2, 5, 2])
    },
    Troop {
        skills: &[tier(1, AGI_MEC_STR)],
        wear: Wear::Any,
        commander: Some(2),
        specialists: Some(tier(2, AGI_MEC)),
        ..listed("Mercenary", "OD6-TRP-06", Neutral, Average, [3, 2, 3, 2, 2, 2])
    },
    Troop {
        size: Some((2, 10)),
        skills: &[tier(2, AGI_MEC_STR)],
        arms: Arms::Rayguns,
        wear: Wear::Only(Armor::BountyHunter),
        ..listed("Bounty Hunter", "OD6-TRP-07", Neutral, Veteran, [4, 2, 2, 3, 3, 2])
    },
    Troop {
        skills: &[tier(2, AGI_MEC_STR), tier(1, ANY)],
        wear: Wear::Any,
        commander: Some(3),
        specialists: Some(tier(3, AGI_MEC)),
        ..listed("Veteran Mercenary", "OD6-TRP-08", Neutral, Veteran, [3, 2, 3, 3, 2, 2])
    },
    Troop {
        size: Some((2, 10)),
        skills: &[tier(3, AGI_MEC_STR)],
        arms: Arms::Rayguns,
        wear: Wear::Only(Armor::BountyHunter),
        specialists: Some(tier(4, GUNNERY)),
        ..listed("Elite Bounty Hunter", "OD6-TRP-09", Neutral, Elite, [4, 2, 2, 3, 3, 2])
    },
    Troop {
        skills: &[tier(3, AGI_MEC_STR), tier(2, ANY)],
        wear: Wear::Any,
        commander: Some(3),
        specialists: Some(tier(4, AGI_MEC)),
        ..listed("Elite Mercenary", "OD6-TRP-10", Neutral, Elite, [3, 2, 3, 3, 3, 2])
    },
    Troop {
        size: Some((6, 10)),
        skills: &[tier(2, ANY)],
        commander: Some(2),
        specialists: Some(tier(2, ANY)),
        ..listed("Anti-Government Soldier", "OD6-TRP-11", Anti, Veteran, [3, 2, 2, 2, 2, 2])
    },
    Troop {
        size: Some((4, 6)),
        movement: 7,
        skills: &[tier(2, PYGMY)],
        arms: Arms::Listed(&[], &[Blade::Spear]),
        commander: Some(4),
        ..listed("Pygmaepithicus", "OD6-TRP-12", Anti, Veteran, [2, 1, 1, 3, 2, 1])
    },
    Troop {
        size: Some((3, 10)),
        skills: &[tier(3, ANY)],
        commander: Some(3),
        specialists: Some(tier(3, ANY)),
        ..listed("Arctic Anti-Government Soldier", "OD6-TRP-13", Anti, Elite, [3, 2, 2, 2, 3, 2])
    },
    Troop {
        size: Some((5, 10)),
        movement: 9,
        skills: &[tier(2, ANY)],
        wear: Wear::Any,
        commander: Some(2),
        specialists: Some(tier(3, ANY)),
        ..listed("Celestial Cephalopod", "OD6-TRP-14", Anti, Average, [3, 3, 2, 2, 2, 3])
    },
    Troop {
        size: Some((3, 4)),
        movement: 11,
        skills: &[tier(2, AGI_MEC_STR_TEC)],
        arms: GIANT_ARMS,
        ..listed("Celestial Gigantopithecus", "OD6-TRP-15", Anti, Veteran, [2, 2, 3, 2, 4, 3])
    },
    Troop {
        size: Some((5, 10)),
        movement: 11,
        skills: &[tier(3, ANY)],
        wear: Wear::Any,
        commander: Some(3),
        specialists: Some(tier(4, ANY)),
        ..listed("Veteran Celestial Cephalopod", "OD6-TRP-16", Anti, Veteran, [3, 3, 2, 2, 2, 3])
    },
    Troop {
        size: Some((3, 4)),
        movement: 15,
        skills: &[tier(3, AGI_MEC_STR_TEC)],
        arms: GIANT_ARMS,
        ..listed("Elite Celestial Gigantopithecus", "OD6-TRP-17", Anti, Elite, [3, 2, 3, 2, 4, 3])
    },
];
