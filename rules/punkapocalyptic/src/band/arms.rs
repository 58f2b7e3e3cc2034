//! Weapons and armours that a band file adds to the printed ones (PUN-B-05).

use tabletop::fields::{Fields, Problems, Value, place};
use toml::de::DeValue;

use super::LONGEST_NAME;
use super::values::{cost, length, lengths, need_cost, number, small};
use super::words::{Said, gear_rule};
use crate::gear::{
    Armour, Armoury, Blow, Damage, Force, GearRule, GearRules, Might, Reach, Shot, Way, Weapon,
};

/// Most weapons, and most armours, of a band's own.
pub(super) const MOST_GEAR: usize = 60;
/// Most special rules of one thing.
pub(super) const MOST_RULES: usize = 12;
/// Farthest that a weapon reaches, in inches.
const FARTHEST: i32 = 72;

const WEAPON_KEYS: &[&str] = &[
    "name",
    "cost",
    "combat",
    "range",
    "throw",
    "line",
    "template",
    "penetration",
    "strength",
    "rules",
    "note",
];
const ARMOUR_KEYS: &[&str] = &["name", "cost", "value", "against_firearms", "rules", "note"];
/// The keys that say how far a weapon reaches.
const REACHES: [&str; 4] = ["range", "throw", "line", "template"];

/// Rules that armour may have.
const OF_ARMOUR: GearRules =
    GearRules::of(&[GearRule::Cumbersome, GearRule::Electrified, GearRule::Fireproof]);
/// Rules that a close-combat weapon may have.
const OF_CLOSE: GearRules = GearRules::of(&[
    GearRule::Bulky,
    GearRule::Cumbersome,
    GearRule::DeadSlow,
    GearRule::Electrified,
    GearRule::Natural,
    GearRule::Rare,
    GearRule::ReallyDeadSlow,
    GearRule::Rust,
    GearRule::Shock,
    GearRule::TwoHanded,
]);
/// Rules that a ranged weapon may have.
const OF_RANGED: GearRules = GearRules::of(&[
    GearRule::Automatic,
    GearRule::Bulky,
    GearRule::Cumbersome,
    GearRule::DeadSlow,
    GearRule::Disposable,
    GearRule::Electrified,
    GearRule::Firearm,
    GearRule::Gas,
    GearRule::HardToUse,
    GearRule::Incendiary,
    GearRule::IndirectFire,
    GearRule::Kaboom,
    GearRule::Natural,
    GearRule::Pellets,
    GearRule::PumpAction,
    GearRule::Rare,
    GearRule::ReallyDeadSlow,
    GearRule::Rust,
    GearRule::Shock,
    GearRule::Smoke,
    GearRule::Steam,
    GearRule::Template,
    GearRule::TwoHanded,
]);

/// The rules that a weapon of its kind may have, and what that kind is called.
pub(super) fn fitting_rules(weapon: &Weapon) -> (GearRules, &'static str) {
    match weapon.way {
        Way::Close(_) => (OF_CLOSE, "a close-combat weapon"),
        Way::Ranged(_) => (OF_RANGED, "a ranged weapon"),
    }
}

/// Reads special rules, of which only some make sense here.
pub(super) fn rules(
    problems: &mut Problems,
    fields: &Fields,
    (fitting, what): (GearRules, &str),
) -> (GearRules, Option<u8>) {
    let (mut rules, mut poison) = (GearRules::NONE, None);
    for (text, at) in problems.texts(fields, ("rules", "Rare"), MOST_RULES) {
        match problems.take(at, gear_rule(text)) {
            Some(Said::Rule(rule)) if fitting.has(rule) => rules.add(rule),
            Some(Said::Rule(rule)) => {
                let clause = rule.clause();
                problems
                    .add(at, format!("{rule} means nothing for {what}; leave it out ({clause})"));
            }
            Some(Said::Poison(x)) => poison = Some(x),
            None => (),
        }
    }
    (rules, poison)
}

