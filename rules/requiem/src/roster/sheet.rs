//! A band on paper.

use engine::book::RosterSheet;

use crate::points::{self, Net};
use crate::profile::{Character, Hands, Power, Skill, Trait, Weapon};

use super::{Limits, Roster};

/// One line of a card: its label and what it says.
type Line = (String, String);

/// See [`super::sheet`].
pub(super) fn sheet(roster: &Roster, limits: Limits) -> RosterSheet {
    let total: i32 = roster.models.iter().map(|model| model.points).sum();
    let card = |model: &Character| (model.name.to_string(), card(model));
    RosterSheet {
        name: roster.name.clone(),
        models: roster.models.len(),
        points: Some(total),
        warnings: warnings(roster, total, limits),
        cards: roster.models.iter().map(card).collect(),
        common: Vec::new(),
    }
}

/// Breaches of the limits, which players may agree to overlook (REQ-X-07).
fn warnings(roster: &Roster, total: i32, limits: Limits) -> Vec<String> {
    let mut warnings = Vec::new();
    let Limits { points: most, models: (fewest, largest) } = limits;
    if total > most {
        let over = total - most;
        warnings.push(format!(
            "costs {total} points, {over} more than the {most} allowed (REQ-SCEN-01, REQ-X-07)"
        ));
    }
    let n = roster.models.len();
    if !(fewest..=largest).contains(&n) {
        let models = if n == 1 { "1 model".to_owned() } else { format!("{n} models") };
        warnings.push(format!(
            "has {models}; {fewest} to {largest} are allowed (REQ-SCEN-02, REQ-X-07)"
        ));
    }
    let leaders: Vec<&str> =
        roster.models.iter().filter(|model| model.leader).map(|model| &*model.name).collect();
    if leaders.len() > 1 {
        warnings.push(format!(
            "has {} leaders, {}; one is allowed (REQ-X-07)",
            leaders.len(),
            leaders.join(" and ")
        ));
    }
    for model in roster.models.iter().filter(|_| leaders.is_empty()) {
        for skill in &model.skills {
            if let Skill::VengeanceIsMine | Skill::SpiritualGuidance = skill {
                let (title, _, clause) = skill_lines(*skill);
                let name = &model.name;
                warnings.push(format!("{name} has {title}, but nobody leads the band ({clause})"));
            }
        }
    }
    warnings
}

fn card(model: &Character) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |label: &str, value: String| lines.push((label.to_owned(), value));
    if model.leader {
        line("Role", "leader".to_owned());
    }
    let s = &model.stats;
    line(
        "Stats",
        format!(
            "Move {}, Ranged {}, Melee {}, Defense {}, Willpower {}, Wounds {}",
            s.movement, s.ranged, s.melee, s.defense, s.willpower, s.wounds
        ),
    );
    for weapon in &model.weapons {
        line(&weapon.name, weapon_line(model, weapon));
    }
    if model.blades().next().is_none() {
        let net = Net { pool: s.melee.as_rolled(), pips: 0 };
        line("Bare hands", format!("{net}, melee"));
    }
    line("Defense", defense_line(model));
    for skill in &model.skills {
        let (title, effect, clause) = skill_lines(*skill);
        line(title, format!("{effect} ({clause})"));
    }
    for power in &model.powers {
        let (title, effect) = power_lines(*power);
        line(title, format!("{effect} (REQ-X-13)"));
    }
    line("Wound boxes", vec!["[ ]"; usize::from(s.wounds)].join(" "));
    line("Points", points_line(model));
    lines
}

/// `3k3, 18", stationary, two-handed`.
fn weapon_line(model: &Character, weapon: &Weapon) -> String {
    let mut words = vec![points::net_attack(model, weapon).to_string()];
    words.push(match weapon.range {
        Some(range) => format!("{}\"", range.whole_inches()),
        None => "melee".to_owned(),
    });
    let qualities = weapon.traits.iter().map(|quality| match quality {
        // The knife helps with all melee rolls of its owner (REQ-Q-18).
        Trait::RerollOne if !weapon.is_ranged() => "reroll one die in melee".to_owned(),
        other => other.name(),
    });
    words.extend(qualities);
    words.push(
        match weapon.hands {
            Hands::One => "one-handed",
            Hands::Two => "two-handed",
            Hands::Free => "hands-free",
        }
        .to_owned(),
    );
    words.join(", ")
}

/// `3k2 with Kevlar Vest`.
fn defense_line(model: &Character) -> String {
    let net = points::net_defense(model).to_string();
    let names: Vec<&str> = model.armor.iter().map(|armor| &*armor.name).collect();
    match names.is_empty() {
        true => net,
        false => format!("{net} with {}", names.join(" and ")),
    }
}

/// `138 = Move 16 + durability 40 + ...`.
fn points_line(model: &Character) -> String {
    let cost = points::cost(model);
    let parts: Vec<String> =
        cost.parts.iter().map(|(part, points)| format!("{part} {points}")).collect();
    format!("{} = {}", model.points, parts.join(" + "))
}

/// A skill's title, what it does, and the clause that says so.
fn skill_lines(skill: Skill) -> (&'static str, &'static str, &'static str) {
    match skill {
        Skill::Sprint => ("Sprint", "moves 5 inches; counted above", "REQ-GEAR-21"),
        Skill::HandOfDoom => {
            ("Hand of Doom", "ones of melee attacks are rolled again, once each", "REQ-GEAR-18")
        }
        Skill::VengeanceIsMine => (
            "Vengeance Is Mine",
            "+1 pip in melee attacks once the leader has fallen",
            "REQ-GEAR-19",
        ),
        Skill::SpiritualGuidance => (
            "Spiritual Guidance",
            "one die of a shot may be rolled again while the leader sees the shooter",
            "REQ-GEAR-20",
        ),
        Skill::Contaminated => (
            "Contaminated",
            "whoever comes within 1 inch makes a Defense check or is stunned",
            "REQ-COND-06",
        ),
    }
}

/// A power's title and what it does.
fn power_lines(power: Power) -> (&'static str, &'static str) {
    match power {
        Power::MindSpike => ("Mind Spike", "8\": one wound"),
        Power::Static => ("Static", "10\": the target is stunned"),
        Power::Shove => ("Shove", "6\": the target is pushed 3\" straight away"),
        Power::Dread => ("Dread", "8\": the target's next activation is a run away, or nothing"),
        Power::Veil => ("Veil", "self: light cover from all sides until its next activation"),
        Power::Bolster => ("Bolster", "6\": a stunned friend recovers"),
    }
}
