//! From a specification to a plan: whatever was named is looked up and checked.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::book::{About, OptionSpec, Options, RosterSheet, Scenario};
use engine::dice::Seed;
use engine::face::Game;
use engine::matches::DiceChoice;
use tabletop::Table;
use tabletop::fields::{Problems, nearest};
use tabletop::file::MOST_PROBLEMS;
use tabletop::generate::Theme;

use crate::edit;
use crate::play;
use crate::spec::{Placed, Source, Spec, Variant, Word, quoted};

use super::{Entrant, Matchup, Plan, TablePlan};

/// Most combinations of options.
const MOST_AGREEMENTS: usize = 4_096;
/// Longest roster or table that is read.
const LONGEST_FILE: u64 = 1 << 20;
/// How many setups are tried before anything is played.
const MOST_TRIED: u64 = 300;

impl Plan {
    /// The plan of a specification for its game. Files are looked for in the folder of the
    /// specification.
    pub fn new(
        game: &dyn Game,
        spec: &Spec,
        source: Source<'_>,
        folder: &Path,
    ) -> Result<Plan, Vec<String>> {
        let problems = Problems::new(MOST_PROBLEMS);
        let mut resolver = Resolver { game, about: game.about(), folder, problems };
        match resolver.plan(spec) {
            Some(plan) if resolver.problems.is_empty() => Ok(plan),
            _ => Err(source.reports(resolver.problems)),
        }
    }
}

struct Resolver<'g> {
    game: &'g dyn Game,
    about: &'g About,
    folder: &'g Path,
    problems: Problems,
}

