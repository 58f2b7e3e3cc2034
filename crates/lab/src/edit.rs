//! Edits of rosters: the same party with one thing changed.
//!
//! A roster is TOML whatever the book. Its models are the tables of a list such as `[[model]]` or
//! `[[group.figure]]` that have a name; nothing else is known of it.

use serde::Serialize;
use tabletop::fields::{nearest, plain};
use toml::{Table, Value};

/// One change of a roster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edit {
    /// Which model it is about; the roster as a whole if none is named.
    pub model: Option<String>,
    /// What changes.
    pub change: Change,
}

/// What changes. Keys may lead into tables: `training.firearms`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Change {
    /// A key gets a value.
    Set(String, Value),
    /// A value joins a list.
    Add(String, Value),
    /// A value leaves a list, once.
    Remove(String, Value),
    /// A key is left out.
    Unset(String),
    /// The model stays at home.
    LeaveOut,
}

impl Edit {
    /// The change in words: `Jake: weapons without Rifle`.
    pub fn in_words(&self) -> String {
        let change = match &self.change {
            Change::Set(key, value) => format!("{key} = {}", shown(value)),
            Change::Add(key, value) => format!("{key} with {}", shown(value)),
            Change::Remove(key, value) => format!("{key} without {}", shown(value)),
            Change::Unset(key) => format!("no {key}"),
            Change::LeaveOut => "left out".to_owned(),
        };
        match &self.model {
            Some(model) => format!("{model}: {change}"),
            None => change,
        }
    }

    /// Changes a roster, or says why that cannot be done.
    pub fn apply(&self, roster: &mut Table) -> Result<(), String> {
        let Some(model) = &self.model else {
            return match &self.change {
                Change::LeaveOut => Err("name the model that is left out".to_owned()),
                change => change_table(roster, change, "the roster"),
            };
        };
        let place = find(roster, model)?;
        let Some((list, index)) = list_of(roster, &place) else {
            return Err(format!("'{model}' is no model"));
        };
        match (&self.change, list.get_mut(index)) {
            (Change::LeaveOut, _) => {
                list.remove(index);
                Ok(())
            }
            (change, Some(Value::Table(table))) => change_table(table, change, model),
            _ => Err(format!("'{model}' is no model")),
        }
    }
}

/// The text of a roster after some edits; an error says which of them failed, and why.
pub fn edited<'e>(
    text: &str,
    edits: impl IntoIterator<Item = &'e Edit>,
) -> Result<String, (usize, String)> {
    let told = |why: &dyn std::fmt::Display| (0, format!("the base roster is not TOML: {why}"));
    let mut roster: Table = text.parse().map_err(|why: toml::de::Error| told(&why.message()))?;
    for (index, edit) in edits.into_iter().enumerate() {
        edit.apply(&mut roster).map_err(|why| (index, why))?;
    }
    toml::to_string(&roster).map_err(|why| told(&why))
}

/// A table of a list that has a name.
#[derive(Clone, Debug)]
pub(crate) struct Named<'r> {
    pub(crate) name: &'r str,
    pub(crate) table: &'r Table,
    /// The lists that lead to it, from the outermost, each with the place in it.
    place: Vec<(&'r str, usize)>,
}

impl Named<'_> {
    /// The list that it is in.
    pub(crate) fn list(&self) -> &str {
        self.place.last().map_or("", |(list, _)| list)
    }
}

/// The named tables of all lists of a roster, those of outer lists before those of lists in them.
pub(crate) fn named(roster: &Table) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<(&Table, Vec<(&str, usize)>)> = vec![(roster, Vec::new())];
    while !open.is_empty() {
        let mut inner = Vec::new();
        for (table, place) in open {
            for (list, entries) in table.iter().filter_map(|(k, v)| Some((k, v.as_array()?))) {
                for (index, entry) in entries.iter().enumerate() {
                    let Some(table) = entry.as_table() else { continue };
                    let place = [&place[..], &[(list.as_str(), index)]].concat();
                    if let Some(name) = table.get("name").and_then(Value::as_str) {
                        found.push(Named { name, table, place: place.clone() });
                    }
                    inner.push((table, place));
                }
            }
        }
        open = inner;
    }
    found
}

