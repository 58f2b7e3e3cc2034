//! The matches of an arena in a file, one in each line, so that a long one can be stopped and taken
//! up again.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::files;

use super::{Args, Bout, Fought, Record};

/// A file of matches.
pub(super) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
    /// The matches that were in it.
    pub(super) known: Vec<Record>,
}

impl Kept {
    /// Opens a file, or begins it. The first line says which arena it is of.
    pub(super) fn open(path: &Path, args: &Args) -> Result<Kept> {
        let name = path.display();
        let first = json!({
            "arena": args.game,
            "players": args.players,
            // Matches with forces of any strength, as they once were, are not to be counted with these.
            "forces": "equal",
            "seed": args.seed,
            "setup": format!("{:?}", args.setup),
        });
        let text = if path.exists() { files::read(path)? } else { String::new() };
        // A line that was being written when somebody pulled the plug is played again.
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        let mut known = Vec::new();
        for (index, line) in whole.lines().enumerate() {
            let value: Option<Value> = serde_json::from_str(line).ok();
            match value {
                Some(value) if index == 0 && value == first => (),
                Some(value) if index == 0 && value.get("arena").is_some() => {
                    bail!("{name}: these are matches of another arena ({value}); name another file")
                }
                value => known.push(value.as_ref().and_then(record).with_context(|| {
                    format!("{name}:{}: this is not a match of an arena", index + 1)
                })?),
            }
        }
        let told = || format!("{name}: cannot be written");
        let mut file =
            OpenOptions::new().create(true).append(true).open(path).with_context(told)?;
        file.set_len(whole.len() as u64).with_context(told)?;
        if whole.is_empty() {
            writeln!(file, "{first}").with_context(told)?;
        }
        Ok(Kept { path: path.to_owned(), file: Mutex::new(file), known })
    }

    /// Adds a match that came to an end; one that failed is played again.
    pub(super) fn add(&self, record: &Record) -> Result<(), String> {
        let Ok(Fought { score, illegal, seen }) = &record.result else { return Ok(()) };
        let Bout { players, pair, swapped } = record.bout;
        let line = json!({
            "players": players, "pair": pair, "swapped": swapped,
            "score": score, "illegal": illegal, "seen": seen,
        });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|why| format!("{}: cannot be written: {why}", self.path.display()))
    }
}

fn record(line: &Value) -> Option<Record> {
    let bout = Bout {
        players: serde_json::from_value(line["players"].clone()).ok()?,
        pair: line["pair"].as_u64()?,
        swapped: line["swapped"].as_bool()?,
    };
    let seen = serde_json::from_value(line["seen"].clone()).ok()?;
    let (score, illegal) = (line["score"].as_f64()?, line["illegal"].as_u64()?);
    Some(Record { bout, result: Ok(Fought { score, illegal, seen }) })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn matches_come_back_and_half_a_line_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.jsonl");
        let args = Line::parse_from(["arena", "some"]).args;
        let kept = Kept::open(&path, &args).unwrap();
        let bout = |pair| Bout { players: (0, 1), pair, swapped: true };
        let fought = Fought { score: 0.5, illegal: 0, seen: Default::default() };
        for pair in 0..2 {
            kept.add(&Record { bout: bout(pair), result: Ok(fought.clone()) }).unwrap();
        }
        kept.add(&Record { bout: bout(2), result: Err("stuck".to_owned()) }).unwrap();
        let text = files::read(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        let kept = Kept::open(&path, &args).unwrap();
        assert_eq!(kept.known.iter().map(|r| r.bout).collect::<Vec<_>>(), [bout(0)]);
        kept.add(&Record { bout: bout(1), result: Ok(fought) }).unwrap();
        assert_eq!(Kept::open(&path, &args).unwrap().known.len(), 2);
        let other = Line::parse_from(["arena", "some", "--seed", "2"]).args;
        let why = Kept::open(&path, &other).err().unwrap().to_string();
        assert!(why.contains("another arena"), "{why}");
    }
}
