//! A roster on paper.

use engine::SideId;
use engine::book::RosterSheet;

use super::{Breach, Recruit, Roster, Terms, breaches};
use crate::gear::{
    Armour, Armoury, Blow, Carried, Damage, Fitting, Force, GearRule, GearRules, Item, Might,
    RangeBand, Reach, Weapon,
};
use crate::profile::{Attribute, Character, ModelRule};

/// One line of a card: its label and what it says.
type Line = (String, String);

/// See [`super::sheet`].
pub(super) fn sheet(roster: &Roster, terms: Terms) -> RosterSheet {
    let mut cards = Vec::new();
    for recruit in roster.recruits.iter().filter(|recruit| recruit.pack.is_none()) {
        cards.push((recruit.name.to_string(), card(roster, recruit)));
    }
    for (index, (name, _)) in roster.packs.iter().enumerate() {
        cards.extend(pack_card(roster, index).map(|lines| (name.to_string(), lines)));
    }
    RosterSheet {
        name: roster.name.to_string(),
        models: roster.recruits.len(),
        points: Some(roster.points()),
        warnings: breaches(roster, terms).iter().map(Breach::to_string).collect(),
        cards,
        common: common(roster, terms),
    }
}

/// What the band has in common.
fn common(roster: &Roster, terms: Terms) -> Vec<Line> {
    let mut lines = vec![("Band".to_owned(), roster.band.name.to_string())];
    let counted = roster.counted_models();
    lines.push(("Counts as".to_owned(), format!("{counted} of {} models", terms.most_models())));
    let (plain, patched) = (roster.bullets.plain, roster.bullets.patched);
    let kinds = [(plain, "bullets"), (patched, "patched bullets")];
    let bought: Vec<String> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !bought.is_empty() {
        let cost = roster.bullets_cost();
        lines.push(("Ammunition".to_owned(), format!("{} ({cost} points)", bought.join(", "))));
    }
    lines.push(("Points".to_owned(), format!("{} of {}", roster.points(), terms.points)));
    lines
}

/// A pack's card: its members, then what each of them is like.
fn pack_card(roster: &Roster, index: usize) -> Option<Vec<Line>> {
    let in_it = |recruit: &&Recruit| recruit.pack == Some(index as u8);
    let members: Vec<&Recruit> = roster.recruits.iter().filter(in_it).collect();
    let first = members.first()?;
    let names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
    let each = first.cost(&roster.band);
    let total = each * members.len() as i32;
    let mut lines = vec![("Members".to_owned(), names.join(", "))];
    lines.extend(card(roster, first).into_iter().filter(|(label, _)| label != "Points"));
    lines.push(("Points".to_owned(), format!("{total} = {} x {each}", members.len())));
    Some(lines)
}

fn card(roster: &Roster, recruit: &Recruit) -> Vec<Line> {
    let band = &roster.band;
    let who = recruit.character(band, SideId(0));
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |label: &str, value: String| lines.push((label.to_owned(), value));
    line("Troop", who.troop.to_string());
    let load = who.kit.load(&band.armoury).cumbersome().len();
    line("Profile", profile(&who, load as i32));
    let mutations: Vec<&str> =
        recruit.mutations.iter().map(|place| &*band.mutations[*place].name).collect();
    if !mutations.is_empty() {
        line("Mutations", mutations.join(", "));
    }
    for carried in &who.kit.weapons {
        let weapon = band.armoury.weapon(carried.weapon);
        let label = match carried.count {
            1 => weapon.name.to_string(),
            n => format!("{} x {n}", weapon.name),
        };
        line(&label, weapon_line(*carried, weapon, &who));
    }
    if who.kit.weapons.iter().all(|c| band.armoury.weapon(c.weapon).blow().is_none()) {
        line("Unarmed", blow_line(Blow::UNARMED, &who, GearRules::NONE));
    }
    line("Armour", armour_line(&who, &band.armoury));
    for item in who.kit.items.iter() {
        line(item.name(), item_line(item).to_owned());
    }
    for rule in who.rules.iter() {
        line(rule.name(), format!("{} ({})", rule_line(rule), rule.clause()));
    }
    if let Some(x) = who.poison {
        line("Poison", format!("({x}) on whatever it hits with (PUN-POI-01)"));
    }
    let parts: Vec<String> =
        recruit.parts(band).iter().map(|(part, cost)| format!("{part} ({cost})")).collect();
    line("Points", format!("{} = {}", who.cost, parts.join(" + ")));
    lines
}

/// `A 2, C 5, P -, Ag 4 (5 without its load), ...`.
fn profile(who: &Character, load: i32) -> String {
    let value = |attribute: Attribute| {
        let short = attribute.short();
        match who.profile.get(attribute) {
            None => format!("{short} -"),
            Some(n) if attribute == Attribute::Agility && load > 0 => {
                format!("{short} {} ({n} without its load)", i32::from(n) - load)
            }
            Some(n) => format!("{short} {n}"),
        }
    };
    Attribute::ALL.map(value).join(", ")
}

