//! What rosters are made of: things and numbers, counted without knowing what they mean.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::edit::{named, shown};
use crate::plan::{Entrant, Plan};
use crate::stats::{Matrix, rank};

/// How many of what a roster has.
pub(super) type Counts = BTreeMap<String, f64>;

/// What a roster is made of. Only entries that have a card of their own are looked at: a list of
/// weapons that the band could use is not what it has.
pub(super) fn counts(plan: &Plan, entrant: &Entrant) -> Counts {
    let mut counts = Counts::new();
    let Ok(roster) = entrant.text.parse::<Table>() else { return counts };
    let is_card = |name: &str| {
        // Equal names are told apart on cards: `Bo`, `Bo 2`.
        let same = |card: &String| card.eq_ignore_ascii_case(name.trim());
        entrant.cards.iter().any(same)
    };
    for one in named(&roster).iter().filter(|one| is_card(one.name)) {
        let entry = one.table;
        let number = plan.count_key.as_ref().and_then(|key| entry.get(key)?.as_integer());
        let times = number.unwrap_or(1) as f64;
        *counts.entry(one.list().to_owned()).or_default() += times;
        count_table(plan, entry, ("", times), &mut counts);
    }
    counts
}

fn count_table(plan: &Plan, table: &Table, (path, times): (&str, f64), counts: &mut Counts) {
    for (key, value) in table {
        let known = ["name", "note"].contains(&key.as_str())
            || plan.ignored_keys.contains(key)
            || plan.count_key.as_ref() == Some(key);
        if !known {
            count_value(plan, value, (&format!("{path}{key}"), times), counts);
        }
    }
}

fn count_value(plan: &Plan, value: &Value, (path, times): (&str, f64), counts: &mut Counts) {
    let mut add = |what: String, number: f64| *counts.entry(what).or_default() += number;
    match value {
        Value::Integer(number) => add(path.to_owned(), *number as f64 * times),
        Value::Float(number) => add(path.to_owned(), *number * times),
        Value::Boolean(flag) => add(path.to_owned(), f64::from(u8::from(*flag)) * times),
        Value::String(text) => match pool(text) {
            // A pool such as 3k2 is as many numbers as it has.
            Some(numbers) => {
                for (letter, number) in numbers {
                    add(format!("{path}, {letter}"), number * times);
                }
            }
            None => add(format!("{path}: {text}"), times),
        },
        Value::Array(values) => {
            for value in values {
                match value {
                    // Entries of an entry are single ones, however many the others are.
                    Value::Table(inner) => {
                        add(path.to_owned(), 1.0);
                        let path = format!("{path}.");
                        let mut inner_counts = Counts::new();
                        count_table(plan, inner, (&path, 1.0), &mut inner_counts);
                        inner_counts.into_iter().for_each(|(what, n)| add(what, n));
                    }
                    other => add(format!("{path}: {}", shown(other)), times),
                }
            }
        }
        Value::Table(inner) => count_table(plan, inner, (&format!("{path}."), times), counts),
        Value::Datetime(_) => (),
    }
}

/// The numbers of a text such as `3k2` or `4D+1`, each with its place in words.
fn pool(text: &str) -> Option<Vec<(&'static str, f64)>> {
    let shaped = |c: char| c.is_ascii_digit() || c.is_ascii_alphabetic() || "+-".contains(c);
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-')
        || !text.chars().all(shaped)
    {
        return None;
    }
    let split = |c: char| !c.is_ascii_digit();
    let numbers: Vec<f64> = text.split(split).filter_map(|n| n.parse().ok()).collect();
    let places = ["first number", "second number", "third number"];
    (!numbers.is_empty() && numbers.len() <= places.len())
        .then(|| places.into_iter().zip(numbers).collect())
}

/// Things that always change together, and how they do.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bundle {
    /// Each thing, with how many of it go with one of the first.
    pub(super) parts: Vec<(String, f64)>,
    /// How many more of it the first roster of each matchup has.
    pub(super) differences: Vec<f64>,
    /// Whether the matchups can tell it apart from all the others.
    pub(super) is_told_apart: bool,
}