/// Puts all weapons and armours of a band's own into its armoury, and says whether it has them all.
pub(super) fn own_gear(problems: &mut Problems, fields: &Fields, armoury: &mut Armoury) -> bool {
    let mut all = true;
    for table in problems.tables(fields, ("weapon", "a weapon"), MOST_GEAR) {
        let weapon = own_weapon(problems, &table);
        all &= weapon.is_some_and(|weapon| {
            let taken = armoury.weapon_named(&weapon.name).is_some();
            let name = weapon.name.clone();
            is_new(problems, table.at, (taken, &name)) && armoury.add_weapon(weapon).is_some()
        });
    }
    for table in problems.tables(fields, ("armour", "armour"), MOST_GEAR) {
        let armour = own_armour(problems, &table);
        all &= armour.is_some_and(|armour| {
            let taken = armoury.armour_named(&armour.name).is_some();
            let name = armour.name.clone();
            is_new(problems, table.at, (taken, &name)) && armoury.add_armour(armour).is_some()
        });
    }
    all
}

/// Whether a name is not taken.
fn is_new(problems: &mut Problems, at: usize, (taken, name): (bool, &str)) -> bool {
    if taken {
        problems.add(at, format!("there is a {name} already; call this one otherwise"));
    }
    !taken
}

fn own_weapon(problems: &mut Problems, fields: &Fields) -> Option<Weapon> {
    problems.check_keys(fields, WEAPON_KEYS, &[]);
    problems.check_note(fields);
    let name = problems.need(fields, "name", "\"Nail gun\"");
    let name = name.and_then(|value| problems.trimmed_name(value, LONGEST_NAME));
    let cost = need_cost(problems, fields, "cost");
    let reaches: Vec<&str> = REACHES.into_iter().filter(|key| fields.get(key).is_some()).collect();
    let (way, rules, poison) = match (fields.get("combat"), reaches.as_slice()) {
        (Some(combat), []) => close(problems, fields, combat)?,
        (None, [reach]) => ranged(problems, fields, reach)?,
        _ => {
            let message = "a weapon has either combat, such as combat = 0, or one of range, \
                           throw, line and template, such as range = [4, 8, 12]";
            problems.add(fields.at, message);
            return None;
        }
    };
    Some(Weapon { name: name?.into(), cost: cost?, way, rules, poison })
}

/// A close-combat weapon (PUN-WPC-01).
fn close(
    problems: &mut Problems,
    fields: &Fields,
    combat: Value,
) -> Option<(Way, GearRules, Option<u8>)> {
    let text = match combat.get_ref() {
        DeValue::Integer(n) if n.radix() == 10 => n.as_str(),
        _ => "",
    };
    let combat_bonus = text.parse::<i8>().ok().filter(|bonus| (-5..=5).contains(bonus));
    if combat_bonus.is_none() {
        problems.add(place(combat), "combat must be a whole number from -5 to 5");
    }
    let penetration = number(problems, fields, "penetration", (0, 10));
    let strength = match fields.get("strength") {
        None => Some(Might::Bonus(0)),
        Some(value) => might(problems, value),
    };
    let (rules, poison) = rules(problems, fields, (OF_CLOSE, "a close-combat weapon"));
    let penetration = penetration.unwrap_or(0);
    let blow = Blow { combat: combat_bonus?, penetration, strength: strength? };
    Some((Way::Close(blow), rules, poison))
}

/// `3` on top of the wielder's Strength, or `"= 6"` in its place.
fn might(problems: &mut Problems, value: Value) -> Option<Might> {
    let fixed = |text: &str| text.trim().strip_prefix('=')?.trim().parse::<u8>().ok();
    let found = match value.get_ref() {
        DeValue::String(text) => fixed(text).filter(|n| (1..=10).contains(n)).map(Might::Fixed),
        other => small(other).filter(|n| *n <= 10).map(Might::Bonus),
    };
    if found.is_none() {
        let message = "strength is what the weapon adds, 0 to 10, or \"= 6\" in place of the \
                       wielder's";
        problems.add(place(value), message);
    }
    found
}

/// A ranged weapon (PUN-WPR-03).
fn ranged(
    problems: &mut Problems,
    fields: &Fields,
    key: &str,
) -> Option<(Way, GearRules, Option<u8>)> {
    let (mut rules, poison) = rules(problems, fields, (OF_RANGED, "a ranged weapon"));
    let value = fields.get(key)?;
    let reach = reach(problems, key, value);
    match reach {
        Some(Reach::Line(_)) => rules.add(GearRule::Steam),
        Some(Reach::Template { .. }) => rules.add(GearRule::Template),
        Some(Reach::Thrown(_)) => rules.add(GearRule::IndirectFire),
        _ => (),
    }
    for (rule, needs) in [(GearRule::Steam, "line"), (GearRule::Template, "template")] {
        if rules.has(rule) && key != needs {
            let clause = rule.clause();
            problems.add(fields.at, format!("{rule} goes with {needs}, not with {key} ({clause})"));
        }
    }
    let bursts = [GearRule::Gas, GearRule::Incendiary, GearRule::Smoke];
    let damage = match fields.get("strength") {
        _ if key == "line" => Some(Damage::Scald),
        None if bursts.iter().any(|burst| rules.has(*burst)) => Some(Damage::Burst),
        None => {
            problems.need(fields, "strength", "4");
            None
        }
        Some(value) => hit(problems, fields, value),
    };
    Some((Way::Ranged(Shot { reach: reach?, damage: damage? }), rules, poison))
}