impl Resolver<'_> {
    fn plan(&mut self, spec: &Spec) -> Option<Plan> {
        let (agreements, varied) = self.agreements(spec);
        let scenarios = self.scenarios(spec);
        self.check_players(spec);
        let tables = self.tables(spec);
        let entrants = self.entrants(spec, &agreements);
        if !self.problems.is_empty() {
            return None;
        }
        let matchups = self.matchups(spec, &entrants)?;
        let plan = Plan {
            game: self.about.key.to_owned(),
            title: self.about.title.to_owned(),
            book_version: self.about.version,
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: spec.seed,
            deals: spec.games / 2,
            entrants,
            matchups,
            players: spec.players.iter().map(|pair| pair.clone().map(|w| w.it)).collect(),
            agreements,
            varied,
            scenarios,
            tables,
            count_key: spec.costs.count.clone(),
            ignored_keys: spec.costs.ignore.clone(),
        };
        self.try_setups(&plan, spec);
        Some(plan)
    }

    fn no_such(&mut self, word: &Word, what: &str, known: &[&str]) {
        let near = nearest(&word.it, known.iter().copied());
        let hint = near.map(|near| format!("did you mean '{near}'? ")).unwrap_or_default();
        let message = format!(
            "there is no {what} {}; {hint}there is: {}",
            quoted(&word.it),
            known.join(", ")
        );
        self.problems.add(word.at, message);
    }

    fn check_players(&mut self, spec: &Spec) {
        for word in spec.players.iter().flatten() {
            if play::player(&word.it, 0).is_none() {
                self.no_such(word, "computer player", &play::players());
            }
        }
    }

    fn scenarios(&mut self, spec: &Spec) -> Vec<String> {
        let for_two = |s: &&Scenario| s.sides.0 <= 2 && s.sides.1 >= 2;
        let about = self.about;
        let known: Vec<&str> =
            about.scenarios.iter().filter(for_two).map(|s| s.key.as_str()).collect();
        if spec.scenarios.is_empty() {
            return known.into_iter().map(str::to_owned).collect();
        }
        let mut found: Vec<String> = Vec::new();
        for word in &spec.scenarios {
            match known.iter().find(|key| key.eq_ignore_ascii_case(&word.it)) {
                Some(key) if found.iter().any(|f| f == key) => {
                    self.problems.add(word.at, format!("{key} is named twice"));
                }
                Some(key) => found.push((*key).to_owned()),
                None => self.no_such(word, "scenario for two sides", &known),
            }
        }
        found
    }

    fn tables(&mut self, spec: &Spec) -> Vec<TablePlan> {
        let mut tables = Vec::new();
        let mut themes = Vec::new();
        for word in &spec.tables.themes {
            match word.it.parse::<Theme>() {
                Ok(theme) if themes.contains(&theme) => {
                    self.problems.add(word.at, format!("{theme} is named twice"));
                }
                Ok(theme) => themes.push(theme),
                Err(_) => {
                    let names: Vec<&str> = Theme::ALL.iter().map(|t| t.name()).collect();
                    self.no_such(word, "theme", &names);
                }
            }
        }
        if spec.tables.themes.is_empty() && spec.tables.files.is_empty() {
            themes = Theme::ALL.to_vec();
        }
        let symmetric = spec.tables.symmetric;
        for theme in themes {
            let seeds: Vec<Option<u64>> = match &spec.tables.seeds {
                Some(seeds) => seeds.iter().copied().map(Some).collect(),
                None => vec![None],
            };
            for seed in seeds {
                let label = seed.map_or_else(|| theme.to_string(), |s| format!("{theme} {s}"));
                let theme = Some(theme);
                tables.push(TablePlan { label, theme, seed, symmetric, sketch: None });
            }
        }
        for word in &spec.tables.files {
            tables.extend(self.table(word));
        }
        tables
    }

    fn table(&mut self, word: &Word) -> Option<TablePlan> {
        let text = self.file(word, "table")?;
        let read = tabletop::file::read(&text).map_err(|problems| {
            let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
            told.join("; ")
        });
        let checked = read.and_then(|sketch| {
            Table::new(sketch.clone()).map_err(|why| why.to_string())?;
            Ok(sketch)
        });
        let checked = checked.map_err(|why| format!("{}: {why}", word.it));
        let sketch = self.problems.take(word.at, checked)?;
        let (label, sketch) = (word.it.clone(), Some(sketch));
        Some(TablePlan { label, theme: None, seed: None, symmetric: false, sketch })
    }

    fn file(&mut self, word: &Word, what: &str) -> Option<String> {
        let path = self.folder.join(&word.it);
        let read = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => Err("this is a folder, expected a file".to_owned()),
            Ok(about) if about.len() > LONGEST_FILE => {
                Err(format!("{} bytes are too many for a {what}", about.len()))
            }
            Ok(_) => fs::read_to_string(&path).map_err(|why| why.to_string()),
            Err(why) => Err(why.to_string()),
        };
        let read =
            read.map_err(|why| format!("the {what} {} cannot be read: {why}", path.display()));
        self.problems.take(word.at, read)
    }

    /// What is agreed on in each cell, and which options are varied. What ready-made rosters
    /// need is agreed on in all cells.
    fn agreements(&mut self, spec: &Spec) -> (Vec<Options>, Vec<(String, Vec<String>)>) {
        let mut options: Vec<(String, Vec<String>)> = Vec::new();
        for (key, values) in &spec.options {
            self.check_option(key, values);
            options.push((key.it.clone(), values.iter().map(|v| v.it.clone()).collect()));
        }
        for word in &spec.rosters {
            let ready = self.about.rosters.iter().find(|r| r.key.eq_ignore_ascii_case(&word.it));
            for (key, value) in ready.into_iter().flat_map(|ready| ready.needs) {
                match options.iter().find(|(known, _)| known == key) {
                    Some((_, values)) if values.iter().all(|v| v == value) => (),
                    Some(_) => {
                        let message = format!(
                            "{} can only be played with {key}={value}: leave {key} out of \
                             [options], or leave this roster out",
                            word.it
                        );
                        self.problems.add(word.at, message);
                    }
                    None => options.push(((*key).to_owned(), vec![(*value).to_owned()])),
                }
            }
        }
        let base =
            |(key, values): &(String, Vec<String>)| Some((key.clone(), values.first()?.clone()));
        let mut all: Vec<Options> = vec![options.iter().filter_map(base).collect()];
        for (key, values) in &options {
            let from = if spec.all_combinations { all.len() } else { 1 };
            for value in values.iter().skip(1) {
                for index in 0..from {
                    let mut changed = all[index].clone();
                    changed.insert(key.clone(), value.clone());
                    all.push(changed);
                }
                if all.len() > MOST_AGREEMENTS {
                    let message = format!(
                        "there are more than {MOST_AGREEMENTS} combinations of options: vary \
                         fewer, or write vary = \"each\""
                    );
                    self.problems.add(spec.options.first().map_or(0, |o| o.0.at), message);
                    return (all, options);
                }
            }
        }
        options.retain(|(_, values)| values.len() > 1);
        (all, options)
    }

    fn check_option(&mut self, key: &Word, values: &[Word]) {
        let Some(spec) = self.about.options.iter().find(|spec| spec.key == key.it) else {
            let keys: Vec<&str> = self.about.options.iter().map(|spec| spec.key).collect();
            self.no_such(key, "option", &keys);
            return;
        };
        let mut seen = BTreeSet::new();
        for value in values {
            if !is_value(spec, &value.it) {
                let known = match spec.values {
                    [] => format!("a whole number, usually {}", spec.usual),
                    values => values.join(" or "),
                };
                let message = format!("{} cannot be {}; it is {known}", key.it, quoted(&value.it));
                self.problems.add(value.at, message);
            }
            if !seen.insert(&value.it) {
                self.problems.add(value.at, format!("{} is named twice", value.it));
            }
        }
    }

    fn entrants(&mut self, spec: &Spec, agreements: &[Options]) -> Vec<Entrant> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for word in &spec.rosters {
            if self.is_taken(&entrants, word) {
                continue;
            }
            let Some(text) = self.roster(word) else { continue };
            let check = |o: &Options| self.game.check_roster(&text, o);
            match checked(check, agreements) {
                Ok(sheet) => entrants.push(entrant(word.it.clone(), sheet, text)),
                Err(why) => {
                    let message = format!("{} is no good roster: {}", word.it, why.join("; "));
                    self.problems.add(word.at, message);
                }
            }
        }
        for variant in &spec.variants {
            if !self.is_taken(&entrants, &variant.name) {
                let made = self.variant(variant, &entrants, agreements);
                entrants.extend(made);
            }
        }
        entrants
    }

    fn is_taken(&mut self, entrants: &[Entrant], word: &Word) -> bool {
        let taken = entrants.iter().any(|e| e.name.eq_ignore_ascii_case(&word.it));
        if taken {
            let message = format!(
                "{} is there twice; every roster and variant needs a name of \
                                   its own",
                quoted(&word.it)
            );
            self.problems.add(word.at, message);
        }
        taken
    }

    fn roster(&mut self, word: &Word) -> Option<String> {
        let about = self.about;
        let ready = about.rosters.iter().find(|r| r.key.eq_ignore_ascii_case(&word.it));
        if let Some(ready) = ready {
            return Some(ready.text.to_owned());
        }
        if !self.folder.join(&word.it).exists() {
            let keys: Vec<&str> = about.rosters.iter().map(|r| r.key).collect();
            self.no_such(word, "ready-made roster or file", &keys);
            return None;
        }
        self.file(word, "roster")
    }

    fn variant(
        &mut self,
        variant: &Variant,
        entrants: &[Entrant],
        agreements: &[Options],
    ) -> Option<Entrant> {
        let Some(base) =
            entrants.iter().position(|e| e.name.eq_ignore_ascii_case(&variant.base.it))
        else {
            let names: Vec<&str> = entrants.iter().map(|e| e.name.as_str()).collect();
            self.no_such(&variant.base, "roster before this variant", &names);
            return None;
        };
        let edits = variant.edits.iter().map(|edit| &edit.it);
        let text = match edit::edited(&entrants[base].text, edits) {
            Ok(text) => text,
            Err((index, why)) => {
                let at = variant.edits.get(index).map_or(variant.name.at, |edit| edit.at);
                self.problems.add(at, why);
                return None;
            }
        };
        match checked(|o| self.game.check_roster(&text, o), agreements) {
            Ok(sheet) => {
                let words: Vec<String> = variant.edits.iter().map(|e| e.it.in_words()).collect();
                let change = words.join("; ");
                let name = variant.name.it.clone();
                Some(Entrant { base: Some(base), change, ..entrant(name, sheet, text) })
            }
            Err(why) => {
                let told: Vec<String> = why.iter().map(|w| near_line(w, &text)).collect();
                let message = format!(
                    "with these edits it is no good roster any more: {}; change the edits",
                    told.join("; ")
                );
                self.problems.add(variant.name.at, message);
                None
            }
        }
    }

    /// Who meets whom: the pairings, and each variant meets whoever its base meets.
    fn matchups(&mut self, spec: &Spec, entrants: &[Entrant]) -> Option<Vec<Matchup>> {
        let rosters = entrants.iter().filter(|e| e.base.is_none()).count();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        match &spec.pairings {
            None => {
                let all = (0..rosters).flat_map(|a| (a..rosters).map(move |b| (a, b)));
                pairs.extend(all.filter(|(a, b)| a != b || spec.mirrors || rosters == 1));
            }
            Some(named) => {
                for [one, other] in named {
                    let (one, other) = (self.entrant(one, entrants), self.entrant(other, entrants));
                    pairs.extend(one.zip(other));
                }
            }
        }
        for (index, entrant) in entrants.iter().enumerate() {
            let Some(base) = entrant.base else { continue };
            let met = pairs.iter().filter_map(|(a, b)| match (*a == base, *b == base) {
                // In a mirror the variant meets its base.
                (true, _) => Some((index, *b)),
                (false, true) => Some((*a, index)),
                (false, false) => None,
            });
            let met: Vec<(usize, usize)> = met.collect();
            pairs.extend(met);
        }
        let mut seen = BTreeSet::new();
        pairs.retain(|(a, b)| seen.insert((*a.min(b), *a.max(b))));
        if pairs.is_empty() {
            let at = spec.rosters.first().map_or(0, |word| word.at);
            self.problems.add(at, "nobody meets anybody: name more rosters, or mirrors = true");
            return None;
        }
        let is_of = |index: usize, base: usize| entrants[index].base == Some(base);
        let stands_for = |(a, b): (usize, usize)| {
            pairs.iter().position(|&(c, d)| (is_of(a, c) && b == d) || (is_of(b, d) && a == c))
        };
        let matchup = |&(first, second): &(usize, usize)| Matchup {
            first,
            second,
            stands_for: stands_for((first, second)),
        };
        Some(pairs.iter().map(matchup).collect())
    }

    fn entrant(&mut self, word: &Word, entrants: &[Entrant]) -> Option<usize> {
        let found = entrants.iter().position(|e| e.name.eq_ignore_ascii_case(&word.it));
        if found.is_none() {
            let names: Vec<&str> = entrants.iter().map(|e| e.name.as_str()).collect();
            self.no_such(word, "roster or variant of this experiment", &names);
        }
        found
    }

    /// Sets up the first game of every cell, of many cells at least, so that what cannot be
    /// played is known before anything is.
    fn try_setups(&mut self, plan: &Plan, spec: &Spec) {
        let cells = plan.cells();
        let step = cells.div_ceil(MOST_TRIED).max(1);
        for cell in (0..cells).step_by(step as usize) {
            let placing = plan.placing(plan.number(cell, 0, false));
            let dice = DiceChoice::Seeded(Seed(0));
            if let Err(why) = self.game.begin(plan.setup(&placing), &dice) {
                let at = spec.scenarios.get(placing.scenario).map_or(0, |word: &Placed<_>| word.at);
                let message = format!(
                    "this cannot be set up: {} ({})",
                    why.join("; "),
                    plan.describe(&placing)
                );
                self.problems.add(at, message);
                return;
            }
        }
    }
}