/// The innermost list of a place, and the place in it.
fn list_of<'t>(
    mut table: &'t mut Table,
    place: &[(String, usize)],
) -> Option<(&'t mut Vec<Value>, usize)> {
    let ((last, index), outer) = place.split_last()?;
    for (list, index) in outer {
        table = table.get_mut(list)?.as_array_mut()?.get_mut(*index)?.as_table_mut()?;
    }
    Some((table.get_mut(last)?.as_array_mut()?, *index))
}

/// Where a model of a name is; the second of a name is found as `Name 2`.
fn find(roster: &Table, model: &str) -> Result<Vec<(String, usize)>, String> {
    let wanted = plain(model);
    let all = named(roster);
    let nth = |wanted: &str, n: usize| {
        let found = all.iter().filter(|one| plain(one.name) == wanted).nth(n)?;
        Some(found.place.iter().map(|(list, index)| ((*list).to_owned(), *index)).collect())
    };
    if let Some(first) = nth(&wanted, 0) {
        return Ok(first);
    }
    if let Some((name, number)) = wanted.rsplit_once(' ')
        && let Ok(number @ 2..) = number.parse::<usize>()
        && let Some(later) = nth(name, number - 1)
    {
        return Ok(later);
    }
    let names: Vec<&str> = all.iter().map(|one| one.name).collect();
    let near = nearest(model, names.iter().copied());
    let hint = near.map_or_else(
        || format!("there are {}", names.join(", ")),
        |near| format!("did you mean '{near}'?"),
    );
    Err(format!("the roster has no model '{model}'; {hint}"))
}

fn change_table(table: &mut Table, change: &Change, whose: &str) -> Result<(), String> {
    match change {
        Change::Set(path, value) => {
            let (table, key) = descend(table, path, true, whose)?;
            table.insert(key.to_owned(), value.clone());
            Ok(())
        }
        Change::Add(path, value) => {
            let (table, key) = descend(table, path, true, whose)?;
            let list = table.entry(key.to_owned()).or_insert_with(|| Value::Array(Vec::new()));
            let Value::Array(list) = list else {
                return Err(format!("{path} of {whose} is no list: use set"));
            };
            list.push(value.clone());
            Ok(())
        }
        Change::Remove(path, value) => {
            let (table, key) = descend(table, path, false, whose)?;
            let Some(Value::Array(list)) = table.get_mut(key) else {
                return Err(format!("{whose} has no list {path}; {}", keys(table)));
            };
            let same = |one: &Value| match (one.as_str(), value.as_str()) {
                (Some(one), Some(other)) => plain(one) == plain(other),
                _ => one == value,
            };
            let Some(at) = list.iter().position(same) else {
                let items: Vec<String> = list.iter().map(shown).collect();
                let items = if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
                return Err(format!("{path} of {whose} has no {}; it has {items}", shown(value)));
            };
            list.remove(at);
            Ok(())
        }
        Change::Unset(path) => {
            let (table, key) = descend(table, path, false, whose)?;
            match table.remove(key) {
                Some(_) => Ok(()),
                None => Err(format!("{whose} has no {path}; {}", keys(table))),
            }
        }
        Change::LeaveOut => Err("only a model can be left out".to_owned()),
    }
}

/// The table that the last key of a path is in, and that key. A number in a path means an entry
/// of a list, counted from 1.
fn descend<'t, 'p>(
    mut table: &'t mut Table,
    path: &'p str,
    make: bool,
    whose: &str,
) -> Result<(&'t mut Table, &'p str), String> {
    let mut words = path.split('.').map(str::trim).peekable();
    while let Some(word) = words.next() {
        let Some(next) = words.peek() else { return Ok((table, word)) };
        let number = next.parse::<usize>().ok().filter(|n| *n > 0);
        let told = format!("{word} in {path} is no table of {whose}; {}", keys(table));
        if make && number.is_none() {
            table.entry(word.to_owned()).or_insert_with(|| Value::Table(Table::new()));
        }
        table = match (table.get_mut(word), number) {
            (Some(Value::Table(inner)), None) => inner,
            (Some(Value::Array(list)), Some(number)) => {
                words.next();
                if words.peek().is_none() {
                    return Err(format!("{path} ends with a number: name a key of that entry"));
                }
                let entry = list.get_mut(number - 1).and_then(Value::as_table_mut);
                entry.ok_or(told)?
            }
            _ => return Err(told),
        };
    }
    Err("a key is missing".to_owned())
}

fn keys(table: &Table) -> String {
    let keys: Vec<&str> = table.keys().map(String::as_str).collect();
    format!("it has {}", keys.join(", "))
}

