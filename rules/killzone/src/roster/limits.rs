//! Who may buy what, and how groups are made up (KZ-FIG-05 to 13, KZ-AREA-06, KZ-X-26, KZ-X-35).

use super::Roster;
use crate::options::{Agreed, LauncherAllowed, Setting};
use crate::profile::{Armour, Character, Class, Rank};
use crate::weapons::{GunId, known};

/// The size of a game that points are good for (KZ-X-27).
pub fn size(points: i32) -> &'static str {
    match points {
        ..=150 => "small (150 points)",
        151..=300 => "standard (300 points)",
        301..=500 => "large (500 points)",
        _ => "larger than large (500 points)",
    }
}

/// Every limit that a roster breaks.
pub fn breaches(roster: &Roster, agreed: &Agreed) -> Vec<String> {
    let mut told = Vec::new();
    for index in 0..roster.groups.len() {
        composition(roster, index, &mut told);
        heavy_weapons(roster, index, &mut told);
        gang_launchers(roster, index, &mut told);
    }
    for who in roster.models.iter().filter(|who| !who.is_vehicle()) {
        kit(who, &mut told);
        weapons(who, agreed, &mut told);
        carried(who, &mut told);
        if agreed.setting == Setting::Old {
            old_kit(who, &mut told);
        }
    }
    heroes(roster, &mut told);
    told
}

fn members(roster: &Roster, group: usize) -> impl Iterator<Item = &Character> {
    roster.models.iter().filter(move |who| who.group.index() == group && !who.is_vehicle())
}

/// How a group of each class is made up (KZ-FIG-05 to 11).
fn composition(roster: &Roster, group: usize, told: &mut Vec<String>) {
    let name = &roster.groups[group];
    let all: Vec<&Character> = members(roster, group).collect();
    let Some(first) = all.first() else { return };
    let count = |rank: Rank| all.iter().filter(|who| who.rank == rank).count();
    let (leaders, subs, plain) = (count(Rank::Leader), count(Rank::SubLeader), count(Rank::Plain));
    if count(Rank::Hero) > 0 {
        if all.len() > 1 {
            told.push(format!("{name}: a Hero operates alone (KZ-FIG-05)"));
        }
        return;
    }
    let (fits, rule) = match first.class {
        Class::Trooper => (
            leaders == 1 && subs == 1 && (1..=3).contains(&plain),
            "1 leader, 1 sub-leader and 1 to 3 troopers (KZ-FIG-07)",
        ),
        Class::Law => (
            leaders == 1 && subs == 1 && plain == 3,
            "1 leader, 1 sub-leader and 3 officers (KZ-FIG-08)",
        ),
        Class::Rebel => (leaders == 1 && subs <= 1, "1 leader, at most 1 sub-leader (KZ-FIG-09)"),
        Class::Scavenger => {
            (leaders == 1 && subs <= 1, "1 leader, at most 1 sub-leader (KZ-FIG-10)")
        }
        Class::Savage => (leaders == 1 && subs <= 1, "1 leader, at most 1 sub-leader (KZ-FIG-11)"),
        Class::Cyborg => (all.len() == 1, "a cyborg is a group of one (KZ-X-26)"),
        Class::Zombie | Class::Vehicle => (true, ""),
    };
    if !fits {
        told.push(format!("{name}: {rule}"));
    }
    if first.class == Class::Trooper {
        let powered = all.iter().filter(|who| who.is_powered()).count();
        if powered * 3 > all.len() {
            told.push(format!("{name}: at most one in three wears power armour (KZ-X-26)"));
        }
    }
}

/// Assault cannon, HMG and laser: one per squad, or one per five rebels (KZ-X-26).
fn heavy_weapons(roster: &Roster, group: usize, told: &mut Vec<String>) {
    let heavy = |gun: &GunId| matches!(gun.name(), "Light Assault Cannon" | "HMG" | "Light Laser");
    let all: Vec<&Character> = members(roster, group).collect();
    let Some(first) = all.first() else { return };
    let count = all.iter().flat_map(|who| &who.guns).filter(|gun| heavy(gun)).count();
    let most = match first.class {
        Class::Trooper | Class::Law => 1,
        Class::Rebel => all.len() / 5,
        _ => 0,
    };
    if count > most {
        let name = &roster.groups[group];
        told.push(format!("{name}: {count} heavy weapons, {most} allowed (KZ-X-26)"));
    }
}

/// Scavengers and savages: one launcher and three missiles a gang (KZ-AREA-06).
fn gang_launchers(roster: &Roster, group: usize, told: &mut Vec<String>) {
    let gang = |who: &&Character| matches!(who.class, Class::Scavenger | Class::Savage);
    let all = || members(roster, group).filter(gang);
    let launcher = |gun: &&GunId| **gun == known().missile_launcher;
    let launchers = all().flat_map(|who| &who.guns).filter(launcher).count();
    let missiles: u8 = all().map(|who| who.carried(known().missile)).sum();
    if launchers > 1 || missiles > 3 {
        let name = &roster.groups[group];
        told.push(format!("{name}: at most 1 launcher and 3 missiles a gang (KZ-AREA-06)"));
    }
}

