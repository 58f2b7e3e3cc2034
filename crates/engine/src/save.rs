//! Saved matches: text, one JSON value a line, only ever appended to.
//!
//! The first line is the header. Then come steps, each with everything that came from outside
//! during it and the hash of the state after it, with why a computer answered as it did and a
//! snapshot of the state now and then. The last line is what came in during the step under way. A file that breaks off loads up to its
//! last whole line, and says so.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::cx::Input;
use crate::dice::Seed;
use crate::matches::{DiceChoice, Header, Last, Match, Played, Thought};

/// How many steps lie between two snapshots in a file.
const SNAPSHOT_EVERY: usize = 64;
/// More throws than anybody takes back: a file that counts on beyond them is not believed.
const MOST_TAKEN_BACK: u32 = 1_000_000;
/// The first words of every file.
const FORMAT: &str = "dustup match 1";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    format: String,
    header: Header,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Step {
        inputs: Vec<Input>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<u32>,
        hash: String,
    },
    /// Why an answer of the step before was given.
    Why(Thought),
    Snapshot(serde_json::Value),
    Underway {
        inputs: Vec<Input>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<u32>,
        next_throw: u32,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    back: usize,
}

/// A match that was loaded, and what had to be said about it.
#[derive(Debug)]
pub struct Loaded<B: Book> {
    /// The match.
    pub game: Match<B>,
    /// What was lost or could not be verified.
    pub warnings: Vec<String>,
}

/// Why a file could not be loaded at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The line it is about, counted from one.
    pub line: usize,
    /// What is wrong and what to do about it.
    pub why: String,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// The header of a saved match, for finding out which book it needs.
pub fn header(text: &str) -> Result<Header, LoadError> {
    opening(text).map(|o| o.header)
}

fn opening(text: &str) -> Result<Opening, LoadError> {
    let fail = |why: String| LoadError { line: 1, why };
    let first = text.lines().next().ok_or_else(|| fail("the file is empty".to_owned()))?;
    let opening: Opening = serde_json::from_str(first)
        .map_err(|e| fail(format!("this is not the header of a saved match: {e}")))?;
    if opening.format != FORMAT {
        return Err(fail(format!("the format is '{}', expected '{FORMAT}'", opening.format)));
    }
    Ok(opening)
}

/// A line that says, in a journal that is only ever appended to, that the match went back to
/// after so many steps.
pub fn back_line(steps: usize) -> String {
    json(&Back { back: steps })
}

/// The file that a journal amounts to: what was gone back on is left out.
pub fn fold<'a>(journal: impl IntoIterator<Item = &'a str>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    // Where the lines of each step begin among those kept; the header comes first.
    let mut steps: Vec<usize> = Vec::new();
    let mut underway = None;
    for line in journal {
        if let Ok(Back { back }) = serde_json::from_str(line) {
            if let Some(first) = steps.get(back) {
                kept.truncate(*first);
                steps.truncate(back);
            }
        } else if line.starts_with(r#"{"underway""#) {
            underway = Some(line);
        } else {
            if line.starts_with(r#"{"step""#) {
                steps.push(kept.len());
            }
            kept.push(line);
        }
    }
    kept.extend(underway);
    kept.push("");
    kept.join("\n")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn snapshot_line(state: &impl Serialize) -> String {
    let value = serde_json::to_value(state).expect("a state can be written as JSON");
    json(&Line::Snapshot(value))
}

impl<B: Book> Match<B> {
    /// The match as a file. The seed is part of it: whoever has the file can foresee its dice.
    pub fn save(&self) -> String {
        let mut lines = vec![self.opening_line()];
        lines.extend(self.step_lines(0));
        let steps = self.played().len();
        if steps > 0 && self.kept_state(steps, SNAPSHOT_EVERY).is_none() {
            lines.push(snapshot_line(self.state()));
        }
        lines.push(self.underway_line());
        lines.push(String::new());
        lines.join("\n")
    }

