//! Where a party breaks the rules: told as warnings, never in the way of a game (MUT-Q-10).

use engine::Clause;

use super::rows::{FEATURES, MENTAL, SKILLS, all, physical};
use super::{Advance, Roster, upkeep, wear};
use crate::gear::{Gear, Item};
use crate::options::{Agreed, RosterUpkeep};
use crate::profile::{Character, Diet, Kind, Nature, Rule};

/// What is against the rules, and against which.
pub type Breach = (Clause, String);

/// Everything in a party that is against the rules.
pub fn breaches(roster: &Roster, agreed: &Agreed) -> Vec<Breach> {
    let mut found = Vec::new();
    leaders(roster, &mut found);
    champions(roster, &mut found);
    androids(roster, &mut found);
    for who in &roster.members {
        figures(roster, who, &mut found);
        together(who, &mut found);
        of_its_type(who, &mut found);
        belongings(who, &mut found);
        printed(who, agreed, &mut found);
    }
    found
}

fn add(found: &mut Vec<Breach>, id: &'static str, text: String) {
    found.push((Clause(id), text));
}

fn names<'r>(members: impl Iterator<Item = &'r Character>) -> Vec<&'r str> {
    members.map(|who| &*who.name).collect()
}

/// Whether somebody has had an Advance.
fn had(roster: &Roster, who: &Character, advance: Advance) -> bool {
    roster.advances.iter().any(|(name, what)| *name == who.name && *what == advance)
}

/// The Quality somebody would have without being the party's own Leader.
fn plain_quality(roster: &Roster, who: &Character) -> u8 {
    let mut nature = who.nature;
    nature.rules.remove(Rule::Leader);
    let quality = nature.figures().0.saturating_add(who.condition.scars);
    quality - u8::from(had(roster, who, Advance::Quality))
}

/// One Leader of the party's own; others must have rolled the rule (MUT-PTY-03, MUT-PTY-08).
fn leaders(roster: &Roster, found: &mut Vec<Breach>) {
    let leads = |who: &&Character| who.nature.has(Rule::Leader);
    let all = names(roster.members.iter().filter(leads));
    let better = |who: &&Character| who.nature.quality < plain_quality(roster, who);
    let own = names(roster.members.iter().filter(leads).filter(better));
    if own.len() > 1 {
        let who = own.join(" and ");
        let text = format!("has {} Leaders with better Quality, {who}: one is allowed", own.len());
        add(found, "MUT-OPT-06", text);
    } else if all.len() > 1 {
        let who = all.join(" and ");
        let text = format!("has {} Leaders, {who}: all but one must have rolled it", all.len());
        add(found, "MUT-PTY-08", text);
    }
}

/// One Combat bonus, apart from Advances (MUT-PTY-02, MUT-CAM-20).
fn champions(roster: &Roster, found: &mut Vec<Breach>) {
    let own =
        |who: &&Character| who.nature.has(Rule::CombatBonus) && !had(roster, who, Advance::Combat);
    let all = names(roster.members.iter().filter(own));
    if all.len() > 1 {
        let text =
            format!("has {} Combat bonuses, {}: one is allowed", all.len(), all.join(" and "));
        add(found, "MUT-OPT-06", text);
    }
}

/// A party of Androids lives on Cells (MUT-TYP-27).
fn androids(roster: &Roster, found: &mut Vec<Breach>) {
    let all = roster.members.iter().all(|who| who.nature.kind == Kind::Android);
    let eaters = names(roster.members.iter().filter(|who| who.diet == Diet::Food));
    if all && !eaters.is_empty() {
        let text = format!("is all Androids, who live on Cells, but {} on Food", eaters.join(", "));
        add(found, "MUT-TYP-27", text);
    }
}

/// Quality and Combat against what type and rules come to (MUT-T-11).
fn figures(roster: &Roster, who: &Character, found: &mut Vec<Breach>) {
    let name = &who.name;
    let plain = plain_quality(roster, who);
    let led = who.nature.has(Rule::Leader) && who.nature.quality == plain.saturating_sub(1);
    let quality = who.nature.quality;
    if quality != plain && !led {
        let text = format!("{name} has Quality {quality}+ where its type and rules give {plain}+");
        add(found, "MUT-T-11", text);
    }
    let (_, usual) = who.nature.figures();
    let combat = who.nature.combat;
    if combat != usual {
        let text = format!("{name} has Combat {combat} where its type and rules give {usual}");
        add(found, "MUT-T-11", text);
    }
}