/// Armour, headsets, suits (KZ-FIG-12, KZ-X-26, KZ-Q-55).
fn kit(who: &Character, told: &mut Vec<String>) {
    let mut no = |why: &str| told.push(format!("{}: {why}", who.name));
    let class = who.class;
    let wears = match who.armour {
        Armour::None => class != Class::Trooper,
        Armour::Light => class != Class::Savage && class != Class::Cyborg,
        Armour::Medium => matches!(class, Class::Trooper | Class::Law | Class::Rebel),
        Armour::Heavy => matches!(class, Class::Trooper | Class::Law),
        Armour::Power => class == Class::Trooper,
    };
    if !wears && who.armour == Armour::None {
        no("troopers are always armoured (KZ-FIG-07)");
    } else if !wears {
        no(&format!("{} is not for a {} (KZ-X-26)", who.armour.name(), class.name()));
    }
    if who.headset && matches!(class, Class::Scavenger | Class::Savage) {
        no(&format!("no headset for a {} (KZ-FIG-12)", class.name()));
    }
    if !who.headset && class == Class::Trooper {
        no("troopers always have headsets (KZ-FIG-12)");
    }
    if who.stealth && !(matches!(class, Class::Trooper | Class::Rebel) || who.is_hero()) {
        no("a stealth suit is for troopers, rebels and Heroes (KZ-X-26)");
    }
    if who.stealth && who.armour > Armour::Medium {
        no("a stealth suit is worn over medium armour at most (KZ-Q-55)");
    }
}

/// Who may use which weapon (KZ-FIG-06, KZ-T-09, KZ-T-11, KZ-AREA-06, KZ-X-26).
fn weapons(who: &Character, agreed: &Agreed, told: &mut Vec<String>) {
    let mut no = |why: &str| told.push(format!("{}: {why}", who.name));
    let crude = matches!(who.class, Class::Rebel | Class::Scavenger | Class::Savage);
    let carried = who.stock.iter().map(|(gun, _)| *gun);
    for gun in who.guns.iter().copied().chain(carried) {
        let name = gun.name();
        if matches!(name, "Rotary Cannon" | "Grenade Launcher") && !who.is_powered() {
            no(&format!("the {name} is for power armour only (KZ-T-09, KZ-X-17)"));
        }
        if matches!(name, "Crossbow" | "Scatter Gun" | "Molotov") && !crude {
            no(&format!("the {name} is for rebels, scavengers and savages (KZ-X-26)"));
        }
        if name == "Missile Launcher" && who.class == Class::Law {
            no("no missile launcher for law enforcement (KZ-AREA-06)");
        }
        if who.is_cyborg() && gun.get().family.is_none() {
            no(&format!("a cyborg cannot use the {name} (KZ-FIG-06, KZ-Q-71)"));
        }
        if name == "Grenade Launcher" && agreed.grenade_launcher == LauncherAllowed::Banned {
            no("the grenade launcher is banned, so it stays silent (KZ-Q-10)");
        }
        if who.is_zombie() {
            no("zombies only throw sticks and stones (KZ-ZOM-04)");
        }
    }
    for hand in &who.hands {
        if *hand == known().power_glove && !who.is_powered() {
            no("the Power Glove is for power armour only (KZ-T-11)");
        }
        if *hand == known().bayonet && !who.guns.iter().any(|gun| gun.get().bayonet) {
            no("a Bayonet needs a rifle or musket (KZ-X-35)");
        }
        if who.is_cyborg() {
            no(&format!("a cyborg cannot use the {} (KZ-Q-71)", hand.name()));
        }
    }
}

/// How much may be carried (KZ-AREA-06, KZ-Q-70, KZ-X-15).
fn carried(who: &Character, told: &mut Vec<String>) {
    let grenades = match who.class {
        Class::Law | Class::Rebel => 2,
        Class::Scavenger | Class::Savage => 1,
        _ => 3,
    };
    let limits = [
        (known().hand_grenade, grenades, "KZ-AREA-06"),
        (known().smoke_grenade, grenades, "KZ-X-15"),
        (known().missile, 5, "KZ-AREA-06"),
    ];
    for (what, most, id) in limits {
        let n = who.carried(what);
        if n > most {
            let thing = what.name();
            told.push(format!("{}: {n} {thing}s, {most} allowed ({id})", who.name));
        }
    }
}

/// What there was in 1889 (KZ-X-35).
fn old_kit(who: &Character, told: &mut Vec<String>) {
    let modern_gun = |gun: &&GunId| !gun.get().old && !matches!(gun.name(), "Handgun" | "Shotgun");
    let kit = who.headset || who.night_sight || who.scope || who.stealth;
    let dressed = who.armour != Armour::None || who.is_cyborg();
    if kit || dressed || who.guns.iter().any(|gun| modern_gun(&gun)) {
        told.push(format!("{}: has things later than 1889 (KZ-X-35)", who.name));
    }
}

/// One Hero for every three groups, Heroes not counted (KZ-FIG-05, KZ-X-36); no cyborg with
/// savages (KZ-X-26).
fn heroes(roster: &Roster, told: &mut Vec<String>) {
    let heroes = roster.models.iter().filter(|who| who.is_hero()).count();
    let groups = roster.groups.len() - heroes.min(roster.groups.len());
    if heroes * 3 > groups {
        told.push(format!("{heroes} Heroes need {} groups beside them (KZ-FIG-05)", heroes * 3));
    }
    let has = |class: Class| roster.models.iter().any(|who| who.class == class);
    if has(Class::Savage) && has(Class::Cyborg) {
        told.push("no cyborg fights beside savages (KZ-X-26)".to_owned());
    }
}
