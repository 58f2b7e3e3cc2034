//! The printed tables: weapons (PUN-T-08, PUN-T-09, PUN-B-21, PUN-B-22) and armour (PUN-T-10,
//! PUN-B-20, PUN-B-23).

use tabletop::Length;

use super::GearRule::*;
use super::close::{HEAVY_MACE, IMPROVISED, LIGHT_MACE};
use super::{
    Armour, ArmourId, Blow, Damage, Force, GearRule, GearRules, Might, Reach, Shot, Way, Weapon,
    WeaponId,
};

/// Names the places of a table.
macro_rules! places {
    ($id:ident: $($(#[$doc:meta])* $name:ident = $place:literal,)+) => {
        impl $id {
            $($(#[$doc])* pub const $name: $id = $id($place);)+
        }
    };
}

places! { WeaponId:
    /// An improvised weapon.
    IMPROVISED = 0,
    /// No weapon at all.
    UNARMED = 1,
    /// Claws and teeth.
    CLAWS = 2,
    /// A small blade.
    SMALL_BLADE = 3,
    /// A medium blade.
    MEDIUM_BLADE = 4,
    /// A heavy blade.
    HEAVY_BLADE = 5,
    /// A light mace.
    LIGHT_MACE = 6,
    /// A mace.
    MACE = 7,
    /// A heavy mace.
    HEAVY_MACE = 8,
    /// A bow.
    BOW = 9,
    /// A crossbow.
    CROSSBOW = 10,
    /// Throwing knives.
    THROWING_KNIVES = 11,
    /// A shotgun.
    SHOTGUN = 12,
    /// A pistol.
    PISTOL = 13,
    /// A rifle.
    RIFLE = 14,
    /// An automatic rifle.
    AUTOMATIC_RIFLE = 15,
    /// A ballistic fist.
    BALLISTIC_FIST = 16,
    /// A snapper.
    SNAPPER = 17,
    /// A blunderbuss.
    BLUNDERBUSS = 18,
    /// A pumper.
    PUMPER = 19,
    /// A harpoon launcher.
    HARPOON_LAUNCHER = 20,
    /// A steamer.
    STEAMER = 21,
    /// A fire bomb.
    FIRE_BOMB = 22,
    /// A gas bomb.
    GAS_BOMB = 23,
    /// A smoke bomb.
    SMOKE_BOMB = 24,
    /// A flamethrower.
    FLAMETHROWER = 25,
    /// Thorns.
    THORNS = 26,
    /// An organic missile.
    ORGANIC_MISSILE = 27,
    /// Poisoned claws.
    POISONED_CLAWS = 28,
}

places! { ArmourId:
    /// Thick clothes.
    THICK_CLOTHES = 0,
    /// Hardened leather.
    HARDENED_LEATHER = 1,
    /// Metallic armour.
    METALLIC = 2,
    /// A metal plate.
    METAL_PLATE = 3,
    /// A bulletproof vest.
    BULLETPROOF_VEST = 4,
    /// A fireproof coat.
    FIREPROOF_COAT = 5,
    /// An electric suit.
    ELECTRIC_SUIT = 6,
}

/// All weapons of the tables, at the places named above.
pub(super) fn weapons() -> Vec<Weapon> {
    let mut all = close_combat();
    all.extend(ranged());
    all.extend(extra_close_combat());
    all.extend(extra_ranged());
    all.push(Weapon { poison: Some(2), ..close("Poisoned claws", 8, blow(0, 1, 0), &[Natural]) });
    all
}

/// PUN-T-08.
fn close_combat() -> Vec<Weapon> {
    vec![
        close("Improvised weapon", 0, IMPROVISED, &[]),
        close("Unarmed", 0, Blow::UNARMED, &[]),
        close("Claws and teeth", 2, blow(0, 1, 0), &[Natural]),
        close("Small blade", 4, blow(0, 2, 1), &[]),
        close("Medium blade", 10, blow(1, 3, 2), &[]),
        close("Heavy blade", 8, blow(0, 4, 3), &[Cumbersome, TwoHanded]),
        close("Light mace", 3, LIGHT_MACE, &[]),
        close("Mace", 5, blow(0, 1, 2), &[]),
        close("Heavy mace", 6, HEAVY_MACE, &[TwoHanded]),
    ]
}

/// PUN-T-09.
fn ranged() -> Vec<Weapon> {
    let guns = |name, cost, reach, damage, rules: &[GearRule]| {
        let mut gun = shooter(name, cost, bands(reach), damage, rules);
        gun.rules.add(Firearm);
        gun.rules.add(Rare);
        gun
    };
    let thrown = [Force::Thrower(0), Force::Thrower(-1), Force::Thrower(-2)];
    let knives = Damage::Hit { penetration: [2, 1, 0], strength: thrown };
    vec![
        shooter("Bow", 10, bands([8, 16, 24]), hit([2; 3], [3; 3]), &[HardToUse, TwoHanded]),
        shooter("Crossbow", 8, bands([6, 12, 18]), hit([3; 3], [4; 3]), &[DeadSlow, TwoHanded]),
        shooter("Throwing knives", 3, bands([2, 4, 6]), knives, &[]),
        guns("Shotgun", 6, [4, 8, 12], hit([3; 3], [7, 6, 5]), &[Pellets, TwoHanded]),
        guns("Pistol", 5, [6, 12, 18], hit([4; 3], [6; 3]), &[]),
        guns("Rifle", 8, [12, 24, 36], hit([5; 3], [6; 3]), &[TwoHanded]),
        guns("Automatic rifle", 10, [12, 24, 36], hit([5; 3], [6; 3]), &[Automatic, TwoHanded]),
    ]
}

/// PUN-B-21. Nothing stops a snapper: Shock ignores Armour (PUN-SHK-01).
fn extra_close_combat() -> Vec<Weapon> {
    let snap = Blow { combat: 2, penetration: 0, strength: Might::Fixed(6) };
    vec![
        close("Ballistic fist", 6, blow(2, 2, 5), &[Rare, ReallyDeadSlow]),
        close("Snapper", 25, snap, &[Rare, Shock]),
    ]
}

/// PUN-B-22.
fn extra_ranged() -> Vec<Weapon> {
    let bomb = |name, effect| {
        let reach = Reach::Thrown(Length::inches(2));
        shooter(name, 5, reach, Damage::Burst, &[Disposable, IndirectFire, Rare, effect])
    };
    vec![
        shooter(
            "Blunderbuss",
            5,
            bands([4, 6, 8]),
            hit([2; 3], [5, 4, 3]),
            &[DeadSlow, Pellets, Rare, TwoHanded],
        ),
        shooter(
            "Pumper",
            8,
            bands([4, 8, 12]),
            hit([1; 3], [1; 3]),
            &[PumpAction, Rare, TwoHanded],
        ),
        shooter(
            "Harpoon launcher",
            15,
            bands([8, 16, 24]),
            hit([10; 3], [7; 3]),
            &[Bulky, Cumbersome, Rare, ReallyDeadSlow],
        ),
        shooter(
            "Steamer",
            8,
            Reach::Line(Length::inches(8)),
            Damage::Scald,
            &[Cumbersome, Rare, Steam, TwoHanded],
        ),
        bomb("Fire bomb", Incendiary),
        bomb("Gas bomb", Gas),
        bomb("Smoke bomb", Smoke),
        shooter(
            "Flamethrower",
            20,
            TEMPLATE,
            hit([2; 3], [3; 3]),
            &[Cumbersome, Rare, Template, TwoHanded],
        ),
        shooter("Thorns", 6, bands([4, 8, 12]), hit([3, 2, 1], [2; 3]), &[Natural]),
        shooter(
            "Organic missile",
            10,
            bands([4, 8, 8]),
            hit([4; 3], [3; 3]),
            &[Kaboom, Natural, Pellets],
        ),
    ]
}

/// The usual template: a cone of eight inches (PUN-G-14).
pub(crate) const TEMPLATE: Reach =
    Reach::Template { length: Length::inches(8), near: Length::cents(50), far: Length::cents(250) };

/// PUN-T-10 with the prices of PUN-B-20.
pub(super) fn armours() -> Vec<Armour> {
    let plain = |name: &str, price: Option<i32>, value, rules: &[GearRule]| Armour {
        name: name.into(),
        price,
        value,
        against_firearms: None,
        rules: GearRules::of(rules),
    };
    vec![
        plain("Thick clothes", Some(5), 1, &[]),
        plain("Hardened leather", Some(10), 3, &[]),
        plain("Metallic armour", Some(20), 4, &[]),
        plain("Metal plate", Some(25), 5, &[Cumbersome]),
        Armour { against_firearms: Some([5, 6, 7]), ..plain("Bulletproof vest", Some(20), 3, &[]) },
        plain("Fireproof coat", Some(15), 3, &[Fireproof]),
        plain("Electric suit", None, 2, &[Cumbersome, Electrified, Fireproof]),
    ]
}

fn close(name: &str, cost: i32, blow: Blow, rules: &[GearRule]) -> Weapon {
    let rules = GearRules::of(rules);
    Weapon { name: name.into(), cost, way: Way::Close(blow), rules, poison: None }
}

fn shooter(name: &str, cost: i32, reach: Reach, damage: Damage, rules: &[GearRule]) -> Weapon {
    let way = Way::Ranged(Shot { reach, damage });
    Weapon { name: name.into(), cost, way, rules: GearRules::of(rules), poison: None }
}

fn blow(combat: i8, penetration: u8, strength: u8) -> Blow {
    Blow { combat, penetration, strength: Might::Bonus(strength) }
}

fn bands(inches: [i32; 3]) -> Reach {
    Reach::Bands(inches.map(Length::inches))
}

fn hit(penetration: [u8; 3], strength: [u8; 3]) -> Damage {
    Damage::Hit { penetration, strength: strength.map(Force::Weapon) }
}

#[cfg(test)]
mod tests {
    use super::super::Armoury;
    use super::*;

    #[test]
    fn the_named_places_hold_what_they_say() {
        let armoury = Armoury::printed();
        for (id, name) in [
            (WeaponId::CLAWS, "Claws and teeth"),
            (WeaponId::HEAVY_MACE, "Heavy mace"),
            (WeaponId::BOW, "Bow"),
            (WeaponId::AUTOMATIC_RIFLE, "Automatic rifle"),
            (WeaponId::SNAPPER, "Snapper"),
            (WeaponId::HARPOON_LAUNCHER, "Harpoon launcher"),
            (WeaponId::SMOKE_BOMB, "Smoke bomb"),
            (WeaponId::ORGANIC_MISSILE, "Organic missile"),
            (WeaponId::POISONED_CLAWS, "Poisoned claws"),
        ] {
            assert_eq!(&*armoury.weapon(id).name, name);
        }
        assert_eq!(&*armoury.armour(ArmourId::BULLETPROOF_VEST).name, "Bulletproof vest");
        assert_eq!(&*armoury.armour(ArmourId::ELECTRIC_SUIT).name, "Electric suit");
    }

    #[test]
    fn shooters_are_swung_as_the_book_says() {
        let armoury = Armoury::printed();
        let blow = |id| armoury.weapon(id).blow();
        let harpoon = Blow { combat: -1, penetration: 1, strength: Might::Bonus(4) };
        assert_eq!(blow(WeaponId::HARPOON_LAUNCHER), Some(harpoon));
        assert_eq!(blow(WeaponId::RIFLE), Some(LIGHT_MACE));
        assert_eq!(blow(WeaponId::PISTOL), Some(IMPROVISED));
        assert_eq!(blow(WeaponId::GAS_BOMB), None);
    }
}
