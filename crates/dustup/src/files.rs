//! Reading and writing files, with errors that say what to do.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Longest file that is read; a bound for whatever somebody names by mistake.
const LONGEST: u64 = 256 << 20;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String> {
    let name = path.display();
    let about = fs::metadata(path).with_context(|| format!("{name}: cannot be read"))?;
    if about.is_dir() {
        bail!("{name}: this is a folder, expected a file");
    }
    if about.len() > LONGEST {
        bail!("{name}: {} bytes are too many, expected a text file", about.len());
    }
    let bytes = fs::read(path).with_context(|| format!("{name}: cannot be read"))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("{name}:{line}: this is not text, expected UTF-8")
    })
}

/// Writes a file whole or not at all: into a file beside it, which then takes its place.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let mut name = path.file_name().context("the name of a file is missing")?.to_os_string();
    name.push(".part");
    let part: PathBuf = path.with_file_name(name);
    let told = || format!("{}: cannot be written", path.display());
    fs::write(&part, text).with_context(told)?;
    fs::rename(&part, path).with_context(told)
}

/// A problem that begins with `line 3: ` or `line 3, column 4: `, as `file:3: ` or `file:3:4: `.
pub(crate) fn located(file: &str, problem: &str) -> String {
    let place = |text: &str| -> Option<(String, String)> {
        let (place, what) = text.strip_prefix("line ")?.split_once(": ")?;
        let numbers = place.replace(", column ", ":");
        let shaped = numbers.split(':').all(|n| n.parse::<u32>().is_ok());
        shaped.then(|| (numbers, what.to_owned()))
    };
    match place(problem) {
        Some((numbers, what)) => format!("{file}:{numbers}: {what}"),
        None => format!("{file}: {problem}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_located() {
        assert_eq!(located("a.toml", "line 3: no name"), "a.toml:3: no name");
        assert_eq!(located("a.toml", "line 3, column 4: odd"), "a.toml:3:4: odd");
        assert_eq!(located("a.toml", "line of fire: odd"), "a.toml: line of fire: odd");
        assert_eq!(located("a.toml", "too many models"), "a.toml: too many models");
    }
}