/// What a weapon does in these hands.
fn weapon_line(carried: Carried, weapon: &Weapon, who: &Character) -> String {
    let strength = who.profile.value(Attribute::Strength);
    let mut words = Vec::new();
    match weapon.shot() {
        None => words.push(blow_line(weapon.blow().unwrap_or(Blow::UNARMED), who, weapon.rules)),
        Some(shot) => {
            words.push(match shot.reach {
                Reach::Bands([short, medium, long]) if medium == long => {
                    format!("{short}/{medium}/-\"")
                }
                Reach::Bands(ends) => format!("{}\"", ends.map(|end| end.to_string()).join("/")),
                Reach::Thrown(_) => {
                    let farthest = shot.farthest(strength, tabletop::Length::ZERO);
                    format!("up to {farthest}\"")
                }
                Reach::Line(length) => format!("a line of {length}\""),
                Reach::Template { length, .. } => format!("a cone of {length}\""),
            });
            if let Damage::Hit { strength: force, .. } = shot.damage {
                let pens = RangeBand::ALL.map(|band| weapon.penetration(band).to_string());
                let forces = force.map(|force: Force| force.of(strength).to_string());
                words.push(format!("Pen {}", banded(&pens)));
                words.push(format!("Str {}", banded(&forces)));
            }
        }
    }
    words.extend(weapon.rules.iter().map(|rule| rule.name().to_owned()));
    words.extend(weapon.poison.map(|x| format!("Poison ({x})")));
    if let (true, Some(blow)) = (!weapon.is_close(), weapon.blow()) {
        let more = carried.fittings.has(Fitting::Bayonet);
        let bayonet = if more { crate::gear::BAYONET_PENETRATION } else { 0 };
        let blow = Blow { penetration: blow.penetration + bayonet, ..blow };
        words.push(format!("hand to hand {}", blow_line(blow, who, GearRules::NONE)));
    }
    words.extend(carried.fittings.iter().map(|fitting| fitting.name().to_lowercase()));
    words.join(", ")
}

/// `3/2/1`, or just `3` where all are the same.
fn banded(values: &[String; 3]) -> String {
    match values {
        [a, b, c] if a == b && b == c => a.clone(),
        all => all.join("/"),
    }
}

/// `Combat 6, Pen 3, Str 6`: what it comes to with the wielder's own.
fn blow_line(blow: Blow, who: &Character, rules: GearRules) -> String {
    let combat = who.profile.value(Attribute::Combat) + i32::from(blow.combat);
    let strength = match blow.strength {
        Might::Fixed(strength) => i32::from(strength),
        bonus => bonus.of(who.profile.value(Attribute::Strength)),
    };
    match rules.has(GearRule::Shock) {
        true => format!("Combat {combat}, no Armour helps, Str {strength}"),
        false => format!("Combat {combat}, Pen {}, Str {strength}", blow.penetration),
    }
}

fn armour_line(who: &Character, armoury: &Armoury) -> String {
    let worn: Option<&Armour> = who.kit.armour.map(|id| armoury.armour(id));
    let mut words = Vec::new();
    if let Some(armour) = worn {
        words.push(format!("{} {}", armour.name, armour.value));
        let values = armour.against_firearms.map(|values| values.map(|n| n.to_string()));
        words.extend(values.map(|values| format!("{} against firearms", values.join("/"))));
        words.extend(armour.rules.iter().map(|rule| rule.name().to_owned()));
    }
    if who.skin > 0 {
        words.push(format!("skin {}", who.skin));
    }
    match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    }
}

const fn item_line(item: Item) -> &'static str {
    match item {
        Item::Bike => "Cover +3 against shots",
        Item::Biohazard => "no harm from Contaminated terrain and Gas",
        Item::GrumpyCat => "once in a game a die is rolled again",
        Item::Shield => "hand to hand Armour +2 and Combat -1, against shots Cover +2",
        Item::Tools => "an Action and a Tech roll clear a jam",
    }
}

const fn rule_line(rule: ModelRule) -> &'static str {
    match rule {
        ModelRule::Beast => "no objectives, delays, climbing, looting or devices",
        ModelRule::Berserk => "one more set of Actions when Downed",
        ModelRule::Bloodthirst => "goes for the nearest enemy in sight, never disengages",
        ModelRule::BrutalCharge => "+1 Str and Pen for each Movement Action of its charge",
        ModelRule::Camouflage => "avoiding its Cover costs 2 more",
        ModelRule::Creeper => "+3 to climb, and on ladders",
        ModelRule::Infiltration => "appears from hiding in Turn 2, 3 or 4",
        ModelRule::Jump => "moves in all directions",
        ModelRule::Mong => "no objectives, delays, looting or devices",
        ModelRule::Mutard => "+2 against Gas and Contaminated terrain",
        ModelRule::Offroad => "bad ground is clear, very bad ground is bad",
        ModelRule::Pack => "acts and fights with its pack",
        ModelRule::PrehensileLimb => "a rival in contact: -1 Combat, -1 Agility to disengage",
        ModelRule::Rider => "no objectives, no climbing, shots are hard",
        ModelRule::Sonar => "sees all around, and whomever it assaults",
        ModelRule::Sticky => "rivals in contact: -3 Agility to disengage",
        ModelRule::Swift => "6\" a Movement Action",
    }
}
