//! The random tables of chapter 17, row by row.

use Entry::{Choice, Even, One};
use Rule as R;

use crate::gear::{Armor, Gun};
use crate::profile::{Kind, Rule};

/// What a row of a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<T> {
    /// This.
    One(T),
    /// One of two, as the player likes.
    Choice(T, T),
    /// One of two, as a die decides (MUT-GEN-03).
    Even(T, T),
}

/// A table: the first and the last number of each row, and what it says.
pub type Rows<T> = &'static [(u8, u8, Entry<T>)];

/// The row of a number.
pub fn row<T: Copy>(rows: Rows<T>, number: u8) -> Option<Entry<T>> {
    let found = rows.iter().find(|(low, high, _)| (*low..=*high).contains(&number));
    found.map(|(_, _, entry)| *entry)
}

/// Everything a table can give, without doubles.
pub fn all<T: Copy + PartialEq>(rows: Rows<T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for (_, _, entry) in rows {
        let (first, second) = match entry {
            One(one) => (*one, None),
            Choice(one, other) | Even(one, other) => (*one, Some(*other)),
        };
        for thing in [Some(first), second].into_iter().flatten() {
            if !found.contains(&thing) {
                found.push(thing);
            }
        }
    }
    found
}

/// Skills, 2d6 (MUT-T-13).
pub const SKILLS: Rows<Rule> = &[
    (2, 2, One(R::Hero)),
    (3, 3, One(R::Forester)),
    (4, 4, One(R::HandToHandSpecialist)),
    (5, 5, One(R::FreeDisengage)),
    (6, 6, One(R::Savage)),
    (7, 7, Choice(R::Sharpshooter, R::Gunsmith)),
    (8, 8, One(R::Stealth)),
    (9, 9, One(R::DangerSense)),
    (10, 10, One(R::Mounted)),
    (11, 11, One(R::Steadfast)),
    (12, 12, One(R::Leader)),
];

/// What a row of the Equipment table gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    /// A bow with arrows.
    Bow,
    /// d6+3 Cells.
    Cells,
    /// A powered hand weapon and 2 Cells.
    Powered,
    /// A grenade.
    Grenade,
    /// A drug and 1 Food.
    Drug,
    /// A gun and 1 Cell.
    Gun,
    /// Herbicide.
    Herbicide,
    /// d6 Food.
    SomeFood,
    /// d6+3 Food.
    Food,
    /// A Flak Jacket.
    Flak,
    /// An NBC suit.
    Nbc,
    /// Armor.
    Armor,
}

/// Equipment, 2d6 (MUT-T-14).
pub const EQUIPMENT: Rows<Find> = &[
    (2, 2, One(Find::Bow)),
    (3, 3, One(Find::Cells)),
    (4, 4, One(Find::Powered)),
    (5, 5, One(Find::Grenade)),
    (6, 6, One(Find::Drug)),
    (7, 8, One(Find::Gun)),
    (9, 9, Choice(Find::Herbicide, Find::SomeFood)),
    (10, 10, One(Find::Food)),
    (11, 11, Choice(Find::Flak, Find::Nbc)),
    (12, 12, One(Find::Armor)),
];

/// Guns, 2d6 (MUT-T-15).
pub const GUNS: Rows<Gun> = &[
    (2, 2, One(Gun::DeathRay)),
    (3, 3, One(Gun::WebGun)),
    (4, 4, One(Gun::Electric)),
    (5, 5, Choice(Gun::SonicStunner, Gun::Shotgun)),
    (6, 6, One(Gun::Pistol)),
    (7, 7, One(Gun::AssaultRifle)),
    (8, 9, One(Gun::Laser)),
    (10, 10, One(Gun::Needler)),
    (11, 11, One(Gun::Flamethrower)),
    (12, 12, One(Gun::Nanite)),
];

/// Armor, 2d6 (MUT-T-16).
pub const ARMOR: Rows<Armor> = &[
    (2, 3, One(Armor::Heavy)),
    (4, 5, One(Armor::Reflective)),
    (6, 7, One(Armor::Flak)),
    (8, 9, One(Armor::ForceField)),
    (10, 11, One(Armor::Nbc)),
    (12, 12, One(Armor::Power)),
];

/// Physical mutations of Mutants, d66 (MUT-T-19).
pub const PHYSICAL: Rows<Rule> = &[
    (11, 12, One(R::Absorption)),
    (13, 14, One(R::Amphibious)),
    (15, 16, One(R::Big)),
    (21, 22, One(R::Huge)),
    (23, 24, One(R::Bestial)),
    (25, 25, One(R::Doppelganger)),
    (26, 26, One(R::EnergyAdaptation)),
    (31, 31, One(R::EnergyFeeding)),
    (32, 33, One(R::EnergyProjection)),
    (34, 34, One(R::Entangle)),
    (35, 35, One(R::ShortMove)),
    (36, 36, One(R::Photosynthesis)),
    (41, 41, One(R::Slow)),
    (42, 42, One(R::Sprint)),
    (43, 43, One(R::StrongConstitution)),
    (44, 44, One(R::Clinging)),
    (45, 46, One(R::Poison)),
    (51, 51, One(R::Quills)),
    (52, 52, One(R::Tough)),
    (53, 53, One(R::Allure)),
    (54, 54, One(R::LongMove)),
    (55, 56, One(R::Flying)),
    (61, 61, One(R::SuperiorSenses)),
    (62, 62, One(R::SuperiorTouch)),
    (63, 63, One(R::Tailslap)),
    (64, 64, One(R::TwoHeaded)),
    (65, 65, One(R::WeakConstitution)),
    (66, 66, One(R::Tough)),
];