fn is_value(spec: &OptionSpec, value: &str) -> bool {
    match spec.values {
        [] => value.parse::<u32>().is_ok(),
        values => values.contains(&value),
    }
}

/// Checks a roster under everything that is agreed on; its sheet is that of the base.
fn checked(
    check: impl Fn(&Options) -> Result<RosterSheet, Vec<String>>,
    agreements: &[Options],
) -> Result<RosterSheet, Vec<String>> {
    let mut sheets = agreements.iter().map(check);
    let first = sheets.next().ok_or_else(|| vec!["nothing is agreed on".to_owned()])??;
    sheets.try_for_each(|sheet| sheet.map(|_| ()))?;
    Ok(first)
}

fn entrant(name: String, sheet: RosterSheet, text: String) -> Entrant {
    let cards = sheet.cards.into_iter().map(|(name, _)| name).collect();
    let (title, points) = (sheet.name, sheet.points);
    Entrant { name, title, base: None, change: String::new(), points, cards, text }
}

/// A problem of an edited roster: nobody has seen its lines, so the line itself is told instead of
/// its number.
fn near_line(problem: &str, text: &str) -> String {
    let parts = problem.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    let Some((place, what)) = parts else { return problem.to_owned() };
    let number = place.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok());
    let line = number.and_then(|n: usize| text.lines().nth(n.checked_sub(1)?));
    line.map_or_else(|| what.to_owned(), |line| format!("{what} (at: {})", line.trim()))
}
