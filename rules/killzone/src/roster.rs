//! Rosters: groups, figures and what they carry (chapter 12).
//!
//! A roster is TOML:
//!
//! ```toml
//! name = "Third Platoon"
//!
//! [[group]]
//! name = "Alpha"                    # figures without names are called after it
//! class = "trooper"                 # law, rebel, scavenger, savage, cyborg, zombie
//!
//! [[group.figure]]
//! name = "Sergeant Vane"            # optional
//! count = 1                         # optional
//! rank = "leader"                   # sub-leader, hero; optional
//! gear = ["Military Rifle", "Hand Grenade x2", "night sight"]
//! note = "Never sits down."         # optional
//!
//! [[vehicle]]
//! name = "Mule"
//! make = "truck"                    # bike, car, carrier
//! group = "Alpha"
//! open = true                       # optional
//! ```

mod gear;
mod limits;

use engine::SideId;
use engine::book::RosterSheet;
use tabletop::fields::{Fields, Problems, place, plain, tell_apart};
use tabletop::file::Problem;

use crate::options::Agreed;
use crate::points;
use crate::profile::{Character, Class, GroupId, Rank};
use crate::vehicles::{Make, MakeKind};
pub use gear::{apply, suggest};

/// Longest text that is read; a bound for files from strangers.
const LONGEST: usize = 64 << 10;
/// Most problems that are told.
const MOST_PROBLEMS: usize = 20;
/// Most groups of a side.
const MOST_GROUPS: usize = 12;
/// Most figures and vehicles of a side.
const MOST_MODELS: usize = 40;
/// Longest name.
const LONGEST_NAME: usize = 40;

/// A side's force that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// What it is called.
    pub name: String,
    /// Names of the groups.
    pub groups: Vec<String>,
    /// All figures, then the vehicles; groups are numbered from nought.
    pub models: Vec<Character>,
}

impl Roster {
    /// Whether it is a horde of zombies.
    pub fn is_horde(&self) -> bool {
        self.models.iter().all(Character::is_zombie)
    }

    /// Every limit that it breaks.
    pub fn breaches(&self, agreed: &Agreed) -> Vec<String> {
        limits::breaches(self, agreed)
    }

    /// What it costs.
    pub fn points(&self) -> i32 {
        self.models.iter().map(|m| m.points).sum()
    }
}

/// Reads a roster, or says everything that is wrong with it as `line 3, column 9: ...`.
pub fn read(text: &str, side: SideId, agreed: &Agreed) -> Result<Roster, Vec<String>> {
    let mut problems = Problems::new(MOST_PROBLEMS);
    let roster = read_all(&mut problems, text, side, agreed);
    match roster.filter(|_| problems.is_empty()) {
        Some(roster) => Ok(roster),
        None => {
            let told = |p: Problem| format!("line {}, column {}: {}", p.line, p.column, p.message);
            Err(problems.located(text).into_iter().map(told).collect())
        }
    }
}

fn read_all(problems: &mut Problems, text: &str, side: SideId, agreed: &Agreed) -> Option<Roster> {
    let document = problems.parse(text, LONGEST)?;
    let fields = Fields::new(document.get_ref(), 0, "a roster");
    problems.check_keys(&fields, &["name", "group", "vehicle", "note"], &[]);
    problems.check_note(&fields);
    let name = problems.need(&fields, "name", "\"Third Platoon\"");
    let name = name.and_then(|v| problems.trimmed_name(v, LONGEST_NAME)).unwrap_or("").to_owned();
    let mut roster = Roster { name, groups: Vec::new(), models: Vec::new() };
    for group in problems.tables(&fields, ("group", "a group"), MOST_GROUPS) {
        read_group(problems, &group, side, &mut roster);
    }
    for vehicle in problems.tables(&fields, ("vehicle", "a vehicle"), MOST_GROUPS) {
        read_vehicle(problems, &vehicle, side, &mut roster);
    }
    if roster.models.is_empty() && problems.is_empty() {
        problems.add(0, "there is nobody in it: [[group]], then [[group.figure]]");
    }
    if roster.models.len() > MOST_MODELS {
        problems.add(0, format!("a side has at most {MOST_MODELS} figures and vehicles"));
    }
    tell_apart(&mut roster.models, |model| &mut model.name);
    for model in &mut roster.models {
        model.points = points::cost(model, agreed.prices);
    }
    Some(roster)
}

