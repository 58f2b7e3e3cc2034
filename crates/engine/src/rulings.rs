//! Rulings: tests of rules that somebody who plays and does not program can read.
//!
//! A file holds any number of rulings. Each opens with its title; `#` begins a comment, and
//! words may be spaced freely:
//!
//! ```text
//! ruling "A low wall between shooter and target is light cover"
//! cites  REQ-COV-02, REQ-RNG-05
//! given  table 36 x 36
//! given  low-wall from 12,10 to 18,10
//! given  red Ana at 15,4 rifle
//! given  blue Bo at 15,11
//! given  red to act
//! do     red: activate Ana
//! do     red: shoot Bo with Rifle
//! roll   red 4 5 6; blue 1 3
//!   need Ana shoots 2k2 Ranged +1k0 Rifle: 4 [5] [6] = 11
//! expect Bo wounds 1
//! odds   shoot Bo with Rifle -> Bo wounds 1 = 3481/5184
//! ```
//!
//! - `given` sets the scene: `table 36 x 36` or, with rosters, `table generated ruins 7`, a kind
//!   of terrain, `option`, `scenario`, `roster`, models, `red to act`; anything else is left to
//!   the book.
//! - `do` answers the question that is open for a side, in the words of the option. What follows
//!   an option's words answers the next question: `do red: move to 15,8`.
//! - `roll` gives the dice that the `do` before it needs, or the beginning: one throw for each
//!   side and handful, in order. Missing dice and dice left over fail the ruling.
//! - `need` is one of the rolls told since the last `do`; several are named in their order.
//! - `refuse red: ... because CLAUSE` expects a refusal, and that nothing changes.
//! - `offered red: ...` and `not offered red: ...` look at the options of the open question.
//! - `expect` states a fact: `Bo wounds 1`, `Bo removed`, `Bo on the table`, `Bo at 15,11`,
//!   `Bo stunned`, `Bo not acted`, `Bo card "Move" is "4"`, `red to act`, `winner red`, `draw`,
//!   `not over`, `phase "..."`, `said "..."`, `nothing` (no model changed since the last `do`).
//! - `odds` is the exact chance that a fact about models holds once the action is settled.
//!
//! Every clause that is cited has to be mentioned by something that happens, except for worked
//! examples (`REQ-E-09`): the ruling is the example.
//!
//! A question mark in place of a result (`need ?`, `expect Bo wounds ?`, `odds ... = ?`) is
//! filled in by an update, which rewrites wrong results too, but never the intent.

use std::fmt;
use std::sync::Arc;

use crate::book::{About, Book};

pub use coverage::{Coverage, coverage};
pub use stage::{led, stage};

mod coverage;
mod facts;
mod parse;
mod run;
mod stage;
mod terrain;
mod told;
mod update;
mod words;

/// Longest file that is read; a bound for texts from strangers.
pub const LONGEST_FILE: usize = 1 << 20;
/// Most rulings in one file.
pub const MOST_RULINGS: usize = 1000;

/// What to do about results that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Report them.
    Check,
    /// Rewrite them: `need`, `expect` and `odds`, never the intent.
    Update,
}

/// What came of a file of rulings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The rulings, in order.
    pub results: Vec<RulingResult>,
    /// The text with its results rewritten, where an update changed something.
    pub updated: Option<String>,
}

impl Report {
    /// The rulings that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.results.iter().filter_map(|r| r.failure.as_ref())
    }
}

/// What came of one ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingResult {
    /// Its title.
    pub title: String,
    /// The line it begins on.
    pub line: usize,
    /// The clauses it cites.
    pub cites: Vec<String>,
    /// What went wrong, if anything did.
    pub failure: Option<Failure>,
}

/// What went wrong with a ruling, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The file.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// The ruling's title.
    pub title: String,
    /// The line's text.
    pub text: String,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub actual: String,
    /// Who was asked what, and what had happened last.
    pub context: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: \"{}\"", self.file, self.line, self.title)?;
        writeln!(f, "  {} | {}", self.line, self.text)?;
        writeln!(f, "  expected: {}", indented(&self.expected))?;
        writeln!(f, "  actual:   {}", indented(&self.actual))?;
        for line in self.context.lines() {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n            ")
}

/// A failure before the file and the ruling it belongs to are known.
#[derive(Clone, Debug, Default)]
struct Trouble {
    line: usize,
    text: String,
    expected: String,
    actual: String,
    context: String,
}

impl Trouble {
    fn new(expected: impl Into<String>, actual: impl Into<String>) -> Trouble {
        Trouble { expected: expected.into(), actual: actual.into(), ..Trouble::default() }
    }

    fn at(mut self, line: usize, text: &str) -> Trouble {
        if self.line == 0 {
            self.line = line;
            self.text = text.trim().to_owned();
        }
        self
    }

    fn failure(self, file: &str, title: &str) -> Failure {
        Failure {
            file: file.to_owned(),
            line: self.line,
            title: title.to_owned(),
            text: self.text,
            expected: self.expected,
            actual: self.actual,
            context: self.context,
        }
    }
}

/// Runs a file of rulings.
pub fn run<B: Book>(book: &Arc<B>, file: &str, text: &str, mode: Mode) -> Report {
    let clauses = crate::rules::clauses(book.about().rules);
    let mut edits = update::Edits::default();
    let mut results = Vec::new();
    for ruling in parse::file(text) {
        let ran = match &ruling.trouble {
            Some(trouble) => Err(trouble.clone()),
            None => run::ruling(book, &ruling, &clauses, mode).map(|found| edits.add(found)),
        };
        let failure = ran.err().map(|trouble| trouble.failure(file, &ruling.title));
        let parse::Ruling { title, line, cites, .. } = ruling;
        results.push(RulingResult { title, line, cites, failure });
    }
    Report { file: file.to_owned(), results, updated: edits.apply(text) }
}

/// Runs all rulings that come with a book; an error tells the first that does not hold.
pub fn all_hold<B: Book>(book: &Arc<B>) -> Result<Vec<Report>, String> {
    let rulings = book.about().rulings.iter();
    let reports: Vec<Report> =
        rulings.map(|(file, text)| run(book, file, text, Mode::Check)).collect();
    for report in &reports {
        if let Some(failure) = report.failures().next() {
            return Err(failure.to_string());
        }
        if report.results.is_empty() {
            return Err(format!("{} holds no ruling", report.file));
        }
    }
    Ok(reports)
}

/// Whether the rulings cite every clause of a book that is played; an error lists the others.
pub fn all_covered(about: &About, reports: &[Report]) -> Result<(), String> {
    let missing: Vec<&str> =
        coverage(about, reports).uncovered.iter().map(|entry| entry.id).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no ruling cites {missing:?}")) }
}

/// Whether all rulings of a book hold and leave no clause out.
pub fn complete<B: Book>(book: &Arc<B>) -> Result<(), String> {
    all_covered(book.about(), &all_hold(book)?)
}