    /// The first line of the file.
    pub fn opening_line(&self) -> String {
        let (format, header) = (FORMAT.to_owned(), self.header().clone());
        json(&Opening { format, header, seed: self.seed() })
    }

    /// The lines of the file from a step on, to be appended to what was written before that
    /// step was played.
    pub fn lines_from(&self, first: usize) -> Vec<String> {
        let mut lines = self.step_lines(first);
        lines.push(self.underway_line());
        lines
    }

    fn step_lines(&self, first: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, played) in self.played().iter().enumerate().skip(first) {
            let Played { inputs, hash, throws, .. } = played;
            let (inputs, throws) = (inputs.clone(), throws.clone());
            lines.push(json(&Line::Step { inputs, throws, hash: format!("{hash:016x}") }));
            lines.extend(self.thoughts_of(index).map(|t| json(&Line::Why(t.clone()))));
            lines.extend(self.kept_state(index + 1, SNAPSHOT_EVERY).map(snapshot_line));
        }
        lines
    }

    fn underway_line(&self) -> String {
        json(&Line::Underway {
            inputs: self.pending().to_vec(),
            throws: self.pending_throws().to_vec(),
            next_throw: self.throws_made(),
        })
    }

    /// Loads a match: runs every step again and checks its hash and, against the seed, its dice.
    ///
    /// Where history no longer reproduces, because a rule was mended since, the match goes on
    /// from the last snapshot and a warning says so. A file that breaks off loads as far as it
    /// goes.
    pub fn load(book: Arc<B>, text: &str) -> Result<Loaded<B>, LoadError> {
        Self::read(book, text, Trust::Own)
    }

    /// Loads a match from somebody who may have forged it: every step must reproduce, and what a
    /// snapshot claims is never believed.
    pub fn load_strict(book: Arc<B>, text: &str) -> Result<Loaded<B>, LoadError> {
        Self::read(book, text, Trust::Foreign)
    }

    fn read(book: Arc<B>, text: &str, trust: Trust) -> Result<Loaded<B>, LoadError> {
        let opening = opening(text)?;
        let fail = |line: usize, why: String| LoadError { line, why };
        let about = book.about();
        if opening.header.book != about.key {
            let why = format!("this is a match of '{}', not '{}'", opening.header.book, about.key);
            return Err(fail(1, why));
        }
        let state = book.begin(&opening.header.setup).map_err(|problems| {
            fail(1, format!("the setup is refused: {}", problems.join("; ")))
        })?;
        let dice = opening.seed.map_or(DiceChoice::Asked, DiceChoice::Seeded);
        let mut warnings = Vec::new();
        if opening.seed.is_some_and(|seed| seed.commitment() != opening.header.commitment) {
            warnings.push("line 1: the seed is not the one committed to".to_owned());
        }
        if opening.header.version != about.version {
            let (theirs, ours) = (opening.header.version, about.version);
            warnings.push(format!("line 1: begun by version {theirs} of the rules, now {ours}"));
        }
        let mut game = Match::dormant(book, opening.header.setup.clone(), state, &dice);
        game.put_header(opening.header);
        let mut loader = Loader { game, trust, warnings, skipped: None, resume: None };
        loader.read_lines(text)?;
        loader.finish()
    }
}

/// How far a file is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// It was written here: its snapshots may stand in for steps that no longer reproduce.
    Own,
    /// Anybody may have written it.
    Foreign,
}

struct Loader<B: Book> {
    game: Match<B>,
    trust: Trust,
    warnings: Vec<String>,
    /// The steps since one that did not reproduce; they are only counted.
    skipped: Option<Vec<Played>>,
    resume: Option<(Vec<Input>, Vec<u32>, u32)>,
}

