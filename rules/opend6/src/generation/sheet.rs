//! Record sheets as one would print them (OD6-REC-06): a card for every squad.

use engine::book::RosterSheet;

use super::troops::{Tier, cap};
use super::{Breach, Enlisted, Kit, Price, Roster, Specialist, breaches, force_breaches, price};
use crate::options::Agreed;
use crate::profile::{Attribute, Quality, Skill};
use crate::weapons::{Blade, Gun};

/// One line of a card: its label and what it says.
type Line = (String, String);

/// See [`super::sheet`].
pub(super) fn sheet(roster: &Roster, agreed: &Agreed) -> RosterSheet {
    let told = |breach: Breach| format!("{} ({})", breach.what, breach.clause);
    let of_squad = |squad: &Enlisted| {
        let name = squad.name.clone();
        breaches(squad, agreed).into_iter().map(move |b| format!("{name}: {}", told(b)))
    };
    let mut warnings: Vec<String> = roster.squads.iter().flat_map(of_squad).collect();
    warnings.extend(force_breaches(roster, agreed).into_iter().map(told));
    let soldiers: u32 = roster.squads.iter().map(|s| u32::from(s.number)).sum();
    let mut common = vec![
        ("Squads".to_owned(), roster.squads.len().to_string()),
        ("Soldiers".to_owned(), soldiers.to_string()),
    ];
    if let Some(side) = roster.allegiance {
        common.insert(0, ("Allegiance".to_owned(), side.name().to_owned()));
    }
    RosterSheet {
        name: roster.name.to_string(),
        models: soldiers as usize,
        points: Some(roster.points()),
        warnings,
        cards: roster.squads.iter().map(|s| (s.name.to_string(), card(s))).collect(),
        common,
    }
}

/// A squad's record sheet.
fn card(squad: &Enlisted) -> Vec<Line> {
    let price = price(squad);
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |label: &str, value: String| lines.push((label.to_owned(), value));
    line("Troop type", squad.kind.name().to_owned());
    line("Quality", format!("{} (cost {})", squad.quality.name(), price.quality));
    line("Walk Rate", squad.walk_rate().to_string());
    line("Run Rate", squad.run_rate().to_string());
    line("Command skill", squad.command().to_string());
    line("Number in squad", squad.number.to_string());
    line("Move", format!("{} (cost {})", squad.movement, price.movement));
    for attribute in Attribute::ALL {
        line(attribute.short(), attribute_line(squad, attribute));
    }
    line("Skill cost", price.skills.to_string());
    lines.extend(kit_lines(squad, &squad.kit));
    lines.extend(armor_line(squad, &price));
    lines.extend(cost_lines(squad, &price));
    lines.push(("Morale".to_owned(), morale_track(squad.quality)));
    lines
}

/// `3 (cost 3, training 3, specialists 3): brawling 5 (cost 2), firearms 5 (cost 2)`.
fn attribute_line(squad: &Enlisted, attribute: Attribute) -> String {
    let value = squad.attributes[attribute as usize];
    let worn = squad.worn_attributes()[attribute as usize];
    let skills = Skill::ALL.into_iter().filter(|skill| skill.attribute() == attribute);
    let told = skills.map(|skill| {
        let bought = squad.training[skill as usize];
        let cost = if bought > 0 { format!(" (cost {bought})") } else { String::new() };
        format!("{} {}{cost}", skill.name(), squad.skill(skill))
    });
    let told: Vec<String> = told.collect();
    let in_armor = if worn == value { String::new() } else { format!(", {worn} in armor") };
    let caps = squad.troop().map_or(String::new(), |troop| {
        let specialists = troop.specialists.as_slice();
        let (trained, special) =
            (most_under(troop.skills, attribute), most_under(specialists, attribute));
        format!(", training {trained}, specialists {special}")
    });
    format!("{value} (cost {value}{caps}){in_armor}: {}", told.join(", "))
}