/// Mental mutations, 2d6 (MUT-T-20).
pub const MENTAL: Rows<Rule> = &[
    (2, 2, One(R::Terror)),
    (3, 3, Even(R::FearOfFire, R::FearOfWater)),
    (4, 4, One(R::Phobia)),
    (5, 5, Even(R::Psychometry, R::DangerSense)),
    (6, 6, One(R::TelekineticPush)),
    (7, 7, One(R::Telepathy)),
    (8, 8, Even(R::TelekineticShield, R::Healing)),
    (9, 9, One(R::TelepathicScream)),
    (10, 10, One(R::MindBlock)),
    (11, 11, One(R::MentalShield)),
    (12, 12, One(R::TelekineticDisarm)),
];

/// Physical mutations of Mutated Animals, d66 (MUT-T-21).
pub const ANIMAL: Rows<Rule> = &[
    (11, 12, One(R::Absorption)),
    (13, 13, One(R::Amphibious)),
    (14, 14, One(R::Leader)),
    (15, 16, One(R::Big)),
    (21, 21, One(R::Huge)),
    (22, 22, Choice(R::Tough, R::Humanoid)),
    (23, 23, One(R::DangerSense)),
    (24, 24, Choice(R::Humanoid, R::Healing)),
    (25, 25, One(R::Doppelganger)),
    (26, 26, One(R::EnergyAdaptation)),
    (31, 31, One(R::EnergyFeeding)),
    (32, 32, One(R::EnergyProjection)),
    (33, 33, One(R::Entangle)),
    (34, 34, One(R::Humanoid)),
    (35, 35, One(R::Tough)),
    (36, 36, One(R::Photosynthesis)),
    (41, 41, One(R::Slow)),
    (42, 42, One(R::Sprint)),
    (43, 43, One(R::StrongConstitution)),
    (44, 44, One(R::Clinging)),
    (45, 46, One(R::Poison)),
    (51, 51, One(R::Quills)),
    (52, 52, One(R::Tough)),
    (53, 54, One(R::Allure)),
    (55, 56, One(R::Flying)),
    (61, 61, One(R::SuperiorSenses)),
    (62, 62, One(R::SuperiorTouch)),
    (63, 63, One(R::Tailslap)),
    (64, 64, One(R::TwoHeaded)),
    (65, 65, One(R::WeakConstitution)),
    (66, 66, One(R::Tough)),
];

/// Physical mutations of Mutated Plants, d66 (MUT-T-22).
pub const PLANT: Rows<Rule> = &[
    (11, 11, One(R::Absorption)),
    (12, 12, One(R::Leader)),
    (13, 13, One(R::Humanoid)),
    (14, 14, One(R::HeavyArmor)),
    (15, 16, Choice(R::Big, R::MediumMovement)),
    (21, 22, One(R::Huge)),
    (23, 23, One(R::DangerSense)),
    (24, 24, One(R::Humanoid)),
    (25, 25, One(R::Doppelganger)),
    (26, 26, One(R::EnergyAdaptation)),
    (31, 31, One(R::EnergyFeeding)),
    (32, 32, One(R::EnergyProjection)),
    (33, 34, One(R::Entangle)),
    (35, 36, Choice(R::Tough, R::Leader)),
    (41, 41, One(R::Slow)),
    (42, 42, One(R::MediumMovement)),
    (43, 43, One(R::StrongConstitution)),
    (44, 44, One(R::Clinging)),
    (45, 46, Choice(R::Poison, R::Healing)),
    (51, 52, One(R::Quills)),
    (53, 54, One(R::Allure)),
    (55, 55, One(R::NutritiousFruits)),
    (56, 56, One(R::SuperiorSenses)),
    (61, 62, One(R::ExplosiveFruits)),
    (63, 63, One(R::Tailslap)),
    (64, 64, One(R::TwoHeaded)),
    (65, 66, One(R::Tough)),
];

/// Robot features, 2d6 (MUT-T-23).
pub const FEATURES: Rows<Rule> = &[
    (2, 2, One(R::HeavyArmor)),
    (3, 3, One(R::MotionDetector)),
    (4, 4, One(R::CombatComputer)),
    (5, 5, Even(R::Big, R::Huge)),
    (6, 6, One(R::AllTerrain)),
    (7, 7, One(R::CivilianRobot)),
    (8, 8, One(R::SuperiorSoftware)),
    (9, 9, One(R::MedicalRobot)),
    (10, 10, One(R::LongMove)),
    (11, 11, One(R::Stealth)),
    (12, 12, One(R::AdvancedTargeting)),
];

/// The physical mutations of a type and the table they stand in; none for types that do not
/// mutate.
pub fn physical(kind: Kind) -> Option<(Rows<Rule>, &'static str)> {
    match kind {
        Kind::Mutant => Some((PHYSICAL, "MUT-T-19")),
        Kind::MutatedAnimal => Some((ANIMAL, "MUT-T-21")),
        Kind::Plant => Some((PLANT, "MUT-T-22")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_throw_has_one_row() {
        let rows_of =
            |rows: Rows<Rule>, n: u8| rows.iter().filter(|r| (r.0..=r.1).contains(&n)).count();
        for rows in [PHYSICAL, ANIMAL, PLANT] {
            for (tens, units) in (1..=6).flat_map(|t| (1..=6).map(move |u| (t, u))) {
                assert_eq!(rows_of(rows, tens * 10 + units), 1, "{tens}{units}");
            }
        }
        for n in 2..=12 {
            for rows in [SKILLS, MENTAL, FEATURES] {
                assert_eq!(rows_of(rows, n), 1, "{n}");
            }
            assert!(row(EQUIPMENT, n).is_some() && row(GUNS, n).is_some());
            assert!(row(ARMOR, n).is_some());
        }
    }
}