impl<B: Book> Loader<B> {
    fn read_lines(&mut self, text: &str) -> Result<(), LoadError> {
        for (index, text_line) in text.lines().enumerate().skip(1) {
            let number = index + 1;
            match serde_json::from_str(text_line) {
                Ok(Line::Step { inputs, throws, hash }) => {
                    self.read_step(number, inputs, throws, &hash)?;
                }
                Ok(Line::Why(thought)) => self.game.put_thought(thought),
                Ok(Line::Snapshot(value)) => self.read_snapshot(number, value),
                Ok(Line::Underway { inputs, throws, next_throw }) => {
                    self.resume = Some((inputs, throws, next_throw));
                }
                Err(error) => {
                    let kept = self.game.played().len();
                    self.warnings.push(format!(
                        "line {number} is cut off or garbled ({error}); the match is restored up \
                         to step {kept}"
                    ));
                    break;
                }
            }
        }
        Ok(())
    }

    fn read_step(
        &mut self,
        number: usize,
        inputs: Vec<Input>,
        throws: Vec<u32>,
        hash: &str,
    ) -> Result<(), LoadError> {
        self.resume = None;
        if self.skipped.is_none() {
            let Err(why) = self.game.replay(&inputs, &throws, hash) else { return Ok(()) };
            let step = self.game.played().len() + 1;
            let why = format!("step {step} does not reproduce: {why}");
            if self.trust == Trust::Foreign {
                let hint = "only files whose every step can be played again here are taken";
                return Err(LoadError { line: number, why: format!("{why}; {hint}") });
            }
            self.warnings.push(format!("line {number}: {why}"));
        }
        let hash = u64::from_str_radix(hash, 16).unwrap_or(0);
        let (events, last) = (self.game.settled_events(), Last::default());
        let played = Played { inputs, hash, throws, events, last };
        self.skipped.get_or_insert_default().push(played);
        Ok(())
    }

    /// Goes on from a snapshot where the steps before it did not reproduce.
    fn read_snapshot(&mut self, number: usize, value: serde_json::Value) {
        let Some(skipped) = &mut self.skipped else { return };
        let state = match serde_json::from_value(value) {
            Ok(state) => state,
            // A snapshot of other rules may have another shape; what reproduces is kept all the
            // same.
            Err(error) => {
                let why = format!("line {number}: the snapshot cannot be read: {error}");
                self.warnings.push(why);
                return;
            }
        };
        let mut played = self.game.played().to_vec();
        played.append(skipped);
        self.skipped = None;
        self.game.jump_to(state, played);
        self.warnings.push(format!(
            "line {number}: the match goes on from this snapshot; what came before was played by \
             other rules"
        ));
    }

    fn finish(mut self) -> Result<Loaded<B>, LoadError> {
        if self.skipped.is_some() {
            let kept = self.game.played().len();
            self.warnings.push(format!("no snapshot follows; the match is kept up to step {kept}"));
        }
        let played = self.game.played();
        if self.resume.is_none() && self.warnings.is_empty() {
            let kept = played.len();
            self.warnings.push(format!("the file breaks off; the match is kept up to step {kept}"));
        }
        let own = played.iter().skip(self.game.header().forked);
        let next = after(own.flat_map(|p| &p.throws));
        let whole = self.resume.take().filter(|_| self.skipped.is_none());
        let (inputs, throws, next) = match whole {
            // A number that was used before is never used again, whatever the file says.
            Some((inputs, throws, stated)) => {
                let next = next.max(after(&throws));
                let is_likely = stated <= next.saturating_add(MOST_TAKEN_BACK);
                (inputs, throws, if is_likely { stated.max(next) } else { next })
            }
            None => (Vec::new(), Vec::new(), next),
        };
        if self.game.resume(inputs, throws, next).is_err() {
            self.warnings
                .push("the step under way could not be restored; it begins anew".to_owned());
            self.game.resume(Vec::new(), Vec::new(), next).map_err(|refusal| LoadError {
                line: 1,
                why: format!("the match cannot go on: {refusal}"),
            })?;
        }
        Ok(Loaded { game: self.game, warnings: self.warnings })
    }
}

/// The number after the highest of some throws.
fn after<'a>(throws: impl IntoIterator<Item = &'a u32>) -> u32 {
    throws.into_iter().max().map_or(0, |n| n.saturating_add(1))
}