fn reach(problems: &mut Problems, key: &str, value: Value) -> Option<Reach> {
    match key {
        "throw" => length(problems, value, 6).map(Reach::Thrown),
        "line" => length(problems, value, FARTHEST).map(Reach::Line),
        "template" => {
            let example = ("template", "[8, 0.5, 2.5]");
            let [length, near, far] = lengths(problems, value, example, 24)?;
            Some(Reach::Template { length, near, far })
        }
        _ => {
            let ends = lengths(problems, value, ("range", "[4, 8, 12]"), FARTHEST)?;
            if !ends.is_sorted() {
                problems.add(place(value), "each range must reach at least as far as the last");
            }
            Some(Reach::Bands(ends))
        }
    }
}

/// Penetration and Strength, one for all ranges or one for each (PUN-RNG-05).
fn hit(problems: &mut Problems, fields: &Fields, strength: Value) -> Option<Damage> {
    let penetration = match fields.get("penetration") {
        None => Some([0; 3]),
        Some(value) => {
            let read = |v: &DeValue| small(v).filter(|n| *n <= 10);
            banded(problems, value, read, "penetration is 0 to 10, or [3, 2, 1] by range")
        }
    };
    let why = "strength is 1 to 10, or [5, 4, 3] by range; \"S-1\" reckons from the thrower's";
    let strength = banded(problems, strength, force, why);
    Some(Damage::Hit { penetration: penetration?, strength: strength? })
}

/// One value for all ranges, or one for each.
fn banded<T: Copy>(
    problems: &mut Problems,
    value: Value,
    read: impl Fn(&DeValue) -> Option<T>,
    why: &str,
) -> Option<[T; 3]> {
    let found = match value.get_ref() {
        DeValue::Array(values) => {
            let read: Option<Vec<T>> = values.iter().map(|v| read(v.get_ref())).collect();
            read.and_then(|values| values.try_into().ok())
        }
        other => read(other).map(|one| [one; 3]),
    };
    if found.is_none() {
        problems.add(place(value), why);
    }
    found
}

/// `4`, or `"S"` and `"S-1"` for the thrower's.
fn force(value: &DeValue) -> Option<Force> {
    let Some(text) = value.as_str() else {
        return small(value).filter(|n| (1..=10).contains(n)).map(Force::Weapon);
    };
    let change = text.trim().strip_prefix(['S', 's'])?.replace(' ', "");
    if change.is_empty() {
        return Some(Force::Thrower(0));
    }
    change.parse::<i8>().ok().filter(|n| (-5..=5).contains(n)).map(Force::Thrower)
}

fn own_armour(problems: &mut Problems, fields: &Fields) -> Option<Armour> {
    problems.check_keys(fields, ARMOUR_KEYS, &[]);
    problems.check_note(fields);
    let name = problems.need(fields, "name", "\"Tyre coat\"");
    let name = name.and_then(|value| problems.trimmed_name(value, LONGEST_NAME));
    let price = cost(problems, fields, "cost");
    problems.need(fields, "value", "2");
    let value = number(problems, fields, "value", (0, 10));
    let against_firearms = fields.get("against_firearms").and_then(|value| {
        let read = |v: &DeValue| small(v).filter(|n| *n <= 10);
        let why = "expected three values from 0 to 10, such as against_firearms = [5, 6, 7]";
        banded(problems, value, read, why)
    });
    let (rules, poison) = rules(problems, fields, (OF_ARMOUR, "armour"));
    if poison.is_some() {
        problems.add(fields.at, "armour poisons nobody; leave Poison out (PUN-POI-01)");
    }
    Some(Armour { name: name?.into(), price, value: value?, against_firearms, rules })
}
