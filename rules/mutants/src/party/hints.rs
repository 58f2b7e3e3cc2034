//! What special rules and gear do, in a few words for a record card.

use super::words::item_words;
use crate::gear::{Armor, Drug, Gear, Grenade, Gun, Item, Ranged, Stick};
use crate::options::{Agreed, PhotonC, PistolRange};
use crate::profile::{Nature, Rule};

/// A rule in a few words; nothing for rules that the card shows elsewhere.
pub(super) const fn rule(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::Absorption => "one kind of energy does no harm",
        Rule::Allure => "1 action: all within Short pass Quality or have -2",
        Rule::Amphibious => "water is no hindrance",
        Rule::Bestial => "no hands, moves Long",
        Rule::Big => "+1 hand to hand against smaller, shot at with +1",
        Rule::Clinging => "walks on walls, no harm from falls",
        Rule::DangerSense | Rule::MotionDetector => "never ambushed",
        Rule::Doppelganger => "2 actions: becomes the twin of an organic creature it touches",
        Rule::EnergyAdaptation => "immune to the first energy that strikes it in a game",
        Rule::EnergyFeeding => "eats Cells too; 1 action: empties a Cell of a neighbor",
        Rule::EnergyProjection => "shoots without Cells; spent after a natural 1",
        Rule::Entangle => "1 to 3 actions: Short to Long, a failed die Transfixes",
        Rule::ExplosiveFruits => "d3 a game, thrown Medium, Combat 4",
        Rule::FearOfFire => "tests Morale when attacked with flames",
        Rule::FearOfWater => "passes Quality or stays out of water",
        Rule::Flying => "flies over everything",
        Rule::Forester => "woods do not slow it",
        Rule::FreeDisengage => "leaves a fight without Free Hacks",
        Rule::Gunsmith => "first malfunction ignored, +2 to clear a jam, mends weapons",
        Rule::HandToHandSpecialist => "+1 hand to hand, -1 shooting",
        Rule::Healing => "1 action: heals whom it touches, a trouble for each success",
        Rule::HeavyArmor => "beaten by one is a draw",
        Rule::Hero => "one Quality die is a 6; one re-roll a game",
        Rule::Huge => "+1 hand to hand against smaller, shot at with +1",
        Rule::Humanoid => "has hands; human armor does not fit",
        Rule::Leader => "friends within Long have +1 on Quality; gives orders",
        Rule::MentalShield => "+2 against telepathy",
        Rule::MindBlock => "no telepathy, from it or on it",
        Rule::Mounted => "+1 hand to hand against those on foot, moves Long",
        Rule::NutritiousFruits => "1 Food for the party each game",
        Rule::Phobia => "some creatures have Terror for it",
        Rule::Photosynthesis => "eats nothing; weed killers harm it",
        Rule::Poison => "on a 6 whom it beats loses a point of Quality",
        Rule::Psychometry | Rule::SuperiorTouch | Rule::SuperiorSoftware => "artifacts +2",
        Rule::Quills => "whoever touches it takes a hack of Combat 1; shoots them Short",
        Rule::Savage => "all its kills are Gruesome",
        Rule::Sharpshooter => "+1 shooting, -1 hand to hand",
        Rule::Slow => "one move a turn",
        Rule::Sprint => "once a game two moves for one action",
        Rule::Steadfast => "+1 on Morale",
        Rule::Stealth => "not shot at while touching cover",
        Rule::StrongConstitution => "+1 against poison, radiation, disease",
        Rule::SuperiorSenses => "Stealth does not hide from it",
        Rule::Tailslap => "on a 1 whom it makes recoil falls",
        Rule::TelekineticDisarm => "1 action, Medium: a failed Quality die loses the weapon",
        Rule::TelekineticPush => "1 action, Medium: a failed Quality die is pushed Short",
        Rule::TelekineticShield => "1 action: missiles come to nothing while it stands still",
        Rule::Telepathy => "1 action, Long: confuses, knocks out, controls",
        Rule::TelepathicScream => "2 actions: Telepathy on all within Medium, no control",
        Rule::Terror => "enemies pass Quality to attack it, Morale when charged",
        Rule::TwoHeaded => "Quality one worse, +1 in telepathy",
        Rule::Tough => "a kill is a wound: Quality one worse",
        Rule::WeakConstitution => "-1 against poison, radiation, disease; dies if underfed",
        Rule::AllTerrain => "difficult ground does not slow it",
        Rule::CivilianRobot => "Quality 3+, Combat 3, one skill",
        Rule::MedicalRobot => "an injector, refilled with drugs",
        Rule::AdvancedTargeting => "range penalties are 2 smaller",
        Rule::Nimble => "climbs well",
        Rule::CombatComputer | Rule::CombatBonus => "counted in Combat",
        Rule::Immune => "the disease of the Wretched does nothing to it",
        Rule::ShortMove | Rule::LongMove | Rule::MediumMovement => return None,
    })
}

