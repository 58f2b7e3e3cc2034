//! Odds without a table: a book's own scenes, with what can be said about them.

use std::collections::BTreeMap;

/// A scene whose odds people often want to know, such as one shot.
#[derive(Clone, Debug)]
pub struct Calculator {
    /// The word used on the command line.
    pub key: &'static str,
    /// What it works out.
    pub summary: &'static str,
    /// What can be said about it.
    pub parameters: Vec<Parameter>,
    /// Makes the scene.
    pub stage: fn(&Chosen) -> Staged,
}

/// Something that can be said about a scene.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub key: &'static str,
    /// What it decides.
    pub summary: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it is unless it is said.
    pub usual: String,
}

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of some words.
    Words(Vec<String>),
    /// A whole number between two others.
    Number(i32, i32),
}

impl Parameter {
    /// One of some words.
    pub fn words<'a>(
        key: &'static str,
        summary: &'static str,
        words: impl IntoIterator<Item = &'a str>,
        usual: &str,
    ) -> Parameter {
        let words = words.into_iter().map(str::to_owned).collect();
        Parameter { key, summary, values: Values::Words(words), usual: usual.to_owned() }
    }

    /// A number between two others.
    pub fn number(
        key: &'static str,
        summary: &'static str,
        (least, most): (i32, i32),
        usual: i32,
    ) -> Parameter {
        Parameter { key, summary, values: Values::Number(least, most), usual: usual.to_string() }
    }

    /// A value as it was said, or why it cannot be.
    fn read(&self, said: &str) -> Result<String, String> {
        let key = self.key;
        match &self.values {
            Values::Words(words) => {
                let same = |word: &&String| word.eq_ignore_ascii_case(said.trim());
                let found = words.iter().find(same).cloned();
                found.ok_or_else(|| {
                    format!("{key} cannot be '{said}'; it can be: {}", words.join(", "))
                })
            }
            Values::Number(least, most) => {
                let number = said.trim().parse::<i32>().ok();
                let fits = number.filter(|n| (least..=most).contains(&n));
                fits.map(|n| n.to_string()).ok_or_else(|| {
                    format!("{key} is a whole number from {least} to {most}, not '{said}'")
                })
            }
        }
    }
}

/// What was said about a scene: every parameter has a value that it can have.
#[derive(Clone, Debug)]
pub struct Chosen(BTreeMap<&'static str, String>);

impl Chosen {
    /// The value of a parameter.
    pub fn word(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// The value of a parameter that is a number.
    pub fn number(&self, key: &str) -> i32 {
        self.word(key).parse().unwrap_or(0)
    }

    /// All values, by the names of their parameters.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }
}

/// A scene, and what is done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// The `given`, `do` and `roll` lines of a ruling.
    pub scene: String,
    /// The answer whose odds are wanted, in the words of its option; none where the dice are
    /// thrown without anybody being asked.
    pub act: Option<String>,
}

impl Calculator {
    /// The scene for what was said; everything else is the usual. Says what cannot be.
    pub fn stage(&self, said: &[(String, String)]) -> Result<(Chosen, Staged), String> {
        let usual = self.parameters.iter().map(|p| (p.key, p.usual.clone()));
        let mut chosen = Chosen(usual.collect());
        for (key, value) in said {
            let parameter = self.parameters.iter().find(|p| p.key == key).ok_or_else(|| {
                let keys: Vec<&str> = self.parameters.iter().map(|p| p.key).collect();
                format!("{} knows no '{key}'; there is: {}", self.key, keys.join(", "))
            })?;
            chosen.0.insert(parameter.key, parameter.read(value)?);
        }
        let staged = (self.stage)(&chosen);
        Ok((chosen, staged))
    }
}
