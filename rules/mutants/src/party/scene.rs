//! What a new party starts from: the words of a setup, and those of a ruling.

use engine::SideId;
use engine::book::Scene;
use tabletop::fields::{Fields, Problems, clipped, nearest};
use tabletop::file::Problem;
use toml::de::DeValue;

use super::creation::{Company, MOST_SIDES, Muster};
use super::terms::Sort;
use super::{LONGEST, LONGEST_NAME};
use crate::profile::Name;

/// A sort of party by its name.
pub(super) fn sort(text: &str) -> Result<Sort, String> {
    Sort::of_name(text).ok_or_else(|| {
        let names: Vec<&str> = Sort::ALL.iter().map(|s| s.name()).collect();
        let text = clipped(text);
        match nearest(&text, names.iter().copied()) {
            Some(near) => format!("there is no sort of party '{text}'; did you mean '{near}'?"),
            None => {
                format!("there is no sort of party '{text}'; there are {}", names.join(", "))
            }
        }
    })
}

fn usual_name(side: SideId) -> Name {
    let mut name = side.name().to_owned();
    name.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    Name::from(format!("{name} party"))
}

fn named(text: &str) -> Result<Name, String> {
    let text = text.trim();
    let fits = (1..=LONGEST_NAME).contains(&text.chars().count());
    match fits && !text.chars().any(char::is_control) {
        true => Ok(Name::from(text)),
        false => Err(format!("a party has a name of 1 to {LONGEST_NAME} characters")),
    }
}

/// What is known of a party before it is made: nothing, just its name, or a small file with its
/// name and sort.
pub(super) fn header(text: &str, side: SideId, usual: Sort) -> Result<Company, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Company::new(usual_name(side), usual));
    }
    if !text.contains(['=', '[', '\n']) {
        return Ok(Company::new(named(text)?, usual));
    }
    let mut problems = Problems::new(1);
    let found = small_file(text, &mut problems);
    let told = |problems: Problems| {
        let told: Vec<String> = problems.located(text).iter().map(Problem::to_string).collect();
        told.join("; ")
    };
    match found {
        Some((name, own)) if problems.is_empty() => {
            let sort = own.as_deref().map_or(Ok(usual), sort)?;
            let name = name.map_or_else(|| Ok(usual_name(side)), |name| named(&name))?;
            Ok(Company::new(name, sort))
        }
        _ => Err(told(problems)),
    }
}

/// Name and sort of `[party]`.
fn small_file(text: &str, problems: &mut Problems) -> Option<(Option<String>, Option<String>)> {
    let document = problems.parse(text, LONGEST)?;
    let top = Fields::new(document.get_ref(), 0, "a new party");
    problems.check_keys(&top, &["party"], &[]);
    let Some(DeValue::Table(table)) = top.get("party").map(|v| v.get_ref()) else {
        problems.add(0, "a new party needs [party], then name = \"The Lost\"");
        return None;
    };
    let party = Fields::new(table, 0, "a new party");
    problems.check_keys(&party, &["name", "kind"], &[]);
    let mut word = |key: &str, example: &str| {
        party.get(key).and_then(|value| problems.text(value, example)).map(str::to_owned)
    };
    Some((word("name", "The Lost"), word("kind", "free")))
}

/// Sets the scene of a ruling: `given scenario purity-squad` for everybody, `given blue kind
/// plants` for one side, `given red name "The Pure"`, `given slots 5`.
pub(super) fn arrange(scene: &Scene) -> Result<Muster, String> {
    if !scene.models.is_empty() || scene.to_act.is_some() {
        return Err("new parties begin without models, and red is asked first".to_owned());
    }
    let usual = scene.scenario.as_deref().map_or(Ok(Sort::Free), sort)?;
    let mut options = scene.options.clone();
    let mut companies = vec![Company::new(usual_name(SideId(0)), usual)];
    for line in &scene.other {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let (word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim().trim_matches('"');
        match (first, SideId::named(first), word) {
            ("slots", ..) => {
                options.insert("slots".to_owned(), rest.to_owned());
            }
            (_, Some(side), "kind") => company(&mut companies, side, usual).sort = sort(value)?,
            (_, Some(side), "name") => company(&mut companies, side, usual).name = named(value)?,
            (_, Some(side), "party") => {
                company(&mut companies, side, usual);
            }
            _ => return Err(format!("'given {line}' means nothing when parties are made")),
        }
    }
    Muster::new(&options, companies).map_err(|problems| problems.join("; "))
}

/// The party of a side; those before it are there, too.
fn company(companies: &mut Vec<Company>, side: SideId, usual: Sort) -> &mut Company {
    let index = side.index().min(MOST_SIDES - 1);
    while companies.len() <= index {
        let next = SideId(companies.len() as u8);
        companies.push(Company::new(usual_name(next), usual));
    }
    &mut companies[index]
}