impl Bundle {
    /// What it is, in words.
    pub(super) fn name(&self) -> String {
        let part = |(what, times): &(String, f64)| match *times {
            1.0 => what.clone(),
            -1.0 => format!("less {what}"),
            times if times < 0.0 => format!("less {} {what}", trimmed(-times)),
            times => format!("{} {what}", trimmed(times)),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(" with ")
    }
}

fn trimmed(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What differs between rosters that met, things that always go together taken as one.
pub(super) fn bundles(plan: &Plan, counts: &[Counts]) -> Vec<Bundle> {
    let mut keys: Vec<&String> = counts.iter().flat_map(BTreeMap::keys).collect();
    keys.sort();
    keys.dedup();
    let mut bundles: Vec<Bundle> = Vec::new();
    for key in keys {
        let of = |index: usize| counts[index].get(key).copied().unwrap_or(0.0);
        let differences: Vec<f64> =
            plan.matchups.iter().map(|m| of(m.first) - of(m.second)).collect();
        if differences.iter().all(|d| *d == 0.0) {
            continue;
        }
        let together = bundles.iter_mut().find_map(|bundle| {
            let factor = proportion(&bundle.differences, &differences)?;
            Some((bundle, factor))
        });
        match together {
            Some((bundle, factor)) => bundle.parts.push((key.clone(), factor)),
            None => bundles.push(Bundle {
                parts: vec![(key.clone(), 1.0)],
                differences,
                is_told_apart: false,
            }),
        }
    }
    let rows = |without: Option<usize>| -> Matrix {
        let kept = bundles.iter().enumerate().filter(|(i, _)| Some(*i) != without);
        kept.map(|(_, bundle)| bundle.differences.clone()).collect()
    };
    let whole = rank(&rows(None));
    let told: Vec<bool> = (0..bundles.len()).map(|i| rank(&rows(Some(i))) < whole).collect();
    for (bundle, told) in bundles.iter_mut().zip(told) {
        bundle.is_told_apart = told;
    }
    bundles
}

/// By what one list of numbers is a multiple of another.
fn proportion(one: &[f64], other: &[f64]) -> Option<f64> {
    let at = one.iter().position(|x| *x != 0.0)?;
    let factor = other[at] / one[at];
    let same = one.iter().zip(other).all(|(x, y)| (x * factor - y).abs() < 1e-9);
    (same && factor != 0.0).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::plan;

    fn counted(text: &str) -> Counts {
        let plan = Plan { count_key: Some("number".to_owned()), ..plan() };
        let cards = vec!["Jake".to_owned(), "Them".to_owned()];
        counts(&plan, &Entrant { text: text.to_owned(), cards, ..plan.entrants[0].clone() })
    }

    #[test]
    fn things_and_numbers_are_counted() {
        let counts = counted(
            "[[weapon]]\nname = 'Rifle'\nrange = 12\n[[model]]\nname = 'Jake'\nquality = 3\n\
             leader = true\nranged = '3k2'\ngear = ['Rifle', 'Rifle']\nkind = 'Odd One'\n\
             training = { firearms = 1 }\n",
        );
        let expected = [
            ("gear: Rifle", 2.0),
            ("kind: Odd One", 1.0),
            ("leader", 1.0),
            ("model", 1.0),
            ("quality", 3.0),
            ("ranged, first number", 3.0),
            ("ranged, second number", 2.0),
            ("training.firearms", 1.0),
        ];
        let expected: Counts = expected.map(|(what, n)| (what.to_owned(), n)).into();
        assert_eq!(counts, expected);
    }

    #[test]
    fn entries_may_be_many_and_have_single_ones_of_their_own() {
        let counts = counted(
            "[[squad]]\nname = 'Them'\nnumber = 10\nweapons = ['Gun']\n[[squad.specialist]]\n\
             weapon = 'Cannon'\n",
        );
        assert_eq!(counts["weapons: Gun"], 10.0);
        assert_eq!(counts["squad"], 10.0);
        assert_eq!(counts["specialist.weapon: Cannon"], 1.0);
    }

    #[test]
    fn what_always_goes_together_cannot_be_told_apart() {
        let plan = plan();
        let counts = |rows: [&[(&str, f64)]; 3]| -> Vec<Counts> {
            rows.iter().map(|r| r.iter().map(|(w, n)| ((*w).to_owned(), *n)).collect()).collect()
        };
        // Two matchups: strong against weak, crippled against weak.
        let bundles = bundles(
            &plan,
            &counts([&[("rifle", 1.0), ("scope", 2.0), ("boots", 1.0)], &[], &[("boots", 1.0)]]),
        );
        let names: Vec<String> = bundles.iter().map(Bundle::name).collect();
        assert_eq!(names, ["boots", "rifle with 2 scope"]);
        assert!(bundles.iter().all(|bundle| bundle.is_told_apart));

        let three = [("a", 1.0), ("b", 2.0), ("c", 1.0)];
        let bundles = super::bundles(&plan, &counts([&three, &[], &[("a", 1.0), ("c", -1.0)]]));
        assert!(bundles.iter().all(|bundle| !bundle.is_told_apart), "{bundles:?}");
    }

    #[test]
    fn pools_are_numbers_and_names_are_not() {
        assert_eq!(pool("3k2"), Some(vec![("first number", 3.0), ("second number", 2.0)]));
        assert_eq!(pool("4D+1"), Some(vec![("first number", 4.0), ("second number", 1.0)]));
        assert_eq!(pool("Rifle"), None);
        assert_eq!(pool("2 Food"), None);
    }
}