fn read_group(problems: &mut Problems, fields: &Fields, side: SideId, roster: &mut Roster) {
    problems.check_keys(fields, &["name", "class", "figure", "note"], &[]);
    problems.check_note(fields);
    let name = problems.need(fields, "name", "\"Alpha\"");
    let Some(name) = name.and_then(|v| problems.trimmed_name(v, LONGEST_NAME)) else { return };
    if roster.groups.iter().any(|other| plain(other) == plain(name)) {
        problems.add(fields.at, format!("there are two groups called '{name}'"));
    }
    let Some(value) = problems.need(fields, "class", "\"trooper\"") else { return };
    let Some(word) = problems.text(value, "trooper") else { return };
    let class = Class::ALL.iter().find(|(_, known)| *known == plain(word));
    let Some((class, _)) = class.filter(|(class, _)| *class != Class::Vehicle) else {
        let known: Vec<&str> = Class::ALL[..7].iter().map(|(_, name)| *name).collect();
        problems.add(place(value), format!("class is one of {}", known.join(", ")));
        return;
    };
    let group = GroupId(roster.groups.len() as u8);
    roster.groups.push(name.to_owned());
    let before = roster.models.len();
    for figure in problems.tables(fields, ("figure", "a figure"), MOST_MODELS) {
        let basic = Character::basic(name, side, group, *class);
        read_figure(problems, &figure, basic, roster);
    }
    if roster.models.len() == before {
        problems.add(fields.at, format!("the group '{name}' has no [[group.figure]]"));
    }
}

fn read_figure(problems: &mut Problems, fields: &Fields, basic: Character, roster: &mut Roster) {
    problems.check_keys(fields, &["name", "count", "rank", "gear", "note"], &[]);
    problems.check_note(fields);
    let mut who = basic;
    if let Some(name) = fields.get("name").and_then(|v| problems.trimmed_name(v, LONGEST_NAME)) {
        who.name = name.into();
    }
    if let Some(value) = fields.get("rank") {
        let ranks = [Rank::Plain, Rank::SubLeader, Rank::Leader, Rank::Hero];
        let word = problems.text(value, "leader").map(plain).unwrap_or_default();
        match ranks.into_iter().find(|rank| plain(rank.name()) == word) {
            Some(rank) => who.rank = rank,
            None => problems.add(place(value), "rank is leader, sub-leader, hero or plain"),
        }
    }
    for (word, at) in problems.texts(fields, ("gear", "Military Rifle"), 12) {
        match apply(&mut who, word) {
            Ok(true) => (),
            Ok(false) => {
                let hint = suggest(word).map(|near| format!("; did you mean '{near}'?"));
                let hint = hint.unwrap_or_default();
                problems.add(at, format!("there is no gear called '{word}'{hint}"));
            }
            Err(why) => problems.add(at, why),
        }
    }
    let count =
        fields.get("count").and_then(|v| problems.number(v, "count", (1, MOST_MODELS as u8)));
    for _ in 0..count.unwrap_or(1) {
        roster.models.push(who.clone());
    }
}

fn read_vehicle(problems: &mut Problems, fields: &Fields, side: SideId, roster: &mut Roster) {
    problems.check_keys(fields, &["name", "make", "group", "open", "note"], &[]);
    problems.check_note(fields);
    let name = problems.need(fields, "name", "\"Mule\"");
    let name = name.and_then(|v| problems.trimmed_name(v, LONGEST_NAME)).unwrap_or("Vehicle");
    let Some(value) = problems.need(fields, "make", "\"truck\"") else { return };
    let word = problems.text(value, "truck").map(plain).unwrap_or_default();
    let kind = MakeKind::ALL.iter().find(|(_, known)| *known == word);
    let Some((kind, _)) = kind else {
        problems.add(place(value), "make is bike, car, truck or carrier");
        return;
    };
    let Some(value) = problems.need(fields, "group", "\"Alpha\"") else { return };
    let of = problems.text(value, "Alpha").map(plain).unwrap_or_default();
    let Some(group) = roster.groups.iter().position(|g| plain(g) == of) else {
        problems.add(place(value), "there is no such group in the roster");
        return;
    };
    let open = problems.flag(fields, "open") || *kind == MakeKind::Bike;
    let mut who = Character::basic(name, side, GroupId(group as u8), Class::Vehicle);
    who.make = Some(Make { kind: *kind, open });
    roster.models.push(who);
}

/// A roster on paper: a card for every figure, and warnings where it breaks the limits or where
/// the sheet's prices disagree with its own parts.
pub fn sheet(roster: &Roster, agreed: &Agreed) -> RosterSheet {
    let card = |who: &Character| {
        let mut lines = vec![
            ("Group".to_owned(), roster.groups[who.group.index()].clone()),
            ("Class".to_owned(), who.class.name().to_owned()),
            ("Rank".to_owned(), who.rank.name().to_owned()),
        ];
        let tough = who.toughness();
        lines.push(("Killed on".to_owned(), format!("{}+", tough.kill)));
        lines.push(("Suppressed on".to_owned(), format!("{}+", tough.suppress)));
        lines.extend(points::parts(who).into_iter().map(|(what, n, _)| (what, n.to_string())));
        lines.push(("Points".to_owned(), who.points.to_string()));
        (who.name.to_string(), lines)
    };
    let mut warnings = roster.breaches(agreed);
    warnings.extend(roster.models.iter().filter_map(points::disagreement));
    warnings.dedup();
    RosterSheet {
        name: roster.name.clone(),
        models: roster.models.len(),
        points: Some(roster.points()),
        warnings,
        cards: roster.models.iter().map(card).collect(),
        common: vec![
            ("Groups".to_owned(), roster.groups.join(", ")),
            ("Size".to_owned(), limits::size(roster.points()).to_owned()),
        ],
    }
}