/// Rules that do not go together (MUT-PTY-09, MUT-Q-125).
fn together(who: &Character, found: &mut Vec<Breach>) {
    let pairs = [
        (Rule::Absorption, Rule::EnergyAdaptation, "MUT-SPC-002"),
        (Rule::Big, Rule::Huge, "MUT-Q-125"),
        (Rule::ShortMove, Rule::LongMove, "MUT-Q-125"),
        (Rule::Mounted, Rule::Huge, "MUT-Q-128"),
        (Rule::Mounted, Rule::Bestial, "MUT-Q-128"),
        (Rule::Mounted, Rule::Flying, "MUT-Q-128"),
    ];
    let both = |(one, other, _): &(Rule, Rule, _)| who.nature.has(*one) && who.nature.has(*other);
    for (one, other, id) in pairs.into_iter().filter(both) {
        add(found, id, format!("{} has both {one} and {other}", who.name));
    }
}

/// Whether a rule can come to somebody of a type at all: by what the type and the species give,
/// by its tables, by a skill, or by a campaign.
fn comes_to(nature: &Nature, rule: Rule) -> bool {
    let package = nature.species.is_some_and(|s| s.package().0.contains(&rule));
    let party = matches!(rule, Rule::Leader | Rule::CombatBonus | Rule::Immune);
    let skill = all(SKILLS).contains(&rule);
    let mental = nature.can_mutate() && all(MENTAL).contains(&rule);
    let body = physical(nature.kind).is_some_and(|(rows, _)| all(rows).contains(&rule));
    let feature = nature.kind == Kind::Robot && all(FEATURES).contains(&rule);
    let goes = nature.has(Rule::Bestial) && rule == Rule::LongMove;
    package || party || skill || mental || body || feature || goes
}

/// Rules that the type's tables do not have, and what the type needs.
fn of_its_type(who: &Character, found: &mut Vec<Breach>) {
    let (nature, name) = (&who.nature, &who.name);
    let given = Nature::plain(nature.kind).rules;
    for rule in nature.rules.iter().filter(|rule| !given.has(*rule) && !comes_to(nature, *rule)) {
        let table = physical(nature.kind).map_or("MUT-T-11", |(_, table)| table);
        let text = format!("{name} has {rule}, which is on no table of its type");
        add(found, table, text);
    }
    let mental = all(MENTAL);
    if nature.kind == Kind::Plant && !nature.rules.iter().any(|rule| mental.contains(&rule)) {
        add(found, "MUT-TYP-14", format!("{name} has no mental mutation"));
    }
    if nature.kind == Kind::MutatedAnimal && nature.species.is_none() {
        add(found, "MUT-TYP-11", format!("{name} belongs to no species"));
    }
}

/// Gear that cannot be used or worn, or not together (MUT-WPN-05, MUT-WPN-06).
fn belongings(who: &Character, found: &mut Vec<Breach>) {
    for (index, item) in who.gear.iter().enumerate() {
        let before: &[Item] = &who.gear[..index];
        let refusal = match item.gear {
            gear if wear::unusable(&who.nature, gear).is_some() => {
                wear::unusable(&who.nature, gear)
            }
            Gear::Armor(armor) => wear::clashes(before, armor),
            _ => None,
        };
        if let Some(refusal) = refusal {
            let text = format!("{} has {}: {}", who.name, item.gear.name(), refusal.why);
            found.push((refusal.clause, text));
        }
    }
}

/// Upkeep that is printed and not what the rules say (MUT-Q-10).
fn printed(who: &Character, agreed: &Agreed, found: &mut Vec<Breach>) {
    let by_the_rules = Agreed { roster_upkeep: RosterUpkeep::Computed, ..agreed.clone() };
    let due = upkeep(who, &by_the_rules);
    if let Some(stated) = who.condition.printed.filter(|stated| *stated != due) {
        let text = format!("{} has Upkeep {stated} where the rules give {due}", who.name);
        add(found, "MUT-Q-10", text);
    }
}