/// The best cap of any skill under an attribute.
fn most_under(tiers: &[Tier], attribute: Attribute) -> u8 {
    let skills = Skill::ALL.into_iter().filter(|skill| skill.attribute() == attribute);
    skills.map(|skill| cap(tiers, skill)).max().unwrap_or(0)
}

/// Each weapon with damage, ranges and cost.
fn kit_lines(squad: &Enlisted, kit: &Kit) -> Vec<Line> {
    let mut lines: Vec<Line> =
        kit.guns.iter().map(|gun| (gun.name().to_owned(), gun_line(*gun))).collect();
    lines.extend(kit.blade.map(|blade| (blade.name().to_owned(), blade_line(squad, blade))));
    let thrown = [(kit.grenades, Gun::Grenade), (kit.plastics, Gun::PlasticExplosives)];
    let thrown = thrown.into_iter().filter(|(count, _)| *count > 0);
    lines.extend(thrown.map(|(count, gun)| {
        let cost = i32::from(count) * gun.line().cost;
        (gun.name().to_owned(), format!("{count} of {}, cost {cost}", gun_line(gun)))
    }));
    lines
}

/// `damage 5, 15/50/150, cost 15`.
fn gun_line(gun: Gun) -> String {
    format!("{}, cost {}", gun.words(), gun.line().cost)
}

/// What a hand weapon does in these hands (OD6-GEN-18): `damage 5, +2 to hit, cost 4`.
fn blade_line(squad: &Enlisted, blade: Blade) -> String {
    format!("{}, cost {}", blade.words(i32::from(squad.bare_strength())), blade.cost())
}

fn armor_line(squad: &Enlisted, price: &Price) -> Option<Line> {
    let armor = squad.worn()?.suit();
    let cost = match squad.free_armor() {
        Some(_) => "free, part of the attributes above".to_owned(),
        None => format!("cost {}", price.armor),
    };
    let text = format!("{}, STR +{}, AGI -{}, {cost}", armor.name, armor.strength, armor.agility);
    Some(("Armor".to_owned(), text))
}

fn cost_lines(squad: &Enlisted, price: &Price) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |label: &str, value: String| lines.push((label.to_owned(), value));
    line("Cost per soldier", price.soldier.to_string());
    line("Base cost", format!("{} x {} = {}", price.soldier, squad.number, price.base));
    line("Commander", format!("command {} (cost {})", squad.command(), price.commander));
    for (specialist, cost) in squad.specialists.iter().zip(&price.specialists) {
        line("Specialist", format!("{} (cost {cost})", specialist_words(squad, specialist)));
    }
    line("Other costs", "0".to_owned());
    line("Total cost", price.total.to_string());
    lines
}

/// `firearms 6; Repeating Raygun, damage 6, 15/60/150, cost 18`.
fn specialist_words(squad: &Enlisted, specialist: &Specialist) -> String {
    let raised = Skill::ALL.into_iter().filter(|s| specialist.training[*s as usize] > 0);
    let skills = raised.map(|skill| {
        format!("{} {}", skill.name(), squad.skill(skill) + specialist.training[skill as usize])
    });
    let weapons = kit_lines(squad, &specialist.kit);
    let weapons = weapons.into_iter().map(|(name, line)| format!("{name}, {line}"));
    let words: Vec<String> = skills.chain(weapons).collect();
    if words.is_empty() { "as the squad".to_owned() } else { words.join("; ") }
}

/// The boxes from the start downward; those above it are struck out (OD6-GEN-19).
fn morale_track(quality: Quality) -> String {
    let boxes = (0..=9).rev().map(|level| match level > quality.morale() {
        true => format!("-{level}-"),
        false => format!("[{level}]"),
    });
    let boxes: Vec<String> = boxes.collect();
    let (steady, rest) = boxes.split_at(6);
    let (steady, shaken) = (steady.join(" "), rest[..2].join(" "));
    format!("steady {steady}, shaken {shaken}, demoralized {}, broken {}", rest[2], rest[3])
}