/// A rule on a card, with where it is explained.
pub(super) fn rule_line(nature: &Nature, rule_of: Rule) -> Option<(String, String)> {
    let hint = rule(rule_of)?;
    let label = super::words::rule_words(nature, rule_of);
    Some((label, format!("{hint} ({})", rule_of.clause())))
}

/// A thing on a card: what it is and how it is, what it does, and where it is explained.
pub(super) fn item_line(item: &Item, agreed: &Agreed) -> (String, String) {
    let (what, id) = match item.gear {
        Gear::Gun(Gun::Pistol) if agreed.pistol_range == PistolRange::Long => {
            ranged(Ranged { range: Stick::Long, ..Gun::Pistol.ranged() })
        }
        Gear::Gun(gun) => ranged(gun.ranged()),
        Gear::Missile(missile) => ranged(missile.ranged()),
        Gear::PoweredWeapon => ("+2 hand to hand, 1 Cell a game".to_owned(), "MUT-SPC-102"),
        Gear::Grenade(grenade) => (thrown(grenade, agreed), grenade.clause().0),
        Gear::Herbicide => ("thrown Medium, kills Plants".to_owned(), "MUT-ARE-21"),
        Gear::Drug(drug) => (dose(drug).to_owned(), "MUT-T-18"),
        Gear::Armor(armor) => worn(armor),
        Gear::ExplosiveFruit => ("thrown Medium, Combat 4".to_owned(), "MUT-SPC-044"),
        Gear::TreeFruit => ("1 action to eat: +1 on Quality rolls".to_owned(), "MUT-SCN-18"),
    };
    (item_words(item), format!("{what} ({id})"))
}

fn ranged(weapon: Ranged) -> (String, &'static str) {
    let load = if weapon.high_tech { ", uses Cells" } else { "" };
    (format!("{}, {:+}{load}", weapon.range, weapon.bonus), weapon.clause.0)
}

fn thrown(grenade: Grenade, agreed: &Agreed) -> String {
    let combat = match (grenade, agreed.photon_c) {
        (Grenade::Photon, PhotonC::Two) => Some(2),
        (Grenade::Photon, PhotonC::Four) => Some(4),
        _ => grenade.combat(),
    };
    match combat {
        Some(combat) => format!("thrown Long, Combat {combat}"),
        None => "thrown Long".to_owned(),
    }
}

const fn dose(drug: Drug) -> &'static str {
    match drug {
        Drug::Stimulant => "+1 on Quality rolls, wakes and mends",
        Drug::RadiationAntidote => "+2 in Radiation checks",
        Drug::Frenzy => "+1 hand to hand",
        Drug::Psionicilline => "+1 in psionic combat",
        Drug::PoisonAntidote => "undoes poison",
        Drug::GeneticBooster => "on 4+ a new mutation",
    }
}

fn worn(armor: Armor) -> (String, &'static str) {
    let (what, id) = match armor {
        Armor::Heavy => ("beaten by one is a draw; climbs at -2", "MUT-SPC-062"),
        Armor::Reflective => ("lasers lose their +2", "MUT-SPC-070"),
        Armor::Flak => ("+2 against bullets and splinters", "MUT-SPC-048"),
        Armor::ForceField => ("a lost combat is a draw on 5+", "MUT-SPC-052"),
        Armor::Nbc => ("+2 in Radiation checks, +1 against fire", "MUT-SPC-086"),
        Armor::Power => ("+2 hand to hand and when shot at, 2 Cells a game", "MUT-SPC-096"),
    };
    (what.to_owned(), id)
}