/// A value for people: texts without quotes.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTY: &str = "name = 'Us'\n[[model]]\nname = 'Jake'\nquality = 3\n\
        gear = ['Rifle', 'Knife', 'Rifle']\ntraining = { firearms = 1 }\n[[model]]\nname = 'Bo'\n\
        [[model]]\nname = 'Bo'\n[[model.specialist]]\nweapon = 'Blade'\n";

    fn edit(model: Option<&str>, change: Change) -> Edit {
        Edit { model: model.map(str::to_owned), change }
    }

    fn after(model: &str, change: Change) -> Result<Table, String> {
        let text = edited(PARTY, [&edit(Some(model), change)]).map_err(|(_, why)| why)?;
        Ok(text.parse().unwrap())
    }

    #[test]
    fn keys_are_set_and_lists_changed() {
        let quality = |v: i64| Change::Set("quality".to_owned(), Value::Integer(v));
        let party = after("jake", quality(4)).unwrap();
        assert_eq!(party["model"][0]["quality"].as_integer(), Some(4));
        assert_eq!(party["model"][1].get("quality"), None);

        let party = after("Jake", Change::Remove("gear".to_owned(), "rifle".into())).unwrap();
        assert_eq!(party["model"][0]["gear"].to_string(), "[\"Knife\", \"Rifle\"]");

        let party = after("Bo 2", Change::Add("gear".to_owned(), "Bow".into())).unwrap();
        assert_eq!(party["model"][2]["gear"].to_string(), "[\"Bow\"]");

        let set = Change::Set("training.firearms".to_owned(), Value::Integer(2));
        let party = after("Jake", set).unwrap();
        assert_eq!(party["model"][0]["training"]["firearms"].as_integer(), Some(2));

        let set = Change::Set("specialist.1.weapon".to_owned(), "Spear".into());
        let party = after("Bo 2", set).unwrap();
        assert_eq!(party["model"][2]["specialist"][0]["weapon"].as_str(), Some("Spear"));

        assert_eq!(after("Bo", Change::LeaveOut).unwrap()["model"].as_array().unwrap().len(), 2);
        let party = after("Jake", Change::Unset("gear".to_owned())).unwrap();
        assert!(party["model"][0].get("gear").is_none());
    }

    #[test]
    fn models_are_found_in_lists_of_lists() {
        let force = "[[group]]\nname = 'Alpha'\n[[group.figure]]\nname = 'Kade'\n\
            [[group]]\nname = 'Bravo'\n[[group.figure]]\nname = 'Kade'\ngear = ['Flamer']\n";
        let after = |model: &str, change: Change| -> Table {
            edited(force, [&edit(Some(model), change)]).unwrap().parse().unwrap()
        };
        let count = || Change::Set("count".to_owned(), Value::Integer(3));
        assert_eq!(after("Alpha", count())["group"][0]["count"].as_integer(), Some(3));
        let second = after("Kade 2", count());
        assert_eq!(second["group"][1]["figure"][0]["count"].as_integer(), Some(3));
        let fewer = after("Kade 2", Change::LeaveOut);
        assert!(fewer["group"][1]["figure"].as_array().unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_changed_is_told() {
        let why = after("Jak", Change::LeaveOut).unwrap_err();
        assert_eq!(why, "the roster has no model 'Jak'; did you mean 'Jake'?");
        let why = after("Jake", Change::Remove("gear".to_owned(), "Bow".into())).unwrap_err();
        assert_eq!(why, "gear of Jake has no Bow; it has Rifle, Knife, Rifle");
        let why = after("Bo", Change::Unset("gear".to_owned())).unwrap_err();
        assert_eq!(why, "Bo has no gear; it has name");
        let why = after("Jake", Change::Add("quality".to_owned(), "Bow".into())).unwrap_err();
        assert_eq!(why, "quality of Jake is no list: use set");
        let whole = edit(None, Change::Set("name".to_owned(), "Them".into()));
        assert!(edited(PARTY, [&whole]).unwrap().contains("name = \"Them\""));
    }

    #[test]
    fn edits_are_told_in_words() {
        let remove = Change::Remove("gear".to_owned(), "Bow".into());
        assert_eq!(edit(Some("Jake"), remove).in_words(), "Jake: gear without Bow");
        let set = Change::Set("quality".to_owned(), Value::Integer(4));
        assert_eq!(edit(Some("Jake"), set).in_words(), "Jake: quality = 4");
    }
}
